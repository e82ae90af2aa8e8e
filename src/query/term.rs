//! What the terms of the filter language that look at the board have in common: how their text is read, and what is
//! wrong with it when it cannot be.

use std::fmt;

use crate::chess::{Color, Role, Square};

/// The text of a term could not be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{fault} (at byte {at} of the term)")]
pub struct TermError {
    /// Byte offset in the text that was given to the term's `parse`.
    pub at: usize,
    /// What is wrong there.
    pub fault: TermFault,
}

/// What can be wrong with the text of a term.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TermFault {
    /// Something else should stand here; `found` is empty at the end of the text.
    #[error("{} where {expected} should stand", Found(.found))]
    Unexpected {
        /// The character or word that stands here.
        found: String,
        /// What may stand here.
        expected: &'static str,
    },
    /// A quotation mark or bracket is never closed.
    #[error("`{0}` is not closed")]
    NotClosed(char),
    /// A pattern in which every square may be anything.
    #[error("the pattern tests no square")]
    NothingTested,
    /// `[]`.
    #[error("the set of pieces is empty")]
    EmptySet,
    /// A board needs eight ranks.
    #[error("a board has 8 ranks, not {0}")]
    RankCount(usize),
    /// A rank needs eight squares.
    #[error("rank {rank} has {width} squares, not 8")]
    RankWidth {
        /// 1 to 8, as the board counts them.
        rank: usize,
        /// Squares it was given.
        width: usize,
    },
    /// A pawn structure knows nothing but pawns.
    #[error("`{0}` is no pawn; a pawn structure has only P and p")]
    NotAPawn(char),
    /// A pawn where none can stand.
    #[error("no pawn can stand on rank {0}")]
    PawnRank(usize),
    /// Every side has one king, said once or not at all.
    #[error("a side has one king, no more and no less")]
    KingCount,
    /// Nobody takes a king.
    #[error("a king is never taken")]
    KingTaken,
    /// Promotion to a king or pawn.
    #[error("a pawn becomes q, r, b or n")]
    NoPromotion,
    /// A range whose end lies before its beginning.
    #[error("the range {from}..{to} is empty")]
    EmptyRange {
        /// Its first number.
        from: u32,
        /// Its last number.
        to: u32,
    },
    /// A number that is too large to mean anything.
    #[error("the number is too large")]
    TooLarge,
    /// Both sides of a difference are the same.
    #[error("both sides have the same, so there is no difference")]
    NoDifference,
    /// A German piece letter in a move.
    #[error(
        "`{letter}` is a German piece letter; moves of the filter language use English ones: `{english}`"
    )]
    GermanLetter {
        /// The letter that stands here.
        letter: char,
        /// The same piece in English.
        english: char,
    },
    /// `xf7`: it is not said who takes.
    #[error("who takes? `*x` is any piece, `ex` the pawn from the e-file")]
    BareCapture,
    /// The same thing is said twice.
    #[error("`{0}` is said twice")]
    Repeated(&'static str),
}

/// What stands at a place, quoted, or the end.
struct Found<'t>(&'t str);

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { write!(f, "the end") } else { write!(f, "`{}`", self.0) }
    }
}

