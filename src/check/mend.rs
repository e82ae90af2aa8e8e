//! Damaged moves of a game, repaired where exactly one legal move can be meant; nothing of it happens silently.

use super::code::Code;
use super::damage::DamageDetail;
use super::detail::Detail;
use super::finding::Findings;
use super::game::{Case, GameChecker, listener};
use super::listener::Listener;
use super::reading::{Choice, Movetext};
use super::stray;
use super::text::TextDetail;
use crate::chess::{Move, Position};
use crate::notation::MoveFacts;
use crate::replay::{
    Mended, Mending, Stop, accept, begins_with_damaged_letter, has_castling_before, mend, mend_number,
};

/// So many plies behind a doubtful repair have to fit, or all there are.
const CONFIRMED: u32 = 2;

/// What was repaired in the main line of a game.
#[derive(Debug, Default)]
pub(crate) struct MainLineRepairs {
    /// The repairs, in the order of the game.
    pub(crate) list: Vec<Mended>,
    /// Ply and facts of each.
    told: Vec<(u32, MoveFacts)>,
}

impl MainLineRepairs {
    /// Up to this byte of the game everything is repaired.
    fn done(&self) -> usize {
        self.list.last().map_or(0, |last| last.place.end)
    }

    /// Begins a game.
    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.told.clear();
    }
}

/// Can a number of this game be a damaged piece letter, so that it may be read to its end and be wrong?
pub(super) fn may_be_damaged(text: Movetext<'_>) -> bool {
    (0..text.tokens.len()).any(|index| is_damaged_number(text, index))
}

/// Is a number at or before this token perhaps part of a move?
fn is_damaged_number(text: Movetext<'_>, index: usize) -> bool {
    text.tokens.get(index).is_some_and(|token| begins_with_damaged_letter(text.game, *token))
        || has_castling_before(text.game, text.tokens, text.start, index)
}

/// Indices of the main line's tokens at or before which a number may be part of a move.
fn damaged_numbers(text: Movetext<'_>) -> Vec<usize> {
    let mut depth = 0usize;
    let mut found = Vec::new();
    for (index, token) in text.tokens.iter().enumerate() {
        match text.game.get(token.start as usize..token.end as usize) {
            Some(b"(") => depth += 1,
            Some(b")") => depth = depth.saturating_sub(1),
            _ if depth == 0 && is_damaged_number(text, index) => found.push(index),
            _ => {}
        }
    }
    found
}

impl GameChecker {
    /// The main line to its end, or to the first token that play cannot go on from even with repairs.
    pub(super) fn repaired_line(&mut self, case: &Case<'_>, choice: Choice, out: &mut Findings) -> Stop {
        let text = case.movetext;
        let mut listener = listener(case, out);
        self.lines.line.begin(case.start);
        let mut from = 0;
        let mut letters = damaged_numbers(text).into_iter().peekable();
        loop {
            // Up to the next digit that may be a letter; that is looked at before it is read as it stands.
            while letters.next_if(|&index| index < from).is_some() {}
            let letter = letters.peek().copied();
            let until = letter.unwrap_or(text.tokens.len());
            let part = Movetext { tokens: text.tokens.get(..until).unwrap_or_default(), ..text };
            let stop = self.lines.go_on(choice, part, from, &mut listener);
            let next = match (&stop, letter) {
                (Stop::End { result: None }, Some(index)) => {
                    letters.next();
                    let script = self.lines.script(choice, text);
                    let mended = script
                        .and_then(|s| mend_number(&s, index, &self.lines.line.position, self.repairs.done()));
                    mended.and_then(|mended| self.take(case, choice, mended)).or(Some(index))
                }
                (Stop::End { .. }, _) => None,
                _ => self.behind_stop(case, choice, &stop, &mut listener),
            };
            let Some(next) = next else { return stop };
            from = next;
        }
    }

