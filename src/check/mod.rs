//! What is said about a game: the catalogue of findings and their words.

pub mod lang;
pub mod moves;
mod refusal_text;