/// Reads the text of a term from left to right.
#[derive(Clone, Copy)]
pub(super) struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Scanner<'t> {
    pub(super) fn new(text: &'t str) -> Scanner<'t> {
        Scanner { text, at: 0 }
    }

    /// Byte offset of what comes next.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Leaves so many bytes behind; whole characters, as the caller has seen them.
    pub(super) fn skip(&mut self, bytes: usize) {
        self.at += bytes;
    }

    /// The next character, which is left behind.
    pub(super) fn bump(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Leaves the character behind if it comes next.
    pub(super) fn eat(&mut self, wanted: char) -> bool {
        let comes = self.peek() == Some(wanted);
        if comes {
            self.at += wanted.len_utf8();
        }
        comes
    }

    pub(super) fn blanks(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.bump();
        }
    }

    /// The letters and digits that come next, blanks skipped; they are not left behind.
    pub(super) fn peek_word(&mut self) -> &'t str {
        self.blanks();
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        rest.get(..end).unwrap_or_default()
    }

    /// The letters and digits that come next.
    pub(super) fn word(&mut self) -> &'t str {
        let word = self.peek_word();
        self.at += word.len();
        word
    }

    /// Leaves the word behind if it comes next; capitals do not count.
    pub(super) fn eat_word(&mut self, wanted: &str) -> bool {
        let word = self.peek_word();
        let comes = word.eq_ignore_ascii_case(wanted);
        if comes {
            self.at += word.len();
        }
        comes
    }

    /// Leaves several words behind if they all come next.
    pub(super) fn eat_words(&mut self, wanted: &[&str]) -> bool {
        let before = *self;
        let all = wanted.iter().all(|word| self.eat_word(word));
        if !all {
            *self = before;
        }
        all
    }

    /// What stands between quotation marks, or up to the next blank if there are none.
    pub(super) fn body(&mut self) -> Result<Scanner<'t>, TermError> {
        self.blanks();
        let opening = self.at;
        let is_quoted = self.eat('"');
        let start = self.at;
        let rest = self.rest();
        let found = if is_quoted { rest.find('"') } else { rest.find(char::is_whitespace) };
        let len = match found {
            Some(len) => len,
            None if is_quoted => return Err(error(opening, TermFault::NotClosed('"'))),
            None => rest.len(),
        };
        self.at = start + len + usize::from(is_quoted);
        Ok(Scanner { text: self.text.get(..start + len).unwrap_or_default(), at: start })
    }

    /// Digits that come next.
    pub(super) fn number(&mut self) -> Result<Option<u32>, TermError> {
        let at = self.at;
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let digits = rest.get(..end).unwrap_or_default();
        if digits.is_empty() {
            return Ok(None);
        }
        self.at += end;
        digits.parse().map(Some).map_err(|_| error(at, TermFault::TooLarge))
    }

    /// A colour, if one comes next.
    pub(super) fn color(&mut self) -> Option<Color> {
        if self.eat_word("white") {
            Some(Color::White)
        } else if self.eat_word("black") {
            Some(Color::Black)
        } else {
            None
        }
    }

    /// A colour behind `lead` (`by white`, `of black`), or nothing of it.
    pub(super) fn side(&mut self, lead: &str) -> Option<Color> {
        let before = *self;
        let color = if self.eat_word(lead) { self.color() } else { None };
        if color.is_none() {
            *self = before;
        }
        color
    }

    /// A piece letter of either case standing alone, if one comes next: the colour is never said by it.
    pub(super) fn role(&mut self) -> Option<Role> {
        let mut letters = self.peek_word().chars();
        let role = role_of(letters.next()?.to_ascii_uppercase())?;
        if letters.next().is_some() {
            return None;
        }
        self.at += 1;
        Some(role)
    }

    /// The error that what comes next should be something else.
    pub(super) fn unexpected(&mut self, expected: &'static str) -> TermError {
        let word = self.peek_word();
        let found = match self.peek() {
            Some(letter) if word.is_empty() => letter.to_string(),
            _ => word.chars().take(40).collect(),
        };
        error(self.at, TermFault::Unexpected { found, expected })
    }

    /// Nothing but blanks may follow.
    pub(super) fn end(&mut self, expected: &'static str) -> Result<(), TermError> {
        self.blanks();
        if self.rest().is_empty() { Ok(()) } else { Err(self.unexpected(expected)) }
    }
}

/// An error at a byte offset.
pub(super) fn error(at: usize, fault: TermFault) -> TermError {
    TermError { at, fault }
}

/// The role of an English capital letter.
pub(super) fn role_of(letter: char) -> Option<Role> {
    Role::ALL.into_iter().find(|role| role.letter() == letter)
}

/// The eight ranks of a FEN-like board from the eighth to the first. `square` reads one entry and says what it is and
/// for how many squares; an entry that would leave the rank is an error.
pub(super) fn read_board<T: Copy>(
    scanner: &mut Scanner<'_>,
    empty: T,
    mut entry: impl FnMut(&mut Scanner<'_>, usize) -> Result<(T, usize), TermError>,
) -> Result<[T; 64], TermError> {
    let mut board = [empty; 64];
    let (mut rank, mut width, mut begin) = (8usize, 0usize, scanner.at());
    loop {
        match scanner.peek() {
            None | Some('/') => {
                if width != 8 {
                    return Err(error(begin, TermFault::RankWidth { rank, width }));
                }
                if scanner.bump().is_none() {
                    break;
                }
                if rank == 1 {
                    let ranks = 9 + scanner.rest().matches('/').count();
                    return Err(error(scanner.at() - 1, TermFault::RankCount(ranks)));
                }
                (rank, width, begin) = (rank - 1, 0, scanner.at());
            }
            Some(_) => {
                let (value, count) = entry(scanner, rank)?;
                for file in width..(width + count).min(8) {
                    let square = Square::at(file as u8, rank as u8 - 1);
                    board[square.index()] = value;
                }
                width += count;
            }
        }
    }
    if rank != 1 {
        return Err(error(scanner.at(), TermFault::RankCount(9 - rank)));
    }
    Ok(board)
}

/// The word for a colour.
pub(super) const fn color_word(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}
