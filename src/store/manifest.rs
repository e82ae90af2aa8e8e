//! The manifest of a store: which files are part of it. It is replaced as a whole, by a rename: a store is the old one or
//! the new one at any time.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `zug-man` and a zero |
//! | 2 + 2 | version of the format, oldest version whose readers can read it |
//! | 4 | bytes of the list |
//! | 8 | checksum (XXH3, 64 bits) of the list and of the 16 bytes before it |
//! | rest | the list, as bincode 1 writes it with fixed-width integers, little endian |
//!
//! The list, its parts in this order; a list within it has its length before it (8 bytes), a text its bytes, what may be
//! missing a byte that is 1 if it is there:
//!
//! | bytes | what |
//! |---|---|
//! | list | the segments in the order of their games, each: number of its file (8), bytes of it (8), checksum of its table (8), games (4), plies (8), and if games of it are deleted: number of that file (8), how many (4), its checksum (XXH3, 8) |
//! | list | the sources in the order of their import, each: name (text), bytes when decompressed (8), hash of these (XXH3, 16), games in it (8), games of it that were stored (8), stored games that break off (8) |
//! | 8 | number for the next file |
//! | 1 + 1 | comments, glyphs and variations were left out; there is a position index |
//!
//! bincode is used here and nowhere else, and never without a limit.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use bincode::Options;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::build::Indexing;
use super::error::StoreError;

const MAGIC: [u8; 8] = *b"zug-man\0";
const VERSION: u16 = 1;
const OLDEST: u16 = 1;
/// No manifest is larger: that is room for a million sources.
const MOST: u64 = 256 << 20;
/// The file within the folder.
pub(crate) const NAME: &str = "manifest";

/// A segment as the manifest knows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SegmentEntry {
    /// Number of its file.
    pub file: u64,
    /// Bytes of the file.
    pub bytes: u64,
    /// Checksum of its table.
    pub sum: u64,
    /// Games in it, deleted ones included.
    pub games: u32,
    /// Plies of their main lines.
    pub plies: u64,
    /// Number of the file with the deleted games, how many they are, and its checksum.
    pub deleted: Option<DeletedEntry>,
}

/// The deleted games of a segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DeletedEntry {
    /// Number of the file.
    pub file: u64,
    /// How many games are deleted.
    pub games: u32,
    /// Checksum of the file.
    pub sum: u64,
}

/// A source that was imported.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SourceEntry {
    /// Its name as it was given.
    pub name: String,
    /// Bytes of the text that was read, decompressed.
    pub bytes: u64,
    /// Hash (XXH3, 128 bits) of that text.
    pub hash: u128,
    /// Games found in it.
    pub games: u64,
    /// Of these, stored.
    pub stored: u64,
    /// Of the stored ones, those that break off at something that is no legal move, or have no usable start position.
    pub broken: u64,
}

/// What a store is made of.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Manifest {
    /// The segments in the order of their games.
    pub segments: Vec<SegmentEntry>,
    /// What was imported, in order.
    pub sources: Vec<SourceEntry>,
    /// The number for the next file.
    pub next_file: u64,
    /// Comments, glyphs and variations were left out.
    pub moves_only: bool,
    /// There is a position index.
    pub indexed: bool,
    /// The index has the positions of variations, too.
    pub variations_indexed: bool,
}

impl Manifest {
    /// Which positions the index of its segments has.
    pub fn indexing(&self) -> Indexing {
        match (self.indexed, self.variations_indexed) {
            (false, _) => Indexing::Nothing,
            (true, false) => Indexing::MainLines,
            (true, true) => Indexing::Variations,
        }
    }

    /// Games in the store that are not deleted.
    pub fn games(&self) -> u64 {
        let of = |segment: &SegmentEntry| {
            u64::from(segment.games) - u64::from(segment.deleted.map_or(0, |deleted| deleted.games))
        };
        self.segments.iter().map(of).sum()
    }

