//! What the builder of a segment takes of a game, and the rows of a piece of input before they are put into one.

use super::features::Features;
use super::features_bytes::{FEATURE_BYTES, FeatureBytes};
use super::flags::Flags;
use super::format::Kind;
use super::strings::Interner;
use super::{endings, tags, text};
use crate::chess::chess960;
use crate::chess::fen::{EpStyle, FenStyle, RightsStyle};
use crate::chess::{Material, Move, Position};
use crate::notation::Language;
use crate::notation::result::GameResult;
use crate::replay::game::Item;
use crate::replay::opening::Opening;

/// The dictionaries of a segment or a batch.
pub(crate) const DICTIONARIES: [Kind; 8] = [
    Kind::Players,
    Kind::Events,
    Kind::Sites,
    Kind::Rounds,
    Kind::Layouts,
    Kind::Starts,
    Kind::Sources,
    Kind::Endings,
];

/// Which of [`DICTIONARIES`] a column names its texts in.
pub(crate) const fn dictionary_of(kind: Kind) -> Option<usize> {
    Some(match kind {
        Kind::White | Kind::Black | Kind::Players => 0,
        Kind::Event | Kind::Events => 1,
        Kind::Site | Kind::Sites => 2,
        Kind::Round | Kind::Rounds => 3,
        Kind::Layout | Kind::Layouts => 4,
        Kind::Starts => 5,
        Kind::Source | Kind::Sources => 6,
        Kind::Ending | Kind::Endings => 7,
        _ => return None,
    })
}

/// The fixed part of a game. Texts are numbers in the dictionaries of the batch or segment it is in.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    pub(crate) white: u32,
    pub(crate) black: u32,
    pub(crate) event: u32,
    pub(crate) site: u32,
    pub(crate) round: u32,
    pub(crate) layout: u32,
    pub(crate) source: u32,
    pub(crate) ending: u32,
    pub(crate) date: u32,
    pub(crate) white_elo: u16,
    pub(crate) black_elo: u16,
    pub(crate) eco: u16,
    pub(crate) opening: u16,
    pub(crate) first_move: u16,
    pub(crate) result: u8,
    /// Chess960 number, or 960 and the 0-based number in the dictionary of starts.
    pub(crate) start: u32,
    pub(crate) plies: u32,
    pub(crate) line: u32,
    pub(crate) number: u64,
    pub(crate) offset: u64,
    pub(crate) flags: Flags,
    pub(crate) features: FeatureBytes,
}

impl Default for Head {
    fn default() -> Head {
        Head {
            white: 0,
            black: 0,
            event: 0,
            site: 0,
            round: 0,
            layout: 0,
            source: 0,
            ending: 0,
            date: 0,
            white_elo: 0,
            black_elo: 0,
            eco: 0,
            opening: 0,
            first_move: 0,
            result: 0,
            start: 0,
            plies: 0,
            line: 0,
            number: 0,
            offset: 0,
            flags: Flags::default(),
            features: [0; FEATURE_BYTES],
        }
    }
}

/// Where the parts of a game end in a batch.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ends {
    pub(crate) moves: usize,
    pub(crate) keys: usize,
    pub(crate) tags: usize,
    pub(crate) text: usize,
}

/// Where a game comes from.
#[derive(Clone, Copy, Debug, Default)]
pub struct Origin<'a> {
    /// Name of the source.
    pub source: &'a str,
    /// Number in the source, 1-based.
    pub number: u64,
    /// Line on which it begins, 1-based; 0 if nobody counted.
    pub line: u64,
    /// Byte at which it begins in the decompressed source.
    pub offset: u64,
}

/// What is said of a game when its tags are written.
#[derive(Debug)]
pub struct Entry<'a> {
    /// The position before the first move.
    pub start: &'a Position,
    /// The moves of the main line, all legal.
    pub moves: &'a [Move],
    /// Keys of the positions, the start's first: one more than moves.
    pub keys: &'a [u64],
    /// Plies of positions that were there before, in ascending order.
    pub repeated: &'a [u32],
    /// What [`super::Surveyor::endings`] says of it.
    pub endings: &'a [Material],
    /// The movetext if there is more in it than moves of the main line; else empty.
    pub items: &'a [Item],
    /// The result.
    pub result: GameResult,
    /// It was read to its end.
    pub is_whole: bool,
    /// Castling is written as king takes rook in coordinates.
    pub is_chess960: bool,
    /// The language its moves were written in, if it is known.
    pub language: Option<Language>,
    /// Where it comes from.
    pub origin: Origin<'a>,
}

