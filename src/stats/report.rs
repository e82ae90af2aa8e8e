//! What a statistic says, before anybody decides how it looks.

use crate::check::lang::UiLang;
use crate::chess::{Move, Position, Square};

/// Words of ours, in every language of the messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Words {
    /// English.
    pub en: &'static str,
    /// German.
    pub de: &'static str,
}

impl Words {
    /// Words in both languages.
    pub const fn new(en: &'static str, de: &'static str) -> Words {
        Words { en, de }
    }

    /// Those of a language.
    pub fn pick(self, lang: UiLang) -> &'static str {
        lang.pick(self.en, self.de)
    }
}

/// What stands in a cell.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// Nothing is known, or the question has no sense here.
    None,
    /// How many.
    Count(u64),
    /// A part of a whole, from 0 to 1: shown as a percentage with one decimal.
    Share(f64),
    /// A number with so many decimals.
    Number(f64, u8),
    /// A difference with its sign, without decimals.
    Difference(i64),
    /// Points of a tournament, in halves of a point: 29 is 14½.
    HalfPoints(u64),
    /// What stood in the games, or is built from it: untrusted, in no language of ours.
    Text(String),
    /// Words of ours.
    Words(Words),
    /// A range such as that of an interval: both ends as shares.
    Shares(f64, f64),
}

/// A column of a table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Column {
    /// Its name for scripts: English, lower case, words joined by `_`.
    pub key: &'static str,
    /// Its head for people.
    pub title: Words,
}

impl Column {
    /// A column.
    pub const fn new(key: &'static str, en: &'static str, de: &'static str) -> Column {
        Column { key, title: Words::new(en, de) }
    }
}

/// How a table may be drawn. Columns are named by their index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Chart {
    /// A bar for every row. In a terminal it stands beside its number.
    Bars {
        /// What the bar is of.
        label: usize,
        /// How long it is: a count, a share or a number.
        value: usize,
    },
    /// A line through the rows, which are in the order of something that grows (years).
    Line {
        /// Where a point stands.
        label: usize,
        /// One line for each of these.
        values: Vec<usize>,
    },
    /// A bar for every row in parts that add up to the whole (won, drawn, lost).
    Parts {
        /// What the bar is of.
        label: usize,
        /// Its parts, all of them counts.
        values: Vec<usize>,
    },
}

/// Rows and columns.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// Its name for scripts, as with columns.
    pub key: &'static str,
    /// Its head for people.
    pub title: Words,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows; each has as many values as there are columns.
    pub rows: Vec<Vec<Value>>,
    /// A last row that sums up the others.
    pub total: Option<Vec<Value>>,
    /// How it may be drawn.
    pub chart: Option<Chart>,
    /// Rows that there would have been besides, but fewer were asked for.
    pub left_out: u64,
}

/// One number with its name.
#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    /// Its name for scripts, as with columns.
    pub key: &'static str,
    /// Its name for people.
    pub title: Words,
    /// The number.
    pub value: Value,
    /// What it is of a whole, or which game it is of.
    pub note: Value,
}

impl Figure {
    /// A figure without a note.
    pub const fn new(key: &'static str, title: Words, value: Value) -> Figure {
        Figure { key, title, value, note: Value::None }
    }
}

/// Some numbers with their names.
#[derive(Clone, PartialEq, Debug)]
pub struct Figures {
    /// Its name for scripts, as with columns.
    pub key: &'static str,
    /// Its head for people.
    pub title: Words,
    /// The numbers.
    pub rows: Vec<Figure>,
}

/// A number for each square of the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Squares {
    /// Its name for scripts, as with columns.
    pub key: &'static str,
    /// Its head for people.
    pub title: Words,
    /// a1, b1, ..., h8.
    pub counts: [u64; 64],
}

impl Squares {
    /// The squares with their numbers: a1, b1, ..., h8.
    pub fn each(&self) -> impl Iterator<Item = (Square, u64)> {
        (0..64).map(Square::new).zip(self.counts)
    }
}

/// A position, drawn.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// Its name for scripts, as with columns.
    pub key: &'static str,
    /// Its head for people.
    pub title: Words,
    /// The position.
    pub position: Position,
    /// The move that led to it.
    pub last: Option<Move>,
}

/// A part of a report.
#[derive(Clone, Debug)]
pub enum Part {
    /// Numbers with their names.
    Figures(Figures),
    /// A table.
    Table(Table),
    /// A map of the board.
    Squares(Squares),
    /// A position.
    Diagram(Diagram),
}

impl Part {
    /// Its name for scripts; no two parts of a report have the same.
    pub fn key(&self) -> &'static str {
        match self {
            Part::Figures(part) => part.key,
            Part::Table(part) => part.key,
            Part::Squares(part) => part.key,
            Part::Diagram(part) => part.key,
        }
    }

    /// Its head for people.
    pub fn title(&self) -> Words {
        match self {
            Part::Figures(part) => part.title,
            Part::Table(part) => part.title,
            Part::Squares(part) => part.title,
            Part::Diagram(part) => part.title,
        }
    }
}

/// All that a run of `zug stats` has to say.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// What was counted: the names of the sources, as they were given.
    pub sources: Vec<String>,
    /// Games that were counted.
    pub games: u64,
    /// In the order in which they are shown.
    pub parts: Vec<Part>,
}

impl Report {
    /// The parts that people are shown: of no games there is nothing to say. Scripts have all parts whatever is in
    /// them.
    pub fn parts_for_people(&self) -> &[Part] {
        if self.games == 0 { &[] } else { &self.parts }
    }

    /// The word that stands behind the number of games.
    pub fn games_word(&self, lang: UiLang) -> &'static str {
        if self.games == 1 { lang.pick("game", "Partie") } else { lang.pick("games", "Partien") }
    }
}
