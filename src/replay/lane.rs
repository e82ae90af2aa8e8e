//! The fast lane: one plain move, found and made with hardly a branch.
//!
//! A move in short notation is eight bytes: the piece letter, perhaps a letter or digit of its origin, perhaps
//! `x`, and the target square at the end. All of that turns into masks by table look-up; origins come from
//! the target on an empty board, and one king test after the move covers pins, checks left standing and king
//! steps alike. What does not come out clean - castling, promotion, en passant, two pieces on a line, every odd
//! spelling, every illegal move - is left, untouched, to the careful reader.

use crate::chess::attacks::{self, BESIDE, CHECKS, ORIGINS, code};
use crate::chess::isa::Isa;
use crate::chess::zobrist::KEYS;
use crate::chess::{Bitboard, Move, Position, Role, Square, Wing};
use crate::notation::{Language, Letters};

use super::line::Effect;

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

/// What changes with every ply, in registers while the fast lane runs; the position's own fields are old meanwhile.
#[derive(Clone, Copy)]
pub(crate) struct Fast {
    pub(crate) white: u64,
    pub(crate) black: u64,
    pub(crate) hash: u64,
    pub(crate) rights: u32,
    /// Not zero if the side to move may be in check.
    pub(crate) check: u64,
}

/// A move that was found and is legal, but not made yet.
#[derive(Clone, Copy)]
pub(crate) struct Aim {
    from: usize,
    to: usize,
    piece: usize,
    /// 1 for a capture.
    takes: u64,
    /// Other such pieces that could come on an empty board.
    pub(crate) rivals: u64,
    /// The move of a piece that names its origin: is it needed?
    pub(crate) is_disambiguated: bool,
}

impl Aim {
    /// The move itself.
    #[inline(always)]
    pub(crate) fn mv(self) -> Move {
        Move::normal(Square::new(self.from), Square::new(self.to))
    }
}

/// Does a slider of the side with colour bit `by` stand behind `from`, as the king sees it? (Whatever stands between
/// them: a look at the lines themselves follows.)
#[inline(always)]
fn is_opened(sets: &[u64; 32], by: usize, king: usize, from: usize) -> u64 {
    let e = (by & 16) as u8;
    let (rest, slider) = attacks::behind(king, from);
    rest & (sets[(e | code::QUEEN) as usize] | sets[(e | slider) as usize & 31])
}

/// Length of a piece's move that neither takes nor names its origin; a pawn's always does. (A table, because which
/// piece moves cannot be guessed, and a comparison becomes a branch.)
static PLAINEST: [usize; 16] = {
    let mut t = [3; 16];
    t[code::PAWN as usize] = 8;
    t
};

/// The move whose first eight bytes are `word` and which is `length` bytes long, if it is plain and legal.
#[inline(always)]
pub(crate) fn aim<S: Isa, const WHITE: bool, const STRICT: bool>(
    isa: S,
    position: &Position,
    fast: Fast,
    class: u8,
    word: u64,
    length: usize,
) -> Option<Aim> {
    let us = if WHITE { 0usize } else { 16 };
    let them = us ^ 16;
    let (own, enemy) = if WHITE { (fast.white, fast.black) } else { (fast.black, fast.white) };
    let piece = (class & CODE) as usize;
    let is_pawn = piece == code::PAWN as usize;

    // At most a piece, one letter or digit of its origin, a capture sign and the target.
    if length > 5 {
        return None;
    }
    // The last two bytes are the target; both become numbers below 8 or leave high bits behind.
    let shift = (length as u32).wrapping_sub(2).wrapping_mul(8) & 63;
    let target = u64::from(((word >> shift) as u16).wrapping_sub(u16::from_le_bytes(*b"a1")));
    let mut bad = target & 0xF8F8;
    let to = ((target & 7) | (target >> 5 & 56)) as usize & 63;
    let to_bit = 1u64 << to;
    let before = word & !(!0 << shift);
    let mask = ORIGIN_MASK[(word & 255) as usize]
        & ORIGIN_MASK[(before >> 8 & 255) as usize]
        & ORIGIN_MASK[(before >> 16 & 255) as usize];

    let occupied = own | enemy;
    let takes = enemy >> to & 1;
    let row = piece + if is_pawn { takes as usize + if WHITE { 0 } else { 2 } } else { 0 };
    let comers = ORIGINS[row & 15][to] & position.sets[us + piece];
    let origins = comers & mask;
    let from = origins.trailing_zeros() as usize & 63;
    bad |= own & to_bit;
    bad |= attacks::between(from, to) & occupied;
    if STRICT {
        // The sign of capture must say what happens.
        let sign = (before << 8 >> shift) as u8;
        bad |= u64::from(sign == b'x') ^ takes;
    }
    // Only after the move is the king looked at: that covers pins, checks left standing and king's steps alike. Where it
    // is known whether the side is in check, most moves need no look: the piece steps off no line to a slider.
    let king = position.sets[us + code::KING as usize].trailing_zeros() as usize;
    let king = if piece == code::KING as usize { to } else { king };
    let after = (occupied & !origins) | to_bit;
    if !STRICT {
        // Who does not ask whether a move gives check cannot tell when the look is needed.
        bad |= isa.attacked(&position.sets, them, king, after, to_bit);
    } else if fast.check
        | u64::from(piece == code::KING as usize)
        | is_opened(&position.sets, them, king, from)
        != 0
    {
        bad |= isa.attacked_apart(&position.sets, them, king, after, to_bit);
    }
    if bad != 0 || origins.count_ones() != 1 {
        return None;
    }
    // Of a piece's move, what stands between letter and target besides a capture sign is its origin.
    let is_disambiguated = STRICT && length > PLAINEST[piece] + takes as usize;
    Some(Aim { from, to, piece, takes, rivals: comers & !origins, is_disambiguated })
}

