//! The overview of a collection: how many games, how long, when, by whom, how they ended.

use rustc_hash::FxHashMap;

use super::duplicates::Plays;
use super::mean::Mean;
use super::names::{Names, merge};
use super::openings::Openings;
use super::report::Part;
use super::results::Results;
use super::survey::{Count, Place, Places, Survey, Tally};
use crate::chess::chess960::double_numbers;
use crate::chess::{Color, Position};
use crate::notation::result::GameResult;
use crate::query::Subject;
use crate::query::event::Feature;
use crate::query::store_subject::{date, rating};
use crate::replay::opening::Opening;
use crate::store::format::Kind;
use crate::store::tags::unpack_result;
use crate::store::{Columns, Flags, StoreError};

/// Games are put together by their length in moves in bins of this size.
pub(super) const MOVES: u32 = 10;

/// Games are put together by the average rating of both sides in bands of this size.
pub(super) const BAND: u32 = 100;

/// Everything that is worth knowing of any collection.
#[derive(Clone, Copy, Debug)]
pub struct Overview {
    /// Rows of each table that is ordered by the number of games, such as that of the players.
    pub top: usize,
    /// For so many games it is kept in memory, eight bytes each, how they went, so that copies are found; for more, in
    /// temporary files.
    pub plays: usize,
}

impl Survey for Overview {
    fn tally(&self) -> Tally {
        Tally::new(OverviewCount {
            top: self.top,
            plays: Plays::new(self.plays),
            plies: 0,
            results: Results::default(),
            cut: 0,
            chess960: 0,
            from_position: 0,
            comments: 0,
            variations: 0,
            clocks: 0,
            elo: Mean::default(),
            lengths: FxHashMap::default(),
            years: FxHashMap::default(),
            bands: FxHashMap::default(),
            players: Names::default(),
            events: Names::default(),
            sites: Names::default(),
            by_number: ByNumber::default(),
            openings: Openings::default(),
            starts: FxHashMap::default(),
        })
    }
}

/// Where a game of Chess960 starts: the number of White's arrangement and that of Black's; `None` if it is none of
/// the 960.
pub(super) type StartNumbers = Option<(u16, u16)>;

/// What was counted so far.
pub(super) struct OverviewCount {
    pub(super) top: usize,
    pub(super) plies: u64,
    pub(super) results: Results,
    /// Games that could not be read to their end.
    pub(super) cut: u64,
    pub(super) chess960: u64,
    /// Games of classic chess that do not start from the classic position.
    pub(super) from_position: u64,
    pub(super) comments: u64,
    pub(super) variations: u64,
    pub(super) clocks: u64,
    pub(super) plays: Plays,
    /// All ratings.
    pub(super) elo: Mean,
    /// By full moves, divided by [`MOVES`].
    pub(super) lengths: FxHashMap<u32, Results>,
    pub(super) years: FxHashMap<u16, Results>,
    /// By the average rating, divided by [`BAND`].
    pub(super) bands: FxHashMap<u32, Results>,
    /// From the player's own point of view.
    pub(super) players: Names<Results>,
    pub(super) events: Names<Results>,
    pub(super) sites: Names<Results>,
    by_number: ByNumber,
    pub(super) openings: Openings,
    pub(super) starts: FxHashMap<StartNumbers, Results>,
}

/// What was counted by the numbers of names in the columns of a store, before they are turned into names.
#[derive(Default)]
struct ByNumber {
    players: Vec<Results>,
    events: Vec<Results>,
    sites: Vec<Results>,
}

/// Counts for a number; 0 is no name, and so is one that the dictionary does not have.
#[inline]
fn count_number(counts: &mut [Results], number: u64, result: GameResult, side: Color) {
    let index = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
    if let Some(results) = index.and_then(|index| counts.get_mut(index)) {
        results.add(result, side);
    }
}

/// Gives what was counted by numbers to the names that they are of.
fn name_numbers(counts: &mut Vec<Results>, columns: &Columns<'_>, kind: Kind, names: &mut Names<Results>) {
    for (results, number) in std::mem::take(counts).into_iter().zip(1..) {
        if results.games() > 0
            && let Some(name) = known(columns.text(kind, number))
        {
            names.count(name, |own| own.merge(results));
        }
    }
}

/// What is looked at in a game, wherever it comes from, but for its names and moves.
struct Facts<'g> {
    result: GameResult,
    year: Option<u16>,
    elo: [Option<u32>; 2],
    plies: usize,
    start: &'g Position,
    /// A line of the table of openings.
    opening: u16,
    is_whole: bool,
    is_chess960: bool,
    /// Comments, variations, clocks.
    has: [bool; 3],
}

impl OverviewCount {
    #[inline]
    fn add(&mut self, facts: &Facts<'_>) {
        let result = facts.result;
        let count = |results: &mut Results| results.add(result, Color::White);
        self.plies += facts.plies as u64;
        count(&mut self.results);
        count(self.lengths.entry(full_moves(facts.plies) / MOVES).or_default());
        if let Some(year) = facts.year {
            count(self.years.entry(year).or_default());
        }
        for elo in facts.elo.into_iter().flatten() {
            self.elo.add(elo);
        }
        if let [Some(white), Some(black)] = facts.elo {
            count(self.bands.entry((white + black) / 2 / BAND).or_default());
        }
        self.openings.count(facts.opening, count);
        self.cut += u64::from(!facts.is_whole);
        if facts.is_chess960 {
            self.chess960 += 1;
            count(self.starts.entry(double_numbers(facts.start)).or_default());
        } else if !is_classic(facts.start) {
            self.from_position += 1;
        }
        for (own, has) in
            [&mut self.comments, &mut self.variations, &mut self.clocks].into_iter().zip(facts.has)
        {
            *own += u64::from(has);
        }
    }
}

