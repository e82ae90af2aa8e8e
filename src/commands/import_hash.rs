//! The identity of a source: its text, whatever its name and packing.

use xxhash_rust::xxh3::Xxh3Default;

use super::listing::each_block;
use crate::pgn::input::Input;
use crate::pgn::source::SourceError;

/// Length in bytes and hash of the (decompressed, UTF-8) text of a source.
pub(super) fn text_hash(input: Input) -> Result<(u64, u128), SourceError> {
    let mut hash = Xxh3Default::new();
    let mut length = 0u64;
    each_block(input, |bytes| {
        hash.update(bytes);
        length += bytes.len() as u64;
    })?;
    Ok((length, hash.digest128()))
}
