//! What was found as a table for people, laid out a page at a time.

use comfy_table::{ContentArrangement, Table, presets};

use crate::check::escape::escape;
use crate::export::hits::COLUMNS;

/// Rows that are laid out together. More would have to wait in memory until the last one is there.
const ROWS: usize = 1000;

/// A page of the table.
pub(super) struct Page {
    rows: Vec<Vec<String>>,
    /// Width of the terminal, in columns; cells are broken so that rows fit into it.
    width: Option<u16>,
    /// Pages before it.
    before: usize,
}

impl Page {
    pub(super) fn new(width: Option<u16>) -> Page {
        Page { rows: Vec::new(), width, before: 0 }
    }

    /// Takes rows of CSV. The page, if it is full.
    pub(super) fn take(&mut self, rows: &str) -> Option<String> {
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(rows.as_bytes());
        for record in reader.records().flatten() {
            self.rows.push(record.iter().map(|cell| escape(cell).into_owned()).collect());
        }
        (self.rows.len() >= ROWS).then(|| self.lay_out())
    }

    /// What is left.
    pub(super) fn finish(&mut self) -> String {
        if self.rows.is_empty() { String::new() } else { self.lay_out() }
    }

    fn lay_out(&mut self) -> String {
        let mut table = Table::new();
        table.load_style(presets::NOTHING).set_header(COLUMNS);
        match self.width {
            Some(width) => table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width),
            None => table.set_content_arrangement(ContentArrangement::Disabled),
        };
        for row in self.rows.drain(..) {
            table.add_row(row);
        }
        for column in table.column_iter_mut() {
            column.set_padding((0, 2));
        }
        let mut text = if self.before > 0 { "\n".to_owned() } else { String::new() };
        self.before += 1;
        for line in table.lines() {
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: &str = "a.pgn,1,1,\"Ölaf, \u{1b}x\",?,1-0,1851,E,3,2. Nf3,fen\n";

    #[test]
    fn columns_stand_below_each_other() {
        let mut page = Page::new(None);
        assert_eq!(page.take(&format!("{ROW}{}", ROW.replace("1,1", "12,345"))), None);
        let text = page.finish();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3);
        let at = |line: &str, word: &str| line.find(word).map(|at| line[..at].chars().count());
        assert_eq!(at(lines[0], "Black"), at(lines[1], "?"));
        assert!(lines[1].starts_with("a.pgn  1     1     Ölaf, \\x1Bx  ?"), "{text}");
    }

    #[test]
    fn rows_fit_into_the_terminal() {
        let mut page = Page::new(Some(70));
        page.take(&ROW.replace("Ölaf", "A very long name that has to be broken"));
        let text = page.finish();
        assert!(text.lines().all(|line| line.chars().count() <= 70), "{text}");
    }

    #[test]
    fn a_long_table_is_laid_out_page_by_page() {
        let mut page = Page::new(None);
        assert!(page.take(&ROW.repeat(ROWS)).is_some_and(|text| text.lines().count() == ROWS + 1));
        page.take(ROW);
        assert!(page.finish().starts_with("\nfile"));
        assert_eq!(page.finish(), "");
    }
}
