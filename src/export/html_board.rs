//! Boards on web pages, drawn by the page itself: `html_board.svg` has the pieces and the empty board, once on a page, and
//! `html_board.css` how they look.

use std::fmt::Write as _;

use crate::chess::{Color, Move, Position, Square};

/// What the picture of a board shows: squares are 5 wide, from (0, 0) on, and round them are a rim and coordinates.
const BOARD: &str = "-2 -.3 42.3 42.3";

/// The board without pieces, of the same size.
const SQUARES: &str = "<use href=\"#board\" x=\"-2\" y=\"-.3\" width=\"42.3\" height=\"42.3\"/>";

/// Appends the board, White below, the squares of the last move marked. The label is what is read aloud.
pub(super) fn write_board(position: &Position, last: Option<Move>, label: &str, out: &mut String) {
    let _ = write!(out, "<svg viewBox=\"{BOARD}\" role=\"img\" aria-label=\"");
    escape(label, out);
    let _ = write!(out, "\">{SQUARES}");
    let place = |square: Square| (u32::from(square.file()) * 5, u32::from(7 - square.rank()) * 5);
    if let Some(mv) = last.filter(|mv| !mv.is_null()) {
        for square in [mv.from(), mv.to()] {
            let (x, y) = place(square);
            let _ = write!(out, "<path class=\"mk\" d=\"M{x} {y}h5v5h-5z\"/>");
        }
    }
    for square in position.occupied() {
        let Some(piece) = position.piece_at(square) else { continue };
        let (x, y) = place(square);
        let class = if piece.color == Color::White { 'w' } else { 'b' };
        let _ = write!(
            out,
            "<use class=\"{class}\" href=\"#{}\" x=\"{x}\" y=\"{y}\" width=\"5\" height=\"5\"/>",
            piece.role.letter().to_ascii_lowercase()
        );
    }
    out.push_str("</svg>");
}

/// Appends text so that none of it is taken for markup.
pub(super) fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
}
