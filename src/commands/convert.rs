//! `zug convert`: any notation in, any notation out, and not a game lost on the way.

use std::collections::HashSet;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context as _, anyhow};

use super::collection::{Collection, KindWork, kind_of, read_known};
use super::convert_collate;
use super::convert_diff;
use super::convert_names::read_names;
use super::convert_options::{ConvertOptions, OnError};
use super::convert_report::{Tally, languages, wanted};
use super::convert_spool::Spool;
use super::convert_target::{Folder, Target, stem_of};
use super::convert_work::{ConvertWork, Made, Making, Piece};
use super::game_id::Files;
use super::given::{Given, sources};
use super::listing::is_listing;
use super::reading::{drive, encoding, language};
use super::validate_show::Shower;
use super::{Ids, Outcome, OutputFile, Progress};
use crate::check::chunk::{PgnWork, Report};
use crate::check::code::Code;
use crate::check::detail::Detail;
use crate::check::escape::escape;
use crate::check::finding::{Filter, Findings};
use crate::check::game::CheckOptions;
use crate::check::people_text::{position_error, position_note};
use crate::check::place::PlaceCursor;
use crate::check::plain::Offered;
use crate::check::reading_vote::with_language_of_file;
use crate::check::record::{put_before, put_behind};
use crate::check::render::{self, RenderOptions, Renderer};
use crate::check::text::TextDetail;
use crate::chess::Position;
use crate::export::written::{Before, Written};
use crate::notation::{Language, read_position};
use crate::pgn::encoding::TextEncoding;
use crate::pgn::expand::expand;
use crate::pgn::input;
use crate::pgn::source::{SourceOptions, SourceRef};
use crate::replay::game::Game;
use crate::replay::parallel::Chunk;

