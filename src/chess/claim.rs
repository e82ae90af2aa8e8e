//! Draws that could have been claimed (FIDE Laws 9.2 and 9.3) and were not.

use std::collections::HashSet;

use super::history::{FIFTY_MOVES, History};
use super::position::Position;
use super::types::{Color, Move, Role};

/// What a draw can be claimed by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Ground {
    /// The same position for at least the third time (9.2).
    Threefold,
    /// Fifty moves of each side without pawn move or capture (9.3).
    FiftyMoves,
}

/// A draw that the side to move could have claimed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// Plies made when it could be claimed; 0 is the start position.
    pub ply: u32,
    /// The side to move, who had the right.
    pub by: Color,
    /// Repetition or fifty moves.
    pub ground: Ground,
    /// The first legal move that would have brought it about; `None` if it stood on the board already.
    pub next: Option<Move>,
}

/// Calls `visit` with every draw that could have been claimed and was not, in the order of the game, until it answers
/// false. At most one call for each ply and ground.
///
/// Whoever moves on has not claimed. What could be claimed in the last position, or was brought about by the last
/// move, counts only if the game `is_decisive` (won and lost): a draw may be that very claim, and a game without
/// result may have gone on. `moves` must be legal. A game in which no position was there twice and the clock stays
/// below 99 plies has nothing to claim and need not be asked.
pub fn unclaimed_draws(
    start: &Position,
    moves: &[Move],
    is_decisive: bool,
    mut visit: impl FnMut(Claim) -> bool,
) {
    let mut position = start.clone();
    let mut history = History::new();
    let mut twice = Twice::default();
    history.begin(start);
    let mut times = 1;
    for ply in 0u32.. {
        let played = moves.get(ply as usize).copied();
        // Nobody can be said not to have claimed at the end of a drawn game.
        if played.is_none() && (!is_decisive || !position.has_legal_move()) {
            return;
        }
        let is_last = ply as usize + 1 >= moves.len();
        for (ground, next) in open_claims(&position, times, &twice) {
            let claimed_with = |mv| is_last && !is_decisive && brings_about(&position, mv, ground, &twice);
            let claimed = next.is_some() && played.is_some_and(claimed_with);
            if !claimed && !visit(Claim { ply, by: position.turn(), ground, next }) {
                return;
            }
        }
        let Some(mv) = played else { return };
        position.play(mv);
        times = history.push(&position);
        twice.note(&position, times);
    }
}

/// Keys of positions that have been there at least twice since the last pawn move or capture, by side to move.
#[derive(Default)]
struct Twice([HashSet<u64>; 2]);

impl Twice {
    fn note(&mut self, position: &Position, times: u32) {
        if position.halfmove_clock() == 0 {
            self.0.iter_mut().for_each(HashSet::clear);
        }
        if times == 2
            && let Some(keys) = self.0.get_mut(position.turn().index())
        {
            keys.insert(position.key());
        }
    }

    fn with_turn(&self, color: Color) -> Option<&HashSet<u64>> {
        self.0.get(color.index()).filter(|keys| !keys.is_empty())
    }
}

/// What the side to move may claim, and with which move if not on the board.
fn open_claims(
    position: &Position,
    times: u32,
    twice: &Twice,
) -> impl Iterator<Item = (Ground, Option<Move>)> + use<> {
    let may_repeat = times < 3 && twice.with_turn(position.turn().other()).is_some();
    let may_reach = position.halfmove_clock() + 1 == FIFTY_MOVES;
    let moves = if may_repeat || may_reach { position.legal_moves() } else { Default::default() };
    let by_move = |ground| moves.iter().copied().find(|mv| brings_about(position, *mv, ground, twice));
    let claim = |ground, on_board: bool, possible: bool| {
        if on_board {
            return Some((ground, None));
        }
        possible.then(|| by_move(ground)).flatten().map(|mv| (ground, Some(mv)))
    };
    let threefold = claim(Ground::Threefold, times >= 3, may_repeat);
    let fifty = claim(Ground::FiftyMoves, position.halfmove_clock() >= FIFTY_MOVES, may_reach);
    [threefold, fifty].into_iter().flatten()
}

