//! The board and its state: who attacks what, what is legal, what a move does.
//!
//! One code path for classic chess and Chess960: castling is the king taking its own rook, and every position
//! carries its own table of the rights that a touched square loses.

use super::attacks::{self, code};
use super::bitboard::Bitboard;
use super::types::{Color, Move, Piece, Role, Square, Wing};
use super::zobrist::KEYS;

/// No en-passant square.
pub(crate) const NO_SQUARE: u8 = 64;

/// The fields that change with every ply; the replay loop keeps them in registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hot {
    pub(crate) white: u64,
    pub(crate) black: u64,
    /// Key of pieces, rights and side to move.
    pub(crate) hash: u64,
    /// Key of the en-passant file if a capture is legal, else 0.
    pub(crate) ep_key: u64,
    /// Castling rights: bit 0 White short, 1 White long, 2 Black short, 3 Black long.
    pub(crate) rights: u32,
    /// Square that the last move, a double step, passed over, else [`NO_SQUARE`].
    pub(crate) passed: u32,
    /// Plies since the last pawn move or capture.
    pub(crate) clock: u32,
    /// Plies since the beginning of move 1 with White to move; odd if Black is to move.
    pub(crate) ply: u32,
}

/// A position: pieces, side to move, castling rights, en-passant square, clocks.
///
/// Kings are always there, one of each colour; the side not to move is never in check.
#[derive(Clone)]
pub struct Position {
    /// Piece sets by piece code (see [`attacks::code`]); the set of code 0 stays empty.
    pub(crate) sets: [u64; 32],
    /// Piece code by square.
    pub(crate) board: [u8; 64],
    /// Castling rights lost when a move starts or ends on the square.
    pub(crate) touch: [u8; 64],
    /// Where the castling rooks started, in the order of the rights.
    pub(crate) rooks: [u8; 4],
    pub(crate) hot: Hot,
}

impl Position {
    /// The classic start position.
    pub fn start() -> Position {
        START.clone()
    }

