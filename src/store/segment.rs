//! A segment that is looked at: the file mapped, every block checked before anything in it is believed.

use std::fs::File;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use xxhash_rust::xxh3::xxh3_64;

use super::build::MOST_GAMES;
use super::column::Column;
use super::error::StoreError;
use super::format::{BLOCK, END, ENTRY, HEAD, Kind, MAGIC, TAIL, VERSION, sum_of_table};
use super::map::Mapped;
use super::strings::Strings;

/// No kind of section has a number as high as this.
const KINDS: usize = 128;

/// A section of the file.
#[derive(Clone, Copy, Debug)]
struct Section {
    kind: u32,
    start: usize,
    length: usize,
    /// Its first block among all blocks.
    first_block: usize,
}

/// The file of a segment.
#[derive(Debug)]
pub struct Segment {
    path: PathBuf,
    bytes: Mapped,
    sections: Vec<Section>,
    /// By the number of the kind: the 1-based index of its section, 0 if there is none.
    by_kind: [u8; KINDS],
    sums: Vec<u64>,
    /// A bit for each block that was checked.
    checked: Vec<AtomicU64>,
    games: u32,
    sum: u64,
    /// Damage that was found where it could not be told at once.
    fault: OnceLock<StoreError>,
}

impl Segment {
    /// Opens a segment of `games` games whose table has this checksum.
    ///
    /// # Errors
    /// It cannot be read, is damaged, or made by a newer version.
    pub fn open(path: &Path, games: u32, sum: u64) -> Result<Segment, StoreError> {
        let file = File::open(path).map_err(StoreError::io(path))?;
        let bytes = Mapped::new(&file).map_err(StoreError::io(path))?;
        let mut segment = Segment {
            path: path.to_owned(),
            bytes,
            sections: Vec::new(),
            by_kind: [0; KINDS],
            sums: Vec::new(),
            checked: Vec::new(),
            games,
            sum: 0,
            fault: OnceLock::new(),
        };
        if games as usize > MOST_GAMES {
            return Err(segment.damaged("the manifest", "no segment has so many games"));
        }
        segment.read_table()?;
        if segment.sum != sum {
            return Err(
                segment.damaged("the table of sections", "it is not the file that the manifest names")
            );
        }
        Ok(segment)
    }

    pub(crate) fn damaged(&self, part: &'static str, reason: &'static str) -> StoreError {
        StoreError::damaged(&self.path, part, reason)
    }

    /// Damage in a section.
    pub(crate) fn damaged_in(&self, kind: Kind, reason: &'static str) -> StoreError {
        self.damaged(kind.title(), reason)
    }

    /// What was read; if it could not be, [`Segment::fault`] tells why.
    pub(crate) fn noted<T>(&self, read: Result<T, StoreError>) -> Option<T> {
        match read {
            Ok(read) => Some(read),
            Err(error) => {
                // The first one: others may follow from it.
                let _ = self.fault.set(error);
                None
            }
        }
    }

    /// Damage that was found where it could not be told at once.
    pub(crate) fn fault(&self) -> Option<StoreError> {
        self.fault.get().cloned()
    }

