//! The main line of a game as it was replayed: moves, their places, and what the end of the game needs to know.

use std::ops::Range;

use crate::chess::{Move, Position};
use crate::notation::{Refusal, Unreadable};

/// How the main line ended.
#[derive(Clone, Debug)]
pub(crate) enum Stop {
    /// No more tokens, or only a result at this place.
    End { result: Option<Range<usize>> },
    /// A move that is not legal here, or not one move.
    Refused { place: Range<usize>, token: usize, refusal: Box<Refusal> },
    /// A token that is no move.
    Unreadable { place: Range<usize>, token: usize, reason: Unreadable },
}

/// A jump in the move numbers, for the case that moves are missing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Jump {
    pub(crate) found: u32,
    pub(crate) expected: u32,
}

/// The main line, replayed; kept from game to game.
pub(crate) struct Line {
    /// The current position; the final one when the replay is over.
    pub(crate) position: Position,
    /// The moves so far.
    pub(crate) moves: Vec<Move>,
    /// Index of each move's token.
    pub(crate) tokens: Vec<u32>,
    /// Does the last move give check?
    pub(crate) is_check: bool,
    /// Was the last move made in the fast lane, which does not look for mate?
    pub(crate) is_plain: bool,
    /// Language bits of the piece letters seen (see [`super::lane`]).
    pub(crate) languages: u8,
    /// Was a letter taken for the pawn's, as `P` in English?
    pub(crate) has_pawn_letters: bool,
    /// Was a move written with a hyphen between origin and target?
    pub(crate) is_long: bool,
    /// Longest stretch of plies without pawn move or capture.
    pub(crate) longest_clock: u32,
    /// The first jump in the move numbers.
    pub(crate) jump: Option<Jump>,
    /// Counts of keys, folded: a position that was there n times gives at least n. (Zobrist keys spread well;
    /// whoever needs the true count asks again when this one is high.)
    counts: [u8; FOLDED],
    /// The highest of `counts`.
    pub(crate) most_repeated: u8,
}

const FOLDED: usize = 1024;

impl Line {
    /// An empty line from the classic start.
    pub(crate) fn new() -> Line {
        Line {
            position: Position::start(),
            moves: Vec::with_capacity(512),
            tokens: Vec::with_capacity(512),
            is_check: false,
            is_plain: false,
            languages: 0,
            has_pawn_letters: false,
            is_long: false,
            longest_clock: 0,
            jump: None,
            counts: [0; FOLDED],
            most_repeated: 0,
        }
    }

    /// Begins again from `start`.
    pub(crate) fn begin(&mut self, start: &Position) {
        self.position.clone_from(start);
        self.moves.clear();
        self.tokens.clear();
        self.is_check = false;
        self.is_plain = false;
        self.languages = 0;
        self.has_pawn_letters = false;
        self.is_long = false;
        self.longest_clock = start.halfmove_clock();
        self.jump = None;
        self.counts = [0; FOLDED];
        self.most_repeated = 0;
        self.count(start.key());
    }

    /// Plies made so far.
    pub(crate) fn plies(&self) -> u32 {
        self.moves.len() as u32
    }

    #[inline(always)]
    pub(crate) fn count(&mut self, key: u64) {
        if let Some(slot) = self.counts.get_mut(key as usize & (FOLDED - 1)) {
            *slot = slot.saturating_add(1);
            self.most_repeated = self.most_repeated.max(*slot);
        }
    }
}
