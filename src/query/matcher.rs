//! Matches games against an expression: first what is known of the game as a whole, then ply by ply.

use std::ops::ControlFlow;

use super::expr::{Expr, PlyTerm};
use super::happened::Memory;
use super::in_variations::InVariations;
use super::ply::{Made, Ply};
use super::program::{Machine, Node, NodeId, Program};
use super::subject::Subject;
use crate::chess::Position;

/// Where an expression holds in a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Hit {
    /// Plies of the main line played there; 0 is the start position. For what holds of the whole game the ply of the
    /// event, 0 if it has none.
    pub ply: u32,
}

/// What is known about something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Truth {
    /// Not asked yet, or it depends on the ply.
    Open,
    No,
    /// It holds, and it happened at this ply.
    At(u32),
}

/// Matches one game after the other, keeping its memory.
///
/// ```
/// use zug::query::{Expr, Hit, Matcher, GameSubject};
/// use zug::replay::game::Game;
///
/// let mut matcher = Matcher::new(&Expr::parse("Ke1 and not white = \"Tal\"").unwrap());
/// let (game, mut moves) = (Game::new(), Vec::new());
/// assert_eq!(matcher.first(&GameSubject::new(&game, &mut moves)), Some(Hit { ply: 0 }));
/// ```
#[derive(Clone, Debug)]
pub struct Matcher {
    program: Program,
    /// By index of the run.
    machines: Vec<Machine>,
    state: State,
    position: Position,
    hits: Vec<Hit>,
    /// The scopes that are looked for in the walk that goes on.
    open: Vec<usize>,
}

/// What is known about the game in hand.
#[derive(Clone, Debug, Default)]
struct State {
    /// By index of the term.
    terms: Vec<Truth>,
    /// By index of the scope; that of the whole expression is not used.
    somewheres: Vec<Truth>,
    /// By index of the run: does it hold at this ply?
    runs: Vec<bool>,
    /// By index of what is looked for in variations; it happens at ply 0.
    variations: Vec<(InVariations, Truth)>,
    memory: Memory,
}

impl Matcher {
    /// For this expression.
    pub fn new(expr: &Expr) -> Matcher {
        let (program, machines) = Program::new(expr);
        let state = State {
            terms: vec![Truth::Open; program.terms.len()],
            somewheres: vec![Truth::Open; program.scopes.len()],
            runs: vec![false; program.runs.len()],
            variations: program
                .variations
                .iter()
                .map(|expr| (InVariations::new(expr), Truth::Open))
                .collect(),
            memory: Memory::default(),
        };
        let (hits, open) = (Vec::new(), Vec::new());
        Matcher { program, machines, state, position: Position::start(), hits, open }
    }

    /// Whether the game matches, as far as that can be told without looking at its positions one by one; `None` if it
    /// cannot.
    pub fn verdict(&mut self, game: &dyn Subject) -> Option<bool> {
        self.begin();
        match self.state.settle(&self.program, self.root(), game) {
            Truth::Open => None,
            Truth::No => Some(false),
            Truth::At(_) => Some(true),
        }
    }

    /// The first ply at which the expression holds.
    pub fn first(&mut self, game: &dyn Subject) -> Option<Hit> {
        self.search(game, false).first().copied()
    }

    /// Every ply at which the expression holds, in order. What holds of the game as a whole is found once.
    pub fn all(&mut self, game: &dyn Subject) -> &[Hit] {
        self.search(game, true)
    }

    fn root(&self) -> NodeId {
        self.program.scopes.last().map_or(0, |scope| scope.root)
    }

    fn begin(&mut self) {
        self.hits.clear();
        self.state.terms.fill(Truth::Open);
        self.state.somewheres.fill(Truth::Open);
        self.state.variations.iter_mut().for_each(|(_, truth)| *truth = Truth::Open);
    }

