//! All checks of one game.

use std::ops::Range;

use super::clock::{Clocks, Rise};
use super::code::Code;
use super::detail::Detail;
use super::finding::Findings;
use super::game_write::{Alternative, Read};
use super::listener::Listener;
use super::mend::{MainLineRepairs, may_be_damaged};
use super::milestones;
use super::moves::MoveDetail;
use super::reading::{Choice, LineReader, Movetext};
use super::result::{GameDate, GameEnd, MainLineEnd, Milestones, RuleSet, Said, check_end};
use super::start::{self, Start};
use super::stray;
use super::suggest::{self, Wanted};
use super::tags::{check_ply_count, check_tags};
use super::text::TextDetail;
use crate::chess::{Move, Position};
use crate::notation::{Language, Refusal};
use crate::pgn::date::read_date;
use crate::pgn::known_tag::KnownTag;
use crate::pgn::{End, GamePlace, Reader};
use crate::replay::{FIRST, SECOND, Sheet, Stop, walk};

/// What the checks of a game depend on.
#[derive(Clone, Copy, Debug, Default)]
pub struct CheckOptions {
    /// Whose laws say when a game ends by itself.
    pub rules: RuleSet,
    /// The language of the moves; `None`: found by reading.
    pub language: Option<Language>,
    /// The language to take where several read a game with different moves; `None`: English.
    pub preferred: Option<Language>,
    /// Make a fingerprint of each game's play.
    pub fingerprints: bool,
    /// Compare the movetext with the export format.
    pub strict: bool,
    /// Write each game repaired.
    pub fix: bool,
    /// Take a damaged move for the one legal move that it can stand for.
    pub repair: bool,
    /// Nothing but the moves of the main line is wanted, and where it breaks off: no look at tags, text, variations, or
    /// at how the game ended.
    pub only_play: bool,
    /// Nor how the moves are written: signs of check, numbers, needless letters. Moves are as legal as ever.
    pub any_spelling: bool,
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
    pub(super) options: CheckOptions,
    pub(crate) lines: LineReader,
    /// Of the game checked last.
    pub(crate) course: Option<Course>,
    pub(super) sheet: Sheet,
    /// Where games start that do not say so; `None`: the classic position.
    pub(crate) default_start: Option<Box<Position>>,
    /// Repairs in the main line of the game checked last.
    pub(crate) repairs: MainLineRepairs,
    /// The game checked last, repaired; empty if it has an error.
    pub(crate) fixed: String,
    /// The same with a move accepted in place of its only error.
    pub(crate) accepted: Option<Alternative>,
}

/// How a game was read.
pub(crate) struct Course {
    /// The start position, if it is not the classic one.
    pub(crate) start: Option<Box<Position>>,
    /// The alphabet.
    pub(crate) choice: Choice,
    /// How the main line ended.
    pub(crate) stop: Stop,
}

/// One game while it is checked.
pub(super) struct Case<'a> {
    pub(super) text: &'a [u8],
    pub(super) place: GamePlace,
    pub(super) reader: &'a Reader,
    pub(super) movetext: Movetext<'a>,
    pub(super) start: &'a Position,
}

