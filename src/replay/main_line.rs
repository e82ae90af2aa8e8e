//! The loop over a game's tokens: plain moves in the fast lane, everything else carefully.

use crate::chess::Move;
use crate::chess::isa::Isa;
use crate::notation::{Letters, MoveFacts};
use crate::pgn::{Token, bytes};

use super::careful::{self, Step};
use super::export_form;
use super::gap::{self, Expected};
use super::lane::{self, Fast, LaneLetters};
use super::line::{Jump, Line, Ply, Stop};
use super::observer::{Observer, Remark};

/// What a replay reads: a game's bytes, its tokens, and the piece letters.
#[derive(Clone, Copy)]
pub(crate) struct Script<'a> {
    /// From the game's first byte on; token offsets count from here.
    pub(crate) text: &'a [u8],
    /// The tokens of the movetext.
    pub(crate) tokens: &'a [Token],
    /// Where the movetext begins.
    pub(crate) movetext: usize,
    /// Piece letters for the careful reader.
    pub(crate) letters: &'a Letters,
    /// The same for the fast lane.
    pub(crate) lane: &'a LaneLetters,
}

impl Script<'_> {
    fn token(&self, index: usize) -> Option<Token> {
        self.tokens.get(index).copied()
    }
}

/// Eight bytes from `at`, zeros behind the end of the text.
#[inline(always)]
fn word_at(text: &[u8], at: usize) -> u64 {
    match text.get(at..at.wrapping_add(8)).map(<[u8; 8]>::try_from) {
        Some(Ok(bytes)) => u64::from_le_bytes(bytes),
        _ => word_at_edge(text, at),
    }
}

#[cold]
fn word_at_edge(text: &[u8], at: usize) -> u64 {
    (0..8).fold(0, |word, i| word | u64::from(bytes::byte(text, at + i)) << (8 * i))
}

/// The eight bytes before `at`, zeros before the beginning of the text.
#[inline(always)]
fn word_before(text: &[u8], at: usize) -> u64 {
    match text.get(at.wrapping_sub(8)..at).map(<[u8; 8]>::try_from) {
        Some(Ok(bytes)) => u64::from_le_bytes(bytes),
        _ => word_before_edge(text, at),
    }
}

#[cold]
fn word_before_edge(text: &[u8], at: usize) -> u64 {
    (1..=8).fold(0, |word, i| word << 8 | at.checked_sub(i).map_or(0, |at| u64::from(bytes::byte(text, at))))
}

/// Does the number before a move that begins at `start` need no closer look?
#[inline(always)]
fn number_is_plain<const WHITE: bool>(sprint: &Sprint<'_>, start: usize) -> bool {
    let gap = start.wrapping_sub(sprint.behind);
    if WHITE {
        sprint.expected.is_before_white(word_before(sprint.text, start), gap)
    } else {
        gap <= 2 || sprint.expected.is_before_black(word_before(sprint.text, start), gap)
    }
}

/// The mark behind a plain move: `+` exactly if it gives check; anything longer is looked at closely.
#[inline(always)]
fn marks_are_plain(text: &[u8], word: u64, length: usize, end: usize, is_check: bool) -> bool {
    // A plain move has less than eight bytes, so the one behind it is in the word too.
    let mark = (word >> ((8 * length as u32) & 63)) as u8;
    if MARKS[mark as usize] != u8::from(is_check) {
        return false;
    }
    !is_check || !matches!(bytes::byte(text, end + 1), b'+' | b'#')
}

/// What may stand behind a move: 1 for `+`, 2 for what is looked at closely, 0 for anything else.
static MARKS: [u8; 256] = {
    let mut t = [0; 256];
    t[b'+' as usize] = 1;
    t[b'#' as usize] = 2;
    t[b'!' as usize] = 2;
    t[b'?' as usize] = 2;
    t
};

