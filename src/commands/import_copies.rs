//! Games with the same play: the same start position, and the same moves or the first of them.

use std::cmp::Ordering;

use rayon::prelude::*;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::pgn::player_name;
use crate::store::format::Kind;
use crate::store::{Columns, GameId, Store, StoreError};

/// Shorter games are no beginnings of others: that two games of the same players begin alike says nothing.
pub(super) const LEAST_BEGINNING: u64 = 20;

/// From so many plies on the same moves are the same game whoever is said to have played it.
pub(super) const TELLING: u64 = 80;

/// The columns of all segments.
pub(super) struct Plays<'s>(Vec<Columns<'s>>);

/// A game under a hash of what it has in common with its copies.
type Hashed = (u64, GameId);

/// What games are gathered by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Gathering {
    /// Players and start position. Games of nobody are left out.
    Players,
    /// Start position and all moves, of games of less than [`TELLING`] plies the roster, too.
    Moves,
}

/// A hash of the names in the roster, begun with another one.
fn roster(columns: &Columns<'_>, game: u32, begin: u64) -> u64 {
    let kinds = [Kind::White, Kind::Black, Kind::Event, Kind::Site, Kind::Round];
    kinds
        .into_iter()
        .fold(begin, |hash, kind| xxh3_64_with_seed(columns.name(kind, game).unwrap_or("").as_bytes(), hash))
}

impl<'s> Plays<'s> {
    /// Opens the columns of a store.
    ///
    /// # Errors
    /// It is damaged.
    pub(super) fn open(store: &'s Store) -> Result<Plays<'s>, StoreError> {
        Ok(Plays(store.segments().iter().map(Columns::open).collect::<Result<_, _>>()?))
    }

    fn columns(&self, id: GameId) -> Option<&Columns<'s>> {
        self.0.get(id.segment as usize)
    }

    fn moves(&self, id: GameId) -> &'s [u8] {
        // The bytes were asked for once when the game was hashed, and what was damaged was told then.
        self.columns(id).and_then(|columns| columns.move_bytes(id.game).ok()).unwrap_or_default()
    }

    /// Plies of the main line.
    pub(super) fn plies(&self, id: GameId) -> u64 {
        self.moves(id).len() as u64 / 2
    }

    /// The start position in a form that is the same in all segments: its Chess960 number, or a text.
    fn start(&self, id: GameId) -> (u64, &'s str) {
        let Some(columns) = self.columns(id) else { return (0, "") };
        match columns.get(Kind::Start, id.game) {
            number @ 0..=959 => (number, ""),
            number => (960, columns.text(Kind::Starts, number - 959).unwrap_or("")),
        }
    }

    fn order(&self, a: GameId, b: GameId) -> Ordering {
        let by_play = self.start(a).cmp(&self.start(b)).then_with(|| self.moves(a).cmp(self.moves(b)));
        by_play.then_with(|| a.cmp(&b))
    }

    /// Is the play of one game that of the other, or its beginning?
    pub(super) fn begins(&self, shorter: GameId, longer: GameId) -> bool {
        self.start(shorter) == self.start(longer) && self.moves(longer).starts_with(self.moves(shorter))
    }

    /// Hashes of the family names of a segment's players, by number; `None` for those that name nobody.
    fn families(&self, segment: usize, store: &Store) -> Result<Vec<Option<u64>>, StoreError> {
        let Some(segment) = store.segments().get(segment) else { return Ok(Vec::new()) };
        let names: Vec<Option<&str>> = segment.strings(Kind::Players)?.iter().collect();
        let hash = |name: &Option<&str>| {
            name.and_then(player_name::fold).map(|folded| xxh3_64(folded.family.as_bytes()))
        };
        Ok(names.par_iter().map(hash).collect())
    }

    /// All games of a store that are wanted, under their hashes, sorted.
    pub(super) fn gather(
        &self,
        store: &Store,
        by: Gathering,
        wanted: impl Fn(GameId) -> bool + Sync,
    ) -> Result<Vec<Hashed>, StoreError> {
        let mut all: Vec<Hashed> = Vec::new();
        for (columns, number) in self.0.iter().zip(0u32..) {
            let games = store.segment(number).map_or(0, crate::store::Segment::games);
            let families = match by {
                Gathering::Players => self.families(number as usize, store)?,
                Gathering::Moves => Vec::new(),
            };
            let family = |kind: Kind, game: u32| {
                let name = (columns.get(kind, game) as usize).checked_sub(1)?;
                families.get(name).copied().flatten()
            };
            let hash = |game: u32| -> Option<Result<Hashed, StoreError>> {
                let id = GameId { segment: number, game };
                if store.is_deleted(id) || !wanted(id) {
                    return None;
                }
                let bytes = match columns.move_bytes(game) {
                    Ok(bytes) => bytes,
                    Err(error) => return Some(Err(error)),
                };
                let (start, text) = self.start(id);
                let start = xxh3_64_with_seed(text.as_bytes(), start);
                let hash = match by {
                    Gathering::Players => {
                        let (white, black) = (family(Kind::White, game)?, family(Kind::Black, game)?);
                        start ^ white.rotate_left(1) ^ black.rotate_left(2)
                    }
                    Gathering::Moves if bytes.len() as u64 / 2 >= TELLING => start ^ xxh3_64(bytes),
                    Gathering::Moves => xxh3_64_with_seed(bytes, roster(columns, game, start)),
                };
                Some(Ok((hash, id)))
            };
            let hashed: Vec<Hashed> =
                (0..games).into_par_iter().filter_map(hash).collect::<Result<_, _>>()?;
            all.extend(hashed);
        }
        all.par_sort_unstable();
        Ok(all)
    }

    /// Games of which each is the beginning of the one behind it or of a later one, or has its play; each list sorted by
    /// play. Nothing else is compared.
    pub(super) fn clusters(&self, gathered: &[Hashed]) -> Vec<Vec<GameId>> {
        let groups = gathered.par_chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() > 1);
        let clusters = groups.flat_map_iter(|group| {
            let mut ids: Vec<GameId> = group.iter().map(|(_, id)| *id).collect();
            ids.sort_unstable_by(|a, b| self.order(*a, *b));
            let mut clusters = Vec::new();
            let mut from = 0;
            for at in 1..=ids.len() {
                let root = ids.get(from).copied();
                let goes_on = root.zip(ids.get(at).copied()).is_some_and(|(root, next)| {
                    let plies = self.plies(root);
                    self.begins(root, next) && (plies >= LEAST_BEGINNING || plies == self.plies(next))
                });
                if !goes_on {
                    if at - from > 1 {
                        clusters.push(ids.get(from..at).unwrap_or_default().to_vec());
                    }
                    from = at;
                }
            }
            clusters
        });
        clusters.collect()
    }
}
