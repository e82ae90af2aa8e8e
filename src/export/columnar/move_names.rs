//! Moves in four bytes, and the texts that they stand for: a table has the same few thousand of them again and again.

use crate::chess::{Color, Move, Role};
use crate::notation::{CheckSign, MoveFacts, Style};

/// A move, and what its text shows. As bits: the move in 0 to 15, then what is in [`PackedMove::of`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct PackedMove(u32);

const TAKES: u32 = 1 << 19;
const NEEDS_FILE: u32 = 1 << 20;
const NEEDS_RANK: u32 = 1 << 21;
const CHECK: u32 = 1 << 22;
const MATE: u32 = 1 << 23;
/// Castling is king takes rook in coordinates.
const CHESS960: u32 = 1 << 24;
/// There is a move.
const IS_MOVE: u32 = 1 << 25;

impl PackedMove {
    /// No move: the last position of a game.
    pub(super) const NONE: PackedMove = PackedMove(0);

    /// A move of a game that is or is not of Chess960.
    #[inline]
    pub(super) fn of(facts: &MoveFacts, is_chess960: bool) -> PackedMove {
        let flag = |bit, is_so| if is_so { bit } else { 0 };
        PackedMove(
            IS_MOVE
                | u32::from(facts.mv.bits())
                | (facts.role.index() as u32) << 16
                | flag(TAKES, facts.captured.is_some())
                | flag(NEEDS_FILE, facts.needs_file)
                | flag(NEEDS_RANK, facts.needs_rank)
                | match facts.check {
                    CheckSign::None => 0,
                    CheckSign::Check | CheckSign::MateOrDouble => CHECK,
                    CheckSign::Mate => MATE,
                }
                | flag(CHESS960, is_chess960 || facts.is_chess960),
        )
    }

    pub(super) fn from_bits(bits: u32) -> PackedMove {
        PackedMove(bits)
    }

    pub(super) fn bits(self) -> u32 {
        self.0
    }

    /// What its text in coordinates depends on; nothing if there is no move.
    pub(super) fn uci_key(self) -> Option<u64> {
        // Small numbers, as most moves are not of Chess960: the flag comes down behind the move's bits.
        let is_chess960 = u64::from(self.0 & CHESS960 != 0);
        (self.0 & IS_MOVE != 0).then_some(u64::from(self.0 as u16) | is_chess960 << 16)
    }

    /// The move of such a key.
    pub(super) fn of_uci_key(key: u64) -> PackedMove {
        PackedMove(key as u16 as u32 | IS_MOVE | if key >> 16 & 1 != 0 { CHESS960 } else { 0 })
    }

    /// What its text in export format depends on; nothing if there is no move.
    pub(super) fn san_key(self) -> Option<u64> {
        (self.0 & IS_MOVE != 0).then_some(u64::from(self.0))
    }

    fn facts(self) -> MoveFacts {
        let role = Role::ALL.get((self.0 >> 16 & 7) as usize).copied().unwrap_or(Role::Pawn);
        MoveFacts {
            mv: Move::from_bits(self.0 as u16),
            role,
            // Which piece it is no text of these tells.
            captured: (self.0 & TAKES != 0).then_some(Role::Pawn),
            needs_file: self.0 & NEEDS_FILE != 0,
            needs_rank: self.0 & NEEDS_RANK != 0,
            check: match self.0 & (CHECK | MATE) {
                0 => CheckSign::None,
                CHECK => CheckSign::Check,
                _ => CheckSign::Mate,
            },
            color: Color::White,
            is_chess960: self.0 & CHESS960 != 0,
        }
    }

    /// [`Move::bits`].
    pub(super) fn move_bits(self) -> u16 {
        self.0 as u16
    }

    /// Appends the move in export format.
    pub(super) fn write_san(self, out: &mut String) {
        self.facts().write(&Style::PGN, out);
    }

    /// Appends the move in coordinates.
    pub(super) fn write_uci(self, out: &mut String) {
        self.facts().write(&Style::UCI, out);
    }

    /// The same to bytes, faster: most moves are nothing but two squares.
    #[inline]
    pub(super) fn put_uci(self, out: &mut Vec<u8>) {
        let mv = Move::from_bits(self.0 as u16);
        if mv.is_null() || mv.is_castling() || mv.promoted().is_some() {
            let mut text = String::new();
            self.write_uci(&mut text);
            return out.extend_from_slice(text.as_bytes());
        }
        let (from, to) = (mv.from(), mv.to());
        out.extend_from_slice(&[b'a' + from.file(), b'1' + from.rank(), b'a' + to.file(), b'1' + to.rank()]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;

    #[test]
    fn every_legal_move_keeps_its_texts() {
        let fens = [
            "r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/8/3k4/8/pPp5/8/4K2Q/7Q b - b3 0 1",
            "4k3/8/8/8/8/R6R/8/R3K2R w - - 0 1",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        ];
        let (mut seen, mut expected, mut found) = (0, String::new(), String::new());
        for fen in fens {
            let position = Position::from_fen(fen.as_bytes()).expect("readable").position;
            for &mv in &position.legal_moves() {
                let facts = MoveFacts::of(&position, mv);
                let packed = PackedMove::from_bits(PackedMove::of(&facts, false).bits());
                let uci = PackedMove::of_uci_key(packed.uci_key().expect("a move"));
                let san = PackedMove::from_bits(packed.san_key().expect("a move") as u32);
                for style in [Style::UCI, Style::PGN] {
                    expected.clear();
                    facts.write(&style, &mut expected);
                    found.clear();
                    if style == Style::UCI {
                        uci.write_uci(&mut found)
                    } else {
                        san.write_san(&mut found)
                    }
                    assert_eq!(found, expected, "{fen}");
                }
                let mut bytes = Vec::new();
                packed.put_uci(&mut bytes);
                found.clear();
                uci.write_uci(&mut found);
                assert_eq!(bytes, found.as_bytes());
                seen += 1;
            }
        }
        assert!(seen > 100);
        assert_eq!((PackedMove::NONE.uci_key(), PackedMove::NONE.san_key()), (None, None));
    }
}
