//! Attack sets and lines, all computed at compile time.
//!
//! Sliding attacks use the subtraction trick on a masked line, forwards and on the byte-swapped board (hyperbola
//! quintessence), ranks a small table: a few kilobytes in all, nothing to set up at start.

/// Piece codes as the mailbox and the piece sets are indexed: bit 0 slides diagonally, bit 1 along ranks and
/// files, bit 4 is set for Black; 0 is an empty square.
pub(crate) mod code {
    pub(crate) const BISHOP: u8 = 1;
    pub(crate) const ROOK: u8 = 2;
    pub(crate) const QUEEN: u8 = 3;
    pub(crate) const PAWN: u8 = 4;
    pub(crate) const KNIGHT: u8 = 8;
    pub(crate) const KING: u8 = 12;
    pub(crate) const BLACK: u8 = 16;
}

const KNIGHT_STEPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING_STEPS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const BISHOP_STEPS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const ROOK_STEPS: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// Squares reached from `from` by `steps`, once or again and again until the edge or an occupied square.
const fn reach(from: usize, steps: &[(i8, i8)], slide: bool, occupied: u64) -> u64 {
    let mut set = 0u64;
    let mut i = 0;
    while i < steps.len() {
        let mut file = (from & 7) as i8 + steps[i].0;
        let mut rank = (from >> 3) as i8 + steps[i].1;
        while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            let bit = 1u64 << (rank * 8 + file);
            set |= bit;
            if !slide || occupied & bit != 0 {
                break;
            }
            file += steps[i].0;
            rank += steps[i].1;
        }
        i += 1;
    }
    set
}

const fn table(steps: &[(i8, i8)], slide: bool) -> [u64; 64] {
    let mut t = [0; 64];
    let mut s = 0;
    while s < 64 {
        t[s] = reach(s, steps, slide, 0);
        s += 1;
    }
    t
}

/// Knight moves by square.
pub(crate) static KNIGHT: [u64; 64] = table(&KNIGHT_STEPS, false);
/// King moves by square.
pub(crate) static KING: [u64; 64] = table(&KING_STEPS, false);
/// Squares a pawn attacks, by colour index and square.
pub(crate) static PAWN: [[u64; 64]; 2] =
    [table(&[(-1, 1), (1, 1)], false), table(&[(-1, -1), (1, -1)], false)];

static FILE_LINE: [u64; 64] = table(&[(0, 1), (0, -1)], true);
static DIAGONAL: [u64; 64] = table(&[(1, 1), (-1, -1)], true);
static ANTIDIAGONAL: [u64; 64] = table(&[(1, -1), (-1, 1)], true);

/// First-rank attacks by the six inner occupancy bits and the file.
static RANK: [[u8; 8]; 64] = {
    let mut t = [[0u8; 8]; 64];
    let mut inner = 0;
    while inner < 64 {
        let mut file = 0;
        while file < 8 {
            t[inner][file] = reach(file, &[(1, 0), (-1, 0)], true, (inner as u64) << 1) as u8;
            file += 1;
        }
        inner += 1;
    }
    t
};

/// Lines through a square as one vector: file, diagonal, antidiagonal, nothing.
#[repr(C, align(32))]
pub(crate) struct Lines(pub(crate) [[u64; 4]; 64]);

pub(crate) static LINES: Lines = Lines({
    let mut t = [[0u64; 4]; 64];
    let mut s = 0;
    while s < 64 {
        t[s] = [
            reach(s, &[(0, 1), (0, -1)], true, 0),
            reach(s, &[(1, 1), (-1, -1)], true, 0),
            reach(s, &[(1, -1), (-1, 1)], true, 0),
            0,
        ];
        s += 1;
    }
    t
});

