//! The overview as it is told.

use rustc_hash::FxHashMap;

use super::duplicates::Plays;
use super::overview::{BAND, MOVES, OverviewCount, StartNumbers};
use super::report::{Chart, Column, Figure, Figures, Part, Table, Value, Words};
use super::results::{Results, average, share};

/// The columns of results that follow what a row is about.
const RESULTS: [Column; 6] = [
    Column::new("games", "Games", "Partien"),
    Column::new("won", "+", "+"),
    Column::new("drawn", "=", "="),
    Column::new("lost", "-", "-"),
    Column::new("score", "Score", "Punkte"),
    Column::new("drawn_share", "Draws", "Remis"),
];

/// The cells of these columns.
fn cells(results: &Results) -> [Value; 6] {
    [
        Value::Count(results.games()),
        Value::Count(results.won),
        Value::Count(results.drawn),
        Value::Count(results.lost),
        results.score(),
        results.draws(),
    ]
}

/// A table of results; each row begins with what it is about.
fn table<const N: usize>(
    key: &'static str,
    title: Words,
    about: [Column; N],
    rows: impl IntoIterator<Item = ([Value; N], Results)>,
    left_out: u64,
    chart: Chart,
) -> Part {
    Part::Table(Table {
        key,
        title,
        columns: about.into_iter().chain(RESULTS).collect(),
        rows: rows
            .into_iter()
            .map(|(about, results)| about.into_iter().chain(cells(&results)).collect())
            .collect(),
        total: None,
        chart: Some(chart),
        left_out,
    })
}

/// How many games stand in the column behind `about` columns.
fn bars(label: usize, about: usize) -> Chart {
    Chart::Bars { label, value: about }
}

/// Numbers of something that grows, in order.
fn ascending<K: Ord + Copy>(counts: FxHashMap<K, Results>) -> Vec<(K, Results)> {
    let mut rows: Vec<(K, Results)> = counts.into_iter().collect();
    rows.sort_unstable_by_key(|(key, _)| *key);
    rows
}

/// What lies between two multiples of `size`: `20-29`.
pub(super) fn span(index: u32, size: u32) -> String {
    let low = u64::from(index) * u64::from(size);
    format!("{low}-{}", low + u64::from(size) - 1)
}

/// How a start of Chess960 is called: its number, or White's and Black's; nothing if it is none of the 960.
pub(super) fn start_name(numbers: StartNumbers) -> Value {
    match numbers {
        Some((white, black)) if white == black => Value::Text(white.to_string()),
        Some((white, black)) => Value::Text(format!("{white}/{black}")),
        None => Value::None,
    }
}

impl OverviewCount {
    pub(super) fn into_parts(mut self) -> Vec<Part> {
        let plays = std::mem::replace(&mut self.plays, Plays::new(0));
        // Where temporary files cannot be read any more, nobody knows.
        let copies = plays.copies().ok();
        let figures = self.figures(copies);
        let OverviewCount { top, lengths, years, bands, players, events, sites, openings, starts, .. } = self;
        let mut parts = vec![figures, by_length(lengths), by_year(years), by_band(bands)];
        let named = [
            (
                "players",
                Words::new("Players", "Spieler"),
                Column::new("player", "Player", "Spieler"),
                players,
            ),
            ("events", Words::new("Events", "Turniere"), Column::new("event", "Event", "Turnier"), events),
            ("sites", Words::new("Sites", "Orte"), Column::new("site", "Site", "Ort"), sites),
        ];
        for (key, title, column, names) in named {
            let (rows, left_out) = names.top(top, Results::games);
            let rows = rows.into_iter().map(|(name, results)| ([Value::Text(name.into())], results));
            parts.push(table(key, title, [column], rows, left_out, bars(0, 1)));
        }
        let (rows, left_out) = openings.top(top);
        let rows = rows.into_iter().map(|(opening, results)| {
            ([Value::Text(opening.eco.to_owned()), Value::Text(opening.name.to_owned())], results)
        });
        let about = [Column::new("eco", "ECO", "ECO"), Column::new("opening", "Opening", "Eröffnung")];
        parts.push(table(
            "openings",
            Words::new("Openings", "Eröffnungen"),
            about,
            rows,
            left_out,
            bars(1, 2),
        ));
        let (rows, left_out) = openings.families(top);
        let rows = rows.into_iter().map(|(name, results)| ([Value::Text(name.to_owned())], results));
        let about = [Column::new("family", "Opening family", "Eröffnungsfamilie")];
        let title = Words::new("Opening families", "Eröffnungsfamilien");
        parts.push(table("families", title, about, rows, left_out, bars(0, 1)));
        if !starts.is_empty() {
            let (rows, left_out) = super::names::highest(starts, top, Results::games);
            let rows = rows.into_iter().map(|(numbers, results)| ([start_name(numbers)], results));
            let about = [Column::new("start", "Start position", "Startstellung")];
            let title = Words::new("Starts of Chess960", "Startstellungen des Chess960");
            parts.push(table("starts", title, about, rows, left_out, bars(0, 1)));
        }
        parts
    }

