//! A store's files in memory.

#![allow(unsafe_code, reason = "memory maps")]

use std::fs::File;
use std::io;
use std::ops::Deref;

use memmap2::Mmap;

/// A file of a store, mapped; nothing if it is empty.
#[derive(Debug)]
pub(crate) struct Mapped(Option<Mmap>);

impl Mapped {
    /// Maps a file.
    pub(crate) fn new(file: &File) -> io::Result<Mapped> {
        if file.metadata()?.len() == 0 {
            return Ok(Mapped(None));
        }
        // SAFETY: the map is only read, and files of a store never change once they have their name: they are written
        // under another one, renamed, and at last removed, which leaves the map as it is. If somebody changes one by
        // other means, its bytes change under the reader, which checks every length it reads before it uses it; if it
        // is shortened, the system ends this process (SIGBUS).
        let map = unsafe { Mmap::map(file) }?;
        Ok(Mapped(Some(map)))
    }
}

impl Deref for Mapped {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.0.as_deref().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mapped_file_has_its_bytes() {
        let path = tempfile::NamedTempFile::new().unwrap();
        assert!(Mapped::new(path.as_file()).unwrap().is_empty());
        std::fs::write(path.path(), b"bytes").unwrap();
        assert_eq!(&*Mapped::new(path.as_file()).unwrap(), b"bytes");
    }
}
