//! What the record of a player has to say.

use super::names::{Names, highest};
use super::player::{Record, Score};
use super::report::{Chart, Column, Figure, Figures, Part, Table, Value, Words};

/// What every table says of some games.
const SCORE: [Column; 10] = [
    Column::new("games", "Games", "Partien"),
    Column::new("won", "Won", "Gewonnen"),
    Column::new("drawn", "Drawn", "Remis"),
    Column::new("lost", "Lost", "Verloren"),
    Column::new("other", "Other", "Andere"),
    Column::new("score", "Score", "Ergebnis"),
    Column::new("opposition", "Opposition", "Gegner-Elo"),
    Column::new("performance", "Performance", "Leistung"),
    Column::new("expected", "Expected", "Erwartet"),
    Column::new("difference", "Difference", "Differenz"),
];

const WHITE: Words = Words::new("White", "Weiß");
const BLACK: Words = Words::new("Black", "Schwarz");
const COLOR: Column = Column::new("color", "Colour", "Farbe");

/// Everything, at most `top` openings and opponents.
pub(super) fn parts(record: Record, top: usize) -> Vec<Part> {
    let [white, black] = record.colors;
    let mut all = white;
    all.merge(black);
    let name = most_frequent(&record.spellings);
    let mut parts = vec![Part::Figures(figures(&all, name)), Part::Table(spellings(record.spellings, top))];
    let table = |key, title, labels: Vec<Column>, rows: Vec<(Vec<Value>, Score)>, left_out| {
        let first = labels.len();
        let rows = rows.into_iter().map(|(labels, score)| row(labels, &score)).collect();
        Part::Table(Table {
            key,
            title,
            columns: labels.into_iter().chain(SCORE).collect(),
            rows,
            total: None,
            chart: Some(Chart::Parts { label: first - 1, values: vec![first + 1, first + 2, first + 3] }),
            left_out,
        })
    };
    let colors = [(WHITE, white), (BLACK, black)];
    let rows = colors.into_iter().map(|(name, score)| (vec![Value::Words(name)], score)).collect();
    parts.push(table("player_colors", Words::new("By colour", "Nach Farbe"), vec![COLOR], rows, 0));

    let (openings, left_out) = highest(record.openings, top, Score::games);
    let rows = openings.into_iter().map(|((color, family), score)| {
        let color = Value::Words(if color == 0 { WHITE } else { BLACK });
        (vec![color, known(family)], score)
    });
    let labels = vec![COLOR, Column::new("opening", "Opening", "Eröffnung")];
    let title = Words::new("By opening", "Nach Eröffnung");
    parts.push(table("player_openings", title, labels, rows.collect(), left_out));

    let (opponents, left_out) = highest(record.opponents, top, |opponent| opponent.score.games());
    let rows = opponents
        .into_iter()
        .map(|(_, opponent)| (vec![known(&most_frequent(&opponent.spellings))], opponent.score));
    let labels = vec![Column::new("opponent", "Opponent", "Gegner")];
    let title = Words::new("By opponent", "Nach Gegner");
    parts.push(table("player_opponents", title, labels, rows.collect(), left_out));

    let mut years: Vec<(u16, Score)> = record.years.into_iter().collect();
    // What is not known comes last.
    years.sort_unstable_by_key(|(year, _)| (*year == 0, *year));
    let rows = years.into_iter().map(|(year, score)| {
        let year = if year == 0 { Value::None } else { Value::Text(year.to_string()) };
        (vec![year], score)
    });
    let labels = vec![Column::new("year", "Year", "Jahr")];
    parts.push(table("player_years", Words::new("By year", "Nach Jahr"), labels, rows.collect(), 0));
    parts
}

fn figures(all: &Score, name: String) -> Figures {
    let figure = |key, en, de, value| Figure::new(key, Words::new(en, de), value);
    let (results, rated) = (&all.against.results, &all.rated);
    let rows = vec![
        figure("name", "Name", "Name", known(&name)),
        figure("games", "Games", "Partien", Value::Count(results.games())),
        figure("won", "Won", "Gewonnen", Value::Count(results.won)),
        figure("drawn", "Drawn", "Remis", Value::Count(results.drawn)),
        figure("lost", "Lost", "Verloren", Value::Count(results.lost)),
        figure("other", "Other results", "Andere Ergebnisse", Value::Count(results.other)),
        figure("points", "Points", "Punkte", Value::HalfPoints(results.half_points())),
        figure("score", "Score", "Ergebnis", results.score()),
        figure("elo", "Own Elo, average", "Eigene Elo, Mittel", all.against.elo()),
        figure("opposition", "Opponents' Elo, average", "Elo der Gegner, Mittel", all.against.opposition()),
        figure("performance", "Performance", "Leistung", all.against.performance()),
        figure(
            "rated",
            "Games with both ratings",
            "Partien mit beiden Wertungen",
            Value::Count(rated.games()),
        ),
        figure("rated_points", "Points in these", "Punkte darin", Value::HalfPoints(rated.half_points())),
        figure("expected", "Points expected in these", "Erwartete Punkte darin", expected(all)),
        figure("difference", "Difference", "Differenz", difference(all)),
    ];
    Figures { key: "player", title: Words::new("Player", "Spieler"), rows }
}

fn spellings(spellings: Names<u64>, top: usize) -> Table {
    let (rows, left_out) = spellings.top(top, |games| *games);
    Table {
        key: "player_spellings",
        title: Words::new("Spellings that were counted", "Gezählte Schreibweisen"),
        columns: vec![Column::new("name", "Name", "Name"), Column::new("games", "Games", "Partien")],
        rows: rows
            .into_iter()
            .map(|(name, games)| vec![Value::Text(name.into()), Value::Count(games)])
            .collect(),
        total: None,
        chart: None,
        left_out,
    }
}

fn row(mut labels: Vec<Value>, score: &Score) -> Vec<Value> {
    let results = &score.against.results;
    labels.extend([
        Value::Count(results.games()),
        Value::Count(results.won),
        Value::Count(results.drawn),
        Value::Count(results.lost),
        Value::Count(results.other),
        results.score(),
        score.against.opposition(),
        score.against.performance(),
        expected(score),
        difference(score),
    ]);
    labels
}

/// The points that the ratings let expect.
fn expected(score: &Score) -> Value {
    if score.rated.games() == 0 { Value::None } else { Value::Number(score.expected as f64 / 100.0, 2) }
}

/// Points beyond those.
fn difference(score: &Score) -> Value {
    if score.rated.games() == 0 {
        return Value::None;
    }
    let hundredths = 50 * score.rated.half_points() as i64 - score.expected as i64;
    Value::Number(hundredths as f64 / 100.0, 2)
}

fn most_frequent(spellings: &Names<u64>) -> String {
    spellings
        .clone()
        .top(1, |games| *games)
        .0
        .into_iter()
        .next()
        .map_or_else(String::new, |(name, _)| name.into())
}

fn known(name: &str) -> Value {
    if name.is_empty() { Value::None } else { Value::Text(name.to_owned()) }
}
