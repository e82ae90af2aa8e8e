//! What a worker does with a piece of input on its way into tables: read, change, make rows.

use std::sync::{Arc, Mutex, PoisonError};

use super::collection::KindWork;
use super::convert_options::OnError;
use super::game_id::game_id;
use super::parquet_options::{Partition, TableChoice};
use crate::check::chunk::{Report, Scratch, Taken, TakenGame};
use crate::check::plain::PlainGame;
use crate::export::columnar::cells::Cells;
use crate::export::columnar::game_table::{self, GameColumns, GameRow};
use crate::export::columnar::line_table;
use crate::export::columnar::position_record::{self, MOST_PLIES, PositionRecord};
use crate::export::columnar::position_table::GameFacts;
use crate::export::columnar::table::Table;
use crate::export::edit::Edit;
use crate::notation::Language;
use crate::query::{Expr, GameSubject, Matcher, PlainMemory, PlainSubject, Subject};
use crate::replay::MovesAre;
use crate::replay::game::{Game, Item};
use crate::replay::parallel::Work;
use crate::store::{Entry, Flags, Origin};

/// How rows are made of games; the same for all sources of a run.
pub(super) struct RowMaking {
    /// By [`TableChoice`]; only those that are wanted.
    pub(super) tables: [Option<Table>; TableChoice::ALL.len()],
    pub(super) columns: GameColumns,
    pub(super) partition: Option<Partition>,
    pub(super) edit: Edit,
    pub(super) on_error: OnError,
    /// Only games that match become rows.
    pub(super) filter: Option<Expr>,
    pub(super) spare: Spare,
}

/// Rows that were taken: their memory is used again.
#[derive(Default)]
pub(super) struct Spare(Mutex<Vec<Rows>>);

impl Spare {
    fn take(&self) -> Option<Rows> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    /// Keeps rows that are done with.
    pub(super) fn keep(&self, mut rows: Rows) {
        rows.games.clear();
        rows.positions.clear();
        rows.cells.iter_mut().flatten().for_each(Cells::clear);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(rows);
    }

