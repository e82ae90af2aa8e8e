//! The careful reader: one step of a game that the fast lane leaves alone.
//!
//! Everything that is not a plain move comes here: comments, NAGs, variations, castling, promotions, odd
//! spellings, tokens that hold several moves, words that are no move, and moves that are not legal.

use std::ops::Range;

use crate::chess::{Move, Position, Square, Wing};
use crate::notation::result::{self, GameResult};
use crate::notation::{
    self, CheckSign, MarkFault, MoveFacts, ParsedMove, Refusal, Remarks, Request, Resolved, Tongues,
    Unreadable, glyph,
};
use crate::pgn::{Token, bytes};

use super::main_line::Script;
use super::observer::{Observer, Remark, Spelling};

/// Where a step is taken.
pub(super) struct Reading<'a> {
    pub(super) script: &'a Script<'a>,
    pub(super) position: &'a mut Position,
    /// Plies made before.
    pub(super) plies: u32,
    /// Look at marks too.
    pub(super) is_strict: bool,
    /// A step before this one ended inside the token.
    pub(super) is_resumed: bool,
}

/// What a step came to.
pub(super) enum Step {
    /// No move here; go on at the token with index `next`.
    Skip { next: usize },
    /// No move here; go on at this byte of the same token.
    SkipInside { at: usize },
    /// A move was made. `number` is a move number glued to it: value, place and length. `rest`: more moves at
    /// this byte of the same token.
    Made {
        mv: Move,
        place: Range<usize>,
        is_check: bool,
        /// Nothing was remarked about its spelling and its mark.
        is_faultless: bool,
        tongues: Tongues,
        is_long: bool,
        has_pawn_letter: bool,
        number: Option<(u32, usize, usize)>,
        next: usize,
        rest: Option<usize>,
    },
    /// A result, written as a word of its own.
    Result { place: Range<usize> },
    /// A move that is not legal here.
    Refused { place: Range<usize>, refusal: Box<Refusal> },
    /// No move at all.
    Unreadable { place: Range<usize>, reason: Unreadable },
}

/// Takes the step at byte `at` of the token with index `index`.
pub(super) fn step<O: Observer>(
    reading: &mut Reading<'_>,
    index: usize,
    at: usize,
    observer: &mut O,
) -> Step {
    let script = reading.script;
    let text = script.text;
    let Some(token) = script.tokens.get(index) else { return Step::Skip { next: index + 1 } };
    let (start, end) = (token.start as usize, token.end as usize);
    let ply = reading.plies;
    if at == start {
        let remark = match bytes::byte(text, start) {
            b'{' | b';' => return Step::Skip { next: index + 1 },
            b'$' => {
                if nag(text.get(start + 1..end).unwrap_or_default()).is_none() {
                    observer.remark(start..end, ply, Remark::BadNag);
                }
                return Step::Skip { next: index + 1 };
            }
            b'(' if end == start + 1 => return Step::Skip { next: behind_variation(script, index) },
            b'(' => return Step::Skip { next: index + 1 },
            b')' => Some(Remark::StrayParenthesis),
            b'}' => Some(Remark::StrayBrace),
            b'[' | b']' => Some(Remark::Stray),
            b'*' => return Step::Result { place: start..end },
            _ if bytes::invisible(text, start) > 0 => Some(Remark::Invisible),
            _ if bytes::control_run(text, start) > 0 => Some(Remark::Control),
            _ => None,
        };
        if let Some(remark) = remark {
            observer.remark(start..end, ply, remark);
            return Step::Skip { next: index + 1 };
        }
    }
    // The usual results, before they are taken for anything else.
    if at == start && matches!(text.get(start..end), Some(b"1-0" | b"0-1" | b"1/2-1/2")) {
        return Step::Result { place: start..end };
    }
    word(reading, index, at, end, observer)
}

