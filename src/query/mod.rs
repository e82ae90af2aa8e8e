//! The filter language and its answers: which games, and at which ply.

pub mod back_rank;
pub mod compare;
pub mod comparison;
pub mod count;
pub mod difference;
pub mod event;
pub mod expr;
pub mod fields;
pub mod material;
mod move_text;
pub mod moves;
#[cfg(test)]
mod moves_tests;
pub mod pattern;
pub mod pawns;
pub mod piece_set;
pub mod ply;
pub mod run;
pub mod structure;
pub mod term;
#[cfg(test)]
mod testing;
pub mod text_test;

pub use expr::{Expr, QueryError};
pub use ply::{Made, Ply};
pub use term::{TermError, TermFault};
