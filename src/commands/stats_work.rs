//! What a worker does with a piece of a text: read it, and count its games.

use super::collection::KindWork;
use super::stats_count::{Counted, Counter};
use super::stats_options::StatsOptions;
use crate::check::chunk::{Scratch, Taken, TakenGame};
use crate::check::plain::PlainGame;
use crate::check::record::put_before;
use crate::replay::game::Game;
use crate::replay::parallel::Work;
use crate::stats::Place;

/// A game that ends so near the end of a piece, in bytes, may be the last of it and is read as a whole: text behind the
/// piece may belong to it.
const NEAR: usize = 4096;

/// Counts pieces of one source.
pub(super) struct StatsWork<'o> {
    pub(super) reading: KindWork,
    pub(super) options: &'o StatsOptions,
    /// Index of the source.
    pub(super) source: u32,
}

/// A piece, counted but for its first and last game: text between pieces may have to be put into them.
pub(super) struct Piece {
    /// Games of the piece.
    pub(super) games: u64,
    /// Offsets of games are those in the source.
    pub(super) first: Option<Box<Game>>,
    pub(super) counted: Counted,
    /// The games between the first and the last where names say which ones are counted: only who knows what is before
    /// the piece knows their names.
    pub(super) kept: Vec<Game>,
    /// The last game, if it is not the first.
    pub(super) last: Option<Box<Game>>,
    /// Text behind the last game, as comments.
    pub(super) behind: Vec<String>,
}

/// What a worker keeps from piece to piece.
pub(super) struct Local {
    scratch: Scratch,
    counter: Counter,
    /// Where the piece begins in its source.
    offset: u64,
}

impl Work for StatsWork<'_> {
    type Out = Piece;
    type Local = Local;

    fn local(&self) -> Local {
        let counter = Counter::new(self.options.expr.as_ref(), &self.options.surveys);
        Local { scratch: self.reading.local(), counter, offset: 0 }
    }

    fn begin(&self, local: &mut Local, offset: u64) {
        local.offset = offset;
    }

    fn run(&self, local: &mut Local, text: &[u8], from: usize, until: usize) -> (Piece, usize) {
        let (piece, end, last_plain) = self.count(local, text, (from, until), until.saturating_sub(NEAR));
        match last_plain {
            None => (piece, end),
            // Much text stands behind the last game, and it was counted already: once more, knowing where it ends.
            Some(game_end) => {
                let (piece, end, _) = self.count(local, text, (from, until), game_end);
                (piece, end)
            }
        }
    }
}

impl StatsWork<'_> {
    /// Games that end at `whole_from` or behind it are read as a whole. Answers, besides the piece and where the reading
    /// stopped, where the last game ends if that has been counted.
    fn count(
        &self,
        local: &mut Local,
        text: &[u8],
        (from, until): (usize, usize),
        whole_from: usize,
    ) -> (Piece, usize, Option<usize>) {
        let Local { scratch, counter, offset } = local;
        let piece = Piece {
            games: 0,
            first: None,
            counted: Counted::new(&self.options.surveys),
            kept: Vec::new(),
            last: None,
            behind: Vec::new(),
        };
        let mut counting =
            Counting { work: self, counter, from, offset: *offset, whole_from, last_plain: None, piece };
        let mut take = |taken: Taken<'_>| match taken {
            Taken::Plain(game, _) => counting.plain(&game),
            Taken::Game(taken) => {
                counting.game(*taken);
                true
            }
            Taken::Between(comments) => {
                counting.piece.behind.extend(comments);
                true
            }
        };
        let (_, end) = self.reading.read(scratch, text, from, until, &mut take);
        (counting.piece, end, counting.last_plain)
    }
}

/// A piece while it is counted.
struct Counting<'w, 'o> {
    work: &'w StatsWork<'o>,
    counter: &'w mut Counter,
    /// Where the piece begins, in the text at hand and in its source.
    from: usize,
    offset: u64,
    whole_from: usize,
    /// Where the last game ends, if that was counted as it stands.
    last_plain: Option<usize>,
    piece: Piece,
}

impl Counting<'_, '_> {
    fn place(&self, number: u64) -> Place {
        Place { source: self.work.source, piece: self.offset, number }
    }

    /// A game that was not taken apart. False if it has to be read as a whole: because text
    /// before or behind it may belong to it.
    fn plain(&mut self, game: &PlainGame<'_>) -> bool {
        let is_by_name = self.work.options.ids.is_some();
        let may_have_text = self.piece.first.is_none() || !self.piece.behind.is_empty();
        if is_by_name || may_have_text || game.place.end >= self.whole_from || self.counter.wants_text(game) {
            return false;
        }
        self.count_last();
        self.piece.games += 1;
        let place = self.place(self.piece.games);
        self.counter.count_plain(game, place, &mut self.piece.counted);
        self.last_plain = Some(game.place.end);
        true
    }

    fn game(&mut self, taken: TakenGame) {
        self.count_last();
        self.last_plain = None;
        self.piece.games += 1;
        let mut game = taken.game;
        put_before(&mut game, std::mem::take(&mut self.piece.behind));
        game.number = self.piece.games;
        game.offset = self.offset + taken.place.start.saturating_sub(self.from) as u64;
        let held = if self.piece.games == 1 { &mut self.piece.first } else { &mut self.piece.last };
        *held = Some(Box::new(game));
    }

    /// The game that was the last one so far is not.
    fn count_last(&mut self) {
        let Some(game) = self.piece.last.take() else { return };
        if self.work.options.ids.is_some() {
            self.piece.kept.push(*game);
        } else {
            let place = self.place(game.number);
            self.counter.count_game(&game, place, &mut self.piece.counted);
        }
    }
}
