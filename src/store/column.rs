//! A column of numbers, one a game, each in as many bytes as the greatest of them needs.
//!
//! | bytes | what |
//! |---|---|
//! | 1 | width `w`, 0 to 8 |
//! | `w` for each game | the number, little endian |
//!
//! A column of zeros has width 0 and takes one byte in all.

/// Writes a column.
pub(crate) fn encode(values: impl Iterator<Item = u64> + Clone) -> Vec<u8> {
    let greatest = values.clone().fold(0u64, |all, value| all | value);
    let width = (64 - greatest.leading_zeros()).div_ceil(8) as usize;
    let mut out = Vec::with_capacity(1 + width * values.size_hint().0);
    out.push(width as u8);
    for value in values {
        out.extend_from_slice(value.to_le_bytes().get(..width).unwrap_or_default());
    }
    out
}

/// Writes a column of bytes.
pub(crate) fn encode_bytes(values: &[u8]) -> Vec<u8> {
    if values.iter().all(|value| *value == 0) {
        return vec![0];
    }
    let mut out = Vec::with_capacity(1 + values.len());
    out.push(1);
    out.extend_from_slice(values);
    out
}

/// A column that is looked at.
#[derive(Clone, Copy, Debug, Default)]
pub struct Column<'a> {
    bytes: &'a [u8],
    width: usize,
    mask: u64,
    len: usize,
}

impl<'a> Column<'a> {
    /// A column of `len` numbers; `None` if these bytes are not one.
    pub(crate) fn open(bytes: &'a [u8], len: usize) -> Option<Column<'a>> {
        let (&width, bytes) = bytes.split_first()?;
        let width = usize::from(width);
        if width > 8 || len.checked_mul(width)? != bytes.len() {
            return None;
        }
        let mask = if width == 0 { 0 } else { u64::MAX >> (64 - 8 * width) };
        Some(Column { bytes, width, mask, len })
    }

    /// How many numbers there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Is there no number?
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Number `index`, 0-based; 0 beyond the end.
    #[inline]
    pub fn get(&self, index: usize) -> u64 {
        let at = index.wrapping_mul(self.width);
        if let Some(eight) = self.bytes.get(at..at.wrapping_add(8)).and_then(|slice| slice.first_chunk::<8>())
        {
            return u64::from_le_bytes(*eight) & self.mask;
        }
        let mut eight = [0u8; 8];
        for (to, from) in eight.iter_mut().zip(self.bytes.get(at..).unwrap_or_default()) {
            *to = *from;
        }
        u64::from_le_bytes(eight) & self.mask
    }

    /// All numbers in order.
    pub fn iter(self) -> impl ExactSizeIterator<Item = u64> + 'a {
        (0..self.len).map(move |index| self.get(index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_come_back(values in prop::collection::vec(any::<u64>(), 0..50), shift in 0u32..64) {
            let values: Vec<u64> = values.into_iter().map(|value| value >> shift).collect();
            let bytes = encode(values.iter().copied());
            let column = Column::open(&bytes, values.len()).expect("a column");
            prop_assert_eq!(column.iter().collect::<Vec<_>>(), values);
        }
    }

    #[test]
    fn a_column_of_zeros_is_one_byte() {
        assert_eq!(encode([0u64; 1000].into_iter()), [0]);
        assert_eq!(encode_bytes(&[0; 1000]), [0]);
        assert_eq!(encode_bytes(&[0, 7]), encode([0u64, 7].into_iter()));
        assert_eq!(Column::open(&[0], 1000).map(|column| column.get(999)), Some(0));
    }

    #[test]
    fn what_is_no_column_is_refused() {
        assert!(Column::open(&[], 0).is_none());
        assert!(Column::open(&[9, 0, 0, 0, 0, 0, 0, 0, 0, 0], 1).is_none());
        assert!(Column::open(&[2, 0, 0, 0], 2).is_none());
    }
}
