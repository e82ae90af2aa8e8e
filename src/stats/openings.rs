//! Openings by position, counted.

use rustc_hash::FxHashMap;

use super::names::{highest, merge};
use super::results::Results;
use crate::replay::opening::Opening;

/// Results by opening. Names are those of the table that comes with the program, so none is copied, and where a name
/// stands in memory tells lines of the table apart.
#[derive(Clone, Debug, Default)]
pub(super) struct Openings(FxHashMap<usize, (Opening, Results)>);

impl Openings {
    /// Counts a game of this opening.
    #[inline]
    pub(super) fn count(&mut self, opening: Opening, count: impl FnOnce(&mut Results)) {
        let (_, results) =
            self.0.entry(opening.name.as_ptr().addr()).or_insert_with(|| (opening, Results::default()));
        count(results);
    }

    /// Adds what was counted elsewhere.
    pub(super) fn merge(&mut self, other: Openings) {
        merge(&mut self.0, other.0, |(_, own), (_, other)| own.merge(other));
    }

    /// Several lines of the table may have one code and name.
    fn by_name(&self) -> FxHashMap<(&'static str, &'static str), Results> {
        let mut names: FxHashMap<_, Results> = FxHashMap::default();
        for (opening, results) in self.0.values() {
            names.entry((opening.eco, opening.name)).or_default().merge(*results);
        }
        names
    }

    /// The openings with most games first, then by code and name; at most `top`. And how many there are besides.
    pub(super) fn top(&self, top: usize) -> (Vec<(Opening, Results)>, u64) {
        let (rows, left_out) = highest(self.by_name(), top, Results::games);
        (rows.into_iter().map(|((eco, name), results)| (Opening { eco, name }, results)).collect(), left_out)
    }

    /// The same by family.
    pub(super) fn families(&self, top: usize) -> (Vec<(&'static str, Results)>, u64) {
        let mut families: FxHashMap<&'static str, Results> = FxHashMap::default();
        for (opening, results) in self.0.values() {
            families.entry(opening.family()).or_default().merge(*results);
        }
        highest(families, top, Results::games)
    }
}
