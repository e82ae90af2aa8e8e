//! A report as a web page that needs nothing else: figures, tables that sort, charts and boards as SVG.
//!
//! The page is light or dark as the reader has it, fits a telephone, and can be printed.

use std::fmt::Write as _;

use unicode_width::UnicodeWidthStr;

use super::html_board::{escape, write_board};
use super::report_charts::{chart, drawn_of};
use super::report_value::{for_people, is_numeric, magnitude, rounded};
use crate::check::escape::escape as without_tricks;
use crate::check::lang::UiLang;
use crate::check::summary::grouped;
use crate::chess::fen::FenStyle;
use crate::stats::Report;
use crate::stats::report::{Chart, Column, Diagram, Figures, Part, Squares, Table, Value, Words};

/// What the pages are called.
const TITLE: Words = Words::new("Chess games in numbers", "Schachpartien in Zahlen");
/// From so many parts on there is a list of them.
const LISTED_FROM: usize = 3;
/// A table that takes more letters than this does not stand beside its chart but below it.
const NARROW: usize = 76;
/// Letters that a cell takes at most before its text is broken, and those between two columns.
const CELL: (usize, usize) = (30, 3);
/// Sources that are named; of more it is told how many.
const NAMED: usize = 8;
/// Colours of a map of the board: this many, and one for nothing.
const SHADES: f64 = 6.0;

/// Appends the report as a page.
pub fn html(report: &Report, lang: UiLang, out: &mut String) {
    let title = TITLE.pick(lang);
    let _ = write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n<style>\n{}{}</style>\n\
         </head>\n<body>\n",
        lang.pick("en", "de"),
        include_str!("report.css"),
        include_str!("html_board.css"),
    );
    if report.parts_for_people().iter().any(|part| matches!(part, Part::Diagram(_))) {
        out.push_str(include_str!("html_board.svg"));
    }
    let _ = writeln!(out, "<header>\n<h1>{title}</h1>");
    push_sources(report, lang, out);
    if report.parts_for_people().len() >= LISTED_FROM {
        push_list(report, lang, out);
    }
    out.push_str("</header>\n<main>\n");
    for part in report.parts_for_people() {
        let key = part.key();
        let _ = write!(out, "<section aria-labelledby=\"part-{key}\">\n<h2 id=\"part-{key}\">");
        escape(part.title().pick(lang), out);
        out.push_str("</h2>\n");
        match part {
            Part::Figures(figures) => push_figures(figures, lang, out),
            Part::Table(table) => push_table(table, lang, out),
            Part::Squares(squares) => push_squares(squares, lang, out),
            Part::Diagram(diagram) => push_diagram(diagram, out),
        }
        out.push_str("</section>\n");
    }
    let _ = write!(out, "</main>\n<script>\n{}</script>\n</body>\n</html>\n", include_str!("report.js"));
}

/// Text of other people.
fn push_text(text: &str, out: &mut String) {
    escape(&without_tricks(text), out);
}

fn push_value(value: &Value, lang: UiLang, out: &mut String) {
    escape(&for_people(value, lang), out);
}

fn push_sources(report: &Report, lang: UiLang, out: &mut String) {
    let _ = write!(out, "<p>{} {}", grouped(report.games, lang), report.games_word(lang));
    let mut before = " · ";
    for name in report.sources.iter().take(NAMED) {
        out.push_str(before);
        push_text(name, out);
        before = ", ";
    }
    if let Some(more) = report.sources.len().checked_sub(NAMED).filter(|more| *more > 0) {
        let more = grouped(more as u64, lang);
        out.push_str(&lang.pick(format!(" and {more} more"), format!(" und {more} weitere")));
    }
    out.push_str("</p>\n");
}

fn push_list(report: &Report, lang: UiLang, out: &mut String) {
    let _ = writeln!(out, "<nav aria-label=\"{}\"><ul>", lang.pick("Contents", "Inhalt"));
    for part in report.parts_for_people() {
        let _ = write!(out, "<li><a href=\"#part-{}\">", part.key());
        escape(part.title().pick(lang), out);
        out.push_str("</a></li>\n");
    }
    out.push_str("</ul></nav>\n");
}

fn push_figures(figures: &Figures, lang: UiLang, out: &mut String) {
    out.push_str("<dl>\n");
    for figure in &figures.rows {
        out.push_str("<div><dt>");
        escape(figure.title.pick(lang), out);
        let is_text = matches!(figure.value, Value::Text(_) | Value::Words(_));
        out.push_str(if is_text { "</dt><dd class=\"text\">" } else { "</dt><dd>" });
        push_value(&figure.value, lang, out);
        if figure.note != Value::None {
            out.push_str(" <small>");
            push_value(&figure.note, lang, out);
            out.push_str("</small>");
        }
        out.push_str("</dd></div>\n");
    }
    out.push_str("</dl>\n");
}

