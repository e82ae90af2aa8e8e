//! Are the signs of check and mate right? Judged on the position after the move.

use super::glyph;
use super::request::{CheckSign, Marks, Tail};
use crate::chess::{Color, Position};

/// What is wrong with the sign of check or mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MarkFault {
    /// A check sign, and the move gives no check.
    WrongCheck,
    /// A mate sign on a move that gives no check at all.
    WrongMateNoCheck,
    /// A mate sign, and the move gives check only.
    WrongMate,
    /// `++` on a move that gives a single check and does not mate.
    WrongDouble,
    /// The move gives check, and there is no sign.
    MissingCheck,
    /// The move mates, and there is no sign or only that of check.
    MissingMate,
}

/// What the board says about a move that was just made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The move gives check.
    pub is_check: bool,
    /// The move mates.
    pub is_mate: bool,
    /// The sign is wrong or missing.
    pub fault: Option<MarkFault>,
}

/// Compares the signs with the position `after` the move, and settles what only the position can tell: `+=` and
/// `++-` (check sign or judgement), and whose attack or compensation a sign means.
pub fn check_marks(after: &Position, marks: &mut Marks) -> Verdict {
    let checkers = after.checkers().len();
    let is_check = checkers > 0;
    let is_mate = is_check && !after.has_legal_move();
    settle(marks, is_check, is_mate, after.turn() == Color::White);
    let fault = match marks.check {
        CheckSign::None if is_mate => Some(MarkFault::MissingMate),
        CheckSign::None => is_check.then_some(MarkFault::MissingCheck),
        CheckSign::Check if is_mate => Some(MarkFault::MissingMate),
        CheckSign::Check => (!is_check).then_some(MarkFault::WrongCheck),
        CheckSign::Mate | CheckSign::MateOrDouble if is_mate => None,
        CheckSign::MateOrDouble if checkers > 1 => None,
        CheckSign::MateOrDouble if is_check => Some(MarkFault::WrongDouble),
        CheckSign::Mate if is_check => Some(MarkFault::WrongMate),
        CheckSign::Mate | CheckSign::MateOrDouble => Some(MarkFault::WrongMateNoCheck),
    };
    Verdict { is_check, is_mate, fault }
}

fn settle(marks: &mut Marks, is_check: bool, is_mate: bool, black_moved: bool) {
    match marks.tail {
        Tail::PlusEquals if is_check => {
            marks.check = CheckSign::Check;
            if let Some(nag) = marks.nags.iter_mut().find(|nag| **nag == 14) {
                *nag = 10;
            }
        }
        Tail::PlusPlusMinus if is_mate => {
            marks.check = CheckSign::MateOrDouble;
            marks.nags.retain(|nag| *nag != 18);
        }
        _ => {}
    }
    marks.tail = Tail::None;
    for nag in &mut marks.nags {
        *nag = glyph::for_side(*nag, black_moved);
    }
}
