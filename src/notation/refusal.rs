//! Why a move that can be read cannot be played. Facts only; the sentences are made elsewhere.

use crate::chess::{CastlingFault, Color, Move, Piece, Role, Square, Wing};

/// A piece on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    /// What stands there.
    pub piece: Piece,
    /// Where.
    pub square: Square,
}

/// A move of which only the geometry is certain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attempt {
    /// The piece that should move.
    pub role: Role,
    /// Where it stands.
    pub from: Square,
    /// Where it should go.
    pub to: Square,
    /// Would it capture?
    pub captures: bool,
}

/// The reason a chess player would name first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The side to move is mated.
    GameOverByMate,
    /// The side to move is stalemated.
    GameOverByStalemate,
    /// Coordinates that begin on a square without a piece.
    EmptyOrigin {
        /// The square.
        square: Square,
    },
    /// Coordinates that begin on a piece of the opponent.
    EnemyOrigin {
        /// The piece there.
        origin: Placed,
    },
    /// The side to move has no such piece.
    NoSuchPiece {
        /// The side to move.
        color: Color,
        /// The piece asked for.
        role: Role,
    },
    /// No such piece stands where the move says it comes from.
    NotThere {
        /// The piece asked for.
        role: Role,
        /// Origin file asked for, 0 to 7.
        file: Option<u8>,
        /// Origin rank asked for, 0 to 7.
        rank: Option<u8>,
        /// A piece of that kind that could have made the move, if there is one.
        other: Option<Move>,
    },
    /// It does not move that way.
    CannotReach {
        /// The piece asked for.
        role: Role,
        /// Where it stands, if there is only one that can be meant.
        from: Option<Square>,
        /// Where it should go.
        to: Square,
    },
    /// Something stands between.
    Blocked {
        /// The move.
        attempt: Attempt,
        /// What stands in the way.
        by: Placed,
    },
    /// The target square is occupied by an own piece.
    OwnPiece {
        /// The piece asked for.
        role: Role,
        /// The piece on the target.
        target: Placed,
    },
    /// A pawn move straight onto an occupied square.
    PawnBlocked {
        /// What stands there.
        by: Placed,
    },
    /// A pawn capture where there is nothing to capture.
    NothingToCapture {
        /// The square.
        to: Square,
    },
    /// A capture of which only the files are given, and no pawn can make it.
    NoPawnCapture {
        /// Origin file, 0 to 7.
        from: Option<u8>,
        /// Target file, 0 to 7.
        to: u8,
    },
    /// En passant is possible on the very next move only.
    EnPassantTooLate {
        /// Where the capture would go.
        to: Square,
        /// The pawn that did not just make a double step.
        pawn: Square,
    },
    /// The piece is pinned.
    Pinned {
        /// The move.
        attempt: Attempt,
        /// The pinning piece.
        by: Placed,
        /// The own king.
        king: Square,
    },
    /// Taking en passant removes both pawns from the king's line.
    EnPassantExposes {
        /// The move.
        attempt: Attempt,
        /// The piece that would attack the king.
        by: Placed,
        /// The own king.
        king: Square,
    },
    /// The king is in check and stays so.
    CheckNotAnswered {
        /// The move.
        attempt: Attempt,
        /// A piece that gives check.
        by: Placed,
        /// The own king.
        king: Square,
        /// Two pieces give check, only the king may move.
        is_double: bool,
    },
    /// The king would be attacked on its new square.
    KingIntoCheck {
        /// The new square.
        to: Square,
        /// A piece that attacks it.
        by: Placed,
    },
    /// Kings are not captured.
    CapturesKing {
        /// Where the king stands.
        square: Square,
    },
    /// Castling is not possible.
    Castling {
        /// The side castled to.
        wing: Wing,
        /// The condition that fails.
        fault: CastlingFault,
        /// The piece on the square that the fault names, if it names one.
        by: Option<Placed>,
        /// The own king.
        king: Square,
    },
    /// Several legal moves fit the text (the first eight).
    Ambiguous {
        /// The piece asked for.
        role: Role,
        /// The moves.
        candidates: arrayvec::ArrayVec<Move, 8>,
    },
    /// A pawn never becomes a king or a pawn.
    PromotionTo {
        /// The piece asked for.
        role: Role,
    },
    /// A promotion before the last rank.
    PromotionTooEarly {
        /// The target square.
        to: Square,
    },
    /// Only pawns promote.
    PromotionOfPiece {
        /// The piece asked for.
        role: Role,
    },
}
