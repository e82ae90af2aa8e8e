//! A report as one JSON object, a row of a table on a line.

use std::fmt::Write as _;

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::chess::fen::FenStyle;
use crate::stats::Report;
use crate::stats::report::{Column, Figures, Part, Squares, Table, Value};

/// Appends the report: `sources`, `games`, then the parts by their keys. Figures are an object (`KEY_note` says what a
/// figure is of, or which game it is of), a table is an array of objects by the keys of its columns (`KEY_total` is its
/// sum, `KEY_left_out` how many rows were not asked for), a map of the board is an object by the names of the squares, a
/// diagram is its FEN. What is not known is null.
pub fn json(report: &Report, out: &mut String) -> serde_json::Result<()> {
    out.push_str("{\n");
    entry("sources", &serde_json::to_string(&report.sources)?, out);
    out.push_str(",\n");
    entry("games", &report.games.to_string(), out);
    for part in &report.parts {
        out.push_str(",\n");
        match part {
            Part::Figures(figures) => {
                entry(figures.key, &serde_json::to_string(&FiguresObject(figures))?, out)
            }
            Part::Squares(squares) => {
                entry(squares.key, &serde_json::to_string(&SquaresObject(squares))?, out)
            }
            Part::Diagram(diagram) => {
                entry(diagram.key, &serde_json::to_string(&diagram.position.fen(FenStyle::default()))?, out);
            }
            Part::Table(table) => push_table(table, out)?,
        }
    }
    out.push_str("\n}\n");
    Ok(())
}

/// Keys are ours and need no escapes.
fn entry(key: &str, value: &str, out: &mut String) {
    let _ = write!(out, "  \"{key}\": {value}");
}

fn push_table(table: &Table, out: &mut String) -> serde_json::Result<()> {
    entry(table.key, "[", out);
    for (index, row) in table.rows.iter().enumerate() {
        out.push_str(if index > 0 { ",\n    " } else { "\n    " });
        out.push_str(&serde_json::to_string(&RowObject { columns: &table.columns, row })?);
    }
    out.push_str(if table.rows.is_empty() { "]" } else { "\n  ]" });
    if let Some(row) = &table.total {
        let total = serde_json::to_string(&RowObject { columns: &table.columns, row })?;
        out.push_str(",\n");
        entry(&format!("{}_total", table.key), &total, out);
    }
    if table.left_out > 0 {
        let _ = write!(out, ",\n  \"{}_left_out\": {}", table.key, table.left_out);
    }
    Ok(())
}

struct FiguresObject<'r>(&'r Figures);

impl Serialize for FiguresObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for figure in &self.0.rows {
            map.serialize_entry(figure.key, &Cell(&figure.value))?;
            if figure.note != Value::None {
                map.serialize_entry(&format!("{}_note", figure.key), &Cell(&figure.note))?;
            }
        }
        map.end()
    }
}

struct RowObject<'r> {
    columns: &'r [Column],
    row: &'r [Value],
}

impl Serialize for RowObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let cells = self.columns.iter().zip(self.row);
        serializer.collect_map(cells.map(|(column, value)| (column.key, Cell(value))))
    }
}

struct SquaresObject<'r>(&'r Squares);

impl Serialize for SquaresObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.each().map(|(square, count)| (square.to_string(), count)))
    }
}

struct Cell<'r>(&'r Value);

impl Serialize for Cell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::None => serializer.serialize_none(),
            Value::Count(count) => serializer.serialize_u64(*count),
            // What is not finite becomes null by itself.
            Value::Share(number) | Value::Number(number, _) => serializer.serialize_f64(*number),
            Value::Shares(low, high) => [low, high].serialize(serializer),
            Value::Difference(difference) => serializer.serialize_i64(*difference),
            Value::HalfPoints(halves) if halves % 2 == 0 => serializer.serialize_u64(halves / 2),
            Value::HalfPoints(halves) => serializer.serialize_f64(*halves as f64 / 2.0),
            Value::Text(text) => serializer.serialize_str(text),
            Value::Words(words) => serializer.serialize_str(words.en),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::report_testing::{EVIL, everything, report, table};
    use super::*;

    fn text(report: &Report) -> String {
        let mut out = String::new();
        json(report, &mut out).expect("JSON");
        out
    }

    #[test]
    fn a_row_is_a_line() {
        let expected = r#"{
  "sources": ["a.pgn","<script>|,\"\u001b[31m"],
  "games": 1234,
  "players": [
    {"name":"Anderssen, Adolf","games":1200,"won":800,"drawn":0,"lost":400,"score":0.6666666666666666,"points":800},
    {"name":"Réti, Richard von und zu Pezinok","games":99,"won":6,"drawn":3,"lost":90,"score":0.07575757575757576,"points":7.5},
    {"name":"<script>|,\"\u001b[31m","games":1,"won":0,"drawn":1,"lost":0,"score":0.5,"points":0.5}
  ],
  "players_total": {"name":"all","games":1300,"won":806,"drawn":4,"lost":490,"score":0.6215384615384615,"points":808},
  "players_left_out": 1234
}
"#;
        assert_eq!(text(&report(vec![Part::Table(table())])), expected);
    }

    #[test]
    fn a_reader_of_json_finds_every_part() {
        let value: serde_json::Value = serde_json::from_str(&text(&everything())).expect("JSON");
        assert_eq!(value["sources"][1], EVIL);
        assert_eq!(value["overview"]["draws"], 432);
        assert_eq!(value["overview"]["draws_note"], 0.35);
        assert_eq!(value["overview"]["longest_note"], "a.pgn#7");
        assert_eq!(value["overview"].get("plies_note"), None);
        assert_eq!(value["years"][2]["interval"], serde_json::json!([0.6, 0.6]));
        // a1 is the first square, h8 the last, b1 the second.
        assert_eq!(value["stands"]["a1"], 0);
        assert_eq!(value["stands"]["b1"], 100);
        assert_eq!(value["stands"]["h8"], 6300);
        assert_eq!(value["position"], "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    }

    #[test]
    fn what_is_not_known_is_null() {
        let unknown = [Value::None, Value::Share(f64::NAN), Value::Number(f64::INFINITY, 1), Value::None];
        let table = Table { rows: vec![unknown.to_vec()], total: None, left_out: 0, ..table() };
        let text = text(&report(vec![Part::Table(table)]));
        assert!(text.contains(r#"{"name":null,"games":null,"won":null,"drawn":null}"#), "{text}");
        let empty =
            Table { rows: Vec::new(), total: None, left_out: 0, ..super::super::report_testing::table() };
        assert!(self::text(&report(vec![Part::Table(empty)])).ends_with("  \"players\": []\n}\n"));
    }
}
