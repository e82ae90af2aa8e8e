//! What a source is: its name, its kind, where its bytes are, and what can go wrong with it.

use std::io;
use std::path::{Path, PathBuf};

use super::encoding::TextEncoding;

/// How sources are to be read.
#[derive(Debug, Clone, Copy)]
pub struct SourceOptions {
    /// The encoding the user named; without one it is found from the first bytes, UTF-8 by default.
    pub encoding: Option<TextEncoding>,
    /// Whether plain files are memory-mapped. A mapped file that somebody shortens meanwhile ends the program
    /// (SIGBUS); without the map it is read as a stream.
    pub mmap: bool,
    /// Moves are in ICCF digits (`5254`); see [`super::input::Input::spell_iccf`].
    pub iccf: bool,
}

impl Default for SourceOptions {
    fn default() -> Self {
        Self { encoding: None, mmap: true, iccf: false }
    }
}

/// What a source holds, judged by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SourceKind {
    /// Games.
    Pgn,
    /// One position a line (`.fen`, `.epd`).
    Positions,
    /// Games as JSON objects, each of which begins on a new line. No name stands for them: only `convert` reads them,
    /// and it knows their names itself.
    Ndjson,
}

impl SourceKind {
    /// The kind a file name stands for; compression suffixes are looked through.
    pub fn of_name(name: &str) -> Self {
        let stem = without_packing(name);
        if has_suffix(stem, ".fen") || has_suffix(stem, ".epd") { Self::Positions } else { Self::Pgn }
    }
}

/// One text to read: a file, a member of a zip archive, or standard input.
#[derive(Debug, Clone)]
pub struct SourceRef {
    /// The name to show: as given, `-` for standard input, `archive.zip/member.pgn` for a member.
    pub name: String,
    /// Games or positions.
    pub kind: SourceKind,
    pub(super) place: Place,
}

impl SourceRef {
    /// Standard input, named `-`.
    pub fn stdin() -> Self {
        Self { name: "-".to_owned(), kind: SourceKind::Pgn, place: Place::Stdin }
    }

    /// A file that is no zip archive; neither its existence nor its contents are checked here.
    pub fn file(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        let name = path.to_string_lossy().into_owned();
        Self { kind: SourceKind::of_name(&name), name, place: Place::File(path) }
    }

    /// The file that holds the text (the archive, for a member); `None` for standard input.
    pub fn path(&self) -> Option<&Path> {
        match &self.place {
            Place::Stdin => None,
            Place::File(path) | Place::Member(path, _) => Some(path),
        }
    }
}

/// Where the bytes of a source are.
#[derive(Debug, Clone)]
pub(super) enum Place {
    Stdin,
    File(PathBuf),
    Member(PathBuf, Member),
}

/// A member of a zip archive, as its directory describes it.
#[derive(Debug, Clone)]
pub(super) struct Member {
    /// Offset of its packed bytes in the archive.
    pub(super) start: u64,
    /// Its size in the archive, in bytes.
    pub(super) packed: u64,
    /// Its size unpacked, in bytes.
    pub(super) size: u64,
    /// CRC-32 of the unpacked bytes.
    pub(super) crc: u32,
    /// Deflated, or else stored as it is.
    pub(super) deflated: bool,
}

/// Why a source could not be read, or not to its end. Every message begins with the name of the source.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// It cannot be opened, or a directory cannot be listed.
    #[error("{name}: cannot be opened: {error}")]
    Open {
        /// The source or directory.
        name: String,
        /// What the system said.
        error: io::Error,
    },
    /// Reading failed on the way; the text before it was handed on.
    #[error("{name}: reading failed: {error}")]
    Read {
        /// The source.
        name: String,
        /// What the system said.
        error: io::Error,
    },
    /// The compressed data end too early; the text before that was handed on.
    #[error("{name}: the {packing} data are cut off; the text up to there was read")]
    Truncated {
        /// The source.
        name: String,
        /// The name of the compression.
        packing: &'static str,
    },
    /// The compressed data are damaged; the text before that was handed on.
    #[error("{name}: the {packing} data are damaged ({reason}); the text up to there was read")]
    Corrupt {
        /// The source.
        name: String,
        /// The name of the compression.
        packing: &'static str,
        /// What the decoder said.
        reason: String,
    },
    /// A member of a zip archive is encrypted or packed in a way that is not supported.
    #[error("{name}: {reason}")]
    Unsupported {
        /// The source.
        name: String,
        /// What is not supported.
        reason: String,
    },
    /// A directory without any PGN, FEN or EPD file in it.
    #[error("{name}: no PGN, FEN or EPD file in this directory")]
    EmptyDirectory {
        /// The directory.
        name: String,
    },
    /// A zip archive without any PGN, FEN or EPD member.
    #[error("{name}: no PGN, FEN or EPD file in this zip archive")]
    EmptyArchive {
        /// The archive.
        name: String,
    },
    /// A zip archive on a pipe: its directory stands at its end, so it must be a file.
    #[error("{name}: a zip archive cannot be read from a pipe; save it to a file first")]
    ZipOnPipe {
        /// The source.
        name: String,
    },
    /// The thread that reads the source could not be started, or ended without a word.
    #[error("{name}: the reading thread failed: {reason}")]
    Thread {
        /// The source.
        name: String,
        /// What is known.
        reason: String,
    },
}

impl SourceError {
    /// The source or directory the error is about.
    pub fn name(&self) -> &str {
        match self {
            Self::Open { name, .. }
            | Self::Read { name, .. }
            | Self::Truncated { name, .. }
            | Self::Corrupt { name, .. }
            | Self::Unsupported { name, .. }
            | Self::EmptyDirectory { name }
            | Self::EmptyArchive { name }
            | Self::ZipOnPipe { name }
            | Self::Thread { name, .. } => name,
        }
    }
}

/// Whether a file found in a directory or an archive is one to read, by its name (without regard to case).
pub(super) fn is_readable_name(name: &str) -> bool {
    let stem = without_packing(name);
    [".pgn", ".fen", ".epd"].iter().any(|suffix| has_suffix(stem, suffix))
}

/// Whether the name is that of a zip archive.
pub(super) fn is_zip_name(name: &str) -> bool {
    has_suffix(name, ".zip")
}

fn without_packing(name: &str) -> &str {
    [".gz", ".bz2", ".xz", ".zst", ".lz4"]
        .iter()
        .find(|suffix| has_suffix(name, suffix))
        .and_then(|suffix| name.get(..name.len() - suffix.len()))
        .unwrap_or(name)
}

fn has_suffix(name: &str, suffix: &str) -> bool {
    name.len()
        .checked_sub(suffix.len())
        .and_then(|at| name.as_bytes().get(at..))
        .is_some_and(|end| end.eq_ignore_ascii_case(suffix.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_by_their_suffixes_in_any_case() {
        for name in ["a.pgn", "A.PGN", "b.Pgn.Zst", "c.fen.gz", "d.EPD", "x/y.pgn.lz4"] {
            assert!(is_readable_name(name), "{name}");
        }
        for name in ["a.txt", "pgn", "a.pgn.zip", "a.pgn.bak", "ü.zst"] {
            assert!(!is_readable_name(name), "{name}");
        }
        assert_eq!(SourceKind::of_name("a.EPD.xz"), SourceKind::Positions);
        assert_eq!(SourceKind::of_name("a.fen.pgn"), SourceKind::Pgn);
    }
}
