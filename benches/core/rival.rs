//! cozy-chess replays: candidates by `generate_moves_for` and a filter.

use cozy_chess::{BitBoard, Board, Color, File, Move, Piece, Rank, Square};

use super::games::Games;
use super::san::San;

/// Plies played, and the keys of all final positions mixed.
pub(crate) fn replay(games: &Games) -> (u64, u64) {
    let start = Board::startpos();
    let mut board = start.clone();
    let (mut plies, mut keys) = (0, 0_u64);
    let mut broken = false;
    for token in games.tokens() {
        let Some(token) = token else {
            keys = keys.rotate_left(1) ^ board.hash();
            board = start.clone();
            broken = false;
            continue;
        };
        if broken {
            continue;
        }
        match San::parse(token).and_then(|san| find(&board, san)) {
            Some(mv) => {
                board.play_unchecked(mv);
                plies += 1;
            }
            None => broken = true,
        }
    }
    (plies, keys)
}

fn find(board: &Board, san: San) -> Option<Move> {
    let side = board.side_to_move();
    let piece = role(san.piece)?;
    let mut from = board.colored_pieces(side, piece);
    if let Some(file) = san.file {
        from &= File::index(usize::from(file)).bitboard();
    }
    if let Some(rank) = san.rank {
        from &= Rank::index(usize::from(rank)).bitboard();
    }
    let to = match san.castling {
        Some(short) => castling_target(board, side, short)?,
        None => Square::index(san.to),
    };
    let promotion = san.promotion.and_then(role);
    let (mut found, mut more) = (None, false);
    board.generate_moves_for(from, |moves| {
        if !(moves.to & BitBoard::from(to)).is_empty() {
            more |= found.is_some();
            found = Some(Move { from: moves.from, to, promotion });
        }
        false
    });
    found.filter(|_| !more)
}

fn role(letter: u8) -> Option<Piece> {
    Some(match letter {
        b'P' => Piece::Pawn,
        b'N' => Piece::Knight,
        b'B' => Piece::Bishop,
        b'R' => Piece::Rook,
        b'Q' => Piece::Queen,
        b'K' => Piece::King,
        _ => return None,
    })
}

/// Castling is king takes own rook there.
fn castling_target(board: &Board, side: Color, short: bool) -> Option<Square> {
    let rights = board.castle_rights(side);
    let file = if short { rights.short } else { rights.long };
    Some(Square::new(file?, Rank::First.relative_to(side)))
}
