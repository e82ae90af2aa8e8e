//! Where men stand, go, capture and mate.

use super::report::{Part, Squares, Words};
use super::survey::{Count, Place, Places, Survey, Tally};
use crate::chess::{Piece, Position, Square};
use crate::query::Subject;

/// Maps of the board for one kind of man, or for all.
#[derive(Clone, Copy, Debug)]
pub struct Heat {
    /// The man; `None`: every one.
    pub piece: Option<Piece>,
}

impl Survey for Heat {
    fn tally(&self) -> Tally {
        Tally::new(HeatCount { piece: self.piece, maps: [[0; 64]; MAPS.len()] })
    }
}

/// The maps.
const MAPS: [(&str, Words); 4] = [
    ("stands", Words::new("Stands on, positions", "Steht auf, Stellungen")),
    ("moves_to", Words::new("Moves to", "Zieht nach")),
    ("captures_on", Words::new("Captures on", "Schlägt auf")),
    ("mates_from", Words::new("Mates from", "Setzt matt von")),
];

/// What was counted so far, in the order of [`MAPS`].
struct HeatCount {
    piece: Option<Piece>,
    maps: [[u64; 64]; MAPS.len()],
}

fn count(map: &mut [u64; 64], square: Square) {
    if let Some(count) = map.get_mut(square.index()) {
        *count += 1;
    }
}

impl HeatCount {
    fn is_wanted(&self, piece: Option<Piece>) -> bool {
        self.piece.is_none_or(|wanted| piece == Some(wanted))
    }

    fn stand(&mut self, position: &Position) {
        let men = match self.piece {
            Some(Piece { color, role }) => position.pieces(color, role),
            None => position.occupied(),
        };
        let [stands, ..] = &mut self.maps;
        for square in men {
            count(stands, square);
        }
    }
}

impl Count for HeatCount {
    fn game(&mut self, game: &dyn Subject, _place: Place) {
        let mut position = game.start().clone();
        self.stand(&position);
        let mut last = None;
        for &mv in game.moves() {
            let color = position.turn();
            let moved = position.make(mv);
            // What castles is the king, and it goes to its own square.
            let to = match mv.wing() {
                Some(_) => position.king(color),
                None => mv.to(),
            };
            let arrived = position.piece_at(to);
            // A pawn that becomes something moves, and captures, as a pawn.
            let piece = moved.piece();
            if self.is_wanted(piece) {
                let [_, moves, captures, _] = &mut self.maps;
                count(moves, to);
                if moved.is_capture() {
                    count(captures, to);
                }
            }
            last = arrived.map(|piece| (piece, to));
            self.stand(&position);
        }
        if let Some((piece, to)) = last
            && game.is_whole()
            && self.is_wanted(Some(piece))
            && position.is_mate()
        {
            let [.., mates] = &mut self.maps;
            count(mates, to);
        }
    }

    fn merge(&mut self, later: HeatCount) {
        for (own, other) in self.maps.iter_mut().flatten().zip(later.maps.iter().flatten()) {
            *own += other;
        }
    }

    fn parts(self, _places: &Places) -> Vec<Part> {
        let map = |((key, title), counts): ((&'static str, Words), [u64; 64])| {
            Part::Squares(Squares { key, title, counts })
        };
        MAPS.into_iter().zip(self.maps).map(map).collect()
    }
}
