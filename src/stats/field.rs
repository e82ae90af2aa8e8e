//! What games can be grouped by.

use std::fmt::Write as _;

use super::overview::{BAND, MOVES, full_moves, is_classic, known};
use super::overview_parts::span;
use super::report::{Column, Value, Words};
use crate::chess::chess960::double_numbers;
use crate::chess::{Color, Role, Wing};
use crate::query::Subject;
use crate::query::compare::EcoCode;

/// Something that every game has one of, or none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Field {
    /// The player of White.
    White,
    /// The player of Black.
    Black,
    /// Either player: every game counts once for each, from that player's own point of view.
    Player,
    /// The tag Event.
    Event,
    /// The tag Site.
    Site,
    /// The tag Round.
    Round,
    /// The year.
    Year,
    /// Year and month.
    Month,
    /// The years with the same first three digits.
    Decade,
    /// The ECO code: that of the tag, or of the opening if there is none.
    Eco,
    /// The opening by position.
    Opening,
    /// The opening at large.
    Family,
    /// The result.
    Result,
    /// The average rating of both players, in bands of 100.
    Elo,
    /// The length in moves, in bins of 10.
    Length,
    /// The tag Termination.
    Termination,
    /// How it ended, see [`Subject::ending`].
    Ending,
    /// The number of the start position among the 960.
    Start,
    /// The tag TimeControl.
    TimeControl,
    /// The names of the mate on the board.
    Mate,
    /// How White and Black castled.
    Castling,
    /// What pawns became.
    Promotion,
    /// Is it Chess960?
    Chess960,
    /// Any tag.
    Tag(String),
}

/// Names of the fields but [`Field::Tag`], and their heads.
const NAMES: [(&str, Field, Column); 23] = [
    ("white", Field::White, Column::new("white", "White", "Weiß")),
    ("black", Field::Black, Column::new("black", "Black", "Schwarz")),
    ("player", Field::Player, Column::new("player", "Player", "Spieler")),
    ("event", Field::Event, Column::new("event", "Event", "Turnier")),
    ("site", Field::Site, Column::new("site", "Site", "Ort")),
    ("round", Field::Round, Column::new("round", "Round", "Runde")),
    ("year", Field::Year, Column::new("year", "Year", "Jahr")),
    ("month", Field::Month, Column::new("month", "Month", "Monat")),
    ("decade", Field::Decade, Column::new("decade", "Decade", "Jahrzehnt")),
    ("eco", Field::Eco, Column::new("eco", "ECO", "ECO")),
    ("opening", Field::Opening, Column::new("opening", "Opening", "Eröffnung")),
    ("family", Field::Family, Column::new("family", "Opening family", "Eröffnungsfamilie")),
    ("result", Field::Result, Column::new("result", "Result", "Ergebnis")),
    ("elo", Field::Elo, Column::new("elo", "Elo", "Elo")),
    ("length", Field::Length, Column::new("length", "Moves", "Züge")),
    ("termination", Field::Termination, Column::new("termination", "Termination", "Termination")),
    ("ending", Field::Ending, Column::new("ending", "Ending", "Ende")),
    ("start", Field::Start, Column::new("start", "Start position", "Startstellung")),
    ("time-control", Field::TimeControl, Column::new("time_control", "Time control", "Bedenkzeit")),
    ("mate", Field::Mate, Column::new("mate", "Mate", "Matt")),
    ("castling", Field::Castling, Column::new("castling", "Castling", "Rochade")),
    ("promotion", Field::Promotion, Column::new("promotion", "Promotion", "Umwandlung")),
    ("chess960", Field::Chess960, Column::new("chess960", "Chess960", "Chess960")),
];

impl Field {
    /// The field with this name; `tag.NAME` is any tag.
    pub fn parse(name: &str) -> Option<Field> {
        if let Some(tag) = name.strip_prefix("tag.") {
            let is_name = !tag.is_empty() && tag.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
            return is_name.then(|| Field::Tag(tag.to_owned()));
        }
        NAMES.iter().find(|(known, ..)| *known == name).map(|(_, field, _)| field.clone())
    }

