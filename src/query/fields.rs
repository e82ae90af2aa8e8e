//! What of a game the filter language can ask for by name.

use std::fmt;

use crate::pgn::known_tag::KnownTag;

/// A field that is a text.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TextField {
    /// The player of the white men.
    White,
    /// The player of the black men.
    Black,
    /// Either player.
    Player,
    /// Tournament or match.
    Event,
    /// Where it was played.
    Site,
    /// The round.
    Round,
    /// The name of the opening that the moves lead to, in English; see [`crate::replay::opening`].
    Opening,
    /// The tag Variant.
    Variant,
    /// Any tag by its name.
    Tag(String),
}

impl TextField {
    /// Names of the fields that have one of their own.
    pub const NAMED: [(&'static str, TextField); 8] = [
        ("white", TextField::White),
        ("black", TextField::Black),
        ("player", TextField::Player),
        ("event", TextField::Event),
        ("site", TextField::Site),
        ("round", TextField::Round),
        ("opening", TextField::Opening),
        ("variant", TextField::Variant),
    ];

    /// The tag that holds it; `None` for both players and for what the moves tell.
    pub fn tag(&self) -> Option<&str> {
        Some(match self {
            TextField::White => "White",
            TextField::Black => "Black",
            TextField::Event => "Event",
            TextField::Site => "Site",
            TextField::Round => "Round",
            TextField::Variant => "Variant",
            TextField::Tag(name) => name,
            TextField::Player | TextField::Opening => return None,
        })
    }
}

impl fmt::Display for TextField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextField::Tag(name) => write!(f, "tag.{name}"),
            named => f.write_str(name_in(&TextField::NAMED, named)),
        }
    }
}

/// A field that is a number.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum NumberField {
    /// The rating of either player.
    Elo,
    /// White's rating.
    WhiteElo,
    /// Black's rating.
    BlackElo,
    /// White's rating minus Black's.
    EloDiff,
    /// Plies of the main line.
    Plies,
    /// The number that a tag begins with.
    Tag(String),
}

impl NumberField {
    /// Names of the fields that have one of their own.
    pub const NAMED: [(&'static str, NumberField); 5] = [
        ("elo", NumberField::Elo),
        ("white.elo", NumberField::WhiteElo),
        ("black.elo", NumberField::BlackElo),
        ("elodiff", NumberField::EloDiff),
        ("plies", NumberField::Plies),
    ];
}

impl fmt::Display for NumberField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NumberField::Tag(name) => write!(f, "tag.{name}"),
            named => f.write_str(name_in(&NumberField::NAMED, named)),
        }
    }
}

/// A field that is a date.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DateField {
    /// When the game was played.
    Date,
    /// When the tournament began.
    EventDate,
}

impl DateField {
    /// All with their names.
    pub const NAMED: [(&'static str, DateField); 2] =
        [("date", DateField::Date), ("eventdate", DateField::EventDate)];

    /// The tag that holds it.
    pub const fn tag(self) -> &'static str {
        match self {
            DateField::Date => "Date",
            DateField::EventDate => "EventDate",
        }
    }
}

impl fmt::Display for DateField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(name_in(&DateField::NAMED, self))
    }
}

fn name_in<T: PartialEq>(named: &[(&'static str, T)], field: &T) -> &'static str {
    named.iter().find(|(_, other)| other == field).map_or("", |(name, _)| name)
}

/// The field with this name, any case.
pub(super) fn named<T: Clone>(named: &[(&'static str, T)], name: &str) -> Option<T> {
    named.iter().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, field)| field.clone())
}

/// The name of a tag behind `tag.`: letters, digits and underscores; a tag of the standard in its own capitals.
pub(super) fn tag_name(text: &str) -> Option<String> {
    let is_name = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let known = || KnownTag::ALL.iter().map(|tag| tag.name()).find(|name| name.eq_ignore_ascii_case(text));
    is_name.then(|| known().unwrap_or(text).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_of_the_standard_has_its_own_capitals() {
        assert_eq!(tag_name("annotator").as_deref(), Some("Annotator"));
        assert_eq!(tag_name("myTag_1").as_deref(), Some("myTag_1"));
        assert_eq!(tag_name("a b"), None);
        assert_eq!(tag_name(""), None);
    }

    #[test]
    fn every_field_shows_its_name() {
        for (name, field) in TextField::NAMED {
            assert_eq!(field.to_string(), name);
        }
        for (name, field) in NumberField::NAMED {
            assert_eq!(field.to_string(), name);
        }
        for (name, field) in DateField::NAMED {
            assert_eq!(field.to_string(), name);
        }
    }
}
