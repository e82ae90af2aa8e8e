//! A segment in the making: games in order, in memory, then the file.

use std::io;
use std::path::Path;

use super::column;
use super::error::StoreError;
use super::features_bytes::FEATURE_BYTES;
use super::format::{Kind, SegmentWriter};
use super::index_build::{self, Records};
use super::row::{Batch, DICTIONARIES, Head, dictionary_of};
use super::rows::RowWriter;
use super::strings::Interner;
use crate::replay::opening::Opening;

/// Most games of a segment: a game's number has 24 bits in the position index.
pub const MOST_GAMES: usize = (1 << 24) - 1;

/// Most plies of a segment, and most bytes of a dictionary: their ends are numbers of 32 bits.
const MOST_BYTES: usize = u32::MAX as usize;

/// Takes games, and becomes a segment file.
#[derive(Debug)]
pub struct SegmentBuilder {
    games: usize,
    /// By [`NUMBERS`].
    numbers: [Vec<u64>; NUMBERS.len()],
    /// Byte by byte a column of its own: most of them are zeros.
    features: [Vec<u8>; FEATURE_BYTES],
    moves: Vec<u16>,
    /// Position keys with the number of the game.
    records: Records,
    tags: RowWriter,
    text: RowWriter,
    dictionaries: [Interner; DICTIONARIES.len()],
    plies: u64,
    limit: usize,
    indexing: Indexing,
}

/// Which positions are in the index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Indexing {
    /// There is none.
    Nothing,
    /// Those of main lines.
    MainLines,
    /// Those of variations, too.
    Variations,
}

/// What a finished segment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finished {
    /// Bytes of the file.
    pub bytes: u64,
    /// Checksum of its table.
    pub sum: u64,
    /// Games in it.
    pub games: u32,
    /// Plies of their main lines.
    pub plies: u64,
}

impl SegmentBuilder {
    /// An empty segment that wants to be finished at about `limit` bytes of memory. Where there is no index positions
    /// are found by replay only.
    pub fn new(limit: usize, indexing: Indexing) -> SegmentBuilder {
        SegmentBuilder {
            games: 0,
            numbers: std::array::from_fn(|_| Vec::new()),
            features: std::array::from_fn(|_| Vec::new()),
            moves: Vec::new(),
            records: Records::default(),
            tags: RowWriter::default(),
            text: RowWriter::default(),
            dictionaries: Default::default(),
            plies: 0,
            limit,
            indexing,
        }
    }

    /// Games in it.
    pub fn len(&self) -> usize {
        self.games
    }

    /// Is there no game in it?
    pub fn is_empty(&self) -> bool {
        self.games == 0
    }

    /// Is it as large as it may become? The answer depends on the games alone, not on how they were handed over.
    pub fn is_full(&self) -> bool {
        let dictionaries: usize = self.dictionaries.iter().map(Interner::cost).sum();
        let memory = self.games * (8 * NUMBERS.len() + FEATURE_BYTES)
            + 2 * self.moves.len()
            + 8 * self.records.len()
            + self.tags.cost()
            + self.text.cost()
            + dictionaries;
        memory >= self.limit
            || self.games >= MOST_GAMES
            || self.moves.len() >= MOST_BYTES / 2
            || dictionaries >= MOST_BYTES / 2
    }

    /// Appends games of a batch, from `from` on, until it is full. Answers the index of the first one that was not taken.
    ///
    /// # Errors
    /// The compression failed, which it does only for want of memory.
    pub fn append(&mut self, batch: &Batch, from: usize) -> io::Result<usize> {
        let mut numbers = Renumbered::new(batch);
        let mut at = from;
        while at < batch.len() && !self.is_full() {
            let (begin, Some(end)) = (batch.begin(at), batch.ends.get(at)) else { break };
            let Some(head) = batch.heads.get(at) else { break };
            let game = self.games as u32;
            self.games += 1;
            self.plies += u64::from(head.plies);
            let new = numbers.head(head, &mut self.dictionaries);
            for ((_, number), column) in NUMBERS.iter().zip(&mut self.numbers) {
                column.push(number(&new, self.plies));
            }
            for (byte, column) in head.features.iter().zip(&mut self.features) {
                column.push(*byte);
            }
            self.moves.extend_from_slice(batch.moves.get(begin.moves..end.moves).unwrap_or_default());
            if self.indexing != Indexing::Nothing {
                let keys = batch.keys.get(begin.keys..end.keys).unwrap_or_default();
                keys.iter().for_each(|key| self.records.push(*key, game));
            }
            self.tags.row(batch.tags.get(begin.tags..end.tags).unwrap_or_default())?;
            self.text.row(batch.text.get(begin.text..end.text).unwrap_or_default())?;
            at += 1;
        }
        Ok(at)
    }

    /// Writes the file, all of it on the disk when this returns.
    ///
    /// # Errors
    /// The system refused to write.
    pub fn finish(self, path: &Path) -> Result<Finished, StoreError> {
        self.write(path).map_err(StoreError::io(path))
    }

