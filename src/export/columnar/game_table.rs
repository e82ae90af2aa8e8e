//! `games` has a row for each game, `tags` one for each tag of each game.
//!
//! Sorted by `game_id`. Columns of `games`:
//!
//! | column | type | what |
//! |---|---|---|
//! | `game_id` | BIGINT | number of the file (from 1 on, in the order of the reading; each source of a store counts) shifted left by 40 bits, plus the byte in its decompressed text at which the game begins |
//! | `source` | VARCHAR | name of the source |
//! | `number` | BIGINT | number of the game in it, from 1 on; NULL in a shard that begins within the file |
//! | `event` | VARCHAR | tag Event; as the other tags just as it stands, `?` included, and NULL where there is no tag |
//! | `site` | VARCHAR | tag Site |
//! | `date` | DATE | the first day that the tag Date leaves possible; NULL if the year is not known |
//! | `date_precision` | VARCHAR | `day`, `month` or `year`: how much of `date` is known |
//! | `year` | INTEGER | its year; with `--partition-by year` the name of the folder instead |
//! | `round` | VARCHAR | tag Round |
//! | `white` | VARCHAR | tag White; has a Bloom filter |
//! | `black` | VARCHAR | tag Black; has a Bloom filter |
//! | `result` | VARCHAR | `1-0`, `0-1`, `1/2-1/2`, or a star where there is none; `0-0`, `1/2-0`, `0-1/2` where an arbiter gave it |
//! | `white_elo` | INTEGER | rating; NULL if it is no number of one to four digits |
//! | `black_elo` | INTEGER | the same of Black |
//! | `eco` | VARCHAR | code of the tag ECO, else of the opening: letter and two digits |
//! | `opening` | VARCHAR | name of the opening that the moves lead to |
//! | `chess960` | INTEGER | number of the start position, 518 for the classic one; NULL if it is none of the 960 |
//! | `start_fen` | VARCHAR | the start position; NULL if it is the classic one |
//! | `plies` | INTEGER | moves of the main line, half-moves counted |
//! | `ending` | VARCHAR | how it ended, the board first: `mate`, `stalemate`, `dead`, `resignation`, `agreement`, `time`, ..., `unknown`, as in `zug search --where "ending = ..."` |
//! | `whole` | BOOLEAN | the main line was read to its end |
//! | `is_chess960` | BOOLEAN | it says that it is Chess960, or its castling rights need it |
//! | `has_comments` | BOOLEAN | it has comments; text between games is told when it is read, and is in no table |
//! | `has_nags` | BOOLEAN | it has annotation glyphs |
//! | `has_variations` | BOOLEAN | it has variations |
//! | `has_clocks` | BOOLEAN | its comments have `[%clk` or `[%emt` |
//! | `has_evals` | BOOLEAN | its comments have `[%eval` |
//! | `mate` | BOOLEAN | the last position is mate |
//! | `stalemate` | BOOLEAN | the last position is stalemate |
//! | `dead` | BOOLEAN | the last position is dead by material |
//! | `threefold` | BOOLEAN | a position was there three times |
//! | `threefold_at_end` | BOOLEAN | the last position was there three times |
//! | `fivefold` | BOOLEAN | a position was there five times |
//! | `fifty` | BOOLEAN | there were 50 moves without pawn move or capture |
//! | `seventyfive` | BOOLEAN | there were 75 of them |
//! | `promotion` | BOOLEAN | a pawn became something |
//! | `underpromotion` | BOOLEAN | a pawn became something else than a queen |
//! | `en_passant` | BOOLEAN | there was a capture en passant |
//! | `language` | VARCHAR | code of the language its moves were written in; NULL if nothing tells |
//! | `tags` | MAP of VARCHAR to VARCHAR | every tag whose value the columns do not give back just as it stands |
//! | `moves` | VARCHAR | the main line in UCI, with blanks between; castling is king takes rook in Chess960 |
//! | `moves_packed` | BLOB | the same, two bytes a move, little endian: bits 0 to 5 the origin, 6 to 11 the target, from a1 = 0 to h8 = 63; 12 to 15 are 1 for castling (the target is the rook's square), 2 for a capture en passant, 4, 5, 6, 7 for a promotion to knight, bishop, rook, queen; 0 is a null move |
//! | `comments` | LIST of STRUCT(ply INTEGER, text VARCHAR) | comments of the main line, each with the plies before it; only with `--with-comments` |
//!
//! Columns of `tags`: `game_id` as above, `name` and `value` of the tag (VARCHAR), in the order of the source.

