//! Positions of games, one a line: FEN, or EPD with operations that say where they come from.

use std::fmt::Write as _;

use super::written::Written;
use crate::chess::Position;
use crate::chess::fen::FenStyle;
use crate::notation::{MoveFacts, Style};
use crate::pgn::epd::{Operation, operations};
use crate::replay::game::{Game, Item};

/// Which positions of the main line are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Which {
    /// The one before the first move and those after every move.
    Every,
    /// The one after the last move.
    #[default]
    Final,
    /// The one after so many plies; 0 is the start position. A game that is shorter has none.
    Ply(u32),
}

/// How positions are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PositionsOptions {
    /// EPD instead of FEN.
    pub epd: bool,
    /// Which positions.
    pub which: Which,
}

/// Comments that an EPD has opcodes for, `c0` to `c9`.
const COMMENTS: usize = 10;

/// Appends the positions of a game; nothing, if its start is not known.
///
/// An EPD has these operations, in the order of their names: `c0` to `c9` the comments to the position, `fmvn` and
/// `hmvc` move number and halfmove clock, `id` source, number and players of the game, `sm` the move that was played. What a list
/// of positions said about one of them is said again as it stood.
pub fn write_game(game: &Game, options: &PositionsOptions, source: &str, out: &mut Written) {
    if !has_start(game) {
        return;
    }
    let mut rows = Rows { game, source, epd: options.epd, out };
    let mut position = game.start.clone();
    let (mut depth, mut ply) = (0usize, 0u32);
    let mut comments: Vec<&str> = Vec::new();
    for item in &game.items {
        match item {
            Item::Open => depth += 1,
            Item::Close => depth = depth.saturating_sub(1),
            Item::Comment(text) | Item::Rest(text) if depth == 0 => comments.push(text),
            Item::Move { facts, .. } if depth == 0 => {
                match options.which {
                    Which::Every => rows.row(&position, ply, &comments, Some(facts)),
                    Which::Ply(wanted) if wanted == ply => {
                        return rows.row(&position, ply, &comments, Some(facts));
                    }
                    _ => {}
                }
                position.play(facts.mv);
                ply = ply.saturating_add(1);
                comments.clear();
            }
            _ => {}
        }
    }
    if !matches!(options.which, Which::Ply(wanted) if wanted != ply) {
        rows.row(&position, ply, &comments, None);
    }
}

/// Is the start position known? A FEN tag that could not be read stands as it stood, and nothing was played from it.
fn has_start(game: &Game) -> bool {
    game.is_whole || game.items.iter().any(|item| matches!(item, Item::Move { .. }))
}

struct Rows<'g> {
    game: &'g Game,
    source: &'g str,
    epd: bool,
    out: &'g mut Written,
}

impl Rows<'_> {
    fn row(&mut self, position: &Position, ply: u32, comments: &[&str], played: Option<&MoveFacts>) {
        if !self.epd {
            position.write_fen(FenStyle::default(), &mut self.out.text);
            self.out.text.push('\n');
            return;
        }
        position.write_epd_fields(FenStyle::default(), &mut self.out.text);
        // Operations as they stood belong to the position that they stood behind.
        let known: Vec<Operation<'_>> = match ply {
            0 => comments.iter().filter_map(|text| operations(text)).flatten().collect(),
            _ => Vec::new(),
        };
        let is_known = |opcode: &str| known.iter().any(|op| op.opcode == opcode);
        let mut rows: Vec<(String, String)> = known
            .iter()
            .filter(|op| !matches!(op.opcode, "fmvn" | "hmvc"))
            .map(|op| (op.opcode.to_owned(), op.operand.to_owned()))
            .collect();
        let mut free: Vec<String> = (0..COMMENTS).map(|n| format!("c{n}")).collect();
        free.retain(|opcode| !is_known(opcode));
        let mut left: Vec<&str> =
            comments.iter().copied().filter(|text| ply > 0 || operations(text).is_none()).collect();
        // What there is no opcode for goes into the last one.
        let most = free.len().max(1);
        let over = left.split_off(left.len().min(most - 1)).join(" / ");
        left.extend(Some(over.as_str()).filter(|text| !text.is_empty()));
        for (index, comment) in left.into_iter().enumerate() {
            let mut operand = "\"".to_owned();
            push_plain(comment, &mut operand);
            operand.push('"');
            rows.push((free.get(index).cloned().unwrap_or_else(|| "c9".to_owned()), operand));
        }
        rows.push(("fmvn".to_owned(), position.fullmove_number().to_string()));
        rows.push(("hmvc".to_owned(), position.halfmove_clock().to_string()));
        if let Some(facts) = played.filter(|facts| !facts.mv.is_null() && !is_known("sm")) {
            let mut san = String::new();
            facts.write(&Style::PGN, &mut san);
            rows.push(("sm".to_owned(), san));
        }
        rows.sort();
        let mut waits = !is_known("id");
        for (opcode, operand) in &rows {
            if waits && opcode.as_str() > "id" {
                self.id();
                waits = false;
            }
            let blank = if operand.is_empty() { "" } else { " " };
            // Writing to a string does not fail.
            let _ = write!(self.out.text, " {opcode}{blank}{operand};");
        }
        if waits {
            self.id();
        }
        self.out.text.push('\n');
    }

    /// `id "games.pgn#12 Anderssen - Kieseritzky 1851";`
    fn id(&mut self) {
        let said =
            |name| self.game.tag(name).map(str::trim).filter(|value| !matches!(*value, "" | "?" | "-"));
        let year = self.game.tag("Date").and_then(|date| date.get(..4)).filter(|year| !year.contains('?'));
        let mut names = String::new();
        if said("White").is_some() || said("Black").is_some() {
            let _ = write!(names, " {} - {}", said("White").unwrap_or("?"), said("Black").unwrap_or("?"));
            if let Some(year) = year {
                let _ = write!(names, " {year}");
            }
        }
        self.out.text.push_str(" id \"");
        push_plain(self.source, &mut self.out.text);
        self.out.text.push('#');
        self.out.number(self.game.number);
        push_plain(&names, &mut self.out.text);
        self.out.text.push_str("\";");
    }
}