    /// The classic start position, to look at only.
    pub fn classic() -> &'static Position {
        &START
    }

    /// An empty board with White to move; the caller puts the kings on it.
    pub(crate) const fn empty() -> Position {
        Position {
            sets: [0; 32],
            board: [0; 64],
            touch: [0; 64],
            rooks: [NO_SQUARE; 4],
            hot: Hot {
                white: 0,
                black: 0,
                hash: KEYS_WHITE,
                ep_key: 0,
                rights: 0,
                passed: NO_SQUARE as u32,
                clock: 0,
                ply: 0,
            },
        }
    }

    /// Puts a piece on an empty square.
    pub(crate) const fn put(&mut self, piece: u8, square: usize) {
        let s = square & 63;
        let bit = 1u64 << s;
        self.board[s] = piece;
        self.sets[(piece & 31) as usize] |= bit;
        if piece & code::BLACK == 0 {
            self.hot.white |= bit;
        } else {
            self.hot.black |= bit;
        }
        self.hot.hash ^= KEYS.piece[(piece & 31) as usize][s];
    }

    /// Takes whatever stands on the square off the board.
    pub(crate) const fn lift(&mut self, square: usize) -> u8 {
        let s = square & 63;
        let bit = 1u64 << s;
        let piece = self.board[s] & 31;
        self.board[s] = 0;
        self.sets[piece as usize] &= !bit;
        self.hot.white &= !bit;
        self.hot.black &= !bit;
        self.hot.hash ^= KEYS.piece[piece as usize][s];
        piece
    }

    /// Gives a castling right; king and rook must stand on the squares.
    pub(crate) const fn grant(&mut self, color: Color, wing: Wing, rook: usize) {
        let right = right_index(color, wing);
        let king = self.sets[color.bit() | code::KING as usize].trailing_zeros() as usize & 63;
        self.rooks[right] = rook as u8;
        self.touch[rook & 63] |= 1 << right;
        self.touch[king] |= 1 << right;
        let before = self.hot.rights as usize & 15;
        self.hot.rights |= 1 << right;
        self.hot.hash ^= KEYS.castling[before] ^ KEYS.castling[self.hot.rights as usize & 15];
    }

    /// Hands the move to a side, at move `fullmove` (1-based).
    pub(crate) fn set_turn(&mut self, turn: Color, fullmove: u32) {
        if turn != self.turn() {
            self.hot.hash ^= KEYS.white;
        }
        self.hot.ply = (fullmove.max(1) - 1).saturating_mul(2) + turn.index() as u32;
    }

    /// Side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        if self.hot.ply & 1 == 0 { Color::White } else { Color::Black }
    }

    /// Move number as a FEN gives it, 1 at the start.
    #[inline]
    pub fn fullmove_number(&self) -> u32 {
        self.hot.ply / 2 + 1
    }

    /// Says which move it is, 1-based; the side to move stays.
    pub(crate) fn set_fullmove_number(&mut self, number: u32) {
        self.hot.ply = (number.max(1) - 1).saturating_mul(2) | (self.hot.ply & 1);
    }

    /// Plies from the beginning of move 1 with White to move to this position; odd if Black is to move.
    #[inline]
    pub fn ply(&self) -> u32 {
        self.hot.ply
    }

    /// Plies since the last pawn move or capture (FIDE Laws 9.3; castling does not reset it).
    #[inline]
    pub fn halfmove_clock(&self) -> u32 {
        self.hot.clock
    }

    /// The 64-bit position key: Polyglot's table, en passant only if a capture is legal.
    #[inline]
    pub fn key(&self) -> u64 {
        self.hot.hash ^ self.hot.ep_key
    }

    /// What stands on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        Piece::from_code(self.board[square.index()])
    }

    /// The squares of one kind of piece of one colour.
    #[inline]
    pub fn pieces(&self, color: Color, role: Role) -> Bitboard {
        Bitboard(self.sets[color.bit() | role.code() as usize])
    }

    /// All squares occupied by one colour.
    #[inline]
    pub fn side(&self, color: Color) -> Bitboard {
        Bitboard(match color {
            Color::White => self.hot.white,
            Color::Black => self.hot.black,
        })
    }

    /// All occupied squares.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        Bitboard(self.hot.white | self.hot.black)
    }

    /// Where the king of a colour stands.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        Square::new(self.sets[color.bit() | code::KING as usize].trailing_zeros() as usize)
    }

    /// Does this side still have the right to castle that way, whether or not it can do so now?
    #[inline]
    pub fn has_right(&self, color: Color, wing: Wing) -> bool {
        self.hot.rights >> right_index(color, wing) & 1 != 0
    }

    /// Rights, as bits, that a move takes from whoever still has them: it leaves or takes a square of king or rook.
    #[inline]
    pub(crate) fn rights_at(&self, mv: Move) -> u8 {
        self.touch[mv.from().index()] | self.touch[mv.to().index()]
    }

    /// The square of the rook that castles that way, if the right is still there.
    pub fn castling_rook(&self, color: Color, wing: Wing) -> Option<Square> {
        self.has_right(color, wing).then(|| Square::new(self.rooks[right_index(color, wing)] as usize))
    }

    /// Does a castling right belong to a king or rook off its classic square? Then only Chess960 knows it.
    pub fn has_chess960_rights(&self) -> bool {
        [Color::White, Color::Black].into_iter().any(|color| {
            Wing::ALL.into_iter().any(|wing| {
                let classic = Square::at(if wing == Wing::King { 7 } else { 0 }, color.back_rank());
                self.castling_rook(color, wing)
                    .is_some_and(|rook| rook != classic || self.king(color).file() != 4)
            })
        })
    }

    /// The square behind a pawn that has just made a double step, if a capture there is legal.
    #[inline]
    pub fn ep_square(&self) -> Option<Square> {
        if self.hot.ep_key == 0 { None } else { self.passed_square() }
    }

    /// The square behind a pawn that has just made a double step, capture or not.
    #[inline]
    pub fn passed_square(&self) -> Option<Square> {
        if self.hot.passed < 64 { Some(Square::new(self.hot.passed as usize)) } else { None }
    }

    /// Pieces of `by` that attack `square` when `occupied` are the occupied squares.
    #[inline]
    pub fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        Bitboard(self.attacker_set(square.index(), by, occupied.0))
    }

    #[inline]
    pub(crate) fn attacker_set(&self, square: usize, by: Color, occupied: u64) -> u64 {
        let s = square & 63;
        let e = by.bit();
        let queens = self.sets[e | code::QUEEN as usize];
        (attacks::KNIGHT[s] & self.sets[e | code::KNIGHT as usize])
            | (attacks::KING[s] & self.sets[e | code::KING as usize])
            | (attacks::PAWN[by.other().index()][s] & self.sets[e | code::PAWN as usize])
            | (attacks::bishop(s, occupied) & (self.sets[e | code::BISHOP as usize] | queens))
            | (attacks::rook(s, occupied) & (self.sets[e | code::ROOK as usize] | queens))
    }

    /// The pieces that give check to the side to move.
    pub fn checkers(&self) -> Bitboard {
        self.attackers(self.king(self.turn()), self.turn().other(), self.occupied())
    }

    /// Is the side to move in check?
    pub fn in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// What attacks the own king after the piece on `from` has gone to `to` and `captured` squares are emptied.
    /// Empty means: the move is legal as far as the king is concerned (FIDE Laws 3.9.2).
    pub fn exposes_king(&self, from: Square, to: Square, captured: Bitboard) -> Bitboard {
        let us = self.turn();
        let king = if self.king(us) == from { to } else { self.king(us) };
        let gone = captured.0 | to.bit();
        let occupied = (self.occupied().0 & !from.bit() & !captured.0) | to.bit();
        Bitboard(self.attacker_set(king.index(), us.other(), occupied) & !gone)
    }

    /// The pawn that an en-passant capture on `to` removes.
    pub(crate) fn ep_victim(&self, to: Square) -> Square {
        Square::new(to.index() ^ 8)
    }

    /// Squares a piece of the side to move could come from to reach `to`, by the way it moves and what stands
    /// between; castling aside, the own king's safety not looked at. For pawns: pushes onto an empty square,
    /// captures of an enemy piece, en passant.
    pub fn origins(&self, role: Role, to: Square) -> Bitboard {
        let us = self.turn();
        let own = self.pieces(us, role).0;
        let occupied = self.occupied().0;
        if self.side(us).contains(to) {
            return Bitboard::EMPTY;
        }
        let t = to.index();
        Bitboard(match role {
            Role::Knight => attacks::KNIGHT[t] & own,
            Role::Bishop => attacks::bishop(t, occupied) & own,
            Role::Rook => attacks::rook(t, occupied) & own,
            Role::Queen => (attacks::bishop(t, occupied) | attacks::rook(t, occupied)) & own,
            Role::King => attacks::KING[t] & own,
            Role::Pawn => {
                if occupied & to.bit() != 0 || self.passed_square() == Some(to) {
                    let captures = attacks::PAWN[us.other().index()][t] & own;
                    if occupied & to.bit() != 0 {
                        return Bitboard(captures);
                    }
                    return Bitboard(captures | self.push_origins(to));
                }
                self.push_origins(to)
            }
        })
    }

    fn push_origins(&self, to: Square) -> u64 {
        let us = self.turn();
        let own = self.pieces(us, Role::Pawn).0;
        let empty = !self.occupied().0;
        let back = |set: u64| if us == Color::White { set >> 8 } else { set << 8 };
        let one = back(to.bit());
        let double_rank = if us == Color::White { 0xFFu64 << 24 } else { 0xFF << 32 };
        let two = if to.bit() & double_rank != 0 && one & empty != 0 { back(one) } else { 0 };
        (one | two) & own
    }

    /// Same pieces, side to move, castling rights and en-passant possibility: the identity of the repetition
    /// rule (FIDE Laws 9.2.2), exact where [`Position::key`] is only nearly so.
    pub fn same_as(&self, other: &Position) -> bool {
        self.key() == other.key()
            && self.board == other.board
            && self.hot.rights == other.hot.rights
            && (0..4).all(|r| self.hot.rights >> r & 1 == 0 || self.rooks[r] == other.rooks[r])
    }
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for rank in (0..8).rev() {
            for file in 0..8 {
                let letter = self.piece_at(Square::at(file, rank)).map_or('.', Piece::letter);
                write!(f, "{letter}")?;
            }
            writeln!(f)?;
        }
        write!(f, "{:?} {:?}", self.turn(), self.hot)
    }
}

