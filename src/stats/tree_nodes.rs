//! The moves that were played from a position, with what was counted of them.

use std::borrow::Cow;

use super::against::Against;
use super::results::Results;
use super::survey::Place;
use crate::chess::{Color, Move};
use crate::notation::result::GameResult;

/// A tree has at most so many moves, so that it stays below a hundred megabytes or so. One that would have more is
/// less deep.
const MOST_MOVES: usize = 300_000;

/// No move.
const NONE: u32 = u32::MAX;

/// What the tree wants to know of a game.
pub(super) struct Played<'g> {
    pub(super) result: GameResult,
    pub(super) white_elo: Option<u32>,
    pub(super) black_elo: Option<u32>,
    pub(super) year: Option<u16>,
    pub(super) place: &'g dyn Fn() -> Place,
    /// The name of a player.
    pub(super) name: &'g dyn Fn(Color) -> Option<Cow<'g, str>>,
}

/// What was counted of a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct MoveStats {
    /// Of those who made the move.
    pub(super) mover: Against,
    /// 0: not known.
    pub(super) last_year: u16,
    /// The game of the strongest players.
    pub(super) top: Option<TopGame>,
}

/// The game of the strongest players; of equals the first in the run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TopGame {
    /// Both ratings together; 0 if one is not known.
    elo: u32,
    pub(super) place: Place,
    pub(super) white: Box<str>,
    pub(super) black: Box<str>,
}

impl MoveStats {
    #[inline]
    fn add(&mut self, game: &Played<'_>, mover: Color) {
        let (own, opponent) = match mover {
            Color::White => (game.white_elo, game.black_elo),
            Color::Black => (game.black_elo, game.white_elo),
        };
        self.mover.add(game.result, mover, own, opponent);
        self.last_year = self.last_year.max(game.year.unwrap_or(0));
        let elo = game.white_elo.zip(game.black_elo).map_or(0, |(white, black)| white.saturating_add(black));
        if self.top.as_ref().is_none_or(|top| elo > top.elo) {
            let name = |color| (game.name)(color).unwrap_or_default().as_ref().into();
            let (white, black) = (name(Color::White), name(Color::Black));
            self.top = Some(TopGame { elo, place: (game.place)(), white, black });
        }
    }

    /// Adds what was counted of games that come later.
    fn merge(&mut self, later: MoveStats) {
        self.mover.merge(later.mover);
        self.last_year = self.last_year.max(later.last_year);
        let best = |top: &Option<TopGame>| top.as_ref().map(|top| top.elo);
        if best(&later.top) > best(&self.top) {
            self.top = later.top;
        }
    }
}

/// A move of the tree.
#[derive(Clone, Debug)]
struct Node {
    /// [`Move::bits`].
    mv: u16,
    /// The first of the moves that followed it, in the next level.
    first: u32,
    /// Another move in its place, in the same level.
    next: u32,
    stats: MoveStats,
}

/// The moves from a position, level by level.
#[derive(Clone, Debug)]
pub(super) struct MoveTree {
    /// Whose turn it is in the position.
    turn: Color,
    /// All games with the position, as White sees them.
    results: Results,
    first: u32,
    /// First moves, second moves, ...; as many as the tree is deep.
    levels: Vec<Vec<Node>>,
    most: usize,
}

impl MoveTree {
    /// Nothing yet; to be so many plies deep.
    pub(super) fn new(turn: Color, depth: usize) -> MoveTree {
        let levels = vec![Vec::new(); depth.max(1)];
        MoveTree { turn, results: Results::default(), first: NONE, levels, most: MOST_MOVES }
    }

    /// Adds a game that has the position and goes on with these moves.
    #[inline]
    pub(super) fn add(&mut self, game: &Played<'_>, moves: impl Iterator<Item = Move>) {
        self.results.add(game.result, Color::White);
        let mut link = &mut self.first;
        let mut mover = self.turn;
        let mut grew = false;
        for (level, mv) in self.levels.iter_mut().zip(moves) {
            let (index, is_new) = find_or_add(level, link, mv.bits());
            grew |= is_new;
            let Some(node) = level.get_mut(index as usize) else { return };
            node.stats.add(game, mover);
            mover = mover.other();
            link = &mut node.first;
        }
        if grew {
            self.keep_small();
        }
    }

