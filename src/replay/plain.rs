//! Games of which nothing but moves is written, each just as PGN export format writes it: they need not be written
//! anew, only copied.

use std::ops::Range;

use super::line::Line;
use super::main_line::Script;
use super::{FIRST, SECOND};
use crate::chess::{Move, Position};
use crate::notation::{MoveFacts, Style};

/// A move that is written just as PGN export format writes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlainMove {
    /// Where its text begins, as an offset from the game's first byte.
    pub start: u32,
    /// Bytes of its text, sign of check or mate included.
    pub length: u16,
    /// The move itself.
    pub mv: Move,
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
    moves.reserve(line.made.len());
    let mut position: Option<(Position, usize)> = None;
    for (index, (ply, token)) in line.made.iter().zip(script.tokens).enumerate() {
        if ply.token() != index {
            return false;
        }
        let length = if ply.is_odd() {
            let (position, played) = position.get_or_insert_with(|| (start.clone(), 0));
            for earlier in line.made.get(*played..index).unwrap_or_default() {
                position.play(earlier.mv());
            }
            *played = index;
            let mut san = String::with_capacity(8);
            MoveFacts::of(position, ply.mv()).write(&Style::PGN, &mut san);
            let rest = script.text.get(token.start as usize..).unwrap_or_default();
            match rest.strip_prefix(san.as_bytes()).map(|rest| rest.first()) {
                Some(None | Some(b' ' | b'\n' | b'\r' | b'\t')) => san.len() as u16,
                _ => return false,
            }
        } else {
            let gives_check = matches!(script.text.get(token.end as usize), Some(b'+' | b'#'));
            (token.end - token.start) as u16 + u16::from(gives_check)
        };
        moves.push(PlainMove { start: token.start, length, mv: ply.mv() });
    }
    true
}
