//! Features in a fixed number of bytes, for a column of the store.
//!
//! Little endian:
//!
//! | bytes | what |
//! |---|---|
//! | 0-1 | flags, see below |
//! | 2 | most occurrences of a position (low four bits), occurrences of the last position (high four bits) |
//! | 3 | names of the mate, the bits of [`NamedMates`] |
//! | 4-5 | ply of threefold repetition, 0 never |
//! | 6 | ply of White's castling, 0 none |
//! | 7 | ply of Black's castling, 0 none |
//! | 8-9 | ply of the first capture en passant, 0 none |
//! | 10-11 | ply of the first promotion, 0 none |
//! | 12-13 | ply of the first underpromotion, 0 none |
//! | 14-17 | promotions, four bits each: White's to queen (lowest), rook, bishop, knight, then Black's |
//! | 18 | captures (low six bits), captures en passant (high two bits) |
//! | 19 | moves that gave check |
//! | 20 | ply of the first capture, 0 none |
//! | 21 | longest stretch of plies without pawn move or capture |
//! | 22-27 | material of the last position, the bits of [`Material`] |
//! | 28-35 | order in which the home pawns left, the nibbles of [`HomePawns`] |
//! | 36 | how many of them left |
//! | 37-38 | ply at which a perpetual check is complete, 0 none |
//! | 39 | plies from the first time of its position to then |
//!
//! Flags, from the lowest bit: mate, stalemate, dead, check at the end, castled in a Chess960 game, White castled long,
//! Black castled long, the perpetual check is Black's; bit 15: rare.
//!
//! A game that has something rare does not go into so few bytes: a number that is too high for its field, a fivefold
//! repetition, 50 or 75 moves without pawn move or capture. Its bytes say so, its features are found anew from its
//! moves, and of its bytes only material, home pawns, and the flags and names of the last position may be relied on.

use std::ops::Range;

use crate::chess::history::Milestones;
use crate::chess::mates::NamedMates;
use crate::chess::perpetual::PerpetualCheck;
use crate::chess::{Color, Material, Wing};

use super::features::{Castled, Features};
use super::home_pawns::HomePawns;

/// Bytes of a game.
pub const FEATURE_BYTES: usize = 40;

/// The bytes of the material of the last position.
pub(super) const MATERIAL: Range<usize> = 22..28;

/// A game's features in few bytes.
pub type FeatureBytes = [u8; FEATURE_BYTES];

const MATE: u16 = 1;
const STALEMATE: u16 = 1 << 1;
const DEAD: u16 = 1 << 2;
const CHECK: u16 = 1 << 3;
const CASTLED_IN_960: u16 = 1 << 4;
/// By colour: White's, then Black's.
const LONG: [u16; 2] = [1 << 5, 1 << 6];
const BLACK_PERPETUAL: u16 = 1 << 7;
const RARE: u16 = 1 << 15;

/// Writes fields one behind the other, and notes what does not fit.
struct Pen {
    bytes: FeatureBytes,
    at: usize,
    is_rare: bool,
}

impl Pen {
    fn put(&mut self, value: u64, length: usize) {
        if let Some(place) = self.bytes.get_mut(self.at..self.at + length) {
            place.iter_mut().zip(value.to_le_bytes()).for_each(|(byte, new)| *byte = new);
        }
        self.at += length;
    }

    /// A number in so many bits.
    fn narrow(&mut self, value: u32, bits: u32) -> u64 {
        let most = (1u32 << bits) - 1;
        self.is_rare |= value > most;
        u64::from(value.min(most))
    }

    fn byte(&mut self, value: u32) {
        let value = self.narrow(value, 8);
        self.put(value, 1);
    }

    /// A ply of something that no start position has, so that 0 is free.
    fn ply(&mut self, ply: Option<u32>, length: usize) {
        let value = self.narrow(ply.unwrap_or(0), 8 * length as u32);
        self.put(value, length);
    }
}

/// Reads fields one behind the other.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take(&mut self, length: usize) -> u64 {
        let (field, rest) = self.0.split_at(length.min(self.0.len()));
        self.0 = rest;
        field.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte))
    }

    fn number(&mut self, length: usize) -> u32 {
        self.take(length) as u32
    }

    fn ply(&mut self, length: usize) -> Option<u32> {
        Some(self.number(length)).filter(|ply| *ply != 0)
    }
}

