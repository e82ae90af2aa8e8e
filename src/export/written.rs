//! Text in which the number of a game and its line are filled in later.
//!
//! Games are written by several workers at a time, each with a piece of the source. Only whoever puts the pieces
//! together in order knows how many games and lines come before a piece.

use std::fmt::Write as _;
use std::ops::Range;

/// What is missing, as far as it is known: counted from the beginning of the piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Hole {
    Number(u64),
    Line(u64),
}

/// A text with holes.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Written {
    /// The text so far. Append to it, but never change what is there.
    pub text: String,
    /// Where something is to be put in, ascending.
    holes: Vec<(usize, Hole)>,
}

/// What comes before a piece.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Before {
    /// Games of the source before the piece.
    pub games: u64,
    /// Line ends of the source before the piece.
    pub lines: u64,
}

impl Written {
    /// Leaves room for the number of a game in its source; `number` is the one within the piece, 1-based.
    pub fn number(&mut self, number: u64) {
        self.holes.push((self.text.len(), Hole::Number(number)));
    }

    /// Leaves room for the line on which a game begins; `line` is the one within the piece, 1-based.
    pub fn line(&mut self, line: u64) {
        self.holes.push((self.text.len(), Hole::Line(line)));
    }

    /// Forgets the text from this byte offset on.
    pub fn truncate(&mut self, len: usize) {
        self.text.truncate(len);
        while self.holes.last().is_some_and(|hole| hole.0 >= len) {
            self.holes.pop();
        }
    }

    /// A part of the text with everything filled in; in `memory`, if there is anything to fill in.
    pub fn filled<'t>(&'t self, part: Range<usize>, before: Before, memory: &'t mut String) -> &'t str {
        let next = self.holes.get(self.holes.partition_point(|hole| hole.0 < part.start));
        if next.is_none_or(|hole| hole.0 >= part.end) {
            return self.text.get(part).unwrap_or_default();
        }
        memory.clear();
        self.fill(part, before, memory);
        memory
    }

    /// Appends a part of the text to `out`, with everything filled in.
    pub fn fill(&self, part: Range<usize>, before: Before, out: &mut String) {
        let from = self.holes.partition_point(|hole| hole.0 < part.start);
        let mut at = part.start;
        for (place, hole) in self.holes.iter().skip(from).take_while(|hole| hole.0 < part.end) {
            out.push_str(self.text.get(at..*place).unwrap_or_default());
            let value = match hole {
                Hole::Number(number) => before.games + number,
                Hole::Line(line) => before.lines + line,
            };
            // Writing to a string does not fail.
            let _ = write!(out, "{value}");
            at = *place;
        }
        out.push_str(self.text.get(at..part.end).unwrap_or_default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_lines_are_filled_in_part_by_part() {
        let mut written = Written::default();
        written.text.push_str("a#");
        written.number(1);
        written.text.push('@');
        written.line(3);
        written.text.push(';');
        let cut = written.text.len();
        written.number(2);
        written.text.push_str("#b");
        let before = Before { games: 10, lines: 100 };
        let filled = |part: Range<usize>| {
            let mut out = String::new();
            written.fill(part.clone(), before, &mut out);
            assert_eq!(written.filled(part, before, &mut String::from("old")), out);
            out
        };
        assert_eq!(filled(0..1), "a");
        assert_eq!(filled(0..cut), "a#11@103;");
        assert_eq!(filled(cut..written.text.len()), "12#b");
    }

    #[test]
    fn what_is_forgotten_leaves_no_hole() {
        let mut written = Written::default();
        written.text.push_str("ab");
        written.line(1);
        written.text.push_str("cd");
        written.truncate(2);
        written.text.push_str("ef");
        let mut out = String::new();
        written.fill(0..4, Before::default(), &mut out);
        assert_eq!(out, "abef");
    }
}
