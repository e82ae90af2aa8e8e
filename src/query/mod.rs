//! The filter language and its answers: which games, and at which ply.

pub mod back_rank;
mod board_walk;
pub mod compare;
pub mod count;
pub mod difference;
pub mod event;
pub mod expr;
pub mod fields;
mod happened;
mod in_variations;
mod judge;
pub mod manual;
pub mod matcher;
#[cfg(test)]
mod matcher_tests;
pub mod material;
mod move_text;
pub mod moves;
#[cfg(test)]
mod moves_tests;
mod opening_names;
pub mod pattern;
pub mod pawns;
pub mod piece_set;
pub mod plain_subject;
pub mod plan;
pub mod ply;
mod program;
pub mod run;
mod said;
pub mod sql;
mod sql_date;
mod sql_game;
mod sql_ply;
#[cfg(test)]
mod sql_tests;
mod sql_text;
pub mod store_subject;
pub mod structure;
pub mod subject;
pub mod term;
#[cfg(test)]
mod testing;
pub mod text_test;
mod visits;

pub use expr::{Expr, QueryError};
pub use matcher::{Hit, Matcher};
pub use plain_subject::{PlainMemory, PlainSubject};
pub use ply::{Made, Ply};
pub use subject::{GameSubject, Subject};
pub use term::{TermError, TermFault};
