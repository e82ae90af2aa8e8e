//! A game as every reader hands it over and every writer takes it: tags, start position, movetext.
//!
//! The movetext is a flat list, a variation between [`Item::Open`] and [`Item::Close`] behind the move it replaces,
//! so that 10,000 nested variations are no trouble to whoever holds, writes or drops it.

use crate::chess::{Move, Position};
use crate::notation::result::GameResult;
use crate::notation::{Language, MoveFacts};

/// Something in the movetext.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// A move, of the main line or of the variation that is open.
    Move {
        /// The move, and what its text shows.
        facts: MoveFacts,
        /// Plies from the beginning of move 1 to the position before it: `ply / 2 + 1` is its number, and Black's
        /// are odd.
        ply: u32,
    },
    /// A numeric annotation glyph to the move before it.
    Nag(u8),
    /// A comment without delimiters. Before the first move of a line it belongs to that line.
    Comment(String),
    /// `(=)`: the player of the move before it offers a draw.
    DrawOffer,
    /// Text that could not be read as moves, exactly as it stood. Writers keep it inside a comment.
    Rest(String),
    /// A variation begins: another move in place of the one before it.
    Open,
    /// The variation opened last ends.
    Close,
}

/// One game.
#[derive(Clone, Debug)]
pub struct Game {
    /// Place in its source, 1-based.
    pub number: u64,
    /// Line in its source on which it begins, 1-based.
    pub line: u64,
    /// Byte offset in its source (decompressed, before transcoding).
    pub offset: u64,
    /// Tag pairs in the order of the source, decoded; every name once.
    pub tags: Vec<(String, String)>,
    /// The position before the first move.
    pub start: Position,
    /// Castling is written as king takes rook in coordinates: the game says it is Chess960, or its rights need it.
    pub is_chess960: bool,
    /// The language its moves were written in; `None` if nothing tells, or German and English are mixed.
    pub language: Option<Language>,
    /// The movetext without its result.
    pub items: Vec<Item>,
    /// The result behind the moves, else that of the Result tag, else unfinished.
    pub result: GameResult,
    /// The main line was read to its end. If not, its [`Item::Rest`] stands behind the moves.
    pub is_whole: bool,
}

impl Game {
    /// A game without tags and moves from the classic start position.
    pub fn new() -> Game {
        Game {
            number: 1,
            line: 1,
            offset: 0,
            tags: Vec::new(),
            start: Position::start(),
            is_chess960: false,
            language: None,
            items: Vec::new(),
            result: GameResult::Unfinished,
            is_whole: true,
        }
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.0 == name).map(|tag| tag.1.as_str())
    }

    /// Sets a tag, in its place if it is there, else behind the others.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        match self.tags.iter_mut().find(|tag| tag.0 == name) {
            Some(tag) => tag.1 = value.into(),
            None => self.tags.push((name.to_owned(), value.into())),
        }
    }

    /// The moves of the main line with their facts.
    pub fn main_line(&self) -> impl Iterator<Item = &MoveFacts> {
        let mut depth = 0usize;
        self.items.iter().filter_map(move |item| {
            match item {
                Item::Open => depth += 1,
                Item::Close => depth = depth.saturating_sub(1),
                Item::Move { facts, .. } if depth == 0 => return Some(facts),
                _ => {}
            }
            None
        })
    }

    /// The moves of the main line.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.main_line().map(|facts| facts.mv)
    }

    /// Plies of the main line.
    pub fn plies(&self) -> usize {
        self.main_line().count()
    }

    /// The position after the main line.
    pub fn final_position(&self) -> Position {
        let mut position = self.start.clone();
        for mv in self.moves() {
            position.play(mv);
        }
        position
    }
}

impl Default for Game {
    fn default() -> Game {
        Game::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Square;

    fn push(game: &mut Game, position: &mut Position, from: &str, to: &str) {
        let square = |name: &str| Square::parse(name.as_bytes()).expect("a square");
        let mv = Move::normal(square(from), square(to));
        game.items.push(Item::Move { facts: MoveFacts::of(position, mv), ply: position.ply() });
        position.play(mv);
    }

    #[test]
    fn the_main_line_leaves_variations_out() {
        let mut game = Game::new();
        let mut position = game.start.clone();
        let start = position.clone();
        push(&mut game, &mut position, "e2", "e4");
        game.items.push(Item::Open);
        push(&mut game, &mut start.clone(), "d2", "d4");
        game.items.push(Item::Close);
        push(&mut game, &mut position, "e7", "e5");
        assert_eq!(game.plies(), 2);
        assert!(game.final_position().same_as(&position));
    }

    #[test]
    fn a_tag_is_set_in_its_place() {
        let mut game = Game::new();
        game.set_tag("White", "A");
        game.set_tag("Black", "B");
        game.set_tag("White", "C");
        assert_eq!(game.tags, [("White".to_owned(), "C".to_owned()), ("Black".to_owned(), "B".to_owned())]);
        assert_eq!(game.tag("Black"), Some("B"));
        assert_eq!(game.tag("Event"), None);
    }
}
