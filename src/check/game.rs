//! All checks of one game.

use std::ops::Range;

use super::clock::Clocks;
use super::code::Code;
use super::detail::Detail;
use super::export_form::{self, Difference};
use super::finding::Findings;
use super::fix::Faulty;
use super::fix_tags::Repair;
use super::listener::Listener;
use super::milestones;
use super::moves::MoveDetail;
use super::reading::{Choice, LineReader, Movetext};
use super::repair::RepairDetail;
use super::result::{GameDate, GameEnd, MainLineEnd, Milestones, RuleSet, Said, check_end};
use super::start::{self, Start};
use super::suggest;
use super::tags::{check_ply_count, check_tags};
use super::text::TextDetail;
use crate::chess::{Move, Position};
use crate::notation::{Language, Refusal, Style, UnreadableReason, write_move};
use crate::pgn::date::read_date;
use crate::pgn::known_tag::KnownTag;
use crate::pgn::{End, GamePlace, Reader};
use crate::replay::{FIRST, Fault, Record, SECOND, Stop, variations};

/// What the checks of a game depend on.
#[derive(Clone, Copy, Debug, Default)]
pub struct CheckOptions {
    /// Whose laws say when a game ends by itself.
    pub rules: RuleSet,
    /// The language of the moves; `None`: found by reading.
    pub language: Option<Language>,
    /// Make a fingerprint of each game's play.
    pub fingerprints: bool,
    /// Compare the movetext with the export format.
    pub strict: bool,
    /// Write each game repaired.
    pub fix: bool,
}

/// What is known of a game after its checks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checked {
    /// Plies of the main line that were made.
    pub(crate) plies: u32,
    /// No error.
    pub(crate) is_valid: bool,
    /// Fingerprint of start position and moves, 0 if not asked for.
    pub(crate) fingerprint: u128,
}

/// Checks game after game; keeps its memory.
pub(crate) struct GameChecker {
    options: CheckOptions,
    pub(crate) lines: LineReader,
    classic: Position,
    record: Record,
    /// The game checked last, repaired; empty if it has an error.
    pub(crate) fixed: String,
    /// The same with a move accepted in place of its only error.
    pub(crate) accepted: Option<Alternative>,
}

/// A game with a legal move in place of the faulty one.
#[derive(Debug)]
pub(crate) struct Alternative {
    /// The move replaced.
    pub(crate) ply: u32,
    /// The game repaired.
    pub(crate) text: String,
    /// What was repaired, and where.
    pub(crate) repairs: Vec<Repair>,
}

/// How the main line was read.
struct ReadMoves {
    choice: Choice,
    stop: Stop,
}

/// One game while it is checked.
struct Case<'a> {
    text: &'a [u8],
    place: GamePlace,
    reader: &'a Reader,
    movetext: Movetext<'a>,
    start: &'a Position,
}

impl GameChecker {
    /// For all games of a run.
    pub(crate) fn new(options: CheckOptions) -> GameChecker {
        GameChecker {
            options,
            lines: LineReader::new(options.language),
            classic: Position::start(),
            record: Record::default(),
            fixed: String::new(),
            accepted: None,
        }
    }

    /// Checks the game that the reader found at `place` of `text`. `accept` are plies at which a suggestion may
    /// take the place of a faulty move.
    pub(crate) fn check(
        &mut self,
        text: &[u8],
        place: GamePlace,
        reader: &Reader,
        accept: &[u32],
        out: &mut Findings,
    ) -> Checked {
        self.fixed.clear();
        self.accepted = None;
        let mark = out.begin_game();
        let errors = out.errors();
        let tags = &reader.tags;
        check_tags(text, tags, place.movetext, out);
        let start = start::read(text, tags, out);
        let given = match start {
            Start::Given(position) => Some(position),
            Start::Classic => None,
            Start::Unusable => {
                check_text(text, place, reader, out);
                out.sort_since(mark);
                return Checked { plies: 0, is_valid: out.errors() == errors, fingerprint: 0 };
            }
        };
        let classic = self.classic.clone();
        let case = Case {
            text,
            place,
            reader,
            movetext: Movetext {
                game: text.get(place.start..).unwrap_or_default(),
                tokens: reader.tokens.as_slice(),
                start: place.movetext - place.start,
            },
            start: given.as_deref().unwrap_or(&classic),
        };
        check_text(text, place, reader, out);
        let read = self.moves(&case, out);
        if self.options.strict || self.options.fix {
            self.write(&case, &read, out.errors() - errors, accept, out);
        }
        out.sort_since(mark);
        Checked {
            plies: self.lines.line.plies(),
            is_valid: out.errors() == errors,
            fingerprint: if self.options.fingerprints { self.fingerprint(case.start) } else { 0 },
        }
    }

