//! One game of a text, move by move. A word is a move because it is legal where it stands; everything else stays
//! text, and is kept.

use std::ops::Range;

use super::scan::{Kind, Token};
use super::tree::{LineId, Tree};
use super::word::{Found, find, opens, prose};
use crate::chess::Position;
use crate::notation::result::GameResult;
use crate::notation::{Letters, Spelling, Tongues, check_marks};
use crate::replay::game::Item;

/// So far ahead of the game a move number may be and still belong to it.
const FAREST_GAP: u32 = 200;

/// Why the main line ends before its text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Break {
    /// A move that the position does not allow.
    Illegal,
    /// Move numbers are missing: the ply that was expected, and the one that is there.
    Gap { expected: u32, found: u32 },
}

/// What was read of one game.
pub(super) struct Attempt {
    pub(super) tree: Tree,
    /// Index of the token behind it.
    pub(super) next: usize,
    /// Its text was taken up to here, in bytes.
    pub(super) done: usize,
    pub(super) result: Option<GameResult>,
    /// Where the main line broke off, the token to blame, and why.
    pub(super) broken: Option<(usize, Range<usize>, Break)>,
    /// Moves that another language may read in another way.
    pub(super) doubts: usize,
    /// Whose letters were seen.
    pub(super) tongues: Tongues,
}

/// A bracket that is open, or the whole text.
pub(super) struct Frame {
    /// Index of the token that opens it.
    open: usize,
    /// Index of the token that closes it.
    close: usize,
    /// Its first line; `None` before its first move.
    pub(super) main: Option<LineId>,
    /// The line that was added to last.
    pub(super) current: LineId,
}

/// Where a move belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// At the end of this line.
    End(LineId),
    /// In place of the move with this index.
    Instead(LineId, usize),
}

pub(super) struct Reader<'t> {
    pub(super) text: &'t str,
    pub(super) tokens: &'t [Token],
    pub(super) letters: &'static Letters,
    start: &'t Position,
    pub(super) tree: Tree,
    pub(super) frames: Vec<Frame>,
    /// Index of the next token.
    pub(super) at: usize,
    /// Bytes that were taken.
    done: usize,
    /// Index behind the token that was taken last.
    taken: usize,
    /// Index behind a bracket without moves that follows it.
    aside: usize,
    result: Option<GameResult>,
    /// Moves are numbered.
    is_numbered: bool,
    /// The first token that might have been the next move of the main line.
    suspect: Option<usize>,
    broken: Option<(usize, Range<usize>, Break)>,
    doubts: usize,
    tongues: Tongues,
}

impl<'t> Reader<'t> {
    /// Reads the game whose first token has the index `first`.
    pub(super) fn read(
        text: &'t str,
        tokens: &'t [Token],
        first: usize,
        start: &'t Position,
        letters: &'static Letters,
    ) -> Attempt {
        let from = tokens.get(first).map_or(text.len(), |token| token.start);
        let mut reader = Reader {
            text,
            tokens,
            letters,
            start,
            tree: Tree::new(start.clone()),
            frames: vec![Frame { open: 0, close: usize::MAX, main: Some(0), current: 0 }],
            at: first,
            done: from,
            taken: first,
            aside: first,
            result: None,
            is_numbered: matches!(tokens.get(first), Some(Token { kind: Kind::Number { .. }, .. })),
            suspect: None,
            broken: None,
            doubts: 0,
            tongues: Tongues::default(),
        };
        reader.all();
        Attempt {
            tree: reader.tree,
            next: reader.at,
            done: reader.done,
            result: reader.result,
            broken: reader.broken,
            doubts: reader.doubts,
            tongues: reader.tongues,
        }
    }

