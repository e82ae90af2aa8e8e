//! What is wrong with a game: the catalogue of findings, and who makes them.

pub mod code;
pub mod detail;
pub mod explain;
pub mod finding;
pub mod lang;
pub mod moves;
pub mod result;
pub mod tags;
pub mod text;
