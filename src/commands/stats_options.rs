//! What `stats` can be asked to do, as plain values.

use std::path::PathBuf;

use super::reading::ReadOptions;
use super::search_ids::Ids;
use crate::query::Expr;
use crate::stats::Survey;

/// The form of the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StatsFormat {
    /// Tables for people.
    #[default]
    Table,
    /// One JSON object.
    Json,
    /// Tables with a comma between the cells.
    Csv,
    /// Tables with a tab between the cells.
    Tsv,
    /// Tables as Markdown has them.
    Markdown,
    /// A Parquet file; only where the program was built with the feature `parquet`.
    Parquet,
}

/// The options of `stats`.
pub struct StatsOptions {
    /// Files, directories and stores in the order of the reading; `-` is standard input.
    pub inputs: Vec<PathBuf>,
    /// What is counted, in the order in which it is told.
    pub surveys: Vec<Box<dyn Survey>>,
    /// Only games that match are counted.
    pub expr: Option<Expr>,
    /// Only these games are counted.
    pub ids: Option<Ids>,
    /// The form of the answer.
    pub format: StatsFormat,
    /// A page that is written besides.
    pub html: Option<PathBuf>,
    /// Overwrite files that are there.
    pub force: bool,
    /// Games that cannot be read to their end are a failure.
    pub strict: bool,
    /// Read stores without their index.
    pub no_index: bool,
    /// How it is read.
    pub reading: ReadOptions,
    /// Width of the terminal in columns, if the answer goes to one, or what is to be taken for it.
    pub width: Option<u16>,
    /// With colours.
    pub color: bool,
}
