//! What `zug import` does to the games of a store that is there: marks some away, merges the segments.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use super::import_store::{Choice, Copied, copy_games};
use crate::chess::Move;
use crate::query::{Expr, GameSubject, Matcher};
use crate::store::open::Deleted;
use crate::store::ordered::in_order;
use crate::store::{GameId, GameReader, Store, StoreError, StoreWriter};

/// Games that are read at a time.
const GAMES: usize = 1024;

/// Games of a store that are to go, by segment.
pub(super) struct Doomed(Vec<Deleted>);

impl Doomed {
    /// Those that are deleted in it.
    pub(super) fn of(store: &Store) -> Doomed {
        Doomed((0..store.segments().len()).map(|segment| store.deleted_of(segment)).collect())
    }

    /// Puts a game in.
    pub(super) fn insert(&mut self, id: GameId) {
        if let Some(deleted) = self.0.get_mut(id.segment as usize) {
            deleted.insert(id.game);
        }
    }

    /// Is it in?
    pub(super) fn has(&self, id: GameId) -> bool {
        self.0.get(id.segment as usize).is_some_and(|deleted| deleted.has(id.game))
    }

    /// Marks them in the store to come; answers how many of them were not marked before.
    pub(super) fn mark(&self, store: &Store, writer: &mut StoreWriter) -> Result<u64, StoreError> {
        let mut new = 0;
        for (segment, deleted) in self.0.iter().enumerate() {
            let before = store.deleted_of(segment).len();
            if deleted.len() > before {
                new += u64::from(deleted.len() - before);
                writer.delete(segment, deleted)?;
            }
        }
        Ok(new)
    }
}

/// Marks the games that match as deleted; answers how many.
///
/// # Errors
/// The store is damaged, or cannot be written.
pub(super) fn delete(
    writer: &mut StoreWriter,
    expr: &Expr,
    threads: usize,
    stop: &AtomicBool,
) -> Result<u64, StoreError> {
    let store = writer.preview()?;
    let matcher = Matcher::new(expr);
    let local = || (GameReader::new(&store), matcher.clone(), Vec::new());
    let work = |(reader, matcher, moves): &mut (GameReader<'_>, Matcher, Vec<Move>), ids: Vec<GameId>| {
        let mut found = Vec::new();
        for id in ids {
            let stored = reader.game(id)?;
            if matcher.first(&GameSubject::new(&stored.game, moves)).is_some() {
                found.push(id);
            }
        }
        Ok(found)
    };
    let mut doomed = Doomed::of(&store);
    in_order(
        threads,
        store.parts(GAMES),
        stop,
        local,
        work,
        |found: Vec<GameId>| -> Result<_, StoreError> {
            found.into_iter().for_each(|id| doomed.insert(id));
            Ok(ControlFlow::Continue(()))
        },
    )?;
    doomed.mark(&store, writer)
}

/// Writes all games that are not deleted into new segments; `None` if there is nothing to gain by it.
///
/// # Errors
/// The store is damaged, or cannot be written.
pub(super) fn compact(
    writer: &mut StoreWriter,
    threads: usize,
    stop: &AtomicBool,
) -> Result<Option<Copied>, StoreError> {
    let store = writer.preview()?;
    let is_compact = |segments: &[crate::store::manifest::SegmentEntry]| {
        segments.len() <= 1 && segments.iter().all(|segment| segment.deleted.is_none())
    };
    if is_compact(&store.manifest().segments) {
        return Ok(None);
    }
    writer.replace_segments();
    copy_games(&store, writer, threads, stop, Choice::default()).map(Some)
}
