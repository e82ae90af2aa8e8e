//! Games of which nothing but moves is written, each just as PGN export format writes it: they need not be written
//! anew, only copied.

use std::ops::Range;

use super::line::{Line, Ply};
use super::main_line::Script;
use super::{FIRST, SECOND};
use crate::chess::{Move, Position};
use crate::notation::{MoveFacts, Style};
use crate::pgn::{Token, bytes};

/// A move with its text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlainMove {
    /// Where its text begins, as an offset from the game's first byte.
    pub start: u32,
    /// Bytes of its text, sign of check or mate included.
    pub length: u32,
    /// The move itself.
    pub mv: Move,
    /// Key of the position after it.
    pub key: u64,
}

/// How the moves of a game are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MovesAre {
    /// Each as PGN export format writes it, and nothing else is there.
    Exact,
    /// Some with a letter or sign too many or too few; or nobody looked. Nothing else is there.
    Loose,
    /// There is more than moves: comments, glyphs, variations, signs.
    AmongText,
}

/// How the moves of the game are written that `line` replayed to its end, at `result`. With `any_spelling` it was read
/// without a look at that.
pub(crate) fn moves_are(
    script: &Script<'_>,
    start: &Position,
    end: usize,
    line: &Line,
    result: &Range<usize>,
    any_spelling: bool,
) -> MovesAre {
    let movetext = script.text.get(script.movetext..end).unwrap_or_default();
    let is_plain = script.tokens.len() == line.made.len() + 1
        && script.tokens.last().is_some_and(|last| last.start as usize == result.start && last.end as usize == result.end)
        && !line.is_irregular
        && line.languages & (FIRST | SECOND) & SECOND == 0
        && !start.has_chess960_rights()
        // Signs in the gaps between the moves mean something.
        && memchr::memchr3(b'!', b'?', b'%', movetext).is_none();
    if !is_plain {
        return MovesAre::AmongText;
    }
    // Every token but the last is a move: each of its own, as no two have one token. (No way out of the loop: nearly
    // always it goes to its end.)
    let (mut differs, mut has_odd) = (0, false);
    for (index, ply) in line.made.iter().enumerate() {
        differs |= ply.token() ^ index;
        has_odd |= ply.is_odd();
    }
    if differs != 0 {
        return MovesAre::AmongText;
    }
    if !any_spelling && (!has_odd || are_spelled_right(script, start, line)) {
        return MovesAre::Exact;
    }
    let odd = line.made.iter().zip(script.tokens).filter(|(ply, _)| ply.is_odd());
    let mut texts = odd.map(|(_, token)| script.text.get(token.start as usize..).unwrap_or_default());
    if texts.all(is_nothing_but_a_move) { MovesAre::Loose } else { MovesAre::AmongText }
}

/// The moves of a game that has nothing else, with their texts in `text`, which begins with the game; `tokens` are those
/// of the game.
pub(crate) fn plain_moves<'a>(
    text: &'a [u8],
    plies: &'a [Ply],
    tokens: &'a [Token],
) -> impl ExactSizeIterator<Item = PlainMove> {
    plies.iter().zip(tokens).map(|(ply, token)| {
        let length = if ply.is_odd() {
            // What is part of the token, nobody knows; if it is spelled right, all up to the next blank is.
            let rest = text.get(token.start as usize..).unwrap_or_default();
            rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len()) as u32
        } else {
            let mark = bytes::byte(text, token.end as usize);
            token.end - token.start + u32::from(mark == b'+' || mark == b'#')
        };
        PlainMove { start: token.start, length, mv: ply.mv(), key: ply.key() }
    })
}

/// Does a text begin with a word that can only be a move: no sign of judgement in it or behind it?
fn is_nothing_but_a_move(text: &[u8]) -> bool {
    let length = text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len());
    let word = text.get(..length).unwrap_or_default();
    let word = word.strip_suffix(b"+").or(word.strip_suffix(b"#")).unwrap_or(word);
    if matches!(word, b"O-O" | b"O-O-O") {
        return true;
    }
    let word = match word {
        [before @ .., b'=', b'Q' | b'R' | b'B' | b'N'] => before,
        _ => word,
    };
    let [piece_and_origin @ .., b'a'..=b'h', b'1'..=b'8'] = word else { return false };
    let origin = match piece_and_origin {
        [b'K' | b'Q' | b'R' | b'B' | b'N', origin @ ..] => origin,
        origin => origin,
    };
    matches!(
        origin.strip_suffix(b"x").unwrap_or(origin),
        [] | [b'a'..=b'h' | b'1'..=b'8'] | [b'a'..=b'h', b'1'..=b'8']
    )
}

/// Are the moves that may be spelled oddly spelled as the standard wants it? The board says.
fn are_spelled_right(script: &Script<'_>, start: &Position, line: &Line) -> bool {
    let (mut position, mut played) = (start.clone(), 0);
    let mut san = String::new();
    let made = line.made.iter().zip(script.tokens).enumerate();
    for (index, (ply, token)) in made.filter(|(_, (ply, _))| ply.is_odd()) {
        for earlier in line.made.get(played..index).unwrap_or_default() {
            position.play(earlier.mv());
        }
        played = index;
        san.clear();
        MoveFacts::of(&position, ply.mv()).write(&Style::PGN, &mut san);
        let rest = script.text.get(token.start as usize..).unwrap_or_default();
        let behind = rest.strip_prefix(san.as_bytes()).map(|rest| rest.first());
        if !matches!(behind, Some(None | Some(b' ' | b'\n' | b'\r' | b'\t'))) {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::is_nothing_but_a_move;

    #[test]
    fn signs_of_judgement_are_more_than_a_move() {
        for text in ["Nf3", "Ng1f3 d5", "N1xf3+\n", "exd5", "e8=Q# ", "O-O-O+", "Qh4xe1", "e4", "R1d1"] {
            assert!(is_nothing_but_a_move(text.as_bytes()), "{text}");
        }
        for text in
            ["Nf3+-", "Nf3=", "Nf3N", "e8Q", "e4ep", "Pe4", "e2-e4", "0-0", "Nf3,Nf6", "1.e4", "", "N", "+"]
        {
            assert!(!is_nothing_but_a_move(text.as_bytes()), "{text}");
        }
    }
}