use chrono::NaiveDate;
use parquet::errors::Result;

use super::cells::{Cells, Pairs};
use super::position_record::PositionRecord;
use super::table::{Field, Kind, Packing, Table};
use crate::chess::fen::FenStyle;
use crate::chess::{Position, chess960};
use crate::notation::Language;
use crate::pgn::date::LaxDate;
use crate::query::Subject;
use crate::replay::game::Item;
use crate::store::Flags;

/// What of a game its flags tell, by the names of the columns.
const FLAGS: [(&str, Flags); 17] = [
    ("is_chess960", Flags::CHESS960),
    ("has_comments", Flags::COMMENTS),
    ("has_nags", Flags::NAGS),
    ("has_variations", Flags::VARIATIONS),
    ("has_clocks", Flags::CLOCKS),
    ("has_evals", Flags::EVALS),
    ("mate", Flags::MATE),
    ("stalemate", Flags::STALEMATE),
    ("dead", Flags::DEAD),
    ("threefold", Flags::THREEFOLD),
    ("threefold_at_end", Flags::REPETITION_AT_END),
    ("fivefold", Flags::FIVEFOLD),
    ("fifty", Flags::FIFTY),
    ("seventyfive", Flags::SEVENTYFIVE),
    ("promotion", Flags::PROMOTION),
    ("underpromotion", Flags::UNDERPROMOTION),
    ("en_passant", Flags::EN_PASSANT),
];

/// What the table of games has besides what it always has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GameColumns {
    /// The comments of the main line.
    pub comments: bool,
    /// Not the year: the files are in folders by year.
    pub without_year: bool,
}

/// The columns of the table of games.
pub fn fields(columns: GameColumns) -> Vec<Field> {
    let mut fields = vec![
        Field::known("game_id", Kind::Long).packed(Packing::Looked),
        Field::known("source", Kind::Text),
        Field::optional("number", Kind::Long).packed(Packing::Differences),
        Field::optional("event", Kind::Text),
        Field::optional("site", Kind::Text),
        Field::optional("date", Kind::Date),
        Field::optional("date_precision", Kind::Text),
        Field::optional("year", Kind::Int),
        Field::optional("round", Kind::Text),
        Field::optional("white", Kind::Text).packed(Packing::Filtered),
        Field::optional("black", Kind::Text).packed(Packing::Filtered),
        Field::known("result", Kind::Text),
        Field::optional("white_elo", Kind::Int),
        Field::optional("black_elo", Kind::Int),
        Field::optional("eco", Kind::Text),
        Field::optional("opening", Kind::Text),
        Field::optional("chess960", Kind::Int),
        Field::optional("start_fen", Kind::Text),
        Field::known("plies", Kind::Int),
        Field::known("ending", Kind::Text),
        Field::known("whole", Kind::Flag),
    ];
    fields.extend(FLAGS.iter().map(|(name, _)| Field::known(name, Kind::Flag)));
    fields.extend([
        Field::optional("language", Kind::Text),
        Field::known("tags", Kind::Map),
        Field::known("moves", Kind::Text).packed(Packing::Plain),
        Field::known("moves_packed", Kind::Bytes).packed(Packing::Plain),
    ]);
    if columns.comments {
        fields.push(Field::known("comments", Kind::Remarks));
    }
    fields.retain(|field| !(columns.without_year && field.name == "year"));
    fields
}

/// The table of games.
///
/// # Errors
/// None: the columns are those of the program.
pub fn table(columns: GameColumns) -> Result<Table> {
    Table::new("games", fields(columns), 1, &[])
}

/// The table of tags: one row for each tag of each game.
///
/// # Errors
/// None, as for [`table`].
pub fn tags_table() -> Result<Table> {
    let fields = vec![
        Field::known("game_id", Kind::Long).packed(Packing::Looked),
        Field::known("name", Kind::Text),
        Field::known("value", Kind::Text),
    ];
    Table::new("tags", fields, 1, &[])
}

