//! Notation: moves, results and closing words as people write them.

pub mod ending;
pub mod result;
