//! The checks of a piece of text: what a worker does, and what it hands over.

use std::ops::Range;
use std::sync::Arc;

use super::code::Code;
use super::detail::Detail;
use super::finding::Filter;
use super::game::{CheckOptions, Checked, GameChecker};
use super::game_write::Alternative;
use super::plain::{Offered, PlainGame, plain_game};
use super::record;
use super::repair::RepairDetail;
pub use super::report::{Group, Offer, Report, Span};
use super::text::TextDetail;
use crate::chess::Position;
use crate::pgn::encoding::to_utf8;
use crate::pgn::known_tag::KnownTag;
use crate::pgn::{Found, GamePlace, Reader, bytes};
use crate::replay::Stop;
use crate::replay::game::Game;
use crate::replay::parallel::Work;

/// Checks pieces of PGN text.
pub struct PgnWork {
    /// What the checks depend on.
    pub options: CheckOptions,
    /// Which findings are wanted.
    pub filter: Arc<Filter>,
    /// Keep where each game and each text between games stands.
    pub keep_spans: bool,
    /// When games are repaired: plies at which the first suggestion may be wanted, in whichever game.
    pub accept: Vec<u32>,
    /// Which games are offered as [`Taken::Plain`].
    pub offered: Offered,
    /// Tell where each move of the main line stands.
    pub keep_places: bool,
    /// Where games start that do not say so; `None`: the classic position.
    pub start: Option<Arc<Position>>,
}

/// With more findings than that a piece is read in parts.
const MANY_FINDINGS: usize = 20_000;

/// What a worker keeps from piece to piece.
pub struct Scratch {
    checker: GameChecker,
    reader: Reader,
}

/// What a piece is made of, handed over in the order of the text.
#[derive(Debug)]
pub enum Taken<'g> {
    /// A game that need not be taken apart (see [`Offered`]), offered before it is; with its fingerprint.
    Plain(PlainGame<'g>, u128),
    /// A game.
    Game(Box<TakenGame>),
    /// Text that belongs to no game, as comments.
    Between(Vec<String>),
}

/// A game of a piece.
#[derive(Debug)]
pub struct TakenGame {
    /// The game; its number counts from 1 within the piece, its offset within the text, its line is not known.
    pub game: Game,
    /// Its bytes in the text at hand.
    pub place: Range<usize>,
    /// Fingerprint of its play, if asked for.
    pub fingerprint: u128,
    /// Where the moves of its main line stand in the text, if asked for.
    pub moves: Vec<Range<usize>>,
    /// Where the main line breaks off.
    pub fault: Option<Range<usize>>,
}

/// Is called with what a piece is made of.
///
/// Answers whether it takes it; a [`Taken::Plain`] that it does not take comes again as [`Taken::Game`].
pub type Take<'f> = dyn FnMut(Taken<'_>) -> bool + 'f;

impl Work for PgnWork {
    type Out = Report;
    type Local = Scratch;

    fn local(&self) -> Scratch {
        let mut checker = GameChecker::new(self.options);
        checker.default_start = self.start.as_deref().map(|start| Box::new(start.clone()));
        Scratch { checker, reader: Reader::default() }
    }

    fn run(&self, local: &mut Scratch, text: &[u8], from: usize, until: usize) -> (Report, usize) {
        self.read(local, text, from, until, None)
    }
}

impl PgnWork {
    /// Checks and nothing else.
    pub fn new(options: CheckOptions, filter: Arc<Filter>) -> PgnWork {
        PgnWork {
            options,
            filter,
            keep_spans: false,
            accept: Vec::new(),
            offered: Offered::Nothing,
            keep_places: false,
            start: None,
        }
    }

