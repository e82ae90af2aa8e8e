//! `zug import --dedup`: of a game and its copies the richest stays.
//!
//! What is a copy is decided so that two games are not taken for one; a copy that is overlooked does no harm:
//!
//! - The same start position and the same moves: at least [`LEAST_BEGINNING`] plies, players that may be the same, and
//!   dates that do not contradict; from [`TELLING`] plies on the players do not matter. Else the tags of the roster and
//!   the result must be the same: short games are often alike.
//! - One the beginning of the other: at least [`LEAST_BEGINNING`] plies, players that may be the same, dates and results
//!   that do not contradict. The longer one stays, and only if it has at least as much text; else both do.
//!
//! A game that others were copies of goes only where those are copies, too.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use super::import_change::Doomed;
use super::import_copies::{Gathering, LEAST_BEGINNING, Plays, TELLING};
use crate::notation::result::GameResult;
use crate::pgn::date::LaxDate;
use crate::pgn::player_name::{FoldedName, fold};
use crate::replay::game::{Game, Item};
use crate::store::ordered::in_order;
use crate::store::{GameId, GameReader, Store, StoreError, StoreWriter, tags};

/// Games that are read at a time.
const GAMES: usize = 1024;

/// A game is compared with so many games of the same play that stay, and takes the place of so many. Where there are more,
/// most have neither players nor dates in common.
const MOST_COMPARED: usize = 64;

/// A game that goes, and the copy of it that stays.
pub(super) type Pair = (GameId, GameId);

/// Marks all copies as deleted in the store to come; answers the pairs in the order of the games that go.
///
/// # Errors
/// The store is damaged, or cannot be written.
pub(super) fn dedup(
    writer: &mut StoreWriter,
    threads: usize,
    stop: &AtomicBool,
) -> Result<(Store, Vec<Pair>), StoreError> {
    let store = writer.preview()?;
    let plays = Plays::open(&store)?;
    let mut doomed = Doomed::of(&store);
    let mut kept: HashMap<GameId, GameId> = HashMap::new();
    for by in [Gathering::Players, Gathering::Moves] {
        let gathered = plays.gather(&store, by, |id| !doomed.has(id))?;
        let clusters = plays.clusters(&gathered);
        drop(gathered);
        let told = details(&store, &clusters, threads, stop)?;
        if stop.load(Ordering::Relaxed) {
            break;
        }
        for cluster in &clusters {
            let mut sorting = Sorting { plays: &plays, told: &told, by, kept: &mut kept };
            sorting.cluster(cluster);
        }
        kept.keys().for_each(|gone| doomed.insert(*gone));
    }
    let last = |id: &GameId| {
        let mut id = *id;
        while let Some(by) = kept.get(&id) {
            id = *by;
        }
        id
    };
    let mut pairs: Vec<Pair> = kept.iter().map(|(gone, by)| (*gone, last(by))).collect();
    pairs.sort_unstable();
    doomed.mark(&store, writer)?;
    drop(plays);
    Ok((store, pairs))
}

/// What decides between a game and one of the same play.
struct Detail {
    white: Option<FoldedName>,
    black: Option<FoldedName>,
    date: LaxDate,
    result: GameResult,
    /// Hash of the values of the roster.
    roster: u64,
    richness: Richness,
}

/// How much a game says; the greater stays.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Richness {
    is_whole: bool,
    /// Bytes of comments, and entries between moves.
    text: usize,
    /// Tags that say something.
    tags: usize,
}

impl Detail {
    fn of(game: &Game) -> Detail {
        let value = |name: &str| game.tag(name).unwrap_or("");
        let roster =
            ["Event", "Site", "Date", "Round", "White", "Black"].map(|name| value(name).to_lowercase());
        let tells = |value: &str| value.bytes().any(|byte| !matches!(byte, b'?' | b'.' | b'-' | b'*' | b' '));
        let text = game.items.iter().map(|item| match item {
            Item::Move { .. } => 0,
            Item::Comment(text) | Item::Rest(text) => 1 + text.len(),
            _ => 1,
        });
        Detail {
            white: fold(value("White")),
            black: fold(value("Black")),
            date: tags::date(value("Date")),
            result: game.result,
            roster: xxhash_rust::xxh3::xxh3_64(roster.join("\n").as_bytes()),
            richness: Richness {
                is_whole: game.is_whole,
                text: text.sum(),
                tags: game.tags.iter().filter(|(_, value)| tells(value)).count(),
            },
        }
    }
}

