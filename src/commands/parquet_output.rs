//! Where the rows of tables go: files of a folder, in parts that are sorted by themselves.
//!
//! A part is so large that an engine finds its files neither too many nor too great, and that its positions can be sorted
//! with little memory. Parts and row groups end at the same games whatever the number of threads.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Context as _;

use super::parquet_options::{Partition, TableChoice};
use super::parquet_place::{Growing, Place};
use super::parquet_work::{MadeGame, RowMaking, Rows};
use crate::check::lang::UiLang;
use crate::check::summary::grouped;
use crate::export::columnar::cells::Cells;
use crate::export::columnar::position_record::PositionRecord;
use crate::export::columnar::position_spool::{HeapKey, PositionSpool};
use crate::export::columnar::position_table::{self, GameFacts};
use crate::export::columnar::table::{RowGroup, Table};
use crate::store::ordered::in_order;

/// Games of a row group.
const GROUP_GAMES: usize = 1 << 16;

/// Positions of a row group, about.
const GROUP_POSITIONS: usize = 1 << 19;

/// Positions of a part: about 800,000 games.
const PART_POSITIONS: usize = 1 << 26;

/// The tables of a run.
pub(super) struct Output<'r> {
    making: Arc<RowMaking>,
    place: Place,
    threads: usize,
    pool: &'r rayon::ThreadPool,
    stop: &'r AtomicBool,
    part: Part,
    /// Number of the part, from 1 on.
    number: u32,
    totals: Totals,
}

/// What was written.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Totals {
    pub(super) games: u64,
    pub(super) positions: u64,
    pub(super) files: u64,
    pub(super) bytes: u64,
}

impl Totals {
    /// One line.
    pub(super) fn line(&self, lang: UiLang) -> String {
        let number = |number| grouped(number, lang);
        let mebibytes = number(self.bytes.div_ceil(1 << 20));
        let positions = match self.positions {
            0 => String::new(),
            rows => number(rows),
        };
        let files = number(self.files);
        match (lang, positions.is_empty()) {
            (UiLang::En, false) => format!("{positions} rows of positions; {files} files, {mebibytes} MiB"),
            (UiLang::En, true) => format!("{files} files, {mebibytes} MiB"),
            (UiLang::De, false) => {
                format!("{positions} Zeilen mit Stellungen; {files} Dateien, {mebibytes} MiB")
            }
            (UiLang::De, true) => format!("{files} Dateien, {mebibytes} MiB"),
        }
    }
}

/// Games whose positions are sorted together.
struct Part {
    games: Vec<GameFacts>,
    spool: PositionSpool,
    positions: usize,
    /// By what decides about them.
    folders: BTreeMap<Option<String>, Folder>,
}

/// What goes into one folder of each table.
struct Folder {
    number: u32,
    /// Games since the last row group.
    waiting: usize,
    /// By [`TableChoice`].
    cells: [Vec<Cells>; TableChoice::ALL.len()],
    files: [Option<Growing>; TableChoice::ALL.len()],
}

/// Heaps that become row groups of one file.
struct Job {
    folder: Option<String>,
    heaps: Vec<HeapKey>,
}

/// What a thread that sorts keeps.
#[derive(Default)]
struct SortMemory {
    heap: Vec<PositionRecord>,
    sorted: Vec<PositionRecord>,
}

impl Part {
    fn new(temporary: &Path, partition: Option<Partition>) -> Part {
        // Heaps by folder are many already.
        let bits = match partition {
            Some(Partition::Year | Partition::Site) => 4,
            Some(Partition::KeyPrefix) | None => 8,
        };
        let spool = PositionSpool::new(temporary, bits);
        Part { games: Vec::new(), spool, positions: 0, folders: BTreeMap::new() }
    }

    /// The heaps in the order of files and keys, so many together that they fill a row group.
    fn jobs(&self, partition: Option<Partition>) -> Vec<Job> {
        let by_key = partition == Some(Partition::KeyPrefix);
        let names = self.folders.iter().map(|(name, folder)| (folder.number, name));
        let names: BTreeMap<u32, &Option<String>> = names.collect();
        let mut jobs: Vec<(Job, usize)> = Vec::new();
        for (heap, rows) in self.spool.heaps() {
            let folder = match by_key {
                true => Some(heap.1.to_string()),
                false => names.get(&heap.0).copied().cloned().flatten(),
            };
            match jobs.last_mut().filter(|(job, rows)| job.folder == folder && *rows < GROUP_POSITIONS) {
                Some((job, known)) => {
                    job.heaps.push(heap);
                    *known += rows;
                }
                None => jobs.push((Job { folder, heaps: vec![heap] }, rows)),
            }
        }
        // Folders that were met last come in the order of their names, too.
        jobs.sort_by(|(a, _), (b, _)| a.folder.cmp(&b.folder).then(a.heaps.cmp(&b.heaps)));
        jobs.into_iter().map(|(job, _)| job).collect()
    }

