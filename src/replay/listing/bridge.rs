//! Moves that are missing: which one or two legal plies lead to a position in which the rest of the text is legal.

use super::scan::{Kind, Token};
use super::word::find;
use crate::chess::{Move, Position};
use crate::notation::{Letters, MoveFacts};

/// So many bridges are listed.
const MOST_LISTED: usize = 5;

/// Moves of the rest that are tried in one gap, over all bridges.
const MOST_TRIES: usize = 60_000;

/// What can fill a gap. Nothing of it is played.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bridges {
    /// The moves of each bridge, one or two, the best bridges first; at most five.
    pub list: Vec<Vec<MoveFacts>>,
    /// Further bridges as good as those listed.
    pub more: usize,
    /// So many moves of the rest can be played behind each of those listed.
    pub reach: usize,
    /// These are all moves of the rest.
    pub is_full: bool,
    /// There was more to try than time to spend.
    pub is_cut: bool,
}

/// Work that a text may cost: a fixed amount and a share of its length, so that time stays linear.
pub(super) struct Tries(usize);

impl Tries {
    /// For a text.
    pub(super) fn of(text: &str) -> Tries {
        Tries(20 * MOST_TRIES + text.len() / 4)
    }
}

/// The text behind a gap.
pub(super) struct Rest<'t> {
    pub(super) text: &'t str,
    pub(super) tokens: &'t [Token],
    /// Byte at which it begins.
    pub(super) from: usize,
    /// Ply of its first move.
    pub(super) ply: u32,
}

impl Rest<'_> {
    /// The bridges from this position to the rest.
    pub(super) fn bridges(&self, position: &Position, letters: &Letters, tries: &mut Tries) -> Bridges {
        let missing = self.ply.saturating_sub(position.ply());
        let moves = self.moves();
        let mut search =
            Search { rest: self, moves: &moves, letters, left: MOST_TRIES.min(tries.0), found: Vec::new() };
        let budget = search.left;
        let is_cut = match missing {
            _ if moves.is_empty() => false,
            1 => !search.one(position, None),
            2 => !search.two(position),
            _ => false,
        };
        tries.0 -= budget - search.left;
        let best = search.found.iter().map(|bridge| bridge.reach).max().unwrap_or(0);
        let mut list: Vec<Vec<MoveFacts>> = search
            .found
            .into_iter()
            .filter(|bridge| bridge.reach == best)
            .map(|bridge| bridge.facts(position))
            .collect();
        let more = list.len().saturating_sub(MOST_LISTED);
        list.truncate(MOST_LISTED);
        Bridges { list, more, reach: best, is_full: best == moves.len(), is_cut }
    }

    /// The tokens that are moves by their numbers, or follow such a move: up to the next gap or the end.
    fn moves(&self) -> Vec<Token> {
        let first = self.tokens.partition_point(|token| token.start < self.from);
        let mut moves: Vec<Token> = Vec::new();
        let mut ply = self.ply;
        // Index of the token that would be the next move without a number.
        let mut next = first;
        let mut index = first;
        while let Some(token) = self.tokens.get(index) {
            let is_next = next == index && !token.words_before;
            match token.kind {
                Kind::Open { close } => {
                    index = close;
                    next = close + 1;
                }
                Kind::Number { value, dots } => {
                    let number = value.saturating_sub(1).saturating_mul(2) + u32::from(dots > 1);
                    if value == 1 && token.is_line_start {
                        break;
                    }
                    let is_strong = token.is_line_start || is_next;
                    if is_strong && number > ply {
                        break;
                    }
                    if is_strong && number == ply {
                        next = index + 1;
                    }
                }
                Kind::Move | Kind::Files if is_next => {
                    moves.push(*token);
                    ply += 1;
                    next = index + 1;
                }
                Kind::Nag(_) | Kind::Sign(_) | Kind::DrawOffer | Kind::Comment if is_next => next = index + 1,
                Kind::Result { .. } if is_next || token.is_pure => break,
                _ => {}
            }
            index += 1;
        }
        moves
    }
}

struct Bridge {
    moves: [Option<Move>; 2],
    reach: usize,
}

impl Bridge {
    fn facts(&self, position: &Position) -> Vec<MoveFacts> {
        let mut position = position.clone();
        let mut facts = Vec::new();
        for mv in self.moves.into_iter().flatten() {
            facts.push(MoveFacts::of(&position, mv));
            position.play(mv);
        }
        facts
    }
}

struct Search<'s> {
    rest: &'s Rest<'s>,
    moves: &'s [Token],
    letters: &'s Letters,
    /// Moves that may still be tried.
    left: usize,
    found: Vec<Bridge>,
}

impl Search<'_> {
    /// Tries all moves; answers whether there was time for all.
    fn one(&mut self, position: &Position, before: Option<Move>) -> bool {
        for mv in sorted(position) {
            if self.left == 0 {
                return false;
            }
            let mut after = position.clone();
            after.play(mv);
            let reach = self.reach(after);
            if reach > 0 {
                let moves = match before {
                    Some(before) => [Some(before), Some(mv)],
                    None => [Some(mv), None],
                };
                self.found.push(Bridge { moves, reach });
            }
        }
        true
    }

    /// Tries all pairs of moves; answers whether there was time for all.
    fn two(&mut self, position: &Position) -> bool {
        sorted(position).into_iter().all(|mv| {
            let mut after = position.clone();
            after.play(mv);
            self.one(&after, Some(mv))
        })
    }

    /// So many moves of the rest can be played.
    fn reach(&mut self, mut position: Position) -> usize {
        for (count, token) in self.moves.iter().enumerate() {
            if self.left == 0 {
                return count;
            }
            self.left -= 1;
            match find(self.rest.text, token, &position, self.letters) {
                Some(found) => position.play(found.resolved.mv),
                None => return count,
            }
        }
        self.moves.len()
    }
}

/// The legal moves in the order of their squares.
fn sorted(position: &Position) -> Vec<Move> {
    let mut moves: Vec<Move> = position.legal_moves().iter().copied().collect();
    moves.sort_unstable_by_key(|mv| (mv.from(), mv.to(), mv.bits()));
    moves
}
