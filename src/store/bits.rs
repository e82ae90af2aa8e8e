//! Streams of bits, as the position index is written in: Rice codes, Elias gamma, truncated binary.
//!
//! Bits fill every byte from its lowest upwards, numbers have their lowest bit first. Reading cannot panic: behind
//! the end of a stream there are zeros, and a number that needs one of them is an error.

/// The stream ended within a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct OutOfBits;

/// Zeros, a one, and so many further bits: the width of a Rice-coded number.
pub(super) fn rice_width(value: u64, k: u32) -> u64 {
    (value >> k) + 1 + u64::from(k)
}

/// The Rice parameter for `count` different numbers below `bound`, written as the gaps between them.
///
/// Gaps spread by chance have the mean `mu = (bound - count) / count`, and k = floor(log2(mu + 3/8)) is the best
/// parameter for every mean, or next to it.
pub(super) fn rice_parameter(bound: u64, count: u64) -> u32 {
    let bound = bound.min(1 << 40);
    let count = count.clamp(1, 1 << 40);
    (8 * bound).saturating_sub(5 * count).checked_div(8 * count).and_then(u64::checked_ilog2).unwrap_or(0)
}

/// Width of the short codes of truncated binary, and how many numbers have one.
fn truncated(bound: u64) -> (u32, u64) {
    let width = bound.max(1).ilog2();
    (width, (2u64 << width).wrapping_sub(bound.max(1)))
}

/// Appends numbers to bytes.
#[derive(Default)]
pub(super) struct BitWriter {
    out: Vec<u8>,
    /// Bits that are not in `out` yet: `held` of them, fewer than 64.
    hold: u64,
    held: u32,
}

impl BitWriter {
    /// The low `width` bits of a number, at most 64; the others must be zero.
    #[inline]
    pub(super) fn put(&mut self, value: u64, width: u32) {
        self.hold |= value << self.held;
        let held = self.held + width;
        if held >= 64 {
            self.out.extend_from_slice(&self.hold.to_le_bytes());
            self.hold = value >> (63 - self.held) >> 1;
        }
        self.held = held % 64;
    }

    /// Rice: `value >> k` zeros, a one, the low k bits (k at most 40).
    #[inline]
    pub(super) fn put_rice(&mut self, value: u64, k: u32) {
        let mut zeros = value >> k;
        while zeros >= 23 {
            self.put(0, 23);
            zeros -= 23;
        }
        self.put((((value & ((1 << k) - 1)) << 1) | 1) << zeros, zeros as u32 + 1 + k);
    }

    /// Elias gamma of `value + 1`: as many zeros as it has bits below its highest, a one, those bits.
    pub(super) fn put_gamma(&mut self, value: u64) {
        let value = value.saturating_add(1);
        let width = value.ilog2();
        self.put_rice((u64::from(width) << width) | (value & ((1 << width) - 1)), width);
    }

    /// Truncated binary of a number below `bound`.
    pub(super) fn put_truncated(&mut self, value: u64, bound: u64) {
        let (width, short) = truncated(bound);
        if value < short {
            self.put(value, width);
        } else {
            let value = value + short;
            self.put(value >> 1, width);
            self.put(value & 1, 1);
        }
    }

    /// Fills the last byte with zeros; the number of bytes so far.
    pub(super) fn align(&mut self) -> usize {
        let bytes = self.held.div_ceil(8) as usize;
        self.out.extend(self.hold.to_le_bytes().iter().take(bytes));
        (self.hold, self.held) = (0, 0);
        self.out.len()
    }

    /// The bytes, the last one filled with zeros.
    pub(super) fn into_bytes(mut self) -> Vec<u8> {
        self.align();
        self.out
    }
}

/// Reads numbers from bytes.
#[derive(Clone, Copy)]
pub(super) struct BitReader<'a> {
    bytes: &'a [u8],
    /// The next bit.
    at: u64,
}

