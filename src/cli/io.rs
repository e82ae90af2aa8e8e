//! Standard output and standard error of a command.

use std::io::{self, BufWriter, LineWriter, Write};
use std::sync::Arc;

use super::progress::Bar;

/// Standard output in large pieces. Remembers that the reader went away, whatever became of the error since.
pub(super) struct Output<W: Write> {
    writer: BufWriter<Watched<W>>,
}

impl<W: Write> Output<W> {
    /// Writes to `inner`; `bar` is taken off the screen while it writes, if it is shown on the same one.
    pub(super) fn new(inner: W, bar: Option<Arc<Bar>>) -> Output<W> {
        Output { writer: BufWriter::with_capacity(1 << 16, Watched { inner, bar, reader_gone: false }) }
    }

    /// Has nobody read any more?
    pub(super) fn reader_gone(&self) -> bool {
        self.writer.get_ref().reader_gone
    }
}

impl<W: Write> Write for Output<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.writer.write_all(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

struct Watched<W: Write> {
    inner: W,
    bar: Option<Arc<Bar>>,
    reader_gone: bool,
}

impl<W: Write> Write for Watched<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let inner = &mut self.inner;
        let written = match &self.bar {
            Some(bar) => bar.aside(|| inner.write(bytes)),
            None => inner.write(bytes),
        };
        self.note(&written);
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.inner.flush();
        self.note(&flushed);
        flushed
    }
}

impl<W: Write> Watched<W> {
    fn note<T>(&mut self, result: &io::Result<T>) {
        self.reader_gone |= matches!(result, Err(error) if error.kind() == io::ErrorKind::BrokenPipe);
    }
}

/// Standard error, whole lines at a time, so that messages and the bar do not run into each other.
pub(super) fn messages(bar: Arc<Bar>) -> impl Write {
    LineWriter::new(Watched { inner: io::stderr(), bar: Some(bar), reader_gone: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Failing(io::ErrorKind);

    impl Write for Failing {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_reader_that_went_away_is_remembered() {
        let mut out = Output::new(Failing(io::ErrorKind::BrokenPipe), None);
        out.write_all(b"x").unwrap();
        assert!(!out.reader_gone());
        assert!(out.flush().is_err());
        assert!(out.reader_gone());
    }

    #[test]
    fn a_full_disk_is_no_reader_that_went_away() {
        let mut out = Output::new(Failing(io::ErrorKind::StorageFull), None);
        out.write_all(b"x").unwrap();
        assert!(out.flush().is_err());
        assert!(!out.reader_gone());
    }

    #[test]
    fn small_writes_arrive_in_order() {
        let mut bytes = Vec::new();
        let mut out = Output::new(&mut bytes, None);
        for i in 0..20_000 {
            writeln!(out, "{i}").unwrap();
        }
        out.flush().unwrap();
        drop(out);
        assert_eq!(bytes.iter().filter(|b| **b == b'\n').count(), 20_000);
        assert!(bytes.ends_with(b"19998\n19999\n"));
    }
}
