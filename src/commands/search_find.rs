//! Looks for all questions of a run in one game after the other, and writes what was found.
//!
//! Wherever a game comes from, it is looked at as a [`Subject`] first; only what [`Finder::look`] asks for needs to be
//! there when it is written.

use std::ops::Range;
use std::sync::Arc;

use super::search_options::{Query, SearchFormat, SearchOptions};
use crate::check::plain::PlainGame;
use crate::chess::Move;
use crate::export::hits::Sighting;
use crate::export::pgn::{self, PgnOptions};
use crate::export::plain::PlainWriter;
use crate::export::written::Written;
use crate::query::{GameSubject, Hit, Matcher, Subject};
use crate::replay::game::{Game, Item};

/// What is written of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// Nothing: it is only counted.
    Nothing,
    Ids,
    Pgn,
    Objects,
    Rows,
    Fens,
    Boards,
    Pictures,
}

/// How a run searches and writes; the same for all sources and workers.
#[derive(Clone, Debug)]
pub(super) struct Making {
    pub(super) queries: Vec<Query>,
    form: Form,
    /// What stands behind a name.
    end: char,
    all: bool,
    mark: bool,
    sort: Option<String>,
    rest: bool,
    tallies: bool,
}

/// What has to be there of a game for it to be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Need {
    /// It need not be written.
    Nothing,
    /// What was looked at.
    Subject,
    /// All of it.
    Game,
}

/// All of a game.
#[derive(Clone, Copy)]
pub(super) enum Whole<'g> {
    Game(&'g Game),
    /// One that can be copied as it stands.
    Plain(&'g PlainGame<'g>),
}

/// Where a game comes from; number and line are 1-based, those within its piece or, where there are no pieces, within
/// its source.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin<'g> {
    pub(super) source: &'g str,
    pub(super) number: u64,
    pub(super) line: u64,
    /// The byte of the text at hand with which it begins; of a stored game nobody asks.
    pub(super) offset: u64,
}

/// A game in which something was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Found {
    /// Its number, see [`Origin`].
    pub(super) number: u64,
    /// Where it begins, see [`Origin`].
    pub(super) offset: u64,
    /// Index of the question; that behind the last one: it is of the rest, which no question matches.
    pub(super) query: usize,
    /// Plies at which it was found.
    pub(super) hits: u64,
    /// Its part of the written text.
    pub(super) text: Range<usize>,
    /// What it is sorted by.
    pub(super) sort: String,
}

/// What was found in a piece of a source.
#[derive(Debug, Default)]
pub(super) struct Findings {
    pub(super) written: Written,
    /// In the order of the games, those of one game in the order of the questions.
    pub(super) found: Vec<Found>,
    /// Games that were looked at.
    pub(super) games: u64,
    /// Where the text at hand begins in its source.
    pub(super) base: u64,
    /// Games found besides, of which nobody wants to know anything but their number.
    pub(super) tally: u64,
}

impl Making {
    pub(super) fn new(options: &SearchOptions) -> Making {
        let form = match options.format {
            _ if options.reading.quiet || options.listed.is_some() => Form::Nothing,
            _ if options.svg.is_some() => Form::Pictures,
            SearchFormat::Count => Form::Nothing,
            SearchFormat::Pgn => Form::Pgn,
            SearchFormat::Ids => Form::Ids,
            SearchFormat::Ndjson => Form::Objects,
            SearchFormat::Table | SearchFormat::Csv => Form::Rows,
            SearchFormat::Fen => Form::Fens,
            SearchFormat::Board => Form::Boards,
        };
        Making {
            queries: options.queries.clone(),
            form,
            end: if options.null { '\0' } else { '\n' },
            all: options.all,
            mark: options.mark,
            sort: options.sort.clone(),
            rest: options.rest.is_some(),
            tallies: Making::tallies_for(options),
        }
    }

    /// Are games wanted that no question finds?
    pub(super) fn wants_rest(&self) -> bool {
        self.rest
    }

    /// Does nothing matter but how many games the only question finds, so that [`Findings::tally`] is enough?
    pub(super) fn only_tallies(&self) -> bool {
        self.tallies
    }

    fn tallies_for(options: &SearchOptions) -> bool {
        let is_count =
            options.format == SearchFormat::Count && options.svg.is_none() && !options.reading.quiet;
        let takes_some = options.ids.is_some() || options.offset > 0 || options.limit.is_some();
        let takes_all = !takes_some && options.sample.is_none() && options.listed.is_none();
        is_count && takes_all && !options.all && options.rest.is_none() && options.queries.len() == 1
    }

