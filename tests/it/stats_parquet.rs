//! Statistics as Parquet files.

use std::time::Duration;

use assert_cmd::Command;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;

fn zug(args: &[&str]) -> (i32, Vec<u8>) {
    let mut command = Command::cargo_bin("zug").unwrap();
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures"));
    command.env_remove("ZUG_LANG").timeout(Duration::from_secs(60));
    let output = command.args(args).output().unwrap();
    (output.status.code().unwrap(), output.stdout)
}

fn open(bytes: &[u8]) -> SerializedFileReader<std::fs::File> {
    let mut file = tempfile::tempfile().unwrap();
    std::io::Write::write_all(&mut file, bytes).unwrap();
    SerializedFileReader::new(file).unwrap()
}

/// What stands in the Parquet file stands in the CSV, row by row.
#[test]
fn a_table_is_that_of_the_csv() {
    let by = ["stats", "stats.pgn", "--by", "result,year", "--top", "100", "--format"];
    let (status, csv) = zug(&[&by[..], &["csv"]].concat());
    assert_eq!(status, 0);
    let mut rows = csv::Reader::from_reader(csv.as_slice());
    let heads = rows.headers().unwrap().clone();
    let games = heads.iter().position(|head| head == "games").unwrap();
    let expected: Vec<(String, i64)> = rows
        .records()
        .map(|row| row.unwrap())
        .map(|row| (row[0].to_owned(), row[games].parse().unwrap()))
        .collect();
    assert_eq!(expected.iter().map(|(_, games)| games).sum::<i64>(), 40);
    let (status, file) = zug(&[&by[..], &["parquet"]].concat());
    assert_eq!(status, 0);
    let reader = open(&file);
    let names = reader.metadata().file_metadata().schema_descr().columns().iter();
    let names: Vec<String> = names.map(|column| column.name().to_owned()).collect();
    assert_eq!(names, heads.iter().collect::<Vec<_>>());
    let rows = reader.get_row_iter(None).unwrap().map(|row| row.unwrap());
    let found: Vec<(String, i64)> =
        rows.map(|row| (row.get_string(0).unwrap().clone(), row.get_long(games).unwrap())).collect();
    assert_eq!(found, expected);
}

#[test]
fn the_overview_has_a_row_for_every_value() {
    let (status, file) = zug(&["stats", "stats.pgn", "--format", "parquet"]);
    assert_eq!(status, 0);
    let rows = open(&file).get_row_iter(None).unwrap().map(|row| row.unwrap()).collect::<Vec<_>>();
    let games = rows.iter().find(|row| row.get_string(1).unwrap() == "games").unwrap();
    assert_eq!((games.get_string(0).unwrap().as_str(), games.get_double(4).unwrap()), ("report", 40.0));
    assert!(rows.len() > 100);
}
