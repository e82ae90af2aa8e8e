//! Reading one tag pair, leniently (PGN import format), in one pass.

use std::ops::Range;

use super::bytes;
use super::known_tag::KnownTag;
use super::scan::{near_blank, next_special};

/// What is odd about how a tag pair is written; empty for a clean one.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TagFlags(u16);

impl TagFlags {
    /// The value holds `\"` or `\\`.
    pub const ESCAPES: TagFlags = TagFlags(1);
    /// A quote inside the value lacks its backslash.
    pub const UNESCAPED_QUOTE: TagFlags = TagFlags(1 << 1);
    /// The value has no closing quote; it ends with its line.
    pub const UNCLOSED_STRING: TagFlags = TagFlags(1 << 2);
    /// There is no `]` behind the value.
    pub const MISSING_BRACKET: TagFlags = TagFlags(1 << 3);
    /// The value stands without (both) quotes.
    pub const MISSING_QUOTES: TagFlags = TagFlags(1 << 4);
    /// Not exactly `[Name "value"]`: other blanks, or more than one line.
    pub const ODD_LAYOUT: TagFlags = TagFlags(1 << 5);
    /// A backslash in the value is not part of an escape.
    pub const LONE_BACKSLASH: TagFlags = TagFlags(1 << 6);
    /// A control byte (a tab too) in the value.
    pub const CONTROL: TagFlags = TagFlags(1 << 7);
    /// A byte over 0x7F in the value.
    pub const NON_ASCII: TagFlags = TagFlags(1 << 8);

    /// Is any of these set?
    #[inline]
    pub const fn has(self, other: TagFlags) -> bool {
        self.0 & other.0 != 0
    }

    /// Nothing odd, no escapes, ASCII only.
    #[inline]
    pub const fn is_clean(self) -> bool {
        self.0 == 0
    }

    /// Both sets together.
    #[must_use]
    pub const fn with(self, other: TagFlags) -> TagFlags {
        TagFlags(self.0 | other.0)
    }

    fn set(&mut self, other: TagFlags) {
        self.0 |= other.0;
    }
}

/// One tag pair as it stands in the text. All places are byte offsets into the text it was read from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TagRead {
    /// The name; not empty.
    pub name: Range<usize>,
    /// The value between the quotes, escapes not undone.
    pub value: Range<usize>,
    /// What is odd about it.
    pub flags: TagFlags,
    /// The offset behind the pair.
    pub end: usize,
}

/// Longest way we look on for the end of a value with unescaped quotes, in bytes: keeps garbage linear.
const QUOTE_REACH: usize = 1024;
/// Longest way back to the `[` of a pair that begins inside what looked like a value, in bytes.
const PAIR_REACH: usize = 64;

/// Reads the tag pair whose `[` is at `at`; `None` if no tag pair stands there (`[%clk`, `[#]`, `[a b]`).
///
/// Never looks further than it reads, apart from a bounded distance, so that text full of brackets stays
/// linear.
pub fn read_tag(text: &[u8], at: usize) -> Option<TagRead> {
    if let Some(clean) = read_clean(text, at)
        && is_name(text, at + 1, clean.name_end)
    {
        return Some(clean.into_read(at));
    }
    read_odd_tag(text, at)
}

/// A pair written as `[Name "value"]`, without escapes.
#[derive(Clone, Copy)]
pub(crate) struct CleanTag {
    pub(crate) name_end: usize,
    pub(crate) value_end: usize,
    pub(crate) non_ascii: bool,
}

impl CleanTag {
    fn into_read(self, at: usize) -> TagRead {
        TagRead {
            name: at + 1..self.name_end,
            value: self.name_end + 2..self.value_end,
            flags: self.flags(),
            end: self.value_end + 2,
        }
    }

    pub(crate) fn flags(&self) -> TagFlags {
        if self.non_ascii { TagFlags::NON_ASCII } else { TagFlags::default() }
    }
}

/// The common case, kept apart because its result stays in registers. The bytes of the name are not looked
/// at but for the first: whoever does not know the name asks [`is_name`].
#[inline(always)]
pub(crate) fn read_clean(text: &[u8], at: usize) -> Option<CleanTag> {
    let start = at + 1;
    let name_end = near_blank(text, start)?;
    let begins = text.get(at) == Some(&b'[') && text.get(start).copied().is_some_and(begins_name);
    if !begins || text.get(name_end) != Some(&b' ') || text.get(name_end + 1) != Some(&b'"') {
        return None;
    }
    read_clean_value(text, name_end)
}

