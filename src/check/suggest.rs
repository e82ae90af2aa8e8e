//! What may have been meant by a move that is not legal: the legal moves after which the rest of the game is.

use super::reading::{Choice, LineReader, Movetext};
use crate::chess::{Move, Position, Role, Square};
use crate::notation::{Refusal, Style, write_move};
use crate::replay::Stop;

/// At most so many suggestions.
const MOST: usize = 5;

/// What the refused move asked for, as far as that can be said.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Wanted {
    /// The piece that was to be moved.
    pub(crate) role: Option<Role>,
    /// Where it was to go.
    pub(crate) to: Option<Square>,
}

/// Legal moves for the token with index `token`, in English SAN: those after which everything that follows is
/// legal. Moves of the piece that was asked for come first, and always those to the square that was asked for or near
/// it.
pub(crate) fn after(
    lines: &mut LineReader,
    choice: Choice,
    text: Movetext<'_>,
    token: usize,
    position: &Position,
    wanted: Wanted,
) -> Vec<String> {
    let moves = moves_after(lines, choice, text, token, position, wanted, MOST);
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
    wanted: Wanted,
    most: usize,
) -> Vec<Move> {
    let mut moves = position.legal_moves();
    // Among equals by square, so that the order never depends on how moves are generated.
    moves.sort_by_key(|mv| {
        let role = position.piece_at(mv.from()).map(|piece| piece.role);
        let distance = wanted.to.map_or(0, |to| distance(to, mv.to()));
        (role != wanted.role, distance, mv.from(), mv.to(), mv.bits())
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

/// Files and ranks between two squares, so that `e4` is nearer to `e5` than `d4` is.
fn distance(a: Square, b: Square) -> u8 {
    a.file().abs_diff(b.file()) + a.rank().abs_diff(b.rank())
}

/// What the refused move asked for.
pub(crate) fn wanted(refusal: &Refusal) -> Wanted {
    let of = |role, to| Wanted { role, to };
    match refusal {
        Refusal::NoSuchPiece { role, .. } | Refusal::PromotionOfPiece { role } => of(Some(*role), None),
        Refusal::NotThere { role, other, .. } => of(Some(*role), other.map(|mv| mv.to())),
        Refusal::Ambiguous { role, candidates } => of(Some(*role), candidates.first().map(|mv| mv.to())),
        Refusal::CannotReach { role, to, .. } => of(Some(*role), Some(*to)),
        Refusal::OwnPiece { role, target } => of(Some(*role), Some(target.square)),
        Refusal::Blocked { attempt, .. }
        | Refusal::Pinned { attempt, .. }
        | Refusal::EnPassantExposes { attempt, .. }
        | Refusal::CheckNotAnswered { attempt, .. } => of(Some(attempt.role), Some(attempt.to)),
        Refusal::PawnBlocked { by } => of(Some(Role::Pawn), Some(by.square)),
        Refusal::NothingToCapture { to }
        | Refusal::EnPassantTooLate { to, .. }
        | Refusal::PromotionTooEarly { to } => of(Some(Role::Pawn), Some(*to)),
        Refusal::NoPawnCapture { .. } | Refusal::PromotionTo { .. } => of(Some(Role::Pawn), None),
        Refusal::KingIntoCheck { to, .. } => of(Some(Role::King), Some(*to)),
        Refusal::Castling { wing, king, .. } => {
            of(Some(Role::King), Some(Square::at(wing.king_file(), king.rank())))
        }
        Refusal::CapturesKing { square } => of(None, Some(*square)),
        Refusal::EnemyOrigin { .. }
        | Refusal::EmptyOrigin { .. }
        | Refusal::GameOverByMate
        | Refusal::GameOverByStalemate => Wanted::default(),
    }
}
