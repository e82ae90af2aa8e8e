//! The arguments of `zug stats`, and how they become plain options.

use std::path::PathBuf;

use clap::error::{Error, ErrorKind};
use clap::{Args, CommandFactory, ValueEnum};

use super::args::{Cli, GlobalArgs};
use super::ids_arg::read_ids;
use super::search_terms::{joined, read};
use super::stats_people_args::PeopleArgs;
use super::stats_tree_args::TreeArgs;
use super::validate_args::{MOVE_LANGUAGES, Surroundings};
use crate::check::lang::UiLang;
use crate::commands::{ReadAs, StatsFormat, StatsOptions};
use crate::stats::{Overview, Survey};

const WHAT: &str = "What is counted";
const ROWS: &str = "Rows of the tables";
const OUTPUT: &str = "Output";
const READING: &str = "How the input is read";

/// Arguments of `zug stats`.
#[derive(Args, Debug)]
pub(crate) struct StatsArgs {
    /// Files, directories and stores to count; - is standard input
    #[arg(value_name = "SOURCE", value_hint = clap::ValueHint::AnyPath)]
    sources: Vec<PathBuf>,

    /// The overview, also where something else is asked for
    #[arg(long, help_heading = WHAT)]
    overview: bool,

    #[command(flatten)]
    moves: TreeArgs,

    #[command(flatten)]
    people: PeopleArgs,

    /// Count only games that match an expression of the filter language, see zug-query(7); @FILE reads it from a file;
    /// may be repeated
    #[arg(short = 'w', long = "where", value_name = "EXPR")]
    wheres: Vec<String>,

    /// Count only the games named in FILE, a line SOURCE#NUMBER for each, as zug search --format ids writes them; - is
    /// standard input. Without SOURCE, their sources are read
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    ids: Option<PathBuf>,

    /// At most N rows of every table that is ordered by the number of games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), default_value = "20", help_heading = ROWS)]
    top: u32,

    /// In which form the answer is written
    #[arg(long, value_name = "FORM", default_value = "table", help_heading = OUTPUT)]
    format: FormatArg,

    /// Write a page with tables and charts to FILE besides
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, help_heading = OUTPUT)]
    html: Option<PathBuf>,

    /// Overwrite a file that is there
    #[arg(long, help_heading = OUTPUT)]
    force: bool,

    /// Width of the tables in columns [default: that of the terminal]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(20..), help_heading = OUTPUT)]
    width: Option<u16>,

    /// Games that cannot be read to their end are a failure: exit status 1
    #[arg(long)]
    strict: bool,

    /// Read stores game by game, without their index
    #[arg(long, help_heading = READING)]
    no_index: bool,

    /// Text encoding of the input, such as utf-8, windows-1252, cp437 [default: found by looking]
    #[arg(long, value_name = "NAME", help_heading = READING)]
    encoding: Option<String>,

    /// Language of the moves [default: found for each game]
    #[arg(long, value_name = "CODE", value_parser = MOVE_LANGUAGES, hide_possible_values = true, help_heading = READING)]
    lang_in: Option<String>,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum FormatArg {
    /// Tables for people
    Table,
    /// One JSON object
    Json,
    /// Comma-separated values
    Csv,
    /// Tab-separated values
    Tsv,
    /// Markdown
    Markdown,
}

impl From<FormatArg> for StatsFormat {
    fn from(format: FormatArg) -> StatsFormat {
        match format {
            FormatArg::Table => StatsFormat::Table,
            FormatArg::Json => StatsFormat::Json,
            FormatArg::Csv => StatsFormat::Csv,
            FormatArg::Tsv => StatsFormat::Tsv,
            FormatArg::Markdown => StatsFormat::Markdown,
        }
    }
}

/// A usage error in clap's own form.
fn usage(kind: ErrorKind, message: impl std::fmt::Display) -> Error {
    let mut command = Cli::command();
    command.build();
    match command.find_subcommand_mut("stats") {
        Some(stats) => stats.error(kind, message),
        None => command.error(kind, message),
    }
}

impl StatsArgs {
    /// The options that these arguments mean. `width`: that of the terminal, if the output goes to one.
    ///
    /// # Errors
    /// Arguments that contradict each other, and conditions that cannot be read.
    pub(super) fn into_options(
        self,
        global: &GlobalArgs,
        around: Surroundings,
        width: Option<u16>,
    ) -> Result<StatsOptions, Error> {
        let lang = global.ui_lang.into();
        let wrong = |message: String| usage(ErrorKind::ValueValidation, message);
        let exprs = self.wheres.iter().map(|text| read("--where", text, lang));
        let expr = joined(exprs.collect::<Result<_, _>>().map_err(wrong)?);
        let ids = read_ids(self.ids.as_deref(), &self.sources).map_err(wrong)?;
        let surveys = self.surveys(lang).map_err(wrong)?;
        let mut inputs = self.sources;
        if inputs.is_empty() {
            match &ids {
                Some(ids) => inputs = ids.sources().iter().map(PathBuf::from).collect(),
                None if around.stdin_is_terminal => {
                    return Err(usage(
                        ErrorKind::MissingRequiredArgument,
                        "name a file, a directory, a store, or - for standard input",
                    ));
                }
                None => inputs.push(PathBuf::from("-")),
            }
        }
        Ok(StatsOptions {
            inputs,
            surveys,
            expr,
            ids,
            format: self.format.into(),
            html: self.html,
            force: self.force,
            strict: self.strict,
            no_index: self.no_index,
            encoding: self.encoding,
            lang_in: self.lang_in.filter(|code| code != "auto"),
            read_as: ReadAs::Auto,
            mmap: !global.no_mmap,
            threads: global.threads.map_or(around.processors, usize::from).max(1),
            ui_lang: lang,
            quiet: global.quiet,
            verbosity: global.verbose,
            width: self.width.or(width),
            color: around.color,
        })
    }

    /// What is counted, in the order in which it is told; without anything else the overview.
    fn surveys(&self, lang: UiLang) -> Result<Vec<Box<dyn Survey>>, String> {
        let top = self.top as usize;
        let mut surveys: Vec<Box<dyn Survey>> = Vec::new();
        surveys.extend(self.moves.surveys(top, 1, lang)?);
        surveys.extend(self.people.surveys(top, lang)?);
        if self.overview || surveys.is_empty() {
            surveys.insert(0, Box::new(Overview { top }));
        }
        Ok(surveys)
    }
}
