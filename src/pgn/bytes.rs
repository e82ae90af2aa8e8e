//! Small questions about movetext bytes: where runs, lines and comments begin and end.

use super::classify::Classify;

/// The byte at `at`, 0 behind the end.
#[inline(always)]
pub(crate) fn byte(text: &[u8], at: usize) -> u8 {
    text.get(at).copied().unwrap_or(0)
}

/// What ended a comment in braces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// Its `}`.
    Brace,
    /// A tag pair at the beginning of a line after an empty line: the `}` is missing.
    Tag,
    /// The end of the text: the `}` is missing.
    EndOfText,
}

/// The end of the comment whose `{` is at `open`: behind its `}`, or before the tag line that ends it.
///
/// Linear: each line end is looked at once, whatever follows it.
#[inline(always)]
pub(crate) fn brace_comment<S: Classify>(isa: S, text: &[u8], open: usize) -> (usize, Ending) {
    match isa.find_brace_or_line_end(text, open + 1) {
        Some(i) if byte(text, i) == b'}' => (i + 1, Ending::Brace),
        Some(i) => long_comment(text, i),
        None => (text.len(), Ending::EndOfText),
    }
}

/// A comment of several lines, from its first line end on.
#[inline(never)]
fn long_comment(text: &[u8], first_line_end: usize) -> (usize, Ending) {
    let mut at = first_line_end;
    loop {
        let next = after_line_end(text, at);
        let mut line = next;
        let mut is_after_empty = false;
        loop {
            let content = skip_inline_blanks(text, line);
            if !matches!(byte(text, content), b'\n' | b'\r') || content >= text.len() {
                break;
            }
            is_after_empty = true;
            line = after_line_end(text, content);
        }
        if is_after_empty && is_tag_start(text, line) {
            return (line, Ending::Tag);
        }
        let rest = text.get(line..).unwrap_or_default();
        match memchr::memchr3(b'}', b'\n', b'\r', rest) {
            Some(i) if byte(rest, i) == b'}' => return (line + i + 1, Ending::Brace),
            Some(i) => at = line + i,
            None => return (text.len(), Ending::EndOfText),
        }
    }
}

/// Behind the line end at `at`: LF, CRLF or a lone CR.
pub(crate) fn after_line_end(text: &[u8], at: usize) -> usize {
    if byte(text, at) == b'\r' && byte(text, at + 1) == b'\n' { at + 2 } else { (at + 1).min(text.len()) }
}

fn skip_inline_blanks(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|b| matches!(b, b' ' | b'\t')).count()
}

/// The next line end at or after `at`, or the end of the text.
pub(crate) fn line_end(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    memchr::memchr2(b'\n', b'\r', rest).map_or(text.len(), |i| at + i)
}

/// Is `at` the first byte of a line?
pub(crate) fn is_line_start(text: &[u8], at: usize) -> bool {
    at == 0 || text.get(at - 1).is_some_and(|b| matches!(b, b'\n' | b'\r'))
}

/// Does a tag pair begin here: `[`, a name, a quote? (`[%clk` and `[#]` are none.)
pub(crate) fn is_tag_start(text: &[u8], at: usize) -> bool {
    if byte(text, at) != b'[' {
        return false;
    }
    let name = skip_inline_blanks(text, at + 1);
    let length = text
        .get(name..)
        .unwrap_or_default()
        .iter()
        .take(64)
        .take_while(|b| b.is_ascii_alphanumeric() || **b == b'_' || **b >= 0x80)
        .count();
    length > 0 && byte(text, skip_inline_blanks(text, name + length)) == b'"'
}

/// Length of what looks like a blank but is none in ASCII at `at`: no-break spaces; 0 if there is none.
pub(crate) fn foreign_blank(text: &[u8], at: usize) -> usize {
    match (byte(text, at), byte(text, at + 1), byte(text, at + 2)) {
        (0xC2, 0xA0, _) => 2,
        (0xE2, 0x80, 0x80..=0x8A | 0xAF) | (0xE3, 0x80, 0x80) => 3,
        // A no-break space of Windows-1252: the byte cannot begin a character of UTF-8.
        (0xA0, _, _) if at == 0 || byte(text, at - 1) < 0x80 => 1,
        _ => 0,
    }
}

/// Length of the invisible character at `at`: zero-width characters, soft hyphen, byte order mark; else 0.
pub(crate) fn invisible(text: &[u8], at: usize) -> usize {
    match (byte(text, at), byte(text, at + 1), byte(text, at + 2)) {
        (0xE2, 0x80, 0x8B..=0x8F | 0xAA..=0xAE) | (0xE2, 0x81, 0xA0) | (0xEF, 0xBB, 0xBF) => 3,
        (0xC2, 0xAD, _) => 2,
        _ => 0,
    }
}

