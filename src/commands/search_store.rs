//! Searches in stores: columns and position index first, then the games that are left.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use super::search::{Course, Run};
use super::search_find::{Finder, Findings, Making, Need, Origin, Whole};
use super::store_ids::StoreIds;
use super::store_plan::{Job, SegmentPlan, jobs};
use crate::check::escape::escape;
use crate::check::summary::grouped;
use crate::chess::{Move, Position};
use crate::query::plan::{Exact, UseIndex};
use crate::query::store_subject::StoreSubject;
use crate::store::format::Kind;
use crate::store::ordered::in_order;
use crate::store::{GameId, GameReader, Store, StoreError};

/// Games that are searched at a time.
const GAMES: u32 = 4096;

/// How much of a store was looked at.
#[derive(Clone, Copy, Default)]
pub(super) struct Effort {
    /// Games that the index left, or all of them.
    candidates: u64,
    /// Of these, the ones that were played through.
    replayed: u64,
}

/// What was found in a part of a store: a stretch for each source that its games come from.
type Stretches = (Vec<(String, Findings)>, Effort);

/// What a worker keeps.
struct Local<'s> {
    finder: Finder,
    reader: RefCell<GameReader<'s>>,
    moves: Vec<Move>,
    position: Position,
    making: Arc<Making>,
    exact: Vec<Option<Exact>>,
    /// Only these are looked at.
    ids: StoreIds<'s>,
    /// By question, of the game in hand.
    verdicts: Vec<Option<bool>>,
}

impl Run<'_> {
    /// Searches a store. Its games have the names that they had in their sources.
    pub(super) fn store(&mut self, path: &Path) -> anyhow::Result<()> {
        let name = path.to_string_lossy().into_owned();
        self.progress.message(&name);
        let searched = Store::open(path).map_err(Into::into).and_then(|store| self.opened(name, &store));
        // A store that is damaged is told as other sources are; an output that cannot be written ends the run.
        searched.or_else(|error: anyhow::Error| {
            let damage = error.downcast::<StoreError>()?;
            self.trouble(&damage.to_string());
            Ok(())
        })
    }

    fn opened(&mut self, name: String, store: &Store) -> anyhow::Result<()> {
        let begun = Instant::now();
        let files = self.files.store(store);
        let making = Arc::clone(&self.making);
        let index = if self.options.no_index { UseIndex::Never } else { UseIndex::IfThere };
        let exprs = making.queries.iter().map(|query| &query.expr);
        // What no question finds may be wanted, too.
        let segments = SegmentPlan::of_store(store, exprs, !making.wants_rest(), index)?;
        let mut course = Course::new(&name, None);
        let ids = StoreIds::new(self.options.ids.as_ref(), &files);
        let mut effort = Effort::default();
        let (threads, stop) = (self.options.reading.threads, self.stop);
        let local = || Local::new(store, &making, ids.clone());
        in_order(
            threads,
            jobs(&segments, GAMES),
            stop,
            local,
            worker(store),
            |(stretches, part): Stretches| {
                effort.candidates += part.candidates;
                effort.replayed += part.replayed;
                for (source, findings) in &stretches {
                    self.stretch(&mut course, source, findings)?;
                }
                let is_done = self.is_done_with(&course);
                Ok::<_, anyhow::Error>(if is_done {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                })
            },
        )?;
        let used_index = segments.iter().any(|segment| segment.candidates.is_some());
        let games = store.manifest().games();
        self.end_of_store(course, |lang, found| {
            let number = |number: u64| grouped(number, lang);
            let seconds = begun.elapsed().as_secs_f64();
            let (candidates, replayed) = (number(effort.candidates), number(effort.replayed));
            let (games, found) = (number(games), number(found));
            lang.pick(
                format!(
                    "{name}: {}: {candidates} of {games} games left, {replayed} replayed, {found} found, {seconds:.3} s",
                    if used_index { "position index" } else { "columns" }
                ),
                format!(
                    "{name}: {}: {candidates} von {games} Partien übrig, {replayed} nachgespielt, {found} gefunden, {seconds:.3} s",
                    if used_index { "Stellungsindex" } else { "Spalten" }
                ),
            )
        })
    }

    /// Ends a store; `plan` says how it was searched.
    fn end_of_store(
        &mut self,
        course: Course,
        plan: impl FnOnce(crate::check::lang::UiLang, u64) -> String,
    ) -> anyhow::Result<()> {
        if self.options.explain {
            let line = plan(self.options.reading.ui_lang, course.found());
            self.say(&escape(&line));
        }
        self.end_of_listed(&course)
    }
}