    /// Gives the memory back.
    pub(super) fn release(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

impl RowMaking {
    pub(super) fn table(&self, choice: TableChoice) -> Option<&Table> {
        self.tables.get(choice as usize).and_then(Option::as_ref)
    }

    /// No rows of a table yet; nothing for positions, which wait as records.
    pub(super) fn cells(&self, choice: TableChoice) -> Vec<Cells> {
        let table = self.table(choice).filter(|_| choice != TableChoice::Positions);
        table.map(Table::cells).unwrap_or_default()
    }
}

/// Makes rows of pieces of one source.
pub(super) struct ParquetWork {
    pub(super) reading: KindWork,
    pub(super) making: Arc<RowMaking>,
    /// Name of the source.
    pub(super) source: String,
    /// Its number among all files.
    pub(super) file: u64,
    /// Only games that begin here become rows: offsets in the source.
    pub(super) within: std::ops::Range<u64>,
    /// Where in the source the text begins that is read.
    pub(super) shift: u64,
    /// The numbers of games in the source are not known, as its beginning is not read.
    pub(super) without_numbers: bool,
}

/// A game of which rows were made, or might have been.
#[derive(Clone, Debug)]
pub(super) struct MadeGame {
    pub(super) facts: GameFacts,
    /// Number in the piece, 1-based.
    pub(super) number: u64,
    pub(super) plies: u64,
    pub(super) is_whole: bool,
    /// It has rows.
    pub(super) is_made: bool,
    /// What decides about the folder.
    pub(super) folder: Option<String>,
    /// Rows up to and with it, by [`TableChoice`].
    pub(super) ends: [usize; TableChoice::ALL.len()],
}

/// The rows of a piece.
pub(super) struct Rows {
    pub(super) games: Vec<MadeGame>,
    /// By [`TableChoice`]; empty for those that are not wanted, and for positions.
    pub(super) cells: [Vec<Cells>; TableChoice::ALL.len()],
    pub(super) positions: Vec<PositionRecord>,
    /// What could not be made a row, for people.
    pub(super) trouble: Vec<String>,
}

impl Rows {
    fn new(making: &RowMaking) -> Rows {
        let cells = TableChoice::ALL.map(|choice| making.cells(choice));
        Rows { games: Vec::new(), cells, positions: Vec::new(), trouble: Vec::new() }
    }

    /// Rows up to here, by [`TableChoice`].
    fn ends(&self) -> [usize; TableChoice::ALL.len()] {
        let mut ends = [0; TableChoice::ALL.len()];
        for (end, cells) in ends.iter_mut().zip(&self.cells) {
            *end = cells.first().map_or(0, Cells::len);
        }
        if let Some(end) = ends.get_mut(TableChoice::Positions as usize) {
            *end = self.positions.len();
        }
        ends
    }
}

/// A piece, made into rows.
pub(super) struct Piece {
    pub(super) report: Report,
    pub(super) rows: Rows,
}

/// What a worker keeps from piece to piece.
pub(super) struct Local {
    scratch: Scratch,
    memory: Memory,
    /// Offset in the text of the source of what is read now.
    begin: u64,
}

#[derive(Default)]
struct Memory {
    matcher: Option<Matcher>,
    plain: PlainMemory,
    moves: Vec<crate::chess::Move>,
    text: String,
}

impl Work for ParquetWork {
    type Out = Piece;
    type Local = Local;

    fn local(&self) -> Local {
        Local { scratch: self.reading.local(), memory: self.memory(), begin: 0 }
    }

    fn begin(&self, local: &mut Local, offset: u64) {
        local.begin = offset;
    }

    fn run(&self, local: &mut Local, text: &[u8], from: usize, until: usize) -> (Piece, usize) {
        let Local { scratch, memory, begin } = local;
        let base = self.shift + begin.saturating_sub(from as u64);
        let mut filling = Filling::new(self, memory, base);
        let mut take = |taken: Taken<'_>| filling.take(taken);
        let (report, end) = self.reading.read(scratch, text, from, until, &mut take);
        (Piece { report, rows: filling.rows }, end)
    }
}

impl ParquetWork {
    fn memory(&self) -> Memory {
        Memory { matcher: self.making.filter.as_ref().map(Matcher::new), ..Memory::default() }
    }

    /// The rows of games that were read in another way than PGN.
    pub(super) fn rows(&self, games: Vec<TakenGame>) -> Rows {
        let mut memory = self.memory();
        let mut filling = Filling::new(self, &mut memory, 0);
        for (number, taken) in (1..).zip(games) {
            filling.game(taken.game, taken.place.start as u64, number);
        }
        filling.rows
    }

    /// The rows of games of a store, which know where they come from.
    pub(super) fn stored_rows(&self, games: Vec<Game>) -> Rows {
        let mut memory = self.memory();
        let mut filling = Filling::new(self, &mut memory, 0);
        for game in games {
            let (offset, number) = (game.offset, game.number);
            filling.game(game, offset, number);
        }
        filling.rows
    }
}

/// Rows while they are made.
struct Filling<'w> {
    work: &'w ParquetWork,
    memory: &'w mut Memory,
    /// Offset in the source of the text at hand.
    base: u64,
    rows: Rows,
    seen: u64,
}

/// What is known of a game besides what the filter language sees.
struct About<'g> {
    tags: &'g [(&'g str, &'g str)],
    items: &'g [Item],
    language: Option<Language>,
    /// Where it begins in the source.
    offset: u64,
    /// Its number in the source or the piece, 1-based.
    number: u64,
    /// It is left out.
    is_out: bool,
}