/// A game as its row is made of it.
pub struct GameRow<'g> {
    /// What the filter language sees of it.
    pub subject: &'g dyn Subject,
    /// All its tags.
    pub tags: &'g [(&'g str, &'g str)],
    /// Its flags.
    pub flags: Flags,
    /// The language its moves were written in, if it is known.
    pub language: Option<Language>,
    /// Its number among all games.
    pub game_id: u64,
    /// Name of its source.
    pub source: &'g str,
    /// Its number there, 1-based, if it is known.
    pub number: Option<u64>,
    /// The positions of its main line.
    pub positions: &'g [PositionRecord],
}

/// Fills the cells of a row, column by column in the order of the schema.
struct Filler<'c> {
    columns: std::slice::IterMut<'c, Cells>,
}

impl Filler<'_> {
    fn text(&mut self, text: Option<&str>) {
        if let Some(Cells::Text(texts)) = self.columns.next() {
            texts.push(text.map(str::as_bytes));
        }
    }

    fn text_with(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        if let Some(Cells::Text(texts)) = self.columns.next() {
            texts.push_with(write);
        }
    }

    fn int(&mut self, number: Option<i32>) {
        if let Some(Cells::Int(cells)) = self.columns.next() {
            cells.push(number);
        }
    }

    fn long(&mut self, number: Option<u64>) {
        if let Some(Cells::Long(cells)) = self.columns.next() {
            cells.push(number.map(u64::cast_signed));
        }
    }

    fn flag(&mut self, is_so: bool) {
        if let Some(Cells::Flag(cells)) = self.columns.next() {
            cells.push(Some(is_so));
        }
    }

    fn pairs(&mut self) -> Option<&mut Pairs> {
        match self.columns.next() {
            Some(Cells::Pairs(pairs)) => Some(pairs),
            _ => None,
        }
    }
}

/// The place of the column `number`.
const NUMBER: usize = 2;

/// Adds to the numbers of games within their sources what was not known when the rows were made.
pub fn shift_numbers(cells: &mut [Cells], by: u64) {
    if let Some(Cells::Long(numbers)) = cells.get_mut(NUMBER) {
        numbers.iter_mut().flatten().for_each(|number| *number = number.saturating_add_unsigned(by));
    }
}

impl GameRow<'_> {
    /// Appends the row to the cells of the table with these columns.
    pub fn put(&self, columns: GameColumns, cells: &mut [Cells], memory: &mut String) {
        let subject = self.subject;
        let tag = |name: &str| self.tags.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
        let date = subject.date();
        let day = day_of(date);
        let (white_elo, black_elo) = (subject.white_elo(), subject.black_elo());
        let (eco, start) = (subject.eco(), subject.start());
        let eco = eco.map(|code| code.to_string());
        let opening = subject.opening();
        let int = |number: Option<u32>| number.and_then(|number| i32::try_from(number).ok());
        let plies = self.positions.len().saturating_sub(1);
        let moves = || self.positions.iter().take(plies).map(|position| position.mv());
        let mut row = Filler { columns: cells.iter_mut() };
        row.long(Some(self.game_id));
        row.text(Some(self.source));
        row.long(self.number);
        row.text(tag("Event"));
        row.text(tag("Site"));
        row.int(day.map(|(day, _)| day));
        row.text(day.map(|(_, precision)| precision));
        if !columns.without_year {
            row.int(date.year.map(i32::from));
        }
        row.text(tag("Round"));
        row.text(tag("White"));
        row.text(tag("Black"));
        row.text(Some(subject.result().score()));
        row.int(int(white_elo));
        row.int(int(black_elo));
        row.text(eco.as_deref());
        row.text(opening.map(|opening| opening.name));
        row.int(chess960::number(start).map(i32::from));
        memory.clear();
        let is_classic = start.same_as(Position::classic()) && start.ply() == 0;
        if !is_classic {
            start.write_fen(FenStyle::default(), memory);
        }
        row.text((!is_classic).then_some(memory.as_str()));
        row.int(i32::try_from(plies).ok());
        row.text(Some(subject.ending().name()));
        row.flag(subject.is_whole());
        for (_, flag) in FLAGS {
            row.flag(self.flags.has(flag));
        }
        row.text(self.language.map(Language::code));
        if let Some(pairs) = row.pairs() {
            let said =
                Said { date, white_elo, black_elo, eco: eco.as_deref(), result: subject.result().score() };
            for (name, value) in self.tags.iter().filter(|(name, value)| !said.gives_back(name, value)) {
                put_text(&mut pairs.first, name);
                put_text(&mut pairs.second, value);
            }
            pairs.end_row();
        }
        row.text_with(|out| {
            for (index, mv) in moves().enumerate() {
                if index > 0 {
                    out.push(b' ');
                }
                mv.put_uci(out);
            }
        });
        row.text_with(|out| out.extend(moves().flat_map(|mv| mv.move_bits().to_le_bytes())));
        if let Some(pairs) = row.pairs().filter(|_| columns.comments) {
            put_comments(subject.items(), pairs);
        }
    }
}