/// Reads all games of the clusters.
fn details(
    store: &Store,
    clusters: &[Vec<GameId>],
    threads: usize,
    stop: &AtomicBool,
) -> Result<HashMap<GameId, Detail>, StoreError> {
    // In their order, so that no block is unpacked twice.
    let mut ids: Vec<GameId> = clusters.iter().flatten().copied().collect();
    ids.sort_unstable();
    let mut told = HashMap::with_capacity(ids.len());
    let work = |reader: &mut GameReader<'_>, ids: &[GameId]| -> Result<Vec<(GameId, Detail)>, StoreError> {
        ids.iter().map(|id| Ok((*id, Detail::of(&reader.game(*id)?.game)))).collect()
    };
    let local = || GameReader::new(store);
    in_order(threads, ids.chunks(GAMES), stop, local, work, |details| -> Result<_, StoreError> {
        told.extend(details);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(told)
}

/// Decides which games of a cluster stay.
struct Sorting<'p, 's> {
    plays: &'p Plays<'s>,
    told: &'p HashMap<GameId, Detail>,
    by: Gathering,
    kept: &'p mut HashMap<GameId, GameId>,
}

/// A game that stays, and those that went for it.
struct Kept {
    id: GameId,
    instead_of: Vec<GameId>,
}

impl Sorting<'_, '_> {
    /// The games are in the order of their play: beginnings stand before what they are beginnings of.
    fn cluster(&mut self, ids: &[GameId]) {
        let plays = self.plays;
        let mut beginnings: Vec<Kept> = Vec::new();
        for same in ids.chunk_by(|a, b| plays.plies(*a) == plays.plies(*b) && plays.begins(*a, *b)) {
            let mut staying = self.same_play(same);
            if self.by == Gathering::Players
                && let Some(first) = same.first()
            {
                while beginnings.last().is_some_and(|shorter| !plays.begins(shorter.id, *first)) {
                    beginnings.pop();
                }
                beginnings.retain_mut(|shorter| !self.gives_way(shorter, &mut staying));
                if plays.plies(*first) >= LEAST_BEGINNING {
                    beginnings.append(&mut staying);
                }
            }
        }
    }

    /// Of games with the same moves the richest of each kind stay.
    fn same_play(&mut self, ids: &[GameId]) -> Vec<Kept> {
        let told = self.told;
        let mut ids: Vec<(GameId, &Detail)> =
            ids.iter().filter_map(|id| Some((*id, told.get(id)?))).collect();
        // The first import stays where nothing else decides.
        ids.sort_by(|(a, one), (b, other)| other.richness.cmp(&one.richness).then(a.cmp(b)));
        let mut staying: Vec<Kept> = Vec::new();
        for (id, detail) in ids {
            let plies = self.plays.plies(id);
            let copy_of = staying.iter_mut().take(MOST_COMPARED).find(|kept| {
                told.get(&kept.id).is_some_and(|richer| is_copy(detail, richer, plies, self.by))
            });
            match copy_of {
                Some(richer) => {
                    richer.instead_of.push(id);
                    self.kept.insert(id, richer.id);
                }
                None => staying.push(Kept { id, instead_of: Vec::new() }),
            }
        }
        staying
    }

    /// Is a game the beginning of one of these that can stand for it and all that went for it?
    fn gives_way(&mut self, shorter: &mut Kept, longer: &mut [Kept]) -> bool {
        let Some(detail) = self.told.get(&shorter.id).filter(|_| shorter.instead_of.len() < MOST_COMPARED)
        else {
            return false;
        };
        let stands_for = |id: &GameId, longer: &Detail| {
            self.told.get(id).is_some_and(|detail| is_beginning(detail, longer))
        };
        let found = longer.iter_mut().take(MOST_COMPARED).find(|kept| {
            self.told.get(&kept.id).is_some_and(|longer| {
                is_beginning(detail, longer) && shorter.instead_of.iter().all(|id| stands_for(id, longer))
            })
        });
        let Some(longer) = found else { return false };
        longer.instead_of.push(shorter.id);
        longer.instead_of.append(&mut shorter.instead_of);
        self.kept.insert(shorter.id, longer.id);
        true
    }
}

/// Can games with the same moves be one?
fn is_copy(one: &Detail, other: &Detail, plies: u64, by: Gathering) -> bool {
    let is_told = match by {
        Gathering::Players => plies >= LEAST_BEGINNING && are_players_same(one, other),
        Gathering::Moves => plies >= TELLING,
    };
    if is_told {
        one.date.may_be(other.date)
    } else {
        one.roster == other.roster && one.result == other.result
    }
}

/// Can one be the other, cut short?
fn is_beginning(one: &Detail, longer: &Detail) -> bool {
    let open = |result| result == GameResult::Unfinished;
    are_players_same(one, longer)
        && one.date.may_be(longer.date)
        && (one.result == longer.result || open(one.result) || open(longer.result))
        && one.richness.text <= longer.richness.text
}

fn are_players_same(one: &Detail, other: &Detail) -> bool {
    let same = |one: &Option<FoldedName>, other: &Option<FoldedName>| match (one, other) {
        (Some(one), Some(other)) => one.may_be(other),
        _ => false,
    };
    same(&one.white, &other.white) && same(&one.black, &other.black)
}
