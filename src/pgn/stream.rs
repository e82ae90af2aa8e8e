//! A source as a stream of blocks: a thread of its own reads, unpacks and decodes ahead, a few blocks at most.

use std::io::Read;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError, channel, sync_channel};
use std::thread;
use std::time::Duration;

use super::decode::{Packing, Reader, fill};
use super::encoding::{TextEncoding, Transcoder};
use super::source::SourceError;

/// Free room before the text of every block, so that the rest of the block before fits in front of it.
pub const HEADROOM: usize = 64 * 1024;

/// Blocks read ahead while nobody asks for them.
const READ_AHEAD: usize = 2;

/// Encoded bytes that are read at a time, where the encoding must be changed.
const ENCODED: usize = 64 * 1024;

/// How long a waiting reader sleeps before it looks at the stop flag again.
const PATIENCE: Duration = Duration::from_millis(50);

/// A piece of text that owns its bytes and is recycled after use.
#[derive(Debug)]
pub struct Block {
    bytes: Vec<u8>,
    start: usize,
    end: usize,
    last: bool,
}

impl Block {
    fn new(size: usize) -> Self {
        Self { bytes: vec![0; HEADROOM + size], start: HEADROOM, end: HEADROOM, last: false }
    }

    /// A block that holds just these bytes.
    pub fn of(bytes: Vec<u8>) -> Self {
        Self { start: 0, end: bytes.len(), bytes, last: false }
    }

    /// The text.
    pub fn text(&self) -> &[u8] {
        self.bytes.get(self.start..self.end).unwrap_or_default()
    }

    /// Whether the stream ends with this block. (A stream may also end behind a block that does not know it.)
    pub fn is_last(&self) -> bool {
        self.last
    }

    /// Puts bytes before the text.
    pub fn prepend(&mut self, before: &[u8]) {
        match self.start.checked_sub(before.len()) {
            Some(start) => {
                if let Some(room) = self.bytes.get_mut(start..self.start) {
                    room.copy_from_slice(before);
                    self.start = start;
                }
            }
            None => {
                let mut bytes = Vec::with_capacity(before.len() + self.text().len());
                bytes.extend_from_slice(before);
                bytes.extend_from_slice(self.text());
                *self = Self { last: self.last, ..Self::of(bytes) };
            }
        }
    }

    /// Keeps the first `keep` bytes of the text and puts others behind them.
    pub fn replace_tail(&mut self, keep: usize, behind: &[u8]) {
        self.end = self.end.min(self.start.saturating_add(keep));
        self.bytes.truncate(self.end);
        self.bytes.extend_from_slice(behind);
        self.end = self.bytes.len();
    }
}

/// What a stream has to give at the moment.
#[derive(Debug)]
pub enum Next {
    /// A block of text.
    Block(Block),
    /// Nothing yet (only where the caller did not want to wait, or was told to stop).
    NotYet,
    /// The end; with an error if the source could not be read to its end.
    End(Result<(), SourceError>),
}

/// The receiving end of a stream.
#[derive(Debug)]
pub struct Blocks {
    name: String,
    full: Receiver<Message>,
    free: Sender<Block>,
    size: usize,
}

#[derive(Debug)]
enum Message {
    Block(Block),
    End(Result<(), SourceError>),
}

impl Blocks {
    /// Starts the reading thread.
    pub(super) fn start(
        name: String,
        reader: Reader,
        packing: Packing,
        encoding: TextEncoding,
        size: usize,
    ) -> Result<Self, SourceError> {
        let size = size.max(16);
        let (send_full, full) = sync_channel(READ_AHEAD);
        let (free, take_free) = channel();
        let pump = Pump {
            name: name.clone(),
            text: match encoding.transcoder() {
                None => TextReader::Plain(reader),
                Some(transcoder) => TextReader::Encoded(Box::new(Encoded {
                    reader,
                    transcoder,
                    bytes: vec![0; ENCODED],
                    start: 0,
                    end: 0,
                    ended: false,
                })),
            },
            packing,
            size,
            full: send_full,
            free: take_free,
        };
        // The thread is not joined: it may sit in a read of a terminal or a pipe for as long as it likes.
        thread::Builder::new()
            .name("source".to_owned())
            .spawn(move || pump.run())
            .map_err(|error| SourceError::Thread { name: name.clone(), reason: error.to_string() })?;
        Ok(Self { name, full, free, size })
    }

