//! The parallel line: a source is read by several workers in pieces, the results come out in input order.
//!
//! A piece begins where a game certainly seems to start. If the reading of the piece before did not stop there (the
//! place was, say, inside a tag section of many lines), what was read ahead from the false place is dropped and read
//! again from the true one, so the output never depends on the number of threads or the size of the pieces.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::feed::{Feed, Piece, Supply};
use crate::pgn::input::{Input, Text};
use crate::pgn::source::SourceError;

/// The usual length of a piece, in bytes.
const PIECE: usize = 1 << 20;

/// The smallest piece worth handing to a worker.
const SMALL_PIECE: usize = 64 * 1024;

/// All pieces of a stream that are in memory at a time, in bytes.
const ALL_PIECES: usize = 10 << 20;

/// Pieces per worker that may be under way or wait for their turn.
const WINDOW: usize = 2;

/// How long the consumer sleeps before it looks at the stop flag again.
const PATIENCE: Duration = Duration::from_millis(50);

/// What is done with the games of a piece of text.
pub trait Work: Sync {
    /// The result for one piece.
    type Out: Send;
    /// What a worker keeps from piece to piece, so that nothing is allocated anew.
    type Local;

    /// New scratch for a worker.
    fn local(&self) -> Self::Local;

    /// Is told, before a piece is read, where that begins: its offset in the decompressed (UTF-8) text of the source.
    fn begin(&self, _local: &mut Self::Local, _offset: u64) {}

    /// Reads the games that start in `text[from..until]`; the last one may be read beyond `until`, up to the end of the
    /// text. Returns the result and where it stopped: at `until`, or beyond; or before, behind `from`, where the rest is
    /// to be read on its own.
    ///
    /// The result must depend on the bytes from `from` on only, and the place it stopped at must be `until` where a
    /// game started there, whatever follows.
    fn run(&self, local: &mut Self::Local, text: &[u8], from: usize, until: usize) -> (Self::Out, usize);
}

/// A piece of text whose result is handed to the consumer.
#[derive(Debug, Clone, Copy)]
pub struct Chunk<'a> {
    /// The text around it.
    pub text: &'a [u8],
    /// Where the reading began in `text`; for all chunks of a source together there is neither gap nor overlap.
    pub from: usize,
    /// Where the reading stopped in `text`.
    pub until: usize,
    /// Offset of the first byte of `text` in the decompressed (UTF-8) text of the source.
    pub base: u64,
}

impl<'a> Chunk<'a> {
    /// The bytes that were read.
    pub fn bytes(&self) -> &'a [u8] {
        self.text.get(self.from..self.until).unwrap_or_default()
    }
}

/// What was read of a source.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Totals {
    /// Bytes of the (decompressed, UTF-8) text whose results were consumed.
    pub bytes: u64,
    /// Whether the consumer or the stop flag ended the reading before the text was at its end.
    pub stopped: bool,
}

