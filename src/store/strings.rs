//! Dictionaries: every text once, games name it by number.
//!
//! | bytes | what |
//! |---|---|
//! | 4 | how many texts, little endian |
//! | 4 for each text | where it ends among the bytes below |
//! | rest | the texts one after the other, UTF-8 |
//!
//! The numbers count from 1 in the order in which the texts were met; 0 stands for none.

use hashbrown::HashTable;
use xxhash_rust::xxh3::xxh3_64;

/// A dictionary in the making.
#[derive(Debug, Default)]
pub(crate) struct Interner {
    /// All texts, one behind the other.
    texts: String,
    /// Where each of them ends.
    ends: Vec<usize>,
    /// Their numbers, each with the hash of its text.
    numbers: HashTable<(u64, u32)>,
    /// The number asked for last: games that follow each other have much in common.
    last: u32,
}

impl Interner {
    /// The number of a text, 1-based; it is put in if it is new.
    pub(crate) fn number(&mut self, text: &str) -> u32 {
        if self.last > 0 && self.text(self.last as usize - 1) == Some(text) {
            return self.last;
        }
        let hash = xxh3_64(text.as_bytes());
        let is_it = |&(own, number): &(u64, u32)| own == hash && self.text(number as usize - 1) == Some(text);
        self.last = match self.numbers.find(hash, is_it) {
            Some(&(_, number)) => number,
            None => {
                self.texts.push_str(text);
                self.ends.push(self.texts.len());
                let number = self.ends.len() as u32;
                self.numbers.insert_unique(hash, (hash, number), |(hash, _)| *hash);
                number
            }
        };
        self.last
    }

    /// Forgets all texts; their numbers begin anew.
    pub(crate) fn clear(&mut self) {
        self.texts.clear();
        self.ends.clear();
        self.numbers.clear();
        self.last = 0;
    }

    /// The text with this 0-based index.
    pub(crate) fn text(&self, index: usize) -> Option<&str> {
        let begin = index.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied())?;
        self.texts.get(begin..*self.ends.get(index)?)
    }

    /// How many texts there are.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Memory it takes, about.
    pub(crate) fn cost(&self) -> usize {
        self.texts.len() + self.len() * 48
    }

    /// The dictionary as bytes. It must have less than 4 GiB of text.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(4 + 4 * self.len() + self.texts.len());
        out.extend_from_slice(&(self.len() as u32).to_le_bytes());
        out.extend(self.ends.iter().flat_map(|end| (*end as u32).to_le_bytes()));
        out.extend_from_slice(self.texts.as_bytes());
        out
    }
}

/// A dictionary that is looked at.
#[derive(Clone, Copy, Debug, Default)]
pub struct Strings<'a> {
    ends: &'a [u8],
    texts: &'a [u8],
}

impl<'a> Strings<'a> {
    /// `None` if these bytes are no dictionary.
    pub(crate) fn open(bytes: &'a [u8]) -> Option<Strings<'a>> {
        let (count, rest) = bytes.split_first_chunk::<4>()?;
        let count = usize::try_from(u32::from_le_bytes(*count)).ok()?;
        let (ends, texts) = rest.split_at_checked(count.checked_mul(4)?)?;
        Some(Strings { ends, texts })
    }

    /// How many texts there are; their numbers are 1 to this.
    pub fn len(&self) -> usize {
        self.ends.len() / 4
    }

    /// Is there no text?
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    fn end(&self, index: usize) -> Option<usize> {
        let bytes = self.ends.get(index * 4..)?.first_chunk::<4>()?;
        usize::try_from(u32::from_le_bytes(*bytes)).ok()
    }

    /// The text with this number, 1-based; `None` for 0, and where the bytes make no sense.
    pub fn get(&self, number: u64) -> Option<&'a str> {
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        let start = match index.checked_sub(1) {
            Some(before) => self.end(before)?,
            None => 0,
        };
        std::str::from_utf8(self.texts.get(start..self.end(index)?)?).ok()
    }

    /// All texts in the order of their numbers; where the bytes make no sense, `None`.
    pub fn iter(self) -> impl Iterator<Item = Option<&'a str>> {
        (1..=self.len() as u64).map(move |number| self.get(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_text_has_one_number() {
        let mut interner = Interner::default();
        let numbers: Vec<u32> = ["a", "", "b", "a", ""].iter().map(|text| interner.number(text)).collect();
        assert_eq!(numbers, [1, 2, 3, 1, 2]);
    }

    proptest! {
        #[test]
        fn texts_come_back(texts in prop::collection::vec(".{0,12}", 0..30)) {
            let mut interner = Interner::default();
            let numbers: Vec<u32> = texts.iter().map(|text| interner.number(text)).collect();
            let bytes = interner.encode();
            let strings = Strings::open(&bytes).expect("a dictionary");
            for (text, number) in texts.iter().zip(numbers) {
                prop_assert_eq!(strings.get(u64::from(number)), Some(text.as_str()));
            }
            prop_assert_eq!(strings.get(0), None);
            prop_assert_eq!(strings.get(strings.len() as u64 + 1), None);
        }

        #[test]
        fn any_bytes_are_read_without_harm(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            if let Some(strings) = Strings::open(&bytes) {
                prop_assert!(strings.iter().count() <= bytes.len());
            }
        }
    }
}
