//! A position on its way into the table, in 32 bytes: it waits in a file until all are there and can be sorted.

use super::move_names::PackedMove;
use crate::check::plain::PlainGame;
use crate::chess::mailbox::Mailbox;
use crate::chess::{Material, Position};
use crate::notation::CheckSign;
use crate::notation::spell::facts;
use crate::pgn::comment_values::{self, Eval};
use crate::replay::game::{Game, Item};

/// Bytes of a record.
pub const RECORD_BYTES: usize = 32;

/// A position of a game, and the move that was played there.
///
/// Bits of the words: 0 the key; 1 the game (0 to 31), the move (32 to 57), whether the side to move is in check (63);
/// 2 the material (0 to 47) and the lower half of the ply; 3 the clock (0 to 31), the evaluation (32 to 55), the rest of
/// the ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PositionRecord([u64; 4]);

const IN_CHECK: u64 = 1 << 63;
const NO_CLOCK: u64 = u32::MAX as u64;
/// Bits of an evaluation: whether it is one of moves to mate (the highest), and its value.
const EVAL: u32 = 24;
const NO_EVAL: u64 = (1 << EVAL) - 1;
const MATE_EVAL: u64 = 1 << (EVAL - 1);
/// The greatest number of an evaluation, and of moves to mate; what is beyond it is this.
const MOST_EVAL: i64 = (1 << (EVAL - 2)) - 2;

/// Plies of a game that there is room for.
pub const MOST_PLIES: usize = (1 << 24) - 1;

impl PositionRecord {
    #[inline]
    fn new(key: u64, ply: u32, material: Material, is_check: bool, mv: PackedMove) -> PositionRecord {
        let (low, high) = (u64::from(ply & 0xFFFF), u64::from(ply >> 16 & 0xFF));
        PositionRecord([
            key,
            u64::from(mv.bits()) << 32 | if is_check { IN_CHECK } else { 0 },
            material.bits() | low << 48,
            NO_CLOCK | NO_EVAL << 32 | high << 56,
        ])
    }

    /// Takes clock and evaluation from a comment, unless they are known.
    fn listen(&mut self, comment: &str) {
        let [.., values] = &mut self.0;
        if *values & NO_CLOCK == NO_CLOCK
            && let Some(clock) = comment_values::clock(comment)
        {
            let mut digits = clock.fraction.bytes().map(|byte| u64::from(byte.wrapping_sub(b'0')));
            let mut digit = || digits.next().unwrap_or(0);
            let hundredths = 10 * digit() + digit();
            let all = clock.seconds.saturating_mul(100).saturating_add(hundredths).min(NO_CLOCK - 1);
            *values = *values & !NO_CLOCK | all;
        }
        if *values >> 32 & NO_EVAL == NO_EVAL
            && let Some(eval) = comment_values::eval(comment)
        {
            let (number, mark) = match eval {
                Eval::Cp(cp) => (cp, 0),
                Eval::Mate(moves) => (moves, MATE_EVAL),
            };
            let shifted = (number.clamp(-MOST_EVAL, MOST_EVAL) + MOST_EVAL) as u64;
            *values = *values & !(NO_EVAL << 32) | (shifted | mark) << 32;
        }
    }

    /// The same in a game of another number.
    #[inline]
    #[must_use]
    pub fn of_game(self, game: u32) -> PositionRecord {
        let [key, mv, rest @ ..] = self.0;
        let [material, values] = rest;
        PositionRecord([key, mv & !u64::from(u32::MAX) | u64::from(game), material, values])
    }

    /// The same at another ply.
    #[cfg(test)]
    pub(super) fn at_ply(self, ply: u32) -> PositionRecord {
        let [key, mv, material, values] = self.0;
        let (low, high) = (u64::from(ply & 0xFFFF), u64::from(ply >> 16 & 0xFF));
        PositionRecord([key, mv, material & !(0xFFFF << 48) | low << 48, values & !(0xFF << 56) | high << 56])
    }