impl Entry<'_> {
    /// The moves, each with the key of the position behind it.
    fn plies(&self) -> impl DoubleEndedIterator<Item = (Move, u64)> + ExactSizeIterator + Clone {
        let keys = self.keys.get(1..).unwrap_or_default();
        self.moves.iter().copied().zip(keys.iter().copied())
    }
}

/// The games of a piece of input in the form in which a segment takes them.
#[derive(Debug, Default)]
pub struct Batch {
    pub(crate) heads: Vec<Head>,
    pub(crate) ends: Vec<Ends>,
    pub(crate) moves: Vec<u16>,
    pub(crate) keys: Vec<u64>,
    pub(crate) tags: Vec<u8>,
    pub(crate) text: Vec<u8>,
    pub(crate) dictionaries: [Interner; DICTIONARIES.len()],
    /// The game whose tags are being put in.
    head: Head,
    layout: String,
    without_text: bool,
    /// Positions of variations are wanted.
    with_variations: bool,
}

impl Batch {
    /// An empty batch.
    pub fn new() -> Batch {
        Batch::default()
    }

    /// An empty batch; `moves_only`: its games leave comments, glyphs and variations behind, `with_variations`: what is in
    /// the variations is found, too.
    pub fn of(moves_only: bool, with_variations: bool) -> Batch {
        Batch {
            without_text: moves_only,
            with_variations: with_variations && !moves_only,
            ..Batch::default()
        }
    }

    /// Makes it empty; its memory is used again.
    pub fn clear(&mut self) {
        self.heads.clear();
        self.ends.clear();
        self.moves.clear();
        self.keys.clear();
        self.tags.clear();
        self.text.clear();
        self.dictionaries.iter_mut().for_each(Interner::clear);
        self.head = Head::default();
        self.layout.clear();
    }

    /// Games in it.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Is there no game in it?
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// Puts in a tag of the next game, in the order of the source; `result` is the result of that game.
    pub fn tag(&mut self, name: &str, value: &str, result: GameResult) {
        let head = &mut self.head;
        let [players, events, sites, rounds, ..] = &mut self.dictionaries;
        let column = tags::column_of(name);
        // A name met twice has one column only.
        let column = column.filter(|kind| !has(head, *kind));
        let in_column = column.is_some_and(|kind| tags::is_given_back(kind, value, result));
        match column {
            Some(Kind::White) => head.white = players.number(value),
            Some(Kind::Black) => head.black = players.number(value),
            Some(Kind::Event) => head.event = events.number(value),
            Some(Kind::Site) => head.site = sites.number(value),
            Some(Kind::Round) => head.round = rounds.number(value),
            Some(Kind::Date) => head.date = 1 + tags::pack_date(tags::date(value)),
            Some(Kind::WhiteElo) => head.white_elo = tags::elo(value).unwrap_or(0),
            Some(Kind::BlackElo) => head.black_elo = tags::elo(value).unwrap_or(0),
            Some(Kind::Eco) => head.eco = tags::eco(value).map_or(0, |eco| eco + 1),
            _ => {}
        }
        tags::put(name, value, in_column, &mut self.layout, &mut self.tags);
    }

    /// Puts in the rest of the game whose tags were put in.
    pub fn game(&mut self, entry: &Entry<'_>, features: &Features) {
        let mut head = std::mem::take(&mut self.head);
        let [_, _, _, _, layouts, starts, sources, endings] = &mut self.dictionaries;
        head.layout = layouts.number(&self.layout);
        self.layout.clear();
        if !entry.endings.is_empty() {
            endings::write(entry.endings, &mut self.layout);
            head.ending = endings.number(&self.layout);
            self.layout.clear();
        }
        head.source = sources.number(entry.origin.source);
        head.result = tags::pack_result(entry.result);
        let is_classic = std::ptr::eq(entry.start, Position::classic());
        let number = if is_classic { Some(chess960::CLASSIC) } else { chess960::number(entry.start) };
        head.start = match number {
            Some(number) => u32::from(number),
            None => 959 + starts.number(&start_text(entry.start)),
        };
        head.opening = Opening::number_after_keys(entry.start, entry.plies());
        head.first_move = entry.moves.first().map_or(0, |mv| mv.bits());
        head.plies = entry.moves.len() as u32;
        head.line = u32::try_from(entry.origin.line).unwrap_or(0);
        (head.number, head.offset) = (entry.origin.number, entry.origin.offset);
        let items = if self.without_text { &[] } else { entry.items };
        text::encode(items, &mut self.text);
        head.flags = Flags::of(entry, items, features);
        head.features = features.to_bytes();
        self.moves.extend(entry.moves.iter().map(|mv| mv.bits()));
        self.put_keys(entry, items);
        self.heads.push(head);
        self.ends.push(Ends {
            moves: self.moves.len(),
            keys: self.keys.len(),
            tags: self.tags.len(),
            text: self.text.len(),
        });
    }

