//! What `search` can be asked to do, as plain values.

use std::path::PathBuf;

use super::reading::ReadOptions;
use super::search_ids::Ids;
use crate::query::Expr;

/// The form in which is told what was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SearchFormat {
    /// The games, as PGN.
    #[default]
    Pgn,
    /// A table for people.
    Table,
    /// The names of the games, `SOURCE#NUMBER`.
    Ids,
    /// How many games, or hits if every ply is wanted.
    Count,
    /// A JSON object a line for every game.
    Ndjson,
    /// A row for every hit.
    Csv,
    /// The position at every hit.
    Fen,
    /// A drawn board for every hit.
    Board,
}

impl SearchFormat {
    /// The usual ending of file names, without the full stop.
    pub(super) fn extension(self) -> &'static str {
        match self {
            SearchFormat::Pgn => "pgn",
            SearchFormat::Table | SearchFormat::Ids | SearchFormat::Count | SearchFormat::Board => "txt",
            SearchFormat::Ndjson => "ndjson",
            SearchFormat::Csv => "csv",
            SearchFormat::Fen => "fen",
        }
    }
}

/// Names of sources instead of what was found in them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listed {
    /// Sources with a match.
    WithMatch,
    /// Sources without one.
    WithoutMatch,
}

/// A question.
#[derive(Clone, Debug)]
pub struct Query {
    /// Its name; `None` if it is the only one.
    pub name: Option<String>,
    /// The question itself.
    pub expr: Expr,
}

/// The options of `search`.
#[derive(Clone, Debug)]
pub struct SearchOptions {
    /// Files, directories and stores in the order of the reading; `-` is standard input.
    pub inputs: Vec<PathBuf>,
    /// What is looked for; one or more. Several are answered in one scan.
    pub queries: Vec<Query>,
    /// Where what is found goes if there are several questions: a directory with a file for each.
    pub to: Option<PathBuf>,
    /// The form of the output.
    pub format: SearchFormat,
    /// Draw pictures into this directory instead.
    pub svg: Option<PathBuf>,
    /// Every ply at which it holds, not only the first.
    pub all: bool,
    /// Only names of sources.
    pub listed: Option<Listed>,
    /// Names end with a zero byte instead of a line feed.
    pub null: bool,
    /// Say in a comment where it was found.
    pub mark: bool,
    /// Where games go, as PGN, that no question matches.
    pub rest: Option<PathBuf>,
    /// Overwrite files that are there.
    pub force: bool,
    /// At most so many games for each question.
    pub limit: Option<u64>,
    /// Leave out so many of the first games.
    pub offset: u64,
    /// A tag by which the games are sorted.
    pub sort: Option<String>,
    /// Choose so many games at random.
    pub sample: Option<u64>,
    /// Seed of the choice; `None`: a new one each time.
    pub seed: Option<u64>,
    /// Look at these games only.
    pub ids: Option<Ids>,
    /// Say on standard error how it was searched.
    pub explain: bool,
    /// Search stores without their index.
    pub no_index: bool,
    /// How it is read.
    pub reading: ReadOptions,
    /// Width of the terminal in columns, if the output goes to one.
    pub width: Option<u16>,
}

impl SearchOptions {
    /// Are files written?
    pub fn writes_files(&self) -> bool {
        self.to.is_some() || self.rest.is_some() || self.svg.is_some()
    }
}
