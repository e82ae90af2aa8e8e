//! `zug search`: the games that questions match, over text and stores.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::Context as _;

use super::collection::{Collection, KindWork, Opened};
use super::game_id::Files;
use super::given::{Given, sources};
use super::listing::Listing;
use super::random::fresh_seed;
use super::reading::drive;
use super::search_find::{Finder, Findings, Making};
use super::search_options::{Listed, SearchOptions};
use super::search_output::Target;
use super::search_work::{Piece, SearchWork};
use super::{Outcome, OutputFile, Progress};
use crate::check::escape::escape;
use crate::check::place::PlaceCursor;
use crate::check::record::{put_before, put_behind};
use crate::export::written::Before;
use crate::pgn::input::Input;
use crate::pgn::source::SourceRef;
use crate::replay::game::Game;

/// Searches all inputs: what is found goes to `out` or where the options say, messages to `err`. The outcome is a failure
/// if nothing is found.
///
/// # Errors
/// Options that cannot be met, an output that cannot be written. An input that cannot be read is no error here: the
/// others are searched, and the outcome tells.
pub fn run(
    options: &SearchOptions,
    out: &mut dyn Write,
    err: &mut dyn Write,
    progress: &dyn Progress,
    stop: &AtomicBool,
) -> anyhow::Result<Outcome> {
    let given = sources(&options.inputs);
    let mut run = Run::new(options, &given, (out, err), progress, stop)?;
    for source in given {
        if run.is_over() {
            break;
        }
        match source {
            Ok(Given::Text(source)) => run.source(&source)?,
            Ok(Given::Store(path)) => run.store(&path)?,
            Err(error) => {
                run.files.text();
                run.trouble(&error.to_string());
            }
        }
    }
    run.finish()
}

/// A search under way.
pub(super) struct Run<'r> {
    pub(super) options: &'r SearchOptions,
    collection: Collection,
    pub(super) files: Files,
    pub(super) making: Arc<Making>,
    /// For games that have to be looked at once more.
    finder: Finder,
    /// One for each question, then the rest.
    targets: Vec<Target>,
    out: &'r mut dyn Write,
    err: &'r mut dyn Write,
    pub(super) progress: &'r dyn Progress,
    pub(super) stop: &'r AtomicBool,
    /// A game was found, or a source is listed.
    is_found: bool,
    outcome: Outcome,
    memory: String,
}

/// One source while it is searched.
pub(super) struct Course {
    name: String,
    /// The number of its file; `None`: a store, of which no other games are looked at than those that are named.
    file: Option<u64>,
    begun: Instant,
    games: u64,
    /// Where the last of the games begins.
    reached: u64,
    /// Games that were found, one for each question that they match.
    found: u64,
    lines: PlaceCursor,
    /// The piece read last: what comes behind it may belong to its last game, which has not been written.
    held: Option<(Findings, Option<Box<Game>>, Before)>,
    /// Text that belongs before the next game.
    between: Vec<String>,
}

impl Course {
    pub(super) fn new(name: &str, file: Option<u64>) -> Course {
        Course {
            name: name.to_owned(),
            file,
            begun: Instant::now(),
            games: 0,
            reached: 0,
            found: 0,
            lines: PlaceCursor::new(),
            held: None,
            between: Vec::new(),
        }
    }

    /// Games that were found so far, one for each question that they match.
    pub(super) fn found(&self) -> u64 {
        self.found
    }
}