    /// The names of all fields but `tag.NAME`.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|(name, ..)| *name)
    }

    /// Its column.
    pub fn column(&self) -> Column {
        let named = NAMES.iter().find(|(_, field, _)| field == self).map(|(_, _, column)| *column);
        named.unwrap_or(Column::new("tag", "Tag", "Tag"))
    }

    /// Do its values have an order of their own, as years have?
    pub fn is_ordered(&self) -> bool {
        matches!(
            self,
            Field::Year
                | Field::Month
                | Field::Decade
                | Field::Elo
                | Field::Length
                | Field::Eco
                | Field::Start
        )
    }

    /// What a game has of it, from the point of view of `side`.
    pub(super) fn put(&self, game: &dyn Subject, side: Color, out: &mut KeyBuilder) {
        let tag = |name: &str, out: &mut KeyBuilder| out.text(known(game.tag(name).as_deref()));
        match self {
            Field::White => tag("White", out),
            Field::Black => tag("Black", out),
            Field::Player => tag(if side == Color::White { "White" } else { "Black" }, out),
            Field::Event => tag("Event", out),
            Field::Site => tag("Site", out),
            Field::Round => tag("Round", out),
            Field::Termination => tag("Termination", out),
            Field::TimeControl => tag("TimeControl", out),
            Field::Tag(name) => tag(name, out),
            Field::Year => out.number(game.date().year.map(i64::from)),
            Field::Decade => out.number(game.date().year.map(|year| i64::from(year / 10))),
            Field::Month => {
                let date = game.date();
                out.number(date.year.zip(date.month).map(|(y, m)| i64::from(y) * 100 + i64::from(m)));
            }
            Field::Eco => out.number(game.eco().map(|code| i64::from(code.index()))),
            Field::Opening => out.text(game.opening().map(|opening| opening.name)),
            Field::Family => out.text(game.opening().map(|opening| opening.family())),
            Field::Result => out.text(Some(game.result().score())),
            Field::Elo => {
                let both = game.white_elo().zip(game.black_elo());
                out.number(both.map(|(white, black)| i64::from((white + black) / 2 / BAND)));
            }
            Field::Length => out.number(Some(i64::from(full_moves(game.plies()) / MOVES))),
            Field::Ending => out.text(Some(game.ending().name())),
            Field::Start => out.number(start(game)),
            Field::Mate => mate(game, out),
            Field::Castling => castling(game, out),
            Field::Promotion => promotion(game, out),
            Field::Chess960 => out.text(Some(if game.is_chess960() { "yes" } else { "no" })),
        }
    }

    /// What a part of a key that was put together by this field says.
    pub(super) fn value(&self, part: &KeyPart) -> Value {
        let number = match part {
            KeyPart::None => return Value::None,
            KeyPart::Text(text) => {
                return words(self, text).map_or_else(|| Value::Text(text.clone()), Value::Words);
            }
            KeyPart::Number(number) => u32::try_from(*number).unwrap_or(0),
        };
        match self {
            Field::Year => Value::Text(format!("{number:04}")),
            Field::Decade => Value::Text(format!("{number:03}0-{number:03}9")),
            Field::Month => Value::Text(format!("{:04}.{:02}", number / 100, number % 100)),
            Field::Eco => {
                let code = u16::try_from(number).ok().and_then(EcoCode::from_index);
                code.map_or(Value::None, |code| Value::Text(code.to_string()))
            }
            Field::Elo => Value::Text(span(number, BAND)),
            Field::Length => Value::Text(span(number, MOVES)),
            Field::Start if number >= DOUBLE => {
                let both = number - DOUBLE;
                Value::Text(format!("{}/{}", both / DOUBLE, both % DOUBLE))
            }
            _ => Value::Text(number.to_string()),
        }
    }
}

/// A start of double Chess960 is this, and this times White's number, and Black's.
const DOUBLE: u32 = 1000;

fn start(game: &dyn Subject) -> Option<i64> {
    let numbers = if is_classic(game.start()) { Some((518, 518)) } else { double_numbers(game.start()) };
    let number = numbers.map(|(white, black)| match white == black {
        true => u32::from(white),
        false => DOUBLE + DOUBLE * u32::from(white) + u32::from(black),
    });
    number.map(i64::from)
}

fn mate(game: &dyn Subject, out: &mut KeyBuilder) {
    let features = game.features();
    if !game.is_whole() || !features.is_mate {
        return out.text(None);
    }
    if features.named_mates.is_empty() {
        return out.text(Some("other"));
    }
    out.write(|text| {
        for (index, name) in features.named_mates.iter().enumerate() {
            let _ = write!(text, "{}{}", if index > 0 { ", " } else { "" }, name.name());
        }
    });
}

/// White's castling and Black's, such as `O-O O-O-O`, a hyphen where there was none.
fn castling(game: &dyn Subject, out: &mut KeyBuilder) {
    let sign = |index: usize| match game.features().castled.get(index).copied().flatten().map(|own| own.wing)
    {
        Some(Wing::King) => "O-O",
        Some(Wing::Queen) => "O-O-O",
        None => "-",
    };
    out.write(|text| {
        let _ = write!(text, "{} {}", sign(0), sign(1));
    });
}

