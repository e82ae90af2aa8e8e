//! Bytes written into memory that is long enough most of the time: a copy of fixed length needs no call.

/// Memory that is being filled.
#[derive(Debug)]
pub(super) struct Sink<'o> {
    out: &'o mut Vec<u8>,
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
            None => self.grow(chunk),
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
            None => self.grow(bytes),
        }
        self.at += bytes.len();
    }

    #[cold]
    fn grow(&mut self, bytes: &[u8]) {
        self.out.truncate(self.at);
        self.out.extend_from_slice(bytes);
        self.out.resize(self.out.len() * 2, 0);
    }

    /// What was written, appended to `out`.
    pub(super) fn append_to(&self, out: &mut String) {
        let bytes = self.out.get(..self.at).unwrap_or_default();
        match std::str::from_utf8(bytes) {
            Ok(text) => out.push_str(text),
            // What goes in is text, so it never comes to this.
            Err(_) => out.push_str(&String::from_utf8_lossy(bytes)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_written_over_from_their_length_on() {
        let (mut memory, mut out) = (Vec::new(), String::from("<"));
        let mut sink = Sink::new(&mut memory, 3);
        sink.chunk(b"e4______", 2);
        sink.set(b'!');
        sink.put(b" e5");
        sink.copy("\u{a0}ü".as_bytes());
        sink.append_to(&mut out);
        assert_eq!(out, "<e4 e5\u{a0}ü");
    }
}
