//! What the commands that only read games have in common: their sources, and how these are read.

use std::path::PathBuf;

use clap::error::{Error, ErrorKind};
use clap::{Args, CommandFactory};

use super::args::{Cli, GlobalArgs};
use super::validate_args::{MOVE_LANGUAGES, Surroundings};
use crate::commands::{Ids, ReadOptions};

/// Heading of these options in the help.
pub(super) const READING: &str = "How the input is read";

/// How the input is read.
#[derive(Args, Clone, Debug)]
pub(super) struct ReadArgs {
    /// Text encoding of the input, such as utf-8, windows-1252, cp437 [default: found by looking]
    #[arg(long, value_name = "NAME", help_heading = READING)]
    encoding: Option<String>,

    /// Language of the moves [default: found for each game]
    #[arg(long, value_name = "CODE", value_parser = MOVE_LANGUAGES, hide_possible_values = true, help_heading = READING)]
    lang_in: Option<String>,
}

impl ReadArgs {
    /// The options that these and the general arguments mean.
    pub(super) fn into_options(self, global: &GlobalArgs, around: Surroundings) -> ReadOptions {
        ReadOptions {
            encoding: self.encoding,
            lang_in: self.lang_in.filter(|code| code != "auto"),
            mmap: !global.no_mmap,
            threads: global.threads.map_or(around.processors, usize::from).max(1),
            ui_lang: global.ui_lang.into(),
            quiet: global.quiet,
            verbosity: global.verbose,
        }
    }
}

/// What is read: the sources that are named, else those of the games that are, else standard input.
///
/// # Errors
/// Nothing is named, and standard input is a terminal; in words.
pub(super) fn inputs(
    sources: Vec<PathBuf>,
    ids: Option<&Ids>,
    around: Surroundings,
) -> Result<Vec<PathBuf>, &'static str> {
    match ids {
        _ if !sources.is_empty() => Ok(sources),
        Some(ids) => Ok(ids.sources().iter().map(PathBuf::from).collect()),
        None if around.stdin_is_terminal => Err("name a file, a directory, a store, or - for standard input"),
        None => Ok(vec![PathBuf::from("-")]),
    }
}

/// A usage error of a command, in clap's own form.
pub(super) fn usage(command: &str, kind: ErrorKind, message: impl std::fmt::Display) -> Error {
    let mut zug = Cli::command();
    zug.build();
    match zug.find_subcommand_mut(command) {
        Some(command) => command.error(kind, message),
        None => zug.error(kind, message),
    }
}