    fn search(&mut self, game: &dyn Subject, all: bool) -> &[Hit] {
        self.begin();
        let root = self.root();
        let whole = self.program.scopes.len().saturating_sub(1);
        let levels = self.program.scopes.get(whole).map_or(0, |scope| scope.level);
        for level in 0..=levels {
            match self.state.settle(&self.program, root, game) {
                Truth::No => return &self.hits,
                Truth::At(ply) => {
                    self.hits.push(Hit { ply });
                    return &self.hits;
                }
                Truth::Open if level < levels => self.resolve(level, game),
                Truth::Open => {}
            }
        }
        let visits = self.program.scopes.get(whole).map(|scope| scope.visits).unwrap_or_default();
        if !visits.may_be_in(game) {
            return &self.hits;
        }
        let mut hits = std::mem::take(&mut self.hits);
        self.open.clear();
        self.open.push(whole);
        self.walk(game, |_, _, ply| {
            hits.push(Hit { ply });
            if all { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        self.hits = hits;
        &self.hits
    }

    /// Decides the `somewhere`s of one level in a single walk.
    fn resolve(&mut self, level: usize, game: &dyn Subject) {
        self.open.clear();
        let whole = self.program.scopes.len().saturating_sub(1);
        for (index, scope) in self.program.scopes.iter().enumerate().take(whole) {
            if scope.level != level {
                continue;
            }
            let truth = self.state.settle(&self.program, scope.root, game);
            // Not found until it is found.
            set(&mut self.state.somewheres, index, if truth == Truth::Open { Truth::No } else { truth });
            if truth == Truth::Open && scope.visits.may_be_in(game) {
                self.open.push(index);
            }
        }
        if self.open.is_empty() {
            return;
        }
        self.walk(game, |state, index, ply| {
            set(&mut state.somewheres, index, Truth::At(ply));
            ControlFlow::Break(())
        });
    }

    /// Goes through the game; `found` is called where one of the open scopes (by index) holds, and breaks if it need
    /// not be looked for any more.
    fn walk(&mut self, game: &dyn Subject, mut found: impl FnMut(&mut State, usize, u32) -> ControlFlow<()>) {
        let Matcher { program, machines, state, position, open, .. } = self;
        let program = &*program;
        let mut until = 0;
        for scope in open.iter().filter_map(|index| program.scopes.get(*index)) {
            until = until.max(scope.until);
            for run in &scope.runs {
                if let Some(machine) = machines.get_mut(*run) {
                    machine.reset();
                }
            }
        }
        // The usual case: one scope, and nothing to be remembered from ply to ply.
        let simple = match open.as_slice() {
            [index] => {
                program.scopes.get(*index).filter(|scope| scope.runs.is_empty()).map(|s| (*index, s.root))
            }
            _ => None,
        };
        if let Some((index, _)) = simple
            && let Some(walk) = program.scopes.get(index).and_then(|scope| scope.board_walk.as_ref())
        {
            walk.go(game, until, |ply| found(state, index, ply));
            return;
        }
        // More usual still: terms of plies and nothing else.
        if let Some((index, root)) = simple
            && let Some(Node::Plies(terms)) = program.nodes.get(root)
        {
            let found = |ply| found(state, index, ply);
            match program.needs_moves {
                true => walk_plies::<true>(position, game, terms, until, found),
                false => walk_plies::<false>(position, game, terms, until, found),
            }
            return;
        }
        position.clone_from(game.start());
        let mut made = None;
        let mut moves = game.moves().iter();
        for number in 0u32.. {
            let ply = Ply { position, ply: number, made };
            let goes_on = match simple {
                Some((index, root)) => {
                    !state.holds(program, root, &ply, game) || found(state, index, number).is_continue()
                }
                None => {
                    open.retain(|&index| {
                        let Some(scope) = program.scopes.get(index) else { return false };
                        for &run in &scope.runs {
                            let machine = machines.get_mut(run);
                            let holds = machine.is_some_and(|m| state.feed(program, m, run, &ply, game));
                            if let Some(now) = state.runs.get_mut(run) {
                                *now = holds;
                            }
                        }
                        !state.holds(program, scope.root, &ply, game)
                            || found(state, index, number).is_continue()
                    });
                    !open.is_empty()
                }
            };
            if !goes_on || number >= until {
                return;
            }
            let Some(&mv) = moves.next() else { return };
            let moved = position.make(mv);
            if program.needs_moves {
                made = Made::new(mv, moved);
            }
        }
    }
}

/// Goes through a game, up to a ply; `found` is called where all of the terms hold, until it breaks. Without
/// `NEEDS_MOVES` the terms do not get to know the moves.
fn walk_plies<const NEEDS_MOVES: bool>(
    position: &mut Position,
    game: &dyn Subject,
    terms: &[PlyTerm],
    until: u32,
    mut found: impl FnMut(u32) -> ControlFlow<()>,
) {
    // Most plies fail at the first term, and most terms are pieces on squares.
    let (first, others) = match terms.split_first() {
        Some((PlyTerm::Piece(piece), others)) => (Some(piece), others),
        _ => (None, terms),
    };
    position.clone_from(game.start());
    let (mut number, mut made) = (0u32, None);
    let mut moves = game.moves().iter();
    loop {
        let ply = Ply { position, ply: number, made };
        if first.is_none_or(|piece| piece.matches(&ply))
            && others.iter().all(|term| term.matches(&ply))
            && found(number).is_break()
        {
            return;
        }
        let Some(&mv) = moves.next().filter(|_| number < until) else { return };
        let moved = position.make(mv);
        if NEEDS_MOVES {
            made = Made::new(mv, moved);
        }
        number += 1;
    }
}

fn set(list: &mut [Truth], index: usize, truth: Truth) {
    if let Some(slot) = list.get_mut(index) {
        *slot = truth;
    }
}

impl State {
    /// A term of the whole game, asked for once.
    fn term(&mut self, program: &Program, index: usize, game: &dyn Subject) -> Truth {
        let known = self.terms.get(index).copied().unwrap_or(Truth::No);
        if known != Truth::Open {
            return known;
        }
        let found = program.terms.get(index).and_then(|term| term.found(game, &mut self.memory));
        let truth = found.map_or(Truth::No, Truth::At);
        set(&mut self.terms, index, truth);
        truth
    }

    /// Something that is looked for in variations, asked for once.
    fn variation(&mut self, index: usize, game: &dyn Subject) -> Truth {
        let Some((matcher, truth)) = self.variations.get_mut(index) else { return Truth::No };
        if *truth == Truth::Open {
            *truth = if matcher.is_in(game) { Truth::At(0) } else { Truth::No };
        }
        *truth
    }

    /// What can be said about a node without looking at positions. Where several things happened, all of them have at
    /// the last of their plies, and one of them at the first.
    fn settle(&mut self, program: &Program, node: NodeId, game: &dyn Subject) -> Truth {
        match program.nodes.get(node) {
            None | Some(Node::Plies(_) | Node::Run(_)) => Truth::Open,
            Some(Node::Game(index)) => self.term(program, *index, game),
            Some(Node::Variation(index)) => self.variation(*index, game),
            Some(Node::Somewhere(scope)) => match self.somewheres.get(*scope) {
                Some(Truth::Open) => {
                    // What holds everywhere holds somewhere.
                    let root = program.scopes.get(*scope).map_or(0, |scope| scope.root);
                    self.settle(program, root, game)
                }
                known => known.copied().unwrap_or(Truth::Open),
            },
            Some(Node::Not(inner)) => match self.settle(program, *inner, game) {
                Truth::Open => Truth::Open,
                Truth::No => Truth::At(0),
                Truth::At(_) => Truth::No,
            },
            Some(Node::And(parts)) => {
                let mut truth = Truth::At(0);
                for part in parts {
                    truth = match (truth, self.settle(program, *part, game)) {
                        (_, Truth::No) => return Truth::No,
                        (Truth::At(ply), Truth::At(other)) => Truth::At(ply.max(other)),
                        _ => Truth::Open,
                    };
                }
                truth
            }
            Some(Node::Or(parts)) => {
                let mut truth = Truth::No;
                for part in parts {
                    truth = match (truth, self.settle(program, *part, game)) {
                        (Truth::At(ply), Truth::At(other)) => Truth::At(ply.min(other)),
                        (Truth::At(ply), _) | (_, Truth::At(ply)) => Truth::At(ply),
                        (Truth::Open, _) | (_, Truth::Open) => Truth::Open,
                        (Truth::No, Truth::No) => Truth::No,
                    };
                }
                truth
            }
        }
    }

    /// Feeds a sequence or streak with the next ply, those inside it being fed already; does it hold now?
    fn feed(
        &mut self,
        program: &Program,
        machine: &mut Machine,
        run: usize,
        ply: &Ply<'_>,
        game: &dyn Subject,
    ) -> bool {
        let Some(steps) = program.runs.get(run) else { return false };
        let mut holds =
            |step: usize| steps.get(step).is_some_and(|node| self.holds(program, *node, ply, game));
        match machine {
            Machine::Sequence(sequence) => sequence.push(ply.ply, holds),
            Machine::Streak(streak) => streak.push(holds(0)),
        }
    }

    /// Does a node hold at this ply?
    #[inline]
    fn holds(&mut self, program: &Program, node: NodeId, ply: &Ply<'_>, game: &dyn Subject) -> bool {
        match program.nodes.get(node) {
            None => false,
            Some(Node::Plies(terms)) => terms.iter().all(|term| term.matches(ply)),
            Some(Node::Game(index)) => self.term(program, *index, game) != Truth::No,
            Some(Node::Variation(index)) => self.variation(*index, game) != Truth::No,
            Some(Node::Not(inner)) => !self.holds(program, *inner, ply, game),
            Some(Node::And(parts)) => parts.iter().all(|part| self.holds(program, *part, ply, game)),
            Some(Node::Or(parts)) => parts.iter().any(|part| self.holds(program, *part, ply, game)),
            Some(Node::Run(run)) => self.runs.get(*run).copied().unwrap_or(false),
            Some(Node::Somewhere(scope)) => match self.somewheres.get(*scope) {
                Some(Truth::At(_)) => true,
                Some(Truth::No) | None => false,
                // Left open only if it is known without looking at positions.
                Some(Truth::Open) => matches!(self.settle(program, node, game), Truth::At(_)),
            },
        }
    }
}
