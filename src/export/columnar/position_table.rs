//! `positions` has a row for each position of the main line, from the one before the first move (ply 0) to the last one.
//!
//! Sorted by `key`, within a key by `game_id` and `ply`; each file by itself. Columns:
//!
//! | column | type | what |
//! |---|---|---|
//! | `key` | UBIGINT | the key of the position, see KEYS; has a Bloom filter |
//! | `key_prefix` | INTEGER | its first eight bits, `key >> 56`: 0 to 255; with `--partition-by key-prefix` the name of the folder instead |
//! | `game_id` | BIGINT | the game, as in `games` |
//! | `ply` | INTEGER | half-moves played before it; 0 is the start position |
//! | `move` | VARCHAR | the move that was played there, in UCI; NULL at the end of the game |
//! | `san` | VARCHAR | the same in English notation, as PGN export format has it |
//! | `result` | VARCHAR | result of the game |
//! | `white_elo` | INTEGER | White's rating |
//! | `black_elo` | INTEGER | Black's rating |
//! | `material` | VARCHAR | the men, White's as capitals, each side in the order KQRBNP: `KRPkr` |
//! | `white_men` | INTEGER | White's men, the king included |
//! | `black_men` | INTEGER | Black's men |
//! | `check` | BOOLEAN | the side to move is in check |
//! | `clock` | DOUBLE | `[%clk` behind `move`: seconds that its side has left |
//! | `eval_cp` | INTEGER | `[%eval` behind `move`: the position after it, in hundredths of a pawn, good for White if positive |
//! | `eval_mate` | INTEGER | the same where it is a mate in so many moves, of Black if negative |

use parquet::data_type::{BoolType, DataType, Int64Type};
use parquet::errors::Result;
use parquet::file::statistics::Statistics;

use super::coded_column::CodedColumn;
use super::move_names::PackedMove;
use super::position_record::PositionRecord;
use super::table::{Column, Encoded, Field, Kind, Packing, RowGroup, Table};
use crate::chess::{Color, Material};
use crate::notation::result::GameResult;
use crate::store::endings;

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

/// Bits of the keys by which records are told apart first.
const FIRST_BITS: u32 = 11;

/// Appends records to `out`, sorted by key, those of a key by game and ply. They have the same first `known` bits of
/// their keys, and come in the order of games and plies.
pub fn sort(records: &[PositionRecord], known: u32, out: &mut Vec<PositionRecord>) {
    let Some(filler) = records.first() else { return };
    // Keys are as good as random: what has the next bits in common are but a few.
    let known = known.min(64 - FIRST_BITS);
    let group = |record: &PositionRecord| (record.key() << known >> (64 - FIRST_BITS)) as usize;
    let mut ends = vec![0usize; 1 << FIRST_BITS];
    for record in records {
        if let Some(count) = ends.get_mut(group(record)) {
            *count += 1;
        }
    }
    let mut sum = 0;
    for end in &mut ends {
        // Where the group begins; it becomes where it ends while records are put in.
        sum += std::mem::replace(end, sum);
    }
    let first = out.len();
    out.resize(first + records.len(), *filler);
    let sorted = out.get_mut(first..).unwrap_or_default();
    for record in records {
        if let Some(at) = ends.get_mut(group(record)) {
            if let Some(place) = sorted.get_mut(*at) {
                *place = *record;
            }
            *at += 1;
        }
    }
    let mut begin = 0;
    for end in ends {
        let group = sorted.get_mut(begin..end).unwrap_or_default();
        group.sort_unstable_by_key(|record| (record.key(), record.game(), record.ply()));
        begin = end;
    }
}

