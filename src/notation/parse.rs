//! One move token to what it asks for. Only a bounded way ahead is looked at, nothing is allocated.

use super::cursor::{Cursor, is_hyphen};
use super::letters::{Letter, Letters};
use super::request::{
    CaptureSign, Marks, ParsedMove, PieceRequest, Request, Spelling, Unreadable, UnreadableReason,
};
use super::tail;
use crate::chess::{Role, Wing};

/// Longest bad token that is measured.
const LONGEST_TOKEN: usize = 64;

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

/// Reads a move of ICCF numeric notation: `5254`, promotion `57581` (1 queen, 2 rook, 3 bishop, 4 knight).
/// It looks like a move number, so it is read only where it is asked for.
///
/// # Errors
/// [`Unreadable`] if no such move begins at `text`.
pub fn parse_iccf(text: &[u8]) -> Result<ParsedMove, Unreadable> {
    let digits = text.iter().take(6).take_while(|b| b.is_ascii_digit()).count();
    let digit = |at: usize| text.get(at).and_then(|b| b.checked_sub(b'1')).filter(|&d| d < 8);
    let promotion = match digits {
        5 => digit(4).and_then(|d| Role::PROMOTIONS.get(usize::from(d)).copied()),
        _ => None,
    };
    let (Some(from_file), Some(from_rank), Some(to_file), Some(to_rank)) =
        (digit(0), digit(1), digit(2), digit(3))
    else {
        return Err(Unreadable { reason: UnreadableReason::NotAMove, len: token_len(text) });
    };
    if digits != 4 && promotion.is_none() {
        return Err(Unreadable { reason: UnreadableReason::NotAMove, len: token_len(text) });
    }
    let mut cursor = Cursor { text, at: digits };
    let mut marks = Marks::default();
    marks.spelling.add(Spelling::COORDINATES);
    tail::read(&mut cursor, &mut marks);
    let request = PieceRequest {
        role: None,
        from_file: Some(from_file),
        from_rank: Some(from_rank),
        to_file,
        to_rank: Some(to_rank),
        promotion,
    };
    Ok(ParsedMove { request: Request::Piece(request), alternative: None, marks, consumed: cursor.at })
}

