//! Opening a source: what it is made of is found out here, its text comes as a whole or as a stream.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::ops::{Deref, Range};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use memmap2::Mmap;

use super::boundary::CutRule;
use super::decode::{Counted, HEAD, Packing, Peeked, Reader, Verified};
use super::encoding::{TextEncoding, looks_binary};
use super::iccf::IccfReader;
use super::source::{Member, Place, SourceError, SourceKind, SourceOptions, SourceRef};
use super::stream::Blocks;

/// An opened source.
pub struct Input {
    name: String,
    kind: SourceKind,
    size: Option<u64>,
    consumed: Arc<AtomicU64>,
    encoding: TextEncoding,
    binary: bool,
    /// The first bytes, as they are before transcoding; of a text that is there as a whole they are in the body.
    head: Vec<u8>,
    body: Body,
}

enum Body {
    Whole(WholeText),
    Stream(Reader, Packing),
}

/// The text of an opened source.
#[derive(Debug)]
pub enum Text {
    /// All of it at once.
    Whole(WholeText),
    /// Block by block.
    Stream(Blocks),
}

/// A text that is there as a whole: a mapped file, or bytes in memory.
#[derive(Debug)]
pub struct WholeText {
    held: Held,
    /// The part of it that is read.
    part: Range<usize>,
}

#[derive(Debug)]
enum Held {
    Mapped(Mmap),
    Owned(Vec<u8>),
}

impl Deref for WholeText {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        let all: &[u8] = match &self.held {
            Held::Mapped(map) => map,
            Held::Owned(bytes) => bytes,
        };
        all.get(self.part.clone()).unwrap_or_default()
    }
}

impl WholeText {
    fn new(held: Held) -> WholeText {
        let mut text = WholeText { held, part: 0..usize::MAX };
        text.part = 0..match &text.held {
            Held::Mapped(map) => map.len(),
            Held::Owned(bytes) => bytes.len(),
        };
        text
    }
}

/// A whole text as a stream.
struct WholeReader {
    text: WholeText,
    given: usize,
}

impl Read for WholeReader {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let mut rest = self.text.get(self.given..).unwrap_or_default();
        let read = rest.read(buffer)?;
        self.given += read;
        Ok(read)
    }
}

impl Input {
    /// A text in memory, taken as UTF-8.
    pub fn from_bytes(name: impl Into<String>, kind: SourceKind, bytes: Vec<u8>) -> Self {
        Self {
            name: name.into(),
            kind,
            size: Some(bytes.len() as u64),
            consumed: Arc::default(),
            encoding: TextEncoding::UTF_8,
            binary: looks_binary(bytes.get(..bytes.len().min(HEAD)).unwrap_or_default()),
            head: Vec::new(),
            body: Body::Whole(WholeText::new(Held::Owned(bytes))),
        }
    }

    /// A stream of bytes, compressed or not, in any encoding.
    ///
    /// # Errors
    /// A zip archive, which cannot be read as a stream.
    pub fn from_reader(
        name: impl Into<String>,
        kind: SourceKind,
        reader: impl Read + Send + 'static,
        options: &SourceOptions,
    ) -> Result<Self, SourceError> {
        let consumed = Arc::<AtomicU64>::default();
        let counted = Counted { inner: reader, count: Arc::clone(&consumed) };
        let packed = Peeked::new(Box::new(counted));
        stream(name.into(), kind, packed, Packing::Plain, options, consumed)
    }

    /// The name to show.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it holds.
    pub fn kind(&self) -> SourceKind {
        self.kind
    }

    /// The rule by which its text may be cut.
    pub fn cut_rule(&self) -> CutRule {
        match self.kind {
            SourceKind::Pgn => CutRule::Games,
            SourceKind::Positions => CutRule::Lines,
            SourceKind::Ndjson => CutRule::Objects,
        }
    }

    /// The size of the source in bytes (of an archive: compressed), where it is known.
    pub fn size(&self) -> Option<u64> {
        self.size
    }

    /// Whether its text is there as a whole, not as a stream.
    pub fn is_whole(&self) -> bool {
        matches!(self.body, Body::Whole(_))
    }

