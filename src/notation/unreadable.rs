//! What is wrong with a token that is no move.

use super::cursor::{Cursor, is_hyphen};
use super::letters::Letters;
use super::request::UnreadableReason;

/// Longest bad token that is measured.
const LONGEST_TOKEN: usize = 64;

/// Bytes up to the next blank or sign of movetext.
pub(super) fn token_len(text: &[u8]) -> usize {
    let is_end = |b: &u8| matches!(b, 0..=b' ' | b'(' | b')' | b'{' | b'}' | b';' | b'[' | b']' | b'$');
    let window = text.get(..LONGEST_TOKEN.min(text.len())).unwrap_or(text);
    let mut len = window.iter().position(is_end).unwrap_or(window.len()).max(1).min(text.len());
    // Never end inside a character.
    while len > 1 && text.get(len).is_some_and(|b| b & 0xC0 == 0x80) {
        len -= 1;
    }
    len
}

/// The reason why no move can be read at `text`.
pub(super) fn why_not(text: &[u8], letters: &Letters) -> UnreadableReason {
    let mut cursor = Cursor::new(text);
    let is_half = |c: char| matches!(c, '0' | '1' | '½');
    if cursor.take(is_half).is_some() && cursor.take(|c| is_hyphen(c) || matches!(c, '/' | ':')).is_some() {
        return UnreadableReason::Result;
    }
    let mut cursor = Cursor::new(text);
    let letter = letters.capital(text, 0).or_else(|| letters.small(text, 0));
    let first = cursor.peek();
    match letter {
        Some(letter) if !matches!(first, Some('a'..='h')) => cursor.at += letter.len,
        _ => {
            if let Some(c) = first.filter(|c| c.is_uppercase()) {
                cursor.at += c.len_utf8();
                cursor.eat('x');
                let is_square = cursor.file().is_some();
                return if is_square {
                    UnreadableReason::UnknownLetter(c)
                } else {
                    UnreadableReason::NotAMove
                };
            }
        }
    }
    let is_piece = cursor.at > 0;
    cursor.eat('x');
    let looks_like_square = matches!((cursor.byte(), cursor.byte_at(1)), (b'a'..=b'z', b'0'..=b'9'));
    if looks_like_square && !cursor.text.get(cursor.at + 2).is_some_and(u8::is_ascii_alphabetic) {
        UnreadableReason::OffBoard
    } else if is_piece && token_len(text) <= cursor.at + 2 {
        UnreadableReason::NoSquare
    } else {
        UnreadableReason::NotAMove
    }
}
