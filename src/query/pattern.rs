//! A FEN-like board in which a square may be left open: `pattern "..." flip mirror shift`.

use std::fmt;

use super::piece_set::PieceSet;
use super::ply::Ply;
use super::term::{Scanner, TermError, TermFault, error, read_board};
use crate::chess::{Bitboard, Position, Role, Square};

/// How a pattern may lie on the board besides as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct PatternOptions {
    /// Also with the colours exchanged and the board turned top to bottom: what Black sees in White's place.
    pub flip: bool,
    /// Also with left and right exchanged.
    pub mirror: bool,
    /// Anywhere on the board, as far as all tested squares stay on it.
    pub shift: bool,
}

/// A board of tests, one a square.
///
/// Ranks go from the eighth to the first, divided by `/`. A piece letter is that piece (capitals White), `A` any White
/// and `a` any Black piece, `*` any piece, `.` an empty square, `?` anything, `[RQ.]` one of several, and a digit that
/// many squares that are *not tested* (in a FEN they would be empty).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    squares: [PieceSet; 64],
    options: PatternOptions,
    /// The ways it may lie on the board, tested one after the other.
    ways: Vec<Way>,
}

/// The piece codes, White's first.
const CODES: [usize; 12] = [1, 2, 3, 4, 8, 12, 17, 18, 19, 20, 24, 28];

/// One way in which a pattern may lie on the board: which squares have to belong to which set of pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Way {
    /// In the order of [`CODES`].
    pieces: [u64; 12],
    /// One of those, code and squares: what is seldom there is asked for first, alone.
    lead: (usize, u64),
    white: u64,
    black: u64,
    occupied: u64,
    empty: u64,
    /// Sets that a position does not have ready.
    several: Vec<(PieceSet, u64)>,
    /// Where the lower left corner of a pattern that may shift can lie; its squares are then those it would have if it
    /// lay on a1.
    room: u64,
}

impl Pattern {
    /// Reads a board, in quotation marks or not, and behind it any of `flip`, `mirror`, `shift`.
    ///
    /// # Errors
    /// If the board has not eight ranks of eight squares or tests none, and for anything else it may not contain.
    pub fn parse(text: &str) -> Result<Pattern, TermError> {
        let mut scanner = Scanner::new(text);
        let mut body = scanner.body()?;
        let start = body.at();
        let squares = read_board(&mut body, PieceSet::ANYTHING, |scanner, _| match scanner.peek() {
            Some(digit @ '1'..='8') => {
                scanner.bump();
                Ok((PieceSet::ANYTHING, digit as usize - '0' as usize))
            }
            _ => Ok((PieceSet::read(scanner)?, 1)),
        })?;
        if squares.iter().all(|set| *set == PieceSet::ANYTHING) {
            return Err(error(start, TermFault::NothingTested));
        }
        let mut options = PatternOptions::default();
        loop {
            if scanner.eat_word("flip") {
                options.flip = true;
            } else if scanner.eat_word("mirror") {
                options.mirror = true;
            } else if scanner.eat_word("shift") {
                options.shift = true;
            } else {
                break;
            }
        }
        scanner.end("`flip`, `mirror` or `shift`")?;
        Ok(Pattern::new(squares, options))
    }

    /// As it is written, and as the options turn it.
    fn ways_of(squares: [PieceSet; 64], options: PatternOptions) -> Vec<[PieceSet; 64]> {
        let mut boards = vec![squares];
        if options.flip {
            boards.push(std::array::from_fn(|square| squares[square ^ 56].with_colors_swapped()));
        }
        if options.mirror {
            for index in 0..boards.len() {
                let board = boards[index];
                boards.push(std::array::from_fn(|square| board[square ^ 7]));
            }
        }
        boards
    }

    fn new(squares: [PieceSet; 64], options: PatternOptions) -> Pattern {
        let mut ways: Vec<Way> = Vec::new();
        for board in &Pattern::ways_of(squares, options) {
            let way = Way::new(board, options.shift);
            if !ways.contains(&way) {
                ways.push(way);
            }
        }
        Pattern { squares, options, ways }
    }

    /// The same pattern lying differently.
    #[must_use]
    pub fn with_options(&self, options: PatternOptions) -> Pattern {
        Pattern::new(self.squares, options)
    }

    /// How it may lie on the board.
    pub fn options(&self) -> PatternOptions {
        self.options
    }

