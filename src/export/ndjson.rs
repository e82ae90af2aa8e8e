//! Games as NDJSON: one object a line, as `docs/game.schema.json` describes it.
//!
//! The keys that the schema requires are always there: `null` or an empty list where there is nothing. A few more
//! stand only where they say something: `fen` (on request), `draw_offer`, `rest`, `order`, `chess960`, `whole`.
//! Clock and evaluation are taken out of the comments, which keep their text.

use super::ndjson_moves::write_body;
use super::ndjson_text::{push_number, push_string};
use super::written::Written;
use crate::chess::fen::FenStyle;
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
    written.text.push_str("{\"file\":");
    push_string(file, &mut written.text);
    written.text.push_str(",\"game\":");
    written.number(game.number);
    written.text.push_str(",\"line\":");
    written.line(game.line);
    written.text.push_str(",\"id\":");
    push_string(&format!("{file}#"), &mut written.text);
    // The number goes inside the quotes.
    written.text.pop();
    written.number(game.number);
    let out = &mut written.text;
    out.push_str("\",\"language\":");
    match game.language {
        Some(language) => push_string(language.code(), out),
        None => out.push_str("null"),
    }
    out.push_str(",\"tags\":{");
    for (index, (name, value)) in game.tags.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        push_string(name, out);
        out.push(':');
        push_string(value, out);
    }
    out.push_str("},\"start_fen\":\"");
    game.start.write_fen(FenStyle::default(), out);
    out.push_str("\",\"result\":\"");
    out.push_str(game.result.score());
    out.push_str("\",\"plies\":");
    push_number(plies, out);
    out.push_str(",\"final_fen\":\"");
    last.write_fen(FenStyle::default(), out);
    out.push('"');
    if game.is_chess960 {
        out.push_str(",\"chess960\":true");
    }
    if !game.is_whole {
        out.push_str(",\"whole\":false");
    }
    out.push_str(&body);
    out.push_str("}\n");
}
