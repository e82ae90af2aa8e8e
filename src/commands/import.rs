//! `zug import`: games into a store, every one of them there or counted.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::anyhow;
use xxhash_rust::xxh3::Xxh3Default;

use super::collection::{Collection, KindWork, Opened};
use super::given::{Given, sources};
use super::import_change::{compact, delete};
use super::import_dedup::dedup;
use super::import_options::ImportOptions;
use super::import_pairs::report_pairs;
use super::import_report::{Tally, known_line};
use super::import_store::{Choice, copy_games};
use super::import_work::{ImportWork, Piece, Spare};
use super::listing::Listing;
use super::reading::{drive, pool};
use super::{Outcome, Progress};
use crate::check::escape::escape;
use crate::pgn::input::Input;
use crate::pgn::source::SourceRef;
use crate::query::Matcher;
use crate::replay::parallel::Chunk;
use crate::store::manifest::SourceEntry;
use crate::store::{Batch, Manifest, Store, StoreError, StoreOptions, StoreWriter, is_store};

/// The least memory that is worked with, in bytes: below it a segment would hold but a few games.
const LEAST_MEMORY: u64 = 64 << 20;

/// Imports all inputs. A report goes to `err`.
///
/// # Errors
/// Options that cannot be met, a store that cannot be written. An input that cannot be read is no error here: the
/// others are imported, and the outcome tells.
pub fn run(
    options: &ImportOptions,
    err: &mut dyn Write,
    progress: &dyn Progress,
    stop: &AtomicBool,
) -> anyhow::Result<Outcome> {
    let pool = pool(options.reading.threads)?;
    let given = sources(&options.inputs);
    let own = std::fs::canonicalize(&options.output).ok();
    for path in given.iter().flatten().filter_map(Given::path) {
        if own.is_some() && std::fs::canonicalize(path).ok() == own {
            return Err(anyhow!("{}: a store cannot be imported into itself", path.display()));
        }
    }
    if let Some(report) = options.dedup_report.as_deref().filter(|report| report.exists()) {
        return Err(anyhow!("{} exists already; name another file for --dedup-report", report.display()));
    }
    let mut run = Run::new(options, err, progress, stop, &pool)?;
    for source in given {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        match source {
            Ok(Given::Text(source)) => run.source(&source)?,
            Ok(Given::Store(path)) => run.store(&path)?,
            Err(error) => run.trouble(&error.to_string()),
        }
    }
    run.change()?;
    run.finish()
}

struct Run<'r> {
    options: &'r ImportOptions,
    collection: Collection,
    /// Which games are stored.
    matcher: Option<Matcher>,
    spare: Arc<Spare>,
    writer: StoreWriter,
    err: &'r mut dyn Write,
    progress: &'r dyn Progress,
    stop: &'r AtomicBool,
    pool: &'r rayon::ThreadPool,
    tally: Tally,
    outcome: Outcome,
}

/// One source while it is imported.
struct Course {
    name: String,
    games: u64,
    stored: u64,
    broken: u64,
    lines: u64,
    bytes: u64,
    hash: Xxh3Default,
    /// The last game was left out.
    last_is_out: bool,
    /// The games read last: what comes behind them may belong to the last of them.
    held: Option<Batch>,
    /// Text that belongs before the next game.
    between: Vec<String>,
}

