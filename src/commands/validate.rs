//! `zug validate`: read any PGN there is, replay every move, say exactly what is wrong.

use std::collections::HashMap;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::Context as _;

use super::reading::{drive, encoding, language};
use super::validate_fix::Fixing;
use super::validate_show::Shower;
use super::{Format, Outcome, OutputFile, Progress, ValidateOptions};
use crate::check::chunk::{PgnWork, Report};
use crate::check::code::Code;
use crate::check::game::CheckOptions;
use crate::check::positions::PositionWork;
use crate::check::reading_vote::with_language_of_file;
use crate::check::render::{self, RenderOptions, Renderer};
use crate::check::summary::Summary;
use crate::pgn::expand::expand;
use crate::pgn::input::{self, Input};
use crate::pgn::source::{SourceKind, SourceOptions, SourceRef};
use crate::replay::parallel::{Chunk, Work};

/// Checks all inputs and writes findings and summary to `out`, what could not be read to `err`.
///
/// # Errors
/// Options that cannot be met, output that cannot be written. An input that cannot be read is no error here: the
/// others are read, and the outcome tells.
pub fn run(
    options: &ValidateOptions,
    out: &mut dyn Write,
    err: &mut dyn Write,
    progress: &dyn Progress,
    stop: &AtomicBool,
) -> anyhow::Result<Outcome> {
    let sources = expand(&options.inputs);
    let read = sources.iter().flatten().filter_map(|source| source.path().map(Path::to_owned)).collect();
    let mut run = Run::new(options, read, out, err, progress, stop)?;
    run.announce(&sources);
    run.begin()?;
    for source in sources {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        match source {
            Ok(source) => run.source(&source)?,
            Err(error) => run.trouble(&error.to_string()),
        }
    }
    run.finish()
}

/// A run over all inputs.
struct Run<'r> {
    options: &'r ValidateOptions,
    source_options: SourceOptions,
    out: &'r mut dyn Write,
    err: &'r mut dyn Write,
    progress: &'r dyn Progress,
    stop: &'r AtomicBool,
    renderer: Renderer,
    check: CheckOptions,
    filter: Arc<crate::check::finding::Filter>,
    summary: Summary,
    outcome: Outcome,
    began: Instant,
    shown: u64,
    /// Fingerprint of each game so far and where it stands.
    known: HashMap<u128, String>,
    valid_to: Option<OutputFile>,
    invalid_to: Option<OutputFile>,
    fixing: Option<Fixing>,
}

