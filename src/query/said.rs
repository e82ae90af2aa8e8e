//! Decides what the text of a game has: comments, glyphs, clocks, evaluations.

use super::compare::{Comparison, NumberTest};
use super::event::Feature;
use super::text_test::TextTest;
use crate::chess::Color;
use crate::pgn::comment_values::{Eval, clock, eval};
use crate::replay::game::Item;

/// An evaluation that announces mate, in hundredths of a pawn; a mate that is further away is worth a little less.
const MATE: i64 = 100_000;

/// The items of a movetext with the plies of the main line before them, and whether they belong to it.
fn places(items: &[Item]) -> impl Iterator<Item = (&Item, usize, bool)> {
    let (mut ply, mut depth) = (0usize, 0usize);
    items.iter().map(move |item| {
        match item {
            Item::Open => depth += 1,
            Item::Move { .. } if depth == 0 => ply += 1,
            _ => {}
        }
        let place = (item, ply, depth == 0);
        if matches!(item, Item::Close) {
            depth = depth.saturating_sub(1);
        }
        place
    })
}

/// The comments of the main line, with the index of the move before them; those before the first move are left out.
fn main_comments(items: &[Item]) -> impl Iterator<Item = (&str, usize)> {
    places(items).filter_map(|(item, ply, is_main)| match item {
        Item::Comment(text) if is_main => Some((text.as_str(), ply.checked_sub(1)?)),
        _ => None,
    })
}

/// The ply of the first value that passes; if the test is negative, 0 if all values pass and there is one.
fn found<T>(
    values: impl Iterator<Item = (T, usize)>,
    is_negative: bool,
    passes: impl Fn(T) -> bool,
) -> Option<u32> {
    let mut values = values.peekable();
    if is_negative {
        let holds = values.peek().is_some() && values.all(|(value, _)| passes(value));
        return holds.then_some(0);
    }
    values.find_map(|(value, ply)| passes(value).then_some(ply as u32))
}

/// A comment of the game, in variations too.
pub(super) fn comment_found(test: &TextTest, items: &[Item]) -> Option<u32> {
    let comments = places(items).filter_map(|(item, ply, _)| match item {
        Item::Comment(text) => Some((text.as_str(), ply)),
        _ => None,
    });
    found(comments, test.is_negative(), |text| test.matches(text))
}

/// A glyph of the game, in variations too.
pub(super) fn nag_found(test: &NumberTest, items: &[Item]) -> Option<u32> {
    let nags = places(items).filter_map(|(item, ply, _)| match item {
        Item::Nag(nag) => Some((*nag, ply)),
        _ => None,
    });
    found(nags, test.op == Comparison::IsNot, |nag| test.matches(i64::from(nag)))
}

/// A clock of the main line, in milliseconds, behind a move that is asked for by its index.
pub(super) fn clock_found(
    test: &NumberTest,
    is_asked: impl Fn(usize) -> bool,
    items: &[Item],
) -> Option<u32> {
    main_comments(items).find_map(|(text, index)| {
        let left = clock(text).filter(|_| is_asked(index))?;
        let fraction = left.fraction.bytes().chain(*b"000").take(3);
        let thousandths = fraction.fold(0i64, |sum, digit| sum * 10 + i64::from(digit.wrapping_sub(b'0')));
        let left = i64::try_from(left.seconds).ok()?.checked_mul(1_000)?.checked_add(thousandths)?;
        test.matches(left).then_some(index as u32 + 1)
    })
}

/// A move of the main line after which the evaluation is so much worse for who made it than after the move before it,
/// in hundredths of a pawn.
pub(super) fn eval_drop_found(
    test: &NumberTest,
    by: Option<Color>,
    first: Color,
    items: &[Item],
) -> Option<u32> {
    let mut before: Option<(usize, i64)> = None;
    main_comments(items).find_map(|(text, index)| {
        let is_first_side = index.is_multiple_of(2);
        let color = if is_first_side { first } else { first.other() };
        let sign = if color == Color::White { 1 } else { -1 };
        let now = match eval(text)? {
            Eval::Cp(value) => value.clamp(-MATE, MATE),
            // It is over: whoever moved has won.
            Eval::Mate(0) => sign * MATE,
            Eval::Mate(moves) => moves.signum() * (MATE - moves.abs().min(MATE / 2)),
        };
        let (ply, value) = before.replace((index, now))?;
        let is_next = ply + 1 == index && by.is_none_or(|by| by == color);
        (is_next && test.matches(sign * (value - now))).then_some(index as u32 + 1)
    })
}

/// Is there such a thing anywhere in the movetext?
pub(super) fn has(feature: Feature, items: &[Item]) -> bool {
    items.iter().any(|item| match (feature, item) {
        (Feature::Variations, Item::Open)
        | (Feature::Comments, Item::Comment(_))
        | (Feature::Nags, Item::Nag(_)) => true,
        (Feature::Clocks, Item::Comment(text)) => clock(text).is_some(),
        (Feature::Evals, Item::Comment(text)) => eval(text).is_some(),
        _ => false,
    })
}