    /// What may stand on a square, as the pattern was written.
    pub fn at(&self, square: Square) -> PieceSet {
        self.squares[square.index()]
    }

    /// The ways in which it may lie on the board, square by square from a1 on; `None` if it may shift.
    pub(super) fn boards(&self) -> Option<Vec<[PieceSet; 64]>> {
        (!self.options.shift).then(|| Pattern::ways_of(self.squares, self.options))
    }

    /// Does it lie on the board only as it is written?
    pub(super) fn has_one_way(&self) -> bool {
        self.options == PatternOptions::default()
    }

    /// Does the position look like this?
    #[inline]
    pub fn matches(&self, ply: &Ply<'_>) -> bool {
        let position = ply.position;
        if self.options.shift {
            self.ways.iter().any(|way| way.matches_somewhere(position))
        } else {
            self.ways.iter().any(|way| way.matches(position))
        }
    }
}

impl Way {
    fn new(board: &[PieceSet; 64], shift: bool) -> Way {
        let tested = || {
            let squares =
                (0..64).map(Square::new).filter(|square| board[square.index()] != PieceSet::ANYTHING);
            squares.map(|square| (square, board[square.index()]))
        };
        let (mut files, mut ranks) = ((7, 0), (7, 0));
        for (square, _) in tested() {
            files = (files.0.min(square.file()), files.1.max(square.file()));
            ranks = (ranks.0.min(square.rank()), ranks.1.max(square.rank()));
        }
        let corner = if shift { Square::at(files.0, ranks.0).index() } else { 0 };
        let (width, height) = if shift { (files.1 - files.0, ranks.1 - ranks.0) } else { (7, 7) };
        let room = (0..64).map(Square::new).filter(|s| s.file() + width < 8 && s.rank() + height < 8);
        let mut way = Way {
            pieces: [0; 12],
            lead: (0, 0),
            white: 0,
            black: 0,
            occupied: 0,
            empty: 0,
            several: Vec::new(),
            room: room.fold(0, |all, square| all | square.bit()),
        };
        for (square, set) in tested() {
            way.require(set, Square::new(square.index() - corner).bit());
        }
        let required = || CODES.into_iter().zip(way.pieces).filter(|(_, squares)| *squares != 0);
        // Kings and pawns stand where one expects them; without any piece the empty set of code 0 asks for nothing.
        let is_common =
            |code: usize| usize::from(matches!(Role::from_code(code as u8), Some(Role::King | Role::Pawn)));
        way.lead = required().min_by_key(|(code, _)| is_common(*code)).unwrap_or((0, 0));
        way
    }

    fn require(&mut self, set: PieceSet, bit: u64) {
        let mut codes = set.codes();
        match (codes.next(), codes.next()) {
            (Some(0), None) => self.empty |= bit,
            (Some(code), None) => {
                let place = CODES.iter().position(|known| *known == usize::from(code));
                if let Some(squares) = place.and_then(|place| self.pieces.get_mut(place)) {
                    *squares |= bit;
                }
            }
            _ if set == PieceSet::WHITE => self.white |= bit,
            _ if set == PieceSet::BLACK => self.black |= bit,
            _ if set == PieceSet::OCCUPIED => self.occupied |= bit,
            _ => match self.several.iter_mut().find(|(known, _)| *known == set) {
                Some((_, squares)) => *squares |= bit,
                None => self.several.push((set, bit)),
            },
        }
    }

    #[inline]
    fn matches(&self, position: &Position) -> bool {
        let (code, squares) = self.lead;
        if squares & !position.sets[code & 31] != 0 {
            return false;
        }
        let occupied = position.occupied().0;
        let mut missing = self.white & !position.hot.white
            | self.black & !position.hot.black
            | self.occupied & !occupied
            | self.empty & occupied;
        // All twelve, without a branch: which of them is missing cannot be foretold.
        for (squares, code) in self.pieces.iter().zip(CODES) {
            missing |= squares & !position.sets[code];
        }
        missing == 0 && self.several.iter().all(|(set, squares)| squares & !union(*set, position) == 0)
    }

