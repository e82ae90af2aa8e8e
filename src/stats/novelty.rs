//! The first move of a game that leaves what the collection knew before its date.
//!
//! A move is new if no game that was certainly played before has the position after it. Of a game without a year
//! nothing is certain, so it is left aside; of 1987 it is certain that it came after 1986 and before 1988. Positions are
//! told apart by their 64-bit keys.
//!
//! A game is not known to be early or late before all have been read. So their moves are kept, two bytes a ply, and
//! the answer is found in the module `novelty_find` when all are there. Half of the memory is for the games: whether they
//! fit depends on them alone, not on who read them. The other half is for the finding.

use std::sync::Arc;

use super::novelty_find::{BYTES_OF_A_GAME, Novelty, find};
use super::report::{Chart, Column, Figure, Figures, Part, Table, Value, Words};
use super::results::{average, share};
use super::survey::{Count, Place, Places, Refusal, Survey, Tally};
use crate::chess::fen::{FenStyle, RightsStyle};
use crate::chess::{Color, Move, Position};
use crate::notation::{Style, write_move};
use crate::pgn::date::LaxDate;
use crate::query::Subject;
use crate::query::compare::days;
use crate::replay::opening::Opening;

/// The survey.
pub struct Novelties(Arc<NoveltyOptions>);

/// How much is asked.
#[derive(Clone, Copy, Debug)]
pub struct NoveltyOptions {
    /// At most so many novelties are shown.
    pub top: usize,
    /// Bytes of memory that all of it may take.
    pub memory: u64,
}

impl Novelties {
    /// With these options.
    pub fn new(options: NoveltyOptions) -> Novelties {
        Novelties(Arc::new(options))
    }
}

impl Survey for Novelties {
    fn tally(&self) -> Tally {
        Tally::new(Collected {
            options: Arc::clone(&self.0),
            closed: Vec::new(),
            open: Chunk::default(),
            bytes: 0,
            is_full: false,
        })
    }
}

/// A game in a chunk.
#[derive(Clone, Debug)]
struct Stored {
    place: Place,
    date: LaxDate,
    /// Where its moves end in the chunk.
    moves_end: u32,
    /// Where its names end in the chunk.
    names_end: u32,
}

/// Some games, one behind the other.
#[derive(Clone, Debug, Default)]
struct Chunk {
    games: Vec<Stored>,
    moves: Vec<Move>,
    /// White and Black, a line each, and in a third line the FEN of a start position that is not the classic one.
    names: String,
}

/// A game of a chunk, looked at.
#[derive(Clone, Copy)]
pub(super) struct Kept<'c> {
    stored: &'c Stored,
    pub(super) moves: &'c [Move],
    names: &'c str,
}

impl Kept<'_> {
    /// First and last day that it may have been played on, as numbers that grow with time.
    pub(super) fn days(&self) -> (u32, u32) {
        days(self.stored.date).unwrap_or((0, u32::MAX))
    }

    /// Its start position, in `position`.
    pub(super) fn start(&self, position: &mut Position) {
        match self.names.splitn(3, '\n').nth(2).map(|fen| Position::from_fen(fen.as_bytes())) {
            // A position that was written here reads back.
            Some(Ok(read)) => *position = read.position,
            _ => position.clone_from(Position::classic()),
        }
    }

    /// White's name and Black's.
    fn players(&self) -> (&str, &str) {
        let mut lines = self.names.split('\n');
        (lines.next().unwrap_or_default(), lines.next().unwrap_or_default())
    }

    pub(super) fn place(&self) -> Place {
        self.stored.place
    }
}

