//! Tokens to moves: every move made on the board, legal or explained.

mod careful;
mod gap;
pub(crate) mod lane;
mod line;
mod main_line;
mod observer;
mod tree;

pub(crate) use line::{Line, Stop};
pub(crate) use main_line::replay;
pub(crate) use observer::{Observer, Quiet, Remark};