/// Encodes sorted records as a row group of the table; `games` by the numbers in them.
///
/// # Errors
/// None, as for [`table`].
pub fn encode(table: &Table, records: &[PositionRecord], games: &[GameFacts]) -> Result<RowGroup> {
    // Games are far apart in memory: each is looked for once.
    let none = GameFacts { game_id: 0, white_elo: 0, black_elo: 0, result: GameResult::Unfinished };
    let game = |record: &PositionRecord| games.get(record.game() as usize).copied().unwrap_or(none);
    let facts: Vec<GameFacts> = records.iter().map(game).collect();
    let elo = |elo: u16| (elo > 0).then_some(u64::from(elo));
    let men = |record: &PositionRecord, color| Some(1 + u64::from(record.material().men_of(color)));
    table.encode_by(records.len(), |column| {
        let all = Rows { records, facts: &facts, column };
        match all.column.name() {
            "key" => all.write::<Int64Type>(|record| Some(record.key().cast_signed())),
            "key_prefix" => all.numbers(all.each(|record| Some(u64::from(key_prefix(record.key()))))),
            "game_id" => all.write_facts::<Int64Type>(|game| game.game_id.cast_signed()),
            "ply" => all.numbers(all.each(|record| Some(u64::from(record.ply())))),
            "move" => all.texts(all.each(|record| record.mv().uci_key()), |key, out| {
                PackedMove::of_uci_key(key).write_uci(out)
            }),
            "san" => all.texts(all.each(|record| record.mv().san_key()), |key, out| {
                PackedMove::from_bits(key as u32).write_san(out)
            }),
            "result" => all.texts(facts.iter().map(|game| Some(game.result as u64)), |key, out| {
                out.push_str(result_of(key).score())
            }),
            "white_elo" => all.numbers(facts.iter().map(|game| elo(game.white_elo))),
            "black_elo" => all.numbers(facts.iter().map(|game| elo(game.black_elo))),
            "material" => all.texts(all.each(|record| Some(shown(record.material()))), |key, out| {
                endings::write(&[Material::from_bits(key)], out)
            }),
            "white_men" => all.numbers(all.each(|record| men(record, Color::White))),
            "black_men" => all.numbers(all.each(|record| men(record, Color::Black))),
            "check" => all.write::<BoolType>(|record| Some(record.is_check())),
            "clock" => all.hundredths(all.each(|record| record.clock().map(u64::from))),
            "eval_cp" => all.signed(all.each(|record| record.eval().0)),
            _ => all.signed(all.each(|record| record.eval().1)),
        }
    })
}

/// What of material shows in its text: not on squares of which colour the bishops stand.
fn shown(material: Material) -> u64 {
    const DARK: u64 = 0xF00 | 0xF00 << 24;
    const LIGHT: u64 = DARK << 4;
    let bits = material.bits();
    let sum = (bits & DARK) + ((bits & LIGHT) >> 4);
    // More than a field holds has the same text in another way.
    if sum & LIGHT != 0 { bits } else { bits & !(DARK | LIGHT) | sum }
}

/// The result whose number this is.
fn result_of(key: u64) -> GameResult {
    let all = [
        GameResult::WhiteWins,
        GameResult::BlackWins,
        GameResult::Draw,
        GameResult::BothLost,
        GameResult::HalfZero,
        GameResult::ZeroHalf,
    ];
    all.into_iter().find(|result| *result as u64 == key).unwrap_or(GameResult::Unfinished)
}

/// The rows of a column.
struct Rows<'r> {
    records: &'r [PositionRecord],
    /// What is known of the game of each.
    facts: &'r [GameFacts],
    column: Column<'r>,
}

/// Records written at a time: what is made of them stays in the processor's memory.
const BATCH: usize = 8192;