impl<'w> Filling<'w> {
    fn new(work: &'w ParquetWork, memory: &'w mut Memory, base: u64) -> Filling<'w> {
        let rows = work.making.spare.take().unwrap_or_else(|| Rows::new(&work.making));
        Filling { work, memory, base, rows, seen: 0 }
    }

    fn take(&mut self, taken: Taken<'_>) -> bool {
        match taken {
            Taken::Plain(game, _) => return self.plain(&game),
            Taken::Game(taken) => {
                let offset = self.base + taken.place.start as u64;
                self.seen += 1;
                self.game(taken.game, offset, self.seen);
            }
            // It was told: it belongs to no game.
            Taken::Between(_) => {}
        }
        true
    }

    fn plain(&mut self, game: &PlainGame<'_>) -> bool {
        // Of any other spelling the table needs the moves as they should be.
        if game.spelling != MovesAre::Exact || self.work.making.edit != Edit::default() {
            return false;
        }
        self.seen += 1;
        let mut memory = std::mem::take(&mut self.memory.plain);
        let subject = PlainSubject::new(game, &mut memory);
        let tags: Vec<(&str, &str)> = game.tag_pairs().collect();
        let about = About {
            tags: &tags,
            items: &[],
            language: game.language,
            offset: self.base + game.place.start as u64,
            number: self.seen,
            is_out: false,
        };
        self.put(&subject, &about, |records| position_record::of_plain(game, records), None);
        drop(subject);
        self.memory.plain = memory;
        true
    }

    fn game(&mut self, mut game: Game, offset: u64, number: u64) {
        let is_out = !game.is_whole && self.work.making.on_error != OnError::Keep;
        self.work.making.edit.apply(&mut game);
        let mut moves = std::mem::take(&mut self.memory.moves);
        let subject = GameSubject::new(&game, &mut moves);
        let tags: Vec<(&str, &str)> =
            game.tags.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let items = game.items.as_slice();
        let about = About { tags: &tags, items, language: game.language, offset, number, is_out };
        self.put(&subject, &about, |records| position_record::of_game(&game, records), Some(&game));
        self.memory.moves = moves;
    }

    /// Makes the rows of a game, or notes that there are none.
    fn put(
        &mut self,
        subject: &dyn Subject,
        about: &About<'_>,
        positions: impl FnOnce(&mut Vec<PositionRecord>),
        game: Option<&Game>,
    ) {
        let work = self.work;
        if !work.within.contains(&about.offset) {
            return;
        }
        let is_wanted = !about.is_out
            && self.memory.matcher.as_mut().is_none_or(|matcher| matcher.first(subject).is_some());
        let id = game_id(work.file, about.offset).filter(|_| subject.plies() <= MOST_PLIES);
        if is_wanted && id.is_none() {
            self.rows.trouble.push(format!(
                "{}: the game at byte {} has no row: it stands too far behind, or is too long",
                work.source, about.offset
            ));
        }
        let rating = |elo: Option<u32>| elo.and_then(|elo| u16::try_from(elo).ok()).unwrap_or(0);
        let game_id = id.filter(|_| is_wanted);
        if let Some(game_id) = game_id {
            self.rows_of(subject, about, game_id, positions, game);
        }
        self.rows.games.push(MadeGame {
            facts: GameFacts {
                game_id: game_id.unwrap_or(0),
                white_elo: rating(subject.white_elo()),
                black_elo: rating(subject.black_elo()),
                result: subject.result(),
            },
            number: about.number,
            plies: subject.plies() as u64,
            is_whole: subject.is_whole(),
            is_made: game_id.is_some(),
            folder: work.making.partition.and_then(|partition| partition.folder(subject)),
            ends: self.rows.ends(),
        });
    }

    fn rows_of(
        &mut self,
        subject: &dyn Subject,
        about: &About<'_>,
        game_id: u64,
        positions: impl FnOnce(&mut Vec<PositionRecord>),
        game: Option<&Game>,
    ) {
        let work = self.work;
        let Rows { cells, positions: records, .. } = &mut self.rows;
        let [games, of_positions, tags, variations] = cells;
        let first = records.len();
        positions(records);
        if !games.is_empty() {
            let entry = Entry {
                start: subject.start(),
                moves: subject.moves(),
                keys: &[],
                repeated: &[],
                endings: &[],
                items: about.items,
                result: subject.result(),
                is_whole: subject.is_whole(),
                is_chess960: subject.is_chess960(),
                language: about.language,
                origin: Origin::default(),
            };
            let row = GameRow {
                subject,
                tags: about.tags,
                flags: Flags::of(&entry, about.items, subject.features()),
                language: about.language,
                game_id,
                source: &work.source,
                number: (!work.without_numbers).then_some(about.number),
                positions: records.get(first..).unwrap_or_default(),
            };
            row.put(work.making.columns, games, &mut self.memory.text);
        }
        if !tags.is_empty() {
            game_table::put_tags(game_id, about.tags, tags);
        }
        if let Some(game) = game.filter(|_| !variations.is_empty()) {
            line_table::put(game_id, game, variations);
        }
        // There are no cells of positions; whether they are wanted the tables tell.
        debug_assert!(of_positions.is_empty());
        if work.making.table(TableChoice::Positions).is_none() {
            records.truncate(first);
        }
    }
}
