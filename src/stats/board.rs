//! What happens on the board: castling, en passant, promotion, checks, captures, and the games that went furthest.

use rustc_hash::FxHashMap;

use super::mean::Mean;
use super::names::{highest, merge};
use super::overview::StartNumbers;
use super::overview_parts::start_name;
use super::records::{Peak, Peaks};
use super::report::{Chart, Column, Figure, Figures, Part, Table, Value, Words};
use super::results::{Results, share};
use super::survey::{Count, Place, Places, Survey, Tally};
use crate::chess::chess960::double_numbers;
use crate::chess::{Color, Position, Role, Wing};
use crate::query::Subject;
use crate::store::Features;

/// What happens on the board.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    /// Rows of the tables of starts and of the earliest mates.
    pub top: usize,
}

impl Survey for Board {
    fn tally(&self) -> Tally {
        Tally::new(BoardCount {
            top: self.top,
            longest: Peaks::new(1),
            quietest: Peaks::new(1),
            most: MEN.map(|_| Peaks::new(1)),
            shortest_mates: Peaks::new(self.top),
            ..BoardCount::default()
        })
    }

    fn counts_checks(&self) -> bool {
        true
    }
}

/// Men of which it is noted how many one side had at once.
const MEN: [(Role, &str, Words); 2] = [
    (
        Role::Queen,
        "most_queens",
        Words::new("Most queens of a side at once", "Meiste Damen einer Seite zugleich"),
    ),
    (
        Role::Knight,
        "most_knights",
        Words::new("Most knights of a side at once", "Meiste Springer einer Seite zugleich"),
    ),
];

/// How both sides castled: short, long, not, in the order of White's and Black's.
type Castling = (Option<Wing>, Option<Wing>);

/// What was counted so far.
#[derive(Default)]
struct BoardCount {
    top: usize,
    games: u64,
    plies: u64,
    castling: FxHashMap<(u8, u8), Results>,
    /// The same for each start of Chess960.
    starts: FxHashMap<StartNumbers, Castlings>,
    /// Positions in which a capture en passant was possible, by game with such.
    ep_possible: Mean,
    /// Captures en passant, by game with such.
    ep_played: Mean,
    /// Games with promotions.
    promoted: u64,
    /// Games with promotions to something else than a queen.
    underpromoted: u64,
    /// Promotions by colour and role, as [`Features::promotions`] has them.
    promotions: [[u64; 4]; 2],
    checks: u64,
    captures: u64,
    /// The plies of the first captures, by game with such.
    first_captures: Mean,
    earliest_capture: Peaks,
    longest: Peaks,
    quietest: Peaks,
    most: [Peaks; MEN.len()],
    shortest_mates: Peaks,
}

/// How often castling was seen in the games of a start.
#[derive(Clone, Copy, Default)]
struct Castlings {
    games: u64,
    /// Short and long, White's and Black's together.
    short: u64,
    long: u64,
    /// Sides that did not castle.
    none: u64,
    /// Games in which both castled, to different wings.
    opposite: u64,
}

fn wings(features: &Features) -> Castling {
    let [white, black] = features.castled;
    (white.map(|own| own.wing), black.map(|own| own.wing))
}

impl Castlings {
    fn add(&mut self, (white, black): Castling) {
        self.games += 1;
        for own in [white, black] {
            match own {
                Some(Wing::King) => self.short += 1,
                Some(Wing::Queen) => self.long += 1,
                None => self.none += 1,
            }
        }
        self.opposite += u64::from(is_opposite((white, black)));
    }

    fn merge(&mut self, other: Castlings) {
        self.games += other.games;
        self.short += other.short;
        self.long += other.long;
        self.none += other.none;
        self.opposite += other.opposite;
    }
}

fn is_opposite((white, black): Castling) -> bool {
    white.zip(black).is_some_and(|(white, black)| white != black)
}

/// The order of the rows: short, long, none.
fn rank(wing: Option<Wing>) -> u8 {
    match wing {
        Some(Wing::King) => 0,
        Some(Wing::Queen) => 1,
        None => 2,
    }
}

fn castling_words(rank: u8) -> Value {
    Value::Words(match rank {
        0 => Words::new("short", "kurz"),
        1 => Words::new("long", "lang"),
        _ => Words::new("none", "keine"),
    })
}

impl BoardCount {
    /// What only the positions tell.
    fn walk(&mut self, game: &dyn Subject, place: Place) {
        let mut position = game.start().clone();
        let mut possible = u64::from(position.ep_square().is_some());
        let mut most = MEN.map(|(role, ..)| most_of(&position, role));
        for &mv in game.moves() {
            position.play(mv);
            possible += u64::from(position.ep_square().is_some());
            if mv.promoted().is_some() {
                for (most, (role, ..)) in most.iter_mut().zip(MEN) {
                    *most = (*most).max(most_of(&position, role));
                }
            }
        }
        if possible > 0 {
            self.ep_possible.add(possible);
        }
        for (peaks, most) in self.most.iter_mut().zip(most) {
            peaks.offer(Peak::highest(u64::from(most), place));
        }
    }
}

