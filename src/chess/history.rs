//! What has been on the board so far: repetition and the long move counts.

use std::collections::HashMap;

use super::position::Position;
use super::types::Move;

/// Plies without pawn move or capture after which a draw may be claimed (FIDE Laws 9.3).
pub const FIFTY_MOVES: u32 = 100;
/// Plies without pawn move or capture after which the game is drawn (FIDE Laws 9.6.2).
pub const SEVENTYFIVE_MOVES: u32 = 150;

/// So many plies are looked back over; for more, the positions are counted in a table.
const LOOK_BACK: usize = 512;

/// The first plies at which a game reached what can be claimed or ends it; 0 is the start position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Milestones {
    /// A position for the third time.
    pub threefold: Option<u32>,
    /// A position for the fifth time.
    pub fivefold: Option<u32>,
    /// Fifty moves without pawn move or capture.
    pub fifty: Option<u32>,
    /// Seventy-five such moves, the last of which did not mate.
    pub seventyfive: Option<u32>,
}

/// The positions of one game by their keys, and the milestones they reached.
///
/// Within a game every castling right belongs to one rook, so equal keys are equal positions but for a chance
/// collision of 64 bits; [`exact_occurrences`] leaves no doubt.
#[derive(Clone, Debug, Default)]
pub struct History {
    keys: Vec<u64>,
    recurrence: Recurrence,
    milestones: Milestones,
    most: u32,
}

impl History {
    /// An empty history; nothing is allocated before the first position.
    pub fn new() -> History {
        History::default()
    }

    /// Begins a game with its start position; the memory of the game before is used again.
    pub fn begin(&mut self, start: &Position) {
        self.keys.clear();
        self.recurrence.clear();
        self.milestones = Milestones::default();
        self.most = 0;
        self.push(start);
    }

    /// Notes the position after a move; returns how many times it has been on the board now.
    pub fn push(&mut self, position: &Position) -> u32 {
        let ply = self.keys.len() as u32;
        let clock = position.halfmove_clock();
        self.keys.push(position.key());
        let count = self.recurrence.count(&self.keys, clock);
        self.most = self.most.max(count);
        if count >= 3 {
            self.milestones.threefold.get_or_insert(ply);
        }
        if count >= 5 {
            self.milestones.fivefold.get_or_insert(ply);
        }
        if clock >= FIFTY_MOVES {
            self.milestones.fifty.get_or_insert(ply);
            // A mate on the last move goes before the count.
            if clock >= SEVENTYFIVE_MOVES && self.milestones.seventyfive.is_none() && !position.is_mate() {
                self.milestones.seventyfive = Some(ply);
            }
        }
        count
    }

    /// The keys so far, the start position's first.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// What has been reached so far.
    pub fn milestones(&self) -> Milestones {
        self.milestones
    }

    /// The highest count any position has reached.
    pub fn most_occurrences(&self) -> u32 {
        self.most
    }
}

/// Counts how often a position has been there, ply by ply through a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recurrence {
    /// How often each position was there since the last pawn move or capture, where that is long ago; else empty.
    counts: HashMap<u64, u32>,
}

impl Recurrence {
    /// Begins a game.
    pub(crate) fn clear(&mut self) {
        self.counts.clear();
    }

    /// How many times the last of `keys` has been there, `clock` plies after the last pawn move or capture; to be asked
    /// at every ply of a game in which `clock` is above 512. Looking back is the fastest way in every real game, but
    /// over thousands of plies it would make the whole quadratic.
    pub(crate) fn count(&mut self, keys: &[u64], clock: u32) -> u32 {
        let back = keys.len().saturating_sub(1).min(clock as usize);
        if back <= LOOK_BACK {
            self.counts.clear();
            return occurrences(keys, clock);
        }
        let first = if self.counts.is_empty() { keys.len() - 1 - back } else { keys.len() - 1 };
        for &key in keys.get(first..).unwrap_or_default() {
            *self.counts.entry(key).or_insert(0) += 1;
        }
        keys.last().and_then(|key| self.counts.get(key)).copied().unwrap_or(0)
    }
}

/// How many times the last of `keys` is among them, looking back `clock` plies (what came before a pawn move or
/// capture cannot come back). 0 only if there are no keys.
#[inline]
pub fn occurrences(keys: &[u64], clock: u32) -> u32 {
    let Some((last, earlier)) = keys.split_last() else { return 0 };
    // The same side is to move every second ply, and two plies cannot restore a position.
    let back = earlier.iter().rev().take(clock as usize).skip(3).step_by(2);
    1 + back.filter(|key| *key == last).count() as u32
}