impl Count for OverviewCount {
    fn game(&mut self, game: &dyn Subject, _place: Place) {
        let result = game.result();
        let comments = game.has(Feature::Comments);
        self.add(&Facts {
            result,
            year: game.date().year,
            elo: [game.white_elo(), game.black_elo()],
            plies: game.plies(),
            start: game.start(),
            opening: game.opening_number(),
            is_whole: game.is_whole(),
            is_chess960: game.is_chess960(),
            has: [comments, game.has(Feature::Variations), comments && game.has_clocks()],
        });
        for (tag, side) in [("White", Color::White), ("Black", Color::Black)] {
            if let Some(name) = known(game.tag(tag).as_deref()) {
                self.players.count(name, |own| own.add(result, side));
            }
        }
        for (tag, names) in [("Event", &mut self.events), ("Site", &mut self.sites)] {
            if let Some(name) = known(game.tag(tag).as_deref()) {
                names.count(name, |own| own.add(result, Color::White));
            }
        }
        if game.is_whole() {
            self.plays.add(game.start(), game.moves().iter().copied());
        }
    }

    fn reads_columns(&self) -> bool {
        true
    }

    fn stored(&mut self, columns: &Columns<'_>, game: u32, _place: Place) -> Result<(), StoreError> {
        let odd = if columns.is_classic(game) { None } else { columns.start_if_odd(game)? };
        let start = odd.as_ref().unwrap_or(Position::classic());
        let flags = columns.flags(game);
        let result = unpack_result(columns.get(Kind::Result, game));
        let moves = columns.moves(game)?;
        let plies = moves.len();
        self.add(&Facts {
            result,
            year: date(columns.get(Kind::Date, game)).year,
            elo: [Kind::WhiteElo, Kind::BlackElo].map(|kind| rating(columns.get(kind, game))),
            plies,
            start,
            opening: columns.opening(game).unwrap_or_else(|| Opening::number_after(start, moves)),
            is_whole: flags.has(Flags::WHOLE),
            is_chess960: flags.has(Flags::CHESS960),
            has: [Flags::COMMENTS, Flags::VARIATIONS, Flags::CLOCKS].map(|flag| flags.has(flag)),
        });
        let ByNumber { players, events, sites } = &mut self.by_number;
        for (counts, kind) in
            [(&mut *players, Kind::White), (&mut *events, Kind::Event), (&mut *sites, Kind::Site)]
        {
            if counts.is_empty() {
                counts.resize(columns.dictionary(kind).len(), Results::default());
            }
        }
        count_number(players, columns.get(Kind::White, game), result, Color::White);
        count_number(players, columns.get(Kind::Black, game), result, Color::Black);
        count_number(events, columns.get(Kind::Event, game), result, Color::White);
        count_number(sites, columns.get(Kind::Site, game), result, Color::White);
        if flags.has(Flags::WHOLE) {
            self.plays.add(start, columns.moves(game)?);
        }
        Ok(())
    }

    fn close(&mut self, columns: &Columns<'_>) {
        let ByNumber { players, events, sites } = &mut self.by_number;
        name_numbers(players, columns, Kind::Players, &mut self.players);
        name_numbers(events, columns, Kind::Events, &mut self.events);
        name_numbers(sites, columns, Kind::Sites, &mut self.sites);
    }

    fn merge(&mut self, later: OverviewCount) {
        let add = |own: &mut Results, other: Results| own.merge(other);
        self.plies += later.plies;
        self.results.merge(later.results);
        self.cut += later.cut;
        self.chess960 += later.chess960;
        self.from_position += later.from_position;
        self.comments += later.comments;
        self.variations += later.variations;
        self.clocks += later.clocks;
        self.plays.merge(later.plays);
        self.elo.merge(later.elo);
        merge(&mut self.lengths, later.lengths, add);
        merge(&mut self.years, later.years, add);
        merge(&mut self.bands, later.bands, add);
        self.players.merge(later.players, add);
        self.events.merge(later.events, add);
        self.sites.merge(later.sites, add);
        self.openings.merge(later.openings);
        merge(&mut self.starts, later.starts, add);
    }

    fn parts(self, _places: &Places) -> Vec<Part> {
        self.into_parts()
    }
}

/// The number of the last move, counted from the start of the game: 40 for 79 and for 80 plies.
pub(super) fn full_moves(plies: usize) -> u32 {
    u32::try_from(plies.div_ceil(2)).unwrap_or(u32::MAX)
}

/// A name that says something: not empty, and no question mark.
pub(super) fn known(name: Option<&str>) -> Option<&str> {
    name.filter(|name| !matches!(*name, "" | "?"))
}

/// Does a game start where every game starts that says nothing else?
pub(super) fn is_classic(start: &Position) -> bool {
    std::ptr::eq(start, Position::classic()) || start.same_as(Position::classic())
}
