//! Tests of dates in SQL: the tables have the first day that a date can be, and how exactly it is known.

use super::compare::{Comparison, DateTest, days};
use super::sql::{Condition, Writer};
use crate::pgn::date::LaxDate;

/// A day as three numbers.
type Day = (u16, u8, u8);

/// Splits what [`days`] gives.
fn split(number: u32) -> Option<Day> {
    let (year, month, day) = (number / 10_000, number / 100 % 100, number % 100);
    Some((u16::try_from(year).ok()?, u8::try_from(month).ok()?, u8::try_from(day).ok()?))
}

/// The next day.
fn after((year, month, day): Day) -> Day {
    let is_day = |month, day| LaxDate { year: Some(year), month: Some(month), day: Some(day) }.is_possible();
    match () {
        () if is_day(month, day + 1) => (year, month, day + 1),
        () if month < 12 => (year, month + 1, 1),
        () => (year + 1, 1, 1),
    }
}

/// The day is in this month, but does not begin it.
fn is_within((_, month, day): Day, other: u8) -> bool {
    month == other && day > 1
}

fn literal((year, month, day): Day) -> String {
    format!("DATE '{year:04}-{month:02}-{day:02}'")
}

impl Writer {
    /// Do all days that the date may be pass?
    ///
    /// A date of which the day is known but not the month looks like one of which only the year is: it begins in January
    /// and ends in December, but not with their first and last days. What would depend on that is not said.
    pub(super) fn date(&mut self, test: &DateTest) -> Option<Condition> {
        let (low, high) = (split(days(test.low)?.0)?, split(days(test.high)?.1)?);
        let behind = after(high);
        let (january, december) = (1, 12);
        match test.op {
            Comparison::Is | Comparison::In if low == high => {
                let (date, precision) = (self.of_game("date"), self.of_game("date_precision"));
                let day = Condition::unsure(format!("{date} = {}", literal(low)));
                Some(Condition::all(vec![day, Condition::unsure(format!("{precision} = 'day'"))]))
            }
            Comparison::Is | Comparison::In => {
                let (is_from_clear, is_to_clear) = (
                    !is_within(low, january) || high < (low.0, december, 1),
                    !is_within(behind, december) || low > (behind.0, january, 31),
                );
                if !is_from_clear || !is_to_clear {
                    return None;
                }
                match (low, behind) {
                    ((first, 1, 1), (next, 1, 1)) if next == first + 1 => {
                        Some(Condition::unsure(format!("{} = {first}", self.of_game("year"))))
                    }
                    ((first, 1, 1), (next, 1, 1)) => {
                        let year = self.of_game("year");
                        Some(Condition::unsure(format!("{year} BETWEEN {first} AND {}", next - 1)))
                    }
                    _ => Some(Condition::all(vec![self.from(low), self.before(behind)])),
                }
            }
            Comparison::Less | Comparison::AtMost => {
                let end = if test.op == Comparison::Less { low } else { behind };
                (!is_within(end, december)).then(|| self.before(end))
            }
            Comparison::Greater | Comparison::AtLeast => {
                let begin = if test.op == Comparison::AtLeast { low } else { behind };
                (!is_within(begin, january)).then(|| self.from(begin))
            }
            Comparison::IsNot => {
                let is_clear = !is_within(low, december) && !is_within(behind, january);
                is_clear.then(|| Condition::any(vec![self.before(low), self.from(behind)]))
            }
        }
    }

    /// The first day that it may be is this one or later.
    fn from(&mut self, day: Day) -> Condition {
        match day {
            (year, 1, 1) => Condition::unsure(format!("{} >= {year}", self.of_game("year"))),
            _ => Condition::unsure(format!("{} >= {}", self.of_game("date"), literal(day))),
        }
    }

    /// The last day that it may be is before this one.
    fn before(&mut self, day: Day) -> Condition {
        let (year, month, of_month) = day;
        let year_before = Condition::unsure(format!("{} < {year}", self.of_game("year")));
        if (month, of_month) == (1, 1) {
            return year_before;
        }
        let (date, precision) = (self.of_game("date"), self.of_game("date_precision"));
        let begins_before = |day| Condition::unsure(format!("{date} < {}", literal(day)));
        let is_not_year = Condition::unsure(format!("{precision} <> 'year'"));
        let month_or_year = Condition::any(vec![is_not_year, year_before]);
        if of_month == 1 {
            return Condition::all(vec![begins_before(day), month_or_year]);
        }
        let is_day = Condition::unsure(format!("{precision} = 'day'"));
        let month_before = Condition::all(vec![begins_before((year, month, 1)), month_or_year]);
        Condition::all(vec![begins_before(day), Condition::any(vec![is_day, month_before])])
    }
}
