//! Games of a store on their way into another one, or into new segments of the same.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use super::import_work::{Memory, put_game};
use crate::chess::Move;
use crate::query::{GameSubject, Matcher};
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
    /// Games that were left out because they do not match, or their source is there already.
    pub(super) left_out: u64,
}

/// Which games of a store are copied.
#[derive(Clone, Copy, Default)]
pub(super) struct Choice<'c> {
    /// Only those that match.
    pub(super) filter: Option<&'c Matcher>,
    /// Not those of these sources.
    pub(super) without: &'c [String],
}

/// Puts the chosen games of `from` that are not deleted into `writer`; they keep the names of their sources and their
/// places in them.
///
/// # Errors
/// A store that is damaged, or cannot be written.
pub(super) fn copy_games(
    from: &Store,
    writer: &mut StoreWriter,
    threads: usize,
    stop: &AtomicBool,
    choice: Choice<'_>,
) -> Result<Copied, StoreError> {
    let (moves_only, variations) = (writer.manifest().moves_only, writer.manifest().variations_indexed);
    type Local<'s> = (GameReader<'s>, Memory, Option<Matcher>, Vec<Move>);
    let work = |(reader, memory, filter, moves): &mut Local<'_>, ids: Vec<GameId>| {
        let mut batch = Batch::of(moves_only, variations);
        let (mut broken, mut left_out) = (0, 0);
        for id in ids {
            let stored = reader.game(id)?;
            let is_out = choice.without.iter().any(|source| source == stored.source)
                || filter
                    .as_mut()
                    .is_some_and(|filter| filter.first(&GameSubject::new(&stored.game, moves)).is_none());
            if is_out {
                left_out += 1;
                continue;
            }
            broken += u64::from(!stored.game.is_whole);
            put_game(&mut batch, &stored.game, stored.source, memory);
        }
        Ok((batch, broken, left_out))
    };
    let mut copied = Copied::default();
    let local = || (GameReader::new(from), Memory::default(), choice.filter.cloned(), Vec::new());
    in_order(threads, from.parts(GAMES), stop, local, work, |(batch, broken, left_out)| {
        copied.games += batch.len() as u64;
        copied.plies += batch.plies();
        copied.broken += broken;
        copied.left_out += left_out;
        writer.push(&batch)?;
        Ok::<_, StoreError>(ControlFlow::Continue(()))
    })?;
    Ok(copied)
}