    /// Adds the tree of games that come later.
    pub(super) fn merge(&mut self, mut later: MoveTree) {
        self.results.merge(later.results);
        self.levels.truncate(later.levels.len());
        merge_level(&mut self.levels, &mut self.first, &mut later.levels, later.first);
        self.keep_small();
    }

    /// Takes off the deepest levels while there are too many moves. What a tree of some games has, one of more games
    /// has too: so the depth that is left does not depend on the order in which they came.
    fn keep_small(&mut self) {
        while self.levels.len() > 1 && self.levels.iter().map(Vec::len).sum::<usize>() > self.most {
            self.levels.pop();
        }
    }

    /// How deep it is.
    pub(super) fn depth(&self) -> usize {
        self.levels.len()
    }

    /// The results of all games with the position, as White sees them.
    pub(super) fn results(&self) -> Results {
        self.results
    }

    /// The moves from the position, in no order.
    pub(super) fn moves(&self) -> impl Iterator<Item = Branch<'_>> {
        Branches { levels: &self.levels, at: self.first }
    }
}

/// A move of the tree and what followed it.
#[derive(Clone, Copy)]
pub(super) struct Branch<'t> {
    pub(super) mv: Move,
    pub(super) stats: &'t MoveStats,
    deeper: &'t [Vec<Node>],
    first: u32,
}

impl<'t> Branch<'t> {
    /// The moves that followed it, in no order.
    pub(super) fn moves(self) -> impl Iterator<Item = Branch<'t>> {
        Branches { levels: self.deeper, at: self.first }
    }
}

/// The moves in one place.
struct Branches<'t> {
    levels: &'t [Vec<Node>],
    at: u32,
}

impl<'t> Iterator for Branches<'t> {
    type Item = Branch<'t>;

    fn next(&mut self) -> Option<Branch<'t>> {
        let (level, deeper) = self.levels.split_first()?;
        let node = level.get(self.at as usize)?;
        self.at = node.next;
        Some(Branch { mv: Move::from_bits(node.mv), stats: &node.stats, deeper, first: node.first })
    }
}

/// The index of a move among those that `link` begins, and whether it is new there. New ones come last: what is played
/// often comes early.
#[inline]
fn find_or_add(level: &mut Vec<Node>, link: &mut u32, mv: u16) -> (u32, bool) {
    let (mut at, mut last) = (*link, NONE);
    while let Some(node) = level.get(at as usize) {
        if node.mv == mv {
            return (at, false);
        }
        last = at;
        at = node.next;
    }
    let new = level.len() as u32;
    level.push(Node { mv, first: NONE, next: NONE, stats: MoveStats::default() });
    match level.get_mut(last as usize) {
        Some(node) => node.next = new,
        None => *link = new,
    }
    (new, true)
}

fn merge_level(own: &mut [Vec<Node>], link: &mut u32, later: &mut [Vec<Node>], first: u32) {
    let (Some((own, own_deeper)), Some((later, later_deeper))) =
        (own.split_first_mut(), later.split_first_mut())
    else {
        return;
    };
    let mut at = first;
    while let Some(node) = later.get_mut(at as usize) {
        let (index, _) = find_or_add(own, link, node.mv);
        if let Some(same) = own.get_mut(index as usize) {
            same.stats.merge(std::mem::take(&mut node.stats));
            merge_level(own_deeper, &mut same.first, later_deeper, node.first);
        }
        at = node.next;
    }
}

#[cfg(test)]
mod tests {
    use super::super::report::Value;
    use super::*;
    use crate::chess::Square;

    fn mv(text: &str) -> Move {
        let square = |text: &str| Square::parse(text.as_bytes()).expect("a square");
        Move::normal(square(&text[..2]), square(&text[2..]))
    }

    fn add(tree: &mut MoveTree, number: u64, result: GameResult, elo: (u32, u32), moves: &str) {
        let name = |color| Some(Cow::Owned(format!("{color:?} {number}")));
        let known = |elo: u32| Some(elo).filter(|elo| *elo > 0);
        let game = Played {
            result,
            white_elo: known(elo.0),
            black_elo: known(elo.1),
            year: Some(1990 + number as u16),
            place: &|| Place { source: 0, piece: 0, number },
            name: &name,
        };
        tree.add(&game, moves.split_whitespace().map(mv));
    }