    fn moves(&mut self, case: &Case<'_>, out: &mut Findings) -> ReadMoves {
        let mark = out.mark();
        let usual = self.lines.usual();
        let mut choice = usual;
        let mut stop = self.main_line(case, usual, out);
        if !matches!(stop, Stop::End { .. }) || self.lines.line.has_pawn_letters {
            choice = self.lines.find_language(case.movetext, case.start, &stop, self.lines.line.plies());
            if choice != usual {
                out.take_back(mark);
                stop = self.main_line(case, choice, out);
            }
        }
        self.languages(case, choice, out);
        let token = self.stopped(case, choice, &stop, out);
        self.end(case, &stop, out);
        check_ply_count(case.text, &case.reader.tags, self.lines.line.plies(), out);
        if case.reader.tokens.has_variations {
            self.variations(case, choice, token, out);
        }
        ReadMoves { choice, stop }
    }

    /// The main line to its end, or to the first token that play cannot go on from.
    fn main_line(&mut self, case: &Case<'_>, choice: Choice, out: &mut Findings) -> Stop {
        let mut listener = listener(case, out);
        let mut stop = self.lines.read(choice, case.movetext, case.start, &mut listener);
        while let Stop::Unreadable { place, token, reason } = &stop {
            let (place, token, reason) = (place.clone(), *token, reason.reason);
            let position = self.lines.line.position.clone();
            let (plies, next) = self.lines.try_from(choice, case.movetext, token + 1, &position);
            let goes_on = match next {
                Stop::Refused { .. } => plies >= 4,
                Stop::End { .. } | Stop::Unreadable { .. } => {
                    plies > 0 || reason == UnreadableReason::NotAMove
                }
            };
            if !goes_on {
                break;
            }
            // Play goes on without it, so it was no move.
            let span = listener.place(place);
            let ply = self.lines.line.plies();
            let detail = || Detail::Text(TextDetail::Stray);
            listener.out.add(Code::StrayToken, span, (ply > 0).then_some(ply), detail);
            stop = self.lines.go_on(choice, case.movetext, token + 1, &mut listener);
        }
        stop
    }

    /// Says which language was read, where that is not plain.
    fn languages(&self, case: &Case<'_>, choice: Choice, out: &mut Findings) {
        let at = case.place.movetext..case.place.movetext;
        let line = &self.lines.line;
        let both = FIRST | SECOND;
        if self.lines.language(choice).is_none() && line.languages & both == both {
            out.add(Code::MixedLanguage, at.clone(), None, || {
                Detail::Move(MoveDetail::MixedLanguage { first: Language::English, second: Language::German })
            });
        }
        if choice.is_guess {
            let language = self.lines.language(choice).unwrap_or(Language::English);
            out.add(Code::LanguageGuess, at, None, || Detail::Move(MoveDetail::LanguageGuess { language }));
        }
    }

