//! The overview of a collection: how many games, how long, when, by whom, how they ended.

use rustc_hash::FxHashMap;

use super::duplicates::Plays;
use super::names::{Names, merge};
use super::openings::Openings;
use super::report::Part;
use super::results::Results;
use super::survey::{Count, Place, Places, Survey, Tally};
use crate::chess::chess960::double_numbers;
use crate::chess::{Color, Position};
use crate::query::Subject;
use crate::query::event::Feature;

/// Games are put together by their length in moves in bins of this size.
pub(super) const MOVES: u32 = 10;

/// Games are put together by the average rating of both sides in bands of this size.
pub(super) const BAND: u32 = 100;

/// Everything that is worth knowing of any collection.
#[derive(Clone, Copy, Debug)]
pub struct Overview {
    /// Rows of each table that is ordered by the number of games, such as that of the players.
    pub top: usize,
}

impl Survey for Overview {
    fn tally(&self) -> Tally {
        Tally::new(OverviewCount { top: self.top, ..OverviewCount::default() })
    }
}

/// Where a game of Chess960 starts: the number of White's arrangement and that of Black's; `None` if it is none of
/// the 960.
pub(super) type StartNumbers = Option<(u16, u16)>;

/// What was counted so far.
#[derive(Default)]
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
    /// The sum of all ratings, and how many there are.
    pub(super) elo: (u64, u64),
    /// By full moves, divided by [`MOVES`].
    pub(super) lengths: FxHashMap<u32, Results>,
    pub(super) years: FxHashMap<u16, Results>,
    /// By the average rating, divided by [`BAND`].
    pub(super) bands: FxHashMap<u32, Results>,
    /// From the player's own point of view.
    pub(super) players: Names<Results>,
    pub(super) events: Names<Results>,
    pub(super) sites: Names<Results>,
    pub(super) openings: Openings,
    pub(super) starts: FxHashMap<StartNumbers, Results>,
}

impl Count for OverviewCount {
    fn game(&mut self, game: &dyn Subject, _place: Place) {
        let result = game.result();
        let count = |results: &mut Results| results.add(result, Color::White);
        let plies = game.moves().len();
        self.plies += plies as u64;
        count(&mut self.results);
        count(self.lengths.entry(full_moves(plies) / MOVES).or_default());
        if let Some(year) = game.date().year {
            count(self.years.entry(year).or_default());
        }
        let (white, black) = (game.white_elo(), game.black_elo());
        for elo in [white, black].into_iter().flatten() {
            self.elo.0 += u64::from(elo);
            self.elo.1 += 1;
        }
        if let (Some(white), Some(black)) = (white, black) {
            count(self.bands.entry((white + black) / 2 / BAND).or_default());
        }
        if let Some(name) = known(game.tag("White").as_deref()) {
            self.players.count(name, |own| own.add(result, Color::White));
        }
        if let Some(name) = known(game.tag("Black").as_deref()) {
            self.players.count(name, |own| own.add(result, Color::Black));
        }
        if let Some(name) = known(game.tag("Event").as_deref()) {
            self.events.count(name, count);
        }
        if let Some(name) = known(game.tag("Site").as_deref()) {
            self.sites.count(name, count);
        }
        if let Some(opening) = game.opening() {
            self.openings.count(opening, count);
        }
        self.plays.add(game);
        self.cut += u64::from(!game.is_whole());
        if game.is_chess960() {
            self.chess960 += 1;
            count(self.starts.entry(double_numbers(game.start())).or_default());
        } else if !is_classic(game.start()) {
            self.from_position += 1;
        }
        self.comments += u64::from(game.has(Feature::Comments));
        self.variations += u64::from(game.has(Feature::Variations));
        self.clocks += u64::from(game.has(Feature::Clocks));
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
        self.elo.0 += later.elo.0;
        self.elo.1 += later.elo.1;
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
