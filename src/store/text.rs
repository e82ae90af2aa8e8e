//! What stands between the moves of a game: comments, glyphs, variations, text that could not be read.
//!
//! A row is a list of entries, each a number of variable length `n × 8 + kind` and what follows it:
//!
//! | kind | what | follows |
//! |---|---|---|
//! | 0 | `n` more moves of the main line | |
//! | 1 | the glyph `$n` | |
//! | 2 | a comment | `n` bytes of UTF-8 |
//! | 3 | text that could not be read as moves | `n` bytes of UTF-8 |
//! | 4 | the offer of a draw | |
//! | 5 | a variation begins | |
//! | 6 | it ends | |
//! | 7 | `n` moves of a variation | two bytes each |
//!
//! Behind the last entry follow the moves of the main line that are left.

use super::varint::{self, Cursor};
use crate::chess::{Move, Position};
use crate::notation::MoveFacts;
use crate::replay::game::Item;

const MAIN: u64 = 0;
const NAG: u64 = 1;
const COMMENT: u64 = 2;
const REST: u64 = 3;
const OFFER: u64 = 4;
const OPEN: u64 = 5;
const CLOSE: u64 = 6;
const LINE: u64 = 7;

/// Appends the row of a game's movetext; nothing if there is nothing but moves of the main line.
pub(crate) fn encode(items: &[Item], out: &mut Vec<u8>) {
    let (mut depth, mut main) = (0usize, 0u64);
    let mut line: Vec<u8> = Vec::new();
    for item in items {
        if let Item::Move { facts, .. } = item {
            if depth == 0 {
                main += 1;
            } else {
                line.extend_from_slice(&facts.mv.bits().to_le_bytes());
            }
            continue;
        }
        close_moves(&mut main, &mut line, out);
        match item {
            Item::Move { .. } => {}
            Item::Nag(nag) => entry(NAG, u64::from(*nag), out),
            Item::Comment(text) => text_entry(COMMENT, text, out),
            Item::Rest(text) => text_entry(REST, text, out),
            Item::DrawOffer => entry(OFFER, 0, out),
            Item::Open => {
                depth += 1;
                entry(OPEN, 0, out);
            }
            Item::Close => {
                depth = depth.saturating_sub(1);
                entry(CLOSE, 0, out);
            }
        }
    }
    if depth > 0 {
        close_moves(&mut main, &mut line, out);
    }
}

/// The row of a comment before everything else, to be put before another row.
pub(crate) fn comment(text: &str, out: &mut Vec<u8>) {
    text_entry(COMMENT, text, out);
}

/// Appends a comment behind everything else to the row of a game of so many plies.
pub(crate) fn comment_behind(text: &str, plies: u32, row: &mut Vec<u8>) {
    let told = told_moves(row).unwrap_or(0);
    let left = u64::from(plies).saturating_sub(told);
    if left > 0 {
        entry(MAIN, left, row);
    }
    text_entry(COMMENT, text, row);
}

/// How many moves of the main line the entries of a row tell of.
fn told_moves(row: &[u8]) -> Option<u64> {
    let (mut cursor, mut told) = (Cursor::new(row), 0u64);
    while !cursor.is_empty() {
        let entry = cursor.number()?;
        let (kind, number) = (entry & 7, entry >> 3);
        match kind {
            MAIN => told = told.saturating_add(number),
            COMMENT | REST => drop(cursor.take(number)?),
            LINE => drop(cursor.take(number.checked_mul(2)?)?),
            _ => {}
        }
    }
    Some(told)
}

fn entry(kind: u64, number: u64, out: &mut Vec<u8>) {
    varint::put(out, number << 3 | kind);
}

fn text_entry(kind: u64, text: &str, out: &mut Vec<u8>) {
    entry(kind, text.len() as u64, out);
    out.extend_from_slice(text.as_bytes());
}

fn close_moves(main: &mut u64, line: &mut Vec<u8>, out: &mut Vec<u8>) {
    if *main > 0 {
        entry(MAIN, *main, out);
        *main = 0;
    }
    if !line.is_empty() {
        entry(LINE, line.len() as u64 / 2, out);
        out.append(line);
    }
}

/// A line of play while the row is read.
struct Level {
    position: Position,
    /// The position before its last move: there a variation begins.
    before: Option<Position>,
}

impl Level {
    fn play(&mut self, mv: Move, items: &mut Vec<Item>) {
        let facts = MoveFacts::of(&self.position, mv);
        items.push(Item::Move { facts, ply: self.position.ply() });
        let slot = self.before.get_or_insert_with(|| self.position.clone());
        slot.clone_from(&self.position);
        self.position.play(mv);
    }
}

