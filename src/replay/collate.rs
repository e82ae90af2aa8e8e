//! Two score sheets of one game: where they first differ, and what speaks for either.

use super::game::Game;
use crate::chess::{Color, Move, Position};
use crate::notation::MoveFacts;
use crate::notation::result::GameResult;

/// Where a move stands, and as what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spot {
    /// Line, 1-based.
    pub line: u64,
    /// Column in characters, 1-based.
    pub column: u64,
    /// The text of the move as it stands there.
    pub text: String,
}

/// One score sheet.
#[derive(Clone, Copy, Debug)]
pub struct ScoreSheet<'a> {
    /// The game as it was read.
    pub game: &'a Game,
    /// Where the moves of its main line stand, in their order; may be shorter or empty where that is not known.
    pub moves: &'a [Spot],
    /// Where the main line breaks off, if it does.
    pub fault: Option<&'a Spot>,
}

/// What one score sheet has where the two differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The move; `None` if none could be read there, or nothing stands there any more.
    pub mv: Option<MoveFacts>,
    /// Where it stands; `None` if nothing stands there, or the place is not known.
    pub spot: Option<Spot>,
}

/// The first difference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// Ply of the move, 1-based.
    pub ply: u32,
    /// Its number.
    pub number: u32,
    /// Who moves.
    pub color: Color,
    /// The position before it.
    pub fen: String,
    /// What each sheet has there.
    pub readings: [Reading; 2],
}

/// How far a game goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Support {
    /// Plies of the main line that are legal.
    pub plies: u32,
    /// The sheet was read to its end.
    pub is_whole: bool,
    /// Its result.
    pub result: GameResult,
    /// Moves behind the one in which the sheets differ.
    pub later: u32,
    /// So many of them, one after the other, are legal with the other sheet's move in place of its own; `None` without
    /// a difference in which both have a move.
    pub later_with_other: Option<u32>,
}

/// Two score sheets compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Collation {
    /// The games start from the same position.
    pub same_start: bool,
    /// Plies in which they agree from the beginning.
    pub agreed: u32,
    /// Where they first differ; `None` if they have the same moves to the end.
    pub difference: Option<Difference>,
    /// How far each goes.
    pub support: [Support; 2],
}

impl Collation {
    /// Same start, same moves, same result?
    pub fn is_same(&self) -> bool {
        let [a, b] = &self.support;
        self.same_start && self.difference.is_none() && a.result == b.result && a.is_whole == b.is_whole
    }
}

/// Compares two score sheets of one game. The main lines count; comments and variations do not.
pub fn collate(a: ScoreSheet<'_>, b: ScoreSheet<'_>) -> Collation {
    let lines: [Vec<Move>; 2] = [a.game.moves().collect(), b.game.moves().collect()];
    let [first, second] = &lines;
    let same_start = a.game.start.same_as(&b.game.start);
    let agreed = if same_start { first.iter().zip(second).take_while(|(a, b)| a == b).count() } else { 0 };
    let mut position = a.game.start.clone();
    for mv in first.iter().take(agreed) {
        position.play(*mv);
    }
    let ends = first.len() == agreed && second.len() == agreed && a.fault.is_none() && b.fault.is_none();
    let reading = |sheet: ScoreSheet<'_>, line: &[Move]| Reading {
        mv: line.get(agreed).map(|mv| MoveFacts::of(&position, *mv)),
        spot: if line.len() > agreed { sheet.moves.get(agreed).cloned() } else { sheet.fault.cloned() },
    };
    let difference = (same_start && !ends).then(|| Difference {
        ply: agreed as u32 + 1,
        number: position.fullmove_number(),
        color: position.turn(),
        fen: position.fen(Default::default()),
        readings: [reading(a, first), reading(b, second)],
    });
    let both_move = difference.is_some() && first.len() > agreed && second.len() > agreed;
    let support = |sheet: ScoreSheet<'_>, own: &[Move], other: &[Move]| {
        let later = own.get(agreed + 1..).unwrap_or_default();
        Support {
            plies: own.len() as u32,
            is_whole: sheet.game.is_whole,
            result: sheet.game.result,
            later: later.len() as u32,
            later_with_other: other
                .get(agreed)
                .filter(|_| both_move)
                .map(|mv| playable(&position, *mv, later)),
        }
    };
    Collation {
        same_start,
        agreed: agreed as u32,
        difference,
        support: [support(a, first, second), support(b, second, first)],
    }
}

/// How many of `later` are legal one after the other behind `mv`.
fn playable(position: &Position, mv: Move, later: &[Move]) -> u32 {
    let mut position = position.clone();
    position.play(mv);
    let mut count = 0;
    for &mv in later {
        if !position.is_legal(mv) {
            break;
        }
        position.play(mv);
        count += 1;
    }
    count
}