    /// Reports the move at which the main line breaks off; answers the index of its token.
    fn stopped(&mut self, case: &Case<'_>, choice: Choice, stop: &Stop, out: &mut Findings) -> usize {
        let ply = self.lines.line.plies() + 1;
        let position = self.lines.line.position.clone();
        match stop {
            Stop::End { .. } => usize::MAX,
            Stop::Unreadable { place, token, reason } => {
                let span = case.span(place);
                let reason = reason.reason;
                out.add(Code::UnreadableMove, span, Some(ply), || {
                    Detail::Move(MoveDetail::Unreadable(reason))
                });
                out.suggest_for_last(Code::UnreadableMove, || {
                    suggest::after(&mut self.lines, choice, case.movetext, *token, &position, None)
                });
                *token
            }
            Stop::Refused { place, token, refusal } => {
                let span = case.span(place);
                let code = code_of(refusal);
                if let Some(jump) = self.lines.line.jump.filter(|_| code == Code::IllegalMove) {
                    let count = (jump.found - jump.expected) * 2;
                    out.add(Code::MissingMoves, span, Some(ply), || {
                        Detail::Move(MoveDetail::MissingMoves { count })
                    });
                    return *token;
                }
                out.add(code, span, Some(ply), || {
                    Detail::Move(match code {
                        Code::PlayAfterMate => MoveDetail::PlayAfterMate,
                        Code::PlayAfterStalemate => MoveDetail::PlayAfterStalemate,
                        _ => MoveDetail::refused(&position, (**refusal).clone()),
                    })
                });
                out.suggest_for_last(code, || {
                    let role = suggest::role_in(refusal);
                    suggest::after(&mut self.lines, choice, case.movetext, *token, &position, role)
                });
                *token
            }
        }
    }

    /// Result, end on the board, what was reached on the way.
    fn end(&mut self, case: &Case<'_>, stop: &Stop, out: &mut Findings) {
        let line = &self.lines.line;
        let (text, tags) = (case.text, &case.reader.tags);
        let said =
            |known| tags.get(known).map(|tag| Said { text: tag.value_in(text), span: tag.value.clone() });
        let tokens = case.movetext.tokens;
        let marker = match stop {
            Stop::End { result: Some(place) } => Some(case.span(place)),
            Stop::End { result: None } => None,
            // What stands behind the faulty move was not replayed; its result still counts.
            _ => (case.reader.tokens.end == End::Result)
                .then(|| tokens.last().map(|t| case.token(*t)))
                .flatten(),
        };
        let last = match stop {
            Stop::End { .. } => {
                line.tokens.last().and_then(|&i| tokens.get(i as usize)).map(|t| case.token(*t))
            }
            Stop::Refused { place, .. } | Stop::Unreadable { place, .. } => Some(case.span(place)),
        };
        let last_move = last.unwrap_or_else(|| {
            let at = marker.as_ref().map_or(case.place.movetext, |m| m.start);
            at..at
        });
        let needs_milestones = milestones::are_possible(line, self.options.rules);
        let none = Milestones::default();
        let found = needs_milestones.then(|| {
            milestones::find(case.start, line, |token| {
                tokens.get(token as usize).map_or(0..0, |t| case.token(*t))
            })
        });
        let end = GameEnd {
            result_tag: said(KnownTag::Result),
            marker: marker.map(|span| Said { text: text.get(span.clone()).unwrap_or_default(), span }),
            termination: said(KnownTag::Termination),
            last_comment: last_comment(case),
            date: tags.value(text, KnownTag::Date).and_then(date),
            last: &line.position,
            plies: line.plies(),
            last_move,
            milestones: found.as_ref().unwrap_or(&none),
            stop: match stop {
                Stop::End { .. } => MainLineEnd::Complete,
                Stop::Refused { token, .. } | Stop::Unreadable { token, .. } => {
                    MainLineEnd::Faulty { is_last: is_last_move(case, *token) }
                }
            },
            rules: self.options.rules,
        };
        check_end(&end, out);
    }

