//! What is in a source, and collections that inputs are compared with: games of any kind of source, read but not
//! written.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::anyhow;

use super::convert_json;
use super::convert_options::{ConvertOptions, ReadAs};
use super::listing::{Listing, is_listing, read_listing, whole_text};
use super::reading::{ReadOptions, encoding, language};
use crate::check::chunk::{PgnWork, Report, Scratch, Take, Taken};
use crate::check::finding::Filter;
use crate::check::game::CheckOptions;
use crate::check::plain::Offered;
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

/// How the games of sources are read that are not converted: only their play may be wanted, or little more.
#[derive(Clone)]
pub(super) struct Collection {
    source: SourceOptions,
    check: CheckOptions,
    filter: Arc<Filter>,
    /// What its sources hold; `None`: what their names say.
    from: Option<SourceKind>,
    read_as: ReadAs,
    start: Option<Arc<Position>>,
    /// Which games are offered without being taken apart.
    offered: Offered,
}

/// The games of a source.
pub(super) enum Opened {
    /// They are read a piece at a time.
    Pieces(Box<Input>, KindWork),
    /// Those of a listing, with its bytes.
    Listing(Vec<u8>, Box<Listing>),
}

impl Collection {
    /// Games that are only looked at.
    ///
    /// # Errors
    /// Encoding or language are not known.
    pub(super) fn only_read(options: &ReadOptions) -> anyhow::Result<Collection> {
        let encoding = encoding(options.encoding.as_deref())?;
        let language = language(options.lang_in.as_deref())?;
        Ok(Collection {
            source: SourceOptions { encoding, mmap: options.mmap, iccf: false },
            check: CheckOptions { language, ..CheckOptions::default() },
            filter: Arc::new(Filter::no_more_than_counts()),
            from: None,
            read_as: ReadAs::Auto,
            start: None,
            offered: Offered::Reads,
        })
    }

    /// Of games nothing is looked at but what they are: their moves as far as they are legal, their tags and text. With
    /// `any_spelling` not even how moves are written, so that no game can be copied.
    pub(super) fn only_play(self, any_spelling: bool) -> Collection {
        Collection { check: CheckOptions { only_play: true, any_spelling, ..self.check }, ..self }
    }

    /// Games are offered whatever is in their movetext besides the main line.
    pub(super) fn main_lines(self) -> Collection {
        Collection { offered: Offered::MainLines, ..self }
    }

    /// Read as the inputs of `convert` are, with fingerprints of their play.
    pub(super) fn as_inputs(
        options: &ConvertOptions,
        (source, check): (SourceOptions, CheckOptions),
        start: Option<Arc<Position>>,
    ) -> Collection {
        Collection {
            source,
            check: CheckOptions { fingerprints: true, ..check },
            filter: Arc::new(Filter::no_more_than_counts()),
            from: options.from,
            read_as: options.read_as,
            start,
            offered: Offered::Nothing,
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

    /// Opens a source.
    ///
    /// # Errors
    /// It cannot be read, or is no text.
    pub(super) fn open(&self, source: &SourceRef) -> anyhow::Result<(SourceKind, Input)> {
        let mut source = source.clone();
        source.kind = self.kind(&source);
        let input = input::open(&source, &self.source)?;
        if input.looks_binary() { Err(anyhow!("{}: no text", source.name)) } else { Ok((source.kind, input)) }
    }

    /// The games of a source that was opened; a listing is read at once, as it is only understood as a whole.
    ///
    /// # Errors
    /// It cannot be read.
    pub(super) fn games(&self, (kind, mut input): (SourceKind, Input)) -> Result<Opened, SourceError> {
        if is_listing(self.read_as, &input) {
            let source = whole_text(input)?;
            let listed = read_listing(&source, &self.check, self.start.as_deref(), &self.filter);
            return Ok(Opened::Listing(source, Box::new(listed)));
        }
        let check = with_language_of_file(self.check, &mut input);
        let pgn = PgnWork {
            start: self.start.clone(),
            offered: self.offered,
            ..PgnWork::new(check, Arc::clone(&self.filter))
        };
        Ok(Opened::Pieces(Box::new(input), KindWork { pgn, kind }))
    }

    /// How games are read that are there already, such as those of a listing.
    pub(super) fn of_games(&self) -> KindWork {
        KindWork { pgn: PgnWork::new(self.check, Arc::clone(&self.filter)), kind: SourceKind::Pgn }
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
                Taken::Plain(game, print) => plays.extend((!game.plies.is_empty()).then_some(print)),
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
        match collection.games(collection.open(&source)?)? {
            Opened::Listing(_, listed) => {
                known.extend(listed.games.iter().filter_map(|taken| play(&taken.game, taken.fingerprint)));
            }
            Opened::Pieces(input, mut work) => {
                work.pgn.offered = Offered::Copies;
                parallel::drive(*input, &Plays(work), threads, stop, |_, plays| {
                    known.extend(plays);
                    ControlFlow::Continue(())
                })?;
            }
        }
    }
    Ok(known)
}
