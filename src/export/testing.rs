//! Games for tests: from PGN, and at random.

use proptest::prelude::*;

use super::written::{Before, Written};
use crate::check::game::CheckOptions;
use crate::check::record::read_games;
use crate::chess::{Move, Position, chess960};
use crate::notation::result::GameResult;
use crate::notation::{Language, MoveFacts};
use crate::replay::game::{Game, Item};

/// The first game of a PGN text.
pub(crate) fn game_of(pgn: &str) -> Game {
    read_games(pgn.as_bytes(), CheckOptions::default()).into_iter().next().expect("a game")
}

/// The text that a writer makes of games that are in place.
pub(crate) fn written(write: impl FnOnce(&mut Written)) -> String {
    let mut out = Written::default();
    write(&mut out);
    let mut text = String::new();
    out.fill(0..out.text.len(), Before::default(), &mut text);
    text
}

/// What the writer of a random game does next.
#[derive(Clone, Debug)]
enum Act {
    Move(usize),
    Null,
    Nag(u8),
    Comment(String),
    DrawOffer,
    Rest(String),
    Open,
    Close,
}

fn act() -> impl Strategy<Value = Act> {
    let text = || {
        prop_oneof![
            any::<String>(),
            Just("[%clk 1:02:03.40]".to_owned()),
            Just("[%eval -0.31,20] x [%clk 0:00:07]".to_owned()),
            Just("[%eval #-3]".to_owned()),
        ]
    };
    prop_oneof![
        8 => (0usize..500).prop_map(Act::Move),
        1 => Just(Act::Null),
        2 => any::<u8>().prop_map(Act::Nag),
        2 => text().prop_map(Act::Comment),
        1 => Just(Act::DrawOffer),
        1 => any::<String>().prop_map(Act::Rest),
        2 => Just(Act::Open),
        2 => Just(Act::Close),
    ]
}

/// Any game that a reader could hand over, the odd ones included.
pub(crate) fn any_game() -> impl Strategy<Value = Game> {
    let acts = proptest::collection::vec(act(), 0..60);
    let tags = proptest::collection::btree_map("[A-Za-z0-9_]{1,8}", any::<String>(), 0..4);
    (acts, tags, 0u16..1200, any::<u64>(), 0usize..7, proptest::option::of(0usize..Language::ALL.len()))
        .prop_map(|(acts, tags, start, number, result, language)| {
            let results = [
                GameResult::WhiteWins,
                GameResult::BlackWins,
                GameResult::Draw,
                GameResult::Unfinished,
                GameResult::BothLost,
                GameResult::HalfZero,
                GameResult::ZeroHalf,
            ];
            let start = chess960::start(start).unwrap_or_else(Position::start);
            Game {
                number,
                line: number / 3,
                tags: tags.into_iter().collect(),
                is_chess960: start.has_chess960_rights() || number % 5 == 0,
                language: language.map(|index| Language::ALL[index]),
                items: items(&start, acts),
                result: results[result],
                is_whole: number % 3 != 0,
                start,
                ..Game::new()
            }
        })
}

fn make(mv: Move, position: &mut Position, base: &mut Position, items: &mut Vec<Item>) {
    items.push(Item::Move { facts: MoveFacts::of(position, mv), ply: position.ply() });
    base.clone_from(position);
    position.play(mv);
}

/// The acts on the board.
fn items(start: &Position, acts: Vec<Act>) -> Vec<Item> {
    let mut items = Vec::new();
    let mut lines = vec![(start.clone(), start.clone())];
    for act in acts {
        let depth = lines.len();
        let (position, base) = lines.last_mut().expect("a line");
        match act {
            Act::Move(choice) => {
                let moves = position.legal_moves();
                if !moves.is_empty() {
                    make(moves[choice % moves.len()], position, base, &mut items);
                }
            }
            // A check cannot be passed over.
            Act::Null if position.in_check() => {}
            Act::Null => make(Move::NULL, position, base, &mut items),
            Act::Nag(nag) => items.push(Item::Nag(nag)),
            Act::Comment(text) => items.push(Item::Comment(text)),
            Act::DrawOffer => items.push(Item::DrawOffer),
            Act::Rest(text) => items.push(Item::Rest(text)),
            Act::Open => {
                items.push(Item::Open);
                let base = base.clone();
                lines.push((base.clone(), base));
            }
            Act::Close if depth > 1 => {
                items.push(Item::Close);
                lines.pop();
            }
            Act::Close => {}
        }
    }
    items.extend(lines.iter().skip(1).map(|_| Item::Close));
    items
}

/// All of a game that a reader must give back, to be compared.
pub(crate) fn facts(game: &Game) -> impl PartialEq + std::fmt::Debug + '_ {
    let fen = game.start.fen(Default::default());
    let rest = (game.is_chess960, game.language, game.result, game.is_whole);
    (game.number, game.line, &game.tags, fen, rest, &game.items)
}
