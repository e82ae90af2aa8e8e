//! What `import` can be asked to do, as plain values.

use std::path::PathBuf;

use super::reading::ReadOptions;
use crate::query::Expr;

/// The options of `import`.
#[derive(Clone, Debug)]
pub struct ImportOptions {
    /// Files, directories and stores in the order of the reading; `-` is standard input. With none of them a store that
    /// is there is changed.
    pub inputs: Vec<PathBuf>,
    /// The store.
    pub output: PathBuf,
    /// Add to the store that is there.
    pub append: bool,
    /// Import sources again whose content was imported already.
    pub again: bool,
    /// Replace the store that is there.
    pub force: bool,
    /// Store only the games that match.
    pub filter: Option<Expr>,
    /// Mark the games of the store that match as deleted.
    pub delete: Option<Expr>,
    /// Mark copies of games as deleted.
    pub dedup: bool,
    /// Where all pairs of copies are listed.
    pub dedup_report: Option<PathBuf>,
    /// Merge the segments, without deleted games.
    pub compact: bool,
    /// Leave comments, glyphs and variations out.
    pub moves_only: bool,
    /// Build no position index.
    pub no_index: bool,
    /// Put the positions of variations into the index, too.
    pub index_variations: bool,
    /// Fill in the tag ECO of games that have none, by their positions.
    pub add_eco: bool,
    /// Bytes of memory to work with; `None`: a quarter of what the machine has.
    pub memory: Option<u64>,
    /// Games that cannot be stored whole are a failure.
    pub strict: bool,
    /// How it is read.
    pub reading: ReadOptions,
}

impl ImportOptions {
    /// Imports these inputs into a new store on one thread, everything else as usual.
    pub fn new(inputs: Vec<PathBuf>, output: PathBuf) -> ImportOptions {
        ImportOptions {
            inputs,
            output,
            append: false,
            again: false,
            force: false,
            filter: None,
            delete: None,
            dedup: false,
            dedup_report: None,
            compact: false,
            moves_only: false,
            no_index: false,
            index_variations: false,
            add_eco: false,
            memory: None,
            strict: false,
            reading: ReadOptions::default(),
        }
    }
}
