//! How an answer is written.

use std::io::Write;

use super::OutputFile;
use super::stats_options::{StatsFormat, StatsOptions};
use crate::export::report::{self, Look};
use crate::stats::Report;

/// Writes the answer to `out` in the form that is asked for, and as a page.
pub(super) fn show(
    answer: &Report,
    options: &StatsOptions,
    out: &mut dyn Write,
    page: Option<OutputFile>,
) -> anyhow::Result<()> {
    let lang = options.reading.ui_lang;
    if let Some(mut page) = page {
        let mut text = String::new();
        report::html(answer, lang, &mut text);
        page.write_all(text.as_bytes())?;
        page.commit()?;
    }
    if options.reading.quiet {
        return Ok(());
    }
    let (mut text, mut rows) = (String::new(), Vec::new());
    match options.format {
        StatsFormat::Table => {
            let look = Look { lang, width: options.width, colour: options.color };
            report::terminal(answer, look, &mut text);
        }
        StatsFormat::Json => report::json(answer, &mut text)?,
        StatsFormat::Csv => report::csv(answer, &mut rows)?,
        StatsFormat::Tsv => report::tsv(answer, &mut rows)?,
        StatsFormat::Markdown => report::markdown(answer, lang, &mut text),
        #[cfg(feature = "parquet")]
        StatsFormat::Parquet => report::parquet(answer, &mut rows)?,
        #[cfg(not(feature = "parquet"))]
        StatsFormat::Parquet => anyhow::bail!(super::NO_PARQUET),
    }
    out.write_all(text.as_bytes())?;
    out.write_all(&rows)?;
    Ok(())
}
