//! Text: where PGN comes from and what its bytes mean.
//!
//! This room knows sources (files, directories, archives, pipes), encodings and the places where one
//! game ends and the next begins. It knows no chess rule.

pub mod boundary;
pub mod encoding;
pub mod expand;
pub mod input;
pub mod source;
pub mod stream;

mod decode;
