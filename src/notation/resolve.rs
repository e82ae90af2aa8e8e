//! From what is asked for to the legal move: candidates come from the target square, legality from the king.

use arrayvec::ArrayVec;

use super::letters::Tongues;
use super::reason;
use super::refusal::{Placed, Refusal};
use super::request::{CaptureSign, ParsedMove, PieceRequest, Request, Spelling};
use crate::chess::{Bitboard, CastlingFault, Move, Position, Role, Square, Wing};

/// A legal move and what is to be said about the way it was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resolved {
    /// The move; [`Move::NULL`] for a null move.
    pub mv: Move,
    /// What is odd about its text.
    pub remarks: Remarks,
    /// What it captures.
    pub captured: Option<Role>,
    /// Whose letters the reading that was played uses.
    pub tongues: Tongues,
}

/// A set of remarks on a move that could be played.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Remarks(u16);

impl Remarks {
    /// Nothing to say.
    pub const NONE: Remarks = Remarks(0);
    /// A pawn reached the last rank and no piece was named: a queen.
    pub const MISSING_PROMOTION: Remarks = Remarks(1);
    /// Origin file or rank not needed to tell the move from other legal ones.
    pub const OVER_DISAMBIGUATED: Remarks = Remarks(1 << 1);
    /// Castling written as a move of the king.
    pub const CASTLING_AS_KING_MOVE: Remarks = Remarks(1 << 2);
    /// The piece named as captured is not the one that stands there.
    pub const WRONG_VICTIM: Remarks = Remarks(1 << 3);
    /// `e.p.` on a move that is not en passant.
    pub const WRONG_EN_PASSANT_MARK: Remarks = Remarks(1 << 4);
    /// A capture sign on a move that captures nothing.
    pub const WRONG_CAPTURE_SIGN: Remarks = Remarks(1 << 5);
    /// No capture sign on a move that captures.
    pub const MISSING_CAPTURE_SIGN: Remarks = Remarks(1 << 6);
    /// A letter was written for the pawn.
    pub const PAWN_LETTER: Remarks = Remarks(1 << 7);
    /// A piece letter was written small.
    pub const SMALL_LETTER: Remarks = Remarks(1 << 8);

    /// Is any of these in the set?
    pub const fn has(self, any: Remarks) -> bool {
        self.0 & any.0 != 0
    }

    /// Adds to the set.
    pub const fn add(&mut self, more: Remarks) {
        self.0 |= more.0;
    }
}

/// The legal moves that fit a request.
pub(super) type Candidates = ArrayVec<Move, 16>;

/// Finds the legal move that `parsed` means in `position`.
///
/// # Errors
/// [`Refusal`]: no legal move fits, or several do.
pub fn resolve(position: &Position, parsed: &ParsedMove) -> Result<Resolved, Refusal> {
    match parsed.request {
        Request::Null => Ok(plain(Move::NULL, parsed)),
        Request::Castling(wing) => match position.castling(wing) {
            Ok(mv) => Ok(plain(mv, parsed)),
            Err(fault) => Err(castling_refusal(position, wing, fault)),
        },
        Request::Piece(request) => {
            match find(position, &request, parsed) {
                Found::Move(mv, remarks) => return finish(position, parsed, &request, mv, remarks),
                Found::Castling(mv, remarks) => {
                    return Ok(Resolved { mv, remarks, captured: None, tongues: parsed.marks.tongues });
                }
                Found::Many(role, moves) => return Err(ambiguous(role, &moves)),
                Found::Nothing => {}
            }
            if let Some(second) = parsed.alternative
                && let Found::Move(mv, mut remarks) = find(position, &second, parsed)
            {
                let is_pawn = second.role == Some(Role::Pawn);
                remarks.add(if is_pawn { Remarks::PAWN_LETTER } else { Remarks::SMALL_LETTER });
                let mut resolved = finish(position, parsed, &second, mv, remarks)?;
                if is_pawn {
                    resolved.tongues = Tongues { first: false, second: true };
                }
                return Ok(resolved);
            }
            Err(reason::why(position, &request, parsed))
        }
    }
}

enum Found {
    Move(Move, Remarks),
    Castling(Move, Remarks),
    Many(Role, Candidates),
    Nothing,
}

fn plain(mv: Move, parsed: &ParsedMove) -> Resolved {
    Resolved { mv, remarks: Remarks::NONE, captured: None, tongues: parsed.marks.tongues }
}

fn ambiguous(role: Role, moves: &Candidates) -> Refusal {
    Refusal::Ambiguous { role, candidates: moves.iter().copied().take(8).collect() }
}