impl Chunk {
    fn games(&self) -> impl Iterator<Item = Kept<'_>> {
        let (mut moves, mut names) = (0, 0);
        self.games.iter().map(move |stored| {
            let (moves_end, names_end) = (stored.moves_end as usize, stored.names_end as usize);
            let kept = Kept {
                stored,
                moves: self.moves.get(moves..moves_end).unwrap_or_default(),
                names: self.names.get(names..names_end).unwrap_or_default(),
            };
            (moves, names) = (moves_end, names_end);
            kept
        })
    }

    /// Adds a game; answers how many bytes it takes, now and when novelties are looked for.
    fn add(&mut self, game: &dyn Subject, date: LaxDate, place: Place) -> u64 {
        let names_begin = self.names.len();
        self.moves.extend_from_slice(game.moves());
        push_line(&game.tag("White").unwrap_or_default(), &mut self.names);
        self.names.push('\n');
        push_line(&game.tag("Black").unwrap_or_default(), &mut self.names);
        if !game.start().same_as(Position::classic()) {
            self.names.push('\n');
            let style = FenStyle { rights: RightsStyle::Shredder, ..FenStyle::default() };
            game.start().write_fen(style, &mut self.names);
        }
        let (moves_end, names_end) = (self.moves.len() as u32, self.names.len() as u32);
        self.games.push(Stored { place, date, moves_end, names_end });
        let text = self.names.len() - names_begin;
        let bytes = size_of::<Stored>() + size_of_val(game.moves()) + text + size_of::<Kept<'_>>();
        (bytes as u64).max(BYTES_OF_A_GAME)
    }

    /// Bytes of memory, if none of it is free.
    fn bytes(&self) -> usize {
        size_of_val(self.games.as_slice()) + size_of_val(self.moves.as_slice()) + self.names.len()
    }

    /// Gives back the memory that is free.
    fn shrink(&mut self) {
        self.games.shrink_to_fit();
        self.moves.shrink_to_fit();
        self.names.shrink_to_fit();
    }
}

/// Adds a text, which becomes one line.
fn push_line(text: &str, out: &mut String) {
    for (index, line) in text.split('\n').enumerate() {
        if index > 0 {
            out.push(' ');
        }
        out.push_str(line);
    }
}

/// The games, kept.
struct Collected {
    options: Arc<NoveltyOptions>,
    /// In the order of the games.
    closed: Vec<Chunk>,
    /// The last games.
    open: Chunk,
    /// What the games take. Each game adds to it whatever chunk it is in, so that it does not depend on their parting.
    bytes: u64,
    /// There were more games than memory.
    is_full: bool,
}

impl Collected {
    /// A chunk is closed when it has so many bytes: no more than that is free in one that grows.
    const CHUNK: usize = 1 << 20;

    fn close_chunk(&mut self) {
        let mut chunk = std::mem::take(&mut self.open);
        if !chunk.games.is_empty() {
            chunk.shrink();
            self.closed.push(chunk);
        }
    }

    /// Counts bytes. Once they are more than half of the memory nothing is kept any more.
    fn take(&mut self, bytes: u64) {
        self.bytes = self.bytes.saturating_add(bytes);
        if self.is_full || self.bytes > self.options.memory / 2 {
            self.is_full = true;
            (self.closed, self.open) = (Vec::new(), Chunk::default());
        }
    }
}

impl Count for Collected {
    fn game(&mut self, game: &dyn Subject, place: Place) {
        let date = game.date();
        if self.is_full || date.year.is_none() || game.moves().is_empty() {
            return;
        }
        let bytes = self.open.add(game, date, place);
        if self.open.bytes() >= Collected::CHUNK {
            self.close_chunk();
        }
        self.take(bytes);
    }

    fn merge(&mut self, mut later: Collected) {
        self.close_chunk();
        later.close_chunk();
        self.closed.append(&mut later.closed);
        self.is_full |= later.is_full;
        self.take(later.bytes);
    }

    fn refusal(&self) -> Option<Refusal> {
        self.is_full.then(|| Refusal {
            message: Words::new(
                "the games do not fit into the memory for novelties; give it more with --memory, or ask for fewer games with --where",
                "die Partien passen nicht in den Speicher für Neuerungen; mehr davon mit --memory, oder weniger Partien mit --where",
            ),
            names: Vec::new(),
        })
    }

    fn parts(self, places: &Places) -> Vec<Part> {
        let chunks = || self.closed.iter().chain([&self.open]);
        let mut games: Vec<Kept<'_>> = Vec::with_capacity(chunks().map(|chunk| chunk.games.len()).sum());
        games.extend(chunks().flat_map(Chunk::games));
        let novelties = find(&games, self.options.memory / 4);
        vec![
            Part::Figures(figures(&games, &novelties)),
            Part::Table(most_surprising(&games, &novelties, self.options.top, places)),
            Part::Table(by_year(&games, &novelties)),
        ]
    }
}

