//! Counts in stores.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use super::stats::Run;
use super::stats_count::{Counted, Counter};
use super::stats_options::StatsOptions;
use super::store_ids::StoreIds;
use super::store_plan::{Job, SegmentPlan, jobs};
use crate::query::Expr;
use crate::query::plan::UseIndex;
use crate::query::store_subject::StoreSubject;
use crate::stats::{Place, Places, Tally};
use crate::store::format::Kind;
use crate::store::ordered::in_order;
use crate::store::{Flags, GameId, GameReader, Store, StoreError};

/// Fewest games that are counted at a time.
const GAMES: u64 = 4096;

/// Into how many parts a store is parted for each thread, if there are enough games.
const PARTS: u64 = 4;

/// What a worker keeps.
struct Local<'s> {
    counter: Counter,
    reader: RefCell<GameReader<'s>>,
    /// Only these are counted.
    ids: StoreIds<'s>,
}

/// How a store is counted.
struct Counting<'c> {
    options: &'c StatsOptions,
    store: &'c Store,
    /// By segment and number of the source within it: the index of the source.
    sources: Vec<Vec<u32>>,
    /// The columns are enough for all that is counted.
    by_columns: bool,
    stop: &'c AtomicBool,
}

impl Run<'_> {
    /// Counts the games of a store. They have the names that they had in their sources.
    pub(super) fn store(&mut self, path: &Path) {
        let name = path.to_string_lossy();
        self.progress.message(&name);
        let counted = Store::open(path).and_then(|store| {
            let before = self.begin(&name);
            self.counted_in(&store).map(|counted| (before, counted))
        });
        match counted {
            Ok((before, counted)) => {
                self.counted.merge(counted);
                self.tell_cut(&name, before);
            }
            Err(error) => self.trouble(&error.to_string()),
        }
    }

    fn counted_in(&mut self, store: &Store) -> Result<Counted, StoreError> {
        let options = self.options;
        let files = self.files.store(store);
        let index = if options.no_index { UseIndex::Never } else { UseIndex::IfThere };
        // Without a condition an index may find all that matters to anybody, and every game counts as one.
        let only = only_of(options);
        let exprs: Vec<&Expr> = options.expr.iter().chain(&only).collect();
        let segments = SegmentPlan::of_store(store, exprs.into_iter(), true, index)?;
        let sources = name_sources(&segments, &mut self.places);
        let mut all = Counted::new(&options.surveys);
        let by_columns = all.tallies.iter().all(Tally::reads_columns);
        let counting = Counting { options, store, sources, by_columns, stop: self.stop };
        let ids = StoreIds::new(options.ids.as_ref(), &files);
        let threads = options.reading.threads;
        let share = store.manifest().games() / (PARTS * threads as u64).max(1);
        let size = u32::try_from(share.max(GAMES)).unwrap_or(u32::MAX);
        let local = || Local {
            counter: Counter::new(options.expr.as_ref(), &options.surveys),
            reader: RefCell::new(GameReader::new(store)),
            ids: ids.clone(),
        };
        in_order(threads, jobs(&segments, size), self.stop, local, worker(&counting), |counted: Counted| {
            all.merge(counted);
            Ok::<_, StoreError>(ControlFlow::Continue(()))
        })?;
        if !only.is_empty() {
            (all.games, all.cut) = counting.everything(&segments);
        }
        segments.iter().try_for_each(|plan| plan.columns.fault())?;
        Ok(all)
    }
}

/// What all surveys of a run ask of a game, if they all ask something and nothing else chooses the games.
fn only_of(options: &StatsOptions) -> Vec<Expr> {
    if options.expr.is_some() || options.ids.is_some() {
        return Vec::new();
    }
    options.surveys.iter().map(|survey| survey.only()).collect::<Option<_>>().unwrap_or_default()
}

/// The indices of each segment's sources by their numbers; those that are not known yet are added.
fn name_sources(segments: &[SegmentPlan<'_>], places: &mut Places) -> Vec<Vec<u32>> {
    let mut known: HashMap<String, u32> = HashMap::new();
    for (index, name) in places.names.iter().enumerate() {
        known.entry(name.clone()).or_insert(index as u32);
    }
    let mut index = |name: Option<&str>| {
        let name = name.unwrap_or_default();
        known.get(name).copied().unwrap_or_else(|| {
            let new = places.names.len() as u32;
            places.names.push(name.to_owned());
            known.insert(name.to_owned(), new);
            new
        })
    };
    let of_segment = |plan: &SegmentPlan<'_>| {
        // Number 0: there is no such name.
        let names = std::iter::once(None).chain(plan.columns.dictionary(Kind::Sources).iter());
        names.map(&mut index).collect()
    };
    segments.iter().map(of_segment).collect()
}

