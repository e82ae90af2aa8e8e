//! What a worker does with a piece of input on its way into a store: read, check, put into a batch.

use std::sync::{Arc, Mutex, PoisonError};

use super::collection::KindWork;
use crate::check::chunk::{Report, Scratch, Taken, TakenGame};
use crate::check::place::PlaceCursor;
use crate::check::plain::PlainGame;
use crate::check::record::put_before;
use crate::chess::{Move, Position};
use crate::pgn::known_tag::KnownTag;
use crate::query::{GameSubject, Matcher};
use crate::replay::game::{Game, Item};
use crate::replay::opening::Opening;
use crate::replay::parallel::Work;
use crate::store::{Batch, Entry, Origin, Surveyor};

/// Turns pieces of one source into batches.
pub(super) struct ImportWork {
    pub(super) reading: KindWork,
    pub(super) source: String,
    pub(super) moves_only: bool,
    /// Positions of variations are wanted.
    pub(super) with_variations: bool,
    /// Fill in the tag ECO of games that have none.
    pub(super) add_eco: bool,
    /// Leave out games that do not match.
    pub(super) filter: Option<Matcher>,
    pub(super) spare: Arc<Spare>,
}

/// Batches whose games were taken: their memory is used again.
#[derive(Debug, Default)]
pub(super) struct Spare(Mutex<Vec<Batch>>);

impl Spare {
    /// An empty batch; one of `new` if there is none.
    fn take(&self, new: impl FnOnce() -> Batch) -> Batch {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_else(new)
    }

    /// Gives the memory back.
    pub(super) fn release(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Keeps a batch that is done with.
    pub(super) fn keep(&self, mut batch: Batch) {
        batch.clear();
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(batch);
    }
}

/// A piece, read.
pub(super) struct Piece {
    pub(super) report: Report,
    /// Its games that are stored; numbers count from 1 within the piece, lines and offsets within the text.
    pub(super) batch: Batch,
    /// All its games.
    pub(super) seen: Seen,
    /// Stored games that are not whole.
    pub(super) broken: u64,
    /// Text behind the last game, as comments.
    pub(super) behind: Vec<String>,
    /// Line ends in the piece.
    pub(super) lines: u64,
}

/// Games that were read, stored or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Seen {
    pub(super) games: u64,
    /// The first of them was left out, and with it goes the text before it.
    pub(super) first_is_out: bool,
    /// The last of them was left out, and with it goes the text behind it.
    pub(super) last_is_out: bool,
}

/// What a worker keeps from piece to piece.
pub(super) struct Local {
    scratch: Scratch,
    memory: Memory,
    filter: Option<Matcher>,
}

/// Memory for one game.
#[derive(Default)]
pub(super) struct Memory {
    surveyor: Surveyor,
    moves: Vec<Move>,
}

impl Work for ImportWork {
    type Out = Piece;
    type Local = Local;

    fn local(&self) -> Local {
        Local { scratch: self.reading.local(), memory: Memory::default(), filter: self.filter.clone() }
    }

    fn run(&self, local: &mut Local, text: &[u8], from: usize, until: usize) -> (Piece, usize) {
        let Local { scratch, memory, filter } = local;
        let mut filling = Filling::new(self, text, from, memory, filter);
        let mut take = |taken: Taken<'_>| filling.take(taken);
        let (report, end) = self.reading.read(scratch, text, from, until, &mut take);
        let lines = filling.line_of(end) - 1;
        (filling.piece(report, lines), end)
    }
}

impl ImportWork {
    /// A batch of games that were read in another way than PGN; `text` is the whole source.
    pub(super) fn batch(&self, text: &[u8], report: Report, games: Vec<TakenGame>) -> Piece {
        let (mut memory, mut filter) = (Memory::default(), self.filter.clone());
        let mut filling = Filling::new(self, text, 0, &mut memory, &mut filter);
        for taken in games {
            filling.game(taken);
        }
        filling.piece(report, 0)
    }
}

/// A batch while it is filled.
struct Filling<'w> {
    work: &'w ImportWork,
    text: &'w [u8],
    cursor: PlaceCursor,
    /// The offset of the line reached.
    at: usize,
    batch: Batch,
    seen: Seen,
    broken: u64,
    between: Vec<String>,
    memory: &'w mut Memory,
    filter: &'w mut Option<Matcher>,
}