/// How many men of a kind that side has that has more of them.
fn most_of(position: &Position, role: Role) -> u32 {
    let of = |color| position.pieces(color, role).len();
    of(Color::White).max(of(Color::Black))
}

impl Count for BoardCount {
    fn game(&mut self, game: &dyn Subject, place: Place) {
        let features = game.features();
        let plies = game.moves().len() as u64;
        self.games += 1;
        self.plies += plies;
        let castling = wings(features);
        let results = self.castling.entry((rank(castling.0), rank(castling.1))).or_default();
        results.add(game.result(), Color::White);
        if game.is_chess960() {
            self.starts.entry(double_numbers(game.start())).or_default().add(castling);
        }
        if features.en_passants > 0 {
            self.ep_played.add(features.en_passants);
        }
        self.promoted += u64::from(features.first_promotion.is_some());
        self.underpromoted += u64::from(features.first_underpromotion.is_some());
        for (own, promotions) in self.promotions.iter_mut().zip(features.promotions) {
            own.iter_mut().zip(promotions).for_each(|(own, number)| *own += u64::from(number));
        }
        self.checks += u64::from(features.checks);
        self.captures += u64::from(features.captures);
        if let Some(ply) = features.first_capture.map(u64::from) {
            self.first_captures.add(ply);
            self.earliest_capture.offer(Peak::lowest(ply, place));
        }
        self.longest.offer(Peak::highest(plies, place));
        self.quietest.offer(Peak::highest(u64::from(features.longest_quiet), place));
        if game.is_whole() && features.is_mate {
            self.shortest_mates.offer(Peak::lowest(plies, place));
        }
        self.walk(game, place);
    }

    fn merge(&mut self, later: BoardCount) {
        self.games += later.games;
        self.plies += later.plies;
        merge(&mut self.castling, later.castling, |own, other| own.merge(other));
        merge(&mut self.starts, later.starts, Castlings::merge);
        self.ep_possible.merge(later.ep_possible);
        self.ep_played.merge(later.ep_played);
        self.promoted += later.promoted;
        self.underpromoted += later.underpromoted;
        for (own, other) in self.promotions.iter_mut().zip(later.promotions) {
            own.iter_mut().zip(other).for_each(|(own, other)| *own += other);
        }
        self.checks += later.checks;
        self.captures += later.captures;
        self.first_captures.merge(later.first_captures);
        self.earliest_capture.merge(later.earliest_capture);
        self.longest.merge(later.longest);
        self.quietest.merge(later.quietest);
        for (own, other) in self.most.iter_mut().zip(later.most) {
            own.merge(other);
        }
        self.shortest_mates.merge(later.shortest_mates);
    }

    fn parts(self, places: &Places) -> Vec<Part> {
        let figures = self.figures(places);
        let BoardCount { top, castling, starts, shortest_mates, promotions, .. } = self;
        let mut parts = vec![figures, castling_table(castling), promotion_table(&promotions)];
        if !starts.is_empty() {
            parts.push(start_table(starts, top));
        }
        if !shortest_mates.is_empty() {
            parts.push(shortest_mates.table(
                "earliest_mates",
                Words::new("Earliest mates", "Früheste Matts"),
                Column::new("plies", "Plies", "Halbzüge"),
                places,
            ));
        }
        parts
    }
}

