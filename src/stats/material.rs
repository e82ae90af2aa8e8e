//! Endings that games reach, by material.

use rustc_hash::FxHashMap;

use super::names::{highest, merge};
use super::report::{Chart, Column, Part, Table, Value, Words};
use super::results::{Results, average};
use super::survey::{Count, Place, Places, Survey, Tally};
use crate::chess::{Color, Material, Role, Walk};
use crate::query::Subject;

/// Endings with few men, and how they ended.
#[derive(Clone, Copy, Debug)]
pub struct Endings {
    /// At most so many men, kings included.
    pub men: u32,
    /// Rows of the table.
    pub top: usize,
}

impl Survey for Endings {
    fn tally(&self) -> Tally {
        Tally::new(EndingCount { endings: *self, rows: FxHashMap::default(), seen: Vec::new() })
    }
}

/// The men but the kings in the order in which they are named, with what they are worth.
const ROLES: [(Role, u32); 5] =
    [(Role::Queen, 9), (Role::Rook, 5), (Role::Bishop, 3), (Role::Knight, 3), (Role::Pawn, 1)];

/// An ending, the side that has more on the left: men of either side in the order of [`ROLES`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Ending([[u8; ROLES.len()]; 2]);

impl Ending {
    /// The ending of some material, and the side that is on the left.
    fn of(material: Material) -> (Ending, Color) {
        let men = |color| ROLES.map(|(role, _)| u8::try_from(material.count(color, role)).unwrap_or(u8::MAX));
        let (white, black) = (men(Color::White), men(Color::Black));
        let weight = |men: &[u8; ROLES.len()]| {
            let worth: u32 =
                men.iter().zip(ROLES).map(|(number, (_, worth))| u32::from(*number) * worth).sum();
            (worth, *men)
        };
        match weight(&white) >= weight(&black) {
            true => (Ending([white, black]), Color::White),
            false => (Ending([black, white]), Color::Black),
        }
    }

    /// As the filter language writes it: `KRPkr`.
    fn name(&self) -> String {
        let Ending([left, right]) = self;
        let side = |men: &[u8; ROLES.len()]| {
            let letters = ROLES.iter().zip(men);
            let men = letters.flat_map(|((role, _), number)| (0..*number).map(|_| role.letter()));
            std::iter::once('K').chain(men).collect::<String>()
        };
        format!("{}{}", side(left), side(right).to_ascii_lowercase())
    }
}

/// What was counted of the games that reached an ending.
#[derive(Clone, Copy, Default)]
struct Row {
    /// From the point of view of the side on the left.
    results: Results,
    /// The sum of the plies at which it was reached first.
    reached: u64,
    /// The sum of the plies for which it was on the board.
    stayed: u64,
}

impl Row {
    fn merge(&mut self, other: Row) {
        self.results.merge(other.results);
        self.reached += other.reached;
        self.stayed += other.stayed;
    }
}

/// An ending of the game in hand.
struct Seen {
    ending: Ending,
    left: Color,
    first: u64,
    positions: u64,
}

/// What was counted so far.
struct EndingCount {
    endings: Endings,
    rows: FxHashMap<Ending, Row>,
    /// Memory, kept from game to game.
    seen: Vec<Seen>,
}

impl EndingCount {
    fn look(&mut self, material: Material, ply: u64) {
        if material.men() + 2 > self.endings.men {
            return;
        }
        let (ending, left) = Ending::of(material);
        match self.seen.iter_mut().rev().find(|seen| seen.ending == ending) {
            Some(seen) => seen.positions += 1,
            None => self.seen.push(Seen { ending, left, first: ply, positions: 1 }),
        }
    }
}

impl Count for EndingCount {
    fn game(&mut self, game: &dyn Subject, _place: Place) {
        // Men only become fewer.
        if game.features().material.men() + 2 > self.endings.men {
            return;
        }
        let mut walk = Walk::new(game.start());
        self.look(walk.material(), 0);
        for (mv, ply) in game.moves().iter().zip(1..) {
            walk.play(*mv);
            self.look(walk.material(), ply);
        }
        for seen in self.seen.drain(..) {
            let row = self.rows.entry(seen.ending).or_default();
            row.results.add(game.result(), seen.left);
            row.reached += seen.first;
            row.stayed += seen.positions;
        }
    }

    fn merge(&mut self, later: EndingCount) {
        merge(&mut self.rows, later.rows, Row::merge);
    }

    fn parts(self, _places: &Places) -> Vec<Part> {
        let named = self.rows.into_iter().map(|(ending, row)| (ending.name(), row));
        let (rows, left_out) = highest(named, self.endings.top, |row| row.results.games());
        let row = |(name, row): (String, Row)| {
            let games = row.results.games();
            vec![
                Value::Text(name),
                Value::Count(games),
                Value::Count(row.results.won),
                Value::Count(row.results.drawn),
                Value::Count(row.results.lost),
                row.results.score(),
                row.results.draws(),
                average(row.reached, games, 1),
                average(row.stayed, games, 1),
            ]
        };
        vec![Part::Table(Table {
            key: "material",
            title: Words::new("Endings reached", "Erreichte Endspiele"),
            columns: vec![
                Column::new("ending", "Ending", "Endspiel"),
                Column::new("games", "Games", "Partien"),
                Column::new("won", "+", "+"),
                Column::new("drawn", "=", "="),
                Column::new("lost", "-", "-"),
                Column::new("score", "Score", "Punkte"),
                Column::new("drawn_share", "Draws", "Remis"),
                Column::new("reached", "Reached, ply", "Erreicht, Halbzug"),
                Column::new("stayed", "Positions", "Stellungen"),
            ],
            rows: rows.into_iter().map(row).collect(),
            total: None,
            chart: Some(Chart::Bars { label: 0, value: 1 }),
            left_out,
        })]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;

    fn ending(fen: &str) -> (String, Color) {
        let position = Position::from_fen(fen.as_bytes()).expect("readable").position;
        let (ending, left) = Ending::of(Material::of(&position));
        (ending.name(), left)
    }

    #[test]
    fn the_stronger_side_stands_on_the_left() {
        for (fen, name, left) in [
            ("4k3/8/8/8/8/8/4P3/R3K2r w - - 0 1", "KRPkr", Color::White),
            ("4k2r/4p3/8/8/8/8/8/R3K3 w - - 0 1", "KRPkr", Color::Black),
            ("4k3/8/8/8/8/8/8/R3K2r w - - 0 1", "KRkr", Color::White),
            ("4kb2/8/8/8/8/8/8/4KN2 w - - 0 1", "KBkn", Color::Black),
            ("4k3/ppp5/8/8/8/8/8/4KN2 w - - 0 1", "KNkppp", Color::White),
            ("4k3/pppp4/8/8/8/8/8/4KN2 w - - 0 1", "KPPPPkn", Color::Black),
            ("4k3/8/8/8/8/8/8/2BBKB2 w - - 0 1", "KBBBk", Color::White),
        ] {
            assert_eq!(ending(fen), (name.to_owned(), left), "{fen}");
        }
    }
}
