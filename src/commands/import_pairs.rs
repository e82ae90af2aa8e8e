//! The list of games and their copies.

use std::io::Write;
use std::path::Path;

use anyhow::Context as _;

use super::import_dedup::Pair;
use super::output::OutputFile;
use crate::check::escape::escape;
use crate::check::lang::UiLang;
use crate::store::format::Kind;
use crate::store::{GameId, GameReader, Store, StoreError};

/// So many pairs are told on standard error; a file takes all.
const TOLD: usize = 20;

/// Writes the pairs, the copy that went first: `SOURCE#NUMBER = SOURCE#NUMBER`.
///
/// # Errors
/// The store is damaged, the file cannot be written.
pub(super) fn report_pairs(
    store: &Store,
    pairs: &[Pair],
    file: Option<&Path>,
    quiet: bool,
    lang: UiLang,
    err: &mut dyn Write,
) -> anyhow::Result<()> {
    let mut reader = GameReader::new(store);
    if let Some(path) = file {
        let mut out = OutputFile::create(path, &[], false)?;
        for pair in pairs {
            writeln!(out, "{}", line(&mut reader, *pair)?)
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        out.commit()?;
        return Ok(());
    }
    if quiet {
        return Ok(());
    }
    // Where standard error is closed, the counts of the exit have to do.
    for pair in pairs.iter().take(TOLD) {
        let _ = writeln!(err, "{}", escape(&line(&mut reader, *pair)?));
    }
    if let Some(more) = pairs.len().checked_sub(TOLD).filter(|more| *more > 0) {
        let _ = match lang {
            UiLang::En => writeln!(err, "... and {more} more; --dedup-report FILE lists all"),
            UiLang::De => writeln!(err, "... und {more} weitere; --dedup-report FILE nennt alle"),
        };
    }
    Ok(())
}

fn line(reader: &mut GameReader<'_>, (gone, kept): Pair) -> Result<String, StoreError> {
    Ok(format!("{} = {}", name(reader, gone)?, name(reader, kept)?))
}

fn name(reader: &mut GameReader<'_>, id: GameId) -> Result<String, StoreError> {
    let columns = reader.columns(id.segment)?;
    let source = columns.name(Kind::Source, id.game).unwrap_or_default();
    Ok(format!("{source}#{}", columns.get(Kind::Number, id.game)))
}
