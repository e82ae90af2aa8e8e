//! The loop over a game's tokens: plain moves in the fast lane, everything else carefully.

use std::ops::Range;

use crate::chess::Move;
use crate::chess::isa::Isa;
use crate::chess::position::Hot;
use crate::notation::{Letters, MoveFacts};
use crate::pgn::{Token, bytes};

use super::careful::{self, Step};
use super::gap::{self, Expected};
use super::lane::{self, LaneLetters};
use super::line::{Jump, Line, Stop};
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
    match text.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        Some(bytes) => u64::from_le_bytes(*bytes),
        None => word_at_edge(text, at),
    }
}

#[cold]
fn word_at_edge(text: &[u8], at: usize) -> u64 {
    (0..8).fold(0, |word, i| word | u64::from(bytes::byte(text, at + i)) << (8 * i))
}

/// The eight bytes before `at`, zeros before the beginning of the text.
#[inline(always)]
fn word_before(text: &[u8], at: usize) -> u64 {
    match at.checked_sub(8) {
        Some(from) => word_at(text, from),
        None => word_at(text, 0).checked_shl(8 * (8 - at as u32)).unwrap_or(0),
    }
}

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
    loop {
        if run.resume.is_none() {
            run.sprint::<STRICT>();
        }
        if run.index >= script.tokens.len() {
            run.last_mark::<STRICT>();
            return Stop::End { result: None };
        }
        if let Some(stop) = run.careful::<STRICT>() {
            return stop;
        }
    }
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

/// What a sprint adds up in registers.
#[derive(Clone, Copy)]
struct Tally {
    /// Classes of first bytes, for their language bits.
    languages: u8,
    longest_clock: u32,
    /// Zero only if the last move certainly gives no check.
    check: u64,
    /// Was any move made?
    made: bool,
}

