//! Text: where PGN comes from, where games begin and end in it, and what their tags and tokens are.
//!
//! This room knows sources (files, directories, archives, pipes), encodings, tag sections and movetext tokens. It
//! knows no chess rule.

pub mod boundary;
pub(crate) mod bytes;
pub(crate) mod classify;
pub mod comment_values;
pub mod date;
pub mod encoding;
pub mod epd;
pub mod expand;
mod iccf;
pub mod input;
pub mod known_tag;
pub mod lexer;
pub mod player_name;
pub mod reader;
pub mod source;
pub mod stream;
pub mod tags;
pub mod writer;

mod decode;
mod scan;
mod tag_read;
#[cfg(test)]
mod tag_read_tests;

pub use lexer::{End, Token, Tokens};
pub use reader::{Found, GamePlace, Reader};
