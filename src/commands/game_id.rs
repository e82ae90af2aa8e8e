//! The number that a game has whoever converts it, on whichever machine: made of where it stands alone.

use crate::store::Store;

/// Bits of a game's offset in its file; a file has at most a tebibyte of text.
const OFFSET: u32 = 40;

/// The last number of a file: so the sign bit of a game's number is never set, and engines without unsigned numbers read
/// it as it is.
const LAST_FILE: u64 = (1 << (63 - OFFSET)) - 1;

/// The number of the game that begins at byte `offset` of the decompressed text of file number `file` (1-based, in the
/// order of the reading): `file << 40 | offset`. `None` if one of them is too large.
pub(super) fn game_id(file: u64, offset: u64) -> Option<u64> {
    (file <= LAST_FILE && offset >> OFFSET == 0).then_some(file << OFFSET | offset)
}

/// File and offset of a game's number.
#[cfg(feature = "parquet")]
pub(super) fn place_of(game_id: u64) -> (u64, u64) {
    (game_id >> OFFSET, game_id & ((1 << OFFSET) - 1))
}

/// Counts the files of a run. Every text counts, one that cannot be read, too; of a store every source that it was made
/// of, in the order in which they were imported.
#[derive(Debug, Default)]
pub(super) struct Files {
    known: u64,
}

impl Files {
    /// The number of the next text.
    pub(super) fn text(&mut self) -> u64 {
        self.known += 1;
        self.known
    }

    /// The numbers of a store's sources.
    pub(super) fn store(&mut self, store: &Store) -> StoreFiles {
        let mut names: Vec<String> = Vec::new();
        for source in &store.manifest().sources {
            if !names.contains(&source.name) {
                names.push(source.name.clone());
            }
        }
        let first = self.known + 1;
        self.known += names.len() as u64;
        StoreFiles { first, names }
    }
}

/// The numbers of a store's sources by their names.
#[derive(Clone, Debug)]
pub(super) struct StoreFiles {
    first: u64,
    names: Vec<String>,
}

impl StoreFiles {
    /// The number of a source.
    pub(super) fn of(&self, source: &str) -> Option<u64> {
        let index = self.names.iter().position(|name| name == source)?;
        Some(self.first + index as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_that_of_the_file_and_the_place_in_it() {
        assert_eq!(game_id(1, 0), Some(1_099_511_627_776));
        assert_eq!(game_id(3, 77), Some(3 * 1_099_511_627_776 + 77));
        assert_eq!(game_id(LAST_FILE, (1 << OFFSET) - 1), Some(i64::MAX as u64));
        assert_eq!((game_id(LAST_FILE + 1, 0), game_id(1, 1 << OFFSET)), (None, None));
    }

    #[test]
    fn files_count_from_one() {
        let mut files = Files::default();
        assert_eq!((files.text(), files.text()), (1, 2));
    }
}
