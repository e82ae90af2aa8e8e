//! Variations: replayed after the main line, whose moves give the positions they start from.
//!
//! A variation replaces the move before it. Positions wait on a stack of our own, so 10,000 levels are no
//! trouble; a move that is not legal ends its own variation and nothing else.

use std::ops::Range;

use crate::chess::Position;
use crate::notation::{Refusal, Unreadable, UnreadableReason};
use crate::pgn::bytes;

use super::careful::{self, Reading, Step};
use super::line::Line;
use super::main_line::Script;
use super::observer::{Observer, Remark};
use super::repair::{Mended, mend_letter, mend_safely};

/// Why a variation ends before its time.
pub(crate) enum Fault {
    /// A move that is not legal, or not one move.
    Refused(Box<Refusal>),
    /// No move at all.
    Unreadable(Unreadable),
}

/// Sees the variations of a game go by.
pub(crate) trait Visitor: Observer {
    /// May damaged text in variations be taken for the one move it can stand for?
    fn mends(&self) -> bool {
        false
    }

    /// A move was made in place of damaged text, in this position; `ply` counts as in [`Observer`].
    fn mended(&mut self, mended: &Mended, ply: u32, before: &Position) {
        let _ = (mended, ply, before);
    }

    /// A variation breaks off at this place, with the move of this ply, in the position before it.
    fn fault(&mut self, place: Range<usize>, ply: u32, position: &Position, fault: Fault) {
        let _ = (place, ply, position, fault);
    }
}

/// Levels whose positions are kept; what is nested deeper is not replayed. People write a dozen, and without a bound
/// a line of brackets would take a hundred times its own size.
const DEEPEST: usize = 20_000;

/// One level: where it stands, and how it goes. Positions are indices into [`Tree::positions`].
struct Level {
    position: usize,
    /// The position before the last move.
    before: Option<usize>,
    /// Positions from this index on are the level's own.
    base: usize,
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
    let mut tree = Tree { levels: Vec::new(), positions: Vec::new(), deeper: 0, trial: start.clone() };
    let mut index = 0;
    let mut resume: Option<usize> = None;
    while let Some(token) = script.tokens.get(index) {
        let (begin, end) = (token.start as usize, token.end as usize);
        let first = bytes::byte(script.text, begin);
        if resume.is_none() && end == begin + 1 && matches!(first, b'(' | b')') {
            if first == b'(' {
                match tree.open(&main, index > known) {
                    Opened::FirstTooDeep => visitor.remark(begin..end, main.made as u32, Remark::Stray),
                    Opened::Kept | Opened::TooDeep => {}
                }
            } else if let Some(level) = tree.close()
                && level.is_empty
            {
                visitor.remark(begin..end, level.plies, Remark::EmptyVariation);
            }
            index += 1;
            continue;
        }
        let Some(plies) = tree.begin_step() else {
            if tree.levels.is_empty() {
                main.pass(index);
            }
            index += 1;
            resume = None;
            continue;
        };
        let letter =
            if visitor.mends() && resume.is_none() { mend_letter(script, index, &tree.trial) } else { None };
        if let Some(mended) = letter {
            tree.mended(&mended, plies, visitor);
            index = mended.next;
            continue;
        }
        let mut reading = Reading {
            script,
            position: &mut tree.trial,
            plies,
            is_strict: true,
            is_resumed: resume.is_some(),
        };
        let step = careful::step(&mut reading, index, resume.take().unwrap_or(begin), visitor);
        if let Step::Refused { place, .. } | Step::Unreadable { place, .. } = &step
            && visitor.mends()
            && let Some(mended) = mend_safely(script, index, place, &tree.trial)
        {
            tree.mended(&mended, plies, visitor);
            index = mended.next;
            continue;
        }
        match step {
            Step::Skip { next } => index = next,
            Step::SkipInside { at } => resume = Some(at),
            Step::Made { next, rest, .. } => {
                tree.keep_step();
                (index, resume) = (next, rest);
            }
            // A variation may carry a result of its own.
            Step::Result { .. } => index += 1,
            Step::Refused { place, refusal } => {
                tree.lose();
                visitor.fault(place, plies + 1, &tree.trial, Fault::Refused(refusal));
                index += 1;
            }
            // A word among the moves (`e4 inf`).
            Step::Unreadable { place, reason } if reason.reason == UnreadableReason::NotAMove => {
                visitor.remark(place, plies, Remark::Stray);
                index += 1;
            }
            Step::Unreadable { place, reason } => {
                tree.lose();
                visitor.fault(place, plies + 1, &tree.trial, Fault::Unreadable(reason));
                index += 1;
            }
        }
    }
}

