//! Listings: games in text that is not PGN, as books, score sheets and web pages have them.

mod bridge;
mod heading;
mod html;
mod html_tags;
mod mend;
mod places;
mod reader;
#[cfg(test)]
mod repair_tests;
mod scan;
#[cfg(test)]
mod scan_tests;
mod shape;
#[cfg(test)]
mod tests;
mod tree;
mod word;

use std::ops::Range;

use crate::chess::{Color, Position};
use crate::notation::result::GameResult;
use crate::notation::{Damage, Language, Letters, MoveFacts, Tongues};
use crate::replay::game::{Game, Item};
pub use bridge::Bridges;
use bridge::Tries;
use heading::read_heading;
pub use html::{looks_like_html, read_text_or_page};
use mend::{Mended, Repairs, Undecided};
use reader::{Attempt, Break, Reader};
use scan::{Kind, Token, scan, scan_damaged, scan_for_words};
use tree::kept_line;
use word::{find, number_start, opens, opens_damaged, prose};

/// How a text is read.
#[derive(Clone, Debug, Default)]
pub struct ListingOptions {
    /// The language of the moves; `None`: game by game the one that reads most.
    pub language: Option<Language>,
    /// The position before the first move of every game; `None`: the classic one.
    pub start: Option<Position>,
    /// Where a move is due and exactly one legal move fits a damaged word, that move is made.
    pub repair: bool,
}

/// What a text holds. All of it is in the games, but for blanks, separators and move numbers.
#[derive(Debug, Default)]
pub struct Listing {
    /// The games. Text around them is in the game behind it, as tags and comments; behind the last game, in that game;
    /// without any game, in one game without moves.
    pub games: Vec<ListedGame>,
    /// What could not be read, or only with repairs; in the order of the text.
    pub findings: Vec<ListingFinding>,
}

/// A game and where it stands.
#[derive(Debug)]
pub struct ListedGame {
    /// The game.
    pub game: Game,
    /// Its bytes, from the end of the game before on.
    pub place: Range<usize>,
}

/// Something that could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListingFinding {
    /// Byte offsets.
    pub span: Range<usize>,
    /// Index of the game it is about; `None` outside games.
    pub game: Option<usize>,
    /// The move, 1 for the first one of the game.
    pub ply: Option<u32>,
    /// What it is.
    pub kind: ListingFault,
}

/// What can be wrong with a listing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ListingFault {
    /// Numbered moves whose start position nobody tells; the number.
    Fragment(u32),
    /// Moves are missing; plies that were expected and found, counted from the beginning of move 1.
    Gap {
        /// The ply that would come next.
        expected: u32,
        /// The ply that is there.
        found: u32,
        /// Moves that fit between.
        bridges: Bridges,
    },
    /// A damaged word was read as the one move that it can be.
    Repaired {
        /// The move.
        mv: MoveFacts,
        /// What was wrong with the word.
        damages: Vec<Damage>,
        /// Number and side of the later move at which the game breaks off, if it does.
        breaks_off: Option<(u32, Color)>,
    },
    /// A damaged word that can be any of several moves, or one that what follows does not fit. None was made.
    Undecided {
        /// The moves.
        moves: Vec<MoveFacts>,
    },
    /// A move that cannot be made.
    Illegal,
    /// There is no game at all.
    NoGame,
}

/// Reads all games of a text.
pub fn read_listing(text: &str, options: &ListingOptions) -> Listing {
    let tokens = scan(text);
    let mut start = options.start.clone().unwrap_or_else(Position::start);
    if options.start.is_some() {
        number_start(text, &tokens, &mut start);
    }
    let damaged = options.repair.then(|| scan_damaged(text));
    let mut reading = Listings {
        text,
        tokens: &tokens,
        damaged: damaged.as_deref(),
        tries: Tries::of(text),
        start,
        letters: tables(options.language),
        preferred: 0,
        listing: Listing::default(),
        done: 0,
        line: 1,
        counted: 0,
    };
    reading.all();
    reading.listing
}

/// The reading tables to try, the likeliest first.
fn tables(language: Option<Language>) -> Vec<&'static Letters> {
    match language {
        Some(language) => vec![Letters::of(language)],
        None => std::iter::once(Letters::english_german())
            // English and German are read together; Swedish, Danish and Norwegian have the German letters, Italian the
            // Spanish ones, and figurines are read by all.
            .chain(
                Language::ALL.into_iter().filter(|language| !is_read_by_others(*language)).map(Letters::of),
            )
            .collect(),
    }
}

