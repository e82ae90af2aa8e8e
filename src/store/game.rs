//! Games as a store gives them back.

use std::borrow::Cow;

use super::column::Column;
use super::error::StoreError;
use super::features::Features;
use super::features_bytes::{FEATURE_BYTES, MATERIAL_AT, MATERIAL_BYTES, material};
use super::flags::Flags;
use super::format::Kind;
use super::open::{GameId, Store};
use super::rows::{Directory, Unpacked};
use super::segment::Segment;
use super::strings::Strings;
use super::{tags, text};
use crate::chess::chess960;
use crate::chess::{Material, Move, Position};
use crate::replay::game::Game;

/// Columns and dictionaries of a segment, opened.
#[derive(Clone, Debug)]
pub struct Columns<'s> {
    segment: &'s Segment,
    /// By [`Kind`]'s number, 1 to 18.
    columns: [Option<Column<'s>>; 19],
    /// Players, events, sites, rounds, layouts, starts, sources.
    strings: [Strings<'s>; 7],
    /// `None`: not opened, as nobody asks for them; then the moves tell.
    features: Option<Vec<Column<'s>>>,
}

impl<'s> Columns<'s> {
    /// Opens all of them.
    ///
    /// # Errors
    /// One is damaged.
    pub fn open(segment: &'s Segment) -> Result<Columns<'s>, StoreError> {
        let mut columns = Columns::open_without_features(segment)?;
        columns.features = Some(features_columns(segment)?);
        Ok(columns)
    }

    /// Opens all of them but those of what happens on the board, which are larger than all others together.
    ///
    /// # Errors
    /// One is damaged.
    pub fn open_without_features(segment: &'s Segment) -> Result<Columns<'s>, StoreError> {
        let mut columns = [None; 19];
        for kind in Kind::ALL.iter().filter(|kind| (**kind as usize) < 19) {
            if let Some(slot) = columns.get_mut(*kind as usize) {
                *slot = Some(segment.column(*kind)?);
            }
        }
        let strings = |kind| segment.strings(kind);
        Ok(Columns {
            segment,
            columns,
            strings: [
                strings(Kind::Players)?,
                strings(Kind::Events)?,
                strings(Kind::Sites)?,
                strings(Kind::Rounds)?,
                strings(Kind::Layouts)?,
                strings(Kind::Starts)?,
                strings(Kind::Sources)?,
            ],
            features: None,
        })
    }

    /// The number of a game in a column.
    #[inline]
    pub fn get(&self, kind: Kind, game: u32) -> u64 {
        match self.columns.get(kind as usize) {
            Some(Some(column)) => column.get(game as usize),
            _ => 0,
        }
    }

    /// A text of a dictionary by its number; `None` for 0.
    pub fn text(&self, kind: Kind, number: u64) -> Option<&'s str> {
        self.strings.get(super::row::dictionary_of(kind)?)?.get(number)
    }

    /// A dictionary; the one of the players for a column or section that is none.
    pub fn dictionary(&self, kind: Kind) -> Strings<'s> {
        let [players, ..] = self.strings;
        super::row::dictionary_of(kind).and_then(|index| self.strings.get(index)).copied().unwrap_or(players)
    }

    /// Plies of the main line.
    pub fn plies(&self, game: u32) -> u64 {
        let begin = game.checked_sub(1).map_or(0, |before| self.get(Kind::PliesEnd, before));
        self.get(Kind::PliesEnd, game).saturating_sub(begin)
    }

    /// Material of the last position.
    pub fn material(&self, game: u32) -> Material {
        let Some(columns) = &self.features else {
            return self.features(game).map(|features| features.material).unwrap_or_default();
        };
        let mut bytes = [0; FEATURE_BYTES];
        let place = MATERIAL_AT..MATERIAL_AT + MATERIAL_BYTES;
        if let (Some(own), Some(columns)) = (bytes.get_mut(place.clone()), columns.get(place)) {
            for (byte, column) in own.iter_mut().zip(columns) {
                *byte = column.get(game as usize) as u8;
            }
        }
        material(&bytes)
    }

    /// The text that a column of names has for a game.
    pub fn name(&self, kind: Kind, game: u32) -> Option<&'s str> {
        self.text(kind, self.get(kind, game))
    }

    /// Flags of a game.
    pub fn flags(&self, game: u32) -> Flags {
        Flags::from_bits(self.get(Kind::Flags, game) as u32)
    }

    /// What happens on the board in a game.
    ///
    /// # Errors
    /// The store is damaged.
    pub fn features(&self, game: u32) -> Result<Features, StoreError> {
        let replayed = || Ok(Features::of(&self.start(game)?, &self.moves(game)?.collect::<Vec<_>>()));
        let Some(columns) = &self.features else { return replayed() };
        let mut bytes = [0; FEATURE_BYTES];
        for (byte, column) in bytes.iter_mut().zip(columns) {
            *byte = column.get(game as usize) as u8;
        }
        // Where something rare does not go into the bytes, the moves tell.
        match Features::from_bytes(&bytes) {
            Some(features) => Ok(features),
            None => replayed(),
        }
    }

    /// The start position of a game.
    ///
    /// # Errors
    /// The store is damaged.
    pub fn start(&self, game: u32) -> Result<Position, StoreError> {
        Ok(self.start_if_odd(game)?.unwrap_or_else(Position::start))
    }

    /// The start position of a game; `None` if it is the classic one.
    ///
    /// # Errors
    /// The store is damaged.
    pub fn start_if_odd(&self, game: u32) -> Result<Option<Position>, StoreError> {
        let number = self.get(Kind::Start, game);
        if number == u64::from(chess960::CLASSIC) {
            return Ok(None);
        }
        let position = match number.checked_sub(959) {
            Some(number @ 1..) => self
                .text(Kind::Starts, number)
                .and_then(|fen| Position::from_fen(fen.as_bytes()).ok())
                .map(|read| read.position),
            _ => chess960::start(number as u16),
        };
        let missing = || self.segment.damaged_in(Kind::Start, "there is no such start position");
        position.map(Some).ok_or_else(missing)
    }

    /// The moves of the main line.
    ///
    /// # Errors
    /// The store is damaged.
    pub fn moves(&self, game: u32) -> Result<impl ExactSizeIterator<Item = Move> + use<'s>, StoreError> {
        let bytes = self.move_bytes(game)?;
        Ok(bytes
            .chunks_exact(2)
            .map(|pair| Move::from_bits(pair.first_chunk().map_or(0, |two| u16::from_le_bytes(*two)))))
    }

    /// The moves of the main line, two bytes each.
    pub(crate) fn move_bytes(&self, game: u32) -> Result<&'s [u8], StoreError> {
        let begin = game.checked_sub(1).map_or(0, |before| self.get(Kind::PliesEnd, before));
        let end = self.get(Kind::PliesEnd, game);
        let place = |plies: u64| usize::try_from(plies.saturating_mul(2)).unwrap_or(usize::MAX);
        self.segment.bytes(Kind::Moves, place(begin)..place(end))
    }

    /// The value that a column gives back for a tag.
    fn tag(&self, kind: Kind, game: u32) -> Option<Cow<'s, str>> {
        let number = self.get(kind, game);
        Some(match kind {
            Kind::Date => Cow::Owned(tags::unpack_date((number as u32).checked_sub(1)?).to_string()),
            Kind::WhiteElo | Kind::BlackElo => Cow::Owned(number.to_string()),
            Kind::Eco => Cow::Owned(tags::eco_text(u16::try_from(number.checked_sub(1)?).ok()?)),
            Kind::Result => Cow::Borrowed(tags::unpack_result(number).score()),
            _ => Cow::Borrowed(self.text(kind, number)?),
        })
    }
}

