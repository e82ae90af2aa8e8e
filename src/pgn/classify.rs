//! Byte classes of movetext, 64 bytes at a time, as bit maps.

use crate::chess::isa::{Isa, Portable};

/// What 64 bytes of movetext are; bit n is byte n.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Classes {
    /// `A` to `Z`, `a` to `z`.
    pub(crate) letters: u64,
    /// `0` to `9`.
    pub(crate) digits: u64,
    /// Letters, digits and `-` `=` `:`: what a move is made of.
    pub(crate) core: u64,
    /// Core, and what may stand between moves without a word: blanks, line ends, `.` `+` `#` `!` `?`.
    pub(crate) known: u64,
}

const LETTER: u8 = 1;
const DIGIT: u8 = 2;
const SIGN: u8 = 4;
const BETWEEN: u8 = 8;

static CLASS: [u8; 256] = {
    let mut t = [0u8; 256];
    let mut b = 0;
    while b < 256 {
        t[b] = match b as u8 {
            b'A'..=b'Z' | b'a'..=b'z' => LETTER,
            b'0'..=b'9' => DIGIT,
            b'-' | b'=' | b':' => SIGN,
            b' ' | b'\t' | b'\n' | b'\r' | b'.' | b'+' | b'#' | b'!' | b'?' => BETWEEN,
            _ => 0,
        };
        b += 1;
    }
    t
};

/// Instruction sets that classify.
pub(crate) trait Classify: Isa {
    /// The classes of 64 bytes.
    fn classes(self, block: &[u8; 64]) -> Classes;

    /// Index of the first `}`, line feed or carriage return at or after `from`.
    fn find_brace_or_line_end(self, text: &[u8], from: usize) -> Option<usize>;
}

impl Classify for Portable {
    #[inline(always)]
    fn classes(self, block: &[u8; 64]) -> Classes {
        let mut c = Classes { letters: 0, digits: 0, core: 0, known: 0 };
        for (i, &byte) in block.iter().enumerate() {
            let class = CLASS[byte as usize];
            c.letters |= u64::from(class & LETTER) << i;
            c.digits |= u64::from(class >> 1 & 1) << i;
            c.core |= u64::from(class & (LETTER | DIGIT | SIGN) != 0) << i;
            c.known |= u64::from(class != 0) << i;
        }
        c
    }

