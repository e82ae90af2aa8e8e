//! Dates of games: the export form `YYYY.MM.DD`, and the ways people write them in English and German.

use std::fmt;

/// A date of which each part may be unknown. Ordered by year, month, day; unknown parts come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct LaxDate {
    /// Year, 1 to 9999.
    pub year: Option<u16>,
    /// Month, 1 to 12.
    pub month: Option<u8>,
    /// Day of the month, 1 to 31.
    pub day: Option<u8>,
}

impl LaxDate {
    /// Is there such a day? Unknown parts are taken to fit.
    pub fn is_possible(self) -> bool {
        let month_days = match (self.month, self.year) {
            (Some(4 | 6 | 9 | 11), _) => 30,
            (Some(2), Some(year)) if !is_leap(year) => 28,
            (Some(2), _) => 29,
            (None | Some(1..=12), _) => 31,
            (Some(_), _) => return false,
        };
        self.day.is_none_or(|day| (1..=month_days).contains(&day))
            && self.year.is_none_or(|y| (1..=9999).contains(&y))
    }

    /// Can both be of one day: is nothing that both tell different?
    pub fn may_be(self, other: LaxDate) -> bool {
        fn fits<T: PartialEq>(one: Option<T>, other: Option<T>) -> bool {
            one.is_none() || other.is_none() || one == other
        }
        fits(self.year, other.year) && fits(self.month, other.month) && fits(self.day, other.day)
    }

    /// Only the parts that can be right: an impossible day or month is unknown.
    fn possible_part(self) -> LaxDate {
        let without_day = LaxDate { day: None, ..self };
        let year_only = LaxDate { year: self.year.filter(|y| (1..=9999).contains(y)), ..LaxDate::default() };
        [self, without_day].into_iter().find(|d| d.is_possible()).unwrap_or(year_only)
    }
}

impl fmt::Display for LaxDate {
    /// The export form: `1987.03.12`, `1987.??.??`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.year {
            Some(year) => write!(f, "{year:04}")?,
            None => f.write_str("????")?,
        }
        for part in [self.month, self.day] {
            match part {
                Some(part) => write!(f, ".{part:02}")?,
                None => f.write_str(".??")?,
            }
        }
        Ok(())
    }
}

fn is_leap(year: u16) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

/// What a date text turned out to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DateReading {
    /// The export form, and a possible day.
    Export(LaxDate),
    /// Another way of writing it; the meaning is certain.
    Lax(LaxDate),
    /// Well formed, but there is no such day (30 February), month or year.
    Impossible(LaxDate),
    /// Day and month, in an order that cannot be told (`3/4/1987`); only the year is certain.
    Undecided {
        /// The year.
        year: u16,
        /// The number that stands first.
        first: u8,
        /// The number that stands second.
        second: u8,
    },
    /// A year of two digits.
    ShortYear,
    /// Nothing at all.
    Empty,
    /// No date.
    Unreadable,
}

impl DateReading {
    /// What is certain about the date.
    pub fn date(self) -> LaxDate {
        match self {
            DateReading::Export(date) | DateReading::Lax(date) => date,
            DateReading::Impossible(date) => date.possible_part(),
            DateReading::Undecided { year, .. } => LaxDate { year: Some(year), ..LaxDate::default() },
            DateReading::ShortYear | DateReading::Empty | DateReading::Unreadable => LaxDate::default(),
        }
    }
}

/// Reads a date, strictly first.
pub fn read_date(text: &[u8]) -> DateReading {
    if let Ok(text) = <&[u8; 10]>::try_from(text)
        && let Some(date) = read_export_form(text)
    {
        return if date.is_possible() { DateReading::Export(date) } else { DateReading::Impossible(date) };
    }
    read_lax(text.trim_ascii())
}

/// `YYYY.MM.DD`, each part in digits or in `?`; the numbers are not looked at.
fn read_export_form(text: &[u8; 10]) -> Option<LaxDate> {
    let [y1, y2, y3, y4, b'.', m1, m2, b'.', d1, d2] = *text else { return None };
    let year = match (two(y1, y2)?, two(y3, y4)?) {
        (Some(high), Some(low)) => Some(u16::from(high) * 100 + u16::from(low)),
        (None, None) => None,
        _ => return None,
    };
    Some(LaxDate { year, month: two(m1, m2)?, day: two(d1, d2)? })
}

