//! Building the position index: sort the records, cut them into buckets, write every bucket.
//!
//! The bytes depend on the set of records alone, neither on their order nor on repeated ones nor on the threads.

use std::ops::Range;

use rayon::prelude::*;

use super::bits::{BitWriter, rice_parameter, rice_width};
use super::index::{
    FORMAT, Header, IndexError, KEY_BITS, LISTS_K, LONG_LIST, MAX_GAMES, MIN_PRINT_BITS, SINGLES_K,
    SPARE_BITS,
};

/// The most records a bucket has on average; it has at least half as many.
const BUCKET: usize = 128;
/// Records are kept in parts by so many of their highest bits: enough parts for any number of threads, each small enough
/// for a processor's cache.
const PART_BITS: u32 = 8;
const PARTS: usize = 1 << PART_BITS;
/// Records of a part that are kept together before they are put to the others.
const LATEST: usize = 30;
/// Records of a block: a part grows block by block, so that nothing is copied when it does.
const BLOCK: usize = 128 * LATEST;
/// Bits of a digit in sorting.
const DIGIT_BITS: u32 = 9;

/// One record: that the game (its number in the segment, from 0) has a position with this key.
///
/// The upper 40 bits of the key, 24 bits of game.
pub fn record(key: u64, game: u32) -> u64 {
    (key >> (64 - KEY_BITS) << 24) | u64::from(game & (MAX_GAMES - 1))
}

/// Records on their way into an index, in parts by the highest 8 bits of their keys.
#[derive(Debug)]
pub struct Records {
    parts: Vec<Part>,
    len: usize,
    /// The greatest game of a record.
    greatest: u32,
}

/// A part, and the records that came last: written one by one to hundreds of places far from each other they would
/// cost several times as much.
#[derive(Clone, Debug)]
struct Part {
    latest: [u64; LATEST],
    waiting: usize,
    blocks: Vec<Vec<u64>>,
}

impl Default for Records {
    fn default() -> Records {
        let part = Part { latest: [0; LATEST], waiting: 0, blocks: Vec::new() };
        Records { parts: vec![part; PARTS], len: 0, greatest: 0 }
    }
}

impl Part {
    fn flush(&mut self) {
        let latest = self.latest.get(..self.waiting).unwrap_or_default();
        match self.blocks.last_mut().filter(|block| block.len() < BLOCK) {
            Some(block) => block.extend_from_slice(latest),
            None => {
                let mut block = Vec::with_capacity(BLOCK);
                block.extend_from_slice(latest);
                self.blocks.push(block);
            }
        }
        self.waiting = 0;
    }

    fn finish(mut self) -> Vec<Vec<u64>> {
        self.flush();
        self.blocks
    }
}

