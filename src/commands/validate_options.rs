//! What `validate` can be asked to do, as plain values.

use std::path::PathBuf;

use crate::check::code::Severity;
use crate::check::finding::Filter;
use crate::check::lang::UiLang;
use crate::check::result::RuleSet;

/// How findings are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// For people: the source line with a caret, then a summary.
    #[default]
    Human,
    /// One JSON object a line, the summary last.
    Ndjson,
    /// A header line, then one row a finding; no summary.
    Csv,
}

/// A move that the user wants to have replaced by the first suggestion.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Accept {
    /// Number of the game in its file, 1-based.
    pub game: u64,
    /// The faulty move, 1 for the first move after the start position.
    pub ply: u32,
}

/// What to repair, and where the repaired collection goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// The file to write.
    pub output: PathBuf,
    /// Suggestions to take, ascending, each once.
    pub accept: Vec<Accept>,
}

/// The options of `validate`.
#[derive(Clone, Debug)]
pub struct ValidateOptions {
    /// Files and directories, in the order of the reading; `-` is standard input.
    pub inputs: Vec<PathBuf>,
    /// How findings are written.
    pub format: Format,
    /// Only the summary, no findings (in JSON for [`Format::Ndjson`]).
    pub summary_only: bool,
    /// Write nothing at all; the outcome says it.
    pub quiet: bool,
    /// 0: nothing more; 1: say for each file how it is read.
    pub verbosity: u8,
    /// Colours in the output for people.
    pub color: bool,
    /// Language of the messages.
    pub ui_lang: UiLang,
    /// Which findings are wanted. Counts only where nothing else is shown.
    pub filter: Filter,
    /// Findings this bad and worse make the outcome a failure.
    pub fail_from: Severity,
    /// Look for deviations from the PGN export format.
    pub strict: bool,
    /// Look for games that are the same play as an earlier one.
    pub duplicates: bool,
    /// Show at most so many findings in all; every one is counted.
    pub max_findings: Option<u64>,
    /// Label of the text encoding of all inputs (`windows-1252`, `cp437`, ...); `None`: found by looking.
    pub encoding: Option<String>,
    /// The laws that decide how a game ends.
    pub rules: RuleSet,
    /// Code of the language of the moves (`de`, `fig`, ...); `None`: found by reading.
    pub lang_in: Option<String>,
    /// Where the valid games go, byte for byte.
    pub valid_to: Option<PathBuf>,
    /// Where everything else goes, byte for byte.
    pub invalid_to: Option<PathBuf>,
    /// Write a repaired collection.
    pub fix: Option<Fix>,
    /// Overwrite output files that are there.
    pub force: bool,
    /// Say how long it took; all else is the same in every run.
    pub timing: bool,
    /// Number of threads that read games, at least 1.
    pub threads: usize,
    /// Map files into memory. A mapped file that is cut short by somebody meanwhile ends the process.
    pub mmap: bool,
}

impl ValidateOptions {
    /// The defaults of the command line, with one thread, for these inputs.
    pub fn new(inputs: Vec<PathBuf>) -> ValidateOptions {
        ValidateOptions {
            inputs,
            format: Format::default(),
            summary_only: false,
            quiet: false,
            verbosity: 0,
            color: false,
            ui_lang: UiLang::default(),
            filter: Filter::all(),
            fail_from: Severity::Error,
            strict: false,
            duplicates: false,
            max_findings: None,
            encoding: None,
            rules: RuleSet::default(),
            lang_in: None,
            valid_to: None,
            invalid_to: None,
            fix: None,
            force: false,
            timing: true,
            threads: 1,
            mmap: true,
        }
    }

    /// Is any file written?
    pub fn writes_files(&self) -> bool {
        self.valid_to.is_some() || self.invalid_to.is_some() || self.fix.is_some()
    }
}
