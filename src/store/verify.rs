//! Is a store what it says? Every checksum, every count, every game, every entry of the index.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::endings;
use super::error::StoreError;
use super::features::Surveyor;
use super::format::Kind;
use super::game::{Columns, GameReader};
use super::index::Index;
use super::open::{GameId, Store};
use super::positions::IndexBytes;
use super::row::variation_keys;
use super::segment::Segment;

/// Games that are looked at in one go.
const GAMES: u32 = 2048;

/// What was found in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Verified {
    /// Bytes of all segments.
    pub bytes: u64,
    /// Games, deleted ones included.
    pub games: u64,
    /// Plies of main lines, each a legal move.
    pub plies: u64,
    /// Entries of the position index.
    pub entries: u64,
}

/// Checks all of a store, in the threads of rayon's current pool: every checksum, every count, every game and what its
/// columns say of the board, every entry of the index. `None` if `stop` was set before it came to the end.
///
/// # Errors
/// Damage that was found.
pub fn verify(store: &Store, stop: &AtomicBool) -> Result<Option<Verified>, StoreError> {
    store.check_bytes()?;
    let mut verified = Verified::default();
    for (segment, number) in store.segments().iter().zip(0u32..) {
        let columns = Columns::open(segment)?;
        check_plies(segment, &columns)?;
        let plies = segment.games().checked_sub(1).map_or(0, |last| columns.get(Kind::PliesEnd, last));
        if store.manifest().segments.get(number as usize).is_some_and(|entry| entry.plies != plies) {
            return Err(segment.damaged("the manifest", "it tells of another number of plies"));
        }
        let index = segment.positions()?;
        if index.is_some() != store.manifest().indexed {
            return Err(segment.damaged_in(Kind::Index, "it is there or not, unlike the manifest says"));
        }
        let jobs = segment.games().div_ceil(GAMES);
        let games = |job: u32| {
            let first = job * GAMES;
            if stop.load(Ordering::Relaxed) {
                return Ok(Entries::default());
            }
            check_games(store, number, first..segment.games().min(first.saturating_add(GAMES)), index)
        };
        let found = (0..jobs).into_par_iter().map(games);
        let found = found.try_reduce(Entries::default, |a, b| Ok(a.with(b)))?;
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        verified.games += u64::from(segment.games());
        verified.plies += plies;
        verified.bytes += segment.size();
        if let Some(index) = index {
            verified.entries += check_index(segment, &index, found)?;
        }
    }
    Ok(Some(verified))
}

/// A set of entries of the index, as their number and the sum of what is drawn from each by mixing its bits: two sets
/// that differ have the same sum by a chance of one in 2^64. So no set need be kept, however large the store.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Entries {
    count: u64,
    sum: u64,
}

impl Entries {
    fn add(&mut self, fingerprint: u64, game: u32) {
        let mut mixed = (fingerprint << 24 | u64::from(game)).wrapping_add(0x9E37_79B9_7F4A_7C15);
        for factor in [0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB] {
            mixed = (mixed ^ mixed >> 30).wrapping_mul(factor);
        }
        self.count += 1;
        self.sum = self.sum.wrapping_add(mixed ^ mixed >> 31);
    }

    fn with(self, other: Entries) -> Entries {
        Entries { count: self.count + other.count, sum: self.sum.wrapping_add(other.sum) }
    }
}

fn check_plies(segment: &Segment, columns: &Columns<'_>) -> Result<(), StoreError> {
    let mut before = 0;
    for game in 0..segment.games() {
        let end = columns.get(Kind::PliesEnd, game);
        if end < before {
            return Err(segment.damaged_in(Kind::PliesEnd, "a game ends before it begins"));
        }
        before = end;
    }
    if before.checked_mul(2) == Some(segment.length(Kind::Moves) as u64) {
        Ok(())
    } else {
        Err(segment.damaged_in(Kind::Moves, "there are not so many as the games have"))
    }
}

/// Reads games whole, plays their moves, and compares what the columns say. Answers what the index must say of them.
fn check_games(
    store: &Store,
    segment: u32,
    games: std::ops::Range<u32>,
    index: Option<Index<IndexBytes<'_>>>,
) -> Result<Entries, StoreError> {
    let mut reader = GameReader::new(store);
    let (mut surveyor, mut moves, mut prints) = (Surveyor::default(), Vec::new(), Vec::new());
    let mut variations = Vec::new();
    let (mut entries, mut ending) = (Entries::default(), String::new());
    let missing = || StoreError::damaged(store.folder(), "the manifest", "there is no such segment");
    let of = store.segment(segment).ok_or_else(missing)?;
    for number in games {
        let game = reader.game(GameId { segment, game: number })?.game;
        let mut position = game.start.clone();
        moves.clear();
        for mv in game.moves() {
            if !mv.is_null() && !position.is_legal(mv) {
                return Err(of.damaged_in(Kind::Moves, "a move is not legal"));
            }
            position.play(mv);
            moves.push(mv);
        }
        let features = surveyor.survey(&game.start, &moves);
        if reader.columns(segment)?.features(number)? != features {
            return Err(of.damaged_in(Kind::Features, "a game is not what they say"));
        }
        ending.clear();
        endings::write(surveyor.endings(), &mut ending);
        if reader.columns(segment)?.name(Kind::Ending, number).unwrap_or_default() != ending {
            return Err(of.damaged_in(Kind::Ending, "a game is not what it says"));
        }
        if let Some(index) = index {
            prints.clear();
            variations.clear();
            if of.has(Kind::WithVariations) {
                variation_keys(&game.start, &game.items, &mut variations);
            }
            let keys = surveyor.keys().iter().chain(&variations);
            prints.extend(keys.map(|key| index.fingerprint(*key)));
            prints.sort_unstable();
            prints.dedup();
            prints.iter().for_each(|print| entries.add(*print, number));
        }
    }
    Ok(entries)
}

/// Compares the index with what it must say.
fn check_index(
    segment: &Segment,
    index: &Index<IndexBytes<'_>>,
    expected: Entries,
) -> Result<u64, StoreError> {
    let mut found = Entries::default();
    index
        .for_each_record(|fingerprint, game| found.add(fingerprint, game))
        .map_err(|error| segment.index_error(error))?;
    if found == expected {
        Ok(found.count)
    } else {
        Err(segment.damaged_in(Kind::Index, "it does not name just the games that have the positions"))
    }
}
