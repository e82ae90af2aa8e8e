//! The facts behind findings about tag pairs; the words are in `tag_english` and `tag_german`.

use super::lang::UiLang;
use super::tag_values::{EloFault, TimeControlReading};
use crate::pgn::date::DateReading;
use crate::pgn::known_tag::KnownTag;

/// The facts behind a finding about a tag pair. Values and names are as in the file, decoded.
#[derive(Clone, PartialEq, Debug)]
pub enum TagDetail {
    /// The game has no tags.
    NoTags,
    /// Tags of the Seven Tag Roster are missing; not empty.
    MissingRoster(Vec<MissingTag>),
    /// A name is there again.
    Duplicate {
        /// The name.
        name: String,
        /// Has the earlier one the same value?
        same_value: bool,
    },
    /// The pair is not written as it should be.
    Malformed {
        /// The name.
        name: String,
        /// In what way.
        fault: PairFault,
    },
    /// Quotes inside the value lack the backslash.
    UnescapedQuote {
        /// The name.
        name: String,
    },
    /// The closing quote is missing.
    UnclosedString {
        /// The name.
        name: String,
    },
    /// Characters that no tag name has.
    BadName {
        /// The name.
        name: String,
    },
    /// A German name for a roster tag.
    ForeignName {
        /// The name.
        name: String,
        /// The tag it stands for.
        means: KnownTag,
    },
    /// A date that is not in the export form.
    Date {
        /// Which date.
        tag: KnownTag,
        /// The value.
        value: String,
        /// How it was read; not [`DateReading::Export`].
        reading: DateReading,
    },
    /// Not a result.
    ResultTag {
        /// The value.
        value: String,
    },
    /// Not an opening code.
    Eco {
        /// The value.
        value: String,
    },
    /// Not a rating.
    Elo {
        /// Whose.
        tag: KnownTag,
        /// The value.
        value: String,
        /// In what way.
        fault: EloFault,
    },
    /// Not a time of day.
    Time {
        /// Which time.
        tag: KnownTag,
        /// The value.
        value: String,
    },
    /// Not a time control, or a doubtful one.
    TimeControl {
        /// The value.
        value: String,
        /// How it was read; neither export form nor common.
        reading: TimeControlReading,
    },
    /// PlyCount is no number, or not the number of half-moves.
    PlyCount {
        /// The value.
        value: String,
        /// Half-moves of the main line.
        plies: u32,
    },
    /// A control byte in the value.
    Control {
        /// The name.
        name: String,
        /// The byte.
        byte: u8,
    },
    /// Values that are not UTF-8.
    Encoding {
        /// Name of the first such tag.
        name: String,
        /// How many more there are in this game.
        more: usize,
    },
    /// SetUp and FEN do not go together.
    SetUp(SetUpFault),
    /// Not the export format (strict only).
    Export(ExportFault),
    /// The FEN cannot be used.
    BadFen(Bilingual),
    /// The FEN tag is empty.
    EmptyFen,
    /// The FEN was used after a repair.
    RepairedFen(Bilingual),
    /// Variant and start position do not go together.
    VariantConflict {
        /// The value of Variant; empty if there is none.
        variant: String,
        /// In what way.
        fault: VariantFault,
    },
    /// Not chess, or not a variant we know.
    UnknownVariant {
        /// The value of Variant.
        variant: String,
    },
    /// A Chess960 start without `[Variant "Chess960"]`.
    Chess960WithoutVariant,
}

/// A roster tag that is missing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MissingTag {
    /// The tag.
    pub tag: KnownTag,
    /// A tag of this game whose name differs in upper and lower case only.
    pub look_alike: Option<String>,
}

/// How a pair is malformed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PairFault {
    /// No `]`.
    MissingBracket,
    /// No quotes, or only one, round the value.
    MissingQuotes,
    /// The backslash before the last quote would escape it.
    BackslashAtEnd,
}

/// How SetUp and FEN disagree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetUpFault {
    /// `SetUp "1"` and no FEN.
    WithoutFen,
    /// `SetUp "0"` and a FEN.
    ZeroWithFen,
    /// SetUp is neither `0` nor `1`.
    BadValue(String),
    /// The name is spelt differently.
    Misspelt {
        /// As it stands there.
        found: String,
        /// As it should be.
        tag: KnownTag,
    },
}

/// How Variant and the start position disagree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VariantFault {
    /// Variant says classic chess, the castling rights of the FEN are possible in Chess960 only.
    ClassicButChess960Fen,
    /// Variant says Chess960, but no FEN tells the start position; the classic one was taken.
    Chess960WithoutFen,
}

/// What in a tag section is not the export format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExportFault {
    /// The roster is not at the front, or not in its order.
    RosterOrder {
        /// The first tag out of place.
        name: String,
    },
    /// The other tags are not in ASCII order.
    TagOrder {
        /// The first tag out of place.
        name: String,
        /// The tag before it.
        before: String,
    },
    /// Not one pair a line, or not exactly `[Name "value"]`.
    Layout,
    /// A backslash that is not written as `\\`.
    Backslash,
    /// A tab in the value.
    Tab,
    /// FEN without `SetUp "1"`.
    FenWithoutSetUp,
    /// A time control with fractions, or with moves and increment.
    TimeControl,
    /// Not exactly one empty line behind the tags.
    EmptyLine,
}

/// A part of a sentence that somebody else wrote, in both languages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bilingual {
    en: String,
    de: String,
}

impl Bilingual {
    /// Asks for the text in each language.
    pub fn new(text: impl Fn(UiLang) -> String) -> Bilingual {
        Bilingual { en: text(UiLang::En), de: text(UiLang::De) }
    }

    pub(super) fn text(&self, lang: UiLang) -> &str {
        lang.pick(&self.en, &self.de)
    }
}

impl TagDetail {
    /// The sentence for people, without a full stop at the end.
    pub fn message(&self, lang: UiLang) -> String {
        match lang {
            UiLang::En => self.english(),
            UiLang::De => self.german(),
        }
    }
}

/// A time control whose seconds were meant as minutes, in the form of the standard.
pub(super) fn in_minutes(base: u32, increment: u32) -> String {
    match (base.saturating_mul(60), increment) {
        (base, 0) => base.to_string(),
        (base, increment) => format!("{base}+{increment}"),
    }
}

/// A list in a sentence.
pub(super) fn join(list: impl Iterator<Item = String>) -> String {
    list.collect::<Vec<_>>().join(", ")
}
