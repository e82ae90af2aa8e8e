//! What `zug validate` says: the catalogue of findings, the checks, and how findings are shown.

mod clock;
pub mod code;
pub mod detail;
pub mod escape;
pub mod explain;
pub mod finding;
pub mod lang;
pub mod moves;
pub mod place;
mod refusal_text;
pub mod render;
mod render_csv;
mod render_human;
mod render_ndjson;
#[cfg(test)]
mod render_tests;
pub mod result;
mod result_detail;
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
