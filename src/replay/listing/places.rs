//! Where a numbered move belongs: at the end of a line, or in place of one of its moves.

use super::reader::{Place, Reader};
use super::scan::{Kind, Token};
use super::tree::LineId;
use super::word::find;

/// So many lines outwards a variation may go back to.
const MOST_STEPS_OUT: usize = 8;

impl Reader<'_> {
    /// Where a move with this ply may belong, the likeliest first.
    pub(super) fn places(&self, ply: u32, is_adjacent: bool) -> [Option<Place>; 3] {
        let Some(frame) = self.frames.last() else { return [None; 3] };
        let end = |line: LineId| {
            self.tree.line(line).is_some_and(|line| line.end() == ply).then_some(Place::End(line))
        };
        let Some(main) = frame.main else { return [self.instead(frame.current, ply, true), None, None] };
        let (current, main_end) = (end(frame.current), end(main));
        let back = self.instead(frame.current, ply, false).or_else(|| self.instead(main, ply, false));
        match (current, main_end) {
            (Some(_), Some(_)) if frame.current != main && !is_adjacent => [main_end, current, back],
            _ => [current, main_end, back],
        }
    }

    /// The move with this ply in the line or in those it comes from.
    pub(super) fn instead(&self, line: LineId, ply: u32, may_be_next: bool) -> Option<Place> {
        let mut id = line;
        for step in 0..MOST_STEPS_OUT {
            let line = self.tree.line(id)?;
            if let Some(index) = line.index_of(ply)
                && (index < line.len() || may_be_next && step == 0)
            {
                // Another move in place of the first one of a variation is a variation beside it.
                return match line.parent {
                    Some((parent, replaced)) if index == 0 => Some(Place::Instead(parent, replaced)),
                    _ => Some(Place::Instead(id, index)),
                };
            }
            id = line.parent?.0;
        }
        None
    }

    /// Does the move behind the token at hand carry the number that comes next if the token is a move of Black, and is
    /// it legal then? So a move goes on the game even behind words.
    pub(super) fn is_numbered_behind(&self, token: &Token, line: LineId) -> bool {
        let numbered = (|| {
            let (number, word) = (self.tokens.get(self.at + 1)?, self.tokens.get(self.at + 2)?);
            let line = self.tree.line(line)?;
            let Kind::Number { value, dots: 0 | 1 } = number.kind else { return None };
            let is_next = value.checked_sub(1)?.checked_mul(2)? == line.end() + 1;
            if !is_next || number.words_before || word.words_before || word.kind != Kind::Move {
                return None;
            }
            let mut position = line.position(line.len())?.clone();
            position.play(find(self.text, token, &position, self.letters)?.resolved.mv);
            find(self.text, word, &position, self.letters)
        })();
        numbered.is_some()
    }
}
