//! Encodings: what the bytes of a source mean, and how long a text was before it became UTF-8.

use std::borrow::Cow;
use std::fmt;

use encoding_rs::{CoderResult, EncoderResult, Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use oem_cp::code_table::DECODING_TABLE_CP_MAP;
use oem_cp::code_table_type::TableType;

/// An encoding of a source, by name or found from its first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextEncoding(Scheme);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scheme {
    Web(&'static Encoding),
    CodePage(u16),
}

impl TextEncoding {
    /// UTF-8: the bytes are handed on as they are, also where they are not valid (see [`decode`]).
    pub const UTF_8: Self = Self(Scheme::Web(UTF_8));

    /// Reads a name: every label of the WHATWG Encoding Standard, and the code pages of DOS (`cp437`, `437`,
    /// `ibm850`, `dos-852` ...). `None` for an unknown one.
    pub fn parse(label: &str) -> Option<Self> {
        let label = label.trim();
        if let Some(encoding) = Encoding::for_label_no_replacement(label.as_bytes()) {
            return Some(Self(Scheme::Web(encoding)));
        }
        let lower = label.to_ascii_lowercase();
        let number = ["cp", "ibm", "dos", "oem"].iter().find_map(|p| lower.strip_prefix(p)).unwrap_or(&lower);
        let page = number.trim_start_matches(['-', '_', ' ']).parse().ok()?;
        DECODING_TABLE_CP_MAP.contains_key(&page).then_some(Self(Scheme::CodePage(page)))
    }

    /// What the first bytes say by themselves: a byte order mark, or the NUL pattern of UTF-16 without one.
    pub fn detect(first: &[u8]) -> Option<Self> {
        if let Some((encoding, _)) = Encoding::for_bom(first) {
            return Some(Self(Scheme::Web(encoding)));
        }
        let plain = |b: u8| b.is_ascii_graphic() || b.is_ascii_whitespace();
        match *first {
            [a, 0, b, 0, ..] if plain(a) && plain(b) => Some(Self(Scheme::Web(UTF_16LE))),
            [0, a, 0, b, ..] if plain(a) && plain(b) => Some(Self(Scheme::Web(UTF_16BE))),
            _ => None,
        }
    }

    /// Whether ASCII text looks in this encoding as it does in others, so not UTF-16.
    pub fn is_like_ascii(self) -> bool {
        match self.0 {
            Scheme::Web(encoding) => encoding.is_ascii_compatible(),
            Scheme::CodePage(_) => true,
        }
    }

    /// Whether text in this encoding is handed on unchanged.
    pub fn is_utf8(self) -> bool {
        self.0 == Scheme::Web(UTF_8)
    }

    /// The length in bytes that this piece of UTF-8 text had in the source.
    ///
    /// Exact for UTF-8, UTF-16 and all encodings of one byte a character; the others are encoded once more, where a
    /// character that cannot be encoded (a replaced fault of the source) counts one byte.
    pub fn original_len(&self, utf8: &[u8]) -> u64 {
        match self.0 {
            Scheme::Web(encoding) if encoding == UTF_8 => utf8.len() as u64,
            Scheme::Web(encoding) if encoding == UTF_16LE || encoding == UTF_16BE => {
                // A character beyond the base plane has four bytes in both encodings.
                2 * characters(utf8) + 2 * utf8.iter().filter(|b| **b >= 0xf0).count() as u64
            }
            Scheme::Web(encoding) if !encoding.is_single_byte() => encoded_len(encoding, utf8),
            Scheme::Web(_) | Scheme::CodePage(_) => characters(utf8),
        }
    }

    /// A decoder to UTF-8 for a stream; `None` where nothing is to be done.
    pub(super) fn transcoder(self) -> Option<Transcoder> {
        match self.0 {
            Scheme::Web(encoding) if encoding == UTF_8 => None,
            Scheme::Web(encoding) => {
                Some(Transcoder::Web(Box::new(encoding.new_decoder_without_bom_handling())))
            }
            Scheme::CodePage(page) => Some(Transcoder::Page(Box::new(page_table(page)))),
        }
    }
}

impl fmt::Display for TextEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Scheme::Web(encoding) => f.write_str(encoding.name()),
            Scheme::CodePage(page) => write!(f, "cp{page}"),
        }
    }
}

/// Reads a string of a PGN file: UTF-8, and where it is not valid UTF-8, Windows-1252. Says whether it was invalid.
pub fn decode(bytes: &[u8]) -> (Cow<'_, str>, bool) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (Cow::Borrowed(text), false),
        Err(_) => (WINDOWS_1252.decode_without_bom_handling(bytes).0, true),
    }
}

