//! Moves in four bytes, and the texts that they stand for: a table has the same few thousand of them again and again.

use std::collections::hash_map::Entry;

use bytes::Bytes;
use parquet::data_type::ByteArray;
use rustc_hash::FxHashMap;

use crate::chess::{Color, Material, Move, Role};
use crate::notation::{CheckSign, MoveFacts, Style};
use crate::store::endings;

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

    fn is_move(self) -> bool {
        self.0 & IS_MOVE != 0
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

    /// Appends the move in coordinates.
    pub(super) fn write_uci(self, out: &mut String) {
        self.facts().write(&Style::UCI, out);
    }
}

/// Texts of moves and material that were made already.
#[derive(Default)]
pub(super) struct Names {
    uci: FxHashMap<u32, ByteArray>,
    san: FxHashMap<u32, ByteArray>,
    material: FxHashMap<u64, ByteArray>,
}

/// The text of something that was seen before, or is made now.
fn known<K: std::hash::Hash + Eq>(
    texts: &mut FxHashMap<K, ByteArray>,
    key: K,
    write: impl FnOnce(&mut String),
) -> ByteArray {
    match texts.entry(key) {
        Entry::Occupied(text) => text.get().clone(),
        Entry::Vacant(place) => {
            let mut text = String::new();
            write(&mut text);
            place.insert(ByteArray::from(Bytes::from(text.into_bytes()))).clone()
        }
    }
}

impl Names {
    /// A move in coordinates.
    pub(super) fn uci(&mut self, mv: PackedMove) -> Option<ByteArray> {
        // The rest of it does not show in coordinates.
        let shown = mv.0 & (0xFFFF | CHESS960);
        mv.is_move().then(|| known(&mut self.uci, shown, |out| mv.write_uci(out)))
    }

    /// A move in export format.
    pub(super) fn san(&mut self, mv: PackedMove) -> Option<ByteArray> {
        mv.is_move().then(|| known(&mut self.san, mv.0, |out| mv.facts().write(&Style::PGN, out)))
    }

    /// What is on the board, as in `KRPkr`.
    pub(super) fn material(&mut self, material: Material) -> ByteArray {
        // The colours of the bishops' squares do not show.
        known(&mut self.material, material.bits(), |out| endings::write(&[material], out))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;

    fn text(bytes: Option<ByteArray>) -> String {
        bytes.map_or_else(|| "-".to_owned(), |bytes| bytes.as_utf8().expect("UTF-8").to_owned())
    }

    #[test]
    fn every_legal_move_keeps_its_texts() {
        let fens = [
            "r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/8/3k4/8/pPp5/8/4K2Q/7Q b - b3 0 1",
            "4k3/8/8/8/8/R6R/8/R3K2R w - - 0 1",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        ];
        let mut names = Names::default();
        let (mut seen, mut expected) = (0, String::new());
        for fen in fens {
            let position = Position::from_fen(fen.as_bytes()).expect("readable").position;
            for &mv in &position.legal_moves() {
                let facts = MoveFacts::of(&position, mv);
                let packed = PackedMove::from_bits(PackedMove::of(&facts, false).bits());
                for (style, found) in
                    [(Style::UCI, text(names.uci(packed))), (Style::PGN, text(names.san(packed)))]
                {
                    expected.clear();
                    facts.write(&style, &mut expected);
                    assert_eq!(found, expected, "{fen}");
                }
                seen += 1;
            }
        }
        assert!(seen > 100);
        assert_eq!(text(names.san(PackedMove::NONE)), "-");
    }

    #[test]
    fn material_is_written_as_it_is_asked_for() {
        let mut names = Names::default();
        let of = |fen: &str| Material::of(&Position::from_fen(fen.as_bytes()).expect("readable").position);
        assert_eq!(text(Some(names.material(of("8/8/3k1r2/8/8/4K3/4PR2/8 w - - 0 1")))), "KRPkr");
    }
}
