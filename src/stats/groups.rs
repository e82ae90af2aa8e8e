//! Games by what they have in common: one row for each player, year, opening, or whatever else is asked for.

use rustc_hash::FxHashMap;

use super::against::Against;
use super::field::{Field, KeyBuilder, KeyPart, parts};
use super::names::merge;
use super::report::{Chart, Column, Part, Table, Value, Words};
use super::results::average;
use super::survey::{Count, Place, Places, Survey, Tally};
use crate::chess::Color;
use crate::query::Subject;

/// The columns behind the fields.
const COLUMNS: [Column; 11] = [
    Column::new("games", "Games", "Partien"),
    Column::new("won", "+", "+"),
    Column::new("drawn", "=", "="),
    Column::new("lost", "-", "-"),
    Column::new("score", "Score", "Punkte"),
    Column::new("drawn_share", "Draws", "Remis"),
    Column::new("average_elo", "Elo", "Elo"),
    Column::new("opposition", "Opposition", "Gegner"),
    Column::new("performance", "Performance", "Leistung"),
    Column::new("average_moves", "Moves", "Züge"),
    INTERVAL,
];

/// The last of the columns, which is there only if it is asked for.
const INTERVAL: Column = Column::new("interval", "95 %", "95 %");

/// Which rows a table shows, and in which order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rows {
    /// At most so many. `None`: 20, but all of what has an order of its own and is shown in it.
    pub top: Option<usize>,
    /// Only rows with so many games.
    pub min_games: u64,
    /// The key of the column by which they are ordered: numbers from the highest down, texts from the first letter on.
    /// `None`: what has an order of its own in it, the rest by the number of games.
    pub sort: Option<String>,
}

/// Rows where nobody says how many.
pub const USUAL_ROWS: usize = 20;

/// Games grouped by one or more fields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Groups {
    /// The fields, in the order of their columns.
    pub fields: Vec<Field>,
    /// Which rows are shown.
    pub rows: Rows,
    /// With the interval of the score.
    pub interval: bool,
}

impl Groups {
    /// The keys of the columns of the table.
    pub fn columns(fields: &[Field], interval: bool) -> Vec<&'static str> {
        columns(fields, interval).iter().map(|column| column.key).collect()
    }
}

impl Survey for Groups {
    fn tally(&self) -> Tally {
        Tally::new(GroupCount {
            groups: self.clone(),
            rows: FxHashMap::default(),
            key: KeyBuilder::default(),
        })
    }
}

fn columns(fields: &[Field], interval: bool) -> Vec<Column> {
    let all = columns_of(fields).into_iter().chain(COLUMNS);
    all.filter(|column| interval || *column != INTERVAL).collect()
}

/// The columns of fields; several tags are told apart by a number.
pub(super) fn columns_of(fields: &[Field]) -> Vec<Column> {
    let mut tags = ["tag", "tag_2", "tag_3", "tag_4"].into_iter();
    let column = |field: &Field| {
        let column = field.column();
        let key = if matches!(field, Field::Tag(_)) { tags.next() } else { None };
        Column { key: key.unwrap_or(column.key), ..column }
    };
    fields.iter().map(column).collect()
}

/// Most tags that games can be grouped by at once.
pub const MOST_TAGS: usize = 4;

/// What was counted of the games of one row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Row {
    against: Against,
    plies: u64,
}

impl Row {
    fn add(&mut self, game: &dyn Subject, side: Color) {
        let (white, black) = (game.white_elo(), game.black_elo());
        let (own, opponent) = if side == Color::White { (white, black) } else { (black, white) };
        self.against.add(game.result(), side, own, opponent);
        self.plies += game.plies() as u64;
    }

    fn merge(&mut self, other: Row) {
        self.against.merge(other.against);
        self.plies += other.plies;
    }

    fn cells(&self, with_interval: bool) -> impl Iterator<Item = Value> + use<> {
        let results = &self.against.results;
        let cells = [
            Value::Count(results.games()),
            Value::Count(results.won),
            Value::Count(results.drawn),
            Value::Count(results.lost),
            results.score(),
            results.draws(),
            self.against.elo(),
            self.against.opposition(),
            self.against.performance(),
            average(self.plies, 2 * results.games(), 1),
        ];
        cells.into_iter().chain(with_interval.then(|| results.interval()))
    }
}