/// Appends the tags of a game to the table of tags.
pub fn put_tags(game_id: u64, tags: &[(&str, &str)], cells: &mut [Cells]) {
    for (name, value) in tags {
        let mut row = Filler { columns: cells.iter_mut() };
        row.long(Some(game_id));
        row.text(Some(name));
        row.text(Some(value));
    }
}

fn put_text(cells: &mut Cells, text: &str) {
    if let Cells::Text(texts) = cells {
        texts.push(Some(text.as_bytes()));
    }
}

/// The comments of the main line, each with the plies played before it.
fn put_comments(items: &[Item], pairs: &mut Pairs) {
    let (mut ply, mut depth) = (0, 0usize);
    for item in items {
        match item {
            Item::Open => depth += 1,
            Item::Close => depth = depth.saturating_sub(1),
            Item::Move { .. } if depth == 0 => ply += 1,
            Item::Comment(text) | Item::Rest(text) if depth == 0 => {
                if let Cells::Int(plies) = &mut pairs.first {
                    plies.push(Some(ply));
                }
                put_text(&mut pairs.second, text);
            }
            _ => {}
        }
    }
    pairs.end_row();
}

/// What columns say of tags.
struct Said<'a> {
    date: LaxDate,
    white_elo: Option<u32>,
    black_elo: Option<u32>,
    eco: Option<&'a str>,
    result: &'a str,
}

impl Said<'_> {
    /// Do the columns tell the value of a tag just as it stands?
    fn gives_back(&self, name: &str, value: &str) -> bool {
        let is_number = |number: Option<u32>| number.is_some_and(|number| number.to_string() == value);
        match name {
            "Event" | "Site" | "Round" | "White" | "Black" => true,
            // What is known behind something unknown has no place in the columns.
            "Date" => match self.date.year {
                Some(_) if self.date.month.is_none() && self.date.day.is_some() => false,
                Some(_) => self.date.to_string() == value,
                None => value == "????.??.??",
            },
            "Result" => self.result == value,
            "WhiteElo" => is_number(self.white_elo),
            "BlackElo" => is_number(self.black_elo),
            "ECO" => self.eco == Some(value),
            _ => false,
        }
    }
}

/// Days since 1970-01-01 of the first day that a date can be, and how exactly it is known.
fn day_of(date: LaxDate) -> Option<(i32, &'static str)> {
    let year = date.year?;
    let (month, day, precision) = match (date.month, date.day) {
        (Some(month), Some(day)) => (month, day, "day"),
        (Some(month), None) => (month, 1, "month"),
        (None, day) => (1, day.unwrap_or(1), "year"),
    };
    let first = NaiveDate::from_ymd_opt(i32::from(year), u32::from(month), u32::from(day))?;
    let days = first.signed_duration_since(NaiveDate::default()).num_days();
    Some((i32::try_from(days).ok()?, precision))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manual_has_the_columns_in_their_order() {
        let all = GameColumns { comments: true, without_year: false };
        let manual = include_str!("game_table.rs").lines().filter_map(|line| line.strip_prefix("//! | `"));
        let manual: Vec<&str> = manual.filter_map(|line| line.split('`').next()).collect();
        assert_eq!(manual, fields(all).iter().map(|field| field.name).collect::<Vec<_>>());
    }

    #[test]
    fn days_count_from_1970_and_tell_how_exactly_they_are_known() {
        let day = |year, month, day| day_of(LaxDate { year, month, day });
        assert_eq!(day(Some(1970), Some(1), Some(2)), Some((1, "day")));
        assert_eq!(day(Some(2000), Some(3), None), Some((11_017, "month")));
        assert_eq!(day(Some(1969), None, Some(4)), Some((-362, "year")));
        assert_eq!(day(None, Some(1), Some(1)), None);
    }
}
