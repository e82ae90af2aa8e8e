//! An expression made ready for many games: a flat list of nodes, cheap parts first, and what has to be remembered
//! from ply to ply.

use super::board_walk::BoardWalk;
use super::compare::Comparison;
use super::event::Event;
use super::expr::{Expr, GameTerm, PlyTerm, Term};
use super::fields::TextField;
use super::run::{Sequence, Streak};
use super::visits::Visits;

/// Index of a node.
pub(super) type NodeId = usize;

/// A part of an expression.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// A term of the whole game, by its index.
    Game(usize),
    /// Terms of one ply, all of which must hold.
    Plies(Vec<PlyTerm>),
    Not(NodeId),
    And(Vec<NodeId>),
    Or(Vec<NodeId>),
    /// By its index in [`Program::scopes`], where its inner part is.
    Somewhere(usize),
    /// By its index in [`Program::variations`].
    Variation(usize),
    /// A sequence or streak, by its index in [`Program::runs`].
    Run(usize),
}

/// What a sequence or streak remembers of the plies before.
#[derive(Clone, Debug)]
pub(super) enum Machine {
    Sequence(Sequence),
    Streak(Streak),
}

impl Machine {
    pub(super) fn reset(&mut self) {
        match self {
            Machine::Sequence(sequence) => sequence.reset(),
            Machine::Streak(streak) => streak.reset(),
        }
    }
}

/// What is looked for along a game: the whole expression, or the inside of a `somewhere`.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    pub(super) root: NodeId,
    /// Sequences and streaks in it, inner ones before those around them.
    pub(super) runs: Vec<usize>,
    /// How many `somewhere`s are inside each other in it.
    pub(super) level: usize,
    /// It cannot hold behind this ply.
    pub(super) until: u32,
    /// What the moves must be like for it to hold.
    pub(super) visits: Visits,
    /// A faster way through a game, if the terms allow it.
    pub(super) board_walk: Option<BoardWalk>,
}

/// The whole expression; the last scope is the expression itself, inner ones come before those around them.
#[derive(Clone, Debug, Default)]
pub(super) struct Program {
    pub(super) nodes: Vec<Node>,
    pub(super) terms: Vec<GameTerm>,
    /// The steps of sequences and streaks.
    pub(super) runs: Vec<Vec<NodeId>>,
    pub(super) scopes: Vec<Scope>,
    /// What is looked for in variations.
    pub(super) variations: Vec<Expr>,
    /// Some term looks at the moves, not only at the positions.
    pub(super) needs_moves: bool,
}

impl Program {
    /// The program, and a machine for each of its runs.
    pub(super) fn new(expr: &Expr) -> (Program, Vec<Machine>) {
        let (mut program, mut machines) = (Program::default(), Vec::new());
        program.scope(expr, &mut machines);
        (program, machines)
    }

    fn scope(&mut self, expr: &Expr, machines: &mut Vec<Machine>) -> usize {
        let mut scope = Scope { until: last_ply(expr), visits: Visits::of(expr), ..Scope::default() };
        scope.root = self.node(expr, &mut scope, machines);
        scope.board_walk = match self.nodes.get(scope.root) {
            Some(Node::Plies(terms)) => BoardWalk::of(terms),
            _ => None,
        };
        self.scopes.push(scope);
        self.scopes.len() - 1
    }

