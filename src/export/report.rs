//! Statistics in the forms in which they leave the program: for a terminal, for scripts, for other documents, as a page.
//!
//! The forms for people follow the language of the messages. Those for scripts do not: their keys are English, their
//! numbers have a decimal point and nothing between the thousands, shares go from 0 to 1.

use crate::check::lang::UiLang;
use crate::stats::Report;

pub use super::report_html::html;
pub use super::report_json::json;
pub use super::report_markdown::markdown;
#[cfg(feature = "parquet")]
pub use super::report_parquet::parquet;

/// How a report is shown at a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// Language of heads, words and numbers.
    pub lang: UiLang,
    /// Columns of the terminal; `None`: as many as it takes.
    pub width: Option<u16>,
    /// May there be colours?
    pub colour: bool,
}

/// Appends the report as people read it at a terminal.
pub fn terminal(report: &Report, look: Look, out: &mut String) {
    super::report_terminal::write(report, look, out);
}

/// Appends the report as CSV. If it has exactly one table, that is all, under the keys of its columns and without its
/// sum; else there is a row for every value: `part,item,column,value`.
pub fn csv(report: &Report, out: &mut Vec<u8>) -> csv::Result<()> {
    super::report_rows::write(report, b',', out)
}

/// As [`csv()`], with tabs.
pub fn tsv(report: &Report, out: &mut Vec<u8>) -> csv::Result<()> {
    super::report_rows::write(report, b'\t', out)
}
