//! Making moves. Nothing is asked about their legality, so this is also the way to replay what has been stored.
//!
//! A plain move goes through without a branch that depends on the position, but for the rare double step that may be
//! taken: captures and pawn moves come too irregularly to be foreseen.

use super::attacks::{self, code};
use super::bitboard::Bitboard;
use super::position::{NO_SQUARE, Position};
use super::types::{Move, Piece, Role, Square};
use super::zobrist::KEYS;

/// What a move that was made has moved and taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moved {
    /// Code of the piece that moved, before a promotion; for castling the king. 0 for a null move.
    pub(crate) piece: u8,
    /// Code of the piece that was taken, else 0.
    pub(crate) captured: u8,
}

impl Moved {
    /// The piece that moved, as it was before a promotion; the king for castling, `None` for a null move.
    #[inline]
    pub fn piece(self) -> Option<Piece> {
        Piece::from_code(self.piece)
    }

    /// The kind of the piece that was taken, a pawn en passant included.
    #[inline]
    pub fn captured(self) -> Option<Role> {
        Role::from_code(self.captured)
    }

    /// Was a piece taken?
    #[inline]
    pub fn is_capture(self) -> bool {
        self.captured != 0
    }

    /// A pawn move or capture, which begins the count of fifty moves anew.
    #[inline]
    pub fn is_irreversible(self) -> bool {
        self.piece & 15 == code::PAWN || self.captured != 0
    }
}

impl Position {
    /// Makes a move that is legal here. (A move that is not leaves a position that means nothing, but nothing worse
    /// happens.)
    #[inline]
    pub fn play(&mut self, m: Move) {
        self.make(m);
    }

    /// [`Position::play`] that says what the move has moved and taken.
    #[inline]
    pub fn make(&mut self, m: Move) -> Moved {
        if m.is_special() {
            return self.make_special(m);
        }
        let (from, to) = (m.from().index(), m.to().index());
        let piece = self.board[from] & 31;
        let captured = self.board[to] & 31;
        self.board[from] = 0;
        self.board[to] = piece;

        let (from_bit, to_bit) = (1u64 << from, 1u64 << to);
        let gone = !(from_bit | to_bit);
        self.sets[captured as usize] &= !to_bit;
        self.sets[piece as usize] = (self.sets[piece as usize] & gone) | to_bit;
        let is_pawn = piece & 15 == code::PAWN;
        let is_double = is_pawn && from ^ to == 16;

        let hot = &mut self.hot;
        let black = u64::from(hot.ply & 1).wrapping_neg();
        hot.white = (hot.white & gone) | (to_bit & !black);
        hot.black = (hot.black & gone) | (to_bit & black);
        let lost = u32::from(self.touch[from] | self.touch[to]) & hot.rights;
        hot.rights ^= lost;
        let row = &KEYS.piece[piece as usize];
        hot.hash ^= row[from]
            ^ row[to]
            ^ KEYS.piece[captured as usize][to]
            ^ KEYS.castling_and_turn[(lost & 15) as usize];
        hot.ep_key = 0;
        hot.passed = if is_double { (from + to) as u32 / 2 } else { u32::from(NO_SQUARE) };
        hot.clock = if is_pawn || captured != 0 { 0 } else { hot.clock.wrapping_add(1) };
        hot.ply = hot.ply.wrapping_add(1);
        // One branch for both, as double steps alone are too frequent.
        let enemy = (usize::from(piece) & 16 ^ 16) | code::PAWN as usize;
        if is_double & (attacks::BESIDE[to] & self.sets[enemy] != 0) {
            self.look_at_passed();
        }
        Moved { piece, captured }
    }

    /// The moves of which there are few in a game.
    #[inline(never)]
    fn make_special(&mut self, m: Move) -> Moved {
        let us = self.turn();
        let (from, to) = (m.from(), m.to());
        self.hot.ep_key = 0;
        self.hot.passed = u32::from(NO_SQUARE);
        self.hot.clock = self.hot.clock.wrapping_add(1);
        self.hot.ply = self.hot.ply.wrapping_add(1);
        self.hot.hash ^= KEYS.white;
        if m.is_null() {
            return Moved::default();
        }
        if let Some(wing) = m.wing() {
            self.drop_rights(from, from);
            let king = self.lift(from.index());
            let rook = self.lift(to.index());
            self.put(king, Square::at(wing.king_file(), us.back_rank()).index());
            self.put(rook, Square::at(wing.rook_file(), us.back_rank()).index());
            return Moved { piece: king, captured: 0 };
        }
        self.drop_rights(from, to);
        let victim = if m.is_en_passant() { self.ep_victim(to) } else { to };
        let captured = self.lift(victim.index());
        let piece = self.lift(from.index());
        if captured != 0 || piece & 15 == code::PAWN {
            self.hot.clock = 0;
        }
        let becomes = m.promoted().map_or(piece, |role| role.code() | us.bit() as u8);
        self.put(becomes, to.index());
        Moved { piece, captured }
    }

    #[inline]
    fn drop_rights(&mut self, from: Square, to: Square) {
        let lost = u32::from(self.touch[from.index()] | self.touch[to.index()]);
        let after = self.hot.rights & !lost;
        self.hot.hash ^= KEYS.castling[(self.hot.rights ^ after) as usize & 15];
        self.hot.rights = after;
    }

    /// Notes that the side not to move has just made a double step over `square`, and whether a capture there
    /// is legal.
    pub(crate) fn set_passed(&mut self, square: Square) {
        self.hot.passed = square.index() as u32;
        self.hot.ep_key = 0;
        self.look_at_passed();
    }

