//! A book while it is made: moves of many games summed up, in bounded memory.
//!
//! What does not fit is sorted and put into a temporary file, run by run; at the end the runs are merged.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

use super::polyglot::{BookMove, PolyglotOptions, read_line, write_position};

/// Moves that are held in memory at a time, 24 bytes each.
const MOST: usize = 1 << 20;

/// Bytes of a move in the temporary file.
const SIZE: usize = 8 + 2 + 4 + 4;

/// Moves of a run that are read at a time.
const BLOCK: u64 = 1 << 10;

/// A book in the making.
#[derive(Debug)]
pub struct Book {
    options: PolyglotOptions,
    moves: Vec<BookMove>,
    most: usize,
    file: Option<File>,
    runs: Vec<Run>,
}

/// A sorted stretch of the temporary file.
#[derive(Debug)]
struct Run {
    /// Where the next block stands.
    offset: u64,
    /// Moves that were not read yet.
    left: u64,
    /// Moves that were read, the last first.
    block: Vec<BookMove>,
}

impl Book {
    /// An empty one.
    pub fn new(options: PolyglotOptions) -> Book {
        Book { options, moves: Vec::new(), most: MOST, file: None, runs: Vec::new() }
    }

    /// Adds moves as games tell them, a line each; see [`super::polyglot::write_game`].
    ///
    /// # Errors
    /// The temporary file cannot be made or written.
    pub fn add(&mut self, lines: &str) -> io::Result<()> {
        self.moves.extend(lines.lines().filter_map(read_line));
        if self.moves.len() >= self.most {
            self.sum_up();
            // Where little was the same, summing up again soon would gain little.
            if self.moves.len() > self.most / 2 {
                self.put_away()?;
            }
        }
        Ok(())
    }

    /// Sorts the moves in memory; those that are the same become one.
    fn sum_up(&mut self) {
        self.moves.sort_unstable();
        self.moves.dedup_by(|next, sum| add_same(sum, next));
    }

    fn put_away(&mut self) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            None => self.file.insert(tempfile::tempfile()?),
        };
        let offset = file.seek(SeekFrom::End(0))?;
        let mut bytes = Vec::with_capacity(self.moves.len() * SIZE);
        for mv in &self.moves {
            bytes.extend(mv.key.to_le_bytes());
            bytes.extend(mv.mv.to_le_bytes());
            bytes.extend(mv.games.to_le_bytes());
            bytes.extend(mv.points.to_le_bytes());
        }
        file.write_all(&bytes)?;
        self.runs.push(Run { offset, left: self.moves.len() as u64, block: Vec::new() });
        self.moves.clear();
        Ok(())
    }

    /// Writes the book.
    ///
    /// # Errors
    /// `out` cannot be written, or the temporary file not read.
    pub fn finish(mut self, out: &mut dyn Write) -> io::Result<()> {
        self.sum_up();
        let mut records = Records { options: self.options, moves: Vec::new(), bytes: Vec::new(), out };
        let Some(mut file) = self.file else {
            for mv in self.moves {
                records.add(mv)?;
            }
            return records.finish();
        };
        // What is in memory is one more run.
        self.moves.reverse();
        self.runs.push(Run { offset: 0, left: 0, block: self.moves });
        let mut heap = BinaryHeap::with_capacity(self.runs.len());
        for (index, run) in self.runs.iter_mut().enumerate() {
            heap.extend(run.next(&mut file)?.map(|mv| Reverse((mv, index))));
        }
        while let Some(Reverse((mv, index))) = heap.pop() {
            records.add(mv)?;
            if let Some(run) = self.runs.get_mut(index) {
                heap.extend(run.next(&mut file)?.map(|mv| Reverse((mv, index))));
            }
        }
        records.finish()
    }
}

