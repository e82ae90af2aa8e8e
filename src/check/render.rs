//! How findings are shown: for people, as NDJSON, or as CSV. Nothing here prints by itself.

use std::io::{self, Write};

use super::finding::Finding;
use super::lang::UiLang;
use super::place::Excerpt;
use super::render_csv::Csv;
use super::render_human::Human;
use super::render_ndjson::Ndjson;
use super::summary::{Summary, write_summary};

/// The form of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// For people: like a compiler's, with the line and a caret.
    #[default]
    Human,
    /// One JSON object a line.
    Ndjson,
    /// Comma-separated, with a header.
    Csv,
}

/// A finding with its place in the original file and what is shown beside it.
#[derive(Clone, Debug)]
pub struct Shown<'a> {
    /// Name of the file as given, `-` for standard input.
    pub file: &'a str,
    /// Number of the game in its file, 1-based; `None` between games.
    pub game: Option<u64>,
    /// Who played, such as `Carlsen, M - Jones, G`; for people only.
    pub players: Option<&'a str>,
    /// Line, 1-based.
    pub line: u64,
    /// Column, 1-based, in characters.
    pub column: u64,
    /// Byte offset in the decompressed original.
    pub offset: u64,
    /// The finding itself.
    pub finding: &'a Finding,
    /// The offending bytes; empty if something is missing.
    pub token: &'a [u8],
    /// The line, or a window of it.
    pub excerpt: Excerpt<'a>,
}

/// What a renderer needs to know.
#[derive(Clone, Copy, Debug, Default)]
pub struct RenderOptions {
    /// The form.
    pub format: Format,
    /// Language of messages and of the summary.
    pub lang: UiLang,
    /// Colours (escape codes) in the human form.
    pub colour: bool,
    /// Leave out `seconds` and rates, so that two runs give the same bytes.
    pub no_timing: bool,
}

/// Longest token in the data formats, in characters; a longer one is cut and ends in `…`.
pub(super) const TOKEN_CHARS: usize = 200;

/// Writes findings and the summary in one of the forms.
#[derive(Debug)]
pub struct Renderer {
    options: RenderOptions,
    form: Form,
}

#[derive(Debug)]
enum Form {
    Human(Box<Human>),
    Ndjson(Ndjson),
    Csv(Csv),
}

impl Renderer {
    /// Made once for a run.
    pub fn new(options: RenderOptions) -> Renderer {
        let form = match options.format {
            Format::Human => Form::Human(Box::new(Human::new(options.lang, options.colour))),
            Format::Ndjson => Form::Ndjson(Ndjson::new(options.lang)),
            Format::Csv => Form::Csv(Csv::new(options.lang)),
        };
        Renderer { options, form }
    }

    /// What comes before the first finding (the header of CSV).
    pub fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match &mut self.form {
            Form::Csv(form) => form.header(out),
            Form::Human(_) | Form::Ndjson(_) => Ok(()),
        }
    }

    /// One finding.
    pub fn finding(&mut self, shown: &Shown<'_>, out: &mut dyn Write) -> io::Result<()> {
        match &mut self.form {
            Form::Human(form) => form.finding(shown, out),
            Form::Ndjson(form) => form.finding(shown, out),
            Form::Csv(form) => form.finding(shown, out),
        }
    }

    /// What comes behind the last finding. CSV has no summary.
    pub fn summary(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        let timed =
            Summary { seconds: summary.seconds.filter(|_| !self.options.no_timing), ..summary.clone() };
        match &mut self.form {
            Form::Human(_) => write_summary(&timed, self.options.lang, self.options.colour, out),
            Form::Ndjson(form) => form.summary(&timed, out),
            Form::Csv(_) => Ok(()),
        }
    }
}

/// The token as text for the data formats; `None` if it is empty.
pub(super) fn token_text(token: &[u8]) -> Option<String> {
    if token.is_empty() {
        return None;
    }
    // No character takes more than four bytes.
    let near = token.get(..token.len().min(TOKEN_CHARS * 4 + 4)).unwrap_or_default();
    let is_half = |i: &usize| matches!(token.get(*i), Some(0x80..=0xBF));
    let whole =
        if near.len() < token.len() { (0..=near.len()).rev().take(4).find(|i| !is_half(i)) } else { None };
    let text = super::escape::decode(near.get(..whole.unwrap_or(near.len())).unwrap_or_default());
    let mut short: String = text.chars().take(TOKEN_CHARS).collect();
    if short.len() < text.len() || near.len() < token.len() {
        short.push('…');
    }
    Some(short)
}
