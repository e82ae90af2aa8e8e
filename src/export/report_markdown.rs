//! A report as Markdown, with tables as GitHub knows them.

use std::fmt::Write as _;

use super::board::draw_board;
use super::report_value::{for_documents, is_numeric};
use crate::check::escape::escape as without_tricks;
use crate::check::lang::UiLang;
use crate::chess::fen::FenStyle;
use crate::stats::Report;
use crate::stats::report::{Diagram, Figures, Part, Squares, Table, Value};

/// Appends the report. Heads and words are in this language; numbers are as scripts read them, but shares are
/// percentages and nothing has more decimals than it is known to.
pub fn markdown(report: &Report, lang: UiLang, out: &mut String) {
    let mut about = vec![format!("{} {}", report.games, report.games_word(lang))];
    about.extend(report.sources.iter().map(|name| escaped(&without_tricks(name))));
    out.push_str(&about.join(" · "));
    out.push('\n');
    for part in report.parts_for_people() {
        let _ = writeln!(out, "\n## {}\n", part.title().pick(lang));
        match part {
            Part::Figures(figures) => push_figures(figures, lang, out),
            Part::Table(table) => push_table(table, lang, out),
            Part::Squares(squares) => push_squares(squares, out),
            Part::Diagram(diagram) => push_diagram(diagram, out),
        }
    }
}

fn push_row(cells: impl Iterator<Item = String>, out: &mut String) {
    out.push('|');
    for cell in cells {
        out.push(' ');
        out.push_str(&cell);
        out.push_str(" |");
    }
    out.push('\n');
}

fn push_rule(is_number: impl Iterator<Item = bool>, out: &mut String) {
    push_row(is_number.map(|is_number| if is_number { "---:" } else { "---" }.to_owned()), out);
}

fn cell(value: &Value, lang: UiLang) -> String {
    escaped(&for_documents(value, lang))
}

fn push_figures(figures: &Figures, lang: UiLang, out: &mut String) {
    push_row((0..3).map(|_| String::new()), out);
    push_rule([false, true, false].into_iter(), out);
    for figure in &figures.rows {
        let title = escaped(figure.title.pick(lang));
        push_row([title, cell(&figure.value, lang), cell(&figure.note, lang)].into_iter(), out);
    }
}

fn push_table(table: &Table, lang: UiLang, out: &mut String) {
    push_row(table.columns.iter().map(|column| escaped(column.title.pick(lang))), out);
    push_rule((0..table.columns.len()).map(|column| is_numeric(table, column)), out);
    for row in &table.rows {
        push_row(row.iter().map(|value| cell(value, lang)), out);
    }
    if let Some(total) = &table.total {
        let bold = |text: String| if text.is_empty() { text } else { format!("**{text}**") };
        push_row(total.iter().map(|value| bold(cell(value, lang))), out);
    }
    if table.left_out > 0 {
        let more = table.left_out;
        let line = lang.pick(format!("and {more} more"), format!("und {more} weitere"));
        let _ = writeln!(out, "\n{line}");
    }
}

fn push_squares(squares: &Squares, out: &mut String) {
    push_row(std::iter::once(String::new()).chain(('a'..='h').map(String::from)), out);
    push_rule((0..9).map(|_| true), out);
    for (index, rank) in squares.counts.chunks(8).enumerate().rev() {
        let name = format!("**{}**", index + 1);
        push_row(std::iter::once(name).chain(rank.iter().map(u64::to_string)), out);
    }
}

fn push_diagram(diagram: &Diagram, out: &mut String) {
    out.push_str("```\n");
    draw_board(&diagram.position, out);
    let _ = writeln!(out, "\n{}\n```", diagram.position.fen(FenStyle::default()));
}

/// Text that means itself and stays in its cell.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '\\' | '|' | '*' | '_' | '`' | '[' | ']' | '~' | '$' => out.extend(['\\', c]),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::report_testing::{everything, report, table, years};
    use super::*;

    fn text(report: &Report, lang: UiLang) -> String {
        let mut out = String::new();
        markdown(report, lang, &mut out);
        out
    }

    #[test]
    fn a_table_is_one_that_github_knows() {
        assert_eq!(
            text(&report(vec![Part::Table(table())]), UiLang::De),
            r#"1234 Partien · a.pgn · &lt;script>\|,"\\x1B\[31m

## Spieler

| Spieler | Partien | + | = | − | Punkte in Prozent | Punkte |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
| Anderssen, Adolf | 1200 | 800 | 0 | 400 | 66.7 % | 800 |
| Réti, Richard von und zu Pezinok | 99 | 6 | 3 | 90 | 7.6 % | 7.5 |
| &lt;script>\|,"\\x1B\[31m | 1 | 0 | 1 | 0 | 50.0 % | 0.5 |
| **alle** | **1300** | **806** | **4** | **490** | **62.2 %** | **808** |

und 1234 weitere
"#
        );
    }

    #[test]
    fn every_part_is_there() {
        let text = text(&everything(), UiLang::En);
        let has = |part: &str| assert!(text.contains(part), "no {part} in {text}");
        has(
            "\n## Overview\n\n|  |  |  |\n| --- | ---: | --- |\n| plies | 98765 |  |\n| draws | 432 | 35.0 % |\n",
        );
        has("\n| longest game | 134.5 | a.pgn#7 |\n");
        has("\n| 1853 | 5 | 60.0 % | 60.0–60.0 % |\n");
        has("\n|  | a | b | c | d | e | f | g | h |\n");
        has("\n| **1** | 0 | 100 | 200 | 300 | 400 | 500 | 600 | 700 |\n");
        has("\n```\n8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜\n");
        has("\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n```\n");
    }

    #[test]
    fn a_table_without_rows_is_heads() {
        let empty = Table { rows: Vec::new(), ..years() };
        assert!(
            text(&report(vec![Part::Table(empty)]), UiLang::En)
                .ends_with("| year | games | score | interval |\n| --- | --- | --- | --- |\n")
        );
    }
}
