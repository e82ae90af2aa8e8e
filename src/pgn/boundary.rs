//! Places where a text can be cut between two games, judged from the bytes around them alone.
//!
//! The rule is deliberately narrow: missing a boundary only makes a piece of text longer, while a false one
//! costs a second reading.

use memchr::{memchr_iter, memchr2, memmem, memrchr_iter, memrchr2};

/// The longest tag name that is believed at a game start (the PGN standard allows 255 characters).
pub const LONGEST_TAG_NAME: usize = 255;

/// How far before the end of a text an unrecognised game start may begin, because its tag name or the
/// quote behind it is still missing.
const UNFINISHED_START: usize = LONGEST_TAG_NAME + 32;

/// A line that begins with an object.
const OBJECT: &[u8] = b"\n{";

/// What counts as a place to cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CutRule {
    /// Before a game: see [`starts_game`].
    Games,
    /// Before any line (lists of positions).
    Lines,
    /// Before a line that begins with `{` (games in JSON; no string has a line end in it, and what stands inside an
    /// object is indented if it has lines of its own).
    Objects,
}

impl CutRule {
    /// The first place to cut at or behind byte `from`; never 0 and never the end of the text.
    pub fn first_cut(self, text: &[u8], from: usize) -> Option<usize> {
        let from = from.max(1);
        let rest = text.get(from..)?;
        match self {
            Self::Games => memchr_iter(b'[', rest).map(|at| from + at).find(|&at| starts_game(text, at)),
            Self::Objects => memmem::find(text.get(from - 1..)?, OBJECT).map(|at| from + at),
            Self::Lines => {
                let before = text.get(from - 1..)?;
                let mut at = from - 1;
                let mut rest = before;
                while let Some(skip) = memchr2(b'\n', b'\r', rest) {
                    at += skip + 1;
                    if starts_line(text, at) && at < text.len() {
                        return Some(at);
                    }
                    rest = text.get(at..)?;
                }
                None
            }
        }
    }

    /// The last place to cut behind byte `after`; never the end of the text.
    pub fn last_cut(self, text: &[u8], after: usize) -> Option<usize> {
        let from = after.saturating_add(1);
        let rest = text.get(from..)?;
        match self {
            Self::Games => memrchr_iter(b'[', rest).map(|at| from + at).find(|&at| starts_game(text, at)),
            Self::Objects => memmem::rfind(text.get(after..)?, OBJECT).map(|at| after + at + 1),
            Self::Lines => {
                let mut end = text.len();
                while let Some(at) = memrchr2(b'\n', b'\r', text.get(after..end)?) {
                    let start = after + at + 1;
                    if start < text.len() && starts_line(text, start) {
                        return Some(start);
                    }
                    end = after + at;
                }
                None
            }
        }
    }

    /// From where a text that grew must be searched again, if it had no cut when it was `length` bytes long.
    pub fn search_again_from(self, length: usize) -> usize {
        match self {
            Self::Games => length.saturating_sub(UNFINISHED_START),
            Self::Lines | Self::Objects => length.saturating_sub(2),
        }
    }
}

/// Whether a line begins at `at` (behind LF, CRLF or a lone CR, or at the start of the text).
pub fn starts_line(text: &[u8], at: usize) -> bool {
    match at.checked_sub(1).map(|before| text.get(before)) {
        None | Some(Some(b'\n')) => true,
        Some(Some(b'\r')) => text.get(at) != Some(&b'\n'),
        _ => false,
    }
}

/// Whether a tag pair begins at `at`: `[Name "`, the bracket included.
pub fn starts_tag(text: &[u8], at: usize) -> bool {
    let Some((b'[', rest)) = text.get(at..).and_then(<[u8]>::split_first).map(|(b, r)| (*b, r)) else {
        return false;
    };
    let name = rest.iter().take(LONGEST_TAG_NAME + 1).take_while(|b| is_name_byte(**b)).count();
    if name == 0 || name > LONGEST_TAG_NAME {
        return false;
    }
    let behind = rest.get(name..).unwrap_or_default();
    let blanks = behind.iter().take(16).take_while(|b| is_blank(**b)).count();
    blanks > 0 && behind.get(blanks) == Some(&b'"')
}

/// Whether the line at `at` begins `[Name "` and the line before it is empty or blank.
///
/// Such a line ends everything, even a comment that lacks its brace.
pub fn follows_blank_line(text: &[u8], at: usize) -> bool {
    starts_line(text, at) && starts_tag(text, at) && end_of_line_before_blanks(text, at).is_some()
}

/// Whether a game certainly begins at `at`, so that the text may be cut there: the line begins `[Name "`, the
/// line before it is empty or blank, and the last line with something on it is no tag pair itself (a tag section
/// with blank lines in it is one section).
pub fn starts_game(text: &[u8], at: usize) -> bool {
    if !starts_line(text, at) || !starts_tag(text, at) {
        return false;
    }
    let Some(end) = end_of_line_before_blanks(text, at) else {
        return false;
    };
    let before = text.get(..end).unwrap_or_default();
    let start = memrchr2(b'\n', b'\r', before).map_or(0, |at| at + 1);
    let line = before.get(start..).unwrap_or_default();
    line.iter().find(|b| !is_blank(**b)).is_some_and(|first| *first != b'[')
}

