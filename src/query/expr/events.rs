//! Reads the terms about what happened in a game and what its text has.

use super::error::{Expected, Problem, QueryError};
use super::lexer::Kind;
use super::parser::Parser;
use super::values::{decimal, integer, time};
use crate::chess::Role;
use crate::chess::mates::NamedMate;
use crate::notation::ending::Ending;
use crate::query::back_rank::BackRank;
use crate::query::compare::{Comparison, NumberTest};
use crate::query::event::{CastlingKind, Event, Feature, PromotionTest};
use crate::query::fields::named;

/// Most occurrences that can be asked for.
const MOST_REPETITIONS: i64 = 100_000;

/// Every way a game can end.
const ENDINGS: [Ending; 14] = [
    Ending::Mate,
    Ending::Stalemate,
    Ending::Agreement,
    Ending::Resignation,
    Ending::Time,
    Ending::NoShow,
    Ending::RulesInfraction,
    Ending::Repetition,
    Ending::Fifty,
    Ending::Dead,
    Ending::Adjudication,
    Ending::Adjourned,
    Ending::Unterminated,
    Ending::Unknown,
];

/// The words for pieces that a pawn may become.
const PROMOTIONS: [(&str, Role); 8] = [
    ("q", Role::Queen),
    ("r", Role::Rook),
    ("b", Role::Bishop),
    ("n", Role::Knight),
    ("queen", Role::Queen),
    ("rook", Role::Rook),
    ("bishop", Role::Bishop),
    ("knight", Role::Knight),
];