/// What stands in a string operand, in which there is no way to write a quote.
fn push_plain(text: &str, out: &mut String) {
    out.extend(text.chars().map(|c| match c {
        '"' => '\'',
        c if c.is_control() => ' ',
        c => c,
    }));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::game::CheckOptions;
    use crate::check::record::read_games;
    use crate::export::written::Before;

    const GAME: &str = "[Event \"a\"]\n[White \"A \\\"X\\\"\"]\n[Date \"1851.06.21\"]\n\n\
        {start} 1. e4 {one} (1. d4 {not here}) {two} e5 2. Nf3 1-0\n";

    fn rows(text: &str, epd: bool, which: Which) -> Vec<String> {
        let game = read_games(text.as_bytes(), CheckOptions::default()).remove(0);
        let (mut out, mut filled) = (Written::default(), String::new());
        write_game(&game, &PositionsOptions { epd, which }, "a.pgn", &mut out);
        out.fill(0..out.text.len(), Before { games: 4, lines: 0 }, &mut filled);
        filled.lines().map(str::to_owned).collect()
    }

    #[test]
    fn every_position_the_last_or_one() {
        let every = rows(GAME, false, Which::Every);
        assert_eq!(
            every,
            [
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
                "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
                "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
            ]
        );
        assert_eq!(rows(GAME, false, Which::Final), every[3..]);
        assert_eq!(rows(GAME, false, Which::Ply(0)), every[..1]);
        assert_eq!(rows(GAME, false, Which::Ply(3)), every[3..]);
        assert!(rows(GAME, false, Which::Ply(4)).is_empty());
    }

    #[test]
    fn an_epd_tells_comments_clocks_source_and_move_in_the_order_of_opcodes() {
        assert_eq!(
            rows(GAME, true, Which::Ply(1)),
            [
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - c0 \"one\"; c1 \"two\"; fmvn 1; hmvc 0; \
              id \"a.pgn#5 A 'X' - ? 1851\"; sm e5;"
            ]
        );
    }

    #[test]
    fn the_eleventh_comment_joins_the_tenth() {
        let comments: String = (0..12).map(|n| format!("{{{n}}} ")).collect();
        let row = rows(&format!("[Event \"a\"]\n\n1. e4 {comments}*"), true, Which::Final).remove(0);
        assert!(row.contains("c8 \"8\"; c9 \"9 / 10 / 11\"; fmvn 1;"), "{row}");
    }

    #[test]
    fn a_game_whose_start_is_not_known_has_no_positions() {
        let bad = "[FEN \"nonsense\"]\n\n1. e4 *";
        assert!(rows(bad, false, Which::Every).is_empty());
    }

    #[test]
    fn operations_of_a_list_of_positions_are_said_again() {
        let game = "[FEN \"8/8/8/4k3/8/3K4/8/8 w - - 7 40\"]\n[SetUp \"1\"]\n\n{bm Kd2; id \"x\"; hmvc 3;} *";
        assert_eq!(
            rows(game, true, Which::Final),
            ["8/8/8/4k3/8/3K4/8/8 w - - bm Kd2; fmvn 40; hmvc 7; id \"x\";"]
        );
    }
}
