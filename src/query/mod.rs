//! The filter language and its answers: which games, and at which ply.

pub mod back_rank;
pub mod compare;
pub mod event;
pub mod expr;
pub mod fields;
pub mod ply;
pub mod text_test;

pub use expr::{Expr, QueryError};
pub use ply::{Made, Ply};