    /// All places are tried at once: bit n says whether the corner may lie on square n.
    fn matches_somewhere(&self, position: &Position) -> bool {
        let occupied = position.occupied().0;
        let mut corners = self.room;
        let mut keep = |squares: u64, set: u64| {
            for square in Bitboard(squares) {
                corners &= set >> square.index();
            }
            corners != 0
        };
        self.pieces.iter().zip(CODES).all(|(squares, code)| keep(*squares, position.sets[code]))
            && keep(self.white, position.hot.white)
            && keep(self.black, position.hot.black)
            && keep(self.occupied, occupied)
            && keep(self.empty, !occupied)
            && self.several.iter().all(|(set, squares)| keep(*squares, union(*set, position)))
    }
}

/// The squares on which one of the set stands.
#[inline]
fn union(set: PieceSet, position: &Position) -> u64 {
    let empty = if set.contains(None) { !position.occupied().0 } else { 0 };
    // The set of code 0 is always empty.
    set.codes().fold(empty, |all, code| all | position.sets[(code & 31) as usize])
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"")?;
        for rank in (0..8).rev() {
            let mut open = 0;
            for file in 0..8 {
                let set = self.squares[Square::at(file, rank).index()];
                if set == PieceSet::ANYTHING {
                    open += 1;
                    continue;
                }
                if open > 0 {
                    write!(f, "{open}")?;
                    open = 0;
                }
                write!(f, "{set}")?;
            }
            if open > 0 {
                write!(f, "{open}")?;
            }
            if rank > 0 {
                write!(f, "/")?;
            }
        }
        write!(f, "\"")?;
        let PatternOptions { flip, mirror, shift } = self.options;
        for (option, name) in [(flip, "flip"), (mirror, "mirror"), (shift, "shift")] {
            if option {
                write!(f, " {name}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::testing::{Dice, at, random_game, squares, still};
    use proptest::prelude::*;

    fn found(pattern: &str, fen: &str) -> bool {
        Pattern::parse(pattern).expect("a pattern").matches(&still(&at(fen)))
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn every_sign_means_what_the_issue_says() {
        for (rank, expected) in [
            ("RNBQKBNR", true),
            ("8", true),
            ("R6R", true),
            ("R7", true),
            ("r7", false),
            ("A7", true),
            ("a7", false),
            ("*7", true),
            (".7", false),
            ("?[NB][NB]5", true),
            ("[rq.]7", false),
            ("[rR]7", true),
            ("[a.]7", false),
            ("AAAAAAAA", true),
        ] {
            assert_eq!(found(&format!("8/8/8/8/8/8/P7/{rank}"), START), expected, "{rank}");
        }
        assert!(found("8/8/8/....4/8/8/8/8", START));
        assert!(!found("8/8/8/8/8/8/.7/8", START));
    }

    #[test]
    fn flip_is_black_in_whites_place() {
        let fen = "4k3/8/p7/8/8/8/8/4K3 w - - 0 1";
        assert!(!found("8/8/8/8/8/P7/8/8", fen));
        assert!(found("\"8/8/8/8/8/P7/8/8\" flip", fen));
        assert!(!found("\"8/8/8/8/8/7P/8/8\" flip", fen));
        assert!(found("8/8/8/8/8/7P/8/8 mirror flip", fen));
    }

    #[test]
    fn a_shifted_pattern_does_not_run_over_the_edge() {
        let fen = "4k3/8/8/7P/P7/8/8/4K3 w - - 0 1";
        assert!(!found("PP6/8/8/8/8/8/8/8 shift", fen));
        assert!(found("8/8/8/8/8/8/8/P7 shift", fen));
        let chain = "4k3/8/8/7P/6P1/8/8/4K3 w - - 0 1";
        assert!(found("\"8/8/8/8/8/8/1P6/P7\" shift", chain));
        assert!(!found("\"8/8/8/8/8/8/P7/1P6\" shift", chain));
        assert!(found("\"8/8/8/8/8/8/P7/1P6\" shift mirror", chain));
    }

    #[test]
    fn what_is_no_pattern_says_where() {
        use TermFault::*;
        for (text, byte, expected) in [
            ("8/8/8/8/8/8/8/8", 0, NothingTested),
            ("\"8/8/8/8/8/8/8/7?\"", 1, NothingTested),
            ("", 0, RankWidth { rank: 8, width: 0 }),
            ("8/8/K7", 6, RankCount(3)),
            ("8/8/8/8/8/8/8/K7/8/8", 16, RankCount(10)),
            ("8/7/8/8/8/8/8/K7", 2, RankWidth { rank: 7, width: 7 }),
            ("8/8/8/8/8/8/8/K8", 14, RankWidth { rank: 1, width: 9 }),
            ("8/8/8/8/8/8/8/[KQ", 14, NotClosed('[')),
            ("8/8/8/8/8/8/8/[]7", 14, EmptySet),
            ("\"8/8/8/8/8/8/8/K7", 0, NotClosed('"')),
        ] {
            let fault = Pattern::parse(text).expect_err(text);
            assert_eq!((fault.at, fault.fault), (byte, expected), "{text}");
        }
        for (text, byte) in [("8/8/8/8/8/8/8/S7", 14), ("8/8/8/8/8/8/8/K7 turn", 17), ("8/8/ü", 4)] {
            let fault = Pattern::parse(text).expect_err(text);
            assert_eq!(fault.at, byte, "{text}");
            assert!(matches!(fault.fault, Unexpected { .. }), "{fault}");
        }
    }

    /// A pattern that the position on the board fits, but for a slip now and then.
    fn random_pattern(dice: &mut Dice, position: &Position, open: usize) -> [PieceSet; 64] {
        let letters: Vec<char> = "KQRBNPkqrbnpAa*.".chars().collect();
        std::array::from_fn(|square| {
            if dice.below(64) < open {
                return PieceSet::ANYTHING;
            }
            let there = position.piece_at(Square::new(square)).map_or('.', |piece| piece.letter());
            let own = PieceSet::of_char(there).expect("a letter");
            let other = PieceSet::of_char(dice.pick(&letters)).expect("a letter");
            match dice.below(12) {
                0 => other,
                1..=5 => own.with(other),
                _ => own,
            }
        })
    }

    /// Tries every way and place, square by square.
    fn slowly(cells: &[PieceSet; 64], options: PatternOptions, position: &Position) -> bool {
        let flips = if options.flip { vec![false, true] } else { vec![false] };
        let mirrors = if options.mirror { vec![false, true] } else { vec![false] };
        let shifts = if options.shift { -7..=7i32 } else { 0..=0 };
        let fits = |flip: bool, mirror: bool, right: i32, up: i32| {
            squares().all(|square| {
                let cell = cells[square.index()];
                if cell == PieceSet::ANYTHING {
                    return true;
                }
                let (mut file, mut rank) = (i32::from(square.file()), i32::from(square.rank()));
                if mirror {
                    file = 7 - file;
                }
                if flip {
                    rank = 7 - rank;
                }
                let (file, rank) = (file + right, rank + up);
                if !(0..8).contains(&file) || !(0..8).contains(&rank) {
                    return false;
                }
                let mut piece = position.piece_at(Square::at(file as u8, rank as u8));
                if flip && let Some(piece) = &mut piece {
                    piece.color = piece.color.other();
                }
                cell.contains(piece)
            })
        };
        flips.iter().any(|flip| {
            mirrors.iter().any(|mirror| {
                shifts.clone().any(|right| shifts.clone().any(|up| fits(*flip, *mirror, right, up)))
            })
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(150))]
        #[test]
        fn bitboards_agree_with_the_board_square_by_square(
            seed: u64, flip: bool, mirror: bool, shift: bool, open in 20usize..64
        ) {
            let mut dice = Dice::new(seed);
            let game = random_game(seed, 60);
            let from = &game[dice.below(game.len())].position;
            let cells = random_pattern(&mut dice, from, open);
            let options = PatternOptions { flip, mirror, shift };
            if cells.iter().any(|cell| *cell != PieceSet::ANYTHING) {
                let pattern = Pattern::new(cells, options);
                for step in &game {
                    let expected = slowly(&cells, options, &step.position);
                    prop_assert_eq!(pattern.matches(&step.ply()), expected, "{} {:?}", pattern, step.position);
                }
                prop_assert_eq!(Pattern::parse(&pattern.to_string()), Ok(pattern));
            }
        }

        #[test]
        fn no_text_is_too_strange(text in "\"?[KQRBNPkqrbnpAa*.?/1-8\\[\\]\" ü]{0,80}( flip| mirror| shift)*") {
            if let Ok(pattern) = Pattern::parse(&text) {
                prop_assert_eq!(Pattern::parse(&pattern.to_string()), Ok(pattern));
            }
        }
    }
}