/// The columns of the features' bytes.
fn features_columns(segment: &Segment) -> Result<Vec<Column<'_>>, StoreError> {
    let damaged = || segment.damaged_in(Kind::Features, "it has not the bytes that it should have");
    let mut bytes = segment.whole(Kind::Features)?;
    let games = segment.games() as usize;
    let mut columns = Vec::with_capacity(FEATURE_BYTES);
    for _ in 0..FEATURE_BYTES {
        let width = usize::from(*bytes.first().ok_or_else(damaged)?);
        let length = width.checked_mul(games).and_then(|length| length.checked_add(1)).ok_or_else(damaged)?;
        let (own, rest) = bytes.split_at_checked(length).ok_or_else(damaged)?;
        columns.push(Column::open(own, games).ok_or_else(damaged)?);
        bytes = rest;
    }
    if bytes.is_empty() { Ok(columns) } else { Err(damaged()) }
}

/// Reads whole games of a store; keeps its memory from game to game. Games in their order are read fastest.
#[derive(Debug)]
pub struct GameReader<'s> {
    store: &'s Store,
    columns: Vec<Option<Columns<'s>>>,
    tags: Unpacked,
    text: Unpacked,
}

/// A game of a store with the name of its source.
#[derive(Debug)]
pub struct Stored<'s> {
    /// The game; its number, line and offset are those in its source.
    pub game: Game,
    /// The source.
    pub source: &'s str,
}