fn is_read_by_others(language: Language) -> bool {
    use Language::{Danish, English, Figurine, German, Italian, Norwegian, Swedish};
    matches!(language, English | German | Swedish | Danish | Norwegian | Italian | Figurine)
}

/// Is this the beginning of a text that has to be read as a listing: no tag pairs, and not only movetext of PGN?
/// `is_whole`: there is no more of it.
pub fn looks_like_listing(head: &str, is_whole: bool) -> bool {
    if has_tag_pair(head) {
        return false;
    }
    let (tokens, has_words) = scan_for_words(head);
    let has_numbers = tokens.iter().any(|token| matches!(token.kind, Kind::Number { .. }));
    let is_odd = |token: &Token| {
        matches!(token.kind, Kind::Open { .. }) && head.as_bytes().get(token.start) == Some(&b'[')
    };
    let mut is_open = false;
    let begins_anew = tokens.iter().any(|token| match token.kind {
        Kind::Number { value: 1, dots: 0 | 1 } => std::mem::replace(&mut is_open, true),
        Kind::Result { .. } => {
            is_open = false;
            false
        }
        _ => false,
    });
    if !tokens.iter().any(|token| token.kind == Kind::Move) {
        // Words and no moves: a text that was seen to its end holds no PGN either.
        return is_whole && has_words;
    }
    // Moves from the middle of a game.
    let is_fragment = matches!(tokens.first(), Some(Token { kind: Kind::Number { value: 2.., .. }, .. }));
    has_words || !has_numbers || begins_anew || is_fragment || tokens.iter().any(is_odd)
}

/// A line that begins like `[Event "`.
fn has_tag_pair(text: &str) -> bool {
    text.lines().any(|line| {
        let Some(inside) = line.trim_start_matches(['\u{FEFF}', ' ', '\t']).strip_prefix('[') else {
            return false;
        };
        let name = inside.trim_start();
        let value = name.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
        value.len() < name.len() && value.trim_start().starts_with('"')
    })
}

/// Which of two attempts is the better one.
fn rank(attempt: &Attempt) -> (usize, usize, usize) {
    (attempt.tree.main_moves(), attempt.tree.moves(), usize::MAX - attempt.doubts)
}

struct Listings<'t> {
    text: &'t str,
    tokens: &'t [Token],
    /// The tokens with those words that look like damaged moves, if they are to be repaired.
    damaged: Option<&'t [Token]>,
    /// How much work may still be spent on bridges.
    tries: Tries,
    start: Position,
    letters: Vec<&'static Letters>,
    /// The table that read the game before.
    preferred: usize,
    listing: Listing,
    /// Text up to here is in the games so far.
    done: usize,
    /// The line on which `counted` is, 1-based.
    line: u64,
    counted: usize,
}

