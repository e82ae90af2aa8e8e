//! The identity of a source: its text, whatever its name and packing.

use xxhash_rust::xxh3::Xxh3Default;

use crate::pgn::input::{Input, Text};
use crate::pgn::source::SourceError;
use crate::pgn::stream::Next;

/// Block size of streams, in bytes.
const BLOCK: usize = 1 << 20;

/// Length in bytes and hash of the (decompressed, UTF-8) text of a source.
pub(super) fn text_hash(input: Input) -> Result<(u64, u128), SourceError> {
    let mut hash = Xxh3Default::new();
    let mut length = 0u64;
    let mut add = |bytes: &[u8]| {
        hash.update(bytes);
        length += bytes.len() as u64;
    };
    match input.into_text(BLOCK)? {
        Text::Whole(whole) => add(&whole),
        Text::Stream(mut blocks) => loop {
            match blocks.next(|| false) {
                Next::Block(block) => {
                    add(block.text());
                    blocks.recycle(block);
                }
                Next::NotYet => {}
                Next::End(end) => {
                    end?;
                    break;
                }
            }
        },
    }
    Ok((length, hash.digest128()))
}
