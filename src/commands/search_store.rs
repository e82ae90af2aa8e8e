//! Stores are searched game by game.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use super::search::{Course, Run};
use super::search_find::{Finder, Findings};
use crate::store::ordered::in_order;
use crate::store::{GameId, GameReader, Store, StoreError};

/// Games that are searched at a time.
const GAMES: usize = 1024;

impl Run<'_> {
    /// Searches a store. Its games have the names that they had in their sources.
    pub(super) fn store(&mut self, path: &Path) -> anyhow::Result<()> {
        let name = path.to_string_lossy().into_owned();
        self.progress.message(&name);
        let store = match Store::open(path) {
            Ok(store) => store,
            Err(error) => {
                self.trouble(&error.to_string());
                return Ok(());
            }
        };
        let ids: Vec<GameId> = store.games().collect();
        let making = Arc::clone(&self.making);
        let work = |(reader, finder): &mut (GameReader<'_>, Finder), ids: &[GameId]| {
            let mut stretches: Vec<(String, Findings)> = Vec::new();
            for id in ids {
                let stored = reader.game(*id)?;
                if stretches.last().is_none_or(|(source, _)| source != stored.source) {
                    stretches.push((stored.source.to_owned(), Findings::default()));
                }
                if let Some((source, findings)) = stretches.last_mut() {
                    finder.game(&stored.game, source, findings);
                    findings.games += 1;
                }
            }
            Ok::<_, StoreError>(stretches)
        };
        let mut failure = None;
        let mut course = Course::new(&name);
        let (threads, stop) = (self.options.threads, self.stop);
        let local = || (GameReader::new(&store), Finder::new(Arc::clone(&making)));
        in_order(threads, ids.chunks(GAMES), stop, local, work, |stretches| {
            let emitted = stretches.map_err(anyhow::Error::from).and_then(|stretches| {
                stretches
                    .iter()
                    .try_for_each(|(source, findings)| self.stretch(&mut course, source, findings))
            });
            match emitted {
                Ok(()) if !self.is_done_with(&course) => ControlFlow::Continue(()),
                Ok(()) => ControlFlow::Break(()),
                Err(error) => {
                    failure = Some(error);
                    ControlFlow::Break(())
                }
            }
        });
        match failure {
            Some(error) => Err(error),
            None => self.end_of_source(course),
        }
    }
}
