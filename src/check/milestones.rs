//! Points of a game after which nothing should have been played, found only where they are possible.

use std::ops::Range;

use super::result::{Milestones, Reached, RuleSet};
use crate::chess::Position;
use crate::chess::history::{FIFTY_MOVES, History, SEVENTYFIVE_MOVES};
use crate::replay::Line;

/// May the line have reached anything? `false` is certain, and nearly always the answer.
#[inline]
pub(crate) fn are_possible(line: &Line, rules: RuleSet) -> bool {
    let (times, plies) = if rules == RuleSet::Server { (3, FIFTY_MOVES) } else { (5, SEVENTYFIVE_MOVES) };
    let quiet = line.longest_quiet();
    // So often a position can only be there in a stretch four plies long for each time it comes back.
    (quiet >= 4 * (u32::from(times) - 1) && line.may_repeat(times))
        || quiet >= plies
        || line.position.is_proven_dead()
}

/// What the line reached, and the move played after it; `place_of` gives a token's place.
pub(crate) fn find(start: &Position, line: &Line, place_of: impl Fn(usize) -> Range<usize>) -> Milestones {
    let mut history = History::new();
    let mut position = start.clone();
    history.begin(&position);
    let mut dead = position.is_proven_dead().then_some(0);
    for (ply, mv) in (1u32..).zip(line.moves()) {
        position.play(mv);
        history.push(&position);
        if dead.is_none() && position.is_proven_dead() {
            dead = Some(ply);
        }
    }
    let reached = history.milestones();
    let point = |ply: Option<u32>| {
        ply.map(|ply| Reached { ply, next_move: line.token(ply as usize).map_or(0..0, &place_of) })
    };
    Milestones {
        threefold: point(reached.threefold),
        fivefold: point(reached.fivefold),
        fifty: point(reached.fifty),
        seventyfive: point(reached.seventyfive),
        dead: point(dead),
    }
}