impl Features {
    /// The features in few bytes, laid out as the head of the module's source says. If they do not fit (something rare
    /// in the game), the bytes say that.
    pub fn to_bytes(&self) -> FeatureBytes {
        let Milestones { threefold, fivefold, fifty, seventyfive } = self.milestones;
        let mut pen = Pen { bytes: [0; FEATURE_BYTES], at: 2, is_rare: false };
        pen.is_rare = fivefold.is_some() || fifty.is_some() || seventyfive.is_some();
        let occurrences = pen.narrow(self.most_occurrences, 4) | pen.narrow(self.final_occurrences, 4) << 4;
        pen.put(occurrences, 1);
        pen.put(u64::from(self.named_mates.bits()), 1);
        pen.ply(threefold, 2);
        for castled in self.castled {
            pen.ply(castled.map(|castled| castled.ply), 1);
        }
        pen.ply(self.first_en_passant, 2);
        pen.ply(self.first_promotion, 2);
        pen.ply(self.first_underpromotion, 2);
        for side in self.promotions {
            let packed = side.iter().rev().fold(0, |packed, count| packed << 4 | pen.narrow(*count, 4));
            pen.put(packed, 2);
        }
        let captures = pen.narrow(self.captures, 6) | pen.narrow(self.en_passants, 2) << 6;
        pen.put(captures, 1);
        pen.byte(self.checks);
        pen.ply(self.first_capture, 1);
        pen.byte(self.longest_quiet);
        pen.put(self.material.bits(), 6);
        let (order, left) = self.home_pawns.parts();
        pen.put(order, 8);
        pen.put(u64::from(left), 1);
        pen.ply(self.perpetual.map(|perpetual| perpetual.ply), 2);
        pen.byte(self.perpetual.map_or(0, |perpetual| perpetual.ply.saturating_sub(perpetual.first)));

        let long = |color: usize| {
            let is_long = matches!(self.castled.get(color), Some(Some(Castled { wing: Wing::Queen, .. })));
            if is_long { LONG.get(color).copied().unwrap_or(0) } else { 0 }
        };
        let flags = [
            (self.is_mate, MATE),
            (self.is_stalemate, STALEMATE),
            (self.is_dead, DEAD),
            (self.is_check, CHECK),
            (self.has_castled_in_960, CASTLED_IN_960),
            (self.perpetual.is_some_and(|perpetual| perpetual.by == Color::Black), BLACK_PERPETUAL),
            (pen.is_rare, RARE),
        ];
        let flags = flags.iter().filter(|flag| flag.0).fold(long(0) | long(1), |set, flag| set | flag.1);
        pen.at = 0;
        pen.put(u64::from(flags), 2);
        pen.bytes
    }

    /// The features from their bytes; `None` if the game has something rare, so that they must be found from its moves.
    /// Any bytes may come.
    pub fn from_bytes(bytes: &FeatureBytes) -> Option<Features> {
        let mut reader = Reader(bytes);
        let flags = reader.take(2) as u16;
        if flags & RARE != 0 {
            return None;
        }
        let is = |flag: u16| flags & flag != 0;
        let occurrences = reader.number(1);
        let named_mates = NamedMates::from_bits(reader.number(1) as u8);
        let milestones = Milestones { threefold: reader.ply(2), ..Milestones::default() };
        let castled = LONG.map(|long| {
            let wing = if is(long) { Wing::Queen } else { Wing::King };
            reader.ply(1).map(|ply| Castled { wing, ply })
        });
        let first_en_passant = reader.ply(2);
        let first_promotion = reader.ply(2);
        let first_underpromotion = reader.ply(2);
        let promotions = [0, 1].map(|_| {
            let packed = reader.number(2);
            [0, 4, 8, 12].map(|at| packed >> at & 15)
        });
        let captures = reader.number(1);
        let checks = reader.number(1);
        let first_capture = reader.ply(1);
        let longest_quiet = reader.number(1);
        let material = Material::from_bits(reader.take(6));
        let home_pawns = HomePawns::from_parts(reader.take(8), reader.take(1) as u8);
        let by = if is(BLACK_PERPETUAL) { Color::Black } else { Color::White };
        let complete = reader.ply(2);
        let length = reader.number(1);
        let perpetual = complete.map(|ply| PerpetualCheck { by, first: ply.saturating_sub(length), ply });
        Some(Features {
            is_mate: is(MATE),
            named_mates,
            is_stalemate: is(STALEMATE),
            is_dead: is(DEAD),
            is_check: is(CHECK),
            milestones,
            most_occurrences: occurrences & 15,
            final_occurrences: occurrences >> 4,
            perpetual,
            castled,
            has_castled_in_960: is(CASTLED_IN_960),
            first_en_passant,
            first_promotion,
            first_underpromotion,
            promotions,
            captures: captures & 63,
            en_passants: captures >> 6,
            checks,
            first_capture,
            longest_quiet,
            material,
            home_pawns,
        })
    }
}

/// Has the game something rare, so that [`Features::from_bytes`] gives nothing?
pub fn is_rare(bytes: &FeatureBytes) -> bool {
    Reader(bytes).take(2) as u16 & RARE != 0
}

/// Material of the last position, right for rare games too.
pub fn material(bytes: &FeatureBytes) -> Material {
    Material::from_bits(Reader(bytes.get(MATERIAL).unwrap_or_default()).take(MATERIAL.len()))
}

/// Order in which the home pawns left, right for rare games too.
pub fn home_pawns(bytes: &FeatureBytes) -> HomePawns {
    let mut reader = Reader(bytes.get(28..).unwrap_or_default());
    HomePawns::from_parts(reader.take(8), reader.take(1) as u8)
}
