//! Games of which nothing but moves is written, each just as PGN export format writes it: they need not be written
//! anew, only copied.

use std::ops::Range;

use super::line::Line;
use super::main_line::Script;
use super::{FIRST, SECOND};
use crate::chess::{Move, Position};
use crate::notation::{MoveFacts, Style};
use crate::pgn::bytes;

/// A move that is written just as PGN export format writes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlainMove {
    /// Where its text begins, as an offset from the game's first byte.
    pub start: u32,
    /// Bytes of its text, sign of check or mate included.
    pub length: u16,
    /// The move itself.
    pub mv: Move,
    /// Key of the position after it.
    pub key: u64,
}

/// The moves of the game that `line` replayed to its end, at `result`, if the game is of this kind. False if it is not;
/// then `moves` is of no use.
pub(crate) fn plain_moves(
    script: &Script<'_>,
    start: &Position,
    end: usize,
    line: &Line,
    result: &Range<usize>,
    moves: &mut Vec<PlainMove>,
) -> bool {
    moves.clear();
    let movetext = script.text.get(script.movetext..end).unwrap_or_default();
    let is_plain = script.tokens.len() == line.made.len() + 1
        && script.tokens.last().is_some_and(|last| last.start as usize == result.start && last.end as usize == result.end)
        && !line.is_irregular
        && line.languages & (FIRST | SECOND) & SECOND == 0
        && !start.has_chess960_rights()
        // Signs in the gaps between the moves mean something.
        && memchr::memchr3(b'!', b'?', b'%', movetext).is_none();
    if !is_plain {
        return false;
    }
    // Every token but the last is a move: each of its own, as no two have one token.
    let is_aligned = line.made.iter().zip(0..).all(|(ply, index)| ply.token() == index);
    if !is_aligned {
        return false;
    }
    let mut has_odd = false;
    moves.extend(line.made.iter().zip(script.tokens).map(|(ply, token)| {
        let mark = bytes::byte(script.text, token.end as usize);
        let length = (token.end - token.start) as u16 + u16::from(mark == b'+' || mark == b'#');
        has_odd |= ply.is_odd();
        PlainMove { start: token.start, length, mv: ply.mv(), key: ply.key() }
    }));
    !has_odd || are_spelled_right(script, start, line, moves)
}

/// Are the moves that may be spelled oddly spelled as the standard wants it? The board says.
fn are_spelled_right(script: &Script<'_>, start: &Position, line: &Line, moves: &mut [PlainMove]) -> bool {
    let (mut position, mut played) = (start.clone(), 0);
    let mut san = String::new();
    for (index, ply) in line.made.iter().enumerate().filter(|(_, ply)| ply.is_odd()) {
        for earlier in line.made.get(played..index).unwrap_or_default() {
            position.play(earlier.mv());
        }
        played = index;
        san.clear();
        MoveFacts::of(&position, ply.mv()).write(&Style::PGN, &mut san);
        let Some(mv) = moves.get_mut(index) else { return false };
        let rest = script.text.get(mv.start as usize..).unwrap_or_default();
        match rest.strip_prefix(san.as_bytes()).map(|rest| rest.first()) {
            Some(None | Some(b' ' | b'\n' | b'\r' | b'\t')) => mv.length = san.len() as u16,
            _ => return false,
        }
    }
    true
}