/// Two digits, or `??`; the outer `None` is neither.
fn two(a: u8, b: u8) -> Option<Option<u8>> {
    match (a, b) {
        (b'0'..=b'9', b'0'..=b'9') => Some(Some((a - b'0') * 10 + (b - b'0'))),
        (b'?', b'?') => Some(None),
        _ => None,
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Part {
    Number { value: u16, digits: usize },
    Unknown { marks: usize },
    Month(u8),
}

impl Part {
    fn is_year(self) -> bool {
        matches!(self, Part::Number { digits: 3.., .. } | Part::Unknown { marks: 3.. })
    }

    fn year(self) -> Option<u16> {
        if let Part::Number { value, .. } = self { Some(value) } else { None }
    }

    /// As a day or month number; too big ones stay too big.
    fn small(self) -> Option<u8> {
        match self {
            Part::Number { value, .. } => Some(u8::try_from(value).unwrap_or(u8::MAX)),
            Part::Month(month) => Some(month),
            Part::Unknown { .. } => None,
        }
    }
}

/// Reads the free forms; `text` has no blanks around it.
fn read_lax(text: &[u8]) -> DateReading {
    if text.is_empty() {
        return DateReading::Empty;
    }
    if text == b"-" {
        return DateReading::Lax(LaxDate::default());
    }
    if text.len() == 8 && text.iter().all(u8::is_ascii_digit) {
        let value = text.iter().fold(0u32, |value, b| value * 10 + u32::from(b - b'0'));
        let part = |value: u32| u8::try_from(value % 100).ok();
        return settle(u16::try_from(value / 10_000).ok(), part(value / 100), part(value));
    }
    let mut parts = arrayvec::ArrayVec::<Part, 3>::new();
    let mut separator = b'.';
    let mut rest = text;
    while let Some(&byte) = rest.first() {
        let len = match byte {
            b'0'..=b'9' => run(rest, |b| b.is_ascii_digit()),
            b'?' => run(rest, |b| b == b'?'),
            b'a'..=b'z' | b'A'..=b'Z' | 0x80.. => run(rest, |b| b.is_ascii_alphabetic() || b >= 0x80),
            _ => run(rest, |b| matches!(b, b'.' | b'-' | b'/' | b',' | b' ' | b'\t')),
        };
        let Some((token, after)) = rest.split_at_checked(len.max(1)) else { return DateReading::Unreadable };
        rest = after;
        let part = match byte {
            b'0'..=b'9' if len <= 4 => {
                let value = token.iter().fold(0u16, |value, b| value * 10 + u16::from(b - b'0'));
                Part::Number { value, digits: len }
            }
            b'?' => Part::Unknown { marks: len },
            b'.' | b'-' | b'/' | b',' | b' ' | b'\t' => {
                if let Some(&mark) = token.iter().find(|b| !b" \t".contains(b)) {
                    separator = mark;
                }
                continue;
            }
            b'a'..=b'z' | b'A'..=b'Z' | 0x80.. => match month_by_name(token) {
                Some(month) => Part::Month(month),
                None if is_filler(token) => continue,
                None => return DateReading::Unreadable,
            },
            _ => return DateReading::Unreadable,
        };
        if parts.try_push(part).is_err() {
            return DateReading::Unreadable;
        }
    }
    arrange(&parts, separator)
}

/// Which part is the day, which the month, which the year?
fn arrange(parts: &[Part], separator: u8) -> DateReading {
    match *parts {
        [Part::Unknown { .. }] => DateReading::Lax(LaxDate::default()),
        [year] if year.is_year() => settle(year.year(), None, None),
        [year, month] if year.is_year() => settle(year.year(), month.small(), None),
        [month, year] if year.is_year() => settle(year.year(), month.small(), None),
        [year, month, day] if year.is_year() && !day.is_year() => {
            settle(year.year(), month.small(), day.small())
        }
        [Part::Month(month), day, year] | [day, Part::Month(month), year] if year.is_year() => {
            settle(year.year(), Some(month), day.small())
        }
        [day, month, year] if year.is_year() => match (day.small(), month.small(), year.year()) {
            (Some(first @ 1..=12), Some(second @ 1..=12), Some(year))
                if separator != b'.' && first != second =>
            {
                DateReading::Undecided { year, first, second }
            }
            (Some(month @ 1..=12), Some(day @ 13..), year) => settle(year, Some(month), Some(day)),
            (day, month, year) => settle(year, month, day),
        },
        [Part::Number { .. } | Part::Month(_), _, Part::Number { digits: 2, .. }] => DateReading::ShortYear,
        _ => DateReading::Unreadable,
    }
}

fn settle(year: Option<u16>, month: Option<u8>, day: Option<u8>) -> DateReading {
    let date = LaxDate { year, month, day };
    if date.is_possible() { DateReading::Lax(date) } else { DateReading::Impossible(date) }
}

fn run(text: &[u8], fits: impl Fn(u8) -> bool) -> usize {
    text.iter().take_while(|&&b| fits(b)).count()
}

/// Month names by their beginnings, English and German, in lower case. Three letters tell all apart; the
/// umlaut of März comes in UTF-8, Windows-1252 or as `ae`.
const MONTHS: [(&[u8], u8); 23] = [
    (b"january", 1),
    (b"januar", 1),
    (b"jaenner", 1),
    (b"february", 2),
    (b"februar", 2),
    (b"march", 3),
    (b"maerz", 3),
    (b"mrz", 3),
    (b"april", 4),
    (b"may", 5),
    (b"mai", 5),
    (b"june", 6),
    (b"juni", 6),
    (b"july", 7),
    (b"juli", 7),
    (b"august", 8),
    (b"september", 9),
    (b"october", 10),
    (b"oktober", 10),
    (b"sept", 9),
    (b"november", 11),
    (b"december", 12),
    (b"dezember", 12),
];

fn month_by_name(word: &[u8]) -> Option<u8> {
    let mut lower = arrayvec::ArrayVec::<u8, 12>::new();
    let mut rest = word;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        let umlaut = match (byte, rest.first()) {
            (0xC3, Some(0xA4)) => {
                rest = rest.get(1..).unwrap_or_default();
                true
            }
            (0xE4, _) => true,
            _ => false,
        };
        let piece: &[u8] = if umlaut { b"ae" } else { &[byte.to_ascii_lowercase()] };
        lower.try_extend_from_slice(piece).ok()?;
    }
    let mut known = MONTHS.iter();
    known.find(|(name, _)| lower.len() >= 3 && name.starts_with(&lower)).map(|&(_, month)| month)
}

/// Words without meaning in a date: `the 3rd of May`, `Freitag, den 3. Mai` is beyond us.
fn is_filler(word: &[u8]) -> bool {
    [&b"st"[..], b"nd", b"rd", b"th", b"of", b"the", b"den", b"dem", b"am"]
        .iter()
        .any(|filler| word.eq_ignore_ascii_case(filler))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lax(text: &str) -> String {
        match read_date(text.as_bytes()) {
            DateReading::Lax(date) => date.to_string(),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn export_form_is_read_strictly() {
        for text in ["2012.12.04", "1987.??.??", "????.??.??", "1987.03.??", "2024.02.29", "????.02.29"] {
            assert!(
                matches!(read_date(text.as_bytes()), DateReading::Export(d) if d.to_string() == text),
                "{text}"
            );
        }
    }

    #[test]
    fn impossible_days_are_found_and_the_rest_kept() {
        for (text, kept) in [
            ("2023.02.29", "2023.02.??"),
            ("1900.02.29", "1900.02.??"),
            ("2023.04.31", "2023.04.??"),
            ("2023.13.01", "2023.??.??"),
            ("2023.00.00", "2023.??.??"),
            ("0000.01.01", "????.??.??"),
            ("30. Februar 1987", "1987.02.??"),
        ] {
            let read = read_date(text.as_bytes());
            assert!(matches!(read, DateReading::Impossible(_)), "{text} {read:?}");
            assert_eq!(read.date().to_string(), kept, "{text}");
        }
    }

    #[test]
    fn lax_forms_are_understood() {
        for (text, date) in [
            ("15. Oktober 2016", "2016.10.15"),
            ("12. März 1987", "1987.03.12"),
            ("12. Maerz 1987", "1987.03.12"),
            ("12.3.1987", "1987.03.12"),
            ("1987", "1987.??.??"),
            ("2016-10-15", "2016.10.15"),
            ("2016/10/15", "2016.10.15"),
            ("2016.1.5", "2016.01.05"),
            ("20161015", "2016.10.15"),
            ("October 15, 2016", "2016.10.15"),
            ("15th of Oct 2016", "2016.10.15"),
            ("Mai 1990", "1990.05.??"),
            ("5.1990", "1990.05.??"),
            ("25/12/1990", "1990.12.25"),
            ("12/25/1990", "1990.12.25"),
            ("4/4/1990", "1990.04.04"),
            ("??.??.1990", "1990.??.??"),
            ("1990.??", "1990.??.??"),
            ("?", "????.??.??"),
        ] {
            assert_eq!(lax(text), date, "{text}");
        }
        let latin = read_date(b"12. M\xE4rz 1987");
        assert_eq!(latin, DateReading::Lax(LaxDate { year: Some(1987), month: Some(3), day: Some(12) }));
    }

    #[test]
    fn an_undecidable_order_is_not_guessed() {
        let read = read_date(b"3/4/1987");
        assert_eq!(read, DateReading::Undecided { year: 1987, first: 3, second: 4 });
        assert_eq!(read.date().to_string(), "1987.??.??");
    }

    #[test]
    fn what_is_no_date_is_not_read() {
        assert_eq!(read_date(b""), DateReading::Empty);
        assert_eq!(read_date(b"12.3.87"), DateReading::ShortYear);
        for text in ["gestern", "check back later", "1", "12345", "1.2.3.1987", "2016.10.15 20:00", "M"] {
            assert_eq!(read_date(text.as_bytes()), DateReading::Unreadable, "{text}");
        }
    }

    proptest! {
        #[test]
        fn every_date_reads_back(
            year in proptest::option::of(1u16..=9999),
            month in proptest::option::of(1u8..=12),
            day in proptest::option::of(1u8..=28),
        ) {
            let date = LaxDate { year, month, day };
            prop_assert_eq!(read_date(date.to_string().as_bytes()), DateReading::Export(date));
        }

        #[test]
        fn any_bytes_are_read_without_panic(text in proptest::collection::vec(any::<u8>(), 0..30)) {
            let date = read_date(&text).date();
            prop_assert!(date.is_possible());
        }
    }
}
