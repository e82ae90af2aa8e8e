//! Listings: games in text that is not PGN, as books, score sheets and web pages have them.

mod heading;
mod html;
mod html_tags;
mod places;
mod reader;
mod scan;
#[cfg(test)]
mod tests;
mod tree;
mod word;

use std::ops::Range;

use crate::chess::Position;
use crate::notation::result::GameResult;
use crate::notation::{Language, Letters, Style, Tongues};
use crate::replay::game::{Game, Item};
use heading::read_heading;
pub use html::{looks_like_html, read_text_or_page};
use reader::{Attempt, Break, Reader};
use scan::{Kind, Token, scan, scan_for_words};
use word::{find, opens, prose};

/// How a text is read.
#[derive(Clone, Debug, Default)]
pub struct ListingOptions {
    /// The language of the moves; `None`: game by game the one that reads most.
    pub language: Option<Language>,
    /// The position before the first move of every game; `None`: the classic one.
    pub start: Option<Position>,
}

/// What a text holds. All of it is in the games, but for blanks, separators and move numbers.
#[derive(Debug, Default)]
pub struct Listing {
    /// The games. Text around them is in the game behind it, as tags and comments; behind the last game, in that game;
    /// without any game, in one game without moves.
    pub games: Vec<ListedGame>,
    /// What could not be read, in the order of the text.
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ListingFault {
    /// Numbered moves whose start position nobody tells; the number.
    Fragment(u32),
    /// Moves are missing; plies that were expected and found, counted from the beginning of move 1.
    Gap {
        /// The ply that would come next.
        expected: u32,
        /// The ply that is there.
        found: u32,
    },
    /// A move that cannot be made.
    Illegal,
    /// There is no game at all.
    NoGame,
}

/// Reads all games of a text.
pub fn read_listing(text: &str, options: &ListingOptions) -> Listing {
    let tokens = scan(text);
    let start = options.start.clone().unwrap_or_else(Position::start);
    let mut reading = Listings {
        text,
        tokens: &tokens,
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

struct Listings<'t> {
    text: &'t str,
    tokens: &'t [Token],
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
            if opens(self.text, self.tokens, at, &self.start, &self.letters, true) {
                let opening = token.start;
                let (attempt, table) = self.best(at);
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

    /// The attempt that reads most of the game that begins at this token, and its table.
    fn best(&mut self, first: usize) -> (Attempt, usize) {
        let attempt = |table: usize| {
            let letters = self.letters.get(table).copied().unwrap_or(Letters::english_german());
            Reader::read(self.text, self.tokens, first, &self.start, letters)
        };
        let is_good = |attempt: &Attempt| attempt.broken.is_none() && attempt.doubts == 0;
        let mut best = (attempt(self.preferred), self.preferred);
        let mut table = 0;
        while !is_good(&best.0) && table < self.letters.len() {
            if table != self.preferred {
                let other = attempt(table);
                let rank = |attempt: &Attempt| {
                    (attempt.tree.main_moves(), attempt.tree.moves(), usize::MAX - attempt.doubts)
                };
                if rank(&other) > rank(&best.0) {
                    best = (other, table);
                }
            }
            table += 1;
        }
        self.preferred = best.1;
        best
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
        let plies = attempt.tree.main_moves() as u32;
        game.items.extend(attempt.tree.into_items(kept_line));
        game.language = self.language(table, attempt.tongues);
        game.is_whole = attempt.broken.is_none();
        game.result = match (attempt.result, game.result) {
            (Some(result), _) => result,
            (None, GameResult::Unfinished) => on_board(&game),
            (None, told) => told,
        };
        if let Some((_, span, cause)) = attempt.broken {
            let kind = match cause {
                Break::Illegal => ListingFault::Illegal,
                Break::Gap { expected, found } => ListingFault::Gap { expected, found },
            };
            let index = self.listing.games.len();
            self.listing.findings.push(ListingFinding {
                span,
                game: Some(index),
                ply: Some(plies + 1),
                kind,
            });
        }
        self.listing.games.push(ListedGame { game, place: self.done..attempt.done });
        self.done = attempt.done;
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

/// A line in place of a move that never came.
fn kept_line(items: &[Item]) -> Item {
    let mut text = String::new();
    for item in items {
        match item {
            Item::Move { facts, .. } => {
                text.push(' ');
                facts.write(&Style::PGN, &mut text);
            }
            Item::Comment(comment) | Item::Rest(comment) => {
                text.push(' ');
                text.push_str(comment);
            }
            _ => {}
        }
    }
    Item::Comment(text.trim().to_owned())
}

/// The result that mate or stalemate gives.
fn on_board(game: &Game) -> GameResult {
    use crate::chess::Color;
    let position = game.final_position();
    match (position.has_legal_move(), position.in_check(), position.turn()) {
        (true, ..) => GameResult::Unfinished,
        (false, false, _) => GameResult::Draw,
        (false, true, Color::White) => GameResult::BlackWins,
        (false, true, Color::Black) => GameResult::WhiteWins,
    }
}
