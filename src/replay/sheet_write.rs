//! A recorded game back to text.

use std::borrow::Cow;
use std::ops::Range;

use crate::notation::Style;
use crate::pgn::encoding::to_utf8;
use crate::pgn::writer::Writer;

use super::sheet::{Sheet, What};

/// Writes the movetext of `sheet`, whose places are in `game`, without its result. What no move can be made of
/// is written as comments, so that nothing is lost.
pub(crate) fn write_movetext(sheet: &Sheet, game: &[u8], style: &Style, out: &mut Writer<'_>) {
    let mut san = String::new();
    for item in &sheet.items {
        match &item.what {
            What::Move { facts, number } => {
                san.clear();
                facts.write(style, &mut san);
                out.mv(*number, facts.color, &san);
            }
            What::Nag(nag) => out.nag(*nag),
            What::DrawOffer => out.comment("(=)"),
            What::Comment | What::LineComment | What::EscapedLine | What::Words | What::Lost => {
                out.comment(&comment_text(&item.what, game, item.place.clone()));
            }
            What::Sign | What::EmptyVariation => {}
            What::Open => out.open(),
            What::Close => out.close(),
        }
    }
}

/// The text of a comment, without delimiters; a line break in it is one blank.
pub(crate) fn comment_text<'g>(what: &What, game: &'g [u8], place: Range<usize>) -> Cow<'g, str> {
    let raw = game.get(place).unwrap_or_default();
    let inside = match what {
        What::Comment => {
            let inside = raw.strip_prefix(b"{").unwrap_or(raw);
            inside.strip_suffix(b"}").unwrap_or(inside)
        }
        // The blank that sets the text off from the sign is no part of it.
        What::LineComment => raw.strip_prefix(b";").unwrap_or(raw).trim_ascii(),
        _ => raw,
    };
    let text = to_utf8(inside);
    if text.contains("\r\n") { Cow::Owned(text.replace("\r\n", "\n")) } else { text }
}
