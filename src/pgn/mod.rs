//! PGN as text.

pub mod writer;
