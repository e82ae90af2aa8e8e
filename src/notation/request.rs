//! What the text of a move asks for, before any position is looked at.

use super::letters::Tongues;
use crate::chess::{Role, Wing};

/// NAG numbers behind a move, in their order.
pub type Nags = arrayvec::ArrayVec<u8, 4>;

/// One move as it was written.
#[derive(Clone, Debug)]
pub struct ParsedMove {
    /// What is to be moved where.
    pub request: Request,
    /// A second reading, tried where the first is not legal: `Be2-e4` with a German pawn letter, `bc4` with a
    /// small piece letter.
    pub alternative: Option<PieceRequest>,
    /// The signs around it.
    pub marks: Marks,
    /// Length in bytes, signs included.
    pub consumed: usize,
}

/// The move itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Request {
    /// A piece or pawn goes somewhere.
    Piece(PieceRequest),
    /// `O-O` or `O-O-O`.
    Castling(Wing),
    /// `--`: the side to move passes.
    Null,
}

/// A piece or pawn, where it comes from as far as that is said, and where it goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceRequest {
    /// `None`: coordinates only, whatever stands on the origin.
    pub role: Option<Role>,
    /// Origin file, 0 to 7.
    pub from_file: Option<u8>,
    /// Origin rank, 0 to 7.
    pub from_rank: Option<u8>,
    /// Target file, 0 to 7.
    pub to_file: u8,
    /// Target rank, 0 to 7; `None` in a pawn capture such as `ed`.
    pub to_rank: Option<u8>,
    /// What the pawn is to become; may name a piece that is not allowed.
    pub promotion: Option<Role>,
}

/// The sign of check or mate behind a move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum CheckSign {
    /// None.
    #[default]
    None,
    /// `+`, `†`, `ch`, `Schach`.
    Check,
    /// `#`, `≠`, `mate`, `matt`.
    Mate,
    /// `++`, `‡`: mate, or double check in old books.
    MateOrDouble,
}

/// The sign of a capture.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum CaptureSign {
    /// None.
    #[default]
    None,
    /// Between origin and target: `x`, `×`, `:`.
    Between,
    /// Behind the move: `Sf5:`.
    Trailing,
}

/// A sign that only the position can explain.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Tail {
    #[default]
    None,
    /// `+=`: check and NAG 10 after a checking move, else NAG 14.
    PlusEquals,
    /// `++-`: check and NAG 18, or the old mate sign and a dash.
    PlusPlusMinus,
}

/// The signs around a move.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// Check or mate.
    pub check: CheckSign,
    /// Capture.
    pub capture: CaptureSign,
    /// `e.p.` stands there.
    pub en_passant: bool,
    /// The captured piece by name, as in `Sf3xTe5`.
    pub victim: Option<Role>,
    /// What the victim's letter means in the second language of the table.
    pub victim_alternative: Option<Role>,
    /// Judgements written as signs. Final only after [`super::check_marks`].
    pub nags: Nags,
    /// `(=)` stands there.
    pub draw_offer: bool,
    /// Where the text differs from the SAN of the PGN standard.
    pub spelling: Spelling,
    /// Whose letters were seen.
    pub tongues: Tongues,
    pub(super) tail: Tail,
}

/// A set of liberties taken with the spelling.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Spelling(u16);

impl Spelling {
    /// Exactly the SAN of the PGN standard (disambiguation and marks aside).
    pub const SAN: Spelling = Spelling(0);
    /// Origin and target in full with a sign or letter between or before: `Sg1-f3`, `e4xd5`, `Ra1xd1`.
    pub const LONG: Spelling = Spelling(1);
    /// Origin and target only: `e2e4`.
    pub const COORDINATES: Spelling = Spelling(1 << 1);
    /// A small piece letter: `sf3`.
    pub const SMALL_LETTER: Spelling = Spelling(1 << 2);
    /// A letter for the pawn: `Pe4`.
    pub const PAWN_LETTER: Spelling = Spelling(1 << 3);
    /// A piece letter that is not English.
    pub const FOREIGN_LETTER: Spelling = Spelling(1 << 4);
    /// A capture sign other than `x` between, or the victim's letter.
    pub const ODD_CAPTURE: Spelling = Spelling(1 << 5);
    /// A promotion other than `=Q`.
    pub const ODD_PROMOTION: Spelling = Spelling(1 << 6);
    /// Castling other than `O-O`, `O-O-O`.
    pub const ODD_CASTLING: Spelling = Spelling(1 << 7);
    /// A target without rank: `ed`.
    pub const FILE_ONLY: Spelling = Spelling(1 << 8);
    /// A check or mate sign other than `+` and `#`, or one that is not attached.
    pub const ODD_CHECK: Spelling = Spelling(1 << 9);
    /// A sign that PGN writes elsewhere or not at all: `e.p.`, `(=)`.
    pub const EXTRA_SIGN: Spelling = Spelling(1 << 10);

    /// Is any of these in the set?
    pub const fn has(self, any: Spelling) -> bool {
        self.0 & any.0 != 0
    }

    /// Adds to the set.
    pub const fn add(&mut self, more: Spelling) {
        self.0 |= more.0;
    }

    /// Both sets together.
    #[must_use]
    pub const fn and(self, more: Spelling) -> Spelling {
        Spelling(self.0 | more.0)
    }
}

impl ParsedMove {
    /// Is the text spelled as PGN export format spells moves? (Judgement signs are not part of that format; too
    /// much disambiguation and wrong marks show only on the board.)
    pub fn is_canonical(&self) -> bool {
        self.marks.spelling == Spelling::SAN && self.marks.nags.is_empty()
    }
}

/// A token that is no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no move can be read here: {reason:?}")]
pub struct Unreadable {
    /// Why not.
    pub reason: UnreadableReason,
    /// Length of the bad token in bytes (at most 64).
    pub len: usize,
}

/// Why a token is no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnreadableReason {
    /// Nothing like a move.
    NotAMove,
    /// A result such as `1-0`; the caller decides about those.
    Result,
    /// A capital letter that is no piece in the language read.
    UnknownLetter(char),
    /// A square that is not on the board, as in `Nf9`.
    OffBoard,
    /// A piece letter but no square, as in `Nf`.
    NoSquare,
    /// A move, but letters follow that belong to nothing, as in `Nf3xyz`.
    TrailingLetters,
}
