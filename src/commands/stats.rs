//! `zug stats`: what is in a collection, over text and stores.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use super::collection::{Collection, Opened};
use super::game_id::Files;
use super::given::{Given, sources};
use super::listing::Listing;
use super::reading::drive;
use super::search_ids::OfSource;
use super::stats_count::{Counted, Counter, counts_checks};
use super::stats_options::StatsOptions;
use super::stats_show::show;
use super::stats_work::{Piece, StatsWork};
use super::{Ids, Outcome, OutputFile, Progress};
use crate::check::escape::escape;
use crate::check::record::{put_before, put_behind};
use crate::check::summary::grouped;
use crate::pgn::input::Input;
use crate::pgn::source::SourceRef;
use crate::replay::game::Game;
use crate::stats::{Place, Places, Refusal, Report};

/// Counts the games of all inputs: the answer goes to `out` and where the options say, messages to `err`. The outcome is
/// a failure if a condition matches nothing, or, if that is asked for, if a game could not be read to its end.
///
/// # Errors
/// Options that cannot be met, an output that cannot be written. An input that cannot be read is no error here: the
/// others are counted, and the outcome tells.
pub fn run(
    options: &StatsOptions,
    out: &mut dyn Write,
    err: &mut dyn Write,
    progress: &dyn Progress,
    stop: &AtomicBool,
) -> anyhow::Result<Outcome> {
    let given = sources(&options.inputs);
    let read: Vec<PathBuf> =
        given.iter().flatten().filter_map(|given| given.path().map(PathBuf::from)).collect();
    // What cannot be written is told before anything is read.
    let page =
        options.html.as_deref().map(|path| OutputFile::create(path, &read, options.force)).transpose()?;
    let mut run = Run::new(options, err, progress, stop)?;
    for source in given {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        match source {
            Ok(Given::Text(source)) => run.text(&source)?,
            Ok(Given::Store(path)) => run.store(&path),
            Err(error) => {
                run.files.text();
                run.trouble(&error.to_string());
            }
        }
    }
    let (report, outcome) = run.finish();
    // Where nothing could be read, a page that is there is not replaced by one about nothing.
    let is_anything_read = !(report.sources.is_empty() && outcome.trouble);
    if is_anything_read && !report.parts.is_empty() {
        show(&report, options, out, page)?;
    }
    Ok(outcome)
}

/// A count under way.
pub(super) struct Run<'r> {
    pub(super) options: &'r StatsOptions,
    collection: Collection,
    pub(super) files: Files,
    /// For games that no worker counts.
    counter: Counter,
    pub(super) counted: Counted,
    pub(super) places: Places,
    /// What was read, as it is called.
    sources: Vec<String>,
    err: &'r mut dyn Write,
    pub(super) progress: &'r dyn Progress,
    pub(super) stop: &'r AtomicBool,
    outcome: Outcome,
}

/// A text while it is counted.
struct Course {
    name: String,
    /// Its index.
    source: u32,
    /// The number of its file.
    file: u64,
    /// Games before the piece in hand.
    games: u64,
    /// Where the last of them begins.
    reached: u64,
    /// The last game of the piece read last: what comes behind it may belong to it. With where its piece begins, and how
    /// many games are before that.
    held: Option<(Box<Game>, u64, u64)>,
    /// Text that belongs before the next game.
    between: Vec<String>,
}

impl Course {
    /// Those of its games that are named.
    fn named<'i>(&self, ids: &'i Ids) -> OfSource<'i> {
        ids.of_source(&self.name, Some(self.file))
    }
}

