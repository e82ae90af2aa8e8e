//! An expression as an SQL query over the tables `games` and `positions` that `zug convert --format parquet` writes.
//!
//! An expression that is about whole games asks the games, any other one the positions: a game is found if there is a
//! row of it for which the condition holds. Only what means the same in both languages is said. What the tables do not
//! know is `NULL` in them, and no match here: below a `NOT` such conditions are made `FALSE`.
//!
//! The conditions are those that DuckDB and Spark read alike. Two things are as the engine and the tables have them:
//! letters outside of ASCII in texts (see `sql_text.rs`), and men of which a side has more than fifteen of a kind,
//! as no game but only a made-up position has.

use super::expr::{Expr, Term};
use crate::check::lang::UiLang;

/// A term that no SQL over the tables says.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this cannot be said in SQL about the tables: {term}")]
pub struct NotInSql {
    /// The term, as the language writes it.
    pub term: String,
}

impl NotInSql {
    fn of(term: &dyn std::fmt::Display) -> NotInSql {
        NotInSql { term: term.to_string() }
    }

    /// In a sentence without a full stop.
    pub fn message(&self, lang: UiLang) -> String {
        match lang {
            UiLang::En => self.to_string(),
            UiLang::De => format!("das lässt sich in SQL über die Tabellen nicht sagen: {}", self.term),
        }
    }
}

/// The query that finds the numbers of the games that match, without a semicolon.
///
/// # Errors
/// The first term that it cannot say.
pub fn sql(expr: &Expr) -> Result<String, NotInSql> {
    let mut writer = Writer::default();
    if expr.is_game_level() {
        let condition = writer.expr(expr)?;
        return Ok(format!("SELECT g.game_id FROM games g WHERE {} ORDER BY g.game_id", condition.text));
    }
    writer.rows = Some("p".to_owned());
    let condition = writer.expr(expr)?;
    let games = if writer.needs_games { " JOIN games g ON g.game_id = p.game_id" } else { "" };
    Ok(format!(
        "SELECT DISTINCT p.game_id FROM positions p{games} WHERE {} ORDER BY p.game_id",
        condition.text
    ))
}

/// How a condition is put together, which tells where it needs parentheses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// A column or something in parentheses.
    Whole,
    /// A comparison.
    Test,
    /// Conditions with `AND` between them.
    All,
    /// Conditions with `OR` between them.
    Any,
}

/// A condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Condition {
    text: String,
    form: Form,
    /// It may be `NULL`, which stands for no.
    may_be_null: bool,
}

impl Condition {
    /// A flag, or a constant: never `NULL`.
    pub(super) fn whole(text: impl Into<String>) -> Condition {
        Condition { text: text.into(), form: Form::Whole, may_be_null: false }
    }

    /// It always or never holds.
    pub(super) fn constant(holds: bool) -> Condition {
        Condition::whole(if holds { "TRUE" } else { "FALSE" })
    }

    /// A comparison of something that is always known.
    pub(super) fn known(text: impl Into<String>) -> Condition {
        Condition { text: text.into(), form: Form::Test, may_be_null: false }
    }

    /// A comparison of something that may be `NULL`.
    pub(super) fn unsure(text: impl Into<String>) -> Condition {
        Condition { text: text.into(), form: Form::Test, may_be_null: true }
    }

    /// All of them, of which there is one at least.
    pub(super) fn all(parts: Vec<Condition>) -> Condition {
        Condition::joined(parts, " AND ", Form::All)
    }

    /// One of them, of which there is one at least.
    pub(super) fn any(parts: Vec<Condition>) -> Condition {
        Condition::joined(parts, " OR ", Form::Any)
    }

    fn joined(mut parts: Vec<Condition>, between: &str, form: Form) -> Condition {
        if parts.len() == 1
            && let Some(only) = parts.pop()
        {
            return only;
        }
        let may_be_null = parts.iter().any(|part| part.may_be_null);
        let texts: Vec<String> = parts.into_iter().map(|part| part.inside(form)).collect();
        Condition { text: texts.join(between), form, may_be_null }
    }

    /// As a part of such conditions.
    fn inside(self, form: Form) -> String {
        match self.form {
            Form::All | Form::Any if self.form != form => format!("({})", self.text),
            _ => self.text,
        }
    }

    /// That it does not hold.
    pub(super) fn negated(self) -> Condition {
        let sure = self.sure();
        let text = if sure.form == Form::Whole { sure.text } else { format!("({})", sure.text) };
        Condition { text: format!("NOT {text}"), form: Form::Test, may_be_null: false }
    }

    /// The same, `FALSE` where it may be `NULL`.
    fn sure(self) -> Condition {
        if !self.may_be_null {
            return self;
        }
        // No part of it is negated, so that what is unknown can only have kept it from being true.
        Condition::whole(format!("coalesce({}, FALSE)", self.text))
    }
}

/// Writes an expression.
#[derive(Debug, Default)]
pub(super) struct Writer {
    /// The name of the row of positions that is looked at; `None` where games are.
    rows: Option<String>,
    /// A column of the games was asked for.
    needs_games: bool,
    /// Names of rows that were given.
    names: u32,
}

impl Writer {
    /// A column of the games.
    pub(super) fn of_game(&mut self, column: &str) -> String {
        self.needs_games = true;
        format!("g.{column}")
    }

    /// A column that both tables have: nothing need be joined for it.
    pub(super) fn of_either(&mut self, column: &str) -> String {
        self.of_row(column).unwrap_or_else(|| self.of_game(column))
    }

    /// A column of the row of positions, if one is looked at.
    pub(super) fn of_row(&self, column: &str) -> Option<String> {
        self.rows.as_ref().map(|row| format!("{row}.{column}"))
    }

    /// There is another row of the same game for which this holds; `condition` gets its name.
    pub(super) fn exists<E>(
        &mut self,
        condition: impl FnOnce(&mut Writer, &str) -> Result<Condition, E>,
    ) -> Result<Condition, E> {
        let outer = self.of_either("game_id");
        self.names += 1;
        let name = format!("q{}", self.names);
        let before = self.rows.replace(name.clone());
        let condition = condition(self, &name);
        self.rows = before;
        let condition = condition?.inside(Form::All);
        Ok(Condition::whole(format!(
            "EXISTS (SELECT 1 FROM positions {name} WHERE {name}.game_id = {outer} AND {condition})"
        )))
    }

    fn expr(&mut self, expr: &Expr) -> Result<Condition, NotInSql> {
        match expr {
            Expr::Term(term) => self.term(term),
            Expr::Not(inner) => Ok(self.expr(inner)?.negated()),
            Expr::And(parts) => Ok(Condition::all(self.parts(parts)?)),
            Expr::Or(parts) => Ok(Condition::any(self.parts(parts)?)),
            // The same at every ply, of which each game has one.
            Expr::Somewhere(inner) if inner.is_game_level() => self.expr(inner),
            Expr::Somewhere(inner) => self.exists(|writer, _| writer.expr(inner)),
            Expr::Variation(_) | Expr::Sequence { .. } | Expr::Streak { .. } => Err(NotInSql::of(expr)),
        }
    }

    fn parts(&mut self, parts: &[Expr]) -> Result<Vec<Condition>, NotInSql> {
        parts.iter().map(|part| self.expr(part)).collect()
    }

    fn term(&mut self, term: &Term) -> Result<Condition, NotInSql> {
        let said = match term {
            Term::Game(term) => self.game_term(term),
            Term::Ply(term) => self.ply_term(term),
        };
        said.ok_or_else(|| NotInSql::of(term))
    }
}