impl<'r> Run<'r> {
    fn new(
        options: &'r ImportOptions,
        err: &'r mut dyn Write,
        progress: &'r dyn Progress,
        stop: &'r AtomicBool,
        pool: &'r rayon::ThreadPool,
    ) -> anyhow::Result<Run<'r>> {
        let collection = Collection::only_read(&options.reading)?;
        let memory = options.memory.unwrap_or_else(quarter_of_memory).max(LEAST_MEMORY);
        // Half of it for the segment in the making; sorting, packing and the pieces under way want the rest.
        let limit = usize::try_from(memory / 2).unwrap_or(usize::MAX);
        let folder = &options.output;
        let wanted = StoreOptions {
            moves_only: options.moves_only,
            indexed: !options.no_index,
            variations_indexed: options.index_variations,
        };
        let writer = if is_store(folder) && (options.append || options.inputs.is_empty()) {
            StoreWriter::append(folder, limit)?
        } else if is_store(folder) && !options.force {
            return Err(anyhow!(
                "{} exists already; use --append to add to it, or --force to replace it",
                folder.display()
            ));
        } else if options.inputs.is_empty() {
            return Err(StoreError::NotAStore(folder.clone()).into());
        } else {
            StoreWriter::create(folder, wanted, limit)?
        };
        Ok(Run {
            collection,
            matcher: options.filter.as_ref().map(Matcher::new),
            spare: Arc::default(),
            writer,
            options,
            err,
            progress,
            stop,
            pool,
            tally: Tally::default(),
            outcome: Outcome::default(),
        })
    }

    fn trouble(&mut self, message: &str) {
        self.outcome.trouble = true;
        // Where standard error is closed, the exit code has to do.
        let _ = writeln!(self.err, "error: {}", escape(message));
    }

    fn source(&mut self, source: &SourceRef) -> anyhow::Result<()> {
        self.progress.message(&source.name);
        if let Some(known) = self.known(source) {
            self.tell_known(&source.name, &known);
            return Ok(());
        }
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
        let mut course = Course {
            name: source.name.clone(),
            games: 0,
            stored: 0,
            broken: 0,
            lines: 0,
            bytes: 0,
            hash: Xxh3Default::new(),
            last_is_out: false,
            held: None,
            between: Vec::new(),
        };
        match self.collection.games(opened) {
            Ok(Opened::Pieces(input, reading)) => {
                let work = self.work(reading, &source.name);
                self.pieces(*input, &work, &mut course)?;
            }
            Ok(Opened::Listing(bytes, listed)) => self.listing(&bytes, *listed, &mut course)?,
            Err(error) => self.trouble(&error.to_string()),
        }
        self.end_of_source(course)
    }

    /// Copies a store, its sources included.
    fn store(&mut self, path: &Path) -> anyhow::Result<()> {
        self.progress.message(&path.to_string_lossy());
        let store = match Store::open(path) {
            Ok(store) => store,
            Err(error) => {
                self.trouble(&error.to_string());
                return Ok(());
            }
        };
        let known: Vec<SourceEntry> = match self.options.append && !self.options.again {
            true => self.writer.manifest().sources.clone(),
            false => Vec::new(),
        };
        let is_known = |source: &SourceEntry| {
            known.iter().find(|known| (known.bytes, known.hash) == (source.bytes, source.hash))
        };
        let (mut new, mut without) = (Vec::new(), Vec::new());
        for source in &store.manifest().sources {
            match is_known(source) {
                Some(known) => {
                    self.tell_known(&source.name, known);
                    without.push(source.name.clone());
                }
                None => new.push(source.clone()),
            }
        }
        // Two sources of one name cannot be told apart: then nothing is left out.
        without.retain(|name| new.iter().all(|source| source.name != *name));
        let (threads, stop, writer) = (self.options.reading.threads, self.stop, &mut self.writer);
        let choice = Choice { filter: self.matcher.as_ref(), without: &without };
        let copied = self.pool.install(|| copy_games(&store, writer, threads, stop, choice))?;
        self.tally.games += copied.games + copied.left_out;
        self.tally.stored += copied.games;
        self.tally.left_out += copied.left_out;
        self.tally.plies += copied.plies;
        self.tally.broken += copied.broken;
        self.tally.sources += 1;
        new.into_iter().for_each(|source| self.writer.source(source));
        Ok(())
    }

    fn work(&self, reading: KindWork, source: &str) -> ImportWork {
        ImportWork {
            reading,
            source: source.to_owned(),
            moves_only: self.writer.manifest().moves_only,
            with_variations: self.writer.manifest().variations_indexed,
            add_eco: self.options.add_eco,
            filter: self.matcher.clone(),
            spare: Arc::clone(&self.spare),
        }
    }

    /// The source with the same content that was imported already.
    fn known(&self, source: &SourceRef) -> Option<SourceEntry> {
        let imported = &self.writer.manifest().sources;
        if self.options.again || !self.options.append || imported.is_empty() || source.path().is_none() {
            return None;
        }
        // What cannot be read is told when it is imported.
        let (_, input) = self.collection.open(source).ok()?;
        let (bytes, hash) = super::import_hash::text_hash(input).ok()?;
        imported.iter().find(|known| (known.bytes, known.hash) == (bytes, hash)).cloned()
    }

    fn tell_known(&mut self, name: &str, known: &SourceEntry) {
        self.tally.skipped += 1;
        if !self.options.reading.quiet {
            let told = known_line(name, known, self.options.reading.ui_lang);
            let _ = writeln!(self.err, "{}", escape(&told));
        }
    }

    fn pieces(&mut self, input: Input, work: &ImportWork, course: &mut Course) -> anyhow::Result<()> {
        let (threads, stop, progress) = (self.options.reading.threads, self.stop, self.progress);
        let fault = drive(input, work, threads, stop, progress, |chunk, piece| {
            course.hash.update(chunk.bytes());
            course.bytes += chunk.bytes().len() as u64;
            self.consume(course, chunk, piece)?;
            Ok(ControlFlow::Continue(()))
        })?;
        if let Some(fault) = fault {
            self.trouble(&fault.to_string());
        }
        Ok(())
    }

    fn listing(&mut self, bytes: &[u8], listed: Listing, course: &mut Course) -> anyhow::Result<()> {
        course.hash.update(bytes);
        course.bytes = bytes.len() as u64;
        let text = listed.text.as_bytes();
        let work = self.work(self.collection.of_games(), &course.name);
        let piece = work.batch(text, listed.report, listed.games);
        self.progress.add_bytes(text.len() as u64);
        let chunk = Chunk { text, from: 0, until: text.len(), base: 0 };
        self.consume(course, &chunk, piece)
    }

    fn consume(&mut self, course: &mut Course, chunk: &Chunk<'_>, piece: Piece) -> anyhow::Result<()> {
        let Piece { report, mut batch, seen, broken, behind, lines } = piece;
        self.tally.findings(report.findings.counts());
        batch.shift(course.games, course.lines, chunk.base);
        course.lines += lines;
        course.games += seen.games;
        self.progress.add_games(seen.games);
        course.broken += broken;
        self.tally.plies += batch.plies();
        self.tally.left_out += seen.games - batch.len() as u64;
        if seen.games > 0 {
            let between = std::mem::take(&mut course.between);
            if !seen.first_is_out {
                batch.put_before_first(&between);
            }
            course.last_is_out = seen.last_is_out;
        }
        if !batch.is_empty()
            && let Some(held) = course.held.replace(batch)
        {
            self.push(course, held)?;
        }
        course.between.extend(behind);
        Ok(())
    }

    fn push(&mut self, course: &mut Course, batch: Batch) -> anyhow::Result<()> {
        course.stored += batch.len() as u64;
        let writer = &mut self.writer;
        self.pool.install(|| writer.push(&batch))?;
        self.spare.keep(batch);
        Ok(())
    }

    fn end_of_source(&mut self, mut course: Course) -> anyhow::Result<()> {
        let between = std::mem::take(&mut course.between);
        match course.held.take() {
            Some(mut batch) => {
                if !course.last_is_out {
                    batch.put_behind_last(&between);
                }
                self.push(&mut course, batch)?;
            }
            None if !between.is_empty() && course.games == 0 => {
                self.trouble(&format!("{}: there is text, but no game in it", course.name));
            }
            None => {}
        }
        self.tally.games += course.games;
        self.tally.stored += course.stored;
        self.tally.broken += course.broken;
        self.tally.sources += 1;
        self.writer.source(SourceEntry {
            name: course.name,
            bytes: course.bytes,
            hash: course.hash.digest128(),
            games: course.games,
            stored: course.stored,
            broken: course.broken,
        });
        Ok(())
    }

    /// What is asked for besides: games marked away, segments merged.
    fn change(&mut self) -> anyhow::Result<()> {
        let (threads, stop, writer) = (self.options.reading.threads, self.stop, &mut self.writer);
        if let Some(expr) = &self.options.delete
            && !stop.load(Ordering::Relaxed)
        {
            self.tally.deleted = Some(self.pool.install(|| delete(writer, expr, threads, stop))?);
        }
        if self.options.dedup && !stop.load(Ordering::Relaxed) {
            let (store, pairs) = self.pool.install(|| dedup(writer, threads, stop))?;
            self.tally.copies = Some(pairs.len() as u64);
            let quiet = self.options.reading.quiet;
            let lang = self.options.reading.ui_lang;
            if !stop.load(Ordering::Relaxed) {
                report_pairs(&store, &pairs, self.options.dedup_report.as_deref(), quiet, lang, self.err)?;
            }
        }
        if self.options.compact && !stop.load(Ordering::Relaxed) {
            self.tally.segments_before = Some(writer.preview()?.segments().len() as u64);
            self.pool.install(|| compact(writer, threads, stop))?;
        }
        Ok(())
    }

    fn finish(mut self) -> anyhow::Result<Outcome> {
        if self.stop.load(Ordering::Relaxed) {
            self.outcome.interrupted = true;
            self.trouble("interrupted: the store is what it was before");
            return Ok(self.outcome);
        }
        let changes = self.options.delete.is_some() || self.options.dedup || self.options.compact;
        if self.outcome.trouble && self.tally.stored == 0 && !changes {
            // A name that was mistyped must not put an empty store in the place of a full one.
            self.trouble("nothing was imported: the store is what it was before");
            return Ok(self.outcome);
        }
        // The index is built now, which wants memory.
        self.spare.release();
        let writer = self.writer;
        let manifest: Manifest = self.pool.install(|| writer.commit())?;
        self.outcome.failed = self.options.strict && self.tally.broken > 0;
        if !self.options.reading.quiet {
            let place = self.options.output.as_path();
            for line in self.tally.lines(place, &manifest, self.options.reading.ui_lang) {
                let _ = writeln!(self.err, "{}", escape(&line));
            }
        }
        Ok(self.outcome)
    }
}

/// A quarter of the memory that the machine has; a gigabyte where nobody says.
pub fn quarter_of_memory() -> u64 {
    memory_of(Path::new("/proc/meminfo")).map_or(1 << 30, |bytes| bytes / 4)
}

fn memory_of(path: &Path) -> Option<u64> {
    let text = std::fs::read_to_string(path).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024)
}

/// The store that these inputs are, if it is a single one.
pub fn only_store(inputs: &[PathBuf]) -> Option<PathBuf> {
    let [only] = inputs else { return None };
    is_store(only).then(|| only.clone())
}

/// The name that a store made of these inputs gets if none is given.
pub fn default_name(inputs: &[PathBuf]) -> Option<PathBuf> {
    let [only] = inputs else { return None };
    if only.as_os_str() == "-" {
        return None;
    }
    Some(PathBuf::from(format!("{}.zug", super::convert_target::stem_of(&only.to_string_lossy()))))
}
