//! The moves of a game out of JSON: objects to items, every move tried on the board.

use super::ndjson_error::{Problem, Wanted};
use super::ndjson_keys::{GameKeys, MoveKeys, TailKeys};
use super::ndjson_read::{Elements, Fault, Value};
use crate::chess::{Move, Position};
use crate::notation::{self, Letters, MoveFacts, Remarks, Style};
use crate::pgn::comment_values::{self as values, Eval};
use crate::replay::game::Item;

/// What stands behind a move or before the first of a line, and how much of it was taken.
#[derive(Debug, Default)]
struct Tail {
    /// Kinds still to come, the next one last: see the key `order` of the schema.
    steps: Vec<u8>,
    nags: Elements,
    comments: Elements,
    rests: Elements,
    variations: Elements,
    /// A comment for values that no comment gives.
    extra: Option<String>,
}

/// A line that is being read.
#[derive(Debug)]
struct Frame {
    elements: Elements,
    /// Where the next move is made.
    position: Position,
    /// Where the last move was made: the begin of its variations.
    base: Position,
    tail: Tail,
}

/// Reads the lines of a game; no recursion, variations may be nested to any depth.
pub(super) struct Lines<'t, 'i> {
    value: Value<'t>,
    frames: Vec<Frame>,
    /// The tail of the game object is done, or there is none: the moves are being read.
    in_moves: bool,
    items: &'i mut Vec<Item>,
    san: String,
}

type Read<T> = Result<T, Fault>;

impl<'t, 'i> Lines<'t, 'i> {
    /// Items are appended to `items`.
    pub(super) fn new(value: Value<'t>, start: Position, items: &'i mut Vec<Item>) -> Lines<'t, 'i> {
        let main = Frame {
            elements: Elements::default(),
            base: start.clone(),
            position: start,
            tail: Tail::default(),
        };
        Lines { value, frames: vec![main], in_moves: false, items, san: String::new() }
    }

    /// Reads the game with these keys. After a fault the items are those before it, all variations closed.
    pub(super) fn read(mut self, keys: &GameKeys) -> Read<()> {
        let read = self.read_lines(keys);
        if read.is_err() {
            let open = self.frames.len().saturating_sub(1);
            self.items.extend(std::iter::repeat_n(Item::Close, open));
        }
        read
    }

    fn read_lines(&mut self, keys: &GameKeys) -> Read<()> {
        let moves = self.value.list(keys.moves);
        let moves = moves.map_err(|wanted| self.wrong(keys.moves, ".moves", wanted))?;
        let tail = self.tail(&keys.tail, None)?;
        if let Some(main) = self.frames.last_mut() {
            main.tail = tail;
        }
        loop {
            let is_main = self.frames.len() == 1;
            let Some(frame) = self.frames.last_mut() else { return Ok(()) };
            if let Some(step) = frame.tail.steps.pop() {
                self.step(step)?;
            } else if let Some(object) = self.value.take(&mut frame.elements) {
                self.object(object)?;
            } else if !is_main {
                self.frames.pop();
                self.items.push(Item::Close);
            } else if self.in_moves {
                return Ok(());
            } else {
                self.in_moves = true;
                frame.elements = moves;
            }
        }
    }

    /// The place of the object at hand, as `jq` writes it.
    fn path(&self, key: &str) -> String {
        const MOST: usize = 6;
        let mut parts = Vec::new();
        for (depth, frame) in self.frames.iter().enumerate() {
            if depth > MOST && depth + MOST < self.frames.len() {
                continue;
            }
            if depth == MOST && depth + MOST < self.frames.len() {
                parts.push("...".to_owned());
            }
            if frame.elements.taken > 0 {
                let name = if depth == 0 { ".moves" } else { "" };
                parts.push(format!("{name}[{}]", frame.elements.taken - 1));
            }
            if depth + 1 < self.frames.len() {
                parts.push(format!(".variations[{}]", frame.tail.variations.taken.saturating_sub(1)));
            }
        }
        parts.push(key.to_owned());
        parts.concat()
    }

    fn wrong(&self, node: Option<usize>, key: &str, wanted: Wanted) -> Fault {
        self.value.fault(node.unwrap_or(0), self.path(key), Problem::Type(wanted))
    }

