//! zug: a PGN database and analysis toolkit.
//!
//! The rooms, imports running to the left only:
//! `chess <- notation <- pgn <- replay <- check <- commands <- cli`.

pub mod check;
pub mod chess;
pub mod notation;
