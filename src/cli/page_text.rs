//! Man pages made of what stands above the modules: paragraphs, lists and tables as roff.

use clap_mangen::roff::{Inline, Roff, bold, roman};

/// The lines that describe a module, which stand at its beginning.
pub(super) fn description(source: &str) -> impl Iterator<Item = &str> {
    source
        .lines()
        .map_while(|line| line.strip_prefix("//!"))
        .map(|line| line.strip_prefix(' ').unwrap_or(line))
}

/// Writes paragraphs, tables of two columns or more, and lists.
pub(super) fn told<'a>(roff: &mut Roff, lines: impl Iterator<Item = &'a str>) {
    let (mut paragraph, mut is_item) = (String::new(), false);
    let mut lines = lines.peekable();
    let close = |paragraph: &mut String, is_item: &mut bool, roff: &mut Roff| {
        if !paragraph.is_empty() {
            let text = std::mem::take(paragraph);
            match text.strip_prefix("- ").or_else(|| numbered(&text)).filter(|_| *is_item) {
                Some(item) => roff.control("IP", ["\\(bu", "2"]).text(marked(item)),
                None => roff.control("PP", []).text(marked(&text)),
            };
        }
        *is_item = false;
    };
    while let Some(line) = lines.next() {
        // The names of a table's columns stand above a line of dashes; both are for readers of the source.
        if lines.peek().is_some_and(|next| next.starts_with("|---")) {
            lines.next();
            continue;
        }
        if let Some(row) = line.strip_prefix('|') {
            close(&mut paragraph, &mut is_item, roff);
            let mut cells = row.trim_end_matches('|').split(" | ").map(str::trim);
            let first = cells.next().unwrap_or_default();
            let rest: Vec<&str> = cells.filter(|cell| !cell.is_empty()).collect();
            roff.control("TP", []).text([bold(plain(first))]).text(marked(&rest.join("; ")));
            continue;
        }
        let begins_item = line.starts_with("- ") || numbered(line).is_some();
        if line.is_empty() || begins_item {
            close(&mut paragraph, &mut is_item, roff);
            is_item = begins_item;
        }
        if !paragraph.is_empty() {
            paragraph.push(' ');
        }
        paragraph.push_str(line.trim_start_matches(' '));
    }
    close(&mut paragraph, &mut is_item, roff);
}

/// What stands behind `1. `.
fn numbered(text: &str) -> Option<&str> {
    text.split_once(". ").filter(|(number, _)| number.parse::<u8>().is_ok()).map(|(_, rest)| rest)
}

/// Links and marks of the source left out.
fn plain(text: &str) -> String {
    text.replace('`', "")
}

/// What stands between backquotes is bold; of a link to another part of the program its last name.
pub(super) fn marked(text: &str) -> Vec<Inline> {
    let text = text.replace("[`", "`").replace("`]", "`").replace('*', "");
    text.split('`')
        .enumerate()
        .map(|(i, part)| match i % 2 {
            1 => bold(part.rsplit("::").next().unwrap_or(part)),
            _ => roman(part),
        })
        .collect()
}