/// What was counted so far.
struct GroupCount {
    groups: Groups,
    rows: FxHashMap<Box<[u8]>, Row>,
    key: KeyBuilder,
}

impl GroupCount {
    fn count(&mut self, game: &dyn Subject, side: Color) {
        self.key.begin();
        for field in &self.groups.fields {
            field.put(game, side, &mut self.key);
        }
        match self.rows.get_mut(self.key.bytes()) {
            Some(row) => row.add(game, side),
            None => {
                let mut row = Row::default();
                row.add(game, side);
                self.rows.insert(self.key.bytes().into(), row);
            }
        }
    }
}

/// From whose point of view games are grouped: White's, or each player's own.
pub(super) fn sides(fields: &[Field]) -> &'static [Color] {
    if fields.contains(&Field::Player) { &[Color::White, Color::Black] } else { &[Color::White] }
}

impl Count for GroupCount {
    fn game(&mut self, game: &dyn Subject, _place: Place) {
        for side in sides(&self.groups.fields) {
            self.count(game, *side);
        }
    }

    fn merge(&mut self, later: GroupCount) {
        merge(&mut self.rows, later.rows, Row::merge);
    }

    fn parts(self, _places: &Places) -> Vec<Part> {
        let Groups { fields, rows: wanted, interval } = self.groups;
        let columns = columns(&fields, interval);
        let few = self.rows.into_iter().filter(|(_, row)| row.against.results.games() >= wanted.min_games);
        let rows = few.map(|(key, row)| {
            let key = parts(&key);
            let about = fields.iter().zip(&key).map(|(field, part)| field.value(part));
            let values = about.chain(row.cells(interval)).collect();
            (key, values)
        });
        let is_ordered = fields.iter().all(Field::is_ordered);
        let (rows, left_out) = wanted.choose(rows.collect(), &columns, fields.len(), is_ordered);
        let label = fields.len().saturating_sub(1);
        let chart = Chart::Bars { label, value: fields.len() };
        vec![Part::Table(Table {
            key: "groups",
            title: Words::new("Groups", "Gruppen"),
            columns,
            rows,
            total: None,
            chart: Some(chart),
            left_out,
        })]
    }
}

impl Rows {
    /// The rows that are shown, and how many there are besides. Each comes with its key, the values of which stand in
    /// its first cells, as many as there are `fields`.
    pub(super) fn choose(
        &self,
        mut rows: Vec<(Vec<KeyPart>, Vec<Value>)>,
        columns: &[Column],
        fields: usize,
        is_ordered: bool,
    ) -> (Vec<Vec<Value>>, u64) {
        let usual = if is_ordered { 0 } else { fields };
        let named = self.sort.as_ref().map(|name| columns.iter().position(|column| column.key == name));
        let by = named.flatten().unwrap_or(usual);
        rows.sort_by(|(key, cells), (other_key, other_cells)| {
            let by_cell = match by < fields {
                true => key.get(by).cmp(&other_key.get(by)),
                false => size(other_cells.get(by)).total_cmp(&size(cells.get(by))),
            };
            by_cell.then_with(|| key.cmp(other_key))
        });
        let all = if is_ordered && by < fields { usize::MAX } else { USUAL_ROWS };
        let top = self.top.unwrap_or(all);
        let left_out = rows.len().saturating_sub(top) as u64;
        rows.truncate(top);
        (rows.into_iter().map(|(_, cells)| cells).collect(), left_out)
    }
}

/// What a cell is ordered by; what is not known is less than anything.
fn size(value: Option<&Value>) -> f64 {
    match value {
        Some(Value::Count(number) | Value::HalfPoints(number)) => *number as f64,
        Some(Value::Share(number) | Value::Number(number, _) | Value::Shares(number, _)) => *number,
        Some(Value::Difference(number)) => *number as f64,
        _ => f64::NEG_INFINITY,
    }
}
