//! From a position to the games of a store that may have it.

use std::io;
use std::ops::Range;

use super::error::StoreError;
use super::format::Kind;
use super::index::{Bytes, Index, IndexError};
use super::segment::Segment;

/// The index section of a segment, checked as it is read.
#[derive(Clone, Copy, Debug)]
pub struct IndexBytes<'s>(&'s Segment);

impl Bytes for IndexBytes<'_> {
    fn size(&self) -> usize {
        self.0.length(Kind::Index)
    }

    fn get(&self, range: Range<usize>) -> io::Result<&[u8]> {
        self.0.bytes(Kind::Index, range).map_err(io::Error::other)
    }
}

impl Segment {
    /// Its position index; `None` if it was built without one.
    ///
    /// # Errors
    /// It is damaged.
    pub fn positions(&self) -> Result<Option<Index<IndexBytes<'_>>>, StoreError> {
        if !self.has(Kind::Index) {
            return Ok(None);
        }
        let index = Index::open(IndexBytes(self)).map_err(|error| self.index_error(error))?;
        if index.games() == self.games() {
            Ok(Some(index))
        } else {
            Err(self.damaged_in(Kind::Index, "it is of another number of games"))
        }
    }

    /// An error of the index as one of this segment.
    pub fn index_error(&self, error: IndexError) -> StoreError {
        match error {
            IndexError::Read(error) => match error.downcast::<StoreError>() {
                Ok(error) => error,
                Err(error) => StoreError::io(self.path())(error),
            },
            error => StoreError::damaged(self.path(), Kind::Index.title(), error.to_string()),
        }
    }
}
