//! Opening books in the format of Polyglot: what a game adds to a book, and the records of a position.
//!
//! A record is 16 bytes, big-endian: key of the position (8), move (2), weight (2), learning data (4, zero here). A
//! move has its target in the bits 0 to 5, its origin in 6 to 11 (file, then rank), and the new piece of a pawn in 12
//! to 14 (1 knight to 4 queen); castling is king takes rook. Records are sorted by key, those of a position by weight.

use std::fmt::Write as _;

use crate::chess::{Color, Move, Role};
use crate::notation::result::GameResult;
use crate::replay::game::{Game, Item};

/// What goes into a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PolyglotOptions {
    /// So many plies of every game.
    pub max_ply: u32,
    /// A move counts if it was played in so many games at least.
    pub min_games: u32,
}

impl Default for PolyglotOptions {
    fn default() -> PolyglotOptions {
        PolyglotOptions { max_ply: 60, min_games: 1 }
    }
}

/// A move of a book.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct BookMove {
    /// Polyglot key of the position before it.
    pub key: u64,
    /// The move in the bits of the format.
    pub mv: u16,
    /// Games in which it was played.
    pub games: u32,
    /// What it earned: two points for a win of the side that played it, one for a draw and for a game without a
    /// result, none for a loss.
    pub points: u32,
}

/// Letters of a line that holds a move of one game: key, move, points, line end.
const LINE: usize = 16 + 4 + 1 + 1;

/// Appends the moves of a game's main line, each once, as lines that [`read_line`] reads.
///
/// Books are bytes, and are made of all games together; in between the moves of a game go the way that its text goes.
pub fn write_game(game: &Game, options: &PolyglotOptions, out: &mut String) {
    let mut position = game.start.clone();
    let mut moves: Vec<(u64, u16, u32)> = Vec::new();
    let (mut depth, mut ply) = (0usize, 0u32);
    for item in &game.items {
        match item {
            Item::Open => depth += 1,
            Item::Close => depth = depth.saturating_sub(1),
            Item::Move { facts, .. } if depth == 0 => {
                if ply >= options.max_ply {
                    break;
                }
                // A null move has no record, but the moves behind it do.
                if !facts.mv.is_null() {
                    let points = points(game.result, position.turn());
                    moves.push((position.polyglot_key(), move_bits(facts.mv), points));
                }
                position.play(facts.mv);
                ply += 1;
            }
            _ => {}
        }
    }
    moves.sort_unstable();
    moves.dedup();
    out.reserve(moves.len() * LINE);
    for (key, mv, points) in moves {
        // Writing to a string does not fail.
        let _ = writeln!(out, "{key:016x}{mv:04x}{points}");
    }
}

/// Reads a line of [`write_game`].
pub fn read_line(line: &str) -> Option<BookMove> {
    let number = |from: usize, to: usize| u64::from_str_radix(line.get(from..to)?, 16).ok();
    Some(BookMove {
        key: number(0, 16)?,
        mv: u16::try_from(number(16, 20)?).ok()?,
        games: 1,
        points: u32::try_from(number(20, 21)?).ok()?,
    })
}

/// Two points for a win, one for a draw or if nothing is known.
fn points(result: GameResult, turn: Color) -> u32 {
    let (white, black) = match result {
        GameResult::WhiteWins => (2, 0),
        GameResult::BlackWins => (0, 2),
        GameResult::Draw | GameResult::Unfinished => (1, 1),
        GameResult::BothLost => (0, 0),
        GameResult::HalfZero => (1, 0),
        GameResult::ZeroHalf => (0, 1),
    };
    if turn == Color::White { white } else { black }
}

/// A move in the bits of the format.
fn move_bits(mv: Move) -> u16 {
    let promoted = match mv.promoted() {
        Some(Role::Knight) => 1,
        Some(Role::Bishop) => 2,
        Some(Role::Rook) => 3,
        Some(Role::Queen) => 4,
        _ => 0,
    };
    // The index of a square is its file in the low three bits, its rank in the high ones.
    promoted << 12 | (mv.from().index() as u16) << 6 | mv.to().index() as u16
}

