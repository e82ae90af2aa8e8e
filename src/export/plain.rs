//! PGN to PGN for games that are in order as they stand: tags put in order, moves copied or spelled in another style,
//! and filled into lines.

use std::cmp::Ordering;

use super::pgn::{PgnOptions, TagOrder, result_text};
use super::sink::Sink;
use crate::check::plain::PlainGame;
use crate::chess::Position;
use crate::chess::mailbox::Mailbox;
use crate::notation::pen::LONGEST;
use crate::notation::spell::{names_victims, spell, with_mark};
use crate::notation::{ResultStyle, Style};
use crate::pgn::known_tag::KnownTag;
use crate::pgn::tags::Tag;
use crate::replay::{MovesAre, PlainMove};

/// Writes plain games; keeps its memory.
#[derive(Debug)]
pub struct PlainWriter {
    width: usize,
    /// How the moves are written, if they are not copied.
    style: Option<Style>,
    result: ResultStyle,
    /// How the tags of the last games were put in order. Games of a collection are alike.
    orders: Vec<TagSorting>,
    /// The one that is replaced next.
    oldest: usize,
    bytes: Vec<u8>,
}

/// The tags of a game, all of them known, and the order in which they are written.
#[derive(Debug)]
struct TagSorting {
    known: Vec<KnownTag>,
    order: Vec<usize>,
}

/// So many are remembered.
const SORTINGS: usize = 8;

/// Longest text of a move or number that is copied in one piece of fixed length.
const SHORT: usize = 16;

impl PlainWriter {
    /// A writer, if the options are for it: tags in export order, castling in coordinates as classic games have it.
    pub fn new(options: &PgnOptions) -> Option<PlainWriter> {
        if options.tag_order != TagOrder::Export || options.style.chess960 {
            return None;
        }
        // Of a plain game only moves and result are written in a style.
        let unstyled = Style {
            result: Style::PGN.result,
            judgements: Style::PGN.judgements,
            draw_offer: Style::PGN.draw_offer,
            ..options.style
        };
        let style = (unstyled != Style::PGN).then_some(options.style);
        let result = options.style.result;
        let (orders, bytes) = (Vec::new(), Vec::new());
        Some(PlainWriter { width: options.width, style, result, orders, oldest: 0, bytes })
    }

    /// Appends a game as [`super::pgn::write_game`] does, with the empty line behind it. False if it cannot; then nothing is
    /// appended.
    pub fn write(&mut self, game: &PlainGame<'_>, out: &mut String) -> bool {
        if !game.are_tags_plain() || game.spelling != MovesAre::Exact {
            return false;
        }
        let sorting = self.sorting(game);
        // Never too short: a move has a blank before it, every other one a number.
        let tags: usize = game.tags.iter().map(|tag| tag.end - tag.start + 1).sum();
        let most = tags + game.plies.len() * (LONGEST + 1 + SHORT) + 3 * LONGEST;
        let mut line = Line { sink: Sink::new(&mut self.bytes, most), column: 0, width: self.width };
        let order = self.orders.get(sorting).map_or(&[][..], |sorting| sorting.order.as_slice());
        for tag in order.iter().filter_map(|index| game.tags.get(*index)) {
            line.sink.copy(game.text.get(tag.start..tag.end).unwrap_or_default());
            line.sink.put(b"\n");
        }
        line.sink.put(b"\n");
        let text = game.text.get(game.place.clone()).unwrap_or_default();
        match &self.style {
            None => moves(text, game.moves(), &mut line),
            Some(style) => styled_moves(text, game.moves(), style, &mut line),
        }
        line.word(result_text(game.result, self.result));
        line.sink.put(b"\n\n");
        line.sink.append_to(out)
    }

    /// The index of the sorting for this game: the roster, then the others in ASCII order.
    fn sorting(&mut self, game: &PlainGame<'_>) -> usize {
        let known = || game.tags.iter().map(|tag| tag.known);
        let is_same = |sorting: &TagSorting| known().eq(sorting.known.iter().copied().map(Some));
        if let Some(found) = self.orders.iter().position(is_same) {
            return found;
        }
        let mut order: Vec<usize> = (0..game.tags.len()).collect();
        order.sort_by(|a, b| match (game.tags.get(*a), game.tags.get(*b)) {
            (Some(a), Some(b)) => in_export(a, b, game.text),
            _ => Ordering::Equal,
        });
        // Names that nobody knows are no part of what is remembered: the next game may have others.
        let known = known().collect::<Option<Vec<_>>>().unwrap_or_default();
        let new = TagSorting { known, order };
        if self.orders.len() < SORTINGS {
            self.orders.push(new);
            return self.orders.len() - 1;
        }
        let index = self.oldest;
        self.oldest = (index + 1) % SORTINGS;
        if let Some(slot) = self.orders.get_mut(index) {
            *slot = new;
        }
        index
    }
}

