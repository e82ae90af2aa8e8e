//! Averages, while they are counted.

use super::report::Value;
use super::results::average;

/// A sum, and how many there are in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Mean {
    pub(super) sum: u64,
    pub(super) number: u64,
}

impl Mean {
    /// Adds one more.
    #[inline]
    pub(super) fn add(&mut self, value: impl Into<u64>) {
        self.sum += value.into();
        self.number += 1;
    }

    /// Adds what was counted elsewhere.
    pub(super) fn merge(&mut self, other: Mean) {
        self.sum += other.sum;
        self.number += other.number;
    }

    /// The average, with so many decimals; nothing if there is none.
    pub(super) fn value(&self, decimals: u8) -> Value {
        average(self.sum, self.number, decimals)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_is_the_same_however_it_was_parted() {
        let (mut own, mut other) = (Mean::default(), Mean::default());
        assert_eq!(own.value(1), Value::None);
        own.add(2400u32);
        own.add(2500u32);
        other.add(2300u32);
        own.merge(other);
        assert_eq!((own, own.value(1)), (Mean { sum: 7200, number: 3 }, Value::Number(2400.0, 1)));
    }
}