impl<'w> Filling<'w> {
    fn new(
        work: &'w ImportWork,
        text: &'w [u8],
        at: usize,
        memory: &'w mut Memory,
        filter: &'w mut Option<Matcher>,
    ) -> Filling<'w> {
        let batch = work.spare.take(|| Batch::of(work.moves_only, work.with_variations));
        let (cursor, seen, between) = (PlaceCursor::new(), Seen::default(), Vec::new());
        Filling { work, text, cursor, at, batch, seen, broken: 0, between, memory, filter }
    }

    fn piece(self, report: Report, lines: u64) -> Piece {
        let Filling { batch, seen, broken, between, .. } = self;
        Piece { report, batch, seen, broken, behind: between, lines }
    }

    /// Counts a game that is read now.
    fn see(&mut self, is_out: bool) {
        self.seen.first_is_out |= is_out && self.seen.games == 0;
        self.seen.last_is_out = is_out;
        self.seen.games += 1;
    }

    fn take(&mut self, taken: Taken<'_>) -> bool {
        match taken {
            Taken::Plain(game, _) => return self.plain(&game),
            Taken::Game(taken) => self.game(*taken),
            Taken::Between(comments) => self.between.extend(comments),
        }
        true
    }

    fn line_of(&mut self, start: usize) -> u64 {
        self.cursor.advance(self.text.get(self.at..start).unwrap_or_default());
        self.at = self.at.max(start);
        self.cursor.place().line
    }

    /// A game of which nothing but moves is kept besides its tags.
    fn plain(&mut self, game: &PlainGame<'_>) -> bool {
        if self.filter.is_some() || !self.between.is_empty() {
            return false;
        }
        let mut has_eco = false;
        for (name, value) in game.tag_pairs() {
            has_eco |= name == KnownTag::Eco.name();
            self.batch.tag(name, value, game.result);
        }
        let line = self.line_of(game.place.start);
        let Memory { surveyor, moves } = &mut *self.memory;
        moves.clear();
        moves.extend(game.plies.iter().map(|ply| ply.mv()));
        let start = Position::classic();
        if self.work.add_eco && !has_eco {
            add_eco(&mut self.batch, start, moves, game.result);
        }
        let features = surveyor.survey_plain(game, moves);
        let entry = Entry {
            start,
            moves,
            keys: surveyor.keys(),
            repeated: surveyor.repeated(),
            endings: surveyor.endings(),
            items: &[],
            result: game.result,
            is_whole: true,
            is_chess960: false,
            language: game.language,
            origin: Origin {
                source: &self.work.source,
                number: self.seen.games + 1,
                line,
                offset: game.place.start as u64,
            },
        };
        self.batch.game(&entry, &features);
        self.see(false);
        true
    }

    fn game(&mut self, taken: TakenGame) {
        let TakenGame { mut game, place, .. } = taken;
        let between = std::mem::take(&mut self.between);
        // Text between games is no part of the game that is asked about: how much of it is at hand here depends on
        // where the piece begins.
        let is_out = self
            .filter
            .as_mut()
            .is_some_and(|filter| filter.first(&GameSubject::new(&game, &mut self.memory.moves)).is_none());
        self.see(is_out);
        if is_out {
            return;
        }
        put_before(&mut game, between);
        game.line = self.line_of(place.start);
        game.offset = place.start as u64;
        game.number = self.seen.games;
        self.broken += u64::from(!game.is_whole);
        if self.work.add_eco && game.tag("ECO").is_none() {
            let moves: Vec<Move> = game.moves().collect();
            add_eco(&mut self.batch, &game.start, &moves, game.result);
        }
        put_game(&mut self.batch, &game, &self.work.source, self.memory);
    }
}

fn add_eco(batch: &mut Batch, start: &Position, moves: &[Move], result: crate::notation::result::GameResult) {
    if let Some(opening) = Opening::after(start, moves.iter().copied()) {
        batch.tag("ECO", opening.eco, result);
    }
}

/// Puts a whole game into a batch.
pub(super) fn put_game(batch: &mut Batch, game: &Game, source: &str, memory: &mut Memory) {
    for (name, value) in &game.tags {
        batch.tag(name, value, game.result);
    }
    let Memory { surveyor, moves } = memory;
    moves.clear();
    moves.extend(game.moves());
    let features = surveyor.survey(&game.start, moves);
    let has_text = game.items.iter().any(|item| !matches!(item, Item::Move { .. }));
    let entry = Entry {
        start: &game.start,
        moves,
        keys: surveyor.keys(),
        repeated: surveyor.repeated(),
        endings: surveyor.endings(),
        items: if has_text { &game.items } else { &[] },
        result: game.result,
        is_whole: game.is_whole,
        is_chess960: game.is_chess960,
        language: game.language,
        origin: Origin { source, number: game.number, line: game.line, offset: game.offset },
    };
    batch.game(&entry, &features);
}