    fn all(&mut self) {
        while let Some(token) = self.tokens.get(self.at) {
            let token = *token;
            if self.opens_next_game(&token) {
                break;
            }
            if self.result.is_some() || self.broken.is_some() {
                self.behind(&token);
                continue;
            }
            match token.kind {
                Kind::Number { value, dots } => self.number(&token, value, dots),
                Kind::Move | Kind::Files => self.bare(&token),
                Kind::Result { result, .. } => self.score(&token, result),
                Kind::Open { close } => {
                    let current = self.current();
                    self.frames.push(Frame { open: self.at, close, main: None, current });
                    self.at += 1;
                }
                Kind::Close => self.close(&token),
                Kind::Comment => {
                    self.flush(token.start);
                    let inside = self.text.get(token.start + 1..token.end - 1).unwrap_or_default();
                    self.push_comment(inside);
                    self.take(token.end);
                }
                Kind::Nag(nag) | Kind::Sign(nag) if self.is_adjacent(&token) && self.has_moves() => {
                    self.push(Item::Nag(nag));
                    self.take(token.end);
                }
                Kind::DrawOffer if self.is_adjacent(&token) && self.has_moves() => {
                    self.push(Item::DrawOffer);
                    self.take(token.end);
                }
                Kind::Nag(_) | Kind::Sign(_) | Kind::DrawOffer | Kind::Stray => self.at += 1,
            }
        }
    }

    /// The line that text belongs to now.
    fn current(&self) -> LineId {
        self.frames.last().map_or(0, |frame| frame.current)
    }

    fn has_moves(&self) -> bool {
        self.tree.line(self.current()).is_some_and(|line| line.len() > 0)
    }

    /// Nothing but blanks and the like is between what was taken and this token.
    fn is_adjacent(&self, token: &Token) -> bool {
        self.taken == self.at && !token.words_before
    }

    /// Takes the text up to this byte.
    fn take(&mut self, end: usize) {
        self.done = end.max(self.done);
        self.at += 1;
        while self.tokens.get(self.at).is_some_and(|token| token.start < end) {
            self.at += 1;
        }
        self.taken = self.at;
    }

    fn push(&mut self, item: Item) {
        let current = self.current();
        if let Some(line) = self.tree.line_mut(current) {
            line.push(item);
        }
    }

    fn push_comment(&mut self, text: &str) {
        if let Some(text) = prose(text) {
            self.push(Item::Comment(text));
        }
    }

    /// Text up to this byte becomes a comment of the line at hand.
    fn flush(&mut self, until: usize) {
        let text = self.text.get(self.done..until).unwrap_or_default();
        self.push_comment(text);
        self.done = self.done.max(until);
    }

    /// A number or a line of moves with which another game begins.
    fn opens_next_game(&mut self, token: &Token) -> bool {
        if self.tree.moves() == 0 || !token.is_line_start && self.result.is_none() {
            return false;
        }
        if !opens(self.text, self.tokens, self.at, self.start, &[self.letters], self.result.is_none()) {
            return false;
        }
        let is_outside = self.frames.len() == 1 || token.blank_before;
        let is_over = self.result.is_some() || self.broken.is_some() || self.is_mate();
        match token.kind {
            Kind::Number { .. } => is_outside,
            _ => is_outside && (is_over || token.blank_before && !self.goes_on(token)),
        }
    }

    fn is_mate(&self) -> bool {
        let main = self.tree.line(0);
        main.and_then(|line| line.position(line.len())).is_some_and(|position| !position.has_legal_move())
    }

    /// Is it the next move of the main line?
    fn goes_on(&self, token: &Token) -> bool {
        let main = self.tree.line(0);
        let position = main.and_then(|line| line.position(line.len()));
        position.is_some_and(|position| find(self.text, token, position, self.letters).is_some())
    }

    /// Behind the end of the main line, before the next game.
    fn behind(&mut self, token: &Token) {
        if let (Kind::Result { result, .. }, None) = (token.kind, self.result)
            && !token.words_after
        {
            self.result = Some(result);
        }
        self.at += 1;
    }

    fn number(&mut self, token: &Token, value: u32, dots: usize) {
        let mover = self.at + 1;
        let Some(word) = self.tokens.get(mover).copied() else {
            self.at += 1;
            return;
        };
        if !matches!(word.kind, Kind::Move | Kind::Files) || word.words_before || value == 0 {
            self.at += 1;
            return;
        }
        let ply = (value - 1) * 2 + u32::from(dots > 1);
        let is_strong = token.is_line_start || self.is_adjacent(token);
        if dots == 0 && !is_strong {
            self.at += 1;
            return;
        }
        if !self.numbered(token, &word, ply, is_strong) {
            self.at += 1;
            self.unfit(token, &word, ply, is_strong);
        }
    }

