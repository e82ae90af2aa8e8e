//! The small words of chess: squares, colours, piece kinds and the 16-bit move.

use std::fmt;

/// Side to move or owner of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Color {
    /// White, who moves first.
    White,
    /// Black.
    Black,
}

impl Color {
    /// The opponent.
    #[inline]
    pub const fn other(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Index of the colour's first rank, 0 for White and 7 for Black.
    #[inline]
    pub const fn back_rank(self) -> u8 {
        match self {
            Color::White => 0,
            Color::Black => 7,
        }
    }

    /// The colour bit of a piece code (see [`crate::chess::code`]).
    #[inline]
    pub(crate) const fn bit(self) -> usize {
        (self as usize) << 4
    }
}

/// Kind of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Role {
    /// Pawn.
    Pawn,
    /// Knight.
    Knight,
    /// Bishop.
    Bishop,
    /// Rook.
    Rook,
    /// Queen.
    Queen,
    /// King.
    King,
}

impl Role {
    /// All six, pawn first, king last.
    pub const ALL: [Role; 6] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

    /// What a pawn may become, in the order queen, rook, bishop, knight.
    pub const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

    /// 0 for the pawn up to 5 for the king.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Piece code without colour, see [`crate::chess::code`].
    #[inline]
    pub(crate) const fn code(self) -> u8 {
        match self {
            Role::Pawn => 4,
            Role::Knight => 8,
            Role::Bishop => 1,
            Role::Rook => 2,
            Role::Queen => 3,
            Role::King => 12,
        }
    }

    /// The kind of a piece code, colour bit ignored; `None` for the empty code and for numbers that are no code.
    #[inline]
    pub(crate) const fn from_code(code: u8) -> Option<Role> {
        Some(match code & 15 {
            1 => Role::Bishop,
            2 => Role::Rook,
            3 => Role::Queen,
            4 => Role::Pawn,
            8 => Role::Knight,
            12 => Role::King,
            _ => return None,
        })
    }

    /// English capital letter, `P` for the pawn (as FEN writes it).
    pub const fn letter(self) -> char {
        match self {
            Role::Pawn => 'P',
            Role::Knight => 'N',
            Role::Bishop => 'B',
            Role::Rook => 'R',
            Role::Queen => 'Q',
            Role::King => 'K',
        }
    }
}

/// A piece of one colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub role: Role,
}

impl Piece {
    /// The FEN letter: capital for White, small for Black.
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.role.letter(),
            Color::Black => self.role.letter().to_ascii_lowercase(),
        }
    }

    #[inline]
    pub(crate) const fn code(self) -> u8 {
        self.role.code() | self.color.bit() as u8
    }

    #[inline]
    pub(crate) const fn from_code(code: u8) -> Option<Piece> {
        match Role::from_code(code) {
            Some(role) => {
                Some(Piece { color: if code & 16 == 0 { Color::White } else { Color::Black }, role })
            }
            None => None,
        }
    }
}

/// One of the 64 squares; the index counts a1 = 0, b1 = 1, ... h8 = 63.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square with this index; only the low six bits count.
    #[inline]
    pub const fn new(index: usize) -> Square {
        Square((index & 63) as u8)
    }

    /// From file and rank, each 0 to 7 (only the low three bits count).
    #[inline]
    pub const fn at(file: u8, rank: u8) -> Square {
        Square((rank & 7) << 3 | (file & 7))
    }

    /// 0 (a1) to 63 (h8).
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// 0 for the a-file to 7 for the h-file.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// 0 for the first rank to 7 for the eighth.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// Only this square as a bit set.
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// True for the light squares (h1, b1, a2, ...).
    #[inline]
    pub const fn is_light(self) -> bool {
        (self.file() + self.rank()) & 1 == 1
    }

    /// Reads `a1` to `h8`, small letters only.
    pub const fn parse(text: &[u8]) -> Option<Square> {
        match text {
            [f @ b'a'..=b'h', r @ b'1'..=b'8'] => Some(Square::at(*f - b'a', *r - b'1')),
            _ => None,
        }
    }

    /// Letter of the file, `a` to `h`.
    pub const fn file_char(self) -> char {
        (b'a' + self.file()) as char
    }

    /// Digit of the rank, `1` to `8`.
    pub const fn rank_char(self) -> char {
        (b'1' + self.rank()) as char
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file_char(), self.rank_char())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Which way a castling goes. The king ends on the g-file (king side) or the c-file (queen side), wherever it
/// and the rook started (FIDE Laws 3.8.2; Chess960 guidelines II.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Wing {
    /// `O-O`.
    King,
    /// `O-O-O`.
    Queen,
}

impl Wing {
    /// Both, king side first.
    pub const ALL: [Wing; 2] = [Wing::King, Wing::Queen];

    /// File on which the king ends.
    pub const fn king_file(self) -> u8 {
        match self {
            Wing::King => 6,
            Wing::Queen => 2,
        }
    }

