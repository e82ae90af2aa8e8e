//! What `zug validate` says: the catalogue of findings, the checks, and how findings are shown.

pub mod code;
pub mod detail;
pub mod finding;
pub mod lang;
pub mod moves;
pub mod result;
pub mod tag_detail;
mod tag_export;
pub mod tag_values;
pub mod tags;
pub mod text;
