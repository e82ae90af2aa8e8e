//! Bytes written into memory of fixed length: a copy of fixed length needs no call. Should the memory not do, nothing comes
//! out, and whoever writes says so.

/// Memory that is being filled.
#[derive(Debug)]
pub(super) struct Sink<'o> {
    out: &'o mut [u8],
    /// Bytes written.
    pub(super) at: usize,
}

impl<'o> Sink<'o> {
    /// A sink with room for so many bytes; the memory is used again.
    pub(super) fn new(memory: &'o mut Vec<u8>, room: usize) -> Sink<'o> {
        if memory.len() < room {
            memory.resize(room, 0);
        }
        Sink { out: memory, at: 0 }
    }

    /// Writes one byte without going on: what follows is written over it.
    #[inline(always)]
    pub(super) fn set(&mut self, byte: u8) {
        self.chunk(&[byte], 0);
    }

    /// The first `length` bytes of a chunk, copied whole: what is too much is written over.
    #[inline(always)]
    pub(super) fn chunk<const N: usize>(&mut self, chunk: &[u8; N], length: usize) {
        match self.out.get_mut(self.at..self.at + N) {
            Some(slot) => slot.copy_from_slice(chunk),
            None => self.overflow(),
        }
        self.at += length;
    }

    /// Text of fixed length.
    #[inline(always)]
    pub(super) fn put<const N: usize>(&mut self, text: &[u8; N]) {
        self.chunk(text, N);
    }

    /// Any text.
    pub(super) fn copy(&mut self, bytes: &[u8]) {
        match self.out.get_mut(self.at..self.at + bytes.len()) {
            Some(slot) => slot.copy_from_slice(bytes),
            None => self.overflow(),
        }
        self.at += bytes.len();
    }

    /// From here on nothing fits.
    #[cold]
    fn overflow(&mut self) {
        self.at = self.out.len() + 1;
    }

    /// Appends what was written to `out`. False, and nothing is appended, if the memory was too short.
    #[must_use]
    pub(super) fn append_to(&self, out: &mut String) -> bool {
        let text = self.out.get(..self.at).and_then(|bytes| std::str::from_utf8(bytes).ok());
        text.map(|text| out.push_str(text)).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_written_over_from_their_length_on() {
        let (mut memory, mut out) = (Vec::new(), String::from("<"));
        let mut sink = Sink::new(&mut memory, 64);
        sink.chunk(b"e4______", 2);
        sink.set(b'!');
        sink.put(b" e5");
        sink.copy("\u{a0}ü".as_bytes());
        assert!(sink.append_to(&mut out));
        assert_eq!(out, "<e4 e5\u{a0}ü");
    }

    #[test]
    fn memory_that_is_too_short_gives_nothing() {
        for room in 0..20 {
            let (mut memory, mut out) = (Vec::new(), String::new());
            let mut sink = Sink::new(&mut memory, room);
            sink.chunk(b"12345678", 5);
            sink.copy(b"abc");
            sink.put(b"xy");
            let fits = sink.append_to(&mut out);
            assert_eq!((fits, out.as_str()), if room >= 10 { (true, "12345abcxy") } else { (false, "") });
        }
    }
}