    /// Sorts and encodes positions.
    fn encode(&self, table: &Table, job: &Job, memory: &mut SortMemory) -> anyhow::Result<Vec<RowGroup>> {
        let SortMemory { heap: unsorted, sorted: records } = memory;
        records.clear();
        for heap in &job.heaps {
            unsorted.clear();
            self.spool.read(*heap, unsorted).context("cannot read the temporary file")?;
            position_table::sort(unsorted, self.spool.bits(), records);
        }
        let groups = (records.len() / GROUP_POSITIONS).max(1);
        let rows = records.len().div_ceil(groups).max(1);
        let encode = |records| Ok(position_table::encode(table, records, &self.games)?);
        records.chunks(rows).map(encode).collect()
    }
}

impl Folder {
    fn new(number: u32, making: &RowMaking) -> Folder {
        let cells = TableChoice::ALL.map(|choice| making.cells(choice));
        Folder { number, waiting: 0, cells, files: Default::default() }
    }
}

/// The rows of games that follow each other, in a table.
fn rows_of(games: &[MadeGame], run: &Range<usize>, choice: TableChoice) -> Range<usize> {
    let end = |index: usize| {
        let game = index.checked_sub(1).and_then(|before| games.get(before));
        game.and_then(|game| game.ends.get(choice as usize)).copied().unwrap_or(0)
    };
    end(run.start)..end(run.end)
}