    /// As bytes.
    #[inline]
    pub fn to_bytes(self) -> [u8; RECORD_BYTES] {
        let mut bytes = [0; RECORD_BYTES];
        for (place, word) in bytes.chunks_exact_mut(8).zip(self.0) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    /// From the bytes.
    #[inline]
    pub fn from_bytes(bytes: &[u8; RECORD_BYTES]) -> PositionRecord {
        let mut words = [0; 4];
        for (word, place) in words.iter_mut().zip(bytes.as_chunks::<8>().0) {
            *word = u64::from_le_bytes(*place);
        }
        PositionRecord(words)
    }

    /// [`Position::key`].
    #[inline]
    pub fn key(self) -> u64 {
        let [key, ..] = self.0;
        key
    }

    /// The number of the game.
    #[inline]
    pub fn game(self) -> u32 {
        let [_, game, ..] = self.0;
        game as u32
    }

    /// The move that was played.
    pub(super) fn mv(self) -> PackedMove {
        let [_, mv, ..] = self.0;
        PackedMove::from_bits((mv >> 32) as u32 & 0x7FFF_FFFF)
    }

    /// Is the side to move in check?
    pub(super) fn is_check(self) -> bool {
        let [_, mv, ..] = self.0;
        mv & IN_CHECK != 0
    }

    /// What is on the board.
    pub(super) fn material(self) -> Material {
        let [.., material, _] = self.0;
        Material::from_bits(material)
    }

    /// Plies before it.
    pub fn ply(self) -> u32 {
        let [.., material, values] = self.0;
        (material >> 48) as u32 | ((values >> 56) as u32) << 16
    }

    /// The clock behind the move, in hundredths of a second.
    pub(super) fn clock(self) -> Option<u32> {
        let [.., values] = self.0;
        Some(values as u32).filter(|clock| u64::from(*clock) != NO_CLOCK)
    }

    /// The evaluation behind the move: hundredths of a pawn, or moves to mate.
    pub(super) fn eval(self) -> (Option<i32>, Option<i32>) {
        let [.., values] = self.0;
        let bits = values >> 32 & NO_EVAL;
        if bits == NO_EVAL {
            return (None, None);
        }
        let number = i32::try_from((bits & !MATE_EVAL) as i64 - MOST_EVAL).ok();
        if bits & MATE_EVAL == 0 { (number, None) } else { (None, number) }
    }
}

/// Appends the positions of the main line of a game, the one before its first move first; they are of game 0 yet.
pub fn of_game(game: &Game, out: &mut Vec<PositionRecord>) {
    let (mut position, mut ply, mut depth) = (game.start.clone(), 0u32, 0usize);
    let (mut material, mut is_check) = (Material::of(&position), position.in_check());
    let first = out.len();
    for item in &game.items {
        match item {
            Item::Open => depth += 1,
            Item::Close => depth = depth.saturating_sub(1),
            Item::Move { facts, .. } if depth == 0 => {
                let mv = PackedMove::of(facts, game.is_chess960);
                out.push(PositionRecord::new(position.key(), ply, material, is_check, mv));
                let moved = position.make(facts.mv);
                if moved.is_irreversible() {
                    material = Material::of(&position);
                }
                is_check = facts.check != CheckSign::None;
                ply += 1;
            }
            // What is said before the first move is not said of a move.
            Item::Comment(text) if depth == 0 && out.len() > first => {
                if let Some(last) = out.last_mut() {
                    last.listen(text);
                }
            }
            _ => {}
        }
    }
    out.push(PositionRecord::new(position.key(), ply, material, is_check, PackedMove::NONE));
}

/// The same of a plain game.
pub fn of_plain(game: &PlainGame<'_>, out: &mut Vec<PositionRecord>) {
    let start = Position::classic();
    let mut board = Mailbox::new(start);
    let (mut key, mut material, mut is_check) = (start.key(), Material::of(start), false);
    let text = game.text.get(game.place.clone()).unwrap_or_default();
    for (ply, plain) in (0u32..).zip(game.moves()) {
        let begin = plain.start as usize;
        let san = text.get(begin..begin + plain.length as usize).unwrap_or_default();
        let facts = facts(san, plain.mv, None);
        out.push(PositionRecord::new(key, ply, material, is_check, PackedMove::of(&facts, false)));
        let moved = board.play(plain.mv);
        if moved.captured != 0 || plain.mv.promoted().is_some() {
            material = board.material();
        }
        is_check = facts.check != CheckSign::None;
        key = plain.key;
    }
    out.push(PositionRecord::new(key, game.plies.len() as u32, material, is_check, PackedMove::NONE));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::game::CheckOptions;
    use crate::check::record::read_games;

    fn records(pgn: &str) -> Vec<PositionRecord> {
        let game = read_games(pgn.as_bytes(), CheckOptions::default()).remove(0);
        let mut out = Vec::new();
        of_game(&game, &mut out);
        out
    }

    #[test]
    fn a_record_tells_what_was_put_into_it() {
        let all = records(
            "[Event \"a\"]\n\n{[%clk 9:00:00]} 1. e4 {[%clk 0:09:59.57] [%eval 0.31]} (1. d4 {[%clk 1:00:00]}) e5 \
             {[%eval #-12]} 2. Qh5 Ke7 3. Qxe5# 1-0\n",
        );
        assert_eq!(all.len(), 6);
        let plies: Vec<u32> = all.iter().map(|record| record.ply()).collect();
        assert_eq!(plies, [0, 1, 2, 3, 4, 5]);
        assert_eq!(all[0].key(), 0x463b_9618_1691_fc9c);
        assert_eq!((all[0].clock(), all[0].eval()), (Some(59_957), (Some(31), None)));
        assert_eq!((all[1].clock(), all[1].eval()), (None, (None, Some(-12))));
        assert_eq!((all[2].clock(), all[2].eval()), (None, (None, None)));
        assert!(all[5].is_check() && !all[4].is_check());
        assert_eq!((all[4].material().men(), all[5].material().men()), (30, 29));
        for record in all {
            let other = PositionRecord::from_bytes(&record.of_game(77).to_bytes());
            assert_eq!((other.game(), other.of_game(0)), (77, record));
        }
    }

    #[test]
    fn great_plies_and_values_have_their_bits() {
        let material = Material::of(Position::classic());
        for ply in [0, 1, 65_535, 65_536, MOST_PLIES as u32] {
            let mut record = PositionRecord::new(u64::MAX, ply, material, true, PackedMove::NONE);
            record.listen("[%eval -99999] [%clk 999999999:00:00]");
            assert_eq!((record.ply(), record.key(), record.material()), (ply, u64::MAX, material));
            assert_eq!(record.eval(), (Some(-MOST_EVAL as i32), None));
            assert_eq!(record.clock(), Some(u32::MAX - 1));
        }
    }
}