impl<S: Isa, O: Observer> Run<'_, S, O> {
    /// Makes plain moves, over comments, until something is not plain. The board's changing fields stay in
    /// registers meanwhile; whatever is called from here gets them through the position.
    #[inline(always)]
    fn sprint<const STRICT: bool>(&mut self) {
        let text = self.script.text;
        let tokens = self.script.tokens;
        let mut hot = self.line.position.hot;
        let mut tally = Tally { languages: 0, longest_clock: 0, check: 1, made: false };
        let mut white = hot.ply & 1 == 0;
        loop {
            let is_over = if white {
                self.plain::<true, STRICT>(text, tokens, &mut hot, &mut tally)
            } else {
                white = true;
                false
            };
            if is_over || self.plain::<false, STRICT>(text, tokens, &mut hot, &mut tally) {
                break;
            }
            self.expected = self.expected.next();
        }
        self.line.position.hot = hot;
        self.line.languages |= tally.languages;
        self.line.longest_clock = self.line.longest_clock.max(tally.longest_clock);
        if tally.made {
            self.line.is_check = tally.check != 0;
            self.line.is_plain = true;
        }
    }

    /// One plain move, over the comments before it. True if the next token is not plain.
    #[inline(always)]
    fn plain<const WHITE: bool, const STRICT: bool>(
        &mut self,
        text: &[u8],
        tokens: &[Token],
        hot: &mut Hot,
        tally: &mut Tally,
    ) -> bool {
        let (start, end, word) = loop {
            let Some(token) = tokens.get(self.index) else { return true };
            let (start, end) = (token.start as usize, token.end as usize);
            let word = word_at(text, start);
            if word as u8 != b'{' {
                break (start, end, word);
            }
            self.observer.comment(text.get(start..end).unwrap_or_default(), start, self.line.plies());
            self.index += 1;
            self.behind = end;
        };
        let length = end.wrapping_sub(start);
        let lane = self.script.lane;
        let made = lane::ply::<S, WHITE, STRICT>(
            self.isa,
            &mut self.line.position,
            *hot,
            lane,
            word,
            length,
            !STRICT || tally.check != 0,
        );
        let (mv, check) = match made {
            Some(made) => {
                if made.is_disambiguated {
                    self.disambiguation(*hot, start..end, made.mv, made.captured, made.rivals);
                }
                *hot = made.hot;
                tally.languages |= made.class;
                (made.mv, made.check)
            }
            None => {
                self.line.position.hot = *hot;
                let Some(mv) = lane::second::<STRICT>(&mut self.line.position, lane, word, length) else {
                    return true;
                };
                *hot = self.line.position.hot;
                tally.languages |= lane.class(word);
                (mv, u64::from(STRICT && self.line.position.in_check()))
            }
        };
        // Only now: before a token that is no plain move, the careful step knows better where the number ends (`0 - 0`).
        if STRICT && !self.number_is_plain::<WHITE>(start) && self.numbered != self.index {
            self.line.position.hot = *hot;
            self.close_number(start);
        }
        let is_check = check != 0;
        tally.longest_clock = tally.longest_clock.max(hot.clock);
        tally.check = check;
        tally.made = true;
        self.note(mv, hot.hash ^ hot.ep_key);
        if STRICT && !self.marks_are_plain(word, length, end, is_check) {
            self.line.position.hot = *hot;
            self.close_marks(start);
        }
        self.index += 1;
        self.behind = end;
        false
    }

    #[inline(always)]
    fn note(&mut self, mv: Move, key: u64) {
        self.line.moves.push(mv);
        self.line.tokens.push(self.index as u32);
        self.line.count(key);
    }

    /// The mark behind a plain move: `+` exactly if it gives check; anything longer is looked at closely.
    #[inline(always)]
    fn marks_are_plain(&self, word: u64, length: usize, end: usize, is_check: bool) -> bool {
        // A plain move has less than eight bytes, so the one behind it is in the word too.
        let mark = (word >> ((8 * length as u32) & 63)) as u8;
        let odd = matches!(mark, b'#' | b'!' | b'?');
        if (mark == b'+') != is_check || odd {
            return false;
        }
        !is_check || !matches!(bytes::byte(self.script.text, end + 1), b'+' | b'#')
    }

    #[cold]
    #[inline(never)]
    fn close_marks(&mut self, start: usize) {
        let rest = self.script.text.get(start..).unwrap_or_default();
        if let Ok(mut parsed) = crate::notation::parse(rest, self.script.letters) {
            let ply = self.line.plies();
            let place = start..start + parsed.consumed;
            careful::mark(&self.line.position, &mut parsed, place, ply, self.observer);
        }
    }

    /// The fast lane does not look for mate; the last move of the line may have been one.
    fn last_mark<const STRICT: bool>(&mut self) {
        let line = &*self.line;
        if STRICT
            && line.is_check
            && line.is_plain
            && !line.position.has_legal_move()
            && let Some(token) = line.tokens.last().and_then(|&i| self.script.token(i as usize))
            && bytes::byte(self.script.text, token.end as usize) == b'+'
        {
            self.close_marks(token.start as usize);
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

    #[inline(always)]
    fn number_is_plain<const WHITE: bool>(&self, start: usize) -> bool {
        let gap = start.wrapping_sub(self.behind);
        if WHITE {
            self.expected.is_before_white(word_before(self.script.text, start), gap)
        } else {
            gap <= 2 || self.expected.is_before_black(word_before(self.script.text, start), gap)
        }
    }

    #[inline(never)]
    fn close_number(&mut self, start: usize) {
        self.numbered = self.index;
        let gap = gap::read(self.script.text, self.behind, start);
        let ply = self.line.plies() + 1;
        if let Some((at, length)) = gap.stray {
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
        self.observer.remark(at..at + length, ply, Remark::Number { found, expected });
        if found > expected {
            self.line.jump.get_or_insert(Jump { found, expected });
        }
        // Numbers that go on from a wrong one are not wrong again.
        self.expected = Expected::new(found);
    }

    /// Was the origin that the move just made names needed? `hot` is that of the position before it, `taken` the
    /// code of the captured piece, `rivals` the other pieces that could come on an empty board. (All by value: what
    /// a call gets by reference would live in memory through the whole loop.)
    #[inline(never)]
    fn disambiguation(&mut self, hot: Hot, place: Range<usize>, mv: Move, taken: u8, rivals: u64) {
        let us = (hot.ply as usize & 1) << 4;
        let from = mv.from();
        let rivals = lane::legal_rivals(&self.line.position, us, mv.to(), rivals, hot.white | hot.black);
        // File and rank both given: one of them may do.
        let is_full = place.len() > 4 + usize::from(taken != 0);
        let alike = |mask: u64| is_full && rivals & mask & !from.bit() == 0;
        let file = 0x0101_0101_0101_0101u64 << from.file();
        let rank = 0xFFu64 << (8 * from.rank());
        if rivals == 0 || alike(file) || alike(rank) {
            let ply = self.line.plies() + 1;
            self.line.position.hot = hot;
            let facts = MoveFacts::of(&lane::before(&self.line.position, mv, taken), mv);
            self.observer.remark(place, ply, Remark::OverDisambiguated(Box::new(facts)));
        }
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
            plies: self.line.moves.len() as u32,
            is_strict: STRICT,
            is_resumed: resume.is_behind_move,
        };
        match careful::step(&mut reading, self.index, at, self.observer) {
            Step::Skip { next } => {
                self.index = next;
                self.behind = self.end_before(next);
            }
            Step::SkipInside { at } => self.resume = Some(Resume { at, ..resume }),
            Step::Made { mv, place, is_check, tongues, is_long, has_pawn_letter, number, next, rest } => {
                self.line.has_pawn_letters |= has_pawn_letter;
                self.line.is_long |= is_long;
                self.line.languages |= u8::from(tongues.first) * lane::FIRST;
                self.line.languages |= u8::from(tongues.second) * lane::SECOND;
                if STRICT {
                    match number {
                        Some((found, at, length)) => {
                            self.found_number(found, at, length, self.line.plies() + 1);
                        }
                        None if at == start && self.numbered != self.index => self.close_number(place.start),
                        None => {}
                    }
                }
                let position = &self.line.position;
                let (key, clock) = (position.key(), position.halfmove_clock());
                self.note(mv, key);
                self.line.longest_clock = self.line.longest_clock.max(clock);
                self.line.is_check = is_check;
                self.line.is_plain = false;
                if is_black {
                    self.expected = self.expected.next();
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
