//! Games as a store gives them back.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

use super::column::Column;
use super::error::StoreError;
use super::features::Features;
use super::features_bytes::{FEATURE_BYTES, MATERIAL};
use super::flags::Flags;
use super::format::Kind;
use super::open::{GameId, Store};
use super::row::{DICTIONARIES, dictionary_of};
use super::rows::{Directory, Unpacked};
use super::segment::Segment;
use super::strings::Strings;
use super::{tags, text};
use crate::chess::chess960;
use crate::chess::{Material, Move, Position};
use crate::replay::game::Game;
use crate::replay::opening::Opening;

/// Columns and dictionaries of a segment.
///
/// Each is opened, and its checksums are looked at, when it is asked for first. What is damaged looks as if it were full
/// of zeros, and [`Columns::fault`] tells.
#[derive(Clone, Debug)]
pub struct Columns<'s> {
    segment: &'s Segment,
    /// By [`Kind`]'s number, 1 to 22; none for the features.
    columns: [OnceLock<Option<Column<'s>>>; 23],
    /// By [`DICTIONARIES`].
    strings: [OnceLock<Strings<'s>>; DICTIONARIES.len()],
    features: OnceLock<Vec<Column<'s>>>,
    /// Those of the features that are the material.
    material: OnceLock<Vec<Column<'s>>>,
    /// The openings are those of the table that comes with the program.
    knows_openings: OnceLock<bool>,
}

impl<'s> Columns<'s> {
    /// Opens all of them at once.
    ///
    /// # Errors
    /// One is damaged.
    pub fn open(segment: &'s Segment) -> Result<Columns<'s>, StoreError> {
        let columns = Columns::when_asked_for(segment);
        // Some need not be there.
        let may_lack = |kind: Kind| matches!(kind, Kind::Opening | Kind::FirstMove);
        let is_there = |kind: Kind| kind != Kind::Features && (!may_lack(kind) || segment.has(kind));
        let is_column = |kind: Kind| (kind as usize) < columns.columns.len();
        for kind in Kind::ALL.iter().filter(|kind| is_column(**kind) && is_there(**kind)) {
            columns.column(*kind);
        }
        for kind in DICTIONARIES {
            columns.dictionary(kind);
        }
        columns.features_columns();
        columns.fault().map(|()| columns)
    }

    /// Opens each when it is asked for. Whoever does so must look at [`Columns::fault`] before what was read is believed.
    pub fn when_asked_for(segment: &'s Segment) -> Columns<'s> {
        Columns {
            segment,
            columns: Default::default(),
            strings: Default::default(),
            features: OnceLock::new(),
            material: OnceLock::new(),
            knows_openings: OnceLock::new(),
        }
    }

    /// What was wrong with a column or dictionary that was asked for.
    ///
    /// # Errors
    /// It is damaged.
    pub fn fault(&self) -> Result<(), StoreError> {
        self.segment.fault().map_or(Ok(()), Err)
    }

    #[inline]
    fn column(&self, kind: Kind) -> Option<&Column<'s>> {
        let slot = self.columns.get(kind as usize)?;
        slot.get_or_init(|| self.segment.noted(self.segment.column(kind))).as_ref()
    }

    #[inline]
    fn features_columns(&self) -> &[Column<'s>] {
        self.features.get_or_init(|| self.features_in(0..FEATURE_BYTES))
    }

    fn features_in(&self, wanted: Range<usize>) -> Vec<Column<'s>> {
        self.segment.noted(features_columns(self.segment, wanted)).unwrap_or_default()
    }

    /// A column; one of zeros where there is none.
    pub fn all(&self, kind: Kind) -> Column<'s> {
        self.column(kind).copied().unwrap_or_default()
    }

    /// The number of a game in a column.
    #[inline]
    pub fn get(&self, kind: Kind, game: u32) -> u64 {
        self.column(kind).map_or(0, |column| column.get(game as usize))
    }

    /// A text of a dictionary by its number; `None` for 0.
    pub fn text(&self, kind: Kind, number: u64) -> Option<&'s str> {
        self.dictionary(kind).get(number)
    }

    /// The dictionary of a column of names; one without texts for a column that is none.
    pub fn dictionary(&self, kind: Kind) -> Strings<'s> {
        let index = dictionary_of(kind);
        let named = index.and_then(|index| Some((self.strings.get(index)?, *DICTIONARIES.get(index)?)));
        named.map_or_else(Strings::default, |(slot, kind)| {
            *slot.get_or_init(|| self.segment.noted(self.segment.strings(kind)).unwrap_or_default())
        })
    }

    /// Plies of the main line.
    pub fn plies(&self, game: u32) -> u64 {
        let begin = game.checked_sub(1).map_or(0, |before| self.get(Kind::PliesEnd, before));
        self.get(Kind::PliesEnd, game).saturating_sub(begin)
    }

    /// Material of the last position.
    pub fn material(&self, game: u32) -> Material {
        let columns = self.material.get_or_init(|| self.features_in(MATERIAL));
        let bytes = columns.iter().rev().map(|column| column.get(game as usize));
        Material::from_bits(bytes.fold(0, |bits, byte| bits << 8 | byte))
    }

    /// The opening of a game as a line of the table that comes with the program, see [`Opening::by_number`]; 0 if it has
    /// none. `None` where the segment was made with another table.
    #[inline]
    pub fn opening(&self, game: u32) -> Option<u16> {
        let knows = *self.knows_openings.get_or_init(|| {
            let table = || self.segment.noted(self.segment.whole(Kind::OpeningTable));
            self.segment.has(Kind::OpeningTable) && table() == Some(&Opening::table().to_le_bytes())
        });
        knows.then(|| self.get(Kind::Opening, game) as u16)
    }

    /// The text that a column of names has for a game.
    pub fn name(&self, kind: Kind, game: u32) -> Option<&'s str> {
        self.text(kind, self.get(kind, game))
    }

    /// Has a game a tag of this name?
    pub fn has_tag(&self, name: &str, game: u32) -> bool {
        self.name(Kind::Layout, game).is_some_and(|layout| tags::has(layout, name))
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
        let mut bytes = [0; FEATURE_BYTES];
        for (byte, column) in bytes.iter_mut().zip(self.features_columns()) {
            *byte = column.get(game as usize) as u8;
        }
        // Where something rare does not go into the bytes, the moves tell.
        match Features::from_bytes(&bytes) {
            Some(features) => Ok(features),
            None => Ok(Features::of(&self.start(game)?, &self.moves(game)?.collect::<Vec<_>>())),
        }
    }

    /// The start position of a game.
    ///
    /// # Errors
    /// The store is damaged.
    pub fn start(&self, game: u32) -> Result<Position, StoreError> {
        Ok(self.start_if_odd(game)?.unwrap_or_else(Position::start))
    }

    /// Does a game start from the classic position?
    #[inline]
    pub fn is_classic(&self, game: u32) -> bool {
        self.get(Kind::Start, game) == u64::from(chess960::CLASSIC)
    }

    /// The start position of a game; `None` if it is the classic one.
    ///
    /// # Errors
    /// The store is damaged.
    pub fn start_if_odd(&self, game: u32) -> Result<Option<Position>, StoreError> {
        if self.is_classic(game) {
            return Ok(None);
        }
        let number = self.get(Kind::Start, game);
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
        Ok(moves_in(self.move_bytes(game)?))
    }

    /// The first moves of all games, as [`Kind::FirstMove`] has them, if there is such a column.
    pub fn first_moves(&self) -> Option<Column<'s>> {
        self.segment.has(Kind::FirstMove).then(|| self.all(Kind::FirstMove))
    }

    /// The moves of games that follow each other, found and checked at once.
    ///
    /// # Errors
    /// The store is damaged.
    pub fn moves_of(&self, games: Range<u32>) -> Result<MovesOf<'s>, StoreError> {
        let first = games.start.checked_sub(1).map_or(0, |before| self.get(Kind::PliesEnd, before));
        let end = games.end.checked_sub(1).map_or(0, |last| self.get(Kind::PliesEnd, last));
        Ok(MovesOf { bytes: self.segment.bytes(Kind::Moves, place_of(first)..place_of(end))?, first })
    }

    /// The moves of the main line, two bytes each.
    pub(crate) fn move_bytes(&self, game: u32) -> Result<&'s [u8], StoreError> {
        let begin = game.checked_sub(1).map_or(0, |before| self.get(Kind::PliesEnd, before));
        let end = self.get(Kind::PliesEnd, game);
        self.segment.bytes(Kind::Moves, place_of(begin)..place_of(end))
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

