//! Which move of each game is the first that is new.
//!
//! All positions of half a million games do not fit into memory, but nearly all of them occur in one game only, and
//! those are new wherever they come. So the games are gone through four times: two maps of bits tell which keys may
//! occur twice; of those a table notes the earliest day on which they were certainly known, in as many parts of the
//! keys as its memory asks for; then each game looks for its first key that was not known before it; and at last the
//! games that had the position before that move are counted in the order of time.

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::novelty::Kept;
use crate::chess::Position;

/// Bytes that a game may take in the end: a [`First`] of it, its place in the two orders of time, two slots of the map of
/// the positions before new moves (it may be half empty) with a byte for each, and its novelty. The maps of bits and the
/// table are gone by then.
pub(super) const BYTES_OF_A_GAME: u64 = (size_of::<First>()
    + size_of::<Asking>()
    + size_of::<(u32, u32)>()
    + 16 * (size_of::<(u64, Had)>() + 1) / 7
    + size_of::<Novelty>()) as u64;

/// A new move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Novelty {
    /// Index of the game.
    pub(super) game: usize,
    /// The ply that is new, from 1.
    pub(super) ply: u32,
    /// How many games had the position before it earlier.
    pub(super) earlier: u32,
}

/// Calls `see` with the keys of a game, that of the start position first, until it answers `false`.
#[inline]
fn keys(game: &Kept<'_>, position: &mut Position, mut see: impl FnMut(u64) -> bool) {
    game.start(position);
    let mut moves = game.moves.iter();
    while see(position.key()) {
        match moves.next() {
            Some(mv) => position.play(*mv),
            None => return,
        }
    }
}

