//! How the games of a store are gone through: what columns and position index say first, then part after part.

use std::ops::Range;

use crate::query::Expr;
use crate::query::plan::{Plan, UseIndex};
use crate::store::{Columns, Segment, Store, StoreError};

/// What questions come to in a segment.
pub(super) struct SegmentPlan<'s> {
    /// One for each question.
    pub(super) plans: Vec<Plan<'s>>,
    pub(super) columns: Columns<'s>,
    /// The only games that any question may find; `None`: any.
    pub(super) candidates: Option<Vec<u32>>,
    games: u32,
}

/// A part of a segment.
pub(super) struct Job<'p, 's> {
    pub(super) plan: &'p SegmentPlan<'s>,
    pub(super) segment: u32,
    games: Games<'p>,
}

enum Games<'p> {
    Range(Range<u32>),
    List(&'p [u32]),
}

impl<'s> SegmentPlan<'s> {
    fn new<'e>(
        segment: &'s Segment,
        exprs: impl Iterator<Item = &'e Expr>,
        index: UseIndex,
    ) -> Result<SegmentPlan<'s>, StoreError> {
        let columns = Columns::when_asked_for(segment);
        let plan = |expr: &Expr| Plan::new(expr, segment, &columns, index);
        let plans: Vec<Plan<'s>> = exprs.map(plan).collect::<Result<_, _>>()?;
        columns.fault()?;
        Ok(SegmentPlan { plans, columns, candidates: None, games: segment.games() })
    }

    /// Plans for all segments of a store. With `only_found` games are left out that no question may find.
    pub(super) fn of_store<'e>(
        store: &'s Store,
        exprs: impl Iterator<Item = &'e Expr> + Clone,
        only_found: bool,
        index: UseIndex,
    ) -> Result<Vec<SegmentPlan<'s>>, StoreError> {
        let plan = |segment| {
            let mut plan = SegmentPlan::new(segment, exprs.clone(), index)?;
            plan.candidates = if only_found { union(&plan.plans) } else { None };
            Ok(plan)
        };
        store.segments().iter().map(plan).collect()
    }
}

/// The games that any of the plans may find; `None` if one of them does not say, or if nothing is asked.
fn union(plans: &[Plan<'_>]) -> Option<Vec<u32>> {
    if plans.is_empty() {
        return None;
    }
    let lists: Vec<&[u32]> = plans.iter().map(Plan::candidates).collect::<Option<_>>()?;
    let mut all = lists.concat();
    if lists.len() > 1 {
        all.sort_unstable();
        all.dedup();
    }
    Some(all)
}

/// The parts of all segments in their order, of at most so many games each.
pub(super) fn jobs<'p, 's>(
    segments: &'p [SegmentPlan<'s>],
    size: u32,
) -> impl Iterator<Item = Job<'p, 's>> + Send {
    segments.iter().zip(0u32..).flat_map(move |(plan, segment)| {
        let list = plan.candidates.as_deref();
        let lists = list.unwrap_or_default().chunks(size.max(1) as usize).map(Games::List);
        let all = if list.is_some() { 0 } else { plan.games };
        let ranges = (0..all)
            .step_by(size.max(1) as usize)
            .map(move |first| Games::Range(first..all.min(first.saturating_add(size))));
        lists.chain(ranges).map(move |games| Job { plan, segment, games })
    })
}

impl Job<'_, '_> {
    /// The games of the part, if they are all that follow each other and nothing is asked of any of them.
    pub(super) fn everything(&self) -> Option<Range<u32>> {
        match &self.games {
            Games::Range(range) if self.plan.plans.is_empty() => Some(range.clone()),
            _ => None,
        }
    }

    /// Goes through the games of the part, in their order.
    ///
    /// # Errors
    /// The first failure of `each`.
    pub(super) fn try_for_each<E>(&self, each: impl FnMut(u32) -> Result<(), E>) -> Result<(), E> {
        match &self.games {
            Games::Range(range) => range.clone().try_for_each(each),
            Games::List(list) => list.iter().copied().try_for_each(each),
        }
    }
}
