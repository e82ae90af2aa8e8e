//! What `zug validate` says: the catalogue of findings, the checks, and how findings are shown.

pub mod chunk;
mod clock;
pub mod code;
pub mod detail;
pub mod escape;
pub mod explain;
pub mod finding;
pub mod game;
mod game_end;
pub mod lang;
mod listener;
mod milestones;
pub mod moves;
pub mod place;
mod reading;
mod refusal_text;
pub mod render;
mod render_csv;
mod render_human;
mod render_ndjson;
#[cfg(test)]
mod render_tests;
pub mod result;
mod result_detail;
mod start;
mod suggest;
pub mod summary;
pub mod tag_detail;
mod tag_english;
mod tag_export;
mod tag_german;
#[cfg(test)]
mod tag_tests;
pub mod tag_values;
pub mod tags;
pub mod text;
