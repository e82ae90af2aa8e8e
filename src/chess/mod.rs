//! The rules: board, moves, keys, FEN, Chess960, how a game ends. Knows no text beyond FEN.

pub(crate) mod attacks;
mod bitboard;
mod blocked;
mod castling;
pub mod chess960;
pub mod claim;
pub mod fen;
mod fen_read;
pub mod history;
pub(crate) mod isa;
pub(crate) mod mailbox;
mod make;
mod material;
pub mod mates;
mod movegen;
mod outcome;
pub mod perpetual;
mod polyglot;
pub(crate) mod position;
mod types;
mod walk;
pub(crate) mod zobrist;

pub use bitboard::Bitboard;
pub use blocked::{DEFAULT_NODES, Deadness};
pub use castling::CastlingFault;
pub use make::Moved;
pub use material::Material;
pub use outcome::MatingMaterial;
pub use position::Position;
pub use types::{Color, Move, MoveList, Piece, Role, Square, Wing};
pub use walk::Walk;
