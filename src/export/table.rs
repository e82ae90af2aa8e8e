//! CSV and TSV: one row a game, columns as they are asked for.

use std::fmt::Write as _;

use super::written::Written;
use crate::chess::fen::FenStyle;
use crate::notation::Style;
use crate::pgn::known_tag::KnownTag;
use crate::replay::game::{Game, Item};

/// A column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Field {
    /// Name of the source.
    File,
    /// Number of the game in its source, 1-based.
    Game,
    /// Line of the source on which it begins, 1-based.
    Line,
    /// FEN of the position before the first move.
    StartFen,
    /// The result as it was found.
    Score,
    /// Plies of the main line.
    Plies,
    /// FEN of the position after the main line.
    FinalFen,
    /// The main line in English SAN, without numbers.
    MovesSan,
    /// The main line in UCI coordinates.
    MovesUci,
    /// All comments of the main line and of variations, a line each.
    Comments,
    /// A tag by its name.
    Tag(String),
}

/// Names of the columns that are no tags.
const NAMES: [(&str, Field); 10] = [
    ("file", Field::File),
    ("game", Field::Game),
    ("line", Field::Line),
    ("start_fen", Field::StartFen),
    ("result", Field::Score),
    ("plies", Field::Plies),
    ("final_fen", Field::FinalFen),
    ("moves_san", Field::MovesSan),
    ("moves_uci", Field::MovesUci),
    ("comments", Field::Comments),
];

/// The columns unless others are asked for.
pub const USUAL: &str = "file,game,Event,Site,Date,Round,White,Black,result,WhiteElo,BlackElo,ECO,plies,start_fen,final_fen,moves_san";

impl Field {
    /// The column of this name. A name of capital and small letters is a tag, known or not.
    ///
    /// # Errors
    /// The nearest name that there is, for a name that is neither.
    pub fn parse(name: &str) -> Result<Field, &'static str> {
        if let Some((_, field)) = NAMES.iter().find(|(known, _)| *known == name) {
            return Ok(field.clone());
        }
        let is_known = KnownTag::find(name.as_bytes()).is_some();
        let looks_like_tag = name.starts_with(|c: char| c.is_ascii_uppercase())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let near = nearest(name);
        match near {
            // A known tag but for a letter or two is more likely a slip than another tag.
            Some(near) if !is_known && near.1 <= 2 => Err(near.0),
            _ if is_known || looks_like_tag => Ok(Field::Tag(name.to_owned())),
            near => Err(near.map_or("moves_san", |near| near.0)),
        }
    }

    fn name(&self) -> &str {
        match self {
            Field::Tag(name) => name,
            other => NAMES.iter().find(|(_, field)| field == other).map_or("", |(name, _)| name),
        }
    }
}

/// The known name nearest to this one, and how many letters differ.
fn nearest(name: &str) -> Option<(&'static str, usize)> {
    let tags = KnownTag::ALL.iter().filter(|tag| tag.german_for().is_none()).map(|tag| tag.name());
    let names = NAMES.iter().map(|(name, _)| *name).chain(tags);
    names.map(|known| (known, distance(name, known))).min_by_key(|(_, distance)| *distance)
}

/// Letters to insert, leave out or change (Levenshtein 1965), upper and lower case alike.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().flat_map(char::to_lowercase).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.chars().flat_map(char::to_lowercase).enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        for (slot, other) in row.iter_mut().skip(1).zip(&b) {
            let best = (diagonal + usize::from(letter != *other)).min(left + 1).min(*slot + 1);
            diagonal = std::mem::replace(slot, best);
            left = best;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or(0)
}

/// How tables are written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableOptions {
    /// The columns.
    pub fields: Vec<Field>,
    /// What separates them: a comma or a tab.
    pub delimiter: u8,
}

impl TableOptions {
    /// The usual columns.
    pub fn usual(delimiter: u8) -> TableOptions {
        let fields = USUAL.split(',').filter_map(|name| Field::parse(name).ok()).collect();
        TableOptions { fields, delimiter }
    }

    /// The row of the names of the columns.
    pub fn header(&self) -> String {
        let mut out = String::new();
        for (index, field) in self.fields.iter().enumerate() {
            self.separate(index, &mut out);
            self.quote(field.name(), &mut out);
        }
        out.push('\n');
        out
    }

    fn separate(&self, index: usize, out: &mut String) {
        if index > 0 {
            out.push(char::from(self.delimiter));
        }
    }

