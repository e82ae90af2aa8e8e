//! PGN text: tag sections and what stands in them. Knows no legality.

pub mod date;
pub mod known_tag;
mod scan;
mod tag_read;
mod tag_read_tests;
pub mod tags;
