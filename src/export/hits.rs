//! What a search found in a game, in the forms that are not games: names, rows, positions, boards, JSON.

use std::fmt::Write as _;

use super::board::draw_board;
use super::board_svg::board_svg;
use super::ndjson_text::{push_number, push_origin, push_string, push_strings};
use super::table::{Separator, push_cell};
use super::written::Written;
use crate::check::escape::escape_into;
use crate::chess::fen::FenStyle;
use crate::chess::{Color, Move, Position};
use crate::notation::{MoveFacts, Style};
use crate::query::{Hit, Subject};

/// A game in which something was found.
#[derive(Clone, Copy)]
pub struct Sighting<'g> {
    /// Name of its source.
    pub file: &'g str,
    /// Its number and line, 1-based, those within its piece; see [`Written`].
    pub number: u64,
    /// See `number`.
    pub line: u64,
    /// The game.
    pub game: &'g dyn Subject,
    /// Where it was found, ascending.
    pub hits: &'g [Hit],
}

/// The columns of a row, in order.
pub const COLUMNS: [&str; 11] =
    ["file", "game", "line", "White", "Black", "Result", "Date", "Event", "ply", "move", "fen"];

/// The header line of the rows.
pub fn csv_header() -> String {
    let mut header = COLUMNS.join(",");
    header.push('\n');
    header
}

/// A place in a game: what was played there, and what stands on the board.
struct Spot<'p> {
    /// Plies of the main line before it.
    ply: u32,
    position: &'p Position,
    /// The move that led to it; none at the start.
    played: Option<Played>,
}

struct Played {
    /// Number of the move, 1-based.
    number: u32,
    facts: MoveFacts,
}

impl Played {
    fn san(&self) -> String {
        let mut san = String::new();
        self.facts.write(&Style::PGN, &mut san);
        san
    }

    /// `3. Nf3` or `3... d6`
    fn numbered(&self) -> String {
        let dots = if self.facts.color == Color::White { "." } else { "..." };
        format!("{}{dots} {}", self.number, self.san())
    }
}

