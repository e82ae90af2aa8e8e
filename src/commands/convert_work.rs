//! What a worker does with a piece of PGN: read, check, change, write.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use super::collection::KindWork;
use super::convert_options::OnError;
use super::convert_split::Split;
use crate::check::chunk::{Report, Scratch, Taken, TakenGame};
use crate::check::place::{Extent, PlaceCursor, measure};
use crate::check::plain::PlainGame;
use crate::check::record::{put_before, read_games};
use crate::chess::Move;
use crate::export::container::{Container, PlainForm};
use crate::export::edit::Edit;
use crate::export::variations::split_variations;
use crate::export::written::Written;
use crate::notation::Language;
use crate::query::{Expr, GameSubject, Matcher};
use crate::replay::game::{Game, Item};
use crate::replay::parallel::Work;

/// How games are turned into output; the same for all sources of a run.
#[derive(Clone, Debug)]
pub(super) struct Making {
    pub(super) container: Container,
    pub(super) edit: Edit,
    pub(super) on_error: OnError,
    pub(super) variations_to_games: bool,
    /// The tag that games are sorted by.
    pub(super) sort: Option<String>,
    pub(super) split: Option<Split>,
    /// Only games that match are written.
    pub(super) filter: Option<Expr>,
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
    /// Fingerprint of its play; `None` without moves, or if it was not asked for.
    pub(super) print: Option<u128>,
    /// The language its moves were written in.
    pub(super) language: Option<Language>,
    /// How much there is besides the moves.
    pub(super) richness: u32,
    /// What it is sorted by.
    pub(super) sort: String,
    /// What decides about its file.
    pub(super) split: String,
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
    pub(super) reading: KindWork,
    pub(super) making: Arc<Making>,
    /// Name of the source.
    pub(super) source: String,
}

impl Making {
    /// Is of a game that is in order as it stands nothing but the moves written in another way?
    pub(super) fn copies_plain_games(&self) -> bool {
        self.container.plain_form().is_some()
            && self.edit == Edit::default()
            && !self.variations_to_games
            && self.sort.is_none()
            && self.split.is_none()
            && self.filter.is_none()
    }

    /// Writes a game; answers how many games it became. One of which nothing is written, as it has no such position,
    /// does not count.
    pub(super) fn write(&self, mut game: Game, source: &str, out: &mut Written) -> u64 {
        if !game.is_whole && self.on_error != OnError::Keep {
            return 0;
        }
        if !self.variations_to_games {
            return self.write_one(&mut game, source, out);
        }
        split_variations(game).iter_mut().map(|game| self.write_one(game, source, out)).sum()
    }

    /// The game as sorting and splitting see it: with the tags that are set or added, and those that are left out.
    fn told<'g>(&self, game: &'g Game) -> Cow<'g, Game> {
        if (self.sort.is_none() && self.split.is_none()) || self.edit == Edit::default() {
            return Cow::Borrowed(game);
        }
        let mut edited = game.clone();
        self.edit.apply(&mut edited);
        for (name, value) in &game.tags {
            if edited.tag(name).is_none() {
                edited.set_tag(name, value.as_str());
            }
        }
        Cow::Owned(edited)
    }

    fn write_one(&self, game: &mut Game, source: &str, out: &mut Written) -> u64 {
        let before = out.text.len();
        self.edit.apply(game);
        self.container.write(game, source, out);
        u64::from(out.text.len() > before)
    }
}

/// How much a game tells besides its moves: characters of its tags and comments, and its other items.
fn richness(game: &Game) -> u32 {
    let tags =
        game.tags.iter().map(|(_, value)| if matches!(value.as_str(), "?" | "") { 0 } else { value.len() });
    let items = game.items.iter().map(|item| match item {
        Item::Comment(text) | Item::Rest(text) => text.len(),
        _ => 1,
    });
    u32::try_from(tags.chain(items).sum::<usize>()).unwrap_or(u32::MAX)
}

impl Work for ConvertWork {
    type Out = Piece;
    type Local = Scratch;

    fn local(&self) -> Scratch {
        self.reading.local()
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
            plain: self.making.container.plain_form(),
            last_plain: None,
            between: Vec::new(),
            matcher: self.making.filter.as_ref().map(Matcher::new),
            moves: Vec::new(),
        };
        let mut take = |taken: Taken<'_>| making.take(taken);
        let (report, end) = self.reading.read(local, text, from, until, &mut take);
        let last = making.last();
        making.write_waiting();
        let Pieces { written, games, first, between, lines, .. } = making;
        let extent = lines.is_some().then(|| measure(text.get(from..end).unwrap_or_default()));
        (Piece { report, written, games, first, last, behind: between, extent }, end)
    }
}

