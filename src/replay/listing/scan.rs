//! The few words of a text that may belong to a game: numbers, words that look like moves, results, brackets. All
//! other words leave only a flag behind, so that prose costs little more than a look at its bytes.

use crate::notation::result::{self, GameResult};
use crate::notation::{Letters, Request, glyph, parse, skip_number};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// A move number and the full stops behind it (an ellipsis counts three).
    Number { value: u32, dots: usize },
    /// Something that has the form of a move in some language.
    Move,
    /// `ed`, `exd`: a capture of pawns, or a short word.
    Files,
    /// A score.
    Result { result: GameResult, is_doubtful: bool },
    /// A bracket that is closed by the token with this index.
    Open { close: usize },
    /// The end of a bracket.
    Close,
    /// `{...}`, braces included.
    Comment,
    /// `$n`.
    Nag(u8),
    /// A sign of judgement that stands alone.
    Sign(u8),
    /// `(=)`.
    DrawOffer,
    /// A bracket without its other half.
    Stray,
}

/// A word of interest, and what is around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) kind: Kind,
    /// Other words stand between the token before and this one.
    pub(super) words_before: bool,
    /// Other words follow in this line before the next token.
    pub(super) words_after: bool,
    /// First of its line.
    pub(super) is_line_start: bool,
    /// A line ends between the token before and this one.
    pub(super) newline_before: bool,
    /// An empty line is between the token before and this one.
    pub(super) blank_before: bool,
    /// There are no other words in its line.
    pub(super) is_pure: bool,
}

/// Longest move number that is believed, in digits.
const DIGITS: usize = 4;

/// Most bytes of a cell without a move.
const CELL: usize = 40;

/// Finds the tokens of a text.
pub(super) fn scan(text: &str) -> Vec<Token> {
    scan_for_words(text).0
}

/// The same, and are there other words?
pub(super) fn scan_for_words(text: &str) -> (Vec<Token>, bool) {
    let mut scanner = Scanner {
        text: text.as_bytes(),
        str: text,
        tokens: Vec::new(),
        open: Vec::new(),
        line: 0,
        words: false,
        line_has_words: false,
        line_has_token: false,
        newline: true,
        blank: false,
        is_empty_line: true,
        no_more_braces: false,
        has_words: false,
    };
    scanner.all();
    (scanner.tokens, scanner.has_words)
}

struct Scanner<'t> {
    text: &'t [u8],
    str: &'t str,
    tokens: Vec<Token>,
    /// Brackets that are not closed: index of the token, and the bracket.
    open: Vec<(usize, u8)>,
    /// Index of the first token of this line.
    line: usize,
    words: bool,
    line_has_words: bool,
    line_has_token: bool,
    newline: bool,
    blank: bool,
    is_empty_line: bool,
    no_more_braces: bool,
    has_words: bool,
}