    /// Takes a move with its number, if it fits somewhere.
    fn numbered(&mut self, token: &Token, word: &Token, ply: u32, is_strong: bool) -> bool {
        for place in self.places(ply, is_strong).into_iter().flatten() {
            let (line, index) = match place {
                Place::End(line) => (line, self.tree.line(line).map_or(0, |line| line.len())),
                Place::Instead(line, index) => (line, index),
            };
            let Some(line_at) = self.tree.line(line) else { continue };
            let Some(position) = line_at.position(index) else { continue };
            let Some(found) = find(self.text, word, position, self.letters) else { continue };
            let is_same = matches!(place, Place::Instead(..)) && line_at.mv(index) == Some(found.resolved.mv);
            if is_same {
                // A move of the game that is talked about.
                return false;
            }
            let is_aside = !is_strong && !token.is_line_start;
            let is_correction = token.is_line_start
                && line == 0
                && self.frames.len() == 1
                && matches!(place, Place::Instead(..))
                && line_at.asides.contains(&index);
            if is_correction {
                self.flush(token.start);
                self.tree.set_aside(0, index);
                self.continue_line(0);
            } else {
                self.enter(place, token.start);
            }
            if is_aside && matches!(place, Place::End(_)) {
                self.note_aside();
            }
            self.at += 1;
            self.make(found);
            return true;
        }
        false
    }

    fn note_aside(&mut self) {
        let current = self.current();
        if let Some(line) = self.tree.line_mut(current) {
            let index = line.len();
            line.asides.push(index);
        }
    }

    fn continue_line(&mut self, line: LineId) {
        if let Some(frame) = self.frames.last_mut() {
            frame.current = line;
        }
    }

    /// Goes where the next move belongs; the text before `until` stays where it was.
    fn enter(&mut self, place: Place, until: usize) {
        let is_new_bracket = self.frames.last().is_some_and(|frame| frame.main.is_none());
        if !is_new_bracket {
            self.flush(until);
        }
        match place {
            Place::End(line) => self.continue_line(line),
            Place::Instead(line, index) => {
                if is_new_bracket {
                    let open = self
                        .frames
                        .last()
                        .and_then(|frame| self.tokens.get(frame.open))
                        .map(|open| open.start);
                    if let Some(open) = open {
                        self.flush(open);
                        self.done = open + 1;
                    }
                }
                let Some(line) = self.tree.branch(line, index) else { return };
                if let Some(frame) = self.frames.last_mut() {
                    frame.current = line;
                    frame.main.get_or_insert(line);
                }
                if is_new_bracket {
                    self.flush(until);
                }
            }
        }
    }

    /// A number whose move fits nowhere.
    fn unfit(&mut self, token: &Token, word: &Token, ply: u32, is_strong: bool) {
        let expected = self.tree.line(0).map_or(0, |line| line.end());
        if self.frames.len() > 1 || !is_strong || ply < expected || ply > expected + FAREST_GAP {
            return;
        }
        let cause = if ply == expected { Break::Illegal } else { Break::Gap { expected, found: ply } };
        let suspect = self.suspect.and_then(|index| self.tokens.get(index));
        let (from, blame, cause) = match suspect {
            Some(suspect) if ply > expected => (suspect.start, suspect.start..suspect.end, Break::Illegal),
            _ => (token.start, word.start..word.end, cause),
        };
        self.break_off(from, blame, cause);
    }

    fn break_off(&mut self, from: usize, blame: Range<usize>, cause: Break) {
        self.continue_line(0);
        self.flush(from);
        self.broken = Some((from, blame, cause));
    }

