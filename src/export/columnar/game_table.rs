//! The tables with a row a game, or a row a tag of a game.

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
const FLAGS: [(&str, Flags); 16] = [
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
            "Date" => self.date.to_string() == value,
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
        (None, _) => (1, 1, "year"),
    };
    let first = NaiveDate::from_ymd_opt(i32::from(year), u32::from(month), u32::from(day))?;
    let days = first.signed_duration_since(NaiveDate::default()).num_days();
    Some((i32::try_from(days).ok()?, precision))
}
