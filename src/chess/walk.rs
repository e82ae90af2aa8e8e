//! Going through the moves of a game that is known to be legal, ply by ply.

use super::make::Moved;
use super::material::{Material, unit};
use super::position::Position;
use super::types::{Color, Move};

/// A side with more men than this may come to have more of one kind than a signature can say.
const USUAL_MEN: u32 = 16;

/// A position that moves on, and its material signature.
#[derive(Clone, Debug)]
pub struct Walk {
    position: Position,
    material: u64,
    /// No side has more men than the rules give it, so no field of the signature can overflow.
    is_usual: bool,
}

impl Walk {
    /// Begins at a position.
    pub fn new(start: &Position) -> Walk {
        let is_usual = [Color::White, Color::Black].iter().all(|color| start.side(*color).len() <= USUAL_MEN);
        Walk { position: start.clone(), material: Material::of(start).bits(), is_usual }
    }

    /// Makes a move that is legal here, and says what it moved and took. (A move that is not legal leaves a position
    /// that means nothing, but nothing worse happens.)
    #[inline]
    pub fn play(&mut self, m: Move) -> Moved {
        let moved = self.position.make(m);
        // The square colour matters for bishops only, and those are never taken en passant.
        let mut material = self.material.wrapping_sub(unit(moved.captured, m.to().index()));
        if let Some(role) = m.promoted() {
            let to = m.to().index();
            let becomes = role.code() | moved.piece & super::attacks::code::BLACK;
            material = material.wrapping_sub(unit(moved.piece, to)).wrapping_add(unit(becomes, to));
        }
        self.material = material;
        if !self.is_usual {
            self.material = Material::of(&self.position).bits();
        }
        moved
    }

    /// The position reached.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Its material.
    #[inline]
    pub fn material(&self) -> Material {
        Material::from_bits(self.material)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(seed: &mut u64) -> usize {
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        *seed as usize
    }

    #[test]
    fn the_signature_follows_captures_and_promotions() {
        let mut seed = 0x2545_F491_4F6C_DD1Du64;
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "8/PPPPPPPP/8/k7/7K/8/pppppppp/8 b - - 0 1",
            "4k3/2p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1",
            "RRRRRRRR/RRRRRRP1/8/8/7k/8/p6K/1N6 b - - 0 1",
        ] {
            let start = Position::from_fen(fen.as_bytes()).expect("readable").position;
            for _ in 0..20 {
                let mut walk = Walk::new(&start);
                for _ in 0..200 {
                    let moves = walk.position().legal_moves();
                    let Some(&m) = moves.get(random(&mut seed) % moves.len().max(1)) else { break };
                    walk.play(m);
                    assert_eq!(walk.material(), Material::of(walk.position()), "{fen} {m:?}");
                }
            }
        }
    }
}