impl Listings<'_> {
    fn all(&mut self) {
        let mut at = 0;
        // Where the text behind the last game that could not be read any more begins.
        let mut is_broken = false;
        let mut fragment_end = 0;
        while let Some(token) = self.tokens.get(at) {
            if let Some((attempt, table)) = self.best(at) {
                let opening = token.start;
                self.between(opening, is_broken, true);
                at = attempt.next.max(at + 1);
                is_broken = attempt.broken.is_some();
                self.game(attempt, table, opening);
                continue;
            }
            if at >= fragment_end {
                fragment_end = self.fragment(at);
            }
            at += 1;
        }
        self.between(self.text.len(), is_broken, false);
    }

    /// The attempt that reads most of the game that begins at this token, and its table; `None` if none begins there.
    fn best(&mut self, first: usize) -> Option<(Attempt, usize)> {
        let is_good = |attempt: &Attempt| attempt.broken.is_none() && attempt.doubts == 0;
        let mut best: Option<(Attempt, usize)> = None;
        // Main line moves that each table read; damaged words are read with those that read most.
        let mut reach = Vec::new();
        if opens(self.text, self.tokens, first, &self.start, &self.letters, true) {
            for table in self.tables() {
                let letters = self.letters.get(table..=table).unwrap_or_default();
                // Where no game begins, a table would read on to the end of the text for nothing.
                if !opens(self.text, self.tokens, first, &self.start, letters, true) {
                    continue;
                }
                let other = self.attempt(self.tokens, first, table, false);
                reach.push((table, other.tree.main_moves()));
                let is_last = is_good(&other);
                if best.as_ref().is_none_or(|(best, _)| rank(&other) > rank(best)) {
                    best = Some((other, table));
                }
                if is_last {
                    break;
                }
            }
        }
        match &best {
            Some((attempt, table)) => {
                self.preferred = *table;
                let most = attempt.tree.main_moves();
                reach.retain(|(_, moves)| *moves == most);
            }
            None if self.damaged.is_some() => reach.extend(self.tables().map(|table| (table, 0))),
            None => {}
        }
        match self.damaged {
            Some(damaged) => self.mended(damaged, first, best, &reach),
            None => best,
        }
    }

    /// All tables, first the one that read the game before.
    fn tables(&self) -> impl Iterator<Item = usize> + use<> {
        let preferred = self.preferred;
        std::iter::once(preferred).chain((0..self.letters.len()).filter(move |table| *table != preferred))
    }

    fn attempt(&self, tokens: &[Token], first: usize, table: usize, repairs: bool) -> Attempt {
        let letters = self.letters.get(table).copied().unwrap_or(Letters::english_german());
        Reader::read(self.text, tokens, first, &self.start, letters, repairs)
    }

    /// The same with repairs, if more can be read with them, or something can be told of damaged words. Letters of
    /// another language are a kind of damage too: the table with the fewest is the right one.
    fn mended(
        &self,
        tokens: &[Token],
        first: usize,
        plain: Option<(Attempt, usize)>,
        tables: &[(usize, usize)],
    ) -> Option<(Attempt, usize)> {
        let opening = self.tokens.get(first)?.start;
        let begin = tokens.partition_point(|token| token.start < opening);
        let moves = |attempt: &Attempt| (attempt.tree.main_moves(), attempt.tree.moves());
        let few = |attempt: &Attempt| (attempt.tree.main_moves(), usize::MAX - attempt.repairs.list.len());
        let mut mended: Option<(Attempt, usize)> = None;
        for &(table, _) in tables {
            let Some(&letters) = self.letters.get(table) else { continue };
            if !opens_damaged(self.text, tokens, begin, &self.start, letters) {
                continue;
            }
            let other = self.attempt(tokens, begin, table, true);
            if other.tree.main_moves() == 0 {
                continue;
            }
            if mended.as_ref().is_none_or(|(mended, _)| few(&other) > few(mended)) {
                mended = Some((other, table));
            }
        }
        let Some((mut mended, table)) = mended else { return plain };
        let says_more = !mended.repairs.list.is_empty() || mended.repairs.undecided.is_some();
        if plain.as_ref().is_some_and(|(plain, _)| !says_more || moves(&mended) < moves(plain)) {
            return plain;
        }
        let end = tokens.get(mended.next).map_or(self.text.len(), |token| token.start);
        mended.next = self.tokens.partition_point(|token| token.start < end);
        Some((mended, table))
    }

    /// Numbered moves that belong to no game; answers the index of the token behind them.
    fn fragment(&mut self, at: usize) -> usize {
        let run = |index: usize| {
            let token = self.tokens.get(index)?;
            let is_next = index == at || !token.words_before;
            is_next.then_some(token)
        };
        let (Some(token), Some(word)) = (run(at), run(at + 1)) else { return at + 1 };
        let Kind::Number { value, dots } = token.kind else { return at + 1 };
        if word.kind != Kind::Move || dots == 0 && !token.is_line_start || value == 0 {
            return at + 1;
        }
        let mut index = at + 1;
        let mut end = word.end;
        while let Some(token) = run(index) {
            if !matches!(
                token.kind,
                Kind::Number { .. } | Kind::Move | Kind::Files | Kind::Nag(_) | Kind::Sign(_)
            ) {
                break;
            }
            end = token.end;
            index += 1;
        }
        // Moves that could be made are no fragment, only an example too short to be a game.
        if value.saturating_sub(1).saturating_mul(2) != self.start.ply()
            || find(self.text, word, &self.start, Letters::english_german()).is_none()
        {
            self.listing.findings.push(ListingFinding {
                span: token.start..end,
                game: None,
                ply: None,
                kind: ListingFault::Fragment(value),
            });
        }
        index
    }

    /// The text between the game before and `until`, which is where the next game begins, or the end.
    fn between(&mut self, until: usize, is_broken: bool, is_before_game: bool) {
        let text = self.text.get(self.done..until).unwrap_or_default();
        let split = if is_before_game {
            self.done + heading::begin(text, !self.listing.games.is_empty())
        } else {
            until
        };
        let behind = self.text.get(self.done..split).unwrap_or_default();
        let Some(last) = self.listing.games.last_mut() else {
            if !is_before_game {
                self.no_game();
            }
            return;
        };
        if let Some(text) = prose(behind) {
            last.game.items.push(if is_broken { Item::Rest(text) } else { Item::Comment(text) });
        }
        last.place.end = split;
        self.done = split;
    }

    /// A text without a game.
    fn no_game(&mut self) {
        self.done = self.text.len();
        let Some(text) = prose(self.text) else { return };
        let mut game = Game::new();
        game.items.push(Item::Rest(text));
        game.is_whole = false;
        self.listing.games.push(ListedGame { game, place: 0..self.text.len() });
        let span = self.text.len() - self.text.trim_start().len();
        self.listing.findings.push(ListingFinding {
            span: span..span,
            game: None,
            ply: None,
            kind: ListingFault::NoGame,
        });
    }

    /// Adds a game whose moves begin at byte `opening`.
    fn game(&mut self, attempt: Attempt, table: usize, opening: usize) {
        let mut game = Game::new();
        game.number = self.listing.games.len() as u64 + 1;
        game.offset = opening as u64;
        game.line = self.line_of(opening);
        game.start = self.start.clone();
        game.is_chess960 = self.start.has_chess960_rights();
        let heading = self.text.get(self.done..opening).unwrap_or_default();
        read_heading(heading, &mut game);
        let (first, plies) = (self.listing.findings.len(), attempt.tree.main_moves() as u32);
        let letters = self.letters.get(table).copied().unwrap_or(Letters::english_german());
        game.is_whole = attempt.broken.is_none();
        let index = self.listing.games.len();
        let tree = attempt.tree;
        let last = tree.line(0).and_then(|line| line.position(line.len())).unwrap_or(&self.start).clone();
        self.repairs(attempt.repairs, index, (!game.is_whole).then_some(&last), plies);
        if let Some((from, span, cause)) = attempt.broken {
            let kind = match cause {
                Break::Illegal => ListingFault::Illegal,
                Break::Gap { expected, found } => {
                    let rest = bridge::Rest { text: self.text, tokens: self.tokens, from, ply: found };
                    let bridges = rest.bridges(&last, letters, &mut self.tries);
                    ListingFault::Gap { expected, found, bridges }
                }
            };
            self.listing.findings.push(ListingFinding {
                span,
                game: Some(index),
                ply: Some(plies + 1),
                kind,
            });
        }
        if let Some(new) = self.listing.findings.get_mut(first..) {
            new.sort_by_key(|finding| finding.span.start);
        }
        game.items.extend(tree.into_items(kept_line));
        game.language = self.language(table, attempt.tongues);
        game.result = match (attempt.result, game.result) {
            (Some(result), _) => result,
            (None, GameResult::Unfinished) => GameResult::on_board(&game.final_position()),
            (None, told) => told,
        };
        self.listing.games.push(ListedGame { game, place: self.done..attempt.done });
        self.done = attempt.done;
    }

    /// Reports what was made of the damaged words of a game; `stop`: the position in which it breaks off.
    fn repairs(&mut self, repairs: Repairs, game: usize, stop: Option<&Position>, plies: u32) {
        let breaks_off = stop.map(|position| (position.fullmove_number(), position.turn()));
        for Mended { span, facts, damages, ply } in repairs.list {
            let kind = ListingFault::Repaired { mv: facts, damages, breaks_off };
            self.listing.findings.push(ListingFinding { span, game: Some(game), ply: Some(ply), kind });
        }
        // Where the main line went on later, the word was no move.
        if let Some(Undecided { span, moves, made }) = repairs.undecided
            && made == plies as usize
        {
            let kind = ListingFault::Undecided { moves };
            self.listing.findings.push(ListingFinding { span, game: Some(game), ply: Some(plies + 1), kind });
        }
    }

    fn line_of(&mut self, at: usize) -> u64 {
        let text = self.text.as_bytes().get(self.counted..at).unwrap_or_default();
        self.line += memchr::memchr_iter(b'\n', text).count() as u64;
        self.counted = self.counted.max(at);
        self.line
    }

    /// The language of a table; of the merged one, that whose letters the game shows.
    fn language(&self, table: usize, tongues: Tongues) -> Option<Language> {
        let letters = self.letters.get(table)?;
        match (letters.second(), tongues.first, tongues.second) {
            (None, ..) | (_, true, false) => Some(letters.first()),
            (second, false, true) => second,
            _ => None,
        }
    }
}