/// Replays the main line from the token with index `from` on, in `line`'s position. `STRICT` looks at marks,
/// numbers and spellings too.
#[inline(always)]
pub(crate) fn replay<S: Isa, O: Observer, const STRICT: bool>(
    isa: S,
    script: &Script<'_>,
    from: usize,
    line: &mut Line,
    observer: &mut O,
) -> Stop {
    let expected = Expected::new(line.position.fullmove_number());
    let mut run = Run {
        isa,
        script,
        line,
        observer,
        index: from,
        behind: 0,
        expected,
        numbered: usize::MAX,
        resume: None,
    };
    run.behind = run.end_before(from);
    let stop = loop {
        if run.resume.is_none() {
            run.sprint::<STRICT>();
        }
        if run.index >= script.tokens.len() {
            run.last_mark::<STRICT>();
            break Stop::End { result: None };
        }
        if let Some(stop) = run.careful::<STRICT>() {
            break stop;
        }
    };
    run.line.finish();
    stop
}

struct Run<'r, S, O> {
    isa: S,
    script: &'r Script<'r>,
    line: &'r mut Line,
    observer: &'r mut O,
    /// Index of the next token.
    index: usize,
    /// End of the token before it.
    behind: usize,
    /// Number of the move that is due.
    expected: Expected,
    /// Index of the token whose move number has been looked at closely.
    numbered: usize,
    /// Where to go on inside the current token, if not at its beginning.
    resume: Option<Resume>,
}

/// A place inside a token.
#[derive(Clone, Copy)]
struct Resume {
    at: usize,
    /// A move before it in the same token was made.
    is_behind_move: bool,
}

/// What a sprint keeps in registers. Its address must never be taken, or it would live in memory.
struct Sprint<'r> {
    text: &'r [u8],
    tokens: &'r [Token],
    lane: &'r LaneLetters,
    fast: Fast,
    expected: Expected,
    /// Index of the next token, and the end of the one before it.
    index: usize,
    behind: usize,
    /// Classes of first bytes, for their language bits.
    languages: u8,
}

