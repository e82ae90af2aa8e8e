//! Instruction sets: the king test of the replay loop, portable and with AVX2.
//!
//! The loop asks twice a ply whether a king is attacked (is the move legal, does it give check). With AVX2 the
//! file and both diagonals through the king are one vector; ranks are a table either way.

use super::attacks::{self, code};

/// An instruction set the hot loops are compiled for.
pub(crate) trait Isa: Copy {
    /// Bishops, rooks and queens of one side.
    type Sliders: Copy;

    /// The sliders of the side with colour bit `side` (0 or 16).
    fn sliders(self, sets: &[u64; 32], side: usize) -> Self::Sliders;

    /// Not zero if `square` is attacked along a file or diagonal by `sliders` that stand outside `gone`, or by any
    /// piece of `near`.
    fn far(self, sliders: Self::Sliders, near: u64, square: usize, occupied: u64, gone: u64) -> u64;

    /// Not zero if a king on `square` is attacked by the pieces with colour bit `by` (0 or 16) that stand
    /// outside `gone`, when `occupied` is occupied.
    #[inline(always)]
    fn attacked(self, sets: &[u64; 32], by: usize, square: usize, occupied: u64, gone: u64) -> u64 {
        let sliders = self.sliders(sets, by);
        self.far(sliders, near(sets, by, square, occupied) & !gone, square, occupied, gone)
    }

    /// The same, as a function of its own: where the question is rare, its registers are better used for the rest.
    fn attacked_apart(self, sets: &[u64; 32], by: usize, square: usize, occupied: u64, gone: u64) -> u64;
}

/// The pieces of one side that attack a square as knight, king or pawn, or along its rank.
#[inline(always)]
fn near(sets: &[u64; 32], by: usize, square: usize, occupied: u64) -> u64 {
    let (s, e) = (square & 63, by & 16);
    // The pawns of `by` that attack `s` stand where a pawn of the other colour on `s` would attack.
    let other = 1 - (e >> 4 & 1);
    (attacks::KNIGHT[s] & sets[e | code::KNIGHT as usize])
        | (attacks::KING[s] & sets[e | code::KING as usize])
        | (attacks::PAWN[other][s] & sets[e | code::PAWN as usize])
        | along_rank(sets, e, s, occupied)
}

/// The rooks and queens of one side that attack a square along its rank.
#[inline(always)]
pub(crate) fn along_rank(sets: &[u64; 32], by: usize, square: usize, occupied: u64) -> u64 {
    let e = by & 16;
    attacks::rank(square, occupied) & (sets[e | code::ROOK as usize] | sets[e | code::QUEEN as usize])
}

/// What every machine has.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

impl Isa for Portable {
    /// In the order of the piece codes: nothing, bishops, rooks, queens.
    type Sliders = [u64; 4];

    #[inline(always)]
    fn sliders(self, sets: &[u64; 32], side: usize) -> [u64; 4] {
        let e = side & 16;
        [0, sets[e | 1], sets[e | 2], sets[e | 3]]
    }

    #[inline(always)]
    fn far(
        self,
        [_, bishops, rooks, queens]: [u64; 4],
        near: u64,
        square: usize,
        occupied: u64,
        gone: u64,
    ) -> u64 {
        let s = square & 63;
        let set = (attacks::bishop(s, occupied) & (bishops | queens))
            | (attacks::file(s, occupied) & (rooks | queens));
        near | (set & !gone)
    }

    #[cold]
    #[inline(never)]
    fn attacked_apart(self, sets: &[u64; 32], by: usize, square: usize, occupied: u64, gone: u64) -> u64 {
        self.attacked(sets, by, square, occupied, gone)
    }
}

/// AVX2 with the bit instructions that come with it. A value of this type exists only where they do.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(crate) struct Avx2(());