/// The byte among the moves at which those begin that have so many plies before them.
fn place_of(plies: u64) -> usize {
    usize::try_from(plies.saturating_mul(2)).unwrap_or(usize::MAX)
}

fn moves_in(bytes: &[u8]) -> impl ExactSizeIterator<Item = Move> {
    bytes
        .chunks_exact(2)
        .map(|pair| Move::from_bits(pair.first_chunk().map_or(0, |two| u16::from_le_bytes(*two))))
}

/// The moves of games that follow each other.
#[derive(Clone, Copy, Debug)]
pub struct MovesOf<'s> {
    bytes: &'s [u8],
    /// Plies of the segment before them.
    first: u64,
}

impl<'s> MovesOf<'s> {
    /// Those from one to another ply, counted within the segment as in [`Kind::PliesEnd`]; none beyond the ends.
    #[inline]
    pub fn between(&self, begin: u64, end: u64) -> impl ExactSizeIterator<Item = Move> + use<'s> {
        let place = |plies: u64| place_of(plies.wrapping_sub(self.first));
        moves_in(self.bytes.get(place(begin)..place(end)).unwrap_or_default())
    }
}

/// The columns of the features' bytes in this range.
fn features_columns(segment: &Segment, wanted: Range<usize>) -> Result<Vec<Column<'_>>, StoreError> {
    let damaged = || segment.damaged_in(Kind::Features, "it has not the bytes that it should have");
    let games = segment.games() as usize;
    let (mut at, mut columns) = (0usize, Vec::with_capacity(wanted.len()));
    for index in 0..FEATURE_BYTES {
        // The columns between are not looked at, nor are their checksums.
        let width = segment.bytes(Kind::Features, at..at.saturating_add(1))?.first().ok_or_else(damaged)?;
        let length = usize::from(*width).checked_mul(games).and_then(|length| length.checked_add(1));
        let end = length.and_then(|length| at.checked_add(length)).ok_or_else(damaged)?;
        if wanted.contains(&index) {
            let own = segment.bytes(Kind::Features, at..end)?;
            columns.push(Column::open(own, games).ok_or_else(damaged)?);
        }
        at = end;
    }
    if at == segment.length(Kind::Features) { Ok(columns) } else { Err(damaged()) }
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
