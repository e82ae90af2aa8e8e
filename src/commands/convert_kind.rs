//! What is in a source, and collections that inputs are compared with: games of any kind of source, read but not
//! written.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::anyhow;

use super::convert_json;
use super::convert_listing::{is_listing, read_listing, whole_text};
use super::convert_options::{ConvertOptions, ReadAs};
use crate::check::chunk::{PgnWork, Report, Scratch, Take, Taken};
use crate::check::finding::Filter;
use crate::check::game::CheckOptions;
use crate::check::positions::PositionWork;
use crate::check::reading_vote::with_language_of_file;
use crate::chess::Position;
use crate::pgn::input::{self, Input};
use crate::pgn::source::{SourceError, SourceKind, SourceOptions, SourceRef};
use crate::replay::game::Game;
use crate::replay::parallel::{self, Work};

/// What a source holds, judged by its name.
pub(super) fn kind_of(source: &SourceRef) -> SourceKind {
    let name = source.name.to_ascii_lowercase();
    let packed = [".gz", ".bz2", ".xz", ".zst", ".lz4"];
    let name = packed.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(&name);
    let is_json = [".ndjson", ".jsonl"].iter().any(|ending| name.ends_with(ending));
    if is_json { SourceKind::Ndjson } else { source.kind }
}

/// Opens a text; answers what it holds, and what can be read of it. What is wrong is told for people.
pub(super) fn open_text(source: &SourceRef, options: &SourceOptions) -> Result<(SourceKind, Input), String> {
    let mut source = source.clone();
    source.kind = kind_of(&source);
    let input = input::open(&source, options).map_err(|error| error.to_string())?;
    if input.looks_binary() { Err(format!("{}: no text", source.name)) } else { Ok((source.kind, input)) }
}

/// How a collection is read of which only the play, or little more, is wanted.
pub(super) struct Collection {
    source: SourceOptions,
    check: CheckOptions,
    filter: Arc<Filter>,
    /// What its sources hold; `None`: what their names say.
    from: Option<SourceKind>,
    read_as: ReadAs,
    start: Option<Arc<Position>>,
}

/// A source of a collection.
pub(super) enum Opened {
    /// Games that are read a piece at a time.
    Pieces(Box<Input>, KindWork),
    /// The games of a listing, with the fingerprints of their play.
    Listing(Vec<(Game, u128)>),
}

impl Collection {
    /// Read as the inputs are.
    pub(super) fn new(
        options: &ConvertOptions,
        (source, check): (SourceOptions, CheckOptions),
        start: Option<Arc<Position>>,
    ) -> Collection {
        let mut filter = Filter::all();
        filter.counts_only();
        Collection {
            source,
            check: CheckOptions { fingerprints: true, ..check },
            filter: Arc::new(filter),
            from: options.from,
            read_as: options.read_as,
            start,
        }
    }

    /// Read by their names: what the options say of the inputs, they do not say of others. Only text that is PGN in the
    /// inputs is so in others, too.
    pub(super) fn of_others(self) -> Collection {
        let is_pgn = self.read_as == ReadAs::Pgn && matches!(self.from, None | Some(SourceKind::Pgn));
        let read_as = if is_pgn { ReadAs::Pgn } else { ReadAs::Auto };
        Collection { from: None, read_as, ..self }
    }

    /// What a source holds.
    pub(super) fn kind(&self, source: &SourceRef) -> SourceKind {
        self.from.unwrap_or_else(|| kind_of(source))
    }

    /// Opens a source; a listing is read at once, as it is only understood as a whole.
    pub(super) fn open(&self, source: &SourceRef) -> Result<Opened, SourceError> {
        let mut source = source.clone();
        source.kind = self.kind(&source);
        let mut input = input::open(&source, &self.source)?;
        if is_listing(self.read_as, &input) {
            let listed = read_listing(&whole_text(input)?, &self.check, self.start.as_deref(), &self.filter);
            let games = listed.games.into_iter().map(|taken| (taken.game, taken.fingerprint));
            return Ok(Opened::Listing(games.collect()));
        }
        let check = with_language_of_file(self.check, &mut input);
        let pgn = PgnWork { start: self.start.clone(), ..PgnWork::new(check, Arc::clone(&self.filter)) };
        Ok(Opened::Pieces(Box::new(input), KindWork { pgn, kind: source.kind }))
    }
}

/// Reads pieces of a source as its kind wants it.
pub(super) struct KindWork {
    pub(super) pgn: PgnWork,
    /// What the source holds.
    pub(super) kind: SourceKind,
}

impl KindWork {
    pub(super) fn local(&self) -> Scratch {
        self.pgn.local()
    }

    /// Hands the games that begin in `text[from..until]` to `take`. Answers where it stopped.
    pub(super) fn read(
        &self,
        local: &mut Scratch,
        text: &[u8],
        from: usize,
        until: usize,
        take: &mut Take<'_>,
    ) -> (Report, usize) {
        let filter = &self.pgn.filter;
        match self.kind {
            SourceKind::Pgn => self.pgn.read(local, text, from, until, Some(take)),
            SourceKind::Positions => {
                PositionWork { filter: Arc::clone(filter) }.read(text, from, until, Some(take))
            }
            SourceKind::Ndjson => {
                convert_json::read(filter, self.pgn.options.fingerprints, text, from, until, take)
            }
        }
    }
}

/// The play of the games of a piece.
struct Plays(KindWork);

impl Work for Plays {
    type Out = Vec<u128>;
    type Local = Scratch;

    fn local(&self) -> Scratch {
        self.0.local()
    }

    fn run(&self, local: &mut Scratch, text: &[u8], from: usize, until: usize) -> (Vec<u128>, usize) {
        let mut plays = Vec::new();
        let mut take = |taken: Taken<'_>| {
            match taken {
                Taken::Plain(game, print) => plays.extend((!game.moves.is_empty()).then_some(print)),
                Taken::Game(taken) => plays.extend(play(&taken.game, taken.fingerprint)),
                Taken::Between(_) => {}
            }
            true
        };
        let (_, end) = self.0.read(local, text, from, until, &mut take);
        (plays, end)
    }
}

/// A game that breaks off, or has no moves, is a copy of none.
fn play(game: &Game, print: u128) -> Option<u128> {
    (game.is_whole && game.main_line().next().is_some()).then_some(print)
}

/// Reads the play of other collections.
///
/// # Errors
/// A source that cannot be read, or one of positions, which have no play.
pub(super) fn read_known(
    sources: Vec<Result<SourceRef, SourceError>>,
    collection: &Collection,
    threads: usize,
    stop: &AtomicBool,
) -> anyhow::Result<HashSet<u128>> {
    let mut known = HashSet::new();
    for source in sources {
        let source = source?;
        if collection.kind(&source) == SourceKind::Positions {
            return Err(anyhow!(
                "{}: --dedup-against compares moves, and a file of positions has none",
                source.name
            ));
        }
        match collection.open(&source)? {
            Opened::Listing(games) => {
                known.extend(games.iter().filter_map(|(game, print)| play(game, *print)))
            }
            Opened::Pieces(input, mut work) => {
                work.pgn.offer_plain = true;
                parallel::drive(*input, &Plays(work), threads, stop, |_, plays| {
                    known.extend(plays);
                    ControlFlow::Continue(())
                })?;
            }
        }
    }
    Ok(known)
}