#[cfg(target_arch = "x86_64")]
impl Avx2 {
    /// The proof that this machine has them, if it does.
    pub(crate) fn detect() -> Option<Avx2> {
        let found = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        found.then_some(Avx2(()))
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{Avx2, Isa, attacks};
    use std::arch::x86_64::{
        __m256i, _mm256_and_si256, _mm256_andnot_si256, _mm256_load_si256, _mm256_loadu_si256,
        _mm256_or_si256, _mm256_permute4x64_epi64, _mm256_set1_epi64x, _mm256_setr_epi8, _mm256_shuffle_epi8,
        _mm256_sub_epi64, _mm256_testz_si256, _mm256_xor_si256,
    };

    #[allow(unsafe_code, reason = "vector intrinsics; 3.6 instead of 5.9 ns for a king test")]
    impl Isa for Avx2 {
        type Sliders = __m256i;

        #[inline(always)]
        fn sliders(self, sets: &[u64; 32], side: usize) -> __m256i {
            let e = side & 16;
            // SAFETY: `self` proves that the machine has AVX2; the load is the 32 bytes of sets[e..e + 4].
            unsafe { _mm256_loadu_si256(sets[e..e + 4].as_ptr().cast::<__m256i>()) }
        }

        #[inline(always)]
        fn far(self, sliders: __m256i, near: u64, square: usize, occupied: u64, gone: u64) -> u64 {
            let s = square & 63;
            let bit = 1u64 << s;
            // SAFETY: as above; a row of LINES is 32 bytes, aligned by its type.
            let far = unsafe {
                let lines = _mm256_load_si256(attacks::LINES.0[s].as_ptr().cast::<__m256i>());
                let swap = _mm256_setr_epi8(
                    7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13,
                    12, 11, 10, 9, 8,
                );
                let on_lines = _mm256_and_si256(_mm256_set1_epi64x(occupied as i64), lines);
                let up = _mm256_sub_epi64(on_lines, _mm256_set1_epi64x(bit as i64));
                let swapped = _mm256_shuffle_epi8(on_lines, swap);
                let down = _mm256_sub_epi64(swapped, _mm256_set1_epi64x(bit.swap_bytes() as i64));
                let reach = _mm256_and_si256(_mm256_xor_si256(up, _mm256_shuffle_epi8(down, swap)), lines);
                let reach = _mm256_andnot_si256(_mm256_set1_epi64x(gone as i64), reach);
                // Nothing, bishops, rooks, queens -> rooks for the file, bishops for the diagonals.
                let lone = _mm256_permute4x64_epi64::<0b00_01_01_10>(sliders);
                let queens = _mm256_permute4x64_epi64::<0b11_11_11_11>(sliders);
                1 - _mm256_testz_si256(reach, _mm256_or_si256(lone, queens)) as u64
            };
            near | far
        }

        #[inline(always)]
        fn attacked_apart(self, sets: &[u64; 32], by: usize, square: usize, occupied: u64, gone: u64) -> u64 {
            #[cold]
            #[inline(never)]
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn inner(isa: Avx2, sets: &[u64; 32], by: usize, square: usize, occupied: u64, gone: u64) -> u64 {
                isa.attacked(sets, by, square, occupied, gone)
            }
            // SAFETY: a value of `Avx2` exists only after all five features were detected.
            unsafe { inner(self, sets, by, square, occupied, gone) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;

    #[test]
    fn every_instruction_set_gives_the_same_answer() {
        let mut position = Position::start();
        let mut seed = 0x2545_F491_4F6C_DD1Du64;
        for _ in 0..1_000 {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            let moves = position.legal_moves();
            match moves.get(seed as usize % moves.len().max(1)) {
                Some(m) => position.play(*m),
                None => position = Position::start(),
            }
            let occupied = position.occupied().0;
            for s in 0..64 {
                for by in [crate::chess::Color::White, crate::chess::Color::Black] {
                    let gone = seed.rotate_left(s as u32);
                    let expected = position.attacker_set(s, by, occupied) & !gone;
                    let got = Portable.attacked(&position.sets, by.bit(), s, occupied, gone);
                    assert_eq!(got, expected);
                    #[cfg(target_arch = "x86_64")]
                    if let Some(avx2) = Avx2::detect() {
                        let got = avx2.attacked(&position.sets, by.bit(), s, occupied, gone);
                        assert_eq!(got != 0, expected != 0);
                    }
                }
            }
        }
    }
}
