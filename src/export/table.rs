//! Games as rows of a table: CSV (RFC 4180, but with LF) or TSV, the same with tabs for commas.

use std::fmt::Write as _;

use super::ndjson_text::{push_key, push_number};
use super::table_fields::Field;
use super::written::Written;
use crate::chess::fen::FenStyle;
use crate::chess::{Color, Position};
use crate::notation::Style;
use crate::replay::game::{Game, Item};

/// What stands between two cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Separator {
    /// CSV.
    Comma,
    /// TSV.
    Tab,
}

impl Separator {
    fn char(self) -> char {
        match self {
            Separator::Comma => ',',
            Separator::Tab => '\t',
        }
    }
}

/// A table with its header line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    separator: Separator,
    fields: Vec<Field>,
    style: Style,
    header: String,
}

impl Table {
    /// A table with these columns; none: the usual ones. The style is that of the column `moves`.
    pub fn new(separator: Separator, fields: Vec<Field>, style: Style) -> Table {
        let fields = if fields.is_empty() { Field::usual() } else { fields };
        let mut header = String::new();
        for (index, field) in fields.iter().enumerate() {
            if index > 0 {
                header.push(separator.char());
            }
            push_cell(field.name(), separator, &mut header);
        }
        header.push('\n');
        Table { separator, fields, style, header }
    }

    /// The first line.
    pub fn header(&self) -> &str {
        &self.header
    }

    /// Which ending of file names goes with it.
    pub fn extension(&self) -> &'static str {
        match self.separator {
            Separator::Comma => "csv",
            Separator::Tab => "tsv",
        }
    }

    /// Is the line of a game among the columns?
    pub fn needs_lines(&self) -> bool {
        self.fields.contains(&Field::Line)
    }

    /// Appends the row of a game. `file` is the name of its source.
    pub fn write_game(&self, game: &Game, file: &str, out: &mut Written) {
        let mut cell = String::new();
        let mut last: Option<Position> = None;
        for (index, field) in self.fields.iter().enumerate() {
            if index > 0 {
                out.text.push(self.separator.char());
            }
            cell.clear();
            match field {
                // What is filled in later is no text that could be quoted afterwards.
                Field::Game => {
                    out.number(game.number);
                    continue;
                }
                Field::Line => {
                    out.line(game.line);
                    continue;
                }
                Field::Id => {
                    self.write_id(game, file, out);
                    continue;
                }
                Field::File => cell.push_str(file),
                Field::Language => cell.push_str(game.language.map_or("", |language| language.code())),
                Field::StartFen => game.start.write_fen(FenStyle::default(), &mut cell),
                Field::Result => cell.push_str(game.result.score()),
                Field::Plies => push_number(game.plies() as u64, &mut cell),
                Field::FinalFen => {
                    last.get_or_insert_with(|| game.final_position())
                        .write_fen(FenStyle::default(), &mut cell);
                }
                Field::FinalKey => {
                    push_key(last.get_or_insert_with(|| game.final_position()).key(), &mut cell)
                }
                Field::Moves => write_numbered(game, &self.style, &mut cell),
                Field::MovesSan => write_bare(game, &Style::PGN, &mut cell),
                Field::MovesUci => write_bare(game, &Style::UCI, &mut cell),
                Field::Comments => {
                    push_number(count(game, |item| matches!(item, Item::Comment(_))), &mut cell);
                }
                Field::Variations => push_number(count(game, |item| *item == Item::Open), &mut cell),
                Field::Whole => cell.push_str(if game.is_whole { "true" } else { "false" }),
                Field::Tag(name) => cell.push_str(game.tag(name).unwrap_or_default()),
            }
            push_cell(&cell, self.separator, &mut out.text);
        }
        out.text.push('\n');
    }

    fn write_id(&self, game: &Game, file: &str, out: &mut Written) {
        if !needs_quotes(file, self.separator) {
            out.text.push_str(file);
            out.text.push('#');
            out.number(game.number);
            return;
        }
        push_cell(file, self.separator, &mut out.text);
        // The number goes inside the quotes.
        let _ = out.text.pop();
        out.text.push('#');
        out.number(game.number);
        out.text.push('"');
    }
}

