//! Decides whether something happened in a game, and at which ply.

use super::back_rank::BackRank;
use super::compare::NumberTest;
use super::event::{CastlingKind, Event, PromotionTest};
use super::said::{clock_found, comment_found, eval_drop_found, nag_found};
use super::subject::Subject;
use crate::check::start::names_other_variant;
use crate::chess::chess960::{arrangement, double_numbers, number};
use crate::chess::claim::unclaimed_draws;
use crate::chess::history::{FIFTY_MOVES, History};
use crate::chess::mates::NamedMate;
use crate::chess::{Color, Move, Position, Role, Wing};
use crate::notation::result::GameResult;

/// Memory for what has to be replayed, kept from game to game.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    history: History,
}

/// The side that makes the move with this index.
pub(super) fn mover(game: &dyn Subject, index: usize) -> Color {
    let first = game.start().turn();
    if index.is_multiple_of(2) { first } else { first.other() }
}

fn is(by: Option<Color>, color: Color) -> bool {
    by.is_none_or(|by| by == color)
}

impl Event {
    /// The ply at which it happened first; `None` if it did not. What is about the last position is at the last ply,
    /// what has no place at 0.
    pub(super) fn found(&self, game: &dyn Subject, memory: &mut Memory) -> Option<u32> {
        let last = || game.plies() as u32;
        let at_end = |holds: bool| holds.then(last);
        let of_start = |holds: bool| holds.then_some(0);
        match self {
            Event::Repetition(times) => repetition(*times, game, memory),
            Event::RepetitionAtEnd => at_end(game.features().final_occurrences >= 3),
            Event::Perpetual { by } => {
                game.features().perpetual.filter(|found| is(*by, found.by)).map(|found| found.ply)
            }
            Event::Fifty => game.features().milestones.fifty,
            Event::SeventyFive => game.features().milestones.seventyfive,
            Event::Dead => at_end(may_end(game, Position::is_dead_by_material) && game.features().is_dead),
            Event::Stalemate => at_end(may_end(game, Position::is_stalemate) && game.features().is_stalemate),
            Event::Mate { names, by } => at_end(is_mate(names, *by, game)),
            Event::Promotion(test) => promotion(test, game),
            Event::Castling { kind, by } => castling(*kind, *by, game),
            Event::CastlingIn960 => {
                let features = game.features();
                let first = || castling(CastlingKind::Any, None, game);
                features.has_castled_in_960.then(first).flatten()
            }
            Event::EnPassant { by: None } => game.features().first_en_passant,
            Event::EnPassant { by } => (game.features().en_passants > 0)
                .then(|| first_move(game, |mv, color| mv.is_en_passant() && is(*by, color)))
                .flatten(),
            Event::Claimable { by } => claimable(*by, game),
            Event::Ending { is_not, ending } => at_end((game.ending() == *ending) != *is_not),
            Event::Chess960 => of_start(game.is_chess960()),
            Event::Chess960Number(test) => of_start(game.is_chess960() && is_number(test, game.start())),
            Event::Chess960Pattern(pattern) => {
                of_start(game.is_chess960() && is_arranged(pattern, game.start()))
            }
            Event::Chess960Double => {
                of_start(double_numbers(game.start()).is_some_and(|(white, black)| white != black))
            }
            Event::Start(test) => of_start(is_number(test, game.start())),
            Event::Comment(test) => comment_found(test, game.items()),
            Event::Nag(test) => nag_found(test, game.items()),
            Event::Clock { test, by } => clock_found(test, |index| is(*by, mover(game, index)), game.items()),
            Event::EvalDrop { test, by } => {
                let first = game.start().turn();
                eval_drop_found(test, *by, first, game.items())
            }
            Event::Has(feature) => of_start(game.has(*feature)),
            Event::Illegal => at_end(!game.is_whole()),
            Event::OtherVariant => {
                of_start(game.tag("Variant").is_some_and(|variant| names_other_variant(&variant)))
            }
        }
    }
}