impl<'a> BitReader<'a> {
    /// Reads from the beginning.
    pub(super) fn new(bytes: &'a [u8]) -> BitReader<'a> {
        BitReader { bytes, at: 0 }
    }

    /// Number of the next bit.
    pub(super) fn at(&self) -> u64 {
        self.at
    }

    /// Bits that are left.
    pub(super) fn left(&self) -> u64 {
        (self.bytes.len() as u64 * 8).saturating_sub(self.at)
    }

    /// The next bits, 57 of them at least, and zeros above the last one of the stream.
    #[inline]
    fn peek(&self) -> u64 {
        let from = (self.at >> 3) as usize;
        let word = match self.bytes.get(from..).and_then(|rest| rest.first_chunk::<8>()) {
            Some(word) => u64::from_le_bytes(*word),
            None => self.last_word(from),
        };
        word >> (self.at & 7)
    }

    #[cold]
    fn last_word(&self, from: usize) -> u64 {
        let mut word = [0; 8];
        for (to, byte) in word.iter_mut().zip(self.bytes.get(from..).unwrap_or_default()) {
            *to = *byte;
        }
        u64::from_le_bytes(word)
    }

    /// Passes over bits.
    #[inline]
    pub(super) fn skip(&mut self, bits: u64) -> Result<(), OutOfBits> {
        if bits > self.left() {
            return Err(OutOfBits);
        }
        self.at += bits;
        Ok(())
    }

    /// A number of at most 56 bits.
    #[inline]
    pub(super) fn read(&mut self, width: u32) -> Result<u64, OutOfBits> {
        let value = self.peek() & ((1 << width) - 1);
        self.skip(u64::from(width))?;
        Ok(value)
    }

    /// A Rice code, `k` at most 40. What does not fit into 64 bits is [`u64::MAX`].
    #[inline]
    pub(super) fn rice(&mut self, k: u32) -> Result<u64, OutOfBits> {
        let word = self.peek();
        let zeros = word.trailing_zeros();
        if zeros + k < 57 {
            self.skip(u64::from(zeros + 1 + k))?;
            return Ok((u64::from(zeros) << k) | ((word >> zeros >> 1) & ((1 << k) - 1)));
        }
        self.long_rice(k)
    }

    #[cold]
    fn long_rice(&mut self, k: u32) -> Result<u64, OutOfBits> {
        let high = self.unary()?;
        let low = self.read(k)?;
        Ok(high.saturating_mul(1 << k).saturating_add(low))
    }

    /// The zeros before the next one, which is passed over.
    fn unary(&mut self) -> Result<u64, OutOfBits> {
        let from = self.at;
        loop {
            let word = self.peek();
            if word != 0 {
                self.skip(u64::from(word.trailing_zeros()))?;
                let zeros = self.at - from;
                self.skip(1)?;
                return Ok(zeros);
            }
            self.skip(64 - (self.at & 7))?;
        }
    }

    /// An Elias gamma code, less one.
    #[inline]
    pub(super) fn gamma(&mut self) -> Result<u64, OutOfBits> {
        // More bits than a bit count or a number of games can have.
        let width = self.unary()? as u32;
        if width > 48 {
            return Err(OutOfBits);
        }
        Ok(((1 << width) | self.read(width)?) - 1)
    }

    /// A number below `bound` in truncated binary, `bound` at most 2^24.
    #[inline]
    pub(super) fn truncated(&mut self, bound: u64) -> Result<u64, OutOfBits> {
        let (width, short) = truncated(bound);
        let word = self.peek();
        let value = word & ((1 << width) - 1);
        // By arithmetic, as no processor can foresee which of the two it is.
        let long = u64::from(value >= short);
        self.skip(u64::from(width) + long)?;
        Ok(value + long * (value + (word >> width & 1) - short.min(value)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_come_back(numbers in prop::collection::vec((any::<u64>(), 0u32..41), 0..200)) {
            let mut writer = BitWriter::default();
            for &(number, k) in &numbers {
                let few = number & ((1 << k) - 1);
                writer.put(few, k);
                writer.put_rice((number & 0x1ff) << k | few, k);
                writer.put_gamma(few);
                writer.put_truncated(number % (u64::from(k) + 1), u64::from(k) + 1);
            }
            let bytes = writer.into_bytes();
            let mut reader = BitReader::new(&bytes);
            for &(number, k) in &numbers {
                let few = number & ((1 << k) - 1);
                prop_assert_eq!(reader.read(k), Ok(few));
                let from = reader.at();
                let rice = (number & 0x1ff) << k | few;
                prop_assert_eq!(reader.rice(k), Ok(rice));
                prop_assert_eq!(reader.at() - from, rice_width(rice, k));
                prop_assert_eq!(reader.gamma(), Ok(few));
                prop_assert_eq!(reader.truncated(u64::from(k) + 1), Ok(number % (u64::from(k) + 1)));
            }
            prop_assert!(reader.left() < 8);
        }

        #[test]
        fn any_bytes_are_read_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..40), k in 0u32..41) {
            let mut reader = BitReader::new(&bytes);
            while reader.rice(k).is_ok() && reader.gamma().is_ok() && reader.truncated(u64::from(k)).is_ok() {}
            prop_assert!(reader.at() <= bytes.len() as u64 * 8);
        }
    }

    #[test]
    fn a_run_of_zeros_to_the_end_is_an_error() {
        assert_eq!(BitReader::new(&[0; 1000]).rice(3), Err(OutOfBits));
        assert_eq!(BitReader::new(&[0; 1000]).gamma(), Err(OutOfBits));
        assert_eq!(BitReader::new(&[]).read(1), Err(OutOfBits));
    }

    #[test]
    fn the_parameter_is_the_one_that_gives_the_fewest_bits() {
        // Gaps of a geometric distribution with the given mean, by their expected width.
        for mean in [0.2, 0.9, 1.5, 1.7, 2.6, 4.0, 9.0, 30.0, 1000.0, 142_000.0] {
            let cost = |k: u32| {
                let keep = (mean / (mean + 1.0f64)).powf(2f64.powi(k as i32));
                1.0 + f64::from(k) + keep / (1.0 - keep)
            };
            let count = 1_000_000u64;
            let k = rice_parameter((count as f64 * (mean + 1.0)) as u64, count);
            let best = (0..30).map(cost).fold(f64::MAX, f64::min);
            assert!(cost(k) < best * 1.02, "mean {mean}: k {k}, {} bits, best {best}", cost(k));
        }
    }
}
