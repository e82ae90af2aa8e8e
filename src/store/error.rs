//! What can be wrong with a store.

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Why a store cannot be read or written. Every message begins with the file.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The system refused: no such file, no permission, no space.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: Arc<io::Error>,
    },
    /// There is no store of that name.
    #[error("{}: no store (a store is a folder that `zug import` made, with a file `manifest` in it)", .0.display())]
    NotAStore(PathBuf),
    /// It was made by a later version, which says that this one cannot read it.
    #[error("{}: made by a newer zug (format {version}, this one reads up to {known})", .path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// The version of its format.
        version: u16,
        /// The newest version that is known here.
        known: u16,
    },
    /// Its bytes are not those that were written, or no store's at all.
    #[error("{}: damaged in {part}: {reason}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Which part of it.
        part: Cow<'static, str>,
        /// What is wrong there.
        reason: Cow<'static, str>,
    },
    /// Another process writes to it.
    #[error("{}: another zug is writing to this store", .0.display())]
    Locked(PathBuf),
    /// More than the format can hold.
    #[error("{}: {reason}", .path.display())]
    TooLarge {
        /// The store.
        path: PathBuf,
        /// What there is too much of.
        reason: &'static str,
    },
}

impl StoreError {
    /// An error of the system about this file.
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> StoreError + '_ {
        move |source| StoreError::Io { path: path.to_owned(), source: Arc::new(source) }
    }

    /// Damage in a part of this file.
    pub(crate) fn damaged(
        path: &Path,
        part: impl Into<Cow<'static, str>>,
        reason: impl Into<Cow<'static, str>>,
    ) -> StoreError {
        StoreError::Damaged { path: path.to_owned(), part: part.into(), reason: reason.into() }
    }
}
