//! Openings by position: ECO codes and names from the table in `data/openings`.
//!
//! A game belongs to the last position of its main line that is in the table, whichever way it came there. Moves that
//! lead out of the table and back into it by transposition are thus found, too.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::game::Game;
use super::replayer::Replayer;
use crate::chess::{Color, Move, Position, Role};
use crate::notation::Language;
use crate::pgn::Tokens;

/// The table by volume: `eco`, `name`, `pgn`, separated by tabs, below a line of headings.
const VOLUMES: [&str; 5] = [
    include_str!("../../data/openings/a.tsv"),
    include_str!("../../data/openings/b.tsv"),
    include_str!("../../data/openings/c.tsv"),
    include_str!("../../data/openings/d.tsv"),
    include_str!("../../data/openings/e.tsv"),
];

/// A named position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opening {
    /// Letter and two digits.
    pub eco: &'static str,
    /// English: `Family: Variation, Subvariation, ...`, from the family on as much as there is.
    pub name: &'static str,
}

impl Opening {
    /// The opening at large, such as `Sicilian Defense`.
    pub fn family(&self) -> &'static str {
        self.name.split_once(": ").map_or(self.name, |(family, _)| family)
    }

    /// The variation of the family.
    pub fn variation(&self) -> Option<&'static str> {
        self.lines().map(|(variation, _)| variation)
    }

    /// What is finer than the variation, with commas as in the name.
    pub fn subvariation(&self) -> Option<&'static str> {
        self.lines().and_then(|(_, rest)| rest)
    }

    fn lines(&self) -> Option<(&'static str, Option<&'static str>)> {
        let (_, lines) = self.name.split_once(": ")?;
        Some(lines.split_once(", ").map_or((lines, None), |(variation, rest)| (variation, Some(rest))))
    }

    /// The name of exactly this position.
    pub fn at(position: &Position) -> Option<Opening> {
        Book::get().at(position)
    }

    /// The opening of a game that starts at `start`: the last name of a position on its way.
    pub fn after(start: &Position, moves: impl IntoIterator<Item = Move>) -> Option<Opening> {
        let book = Book::get();
        let mut position = start.clone();
        let mut last = book.at(&position);
        for mv in moves {
            position.play(mv);
            // What is captured does not come back either.
            if position.occupied().len() < book.fewest_pieces || !book.may_come(Left::of(&position)) {
                break;
            }
            last = book.at(&position).or(last);
        }
        last
    }

    /// The same of a game from the classic start position whose moves come with the keys of the positions behind them.
    pub fn after_keys(plies: impl IntoIterator<Item = (Move, u64)>) -> Option<Opening> {
        let (book, start) = (Book::get(), Position::classic());
        let (mut left, mut last) = (Left::of(start), None);
        for (mv, key) in plies {
            left.play(start, mv);
            if !book.may_come(left) {
                break;
            }
            last = book.by_key.get(&key).copied().or(last);
        }
        last
    }

    /// The opening of a game's main line.
    pub fn of(game: &Game) -> Option<Opening> {
        Opening::after(&game.start, game.moves())
    }
}

/// The table, ready for use.
struct Book {
    by_key: FxHashMap<u64, Opening>,
    /// No position of the table has fewer pieces, pawns and kings.
    fewest_pieces: u32,
    /// A bit for each [`Left`]: can a position of the table still come?
    may_come: Vec<u64>,
}

/// What there is of things that only ever become less: pawns at home and castling rights.
#[derive(Clone, Copy)]
struct Left(usize);

impl Left {
    /// So many sets there are.
    const SETS: usize = 1 << 20;

    /// White's pawns at home in the low eight bits, Black's above, then the rights.
    fn of(position: &Position) -> Left {
        let white = position.pieces(Color::White, Role::Pawn).0 >> 8 & 0xFF;
        let black = position.pieces(Color::Black, Role::Pawn).0 >> 48 & 0xFF;
        Left((white | black << 8) as usize | (position.hot.rights as usize & 15) << 16)
    }

    /// After a move of a game from `start`: whoever leaves or takes a home square, it is its pawn that is not there any
    /// more.
    #[inline]
    fn play(&mut self, start: &Position, mv: Move) {
        let squares = mv.from().bit() | mv.to().bit();
        let homes = (squares >> 8 & 0xFF | squares >> 48 << 8 & 0xFF00) as usize;
        self.0 &= !(homes | (usize::from(start.rights_at(mv)) & 15) << 16);
    }
}

