//! The tag section of a game: read in one pass, nothing allocated for a game.

use std::borrow::Cow;
use std::ops::Range;

use super::bytes;
use super::known_tag::{KNOWN_TAGS, KnownTag};
use super::tag_read::{Head, is_name, read_clean, read_odd_tag, skip_blanks};
pub use super::tag_read::{TagFlags, TagRead, read_tag};

/// Bytes as text: UTF-8, else Windows-1252. Allocates only if it must.
pub fn decode_text(raw: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(raw) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => encoding_rs::WINDOWS_1252.decode_without_bom_handling(raw).0,
    }
}

/// A raw tag value as text: `\"` and `\\` undone, UTF-8, else Windows-1252. Allocates only if it must.
pub fn decode_value(raw: &[u8]) -> Cow<'_, str> {
    let text = decode_text(raw);
    if !text.contains(['\\', '\n', '\r']) {
        return text;
    }
    // A line break inside a value reads as one blank.
    let text = text.replace("\r\n", "\n").replace(['\n', '\r'], " ");
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let escaped = if c == '\\' { chars.next_if(|&next| next == '"' || next == '\\') } else { None };
        plain.push(escaped.unwrap_or(c));
    }
    Cow::Owned(plain)
}

/// One tag pair of a section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// The tag, if the name is a known one.
    pub known: Option<KnownTag>,
    /// What is odd about it.
    pub flags: TagFlags,
    /// Offset of its `[`.
    pub start: usize,
    /// Place of the name.
    pub name: Range<usize>,
    /// Place of the value, between the quotes.
    pub value: Range<usize>,
    /// Offset behind the pair.
    pub end: usize,
}

impl Tag {
    /// The name's bytes in the text the section was read from.
    pub fn name_in<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        text.get(self.name.clone()).unwrap_or_default()
    }

    /// The raw value's bytes in the text the section was read from.
    #[inline]
    pub fn value_in<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        text.get(self.value.clone()).unwrap_or_default()
    }
}

/// So many pairs are no tag section; the next is read as another one, so that the memory stays bounded.
const MOST_TAGS: usize = 1 << 16;

/// A pair whose name was there before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Duplicate {
    /// Its index in the section.
    pub(crate) index: usize,
    /// Has the one before it the same value?
    pub(crate) same_value: bool,
}

/// The tag pairs of one game; made once and reused for every game.
#[derive(Debug)]
pub struct TagSection {
    tags: Vec<Tag>,
    /// Which known tags are there, and which more than once, by [`KnownTag::bit`].
    seen: u64,
    twice: u64,
    /// Index of the last tag of each known name; valid only where `seen` says so.
    last: [usize; KNOWN_TAGS],
    /// A coarse set of hashes of unknown names, and whether two fell together.
    unknown: u64,
    unknown_twice: bool,
    /// How the pairs of the game before began, by their index: games of a collection are alike.
    heads: Vec<Head>,
}

/// So many heads are remembered.
const MOST_HEADS: usize = 64;

impl Default for TagSection {
    fn default() -> Self {
        TagSection::new()
    }
}

impl TagSection {
    /// An empty section.
    pub fn new() -> TagSection {
        TagSection {
            tags: Vec::with_capacity(32),
            seen: 0,
            twice: 0,
            last: [0; KNOWN_TAGS],
            unknown: 0,
            unknown_twice: false,
            heads: Vec::new(),
        }
    }

    /// Forgets the tags, keeps the memory.
    #[inline]
    pub fn clear(&mut self) {
        self.tags.clear();
        self.seen = 0;
        self.twice = 0;
        self.unknown = 0;
        self.unknown_twice = false;
    }

    /// Adds a pair that was read at `start` (its `[`) of `text`.
    pub fn push(&mut self, text: &[u8], start: usize, read: TagRead) {
        let name = text.get(read.name.clone()).unwrap_or_default();
        let known = KnownTag::find(name);
        self.note_name(known, name);
        let TagRead { name, value, flags, end } = read;
        self.tags.push(Tag { known, flags, start, name, value, end });
    }

    /// Keeps the books on the name of the pair that is added next.
    #[inline(always)]
    fn note_name(&mut self, known: Option<KnownTag>, name: &[u8]) {
        if let Some(known) = known {
            self.twice |= self.seen & known.bit();
            self.seen |= known.bit();
            if let Some(last) = self.last.get_mut(known as usize) {
                *last = self.tags.len();
            }
        } else {
            let bit = 1u64 << (name_hash(name) >> 58);
            self.unknown_twice |= self.unknown & bit != 0;
            self.unknown |= bit;
        }
    }

