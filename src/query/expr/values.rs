//! Reads what terms compare with: texts, numbers, dates, codes, times, colours.

use std::ops::Range;

use super::error::{Expected, Problem, QueryError};
use super::lexer::Kind;
use super::parser::Parser;
use crate::chess::{Color, Square};
use crate::notation::nearest::nearest;
use crate::notation::result::{self, GameResult};
use crate::query::compare::{Comparison, DateTest, EcoCode, EcoTest, NumberTest, parse_date};
use crate::query::text_test::{Folded, TextPattern, TextTest};

/// Signs of a number.
const ORDER_SIGNS: &str = "`=`, `!=`, `<`, `<=`, `>`, `>=` or `in`";
/// Signs of a text.
const TEXT_SIGNS: &str = "`=`, `!=`, `~`, `!~` or `:`";

impl Parser<'_> {
    /// Does a sign of a text come next?
    pub(super) fn is_text_sign(&self) -> bool {
        matches!(self.peek().kind, Kind::Compare(_) | Kind::Finds(_) | Kind::Colon)
    }

    fn wrong_sign(&self, field: &str, signs: &'static str) -> QueryError {
        match self.peek().kind {
            Kind::Compare(_) | Kind::Finds(_) | Kind::Colon => {
                self.error(Problem::WrongSign { field: field.to_owned(), signs })
            }
            _ if self.is_word("in") => self.error(Problem::WrongSign { field: field.to_owned(), signs }),
            _ => self.expected(Expected::Comparison),
        }
    }

    /// `= "text"`, `!=`, `: word`, `~ /regex/`, `!~`.
    pub(super) fn text_test(&mut self, field: &str) -> Result<TextTest, QueryError> {
        let sign = self.peek().kind.clone();
        match sign {
            Kind::Compare(Comparison::Is | Comparison::IsNot) | Kind::Finds(_) | Kind::Colon => self.bump(),
            _ => return Err(self.wrong_sign(field, TEXT_SIGNS)),
        };
        if let Kind::Finds(is_not) = sign {
            let pattern = self.regex()?;
            return Ok(if is_not { TextTest::FindsNot(pattern) } else { TextTest::Finds(pattern) });
        }
        let (text, span) = self.text()?;
        Ok(match sign {
            Kind::Colon => {
                TextTest::Word(TextPattern::words(&text).map_err(|error| bad_regex(&error, span))?)
            }
            Kind::Compare(Comparison::IsNot) => TextTest::IsNot(Folded::new(&text)),
            _ => TextTest::Is(Folded::new(&text)),
        })
    }

    fn regex(&mut self) -> Result<TextPattern, QueryError> {
        let source = match &self.peek().kind {
            Kind::Regex(source) | Kind::Text(source) => source.clone(),
            _ => return Err(self.expected(Expected::Regex)),
        };
        if source.is_empty() {
            return Err(self.error(Problem::EmptyText));
        }
        let span = self.bump().span;
        TextPattern::regex(&source).map_err(|error| bad_regex(&error, span))
    }

    /// A text in quotes or a single word; not an empty one.
    pub(super) fn text(&mut self) -> Result<(String, Range<usize>), QueryError> {
        let text = match &self.peek().kind {
            Kind::Text(text) => text.clone(),
            Kind::Word => self.slice(self.peek().span.clone()).to_owned(),
            _ => return Err(self.expected(Expected::Text)),
        };
        if text.trim().is_empty() {
            return Err(self.error(Problem::EmptyText));
        }
        Ok((text, self.bump().span))
    }

    /// `=` or `!=`; whether it is the latter.
    pub(super) fn is_or_is_not(&mut self, field: &str) -> Result<bool, QueryError> {
        match self.peek().kind {
            Kind::Compare(op @ (Comparison::Is | Comparison::IsNot)) => {
                self.bump();
                Ok(op == Comparison::IsNot)
            }
            _ => Err(self.wrong_sign(field, "`=` or `!=`")),
        }
    }

    /// A comparison with one value, or `in` with two; `read` makes the low and the high end of a word.
    fn test<T: PartialOrd>(
        &mut self,
        field: &str,
        what: Expected,
        read: impl Fn(&str) -> Option<(T, T)>,
    ) -> Result<(Comparison, T, T), QueryError> {
        if self.eat_word("in") {
            let span = self.range_span();
            let ends = self.slice(span.clone()).split_once("..");
            let is_whole = |(first, second): &(&str, &str)| !first.is_empty() && !second.is_empty();
            let Some((first, second)) = ends.filter(is_whole) else {
                let found = self.slice(span.clone()).to_owned();
                return Err(QueryError { span, problem: Problem::Expected { what: Expected::Range, found } });
            };
            let end = |text: &str, at: Range<usize>| {
                let value = text.trim().to_owned();
                read(&value).ok_or(QueryError { span: at, problem: Problem::BadValue { what, value } })
            };
            let (low, _) = end(first, span.start..span.start + first.len())?;
            let (second_low, high) = end(second, span.end - second.len()..span.end)?;
            if second_low < low {
                return Err(QueryError { span, problem: Problem::EmptyRange });
            }
            return Ok((Comparison::In, low, high));
        }
        let Kind::Compare(op) = self.peek().kind else { return Err(self.wrong_sign(field, ORDER_SIGNS)) };
        self.bump();
        let Some(word) = self.peek_word() else { return Err(self.expected(what)) };
        let Some((low, high)) = read(word) else {
            return Err(self.error(Problem::BadValue { what, value: word.to_owned() }));
        };
        self.bump();
        Ok((op, low, high))
    }

    /// The place of a range, which may have blanks around its dots.
    fn range_span(&mut self) -> Range<usize> {
        let span = self.peek().span.clone();
        if self.peek_word().is_none() {
            return span;
        }
        self.bump();
        let mut end = span.end;
        while let Some(word) = self.peek_word() {
            let so_far = self.slice(span.start..end);
            if !word.starts_with("..") && !so_far.ends_with("..") {
                break;
            }
            end = self.bump().span.end;
        }
        span.start..end
    }

    /// A comparison with a whole number.
    pub(super) fn number_test(&mut self, field: &str) -> Result<NumberTest, QueryError> {
        self.scaled_test(field, Expected::Number, integer)
    }

    /// A comparison with a number that `read` makes of a word.
    pub(super) fn scaled_test(
        &mut self,
        field: &str,
        what: Expected,
        read: impl Fn(&str) -> Option<i64>,
    ) -> Result<NumberTest, QueryError> {
        let (op, low, high) = self.test(field, what, |word| read(word).map(|number| (number, number)))?;
        Ok(NumberTest { op, low, high })
    }

    /// A comparison with a date.
    pub(super) fn date_test(&mut self, field: &str) -> Result<DateTest, QueryError> {
        let (op, low, high) = self.test(field, Expected::Date, |word| {
            let date = parse_date(word)?;
            Some((date, date))
        })?;
        Ok(DateTest { op, low, high })
    }

    /// A comparison with opening codes.
    pub(super) fn eco_test(&mut self, field: &str) -> Result<EcoTest, QueryError> {
        let (op, low, high) = self.test(field, Expected::Eco, EcoCode::range)?;
        Ok(EcoTest { op, low, high })
    }

    /// A result in any of its spellings.
    pub(super) fn result(&mut self) -> Result<GameResult, QueryError> {
        // `1:0` is no single word.
        let start = self.peek().span.start;
        let span = self.rest_of_term();
        let text = self.slice(span.clone()).trim_matches(['"', '\'']);
        let is_draw = text.eq_ignore_ascii_case("draw");
        let read =
            if is_draw { Some(GameResult::Draw) } else { result::parse(text.as_bytes()).map(|r| r.result) };
        read.ok_or_else(|| {
            let (what, value) = (Expected::Result, text.to_owned());
            let problem = if value.is_empty() {
                Problem::Expected { what, found: value }
            } else {
                Problem::BadValue { what, value }
            };
            QueryError { span: start..span.end, problem }
        })
    }

    /// `by white`, `by black` or nothing.
    pub(super) fn by(&mut self) -> Result<Option<Color>, QueryError> {
        if !self.eat_word("by") {
            return Ok(None);
        }
        for (name, color) in [("white", Color::White), ("black", Color::Black)] {
            if self.eat_word(name) {
                return Ok(Some(color));
            }
        }
        Err(self.expected(Expected::Color))
    }

    /// `on h1` or nothing.
    pub(super) fn on_square(&mut self) -> Result<Option<Square>, QueryError> {
        if !self.eat_word("on") {
            return Ok(None);
        }
        let square = self.peek_word().and_then(|word| Square::parse(word.to_ascii_lowercase().as_bytes()));
        if square.is_none() {
            return Err(self.expected(Expected::Square));
        }
        self.bump();
        Ok(square)
    }

    /// The error that `term` knows no such word.
    pub(super) fn unknown_value(
        &self,
        term: &'static str,
        known: impl IntoIterator<Item = &'static str>,
    ) -> QueryError {
        let value = self.slice(self.peek().span.clone()).to_owned();
        if value.is_empty() {
            return self.expected(Expected::Text);
        }
        let nearest = nearest(&value, known);
        self.error(Problem::UnknownValue { term, value, nearest })
    }
}

