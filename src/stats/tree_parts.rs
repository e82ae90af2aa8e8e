//! What the tree of a position has to say.

use super::report::{Chart, Column, Diagram, Figure, Figures, Part, Table, Value, Words};
use super::results::share;
use super::survey::Places;
use super::tree::TreeOptions;
use super::tree_nodes::{Branch, MoveStats, MoveTree};
use crate::chess::fen::FenStyle;
use crate::chess::{Color, Position};
use crate::notation::{Style, write_move};
use crate::replay::opening::Opening;

/// What is said of a move.
const COLUMNS: [Column; 12] = [
    Column::new("move", "Move", "Zug"),
    Column::new("games", "Games", "Partien"),
    Column::new("share", "Share", "Anteil"),
    Column::new("white_wins", "White wins", "Weiß gewinnt"),
    Column::new("draws", "Draws", "Remis"),
    Column::new("black_wins", "Black wins", "Schwarz gewinnt"),
    Column::new("score", "White's score", "Ergebnis Weiß"),
    Column::new("elo", "Elo", "Elo"),
    Column::new("performance", "Performance", "Leistung"),
    Column::new("last_year", "Last year", "Letztes Jahr"),
    Column::new("opening", "Opening", "Eröffnung"),
    Column::new("top_game", "Top game", "Spitzenpartie"),
];

/// Only in a tree of more than one ply: all moves up to this one.
const LINE: Column = Column::new("line", "Line", "Zugfolge");

/// The players of the top game.
const PLAYERS: Column = Column::new("players", "Players", "Spieler");

/// The position, what was counted of it, and its moves.
pub(super) fn parts(options: &TreeOptions, tree: &MoveTree, places: &Places) -> Vec<Part> {
    let position = Diagram {
        key: "tree_position",
        title: Words::new("Position", "Stellung"),
        position: options.position.clone(),
        last: None,
    };
    let is_deep = options.depth > 1;
    let mut rows = Rows { options, places, is_deep, rows: Vec::new(), left_out: 0 };
    rows.add(tree.moves(), tree.position().mover.results.games(), &options.position, "");
    let Rows { rows, left_out, .. } = rows;
    let mut columns: Vec<Column> = is_deep.then_some(LINE).into_iter().chain(COLUMNS).collect();
    columns.push(PLAYERS);
    let shift = usize::from(is_deep);
    let moves = Table {
        key: "tree_moves",
        title: Words::new("Moves", "Züge"),
        columns,
        rows,
        total: None,
        chart: Some(Chart::Parts { label: 0, values: vec![3 + shift, 4 + shift, 5 + shift] }),
        left_out,
    };
    vec![Part::Diagram(position), Part::Figures(figures(options, tree)), Part::Table(moves)]
}

fn figures(options: &TreeOptions, tree: &MoveTree) -> Figures {
    let stats = tree.position();
    let results = stats.mover.for_white(tree.turn().other());
    let games = results.games();
    let goes_on: u64 = tree.moves().map(|branch| branch.stats.mover.results.games()).sum();
    let ends = games.saturating_sub(goes_on);
    let figure = |key, en, de, value, note| Figure { key, title: Words::new(en, de), value, note };
    let count = |key, en, de, number| figure(key, en, de, Value::Count(number), share(number, games));
    let mut rows = vec![
        figure("fen", "FEN", "FEN", Value::Text(options.position.fen(FenStyle::default())), Value::None),
        figure("opening", "Opening", "Eröffnung", opening(&options.position), Value::None),
        figure("games", "Games", "Partien", Value::Count(games), Value::None),
        count("white_wins", "White wins", "Weiß gewinnt", results.won),
        count("draws", "Draws", "Remis", results.drawn),
        count("black_wins", "Black wins", "Schwarz gewinnt", results.lost),
        count("other_results", "Other results", "Andere Ergebnisse", results.other),
        figure("score", "White's score", "Ergebnis Weiß", results.score(), Value::None),
        count("ends_here", "Ends here", "Endet hier", ends),
    ];
    if options.depth > 1 {
        rows.push(figure("depth", "Depth", "Tiefe", Value::Count(tree.depth() as u64), Value::None));
    }
    Figures { key: "tree", title: Words::new("Games with the position", "Partien mit der Stellung"), rows }
}

/// Code and name of exactly this position.
fn opening(position: &Position) -> Value {
    match Opening::at(position) {
        Some(opening) => Value::Text(format!("{} {}", opening.eco, opening.name)),
        None => Value::None,
    }
}

/// Rows in the making.
struct Rows<'r> {
    options: &'r TreeOptions,
    places: &'r Places,
    is_deep: bool,
    rows: Vec<Vec<Value>>,
    left_out: u64,
}

impl Rows<'_> {
    /// The moves of a position that so many games have, and below each of them those that followed.
    fn add<'t>(
        &mut self,
        moves: impl Iterator<Item = Branch<'t>>,
        games: u64,
        position: &Position,
        line: &str,
    ) {
        let mut moves: Vec<(u64, String, Branch<'t>)> = moves
            .map(|branch| {
                let mut san = String::new();
                write_move(position, branch.mv, &Style::PGN, &mut san);
                (branch.stats.mover.results.games(), san, branch)
            })
            .collect();
        moves.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        let all = moves.len();
        moves.retain(|(games, ..)| *games >= self.options.min_games);
        moves.truncate(self.options.top);
        self.left_out += (all - moves.len()) as u64;
        for (_, san, branch) in moves {
            let mut after = position.clone();
            after.play(branch.mv);
            let line = if self.is_deep { longer(line, position, &san) } else { String::new() };
            let row = self.row(&san, &line, games, &after, branch.stats);
            self.rows.push(row);
            self.add(branch.moves(), branch.stats.mover.results.games(), &after, &line);
        }
    }

    fn row(&self, san: &str, line: &str, games: u64, after: &Position, stats: &MoveStats) -> Vec<Value> {
        let results = stats.mover.for_white(after.turn().other());
        let mut row = Vec::with_capacity(COLUMNS.len() + 2);
        if self.is_deep {
            row.push(Value::Text(line.to_owned()));
        }
        let (id, players) = stats.top.as_ref().map_or((Value::None, Value::None), |top| {
            let players = format!("{} - {}", top.white, top.black);
            (Value::Text(self.places.id(top.place)), Value::Text(players))
        });
        let last_year = Some(stats.last_year).filter(|year| *year > 0);
        row.extend([
            Value::Text(san.to_owned()),
            Value::Count(results.games()),
            share(results.games(), games),
            Value::Count(results.won),
            Value::Count(results.drawn),
            Value::Count(results.lost),
            results.score(),
            stats.mover.elo(),
            stats.mover.performance(),
            last_year.map_or(Value::None, |year| Value::Text(year.to_string())),
            opening(after),
            id,
            players,
        ]);
        row
    }
}

/// A line with one more move: `1. e4 c5`, `12... Nf6`.
fn longer(line: &str, position: &Position, san: &str) -> String {
    let number = position.fullmove_number();
    match (line.is_empty(), position.turn()) {
        (true, Color::White) => format!("{number}. {san}"),
        (true, Color::Black) => format!("{number}... {san}"),
        (false, Color::White) => format!("{line} {number}. {san}"),
        (false, Color::Black) => format!("{line} {san}"),
    }
}