/// A ply that was made: the key of the position after it, and what it did.
#[derive(Clone, Copy)]
pub(crate) struct Made {
    pub(crate) key: u64,
    pub(crate) effect: Effect,
}

/// Makes a move that [`aim`] found.
#[inline(always)]
pub(crate) fn make<S: Isa, const WHITE: bool, const STRICT: bool>(
    isa: S,
    position: &mut Position,
    fast: &mut Fast,
    aim: Aim,
) -> Made {
    let us = if WHITE { 0usize } else { 16 };
    let them = us ^ 16;
    let (own, enemy) = if WHITE { (fast.white, fast.black) } else { (fast.black, fast.white) };
    let Aim { from, to, piece, takes, .. } = aim;
    let (from, to) = (from & 63, to & 63);
    let (from_bit, to_bit) = (1u64 << from, 1u64 << to);
    let is_pawn = piece == code::PAWN as usize;
    let captured = (position.board[to] & 31) as usize;
    let ours = us + piece;
    position.board[from] = 0;
    position.board[to] = ours as u8;
    position.sets[captured] &= !to_bit;
    position.sets[ours & 31] ^= from_bit | to_bit;
    let own = own ^ (from_bit | to_bit);
    let enemy = enemy & !to_bit;
    let rights = fast.rights & !u32::from(position.touch[from] | position.touch[to]);
    let hash = fast.hash
        ^ KEYS.piece[ours & 31][from]
        ^ KEYS.piece[ours & 31][to]
        ^ KEYS.piece[captured][to]
        ^ KEYS.castling_and_turn[((fast.rights ^ rights) & 15) as usize];
    (fast.white, fast.black) = if WHITE { (own, enemy) } else { (enemy, own) };
    (fast.hash, fast.rights) = (hash, rights);
    let mut key = hash;
    // One condition: pawns and double steps are too frequent to be guessed one by one.
    let no_double_step = (from ^ to ^ 16) as u64 | (piece as u64 ^ u64::from(code::PAWN));
    let double_step = (no_double_step.wrapping_sub(1) as i64 >> 63) as u64;
    if BESIDE[to] & position.sets[them + code::PAWN as usize] & double_step != 0 {
        key ^= en_passant_key(position, fast.white, fast.black, WHITE, (from + to) / 2);
    }
    let their_king = position.sets[them + code::KING as usize].trailing_zeros() as usize & 63;
    fast.check = u64::from(!STRICT);
    if STRICT {
        let may_check = CHECKS[their_king][ours & 31] & to_bit;
        if may_check | is_opened(&position.sets, us, their_king, from) != 0 {
            fast.check = isa.attacked_apart(&position.sets, us, their_king, own | enemy, 0);
        }
    }
    Made { key, effect: Effect::new(is_pawn, takes != 0) }
}

/// The key of the en-passant right that a double step over `passed` gives, 0 if it gives none.
#[cold]
#[inline(never)]
fn en_passant_key(position: &mut Position, white: u64, black: u64, white_moved: bool, passed: usize) -> u64 {
    (position.hot.white, position.hot.black) = (white, black);
    position.hot.ply = u32::from(white_moved);
    position.set_passed(Square::new(passed));
    position.hot.ep_key
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
            // A rank where the file would do is left to the careful reader, too.
            let file = 0x0101_0101_0101_0101u64 << from.file();
            let is_rank_for_file = matches!(origin, [b'1'..=b'8']) && legal & file & !from.bit() == 0;
            if STRICT && (has_sign == taken.is_empty() || says_too_much || is_rank_for_file) {
                return None;
            }
            Move::normal(from, to)
        }
        _ => return None,
    };
    position.play(mv);
    Some(mv)
}

/// The pieces among `rivals` that could legally move to `to` too.
pub(crate) fn legal_rivals(position: &Position, to: Square, rivals: u64) -> u64 {
    let occupied = position.occupied().0;
    let taken = Bitboard(occupied & to.bit());
    let is_legal = |rival: Square| {
        attacks::between(rival.index(), to.index()) & occupied == 0
            && position.exposes_king(rival, to, taken).is_empty()
    };
    Bitboard(rivals).filter(|rival| is_legal(*rival)).fold(0, |set, rival| set | rival.bit())
}
