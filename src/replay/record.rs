//! What stands in a game's movetext, as a list: moves, comments, glyphs, and where variations begin and end.
//!
//! A list and no tree, so that 10,000 nested variations are no trouble to whoever holds or drops it.

use std::ops::Range;

use super::observer::{Observer, Remark};
use super::tree::Visitor;
use crate::chess::{Color, Move, Position};
use crate::notation::{self, Letters, glyph};
use crate::pgn::tags::decode_text;

/// One thing in the movetext and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Element {
    /// Byte offsets from the game's first byte.
    pub place: Range<usize>,
    /// What it is.
    pub item: Item,
}

/// Something in the movetext.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// A move, of the main line or of the variation that is open.
    Move(Move),
    /// A numeric annotation glyph, written as a number or as a sign.
    Nag(u8),
    /// A comment without its delimiters; a line break in it is a blank.
    Comment(String),
    /// `(=)`.
    DrawOffer,
    /// A variation to the move before it begins.
    Open,
    /// The variation opened last ends.
    Close,
}

/// Makes the list.
pub(crate) struct Recorder<'r> {
    /// The game's bytes.
    text: &'r [u8],
    letters: &'r Letters,
    /// The list so far.
    pub(crate) elements: Vec<Element>,
    /// Who made the last move, here and in the lines that were left for this one.
    mover: Vec<Color>,
}

impl<'r> Recorder<'r> {
    /// For a game in which `first` moves first.
    pub(crate) fn new(text: &'r [u8], letters: &'r Letters, first: Color) -> Recorder<'r> {
        Recorder { text, letters, elements: Vec::new(), mover: vec![first.other()] }
    }

    fn push(&mut self, place: Range<usize>, item: Item) {
        self.elements.push(Element { place, item });
    }
}

impl Observer for Recorder<'_> {
    fn remark(&mut self, _: Range<usize>, _: u32, _: Remark) {}

    fn comment(&mut self, text: &[u8], start: usize, _: u32) {
        let inside = match text {
            [b'{', inside @ .., b'}'] | [b'{' | b';', inside @ ..] => inside,
            _ => text,
        };
        let comment = decode_text(inside).replace("\r\n", " ").replace(['\r', '\n'], " ");
        self.push(start..start + text.len(), Item::Comment(comment));
    }
}

impl Visitor for Recorder<'_> {
    const MAIN_LINE: bool = true;

    fn open(&mut self, place: Range<usize>) {
        self.push(place, Item::Open);
        // The variation begins with another move of the same side.
        let before = self.mover.last().map_or(Color::White, |mover| mover.other());
        self.mover.push(before);
    }

    fn close(&mut self, place: Range<usize>) {
        self.push(place, Item::Close);
        self.mover.pop();
    }

    fn made(&mut self, place: Range<usize>, mv: Move, after: &Position) {
        self.push(place.clone(), Item::Move(mv));
        if let Some(mover) = self.mover.last_mut() {
            *mover = after.turn().other();
        }
        let Ok(mut parsed) = notation::parse(self.text.get(place.start..).unwrap_or_default(), self.letters)
        else {
            return;
        };
        notation::check_marks(after, &mut parsed.marks);
        for nag in &parsed.marks.nags {
            self.push(place.clone(), Item::Nag(*nag));
        }
        if parsed.marks.draw_offer {
            self.push(place.clone(), Item::DrawOffer);
        }
        // `Nf3 !?`: signs that stand apart are no token of their own.
        let rest = self.text.get(place.end..).unwrap_or_default();
        let mut at = rest.iter().take_while(|b| b.is_ascii_whitespace()).count();
        let signs = rest.get(at..).unwrap_or_default();
        let end = at + signs.iter().take_while(|b| matches!(b, b'!' | b'?')).count();
        if !rest.get(end).is_none_or(|b| b.is_ascii_whitespace() || b"{()$;".contains(b)) {
            return;
        }
        while at < end
            && let Some((nag, length)) = rest.get(at..end).and_then(glyph::read)
        {
            self.push(place.end + at..place.end + at + length, Item::Nag(nag));
            at += length;
        }
    }

    fn passed(&mut self, place: Range<usize>) {
        let token = self.text.get(place.clone()).unwrap_or_default();
        if let [b'$', digits @ ..] = token {
            if let Some(nag) = super::careful::nag(digits) {
                self.push(place, Item::Nag(nag));
            }
        } else if token == b"(=)" {
            self.push(place, Item::DrawOffer);
        } else {
            let black_moved = self.mover.last() == Some(&Color::Black);
            let mut at = 0;
            while let Some((nag, length)) = token.get(at..).and_then(glyph::read) {
                let sign = place.start + at..place.start + at + length;
                self.push(sign, Item::Nag(glyph::for_side(nag, black_moved)));
                at += length;
            }
        }
    }
}
