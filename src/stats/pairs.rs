//! Chess960 starts that two players have played with both colours in one event.
//!
//! A start is one position: in double Chess960 that of both ranks. Where the two have played it several times, the
//! first game with the one colour belongs to the first with the other, and so on.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::names::highest;
use super::numbered::Numbered;
use super::report::{Chart, Column, Figure, Figures, Part, Table, Value, Words};
use super::results::{Results, share};
use super::survey::{Count, Place, Places, Survey, Tally};
use crate::chess::chess960::{double_numbers, number};
use crate::chess::{Color, Position};
use crate::notation::result::GameResult;
use crate::query::Subject;

/// The survey.
pub struct Pairs {
    /// At most so many pairs and starts are shown.
    top: usize,
}

impl Pairs {
    /// At most so many pairs and starts are shown.
    pub fn new(top: usize) -> Pairs {
        Pairs { top }
    }
}

impl Survey for Pairs {
    fn tally(&self) -> Tally {
        Tally::new(Played { top: self.top, ..Played::default() })
    }
}

/// An arrangement, or White's and Black's where they differ.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Start {
    Single(u16),
    Double(u16, u16),
}

impl Start {
    fn of(position: &Position) -> Option<Start> {
        let double = || double_numbers(position).map(|(white, black)| Start::Double(white, black));
        number(position).map(Start::Single).or_else(double)
    }

    fn value(self) -> Value {
        Value::Text(match self {
            Start::Single(number) => number.to_string(),
            Start::Double(white, black) => format!("{white}/{black}"),
        })
    }
}

/// Who played which start where; names and events by number.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Meeting {
    event: u32,
    /// The lower number.
    one: u32,
    other: u32,
    start: Start,
}

/// Games of a meeting in which the same player had White.
type Games = Vec<(Place, GameResult)>;

#[derive(Default)]
struct Played {
    top: usize,
    names: Numbered,
    /// Games in which the one had White, and those in which the other had it.
    meetings: FxHashMap<Meeting, [Games; 2]>,
}

impl Played {
    fn games(&mut self, event: u32, white: u32, black: u32, start: Start) -> Option<&mut Games> {
        let meeting = Meeting { event, one: white.min(black), other: white.max(black), start };
        self.meetings.entry(meeting).or_default().get_mut(usize::from(white > black))
    }
}

impl Count for Played {
    fn game(&mut self, game: &dyn Subject, place: Place) {
        if !game.is_chess960() {
            return;
        }
        let (Some(start), Some(white), Some(black)) =
            (Start::of(game.start()), game.tag("White"), game.tag("Black"))
        else {
            return;
        };
        let event = self.names.number(game.tag("Event").unwrap_or_default().trim());
        let (white, black) = (self.names.number(white.trim()), self.names.number(black.trim()));
        if white != black
            && let Some(games) = self.games(event, white, black, start)
        {
            games.push((place, game.result()));
        }
    }

    fn merge(&mut self, later: Played) {
        let now = self.names.merge(&later.names);
        for (meeting, [one, other]) in later.meetings {
            let (event, a, b) = (now.of(meeting.event), now.of(meeting.one), now.of(meeting.other));
            for (white, black, later) in [(a, b, one), (b, a, other)] {
                if let Some(games) = self.games(event, white, black, meeting.start) {
                    games.extend(later);
                }
            }
        }
    }

    fn parts(self, places: &Places) -> Vec<Part> {
        let mut pairs = Vec::new();
        for (meeting, [one, other]) in &self.meetings {
            for (first, second) in one.iter().zip(other) {
                // Who had White in the first game of the two comes first.
                let (white, black, games) = if first.0 < second.0 {
                    (meeting.one, meeting.other, [*first, *second])
                } else {
                    (meeting.other, meeting.one, [*second, *first])
                };
                pairs.push(Pair { meeting, white, black, games });
            }
        }
        pairs.sort_unstable_by_key(|pair| pair.games.map(|(place, _)| place));
        vec![
            Part::Figures(figures(&pairs)),
            Part::Table(self.list(&pairs, places)),
            Part::Table(by_start(&pairs, self.top)),
        ]
    }
}

/// Two games with one start and the colours changed.
struct Pair<'p> {
    meeting: &'p Meeting,
    /// Who had White in the first game.
    white: u32,
    black: u32,
    games: [(Place, GameResult); 2],
}

impl Pair<'_> {
    /// Points of who had White in the first game, and of the other, in halves; `None` if a game has no result.
    fn points(&self) -> Option<(u64, u64)> {
        let [(_, first), (_, second)] = self.games;
        let mut all = Results::default();
        all.add(first, Color::White);
        all.add(second, Color::Black);
        (all.scored() == 2).then(|| (all.half_points(), 4 - all.half_points()))
    }
}

