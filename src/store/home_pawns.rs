//! In which order the pawns left home: a cheap test that rules most games out for a given position.
//!
//! A pawn that has left its square on the second (Black's seventh) rank, moved or taken, never comes back, and no move
//! makes two of them leave. So if a position lacks n of the sixteen, a game can only have had it if the first n that
//! left in the game are just those.

use crate::chess::{Color, Move, Position, Role};

/// White's pawns at home.
const WHITE_HOME: u64 = 0xFF00;
/// Black's.
const BLACK_HOME: u64 = 0x00FF_0000_0000_0000;

/// The sixteen home squares as a set: bits 0 to 7 White's pawns from the a-file on, bits 8 to 15 Black's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct AtHome(u16);

impl AtHome {
    /// Which pawns of a position are at home.
    #[inline]
    pub fn of(position: &Position) -> AtHome {
        let pawns = |color| position.pieces(color, Role::Pawn).0;
        AtHome::on(pawns(Color::White) & WHITE_HOME | pawns(Color::Black) & BLACK_HOME)
    }

    /// Which of these squares are home squares.
    #[inline]
    fn on(squares: u64) -> AtHome {
        AtHome(((squares & WHITE_HOME) >> 8) as u16 | ((squares & BLACK_HOME) >> 40) as u16)
    }

    /// The sixteen bits.
    pub const fn bits(self) -> u16 {
        self.0
    }
}

/// The order in which a game's home pawns left: sixteen nibbles, the first to leave in the lowest, each the number
/// of a bit of [`AtHome`]. Those that never left stand behind, in ascending order. Pawns that were not at home in the
/// start position come first, in ascending order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HomePawns {
    order: u64,
    left: u8,
}

impl Default for HomePawns {
    /// All still at home.
    fn default() -> HomePawns {
        HomePawns { order: 0xFEDC_BA98_7654_3210, left: 0 }
    }
}

impl HomePawns {
    /// The nibbles, and how many of them have left.
    pub const fn parts(self) -> (u64, u8) {
        (self.order, self.left)
    }

    /// From what [`HomePawns::parts`] gave. Any bits may come, and at worst rule out what they should not.
    pub const fn from_parts(order: u64, left: u8) -> HomePawns {
        HomePawns { order, left: if left > 16 { 16 } else { left } }
    }

    /// How many of the sixteen had left at the end of the game.
    pub const fn left(self) -> u8 {
        self.left
    }

    /// Can a game with this order have had a position with these pawns at home? Never false if it has.
    #[inline]
    pub fn may_have(self, home: AtHome) -> bool {
        let mut missing = !home.0;
        if missing.count_ones() > u32::from(self.left) {
            return false;
        }
        let mut order = self.order;
        while missing != 0 {
            let bit = 1u16 << (order & 15);
            if missing & bit == 0 {
                return false;
            }
            missing &= !bit;
            order >>= 4;
        }
        true
    }
}

/// Notes the pawns as they leave.
#[derive(Clone, Debug)]
pub(crate) struct Leaving {
    order: u64,
    left: u32,
    gone: u16,
}

impl Leaving {
    /// Begins a game.
    pub(crate) fn new(start: &Position) -> Leaving {
        let mut leaving = Leaving { order: 0, left: 0, gone: 0 };
        leaving.note(!AtHome::of(start).0);
        leaving
    }

    fn note(&mut self, mut left: u16) {
        self.gone |= left;
        while left != 0 {
            self.order |= u64::from(left.trailing_zeros()) << ((4 * self.left) & 63);
            self.left += 1;
            left &= left - 1;
        }
    }

    /// Notes a move. Whatever leaves or takes a home square for the first time, it is the square's pawn that goes.
    #[inline]
    pub(crate) fn moved(&mut self, mv: Move) {
        let squares = mv.from().bit() | mv.to().bit();
        let left = AtHome::on(squares).0 & !self.gone;
        if left != 0 {
            self.note(left);
        }
    }

    /// The order of the game.
    pub(crate) fn finish(mut self) -> HomePawns {
        let left = self.left as u8;
        self.note(!self.gone);
        HomePawns { order: self.order, left }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Square;

    fn home_pawns(start: &Position, moves: &[Move]) -> HomePawns {
        let mut leaving = Leaving::new(start);
        for &mv in moves {
            leaving.moved(mv);
        }
        leaving.finish()
    }

    fn moves(text: &str) -> Vec<Move> {
        let square = |name: &str| Square::parse(name.as_bytes()).expect("a square");
        text.split_whitespace().map(|m| Move::normal(square(&m[..2]), square(&m[2..4]))).collect()
    }

    #[test]
    fn pawns_leave_by_moving_and_by_being_taken() {
        let game = moves("e2e4 d7d5 e4d5 d8d5 b1c3 d5d2 c1d2");
        let order = home_pawns(Position::classic(), &game);
        // e2, d7, then d2 is taken by the queen.
        assert_eq!(order.left(), 3);
        assert_eq!(order.parts().0 & 0xFFF, 0x3B4);
    }

    #[test]
    fn every_position_of_a_game_may_be_in_it() {
        let game = moves("e2e4 d7d5 e4d5 d8d5 b1c3 d5d2 c1d2 g7g5 h2h4 g5h4 h1h4");
        let order = home_pawns(Position::classic(), &game);
        let mut position = Position::start();
        assert!(order.may_have(AtHome::of(&position)));
        for mv in game {
            position.play(mv);
            assert!(order.may_have(AtHome::of(&position)), "{mv:?}");
        }
    }

    #[test]
    fn another_order_and_later_positions_are_ruled_out() {
        let order = home_pawns(Position::classic(), &moves("e2e4 e7e5 d2d4"));
        let home = |text: &str| {
            let mut position = Position::start();
            moves(text).into_iter().for_each(|mv| position.play(mv));
            AtHome::of(&position)
        };
        assert!(order.may_have(home("g1f3 g8f6 f3g1 f6g8 e2e3")));
        assert!(!order.may_have(home("d2d4")));
        assert!(!order.may_have(home("e2e4 e7e5 d2d4 d7d5")));
        assert!(!order.may_have(home("e2e4 d7d5 d2d4")));
    }

    #[test]
    fn pawns_that_were_never_at_home_count_as_gone() {
        let start = Position::from_fen_strict(b"4k3/pp6/8/8/8/8/6PP/4K3 b - - 0 1").expect("a position");
        let order = home_pawns(&start, &moves("a7a5"));
        assert_eq!(order.left(), 13);
        assert!(order.may_have(AtHome::of(&start)));
    }
}
