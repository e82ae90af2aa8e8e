//! What a sheet is made of, and the lines of play while it is read.

use std::ops::Range;

use crate::chess::{Move, Position};
use crate::notation::MoveFacts;

use super::repair::Mended;

/// A piece of movetext.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Item {
    /// What it is.
    pub(crate) what: What,
    /// Its bytes, as offsets from the game's first byte; empty for what is not in the text.
    pub(crate) place: Range<usize>,
}

/// What a piece of movetext is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum What {
    /// A move with its number. The place takes in the signs behind it.
    Move { facts: MoveFacts, number: u32 },
    /// A glyph, as `$n` or as a sign. A sign attached to a move has an empty place at the move's end.
    Nag(u8),
    /// A comment in braces, these included.
    Comment,
    /// A comment from `;` to the end of the line.
    LineComment,
    /// A line that begins with `%`.
    EscapedLine,
    /// `(=)`.
    DrawOffer,
    /// Words that are no moves.
    Words,
    /// What stands behind a move of a variation that is not legal, and that move.
    Lost,
    /// A sign that means nothing where it stands.
    Sign,
    /// A bracket of a variation without moves.
    EmptyVariation,
    /// A variation begins.
    Open,
    /// A variation ends; with an empty place where its bracket is missing.
    Close,
}

/// What is known of the moves that cannot be read as they stand.
pub(super) struct Faults<'r> {
    /// Index of the token at which the main line breaks off.
    pub(super) fault: Option<usize>,
    /// The move taken in place of it.
    pub(super) accepted: Option<Move>,
    /// Repaired moves of the main line that are still to come.
    pub(super) mended: &'r [Mended],
    /// Repair those of variations.
    pub(super) mends: bool,
}

/// One line of play.
pub(super) struct Level {
    pub(super) position: Position,
    pub(super) before: Option<Position>,
    /// Index of its [`What::Open`].
    pub(super) opened: usize,
    pub(super) is_empty: bool,
    /// Where the text begins that cannot be read: behind a faulty move.
    pub(super) lost: Option<Lost>,
}

pub(super) struct Lost {
    /// Begin of the text that is not in an item yet.
    pub(super) from: Option<usize>,
    /// Variations opened in it.
    pub(super) depth: usize,
}

impl Level {
    pub(super) fn main(start: &Position) -> Level {
        Level { position: start.clone(), before: None, opened: 0, is_empty: false, lost: None }
    }

    /// A variation to the last move of this level.
    pub(super) fn variation(&self, opened: usize) -> Level {
        let position = self.before.as_ref().unwrap_or(&self.position).clone();
        Level { position, before: None, opened, is_empty: true, lost: None }
    }

    pub(super) fn play(&mut self, mv: Move) {
        let before = self.position.clone();
        self.position.play(mv);
        self.before = Some(before);
        self.is_empty = false;
    }
}
