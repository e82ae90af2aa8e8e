//! Random games for the tests of the terms: many kinds of moves, few pieces as well as many.

use std::ops::Range;

use proptest::prelude::*;

use super::expr::Expr;
use super::ply::{Made, Ply};
use crate::chess::fen::{FenStyle, RightsStyle};
use crate::chess::{Move, Position, Square, chess960};

/// Where games begin besides the classic start: captures, castling, en passant, promotions, pins and few pieces come
/// about soon.
const STARTS: [&str; 12] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/P1k5/8/8/8/8/5K1p/8 w - - 0 1",
    "4k3/1r6/8/8/4P3/8/4K3/4R3 w - - 0 1",
    "2b1k3/pp4pp/8/8/8/8/PP4PP/2B1K3 w - - 0 1",
    "3rr1k1/ppp2ppp/8/8/8/8/PPP2PPP/3Q2K1 b - - 0 1",
    "8/8/3k4/8/3K4/8/4P3/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "3k4/3r4/8/3q4/8/3B4/3R4/3K4 w - - 0 1",
    "5k2/pp3ppp/8/2PpP3/2pP1P2/8/PP4PP/4RK2 b - - 0 1",
    "r1b1k2r/8/2n2n2/8/8/2N2N2/8/R1B1K2R b KQkq - 0 1",
];

/// A reproducible source of numbers (xorshift).
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    pub(super) fn below(&mut self, n: usize) -> usize {
        (self.next() >> 33) as usize % n
    }

    pub(super) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// One position of a random game, the one before it, and the move between.
pub(super) struct Step {
    pub(super) before: Position,
    pub(super) position: Position,
    pub(super) made: Option<Made>,
    pub(super) ply: u32,
}

impl Step {
    pub(super) fn ply(&self) -> Ply<'_> {
        Ply { position: &self.position, ply: self.ply, made: self.made }
    }
}

/// A random game of at most so many plies; captures, checks and promotions come more often than by chance.
pub(super) fn random_game(seed: u64, plies: usize) -> Vec<Step> {
    let mut dice = Dice::new(seed);
    let mut position = match dice.below(4) {
        0 => Position::start(),
        1 => chess960::start(dice.below(960) as u16).expect("a start"),
        _ => at(dice.pick(&STARTS)),
    };
    let mut steps = vec![Step { before: position.clone(), position: position.clone(), made: None, ply: 0 }];
    for ply in 1..=plies as u32 {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let special: Vec<Move> = moves.iter().copied().filter(|mv| is_special(&position, *mv)).collect();
        let from =
            if special.is_empty() || dice.below(3) > 0 { moves.as_slice() } else { special.as_slice() };
        let mv = dice.pick(from);
        let before = position.clone();
        let made = Made::new(mv, position.make(mv));
        steps.push(Step { before, position: position.clone(), made, ply });
    }
    steps
}

fn is_special(position: &Position, mv: Move) -> bool {
    let mut after = position.clone();
    after.play(mv);
    mv.is_castling() || mv.is_en_passant() || mv.promoted().is_some() || after.in_check()
}

/// The position of a FEN.
pub(super) fn at(fen: &str) -> Position {
    Position::from_fen(fen.as_bytes()).expect("a FEN").position
}

/// A position that nobody moved to.
pub(super) fn still(position: &Position) -> Ply<'_> {
    Ply { position, ply: 0, made: None }
}

/// All squares.
pub(super) fn squares() -> impl Iterator<Item = Square> {
    (0..64).map(Square::new)
}

/// The same position in an independent library.
pub(super) fn independent(position: &Position) -> cozy_chess::Board {
    let style = FenStyle { rights: RightsStyle::Shredder, ..FenStyle::default() };
    cozy_chess::Board::from_fen(&position.fen(style), true).expect("a position")
}

/// How large expressions become that are made at random.
pub(super) struct Sizes {
    pub(super) depth: u32,
    pub(super) nodes: u32,
    pub(super) parts: u32,
    /// Of sequences.
    pub(super) within: Range<u32>,
    pub(super) streak: Range<u32>,
}

/// Expressions of these terms, in the shapes that the parser makes.
pub(super) fn expressions(terms: &'static [&'static str], sizes: Sizes) -> impl Strategy<Value = Expr> {
    let parse = |text: &str| Expr::parse(text).expect(text);
    let term = proptest::sample::select(terms).prop_map(parse);
    let Sizes { depth, nodes, parts, within, streak } = sizes;
    term.prop_recursive(depth, nodes, parts, move |inner| {
        let ply_level = inner.clone().prop_filter("says nothing about a ply", |expr| !expr.is_game_level());
        let steps = proptest::collection::vec(ply_level.clone(), 2..4);
        prop_oneof![
            inner.clone().prop_map(|expr| Expr::Not(Box::new(expr))),
            proptest::collection::vec(inner.clone(), 2..4).prop_map(Expr::And),
            proptest::collection::vec(inner.clone(), 2..4).prop_map(Expr::Or),
            inner.clone().prop_map(|expr| Expr::Somewhere(Box::new(expr))),
            inner.prop_map(|expr| Expr::Variation(Box::new(expr))),
            (steps, proptest::option::of(within.clone()))
                .prop_map(|(steps, within)| Expr::Sequence { steps, within }),
            (streak.clone(), ply_level).prop_map(|(length, of)| Expr::Streak { length, of: Box::new(of) }),
        ]
    })
}
