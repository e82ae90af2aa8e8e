//! The table with a row a position: what a query for a position reads.

use bytes::Bytes;
use parquet::column::writer::{ColumnWriter, ColumnWriterImpl};
use parquet::data_type::{ByteArray, DataType};
use parquet::errors::{ParquetError, Result};

use super::move_names::Names;
use super::position_record::PositionRecord;
use super::table::{Field, Kind, Packing, RowGroup, Table};
use crate::chess::Color;
use crate::notation::result::GameResult;

/// What all positions of a game have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameFacts {
    /// Its number among all games.
    pub game_id: u64,
    /// White's rating; 0 if there is none.
    pub white_elo: u16,
    /// Black's rating; 0 if there is none.
    pub black_elo: u16,
    /// The result.
    pub result: GameResult,
}

/// What folder a position's key puts it into, if that decides: 0 to 255.
pub fn key_prefix(key: u64) -> u8 {
    (key >> 56) as u8
}

/// The columns of the table; `without_prefix`: the files are in folders by it.
pub fn fields(without_prefix: bool) -> Vec<Field> {
    let mut fields = vec![
        Field::known("key", Kind::Unsigned).packed(Packing::Looked),
        Field::known("key_prefix", Kind::Int),
        Field::known("game_id", Kind::Long).packed(Packing::Differences),
        Field::known("ply", Kind::Int),
        Field::optional("move", Kind::Text),
        Field::optional("san", Kind::Text),
        Field::known("result", Kind::Text),
        Field::optional("white_elo", Kind::Int),
        Field::optional("black_elo", Kind::Int),
        Field::known("material", Kind::Text),
        Field::known("white_men", Kind::Int),
        Field::known("black_men", Kind::Int),
        Field::known("check", Kind::Flag),
        Field::optional("clock", Kind::Number),
        Field::optional("eval_cp", Kind::Int),
        Field::optional("eval_mate", Kind::Int),
    ];
    fields.retain(|field| !(without_prefix && field.name == "key_prefix"));
    fields
}

/// The table of positions.
///
/// # Errors
/// None: the columns are those of the program.
pub fn table(without_prefix: bool) -> Result<Table> {
    Table::new("positions", fields(without_prefix), 1, &[])
}

/// Sorts records by key, those of a key by game and ply.
pub fn sort(records: &mut [PositionRecord]) {
    records.sort_unstable_by_key(|record| (record.key(), record.game(), record.ply()));
}

/// Encodes sorted records as a row group of the table; `games` by the numbers in them.
///
/// # Errors
/// None, as for [`table`].
pub fn encode(table: &Table, records: &[PositionRecord], games: &[GameFacts]) -> Result<RowGroup> {
    let mut names = Names::default();
    let texts = RESULTS.map(|result| ByteArray::from(Bytes::from_static(result.score().as_bytes())));
    let result_of = |record: &PositionRecord| {
        let result = games.get(record.game() as usize).map_or(GameResult::Unfinished, |game| game.result);
        let known = RESULTS.iter().zip(&texts).find(|(known, _)| **known == result);
        known.map(|(_, text)| text.clone())
    };
    let game = |record: &PositionRecord| games.get(record.game() as usize);
    let elo = |rating: Option<u16>| rating.filter(|elo| *elo > 0).map(i32::from);
    let men = |record: &PositionRecord, color| Some(1 + record.material().men_of(color) as i32);
    table.encode_by(records.len(), |field, out| {
        let all = Batches { records, is_optional: field.is_optional };
        match out {
            ColumnWriter::Int64ColumnWriter(out) => match field.name {
                "key" => all.write(out, |record| Some(record.key().cast_signed())),
                _ => all.write(out, |record| game(record).map(|game| game.game_id.cast_signed())),
            },
            ColumnWriter::Int32ColumnWriter(out) => match field.name {
                "key_prefix" => all.write(out, |record| Some(i32::from(key_prefix(record.key())))),
                "ply" => all.write(out, |record| i32::try_from(record.ply()).ok()),
                "white_elo" => all.write(out, |record| elo(game(record).map(|game| game.white_elo))),
                "black_elo" => all.write(out, |record| elo(game(record).map(|game| game.black_elo))),
                "white_men" => all.write(out, |record| men(record, Color::White)),
                "black_men" => all.write(out, |record| men(record, Color::Black)),
                "eval_cp" => all.write(out, |record| record.eval().0),
                _ => all.write(out, |record| record.eval().1),
            },
            ColumnWriter::ByteArrayColumnWriter(out) => match field.name {
                "move" => all.write(out, |record| names.uci(record.mv())),
                "san" => all.write(out, |record| names.san(record.mv())),
                "result" => all.write(out, result_of),
                _ => all.write(out, |record| Some(names.material(record.material()))),
            },
            ColumnWriter::BoolColumnWriter(out) => all.write(out, |record| Some(record.is_check())),
            ColumnWriter::DoubleColumnWriter(out) => {
                all.write(out, |record| record.clock().map(|clock| f64::from(clock) / 100.0))
            }
            _ => Err(ParquetError::General(format!("there is no such column as {}", field.name))),
        }
    })
}

/// The results that a game may have.
const RESULTS: [GameResult; 7] = [
    GameResult::WhiteWins,
    GameResult::BlackWins,
    GameResult::Draw,
    GameResult::Unfinished,
    GameResult::BothLost,
    GameResult::HalfZero,
    GameResult::ZeroHalf,
];

/// Records, written some at a time: what is made of them stays in the processor's memory.
struct Batches<'r> {
    records: &'r [PositionRecord],
    is_optional: bool,
}

impl Batches<'_> {
    const ROWS: usize = 8192;

    fn write<D: DataType>(
        &self,
        out: &mut ColumnWriterImpl<'_, D>,
        mut value: impl FnMut(&PositionRecord) -> Option<D::T>,
    ) -> Result<()> {
        let (mut values, mut levels) = (Vec::with_capacity(Batches::ROWS), Vec::new());
        for records in self.records.chunks(Batches::ROWS) {
            values.clear();
            if self.is_optional {
                levels.clear();
                levels.extend(records.iter().map(|record| {
                    let value = value(record);
                    let level = i16::from(value.is_some());
                    values.extend(value);
                    level
                }));
                out.write_batch(&values, Some(&levels), None)?;
            } else {
                values.extend(records.iter().filter_map(&mut value));
                out.write_batch(&values, None, None)?;
            }
        }
        Ok(())
    }
}
