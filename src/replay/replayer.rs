//! Replay for users of the library: tokens in, final position out.

use super::engine::Engine;
use super::lane::LaneLetters;
use super::line::{Line, Stop};
use super::main_line::Script;
use super::observer::Quiet;
use crate::chess::{Move, Position};
use crate::notation::{Language, Letters};
use crate::pgn::Token;

/// Replays the main lines of games, every move legal; keeps its memory from game to game.
///
/// ```
/// use zug::chess::Position;
/// use zug::pgn::Tokens;
/// use zug::replay::Replayer;
///
/// let game = b"1. e4 e5 2. Sf3 {Springer} Sc6 *";
/// let mut tokens = Tokens::default();
/// tokens.read_from(game, 0);
/// let mut replayer = Replayer::new(None);
/// assert!(replayer.replay(game, tokens.as_slice(), &Position::start()));
/// assert_eq!(replayer.moves().len(), 4);
/// assert_eq!(replayer.position().fullmove_number(), 3);
/// ```
pub struct Replayer {
    engine: Engine,
    letters: &'static Letters,
    lane: LaneLetters,
    line: Line,
}

impl Replayer {
    /// For games in one language; `None` reads English and German alike.
    pub fn new(language: Option<Language>) -> Replayer {
        let letters = language.map_or_else(Letters::english_german, Letters::of);
        Replayer { engine: Engine::best(), letters, lane: LaneLetters::new(letters), line: Line::new() }
    }

    /// Replays the main line in `tokens`, whose offsets count from the first byte of `game`. Answers whether every
    /// move was legal; if not, [`Replayer::position`] is the one before the first that is not.
    pub fn replay(&mut self, game: &[u8], tokens: &[Token], start: &Position) -> bool {
        self.line.begin(start);
        let movetext = tokens.first().map_or(0, |token| token.start as usize);
        let script = Script { text: game, tokens, movetext, letters: self.letters, lane: &self.lane };
        let stop = self.engine.replay_moves(&script, 0, &mut self.line, &mut Quiet);
        matches!(stop, Stop::End { .. })
    }

    /// The moves made in the game replayed last.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> {
        self.line.moves()
    }

    /// The position after them.
    pub fn position(&self) -> &Position {
        &self.line.position
    }
}
