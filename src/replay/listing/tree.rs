//! Lines of moves that grow in any order: a variation may be told long before or after the move that it replaces.

use crate::chess::{Move, Position};
use crate::notation::{MoveFacts, Style};
use crate::replay::game::Item;

/// Place of a line in its [`Tree`].
pub(super) type LineId = usize;

/// The main line, or a variation.
pub(super) struct Line {
    entries: Vec<Item>,
    /// Which entries are moves.
    moves: Vec<usize>,
    /// The position before each move, and the one behind the last.
    positions: Vec<Position>,
    /// The line it leaves, and the index of the move it replaces there.
    pub(super) parent: Option<(LineId, usize)>,
    branches: Vec<Branch>,
    /// Indexes of moves at which the line goes on in the middle of a sentence.
    pub(super) asides: Vec<usize>,
}

struct Branch {
    line: LineId,
    /// Index of the move it replaces, in the line it leaves; that move may be still to come.
    replaced: usize,
    /// How many entries were there when it began.
    seen: usize,
}

/// All lines of a game; the first is the main line.
pub(super) struct Tree {
    lines: Vec<Line>,
}

impl Line {
    fn new(start: Position, parent: Option<(LineId, usize)>) -> Line {
        Line {
            entries: Vec::new(),
            moves: Vec::new(),
            positions: vec![start],
            parent,
            branches: Vec::new(),
            asides: Vec::new(),
        }
    }

    /// Ply of its first move, counted from the beginning of move 1.
    pub(super) fn first_ply(&self) -> u32 {
        self.positions.first().map_or(0, Position::ply)
    }

    /// Ply of the move that would come next.
    pub(super) fn end(&self) -> u32 {
        self.first_ply() + self.len() as u32
    }

    /// Moves so far.
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// Index of the move with this ply, or of the next one to come.
    pub(super) fn index_of(&self, ply: u32) -> Option<usize> {
        (self.first_ply()..=self.end()).contains(&ply).then(|| (ply - self.first_ply()) as usize)
    }

    /// The move with this index.
    pub(super) fn mv(&self, index: usize) -> Option<Move> {
        match self.entries.get(*self.moves.get(index)?) {
            Some(Item::Move { facts, .. }) => Some(facts.mv),
            _ => None,
        }
    }

    /// The position before the move with this index, or before the next one to come.
    pub(super) fn position(&self, index: usize) -> Option<&Position> {
        self.positions.get(index)
    }

    /// Appends something that is no move.
    pub(super) fn push(&mut self, item: Item) {
        self.entries.push(item);
    }

    /// Appends a legal move.
    pub(super) fn push_move(&mut self, mv: Move) {
        let Some(position) = self.positions.last() else { return };
        let (facts, ply) = (MoveFacts::of(position, mv), position.ply());
        let mut after = position.clone();
        after.play(mv);
        self.moves.push(self.entries.len());
        self.entries.push(Item::Move { facts, ply });
        self.positions.push(after);
    }
}

impl Tree {
    /// A main line without moves.
    pub(super) fn new(start: Position) -> Tree {
        Tree { lines: vec![Line::new(start, None)] }
    }

    /// A line.
    pub(super) fn line(&self, id: LineId) -> Option<&Line> {
        self.lines.get(id)
    }

    /// A line, to append to.
    pub(super) fn line_mut(&mut self, id: LineId) -> Option<&mut Line> {
        self.lines.get_mut(id)
    }

    /// Moves of all lines.
    pub(super) fn moves(&self) -> usize {
        self.lines.iter().map(Line::len).sum()
    }

    /// Moves of the main line.
    pub(super) fn main_moves(&self) -> usize {
        self.lines.first().map_or(0, Line::len)
    }

    /// Begins a variation that replaces the move with this index, or the next one to come.
    pub(super) fn branch(&mut self, parent: LineId, replaced: usize) -> Option<LineId> {
        let line = self.lines.len();
        let leaves = self.lines.get_mut(parent)?;
        let start = leaves.positions.get(replaced)?.clone();
        leaves.branches.push(Branch { line, replaced, seen: leaves.entries.len() });
        self.lines.push(Line::new(start, Some((parent, replaced))));
        Some(line)
    }

