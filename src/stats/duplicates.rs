//! Games with the same start and the same moves.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};

use crate::chess::{Move, Position};

/// An odd number without a pattern in its bits.
const MIX: u64 = 0x9E37_79B9_7F4A_7C15;

/// The play of games in 64 bits each: start position and moves.
///
/// More than a number of them are put into files, each in order, and counted there at the end.
#[derive(Debug)]
pub(super) struct Plays {
    recent: Vec<u64>,
    /// So many are kept in memory.
    most: usize,
    files: Vec<File>,
}

impl Plays {
    /// At most so many are kept in memory; all, if files cannot be written.
    pub(super) fn new(most: usize) -> Plays {
        Plays { recent: Vec::new(), most: most.max(1), files: Vec::new() }
    }

    /// Notes a game that was read to its end. One without moves is a copy of none.
    #[inline]
    pub(super) fn add(&mut self, start: &Position, moves: impl ExactSizeIterator<Item = Move>) {
        if moves.len() > 0 {
            self.recent.push(play(start, moves));
        }
    }

    /// Adds what was noted elsewhere.
    pub(super) fn merge(&mut self, other: Plays) {
        if self.recent.is_empty() {
            self.recent = other.recent;
        } else {
            self.recent.extend_from_slice(&other.recent);
        }
        self.files.extend(other.files);
        if self.recent.len() > self.most && self.put_away().is_err() {
            // Memory has to do.
            self.most = usize::MAX;
        }
    }

    fn put_away(&mut self) -> io::Result<()> {
        self.recent.sort_unstable();
        let mut file = tempfile::tempfile()?;
        let mut writer = BufWriter::new(&mut file);
        for play in &self.recent {
            writer.write_all(&play.to_le_bytes())?;
        }
        writer.flush()?;
        drop(writer);
        file.seek(SeekFrom::Start(0))?;
        self.files.push(file);
        self.recent.clear();
        Ok(())
    }

    /// Games that are a copy of another one that was noted: all of a kind but one.
    ///
    /// # Errors
    /// What was put into files cannot be read.
    pub(super) fn copies(mut self) -> io::Result<u64> {
        self.recent.sort_unstable();
        let mut runs: Vec<Run> = self.files.into_iter().map(|file| Run::File(BufReader::new(file))).collect();
        runs.push(Run::Memory(self.recent.into_iter()));
        let mut heads = BinaryHeap::new();
        for (index, run) in runs.iter_mut().enumerate() {
            heads.extend(run.next()?.map(|play| Reverse((play, index))));
        }
        let (mut last, mut copies) = (None, 0);
        while let Some(Reverse((play, index))) = heads.pop() {
            copies += u64::from(last == Some(play));
            last = Some(play);
            if let Some(run) = runs.get_mut(index) {
                heads.extend(run.next()?.map(|play| Reverse((play, index))));
            }
        }
        Ok(copies)
    }
}

/// Plays in order.
enum Run {
    Memory(std::vec::IntoIter<u64>),
    File(BufReader<File>),
}

impl Run {
    fn next(&mut self) -> io::Result<Option<u64>> {
        let mut bytes = [0; 8];
        match self {
            Run::Memory(plays) => Ok(plays.next()),
            Run::File(file) => match file.read_exact(&mut bytes) {
                Ok(()) => Ok(Some(u64::from_le_bytes(bytes))),
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
                Err(error) => Err(error),
            },
        }
    }
}

#[inline]
fn play(start: &Position, moves: impl ExactSizeIterator<Item = Move>) -> u64 {
    // A length tells games apart that end in moves of no bits.
    let mut sum = start.key() ^ (moves.len() as u64).wrapping_mul(MIX);
    let (mut word, mut waiting) = (0u64, 0);
    for mv in moves {
        word = word << 16 | u64::from(mv.bits());
        waiting += 1;
        if waiting == 4 {
            sum = mixed(sum ^ word);
            (word, waiting) = (0, 0);
        }
    }
    mixed(sum ^ word)
}

#[inline]
fn mixed(sum: u64) -> u64 {
    let product = u128::from(sum ^ MIX) * u128::from(MIX);
    (product >> 64) as u64 ^ (product as u64).rotate_left(23)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_counted_in_memory_and_in_files() {
        // Of 1 there are four, of 3 three, of 7 two: six copies.
        let all = [7u64, 1, 3, 1, 9, 3, 1, 7, 2, 1, 3];
        for most in [1, 3, 100] {
            let mut plays = Plays::new(most);
            for one in all {
                plays.merge(Plays { recent: vec![one], ..Plays::new(most) });
            }
            assert_eq!(plays.files.is_empty(), most == 100);
            assert_eq!(plays.copies().ok(), Some(6), "{most}");
        }
        assert_eq!(Plays::new(1).copies().ok(), Some(0));
    }
}
