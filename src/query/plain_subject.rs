//! A game that was not taken apart, as the filter language sees it.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};

use super::subject::Subject;
use crate::check::plain::PlainGame;
use crate::chess::{Move, Position};
use crate::notation::result::GameResult;
use crate::replay::MovesAre;
use crate::replay::game::Item;
use crate::replay::opening::Opening;
use crate::store::{Features, Surveyor};

/// What a worker keeps for such games.
#[derive(Default)]
pub struct PlainMemory {
    /// [`Features::checks`] is asked for.
    with_checks: bool,
    moves: Cell<Vec<Move>>,
    /// Not there before the first game whose features are asked for: it is large.
    surveyor: RefCell<Option<Box<Surveyor>>>,
}

impl PlainMemory {
    /// For games of which [`Features::checks`] is asked, too. Without it the features are found faster.
    pub fn with_checks() -> PlainMemory {
        PlainMemory { with_checks: true, ..PlainMemory::default() }
    }
}

/// A game of which nothing is at hand but its tags and the moves of its main line.
pub struct PlainSubject<'g> {
    game: &'g PlainGame<'g>,
    with_checks: bool,
    /// Put together when they are asked for: most games are ruled out without.
    moves: OnceCell<Vec<Move>>,
    /// Where their memory comes from and goes to.
    spare: &'g Cell<Vec<Move>>,
    surveyor: &'g RefCell<Option<Box<Surveyor>>>,
    features: OnceCell<Features>,
    opening: OnceCell<u16>,
    /// Somebody asked for text that is there, but not at hand: then the answers mean nothing.
    lacks_text: Cell<bool>,
}

impl<'g> PlainSubject<'g> {
    /// `memory` is used again from game to game.
    pub fn new(game: &'g PlainGame<'g>, memory: &'g mut PlainMemory) -> PlainSubject<'g> {
        let PlainMemory { moves, surveyor, with_checks } = memory;
        PlainSubject {
            game,
            with_checks: *with_checks,
            moves: OnceCell::new(),
            spare: moves,
            surveyor,
            features: OnceCell::new(),
            opening: OnceCell::new(),
            lacks_text: Cell::new(false),
        }
    }

    /// Has anybody asked for text of the game that was not read? Then what was found out means nothing.
    pub fn lacks_text(&self) -> bool {
        self.lacks_text.get()
    }
}

impl Drop for PlainSubject<'_> {
    fn drop(&mut self) {
        if let Some(moves) = self.moves.take() {
            self.spare.set(moves);
        }
    }
}

impl Subject for PlainSubject<'_> {
    fn tag(&self, name: &str) -> Option<Cow<'_, str>> {
        self.game.tag(name).map(Cow::Borrowed)
    }

    fn start(&self) -> &Position {
        Position::classic()
    }

    fn moves(&self) -> &[Move] {
        self.moves.get_or_init(|| {
            let mut moves = self.spare.take();
            moves.clear();
            moves.extend(self.game.plies.iter().map(|ply| ply.mv()));
            moves
        })
    }

    fn plies(&self) -> usize {
        self.game.plies.len()
    }

    fn has_key(&self, key: u64) -> Option<bool> {
        Some(Position::classic().key() == key || self.game.plies.iter().any(|ply| ply.key() == key))
    }

    fn last(&self) -> Option<&Position> {
        Some(self.game.last)
    }

    fn features(&self) -> &Features {
        self.features.get_or_init(|| {
            let new =
                || Box::new(if self.with_checks { Surveyor::default() } else { Surveyor::without_checks() });
            self.surveyor.borrow_mut().get_or_insert_with(new).survey_plain(self.game, self.moves())
        })
    }

    fn items(&self) -> &[Item] {
        if self.game.spelling == MovesAre::AmongText {
            self.lacks_text.set(true);
        }
        &[]
    }

    fn opening_number(&self) -> u16 {
        let plies = || self.game.plies.iter().map(|ply| (ply.mv(), ply.key()));
        *self.opening.get_or_init(|| Opening::number_after_keys(Position::classic(), plies()))
    }

    fn is_whole(&self) -> bool {
        true
    }

    fn is_chess960(&self) -> bool {
        false
    }

    fn result(&self) -> GameResult {
        self.game.result
    }
}
