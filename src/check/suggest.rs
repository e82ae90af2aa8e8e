//! What may have been meant by a move that is not legal: the legal moves after which the rest of the game is.

use super::reading::{Choice, LineReader, Movetext};
use crate::chess::{Move, Position, Role};
use crate::notation::{Refusal, Style, write_move};
use crate::replay::Stop;

/// At most so many suggestions.
const MOST: usize = 5;

/// Legal moves for the token with index `token`, in English SAN: those after which everything that follows is
/// legal. A move of the piece that was asked for comes first.
pub(crate) fn after(
    lines: &mut LineReader,
    choice: Choice,
    text: Movetext<'_>,
    token: usize,
    position: &Position,
    role: Option<Role>,
) -> Vec<String> {
    let moves = moves_after(lines, choice, text, token, position, role, MOST);
    let san = |mv| {
        let mut san = String::new();
        write_move(position, mv, &Style::PGN, &mut san);
        san
    };
    moves.into_iter().map(san).collect()
}

/// The same as moves, at most `most` of them.
pub(crate) fn moves_after(
    lines: &mut LineReader,
    choice: Choice,
    text: Movetext<'_>,
    token: usize,
    position: &Position,
    role: Option<Role>,
    most: usize,
) -> Vec<Move> {
    let mut moves = position.legal_moves();
    // By piece asked for, then by square, so that the order never depends on how moves are generated.
    moves.sort_by_key(|mv| {
        let moves = position.piece_at(mv.from()).map(|piece| piece.role);
        (moves != role, mv.from(), mv.to(), mv.bits())
    });
    let mut found = Vec::new();
    for mv in moves {
        let mut next = position.clone();
        next.play(mv);
        if let (_, Stop::End { .. }) = lines.try_from(choice, text, token + 1, &next) {
            found.push(mv);
            if found.len() == most {
                break;
            }
        }
    }
    found
}

/// The piece that the refused move was to be made with.
pub(crate) fn role_in(refusal: &Refusal) -> Option<Role> {
    match refusal {
        Refusal::NoSuchPiece { role, .. }
        | Refusal::NotThere { role, .. }
        | Refusal::CannotReach { role, .. }
        | Refusal::OwnPiece { role, .. }
        | Refusal::Ambiguous { role, .. }
        | Refusal::PromotionOfPiece { role } => Some(*role),
        Refusal::Blocked { attempt, .. }
        | Refusal::Pinned { attempt, .. }
        | Refusal::EnPassantExposes { attempt, .. }
        | Refusal::CheckNotAnswered { attempt, .. } => Some(attempt.role),
        Refusal::PawnBlocked { .. }
        | Refusal::NothingToCapture { .. }
        | Refusal::NoPawnCapture { .. }
        | Refusal::EnPassantTooLate { .. }
        | Refusal::PromotionTo { .. }
        | Refusal::PromotionTooEarly { .. } => Some(Role::Pawn),
        Refusal::KingIntoCheck { .. } | Refusal::Castling { .. } => Some(Role::King),
        Refusal::GameOverByMate
        | Refusal::GameOverByStalemate
        | Refusal::EmptyOrigin { .. }
        | Refusal::EnemyOrigin { .. }
        | Refusal::CapturesKing { .. } => None,
    }
}