    /// Appends a value, in quotes where it needs them.
    fn quote(&self, value: &str, out: &mut String) {
        if value.is_empty() {
            return;
        }
        let mut writer = csv::WriterBuilder::new().delimiter(self.delimiter).from_writer(Vec::new());
        // Writing to a vector does not fail.
        let written = writer.write_record([value]).ok().and_then(|()| writer.into_inner().ok());
        let text = written.and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default();
        out.push_str(text.strip_suffix('\n').unwrap_or(&text));
    }
}

/// Appends the row of a game; `file` is the name of its source.
pub fn write_game(game: &Game, file: &str, options: &TableOptions, out: &mut Written) {
    for (index, field) in options.fields.iter().enumerate() {
        options.separate(index, &mut out.text);
        match field {
            Field::Game => out.number(game.number),
            Field::Line => out.line(game.line),
            Field::Plies => {
                // Writing to a string does not fail.
                let _ = write!(out.text, "{}", game.plies());
            }
            Field::File => options.quote(file, &mut out.text),
            Field::Score => options.quote(game.result.score(), &mut out.text),
            Field::StartFen => options.quote(&game.start.fen(FenStyle::default()), &mut out.text),
            Field::FinalFen => options.quote(&game.final_position().fen(FenStyle::default()), &mut out.text),
            Field::MovesSan => options.quote(&moves(game, &Style::PGN), &mut out.text),
            Field::MovesUci => {
                let style = Style { chess960: game.is_chess960, ..Style::UCI };
                options.quote(&moves(game, &style), &mut out.text);
            }
            Field::Comments => options.quote(&comments(game), &mut out.text),
            Field::Tag(name) => options.quote(game.tag(name).unwrap_or_default(), &mut out.text),
        }
    }
    out.text.push('\n');
}

fn moves(game: &Game, style: &Style) -> String {
    let mut text = String::with_capacity(6 * game.items.len());
    for facts in game.main_line() {
        if !text.is_empty() {
            text.push(' ');
        }
        facts.write(style, &mut text);
    }
    text
}

fn comments(game: &Game) -> String {
    let texts = game.items.iter().filter_map(|item| match item {
        Item::Comment(text) | Item::Rest(text) => Some(text.as_str()),
        _ => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::super::written::Before;
    use super::*;
    use crate::check::game::CheckOptions;
    use crate::check::record::read_games;

    fn table(text: &str, fields: &str, delimiter: u8) -> String {
        let fields = fields.split(',').map(|name| Field::parse(name).expect("a field")).collect();
        let options = TableOptions { fields, delimiter };
        let mut out = Written::default();
        for game in read_games(text.as_bytes(), CheckOptions::default()) {
            write_game(&game, "a,b.pgn", &options, &mut out);
        }
        let mut filled = options.header();
        out.fill(0..out.text.len(), Before::default(), &mut filled);
        filled
    }

    const GAME: &str =
        "[White \"A, B\"]\n[Black \"C \\\"D\\\"\"]\n\n1. e4 {one} e5 2. Nf3 {two} 1/2-1/2\n\n1. d4 *\n";

    #[test]
    fn values_are_quoted_where_they_need_it() {
        assert_eq!(
            table(GAME, "file,game,White,Black,result,plies,moves_san,moves_uci,comments", b','),
            "file,game,White,Black,result,plies,moves_san,moves_uci,comments\n\
             \"a,b.pgn\",1,\"A, B\",\"C \"\"D\"\"\",1/2-1/2,3,e4 e5 Nf3,e2e4 e7e5 g1f3,\"one\ntwo\"\n\
             \"a,b.pgn\",2,,,*,1,d4,d2d4,\n"
        );
        assert_eq!(table(GAME, "game,White", b'\t'), "game\tWhite\n1\tA, B\n2\t\n");
    }

    #[test]
    fn a_table_is_read_back_by_the_csv_library() {
        let text = table(GAME, "White,Black,comments,final_fen", b',');
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[0].iter().take(3).collect::<Vec<_>>(), ["A, B", "C \"D\"", "one\ntwo"]);
    }

    #[test]
    fn a_slip_in_a_name_is_told() {
        assert_eq!(Field::parse("moves_sna"), Err("moves_san"));
        assert_eq!(Field::parse("Whit"), Err("White"));
        assert_eq!(Field::parse("white"), Err("White"));
        assert_eq!(Field::parse("what is this"), Err(nearest("what is this").expect("a name").0));
        assert_eq!(Field::parse("MyOwnTag"), Ok(Field::Tag("MyOwnTag".to_owned())));
    }

    #[test]
    fn the_usual_columns_are_all_there() {
        assert_eq!(TableOptions::usual(b',').fields.len(), USUAL.split(',').count());
    }
}
