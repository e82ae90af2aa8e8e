//! Games in other forms: PGN in any notation, readable text, JSON, tables, positions, opening books, pages; and statistics.
//!
//! Every writer of games takes a [`crate::replay::game::Game`] and appends to a string or a vector of bytes.

pub mod board;
pub mod board_svg;
pub mod book;
#[cfg(feature = "parquet")]
pub mod columnar;
pub mod container;
pub mod edit;
pub mod hits;
pub mod html;
mod html_board;
pub mod ndjson;
pub mod ndjson_error;
mod ndjson_json;
mod ndjson_keys;
mod ndjson_line;
mod ndjson_moves;
pub mod ndjson_plain;
pub mod ndjson_read;
#[cfg(test)]
mod ndjson_tests;
mod ndjson_text;
#[cfg(feature = "parquet")]
mod parquet_table;
pub mod pgn;
pub mod plain;
pub mod polyglot;
pub mod positions;
pub mod report;
mod report_bars;
mod report_charts;
mod report_fit;
mod report_heat;
mod report_html;
mod report_json;
mod report_lines;
mod report_markdown;
#[cfg(feature = "parquet")]
mod report_parquet;
mod report_rows;
mod report_scale;
mod report_table;
mod report_terminal;
#[cfg(test)]
mod report_testing;
mod report_value;
mod sink;
pub mod table;
pub mod table_fields;
#[cfg(test)]
mod testing;
pub mod text;
mod text_lines;
pub mod variations;
pub mod written;
