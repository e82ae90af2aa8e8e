//! Values of reports as text: as people read them, and as scripts do.

use std::borrow::Cow;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::check::escape::escape;
use crate::check::lang::UiLang;
use crate::check::summary::{decimal, grouped};
use crate::stats::report::{Table, Value};

/// From here on numbers with decimals have their thousands apart; ratings and years have not.
const GROUPED_FROM: f64 = 10_000.0;

/// As people read it, safe for a terminal; nothing if nothing is known.
pub(super) fn for_people(value: &Value, lang: UiLang) -> Cow<'_, str> {
    match value {
        Value::None => Cow::Borrowed(""),
        Value::Count(count) => Cow::Owned(grouped(*count, lang)),
        Value::Share(share) => {
            percent(*share, lang).map_or(Cow::Borrowed(""), |text| Cow::Owned(text + " %"))
        }
        Value::Shares(low, high) => match (percent(*low, lang), percent(*high, lang)) {
            (Some(low), Some(high)) => Cow::Owned(format!("{low}–{high} %")),
            _ => Cow::Borrowed(""),
        },
        Value::Number(number, places) => Cow::Owned(signed(*number, usize::from(*places), lang)),
        Value::Difference(difference) => {
            let digits = grouped(difference.unsigned_abs(), lang);
            Cow::Owned(match difference.signum() {
                1 => format!("+{digits}"),
                -1 => format!("−{digits}"),
                _ => digits,
            })
        }
        Value::HalfPoints(halves) => Cow::Owned(match (halves / 2, halves % 2) {
            (0, 1) => "½".to_owned(),
            (points, 1) => format!("{}½", grouped(points, lang)),
            (points, _) => grouped(points, lang),
        }),
        Value::Text(text) => escape(text),
        Value::Words(words) => Cow::Borrowed(words.pick(lang)),
    }
}

/// As scripts and other documents read it, with an English point; nothing if nothing is known. Numbers are as exact as
/// they were given.
pub(super) fn raw(value: &Value) -> Cow<'_, str> {
    match value {
        Value::None => Cow::Borrowed(""),
        Value::Count(count) => Cow::Owned(count.to_string()),
        Value::Share(number) | Value::Number(number, _) if !number.is_finite() => Cow::Borrowed(""),
        Value::Share(number) | Value::Number(number, _) => Cow::Owned(number.to_string()),
        Value::Shares(low, high) => Cow::Owned(format!("{low}..{high}")),
        Value::Difference(difference) => Cow::Owned(difference.to_string()),
        Value::HalfPoints(halves) => Cow::Owned((*halves as f64 / 2.0).to_string()),
        Value::Text(text) => Cow::Borrowed(text),
        Value::Words(words) => Cow::Borrowed(words.en),
    }
}

/// As people read it in a document that scripts may read, too: safe for a terminal, with an English point and nothing
/// between the thousands.
pub(super) fn for_documents(value: &Value, lang: UiLang) -> Cow<'_, str> {
    match value {
        Value::Number(number, places) if number.is_finite() => {
            Cow::Owned(format!("{number:.*}", usize::from(*places)))
        }
        Value::Difference(difference) => Cow::Owned(format!("{difference:+}")),
        Value::Share(_) | Value::Shares(..) => for_people(value, UiLang::En),
        Value::Text(_) | Value::Words(_) => for_people(value, lang),
        Value::None | Value::Count(_) | Value::Number(..) | Value::HalfPoints(_) => raw(value),
    }
}

/// How big it is, for whatever is drawn or sorted; `None` for what is no number. Of a range it is the middle.
pub(super) fn magnitude(value: &Value) -> Option<f64> {
    let number = match value {
        Value::Count(count) => *count as f64,
        Value::HalfPoints(halves) => *halves as f64 / 2.0,
        Value::Share(number) | Value::Number(number, _) => *number,
        Value::Shares(low, high) => (low + high) / 2.0,
        Value::Difference(difference) => *difference as f64,
        Value::None | Value::Text(_) | Value::Words(_) => return None,
    };
    number.is_finite().then_some(number)
}

/// Does a column hold numbers, which stand to the right? One that holds nothing at all does not.
pub(super) fn is_numeric(table: &Table, column: usize) -> bool {
    let mut known =
        table.rows.iter().filter_map(|row| row.get(column)).filter(|value| **value != Value::None);
    let Some(first) = known.next() else { return false };
    std::iter::once(first).chain(known).all(|value| !matches!(value, Value::Text(_) | Value::Words(_)))
}

/// The text, if it is not wider than this many columns; else as much of it as there is room for, and `…`.
pub(super) fn shorten(text: &str, width: usize) -> Cow<'_, str> {
    if text.width() <= width {
        return Cow::Borrowed(text);
    }
    let mut left = width.saturating_sub(1);
    let fits = |c: &char| {
        let columns = c.width().unwrap_or(0);
        let fits = columns <= left;
        left = if fits { left - columns } else { 0 };
        fits
    };
    let mut short: String = text.chars().take_while(fits).collect();
    short.truncate(short.trim_end().len());
    short.push('…');
    Cow::Owned(short)
}

