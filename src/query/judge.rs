//! Decides the terms about a whole game.

use super::compare::{Comparison, EcoCode, NumberTest};
use super::expr::GameTerm;
use super::fields::{DateField, NumberField, TextField};
use super::happened::Memory;
use super::opening_names::other_names;
use super::subject::Subject;
use super::text_test::TextTest;
use crate::pgn::date::read_date;

impl GameTerm {
    /// The ply at which it happened, 0 for what has no place in a game; `None` if it does not hold.
    pub(super) fn found(&self, game: &dyn Subject, memory: &mut Memory) -> Option<u32> {
        let holds = match self {
            GameTerm::Text(field, test) => text_holds(field, test, game),
            GameTerm::Number(field, test) => number_holds(field, test, game),
            GameTerm::Date(DateField::Date, test) => test.matches(game.date()),
            GameTerm::Date(field, test) => {
                game.tag(field.tag()).is_some_and(|text| test.matches(read_date(text.as_bytes()).date()))
            }
            GameTerm::Eco(test) => game.eco().is_some_and(|code: EcoCode| test.matches(code)),
            GameTerm::Result { is_not, result } => (game.result() == *result) != *is_not,
            GameTerm::Event(event) => return event.found(game, memory),
        };
        holds.then_some(0)
    }
}

/// Does one of the values pass, or, for `!=` and `!~`, every one of them and there is one?
pub(super) fn passes<'v>(test: &TextTest, values: impl IntoIterator<Item = &'v str>) -> bool {
    let mut values = values.into_iter().peekable();
    if test.is_negative() {
        values.peek().is_some() && values.all(|value| test.matches(value))
    } else {
        values.any(|value| test.matches(value))
    }
}

fn text_holds(field: &TextField, test: &TextTest, game: &dyn Subject) -> bool {
    match field {
        TextField::Player => {
            let both = [game.tag("White"), game.tag("Black")];
            passes(test, both.iter().flatten().map(AsRef::as_ref))
        }
        TextField::Opening => game.opening().is_some_and(|opening| {
            passes(test, std::iter::once(opening.name).chain(other_names(opening.name).iter().copied()))
        }),
        field => field.tag().and_then(|name| game.tag(name)).is_some_and(|value| test.matches(&value)),
    }
}

fn number_holds(field: &NumberField, test: &NumberTest, game: &dyn Subject) -> bool {
    let is = |elo: Option<u32>| elo.is_some_and(|elo| test.matches(i64::from(elo)));
    match field {
        NumberField::Elo => {
            let (white, black) = (game.white_elo(), game.black_elo());
            if test.op == Comparison::IsNot {
                (white.is_some() || black.is_some())
                    && [white, black].into_iter().flatten().all(|elo| test.matches(i64::from(elo)))
            } else {
                is(white) || is(black)
            }
        }
        NumberField::WhiteElo => is(game.white_elo()),
        NumberField::BlackElo => is(game.black_elo()),
        NumberField::EloDiff => match (game.white_elo(), game.black_elo()) {
            (Some(white), Some(black)) => test.matches(i64::from(white) - i64::from(black)),
            _ => false,
        },
        NumberField::Plies => test.matches(game.plies() as i64),
        NumberField::Tag(name) => {
            game.tag(name).and_then(|value| leading_number(&value)).is_some_and(|number| test.matches(number))
        }
    }
}

/// The whole number that a text begins with: 3 of `3.1`, 300 of `300+5`.
fn leading_number(text: &str) -> Option<i64> {
    let text = text.trim_start();
    let digits = text.strip_prefix('-').unwrap_or(text);
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    if end == 0 || end > 18 {
        return None;
    }
    let number: i64 = digits.get(..end)?.parse().ok()?;
    Some(if digits.len() < text.len() { -number } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_may_begin_with_a_number() {
        for (text, number) in [
            ("3", Some(3)),
            (" 3.1", Some(3)),
            ("300+5", Some(300)),
            ("-2x", Some(-2)),
            ("?", None),
            ("", None),
        ] {
            assert_eq!(leading_number(text), number, "{text}");
        }
    }
}
