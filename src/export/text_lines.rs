//! Lines of text, filled word by word.

use std::fmt::Write as _;

/// Characters of White's column behind the number.
const WHITE: usize = 15;

/// Fills lines and paragraphs.
pub(super) struct Lines<'o> {
    out: &'o mut String,
    width: usize,
    indent: usize,
    /// Characters in the current line; 0 if nothing was written to it.
    column: usize,
    /// Opening brackets that the next word brings along.
    pending: usize,
    /// The current line holds White's move of a column and waits for Black's, so many blanks behind it.
    waits: Option<usize>,
    word: String,
}

impl<'o> Lines<'o> {
    /// Appends to `out`, with at most `width` characters a line where the words allow it.
    pub(super) fn new(out: &'o mut String, width: usize) -> Lines<'o> {
        Lines { out, width, indent: 0, column: 0, pending: 0, waits: None, word: String::new() }
    }

    /// Writes words, each where it fits.
    pub(super) fn words(&mut self, text: &str) {
        for word in text.split_whitespace() {
            self.put(word);
        }
    }

    /// A move number, which does not end a line.
    pub(super) fn number(&mut self, number: &str) {
        self.word.push_str(number);
        self.word.push(' ');
    }

    /// A bracket before the next word.
    pub(super) fn open(&mut self) {
        self.pending += 1;
    }

    /// A bracket behind the last word.
    pub(super) fn close(&mut self) {
        if self.pending > 0 {
            self.put("");
        }
        self.out.push(')');
        self.column += 1;
    }

    /// Begins a paragraph that is indented by so many blanks.
    pub(super) fn begin_paragraph(&mut self, indent: usize) {
        if let Some(padding) = self.waits {
            self.out.extend(std::iter::repeat_n(' ', padding));
            self.out.push('…');
        }
        self.end_paragraph();
        self.indent = indent;
    }

    /// Ends a paragraph; the next is not indented.
    pub(super) fn end_paragraph(&mut self) {
        if self.column > 0 {
            self.out.push('\n');
        }
        self.column = 0;
        self.indent = 0;
        self.waits = None;
    }

    /// A move of the score sheet. `is_interrupted`: something stands between it and the move before.
    pub(super) fn cell(&mut self, number: u32, is_white: bool, is_interrupted: bool, text: &str) {
        if is_white {
            self.end_paragraph();
            // Writing to a string does not fail.
            let _ = write!(self.out, "{number:>3}. {text}");
            self.column = 5 + text.chars().count();
            self.waits = Some(WHITE.saturating_sub(text.chars().count()).max(1));
            return;
        }
        match self.waits.filter(|_| !is_interrupted) {
            Some(padding) => self.out.extend(std::iter::repeat_n(' ', padding)),
            None => {
                self.end_paragraph();
                let _ = write!(self.out, "{number:>3}. …{}", " ".repeat(WHITE - 1));
            }
        }
        self.out.push_str(text);
        self.column = 5 + WHITE + text.chars().count();
        self.waits = None;
        self.end_paragraph();
    }

    fn put(&mut self, word: &str) {
        let held = std::mem::take(&mut self.word);
        let len = held.chars().count() + word.chars().count() + self.pending;
        if self.column > 0 {
            if self.column.saturating_add(len) >= self.width {
                self.out.push('\n');
                self.column = 0;
            } else {
                self.out.push(' ');
                self.column += 1;
            }
        }
        if self.column == 0 {
            self.out.extend(std::iter::repeat_n(' ', self.indent));
            self.column = self.indent;
        }
        self.out.extend(std::iter::repeat_n('(', self.pending));
        self.pending = 0;
        self.out.push_str(&held);
        self.out.push_str(word);
        self.column += len;
    }
}