fn is_number(test: &NumberTest, start: &Position) -> bool {
    number(start).is_some_and(|number| test.matches(i64::from(number)))
}

fn is_arranged(pattern: &BackRank, start: &Position) -> bool {
    let is = |number: u16| arrangement(number).is_some_and(|row| pattern.matches(&row));
    double_numbers(start).is_some_and(|(white, black)| is(white) || is(black))
}

fn repetition(times: u32, game: &dyn Subject, memory: &mut Memory) -> Option<u32> {
    let features = game.features();
    match times {
        3 => features.milestones.threefold,
        5 => features.milestones.fivefold,
        _ if features.most_occurrences < times => None,
        _ => {
            let mut position = game.start().clone();
            memory.history.begin(&position);
            let reached = game.moves().iter().position(|mv| {
                position.play(*mv);
                memory.history.push(&position) >= times
            });
            reached.map(|index| index as u32 + 1)
        }
    }
}

/// Can the last position be like that? If it is at hand it tells without a look at the whole game.
fn may_end(game: &dyn Subject, is_so: fn(&Position) -> bool) -> bool {
    game.last().is_none_or(is_so)
}

fn is_mate(names: &[NamedMate], by: Option<Color>, game: &dyn Subject) -> bool {
    if !may_end(game, Position::is_mate) {
        return false;
    }
    let features = game.features();
    let winner = mover(game, game.plies()).other();
    features.is_mate
        && is(by, winner)
        && (names.is_empty() || names.iter().any(|name| features.named_mates.contains(*name)))
}

/// The ply behind the first move of this kind.
fn first_move(game: &dyn Subject, is_wanted: impl Fn(Move, Color) -> bool) -> Option<u32> {
    let mut color = game.start().turn();
    let found = game.moves().iter().position(|mv| {
        let wanted = is_wanted(*mv, color);
        color = color.other();
        wanted
    });
    found.map(|index| index as u32 + 1)
}

fn promotion(test: &PromotionTest, game: &dyn Subject) -> Option<u32> {
    let features = game.features();
    if test.is_under {
        features.first_underpromotion?
    } else {
        features.first_promotion?
    };
    first_move(game, |mv, color| {
        mv.promoted().is_some_and(|role| {
            (!test.is_under || role != Role::Queen)
                && test.role.is_none_or(|wanted| wanted == role)
                && test.on.is_none_or(|square| square == mv.to())
                && is(test.by, color)
        })
    })
}

fn castling(kind: CastlingKind, by: Option<Color>, game: &dyn Subject) -> Option<u32> {
    let [white, black] = game.features().castled;
    if kind == CastlingKind::Opposite {
        let (white, black) = (white?, black?);
        return (white.wing != black.wing).then(|| white.ply.max(black.ply));
    }
    let fits = |wing: Wing| match kind {
        CastlingKind::Short => wing == Wing::King,
        CastlingKind::Long => wing == Wing::Queen,
        _ => true,
    };
    let sides = [(Color::White, white), (Color::Black, black)];
    let castled = sides.into_iter().filter(|(color, _)| is(by, *color)).filter_map(|(_, castled)| castled);
    castled.filter(|castled| fits(castled.wing)).map(|castled| castled.ply).min()
}

fn claimable(by: Option<Color>, game: &dyn Subject) -> Option<u32> {
    let features = game.features();
    let longest = game.start().halfmove_clock().saturating_add(features.longest_quiet);
    if features.most_occurrences < 2 && longest + 1 < FIFTY_MOVES {
        return None;
    }
    let is_decisive = matches!(game.result(), GameResult::WhiteWins | GameResult::BlackWins);
    let mut found = None;
    unclaimed_draws(game.start(), game.moves(), is_decisive, |claim| {
        if is(by, claim.by) {
            found = Some(claim.ply);
        }
        found.is_none()
    });
    found
}
