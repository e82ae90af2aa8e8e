//! The fast lane: one plain move, found and made with hardly a branch.
//!
//! A move in short notation is eight bytes: the piece letter, perhaps a letter or digit of its origin, perhaps
//! `x`, and the target square at the end. All of that turns into masks by table look-up; origins come from
//! the target on an empty board, and one king test after the move covers pins, checks left standing and king
//! steps alike. What does not come out clean - castling, promotion, en passant, two pieces on a line, every odd
//! spelling, every illegal move - is left, untouched, to the careful reader.

use crate::chess::attacks::{self, BESIDE, CHECKS, ORIGINS, code};
use crate::chess::isa::{self, Isa, Portable};
use crate::chess::position::{Hot, NO_SQUARE};
use crate::chess::zobrist::KEYS;
use crate::chess::{Bitboard, Move, Position, Role, Square, Wing};
use crate::notation::{Language, Letters};

/// A class byte: piece code in the low four bits, 0 for a byte that begins no plain move.
const CODE: u8 = 15;
/// The letter is a piece only in the first, or only in the second of two languages read together.
pub(crate) const FIRST: u8 = 16;
pub(crate) const SECOND: u8 = 32;

/// First bytes of moves by class, for one set of piece letters.
pub(crate) struct LaneLetters([u8; 256]);

impl LaneLetters {
    /// The classes for these letters; only letters of one byte are known here.
    pub(crate) fn new(letters: &Letters) -> LaneLetters {
        let mut table = [0u8; 256];
        for file in b'a'..=b'h' {
            table[file as usize] = code::PAWN;
        }
        let mut enter = |role: Role, language: Language, bit: u8| {
            if let [letter] = language.letter(role).as_bytes() {
                let class = &mut table[*letter as usize];
                // A letter that both languages share (K) tells neither.
                *class = if *class & CODE == role.code() { role.code() } else { role.code() | bit };
            }
        };
        for role in [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
            match letters.second() {
                Some(second) => {
                    enter(role, letters.first(), FIRST);
                    enter(role, second, SECOND);
                }
                None => enter(role, letters.first(), 0),
            }
        }
        LaneLetters(table)
    }

    /// The class of a first byte.
    #[inline(always)]
    pub(super) fn class(&self, first: u64) -> u8 {
        self.0[(first & 255) as usize]
    }
}

/// What a byte between piece letter and target says about the origin: a file, a rank, or nothing (`x`, `:`, no
/// byte, and the piece letter itself). Any other byte leaves no origin.
static ORIGIN_MASK: [u64; 256] = {
    let mut t = [0u64; 256];
    t[0] = !0;
    t[b'x' as usize] = !0;
    t[b':' as usize] = !0;
    let mut letter = b'A';
    while letter <= b'Z' {
        t[letter as usize] = !0;
        letter += 1;
    }
    let mut i = 0;
    while i < 8 {
        t[b'a' as usize + i] = 0x0101_0101_0101_0101 << i;
        t[b'1' as usize + i] = 0xFF << (8 * i);
        i += 1;
    }
    t
};

/// A move made in the fast lane.
#[derive(Clone, Copy)]
pub(crate) struct Made {
    pub(crate) hot: Hot,
    pub(crate) mv: Move,
    /// Not zero if the move gives check.
    pub(crate) check: u64,
    /// The class of the first byte: its language bits are of interest.
    pub(crate) class: u8,
    /// The move of a piece that names its origin: is it needed?
    pub(crate) is_disambiguated: bool,
    /// Other such pieces that could come on an empty board.
    pub(crate) rivals: u64,
    /// Piece code of what was taken, 0 for nothing.
    pub(crate) captured: u8,
}

/// The position before the move just made: `position` is the one after it, but for its `hot` part, which is still
/// the one before.
pub(crate) fn before(position: &Position, mv: Move, captured: u8) -> Position {
    let mut before = position.clone();
    let (from, to) = (mv.from(), mv.to());
    let piece = before.board[to.index()];
    before.board[from.index()] = piece;
    before.board[to.index()] = captured;
    before.sets[(piece & 31) as usize] ^= from.bit() | to.bit();
    if captured != 0 {
        before.sets[(captured & 31) as usize] |= to.bit();
    }
    before
}

