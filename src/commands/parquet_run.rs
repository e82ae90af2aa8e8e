//! `zug convert --format parquet`: games and positions as tables, for engines that run where no single machine is enough.

use std::io::Write;
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context as _, anyhow};

use super::collection::{KindWork, kind_of};
use super::convert::{reading, start};
use super::convert_names::read_names;
use super::convert_options::{ConvertOptions, OnError};
use super::convert_report::{Tally, wanted};
use super::game_id::{Files, place_of};
use super::given::{Given, sources};
use super::import_hash::text_hash;
use super::listing::{Listing, is_listing, read_listing, whole_text};
use super::parquet_options::{ParquetOptions, TableChoice};
use super::parquet_output::Output;
use super::parquet_place::Place;
use super::parquet_work::{MadeGame, ParquetWork, Piece, RowMaking, Rows, Spare};
use super::reading::{drive, pool};
use super::validate_show::Shower;
use super::{Outcome, Progress};
use crate::check::chunk::PgnWork;
use crate::check::code::Code;
use crate::check::detail::Detail;
use crate::check::escape::escape;
use crate::check::finding::{Filter, Findings};
use crate::check::game::CheckOptions;
use crate::check::plain::Offered;
use crate::check::reading_vote::with_language_of_file;
use crate::check::render::{self, RenderOptions, Renderer};
use crate::check::text::TextDetail;
use crate::chess::Position;
use crate::export::columnar::game_table::GameColumns;
use crate::export::columnar::{game_table, line_table, position_table};
use crate::pgn::input::{self, Input};
use crate::pgn::source::{SourceKind, SourceOptions, SourceRef};
use crate::replay::game::Game;
use crate::replay::parallel::Chunk;
use crate::store::ordered::in_order;
use crate::store::{GameId, GameReader, Store, StoreError};

/// Games of a store that become rows at a time.
const GAMES: usize = 1024;

/// Writes tables of all inputs into the folder that the options name. What is found goes to `err`.
///
/// # Errors
/// Options that cannot be met, tables that cannot be written. An input that cannot be read is no error here: the others
/// are read, and the outcome tells.
pub(super) fn run(
    options: &ConvertOptions,
    tables: &ParquetOptions,
    err: &mut dyn Write,
    progress: &dyn Progress,
    stop: &AtomicBool,
) -> anyhow::Result<Outcome> {
    let folder = options.output.as_deref().ok_or_else(|| anyhow!("tables go into a folder: -o DIR"))?;
    let place = Place::new(folder, tables.shard, options.force)?;
    let (source_options, check) = reading(options)?;
    let start = start(options, err)?;
    let pool = pool(options.threads)?;
    let making = Arc::new(making(options, tables)?);
    let mut run = Run {
        options,
        tables,
        source_options,
        check,
        start,
        filter: Arc::new(wanted(options.verbosity, options.quiet || tables.shard.is_some())),
        renderer: Renderer::new(RenderOptions {
            format: render::Format::Human,
            lang: options.ui_lang,
            colour: options.color,
            no_timing: true,
        }),
        output: Output::new(Arc::clone(&making), place, options.threads, &pool, stop),
        making,
        err,
        progress,
        stop,
        files: Files::default(),
        tally: Tally::default(),
        outcome: Outcome::default(),
        is_stopped: false,
    };
    run.all()?;
    run.finish()
}

fn making(options: &ConvertOptions, tables: &ParquetOptions) -> anyhow::Result<RowMaking> {
    let columns = GameColumns {
        comments: tables.comments,
        without_year: tables.partition == Some(super::Partition::Year),
    };
    let by_key = tables.partition == Some(super::Partition::KeyPrefix);
    let table = |choice: TableChoice| {
        let made = match choice {
            TableChoice::Games => game_table::table(columns),
            TableChoice::Positions => position_table::table(by_key),
            TableChoice::Tags => game_table::tags_table(),
            TableChoice::Variations => line_table::table(),
        };
        tables.tables.contains(&choice).then_some(made).transpose()
    };
    let [games, positions, tags, variations] = TableChoice::ALL.map(table);
    let mut edit = options.edit.clone();
    if let Some(path) = &options.rename {
        edit.rename.extend(read_names(path)?);
    }
    Ok(RowMaking {
        tables: [games?, positions?, tags?, variations?],
        columns,
        partition: tables.partition,
        edit,
        on_error: options.on_error,
        filter: options.filter.clone(),
        spare: Spare::default(),
    })
}

