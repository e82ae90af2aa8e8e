//! Positions that wait until all of a part are there: by the beginning of their keys, in memory or in a file, so that
//! each heap can be sorted by itself.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::position_record::{PositionRecord, RECORD_BYTES};

/// Bytes of a heap that are written to the file at once.
const CHUNK: usize = 64 << 10;

/// Bytes of all heaps that may be in memory.
const MEMORY: usize = 64 << 20;

/// Which heap: the number of the partition, and the beginning of the key.
pub type HeapKey = (u32, u32);

/// Positions by heaps.
pub struct PositionSpool {
    folder: PathBuf,
    /// How many bits of a key decide about the heap.
    bits: u32,
    /// By partition, and in each by the bits of the key.
    heaps: Vec<Heap>,
    file: Option<NamedTempFile>,
    written: u64,
    /// Bytes in memory.
    waiting: usize,
}

#[derive(Default)]
struct Heap {
    memory: Vec<u8>,
    chunks: Vec<(u64, usize)>,
    rows: usize,
}

impl PositionSpool {
    /// No positions yet; the file will be in this folder. So many bits of a key, at most 16, decide about the heap.
    pub fn new(folder: &Path, bits: u32) -> PositionSpool {
        PositionSpool {
            folder: folder.to_owned(),
            bits: bits.clamp(1, 16),
            heaps: Vec::new(),
            file: None,
            written: 0,
            waiting: 0,
        }
    }

    /// Adds a position.
    ///
    /// # Errors
    /// The file cannot be written.
    #[inline]
    pub fn push(&mut self, partition: u32, record: PositionRecord) -> io::Result<()> {
        let index = self.index((partition, (record.key() >> (64 - self.bits)) as u32));
        if index >= self.heaps.len() {
            self.heaps.resize_with((partition as usize + 1) << self.bits, Heap::default);
        }
        let Some(heap) = self.heaps.get_mut(index) else { return Ok(()) };
        heap.memory.extend_from_slice(&record.to_bytes());
        heap.rows += 1;
        self.waiting += RECORD_BYTES;
        if heap.memory.len() >= CHUNK {
            let file = opened(&mut self.file, &self.folder)?;
            self.waiting -= heap.flush(file, &mut self.written)?;
        }
        if self.waiting >= MEMORY { self.flush() } else { Ok(()) }
    }

    /// Writes what is in memory.
    #[cold]
    fn flush(&mut self) -> io::Result<()> {
        let file = opened(&mut self.file, &self.folder)?;
        for heap in &mut self.heaps {
            self.waiting -= heap.flush(file, &mut self.written)?;
        }
        Ok(())
    }

    /// The heaps with their numbers of rows, by partition and key.
    pub fn heaps(&self) -> Vec<(HeapKey, usize)> {
        let key = |index: usize| ((index >> self.bits) as u32, (index & ((1 << self.bits) - 1)) as u32);
        let heaps = self.heaps.iter().enumerate().filter(|(_, heap)| heap.rows > 0);
        heaps.map(|(index, heap)| (key(index), heap.rows)).collect()
    }

    fn index(&self, (partition, prefix): HeapKey) -> usize {
        (partition as usize) << self.bits | prefix as usize
    }

    /// How many bits of the keys the positions of a heap have in common.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// Appends the positions of a heap, in the order in which they were added.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn read(&self, heap: HeapKey, out: &mut Vec<PositionRecord>) -> io::Result<()> {
        let Some(heap) = self.heaps.get(self.index(heap)) else { return Ok(()) };
        out.reserve(heap.rows);
        let mut put = |bytes: &[u8]| {
            out.extend(bytes.as_chunks::<RECORD_BYTES>().0.iter().map(PositionRecord::from_bytes));
        };
        if let Some(file) = self.file.as_ref().filter(|_| !heap.chunks.is_empty()) {
            // Every reader has a place of its own in the file.
            let mut file = File::open(file.path())?;
            let mut memory = Vec::new();
            for (at, length) in &heap.chunks {
                memory.resize(*length, 0);
                file.seek(SeekFrom::Start(*at))?;
                file.read_exact(&mut memory)?;
                put(&memory);
            }
        }
        put(&heap.memory);
        Ok(())
    }
}

/// The file, made when it is needed first.
fn opened<'f>(file: &'f mut Option<NamedTempFile>, folder: &Path) -> io::Result<&'f mut NamedTempFile> {
    match file {
        Some(file) => Ok(file),
        None => Ok(file.insert(NamedTempFile::new_in(folder)?)),
    }
}

impl Heap {
    /// Answers how many bytes went from memory to the file.
    fn flush(&mut self, file: &mut NamedTempFile, written: &mut u64) -> io::Result<usize> {
        let length = self.memory.len();
        if length > 0 {
            file.as_file_mut().write_all(&self.memory)?;
            self.chunks.push((*written, length));
            *written += length as u64;
            self.memory.clear();
        }
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_come_back_from_the_file_in_their_order() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut spool = PositionSpool::new(folder.path(), 4);
        let record = |number: u32| {
            let mut bytes = [0; RECORD_BYTES];
            // Three heaps in each of two partitions.
            bytes.iter_mut().skip(7).take(1).for_each(|byte| *byte = (number % 3 * 16) as u8);
            PositionRecord::from_bytes(&bytes).of_game(number)
        };
        let all = 30_000;
        for number in 0..all {
            spool.push(number % 2, record(number)).expect("room");
        }
        assert!(spool.file.is_some(), "nothing went to the file");
        let heaps = spool.heaps();
        assert_eq!(heaps.len(), 6);
        assert_eq!(heaps.iter().map(|(_, rows)| rows).sum::<usize>(), all as usize);
        for ((partition, prefix), rows) in heaps {
            let mut read = Vec::new();
            spool.read((partition, prefix), &mut read).expect("a heap");
            let expected: Vec<PositionRecord> =
                (0..all).filter(|n| (n % 2, n % 3) == (partition, prefix)).map(record).collect();
            assert_eq!(read.len(), rows);
            assert!(read == expected, "heap {partition}/{prefix}");
        }
    }
}
