//! Is a store what it says? Every checksum, every count, every game, every entry of the index.

use rayon::prelude::*;

use super::error::StoreError;
use super::format::Kind;
use super::game::{Columns, GameReader};
use super::index_build::record;
use super::open::{GameId, Store};
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

/// Checks all of a store, in the threads of rayon's current pool.
///
/// # Errors
/// The first damage that is found.
pub fn verify(store: &Store) -> Result<Verified, StoreError> {
    store.check_bytes()?;
    let mut verified = Verified::default();
    for (segment, number) in store.segments().iter().zip(0u32..) {
        let entry = store.manifest().segments.get(number as usize);
        let columns = Columns::open(segment)?;
        check_plies(segment, &columns)?;
        let plies = segment.games().checked_sub(1).map_or(0, |last| columns.get(Kind::PliesEnd, last));
        if entry.is_some_and(|entry| entry.plies != plies || entry.bytes != segment.size()) {
            return Err(segment.damaged("the manifest", "it tells of another number of plies or bytes"));
        }
        let firsts: Vec<u32> = (0..segment.games()).step_by(GAMES as usize).collect();
        let games = |first: &u32| check_games(store, number, *first..segment.games().min(first + GAMES));
        let parts: Vec<Vec<u64>> = firsts.par_iter().map(games).collect::<Result<_, _>>()?;
        verified.games += u64::from(segment.games());
        verified.plies += plies;
        verified.bytes += segment.size();
        verified.entries += check_index(segment, parts.concat())?;
    }
    Ok(verified)
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

/// Reads games whole, and plays their moves. Answers the records of their positions.
fn check_games(store: &Store, segment: u32, games: std::ops::Range<u32>) -> Result<Vec<u64>, StoreError> {
    let mut reader = GameReader::new(store);
    let mut records = Vec::new();
    for number in games {
        let game = reader.game(GameId { segment, game: number })?.game;
        let mut position = game.start.clone();
        records.push(record(position.key(), number));
        for mv in game.moves() {
            if !mv.is_null() && !position.is_legal(mv) {
                let of =
                    store.segment(segment).ok_or_else(|| StoreError::NotAStore(store.folder().to_owned()))?;
                return Err(of.damaged_in(Kind::Moves, "a move is not legal"));
            }
            position.play(mv);
            records.push(record(position.key(), number));
        }
    }
    Ok(records)
}

/// Compares the index with the records of all positions.
fn check_index(segment: &Segment, mut records: Vec<u64>) -> Result<u64, StoreError> {
    let Some(index) = segment.positions()? else { return Ok(0) };
    records.par_sort_unstable();
    // Of the 40 bits of a record the index keeps the highest ones.
    let short = |record: u64| (index.fingerprint(record), record as u32 & 0xFF_FFFF);
    let mut expected: Vec<(u64, u32)> = records.into_iter().map(short).collect();
    expected.par_sort_unstable();
    expected.dedup();
    let mut rest = expected.iter();
    let (mut entries, mut is_same) = (0u64, true);
    let walked = index.for_each_record(|fingerprint, game| {
        entries += 1;
        is_same &= rest.next() == Some(&(fingerprint, game));
    });
    walked.map_err(|error| segment.index_error(error))?;
    if is_same && rest.next().is_none() {
        Ok(entries)
    } else {
        Err(segment.damaged_in(Kind::Index, "it does not name just the games that have the positions"))
    }
}
