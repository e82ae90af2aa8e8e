//! What all commands that read texts have in common: what their options mean, and the drive through a source.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context as _, anyhow};

use super::Progress;
use crate::check::lang::UiLang;
use crate::notation::Language;
use crate::pgn::encoding::TextEncoding;
use crate::pgn::input::Input;
use crate::pgn::source::SourceError;
use crate::replay::parallel::{self, Chunk, Work};

/// How texts are read and what is said about it, whatever they are read for.
#[derive(Clone, Debug)]
pub struct ReadOptions {
    /// Label of the text encoding of all inputs; `None`: found by looking.
    pub encoding: Option<String>,
    /// Code of the language of the moves; `None`: found by reading.
    pub lang_in: Option<String>,
    /// Map files into memory.
    pub mmap: bool,
    /// Number of threads, at least 1.
    pub threads: usize,
    /// Language of messages.
    pub ui_lang: UiLang,
    /// Write no report and no results: the outcome says what there is to say.
    pub quiet: bool,
    /// How much to say of what is being read.
    pub verbosity: u8,
}

impl Default for ReadOptions {
    /// Everything found by looking, on one thread.
    fn default() -> ReadOptions {
        ReadOptions {
            encoding: None,
            lang_in: None,
            mmap: true,
            threads: 1,
            ui_lang: UiLang::default(),
            quiet: false,
            verbosity: 0,
        }
    }
}

/// The encoding with this name.
///
/// # Errors
/// There is none.
pub(super) fn encoding(label: Option<&str>) -> anyhow::Result<Option<TextEncoding>> {
    let parse = |label| TextEncoding::parse(label).ok_or_else(|| anyhow!("unknown encoding {label:?}"));
    label.map(parse).transpose()
}

/// The language of moves with this code.
///
/// # Errors
/// There is none.
pub(super) fn language(code: Option<&str>) -> anyhow::Result<Option<Language>> {
    let parse = |code| Language::parse(code).ok_or_else(|| anyhow!("unknown language {code:?}"));
    code.map(parse).transpose()
}

/// A pool for work that is done beside the reading.
///
/// # Errors
/// The system has no threads left.
pub(super) fn pool(threads: usize) -> anyhow::Result<rayon::ThreadPool> {
    rayon::ThreadPoolBuilder::new().num_threads(threads.max(1)).build().context("cannot start threads")
}

/// Reads a source by [`parallel::drive`] and tells the progress, until `consume` breaks or fails. Answers what was wrong
/// with the source.
///
/// # Errors
/// What `consume` failed with.
pub(super) fn drive<W: Work>(
    input: Input,
    work: &W,
    threads: usize,
    stop: &AtomicBool,
    progress: &dyn Progress,
    mut consume: impl FnMut(&Chunk<'_>, W::Out) -> anyhow::Result<ControlFlow<()>>,
) -> anyhow::Result<Option<SourceError>> {
    let consumed = input.consumed();
    let mut told = 0u64;
    let mut tell = || {
        let now = consumed.load(Ordering::Relaxed);
        progress.add_bytes(now.saturating_sub(told));
        told = now.max(told);
    };
    let mut failure = None;
    let result = parallel::drive(input, work, threads, stop, |chunk, piece| {
        tell();
        consume(chunk, piece).unwrap_or_else(|error| {
            failure = Some(error);
            ControlFlow::Break(())
        })
    });
    tell();
    match failure {
        Some(error) => Err(error),
        None => Ok(result.err()),
    }
}
