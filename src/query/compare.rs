//! Tests of numbers, dates, opening codes: a value against a number or a range.

use std::fmt;

use super::term::{Scanner, TermError, TermFault, error};
use crate::pgn::date::{DateReading, LaxDate, read_date};
use crate::store::tags::eco;

/// How a value is compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparison {
    /// `=`
    Is,
    /// `!=`
    IsNot,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
    /// `in A..B`, both ends included.
    In,
}

impl Comparison {
    /// Those that are signs, longer ones before those they begin with.
    pub(super) const SIGNS: [Comparison; 6] = [
        Comparison::AtMost,
        Comparison::AtLeast,
        Comparison::IsNot,
        Comparison::Less,
        Comparison::Is,
        Comparison::Greater,
    ];

    /// As the language writes it.
    pub const fn sign(self) -> &'static str {
        match self {
            Comparison::Is => "=",
            Comparison::IsNot => "!=",
            Comparison::Less => "<",
            Comparison::AtMost => "<=",
            Comparison::Greater => ">",
            Comparison::AtLeast => ">=",
            Comparison::In => "in",
        }
    }

    /// One of `<`, `<=`, `>`, `>=`.
    pub(super) const fn is_order(self) -> bool {
        matches!(self, Comparison::Less | Comparison::AtMost | Comparison::Greater | Comparison::AtLeast)
    }

    /// Does everything from `value.0` to `value.1` pass, compared with the range from `low` to `high`?
    fn holds<T: PartialOrd>(self, value: (T, T), low: T, high: T) -> bool {
        match self {
            Comparison::Is | Comparison::In => value.0 >= low && value.1 <= high,
            Comparison::IsNot => value.1 < low || value.0 > high,
            Comparison::Less => value.1 < low,
            Comparison::AtMost => value.1 <= high,
            Comparison::Greater => value.0 > high,
            Comparison::AtLeast => value.0 >= low,
        }
    }
}

/// A comparison with a whole number, or with a range of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NumberTest {
    /// How it compares.
    pub op: Comparison,
    /// The number; for [`Comparison::In`] the lower end.
    pub low: i64,
    /// The number; for [`Comparison::In`] the upper end.
    pub high: i64,
}

impl NumberTest {
    /// A comparison with one number.
    pub const fn new(op: Comparison, number: i64) -> NumberTest {
        NumberTest { op, low: number, high: number }
    }

    /// At least so many.
    pub const fn at_least(number: i64) -> NumberTest {
        NumberTest::new(Comparison::AtLeast, number)
    }

    /// Reads a comparison with one number, if a sign comes next.
    pub(super) fn read(scanner: &mut Scanner<'_>) -> Result<Option<NumberTest>, TermError> {
        scanner.blanks();
        let mut signs = Comparison::SIGNS.into_iter();
        let Some(op) = signs.find(|op| scanner.rest().starts_with(op.sign())) else {
            return Ok(None);
        };
        scanner.skip(op.sign().len());
        scanner.blanks();
        let at = scanner.at();
        let is_negative = scanner.eat('-');
        let Some(number) = scanner.number()? else {
            return Err(scanner.unexpected("a number"));
        };
        let number = i32::try_from(number).map_err(|_| error(at, TermFault::TooLarge))?;
        Ok(Some(NumberTest::new(op, i64::from(if is_negative { -number } else { number }))))
    }

    /// Does this number pass?
    #[inline]
    pub fn matches(&self, value: i64) -> bool {
        self.op.holds((value, value), self.low, self.high)
    }
}

impl fmt::Display for NumberTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_test(f, self.op, &self.low, &self.high)
    }
}

fn write_test(
    f: &mut fmt::Formatter<'_>,
    op: Comparison,
    low: &dyn fmt::Display,
    high: &dyn fmt::Display,
) -> fmt::Result {
    write!(f, "{} {low}", op.sign())?;
    if op == Comparison::In { write!(f, "..{high}") } else { Ok(()) }
}

/// A comparison with a date of which day, or day and month, may be left out: then with the month or year as a whole.
///
/// A date of a game matches only if every day that it may mean does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DateTest {
    /// How it compares.
    pub op: Comparison,
    /// The date; for [`Comparison::In`] the earlier one.
    pub low: LaxDate,
    /// The date; for [`Comparison::In`] the later one.
    pub high: LaxDate,
}

