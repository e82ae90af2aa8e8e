//! The board core of zug replays: candidates from the squares that reach the target, legality from pins and checks.

use zug::chess::{Bitboard, Move, Position, Role, Square, Wing};

use super::games::Games;
use super::san::San;

/// Plies played, and the keys of all final positions mixed.
pub(crate) fn replay(games: &Games) -> (u64, u64) {
    let start = Position::start();
    let mut position = start.clone();
    let (mut plies, mut keys) = (0, 0_u64);
    let mut broken = false;
    for token in games.tokens() {
        let Some(token) = token else {
            keys = keys.rotate_left(1) ^ position.key();
            position = start.clone();
            broken = false;
            continue;
        };
        if broken {
            continue;
        }
        match San::parse(token).and_then(|san| find(&position, san)) {
            Some(mv) => {
                position.play(mv);
                plies += 1;
            }
            None => broken = true,
        }
    }
    (plies, keys)
}

fn find(position: &Position, san: San) -> Option<Move> {
    if let Some(short) = san.castling {
        return position.castling(if short { Wing::King } else { Wing::Queen }).ok();
    }
    let role = role(san.piece)?;
    let to = Square::new(san.to);
    let (mut found, mut more) = (None, false);
    for from in position.origins(role, to) {
        if san.file.is_some_and(|file| file != from.file())
            || san.rank.is_some_and(|rank| rank != from.rank())
        {
            continue;
        }
        let passes = role == Role::Pawn && from.file() != to.file() && position.passed_square() == Some(to);
        let victim = if passes { Bitboard(Square::new(to.index() ^ 8).bit()) } else { Bitboard::EMPTY };
        if position.exposes_king(from, to, victim).is_empty() {
            more |= found.is_some();
            found = Some(match san.promotion.and_then(self::role) {
                Some(promoted) => Move::promotion(from, to, promoted),
                None if passes => Move::en_passant(from, to),
                None => Move::normal(from, to),
            });
        }
    }
    found.filter(|_| !more)
}

fn role(letter: u8) -> Option<Role> {
    Some(match letter {
        b'P' => Role::Pawn,
        b'N' => Role::Knight,
        b'B' => Role::Bishop,
        b'R' => Role::Rook,
        b'Q' => Role::Queen,
        b'K' => Role::King,
        _ => return None,
    })
}