/// The number of a NAG, if it has one up to 255.
pub(super) fn nag(digits: &[u8]) -> Option<u8> {
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// Index of the token behind the variation that opens at `index`.
pub(super) fn behind_variation(script: &Script<'_>, index: usize) -> usize {
    let mut depth = 0usize;
    for (i, token) in script.tokens.iter().enumerate().skip(index) {
        if token.end != token.start + 1 {
            continue;
        }
        match bytes::byte(script.text, token.start as usize) {
            b'(' => depth += 1,
            b')' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return i + 1;
                }
            }
            _ => {}
        }
    }
    script.tokens.len()
}

fn word<O: Observer>(
    reading: &mut Reading<'_>,
    index: usize,
    from: usize,
    end: usize,
    observer: &mut O,
) -> Step {
    let text = reading.script.text;
    let mut at = from;
    let mut number = None;
    // Separators of columns and lists, then a number glued to the move.
    while at < end && matches!(bytes::byte(text, at), b',' | b'|' | b'.') {
        at += 1;
    }
    // `0.5-0.5` begins like a number.
    let is_result =
        bytes::byte(text, at) == b'0' && text.get(at..end).is_some_and(|t| result::parse(t).is_some());
    if !is_result
        && let Some((value, _, length)) = text.get(at..).and_then(notation::skip_number)
        && at + length <= end
    {
        number = Some((value, at, length));
        at += length;
    }
    if at >= end {
        return if from == end || at > from {
            Step::Skip { next: index + 1 }
        } else {
            stray(reading, index, from, end, observer)
        };
    }
    if let Some(read) = text.get(at..end).and_then(|rest| result::parse(rest.trim_ascii_end()))
        && !(read.result == GameResult::BothLost
            && read.doubtful_after_move
            && is_castling(reading, index, at))
        && !is_judgement(text, at, end, reading.plies)
    {
        if reading.is_strict && reading.is_resumed {
            observer.remark(at..end, reading.plies, Remark::GluedResult);
        }
        return Step::Result { place: at..end };
    }
    let begin = dash_of_castling(text, at);
    let parsed = match notation::parse(text.get(begin..).unwrap_or_default(), reading.script.letters) {
        Ok(parsed) => parsed,
        Err(reason) => {
            if let Some((parsed, resolved)) = glued(reading, begin) {
                let place = begin..begin + parsed.consumed;
                return made(reading, index, parsed, &resolved, place, number, observer);
            }
            return null_before(reading, index, at, observer)
                .or_else(|| check_word(reading, index, at, observer))
                .unwrap_or_else(|| unreadable(reading, index, at, end, reason, observer));
        }
    };
    let consumed = (begin + parsed.consumed).max(at + 1);
    if parsed.marks.spelling.has(notation::Spelling::FILE_ONLY)
        && consumed < end
        && matches!(bytes::byte(text, consumed), b'\\' | b'a'..=b'z' | b'A'..=b'Z' | 0x80..)
    {
        // `edge`: no capture of a pawn, but a word.
        let reason = Unreadable { reason: notation::UnreadableReason::NotAMove, len: end - at };
        return unreadable(reading, index, at, end, reason, observer);
    }
    let place = begin..consumed.min(text.len());
    let ply = reading.plies + 1;
    if parsed.request == Request::Null {
        reading.position.play(Move::NULL);
        observer.remark(place.clone(), ply, Remark::NullMove);
        let (next, rest) = go_on(reading, index, consumed);
        return null_move(place, number, next, rest);
    }
    match notation::resolve(reading.position, &parsed) {
        Ok(resolved) => made(reading, index, parsed, &resolved, place, number, observer),
        Err(refusal) => {
            if let Some((parsed, resolved)) = glued(reading, begin) {
                let place = begin..begin + parsed.consumed;
                return made(reading, index, parsed, &resolved, place, number, observer);
            }
            null_before(reading, index, at, observer)
                .or_else(|| check_word(reading, index, at, observer))
                .unwrap_or_else(|| Step::Refused { place, refusal: Box::new(refusal) })
        }
    }
}