    /// Takes what is next behind the move at hand.
    fn step(&mut self, step: u8) -> Read<()> {
        let value = self.value;
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        match step {
            b'n' => {
                if let Some(node) = value.take(&mut frame.tail.nags) {
                    let nag = value.number(node, Wanted::Nag);
                    let nag = nag.map_err(|wanted| self.wrong(Some(node), ".nags", wanted))?;
                    self.items.push(Item::Nag(nag));
                }
            }
            b'd' => self.items.push(Item::DrawOffer),
            b'c' => {
                if let Some(node) = value.take(&mut frame.tail.comments) {
                    let text =
                        value.text_of(node).map_err(|wanted| self.wrong(Some(node), ".comments", wanted))?;
                    self.items.push(Item::Comment(text.into_owned()));
                } else if let Some(extra) = frame.tail.extra.take() {
                    self.items.push(Item::Comment(extra));
                }
            }
            b'r' => {
                if let Some(node) = value.take(&mut frame.tail.rests) {
                    let text =
                        value.text_of(node).map_err(|wanted| self.wrong(Some(node), ".rest", wanted))?;
                    self.items.push(Item::Rest(text.into_owned()));
                }
            }
            _ => {
                if let Some(node) = value.take(&mut frame.tail.variations) {
                    let base = frame.base.clone();
                    let elements = value.list(Some(node));
                    let elements =
                        elements.map_err(|wanted| self.wrong(Some(node), ".variations", wanted))?;
                    self.items.push(Item::Open);
                    self.frames.push(Frame { elements, position: base.clone(), base, tail: Tail::default() });
                }
            }
        }
        Ok(())
    }

    /// A move, or the head of a line.
    fn object(&mut self, object: usize) -> Read<()> {
        let keys: MoveKeys = self.value.keys(object, || self.path(""))?;
        let Some(mv) = self.mv(&keys)? else {
            let is_first = self.frames.last().is_some_and(|frame| frame.elements.taken == 1);
            if !is_first || keys.before.or(keys.clock).or(keys.eval).is_some() {
                return Err(self.value.fault(object, self.path(""), Problem::MoveMissing));
            }
            let tail = self.tail(&keys.tail, None)?;
            if let Some(frame) = self.frames.last_mut() {
                frame.tail = tail;
            }
            return Ok(());
        };
        let before = self.value.list(keys.before);
        let mut before = before.map_err(|wanted| self.wrong(keys.before, ".before", wanted))?;
        while let Some(node) = self.value.take(&mut before) {
            let text =
                self.value.text_of(node).map_err(|wanted| self.wrong(Some(node), ".before", wanted))?;
            self.items.push(Item::Comment(text.into_owned()));
        }
        let tail = self.tail(&keys.tail, Some(&keys))?;
        if let Some(frame) = self.frames.last_mut() {
            self.items.push(Item::Move { facts: mv, ply: frame.position.ply() });
            frame.base.clone_from(&frame.position);
            frame.position.play(mv.mv);
            frame.tail = tail;
        }
        Ok(())
    }

    /// The move that `uci` and `san` give; `None` if neither is there.
    fn mv(&mut self, keys: &MoveKeys) -> Read<Option<MoveFacts>> {
        let uci = self.one_move(keys.uci, ".uci")?;
        let Some(san) = keys.san else { return Ok(uci.map(|mv| self.facts(mv))) };
        let Some(mv) = uci else {
            let san = self.one_move(Some(san), ".san")?;
            return Ok(san.map(|mv| self.facts(mv)));
        };
        let facts = self.facts(mv);
        self.san.clear();
        facts.write(&Style::PGN, &mut self.san);
        let text = self.value.text_of(san).map_err(|wanted| self.wrong(Some(san), ".san", wanted))?;
        if text != self.san && self.one_move(Some(san), ".san")? != Some(mv) {
            let uci = keys.uci.and_then(|uci| self.value.text_of(uci).ok()).unwrap_or_default();
            let problem = Problem::Disagree { uci: uci.into_owned(), san: text.into_owned() };
            return Err(self.value.fault(san, self.path(""), problem));
        }
        Ok(Some(facts))
    }

    fn facts(&self, mv: Move) -> MoveFacts {
        let position = self.frames.last().map_or(Position::classic(), |frame| &frame.position);
        MoveFacts::of(position, mv)
    }

    /// Reads a move in coordinates or in English notation.
    fn one_move(&self, node: Option<usize>, key: &str) -> Read<Option<Move>> {
        let (Some(node), Some(frame)) = (node, self.frames.last()) else { return Ok(None) };
        let text = self.value.text_of(node).map_err(|wanted| self.wrong(Some(node), key, wanted))?;
        if text == "0000" {
            return Ok(Some(Move::NULL));
        }
        let parsed = notation::parse(text.as_bytes(), Letters::of(notation::Language::English));
        let Some(parsed) = parsed.ok().filter(|parsed| parsed.consumed == text.len()) else {
            return Err(self.value.fault(node, self.path(key), Problem::NoMove(text.into_owned())));
        };
        match notation::resolve(&frame.position, &parsed) {
            Ok(resolved) if !resolved.remarks.has(Remarks::MISSING_PROMOTION) => Ok(Some(resolved.mv)),
            _ => Err(self.value.fault(node, self.path(key), Problem::IllegalMove(text.into_owned()))),
        }
    }

