//! The forms of output, chosen once for a run.

use super::ndjson::{self, NdjsonOptions};
use super::pgn::{self, PgnOptions};
use super::table::{self, Field, TableOptions};
use super::text::{self, TextOptions};
use super::written::Written;
use crate::replay::game::Game;

/// A form of output with its options.
#[derive(Clone, Debug)]
pub enum Container {
    /// PGN, with moves in any notation.
    Pgn(PgnOptions),
    /// A listing for people.
    Text(TextOptions),
    /// A JSON object a line for every game.
    Ndjson(NdjsonOptions),
    /// A row for every game, with what separates its values.
    Table(TableOptions),
}

impl Container {
    /// Appends one game. `source` is the name of the source it comes from; number and line of the game are those within
    /// its piece, see [`Written`].
    pub fn write(&self, game: &Game, source: &str, out: &mut Written) {
        match self {
            Container::Pgn(options) => pgn::write_game(game, options, &mut out.text),
            Container::Text(options) => text::write_game(game, options, &mut out.text),
            Container::Ndjson(options) => ndjson::write_game(game, source, *options, out),
            Container::Table(options) => table::write_game(game, source, options, out),
        }
    }

    /// What stands before the first game of an output, such as a header line.
    pub fn begin(&self) -> String {
        match self {
            Container::Table(options) => options.header(),
            Container::Pgn(_) | Container::Text(_) | Container::Ndjson(_) => String::new(),
        }
    }

    /// What stands behind the last game of an output.
    pub fn end(&self) -> &str {
        ""
    }

    /// Does it tell on which line a game begins?
    pub fn needs_lines(&self) -> bool {
        match self {
            Container::Ndjson(_) => true,
            Container::Table(options) => options.fields.contains(&Field::Line),
            Container::Pgn(_) | Container::Text(_) => false,
        }
    }

    /// The usual ending of file names, without the full stop.
    pub fn extension(&self) -> &'static str {
        match self {
            Container::Pgn(_) => "pgn",
            Container::Text(_) => "txt",
            Container::Ndjson(_) => "ndjson",
            Container::Table(options) if options.delimiter == b'\t' => "tsv",
            Container::Table(_) => "csv",
        }
    }
}
