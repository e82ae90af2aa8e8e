//! Decompression, recognised by content.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::bufread::GzDecoder;
use lz4_flex::frame::FrameDecoder;

use super::source::SourceError;

/// Any reader that can move to the reading thread.
pub(super) type Reader = Box<dyn Read + Send>;

/// How many first bytes are looked at to know what a source is.
pub(super) const HEAD: usize = 64 * 1024;

const BUFFER: usize = 128 * 1024;

/// The largest window of a zstd frame that is accepted, as a power of two (`zstd --long=31`).
const ZSTD_LONGEST_WINDOW: u32 = 31;

/// How a source is compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Packing {
    Plain,
    Gzip,
    Bzip2,
    Xz,
    Zstd,
    Lz4,
    Zip,
}

impl Packing {
    /// By the first bytes; names play no part.
    pub(super) fn recognise(head: &[u8]) -> Self {
        match head {
            [0x1f, 0x8b, 8, ..] => Self::Gzip,
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, ..] => Self::Bzip2,
            // The end mark of an empty stream.
            [b'B', b'Z', b'h', b'1'..=b'9', 0x17, 0x72, ..] => Self::Bzip2,
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Self::Xz,
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Self::Zstd,
            // Skippable frames, as parallel compressors put before the first one.
            [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Self::Zstd,
            [0x04, 0x22, 0x4d, 0x18, ..] | [0x02, 0x21, 0x4c, 0x18, ..] => Self::Lz4,
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Self::Zip,
            _ => Self::Plain,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Gzip => "gzip",
            Self::Bzip2 => "bzip2",
            Self::Xz => "xz",
            Self::Zstd => "zstd",
            Self::Lz4 => "lz4",
            Self::Zip => "zip",
        }
    }

    /// The unpacked bytes of `reader`; archives of several members, streams or frames are read to their end.
    pub(super) fn unpack(self, reader: Reader) -> io::Result<Reader> {
        let buffered = BufReader::with_capacity(BUFFER, reader);
        Ok(match self {
            Self::Plain | Self::Zip => buffered.into_inner(),
            Self::Gzip => Box::new(GzipMembers { member: Some(GzDecoder::new(buffered)) }),
            Self::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(buffered)),
            Self::Xz => Box::new(liblzma::bufread::XzDecoder::new_multi_decoder(buffered)),
            Self::Zstd => {
                let mut decoder = zstd::stream::read::Decoder::with_buffer(buffered)?;
                decoder.window_log_max(ZSTD_LONGEST_WINDOW)?;
                Box::new(decoder)
            }
            Self::Lz4 => Box::new(Lz4Frames {
                frame: Some(FrameDecoder::new(EndSeen { inner: buffered, end: false })),
            }),
        })
    }

    /// What a failed read means: trouble of the system, or of the archive.
    pub(super) fn error(self, name: &str, error: io::Error) -> SourceError {
        let name = name.to_owned();
        if self == Self::Plain || error.raw_os_error().is_some() {
            return SourceError::Read { name, error };
        }
        if error.kind() == io::ErrorKind::UnexpectedEof {
            return SourceError::Truncated { name, packing: self.name() };
        }
        SourceError::Corrupt { name, packing: self.name(), reason: error.to_string() }
    }
}

/// Counts what is read from the source.
pub(super) struct Counted<R> {
    pub(super) inner: R,
    pub(super) count: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.count.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

/// A reader whose first bytes were looked at already.
pub(super) struct Peeked {
    head: Vec<u8>,
    given: usize,
    fault: Option<io::Error>,
    inner: Reader,
}

impl Peeked {
    /// Reads the first [`HEAD`] bytes (fewer only at the end of the data). A fault on the way is kept for its turn.
    pub(super) fn new(inner: Reader) -> Self {
        Self::first(inner, HEAD)
    }

    /// The same for the first `size` bytes.
    pub(super) fn first(mut inner: Reader, size: usize) -> Self {
        let mut head = vec![0; size];
        let (filled, fault) = fill(&mut inner, &mut head);
        head.truncate(filled);
        Self { head, given: 0, fault, inner }
    }

    pub(super) fn head(&self) -> &[u8] {
        &self.head
    }
}

impl Read for Peeked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut rest = self.head.get(self.given..).unwrap_or_default();
        if !rest.is_empty() {
            let read = rest.read(buffer)?;
            self.given += read;
            return Ok(read);
        }
        match self.fault.take() {
            Some(fault) => Err(fault),
            None => self.inner.read(buffer),
        }
    }
}

/// Fills the buffer as far as the reader goes; the bytes read, and the fault that ended it.
pub(super) fn fill(reader: &mut impl Read, buffer: &mut [u8]) -> (usize, Option<io::Error>) {
    let mut filled = 0;
    while let Some(room) = buffer.get_mut(filled..).filter(|room| !room.is_empty()) {
        match reader.read(room) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return (filled, Some(error)),
        }
    }
    (filled, None)
}

/// Remembers that its end was seen.
struct EndSeen<R> {
    inner: R,
    end: bool,
}

impl<R: Read> Read for EndSeen<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.end |= read == 0 && !buffer.is_empty();
        Ok(read)
    }
}

/// All members of a gzip file. NUL bytes behind the last one (padding of tapes and copying tools) are no fault.
struct GzipMembers<R: BufRead> {
    member: Option<GzDecoder<R>>,
}

impl<R: BufRead> Read for GzipMembers<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let read = member.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            let Some(mut source) = self.member.take().map(GzDecoder::into_inner) else { break };
            let mut padding = 0;
            loop {
                let bytes = source.fill_buf()?;
                let nuls = bytes.iter().take_while(|b| **b == 0).count();
                if bytes.is_empty() {
                    return Ok(0);
                }
                if nuls == 0 {
                    break;
                }
                source.consume(nuls);
                padding += nuls;
            }
            if padding > 0 {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "data behind the padding"));
            }
            self.member = Some(GzDecoder::new(source));
        }
        Ok(0)
    }
}

/// All frames of an lz4 file, each by a decoder of its own (one decoder keeps the block size of its first frame). It
/// says "end" both behind the end mark of a frame and where the data stop between two blocks; only in the second case
/// it has run into the end of its input.
struct Lz4Frames<R: BufRead> {
    frame: Option<FrameDecoder<EndSeen<R>>>,
}

impl<R: BufRead> Read for Lz4Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(frame) = &mut self.frame {
            let read = frame.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            let source = frame.get_mut();
            if source.end {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let ended = source.inner.fill_buf()?.is_empty();
            self.frame =
                self.frame.take().filter(|_| !ended).map(|frame| FrameDecoder::new(frame.into_inner()));
        }
        Ok(0)
    }
}

/// A zip member: its length and checksum are verified when its end is reached.
pub(super) struct Verified<R> {
    pub(super) inner: R,
    pub(super) left: u64,
    pub(super) expected: u32,
    pub(super) sum: flate2::Crc,
}

impl<R: Read> Read for Verified<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        if read == 0 && !buffer.is_empty() {
            if self.left > 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            if self.sum.sum() != self.expected {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "wrong checksum"));
            }
            return Ok(0);
        }
        self.sum.update(buffer.get(..read).unwrap_or_default());
        self.left = self
            .left
            .checked_sub(read as u64)
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "longer than its directory says"))?;
        Ok(read)
    }
}