impl<'r> Run<'r> {
    /// `read` are the files behind the inputs; none of them may be written.
    fn new(
        options: &'r ValidateOptions,
        read: Vec<PathBuf>,
        out: &'r mut dyn Write,
        err: &'r mut dyn Write,
        progress: &'r dyn Progress,
        stop: &'r AtomicBool,
    ) -> anyhow::Result<Run<'r>> {
        let encoding = encoding(options.encoding.as_deref())?;
        let language = language(options.lang_in.as_deref())?;
        let mut filter = options.filter.clone();
        if options.duplicates {
            filter.set(Code::DuplicateGame, true);
        }
        if options.strict {
            filter.set(Code::NotExportFormat, true);
        }
        if options.summary_only || options.quiet {
            filter.counts_only();
        }
        let create = |path: &Option<PathBuf>| {
            path.as_ref().map(|path| OutputFile::create(path, &read, options.force)).transpose()
        };
        let fix = options.fix.as_ref().map(|fix| Fixing::create(fix, &read, options.force));
        let format = match options.format {
            Format::Human => render::Format::Human,
            Format::Ndjson => render::Format::Ndjson,
            Format::Csv => render::Format::Csv,
        };
        Ok(Run {
            source_options: SourceOptions { encoding, mmap: options.mmap, ..SourceOptions::default() },
            renderer: Renderer::new(RenderOptions {
                format,
                lang: options.ui_lang,
                colour: options.color,
                no_timing: !options.timing,
            }),
            check: CheckOptions {
                rules: options.rules,
                language,
                fingerprints: options.duplicates,
                strict: options.strict,
                fix: options.fix.is_some(),
                ..CheckOptions::default()
            },
            filter: Arc::new(filter),
            summary: Summary { counts: vec![0; Code::ALL.len()], ..Summary::default() },
            outcome: Outcome::default(),
            began: Instant::now(),
            shown: 0,
            known: HashMap::new(),
            valid_to: create(&options.valid_to)?,
            invalid_to: create(&options.invalid_to)?,
            fixing: fix.transpose()?,
            options,
            out,
            err,
            progress,
            stop,
        })
    }

    /// Tells how much there is to read, if all of it lies on disk.
    fn announce(&self, sources: &[Result<SourceRef, crate::pgn::source::SourceError>]) {
        let sizes = sources.iter().filter_map(|source| source.as_ref().ok()).map(|source| {
            source.path().and_then(|path| std::fs::metadata(path).ok()).filter(std::fs::Metadata::is_file)
        });
        if let Some(total) = sizes.map(|data| data.map(|data| data.len())).sum::<Option<u64>>() {
            self.progress.expect_bytes(total);
        }
    }

    fn begin(&mut self) -> anyhow::Result<()> {
        if !self.options.quiet && !self.options.summary_only {
            self.renderer.begin(self.out)?;
        }
        Ok(())
    }

    fn trouble(&mut self, message: &str) {
        self.outcome.trouble = true;
        // Where standard error is closed, the exit code has to do.
        let _ = writeln!(self.err, "error: {}", crate::check::escape::escape(message));
    }

    fn source(&mut self, source: &SourceRef) -> anyhow::Result<()> {
        self.progress.message(&source.name);
        let mut input = match input::open(source, &self.source_options) {
            Ok(input) => input,
            Err(error) => {
                self.trouble(&error.to_string());
                return Ok(());
            }
        };
        if self.options.verbosity > 0 {
            let _ =
                writeln!(self.err, "{}: {}", crate::check::escape::escape(&source.name), input.encoding());
        }
        let shower = Shower::new(source.name.clone(), input.encoding());
        if input.looks_binary() {
            return self.binary(shower);
        }
        match source.kind {
            SourceKind::Pgn | SourceKind::Ndjson => {
                let options = with_language_of_file(self.check, &mut input);
                let work = PgnWork {
                    keep_spans: self.valid_to.is_some() || self.invalid_to.is_some(),
                    accept: self.accepted_plies(),
                    ..PgnWork::new(options, Arc::clone(&self.filter))
                };
                self.read(input, &work, shower)
            }
            SourceKind::Positions => {
                if self.fixing.is_some() {
                    self.trouble(&format!(
                        "{}: holds positions, no games to repair; it is left out",
                        source.name
                    ));
                }
                self.read(input, &PositionWork { filter: Arc::clone(&self.filter) }, shower)
            }
        }
    }

    fn accepted_plies(&self) -> Vec<u32> {
        let accept = self.options.fix.iter().flat_map(|fix| fix.accept.iter());
        accept.map(|accept| accept.ply).collect()
    }

    fn read<W: Work<Out = Report>>(
        &mut self,
        input: Input,
        work: &W,
        mut shower: Shower,
    ) -> anyhow::Result<()> {
        let (threads, stop, progress) = (self.options.threads, self.stop, self.progress);
        let fault = drive(input, work, threads, stop, progress, |chunk, report| {
            self.consume(&mut shower, chunk, report)?;
            Ok(ControlFlow::Continue(()))
        })?;
        if let Some(fault) = fault {
            self.trouble(&fault.to_string());
        }
        Ok(())
    }

    /// A source that is no text: one finding, nothing else.
    fn binary(&mut self, mut shower: Shower) -> anyhow::Result<()> {
        let mut findings = crate::check::finding::Findings::new(Arc::clone(&self.filter));
        findings.add(Code::NotPgn, 0..0, None, || {
            crate::check::detail::Detail::Text(crate::check::text::TextDetail::NotPgn)
        });
        let report = Report::of_findings(findings);
        let chunk = Chunk { text: &[], from: 0, until: 0, base: 0 };
        self.consume(&mut shower, &chunk, report)?;
        self.outcome.failed = true;
        Ok(())
    }

    fn consume(&mut self, shower: &mut Shower, chunk: &Chunk<'_>, mut report: Report) -> anyhow::Result<()> {
        if let Some(fixing) = &mut self.fixing {
            fixing.write(shower.games(), &mut report)?;
        }
        if self.options.duplicates {
            self.find_duplicates(shower, &mut report);
        }
        self.summary.games += report.games;
        self.summary.valid += report.valid;
        self.summary.plies += report.plies;
        self.summary.bytes += (chunk.until - chunk.from) as u64;
        for (sum, count) in self.summary.counts.iter_mut().zip(report.findings.counts()) {
            *sum += count;
        }
        self.outcome.failed |= report.findings.errors() > 0
            || report.findings.worst().is_some_and(|worst| worst >= self.options.fail_from);
        for span in &report.spans {
            let file = if span.is_valid { &mut self.valid_to } else { &mut self.invalid_to };
            if let (Some(file), Some(bytes)) = (file, chunk.text.get(span.bytes.clone())) {
                file.write_all(bytes)?;
            }
        }
        if self.options.quiet || self.options.summary_only {
            shower.pass(&report);
            return Ok(());
        }
        let limit = self.options.max_findings.unwrap_or(u64::MAX);
        let room = limit.saturating_sub(self.shown);
        let shown = shower.show(chunk, &report, &mut self.renderer, self.out, room)?;
        self.shown += shown;
        self.summary.not_shown += report.findings.list().len() as u64 - shown + report.findings.dropped();
        Ok(())
    }

    fn find_duplicates(&mut self, shower: &Shower, report: &mut Report) {
        let mut games = shower.games();
        let prints = std::mem::take(&mut report.fingerprints);
        for (in_piece, (print, place)) in prints.into_iter().enumerate() {
            games += 1;
            // Games without moves are not told apart by them.
            if print == 0 {
                continue;
            }
            match self.known.get(&print) {
                Some(first) => report.add_duplicate(in_piece as u64 + 1, place, first.clone()),
                None => {
                    self.known.insert(print, format!("{}#{games}", shower.name()));
                }
            }
        }
    }

    fn finish(mut self) -> anyhow::Result<Outcome> {
        self.outcome.interrupted = self.stop.load(Ordering::Relaxed);
        self.summary.interrupted = self.outcome.interrupted;
        self.summary.seconds = self.options.timing.then(|| self.began.elapsed().as_secs_f64());
        if !self.options.quiet {
            self.renderer.summary(&self.summary, self.out)?;
        }
        for file in [self.valid_to.take(), self.invalid_to.take()].into_iter().flatten() {
            file.commit().context("the split collection")?;
        }
        if let Some(fixing) = self.fixing.take() {
            if self.outcome.interrupted {
                // Half a collection must not pass for a whole one.
                self.trouble("interrupted: the repaired collection is not written");
                return Ok(self.outcome);
            }
            for accept in fixing.commit().context("the repaired collection")? {
                self.trouble(&format!(
                    "--accept {}:{}: no suggestion for such a move that makes the game valid",
                    accept.game, accept.ply
                ));
            }
        }
        Ok(self.outcome)
    }
}
