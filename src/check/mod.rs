//! What `zug validate` says: the catalogue of findings, the checks, and how findings are shown.

pub mod code;
pub mod detail;
pub mod escape;
pub mod explain;
pub mod finding;
pub mod lang;
pub mod moves;
pub mod place;
pub mod render;
mod render_csv;
mod render_human;
mod render_ndjson;
mod render_tests;
pub mod result;
pub mod summary;
pub mod tag_detail;
mod tag_english;
mod tag_export;
mod tag_german;
mod tag_tests;
pub mod tag_values;
pub mod tags;
pub mod text;