impl Records {
    /// Adds a position of a game. Games have to come in ascending order.
    #[inline]
    pub fn push(&mut self, key: u64, game: u32) {
        let Some(part) = self.parts.get_mut((key >> 56) as usize) else { return };
        if let Some(slot) = part.latest.get_mut(part.waiting) {
            *slot = record(key, game);
            part.waiting += 1;
        }
        if part.waiting == LATEST {
            part.flush();
        }
        self.len += 1;
        self.greatest = self.greatest.max(game);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// The index of a segment with so many games, from all its records: its bytes in pieces, which belong one behind the
/// other.
///
/// Uses the threads of rayon's current pool; besides the records it needs the bytes it returns, two to three a record,
/// and little more.
///
/// # Errors
/// [`IndexError::Game`], if a record is of a game that the segment does not have, or it has more than 2^24.
pub fn build(records: Records, games: u32) -> Result<Vec<Vec<u8>>, IndexError> {
    if games > MAX_GAMES {
        return Err(IndexError::Game { game: games, games: MAX_GAMES });
    }
    let Records { parts, len, greatest } = records;
    if len > 0 && greatest >= games {
        return Err(IndexError::Game { game: greatest, games });
    }
    let mut parts: Vec<Vec<Vec<u64>>> = parts.into_iter().map(Part::finish).collect();
    let shape = Shape::of(len, games);
    if shape.bucket_bits < PART_BITS {
        // A part would be less than a bucket.
        parts = vec![parts.into_iter().flatten().collect()];
    }
    let buckets = (1u64 << shape.bucket_bits) / parts.len() as u64;
    let write = |(sorted, spare): &mut (Vec<u64>, Vec<u64>), (part, blocks): (usize, Vec<Vec<u64>>)| {
        let first = part as u64 * buckets;
        sort(&blocks, sorted, spare, shape.print_bits);
        drop(blocks);
        write(sorted, shape, first..first + buckets)
    };
    // Memory for sorting is used again from part to part.
    let tasks: Vec<Written> = parts.into_par_iter().enumerate().map_init(Default::default, write).collect();
    Ok(assemble(shape, tasks))
}

/// Most digits of a fingerprint.
const DIGITS: usize = KEY_BITS.div_ceil(DIGIT_BITS) as usize;

/// Sorts records by their fingerprints, which are the highest `print_bits` bits, into `sorted`; those of one fingerprint
/// stay in the order in which they came. Digit by digit, the lowest first: each pass reads and writes every record once.
/// `spare` is memory.
fn sort(blocks: &[Vec<u64>], sorted: &mut Vec<u64>, spare: &mut Vec<u64>, print_bits: u32) {
    let digit =
        |record: u64, shift: u32| (record >> shift) as usize & ((1 << DIGIT_BITS.min(64 - shift)) - 1);
    let shifts = (64 - print_bits..64).step_by(DIGIT_BITS as usize);
    // How many there are of each value of each digit, in one go.
    let mut counts = [[0usize; 1 << DIGIT_BITS]; DIGITS];
    for &record in blocks.iter().flatten() {
        for (counts, shift) in counts.iter_mut().zip(shifts.clone()) {
            counts[digit(record, shift)] += 1;
        }
    }
    let records: usize = blocks.iter().map(Vec::len).sum();
    // Where all have the same digit, as the highest bits of a part are, there is nothing to be done.
    let mut passes = counts.into_iter().zip(shifts).filter(|(counts, _)| !counts.contains(&records));
    let scatter = |from: &[u64], places: &mut [usize], shift: u32, to: &mut [u64]| {
        for &record in from {
            let place = &mut places[digit(record, shift)];
            to[*place] = record;
            *place += 1;
        }
    };
    let places_of = |mut counts: [usize; 1 << DIGIT_BITS]| {
        let mut sum = 0;
        counts.iter_mut().for_each(|count| sum += std::mem::replace(count, sum));
        counts
    };
    let Some((first, shift)) = passes.next() else {
        sorted.clear();
        sorted.extend(blocks.iter().flatten());
        return;
    };
    sorted.resize(records, 0);
    let mut places = places_of(first);
    blocks.iter().for_each(|block| scatter(block, &mut places, shift, sorted));
    for (counts, shift) in passes {
        spare.resize(records, 0);
        scatter(sorted, &mut places_of(counts), shift, spare);
        std::mem::swap(sorted, spare);
    }
}

fn game_of(record: u64) -> u32 {
    record as u32 & (MAX_GAMES - 1)
}

/// The numbers that the layout follows from.
#[derive(Clone, Copy)]
struct Shape {
    print_bits: u32,
    bucket_bits: u32,
    games: u32,
}

impl Shape {
    fn of(records: usize, games: u32) -> Shape {
        let log2 = |n: usize| n.max(1).next_power_of_two().ilog2();
        let print_bits = (log2(records) + SPARE_BITS).clamp(MIN_PRINT_BITS, KEY_BITS);
        Shape { print_bits, bucket_bits: log2(records.div_ceil(BUCKET)).min(print_bits), games }
    }

    fn span(self) -> u64 {
        1 << (self.print_bits - self.bucket_bits)
    }

    fn fingerprint(self, record: u64) -> u64 {
        record >> (64 - self.print_bits)
    }
}

/// Consecutive buckets, written.
struct Written {
    bytes: Vec<u8>,
    /// Where each of them ends in `bytes`.
    ends: Vec<usize>,
    records: u64,
    lists: u64,
}

fn write(records: &[u64], shape: Shape, buckets: Range<u64>) -> Written {
    // In two steps: with a single bucket it is a shift by all 64 bits.
    let bucket_of = |record: u64| record >> (63 - shape.bucket_bits) >> 1;
    let mut rest = records;
    let mut writer = Bucket::new(shape);
    let mut ends = Vec::with_capacity((buckets.end - buckets.start) as usize);
    for bucket in buckets {
        // Most buckets are a few times the average at most; it is far to the end.
        let near =
            rest.get(..4 * BUCKET).filter(|near| near.last().is_some_and(|&last| bucket_of(last) != bucket));
        let size = near.unwrap_or(rest).partition_point(|&record| bucket_of(record) == bucket);
        let (these, behind) = rest.split_at(size);
        ends.push(writer.write(these));
        rest = behind;
    }
    Written { bytes: writer.out.into_bytes(), ends, records: writer.records, lists: writer.lists }
}

/// Writes buckets one after the other.
struct Bucket {
    shape: Shape,
    out: BitWriter,
    records: u64,
    lists: u64,
    /// Fingerprints of one game: the fingerprint within the bucket, and the game.
    singles: Vec<(u64, u32)>,
    /// Fingerprints of several games: the fingerprint within the bucket, and where its games end in `games`.
    several: Vec<(u64, usize)>,
    games: Vec<u32>,
}

impl Bucket {
    fn new(shape: Shape) -> Bucket {
        let (out, singles, several, games) = <(BitWriter, Vec<_>, Vec<_>, Vec<_>)>::default();
        Bucket { shape, out, records: 0, lists: 0, singles, several, games }
    }

    /// Appends a bucket, returns where it ends.
    fn write(&mut self, records: &[u64]) -> usize {
        self.gather(records);
        let (span, games) = (self.shape.span(), u64::from(self.shape.games));
        self.lists += (self.singles.len() + self.several.len()) as u64;
        self.records += (self.singles.len() + self.games.len()) as u64;
        let out = &mut self.out;
        out.put_rice(self.several.len() as u64, LISTS_K);
        out.put_rice(self.singles.len() as u64, SINGLES_K);

        let k = rice_parameter(span, self.several.len() as u64);
        let (mut next, mut start) = (0, 0);
        for &(fingerprint, end) in &self.several {
            out.put_rice(fingerprint - next, k);
            next = fingerprint + 1;
            write_list(out, self.games.get(start..end).unwrap_or_default(), games);
            start = end;
        }
        let k = rice_parameter(span, self.singles.len() as u64);
        let mut next = 0;
        for &(fingerprint, game) in &self.singles {
            out.put_rice(fingerprint - next, k);
            next = fingerprint + 1;
            out.put_truncated(u64::from(game), games);
        }
        out.align()
    }

    /// Sorts out which fingerprints have one game and which have several.
    fn gather(&mut self, records: &[u64]) {
        self.singles.clear();
        self.several.clear();
        self.games.clear();
        let shape = self.shape;
        for group in records.chunk_by(|&a, &b| shape.fingerprint(a) == shape.fingerprint(b)) {
            let Some(&first) = group.first() else { continue };
            let fingerprint = shape.fingerprint(first) % shape.span();
            if group.len() == 1 {
                self.singles.push((fingerprint, game_of(first)));
                continue;
            }
            let start = self.games.len();
            self.games.extend(group.iter().map(|&record| game_of(record)));
            // Several keys of one fingerprint: their games are in order by key, and some may be in two lists.
            if let Some(list) = self.games.get_mut(start..).filter(|list| !list.is_sorted_by(|a, b| a < b)) {
                list.sort_unstable();
                let mut last = None;
                let mut kept = start;
                for at in start..self.games.len() {
                    let game = self.games[at];
                    if last.replace(game) != Some(game) {
                        self.games[kept] = game;
                        kept += 1;
                    }
                }
                self.games.truncate(kept);
            }
            match self.games.get(start..) {
                Some(&[game]) => {
                    self.games.truncate(start);
                    self.singles.push((fingerprint, game));
                }
                _ => self.several.push((fingerprint, self.games.len())),
            }
        }
    }
}

/// Two games or more, in ascending order.
fn write_list(out: &mut BitWriter, list: &[u32], games: u64) {
    let count = list.len() as u64;
    out.put_gamma(count - 2);
    let k = rice_parameter(games, count);
    let gaps = || {
        let mut next = 0;
        list.iter().map(move |&game| {
            let gap = game - next;
            next = game + 1;
            u64::from(gap)
        })
    };
    if count >= LONG_LIST {
        out.put_gamma(gaps().map(|gap| rice_width(gap, k)).sum());
    }
    gaps().for_each(|gap| out.put_rice(gap, k));
}

/// Header, table of buckets, buckets.
fn assemble(shape: Shape, tasks: Vec<Written>) -> Vec<Vec<u8>> {
    let data = tasks.iter().map(|task| task.bytes.len() as u64).sum::<u64>();
    let header = Header {
        format: FORMAT,
        print_bits: shape.print_bits as u8,
        bucket_bits: shape.bucket_bits as u8,
        table_bits: data.max(1).ilog2() as u8 + 1,
        games: shape.games,
        records: tasks.iter().map(|task| task.records).sum(),
        lists: tasks.iter().map(|task| task.lists).sum(),
        data,
    };
    let width = u32::from(header.table_bits);
    let mut table = BitWriter::default();
    let mut from = 0;
    table.put(0, width);
    for task in &tasks {
        task.ends.iter().for_each(|&end| table.put(from + end as u64, width));
        from += task.bytes.len() as u64;
    }
    let table = table.into_bytes();
    [header.to_bytes().to_vec(), table].into_iter().chain(tasks.into_iter().map(|task| task.bytes)).collect()
}