fn count(game: &Game, is_wanted: impl Fn(&Item) -> bool) -> u64 {
    game.items.iter().filter(|item| is_wanted(item)).count() as u64
}

fn write_bare(game: &Game, style: &Style, out: &mut String) {
    let style = Style { chess960: game.is_chess960, ..*style };
    for (index, facts) in game.main_line().enumerate() {
        if index > 0 {
            out.push(' ');
        }
        facts.write(&style, out);
    }
}

fn write_numbered(game: &Game, style: &Style, out: &mut String) {
    let style = Style { chess960: style.chess960 || game.is_chess960, ..*style };
    for (ply, (index, facts)) in (game.start.ply()..).zip(game.main_line().enumerate()) {
        if index > 0 {
            out.push(' ');
        }
        match facts.color {
            Color::White => {
                let _ = write!(out, "{}. ", ply / 2 + 1);
            }
            Color::Black if index == 0 => {
                let _ = write!(out, "{}... ", ply / 2 + 1);
            }
            Color::Black => {}
        }
        facts.write(&style, out);
    }
}

fn needs_quotes(text: &str, separator: Separator) -> bool {
    text.contains(['"', '\n', '\r', separator.char()]) || text.starts_with(' ') || text.ends_with(' ')
}

/// Appends a cell, in quotes where it needs them.
pub(super) fn push_cell(text: &str, separator: Separator, out: &mut String) {
    if !needs_quotes(text, separator) {
        out.push_str(text);
        return;
    }
    out.push('"');
    for (index, part) in text.split('"').enumerate() {
        if index > 0 {
            out.push_str("\"\"");
        }
        out.push_str(part);
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::testing::{any_game, game_of, written};
    use super::*;

    fn row(table: &Table, game: &Game, file: &str) -> String {
        written(|out| table.write_game(game, file, out))
    }

    fn table(fields: &str) -> Table {
        Table::new(Separator::Comma, Field::parse_list(fields).expect("fields"), Style::PGN)
    }

    #[test]
    fn a_game_is_one_row() {
        let table =
            table("id,White,result,plies,moves,moves_uci,final_key,comments,variations,whole,line,ECO");
        let game = game_of("[White \"Anna\"]\n[Result \"1-0\"]\n\n1. e4 e5 (1... c5 {x}) 2. Ke2 1-0\n");
        assert_eq!(
            row(&table, &game, "a,b.pgn"),
            "\"a,b.pgn#1\",Anna,1-0,3,1. e4 e5 2. Ke2,e2e4 e7e5 e1e2,9f2e3a461655ff6b,1,1,true,1,\n"
        );
    }

    #[test]
    fn moves_come_in_the_style_that_was_asked_for() {
        let fields = Field::parse_list("moves").expect("fields");
        let table = Table::new(Separator::Tab, fields, Style::FIDE_DE);
        let game = game_of("[FEN \"4k2r/8/8/8/8/8/8/4K3 b k - 0 30\"]\n\n30... O-O 31. Kd2 *\n");
        assert_eq!((table.header(), row(&table, &game, "-").as_str()), ("moves\n", "30... 0-0 31. Kd2\n"));
    }

    proptest! {
        #[test]
        fn a_reader_of_csv_finds_the_values(game in any_game(), tab in any::<bool>(), file in any::<String>()) {
            let separator = if tab { Separator::Tab } else { Separator::Comma };
            let mut fields = Field::parse_list("file,id,game,plies,moves_san,Event").expect("fields");
            fields.extend(game.tags.iter().map(|(name, _)| Field::Tag(name.clone())));
            let table = Table::new(separator, fields, Style::PGN);
            let text = format!("{}{}", table.header(), row(&table, &game, &file));
            let mut reader =
                csv::ReaderBuilder::new().delimiter(separator.char() as u8).from_reader(text.as_bytes());
            let record = reader.records().next().expect("a row").expect("a row");
            let number = game.number.to_string();
            prop_assert_eq!(record.get(0), Some(file.as_str()));
            prop_assert_eq!(record.get(1).map(str::to_owned), Some(format!("{file}#{number}")));
            prop_assert_eq!(record.get(2), Some(number.as_str()));
            for (column, (_, value)) in game.tags.iter().enumerate() {
                prop_assert_eq!(record.get(6 + column), Some(value.as_str()));
            }
        }
    }
}