    /// Are games written, as PGN?
    pub(super) fn writes_games(&self) -> bool {
        self.form == Form::Pgn || self.rest
    }

    /// Is nothing told of a game but that it is there?
    pub(super) fn only_names(&self) -> bool {
        matches!(self.form, Form::Nothing | Form::Ids) && self.sort.is_none() && !self.rest
    }

    /// Is told on which line a game begins?
    pub(super) fn needs_lines(&self) -> bool {
        matches!(self.form, Form::Objects | Form::Rows)
    }
}

/// Looks for the questions; every worker has its own.
pub(super) struct Finder {
    making: Arc<Making>,
    matchers: Vec<Matcher>,
    /// Where the game looked at last was found, by question.
    hits: Vec<Vec<Hit>>,
    plain: Option<PlainWriter>,
    moves: Vec<Move>,
}

impl Finder {
    pub(super) fn new(making: Arc<Making>) -> Finder {
        let matchers: Vec<Matcher> = making.queries.iter().map(|query| Matcher::new(&query.expr)).collect();
        let hits = vec![Vec::new(); matchers.len()];
        let plain = PlainWriter::new(&PgnOptions::default());
        Finder { making, matchers, hits, plain, moves: Vec::new() }
    }

    /// Looks for all questions in a game. What it needs for [`Finder::write`], which has to be called if it is not
    /// nothing.
    ///
    /// Questions (by index) that `is_open` says no of are known to find nothing.
    pub(super) fn look(&mut self, game: &dyn Subject, is_open: impl Fn(usize) -> bool) -> Need {
        let mut is_found = false;
        for (query, (matcher, hits)) in self.matchers.iter_mut().zip(&mut self.hits).enumerate() {
            hits.clear();
            if !is_open(query) {
                continue;
            }
            if self.making.all {
                hits.extend_from_slice(matcher.all(game));
            } else {
                hits.extend(matcher.first(game));
            }
            is_found |= !hits.is_empty();
        }
        match (is_found, self.making.form) {
            (true, Form::Pgn | Form::Objects) => Need::Game,
            (true, _) => Need::Subject,
            (false, _) if self.making.rest => Need::Game,
            (false, _) => Need::Nothing,
        }
    }

    /// Writes what was found in the game looked at last. False if that needs a [`Whole::Game`]; then nothing is written.
    pub(super) fn write(
        &mut self,
        game: &dyn Subject,
        whole: Option<Whole<'_>>,
        origin: Origin<'_>,
        out: &mut Findings,
    ) -> bool {
        let before = (out.written.text.len(), out.found.len());
        let all_hits = std::mem::take(&mut self.hits);
        let sort = self.making.sort.as_ref().and_then(|name| game.tag(name));
        let mut is_done = true;
        let put = |query: usize, hits: usize, from: usize, out: &mut Findings| {
            out.found.push(Found {
                number: origin.number,
                offset: origin.offset,
                query,
                hits: hits as u64,
                text: from..out.written.text.len(),
                sort: sort.as_deref().unwrap_or_default().to_owned(),
            });
        };
        for (query, hits) in all_hits.iter().enumerate().filter(|(_, hits)| !hits.is_empty()) {
            let from = out.written.text.len();
            let sighting =
                Sighting { file: origin.source, number: origin.number, line: origin.line, game, hits };
            is_done = is_done && self.write_one(query, &sighting, whole, &mut out.written);
            put(query, hits.len(), from, out);
        }
        if out.found.len() == before.1 && self.making.rest {
            let from = out.written.text.len();
            is_done = self.write_pgn(whole, &mut out.written);
            put(all_hits.len(), 0, from, out);
        }
        self.hits = all_hits;
        if !is_done {
            out.written.truncate(before.0);
            out.found.truncate(before.1);
        }
        is_done
    }

    /// Looks for all questions in a game that is there as a whole, and writes it.
    pub(super) fn game(&mut self, game: &Game, source: &str, out: &mut Findings) {
        let mut moves = std::mem::take(&mut self.moves);
        let subject = GameSubject::new(game, &mut moves);
        if self.look(&subject, |_| true) != Need::Nothing {
            let origin = Origin { source, number: game.number, line: game.line, offset: game.offset };
            self.write(&subject, Some(Whole::Game(game)), origin, out);
        }
        self.moves = moves;
    }

