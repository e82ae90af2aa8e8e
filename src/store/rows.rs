//! Rows of bytes, one a game, packed together in compressed blocks.
//!
//! Two sections: the blocks, each a zstd frame, one behind the other; and their directory:
//!
//! | bytes | what |
//! |---|---|
//! | 4 | how many blocks, little endian |
//! | 16 for each block | number of its first game within the segment (4), bytes unpacked (4), where its frame ends in the section (8) |
//!
//! A block unpacked is its rows, each with its length before it as a number of variable length. A block ends with the
//! row that takes it to 64 KiB or beyond.

use std::io::{self, Write};

use rayon::prelude::*;

use super::varint::{self, Cursor};

/// A block is packed when it has so many bytes.
const BLOCK: usize = 64 << 10;

/// Blocks of so many bytes together are packed at a time.
const AT_ONCE: usize = 8 << 20;

/// No block is larger unpacked: a row has one game's text, and a game is not larger than that.
const MOST: usize = 1 << 30;

/// The compression that pays: above it a segment becomes 3 % smaller in twice the time.
const LEVEL: i32 = 3;

/// Rows in the making.
#[derive(Debug, Default)]
pub(crate) struct RowWriter {
    raw: Vec<u8>,
    first: u32,
    games: u32,
    waiting: Vec<(u32, Vec<u8>)>,
    waiting_bytes: usize,
    packed: Vec<u8>,
    directory: Vec<(u32, u32, u64)>,
}

impl RowWriter {
    /// Appends the row of the next game.
    pub(crate) fn row(&mut self, row: &[u8]) -> io::Result<()> {
        varint::put_bytes(&mut self.raw, row);
        self.games += 1;
        if self.raw.len() >= BLOCK { self.close_block() } else { Ok(()) }
    }

    /// Memory it takes.
    pub(crate) fn cost(&self) -> usize {
        self.packed.len() + self.waiting_bytes + self.raw.len() + 16 * self.directory.len()
    }

    fn close_block(&mut self) -> io::Result<()> {
        let raw = std::mem::replace(&mut self.raw, Vec::with_capacity(BLOCK + BLOCK / 4));
        self.waiting_bytes += raw.len();
        self.waiting.push((self.first, raw));
        self.first = self.games;
        if self.waiting_bytes >= AT_ONCE { self.pack() } else { Ok(()) }
    }

    fn pack(&mut self) -> io::Result<()> {
        let pack = |(_, raw): &(u32, Vec<u8>)| zstd::bulk::compress(raw, LEVEL);
        let frames: Vec<Vec<u8>> = self.waiting.par_iter().map(pack).collect::<io::Result<_>>()?;
        for ((first, raw), frame) in self.waiting.drain(..).zip(frames) {
            self.packed.extend_from_slice(&frame);
            self.directory.push((first, raw.len() as u32, self.packed.len() as u64));
        }
        self.waiting_bytes = 0;
        Ok(())
    }

    /// The blocks and their directory.
    pub(crate) fn finish(mut self) -> io::Result<(Vec<u8>, Vec<u8>)> {
        if !self.raw.is_empty() {
            self.close_block()?;
        }
        self.pack()?;
        let mut directory = Vec::with_capacity(4 + 16 * self.directory.len());
        directory.write_all(&(self.directory.len() as u32).to_le_bytes())?;
        for (first, raw, end) in &self.directory {
            directory.write_all(&first.to_le_bytes())?;
            directory.write_all(&raw.to_le_bytes())?;
            directory.write_all(&end.to_le_bytes())?;
        }
        Ok((self.packed, directory))
    }
}

/// Where a block is, and what is in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Block {
    /// Its place in the directory.
    pub(crate) index: usize,
    /// Number of its first game.
    pub(crate) first: u32,
    /// Where its frame begins and ends.
    pub(crate) start: u64,
    pub(crate) end: u64,
    /// Bytes unpacked.
    raw: u32,
}

/// The directory of the blocks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Directory<'a>(&'a [u8]);

