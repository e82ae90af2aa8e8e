//! One move token to what it asks for. Only a bounded way ahead is looked at, nothing is allocated.

use super::cursor::{Cursor, is_hyphen};
use super::letters::{Letter, Letters};
use super::request::{
    CaptureSign, Marks, ParsedMove, PieceRequest, Request, Spelling, Unreadable, UnreadableReason,
};
use super::tail;
use super::unreadable::{token_len, why_not};
use crate::chess::{Role, Wing};

/// Reads the move that begins at `text`, with the signs that belong to it (all forms of the notation page but
/// results, move numbers and `$` glyphs). `text` may run on to the end of the game.
///
/// # Errors
/// [`Unreadable`] if no move begins there: why, and how long the bad token is.
pub fn parse(text: &[u8], letters: &Letters) -> Result<ParsedMove, Unreadable> {
    let mut reader = Reader { cursor: Cursor::new(text), letters, marks: Marks::default() };
    let Some((request, alternative)) = reader.body() else {
        return Err(Unreadable { reason: why_not(text, letters), len: token_len(text) });
    };
    let Reader { mut cursor, mut marks, .. } = reader;
    tail::read(&mut cursor, &mut marks);
    if cursor.byte().is_ascii_lowercase() {
        return Err(Unreadable { reason: UnreadableReason::TrailingLetters, len: token_len(text) });
    }
    Ok(ParsedMove { request, alternative, marks, consumed: cursor.at })
}

struct Reader<'a> {
    cursor: Cursor<'a>,
    letters: &'a Letters,
    marks: Marks,
}

/// What stands between origin and target.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Separator {
    None,
    Hyphen,
    Capture,
}

