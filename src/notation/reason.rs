//! Why no legal move fits: the reason that a chess player would name first.

use super::refusal::{Attempt, Placed, Refusal};
use super::request::{CaptureSign, ParsedMove, PieceRequest};
use super::resolve::{castling_refusal, en_passant_victim, fits, is_safe, role_of, wing_of_king_move};
use crate::chess::{Bitboard, Color, Move, Piece, Position, Role, Square, Wing, attacks};

/// The reason. Called only when no legal move fits the request.
pub(super) fn why(position: &Position, request: &PieceRequest, parsed: &ParsedMove) -> Refusal {
    let us = position.turn();
    if !position.has_legal_move() {
        return if position.in_check() { Refusal::GameOverByMate } else { Refusal::GameOverByStalemate };
    }
    let Some(role) = role_of(position, request) else {
        let square = Square::at(request.from_file.unwrap_or(0), request.from_rank.unwrap_or(0));
        return match position.piece_at(square) {
            Some(piece) => Refusal::EnemyOrigin { origin: Placed { piece, square } },
            None => Refusal::EmptyOrigin { square },
        };
    };
    if role == Role::King
        && let Some(refusal) = castling(position, request)
    {
        return refusal;
    }
    let Some(rank) = request.to_rank else {
        return file_only(position, request, parsed);
    };
    let to = Square::at(request.to_file, rank);
    if let Some(piece) = position.piece_at(to) {
        if piece.color == us {
            return Refusal::OwnPiece { role, target: Placed { piece, square: to } };
        }
        if piece.role == Role::King {
            return Refusal::CapturesKing { square: to };
        }
    }
    let fitting: Option<Square> =
        position.origins(role, to).find(|&from| fits(role, request, from, to, parsed));
    match fitting {
        Some(from) => exposed(position, role, from, to),
        None if role == Role::Pawn => pawn(position, request, parsed, to),
        None => unreached(position, role, request, to),
    }
}

fn placed(position: &Position, square: Square) -> Placed {
    let piece =
        position.piece_at(square).unwrap_or(Piece { color: position.turn().other(), role: Role::Pawn });
    Placed { piece, square }
}

fn castling(position: &Position, request: &PieceRequest) -> Option<Refusal> {
    let us = position.turn();
    let to = Square::at(request.to_file, request.to_rank?);
    let has_origin = request.from_file.is_some() || request.from_rank.is_some();
    let by_rook = Wing::ALL.into_iter().find(|&w| has_origin && position.castling_rook(us, w) == Some(to));
    let wing = by_rook.or_else(|| wing_of_king_move(position, request))?;
    let is_meant = position.has_right(us, wing) || request.from_file.is_some();
    let fault = position.castling(wing).err()?;
    is_meant.then(|| castling_refusal(position, wing, fault))
}

/// The piece gets there, but its own king is attacked afterwards.
fn exposed(position: &Position, role: Role, from: Square, to: Square) -> Refusal {
    let king = position.king(position.turn());
    let victim = en_passant_victim(position, role, from, to);
    let attackers = position.exposes_king(from, to, victim);
    let checkers = position.checkers();
    let attempt = Attempt { role, from, to, captures: !victim.is_empty() || position.piece_at(to).is_some() };
    let Some(first) = attackers.first() else {
        return Refusal::CannotReach { role, from: Some(from), to };
    };
    if role == Role::King {
        return Refusal::KingIntoCheck { to, by: placed(position, first) };
    }
    if let Some(square) = Bitboard(attackers.0 & checkers.0).first() {
        let by = placed(position, square);
        return Refusal::CheckNotAnswered { attempt, by, king, is_double: checkers.len() > 1 };
    }
    let by = placed(position, first);
    if victim.is_empty() {
        return Refusal::Pinned { attempt, by, king };
    }
    // The capturing pawn alone may be pinned; else it is the two pawns leaving the line together.
    let is_pinned = attacks::between(first.index(), king.index()) & from.bit() != 0
        && attacks::between(first.index(), king.index()) & victim.0 == 0;
    if is_pinned {
        Refusal::Pinned { attempt, by, king }
    } else {
        Refusal::EnPassantExposes { attempt, by, king }
    }
}

/// `ed`: no pawn of one file can take on the other.
fn file_only(position: &Position, request: &PieceRequest, parsed: &ParsedMove) -> Refusal {
    for rank in 0..8 {
        let to = Square::at(request.to_file, rank);
        let is_king = position.piece_at(to).is_some_and(|piece| piece.role == Role::King);
        let from = position.origins(Role::Pawn, to).find(|&f| fits(Role::Pawn, request, f, to, parsed));
        if let Some(from) = from.filter(|_| !is_king) {
            return exposed(position, Role::Pawn, from, to);
        }
    }
    Refusal::NoPawnCapture { from: request.from_file, to: request.to_file }
}

