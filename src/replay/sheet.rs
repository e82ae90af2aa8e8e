//! A game as it is written: its moves with comments, glyphs and variations, in the order of the text.
//!
//! The tree is kept flat, a variation between [`What::Open`] and [`What::Close`] behind the move it replaces, so
//! depth costs nothing. Every byte of the movetext that means something belongs to an item; what is left between
//! the items is move numbers and blanks.

use std::ops::Range;

use crate::chess::{Color, Move, Position};
use crate::notation::{self, MoveFacts, glyph, result};
use crate::pgn::bytes;

use super::careful::{self, Reading, Step};
use super::main_line::Script;
use super::observer::Quiet;
use super::repair::{Mended, mend_letter, mend_safely};
use super::sheet_item::{Faults, Level, Lost};
pub(crate) use super::sheet_item::{Item, What};

/// One game; made once and filled again for every game.
#[derive(Debug, Default)]
pub(crate) struct Sheet {
    /// The movetext without its result.
    pub(crate) items: Vec<Item>,
    /// The moves of the main line.
    pub(crate) moves: Vec<Move>,
    /// Place of the result.
    pub(crate) result: Option<Range<usize>>,
    /// The main line was read to its end.
    pub(crate) is_whole: bool,
}

/// Variations that are nested deeper are kept as text: without a bound a line of brackets would take a hundred times
/// its own size.
const DEEPEST: usize = 20_000;

impl Sheet {
    /// Reads a game that was replayed before: from `start`, in `script`, which ends at byte `end`. `fault` is the
    /// index of the token at which the main line broke off; there the sheet ends, unless a move is accepted in
    /// place of it.
    pub(crate) fn read(
        &mut self,
        script: &Script<'_>,
        start: &Position,
        end: usize,
        fault: Option<usize>,
        accepted: Option<Move>,
    ) {
        self.walk(script, start, end, Faults { fault, accepted, mended: &[], mends: false });
    }

    /// The same for a game whose damaged moves are repaired: those of the main line were, and those of variations are
    /// now.
    pub(crate) fn read_mended(
        &mut self,
        script: &Script<'_>,
        start: &Position,
        end: usize,
        fault: Option<usize>,
        mended: &[Mended],
    ) {
        self.walk(script, start, end, Faults { fault, accepted: None, mended, mends: true });
    }

    fn walk(&mut self, script: &Script<'_>, start: &Position, end: usize, faults: Faults<'_>) {
        self.items.clear();
        self.moves.clear();
        self.result = None;
        self.is_whole = true;
        let mut walk = Walk {
            script,
            sheet: self,
            levels: vec![Level::main(start)],
            done: script.movetext,
            faults,
            is_behind_move: false,
        };
        walk.all(end);
    }

    fn push(&mut self, what: What, place: Range<usize>) {
        self.items.push(Item { what, place });
    }
}

struct Walk<'r> {
    script: &'r Script<'r>,
    sheet: &'r mut Sheet,
    /// The main line, and the variations that are open.
    levels: Vec<Level>,
    /// Up to here every byte is accounted for.
    done: usize,
    faults: Faults<'r>,
    /// The next step goes on in a token in which a move was made.
    is_behind_move: bool,
}