    /// Makes the moves of a line from this index on a variation of the one that will stand in their place.
    pub(super) fn set_aside(&mut self, parent: LineId, index: usize) {
        let id = self.lines.len();
        let Some(line) = self.lines.get_mut(parent) else { return };
        let (Some(&entry), Some(start)) = (line.moves.get(index), line.positions.get(index)) else { return };
        let mut aside = Line::new(start.clone(), Some((parent, index)));
        aside.entries = line.entries.split_off(entry);
        aside.moves = line.moves.split_off(index).into_iter().map(|at| at - entry).collect();
        aside.positions = line.positions.split_off(index);
        line.positions.push(start_of(&aside));
        let (stay, go): (Vec<Branch>, Vec<Branch>) =
            std::mem::take(&mut line.branches).into_iter().partition(|branch| branch.replaced < index);
        line.branches = stay;
        line.asides.retain(|at| *at < index);
        line.branches.push(Branch { line: id, replaced: index, seen: entry });
        aside.branches = go
            .into_iter()
            .map(|branch| Branch {
                replaced: branch.replaced - index,
                seen: branch.seen.saturating_sub(entry),
                ..branch
            })
            .collect();
        let moved: Vec<LineId> = aside.branches.iter().map(|branch| branch.line).collect();
        for child in moved {
            if let Some(child) = self.lines.get_mut(child) {
                child.parent = child.parent.map(|(_, replaced)| (id, replaced - index));
            }
        }
        self.lines.push(aside);
    }

    /// Everything in the order of PGN. A variation in place of a move that never came is told by `keep`, whose item
    /// stands for it.
    pub(super) fn into_items(mut self, mut keep: impl FnMut(&[Item]) -> Item) -> Vec<Item> {
        let mut items = Vec::new();
        let mut stack = vec![Walk::new(self.lines.first_mut(), None)];
        while let Some(walk) = stack.last_mut() {
            if let Some((_, branch)) = walk.branches.next_if(|(place, _)| *place <= walk.at) {
                let is_homeless = branch.replaced >= walk.moves;
                let from = items.len();
                items.push(Item::Open);
                stack.push(Walk::new(self.lines.get_mut(branch.line), is_homeless.then_some(from)));
                continue;
            }
            if let Some(entry) = walk.entries.next() {
                walk.at += 1;
                items.push(entry);
                continue;
            }
            if walk.branches.peek().is_some() {
                walk.at = usize::MAX;
                continue;
            }
            let homeless = walk.homeless;
            stack.pop();
            if !stack.is_empty() {
                items.push(Item::Close);
            }
            if let Some(from) = homeless {
                let kept = keep(items.get(from..).unwrap_or_default());
                items.truncate(from);
                items.push(kept);
            }
        }
        items
    }
}

fn start_of(line: &Line) -> Position {
    line.positions.first().cloned().unwrap_or_else(Position::start)
}

/// A line on its way into the list.
struct Walk {
    entries: std::vec::IntoIter<Item>,
    branches: std::iter::Peekable<std::vec::IntoIter<(usize, Branch)>>,
    at: usize,
    moves: usize,
    /// Where the list is to be cut again.
    homeless: Option<usize>,
}

impl Walk {
    fn new(line: Option<&mut Line>, homeless: Option<usize>) -> Walk {
        let (mut entries, mut branches, mut moves) = (Vec::new(), Vec::new(), 0);
        if let Some(line) = line {
            entries = std::mem::take(&mut line.entries);
            moves = line.moves.len();
            for branch in std::mem::take(&mut line.branches) {
                // Behind what followed the replaced move when it began, but before the next move.
                let next = line.moves.get(branch.replaced + 1).copied().unwrap_or(entries.len());
                let after = line.moves.get(branch.replaced).map_or(next, |own| (own + 1).max(branch.seen));
                branches.push((after.min(next), branch));
            }
            branches.sort_by_key(|(place, _)| *place);
        }
        Walk {
            entries: entries.into_iter(),
            branches: branches.into_iter().peekable(),
            at: 0,
            moves,
            homeless,
        }
    }
}

/// A line in place of a move that never came.
pub(super) fn kept_line(items: &[Item]) -> Item {
    let mut text = String::new();
    for item in items {
        match item {
            Item::Move { facts, .. } => {
                text.push(' ');
                facts.write(&Style::PGN, &mut text);
            }
            Item::Comment(comment) | Item::Rest(comment) => {
                text.push(' ');
                text.push_str(comment);
            }
            _ => {}
        }
    }
    Item::Comment(text.trim().to_owned())
}
