//! The position index of a segment: from the key of a position to the games that have it on their main line.
//!
//! It answers with candidates. A position is known by the highest bits of its key, its *fingerprint*, and another
//! position may have the same one: each candidate is replayed, which takes less time than reading a longer
//! fingerprint would. Everything is little endian; streams of bits fill every byte from its lowest bit upwards, and
//! numbers have their lowest bit first.
//!
//! | bytes | content |
//! |---|---|
//! | 0 | format, 1 |
//! | 1 | F, bits of a fingerprint, from 8 to 40: as many as the number of records needs (by the upper 40 bits of their keys), and 1 |
//! | 2 | B, bits that choose a bucket, so that it has 64 to 128 records on average, or all of fewer |
//! | 3 | W, bits of an entry of the table |
//! | 4-7 | games of the segment, at most 2^24 |
//! | 8-15 | records: pairs of a fingerprint and a game |
//! | 16-23 | lists: different fingerprints |
//! | 24-31 | D, bytes of all buckets |
//! | from 32 | the table: 2^B + 1 entries of W bits, where each bucket begins, from 0, and where the last one ends |
//! | from the next whole byte | the buckets, D bytes |
//!
//! Bucket i has the fingerprints with the highest bits i, and knows them by their other F - B bits. It is a stream
//! of bits, filled up with zeros to a whole byte:
//!
//! 1. the number of fingerprints with several games, in Rice code with k = 1;
//! 2. the number of fingerprints with one game, in Rice code with k = 6;
//! 3. the former in ascending order, each: its gap in Rice code; the number of its games less 2 in gamma code; from
//!    64 games on the number of bits its games take, in gamma code; the games in ascending order as gaps in Rice code;
//! 4. the latter in ascending order, each: its gap in Rice code; its game in truncated binary, the bound being the
//!    games of the segment.
//!
//! A gap is the number of values left out since the one before, or since 0. The codes of a number n:
//!
//! - Rice code: n >> k zeros, a one, the lowest k bits of n. For gaps between c different numbers below s, k is
//!   floor(log2((8 s - 5 c) / (8 c))), and 0 if that is negative: s is 2^(F - B) for fingerprints (c is number 1 or
//!   2 of the list above), the games of the segment for games.
//! - Gamma code of n: with b = floor(log2(n + 1)), b zeros, a one, the lowest b bits of n + 1.
//! - Truncated binary of n below s: with b = floor(log2(s)) and u = 2^(b + 1) - s, the b bits of n if n < u; else
//!   n + u, which has b + 1 bits: first its upper b bits, then its lowest one.

use std::io;
use std::ops::Range;

use super::bits::{BitReader, OutOfBits, rice_parameter};

/// The format that is written.
pub(super) const FORMAT: u8 = 1;
/// Bits of a key that a record keeps.
pub(super) const KEY_BITS: u32 = 40;
/// Fingerprints have so many bits more than are needed to count the records: with 1 a lookup gets a quarter to half
/// a wrong candidate on average, each further one halves that and costs a twelfth of a byte a record.
pub(super) const SPARE_BITS: u32 = 1;
/// The shortest fingerprint.
pub(super) const MIN_PRINT_BITS: u32 = 8;
/// The most games of a segment.
pub const MAX_GAMES: u32 = 1 << 24;
/// Rice parameter for how many fingerprints of a bucket have several games.
pub(super) const LISTS_K: u32 = 1;
/// Rice parameter for how many fingerprints of a bucket have one game.
pub(super) const SINGLES_K: u32 = 6;
/// A list of so many games says how long it is, so that it can be passed over.
pub(super) const LONG_LIST: u64 = 64;

/// Why a position index cannot be built or read.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// It is longer or shorter than its header says, or has no room for a header.
    #[error("the position index has {found} bytes instead of {expected}")]
    Size {
        /// Bytes it should have.
        expected: u64,
        /// Bytes it has.
        found: u64,
    },
    /// It was written by a newer program.
    #[error("the position index has format {0}, this program reads format {FORMAT}")]
    Format(u8),
    /// The header has a number that cannot be.
    #[error("header of the position index: {field} cannot be {value}")]
    Header {
        /// What the number says.
        field: &'static str,
        /// The number.
        value: u64,
    },
    /// A bucket, or its entries in the table, cannot be.
    #[error("bucket {bucket} of the position index: {what}")]
    Bucket {
        /// Its number, from 0.
        bucket: u64,
        /// What is wrong with it.
        what: &'static str,
    },
    /// The buckets do not have what the header says.
    #[error("the header of the position index says {expected} {field}, there are {found}")]
    Count {
        /// What is counted.
        field: &'static str,
        /// The number in the header.
        expected: u64,
        /// The number in the buckets.
        found: u64,
    },
    /// A record to be written is of a game that the segment does not have.
    #[error("a position of game {game} (from 0) cannot be in the index of {games} games")]
    Game {
        /// The game, from 0.
        game: u32,
        /// The number of games.
        games: u32,
    },
    /// The bytes cannot be had.
    #[error("the position index: {0}")]
    Read(#[from] io::Error),
}