struct Run<'r> {
    options: &'r ConvertOptions,
    tables: &'r ParquetOptions,
    source_options: SourceOptions,
    check: CheckOptions,
    start: Option<Arc<Position>>,
    filter: Arc<Filter>,
    renderer: Renderer,
    making: Arc<RowMaking>,
    output: Output<'r>,
    err: &'r mut dyn Write,
    progress: &'r dyn Progress,
    stop: &'r AtomicBool,
    files: Files,
    tally: Tally,
    outcome: Outcome,
    /// A game ended the run.
    is_stopped: bool,
}

/// One source while it is read.
struct Course {
    name: String,
    shower: Shower,
    /// Games in the pieces so far.
    games: u64,
}

/// What of a source is read.
#[derive(Clone)]
enum Extent {
    All,
    /// These bytes of its text.
    Bytes(Range<u64>),
}

impl Run<'_> {
    fn all(&mut self) -> anyhow::Result<()> {
        let given = sources(&self.options.inputs);
        let extents = self.extents(&given);
        for (source, extent) in given.into_iter().zip(extents) {
            if self.stop.load(Ordering::Relaxed) || self.is_stopped {
                return Ok(());
            }
            match source {
                Ok(Given::Text(source)) => {
                    let file = self.files.text();
                    self.source(&source, file, extent)?;
                }
                Ok(Given::Store(path)) => self.store(&path)?,
                Err(error) => {
                    self.files.text();
                    self.trouble(&error.to_string());
                }
            }
        }
        Ok(())
    }

    /// What of each source is read: with a shard its share of all the bytes, the texts taken one behind the other.
    fn extents<E>(&self, given: &[Result<Given, E>]) -> Vec<Extent> {
        let Some(shard) = self.tables.shard else { return given.iter().map(|_| Extent::All).collect() };
        let length = |given: &Result<Given, E>| match given {
            // What cannot be opened has no bytes; that it cannot is told when its turn comes.
            Ok(Given::Text(source)) => self.open(source).and_then(length_of).unwrap_or(0),
            _ => 0,
        };
        let lengths: Vec<u64> = given.iter().map(length).collect();
        let mine = shard.of(lengths.iter().sum());
        let mut begin = 0u64;
        let extents = lengths.into_iter().map(|length| {
            let local = |at: u64| at.clamp(begin, begin + length) - begin;
            let extent = Extent::Bytes(local(mine.start)..local(mine.end));
            begin += length;
            extent
        });
        extents.collect()
    }

    fn open(&self, source: &SourceRef) -> anyhow::Result<Input> {
        let mut source = source.clone();
        source.kind = self.options.from.unwrap_or_else(|| kind_of(&source));
        Ok(input::open(&source, &self.source_options)?)
    }

    fn trouble(&mut self, message: &str) {
        self.outcome.trouble = true;
        // Where standard error is closed, the exit code has to do.
        let _ = writeln!(self.err, "error: {}", escape(message));
    }

    fn source(&mut self, source: &SourceRef, file: u64, extent: Extent) -> anyhow::Result<()> {
        if matches!(&extent, Extent::Bytes(bytes) if bytes.is_empty()) {
            return Ok(());
        }
        self.progress.message(&source.name);
        let mut input = match self.open(source) {
            Ok(input) => input,
            Err(error) => {
                self.trouble(&error.to_string());
                return Ok(());
            }
        };
        if self.options.verbosity > 0 {
            let _ = writeln!(self.err, "{}: {}", escape(&source.name), input.encoding());
        }
        let shower = Shower::new(source.name.clone(), input.encoding());
        let mut course = Course { name: source.name.clone(), shower, games: 0 };
        if input.looks_binary() {
            return self.binary(&mut course);
        }
        let check = with_language_of_file(self.check, &mut input);
        let pgn = PgnWork {
            offered: Offered::Reads,
            start: self.start.clone(),
            ..PgnWork::new(check, Arc::clone(&self.filter))
        };
        let mut work = ParquetWork {
            reading: KindWork { pgn, kind: input.kind() },
            making: Arc::clone(&self.making),
            source: course.name.clone(),
            file,
            within: 0..u64::MAX,
            shift: 0,
            without_numbers: false,
        };
        if is_listing(self.options.read_as, &input) {
            // It is understood only as a whole, and belongs to whoever has its first byte.
            let is_mine = !matches!(&extent, Extent::Bytes(bytes) if bytes.start > 0);
            return if is_mine { self.listing(input, course, &work) } else { Ok(()) };
        }
        if let Extent::Bytes(bytes) = extent {
            match input.narrow(bytes.clone()) {
                Some(begin) => {
                    work.shift = begin;
                    work.without_numbers = begin > 0;
                }
                None => work.within = bytes,
            }
        }
        let end = work.within.end;
        let (threads, stop, progress) = (self.options.threads, self.stop, self.progress);
        let fault = drive(input, &work, threads, stop, progress, |chunk, Piece { report, rows }| {
            self.show(&mut course, chunk, &report)?;
            let games = report.games;
            self.take(&course, rows)?;
            course.games += games;
            let is_over = self.is_stopped || chunk.base + chunk.until as u64 >= end;
            Ok(if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        if let Some(fault) = fault {
            self.trouble(&fault.to_string());
        }
        Ok(())
    }

    /// A source that is no text: one finding, nothing else.
    fn binary(&mut self, course: &mut Course) -> anyhow::Result<()> {
        let mut findings = Findings::new(Arc::clone(&self.filter));
        findings.add(Code::NotPgn, 0..0, None, || Detail::Text(TextDetail::NotPgn));
        let chunk = Chunk { text: &[], from: 0, until: 0, base: 0 };
        self.outcome.failed = true;
        self.show(course, &chunk, &crate::check::chunk::Report::of_findings(findings))
    }

    fn listing(&mut self, input: Input, mut course: Course, work: &ParquetWork) -> anyhow::Result<()> {
        let source = match whole_text(input) {
            Ok(source) => source,
            Err(error) => {
                self.trouble(&error.to_string());
                return Ok(());
            }
        };
        let Listing { text, report, games } =
            read_listing(&source, &self.check, self.start.as_deref(), &self.filter);
        self.outcome.failed |= report.findings.errors() > 0;
        let chunk = Chunk { text: text.as_bytes(), from: 0, until: text.len(), base: 0 };
        self.show(&mut course, &chunk, &report)?;
        self.take(&course, work.rows(games))?;
        self.progress.add_bytes(text.len() as u64);
        Ok(())
    }

    fn show(
        &mut self,
        course: &mut Course,
        chunk: &Chunk<'_>,
        report: &crate::check::chunk::Report,
    ) -> anyhow::Result<()> {
        self.tally.findings += report.findings.counts().iter().sum::<u64>();
        if self.options.quiet || self.tables.shard.is_some() {
            course.shower.pass(report);
            return Ok(());
        }
        // Where standard error is closed, the exit code has to do.
        let _ = course.shower.show(chunk, report, &mut self.renderer, self.err, u64::MAX);
        Ok(())
    }

    /// Counts the games of a piece and hands their rows on.
    fn take(&mut self, course: &Course, mut rows: Rows) -> anyhow::Result<()> {
        for trouble in std::mem::take(&mut rows.trouble) {
            self.trouble(&trouble);
        }
        if self.options.on_error == OnError::Stop
            && let Some(broken) = rows.games.iter().position(|game| !game.is_whole)
        {
            self.is_stopped = true;
            self.outcome.failed = true;
            rows.games.truncate(broken);
        }
        self.tally.games_in += rows.games.len() as u64;
        for game in &rows.games {
            self.tally.plies += game.plies;
            self.tally.not_whole += u64::from(!game.is_whole);
            self.outcome.failed |= !game.is_whole;
        }
        if let Some(cells) = rows.cells.get_mut(TableChoice::Games as usize) {
            game_table::shift_numbers(cells, course.games);
        }
        let (games, ids) = (&self.options.games, &self.options.ids);
        let is_wanted = |game: &MadeGame| {
            let number = course.games + game.number;
            (games.is_empty() || games.iter().any(|range| range.contains(&number)))
                && ids.as_ref().is_none_or(|ids| {
                    let (file, offset) = place_of(game.facts.game_id);
                    ids.of_source(&course.name, Some(file)).holds(number, offset)
                })
        };
        self.output.take(&rows, is_wanted)?;
        self.making.spare.keep(rows);
        Ok(())
    }

    /// Rows of the games of a store.
    fn store(&mut self, path: &Path) -> anyhow::Result<()> {
        let name = path.to_string_lossy().into_owned();
        self.progress.message(&name);
        let store = match Store::open(path) {
            Ok(store) => store,
            // Nobody knows how many sources it has: it counts as none.
            Err(error) => {
                self.trouble(&error.to_string());
                return Ok(());
            }
        };
        let files = self.files.store(&store);
        let jobs: Vec<Vec<GameId>> = match self.tables.shard {
            None => store.parts(GAMES).collect(),
            Some(shard) => {
                let all: Vec<GameId> = store.games().collect();
                let mine = shard.of(all.len() as u64);
                let mine = mine.start as usize..mine.end as usize;
                all.get(mine).unwrap_or_default().chunks(GAMES).map(<[GameId]>::to_vec).collect()
            }
        };
        let (threads, stop) = (self.options.threads, self.stop);
        let (making, filter, check) = (Arc::clone(&self.making), Arc::clone(&self.filter), self.check);
        let local = || GameReader::new(&store);
        let work =
            |reader: &mut GameReader<'_>, ids: Vec<GameId>| -> Result<Vec<(String, Rows)>, StoreError> {
                let mut stretches: Vec<(String, Vec<Game>)> = Vec::new();
                for id in ids {
                    let stored = reader.game(id)?;
                    if stretches.last().is_none_or(|(source, _)| source != stored.source) {
                        stretches.push((stored.source.to_owned(), Vec::new()));
                    }
                    if let Some((_, games)) = stretches.last_mut() {
                        games.push(stored.game);
                    }
                }
                let rows = |(source, games): (String, Vec<Game>)| {
                    let pgn = PgnWork::new(check, Arc::clone(&filter));
                    let work = ParquetWork {
                        reading: KindWork { pgn, kind: SourceKind::Pgn },
                        making: Arc::clone(&making),
                        file: files.of(&source).unwrap_or(0),
                        source: source.clone(),
                        within: 0..u64::MAX,
                        shift: 0,
                        without_numbers: false,
                    };
                    (source, work.stored_rows(games))
                };
                Ok(stretches.into_iter().map(rows).collect())
            };
        in_order(threads, jobs.into_iter(), stop, local, work, |stretches| -> anyhow::Result<_> {
            for (source, rows) in stretches {
                let shower = Shower::new(source.clone(), crate::pgn::encoding::TextEncoding::UTF_8);
                self.take(&Course { name: source, shower, games: 0 }, rows)?;
            }
            Ok(if self.is_stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })
    }

    fn finish(mut self) -> anyhow::Result<Outcome> {
        self.progress.message("sorting the positions");
        let interrupted = self.stop.load(Ordering::Relaxed);
        self.making.spare.release();
        if !interrupted && self.outcome.trouble && self.tally.games_in == 0 {
            // A name that was mistyped must not put empty tables in the place of full ones.
            self.trouble("nothing was read: the tables are what they were before");
            return Ok(self.outcome);
        }
        if !interrupted {
            let totals = self.output.finish()?;
            self.tally.games_out = totals.games;
            if !self.options.quiet && !self.stop.load(Ordering::Relaxed) {
                let lang = self.options.ui_lang;
                let _ = writeln!(self.err, "{}", self.tally.line(lang));
                let _ = writeln!(self.err, "{}", totals.line(lang));
            }
        }
        self.outcome.interrupted = self.stop.load(Ordering::Relaxed);
        if self.outcome.interrupted {
            // Half a collection must not pass for a whole one.
            self.outcome.trouble = true;
            let _ = writeln!(self.err, "error: interrupted: the tables are not written");
        }
        Ok(self.outcome)
    }
}

/// Bytes of a text.
fn length_of(input: Input) -> anyhow::Result<u64> {
    match input.size().filter(|_| input.is_whole()) {
        Some(size) => Ok(size),
        None => Ok(text_hash(input).context("cannot be read")?.0),
    }
}
