//! Damaged moves among the tokens of a game: which bytes to take for the move, and how play goes on behind it.

use std::ops::Range;

use super::line::Line;
use super::main_line::Script;
use crate::chess::{Color, Move, Position};
use crate::notation::{self, LONGEST_DAMAGED, Repair, Repaired};
use crate::pgn::{Token, bytes};

/// A move made in place of damaged text.
#[derive(Clone, Debug)]
pub(crate) struct Mended {
    /// The text it was made from, as offsets from the game's first byte.
    pub(crate) place: Range<usize>,
    /// Index of the token at which play had stopped.
    pub(crate) token: usize,
    /// Index of the token at which play goes on; it may be the same one, if the text stands before it.
    pub(crate) next: usize,
    /// The move.
    pub(crate) repaired: Repaired,
}

/// What could be made of damaged text.
#[derive(Clone, Debug)]
pub(crate) enum Mending {
    /// One move.
    One(Box<Mended>),
    /// Several moves, none of which is taken.
    Several {
        /// The text.
        place: Range<usize>,
        /// The moves.
        moves: Vec<Move>,
    },
    /// No move.
    Nothing,
}

/// So many words are put together where blanks stand inside a move.
const MOST_WORDS: usize = 6;

/// Looks for the move meant where play stopped in `position`: at `stop`, in the token with index `token`. Up to byte
/// `done` everything was repaired before.
pub(crate) fn mend(
    script: &Script<'_>,
    token: usize,
    stop: &Range<usize>,
    position: &Position,
    done: usize,
) -> Mending {
    let seek = Seek { script, token, position };
    let Some(current) = script.tokens.get(token) else { return Mending::Nothing };
    if let Some(found) = castling_before(script, token, done) {
        let mending = seek.read(found, token);
        if !matches!(mending, Mending::Nothing) {
            return mending;
        }
    }
    let end = word_end(script.text, stop.start);
    // What was taken for a number may be part of the move: `1c4` for `lc4`, `5f3` for `Sf3`.
    let whole = current.start as usize;
    if whole < stop.start && end - whole <= LONGEST_DAMAGED {
        match (seek.read(whole..end, seek.behind(end)), seek.read(stop.start..end, seek.behind(end))) {
            (Mending::Nothing, Mending::Nothing) => {}
            (Mending::Nothing, found) | (found, Mending::Nothing) => return found,
            (one, other) => return both(one, other),
        }
    } else {
        let found = seek.read(stop.start..end, seek.behind(end));
        if !matches!(found, Mending::Nothing) {
            return found;
        }
    }
    seek.join(stop.start, end)
}

/// The same in a variation, where no trial is made: only a move that needs no confirmation.
pub(crate) fn mend_safely(
    script: &Script<'_>,
    token: usize,
    stop: &Range<usize>,
    position: &Position,
) -> Option<Box<Mended>> {
    match mend(script, token, stop, position, 0) {
        Mending::One(mended) if !mended.repaired.needs_confirmation() && mended.next > token => Some(mended),
        _ => None,
    }
}

/// Does this token begin with a digit that may be a damaged piece letter: `5f3` for `Sf3`? Read as a number, it would
/// leave another move behind.
pub(crate) fn begins_with_damaged_letter(text: &[u8], token: Token) -> bool {
    let start = token.start as usize;
    let first = bytes::byte(text, start);
    matches!(first, b'1' | b'5' | b'8') && matches!(bytes::byte(text, start + 1), b'a'..=b'h' | b'x' | b':')
}

/// Does castling stand before this token in a way that is read as a number?
pub(crate) fn has_castling_before(text: &[u8], tokens: &[Token], movetext: usize, token: usize) -> bool {
    let Some(start) = tokens.get(token).map(|token| token.start as usize) else { return false };
    let behind = token.checked_sub(1).and_then(|i| tokens.get(i)).map_or(movetext, |t| t.end as usize);
    let gap = text.get(behind..start).unwrap_or_default();
    gap.iter().filter(|b| **b == b'0').count() > 1
}

