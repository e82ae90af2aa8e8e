//! Answers to an expression from a store: by its columns, by its position index, by looking at games move by move;
//! always the same ones, in the order of the games.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

use super::expr::{Expr, PlyTerm, Term};
use super::matcher::{Hit, Matcher};
use super::plan::{Plan, UseIndex};
use super::store_subject::StoreSubject;
use crate::chess::{Move, Position};
use crate::store::ordered::in_order;
use crate::store::{Columns, GameId, GameReader, Store, StoreError};

/// Games that are looked at by a worker before it hands over what it found.
const GAMES: usize = 4096;

/// What is wanted of a game that matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Want {
    /// Only that it matches; it has no hits.
    Nothing,
    /// The first ply at which the expression holds.
    First,
    /// All of them.
    All,
}

/// A question to a store.
#[derive(Clone, Copy, Debug)]
pub struct Question<'q> {
    /// What must hold.
    pub expr: &'q Expr,
    /// What is wanted of the games.
    pub want: Want,
    /// Games are wanted that do not match; they have no hits.
    pub inverted: bool,
    /// Whether the position index is used.
    pub index: UseIndex,
    /// Number of threads; the answer is the same for any.
    pub threads: usize,
}

/// A game that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The game.
    pub id: GameId,
    /// Where the expression holds in it.
    pub hits: Vec<Hit>,
}

/// How an answer came about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Games of the store that are not deleted.
    pub games: u64,
    /// Games that the position index left.
    pub candidates: u64,
    /// Of these, those that were looked at move by move.
    pub replayed: u64,
    /// Games that were found.
    pub found: u64,
    /// The position index was of use.
    pub used_index: bool,
}

impl Effort {
    fn add(&mut self, other: &Effort) {
        self.games += other.games;
        self.candidates += other.candidates;
        self.replayed += other.replayed;
        self.found += other.found;
        self.used_index |= other.used_index;
    }
}

/// A part of a segment.
struct Job<'p, 's> {
    plan: &'p Plan<'s>,
    segment: u32,
    games: Games<'p>,
}

enum Games<'p> {
    Range(Range<u32>),
    List(&'p [u32]),
}

/// Gives the games that match to `take`, in the order of the store, until that breaks or `stop` is set.
///
/// # Errors
/// The store is damaged in a part that was needed; what was found before was given.
pub fn search(
    store: &Store,
    question: Question<'_>,
    stop: &AtomicBool,
    mut take: impl FnMut(Answer) -> ControlFlow<()>,
) -> Result<Effort, StoreError> {
    let plan = |segment| Plan::new(question.expr, segment, question.index);
    let plans: Vec<Plan<'_>> = store.segments().iter().map(plan).collect::<Result<_, _>>()?;
    let mut effort = Effort::default();
    let mut failure = None;
    let local = || Local::new(store, question.expr);
    let work = worker(question, store);
    in_order(question.threads, jobs(&plans, question.inverted), stop, local, work, |answers| match answers {
        Ok((answers, part)) => {
            effort.add(&part);
            answers.into_iter().try_for_each(&mut take)
        }
        Err(error) => {
            failure = Some(error);
            ControlFlow::Break(())
        }
    });
    effort.games = store.manifest().games();
    effort.used_index = plans.iter().any(|plan| plan.candidates().is_some());
    match failure {
        Some(error) => Err(error),
        None => Ok(effort),
    }
}

/// What a worker found, and how.
type Part = Result<(Vec<Answer>, Effort), StoreError>;

fn worker<'p, 's: 'p>(
    question: Question<'p>,
    store: &'s Store,
) -> impl Fn(&mut Local<'s>, Job<'p, 's>) -> Part + Sync {
    move |local, job| local.job(&question, store, &job)
}

fn jobs<'p, 's>(plans: &'p [Plan<'s>], inverted: bool) -> impl Iterator<Item = Job<'p, 's>> + Send {
    plans.iter().zip(0u32..).flat_map(move |(plan, segment)| {
        // Games that do not match are those that are no candidates, too.
        let list = plan.candidates().filter(|_| !inverted);
        let lists = list.into_iter().flat_map(|list| list.chunks(GAMES)).map(Games::List);
        let all = if list.is_some() { 0 } else { plan.games() };
        let ranges = (0..all)
            .step_by(GAMES)
            .map(move |first| Games::Range(first..all.min(first.saturating_add(GAMES as u32))));
        lists.chain(ranges).map(move |games| Job { plan, segment, games })
    })
}

