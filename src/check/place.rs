//! From byte offsets to lines and columns, and the piece of a line that is shown with a finding.

use std::ops::Range;

/// A place in a text as people count it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// Line, 1-based; lines end at LF, CRLF or a lone CR.
    pub line: u64,
    /// Column, 1-based, in characters; a byte that is not UTF-8 counts as one.
    pub column: u64,
}

/// How far a piece of text moves the place on; pieces measured apart are added up in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Extent {
    line_ends: u64,
    /// Characters behind the last line end, or all if there is none.
    chars: u64,
    starts_with_lf: bool,
    ends_with_cr: bool,
    starts_with_bom: bool,
    is_empty: bool,
}

impl Extent {
    /// The line on which the text behind this piece begins, 1-based, where the piece is the beginning of a text.
    pub fn lines(&self) -> u64 {
        self.line_ends + 1
    }
}

/// Measures a piece of text in one fast pass. Pieces must not cut a character in two, or its halves count
/// as one character each.
pub fn measure(bytes: &[u8]) -> Extent {
    let line_ends = count_line_ends(bytes);
    let last = if line_ends == 0 { 0 } else { memchr::memrchr2(b'\n', b'\r', bytes).map_or(0, |i| i + 1) };
    Extent {
        line_ends,
        chars: count_chars(bytes.get(last..).unwrap_or_default()),
        starts_with_lf: bytes.first() == Some(&b'\n'),
        ends_with_cr: bytes.last() == Some(&b'\r'),
        starts_with_bom: last == 0 && bytes.starts_with(b"\xEF\xBB\xBF"),
        is_empty: bytes.is_empty(),
    }
}

/// Bytes that are looked at several times while they are near.
const BLOCK: usize = 1 << 15;

fn count_line_ends(bytes: &[u8]) -> u64 {
    let mut line_ends = 0;
    let mut after_cr = false;
    for block in bytes.chunks(BLOCK) {
        line_ends += memchr::memchr_iter(b'\n', block).count() as u64;
        if memchr::memchr(b'\r', block).is_some() {
            line_ends += memchr::memchr_iter(b'\r', block).count() as u64 - count_crlf(block);
        }
        line_ends -= u64::from(after_cr && block.first() == Some(&b'\n'));
        after_cr = block.last() == Some(&b'\r');
    }
    line_ends
}

/// Pieces small enough for a counter of one byte, which the compiler turns into vector code.
fn count_crlf(block: &[u8]) -> u64 {
    let next = block.get(1..).unwrap_or_default();
    let pairs = |(a, b): (&[u8], &[u8])| -> u64 {
        let pairs = a.iter().zip(b).map(|(a, b)| u8::from((*a == b'\r') & (*b == b'\n')));
        u64::from(pairs.fold(0u8, |sum, pair| sum.wrapping_add(pair)))
    };
    block.chunks(128).zip(next.chunks(128)).map(pairs).sum()
}

fn count_chars(bytes: &[u8]) -> u64 {
    if bytes.is_ascii() {
        return bytes.len() as u64;
    }
    bytes.utf8_chunks().map(|chunk| (chunk.valid().chars().count() + chunk.invalid().len()) as u64).sum()
}

/// Walks over a text once, in order, and knows line and column. Starts at line 1, column 1; a byte order mark
/// at the very start takes no column.
///
/// ```
/// use zug::check::place::PlaceCursor;
/// let mut cursor = PlaceCursor::new();
/// cursor.advance(b"[Event \"x\"]\r\n1. e4 ");
/// let place = cursor.place();
/// assert_eq!((place.line, place.column), (2, 7));
/// ```
#[derive(Clone, Debug)]
pub struct PlaceCursor {
    line_ends: u64,
    chars: u64,
    ends_with_cr: bool,
    is_fresh: bool,
}

impl Default for PlaceCursor {
    fn default() -> Self {
        PlaceCursor::new()
    }
}

impl PlaceCursor {
    /// At the start of a text.
    pub fn new() -> PlaceCursor {
        PlaceCursor { line_ends: 0, chars: 0, ends_with_cr: false, is_fresh: true }
    }

    /// Steps over the next bytes: all of those between this place and the next one that is asked for. Each
    /// byte is looked at once, however long the line.
    pub fn advance(&mut self, bytes: &[u8]) {
        self.advance_by(&measure(bytes));
    }

    /// Steps over a piece that was measured before.
    pub fn advance_by(&mut self, piece: &Extent) {
        if piece.is_empty {
            return;
        }
        // The LF of a CRLF that was cut in two ends no line of its own.
        let line_ends = piece.line_ends - u64::from(self.ends_with_cr && piece.starts_with_lf);
        self.line_ends += line_ends;
        self.chars = if line_ends > 0 { piece.chars } else { self.chars + piece.chars };
        if self.is_fresh && piece.starts_with_bom {
            self.chars -= 1;
        }
        self.ends_with_cr = piece.ends_with_cr;
        self.is_fresh = false;
    }

    /// Where the walk is.
    pub fn place(&self) -> Place {
        Place { line: self.line_ends + 1, column: self.chars + 1 }
    }
}

/// The line a finding is on, or a window of it if it is long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excerpt<'t> {
    /// Bytes of the line, without its end.
    pub text: &'t [u8],
    /// The offending bytes, as a range of `text`; empty for something missing.
    pub caret: Range<usize>,
    /// Is there more of the line before?
    pub cut_before: bool,
    /// Is there more of the line behind?
    pub cut_after: bool,
}

/// Lines up to this length are shown whole, in bytes.
const WHOLE_LINE: usize = 160;
/// Of longer lines this much before the place, in bytes.
const BEFORE: usize = 56;
/// Of longer lines this much from the place on, in bytes.
const BEHIND: usize = 84;