/// Converts all inputs: games go to `out` or where the options say, messages to `err`. Or compares them with another
/// collection, if the options say so.
///
/// # Errors
/// Options that cannot be met, output that cannot be written. An input that cannot be read is no error here: the
/// others are read, and the outcome tells.
pub fn run(
    options: &ConvertOptions,
    out: &mut dyn Write,
    err: &mut dyn Write,
    progress: &dyn Progress,
    stop: &AtomicBool,
) -> anyhow::Result<Outcome> {
    if options.collate {
        let [a, b] = options.inputs.as_slice() else { return Err(anyhow!("--collate needs two files")) };
        let form = convert_collate::Form { lang: options.ui_lang, is_ndjson: options.collate_as_ndjson };
        return convert_collate::run([a, b], reading(options)?, form, out);
    }
    if let Some(other) = &options.diff {
        let (reading, start) = (reading(options)?, start(options, err)?);
        let here = Collection::as_inputs(options, reading, start.clone());
        let others = Collection::as_inputs(options, reading, start).of_others();
        return convert_diff::run(options, [&here, &others], other, out, err, progress, stop);
    }
    #[cfg(feature = "parquet")]
    if let Some(tables) = &options.tables {
        return super::parquet_run::run(options, tables, err, progress, stop);
    }
    let sources = sources(&options.inputs);
    let read: Vec<PathBuf> = sources.iter().flatten().filter_map(Given::path).map(Path::to_owned).collect();
    let against = expand(&options.dedup_against);
    let mut run = Run::new(options, &read, out, err, progress, stop)?;
    run.known = read_known(against, &run.others(), options.threads, stop)?;
    if run.target.is_single() {
        run.target.write(&run.making.container.begin())?;
    }
    for source in sources {
        if stop.load(Ordering::Relaxed) || run.is_stopped {
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

/// How the options say that inputs are read.
pub(super) fn reading(options: &ConvertOptions) -> anyhow::Result<(SourceOptions, CheckOptions)> {
    let encoding = encoding(options.encoding.as_deref())?;
    let language = language(options.lang_in.as_deref())?;
    let source = SourceOptions { encoding, mmap: options.mmap, iccf: options.iccf };
    Ok((source, CheckOptions { language, repair: options.repair, ..CheckOptions::default() }))
}

/// Where games start that do not say so. What the text leaves open is told.
pub(super) fn start(options: &ConvertOptions, err: &mut dyn Write) -> anyhow::Result<Option<Arc<Position>>> {
    let Some(text) = &options.start else { return Ok(None) };
    let read = read_position(text)
        .map_err(|error| anyhow!("--start: {}", position_error(&error, options.ui_lang)))?;
    if !options.quiet {
        for note in &read.notes {
            // Where standard error is closed, the exit code has to do.
            let _ = writeln!(err, "--start: {}", position_note(note, options.ui_lang));
        }
    }
    Ok(Some(Arc::new(read.position)))
}

/// A run over all inputs.
pub(super) struct Run<'r> {
    pub(super) options: &'r ConvertOptions,
    pub(super) source_options: SourceOptions,
    /// Where games start that do not say so.
    pub(super) start: Option<Arc<Position>>,
    pub(super) target: Target<'r>,
    pub(super) files: Files,
    pub(super) err: &'r mut dyn Write,
    pub(super) progress: &'r dyn Progress,
    pub(super) stop: &'r AtomicBool,
    pub(super) renderer: Renderer,
    pub(super) check: CheckOptions,
    pub(super) filter: Arc<Filter>,
    pub(super) making: Arc<Making>,
    pub(super) rest: Option<OutputFile>,
    /// Games wait here, if what comes later decides about them.
    pub(super) spool: Option<Spool>,
    /// Games that were put there.
    pub(super) spooled: u64,
    /// Play that is not wanted again.
    pub(super) known: HashSet<u128>,
    pub(super) tally: Tally,
    pub(super) outcome: Outcome,
    /// A game ended the run.
    pub(super) is_stopped: bool,
}

/// So many changes of language are told of a source.
const MOST_RUNS: usize = 1000;

/// One source while it is converted.
pub(super) struct Course {
    shower: Shower,
    pub(super) name: String,
    /// The number of its file; `None`: a store, of which only games are read that are named.
    file: Option<u64>,
    /// Games and lines in the pieces so far.
    games: u64,
    lines: PlaceCursor,
    /// Text behind the pieces so far that belongs into the next game.
    between: Vec<String>,
    /// Runs of games of one language: the first, the last, the language.
    pub(super) languages: Vec<(u64, u64, Option<Language>)>,
    /// The last game so far; it is written when it is known what follows.
    held: Option<Held>,
}

struct Held {
    game: Option<Box<Game>>,
    made: Made,
    text: String,
    before: Before,
    /// Its bytes in the source, if they may be wanted.
    source: Vec<u8>,
}

impl Course {
    fn new(name: &str, file: Option<u64>, encoding: TextEncoding) -> Course {
        Course {
            shower: Shower::new(name.to_owned(), encoding),
            name: name.to_owned(),
            file,
            games: 0,
            lines: PlaceCursor::new(),
            between: Vec::new(),
            languages: Vec::new(),
            held: None,
        }
    }

    /// Through a store, whose games have the places that they had in their sources.
    pub(super) fn of_store(name: &str) -> Course {
        Course::new(name, None, TextEncoding::UTF_8)
    }

    fn note_language(&mut self, game: u64, language: Option<Language>) {
        if let Some((_, last, known)) = self.languages.last_mut()
            && *known == language
        {
            *last = game;
        } else if self.languages.len() < MOST_RUNS {
            self.languages.push((game, game, language));
        }
    }
}

impl<'r> Run<'r> {
    /// `read` are the files behind the inputs; none of them may be written.
    fn new(
        options: &'r ConvertOptions,
        read: &[PathBuf],
        out: &'r mut dyn Write,
        err: &'r mut dyn Write,
        progress: &'r dyn Progress,
        stop: &'r AtomicBool,
    ) -> anyhow::Result<Run<'r>> {
        let (source_options, check) = reading(options)?;
        let start = start(options, err)?;
        let mut edit = options.edit.clone();
        if let Some(path) = &options.rename {
            edit.rename.extend(read_names(path)?);
        }
        let fingerprints = options.dedup || !options.dedup_against.is_empty();
        let needs_spool = options.dedup || options.sort.is_some() || options.split.is_some();
        let extension = options.container.extension();
        let polyglot = options.container.polyglot();
        let target = match (&options.split, &options.output) {
            (Some(_), Some(dir)) => {
                Target::folder(Folder::new(dir, extension, read, options.force)?, polyglot)
            }
            _ => Target::new(options.output.as_deref(), out, polyglot, extension, read, options.force)?,
        };
        let rest = options.rest.as_ref().map(|path| OutputFile::create(path, read, options.force));
        Ok(Run {
            source_options,
            start,
            target,
            files: Files::default(),
            renderer: Renderer::new(RenderOptions {
                format: render::Format::Human,
                lang: options.ui_lang,
                colour: options.color,
                no_timing: true,
            }),
            check: CheckOptions { fingerprints, ..check },
            filter: Arc::new(wanted(options.verbosity, options.quiet)),
            making: Arc::new(Making {
                container: options.container.clone(),
                edit,
                on_error: options.on_error,
                variations_to_games: options.variations_to_games,
                sort: options.sort.clone(),
                split: options.split.clone(),
                filter: options.filter.clone(),
            }),
            rest: rest.transpose()?,
            spool: needs_spool.then(Spool::new).transpose().context("cannot make a temporary file")?,
            spooled: 0,
            known: HashSet::new(),
            tally: Tally::default(),
            outcome: Outcome::default(),
            is_stopped: false,
            options,
            err,
            progress,
            stop,
        })
    }

    /// How collections are read that the inputs are compared with.
    fn others(&self) -> Collection {
        let reading = (self.source_options, self.check);
        Collection::as_inputs(self.options, reading, self.start.clone()).of_others()
    }

    pub(super) fn trouble(&mut self, message: &str) {
        self.outcome.trouble = true;
        // Where standard error is closed, the exit code has to do.
        let _ = writeln!(self.err, "error: {}", escape(message));
    }

    fn source(&mut self, source: &SourceRef) -> anyhow::Result<()> {
        let file = self.files.text();
        let is_without = |ids: &Ids| ids.of_source(&source.name, Some(file)).is_empty();
        // What is left out of a source may be wanted, too.
        if self.rest.is_none() && self.options.ids.as_ref().is_some_and(is_without) {
            return Ok(());
        }
        self.progress.message(&source.name);
        let mut source = source.clone();
        source.kind = self.options.from.unwrap_or_else(|| kind_of(&source));
        let source = &source;
        let mut input = match input::open(source, &self.source_options) {
            Ok(input) => input,
            Err(error) => {
                self.trouble(&error.to_string());
                return Ok(());
            }
        };
        if self.options.verbosity > 0 {
            let _ = writeln!(self.err, "{}: {}", escape(&source.name), input.encoding());
        }
        let mut course = Course::new(&source.name, Some(file), input.encoding());
        if input.looks_binary() {
            return self.binary(&mut course);
        }
        if is_listing(self.options.read_as, &input) {
            return self.listing(input, course);
        }
        let making = Arc::clone(&self.making);
        let has_own_file = self.spool.is_none();
        if has_own_file {
            self.target.begin_file(&stem_of(&source.name), &making.container.begin())?;
        }
        let check = with_language_of_file(self.check, &mut input);
        let pgn = PgnWork {
            offered: match has_own_file && making.copies_plain_games() {
                true => Offered::Copies,
                false => Offered::Nothing,
            },
            start: self.start.clone(),
            ..PgnWork::new(check, Arc::clone(&self.filter))
        };
        let work = ConvertWork {
            reading: KindWork { pgn, kind: source.kind },
            making: Arc::clone(&self.making),
            source: source.name.clone(),
        };
        let (threads, stop, progress) = (self.options.threads, self.stop, self.progress);
        let fault = drive(input, &work, threads, stop, progress, |chunk, piece| {
            self.consume(&mut course, chunk, piece)?;
            Ok(if self.is_stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        if let Some(fault) = fault {
            self.trouble(&fault.to_string());
        }
        self.tell_languages(&course);
        self.end_of_source(course)?;
        if has_own_file { self.target.end_file(making.container.end()) } else { Ok(()) }
    }

    pub(super) fn tell_languages(&mut self, course: &Course) {
        if self.options.verbosity > 0 {
            for line in languages(&course.name, &course.languages, self.options.ui_lang) {
                let _ = writeln!(self.err, "{}", escape(&line));
            }
        }
    }

    /// A source that is no text: one finding, nothing else.
    fn binary(&mut self, course: &mut Course) -> anyhow::Result<()> {
        let mut findings = Findings::new(Arc::clone(&self.filter));
        findings.add(Code::NotPgn, 0..0, None, || Detail::Text(TextDetail::NotPgn));
        let chunk = Chunk { text: &[], from: 0, until: 0, base: 0 };
        self.show(course, &chunk, &Report::of_findings(findings))?;
        self.outcome.failed = true;
        Ok(())
    }

    fn show(&mut self, course: &mut Course, chunk: &Chunk<'_>, report: &Report) -> anyhow::Result<()> {
        self.tally.findings += report.findings.counts().iter().sum::<u64>();
        if self.options.quiet {
            course.shower.pass(report);
            return Ok(());
        }
        // Where standard error is closed, the exit code has to do.
        let _ = course.shower.show(chunk, report, &mut self.renderer, self.err, u64::MAX);
        Ok(())
    }

    pub(super) fn consume(
        &mut self,
        course: &mut Course,
        chunk: &Chunk<'_>,
        piece: Piece,
    ) -> anyhow::Result<()> {
        self.show(course, chunk, &piece.report)?;
        let before = Before { games: course.games, lines: course.lines.place().line - 1 };
        course.games += piece.report.games;
        if let Some(extent) = &piece.extent {
            course.lines.advance_by(extent);
        }
        let Piece { written, games, mut first, mut last, behind, .. } = piece;
        let count = games.len();
        let mut done = chunk.from;
        let mut memory = String::new();
        for (index, made) in games.into_iter().enumerate() {
            self.write_held(course)?;
            self.tally.games_in += 1;
            self.tally.plies += made.plies;
            course.note_language(before.games + made.number, made.language);
            if !made.is_whole {
                self.tally.not_whole += 1;
                self.outcome.failed = true;
                if self.options.on_error == OnError::Stop {
                    self.is_stopped = true;
                    return Ok(());
                }
            }
            let source = chunk.text.get(done..made.place.end).unwrap_or_default();
            done = made.place.end;
            let between = if index == 0 { std::mem::take(&mut course.between) } else { Vec::new() };
            let is_copy = made.print.is_some_and(|print| self.known.contains(&print));
            let offset = chunk.base + made.place.start as u64;
            if !self.wants(course, before.games + made.number, offset) || made.count == 0 || is_copy {
                self.tally.copies += u64::from(is_copy);
                self.leave_out(between, source)?;
                continue;
            }
            let is_last = index + 1 == count;
            let mut game = if is_last { last.take() } else { None };
            let text = match first.take().filter(|_| !between.is_empty()) {
                Some(mut first) => {
                    put_before(&mut first, between);
                    memory = self.written_again(&first, before, &course.name);
                    game = is_last.then_some(first);
                    memory.as_str()
                }
                None => written.filled(made.text.clone(), before, &mut memory),
            };
            if is_last {
                let source = if self.keeps_sources() { source.to_vec() } else { Vec::new() };
                course.held = Some(Held { game, text: text.to_owned(), made, before, source });
            } else {
                self.emit(&made, text, source, &course.name)?;
            }
        }
        course.between.extend(behind);
        Ok(())
    }

    fn wants(&self, course: &Course, number: u64, offset: u64) -> bool {
        let games = &self.options.games;
        let is_named = |ids: &Ids| ids.of_source(&course.name, course.file).holds(number, offset);
        (games.is_empty() || games.iter().any(|range| range.contains(&number)))
            && (course.file.is_none() || self.options.ids.as_ref().is_none_or(is_named))
    }

    fn written_again(&self, game: &Game, before: Before, source: &str) -> String {
        let (mut written, mut text) = (Written::default(), String::new());
        self.making.write(game.clone(), source, &mut written);
        written.fill(0..written.text.len(), before, &mut text);
        text
    }

    fn write_held(&mut self, course: &mut Course) -> anyhow::Result<()> {
        match course.held.take() {
            Some(held) => self.emit(&held.made, &held.text, &held.source, &course.name),
            None => Ok(()),
        }
    }

    /// What is left when a source is at its end: its last game, and the text behind it.
    pub(super) fn end_of_source(&mut self, mut course: Course) -> anyhow::Result<()> {
        let between = std::mem::take(&mut course.between);
        if between.is_empty() || self.is_stopped {
            return self.write_held(&mut course);
        }
        match course.held.take() {
            Some(Held { game: Some(mut game), made, before, source, .. }) => {
                put_behind(&mut game, between);
                let text = self.written_again(&game, before, &course.name);
                self.emit(&made, &text, &source, &course.name)
            }
            Some(held) => self.emit(&held.made, &held.text, &held.source, &course.name),
            None => {
                // Where there is no game that could hold the text, its finding was shown. That of a game that is left out
                // goes with it.
                self.outcome.failed |= course.games == 0;
                self.leave_out(between, &[])
            }
        }
    }
}