/// Index of a right in the set of rights.
pub(crate) const fn right_index(color: Color, wing: Wing) -> usize {
    color.index() * 2 + wing as usize
}

const KEYS_WHITE: u64 = super::polyglot::POLYGLOT[780];

static START: Position = {
    let mut p = Position::empty();
    let row = [2u8, 8, 1, 3, 12, 1, 8, 2];
    let mut file = 0;
    while file < 8 {
        p.put(row[file], file);
        p.put(code::PAWN, 8 + file);
        p.put(code::PAWN | code::BLACK, 48 + file);
        p.put(row[file] | code::BLACK, 56 + file);
        file += 1;
    }
    p.grant(Color::White, Wing::King, 7);
    p.grant(Color::White, Wing::Queen, 0);
    p.grant(Color::Black, Wing::King, 63);
    p.grant(Color::Black, Wing::Queen, 56);
    p
};

#[cfg(test)]
mod tests {
    use super::*;

    fn sq(name: &str) -> Square {
        Square::parse(name.as_bytes()).expect("a square")
    }

    #[test]
    fn the_start_has_the_published_key() {
        assert_eq!(Position::start().key(), 0x463b_9618_1691_fc9c);
    }

    #[test]
    fn a_double_step_counts_only_if_it_can_be_taken() {
        let mut p = Position::start();
        for (from, to) in [("e2", "e4"), ("a7", "a6"), ("e4", "e5"), ("d7", "d5")] {
            p.play(Move::normal(sq(from), sq(to)));
        }
        assert_eq!(p.ep_square(), Some(sq("d6")));
        assert_eq!(p.origins(Role::Pawn, sq("d6")), Bitboard(sq("e5").bit()));
        p.play(Move::en_passant(sq("e5"), sq("d6")));
        assert_eq!(p.piece_at(sq("d5")), None);
        assert_eq!(p.ep_square(), None);
        assert_eq!(p.halfmove_clock(), 0);
        assert_eq!(p.fullmove_number(), 3);
    }
}
