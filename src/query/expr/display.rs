//! Writes an expression so that it reads back as the same one.

use std::fmt;

use super::ast::{Expr, GameTerm, PlyTerm, Term};

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expr::Term(term) => write!(f, "{term}"),
            Expr::Not(inner) => {
                f.write_str("not ")?;
                Part { expr: inner, is_alone: false, in_or: false }.fmt(f)
            }
            Expr::And(parts) => join(f, parts, " and ", |expr| Part { expr, is_alone: false, in_or: false }),
            Expr::Or(parts) => join(f, parts, " or ", |expr| Part { expr, is_alone: false, in_or: true }),
            Expr::Somewhere(inner) => write!(f, "somewhere ({inner})"),
            Expr::Variation(inner) => write!(f, "variation ({inner})"),
            Expr::Sequence { steps, within } => {
                f.write_str("sequence (")?;
                join(f, steps, ", ", |expr| Part { expr, is_alone: true, in_or: false })?;
                f.write_str(")")?;
                within.map_or(Ok(()), |plies| write!(f, " within {plies}"))
            }
            Expr::Streak { length, of } => write!(f, "streak {length} ({of})"),
        }
    }
}

fn join<'e>(
    f: &mut fmt::Formatter<'_>,
    parts: &'e [Expr],
    between: &str,
    part: impl Fn(&'e Expr) -> Part<'e>,
) -> fmt::Result {
    for (index, expr) in parts.iter().enumerate() {
        if index > 0 {
            f.write_str(between)?;
        }
        part(expr).fmt(f)?;
    }
    Ok(())
}

/// A part of an expression, in parentheses where it needs them.
struct Part<'e> {
    expr: &'e Expr,
    is_alone: bool,
    in_or: bool,
}

impl Part<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let needs = match self.expr {
            Expr::Or(_) => !self.is_alone,
            Expr::And(_) => !self.is_alone && !self.in_or,
            _ => false,
        };
        if needs { write!(f, "({})", self.expr) } else { write!(f, "{}", self.expr) }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Game(term) => write!(f, "{term}"),
            Term::Ply(term) => write!(f, "{term}"),
        }
    }
}

impl fmt::Display for GameTerm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameTerm::Text(field, test) => write!(f, "{field} {test}"),
            GameTerm::Number(field, test) => write!(f, "{field} {test}"),
            GameTerm::Date(field, test) => write!(f, "{field} {test}"),
            GameTerm::Eco(test) => write!(f, "eco {test}"),
            GameTerm::Result { is_not, result } => {
                write!(f, "result {} {}", if *is_not { "!=" } else { "=" }, result.score())
            }
            GameTerm::Event(event) => write!(f, "{event}"),
        }
    }
}

impl fmt::Display for PlyTerm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlyTerm::Fen(test) => write!(f, "fen {test}"),
            PlyTerm::Board(test) => write!(f, "board {test}"),
            PlyTerm::After(test) => write!(f, "after {test}"),
            PlyTerm::Key(key) => write!(f, "key {key:#018x}"),
            PlyTerm::Ply(test) => write!(f, "ply {test}"),
            PlyTerm::Pattern(test) => write!(f, "pattern {test}"),
            PlyTerm::Pawns(test) => write!(f, "pawns {test}"),
            PlyTerm::Piece(test) => write!(f, "{test}"),
            PlyTerm::Material(test) => write!(f, "material {test}"),
            PlyTerm::Balance(test) => write!(f, "balance {test}"),
            PlyTerm::Count(test) => write!(f, "count{test}"),
            PlyTerm::Structure(test) => write!(f, "{test}"),
            PlyTerm::Move(test) => write!(f, "move {test}"),
        }
    }
}
