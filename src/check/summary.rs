//! The end of a run in numbers, for people.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use super::code::{Code, Severity};
use super::lang::UiLang;

/// What a run has seen.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Games found.
    pub games: u64,
    /// Games without an error.
    pub valid: u64,
    /// Half-moves of the main lines that were made.
    pub plies: u64,
    /// Bytes of decompressed input.
    pub bytes: u64,
    /// Wall time in seconds; `None` leaves it and the rate out.
    pub seconds: Option<f64>,
    /// Findings by [`Code::index`].
    pub counts: Vec<u64>,
    /// Findings that were counted but not shown (`--max-findings`).
    pub not_shown: u64,
    /// Was the run stopped before its end?
    pub interrupted: bool,
}

/// Writes the table: games, valid games, half-moves, findings by code, speed.
pub(super) fn write_summary(
    summary: &Summary,
    lang: UiLang,
    colour: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let total: u64 = summary.counts.iter().sum();
    let share = if summary.games == 0 { 0.0 } else { summary.valid as f64 * 100.0 / summary.games as f64 };
    // A share is never rounded up to all of them.
    let share = if summary.valid < summary.games { share.min(99.9) } else { share };
    let rows = [
        (lang.pick("games", "Partien"), summary.games),
        (lang.pick("valid games", "gültige Partien"), summary.valid),
        (lang.pick("plies", "Halbzüge"), summary.plies),
        (lang.pick("findings", "Befunde"), total),
    ];
    let label_width = rows.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
    let number_width = rows.iter().map(|(_, n)| grouped(*n, lang).len()).max().unwrap_or(0);
    if summary.interrupted {
        writeln!(out, "{}", lang.pick("interrupted; so far:", "abgebrochen; bis dahin:"))?;
    }
    for (row, (label, number)) in rows.iter().enumerate() {
        write!(out, "{label:label_width$}  {:>number_width$}", grouped(*number, lang))?;
        if row == 1 && summary.games > 0 {
            write!(out, "  ({} %)", decimal(share, 1, lang))?;
        }
        writeln!(out)?;
    }
    write_counts(summary, lang, colour, out)?;
    if summary.not_shown > 0 {
        let number = grouped(summary.not_shown, lang);
        writeln!(
            out,
            "{}",
            lang.pick(
                format!("{number} more findings not shown"),
                format!("{number} weitere Befunde nicht gezeigt")
            )
        )?;
    }
    let megabytes = summary.bytes as f64 / 1e6;
    let size = decimal(megabytes, 1, lang);
    match summary.seconds {
        Some(seconds) => {
            let rate = decimal(megabytes / seconds.max(1e-6), 0, lang);
            let seconds = decimal(seconds, 2, lang);
            writeln!(out, "{size} MB in {seconds} s, {rate} MB/s")
        }
        None => writeln!(out, "{size} MB"),
    }
}

/// Errors first, and the most frequent first within a severity.
fn write_counts(summary: &Summary, lang: UiLang, colour: bool, out: &mut dyn Write) -> io::Result<()> {
    let mut list: Vec<(Severity, u64, Code)> = Code::ALL
        .iter()
        .zip(&summary.counts)
        .filter(|(_, count)| **count > 0)
        .map(|(code, count)| (code.severity(), *count, *code))
        .collect();
    list.sort_by(|a, b| (b.0, b.1, a.2.index()).cmp(&(a.0, a.1, b.2.index())));
    let severity_width =
        list.iter().map(|(s, ..)| severity_word(*s, lang).chars().count()).max().unwrap_or(0);
    let code_width = list.iter().map(|(.., code)| code.name().len()).max().unwrap_or(0);
    let number_width = list.iter().map(|(_, n, _)| grouped(*n, lang).len()).max().unwrap_or(0);
    for (severity, count, code) in list {
        let style = if colour { style_of(severity) } else { Style::new() };
        let word = severity_word(severity, lang);
        let (name, count) = (code.name(), grouped(count, lang));
        writeln!(
            out,
            "  {style}{word:severity_width$}{style:#}  {name:code_width$}  {count:>number_width$}"
        )?;
    }
    Ok(())
}

fn style_of(severity: Severity) -> Style {
    match severity {
        Severity::Error => AnsiColor::BrightRed.on_default().bold(),
        Severity::Warning => AnsiColor::Yellow.on_default().bold(),
        Severity::Note => AnsiColor::BrightGreen.on_default().bold(),
    }
}

/// The severity as people read it; data formats have [`Severity::name`].
pub(super) fn severity_word(severity: Severity, lang: UiLang) -> &'static str {
    match severity {
        Severity::Error => lang.pick("error", "Fehler"),
        Severity::Warning => lang.pick("warning", "Warnung"),
        Severity::Note => lang.pick("note", "Hinweis"),
    }
}

/// A whole number with its thousands apart: `1,234` or `1.234`.
pub fn grouped(number: u64, lang: UiLang) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() * 4 / 3 + 1);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(lang.pick(',', '.'));
        }
        out.push(digit);
    }
    out
}

/// A number with this many places: `1,234.5` or `1.234,5`; not negative.
pub fn decimal(number: f64, places: usize, lang: UiLang) -> String {
    let text = format!("{:.places$}", number.max(0.0));
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let mut out = grouped(whole.parse().unwrap_or(0), lang);
    if !fraction.is_empty() {
        out.push(lang.pick('.', ','));
        out.push_str(fraction);
    }
    out
}
