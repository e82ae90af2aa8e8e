//! The tree of an expression.

use super::position_test::{After, BoardTest, FenTest};
use crate::notation::result::GameResult;
use crate::query::compare::{DateTest, EcoTest, NumberTest};
use crate::query::count::{Balance, Count};
use crate::query::event::Event;
use crate::query::fields::{DateField, NumberField, TextField};
use crate::query::material::Material;
use crate::query::moves::MovePattern;
use crate::query::pattern::Pattern;
use crate::query::pawns::Pawns;
use crate::query::piece_set::PieceOn;
use crate::query::ply::Ply;
use crate::query::structure::Structure;
use crate::query::text_test::TextTest;

/// An expression of the filter language.
///
/// It holds or does not hold at every ply of a game; a game matches if there is a ply at which it holds.
#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
    /// A single test.
    Term(Term),
    /// `not X`
    Not(Box<Expr>),
    /// `X and Y and ...`, two or more.
    And(Vec<Expr>),
    /// `X or Y or ...`, two or more.
    Or(Vec<Expr>),
    /// `somewhere (X)`: there is a ply at which X holds; the same at every ply.
    Somewhere(Box<Expr>),
    /// `variation (X)`: X holds at a position of a variation, at whatever depth; the same at every ply.
    Variation(Box<Expr>),
    /// `sequence (A, B, C)`: holds where the last step holds and the others held before it in their order, each at a
    /// ply of its own.
    Sequence {
        /// The steps, two or more.
        steps: Vec<Expr>,
        /// Most plies from the first step to the last.
        within: Option<u32>,
    },
    /// `streak N (A)`, `A for N plies`: holds where A holds and held at the N - 1 plies before.
    Streak {
        /// Plies, at least 1.
        length: u32,
        /// What holds at each of them.
        of: Box<Expr>,
    },
}

impl Expr {
    /// True or false of a whole game, the same at every ply.
    pub fn is_game_level(&self) -> bool {
        match self {
            Expr::Term(Term::Game(_)) | Expr::Somewhere(_) | Expr::Variation(_) => true,
            Expr::Term(Term::Ply(_)) | Expr::Sequence { .. } | Expr::Streak { .. } => false,
            Expr::Not(inner) => inner.is_game_level(),
            Expr::And(parts) | Expr::Or(parts) => parts.iter().all(Expr::is_game_level),
        }
    }

    /// Calls `visit` with every term, in the order in which they are written.
    pub fn for_each_term<'e>(&'e self, visit: &mut dyn FnMut(&'e Term)) {
        match self {
            Expr::Term(term) => visit(term),
            Expr::Not(inner)
            | Expr::Somewhere(inner)
            | Expr::Variation(inner)
            | Expr::Streak { of: inner, .. } => {
                inner.for_each_term(visit);
            }
            Expr::And(parts) | Expr::Or(parts) | Expr::Sequence { steps: parts, .. } => {
                for part in parts {
                    part.for_each_term(visit);
                }
            }
        }
    }
}

/// A single test.
#[derive(Clone, PartialEq, Debug)]
pub enum Term {
    /// Of the whole game.
    Game(GameTerm),
    /// Of one ply.
    Ply(PlyTerm),
}

/// A test of the whole game.
#[derive(Clone, PartialEq, Debug)]
pub enum GameTerm {
    /// `white = "Carlsen, M"`
    Text(TextField, TextTest),
    /// `elo >= 2600`
    Number(NumberField, NumberTest),
    /// `date in 1990..1999`
    Date(DateField, DateTest),
    /// `eco in C60..C99`: the tag ECO, or the code of the opening where it has none.
    Eco(EcoTest),
    /// `result = 1-0`; `!=` if `is_not`.
    Result {
        /// `!=`
        is_not: bool,
        /// The result.
        result: GameResult,
    },
    /// Something that happened, or that the text says.
    Event(Event),
}

/// A test of one ply: of the position there, or of the move that led to it.
#[derive(Clone, PartialEq, Debug)]
pub enum PlyTerm {
    /// `fen "..."`: exactly this position.
    Fen(Box<FenTest>),
    /// `board "..."`: these pieces on these squares, whoever is to move.
    Board(Box<BoardTest>),
    /// `after "1. e4 c5"`: exactly the position after these moves.
    After(Box<After>),
    /// `key 0x...`: the 64-bit key.
    Key(u64),
    /// `ply in 20..40`: how many plies were played.
    Ply(NumberTest),
    /// `pattern "..."`
    Pattern(Box<Pattern>),
    /// `pawns "..."`: exactly this pawn structure.
    Pawns(Pawns),
    /// `Nf5`: this piece on this square.
    Piece(PieceOn),
    /// `material "KRPkr"`
    Material(Box<Material>),
    /// `balance <= -3`
    Balance(Balance),
    /// `count(n) >= 5`
    Count(Count),
    /// `check double`, `pinned`, `passed`, ...
    Structure(Structure),
    /// `move "Nxf7"`: the move that led here.
    Move(Box<MovePattern>),
}

impl PlyTerm {
    /// Is it so at this ply?
    #[inline]
    pub fn matches(&self, ply: &Ply<'_>) -> bool {
        match self {
            PlyTerm::Fen(test) => test.matches(ply.position),
            PlyTerm::Board(test) => test.matches(ply.position),
            PlyTerm::After(test) => test.matches(ply.position),
            PlyTerm::Key(key) => ply.position.key() == *key,
            PlyTerm::Ply(test) => test.matches(i64::from(ply.ply)),
            PlyTerm::Pattern(test) => test.matches(ply),
            PlyTerm::Pawns(test) => test.matches(ply),
            PlyTerm::Piece(test) => test.matches(ply),
            PlyTerm::Material(test) => test.matches(ply),
            PlyTerm::Balance(test) => test.matches(ply),
            PlyTerm::Count(test) => test.matches(ply),
            PlyTerm::Structure(test) => test.matches(ply),
            PlyTerm::Move(test) => test.matches(ply),
        }
    }
}