/// The castling that stands before this token and is read as a number, or the move meant by its first digit.
pub(crate) fn mend_number(
    script: &Script<'_>,
    token: usize,
    position: &Position,
    done: usize,
) -> Option<Box<Mended>> {
    let castling = castling_before(script, token, done);
    let seek = Seek { script, token, position };
    match castling.map(|place| seek.read(place, token)) {
        Some(Mending::One(mended)) => Some(mended),
        _ => mend_letter(script, token, position),
    }
}

/// The move meant by such a token, if its digit is not the number of the move that is due.
pub(crate) fn mend_letter(script: &Script<'_>, token: usize, position: &Position) -> Option<Box<Mended>> {
    let text = script.text;
    let current = script.tokens.get(token).filter(|t| begins_with_damaged_letter(text, **t))?;
    let start = current.start as usize;
    let digit = u32::from(bytes::byte(text, start).wrapping_sub(b'0'));
    let behind = token.checked_sub(1).and_then(|i| script.tokens.get(i));
    let gap = text.get(behind.map_or(script.movetext, |t| t.end as usize)..start).unwrap_or_default();
    let is_due = digit == position.fullmove_number() && position.turn() == Color::White;
    if is_due && !gap.iter().any(u8::is_ascii_digit) {
        return None;
    }
    let seek = Seek { script, token, position };
    let end = word_end(text, start);
    match seek.read(start..end, seek.behind(end)) {
        Mending::One(mended) if !mended.repaired.needs_confirmation() => Some(mended),
        _ => None,
    }
}

/// Plays a mended move in the main line.
pub(crate) fn accept(line: &mut Line, mended: &Mended) {
    let mv = mended.repaired.mv;
    line.position.play(mv);
    line.note(mv, mended.token);
    line.is_check = line.position.in_check();
    line.is_plain = false;
}

struct Seek<'s> {
    script: &'s Script<'s>,
    token: usize,
    position: &'s Position,
}

impl Seek<'_> {
    fn read(&self, place: Range<usize>, next: usize) -> Mending {
        let text = self.script.text.get(place.clone()).unwrap_or_default();
        match notation::repair(text, self.position, self.script.letters) {
            Repair::One(repaired) => {
                Mending::One(Box::new(Mended { place, token: self.token, next, repaired }))
            }
            Repair::Several(moves) => Mending::Several { place, moves },
            Repair::None => Mending::Nothing,
        }
    }

    /// Index of the first token behind this byte.
    fn behind(&self, end: usize) -> usize {
        let rest = self.script.tokens.get(self.token..).unwrap_or_default();
        self.token + rest.iter().take_while(|token| (token.start as usize) < end).count()
    }

    /// `S f3`, `e 4`, `Sg1 - f3`: words of the same line put together, if the first is no move by itself.
    fn join(&self, start: usize, first_end: usize) -> Mending {
        let text = self.script.text;
        let first = text.get(start..first_end).unwrap_or_default();
        let is_move =
            notation::parse(first, self.script.letters).is_ok_and(|parsed| parsed.consumed == first.len());
        let mut end = first_end;
        for _ in 1..MOST_WORDS {
            let rest = text.get(end..).unwrap_or_default();
            let blanks = rest.iter().take(3).take_while(|b| matches!(b, b' ' | b'\t')).count();
            let next = rest.get(blanks..).unwrap_or_default();
            let goes_on = match next.first() {
                Some(b'-' | b'x' | b':') => true,
                Some(b) if b.is_ascii_digit() => {
                    !is_move && notation::skip_number(next).is_none_or(|n| n.1 == 0)
                }
                Some(b) => !is_move && (b.is_ascii_alphabetic() || *b >= 0x80),
                None => false,
            };
            let next_end = word_end(text, end + blanks);
            if blanks == 0 || !goes_on || next_end - start > LONGEST_DAMAGED {
                break;
            }
            end = next_end;
            let found = self.read(start..end, self.behind(end));
            if !matches!(found, Mending::Nothing) {
                return found;
            }
        }
        Mending::Nothing
    }
}

