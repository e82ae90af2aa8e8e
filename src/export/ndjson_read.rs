//! Games from NDJSON: what [`super::ndjson`] writes, as it is or after `jq`.
//!
//! An object may go over several lines, as `jq` prints it. What follows from the rest is not read: `file`, `id`,
//! `plies`, `final_fen`, `ply`, `key`, `fen`. A clock or an evaluation that no comment gives becomes one; another than
//! the comment gives is an error. So is a key that is not known.

use std::borrow::Cow;
use std::ops::Range;

use super::ndjson_error::{NdjsonError, Problem, Wanted};
use super::ndjson_json::{self as json, Kind, Node};
use super::ndjson_keys::{GameKeys, Keys};
use super::ndjson_line::Lines;
use crate::check::start::names_chess960;
use crate::chess::Position;
use crate::notation::result::GameResult;
use crate::notation::{Language, result};
use crate::pgn::encoding::to_utf8;
use crate::replay::game::{Game, Item};

/// An object, and what could be read of it.
#[derive(Clone, Debug)]
pub struct ReadObject {
    /// The game. After a fault all that was read before it, and the object as it stood as [`Item::Rest`].
    pub game: Game,
    /// Its bytes in the text.
    pub place: Range<usize>,
    /// What is wrong with it.
    pub fault: Option<NdjsonError>,
}

/// Reads game after game.
#[derive(Debug)]
pub struct NdjsonReader<'t> {
    text: &'t [u8],
    at: usize,
    /// Up to here the lines were counted.
    counted: usize,
    line: u64,
    nodes: Vec<Node>,
}

impl<'t> NdjsonReader<'t> {
    /// For a text of which every game begins on a new line.
    pub fn new(text: &'t [u8]) -> NdjsonReader<'t> {
        let at = if text.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        NdjsonReader { text, at, counted: 0, line: 1, nodes: Vec::new() }
    }

    /// The same from this byte on, in which line 1 begins.
    pub fn starting_at(text: &'t [u8], at: usize) -> NdjsonReader<'t> {
        let mut reader = NdjsonReader::new(text);
        reader.at = reader.at.max(at);
        reader.counted = at;
        reader
    }

    /// Where the next game begins, or the end of the text.
    pub fn next_start(&self) -> usize {
        json::skip_blanks(self.text, self.at)
    }

    /// The error with its line; errors come in the order of the text.
    fn located(&mut self, offset: usize, path: String, problem: Problem) -> NdjsonError {
        let passed = self.text.get(self.counted..offset).unwrap_or_default();
        self.line += memchr::memchr_iter(b'\n', passed).count() as u64;
        self.counted = self.counted.max(offset);
        NdjsonError { offset, line: self.line, path, problem }
    }
}

impl Iterator for NdjsonReader<'_> {
    type Item = ReadObject;

    /// The next game. Behind one that is no JSON the reading goes on at the next line that begins with `{`.
    fn next(&mut self) -> Option<ReadObject> {
        let start = self.next_start();
        if start >= self.text.len() {
            self.at = start;
            return None;
        }
        let mut game = Game { offset: start as u64, ..Game::new() };
        let mut nodes = std::mem::take(&mut self.nodes);
        let fault = match json::read(self.text, start, &mut nodes) {
            Ok(end) => {
                self.at = end;
                let value = Value { text: self.text, nodes: &nodes };
                let fault = value.game(&mut game).err();
                fault.map(|fault| self.located(fault.offset, fault.path, fault.problem))
            }
            Err(fault) => {
                // Never back to what was read already: no text takes longer than its length.
                self.at = next_object(self.text, fault.at.saturating_sub(1).max(start));
                Some(self.located(fault.at, String::new(), Problem::NoJson(fault.expected)))
            }
        };
        self.nodes = nodes;
        let place = start..self.at;
        if fault.is_some() {
            let text = self.text.get(place.clone()).unwrap_or_default();
            game.items.push(Item::Rest(to_utf8(text.trim_ascii()).into_owned()));
            game.is_whole = false;
        }
        Some(ReadObject { game, place, fault })
    }
}

/// The next line that begins with `{`, or the end of the text.
fn next_object(text: &[u8], from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    memchr::memmem::find(rest, b"\n{").map_or(text.len(), |at| from + at + 1)
}

/// A problem, its place in the text and in the game.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) offset: usize,
    pub(super) path: String,
    pub(super) problem: Problem,
}

