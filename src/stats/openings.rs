//! Openings by position, counted.

use rustc_hash::FxHashMap;

use super::names::{highest, merge};
use super::results::Results;
use crate::replay::opening::Opening;

/// Results by opening. Names are those of the table that comes with the program, so none is copied.
#[derive(Clone, Debug, Default)]
pub(super) struct Openings(FxHashMap<(&'static str, &'static str), Results>);

impl Openings {
    /// Counts a game of this opening.
    #[inline]
    pub(super) fn count(&mut self, opening: Opening, count: impl FnOnce(&mut Results)) {
        count(self.0.entry((opening.eco, opening.name)).or_default());
    }

    /// Adds what was counted elsewhere.
    pub(super) fn merge(&mut self, other: Openings) {
        merge(&mut self.0, other.0, |own, other| own.merge(other));
    }

    /// The openings with most games first, then by code and name; at most `top`. And how many there are besides.
    pub(super) fn top(&self, top: usize) -> (Vec<(Opening, Results)>, u64) {
        let (rows, left_out) = highest(self.0.iter(), top, |results| results.games());
        let row = |((eco, name), results): (&(&'static str, &'static str), &Results)| {
            (Opening { eco, name }, *results)
        };
        (rows.into_iter().map(row).collect(), left_out)
    }

    /// The same by family.
    pub(super) fn families(&self, top: usize) -> (Vec<(&'static str, Results)>, u64) {
        let mut families: FxHashMap<&'static str, Results> = FxHashMap::default();
        for ((eco, name), results) in &self.0 {
            families.entry(Opening { eco, name }.family()).or_default().merge(*results);
        }
        highest(families, top, Results::games)
    }
}
