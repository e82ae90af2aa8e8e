//! The main line of a game as it was replayed: moves, their places, and what the end of the game needs to know.

use std::ops::Range;

use crate::chess::attacks::code;
use crate::chess::position::NO_SQUARE;
use crate::chess::{Move, Position, Square};
use crate::notation::{Refusal, Unreadable};

use super::lane::Fast;

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

/// One ply of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// Key of the position after it.
    key: u64,
    /// From the low end: the move in 16 bits, its [`Effect`] in two, [`ODD`], the index of its token in the upper 32 bits.
    packed: u64,
}

/// Not, or perhaps not, spelled as PGN export format spells it.
const ODD: u64 = 1 << 18;

/// What a move did besides moving a man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effect(
    /// From the low end: irreversible, [`Effect::CAPTURE`].
    u8,
);

impl Effect {
    const CAPTURE: u8 = 1 << 1;

    /// That a move is irreversible goes without saying if it is a capture.
    #[inline(always)]
    pub(crate) fn new(is_irreversible: bool, is_capture: bool) -> Effect {
        Effect(u8::from(is_irreversible) | u8::from(is_capture) << 1)
    }

    /// Was something taken, en passant included?
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        self.0 & Effect::CAPTURE != 0
    }

    /// A capture or a pawn's move: no earlier position can come back.
    #[inline(always)]
    pub const fn is_irreversible(self) -> bool {
        self.0 != 0
    }
}

impl Ply {
    #[inline(always)]
    pub(crate) fn new(mv: Move, key: u64, token: usize, effect: Effect) -> Ply {
        let packed = u64::from(mv.bits()) | u64::from(effect.0) << 16 | (token as u64) << 32;
        Ply { key, packed }
    }

    /// The move.
    #[inline]
    pub fn mv(self) -> Move {
        Move::from_bits(self.packed as u16)
    }

    /// Key of the position after it.
    #[inline]
    pub fn key(self) -> u64 {
        self.key
    }

    /// Index of its token.
    pub(crate) fn token(self) -> usize {
        (self.packed >> 32) as usize
    }

    /// May it be spelled in another way than that of PGN export format (the letters of a language aside)? Then the
    /// board has to say; any other move is certain to be.
    pub(crate) fn is_odd(self) -> bool {
        self.packed & ODD != 0
    }

    /// What it did.
    #[inline(always)]
    pub fn effect(self) -> Effect {
        Effect((self.packed >> 16 & 3) as u8)
    }

    fn is_irreversible(self) -> bool {
        self.effect().is_irreversible()
    }

    /// Plies since the last capture or pawn's move. Without a branch: which plies are quiet cannot be guessed.
    #[inline(always)]
    fn clock_after(self, clock: u32) -> u32 {
        (clock + 1) & u32::from(self.is_irreversible()).wrapping_sub(1)
    }
}

/// The main line, replayed; kept from game to game.
pub(crate) struct Line {
    /// The current position; the final one when the replay is over.
    pub(crate) position: Position,
    /// What was played so far.
    pub(crate) made: Vec<Ply>,
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
    /// Was a move number wrong, or one too many, or a move passed?
    pub(crate) is_irregular: bool,
    /// The first jump in the move numbers.
    pub(crate) jump: Option<Jump>,
    /// Plies since the last pawn move or capture in the position before the first move.
    clock_before: u32,
    start_key: u64,
    /// Plies from the beginning of move 1 to the position before the first move.
    ply_before: u32,
    /// So many of the plies made are in the position's own fields.
    settled: usize,
    /// Men on the board after them, kings included.
    men: u32,
}

impl Line {
    /// An empty line from the classic start.
    pub(crate) fn new() -> Line {
        Line {
            position: Position::start(),
            made: Vec::with_capacity(512),
            is_check: false,
            is_plain: false,
            languages: 0,
            has_pawn_letters: false,
            is_long: false,
            is_irregular: false,
            jump: None,
            clock_before: 0,
            start_key: 0,
            ply_before: 0,
            settled: 0,
            men: 0,
        }
    }

    /// Begins again from `start`.
    pub(crate) fn begin(&mut self, start: &Position) {
        self.position.clone_from(start);
        self.made.clear();
        self.is_check = false;
        self.is_plain = false;
        self.languages = 0;
        self.has_pawn_letters = false;
        self.is_long = false;
        self.is_irregular = false;
        self.jump = None;
        self.clock_before = start.halfmove_clock();
        self.start_key = start.key();
        self.ply_before = start.ply();
        self.settled = 0;
        self.men = start.occupied().len();
    }

