//! A report for people at a terminal.

use anstyle::Style;
use unicode_width::UnicodeWidthStr;

use super::board::draw_board;
use super::report::Look;
use super::report_heat::write_squares;
use super::report_table::write_table;
use super::report_value::{for_people, shorten};
use crate::check::escape::escape;
use crate::check::summary::grouped;
use crate::stats::Report;
use crate::stats::report::{Diagram, Figures, Part, Value};

/// What stands left of everything but heads.
pub(super) const INDENT: &str = "  ";

/// Appends the report; see [`super::report::terminal`].
pub(super) fn write(report: &Report, look: Look, out: &mut String) {
    write_sources(report, look, out);
    for part in &report.parts {
        let head = if look.colour { Style::new().bold() } else { Style::new() };
        out.push_str(&format!("\n{head}{}{head:#}\n", part.title().pick(look.lang)));
        match part {
            Part::Figures(figures) => write_figures(figures, look, out),
            Part::Table(table) => write_table(table, look, out),
            Part::Squares(squares) => write_squares(squares, look, out),
            Part::Diagram(diagram) => write_diagram(diagram, out),
        }
    }
}

/// Columns that are left beside the indentation.
pub(super) fn room(look: Look) -> usize {
    look.width.map_or(usize::MAX, |width| usize::from(width).saturating_sub(INDENT.len()))
}

fn write_sources(report: &Report, look: Look, out: &mut String) {
    let lang = look.lang;
    let games = grouped(report.games, lang);
    let word = if report.games == 1 { lang.pick("game", "Partie") } else { lang.pick("games", "Partien") };
    let names: Vec<_> = report.sources.iter().map(|name| escape(name)).collect();
    let line = match names.len() {
        0 => format!("{games} {word}"),
        1 => format!("{games} {word} · {}", names.concat()),
        many => {
            let sources = lang.pick("sources", "Quellen");
            format!("{games} {word} · {} {sources}: {}", grouped(many as u64, lang), names.join(", "))
        }
    };
    out.push_str(&shorten(&line, look.width.map_or(usize::MAX, usize::from)));
    out.push('\n');
}

fn write_figures(figures: &Figures, look: Look, out: &mut String) {
    let lang = look.lang;
    let is_number = |value: &Value| !matches!(value, Value::Text(_) | Value::Words(_));
    let titles = figures.rows.iter().map(|figure| figure.title.pick(lang).width());
    let title_width = titles.max().unwrap_or(0);
    let numbers = figures.rows.iter().filter(|figure| is_number(&figure.value));
    let number_width = numbers.map(|figure| for_people(&figure.value, lang).width()).max().unwrap_or(0);
    for figure in &figures.rows {
        let value = for_people(&figure.value, lang);
        let title = figure.title.pick(lang);
        let mut line = format!("{title}{:1$}", "", title_width - title.width() + INDENT.len());
        if is_number(&figure.value) {
            line.push_str(&" ".repeat(number_width - value.width()));
        }
        line.push_str(&value);
        let note = for_people(&figure.note, lang);
        if !note.is_empty() {
            let is_aside = is_number(&figure.note);
            line.push_str(INDENT);
            line.push_str(&if is_aside { format!("({note})") } else { note.into_owned() });
        }
        out.push_str(INDENT);
        out.push_str(shorten(&line, room(look)).trim_end());
        out.push('\n');
    }
}

fn write_diagram(diagram: &Diagram, out: &mut String) {
    let mut board = String::new();
    draw_board(&diagram.position, &mut board);
    for line in board.lines() {
        out.push_str(INDENT);
        out.push_str(line);
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::super::report_testing::everything;
    use super::*;
    use crate::check::lang::UiLang;

    fn shown(report: &Report, lang: UiLang, width: Option<u16>, colour: bool) -> String {
        let mut out = String::new();
        write(report, Look { lang, width, colour }, &mut out);
        out
    }

    #[test]
    fn look() {
        for width in [40, 80, 120] {
            print!("{}", shown(&everything(), UiLang::De, Some(width), false));
        }
        print!("{}", shown(&everything(), UiLang::En, Some(100), true));
    }
}