/// Where the bytes of an index come from: memory, or a file that is checked as it is used.
pub trait Bytes {
    /// How many there are.
    fn size(&self) -> usize;

    /// Some of them.
    ///
    /// # Errors
    /// They cannot be had, are damaged, or are not all below [`size`](Bytes::size).
    fn get(&self, range: Range<usize>) -> io::Result<&[u8]>;
}

impl Bytes for [u8] {
    fn size(&self) -> usize {
        self.len()
    }

    fn get(&self, range: Range<usize>) -> io::Result<&[u8]> {
        <[u8]>::get(self, range).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }
}

impl<B: Bytes + ?Sized> Bytes for &B {
    fn size(&self) -> usize {
        (**self).size()
    }

    fn get(&self, range: Range<usize>) -> io::Result<&[u8]> {
        (**self).get(range)
    }
}

/// The first bytes of an index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Header {
    pub(super) format: u8,
    pub(super) print_bits: u8,
    pub(super) bucket_bits: u8,
    pub(super) table_bits: u8,
    pub(super) games: u32,
    pub(super) records: u64,
    pub(super) lists: u64,
    pub(super) data: u64,
}

impl Header {
    /// Length of a header.
    pub(super) const BYTES: usize = 32;

    pub(super) fn to_bytes(self) -> [u8; Header::BYTES] {
        let mut out = [0; Header::BYTES];
        let small = [self.format, self.print_bits, self.bucket_bits, self.table_bits].into_iter();
        let large = [self.records, self.lists, self.data].into_iter().flat_map(u64::to_le_bytes);
        out.iter_mut()
            .zip(small.chain(self.games.to_le_bytes()).chain(large))
            .for_each(|(to, byte)| *to = byte);
        out
    }

    /// Numbers that are in the ranges the format allows, each by itself.
    fn read(bytes: &[u8]) -> Result<Header, IndexError> {
        let mut words =
            bytes.chunks_exact(8).map(|word| word.iter().rev().fold(0u64, |n, &b| n << 8 | u64::from(b)));
        let mut next = || words.next().unwrap_or_default();
        let (first, records, lists, data) = (next(), next(), next(), next());
        let [format, print_bits, bucket_bits, table_bits, ..] = first.to_le_bytes();
        let games = (first >> 32) as u32;
        if format != FORMAT {
            return Err(IndexError::Format(format));
        }
        let bits_of_data = data.saturating_mul(8);
        let rules = [
            ("fingerprint bits", u64::from(print_bits), (1..=KEY_BITS as u8).contains(&print_bits)),
            ("bucket bits", u64::from(bucket_bits), bucket_bits <= print_bits),
            ("bits of the table", u64::from(table_bits), (1..=48).contains(&table_bits)),
            ("the number of games", u64::from(games), games <= MAX_GAMES),
            // A record takes a bit at least, so who makes room for all of them needs no more than is there.
            ("the number of records", records, records <= bits_of_data && (records == 0 || games > 0)),
            ("the number of lists", lists, lists <= records && (lists == 0) == (records == 0)),
            ("the length of the buckets", data, data.checked_shr(u32::from(table_bits)) == Some(0)),
        ];
        match rules.into_iter().find(|rule| !rule.2) {
            Some((field, value, _)) => Err(IndexError::Header { field, value }),
            None => Ok(Header { format, print_bits, bucket_bits, table_bits, games, records, lists, data }),
        }
    }

    /// Bytes before the buckets. Fits: no more than 2^40 entries of 48 bits.
    fn before_data(self) -> u64 {
        let table = ((1u64 << self.bucket_bits) + 1) * u64::from(self.table_bits);
        Header::BYTES as u64 + table.div_ceil(8)
    }

    /// How many fingerprints a bucket can have.
    fn span(self) -> u64 {
        1 << (self.print_bits - self.bucket_bits)
    }
}

/// An index that is open for reading. No bytes can make it panic, loop or ask for memory they do not account for.
#[derive(Clone, Copy, Debug)]
pub struct Index<B> {
    bytes: B,
    header: Header,
}

impl<B: Bytes> Index<B> {
    /// Reads the header and compares it with the size. The rest is read, and checked, as it is used.
    ///
    /// # Errors
    /// [`IndexError::Format`], [`IndexError::Header`], [`IndexError::Size`], or what [`Bytes::get`] said.
    pub fn open(bytes: B) -> Result<Index<B>, IndexError> {
        let found = bytes.size() as u64;
        if found < Header::BYTES as u64 {
            return Err(IndexError::Size { expected: Header::BYTES as u64, found });
        }
        let header = Header::read(bytes.get(0..Header::BYTES)?)?;
        let expected = header.before_data().saturating_add(header.data);
        if found != expected {
            return Err(IndexError::Size { expected, found });
        }
        Ok(Index { bytes, header })
    }