fn push_table(table: &Table, lang: UiLang, out: &mut String) {
    if table.rows.is_empty() {
        let _ = writeln!(out, "<p class=\"note\">{}</p>", lang.pick("none", "nichts"));
        return push_left_out(table, lang, out);
    }
    let picture = chart(table, lang);
    if let Some(picture) = &picture {
        let is_narrow = letters(table, lang) <= NARROW;
        out.push_str(if is_narrow { "<div class=\"pair\">\n<figure>" } else { "<div>\n<figure>" });
        out.push_str(picture);
        push_caption(table, lang, out);
        out.push_str("</figure>\n<div>\n");
    }
    let key = table.key;
    let _ = write!(
        out,
        "<div class=\"box\" role=\"region\" tabindex=\"0\" aria-labelledby=\"part-{key}\">\n<table>\n<thead><tr>"
    );
    let is_number: Vec<bool> = (0..table.columns.len()).map(|column| is_numeric(table, column)).collect();
    let class = |is_number: Option<&bool>| if is_number == Some(&true) { " class=\"n\"" } else { "" };
    for (index, column) in table.columns.iter().enumerate() {
        let _ = write!(out, "<th scope=\"col\"{}>", class(is_number.get(index)));
        escape(column.title.pick(lang), out);
        out.push_str("</th>");
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in &table.rows {
        out.push_str("<tr>");
        for (index, value) in row.iter().enumerate() {
            let _ = write!(out, "<td{}", class(is_number.get(index)));
            if let Some(number) = magnitude(value) {
                let _ = write!(out, " data-v=\"{number}\"");
            }
            out.push('>');
            push_value(value, lang, out);
            out.push_str("</td>");
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody>\n");
    if let Some(total) = &table.total {
        out.push_str("<tfoot><tr>");
        for (index, value) in total.iter().enumerate() {
            let _ = write!(out, "<td{}>", class(is_number.get(index)));
            push_value(value, lang, out);
            out.push_str("</td>");
        }
        out.push_str("</tr></tfoot>\n");
    }
    out.push_str("</table>\n</div>\n");
    push_left_out(table, lang, out);
    if picture.is_some() {
        out.push_str("</div>\n</div>\n");
    }
}

/// How many letters the table is wide.
fn letters(table: &Table, lang: UiLang) -> usize {
    let widest = |(index, column): (usize, &Column)| {
        let cells = table.rows.iter().chain(&table.total).filter_map(|row| row.get(index));
        let cells = cells.map(|value| for_people(value, lang).width().min(CELL.0));
        cells.chain([column.title.pick(lang).width() + 1]).max().unwrap_or(0) + CELL.1
    };
    table.columns.iter().enumerate().map(widest).sum()
}

fn push_left_out(table: &Table, lang: UiLang, out: &mut String) {
    if table.left_out > 0 {
        let more = grouped(table.left_out, lang);
        let line = lang.pick(format!("and {more} more"), format!("und {more} weitere"));
        let _ = writeln!(out, "<p class=\"note\">{line}</p>");
    }
}

/// What a chart shows: `games by year`, with the colours of its parts or lines if there are several.
fn push_caption(table: &Table, lang: UiLang, out: &mut String) {
    let one;
    let (class, label, values) = match &table.chart {
        Some(Chart::Bars { label, value }) => {
            one = [*value];
            ('p', *label, one.as_slice())
        }
        Some(Chart::Line { label, values }) => ('l', *label, values.as_slice()),
        Some(Chart::Parts { label, values }) => ('p', *label, values.as_slice()),
        None => return,
    };
    let head = |column: &usize| table.columns.get(*column).map_or("", |column| column.title.pick(lang));
    out.push_str("<figcaption>");
    for (part, value) in values.iter().enumerate() {
        if values.len() > 1 {
            let _ = write!(out, "<span class=\"key {class}{}\"></span>", part % 3 + 1);
        }
        escape(head(value), out);
        out.push_str(if part + 1 < values.len() { " &nbsp; " } else { " " });
    }
    // No word joins every two heads in German.
    out.push_str(lang.pick("by ", "("));
    escape(head(&label), out);
    out.push_str(lang.pick("", ")"));
    if let Some(drawn) = drawn_of(table, lang) {
        out.push_str(&lang.pick(format!(", the first {drawn}"), format!(", die ersten {drawn}")));
    }
    out.push_str("</figcaption>");
}

/// The board, White below, every square as dark as its number is large.
fn push_squares(squares: &Squares, lang: UiLang, out: &mut String) {
    let most = squares.counts.iter().copied().max().unwrap_or(0).max(1);
    out.push_str("<figure class=\"board\"><svg viewBox=\"-.6 0 8.6 8.6\" role=\"img\" aria-label=\"");
    escape(squares.title.pick(lang), out);
    out.push_str("\">\n");
    for (square, count) in squares.each() {
        let (x, y) = (f64::from(square.file()), f64::from(7 - square.rank()));
        let level = (count as f64 / most as f64 * SHADES).ceil() as u64;
        let _ = write!(
            out,
            "<g><title>{square}: {}</title><rect class=\"h{level}\" x=\"{x}\" y=\"{y}\" width=\"1\" height=\"1\"/>",
            grouped(count, lang)
        );
        if count > 0 {
            let (x, y) = (x + 0.5, y + 0.6);
            let number = rounded(count, lang);
            let _ = write!(out, "<text class=\"i{level}\" x=\"{x}\" y=\"{y}\">{number}</text>");
        }
        out.push_str("</g>\n");
    }
    for (index, (file, rank)) in ('a'..='h').zip('1'..='8').enumerate() {
        let along = index as f64 + 0.5;
        let _ = writeln!(
            out,
            "<text class=\"at\" x=\"{along}\" y=\"8.42\">{file}</text>\
             <text class=\"at\" x=\"-.3\" y=\"{}\">{rank}</text>",
            8.1 - along
        );
    }
    out.push_str("</svg></figure>\n");
}

fn push_diagram(diagram: &Diagram, out: &mut String) {
    let fen = diagram.position.fen(FenStyle::default());
    out.push_str("<figure class=\"board\">");
    write_board(&diagram.position, diagram.last, &fen, out);
    let _ = writeln!(out, "<figcaption><code>{fen}</code></figcaption></figure>");
}

#[cfg(test)]
mod tests {
    use super::super::report_testing::{everything, figures, report, table, years};
    use super::*;

    fn page(report: &Report, lang: UiLang) -> String {
        let mut out = String::new();
        html(report, lang, &mut out);
        out
    }

    #[test]
    fn a_page_speaks_the_language_of_the_messages() {
        let page_de = page(&everything(), UiLang::De);
        assert!(page_de.starts_with("<!DOCTYPE html>\n<html lang=\"de\">"));
        for part in [
            "<h1>Schachpartien in Zahlen</h1>",
            "<p>1.234 Partien · a.pgn, &lt;script&gt;|,&quot;\\x1B[31m</p>",
            "<li><a href=\"#part-players\">Spieler</a></li>",
            "<h2 id=\"part-players\">Spieler</h2>",
            "<div><dt>Remis</dt><dd>432 <small>35,0 %</small></dd></div>",
            "<td class=\"n\" data-v=\"0.6\">60,0 %</td>",
            "<td>&lt;script&gt;|,&quot;\\x1B[31m</td>",
            "<tfoot><tr><td>alle</td><td class=\"n\">1.300</td>",
            "<p class=\"note\">und 1.234 weitere</p>",
            "<g><title>b1: 100</title><rect class=\"h1\" x=\"1\" y=\"7\"",
            "<figcaption>Partien (Jahr)</figcaption>",
            "aria-label=\"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\"",
        ] {
            assert!(page_de.contains(part), "no {part} in {page_de}");
        }
        let page_en = page(&everything(), UiLang::En);
        assert!(
            page_en.contains("<html lang=\"en\">")
                && page_en.contains("<figcaption>games by year</figcaption>")
        );
    }

    #[test]
    fn a_page_has_only_what_it_needs() {
        let small = page(&report(vec![Part::Figures(figures())]), UiLang::En);
        assert!(
            !small.contains("<nav") && !small.contains("<symbol") && !small.contains("<table"),
            "{small}"
        );
        let empty = Table { rows: Vec::new(), total: None, left_out: 0, ..years() };
        let none = page(&report(vec![Part::Table(empty)]), UiLang::En);
        assert!(none.contains("<p class=\"note\">none</p>\n</section>"), "{none}");
        let many = Report { sources: vec!["x".to_owned(); 10], ..Report::default() };
        assert!(page(&many, UiLang::En).contains("<p>0 games · x, x, x, x, x, x, x, x and 2 more</p>"));
    }

    #[test]
    fn what_cannot_be_drawn_is_not() {
        let unknown = Table { rows: vec![vec![Value::None; 7]; 2], ..table() };
        let text = page(&report(vec![Part::Table(unknown)]), UiLang::En);
        assert!(text.contains("<table>") && !text.contains("class=\"chart\""), "{text}");
        let zero = Table { rows: vec![vec![Value::Count(0); 7]; 2], ..table() };
        let text = page(&report(vec![Part::Table(zero)]), UiLang::En);
        assert!(text.contains("class=\"chart\"") && !text.contains("NaN%"), "{text}");
    }
}