impl<'r> Run<'r> {
    fn new(
        options: &'r StatsOptions,
        err: &'r mut dyn Write,
        progress: &'r dyn Progress,
        stop: &'r AtomicBool,
    ) -> anyhow::Result<Run<'r>> {
        Ok(Run {
            options,
            collection: Collection::only_read(&options.reading)?
                .only_play(!counts_checks(&options.surveys))
                .main_lines(),
            files: Files::default(),
            counter: Counter::new(options.expr.as_ref(), &options.surveys),
            counted: Counted::new(&options.surveys),
            places: Places::default(),
            sources: Vec::new(),
            err,
            progress,
            stop,
            outcome: Outcome::default(),
        })
    }

    pub(super) fn trouble(&mut self, message: &str) {
        self.outcome.trouble = true;
        self.say(&format!("error: {message}"));
    }

    /// Tells something on standard error.
    fn say(&mut self, line: &str) {
        // Where standard error is closed, the exit code has to do.
        let _ = writeln!(self.err, "{}", escape(line));
    }

    /// Notes that something was opened; answers how many of the games counted so far could not be read to their end.
    pub(super) fn begin(&mut self, name: &str) -> u64 {
        self.sources.push(name.to_owned());
        self.counted.cut
    }

    /// Tells how many games of what was read could not be read to their end.
    pub(super) fn tell_cut(&mut self, name: &str, before: u64) {
        let cut = self.counted.cut.saturating_sub(before);
        if cut == 0 {
            return;
        }
        let lang = self.options.reading.ui_lang;
        let number = grouped(cut, lang);
        self.say(&lang.pick(
            format!("{name}: {number} of the games cannot be read to the end; counted up to there"),
            format!("{name}: {number} der Partien nicht bis zum Ende lesbar; bis dahin gezählt"),
        ));
    }

    fn text(&mut self, source: &SourceRef) -> anyhow::Result<()> {
        let file = self.files.text();
        if self.options.ids.as_ref().is_some_and(|ids| ids.of_source(&source.name, Some(file)).is_empty()) {
            return Ok(());
        }
        self.progress.message(&source.name);
        let opened = match self.collection.open(source) {
            Ok(opened) => opened,
            Err(error) => {
                self.trouble(&error.to_string());
                return Ok(());
            }
        };
        let before = self.begin(&source.name);
        if self.options.reading.verbosity > 0 {
            self.say(&format!("{}: {}", source.name, opened.1.encoding()));
        }
        let index = self.places.names.len() as u32;
        self.places.names.push(source.name.clone());
        let mut course = Course {
            name: source.name.clone(),
            source: index,
            file,
            games: 0,
            reached: 0,
            held: None,
            between: Vec::new(),
        };
        match self.collection.games(opened) {
            Ok(Opened::Pieces(input, reading)) => {
                let work = StatsWork { reading, options: self.options, source: course.source };
                self.pieces(*input, &work, &mut course)?;
            }
            Ok(Opened::Listing(_, listed)) => self.listing(*listed, &mut course),
            Err(error) => self.trouble(&error.to_string()),
        }
        self.end_of_text(course);
        self.tell_cut(&source.name, before);
        Ok(())
    }

    fn pieces(&mut self, input: Input, work: &StatsWork<'_>, course: &mut Course) -> anyhow::Result<()> {
        let (options, stop, progress) = (self.options, self.stop, self.progress);
        let is_behind = |course: &Course| {
            let are_before = |ids: &Ids| course.named(ids).are_before(course.games, course.reached);
            options.ids.as_ref().is_some_and(are_before)
        };
        let fault = drive(input, work, options.reading.threads, stop, progress, |chunk, piece| {
            self.consume(course, chunk.base + chunk.from as u64, piece);
            Ok(if is_behind(course) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        if let Some(fault) = fault {
            self.trouble(&fault.to_string());
        }
        Ok(())
    }

    fn listing(&mut self, listed: Listing, course: &mut Course) {
        for taken in listed.games {
            let mut game = taken.game;
            course.games += 1;
            (game.number, game.offset) = (course.games, taken.place.start as u64);
            self.count(course, &game, 0, 0);
        }
        self.progress.add_bytes(listed.text.len() as u64);
    }

    /// Takes a piece that begins at `offset`.
    fn consume(&mut self, course: &mut Course, offset: u64, piece: Piece) {
        let Piece { games, first, counted, kept, last, behind } = piece;
        if let Some(last) = last.as_ref().or(first.as_ref()) {
            course.reached = last.offset;
        }
        if let Some(mut first) = first {
            let before = course.games;
            if before > 0 {
                self.places.before.insert((course.source, offset), before);
            }
            self.count_held(course);
            put_before(&mut first, std::mem::take(&mut course.between));
            match last {
                None if games == 1 => course.held = Some((first, offset, before)),
                last => {
                    self.count(course, &first, offset, before);
                    for game in kept {
                        self.count(course, &game, offset, before);
                    }
                    self.counted.merge(counted);
                    course.held = last.map(|last| (last, offset, before));
                }
            }
            course.games += games;
        }
        course.between.extend(behind);
    }

    fn count_held(&mut self, course: &mut Course) {
        if let Some((game, offset, before)) = course.held.take() {
            self.count(course, &game, offset, before);
        }
    }

    /// Counts a game whose number is that in its piece, if it is one of those that are asked for.
    fn count(&mut self, course: &Course, game: &Game, offset: u64, before: u64) {
        let ids = self.options.ids.as_ref();
        if ids.is_none_or(|ids| course.named(ids).holds(before + game.number, game.offset)) {
            let place = Place { source: course.source, piece: offset, number: game.number };
            self.counter.count_game(game, place, &mut self.counted);
        }
    }

    /// What is left when a text is at its end: its last game, and the text behind it.
    fn end_of_text(&mut self, mut course: Course) {
        let between = std::mem::take(&mut course.between);
        if !between.is_empty() && !self.stop.load(Ordering::Relaxed) {
            match &mut course.held {
                Some((game, ..)) => put_behind(game, between),
                None if course.games == 0 => {
                    self.trouble(&format!("{}: there is text, but no game in it", course.name));
                }
                None => {}
            }
        }
        self.count_held(&mut course);
    }

    /// Tells why a survey has no answer.
    fn refuse(&mut self, refusal: &Refusal) {
        self.trouble(refusal.message.pick(self.options.reading.ui_lang));
        for name in &refusal.names {
            self.say(&format!("  {name}"));
        }
    }

    fn finish(mut self) -> (Report, Outcome) {
        self.outcome.interrupted = self.stop.load(Ordering::Relaxed);
        if self.outcome.interrupted {
            return (Report::default(), self.outcome);
        }
        let mut parts = Vec::new();
        for tally in std::mem::take(&mut self.counted.tallies) {
            match tally.refusal() {
                Some(refusal) => self.refuse(&refusal),
                None => parts.extend(tally.parts(&self.places)),
            }
        }
        let Run { options, counted: Counted { games, cut, .. }, sources, mut outcome, .. } = self;
        let is_chosen = options.expr.is_some() || options.ids.is_some();
        outcome.failed = is_chosen && games == 0 || options.strict && cut > 0;
        (Report { sources, games, parts }, outcome)
    }
}
