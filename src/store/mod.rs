//! The binary store: games in columns, and an index from positions to games.

mod bits;
pub mod index;
pub mod index_build;
#[cfg(test)]
mod index_tests;
