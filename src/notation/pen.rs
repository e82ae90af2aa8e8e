//! What the text of a move is written into: a string, or a few bytes of fixed length where strings are too slow.

/// Takes the text of a move.
pub(super) trait Pen {
    /// Appends a sign.
    fn push(&mut self, sign: char);

    /// Appends a text.
    fn push_str(&mut self, text: &str);

    /// Appends signs of one byte each, such as a square.
    fn push_ascii<const N: usize>(&mut self, signs: [u8; N]);
}

impl Pen for String {
    #[inline(always)]
    fn push(&mut self, sign: char) {
        String::push(self, sign);
    }

    #[inline(always)]
    fn push_str(&mut self, text: &str) {
        String::push_str(self, text);
    }

    #[inline(always)]
    fn push_ascii<const N: usize>(&mut self, signs: [u8; N]) {
        self.extend(signs.map(char::from));
    }
}

/// Longest text of a move in bytes, any style.
pub const LONGEST: usize = 48;

/// The text of a move, with no memory of its own.
#[derive(Clone, Copy, Debug)]
pub struct Spelled {
    /// The text, and zeros behind it.
    pub bytes: [u8; LONGEST],
    /// Bytes of the text.
    pub length: usize,
    /// All bytes together: does one have the bit of a longer character?
    all: u8,
}

impl Spelled {
    /// Nothing yet.
    pub(super) const EMPTY: Spelled = Spelled { bytes: [0; LONGEST], length: 0, all: 0 };

    /// The text.
    pub fn as_str(&self) -> &str {
        self.bytes.get(..self.length).and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or_default()
    }

    /// Characters of the text.
    #[inline(always)]
    pub fn width(&self) -> usize {
        if self.all.is_ascii() { self.length } else { self.as_str().chars().count() }
    }

    #[inline(always)]
    fn byte(&mut self, byte: u8) {
        if let Some(slot) = self.bytes.get_mut(self.length) {
            *slot = byte;
            self.length += 1;
            self.all |= byte;
        }
    }
}

impl Pen for Spelled {
    #[inline(always)]
    fn push(&mut self, sign: char) {
        match sign.is_ascii() {
            true => self.byte(sign as u8),
            false => self.push_str(sign.encode_utf8(&mut [0; 4])),
        }
    }

    #[inline(always)]
    fn push_str(&mut self, text: &str) {
        for byte in text.bytes() {
            self.byte(byte);
        }
    }

    #[inline(always)]
    fn push_ascii<const N: usize>(&mut self, signs: [u8; N]) {
        if let Some(slot) = self.bytes.get_mut(self.length..self.length + N) {
            slot.copy_from_slice(&signs);
            self.length += N;
        }
    }
}