    /// File on which the rook ends.
    pub const fn rook_file(self) -> u8 {
        match self {
            Wing::King => 5,
            Wing::Queen => 3,
        }
    }
}

/// A move in 16 bits: origin (bits 0-5), target (6-11), kind (12-15).
///
/// Castling is the king taking its own rook (origin the king's square, target the rook's), so Chess960 needs no
/// case of its own; [`Move::is_castling`] tells it apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);

const KIND_CASTLING: u16 = 1 << 12;
const KIND_EN_PASSANT: u16 = 2 << 12;
const KIND_PROMOTION: u16 = 4 << 12;

impl Move {
    /// No move (a null move in a variation): origin and target are a1.
    pub const NULL: Move = Move(0);

    /// A plain move or capture.
    #[inline]
    pub const fn normal(from: Square, to: Square) -> Move {
        Move(from.0 as u16 | (to.0 as u16) << 6)
    }

    /// A castling move; `rook` is the square on which the castling rook stands.
    #[inline]
    pub const fn castling(king: Square, rook: Square) -> Move {
        Move(Move::normal(king, rook).0 | KIND_CASTLING)
    }

    /// A capture en passant; `to` is the empty square behind the captured pawn.
    #[inline]
    pub const fn en_passant(from: Square, to: Square) -> Move {
        Move(Move::normal(from, to).0 | KIND_EN_PASSANT)
    }

    /// A promotion; a king or pawn as `role` is read as queen.
    #[inline]
    pub const fn promotion(from: Square, to: Square, role: Role) -> Move {
        let index = match role {
            Role::Knight => 0,
            Role::Bishop => 1,
            Role::Rook => 2,
            Role::Queen | Role::King | Role::Pawn => 3,
        };
        Move(Move::normal(from, to).0 | KIND_PROMOTION | index << 12)
    }

    /// The move with these bits, as [`Move::bits`] gave them.
    pub const fn from_bits(bits: u16) -> Move {
        Move(bits)
    }

    /// The 16 bits.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Origin square.
    #[inline]
    pub const fn from(self) -> Square {
        Square((self.0 & 63) as u8)
    }

    /// Target square; for castling the rook's square.
    #[inline]
    pub const fn to(self) -> Square {
        Square((self.0 >> 6 & 63) as u8)
    }

    /// What the pawn becomes, if this is a promotion.
    #[inline]
    pub const fn promoted(self) -> Option<Role> {
        if self.0 & KIND_PROMOTION == 0 {
            return None;
        }
        Some(match self.0 >> 12 & 3 {
            0 => Role::Knight,
            1 => Role::Bishop,
            2 => Role::Rook,
            _ => Role::Queen,
        })
    }

    /// True for castling.
    #[inline]
    pub const fn is_castling(self) -> bool {
        self.0 & 0xF000 == KIND_CASTLING
    }

    /// True for a capture en passant.
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        self.0 & 0xF000 == KIND_EN_PASSANT
    }

    /// True for [`Move::NULL`].
    #[inline]
    pub const fn is_null(self) -> bool {
        self.0 == 0
    }

    /// True for castling, en passant, promotions and the null move: what is not one piece going to its target.
    #[inline]
    pub const fn is_special(self) -> bool {
        self.0.wrapping_sub(1) >= KIND_CASTLING - 1
    }

    /// The wing of a castling move.
    #[inline]
    pub const fn wing(self) -> Option<Wing> {
        if !self.is_castling() {
            None
        } else if self.to().file() > self.from().file() {
            Some(Wing::King)
        } else {
            Some(Wing::Queen)
        }
    }
}

impl fmt::Debug for Move {
    /// Coordinates, castling as king takes rook, a promotion with its letter: `e7e8q`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promoted() {
            Some(role) => write!(f, "{}", role.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

/// The legal moves of a position: never more than 218 of them.
pub type MoveList = arrayvec::ArrayVec<Move, 256>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_have_names_and_colours() {
        assert_eq!(Square::parse(b"e4").map(|s| s.to_string()), Some("e4".to_owned()));
        assert_eq!(Square::parse(b"i4"), None);
        assert!(Square::at(7, 0).is_light());
        assert!(!Square::at(0, 0).is_light());
    }

    #[test]
    fn moves_keep_their_parts() {
        let (e7, e8) = (Square::at(4, 6), Square::at(4, 7));
        for role in Role::PROMOTIONS {
            let m = Move::promotion(e7, e8, role);
            assert_eq!((m.from(), m.to(), m.promoted()), (e7, e8, Some(role)));
            assert!(!m.is_castling() && !m.is_en_passant());
        }
        let castling = Move::castling(Square::at(4, 0), Square::at(0, 0));
        assert_eq!(castling.wing(), Some(Wing::Queen));
        assert_eq!(castling.promoted(), None);
    }
}
