//! The binary store: games in columns, and an index from positions to games.

pub mod features;
pub mod features_bytes;
pub mod home_pawns;

pub use features::{Castled, Features, Surveyor};
pub use features_bytes::{FEATURE_BYTES, FeatureBytes};
pub use home_pawns::{AtHome, HomePawns};
#[cfg(test)]
mod features_tests;
