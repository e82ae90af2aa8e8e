//! Damaged words of a listing, read as moves where a move is due and exactly one can be meant.

use std::ops::Range;

use super::reader::{Break, Place, Reader};
use super::scan::{Kind, Token};
use super::shape::Shape;
use super::word::find;
use crate::chess::{Move, Position};
use crate::notation::{
    self, Damage, LONGEST_DAMAGED, Letters, MoveFacts, Repair, Repaired, parse, skip_number,
};
use crate::replay::game::Item;

/// So many words are put together where blanks stand inside a move.
const MOST_WORDS: usize = 6;

/// So many plies behind a repair in the middle of a sentence have to fit, or all there are.
const CONFIRMED: u32 = 2;

/// So many tokens of a sentence are passed on the way to the number that confirms a repair.
const MOST_SKIPPED: usize = 16;

/// What was made of the damaged words of a game.
#[derive(Default)]
pub(super) struct Repairs {
    /// The moves, in the order of the text.
    pub(super) list: Vec<Mended>,
    /// Where no move was taken, as the main line came to it first.
    pub(super) undecided: Option<Undecided>,
}

/// A move that was made of a damaged word.
pub(super) struct Mended {
    /// The text it was made of.
    pub(super) span: Range<usize>,
    pub(super) facts: MoveFacts,
    pub(super) damages: Vec<Damage>,
    /// 1 for the first move of the game.
    pub(super) ply: u32,
}

/// A damaged word that none of these moves was taken for.
pub(super) struct Undecided {
    pub(super) span: Range<usize>,
    pub(super) moves: Vec<MoveFacts>,
    /// Moves of the main line before it.
    pub(super) made: usize,
}

/// What a word can be read as, and the byte where it ends.
pub(super) enum Reading {
    One { repaired: Box<Repaired>, end: usize },
    Several { moves: Vec<Move>, end: usize },
    Nothing,
}

/// Where a move is due.
struct Due {
    place: Place,
    /// The text before the move ends here, in bytes.
    until: usize,
    /// So many moves behind it have to fit.
    needed: u32,
    /// It stands in the middle of a sentence.
    is_aside: bool,
}

