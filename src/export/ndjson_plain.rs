//! NDJSON of games that are in order as they stand: every move has the same keys, most of them empty.

use super::ndjson::{Head, write_head};
use super::plain::Number;
use super::sink::Sink;
use super::written::Written;
use crate::check::plain::PlainGame;
use crate::chess::Position;
use crate::notation::Style;
use crate::notation::spell::spell;

/// Writes plain games as NDJSON; keeps its memory.
#[derive(Debug, Default)]
pub struct PlainNdjson {
    memory: Vec<u8>,
}

/// More than the text of any move with all of its keys.
const MOVE: usize = 224;

impl PlainNdjson {
    /// Appends a game as [`super::ndjson::write_game`] does without `--fens`. Number and line are those within the piece,
    /// 1-based. False if it cannot; then nothing is appended.
    pub fn write(
        &mut self,
        game: &PlainGame<'_>,
        file: &str,
        number: u64,
        line: u64,
        out: &mut Written,
    ) -> bool {
        let before = out.text.len();
        let text = |bytes| std::str::from_utf8(bytes).unwrap_or_default();
        let tags = game.tags.iter().map(|tag| (text(tag.name_in(game.text)), text(tag.value_in(game.text))));
        let head = Head {
            file,
            number,
            line,
            language: game.language,
            start: Position::classic(),
            result: game.result,
            plies: game.plies.len() as u64,
            last: game.last,
        };
        write_head(&head, tags, out);
        out.text.push_str(",\"comments\":[],\"moves\":[");
        let mut sink = Sink::new(&mut self.memory, game.plies.len() * MOVE + MOVE);
        let bytes = game.text.get(game.place.clone()).unwrap_or_default();
        let mut ply = Number::new();
        for mv in game.moves() {
            let (start, length) = (mv.start as usize, mv.length as usize);
            let san = bytes.get(start..start + length).unwrap_or_default();
            let uci = spell(&Style::UCI, san, mv.mv, None);
            sink.put(b"{\"ply\":");
            sink.chunk(ply.digits(), ply.length() - 1);
            ply.advance();
            sink.put(b",\"san\":\"");
            match bytes.get(start..start + 16).and_then(|rest| rest.first_chunk::<16>()) {
                Some(chunk) if length <= 16 => sink.chunk(chunk, length),
                _ => sink.copy(san),
            }
            sink.put(b"\",\"uci\":\"");
            match uci.bytes.first_chunk::<8>() {
                Some(chunk) => sink.chunk(chunk, uci.length),
                None => sink.copy(uci.as_str().as_bytes()),
            }
            sink.put(b"\",\"nags\":[],\"before\":[],\"comments\":[],\"clock\":null,\"eval\":null,\"key\":\"");
            for byte in mv.key.to_be_bytes() {
                sink.put(&HEX[byte as usize]);
            }
            sink.put(b"\",\"variations\":[]},");
        }
        if !game.plies.is_empty() {
            // The comma behind the last.
            sink.at -= 1;
        }
        sink.put(b"]}\n");
        let is_written = sink.append_to(&mut out.text);
        if !is_written {
            out.truncate(before);
        }
        is_written
    }
}

/// A byte as two hexadecimal digits.
static HEX: [[u8; 2]; 256] = {
    let digits = b"0123456789abcdef";
    let mut t = [[0; 2]; 256];
    let mut i = 0;
    while i < 256 {
        t[i] = [digits[i >> 4], digits[i & 15]];
        i += 1;
    }
    t
};
