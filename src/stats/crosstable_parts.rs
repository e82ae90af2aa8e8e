//! The table of an event, as it is shown.

use super::editions::Edition;
use super::report::{Column, Figure, Figures, Part, Table, Value, Words};
use super::standings::{Standing, standings};

/// With more players there is no column for each of them, as nobody could read the table.
const MOST_COLUMNS: usize = 30;

/// Heads of the columns of the opponents.
const NUMBERS: [&str; MOST_COLUMNS] = [
    "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19",
    "20", "21", "22", "23", "24", "25", "26", "27", "28", "29", "30",
];

/// Name, time and games of the event, and its table.
pub(super) fn parts(edition: &Edition<'_>) -> Vec<Part> {
    let players = standings(edition.games, &edition.pairings);
    let with_cells = players.len() <= MOST_COLUMNS;
    let mut columns = vec![Column::new("rank", "Rank", "Rang"), Column::new("player", "Player", "Name")];
    if with_cells {
        columns.extend(NUMBERS.iter().take(players.len()).map(|number| Column::new(number, number, number)));
    }
    columns.extend([
        Column::new("games", "Games", "Partien"),
        Column::new("points", "Points", "Punkte"),
        Column::new("direct", "Direct", "Direkt"),
        Column::new("sonneborn_berger", "SB", "SoBe"),
        Column::new("wins", "Wins", "Siege"),
        Column::new("elo", "Elo", "Elo"),
        Column::new("performance", "Performance", "Leistung"),
    ]);
    let number = players.len();
    let rows = players.iter().zip(0..).map(|(player, at)| {
        let mut row = vec![Value::Count(at as u64 + 1), Value::Text(player.name.to_owned())];
        if with_cells {
            row.extend((0..number).map(|other| cell(player, at, other)));
        }
        row.extend([
            Value::Count(player.against.results.games()),
            Value::HalfPoints(player.points),
            player.direct.map_or(Value::None, Value::HalfPoints),
            Value::Number(player.sonneborn as f64 / 4.0, 2),
            Value::Count(player.wins),
            player.against.elo(),
            player.against.performance(),
        ]);
        row
    });
    let table = Table {
        key: "crosstable",
        title: Words::new("Crosstable", "Kreuztabelle"),
        columns,
        rows: rows.collect(),
        total: None,
        chart: None,
        left_out: 0,
    };
    vec![Part::Figures(figures(edition, number)), Part::Table(table)]
}

fn cell(player: &Standing<'_>, own: usize, other: usize) -> Value {
    match player.cells.iter().find(|(at, _)| *at == other) {
        Some((_, cell)) => Value::Text(cell.clone()),
        None if own == other => Value::Text("■".to_owned()),
        None => Value::None,
    }
}

fn figures(edition: &Edition<'_>, players: usize) -> Figures {
    let figure = |key, en, de, value| Figure::new(key, Words::new(en, de), value);
    Figures {
        key: "event",
        title: Words::new("Event", "Turnier"),
        rows: vec![
            figure("event", "Event", "Turnier", Value::Text(edition.event.to_owned())),
            figure("date", "Date", "Datum", edition.time().map_or(Value::None, Value::Text)),
            figure("players", "Players", "Spieler", Value::Count(players as u64)),
            figure("games", "Games", "Partien", Value::Count(edition.pairings.len() as u64)),
        ],
    }
}