/// Appends the records of a position, the greatest weight first.
///
/// The weight is the points. If the greatest is more than 65,535, all are made smaller alike; none that had any points
/// becomes 0.
pub fn write_position(moves: &mut Vec<BookMove>, options: &PolyglotOptions, out: &mut Vec<u8>) {
    moves.retain(|mv| mv.games >= options.min_games);
    moves.sort_by(|a, b| b.points.cmp(&a.points).then(a.mv.cmp(&b.mv)));
    let most = moves.first().map_or(0, |mv| u64::from(mv.points));
    let limit = u64::from(u16::MAX);
    for mv in moves {
        let points = u64::from(mv.points);
        let weight = if most <= limit { points } else { (points * limit / most).max(points.min(1)) };
        out.extend(mv.key.to_be_bytes());
        out.extend(mv.mv.to_be_bytes());
        out.extend((weight as u16).to_be_bytes());
        out.extend([0; 4]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::game::CheckOptions;
    use crate::check::record::read_games;
    use crate::chess::{Position, Square};

    fn moves(text: &str, options: PolyglotOptions) -> Vec<BookMove> {
        let game = read_games(text.as_bytes(), CheckOptions::default()).remove(0);
        let mut out = String::new();
        write_game(&game, &options, &mut out);
        out.lines().map(|line| read_line(line).unwrap()).collect()
    }

    #[test]
    fn a_move_earns_what_its_side_scored() {
        let of = |result: &str| {
            let mut list: Vec<u32> = moves(&format!("1. e4 (1. d4) e5 {result}"), PolyglotOptions::default())
                .iter()
                .map(|mv| if mv.key == Position::classic().key() { mv.points } else { mv.points + 10 })
                .collect();
            list.sort_unstable();
            list
        };
        assert_eq!(of("1-0"), [2, 10]);
        assert_eq!(of("0-1"), [0, 12]);
        assert_eq!(of("1/2-1/2"), [1, 11]);
        assert_eq!(of("*"), [1, 11]);
    }

    #[test]
    fn only_the_first_plies_and_every_move_once() {
        let few = PolyglotOptions { max_ply: 3, ..PolyglotOptions::default() };
        assert_eq!(moves("1. e4 e5 2. Nf3 Nc6 *", few).len(), 3);
        let again = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *";
        assert_eq!(moves(again, PolyglotOptions::default()).len(), 4);
        assert_eq!(moves("1. e4 -- 2. d4 *", PolyglotOptions::default()).len(), 2);
    }

    #[test]
    fn moves_have_the_bits_of_the_format() {
        let square = |name: &str| Square::parse(name.as_bytes()).unwrap();
        assert_eq!(move_bits(Move::normal(square("e2"), square("e4"))), 0x031c);
        assert_eq!(move_bits(Move::castling(square("e1"), square("h1"))), 0x0107);
        let bits: Vec<u16> = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
            .map(|role| move_bits(Move::promotion(square("a7"), square("b8"), role)) >> 12)
            .to_vec();
        assert_eq!(bits, [1, 2, 3, 4]);
    }

    #[test]
    fn great_weights_are_made_smaller_alike() {
        let mv = |mv, games, points| BookMove { key: 1, mv, games, points };
        let mut list = vec![mv(1, 9, 1), mv(2, 9, 131_070), mv(3, 9, 65_535), mv(4, 9, 0), mv(5, 1, 9)];
        let mut out = Vec::new();
        write_position(&mut list, &PolyglotOptions { max_ply: 1, min_games: 2 }, &mut out);
        let records: Vec<(u8, u16)> =
            out.chunks(16).map(|r| (r[9], u16::from_be_bytes([r[10], r[11]]))).collect();
        assert_eq!(records, [(2, 65_535), (3, 32_767), (1, 1), (4, 0)]);
        assert_eq!(out[..10], [0, 0, 0, 0, 0, 0, 0, 1, 0, 2]);
    }
}
