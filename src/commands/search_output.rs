//! Where what was found goes: to the output or to files; all of it, some of it, in another order.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context as _;

use super::convert_spool::{New, Spool, natural};
use super::random::Random;
use super::search_options::{SearchFormat, SearchOptions};
use super::search_table::Page;
use super::{OutputError, OutputFile};
use crate::export::hits::csv_header;

/// What was found in one game for one question.
#[derive(Clone, Debug)]
struct Unit {
    text: String,
    sort: String,
    hits: u64,
}

/// The output of one question, or of the rest.
pub(super) struct Target {
    name: Option<String>,
    choice: Choice,
    sink: Sink,
    file: Option<OutputFile>,
    offset: u64,
    limit: Option<u64>,
    /// Games that have come out of the choice.
    passed: u64,
    /// What is counted: games, or hits if every one is wanted.
    count: u64,
    counts_hits: bool,
}

/// Which games come out, and when.
enum Choice {
    /// All of them, at once.
    All,
    /// So many of them, each as likely as the others (algorithm R of Waterman), when all are there.
    Sample { size: u64, seen: u64, random: Random, kept: Vec<(u64, Unit)>, is_sorted: bool },
    /// All of them, sorted, when all are there.
    Sorted(Box<Spool>),
}

/// What becomes of the text.
enum Sink {
    Nothing,
    Count,
    Text,
    Table(Page),
    Pictures { dir: PathBuf, force: bool },
}

impl Target {
    /// For a question; `file`: not the output of the command, but this one.
    pub(super) fn new(
        options: &SearchOptions,
        name: Option<String>,
        file: Option<OutputFile>,
        seed: u64,
    ) -> anyhow::Result<Target> {
        let sink = match options.format {
            _ if options.reading.quiet || options.listed.is_some() => Sink::Nothing,
            _ if options.svg.is_some() => {
                Sink::Pictures { dir: options.svg.clone().unwrap_or_default(), force: options.force }
            }
            SearchFormat::Count => Sink::Count,
            SearchFormat::Table => Sink::Table(Page::new(options.width.filter(|_| file.is_none()))),
            _ => Sink::Text,
        };
        let choice = match (options.sample, &options.sort) {
            _ if options.reading.quiet || options.listed.is_some() => Choice::All,
            (Some(size), sort) => Choice::Sample {
                size,
                seen: 0,
                random: Random::new(seed),
                kept: Vec::new(),
                is_sorted: sort.is_some(),
            },
            (None, Some(_)) => {
                Choice::Sorted(Box::new(Spool::new().context("cannot make a temporary file")?))
            }
            (None, None) => Choice::All,
        };
        Ok(Target {
            name,
            choice,
            sink,
            file,
            offset: options.offset,
            limit: options.limit,
            passed: 0,
            count: 0,
            counts_hits: options.all,
        })
    }

    /// For the games that no question matches: all of them as PGN.
    pub(super) fn rest(file: OutputFile) -> Target {
        Target {
            name: None,
            choice: Choice::All,
            sink: Sink::Text,
            file: Some(file),
            offset: 0,
            limit: None,
            passed: 0,
            count: 0,
            counts_hits: false,
        }
    }

    /// What stands before the first game.
    pub(super) fn begin(&mut self, format: SearchFormat, out: &mut dyn Write) -> anyhow::Result<()> {
        match (&self.sink, format) {
            (Sink::Text, SearchFormat::Csv) => put(&mut self.file, out, csv_header().as_bytes()),
            (Sink::Pictures { dir, .. }, _) => std::fs::create_dir_all(dir)
                .with_context(|| format!("cannot make the directory {}", dir.display())),
            _ => Ok(()),
        }
    }

    /// Can nothing that comes now change what comes out?
    pub(super) fn is_full(&self) -> bool {
        matches!(self.choice, Choice::All)
            && self.limit.is_some_and(|limit| self.passed >= self.offset.saturating_add(limit))
    }

    /// Counts games of which nothing but their number comes out.
    pub(super) fn add(&mut self, games: u64) {
        self.count += games;
    }