    #[inline(always)]
    fn find_brace_or_line_end(self, text: &[u8], from: usize) -> Option<usize> {
        memchr::memchr3(b'}', b'\n', b'\r', text.get(from..)?).map(|i| from + i)
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{Classes, Classify};
    use crate::chess::isa::Avx2;
    use std::arch::x86_64::{
        __m256i, _mm256_and_si256, _mm256_cmpeq_epi8, _mm256_loadu_si256, _mm256_movemask_epi8,
        _mm256_or_si256, _mm256_set1_epi8, _mm256_setr_epi8, _mm256_setzero_si256, _mm256_shuffle_epi8,
        _mm256_srli_epi16,
    };

    // A byte's classes are the bits that its low and its high nibble have in common.
    const AO: i8 = 1; // letters in rows 4 and 6
    const PZ: i8 = 2; // letters in rows 5 and 7
    const NUM: i8 = 4; // digits
    const COLON_EQUALS: i8 = 8;
    const DASH: i8 = 16;
    const SPACE_ROW: i8 = 32; // blank ! # + .
    const CONTROL_ROW: i8 = 64; // tab, line feed, carriage return
    const QUESTION: i8 = -128;

    const fn low(nibble: u8) -> i8 {
        let mut m = 0;
        if nibble >= 1 {
            m |= AO;
        }
        if nibble <= 10 {
            m |= PZ;
        }
        if nibble <= 9 {
            m |= NUM;
        }
        if nibble == 0xA || nibble == 0xD {
            m |= COLON_EQUALS;
        }
        if nibble == 0xD {
            m |= DASH;
        }
        if matches!(nibble, 0 | 1 | 3 | 0xB | 0xE) {
            m |= SPACE_ROW;
        }
        if matches!(nibble, 9 | 0xA | 0xD) {
            m |= CONTROL_ROW;
        }
        if nibble == 0xF {
            m |= QUESTION;
        }
        m
    }

    const fn high(nibble: u8) -> i8 {
        match nibble {
            0 => CONTROL_ROW,
            2 => DASH | SPACE_ROW,
            3 => NUM | COLON_EQUALS | QUESTION,
            4 | 6 => AO,
            5 | 7 => PZ,
            _ => 0,
        }
    }

    macro_rules! nibbles {
        ($f:ident) => {
            _mm256_setr_epi8(
                $f(0),
                $f(1),
                $f(2),
                $f(3),
                $f(4),
                $f(5),
                $f(6),
                $f(7),
                $f(8),
                $f(9),
                $f(10),
                $f(11),
                $f(12),
                $f(13),
                $f(14),
                $f(15),
                $f(0),
                $f(1),
                $f(2),
                $f(3),
                $f(4),
                $f(5),
                $f(6),
                $f(7),
                $f(8),
                $f(9),
                $f(10),
                $f(11),
                $f(12),
                $f(13),
                $f(14),
                $f(15),
            )
        };
    }

    // A macro, not a closure: a closure would not inherit the features of the function it is inlined into.
    macro_rules! some_of {
        ($class:expr, $mask:expr, $zero:expr) => {{
            let hit = _mm256_and_si256($class, _mm256_set1_epi8($mask));
            u64::from(!(_mm256_movemask_epi8(_mm256_cmpeq_epi8(hit, $zero)) as u32))
        }};
    }

    impl Classify for Avx2 {
        #[inline(always)]
        #[allow(unsafe_code, reason = "vector intrinsics; the token stage is 5 times slower without")]
        fn classes(self, block: &[u8; 64]) -> Classes {
            // SAFETY: `self` proves that the machine has AVX2; both loads are inside the 64 bytes of `block`.
            unsafe {
                let lows = nibbles!(low);
                let highs = nibbles!(high);
                let zero = _mm256_setzero_si256();
                let mut letters = 0u64;
                let mut digits = 0u64;
                let mut core = 0u64;
                let mut known = 0u64;
                let mut half = 0;
                while half < 2 {
                    let bytes = _mm256_loadu_si256(block.as_ptr().add(half * 32).cast::<__m256i>());
                    let high = _mm256_and_si256(_mm256_srli_epi16::<4>(bytes), _mm256_set1_epi8(15));
                    // A byte from 0x80 up has its top bit set, for which the shuffle gives zero: no class.
                    let class =
                        _mm256_and_si256(_mm256_shuffle_epi8(lows, bytes), _mm256_shuffle_epi8(highs, high));
                    letters |= some_of!(class, AO | PZ, zero) << (half * 32);
                    digits |= some_of!(class, NUM, zero) << (half * 32);
                    core |= some_of!(class, AO | PZ | NUM | COLON_EQUALS | DASH, zero) << (half * 32);
                    known |= some_of!(class, -1, zero) << (half * 32);
                    half += 1;
                }
                Classes { letters, digits, core, known }
            }
        }

        #[inline(always)]
        #[allow(unsafe_code, reason = "vector intrinsics; comments are most of the bytes of server games")]
        fn find_brace_or_line_end(self, text: &[u8], from: usize) -> Option<usize> {
            let mut at = from;
            while let Some(chunk) = text.get(at..).and_then(|rest| rest.first_chunk::<32>()) {
                // SAFETY: `self` proves that the machine has AVX2; the load is the 32 bytes of `chunk`.
                let hits = unsafe {
                    let bytes = _mm256_loadu_si256(chunk.as_ptr().cast::<__m256i>());
                    let brace = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(b'}' as i8));
                    let feed = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(b'\n' as i8));
                    let ret = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(b'\r' as i8));
                    _mm256_movemask_epi8(_mm256_or_si256(brace, _mm256_or_si256(feed, ret))) as u32
                };
                if hits != 0 {
                    return Some(at + hits.trailing_zeros() as usize);
                }
                at += 32;
            }
            text.get(at..)?.iter().position(|b| matches!(b, b'}' | b'\n' | b'\r')).map(|i| at + i)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_instruction_set_sees_the_same_classes() {
        let mut block = [0u8; 64];
        for start in 0..=255u8 {
            for (i, byte) in block.iter_mut().enumerate() {
                *byte = start.wrapping_add((i as u8).wrapping_mul(5));
            }
            let expected = Portable.classes(&block);
            for (i, &byte) in block.iter().enumerate() {
                assert_eq!(expected.letters >> i & 1 == 1, byte.is_ascii_alphabetic());
                assert_eq!(expected.digits >> i & 1 == 1, byte.is_ascii_digit());
            }
            #[cfg(target_arch = "x86_64")]
            if let Some(avx2) = crate::chess::isa::Avx2::detect() {
                assert_eq!(avx2.classes(&block), expected);
            }
        }
    }

    #[test]
    fn the_end_of_a_comment_is_found_in_every_place() {
        for gap in 0..100 {
            let mut text = vec![b'a'; gap];
            text.extend(b"} \n");
            assert_eq!(Portable.find_brace_or_line_end(&text, 0), Some(gap));
            #[cfg(target_arch = "x86_64")]
            if let Some(avx2) = crate::chess::isa::Avx2::detect() {
                assert_eq!(avx2.find_brace_or_line_end(&text, 0), Some(gap));
                assert_eq!(avx2.find_brace_or_line_end(&text, gap + 3), None);
            }
        }
    }
}
