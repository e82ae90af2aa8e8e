//! The binary store: games in columns, and an index from positions to games.
//!
//! A store is a folder, because it grows by files that never change once they are there: a segment for each import
//! (or more of them, as memory wants it), and a manifest that says which files count. See `format` for a segment,
//! `manifest` for the list, `rows`, `strings`, `column`, `text`, `tags` and `index` for what is in it.

mod bits;
pub mod build;
pub mod column;
pub mod endings;
pub mod error;
pub mod features;
pub mod features_bytes;
#[cfg(test)]
mod features_tests;
pub mod flags;
pub mod format;
pub mod game;
pub mod home_pawns;
pub mod index;
pub mod index_build;
#[cfg(test)]
mod index_tests;
pub mod manifest;
mod map;
pub mod open;
pub mod ordered;
pub mod positions;
pub mod row;
mod rows;
pub mod segment;
pub mod strings;
pub mod tags;
mod text;
mod varint;
pub mod verify;
pub mod writing;

pub use build::SegmentBuilder;
pub use error::StoreError;
pub use features::{Castled, Features, Replayed, Surveyor};
pub use flags::Flags;
pub use game::{Columns, GameReader, MovesOf, Stored};
pub use home_pawns::{AtHome, HomePawns};
pub use manifest::Manifest;
pub use open::{GameId, Store, is_store};
pub use row::{Batch, Entry, Origin};
pub use segment::Segment;
pub use writing::{StoreOptions, StoreWriter};