impl Scanner<'_> {
    fn byte(&self, at: usize) -> u8 {
        self.text.get(at).copied().unwrap_or(0)
    }

    fn all(&mut self) {
        let mut at = 0;
        while at < self.text.len() {
            at = match self.byte(at) {
                b' ' | b'\t' => at + 1,
                b',' | b';' | b'|' => {
                    self.separator(at);
                    at + 1
                }
                b'\r' if self.byte(at + 1) == b'\n' => at + 1,
                b'\n' | b'\r' => {
                    self.end_line();
                    at + 1
                }
                0x80.. if self.is_space(at) => at + self.char_len(at),
                _ => {
                    self.is_empty_line = false;
                    self.thing(at)
                }
            };
        }
        self.end_line();
        for (index, _) in std::mem::take(&mut self.open) {
            if let Some(token) = self.tokens.get_mut(index) {
                token.kind = Kind::Stray;
            }
        }
    }

    /// The end of a cell. Behind a number the cell of White may be empty, or say that the move is Black's.
    fn separator(&mut self, at: usize) {
        let Some(token) = self.tokens.last_mut().filter(|_| !self.words && !self.newline) else { return };
        let Kind::Number { dots: dots @ 0..=1, .. } = &mut token.kind else { return };
        let Some(cells) = self.str.get(token.end..at).filter(|cells| cells.len() <= CELL) else { return };
        let mut separators = cells.chars().filter(|c| matches!(c, ',' | ';' | '|'));
        let is_one = separators.next().is_some() && separators.next().is_none();
        if is_one
            && cells.chars().all(|c| matches!(c, ' ' | '\t' | ',' | ';' | '|' | '.' | '…' | '-' | '–' | '—'))
        {
            *dots = 3;
        }
    }

    fn end_line(&mut self) {
        if !self.line_has_words {
            for token in self.tokens.get_mut(self.line..).unwrap_or_default() {
                token.is_pure = true;
            }
        }
        self.line = self.tokens.len();
        self.blank |= self.is_empty_line;
        (self.line_has_words, self.line_has_token) = (false, false);
        (self.newline, self.is_empty_line) = (true, true);
    }

    fn char_at(&self, at: usize) -> Option<char> {
        self.str.get(at..).and_then(|rest| rest.chars().next())
    }

    fn char_len(&self, at: usize) -> usize {
        self.char_at(at).map_or(1, char::len_utf8)
    }

    fn is_space(&self, at: usize) -> bool {
        self.char_at(at).is_some_and(|c| {
            c.is_whitespace() || matches!(c, '\u{200B}'..='\u{200D}' | '\u{FEFF}' | '\u{AD}')
        })
    }

    fn push(&mut self, kind: Kind, start: usize, end: usize) -> usize {
        self.tokens.push(Token {
            start,
            end,
            kind,
            words_before: self.words,
            words_after: false,
            is_line_start: !self.line_has_token && !self.line_has_words,
            newline_before: self.newline,
            blank_before: self.blank,
            is_pure: false,
        });
        (self.words, self.newline, self.blank, self.line_has_token) = (false, false, false, true);
        end
    }

    /// A word that is no token, up to `end`.
    fn word(&mut self, at: usize, end: usize) -> usize {
        let is_word = self.str.get(at..end).is_none_or(|word| word.chars().any(char::is_alphanumeric));
        if is_word {
            self.words = true;
            self.has_words = true;
            if self.line_has_token
                && !self.line_has_words
                && let Some(last) = self.tokens.last_mut()
            {
                last.words_after = true;
            } else if let Some(last) = self.tokens.last_mut().filter(|_| !self.newline) {
                last.words_after = true;
            }
            self.line_has_words = true;
        }
        end
    }

    /// End of the word at `at`.
    fn word_end(&self, at: usize) -> usize {
        let mut end = at;
        while let Some(&b) = self.text.get(end) {
            match b {
                b' ' | b'\t' | b'\n' | b'\r' | b',' | b';' | b'|' | b'(' | b')' | b'[' | b']' | b'{'
                | b'}' => {
                    break;
                }
                0xC2 | 0xE2 | 0xE3 | 0xEF if self.is_space(end) => break,
                _ => end += 1,
            }
        }
        end.max(at + 1)
    }

    fn thing(&mut self, at: usize) -> usize {
        match self.byte(at) {
            b'(' if self.text.get(at..at + 3) == Some(b"(=)") => self.push(Kind::DrawOffer, at, at + 3),
            open @ (b'(' | b'[') => {
                self.open.push((self.tokens.len(), open));
                self.push(Kind::Stray, at, at + 1)
            }
            close @ (b')' | b']') => self.close(at, close),
            b'{' => self.comment(at),
            b'}' => at + 1,
            b'$' => {
                let digits = self.text.iter().skip(at + 1).take(4).take_while(|b| b.is_ascii_digit()).count();
                let end = at + 1 + digits;
                match self.str.get(at + 1..end).and_then(|digits| digits.parse().ok()) {
                    Some(nag) => self.push(Kind::Nag(nag), at, end),
                    None => self.word(at, self.word_end(at)),
                }
            }
            b'0'..=b'9' => self.digit(at),
            // Emphasis of Markdown.
            mark @ (b'*' | b'_') => {
                let run = self.text.iter().skip(at).take_while(|b| **b == mark).count();
                let is_emphasis = self.byte(at + run).is_ascii_alphanumeric();
                if is_emphasis {
                    return at + run;
                }
                self.other(at)
            }
            _ => self.other(at),
        }
    }

    fn close(&mut self, at: usize, close: u8) -> usize {
        let opener = if close == b')' { b'(' } else { b'[' };
        match self.open.last() {
            Some(&(index, bracket)) if bracket == opener => {
                self.open.pop();
                let here = self.tokens.len();
                if let Some(token) = self.tokens.get_mut(index) {
                    token.kind = Kind::Open { close: here };
                }
                self.push(Kind::Close, at, at + 1)
            }
            _ => at + 1,
        }
    }

    fn comment(&mut self, at: usize) -> usize {
        let end = if self.no_more_braces {
            None
        } else {
            memchr::memchr(b'}', self.text.get(at..).unwrap_or_default()).map(|length| at + length + 1)
        };
        match end {
            Some(end) => {
                self.push(Kind::Comment, at, end);
                if memchr::memchr2(b'\n', b'\r', self.text.get(at..end).unwrap_or_default()).is_some() {
                    self.end_line();
                    self.is_empty_line = false;
                    self.newline = false;
                }
                end
            }
            None => {
                self.no_more_braces = true;
                at + 1
            }
        }
    }

    fn digit(&mut self, at: usize) -> usize {
        let rest = self.text.get(at..).unwrap_or_default();
        if self.byte(at) == b'0'
            && let Some(length) = castling(rest)
        {
            return self.push(Kind::Move, at, at + length);
        }
        if let Some((result, length)) = self.score(at) {
            return self.push(result, at, at + length);
        }
        let end = self.word_end(at);
        let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
        let column = || match rest.get(digits) {
            Some(b',') if digits <= DIGITS => Some((self.str.get(at..at + digits)?.parse().ok()?, 0, digits)),
            _ => None,
        };
        let Some((value, dots, length)) = skip_number(rest).or_else(column) else {
            return self.word(at, end);
        };
        let behind = self.byte(at + length);
        let is_number = digits <= DIGITS
            && match dots {
                0 => match behind {
                    0 | b' ' | b'\t' | b'\n' | b'\r' | b'|' => true,
                    // A column, but not the comma of `2,5`.
                    b',' | b';' => {
                        !self.byte(at + length + 1).is_ascii_digit()
                            || castling(rest.get(length + 1..).unwrap_or_default()).is_some()
                    }
                    _ => false,
                },
                // `25.03.2004` is none, `6.0-0` is one.
                _ => !behind.is_ascii_digit() || castling(rest.get(length..).unwrap_or_default()).is_some(),
            };
        if is_number { self.push(Kind::Number { value, dots }, at, at + length) } else { self.word(at, end) }
    }

    /// A score at `at`, with blanks inside only if the line ends behind it.
    fn score(&self, at: usize) -> Option<(Kind, usize)> {
        let kind = |read: result::ReadResult| Kind::Result {
            result: read.result,
            is_doubtful: read.doubtful_after_move,
        };
        let word = self.str.get(at..self.word_end(at))?;
        let word = word.trim_end_matches(['.', ':', '!']);
        if let Some(read) = result::parse(word.as_bytes()) {
            return Some((kind(read), word.len()));
        }
        let near = self.text.get(at..(at + 16).min(self.text.len()))?;
        let end = near.iter().position(|b| matches!(b, b'\n' | b'\r')).unwrap_or(near.len());
        let line = near.get(..end)?.trim_ascii_end();
        let has_blank = line.contains(&b' ');
        result::parse(line).filter(|_| has_blank && !word.contains('.')).map(|read| (kind(read), line.len()))
    }

    fn other(&mut self, at: usize) -> usize {
        let end = self.word_end(at);
        let word = self.text.get(at..end).unwrap_or_default();
        if matches!(word.first(), Some(b'O' | b'o' | 0xD0))
            && let Some(length) = castling(self.text.get(at..).unwrap_or_default())
        {
            return self.push(Kind::Move, at, at + length);
        }
        if has_move_form(word) {
            return self.push(Kind::Move, at, end);
        }
        if is_files(word) {
            return self.push(Kind::Files, at, end);
        }
        if let Some((nag, length)) = glyph::read(word)
            && length == word.len()
        {
            return self.push(Kind::Sign(nag), at, end);
        }
        // The novelty sign of the Informant is a letter.
        let is_behind_move =
            !self.words && !self.newline && self.tokens.last().is_some_and(|token| token.kind == Kind::Move);
        if word == b"N" && is_behind_move {
            return self.push(Kind::Sign(146), at, end);
        }
        let is_score = !word.first().is_some_and(u8::is_ascii_alphabetic)
            || word.get(..5).is_some_and(|word| word.eq_ignore_ascii_case(b"remis"));
        if is_score && let Some((kind, length)) = self.score(at) {
            return self.push(kind, at, at + length);
        }
        self.word(at, end)
    }
}

