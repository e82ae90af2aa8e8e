//! The filter language and its answers: which games, and at which ply.

pub mod ply;

pub use ply::{Made, Ply};
