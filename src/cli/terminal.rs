//! What a terminal can and must not be shown.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt::Write;

use super::args::When;

/// Are colours wanted on a stream?
///
/// `no_color` and `term` are the environment variables NO_COLOR (counts if not empty, see no-color.org) and TERM.
pub(super) fn wants_color(
    when: When,
    is_terminal: bool,
    no_color: Option<&OsStr>,
    term: Option<&OsStr>,
) -> bool {
    match when {
        When::Always => true,
        When::Never => false,
        When::Auto => {
            is_terminal && no_color.is_none_or(OsStr::is_empty) && term.is_none_or(|term| term != "dumb")
        }
    }
}

/// Makes text of unknown origin harmless for a terminal: characters that steer it, turn the direction of writing
/// or cannot be seen become `\u{...}`. The line feed goes too; the tab stays.
pub(super) fn escape(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_unsafe(c) {
            // Writing to a string cannot fail.
            let _ = write!(out, "{}", c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

fn is_unsafe(c: char) -> bool {
    match c {
        '\t' => false,
        c if c.is_control() => true,
        // Zero-width characters and marks of direction, line and paragraph separators.
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => true,
        // Soft hyphen, Arabic letter mark, Mongolian vowel separator, byte order mark, annotations, tags.
        '\u{ad}'
        | '\u{61c}'
        | '\u{180e}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}' => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn auto_colours_only_a_terminal_that_can() {
        let (no, dumb, xterm) = (OsStr::new("1"), OsStr::new("dumb"), OsStr::new("xterm"));
        assert!(wants_color(When::Auto, true, None, Some(xterm)));
        assert!(wants_color(When::Auto, true, Some(OsStr::new("")), None));
        assert!(!wants_color(When::Auto, false, None, Some(xterm)));
        assert!(!wants_color(When::Auto, true, Some(no), Some(xterm)));
        assert!(!wants_color(When::Auto, true, None, Some(dumb)));
    }

    #[test]
    fn an_explicit_wish_goes_before_the_environment() {
        let (no, dumb) = (OsStr::new("1"), OsStr::new("dumb"));
        assert!(wants_color(When::Always, false, Some(no), Some(dumb)));
        assert!(!wants_color(When::Never, true, None, None));
    }

    #[test]
    fn steering_turning_and_invisible_characters_are_escaped() {
        assert_eq!(escape("\u{1b}[31mred"), "\\u{1b}[31mred");
        assert_eq!(escape("a\nb\rc\u{9b}d"), "a\\u{a}b\\u{d}c\\u{9b}d");
        assert_eq!(escape("evil\u{202e}ngp.exe"), "evil\\u{202e}ngp.exe");
        assert_eq!(escape("N\u{200b}f3\u{feff}"), "N\\u{200b}f3\\u{feff}");
    }

    #[test]
    fn ordinary_text_is_not_touched() {
        for text in ["Weiß – Müller\t1-0", "♔♚ ½ 中文", ""] {
            assert!(matches!(escape(text), Cow::Borrowed(same) if same == text));
        }
    }
}