pub(super) fn castling_refusal(position: &Position, wing: Wing, fault: CastlingFault) -> Refusal {
    let by = match fault {
        CastlingFault::NoRight => None,
        CastlingFault::Blocked(square) | CastlingFault::InCheck(square) => Some(square),
        CastlingFault::Attacked { by, .. } => Some(by),
    };
    let by = by.and_then(|square| position.piece_at(square).map(|piece| Placed { piece, square }));
    Refusal::Castling { wing, fault, by, king: position.king(position.turn()) }
}

/// The piece that a request is about, `None` if its origin square has none of the side to move.
pub(super) fn role_of(position: &Position, request: &PieceRequest) -> Option<Role> {
    match (request.role, request.from_file, request.from_rank) {
        (Some(role), _, _) => Some(role),
        (None, Some(file), Some(rank)) => position
            .piece_at(Square::at(file, rank))
            .filter(|piece| piece.color == position.turn())
            .map(|piece| piece.role),
        _ => Some(Role::Pawn),
    }
}

/// What a move of `role` removes besides the piece on its target.
pub(super) fn en_passant_victim(position: &Position, role: Role, from: Square, to: Square) -> Bitboard {
    if role == Role::Pawn && from.file() != to.file() && position.piece_at(to).is_none() {
        Bitboard(position.ep_victim(to).bit())
    } else {
        Bitboard::EMPTY
    }
}

fn find(position: &Position, request: &PieceRequest, parsed: &ParsedMove) -> Found {
    let Some(role) = role_of(position, request) else { return Found::Nothing };
    if role == Role::King
        && let Some(found) = king_takes_rook(position, request)
    {
        return found;
    }
    let mut moves = Candidates::new();
    match request.to_rank {
        Some(rank) => collect(position, role, request, Square::at(request.to_file, rank), parsed, &mut moves),
        None => {
            for rank in 0..8 {
                collect(position, role, request, Square::at(request.to_file, rank), parsed, &mut moves);
            }
        }
    }
    match moves.as_slice() {
        [mv] => {
            let mut remarks = Remarks::NONE;
            if is_over_disambiguated(position, role, request, parsed) {
                remarks.add(Remarks::OVER_DISAMBIGUATED);
            }
            Found::Move(*mv, remarks)
        }
        [] if role == Role::King => king_move_as_castling(position, request),
        [] => Found::Nothing,
        _ => Found::Many(role, moves),
    }
}

/// Legal moves of `role` to `to` from the origins that the request allows. A promotion stands as a queen's.
fn collect(
    position: &Position,
    role: Role,
    request: &PieceRequest,
    to: Square,
    parsed: &ParsedMove,
    moves: &mut Candidates,
) {
    if position.piece_at(to).is_some_and(|piece| piece.role == Role::King) {
        return;
    }
    for from in position.origins(role, to) {
        if fits(role, request, from, to, parsed) && is_safe(position, role, from, to) {
            let mv = if role == Role::Pawn && matches!(to.rank(), 0 | 7) {
                Move::promotion(from, to, Role::Queen)
            } else if !en_passant_victim(position, role, from, to).is_empty() {
                Move::en_passant(from, to)
            } else {
                Move::normal(from, to)
            };
            // More than sixteen pieces of one kind cannot reach one square; the rest would be ambiguous anyway.
            let _ = moves.try_push(mv);
        }
    }
}

pub(super) fn is_safe(position: &Position, role: Role, from: Square, to: Square) -> bool {
    position.exposes_king(from, to, en_passant_victim(position, role, from, to)).is_empty()
}

/// Does this origin agree with what the text says?
pub(super) fn fits(
    role: Role,
    request: &PieceRequest,
    from: Square,
    to: Square,
    parsed: &ParsedMove,
) -> bool {
    let agrees = request.from_file.is_none_or(|file| file == from.file())
        && request.from_rank.is_none_or(|rank| rank == from.rank());
    if !agrees || role != Role::Pawn {
        return agrees;
    }
    let is_capture = from.file() != to.file();
    match (request.from_file, request.to_rank) {
        // `ed`: a capture by its form. `d5:`: by its sign. `d5`: a push.
        (Some(_), None) => is_capture,
        (None, _) => is_capture == (parsed.marks.capture != CaptureSign::None),
        (Some(_), Some(_)) => true,
    }
}

fn is_over_disambiguated(
    position: &Position,
    role: Role,
    request: &PieceRequest,
    parsed: &ParsedMove,
) -> bool {
    let is_long = parsed.marks.spelling.has(Spelling::LONG.and(Spelling::COORDINATES));
    let (file, rank) = (request.from_file, request.from_rank);
    if role == Role::Pawn || is_long || (file.is_none() && rank.is_none()) {
        return false;
    }
    let is_enough = |from_file: Option<u8>, from_rank: Option<u8>| {
        let mut moves = Candidates::new();
        let shorter = PieceRequest { from_file, from_rank, ..*request };
        let to = Square::at(request.to_file, request.to_rank.unwrap_or(0));
        collect(position, role, &shorter, to, parsed, &mut moves);
        moves.len() == 1
    };
    let has_both = file.is_some() && rank.is_some();
    is_enough(None, None) || has_both && (is_enough(file, None) || is_enough(None, rank))
}

