//! Position keys: the Polyglot table, laid out for the replay loop.
//!
//! A key is the xor of one number a piece, one a castling right, one for the en-passant file if a capture there
//! is legal, and one for White to move. Built this way equal keys are exactly the positions that the repetition
//! rule calls equal, but for Chess960's inner and outer rooks and chance collisions.

use super::attacks::code;
use super::polyglot::POLYGLOT;

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
