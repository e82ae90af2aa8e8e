//! Legal move lists and perft. Replay does not come here; suggestions, mate tests and checks of the core do.

use super::attacks;
use super::bitboard::Bitboard;
use super::position::Position;
use super::types::{Color, Move, MoveList, Role, Square, Wing};

impl Position {
    /// All legal moves, in no particular order.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.each_legal(|m| {
            // 218 is the most any position has; a list of 256 cannot overflow.
            let _ = list.try_push(m);
            true
        });
        list
    }

    /// Is there any legal move?
    pub fn has_legal_move(&self) -> bool {
        // Most positions have a pawn that stands on no line with its king and can step forward.
        let us = self.turn();
        let king = self.king(us).index();
        let free = self.pieces(us, Role::Pawn).0 & !(attacks::bishop(king, 0) | attacks::rook(king, 0));
        let steps = if us == Color::White { free << 8 } else { free >> 8 };
        if steps & !self.occupied().0 != 0 && !self.in_check() {
            return true;
        }
        let mut found = false;
        self.each_legal(|_| {
            found = true;
            false
        });
        found
    }

    /// Is this move legal here? Any 16 bits may be asked.
    pub fn is_legal(&self, m: Move) -> bool {
        let mut found = false;
        self.each_legal(|legal| {
            found = legal == m;
            !found
        });
        found
    }

    /// Calls `visit` with each legal move until it answers false.
    fn each_legal(&self, mut visit: impl FnMut(Move) -> bool) {
        let us = self.turn();
        let occupied = self.occupied().0;
        let own = !self.side(us).0;
        let king = self.king(us);
        // In check, all but the king can only take the piece that gives it or step in between (FIDE Laws 3.9.2).
        let checkers = self.checkers();
        let evasions = match (checkers.is_empty(), checkers.only()) {
            (true, _) => !0,
            (false, Some(checker)) => checker.bit() | attacks::between(king.index(), checker.index()),
            (false, None) => 0,
        };
        for role in [Role::King, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for from in self.pieces(us, role) {
                let f = from.index();
                let reach = match role {
                    Role::Knight => attacks::KNIGHT[f],
                    Role::Bishop => attacks::bishop(f, occupied),
                    Role::Rook => attacks::rook(f, occupied),
                    Role::Queen => attacks::bishop(f, occupied) | attacks::rook(f, occupied),
                    _ => attacks::KING[f],
                };
                let targets = if role == Role::King { own } else { own & evasions };
                for to in Bitboard(reach & targets & !self.pieces(us.other(), Role::King).0) {
                    if self.exposes_king(from, to, Bitboard::EMPTY).is_empty()
                        && !visit(Move::normal(from, to))
                    {
                        return;
                    }
                }
            }
        }
        for from in self.pieces(us, Role::Pawn) {
            if !self.each_pawn_move(from, evasions, &mut visit) {
                return;
            }
        }
        for wing in Wing::ALL {
            if checkers.is_empty()
                && let Ok(m) = self.castling(wing)
                && !visit(m)
            {
                return;
            }
        }
    }

    fn each_pawn_move(&self, from: Square, evasions: u64, visit: &mut impl FnMut(Move) -> bool) -> bool {
        let us = self.turn();
        let enemies = self.side(us.other()).0 & !self.pieces(us.other(), Role::King).0;
        let empty = !self.occupied().0;
        let forward = |set: u64| if us == Color::White { set << 8 } else { set >> 8 };
        let (start, last) = if us == Color::White { (0xFFu64 << 8, 7) } else { (0xFF << 48, 0) };
        let one = forward(from.bit()) & empty;
        let two = if from.bit() & start != 0 { forward(one) & empty } else { 0 };
        let takes = attacks::PAWN[us.index()][from.index()];
        for to in Bitboard((one | two | (takes & enemies)) & evasions) {
            if !self.exposes_king(from, to, Bitboard::EMPTY).is_empty() {
                continue;
            }
            if to.rank() == last {
                if !Role::PROMOTIONS.into_iter().all(|role| visit(Move::promotion(from, to, role))) {
                    return false;
                }
            } else if !visit(Move::normal(from, to)) {
                return false;
            }
        }
        if let Some(to) = self.ep_square()
            && takes & to.bit() != 0
            && self.exposes_king(from, to, Bitboard(self.ep_victim(to).bit())).is_empty()
        {
            return visit(Move::en_passant(from, to));
        }
        true
    }

    /// Number of move sequences of `depth` plies, the usual check of a move generator.
    pub fn perft(&self, depth: u32) -> u64 {
        let moves = self.legal_moves();
        if depth <= 1 {
            return if depth == 0 { 1 } else { moves.len() as u64 };
        }
        moves
            .into_iter()
            .map(|m| {
                let mut next = self.clone();
                next.play(m);
                next.perft(depth - 1)
            })
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_plies_have_the_known_counts() {
        let start = Position::start();
        assert_eq!(start.perft(0), 1);
        assert_eq!(start.perft(1), 20);
        assert_eq!(start.perft(2), 400);
        assert_eq!(start.perft(3), 8_902);
    }
}
