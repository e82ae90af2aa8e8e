//! What may stand on a square: pieces by colour and kind, or nothing.

use std::fmt;

use super::ply::Ply;
use super::term::{Scanner, TermError, TermFault, error, role_of};
use crate::chess::{Bitboard, Color, Piece, Position, Role, Square};

/// The order in which a set is written.
const LETTERS: &str = "KQRBNPkqrbnp";

/// Some of the twelve kinds of pieces and the empty square; bit n is the piece code n, bit 0 the empty square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PieceSet(u32);

impl PieceSet {
    /// An empty square.
    pub const EMPTY_SQUARE: PieceSet = PieceSet(1);
    /// Any White piece.
    pub const WHITE: PieceSet = PieceSet::all_of(Color::White);
    /// Any Black piece.
    pub const BLACK: PieceSet = PieceSet::all_of(Color::Black);
    /// Any piece.
    pub const OCCUPIED: PieceSet = PieceSet(PieceSet::WHITE.0 | PieceSet::BLACK.0);
    /// Any piece or none: nothing is tested.
    pub const ANYTHING: PieceSet = PieceSet(PieceSet::OCCUPIED.0 | 1);

    const fn all_of(color: Color) -> PieceSet {
        let (mut bits, mut role) = (0, 0);
        while role < Role::ALL.len() {
            bits |= 1 << (Piece { color, role: Role::ALL[role] }).code();
            role += 1;
        }
        PieceSet(bits)
    }

    /// One kind of piece.
    pub const fn of(piece: Piece) -> PieceSet {
        PieceSet(1 << piece.code())
    }

    /// Both sets taken together.
    #[must_use]
    pub const fn with(self, other: PieceSet) -> PieceSet {
        PieceSet(self.0 | other.0)
    }

    /// Is this piece in the set?
    pub const fn contains(self, piece: Option<Piece>) -> bool {
        let code = match piece {
            Some(piece) => piece.code(),
            None => 0,
        };
        self.0 >> (code & 31) & 1 != 0
    }

    /// Does what stands on the square belong to the set?
    #[inline]
    pub fn stands_on(self, square: Square, position: &Position) -> bool {
        self.0 >> (position.board[square.index()] & 31) & 1 != 0
    }

    /// The same with the colours exchanged.
    #[must_use]
    pub const fn with_colors_swapped(self) -> PieceSet {
        let white = self.0 & PieceSet::WHITE.0;
        let black = self.0 & PieceSet::BLACK.0;
        PieceSet(self.0 & 1 | white << 16 | black >> 16)
    }

    /// The piece codes in the set, 0 for the empty square.
    pub(super) fn codes(self) -> impl Iterator<Item = u8> {
        Bitboard(u64::from(self.0)).map(|bit| bit.index() as u8)
    }

    /// The set that one character means: a piece letter, `A`, `a`, `*`, `.` or `?`.
    pub(super) fn of_char(letter: char) -> Option<PieceSet> {
        Some(match letter {
            'A' => PieceSet::WHITE,
            'a' => PieceSet::BLACK,
            '*' => PieceSet::OCCUPIED,
            '.' => PieceSet::EMPTY_SQUARE,
            '?' => PieceSet::ANYTHING,
            _ => PieceSet::of(piece_of(letter)?),
        })
    }

    /// One character or several in square brackets.
    pub(super) fn read(scanner: &mut Scanner<'_>) -> Result<PieceSet, TermError> {
        const EXPECTED: &str = "a piece letter, `A`, `a`, `*`, `.`, `?`, a digit or `[`";
        let at = scanner.at();
        if !scanner.eat('[') {
            let set = scanner.peek().and_then(PieceSet::of_char);
            let set = set.ok_or_else(|| scanner.unexpected(EXPECTED))?;
            scanner.bump();
            return Ok(set);
        }
        let mut set = PieceSet(0);
        loop {
            match scanner.peek() {
                None => return Err(error(at, TermFault::NotClosed('['))),
                Some(']') => break,
                Some(letter) => match PieceSet::of_char(letter) {
                    Some(more) => set = set.with(more),
                    None => return Err(scanner.unexpected("a piece letter, `A`, `a`, `*`, `.`, `?` or `]`")),
                },
            }
            scanner.bump();
        }
        scanner.bump();
        if set == PieceSet(0) { Err(error(at, TermFault::EmptySet)) } else { Ok(set) }
    }
}

impl fmt::Display for PieceSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sole = "?*Aa.".chars().chain(LETTERS.chars());
        if let Some(letter) = sole.into_iter().find(|letter| PieceSet::of_char(*letter) == Some(*self)) {
            return write!(f, "{letter}");
        }
        write!(f, "[")?;
        for letter in LETTERS.chars().chain(['.']) {
            if PieceSet::of_char(letter).is_some_and(|part| self.0 & part.0 != 0) {
                write!(f, "{letter}")?;
            }
        }
        write!(f, "]")
    }
}

/// The piece of a FEN letter.
pub(super) fn piece_of(letter: char) -> Option<Piece> {
    let color = if letter.is_ascii_lowercase() { Color::Black } else { Color::White };
    Some(Piece { color, role: role_of(letter.to_ascii_uppercase())? })
}

/// A piece on a square: `Nf5` a White knight, `pa6` a Black pawn, `Ae4` any White and `ae4` any Black piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PieceOn {
    pieces: PieceSet,
    square: Square,
}

impl PieceOn {
    /// Reads a piece letter and a square.
    ///
    /// # Errors
    /// If it is anything else.
    pub fn parse(text: &str) -> Result<PieceOn, TermError> {
        let mut scanner = Scanner::new(text);
        let letter = scanner.peek().filter(char::is_ascii_alphabetic);
        let Some(pieces) = letter.and_then(PieceSet::of_char) else {
            return Err(scanner.unexpected("a piece letter"));
        };
        scanner.bump();
        let Some(square) = Square::parse(scanner.rest().as_bytes()) else {
            return Err(scanner.unexpected("a square from a1 to h8"));
        };
        Ok(PieceOn { pieces, square })
    }

    /// What may stand there.
    pub fn pieces(&self) -> PieceSet {
        self.pieces
    }

    /// The square.
    pub fn square(&self) -> Square {
        self.square
    }

    /// Does it stand there?
    #[inline]
    pub fn matches(&self, ply: &Ply<'_>) -> bool {
        self.pieces.stands_on(self.square, ply.position)
    }
}

impl fmt::Display for PieceOn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.pieces, self.square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::testing::{random_game, squares};

    #[test]
    fn what_is_no_piece_on_a_square_says_where() {
        for (text, byte) in [("", 0), ("N", 1), ("Nf9", 1), ("Nf55", 1), ("Sf3", 0), ("?a1", 0), ("*a1", 0)] {
            assert_eq!(PieceOn::parse(text).expect_err(text).at, byte, "{text}");
        }
    }

    #[test]
    fn every_piece_is_found_where_it_stands_and_nowhere_else() {
        for step in random_game(7, 80) {
            for square in squares() {
                let there = step.position.piece_at(square);
                for letter in "KQRBNPkqrbnpAa".chars() {
                    let text = format!("{letter}{square}");
                    let term = PieceOn::parse(&text).expect("a term");
                    let expected = there.is_some_and(|piece| match letter {
                        'A' => piece.color == Color::White,
                        'a' => piece.color == Color::Black,
                        _ => piece.letter() == letter,
                    });
                    assert_eq!(term.matches(&step.ply()), expected, "{text}");
                    assert_eq!(term.to_string(), text);
                }
            }
        }
    }
}