    /// Games of the segment.
    pub fn games(&self) -> u32 {
        self.header.games
    }

    /// Pairs of a fingerprint and a game.
    pub fn records(&self) -> u64 {
        self.header.records
    }

    /// Different fingerprints: about as many as different positions.
    pub fn lists(&self) -> u64 {
        self.header.lists
    }

    /// The fingerprint of a key: its highest bits, as many as this index keeps.
    pub fn fingerprint(&self, key: u64) -> u64 {
        key >> (64 - u32::from(self.header.print_bits))
    }

    /// Appends the games that may have a position with this key, in ascending order: all that do, and now and then
    /// one that does not.
    ///
    /// # Errors
    /// [`IndexError::Bucket`], or what [`Bytes::get`] said; `out` may have got games before.
    pub fn candidates(&self, key: u64, out: &mut Vec<u32>) -> Result<(), IndexError> {
        let fingerprint = self.fingerprint(key);
        let number = fingerprint / self.header.span();
        let bucket = Bucket::new(self.bucket(number)?, self.header);
        let found = bucket.and_then(|bucket| bucket.find(fingerprint % self.header.span(), out));
        found.map_err(|fault| fault.in_bucket(number))
    }

    /// Hands over all pairs of a fingerprint and a game, in ascending order, and checks all that can be checked
    /// without the games: order, ranges, lengths, counts.
    ///
    /// # Errors
    /// [`IndexError::Bucket`], [`IndexError::Count`], or what [`Bytes::get`] said; some pairs may have been handed over.
    pub fn for_each_record(&self, mut each: impl FnMut(u64, u32)) -> Result<(), IndexError> {
        let (mut lists, mut records) = (0, 0);
        let mut end = 0;
        for number in 0..1u64 << self.header.bucket_bits {
            let range = self.range(number)?;
            if range.start != std::mem::replace(&mut end, range.end) {
                return Err(Fault("does not begin where the one before ends").in_bucket(number));
            }
            let base = number * self.header.span();
            let mut last = None;
            let bucket = Bucket::new(self.bucket(number)?, self.header);
            let walked = bucket.and_then(|bucket| {
                bucket.walk(|fingerprint, game| {
                    lists += u64::from(last.replace(fingerprint) != Some(fingerprint));
                    records += 1;
                    each(base + fingerprint, game);
                })
            });
            walked.map_err(|fault| fault.in_bucket(number))?;
        }
        for (field, expected, found) in [
            ("bytes in buckets", self.header.data, end),
            ("records", self.header.records, records),
            ("lists", self.header.lists, lists),
        ] {
            if expected != found {
                return Err(IndexError::Count { field, expected, found });
            }
        }
        Ok(())
    }

    /// Where a bucket is, from the beginning of the first one.
    fn range(&self, number: u64) -> Result<Range<u64>, IndexError> {
        let width = u32::from(self.header.table_bits);
        let from = number * u64::from(width);
        let bytes = from / 8..(from + 2 * u64::from(width)).div_ceil(8);
        let bytes =
            self.bytes.get(at(Header::BYTES as u64 + bytes.start)?..at(Header::BYTES as u64 + bytes.end)?)?;
        let mut reader = BitReader::new(bytes);
        let range = reader.skip(from % 8).and_then(|()| Ok(reader.read(width)?..reader.read(width)?));
        match range {
            Ok(range) if range.start <= range.end && range.end <= self.header.data => Ok(range),
            _ => Err(Fault("it begins or ends where it cannot").in_bucket(number)),
        }
    }

    fn bucket(&self, number: u64) -> Result<&[u8], IndexError> {
        let range = self.range(number)?;
        let base = self.header.before_data();
        Ok(self.bytes.get(at(base + range.start)?..at(base + range.end)?)?)
    }
}

/// A place in the bytes. All places are below their size.
fn at(place: u64) -> Result<usize, IndexError> {
    usize::try_from(place)
        .map_err(|_| IndexError::Header { field: "the length of the buckets", value: place })
}

/// What is wrong with a bucket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Fault(&'static str);

impl Fault {
    fn in_bucket(self, bucket: u64) -> IndexError {
        IndexError::Bucket { bucket, what: self.0 }
    }
}

impl From<OutOfBits> for Fault {
    fn from(_: OutOfBits) -> Fault {
        Fault("it ends within a number")
    }
}