    /// Looks once more at a game of these findings that has changed since.
    pub(super) fn again(&mut self, game: &Game, source: &str, findings: &mut Findings) {
        findings.found.retain(|found| found.number != game.number);
        let place = findings.found.partition_point(|found| found.number < game.number);
        let behind = findings.found.split_off(place);
        self.game(game, source, findings);
        findings.found.extend(behind);
    }

    fn write_one(
        &mut self,
        query: usize,
        sighting: &Sighting<'_>,
        whole: Option<Whole<'_>>,
        out: &mut Written,
    ) -> bool {
        match (self.making.form, whole) {
            (Form::Nothing, _) => {}
            (Form::Ids, _) => sighting.write_id(self.making.end, out),
            (Form::Rows, _) => sighting.write_rows(out),
            (Form::Fens, _) => sighting.write_fens(out),
            (Form::Boards, _) => sighting.write_boards(out),
            (Form::Pictures, _) => sighting.write_pictures(out),
            (Form::Objects, Some(Whole::Game(game))) => {
                let tags = game.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()));
                sighting.write_object(tags, out);
            }
            (Form::Objects, Some(Whole::Plain(game))) => {
                sighting.write_object(game.tag_pairs(), out);
            }
            (Form::Pgn, Some(Whole::Game(game))) if self.making.mark => {
                let name = self.making.queries.get(query).and_then(|query| query.name.as_deref());
                let game = marked(game, sighting.hits, name.unwrap_or("match"));
                pgn::write_game(&game, &PgnOptions::default(), &mut out.text);
            }
            (Form::Pgn, Some(Whole::Plain(_))) if self.making.mark => return false,
            (Form::Pgn, whole) => return self.write_pgn(whole, out),
            (Form::Objects, None) => return false,
        }
        true
    }

    fn write_pgn(&mut self, whole: Option<Whole<'_>>, out: &mut Written) -> bool {
        match whole {
            Some(Whole::Game(game)) => {
                pgn::write_game(game, &PgnOptions::default(), &mut out.text);
                true
            }
            Some(Whole::Plain(game)) => {
                self.plain.as_mut().is_some_and(|writer| writer.write(game, &mut out.text))
            }
            None => false,
        }
    }
}

/// The game with a comment at every hit, `{NAME: ply N}`: behind the move that led there and its glyphs, before other
/// comments; that of the start position before everything.
fn marked(game: &Game, hits: &[Hit], name: &str) -> Game {
    let comment = |ply: u32| Item::Comment(format!("{name}: ply {ply}"));
    let mut rest = hits.iter().map(|hit| hit.ply).peekable();
    let mut items = Vec::with_capacity(game.items.len() + hits.len());
    let (mut depth, mut ply, mut waiting) = (0usize, 0u32, None);
    while let Some(found) = rest.next_if(|found| *found == 0) {
        items.push(comment(found));
    }
    for item in &game.items {
        if !matches!(item, Item::Nag(_) | Item::DrawOffer)
            && let Some(found) = waiting.take()
        {
            items.push(comment(found));
        }
        match item {
            Item::Open => depth += 1,
            Item::Close => depth = depth.saturating_sub(1),
            Item::Move { .. } if depth == 0 => {
                ply += 1;
                waiting = rest.next_if(|found| *found == ply);
            }
            _ => {}
        }
        items.push(item.clone());
    }
    items.extend(waiting.map(comment));
    Game { items, ..game.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::game::CheckOptions;
    use crate::check::record::read_games;

    #[test]
    fn a_mark_stands_behind_the_move_and_its_glyphs_in_the_main_line_only() {
        let text = "1. e4 $1 {one} (1. d4 d5) e5 2. Nf3 *";
        let game = read_games(text.as_bytes(), CheckOptions::default()).remove(0);
        let hits = [Hit { ply: 0 }, Hit { ply: 1 }, Hit { ply: 3 }];
        let mut out = String::new();
        pgn::write_game(&marked(&game, &hits, "match"), &PgnOptions::default(), &mut out);
        let movetext = out.split_once("\n\n").map(|(_, moves)| moves.replace('\n', " ")).unwrap();
        assert_eq!(
            movetext.trim(),
            "{match: ply 0} 1. e4 $1 {match: ply 1} {one} (1. d4 d5) 1... e5 2. Nf3 {match: ply 3} *"
        );
    }
}
