//! Variations: replayed after the main line, whose moves give the positions they start from.
//!
//! A variation replaces the move before it. Positions wait on a stack of our own, so 10,000 levels are no
//! trouble; a move that is not legal ends its own variation and nothing else.

use std::ops::Range;

use crate::chess::{Move, Position};
use crate::notation::{Refusal, Unreadable, UnreadableReason};
use crate::pgn::bytes;

use super::careful::{self, Reading, Step};
use super::line::Line;
use super::main_line::Script;
use super::observer::{Observer, Remark};

/// Why a variation ends before its time.
pub(crate) enum Fault {
    /// A move that is not legal, or not one move.
    Refused(Box<Refusal>),
    /// No move at all.
    Unreadable(Unreadable),
}

/// Sees a game go by, its variations among its moves.
pub(crate) trait Visitor: Observer {
    /// Is the main line wanted too? If not, only what stands in variations is told.
    const MAIN_LINE: bool;

    /// A variation begins; it replaces the move before it.
    fn open(&mut self, place: Range<usize>) {
        let _ = place;
    }

    /// A variation ends.
    fn close(&mut self, place: Range<usize>) {
        let _ = place;
    }

    /// A move was made, with this position after it. `place` includes its signs.
    fn made(&mut self, place: Range<usize>, mv: Move, after: &Position) {
        let _ = (place, mv, after);
    }

    /// A token that is neither a move nor a comment.
    fn passed(&mut self, place: Range<usize>) {
        let _ = place;
    }

    /// A variation breaks off at this place, with the move of this ply, in the position before it.
    fn fault(&mut self, place: Range<usize>, ply: u32, position: &Position, fault: Fault) {
        let _ = (place, ply, position, fault);
    }
}

/// One level: the position, the one before its last move, and how it goes.
struct Level {
    position: Position,
    before: Option<Position>,
    plies: u32,
    /// A move was not legal: the rest of this level cannot be read.
    is_lost: bool,
    is_empty: bool,
}

/// Replays all variations of a game. Behind the token with index `known`, where the main line breaks off, no position
/// is known and nothing is read.
pub(crate) fn walk<V: Visitor>(
    script: &Script<'_>,
    start: &Position,
    line: &Line,
    known: usize,
    visitor: &mut V,
) {
    let mut main = Main { line, made: 0, before: None, position: start.clone() };
    let mut levels: Vec<Level> = Vec::new();
    let mut index = 0;
    let mut resume: Option<usize> = None;
    while let Some(token) = script.tokens.get(index) {
        let (begin, end) = (token.start as usize, token.end as usize);
        let first = bytes::byte(script.text, begin);
        if resume.is_none() && end == begin + 1 && first == b'(' {
            levels.push(open(&main, levels.last(), index > known));
            visitor.open(begin..end);
            index += 1;
            continue;
        }
        if resume.is_none() && end == begin + 1 && first == b')' {
            if let Some(level) = levels.pop() {
                if level.is_empty {
                    visitor.remark(begin..end, level.plies, Remark::EmptyVariation);
                }
                visitor.close(begin..end);
            }
            index += 1;
            continue;
        }
        let Some(level) = levels.last_mut() else {
            if V::MAIN_LINE {
                (index, resume) = main.step(script, index, resume, visitor);
            } else {
                main.pass(index);
                index += 1;
            }
            continue;
        };
        if level.is_lost {
            index += 1;
            resume = None;
            continue;
        }
        let before = level.position.clone();
        let mut reading = Reading {
            script,
            position: &mut level.position,
            plies: level.plies,
            is_strict: true,
            is_resumed: resume.is_some(),
        };
        let step = careful::step(&mut reading, index, resume.take().unwrap_or(begin), visitor);
        match step {
            Step::Skip { next } => {
                if !is_comment(first) {
                    visitor.passed(begin..end);
                }
                index = next;
            }
            Step::SkipInside { at } => resume = Some(at),
            Step::Made { mv, place, next, rest, .. } => {
                level.before = Some(before);
                level.plies += 1;
                level.is_empty = false;
                visitor.made(place, mv, &level.position);
                (index, resume) = (next, rest);
            }
            // A variation may carry a result of its own.
            Step::Result { .. } => index += 1,
            Step::Refused { place, refusal } => {
                level.is_lost = true;
                level.is_empty = false;
                visitor.fault(place, level.plies + 1, &before, Fault::Refused(refusal));
                index += 1;
            }
            // A word among the moves (`e4 inf`).
            Step::Unreadable { place, reason } if reason.reason == UnreadableReason::NotAMove => {
                visitor.remark(place, level.plies, Remark::Stray);
                index += 1;
            }
            Step::Unreadable { place, reason } => {
                level.is_lost = true;
                level.is_empty = false;
                visitor.fault(place, level.plies + 1, &before, Fault::Unreadable(reason));
                index += 1;
            }
        }
    }
}

fn is_comment(first: u8) -> bool {
    matches!(first, b'{' | b';')
}

/// The main line as far as the reader has come.
struct Main<'l> {
    line: &'l Line,
    made: usize,
    before: Option<Position>,
    position: Position,
}

impl Main<'_> {
    /// Tells the visitor of the token with this index, from byte `resume` on. Answers where to go on.
    fn step<V: Visitor>(
        &mut self,
        script: &Script<'_>,
        index: usize,
        resume: Option<usize>,
        visitor: &mut V,
    ) -> (usize, Option<usize>) {
        let Some(token) = script.tokens.get(index) else { return (index + 1, None) };
        let place = token.start as usize..token.end as usize;
        let is_move = self.line.tokens.get(self.made).is_some_and(|&token| token as usize == index);
        if !is_move {
            if is_comment(bytes::byte(script.text, place.start)) {
                let text = script.text.get(place.clone()).unwrap_or_default();
                visitor.comment(text, place.start, self.made as u32);
            } else {
                visitor.passed(place);
            }
            return (index + 1, None);
        }
        let before = self.position.clone();
        let plies = self.made as u32;
        let mut reading = Reading {
            script,
            position: &mut self.position,
            plies,
            is_strict: false,
            is_resumed: resume.is_some(),
        };
        match careful::step(&mut reading, index, resume.unwrap_or(place.start), visitor) {
            Step::Made { mv, place, next, rest, .. } => {
                self.before = Some(before);
                self.made += 1;
                visitor.made(place, mv, &self.position);
                (next, rest)
            }
            Step::SkipInside { at } => (index, Some(at)),
            _ => {
                self.pass(index);
                (index + 1, None)
            }
        }
    }

    /// Plays the moves of the token with this index.
    fn pass(&mut self, index: usize) {
        while self.line.tokens.get(self.made).is_some_and(|&token| token as usize == index)
            && let Some(&mv) = self.line.moves.get(self.made)
        {
            self.before = Some(self.position.clone());
            self.position.play(mv);
            self.made += 1;
        }
    }
}

fn open(main: &Main<'_>, parent: Option<&Level>, is_unknown: bool) -> Level {
    let (before, position, plies, is_lost) = match parent {
        Some(level) => (&level.before, &level.position, level.plies, level.is_lost),
        None => (&main.before, &main.position, main.made as u32, is_unknown),
    };
    match before {
        Some(before) => Level {
            position: before.clone(),
            before: None,
            plies: plies.saturating_sub(1),
            is_lost,
            is_empty: !is_lost,
        },
        // A variation before the first move can only begin where its line begins.
        None => Level { position: position.clone(), before: None, plies, is_lost, is_empty: !is_lost },
    }
}