/// Makes the move whose first eight bytes are `word` and which is `length` bytes long, if it is plain and legal;
/// otherwise nothing has happened. `in_check` may be false only if the side to move certainly is not in check.
#[inline(always)]
pub(crate) fn ply<S: Isa, const WHITE: bool, const STRICT: bool>(
    isa: S,
    position: &mut Position,
    hot: Hot,
    letters: &LaneLetters,
    word: u64,
    length: usize,
    in_check: bool,
) -> Option<Made> {
    let us = if WHITE { 0usize } else { 16 };
    let them = us ^ 16;
    let (own, enemy) = if WHITE { (hot.white, hot.black) } else { (hot.black, hot.white) };
    let class = letters.class(word);
    let piece = (class & CODE) as usize;
    let is_pawn = piece == code::PAWN as usize;

    // The last two bytes are the target; both become numbers below 8 or leave high bits behind.
    let shift = (length as u32).wrapping_sub(2).wrapping_mul(8) & 63;
    let target = u64::from(((word >> shift) as u16).wrapping_sub(u16::from_le_bytes(*b"a1")));
    let mut bad = (target & 0xF8F8) | (length as u64 >> 3);
    let to = ((target & 7) | (target >> 5 & 56)) as usize & 63;
    let to_bit = 1u64 << to;
    let before = word & !(!0 << shift);
    let mask = ORIGIN_MASK[(word & 255) as usize]
        & ORIGIN_MASK[(before >> 8 & 255) as usize]
        & ORIGIN_MASK[(before >> 16 & 255) as usize]
        & ORIGIN_MASK[(before >> 24 & 255) as usize];
    bad |= before >> 32;

    let occupied = own | enemy;
    let captured = (position.board[to] & 31) as usize;
    let takes = enemy >> to & 1;
    let row = piece + if is_pawn { takes as usize + if WHITE { 0 } else { 2 } } else { 0 };
    let comers = ORIGINS[row & 15][to] & position.sets[us + piece];
    let origins = comers & mask;
    let from = origins.trailing_zeros() as usize & 63;
    bad |= own & to_bit;
    bad |= isa.blocked(from, to, occupied);
    if STRICT {
        // The sign of capture must say what happens.
        let sign = (before << 8 >> shift) as u8;
        bad |= u64::from(sign == b'x') ^ takes;
    }
    let king = position.sets[us + code::KING as usize];
    let is_king = piece == code::KING as usize;
    let king = if is_king { to } else { king.trailing_zeros() as usize };
    let after = (occupied & !origins) | to_bit;
    // Loaded before the move is stored: a vector load right behind the store would wait for it.
    let our_sliders = isa.sliders(&position.sets, us);
    bad |= if in_check | is_king {
        isa.attacked(&position.sets, them, king, after, to_bit)
    } else {
        // Of a king that is not in check and stays, only lines can be opened.
        let sliders = isa.sliders(&position.sets, them);
        let rank = isa::along_rank(&position.sets, them, king, after) & !to_bit;
        isa.far(sliders, rank, king, after, to_bit)
    };
    if bad != 0 || origins.count_ones() != 1 {
        return None;
    }

    let ours = us + piece;
    position.board[from] = 0;
    position.board[to] = ours as u8;
    position.sets[captured] &= !to_bit;
    position.sets[ours & 31] ^= origins | to_bit;
    let own = own ^ (origins | to_bit);
    let enemy = enemy & !to_bit;
    let rights = hot.rights & !u32::from(position.touch[from] | position.touch[to]);
    let hash = hot.hash
        ^ KEYS.piece[ours & 31][from]
        ^ KEYS.piece[ours & 31][to]
        ^ KEYS.piece[captured][to]
        ^ KEYS.castling_and_turn[((hot.rights ^ rights) & 15) as usize];
    let irreversible = is_pawn | (takes != 0);
    let mut next = Hot {
        white: if WHITE { own } else { enemy },
        black: if WHITE { enemy } else { own },
        hash,
        ep_key: 0,
        rights,
        passed: u32::from(NO_SQUARE),
        clock: if irreversible { 0 } else { hot.clock + 1 },
        ply: hot.ply + 1,
    };
    if is_pawn && from ^ to == 16 {
        let passed = (from + to) / 2;
        next.passed = passed as u32;
        if BESIDE[to] & position.sets[them + code::PAWN as usize] != 0 {
            position.hot = next;
            position.set_passed(Square::new(passed));
            next.ep_key = position.hot.ep_key;
        }
    }
    let their_king = position.sets[them + code::KING as usize].trailing_zeros() as usize;
    let check = if STRICT {
        let sliders = isa.moved(our_sliders, piece, origins | to_bit);
        let leap = CHECKS[ours & 31][their_king & 63] & to_bit;
        let rank = isa::along_rank(&position.sets, us, their_king, own | enemy);
        isa.far(sliders, leap | rank, their_king, own | enemy, 0)
    } else {
        0
    };
    // Of a piece's move, what stands between letter and target besides a capture sign is its origin.
    let is_disambiguated = STRICT && !is_pawn && length > 3 + takes as usize;
    Some(Made {
        hot: next,
        mv: Move::normal(Square::new(from), Square::new(to)),
        check,
        class,
        is_disambiguated,
        rivals: comers & !origins,
        captured: captured as u8,
    })
}

