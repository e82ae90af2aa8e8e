//! What both sides replay: the main lines of classic games, cut into tokens beforehand.

use std::ops::Range;

/// Stands for the end of a game among the tokens.
const END: Range<usize> = 0..0;

/// Games as tokens, so that only the replay is measured.
pub(crate) struct Games {
    text: Vec<u8>,
    /// Places of the moves in `text`; an empty one ends a game.
    tokens: Vec<Range<usize>>,
}

impl Games {
    /// The games of the PGN file that `ZUG_BENCH_PGN` names, else a few famous ones many times over.
    pub(crate) fn load() -> Games {
        match std::env::var_os("ZUG_BENCH_PGN") {
            Some(path) => {
                let text = std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
                Games::cut(text)
            }
            None => Games::cut(include_bytes!("../../tests/fixtures/classics.pgn").repeat(2_000)),
        }
    }

    fn cut(text: Vec<u8>) -> Games {
        let mut tokens = Vec::new();
        let mut at = 0;
        let mut depth = 0_u32;
        let mut foreign = false;
        let mut line_start = true;
        while let Some(&byte) = text.get(at) {
            let was_line_start = std::mem::replace(&mut line_start, byte == b'\n');
            match byte {
                b'[' if was_line_start => {
                    if tokens.last().is_some_and(|last| *last != END) {
                        tokens.push(END);
                    }
                    // Another start position or another kind of chess: not for this measurement.
                    let line_end = end_of(&text, at, |b| b == b'\n');
                    let line = text.get(at..line_end).unwrap_or_default();
                    if line.starts_with(b"[Event ") {
                        foreign = false;
                    }
                    foreign |= line.starts_with(b"[FEN ") || line.starts_with(b"[Variant ");
                    depth = 0;
                    at = line_end;
                }
                b'{' => at = end_of(&text, at, |b| b == b'}') + 1,
                b'(' => {
                    depth += 1;
                    at += 1;
                }
                b')' => {
                    depth = depth.saturating_sub(1);
                    at += 1;
                }
                b if b.is_ascii_alphabetic() && depth == 0 && !foreign => {
                    let end = end_of(&text, at, |b| b.is_ascii_whitespace() || b"(){}$".contains(&b));
                    tokens.push(at..end);
                    at = end;
                }
                b'$' => at = end_of(&text, at, |b| b.is_ascii_whitespace() || b == b')'),
                _ => at += 1,
            }
        }
        tokens.push(END);
        Games { text, tokens }
    }

    /// Number of moves.
    pub(crate) fn plies(&self) -> u64 {
        self.tokens.iter().filter(|token| **token != END).count() as u64
    }

    /// The text.
    pub(crate) fn text(&self) -> &[u8] {
        &self.text
    }

    /// Places of the tokens in order; `None` ends a game.
    pub(crate) fn places(&self) -> impl Iterator<Item = Option<&Range<usize>>> {
        self.tokens.iter().map(|token| (*token != END).then_some(token))
    }

    /// Tokens in order; `None` ends a game.
    pub(crate) fn tokens(&self) -> impl Iterator<Item = Option<&[u8]>> {
        self.tokens.iter().map(|token| if *token == END { None } else { self.text.get(token.clone()) })
    }
}

fn end_of(text: &[u8], from: usize, stop: impl Fn(u8) -> bool) -> usize {
    text.iter().skip(from).position(|b| stop(*b)).map_or(text.len(), |n| from + n)
}
