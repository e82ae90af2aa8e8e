//! Sources that are stores: games come from there as they were imported.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use super::collection::KindWork;
use super::convert::{Course, Run};
use super::convert_target::stem_of;
use super::convert_work::{ConvertWork, Piece};
use super::store_ids::StoreIds;
use crate::check::chunk::{PgnWork, Report, TakenGame};
use crate::check::finding::Findings;
use crate::check::game::fingerprint;
use crate::pgn::source::SourceKind;
use crate::replay::parallel::Chunk;
use crate::store::ordered::in_order;
use crate::store::{GameId, GameReader, Store, StoreError};

/// Games that are converted at a time.
const GAMES: usize = 1024;

/// Games of one source that follow each other, converted.
struct Stretch {
    source: String,
    piece: Piece,
}

/// What a worker keeps: its reader, and which games are wanted.
type Local<'s> = (GameReader<'s>, StoreIds<'s>);

impl Run<'_> {
    /// Converts a store.
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
        let files = self.files.store(&store);
        let named = StoreIds::new(self.options.ids.as_ref(), &files);
        let has_own_file = self.spool.is_none();
        if has_own_file {
            self.target.begin_file(&stem_of(&name), &self.making.container.begin())?;
        }
        let mut course = Course::of_store(&name);
        let (threads, stop) = (self.options.threads, self.stop);
        let (making, check, filter) = (Arc::clone(&self.making), self.check, Arc::clone(&self.filter));
        let prints = check.fingerprints;
        let work = |(reader, named): &mut Local<'_>, ids: Vec<GameId>| -> Result<Vec<Stretch>, StoreError> {
            let mut stretches: Vec<(String, Vec<TakenGame>)> = Vec::new();
            for id in ids {
                if !named.hold(reader.columns(id.segment)?, id) {
                    continue;
                }
                let stored = reader.game(id)?;
                if stretches.last().is_none_or(|(source, _)| source != stored.source) {
                    stretches.push((stored.source.to_owned(), Vec::new()));
                }
                let game = stored.game;
                let fingerprint = if prints { fingerprint(&game.start, game.moves()) } else { 0 };
                if let Some((_, games)) = stretches.last_mut() {
                    games.push(TakenGame { game, place: 0..0, fingerprint, moves: Vec::new(), fault: None });
                }
            }
            let convert = |(source, games): (String, Vec<TakenGame>)| {
                let pgn = PgnWork::new(check, Arc::clone(&filter));
                let reading = KindWork { pgn, kind: SourceKind::Pgn };
                let work = ConvertWork { reading, making: Arc::clone(&making), source: source.clone() };
                let report = Report::of_findings(Findings::new(Arc::clone(&filter)));
                Stretch { source, piece: work.convert(&[], report, games) }
            };
            Ok(stretches.into_iter().map(convert).collect())
        };
        let jobs = store.parts(GAMES);
        let local = || (GameReader::new(&store), named.clone());
        in_order(threads, jobs, stop, local, work, |stretches| -> anyhow::Result<_> {
            for stretch in stretches {
                course.name = stretch.source;
                let chunk = Chunk { text: &[], from: 0, until: 0, base: 0 };
                self.consume(&mut course, &chunk, stretch.piece)?;
            }
            Ok(if self.is_stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        self.tell_languages(&course);
        self.end_of_source(course)?;
        if has_own_file { self.target.end_file(self.making.container.end()) } else { Ok(()) }
    }
}
