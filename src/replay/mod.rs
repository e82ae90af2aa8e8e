//! Tokens to moves: every move made on the board, legal or explained; and the parallel line that all commands ride.

pub mod collate;
pub mod game;
pub mod listing;
pub mod opening;
pub mod parallel;

mod careful;
mod engine;
mod export_form;
mod feed;
mod gap;
mod lane;
#[cfg(test)]
mod lane_tests;
mod line;
mod main_line;
mod observer;
mod plain;
mod repair;
mod replayer;
mod sheet;
mod sheet_flat;
mod sheet_item;
mod sheet_write;
mod tree;

pub(crate) use engine::Engine;
pub(crate) use lane::{FIRST, LaneLetters, SECOND};
pub use line::{Effect, Ply};
pub(crate) use line::{Line, Stop};
pub(crate) use main_line::Script;
pub(crate) use observer::{Observer, Quiet, Remark, Spelling};
pub use plain::{MovesAre, PlainMove};
pub(crate) use plain::{moves_are, plain_moves};
pub(crate) use repair::{
    Mended, Mending, accept, begins_with_damaged_letter, has_castling_before, mend, mend_number,
};
pub use replayer::Replayer;
pub(crate) use sheet::{Item, Sheet, What};
pub(crate) use sheet_write::{comment_text, write_movetext};
pub(crate) use tree::{Fault, Visitor, walk};