/// Length of castling written at the beginning of `text`.
fn castling(text: &[u8]) -> Option<usize> {
    let near = text.get(..text.len().min(16))?;
    let parsed = parse(near, Letters::english_german()).ok()?;
    let is_castling = matches!(parsed.request, Request::Castling(_));
    // Signs apart from the move are looked for when it is read.
    let word = near.iter().rposition(|b| !b.is_ascii_whitespace()).map_or(0, |last| last + 1);
    is_castling.then_some(parsed.consumed.min(word))
}

/// Could this be a move in some language: at most one letter, then coordinates?
fn has_move_form(word: &[u8]) -> bool {
    let letter = match word {
        [0xE2, 0x99, _, 0xEF, 0xB8, _, ..] => 6,
        [0xE2, 0x99, _, ..] => 3,
        // Cyrillic, of one or two letters.
        [0xD0 | 0xD1, _, 0xD0 | 0xD1, _, ..] => 4,
        [0xD0 | 0xD1, _, ..] => 2,
        [first, ..] if first.is_ascii_alphabetic() => 0,
        _ => return false,
    };
    let window = word.get(letter..word.len().min(letter + 12)).unwrap_or_default();
    let square = window.windows(2).position(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8']));
    let Some(before) = square.and_then(|at| window.get(..at)) else { return false };
    before.iter().enumerate().all(|(i, b)| {
        matches!(b, b'a'..=b'h' | b'1'..=b'8' | b'x' | b'X' | b':' | b'-') || !b.is_ascii() || i == 0
    })
}

/// `ed`, `exd`, `e:d`, with signs behind.
fn is_files(word: &[u8]) -> bool {
    let (from, to, rest) = match word {
        [from @ b'a'..=b'h', b'x' | b':', to @ b'a'..=b'h', rest @ ..] => (from, to, rest),
        [from @ b'a'..=b'h', to @ b'a'..=b'h', rest @ ..] => (from, to, rest),
        _ => return false,
    };
    from.abs_diff(*to) == 1
        && rest.iter().all(|b| matches!(b, b'+' | b'#' | b'!' | b'?' | b':' | b'.' | b'*'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> String {
        let show = |token: &Token| {
            let word = &text[token.start..token.end];
            match token.kind {
                Kind::Number { value, dots } => format!("{value}/{dots}"),
                Kind::Move => format!("m:{word}"),
                Kind::Files => format!("f:{word}"),
                Kind::Result { .. } => format!("r:{word}"),
                Kind::Open { .. } | Kind::Close => word.to_owned(),
                Kind::Comment => "c".to_owned(),
                Kind::Nag(nag) | Kind::Sign(nag) => format!("${nag}"),
                Kind::DrawOffer => "=".to_owned(),
                Kind::Stray => "?".to_owned(),
            }
        };
        scan(text).iter().map(show).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn numbers_moves_and_results_are_told_from_words() {
        assert_eq!(kinds("1.e4 e5 2. Sg1–f3 Sb8-c6"), "1/1 m:e4 m:e5 2/1 m:Sg1–f3 m:Sb8-c6");
        assert_eq!(kinds("18. ... Se4-f6 9…Df6 0-0 0–0–0"), "18/4 m:Se4-f6 9/3 m:Df6 m:0-0 m:0–0–0");
        assert_eq!(kinds("Am 25.03.2004 um 2.11.1 auf 8×8"), "");
        assert_eq!(kinds("1-0 ½:½ 0–1. 1/2 remis"), "r:1-0 r:½:½ r:0–1 r:1/2 r:remis");
        assert_eq!(kinds("Die Dame und der Turm Da Ta (siehe „e4“)"), "( )");
        assert_eq!(kinds("ed exd5 des ab ! ± (=) $12 {x}"), "f:ed m:exd5 f:ab $1 $16 = $12 c");
        assert_eq!(kinds("| 1 | **e4** | e5 |"), "1/0 m:e4** m:e5");
        assert_eq!(kinds("Кf3 ♘f3 Кре2"), "m:Кf3 m:♘f3");
    }

    #[test]
    fn a_bracket_without_its_other_half_is_none() {
        assert_eq!(kinds("(e4 [d4) e5]"), "? m:e4 [ m:d4 m:e5 ]");
        assert_eq!(kinds("([e4])"), "( [ m:e4 ] )");
    }

    #[test]
    fn the_surroundings_of_a_token_are_known() {
        let tokens = scan("Nach e4 kommt\n\ne5 Sf3\n");
        let flags: Vec<_> = tokens
            .iter()
            .map(|t| (t.words_before, t.words_after, t.is_line_start, t.blank_before, t.is_pure))
            .collect();
        assert_eq!(
            flags,
            [
                (true, true, false, false, false),
                (true, false, true, true, true),
                (false, false, false, false, true)
            ]
        );
    }
}
