//! The checks of a piece of text: what a worker does, and what it hands over.

use std::ops::Range;
use std::sync::Arc;

use super::code::Code;
use super::detail::Detail;
use super::finding::{Filter, Findings};
use super::fix_tags::Repair;
use super::game::{CheckOptions, Checked, GameChecker};
use super::game_write::Alternative;
use super::record::{self, GameRecord};
use super::text::TextDetail;
use crate::chess::Position;
use crate::pgn::encoding::to_utf8;
use crate::pgn::known_tag::KnownTag;
use crate::pgn::{Found, GamePlace, Reader, bytes};
use crate::replay::Stop;
use crate::replay::parallel::Work;

/// Checks pieces of PGN text.
pub struct PgnWork {
    /// What the checks depend on.
    pub options: CheckOptions,
    /// Which findings are wanted.
    pub filter: Arc<Filter>,
    /// Keep where each game and each text between games stands.
    pub keep_spans: bool,
    /// Keep the games themselves.
    pub keep_records: bool,
    /// When games are repaired: plies at which the first suggestion may be wanted, in whichever game.
    pub accept: Vec<u32>,
}

/// With more findings than that a piece is read in parts.
const MANY_FINDINGS: usize = 20_000;

/// What a worker keeps from piece to piece.
pub struct Scratch {
    checker: GameChecker,
    reader: Reader,
}

/// Findings of one game, or of text between games.
#[derive(Clone, Debug)]
pub struct Group {
    /// Number of the game within the piece, 1-based; `None` for text between games.
    pub game: Option<u64>,
    /// Which findings of the report.
    pub findings: Range<usize>,
    /// The values of the White and Black tags, where there are such.
    pub players: Option<(Range<usize>, Range<usize>)>,
}

/// A stretch of text that is one game, or belongs to none.
#[derive(Clone, Debug)]
pub struct Span {
    /// Its bytes in the text at hand.
    pub bytes: Range<usize>,
    /// A game without an error.
    pub is_valid: bool,
}

/// A game whose only error can be repaired if somebody says so.
#[derive(Debug)]
pub struct Offer {
    /// Number of the game within the piece, 1-based.
    pub game: u64,
    /// The faulty move.
    pub ply: u32,
    /// Where the game stands in [`Report::fixed`], unrepaired.
    pub place: Range<usize>,
    /// What to put there.
    pub text: String,
    repairs: Vec<Repair>,
}

/// What is known of the games of a piece.
#[derive(Debug)]
pub struct Report {
    /// Games found.
    pub games: u64,
    /// Games without an error.
    pub valid: u64,
    /// Plies made in main lines.
    pub plies: u64,
    /// Counts and findings.
    pub findings: Findings,
    /// The findings by game, in the order of the text.
    pub groups: Vec<Group>,
    /// Where games stand, if asked for; together they are the whole piece.
    pub spans: Vec<Span>,
    /// Fingerprint and place of each game, if asked for.
    pub fingerprints: Vec<(u128, Range<usize>)>,
    /// The games, if asked for.
    pub records: Vec<GameRecord>,
    /// The piece with what could be repaired, if asked for.
    pub fixed: Vec<u8>,
    /// What else could be repaired, in the order of the text.
    pub offers: Vec<Offer>,
}

impl Report {
    pub(crate) fn new(filter: &Arc<Filter>) -> Report {
        Report {
            games: 0,
            valid: 0,
            plies: 0,
            findings: Findings::new(Arc::clone(filter)),
            groups: Vec::new(),
            spans: Vec::new(),
            fingerprints: Vec::new(),
            records: Vec::new(),
            fixed: Vec::new(),
            offers: Vec::new(),
        }
    }

    /// Makes one group of the findings added since there were `from`.
    pub(crate) fn group(
        &mut self,
        from: usize,
        game: Option<u64>,
        players: Option<(Range<usize>, Range<usize>)>,
    ) {
        let to = self.findings.list().len();
        if to > from {
            self.groups.push(Group { game, findings: from..to, players });
        }
    }

    /// A report of findings that belong to no game.
    pub fn of_findings(findings: Findings) -> Report {
        let mut report = Report::new(&findings.shared_filter());
        report.findings = findings;
        report.group(0, None, None);
        report
    }

