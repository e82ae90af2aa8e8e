//! `zug import --verify` and `--info`: a store is looked at, and stays as it is.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use super::import_info::Info;
use super::reading::pool;
use super::{Outcome, Progress};
use crate::check::escape::escape;
use crate::check::lang::UiLang;
use crate::check::summary::grouped;
use crate::store::verify::{Verified, verify};
use crate::store::{Store, StoreError};

/// What is to be said about stores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// Whether all of it is in order.
    Verify,
    /// What is in it, as a table.
    Table,
    /// What is in it, one JSON object for each store.
    Ndjson,
}

/// The options of `import --verify` and `import --info`.
#[derive(Clone, Debug)]
pub struct LookOptions {
    /// What is to be said.
    pub look: Look,
    /// The stores.
    pub stores: Vec<PathBuf>,
    /// Number of threads.
    pub threads: usize,
    /// Language of messages.
    pub ui_lang: UiLang,
    /// Only the exit status tells.
    pub quiet: bool,
}

/// Looks at all of them; a store that is damaged or cannot be read is told on `err`, and the outcome tells.
///
/// # Errors
/// Nothing can be written to `out`.
pub fn run(
    options: &LookOptions,
    out: &mut dyn Write,
    err: &mut dyn Write,
    progress: &dyn Progress,
    stop: &AtomicBool,
) -> anyhow::Result<Outcome> {
    let pool = pool(options.threads)?;
    let mut outcome = Outcome::default();
    for (index, path) in options.stores.iter().enumerate() {
        let name = path.to_string_lossy();
        progress.message(&name);
        let said = match options.look {
            Look::Verify => {
                let verified = Store::open(path).and_then(|store| pool.install(|| verify(&store, stop)));
                verified.map(|verified| match verified {
                    Some(verified) => Some(in_order(&name, &verified, options.ui_lang)),
                    None => {
                        outcome.interrupted = true;
                        None
                    }
                })
            }
            Look::Table | Look::Ndjson => info(path, index, options).map(Some),
        };
        match said {
            Ok(Some(text)) if !options.quiet => writeln!(out, "{text}")?,
            Ok(Some(_)) => {}
            Ok(None) => break,
            Err(error) => {
                outcome.trouble = true;
                // Where standard error is closed, the exit code has to do.
                let _ = writeln!(err, "error: {}", escape(&error.to_string()));
            }
        }
    }
    Ok(outcome)
}

fn in_order(name: &str, verified: &Verified, lang: UiLang) -> String {
    let [games, plies, entries, bytes] =
        [verified.games, verified.plies, verified.entries, verified.bytes].map(|n| grouped(n, lang));
    let name = escape(name);
    match lang {
        UiLang::En => format!(
            "{name}: in order: every checksum of {bytes} bytes, {games} games with {plies} plies, {entries} index entries"
        ),
        UiLang::De => format!(
            "{name}: in Ordnung: jede Prüfsumme von {bytes} Byte, {games} Partien mit {plies} Halbzügen, {entries} Indexeinträge"
        ),
    }
}

fn info(path: &std::path::Path, index: usize, options: &LookOptions) -> Result<String, StoreError> {
    let info = Info::of(&Store::open(path)?);
    if options.look == Look::Ndjson {
        return Ok(info.json());
    }
    let gap = if index > 0 { "\n" } else { "" };
    Ok(format!("{gap}{}", info.lines(options.ui_lang).join("\n")))
}