impl<'a> Directory<'a> {
    /// `None` if these bytes are no directory.
    pub(crate) fn open(bytes: &'a [u8]) -> Option<Directory<'a>> {
        let (count, entries) = bytes.split_first_chunk::<4>()?;
        let count = usize::try_from(u32::from_le_bytes(*count)).ok()?;
        (count.checked_mul(16)? == entries.len()).then_some(Directory(entries))
    }

    /// How many blocks there are.
    pub(crate) fn len(&self) -> usize {
        self.0.len() / 16
    }

    /// Block `index`, 0-based.
    pub(crate) fn block(&self, index: usize) -> Option<Block> {
        let entry = |index: usize| self.0.get(index.checked_mul(16)?..)?.first_chunk::<16>();
        let [f0, f1, f2, f3, r0, r1, r2, r3, end @ ..] = *entry(index)?;
        let start = match index.checked_sub(1).map(entry) {
            None => 0,
            Some(before) => {
                let [_, _, _, _, _, _, _, _, end @ ..] = *before?;
                u64::from_le_bytes(end)
            }
        };
        Some(Block {
            index,
            first: u32::from_le_bytes([f0, f1, f2, f3]),
            start,
            end: u64::from_le_bytes(end),
            raw: u32::from_le_bytes([r0, r1, r2, r3]),
        })
    }

    /// The block with the row of a game.
    pub(crate) fn block_of(&self, game: u32) -> Option<Block> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.block(middle)?.first <= game { low = middle + 1 } else { high = middle }
        }
        self.block(low.checked_sub(1)?)
    }
}

/// A block unpacked; keeps its memory from block to block.
#[derive(Debug, Default)]
pub(crate) struct Unpacked {
    block: Option<(u64, usize, u32)>,
    bytes: Vec<u8>,
    /// A game and where its row begins, so that rows in order are not searched for from the beginning.
    at: (u32, usize),
}

impl Unpacked {
    /// Is block `index` of segment `segment` here?
    pub(crate) fn has(&self, segment: u64, index: usize) -> bool {
        self.block.is_some_and(|(of, here, _)| (of, here) == (segment, index))
    }

    /// Unpacks the frame of a block of segment `segment`; what is wrong with it, if it is none.
    pub(crate) fn unpack(&mut self, segment: u64, block: &Block, frame: &[u8]) -> Result<(), &'static str> {
        self.block = None;
        let length = block.raw as usize;
        if length > MOST {
            return Err("a block says that it is larger than any block");
        }
        // What a frame says of itself is not believed before it is unpacked.
        let bound = zstd::zstd_safe::get_frame_content_size(frame).ok().flatten();
        if bound != Some(length as u64) {
            return Err("a block has another length than its directory says");
        }
        self.bytes.clear();
        self.bytes.try_reserve(length).map_err(|_| "a block does not fit into memory")?;
        let mut unpacker = zstd::bulk::Decompressor::new().map_err(|_| "zstd does not start")?;
        unpacker.decompress_to_buffer(frame, &mut self.bytes).map_err(|_| "a block cannot be unpacked")?;
        if self.bytes.len() != length {
            return Err("a block has another length than its directory says");
        }
        self.block = Some((segment, block.index, block.first));
        self.at = (block.first, 0);
        Ok(())
    }

    /// The row of a game that is in this block.
    pub(crate) fn row(&mut self, game: u32) -> Option<&[u8]> {
        let (_, _, first) = self.block?;
        if game < self.at.0 {
            self.at = (first, 0);
        }
        loop {
            let mut cursor = Cursor::new(self.bytes.get(self.at.1..)?);
            let before = cursor.rest().len();
            let row = cursor.bytes()?;
            let next = self.at.1 + before - cursor.rest().len();
            if self.at.0 == game {
                return self.bytes.get(next - row.len()..next);
            }
            self.at = (self.at.0.checked_add(1)?, next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read_all(rows: &[Vec<u8>]) {
        let mut writer = RowWriter::default();
        for row in rows {
            writer.row(row).unwrap();
        }
        let (packed, directory) = writer.finish().unwrap();
        let directory = Directory::open(&directory).unwrap();
        let mut unpacked = Unpacked::default();
        // Backwards now and then, as sorted output asks for them.
        for game in (0..rows.len()).chain((0..rows.len()).rev().step_by(3)) {
            let block = directory.block_of(game as u32).unwrap();
            if !unpacked.has(1, block.index) {
                let frame = &packed[block.start as usize..block.end as usize];
                unpacked.unpack(1, &block, frame).unwrap();
            }
            assert_eq!(unpacked.row(game as u32), Some(rows[game].as_slice()));
        }
        assert_eq!(directory.block_of(0).is_none(), rows.is_empty());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20))]
        #[test]
        fn rows_come_back(rows in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..9000), 0..60)) {
            read_all(&rows);
        }

        #[test]
        fn any_frame_is_unpacked_without_harm(bytes in prop::collection::vec(any::<u8>(), 0..200), raw in any::<u32>()) {
            let block = Block { index: 0, first: 0, start: 0, end: bytes.len() as u64, raw };
            let mut unpacked = Unpacked::default();
            if unpacked.unpack(1, &block, &bytes).is_ok() {
                prop_assert!(unpacked.row(u32::MAX).is_none());
            }
        }
    }

    #[test]
    fn a_row_may_be_larger_than_a_block() {
        read_all(&[vec![1; 10], vec![2; 3 * BLOCK], Vec::new(), vec![3; 10]]);
    }
}