/// Reads a source by `threads` workers and gives the results to `consume`, in input order, on the calling thread.
///
/// With one thread (or 0) all work is done on the calling thread. A slow consumer makes the workers wait. `stop` ends
/// the reading after the piece at hand.
///
/// # Errors
/// The source could not be read, or not to its end; then all text before was consumed.
///
/// # Panics
/// A panic of the work is passed on.
pub fn drive<W: Work>(
    input: Input,
    work: &W,
    threads: usize,
    stop: &AtomicBool,
    consume: impl FnMut(&Chunk<'_>, W::Out) -> ControlFlow<()>,
) -> Result<Totals, SourceError> {
    let in_memory = WINDOW * threads.max(1) + 4;
    let mut piece = (ALL_PIECES / in_memory).clamp(2 * SMALL_PIECE, PIECE);
    if let (true, Some(size)) = (input.is_whole(), input.size()) {
        // Of a small file every worker gets a good number of pieces, so that none ends much later than the others.
        let share = usize::try_from(size).unwrap_or(usize::MAX) / (16 * threads.max(1));
        piece = piece.min(share.max(SMALL_PIECE));
    }
    drive_in_pieces(input, work, threads, piece, stop, consume)
}

/// The same with pieces of about the given size in bytes.
///
/// # Errors
/// As [`drive`].
///
/// # Panics
/// As [`drive`].
pub fn drive_in_pieces<W: Work>(
    input: Input,
    work: &W,
    threads: usize,
    piece: usize,
    stop: &AtomicBool,
    consume: impl FnMut(&Chunk<'_>, W::Out) -> ControlFlow<()>,
) -> Result<Totals, SourceError> {
    let rule = input.cut_rule();
    let consumed = input.consumed();
    let text = input.into_text(piece)?;
    let (whole, feed) = match text {
        Text::Whole(text) => (Some(text), None),
        Text::Stream(blocks) => (None, Some(Feed::stream(blocks, rule))),
    };
    let feed = match (&whole, feed) {
        (Some(text), _) => Feed::whole(text, piece, rule),
        (None, Some(feed)) => feed,
        (None, None) => return Ok(Totals::default()),
    };
    let mut line = Line {
        feed,
        work,
        stop,
        consume,
        consumed: whole.as_ref().map(|_| &*consumed),
        totals: Totals::default(),
    };
    let mut local = work.local();
    let first = line.feed.next(raised(stop));
    let flow = match first {
        Supply::Piece(first) if threads > 1 && first.until < first.text().len() => {
            line.parallel(first, threads, &mut local)
        }
        first => line.sequential(first, &mut local),
    };
    let Line { feed, mut totals, .. } = line;
    if flow.is_break() {
        totals.stopped = true;
        return Ok(totals);
    }
    feed.finish()?;
    Ok(totals)
}

/// A source on its way to the consumer.
struct Line<'t, 'w, W, C> {
    feed: Feed<'t>,
    work: &'w W,
    stop: &'w AtomicBool,
    consume: C,
    /// The counter of consumed bytes, where reading the text is consuming the source.
    consumed: Option<&'w AtomicU64>,
    totals: Totals,
}

/// A piece that was handed to the workers, and what came back.
struct Slot<'t, Out> {
    number: u64,
    done: Option<(Piece<'t>, Out, usize)>,
}

/// What a worker sends back.
type Answer<'t, Out> = (u64, Piece<'t>, thread::Result<(Out, usize)>);

impl<'t, 'w, W, C> Line<'t, 'w, W, C>
where
    W: Work,
    C: FnMut(&Chunk<'_>, W::Out) -> ControlFlow<()>,
{
    fn sequential(&mut self, first: Supply<'t>, local: &mut W::Local) -> ControlFlow<()> {
        let stop = self.stop;
        let mut supply = first;
        loop {
            match supply {
                Supply::Piece(piece) => {
                    let (out, end) = self.run(&piece, local);
                    let mut more = |feed: &mut Feed<'t>| feed.next(raised(stop));
                    self.settle(piece, out, end, local, &mut more)?;
                }
                Supply::NotYet => return ControlFlow::Break(()),
                Supply::End => return ControlFlow::Continue(()),
            }
            if stop.load(Ordering::Relaxed) {
                return ControlFlow::Break(());
            }
            supply = self.feed.next(raised(stop));
        }
    }

    fn run(&self, piece: &Piece<'t>, local: &mut W::Local) -> (W::Out, usize) {
        run(self.work, local, piece)
    }

    /// Consumes the result of a piece. If the reading ran on into text that the piece does not have to its end, the piece
    /// is read again with `more` of it; it doubles every time, so this is linear.
    fn settle(
        &mut self,
        mut piece: Piece<'t>,
        mut out: W::Out,
        mut end: usize,
        local: &mut W::Local,
        more: &mut dyn FnMut(&mut Feed<'t>) -> Supply<'t>,
    ) -> ControlFlow<()> {
        loop {
            while end > piece.until && !piece.complete {
                let enough = piece.until.saturating_mul(2).max(end);
                while piece.until < enough && !piece.complete {
                    match more(&mut self.feed) {
                        Supply::Piece(following) => {
                            if let Some(rest) = piece.absorb(following) {
                                self.feed.recycle(rest);
                            }
                        }
                        Supply::NotYet => return ControlFlow::Break(()),
                        Supply::End => piece.complete = true,
                    }
                }
                (out, end) = self.run(&piece, local);
            }
            let is_part = piece.from < end && end < piece.until;
            let until = if is_part { end } else { end.max(piece.until).min(piece.text().len()) };
            let read = (until - piece.from) as u64;
            let chunk = Chunk { text: piece.text(), from: piece.from, until, base: piece.base };
            let flow = (self.consume)(&chunk, out);
            self.totals.bytes += read;
            if let Some(consumed) = self.consumed {
                consumed.fetch_add(read, Ordering::Relaxed);
            }
            if !is_part || flow.is_break() {
                self.feed.skip_to(until);
                self.feed.recycle(piece);
                return flow;
            }
            if self.stop.load(Ordering::Relaxed) {
                return ControlFlow::Break(());
            }
            piece.from = end;
            (out, end) = self.run(&piece, local);
        }
    }

    fn parallel(&mut self, first: Piece<'t>, threads: usize, local: &mut W::Local) -> ControlFlow<()> {
        let Ok(pool) = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|index| format!("worker-{index}"))
            .build()
        else {
            // No more threads to be had: one does the work as well.
            return self.sequential(Supply::Piece(first), local);
        };
        let (send_job, jobs) = channel::<(u64, Piece<'t>)>();
        let (send_answer, answers) = channel::<Answer<'t, W::Out>>();
        let jobs = Mutex::new(jobs);
        let (jobs, work) = (&jobs, self.work);
        pool.in_place_scope(|scope| {
            scope.spawn_broadcast(move |_, _| labour(work, jobs, &send_answer));
            let mut window = Window {
                line: self,
                send_job,
                under_way: UnderWay { answers, slots: VecDeque::new() },
                next_number: 0,
                size: WINDOW * threads,
                exhausted: false,
            };
            window.hand_out(first);
            window.run(local)
        })
    }
}

/// A worker: reads pieces until there are no more.
fn labour<'t, W: Work>(
    work: &W,
    jobs: &Mutex<Receiver<(u64, Piece<'t>)>>,
    answers: &Sender<Answer<'t, W::Out>>,
) {
    let mut local = work.local();
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((number, piece)) = job else { return };
        let result = catch_unwind(AssertUnwindSafe(|| run(work, &mut local, &piece)));
        let failed = result.is_err();
        if answers.send((number, piece, result)).is_err() || failed {
            return;
        }
    }
}

fn run<W: Work>(work: &W, local: &mut W::Local, piece: &Piece<'_>) -> (W::Out, usize) {
    work.begin(local, piece.base + piece.from as u64);
    work.run(local, piece.text(), piece.from, piece.until)
}

/// Whether the stop flag is up.
fn raised(stop: &AtomicBool) -> impl Fn() -> bool {
    || stop.load(Ordering::Relaxed)
}

/// The consumer's side of the workers.
struct Window<'l, 't, 'w, W: Work, C> {
    line: &'l mut Line<'t, 'w, W, C>,
    send_job: Sender<(u64, Piece<'t>)>,
    under_way: UnderWay<'t, W::Out>,
    next_number: u64,
    size: usize,
    /// The feed is at its end.
    exhausted: bool,
}

/// The pieces under way, in input order.
struct UnderWay<'t, Out> {
    answers: Receiver<Answer<'t, Out>>,
    slots: VecDeque<Slot<'t, Out>>,
}

impl<'t, W, C> Window<'_, 't, '_, W, C>
where
    W: Work,
    C: FnMut(&Chunk<'_>, W::Out) -> ControlFlow<()>,
{
    fn run(&mut self, local: &mut W::Local) -> ControlFlow<()> {
        let stop = self.line.stop;
        loop {
            if stop.load(Ordering::Relaxed) {
                return ControlFlow::Break(());
            }
            self.fill();
            if self.under_way.slots.is_empty() {
                if self.exhausted {
                    return ControlFlow::Continue(());
                }
                continue;
            }
            let (mut piece, mut out, mut end) = self.under_way.take_front(stop)?;
            // Results were consumed without gap from the start, so this is where the reading truly is.
            let ahead = self.line.totals.bytes.saturating_sub(piece.base + piece.from as u64);
            if ahead > 0 {
                piece.from += usize::try_from(ahead).unwrap_or(usize::MAX - piece.from);
                if piece.from >= piece.until {
                    self.line.feed.recycle(piece);
                    continue;
                }
                (out, end) = self.line.run(&piece, local);
            }
            let Self { line, under_way, .. } = self;
            let mut more = |feed: &mut Feed<'t>| {
                if under_way.slots.is_empty() {
                    return feed.next(raised(stop));
                }
                match under_way.take_front(stop) {
                    ControlFlow::Continue((following, ..)) => Supply::Piece(following),
                    ControlFlow::Break(()) => Supply::NotYet,
                }
            };
            line.settle(piece, out, end, local, &mut more)?;
        }
    }

    /// Hands out pieces until the window is full or nothing is there; waits only if nothing at all is under way.
    fn fill(&mut self) {
        while !self.exhausted && self.under_way.slots.len() < self.size {
            let supply = if self.under_way.slots.is_empty() {
                self.line.feed.next(raised(self.line.stop))
            } else {
                self.line.feed.try_next()
            };
            match supply {
                Supply::Piece(piece) => self.hand_out(piece),
                Supply::NotYet => return,
                Supply::End => self.exhausted = true,
            }
        }
    }

    fn hand_out(&mut self, piece: Piece<'t>) {
        let number = self.next_number;
        self.next_number += 1;
        // It fails only if all workers have died; their last answer tells why.
        if self.send_job.send((number, piece)).is_ok() {
            self.under_way.slots.push_back(Slot { number, done: None });
        }
    }
}

impl<'t, Out> UnderWay<'t, Out> {
    /// Waits for the result of the first piece. Breaks off if the stop flag is raised meanwhile.
    fn take_front(&mut self, stop: &AtomicBool) -> ControlFlow<(), (Piece<'t>, Out, usize)> {
        loop {
            let Some(front) = self.slots.front_mut() else {
                return ControlFlow::Break(());
            };
            if let Some(done) = front.done.take() {
                self.slots.pop_front();
                return ControlFlow::Continue(done);
            }
            match self.answers.recv_timeout(PATIENCE) {
                Ok((number, piece, Ok((out, end)))) => {
                    if let Some(slot) = self.slots.iter_mut().find(|slot| slot.number == number) {
                        slot.done = Some((piece, out, end));
                    }
                }
                Ok((_, _, Err(panic))) => resume_unwind(panic),
                Err(RecvTimeoutError::Timeout) if stop.load(Ordering::Relaxed) => {
                    return ControlFlow::Break(());
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return ControlFlow::Break(()),
            }
        }
    }
}