impl Reader<'_> {
    /// Makes the move that is meant by the word behind a number, if a move is due there. Answers whether it did.
    pub(super) fn mend_numbered(&mut self, token: &Token, word: &Token, ply: u32, is_strong: bool) -> bool {
        if self.repairs.is_none() {
            return false;
        }
        let begins_bracket = self.frames.last().is_some_and(|frame| frame.main.is_none());
        let place = self.places(ply, is_strong).into_iter().flatten().next();
        let Some(place) = place.filter(|place| begins_bracket || matches!(place, Place::End(_))) else {
            return false;
        };
        let before = self.at.checked_sub(1).and_then(|before| self.tokens.get(before));
        let follows_bracket = before
            .is_some_and(|before| matches!(before.kind, Kind::Open { .. } | Kind::Close))
            && !token.words_before;
        let needed = match word.kind {
            _ if !is_strong && !follows_bracket => CONFIRMED,
            _ if begins_bracket => 1,
            Kind::Damaged(Shape::Vague) => 1,
            _ => 0,
        };
        let is_aside = !is_strong && !follows_bracket;
        if self.mend(word, Due { place, until: token.start, needed, is_aside }) {
            return true;
        }
        if !is_strong {
            return false;
        }
        // The text goes on with this number, so nothing but this word can be the move that is due.
        let made = self.tree.main_moves();
        let is_main = self.frames.len() == 1 && place == Place::End(0);
        let is_undecided =
            self.repairs.as_ref().and_then(|repairs| repairs.undecided.as_ref()).is_some_and(|undecided| {
                undecided.made == made && undecided.span.start == word.start && undecided.moves.len() > 1
            });
        if is_main && is_undecided && matches!(word.kind, Kind::Damaged(_)) {
            self.break_off(token.start, word.start..word.end, Break::Illegal);
        }
        false
    }

    /// Makes the move that is meant by a word without a number.
    pub(super) fn mend_bare(&mut self, word: &Token, place: Place, is_adjacent: bool) -> bool {
        let is_plain =
            is_adjacent && self.is_numbered && !word.words_after && word.kind != Kind::Damaged(Shape::Vague);
        self.mend(word, Due { place, until: word.start, needed: u32::from(!is_plain), is_aside: false })
    }

    fn mend(&mut self, word: &Token, due: Due) -> bool {
        let Due { place, until, needed, is_aside } = due;
        if self.repairs.is_none() || word.kind == Kind::Files {
            return false;
        }
        let Some(position) = self.position_at(place).cloned() else { return false };
        let (moves, end) = match reading(self.text, word, &position, self.letters) {
            Reading::Nothing => return false,
            Reading::Several { moves, end } => (moves, end),
            Reading::One { repaired, end } => {
                if self.is_confirmed(end, &position, repaired.mv, needed) {
                    self.enter(place, until);
                    if is_aside && matches!(place, Place::End(_)) {
                        self.note_aside();
                    }
                    self.make_repaired(*repaired, word.start..end, &position);
                    return true;
                }
                (vec![repaired.mv], end)
            }
        };
        if !is_aside {
            self.note_undecided(word, place, &position, &moves, end);
        }
        false
    }

    fn note_undecided(
        &mut self,
        word: &Token,
        place: Place,
        position: &Position,
        moves: &[Move],
        end: usize,
    ) {
        let made = self.tree.main_moves();
        // One move that nothing confirms is told where the word cannot be anything else.
        let is_word = moves.len() == 1 && word.kind == Kind::Damaged(Shape::Vague);
        if place != Place::End(0) || is_word {
            return;
        }
        let Some(repairs) = &mut self.repairs else { return };
        if repairs.undecided.as_ref().is_none_or(|undecided| undecided.made < made) {
            let moves = moves.iter().map(|&mv| MoveFacts::of(position, mv)).collect();
            repairs.undecided = Some(Undecided { span: word.start..end, moves, made });
        }
    }

    fn make_repaired(&mut self, repaired: Repaired, span: Range<usize>, position: &Position) {
        let current = self.current();
        let facts = MoveFacts::of(position, repaired.mv);
        let ply = position.ply() - self.start.ply().min(position.ply()) + 1;
        let end = span.end;
        let Some(line) = self.tree.line_mut(current) else { return };
        line.push_move(repaired.mv);
        for nag in &repaired.nags {
            line.push(Item::Nag(*nag));
        }
        if repaired.draw_offer {
            line.push(Item::DrawOffer);
        }
        if let Some(repairs) = &mut self.repairs {
            repairs.list.push(Mended { span, facts, damages: repaired.damages, ply });
        }
        self.made(current, end);
        // Words that were parts of the move are none before the next one.
        let next = self.tokens.get(self.at).map_or(self.text.len(), |token| token.start);
        let between = self.text.get(end..next).unwrap_or_default();
        if !between.contains(char::is_alphanumeric) {
            self.clear = self.at;
        }
    }

    /// Do the moves behind byte `end` fit: `needed` of them, or all there are?
    fn is_confirmed(&self, end: usize, position: &Position, mv: Move, needed: u32) -> bool {
        let mut position = position.clone();
        position.play(mv);
        let mut plies = 0;
        let mut index =
            self.at + self.tokens.get(self.at..).unwrap_or_default().partition_point(|t| t.start < end);
        // Words that are parts of the move itself are none behind it.
        let between = self.tokens.get(index).and_then(|token| self.text.get(end..token.start));
        let mut skipped = 0;
        let mut is_clear = between.is_some_and(|between| !between.contains(char::is_alphanumeric));
        while plies < needed {
            let Some(token) = self.tokens.get(index) else {
                return skipped == 0 && self.ends_here(index) && plies + 1 >= needed;
            };
            let follows = std::mem::take(&mut is_clear) || !token.words_before && skipped == 0;
            let is_due = match token.kind {
                Kind::Number { value, dots } => {
                    let ply = value.saturating_sub(1).saturating_mul(2) + u32::from(dots > 1);
                    if value == 1 && token.is_line_start && position.ply() > 1 {
                        return skipped == 0 && self.ends_here(index) && plies + 1 >= needed;
                    }
                    ply == position.ply() && (token.is_line_start || follows)
                }
                Kind::Comment => true,
                _ => follows,
            };
            if is_due && matches!(token.kind, Kind::Number { .. }) {
                skipped = 0;
            }
            let is_other_number = matches!(token.kind, Kind::Number { .. }) && token.is_line_start;
            if !is_due && (is_other_number || follows || skipped == MOST_SKIPPED) {
                return false;
            }
            if !is_due {
                // A sentence; only the next number can confirm anything behind it.
                skipped += 1;
                index += 1;
                continue;
            }
            match token.kind {
                Kind::Open { close } => index = close,
                Kind::Result { .. } => return plies + 1 >= needed,
                Kind::Move | Kind::Files | Kind::Damaged(_) => {
                    let mv = match find(self.text, token, &position, self.letters) {
                        Some(found) => found.resolved.mv,
                        None => match reading(self.text, token, &position, self.letters) {
                            Reading::One { repaired, .. } => repaired.mv,
                            _ => return false,
                        },
                    };
                    position.play(mv);
                    plies += 1;
                }
                Kind::Close => return plies + 1 >= needed,
                _ => {}
            }
            index += 1;
        }
        true
    }

    /// Are there no words behind the token before this index in its line?
    fn ends_here(&self, index: usize) -> bool {
        index.checked_sub(1).and_then(|last| self.tokens.get(last)).is_none_or(|last| !last.words_after)
    }
}

