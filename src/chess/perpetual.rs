//! Perpetual check: no rule of its own, but a well-known way to the draw by repetition.

use std::collections::HashMap;

use super::types::Color;

/// Plies from the first to the third time of a position at least: two of them cannot restore a position.
const SHORTEST: usize = 8;

/// One side checked with every move while a position came up three times.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PerpetualCheck {
    /// Who gives the checks.
    pub by: Color,
    /// Plies made when the repeated position was there for the first time within the checks.
    pub first: u32,
    /// Plies made when it was there for the third time.
    pub ply: u32,
}

/// The first perpetual check of a game: a position for the third time, and between the first and the third time
/// every move of one side gives check. Earlier occurrences, before the checks began, count for nothing.
///
/// `keys` are the position keys of the main line from the start position on (as [`super::history::History::keys`]
/// has them), `checks` says of each of these positions whether its side to move is in check, `first_to_move` who
/// moves in the start position. A game without threefold repetition has none and need not be asked.
pub fn perpetual_check(first_to_move: Color, keys: &[u64], checks: &[bool]) -> Option<PerpetualCheck> {
    let of = |by| perpetual_by(by, first_to_move, keys, checks);
    // Both sides at once is possible on paper only; the one complete first counts.
    [of(Color::White), of(Color::Black)].into_iter().flatten().min_by_key(|found| found.ply)
}

fn perpetual_by(by: Color, first_to_move: Color, keys: &[u64], checks: &[bool]) -> Option<PerpetualCheck> {
    // Where the row of checks began, and what has been there since, once it is long enough to matter.
    let mut from = 0;
    let mut seen: HashMap<u64, (u32, usize)> = HashMap::new();
    for (ply, check) in checks.iter().enumerate().take(keys.len()) {
        let moved = ply > 0 && (ply % 2 == 1) == (by == first_to_move);
        if moved && !check {
            from = ply;
            seen.clear();
        }
        if ply - from < SHORTEST {
            continue;
        }
        let new = if seen.is_empty() { from } else { ply };
        for (at, &key) in keys.iter().enumerate().take(ply + 1).skip(new) {
            let (times, first) = seen.entry(key).or_insert((0, at));
            *times += 1;
            if *times == 3 {
                return Some(PerpetualCheck { by, first: *first as u32, ply: at as u32 });
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::history::History;
    use super::super::position::Position;
    use super::super::types::{Move, Square};
    use super::*;

    fn find(fen: &str, moves: &str) -> Option<PerpetualCheck> {
        let mut position = Position::from_fen(fen.as_bytes()).expect("readable").position;
        let first_to_move = position.turn();
        let mut history = History::new();
        history.begin(&position);
        let mut checks = vec![position.in_check()];
        for text in moves.split_whitespace() {
            let square = |at: usize| Square::parse(&text.as_bytes()[at..at + 2]).expect("a square");
            let mv = Move::normal(square(0), square(2));
            assert!(position.is_legal(mv), "{text}");
            position.play(mv);
            history.push(&position);
            checks.push(position.in_check());
        }
        perpetual_check(first_to_move, history.keys(), &checks)
    }

    /// White checks from e8 and h5 for ever.
    const FEN: &str = "8/6pk/8/7Q/8/8/8/K7 b - - 0 1";
    const ROUND: &str = "h7g8 h5e8 g8h7 e8h5 ";
    /// Back to the same position with quiet moves among them.
    const QUIET: &str = "h7g8 h5h4 g8f8 h4h5 f8g8 h5e8 g8h7 e8h5 ";

    fn other_side(fen: &str, moves: &str) -> (String, String) {
        let board: Vec<&str> = fen.split(' ').next().expect("a board").split('/').rev().collect();
        let swap = |c: char| if c.is_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
        let turn = if fen.contains(" b ") { 'w' } else { 'b' };
        let turned = |c: char| c.to_digit(10).map_or(c, |rank| char::from(b'0' + 9 - rank as u8));
        let board: String = board.join("/").chars().map(swap).collect();
        (format!("{board} {turn} - - 0 1"), moves.chars().map(turned).collect())
    }

    #[test]
    fn three_times_with_nothing_but_checks() {
        let found = PerpetualCheck { by: Color::White, first: 0, ply: 8 };
        assert_eq!(find(FEN, &ROUND.repeat(2)), Some(found));
        let (fen, moves) = other_side(FEN, &ROUND.repeat(2));
        assert_eq!(find(&fen, &moves), Some(PerpetualCheck { by: Color::Black, ..found }));
        // Twice is not enough.
        assert_eq!(find(FEN, ROUND), None);
    }

    #[test]
    fn one_quiet_move_breaks_it() {
        // The start position is there at plies 0, 4 and 12, but Qh4 on the way is no check.
        assert_eq!(find(FEN, &format!("{ROUND}{QUIET}")), None);
        assert_eq!(find(FEN, &format!("{ROUND}{QUIET}{ROUND}")), None);
    }

    #[test]
    fn a_repetition_without_checks_is_none() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(find(start, &"g1f3 g8f6 f3g1 f6g8 ".repeat(5)), None);
    }

    #[test]
    fn it_may_begin_late_and_the_time_before_the_checks_does_not_count() {
        // The start position comes up again at ply 8, but only what follows the quiet Qh5 at ply 4 counts.
        let found = find(FEN, &format!("{QUIET}{}", ROUND.repeat(2)));
        assert_eq!(found, Some(PerpetualCheck { by: Color::White, first: 5, ply: 13 }));
    }

    #[test]
    fn unequal_lists_and_empty_ones_are_no_trouble() {
        assert_eq!(perpetual_check(Color::White, &[], &[]), None);
        assert_eq!(perpetual_check(Color::White, &[1; 20], &[true]), None);
        assert_eq!(perpetual_check(Color::White, &[1], &[true; 20]), None);
    }

    #[test]
    fn a_game_of_a_million_plies_takes_no_time() {
        let keys: Vec<u64> = (0..1_000_000).collect();
        assert_eq!(perpetual_check(Color::White, &keys, &vec![true; keys.len()]), None);
    }
}