/// The letters of what pawns became, each once.
fn promotion(game: &dyn Subject, out: &mut KeyBuilder) {
    let features = game.features();
    if features.first_promotion.is_none() {
        return out.text(None);
    }
    out.write(|text| {
        let roles = Role::PROMOTIONS.iter().filter(|role| features.promoted(None, **role) > 0);
        roles.for_each(|role| text.push(role.letter()));
    });
}

/// Words of ours that stand in a key.
fn words(field: &Field, text: &str) -> Option<Words> {
    match (field, text) {
        (Field::Ending, name) => super::ends::ending_words(name),
        (Field::Chess960, "yes") => Some(Words::new("yes", "ja")),
        (Field::Chess960, _) => Some(Words::new("no", "nein")),
        (Field::Mate, "other") => Some(Words::new("without a name", "ohne Namen")),
        _ => None,
    }
}

/// A part of a key.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum KeyPart {
    /// A number.
    Number(i64),
    /// A text.
    Text(String),
    /// The game has none.
    None,
}

const NONE: u8 = 0;
const NUMBER: u8 = 1;
const TEXT: u8 = 2;

/// Puts together what a game is grouped by, in memory that is used again.
#[derive(Clone, Debug, Default)]
pub(super) struct KeyBuilder {
    bytes: Vec<u8>,
    text: String,
}

impl KeyBuilder {
    /// Begins a key.
    pub(super) fn begin(&mut self) {
        self.bytes.clear();
    }

    /// The key.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// A number, or none.
    pub(super) fn number(&mut self, number: Option<i64>) {
        match number {
            None => self.bytes.push(NONE),
            Some(number) => {
                self.bytes.push(NUMBER);
                self.bytes.extend_from_slice(&number.to_le_bytes());
            }
        }
    }

    /// A text, or none.
    pub(super) fn text(&mut self, text: Option<&str>) {
        match text {
            None => self.bytes.push(NONE),
            Some(text) => {
                self.bytes.push(TEXT);
                self.bytes.extend_from_slice(&(text.len() as u64).to_le_bytes());
                self.bytes.extend_from_slice(text.as_bytes());
            }
        }
    }

    /// A text that is written.
    fn write(&mut self, write: impl FnOnce(&mut String)) {
        let mut text = std::mem::take(&mut self.text);
        text.clear();
        write(&mut text);
        self.text(Some(&text));
        self.text = text;
    }
}

/// The parts of a key.
pub(super) fn parts(mut key: &[u8]) -> Vec<KeyPart> {
    let mut parts = Vec::new();
    while let Some((kind, rest)) = key.split_first() {
        let (eight, behind) = rest.split_first_chunk::<8>().unwrap_or((&[0; 8], rest));
        let (part, rest) = match *kind {
            NUMBER => (KeyPart::Number(i64::from_le_bytes(*eight)), behind),
            TEXT => {
                let length =
                    usize::try_from(u64::from_le_bytes(*eight)).unwrap_or(usize::MAX).min(behind.len());
                let (text, rest) = behind.split_at(length);
                (KeyPart::Text(String::from_utf8_lossy(text).into_owned()), rest)
            }
            _ => (KeyPart::None, rest),
        };
        parts.push(part);
        key = rest;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_is_found_by_its_name() {
        for name in Field::names() {
            let field = Field::parse(name).expect(name);
            assert_eq!(field.column().key, name.replace('-', "_"));
        }
        assert_eq!(Field::parse("tag.Annotator"), Some(Field::Tag("Annotator".to_owned())));
        for name in ["", "tag.", "tag.a b", "White", "colour"] {
            assert_eq!(Field::parse(name), None, "{name}");
        }
    }

    #[test]
    fn the_parts_of_a_key_come_back() {
        let mut key = KeyBuilder::default();
        key.number(Some(-3));
        key.text(None);
        key.text(Some("ä\u{0}b"));
        key.number(None);
        key.text(Some(""));
        let text = |text: &str| KeyPart::Text(text.to_owned());
        let expected = vec![KeyPart::Number(-3), KeyPart::None, text("ä\u{0}b"), KeyPart::None, text("")];
        assert_eq!(parts(key.bytes()), expected);
        key.begin();
        assert!(parts(key.bytes()).is_empty());
    }

    #[test]
    fn numbers_are_told_as_what_they_are_of() {
        for (name, number, told) in [
            ("year", 987, "0987"),
            ("decade", 191, "1910-1919"),
            ("month", 191_408, "1914.08"),
            ("eco", 199, "B99"),
            ("elo", 24, "2400-2499"),
            ("length", 0, "0-9"),
            ("start", 518, "518"),
            ("start", 518_007, "517/7"),
        ] {
            let value = Field::parse(name).unwrap().value(&KeyPart::Number(number));
            assert_eq!(value, Value::Text(told.to_owned()), "{name}");
        }
    }
}
