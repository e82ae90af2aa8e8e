//! Where a converted game goes: out at once, into the spool, or to what is left; and the end of a run.

use std::io::Write;
use std::sync::atomic::Ordering;

use anyhow::Context as _;

use super::Outcome;
use super::convert::Run;
use super::convert_split::Split;
use super::convert_spool::{New, Put, Spool};
use super::convert_target::{Target, stem_of};
use super::convert_work::Made;

impl Run<'_> {
    /// A game that does not go out, and the text before it.
    pub(super) fn leave_out(&mut self, between: Vec<String>, source: &[u8]) -> anyhow::Result<()> {
        let Some(rest) = &mut self.rest else { return Ok(()) };
        for text in between {
            rest.write_all(text.as_bytes())?;
            rest.write_all(b"\n\n")?;
        }
        let source = source.trim_ascii();
        if !source.is_empty() {
            rest.write_all(source)?;
            rest.write_all(b"\n\n")?;
        }
        Ok(())
    }

    /// Does a game's source text have to be kept until the end? It may turn out to be a poorer copy.
    pub(super) fn keeps_sources(&self) -> bool {
        self.rest.is_some() && self.options.dedup
    }

    pub(super) fn emit(&mut self, made: &Made, text: &str, source: &[u8], name: &str) -> anyhow::Result<()> {
        let keeps_sources = self.keeps_sources();
        let Some(spool) = &mut self.spool else {
            self.tally.games_out += made.count;
            self.target.write(text)?;
            return Ok(());
        };
        let file = match &self.options.split {
            Some(split) => split.file_of(&made.split, self.spooled),
            None if self.target.is_single() => String::new(),
            None => stem_of(name),
        };
        let put = spool
            .put(&New {
                text,
                source: if keeps_sources { source } else { &[] },
                sort: &made.sort,
                file: &file,
                count: made.count,
                print: made.print.filter(|_| self.options.dedup),
                richness: made.richness,
            })
            .context("cannot write to the temporary file")?;
        match put {
            Put::Copy => {
                self.tally.copies += 1;
                self.leave_out(Vec::new(), source)?;
            }
            Put::Replaces => self.tally.copies += 1,
            Put::Kept => {}
        }
        self.spooled += 1;
        Ok(())
    }

    /// Writes the games that waited for the end.
    fn write_spooled(&mut self, spool: Spool) -> anyhow::Result<()> {
        let Run { target, making, tally, rest, options, .. } = self;
        let (header, footer) = (making.container.begin(), making.container.end());
        let mut file: Option<String> = None;
        let mut index = 0u64;
        spool.finish(
            options.sort.is_some(),
            &mut |name, text, count| {
                // Games that are counted off are counted in the order in which they are written.
                let name = match &options.split {
                    Some(split @ Split::Every(_)) => split.file_of("", index),
                    _ => name.to_owned(),
                };
                index += 1;
                if file.as_ref() != Some(&name) {
                    if file.is_some() {
                        target.end_file(footer)?;
                    }
                    target.begin_file(&name, &header)?;
                    file = Some(name);
                }
                tally.games_out += count;
                Ok(target.write(text)?)
            },
            &mut |source| {
                if let Some(rest) = rest {
                    rest.write_all(source.trim_ascii())?;
                    rest.write_all(b"\n\n")?;
                }
                Ok(())
            },
        )?;
        self.target.end_file(footer)
    }

    pub(super) fn finish(mut self) -> anyhow::Result<Outcome> {
        self.outcome.interrupted = self.stop.load(Ordering::Relaxed);
        if self.outcome.interrupted && (self.spool.is_some() || !matches!(self.target, Target::Writer(_))) {
            // Half a collection must not pass for a whole one.
            self.trouble("interrupted: the output is not written");
            return Ok(self.outcome);
        }
        if let Some(spool) = self.spool.take() {
            self.write_spooled(spool)?;
        }
        if self.target.is_single() {
            self.target.write(self.making.container.end())?;
        }
        self.target.finish()?;
        if let Some(rest) = self.rest {
            rest.commit()?;
        }
        if !self.options.quiet {
            let _ = writeln!(self.err, "{}", self.tally.line(self.options.ui_lang));
        }
        Ok(self.outcome)
    }
}
