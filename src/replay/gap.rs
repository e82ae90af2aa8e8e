//! The text between two tokens: move numbers, marks, blanks, and whatever does not belong there.

use crate::pgn::bytes;

/// The number that is expected before White's next move, as bytes to compare with.
///
/// The digits and their full stop stand in the top bytes of a little-endian word, as they do in the eight bytes
/// before a move they are glued to.
#[derive(Clone, Copy)]
pub(crate) struct Expected {
    digits: u64,
    mask: u64,
    /// Of digits and full stop. (As wide as the others: a copy of the whole would wait for a narrower store.)
    length: u64,
}

impl Expected {
    /// For this move number.
    #[inline(never)]
    pub(crate) fn new(number: u32) -> Expected {
        let mut digits = u64::from(b'.') << 56;
        let mut length = 1;
        let mut rest = number;
        while length < 7 {
            digits |= u64::from(b'0' + (rest % 10) as u8) << (56 - 8 * length);
            length += 1;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        // Of the byte before them one bit, which digits have and blanks have not.
        let before = 0x10 << (56 - 8 * length);
        Expected { digits, mask: !0 << (64 - 8 * length) | before, length }
    }

    /// The move number (its last six digits).
    pub(crate) fn number(self) -> u32 {
        self.digits
            .to_be_bytes()
            .iter()
            .skip(1)
            .take(self.length as usize - 1)
            .rev()
            .fold(0, |number, digit| number * 10 + u32::from(digit.wrapping_sub(b'0')))
    }

    /// Goes on to the next move number.
    #[inline(always)]
    pub(crate) fn advance(&mut self) {
        self.digits += 1 << 48;
        // Behind the digit nine comes the colon.
        if self.digits >> 48 & 255 == u64::from(b'9' + 1) {
            self.carry();
        }
    }

    #[cold]
    #[inline(never)]
    fn carry(&mut self) {
        self.digits -= 1 << 48;
        *self = Expected::new(self.number() + 1);
    }

    /// Do the eight bytes before White's move, `gap` bytes behind the token before it, give this number and
    /// nothing else? `false` means: look closely.
    #[inline(always)]
    pub(crate) fn is_before_white(self, word: u64, gap: usize) -> bool {
        let last = (word >> 56) as u8;
        let blank = last == b' ' || last == b'\n';
        let word = if blank { word << 8 } else { word };
        (word ^ self.digits) & self.mask == 0 && gap as u64 <= self.length + 3
    }

    /// The same for Black's move, where the number is followed by three full stops (`12... e5`).
    #[inline(always)]
    pub(crate) fn is_before_black(self, word: u64, gap: usize) -> bool {
        let last = (word >> 56) as u8;
        let word = if last == b' ' || last == b'\n' { word << 8 } else { word };
        let digits = word << 16;
        word >> 40 == 0x2E_2E2E && (digits ^ self.digits) & self.mask == 0 && gap as u64 <= self.length + 4
    }
}

/// What a gap holds, looked at byte by byte.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub(crate) struct Gap {
    /// The move number, if there is one, and where: start and length.
    pub(crate) number: Option<(u32, usize, usize)>,
    /// How many full stops follow it.
    pub(crate) dots: usize,
    /// A second number or a number without its place: start and length of the first such.
    pub(crate) stray: Option<(usize, usize)>,
}

/// Reads the bytes between a token's end and the next token's start: marks and glyphs of the token before,
/// blanks, a number.
pub(crate) fn read(text: &[u8], from: usize, to: usize) -> Gap {
    let mut gap = Gap::default();
    let mut at = from;
    while at < to {
        let b = bytes::byte(text, at);
        if b.is_ascii_digit() {
            let rest = text.get(at..to).unwrap_or_default();
            let length = rest.iter().take_while(|b| b.is_ascii_digit()).count();
            let value = rest
                .iter()
                .take(length.min(9))
                .fold(0u32, |n, d| n.wrapping_mul(10).wrapping_add(u32::from(d - b'0')));
            if let Some((_, start, length)) = gap.number {
                gap.stray.get_or_insert((start, length));
            }
            gap.number = Some((value, at, length));
            gap.dots = 0;
            at += length;
        } else {
            gap.dots += usize::from(b == b'.');
            at += 1;
        }
    }
    gap
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str) -> u64 {
        let mut bytes = [0u8; 8];
        let tail = text.as_bytes();
        let tail = &tail[tail.len().saturating_sub(8)..];
        bytes[8 - tail.len()..].copy_from_slice(tail);
        u64::from_le_bytes(bytes)
    }

    #[test]
    fn numbers_are_recognised_glued_or_not() {
        let mut expected = Expected::new(1);
        for number in 1..1200u32 {
            assert_eq!(expected.number(), number);
            for gap in [format!(" {number}. "), format!(" {number}."), format!("+ {number}.\n")] {
                assert!(expected.is_before_white(word(&gap), gap.len()), "{gap:?}");
            }
            let gap = format!(" {number}... ");
            assert!(number > 999 || expected.is_before_black(word(&gap), gap.len()), "{gap:?}");
            for wrong in
                [format!(" {}. ", number + 1), format!(" 1{number}. "), " ".to_owned(), format!(" {number} ")]
            {
                assert!(!expected.is_before_white(word(&wrong), wrong.len()), "{wrong:?} for {number}");
            }
            expected.advance();
        }
    }

    #[test]
    fn a_second_number_is_stray() {
        let gap = read(b" 12 13. ", 0, 8);
        assert_eq!(gap.number, Some((13, 4, 2)));
        assert_eq!(gap.stray, Some((1, 2)));
        assert_eq!(gap.dots, 1);
    }
}