    /// The next block if there is one already.
    pub fn try_next(&mut self) -> Next {
        match self.full.try_recv() {
            Ok(message) => self.understood(message),
            Err(TryRecvError::Empty) => Next::NotYet,
            Err(TryRecvError::Disconnected) => self.lost(),
        }
    }

    /// Waits for the next block, until `stopped` says that nobody wants it any more.
    pub fn next(&mut self, stopped: impl Fn() -> bool) -> Next {
        loop {
            match self.full.recv_timeout(PATIENCE) {
                Ok(message) => return self.understood(message),
                Err(RecvTimeoutError::Timeout) if stopped() => return Next::NotYet,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return self.lost(),
            }
        }
    }

    /// Gives a block back for reuse.
    pub fn recycle(&self, mut block: Block) {
        if block.bytes.len() == HEADROOM + self.size {
            block.start = HEADROOM;
            block.end = HEADROOM;
            block.last = false;
            // At the end of the source nobody takes it, which is as well.
            let _ = self.free.send(block);
        }
    }

    fn understood(&self, message: Message) -> Next {
        match message {
            Message::Block(block) => Next::Block(block),
            Message::End(result) => Next::End(result),
        }
    }

    fn lost(&self) -> Next {
        let reason = "it ended without a word".to_owned();
        Next::End(Err(SourceError::Thread { name: self.name.clone(), reason }))
    }
}

/// The reading thread.
struct Pump {
    name: String,
    text: TextReader,
    packing: Packing,
    size: usize,
    full: SyncSender<Message>,
    free: Receiver<Block>,
}

impl Pump {
    fn run(mut self) {
        loop {
            let mut block = self.free.try_recv().unwrap_or_else(|_| Block::new(self.size));
            let room = block.bytes.get_mut(HEADROOM..).unwrap_or_default();
            let (filled, ended, fault) = self.text.fill(room);
            block.end = HEADROOM + filled;
            block.last = ended && fault.is_none();
            if filled > 0 && self.full.send(Message::Block(block)).is_err() {
                return;
            }
            if ended || fault.is_some() {
                let result = fault.map_or(Ok(()), |error| Err(self.packing.error(&self.name, error)));
                // Nobody left to tell: the reading was stopped.
                let _ = self.full.send(Message::End(result));
                return;
            }
        }
    }
}

/// UTF-8 text, whatever the encoding.
enum TextReader {
    Plain(Reader),
    Encoded(Box<Encoded>),
}

struct Encoded {
    reader: Reader,
    transcoder: Transcoder,
    bytes: Vec<u8>,
    start: usize,
    end: usize,
    ended: bool,
}

impl TextReader {
    /// Fills the room; bytes written, whether the text ended, and the fault that ended it.
    fn fill(&mut self, room: &mut [u8]) -> (usize, bool, Option<std::io::Error>) {
        match self {
            Self::Plain(reader) => {
                let (filled, fault) = fill(reader, room);
                (filled, filled < room.len(), fault)
            }
            Self::Encoded(encoded) => encoded.fill(room),
        }
    }
}

impl Encoded {
    fn fill(&mut self, room: &mut [u8]) -> (usize, bool, Option<std::io::Error>) {
        let mut written = 0;
        loop {
            if self.start == self.end && !self.ended {
                match self.reader.read(&mut self.bytes) {
                    Ok(read) => {
                        (self.start, self.end) = (0, read);
                        self.ended = read == 0;
                    }
                    Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                    Err(error) => return (written, true, Some(error)),
                }
            }
            let source = self.bytes.get(self.start..self.end).unwrap_or_default();
            let target = room.get_mut(written..).unwrap_or_default();
            let (read, wrote, done) = self.transcoder.run(source, target, self.ended);
            self.start += read;
            written += wrote;
            if done && self.ended {
                return (written, true, None);
            }
            if !done {
                return (written, false, None);
            }
        }
    }
}