impl Sighting<'_> {
    /// Goes through the game and stops at every hit.
    fn each_hit(&self, mut stop: impl FnMut(&Spot<'_>)) {
        let mut position = self.game.start().clone();
        let mut moves = self.game.moves();
        let mut ply = 0u32;
        let mut last: Option<(Position, Move)> = None;
        for hit in self.hits {
            let ahead = hit.ply.saturating_sub(ply) as usize;
            for (left, &mv) in moves.iter().take(ahead).enumerate() {
                if left + 1 == ahead {
                    last = Some((position.clone(), mv));
                }
                position.play(mv);
                ply += 1;
            }
            moves = moves.get(ahead..).unwrap_or_default();
            let played = last.as_ref().map(|(before, mv)| Played {
                number: before.ply() / 2 + 1,
                facts: MoveFacts::of(before, *mv),
            });
            stop(&Spot { ply: hit.ply, position: &position, played });
        }
    }

    fn tag(&self, name: &str) -> String {
        self.game.tag(name).map(|value| value.into_owned()).unwrap_or_default()
    }

    /// The name of the game, `SOURCE#NUMBER`, with this behind it.
    pub fn write_id(&self, end: char, out: &mut Written) {
        out.text.push_str(self.file);
        out.text.push('#');
        out.number(self.number);
        out.text.push(end);
    }

    /// A row of CSV for every hit.
    pub fn write_rows(&self, out: &mut Written) {
        let cells = ["White", "Black"].map(|name| self.tag(name));
        let more = ["Date", "Event"].map(|name| self.tag(name));
        let score = self.game.result().score();
        self.each_hit(|spot| {
            push_cell(self.file, Separator::Comma, &mut out.text);
            out.text.push(',');
            out.number(self.number);
            out.text.push(',');
            out.line(self.line);
            for cell in cells.iter().map(String::as_str).chain([score]).chain(more.iter().map(String::as_str))
            {
                out.text.push(',');
                push_cell(cell, Separator::Comma, &mut out.text);
            }
            let played = spot.played.as_ref().map(Played::numbered).unwrap_or_default();
            let _ = write!(out.text, ",{},{played},", spot.ply);
            spot.position.write_fen(FenStyle::default(), &mut out.text);
            out.text.push('\n');
        });
    }

    /// The position at every hit, one a line.
    pub fn write_fens(&self, out: &mut Written) {
        self.each_hit(|spot| {
            spot.position.write_fen(FenStyle::default(), &mut out.text);
            out.text.push('\n');
        });
    }

    /// A drawn board for every hit, with an empty line behind it.
    pub fn write_boards(&self, out: &mut Written) {
        self.each_hit(|spot| {
            escape_into(&mut out.text, self.file);
            out.text.push('#');
            out.number(self.number);
            let _ = writeln!(out.text, "  {}", self.title(spot, escape_into));
            draw_board(spot.position, &mut out.text);
            out.text.push('\n');
        });
    }

    /// An SVG picture of every hit: its name, a zero byte, the picture, a zero byte. The name is that of the game with
    /// the ply behind it.
    pub fn write_pictures(&self, out: &mut Written) {
        self.each_hit(|spot| {
            self.write_id('-', out);
            let title = self.title(spot, |title, text| title.push_str(text));
            let picture =
                board_svg(spot.position, spot.played.as_ref().map(|played| played.facts.mv), &title);
            let _ = write!(out.text, "{}\0{picture}\0", spot.ply);
        });
    }

    /// `Anderssen - Kieseritzky 1851, ply 5, 3. Nf3`
    fn title(&self, spot: &Spot<'_>, add: impl Fn(&mut String, &str)) -> String {
        let mut title = String::new();
        let known = |name| Some(self.tag(name)).filter(|value| !matches!(value.trim(), "" | "?" | "-"));
        let players = [known("White"), known("Black")];
        if players.iter().any(Option::is_some) {
            let [white, black] = players.map(|player| player.unwrap_or_else(|| "?".to_owned()));
            add(&mut title, &format!("{white} - {black}"));
            let year: Option<String> = known("Date").map(|date| date.chars().take(4).collect());
            if let Some(year) = year.filter(|year| !year.contains('?')) {
                add(&mut title, &format!(" {year}"));
            }
            title.push_str(", ");
        }
        let _ = write!(title, "ply {}", spot.ply);
        if let Some(played) = &spot.played {
            let _ = write!(title, ", {}", played.numbered());
        }
        title
    }

    /// A JSON object, one line. `tags` are all of the game's.
    pub fn write_object<'t>(&self, tags: impl Iterator<Item = (&'t str, &'t str)>, out: &mut Written) {
        push_origin(self.file, self.number, self.line, out);
        let text = &mut out.text;
        text.push_str(",\"tags\":");
        push_strings(tags, text);
        text.push_str(",\"plies\":");
        push_number(self.game.moves().len() as u64, text);
        text.push_str(",\"result\":");
        push_string(self.game.result().score(), text);
        text.push_str(",\"hits\":[");
        let mut is_first = true;
        self.each_hit(|spot| {
            if !std::mem::take(&mut is_first) {
                text.push(',');
            }
            let _ = write!(text, "{{\"ply\":{}", spot.ply);
            match &spot.played {
                Some(played) => {
                    let color = if played.facts.color == Color::White { 'w' } else { 'b' };
                    let _ = write!(text, ",\"move\":{},\"color\":\"{color}\",\"san\":", played.number);
                    push_string(&played.san(), text);
                }
                None => text.push_str(",\"move\":null,\"color\":null,\"san\":null"),
            }
            text.push_str(",\"fen\":\"");
            spot.position.write_fen(FenStyle::default(), text);
            text.push_str("\"}");
        });
        text.push_str("]}\n");
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{game_of, written};
    use super::*;
    use crate::query::GameSubject;

    const GAME: &str = "[Event \"A, \\\"b\\\"\"]\n[White \"Anna\\u001b\"]\n[Date \"1851.??.??\"]\n\n\
        1. e4 e5 2. Nf3 d6 1-0\n";

    fn sighted(text: &str, plies: &[u32], write: impl Fn(&Sighting<'_>, &mut Written)) -> String {
        let (game, mut moves) = (game_of(text), Vec::new());
        let hits: Vec<Hit> = plies.iter().map(|&ply| Hit { ply }).collect();
        let subject = GameSubject::new(&game, &mut moves);
        let sighting =
            Sighting { file: "a,b.pgn", number: game.number, line: game.line, game: &subject, hits: &hits };
        written(|out| write(&sighting, out))
    }

    #[test]
    fn the_move_that_led_there_is_named_with_its_number() {
        let rows = sighted(GAME, &[0, 3, 4], |sighting, out| sighting.write_rows(out));
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(rows.as_bytes());
        let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
        let moves: Vec<&str> = rows.iter().map(|row| &row[9]).collect();
        assert_eq!(moves, ["", "2. Nf3", "2... d6"]);
        assert_eq!((&rows[0][0], &rows[0][7], &rows[2][8]), ("a,b.pgn", "A, \"b\"", "4"));
        assert_eq!(csv_header().split(',').count(), rows[0].len());
    }

    #[test]
    fn moves_count_on_from_the_number_of_a_fen() {
        let game = "[FEN \"4k3/8/8/8/8/8/8/4K2R b - - 0 30\"]\n\n30... Kd7 31. Rh7+ *";
        let rows = sighted(game, &[1, 2], |sighting, out| sighting.write_rows(out));
        assert!(rows.contains(",30... Kd7,") && rows.contains(",31. Rh7+,"), "{rows}");
    }

    #[test]
    fn fens_are_those_of_the_hits() {
        let fens = sighted(GAME, &[1], |sighting, out| sighting.write_fens(out));
        assert_eq!(fens, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n");
    }

    #[test]
    fn an_object_is_json_whatever_the_names() {
        let tags = [("Event", "A \"b\"\n")];
        let text = sighted(GAME, &[0, 4], |sighting, out| sighting.write_object(tags.into_iter(), out));
        let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(value["id"], "a,b.pgn#1");
        assert_eq!(value["tags"]["Event"], "A \"b\"\n");
        assert_eq!(
            (&value["hits"][0]["san"], &value["hits"][1]["san"]),
            (&serde_json::Value::Null, &"d6".into())
        );
        assert_eq!((&value["hits"][1]["move"], &value["hits"][1]["color"]), (&2.into(), &"b".into()));
    }

    #[test]
    fn a_drawn_board_cannot_steer_a_terminal() {
        let game = "[White \"A\u{202e}\"]\n\n1. e4 *\n";
        let board = sighted(game, &[1], |sighting, out| sighting.write_boards(out));
        assert!(board.starts_with("a,b.pgn#1  A\\u{202E} - ?, ply 1, 1. e4\n8 ♜"), "{board}");
    }

    #[test]
    fn pictures_are_told_apart_by_zero_bytes() {
        let text = sighted(GAME, &[0, 2], |sighting, out| sighting.write_pictures(out));
        let parts: Vec<&str> = text.split_terminator('\0').collect();
        assert_eq!((parts.len(), parts[0], parts[2]), (4, "a,b.pgn#1-0", "a,b.pgn#1-2"));
        assert!(parts[1].starts_with("<svg ") && parts[3].ends_with("</svg>"));
    }
}