fn bit(set: &[u64], index: usize) -> bool {
    set.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 != 0)
}

fn set_bit(set: &mut [u64], index: usize) {
    if let Some(word) = set.get_mut(index / 64) {
        *word |= 1 << (index % 64);
    }
}

impl Book {
    /// The book; made when it is asked for first, some milliseconds.
    fn get() -> &'static Book {
        static BOOK: OnceLock<Book> = OnceLock::new();
        BOOK.get_or_init(|| {
            let mut book = Book {
                by_key: FxHashMap::default(),
                fewest_pieces: u32::MAX,
                may_come: vec![0; Left::SETS / 64],
            };
            for (opening, position) in rows() {
                if let Some(position) = position {
                    book.fewest_pieces = book.fewest_pieces.min(position.occupied().len());
                    set_bit(&mut book.may_come, Left::of(&position).0);
                    book.by_key.insert(position.key(), opening);
                }
            }
            // From more come fewer.
            for one in (0..Left::SETS.ilog2()).map(|index| 1 << index) {
                for left in (0..Left::SETS).filter(|left| left & one != 0) {
                    if bit(&book.may_come, left ^ one) {
                        set_bit(&mut book.may_come, left);
                    }
                }
            }
            book
        })
    }

    fn at(&self, position: &Position) -> Option<Opening> {
        self.by_key.get(&position.key()).copied()
    }

    /// May a position with so much, or one that comes after it, be in the table?
    #[inline]
    fn may_come(&self, left: Left) -> bool {
        bit(&self.may_come, left.0)
    }
}

