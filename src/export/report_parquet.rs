//! A report as a Parquet file.

use std::io::Write;

use parquet::errors::Result;

use super::parquet_table::{Cells, write_table};
use super::report_rows::{each_value, only_table};
use super::report_value::{magnitude, raw};
use crate::stats::Report;
use crate::stats::report::{Table, Value};

/// Writes the report as a Parquet file. What is in it is what is in the CSV, but numbers are numbers: counts INT64,
/// everything else DOUBLE. An interval has two columns, `_low` and `_high` behind its name. A column in which nothing
/// is known is one of text. Where there is a row for every value, a column `number` has those that are numbers.
///
/// # Errors
/// `out` does not take it.
pub fn parquet(report: &Report, out: impl Write + Send) -> Result<()> {
    match only_table(report) {
        Some(table) => write_table(table.key, &columns(table), out),
        None => write_table("report", &all_values(report), out),
    }
}

fn columns(table: &Table) -> Vec<(String, Cells)> {
    let mut columns = Vec::new();
    for (index, column) in table.columns.iter().enumerate() {
        let cells: Vec<&Value> =
            table.rows.iter().map(|row| row.get(index).unwrap_or(&Value::None)).collect();
        if cells.iter().any(|value| matches!(value, Value::Shares(..))) {
            let end = |pick: fn(f64, f64) -> f64| {
                let of = |value: &&Value| match value {
                    Value::Shares(low, high) => Some(pick(*low, *high)),
                    _ => None,
                };
                Cells::Number(cells.iter().map(of).collect())
            };
            columns.push((format!("{}_low", column.key), end(|low, _| low)));
            columns.push((format!("{}_high", column.key), end(|_, high| high)));
        } else {
            columns.push((column.key.to_owned(), typed(&cells)));
        }
    }
    columns
}

/// Cells of the type that all values have that are known.
fn typed(cells: &[&Value]) -> Cells {
    let known = || cells.iter().filter(|value| !matches!(value, Value::None));
    if known().next().is_none() || known().any(|value| matches!(value, Value::Text(_) | Value::Words(_))) {
        let text = |value: &&Value| (!matches!(value, Value::None)).then(|| raw(value).into_owned());
        return Cells::Text(cells.iter().map(text).collect());
    }
    let whole = |value: &&Value| match value {
        Value::Count(count) => Some(i64::try_from(*count).unwrap_or(i64::MAX)),
        Value::Difference(difference) => Some(*difference),
        _ => None,
    };
    if known().all(|value| whole(value).is_some()) {
        return Cells::Whole(cells.iter().map(whole).collect());
    }
    Cells::Number(cells.iter().map(|value| magnitude(value)).collect())
}

fn all_values(report: &Report) -> Vec<(String, Cells)> {
    let mut names: [Vec<Option<String>>; 3] = Default::default();
    let (mut texts, mut numbers) = (Vec::new(), Vec::new());
    each_value(report, &mut |about, value| {
        for (column, name) in names.iter_mut().zip(about) {
            column.push(Some(name.to_owned()));
        }
        texts.push((!matches!(value, Value::None)).then(|| raw(value).into_owned()));
        numbers.push(magnitude(value));
    });
    let [parts, items, columns] = names.map(Cells::Text);
    let named = [("part", parts), ("item", items), ("column", columns), ("value", Cells::Text(texts))];
    let named = named.into_iter().chain([("number", Cells::Number(numbers))]);
    named.map(|(name, cells)| (name.to_owned(), cells)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    use super::super::report_testing::{EVIL, everything, figures, report, table, years};
    use super::*;
    use crate::stats::report::{Column, Part};

    /// The schema, and the rows by the names of the columns.
    fn read(report: &Report) -> (Vec<String>, Vec<HashMap<String, Field>>) {
        let mut file = tempfile::tempfile().expect("a file");
        parquet(report, &mut file).expect("a file");
        let reader = SerializedFileReader::new(file).expect("Parquet");
        let schema = reader.metadata().file_metadata().schema_descr_ptr();
        let columns = schema.columns().iter();
        let columns = columns.map(|column| format!("{} {}", column.name(), column.physical_type()));
        let rows = reader.get_row_iter(None).expect("rows").map(|row| {
            let row = row.expect("a row");
            row.get_column_iter().map(|(name, cell)| (name.clone(), cell.clone())).collect()
        });
        (columns.collect(), rows.collect())
    }

    fn text(text: &str) -> Field {
        Field::Str(text.to_owned())
    }

    #[test]
    fn one_table_has_numbers_and_texts() {
        let (schema, rows) = read(&report(vec![Part::Figures(figures()), Part::Table(table())]));
        let types = ["BYTE_ARRAY", "INT64", "INT64", "INT64", "INT64", "DOUBLE", "DOUBLE"];
        let names = ["name", "games", "won", "drawn", "lost", "score", "points"];
        let expected: Vec<String> =
            names.iter().zip(types).map(|(name, of)| format!("{name} {of}")).collect();
        assert_eq!(schema, expected);
        assert_eq!(rows.len(), 3);
        assert_eq!(rows[1]["name"], text("Réti, Richard von und zu Pezinok"));
        assert_eq!((&rows[1]["lost"], &rows[1]["points"]), (&Field::Long(90), &Field::Double(7.5)));
        assert_eq!(rows[2]["name"], text(EVIL));
    }

    #[test]
    fn intervals_have_two_ends_and_what_is_unknown_is_null() {
        let (schema, rows) = read(&report(vec![Part::Table(years())]));
        assert!(schema.contains(&"interval_low DOUBLE".to_owned()), "{schema:?}");
        let ends = ["interval_low", "interval_high"].map(|name| rows[2][name].clone());
        assert_eq!(ends, [Field::Double(0.6), Field::Double(0.6)]);
        let columns = ["a", "b", "c"].map(|key| Column::new(key, "", "")).to_vec();
        let cells = |b| vec![Value::None, b, Value::Number(2.5, 1)];
        let rows = vec![cells(Value::Count(1)), cells(Value::None), cells(Value::Number(0.5, 1))];
        let (schema, rows) =
            read(&report(vec![Part::Table(Table { columns, rows, chart: None, ..table() })]));
        assert_eq!(schema, ["a BYTE_ARRAY", "b DOUBLE", "c DOUBLE"]);
        assert!(rows.iter().all(|row| row["a"] == Field::Null));
        assert_eq!((&rows[0]["b"], &rows[1]["b"]), (&Field::Double(1.0), &Field::Null));
        let (schema, rows) = read(&report(vec![Part::Table(Table { rows: Vec::new(), ..table() })]));
        assert_eq!((schema.len(), rows.len()), (7, 0));
    }

    #[test]
    fn of_several_parts_every_value_has_a_row() {
        let (schema, rows) = read(&everything());
        assert_eq!(schema.last().map(String::as_str), Some("number DOUBLE"));
        let find = |part: &str, item: &str, column: &str| {
            let names = [("part", part), ("item", item), ("column", column)];
            let is = |row: &&HashMap<String, Field>| names.iter().all(|(name, is)| row[*name] == text(is));
            let row = rows.iter().find(is).expect("the value");
            (row["value"].clone(), row["number"].clone())
        };
        assert_eq!(find("overview", "draws", "note"), (text("0.35"), Field::Double(0.35)));
        assert_eq!(find("players", "2", "points"), (text("7.5"), Field::Double(7.5)));
        assert_eq!(find("report", "source", "2"), (text(EVIL), Field::Null));
        assert_eq!(find("report", "games", "value"), (text("1234"), Field::Double(1234.0)));
    }
}