    /// Takes what was found in a game.
    pub(super) fn take(
        &mut self,
        text: &str,
        sort: &str,
        hits: u64,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        match &mut self.choice {
            Choice::All => self.pass(text, hits, out),
            Choice::Sample { size, seen, random, kept, .. } => {
                let number = *seen;
                *seen += 1;
                let unit = || Unit { text: text.to_owned(), sort: sort.to_owned(), hits };
                if (kept.len() as u64) < *size {
                    kept.push((number, unit()));
                } else if let Ok(place) = usize::try_from(random.up_to(number))
                    && let Some(slot) = kept.get_mut(place)
                {
                    *slot = (number, unit());
                }
                Ok(())
            }
            Choice::Sorted(spool) => {
                let new = New { text, source: &[], sort, file: "", count: hits, print: None, richness: 0 };
                spool.put(&new).context("cannot write to the temporary file").map(drop)
            }
        }
    }

    /// What comes out of the choice, in its order.
    fn pass(&mut self, text: &str, hits: u64, out: &mut dyn Write) -> anyhow::Result<()> {
        let number = self.passed;
        self.passed += 1;
        let is_behind = |limit| number >= self.offset.saturating_add(limit);
        if number < self.offset || self.limit.is_some_and(is_behind) {
            return Ok(());
        }
        self.count += if self.counts_hits { hits } else { 1 };
        match &mut self.sink {
            Sink::Nothing | Sink::Count => Ok(()),
            Sink::Text => put(&mut self.file, out, text.as_bytes()),
            Sink::Table(page) => match page.take(text) {
                Some(full) => put(&mut self.file, out, full.as_bytes()),
                None => Ok(()),
            },
            Sink::Pictures { dir, force } => write_pictures(dir, *force, text),
        }
    }

    /// Writes what was held back. The file gets its name.
    pub(super) fn finish(mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        match std::mem::replace(&mut self.choice, Choice::All) {
            Choice::All => {}
            Choice::Sample { mut kept, is_sorted, .. } => {
                kept.sort_by_key(|(number, _)| *number);
                if is_sorted {
                    kept.sort_by(|(_, a), (_, b)| natural(&a.sort, &b.sort));
                }
                for (_, unit) in kept {
                    self.pass(&unit.text, unit.hits, out)?;
                }
            }
            Choice::Sorted(spool) => {
                spool.finish(true, &mut |_, text, hits| self.pass(text, hits, out), &mut |_| Ok(()))?
            }
        }
        match &mut self.sink {
            Sink::Count => {
                let name = self.name.as_ref().map(|name| format!("{name}\t")).unwrap_or_default();
                put(&mut self.file, out, format!("{name}{}\n", self.count).as_bytes())?;
            }
            Sink::Table(page) => put(&mut self.file, out, page.finish().as_bytes())?,
            _ => {}
        }
        self.file.map_or(Ok(()), |file| Ok(file.commit()?))
    }
}

fn put(file: &mut Option<OutputFile>, out: &mut dyn Write, bytes: &[u8]) -> anyhow::Result<()> {
    match file {
        Some(file) => file.write_all(bytes)?,
        None => out.write_all(bytes)?,
    }
    Ok(())
}

/// `text`: names and pictures by turns, a zero byte behind each.
fn write_pictures(dir: &Path, force: bool, text: &str) -> anyhow::Result<()> {
    let mut parts = text.split_terminator('\0');
    while let (Some(name), Some(picture)) = (parts.next(), parts.next()) {
        let path = dir.join(format!("{}.svg", file_name(name)));
        let mut open = std::fs::OpenOptions::new();
        if force {
            open.write(true).create(true).truncate(true);
        } else {
            open.write(true).create_new(true);
        }
        let written = open.open(&path).and_then(|mut file| file.write_all(picture.as_bytes()));
        written.map_err(|source| match source.kind() {
            std::io::ErrorKind::AlreadyExists => OutputError::Exists(path),
            _ => OutputError::Io { path, source },
        })?;
    }
    Ok(())
}

