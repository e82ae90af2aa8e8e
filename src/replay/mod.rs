//! From text to games: the parallel line that all commands ride.

pub mod parallel;

mod feed;
