//! How a command tells its caller how far it is.

/// Receives progress; called from any thread, a few times for each megabyte at most.
pub trait Progress: Sync {
    /// How many bytes all inputs have together, as they lie on disk. Not called if one of them is a pipe.
    fn expect_bytes(&self, total: u64);

    /// `count` more input bytes are done, as they lie on disk.
    fn add_bytes(&self, count: u64);

    /// `count` more games are done; only where games are what one waits for.
    fn add_games(&self, _count: u64) {}

    /// What is being read now, such as a file name. Untrusted text.
    fn message(&self, text: &str);

    /// Nothing more will come; whatever is shown is taken away.
    fn finish(&self);
}

/// Shows nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProgress;

impl Progress for NoProgress {
    fn expect_bytes(&self, _total: u64) {}

    fn add_bytes(&self, _count: u64) {}

    fn message(&self, _text: &str) {}

    fn finish(&self) {}
}
