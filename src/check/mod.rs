//! The checks: what is wrong with a game, and how it is said.

pub mod code;
pub mod detail;
pub mod fen_text;
pub mod finding;
mod game_end;
pub mod lang;
pub mod moves;
pub mod result;
mod result_detail;
pub mod tags;
pub mod text;
