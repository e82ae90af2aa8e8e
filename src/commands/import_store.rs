//! Games of a store on their way into another one, or into new segments of the same.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use super::import_work::{Memory, put_game};
use crate::store::ordered::in_order;
use crate::store::{Batch, GameId, GameReader, Store, StoreError, StoreWriter};

/// Games that are read at a time.
const GAMES: usize = 1024;

/// What was copied.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Copied {
    pub(super) games: u64,
    pub(super) plies: u64,
    pub(super) broken: u64,
}

/// Puts all games of `from` that are not deleted into `writer`; they keep the names of their sources and their places
/// in them.
///
/// # Errors
/// A store that is damaged, or cannot be written.
pub(super) fn copy_games(
    from: &Store,
    writer: &mut StoreWriter,
    threads: usize,
    stop: &AtomicBool,
) -> Result<Copied, StoreError> {
    let moves_only = writer.manifest().moves_only;
    let ids: Vec<GameId> = from.games().collect();
    let work = |(reader, memory): &mut (GameReader<'_>, Memory), ids: &[GameId]| {
        let mut batch = if moves_only { Batch::moves_only() } else { Batch::new() };
        let mut broken = 0;
        for id in ids {
            let stored = reader.game(*id)?;
            broken += u64::from(!stored.game.is_whole);
            put_game(&mut batch, &stored.game, stored.source, memory);
        }
        Ok((batch, broken))
    };
    let mut copied = Copied::default();
    let mut failure = None;
    let local = || (GameReader::new(from), Memory::default());
    in_order(threads, ids.chunks(GAMES), stop, local, work, |batch| {
        let pushed = batch.and_then(|(batch, broken)| {
            copied.games += batch.len() as u64;
            copied.plies += batch.plies();
            copied.broken += broken;
            writer.push(&batch)
        });
        match pushed {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        }
    });
    match failure {
        Some(error) => Err(error),
        None => Ok(copied),
    }
}
