//! zug: a PGN database and analysis toolkit.
//!
//! The rooms, imports running to the left only:
//! `chess <- notation <- pgn <- replay <- check | store <- query <- stats <- export <- commands <- cli`.

pub mod check;
pub mod chess;
pub mod cli;
pub mod commands;
pub mod export;
pub mod notation;
pub mod pgn;
pub mod query;
pub mod replay;
pub mod stats;
pub mod store;