/// Any text as UTF-8: what is valid stays, each byte that is not is read as Windows-1252.
pub fn to_utf8(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len() + 16);
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.push_str(&WINDOWS_1252.decode_without_bom_handling(chunk.invalid()).0);
    }
    Cow::Owned(text)
}

/// Whether the first bytes of a file (some hundred) belong to no text: a picture, an archive, a program.
///
/// A few NUL or control bytes do not make a text binary, and neither do NUL bytes at its end.
pub fn looks_binary(first: &[u8]) -> bool {
    const MAGIC: [&[u8]; 21] = [
        b"\x89PNG\r\n",
        b"\xff\xd8\xff",
        b"GIF8",
        b"%PDF-",
        b"\x7fELF",
        b"PK\x03\x04",
        b"PK\x05\x06",
        b"\x1f\x8b",
        b"BZh",
        b"\xfd7zXZ\0",
        b"\x28\xb5\x2f\xfd",
        b"\x04\x22\x4d\x18",
        b"7z\xbc\xaf\x27\x1c",
        b"Rar!\x1a\x07",
        b"SQLite format 3\0",
        b"\xca\xfe\xba\xbe",
        b"\xcf\xfa\xed\xfe",
        b"\0asm",
        b"II*\0",
        b"MM\0*",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
    ];
    if first.is_empty() {
        return false;
    }
    if MAGIC.iter().any(|magic| first.starts_with(magic)) {
        return true;
    }
    if TextEncoding::detect(first).is_some() {
        return false;
    }
    let length = first.iter().rposition(|b| *b != 0).map_or(0, |last| last + 1);
    let start = first.get(..length.min(512)).unwrap_or_default();
    if start.is_empty() {
        return true;
    }
    let control = start.iter().filter(|b| matches!(b, 0..=8 | 14..=25 | 27..=31 | 127)).count();
    start.contains(&0) && control * 8 > start.len()
}

/// A decoder that keeps its state between the blocks of a stream.
pub(super) enum Transcoder {
    Web(Box<encoding_rs::Decoder>),
    Page(Box<[char; 256]>),
}

impl Transcoder {
    /// Decodes as much of `source` as fits into `target`; `last` says that nothing follows. Returns bytes read, bytes
    /// written and whether all of the source is done.
    pub(super) fn run(&mut self, source: &[u8], target: &mut [u8], last: bool) -> (usize, usize, bool) {
        match self {
            Self::Web(decoder) => {
                let (result, read, written, _) = decoder.decode_to_utf8(source, target, last);
                (read, written, result == CoderResult::InputEmpty)
            }
            Self::Page(table) => {
                let mut written = 0;
                for (read, byte) in source.iter().enumerate() {
                    let Some(room) = target.get_mut(written..).filter(|room| room.len() >= 4) else {
                        return (read, written, false);
                    };
                    written += table.get(usize::from(*byte)).map_or(0, |c| c.encode_utf8(room).len());
                }
                (source.len(), written, true)
            }
        }
    }
}

/// The characters of a code page, U+FFFD where it has none.
fn page_table(page: u16) -> [char; 256] {
    std::array::from_fn(|byte| match (byte.checked_sub(128), DECODING_TABLE_CP_MAP.get(&page)) {
        (Some(high), Some(TableType::Complete(table))) => table.get(high).copied(),
        (Some(high), Some(TableType::Incomplete(table))) => table.get(high).copied().flatten(),
        _ => u8::try_from(byte).ok().map(char::from).filter(char::is_ascii),
    })
    .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
}

fn characters(utf8: &[u8]) -> u64 {
    utf8.iter().filter(|b| **b & 0xc0 != 0x80).count() as u64
}