impl DateTest {
    /// Does every day that this date may mean pass? An unknown year never does.
    pub fn matches(&self, date: LaxDate) -> bool {
        let (Some(value), Some(low), Some(high)) = (days(date), days(self.low), days(self.high)) else {
            return false;
        };
        self.op.holds(value, low.0, high.1)
    }
}

impl fmt::Display for DateTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_test(f, self.op, &QueryDate(self.low), &QueryDate(self.high))
    }
}

/// The first and the last day that a date may mean, as numbers that grow with time; `None` without a year.
pub(crate) fn days(date: LaxDate) -> Option<(u32, u32)> {
    let year = date.year?;
    let number = |month: u8, day: u8| u32::from(year) * 10_000 + u32::from(month) * 100 + u32::from(day);
    let is_day = |month, day| LaxDate { year: Some(year), month: Some(month), day: Some(day) }.is_possible();
    let last_of = |month: u8| (28..=31).rev().find(|day| is_day(month, *day)).unwrap_or(31);
    Some(match (date.month, date.day) {
        (Some(month), Some(day)) => (number(month, day), number(month, day)),
        (Some(month), None) => (number(month, 1), number(month, last_of(month))),
        // January and December have all days.
        (None, Some(day)) => (number(1, day), number(12, day)),
        (None, None) => (number(1, 1), number(12, 31)),
    })
}

/// A date as the filter language writes it: what is not known is left out.
struct QueryDate(LaxDate);

impl fmt::Display for QueryDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.0.year.unwrap_or(0))?;
        if let Some(month) = self.0.month {
            write!(f, ".{month:02}")?;
            if let Some(day) = self.0.day {
                write!(f, ".{day:02}")?;
            }
        }
        Ok(())
    }
}

/// Reads `1914`, `1914.08`, `1914.08.01`, with hyphens as well, or the export form with question marks behind. A date
/// without a year, or of a day that is none, is `None`.
pub(super) fn parse_date(text: &str) -> Option<LaxDate> {
    let parts = text.split(['.', '-']).count();
    let is_shape = text.bytes().all(|byte| byte.is_ascii_digit() || b".-?".contains(&byte));
    if !is_shape || parts > 3 || text.split(['.', '-']).next()?.len() != 4 {
        return None;
    }
    let mut full = text.replace('-', ".");
    for _ in parts..3 {
        full.push_str(".??");
    }
    let DateReading::Export(date) = read_date(full.as_bytes()) else { return None };
    let is_prefix = date.month.is_some() || date.day.is_none();
    (date.year.is_some() && is_prefix).then_some(date)
}

/// An ECO code: letter and two digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EcoCode(u16);

impl EcoCode {
    /// Reads `C60`, small letters too; what follows the digits (`C60/02`, `C60a`) is left aside.
    pub fn parse(text: &str) -> Option<EcoCode> {
        eco(text).map(EcoCode)
    }

    /// The code with this index; `None` above 499.
    pub const fn from_index(index: u16) -> Option<EcoCode> {
        if index < 500 { Some(EcoCode(index)) } else { None }
    }

    /// 0 (A00) to 499 (E99).
    pub const fn index(self) -> u16 {
        self.0
    }

    /// The first and last code that begin so: `C`, `C6` or `C60`.
    pub(super) fn range(text: &str) -> Option<(EcoCode, EcoCode)> {
        let filled = |digit: &str| {
            let missing = 3usize.checked_sub(text.len())?;
            (!text.is_empty()).then(|| EcoCode::parse(&format!("{text}{}", digit.repeat(missing)))).flatten()
        };
        Some((filled("0")?, filled("9")?))
    }
}

impl fmt::Display for EcoCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from(b'A' + u8::try_from(self.0 / 100).unwrap_or(0));
        write!(f, "{letter}{:02}", self.0 % 100)
    }
}

/// A comparison with a range of ECO codes; a single code is a range of one, a code of fewer digits all that begin so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EcoTest {
    /// How it compares.
    pub op: Comparison,
    /// The first code of the range.
    pub low: EcoCode,
    /// The last code of the range.
    pub high: EcoCode,
}

impl EcoTest {
    /// Does this code pass?
    pub fn matches(&self, code: EcoCode) -> bool {
        self.op.holds((code, code), self.low, self.high)
    }
}

