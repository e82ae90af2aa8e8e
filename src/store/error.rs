//! What can be wrong with a store.

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

/// Why a store cannot be read or written. Every message begins with the file.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The system refused: no such file, no permission, no space.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
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
    /// The same once more.
    pub(crate) fn again(&self) -> StoreError {
        match self {
            StoreError::Io { path, source } => StoreError::Io {
                path: path.clone(),
                source: io::Error::new(source.kind(), source.to_string()),
            },
            StoreError::NotAStore(path) => StoreError::NotAStore(path.clone()),
            StoreError::Newer { path, version, known } => {
                StoreError::Newer { path: path.clone(), version: *version, known: *known }
            }
            StoreError::Damaged { path, part, reason } => {
                StoreError::Damaged { path: path.clone(), part: part.clone(), reason: reason.clone() }
            }
            StoreError::Locked(path) => StoreError::Locked(path.clone()),
            StoreError::TooLarge { path, reason } => StoreError::TooLarge { path: path.clone(), reason },
        }
    }

    /// An error of the system about this file.
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> StoreError + '_ {
        move |source| StoreError::Io { path: path.to_owned(), source }
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