fn worker<'p, 's: 'p>(
    store: &'s Store,
) -> impl Fn(&mut Local<'s>, Job<'p, 's>) -> Result<Stretches, StoreError> + Sync {
    move |local, job| local.job(store, &job)
}

impl<'s> Local<'s> {
    fn new(store: &'s Store, making: &Arc<Making>, ids: StoreIds<'s>) -> Local<'s> {
        Local {
            finder: Finder::new(Arc::clone(making)),
            reader: RefCell::new(GameReader::new(store)),
            moves: Vec::new(),
            position: Position::start(),
            making: Arc::clone(making),
            verdicts: Vec::new(),
            ids,
            exact: making.queries.iter().map(|query| Exact::of(&query.expr)).collect(),
        }
    }

    fn job(&mut self, store: &Store, job: &Job<'_, 's>) -> Result<Stretches, StoreError> {
        let mut stretches: Vec<(u64, String, Findings)> = Vec::new();
        let mut effort = Effort::default();
        let columns = &job.plan.columns;
        let tallies = self.making.only_tallies();
        let look = |game: u32| -> Result<(), StoreError> {
            let id = GameId { segment: job.segment, game };
            if store.is_deleted(id) || !self.ids.hold(columns, id) {
                return Ok(());
            }
            effort.candidates += 1;
            // Of games that are only counted nobody asks where they come from.
            let source = if tallies { 0 } else { columns.get(Kind::Source, game) };
            if stretches.last().is_none_or(|(number, ..)| *number != source) {
                let name = columns.text(Kind::Source, source).unwrap_or_default().to_owned();
                stretches.push((source, name, Findings::default()));
            }
            if let Some((_, name, findings)) = stretches.last_mut() {
                findings.games += 1;
                effort.replayed += u64::from(self.look(job, id, name, findings)?);
            }
            Ok(())
        };
        job.try_for_each(look)?;
        columns.fault()?;
        Ok((stretches.into_iter().map(|(_, name, findings)| (name, findings)).collect(), effort))
    }

    /// Looks at one game; answers whether it had to be played through.
    fn look(
        &mut self,
        job: &Job<'_, 's>,
        id: GameId,
        source: &str,
        findings: &mut Findings,
    ) -> Result<bool, StoreError> {
        let (plan, columns) = (job.plan, &job.plan.columns);
        self.verdicts.clear();
        self.verdicts.extend(plan.plans.iter().map(|plan| plan.verdict(id.game)));
        if !self.making.wants_rest() {
            if self.verdicts.iter().all(|verdict| *verdict == Some(false)) {
                return Ok(false);
            }
            if let ([verdict], true) = (self.verdicts.as_slice(), self.making.only_tallies()) {
                if *verdict == Some(true) {
                    findings.tally += 1;
                    return Ok(false);
                }
                if let Some(Some(exact)) = self.exact.first() {
                    let is_in = exact.is_in(columns, id.game, &mut self.position)?;
                    findings.tally += u64::from(is_in);
                    return Ok(true);
                }
            }
        }
        let origin = Origin {
            source,
            number: columns.get(Kind::Number, id.game),
            line: columns.get(Kind::Line, id.game),
            offset: 0,
        };
        let moves = std::mem::take(&mut self.moves);
        let subject = StoreSubject::new(columns, &self.reader, id, moves)?;
        let verdicts = &self.verdicts;
        let is_open = |query: usize| verdicts.get(query) != Some(&Some(false));
        match self.finder.look(&subject, is_open) {
            Need::Nothing => {}
            Need::Subject => {
                self.finder.write(&subject, None, origin, findings);
            }
            Need::Game => {
                let stored = self.reader.borrow_mut().game(id)?;
                self.finder.write(&subject, Some(Whole::Game(&stored.game)), origin, findings);
            }
        }
        self.moves = subject.finish()?;
        Ok(true)
    }
}
