//! One ply of a game as the terms of the filter language see it.

use crate::chess::{Color, Move, Moved, Position, Role};

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
    mv: Move,
    moved: Moved,
}

impl Made {
    /// A move and what it did; `None` for a null move.
    #[inline]
    pub fn new(mv: Move, moved: Moved) -> Option<Made> {
        if mv.is_null() { None } else { Some(Made { mv, moved }) }
    }

    /// The move.
    #[inline]
    pub fn mv(self) -> Move {
        self.mv
    }

    /// What it did.
    #[inline]
    pub fn moved(self) -> Moved {
        self.moved
    }

    /// Who made it.
    #[inline]
    pub fn by(self) -> Color {
        if self.moved.piece & 16 == 0 { Color::White } else { Color::Black }
    }

    /// What moved, as it was before a promotion; the king for castling.
    pub fn role(self) -> Option<Role> {
        Role::from_code(self.moved.piece)
    }

    /// Did this kind of piece move?
    #[inline]
    pub fn is_of(self, role: Role) -> bool {
        self.moved.piece & 15 == role.code()
    }

    /// What it took, a pawn en passant included.
    #[inline]
    pub fn captured(self) -> Option<Role> {
        self.moved.captured()
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
        let made = |mv| Made::new(mv, start.clone().make(mv));
        let castling = made(Move::castling(square(b"e1"), square(b"h1"))).expect("a move");
        assert_eq!((castling.role(), castling.by()), (Some(Role::King), Color::White));
        assert!(castling.is_of(Role::King) && castling.captured().is_none());
        assert_eq!(made(Move::NULL), None);
    }
}
