//! What a worker does with a piece of input: read, look for the questions, write what was found.

use std::ops::Range;
use std::sync::Arc;

use super::collection::KindWork;
use super::search_find::{Finder, Findings, Making, Need, Origin, Whole};
use crate::check::chunk::{Scratch, Taken, TakenGame};
use crate::check::place::{Extent, PlaceCursor, measure};
use crate::check::plain::PlainGame;
use crate::check::record::{put_before, read_games};
use crate::query::{PlainMemory, PlainSubject};
use crate::replay::MovesAre;
use crate::replay::game::Game;
use crate::replay::parallel::Work;

/// Searches pieces of one source.
pub(super) struct SearchWork {
    pub(super) reading: KindWork,
    pub(super) making: Arc<Making>,
    /// Name of the source.
    pub(super) source: String,
}

/// A piece, searched.
pub(super) struct Piece {
    pub(super) findings: Findings,
    /// The first and the last game: text between pieces may have to be put into them.
    pub(super) first: Option<Box<Game>>,
    pub(super) last: Option<Box<Game>>,
    /// Text behind the last game, as comments.
    pub(super) behind: Vec<String>,
    /// The lines of the piece, if anybody wants to know.
    pub(super) extent: Option<Extent>,
}

/// What a worker keeps from piece to piece.
pub(super) struct Local {
    scratch: Scratch,
    finder: Finder,
    memory: PlainMemory,
    /// The questions ask for the text of games.
    asks_for_text: bool,
}

impl Work for SearchWork {
    type Out = Piece;
    type Local = Local;

    fn local(&self) -> Local {
        let finder = Finder::new(Arc::clone(&self.making));
        Local { scratch: self.reading.local(), finder, memory: PlainMemory::default(), asks_for_text: false }
    }

    fn run(&self, local: &mut Local, text: &[u8], from: usize, until: usize) -> (Piece, usize) {
        let Local { scratch, finder, memory, asks_for_text } = local;
        let mut searching = Searching::new(self, text, from, finder, memory);
        searching.asks_for_text = *asks_for_text;
        let mut take = |taken: Taken<'_>| searching.take(taken);
        let (_, end) = self.reading.read(scratch, text, from, until, &mut take);
        *asks_for_text = searching.asks_for_text;
        let extent = self.making.needs_lines().then(|| measure(text.get(from..end).unwrap_or_default()));
        (Piece { extent, ..searching.finish() }, end)
    }
}

impl SearchWork {
    /// Searches games that were read in another way than PGN; `text` is the whole source.
    pub(super) fn games(&self, text: &[u8], games: Vec<TakenGame>) -> Piece {
        let (mut finder, mut memory) = (Finder::new(Arc::clone(&self.making)), PlainMemory::default());
        let mut searching = Searching::new(self, text, 0, &mut finder, &mut memory);
        for taken in games {
            searching.game(taken);
        }
        searching.finish()
    }
}

/// A piece while it is searched.
struct Searching<'w> {
    work: &'w SearchWork,
    text: &'w [u8],
    finder: &'w mut Finder,
    memory: &'w mut PlainMemory,
    cursor: PlaceCursor,
    /// The offset of the line reached.
    at: usize,
    findings: Findings,
    first: Option<Box<Game>>,
    last: Last,
    between: Vec<String>,
    asks_for_text: bool,
}

/// The game that was taken last.
enum Last {
    Nothing,
    Game(Box<Game>),
    /// It was not read as a whole: its bytes.
    Plain(Range<usize>),
}

impl<'w> Searching<'w> {
    fn new(
        work: &'w SearchWork,
        text: &'w [u8],
        from: usize,
        finder: &'w mut Finder,
        memory: &'w mut PlainMemory,
    ) -> Searching<'w> {
        Searching {
            work,
            text,
            finder,
            memory,
            cursor: PlaceCursor::new(),
            at: from,
            findings: Findings::default(),
            first: None,
            last: Last::Nothing,
            between: Vec::new(),
            asks_for_text: false,
        }
    }

    fn take(&mut self, taken: Taken<'_>) -> bool {
        match taken {
            Taken::Plain(game, _) => return self.plain(&game),
            Taken::Game(taken) => self.game(*taken),
            Taken::Between(comments) => self.between.extend(comments),
        }
        true
    }

    /// The line on which a game begins; 0 if nobody wants to know.
    fn line_of(&mut self, start: usize) -> u64 {
        if !self.work.making.needs_lines() {
            return 0;
        }
        self.cursor.advance(self.text.get(self.at..start).unwrap_or_default());
        self.at = self.at.max(start);
        self.cursor.place().line
    }

    /// A game that was not taken apart. False if it has to be: because of what is asked or to be written, or because text
    /// before it may belong to it.
    fn plain(&mut self, game: &PlainGame<'_>) -> bool {
        let has_text = game.spelling == MovesAre::AmongText;
        if self.first.is_none() || !self.between.is_empty() || has_text && self.asks_for_text {
            return false;
        }
        let mut memory = std::mem::take(self.memory);
        let subject = PlainSubject::new(game, &mut memory);
        let mut is_done = true;
        let need = self.finder.look(&subject, |_| true);
        self.asks_for_text |= subject.was_read_twice();
        if need != Need::Nothing && has_text && !self.work.making.only_names() {
            is_done = false;
        } else if need != Need::Nothing {
            let (line, offset) = (self.line_of(game.place.start), game.place.start as u64);
            let origin = Origin { source: &self.work.source, number: self.findings.games + 1, line, offset };
            is_done = self.finder.write(&subject, Some(Whole::Plain(game)), origin, &mut self.findings);
        }
        drop(subject);
        *self.memory = memory;
        if is_done {
            self.findings.games += 1;
            self.last = Last::Plain(game.place.clone());
        }
        is_done
    }

    fn game(&mut self, taken: TakenGame) {
        let TakenGame { mut game, place, .. } = taken;
        put_before(&mut game, std::mem::take(&mut self.between));
        (game.line, game.offset) = (self.line_of(place.start), place.start as u64);
        self.findings.games += 1;
        game.number = self.findings.games;
        self.finder.game(&game, &self.work.source, &mut self.findings);
        let game = Box::new(game);
        if self.first.is_none() {
            self.first = Some(game.clone());
        }
        self.last = Last::Game(game);
    }

    fn finish(mut self) -> Piece {
        let last = match std::mem::replace(&mut self.last, Last::Nothing) {
            Last::Nothing => None,
            Last::Game(game) => Some(game),
            Last::Plain(place) => {
                let text = self.text.get(place.clone()).unwrap_or_default();
                let game = read_games(text, self.work.reading.pgn.options).into_iter().next();
                let (number, line) = (self.findings.games, self.line_of(place.start));
                game.map(|game| Box::new(Game { number, line, offset: place.start as u64, ..game }))
            }
        };
        Piece { findings: self.findings, first: self.first, last, behind: self.between, extent: None }
    }
}