/// The novelties of all games that have one, those of the best known positions first, then the earlier ones. The table
/// of keys and the bits take at most `memory` bytes each; when both are gone, each game [takes](BYTES_OF_A_GAME) some.
pub(super) fn find(games: &[Kept<'_>], memory: u64) -> Vec<Novelty> {
    let plies: usize = games.iter().map(|game| game.moves.len() + 1).sum();
    let shared = Shared::of(games, plies, memory);
    let mut slots = (memory / Table::SLOT).max(1 << 10).next_power_of_two();
    if slots * Table::SLOT > memory.max(Table::SLOT << 10) {
        slots /= 2;
    }
    // No more than needed, and at most seven of eight filled.
    let needed = shared.count().max(64);
    let slots = slots.min((needed * 2).next_power_of_two());
    let mut parts = (needed * 5 / 4 / slots).next_power_of_two();
    let firsts = loop {
        match first_new(games, &shared, slots as usize, parts) {
            Some(firsts) => break firsts,
            None => parts *= 2,
        }
    };
    drop(shared);
    counted(games, firsts)
}

/// Which keys may occur more than once.
struct Shared {
    twice: Vec<u64>,
    shift: u32,
}

impl Shared {
    fn of(games: &[Kept<'_>], plies: usize, memory: u64) -> Shared {
        // Eight bits for a position, if there is memory for both maps.
        let wanted = (plies as u64).saturating_mul(8).next_power_of_two().max(1 << 12);
        let most = (memory.saturating_mul(4) + 1).next_power_of_two() / 2;
        let bits = wanted.min(most.max(1 << 12));
        let words = (bits / 64) as usize;
        let mut shared = Shared { twice: vec![0; words], shift: 64 - bits.trailing_zeros() };
        let mut once = vec![0u64; words];
        let mut position = Position::start();
        for game in games {
            keys(game, &mut position, |key| {
                let (word, bit) = shared.place(key);
                if let (Some(once), Some(twice)) = (once.get_mut(word), shared.twice.get_mut(word)) {
                    *twice |= *once & bit;
                    *once |= bit;
                }
                true
            });
        }
        shared
    }

    #[inline]
    fn place(&self, key: u64) -> (usize, u64) {
        let bit = key >> self.shift;
        ((bit / 64) as usize, 1 << (bit % 64))
    }

    #[inline]
    fn has(&self, key: u64) -> bool {
        let (word, bit) = self.place(key);
        self.twice.get(word).is_some_and(|twice| twice & bit != 0)
    }

    fn count(&self) -> u64 {
        self.twice.iter().map(|word| u64::from(word.count_ones())).sum()
    }
}

/// The earliest day by key, in a fixed number of slots.
struct Table {
    keys: Vec<u64>,
    /// 0: the slot is free.
    days: Vec<u32>,
    free: usize,
}

impl Table {
    /// Bytes of a slot.
    const SLOT: u64 = 12;

    fn new(slots: usize) -> Table {
        Table { keys: vec![0; slots], days: vec![0; slots], free: slots - slots / 8 }
    }

    fn clear(&mut self) {
        self.days.fill(0);
        self.free = self.days.len() - self.days.len() / 8;
    }

    /// The slot of a key, or the free one where it would be.
    #[inline]
    fn slot(&self, key: u64) -> usize {
        let mask = self.days.len() - 1;
        // The highest bits chose the map's bit, the lowest the part.
        let mut at = (key >> 16) as usize & mask;
        while self.days.get(at).is_some_and(|day| *day != 0) && self.keys.get(at) != Some(&key) {
            at = (at + 1) & mask;
        }
        at
    }

    /// Notes a day (not 0) for a key; `false` if there is no room.
    #[inline]
    fn note(&mut self, key: u64, day: u32) -> bool {
        let at = self.slot(key);
        let (Some(own), Some(known)) = (self.keys.get_mut(at), self.days.get_mut(at)) else { return false };
        if *known == 0 {
            if self.free == 0 {
                return false;
            }
            self.free -= 1;
            (*own, *known) = (key, day);
        }
        *known = day.min(*known);
        true
    }

    /// The earliest day of a key.
    #[inline]
    fn day(&self, key: u64) -> Option<u32> {
        self.days.get(self.slot(key)).copied().filter(|day| *day != 0)
    }
}

/// The first new ply of a game, and the key before it.
#[derive(Clone, Copy)]
struct First {
    ply: u32,
    before: u64,
}

/// The first new ply of each game; `None` if the keys need more parts. A ply beyond the end: nothing is new.
fn first_new(games: &[Kept<'_>], shared: &Shared, slots: usize, parts: u64) -> Option<Vec<First>> {
    let mut firsts: Vec<First> =
        games.iter().map(|game| First { ply: game.moves.len() as u32 + 1, before: 0 }).collect();
    let mut table = Table::new(slots);
    let mut position = Position::start();
    for part in 0..parts {
        table.clear();
        let is_here = |key: u64| key & (parts - 1) == part;
        for game in games {
            let (_, latest) = game.days();
            let mut has_room = true;
            keys(game, &mut position, |key| {
                has_room = !(is_here(key) && shared.has(key)) || table.note(key, latest);
                has_room
            });
            if !has_room {
                return None;
            }
        }
        for (game, first) in games.iter().zip(&mut firsts) {
            let (earliest, _) = game.days();
            let (mut ply, mut before) = (0, 0);
            keys(game, &mut position, |key| {
                // The position that a game begins with is no move.
                let is_new = ply > 0
                    && (!shared.has(key)
                        || (is_here(key) && table.day(key).is_none_or(|day| day >= earliest)));
                if is_new {
                    *first = First { ply, before };
                    return false;
                }
                (ply, before) = (ply + 1, key);
                ply < first.ply
            });
        }
    }
    Some(firsts)
}

/// A game with a new move and the first day that it may have been played on.
struct Asking {
    day: u32,
    game: u32,
    first: First,
}

/// How many games had a position so far, and the last of them: a game that has it twice is one game.
type Had = (u32, u32);

/// Counts the games that had the position before a new move earlier.
fn counted(games: &[Kept<'_>], firsts: Vec<First>) -> Vec<Novelty> {
    let is_new = |(game, first): &(&Kept<'_>, &First)| first.ply as usize <= game.moves.len();
    let number = games.iter().zip(&firsts).filter(is_new).count();
    let mut had: FxHashMap<u64, Had> = FxHashMap::with_capacity_and_hasher(number, FxBuildHasher);
    let mut asking: Vec<Asking> = Vec::with_capacity(number);
    for ((kept, first), game) in games.iter().zip(&firsts).zip(0..) {
        if is_new(&(kept, first)) {
            had.insert(first.before, (0, u32::MAX));
            asking.push(Asking { day: kept.days().0, game, first: *first });
        }
    }
    drop(firsts);
    asking.sort_unstable_by_key(|asking| (asking.day, asking.game));
    let mut told: Vec<(u32, u32)> = Vec::with_capacity(games.len());
    told.extend(games.iter().map(|game| game.days().1).zip(0..));
    told.sort_unstable();
    let mut told = told.into_iter().peekable();
    let mut position = Position::start();
    let mut novelties: Vec<Novelty> = Vec::with_capacity(number);
    for Asking { day, game, first } in asking {
        while let Some((_, earlier)) = told.next_if(|(latest, _)| *latest < day) {
            let Some(kept) = games.get(earlier as usize) else { continue };
            keys(kept, &mut position, |key| {
                if let Some((number, last)) = had.get_mut(&key)
                    && *last != earlier
                {
                    (*number, *last) = (*number + 1, earlier);
                }
                true
            });
        }
        let earlier = had.get(&first.before).map_or(0, |(number, _)| *number);
        // Where nothing was known, nothing is left.
        if earlier > 0 {
            novelties.push(Novelty { game: game as usize, ply: first.ply, earlier });
        }
    }
    novelties.sort_unstable_by_key(|novelty| {
        let game = games.get(novelty.game);
        (std::cmp::Reverse(novelty.earlier), game.map(|game| (game.days(), game.place())))
    });
    novelties
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_keeps_the_earliest_day_until_it_is_full() {
        let mut table = Table::new(8);
        for key in 0..7u64 {
            assert!(table.note(key << 16, 100) && table.note(key << 16, 90) && table.note(key << 16, 95));
        }
        assert!(!table.note(7 << 16, 100));
        assert_eq!((table.day(3 << 16), table.day(9 << 16)), (Some(90), None));
        table.clear();
        assert_eq!(table.day(3 << 16), None);
        assert!(table.note(7 << 16, 100));
    }
}
