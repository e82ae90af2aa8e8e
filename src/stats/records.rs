//! The games that went furthest in something.

use super::report::{Chart, Column, Figure, Part, Table, Value, Words};
use super::survey::{Place, Places};

/// A game and how far it went.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Peak {
    /// What orders them: the less, the further.
    order: u64,
    place: Place,
    value: u64,
}

impl Peak {
    /// The higher, the further.
    pub(super) fn highest(value: u64, place: Place) -> Peak {
        Peak { order: u64::MAX - value, place, value }
    }

    /// The lower, the further.
    pub(super) fn lowest(value: u64, place: Place) -> Peak {
        Peak { order: value, place, value }
    }
}

/// The games that went furthest, as many as are wanted; of equals the earlier ones.
#[derive(Clone, Debug)]
pub(super) struct Peaks {
    wanted: usize,
    /// In order, the furthest first.
    peaks: Vec<Peak>,
}

impl Default for Peaks {
    fn default() -> Peaks {
        Peaks::new(1)
    }
}

impl Peaks {
    /// So many are wanted.
    pub(super) fn new(wanted: usize) -> Peaks {
        Peaks { wanted, peaks: Vec::new() }
    }

    /// Is there none?
    pub(super) fn is_empty(&self) -> bool {
        self.peaks.is_empty()
    }

    /// Notes a game, if it is one of them.
    #[inline]
    pub(super) fn offer(&mut self, peak: Peak) {
        if self.peaks.len() >= self.wanted && self.peaks.last().is_none_or(|last| *last < peak) {
            return;
        }
        let at = self.peaks.partition_point(|own| *own < peak);
        self.peaks.insert(at, peak);
        self.peaks.truncate(self.wanted);
    }

    /// Adds those of other games.
    pub(super) fn merge(&mut self, other: Peaks) {
        for peak in other.peaks {
            self.offer(peak);
        }
    }

    /// The furthest as a figure, with the name of the game.
    pub(super) fn figure(&self, key: &'static str, title: Words, places: &Places) -> Figure {
        let value = self.peaks.first().map_or(Value::None, |peak| Value::Count(peak.value));
        let note = self.peaks.first().map_or(Value::None, |peak| Value::Text(places.id(peak.place)));
        Figure { note, ..Figure::new(key, title, value) }
    }

    /// All of them as a table: what is counted, and the names of the games.
    pub(super) fn table(&self, key: &'static str, title: Words, counted: Column, places: &Places) -> Part {
        let row = |peak: &Peak| vec![Value::Count(peak.value), Value::Text(places.id(peak.place))];
        Part::Table(Table {
            key,
            title,
            columns: vec![counted, Column::new("game", "Game", "Partie")],
            rows: self.peaks.iter().map(row).collect(),
            total: None,
            chart: None::<Chart>,
            left_out: 0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(number: u64) -> Place {
        Place { source: 0, piece: 0, number }
    }

    #[test]
    fn of_equals_the_earlier_game_stays_wherever_the_games_were_parted() {
        let values = [3u64, 9, 2, 9, 7, 2];
        let all: Vec<Peak> =
            values.iter().zip(1..).map(|(value, number)| Peak::highest(*value, place(number))).collect();
        for parting in 0..=all.len() {
            let mut own = Peaks::new(3);
            let mut other = Peaks::new(3);
            all.iter().take(parting).for_each(|peak| own.offer(*peak));
            all.iter().skip(parting).for_each(|peak| other.offer(*peak));
            own.merge(other);
            let kept: Vec<(u64, u64)> =
                own.peaks.iter().map(|peak| (peak.value, peak.place.number)).collect();
            assert_eq!(kept, [(9, 2), (9, 4), (7, 5)]);
        }
    }

    #[test]
    fn the_lowest_may_be_wanted() {
        let mut peaks = Peaks::new(1);
        assert!(peaks.is_empty());
        for (value, number) in [(5, 1), (4, 2), (4, 3)] {
            peaks.offer(Peak::lowest(value, place(number)));
        }
        let places = Places { names: vec!["a.pgn".to_owned()], ..Places::default() };
        let figure = peaks.figure("x", Words::new("x", "x"), &places);
        assert_eq!((figure.value, figure.note), (Value::Count(4), Value::Text("a.pgn#2".to_owned())));
    }
}