/// One value of JSON, by its nodes.
#[derive(Clone, Copy)]
pub(super) struct Value<'t> {
    pub(super) text: &'t [u8],
    pub(super) nodes: &'t [Node],
}

/// Places of the elements of a list.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Elements {
    next: usize,
    end: usize,
    /// How many were taken.
    pub(super) taken: usize,
}

impl<'t> Value<'t> {
    fn kind(&self, node: usize) -> Kind {
        self.nodes.get(node).map_or(Kind::Null, |node| node.kind)
    }

    /// The node behind this one and all that is in it.
    fn behind(&self, node: usize) -> usize {
        match self.kind(node) {
            Kind::List(end) | Kind::Object(end) => end,
            _ => node + 1,
        }
    }

    pub(super) fn fault(&self, node: usize, path: impl Into<String>, problem: Problem) -> Fault {
        let offset = self.nodes.get(node).map_or(self.text.len(), |node| node.place.start);
        Fault { offset, path: path.into(), problem }
    }

    /// The members of an object: keys and their values. `null` counts as absent.
    pub(super) fn members(&self, object: usize) -> Option<impl Iterator<Item = (usize, usize)>> {
        let Kind::Object(end) = self.kind(object) else { return None };
        let mut at = object + 1;
        Some(std::iter::from_fn(move || {
            let (key, value) = (at, at + 1);
            at = self.behind(value);
            (key < end).then_some((key, value))
        }))
    }

    /// Finds the keys of an object.
    pub(super) fn keys<K: Keys>(&self, object: usize, path: impl Fn() -> String) -> Result<K, Fault> {
        let mut keys = K::default();
        let Some(members) = self.members(object) else {
            return Err(self.fault(object, path(), Problem::Type(Wanted::Object)));
        };
        for (key, value) in members {
            let name = self.raw_text(key);
            let Some(slot) = keys.slot(&name) else {
                let nearest = K::nearest(&name);
                return Err(self.fault(key, path(), Problem::UnknownKey { key: name.into_owned(), nearest }));
            };
            if slot.replace(value).is_some() {
                return Err(self.fault(key, path(), Problem::DoubleKey(name.into_owned())));
            }
        }
        keys.drop_where(|value| self.kind(value) == Kind::Null);
        Ok(keys)
    }

