//! A board drawn with characters, for people at a terminal.

use crate::chess::{Color, Piece, Position, Role, Square};

/// Appends the board, White below: eight lines with the number of the rank and a ninth with the letters of the files.
/// Pieces are Unicode figures, those of White hollow; empty squares are points.
pub fn draw_board(position: &Position, out: &mut String) {
    for rank in (0..8).rev() {
        out.push(char::from(b'1' + rank));
        for file in 0..8 {
            out.push(' ');
            out.push(position.piece_at(Square::at(file, rank)).map_or('.', figure));
        }
        out.push('\n');
    }
    out.push_str("  a b c d e f g h\n");
}

/// The Unicode figure of a piece.
fn figure(piece: Piece) -> char {
    let (white, black) = match piece.role {
        Role::King => ('♔', '♚'),
        Role::Queen => ('♕', '♛'),
        Role::Rook => ('♖', '♜'),
        Role::Bishop => ('♗', '♝'),
        Role::Knight => ('♘', '♞'),
        Role::Pawn => ('♙', '♟'),
    };
    if piece.color == Color::White { white } else { black }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_has_its_square() {
        let fen = b"r3k1n1/1p6/8/8/8/2B5/6PQ/4KN1b w - - 0 1";
        let mut board = String::new();
        draw_board(&Position::from_fen_strict(fen).unwrap(), &mut board);
        let expected = "\
8 ♜ . . . ♚ . ♞ .
7 . ♟ . . . . . .
6 . . . . . . . .
5 . . . . . . . .
4 . . . . . . . .
3 . . ♗ . . . . .
2 . . . . . . ♙ ♕
1 . . . . ♔ ♘ . ♝
  a b c d e f g h
";
        assert_eq!(board, expected);
    }
}