/// Squares strictly between two squares on one line, else nothing, counted from the lower of the two; index the
/// distance on a board of sixteen files, where no two directions share one (the low eight bits of it).
///
/// Two kilobytes instead of the 32 of a table by both squares: that one filled the first-level cache by itself, and
/// the replay loop waited for it on two plies of three.
static SPAN: [u64; 256] = {
    let mut t = [0u64; 256];
    let mut d = 0;
    while d < 8 {
        let (df, dr) = KING_STEPS[d];
        let (wide, step) = (dr as i32 * 16 + df as i32, dr as i32 * 8 + df as i32);
        let step = if step < 0 { -step } else { step };
        let mut passed = 0u64;
        let mut count = 1;
        while count < 8 {
            t[((count * wide) & 255) as usize] = passed;
            if count * step < 64 {
                passed |= 1 << (count * step);
            }
            count += 1;
        }
        d += 1;
    }
    t
};

/// The direction from one square to another, by both: 0 if they share no line, else a row of [`RAY`], odd along ranks
/// and files. A king's row is one line of the cache.
static DIRECTION: [[u8; 64]; 64] = {
    let mut t = [[0u8; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut d = 0;
        while d < 8 {
            let ray = reach(from, &[KING_STEPS[d]], true, 0);
            let mut to = 0;
            while to < 64 {
                if ray & 1 << to != 0 {
                    t[from][to] = d as u8 + 1;
                }
                to += 1;
            }
            d += 1;
        }
        from += 1;
    }
    t
};

/// The squares from a square to the edge, by direction and square.
static RAY: [[u64; 64]; 16] = {
    let mut t = [[0u64; 64]; 16];
    let mut d = 0;
    while d < 8 {
        t[d + 1] = table(&[KING_STEPS[d]], true);
        d += 1;
    }
    t
};

/// Origins from which a piece could reach a square on an empty board, by row and target square.
///
/// The row is the piece code for pieces; for pawns 4 is a White push, 5 a White capture, 6 a Black push and 7 a
/// Black capture. Targets on the last ranks have no pawn origins: a promotion is never read by the fast lane.
pub(crate) static ORIGINS: [[u64; 64]; 16] = {
    let mut t = [[0u64; 64]; 16];
    let mut s = 0;
    while s < 64 {
        t[code::KNIGHT as usize][s] = reach(s, &KNIGHT_STEPS, false, 0);
        t[code::KING as usize][s] = reach(s, &KING_STEPS, false, 0);
        t[code::BISHOP as usize][s] = reach(s, &BISHOP_STEPS, true, 0);
        t[code::ROOK as usize][s] = reach(s, &ROOK_STEPS, true, 0);
        t[code::QUEEN as usize][s] = t[1][s] | t[2][s];
        let rank = s >> 3;
        if rank >= 2 && rank <= 6 {
            t[4][s] = 1 << (s - 8);
            t[5][s] = reach(s, &[(-1, -1), (1, -1)], false, 0);
            if rank == 3 {
                t[4][s] |= 1 << (s - 16);
            }
        }
        if rank >= 1 && rank <= 5 {
            t[6][s] = 1 << (s + 8);
            t[7][s] = reach(s, &[(-1, 1), (1, 1)], false, 0);
            if rank == 4 {
                t[6][s] |= 1 << (s + 16);
            }
        }
        s += 1;
    }
    t
};

/// Squares from which a piece could give check to a king on an empty board, by the king's square and the piece code
/// with colour (kings stay where they are for long, so few of these rows are in use); no squares for kings.
pub(crate) static CHECKS: [[u64; 32]; 64] = {
    let mut t = [[0u64; 32]; 64];
    let mut s = 0;
    while s < 64 {
        let mut color = 0;
        while color < 32 {
            let bishop = reach(s, &BISHOP_STEPS, true, 0);
            let rook = reach(s, &ROOK_STEPS, true, 0);
            t[s][color | code::BISHOP as usize] = bishop;
            t[s][color | code::ROOK as usize] = rook;
            t[s][color | code::QUEEN as usize] = bishop | rook;
            t[s][color | code::KNIGHT as usize] = reach(s, &KNIGHT_STEPS, false, 0);
            color += 16;
        }
        t[s][code::PAWN as usize] = reach(s, &[(-1, -1), (1, -1)], false, 0);
        t[s][(code::PAWN | code::BLACK) as usize] = reach(s, &[(-1, 1), (1, 1)], false, 0);
        s += 1;
    }
    t
};

/// Squares left and right of a pawn that has just made a double step to this square.
pub(crate) static BESIDE: [u64; 64] = table(&[(-1, 0), (1, 0)], false);

#[inline(always)]
fn along(bit: u64, occupied: u64, line: u64) -> u64 {
    let o = occupied & line;
    let up = o.wrapping_sub(bit);
    let down = o.swap_bytes().wrapping_sub(bit.swap_bytes()).swap_bytes();
    (up ^ down) & line
}

/// Diagonal slider attacks.
#[inline(always)]
pub(crate) fn bishop(square: usize, occupied: u64) -> u64 {
    let s = square & 63;
    let bit = 1u64 << s;
    along(bit, occupied, DIAGONAL[s]) | along(bit, occupied, ANTIDIAGONAL[s])
}

/// Attacks along the rank only.
#[inline(always)]
pub(crate) fn rank(square: usize, occupied: u64) -> u64 {
    let s = square & 63;
    let shift = (s & 56) as u32;
    u64::from(RANK[(occupied >> shift >> 1 & 63) as usize][s & 7]) << shift
}

/// Attacks along the file only.
#[inline(always)]
pub(crate) fn file(square: usize, occupied: u64) -> u64 {
    let s = square & 63;
    along(1 << s, occupied, FILE_LINE[s])
}

/// Rank and file slider attacks.
#[inline(always)]
pub(crate) fn rook(square: usize, occupied: u64) -> u64 {
    file(square, occupied) | rank(square, occupied)
}

/// Squares strictly between `a` and `b`, if they share a line.
#[inline(always)]
pub(crate) fn between(a: usize, b: usize) -> u64 {
    let (a, b) = (a & 63, b & 63);
    // Negative distances wrap around to the upper half of 256.
    let wide = |square: usize| square + (square & 56);
    SPAN[wide(b).wrapping_sub(wide(a)) & 255] << a.min(b)
}

/// The rest of the line beyond `square` as `king` sees it, and the code of the lone slider that moves along it. No
/// squares if the two share no line.
#[inline(always)]
pub(crate) fn behind(king: usize, square: usize) -> (u64, u8) {
    let direction = DIRECTION[king & 63][square & 63];
    (RAY[(direction & 15) as usize][square & 63], code::BISHOP + (direction & 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sliders_agree_with_walking_the_board() {
        let mut seed = 0x9E37_79B9_7F4A_7C15u64;
        for _ in 0..2_000 {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            let occupied = seed & seed.rotate_left(23);
            for s in 0..64 {
                assert_eq!(bishop(s, occupied), reach(s, &BISHOP_STEPS, true, occupied));
                assert_eq!(rook(s, occupied), reach(s, &ROOK_STEPS, true, occupied));
            }
        }
    }

    #[test]
    fn behind_is_the_rest_of_the_line() {
        for king in 0..64 {
            for square in 0..64 {
                let step = KING_STEPS.iter().find(|step| reach(king, &[**step], true, 0) & 1 << square != 0);
                let (rest, slider) = behind(king, square);
                assert_eq!(rest, step.map_or(0, |step| reach(square, &[*step], true, 0)), "{king} {square}");
                if let Some((file, rank)) = step {
                    let expected = if *file == 0 || *rank == 0 { code::ROOK } else { code::BISHOP };
                    assert_eq!(slider, expected, "{king} {square}");
                }
            }
        }
    }

    #[test]
    fn between_is_open_at_both_ends() {
        assert_eq!(between(0, 3), 0b110);
        assert_eq!(between(0, 1), 0);
        assert_eq!(between(0, 10), 0);
        assert_eq!(between(63, 0), between(0, 63));
    }

    #[test]
    fn between_agrees_with_walking_the_board() {
        for a in 0..64 {
            for b in 0..64 {
                let walked = KING_STEPS
                    .iter()
                    .map(|step| reach(a, &[*step], true, 1 << b))
                    .find(|ray| a != b && ray & 1 << b != 0)
                    .map_or(0, |ray| ray & !(1 << b));
                assert_eq!(between(a, b), walked, "{a} {b}");
            }
        }
    }
}
