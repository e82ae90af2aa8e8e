//! Moves in ICCF digits, spelled as coordinates while they are read: `5254` looks like a number to every other part
//! of the reading, `e2e4` means the same and is as long, so all places stay what they are.

use std::io::{self, Read};

/// How many bytes are read at a time.
const CHUNK: usize = 64 * 1024;

/// A move has four digits, a promotion five.
const LONGEST: usize = 5;

/// Reads on, and spells moves in digits as coordinates.
pub(super) struct IccfReader<R> {
    inner: R,
    speller: Speller,
    /// Spelled, and not given away yet.
    ready: Vec<u8>,
    given: usize,
    ended: bool,
}

impl<R: Read> IccfReader<R> {
    pub(super) fn new(inner: R) -> IccfReader<R> {
        IccfReader { inner, speller: Speller::default(), ready: Vec::new(), given: 0, ended: false }
    }
}

impl<R: Read> Read for IccfReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.ready.len() && !self.ended {
            self.ready.clear();
            self.given = 0;
            let mut chunk = vec![0; CHUNK];
            let read = self.inner.read(&mut chunk)?;
            let bytes = chunk.get(..read).unwrap_or_default();
            self.ended = read == 0;
            self.speller.spell(bytes, &mut self.ready);
            if self.ended {
                self.speller.finish(&mut self.ready);
            }
        }
        let mut rest = self.ready.get(self.given..).unwrap_or_default();
        let read = rest.read(buffer)?;
        self.given += read;
        Ok(read)
    }
}

/// Where in the text the speller is.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Within {
    #[default]
    Moves,
    /// A comment in braces.
    Braces,
    /// A comment or an escaped line, up to its end.
    Line,
    /// A line that begins with a bracket.
    Tag,
}

#[derive(Default)]
struct Speller {
    within: Within,
    /// Digits that may be a move, with nothing behind them yet.
    digits: Vec<u8>,
    before: u8,
    /// What stands before `digits` belongs to them, so that they are no move.
    is_tied: bool,
}

impl Speller {
    fn spell(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        for &byte in bytes {
            if self.within == Within::Moves && byte.is_ascii_digit() && self.digits.len() <= LONGEST {
                if self.digits.is_empty() {
                    self.is_tied = self.before.is_ascii_alphanumeric() || b"-/:,$=".contains(&self.before);
                }
                self.digits.push(byte);
                self.before = byte;
                continue;
            }
            self.flush(Some(byte), out);
            let at_line_start = matches!(self.before, 0 | b'\n' | b'\r');
            self.within = match (self.within, byte) {
                (Within::Moves, b'{') => Within::Braces,
                (Within::Moves, b';') => Within::Line,
                (Within::Moves, b'%') if at_line_start => Within::Line,
                (Within::Moves, b'[') if at_line_start => Within::Tag,
                (Within::Braces, b'}') | (Within::Line | Within::Tag, b'\n' | b'\r') => Within::Moves,
                (within, _) => within,
            };
            out.push(byte);
            self.before = byte;
        }
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        self.flush(None, out);
    }

    /// Writes the digits, `next` being the byte behind them.
    fn flush(&mut self, next: Option<u8>, out: &mut Vec<u8>) {
        let ends = next.is_none_or(|next| !next.is_ascii_alphanumeric() && !b".-/:".contains(&next));
        let spelled = if ends && !self.is_tied { spelled(&self.digits) } else { None };
        match spelled {
            Some(mv) => out.extend_from_slice(&mv),
            None => out.extend_from_slice(&self.digits),
        }
        self.digits.clear();
    }
}

/// Coordinates for digits that are a move.
fn spelled(digits: &[u8]) -> Option<arrayvec::ArrayVec<u8, LONGEST>> {
    if !matches!(digits.len(), 4 | 5) {
        return None;
    }
    let mut out = arrayvec::ArrayVec::new();
    for (i, digit) in digits.iter().enumerate() {
        let index = digit.checked_sub(b'1')?;
        let letter = match i {
            4 => *b"qrbn".get(usize::from(index))?,
            _ if index > 7 => return None,
            0 | 2 => b'a' + index,
            _ => *digit,
        };
        out.push(letter);
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Read in pieces of every size.
    fn spell(text: &str) -> String {
        let mut whole = String::new();
        for size in [1, 2, 3, 7, 1000] {
            let mut speller = Speller::default();
            let mut out = Vec::new();
            for piece in text.as_bytes().chunks(size) {
                speller.spell(piece, &mut out);
            }
            speller.finish(&mut out);
            let spelled = String::from_utf8(out).expect("text");
            assert!(whole.is_empty() || whole == spelled);
            whole = spelled;
        }
        whole
    }

    #[test]
    fn moves_become_coordinates_and_nothing_else_changes() {
        for (text, expected) in [
            ("1. 5254 5755 2.7163 2836", "1. e2e4 e7e5 2.g1f3 b8c6"),
            ("57581 (5171) 4244,", "e7e8q (e1g1) d2d4,"),
            (
                "[Date \"2024.01.01\"]\n[X \"5254\"]\n\n5254 1-0",
                "[Date \"2024.01.01\"]\n[X \"5254\"]\n\ne2e4 1-0",
            ),
            ("{5254} 5254 ; 5254\n5254", "{5254} e2e4 ; 5254\ne2e4"),
            ("% 5254\n5254!? $5254 1234. 1111.5254", "% 5254\ne2e4!? $5254 1234. 1111.e2e4"),
            ("5259 0254 525 525412 57585 a5254", "5259 0254 525 525412 57585 a5254"),
            ("5254", "e2e4"),
        ] {
            assert_eq!(spell(text), expected);
            assert_eq!(text.len(), expected.len());
        }
    }

    #[test]
    fn the_reader_gives_the_same_text() {
        let text = "1. 5254 5755 ".repeat(20_000);
        let mut out = String::new();
        IccfReader::new(text.as_bytes()).read_to_string(&mut out).expect("text");
        assert_eq!(out, "1. e2e4 e7e5 ".repeat(20_000));
    }
}
