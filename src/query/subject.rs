//! What the filter language asks of a game, wherever the game comes from.

use std::borrow::Cow;
use std::cell::OnceCell;

use super::compare::EcoCode;
use super::event::Feature;
use super::said;
use crate::chess::{Move, Position};
use crate::notation::ending::Ending;
use crate::notation::result::GameResult;
use crate::pgn::comment_values::has_clock;
use crate::pgn::date::LaxDate;
use crate::replay::game::{Game, Item};
use crate::replay::opening::Opening;
use crate::store::Features;
use crate::store::tags::{date, elo};

/// A game as the filter language sees it. What costs something is asked for only if a term needs it.
pub trait Subject {
    /// The value of a tag, decoded; `None` if it is not there.
    fn tag(&self, name: &str) -> Option<Cow<'_, str>>;

    /// The position before the first move.
    fn start(&self) -> &Position;

    /// The moves of the main line, as far as they are legal.
    fn moves(&self) -> &[Move];

    /// How many moves there are.
    fn plies(&self) -> usize {
        self.moves().len()
    }

    /// Is there a position with this key? `None`: nobody has looked.
    fn has_key(&self, _key: u64) -> Option<bool> {
        None
    }

    /// The position behind the last move; `None`: nobody has played so far.
    fn last(&self) -> Option<&Position> {
        None
    }

    /// What happened on the board.
    fn features(&self) -> &Features;

    /// The movetext with comments, glyphs and variations; empty if it is not kept, or has nothing but moves.
    fn items(&self) -> &[Item] {
        &[]
    }

    /// Is there such a thing anywhere in the movetext?
    fn has(&self, feature: Feature) -> bool {
        said::has(feature, self.items())
    }

    /// Do comments tell the time (see [`has_clock`])?
    fn has_clocks(&self) -> bool {
        self.items().iter().any(|item| matches!(item, Item::Comment(text) if has_clock(text)))
    }

    /// The main line was read to its end.
    fn is_whole(&self) -> bool;

    /// The game says that it is Chess960, or its castling rights need it.
    fn is_chess960(&self) -> bool;

    /// The result behind the moves, else that of the tag.
    fn result(&self) -> GameResult;

    /// White's rating.
    fn white_elo(&self) -> Option<u32> {
        elo(&self.tag("WhiteElo")?).map(u32::from)
    }

    /// Black's rating.
    fn black_elo(&self) -> Option<u32> {
        elo(&self.tag("BlackElo")?).map(u32::from)
    }

    /// When it was played, as far as that is certain.
    fn date(&self) -> LaxDate {
        self.tag("Date").map_or_else(LaxDate::default, |text| date(&text))
    }

    /// The code of the tag ECO, or of the opening if there is none.
    fn eco(&self) -> Option<EcoCode> {
        let tag = self.tag("ECO").and_then(|text| EcoCode::parse(&text));
        tag.or_else(|| EcoCode::parse(self.opening()?.eco))
    }

    /// The opening that the moves lead to.
    fn opening(&self) -> Option<Opening> {
        Opening::by_number(self.opening_number())
    }

    /// The same as a line of the table of openings; 0 if there is none.
    fn opening_number(&self) -> u16 {
        Opening::number_after(self.start(), self.moves().iter().copied())
    }

    /// How it ended: the board first, then the Termination tag, then the last comment.
    fn ending(&self) -> Ending {
        let said = || {
            let tag = self.tag("Termination").and_then(|text| Ending::from_words(text.as_bytes()));
            let comment = || Ending::from_words(last_comment(self.items())?.as_bytes());
            tag.or_else(|| self.has(Feature::Comments).then(comment).flatten())
        };
        if self.is_whole() {
            let features = self.features();
            if features.is_mate {
                return Ending::Mate;
            }
            if features.is_stalemate {
                return Ending::Stalemate;
            }
            if features.is_dead {
                return said().filter(|ending| *ending == Ending::Time).unwrap_or(Ending::Dead);
            }
        }
        // Words never put a mate on the board.
        said().filter(|ending| !matches!(ending, Ending::Mate | Ending::Stalemate)).unwrap_or(Ending::Unknown)
    }
}

/// The last comment of the main line.
fn last_comment(items: &[Item]) -> Option<&str> {
    let mut depth = 0usize;
    items.iter().rev().find_map(|item| {
        match item {
            // Seen from behind.
            Item::Close => depth += 1,
            Item::Open => depth = depth.saturating_sub(1),
            Item::Comment(text) if depth == 0 => return Some(text.as_str()),
            _ => {}
        }
        None
    })
}

/// A game that was read from text.
pub struct GameSubject<'g> {
    game: &'g Game,
    moves: &'g [Move],
    features: OnceCell<Features>,
}

impl<'g> GameSubject<'g> {
    /// `moves` is memory for the moves of the main line, kept from game to game.
    pub fn new(game: &'g Game, moves: &'g mut Vec<Move>) -> GameSubject<'g> {
        moves.clear();
        moves.extend(game.moves());
        GameSubject { game, moves, features: OnceCell::new() }
    }
}

impl Subject for GameSubject<'_> {
    fn tag(&self, name: &str) -> Option<Cow<'_, str>> {
        self.game.tag(name).map(Cow::Borrowed)
    }

    fn start(&self) -> &Position {
        &self.game.start
    }

    fn moves(&self) -> &[Move] {
        self.moves
    }

    fn features(&self) -> &Features {
        self.features.get_or_init(|| Features::of(&self.game.start, self.moves))
    }

    fn items(&self) -> &[Item] {
        &self.game.items
    }

    fn is_whole(&self) -> bool {
        self.game.is_whole
    }

    fn is_chess960(&self) -> bool {
        self.game.is_chess960
    }

    fn result(&self) -> GameResult {
        self.game.result
    }
}
