//! Numbers of variable length: seven bits a byte, lowest first, the top bit set on all but the last byte (LEB128).

/// Appends a number.
pub(crate) fn put(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Appends bytes with their length before them.
pub(crate) fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

/// Reads what [`put`] wrote, from untrusted bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor<'a>(&'a [u8]);

impl<'a> Cursor<'a> {
    /// At the first of these bytes.
    pub(crate) fn new(bytes: &'a [u8]) -> Cursor<'a> {
        Cursor(bytes)
    }

    /// Is nothing left?
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What is left.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.0
    }

    /// The next number; `None` if the bytes end in it, or if it has more than 64 bits.
    #[inline]
    pub(crate) fn number(&mut self) -> Option<u64> {
        let mut value = 0u64;
        for (index, &byte) in self.0.iter().take(10).enumerate() {
            let bits = u64::from(byte & 0x7F);
            let shift = 7 * index as u32;
            value |= bits.checked_shl(shift).filter(|shifted| shifted >> shift == bits)?;
            if byte < 0x80 {
                self.0 = self.0.get(index + 1..)?;
                return Some(value);
            }
        }
        None
    }

    /// The next `count` bytes.
    #[inline]
    pub(crate) fn take(&mut self, count: u64) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(usize::try_from(count).ok()?)?;
        self.0 = rest;
        Some(taken)
    }

    /// Bytes with their length before them.
    #[inline]
    pub(crate) fn bytes(&mut self) -> Option<&'a [u8]> {
        let length = self.number()?;
        self.take(length)
    }

    /// Text with its length before it.
    #[inline]
    pub(crate) fn text(&mut self) -> Option<&'a str> {
        std::str::from_utf8(self.bytes()?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_come_back(values in prop::collection::vec(any::<u64>(), 0..20)) {
            let mut bytes = Vec::new();
            for value in &values {
                put(&mut bytes, *value);
            }
            let mut cursor = Cursor::new(&bytes);
            for value in &values {
                prop_assert_eq!(cursor.number(), Some(*value));
            }
            prop_assert!(cursor.is_empty());
        }

        #[test]
        fn any_bytes_are_read_without_harm(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
            let mut cursor = Cursor::new(&bytes);
            while cursor.bytes().is_some() {}
            prop_assert!(cursor.rest().len() <= bytes.len());
        }
    }

    #[test]
    fn a_number_of_more_than_64_bits_is_none() {
        assert_eq!(Cursor::new(&[0xFF; 12]).number(), None);
        let mut top = [0x80u8; 10];
        top[9] = 2;
        assert_eq!(Cursor::new(&top).number(), None);
        assert_eq!(Cursor::new(&[0x80]).number(), None);
    }
}