impl<S: Isa, O: Observer> Run<'_, S, O> {
    /// Makes plain moves, over comments, until something is not plain.
    #[inline(always)]
    fn sprint<const STRICT: bool>(&mut self) {
        let begun = self.line.made.len();
        let mut sprint = Sprint {
            text: self.script.text,
            tokens: self.script.tokens,
            lane: self.script.lane,
            fast: self.fast(1),
            expected: self.expected,
            index: self.index,
            behind: self.behind,
            languages: 0,
        };
        let mut white = self.line.position.hot.ply & 1 == 0;
        loop {
            if white && !self.plain::<true, STRICT>(&mut sprint) {
                break;
            }
            white = true;
            if !self.plain::<false, STRICT>(&mut sprint) {
                break;
            }
            sprint.expected.advance();
        }
        self.line.settle(sprint.fast);
        self.line.languages |= sprint.languages;
        (self.index, self.behind, self.expected) = (sprint.index, sprint.behind, sprint.expected);
        if self.line.made.len() > begun {
            self.line.is_check = sprint.fast.check != 0;
            self.line.is_plain = true;
        }
    }

    /// The position's changing fields; `check` is not zero if the side to move may be in check.
    #[inline(always)]
    fn fast(&self, check: u64) -> Fast {
        let hot = &self.line.position.hot;
        Fast { white: hot.white, black: hot.black, hash: hot.hash, rights: hot.rights, check }
    }

    /// One plain move, over the comments before it. False if the next token is not plain.
    #[inline(always)]
    fn plain<const WHITE: bool, const STRICT: bool>(&mut self, sprint: &mut Sprint<'_>) -> bool {
        let (start, end, word) = loop {
            let Some(token) = sprint.tokens.get(sprint.index) else { return false };
            let (start, end) = (token.start as usize, token.end as usize);
            let word = word_at(sprint.text, start);
            if word as u8 != b'{' {
                break (start, end, word);
            }
            sprint.index += 1;
            sprint.behind = end;
        };
        let length = end.wrapping_sub(start);
        let class = sprint.lane.class(word);
        let aim =
            lane::aim::<S, WHITE, STRICT>(self.isa, &self.line.position, sprint.fast, class, word, length);
        if let Some(aim) = aim {
            let is_odd =
                aim.is_disambiguated && self.disambiguation(sprint.fast, start, end, aim.mv(), aim.rivals);
            let made =
                lane::make::<S, WHITE, STRICT>(self.isa, &mut self.line.position, &mut sprint.fast, aim);
            self.line.made.push(Ply::new(aim.mv(), made.key, sprint.index, made.effect));
            if is_odd {
                self.line.mark_odd();
            }
        } else {
            self.line.settle(sprint.fast);
            let Some(mv) = lane::second::<STRICT>(&mut self.line.position, sprint.lane, word, length) else {
                return false;
            };
            self.line.note(mv, sprint.index);
            sprint.fast = self.fast(u64::from(!STRICT || self.line.position.in_check()));
        }
        sprint.languages |= class;
        if STRICT {
            if !number_is_plain::<WHITE>(sprint, start) && self.numbered != sprint.index {
                sprint.expected = self.close_number(sprint.index, sprint.behind, start, sprint.expected);
            }
            if !marks_are_plain(sprint.text, word, length, end, sprint.fast.check != 0) {
                self.line.settle(sprint.fast);
                self.close_marks(start, end);
            }
        }
        sprint.index += 1;
        sprint.behind = end;
        true
    }

    #[cold]
    #[inline(never)]
    fn close_marks(&mut self, start: usize, end: usize) {
        let rest = self.script.text.get(start..).unwrap_or_default();
        let mut is_right = false;
        if let Ok(mut parsed) = crate::notation::parse(rest, self.script.letters) {
            let ply = self.line.plies();
            let place = start..start + parsed.consumed;
            is_right = careful::mark(&self.line.position, &mut parsed, place, ply, self.observer);
        }
        if !is_right || !export_form::is_mate_mark(self.script.text, end) {
            self.line.mark_odd();
        }
    }

    /// The fast lane does not look for mate; the last move of the line may have been one.
    fn last_mark<const STRICT: bool>(&mut self) {
        let line = &*self.line;
        if STRICT
            && line.is_check
            && line.is_plain
            && !line.position.has_legal_move()
            && let Some(token) = line.made.last().and_then(|ply| self.script.token(ply.token()))
            && bytes::byte(self.script.text, token.end as usize) == b'+'
        {
            self.close_marks(token.start as usize, token.end as usize);
        }
    }

    /// What stands before the result, from `at` on, and behind it, though it should end the game.
    fn behind_result(&mut self, at: usize) {
        let ply = self.line.plies();
        let gap = gap::read(self.script.text, self.behind, at);
        if let Some((found, start, length)) = gap.number
            && found != self.expected.number()
        {
            self.observer.remark(start..start + length, ply, Remark::StrayNumber);
        }
        let more = self
            .script
            .tokens
            .iter()
            .skip(self.index + 1)
            .find(|token| !matches!(bytes::byte(self.script.text, token.start as usize), b'{' | b';'));
        if let Some(token) = more {
            self.observer.remark(token.start as usize..token.end as usize, ply, Remark::AfterResult);
        }
    }

    /// The number before the move at `start`, whose token has this index and which was just made; `behind` is the
    /// end of the token before it. Answers which number is due.
    #[inline(never)]
    fn close_number(&mut self, index: usize, behind: usize, start: usize, expected: Expected) -> Expected {
        self.expected = expected;
        self.numbered = index;
        self.gap(behind, start, self.line.plies());
        self.expected
    }

    /// What stands between two tokens, the second being the move `ply`.
    fn gap(&mut self, behind: usize, start: usize, ply: u32) {
        let gap = gap::read(self.script.text, behind, start);
        if let Some((at, length)) = gap.stray {
            self.line.is_irregular = true;
            self.observer.remark(at..at + length, ply, Remark::StrayNumber);
        }
        if let Some((found, at, length)) = gap.number {
            self.found_number(found, at, length, ply);
        }
    }

    fn found_number(&mut self, found: u32, at: usize, length: usize, ply: u32) {
        let expected = self.expected.number();
        if found == expected {
            return;
        }
        self.line.is_irregular = true;
        self.observer.remark(at..at + length, ply, Remark::Number { found, expected });
        if found > expected {
            self.line.jump.get_or_insert(Jump { found, expected });
        }
        // Numbers that go on from a wrong one are not wrong again.
        self.expected = Expected::new(found);
    }

    /// Does the move name its origin in another way than the standard, most often needlessly? It is not made yet; `rivals` are the other pieces that could come
    /// on an empty board. (All by value: what a call gets by reference would live in memory through the whole loop.)
    #[inline(never)]
    fn disambiguation(&mut self, fast: Fast, start: usize, end: usize, mv: Move, rivals: u64) -> bool {
        self.line.settle(fast);
        let position = &self.line.position;
        let from = mv.from();
        let rivals = lane::legal_rivals(position, mv.to(), rivals);
        // File and rank both given: one of them may do.
        let is_full = end - start > 4 + usize::from(position.piece_at(mv.to()).is_some());
        let alike = |mask: u64| is_full && rivals & mask & !from.bit() == 0;
        let file = 0x0101_0101_0101_0101u64 << from.file();
        let rank = 0xFFu64 << (8 * from.rank());
        let says_too_much = rivals == 0 || alike(file) || alike(rank);
        if says_too_much {
            let facts = Box::new(MoveFacts::of(position, mv));
            self.observer.remark(start..end, self.line.plies() + 1, Remark::OverDisambiguated(facts));
        }
        // A rank where the file would do is no fault, but not how the standard says it (PGN section 8.2.3.4).
        let named = bytes::byte(self.script.text, start + 1);
        let is_rank_for_file = named.is_ascii_digit() && rivals & file & !from.bit() == 0;
        says_too_much || is_rank_for_file
    }

    /// One step that is not plain; `Some` at the end of the line.
    #[inline(never)]
    fn careful<const STRICT: bool>(&mut self) -> Option<Stop> {
        let start = self.script.token(self.index).map_or(0, |token| token.start as usize);
        let resume = self.resume.take().unwrap_or(Resume { at: start, is_behind_move: false });
        let at = resume.at;
        let is_black = self.line.position.hot.ply & 1 != 0;
        let mut reading = careful::Reading {
            script: self.script,
            position: &mut self.line.position,
            plies: self.line.made.len() as u32,
            is_strict: STRICT,
            is_resumed: resume.is_behind_move,
        };
        match careful::step(&mut reading, self.index, at, self.observer) {
            Step::Skip { next } => {
                self.index = next;
                self.behind = self.end_before(next);
            }
            Step::SkipInside { at } => self.resume = Some(Resume { at, ..resume }),
            Step::Made {
                mv,
                place,
                is_check,
                is_faultless,
                tongues,
                is_long,
                has_pawn_letter,
                number,
                next,
                rest,
            } => {
                self.line.has_pawn_letters |= has_pawn_letter;
                self.line.is_long |= is_long;
                self.line.languages |= u8::from(tongues.first) * lane::FIRST;
                self.line.languages |= u8::from(tongues.second) * lane::SECOND;
                if STRICT {
                    match number {
                        Some((found, at, length)) => {
                            self.found_number(found, at, length, self.line.plies() + 1);
                        }
                        None if at == start && self.numbered != self.index => {
                            self.numbered = self.index;
                            self.gap(self.behind, place.start, self.line.plies() + 1);
                        }
                        None => {}
                    }
                }
                self.line.note(mv, self.index);
                let is_alone = rest.is_none() && next == self.index + 1 && at == start;
                let is_export_form =
                    |token| export_form::is_export_form(self.script.text, token, mv, is_check);
                if !(is_alone && is_faultless && self.script.token(self.index).is_some_and(is_export_form)) {
                    self.line.mark_odd();
                }
                // Who passes in check leaves a king that can be taken, which the fast lane does not expect.
                self.line.is_irregular |= mv.is_null();
                self.line.is_check = is_check;
                self.line.is_plain = false;
                if is_black {
                    self.expected.advance();
                }
                // More in the same token (`e4,e5`): the next step goes on inside it.
                self.resume = rest.map(|at| Resume { at, is_behind_move: true });
                if rest.is_some() {
                    self.behind = place.end;
                } else {
                    self.index = next;
                    // `0 - 0`: the last zero is no token.
                    self.behind = self.end_before(next).max(place.end);
                }
            }
            Step::Result { place } => {
                self.last_mark::<STRICT>();
                if STRICT {
                    self.behind_result(place.start);
                }
                return Some(Stop::End { result: Some(place) });
            }
            Step::Refused { place, refusal } => {
                return Some(Stop::Refused { place, token: self.index, refusal });
            }
            Step::Unreadable { place, reason } => {
                return Some(Stop::Unreadable { place, token: self.index, reason });
            }
        }
        None
    }

    fn end_before(&self, index: usize) -> usize {
        index
            .checked_sub(1)
            .and_then(|i| self.script.token(i))
            .map_or(self.script.movetext, |token| token.end as usize)
    }
}