/// A move that is spelled plainly, but for which the fast lane has to look twice: castling, and a piece of which
/// several stand ready, or behind something. `position` is complete; the move is made if it is legal.
#[inline(never)]
pub(crate) fn second<const STRICT: bool>(
    position: &mut Position,
    letters: &LaneLetters,
    word: u64,
    length: usize,
) -> Option<Move> {
    let bytes = word.to_le_bytes();
    let token = bytes.get(..length)?;
    let mv = match token {
        b"O-O" => position.castling(Wing::King).ok()?,
        b"O-O-O" => position.castling(Wing::Queen).ok()?,
        [_, origin @ .., file, rank] => {
            let role = Role::from_code(letters.class(word) & CODE).filter(|role| *role != Role::Pawn)?;
            let to = Square::parse(&[*file, *rank])?;
            let (origin, has_sign) = match origin {
                [origin @ .., b'x' | b':'] => (origin, true),
                _ => (origin, false),
            };
            let mask = match origin {
                [] => !0,
                [one] => ORIGIN_MASK[*one as usize],
                // Both: the careful reader says whether one of them would do.
                _ => return None,
            };
            let taken = Bitboard(position.occupied().0 & to.bit());
            let legal = position
                .origins(role, to)
                .filter(|&from| position.exposes_king(from, to, taken).is_empty())
                .fold(0, |set, from| set | from.bit());
            let from = Bitboard(legal & mask).only()?;
            let says_too_much = !origin.is_empty() && legal & !from.bit() == 0;
            if STRICT && (has_sign == taken.is_empty() || says_too_much) {
                return None;
            }
            Move::normal(from, to)
        }
        _ => return None,
    };
    position.play(mv);
    Some(mv)
}

/// The pieces among `rivals` that could legally have made a move to `to` with colour bit `us`, when `occupied` was
/// the board before it; of the position only the piece sets are looked at, which are those after it.
#[inline(never)]
pub(crate) fn legal_rivals(position: &Position, us: usize, to: Square, rivals: u64, occupied: u64) -> u64 {
    let king = position.sets[us | code::KING as usize].trailing_zeros() as usize;
    let mut legal = 0;
    for rival in Bitboard(rivals) {
        let is_free = attacks::between(rival.index(), to.index()) & occupied == 0;
        let after = (occupied & !rival.bit()) | to.bit();
        if is_free && Portable.attacked(&position.sets, us ^ 16, king, after, to.bit()) == 0 {
            legal |= rival.bit();
        }
    }
    legal
}