/// How many times the position after `moves` has been on the board since `start`, compared piece by piece. The
/// moves must be legal.
pub fn exact_occurrences(start: &Position, moves: &[Move]) -> u32 {
    let replay = || {
        let mut position = start.clone();
        std::iter::once(start.clone()).chain(moves.iter().map(move |m| {
            position.play(*m);
            position.clone()
        }))
    };
    match replay().last() {
        Some(last) => replay().filter(|position| position.same_as(&last)).count() as u32,
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::super::types::Square;
    use super::*;

    fn play(fen: &str, moves: &str) -> (History, Position, Vec<Move>) {
        let mut p = Position::from_fen(fen.as_bytes()).expect("readable").position;
        let mut history = History::new();
        history.begin(&p);
        let mut played = Vec::new();
        for text in moves.split_whitespace() {
            let sq = |range: std::ops::Range<usize>| Square::parse(text[range].as_bytes()).expect("square");
            let m = Move::normal(sq(0..2), sq(2..4));
            assert!(p.is_legal(m), "{text}");
            p.play(m);
            played.push(m);
            history.push(&p);
        }
        (history, p, played)
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const DANCE: &str = "g1f3 g8f6 f3g1 f6g8 ";

    #[test]
    fn the_start_position_counts() {
        let (history, _, moves) = play(START, &DANCE.repeat(2));
        assert_eq!(history.milestones().threefold, Some(8));
        let start = Position::start();
        assert_eq!(exact_occurrences(&start, &moves), 3);
    }

    #[test]
    fn the_fifth_time_is_told_apart_from_the_third() {
        let (history, _, _) = play(START, &DANCE.repeat(4));
        assert_eq!((history.milestones().threefold, history.milestones().fivefold), (Some(8), Some(16)));
        assert_eq!(history.most_occurrences(), 5);
    }

    #[test]
    fn long_stretches_are_counted_like_short_ones() {
        let mut position = Position::start();
        let mut history = History::new();
        history.begin(&position);
        let dance: Vec<Move> = ["g1f3", "g8f6", "f3g1", "f6g8"]
            .iter()
            .filter_map(|m| {
                Some(Move::normal(Square::parse(&m.as_bytes()[..2])?, Square::parse(&m.as_bytes()[2..])?))
            })
            .collect();
        for (ply, &mv) in (1u32..=4000).zip(dance.iter().cycle()) {
            position.play(mv);
            // After 4, 8, 12 ... plies the start position is there again; the others began a ply later.
            assert_eq!(
                history.push(&position),
                if ply % 4 == 0 { ply / 4 + 1 } else { ply.div_ceil(4) },
                "{ply}"
            );
        }
        let pawn = Move::normal(Square::parse(b"e2").unwrap(), Square::parse(b"e3").unwrap());
        position.play(pawn);
        assert_eq!(history.push(&position), 1);
        assert_eq!(history.most_occurrences(), 1001);
    }

    #[test]
    fn a_legal_en_passant_makes_another_position() {
        let dance = "h1g3 h8g8 g3h1 g8h8 ".repeat(2);
        let (legal, _, _) = play("7k/3p4/8/4P3/8/8/8/4K2N b - - 0 1", &format!("d7d5 {dance}"));
        assert_eq!(legal.milestones().threefold, None);
        let (pinned, _, _) = play("4r2k/3p4/8/4P3/8/8/8/4K2N b - - 0 1", &format!("d7d5 {dance}"));
        assert_eq!(pinned.milestones().threefold, Some(9));
    }

    #[test]
    fn a_lost_castling_right_makes_another_position() {
        let dance = "h1h2 e8e7 h2h1 e7e8 ".repeat(2);
        let (history, _, _) = play("4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1", &dance);
        assert_eq!(history.most_occurrences(), 2);
    }

    #[test]
    fn the_clock_of_the_fen_counts_for_fifty_moves() {
        let (history, _, _) = play("R7/4k3/8/6K1/8/8/8/8 w - - 98 80", "g5g6 e7d7 g6g5");
        assert_eq!(history.milestones().fifty, Some(2));
        assert_eq!(history.milestones().seventyfive, None);
        let (history, _, _) = play("R7/4k3/8/6K1/8/8/8/8 w - - 148 180", "g5g6 e7d7 g6g5");
        assert_eq!((history.milestones().fifty, history.milestones().seventyfive), (Some(0), Some(2)));
    }

    #[test]
    fn mate_on_the_last_of_seventyfive_moves_goes_first() {
        let (history, p, _) = play("7k/8/6K1/8/8/8/8/R7 w - - 149 180", "a1a8");
        assert!(p.is_mate());
        assert_eq!(history.milestones().seventyfive, None);
    }
}