    /// Reads the tag pairs from `at` on with nothing but blanks between them, empty lines too, in place of
    /// those it held; gives the offset behind the last `]`, or `at` if there is none.
    ///
    /// An empty line and then an `Event` tag, where this section has one already, is the next game.
    pub fn read(&mut self, text: &[u8], at: usize) -> usize {
        self.clear();
        let mut end = at;
        // Behind the last pair, or behind `%` lines that follow it.
        let mut from = at;
        while self.tags.len() < MOST_TAGS {
            let start = if text.get(from) == Some(&b'\n') { from + 1 } else { from };
            let start = if text.get(start) == Some(&b'[') { start } else { skip_blanks(text, from) };
            let guessed = self.heads.get(self.tags.len()).and_then(|head| head.read(text, start));
            let (clean, known) = match guessed {
                Some((clean, known)) => (Some(clean), Some(known)),
                None => {
                    let clean = read_clean(text, start);
                    let name = clean.as_ref().and_then(|clean| text.get(start + 1..clean.name_end));
                    (clean, KnownTag::find(name.unwrap_or_default()))
                }
            };
            if let Some(clean) = clean
                && (known.is_some() || is_name(text, start + 1, clean.name_end))
            {
                let name = text.get(start + 1..clean.name_end).unwrap_or_default();
                if guessed.is_none()
                    && let Some(known) = known
                {
                    self.remember(known, name);
                }
                if self.begins_next_game(text, name, end, start) {
                    return end;
                }
                self.note_name(known, name);
                end = clean.value_end + 2;
                from = end;
                self.tags.push(Tag {
                    known,
                    flags: clean.flags(),
                    start,
                    name: start + 1..clean.name_end,
                    value: clean.name_end + 2..clean.value_end,
                    end,
                });
                continue;
            }
            let Some(read) = read_odd_tag(text, start) else {
                if bytes::byte(text, start) == b'%' && bytes::is_line_start(text, start) {
                    from = bytes::line_end(text, start);
                    continue;
                }
                return end;
            };
            if self.begins_next_game(text, text.get(read.name.clone()).unwrap_or_default(), end, start) {
                return end;
            }
            end = read.end;
            from = end;
            self.push(text, start, read);
        }
        end
    }

    /// The next game's pair in this place is likely of the same name.
    fn remember(&mut self, known: KnownTag, name: &[u8]) {
        let Some(head) = Head::new(known, name) else { return };
        let at = self.tags.len();
        if let Some(old) = self.heads.get_mut(at) {
            *old = head;
        } else if at == self.heads.len() && at < MOST_HEADS {
            self.heads.push(head);
        }
    }

    /// Is the pair of this name at `start`, with only blanks from `end` on before it, another game's?
    #[inline(always)]
    fn begins_next_game(&self, text: &[u8], name: &[u8], end: usize, start: usize) -> bool {
        start > end + 1
            && self.has(KnownTag::Event)
            && name == b"Event"
            && text.get(end..start).is_some_and(is_empty_line_between)
    }

    /// The pairs in the order of the text.
    pub fn tags(&self) -> &[Tag] {
        &self.tags
    }

    /// Are there no pairs?
    pub fn is_empty(&self) -> bool {
        self.tags.is_empty()
    }

    /// Is there a tag of this name?
    #[inline]
    pub fn has(&self, known: KnownTag) -> bool {
        self.seen & known.bit() != 0
    }

    /// The last pair of this name: the one that counts.
    #[inline]
    pub fn get(&self, known: KnownTag) -> Option<&Tag> {
        if self.has(known) { self.tags.get(*self.last.get(known as usize)?) } else { None }
    }

    /// The pair for a roster tag, by its own name or else by a German one.
    pub fn get_or_german(&self, known: KnownTag) -> Option<&Tag> {
        self.get(known)
            .or_else(|| self.german_bits().find(|g| g.german_for() == Some(known)).and_then(|g| self.get(g)))
    }

