//! The signs behind a move: capture, check, en passant, draw offer, judgements.

use super::cursor::{Cursor, is_hyphen};
use super::glyph;
use super::request::{CaptureSign, CheckSign, Marks, Spelling, Tail};

/// Takes every sign that belongs to the move.
pub(super) fn read(cursor: &mut Cursor<'_>, marks: &mut Marks) {
    while one(cursor, marks) || detached(cursor, marks) {}
}

fn one(cursor: &mut Cursor<'_>, marks: &mut Marks) -> bool {
    match cursor.byte() {
        0 | b' ' | b'\n' | b'\r' | b'{' | b')' | b'$' => false,
        b'+' => plus(cursor, marks),
        b':' if marks.capture == CaptureSign::None => {
            cursor.at += 1;
            marks.capture = CaptureSign::Trailing;
            marks.spelling.add(Spelling::ODD_CAPTURE);
            true
        }
        b':' if marks.spelling.has(Spelling::ODD_CAPTURE) || marks.capture == CaptureSign::Between => {
            // Both signs, `exd5:`: one capture.
            cursor.at += 1;
            marks.spelling.add(Spelling::ODD_CAPTURE);
            true
        }
        _ => check_sign(cursor, marks) || word(cursor, marks) || judgement(cursor, marks),
    }
}

/// Signs that may stand apart from the move: words, a lone check sign, a draw offer.
fn detached(cursor: &mut Cursor<'_>, marks: &mut Marks) -> bool {
    let start = *cursor;
    if cursor.skip_blanks(3) == 0 {
        return false;
    }
    let found = word(cursor, marks) || {
        let mut trial = *cursor;
        let mut ahead = Marks::default();
        let is_sign = (trial.byte() == b'+' && plus(&mut trial, &mut ahead)
            || check_sign(&mut trial, &mut ahead))
            && ahead.nags.is_empty()
            && ends_sign(&trial);
        if is_sign && marks.check == CheckSign::None {
            marks.check = ahead.check;
            marks.spelling.add(Spelling::ODD_CHECK);
            *cursor = trial;
            true
        } else {
            false
        }
    };
    if !found {
        *cursor = start;
    }
    found
}

/// After a detached check sign only a blank, a bracket or the end may come: `+:-` and the like are results.
fn ends_sign(cursor: &Cursor<'_>) -> bool {
    matches!(cursor.byte(), 0 | b' ' | b'\t' | b'\r' | b'\n' | b'{' | b'(' | b')' | b'$' | b';' | b'!' | b'?')
}

fn set_check(marks: &mut Marks, sign: CheckSign, is_odd: bool) {
    if is_odd || marks.check != CheckSign::None {
        marks.spelling.add(Spelling::ODD_CHECK);
    }
    marks.check = match (marks.check, sign) {
        (CheckSign::Check, CheckSign::Check) => CheckSign::MateOrDouble,
        (CheckSign::Mate, _) => CheckSign::Mate,
        (_, sign) => sign,
    };
}

/// A run of plus signs: check signs, and perhaps the beginning of a judgement (`+-`, `+=`, `+/-`).
fn plus(cursor: &mut Cursor<'_>, marks: &mut Marks) -> bool {
    let start = *cursor;
    let mut count = 0;
    while count < 3 && cursor.eat('+') {
        count += 1;
    }
    let mut after = *cursor;
    let slash = after.eat('/');
    let is_minus = after.take(is_hyphen).is_some();
    let is_equals = !is_minus && after.eat('=');
    // `+-+` is a check and `-+`, `+=+` a check and `=+`.
    let takes_a_plus = (is_minus || is_equals) && (slash || after.byte() != b'+');
    let checks = if takes_a_plus { count - 1 } else { count };
    let sign = match checks {
        0 => None,
        1 => Some(CheckSign::Check),
        _ => Some(CheckSign::MateOrDouble),
    };
    if let Some(sign) = sign {
        set_check(marks, sign, checks > 1);
    }
    if !takes_a_plus {
        return true;
    }
    let nag = match (is_minus, slash) {
        (true, true) => 16,
        (true, false) => 18,
        (false, _) => 14,
    };
    if marks.nags.try_push(nag).is_err() {
        *cursor = start;
        cursor.at += checks;
        return checks > 0;
    }
    *cursor = after;
    if is_equals && !slash && checks == 0 && marks.check == CheckSign::None {
        marks.tail = Tail::PlusEquals;
    }
    if is_minus && !slash && checks == 1 {
        marks.tail = Tail::PlusPlusMinus;
    }
    true
}

fn check_sign(cursor: &mut Cursor<'_>, marks: &mut Marks) -> bool {
    let sign = match cursor.peek() {
        Some('#') => (CheckSign::Mate, false),
        Some('†') => (CheckSign::Check, true),
        Some('‡') => (CheckSign::MateOrDouble, true),
        Some('≠') => (CheckSign::Mate, true),
        _ => return false,
    };
    let _ = cursor.take(|_| true);
    set_check(marks, sign.0, sign.1);
    true
}

/// Words and abbreviations, in English and German.
fn word(cursor: &mut Cursor<'_>, marks: &mut Marks) -> bool {
    const CHECKS: [(&str, CheckSign); 8] = [
        ("mate", CheckSign::Mate),
        ("matt", CheckSign::Mate),
        ("schach", CheckSign::Check),
        ("check", CheckSign::Check),
        ("sch.", CheckSign::Check),
        ("sch", CheckSign::Check),
        ("ch.", CheckSign::Check),
        ("ch", CheckSign::Check),
    ];
    const EN_PASSANT: [&str; 9] =
        ["e.p.", "e. p.", "ep.", "ep", "e.p", "i.v.", "i. v.", "im vorbeigehen", "en passant"];
    let start = *cursor;
    match cursor.byte() | 0x20 {
        b'e' | b'i' => {
            for text in EN_PASSANT {
                if cursor.eat_word(text) && (text.ends_with('.') || cursor.at_boundary()) {
                    marks.en_passant = true;
                    marks.spelling.add(Spelling::EXTRA_SIGN);
                    return true;
                }
                *cursor = start;
            }
        }
        b'm' | b's' | b'c' => {
            for (text, sign) in CHECKS {
                if cursor.eat_word(text) && (text.ends_with('.') || cursor.at_boundary()) {
                    set_check(marks, sign, true);
                    return true;
                }
                *cursor = start;
            }
        }
        b'(' if cursor.eat_word("(=)") => {
            marks.draw_offer = true;
            marks.spelling.add(Spelling::EXTRA_SIGN);
            return true;
        }
        _ => {}
    }
    false
}

fn judgement(cursor: &mut Cursor<'_>, marks: &mut Marks) -> bool {
    let rest = cursor.text.get(cursor.at..).unwrap_or_default();
    let (nag, len) = match glyph::read(rest) {
        Some(found) => found,
        // The novelty sign of the Informant is a letter.
        None if cursor.byte() == b'N' => {
            let mut after = *cursor;
            after.at += 1;
            if !after.at_boundary() {
                return false;
            }
            (146, 1)
        }
        None => return false,
    };
    if marks.nags.try_push(nag).is_err() {
        return false;
    }
    cursor.at += len;
    true
}