impl Parser<'_> {
    /// The event term that begins with `name`, which is left behind already; `None` if none does.
    pub(super) fn event(&mut self, name: &str) -> Result<Option<Event>, QueryError> {
        Ok(Some(match name {
            "repetition" => self.repetition()?,
            "threefold" => Event::Repetition(3),
            "fivefold" => Event::Repetition(5),
            "perpetual" => Event::Perpetual { by: self.by()? },
            "fifty" => Event::Fifty,
            "seventyfive" => Event::SeventyFive,
            "dead" => Event::Dead,
            "stalemate" => Event::Stalemate,
            "mate" => Event::Mate { names: self.mate_names()?, by: self.by()? },
            "promotion" => self.promotion("promotion", false)?,
            "underpromotion" => self.promotion("underpromotion", true)?,
            "castling" => self.castling()?,
            "en-passant" | "enpassant" => Event::EnPassant { by: self.by()? },
            "en" if self.eat_word("passant") => Event::EnPassant { by: self.by()? },
            "claimable" => Event::Claimable { by: self.by()? },
            "ending" => {
                let is_not = self.is_or_is_not(name)?;
                let known = |word: &str| ENDINGS.into_iter().find(|e| e.name().eq_ignore_ascii_case(word));
                let Some(ending) = self.peek_word().and_then(known) else {
                    return Err(self.unknown_value("ending", ENDINGS.map(Ending::name)));
                };
                self.bump();
                Event::Ending { is_not, ending }
            }
            "chess960" => self.chess960()?,
            "start" => Event::Start(self.chess960_number("start")?),
            "comment" => Event::Comment(self.text_test(name)?),
            "nag" => Event::Nag(
                self.scaled_test(name, Expected::Number, |word| integer(word.trim_start_matches('$')))?,
            ),
            "clock" => Event::Clock { test: self.scaled_test(name, Expected::Time, time)?, by: self.by()? },
            "eval" => {
                if !self.eat_word("drop") {
                    return Err(self.unknown_value("eval", ["drop"]));
                }
                let test = self.scaled_test("eval drop", Expected::Pawns, |word| decimal(word, 2))?;
                Event::EvalDrop { test, by: self.by()? }
            }
            "has" => {
                let Some(feature) = self.peek_word().and_then(|word| named(&Feature::NAMED, word)) else {
                    return Err(self.unknown_value("has", Feature::NAMED.map(|(name, _)| name)));
                };
                self.bump();
                Event::Has(feature)
            }
            "illegal" => Event::Illegal,
            _ => return Ok(None),
        }))
    }

    fn repetition(&mut self) -> Result<Event, QueryError> {
        if self.eat_word("at") {
            if !self.eat_word("end") {
                return Err(self.unknown_value("repetition at", ["end"]));
            }
            return Ok(Event::RepetitionAtEnd);
        }
        match self.peek().kind {
            Kind::Compare(Comparison::AtLeast) => {}
            Kind::Compare(_) => {
                return Err(self.error(Problem::WrongSign { field: "repetition".to_owned(), signs: "`>=`" }));
            }
            _ => return Ok(Event::Repetition(3)),
        }
        self.bump();
        let times = self.peek_word().and_then(integer).filter(|times| (2..=MOST_REPETITIONS).contains(times));
        let Some(times) = times.and_then(|times| u32::try_from(times).ok()) else {
            let value = self.slice(self.peek().span.clone()).to_owned();
            return Err(self.error(Problem::BadValue { what: Expected::Repetitions, value }));
        };
        self.bump();
        Ok(Event::Repetition(times))
    }

    /// Names of mates with bars between them, or none.
    fn mate_names(&mut self) -> Result<Vec<NamedMate>, QueryError> {
        let Some(word) = self.term_word().filter(|word| !word.eq_ignore_ascii_case("by")) else {
            return Ok(Vec::new());
        };
        let mut names = Vec::new();
        for name in word.split('|') {
            let Some(mate) = NamedMate::parse(&name.to_ascii_lowercase()) else {
                return Err(self.unknown_value("mate", NamedMate::ALL.map(NamedMate::name)));
            };
            if !names.contains(&mate) {
                names.push(mate);
            }
        }
        self.bump();
        Ok(names)
    }

    fn promotion(&mut self, term: &'static str, is_under: bool) -> Result<Event, QueryError> {
        let mut role = None;
        if let Some(word) = self.term_word()
            && !["on", "by"].iter().any(|other| other.eq_ignore_ascii_case(word))
        {
            role = named(&PROMOTIONS, word).filter(|role| !is_under || *role != Role::Queen);
            if role.is_none() {
                return Err(self.unknown_value(term, ["knight", "bishop", "rook", "queen"]));
            }
            self.bump();
        }
        let on = self.on_square()?;
        Ok(Event::Promotion(PromotionTest { is_under, role, on, by: self.by()? }))
    }

    fn castling(&mut self) -> Result<Event, QueryError> {
        if self.eat_word("in") {
            if !self.eat_word("960") && !self.eat_word("chess960") {
                return Err(self.unknown_value("castling in", ["960"]));
            }
            return Ok(Event::CastlingIn960);
        }
        let mut kind = CastlingKind::Any;
        if let Some(word) = self.term_word().filter(|word| !word.eq_ignore_ascii_case("by")) {
            let Some(named) = named(&CastlingKind::NAMED, word) else {
                return Err(self.unknown_value("castling", ["short", "long", "opposite", "in", "by"]));
            };
            kind = named;
            self.bump();
        }
        // Opposite castling is something that both sides do.
        let by = if kind == CastlingKind::Opposite { None } else { self.by()? };
        Ok(Event::Castling { kind, by })
    }

    fn chess960(&mut self) -> Result<Event, QueryError> {
        if self.eat_word("double") {
            return Ok(Event::Chess960Double);
        }
        if self.eat_word("pattern") {
            let (text, span) = self.text()?;
            let problem = Problem::BadValue { what: Expected::BackRank, value: text.clone() };
            return BackRank::parse(&text).map(Event::Chess960Pattern).ok_or(QueryError { span, problem });
        }
        if self.is_text_sign() || self.is_word("in") {
            return self.chess960_number("chess960").map(Event::Chess960Number);
        }
        match self.term_word() {
            Some(_) => Err(self.unknown_value("chess960", ["pattern", "double", "in"])),
            None => Ok(Event::Chess960),
        }
    }

    fn chess960_number(&mut self, field: &str) -> Result<NumberTest, QueryError> {
        let read = |word: &str| integer(word).filter(|number| (0..960).contains(number));
        self.scaled_test(field, Expected::Chess960Number, read)
    }
}
