//! Finding the bytes that matter in a tag value, eight at a time.

const LOW: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// A word with the high bit set at least in the lowest zero byte of `word`, and in no byte below it.
const fn zero_bytes(word: u64) -> u64 {
    word.wrapping_sub(LOW) & !word & HIGH
}

/// Length of the beginning of `text`, in steps of 32 bytes, that holds neither a quote nor a backslash nor a control
/// byte nor a byte that is not ASCII; the second value is where in the next 32 bytes the first such byte is. (Nearly
/// all values are shorter than that, so that there is no loop to be guessed.)
#[cfg(target_arch = "x86_64")]
#[inline(always)]
#[allow(unsafe_code, reason = "vector loads; tag values are a third of a collection's bytes")]
fn plain_length(text: &[u8], at: usize) -> (usize, Option<usize>) {
    use std::arch::x86_64::{
        __m128i, _mm_cmpeq_epi8, _mm_cmplt_epi8, _mm_loadu_si128, _mm_movemask_epi8, _mm_or_si128,
        _mm_set1_epi8,
    };
    let hits_in = |chunk: &[u8; 16]| {
        // SAFETY: SSE2 is part of every x86-64 machine; the load is the 16 bytes of `chunk`.
        unsafe {
            let bytes = _mm_loadu_si128(chunk.as_ptr().cast::<__m128i>());
            let quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(b'"' as i8));
            let backslash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(b'\\' as i8));
            let delete = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(0x7F));
            // As signed numbers, bytes that are not ASCII are below zero.
            let low = _mm_cmplt_epi8(bytes, _mm_set1_epi8(0x20));
            _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(quote, backslash), _mm_or_si128(delete, low))) as u32
        }
    };
    let mut pos = at;
    while let Some(chunk) = text.get(pos..).and_then(|rest| rest.first_chunk::<32>()) {
        let hits = match chunk.as_chunks::<16>().0 {
            [low, high] => hits_in(low) | hits_in(high) << 16,
            _ => 0,
        };
        if hits != 0 {
            return (pos, Some(pos + hits.trailing_zeros() as usize));
        }
        pos += 32;
    }
    (pos, None)
}

#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn plain_length(_: &[u8], at: usize) -> (usize, Option<usize>) {
    (at, None)
}

/// The index of the first quote, backslash or control byte (line ends are such) from `at` on, or the end of
/// the text. `non_ascii` is set if a byte before that is not ASCII.
#[inline(always)]
pub(crate) fn next_special(text: &[u8], at: usize, non_ascii: &mut bool) -> usize {
    let (at, hit) = plain_length(text, at);
    if let Some(hit) = hit
        && text.get(hit).is_some_and(u8::is_ascii)
    {
        return hit;
    }
    let Some(rest) = text.get(at..) else { return text.len() };
    let (words, tail) = rest.as_chunks::<8>();
    let mut pos = at;
    let mut high = 0u64;
    for bytes in words {
        let word = u64::from_le_bytes(*bytes);
        let quote = zero_bytes(word ^ (LOW * b'"' as u64));
        let backslash = zero_bytes(word ^ (LOW * b'\\' as u64));
        let delete = zero_bytes(word ^ (LOW * 0x7F));
        let control = word.wrapping_sub(LOW * 0x20) & !word & HIGH;
        let hit = quote | backslash | delete | control;
        if hit != 0 {
            // Borrows run upward only, so the lowest hit is a true one.
            let below = (hit & hit.wrapping_neg()) - 1;
            *non_ascii |= (high | (word & below)) & HIGH != 0;
            return pos + hit.trailing_zeros() as usize / 8;
        }
        high |= word;
        pos += 8;
    }
    *non_ascii |= high & HIGH != 0;
    for &byte in tail {
        if matches!(byte, b'"' | b'\\' | 0x7F | 0..0x20) {
            return pos;
        }
        *non_ascii |= byte >= 0x80;
        pos += 1;
    }
    pos
}

/// Words that a tag name may take in the fast path.
const NAME_WORDS: usize = 4;

/// The index of the first byte below `#` (blank, quote, control byte) from `at` on, if it is near.
#[inline(always)]
pub(crate) fn near_blank(text: &[u8], at: usize) -> Option<usize> {
    let (words, _) = text.get(at..)?.as_chunks::<8>();
    let mut pos = at;
    for bytes in words.iter().take(NAME_WORDS) {
        let word = u64::from_le_bytes(*bytes);
        let hit = word.wrapping_sub(LOW * b'#' as u64) & !word & HIGH;
        if hit != 0 {
            return Some(pos + hit.trailing_zeros() as usize / 8);
        }
        pos += 8;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn slow(text: &[u8], at: usize) -> (usize, bool) {
        let stop = text[at..].iter().position(|b| matches!(b, b'"' | b'\\' | 0x7F | 0..0x20));
        let stop = stop.map_or(text.len(), |i| at + i);
        (stop, !text[at..stop].is_ascii())
    }

    #[test]
    fn a_near_blank_is_found_and_a_far_one_is_not() {
        assert_eq!(near_blank(b"[White \"Carlsen\"]", 1), Some(6));
        assert_eq!(near_blank("[Weiß \"Müller\"]".as_bytes(), 1), Some(6));
        assert_eq!(near_blank(b"[White", 1), None);
        assert_eq!(near_blank(&[b'['; 100], 0), None);
    }

    proptest! {
        #[test]
        fn words_and_bytes_agree(text in proptest::collection::vec(any::<u8>(), 0..40), plain in "[ -~é]{0,80}") {
            let mut both = plain.into_bytes();
            both.extend(text);
            for at in 0..=both.len() {
                let mut non_ascii = false;
                let stop = next_special(&both, at, &mut non_ascii);
                prop_assert_eq!((stop, non_ascii), slow(&both, at));
            }
        }
    }
}