fn encoded_len(encoding: &'static Encoding, utf8: &[u8]) -> u64 {
    let mut length = 0u64;
    let mut encoder = encoding.new_encoder();
    let mut scratch = [0u8; 1024];
    for chunk in utf8.utf8_chunks() {
        let mut rest = chunk.valid();
        while !rest.is_empty() {
            let (result, read, written) =
                encoder.encode_from_utf8_without_replacement(rest, &mut scratch, false);
            length += written as u64;
            if let EncoderResult::Unmappable(_) = result {
                length += 1;
            }
            if read == 0 {
                break;
            }
            rest = rest.get(read..).unwrap_or_default();
        }
        length += chunk.invalid().len() as u64;
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn transcode(encoding: TextEncoding, bytes: &[u8], step: usize) -> String {
        let mut transcoder = encoding.transcoder().unwrap();
        let (mut out, mut at) = (Vec::new(), 0);
        loop {
            let end = (at + step).min(bytes.len());
            let mut target = [0u8; 16];
            let last = end == bytes.len();
            let (read, written, done) = transcoder.run(&bytes[at..end], &mut target, last);
            out.extend_from_slice(&target[..written]);
            at += read;
            if last && done {
                return String::from_utf8(out).unwrap();
            }
        }
    }

    #[test]
    fn names_of_the_web_and_of_dos_are_known() {
        for (label, name) in [
            ("latin1", "windows-1252"),
            ("UTF-8", "UTF-8"),
            ("koi8-r", "KOI8-R"),
            ("cp437", "cp437"),
            ("CP850", "cp850"),
            ("852", "cp852"),
            ("ibm-858", "cp858"),
            ("shift_jis", "Shift_JIS"),
        ] {
            assert_eq!(TextEncoding::parse(label).map(|e| e.to_string()).as_deref(), Some(name), "{label}");
        }
        assert_eq!(TextEncoding::parse("cp1"), None);
        assert_eq!(TextEncoding::parse("iso-2022-kr"), None, "the replacement encoding is no encoding");
    }

    #[test]
    fn code_page_437_has_its_umlauts_and_lengths() {
        let encoding = TextEncoding::parse("cp437").unwrap();
        let text = transcode(encoding, b"M\x81ller - R\x94\xe1ler", 5);
        assert_eq!(text, "Müller - Rößler");
        assert_eq!(encoding.original_len(text.as_bytes()), 15);
    }

    #[test]
    fn utf16_is_found_by_mark_and_by_its_nul_bytes() {
        assert_eq!(TextEncoding::detect(b"\xff\xfe[\0").unwrap().to_string(), "UTF-16LE");
        assert_eq!(TextEncoding::detect(b"\xfe\xff\0[").unwrap().to_string(), "UTF-16BE");
        assert_eq!(TextEncoding::detect(b"[\0E\0").unwrap().to_string(), "UTF-16LE");
        assert_eq!(TextEncoding::detect(b"\0[\0E").unwrap().to_string(), "UTF-16BE");
        assert_eq!(TextEncoding::detect(b"\xef\xbb\xbf[").unwrap(), TextEncoding::UTF_8);
        assert_eq!(TextEncoding::detect(b"[Event "), None);
    }

    #[test]
    fn the_byte_order_mark_stays_in_the_text_so_that_lengths_add_up() {
        let encoding = TextEncoding::detect(b"\xff\xfe").unwrap();
        let text = transcode(encoding, b"\xff\xfe[\0\x3d\xd8\x00\xde", 3);
        assert_eq!(text, "\u{feff}[😀");
        assert_eq!(encoding.original_len(text.as_bytes()), 8);
    }

    #[test]
    fn strings_that_are_not_utf8_are_windows_1252() {
        assert_eq!(decode("Müller".as_bytes()), (Cow::Borrowed("Müller"), false));
        assert_eq!(decode(b"M\xfcller \x80"), (Cow::Borrowed("Müller €"), true));
    }

    #[test]
    fn a_few_odd_bytes_do_not_make_a_text_binary() {
        assert!(!looks_binary(b""));
        assert!(!looks_binary(b"[Event \"x\"]\n\x00\x01 1. e4 *\n\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"));
        assert!(!looks_binary(b"\xff\xfe[\0E\0v\0e\0n\0t\0"));
        assert!(!looks_binary(b"[White \"M\xfcller\"]"));
        assert!(looks_binary(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"));
        assert!(looks_binary(b"\x02\x00\x01\x00\x00\x00\x07abc\x00\x00\x03x"));
        assert!(looks_binary(&[0; 64]));
    }

    proptest! {
        #[test]
        fn lengths_in_the_source_are_exact(text in "[ -~äöüßÄé€]{0,60}", step in 3usize..9) {
            for label in ["windows-1252", "utf-16le", "utf-16be", "cp858", "gb18030", "euc-jp"] {
                let encoding = TextEncoding::parse(label).unwrap();
                let bytes: Vec<u8> = match label {
                    "utf-16le" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
                    "utf-16be" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
                    "cp858" => text.chars().map(|c| oem_cp::code_table::ENCODING_TABLE_CP858
                        .get(&c).copied().unwrap_or(c as u8)).collect(),
                    other => Encoding::for_label(other.as_bytes()).unwrap().encode(&text).0.into_owned(),
                };
                let decoded = transcode(encoding, &bytes, step);
                if label != "euc-jp" {
                    prop_assert_eq!(&decoded, &text);
                }
                prop_assert_eq!(encoding.original_len(decoded.as_bytes()), bytes.len() as u64);
            }
        }
    }
}