/// What a word stands for, alone or with those behind it.
pub(super) fn reading(text: &str, word: &Token, position: &Position, letters: &Letters) -> Reading {
    let text = text.as_bytes();
    let mut end = word.end;
    // Emphasis of Markdown.
    while end > word.start && matches!(text.get(end - 1), Some(b'*' | b'_')) {
        end -= 1;
    }
    let first = text.get(word.start..end).unwrap_or_default();
    let is_move = parse(first, letters).is_ok_and(|parsed| parsed.consumed == first.len());
    for _ in 0..MOST_WORDS {
        match notation::repair(text.get(word.start..end).unwrap_or_default(), position, letters) {
            // `c` for `e` is a matter of guessing where words may stand between moves.
            Repair::One(repaired) if repaired.needs_confirmation() => {}
            Repair::One(repaired) => return Reading::One { repaired: Box::new(repaired), end },
            Repair::Several(moves) => return Reading::Several { moves, end },
            Repair::None => {}
        }
        let rest = text.get(end..).unwrap_or_default();
        let blanks = rest.iter().take(3).take_while(|b| matches!(b, b' ' | b'\t')).count();
        let next = rest.get(blanks..).unwrap_or_default();
        let is_behind_sign = matches!(text.get(end - 1), Some(b'-' | b'x' | b':'));
        let goes_on = match next.first() {
            Some(b) if is_behind_sign => b.is_ascii_alphanumeric(),
            Some(b'-' | b'x' | b':') => true,
            Some(0xE2) if matches!(next, [0xE2, 0x80, 0x90..=0x94, ..] | [0xE2, 0x88, 0x92, ..]) => true,
            Some(b) if b.is_ascii_digit() => !is_move && skip_number(next).is_none_or(|n| n.1 == 0),
            Some(b) => !is_move && (b.is_ascii_alphabetic() || *b >= 0x80),
            None => false,
        };
        let length = next.iter().take_while(|b| !b.is_ascii_whitespace() && !is_bracket(**b)).count();
        if blanks == 0 || !goes_on || end + blanks + length - word.start > LONGEST_DAMAGED {
            break;
        }
        end += blanks + length;
    }
    Reading::Nothing
}

fn is_bracket(byte: u8) -> bool {
    matches!(byte, b'(' | b')' | b'[' | b']' | b'{' | b'}')
}