    /// A move without a number.
    fn bare(&mut self, token: &Token) {
        let is_adjacent = self.is_adjacent(token);
        let is_in_bracket = self.frames.last().is_some_and(|frame| frame.main.is_none());
        let place = if is_in_bracket {
            self.first_in_bracket(token)
        } else {
            let line = self.current();
            let is_black = self.tree.line(line).is_some_and(|line| line.end() % 2 == 1);
            let is_own_line = token.is_pure && token.is_line_start;
            let is_plain = match token.kind {
                Kind::Files => !token.words_after && is_adjacent,
                _ => true,
            };
            let is_behind_aside = self.aside == self.at && !token.words_before && !token.words_after;
            let fits = match (is_adjacent, self.is_numbered) {
                (false, true) if is_black && (is_behind_aside || self.is_numbered_behind(token, line)) => {
                    true
                }
                (true, true) => is_black || token.is_pure,
                (true, false) => is_black || token.is_pure || !self.has_moves(),
                (false, true) => is_own_line && is_black,
                (false, false) => is_own_line,
            };
            (fits && is_plain).then_some(Place::End(line))
        };
        let found = place.and_then(|place| {
            let (line, index) = match place {
                Place::End(line) => (line, self.tree.line(line)?.len()),
                Place::Instead(line, index) => (line, index),
            };
            find(self.text, token, self.tree.line(line)?.position(index)?, self.letters)
        });
        match (place, found) {
            (Some(place), Some(found)) => {
                self.enter(place, token.start);
                self.make(found);
            }
            (Some(_), None) if self.frames.len() == 1 && token.kind == Kind::Move => {
                if self.is_numbered || !token.is_pure {
                    self.suspect.get_or_insert(self.at);
                } else {
                    self.break_off(token.start, token.start..token.end, Break::Illegal);
                }
                self.at += 1;
            }
            _ => self.at += 1,
        }
    }

    /// `(d4 d5)`: in place of the last move.
    fn first_in_bracket(&self, token: &Token) -> Option<Place> {
        let frame = self.frames.last()?;
        let line = self.tree.line(frame.current)?;
        let is_first = frame.open + 1 == self.at && !token.words_before && !token.words_after;
        let follows =
            self.taken == frame.open && self.tokens.get(frame.open).is_some_and(|open| !open.words_before);
        (is_first && follows && token.kind == Kind::Move)
            .then(|| line.len().checked_sub(1).map(|index| Place::Instead(frame.current, index)))?
    }

    /// Makes a move at the end of the line at hand; `at` is its token.
    fn make(&mut self, found: Found) {
        let Found { resolved, mut parsed, end } = found;
        let current = self.current();
        self.doubts += usize::from(parsed.marks.spelling.has(Spelling::PAWN_LETTER));
        self.tongues = self.tongues.with(resolved.tongues);
        let Some(line) = self.tree.line_mut(current) else { return };
        line.push_move(resolved.mv);
        if let Some(after) = line.position(line.len()) {
            check_marks(after, &mut parsed.marks);
        }
        for nag in &parsed.marks.nags {
            line.push(Item::Nag(*nag));
        }
        if parsed.marks.draw_offer {
            line.push(Item::DrawOffer);
        }
        if current == 0 {
            self.suspect = None;
        }
        self.take(end);
    }

    fn score(&mut self, token: &Token, result: GameResult) {
        let is_last = self.tokens.get(self.at + 1).is_none_or(|next| next.newline_before);
        let ends_line = !token.words_after && is_last;
        let is_word = self.text.as_bytes().get(token.start).is_some_and(u8::is_ascii_alphabetic);
        let counts = self.is_adjacent(token) || token.is_pure || ends_line && !is_word;
        if self.frames.len() > 1 || !counts {
            self.at += 1;
            return;
        }
        self.flush(token.start);
        self.result = Some(result);
        self.take(token.end);
    }

    fn close(&mut self, token: &Token) {
        let here = self.frames.last().filter(|frame| frame.close == self.at);
        let Some((open, is_variation)) = here.map(|frame| (frame.open, frame.main.is_some())) else {
            self.at += 1;
            return;
        };
        if is_variation {
            self.flush(token.start);
            self.frames.pop();
            self.take(token.end);
            return;
        }
        self.frames.pop();
        self.at += 1;
        if self.taken == open && self.tokens.get(open).is_some_and(|open| !open.words_before) {
            self.aside = self.at;
        }
    }
}