/// The lines of the table with the position that their moves lead to; none where a move cannot be played, which a
/// test rules out.
fn rows() -> impl Iterator<Item = (Opening, Option<Position>)> {
    let mut replayer = Replayer::new(Some(Language::English));
    let mut tokens = Tokens::default();
    let lines = VOLUMES.iter().flat_map(|volume| volume.lines().skip(1));
    let columns = lines.filter_map(|line| {
        let (eco, rest) = line.split_once('\t')?;
        let (name, moves) = rest.split_once('\t')?;
        Some((Opening { eco, name }, moves.as_bytes()))
    });
    columns.map(move |(opening, moves)| {
        tokens.read_from(moves, 0);
        let is_legal = replayer.replay(moves, tokens.as_slice(), Position::classic());
        (opening, is_legal.then(|| replayer.position().clone()))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::check::game::CheckOptions;
    use crate::check::record::read_games;

    fn opening(text: &str) -> Option<(&'static str, &'static str)> {
        let game = read_games(text.as_bytes(), CheckOptions::default()).remove(0);
        Opening::of(&game).map(|opening| (opening.eco, opening.name))
    }

    #[test]
    fn every_line_of_the_table_is_read_to_its_end() {
        let lines: usize = VOLUMES.iter().map(|volume| volume.lines().count() - 1).sum();
        assert_eq!(lines, 3807);
        assert_eq!(rows().count(), lines);
        let letters = ["A", "B", "C", "D", "E"];
        for (volume, letter) in VOLUMES.iter().zip(letters) {
            assert!(volume.starts_with("eco\tname\tpgn\n"));
            for line in volume.lines().skip(1) {
                let columns: Vec<&str> = line.split('\t').collect();
                let [eco, name, moves] = columns.as_slice() else { panic!("{line}") };
                let digits = eco.strip_prefix(letter).unwrap();
                assert!(digits.len() == 2 && digits.bytes().all(|b| b.is_ascii_digit()), "{line}");
                assert!(!name.is_empty() && moves.starts_with("1. "), "{line}");
            }
        }
    }

    #[test]
    fn every_line_of_the_table_is_legal_and_no_position_has_two_names() {
        let mut seen = HashMap::new();
        for (opening, position) in rows() {
            let position = position.unwrap_or_else(|| panic!("{opening:?} is not legal"));
            assert_eq!(Opening::at(&position), Some(opening));
            if let Some(other) = seen.insert(position.key(), opening) {
                panic!("{opening:?} and {other:?} are one position");
            }
        }
        assert_eq!(seen.len(), 3807);
        assert_eq!(Opening::at(Position::classic()), None);
    }

    #[test]
    fn the_last_position_in_the_table_decides() {
        assert_eq!(opening("1. e4 c5 *"), Some(("B20", "Sicilian Defense")));
        assert_eq!(
            opening("1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. h4 h5 7. Kd2 Kd7 *"),
            Some(("B90", "Sicilian Defense: Najdorf Variation"))
        );
        assert_eq!(opening("*"), None);
    }

    #[test]
    fn transpositions_are_found() {
        let direct = opening("1. d4 Nf6 2. c4 e6 3. Nf3 b6 *");
        assert_eq!(direct.map(|found| found.0), Some("E12"));
        assert_eq!(opening("1. Nf3 b6 2. c4 e6 3. d4 Nf6 *"), direct);
        assert_eq!(opening("1. Nf3 d5 2. d4 *"), opening("1. d4 d5 2. Nf3 *"));
        assert_eq!(opening("1. Nf3 d5 2. d4 *").map(|found| found.0), Some("D02"));
        // Two knights go out and home again: the same position, four plies later.
        assert_eq!(opening("1. Nf3 Nf6 2. Ng1 Ng8 3. e4 c5 *"), Some(("B20", "Sicilian Defense")));
    }

    #[test]
    fn stopping_early_and_knowing_the_keys_change_nothing() {
        let mut found = 0;
        for file in ["classics", "stats", "rare"] {
            let text =
                std::fs::read(format!("{}/tests/fixtures/{file}.pgn", env!("CARGO_MANIFEST_DIR"))).unwrap();
            for game in read_games(&text, CheckOptions::default()) {
                let mut position = game.start.clone();
                let mut slowly = Opening::at(&position);
                let mut plies = Vec::new();
                for mv in game.moves() {
                    position.play(mv);
                    slowly = Opening::at(&position).or(slowly);
                    plies.push((mv, position.key()));
                }
                assert_eq!(Opening::of(&game), slowly);
                if game.start.same_as(Position::classic()) {
                    assert_eq!(Opening::after_keys(plies), slowly);
                    found += usize::from(slowly.is_some());
                }
            }
        }
        assert!(found > 20);
    }

    #[test]
    fn the_way_to_every_line_of_the_table_is_open_until_it_is_there() {
        let book = Book::get();
        for (opening, position) in rows() {
            let position = position.unwrap_or_else(|| panic!("{opening:?} is not legal"));
            assert!(book.may_come(Left::of(&position)), "{opening:?}");
        }
        assert!(book.may_come(Left::of(Position::classic())));
        let bare =
            Position::from_fen(b"rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1").map(|read| read.position);
        assert!(!book.may_come(Left::of(&bare.unwrap())));
        // All pawns of White have moved, which no opening does.
        let moved = Position::from_fen(b"rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/8/RNBQKBNR w KQkq - 0 1");
        assert!(!book.may_come(Left::of(&moved.unwrap().position)));
    }

    #[test]
    fn a_game_may_begin_anywhere() {
        let from_e4 =
            "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\"]\n\n";
        assert_eq!(opening(&format!("{from_e4}1... c5 *")), Some(("B20", "Sicilian Defense")));
        assert_eq!(opening(&format!("{from_e4}*")), Some(("B00", "King's Pawn Game")));
        let chess960 = "[SetUp \"1\"]\n[Variant \"Chess960\"]\n\
            [FEN \"bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1\"]\n\n1. e4 c5 *";
        assert_eq!(opening(chess960), None);
        // Without the right to castle it is another position.
        let no_rights = from_e4.replace("KQkq", "KQ");
        assert_eq!(opening(&format!("{no_rights}1... c5 *")), None);
    }

    #[test]
    fn a_name_has_family_variation_and_the_rest() {
        let parts = |name| {
            let opening = Opening { eco: "A00", name };
            (opening.family(), opening.variation(), opening.subvariation())
        };
        assert_eq!(parts("Amar Opening"), ("Amar Opening", None, None));
        assert_eq!(parts("Polish Opening, with d5"), ("Polish Opening, with d5", None, None));
        assert_eq!(parts("A: B"), ("A", Some("B"), None));
        assert_eq!(parts("A: B, C, with .. d6"), ("A", Some("B"), Some("C, with .. d6")));
    }
}
