//! Games as NDJSON: one object a line, as `docs/game.schema.json` describes it.
//!
//! The keys that the schema requires are always there: `null` or an empty list where there is nothing. A few more
//! stand only where they say something: `fen` (on request), `draw_offer`, `rest`, `order`, `chess960`, `whole`.
//! Clock and evaluation are taken out of the comments, which keep their text.

use super::ndjson_moves::write_body;
use super::ndjson_text::{push_number, push_origin, push_string, push_strings};
use super::written::Written;
use crate::chess::Position;
use crate::chess::fen::FenStyle;
use crate::notation::Language;
use crate::notation::result::GameResult;
use crate::replay::game::Game;

/// How games are written as NDJSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NdjsonOptions {
    /// Write the position after every move, too.
    pub fens: bool,
}

/// Appends a game as one line. `file` is the name of its source, `-` for the standard input.
pub fn write_game(game: &Game, file: &str, options: NdjsonOptions, written: &mut Written) {
    let mut body = String::with_capacity(160 * game.items.len());
    let (last, plies) = write_body(game, options, &mut body);
    let head = Head {
        file,
        number: game.number,
        line: game.line,
        language: game.language,
        start: &game.start,
        result: game.result,
        plies,
        last: &last,
    };
    write_head(&head, game.tags.iter().map(|(name, value)| (name.as_str(), value.as_str())), written);
    let out = &mut written.text;
    if game.is_chess960 {
        out.push_str(",\"chess960\":true");
    }
    if !game.is_whole {
        out.push_str(",\"whole\":false");
    }
    out.push_str(&body);
    out.push_str("}\n");
}

/// What an object tells before the moves, tags aside.
pub(super) struct Head<'g> {
    pub(super) file: &'g str,
    pub(super) number: u64,
    pub(super) line: u64,
    pub(super) language: Option<Language>,
    pub(super) start: &'g Position,
    pub(super) result: GameResult,
    pub(super) plies: u64,
    pub(super) last: &'g Position,
}

/// Begins an object, up to the final position.
pub(super) fn write_head<'g>(
    head: &Head<'g>,
    tags: impl Iterator<Item = (&'g str, &'g str)>,
    written: &mut Written,
) {
    push_origin(head.file, head.number, head.line, written);
    let out = &mut written.text;
    out.push_str(",\"language\":");
    match head.language {
        Some(language) => push_string(language.code(), out),
        None => out.push_str("null"),
    }
    out.push_str(",\"tags\":");
    push_strings(tags, out);
    out.push_str(",\"start_fen\":\"");
    head.start.write_fen(FenStyle::default(), out);
    out.push_str("\",\"result\":\"");
    out.push_str(head.result.score());
    out.push_str("\",\"plies\":");
    push_number(head.plies, out);
    out.push_str(",\"final_fen\":\"");
    head.last.write_fen(FenStyle::default(), out);
    out.push('"');
}