    fn write(mut self, path: &Path) -> io::Result<Finished> {
        let mut out = SegmentWriter::new(std::fs::File::create(path)?)?;
        let (games, plies, indexing) = (self.games as u32, self.plies, self.indexing);
        let records = std::mem::take(&mut self.records);
        let index = || match indexing {
            Indexing::Nothing => Ok(Vec::new()),
            Indexing::MainLines | Indexing::Variations => index_build::build(records, games),
        };
        // One is a matter of the processor, the other of the disk.
        let (index, written) = rayon::join(index, || self.write_games(&mut out));
        written?;
        if indexing != Indexing::Nothing {
            let index = index.map_err(io::Error::other)?;
            out.section(Kind::Index, index.iter().map(Vec::as_slice))?;
        }
        if indexing == Indexing::Variations {
            out.section(Kind::WithVariations, [])?;
        }
        let (bytes, sum) = out.finish()?;
        Ok(Finished { bytes, sum, games, plies })
    }

    /// Writes everything but the index.
    fn write_games(self, out: &mut SegmentWriter) -> io::Result<()> {
        let SegmentBuilder { numbers, features, moves, tags, text, dictionaries, .. } = self;
        for ((kind, _), column) in NUMBERS.iter().zip(numbers) {
            out.section(*kind, [column::encode(column.iter().copied()).as_slice()])?;
        }
        let features = features.map(|column| column::encode_bytes(&column));
        out.section(Kind::Features, features.iter().map(Vec::as_slice))?;
        for (kind, dictionary) in DICTIONARIES.into_iter().zip(dictionaries) {
            out.section(kind, [dictionary.encode().as_slice()])?;
        }
        out.section(Kind::OpeningTable, [Opening::table().to_le_bytes().as_slice()])?;
        out.numbers(Kind::Moves, &moves)?;
        drop(moves);
        for (kind, directory_kind, rows) in
            [(Kind::Tags, Kind::TagBlocks, tags), (Kind::Text, Kind::TextBlocks, text)]
        {
            let (blocks, directory) = rows.finish()?;
            out.section(kind, [blocks.as_slice()])?;
            out.section(directory_kind, [directory.as_slice()])?;
        }
        out.sync_behind()
    }
}

/// The number of a game in a column; the second argument are the plies of all games up to and with it.
type Number = fn(&Head, u64) -> u64;

/// The columns of numbers.
const NUMBERS: [(Kind, Number); 21] = [
    (Kind::PliesEnd, |_, plies| plies),
    (Kind::White, |head, _| head.white as u64),
    (Kind::Black, |head, _| head.black as u64),
    (Kind::Event, |head, _| head.event as u64),
    (Kind::Site, |head, _| head.site as u64),
    (Kind::Round, |head, _| head.round as u64),
    (Kind::Date, |head, _| head.date as u64),
    (Kind::WhiteElo, |head, _| head.white_elo as u64),
    (Kind::BlackElo, |head, _| head.black_elo as u64),
    (Kind::Eco, |head, _| head.eco as u64),
    (Kind::Result, |head, _| head.result as u64),
    (Kind::Layout, |head, _| head.layout as u64),
    (Kind::Start, |head, _| head.start as u64),
    (Kind::Source, |head, _| head.source as u64),
    (Kind::Number, |head, _| head.number),
    (Kind::Line, |head, _| head.line as u64),
    (Kind::Offset, |head, _| head.offset),
    (Kind::Flags, |head, _| head.flags.bits() as u64),
    (Kind::Ending, |head, _| head.ending as u64),
    (Kind::Opening, |head, _| head.opening as u64),
    (Kind::FirstMove, |head, _| head.first_move as u64),
];

/// The numbers of a batch's texts in the dictionaries of a segment, found when they are first needed: only so do they
/// not depend on where a batch begins and ends.
struct Renumbered<'b> {
    batch: &'b Batch,
    numbers: [Vec<u32>; DICTIONARIES.len()],
}

impl<'b> Renumbered<'b> {
    fn new(batch: &'b Batch) -> Renumbered<'b> {
        let numbers =
            std::array::from_fn(|index| vec![0; batch.dictionaries.get(index).map_or(0, Interner::len) + 1]);
        Renumbered { batch, numbers }
    }

    fn number(&mut self, kind: Kind, number: u32, dictionaries: &mut [Interner]) -> u32 {
        let Some(which) = dictionary_of(kind) else { return 0 };
        let Some(index) = (number as usize).checked_sub(1) else { return 0 };
        let (Some(own), Some(of_segment)) = (self.numbers.get_mut(which), dictionaries.get_mut(which)) else {
            return 0;
        };
        match own.get_mut(index) {
            Some(known) if *known != 0 => *known,
            Some(known) => {
                let text = self.batch.dictionaries.get(which).and_then(|all| all.text(index)).unwrap_or("");
                *known = of_segment.number(text);
                *known
            }
            None => 0,
        }
    }

    fn head(&mut self, head: &Head, dictionaries: &mut [Interner]) -> Head {
        let mut new = head.clone();
        new.white = self.number(Kind::White, head.white, dictionaries);
        new.black = self.number(Kind::Black, head.black, dictionaries);
        new.event = self.number(Kind::Event, head.event, dictionaries);
        new.site = self.number(Kind::Site, head.site, dictionaries);
        new.round = self.number(Kind::Round, head.round, dictionaries);
        new.layout = self.number(Kind::Layout, head.layout, dictionaries);
        new.source = self.number(Kind::Source, head.source, dictionaries);
        new.ending = self.number(Kind::Ending, head.ending, dictionaries);
        if let Some(number) = head.start.checked_sub(959).filter(|number| *number > 0) {
            new.start = 959 + self.number(Kind::Starts, number, dictionaries);
        }
        new
    }
}
