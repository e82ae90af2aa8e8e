//! Openings by position: ECO codes and names from the table in `data/openings`.
//!
//! A game belongs to the last position of its main line that is in the table, whichever way it came there. Moves that
//! lead out of the table and back into it by transposition are thus found, too.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;
use xxhash_rust::xxh3::xxh3_64_with_seed;

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

/// For each line of the table what must be known of its position, so that no line has to be played to know it:
/// [`Position::key`] (8 bytes) and what is left at home (4), little endian. Made of the table by [`positions_file`].
const POSITIONS: &[u8] = include_bytes!("../../data/openings/positions.bin");

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
        Opening::by_number(Book::get().line(position.key()))
    }

    /// The opening of a line of the table, counted from 1 in its order; `None` for 0.
    pub fn by_number(number: u16) -> Option<Opening> {
        static NAMES: OnceLock<Vec<Opening>> = OnceLock::new();
        let names = NAMES.get_or_init(|| lines().map(|(opening, _)| opening).collect());
        names.get(usize::from(number).checked_sub(1)?).copied()
    }

    /// Tells this table from that of another version of the program, in which a number may mean another line.
    pub fn table() -> u64 {
        VOLUMES.iter().fold(0, |sum, volume| xxh3_64_with_seed(volume.as_bytes(), sum))
    }

    /// The opening of a game that starts at `start`: the last name of a position on its way.
    pub fn after(start: &Position, moves: impl IntoIterator<Item = Move>) -> Option<Opening> {
        Opening::by_number(Opening::number_after(start, moves))
    }

    /// The same as a number; 0 if it has none.
    pub fn number_after(start: &Position, moves: impl IntoIterator<Item = Move>) -> u16 {
        let (book, ways) = (Book::get(), Ways::get());
        let (mut left, mut position) = (Left::of(start), start.clone());
        let mut last = book.line(start.key());
        for mv in moves {
            left.play(start, mv);
            if !ways.may_come(left) {
                break;
            }
            position.play(mv);
            match book.line(position.key()) {
                0 => {}
                line => last = line,
            }
        }
        last
    }

    /// The same of a game whose moves come with the keys of the positions behind them.
    #[inline]
    pub fn number_after_keys<P>(start: &Position, plies: P) -> u16
    where
        P: DoubleEndedIterator<Item = (Move, u64)> + ExactSizeIterator + Clone,
    {
        let (book, ways) = (Book::get(), Ways::get());
        let mut left = Left::of(start);
        let is_on_the_way = |ply: &(Move, u64)| {
            left.play(start, ply.0);
            ways.may_come(left)
        };
        // The last name is all that is wanted, and the table is far away in memory: from behind.
        let plies = plies.clone().take(plies.take_while(is_on_the_way).count());
        let named = plies.rev().map(|(_, key)| book.line(key)).find(|line| *line > 0);
        named.unwrap_or_else(|| book.line(start.key()))
    }

    /// The opening of a game's main line.
    pub fn of(game: &Game) -> Option<Opening> {
        Opening::after(&game.start, game.moves())
    }
}

/// The table by position.
struct Book {
    /// Lines by the key of the position, counted from 1.
    by_key: FxHashMap<u64, u16>,
    /// A bit for each value of the low bits of a key that is in the table: most positions are not, and need no look
    /// into it.
    seen: Vec<u64>,
}

impl Book {
    /// So many values of the low bits.
    const SEEN: usize = 1 << 16;

    /// The book; made when it is asked for first.
    fn get() -> &'static Book {
        static BOOK: OnceLock<Book> = OnceLock::new();
        BOOK.get_or_init(|| {
            let mut book = Book { by_key: FxHashMap::default(), seen: vec![0; Book::SEEN / 64] };
            for ((key, _), number) in known_positions().zip(1..) {
                set_bit(&mut book.seen, key as usize % Book::SEEN);
                book.by_key.insert(key, number);
            }
            book
        })
    }

    /// The line of the position with this key; 0 if there is none.
    #[inline]
    fn line(&self, key: u64) -> u16 {
        if !bit(&self.seen, key as usize % Book::SEEN) {
            return 0;
        }
        self.by_key.get(&key).copied().unwrap_or(0)
    }
}

/// From what is left on the board a position of the table can still come.
struct Ways(Vec<u64>);

