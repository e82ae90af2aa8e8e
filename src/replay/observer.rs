//! What a replay tells whoever listens.

use std::ops::Range;

use crate::chess::Role;
use crate::notation::{MarkFault, MoveFacts, Remarks};

/// Something about a token that is no reason to stop.
#[derive(Clone, Debug)]
pub(crate) enum Remark {
    /// The move number is not the one that is due.
    Number { found: u32, expected: u32 },
    /// A number that belongs to no move.
    StrayNumber,
    /// A piece's origin is given though no other such piece can go there.
    OverDisambiguated(Box<MoveFacts>),
    /// Check and mate marks against the board.
    Mark(MarkFault),
    /// What was odd about the way the move is written.
    Spelling(Box<Spelling>),
    /// A null move.
    NullMove,
    /// An `e.p.` mark behind a move that is no capture en passant.
    StrayEnPassant,
    /// A word or sign that is no move, and without which play goes on.
    Stray,
    /// A `}` without a comment.
    StrayBrace,
    /// A `)` without a variation.
    StrayParenthesis,
    /// A NAG over 255 or without a number.
    BadNag,
    /// A zero-width or otherwise invisible character.
    Invisible,
    /// Control bytes.
    Control,
    /// A result without a blank between it and the move before it.
    GluedResult,
    /// More words or results behind a result that was a word of its own.
    AfterResult,
    /// A variation without a move.
    EmptyVariation,
}

/// A move with an odd spelling.
#[derive(Clone, Debug)]
pub(crate) struct Spelling {
    /// The move, and how it is written.
    pub(crate) facts: MoveFacts,
    /// What is odd.
    pub(crate) remarks: Remarks,
    /// What the text names as captured.
    pub(crate) named: Option<Role>,
    /// What the move takes.
    pub(crate) captured: Option<Role>,
}

/// Listens to a replay. Places are byte offsets from the game's first byte; plies count from 1, 0 is before the
/// first move.
pub(crate) trait Observer {
    /// A remark about the token or gap at `place`; `ply` is the move it belongs to.
    fn remark(&mut self, place: Range<usize>, ply: u32, remark: Remark);
}

/// Hears nothing.
pub(crate) struct Quiet;

impl Observer for Quiet {
    #[inline(always)]
    fn remark(&mut self, _: Range<usize>, _: u32, _: Remark) {}
}