impl<'r> Output<'r> {
    pub(super) fn new(
        making: Arc<RowMaking>,
        place: Place,
        threads: usize,
        pool: &'r rayon::ThreadPool,
        stop: &'r AtomicBool,
    ) -> Output<'r> {
        let part = Part::new(place.temporary(), making.partition);
        Output { making, place, threads, pool, stop, part, number: 1, totals: Totals::default() }
    }

    /// Takes the rows of those games that are wanted.
    pub(super) fn take(&mut self, rows: &Rows, is_wanted: impl Fn(&MadeGame) -> bool) -> anyhow::Result<()> {
        let games = rows.games.as_slice();
        let mut at = 0;
        while let Some(first) = games.get(at) {
            if !first.is_made || !is_wanted(first) {
                at += 1;
                continue;
            }
            let waiting = self.part.folders.get(&first.folder).map_or(0, |folder| folder.waiting);
            let goes_on = |end: usize| {
                let positions = rows_of(games, &(at..end), TableChoice::Positions).len();
                let same = |game: &MadeGame| game.is_made && is_wanted(game) && game.folder == first.folder;
                waiting + (end - at) < GROUP_GAMES
                    && self.part.positions + positions < PART_POSITIONS
                    && games.get(end).is_some_and(same)
            };
            let mut end = at + 1;
            while goes_on(end) {
                end += 1;
            }
            self.append(rows, at..end)?;
            at = end;
        }
        Ok(())
    }

    /// Takes the rows of games that go into the same folder, group and part.
    fn append(&mut self, rows: &Rows, run: Range<usize>) -> anyhow::Result<()> {
        let games = rows.games.get(run.clone()).unwrap_or_default();
        let Some(name) = games.first().map(|game| game.folder.clone()) else { return Ok(()) };
        let part = &mut self.part;
        let number = part.folders.len() as u32;
        let folder = part.folders.entry(name.clone()).or_insert_with(|| Folder::new(number, &self.making));
        for choice in TableChoice::ALL {
            let wanted = rows_of(&rows.games, &run, choice);
            let cells = folder.cells.get_mut(choice as usize).into_iter().flatten();
            for (to, from) in cells.zip(rows.cells.get(choice as usize).into_iter().flatten()) {
                to.append(from, wanted.clone());
            }
        }
        for (index, game) in run.clone().zip(games) {
            let wanted = rows_of(&rows.games, &(index..index + 1), TableChoice::Positions);
            let records = rows.positions.get(wanted).unwrap_or_default();
            if records.is_empty() {
                continue;
            }
            let number = u32::try_from(part.games.len())?;
            part.games.push(game.facts);
            part.positions += records.len();
            for record in records {
                let pushed = part.spool.push(folder.number, record.of_game(number));
                pushed.context("cannot write to the temporary file")?;
            }
        }
        self.totals.games += games.len() as u64;
        folder.waiting += games.len();
        if folder.waiting >= GROUP_GAMES {
            self.end_group(&name)?;
        }
        if self.part.positions >= PART_POSITIONS { self.end_part() } else { Ok(()) }
    }

    /// Where rows of a folder go; the positions may be told apart in another way.
    fn partition<'n>(
        &self,
        choice: TableChoice,
        name: &'n Option<String>,
    ) -> Option<(Partition, Option<&'n str>)> {
        let partition = self.making.partition?;
        let is_split = partition != Partition::KeyPrefix || choice == TableChoice::Positions;
        is_split.then_some((partition, name.as_deref()))
    }

    /// Writes the games of a folder that wait, and what belongs to them.
    fn end_group(&mut self, name: &Option<String>) -> anyhow::Result<()> {
        let making = Arc::clone(&self.making);
        for choice in TableChoice::ALL.into_iter().filter(|choice| *choice != TableChoice::Positions) {
            let partition = self.partition(choice, name);
            let Some(folder) = self.part.folders.get_mut(name) else { return Ok(()) };
            folder.waiting = 0;
            let (Some(table), Some(cells), Some(file)) = (
                making.table(choice),
                folder.cells.get_mut(choice as usize),
                folder.files.get_mut(choice as usize),
            ) else {
                continue;
            };
            let rows = std::mem::replace(cells, table.cells());
            let is_empty = rows.first().is_none_or(Cells::is_empty);
            // A table without a row has a file all the same, so that engines know its columns.
            if is_empty && (file.is_some() || partition.is_some() || self.number > 1) {
                continue;
            }
            let out = match file {
                Some(out) => out,
                None => file.insert(self.place.begin(choice, table, partition, self.number)?),
            };
            if !is_empty {
                out.append(self.pool.install(|| table.encode(rows))?)?;
            }
        }
        Ok(())
    }

    /// Writes what there is of a part, its positions sorted.
    fn end_part(&mut self) -> anyhow::Result<()> {
        if self.part.folders.is_empty() && self.making.partition != Some(Partition::Year) {
            self.part.folders.insert(None, Folder::new(0, &self.making));
        }
        let names: Vec<Option<String>> = self.part.folders.keys().cloned().collect();
        for name in &names {
            self.end_group(name)?;
            let files = self.part.folders.get_mut(name).map(|folder| std::mem::take(&mut folder.files));
            for file in files.into_iter().flatten().flatten() {
                self.place.end(file)?;
            }
        }
        self.positions()?;
        self.part = Part::new(self.place.temporary(), self.making.partition);
        self.number += 1;
        Ok(())
    }

    /// Writes the positions of the part.
    fn positions(&mut self) -> anyhow::Result<()> {
        let making = Arc::clone(&self.making);
        let Some(table) = making.table(TableChoice::Positions) else { return Ok(()) };
        let jobs = self.part.jobs(making.partition);
        let names: Vec<Option<String>> = jobs.iter().map(|job| job.folder.clone()).collect();
        let mut names = names.into_iter();
        let mut open: Option<(Option<String>, Growing)> = None;
        if jobs.is_empty() && making.partition.is_none() && self.number == 1 {
            open = Some((None, self.place.begin(TableChoice::Positions, table, None, 1)?));
        }
        let (part, place, totals, number) = (&self.part, &mut self.place, &mut self.totals, self.number);
        let work = |memory: &mut SortMemory, job: Job| part.encode(table, &job, memory);
        in_order(
            self.threads,
            jobs.into_iter(),
            self.stop,
            SortMemory::default,
            work,
            |groups| -> anyhow::Result<_> {
                let name = names.next().flatten();
                if open.as_ref().is_none_or(|(known, _)| *known != name) {
                    if let Some((_, file)) = open.take() {
                        place.end(file)?;
                    }
                    let partition = making.partition.map(|partition| (partition, name.as_deref()));
                    let file = place.begin(TableChoice::Positions, table, partition, number)?;
                    open = Some((name, file));
                }
                for group in groups {
                    totals.positions += group.rows() as u64;
                    if let Some((_, file)) = &mut open {
                        file.append(group)?;
                    }
                }
                Ok(ControlFlow::Continue(()))
            },
        )?;
        open.map_or(Ok(()), |(_, file)| self.place.end(file))
    }

    /// Writes what is left and puts all files into their places.
    pub(super) fn finish(mut self) -> anyhow::Result<Totals> {
        if self.number == 1 || !self.part.folders.is_empty() {
            self.end_part()?;
        }
        if self.stop.load(std::sync::atomic::Ordering::Relaxed) {
            return Ok(self.totals);
        }
        let totals = Totals { files: self.place.files(), bytes: self.place.bytes, ..self.totals };
        self.place.commit()?;
        Ok(totals)
    }
}