    /// Does the work of [`Work::run`] and hands the games to `take`.
    pub fn read(
        &self,
        local: &mut Scratch,
        text: &[u8],
        from: usize,
        until: usize,
        take: Option<&mut Take<'_>>,
    ) -> (Report, usize) {
        let report = Report::new(&self.filter);
        let mut piece = Piece {
            work: self,
            local,
            text,
            from,
            done: from,
            written: from,
            taken: from,
            take,
            report,
            is_between: false,
        };
        let mut at = from;
        loop {
            let engine = piece.local.checker.lines.engine;
            match engine.next_game(&mut piece.local.reader, text, at, until) {
                Found::Nothing(end) => {
                    let end = end.max(at).max(until.min(text.len()));
                    piece.close(end);
                    return (piece.report, end);
                }
                Found::Game(place) => {
                    piece.game(place);
                    at = place.end;
                    if piece.report.findings.list().len() > MANY_FINDINGS {
                        // The rest is read when these have been shown, so that they never fill the memory.
                        piece.close(at);
                        return (piece.report, at);
                    }
                }
                Found::Untagged(place) => at = piece.untagged(place),
            }
            if at >= until {
                piece.close(at);
                return (piece.report, at);
            }
        }
    }
}

/// A piece while it is read.
struct Piece<'a, 'f> {
    work: &'a PgnWork,
    local: &'a mut Scratch,
    text: &'a [u8],
    from: usize,
    /// Up to here every byte belongs to a span.
    done: usize,
    /// Up to here everything is in the repaired text.
    written: usize,
    /// Up to here everything was handed over.
    taken: usize,
    take: Option<&'a mut Take<'f>>,
    report: Report,
    /// The last finding is of text between games.
    is_between: bool,
}

impl Piece<'_, '_> {
    fn game(&mut self, place: GamePlace) {
        self.is_between = false;
        let first = self.report.findings.list().len();
        let Scratch { checker, reader, .. } = &mut *self.local;
        let accept = &self.work.accept;
        let checked = checker.check(self.text, place, reader, accept, &mut self.report.findings);
        let players = players(reader);
        self.report.games += 1;
        if self.take.is_some() {
            self.take(place, first, checked.fingerprint);
        }
        self.report.plies += u64::from(checked.plies);
        self.report.valid += u64::from(checked.is_valid);
        if self.work.options.fingerprints {
            self.report.fingerprints.push((checked.fingerprint, place.start..place.end));
        }
        self.report.group(first, Some(self.report.games), players);
        self.keep(place, checked);
        if self.work.options.fix {
            self.fix(place);
        }
    }

    /// Hands the game over, and the text before it. `first` is the index of its first finding.
    fn take(&mut self, place: GamePlace, first: usize, fingerprint: u128) {
        self.take_between(place.start);
        self.taken = place.end;
        let Scratch { checker, reader } = &mut *self.local;
        if let Some(take) = self.take.as_deref_mut()
            && let Some(game) = plain_game(checker, self.work.offered, self.text, place, reader)
            && take(Taken::Plain(game, fingerprint))
        {
            return;
        }
        let (mut game, repairs) = record::game(checker, self.text, place, reader);
        let findings = &mut self.report.findings;
        for (repair, place) in repairs {
            // Of a date there may be a finding already, which says how it is to be written.
            let own = findings.list().get(first..).unwrap_or_default();
            let is_said = own.iter().any(|known| known.code == Code::BadDate && known.span == place);
            if !(is_said && matches!(repair, RepairDetail::Value { .. })) {
                findings.add(Code::Repaired, place, None, || Detail::Repair(repair));
            }
        }
        if let Some(own) = findings.list_mut().get_mut(first..) {
            own.sort_by_key(|finding| (finding.span.start, finding.span.end));
        }
        game.number = self.report.games;
        if let Some(take) = self.take.as_deref_mut() {
            let (moves, fault) = match self.work.keep_places {
                true => record::main_line_places(&self.local.checker, place),
                false => (Vec::new(), None),
            };
            let place = place.start..place.end;
            take(Taken::Game(Box::new(TakenGame { game, place, fingerprint, moves, fault })));
        }
    }