impl Run {
    fn next(&mut self, file: &mut File) -> io::Result<Option<BookMove>> {
        if self.block.is_empty() && self.left > 0 {
            let count = self.left.min(BLOCK);
            let mut bytes = vec![0; count as usize * SIZE];
            file.seek(SeekFrom::Start(self.offset))?;
            file.read_exact(&mut bytes)?;
            self.offset += bytes.len() as u64;
            self.left -= count;
            self.block.extend(bytes.chunks_exact(SIZE).rev().filter_map(read_move));
        }
        Ok(self.block.pop())
    }
}

fn read_move(bytes: &[u8]) -> Option<BookMove> {
    let (key, rest) = bytes.split_first_chunk()?;
    let (mv, rest) = rest.split_first_chunk()?;
    let (games, rest) = rest.split_first_chunk()?;
    let (points, _) = rest.split_first_chunk()?;
    Some(BookMove {
        key: u64::from_le_bytes(*key),
        mv: u16::from_le_bytes(*mv),
        games: u32::from_le_bytes(*games),
        points: u32::from_le_bytes(*points),
    })
}

/// Adds a move to a sum, if it is the same in the same position.
fn add_same(sum: &mut BookMove, next: &BookMove) -> bool {
    let is_same = (sum.key, sum.mv) == (next.key, next.mv);
    if is_same {
        sum.games = sum.games.saturating_add(next.games);
        sum.points = sum.points.saturating_add(next.points);
    }
    is_same
}

/// Sorted moves become records, position by position.
struct Records<'o> {
    options: PolyglotOptions,
    /// Those of the position at hand.
    moves: Vec<BookMove>,
    bytes: Vec<u8>,
    out: &'o mut dyn Write,
}

impl Records<'_> {
    fn add(&mut self, mv: BookMove) -> io::Result<()> {
        if self.moves.last_mut().is_some_and(|sum| add_same(sum, &mv)) {
            return Ok(());
        }
        if self.moves.last().is_some_and(|last| last.key != mv.key) {
            self.position()?;
        }
        self.moves.push(mv);
        Ok(())
    }

    fn position(&mut self) -> io::Result<()> {
        write_position(&mut self.moves, &self.options, &mut self.bytes);
        self.moves.clear();
        if self.bytes.len() > 1 << 16 {
            self.out.write_all(&self.bytes)?;
            self.bytes.clear();
        }
        Ok(())
    }

    fn finish(mut self) -> io::Result<()> {
        self.position()?;
        self.out.write_all(&self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book(lines: &[String], most: usize) -> Vec<u8> {
        let mut book = Book { most, ..Book::new(PolyglotOptions::default()) };
        for line in lines {
            book.add(line).unwrap();
        }
        let mut out = Vec::new();
        book.finish(&mut out).unwrap();
        out
    }

    #[test]
    fn moves_of_many_games_are_summed_up() {
        let lines = ["00000000000000020001".to_owned() + "2\n", "000000000000000200012\n".repeat(2)];
        let out = book(&[lines.concat(), "000000000000000100030\n000000000000000200041\n".to_owned()], MOST);
        let records: Vec<[u8; 4]> = out.chunks(16).map(|r| [r[7], r[9], r[10], r[11]]).collect();
        assert_eq!(records, [[1, 3, 0, 0], [2, 1, 0, 6], [2, 4, 0, 1]]);
    }

    #[test]
    fn a_book_that_does_not_fit_into_memory_is_the_same_book() {
        let mut seed = 7u64;
        let lines: Vec<String> = (0..20_000)
            .map(|_| {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                format!("{:016x}{:04x}{}\n", (seed >> 40) % 3_000, (seed >> 20) % 8, (seed >> 33) % 3)
            })
            .collect();
        let whole = book(&lines, MOST);
        assert!(whole.len() > 16 * 3_000);
        assert_eq!(book(&lines, 500), whole);
        assert_eq!(book(&lines, 3_333), whole);
    }

    #[test]
    fn no_games_make_an_empty_book() {
        assert!(book(&[], MOST).is_empty());
    }
}
