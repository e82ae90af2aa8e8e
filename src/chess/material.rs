//! Material signatures: how many men of each kind a position has, in one number that can be compared at once.

use super::attacks::code;
use super::position::Position;
use super::types::{Color, Role};

/// The light squares.
const LIGHT: u64 = 0x55AA_55AA_55AA_55AA;

/// The most one field can say.
const FULL: u64 = 15;

/// Men besides the kings by colour and kind, bishops by the colour of their square too.
///
/// Twelve fields of four bits, White's in bits 0 to 23, Black's in bits 24 to 47; in each half from the lowest bit
/// up pawns, knights, bishops on dark squares, bishops on light squares, rooks, queens. A field of 15 means 15 or
/// more, which needs more than the sixteen men a side has by the rules ([`Material::is_saturated`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub struct Material(u64);

/// Bits of one colour's half.
const HALF: u32 = 24;

/// One man more in its field, by the colour of its square (1 light) and its piece code.
static UNITS: [[u64; 32]; 2] = {
    let mut t = [[0u64; 32]; 2];
    let mut light = 0;
    while light < 2 {
        let mut color = 0;
        while color < 2 {
            let bit = (color as usize) << 4;
            let base = HALF * color;
            t[light][bit | code::PAWN as usize] = 1 << base;
            t[light][bit | code::KNIGHT as usize] = 1 << (base + 4);
            t[light][bit | code::BISHOP as usize] = 1 << (base + 8 + 4 * light as u32);
            t[light][bit | code::ROOK as usize] = 1 << (base + 16);
            t[light][bit | code::QUEEN as usize] = 1 << (base + 20);
            color += 1;
        }
        light += 1;
    }
    t
};

/// What a man with this code on this square adds to a signature; 0 for kings and for no man.
#[inline(always)]
pub(crate) fn unit(piece: u8, square: usize) -> u64 {
    UNITS[(LIGHT >> (square & 63) & 1) as usize][(piece & 31) as usize]
}

impl Material {
    /// The signature of a position.
    pub fn of(position: &Position) -> Material {
        let half = |color: Color| {
            let set = |role: Role| position.pieces(color, role).0;
            let bishops = set(Role::Bishop);
            let fields = [
                set(Role::Pawn),
                set(Role::Knight),
                bishops & !LIGHT,
                bishops & LIGHT,
                set(Role::Rook),
                set(Role::Queen),
            ];
            let pack = |half: u64, set: &u64| half << 4 | u64::from(set.count_ones()).min(FULL);
            fields.iter().rev().fold(0, pack)
        };
        Material(half(Color::White) | half(Color::Black) << HALF)
    }

    /// The signature with these bits; only the low 48 count.
    pub const fn from_bits(bits: u64) -> Material {
        Material(bits & ((1 << (2 * HALF)) - 1))
    }

    /// The 48 bits.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Men of one kind, 15 meaning 15 or more (for bishops of each square colour); always one king.
    pub const fn count(self, color: Color, role: Role) -> u32 {
        let base = HALF * color.index() as u32;
        match role {
            Role::Pawn => self.field(base),
            Role::Knight => self.field(base + 4),
            Role::Bishop => self.field(base + 8) + self.field(base + 12),
            Role::Rook => self.field(base + 16),
            Role::Queen => self.field(base + 20),
            Role::King => 1,
        }
    }

    /// Bishops on squares of one colour, 15 meaning 15 or more.
    pub const fn bishops(self, color: Color, on_light: bool) -> u32 {
        self.field(HALF * color.index() as u32 + 8 + 4 * on_light as u32)
    }

    const fn field(self, at: u32) -> u32 {
        (self.0 >> at & FULL) as u32
    }

    /// Does a field say 15, and so perhaps less than there is?
    pub const fn is_saturated(self) -> bool {
        let high = 0x8888_8888_8888u64;
        let (a, b, c) = (self.0 << 1, self.0 << 2, self.0 << 3);
        self.0 & a & b & c & high != 0
    }

    /// The same with the colours exchanged (square colours stay).
    pub const fn swapped(self) -> Material {
        Material((self.0 >> HALF | self.0 << HALF) & ((1 << (2 * HALF)) - 1))
    }

    /// All men but the kings; a full field counts 15.
    pub const fn men(self) -> u32 {
        self.men_of(Color::White) + self.men_of(Color::Black)
    }

    /// Men of one side but its king; a full field counts 15.
    #[inline]
    pub const fn men_of(self, color: Color) -> u32 {
        let half = (self.0 >> (HALF * color as u32)) & ((1 << HALF) - 1);
        // Fields side by side in pairs, then all bytes in the highest one.
        let pairs = (half & 0x000F_0F0F) + (half >> 4 & 0x000F_0F0F);
        ((pairs * 0x0001_0101) >> 16 & 0xFF) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(fen: &str) -> Material {
        Material::of(&Position::from_fen(fen.as_bytes()).expect("readable").position)
    }

    #[test]
    fn every_kind_is_counted_by_colour_and_bishops_by_square() {
        let start = of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        for color in [Color::White, Color::Black] {
            let counts = Role::ALL.map(|role| start.count(color, role));
            assert_eq!(counts, [8, 2, 2, 2, 1, 1]);
            assert_eq!((start.bishops(color, true), start.bishops(color, false)), (1, 1));
        }
        assert_eq!(start.men(), 30);
        assert_eq!(start, start.swapped());
        let lone = of("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1");
        assert_eq!((lone.bishops(Color::White, false), lone.bishops(Color::White, true)), (1, 0));
        assert_eq!(lone.swapped().bishops(Color::Black, false), 1);
    }

    #[test]
    fn the_units_of_all_men_make_the_signature() {
        let fen = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";
        let position = Position::from_fen(fen.as_bytes()).expect("readable").position;
        let sum: u64 =
            position.occupied().map(|square| unit(position.board[square.index()], square.index())).sum();
        assert_eq!(Material::of(&position).bits(), sum);
        assert_eq!(Material::from_bits(sum), Material::of(&position));
    }

    #[test]
    fn more_men_than_a_field_holds_are_said_to_be_many() {
        let crowded = of("QQQQQQQQ/QQQQQQQQ/QQQQ4/8/8/7k/8/K7 b - - 0 1");
        assert_eq!(crowded.count(Color::White, Role::Queen), 15);
        assert!(crowded.is_saturated());
        assert!(!of("QQQQQQQQ/QQQQQQ2/8/8/8/7k/8/K7 b - - 0 1").is_saturated());
    }
}