/// What a worker keeps.
struct Local<'s> {
    matcher: Matcher,
    reader: RefCell<GameReader<'s>>,
    moves: Vec<Move>,
    /// The position that is all that is asked for.
    exact: Option<Exact>,
    position: Position,
}

/// Exactly one position, or all with one key.
enum Exact {
    Position(Box<Position>),
    Key(u64),
}

impl Exact {
    fn of(expr: &Expr) -> Option<Exact> {
        match expr {
            Expr::Term(Term::Ply(PlyTerm::Fen(test))) => {
                Some(Exact::Position(Box::new(test.position().clone())))
            }
            Expr::Term(Term::Ply(PlyTerm::After(test))) => {
                Some(Exact::Position(Box::new(test.position().clone())))
            }
            Expr::Term(Term::Ply(PlyTerm::Key(key))) => Some(Exact::Key(*key)),
            _ => None,
        }
    }

    #[inline]
    fn matches(&self, position: &Position) -> bool {
        match self {
            Exact::Position(wanted) => wanted.same_as(position),
            Exact::Key(key) => *key == position.key(),
        }
    }
}

impl<'s> Local<'s> {
    fn new(store: &'s Store, expr: &Expr) -> Local<'s> {
        Local {
            matcher: Matcher::new(expr),
            reader: RefCell::new(GameReader::new(store)),
            moves: Vec::new(),
            exact: Exact::of(expr),
            position: Position::start(),
        }
    }

    fn job(&mut self, question: &Question<'_>, store: &Store, job: &Job<'_, 's>) -> Part {
        let mut answers = Vec::new();
        let mut effort = Effort::default();
        let mut look = |game: u32| -> Result<(), StoreError> {
            let id = GameId { segment: job.segment, game };
            if store.is_deleted(id) {
                return Ok(());
            }
            effort.candidates += 1;
            let hits = match job.plan.verdict(game) {
                Some(false) => None,
                Some(true) if question.want == Want::Nothing || question.inverted => Some(Vec::new()),
                _ => {
                    effort.replayed += 1;
                    self.replay(question, job.plan.columns(), id)?
                }
            };
            match (hits, question.inverted) {
                (Some(hits), false) => answers.push(Answer { id, hits }),
                (None, true) => answers.push(Answer { id, hits: Vec::new() }),
                _ => {}
            }
            Ok(())
        };
        match &job.games {
            Games::Range(range) => range.clone().try_for_each(&mut look)?,
            Games::List(list) => list.iter().copied().try_for_each(&mut look)?,
        }
        effort.found = answers.len() as u64;
        Ok((answers, effort))
    }

    /// Where the expression holds in a game; `None` where it does not.
    fn replay(
        &mut self,
        question: &Question<'_>,
        columns: &Columns<'s>,
        id: GameId,
    ) -> Result<Option<Vec<Hit>>, StoreError> {
        if let Some(exact) = &self.exact
            && question.want != Want::All
        {
            return find_exact(exact, columns, id.game, &mut self.position);
        }
        let moves = std::mem::take(&mut self.moves);
        let subject = StoreSubject::new(columns, &self.reader, id, moves)?;
        let hits = match question.want {
            Want::All => self.matcher.all(&subject).to_vec(),
            Want::First | Want::Nothing => self.matcher.first(&subject).into_iter().collect(),
        };
        self.moves = subject.finish()?;
        Ok((!hits.is_empty()).then_some(hits))
    }
}

/// Plays a game up to a position, and no further.
fn find_exact(
    exact: &Exact,
    columns: &Columns<'_>,
    game: u32,
    position: &mut Position,
) -> Result<Option<Vec<Hit>>, StoreError> {
    position.clone_from(&columns.start(game)?);
    let mut ply = 0;
    if exact.matches(position) {
        return Ok(Some(vec![Hit { ply }]));
    }
    for mv in columns.moves(game)? {
        position.make(mv);
        ply += 1;
        if exact.matches(position) {
            return Ok(Some(vec![Hit { ply }]));
        }
    }
    Ok(None)
}
