//! What is counted, by whoever counts: a worker for its part, the run for all of it.

use std::ops::Range;

use crate::check::plain::PlainGame;
use crate::chess::Move;
use crate::query::{Expr, GameSubject, Matcher, PlainMemory, PlainSubject, Subject};
use crate::replay::MovesAre;
use crate::replay::game::Game;
use crate::stats::{Place, Survey, Tally};
use crate::store::{Columns, Flags, StoreError};

/// What was counted of a part of the games.
pub(super) struct Counted {
    /// One for each survey.
    pub(super) tallies: Vec<Tally>,
    /// Games that were counted.
    pub(super) games: u64,
    /// Of these, the ones that could not be read to their end.
    pub(super) cut: u64,
}

impl Counted {
    /// Nothing yet.
    pub(super) fn new(surveys: &[Box<dyn Survey>]) -> Counted {
        Counted { tallies: surveys.iter().map(|survey| survey.tally()).collect(), games: 0, cut: 0 }
    }

    /// Adds what was counted of the games behind these.
    pub(super) fn merge(&mut self, later: Counted) {
        for (tally, later) in self.tallies.iter_mut().zip(later.tallies) {
            tally.merge(later);
        }
        self.games += later.games;
        self.cut += later.cut;
    }

    /// Counts a game.
    pub(super) fn add(&mut self, game: &dyn Subject, place: Place) {
        for tally in &mut self.tallies {
            tally.game(game, place);
        }
        self.games += 1;
        self.cut += u64::from(!game.is_whole());
    }

    /// Counts a game of a store by its columns, which must be enough.
    pub(super) fn add_stored(
        &mut self,
        columns: &Columns<'_>,
        game: u32,
        place: Place,
    ) -> Result<(), StoreError> {
        for tally in &mut self.tallies {
            tally.stored(columns, game, place)?;
        }
        self.games += 1;
        self.cut += u64::from(!columns.flags(game).has(Flags::WHOLE));
        Ok(())
    }

    /// Counts games of a store that follow each other by their columns, which must be enough.
    pub(super) fn add_all_stored(
        &mut self,
        columns: &Columns<'_>,
        games: Range<u32>,
        place: &dyn Fn(u32) -> Place,
    ) -> Result<(), StoreError> {
        for tally in &mut self.tallies {
            tally.stored_all(columns, games.clone(), place)?;
        }
        self.games += u64::from(games.end.saturating_sub(games.start));
        self.cut += games.filter(|game| !columns.flags(*game).has(Flags::WHOLE)).count() as u64;
        Ok(())
    }
}

/// Does one of them count the moves that give check?
pub(super) fn counts_checks(surveys: &[Box<dyn Survey>]) -> bool {
    surveys.iter().any(|survey| survey.counts_checks())
}

/// Looks whether games are to be counted, and counts them; every worker has its own.
pub(super) struct Counter {
    matcher: Option<Matcher>,
    /// Memory for the moves of a game.
    pub(super) moves: Vec<Move>,
    plain: PlainMemory,
    /// Somebody asks for the text of games.
    asks_for_text: bool,
}

impl Counter {
    /// Counts what matches; without a condition everything.
    pub(super) fn new(expr: Option<&Expr>, surveys: &[Box<dyn Survey>]) -> Counter {
        let plain = match counts_checks(surveys) {
            true => PlainMemory::with_checks(),
            false => PlainMemory::default(),
        };
        Counter { matcher: expr.map(Matcher::new), moves: Vec::new(), plain, asks_for_text: false }
    }

    /// Is the game to be counted?
    pub(super) fn is_wanted(&mut self, game: &dyn Subject) -> bool {
        self.matcher.as_mut().is_none_or(|matcher| matcher.first(game).is_some())
    }

    /// Counts a game, if it is to be counted.
    fn count(&mut self, game: &dyn Subject, place: Place, counted: &mut Counted) {
        if self.is_wanted(game) {
            counted.add(game, place);
        }
    }

    /// Counts a game that is there as a whole.
    pub(super) fn count_game(&mut self, game: &Game, place: Place, counted: &mut Counted) {
        let mut moves = std::mem::take(&mut self.moves);
        self.count(&GameSubject::new(game, &mut moves), place, counted);
        self.moves = moves;
    }

    /// Is it better to take a game apart before it is counted?
    pub(super) fn wants_text(&self, game: &PlainGame<'_>) -> bool {
        self.asks_for_text && game.spelling == MovesAre::AmongText
    }

    /// Counts a game that was not taken apart.
    pub(super) fn count_plain(&mut self, game: &PlainGame<'_>, place: Place, counted: &mut Counted) {
        let mut plain = std::mem::take(&mut self.plain);
        let subject = PlainSubject::new(game, &mut plain);
        self.count(&subject, place, counted);
        self.asks_for_text |= subject.was_read_twice();
        drop(subject);
        self.plain = plain;
    }
}