fn figures(pairs: &[Pair<'_>]) -> Figures {
    let number = |is: &dyn Fn(&Pair<'_>) -> bool| pairs.iter().filter(|pair| is(pair)).count() as u64;
    let all = pairs.len() as u64;
    let figure = |key, en, de, number| Figure {
        key,
        title: Words::new(en, de),
        value: Value::Count(number),
        note: share(number, all),
    };
    let both = |result: GameResult| number(&|pair| pair.games.iter().all(|(_, own)| *own == result));
    let swept = number(&|pair| matches!(pair.points(), Some((0, 4) | (4, 0))));
    Figures {
        key: "pairs_summary",
        title: Words::new("Starts with both colours", "Ausgangsstellungen mit beiden Farben"),
        rows: vec![
            Figure::new("pairs", Words::new("Pairs of games", "Partienpaare"), Value::Count(all)),
            figure("swept", "One player won both", "Eine Seite gewann beide", swept),
            figure("white_both", "White won both", "Weiß gewann beide", both(GameResult::WhiteWins)),
            figure("black_both", "Black won both", "Schwarz gewann beide", both(GameResult::BlackWins)),
            figure("drawn_both", "Both drawn", "Beide remis", both(GameResult::Draw)),
        ],
    }
}

impl Played {
    fn list(&self, pairs: &[Pair<'_>], places: &Places) -> Table {
        let known = |name: u32| Value::Text(self.names.name(name).to_owned());
        let rows = pairs.iter().take(self.top).map(|pair| {
            let [(first, first_result), (second, second_result)] = pair.games;
            let points = pair.points();
            let halves = |points: Option<u64>| points.map_or(Value::None, Value::HalfPoints);
            vec![
                pair.meeting.start.value(),
                known(pair.meeting.event),
                known(pair.white),
                known(pair.black),
                Value::Text(first_result.score().to_owned()),
                Value::Text(second_result.score().to_owned()),
                halves(points.map(|(own, _)| own)),
                halves(points.map(|(_, other)| other)),
                Value::Text(places.id(first)),
                Value::Text(places.id(second)),
            ]
        });
        Table {
            key: "pairs",
            title: Words::new("Pairs of games", "Partienpaare"),
            columns: vec![
                Column::new("start", "Start", "Stellung"),
                Column::new("event", "Event", "Turnier"),
                Column::new("first", "White first", "Zuerst Weiß"),
                Column::new("second", "Black first", "Zuerst Schwarz"),
                Column::new("first_result", "First game", "Erste Partie"),
                Column::new("second_result", "Second game", "Zweite Partie"),
                Column::new("first_points", "Points", "Punkte"),
                Column::new("second_points", "Points of the other", "Punkte Gegner"),
                Column::new("first_game", "Game", "Partie"),
                Column::new("second_game", "Return game", "Rückpartie"),
            ],
            rows: rows.collect(),
            total: None,
            chart: None,
            left_out: pairs.len().saturating_sub(self.top) as u64,
        }
    }
}

/// White's results in the games of the pairs, by start.
fn by_start(pairs: &[Pair<'_>], top: usize) -> Table {
    let mut starts: BTreeMap<Start, Results> = BTreeMap::new();
    for pair in pairs {
        let results = starts.entry(pair.meeting.start).or_default();
        for (_, result) in pair.games {
            results.add(result, Color::White);
        }
    }
    let (rows, left_out) = highest(starts, top, Results::games);
    let rows = rows.into_iter().map(|(start, results)| {
        vec![
            start.value(),
            Value::Count(results.games() / 2),
            Value::Count(results.won),
            Value::Count(results.drawn),
            Value::Count(results.lost),
            results.score(),
        ]
    });
    Table {
        key: "pairs_starts",
        title: Words::new("Pairs by start", "Paare nach Stellung"),
        columns: vec![
            Column::new("start", "Start", "Stellung"),
            Column::new("pairs", "Pairs", "Paare"),
            Column::new("white_wins", "White wins", "Weiß gewinnt"),
            Column::new("draws", "Draws", "Remis"),
            Column::new("black_wins", "Black wins", "Schwarz gewinnt"),
            Column::new("score", "White's score", "Ergebnis Weiß"),
        ],
        rows: rows.collect(),
        total: None,
        chart: Some(Chart::Parts { label: 0, values: vec![2, 3, 4] }),
        left_out,
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{figure, rows, surveyed, table};
    use super::*;

    fn game(event: &str, white: &str, black: &str, fen: &str, result: &str) -> String {
        format!(
            "[Event \"{event}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"{fen} w KQkq - 0 1\"]\n\n{result}\n\n"
        )
    }

    /// Number 0 twice with both colours, the second time once more from one side only; number 959 in two events and so
    /// not at all; White's 0 against Black's 959.
    #[test]
    fn games_with_the_colours_changed_are_pairs() {
        const ZERO: &str = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR";
        const LAST: &str = "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB";
        const BOTH: &str = "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR";
        let pgn = game("E", "A", "B", ZERO, "1-0")
            + &game("E", "A", "B", ZERO, "1/2-1/2")
            + &game("E", "B", "A", ZERO, "0-1")
            + &game("E", "C", "A", ZERO, "0-1")
            + &game("E", "A", "B", LAST, "0-1")
            + &game("F", "B", "A", LAST, "0-1")
            + &game("E", "B", "A", ZERO, "*")
            + &game("E", "A", "B", ZERO, "1-0")
            + &game("E", "D", "C", BOTH, "1-0")
            + &game("E", "C", "D", BOTH, "1-0");
        let parts = surveyed(&Pairs::new(9), &pgn);
        assert_eq!(
            rows(
                table(&parts, "pairs"),
                "start event first second first_result second_result first_points second_points first_game second_game"
            ),
            [
                "0 | E | A | B | 1-0 | 0-1 | 2 | 0 | a.pgn#1 | a.pgn#3",
                "0 | E | A | B | 1/2-1/2 | * | - | - | a.pgn#2 | a.pgn#7",
                "0/959 | E | D | C | 1-0 | 1-0 | 1 | 1 | a.pgn#9 | a.pgn#10",
            ]
        );
        assert_eq!(
            ["pairs", "swept", "white_both", "black_both", "drawn_both"].map(|key| figure(&parts, key)),
            ["3", "1", "1", "0", "0"]
        );
        assert_eq!(
            rows(table(&parts, "pairs_starts"), "start pairs white_wins draws black_wins score"),
            ["0 | 2 | 1 | 1 | 1 | 50.0%", "0/959 | 1 | 2 | 0 | 0 | 100.0%"]
        );
    }
}
