//! Tag pairs: which columns give them back, and what is kept besides.
//!
//! The layout of a game names its tags in their order, each with a line feed behind it; a name that begins with `=`
//! has its value in the row of the game, with its length before it, any other in a column. Games share layouts.

use std::borrow::Cow;

use super::format::Kind;
use super::varint::{self, Cursor};
use crate::notation::result::GameResult;
use crate::pgn::date::{LaxDate, read_date};

/// The tags that have a column.
pub(crate) const COLUMNS: [(&str, Kind); 10] = [
    ("Event", Kind::Event),
    ("Site", Kind::Site),
    ("Date", Kind::Date),
    ("Round", Kind::Round),
    ("White", Kind::White),
    ("Black", Kind::Black),
    ("Result", Kind::Result),
    ("WhiteElo", Kind::WhiteElo),
    ("BlackElo", Kind::BlackElo),
    ("ECO", Kind::Eco),
];

/// The column of a tag.
pub(crate) fn column_of(name: &str) -> Option<Kind> {
    COLUMNS.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind)
}

/// A rating as searches and statistics see it: nothing but digits, at most four of them; 0 is none.
pub fn elo(value: &str) -> Option<u16> {
    let value = value.trim();
    let is_number = (1..=4).contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| value.parse().ok()).flatten().filter(|elo| *elo > 0)
}

/// A date as searches and statistics see it; what is unknown or impossible is left open.
pub fn date(value: &str) -> LaxDate {
    read_date(value.as_bytes()).date()
}

/// An ECO code as searches and statistics see it: letter of any case and two digits, 0 for A00 to 499 for E99; what
/// follows them (`C60/02`, `C60a`) does not count.
pub fn eco(value: &str) -> Option<u16> {
    let [letter, tens, ones, rest @ ..] = value.trim().as_bytes() else { return None };
    let letter = letter.to_ascii_uppercase();
    let is_code = matches!(letter, b'A'..=b'E')
        && tens.is_ascii_digit()
        && ones.is_ascii_digit()
        && !rest.first().is_some_and(u8::is_ascii_digit);
    is_code.then(|| u16::from(letter - b'A') * 100 + u16::from(tens - b'0') * 10 + u16::from(ones - b'0'))
}

/// The text of an ECO code, see [`eco`].
pub fn eco_text(code: u16) -> String {
    let letter = char::from(b'A' + (code / 100).min(4) as u8);
    format!("{letter}{:02}", code % 100)
}

/// A date as a number that sorts by day, unknown parts first; 0 if nothing is known.
pub(crate) fn pack_date(date: LaxDate) -> u32 {
    u32::from(date.year.unwrap_or(0)) << 9
        | u32::from(date.month.unwrap_or(0)) << 5
        | u32::from(date.day.unwrap_or(0))
}

/// The date that was packed.
pub(crate) fn unpack_date(packed: u32) -> LaxDate {
    let year = u16::try_from(packed >> 9 & 0x3FFF).ok().filter(|year| *year > 0);
    let part = |bits: u32| u8::try_from(bits).ok().filter(|part| *part > 0);
    LaxDate { year, month: part(packed >> 5 & 15), day: part(packed & 31) }
}

/// The number of a result in its column.
pub(crate) const fn pack_result(result: GameResult) -> u8 {
    match result {
        GameResult::Unfinished => 0,
        GameResult::WhiteWins => 1,
        GameResult::BlackWins => 2,
        GameResult::Draw => 3,
        GameResult::BothLost => 4,
        GameResult::HalfZero => 5,
        GameResult::ZeroHalf => 6,
    }
}

/// The result with this number; unfinished for any other.
pub(crate) const fn unpack_result(number: u64) -> GameResult {
    match number {
        1 => GameResult::WhiteWins,
        2 => GameResult::BlackWins,
        3 => GameResult::Draw,
        4 => GameResult::BothLost,
        5 => GameResult::HalfZero,
        6 => GameResult::ZeroHalf,
        _ => GameResult::Unfinished,
    }
}

/// Is the value written just as its column gives it back?
pub(crate) fn is_given_back(kind: Kind, value: &str, result: GameResult) -> bool {
    match kind {
        Kind::Date => is_usual_date(value) || is_written(date(value), value),
        Kind::WhiteElo | Kind::BlackElo => match elo(value) {
            Some(number) => !value.starts_with('0') && digits(number) == value.len(),
            None => false,
        },
        Kind::Eco => value.len() == 3 && eco(value).is_some_and(|code| eco_text(code) == value),
        Kind::Result => value == result.score(),
        _ => true,
    }
}

/// `1999.12.31` in the form that a date is written in, and such a day. A quick look at the usual kind.
fn is_usual_date(value: &str) -> bool {
    match value.as_bytes() {
        [y1 @ b'1'..=b'2', y2, y3, y4, b'.', m1, m2, b'.', d1, d2]
            if [y1, y2, y3, y4, m1, m2, d1, d2].into_iter().all(u8::is_ascii_digit) =>
        {
            let (month, day) = ((m1 - b'0') * 10 + (m2 - b'0'), (d1 - b'0') * 10 + (d2 - b'0'));
            (1..=12).contains(&month) && (1..=28).contains(&day)
        }
        _ => false,
    }
}

