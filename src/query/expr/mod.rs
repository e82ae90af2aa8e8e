//! The filter language: its text read into a tree, the tree written back, errors with their place.

mod ast;
mod display;
mod error;
mod events;
mod lexer;
mod parser;
mod position_test;
mod term_text;
mod terms;
#[cfg(test)]
mod tests;
mod values;

pub use ast::{Expr, GameTerm, PlyTerm, Term};
pub use error::{Expected, Problem, QueryError};
pub use parser::MAX_DEPTH;
pub use position_test::{After, BoardTest, FenTest, played};
#[cfg(test)]
pub(super) use terms::NAMES;

impl std::str::FromStr for Expr {
    type Err = QueryError;

    fn from_str(text: &str) -> Result<Expr, QueryError> {
        Expr::parse(text)
    }
}

impl Expr {
    /// Reads an expression.
    ///
    /// # Errors
    /// What cannot be read or would say nothing, with its place and, for a mistyped name, the nearest one.
    pub fn parse(text: &str) -> Result<Expr, QueryError> {
        parser::Parser::new(text)?.whole()
    }
}