    fn variations(&mut self, case: &Case<'_>, choice: Choice, known: usize, out: &mut Findings) {
        let Some(script) = self.lines.script(choice, case.movetext) else { return };
        let mut listener = listener(case, out);
        listener.in_variations = true;
        variations(
            &script,
            case.start,
            &self.lines.line,
            known,
            &mut listener,
            |listener, place, ply, position, fault| {
                let span = listener.place(place);
                listener.out.add(Code::IllegalVariationMove, span, Some(ply), || {
                    Detail::Move(match fault {
                        Fault::Refused(refusal) => MoveDetail::refused(position, *refusal),
                        Fault::Unreadable(reason) => MoveDetail::Unreadable(reason.reason),
                    })
                });
            },
        );
    }

    /// What needs the game as a whole: the comparison with the export format, and the repaired game.
    fn write(&mut self, case: &Case<'_>, read: &ReadMoves, errors: u64, accept: &[u32], out: &mut Findings) {
        let (fault, role) = match &read.stop {
            Stop::End { .. } => (None, None),
            Stop::Refused { token, refusal, .. } => (Some(*token), suggest::role_in(refusal)),
            Stop::Unreadable { token, .. } => (Some(*token), None),
        };
        self.record(case, read.choice, fault, None);
        let (game, moves) = (case.movetext.game, case.movetext.start);
        let differences = export_form::differences(game, moves, &self.record, None);
        if self.options.strict {
            for (rule, place) in &differences {
                out.add(Code::NotExportFormat, case.span(place), None, || {
                    Detail::Text(TextDetail::NotExport(rule.clone()))
                });
            }
        }
        // The careful reading here and the fast one agree, or the game is better left alone.
        if self.options.fix
            && errors == 0
            && self.record.is_whole
            && self.record.moves == self.lines.line.moves
        {
            let mut text = std::mem::take(&mut self.fixed);
            for (repair, place) in self.faulty(case, differences).write(&mut text).into_iter().flatten() {
                out.add(Code::Repaired, place, None, || Detail::Repair(repair));
            }
            self.fixed = text;
        }
        let ply = self.lines.line.plies() + 1;
        if self.options.fix
            && errors == 1
            && accept.contains(&ply)
            && let Some(token) = fault
        {
            let position = self.lines.line.position.clone();
            let (choice, text) = (read.choice, case.movetext);
            let moves = suggest::moves_after(&mut self.lines, choice, text, token, &position, role, 1);
            if let Some(&mv) = moves.first() {
                self.accepted = self.accept(case, read, token, &position, mv);
            }
        }
    }

    /// The game with `mv` in place of the faulty move.
    fn accept(
        &mut self,
        case: &Case<'_>,
        read: &ReadMoves,
        token: usize,
        position: &Position,
        mv: Move,
    ) -> Option<Alternative> {
        self.record(case, read.choice, Some(token), Some(mv));
        if !self.record.is_whole {
            return None;
        }
        let place = match &read.stop {
            Stop::End { .. } => return None,
            Stop::Refused { place, .. } | Stop::Unreadable { place, .. } => place,
        };
        let (game, moves) = (case.movetext.game, case.movetext.start);
        let differences = export_form::differences(game, moves, &self.record, Some(place.start));
        let mut text = String::new();
        let mut repairs = self.faulty(case, differences).write(&mut text)?;
        let mut san = String::new();
        write_move(position, mv, &Style::PGN, &mut san);
        repairs.push((RepairDetail::Accepted(san), case.span(place)));
        repairs.sort_by_key(|(_, place)| (place.start, place.end));
        Some(Alternative { ply: self.lines.line.plies() + 1, text, repairs })
    }

    fn record(&mut self, case: &Case<'_>, choice: Choice, fault: Option<usize>, accepted: Option<Move>) {
        if let Some(script) = self.lines.script(choice, case.movetext) {
            self.record.read(&script, case.start, case.place.end - case.place.start, fault, accepted);
        }
    }

    fn faulty<'a>(&'a self, case: &Case<'a>, differences: Vec<Difference>) -> Faulty<'a> {
        Faulty {
            text: case.text,
            place: case.place.start..case.place.end,
            movetext: case.place.movetext,
            tags: &case.reader.tags,
            record: &self.record,
            start: case.start,
            differences,
        }
    }

