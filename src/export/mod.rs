//! Games in other forms: PGN in any notation, readable text, JSON, tables, positions, opening books, pages.
//!
//! Every writer takes a [`crate::replay::game::Game`] and appends to a string or a vector of bytes.

pub mod container;
pub mod edit;
pub mod ndjson;
mod ndjson_moves;
mod ndjson_text;
pub mod ndjson_values;
pub mod pgn;
pub mod plain;
pub mod table;
pub mod text;
mod text_lines;
pub mod variations;
pub mod written;
