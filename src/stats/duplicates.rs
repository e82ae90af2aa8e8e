//! Games with the same start and the same moves.

use crate::query::Subject;

/// An odd number without a pattern in its bits.
const MIX: u64 = 0x9E37_79B9_7F4A_7C15;

/// The play of games in 64 bits each: start position and moves.
#[derive(Clone, Debug, Default)]
pub(super) struct Plays(Vec<u64>);

impl Plays {
    /// Notes a game. One that breaks off, or has no moves, is a copy of none.
    #[inline]
    pub(super) fn add(&mut self, game: &dyn Subject) {
        if game.is_whole() && !game.moves().is_empty() {
            self.0.push(play(game));
        }
    }

    /// Adds what was noted elsewhere.
    pub(super) fn merge(&mut self, other: Plays) {
        if self.0.is_empty() {
            *self = other;
        } else {
            self.0.extend_from_slice(&other.0);
        }
    }

    /// Games that are a copy of another one that was noted: all of a kind but one.
    pub(super) fn copies(mut self) -> u64 {
        self.0.sort_unstable();
        let all = self.0.len();
        self.0.dedup();
        (all - self.0.len()) as u64
    }
}

fn play(game: &dyn Subject) -> u64 {
    let mut sum = game.start().key() ^ MIX;
    for four in game.moves().chunks(4) {
        let word = four.iter().fold(0u64, |word, mv| word << 16 | u64::from(mv.bits()));
        let product = u128::from(sum ^ word) * u128::from(MIX);
        sum = (product >> 64) as u64 ^ (product as u64).rotate_left(23);
    }
    // A length tells games apart that end in moves of no bits.
    sum ^ (game.moves().len() as u64).wrapping_mul(MIX)
}
