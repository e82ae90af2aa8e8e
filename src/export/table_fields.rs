//! The columns of a table of games, by name.

use crate::notation::nearest::nearest;
use crate::pgn::known_tag::KnownTag;

/// What a column holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Field {
    /// Name of the source, `-` for the standard input.
    File,
    /// Place in the source, 1-based.
    Game,
    /// Line in the source on which the game begins.
    Line,
    /// `SOURCE#NUMBER`.
    Id,
    /// Code of the language in which the moves were written.
    Language,
    /// The position before the first move.
    StartFen,
    /// The result, as in `1/2-1/2`.
    Result,
    /// Length of the main line.
    Plies,
    /// The position after the main line.
    FinalFen,
    /// Key of that position, 16 hexadecimal digits.
    FinalKey,
    /// The main line with move numbers, in the style asked for.
    Moves,
    /// The main line in English notation without numbers.
    MovesSan,
    /// The main line in coordinates.
    MovesUci,
    /// Number of comments.
    Comments,
    /// Number of variations, those inside others counted.
    Variations,
    /// `true` if the main line could be read to its end.
    Whole,
    /// The value of a tag; empty without the tag.
    Tag(String),
}

/// A field that does not exist.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown field '{name}'{}", .nearest.as_ref().map(|name| format!("; did you mean '{name}'?")).unwrap_or_default())]
pub struct UnknownField {
    /// What was asked for.
    pub name: String,
    /// A field that resembles it.
    pub nearest: Option<String>,
}

const NAMES: [(&str, Field); 16] = [
    ("file", Field::File),
    ("game", Field::Game),
    ("line", Field::Line),
    ("id", Field::Id),
    ("language", Field::Language),
    ("start_fen", Field::StartFen),
    ("result", Field::Result),
    ("plies", Field::Plies),
    ("final_fen", Field::FinalFen),
    ("final_key", Field::FinalKey),
    ("moves", Field::Moves),
    ("moves_san", Field::MovesSan),
    ("moves_uci", Field::MovesUci),
    ("comments", Field::Comments),
    ("variations", Field::Variations),
    ("whole", Field::Whole),
];

impl Field {
    /// Reads the name of a field: one of the list, a known tag in any case (`white`), any tag that begins with a
    /// capital (`MyTag`), or any tag at all as `tag:NAME`.
    ///
    /// # Errors
    /// There is no such field; the error names the nearest.
    pub fn parse(name: &str) -> Result<Field, UnknownField> {
        let name = name.trim();
        if let Some(tag) = name.strip_prefix("tag:").filter(|tag| is_tag_name(tag)) {
            return Ok(Field::Tag(tag.to_owned()));
        }
        if let Some((_, field)) = NAMES.iter().find(|(known, _)| *known == name) {
            return Ok(field.clone());
        }
        let tags = || KnownTag::ALL.iter().map(|tag| tag.name());
        if let Some(tag) = tags().find(|tag| tag.eq_ignore_ascii_case(name)) {
            return Ok(Field::Tag(tag.to_owned()));
        }
        if is_tag_name(name) && name.starts_with(|first: char| first.is_ascii_uppercase()) {
            return Ok(Field::Tag(name.to_owned()));
        }
        let known = NAMES.iter().map(|(known, _)| *known).chain(tags());
        Err(UnknownField { name: name.to_owned(), nearest: nearest(name, known).map(str::to_owned) })
    }

    /// Reads a list of fields with commas between.
    ///
    /// # Errors
    /// As [`Field::parse`].
    pub fn parse_list(names: &str) -> Result<Vec<Field>, UnknownField> {
        names.split(',').map(Field::parse).collect()
    }

    /// The columns of a table for which none were asked for.
    pub fn usual() -> Vec<Field> {
        let tag = |name: &str| Field::Tag(name.to_owned());
        vec![
            Field::File,
            Field::Game,
            tag("Event"),
            tag("Site"),
            tag("Date"),
            tag("Round"),
            tag("White"),
            tag("Black"),
            tag("WhiteElo"),
            tag("BlackElo"),
            Field::Result,
            tag("ECO"),
            Field::Plies,
            Field::MovesSan,
        ]
    }

    /// What stands above the column.
    pub fn name(&self) -> &str {
        match self {
            Field::Tag(name) => name,
            _ => NAMES.iter().find(|(_, field)| field == self).map_or("", |(name, _)| name),
        }
    }
}

fn is_tag_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_by_name_and_tags_in_any_case() {
        let tag = |name: &str| Ok(Field::Tag(name.to_owned()));
        assert_eq!(Field::parse("plies"), Ok(Field::Plies));
        assert_eq!(Field::parse("result"), Ok(Field::Result));
        assert_eq!(Field::parse("Result"), tag("Result"));
        assert_eq!(Field::parse("whiteelo"), tag("WhiteElo"));
        assert_eq!(Field::parse("MyTag"), tag("MyTag"));
        assert_eq!(Field::parse("tag:my_tag"), tag("my_tag"));
        for (_, field) in &NAMES {
            assert_eq!(Field::parse(field.name()).as_ref(), Ok(field));
        }
    }

    #[test]
    fn an_unknown_field_names_the_nearest() {
        let error = Field::parse_list("file,pleis").expect_err("unknown").to_string();
        assert_eq!(error, "unknown field 'pleis'; did you mean 'plies'?");
        assert_eq!(Field::parse("whte").expect_err("unknown").nearest.as_deref(), Some("White"));
        assert_eq!(Field::parse("").expect_err("unknown").to_string(), "unknown field ''");
    }
}