fn figures(games: &[Kept<'_>], novelties: &[Novelty]) -> Figures {
    let (all, new) = (games.len() as u64, novelties.len() as u64);
    let plies: u64 = novelties.iter().map(|novelty| u64::from(novelty.ply)).sum();
    let figure = |key, en, de, value, note| Figure { key, title: Words::new(en, de), value, note };
    Figures {
        key: "novelty",
        title: Words::new("Novelties", "Neuerungen"),
        rows: vec![
            figure("dated", "Games with a year", "Partien mit Jahr", Value::Count(all), Value::None),
            figure("new", "With a novelty", "Mit einer Neuerung", Value::Count(new), share(new, all)),
            figure("ply", "At ply, average", "Im Halbzug, Mittel", average(plies, new, 1), Value::None),
        ],
    }
}

fn most_surprising(games: &[Kept<'_>], novelties: &[Novelty], top: usize, places: &Places) -> Table {
    let shown = novelties.iter().take(top).filter_map(|novelty| Some((novelty, games.get(novelty.game)?)));
    let rows = shown.map(|(novelty, game)| {
        let (played, opening) = text(game, novelty.ply);
        let (white, black) = game.players();
        vec![
            Value::Text(played),
            Value::Count(u64::from(novelty.ply)),
            Value::Count(u64::from(novelty.earlier)),
            Value::Text(game.stored.date.to_string()),
            Value::Text(format!("{white} - {black}")),
            opening.map_or(Value::None, |opening| Value::Text(format!("{} {}", opening.eco, opening.name))),
            Value::Text(places.id(game.stored.place)),
        ]
    });
    Table {
        key: "novelties",
        title: Words::new(
            "New moves in the best known positions",
            "Neue Züge in den bekanntesten Stellungen",
        ),
        columns: vec![
            Column::new("move", "Move", "Zug"),
            Column::new("ply", "Ply", "Halbzug"),
            Column::new("earlier", "Earlier games", "Frühere Partien"),
            Column::new("date", "Date", "Datum"),
            Column::new("players", "Players", "Spieler"),
            Column::new("opening", "Opening", "Eröffnung"),
            Column::new("game", "Game", "Partie"),
        ],
        rows: rows.collect(),
        total: None,
        chart: None,
        left_out: novelties.len().saturating_sub(top) as u64,
    }
}

/// The move with its number, and the opening up to it.
fn text(game: &Kept<'_>, ply: u32) -> (String, Option<Opening>) {
    let mut position = Position::start();
    game.start(&mut position);
    let start = position.clone();
    let index = (ply as usize).saturating_sub(1);
    let before = game.moves.get(..index).unwrap_or_default();
    before.iter().for_each(|mv| position.play(*mv));
    let dots = if position.turn() == Color::White { "." } else { "..." };
    let mut played = format!("{}{dots} ", position.fullmove_number());
    if let Some(mv) = game.moves.get(index) {
        write_move(&position, *mv, &Style::PGN, &mut played);
    }
    let opening = Opening::after(&start, game.moves.iter().take(ply as usize).copied());
    (played, opening)
}

fn by_year(games: &[Kept<'_>], novelties: &[Novelty]) -> Table {
    let mut years: std::collections::BTreeMap<u16, (u64, u64)> = std::collections::BTreeMap::new();
    for novelty in novelties {
        let year = games.get(novelty.game).and_then(|game| game.stored.date.year).unwrap_or(0);
        let (games, plies) = years.entry(year).or_default();
        *games += 1;
        *plies += u64::from(novelty.ply);
    }
    let rows = years.into_iter().map(|(year, (games, plies))| {
        vec![Value::Text(year.to_string()), Value::Count(games), average(plies, games, 1)]
    });
    Table {
        key: "novelty_years",
        title: Words::new("When games become new", "Wann Partien neu werden"),
        columns: vec![
            Column::new("year", "Year", "Jahr"),
            Column::new("games", "Games", "Partien"),
            Column::new("ply", "Ply, average", "Halbzug, Mittel"),
        ],
        rows: rows.collect(),
        total: None,
        chart: Some(Chart::Line { label: 0, values: vec![2] }),
        left_out: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{figure, rows, surveyed, table};
    use super::*;
    use crate::check::game::CheckOptions;
    use crate::check::record::read_games;
    use crate::query::GameSubject;

    fn options(memory: u64) -> NoveltyOptions {
        NoveltyOptions { top: 9, memory }
    }

    /// The games out of the order of time. Known before 1950: 1. e4 e5 2. Nf3 Nc6 from 1900, 1. e4 c5 from 1910.
    const GAMES: &str = r#"
[White "C"] [Black "D"] [Date "1950.05.01"] [Result "*"]

1. Nf3 Nc6 2. e4 e5 3. Bb5 *

[White "A"] [Black "B"] [Date "1900.??.??"] [Result "*"]

1. e4 e5 2. Nf3 Nc6 *

[White "E"] [Black "F"] [Date "1910.03.??"] [Result "*"]

1. e4 c5 2. Nf3 *

[White "G"] [Black "H"] [Date "1910.03.20"] [Result "*"]

1. e4 c5 2. c3 *

[White "I"] [Black "J"] [Result "*"]

1. e4 e6 *

[White "K"] [Black "L"] [Date "1960.01.01"] [Result "*"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 *

[White "M"] [Black "N"] [Date "1970.01.01"] [Result "*"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 *
"#;

    /// 1900 is the first of all. Of March 1910 nobody knows which game came first: both left 1. e4, which one game
    /// had. 1950: 1. Nf3 was never there, though three plies later it is where 1900 was. 1960 left what 1950 had.
    /// 1970 has nothing new; the game of an unknown year does not count.
    #[test]
    fn a_move_is_new_if_no_game_was_certainly_there_before() {
        for memory in [1 << 30, 1 << 16] {
            let parts = surveyed(&Novelties::new(options(memory)), GAMES);
            assert_eq!(
                rows(table(&parts, "novelties"), "move ply earlier date players game opening"),
                [
                    "1. Nf3 | 1 | 3 | 1950.05.01 | C - D | a.pgn#1 | A04 Zukertort Opening",
                    "1... c5 | 2 | 1 | 1910.03.?? | E - F | a.pgn#3 | B20 Sicilian Defense",
                    "1... c5 | 2 | 1 | 1910.03.20 | G - H | a.pgn#4 | B20 Sicilian Defense",
                    "3... Nf6 | 6 | 1 | 1960.01.01 | K - L | a.pgn#6 | C65 Ruy Lopez: Berlin Defense",
                ]
            );
            assert_eq!(["dated", "new", "ply"].map(|key| figure(&parts, key)), ["6", "4", "2.8"]);
            assert_eq!(
                rows(table(&parts, "novelty_years"), "year games ply"),
                ["1910 | 2 | 2.0", "1950 | 1 | 1.0", "1960 | 1 | 6.0"]
            );
        }
    }

    /// The games of a text, every `size` of them counted for themselves.
    fn collected(pgn: &str, memory: u64, size: usize) -> Tally {
        let games = read_games(pgn.as_bytes(), CheckOptions::default());
        let survey = Novelties::new(options(memory));
        let mut whole = survey.tally();
        let mut moves = Vec::new();
        for (games, first) in games.chunks(size).zip((0..).step_by(size)) {
            let mut part = survey.tally();
            for (game, number) in games.iter().zip(first + 1..) {
                part.game(&GameSubject::new(game, &mut moves), Place { source: 0, piece: 0, number });
            }
            whole.merge(part);
        }
        whole
    }

    #[test]
    fn more_games_than_memory_are_refused() {
        assert!(Novelties::new(options(400)).tally().refusal().is_none());
        let whole = collected(GAMES, 400, 1);
        assert!(whole.refusal().is_some());
        assert!(whole.parts(&Places::default()).len() == 3);
    }

    /// Six games with a year, none of them longer than what the finding takes for each of them.
    #[test]
    fn whether_games_fit_depends_on_the_games_alone() {
        let enough = 2 * 6 * BYTES_OF_A_GAME;
        for size in 1..=7 {
            assert!(collected(GAMES, enough - 2, size).refusal().is_some(), "{size}");
            assert!(collected(GAMES, enough, size).refusal().is_none(), "{size}");
        }
    }

    #[test]
    fn a_game_from_another_position_is_kept_with_it() {
        let pgn = "[Date \"1900\"] [White \"A\"] [Black \"C\"] [SetUp \"1\"] [FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 9\"]\n\n9. O-O *\n\n\
            [Date \"1910\"] [White \"D\"] [Black \"E\"] [SetUp \"1\"] [FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 9\"]\n\n9. Ke2 *\n";
        let parts = surveyed(&Novelties::new(options(1 << 16)), pgn);
        assert_eq!(
            rows(table(&parts, "novelties"), "move earlier players opening"),
            ["9. Ke2 | 1 | D - E | -"]
        );
    }
}
