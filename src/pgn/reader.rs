//! Games out of text: tag section, movetext, and what stands between games.

use super::bytes;
use super::classify::Classify;
use super::lexer::{End, Tokens};
use super::tags::TagSection;

/// Where a game stands in the text; all byte offsets into that text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GamePlace {
    /// First byte: its first tag's `[`, or its first token if it has no tags. Token offsets count from here.
    pub start: usize,
    /// Where the tag section ends; equal to `start` without tags.
    pub movetext: usize,
    /// Behind its result, or where the next game begins.
    pub end: usize,
}

/// What the reader found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// A game with tags; its tags and tokens are in the reader.
    Game(GamePlace),
    /// Text without tags before it: a game without tags, a second result, comments, or no chess at all.
    Untagged(GamePlace),
    /// Nothing but blanks up to here.
    Nothing(usize),
}

/// Reads game after game; keeps its memory.
#[derive(Debug, Default)]
pub struct Reader {
    /// The tags of the game found last; offsets into the text.
    pub tags: TagSection,
    /// The movetext tokens of the game found last; offsets from the game's start.
    pub tokens: Tokens,
}

impl Reader {
    /// The next game or text that begins at or after `at` and before `until`.
    #[inline(always)]
    pub(crate) fn next<S: Classify>(&mut self, isa: S, text: &[u8], at: usize, until: usize) -> Found {
        let start = skip_between(text, at);
        if start >= until.min(text.len()) {
            return Found::Nothing(start.min(text.len()));
        }
        self.tags.clear();
        let movetext = if bytes::byte(text, start) == b'[' { self.tags.read(text, start) } else { start };
        self.read_moves(isa, text, start, movetext)
    }

    /// Reads the movetext of a game whose tags, up to `movetext`, are read.
    #[inline(always)]
    pub(crate) fn read_moves<S: Classify>(
        &mut self,
        isa: S,
        text: &[u8],
        start: usize,
        movetext: usize,
    ) -> Found {
        self.tokens.read(isa, text.get(start..).unwrap_or_default(), movetext - start);
        let place = GamePlace { start, movetext, end: start + self.tokens.stop };
        if self.tags.is_empty() { Found::Untagged(place) } else { Found::Game(place) }
    }

    /// Does the movetext end with a result?
    pub fn has_result(&self) -> bool {
        self.tokens.end == End::Result
    }
}

/// Skips blanks, byte order marks and `%` lines.
fn skip_between(text: &[u8], mut at: usize) -> usize {
    loop {
        match bytes::byte(text, at) {
            b' ' | b'\t' | b'\n' | b'\r' => at += 1,
            b'%' if bytes::is_line_start(text, at) => at = bytes::line_end(text, at),
            0xEF | 0xE2 | 0xC2 | 0xE3 | 0xA0 => {
                match bytes::foreign_blank(text, at).max(bytes::invisible(text, at)) {
                    0 => return at,
                    length => at += length,
                }
            }
            _ => return at.min(text.len()),
        }
    }
}