/// How a variation was opened.
enum Opened {
    Kept,
    /// The first that is nested too deep.
    FirstTooDeep,
    TooDeep,
}

/// The variations that are open, the innermost last.
struct Tree {
    levels: Vec<Level>,
    /// At most two for a level: one that made no move yet stands in its parent's.
    positions: Vec<Position>,
    /// Levels deeper than [`DEEPEST`].
    deeper: usize,
    /// The position of the innermost level, for a step that may come to nothing.
    trial: Position,
}

impl Tree {
    fn open(&mut self, main: &Main<'_>, is_unknown: bool) -> Opened {
        if self.levels.len() >= DEEPEST {
            self.deeper += 1;
            return if self.deeper == 1 { Opened::FirstTooDeep } else { Opened::TooDeep };
        }
        let base = self.positions.len();
        let level = match self.levels.last() {
            // A variation before the first move can only begin where its line begins.
            Some(parent) => Level {
                position: parent.before.unwrap_or(parent.position),
                before: None,
                base,
                plies: parent.plies.saturating_sub(u32::from(parent.before.is_some())),
                is_lost: parent.is_lost,
                is_empty: !parent.is_lost,
            },
            None => {
                let made = main.made as u32;
                self.positions.push(main.before.as_ref().unwrap_or(&main.position).clone());
                Level {
                    position: base,
                    before: None,
                    base,
                    plies: made.saturating_sub(u32::from(main.before.is_some())),
                    is_lost: is_unknown,
                    is_empty: !is_unknown,
                }
            }
        };
        self.levels.push(level);
        Opened::Kept
    }

    /// Closes the innermost level. `None` if there is none, or none that was replayed.
    fn close(&mut self) -> Option<Level> {
        if self.deeper > 0 {
            self.deeper -= 1;
            return None;
        }
        let level = self.levels.pop()?;
        self.positions.truncate(level.base);
        Some(level)
    }

    /// Makes the trial position the innermost level's; its plies, or `None` if nothing is to be read there.
    fn begin_step(&mut self) -> Option<u32> {
        let level = self.levels.last().filter(|level| !level.is_lost && self.deeper == 0)?;
        self.trial.clone_from(self.positions.get(level.position)?);
        Some(level.plies)
    }

    /// The trial position is the innermost level's from now on.
    fn keep_step(&mut self) {
        let Some(level) = self.levels.last_mut() else { return };
        // Of its two places the one that holds neither the position nor, after this move, the one before it.
        let place = if level.position == level.base { level.base + 1 } else { level.base };
        match self.positions.get_mut(place) {
            Some(free) => std::mem::swap(free, &mut self.trial),
            None => self.positions.push(self.trial.clone()),
        }
        level.before = Some(level.position);
        level.position = place;
        level.plies += 1;
        level.is_empty = false;
    }

    /// Plays a move in place of damaged text.
    fn mended<V: Visitor>(&mut self, mended: &Mended, plies: u32, visitor: &mut V) {
        visitor.mended(mended, plies + 1, &self.trial);
        self.trial.play(mended.repaired.mv);
        self.keep_step();
    }

    /// The rest of the innermost level cannot be read.
    fn lose(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            level.is_lost = true;
            level.is_empty = false;
        }
    }
}

/// The main line as far as the reader has come.
struct Main<'l> {
    line: &'l Line,
    made: usize,
    before: Option<Position>,
    position: Position,
}

impl Main<'_> {
    /// Plays the moves of the token with this index.
    fn pass(&mut self, index: usize) {
        while let Some(ply) = self.line.made.get(self.made).filter(|ply| ply.token() == index) {
            let mv = ply.mv();
            match &mut self.before {
                Some(before) => before.clone_from(&self.position),
                None => self.before = Some(self.position.clone()),
            }
            self.position.play(mv);
            self.made += 1;
        }
    }
}