/// Would this legal move bring the ground about?
fn brings_about(position: &Position, mv: Move, ground: Ground, twice: &Twice) -> bool {
    if is_irreversible(position, mv) {
        return false;
    }
    match ground {
        Ground::FiftyMoves => position.halfmove_clock() + 1 >= FIFTY_MOVES,
        Ground::Threefold => twice.with_turn(position.turn().other()).is_some_and(|keys| {
            let mut after = position.clone();
            after.play(mv);
            keys.contains(&after.key())
        }),
    }
}

/// A pawn move or a capture: the clock begins anew.
fn is_irreversible(position: &Position, mv: Move) -> bool {
    let is_pawn = position.piece_at(mv.from()).is_some_and(|piece| piece.role == Role::Pawn);
    is_pawn || (!mv.is_castling() && position.piece_at(mv.to()).is_some())
}

#[cfg(test)]
mod tests {
    use super::super::history::exact_occurrences;
    use super::super::types::Square;
    use super::*;

    fn moves(text: &str) -> Vec<Move> {
        let square = |text: &str, at: usize| Square::parse(&text.as_bytes()[at..at + 2]).expect("a square");
        text.split_whitespace().map(|text| Move::normal(square(text, 0), square(text, 2))).collect()
    }

    fn claims(fen: &str, text: &str, is_decisive: bool) -> Vec<Claim> {
        let start = Position::from_fen(fen.as_bytes()).expect("readable").position;
        let moves = moves(text);
        let mut position = start.clone();
        for mv in &moves {
            assert!(position.is_legal(*mv), "{mv:?}");
            position.play(*mv);
        }
        let mut all = Vec::new();
        unclaimed_draws(&start, &moves, is_decisive, |claim| {
            all.push(claim);
            true
        });
        all
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const DANCE: &str = "g1f3 g8f6 f3g1 f6g8 ";

    fn threefold(ply: u32, by: Color, next: Option<&str>) -> Claim {
        Claim { ply, by, ground: Ground::Threefold, next: next.map(|text| moves(text)[0]) }
    }

    #[test]
    fn who_moves_on_has_not_claimed() {
        let on = format!("{}e2e4 e7e5", DANCE.repeat(2));
        assert_eq!(
            claims(START, &on, false),
            [threefold(7, Color::Black, Some("f6g8")), threefold(8, Color::White, None),]
        );
    }

    #[test]
    fn the_repetition_that_ends_a_drawn_game_was_claimed() {
        assert_eq!(claims(START, &DANCE.repeat(2), false), []);
        assert_eq!(
            claims(START, &DANCE.repeat(2), true),
            [threefold(7, Color::Black, Some("f6g8")), threefold(8, Color::White, None),]
        );
    }

    #[test]
    fn a_move_that_was_not_played_can_be_claimed_with() {
        let other = format!("{DANCE}g1f3 g8f6 f3g1 b8c6");
        assert_eq!(claims(START, &other, false), [threefold(7, Color::Black, Some("f6g8"))]);
        assert_eq!(claims(START, DANCE, true), []);
    }

    #[test]
    fn what_was_before_a_pawn_move_cannot_be_repeated() {
        let broken = format!("{DANCE}g1f3 g8f6 e2e3 e7e6 f3g1 f6g8");
        assert_eq!(claims(START, &broken, true), []);
    }

    #[test]
    fn fifty_moves_are_claimed_on_the_board_or_with_the_hundredth_ply() {
        let fen = "R7/4k3/8/6K1/8/8/8/8 w - - 98 80";
        let fifty = |ply, by, next: Option<Move>| Claim { ply, by, ground: Ground::FiftyMoves, next };
        let all = claims(fen, "g5g6 e7d7 g6g5", false);
        assert_eq!(all.len(), 2, "{all:?}");
        assert!(all[0].next.is_some());
        assert_eq!(all[0], fifty(1, Color::Black, all[0].next));
        assert_eq!(all[1], fifty(2, Color::White, None));
        // The last move of a draw is the claim; of a lost game it is not.
        assert_eq!(claims(fen, "g5g6 e7d7", false), []);
        assert_eq!(claims(fen, "g5g6 e7d7", true).len(), 2);
    }

    #[test]
    fn a_capture_as_the_hundredth_ply_brings_nothing_about() {
        // In check by an unguarded queen, the king can only take it.
        assert_eq!(claims("7k/6Q1/8/8/8/8/8/K7 b - - 99 80", "", true), []);
        assert_eq!(claims("7k/8/8/8/8/8/8/K6Q b - - 99 80", "", true).len(), 1);
    }

    #[test]
    fn mate_ends_the_game_before_any_claim() {
        assert_eq!(claims("7k/8/6K1/8/8/8/8/R7 w - - 120 180", "a1a8", true).len(), 1);
    }

    /// Every ply and every legal move looked at, occurrences counted by comparing boards.
    fn slow(start: &Position, moves: &[Move], is_decisive: bool) -> Vec<Claim> {
        let mut all = Vec::new();
        for ply in 0..=moves.len() {
            let before = &moves[..ply];
            let mut position = start.clone();
            before.iter().for_each(|mv| position.play(*mv));
            let legal = position.legal_moves();
            let is_end = ply == moves.len();
            if legal.is_empty() || is_end && !is_decisive {
                continue;
            }
            let after = |mv: Move| {
                let mut next = position.clone();
                next.play(mv);
                let times = exact_occurrences(start, &[before, &[mv]].concat());
                [(Ground::Threefold, times >= 3), (Ground::FiftyMoves, next.halfmove_clock() >= FIFTY_MOVES)]
            };
            let here = [
                (Ground::Threefold, exact_occurrences(start, before) >= 3),
                (Ground::FiftyMoves, position.halfmove_clock() >= FIFTY_MOVES),
            ];
            for (index, (ground, on_board)) in here.into_iter().enumerate() {
                let next = legal.iter().copied().find(|mv| after(*mv)[index].1);
                let ends_it = ply + 1 == moves.len() && !is_decisive && after(moves[ply])[index].1;
                let claim = Claim { ply: ply as u32, by: position.turn(), ground, next: None };
                if on_board {
                    all.push(claim);
                } else if next.is_some() && !ends_it {
                    all.push(Claim { next, ..claim });
                }
            }
        }
        all
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(48))]
        #[test]
        fn the_slow_way_finds_the_same(
            choices in proptest::collection::vec((proptest::bool::weighted(0.7), 0usize..1000), 0..28),
            fen in 0usize..4,
            is_decisive: bool,
        ) {
            let fen = [
                "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 90 60",
                "4k3/8/8/8/8/8/4P3/4K1N1 w - - 0 1",
                "7k/8/8/8/8/8/q7/7K b - - 85 60",
                "4k2r/3p4/8/4P3/8/8/8/4K2R b Kk - 0 1",
            ][fen];
            let start = Position::from_fen(fen.as_bytes()).expect("readable").position;
            let mut position = start.clone();
            let mut moves: Vec<Move> = Vec::new();
            for (goes_back, choice) in choices {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                let back = moves.len().checked_sub(2).map(|at| Move::normal(moves[at].to(), moves[at].from()));
                let mv = back.filter(|mv| goes_back && legal.contains(mv));
                let mv = mv.unwrap_or(legal[choice % legal.len()]);
                position.play(mv);
                moves.push(mv);
            }
            let mut quick = Vec::new();
            unclaimed_draws(&start, &moves, is_decisive, |claim| {
                quick.push(claim);
                true
            });
            proptest::prop_assert_eq!(quick, slow(&start, &moves, is_decisive));
        }
    }

    #[test]
    fn the_visitor_may_stop() {
        let start = Position::start();
        let mut calls = 0;
        unclaimed_draws(&start, &moves(&DANCE.repeat(6)), false, |_| {
            calls += 1;
            false
        });
        assert_eq!(calls, 1);
    }
}
