//! The single definition of the command line; help, man pages and completions come from it.

use std::path::PathBuf;

use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};

use super::chess960_args::Chess960Args;
use super::convert_args::ConvertArgs;
use super::help;
use super::help_import;
use super::help_search;
use super::help_stats;
use super::import_args::ImportArgs;
use super::search_args::SearchArgs;
use super::stats_args::StatsArgs;
use super::validate_args::ValidateArgs;
use crate::check::lang::UiLang;

/// A PGN database and analysis toolkit for the command line.
#[derive(Parser, Debug)]
#[command(
    name = "zug",
    version,
    about,
    long_about = help::ABOUT,
    after_long_help = help::MAIN_AFTER,
    propagate_version = true,
    infer_long_args = false,
    disable_help_subcommand = true,
    max_term_width = 100
)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: GlobalArgs,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What `zug` can do.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Replay every game and say exactly what is wrong with it
    #[command(
        long_about = help::VALIDATE_ABOUT,
        after_long_help = help::VALIDATE_AFTER,
        arg_required_else_help = false
    )]
    Validate(Box<ValidateArgs>),
    /// Write games in another notation, language or form
    #[command(
        long_about = help::CONVERT_ABOUT,
        after_long_help = help::CONVERT_AFTER,
        arg_required_else_help = false
    )]
    Convert(Box<ConvertArgs>),
    /// Put games into a store, with an index of all their positions
    #[command(
        long_about = help_import::ABOUT,
        after_long_help = help::after(help_import::EXAMPLES, help_import::STATUS),
        arg_required_else_help = false
    )]
    Import(Box<ImportArgs>),
    /// Find games by tags, positions, patterns, material, moves, events and text
    #[command(
        long_about = help_search::ABOUT,
        after_long_help = help::after(help_search::EXAMPLES, help_search::STATUS),
        arg_required_else_help = false
    )]
    Search(Box<SearchArgs>),
    /// Tell what is in a collection: tables, charts, figures for scripts
    #[command(
        long_about = help_stats::ABOUT,
        after_long_help = help::after(help_stats::EXAMPLES, help_stats::STATUS),
        arg_required_else_help = false
    )]
    Stats(Box<StatsArgs>),
    /// Look up, draw or list start positions of Chess960
    #[command(
        name = "chess960",
        long_about = help::CHESS960_ABOUT,
        after_long_help = help::CHESS960_AFTER,
        arg_required_else_help = false
    )]
    Chess960(Chess960Args),
    /// Write the man pages or the shell completions into a directory
    #[command(hide = true)]
    Generate(GenerateArgs),
}

/// Options that every command has.
#[derive(Args, Debug)]
pub(crate) struct GlobalArgs {
    /// Language of messages; codes, field names and data are always English
    #[arg(
        long,
        global = true,
        value_name = "LANG",
        env = "ZUG_LANG",
        hide_env_values = true,
        ignore_case = true,
        default_value = "en",
        help_heading = help::GENERAL
    )]
    pub(crate) ui_lang: LangArg,

    /// When to use colours; NO_COLOR and TERM=dumb are honoured by `auto`
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", help_heading = help::GENERAL)]
    pub(crate) color: When,

    /// When to show progress on standard error; `auto`: on a terminal, for runs longer than a second
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", help_heading = help::GENERAL)]
    pub(crate) progress: When,

    /// Number of threads; the output is the same for any number [default: one for each processor]
    #[arg(
        short = 'j',
        long,
        global = true,
        value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=1024),
        help_heading = help::GENERAL
    )]
    pub(crate) threads: Option<u16>,

    /// Read files instead of mapping them into memory
    ///
    /// A mapped file that another program cuts short while it is read ends the run with a bus error. Use this
    /// for files that may change meanwhile.
    #[arg(long, global = true, help_heading = help::GENERAL)]
    pub(crate) no_mmap: bool,

    /// Say on standard error what is being read, and how
    #[arg(short, long, global = true, action = ArgAction::Count, conflicts_with = "quiet", help_heading = help::GENERAL)]
    pub(crate) verbose: u8,

    /// Write no results and no progress; the exit status says it
    #[arg(short, long, global = true, help_heading = help::GENERAL)]
    pub(crate) quiet: bool,
}

/// Language of messages.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LangArg {
    /// English
    En,
    /// German
    De,
}

impl From<LangArg> for UiLang {
    fn from(lang: LangArg) -> UiLang {
        match lang {
            LangArg::En => UiLang::En,
            LangArg::De => UiLang::De,
        }
    }
}

/// When to do something that depends on a terminal.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum When {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Arguments of the hidden `generate`.
#[derive(Args, Debug)]
pub(crate) struct GenerateArgs {
    /// What to write
    pub(crate) what: GenerateWhat,
    /// The directory; it is made if need be
    pub(crate) dir: PathBuf,
}

/// What `generate` writes.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GenerateWhat {
    /// Man pages
    Man,
    /// Completions for bash, elvish, fish, PowerShell and zsh
    Completions,
    /// What is known of the positions in the table of openings
    Openings,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_definition_holds_together() {
        Cli::command().debug_assert();
    }

    #[test]
    fn global_options_stand_before_or_behind_the_command() {
        for line in [["zug", "-j", "3", "validate", "a.pgn"], ["zug", "validate", "a.pgn", "-j", "3"]] {
            let cli = Cli::try_parse_from(line).unwrap();
            assert_eq!(cli.global.threads, Some(3));
        }
    }

    #[test]
    fn no_threads_at_all_is_a_usage_error() {
        assert!(Cli::try_parse_from(["zug", "validate", "-j", "0", "a.pgn"]).is_err());
    }

    #[test]
    fn quiet_and_verbose_contradict_each_other() {
        assert!(Cli::try_parse_from(["zug", "validate", "-q", "-v", "a.pgn"]).is_err());
    }
}
