//! Names that get numbers, so that a name is kept once.

use rustc_hash::FxHashMap;

/// Names by number and numbers by name.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbered {
    numbers: FxHashMap<Box<str>, u32>,
    names: Vec<Box<str>>,
}

impl Numbered {
    /// The number of a name; a new one if it was not seen before.
    pub(super) fn number(&mut self, name: &str) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = self.names.len() as u32;
        self.numbers.insert(name.into(), number);
        self.names.push(name.into());
        number
    }

    /// The name with a number.
    pub(super) fn name(&self, number: u32) -> &str {
        self.names.get(number as usize).map_or("", |name| name)
    }

    /// All names, by number.
    pub(super) fn names(&self) -> &[Box<str>] {
        &self.names
    }

    /// The own numbers of all names that were numbered elsewhere.
    pub(super) fn merge(&mut self, other: &Numbered) -> Renumbered {
        Renumbered(other.names.iter().map(|name| self.number(name)).collect())
    }
}

/// What numbers have become.
pub(super) struct Renumbered(Vec<u32>);

impl Renumbered {
    /// The new number.
    pub(super) fn of(&self, number: u32) -> u32 {
        self.0.get(number as usize).copied().unwrap_or(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_one_number() {
        let (mut own, mut other) = (Numbered::default(), Numbered::default());
        assert_eq!(["a", "b", "a"].map(|name| own.number(name)), [0, 1, 0]);
        assert_eq!(["c", "b"].map(|name| other.number(name)), [0, 1]);
        let now = own.merge(&other);
        assert_eq!((now.of(0), now.of(1)), (2, 1));
        assert_eq!((own.name(2), own.name(9), own.names().len()), ("c", "", 3));
    }
}