    /// Adds that the game with this number within the piece plays like an earlier one.
    pub fn add_duplicate(&mut self, game: u64, place: Range<usize>, first: String) {
        let from = self.findings.list().len();
        self.findings.add(Code::DuplicateGame, place.start..place.start, None, || {
            Detail::Text(TextDetail::DuplicateGame { first })
        });
        let added = from..self.findings.list().len();
        if added.is_empty() {
            return;
        }
        // Before the groups of the games behind it, so that findings stay in the order of the text.
        let behind = self.groups.iter().position(|group| {
            let finding = self.findings.list().get(group.findings.start);
            finding.is_some_and(|finding| finding.span.start >= place.start)
        });
        let group = Group { game: Some(game), findings: added, players: None };
        self.groups.insert(behind.unwrap_or(self.groups.len()), group);
    }

    /// Reports the repairs of an offer that is taken, among the findings of its game.
    pub fn add_repairs(&mut self, offer: Offer) {
        let Some(at) = self.groups.iter().position(|group| group.game == Some(offer.game)) else { return };
        for (repair, place) in offer.repairs {
            let before = self.findings.list().len();
            let start = place.start;
            self.findings.add(Code::Repaired, place, None, || Detail::Repair(repair));
            let Some(finding) = self.findings.list_mut().get(before).cloned() else { continue };
            self.findings.list_mut().truncate(before);
            let Some(group) = self.groups.get(at) else { return };
            let list = self.findings.list();
            let later = |i: &usize| list.get(*i).is_some_and(|other| other.span.start > start);
            let index = group.findings.clone().find(later).unwrap_or(group.findings.end);
            self.findings.list_mut().insert(index, finding);
            for group in self.groups.iter_mut().skip(at) {
                let is_later = group.findings.start > index
                    || (group.findings.start == index && group.game != Some(offer.game));
                group.findings.start += usize::from(is_later);
                group.findings.end += 1;
            }
        }
    }

    fn span(&mut self, bytes: Range<usize>, is_valid: bool) {
        if bytes.is_empty() {
            return;
        }
        match self.spans.last_mut() {
            Some(last) if last.is_valid == is_valid && last.bytes.end == bytes.start => {
                last.bytes.end = bytes.end
            }
            _ => self.spans.push(Span { bytes, is_valid }),
        }
    }
}

impl Work for PgnWork {
    type Out = Report;
    type Local = Scratch;

    fn local(&self) -> Scratch {
        Scratch { checker: GameChecker::new(self.options), reader: Reader::default() }
    }

    fn run(&self, local: &mut Scratch, text: &[u8], from: usize, until: usize) -> (Report, usize) {
        let report = Report::new(&self.filter);
        let mut piece =
            Piece { work: self, local, text, from, done: from, written: from, report, is_between: false };
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
struct Piece<'a> {
    work: &'a PgnWork,
    local: &'a mut Scratch,
    text: &'a [u8],
    from: usize,
    /// Up to here every byte belongs to a span.
    done: usize,
    /// Up to here everything is in the repaired text.
    written: usize,
    report: Report,
    /// The last finding is of text between games.
    is_between: bool,
}

impl Piece<'_> {
    fn game(&mut self, place: GamePlace) {
        self.is_between = false;
        let first = self.report.findings.list().len();
        let Scratch { checker, reader } = &mut *self.local;
        let accept = &self.work.accept;
        let checked = checker.check(self.text, place, reader, accept, &mut self.report.findings);
        if self.work.keep_records {
            self.report.records.push(record::record(checker, self.text, place, reader));
        }
        let players = players(reader);
        self.report.games += 1;
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
        let Scratch { checker, reader } = &mut *self.local;
        let text = super::reading::Movetext {
            game: self.text.get(place.start..).unwrap_or_default(),
            tokens: reader.tokens.as_slice(),
            start: 0,
        };
        let start = Position::start();
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
        let start = Position::start();
        let mut at = from;
        while let Some(i) = memchr::memchr2(b'\n', b'\r', self.text.get(at..end)?) {
            at += i + 1;
            let line = self.text.get(at..end)?;
            let Some((1, _, length)) = crate::notation::skip_number(line) else { continue };
            let rest = line.get(length..)?.trim_ascii_start();
            if let Ok(parsed) = crate::notation::parse(rest, letters)
                && crate::notation::resolve(&start, &parsed).is_ok()
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
