//! Patterns of back ranks: `RNB*`, `??K?????`.

use std::fmt;

use crate::chess::Role;
use crate::chess::chess960::Arrangement;

/// A pattern of the eight pieces of a back rank, from the a-file on: letters, `?` for any piece, `*` for any number of
/// them, none too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BackRank {
    parts: Vec<Part>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Is(Role),
    Any,
    Rest,
}

impl BackRank {
    /// Reads English piece letters (capital or small), `?` and `*`. `None` for anything else, and if no eight squares
    /// fit or nothing is asked of them.
    pub fn parse(text: &str) -> Option<BackRank> {
        let mut parts = Vec::new();
        for letter in text.chars() {
            parts.push(match letter.to_ascii_uppercase() {
                '?' => Part::Any,
                '*' => Part::Rest,
                letter => Part::Is(*Role::ALL.get(1..)?.iter().find(|role| role.letter() == letter)?),
            });
            if parts.len() > 16 {
                return None;
            }
        }
        let squares = parts.iter().filter(|part| **part != Part::Rest).count();
        let fits = if parts.contains(&Part::Rest) { squares <= 8 } else { squares == 8 };
        let asks = parts.iter().any(|part| matches!(part, Part::Is(_)));
        (fits && asks).then_some(BackRank { parts })
    }

    /// Is this arrangement like it?
    pub fn matches(&self, arrangement: &Arrangement) -> bool {
        // Bit i: the parts read so far may end before square i.
        let mut reached = 1u16;
        for part in &self.parts {
            reached = match part {
                Part::Rest => {
                    (0..=8).filter(|i| reached & ((2 << i) - 1) != 0).fold(0, |set, i| set | 1 << i)
                }
                Part::Any => reached << 1,
                Part::Is(role) => {
                    let fits = arrangement.iter().zip(1..).filter(|(other, _)| *other == role);
                    fits.fold(0u16, |set, (_, behind)| set | 1 << behind) & reached << 1
                }
            } & 0x1FF;
        }
        reached & 0x100 != 0
    }
}

impl fmt::Display for BackRank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for part in &self.parts {
            match part {
                Part::Is(role) => write!(f, "{}", role.letter())?,
                Part::Any => f.write_str("?")?,
                Part::Rest => f.write_str("*")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::chess960::arrangement;

    #[test]
    fn stars_and_question_marks_stand_for_pieces() {
        let classic = arrangement(518).expect("a number");
        for (pattern, matches) in [
            ("RNB*", true),
            ("rnbqkbnr", true),
            ("*K*", true),
            ("????K???", true),
            ("*NR", true),
            ("R*N*Q*R", true),
            ("RN*NR*", true),
            ("RB*", false),
            ("???K????", false),
            ("*Q*Q*", false),
            ("RNBQKB*R*R", false),
        ] {
            assert_eq!(BackRank::parse(pattern).expect(pattern).matches(&classic), matches, "{pattern}");
        }
        for text in ["", "*", "????????", "RNB", "RNBQKBNRR*", "RNBX*", "PNB*", "RNBQKBNRR", "RNBQKBN*R*R"] {
            assert_eq!(BackRank::parse(text), None, "{text}");
        }
    }
}