/// Reads a move number: the number, how many dots follow (an ellipsis counts three), and the length in bytes.
/// Blanks between dots belong to it (`12. ...`). Results and the null move `0000` are no numbers.
pub fn skip_number(text: &[u8]) -> Option<(u32, usize, usize)> {
    let digits = text.iter().take(10).take_while(|b| b.is_ascii_digit()).count();
    if digits == 0 || digits > 9 {
        return None;
    }
    let number = text.get(..digits)?.iter().fold(0u32, |n, b| n * 10 + u32::from(b - b'0'));
    let mut cursor = Cursor { text, at: digits };
    let (mut dots, mut end) = (0, digits);
    while dots < 64 {
        if cursor.eat('.') {
            dots += 1;
        } else if cursor.eat('…') {
            dots += 3;
        } else if dots == 0 || cursor.skip_blanks(4) == 0 {
            break;
        } else {
            continue;
        }
        end = cursor.at;
    }
    let next = Cursor { text, at: digits }.peek();
    let is_other = text.get(..digits) == Some(b"0000")
        || next.is_some_and(|c| is_hyphen(c) || matches!(c, '/' | ':' | ',' | '½'));
    (!is_other).then_some((number, dots, end))
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

/// Bytes up to the next blank or sign of movetext.
fn token_len(text: &[u8]) -> usize {
    let is_end = |b: &u8| matches!(b, 0..=b' ' | b'(' | b')' | b'{' | b'}' | b';' | b'[' | b']' | b'$');
    let window = text.get(..LONGEST_TOKEN.min(text.len())).unwrap_or(text);
    let mut len = window.iter().position(is_end).unwrap_or(window.len()).max(1).min(text.len());
    // Never end inside a character.
    while len > 1 && text.get(len).is_some_and(|b| b & 0xC0 == 0x80) {
        len -= 1;
    }
    len
}

fn why_not(text: &[u8], letters: &Letters) -> UnreadableReason {
    let mut cursor = Cursor::new(text);
    let is_half = |c: char| matches!(c, '0' | '1' | '½');
    if cursor.take(is_half).is_some() && cursor.take(|c| is_hyphen(c) || matches!(c, '/' | ':')).is_some() {
        return UnreadableReason::Result;
    }
    let mut cursor = Cursor::new(text);
    let letter = letters.capital(text, 0).or_else(|| letters.small(text, 0));
    let first = cursor.peek();
    match letter {
        Some(letter) if !matches!(first, Some('a'..='h')) => cursor.at += letter.len,
        _ => {
            if let Some(c) = first.filter(|c| c.is_uppercase()) {
                cursor.at += c.len_utf8();
                cursor.eat('x');
                let is_square = cursor.file().is_some();
                return if is_square {
                    UnreadableReason::UnknownLetter(c)
                } else {
                    UnreadableReason::NotAMove
                };
            }
        }
    }
    let is_piece = cursor.at > 0;
    cursor.eat('x');
    let looks_like_square = matches!((cursor.byte(), cursor.byte_at(1)), (b'a'..=b'z', b'0'..=b'9'));
    if looks_like_square && !cursor.text.get(cursor.at + 2).is_some_and(u8::is_ascii_alphabetic) {
        UnreadableReason::OffBoard
    } else if is_piece && token_len(text) <= cursor.at + 2 {
        UnreadableReason::NoSquare
    } else {
        UnreadableReason::NotAMove
    }
}

#[cfg(test)]
mod tests {
    use super::super::{CheckSign, Language};
    use super::*;

    fn read(text: &str) -> ParsedMove {
        parse(text.as_bytes(), Letters::english_german()).unwrap_or_else(|e| panic!("{text}: {e:?}"))
    }

    fn refused(text: &str) -> UnreadableReason {
        parse(text.as_bytes(), Letters::english_german()).expect_err(text).reason
    }

    fn piece(text: &str) -> PieceRequest {
        match read(text).request {
            Request::Piece(piece) => piece,
            other => panic!("{text}: {other:?}"),
        }
    }

    /// Role letter, origin and target as far as given, promotion letter.
    fn shape(text: &str) -> String {
        let p = piece(text);
        let file = |f: Option<u8>| f.map_or('?', |f| char::from(b'a' + f));
        let rank = |r: Option<u8>| r.map_or('?', |r| char::from(b'1' + r));
        format!(
            "{}{}{}{}{}{}",
            p.role.map_or('*', Role::letter),
            file(p.from_file),
            rank(p.from_rank),
            file(Some(p.to_file)),
            rank(p.to_rank),
            p.promotion.map_or(String::new(), |r| r.letter().to_string())
        )
    }

    #[test]
    fn short_long_and_coordinate_forms_are_read() {
        for (text, expected) in [
            ("Sf3", "N??f3"),
            ("Nf3", "N??f3"),
            ("Sgf3", "Ng?f3"),
            ("S1f3", "N?1f3"),
            ("Sg1f3", "Ng1f3"),
            ("Sg1-f3", "Ng1f3"),
            ("Sg1–f3", "Ng1f3"),
            ("e2-e4", "*e2e4"),
            ("e2\u{2212}e4", "*e2e4"),
            ("e2e4", "*e2e4"),
            ("e7e8q", "*e7e8Q"),
            ("e7e8D", "*e7e8Q"),
            ("e4", "P??e4"),
            ("♘f3", "N??f3"),
            ("♟e5", "P??e5"),
            ("Pe4", "P??e4"),
            ("sf3", "N??f3"),
            ("R1d1", "R?1d1"),
        ] {
            assert_eq!(shape(text), expected, "{text}");
        }
    }

    #[test]
    fn captures_are_read_in_all_styles() {
        for (text, expected) in [
            ("exd5", "Pe?d5"),
            ("exd5:", "Pe?d5"),
            ("e:d5", "Pe?d5"),
            ("e×d5", "Pe?d5"),
            ("ed5", "Pe?d5"),
            ("ed5:", "Pe?d5"),
            ("ed", "Pe?d?"),
            ("exd", "Pe?d?"),
            ("d5:", "P??d5"),
            ("Sf3xTe5", "Nf3e5"),
            ("De7xLa3", "Qe7a3"),
            ("g6xSh5", "*g6h5"),
            ("Dg5xSf6+", "Qg5f6"),
            ("Sf5:", "N??f5"),
            ("S:f5", "N??f5"),
        ] {
            assert_eq!(shape(text), expected, "{text}");
            assert_eq!(read(text).consumed, text.len(), "{text}");
        }
        assert_eq!(read("Sf3xTe5").marks.victim, Some(Role::Rook));
        assert_eq!(read("Sf5:").marks.capture, CaptureSign::Trailing);
        assert_eq!(read("Sf5").marks.capture, CaptureSign::None);
    }

    #[test]
    fn promotions_are_read_in_all_styles() {
        for (text, expected) in [
            ("a8D", "P??a8Q"),
            ("a8=D", "P??a8Q"),
            ("a8(D)", "P??a8Q"),
            ("a8/D", "P??a8Q"),
            ("a8=(D)", "P??a8Q"),
            ("a8=d", "P??a8Q"),
            ("a8d", "P??a8Q"),
            ("exf8R", "Pe?f8R"),
            ("ef(R)", "Pe?f?R"),
            ("fg8:S", "Pf?g8N"),
            ("b1S", "P??b1N"),
            ("e8=N", "P??e8N"),
            ("e8", "P??e8"),
        ] {
            assert_eq!(shape(text), expected, "{text}");
            assert_eq!(read(text).consumed, text.len(), "{text}");
        }
        assert_eq!(read("e8Nf6").consumed, 2, "the next move is glued on");
        assert_eq!(read("e8 (e7)").consumed, 2, "a variation is no promotion");
    }

    #[test]
    fn castling_is_read_with_zeros_letters_hyphens_and_blanks() {
        for (text, wing) in [
            ("O-O", Wing::King),
            ("0-0", Wing::King),
            ("o-o", Wing::King),
            ("0- 0", Wing::King),
            ("0\u{2212}0", Wing::King),
            ("O-O-O", Wing::Queen),
            ("0 - 0 - 0", Wing::Queen),
            ("0–0–0", Wing::Queen),
            ("0-0-0+", Wing::Queen),
        ] {
            let parsed = read(text);
            assert_eq!(parsed.request, Request::Castling(wing), "{text}");
            assert_eq!(parsed.consumed, text.len(), "{text}");
            assert_eq!(parsed.is_canonical(), matches!(text, "O-O" | "O-O-O"), "{text}");
        }
        assert_eq!(read("0-0 0-1").consumed, 3);
    }

    #[test]
    fn null_moves_are_read_in_all_spellings() {
        for text in ["--", "Z0", "null", "0000", "@@@@", "<>"] {
            assert_eq!(read(text).request, Request::Null, "{text}");
        }
    }

    #[test]
    fn results_are_never_moves() {
        for text in ["1-0", "0-1", "1/2-1/2", "1:0", "½-½", "0:1"] {
            assert_eq!(refused(text), UnreadableReason::Result, "{text}");
        }
        assert_eq!(read("Nc61-0").consumed, 3);
        assert_eq!(read("e41/2-1/2").consumed, 2);
    }

    #[test]
    fn the_b_is_a_file_first() {
        assert_eq!(piece("bxc3").role, Some(Role::Pawn));
        assert_eq!(piece("Bxc3").role, Some(Role::Bishop));
        assert_eq!(read("bxc3").alternative.and_then(|p| p.role), Some(Role::Bishop));
        assert_eq!(read("Be2-e4").alternative.and_then(|p| p.role), Some(Role::Pawn));
        assert_eq!(read("b4").alternative, None);
    }

    #[test]
    fn unreadable_tokens_say_why() {
        assert_eq!(refused("Vf3"), UnreadableReason::UnknownLetter('V'));
        assert_eq!(refused("Nf9"), UnreadableReason::OffBoard);
        assert_eq!(refused("i4"), UnreadableReason::OffBoard);
        assert_eq!(refused("Nf"), UnreadableReason::NoSquare);
        assert_eq!(refused("Nf3xyz"), UnreadableReason::TrailingLetters);
        assert_eq!(refused("hello"), UnreadableReason::NotAMove);
        assert_eq!(parse(b"Zug1 e4", Letters::english_german()).map_err(|e| e.len).err(), Some(4));
    }

    #[test]
    fn only_san_is_canonical() {
        for text in ["Nf3", "Nbd2", "exd5", "e8=Q+", "Qxf7#", "O-O-O", "R1xd3"] {
            assert!(read(text).is_canonical(), "{text}");
        }
        for text in ["Sf3", "Ng1-f3", "g1f3", "exd5:", "e8Q", "nf3", "Pe4", "Nf3!", "ed", "Qh5++", "0-0"] {
            assert!(!read(text).is_canonical(), "{text}");
        }
    }

    #[test]
    fn the_letters_tell_their_language() {
        let tongues = |text: &str| (read(text).marks.tongues.first, read(text).marks.tongues.second);
        assert_eq!(tongues("Kf3"), (false, false));
        assert_eq!(tongues("Qf3"), (true, false));
        assert_eq!(tongues("Df3"), (false, true));
        assert_eq!(tongues("SxRe5"), (true, true));
        let russian = parse("Крe1-e2".as_bytes(), Letters::of(Language::Russian)).expect("a move");
        assert!(matches!(russian.request, Request::Piece(p) if p.role == Some(Role::King)));
    }

    #[test]
    fn numbers_are_told_from_results_and_null_moves() {
        assert_eq!(skip_number(b"1.e4"), Some((1, 1, 2)));
        assert_eq!(skip_number(b"12. e4"), Some((12, 1, 3)));
        assert_eq!(skip_number(b"12. ... e5"), Some((12, 4, 7)));
        assert_eq!(skip_number("12… e5".as_bytes()), Some((12, 3, 5)));
        assert_eq!(skip_number(b"3...Nf6"), Some((3, 3, 4)));
        assert_eq!(skip_number(b"1e4"), Some((1, 0, 1)));
        for text in ["1-0", "1/2-1/2", "0000", "0,5:0,5", "1:0", "e4", "", "9999999999"] {
            assert_eq!(skip_number(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn iccf_digits_are_squares() {
        let read = |text: &str| parse_iccf(text.as_bytes()).map(|p| p.request).ok();
        let expected = PieceRequest {
            role: None,
            from_file: Some(4),
            from_rank: Some(1),
            to_file: 4,
            to_rank: Some(3),
            promotion: None,
        };
        assert_eq!(read("5254"), Some(Request::Piece(expected)));
        assert!(matches!(read("57581"), Some(Request::Piece(p)) if p.promotion == Some(Role::Queen)));
        assert_eq!(read("525"), None);
        assert_eq!(read("5259"), None);
        assert_eq!(read("57585"), None);
    }

    #[test]
    fn signs_behind_the_move_belong_to_it() {
        let signs = |text: &str| {
            let parsed = read(text);
            assert_eq!(parsed.consumed, text.len(), "{text}");
            (parsed.marks.check, parsed.marks.nags.to_vec())
        };
        use CheckSign::{Check, Mate, MateOrDouble, None};
        for (text, check, nags) in [
            ("Qf3+", Check, vec![]),
            ("Qf3#", Mate, vec![]),
            ("Qf3++", MateOrDouble, vec![]),
            ("Qf3†", Check, vec![]),
            ("Qf3‡", MateOrDouble, vec![]),
            ("Qf3 ch", Check, vec![]),
            ("Qf3 mate", Mate, vec![]),
            ("Df3 matt", Mate, vec![]),
            ("Df3 sch.", Check, vec![]),
            ("Qf3!?", None, vec![5]),
            ("Qf3+!+-", Check, vec![1, 18]),
            ("Qf3+-", None, vec![18]),
            ("Qf3-+", None, vec![19]),
            ("Qf3+/-", None, vec![16]),
            ("Qf3+=", None, vec![14]),
            ("Qf3++-", Check, vec![18]),
            ("Qf3+-+", Check, vec![19]),
            ("Qf3+++-", MateOrDouble, vec![18]),
            ("Qf3+=+", Check, vec![15]),
            ("Qf3±", None, vec![16]),
            ("Qf3N", None, vec![146]),
            ("Qf3!!∞", None, vec![3, 13]),
        ] {
            assert_eq!(signs(text), (check, nags), "{text}");
        }
        assert!(read("e4 (=)").marks.draw_offer);
        assert_eq!(read("e4 (= c5)").consumed, 2);
        assert_eq!(read("Qf3 +- 12.").consumed, 3);
    }

    #[test]
    fn en_passant_marks_are_read_attached_and_apart() {
        for text in
            ["exd6 e.p.", "exd6e.p.", "exd6 ep", "exd6ep", "exd6 e. p.", "d5xc6 i.V.", "ed6 im Vorbeigehen"]
        {
            let parsed = read(text);
            assert!(parsed.marks.en_passant, "{text}");
            assert_eq!(parsed.consumed, text.len(), "{text}");
        }
        assert!(!read("exd6 e5").marks.en_passant);
    }

    proptest::proptest! {
        #[test]
        fn no_bytes_make_the_parser_panic(bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..24)) {
            for language in Language::ALL {
                match parse(&bytes, Letters::of(language)) {
                    Ok(parsed) => proptest::prop_assert!(parsed.consumed > 0 && parsed.consumed <= bytes.len()),
                    Err(bad) => proptest::prop_assert!(bad.len <= bytes.len()),
                }
            }
            let _ = (skip_number(&bytes), parse_iccf(&bytes));
        }

        #[test]
        fn no_signs_make_the_parser_panic(text in "[a-h1-8KQRNBSDLT0Oox:=+#!?./() epN–×½♘-]{0,16}") {
            if let Ok(parsed) = parse(text.as_bytes(), Letters::english_german()) {
                proptest::prop_assert!(parsed.consumed > 0 && parsed.consumed <= text.len());
                proptest::prop_assert!(text.is_char_boundary(parsed.consumed));
            }
        }
    }
}
