//! Move numbers, and the moves that look like numbers.

use super::cursor::{Cursor, is_hyphen};
use super::request::{Marks, ParsedMove, PieceRequest, Request, Spelling, Unreadable, UnreadableReason};
use super::tail;
use super::unreadable::token_len;
use crate::chess::Role;

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

#[cfg(test)]
mod tests {
    use super::*;

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
}
