//! Numbers drawn at random, the same for the same seed on every machine and in every version.

use std::hash::{BuildHasher, RandomState};

/// SplitMix64 (Steele, Lea, Flood 2014): a counter and a mixing function, with known values to test against.
pub(super) struct Random {
    state: u64,
}

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.state ^ self.state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// A number from 0 to `count - 1`, each as likely as the others but for one part in 2^48; 0 if `count` is 0.
    pub(super) fn below(&mut self, count: u16) -> u16 {
        ((u128::from(self.next()) * u128::from(count)) >> 64) as u16
    }
}

impl Random {
    /// A number from 0 to `last`, each as likely as the others but for one part in 2^64 / `last`.
    pub(super) fn up_to(&mut self, last: u64) -> u64 {
        ((u128::from(self.next()) * (u128::from(last) + 1)) >> 64) as u64
    }
}

/// A seed from the operating system's source of randomness, short enough to be typed again.
pub(super) fn fresh_seed() -> u64 {
    RandomState::new().hash_one(0u8) >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_values_come_out() {
        let mut random = Random::new(1_234_567);
        assert_eq!(
            [random.next(), random.next(), random.next()],
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn every_number_below_the_bound_is_drawn_about_as_often() {
        let mut random = Random::new(0);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[usize::from(random.below(6))] += 1;
        }
        assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
        assert_eq!(random.below(0), 0);
    }
}