    /// Plies made so far.
    pub(crate) fn plies(&self) -> u32 {
        self.made.len() as u32
    }

    /// The moves so far.
    pub(crate) fn moves(&self) -> impl ExactSizeIterator<Item = Move> {
        self.made.iter().map(|ply| ply.mv())
    }

    /// Index of the token of the move with this index.
    pub(crate) fn token(&self, index: usize) -> Option<usize> {
        self.made.get(index).map(|ply| ply.token())
    }

    /// The last move may be spelled oddly.
    pub(crate) fn mark_odd(&mut self) {
        if let Some(last) = self.made.last_mut() {
            last.packed |= ODD;
        }
    }

    /// What the fast lane kept to itself goes into the position, but for the half-move clock, which nothing asks for
    /// before the end ([`Line::finish`]).
    pub(crate) fn settle(&mut self, fast: Fast) {
        let hot = &mut self.position.hot;
        (hot.white, hot.black) = (fast.white, fast.black);
        (hot.hash, hot.rights) = (fast.hash, fast.rights);
        let new = self.made.get(self.settled..).unwrap_or_default();
        hot.ply = self.ply_before + self.made.len() as u32;
        let Some(last) = new.last() else { return };
        (hot.passed, hot.ep_key) = (u32::from(NO_SQUARE), 0);
        let (from, to) = (last.mv().from().index(), last.mv().to().index());
        if last.is_irreversible() && from ^ to == 16 && self.position.board[to] & 15 == code::PAWN {
            self.position.set_passed(Square::new((from + to) / 2));
        }
        self.settled = self.made.len();
        self.men = (fast.white | fast.black).count_ones();
    }

    /// Sets the half-move clock at the end of the line.
    pub(crate) fn finish(&mut self) {
        let quiet = self.made.iter().rev().position(|ply| ply.is_irreversible());
        self.position.hot.clock = quiet.map_or(self.clock_before + self.plies(), |quiet| quiet as u32);
    }

    /// Notes a move that was made in the position itself.
    pub(crate) fn note(&mut self, mv: Move, token: usize) {
        // The clock may count from an earlier move than it should, but a capture or a pawn's move sets it to zero.
        let is_irreversible = self.position.halfmove_clock() == 0;
        let men = self.position.occupied().len();
        let is_capture = men < self.men;
        let effect = Effect::new(is_irreversible, is_capture);
        self.made.push(Ply::new(mv, self.position.key(), token, effect));
        (self.settled, self.men) = (self.made.len(), men);
    }

    /// The longest stretch of plies without a capture or a pawn's move, those before the line counted.
    pub(crate) fn longest_quiet(&self) -> u32 {
        let (mut clock, mut longest) = (self.clock_before, self.clock_before);
        for ply in &self.made {
            clock = ply.clock_after(clock);
            longest = longest.max(clock);
        }
        longest
    }

    /// May a position be there so many times? (Keys are folded; whoever needs the truth asks again.)
    pub(crate) fn may_repeat(&self, times: u8) -> bool {
        // A position comes back after four plies at the earliest.
        let least = 4 * (usize::from(times) - 1);
        let mut from = 0;
        let mut key = self.start_key;
        loop {
            let rest = self.made.get(from..).unwrap_or_default();
            let quiet = rest.iter().position(|ply| ply.is_irreversible());
            let stretch = rest.get(..quiet.unwrap_or(rest.len())).unwrap_or_default();
            if stretch.len() >= least && repeats(key, stretch, times) {
                return true;
            }
            let Some(quiet) = quiet else { return false };
            key = rest.get(quiet).map_or(0, |ply| ply.key);
            from += quiet + 1;
        }
    }
}

/// Does one of these keys come so many times?
fn repeats(first: u64, stretch: &[Ply], times: u8) -> bool {
    let mut counts = [0u8; FOLDED];
    std::iter::once(first).chain(stretch.iter().map(|ply| ply.key)).any(|key| {
        let Some(count) = counts.get_mut(key as usize & (FOLDED - 1)) else { return false };
        *count = count.saturating_add(1);
        *count >= times
    })
}

const FOLDED: usize = 1024;