    fn node(&mut self, expr: &Expr, scope: &mut Scope, machines: &mut Vec<Machine>) -> NodeId {
        let node = match expr {
            Expr::Term(Term::Game(term)) => {
                self.terms.push(term.clone());
                Node::Game(self.terms.len() - 1)
            }
            Expr::Term(Term::Ply(term)) => {
                self.needs_moves |= needs_move(term);
                Node::Plies(vec![term.clone()])
            }
            Expr::Not(inner) => Node::Not(self.node(inner, scope, machines)),
            Expr::And(parts) => self.all_of(parts, scope, machines),
            Expr::Or(parts) => Node::Or(self.parts(parts, scope, machines)),
            Expr::Somewhere(inner) => {
                let inner = self.scope(inner, machines);
                let level = self.scopes.get(inner).map_or(0, |inner| inner.level);
                scope.level = scope.level.max(level + 1);
                Node::Somewhere(inner)
            }
            Expr::Variation(inner) => {
                self.variations.push((**inner).clone());
                Node::Variation(self.variations.len() - 1)
            }
            Expr::Sequence { steps, within } => {
                let machine = Machine::Sequence(Sequence::new(steps.len(), *within));
                let steps = steps.iter().map(|step| self.node(step, scope, machines)).collect();
                machines.push(machine);
                self.run(steps, scope)
            }
            Expr::Streak { length, of } => {
                let step = self.node(of, scope, machines);
                machines.push(Machine::Streak(Streak::new(*length)));
                self.run(vec![step], scope)
            }
        };
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// Terms of plies that stand side by side are one node: they are asked for at every ply.
    fn all_of(&mut self, parts: &[Expr], scope: &mut Scope, machines: &mut Vec<Machine>) -> Node {
        let mut plies: Vec<&Expr> = Vec::new();
        let mut others = Vec::new();
        for part in parts {
            if matches!(part, Expr::Term(Term::Ply(_))) {
                plies.push(part)
            } else {
                others.push(part.clone())
            }
        }
        plies.sort_by_key(|part| cost(part));
        let terms: Vec<PlyTerm> = plies
            .into_iter()
            .filter_map(|part| if let Expr::Term(Term::Ply(term)) = part { Some(term.clone()) } else { None })
            .collect();
        self.needs_moves |= terms.iter().any(needs_move);
        if others.is_empty() {
            return Node::Plies(terms);
        }
        let mut nodes = self.parts(&others, scope, machines);
        if !terms.is_empty() {
            self.nodes.push(Node::Plies(terms));
            nodes.push(self.nodes.len() - 1);
        }
        Node::And(nodes)
    }

    fn run(&mut self, steps: Vec<NodeId>, scope: &mut Scope) -> Node {
        self.runs.push(steps);
        scope.runs.push(self.runs.len() - 1);
        Node::Run(self.runs.len() - 1)
    }

    /// The parts, what costs little before what costs much.
    fn parts(&mut self, parts: &[Expr], scope: &mut Scope, machines: &mut Vec<Machine>) -> Vec<NodeId> {
        let mut sorted: Vec<&Expr> = parts.iter().collect();
        sorted.sort_by_key(|part| cost(part));
        sorted.into_iter().map(|part| self.node(part, scope, machines)).collect()
    }
}

/// Does a term look at the move that led to a position?
fn needs_move(term: &PlyTerm) -> bool {
    matches!(term, PlyTerm::Move(_) | PlyTerm::Structure(_))
}

/// How much it costs to decide something, roughly and only for putting it in order.
fn cost(expr: &Expr) -> u32 {
    match expr {
        Expr::Term(Term::Game(term)) => match term {
            GameTerm::Text(TextField::Opening, _) => 40,
            GameTerm::Eco(_) => 20,
            GameTerm::Event(event) => match event {
                Event::Chess960 | Event::Illegal | Event::OtherVariant => 2,
                Event::Chess960Number(_)
                | Event::Chess960Pattern(_)
                | Event::Chess960Double
                | Event::Start(_) => 3,
                Event::Comment(_)
                | Event::Nag(_)
                | Event::Clock { .. }
                | Event::EvalDrop { .. }
                | Event::Has(_) => 60,
                Event::Claimable { .. } => 90,
                _ => 30,
            },
            _ => 1,
        },
        Expr::Term(Term::Ply(term)) => match term {
            PlyTerm::Ply(_) => 100,
            PlyTerm::Key(_) | PlyTerm::Fen(_) | PlyTerm::After(_) | PlyTerm::Piece(_) => 101,
            PlyTerm::Move(_) | PlyTerm::Pawns(_) | PlyTerm::Board(_) => 102,
            PlyTerm::Material(_) | PlyTerm::Count(_) | PlyTerm::Balance(_) | PlyTerm::Pattern(_) => 105,
            PlyTerm::Structure(_) => 120,
        },
        Expr::Not(inner) => cost(inner),
        Expr::And(parts) | Expr::Or(parts) => parts.iter().map(cost).max().unwrap_or(0) + 1,
        Expr::Sequence { .. } | Expr::Streak { .. } => 110,
        Expr::Somewhere(_) => 95,
        Expr::Variation(_) => 92,
    }
}

/// The last ply at which an expression can hold, as far as it says so.
fn last_ply(expr: &Expr) -> u32 {
    match expr {
        Expr::Term(Term::Ply(PlyTerm::Ply(test))) => {
            let last = match test.op {
                Comparison::Is | Comparison::In | Comparison::AtMost => test.high,
                Comparison::Less => test.high - 1,
                Comparison::IsNot | Comparison::Greater | Comparison::AtLeast => return u32::MAX,
            };
            u32::try_from(last.max(0)).unwrap_or(u32::MAX)
        }
        Expr::And(parts) => parts.iter().map(last_ply).min().unwrap_or(u32::MAX),
        Expr::Or(parts) => parts.iter().map(last_ply).max().unwrap_or(u32::MAX),
        _ => u32::MAX,
    }
}
