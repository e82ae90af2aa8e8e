//! The binary store: games in columns, and an index from positions to games.

pub mod features;
mod features_bytes;
pub mod home_pawns;

pub use features::{Castled, Features, Surveyor};
pub use home_pawns::{AtHome, HomePawns};