fn bad_regex(error: &regex::Error, span: Range<usize>) -> QueryError {
    // Its reader draws the place over several lines; the last one is the reason.
    let text = error.to_string();
    let reason = text.lines().last().unwrap_or_default();
    QueryError { span, problem: Problem::BadRegex(reason.trim_start_matches("error: ").to_owned()) }
}

/// A whole number of at most nine digits.
pub(super) fn integer(word: &str) -> Option<i64> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    (digits.len() <= 9 && digits.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| word.parse().ok())
        .flatten()
}

/// A decimal number in units of `10^-places`, with no more places than that.
pub(super) fn decimal(word: &str, places: usize) -> Option<i64> {
    let (whole, fraction) = word.split_once('.').unwrap_or((word, ""));
    let is_number = fraction.len() <= places && fraction.bytes().all(|byte| byte.is_ascii_digit());
    let sign = if word.starts_with('-') { -1 } else { 1 };
    let scale = |digits: usize| 10i64.pow(u32::try_from(digits).unwrap_or(0));
    let whole = integer(whole)?;
    let behind = if fraction.is_empty() {
        0
    } else {
        fraction.parse::<i64>().ok()? * scale(places - fraction.len().min(places))
    };
    is_number.then_some(whole * scale(places) + sign * behind)
}

/// `10s`, `1.5m`, `2h` in milliseconds; seconds if there is no unit.
pub(super) fn time(word: &str) -> Option<i64> {
    let lower = word.to_ascii_lowercase();
    let units = [("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000)];
    let unit = units.iter().find_map(|(unit, size)| Some((lower.strip_suffix(unit)?, *size)));
    let (number, size) = unit.unwrap_or((&lower, 1_000));
    let thousandths = decimal(number, 3)?.checked_mul(size)?;
    (thousandths >= 0).then_some(thousandths / 1_000)
}