    /// Start position and moves in 128 bits: two keys that share nothing but their input.
    fn fingerprint(&self, start: &Position) -> u128 {
        let mut low = start.key() ^ 0x9E37_79B9_7F4A_7C15;
        let mut high = start.key().rotate_left(32);
        for mv in &self.lines.line.moves {
            let bits = u64::from(mv.bits());
            low = (low ^ bits).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(29);
            high = (high.rotate_left(7) ^ bits).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        }
        u128::from(high) << 64 | u128::from(low) | 1
    }
}

impl Case<'_> {
    fn span(&self, place: &Range<usize>) -> Range<usize> {
        self.place.start + place.start..self.place.start + place.end
    }

    fn token(&self, token: crate::pgn::Token) -> Range<usize> {
        self.span(&(token.start as usize..token.end as usize))
    }
}

fn listener<'f>(case: &Case<'f>, out: &'f mut Findings) -> Listener<'f> {
    Listener {
        out,
        base: case.place.start,
        game: case.movetext.game,
        clocks: Clocks::new(case.reader.tags.value(case.text, KnownTag::TimeControl)),
        in_variations: false,
    }
}

fn code_of(refusal: &Refusal) -> Code {
    match refusal {
        Refusal::GameOverByMate => Code::PlayAfterMate,
        Refusal::GameOverByStalemate => Code::PlayAfterStalemate,
        Refusal::Ambiguous { .. } => Code::AmbiguousMove,
        Refusal::Castling { .. } => Code::IllegalCastling,
        _ => Code::IllegalMove,
    }
}

fn date(value: &[u8]) -> Option<GameDate> {
    let date = read_date(value).date();
    Some(GameDate { year: date.year?, month: date.month, day: date.day })
}

/// The last comment of the game, in front of its result.
fn last_comment<'a>(case: &Case<'a>) -> Option<Said<'a>> {
    let token = case
        .movetext
        .tokens
        .iter()
        .rev()
        .take(3)
        .find(|token| case.movetext.game.get(token.start as usize) == Some(&b'{'))?;
    let span = case.token(*token);
    let inside = span.start + 1..span.end.saturating_sub(1).max(span.start + 1);
    Some(Said { text: case.text.get(inside.clone())?, span: inside })
}

/// Does no move follow the token with this index?
fn is_last_move(case: &Case<'_>, token: usize) -> bool {
    let rest = case.movetext.tokens.get(token + 1..).unwrap_or_default();
    rest.iter().all(|token| {
        let text = case.movetext.game.get(token.start as usize..token.end as usize).unwrap_or_default();
        matches!(text.first(), Some(b'{' | b';' | b'$' | b'*'))
            || crate::notation::result::parse(text).is_some()
    })
}

/// Comments and variations that are not closed, bytes that are no text.
fn check_text(text: &[u8], place: GamePlace, reader: &Reader, out: &mut Findings) {
    let tokens = &reader.tokens;
    for &index in &tokens.unclosed_comments {
        if let Some(token) = tokens.as_slice().get(index as usize) {
            let open = place.start + token.start as usize;
            let ends_at_tag = place.start + (token.end as usize) < text.len();
            out.add(Code::UnclosedComment, open..open + 1, None, || {
                Detail::Text(TextDetail::UnclosedComment { ends_at_tag })
            });
        }
    }
    if tokens.open_variations > 0 {
        let open = tokens.open_variations;
        out.add(Code::UnclosedVariation, place.end..place.end, None, || {
            Detail::Text(TextDetail::UnclosedVariation { open })
        });
    }
    let movetext = text.get(place.movetext..place.end).unwrap_or_default();
    if !movetext.is_ascii()
        && let Err(error) = std::str::from_utf8(movetext)
    {
        let at = place.movetext + error.valid_up_to();
        let length = error.error_len().unwrap_or(1);
        out.add(Code::InvalidEncoding, at..at + length, None, || Detail::Text(TextDetail::InvalidEncoding));
    }
}
