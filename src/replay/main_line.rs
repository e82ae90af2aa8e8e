//! The loop over a game's tokens: plain moves in the fast lane, everything else carefully.

use crate::chess::isa::Isa;
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
        // A shift by the whole word, where nothing stands before, is no shift to the processor.
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
    let mut run = Run {
        isa,
        script,
        line,
        observer,
        index: from,
        behind: match from.checked_sub(1).and_then(|i| script.token(i)) {
            Some(token) => token.end as usize,
            None => script.movetext,
        },
        expected: Expected::new(1),
        resume: AT_TOKEN,
    };
    run.expected = Expected::new(run.line.position.fullmove_number());
    if run.line.position.hot.ply & 1 != 0
        && let Some(stop) = run.ply::<false, STRICT>()
    {
        return stop;
    }
    loop {
        if let Some(stop) = run.ply::<true, STRICT>() {
            return stop;
        }
        if let Some(stop) = run.ply::<false, STRICT>() {
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
    /// Where to go on inside the current token, or [`AT_TOKEN`].
    resume: usize,
}

/// The next ply begins with a token.
const AT_TOKEN: usize = usize::MAX;

impl<S: Isa, O: Observer> Run<'_, S, O> {
    /// Makes one ply, over comments and whatever else stands before it; `Some` at the end of the line.
    #[inline(always)]
    fn ply<const WHITE: bool, const STRICT: bool>(&mut self) -> Option<Stop> {
        let text = self.script.text;
        loop {
            let Some(token) = self.script.token(self.index) else {
                self.last_mark::<STRICT>();
                return Some(Stop::End { result: None });
            };
            if self.resume != AT_TOKEN {
                let at = std::mem::replace(&mut self.resume, AT_TOKEN);
                match self.careful::<WHITE, STRICT>(at) {
                    Outcome::Made => break,
                    Outcome::Again => continue,
                    Outcome::Over(stop) => return Some(*stop),
                }
            }
            let (start, end) = (token.start as usize, token.end as usize);
            let word = word_at(text, start);
            let hot = self.line.position.hot;
            let made = lane::ply::<S, WHITE, STRICT>(
                self.isa,
                &mut self.line.position,
                hot,
                self.script.lane,
                word,
                end.wrapping_sub(start),
            );
            let Some(made) = made else {
                if word as u8 == b'{' {
                    self.observer.comment(text.get(start..end).unwrap_or_default(), start, self.line.plies());
                    self.index += 1;
                    self.behind = end;
                    continue;
                }
                match self.careful::<WHITE, STRICT>(start) {
                    Outcome::Made => break,
                    Outcome::Again => continue,
                    Outcome::Over(stop) => return Some(*stop),
                }
            };
            if STRICT {
                self.number::<WHITE>(start);
                if made.is_disambiguated {
                    self.disambiguation::<WHITE>(start, end, &made);
                }
            }
            self.line.position.hot = made.hot;
            self.line.languages |= made.class;
            self.note(made.mv, made.check != 0, made.hot.hash ^ made.hot.ep_key, made.hot.clock);
            self.line.is_plain = true;
            if STRICT {
                self.marks(start, end, made.check != 0);
            }
            self.index += 1;
            self.behind = end;
            break;
        }
        if !WHITE {
            self.expected = self.expected.next();
        }
        None
    }

    #[inline(always)]
    fn note(&mut self, mv: crate::chess::Move, is_check: bool, key: u64, clock: u32) {
        self.line.moves.push(mv);
        self.line.tokens.push(self.index as u32);
        self.line.is_check = is_check;
        self.line.longest_clock = self.line.longest_clock.max(clock);
        self.line.count(key);
    }

    /// The mark behind a plain move: `+` exactly if it gives check; anything longer is looked at closely.
    #[inline(always)]
    fn marks(&mut self, start: usize, end: usize, is_check: bool) {
        let mark = bytes::byte(self.script.text, end);
        let is_plain = match mark {
            b'+' => is_check && !matches!(bytes::byte(self.script.text, end + 1), b'+' | b'#'),
            b'#' | b'!' | b'?' => false,
            _ => !is_check,
        };
        if !is_plain {
            self.close_marks(start);
        }
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
    fn number<const WHITE: bool>(&mut self, start: usize) {
        let gap = start.wrapping_sub(self.behind);
        let fine = if WHITE {
            self.expected.is_before_white(word_before(self.script.text, start), gap)
        } else {
            gap <= 2 || self.expected.is_before_black(word_before(self.script.text, start), gap)
        };
        if !fine {
            self.close_number(start);
        }
    }

    #[inline(never)]
    fn close_number(&mut self, start: usize) {
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
            self.line.jump.get_or_insert(Jump { ply, found, expected });
        }
        // Numbers that go on from a wrong one are not wrong again.
        self.expected = Expected::new(found);
    }

    /// Was the origin that the move just made names needed?
    #[inline(always)]
    fn disambiguation<const WHITE: bool>(&mut self, start: usize, end: usize, made: &lane::Made) {
        let rivals = lane::legal_rivals::<S, WHITE>(self.isa, &self.line.position, made);
        let from = made.mv.from();
        // File and rank both given: one of them may do.
        let is_full = end - start > 4 + usize::from(bytes::byte(self.script.text, end - 3) == b'x');
        let alike = |mask: u64| is_full && rivals & mask & !from.bit() == 0;
        let file = 0x0101_0101_0101_0101u64 << from.file();
        let rank = 0xFFu64 << (8 * from.rank());
        if rivals == 0 || alike(file) || alike(rank) {
            let ply = self.line.plies() + 1;
            let facts = MoveFacts::of(&lane::before(&self.line.position, made), made.mv);
            self.observer.remark(start..end, ply, Remark::OverDisambiguated(Box::new(facts)));
        }
    }

    /// One step that the fast lane could not do, from byte `at` of the current token.
    #[inline(never)]
    fn careful<const WHITE: bool, const STRICT: bool>(&mut self, at: usize) -> Outcome {
        let mut at = at;
        loop {
            let mut reading = careful::Reading {
                script: self.script,
                position: &mut self.line.position,
                plies: self.line.moves.len() as u32,
                is_strict: STRICT,
            };
            match careful::step(&mut reading, self.index, at, self.observer) {
                Step::Skip { next } => {
                    self.index = next;
                    self.behind = self.end_before(next);
                    return Outcome::Again;
                }
                Step::SkipInside { at: rest } => at = rest,
                Step::Made { mv, is_check, has_pawn_letter, number, next, rest, .. } => {
                    self.line.has_pawn_letters |= has_pawn_letter;
                    if STRICT {
                        let start = self.script.token(self.index).map_or(0, |t| t.start as usize);
                        match number {
                            Some((found, at, length)) => {
                                self.found_number(found, at, length, self.line.plies() + 1)
                            }
                            None if at == start => self.number::<WHITE>(start),
                            None => {}
                        }
                    }
                    let position = &self.line.position;
                    let (key, clock) = (position.key(), position.halfmove_clock());
                    self.note(mv, is_check, key, clock);
                    self.line.is_plain = false;
                    match rest {
                        // More in the same token (`e4,e5`): the next ply goes on inside it.
                        Some(rest) => self.resume = rest,
                        None => {
                            self.index = next;
                            self.behind = self.end_before(next);
                        }
                    }
                    return Outcome::Made;
                }
                Step::Result { place } => {
                    self.last_mark::<STRICT>();
                    if STRICT {
                        self.behind_result(place.start);
                    }
                    return Outcome::Over(Box::new(Stop::End { result: Some(place) }));
                }
                Step::Refused { place, refusal } => {
                    return Outcome::Over(Box::new(Stop::Refused { place, token: self.index, refusal }));
                }
                Step::Unreadable { place, reason } => {
                    return Outcome::Over(Box::new(Stop::Unreadable { place, token: self.index, reason }));
                }
            }
        }
    }

    fn end_before(&self, index: usize) -> usize {
        index
            .checked_sub(1)
            .and_then(|i| self.script.token(i))
            .map_or(self.script.movetext, |t| t.end as usize)
    }
}

enum Outcome {
    Made,
    Again,
    Over(Box<Stop>),
}