    /// The bytes of the source that were consumed so far, on the scale of [`Input::size`]; counts on while the text is
    /// read.
    pub fn consumed(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.consumed)
    }

    /// The encoding of the (decompressed) source, for [`TextEncoding::original_len`].
    pub fn encoding(&self) -> TextEncoding {
        self.encoding
    }

    /// Whether the (decompressed) source begins like a picture, a program or another thing that is no text.
    pub fn looks_binary(&self) -> bool {
        self.binary
    }

    /// The first bytes of the (decompressed) source, up to `size` of them, which are read on as if nothing had happened.
    /// Nothing where they are not ASCII and what goes with it, as in UTF-16.
    pub fn sample(&mut self, size: usize) -> Vec<u8> {
        if !self.encoding.is_like_ascii() {
            return Vec::new();
        }
        match &mut self.body {
            Body::Whole(text) => text.get(..text.len().min(size)).unwrap_or_default().to_vec(),
            Body::Stream(reader, _) => {
                let inner = std::mem::replace(reader, Box::new(std::io::empty()));
                let peeked = Peeked::first(inner, size);
                let head = peeked.head().to_vec();
                *reader = Box::new(peeked);
                head
            }
        }
    }

    /// Leaves of a text that is there as a whole only what begins in these bytes, so that several machines can share it:
    /// both ends move to the next place where it can be cut, which is the same for whoever looks for it. Answers where
    /// the rest begins; `None` for a stream, of which nothing is left out.
    pub fn narrow(&mut self, bytes: Range<u64>) -> Option<u64> {
        let rule = self.cut_rule();
        let Body::Whole(text) = &mut self.body else { return None };
        let cut = |at: u64| match usize::try_from(at).unwrap_or(usize::MAX) {
            0 => 0,
            at => rule.first_cut(text, at).unwrap_or(text.len()),
        };
        let part = cut(bytes.start)..cut(bytes.end);
        self.size = Some(part.len() as u64);
        text.part = part.clone();
        Some(part.start as u64)
    }

    /// The same source with moves in ICCF digits (`5254`) spelled as coordinates (`e2e4`), byte for byte of the same
    /// length. Tags and comments stay as they are.
    #[must_use]
    pub fn spell_iccf(self) -> Input {
        let (reader, packing): (Reader, Packing) = match self.body {
            Body::Whole(text) => (Box::new(WholeReader { text, given: 0 }), Packing::Plain),
            Body::Stream(reader, packing) => (reader, packing),
        };
        Input { body: Body::Stream(Box::new(IccfReader::new(reader)), packing), ..self }
    }

    /// The first bytes of the (decompressed) source, before transcoding: some thousands, if there are so many.
    pub fn head(&self) -> &[u8] {
        match &self.body {
            Body::Whole(text) => text.get(..text.len().min(HEAD)).unwrap_or_default(),
            Body::Stream(..) => &self.head,
        }
    }

    /// Is [`Input::head`] all there is?
    pub fn has_only_head(&self) -> bool {
        match &self.body {
            Body::Whole(text) => text.len() <= HEAD,
            Body::Stream(..) => self.head.len() < HEAD,
        }
    }

    /// The text; a stream comes in blocks of about `block_size` bytes.
    ///
    /// # Errors
    /// The reading thread cannot be started.
    pub fn into_text(self, block_size: usize) -> Result<Text, SourceError> {
        Ok(match self.body {
            Body::Whole(text) => Text::Whole(text),
            Body::Stream(reader, packing) => {
                Text::Stream(Blocks::start(self.name, reader, packing, self.encoding, block_size)?)
            }
        })
    }
}

/// Opens a source; compression and encoding are recognised by content.
///
/// # Errors
/// It cannot be opened or its first bytes cannot be read, or it is a zip archive on a pipe. Trouble further on comes
/// at the end of the text.
pub fn open(source: &SourceRef, options: &SourceOptions) -> Result<Input, SourceError> {
    let input = open_as_it_is(source, options)?;
    Ok(if options.iccf { input.spell_iccf() } else { input })
}

