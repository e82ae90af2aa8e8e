//! What `zug validate` says: the catalogue of findings, the checks, and how findings are shown.

pub mod chunk;
mod clock;
pub mod code;
pub mod damage;
pub mod detail;
pub mod escape;
pub mod explain;
pub(crate) mod export_form;
pub mod fen_text;
pub mod finding;
mod fix;
mod fix_result;
mod fix_tags;
#[cfg(test)]
mod fix_tests;
pub mod game;
mod game_end;
mod game_write;
pub mod lang;
mod listener;
pub mod listing;
mod mend;
#[cfg(test)]
mod mend_tests;
mod milestones;
pub mod moves;
pub mod people_text;
pub mod place;
pub mod plain;
#[cfg(test)]
mod plain_tests;
pub mod positions;
mod reading;
pub mod reading_vote;
pub mod record;
mod refusal_text;
pub mod render;
mod render_csv;
mod render_human;
mod render_ndjson;
mod render_tests;
pub mod repair;
mod report;
pub mod result;
mod result_detail;
pub(crate) mod start;
mod stray;
mod suggest;
pub mod summary;
pub mod tag_detail;
mod tag_english;
mod tag_export;
mod tag_german;
mod tag_tests;
pub mod tag_values;
pub mod tags;
pub mod text;
