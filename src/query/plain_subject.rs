//! A game that was not taken apart, as the filter language sees it.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};

use super::event::Feature;
use super::said;
use super::subject::Subject;
use crate::check::plain::PlainGame;
use crate::chess::{Move, Position};
use crate::notation::result::GameResult;
use crate::pgn::comment_values::has_clock;
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
    /// The game was read once more for what is in it besides its main line.
    items: OnceCell<Vec<Item>>,
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
            items: OnceCell::new(),
        }
    }

    /// Was its text asked for, so that it was read twice? It would have been faster to take the game apart at once.
    pub fn was_read_twice(&self) -> bool {
        self.items.get().is_some()
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
        match self.game.spelling {
            MovesAre::AmongText => self.items.get_or_init(|| self.game.items()),
            MovesAre::Exact | MovesAre::Loose => &[],
        }
    }

    fn has(&self, feature: Feature) -> bool {
        let told = match feature {
            Feature::Comments => self.game.has_comments(),
            Feature::Variations => self.game.has_variations(),
            Feature::Nags | Feature::Clocks | Feature::Evals => None,
        };
        told.unwrap_or_else(|| said::has(feature, self.items()))
    }

    fn has_clocks(&self) -> bool {
        let asked = || self.items().iter().any(|item| matches!(item, Item::Comment(text) if has_clock(text)));
        self.game.has_clocks().unwrap_or_else(asked)
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