    /// Keeps the keys of a game, each once.
    fn put_keys(&mut self, entry: &Entry<'_>, items: &[Item]) {
        let first = self.keys.len();
        let mut from = 0;
        for &ply in entry.repeated {
            self.keys.extend_from_slice(entry.keys.get(from..ply as usize).unwrap_or_default());
            from = ply as usize + 1;
        }
        self.keys.extend_from_slice(entry.keys.get(from..).unwrap_or_default());
        if !self.with_variations {
            return;
        }
        let main = self.keys.len();
        variation_keys(entry.start, items, &mut self.keys);
        if self.keys.len() > main {
            let mut own = self.keys.split_off(first);
            own.sort_unstable();
            own.dedup();
            self.keys.append(&mut own);
        }
    }

    /// Puts comments before everything else in the first game: text that stood before it in the source.
    pub fn put_before_first(&mut self, comments: &[String]) {
        if self.without_text || comments.is_empty() {
            return;
        }
        let Some(head) = self.heads.first_mut() else { return };
        head.flags = head.flags.with(Flags::COMMENTS).with(Flags::TEXT);
        let mut before = Vec::new();
        for comment in comments {
            text::comment(comment, &mut before);
        }
        for ends in &mut self.ends {
            ends.text += before.len();
        }
        self.text.splice(0..0, before);
    }

    /// Puts comments behind everything else in the last game: text that stood behind it in the source.
    pub fn put_behind_last(&mut self, comments: &[String]) {
        if self.without_text || comments.is_empty() {
            return;
        }
        let begin = self.begin(self.ends.len().saturating_sub(1));
        let (Some(head), Some(ends)) = (self.heads.last_mut(), self.ends.last_mut()) else { return };
        head.flags = head.flags.with(Flags::COMMENTS).with(Flags::TEXT);
        let mut row = self.text.split_off(begin.text);
        for comment in comments {
            text::comment_behind(comment, head.plies, &mut row);
        }
        self.text.append(&mut row);
        ends.text = self.text.len();
    }

    /// Moves the games to where they are in the source: so many games, lines and bytes stand before the piece that the
    /// batch was made of.
    pub fn shift(&mut self, games: u64, lines: u64, bytes: u64) {
        for head in &mut self.heads {
            head.number += games;
            head.line = u32::try_from(u64::from(head.line) + lines).unwrap_or(0);
            head.offset += bytes;
        }
    }

    /// Plies of all games in it.
    pub fn plies(&self) -> u64 {
        self.heads.iter().map(|head| u64::from(head.plies)).sum()
    }

    /// Where the parts of game `index` begin.
    pub(crate) fn begin(&self, index: usize) -> Ends {
        index.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or_default()
    }
}

/// Appends the keys of all positions in variations.
pub(crate) fn variation_keys(start: &Position, items: &[Item], keys: &mut Vec<u64>) {
    if !items.iter().any(|item| matches!(item, Item::Open)) {
        return;
    }
    let (mut position, mut before) = (start.clone(), start.clone());
    // The lines around the one that is read: where they are, and where they were before their last move.
    let mut open: Vec<(Position, Position)> = Vec::new();
    for item in items {
        match item {
            Item::Move { facts, .. } => {
                before.clone_from(&position);
                position.play(facts.mv);
                if !open.is_empty() {
                    keys.push(position.key());
                }
            }
            Item::Open => {
                let begin = before.clone();
                open.push((std::mem::replace(&mut position, begin), before.clone()));
            }
            Item::Close => {
                if let Some(outer) = open.pop() {
                    (position, before) = outer;
                }
            }
            _ => {}
        }
    }
}

fn has(head: &Head, kind: Kind) -> bool {
    match kind {
        Kind::White => head.white != 0,
        Kind::Black => head.black != 0,
        Kind::Event => head.event != 0,
        Kind::Site => head.site != 0,
        Kind::Round => head.round != 0,
        Kind::Date => head.date != 0,
        Kind::WhiteElo => head.white_elo != 0,
        Kind::BlackElo => head.black_elo != 0,
        Kind::Eco => head.eco != 0,
        _ => false,
    }
}

/// A start position as the dictionary of starts has it: nothing of it is lost.
fn start_text(start: &Position) -> String {
    start.fen(FenStyle { rights: RightsStyle::Shredder, ep: EpStyle::Always })
}
