//! PGN export format, token by token: lines under 80 characters filled greedily, comments broken at blanks.

use std::fmt::Write as _;

use crate::chess::Color;

/// Most characters in a line of movetext (PGN standard 8.2.1 and 4.3: fewer than 80).
pub(crate) const LINE: usize = 79;

/// Writes games to a string. Tags first, then movetext, then [`Writer::result`], which ends the game.
#[derive(Debug)]
pub struct Writer<'a> {
    out: &'a mut String,
    /// Most characters in a line of movetext.
    width: usize,
    /// Characters in the current line.
    column: usize,
    /// Opening parentheses that the next token brings along.
    pending: usize,
    /// Black's next move needs its number.
    is_interrupted: bool,
    /// A tag section is open and an empty line is due before movetext.
    after_tags: bool,
    token: String,
}

impl<'a> Writer<'a> {
    /// Appends to `out`, which may hold earlier games.
    pub fn new(out: &'a mut String) -> Writer<'a> {
        Writer::with_width(out, LINE)
    }

    /// The same with lines of movetext of at most `width` characters, where the tokens allow it.
    pub fn with_width(out: &'a mut String, width: usize) -> Writer<'a> {
        let token = String::new();
        Writer { out, width, column: 0, pending: 0, is_interrupted: true, after_tags: false, token }
    }

    /// A tag pair on a line of its own. Quotes and backslashes are escaped, control characters become blanks.
    pub fn tag(&mut self, name: &str, value: &str) {
        let _ = write!(self.out, "[{name} \"");
        for c in value.chars() {
            match c {
                '"' | '\\' => {
                    self.out.push('\\');
                    self.out.push(c);
                }
                c if c.is_control() => self.out.push(' '),
                c => self.out.push(c),
            }
        }
        self.out.push_str("\"]\n");
        self.after_tags = true;
    }

    /// A move with its number: always for White, for Black where something stands between the two moves.
    pub fn mv(&mut self, number: u32, color: Color, text: &str) {
        let dots = match color {
            Color::White => ".",
            Color::Black => "...",
        };
        if color == Color::White || self.is_interrupted {
            let mut token = std::mem::take(&mut self.token);
            token.clear();
            let _ = write!(token, "{number}{dots}");
            self.put(&token);
            self.token = token;
        }
        for part in text.split_whitespace() {
            self.put(part);
        }
        self.is_interrupted = false;
    }

    /// A numeric annotation glyph behind a move.
    pub fn nag(&mut self, nag: u8) {
        let mut token = std::mem::take(&mut self.token);
        token.clear();
        let _ = write!(token, "${nag}");
        self.put(&token);
        self.token = token;
    }

    /// A sign behind a move, such as `±` or `(=)`.
    pub fn sign(&mut self, sign: &str) {
        self.put(sign);
    }

    /// A comment in braces. Line breaks in it become blanks; a closing brace, which no comment can hold, becomes
    /// a parenthesis.
    pub fn comment(&mut self, text: &str) {
        let mut token = std::mem::take(&mut self.token);
        token.clear();
        token.push('{');
        let mut after_blank = true;
        for (i, piece) in text.split(|c: char| c == ' ' || c.is_control()).enumerate() {
            // A run of blanks stays whole, and no line begins with `%`.
            let is_glued = piece.is_empty() || piece.starts_with('%') || (after_blank && i > 1);
            if i > 0 && is_glued {
                token.push(' ');
            } else if i > 0 {
                self.put(&token);
                token.clear();
            }
            token.extend(piece.chars().map(|c| if c == '}' { ')' } else { c }));
            after_blank = piece.is_empty();
        }
        token.push('}');
        self.put(&token);
        self.token = token;
        self.is_interrupted = true;
    }

    /// Begins a variation to the last move.
    pub fn open(&mut self) {
        self.pending += 1;
        self.is_interrupted = true;
    }

    /// Ends a variation.
    pub fn close(&mut self) {
        if self.pending > 0 {
            // Nothing was written since it was opened.
            self.put("");
        }
        if self.column >= self.width {
            self.new_line();
        }
        self.out.push(')');
        self.column += 1;
        self.is_interrupted = true;
    }

    /// The termination marker; ends the game with an empty line.
    pub fn result(&mut self, text: &str) {
        self.put(text);
        self.out.push_str("\n\n");
        self.column = 0;
        self.pending = 0;
        self.is_interrupted = true;
    }

    fn new_line(&mut self) {
        self.out.push('\n');
        self.column = 0;
    }

    /// A token, in the current line if it fits.
    fn put(&mut self, token: &str) {
        if self.after_tags {
            self.out.push('\n');
            self.after_tags = false;
        }
        let len = token.chars().count() + self.pending;
        if self.column > 0 {
            if self.column.saturating_add(len) >= self.width {
                self.new_line();
            } else {
                self.out.push(' ');
                self.column += 1;
            }
        }
        self.out.extend(std::iter::repeat_n('(', self.pending));
        self.out.push_str(token);
        self.column += len;
        self.pending = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_written_in_export_format() {
        let mut out = String::new();
        let mut w = Writer::new(&mut out);
        w.tag("Event", "The \"Big\" \\ one\n");
        w.mv(1, Color::White, "e4");
        w.nag(1);
        w.mv(1, Color::Black, "e5");
        w.open();
        w.mv(1, Color::Black, "c5");
        w.comment("Sicilian");
        w.open();
        w.mv(1, Color::Black, "e6");
        w.close();
        w.mv(2, Color::White, "Nf3");
        w.close();
        w.mv(2, Color::White, "Nf3");
        w.comment("good");
        w.mv(2, Color::Black, "Nc6");
        w.result("*");
        assert_eq!(
            out,
            "[Event \"The \\\"Big\\\" \\\\ one \"]\n\n\
             1. e4 $1 e5 (1... c5 {Sicilian} (1... e6) 2. Nf3) 2. Nf3 {good} 2... Nc6 *\n\n"
        );
    }

    #[test]
    fn a_game_that_begins_with_black_begins_with_dots() {
        let mut out = String::new();
        let mut w = Writer::new(&mut out);
        w.mv(36, Color::Black, "c5");
        w.mv(37, Color::White, "dxc6");
        w.result("1-0");
        assert_eq!(out, "36... c5 37. dxc6 1-0\n\n");
    }

    #[test]
    fn a_closing_brace_cannot_end_a_comment_early() {
        let mut out = String::new();
        Writer::new(&mut out).comment("a } b\nc");
        assert_eq!(out, "{a ) b c}");
    }

    proptest::proptest! {
        #[test]
        fn lines_stay_under_80_and_comments_keep_their_text(
            comments in proptest::collection::vec("[a-zäöü%({ ]{0,60}( [a-z]{1,70}){0,4}", 1..8),
        ) {
            let mut out = String::new();
            let mut w = Writer::new(&mut out);
            for comment in &comments {
                w.mv(100, Color::White, "Qh4xe7+");
                w.comment(comment);
            }
            for line in out.lines() {
                let is_whole = !line.contains(' ');
                let holds_a_run = line.contains("  ") || line.contains(" %");
                proptest::prop_assert!(line.chars().count() <= LINE || is_whole || holds_a_run, "{line}");
                proptest::prop_assert!(!line.starts_with('%'));
            }
            let expected: String =
                comments.iter().map(|c| format!("100. Qh4xe7+ {{{c}}}")).collect::<Vec<_>>().join(" ");
            proptest::prop_assert_eq!(out.replace('\n', " "), expected);
        }
    }
}