impl fmt::Display for EcoTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.op == Comparison::In || self.low == self.high {
            return write_test(f, self.op, &self.low, &self.high);
        }
        let (low, high) = (self.low.to_string(), self.high.to_string());
        let common = low.bytes().zip(high.bytes()).take_while(|(a, b)| a == b).count();
        write_test(f, self.op, &low.get(..common).unwrap_or_default(), &"")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(op: Comparison, low: &str, high: &str) -> DateTest {
        DateTest { op, low: parse_date(low).expect(low), high: parse_date(high).expect(high) }
    }

    fn date(text: &str) -> LaxDate {
        read_date(text.as_bytes()).date()
    }

    #[test]
    fn every_operator_reads_as_it_is_written_and_compares_as_it_says() {
        for (operator, expected) in [
            (Comparison::Less, [true, false, false]),
            (Comparison::AtMost, [true, true, false]),
            (Comparison::Is, [false, true, false]),
            (Comparison::IsNot, [true, false, true]),
            (Comparison::AtLeast, [false, true, true]),
            (Comparison::Greater, [false, false, true]),
        ] {
            let comparison = NumberTest::new(operator, -3);
            let text = comparison.to_string();
            assert_eq!(NumberTest::read(&mut Scanner::new(&text)), Ok(Some(comparison)));
            assert_eq!([-4, -3, -2].map(|number| comparison.matches(number)), expected, "{text}");
        }
        assert_eq!(NumberTest::read(&mut Scanner::new("3")), Ok(None));
        let fault = NumberTest::read(&mut Scanner::new(">= 3000000000")).expect_err("too large");
        assert_eq!(fault, error(3, TermFault::TooLarge));
        assert_eq!(NumberTest::read(&mut Scanner::new("> x")).expect_err("no number").at, 2);
    }

    #[test]
    fn a_partial_date_matches_only_if_every_day_it_may_mean_does() {
        use Comparison::{AtLeast, AtMost, Greater, In, Is, IsNot, Less};
        for (op, low, high, value, matches) in [
            (Is, "1914", "1914", "1914.??.??", true),
            (Is, "1914.08", "1914.08", "1914.??.??", false),
            (Is, "1914.08", "1914.08", "1914.08.31", true),
            (IsNot, "1914.08", "1914.08", "1914.??.??", false),
            (IsNot, "1914.08", "1914.08", "1914.07.??", true),
            (Less, "1914.08", "1914.08", "1914.07.31", true),
            (Less, "1914.08", "1914.08", "1914.??.??", false),
            (Less, "1914.08", "1914.08", "1913.??.??", true),
            (Less, "1914.08", "1914.08", "????.??.??", false),
            (AtMost, "1914.02.28", "1914.02.28", "1914.02.??", true),
            (AtMost, "1916.02.28", "1916.02.28", "1916.02.??", false),
            (Greater, "1914", "1914", "1915.??.??", true),
            (Greater, "1914", "1914", "1914.12.31", false),
            (AtLeast, "1914.08", "1914.08", "1914.08.??", true),
            (In, "1990", "1999", "1999.12.31", true),
            (In, "1990", "1999", "199?.??.??", false),
            (In, "1990.03", "1999", "1990.??.??", false),
        ] {
            assert_eq!(test(op, low, high).matches(date(value)), matches, "{value} {op:?} {low}..{high}");
        }
    }

    #[test]
    fn a_date_of_the_language_needs_a_year_and_a_day_that_exists() {
        for (text, shown) in
            [("1914", "1914"), ("1914-8", ""), ("1914-08", "1914.08"), ("1914.08.??", "1914.08")]
        {
            assert_eq!(
                parse_date(text).map(|date| QueryDate(date).to_string()).unwrap_or_default(),
                shown,
                "{text}"
            );
        }
        for text in [
            "",
            "14",
            "1914.02.30",
            "1914.13",
            "????",
            "1914.??.05",
            "1.8.1914",
            "1914.08.01.02",
            "x",
            "1914.",
        ] {
            assert_eq!(parse_date(text), None, "{text}");
        }
    }

    #[test]
    fn a_code_of_fewer_digits_is_all_that_begin_so() {
        let (low, high) = EcoCode::range("C6").expect("a range");
        assert_eq!((low.to_string(), high.to_string()), ("C60".to_owned(), "C69".to_owned()));
        assert_eq!(EcoTest { op: Comparison::IsNot, low, high }.to_string(), "!= C6");
        for text in ["", "F00", "C600", "60", "Cx"] {
            assert_eq!(EcoCode::range(text), None, "{text}");
        }
        assert_eq!(EcoCode::parse("e99/03").map(EcoCode::index), Some(499));
        assert_eq!(EcoCode::parse("C601"), None);
    }
}