    #[inline(never)]
    fn look_at_passed(&mut self) {
        let Some(square) = self.passed_square() else { return };
        let us = self.turn();
        let victim = Bitboard(self.ep_victim(square).bit());
        let takers = attacks::PAWN[us.other().index()][square.index()] & self.pieces(us, Role::Pawn).0;
        if Bitboard(takers).any(|from| self.exposes_king(from, square, victim).is_empty()) {
            self.hot.ep_key = KEYS.en_passant[square.file() as usize];
        }
    }

    /// Is the side to move in check, the last move being `m`, which did `moved`? The same as [`Position::in_check`],
    /// but faster: only what the move has changed is looked at.
    #[inline]
    pub fn is_check_after(&self, m: Move, moved: Moved) -> bool {
        if m.is_special() {
            return self.in_check();
        }
        let us = self.turn();
        let king = self.king(us).index();
        let (from, to) = (m.from().index(), m.to().index());
        let occupied = self.occupied().0;
        let is_aimed = attacks::CHECKS[king][(moved.piece & 31) as usize] >> to & 1 != 0;
        if is_aimed && attacks::between(king, to) & occupied == 0 {
            return true;
        }
        // A slider that the move has uncovered.
        let (beyond, slider) = attacks::behind(king, from);
        let by = us.other().bit();
        let sliders = self.sets[by | slider as usize] | self.sets[by | code::QUEEN as usize];
        beyond & sliders != 0 && self.is_uncovered(king, from, beyond & sliders)
    }

    #[inline(never)]
    fn is_uncovered(&self, king: usize, from: usize, sliders: u64) -> bool {
        let occupied = self.occupied().0;
        attacks::between(king, from) & occupied == 0
            && Bitboard(sliders).any(|slider| attacks::between(king, slider.index()) & occupied == 0)
    }
}
#[cfg(test)]
mod tests {
    use super::super::chess960;
    use super::super::fen::FenStyle;
    use super::super::types::Color;
    use super::*;

    fn random(seed: &mut u64) -> u64 {
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        *seed
    }

    /// Board, rights and en passant as a FEN would give them again, all sets from the mailbox alone.
    fn built_anew(position: &Position) -> Position {
        Position::from_fen_strict(position.fen(FenStyle::default()).as_bytes()).expect("own FEN")
    }

    fn assert_is_whole(position: &Position, what: Move) {
        let anew = built_anew(position);
        assert_eq!(position.board, anew.board, "{what:?}");
        assert_eq!(position.sets, anew.sets, "{what:?}");
        assert_eq!((position.hot.white, position.hot.black), (anew.hot.white, anew.hot.black), "{what:?}");
        assert_eq!(position.key(), anew.key(), "{what:?}");
        assert_eq!(position.hot.rights, anew.hot.rights, "{what:?}");
        assert_eq!((position.hot.clock, position.hot.ply), (anew.hot.clock, anew.hot.ply), "{what:?}");
        assert_eq!(position.ep_square(), anew.ep_square(), "{what:?}");
    }

    #[test]
    fn random_games_keep_every_part_of_the_position_right() {
        let mut seed = 0x2545_F491_4F6C_DD1Du64;
        let fens = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/pPpp1ppp/8/3Pp3/8/8/P1PP1PpP/R3K2R w KQkq e6 0 1",
            "8/PPPPPPPP/8/k7/7K/8/pppppppp/8 b - - 0 1",
            "4k3/2p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1",
        ];
        let starts = fens
            .iter()
            .map(|fen| Position::from_fen_strict(fen.as_bytes()).expect("a position"))
            .chain((0..960).step_by(37).filter_map(chess960::start))
            .chain(chess960::double_start(17, 801));
        let (mut castlings, mut promotions, mut en_passants, mut checks) = (0, 0, 0, 0);
        for start in starts {
            for _ in 0..4 {
                let mut position = start.clone();
                for _ in 0..160 {
                    let moves = position.legal_moves();
                    // Castling and en passant are rare among all moves, and so taken when they come.
                    let rare = moves.iter().find(|m| m.is_castling() || m.is_en_passant());
                    let Some(&m) =
                        rare.or_else(|| moves.get(random(&mut seed) as usize % moves.len().max(1)))
                    else {
                        break;
                    };
                    let (before, us) = (position.clone(), position.turn());
                    let moved = position.make(m);
                    assert_is_whole(&position, m);
                    assert_eq!(moved.piece(), before.piece_at(m.from()), "{m:?}");
                    let taken = before.side(us.other()).len() - position.side(us.other()).len();
                    assert_eq!(u32::from(moved.captured().is_some()), taken, "{m:?}");
                    assert_eq!(moved.is_irreversible(), position.halfmove_clock() == 0, "{m:?}");
                    assert_eq!(position.is_check_after(m, moved), position.in_check(), "{before:?} {m:?}");
                    castlings += u32::from(m.is_castling());
                    promotions += u32::from(m.promoted().is_some());
                    en_passants += u32::from(m.is_en_passant());
                    checks += u32::from(position.in_check());
                }
            }
        }
        assert!(castlings > 50 && promotions > 50 && en_passants > 5 && checks > 500);
    }

    #[test]
    fn a_null_move_only_passes() {
        let mut position = Position::start();
        let moved = position.make(Move::NULL);
        assert_eq!(moved, Moved::default());
        assert!(!moved.is_irreversible());
        assert_eq!((position.turn(), position.halfmove_clock(), position.ply()), (Color::Black, 1, 1));
        position.play(Move::NULL);
        assert!(position.same_as(Position::classic()));
    }

    #[test]
    fn any_sixteen_bits_do_no_harm() {
        let mut seed = 0x9E37_79B9_7F4A_7C15u64;
        let mut position = Position::start();
        for _ in 0..20_000 {
            let m = Move::from_bits(random(&mut seed) as u16);
            let moved = position.make(m);
            let _ = position.is_check_after(m, moved);
        }
    }
}
