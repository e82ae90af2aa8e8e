//! Dead positions that material alone does not show: pawn walls, and whatever a bounded search can exhaust.
//!
//! Two proofs, both sound. The wall: no pawn can ever move, be taken or take, and no bishop can ever reach a
//! square of the enemy king's region, so no check is possible any more. The search: every position that legal
//! moves can reach has been looked at and none is mate. A mate found on the way proves the contrary.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use super::attacks;
use super::bitboard::Bitboard;
use super::outcome::MatingMaterial;
use super::position::Position;
use super::types::{Color, Move, Role};

/// Can the game still be won by any sequence of legal moves (FIDE Laws 5.2.2)?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deadness {
    /// Proven: no sequence of legal moves ends in mate.
    Dead,
    /// Proven: a sequence of legal moves ends in mate.
    Alive,
    /// Neither was proven within the bound.
    NotProven,
}

/// A bound that takes a fraction of a second and some ten megabytes.
pub const DEFAULT_NODES: usize = 20_000;

impl Position {
    /// Dead by material or by a wall of pawns. Cheap enough for every position of a game.
    #[inline]
    pub fn is_proven_dead(&self) -> bool {
        self.is_dead_by_material() || (self.has_only_stuck_pawns() && self.is_walled())
    }

    /// Is the position dead? Looks at up to `nodes` positions for each side as the mating one.
    pub fn deadness(&self, nodes: usize) -> Deadness {
        if !self.has_legal_move() {
            return if self.in_check() { Deadness::Alive } else { Deadness::Dead };
        }
        if self.is_proven_dead() {
            return Deadness::Dead;
        }
        let mut sides = [Color::White, Color::Black];
        if self.mating_material(Color::White) == MatingMaterial::Impossible {
            sides.reverse();
        }
        sides
            .into_iter()
            .map(|side| self.search_for_mate(side, nodes))
            .find(|answer| *answer != Deadness::NotProven)
            .unwrap_or(Deadness::NotProven)
    }

    /// Kings, bishops and pawns, every pawn with a pawn in front of it.
    #[inline]
    fn has_only_stuck_pawns(&self) -> bool {
        let pawns = self.both(Role::Pawn);
        let fronts =
            self.pieces(Color::White, Role::Pawn).0 << 8 | self.pieces(Color::Black, Role::Pawn).0 >> 8;
        fronts & !pawns == 0
            && self.both(Role::Knight) | self.both(Role::Rook) | self.both(Role::Queen) == 0
            && pawns != 0
    }

    fn is_walled(&self) -> bool {
        if self.ep_square().is_some() {
            return false;
        }
        let pawns = self.both(Role::Pawn);
        let [white, black] = [Color::White, Color::Black].map(|color| self.region(color, pawns));
        match (white, black) {
            (Some(white), Some(black)) => {
                white.bishops & (black.pawn_attacks | black.king) == 0
                    && black.bishops & (white.pawn_attacks | white.king) == 0
            }
            _ => false,
        }
    }

    /// The squares king and bishops of a side could ever reach if nothing but the pawns stood in their way;
    /// `None` if one of them, or a pawn, could take an enemy pawn.
    fn region(&self, color: Color, pawns: u64) -> Option<Region> {
        let enemy_pawns = self.pieces(color.other(), Role::Pawn).0;
        let own_attacks = self.pawn_attacks(color);
        let guarded = self.pawn_attacks(color.other());
        if own_attacks & enemy_pawns != 0 {
            return None;
        }
        let own_pawns = pawns & !enemy_pawns;
        let king = flood(self.king(color).bit(), !own_pawns & !guarded, |square| attacks::KING[square]);
        let no_pawns = self.pieces(color, Role::Bishop).0;
        let bishops = flood(no_pawns, !own_pawns, |square| attacks::bishop(square, pawns));
        if (king | bishops) & enemy_pawns != 0 {
            return None;
        }
        Some(Region { king, bishops, pawn_attacks: own_attacks })
    }

    fn pawn_attacks(&self, color: Color) -> u64 {
        self.pieces(color, Role::Pawn)
            .fold(0, |set, square| set | attacks::PAWN[color.index()][square.index()])
    }