impl Walk<'_> {
    fn all(&mut self, end: usize) {
        let mut index = 0;
        let mut resume = None;
        while let Some(token) = self.script.tokens.get(index) {
            let (start, stop) = (token.start as usize, token.end as usize);
            let at = resume.unwrap_or(start);
            if self.levels.len() == 1
                && let Some((first, rest)) = self.faults.mended.split_first()
                && first.token == index
                && first.place.start <= at
            {
                self.faults.mended = rest;
                (index, resume) = (self.mended(first), None);
                continue;
            }
            self.gap(at);
            let is_taken = resume.is_none() && self.sign(start, stop);
            if is_taken {
                self.done = stop;
                index += 1;
                continue;
            }
            if self.is_lost() || self.sheet.result.is_some() {
                self.words(at, stop);
                (index, resume) = (index + 1, None);
                continue;
            }
            match self.word(index, at, stop) {
                Some(next) => (index, resume) = next,
                None => {
                    self.sheet.is_whole = false;
                    return;
                }
            }
        }
        self.gap(end);
        while self.levels.len() > 1 {
            self.close(end..end);
        }
        self.late_result();
    }

    fn is_lost(&self) -> bool {
        self.levels.last().is_some_and(|level| level.lost.is_some())
    }

    fn text(&self, place: Range<usize>) -> &[u8] {
        self.script.text.get(place).unwrap_or_default()
    }

    /// Everything but words, told by the first byte.
    fn sign(&mut self, start: usize, end: usize) -> bool {
        let text = self.script.text;
        let is_single = end == start + 1;
        let what = match bytes::byte(text, start) {
            b'{' => What::Comment,
            b';' => What::LineComment,
            b'(' if is_single => {
                self.open(start..end);
                return true;
            }
            b')' if is_single => {
                self.close(start..end);
                return true;
            }
            _ if self.is_lost() => return false,
            b'(' => What::DrawOffer,
            b'$' => match careful::nag(text.get(start + 1..end).unwrap_or_default()) {
                Some(nag) => What::Nag(nag),
                None => What::Words,
            },
            b'}' | b'[' | b']' => What::Sign,
            b'*' if self.levels.len() > 1 || self.sheet.result.is_some() => What::Words,
            b'*' => {
                self.sheet.result = Some(start..end);
                return true;
            }
            _ if bytes::invisible(text, start) > 0 || bytes::control_run(text, start) > 0 => What::Sign,
            _ => return false,
        };
        self.flush(start);
        self.sheet.push(what, start..end);
        true
    }

    /// What the lexer passes over between two tokens: numbers, blanks, marks, lines that begin with `%`.
    fn gap(&mut self, until: usize) {
        let text = self.script.text;
        let mut at = self.done;
        self.done = self.done.max(until);
        let is_lost = self.is_lost();
        while at < until {
            match bytes::byte(text, at) {
                b'%' if bytes::is_line_start(text, at) => {
                    if let Some(lost) = self.levels.last_mut().and_then(|level| level.lost.as_mut()) {
                        lost.from.get_or_insert(at);
                        return;
                    }
                    let end = bytes::line_end(text, at);
                    self.sheet.push(What::EscapedLine, at..end);
                    at = end;
                }
                _ if is_lost => at += 1,
                b'!' | b'?' | b'+' => {
                    let rest = text.get(at..until).unwrap_or_default();
                    let (what, length) = match glyph::read(rest) {
                        Some((nag, length)) => (What::Nag(glyph::for_side(nag, self.black_moved())), length),
                        None => (What::Sign, 1),
                    };
                    self.mark(what, at..at + length);
                    at += length;
                }
                b'#' => {
                    self.mark(What::Sign, at..at + 1);
                    at += 1;
                }
                _ => at += 1,
            }
        }
    }

    /// A mark in a gap; behind words it belongs to them.
    fn mark(&mut self, what: What, place: Range<usize>) {
        match self.sheet.items.last_mut() {
            Some(Item { what: What::Words, place: words }) if words.end == place.start => {
                words.end = place.end
            }
            _ => self.sheet.push(what, place),
        }
    }

    fn black_moved(&self) -> bool {
        self.levels.last().is_some_and(|level| level.position.turn() == Color::White)
    }

    /// Words that are no moves; those next to each other are one item. In a lost line all text is one.
    fn words(&mut self, start: usize, end: usize) {
        if let Some(lost) = self.levels.last_mut().and_then(|level| level.lost.as_mut()) {
            lost.from.get_or_insert(start);
            self.done = end;
            return;
        }
        self.done = end;
        match self.sheet.items.last_mut() {
            Some(Item { what: What::Words, place }) => place.end = end,
            _ => self.sheet.push(What::Words, start..end),
        }
    }

    /// Puts the lost text before `until` into an item.
    fn flush(&mut self, until: usize) {
        let text = self.script.text;
        let Some(lost) = self.levels.last_mut().and_then(|level| level.lost.as_mut()) else { return };
        if let Some(from) = lost.from.take() {
            let kept = text.get(from..until).unwrap_or_default().trim_ascii_end().len();
            if kept > 0 {
                self.sheet.push(What::Lost, from..from + kept);
            }
        }
    }

    fn open(&mut self, place: Range<usize>) {
        let depth = self.levels.len();
        let Some(level) = self.levels.last_mut() else { return };
        if let Some(lost) = &mut level.lost {
            lost.depth += 1;
            lost.from.get_or_insert(place.start);
            return;
        }
        if self.sheet.result.is_some() {
            self.words(place.start, place.end);
            return;
        }
        if depth > DEEPEST {
            level.lost = Some(Lost { from: Some(place.start), depth: 1 });
            return;
        }
        let opened = self.sheet.items.len();
        let variation = level.variation(opened);
        self.levels.push(variation);
        self.sheet.push(What::Open, place);
    }

    fn close(&mut self, place: Range<usize>) {
        self.flush_before_close(&place);
        if let Some(Level { lost: Some(lost), .. }) = self.levels.last_mut()
            && lost.depth > 0
            && !place.is_empty()
        {
            lost.depth -= 1;
            lost.from.get_or_insert(place.start);
            return;
        }
        if self.levels.len() < 2 {
            self.sheet.push(What::Sign, place);
            return;
        }
        let Some(level) = self.levels.pop() else { return };
        if level.is_empty {
            if let Some(open) = self.sheet.items.get_mut(level.opened) {
                open.what = What::EmptyVariation;
            }
            self.sheet.push(What::EmptyVariation, place);
        } else {
            self.sheet.push(What::Close, place);
        }
    }

    /// The lost text of this level is complete if the bracket is its own.
    fn flush_before_close(&mut self, place: &Range<usize>) {
        let lost = self.levels.last().and_then(|level| level.lost.as_ref());
        if lost.is_some_and(|lost| lost.depth == 0 || place.is_empty()) {
            self.flush(place.start);
        }
    }

    /// A word, from byte `at` on. Where to go on: the token, and the place in it; `None` where the main line
    /// breaks off.
    fn word(&mut self, index: usize, at: usize, end: usize) -> Option<(usize, Option<usize>)> {
        let is_main = self.levels.len() == 1;
        let script = self.script;
        let before = self.levels.last()?.position.clone();
        if !is_main
            && self.faults.mends
            && script.tokens.get(index).is_some_and(|token| token.start as usize == at)
            && let Some(mended) = mend_letter(script, index, &before)
        {
            return Some((self.mended(&mended), None));
        }
        let level = self.levels.last_mut()?;
        let plies = if is_main { self.sheet.moves.len() as u32 } else { 1 };
        let mut reading = Reading {
            script,
            position: &mut level.position,
            plies,
            is_strict: false,
            is_resumed: self.is_behind_move,
        };
        let step = careful::step(&mut reading, index, at, &mut Quiet);
        self.is_behind_move = match &step {
            Step::Made { rest, .. } => rest.is_some(),
            Step::SkipInside { .. } => self.is_behind_move,
            _ => false,
        };
        match step {
            Step::Skip { next } => {
                let next = next.max(index + 1);
                let behind = next.checked_sub(1).and_then(|i| script.tokens.get(i));
                self.passed_over(at, behind.map_or(end, |token| token.end as usize));
                Some((next, None))
            }
            Step::SkipInside { at: rest } => {
                let rest = rest.max(at + 1);
                self.passed_over(at, rest);
                if rest >= end { Some((index + 1, None)) } else { Some((index, Some(rest))) }
            }
            Step::Made { mv, place, next, rest, .. } => {
                level.before = Some(before.clone());
                level.is_empty = false;
                self.made(&before, mv, place);
                Some((next, rest))
            }
            Step::Result { .. } if !is_main => {
                self.words(at, end);
                Some((index + 1, None))
            }
            Step::Result { place } => {
                self.sheet.result = Some(place);
                self.done = end;
                Some((index + 1, None))
            }
            Step::Refused { place, .. } | Step::Unreadable { place, .. }
                if !is_main
                    && self.faults.mends
                    && let Some(mended) = mend_safely(script, index, &place, &before) =>
            {
                Some((self.mended(&mended), None))
            }
            Step::Refused { place, .. } | Step::Unreadable { place, .. } if !is_main => {
                level.lost = Some(Lost { from: Some(place.start), depth: 0 });
                self.done = end;
                Some((index + 1, None))
            }
            Step::Refused { place, .. } | Step::Unreadable { place, .. }
                if self.faults.fault == Some(index) =>
            {
                let accepted = self.faults.accepted?;
                level.play(accepted);
                self.note(&before, accepted, place.start..end.max(place.end));
                self.done = end.max(place.end);
                Some((index + 1, None))
            }
            Step::Refused { .. } | Step::Unreadable { .. }
                if is_main
                    && let Some((first, rest)) = self.faults.mended.split_first()
                    && first.token == index =>
            {
                self.faults.mended = rest;
                Some((self.mended(first), None))
            }
            Step::Unreadable { .. } => {
                self.words(at, end);
                Some((index + 1, None))
            }
            Step::Refused { .. } => None,
        }
    }

    /// A move in place of damaged text. Answers the token to go on at.
    fn mended(&mut self, mended: &Mended) -> usize {
        self.gap(mended.place.start);
        let Some(level) = self.levels.last_mut() else { return mended.next };
        let before = level.position.clone();
        level.play(mended.repaired.mv);
        let end = mended.place.end;
        self.note(&before, mended.repaired.mv, mended.place.clone());
        self.done = self.done.max(end);
        self.is_behind_move = false;
        for &nag in &mended.repaired.nags {
            self.sheet.push(What::Nag(nag), end..end);
        }
        if mended.repaired.draw_offer {
            self.sheet.push(What::DrawOffer, end..end);
        }
        mended.next
    }

    /// Something that is neither move nor word: a judgement apart from its move, `e.p.`, separators.
    fn passed_over(&mut self, start: usize, end: usize) {
        self.done = end;
        let mut at = start;
        while at < end && matches!(bytes::byte(self.script.text, at), b',' | b'|' | b'.') {
            at += 1;
        }
        let rest = self.text(at..end);
        let number = notation::skip_number(rest).map_or(0, |(_, _, length)| length.min(rest.len()));
        at += number;
        let rest = self.text(at..end);
        if let Some((nag, length)) = glyph::read(rest) {
            let nag = glyph::for_side(nag, self.black_moved());
            self.sheet.push(What::Nag(nag), at..at + length);
        } else if rest == b"N" {
            self.sheet.push(What::Nag(146), at..end);
        } else if !rest.is_empty() {
            self.sheet.push(What::Sign, at..end);
        }
    }

    /// A move with the judgements behind it.
    fn made(&mut self, before: &Position, mv: Move, place: Range<usize>) {
        self.note(before, mv, place.clone());
        // A null move written `0000` stands in the gap before its token.
        self.done = self.done.max(place.end);
        let Some(after) = self.levels.last().map(|level| &level.position) else { return };
        if is_bare(self.text(place.clone())) {
            return;
        }
        let rest = self.script.text.get(place.start..).unwrap_or_default();
        let Ok(mut parsed) = notation::parse(rest, self.script.letters) else { return };
        notation::check_marks(after, &mut parsed.marks);
        let black_moved = before.turn() == Color::Black;
        for &nag in &parsed.marks.nags {
            self.sheet.push(What::Nag(glyph::for_side(nag, black_moved)), place.end..place.end);
        }
        if parsed.marks.draw_offer {
            self.sheet.push(What::DrawOffer, place.end..place.end);
        }
    }

    fn note(&mut self, before: &Position, mv: Move, place: Range<usize>) {
        if self.levels.len() == 1 {
            self.sheet.moves.push(mv);
        }
        let facts = MoveFacts::of(before, mv);
        self.sheet.push(What::Move { facts, number: before.fullmove_number() }, place);
    }

    /// A result with a full stop behind it is a word to the replay, but it ended the game.
    fn late_result(&mut self) {
        if self.sheet.result.is_some() {
            return;
        }
        if let Some(Item { what: What::Words, place }) = self.sheet.items.last() {
            let word = match self.text(place.clone()) {
                [head @ .., b'.' | b','] => head,
                word => word,
            };
            if result::parse(word).is_some_and(|read| !read.doubtful_after_move) {
                self.sheet.result = Some(place.start..place.start + word.len());
                self.sheet.items.pop();
            }
        }
    }
}

/// Is there nothing in the text of a move but the move: no sign of judgement, no letter behind it?
fn is_bare(text: &[u8]) -> bool {
    let text = text.strip_suffix(b"+").or(text.strip_suffix(b"#")).unwrap_or(text);
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
    matches!(text.last(), Some(b'1'..=b'8' | b'O')) && text.iter().all(is_plain)
}