impl<'r> Run<'r> {
    fn new(
        options: &'r SearchOptions,
        given: &[Result<Given, crate::pgn::source::SourceError>],
        (out, err): (&'r mut dyn Write, &'r mut dyn Write),
        progress: &'r dyn Progress,
        stop: &'r AtomicBool,
    ) -> anyhow::Result<Run<'r>> {
        let making = Arc::new(Making::new(options));
        let collection =
            Collection::only_read(&options.reading)?.only_play(!making.writes_games()).main_lines();
        let seed = options.seed.unwrap_or_else(fresh_seed);
        if options.sample.is_some() && options.seed.is_none() && !options.reading.quiet {
            let _ = writeln!(err, "{}: {seed}", options.reading.ui_lang.pick("seed", "Startwert"));
        }
        let read: Vec<PathBuf> =
            given.iter().flatten().filter_map(|given| given.path().map(PathBuf::from)).collect();
        if let Some(dir) = &options.to {
            std::fs::create_dir_all(dir)
                .with_context(|| format!("cannot make the directory {}", dir.display()))?;
        }
        let mut targets = Vec::new();
        for query in &options.queries {
            let file = match (&options.to, &query.name) {
                (Some(dir), Some(name)) => {
                    let path = dir.join(format!("{name}.{}", options.format.extension()));
                    Some(OutputFile::create(&path, &read, options.force)?)
                }
                _ => None,
            };
            let mut target = Target::new(options, query.name.clone(), file, seed)?;
            target.begin(options.format, out)?;
            targets.push(target);
        }
        if let Some(path) = &options.rest {
            targets.push(Target::rest(OutputFile::create(path, &read, options.force)?));
        }
        Ok(Run {
            options,
            collection,
            files: Files::default(),
            finder: Finder::new(Arc::clone(&making)),
            making,
            targets,
            out,
            err,
            progress,
            stop,
            is_found: false,
            outcome: Outcome::default(),
            memory: String::new(),
        })
    }

    pub(super) fn trouble(&mut self, message: &str) {
        self.outcome.trouble = true;
        // Where standard error is closed, the exit code has to do.
        let _ = writeln!(self.err, "error: {}", escape(message));
    }

    /// Can nothing that is read now change anything?
    pub(super) fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
            || (self.options.reading.quiet && self.is_found)
            || (self.options.listed.is_none() && self.targets.iter().all(Target::is_full))
    }

    /// Is there nothing more to be known about this source?
    pub(super) fn is_done_with(&self, course: &Course) -> bool {
        let is_behind = |ids: &super::Ids| {
            course.file.is_some()
                && ids.of_source(&course.name, course.file).are_before(course.games, course.reached)
        };
        self.is_over()
            || (self.options.listed.is_some() && course.found > 0)
            || self.options.ids.as_ref().is_some_and(is_behind)
    }

    fn source(&mut self, source: &SourceRef) -> anyhow::Result<()> {
        let file = Some(self.files.text());
        if self.options.ids.as_ref().is_some_and(|ids| ids.of_source(&source.name, file).is_empty()) {
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
        if self.options.reading.verbosity > 0 {
            let _ = writeln!(self.err, "{}: {}", escape(&source.name), opened.1.encoding());
        }
        let mut course = Course::new(&source.name, file);
        match self.collection.games(opened) {
            Ok(Opened::Pieces(input, reading)) => {
                let work = self.work(reading, &source.name);
                self.pieces(*input, &work, &mut course)?;
            }
            Ok(Opened::Listing(_, listed)) => self.listing(*listed, &mut course)?,
            Err(error) => self.trouble(&error.to_string()),
        }
        self.end_of_source(course)
    }

    fn work(&self, reading: KindWork, source: &str) -> SearchWork {
        SearchWork { reading, making: Arc::clone(&self.making), source: source.to_owned() }
    }

    fn pieces(&mut self, input: Input, work: &SearchWork, course: &mut Course) -> anyhow::Result<()> {
        let (threads, stop, progress) = (self.options.reading.threads, self.stop, self.progress);
        let fault = drive(input, work, threads, stop, progress, |chunk, piece| {
            self.consume(course, chunk.base, piece)?;
            Ok(if self.is_done_with(course) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        if let Some(fault) = fault {
            self.trouble(&fault.to_string());
        }
        Ok(())
    }

    fn listing(&mut self, listed: Listing, course: &mut Course) -> anyhow::Result<()> {
        let work = self.work(self.collection.of_games(), &course.name);
        let piece = work.games(listed.text.as_bytes(), listed.games);
        self.progress.add_bytes(listed.text.len() as u64);
        self.consume(course, 0, piece)
    }

    /// Takes a piece; `base`: where the text that it was read from begins in the source.
    fn consume(&mut self, course: &mut Course, base: u64, piece: Piece) -> anyhow::Result<()> {
        let Piece { mut findings, first, mut last, behind, extent } = piece;
        let before = Before { games: course.games, lines: course.lines.place().line - 1 };
        course.games += findings.games;
        findings.base = base;
        if let Some(last) = last.as_ref().or(first.as_ref()) {
            course.reached = base + last.offset;
        }
        if let Some(extent) = &extent {
            course.lines.advance_by(extent);
        }
        if findings.games > 0 {
            self.write_held(course)?;
            let between = std::mem::take(&mut course.between);
            if let Some(mut first) = first.filter(|_| !between.is_empty()) {
                put_before(&mut first, between);
                self.finder.again(&first, &course.name, &mut findings);
                if findings.games == 1 {
                    last = Some(first);
                }
            }
            let until = findings.games;
            self.emit(course, &findings, before, 0..until)?;
            course.held = Some((findings, last, before));
        }
        course.between.extend(behind);
        Ok(())
    }

    fn write_held(&mut self, course: &mut Course) -> anyhow::Result<()> {
        match course.held.take() {
            Some((findings, _, before)) => self.emit(course, &findings, before, findings.games..u64::MAX),
            None => Ok(()),
        }
    }

    /// Gives what was found in games whose numbers (those in the findings) are in the range to where it belongs.
    /// `before`: what of the source comes before them.
    pub(super) fn emit(
        &mut self,
        course: &mut Course,
        findings: &Findings,
        before: Before,
        numbers: std::ops::Range<u64>,
    ) -> anyhow::Result<()> {
        for found in findings.found.iter().filter(|found| numbers.contains(&found.number)) {
            let is_wanted = |ids: &super::Ids| {
                let (number, offset) = (before.games + found.number, findings.base + found.offset);
                course.file.is_none() || ids.of_source(&course.name, course.file).holds(number, offset)
            };
            if self.is_over() || !self.options.ids.as_ref().is_none_or(is_wanted) {
                continue;
            }
            if found.query < self.options.queries.len() {
                course.found += 1;
                self.is_found |= self.options.listed != Some(Listed::WithoutMatch);
            }
            let text = findings.written.filled(found.text.clone(), before, &mut self.memory);
            if let Some(target) = self.targets.get_mut(found.query) {
                target.take(text, &found.sort, found.hits, self.out)?;
            }
        }
        Ok(())
    }

    /// Games of a store that come from the same source: their numbers and lines are those in the source.
    pub(super) fn stretch(
        &mut self,
        course: &mut Course,
        source: &str,
        findings: &Findings,
    ) -> anyhow::Result<()> {
        if let (tally @ 1.., Some(target)) = (findings.tally, self.targets.first_mut()) {
            course.found += tally;
            self.is_found = true;
            target.add(tally);
        }
        let store = std::mem::replace(&mut course.name, source.to_owned());
        let emitted = self.emit(course, findings, Before::default(), 0..u64::MAX);
        course.name = store;
        course.games += findings.games;
        emitted
    }

    /// What is left when a source is at its end: its last game, and the text behind it.
    pub(super) fn end_of_source(&mut self, mut course: Course) -> anyhow::Result<()> {
        let between = std::mem::take(&mut course.between);
        if !between.is_empty() && !self.stop.load(Ordering::Relaxed) {
            match &mut course.held {
                Some((findings, Some(game), _)) => {
                    put_behind(game, between);
                    self.finder.again(game, &course.name, findings);
                }
                Some(_) => {}
                None if course.games == 0 => {
                    self.trouble(&format!("{}: there is text, but no game in it", course.name));
                }
                None => {}
            }
        }
        self.write_held(&mut course)?;
        if self.options.explain {
            self.explain(&course);
        }
        self.end_of_listed(&course)
    }

    /// Names the source, if that is what is wanted.
    pub(super) fn end_of_listed(&mut self, course: &Course) -> anyhow::Result<()> {
        let is_listed = match self.options.listed {
            None => false,
            Some(Listed::WithMatch) => course.found > 0,
            Some(Listed::WithoutMatch) => course.found == 0,
        };
        if is_listed {
            self.is_found = true;
            if !self.options.reading.quiet {
                let end = if self.options.null { '\0' } else { '\n' };
                write!(self.out, "{}{end}", course.name)?;
            }
        }
        Ok(())
    }

    /// Tells something on standard error.
    pub(super) fn say(&mut self, line: &str) {
        // Where standard error is closed, the answer has to do.
        let _ = writeln!(self.err, "{line}");
    }

    fn explain(&mut self, course: &Course) {
        let Course { name, games, found, begun, .. } = course;
        let seconds = begun.elapsed().as_secs_f64();
        let line = self.options.reading.ui_lang.pick(
            format!("{name}: text without an index: {games} games replayed, {found} found, {seconds:.3} s"),
            format!(
                "{name}: Text ohne Index: {games} Partien nachgespielt, {found} gefunden, {seconds:.3} s"
            ),
        );
        // Where standard error is closed, the answer has to do.
        let _ = writeln!(self.err, "{}", escape(&line));
    }

    fn finish(mut self) -> anyhow::Result<Outcome> {
        let is_quiet_answer = self.options.reading.quiet && self.is_found;
        if self.stop.load(Ordering::Relaxed) {
            self.outcome.interrupted = true;
            return Ok(self.outcome);
        }
        for target in self.targets {
            target.finish(self.out)?;
        }
        self.outcome.failed = !self.is_found;
        // What was found is there, whatever could not be read.
        self.outcome.trouble &= !is_quiet_answer;
        Ok(self.outcome)
    }
}
