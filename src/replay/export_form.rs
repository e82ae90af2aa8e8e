//! Is a move spelled as PGN export format spells it? Asked of the few that are no plain moves: whatever is certain here
//! need not be written anew by those who copy games.

use crate::chess::{Move, Wing};
use crate::pgn::{Token, bytes};

/// The right mark `#` behind the token, and nothing else.
pub(super) fn is_mate_mark(text: &[u8], end: usize) -> bool {
    bytes::byte(text, end) == b'#' && ends_move(text, end + 1)
}

/// Is this token, with the mark behind it, the text of the move? Nothing was remarked about it, so signs that stand
/// there are right. Known here are pawns' moves, promotions and castling.
pub(super) fn is_export_form(text: &[u8], token: Token, mv: Move, is_check: bool) -> bool {
    let (start, end) = (token.start as usize, token.end as usize);
    let Some(move_text) = text.get(start..end) else { return false };
    let behind = if is_check { end + 1 } else { end };
    if (is_check && !matches!(bytes::byte(text, end), b'+' | b'#')) || !ends_move(text, behind) {
        return false;
    }
    let (from, to) = (mv.from(), mv.to());
    match mv.wing() {
        Some(Wing::King) => return move_text == b"O-O",
        Some(Wing::Queen) => return move_text == b"O-O-O",
        None => {}
    }
    let target = [to.file_char() as u8, to.rank_char() as u8];
    let rest = if from.file() == to.file() {
        move_text.strip_prefix(&target)
    } else {
        move_text.strip_prefix(&[from.file_char() as u8, b'x']).and_then(|rest| rest.strip_prefix(&target))
    };
    match (rest, mv.promoted()) {
        (Some([]), None) => true,
        (Some([b'=', letter]), Some(role)) => char::from(*letter) == role.letter(),
        _ => false,
    }
}

/// Does nothing stand there that could still belong to a move?
fn ends_move(text: &[u8], at: usize) -> bool {
    at >= text.len() || matches!(bytes::byte(text, at), b' ' | b'\n' | b'\r' | b'\t')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Role, Square};

    fn sq(name: &str) -> Square {
        Square::parse(name.as_bytes()).expect("a square")
    }

    fn is_right(text: &str, length: u32, mv: Move, is_check: bool) -> bool {
        is_export_form(text.as_bytes(), Token { start: 0, end: length }, mv, is_check)
    }

    #[test]
    fn pawns_promotions_and_castling_are_known() {
        let queen = Move::promotion(sq("e7"), sq("e8"), Role::Queen);
        assert!(is_right("e8=Q 5.", 4, queen, false));
        assert!(is_right("e8=Q+\n", 4, queen, true));
        assert!(is_right("e8=Q#", 4, queen, true));
        assert!(!is_right("e8=Q", 4, queen, true));
        assert!(!is_right("e8=R ", 4, queen, false));
        assert!(!is_right("e8Q ", 3, queen, false));
        assert!(!is_right("e8=Q! ", 4, queen, false));
        assert!(!is_right("e8=Q+! ", 4, queen, true));
        let takes = Move::en_passant(sq("d5"), sq("e6"));
        assert!(is_right("dxe6 ", 4, takes, false));
        assert!(!is_right("de6 ", 3, takes, false));
        assert!(!is_right("d5xe6 ", 5, takes, false));
        assert!(!is_right("dxe6{", 4, takes, false));
        // A knight's move between two files looks like no pawn's.
        assert!(!is_right("Ne4 ", 3, Move::normal(sq("c3"), sq("e4")), false));
        assert!(is_mate_mark(b"Qf7# 1-0", 3));
        assert!(!is_mate_mark(b"Qf7#!", 3));
        assert!(!is_mate_mark(b"Qf7++", 3));
    }
}
