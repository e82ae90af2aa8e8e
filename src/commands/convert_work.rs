//! What a worker does with a piece of PGN: read, check, change, write.

use std::ops::Range;
use std::sync::Arc;

use super::convert_options::OnError;
use crate::check::chunk::{PgnWork, Report, Scratch, Taken, TakenGame};
use crate::check::place::{Extent, PlaceCursor, measure};
use crate::check::record::put_before;
use crate::export::container::Container;
use crate::export::edit::Edit;
use crate::export::written::Written;
use crate::replay::game::Game;
use crate::replay::parallel::Work;

/// How games are turned into output; the same for all sources of a run.
#[derive(Clone, Debug)]
pub(super) struct Making {
    pub(super) container: Container,
    pub(super) edit: Edit,
    pub(super) on_error: OnError,
}

/// A game that was made ready for the output.
#[derive(Clone, Debug)]
pub(super) struct Made {
    /// Its number within the piece, 1-based.
    pub(super) number: u64,
    /// Its part of the written text.
    pub(super) text: Range<usize>,
    /// Its bytes in the text that was read.
    pub(super) place: Range<usize>,
    /// It was read to its end.
    pub(super) is_whole: bool,
    /// Games that were written for it.
    pub(super) count: u64,
    /// Plies of the main line as it was read.
    pub(super) plies: u64,
}

/// A piece, converted.
pub(super) struct Piece {
    pub(super) report: Report,
    pub(super) written: Written,
    pub(super) games: Vec<Made>,
    /// The first and the last game as they were read: text between pieces may have to be put into them.
    pub(super) first: Option<Box<Game>>,
    pub(super) last: Option<Box<Game>>,
    /// Text behind the last game, as comments.
    pub(super) behind: Vec<String>,
    /// The lines of the piece, if anybody wants to know.
    pub(super) extent: Option<Extent>,
}

/// Converts pieces of one source.
pub(super) struct ConvertWork {
    pub(super) pgn: PgnWork,
    pub(super) making: Arc<Making>,
    /// Name of the source.
    pub(super) source: String,
}

impl Making {
    /// Writes a game; answers how many games it became.
    pub(super) fn write(&self, mut game: Game, source: &str, out: &mut Written) -> u64 {
        if !game.is_whole && self.on_error != OnError::Keep {
            return 0;
        }
        self.edit.apply(&mut game);
        self.container.write(&game, source, out);
        1
    }
}

impl Work for ConvertWork {
    type Out = Piece;
    type Local = Scratch;

    fn local(&self) -> Scratch {
        self.pgn.local()
    }

    fn run(&self, local: &mut Scratch, text: &[u8], from: usize, until: usize) -> (Piece, usize) {
        let mut making = Pieces {
            work: self,
            text,
            lines: self.making.container.needs_lines().then(|| (PlaceCursor::new(), from)),
            written: Written::default(),
            games: Vec::new(),
            first: None,
            waiting: None,
            between: Vec::new(),
        };
        let (report, end) = self.pgn.read(local, text, from, until, Some(&mut |taken| making.take(taken)));
        let last = making.waiting.as_ref().map(|taken| Box::new(taken.game.clone()));
        making.write_waiting();
        let Pieces { written, games, first, between, lines, .. } = making;
        let extent = lines.is_some().then(|| measure(text.get(from..end).unwrap_or_default()));
        (Piece { report, written, games, first, last, behind: between, extent }, end)
    }
}

/// A piece while it is converted.
struct Pieces<'w> {
    work: &'w ConvertWork,
    text: &'w [u8],
    /// The line reached, and its offset.
    lines: Option<(PlaceCursor, usize)>,
    written: Written,
    games: Vec<Made>,
    first: Option<Box<Game>>,
    /// The game read last; it is written when the next one comes.
    waiting: Option<TakenGame>,
    between: Vec<String>,
}

impl Pieces<'_> {
    fn take(&mut self, taken: Taken) {
        match taken {
            Taken::Game(taken) => self.game(*taken),
            Taken::Between(comments) => self.between.extend(comments),
        }
    }

    fn game(&mut self, mut taken: TakenGame) {
        self.write_waiting();
        if let Some((cursor, at)) = &mut self.lines {
            cursor.advance(self.text.get(*at..taken.place.start).unwrap_or_default());
            *at = taken.place.start;
            taken.game.line = cursor.place().line;
        }
        put_before(&mut taken.game, std::mem::take(&mut self.between));
        if self.first.is_none() {
            self.first = Some(Box::new(taken.game.clone()));
        }
        self.waiting = Some(taken);
    }

    fn write_waiting(&mut self) {
        let Some(TakenGame { game, place, .. }) = self.waiting.take() else { return };
        let from = self.written.text.len();
        let (number, is_whole, plies) = (game.number, game.is_whole, game.plies() as u64);
        let count = self.work.making.write(game, &self.work.source, &mut self.written);
        let text = from..self.written.text.len();
        self.games.push(Made { number, text, place, is_whole, count, plies });
    }
}
