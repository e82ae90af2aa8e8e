//! What can happen in a game, and what can be said about its text: the tests of a whole game beside its tags.

use std::fmt;

use super::back_rank::BackRank;
use super::compare::NumberTest;
use super::text_test::TextTest;
use crate::chess::mates::NamedMate;
use crate::chess::{Color, Role, Square};
use crate::notation::ending::Ending;

/// Something that happened in a game, or that its text has.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// `repetition >= N`: some position was there at least so often; 2 or more.
    Repetition(u32),
    /// `repetition at end`: the last position was there for the third time or more.
    RepetitionAtEnd,
    /// `perpetual`: a repetition in which every move of one side gave check.
    Perpetual {
        /// Whose checks.
        by: Option<Color>,
    },
    /// `fifty`: fifty moves without pawn move or capture.
    Fifty,
    /// `seventyfive`
    SeventyFive,
    /// `dead`: at the end neither side can mate with what is left.
    Dead,
    /// `stalemate` at the end.
    Stalemate,
    /// `mate` at the end, of any of these names; of any or none if there are none.
    Mate {
        /// The names.
        names: Vec<NamedMate>,
        /// Who mates.
        by: Option<Color>,
    },
    /// `promotion`, `underpromotion`
    Promotion(PromotionTest),
    /// `castling`
    Castling {
        /// Which.
        kind: CastlingKind,
        /// Whose; `None` either's.
        by: Option<Color>,
    },
    /// `castling in 960`: castling in a game that starts from another arrangement than the classic one.
    CastlingIn960,
    /// `en-passant`: a capture en passant.
    EnPassant {
        /// Whose.
        by: Option<Color>,
    },
    /// `claimable`: a draw that could have been claimed and was not.
    Claimable {
        /// Who could have.
        by: Option<Color>,
    },
    /// `ending = time`; `!=` if `is_not`.
    Ending {
        /// `!=`
        is_not: bool,
        /// How it ended.
        ending: Ending,
    },
    /// `chess960`: the game says so, or its castling rights do.
    Chess960,
    /// `chess960 = 518`: such a game with this number.
    Chess960Number(NumberTest),
    /// `chess960 pattern "RNB*"`: such a game in which a side's back rank is like this.
    Chess960Pattern(BackRank),
    /// `chess960 double`: Black does not mirror White.
    Chess960Double,
    /// `start = 518`: the arrangement, whatever the tags say.
    Start(NumberTest),
    /// `comment ~ /.../`
    Comment(TextTest),
    /// `nag = 3`
    Nag(NumberTest),
    /// `clock < 10s`: some clock of the main line, in milliseconds.
    Clock {
        /// The time left.
        test: NumberTest,
        /// Whose clock.
        by: Option<Color>,
    },
    /// `eval drop > 3`: a move of the main line after which the evaluation was so much worse for who made it, in
    /// hundredths of a pawn.
    EvalDrop {
        /// The loss.
        test: NumberTest,
        /// Whose move.
        by: Option<Color>,
    },
    /// `has variations`
    Has(Feature),
    /// `illegal`: the main line could not be read to its end.
    Illegal,
    /// `variant`: the Variant tag names another game than chess or Chess960.
    OtherVariant,
}

/// `promotion`, `underpromotion`, with what is said about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PromotionTest {
    /// To anything but a queen.
    pub is_under: bool,
    /// To what.
    pub role: Option<Role>,
    /// Where.
    pub on: Option<Square>,
    /// Whose.
    pub by: Option<Color>,
}

/// Which castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastlingKind {
    /// Either way.
    Any,
    /// King side.
    Short,
    /// Queen side.
    Long,
    /// One side short, the other long.
    Opposite,
}

