//! The forms of output, chosen once for a run.

use super::html::{self, HtmlOptions};
use super::ndjson::{self, NdjsonOptions};
use super::ndjson_plain::PlainNdjson;
use super::pgn::{self, PgnOptions};
use super::plain::PlainWriter;
use super::polyglot::{self, PolyglotOptions};
use super::positions::{self, PositionsOptions};
use super::table::Table;
use super::text::{self, TextOptions};
use super::written::Written;
use crate::check::plain::PlainGame;
use crate::replay::game::Game;

/// Who writes games that are in order as they stand without reading them anew.
#[derive(Debug)]
pub enum PlainForm {
    /// As PGN.
    Pgn(PlainWriter),
    /// As NDJSON.
    Ndjson(PlainNdjson),
}

impl PlainForm {
    /// Appends one game; `source`, `number` and `line` as for [`Container::write`]. False if it cannot; then nothing is
    /// appended, and the game has to go the long way.
    pub fn write(
        &mut self,
        game: &PlainGame<'_>,
        source: &str,
        number: u64,
        line: u64,
        out: &mut Written,
    ) -> bool {
        match self {
            PlainForm::Pgn(writer) => writer.write(game, &mut out.text),
            PlainForm::Ndjson(writer) => writer.write(game, source, number, line, out),
        }
    }
}

/// A form of output with its options.
#[derive(Clone, Debug)]
pub enum Container {
    /// PGN, with moves in any notation.
    Pgn(PgnOptions),
    /// A listing for people.
    Text(TextOptions),
    /// A JSON object a line for every game.
    Ndjson(NdjsonOptions),
    /// A row for every game.
    Table(Table),
    /// Positions, one a line.
    Positions(PositionsOptions),
    /// A web page.
    Html(HtmlOptions),
    /// An opening book; what is written of a game are lines for [`super::book::Book::add`].
    Polyglot(PolyglotOptions),
}

impl Container {
    /// Appends one game. `source` is the name of the source it comes from; number and line of the game are those within
    /// its piece, see [`Written`].
    pub fn write(&self, game: &Game, source: &str, out: &mut Written) {
        match self {
            Container::Pgn(options) => pgn::write_game(game, options, &mut out.text),
            Container::Text(options) => text::write_game(game, options, &mut out.text),
            Container::Ndjson(options) => ndjson::write_game(game, source, *options, out),
            Container::Table(table) => table.write_game(game, source, out),
            Container::Positions(options) => positions::write_game(game, options, source, out),
            Container::Html(options) => html::write_game(game, options, &mut out.text),
            Container::Polyglot(options) => polyglot::write_game(game, options, &mut out.text),
        }
    }

    /// The short way to the same for games that are in order as they stand, where there is one.
    pub fn plain_form(&self) -> Option<PlainForm> {
        match self {
            Container::Pgn(options) => PlainWriter::new(options).map(PlainForm::Pgn),
            Container::Ndjson(options) if !options.fens => Some(PlainForm::Ndjson(PlainNdjson::default())),
            _ => None,
        }
    }

    /// What stands before the first game of an output, such as a header line.
    pub fn begin(&self) -> String {
        match self {
            Container::Table(table) => table.header().to_owned(),
            Container::Html(_) => html::BEGIN.to_owned(),
            _ => String::new(),
        }
    }

    /// What stands behind the last game of an output.
    pub fn end(&self) -> &str {
        match self {
            Container::Html(_) => html::END,
            _ => "",
        }
    }

    /// Does it tell on which line a game begins?
    pub fn needs_lines(&self) -> bool {
        match self {
            Container::Ndjson(_) => true,
            Container::Table(table) => table.needs_lines(),
            _ => false,
        }
    }

    /// How a book is made, if the games become one.
    pub fn polyglot(&self) -> Option<PolyglotOptions> {
        match self {
            Container::Polyglot(options) => Some(*options),
            _ => None,
        }
    }

    /// The usual ending of file names, without the full stop.
    pub fn extension(&self) -> &'static str {
        match self {
            Container::Pgn(_) => "pgn",
            Container::Text(_) => "txt",
            Container::Ndjson(_) => "ndjson",
            Container::Table(table) => table.extension(),
            Container::Html(_) => "html",
            Container::Polyglot(_) => "bin",
            Container::Positions(options) => {
                if options.epd {
                    "epd"
                } else {
                    "fen"
                }
            }
        }
    }
}