    /// Reads the manifest of the store in this folder.
    ///
    /// # Errors
    /// There is none, it cannot be read, is damaged, or made by a newer version.
    pub fn read(folder: &Path) -> Result<Manifest, StoreError> {
        let path = folder.join(NAME);
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(StoreError::NotAStore(folder.to_owned()));
            }
            Err(error) => return Err(StoreError::io(&path)(error)),
        };
        let mut bytes = Vec::new();
        file.take(MOST + 25).read_to_end(&mut bytes).map_err(StoreError::io(&path))?;
        Manifest::decode(&path, &bytes)
    }

    fn decode(path: &Path, bytes: &[u8]) -> Result<Manifest, StoreError> {
        let damaged = |reason: &'static str| StoreError::damaged(path, "the manifest", reason);
        let (head, rest) = bytes.split_at_checked(16).ok_or_else(|| damaged("it is cut off"))?;
        let [m0, m1, m2, m3, m4, m5, m6, m7, v0, v1, o0, o1, l0, l1, l2, l3] = *head else {
            return Err(damaged("it is cut off"));
        };
        if [m0, m1, m2, m3, m4, m5, m6, m7] != MAGIC {
            return Err(damaged("it does not begin like one"));
        }
        let version = u16::from_le_bytes([v0, v1]);
        if u16::from_le_bytes([o0, o1]) > VERSION {
            return Err(StoreError::Newer { path: path.to_owned(), version, known: VERSION });
        }
        let (sum, list) = rest.split_first_chunk::<8>().ok_or_else(|| damaged("it is cut off"))?;
        if list.len() != u32::from_le_bytes([l0, l1, l2, l3]) as usize {
            return Err(damaged("it has another length than it says"));
        }
        if u64::from_le_bytes(*sum) != checksum(head, list) {
            return Err(damaged("the checksum is wrong"));
        }
        let manifest: Manifest =
            options().deserialize(list).map_err(|_| damaged("the list makes no sense"))?;
        let is_sound =
            |entry: &SegmentEntry| entry.deleted.is_none_or(|deleted| deleted.games <= entry.games);
        if manifest.segments.iter().all(is_sound) {
            Ok(manifest)
        } else {
            Err(damaged("more games are deleted than there are"))
        }
    }

    fn encode(&self, path: &Path) -> Result<Vec<u8>, StoreError> {
        let too_large =
            |_| StoreError::TooLarge { path: path.to_owned(), reason: "too many sources and segments" };
        let list = options().serialize(self).map_err(too_large)?;
        let mut bytes = Vec::with_capacity(list.len() + 24);
        bytes.extend_from_slice(&MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&OLDEST.to_le_bytes());
        bytes.extend_from_slice(&(list.len() as u32).to_le_bytes());
        let sum = checksum(&bytes, &list);
        bytes.extend_from_slice(&sum.to_le_bytes());
        bytes.extend_from_slice(&list);
        Ok(bytes)
    }

    /// Makes this the manifest of the store in this folder. Everything it names must be on the disk already.
    ///
    /// # Errors
    /// The system refused; the manifest is the old one then.
    pub fn write(&self, folder: &Path) -> Result<(), StoreError> {
        let path = folder.join(NAME);
        let bytes = self.encode(&path)?;
        let temporary: PathBuf = folder.join(format!("{NAME}.new"));
        let write = || -> std::io::Result<()> {
            let mut file = File::create(&temporary)?;
            file.write_all(&bytes)?;
            file.sync_all()?;
            // The names of the files it names are there before it is.
            sync_folder(folder)?;
            std::fs::rename(&temporary, &path)?;
            sync_folder(folder)
        };
        write().map_err(StoreError::io(&path))
    }
}

/// Makes the names of the files in a folder last.
#[cfg(unix)]
pub(crate) fn sync_folder(folder: &Path) -> std::io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
pub(crate) fn sync_folder(_folder: &Path) -> std::io::Result<()> {
    Ok(())
}

fn checksum(head: &[u8], list: &[u8]) -> u64 {
    xxh3_64(list) ^ xxh3_64(head).rotate_left(1)
}

fn options() -> impl Options {
    bincode::DefaultOptions::new().with_fixint_encoding().with_limit(MOST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn manifest() -> Manifest {
        let entry = |file, deleted| SegmentEntry { file, bytes: 5, sum: 6, games: 7, plies: 8, deleted };
        Manifest {
            segments: vec![entry(1, None), entry(2, Some(DeletedEntry { file: 3, games: 2, sum: 9 }))],
            sources: vec![SourceEntry {
                name: "ä.pgn".into(),
                bytes: 1,
                hash: u128::MAX,
                games: 20,
                stored: 14,
                broken: 1,
            }],
            next_file: 4,
            moves_only: true,
            indexed: true,
            variations_indexed: true,
        }
    }

    #[test]
    fn a_manifest_comes_back() {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(Manifest::read(folder.path()), Err(StoreError::NotAStore(_))));
        manifest().write(folder.path()).unwrap();
        let read = Manifest::read(folder.path()).unwrap();
        assert_eq!(read, manifest());
        assert_eq!(read.games(), 12);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
    }

    #[test]
    fn a_newer_format_is_told_apart_from_damage() {
        let mut bytes = manifest().encode(Path::new("m")).unwrap();
        bytes[8] = 9;
        assert!(matches!(Manifest::decode(Path::new("m"), &bytes), Err(StoreError::Damaged { .. })));
        bytes[10] = 9;
        assert!(matches!(
            Manifest::decode(Path::new("m"), &bytes),
            Err(StoreError::Newer { version: 9, .. })
        ));
    }

    proptest! {
        #[test]
        fn a_changed_bit_is_noticed(at in any::<prop::sample::Index>(), bit in 0u8..8, cut in any::<prop::sample::Index>()) {
            let bytes = manifest().encode(Path::new("m")).unwrap();
            let mut changed = bytes.clone();
            changed[at.index(bytes.len())] ^= 1 << bit;
            prop_assert!(Manifest::decode(Path::new("m"), &changed).is_err());
            prop_assert!(Manifest::decode(Path::new("m"), &bytes[..cut.index(bytes.len())]).is_err());
        }
    }
}