/// In thousands or millions, if it is so many: `5.6k`, `12M`.
pub(super) fn rounded(count: u64, lang: UiLang) -> String {
    match count {
        0..1_000 => count.to_string(),
        1_000..10_000 => format!("{}k", decimal(count as f64 / 1e3, 1, lang)),
        10_000..1_000_000 => format!("{}k", count / 1_000),
        1_000_000..10_000_000 => format!("{}M", decimal(count as f64 / 1e6, 1, lang)),
        _ => format!("{}M", grouped(count / 1_000_000, lang)),
    }
}

/// A share as a percentage without its sign. It is never rounded up to the whole.
fn percent(share: f64, lang: UiLang) -> Option<String> {
    let share = if share < 1.0 { (share * 100.0).min(99.9) } else { share * 100.0 };
    share.is_finite().then(|| decimal(share, 1, lang))
}

fn signed(number: f64, places: usize, lang: UiLang) -> String {
    if !number.is_finite() {
        return String::new();
    }
    let digits = if number.abs() < GROUPED_FROM {
        let digits = format!("{:.places$}", number.abs());
        lang.pick(digits.clone(), digits.replace('.', ","))
    } else {
        decimal(number.abs(), places, lang)
    };
    let is_zero = digits.chars().all(|c| !c.is_ascii_digit() || c == '0');
    if number < 0.0 && !is_zero { format!("−{digits}") } else { digits }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::report::{Column, Words};

    fn both(value: Value) -> [String; 3] {
        [
            for_people(&value, UiLang::En).into_owned(),
            for_people(&value, UiLang::De).into_owned(),
            raw(&value).into_owned(),
        ]
    }

    #[test]
    fn numbers_follow_the_language_and_scripts_do_not() {
        assert_eq!(both(Value::Count(1_234_567)), ["1,234,567", "1.234.567", "1234567"]);
        assert_eq!(both(Value::Share(0.5425)), ["54.2 %", "54,2 %", "0.5425"]);
        assert_eq!(both(Value::Shares(0.5, 0.625)), ["50.0–62.5 %", "50,0–62,5 %", "0.5..0.625"]);
        assert_eq!(both(Value::Number(2431.26, 0)), ["2431", "2431", "2431.26"]);
        assert_eq!(both(Value::Number(-41.26, 1)), ["−41.3", "−41,3", "-41.26"]);
        assert_eq!(both(Value::Number(12_345.0, 1)), ["12,345.0", "12.345,0", "12345"]);
        assert_eq!(both(Value::Difference(1200)), ["+1,200", "+1.200", "1200"]);
        assert_eq!(both(Value::Difference(-7)), ["−7", "−7", "-7"]);
        assert_eq!(both(Value::Difference(0)), ["0", "0", "0"]);
        assert_eq!(both(Value::Words(Words::new("draw", "Remis"))), ["draw", "Remis", "draw"]);
    }

    #[test]
    fn points_come_in_halves() {
        assert_eq!(both(Value::HalfPoints(29)), ["14½", "14½", "14.5"]);
        assert_eq!(both(Value::HalfPoints(28)), ["14", "14", "14"]);
        assert_eq!(both(Value::HalfPoints(1)), ["½", "½", "0.5"]);
        assert_eq!(both(Value::HalfPoints(0)), ["0", "0", "0"]);
    }

    #[test]
    fn nothing_is_made_more_than_it_is() {
        assert_eq!(both(Value::Share(0.9999))[0], "99.9 %");
        assert_eq!(both(Value::Share(1.0))[0], "100.0 %");
        assert_eq!(both(Value::Number(-0.01, 1))[0], "0.0");
        assert_eq!(both(Value::None), ["", "", ""]);
        assert_eq!(both(Value::Share(f64::NAN)), ["", "", ""]);
        assert_eq!(both(Value::Number(f64::INFINITY, 1)), ["", "", ""]);
    }

    #[test]
    fn text_is_safe_for_people_and_as_it_is_for_scripts() {
        let name = || Value::Text("a\u{1b}[31m".to_owned());
        assert_eq!(both(name()), ["a\\x1B[31m", "a\\x1B[31m", "a\u{1b}[31m"]);
    }

    #[test]
    fn text_is_shortened_by_what_it_takes_at_a_terminal() {
        assert_eq!(shorten("Kasparov", 8), "Kasparov");
        assert_eq!(shorten("Kasparov", 7), "Kaspar…");
        assert_eq!(shorten("De Firmian", 4), "De…");
        // Two columns each; no half of one is shown.
        assert_eq!(shorten("侯逸凡", 6), "侯逸凡");
        assert_eq!(shorten("侯逸凡", 5), "侯逸…");
        assert_eq!(shorten("侯逸凡", 4), "侯…");
        // The accent stays with its letter.
        assert_eq!(shorten("Re\u{301}ti", 3), "Re\u{301}…");
        assert_eq!(shorten("abc", 0), "…");
    }

    #[test]
    fn a_column_is_of_numbers_if_all_that_is_known_in_it_is() {
        let column = |values: &[Value]| Table {
            key: "t",
            title: Words::new("t", "t"),
            columns: vec![Column::new("c", "c", "c")],
            rows: values.iter().map(|value| vec![value.clone()]).collect(),
            total: None,
            chart: None,
            left_out: 0,
        };
        assert!(is_numeric(&column(&[Value::None, Value::Count(1)]), 0));
        assert!(!is_numeric(&column(&[Value::Count(1), Value::Text("1".to_owned())]), 0));
        assert!(!is_numeric(&column(&[Value::None]), 0));
        assert!(!is_numeric(&column(&[Value::Count(1)]), 1));
    }
}