/// Reads a row: the items of a game that begins at `start` and has these moves in its main line. `None` if the bytes
/// are no row.
pub(crate) fn decode(row: &[u8], start: &Position, moves: impl Iterator<Item = Move>) -> Option<Vec<Item>> {
    let mut moves = moves;
    let mut items = Vec::with_capacity(moves.size_hint().0 + row.len() / 8);
    let mut levels = vec![Level { position: start.clone(), before: None }];
    let mut cursor = Cursor::new(row);
    while !cursor.is_empty() {
        let entry = cursor.number()?;
        let (kind, number) = (entry & 7, entry >> 3);
        let depth = levels.len();
        let level = levels.last_mut()?;
        match kind {
            MAIN if depth == 1 => {
                for _ in 0..number {
                    level.play(moves.next()?, &mut items);
                }
            }
            LINE if depth > 1 => {
                for bytes in cursor.take(number.checked_mul(2)?)?.chunks_exact(2) {
                    let bits = bytes.first_chunk::<2>().map_or(0, |pair| u16::from_le_bytes(*pair));
                    level.play(Move::from_bits(bits), &mut items);
                }
            }
            NAG => items.push(Item::Nag(u8::try_from(number).ok()?)),
            COMMENT | REST => {
                let text = std::str::from_utf8(cursor.take(number)?).ok()?.to_owned();
                items.push(if kind == COMMENT { Item::Comment(text) } else { Item::Rest(text) });
            }
            OFFER => items.push(Item::DrawOffer),
            OPEN => {
                let position = level.before.as_ref().unwrap_or(&level.position).clone();
                levels.push(Level { position, before: None });
                items.push(Item::Open);
            }
            CLOSE if depth > 1 => {
                levels.pop();
                items.push(Item::Close);
            }
            _ => return None,
        }
    }
    let level = levels.first_mut()?;
    for mv in moves {
        level.play(mv, &mut items);
    }
    Some(items)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Square;
    use proptest::prelude::*;

    fn mv(text: &str) -> Move {
        let square = |range: std::ops::Range<usize>| Square::parse(text[range].as_bytes()).expect("a square");
        Move::normal(square(0..2), square(2..4))
    }

    fn played(position: &mut Position, text: &str) -> Item {
        let mv = mv(text);
        let item = Item::Move { facts: MoveFacts::of(position, mv), ply: position.ply() };
        position.play(mv);
        item
    }

    fn game() -> Vec<Item> {
        let mut main = Position::start();
        let start = main.clone();
        let mut items = vec![Item::Comment("before".into()), played(&mut main, "e2e4"), Item::Nag(1)];
        items.push(Item::Open);
        let mut line = start;
        items.push(played(&mut line, "d2d4"));
        let after_d4 = line.clone();
        items.push(played(&mut line, "d7d5"));
        items.push(Item::Open);
        let mut inner = after_d4;
        items.push(played(&mut inner, "g8f6"));
        items.extend([Item::Close, Item::Comment("ü".into()), played(&mut line, "c2c4"), Item::Close]);
        items.extend([played(&mut main, "e7e5"), Item::DrawOffer, played(&mut main, "g1f3")]);
        items.push(Item::Rest("2... Qz9".into()));
        items
    }

    fn main_line(items: &[Item]) -> Vec<Move> {
        let game = crate::replay::game::Game { items: items.to_vec(), ..crate::replay::game::Game::new() };
        game.moves().collect()
    }

    #[test]
    fn movetext_comes_back() {
        let items = game();
        let mut row = Vec::new();
        encode(&items, &mut row);
        let read = decode(&row, &Position::start(), main_line(&items).into_iter());
        assert_eq!(read, Some(items));
    }

    #[test]
    fn a_comment_behind_everything_stands_behind_the_last_move() {
        let mut position = Position::start();
        let plain = vec![played(&mut position, "e2e4"), played(&mut position, "e7e5")];
        for items in [game(), plain] {
            let moves = main_line(&items);
            let mut row = Vec::new();
            encode(&items, &mut row);
            comment_behind("the end", moves.len() as u32, &mut row);
            let read = decode(&row, &Position::start(), moves.into_iter());
            let with_comment: Vec<Item> =
                items.into_iter().chain([Item::Comment("the end".into())]).collect();
            assert_eq!(read, Some(with_comment));
        }
    }

    #[test]
    fn moves_alone_take_nothing() {
        let mut position = Position::start();
        let items = vec![played(&mut position, "e2e4"), played(&mut position, "e7e5")];
        let mut row = Vec::new();
        encode(&items, &mut row);
        assert!(row.is_empty());
        assert_eq!(decode(&row, &Position::start(), main_line(&items).into_iter()), Some(items));
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_without_harm(row in prop::collection::vec(any::<u8>(), 0..60)) {
            let read = decode(&row, &Position::start(), [mv("e2e4"), mv("e7e5")].into_iter());
            prop_assert!(read.is_none_or(|items| items.len() <= 2 + row.len()));
        }
    }
}