    /// Best-first search for any mate, preferring what helps `winner` to give it.
    fn search_for_mate(&self, winner: Color, nodes: usize) -> Deadness {
        let mut seen = HashSet::from([self.exact_state()]);
        let mut open = BinaryHeap::from([Reverse((0, 0usize))]);
        let mut positions = vec![self.clone()];
        while let Some(Reverse((_, index))) = open.pop() {
            let Some(position) = positions.get(index).cloned() else { continue };
            for m in position.legal_moves() {
                let next = position.after(m);
                if !seen.insert(next.exact_state()) {
                    continue;
                }
                if next.is_mate() {
                    return Deadness::Alive;
                }
                if next.is_proven_dead() {
                    continue;
                }
                if positions.len() > nodes {
                    return Deadness::NotProven;
                }
                open.push(Reverse((next.distance_to_mate_by(winner), positions.len())));
                positions.push(next);
            }
        }
        Deadness::Dead
    }

    fn after(&self, m: Move) -> Position {
        let mut next = self.clone();
        next.play(m);
        next
    }

    /// Everything that decides what can still happen, but for the clocks; equal exactly if the positions are.
    fn exact_state(&self) -> [u64; 6] {
        let plane = |a: Role, b: Role| self.both(a) | self.both(b);
        let ep = self.ep_square().map_or(64, |square| square.index() as u64);
        [
            plane(Role::Bishop, Role::Queen),
            plane(Role::Rook, Role::Queen),
            plane(Role::Pawn, Role::King),
            plane(Role::Knight, Role::King),
            self.side(Color::White).0,
            u64::from(self.hot.rights) << 16 | ep << 8 | self.turn().index() as u64,
        ]
    }

    /// A rough order for the search only: fewer plies of help needed is smaller.
    fn distance_to_mate_by(&self, winner: Color) -> i32 {
        let loser = winner.other();
        let (hunter, prey) = (self.king(winner), self.king(loser));
        let apart = i32::from(hunter.file().abs_diff(prey.file()).max(hunter.rank().abs_diff(prey.rank())));
        let flights = Bitboard(attacks::KING[prey.index()] & !self.side(loser).0)
            .filter(|square| self.attackers(*square, winner, self.occupied()).is_empty())
            .count() as i32;
        let edge = |n: u8| i32::from(n.min(7 - n));
        let cornered = edge(prey.file()) + edge(prey.rank());
        let heavy = self.pieces(winner, Role::Queen).len() + self.pieces(winner, Role::Rook).len();
        let pawns = self.pieces(winner, Role::Pawn);
        if heavy > 0 || pawns.is_empty() {
            return 2 * apart + 3 * flights + 3 * cornered;
        }
        let to_go =
            pawns.map(|pawn| i32::from(7 - pawn.rank().abs_diff(winner.back_rank())) * 10).min().unwrap_or(0);
        let others = self.side(loser).len() as i32;
        100 + to_go + 6 * others + apart + flights
    }
}

struct Region {
    king: u64,
    bishops: u64,
    pawn_attacks: u64,
}

