//! A game that can be copied as it stands, as the filter language sees it.

use std::borrow::Cow;
use std::cell::OnceCell;

use super::subject::Subject;
use crate::check::plain::PlainGame;
use crate::chess::{Move, Position};
use crate::notation::result::GameResult;
use crate::store::{Features, Surveyor};

/// A game of which nothing but moves is there besides its tags.
pub struct PlainSubject<'g> {
    game: &'g PlainGame<'g>,
    moves: &'g [Move],
    features: OnceCell<Features>,
}

impl<'g> PlainSubject<'g> {
    /// `moves` is memory for the moves of the main line, kept from game to game.
    pub fn new(game: &'g PlainGame<'g>, moves: &'g mut Vec<Move>) -> PlainSubject<'g> {
        moves.clear();
        moves.extend(game.moves.iter().map(|plain| plain.mv));
        PlainSubject { game, moves, features: OnceCell::new() }
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
        self.moves
    }

    fn has_key(&self, key: u64) -> Option<bool> {
        let is_there =
            Position::classic().key() == key || self.game.moves.iter().any(|plain| plain.key == key);
        Some(is_there)
    }

    fn features(&self) -> &Features {
        self.features.get_or_init(|| Surveyor::default().survey_plain(self.game, self.moves))
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