fn worker<'p, 's: 'p>(
    counting: &'p Counting<'p>,
) -> impl Fn(&mut Local<'s>, Job<'p, 's>) -> Result<Counted, StoreError> + Sync + 'p {
    move |local, job| counting.job(local, &job)
}

impl Counting<'_> {
    fn job<'s>(&self, local: &mut Local<'s>, job: &Job<'_, 's>) -> Result<Counted, StoreError> {
        let mut counted = Counted::new(&self.options.surveys);
        let all = job.everything().filter(|_| self.by_columns && self.options.ids.is_none());
        match all.filter(|_| !self.store.may_have_deleted(job.segment)) {
            Some(games) => self.count_all(job, games, &mut counted)?,
            None => self.count_some(local, job, &mut counted)?,
        }
        for tally in &mut counted.tallies {
            tally.close(&job.plan.columns);
        }
        job.plan.columns.fault()?;
        Ok(counted)
    }

    /// Where every game counts and the columns are enough.
    fn count_all(
        &self,
        job: &Job<'_, '_>,
        games: Range<u32>,
        counted: &mut Counted,
    ) -> Result<(), StoreError> {
        let columns = &job.plan.columns;
        let place = |game| {
            let source = columns.get(Kind::Source, game);
            self.place(job.segment, source, columns.get(Kind::Number, game))
        };
        for first in games.clone().step_by(GAMES as usize) {
            if self.stop.load(Ordering::Relaxed) {
                break;
            }
            let end = games.end.min(first.saturating_add(GAMES as u32));
            counted.add_all_stored(columns, first..end, &place)?;
        }
        Ok(())
    }

    fn place(&self, segment: u32, source: u64, number: u64) -> Place {
        let by_number = self.sources.get(segment as usize);
        let source = by_number.and_then(|indices| indices.get(source as usize)).copied().unwrap_or(0);
        Place { source, piece: 0, number }
    }

    fn count_some<'s>(
        &self,
        local: &mut Local<'s>,
        job: &Job<'_, 's>,
        counted: &mut Counted,
    ) -> Result<(), StoreError> {
        job.try_for_each(|game| {
            let id = GameId { segment: job.segment, game };
            let is_out = self.store.is_deleted(id) || !local.ids.hold(&job.plan.columns, id);
            if is_out || self.stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            self.look(local, job, id, counted)
        })
    }

    fn look<'s>(
        &self,
        local: &mut Local<'s>,
        job: &Job<'_, 's>,
        id: GameId,
        counted: &mut Counted,
    ) -> Result<(), StoreError> {
        let columns = &job.plan.columns;
        let (source, number) = (columns.get(Kind::Source, id.game), columns.get(Kind::Number, id.game));
        let plans = &job.plan.plans;
        let verdict = match plans.first() {
            None => Some(true),
            // Where a condition chooses, its plan is the only one.
            Some(plan) if self.options.expr.is_some() => plan.verdict(id.game),
            Some(_) => Some(plans.iter().any(|plan| plan.verdict(id.game) != Some(false))),
        };
        if verdict == Some(false) {
            return Ok(());
        }
        let is_sure = verdict == Some(true);
        let place = self.place(id.segment, source, number);
        if is_sure && self.by_columns {
            return counted.add_stored(columns, id.game, place);
        }
        let moves = std::mem::take(&mut local.counter.moves);
        let subject = StoreSubject::new(columns, &local.reader, id, moves)?;
        if is_sure || local.counter.is_wanted(&subject) {
            counted.add(&subject, place);
        }
        local.counter.moves = subject.finish()?;
        Ok(())
    }

    /// All games of the store, and those of them that could not be read to their end.
    fn everything(&self, segments: &[SegmentPlan<'_>]) -> (u64, u64) {
        let is_cut = |id: GameId| {
            let plan = segments.get(id.segment as usize);
            plan.is_some_and(|plan| !plan.columns.flags(id.game).has(Flags::WHOLE))
        };
        self.store.games().fold((0, 0), |(games, cut), id| (games + 1, cut + u64::from(is_cut(id))))
    }
}
