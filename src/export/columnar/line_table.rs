//! `variations` has a row for each variation, whatever it is inside of.
//!
//! Sorted by `game_id` and `variation`. Columns:
//!
//! | column | type | what |
//! |---|---|---|
//! | `game_id` | BIGINT | the game, as in `games` |
//! | `variation` | INTEGER | its number in the game, from 1 on, in the order in which variations begin |
//! | `parent` | INTEGER | the variation that it is inside of; NULL if that is the main line |
//! | `ply` | INTEGER | half-moves played before its first move |
//! | `moves` | VARCHAR | its moves in UCI, with blanks between, without those of variations inside of it |
//! | `moves_san` | VARCHAR | the same in English notation |

use parquet::errors::Result;

use super::cells::Cells;
use super::table::{Field, Kind, Packing, Table};
use crate::notation::{MoveFacts, Style};
use crate::replay::game::{Game, Item};

/// The table of variations.
///
/// # Errors
/// None: the columns are those of the program.
pub fn table() -> Result<Table> {
    let fields = vec![
        Field::known("game_id", Kind::Long).packed(Packing::Looked),
        Field::known("variation", Kind::Int),
        Field::optional("parent", Kind::Int),
        Field::known("ply", Kind::Int),
        Field::known("moves", Kind::Text),
        Field::known("moves_san", Kind::Text),
    ];
    Table::new("variations", fields, 1, &[])
}

/// A variation while it is read.
struct Line {
    /// 1-based, in the order in which variations begin.
    number: i32,
    /// Plies before its first move; negative while there is no move that it could stand for.
    begin: i32,
    /// Plies before its next move.
    ply: i32,
    uci: String,
    san: String,
}

impl Line {
    fn new(number: i32, begin: i32) -> Line {
        Line { number, begin, ply: begin, uci: String::new(), san: String::new() }
    }

    fn push(&mut self, facts: &MoveFacts, coordinates: &Style) {
        if self.ply > self.begin {
            self.uci.push(' ');
            self.san.push(' ');
        }
        facts.write(coordinates, &mut self.uci);
        facts.write(&Style::PGN, &mut self.san);
        self.ply += 1;
    }
}

/// Appends the variations of a game, in the order in which they begin.
pub fn put(game_id: u64, game: &Game, cells: &mut [Cells]) {
    let coordinates = Style { chess960: game.is_chess960, ..Style::UCI };
    let mut open = vec![Line::new(0, 0)];
    let mut done: Vec<(Line, i32)> = Vec::new();
    let mut known = 0;
    for item in &game.items {
        match item {
            Item::Move { facts, .. } => {
                if let Some(line) = open.last_mut() {
                    line.push(facts, &coordinates);
                }
            }
            Item::Open => {
                known += 1;
                // It stands for the move before it.
                let begin = open.last().map_or(0, |line| (line.ply - 1).max(line.begin));
                open.push(Line::new(known, begin));
            }
            Item::Close if open.len() > 1 => {
                let parent = open.len().checked_sub(2).and_then(|index| open.get(index));
                let parent = parent.map_or(0, |line| line.number);
                done.extend(open.pop().map(|line| (line, parent)));
            }
            _ => {}
        }
    }
    done.sort_by_key(|(line, _)| line.number);
    for (line, parent) in &done {
        let [id, number, under, ply, uci, san, ..] = cells else { return };
        if let Cells::Long(cells) = id {
            cells.push(Some(game_id.cast_signed()));
        }
        for (cells, value) in
            [(number, Some(line.number)), (under, Some(*parent).filter(|n| *n > 0)), (ply, Some(line.begin))]
        {
            if let Cells::Int(cells) = cells {
                cells.push(value);
            }
        }
        for (cells, text) in [(uci, &line.uci), (san, &line.san)] {
            if let Cells::Text(texts) = cells {
                texts.push(Some(text.as_bytes()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::cells::Texts;
    use super::*;
    use crate::check::game::CheckOptions;
    use crate::check::record::read_games;

    #[test]
    fn variations_tell_where_they_leave_and_what_they_leave() {
        let pgn = "[Event \"a\"]\n\n1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) (1. c4) 1... e5 2. Nf3 (2. f4 exf4) *\n";
        let game = read_games(pgn.as_bytes(), CheckOptions::default()).remove(0);
        let mut cells = table().expect("a table").cells();
        put(7, &game, &mut cells);
        let numbers = |index: usize| match &cells[index] {
            Cells::Int(cells) => cells.clone(),
            other => panic!("{other:?}"),
        };
        assert_eq!(numbers(1), [1, 2, 3, 4].map(Some));
        assert_eq!(numbers(2), [None, Some(1), None, None]);
        assert_eq!(numbers(3), [0, 1, 0, 2].map(Some));
        let mut expected = Texts::default();
        for text in ["d4 d5 c4", "Nf6 c4", "c4", "f4 exf4"] {
            expected.push(Some(text.as_bytes()));
        }
        assert_eq!(format!("{:?}", cells[5]), format!("{:?}", Cells::Text(expected)));
    }
}
