//! Reads an expression: `and`, `or`, `not`, parentheses, sequences and streaks around single terms.

use std::ops::Range;

use super::ast::Expr;
use super::error::{Expected, Problem, QueryError};
use super::lexer::{Kind, Token, tokens};

/// Parentheses and `not`s that may stand inside each other; a tree that deep is walked without trouble.
pub const MAX_DEPTH: usize = 100;
/// Longest sequence window and streak, in plies.
const MOST_PLIES: u32 = 1_000_000;

/// Words that end a term.
const BOUNDARIES: [&str; 3] = ["and", "or", "for"];

/// Walks over the tokens of an expression.
pub(super) struct Parser<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    end: Token,
}

impl<'t> Parser<'t> {
    pub(super) fn new(text: &'t str) -> Result<Parser<'t>, QueryError> {
        let end = Token { kind: Kind::End, span: text.len()..text.len() };
        Ok(Parser { text, tokens: tokens(text)?, at: 0, depth: 0, end })
    }

    /// The whole text as one expression.
    pub(super) fn whole(mut self) -> Result<Expr, QueryError> {
        if self.peek().kind == Kind::End {
            return Err(QueryError { span: 0..self.text.len(), problem: Problem::Empty });
        }
        let expr = self.or()?;
        match self.peek().kind {
            Kind::End => Ok(expr),
            _ => Err(self.expected(Expected::AndOr)),
        }
    }

    fn or(&mut self) -> Result<Expr, QueryError> {
        self.chain("or", Parser::and, Expr::Or)
    }

    fn and(&mut self) -> Result<Expr, QueryError> {
        self.chain("and", Parser::unary, Expr::And)
    }

    /// One part, or several with `word` between them.
    fn chain(
        &mut self,
        word: &str,
        part: fn(&mut Parser<'t>) -> Result<Expr, QueryError>,
        join: fn(Vec<Expr>) -> Expr,
    ) -> Result<Expr, QueryError> {
        let first = part(self)?;
        if !self.is_word(word) {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.eat_word(word) {
            parts.push(part(self)?);
        }
        Ok(join(parts))
    }

    fn unary(&mut self) -> Result<Expr, QueryError> {
        if self.is_word("not") {
            return self.nested(|parser| {
                parser.bump();
                Ok(Expr::Not(Box::new(parser.unary()?)))
            });
        }
        let start = self.peek().span.start;
        let mut expr = self.primary()?;
        let mut streaks = 0;
        while self.eat_word("for") {
            streaks += 1;
            if self.depth + streaks > MAX_DEPTH {
                return Err(QueryError { span: start..self.peek().span.start, problem: Problem::TooDeep });
            }
            let span = start..self.behind();
            let length = self.plies()?;
            if !self.eat_word("plies") && !self.eat_word("ply") {
                return Err(self.expected(Expected::PliesWord));
            }
            expr = Expr::Streak { length, of: Box::new(in_run(expr, span)?) };
        }
        Ok(expr)
    }

    fn primary(&mut self) -> Result<Expr, QueryError> {
        if self.peek().kind == Kind::Open {
            return self.parentheses();
        }
        let opens = self.tokens.get(self.at + 1).is_some_and(|token| token.kind == Kind::Open);
        if self.is_word("somewhere") {
            self.bump();
            return Ok(Expr::Somewhere(Box::new(self.parentheses()?)));
        }
        if self.is_word("variation") {
            self.bump();
            return Ok(Expr::Variation(Box::new(self.parentheses()?)));
        }
        if self.is_word("sequence") {
            self.bump();
            return self.nested(Parser::sequence);
        }
        if self.is_word("streak") && !opens {
            self.bump();
            let length = self.plies()?;
            let start = self.peek().span.start;
            let inner = self.parentheses()?;
            return Ok(Expr::Streak { length, of: Box::new(in_run(inner, start..self.behind())?) });
        }
        self.term().map(Expr::Term)
    }

    fn parentheses(&mut self) -> Result<Expr, QueryError> {
        self.nested(|parser| {
            parser.need(&Kind::Open, Expected::Open)?;
            let inner = parser.or()?;
            parser.need(&Kind::Close, Expected::Close)?;
            Ok(inner)
        })
    }

    fn sequence(&mut self) -> Result<Expr, QueryError> {
        self.need(&Kind::Open, Expected::Open)?;
        let mut steps = Vec::new();
        loop {
            let start = self.peek().span.start;
            let step = self.or()?;
            steps.push(in_run(step, start..self.behind())?);
            if self.peek().kind == Kind::Comma {
                self.bump();
            } else if steps.len() < 2 {
                return Err(self.expected(Expected::Comma));
            } else {
                break;
            }
        }
        self.need(&Kind::Close, Expected::Close)?;
        let within = if self.eat_word("within") { Some(self.plies()?) } else { None };
        if within.is_some() && !self.eat_word("plies") {
            self.eat_word("ply");
        }
        Ok(Expr::Sequence { steps, within })
    }

    /// Runs `inner` one level deeper.
    fn nested(
        &mut self,
        inner: impl FnOnce(&mut Parser<'t>) -> Result<Expr, QueryError>,
    ) -> Result<Expr, QueryError> {
        if self.depth >= MAX_DEPTH {
            return Err(self.error(Problem::TooDeep));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    /// A number of plies from 1 on.
    fn plies(&mut self) -> Result<u32, QueryError> {
        let number = self.peek_word().and_then(|word| word.parse().ok());
        match number.filter(|number| (1..=MOST_PLIES).contains(number)) {
            Some(number) => {
                self.bump();
                Ok(number)
            }
            None => Err(self.expected(Expected::Plies)),
        }
    }

    /// The token that comes next.
    pub(super) fn peek(&self) -> &Token {
        self.tokens.get(self.at).unwrap_or(&self.end)
    }

    /// The token that comes next, which is left behind.
    pub(super) fn bump(&mut self) -> Token {
        let token = self.peek().clone();
        self.at += usize::from(token.kind != Kind::End);
        token
    }

    /// The token left behind last comes next again.
    pub(super) fn step_back(&mut self) {
        self.at = self.at.saturating_sub(1);
    }

    /// The rest of the term as it stands, with double quotation marks for single ones, and its place.
    pub(super) fn raw_term(&mut self) -> (String, Range<usize>) {
        let first = self.at;
        let span = self.rest_of_term();
        let mut text = self.slice(span.clone()).to_owned();
        for token in self.tokens.get(first..self.at).unwrap_or_default() {
            let (start, end) = (token.span.start - span.start, token.span.end - span.start);
            if matches!(token.kind, Kind::Text(_))
                && text.get(start..end).is_some_and(|t| t.starts_with('\''))
            {
                text.replace_range(start..start + 1, "\"");
                text.replace_range(end - 1..end, "\"");
            }
        }
        (text, span)
    }

    /// Where the token left behind last ends.
    pub(super) fn behind(&self) -> usize {
        self.at.checked_sub(1).and_then(|at| self.tokens.get(at)).map_or(0, |token| token.span.end)
    }

    /// The text between two bytes.
    pub(super) fn slice(&self, span: Range<usize>) -> &'t str {
        self.text.get(span).unwrap_or_default()
    }

    /// The word that comes next, if it is one and not in quotes.
    pub(super) fn peek_word(&self) -> Option<&'t str> {
        let token = self.peek();
        (token.kind == Kind::Word).then(|| self.slice(token.span.clone()))
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        self.peek_word().is_some_and(|next| next.eq_ignore_ascii_case(word))
    }

    /// Leaves the word behind if it comes next; capitals do not count.
    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let comes = self.is_word(word);
        self.at += usize::from(comes);
        comes
    }

    /// The next word if it belongs to the term that is being read.
    pub(super) fn term_word(&self) -> Option<&'t str> {
        self.peek_word().filter(|word| !BOUNDARIES.iter().any(|other| other.eq_ignore_ascii_case(word)))
    }

    /// Everything up to the end of the term: up to `and`, `or`, `for`, a comma or a parenthesis that the term did not
    /// open. The text as it stands, and its place.
    pub(super) fn rest_of_term(&mut self) -> Range<usize> {
        let start = self.peek().span.start;
        let (mut open, mut end) = (0usize, start);
        loop {
            match self.peek().kind {
                Kind::End => break,
                Kind::Comma | Kind::Close if open == 0 => break,
                Kind::Word if open == 0 && self.term_word().is_none() => break,
                Kind::Open => open += 1,
                Kind::Close => open -= 1,
                _ => {}
            }
            end = self.bump().span.end;
        }
        start..end
    }

    fn need(&mut self, kind: &Kind, what: Expected) -> Result<(), QueryError> {
        if self.peek().kind == *kind {
            self.bump();
            return Ok(());
        }
        Err(self.expected(what))
    }

    /// An error about the token that comes next.
    pub(super) fn error(&self, problem: Problem) -> QueryError {
        QueryError { span: self.peek().span.clone(), problem }
    }

    /// The error that something else should come next.
    pub(super) fn expected(&self, what: Expected) -> QueryError {
        let found = self.slice(self.peek().span.clone()).to_owned();
        self.error(Problem::Expected { what, found })
    }
}

/// A step of a sequence or streak has to say something about a ply.
fn in_run(step: Expr, span: Range<usize>) -> Result<Expr, QueryError> {
    if step.is_game_level() { Err(QueryError { span, problem: Problem::GameTermInRun }) } else { Ok(step) }
}
