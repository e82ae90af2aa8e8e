//! What a command is given to read: texts of any kind, and stores.

use std::path::{Path, PathBuf};

use crate::pgn::expand::expand;
use crate::pgn::source::{SourceError, SourceRef};
use crate::store::is_store;

/// Something to read.
pub(super) enum Given {
    /// A text: PGN or what else its name and content say.
    Text(SourceRef),
    /// A store.
    Store(PathBuf),
}

impl Given {
    /// The file or folder; `None` for standard input.
    pub(super) fn path(&self) -> Option<&Path> {
        match self {
            Given::Text(source) => source.path(),
            Given::Store(path) => Some(path),
        }
    }
}

/// What the arguments name, in their order; see [`expand`]. A folder that is a store is one.
pub(super) fn sources(args: &[PathBuf]) -> Vec<Result<Given, SourceError>> {
    let one = |path: &PathBuf| match is_store(path) {
        true => vec![Ok(Given::Store(path.clone()))],
        false => {
            expand(std::slice::from_ref(path)).into_iter().map(|source| source.map(Given::Text)).collect()
        }
    };
    args.iter().flat_map(one).collect()
}