fn open_as_it_is(source: &SourceRef, options: &SourceOptions) -> Result<Input, SourceError> {
    let (name, kind) = (source.name.clone(), source.kind);
    let consumed = Arc::<AtomicU64>::default();
    match &source.place {
        Place::Stdin => Input::from_reader(name, kind, std::io::stdin(), options),
        Place::File(path) => {
            let fault = |error| SourceError::Open { name: name.clone(), error };
            let file = File::open(path).map_err(fault)?;
            let metadata = file.metadata().map_err(fault)?;
            let regular = metadata.is_file() && metadata.len() > 0;
            if let Some(text) = if regular && options.mmap { map(&file) } else { None } {
                let head = text.get(..text.len().min(HEAD)).unwrap_or_default();
                let (encoding, binary) = (found_encoding(head, options), looks_binary(head));
                if Packing::recognise(head) == Packing::Plain && encoding.is_utf8() {
                    let size = Some(text.len() as u64);
                    return Ok(Input {
                        name,
                        kind,
                        size,
                        consumed,
                        encoding,
                        binary,
                        head: Vec::new(),
                        body: Body::Whole(text),
                    });
                }
            }
            let counted = Counted { inner: file, count: Arc::clone(&consumed) };
            let peeked = Peeked::new(Box::new(counted));
            let input = stream(name, kind, peeked, Packing::Plain, options, consumed)?;
            Ok(Input { size: regular.then_some(metadata.len()), ..input })
        }
        Place::Member(path, member) => {
            let fault = |error| SourceError::Open { name: name.clone(), error };
            let mut file = File::open(path).map_err(fault)?;
            file.seek(SeekFrom::Start(member.start)).map_err(fault)?;
            let counted = Counted { inner: file, count: Arc::clone(&consumed) };
            let peeked = Peeked::new(unzip(counted, member));
            let input = stream(name, kind, peeked, Packing::Zip, options, consumed)?;
            Ok(Input { size: Some(member.packed), ..input })
        }
    }
}

/// `outer` is what the bytes were packed in already, for the words of an error.
fn stream(
    name: String,
    kind: SourceKind,
    packed: Peeked,
    outer: Packing,
    options: &SourceOptions,
    consumed: Arc<AtomicU64>,
) -> Result<Input, SourceError> {
    let (text, packing) = match Packing::recognise(packed.head()) {
        Packing::Plain => (packed, outer),
        Packing::Zip => return Err(SourceError::ZipOnPipe { name }),
        packing => {
            let unpacked = packing.unpack(Box::new(packed)).map_err(|error| packing.error(&name, error))?;
            (Peeked::new(unpacked), packing)
        }
    };
    Ok(Input {
        name,
        kind,
        size: None,
        consumed,
        encoding: found_encoding(text.head(), options),
        binary: looks_binary(text.head()),
        head: text.head().to_vec(),
        body: Body::Stream(Box::new(text), packing),
    })
}

/// A byte order mark tells the truth even where the user named another encoding; the NUL pattern is only a guess.
fn found_encoding(head: &[u8], options: &SourceOptions) -> TextEncoding {
    let marked = encoding_rs::Encoding::for_bom(head).is_some();
    match options.encoding {
        Some(named) if !marked => named,
        _ => TextEncoding::detect(head).unwrap_or(TextEncoding::UTF_8),
    }
}

fn unzip(file: impl Read + Send + 'static, member: &Member) -> Reader {
    let packed = file.take(member.packed);
    let inner: Reader = if member.deflated {
        let buffered = BufReader::with_capacity(128 * 1024, packed);
        Box::new(flate2::bufread::DeflateDecoder::new(buffered))
    } else {
        Box::new(packed)
    };
    Box::new(Verified { inner, left: member.size, expected: member.crc, sum: flate2::Crc::new() })
}

/// The map of a file; `None` where the file system has no maps, and the file is read as a stream then.
#[allow(unsafe_code, reason = "a file map is the one way to read large files without copying them")]
fn map(file: &File) -> Option<WholeText> {
    // SAFETY: the map is only read. If another process changes the file meanwhile, the text changes under the
    // reader, which takes every byte as it comes and indexes nothing by what it read before; if the file is shortened,
    // the system ends this process (SIGBUS). Both are documented at `SourceOptions::mmap`, which turns the map off.
    let map = unsafe { Mmap::map(file) }.ok()?;
    #[cfg(unix)]
    // Only a hint for the read-ahead; without it the text is the same.
    let _ = map.advise(memmap2::Advice::Sequential);
    Some(WholeText::new(Held::Mapped(map)))
}