impl GameChecker {
    /// For all games of a run.
    pub(crate) fn new(options: CheckOptions) -> GameChecker {
        let mut lines = LineReader::new(options.language, options.preferred);
        lines.any_spelling = options.any_spelling;
        GameChecker {
            options,
            lines,
            course: None,
            sheet: Sheet::default(),
            default_start: None,
            repairs: MainLineRepairs::default(),
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
        let is_all_wanted = !self.options.only_play;
        if is_all_wanted {
            check_tags(text, tags, place.movetext, out);
        }
        let start = start::read(text, tags, out);
        let given = match start {
            Start::Given(position) => Some(position),
            Start::Classic => self.default_start.clone(),
            Start::Unusable => {
                self.course = None;
                check_text(text, place, reader, out);
                out.sort_since(mark);
                return Checked { plies: 0, is_valid: out.errors() == errors, fingerprint: 0 };
            }
        };
        let case = Case {
            text,
            place,
            reader,
            movetext: Movetext {
                game: text.get(place.start..).unwrap_or_default(),
                tokens: reader.tokens.as_slice(),
                start: place.movetext - place.start,
            },
            start: given.as_deref().unwrap_or(Position::classic()),
        };
        if is_all_wanted {
            check_text(text, place, reader, out);
        }
        let (choice, stop) = self.moves(&case, out);
        if self.options.strict || self.options.fix {
            self.write(&case, &Read { choice, stop: &stop }, out.errors() - errors, accept, out);
        }
        out.sort_since(mark);
        let fingerprint =
            if self.options.fingerprints { fingerprint(case.start, self.lines.line.moves()) } else { 0 };
        self.course = Some(Course { start: given, choice, stop });
        Checked { plies: self.lines.line.plies(), is_valid: out.errors() == errors, fingerprint }
    }

    /// Answers the alphabet and how the main line ended.
    fn moves(&mut self, case: &Case<'_>, out: &mut Findings) -> (Choice, Stop) {
        let mark = out.mark();
        let usual = self.lines.usual();
        let mut choice = usual;
        let mut stop = self.main_line(case, usual, out);
        if !matches!(stop, Stop::End { .. })
            || self.lines.line.has_pawn_letters
            || self.lines.is_doubtful(case.movetext)
        {
            choice = self.lines.find_language(case.movetext, case.start, &stop, self.lines.line.plies());
            if !choice.is_same_reading(usual) {
                out.take_back(mark);
                stop = self.main_line(case, choice, out);
            }
        }
        self.repairs.clear();
        if self.options.repair && !matches!(stop, Stop::End { .. }) {
            choice = self.lines.most_letters(case.movetext, choice);
        }
        if self.options.repair && (!matches!(stop, Stop::End { .. }) || may_be_damaged(case.movetext)) {
            out.take_back(mark);
            stop = self.repaired_line(case, choice, out);
        }
        if self.lines.line.is_long {
            // `Sg1-f3 Ld7xb5`: in long notation every origin is given.
            out.withdraw(mark, Code::OverDisambiguation);
        }
        if self.options.only_play {
            self.stopped(case, choice, &stop, out);
            return (choice, stop);
        }
        self.languages(case, choice, out);
        self.clocks(case, &stop, out);
        let token = self.stopped(case, choice, &stop, out);
        if self.options.repair {
            self.tell_repairs(case, choice, &stop, out);
        }
        self.end(case, &stop, out);
        check_ply_count(case.text, &case.reader.tags, self.lines.line.plies(), out);
        if case.reader.tokens.has_variations {
            self.variations(case, choice, token, out);
        }
        (choice, stop)
    }

    /// The main line to its end, or to the first token that play cannot go on from.
    fn main_line(&mut self, case: &Case<'_>, choice: Choice, out: &mut Findings) -> Stop {
        let mut listener = listener(case, out);
        let mut stop = self.lines.read(choice, case.movetext, case.start, &mut listener);
        while let Some((place, next)) = stray::behind(&mut self.lines, choice, case.movetext, &stop) {
            let span = listener.place(place);
            let ply = self.lines.line.plies();
            let detail = || Detail::Text(TextDetail::Stray);
            listener.out.add(Code::StrayToken, span, (ply > 0).then_some(ply), detail);
            stop = self.lines.go_on(choice, case.movetext, next, &mut listener);
        }
        stop
    }

    /// Clocks that rise more than the time control allows.
    fn clocks(&self, case: &Case<'_>, stop: &Stop, out: &mut Findings) {
        let mut clocks = Clocks::new(case.reader.tags.value(case.text, KnownTag::TimeControl));
        let until = match stop {
            Stop::End { .. } => usize::MAX,
            Stop::Refused { token, .. } | Stop::Unreadable { token, .. } => *token,
        };
        let Movetext { game, tokens, .. } = case.movetext;
        clocks.compare(game, tokens, &self.lines.line, until, |place, ply, rise| {
            let Rise { before, now, increment } = rise;
            out.add(Code::ClockRises, case.span(&place), Some(ply), || {
                Detail::Text(TextDetail::ClockRises { before, now, increment })
            });
        });
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
        match stop {
            Stop::End { .. } => usize::MAX,
            Stop::Unreadable { place, token, reason } => {
                let span = case.span(place);
                let reason = reason.reason;
                let position = self.lines.line.position.clone();
                out.add(Code::UnreadableMove, span, Some(ply), || {
                    Detail::Move(MoveDetail::Unreadable(reason))
                });
                out.suggest_for_last(Code::UnreadableMove, || {
                    suggest::after(
                        &mut self.lines,
                        choice,
                        case.movetext,
                        *token,
                        &position,
                        Wanted::default(),
                    )
                });
                *token
            }
            Stop::Refused { place, token, refusal } => {
                let span = case.span(place);
                let code = code_of(refusal);
                let position = self.lines.line.position.clone();
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
                    let wanted = suggest::wanted(refusal);
                    suggest::after(&mut self.lines, choice, case.movetext, *token, &position, wanted)
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
                line.made.last().and_then(|ply| tokens.get(ply.token())).map(|t| case.token(*t))
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
            milestones::find(case.start, line, |token| tokens.get(token).map_or(0..0, |t| case.token(*t)))
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
        listener.mends = self.options.repair;
        walk(&script, case.start, &self.lines.line, known, &mut listener);
    }
}

/// Start position and moves in 128 bits: two keys that share nothing but their input. Never 0.
pub(crate) fn fingerprint(start: &Position, moves: impl Iterator<Item = Move>) -> u128 {
    let mut low = start.key() ^ 0x9E37_79B9_7F4A_7C15;
    let mut high = start.key().rotate_left(32);
    for mv in moves {
        let bits = u64::from(mv.bits());
        low = (low ^ bits).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(29);
        high = (high.rotate_left(7) ^ bits).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    }
    u128::from(high) << 64 | u128::from(low) | 1
}

impl Case<'_> {
    pub(super) fn span(&self, place: &Range<usize>) -> Range<usize> {
        self.place.start + place.start..self.place.start + place.end
    }

    fn token(&self, token: crate::pgn::Token) -> Range<usize> {
        self.span(&(token.start as usize..token.end as usize))
    }
}

pub(super) fn listener<'f>(case: &Case<'f>, out: &'f mut Findings) -> Listener<'f> {
    Listener { out, base: case.place.start, game: case.movetext.game, in_variations: false, mends: false }
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
