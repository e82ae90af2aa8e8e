//! Boards for the tests of this room.

use crate::chess::{Color, Piece, Position, Role, Square, Wing};

/// A position from a placement field and the side to move; a fourth-rank double step may be named by the square
/// passed over. `rights` as in a FEN, rooks on the outermost squares.
pub(crate) fn board(placement: &str, side: &str, rights: &str, passed: &str) -> Position {
    let mut position = Position::empty();
    for (row, text) in placement.split('/').enumerate() {
        let mut file = 0;
        for c in text.chars() {
            if let Some(empty) = c.to_digit(10) {
                file += empty as u8;
                continue;
            }
            let role = Role::ALL.into_iter().find(|r| r.letter() == c.to_ascii_uppercase()).expect("a piece");
            let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
            position.put(Piece { color, role }.code(), Square::at(file, 7 - row as u8).index());
            file += 1;
        }
    }
    for c in rights.chars().filter(|&c| c != '-') {
        let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
        let wing = if c.eq_ignore_ascii_case(&'k') { Wing::King } else { Wing::Queen };
        let rooks = position.pieces(color, Role::Rook).filter(|s| s.rank() == color.back_rank());
        let king = position.king(color);
        let rook = match wing {
            Wing::King => rooks.filter(|s| s.file() > king.file()).last(),
            Wing::Queen => rooks.filter(|s| s.file() < king.file()).last().and(
                position
                    .pieces(color, Role::Rook)
                    .find(|s| s.rank() == color.back_rank() && s.file() < king.file()),
            ),
        };
        position.grant(color, wing, rook.expect("a rook").index());
    }
    position.set_turn(if side == "w" { Color::White } else { Color::Black }, 1);
    if let Some(square) = Square::parse(passed.as_bytes()) {
        position.set_passed(square);
    }
    position
}