/// All squares reached from `from` by repeated steps onto `open` squares.
fn flood(from: u64, open: u64, steps: impl Fn(usize) -> u64) -> u64 {
    let mut reached = from;
    let mut edge = from;
    while edge != 0 {
        let next = Bitboard(edge).fold(0, |set, square| set | steps(square.index()));
        edge = next & open & !reached;
        reached |= edge;
    }
    reached
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::fen::FenStyle;
    use super::super::types::Square;
    use super::*;

    fn pos(fen: &str) -> Position {
        Position::from_fen(fen.as_bytes()).expect("readable").position
    }

    #[test]
    fn a_wall_of_pawns_is_dead() {
        for fen in [
            "8/8/4k3/1p1p1p1p/1P1P1P1P/4K3/8/8 w - - 0 1",
            "8/8/4k3/1p1p1p1p/1P1P1P1P/4K3/5B2/8 w - - 0 1",
            "8/8/4k3/1p1p1p1p/1P1P1P1P/4K3/5B2/8 b - - 0 1",
            "8/3bk3/8/1p1p1p1p/1P1P1P1P/4K3/8/8 w - - 0 1",
            "4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 w - - 0 1",
            "4k3/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/4K3 w - - 0 1",
        ] {
            assert!(pos(fen).is_proven_dead(), "{fen}");
            assert_eq!(pos(fen).deadness(0), Deadness::Dead, "{fen}");
        }
    }

    #[test]
    fn a_wall_with_a_hole_is_alive() {
        for fen in [
            "8/8/4k3/3p1p1p/3P1P1P/4K3/8/8 w - - 0 1",
            "8/8/4k3/1p1p1p1p/1P1P1P1P/4K3/4B3/8 w - - 0 1",
            "4k3/8/p1p1p3/P1P1P3/8/8/8/4K3 w - - 0 1",
            "8/8/4k3/1p1p1p1p/1P1P1P1P/4K3/8/5N2 w - - 0 1",
        ] {
            assert!(!pos(fen).is_proven_dead(), "{fen}");
            assert_eq!(pos(fen).deadness(DEFAULT_NODES), Deadness::Alive, "{fen}");
        }
    }

    #[test]
    fn everyday_positions_are_alive() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "8/8/8/4k3/8/3K4/7P/8 w - - 0 1",
            "8/8/8/4k3/8/3K4/8/7R w - - 0 1",
            "8/8/8/4k3/8/3K4/8/1NN5 w - - 0 1",
            "8/8/5n2/4k3/8/3K4/8/2B5 w - - 0 1",
            "8/8/5b2/4k3/8/3K4/8/3B4 w - - 0 1",
        ] {
            assert_eq!(pos(fen).deadness(DEFAULT_NODES), Deadness::Alive, "{fen}");
        }
    }

    #[test]
    fn a_forced_capture_into_bare_kings_is_dead() {
        // The only legal move takes the last piece.
        assert_eq!(pos("7k/6Q1/8/8/8/8/8/K7 b - - 0 1").deadness(1_000), Deadness::Dead);
        // Stalemate ends the game as a draw, mate proves that it could be won.
        assert_eq!(pos("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").deadness(0), Deadness::Dead);
        assert_eq!(pos("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").deadness(0), Deadness::Alive);
    }

    /// Looks at everything that can be reached, without the wall proof; stops quietly at 20,000 positions.
    fn reaches_mate(start: Position) -> bool {
        let mut seen = HashSet::from([start.exact_state()]);
        let mut open = vec![start];
        while let Some(p) = open.pop() {
            if p.is_mate() {
                return true;
            }
            for m in p.legal_moves() {
                let next = p.after(m);
                if seen.len() < 20_000 && seen.insert(next.exact_state()) {
                    open.push(next);
                }
            }
        }
        false
    }

    /// A board of rammed pawns, one pair a file or none, with kings and bishops dropped on free squares.
    fn rammed(ranks: &[u8], men: &[u8]) -> Option<Position> {
        let mut p = Position::empty();
        for (file, rank) in ranks.iter().enumerate().filter(|(_, rank)| (1..=5).contains(*rank)) {
            p.put(attacks::code::PAWN, usize::from(*rank) * 8 + file);
            p.put(attacks::code::PAWN | attacks::code::BLACK, (usize::from(*rank) + 1) * 8 + file);
        }
        let codes = [attacks::code::KING, attacks::code::KING | attacks::code::BLACK, 1, 17, 1];
        for (code, square) in codes.into_iter().zip(men) {
            let square = Square::new(usize::from(*square));
            if p.piece_at(square).is_none() {
                p.put(code, square.index());
            }
        }
        Position::from_fen(p.fen(FenStyle::default()).as_bytes()).ok().map(|read| read.position)
    }

    proptest! {
        #[test]
        fn no_wall_that_is_proven_lets_a_mate_through(
            steps in proptest::collection::vec(0u8..4, 8),
            white_king in 0u8..16,
            black_king in 48u8..64,
            bishops in proptest::collection::vec(0u8..64, 0..3),
        ) {
            // Neighbours on one rank would take each other; every other file empty makes the classic wall.
            let mut rank = 2;
            let ranks: Vec<u8> = steps.iter().enumerate().map(|(file, step)| match step {
                0 if file % 2 == 1 => 0,
                _ => {
                    rank = if rank == 2 || (rank == 3 && *step == 1) { rank + 1 } else { rank - 1 };
                    rank
                }
            }).collect();
            let men: Vec<u8> = [white_king, black_king].into_iter().chain(bishops).collect();
            if let Some(p) = rammed(&ranks, &men) && p.is_proven_dead() && p.has_legal_move() {
                prop_assert!(!reaches_mate(p.clone()), "{}", p.fen(FenStyle::default()));
            }
        }
    }

    #[test]
    fn a_wall_with_a_bishop_is_exhausted_without_mate() {
        assert!(!reaches_mate(pos("8/8/4k3/1p1p1p1p/1P1P1P1P/4K3/5B2/8 w - - 0 1")));
    }
}