/// Walks back over at least one blank line before the line at `at`; the end of the last line with something on it
/// (or 0 if there is none). `None` if the line before is not blank.
fn end_of_line_before_blanks(text: &[u8], at: usize) -> Option<usize> {
    let mut end = before_line_end(text, at)?;
    let mut blank_lines = 0;
    loop {
        let blanks = text.get(..end)?.iter().rev().take_while(|b| is_blank(**b)).count();
        let edge = end - blanks;
        if edge == 0 {
            return Some(0);
        }
        match before_line_end(text, edge) {
            Some(before) => {
                blank_lines += 1;
                end = before;
            }
            None if blank_lines == 0 => return None,
            None => return Some(end),
        }
    }
}

/// The offset of the line end (LF, CRLF or CR) that ends just before `at`.
fn before_line_end(text: &[u8], at: usize) -> Option<usize> {
    let before = at.checked_sub(1)?;
    match text.get(before)? {
        b'\n' if before > 0 && text.get(before - 1) == Some(&b'\r') => Some(before - 1),
        b'\n' | b'\r' => Some(before),
        _ => None,
    }
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cuts(text: &str) -> Vec<usize> {
        let mut found = Vec::new();
        let mut from = 0;
        while let Some(at) = CutRule::Games.first_cut(text.as_bytes(), from) {
            found.push(at);
            from = at + 1;
        }
        found
    }

    #[test]
    fn a_game_starts_at_a_tag_behind_an_empty_line() {
        for end in ["\n", "\r\n", "\r"] {
            let first = format!("[A \"1\"]{end}{end}1. e4 *{end}{end}");
            let text = format!("{first}[A \"2\"]{end}{end}1. d4 *{end}");
            assert_eq!(cuts(&text), [first.len()], "{end:?}");
        }
    }

    #[test]
    fn objects_are_cut_where_a_line_begins_with_one() {
        let text = b"{\"a\":{}}\n{\n  \"b\": [\n    {}\n  ]\n}\r\n{}\n";
        let third = text.len() - b"{}\n".len();
        assert_eq!(CutRule::Objects.first_cut(text, 0), Some(9));
        assert_eq!(CutRule::Objects.first_cut(text, 9), Some(9));
        assert_eq!(CutRule::Objects.first_cut(text, 10), Some(third));
        assert_eq!(CutRule::Objects.first_cut(text, third), Some(third));
        assert_eq!(CutRule::Objects.first_cut(text, third + 1), None);
        assert_eq!(CutRule::Objects.last_cut(text, 0), Some(third));
        assert_eq!(CutRule::Objects.last_cut(text, 9), Some(third));
        assert_eq!(CutRule::Objects.last_cut(text, third), None);
    }

    #[test]
    fn a_blank_line_of_spaces_counts_as_empty() {
        assert_eq!(cuts("e4 *\n \t\n[A \"2\"]\n"), [8]);
    }

    #[test]
    fn a_tag_section_with_blank_lines_is_not_cut() {
        assert!(cuts("[A \"1\"]\n\n[B \"2\"]\n\n\n[C \"3\"]\n").is_empty());
        assert!(follows_blank_line(b"[A \"1\"]\n\n[B \"2\"]", 9));
    }

    #[test]
    fn clock_comments_and_words_in_brackets_are_no_game_start() {
        assert!(cuts("{ a\n\n[%clk 0:01] }\n\n[#]\n\n[a b]\n\n[A\"x\"]\n").is_empty());
    }

    #[test]
    fn nothing_but_blank_lines_before_is_no_cut() {
        assert!(cuts("\n\n[A \"1\"]\n").is_empty());
    }

    #[test]
    fn the_last_cut_is_the_greatest_of_all() {
        let text = b"*\n\n[A \"1\"]\n*\n\n[A \"2\"]\n*\n\n[A ";
        assert_eq!(CutRule::Games.last_cut(text, 0), Some(14));
        assert_eq!(CutRule::Games.last_cut(text, 13), Some(14));
        assert_eq!(CutRule::Games.last_cut(text, 14), None);
    }

    #[test]
    fn lines_are_cut_behind_every_kind_of_line_end_but_not_inside_crlf() {
        let text = b"a\r\nb\rc\nd\r";
        let mut found = Vec::new();
        let mut from = 0;
        while let Some(at) = CutRule::Lines.first_cut(text, from) {
            found.push(at);
            from = at + 1;
        }
        assert_eq!(found, [3, 5, 7]);
        assert_eq!(CutRule::Lines.last_cut(text, 0), Some(7));
        assert_eq!(CutRule::Lines.last_cut(b"a\r\n", 0), None);
    }
}