/// The moves as they stand.
fn moves(text: &[u8], mut moves: impl Iterator<Item = PlainMove>, line: &mut Line<'_>) {
    let mut number = Number::new();
    let put = |mv: PlainMove, line: &mut Line<'_>| {
        let (start, length) = (mv.start as usize, mv.length as usize);
        match text.get(start..start + SHORT).map(<[u8; SHORT]>::try_from) {
            Some(Ok(chunk)) if length <= SHORT => line.put(&chunk, length),
            _ => {
                line.blank(length);
                line.sink.copy(text.get(start..start + length).unwrap_or_default());
            }
        }
    };
    while let Some(white) = moves.next() {
        line.put(&number.digits, number.length);
        number.advance();
        put(white, line);
        if let Some(black) = moves.next() {
            put(black, line);
        }
    }
}

/// The moves in a style.
fn styled_moves(text: &[u8], moves: impl Iterator<Item = PlainMove>, style: &Style, line: &mut Line<'_>) {
    let mut number = Number::new();
    let mut board = names_victims(style).then(|| Mailbox::new(Position::classic()));
    for (index, PlainMove { start, length, mv, .. }) in moves.enumerate() {
        if index % 2 == 0 {
            line.put(&number.digits, number.length);
            number.advance();
        }
        let san = text.get(start as usize..start as usize + length as usize).unwrap_or_default();
        let victim = board.as_mut().and_then(|board| {
            let victim = board.piece(mv.to()).map(|piece| piece.role);
            board.play(mv);
            victim
        });
        let spelled = spell(style, san, mv, victim);
        if let Some((first, second)) = with_mark(&spelled, mv) {
            // `exd6 e.p.`: a line may end between them.
            line.word(first);
            line.word(second);
            continue;
        }
        line.blank(spelled.width());
        match spelled.bytes.first_chunk::<SHORT>() {
            Some(chunk) if spelled.length <= SHORT => line.sink.chunk(chunk, spelled.length),
            _ => line.sink.copy(spelled.as_str().as_bytes()),
        }
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
    sink: Sink<'o>,
    /// Characters in the line.
    column: usize,
    width: usize,
}

impl Line<'_> {
    /// The blank or line end before a token of so many characters.
    #[inline(always)]
    fn blank(&mut self, width: usize) {
        let is_first = self.column == 0;
        let breaks = self.column + 1 + width > self.width;
        // What is written before the first token is written over.
        self.sink.set(if breaks { b'\n' } else { b' ' });
        self.sink.at += usize::from(!is_first);
        let before = if breaks | is_first { 0 } else { self.column + 1 };
        self.column = before + width;
    }

    /// A token of so many bytes, all of one character.
    #[inline(always)]
    fn put(&mut self, chunk: &[u8; SHORT], length: usize) {
        self.blank(length);
        self.sink.chunk(chunk, length);
    }

    fn word(&mut self, word: &str) {
        self.blank(word.chars().count());
        self.sink.copy(word.as_bytes());
    }
}

/// A move number with its full stop, counted up as text.
pub(super) struct Number {
    digits: [u8; SHORT],
    length: usize,
}

impl Number {
    pub(super) fn new() -> Number {
        let mut digits = [0; SHORT];
        digits[0] = b'1';
        digits[1] = b'.';
        Number { digits, length: 2 }
    }

    /// The number and its full stop, something behind them.
    #[inline(always)]
    pub(super) fn digits(&self) -> &[u8; SHORT] {
        &self.digits
    }

    /// Bytes of the number and its full stop.
    #[inline(always)]
    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// The next number.
    #[inline(always)]
    pub(super) fn advance(&mut self) {
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
        let (mut memory, mut out) = (Vec::new(), String::new());
        let mut line = Line { sink: Sink::new(&mut memory, 64), column: 0, width: 8 };
        for token in ["1.", "e4", "e5", "2.", "Nf3"] {
            let mut chunk = [b'#'; SHORT];
            chunk[..token.len()].copy_from_slice(token.as_bytes());
            line.put(&chunk, token.len());
        }
        assert!(line.sink.append_to(&mut out));
        assert_eq!(out, "1. e4 e5\n2. Nf3");
    }
}