    fn raw_text(&self, node: usize) -> Cow<'t, str> {
        let place = self.nodes.get(node).map(|node| node.place.clone());
        place.and_then(|place| json::decode(self.text, place)).unwrap_or_default()
    }

    pub(super) fn text_of(&self, node: usize) -> Result<Cow<'t, str>, Wanted> {
        if self.kind(node) == Kind::Text { Ok(self.raw_text(node)) } else { Err(Wanted::Text) }
    }

    /// The digits of a number.
    pub(super) fn digits(&self, node: usize) -> Option<&'t str> {
        let node = self.nodes.get(node).filter(|node| node.kind == Kind::Number)?;
        std::str::from_utf8(self.text.get(node.place.clone())?).ok()
    }

    pub(super) fn number<N: std::str::FromStr>(&self, node: usize, wanted: Wanted) -> Result<N, Wanted> {
        self.digits(node).and_then(|digits| digits.parse().ok()).ok_or(wanted)
    }

    pub(super) fn bool(&self, node: usize) -> Result<bool, Wanted> {
        if let Kind::Bool(value) = self.kind(node) { Ok(value) } else { Err(Wanted::Bool) }
    }

    /// The elements of a list; none if there is no list.
    pub(super) fn list(&self, list: Option<usize>) -> Result<Elements, Wanted> {
        let Some(node) = list else { return Ok(Elements::default()) };
        let Kind::List(end) = self.kind(node) else { return Err(Wanted::List) };
        Ok(Elements { next: node + 1, end, taken: 0 })
    }

    /// Takes the next element of a list.
    pub(super) fn take(&self, elements: &mut Elements) -> Option<usize> {
        if elements.next >= elements.end {
            return None;
        }
        let element = elements.next;
        elements.next = self.behind(element);
        elements.taken += 1;
        Some(element)
    }

    /// Reads into a game, as far as it goes.
    fn game(&self, game: &mut Game) -> Result<(), Fault> {
        let keys: GameKeys = self.keys(0, String::new)?;
        let wrong = |node: usize, key: &str| {
            let path = format!(".{key}");
            move |wanted| self.fault(node, path, Problem::Type(wanted))
        };
        if let Some(node) = keys.game {
            game.number = self.number(node, Wanted::WholeNumber).map_err(wrong(node, "game"))?;
        }
        if let Some(node) = keys.line {
            game.line = self.number(node, Wanted::WholeNumber).map_err(wrong(node, "line"))?;
        }
        if let Some(node) = keys.tags {
            self.tags(node, game)?;
        }
        if let Some(node) = keys.language {
            let code = self.text_of(node).map_err(wrong(node, "language"))?;
            let language = Language::parse(&code);
            let unknown = || self.fault(node, ".language", Problem::Language(code.into_owned()));
            game.language = Some(language.ok_or_else(unknown)?);
        }
        let fen = match keys.start_fen {
            Some(node) => Some((node, self.text_of(node).map_err(wrong(node, "start_fen"))?, ".start_fen")),
            None => {
                game.tag("FEN").map(|fen| (keys.tags.unwrap_or(0), Cow::Owned(fen.to_owned()), ".tags.FEN"))
            }
        };
        if let Some((node, fen, path)) = fen {
            let read = Position::from_fen(fen.as_bytes());
            game.start = read.map_err(|error| self.fault(node, path, Problem::Fen(error)))?.position;
        }
        let says_chess960 = match keys.chess960 {
            Some(node) => self.bool(node).map_err(wrong(node, "chess960"))?,
            None => game.tag("Variant").is_some_and(names_chess960),
        };
        game.is_chess960 = says_chess960 || game.start.has_chess960_rights();
        if let Some(node) = keys.whole {
            game.is_whole = self.bool(node).map_err(wrong(node, "whole"))?;
        }
        game.result = match keys.result {
            Some(node) => {
                let text = self.text_of(node).map_err(wrong(node, "result"))?;
                let read = result::parse(text.as_bytes());
                let unknown = || self.fault(node, ".result", Problem::Result(text.into_owned()));
                read.ok_or_else(unknown)?.result
            }
            None => {
                let read = game.tag("Result").and_then(|text| result::parse(text.as_bytes()));
                read.map_or(GameResult::Unfinished, |read| read.result)
            }
        };
        Lines::new(*self, game.start.clone(), &mut game.items).read(&keys)
    }

    fn tags(&self, node: usize, game: &mut Game) -> Result<(), Fault> {
        let Some(members) = self.members(node) else {
            return Err(self.fault(node, ".tags", Problem::Type(Wanted::Object)));
        };
        let mut names = std::collections::HashSet::new();
        for (key, value) in members {
            let name = self.raw_text(key).into_owned();
            if !names.insert(name.clone()) {
                return Err(self.fault(key, ".tags", Problem::DoubleKey(name)));
            }
            if self.kind(value) == Kind::Null {
                continue;
            }
            let text = self.text_of(value);
            let wrong = |wanted| self.fault(value, format!(".tags.{name}"), Problem::Type(wanted));
            let text = text.map_err(wrong)?.into_owned();
            game.tags.push((name, text));
        }
        Ok(())
    }
}