/// Two readings that are both possible.
fn both(one: Mending, other: Mending) -> Mending {
    let mut all = Vec::new();
    let mut place = 0..0;
    for mending in [other, one] {
        match mending {
            Mending::One(mended) => {
                place = mended.place;
                all.push(mended.repaired.mv);
            }
            Mending::Several { place: at, moves } => {
                place = at;
                all.extend(moves);
            }
            Mending::Nothing => {}
        }
    }
    all.sort_unstable_by_key(|mv| (mv.from(), mv.to(), mv.bits()));
    all.dedup();
    Mending::Several { place, moves: all }
}

/// Where the word that begins at `start` ends: at a blank or bracket, but not at that of a promotion or an offer.
fn word_end(text: &[u8], start: usize) -> usize {
    let mut end = start;
    while let Some(byte) = text.get(end).copied() {
        match byte {
            b'{' | b'}' | b'[' | b']' | b';' | b'$' | b'*' => break,
            b'(' if bytes::is_promotion_in_brackets(text, end, start) => end += 2,
            b'(' if text.get(end..).is_some_and(|rest| rest.starts_with(b"(=)")) => end += 2,
            b'(' | b')' => break,
            _ if byte.is_ascii_whitespace() || bytes::foreign_blank(text, end) > 0 => break,
            _ if end - start > LONGEST_DAMAGED => break,
            _ => {}
        }
        end += 1;
    }
    end
}

/// `00`, `0.0` and `000` are numbers to the lexer: the first that stands in the gap before the token and behind byte
/// `done`, where nothing but a move number follows it.
fn castling_before(script: &Script<'_>, token: usize, done: usize) -> Option<Range<usize>> {
    let start = script.tokens.get(token)?.start as usize;
    let behind = token.checked_sub(1).and_then(|i| script.tokens.get(i));
    let from = behind.map_or(script.movetext, |token| token.end as usize).max(done);
    let gap = script.text.get(from..start)?;
    if gap.len() > 200 || gap.contains(&b'%') {
        return None;
    }
    let found = zeros_at_end(gap).or_else(|| zeros_at_end(without_number(gap)?))?;
    Some(from + found.start..from + found.end)
}

/// Two or three zeros in the run of zeros at the end of a gap: a word, or all of them where each stands alone.
fn zeros_at_end(gap: &[u8]) -> Option<Range<usize>> {
    let end = gap.trim_ascii_end().len();
    let is_part = |b: &u8| matches!(b, b'0' | b'.' | b' ' | b'\n' | b'\r');
    let run = gap.get(..end)?.iter().rposition(|b| !is_part(b)).map_or(0, |i| i + 1);
    // The first zero that is no part of a number (`10. 0.0`).
    let begin = (run..end).find(|&i| {
        let before = i.checked_sub(1).and_then(|i| gap.get(i));
        gap.get(i) == Some(&b'0') && before.is_none_or(|b| b.is_ascii_whitespace() || *b == b'.')
    })?;
    let zeros = |place: &Range<usize>| {
        gap.get(place.clone()).unwrap_or_default().iter().filter(|b| **b == b'0').count()
    };
    let rest = gap.get(begin..end)?;
    let word = begin..begin + rest.iter().take_while(|b| !b.is_ascii_whitespace()).count();
    let ends_in_zero = |place: &Range<usize>| gap.get(place.end - 1) == Some(&b'0');
    [word, begin..end].into_iter().find(|place| matches!(zeros(place), 2 | 3) && ends_in_zero(place))
}

/// A gap without the move number at its end.
fn without_number(gap: &[u8]) -> Option<&[u8]> {
    let is_behind = |b: &u8| b.is_ascii_whitespace() || *b == b'.';
    let end = gap.iter().rposition(|b| !is_behind(b))? + 1;
    let digits = gap.get(..end)?.iter().rev().take_while(|b| b.is_ascii_digit()).count();
    let rest = gap.get(..end - digits)?;
    (digits > 0 && rest.last().is_some_and(u8::is_ascii_whitespace)).then_some(rest)
}
