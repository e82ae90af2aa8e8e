//! The moves of a game as JSON, variations in their places.

use std::fmt::Write as _;
use std::ops::Range;

use super::ndjson::NdjsonOptions;
use super::ndjson_text::{push_key, push_number, push_string};
use crate::chess::Position;
use crate::chess::fen::FenStyle;
use crate::notation::Style;
use crate::pgn::comment_values::{self as values, Eval};
use crate::replay::game::{Game, Item};

/// Writes from `comments` to the end of `moves`. Returns the position after the main line and its plies.
pub(super) fn write_body(game: &Game, options: NdjsonOptions, out: &mut String) -> (Position, u64) {
    let style = Style { chess960: game.is_chess960, ..Style::UCI };
    let closes = matching_closes(&game.items);
    let mut pen = Pen {
        items: &game.items,
        closes: &closes,
        first_ply: game.start.ply(),
        style,
        options,
        position: game.start.clone(),
        frames: Vec::new(),
        is_first: true,
        before: 0..0,
        plies: 0,
        out,
    };
    pen.write();
    (pen.position, pen.plies)
}

/// For every [`Item::Open`] the index of its end. Empty if there is none.
fn matching_closes(items: &[Item]) -> Vec<usize> {
    if !items.contains(&Item::Open) {
        return Vec::new();
    }
    let mut closes = vec![items.len(); items.len()];
    let mut open = Vec::new();
    for (index, item) in items.iter().enumerate() {
        match item {
            Item::Open => open.push(index),
            Item::Close => {
                if let Some(close) = open.pop().and_then(|open: usize| closes.get_mut(open)) {
                    *close = index;
                }
            }
            _ => {}
        }
    }
    closes
}

/// What stands behind a move, or in a line before its first move: a range of items and what is in it.
#[derive(Clone, Copy, Default)]
struct Tail {
    from: usize,
    end: usize,
    nags: usize,
    draw_offers: usize,
    comments: usize,
    rests: usize,
    variations: usize,
    /// The kinds come in another order than nags, draw offer, comments, rest, variations.
    is_unusual: bool,
}

impl Tail {
    fn is_only_comments(&self) -> bool {
        self.nags + self.draw_offers + self.rests + self.variations == 0
    }
}

/// Whose variations are being written.
enum Owner {
    Move,
    /// The head of the main line, which is the game.
    Game,
    /// The head of a variation, an object of its own.
    Head,
}

/// A place to come back to when a variation is written.
struct Frame {
    owner: Owner,
    /// Where its variations begin.
    base: Position,
    /// The position after it, from which its line goes on.
    after: Position,
    /// The next item to look at, and where to stop.
    next: usize,
    end: usize,
    is_first: bool,
}

/// What is to be written next.
enum Next {
    /// A line from its head on.
    Line(usize),
    /// A move, or the end of a line.
    Item(usize),
    /// The next variation of the innermost frame, if there is one.
    Variation,
    /// Nothing more.
    Nothing,
}

struct Pen<'g, 'o> {
    items: &'g [Item],
    closes: &'g [usize],
    first_ply: u32,
    style: Style,
    options: NdjsonOptions,
    position: Position,
    frames: Vec<Frame>,
    /// The list that is open has no element yet.
    is_first: bool,
    /// The comments before the next move.
    before: Range<usize>,
    plies: u64,
    out: &'o mut String,
}

