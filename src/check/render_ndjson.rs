//! Findings as NDJSON: one object a line, the keys in a fixed order.

use std::io::{self, Write};

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::code::Code;
use super::lang::UiLang;
use super::render::{Shown, token_text};
use super::summary::Summary;

/// One finding. Absent values are `null`.
#[derive(Serialize)]
struct Record<'a> {
    file: &'a str,
    game: Option<u64>,
    line: u64,
    column: u64,
    offset: u64,
    ply: Option<u32>,
    code: &'static str,
    severity: &'static str,
    token: Option<&'a str>,
    message: &'a str,
    suggestions: &'a [String],
}

#[derive(Serialize)]
struct Last<'a> {
    summary: Totals<'a>,
}

#[derive(Serialize)]
struct Totals<'a> {
    games: u64,
    valid: u64,
    invalid: u64,
    plies: u64,
    bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    findings: Counts<'a>,
}

/// Counts by code name, in the order of the catalogue, without zeros.
struct Counts<'a>(&'a [u64]);

impl Serialize for Counts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (code, count) in Code::ALL.iter().zip(self.0).filter(|(_, count)| **count > 0) {
            map.serialize_entry(code.name(), count)?;
        }
        map.end()
    }
}

/// Writes the objects.
#[derive(Debug)]
pub(super) struct Ndjson {
    lang: UiLang,
}

impl Ndjson {
    pub(super) fn new(lang: UiLang) -> Ndjson {
        Ndjson { lang }
    }

    pub(super) fn finding(&mut self, shown: &Shown<'_>, out: &mut dyn Write) -> io::Result<()> {
        let finding = shown.finding;
        let token = token_text(shown.token);
        let message = finding.detail.message(self.lang);
        let record = Record {
            file: shown.file,
            game: shown.game,
            line: shown.line,
            column: shown.column,
            offset: shown.offset,
            ply: finding.ply,
            code: finding.code.name(),
            severity: finding.severity.name(),
            token: token.as_deref(),
            message: &message,
            suggestions: &finding.suggestions,
        };
        serde_json::to_writer(&mut *out, &record)?;
        out.write_all(b"\n")
    }

    pub(super) fn summary(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        let totals = Totals {
            games: summary.games,
            valid: summary.valid,
            invalid: summary.games.saturating_sub(summary.valid),
            plies: summary.plies,
            bytes: summary.bytes,
            seconds: summary.seconds.map(|s| (s * 1000.0).round() / 1000.0),
            findings: Counts(&summary.counts),
        };
        serde_json::to_writer(&mut *out, &Last { summary: totals })?;
        out.write_all(b"\n")
    }
}