impl CastlingKind {
    /// Those with a name.
    pub const NAMED: [(&'static str, CastlingKind); 3] =
        [("short", CastlingKind::Short), ("long", CastlingKind::Long), ("opposite", CastlingKind::Opposite)];
}

/// What the text of a game may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feature {
    /// Variations.
    Variations,
    /// Comments, those of commands alone included.
    Comments,
    /// Clock times.
    Clocks,
    /// Evaluations.
    Evals,
    /// Numeric annotation glyphs.
    Nags,
}

impl Feature {
    /// All with their names.
    pub const NAMED: [(&'static str, Feature); 5] = [
        ("variations", Feature::Variations),
        ("comments", Feature::Comments),
        ("clocks", Feature::Clocks),
        ("evals", Feature::Evals),
        ("nags", Feature::Nags),
    ];
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Repetition(times) => write!(f, "repetition >= {times}"),
            Event::RepetitionAtEnd => f.write_str("repetition at end"),
            Event::Perpetual { by } => write!(f, "perpetual{}", By(*by)),
            Event::Fifty => f.write_str("fifty"),
            Event::SeventyFive => f.write_str("seventyfive"),
            Event::Dead => f.write_str("dead"),
            Event::Stalemate => f.write_str("stalemate"),
            Event::Mate { names, by } => {
                f.write_str("mate")?;
                for (index, name) in names.iter().enumerate() {
                    write!(f, "{}{}", if index == 0 { " " } else { "|" }, name.name())?;
                }
                write!(f, "{}", By(*by))
            }
            Event::Promotion(test) => {
                f.write_str(if test.is_under { "underpromotion" } else { "promotion" })?;
                if let Some(role) = test.role {
                    write!(f, " {}", role.letter().to_ascii_lowercase())?;
                }
                if let Some(square) = test.on {
                    write!(f, " on {square}")?;
                }
                write!(f, "{}", By(test.by))
            }
            Event::Castling { kind, by } => {
                let name = CastlingKind::NAMED.iter().find(|(_, other)| other == kind);
                write!(
                    f,
                    "castling{}{}{}",
                    name.map_or("", |_| " "),
                    name.map_or("", |(name, _)| name),
                    By(*by)
                )
            }
            Event::CastlingIn960 => f.write_str("castling in 960"),
            Event::EnPassant { by } => write!(f, "en-passant{}", By(*by)),
            Event::Claimable { by } => write!(f, "claimable{}", By(*by)),
            Event::Ending { is_not, ending } => {
                write!(f, "ending {} {}", if *is_not { "!=" } else { "=" }, ending.name())
            }
            Event::Chess960 => f.write_str("chess960"),
            Event::Chess960Number(test) => write!(f, "chess960 {test}"),
            Event::Chess960Pattern(pattern) => write!(f, "chess960 pattern \"{pattern}\""),
            Event::Chess960Double => f.write_str("chess960 double"),
            Event::Start(test) => write!(f, "start {test}"),
            Event::Comment(test) => write!(f, "comment {test}"),
            Event::Nag(test) => write!(f, "nag {test}"),
            Event::Clock { test, by } => {
                write!(f, "clock ")?;
                write_scaled(f, test, 3, "s")?;
                write!(f, "{}", By(*by))
            }
            Event::EvalDrop { test, by } => {
                write!(f, "eval drop ")?;
                write_scaled(f, test, 2, "")?;
                write!(f, "{}", By(*by))
            }
            Event::Has(feature) => {
                let name =
                    Feature::NAMED.iter().find(|(_, other)| other == feature).map_or("", |(name, _)| name);
                write!(f, "has {name}")
            }
            Event::Illegal => f.write_str("illegal"),
            Event::OtherVariant => f.write_str("variant"),
        }
    }
}

/// ` by white`, or nothing.
struct By(Option<Color>);

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => Ok(()),
            Some(Color::White) => f.write_str(" by white"),
            Some(Color::Black) => f.write_str(" by black"),
        }
    }
}

/// A test of a number in units of `10^-places`.
fn write_scaled(f: &mut fmt::Formatter<'_>, test: &NumberTest, places: u32, unit: &str) -> fmt::Result {
    use super::compare::Comparison;
    let scaled = |value: i64| {
        let one = 10u64.pow(places);
        let (whole, rest) = (value.unsigned_abs() / one, value.unsigned_abs() % one);
        let fraction = format!("{rest:0width$}", width = places as usize);
        let fraction = fraction.trim_end_matches('0');
        let point = if fraction.is_empty() { "" } else { "." };
        format!("{}{whole}{point}{fraction}{unit}", if value < 0 { "-" } else { "" })
    };
    write!(f, "{} {}", test.op.sign(), scaled(test.low))?;
    if test.op == Comparison::In { write!(f, "..{}", scaled(test.high)) } else { Ok(()) }
}
