//! A board drawn as an SVG picture.

use svg::Document;
use svg::node::Text as Words;
use svg::node::element::{Group, Rectangle, Text, Title};

use crate::chess::{Color, Move, Position, Role, Square};

/// Side of a square, in user units.
const SIDE: u32 = 45;
/// Width of the margin with the letters and numbers.
const MARGIN: u32 = 20;
/// Colours: light and dark squares, the same of the last move.
const LIGHT: &str = "#f0d9b5";
const DARK: &str = "#b58863";
const LIGHT_MOVED: &str = "#cdd26a";
const DARK_MOVED: &str = "#aaa23a";

/// The board, White below, the squares of the last move marked. `title` is what a viewer tells of it.
pub fn board_svg(position: &Position, last: Option<Move>, title: &str) -> String {
    let size = 8 * SIDE + 2 * MARGIN;
    let mut squares = Group::new();
    let mut pieces = Group::new()
        .set("font-family", "'DejaVu Sans', 'Segoe UI Symbol', 'Noto Sans Symbols2', sans-serif")
        .set("font-size", 36)
        .set("text-anchor", "middle");
    for rank in (0..8u8).rev() {
        for file in 0..8u8 {
            let (x, y) = (MARGIN + SIDE * u32::from(file), MARGIN + SIDE * u32::from(7 - rank));
            let square = Square::at(file, rank);
            let is_moved = last.is_some_and(|mv| !mv.is_null() && (mv.from() == square || mv.to() == square));
            let colour = match ((file + rank) % 2 == 0, is_moved) {
                (true, false) => DARK,
                (true, true) => DARK_MOVED,
                (false, false) => LIGHT,
                (false, true) => LIGHT_MOVED,
            };
            let field = Rectangle::new().set("x", x).set("y", y).set("width", SIDE).set("height", SIDE);
            squares = squares.add(field.set("fill", colour));
            if let Some(piece) = position.piece_at(square) {
                let (fill, stroke) =
                    if piece.color == Color::White { ("#fff", "#000") } else { ("#000", "#fff") };
                pieces = pieces.add(
                    Text::new(figure(piece.role))
                        .set("x", x + SIDE / 2)
                        .set("y", y + 36)
                        .set("fill", fill)
                        .set("stroke", stroke)
                        .set("stroke-width", 0.8),
                );
            }
        }
    }
    let mut names = Group::new().set("font-family", "sans-serif").set("font-size", 12);
    names = names.set("text-anchor", "middle");
    for (index, (letter, number)) in ('a'..='h').zip('1'..='8').enumerate() {
        let along = MARGIN + SIDE * index as u32 + SIDE / 2;
        let below = MARGIN + 8 * SIDE + 14;
        names = names.add(Text::new(letter).set("x", along).set("y", below));
        names = names.add(Text::new(number).set("x", MARGIN / 2).set("y", size - along + 4));
    }
    let document = Document::new()
        .set("viewBox", (0, 0, size, size))
        .set("width", size)
        .set("height", size)
        .add(Title::new("").add(Words::new(printable(title))))
        .add(squares)
        .add(names)
        .add(pieces);
    document.to_string()
}

/// XML has no way to write most control characters.
fn printable(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') { ' ' } else { c })
        .collect()
}

/// The filled figure of a piece, with the sign that keeps viewers from showing it as an emoji.
fn figure(role: Role) -> &'static str {
    match role {
        Role::King => "♚\u{fe0e}",
        Role::Queen => "♛\u{fe0e}",
        Role::Rook => "♜\u{fe0e}",
        Role::Bishop => "♝\u{fe0e}",
        Role::Knight => "♞\u{fe0e}",
        Role::Pawn => "♟\u{fe0e}",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_pieces_and_the_last_move_are_drawn() {
        let fen = b"4k3/8/8/8/4P3/8/8/4K3 b - - 0 1";
        let position = Position::from_fen_strict(fen).expect("a position");
        let square = |name: &[u8]| Square::parse(name).expect("a square");
        let last = Move::normal(square(b"e2"), square(b"e4"));
        let picture = board_svg(&position, Some(last), "A < B & \u{1b}C");
        assert_eq!(picture.matches("<rect ").count(), 64);
        assert_eq!(picture.matches('♚').count(), 2);
        assert_eq!(picture.matches('♟').count(), 1);
        assert_eq!(picture.matches(LIGHT_MOVED).count() + picture.matches(DARK_MOVED).count(), 2);
        assert!(picture.contains("A &lt; B &amp;  C"), "{picture}");
    }
}