impl Reader<'_> {
    fn body(&mut self) -> Option<(Request, Option<PieceRequest>)> {
        match self.cursor.byte() {
            b'a'..=b'h' => return self.file_first(),
            b'0' | b'O' | b'o' | 0xD0 => {
                if let Some(request) = self.null().or_else(|| self.castling()) {
                    return Some((request, None));
                }
            }
            b'-' | b'Z' | b'z' | b'N' | b'n' | b'@' | b'<' => {
                if let Some(request) = self.null() {
                    return Some((request, None));
                }
            }
            _ => {}
        }
        let capital = self.letters.capital(self.cursor.text, self.cursor.at);
        let letter = match capital {
            Some(letter) => letter,
            None => {
                self.marks.spelling.add(Spelling::SMALL_LETTER);
                self.letters.small(self.cursor.text, self.cursor.at)?
            }
        };
        let request = self.piece(letter)?;
        let alternative = letter.other.map(|role| PieceRequest { role: Some(role), ..request });
        Some((Request::Piece(request), alternative))
    }

    fn piece(&mut self, letter: Letter) -> Option<PieceRequest> {
        self.cursor.at += letter.len;
        self.note_letter(letter);
        if letter.role == Role::Pawn {
            self.marks.spelling.add(Spelling::PAWN_LETTER);
        }
        self.coordinates(Some(letter.role))
    }

    fn note_letter(&mut self, letter: Letter) {
        self.marks.tongues = self.marks.tongues.with(letter.tongues);
        let is_english = matches!(self.letters.first(), super::Language::English) && !letter.tongues.second;
        if letter.is_figurine || !is_english {
            self.marks.spelling.add(Spelling::FOREIGN_LETTER);
        }
    }

    /// A move that begins with a to h: a pawn's or coordinates; a small piece letter only as a second reading.
    fn file_first(&mut self) -> Option<(Request, Option<PieceRequest>)> {
        let start = self.cursor;
        let pawn = self.coordinates(None);
        let ahead = start.byte_at(1);
        let may_be_piece = matches!(ahead, b'a'..=b'h' | b'x' | b':' | 0xC3 | 0xD7);
        let letter = if may_be_piece { self.letters.small(start.text, start.at) } else { None };
        let Some(letter) = letter else { return Some((Request::Piece(pawn?), None)) };
        let mut second = Reader { cursor: start, letters: self.letters, marks: Marks::default() };
        second.marks.spelling.add(Spelling::SMALL_LETTER);
        let piece = second.piece(letter).filter(|_| letter.role != Role::Pawn);
        match (pawn, piece) {
            (Some(pawn), piece) => {
                let same_end = second.cursor.at == self.cursor.at;
                Some((Request::Piece(pawn), piece.filter(|_| same_end)))
            }
            (None, Some(piece)) => {
                self.cursor = second.cursor;
                self.marks = second.marks;
                Some((Request::Piece(piece), None))
            }
            (None, None) => None,
        }
    }

    /// Origin as far as given, separator, victim, target, promotion.
    fn coordinates(&mut self, role: Option<Role>) -> Option<PieceRequest> {
        let from_file = self.cursor.file();
        let from_rank = self.cursor.rank();
        let after_first = self.cursor;
        let (separator, is_odd) = self.separator();
        let victim = if separator == Separator::Capture { self.victim() } else { None };
        let target = self.cursor.file().map(|file| (file, self.cursor.rank()));
        let is_pawn = role.is_none_or(|role| role == Role::Pawn);
        let mut request =
            PieceRequest { role, from_file, from_rank, to_file: 0, to_rank: None, promotion: None };
        let mut is_plain_coordinates = false;
        match target {
            Some((file, Some(rank))) => {
                (request.to_file, request.to_rank) = (file, Some(rank));
                let has_origin = from_file.is_some() && from_rank.is_some();
                if role.is_none() && !has_origin {
                    from_file?;
                    request.role = Some(Role::Pawn);
                }
                if separator == Separator::Hyphen && !has_origin {
                    return None;
                }
                is_plain_coordinates = has_origin && role.is_none() && separator == Separator::None;
                if is_plain_coordinates {
                    self.marks.spelling.add(Spelling::COORDINATES);
                } else if has_origin && separator != Separator::None {
                    self.marks.spelling.add(Spelling::LONG);
                }
                self.note_capture(separator, is_odd, victim);
            }
            Some((file, None))
                if is_pawn
                    && from_file.is_some()
                    && from_rank.is_none()
                    && separator != Separator::Hyphen
                    && self.file_only_ends() =>
            {
                request.role = Some(Role::Pawn);
                request.to_file = file;
                self.marks.spelling.add(Spelling::FILE_ONLY);
                self.note_capture(separator, is_odd, victim);
            }
            _ => {
                self.cursor = after_first;
                request.role = Some(role.unwrap_or(Role::Pawn));
                (request.to_file, request.to_rank) = (from_file?, Some(from_rank?));
                (request.from_file, request.from_rank) = (None, None);
            }
        }
        request.promotion = self.promotion(&request, is_plain_coordinates);
        Some(request)
    }

    fn note_capture(&mut self, separator: Separator, is_odd: bool, victim: Option<Letter>) {
        if separator != Separator::Capture {
            return;
        }
        self.marks.capture = CaptureSign::Between;
        if is_odd {
            self.marks.spelling.add(Spelling::ODD_CAPTURE);
        }
        if let Some(letter) = victim {
            self.note_letter(letter);
            self.marks.spelling.add(Spelling::ODD_CAPTURE);
            self.marks.victim = Some(letter.role);
            self.marks.victim_alternative = letter.other;
        }
    }

    fn separator(&mut self) -> (Separator, bool) {
        match self.cursor.take(|c| is_hyphen(c) || matches!(c, 'x' | 'X' | '×' | ':')) {
            None => (Separator::None, false),
            Some('x') => (Separator::Capture, false),
            Some('X' | '×' | ':') => (Separator::Capture, true),
            Some(_) => (Separator::Hyphen, false),
        }
    }

    /// The captured piece's letter, only if a square follows.
    fn victim(&mut self) -> Option<Letter> {
        let letter = self.letters.capital(self.cursor.text, self.cursor.at)?;
        let mut ahead = self.cursor;
        ahead.at += letter.len;
        let here = ahead;
        ahead.file()?;
        ahead.rank()?;
        self.cursor = here;
        Some(letter)
    }

    /// May `ed` end here? Only before something that is no letter or digit, or before a promotion.
    fn file_only_ends(&self) -> bool {
        let mut ahead = self.cursor;
        if ahead.at_boundary() {
            return true;
        }
        match self.letters.capital(ahead.text, ahead.at) {
            Some(letter) => {
                ahead.at += letter.len;
                ahead.at_boundary()
            }
            None => false,
        }
    }

    fn promotion(&mut self, request: &PieceRequest, is_plain_coordinates: bool) -> Option<Role> {
        let start = self.cursor;
        let may_be_pawn = request.role.is_none_or(|role| role == Role::Pawn);
        let on_last_rank = matches!(request.to_rank, Some(0 | 7) | None);
        let is_bare_allowed = may_be_pawn && on_last_rank;
        let colon = is_bare_allowed && self.cursor.eat(':');
        let equals = self.cursor.eat('=');
        let slash = !equals && may_be_pawn && self.cursor.eat('/');
        let bracket = (equals || may_be_pawn) && self.cursor.eat('(');
        let is_bare = !equals && !slash && !bracket;
        if is_bare && !is_bare_allowed {
            self.cursor = start;
            return None;
        }
        let read = self.promotion_letter(is_bare, is_plain_coordinates);
        let closes = !bracket || self.cursor.eat(')');
        let Some((role, is_small)) = read.filter(|_| closes) else {
            self.cursor = start;
            return None;
        };
        if colon {
            self.marks.capture = CaptureSign::Trailing;
            self.marks.spelling.add(Spelling::ODD_CAPTURE);
        }
        if !equals || bracket || is_small {
            self.marks.spelling.add(Spelling::ODD_PROMOTION);
        }
        Some(role)
    }

    fn promotion_letter(&mut self, is_bare: bool, is_plain_coordinates: bool) -> Option<(Role, bool)> {
        let (text, at) = (self.cursor.text, self.cursor.at);
        let mut ahead = self.cursor;
        if is_plain_coordinates && is_bare {
            // UCI writes English letters whatever language is read.
            let uci = match self.cursor.byte() {
                b'q' => Some(Role::Queen),
                b'r' => Some(Role::Rook),
                b'b' => Some(Role::Bishop),
                b'n' => Some(Role::Knight),
                _ => None,
            };
            ahead.at += 1;
            if let Some(role) = uci.filter(|_| ahead.at_boundary()) {
                self.cursor = ahead;
                return Some((role, true));
            }
        }
        let capital = self.letters.capital(text, at);
        let letter = capital.or_else(|| self.letters.small(text, at))?;
        ahead.at = at + letter.len;
        if is_bare {
            // A letter that a square or a capture follows begins the next move.
            let next_is_move = match ahead.byte() {
                b'a'..=b'h' => matches!(ahead.byte_at(1), b'1'..=b'8' | b'a'..=b'h' | b'x' | b':'),
                b'1'..=b'8' => ahead.byte_at(1).is_ascii_lowercase(),
                b'x' => true,
                _ => false,
            };
            if next_is_move || (capital.is_none() && !ahead.at_boundary()) {
                return None;
            }
        }
        self.cursor = ahead;
        self.note_letter(letter);
        Some((letter.role, capital.is_none()))
    }

    fn null(&mut self) -> Option<Request> {
        let start = self.cursor;
        if self.cursor.eat('-') && self.cursor.eat('-') && !self.cursor.eat('-') {
            return Some(Request::Null);
        }
        self.cursor = start;
        for word in ["z0", "null", "@@@@", "0000", "<>"] {
            if self.cursor.eat_word(word) && self.cursor.at_boundary() {
                return Some(Request::Null);
            }
            self.cursor = start;
        }
        None
    }

    fn castling(&mut self) -> Option<Request> {
        let start = self.cursor;
        let is_zero = |c: char| matches!(c, '0' | 'O' | 'o' | 'О' | 'о');
        self.cursor.take(is_zero)?;
        let mut zeros = 1;
        while zeros < 3 {
            let mut ahead = self.cursor;
            ahead.skip_blanks(2);
            let hyphen = ahead.take(is_hyphen);
            ahead.skip_blanks(2);
            if hyphen.is_none() || ahead.take(is_zero).is_none() {
                break;
            }
            zeros += 1;
            self.cursor = ahead;
        }
        // `0-0-1` and `0-02` are something else.
        if zeros == 1 || self.cursor.byte().is_ascii_digit() && start.byte() != b'O' {
            self.cursor = start;
            return None;
        }
        let wing = if zeros == 2 { Wing::King } else { Wing::Queen };
        let written = start.text.get(start.at..self.cursor.at);
        if written != Some(b"O-O") && written != Some(b"O-O-O") {
            self.marks.spelling.add(Spelling::ODD_CASTLING);
        }
        Some(Request::Castling(wing))
    }
}
