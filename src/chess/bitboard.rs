//! Sets of squares.

use super::types::Square;

/// A set of squares; bit n is the square with index n.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square at all.
    pub const EMPTY: Bitboard = Bitboard(0);

    /// True if no square is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many squares are in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Is this square in the set?
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & square.bit() != 0
    }

    /// The square with the lowest index.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::new(self.0.trailing_zeros() as usize)) }
    }

    /// The square, if there is just one.
    #[inline]
    pub const fn only(self) -> Option<Square> {
        if self.0.is_power_of_two() { self.first() } else { None }
    }
}

impl Iterator for Bitboard {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iterates_from_a1_upwards() {
        let set = Bitboard(0x8000_0000_0000_0101);
        assert_eq!(set.map(|s| s.to_string()).collect::<Vec<_>>(), ["a1", "a2", "h8"]);
        assert_eq!(set.len(), 3);
        assert_eq!(Bitboard(2).only(), Some(Square::new(1)));
        assert_eq!(set.only(), None);
    }
}