/// How a pair begins: the bracket, the name of a known tag, blank and quote, to be compared in one go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Head {
    bytes: u128,
    mask: u128,
    name_length: usize,
    known: KnownTag,
}

impl Head {
    /// `None` if the name is too long.
    pub(crate) fn new(known: KnownTag, name: &[u8]) -> Option<Head> {
        let mut bytes = [0; 16];
        bytes[0] = b'[';
        bytes.get_mut(1..=name.len())?.copy_from_slice(name);
        bytes.get_mut(name.len() + 1..name.len() + 3)?.copy_from_slice(b" \"");
        let mask = u128::MAX >> (8 * (13 - name.len()));
        Some(Head { bytes: u128::from_le_bytes(bytes), mask, name_length: name.len(), known })
    }

    /// The pair at `at`, if it begins like this and is a clean one.
    #[inline(always)]
    pub(crate) fn read(&self, text: &[u8], at: usize) -> Option<(CleanTag, KnownTag)> {
        let chunk = text.get(at..)?.first_chunk::<16>()?;
        if (u128::from_le_bytes(*chunk) ^ self.bytes) & self.mask != 0 {
            return None;
        }
        let name_end = at + 1 + self.name_length;
        Some((read_clean_value(text, name_end)?, self.known))
    }
}

/// The value of a clean pair whose name, blank and quote are read.
#[inline(always)]
fn read_clean_value(text: &[u8], name_end: usize) -> Option<CleanTag> {
    let mut non_ascii = false;
    let value_end = next_special(text, name_end + 2, &mut non_ascii);
    let closes = text.get(value_end) == Some(&b'"') && text.get(value_end + 1) == Some(&b']');
    closes.then_some(CleanTag { name_end, value_end, non_ascii })
}

/// Can all of these bytes stand in a name?
pub(crate) fn is_name(text: &[u8], start: usize, end: usize) -> bool {
    name_end(text, start) == end
}

/// Any other pair.
#[cold]
pub(crate) fn read_odd_tag(text: &[u8], at: usize) -> Option<TagRead> {
    if text.get(at) != Some(&b'[') {
        return None;
    }
    let start = at + 1;
    let stop = name_end(text, start);
    let usual = text.get(start).copied().is_some_and(begins_name)
        && text.get(stop) == Some(&b' ')
        && text.get(stop + 1) == Some(&b'"');
    if usual {
        Some(read_value(text, start..stop, stop + 1, TagFlags::default()))
    } else {
        read_odd_name(text, start)
    }
}

/// A pair whose head is not `[Name "`.
fn read_odd_name(text: &[u8], at: usize) -> Option<TagRead> {
    let start = skip_blanks(text, at);
    if !text.get(start).copied().is_some_and(begins_name) {
        return None;
    }
    let first_end = name_end(text, start);
    let mut end = first_end;
    let after_first = skip_blanks(text, end);
    let mut next = after_first;
    // `[White Elo "2700"]`: a name of up to three words on one line.
    for _ in 0..2 {
        if text.get(next) == Some(&b'"') {
            break;
        }
        let word_end = name_end(text, next);
        if word_end == next || next != skip_line_blanks(text, end) {
            break;
        }
        end = word_end;
        next = skip_blanks(text, end);
    }
    if text.get(next) == Some(&b'"') && (end == first_end || next > end) {
        return Some(read_value(text, start..end, next, TagFlags::ODD_LAYOUT));
    }
    let known = text.get(start..first_end).and_then(KnownTag::find);
    if known.is_none() || after_first != skip_line_blanks(text, first_end) {
        return None;
    }
    read_unquoted(text, start..first_end, after_first)
}

