//! What stands where, and nothing else: for those who know that the moves are legal and ask only for pieces.

use super::attacks::code;
use super::make::Moved;
use super::material::{Material, unit};
use super::position::Position;
use super::types::{Color, Move, Piece, Square};

/// Piece codes by square.
#[derive(Clone, Debug)]
pub(crate) struct Mailbox([u8; 64]);

impl Mailbox {
    /// The pieces of a position.
    pub(crate) fn new(position: &Position) -> Mailbox {
        Mailbox(position.board)
    }

    /// What stands on a square.
    #[inline]
    pub(crate) fn piece(&self, square: Square) -> Option<Piece> {
        Piece::from_code(*self.0.get(square.index())?)
    }

    #[inline(always)]
    fn put(&mut self, square: Square, code: u8) -> u8 {
        self.0.get_mut(square.index()).map_or(0, |slot| std::mem::replace(slot, code))
    }

    /// Makes a legal move that is no null move.
    #[inline]
    pub(crate) fn play(&mut self, mv: Move) -> Moved {
        let (from, to) = (mv.from(), mv.to());
        if let Some(wing) = mv.wing() {
            let (king, rook) = (self.put(from, 0), self.put(to, 0));
            self.put(Square::at(wing.king_file(), from.rank()), king);
            self.put(Square::at(wing.rook_file(), from.rank()), rook);
            return Moved { piece: king, captured: 0 };
        }
        let piece = self.put(from, 0);
        let passed = if mv.is_en_passant() { self.put(Square::at(to.file(), from.rank()), 0) } else { 0 };
        let color = if piece & code::BLACK == 0 { Color::White } else { Color::Black };
        let becomes = mv.promoted().map_or(piece, |role| role.code() | color.bit() as u8);
        let captured = self.put(to, becomes) | passed;
        Moved { piece, captured }
    }

    /// What stands on the board.
    pub(crate) fn material(&self) -> Material {
        let units = self.0.iter().enumerate().map(|(square, piece)| unit(*piece, square));
        Material::from_bits(units.sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pieces_are_those_of_the_position() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/pPpp1ppp/8/3Pp3/8/8/P1PP1PPP/R3K2R w KQkq e6 0 1",
        ] {
            let mut seed = 0x2545_F491_4F6C_DD1Du64;
            let mut position = Position::from_fen_strict(fen.as_bytes()).expect("a position");
            let mut mailbox = Mailbox::new(&position);
            for _ in 0..200 {
                seed ^= seed << 13;
                seed ^= seed >> 7;
                seed ^= seed << 17;
                let moves = position.legal_moves();
                let Some(mv) = moves.get(seed as usize % moves.len().max(1)) else { break };
                assert_eq!(mailbox.play(*mv), position.make(*mv), "{mv:?}");
                assert_eq!(mailbox.0, position.board, "{mv:?}");
                assert_eq!(mailbox.material(), Material::of(&position), "{mv:?}");
            }
        }
    }
}