impl<'g> Pen<'g, '_> {
    /// No recursion: variations may be nested to any depth.
    fn write(&mut self) {
        let mut next = self.game();
        loop {
            next = match next {
                Next::Line(at) => self.line(at),
                Next::Item(at) => self.item(at),
                Next::Variation => self.variation(),
                Next::Nothing => return,
            };
        }
    }

    /// The head of the main line. Its comments belong to the first move, if there is one.
    fn game(&mut self) -> Next {
        let head = self.tail(0);
        if head.is_only_comments() && matches!(self.items.get(head.end), Some(Item::Move { .. })) {
            self.out.push_str(",\"comments\":[],\"moves\":[");
            self.before = 0..head.end;
            return Next::Item(head.end);
        }
        self.out.push_str(",\"comments\":");
        self.comments(head.from..head.end);
        if head.nags > 0 {
            self.out.push_str(",\"nags\":");
            self.nags(&head);
        }
        self.extras(&head);
        if head.variations > 0 {
            self.out.push_str(",\"variations\":[");
            return self.variations_of(Owner::Game, self.position.clone(), self.position.clone(), &head);
        }
        self.out.push_str(",\"moves\":[");
        Next::Item(head.end)
    }

    /// A variation from its head on.
    fn line(&mut self, at: usize) -> Next {
        self.out.push('[');
        self.is_first = true;
        let head = self.tail(at);
        if head.from == head.end
            || head.is_only_comments() && matches!(self.items.get(head.end), Some(Item::Move { .. }))
        {
            self.before = head.from..head.end;
            return Next::Item(head.end);
        }
        self.is_first = false;
        self.out.push_str("{\"ply\":");
        self.ply();
        self.out.push_str(",\"nags\":");
        self.nags(&head);
        self.out.push_str(",\"comments\":");
        self.comments(head.from..head.end);
        self.extras(&head);
        self.out.push_str(",\"variations\":[");
        if head.variations > 0 {
            return self.variations_of(Owner::Head, self.position.clone(), self.position.clone(), &head);
        }
        self.out.push_str("]}");
        Next::Item(head.end)
    }

    fn item(&mut self, at: usize) -> Next {
        match self.items.get(at) {
            Some(Item::Move { .. }) => self.mv(at),
            None if self.frames.is_empty() => {
                self.out.push(']');
                Next::Nothing
            }
            None => {
                self.out.push(']');
                Next::Variation
            }
            Some(Item::Close) if !self.frames.is_empty() => {
                self.out.push(']');
                Next::Variation
            }
            // Every other item belongs to the move before it.
            Some(_) => Next::Item(at + 1),
        }
    }

    fn mv(&mut self, at: usize) -> Next {
        let Some(Item::Move { facts, .. }) = self.items.get(at) else { return Next::Item(at + 1) };
        let tail = self.tail(at + 1);
        let base = (tail.variations > 0).then(|| self.position.clone());
        if !self.is_first {
            self.out.push(',');
        }
        self.is_first = false;
        self.out.push_str("{\"ply\":");
        self.ply();
        self.out.push_str(",\"san\":\"");
        facts.write(&Style::PGN, self.out);
        self.out.push_str("\",\"uci\":\"");
        facts.write(&self.style, self.out);
        self.position.play(facts.mv);
        if self.frames.is_empty() {
            self.plies += 1;
        }
        let before = std::mem::take(&mut self.before);
        if tail.from == tail.end && before.is_empty() {
            self.out.push_str(
                "\",\"nags\":[],\"before\":[],\"comments\":[],\"clock\":null,\"eval\":null,\"key\":\"",
            );
        } else {
            self.out.push_str("\",\"nags\":");
            self.nags(&tail);
            self.out.push_str(",\"before\":");
            self.comments(before);
            self.out.push_str(",\"comments\":");
            self.comments(tail.from..tail.end);
            self.values(&tail);
            self.out.push_str(",\"key\":\"");
        }
        push_key(self.position.key(), self.out);
        self.out.push('"');
        if self.options.fens {
            self.out.push_str(",\"fen\":\"");
            self.position.write_fen(FenStyle::default(), self.out);
            self.out.push('"');
        }
        self.extras(&tail);
        self.out.push_str(",\"variations\":[");
        match base {
            Some(base) => self.variations_of(Owner::Move, base, self.position.clone(), &tail),
            None => {
                self.out.push_str("]}");
                Next::Item(tail.end)
            }
        }
    }

    fn variations_of(&mut self, owner: Owner, base: Position, after: Position, tail: &Tail) -> Next {
        self.frames.push(Frame { owner, base, after, next: tail.from, end: tail.end, is_first: true });
        Next::Variation
    }

    fn variation(&mut self) -> Next {
        let Some(frame) = self.frames.last_mut() else { return Next::Nothing };
        while frame.next < frame.end {
            let at = frame.next;
            if self.items.get(at) == Some(&Item::Open) {
                frame.next = self.closes.get(at).map_or(frame.end, |close| close + 1);
                self.position.clone_from(&frame.base);
                if !frame.is_first {
                    self.out.push(',');
                }
                frame.is_first = false;
                return Next::Line(at + 1);
            }
            frame.next += 1;
        }
        let Some(frame) = self.frames.pop() else { return Next::Nothing };
        self.position = frame.after;
        self.is_first = false;
        self.out.push_str(match frame.owner {
            Owner::Game => "],\"moves\":[",
            Owner::Move | Owner::Head => "]}",
        });
        self.is_first = matches!(frame.owner, Owner::Game);
        Next::Item(frame.end)
    }

    /// Finds what follows up to the next move of the line or its end; variations are stepped over.
    fn tail(&self, from: usize) -> Tail {
        let mut tail = Tail { from, end: from, ..Tail::default() };
        let mut rank = 0;
        loop {
            let (count, own, next) = match self.items.get(tail.end) {
                None | Some(Item::Move { .. }) => return tail,
                Some(Item::Close) if !self.frames.is_empty() => return tail,
                // Closes nothing.
                Some(Item::Close) => {
                    tail.end += 1;
                    continue;
                }
                Some(Item::Nag(_)) => (&mut tail.nags, 0, tail.end + 1),
                Some(Item::DrawOffer) => (&mut tail.draw_offers, 1, tail.end + 1),
                Some(Item::Comment(_)) => (&mut tail.comments, 2, tail.end + 1),
                Some(Item::Rest(_)) => (&mut tail.rests, 3, tail.end + 1),
                Some(Item::Open) => {
                    let close = self.closes.get(tail.end).copied().unwrap_or(tail.end);
                    (&mut tail.variations, 4, (close + 1).min(self.items.len()))
                }
            };
            *count += 1;
            tail.is_unusual |= own < rank;
            rank = own.max(rank);
            tail.end = next;
        }
    }

    /// The items of a tail, of a variation only its opening.
    fn items_in(&self, range: Range<usize>) -> impl Iterator<Item = &'g Item> + use<'g> {
        let (items, closes) = (self.items, self.closes);
        let mut at = range.start;
        std::iter::from_fn(move || {
            let item = items.get(at).filter(|_| at < range.end)?;
            at = match item {
                Item::Open => closes.get(at).map_or(range.end, |close| close + 1),
                _ => at + 1,
            };
            Some(item)
        })
    }

    fn ply(&mut self) {
        let ply = self.position.ply().saturating_sub(self.first_ply).saturating_add(1);
        push_number(u64::from(ply), self.out);
    }

    fn nags(&mut self, tail: &Tail) {
        let nags = self.items_in(tail.from..tail.end).filter_map(|item| match item {
            Item::Nag(nag) => Some(*nag),
            _ => None,
        });
        self.list(nags, |nag, out| push_number(u64::from(nag), out));
    }

    fn comments(&mut self, range: Range<usize>) {
        self.list(self.items_in(range).filter_map(comment), push_string);
    }

    fn list<T>(&mut self, values: impl Iterator<Item = T>, push: impl Fn(T, &mut String)) {
        self.out.push('[');
        for (index, value) in values.enumerate() {
            if index > 0 {
                self.out.push(',');
            }
            push(value, self.out);
        }
        self.out.push(']');
    }

    /// Clock and evaluation, the first of each that a comment gives.
    fn values(&mut self, tail: &Tail) {
        let comments =
            || self.items_in(tail.from..tail.end).filter_map(comment).filter(|text| text.contains("[%"));
        let clock = comments().find_map(values::clock);
        let eval = comments().find_map(values::eval);
        self.out.push_str(",\"clock\":");
        match clock {
            Some(clock) => {
                push_number(clock.seconds, self.out);
                if !clock.fraction.is_empty() {
                    self.out.push('.');
                    self.out.push_str(clock.fraction);
                }
            }
            None => self.out.push_str("null"),
        }
        self.out.push_str(",\"eval\":");
        let (name, number) = match eval {
            Some(Eval::Cp(number)) => ("cp", number),
            Some(Eval::Mate(number)) => ("mate", number),
            None => {
                self.out.push_str("null");
                return;
            }
        };
        let _ = write!(self.out, "{{\"{name}\":{number}}}");
    }

    /// The keys that stand only where they say something.
    fn extras(&mut self, tail: &Tail) {
        if tail.draw_offers > 0 {
            self.out.push_str(",\"draw_offer\":true");
        }
        if tail.rests > 0 {
            self.out.push_str(",\"rest\":");
            let rests = self.items_in(tail.from..tail.end).filter_map(|item| match item {
                Item::Rest(text) => Some(text.as_str()),
                _ => None,
            });
            self.list(rests, push_string);
        }
        if tail.is_unusual || tail.draw_offers > 1 {
            self.out.push_str(",\"order\":\"");
            for item in self.items_in(tail.from..tail.end) {
                self.out.push(match item {
                    Item::Nag(_) => 'n',
                    Item::DrawOffer => 'd',
                    Item::Comment(_) => 'c',
                    Item::Rest(_) => 'r',
                    Item::Open => 'v',
                    Item::Move { .. } | Item::Close => continue,
                });
            }
            self.out.push('"');
        }
    }
}

fn comment(item: &Item) -> Option<&str> {
    match item {
        Item::Comment(text) => Some(text),
        _ => None,
    }
}