    /// The tail with these keys; of a move with its clock and evaluation.
    fn tail(&self, keys: &TailKeys, mv: Option<&MoveKeys>) -> Read<Tail> {
        let list = |node: Option<usize>, key: &str| {
            self.value.list(node).map_err(|wanted| self.wrong(node, key, wanted))
        };
        let mut tail = Tail {
            nags: list(keys.nags, ".nags")?,
            comments: list(keys.comments, ".comments")?,
            rests: list(keys.rest, ".rest")?,
            variations: list(keys.variations, ".variations")?,
            extra: None,
            steps: Vec::new(),
        };
        if let Some(mv) = mv {
            tail.extra = self.extra(mv, tail.comments)?;
        }
        let draws = match keys.draw_offer {
            Some(node) => {
                self.value.bool(node).map_err(|wanted| self.wrong(Some(node), ".draw_offer", wanted))?
            }
            None => false,
        };
        let mut order = match keys.order {
            Some(node) => {
                let text =
                    self.value.text_of(node).map_err(|wanted| self.wrong(Some(node), ".order", wanted))?;
                if let Some(letter) = text.chars().find(|letter| !"ndcrv".contains(*letter)) {
                    return Err(self.value.fault(node, self.path(".order"), Problem::Order(letter)));
                }
                text.into_owned().into_bytes()
            }
            None => Vec::new(),
        };
        let count = |elements: Elements| {
            let mut elements = elements;
            std::iter::from_fn(move || self.value.take(&mut elements)).count()
        };
        // What `order` leaves out follows in the usual order; what is not there is passed over.
        if !draws {
            order.retain(|letter| *letter != b'd');
        } else if !order.contains(&b'd') {
            order.extend(std::iter::repeat_n(b'n', count(tail.nags)));
            order.push(b'd');
        }
        let extra = usize::from(tail.extra.is_some());
        for (letter, times) in [
            (b'n', count(tail.nags)),
            (b'c', count(tail.comments) + extra),
            (b'r', count(tail.rests)),
            (b'v', count(tail.variations)),
        ] {
            order.extend(std::iter::repeat_n(letter, times));
        }
        order.reverse();
        tail.steps = order;
        Ok(tail)
    }

    /// A comment with the clock and the evaluation of a move as far as no comment gives them.
    fn extra(&self, keys: &MoveKeys, comments: Elements) -> Read<Option<String>> {
        if keys.clock.is_none() && keys.eval.is_none() {
            return Ok(None);
        }
        let mut rest = comments;
        let texts: Vec<_> = std::iter::from_fn(|| self.value.take(&mut rest))
            .filter_map(|node| self.value.text_of(node).ok())
            .collect();
        let mut parts = Vec::new();
        if let Some(node) = keys.eval {
            let eval = self.eval(node)?;
            match texts.iter().find_map(|text| values::eval(text)) {
                Some(commented) if commented != eval => {
                    return Err(self.value.fault(node, self.path(".eval"), Problem::NotAsCommented));
                }
                Some(_) => {}
                None => parts.push(match eval {
                    Eval::Mate(moves) => format!("[%eval #{moves}]"),
                    Eval::Cp(cp) => {
                        let sign = if cp < 0 { "-" } else { "" };
                        let cp = cp.unsigned_abs();
                        format!("[%eval {sign}{}.{:02}]", cp / 100, cp % 100)
                    }
                }),
            }
        }
        if let Some(node) = keys.clock {
            let (seconds, fraction) = self.clock(node)?;
            match texts.iter().find_map(|text| values::clock(text)) {
                Some(commented) => {
                    let is_same = commented.seconds == seconds
                        && commented.fraction.trim_end_matches('0') == fraction.trim_end_matches('0');
                    if !is_same {
                        return Err(self.value.fault(node, self.path(".clock"), Problem::NotAsCommented));
                    }
                }
                None => {
                    let dot = if fraction.is_empty() { "" } else { "." };
                    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
                    parts.push(format!("[%clk {hours}:{minutes:02}:{:02}{dot}{fraction}]", seconds % 60));
                }
            }
        }
        Ok((!parts.is_empty()).then(|| parts.join(" ")))
    }

    fn clock(&self, node: usize) -> Read<(u64, &'t str)> {
        let digits = self.value.digits(node).unwrap_or_default();
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let is_fraction = fraction.len() <= 9 && fraction.bytes().all(|byte| byte.is_ascii_digit());
        match whole.parse() {
            Ok(seconds) if is_fraction && !whole.starts_with('-') => Ok((seconds, fraction)),
            _ => Err(self.wrong(Some(node), ".clock", Wanted::Seconds)),
        }
    }

    fn eval(&self, node: usize) -> Read<Eval> {
        let wrong = || self.wrong(Some(node), ".eval", Wanted::Eval);
        let mut members = self.value.members(node).ok_or_else(wrong)?;
        let (Some((key, value)), None) = (members.next(), members.next()) else { return Err(wrong()) };
        let number = self.value.number(value, Wanted::Eval).map_err(|_| wrong())?;
        match self.value.text_of(key).as_deref() {
            Ok("cp") => Ok(Eval::Cp(number)),
            Ok("mate") => Ok(Eval::Mate(number)),
            _ => Err(wrong()),
        }
    }
}