/// The line that holds the start of `span`; looks only a bounded way around it. A span that goes on over the
/// end of the line is cut there.
pub fn excerpt(text: &[u8], span: Range<usize>) -> Excerpt<'_> {
    let at = span.start.min(text.len());
    let window = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
    let far = at.saturating_sub(WHOLE_LINE);
    let line_start = memchr::memrchr2(b'\n', b'\r', window(far, at)).map(|i| far + i + 1);
    let line_start = line_start.or((far == 0).then_some(0));
    let far = text.len().min(at + WHOLE_LINE);
    let line_end = memchr::memchr2(b'\n', b'\r', window(at, far)).map(|i| at + i);
    let line_end = line_end.or((far == text.len()).then_some(far));
    let (start, end) = match (line_start, line_end) {
        (Some(start), Some(end)) if end - start <= WHOLE_LINE => (start, end),
        _ => {
            let start = line_start.unwrap_or(0).max(at.saturating_sub(BEFORE));
            (start, line_end.unwrap_or(text.len()).min(at + BEHIND))
        }
    };
    let (cut_before, cut_after) = (line_start != Some(start), line_end != Some(end));
    // Half characters at the edges are left out.
    let is_half = |at: usize| matches!(text.get(at), Some(0x80..=0xBF));
    let start = if cut_before { (start..at).take(4).find(|&i| !is_half(i)).unwrap_or(start) } else { start };
    let end = if cut_after { (at..=end).rev().take(4).find(|&i| !is_half(i)).unwrap_or(end) } else { end };
    let caret = at - start..span.end.clamp(at, end.max(at)) - start;
    Excerpt { text: window(start, end), caret, cut_before, cut_after }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn place_at(text: &[u8], offset: usize) -> (u64, u64) {
        let mut cursor = PlaceCursor::new();
        cursor.advance(&text[..offset]);
        (cursor.place().line, cursor.place().column)
    }

    #[test]
    fn lines_end_at_lf_crlf_and_lone_cr() {
        let text = b"a\nb\r\nc\rd\n\r\ne\r\rf";
        for (letter, line) in [(b'a', 1), (b'b', 2), (b'c', 3), (b'd', 4), (b'e', 6), (b'f', 8)] {
            let offset = text.iter().position(|&b| b == letter).unwrap();
            assert_eq!(place_at(text, offset), (line, 1), "{}", letter as char);
        }
    }

    #[test]
    fn columns_count_characters_and_single_bad_bytes() {
        assert_eq!(place_at("Müller ♔x".as_bytes(), 11), (1, 9));
        assert_eq!(place_at(b"M\xFCller x", 7), (1, 8));
        assert_eq!(place_at(b"\xEF\xBB\xBF[Event", 3), (1, 1), "a byte order mark has no column");
    }

    #[test]
    fn excerpts_show_short_lines_whole() {
        let line = excerpt(b"x\r\n1. e4 e5\r\ny", 6..8);
        assert_eq!((line.text, line.caret), (&b"1. e4 e5"[..], 3..5));
        assert!(!line.cut_before && !line.cut_after);
        let at_end = excerpt(b"1. e4\n", 5..5);
        assert_eq!((at_end.text, at_end.caret), (&b"1. e4"[..], 5..5));
        let over = excerpt(b"{ abc\ndef", 0..9);
        assert_eq!((over.text, over.caret), (&b"{ abc"[..], 0..5));
        assert_eq!(excerpt(b"", 5..9).text, b"");
    }

    #[test]
    fn excerpts_cut_long_lines_at_characters() {
        let text = "ä".repeat(500);
        let cut = excerpt(text.as_bytes(), 500..504);
        assert!(cut.cut_before && cut.cut_after && cut.text.len() <= WHOLE_LINE);
        assert!(std::str::from_utf8(cut.text).is_ok());
        assert_eq!(&cut.text[cut.caret], "ää".as_bytes());
    }

    #[test]
    fn blocks_do_not_cut_line_ends_in_two() {
        for lead in [BLOCK - 2, BLOCK - 1, BLOCK] {
            let text = [vec![b'x'; lead], b"\r\ny\r\n\rz".repeat(BLOCK)].concat();
            assert_eq!(place_at(&text, text.len()), (3 * BLOCK as u64 + 1, 2));
        }
    }

    proptest! {
        #[test]
        fn pieces_add_up(text in "[a\r\nä]{0,300}", cuts in proptest::collection::vec(0usize..300, 0..6)) {
            let mut cuts: Vec<usize> = cuts.into_iter().filter(|&i| text.is_char_boundary(i)).collect();
            cuts.sort_unstable();
            let mut cursor = PlaceCursor::new();
            let mut at = 0;
            for cut in cuts.into_iter().chain([text.len()]) {
                cursor.advance(&text.as_bytes()[at..cut]);
                at = cut;
                let plain = text[..at].replace("\r\n", "\n").replace('\r', "\n");
                let split_crlf = text[..at].ends_with('\r');
                let last = plain.rsplit('\n').next().unwrap();
                prop_assert_eq!(cursor.place().column, last.chars().count() as u64 + 1);
                prop_assert_eq!(cursor.place().line, plain.matches('\n').count() as u64 + 1, "{}", split_crlf);
            }
        }

        #[test]
        fn excerpts_stay_in_bounds(text in proptest::collection::vec(any::<u8>(), 0..600), a in 0usize..700, b in 0usize..700) {
            let shown = excerpt(&text, a.min(b)..a.max(b));
            prop_assert!(shown.caret.start <= shown.caret.end && shown.caret.end <= shown.text.len());
            prop_assert!(shown.text.len() <= WHOLE_LINE);
        }
    }
}