impl Ways {
    fn get() -> &'static Ways {
        static WAYS: OnceLock<Ways> = OnceLock::new();
        WAYS.get_or_init(|| Ways::to(known_positions().map(|(_, left)| left)))
    }

    /// A bit for each from which one of these can come.
    fn to(ends: impl Iterator<Item = Left>) -> Ways {
        let mut sets = vec![0u64; Left::SETS / 64];
        ends.for_each(|end| set_bit(&mut sets, end.0));
        // From more come fewer, one thing after the other; the first six lie within a word.
        const LACKING: [u64; 6] = [
            0x5555_5555_5555_5555,
            0x3333_3333_3333_3333,
            0x0F0F_0F0F_0F0F_0F0F,
            0x00FF_00FF_00FF_00FF,
            0x0000_FFFF_0000_FFFF,
            0x0000_0000_FFFF_FFFF,
        ];
        for word in &mut sets {
            for (index, lacking) in LACKING.iter().enumerate() {
                *word |= (*word & lacking) << (1 << index);
            }
        }
        for half in (0..(Left::SETS / 64).ilog2()).map(|index| 1usize << index) {
            for pair in sets.chunks_exact_mut(2 * half) {
                let (without, with) = pair.split_at_mut(half);
                with.iter_mut().zip(without).for_each(|(with, without)| *with |= *without);
            }
        }
        Ways(sets)
    }

    /// May a position with so much, or one that comes after it, be in the table?
    #[inline]
    fn may_come(&self, left: Left) -> bool {
        bit(&self.0, left.0)
    }
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

/// The lines of the table with their moves.
fn lines() -> impl Iterator<Item = (Opening, &'static str)> {
    VOLUMES.iter().flat_map(|volume| volume.lines().skip(1)).filter_map(|line| {
        let (eco, rest) = line.split_once('\t')?;
        let (name, moves) = rest.split_once('\t')?;
        Some((Opening { eco, name }, moves))
    })
}

/// Key and rest of the positions of the table, in the order of its lines.
fn known_positions() -> impl Iterator<Item = (u64, Left)> {
    POSITIONS.chunks_exact(12).map(|known| {
        let (key, left) = known.split_at(8);
        let key = key.first_chunk().map_or(0, |key| u64::from_le_bytes(*key));
        (key, Left(left.first_chunk().map_or(0, |left| u32::from_le_bytes(*left)) as usize))
    })
}

/// What `data/openings/positions.bin` has to hold; a test sees to it that it does.
pub fn positions_file() -> Vec<u8> {
    let mut out = Vec::new();
    for (_, position) in positions() {
        // No line is illegal, as another test makes sure.
        let position = position.unwrap_or_else(Position::start);
        out.extend_from_slice(&position.key().to_le_bytes());
        out.extend_from_slice(&(Left::of(&position).0 as u32).to_le_bytes());
    }
    out
}

/// The lines of the table with the position that their moves lead to; none where a move cannot be played, which a
/// test rules out.
fn positions() -> impl Iterator<Item = (Opening, Option<Position>)> {
    let mut replayer = Replayer::new(Some(Language::English));
    let mut tokens = Tokens::default();
    lines().map(move |(opening, moves)| {
        let moves = moves.as_bytes();
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
        assert_eq!(positions().count(), lines);
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
        for (opening, position) in positions() {
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
    fn what_is_known_of_the_positions_is_fresh() {
        assert!(positions_file() == POSITIONS, "make it anew: cargo run -- generate openings data/openings");
    }

    #[test]
    fn lines_have_numbers() {
        let (first, last) = (Opening::by_number(1), Opening::by_number(3807));
        assert_eq!(first.map(|opening| opening.eco), Some("A00"));
        assert_eq!(last.map(|opening| opening.eco), Some("E99"));
        assert_eq!((Opening::by_number(0), Opening::by_number(3808)), (None, None));
        assert_ne!(Opening::table(), 0);
    }

    #[test]
    fn from_more_come_fewer_and_from_nothing_else() {
        let few = |fen: &str| Position::from_fen(fen.as_bytes()).unwrap().position;
        let wanted = Left::of(&few("rnbqkbnr/pppp1ppp/8/4p3/8/8/PPP2PPP/RNBQKBNR w Kq - 0 1"));
        let (ways, goal) = (Ways::to(std::iter::once(wanted)), wanted.0);
        assert!((0..Left::SETS).all(|left| ways.may_come(Left(left)) == (left & goal == goal)));
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
                let number = Opening::number_after_keys(&game.start, plies.into_iter());
                assert_eq!(Opening::by_number(number), slowly);
                found += usize::from(slowly.is_some());
            }
        }
        assert!(found > 20);
    }

    #[test]
    fn the_way_to_every_line_of_the_table_is_open_until_it_is_there() {
        let ways = Ways::get();
        for (opening, position) in positions() {
            let position = position.unwrap_or_else(|| panic!("{opening:?} is not legal"));
            assert!(ways.may_come(Left::of(&position)), "{opening:?}");
        }
        assert!(ways.may_come(Left::of(Position::classic())));
        let bare =
            Position::from_fen(b"rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1").map(|read| read.position);
        assert!(!ways.may_come(Left::of(&bare.unwrap())));
        // All pawns of White have moved, which no opening does.
        let moved = Position::from_fen(b"rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/8/RNBQKBNR w KQkq - 0 1");
        assert!(!ways.may_come(Left::of(&moved.unwrap().position)));
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