    fn all<'t>(moves: impl Iterator<Item = Branch<'t>>, line: &str, out: &mut Vec<(String, MoveStats)>) {
        for branch in moves {
            let line = format!("{line} {}{}", branch.mv.from(), branch.mv.to());
            out.push((line.clone(), branch.stats.clone()));
            all(branch.moves(), &line, out);
        }
    }

    fn listed(tree: &MoveTree) -> Vec<(String, MoveStats)> {
        let mut out = Vec::new();
        all(tree.moves(), "", &mut out);
        out.sort_by(|a, b| a.0.cmp(&b.0));
        out
    }

    const GAMES: [(GameResult, (u32, u32), &str); 5] = [
        (GameResult::WhiteWins, (2400, 2300), "e2e4 e7e5"),
        (GameResult::Draw, (2500, 2500), "e2e4 c7c5 g1f3"),
        (GameResult::BlackWins, (0, 2600), "d2d4"),
        (GameResult::Unfinished, (2600, 2500), "e2e4 e7e5"),
        (GameResult::Draw, (2500, 2500), ""),
    ];

    fn tree_of(games: std::ops::Range<usize>) -> MoveTree {
        let mut tree = MoveTree::new(Color::White, 2);
        for index in games {
            let (result, elo, moves) = GAMES[index];
            add(&mut tree, index as u64, result, elo, moves);
        }
        tree
    }

    #[test]
    fn moves_are_counted_for_who_makes_them() {
        let tree = tree_of(0..5);
        assert_eq!(tree.results(), Results { won: 1, drawn: 2, lost: 1, other: 1 });
        let listed = listed(&tree);
        let lines: Vec<&str> = listed.iter().map(|(line, _)| line.as_str()).collect();
        assert_eq!(lines, [" d2d4", " e2e4", " e2e4 c7c5", " e2e4 e7e5"]);
        let e4 = &listed[1].1;
        assert_eq!(e4.mover.results, Results { won: 1, drawn: 1, lost: 0, other: 1 });
        // White's ratings 2400, 2500, 2600; opponents with a result 2300 and 2500, against whom 1.5 points.
        let numbers =
            |stats: &MoveStats| [stats.mover.elo(), stats.mover.opposition(), stats.mover.performance()];
        let number = |number| Value::Number(number, 0);
        assert_eq!(numbers(e4), [number(2500.0), number(2400.0), number(2593.0)]);
        assert_eq!((e4.last_year, e4.top.as_ref().map(|top| top.place.number)), (1993, Some(3)));
        let e5 = &listed[3].1;
        // Black's 2300 and 2500; lost against 2400.
        assert_eq!(numbers(e5), [number(2400.0), number(2400.0), number(1600.0)]);
        assert_eq!(e5.top.as_ref().map(|top| &*top.white), Some("White 3"));
        let d4 = &listed[0].1;
        assert_eq!(numbers(d4), [Value::None, number(2600.0), number(1800.0)]);
        assert_eq!(d4.top.as_ref().map(|top| top.elo), Some(0));
    }

    #[test]
    fn parts_come_to_the_same_as_the_whole() {
        let whole = tree_of(0..5);
        for cut in 0..=5 {
            let mut parts = tree_of(0..cut);
            parts.merge(tree_of(cut..5));
            assert_eq!(parts.results(), whole.results());
            assert_eq!(listed(&parts), listed(&whole), "{cut}");
        }
    }

    #[test]
    fn equal_ratings_leave_the_first_game() {
        let mut tree = tree_of(1..2);
        let mut later = MoveTree::new(Color::White, 2);
        add(&mut later, 5, GameResult::Draw, (2600, 2400), "e2e4");
        tree.merge(later);
        let tops: Vec<Option<u64>> =
            tree.moves().map(|branch| branch.stats.top.as_ref().map(|top| top.place.number)).collect();
        assert_eq!(tops, [Some(1)]);
    }

    #[test]
    fn a_tree_of_too_many_moves_is_less_deep() {
        for cut in 0..=5 {
            let mut tree = tree_of(0..cut);
            let mut later = tree_of(cut..5);
            (tree.most, later.most) = (3, 3);
            tree.keep_small();
            later.keep_small();
            tree.merge(later);
            // All would be four moves, the first ones alone are two.
            assert_eq!(tree.depth(), 1, "{cut}");
            let lines: Vec<String> = listed(&tree).into_iter().map(|(line, _)| line).collect();
            assert_eq!(lines, [" d2d4", " e2e4"]);
        }
    }
}