impl ConvertWork {
    /// Converts games that were read in another way than PGN; `text` is the whole source.
    pub(super) fn convert(&self, text: &[u8], report: Report, games: Vec<TakenGame>) -> Piece {
        let mut making = Pieces {
            work: self,
            text,
            lines: None,
            written: Written::default(),
            games: Vec::new(),
            first: None,
            waiting: None,
            plain: self.making.container.plain_form(),
            last_plain: None,
            between: Vec::new(),
            matcher: self.making.filter.as_ref().map(Matcher::new),
            moves: Vec::new(),
        };
        for taken in games {
            making.game(taken);
        }
        let last = making.last();
        making.write_waiting();
        let Pieces { written, games, first, .. } = making;
        let extent = self.making.container.needs_lines().then(|| measure(text));
        Piece { report, written, games, first, last, behind: Vec::new(), extent }
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
    plain: Option<PlainForm>,
    /// The last game, if it was copied, and its line in the piece.
    last_plain: Option<(Range<usize>, u64)>,
    /// Says which games are wanted.
    matcher: Option<Matcher>,
    moves: Vec<Move>,
}

impl Pieces<'_> {
    fn take(&mut self, taken: Taken<'_>) -> bool {
        match taken {
            Taken::Plain(game, fingerprint) => return self.plain(&game, fingerprint),
            Taken::Game(taken) => self.game(*taken),
            Taken::Between(comments) => self.between.extend(comments),
        }
        true
    }

    /// Copies a game, unless something is to be put into it, or may be.
    fn plain(&mut self, game: &PlainGame<'_>, fingerprint: u128) -> bool {
        if self.plain.is_none() || self.first.is_none() || !self.between.is_empty() {
            return false;
        }
        self.write_waiting();
        let from = self.written.text.len();
        let mut line = 0;
        if let Some((cursor, at)) = &mut self.lines {
            cursor.advance(self.text.get(*at..game.place.start).unwrap_or_default());
            *at = game.place.start;
            line = cursor.place().line;
        }
        let number = self.games.len() as u64 + 1;
        let mut write =
            |plain: &mut PlainForm| plain.write(game, &self.work.source, number, line, &mut self.written);
        if !self.plain.as_mut().is_some_and(&mut write) {
            return false;
        }
        let plies = game.plies.len() as u64;
        self.games.push(Made {
            number,
            text: from..self.written.text.len(),
            place: game.place.clone(),
            is_whole: true,
            count: 1,
            plies,
            language: game.language,
            print: (fingerprint != 0 && plies > 0).then_some(fingerprint),
            richness: 0,
            sort: String::new(),
            split: String::new(),
        });
        self.last_plain = Some((game.place.clone(), line));
        true
    }

    /// The last game as it was read.
    fn last(&self) -> Option<Box<Game>> {
        if let Some(taken) = &self.waiting {
            return Some(Box::new(taken.game.clone()));
        }
        let (place, line) = self.last_plain.clone()?;
        let text = self.text.get(place.clone())?;
        let mut game = read_games(text, self.work.reading.pgn.options).into_iter().next()?;
        (game.number, game.line, game.offset) = (self.games.len() as u64, line, place.start as u64);
        Some(Box::new(game))
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
        self.last_plain = None;
    }

    fn write_waiting(&mut self) {
        let Some(TakenGame { game, place, fingerprint, .. }) = self.waiting.take() else { return };
        let making = &self.work.making;
        let from = self.written.text.len();
        let plies = game.plies() as u64;
        let can_be_copy = fingerprint != 0 && plies > 0 && game.is_whole;
        let told = making.told(&game);
        let sort = making.sort.as_ref().and_then(|name| told.tag(name)).unwrap_or_default().to_owned();
        let mut made = Made {
            number: game.number,
            text: 0..0,
            place,
            is_whole: game.is_whole,
            count: 0,
            plies,
            language: game.language,
            print: can_be_copy.then_some(fingerprint),
            richness: if can_be_copy { richness(&game) } else { 0 },
            sort,
            split: making.split.as_ref().map(|split| split.value(&told)).unwrap_or_default(),
        };
        let is_wanted = match &mut self.matcher {
            Some(matcher) => matcher.first(&GameSubject::new(&game, &mut self.moves)).is_some(),
            None => true,
        };
        if is_wanted {
            made.count = making.write(game, &self.work.source, &mut self.written);
        }
        made.text = from..self.written.text.len();
        self.games.push(made);
    }
}