    fn take_between(&mut self, until: usize) {
        let text = self.text.get(self.taken..until).unwrap_or_default();
        self.taken = until;
        if let Some(take) = self.take.as_deref_mut()
            && !text.iter().all(u8::is_ascii_whitespace)
        {
            let comments = record::between(text);
            if !comments.is_empty() {
                take(Taken::Between(comments));
            }
        }
    }

    /// Adds the game to the repaired text; one with an error as it stands.
    fn fix(&mut self, place: GamePlace) {
        self.fix_between(place.start);
        let from = self.report.fixed.len();
        if self.local.checker.fixed.is_empty() {
            self.as_it_stands(place.start, place.end);
        } else {
            self.report.fixed.extend_from_slice(self.local.checker.fixed.as_bytes());
        }
        self.written = place.end;
        if let Some(Alternative { ply, text, repairs }) = self.local.checker.accepted.take() {
            let place = from..self.report.fixed.len();
            self.report.offers.push(Offer { game: self.report.games, ply, place, text, repairs });
        }
    }

    /// Adds the text between games. Blanks round it mean nothing; one empty line follows it, as it does a game.
    fn fix_between(&mut self, until: usize) {
        if self.written < until {
            self.as_it_stands(self.written, until);
            self.written = until;
        }
    }

    fn as_it_stands(&mut self, from: usize, until: usize) {
        let text = self.text.get(from..until).unwrap_or_default().trim_ascii();
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text).trim_ascii_start();
        if !text.is_empty() {
            self.report.fixed.extend_from_slice(to_utf8(text).as_bytes());
            self.report.fixed.extend_from_slice(b"\n\n");
        }
    }

    fn keep(&mut self, place: GamePlace, checked: Checked) {
        if self.work.keep_spans {
            self.between(place.start);
            // Blanks up to the next game go with the game.
            let rest = self.text.get(place.end..).unwrap_or_default();
            let blanks = rest.iter().take_while(|b| b.is_ascii_whitespace()).count();
            self.report.span(self.done..place.end + blanks, checked.is_valid);
            self.done = place.end + blanks;
        }
    }

    fn between(&mut self, until: usize) {
        if self.done < until {
            self.report.span(self.done..until, false);
            self.done = until;
        }
    }

    fn close(&mut self, end: usize) {
        if self.taken < end {
            self.take_between(end);
        }
        if self.work.options.fix {
            self.fix_between(end);
        }
        if !self.work.keep_spans {
            return;
        }
        if self.done > end {
            // Blanks that belong to the next piece.
            if let Some(last) = self.report.spans.last_mut() {
                last.bytes.end = end;
            }
        }
        self.between(end);
    }

    /// Text without tags: a game without tags, or no game. Answers where to go on.
    fn untagged(&mut self, place: GamePlace) -> usize {
        let game = self.text.get(place.start..place.end).unwrap_or_default();
        let tokens = self.local.reader.tokens.as_slice();
        let first_word = tokens.iter().find(|token| {
            let start = token.start as usize;
            !matches!(bytes::byte(game, start), b'{' | b';' | b'$' | b'(' | b')' | b'}' | b'[' | b']' | b'*')
                && bytes::invisible(game, start) == 0
                && bytes::control_run(game, start) == 0
                && game
                    .get(start..token.end as usize)
                    .is_none_or(|word| crate::notation::result::parse(word).is_none())
        });
        let Some(first_word) = first_word.copied() else { return self.remains(place) };
        if self.begins_with_move(place) {
            self.game(place);
            return place.end;
        }
        // Perhaps a game without tags begins on a later line.
        let from = place.start + first_word.start as usize;
        let next = self.next_first_move(from, place.end);
        let end = next.unwrap_or(place.end);
        self.say(
            Code::TextBetweenGames,
            place.start + first_word.start as usize..end,
            TextDetail::BetweenGames,
        );
        end.max(place.start + 1)
    }

    /// Text without a word: comments, a second result, control bytes.
    fn remains(&mut self, place: GamePlace) -> usize {
        let game = self.text.get(place.start..place.end).unwrap_or_default();
        let mut result = None;
        let mut control = None;
        let mut stray = None;
        for token in self.local.reader.tokens.as_slice() {
            let (start, end) = (token.start as usize, token.end as usize);
            let span = place.start + start..place.start + end;
            match bytes::byte(game, start) {
                b'{' | b';' | b'$' => {}
                _ if bytes::control_run(game, start) > 0 => control = control.or(Some(span)),
                _ if bytes::invisible(game, start) > 0 => {}
                b'(' | b')' | b'}' | b'[' | b']' => stray = stray.or(Some(span)),
                _ => result = result.or(Some(span)),
            }
        }
        if let Some(span) = control {
            let count = span.len();
            self.say(Code::ControlBytes, span, TextDetail::Control { count });
        }
        if let Some(span) = stray {
            self.say(Code::TextBetweenGames, span.start..place.end, TextDetail::BetweenGames);
        }
        if let Some(span) = result {
            // A piece that does not begin with its text begins with a game, or goes on behind one.
            if self.report.games > 0 || self.from > 0 {
                self.say(Code::SecondResult, span, TextDetail::SecondResult);
            } else {
                self.say(Code::TextBetweenGames, span, TextDetail::BetweenGames);
            }
        }
        place.end.max(place.start + 1)
    }

    fn say(&mut self, code: Code, span: Range<usize>, detail: TextDetail) {
        let first = self.report.findings.list().len();
        // All text between two games counts as one game where findings are too many to be kept.
        if !std::mem::replace(&mut self.is_between, true) {
            self.report.findings.begin_game();
        }
        self.report.findings.add(code, span, None, || Detail::Text(detail));
        self.report.group(first, None, None);
    }

    /// Does play begin from the start position with a legal move, in some language?
    fn begins_with_move(&mut self, place: GamePlace) -> bool {
        let Scratch { checker, reader, .. } = &mut *self.local;
        let text = super::reading::Movetext {
            game: self.text.get(place.start..).unwrap_or_default(),
            tokens: reader.tokens.as_slice(),
            start: 0,
        };
        let start = checker.default_start.as_deref().unwrap_or(Position::classic()).clone();
        let usual = checker.lines.usual();
        let (plies, stop) = checker.lines.try_from(usual, text, 0, &start);
        if plies > 0 {
            return true;
        }
        let choice = checker.lines.find_language(text, &start, &stop, 0);
        let (plies, stop) = checker.lines.try_from(choice, text, 0, &start);
        // A word of prose that happens to be a move in some language makes no game.
        plies >= 4 || (plies > 1 && matches!(stop, Stop::End { .. }))
    }

    /// The next line after `from` that begins like a first move, `1.` and a legal move.
    fn next_first_move(&self, from: usize, end: usize) -> Option<usize> {
        let letters = crate::notation::Letters::english_german();
        let start = self.work.start.as_deref().unwrap_or(Position::classic());
        let first = start.fullmove_number();
        let mut at = from;
        while let Some(i) = memchr::memchr2(b'\n', b'\r', self.text.get(at..end)?) {
            at += i + 1;
            let line = self.text.get(at..end)?;
            let Some((number, _, length)) = crate::notation::skip_number(line) else { continue };
            if number != 1 && number != first {
                continue;
            }
            let rest = line.get(length..)?.trim_ascii_start();
            if let Ok(parsed) = crate::notation::parse(rest, letters)
                && crate::notation::resolve(start, &parsed).is_ok()
            {
                return Some(at);
            }
        }
        None
    }
}

fn players(reader: &Reader) -> Option<(Range<usize>, Range<usize>)> {
    let white = reader.tags.get(KnownTag::White)?;
    let black = reader.tags.get(KnownTag::Black)?;
    Some((white.value.clone(), black.value.clone()))
}
