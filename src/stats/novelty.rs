//! The first move of a game that leaves what the collection knew before its date.
//!
//! A move is new if no game that was certainly played before has the position after it. Of a game without a year
//! nothing is certain, so it is left aside; of 1987 it is certain that it came after 1986 and before 1988. Positions are
//! told apart by their 64-bit keys.
//!
//! A game is not known to be early or late before all have been read. So their moves are kept, two bytes a ply, and
//! the answer is found in the module `novelty_find` when all are there; both keep to the memory they were given.

use std::fmt::Write;
use std::sync::Arc;

use super::novelty_find::{Novelty, find};
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
        Tally::new(Collected { options: Arc::clone(&self.0), chunks: Vec::new(), bytes: 0, is_full: false })
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
    /// FEN of the start position; empty for the classic one.
    fen: Box<str>,
}

/// Some games, one behind the other.
#[derive(Clone, Debug, Default)]
struct Chunk {
    games: Vec<Stored>,
    moves: Vec<Move>,
    /// White, a line feed, Black.
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
        if self.stored.fen.is_empty() {
            position.clone_from(Position::classic());
        } else if let Ok(read) = Position::from_fen(self.stored.fen.as_bytes()) {
            // A position that was written here reads back.
            *position = read.position;
        }
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

    fn shrink(&mut self) {
        self.games.shrink_to_fit();
        self.moves.shrink_to_fit();
        self.names.shrink_to_fit();
    }

    fn bytes(&self) -> u64 {
        let bytes =
            self.games.capacity() * size_of::<Stored>() + self.moves.capacity() * 2 + self.names.capacity();
        bytes as u64
    }
}

/// The games, kept.
struct Collected {
    options: Arc<NoveltyOptions>,
    chunks: Vec<Chunk>,
    /// Memory of the chunks, the last one not counted.
    bytes: u64,
    /// There were more games than memory.
    is_full: bool,
}

impl Collected {
    /// A chunk takes so many moves.
    const MOVES: usize = 1 << 20;

    /// Half of the memory is for the games.
    fn limit(&self) -> u64 {
        self.options.memory / 2
    }

    fn look_at_memory(&mut self) {
        if self.bytes > self.limit() {
            self.is_full = true;
            self.chunks = Vec::new();
        }
    }
}

impl Count for Collected {
    fn game(&mut self, game: &dyn Subject, place: Place) {
        let date = game.date();
        if self.is_full || date.year.is_none() || game.moves().is_empty() {
            return;
        }
        if self.chunks.last().is_none_or(|chunk| chunk.moves.len() >= Collected::MOVES) {
            self.bytes += self.chunks.last().map_or(0, Chunk::bytes);
            self.look_at_memory();
            self.chunks.push(Chunk::default());
        }
        let Some(chunk) = self.chunks.last_mut() else { return };
        let start = game.start();
        let fen = if start.same_as(Position::classic()) {
            Box::default()
        } else {
            start.fen(FenStyle { rights: RightsStyle::Shredder, ..FenStyle::default() }).into_boxed_str()
        };
        chunk.moves.extend_from_slice(game.moves());
        let name = |name| game.tag(name).unwrap_or_default().replace('\n', " ");
        // Memory for a string that cannot fail.
        let _ = write!(chunk.names, "{}\n{}", name("White"), name("Black"));
        let (moves_end, names_end) = (chunk.moves.len() as u32, chunk.names.len() as u32);
        chunk.games.push(Stored { place, date, moves_end, names_end, fen });
    }

    fn merge(&mut self, mut later: Collected) {
        self.is_full |= later.is_full;
        if self.is_full {
            self.chunks = Vec::new();
            return;
        }
        // Games that were added to a chunk after it was merged have made it grow by half.
        self.chunks.last_mut().into_iter().chain(&mut later.chunks).for_each(Chunk::shrink);
        self.chunks.append(&mut later.chunks);
        self.bytes = self.chunks.iter().map(Chunk::bytes).sum();
        self.look_at_memory();
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
        let games: Vec<Kept<'_>> = self.chunks.iter().flat_map(Chunk::games).collect();
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
        let (white, black) = game.names.split_once('\n').unwrap_or((game.names, ""));
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

    #[test]
    fn more_games_than_memory_are_refused() {
        let small = Novelties::new(options(400)).tally();
        assert!(small.refusal().is_none());
        let games =
            crate::check::record::read_games(GAMES.as_bytes(), crate::check::game::CheckOptions::default());
        let survey = Novelties::new(options(400));
        let mut whole = survey.tally();
        let mut moves = Vec::new();
        for game in &games {
            let mut part = survey.tally();
            part.game(
                &crate::query::GameSubject::new(game, &mut moves),
                Place { source: 0, piece: 0, number: 1 },
            );
            whole.merge(part);
        }
        assert!(whole.refusal().is_some());
        assert!(whole.parts(&Places::default()).len() == 3);
    }
}
