//! One ply of a game as the terms of the filter language see it.

use crate::chess::{Move, Piece, Position, Role};

/// A position of the main line and the move that led to it.
#[derive(Clone, Copy, Debug)]
pub struct Ply<'a> {
    /// The position after the move.
    pub position: &'a Position,
    /// Plies of the main line played so far; 0 is the start position of the game.
    pub ply: u32,
    /// The move that led here; `None` at the start position.
    pub made: Option<Made>,
}

/// A move that was made, and what it moved and took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Made {
    /// The move.
    pub mv: Move,
    /// The piece that moved, as it was before a promotion; the king for castling.
    pub piece: Piece,
    /// What it took, a pawn en passant included.
    pub captured: Option<Role>,
}

impl Made {
    /// A move that is legal in `before`; `None` for a null move or if there is no piece to move.
    #[inline]
    pub fn of(before: &Position, mv: Move) -> Option<Made> {
        if mv.is_null() {
            return None;
        }
        let piece = before.piece_at(mv.from())?;
        let captured = if mv.is_castling() {
            None
        } else if mv.is_en_passant() {
            Some(Role::Pawn)
        } else {
            before.piece_at(mv.to()).map(|taken| taken.role)
        };
        Some(Made { mv, piece, captured })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Square;

    #[test]
    fn castling_takes_nothing_though_it_ends_on_the_own_rook() {
        let start = Position::from_fen_strict(b"4k3/8/8/8/8/8/8/4K2R w K - 0 1").expect("a position");
        let square = |name: &[u8]| Square::parse(name).expect("a square");
        let made = Made::of(&start, Move::castling(square(b"e1"), square(b"h1"))).expect("a move");
        assert_eq!((made.piece.role, made.captured), (Role::King, None));
        assert_eq!(Made::of(&start, Move::NULL), None);
    }
}