/// Length of the run of control bytes at `at`.
pub(crate) fn control_run(text: &[u8], at: usize) -> usize {
    text.get(at..).unwrap_or_default().iter().take_while(|b| is_control(**b)).count()
}

fn is_control(byte: u8) -> bool {
    matches!(byte, 0x00..=0x08 | 0x0B | 0x0C | 0x0E..=0x1F | 0x7F)
}

fn ends_run(text: &[u8], at: usize) -> bool {
    match byte(text, at) {
        b' ' | b'\t' | b'\n' | b'\r' | b'{' | b'}' | b')' | b'[' | b']' | b';' | b'$' | b'*' => true,
        b if b < 0x80 => is_control(b),
        _ => foreign_blank(text, at) > 0 || invisible(text, at) > 0,
    }
}

/// First byte of the run without blanks that holds `at`, not before `floor`; a full stop ends a run to the left
/// (`1.e2–e4`) unless it makes half a point (`0.5-0.5`).
pub(crate) fn run_start(text: &[u8], at: usize, floor: usize) -> usize {
    let mut start = at;
    while start > floor && byte(text, start - 1) != b'(' {
        if byte(text, start - 1) == b'.'
            && !(start > floor + 1 && byte(text, start) == b'5' && byte(text, start - 2) == b'0')
        {
            break;
        }
        // Inside a character of several bytes nothing ends a run; its first byte decides.
        let mut previous = start - 1;
        while previous > floor && byte(text, previous) & 0xC0 == 0x80 && byte(text, previous - 1) >= 0x80 {
            previous -= 1;
        }
        if ends_run(text, previous) {
            break;
        }
        start = previous;
    }
    start
}

/// One past the last byte of the run without blanks that holds `at`.
pub(crate) fn run_end(text: &[u8], at: usize) -> usize {
    let mut end = at;
    while end < text.len() {
        if byte(text, end) == b'(' {
            if !is_promotion_in_brackets(text, end, at) {
                break;
            }
            end += 2;
        } else if ends_run(text, end) {
            break;
        }
        end += 1;
        while byte(text, end) & 0xC0 == 0x80 && byte(text, end - 1) >= 0x80 {
            end += 1;
        }
    }
    end.max(at + 1).min(text.len())
}

/// `e8(Q)`, `e8=(Q)`: is the bracket at `at` part of a promotion and no variation?
pub(crate) fn is_promotion_in_brackets(text: &[u8], at: usize, floor: usize) -> bool {
    at > floor
        && matches!(byte(text, at - 1), b'1' | b'8' | b'=' | b'a'..=b'h')
        && byte(text, at + 1).is_ascii_alphabetic()
        && byte(text, at + 2) == b')'
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::isa::Portable;

    #[test]
    fn a_comment_ends_at_its_brace_or_at_a_tag_after_an_empty_line() {
        let end = |text: &str| brace_comment(Portable, text.as_bytes(), 0);
        assert_eq!(end("{a} b"), (3, Ending::Brace));
        assert_eq!(end("{\na\n\n[b\n}"), (9, Ending::Brace));
        assert_eq!(end("{a\n[Event \"x\"]\n}"), (16, Ending::Brace));
        assert_eq!(end("{a\n\n[Event \"x\"]\n}"), (4, Ending::Tag));
        assert_eq!(end("{a\r\n\r\n[Event \"x\"]"), (6, Ending::Tag));
        assert_eq!(end("{a\r\r[Event \"x\"]"), (4, Ending::Tag));
        assert_eq!(end("{a\n\n[%cal Ga1]\n}"), (16, Ending::Brace));
        assert_eq!(end("{a"), (2, Ending::EndOfText));
    }

    #[test]
    fn runs_stop_at_blanks_of_every_kind() {
        let text = "x e2–e4\u{A0}e5 1.d4(Q)e8(Q)+ y".as_bytes();
        let dash = text.iter().position(|b| *b == 0xE2).unwrap_or(0);
        assert_eq!((run_start(text, dash, 0), run_end(text, dash)), (2, 9));
        let e8 = text.windows(2).position(|w| w == b"e8").unwrap_or(0);
        assert_eq!(text.get(e8..run_end(text, e8)), Some(&b"e8(Q)+"[..]));
    }

    #[test]
    fn tags_are_told_from_commands() {
        assert!(is_tag_start(b"[Event \"x\"]", 0));
        assert!(is_tag_start(b"[ Event\t\"x\"]", 0));
        assert!(!is_tag_start(b"[%clk 0:01:00]", 0));
        assert!(!is_tag_start(b"[#]", 0));
        assert!(!is_tag_start(b"[", 0));
    }
}