/// Plays a move and goes on behind it.
fn made<O: Observer>(
    reading: &mut Reading<'_>,
    index: usize,
    mut parsed: ParsedMove,
    resolved: &Resolved,
    place: Range<usize>,
    number: Option<(u32, usize, usize)>,
    observer: &mut O,
) -> Step {
    let (is_check, is_faultless) = make(reading, &mut parsed, resolved, place.clone(), observer);
    let (next, rest) = go_on(reading, index, place.end);
    Step::Made {
        mv: resolved.mv,
        place,
        is_check,
        is_faultless,
        tongues: resolved.tongues,
        is_long: parsed.marks.spelling.has(notation::Spelling::LONG),
        has_pawn_letter: resolved.remarks.has(Remarks::PAWN_LETTER),
        number,
        next,
        rest,
    }
}

/// `e4e6`, `Lg5h6`, `Kc4bxc5`: where it is no move as it stands, it may be two that lack the blank between them.
fn glued(reading: &Reading<'_>, begin: usize) -> Option<(ParsedMove, Resolved)> {
    let rest = reading.script.text.get(begin..)?;
    let length = rest.iter().take(12).take_while(|b| b.is_ascii_alphanumeric()).count();
    (2..length).rev().find_map(|cut| {
        let first = rest.get(..cut)?;
        Square::parse(first.get(cut - 2..)?)?;
        let parsed = notation::parse(first, reading.script.letters).ok().filter(|p| p.consumed == cut)?;
        let resolved = notation::resolve(reading.position, &parsed).ok()?;
        let mut after = reading.position.clone();
        after.play(resolved.mv);
        let second = notation::parse(rest.get(cut..)?, reading.script.letters).ok()?;
        notation::resolve(&after, &second).ok().map(|_| (parsed, resolved))
    })
}

fn null_move(
    place: Range<usize>,
    number: Option<(u32, usize, usize)>,
    next: usize,
    rest: Option<usize>,
) -> Step {
    Step::Made {
        mv: Move::NULL,
        place,
        is_check: false,
        is_faultless: false,
        tongues: Tongues::default(),
        is_long: false,
        has_pawn_letter: false,
        number,
        next,
        rest,
    }
}

/// `0000`, the null move of engines, is no token because it looks like a number. Where a token cannot be played it
/// is looked for before it.
fn null_before<O: Observer>(
    reading: &mut Reading<'_>,
    index: usize,
    at: usize,
    observer: &mut O,
) -> Option<Step> {
    let Script { text, tokens, movetext, .. } = *reading.script;
    if reading.is_resumed || reading.position.in_check() {
        return None;
    }
    let behind = index.checked_sub(1).and_then(|i| tokens.get(i)).map_or(movetext, |t| t.end as usize);
    let gap = text.get(behind..at)?;
    let zeros = gap.windows(4).position(|four| four == b"0000")?;
    let is_digit = |i: Option<usize>| i.and_then(|i| gap.get(i)).is_some_and(u8::is_ascii_digit);
    if is_digit(zeros.checked_sub(1)) || is_digit(Some(zeros + 4)) {
        return None;
    }
    reading.position.play(Move::NULL);
    let place = behind + zeros..behind + zeros + 4;
    observer.remark(place.clone(), reading.plies + 1, Remark::NullMove);
    Some(null_move(place, None, index, Some(at)))
}

