//! Words that look like damaged moves: those of which `--repair` may make one, where a move is due.

/// What speaks for a damaged word being a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// It holds a square behind what can be a piece letter or a file: `5f3`, `Sgl-f3`, `DTa3`.
    Square,
    /// It may be a common word as well: `Tel`, `LbS`, `SxT`, `00`, or a letter that a blank cuts off.
    Vague,
}

/// Longest word that is looked at, in bytes.
const LONGEST: usize = 16;

/// So many bytes may stand before the square: `♘g1xS`, `Sg1–`.
const MOST_BEFORE: usize = 8;

/// How a word looks, if it looks like a damaged move at all; `rest` is what follows it.
pub(super) fn damaged(word: &[u8], rest: &[u8]) -> Option<Shape> {
    if word.len() > LONGEST {
        return None;
    }
    if is_zeros(word, rest) || is_cut_off(word, rest) || is_capture_of_a_piece(word) {
        return Some(Shape::Vague);
    }
    let first = *word.first()?;
    let can_begin = first.is_ascii_uppercase()
        || matches!(first, b'a'..=b'h' | b'1' | b'5' | b'8' | b'l' | b'|' | 0xC3..=0xC5 | 0xD0 | 0xD1 | 0xE2);
    if !can_begin {
        return None;
    }
    let places = 0..word.len().saturating_sub(1).min(MOST_BEFORE);
    let begins = |at: &usize| word.get(..*at).unwrap_or_default().iter().enumerate().all(may_stand_before);
    let pair = |at: usize| (word.get(at).copied().unwrap_or(0), word.get(at + 1).copied().unwrap_or(0));
    let ends = |at: usize| word.get(at + 2..).unwrap_or_default().iter().all(|b| may_stand_behind(*b));
    let is_square = |at: &usize| matches!(pair(*at), (b'a'..=b'h', b'1'..=b'8')) && begins(at);
    if places.clone().any(|at| is_square(&at)) {
        return Some(Shape::Square);
    }
    let is_like_square = |at: &usize| {
        matches!(pair(*at), (b'a'..=b'h', b'l' | b'I' | b'|' | b'S' | b'B')) && begins(at) && ends(*at)
    };
    places.clone().any(|at| is_like_square(&at)).then_some(Shape::Vague)
}

/// Letters of pieces stand at the beginning and, for what is captured, behind a sign or a letter; files, ranks and
/// what is mistaken for them stand anywhere.
fn may_stand_before((index, byte): (usize, &u8)) -> bool {
    index == 0
        || byte.is_ascii_uppercase()
        || matches!(byte, b'a'..=b'h' | b'1'..=b'8' | b'l' | b'|' | b'x' | b':' | b'-' | b'.' | b'_' | 0x80..)
}

/// A promotion, and the signs behind a move.
fn may_stand_behind(byte: u8) -> bool {
    byte.is_ascii_uppercase()
        || matches!(
            byte,
            b'+' | b'#' | b'!' | b'?' | b'=' | b'/' | b't' | b'.' | b':' | b'*' | b'-' | b'_' | 0x80..
        )
}

/// `00`, `0.0`, `ooo`; `0 0`, where the word is the first zero.
fn is_zeros(word: &[u8], rest: &[u8]) -> bool {
    let is_zero = |b: &u8| matches!(b, b'0' | b'O' | b'o');
    let body: &[u8] = {
        let signs = word.iter().rposition(is_zero).map_or(0, |last| last + 1);
        word.get(..signs).unwrap_or_default()
    };
    let zeros = body.iter().filter(|b| is_zero(b)).count();
    let others = body.iter().all(|b| is_zero(b) || matches!(b, b'.' | b',' | b'_' | b'=' | b'~' | b'-'));
    let signs = word.get(body.len()..).unwrap_or_default();
    if !word.first().is_some_and(is_zero) || !others || !signs.iter().all(|b| may_stand_behind(*b)) {
        return false;
    }
    match zeros {
        2 | 3 => true,
        1 => body == word && matches!(rest, [b' ' | b'\t', b'0' | b'O' | b'o', ..]),
        _ => false,
    }
}

/// The beginning of a move before a blank and a file, digit or sign: `S f3`, `e 4`, `Tc 2`, `Sg1 -f3`.
fn is_cut_off(word: &[u8], rest: &[u8]) -> bool {
    let inside = match word {
        [b'A'..=b'Z' | b'a'..=b'h', inside @ ..] => inside,
        [0xD0 | 0xD1, _, inside @ ..] | [0xE2, 0x99, _, inside @ ..] => inside,
        _ => return false,
    };
    let is_part =
        |b: &u8| matches!(b, b'a'..=b'h' | b'1'..=b'8' | b'x' | b':' | b'-' | 0xE2 | 0x80 | 0x90..=0x94);
    inside.len() <= 7
        && inside.iter().all(is_part)
        && matches!(rest, [b' ' | b'\t', b'a'..=b'h' | b'1'..=b'8' | b'x' | b':' | b'-' | 0xE2, ..])
}

/// `SxT`, `D:D+`: the square is missing.
fn is_capture_of_a_piece(word: &[u8]) -> bool {
    let [first, b'x' | b'X' | b':', victim, signs @ ..] = word else { return false };
    (first.is_ascii_uppercase() || matches!(first, b'a'..=b'h'))
        && victim.is_ascii_uppercase()
        && signs.iter().all(|b| may_stand_behind(*b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str) -> Option<Shape> {
        let (word, rest) = text.split_once(' ').map_or((text, ""), |(word, _)| (word, &text[word.len()..]));
        damaged(word.as_bytes(), rest.as_bytes())
    }

    #[test]
    fn a_square_behind_a_letter_or_file_is_a_good_sign() {
        for word in ["5f3", "1c4", "Sgl-f3", "DTa3", "Sf3t", "lc4", "e2-e4", "8b5", "♘gl-f3", "S.f3"] {
            assert_eq!(shape(word), Some(Shape::Square), "{word}");
        }
    }

    #[test]
    fn what_may_be_a_word_is_vague() {
        for word in [
            "Tel", "LbS!?", "SxT", "D:D+", "00", "0.0", "ooo", "OO+", "eS", "Del", "S f3", "e 4", "Tc 2",
            "ex d4", "0 0",
        ] {
            assert_eq!(shape(word), Some(Shape::Vague), "{word}");
        }
    }

    #[test]
    fn words_and_numbers_are_no_moves() {
        for word in [
            "der",
            "Abbildung",
            "Telefon",
            "12",
            "1.",
            "2004",
            "S",
            "am e4",
            "Zug1",
            "ist",
            "A4",
            "100",
            "0",
            "B2B",
        ] {
            assert_eq!(shape(word), None, "{word}");
        }
    }
}