impl BoardCount {
    fn figures(&self, places: &Places) -> Part {
        let games = self.games;
        let part = |key, en, de, value: u64, whole: u64| Figure {
            note: share(value, whole),
            ..Figure::new(key, Words::new(en, de), Value::Count(value))
        };
        let plain = |key, en, de, value: Value| Figure::new(key, Words::new(en, de), value);
        let opposite =
            self.castling.iter().filter(|((white, black), _)| matches!((white, black), (0, 1) | (1, 0)));
        let opposite = opposite.map(|(_, results)| results.games()).sum();
        let mut rows = vec![
            plain("board_games", "Games", "Partien", Value::Count(games)),
            part(
                "opposite_castling",
                "Castled to opposite wings",
                "Rochaden nach verschiedenen Seiten",
                opposite,
                games,
            ),
            part(
                "ep_possible_games",
                "Games with en passant possible",
                "Partien mit möglichem en passant",
                self.ep_possible.number,
                games,
            ),
            plain(
                "ep_possible",
                "Positions with en passant possible",
                "Stellungen mit möglichem en passant",
                Value::Count(self.ep_possible.sum),
            ),
            part("ep_games", "Games with en passant", "Partien mit en passant", self.ep_played.number, games),
            plain("ep", "Captures en passant", "Schläge en passant", Value::Count(self.ep_played.sum)),
            part("promotion_games", "Games with promotion", "Partien mit Umwandlung", self.promoted, games),
            part(
                "underpromotion_games",
                "Games with underpromotion",
                "Partien mit Unterverwandlung",
                self.underpromoted,
                games,
            ),
            part("checks", "Checks", "Schachgebote", self.checks, self.plies),
            part("captures", "Captures", "Schläge", self.captures, self.plies),
            part(
                "without_capture",
                "Games without capture",
                "Partien ohne Schlag",
                games - self.first_captures.number,
                games,
            ),
            plain(
                "first_capture",
                "First capture on average, ply",
                "Erster Schlag im Schnitt, Halbzug",
                self.first_captures.value(1),
            ),
        ];
        let peaks = [
            (
                "earliest_capture",
                Words::new("Earliest capture, ply", "Frühester Schlag, Halbzug"),
                &self.earliest_capture,
            ),
            ("longest_game", Words::new("Longest game, plies", "Längste Partie, Halbzüge"), &self.longest),
            (
                "longest_quiet",
                Words::new(
                    "Longest stretch without pawn move or capture, plies",
                    "Längste Folge ohne Bauernzug und Schlag, Halbzüge",
                ),
                &self.quietest,
            ),
        ];
        let most = MEN.iter().zip(&self.most).map(|((_, key, title), peaks)| (*key, *title, peaks));
        rows.extend(
            peaks.into_iter().chain(most).map(|(key, title, peaks)| peaks.figure(key, title, places)),
        );
        Part::Figures(Figures { key: "board", title: Words::new("On the board", "Auf dem Brett"), rows })
    }
}

fn castling_table(castling: FxHashMap<(u8, u8), Results>) -> Part {
    let mut rows: Vec<((u8, u8), Results)> = castling.into_iter().collect();
    rows.sort_unstable_by_key(|(ranks, _)| *ranks);
    let row = |((white, black), results): ((u8, u8), Results)| {
        vec![
            castling_words(white),
            castling_words(black),
            Value::Count(results.games()),
            Value::Count(results.won),
            Value::Count(results.drawn),
            Value::Count(results.lost),
            results.score(),
        ]
    };
    Part::Table(Table {
        key: "castling",
        title: Words::new("Castling", "Rochade"),
        columns: vec![
            Column::new("white", "White", "Weiß"),
            Column::new("black", "Black", "Schwarz"),
            Column::new("games", "Games", "Partien"),
            Column::new("won", "+", "+"),
            Column::new("drawn", "=", "="),
            Column::new("lost", "-", "-"),
            Column::new("score", "Score", "Punkte"),
        ],
        rows: rows.into_iter().map(row).collect(),
        total: None,
        chart: Some(Chart::Bars { label: 1, value: 2 }),
        left_out: 0,
    })
}

fn promotion_table([white, black]: &[[u64; 4]; 2]) -> Part {
    let names = [
        Words::new("queen", "Dame"),
        Words::new("rook", "Turm"),
        Words::new("bishop", "Läufer"),
        Words::new("knight", "Springer"),
    ];
    let rows = names.into_iter().zip(white.iter().zip(black)).map(|(name, (white, black))| {
        vec![Value::Words(name), Value::Count(*white), Value::Count(*black), Value::Count(white + black)]
    });
    Part::Table(Table {
        key: "promotions",
        title: Words::new("Promotions", "Umwandlungen"),
        columns: vec![
            Column::new("piece", "Piece", "Figur"),
            Column::new("white", "White", "Weiß"),
            Column::new("black", "Black", "Schwarz"),
            Column::new("promotions", "Both", "Beide"),
        ],
        rows: rows.collect(),
        total: None,
        chart: Some(Chart::Bars { label: 0, value: 3 }),
        left_out: 0,
    })
}

fn start_table(starts: FxHashMap<StartNumbers, Castlings>, top: usize) -> Part {
    let (rows, left_out) = highest(starts, top, |castlings| castlings.games);
    let row = |(numbers, own): (StartNumbers, Castlings)| {
        let counts = [own.games, own.short, own.long, own.none, own.opposite];
        std::iter::once(start_name(numbers)).chain(counts.map(Value::Count)).collect()
    };
    Part::Table(Table {
        key: "castling_by_start",
        title: Words::new("Castling by start of Chess960", "Rochade nach Startstellung des Chess960"),
        columns: vec![
            Column::new("start", "Start position", "Startstellung"),
            Column::new("games", "Games", "Partien"),
            Column::new("short", "Short", "Kurz"),
            Column::new("long", "Long", "Lang"),
            Column::new("none", "None", "Keine"),
            Column::new("opposite", "Opposite wings", "Verschiedene Seiten"),
        ],
        rows: rows.into_iter().map(row).collect(),
        total: None,
        chart: None,
        left_out,
    })
}