/// `[White Carlsen]`: only for names we know, and only up to the next bracket on the line.
fn read_unquoted(text: &[u8], name: Range<usize>, at: usize) -> Option<TagRead> {
    let rest = text.get(at..)?;
    let len = rest.iter().position(|b| matches!(b, b'[' | b']' | b'\n' | b'\r'))?;
    let value = rest.get(..len)?;
    if rest.get(len) != Some(&b']') || value.is_empty() {
        return None;
    }
    let mut flags = TagFlags::MISSING_QUOTES;
    if value.contains(&b'\\') {
        flags.set(TagFlags::LONE_BACKSLASH);
    }
    if value.iter().any(|&b| b < 0x20 || b == 0x7F) {
        flags.set(TagFlags::CONTROL);
    }
    if !value.is_ascii() {
        flags.set(TagFlags::NON_ASCII);
    }
    let keep = value.iter().rposition(|&b| b != b' ' && b != b'"').map_or(0, |i| i + 1);
    Some(TagRead { name, value: at..at + keep, flags, end: at + len + 1 })
}

/// Reads the value whose opening quote is at `open`, and what closes the pair.
fn read_value(text: &[u8], name: Range<usize>, open: usize, mut flags: TagFlags) -> TagRead {
    let from = open + 1;
    let mut non_ascii = false;
    let stop = next_special(text, from, &mut non_ascii);
    if non_ascii {
        flags.set(TagFlags::NON_ASCII);
    }
    if text.get(stop) == Some(&b'"') && text.get(stop + 1) == Some(&b']') {
        return TagRead { name, value: from..stop, flags, end: stop + 2 };
    }
    read_odd_value(text, name, from, stop, flags)
}

/// Where the next line begins, if a value that is still open at the line end at `at` is closed on it: its only quote
/// stands before a `]` at its end, and it does not begin like a pair itself.
fn closing_line(text: &[u8], at: usize) -> Option<usize> {
    let next = bytes::after_line_end(text, at);
    let end = bytes::line_end(text.get(..text.len().min(next + QUOTE_REACH))?, next);
    let line = text.get(next..end)?;
    let quote = memchr::memchr(b'"', line)?;
    let begins_pair = line.trim_ascii_start().first() == Some(&b'[');
    (!begins_pair && line.get(quote + 1..)?.trim_ascii() == b"]").then_some(next)
}

/// The rest of a value that is not closed by the first byte of interest (at `stop`).
fn read_odd_value(text: &[u8], name: Range<usize>, from: usize, stop: usize, mut flags: TagFlags) -> TagRead {
    let mut stop = stop;
    let mut non_ascii = false;
    // The last quote that might be the end if no better one comes.
    let mut last_quote: Option<usize> = None;
    // The last `\"` that is followed by `]`: an end whose backslash was meant as itself.
    let mut escaped_end: Option<(usize, usize)> = None;
    loop {
        let skip = match text.get(stop) {
            Some(b'"') => match what_follows(text, stop) {
                Follow::Bracket(end) => {
                    if end != stop + 2 {
                        flags.set(TagFlags::ODD_LAYOUT);
                    }
                    if last_quote.is_some() {
                        flags.set(TagFlags::UNESCAPED_QUOTE);
                    }
                    return TagRead { name, value: from..stop, flags, end };
                }
                Follow::Nothing => {
                    if last_quote.is_some() {
                        flags.set(TagFlags::UNESCAPED_QUOTE);
                    }
                    flags.set(TagFlags::MISSING_BRACKET);
                    return TagRead { name, value: from..stop, flags, end: stop + 1 };
                }
                Follow::Text => {
                    if let Some(pair) = pair_before(text, from, stop) {
                        return unclosed(text, name, from, pair, last_quote, escaped_end, flags);
                    }
                    if last_quote.is_some_and(|_| stop - from > QUOTE_REACH) {
                        return unclosed(text, name, from, stop, last_quote, escaped_end, flags);
                    }
                    last_quote = Some(stop);
                    1
                }
            },
            Some(b'\\') => match text.get(stop + 1) {
                Some(b'"') => {
                    flags.set(TagFlags::ESCAPES);
                    if let Follow::Bracket(end) = what_follows(text, stop + 1) {
                        escaped_end = Some((stop + 1, end));
                    }
                    2
                }
                Some(b'\\') => {
                    flags.set(TagFlags::ESCAPES);
                    2
                }
                _ => {
                    flags.set(TagFlags::LONE_BACKSLASH);
                    1
                }
            },
            None | Some(b'\n' | b'\r') => {
                let next = if last_quote.is_none() && !flags.has(TagFlags::ODD_LAYOUT) {
                    closing_line(text, stop)
                } else {
                    None
                };
                let Some(next) = next else {
                    return unclosed(text, name, from, stop, last_quote, escaped_end, flags);
                };
                flags.set(TagFlags::ODD_LAYOUT);
                next - stop
            }
            Some(_) => {
                flags.set(TagFlags::CONTROL);
                1
            }
        };
        stop = next_special(text, stop + skip, &mut non_ascii);
        if non_ascii {
            flags.set(TagFlags::NON_ASCII);
        }
    }
}