/// The words for check and mate, apart from the move: `Ta8 ch`. They are skipped, and judged.
fn check_word<O: Observer>(reading: &Reading<'_>, index: usize, at: usize, observer: &mut O) -> Option<Step> {
    let rest = reading.script.text.get(at..)?;
    let words: [(&[u8], bool); 8] = [
        (b"ch.", false),
        (b"ch", false),
        (b"Schach", false),
        (b"sch.", false),
        (b"mate", true),
        (b"matt", true),
        (b"Matt", true),
        (b"Mate", true),
    ];
    let (word, is_mate) = words.into_iter().find(|(word, _)| {
        rest.starts_with(word)
            && !rest.get(word.len()).is_some_and(|b| b.is_ascii_alphanumeric() || *b >= 0x80)
    })?;
    if reading.plies == 0 {
        return None;
    }
    let place = at..at + word.len();
    let fault = match (is_mate, reading.position.in_check()) {
        (false, true) => None,
        (false, false) => Some(MarkFault::WrongCheck),
        (true, true) if !reading.position.has_legal_move() => None,
        (true, true) => Some(MarkFault::WrongMate),
        (true, false) => Some(MarkFault::WrongMateNoCheck),
    };
    if let Some(fault) = fault.filter(|_| reading.is_strict) {
        observer.remark(place.clone(), reading.plies, Remark::Mark(fault));
    }
    Some(match go_on(reading, index, place.end) {
        (_, Some(at)) => Step::SkipInside { at },
        (next, None) => Step::Skip { next },
    })
}

/// Is `0-0` castling here? It is where castling is legal; it is a result only as the last token, or without a move
/// and its number before it.
fn is_castling(reading: &Reading<'_>, index: usize, at: usize) -> bool {
    let Script { text, tokens, movetext, .. } = *reading.script;
    if reading.position.castling(Wing::King).is_ok() {
        return true;
    }
    let is_note = |token: &Token| matches!(bytes::byte(text, token.start as usize), b'{' | b';' | b'$');
    if tokens.iter().skip(index + 1).all(is_note) {
        return false;
    }
    let behind = index.checked_sub(1).and_then(|i| tokens.get(i)).map_or(movetext, |t| t.end as usize);
    let has_number = text.get(behind..at).is_some_and(|gap| gap.iter().any(u8::is_ascii_digit));
    reading.plies > 0 || has_number
}

/// `+-` and its kin behind a move judge the position; they are results only where no move precedes.
fn is_judgement(text: &[u8], at: usize, end: usize, plies: u32) -> bool {
    plies > 0
        && matches!(bytes::byte(text, at), b'+' | b'-')
        && !text.get(at..end).unwrap_or_default().contains(&b':')
}

/// `0 - 0`: the lexer gives the hyphen; the move begins at the zero before it.
fn dash_of_castling(text: &[u8], at: usize) -> usize {
    if bytes::byte(text, at) != b'-' {
        return at;
    }
    let is_zero = |byte: Option<&u8>| matches!(byte, Some(b'0' | b'O' | b'o'));
    let before = text.get(..at).unwrap_or_default().trim_ascii_end();
    let behind = text.get(at + 1..).unwrap_or_default().iter().find(|b| !matches!(b, b' ' | b'\t'));
    // `O-O --` is castling and a null move.
    if is_zero(before.last()) && at - before.len() <= 2 && is_zero(behind) { before.len() - 1 } else { at }
}

/// Plays the move and tells what is odd about its text. Answers whether it gives check, and whether nothing is odd.
fn make<O: Observer>(
    reading: &mut Reading<'_>,
    parsed: &mut ParsedMove,
    resolved: &Resolved,
    place: Range<usize>,
    observer: &mut O,
) -> (bool, bool) {
    let ply = reading.plies + 1;
    let is_plain = resolved.remarks == Remarks::NONE;
    if reading.is_strict && !is_plain {
        let spelling = Spelling {
            facts: MoveFacts::of(reading.position, resolved.mv),
            remarks: resolved.remarks,
            named: parsed.marks.victim,
            captured: resolved.captured,
        };
        observer.remark(place.clone(), ply, Remark::Spelling(Box::new(spelling)));
    }
    reading.position.play(resolved.mv);
    let is_check = reading.position.in_check();
    if !reading.is_strict {
        return (is_check, false);
    }
    let is_marked = is_check || parsed.marks.check != CheckSign::None;
    (is_check, (!is_marked || mark(reading.position, parsed, place, ply, observer)) && is_plain)
}