/// A place in a bucket, at a fingerprint.
#[derive(Clone, Copy)]
struct Bucket<'a> {
    bits: BitReader<'a>,
    span: u64,
    games: u64,
    /// Fingerprints with several games, and with one, that are still to come, and the Rice parameters of their gaps.
    lists: u64,
    lists_k: u32,
    singles: u64,
    singles_k: u32,
    /// The least value that the next fingerprint can have.
    next: u64,
}

impl<'a> Bucket<'a> {
    fn new(bytes: &'a [u8], header: Header) -> Result<Bucket<'a>, Fault> {
        let (span, games) = (header.span(), u64::from(header.games));
        let mut bits = BitReader::new(bytes);
        let (lists, singles) = (bits.rice(LISTS_K)?, bits.rice(SINGLES_K)?);
        let (lists_k, singles_k) = (rice_parameter(span, lists), rice_parameter(span, singles));
        Ok(Bucket { bits, span, games, lists, lists_k, singles, singles_k, next: 0 })
    }

    /// Appends the games of a fingerprint.
    fn find(mut self, fingerprint: u64, out: &mut Vec<u32>) -> Result<(), Fault> {
        while let Some(list) = self.list()? {
            if list.fingerprint == fingerprint {
                // Every game takes a bit at least.
                out.reserve(list.games.min(self.bits.left()) as usize);
                return self.read(list, |game| out.push(game));
            }
            match list.width {
                Some(width) => self.bits.skip(width)?,
                None => self.read(list, |_| {})?,
            }
        }
        self.next = 0;
        while let Some((found, game)) = self.single()? {
            if found >= fingerprint {
                if found == fingerprint {
                    out.push(game);
                }
                break;
            }
        }
        Ok(())
    }

    /// Hands over everything in order.
    fn walk(mut self, mut each: impl FnMut(u64, u32)) -> Result<(), Fault> {
        let mut ahead = self;
        while let Some(list) = ahead.list()? {
            ahead.read(list, |_| {})?;
        }
        ahead.next = 0;
        let mut single = ahead.single()?;
        while let Some(list) = self.list()? {
            while let Some((fingerprint, game)) = single.filter(|single| single.0 <= list.fingerprint) {
                if fingerprint == list.fingerprint {
                    return Err(Fault("a fingerprint has a list and a single game"));
                }
                each(fingerprint, game);
                single = ahead.single()?;
            }
            self.read(list, |game| each(list.fingerprint, game))?;
        }
        while let Some((fingerprint, game)) = single {
            each(fingerprint, game);
            single = ahead.single()?;
        }
        let left = ahead.bits.left();
        if left >= 8 || ahead.bits.read(left as u32)? != 0 {
            return Err(Fault("something stands behind its end"));
        }
        Ok(())
    }

    #[inline]
    fn fingerprint(&mut self, k: u32) -> Result<u64, Fault> {
        let fingerprint = self.next.saturating_add(self.bits.rice(k)?);
        if fingerprint >= self.span {
            return Err(Fault("a fingerprint belongs into another one"));
        }
        self.next = fingerprint + 1;
        Ok(fingerprint)
    }

    /// The next fingerprint with several games, up to its games.
    fn list(&mut self) -> Result<Option<List>, Fault> {
        if self.lists == 0 {
            return Ok(None);
        }
        self.lists -= 1;
        let fingerprint = self.fingerprint(self.lists_k)?;
        let games = self.bits.gamma()? + 2;
        if games > self.games {
            return Err(Fault("a list has more games than the segment"));
        }
        let width = if games < LONG_LIST { None } else { Some(self.bits.gamma()?) };
        Ok(Some(List { fingerprint, games, width }))
    }

    /// The games of a list.
    #[inline]
    fn read(&mut self, list: List, mut each: impl FnMut(u32)) -> Result<(), Fault> {
        let (games, from) = (self.games, self.bits.at());
        let k = rice_parameter(games, list.games);
        let mut bits = self.bits;
        let mut next = 0u64;
        for _ in 0..list.games {
            let game = next.saturating_add(bits.rice(k)?);
            if game >= games {
                return Err(Fault("a list names a game that the segment does not have"));
            }
            each(game as u32);
            next = game + 1;
        }
        self.bits = bits;
        if list.width.is_some_and(|width| width != bits.at() - from) {
            return Err(Fault("a list is not as long as it says"));
        }
        Ok(())
    }

    /// The next fingerprint with one game, and its game.
    #[inline]
    fn single(&mut self) -> Result<Option<(u64, u32)>, Fault> {
        if self.singles == 0 {
            return Ok(None);
        }
        self.singles -= 1;
        let fingerprint = self.fingerprint(self.singles_k)?;
        Ok(Some((fingerprint, self.bits.truncated(self.games)? as u32)))
    }
}

/// A fingerprint with several games.
#[derive(Clone, Copy)]
struct List {
    fingerprint: u64,
    games: u64,
    /// Bits of the games, if it says so.
    width: Option<u64>,
}
