//! Openings by position, counted.

use rustc_hash::FxHashMap;

use super::names::{highest, merge};
use super::results::Results;
use crate::replay::opening::Opening;

/// Results by opening: by its line in the table that comes with the program.
#[derive(Clone, Debug, Default)]
pub(super) struct Openings(FxHashMap<u16, Results>);

impl Openings {
    /// Counts a game of this line; one of none is not counted.
    #[inline]
    pub(super) fn count(&mut self, number: u16, count: impl FnOnce(&mut Results)) {
        if number > 0 {
            count(self.0.entry(number).or_default());
        }
    }

    /// Adds what was counted elsewhere.
    pub(super) fn merge(&mut self, other: Openings) {
        merge(&mut self.0, other.0, |own, other| own.merge(other));
    }

    fn all(&self) -> impl Iterator<Item = (Opening, Results)> {
        self.0.iter().filter_map(|(number, results)| Some((Opening::by_number(*number)?, *results)))
    }

    /// Several lines of the table may have one code and name.
    fn by_name(&self) -> FxHashMap<(&'static str, &'static str), Results> {
        let mut names: FxHashMap<_, Results> = FxHashMap::default();
        for (opening, results) in self.all() {
            names.entry((opening.eco, opening.name)).or_default().merge(results);
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
        for (opening, results) in self.all() {
            families.entry(opening.family()).or_default().merge(results);
        }
        highest(families, top, Results::games)
    }
}
