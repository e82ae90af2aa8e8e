//! PGN to PGN where nothing is to be said in another way: tags put in order, moves filled into lines.

use std::cmp::Ordering;

use crate::check::plain::PlainGame;
use crate::pgn::known_tag::KnownTag;
use crate::pgn::tags::Tag;

/// Writes plain games; keeps its memory.
#[derive(Debug, Default)]
pub struct PlainWriter {
    /// The tags of the game before, and the order in which they were written. Games of a collection are alike.
    known: Vec<Option<KnownTag>>,
    order: Vec<usize>,
    bytes: Vec<u8>,
}

/// Longest text of a move or number that is copied in one piece of fixed length.
const SHORT: usize = 16;

impl PlainWriter {
    /// Appends a game as [`super::pgn::write_game`] does in export format, lines of at most `width` characters, with
    /// the empty line behind it.
    pub fn write(&mut self, game: &PlainGame<'_>, width: usize, out: &mut String) {
        self.bytes.clear();
        self.sort(game);
        for tag in self.order.iter().filter_map(|index| game.tags.get(*index)) {
            self.bytes.extend_from_slice(game.text.get(tag.start..tag.end).unwrap_or_default());
            self.bytes.push(b'\n');
        }
        self.bytes.push(b'\n');
        self.moves(game, width);
        match std::str::from_utf8(&self.bytes) {
            Ok(text) => out.push_str(text),
            // Names and values were looked at, so it never comes to this.
            Err(_) => out.push_str(&String::from_utf8_lossy(&self.bytes)),
        }
    }

    /// The roster, then the others in ASCII order.
    fn sort(&mut self, game: &PlainGame<'_>) {
        let is_known = game.tags.iter().map(|tag| tag.known).eq(self.known.iter().copied());
        if is_known && self.known.iter().all(Option::is_some) {
            return;
        }
        self.known.clear();
        self.known.extend(game.tags.iter().map(|tag| tag.known));
        self.order.clear();
        self.order.extend(0..game.tags.len());
        self.order.sort_by(|a, b| match (game.tags.get(*a), game.tags.get(*b)) {
            (Some(a), Some(b)) => in_export(a, b, game.text),
            _ => Ordering::Equal,
        });
    }

    fn moves(&mut self, game: &PlainGame<'_>, width: usize) {
        let text = game.text.get(game.place.clone()).unwrap_or_default();
        let mut line = Line { out: &mut self.bytes, column: 0, width };
        let mut number = Number::new();
        for (index, place) in game.moves.iter().enumerate() {
            if index % 2 == 0 {
                line.put(&number.digits, number.length);
                number.advance();
            }
            let (start, length) = (place.start as usize, place.len());
            match text.get(start..start + SHORT).map(<[u8; SHORT]>::try_from) {
                Some(Ok(chunk)) if length <= SHORT => line.put(&chunk, length),
                _ => line.put_long(text.get(start..start + length).unwrap_or_default()),
            }
        }
        line.put_long(game.result.export().as_bytes());
        self.bytes.extend_from_slice(b"\n\n");
    }
}

fn in_export(a: &Tag, b: &Tag, text: &[u8]) -> Ordering {
    let others = KnownTag::ROSTER.len();
    let rank = |tag: &Tag| tag.known.map_or(others, |known| (known as usize).min(others));
    let by_name = if rank(a) == others { a.name_in(text).cmp(b.name_in(text)) } else { Ordering::Equal };
    rank(a).cmp(&rank(b)).then(by_name)
}

/// A line that is being filled.
struct Line<'o> {
    out: &'o mut Vec<u8>,
    column: usize,
    width: usize,
}

impl Line<'_> {
    #[inline(always)]
    fn blank(&mut self, length: usize) {
        if self.column > 0 {
            let breaks = self.column + 1 + length > self.width;
            self.out.push(if breaks { b'\n' } else { b' ' });
            self.column = if breaks { 0 } else { self.column + 1 };
        }
        self.column += length;
    }

    /// The first bytes of a chunk, copied whole and cut: a copy of fixed length needs no call.
    #[inline(always)]
    fn put(&mut self, chunk: &[u8; SHORT], length: usize) {
        self.blank(length);
        let end = self.out.len() + length;
        self.out.extend_from_slice(chunk);
        self.out.truncate(end);
    }

    fn put_long(&mut self, token: &[u8]) {
        self.blank(token.len());
        self.out.extend_from_slice(token);
    }
}

/// A move number with its full stop, counted up as text.
struct Number {
    digits: [u8; SHORT],
    length: usize,
}

impl Number {
    fn new() -> Number {
        let mut digits = [0; SHORT];
        digits[0] = b'1';
        digits[1] = b'.';
        Number { digits, length: 2 }
    }

    #[inline(always)]
    fn advance(&mut self) {
        match self.digits.get_mut(self.length - 2) {
            Some(last) if *last < b'9' => *last += 1,
            _ => self.carry(),
        }
    }

    #[cold]
    fn carry(&mut self) {
        let digits = self.digits.get_mut(..self.length - 1).unwrap_or_default();
        for digit in digits.iter_mut().rev() {
            if *digit < b'9' {
                *digit += 1;
                return;
            }
            *digit = b'0';
        }
        // All were nines.
        if let Some(digits) = self.digits.get_mut(..=self.length) {
            digits.fill(b'0');
            if let [first, .., stop] = digits {
                (*first, *stop) = (b'1', b'.');
            }
            self.length += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_counted_up() {
        let mut number = Number::new();
        for expected in 1..=10_100 {
            assert_eq!(&number.digits[..number.length], format!("{expected}.").as_bytes());
            number.advance();
        }
    }

    #[test]
    fn lines_are_filled_greedily() {
        let mut out = Vec::new();
        let mut line = Line { out: &mut out, column: 0, width: 8 };
        for token in ["1.", "e4", "e5", "2.", "Nf3"] {
            let mut chunk = [b'#'; SHORT];
            chunk[..token.len()].copy_from_slice(token.as_bytes());
            line.put(&chunk, token.len());
        }
        assert_eq!(out, b"1. e4 e5\n2. Nf3");
    }
}