    fn figures(&self, copies: Option<u64>) -> Part {
        let results = self.results;
        let games = results.games();
        let count = |key, en, de, value: u64| Figure {
            note: share(value, games),
            ..Figure::new(key, Words::new(en, de), Value::Count(value))
        };
        let plain = |key, en, de, value: Value| Figure::new(key, Words::new(en, de), value);
        let year = |year: Option<&u16>| year.map_or(Value::None, |year| Value::Text(format!("{year:04}")));
        Part::Figures(Figures {
            key: "overview",
            title: Words::new("Overview", "Überblick"),
            rows: vec![
                plain("games", "Games", "Partien", Value::Count(games)),
                plain("plies", "Plies", "Halbzüge", Value::Count(self.plies)),
                plain(
                    "average_moves",
                    "Average length in moves",
                    "Länge im Schnitt, in Zügen",
                    average(self.plies, 2 * games, 1),
                ),
                count("white_wins", "White won", "Weiß gewann", results.won),
                count("draws", "Drawn", "Remis", results.drawn),
                count("black_wins", "Black won", "Schwarz gewann", results.lost),
                count("other_results", "Other or no result", "Anderes oder kein Ergebnis", results.other),
                plain("white_score", "White's score", "Punkte von Weiß", results.score()),
                plain("first_year", "First year", "Erstes Jahr", year(self.years.keys().min())),
                plain("last_year", "Last year", "Letztes Jahr", year(self.years.keys().max())),
                plain("average_elo", "Average Elo", "Elo im Schnitt", self.elo.value(0)),
                plain("players", "Players", "Spieler", Value::Count(self.players.len() as u64)),
                plain("events", "Events", "Turniere", Value::Count(self.events.len() as u64)),
                plain("sites", "Sites", "Orte", Value::Count(self.sites.len() as u64)),
                count("chess960", "Chess960", "Chess960", self.chess960),
                count("from_position", "From another position", "Aus anderer Stellung", self.from_position),
                count("with_comments", "With comments", "Mit Kommentaren", self.comments),
                count("with_variations", "With variations", "Mit Varianten", self.variations),
                count("with_clocks", "With clock times", "Mit Uhrzeiten", self.clocks),
                copies.map_or(
                    plain("duplicates", "Copies of another game", "Kopien einer anderen Partie", Value::None),
                    |copies| {
                        count("duplicates", "Copies of another game", "Kopien einer anderen Partie", copies)
                    },
                ),
                count("cut", "Not readable to the end", "Nicht bis zum Ende lesbar", self.cut),
            ],
        })
    }
}

fn by_length(lengths: FxHashMap<u32, Results>) -> Part {
    let column = |key, en, de| Column::new(key, en, de);
    let [games, won, drawn, lost, score, _] = RESULTS;
    let row = |(bin, results): (u32, Results)| {
        let [count, white, draw, black, points, _] = cells(&results);
        vec![Value::Text(span(bin, MOVES)), count, white, draw, black, points, results.decisive()]
    };
    Part::Table(Table {
        key: "lengths",
        title: Words::new("Length in moves", "Länge in Zügen"),
        columns: vec![
            column("moves", "Moves", "Züge"),
            games,
            won,
            drawn,
            lost,
            score,
            column("decisive_share", "Decisive", "Entschieden"),
        ],
        rows: ascending(lengths).into_iter().map(row).collect(),
        total: None,
        chart: Some(bars(0, 1)),
        left_out: 0,
    })
}

fn by_year(years: FxHashMap<u16, Results>) -> Part {
    let rows =
        ascending(years).into_iter().map(|(year, results)| ([Value::Text(format!("{year:04}"))], results));
    let chart = Chart::Line { label: 0, values: vec![1] };
    table("years", Words::new("Years", "Jahre"), [Column::new("year", "Year", "Jahr")], rows, 0, chart)
}

fn by_band(bands: FxHashMap<u32, Results>) -> Part {
    let rows = ascending(bands).into_iter().map(|(band, results)| ([Value::Text(span(band, BAND))], results));
    let chart = Chart::Parts { label: 0, values: vec![2, 3, 4] };
    let title = Words::new("Elo, average of both players", "Elo, Schnitt beider Spieler");
    table("elo", title, [Column::new("elo", "Elo", "Elo")], rows, 0, chart)
}
