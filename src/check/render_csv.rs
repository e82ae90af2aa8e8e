//! Findings as CSV (RFC 4180, but LF), the columns as the keys of NDJSON.

use std::io::{self, Write};

use super::lang::UiLang;
use super::render::{Shown, token_text};

const COLUMNS: [&str; 11] = [
    "file",
    "game",
    "line",
    "column",
    "offset",
    "ply",
    "code",
    "severity",
    "token",
    "message",
    "suggestions",
];

/// Writes the rows; suggestions are separated by blanks.
#[derive(Debug)]
pub(super) struct Csv {
    lang: UiLang,
}

impl Csv {
    pub(super) fn new(lang: UiLang) -> Csv {
        Csv { lang }
    }

    pub(super) fn header(&mut self, out: &mut dyn Write) -> io::Result<()> {
        write_row(&COLUMNS, out)
    }

    pub(super) fn finding(&mut self, shown: &Shown<'_>, out: &mut dyn Write) -> io::Result<()> {
        let finding = shown.finding;
        let row = [
            shown.file,
            &shown.game.map(|game| game.to_string()).unwrap_or_default(),
            &shown.line.to_string(),
            &shown.column.to_string(),
            &shown.offset.to_string(),
            &finding.ply.map(|ply| ply.to_string()).unwrap_or_default(),
            finding.code.name(),
            finding.severity.name(),
            &token_text(shown.token).unwrap_or_default(),
            &finding.detail.message(self.lang),
            &finding.suggestions.join(" "),
        ];
        write_row(&row, out)
    }
}

fn write_row(row: &[&str; 11], out: &mut dyn Write) -> io::Result<()> {
    // The buffer must be small: it is made for every row.
    let mut writer = csv::WriterBuilder::new().buffer_capacity(512).from_writer(out);
    writer.write_record(row)?;
    writer.flush()
}