/// Check and mate marks of the move just made. Answers whether they are right.
pub(super) fn mark<O: Observer>(
    position: &Position,
    parsed: &mut ParsedMove,
    place: Range<usize>,
    ply: u32,
    observer: &mut O,
) -> bool {
    let fault = notation::check_marks(position, &mut parsed.marks).fault;
    if let Some(fault) = fault {
        observer.remark(place, ply, Remark::Mark(fault));
    }
    fault.is_none()
}

/// After `consumed` bytes: the next token, or the rest of this one.
fn go_on(reading: &Reading<'_>, index: usize, consumed: usize) -> (usize, Option<usize>) {
    let mut next = index;
    while let Some(token) = reading.script.tokens.get(next) {
        if token.start as usize >= consumed {
            return (next, None);
        }
        if token.end as usize > consumed {
            let rest = reading.script.text.get(consumed..token.end as usize).unwrap_or_default();
            // Full stops and commas behind a move are no more than that.
            if rest.iter().all(|b| matches!(b, b',' | b'.' | b'|')) {
                return (next + 1, None);
            }
            return (next, Some(consumed));
        }
        next += 1;
    }
    (next, None)
}

/// A token that is no move: a sign or mark that stands alone, or something that play goes on without, or the end
/// of what can be read.
fn unreadable<O: Observer>(
    reading: &mut Reading<'_>,
    index: usize,
    at: usize,
    end: usize,
    reason: Unreadable,
    observer: &mut O,
) -> Step {
    let text = reading.script.text;
    let rest = text.get(at..end).unwrap_or_default();
    if let Some((_, length)) = glyph::read(rest) {
        return if at + length < end {
            Step::SkipInside { at: at + length }
        } else {
            Step::Skip { next: index + 1 }
        };
    }
    if rest == b"N" && is_novelty(reading, index, at) {
        return Step::Skip { next: index + 1 };
    }
    if let Some(behind) = en_passant_words(text, at) {
        observer.remark(at..behind, reading.plies, Remark::StrayEnPassant);
        let (next, rest) = go_on(reading, index, behind);
        return match rest {
            Some(at) => Step::SkipInside { at },
            None => Step::Skip { next },
        };
    }
    let length = reason.len.clamp(1, (end - at).max(1));
    Step::Unreadable { place: at..at + length, reason }
}

/// `N` alone right behind a move marks a novelty (NAG 146), unless it can be a knight with a blank behind it.
pub(super) fn is_novelty(reading: &Reading<'_>, index: usize, at: usize) -> bool {
    let Script { text, tokens, letters, .. } = *reading.script;
    let behind = index.checked_sub(1).and_then(|i| tokens.get(i)).map_or(at, |token| token.end as usize);
    let gap = text.get(behind..at).unwrap_or_default();
    if reading.plies == 0 || gap.iter().any(u8::is_ascii_digit) || bytes::byte(text, at) != b'N' {
        return false;
    }
    let rest = text.get(at + 1..).unwrap_or_default().trim_ascii_start();
    let joined: Vec<u8> = std::iter::once(b'N').chain(rest.iter().copied().take(8)).collect();
    let knight = notation::parse(&joined, letters);
    knight.is_err() || knight.is_ok_and(|parsed| notation::resolve(reading.position, &parsed).is_err())
}

fn stray<O: Observer>(reading: &Reading<'_>, index: usize, at: usize, end: usize, observer: &mut O) -> Step {
    observer.remark(at..end, reading.plies, Remark::Stray);
    Step::Skip { next: index + 1 }
}

/// `e.p.` on its own: the end of the mark.
fn en_passant_words(text: &[u8], at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    [&b"e.p."[..], b"e. p.", b"ep", b"i.V.", b"i. V."].into_iter().find_map(|mark| {
        let follows = rest.get(mark.len()).copied().unwrap_or(b' ');
        (rest.starts_with(mark) && !follows.is_ascii_alphanumeric()).then_some(at + mark.len())
    })
}
