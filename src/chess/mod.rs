//! The rules: board, moves, keys, FEN, Chess960, how a game ends. Knows no text beyond FEN.

pub(crate) mod attacks;
mod bitboard;
pub mod fen;
mod fen_read;
mod movegen;
mod polyglot;
mod position;
mod types;
pub(crate) mod zobrist;

pub use bitboard::Bitboard;
pub use position::{CastlingFault, Position};
pub use types::{Color, Move, MoveList, Piece, Role, Square, Wing};
