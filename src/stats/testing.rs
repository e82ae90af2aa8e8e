//! Surveys of a few games, for the tests.

use super::report::{Part, Table, Value};
use super::survey::{Place, Places, Survey};
use crate::check::game::CheckOptions;
use crate::check::record::read_games;
use crate::query::GameSubject;

/// What a survey says of the games of a text, which is the same however they are parted.
pub(super) fn surveyed(survey: &dyn Survey, pgn: &str) -> Vec<Part> {
    let games = read_games(pgn.as_bytes(), CheckOptions::default());
    let places = Places { names: vec!["a.pgn".to_owned()], ..Places::default() };
    let whole = parted(survey, &games, games.len(), &places);
    for cut in 0..games.len() {
        assert_eq!(format!("{:?}", parted(survey, &games, cut, &places)), format!("{whole:?}"), "{cut}");
    }
    whole
}

fn parted(
    survey: &dyn Survey,
    games: &[crate::replay::game::Game],
    cut: usize,
    places: &Places,
) -> Vec<Part> {
    let mut moves = Vec::new();
    let mut tallies = [survey.tally(), survey.tally()];
    for (game, number) in games.iter().zip(1..) {
        let subject = GameSubject::new(game, &mut moves);
        let tally = &mut tallies[usize::from(number > cut)];
        tally.game(&subject, Place { source: 0, piece: 0, number: number as u64 });
    }
    let [mut first, second] = tallies;
    first.merge(second);
    first.parts(places)
}

/// The table with this key.
pub(super) fn table<'p>(parts: &'p [Part], key: &str) -> &'p Table {
    let mut tables = parts.iter().filter_map(|part| match part {
        Part::Table(table) if table.key == key => Some(table),
        _ => None,
    });
    let table = tables.next_back().unwrap_or_else(|| panic!("no table {key}"));
    assert!(table.rows.iter().all(|row| row.len() == table.columns.len()), "{table:?}");
    table
}

/// Some columns of a table: its rows, the values separated by blanks and bars.
pub(super) fn rows(table: &Table, columns: &str) -> Vec<String> {
    let chosen: Vec<usize> = columns
        .split(' ')
        .map(|key| {
            table.columns.iter().position(|column| column.key == key).unwrap_or_else(|| panic!("no {key}"))
        })
        .collect();
    let row = |row: &Vec<Value>| {
        let cells: Vec<String> = chosen.iter().map(|index| text(&row[*index])).collect();
        cells.join(" | ")
    };
    table.rows.iter().map(row).collect()
}

/// The value of a figure.
pub(super) fn figure(parts: &[Part], key: &str) -> String {
    let mut figures = parts.iter().filter_map(|part| match part {
        Part::Figures(figures) => figures.rows.iter().find(|figure| figure.key == key),
        _ => None,
    });
    text(&figures.next().unwrap_or_else(|| panic!("no figure {key}")).value)
}

/// A value, briefly: shares in tenths of a percent.
pub(super) fn text(value: &Value) -> String {
    match value {
        Value::None => "-".to_owned(),
        Value::Count(number) => number.to_string(),
        Value::Share(share) => format!("{:.1}%", share * 100.0),
        Value::Number(number, decimals) => format!("{number:.*}", usize::from(*decimals)),
        Value::Difference(number) => format!("{number:+}"),
        Value::HalfPoints(halves) => format!("{}", *halves as f64 / 2.0),
        Value::Text(text) => text.clone(),
        Value::Words(words) => words.en.to_owned(),
        Value::Shares(low, high) => format!("{:.1}-{:.1}%", low * 100.0, high * 100.0),
    }
}