    fn read_table(&mut self) -> Result<(), StoreError> {
        const PART: &str = "the table of sections";
        let short = || StoreError::damaged(&self.path, PART, "the file is cut off");
        let bytes: &[u8] = &self.bytes;
        let head = bytes.get(..HEAD).ok_or_else(short)?;
        if head.get(..8) != Some(&MAGIC) {
            return Err(self.damaged("the header", "it does not begin like a segment"));
        }
        let (version, oldest) = (number16(head, 8), number16(head, 10));
        if oldest > VERSION {
            return Err(StoreError::Newer { path: self.path.clone(), version, known: VERSION });
        }
        let tail = bytes.len().checked_sub(TAIL).filter(|at| *at >= HEAD).ok_or_else(short)?;
        let tail_bytes = bytes.get(tail..).ok_or_else(short)?;
        if tail_bytes.get(24..) != Some(&END) {
            return Err(self.damaged("the end", "the file is cut off"));
        }
        let table = usize::try_from(number64(tail_bytes, 0)).map_err(|_| short())?;
        let count = number32(tail_bytes, 8) as usize;
        let blocks = number32(tail_bytes, 12) as usize;
        let sum = number64(tail_bytes, 16);
        let length =
            count.checked_mul(ENTRY).and_then(|t| blocks.checked_mul(8).and_then(|b| t.checked_add(b)));
        if length.and_then(|length| table.checked_add(length)) != Some(tail) {
            return Err(self.damaged(PART, "it has another length than the file says"));
        }
        if sum_of_table(bytes.get(table..tail + 16).unwrap_or_default(), head) != sum {
            return Err(self.damaged(PART, "the checksum is wrong"));
        }
        let (entries, sums) = bytes.get(table..tail).unwrap_or_default().split_at(count * ENTRY);
        let (mut sections, mut first_block) = (Vec::with_capacity(count), 0usize);
        for entry in entries.chunks_exact(ENTRY) {
            let start = usize::try_from(number64(entry, 8)).map_err(|_| short())?;
            let length = usize::try_from(number64(entry, 16)).map_err(|_| short())?;
            if start.checked_add(length).is_none_or(|end| end > table) {
                return Err(self.damaged(PART, "a section does not lie within the file"));
            }
            sections.push(Section { kind: number32(entry, 0), start, length, first_block });
            first_block = first_block.saturating_add(length.div_ceil(BLOCK));
        }
        if first_block != blocks {
            return Err(self.damaged(PART, "there is not a checksum for every block"));
        }
        let sums = sums.chunks_exact(8).map(|sum| number64(sum, 0)).collect();
        // Of two of a kind the first counts; more sections than kinds there are only in a file that nobody wrote.
        for (section, number) in sections.iter().zip(1u8..=u8::MAX) {
            if let Some(slot @ 0) = self.by_kind.get_mut(section.kind as usize) {
                *slot = number;
            }
        }
        self.sections = sections;
        self.sums = sums;
        self.checked = (0..blocks.div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        self.sum = sum;
        Ok(())
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Games in it, deleted ones included.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// Bytes of the file.
    pub fn size(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Is there such a section?
    pub fn has(&self, kind: Kind) -> bool {
        self.section(kind).is_some()
    }

    /// Bytes of a section; 0 if there is none.
    pub fn length(&self, kind: Kind) -> usize {
        self.section(kind).map_or(0, |section| section.length)
    }

    #[inline]
    fn section(&self, kind: Kind) -> Option<&Section> {
        self.sections.get(usize::from(*self.by_kind.get(kind as usize)?).checked_sub(1)?)
    }

    /// Bytes of a section, as an offset range within it; their checksums were right.
    ///
    /// # Errors
    /// There are no such bytes, or not those that were written.
    pub(crate) fn bytes(&self, kind: Kind, range: Range<usize>) -> Result<&[u8], StoreError> {
        let section = self.section(kind).ok_or_else(|| self.damaged_in(kind, "it is missing"))?;
        if range.start > range.end || range.end > section.length {
            return Err(self.damaged_in(kind, "it is shorter than something in it says"));
        }
        if range.is_empty() {
            return Ok(&[]);
        }
        let all = self.bytes.get(section.start..section.start + section.length).unwrap_or_default();
        for block in range.start / BLOCK..=(range.end - 1) / BLOCK {
            self.check(section, kind, block, all)?;
        }
        Ok(all.get(range).unwrap_or_default())
    }

    /// A whole section.
    pub(crate) fn whole(&self, kind: Kind) -> Result<&[u8], StoreError> {
        self.bytes(kind, 0..self.length(kind))
    }

    fn check(&self, section: &Section, kind: Kind, block: usize, all: &[u8]) -> Result<(), StoreError> {
        let index = section.first_block + block;
        let (word, bit) = (self.checked.get(index / 64), 1u64 << (index % 64));
        if word.is_some_and(|word| word.load(Ordering::Relaxed) & bit != 0) {
            return Ok(());
        }
        let start = block * BLOCK;
        let bytes = all.get(start..all.len().min(start + BLOCK)).unwrap_or_default();
        if self.sums.get(index) != Some(&xxh3_64(bytes)) {
            return Err(self.damaged_in(kind, "a checksum is wrong"));
        }
        if let Some(word) = word {
            word.fetch_or(bit, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Checks every byte.
    ///
    /// # Errors
    /// The first damage that is found.
    pub(crate) fn check_all(&self) -> Result<(), StoreError> {
        Kind::ALL.iter().filter(|kind| self.has(**kind)).try_for_each(|kind| self.whole(*kind).map(|_| ()))
    }

    /// A column.
    ///
    /// # Errors
    /// It is damaged.
    pub fn column(&self, kind: Kind) -> Result<Column<'_>, StoreError> {
        Column::open(self.whole(kind)?, self.games as usize)
            .ok_or_else(|| self.damaged_in(kind, "it has not one number for each game"))
    }

    /// A dictionary.
    ///
    /// # Errors
    /// It is damaged.
    pub fn strings(&self, kind: Kind) -> Result<Strings<'_>, StoreError> {
        Strings::open(self.whole(kind)?).ok_or_else(|| self.damaged_in(kind, "it is no dictionary"))
    }
}

fn number16(bytes: &[u8], at: usize) -> u16 {
    bytes.get(at..).and_then(|rest| rest.first_chunk()).map_or(0, |two| u16::from_le_bytes(*two))
}

fn number32(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..).and_then(|rest| rest.first_chunk()).map_or(0, |four| u32::from_le_bytes(*four))
}

fn number64(bytes: &[u8], at: usize) -> u64 {
    bytes.get(at..).and_then(|rest| rest.first_chunk()).map_or(0, |eight| u64::from_le_bytes(*eight))
}
