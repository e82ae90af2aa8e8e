//! Reports for tests.

use crate::chess::{Move, Position, Square};
use crate::stats::Report;
use crate::stats::report::{Chart, Column, Diagram, Figure, Figures, Part, Squares, Table, Value, Words};

/// A name that no form may take at its word.
pub(super) const EVIL: &str = "<script>|,\"\u{1b}[31m";

/// Figures with all kinds of values.
pub(super) fn figures() -> Figures {
    let row = |key, title, value, note| Figure { key, title, value, note };
    Figures {
        key: "overview",
        title: Words::new("Overview", "Überblick"),
        rows: vec![
            Figure::new("plies", Words::new("plies", "Halbzüge"), Value::Count(98_765)),
            row("draws", Words::new("draws", "Remis"), Value::Count(432), Value::Share(0.35)),
            row(
                "longest",
                Words::new("longest game", "längste Partie"),
                Value::Number(134.5, 1),
                Value::Text("a.pgn#7".to_owned()),
            ),
            Figure::new("first", Words::new("first year", "erstes Jahr"), Value::Text("1851".to_owned())),
        ],
    }
}

/// Players with their points.
pub(super) fn table() -> Table {
    let row = |name: &str, games, won, drawn, lost, halves| {
        vec![
            Value::Text(name.to_owned()),
            Value::Count(games),
            Value::Count(won),
            Value::Count(drawn),
            Value::Count(lost),
            Value::Share(halves as f64 / games as f64 / 2.0),
            Value::HalfPoints(halves),
        ]
    };
    let mut total = row("", 1300, 806, 4, 490, 1616);
    total[0] = Value::Words(Words::new("all", "alle"));
    Table {
        key: "players",
        title: Words::new("Players", "Spieler"),
        columns: vec![
            Column::new("name", "player", "Spieler"),
            Column::new("games", "games", "Partien"),
            Column::new("won", "+", "+"),
            Column::new("drawn", "=", "="),
            Column::new("lost", "−", "−"),
            Column::new("score", "score", "Punkte in Prozent"),
            Column::new("points", "points", "Punkte"),
        ],
        rows: vec![
            row("Anderssen, Adolf", 1200, 800, 0, 400, 1600),
            row("Réti, Richard von und zu Pezinok", 99, 6, 3, 90, 15),
            row(EVIL, 1, 0, 1, 0, 1),
        ],
        total: Some(total),
        chart: Some(Chart::Parts { label: 0, values: vec![2, 3, 4] }),
        left_out: 1234,
    }
}

/// Years, with a bar each.
pub(super) fn years() -> Table {
    let row = |year: &str, games, score| {
        vec![
            Value::Text(year.to_owned()),
            Value::Count(games),
            Value::Share(score),
            Value::Shares(score, score),
        ]
    };
    Table {
        key: "years",
        title: Words::new("Years", "Jahre"),
        columns: vec![
            Column::new("year", "year", "Jahr"),
            Column::new("games", "games", "Partien"),
            Column::new("score", "score", "Ergebnis"),
            Column::new("interval", "interval", "Intervall"),
        ],
        rows: vec![row("1851", 8, 0.5), row("1852", 0, 0.0), row("1853", 5, 0.6)],
        total: None,
        chart: Some(Chart::Bars { label: 0, value: 1 }),
        left_out: 0,
    }
}

/// A number for each square: that of its index, a hundred times.
pub(super) fn squares() -> Squares {
    let mut counts = [0; 64];
    for (index, count) in counts.iter_mut().enumerate() {
        *count = index as u64 * 100;
    }
    Squares { key: "stands", title: Words::new("Where they stand", "Wo sie stehen"), counts }
}

/// After 1. e4.
pub(super) fn diagram() -> Diagram {
    let square = |name: &[u8]| Square::parse(name).expect("a square");
    let last = Move::normal(square(b"e2"), square(b"e4"));
    let mut position = Position::classic().clone();
    position.play(last);
    Diagram { key: "position", title: Words::new("Position", "Stellung"), position, last: Some(last) }
}

/// A report of these parts.
pub(super) fn report(parts: Vec<Part>) -> Report {
    Report { sources: vec!["a.pgn".to_owned(), EVIL.to_owned()], games: 1234, parts }
}

/// A report with everything.
pub(super) fn everything() -> Report {
    report(vec![
        Part::Figures(figures()),
        Part::Table(table()),
        Part::Table(years()),
        Part::Squares(squares()),
        Part::Diagram(diagram()),
    ])
}