/// The name without what leads into another folder or does not belong into the name of a file.
fn file_name(name: &str) -> String {
    let name: String = name
        .trim_start_matches(['.', '/', '\\'])
        .chars()
        .map(|c| if c.is_control() || matches!(c, '/' | '\\' | ':') { '_' } else { c })
        .collect();
    if name.starts_with('#') { format!("stdin{name}") } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(choice: Choice, limit: Option<u64>, offset: u64) -> Target {
        let (name, file) = (None, None);
        Target {
            name,
            choice,
            sink: Sink::Text,
            file,
            offset,
            limit,
            passed: 0,
            count: 0,
            counts_hits: false,
        }
    }

    fn through(mut target: Target, units: impl Iterator<Item = (String, String)>) -> String {
        let mut out = Vec::new();
        for (text, sort) in units {
            target.take(&text, &sort, 1, &mut out).unwrap();
        }
        target.finish(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn numbered(count: u32) -> impl Iterator<Item = (String, String)> {
        (0..count).map(|n| (format!("{n} "), format!("{}", 100 - n)))
    }

    #[test]
    fn offset_and_limit_cut_a_window() {
        assert_eq!(through(target(Choice::All, Some(2), 3), numbered(10)), "3 4 ");
        assert_eq!(through(target(Choice::All, None, 8), numbered(10)), "8 9 ");
        assert_eq!(through(target(Choice::All, Some(2), 20), numbered(10)), "");
    }

    #[test]
    fn sorting_comes_before_the_window() {
        let sorted = || Choice::Sorted(Box::new(Spool::new().unwrap()));
        assert_eq!(through(target(sorted(), Some(2), 1), numbered(5)), "3 2 ");
    }

    fn sample(size: u64, seed: u64) -> Choice {
        Choice::Sample { size, seen: 0, random: Random::new(seed), kept: Vec::new(), is_sorted: false }
    }

    #[test]
    fn a_sample_keeps_the_order_and_depends_on_the_seed_alone() {
        let drawn = |seed| through(target(sample(5, seed), None, 0), numbered(50));
        let numbers: Vec<u32> = drawn(1).split_whitespace().map(|n| n.parse().unwrap()).collect();
        assert!(numbers.len() == 5 && numbers.is_sorted(), "{numbers:?}");
        assert_eq!(drawn(1), drawn(1));
        assert!((2..20).any(|seed| drawn(seed) != drawn(1)));
        assert_eq!(through(target(sample(5, 1), None, 0), numbered(3)), "0 1 2 ");
    }

    #[test]
    fn every_game_is_as_likely_in_a_sample() {
        let mut times = [0u32; 10];
        for seed in 0..2000 {
            for n in through(target(sample(3, seed), None, 0), numbered(10)).split_whitespace() {
                times[n.parse::<usize>().unwrap()] += 1;
            }
        }
        assert!(times.iter().all(|n| (500..700).contains(n)), "{times:?}");
    }

    #[test]
    fn names_of_files_lead_nowhere() {
        assert_eq!(file_name("../a/b.pgn#3-12"), "a_b.pgn#3-12");
        assert_eq!(file_name("C:\\x\n#1-0"), "C__x_#1-0");
        assert_eq!(file_name("/#1-0"), "stdin#1-0");
    }

    #[test]
    fn a_picture_that_is_there_stays_unless_forced() {
        let dir = tempfile::tempdir().unwrap();
        write_pictures(dir.path(), false, "a#1-2\0<svg/>\0a#1-3\0<svg></svg>\0").unwrap();
        assert_eq!(std::fs::read_to_string(dir.path().join("a#1-3.svg")).unwrap(), "<svg></svg>");
        assert!(write_pictures(dir.path(), false, "a#1-2\0x\0").is_err());
        write_pictures(dir.path(), true, "a#1-2\0x\0").unwrap();
        assert_eq!(std::fs::read_to_string(dir.path().join("a#1-2.svg")).unwrap(), "x");
    }
}
