//! Something counted for each of many names.

use std::hash::Hash;

use rustc_hash::FxHashMap;

/// What is counted for each name. A name is copied only when it is seen first.
#[derive(Clone, Debug, Default)]
pub(super) struct Names<T> {
    counts: FxHashMap<Box<str>, T>,
}

impl<T: Default> Names<T> {
    /// Counts something for a name.
    #[inline]
    pub(super) fn count(&mut self, name: &str, count: impl FnOnce(&mut T)) {
        match self.counts.get_mut(name) {
            Some(counted) => count(counted),
            None => {
                let mut counted = T::default();
                count(&mut counted);
                self.counts.insert(name.into(), counted);
            }
        }
    }

    /// How many names there are.
    pub(super) fn len(&self) -> usize {
        self.counts.len()
    }

    /// Adds what was counted elsewhere.
    pub(super) fn merge(&mut self, other: Names<T>, add: impl Fn(&mut T, T)) {
        merge(&mut self.counts, other.counts, add);
    }

    /// All names with what was counted, those with the highest `rank` first, then by name; at most `top`. And how many
    /// there are besides.
    pub(super) fn top(self, top: usize, rank: impl Fn(&T) -> u64) -> (Vec<(Box<str>, T)>, u64) {
        highest(self.counts, top, rank)
    }
}

/// Adds counts to counts of the same kind.
pub(super) fn merge<K: Hash + Eq, T>(
    own: &mut FxHashMap<K, T>,
    other: FxHashMap<K, T>,
    add: impl Fn(&mut T, T),
) {
    if own.is_empty() {
        *own = other;
        return;
    }
    for (key, count) in other {
        match own.get_mut(&key) {
            Some(counted) => add(counted, count),
            None => {
                own.insert(key, count);
            }
        }
    }
}

/// The entries with the highest rank first, then by their keys; at most `top`. And how many there are besides.
pub(super) fn highest<K: Ord, T>(
    counts: impl IntoIterator<Item = (K, T)>,
    top: usize,
    rank: impl Fn(&T) -> u64,
) -> (Vec<(K, T)>, u64) {
    let mut all: Vec<(K, T)> = counts.into_iter().collect();
    all.sort_unstable_by(|a, b| rank(&b.1).cmp(&rank(&a.1)).then_with(|| a.0.cmp(&b.0)));
    let left_out = all.len().saturating_sub(top) as u64;
    all.truncate(top);
    (all, left_out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(words: &str) -> Names<u64> {
        let mut names = Names::default();
        for word in words.split(' ') {
            names.count(word, |count| *count += 1);
        }
        names
    }

    #[test]
    fn the_most_frequent_come_first_and_equals_by_name() {
        let mut all = names("b a c a");
        all.merge(names("d c d d"), |own, other| *own += other);
        assert_eq!(all.len(), 4);
        let (top, left_out) = all.top(3, |count| *count);
        let top: Vec<(&str, u64)> = top.iter().map(|(name, count)| (name.as_ref(), *count)).collect();
        assert_eq!((top, left_out), (vec![("d", 3), ("a", 2), ("c", 2)], 1));
    }
}