    /// Where play goes on behind a token that it stopped at: behind words that are no moves, or behind a repair.
    fn behind_stop(
        &mut self,
        case: &Case<'_>,
        choice: Choice,
        stop: &Stop,
        listener: &mut Listener<'_>,
    ) -> Option<usize> {
        let Some((place, next)) = stray::behind(&mut self.lines, choice, case.movetext, stop) else {
            return self.mend(case, choice, stop);
        };
        // A letter alone may be the beginning of a move with a blank in it. Whichever reading gets further is taken;
        // if both get to the same point, the letter stays what it is without repairs.
        if let Some(Mending::One(mended)) = self.mending(case, choice, stop) {
            let position = self.lines.line.position.clone();
            let without = self.lines.try_from(choice, case.movetext, next, &position);
            let mut after = position;
            after.play(mended.repaired.mv);
            let with = self.lines.try_from(choice, case.movetext, mended.next, &after);
            let reach = |(plies, stop): &(u32, Stop)| (matches!(stop, Stop::End { .. }), *plies);
            let (ends, plies) = reach(&with);
            if ((ends, plies + 1) > reach(&without) || without.0 == 0)
                && let Some(next) = self.take(case, choice, mended)
            {
                return Some(next);
            }
        }
        let span = listener.place(place);
        let ply = self.lines.line.plies();
        let detail = || Detail::Text(TextDetail::Stray);
        listener.out.add(Code::StrayToken, span, (ply > 0).then_some(ply), detail);
        Some(next)
    }

    /// Makes a move where the main line stopped, if there is exactly one to be made. Answers the index of the token to
    /// go on at.
    fn mend(&mut self, case: &Case<'_>, choice: Choice, stop: &Stop) -> Option<usize> {
        let Mending::One(mended) = self.mending(case, choice, stop)? else { return None };
        self.take(case, choice, mended)
    }

    /// Plays the move, unless it stands before one that was made, or nothing confirms it.
    fn take(&mut self, case: &Case<'_>, choice: Choice, mended: Box<Mended>) -> Option<usize> {
        if mended.place.start < self.repairs.done() || !self.is_confirmed(case, choice, &mended) {
            return None;
        }
        let facts = MoveFacts::of(&self.lines.line.position, mended.repaired.mv);
        accept(&mut self.lines.line, &mended);
        self.repairs.told.push((self.lines.line.plies(), facts));
        let next = mended.next;
        self.repairs.list.push(*mended);
        Some(next)
    }

    fn mending(&self, case: &Case<'_>, choice: Choice, stop: &Stop) -> Option<Mending> {
        let (Stop::Refused { place, token, .. } | Stop::Unreadable { place, token, .. }) = stop else {
            return None;
        };
        let script = self.lines.script(choice, case.movetext)?;
        Some(mend(&script, *token, place, &self.lines.line.position, self.repairs.done()))
    }

    fn is_confirmed(&mut self, case: &Case<'_>, choice: Choice, mended: &Mended) -> bool {
        if !mended.repaired.needs_confirmation() {
            return true;
        }
        let mut after = self.lines.line.position.clone();
        after.play(mended.repaired.mv);
        let (plies, stop) = self.lines.try_from(choice, case.movetext, mended.next, &after);
        plies >= CONFIRMED || plies > 0 && matches!(stop, Stop::End { .. })
    }

    /// Reports the repairs of the main line, which ended with `stop`.
    pub(super) fn tell_repairs(&self, case: &Case<'_>, choice: Choice, stop: &Stop, out: &mut Findings) {
        let position = &self.lines.line.position;
        let breaks_off = match stop {
            Stop::End { .. } => None,
            _ => Some((position.fullmove_number(), position.turn())),
        };
        for (mended, (ply, mv)) in self.repairs.list.iter().zip(&self.repairs.told) {
            out.add(Code::RepairedMove, case.span(&mended.place), Some(*ply), || {
                let damages = mended.repaired.damages.clone();
                Detail::Damage(DamageDetail::Repaired { mv: *mv, damages, breaks_off })
            });
        }
        let (place, moves) = match self.mending(case, choice, stop) {
            Some(Mending::Several { place, moves }) => (place, moves),
            Some(Mending::One(mended)) => (mended.place, vec![mended.repaired.mv]),
            Some(Mending::Nothing) | None => return,
        };
        out.add(Code::UndecidedRepair, case.span(&place), Some(self.lines.line.plies() + 1), || {
            Detail::Damage(undecided(position, &moves))
        });
    }
}

fn undecided(position: &Position, moves: &[Move]) -> DamageDetail {
    DamageDetail::Undecided { moves: moves.iter().map(|&mv| MoveFacts::of(position, mv)).collect() }
}
