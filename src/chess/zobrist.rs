//! Position keys: the Polyglot table, laid out for the replay loop.
//!
//! A key is the xor of one number a piece, one a castling right, one for the en-passant file if a capture there
//! is legal, and one for White to move. Built this way equal keys are exactly the positions that the repetition
//! rule calls equal, but for Chess960's inner and outer rooks and chance collisions.

use super::attacks::code;
use super::fen::EpStyle;
use super::polyglot::POLYGLOT;
use super::position::Position;

/// The numbers by piece code (see [`code`]), by set of castling rights, and by file.
pub(crate) struct Keys {
    /// By piece code and square; the rows that are no piece are zero, so a capture of nothing costs nothing.
    pub(crate) piece: [[u64; 64]; 32],
    /// By set of castling rights: bit 0 White short, 1 White long, 2 Black short, 3 Black long.
    pub(crate) castling: [u64; 16],
    /// The same for a ply: rights that are lost, and the other side to move.
    pub(crate) castling_and_turn: [u64; 16],
    /// By en-passant file.
    pub(crate) en_passant: [u64; 8],
    /// White to move.
    pub(crate) white: u64,
}

pub(crate) static KEYS: Keys = {
    let mut k = Keys {
        piece: [[0; 64]; 32],
        castling: [0; 16],
        castling_and_turn: [0; 16],
        en_passant: [0; 8],
        white: POLYGLOT[780],
    };
    let order = [code::PAWN, code::KNIGHT, code::BISHOP, code::ROOK, code::QUEEN, code::KING];
    let mut i = 0;
    while i < 6 {
        let mut s = 0;
        while s < 64 {
            k.piece[(order[i] | code::BLACK) as usize][s] = POLYGLOT[128 * i + s];
            k.piece[order[i] as usize][s] = POLYGLOT[128 * i + 64 + s];
            s += 1;
        }
        i += 1;
    }
    let mut set = 0;
    while set < 16 {
        let mut right = 0;
        while right < 4 {
            if set >> right & 1 != 0 {
                k.castling[set] ^= POLYGLOT[768 + right];
            }
            right += 1;
        }
        k.castling_and_turn[set] = k.castling[set] ^ k.white;
        set += 1;
    }
    let mut file = 0;
    while file < 8 {
        k.en_passant[file] = POLYGLOT[772 + file];
        file += 1;
    }
    k
};

impl Position {
    /// The key as Polyglot books have it: the en-passant file counts if an enemy pawn stands beside the pawn that has
    /// just made a double step, whether or not its capture is legal.
    pub fn polyglot_key(&self) -> u64 {
        match (self.ep_square(), self.written_ep(EpStyle::Pseudo)) {
            (None, Some(square)) => self.key() ^ KEYS.en_passant[usize::from(square.file())],
            _ => self.key(),
        }
    }
}

impl Position {
    /// The keys of all positions with these pieces on these squares: either side to move, any castling rights, any
    /// en-passant file, whether or not there can be such a position.
    pub fn keys_of_board(&self) -> Vec<u64> {
        let turn = if self.turn() == super::types::Color::White { KEYS.white } else { 0 };
        let rights = KEYS.castling.get(self.hot.rights as usize & 15).copied().unwrap_or(0);
        let board = self.hot.hash ^ turn ^ rights;
        let en_passant = || KEYS.en_passant.iter().copied().chain([0]);
        let sides = [0, KEYS.white];
        let of_rights = |rights: &u64| {
            let base = board ^ *rights;
            sides
                .into_iter()
                .flat_map(move |side| en_passant().map(move |file| base ^ side ^ file))
                .collect::<Vec<_>>()
        };
        KEYS.castling.iter().flat_map(of_rights).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves and keys that are published with the format.
    #[test]
    fn polyglot_keys_are_the_published_ones() {
        for (fen, key) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b_9618_1691_fc9c),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
            ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a4_8b5a_8e47_ff78),
            ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c81_23ea_7b06_7637),
        ] {
            let position = Position::from_fen(fen.as_bytes()).unwrap().position;
            assert_eq!(position.polyglot_key(), key, "{fen}");
        }
    }

    #[test]
    fn a_pinned_pawn_beside_counts_for_polyglot() {
        let fen = "8/6bb/8/8/R1pP2k1/4P3/P7/K7 b - d3 0 1";
        let mut position = Position::from_fen(b"8/6bb/8/8/R1p3k1/4P3/P2P4/K7 w - - 0 1").unwrap().position;
        position.play(crate::chess::Move::normal(
            crate::chess::Square::parse(b"d2").unwrap(),
            crate::chess::Square::parse(b"d4").unwrap(),
        ));
        let read = Position::from_fen(fen.as_bytes()).unwrap().position;
        assert_eq!(position.polyglot_key(), read.polyglot_key());
        assert_eq!(position.key() ^ KEYS.en_passant[3], position.polyglot_key());
    }
}