impl<'s> GameReader<'s> {
    /// Of this store.
    pub fn new(store: &'s Store) -> GameReader<'s> {
        let columns = store.segments().iter().map(|_| None).collect();
        GameReader { store, columns, tags: Unpacked::default(), text: Unpacked::default() }
    }

    /// The columns of a segment.
    ///
    /// # Errors
    /// The store is damaged.
    pub fn columns(&mut self, segment: u32) -> Result<&Columns<'s>, StoreError> {
        let missing = || StoreError::damaged(self.store.folder(), "the manifest", "there is no such segment");
        let of = self.store.segment(segment).ok_or_else(missing)?;
        let slot = self.columns.get_mut(segment as usize).ok_or_else(missing)?;
        match slot {
            Some(columns) => Ok(columns),
            None => Ok(slot.insert(Columns::open(of)?)),
        }
    }

    /// Tag pairs of a game in their order.
    ///
    /// # Errors
    /// The store is damaged.
    pub fn tags(&mut self, id: GameId, mut take: impl FnMut(&str, &str)) -> Result<(), StoreError> {
        self.columns(id.segment)?;
        let Some(Some(columns)) = self.columns.get(id.segment as usize) else { return Ok(()) };
        let layout = columns.name(Kind::Layout, id.game).unwrap_or("");
        // Where every value is in a column there is no need to unpack a block.
        let has_row = layout.starts_with('=') || layout.contains("\n=");
        let row = match has_row {
            true => row(&mut self.tags, columns.segment, id, Kind::Tags, Kind::TagBlocks)?,
            false => &[],
        };
        tags::read(layout, row, |kind| columns.tag(kind, id.game), |name, value| take(name, &value))
            .ok_or_else(|| {
                columns.segment.damaged_in(Kind::Tags, "a game has other tags than its layout says")
            })
    }

    /// A game, whole.
    ///
    /// # Errors
    /// The store is damaged.
    pub fn game(&mut self, id: GameId) -> Result<Stored<'s>, StoreError> {
        let mut game = Game::new();
        self.tags(id, |name, value| game.tags.push((name.to_owned(), value.to_owned())))?;
        let Some(Some(columns)) = self.columns.get(id.segment as usize) else {
            return Ok(Stored { game, source: "" });
        };
        let flags = columns.flags(id.game);
        game.start = columns.start(id.game)?;
        let moves = columns.moves(id.game)?;
        let damaged =
            || columns.segment.damaged_in(Kind::Text, "a game has text that does not fit its moves");
        let row = match flags.has(Flags::TEXT) {
            true => row(&mut self.text, columns.segment, id, Kind::Text, Kind::TextBlocks)?,
            false => &[],
        };
        game.items = text::decode(row, &game.start, moves).ok_or_else(damaged)?;
        game.number = columns.get(Kind::Number, id.game);
        game.line = columns.get(Kind::Line, id.game);
        game.offset = columns.get(Kind::Offset, id.game);
        game.is_chess960 = flags.has(Flags::CHESS960);
        game.language = flags.language();
        game.result = tags::unpack_result(columns.get(Kind::Result, id.game));
        game.is_whole = flags.has(Flags::WHOLE);
        Ok(Stored { game, source: columns.name(Kind::Source, id.game).unwrap_or("") })
    }
}

/// The row of a game.
fn row<'u>(
    unpacked: &'u mut Unpacked,
    segment: &Segment,
    id: GameId,
    blocks: Kind,
    directory: Kind,
) -> Result<&'u [u8], StoreError> {
    let damaged = |reason| segment.damaged_in(blocks, reason);
    let all = Directory::open(segment.whole(directory)?)
        .ok_or_else(|| segment.damaged_in(directory, "it has another length than it says"))?;
    let block = all.block_of(id.game).ok_or_else(|| damaged("there is no block with the game"))?;
    if !unpacked.has(u64::from(id.segment), block.index) {
        let place = |at: u64| usize::try_from(at).unwrap_or(usize::MAX);
        let frame = segment.bytes(blocks, place(block.start)..place(block.end))?;
        unpacked.unpack(u64::from(id.segment), &block, frame).map_err(damaged)?;
    }
    unpacked.row(id.game).ok_or_else(|| damaged("a block has fewer games than it should"))
}