impl<'r> Rows<'r> {
    /// A value of each record.
    fn each<V, F: Fn(&'r PositionRecord) -> V>(
        &self,
        value: F,
    ) -> std::iter::Map<std::slice::Iter<'r, PositionRecord>, F> {
        self.records.iter().map(value)
    }

    /// Writes values of the games.
    fn write_facts<D: DataType>(&self, value: impl Fn(&GameFacts) -> D::T) -> Result<Encoded> {
        self.column.write::<D>(|out| {
            let mut values = Vec::with_capacity(BATCH);
            for facts in self.facts.chunks(BATCH) {
                values.clear();
                values.extend(facts.iter().map(&value));
                out.write_batch(&values, None, None)?;
            }
            Ok(())
        })
    }

    /// Writes values of which most are different, or most are unknown.
    fn write<D: DataType>(&self, value: impl Fn(&PositionRecord) -> Option<D::T>) -> Result<Encoded> {
        self.column.write::<D>(|out| {
            let (mut values, mut levels) = (Vec::with_capacity(BATCH), Vec::new());
            for records in self.records.chunks(BATCH) {
                values.clear();
                if self.column.is_optional() {
                    levels.clear();
                    levels.extend(records.iter().map(|record| {
                        let value = value(record);
                        let level = i16::from(value.is_some());
                        values.extend(value);
                        level
                    }));
                    out.write_batch(&values, Some(&levels), None)?;
                } else {
                    values.extend(records.iter().filter_map(&value));
                    out.write_batch(&values, None, None)?;
                }
            }
            Ok(())
        })
    }

    /// Numbers of which there are few different ones.
    fn numbers(&self, values: impl Iterator<Item = Option<u64>>) -> Result<Encoded> {
        self.ints(CodedColumn::new(values), |key| i32::try_from(key).unwrap_or(i32::MAX))
    }

    /// The same with numbers below zero.
    fn signed(&self, values: impl Iterator<Item = Option<i32>>) -> Result<Encoded> {
        // Small numbers of either sign have small keys.
        let key = |value: i32| u64::from((value << 1 ^ value >> 31).cast_unsigned());
        let value = |key: u64| (key >> 1) as i32 ^ -((key & 1) as i32);
        self.ints(CodedColumn::new(values.map(|known| known.map(key))), value)
    }

    fn ints(&self, coded: CodedColumn, value: impl Fn(u64) -> i32) -> Result<Encoded> {
        let values = || coded.keys().iter().map(|key| value(*key));
        let unknown = Some(coded.unknown());
        let statistics = Statistics::int32(values().min(), values().max(), None, unknown, false);
        self.column
            .coded(coded, Some(statistics), |key, out| out.extend_from_slice(&value(key).to_le_bytes()))
    }

    /// Numbers with two decimals.
    fn hundredths(&self, values: impl Iterator<Item = Option<u64>>) -> Result<Encoded> {
        let coded = CodedColumn::new(values);
        let value = |key: u64| key as f64 / 100.0;
        let (least, most) = (coded.keys().iter().min(), coded.keys().iter().max());
        let (least, most) = (least.map(|key| value(*key)), most.map(|key| value(*key)));
        let statistics = Statistics::double(least, most, None, Some(coded.unknown()), false);
        self.column
            .coded(coded, Some(statistics), |key, out| out.extend_from_slice(&value(key).to_le_bytes()))
    }

    /// Texts of which there are few different ones.
    fn texts(
        &self,
        keys: impl Iterator<Item = Option<u64>>,
        write: impl Fn(u64, &mut String),
    ) -> Result<Encoded> {
        let coded = CodedColumn::new(keys);
        let text = |key: u64, out: &mut Vec<u8>| {
            let mut text = String::new();
            write(key, &mut text);
            out.extend_from_slice(&(text.len() as u32).to_le_bytes());
            out.extend_from_slice(text.as_bytes());
        };
        self.column.coded(coded, None, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manual_has_the_columns_in_their_order() {
        let manual =
            include_str!("position_table.rs").lines().filter_map(|line| line.strip_prefix("//! | `"));
        let manual: Vec<&str> = manual.filter_map(|line| line.split('`').next()).collect();
        assert_eq!(manual, fields(false).iter().map(|field| field.name).collect::<Vec<_>>());
    }

    proptest::proptest! {
        #[test]
        fn records_are_sorted_by_key_game_and_ply(
            keys in proptest::collection::vec(proptest::prop_oneof![0u64..4, proptest::num::u64::ANY], 0..400),
            known in 0u32..12,
        ) {
            // As they come: game by game, ply by ply, with the first bits of the key in common.
            let of = |(index, key): (usize, u64)| {
                let mut bytes = [0; super::super::position_record::RECORD_BYTES];
                bytes.iter_mut().zip((key << known >> known).to_le_bytes()).for_each(|(to, from)| *to = from);
                let record = PositionRecord::from_bytes(&bytes);
                record.of_game(index as u32 / 7).at_ply(index as u32 % 7)
            };
            let records: Vec<PositionRecord> = keys.into_iter().enumerate().map(of).collect();
            let mut expected = records.clone();
            expected.sort_by_key(|record| (record.key(), record.game(), record.ply()));
            let mut sorted = Vec::new();
            sort(&records, known, &mut sorted);
            proptest::prop_assert_eq!(sorted, expected);
        }
    }

    #[test]
    fn bishops_on_squares_of_any_colour_are_the_same_material() {
        let of = |fen: &str| {
            shown(Material::of(&crate::chess::Position::from_fen(fen.as_bytes()).expect("readable").position))
        };
        assert_eq!(of("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1"), of("4k3/8/8/8/8/8/8/1B2K3 w - - 0 1"));
        assert_ne!(of("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1"), of("2b1k3/8/8/8/8/8/8/4K3 w - - 0 1"));
    }
}
