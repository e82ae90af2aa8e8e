//! Reading characters from bytes that may be UTF-8 or Windows-1252.

/// The character at `at` and its length in bytes. Bytes that are not UTF-8 are read as Windows-1252, of which
/// only the signs of chess notation matter here.
#[inline]
pub(super) fn char_at(text: &[u8], at: usize) -> Option<(char, usize)> {
    let first = *text.get(at)?;
    if first < 0x80 {
        return Some((char::from(first), 1));
    }
    let len = match first {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => 1,
    };
    let wide = text.get(at..at + len).and_then(|bytes| std::str::from_utf8(bytes).ok());
    if let Some(c) = wide.and_then(|s| s.chars().next()) {
        return Some((c, len));
    }
    let c = match first {
        0x85 => '…',
        0x86 => '†',
        0x87 => '‡',
        0x96 => '–',
        0x97 => '—',
        other => char::from(other),
    };
    Some((c, 1))
}

/// Any of the hyphens and dashes met in moves and results.
#[inline]
pub(super) const fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2014}' | '\u{2212}')
}

/// A place in the text of a move.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'a> {
    pub(super) text: &'a [u8],
    pub(super) at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a [u8]) -> Cursor<'a> {
        Cursor { text, at: 0 }
    }

    #[inline]
    pub(super) fn peek(&self) -> Option<char> {
        char_at(self.text, self.at).map(|(c, _)| c)
    }

    /// The byte here; 0, which is part of no move, at the end.
    #[inline]
    pub(super) fn byte(&self) -> u8 {
        self.byte_at(0)
    }

    /// The byte `ahead` places on.
    #[inline]
    pub(super) fn byte_at(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    /// Takes the next character if `wanted` says so.
    #[inline]
    pub(super) fn take(&mut self, wanted: impl FnOnce(char) -> bool) -> Option<char> {
        let (c, len) = char_at(self.text, self.at)?;
        if !wanted(c) {
            return None;
        }
        self.at += len;
        Some(c)
    }

    /// Takes this character.
    #[inline]
    pub(super) fn eat(&mut self, wanted: char) -> bool {
        self.take(|c| c == wanted).is_some()
    }

    /// Takes these ASCII letters, upper or lower case.
    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = self
            .text
            .get(self.at..self.at + word.len())
            .is_some_and(|bytes| bytes.eq_ignore_ascii_case(word.as_bytes()));
        if found {
            self.at += word.len();
        }
        found
    }

    /// Takes up to `most` blanks, line ends too.
    pub(super) fn skip_blanks(&mut self, most: usize) -> usize {
        let start = self.at;
        while self.at - start < most && matches!(self.byte(), b' ' | b'\t' | b'\r' | b'\n') {
            self.at += 1;
        }
        self.at - start
    }

    /// A file letter: 0 for a to 7 for h.
    #[inline]
    pub(super) fn file(&mut self) -> Option<u8> {
        match self.byte() {
            c @ b'a'..=b'h' => {
                self.at += 1;
                Some(c - b'a')
            }
            _ => None,
        }
    }

    /// A rank digit: 0 for 1 to 7 for 8.
    #[inline]
    pub(super) fn rank(&mut self) -> Option<u8> {
        match self.byte() {
            c @ b'1'..=b'8' => {
                self.at += 1;
                Some(c - b'1')
            }
            _ => None,
        }
    }

    /// Does no letter and no digit follow?
    pub(super) fn at_boundary(&self) -> bool {
        self.peek().is_none_or(|c| !c.is_alphanumeric())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_not_utf8_are_read_as_windows_1252() {
        assert_eq!(char_at("–".as_bytes(), 0), Some(('–', 3)));
        assert_eq!(char_at(b"\x96e5", 0), Some(('–', 1)));
        assert_eq!(char_at(b"\xD7e5", 0), Some(('×', 1)));
        assert_eq!(char_at(b"\xE2\x80", 0), Some(('â', 1)));
        assert_eq!(char_at(b"", 0), None);
    }

    #[test]
    fn words_match_in_any_case_and_only_whole() {
        let mut cursor = Cursor::new(b"MaTt");
        assert!(!cursor.eat_word("matte"));
        assert!(cursor.eat_word("matt"));
        assert!(cursor.at_boundary());
    }
}
