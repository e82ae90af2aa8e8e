//! Reads single terms, each by the word it begins with.

use super::ast::{GameTerm, PlyTerm, Term};
use super::error::{Expected, Problem, QueryError};
use super::lexer::Kind;
use super::parser::Parser;
use super::position_test::{After, BoardTest, FenTest};
use crate::notation::nearest::nearest;
use crate::query::count::{Balance, Count};
use crate::query::event::Event;
use crate::query::fields::{DateField, NumberField, TextField, named, tag_name};
use crate::query::material::Material;
use crate::query::moves::MovePattern;
use crate::query::pattern::Pattern;
use crate::query::pawns::Pawns;
use crate::query::piece_set::PieceOn;
use crate::query::structure::Structure;
use crate::query::term::TermError;

/// The words that a term, or what stands around terms, may begin with; for the nearest name.
pub(in crate::query) const NAMES: &[&str] = &[
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
    "variation",
    "sequence",
    "streak",
    "pattern",
    "pawns",
    "material",
    "either",
    "up",
    "balance",
    "count",
    "check",
    "pinned",
    "passed",
    "doubled",
    "isolated",
    "opposition",
    "move",
];

/// `nf5`, in small letters: three of them that no other term has.
fn is_piece_on_square(name: &str) -> bool {
    matches!(name.as_bytes(), [b'a'..=b'z', b'a'..=b'h', b'1'..=b'8'])
}

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
            "pattern" => PlyTerm::Pattern(Box::new(self.board_term(false, Pattern::parse)?)),
            "pawns" => PlyTerm::Pawns(self.board_term(false, Pawns::parse)?),
            "material" => PlyTerm::Material(Box::new(self.board_term(false, Material::parse)?)),
            "either" | "up" => PlyTerm::Material(Box::new(self.board_term(true, Material::parse)?)),
            "opposite" if self.is_word("bishops") => {
                PlyTerm::Material(Box::new(self.board_term(true, Material::parse)?))
            }
            "balance" => PlyTerm::Balance(self.board_term(false, Balance::parse)?),
            "count" => PlyTerm::Count(self.board_term(false, Count::parse)?),
            "check" | "pinned" | "passed" | "doubled" | "isolated" | "opposition" => {
                PlyTerm::Structure(self.board_term(true, Structure::parse)?)
            }
            "move" => PlyTerm::Move(Box::new(self.board_term(false, MovePattern::parse)?)),
            _ if self.is_word("vs") => PlyTerm::Material(Box::new(self.board_term(true, Material::parse)?)),
            _ if is_piece_on_square(name) => PlyTerm::Piece(self.board_term(true, PieceOn::parse)?),
            _ => return Ok(None),
        }))
    }

    /// A term about the board: the text behind its keyword, or with it, up to the end of the term.
    fn board_term<T>(
        &mut self,
        with_keyword: bool,
        read: impl FnOnce(&str) -> Result<T, TermError>,
    ) -> Result<T, QueryError> {
        if with_keyword {
            self.step_back();
        }
        let (mut text, span) = self.raw_term();
        // Several words in one pair of quotation marks, as in `material "Q vs RR"`, are read as without them.
        if let Some(inner) = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'))
            && inner.contains(char::is_whitespace)
            && !inner.contains('"')
        {
            text = format!(" {inner} ");
        }
        read(&text).map_err(|error| {
            // From the byte in question to the end of its word, if it has one.
            let start = (span.start + error.at).min(span.end);
            if start == span.end {
                return self.error(Problem::Term(error.fault));
            }
            let rest = self.slice(start..span.end);
            let ends = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | ')' | '/');
            let len =
                rest.find(ends).unwrap_or(rest.len()).max(rest.chars().next().map_or(0, char::len_utf8));
            QueryError { span: start..start + len, problem: Problem::Term(error.fault) }
        })
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
