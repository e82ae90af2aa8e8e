//! Reads single terms, each by the word it begins with.

use super::ast::{GameTerm, PlyTerm, Term};
use super::error::{Expected, Problem, QueryError};
use super::lexer::Kind;
use super::parser::Parser;
use super::position_test::{After, BoardTest, FenTest};
use crate::notation::nearest::nearest;
use crate::query::event::Event;
use crate::query::fields::{DateField, NumberField, TextField, named, tag_name};

/// The words that a term, or what stands around terms, may begin with; for the nearest name.
pub(super) const NAMES: &[&str] = &[
    "white",
    "black",
    "player",
    "event",
    "site",
    "round",
    "opening",
    "variant",
    "elo",
    "white.elo",
    "black.elo",
    "elodiff",
    "plies",
    "date",
    "eventdate",
    "eco",
    "result",
    "repetition",
    "threefold",
    "fivefold",
    "perpetual",
    "fifty",
    "seventyfive",
    "dead",
    "stalemate",
    "mate",
    "underpromotion",
    "promotion",
    "chess960",
    "start",
    "castling",
    "en-passant",
    "claimable",
    "ending",
    "comment",
    "nag",
    "clock",
    "eval",
    "has",
    "illegal",
    "fen",
    "board",
    "after",
    "key",
    "ply",
    "not",
    "somewhere",
    "sequence",
    "streak",
];

impl Parser<'_> {
    /// A single term.
    pub(super) fn term(&mut self) -> Result<Term, QueryError> {
        let Some(word) = self.peek_word() else { return Err(self.expected(Expected::Term)) };
        let name = word.to_ascii_lowercase();
        if ["and", "or", "for", "in", "within"].contains(&name.as_str()) {
            return Err(self.expected(Expected::Term));
        }
        let first = self.bump();
        if let Some(term) = self.field(word, &name)? {
            return Ok(Term::Game(term));
        }
        if let Some(event) = self.event(&name)? {
            return Ok(Term::Game(GameTerm::Event(event)));
        }
        if let Some(term) = self.ply_term(&name)? {
            return Ok(Term::Ply(term));
        }
        let nearest = nearest(&name, NAMES.iter().copied());
        Err(QueryError { span: first.span, problem: Problem::UnknownName { name: word.to_owned(), nearest } })
    }

    /// A test of a tag or column.
    fn field(&mut self, word: &str, name: &str) -> Result<Option<GameTerm>, QueryError> {
        if let Some(tag) = name.strip_prefix("tag.") {
            let Some(tag) = word.get(word.len() - tag.len()..).and_then(tag_name) else {
                let value = word.to_owned();
                let span = self.behind() - word.len()..self.behind();
                return Err(QueryError {
                    span,
                    problem: Problem::BadValue { what: Expected::TagName, value },
                });
            };
            return self.any_tag(word, TextField::Tag(tag)).map(Some);
        }
        if let Some(field) = named(&TextField::NAMED, name) {
            return match field {
                // Rounds are texts such as 3.1 that begin with a number.
                TextField::Round => self.any_tag(word, field).map(Some),
                TextField::Variant if !self.is_text_sign() => Ok(Some(GameTerm::Event(Event::OtherVariant))),
                _ => Ok(Some(GameTerm::Text(field, self.text_test(word)?))),
            };
        }
        if let Some(field) = named(&NumberField::NAMED, name) {
            return Ok(Some(GameTerm::Number(field, self.number_test(word)?)));
        }
        if let Some(field) = named(&DateField::NAMED, name) {
            return Ok(Some(GameTerm::Date(field, self.date_test(word)?)));
        }
        Ok(match name {
            "eco" => Some(GameTerm::Eco(self.eco_test(word)?)),
            "result" => {
                let is_not = self.is_or_is_not(word)?;
                Some(GameTerm::Result { is_not, result: self.result()? })
            }
            _ => None,
        })
    }

    /// A tag is compared as a text, or with `<`, `>` and `in` as a number.
    fn any_tag(&mut self, word: &str, field: TextField) -> Result<GameTerm, QueryError> {
        let is_order = self.is_word("in") || matches!(self.peek().kind, Kind::Compare(op) if op.is_order());
        let tag = field.tag().unwrap_or_default().to_owned();
        if is_order {
            return Ok(GameTerm::Number(NumberField::Tag(tag), self.number_test(word)?));
        }
        let field = named(&TextField::NAMED, &tag).filter(|named| named.tag() == Some(&tag)).unwrap_or(field);
        Ok(GameTerm::Text(field, self.text_test(word)?))
    }

    /// A test of one ply.
    fn ply_term(&mut self, name: &str) -> Result<Option<PlyTerm>, QueryError> {
        Ok(Some(match name {
            "fen" => PlyTerm::Fen(Box::new(self.parsed(FenTest::parse)?)),
            "board" => PlyTerm::Board(Box::new(self.parsed(BoardTest::parse)?)),
            "after" => PlyTerm::After(Box::new(self.parsed(After::parse)?)),
            "key" => PlyTerm::Key(self.key()?),
            "ply" => PlyTerm::Ply(self.number_test(name)?),
            _ => return Ok(None),
        }))
    }

    /// A text that something else reads.
    fn parsed<T>(&mut self, read: impl FnOnce(&str) -> Result<T, Problem>) -> Result<T, QueryError> {
        let (text, span) = self.text()?;
        read(&text).map_err(|problem| QueryError { span, problem })
    }

    /// `0x` and up to sixteen hexadecimal digits; an equals sign before it is allowed.
    fn key(&mut self) -> Result<u64, QueryError> {
        if self.peek().kind == Kind::Compare(crate::query::compare::Comparison::Is) {
            self.bump();
        }
        let digits = self.peek_word().and_then(|word| word.strip_prefix("0x").or(word.strip_prefix("0X")));
        let is_hex = |digits: &&str| digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        match digits.filter(is_hex).and_then(|digits| u64::from_str_radix(digits, 16).ok()) {
            Some(key) => {
                self.bump();
                Ok(key)
            }
            None => Err(self.expected(Expected::Key)),
        }
    }
}