fn pawn(position: &Position, request: &PieceRequest, parsed: &ParsedMove, to: Square) -> Refusal {
    let us = position.turn();
    if position.pieces(us, Role::Pawn).is_empty() {
        return Refusal::NoSuchPiece { color: us, role: Role::Pawn };
    }
    let is_capture = parsed.marks.capture != CaptureSign::None
        || parsed.marks.en_passant
        || request.from_file.is_some_and(|file| file != to.file());
    let takers = Bitboard(attacks::PAWN[us.other().index()][to.index()] & position.pieces(us, Role::Pawn).0);
    let mut takers_meant = takers.filter(|from| request.from_file.is_none_or(|file| file == from.file()));
    if is_capture && position.piece_at(to).is_none() && takers_meant.next().is_some() {
        let behind = position.ep_victim(to);
        let is_pawn_there = position.piece_at(behind) == Some(Piece { color: us.other(), role: Role::Pawn });
        let is_ep_rank = to.rank() == if us == Color::White { 5 } else { 2 };
        if is_pawn_there && is_ep_rank {
            return Refusal::EnPassantTooLate { to, pawn: behind };
        }
        return Refusal::NothingToCapture { to };
    }
    if !is_capture && let Some(by) = push_obstacle(position, request, to) {
        return Refusal::PawnBlocked { by };
    }
    let from = match (request.from_file, request.from_rank) {
        (Some(file), Some(rank)) => Some(Square::at(file, rank)),
        _ => None,
    };
    match from {
        Some(square) if !position.pieces(us, Role::Pawn).contains(square) => {
            not_there(position, Role::Pawn, request, to)
        }
        _ => Refusal::CannotReach { role: Role::Pawn, from, to },
    }
}

/// What an own pawn on the file of `to` would run into on its way there.
fn push_obstacle(position: &Position, request: &PieceRequest, to: Square) -> Option<Placed> {
    let us = position.turn();
    let (start_rank, forward) = if us == Color::White { (1, 1i8) } else { (6, -1) };
    let pawns = position.pieces(us, Role::Pawn);
    [1i8, 2].into_iter().find_map(|steps| {
        let rank = to.rank().checked_add_signed(-forward * steps).filter(|&rank| rank < 8)?;
        let is_step = steps == 1 || rank == start_rank;
        let from = Square::at(to.file(), rank);
        if !is_step || !pawns.contains(from) || request.from_rank.is_some_and(|asked| asked != rank) {
            return None;
        }
        let way = attacks::between(from.index(), to.index()) | to.bit();
        let square = Bitboard(way & position.occupied().0).first()?;
        Some(placed(position, square))
    })
}

fn not_there(position: &Position, role: Role, request: &PieceRequest, to: Square) -> Refusal {
    let other = position.origins(role, to).find(|&from| is_safe(position, role, from, to));
    Refusal::NotThere {
        role,
        file: request.from_file,
        rank: request.from_rank,
        other: other.map(|from| Move::normal(from, to)),
    }
}

/// No piece of this kind that fits the text gets to the square.
fn unreached(position: &Position, role: Role, request: &PieceRequest, to: Square) -> Refusal {
    let us = position.turn();
    let all = position.pieces(us, role);
    if all.is_empty() {
        return Refusal::NoSuchPiece { color: us, role };
    }
    let meant = Bitboard(all.0).filter(|from| {
        request.from_file.is_none_or(|file| file == from.file())
            && request.from_rank.is_none_or(|rank| rank == from.rank())
    });
    let mut meant_count = 0;
    let mut only = None;
    let mut blocked = None;
    for from in meant {
        meant_count += 1;
        only = Some(from);
        let between = attacks::between(from.index(), to.index()) & position.occupied().0;
        if blocked.is_none() && moves_that_way(role, from, to) && between != 0 {
            // The obstacle nearest to the piece is the one that is seen first.
            let nearest = Bitboard(between).min_by_key(|square| {
                square.rank().abs_diff(from.rank()).max(square.file().abs_diff(from.file()))
            });
            blocked = nearest.map(|square| (from, square));
        }
    }
    if meant_count == 0 {
        return not_there(position, role, request, to);
    }
    match blocked {
        Some((from, square)) => {
            let captures = position.piece_at(to).is_some();
            Refusal::Blocked { attempt: Attempt { role, from, to, captures }, by: placed(position, square) }
        }
        None => Refusal::CannotReach { role, from: only.filter(|_| meant_count == 1), to },
    }
}

/// Does a sliding piece on an empty board get from one square to the other?
fn moves_that_way(role: Role, from: Square, to: Square) -> bool {
    let lines = match role {
        Role::Bishop => attacks::bishop(from.index(), 0),
        Role::Rook => attacks::rook(from.index(), 0),
        Role::Queen => attacks::bishop(from.index(), 0) | attacks::rook(from.index(), 0),
        _ => 0,
    };
    lines & to.bit() != 0
}
