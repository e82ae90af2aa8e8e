//! What kind of game it is, in 32 bits: what a search asks first.
//!
//! | bit | what |
//! |---|---|
//! | 0 | the game was read to its end |
//! | 1 | castling is written as king takes rook in coordinates: Chess960 |
//! | 2, 3, 4 | it has comments, glyphs, variations |
//! | 5, 6 | its comments have clocks, evaluations |
//! | 7, 8, 9 | the last position is mate, stalemate, dead by material |
//! | 10, 11 | a position was there three times, five times |
//! | 12, 13 | 50 moves, 75 moves without pawn move or capture |
//! | 14, 15 | a promotion, one to something else than a queen |
//! | 16 | a capture en passant |
//! | 17 | the last position was there three times |
//! | 18 | it has a row of text |
//! | 24-31 | the language its moves were written in, 0 if it is not known, else from 1 in the order of the languages in `--lang-in` |

use super::features::Features;
use super::row::Entry;
use crate::chess::Role;
use crate::notation::Language;
use crate::pgn::comment_values::has_clock;
use crate::replay::game::Item;

/// A set of yes-or-no answers about a game, and its language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Flags(u32);

impl Flags {
    /// It was read to its end.
    pub const WHOLE: Flags = Flags(1);
    /// Castling is written as king takes rook in coordinates.
    pub const CHESS960: Flags = Flags(1 << 1);
    /// It has comments.
    pub const COMMENTS: Flags = Flags(1 << 2);
    /// It has glyphs.
    pub const NAGS: Flags = Flags(1 << 3);
    /// It has variations.
    pub const VARIATIONS: Flags = Flags(1 << 4);
    /// It has clocks in its comments: `[%clk`, `[%emt`.
    pub const CLOCKS: Flags = Flags(1 << 5);
    /// It has evaluations in its comments: `[%eval`.
    pub const EVALS: Flags = Flags(1 << 6);
    /// The last position is mate.
    pub const MATE: Flags = Flags(1 << 7);
    /// The last position is stalemate.
    pub const STALEMATE: Flags = Flags(1 << 8);
    /// The last position is dead by material.
    pub const DEAD: Flags = Flags(1 << 9);
    /// A position was there three times.
    pub const THREEFOLD: Flags = Flags(1 << 10);
    /// A position was there five times.
    pub const FIVEFOLD: Flags = Flags(1 << 11);
    /// Fifty moves without pawn move or capture.
    pub const FIFTY: Flags = Flags(1 << 12);
    /// Seventy-five of them.
    pub const SEVENTYFIVE: Flags = Flags(1 << 13);
    /// A pawn became something.
    pub const PROMOTION: Flags = Flags(1 << 14);
    /// A pawn became something else than a queen.
    pub const UNDERPROMOTION: Flags = Flags(1 << 15);
    /// A capture en passant.
    pub const EN_PASSANT: Flags = Flags(1 << 16);
    /// The last position was there three times.
    pub const REPETITION_AT_END: Flags = Flags(1 << 17);
    /// There is more in its movetext than moves of the main line.
    pub const TEXT: Flags = Flags(1 << 18);

    const LANGUAGE: u32 = 24;

    /// Those of a game of whose movetext these items are kept.
    pub(crate) fn of(entry: &Entry<'_>, items: &[Item], features: &Features) -> Flags {
        let milestones = &features.milestones;
        let promoted = |roles: &[Role]| {
            let counts = features.promotions.iter().flat_map(|by_role| by_role.iter().zip(Role::PROMOTIONS));
            counts.into_iter().any(|(count, role)| *count > 0 && roles.contains(&role))
        };
        let mut flags = Flags::default();
        for (flag, is_so) in [
            (Flags::WHOLE, entry.is_whole),
            (Flags::CHESS960, entry.is_chess960),
            (Flags::MATE, features.is_mate),
            (Flags::STALEMATE, features.is_stalemate),
            (Flags::DEAD, features.is_dead),
            (Flags::THREEFOLD, milestones.threefold.is_some()),
            (Flags::FIVEFOLD, milestones.fivefold.is_some()),
            (Flags::FIFTY, milestones.fifty.is_some()),
            (Flags::SEVENTYFIVE, milestones.seventyfive.is_some()),
            (Flags::PROMOTION, promoted(&Role::PROMOTIONS)),
            (Flags::UNDERPROMOTION, promoted(&[Role::Knight, Role::Bishop, Role::Rook])),
            (Flags::EN_PASSANT, features.en_passants > 0),
            (Flags::REPETITION_AT_END, features.final_occurrences >= 3),
        ] {
            flags.set(flag, is_so);
        }
        for item in items {
            flags.set(Flags::TEXT, !matches!(item, Item::Move { .. }));
            match item {
                Item::Nag(_) => flags.set(Flags::NAGS, true),
                Item::Open => flags.set(Flags::VARIATIONS, true),
                Item::Comment(text) => {
                    flags.set(Flags::COMMENTS, true);
                    flags.set(Flags::CLOCKS, has_clock(text));
                    flags.set(Flags::EVALS, text.contains("[%eval"));
                }
                _ => {}
            }
        }
        let language = entry.language.map_or(0, |language| language as u32 + 1);
        Flags(flags.0 | language << Flags::LANGUAGE)
    }

    fn set(&mut self, flag: Flags, is_so: bool) {
        if is_so {
            self.0 |= flag.0;
        }
    }

    /// Those with these bits.
    pub const fn from_bits(bits: u32) -> Flags {
        Flags(bits)
    }

    /// The 32 bits.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Are all of `others` set?
    pub const fn has(self, others: Flags) -> bool {
        self.0 & others.0 == others.0
    }

    /// Those of this set and of another.
    #[must_use]
    pub const fn with(self, others: Flags) -> Flags {
        Flags(self.0 | others.0)
    }

    /// The language its moves were written in.
    pub fn language(self) -> Option<Language> {
        let index = (self.0 >> Flags::LANGUAGE).checked_sub(1)?;
        Language::ALL.get(index as usize).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_comes_back() {
        assert_eq!(Flags::default().language(), None);
        for &language in Language::ALL.iter() {
            let flags = Flags(Flags::WHOLE.0 | (language as u32 + 1) << Flags::LANGUAGE);
            assert_eq!(flags.language(), Some(language));
            assert!(flags.has(Flags::WHOLE) && !flags.has(Flags::MATE));
        }
    }
}