/// No quote with a bracket behind it was found before `stop`: takes the best end there is.
#[cold]
fn unclosed(
    text: &[u8],
    name: Range<usize>,
    from: usize,
    stop: usize,
    last_quote: Option<usize>,
    escaped_end: Option<(usize, usize)>,
    mut flags: TagFlags,
) -> TagRead {
    if let Some((quote, end)) = escaped_end {
        flags.set(TagFlags::LONE_BACKSLASH);
        return TagRead { name, value: from..quote, flags, end };
    }
    if let Some(quote) = last_quote {
        flags.set(TagFlags::MISSING_BRACKET);
        return TagRead { name, value: from..quote, flags, end: quote + 1 };
    }
    flags.set(TagFlags::UNCLOSED_STRING);
    let value = text.get(from..stop).unwrap_or_default().trim_ascii_end();
    let value = value.strip_suffix(b"]").unwrap_or(value).trim_ascii_end();
    TagRead { name, value: from..from + value.len(), flags, end: stop }
}

/// What stands behind a quote that may be the closing one.
enum Follow {
    /// `]`, and the offset behind it.
    Bracket(usize),
    /// The end of the line, or another tag pair, with no `]` before it.
    Nothing,
    /// Anything else: the quote is part of the value.
    Text,
}

fn what_follows(text: &[u8], quote: usize) -> Follow {
    let next = skip_line_blanks(text, quote + 1);
    match text.get(next) {
        Some(b']') => Follow::Bracket(next + 1),
        Some(b'\n' | b'\r') => {
            let later = skip_blanks(text, next);
            if text.get(later) == Some(&b']') { Follow::Bracket(later + 1) } else { Follow::Nothing }
        }
        None => Follow::Nothing,
        Some(b'[') if begins_pair(text, next) => Follow::Nothing,
        Some(_) => Follow::Text,
    }
}

/// Does `[Name "` stand at `at`, within a bounded distance?
fn begins_pair(text: &[u8], at: usize) -> bool {
    let head = text.get(..text.len().min(at + PAIR_REACH)).unwrap_or_default();
    let name = name_end(head, at + 1);
    name > at + 1 && head.get(skip_line_blanks(head, name)) == Some(&b'"')
}

/// If the quote at `quote` opens another pair (`[Name "`), the place of that pair's `[`.
fn pair_before(text: &[u8], from: usize, quote: usize) -> Option<usize> {
    let near = from.max(quote.saturating_sub(PAIR_REACH));
    let bracket = near + memchr::memrchr(b'[', text.get(near..quote)?)?;
    let name = name_end(text, bracket + 1);
    (name > bracket + 1 && skip_line_blanks(text, name) == quote).then_some(bracket)
}

/// May a tag name begin with this byte? (`%` begins a command, not a name.)
const fn begins_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// Bytes that a name can hold, if need be; strictly only letters, digits and `_`.
static NAME_BYTES: [bool; 256] = {
    let mut table = [false; 256];
    let mut i = 0;
    while i < 256 {
        table[i] =
            begins_name(i as u8) || matches!(i as u8, b'-' | b'.' | b'/' | b':' | b'\'' | b'&' | b'+' | b'#');
        i += 1;
    }
    table
};

#[inline(always)]
fn name_end(text: &[u8], at: usize) -> usize {
    let mut pos = at;
    while text.get(pos).is_some_and(|&b| NAME_BYTES[usize::from(b)]) {
        pos += 1;
    }
    pos
}

fn skip_line_blanks(text: &[u8], at: usize) -> usize {
    let mut pos = at;
    while matches!(text.get(pos), Some(b' ' | b'\t')) {
        pos += 1;
    }
    pos
}

pub(crate) fn skip_blanks(text: &[u8], at: usize) -> usize {
    let mut pos = at;
    while matches!(text.get(pos), Some(b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C)) {
        pos += 1;
    }
    pos
}