    /// The raw value of the last pair of this name.
    #[inline]
    pub fn value<'t>(&self, text: &'t [u8], known: KnownTag) -> Option<&'t [u8]> {
        self.get(known).map(|tag| tag.value_in(text))
    }

    /// The set of known tags that are there, by [`KnownTag::bit`].
    pub(crate) fn seen(&self) -> u64 {
        self.seen
    }

    /// May a name be there twice? `false` is certain.
    pub(crate) fn may_have_duplicates(&self) -> bool {
        self.twice != 0 || self.unknown_twice
    }

    /// The pairs whose name was there before, in the order of the text.
    pub(crate) fn duplicates(&self, text: &[u8]) -> Vec<Duplicate> {
        let mut order: Vec<usize> = (0..self.tags.len()).collect();
        let name = |&index: &usize| self.tags.get(index).map(|tag| tag.name_in(text));
        order.sort_by(|a, b| name(a).cmp(&name(b)));
        let value = |&index: &usize| self.tags.get(index).map(|tag| tag.value_in(text));
        let mut list: Vec<Duplicate> = order
            .iter()
            .zip(order.iter().skip(1))
            .filter(|(before, index)| name(before) == name(index))
            .map(|(before, index)| Duplicate { index: *index, same_value: value(before) == value(index) })
            .collect();
        list.sort_by_key(|duplicate| duplicate.index);
        list
    }

    fn german_bits(&self) -> impl Iterator<Item = KnownTag> {
        let seen = self.seen;
        KnownTag::ALL
            .iter()
            .copied()
            .skip(KnownTag::Weiss as usize)
            .filter(move |known| seen & known.bit() != 0)
    }
}

fn is_empty_line_between(blanks: &[u8]) -> bool {
    let lf = blanks.iter().filter(|&&b| b == b'\n').count();
    let cr = blanks.iter().filter(|&&b| b == b'\r').count();
    lf.max(cr) > 1
}

fn name_hash(name: &[u8]) -> u64 {
    let mut hash = name.len() as u64;
    for &byte in name {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_is_read_with_empty_lines_and_several_pairs_a_line() {
        let text = b"[Event \"a\"]\n\n[Site \"b\"] [Date \"c\"]\n\n\n[Foo \"d\"][Site \"e\"]\n\n1. e4 *";
        let mut section = TagSection::new();
        let end = section.read(text, 0);
        assert_eq!(&text[end..end + 4], b"\n\n1.");
        assert_eq!(section.tags().len(), 5);
        assert_eq!(section.value(text, KnownTag::Site), Some(&b"e"[..]), "the last one counts");
        assert_eq!(section.value(text, KnownTag::White), None);
        assert!(section.may_have_duplicates());
        section.clear();
        assert!(section.is_empty() && !section.has(KnownTag::Site));
    }

    #[test]
    fn a_second_event_after_an_empty_line_is_the_next_game() {
        let text = b"[Event \"a\"]\n[Result \"1-0\"]\n\n[Event \"b\"]\n";
        let mut section = TagSection::new();
        assert_eq!(section.read(text, 0), 26);
        assert_eq!(section.read(text, 26), text.len() - 1);
    }

    #[test]
    fn percent_lines_in_a_section_are_skipped() {
        let text = b"[Event \"a\"]\n%[Site \"hidden\"]\n% more\n[Round \"1\"]\n\n% 1. d4\n1. e4 *";
        let mut section = TagSection::new();
        let end = section.read(text, 0);
        assert_eq!(&text[end..end + 4], b"\n\n% ");
        let names: Vec<&[u8]> = section.tags().iter().map(|tag| tag.name_in(text)).collect();
        assert_eq!(names, [&b"Event"[..], b"Round"]);
    }

    #[test]
    fn german_names_stand_in_for_the_roster() {
        let text = "[Weiß \"Müller\"]\n[Ergebnis \"1:0\"]\n".as_bytes();
        let mut section = TagSection::new();
        section.read(text, 0);
        let white = section.get_or_german(KnownTag::White).map(|tag| tag.value_in(text));
        assert_eq!(white, Some("Müller".as_bytes()));
        assert_eq!(section.get_or_german(KnownTag::Black), None);
    }

    #[test]
    fn garbage_is_linear() {
        for piece in [
            "[a \"x\"y",
            "[a \"",
            "[White x",
            "[a   ",
            "[a \"\\\"]",
            "[a\n\n\n",
            "[a a a ",
            "[a \"x\"\n\n\n\n",
        ] {
            let text = piece.repeat(200_000);
            let began = std::time::Instant::now();
            let mut pos = 0;
            let mut section = TagSection::new();
            while pos < text.len() {
                let end = section.read(text.as_bytes(), pos);
                pos = end.max(pos + 1);
            }
            assert!(began.elapsed().as_secs() < 5, "{piece}");
        }
    }
}
