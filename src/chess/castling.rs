//! Castling, classic and Chess960 alike: is it legal, and if not, why not.

use super::attacks;
use super::bitboard::Bitboard;
use super::position::Position;
use super::types::{Move, Square, Wing};

/// Why a castling is not legal (FIDE Laws 3.8.2, Chess960 guidelines II.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastlingFault {
    /// King or rook has moved, the rook is gone, or the position never had the right.
    NoRight,
    /// A piece stands on a square that king or rook must pass or reach.
    Blocked(Square),
    /// The king is in check; the square is that of a checking piece.
    InCheck(Square),
    /// The king would pass over or end on `square`, attacked from `by`.
    Attacked {
        /// The square on the king's way.
        square: Square,
        /// Where the attacker stands.
        by: Square,
    },
}

impl Position {
    /// What stands in the way of castling, or the move.
    ///
    /// # Errors
    /// The first of the conditions of FIDE 3.8.2 that fails, in the order right, check, way, attacks.
    pub fn castling(&self, wing: Wing) -> Result<Move, CastlingFault> {
        let us = self.turn();
        let Some(rook) = self.castling_rook(us, wing) else { return Err(CastlingFault::NoRight) };
        let king = self.king(us);
        let occupied = self.occupied().0;
        if let Some(by) = self.checkers().first() {
            return Err(CastlingFault::InCheck(by));
        }
        let king_goal = Square::at(wing.king_file(), us.back_rank());
        let rook_goal = Square::at(wing.rook_file(), us.back_rank());
        let others = occupied & !king.bit() & !rook.bit();
        let way = span(king, king_goal) | span(rook, rook_goal);
        if let Some(square) = Bitboard(others & way).first() {
            return Err(CastlingFault::Blocked(square));
        }
        for square in Bitboard(span(king, king_goal) & !king.bit()) {
            let attackers = self.attacker_set(square.index(), us.other(), occupied & !king.bit());
            if let Some(by) = Bitboard(attackers).first() {
                return Err(CastlingFault::Attacked { square, by });
            }
        }
        // A rook may have shielded the king along the back rank, unless it comes from the corner: then the position
        // after castling decides.
        if rook.bit() & CORNERS != 0 {
            return Ok(Move::castling(king, rook));
        }
        let after = others | king_goal.bit() | rook_goal.bit();
        match Bitboard(self.attacker_set(king_goal.index(), us.other(), after)).first() {
            Some(by) => Err(CastlingFault::Attacked { square: king_goal, by }),
            None => Ok(Move::castling(king, rook)),
        }
    }
}

const CORNERS: u64 = 0x8100_0000_0000_0081;

/// All squares from `a` to `b` on one rank, both included.
fn span(a: Square, b: Square) -> u64 {
    attacks::between(a.index(), b.index()) | a.bit() | b.bit()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Color;

    fn sq(name: &str) -> Square {
        Square::parse(name.as_bytes()).expect("a square")
    }

    #[test]
    fn castling_names_what_forbids_it() {
        let mut p = Position::start();
        assert_eq!(p.castling(Wing::King), Err(CastlingFault::Blocked(sq("f1"))));
        for (from, to) in [("e2", "e4"), ("e7", "e5"), ("g1", "f3"), ("b8", "c6"), ("f1", "c4"), ("g8", "f6")]
        {
            p.play(Move::normal(sq(from), sq(to)));
        }
        let m = p.castling(Wing::King).expect("legal");
        p.play(m);
        assert_eq!(p.king(Color::White), sq("g1"));
        assert!(!p.has_right(Color::White, Wing::Queen));
        assert!(p.has_right(Color::Black, Wing::Queen));
    }
}