/// Coordinates of the king onto its own castling rook (Chess960 `e1h1`).
fn king_takes_rook(position: &Position, request: &PieceRequest) -> Option<Found> {
    let us = position.turn();
    let to = Square::at(request.to_file, request.to_rank?);
    let king = position.king(us);
    // `Kh1` alone is a king's move onto an own piece.
    if request.from_file.is_none() && request.from_rank.is_none() {
        return None;
    }
    if request.from_file.is_some_and(|f| f != king.file())
        || request.from_rank.is_some_and(|r| r != king.rank())
    {
        return None;
    }
    let wing = Wing::ALL.into_iter().find(|&wing| position.castling_rook(us, wing) == Some(to))?;
    let mut remarks = Remarks::NONE;
    if !position.has_chess960_rights() && request.role.is_some() {
        remarks.add(Remarks::CASTLING_AS_KING_MOVE);
    }
    Some(position.castling(wing).map_or(Found::Nothing, |mv| Found::Castling(mv, remarks)))
}

/// The wing that a king's move of two or more files to its castling goal means (`e1g1`, `Kg1`).
pub(super) fn wing_of_king_move(position: &Position, request: &PieceRequest) -> Option<Wing> {
    let us = position.turn();
    let king = position.king(us);
    let is_from_king = request.from_file.is_none_or(|f| f == king.file())
        && request.from_rank.is_none_or(|r| r == king.rank());
    let is_far = king.file().abs_diff(request.to_file) >= 2;
    if !is_from_king || !is_far || request.to_rank != Some(us.back_rank()) || king.rank() != us.back_rank() {
        return None;
    }
    Wing::ALL.into_iter().find(|wing| wing.king_file() == request.to_file)
}

fn king_move_as_castling(position: &Position, request: &PieceRequest) -> Found {
    match wing_of_king_move(position, request).map(|wing| position.castling(wing)) {
        Some(Ok(mv)) => Found::Castling(mv, Remarks::CASTLING_AS_KING_MOVE),
        _ => Found::Nothing,
    }
}

/// Promotion, and the remarks that need the move.
fn finish(
    position: &Position,
    parsed: &ParsedMove,
    request: &PieceRequest,
    mv: Move,
    mut remarks: Remarks,
) -> Result<Resolved, Refusal> {
    let role = role_of(position, request).unwrap_or(Role::Pawn);
    let mv = promote(mv, role, request.promotion, &mut remarks)?;
    let captured = if mv.is_en_passant() {
        Some(Role::Pawn)
    } else {
        position.piece_at(mv.to()).map(|piece| piece.role)
    };
    let marks = &parsed.marks;
    if marks.victim.is_some() && marks.victim != captured {
        let by_other_language = marks.victim_alternative.is_some() && marks.victim_alternative == captured;
        if !by_other_language {
            remarks.add(Remarks::WRONG_VICTIM);
        }
    }
    if marks.en_passant && !mv.is_en_passant() {
        remarks.add(Remarks::WRONG_EN_PASSANT_MARK);
    }
    match (marks.capture != CaptureSign::None, captured.is_some()) {
        (true, false) => remarks.add(Remarks::WRONG_CAPTURE_SIGN),
        (false, true) if !marks.spelling.has(Spelling::COORDINATES) => {
            remarks.add(Remarks::MISSING_CAPTURE_SIGN);
        }
        _ => {}
    }
    if marks.spelling.has(Spelling::PAWN_LETTER) {
        remarks.add(Remarks::PAWN_LETTER);
    }
    if marks.spelling.has(Spelling::SMALL_LETTER) {
        remarks.add(Remarks::SMALL_LETTER);
    }
    Ok(Resolved { mv, remarks, captured, tongues: marks.tongues })
}

fn promote(mv: Move, role: Role, wanted: Option<Role>, remarks: &mut Remarks) -> Result<Move, Refusal> {
    match (mv.promoted().is_some(), wanted) {
        (false, None) => Ok(mv),
        (true, None) => {
            remarks.add(Remarks::MISSING_PROMOTION);
            Ok(mv)
        }
        (true, Some(to @ (Role::King | Role::Pawn))) => Err(Refusal::PromotionTo { role: to }),
        (true, Some(to)) => Ok(Move::promotion(mv.from(), mv.to(), to)),
        (false, Some(_)) if role != Role::Pawn => Err(Refusal::PromotionOfPiece { role }),
        (false, Some(_)) => Err(Refusal::PromotionTooEarly { to: mv.to() }),
    }
}