/// Is it how a date is written (see its `Display`)?
fn is_written(date: LaxDate, value: &str) -> bool {
    let is_part = |part: Option<u16>, text: &[u8]| match part {
        Some(part) => {
            let number = text.iter().try_fold(0u32, |number, digit| match digit {
                b'0'..=b'9' => Some(number * 10 + u32::from(digit - b'0')),
                _ => None,
            });
            number == Some(u32::from(part))
        }
        None => text.iter().all(|byte| *byte == b'?'),
    };
    match value.as_bytes() {
        [year @ .., b'.', m1, m2, b'.', d1, d2] => {
            year.len() == 4
                && is_part(date.year, year)
                && is_part(date.month.map(u16::from), &[*m1, *m2])
                && is_part(date.day.map(u16::from), &[*d1, *d2])
        }
        _ => false,
    }
}

fn digits(number: u16) -> usize {
    match number {
        0..=9 => 1,
        10..=99 => 2,
        100..=999 => 3,
        _ => 4,
    }
}

/// Appends a tag to a layout, and its value to the row if no column gives it back.
pub(crate) fn put(name: &str, value: &str, in_column: bool, layout: &mut String, row: &mut Vec<u8>) {
    if !in_column {
        layout.push('=');
        varint::put_bytes(row, value.as_bytes());
    }
    layout.push_str(name);
    layout.push('\n');
}

/// Reads the tags of a game: `column` gives the text of those that have a column. `None` if layout and row do not fit.
pub(crate) fn read<'a>(
    layout: &'a str,
    row: &'a [u8],
    mut column: impl FnMut(Kind) -> Option<Cow<'a, str>>,
    mut take: impl FnMut(&'a str, Cow<'a, str>),
) -> Option<()> {
    let mut cursor = Cursor::new(row);
    for name in layout.split_terminator('\n') {
        match name.strip_prefix('=') {
            Some(name) => take(name, Cow::Borrowed(cursor.text()?)),
            None => take(name, column(column_of(name)?)?),
        }
    }
    cursor.is_empty().then_some(())
}

/// Does a layout name this tag?
pub(crate) fn has(layout: &str, name: &str) -> bool {
    layout.split_terminator('\n').any(|own| own.strip_prefix('=').unwrap_or(own) == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn only_values_in_the_usual_form_are_given_back() {
        let given = |kind, value| is_given_back(kind, value, GameResult::Draw);
        assert!(given(Kind::Date, "1999.12.31") && given(Kind::Date, "1999.??.??"));
        assert!(
            !given(Kind::Date, "1999")
                && !given(Kind::Date, "1999.02.30")
                && !given(Kind::Date, "31.12.1999")
        );
        assert!(
            given(Kind::WhiteElo, "2400")
                && !given(Kind::WhiteElo, "02400")
                && !given(Kind::WhiteElo, "2400?")
        );
        assert!(given(Kind::Eco, "B53") && !given(Kind::Eco, "B53a") && !given(Kind::Eco, "F00"));
        assert!(given(Kind::Result, "1/2-1/2") && !given(Kind::Result, "1/2"));
    }

    proptest! {
        #[test]
        fn what_is_given_back_is_the_value(value in "[0-9A-F?.]{0,11}|[12][0-9]{3}\\.[0-9?]{2}\\.[0-9?]{2}") {
            prop_assert_eq!(is_written(date(&value), &value), date(&value).to_string() == value);
            if is_given_back(Kind::Date, &value, GameResult::Draw) {
                prop_assert_eq!(unpack_date(pack_date(date(&value))).to_string(), value.clone());
            }
            if is_given_back(Kind::WhiteElo, &value, GameResult::Draw) {
                prop_assert_eq!(elo(&value).map(|elo| elo.to_string()), Some(value.clone()));
            }
            if is_given_back(Kind::Eco, &value, GameResult::Draw) {
                prop_assert_eq!(eco(&value).map(eco_text), Some(value.clone()));
            }
        }
    }

    #[test]
    fn layout_and_row_give_the_tags_in_their_order() {
        let (mut layout, mut row) = (String::new(), Vec::new());
        put("White", "A", true, &mut layout, &mut row);
        put("Annotator", "B", false, &mut layout, &mut row);
        put("Opening", "", false, &mut layout, &mut row);
        let mut tags = Vec::new();
        let column = |kind| (kind == Kind::White).then_some(Cow::Borrowed("A"));
        assert_eq!(
            read(&layout, &row, column, |name, value| tags.push((name, value.into_owned()))),
            Some(())
        );
        let expected = [("White", "A"), ("Annotator", "B"), ("Opening", "")];
        assert_eq!(tags, expected.map(|(name, value)| (name, value.to_owned())));
        assert_eq!(read(&layout, &row[1..], column, |_, _| {}), None);
    }
}
