//! The arguments of `zug search`, and how they become plain options.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::error::{Error, ErrorKind};
use clap::{ArgAction, Args, ValueEnum};

use super::args::GlobalArgs;
use super::ids_arg::read_ids;
use super::read_args::{READING, ReadArgs, inputs, usage};
use super::search_terms::{SearchTerms, joined, read};
use super::validate_args::Surroundings;
use crate::check::lang::UiLang;
use crate::commands::{Listed, PrintKeyOptions, Query, SearchFormat, SearchOptions};
use crate::query::Expr;

const OUTPUT: &str = "Output";
const CHOICE: &str = "Which of the games";

/// Arguments of `zug search`.
#[derive(Args, Debug)]
pub(crate) struct SearchArgs {
    /// Files, directories and stores to search; - is standard input
    #[arg(value_name = "SOURCE", value_hint = clap::ValueHint::AnyPath)]
    sources: Vec<PathBuf>,

    #[command(flatten)]
    terms: SearchTerms,

    /// One of several questions that are answered in one scan, each into a file of the directory --to; may be repeated
    #[arg(long, value_name = "NAME=EXPR", value_parser = parse_query)]
    query: Vec<(String, String)>,

    /// Find the games that do not match
    #[arg(short = 'v', long)]
    invert_match: bool,

    /// Find every ply, not only the first of a game
    #[arg(long)]
    all: bool,

    /// In which form is told what was found
    #[arg(long, value_name = "FORM", default_value = "pgn", help_heading = OUTPUT)]
    format: FormatArg,

    /// Only the number of games; with --all of plies: the same as --format count
    #[arg(short = 'c', long, conflicts_with = "format", help_heading = OUTPUT)]
    count: bool,

    /// Only the names of sources with a match
    #[arg(
        short = 'l',
        long,
        conflicts_with_all = ["format", "count", "query", "rest", "svg"],
        help_heading = OUTPUT
    )]
    files_with_matches: bool,

    /// Only the names of sources without a match
    #[arg(
        short = 'L',
        long,
        conflicts_with_all = ["format", "count", "query", "rest", "svg", "files_with_matches"],
        help_heading = OUTPUT
    )]
    files_without_match: bool,

    /// End names (--format ids, -l, -L) with a zero byte instead of a line feed
    #[arg(short = '0', long, help_heading = OUTPUT)]
    null: bool,

    /// Draw a picture of every hit into DIR instead, SOURCE#NUMBER-PLY.svg
    #[arg(
        long,
        value_name = "DIR",
        conflicts_with_all = ["format", "count", "query"],
        value_hint = clap::ValueHint::DirPath,
        help_heading = OUTPUT
    )]
    svg: Option<PathBuf>,

    /// Say in a comment at which ply it was found
    #[arg(long, help_heading = OUTPUT)]
    mark: bool,

    /// Where the files of --query go
    #[arg(long, value_name = "DIR", requires = "query", value_hint = clap::ValueHint::DirPath, help_heading = OUTPUT)]
    to: Option<PathBuf>,

    /// Write the games that do not match to FILE, as PGN
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, help_heading = OUTPUT)]
    rest: Option<PathBuf>,

    /// Overwrite files that are there
    #[arg(long, help_heading = OUTPUT)]
    force: bool,

    /// Say on standard error how it was searched, and how long it took
    #[arg(long, help_heading = OUTPUT)]
    explain: bool,

    /// Search nothing, but print the SQL query that the conditions are over the tables of `zug convert --format parquet`
    #[arg(
        long,
        conflicts_with_all = [
            "sources", "query", "all", "format", "count", "files_with_matches", "files_without_match", "null", "svg",
            "mark", "to", "rest", "force", "explain", "limit", "offset", "sort", "sample", "ids", "no_index",
            "encoding", "lang_in",
        ],
        help_heading = OUTPUT
    )]
    sql: bool,

    /// At most N games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = CHOICE)]
    limit: Option<u64>,

    /// Leave out the first N games
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = CHOICE)]
    offset: u64,

    /// Sort by the value of a tag; numbers by their value, unknown values last
    #[arg(long, value_name = "TAG", value_parser = parse_tag, help_heading = CHOICE)]
    sort: Option<String>,

    /// N of the games, chosen at random
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = CHOICE)]
    sample: Option<u64>,

    /// Choose as another time with this seed
    #[arg(long, value_name = "SEED", requires = "sample", help_heading = CHOICE)]
    seed: Option<u64>,

    /// Look only at the games named in FILE, a line SOURCE#NUMBER for each, as --format ids writes them, or a game_id; - is
    /// standard input. Without SOURCE, the sources of the names are read
    ///
    /// A game_id is the number of a game in the tables of zug-parquet(5). It counts the files that were given, so the same sources have
    /// to be given as for the export, in the same order. One stands alone on its line, with or without double quotes;
    /// a first line game_id is passed over.
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, help_heading = CHOICE)]
    ids: Option<PathBuf>,

    /// Read no sources, but print the 64-bit key of POSITION as engines want it, with its first eight bits; as lines, or as an
    /// object with --format ndjson
    ///
    /// POSITION: a FEN, its first field, startpos, chess960:N, the pieces as in "W: Kg1 / B: Kg7", or 'after 1. e4 c5'. The
    /// key is that of Polyglot's published table, with the en-passant square only if a capture there is legal.
    #[arg(
        long,
        value_name = "POSITION",
        conflicts_with_all = [
            "sources", "SearchTerms", "query", "invert_match", "all", "count", "files_with_matches", "files_without_match",
            "null", "svg", "mark", "to", "rest", "explain", "limit", "sort", "sample", "ids",
        ],
        help_heading = OUTPUT
    )]
    print_key: Option<String>,

    /// Search stores game by game, without their index
    #[arg(long, help_heading = READING)]
    no_index: bool,

    #[command(flatten)]
    reading: ReadArgs,

    // Takes the place of the option that every command has: -v is --invert-match here.
    /// Say on standard error what is being read, and how (-v only before the command)
    #[arg(long, action = ArgAction::Count, conflicts_with = "quiet", help_heading = super::help::GENERAL)]
    verbose: u8,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum FormatArg {
    /// The games
    Pgn,
    /// A table for people
    Table,
    /// The names of the games, SOURCE#NUMBER
    Ids,
    /// How many games
    Count,
    /// A JSON object a line for every game
    #[value(alias = "json")]
    Ndjson,
    /// A row for every hit
    Csv,
    /// The position at every hit
    Fen,
    /// A drawn board for every hit
    Board,
}

impl From<FormatArg> for SearchFormat {
    fn from(format: FormatArg) -> SearchFormat {
        match format {
            FormatArg::Pgn => SearchFormat::Pgn,
            FormatArg::Table => SearchFormat::Table,
            FormatArg::Ids => SearchFormat::Ids,
            FormatArg::Count => SearchFormat::Count,
            FormatArg::Ndjson => SearchFormat::Ndjson,
            FormatArg::Csv => SearchFormat::Csv,
            FormatArg::Fen => SearchFormat::Fen,
            FormatArg::Board => SearchFormat::Board,
        }
    }
}

fn parse_query(text: &str) -> Result<(String, String), String> {
    let is_good = |name: &str| {
        let is_fine = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
        !name.is_empty() && !name.starts_with(['.', '-']) && name.chars().all(is_fine)
    };
    match text.split_once('=') {
        Some((name, expr)) if is_good(name) => Ok((name.to_owned(), expr.to_owned())),
        _ => Err("expected NAME=EXPR, the name of letters, digits, `_`, `-` and `.`".to_owned()),
    }
}

fn parse_tag(text: &str) -> Result<String, String> {
    let is_name = !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    if is_name {
        Ok(text.to_owned())
    } else {
        Err("expected the name of a tag: letters, digits and underscores".to_owned())
    }
}

impl SearchArgs {
    /// What to print instead of a search, if that is asked for.
    ///
    /// # Errors
    /// In a form that keys do not have.
    pub(super) fn print_key(&self, global: &GlobalArgs) -> Result<Option<PrintKeyOptions>, Error> {
        let Some(position) = self.print_key.clone() else { return Ok(None) };
        let as_ndjson = self.format == FormatArg::Ndjson;
        // Without --format the form is that of games.
        if !as_ndjson && self.format != FormatArg::Pgn {
            let message = "--print-key goes with --format ndjson or with none";
            return Err(usage("search", ErrorKind::ArgumentConflict, message));
        }
        let ui_lang = global.ui_lang.into();
        Ok(Some(PrintKeyOptions { position, as_ndjson, ui_lang, quiet: global.quiet }))
    }

    /// The options that these arguments mean. `width`: that of the terminal, if the output goes to one.
    ///
    /// # Errors
    /// Arguments that contradict each other, and conditions that cannot be read.
    pub(super) fn into_options(
        self,
        global: &GlobalArgs,
        around: Surroundings,
        width: Option<u16>,
    ) -> Result<SearchOptions, Error> {
        let lang: UiLang = global.ui_lang.into();
        let wrong = |message: String| usage("search", ErrorKind::ValueValidation, message);
        let format = if self.count { SearchFormat::Count } else { self.format.into() };
        let names_only = format == SearchFormat::Ids || self.files_with_matches || self.files_without_match;
        let conflict = |message: &str| Err(usage("search", ErrorKind::ArgumentConflict, message));
        if self.null && !names_only {
            return conflict("-0 goes with --format ids, -l and -L");
        }
        if self.mark && format != SearchFormat::Pgn {
            return conflict("--mark goes with --format pgn");
        }
        let queries = self.queries(lang).map_err(wrong)?;
        if self.to.is_some() && format == SearchFormat::Count {
            return conflict("--to writes no counts; they go to the output, a line for each question");
        }
        if self.to.is_none() && !self.query.is_empty() && format != SearchFormat::Count && !global.quiet {
            return Err(usage(
                "search",
                ErrorKind::MissingRequiredArgument,
                "the answers to several questions go into a directory: --to DIR, or --count them",
            ));
        }
        let ids = read_ids(self.ids.as_deref(), &self.sources).map_err(wrong)?;
        let inputs = inputs(self.sources, ids.as_ref(), around)
            .map_err(|message| usage("search", ErrorKind::MissingRequiredArgument, message))?;
        let mut reading = self.reading.into_options(global, around);
        reading.verbosity = reading.verbosity.max(self.verbose);
        Ok(SearchOptions {
            inputs,
            queries,
            to: self.to,
            format,
            svg: self.svg,
            all: self.all,
            listed: match (self.files_with_matches, self.files_without_match) {
                (true, _) => Some(Listed::WithMatch),
                (_, true) => Some(Listed::WithoutMatch),
                _ => None,
            },
            null: self.null,
            mark: self.mark,
            rest: self.rest,
            force: self.force,
            limit: self.limit,
            offset: self.offset,
            sort: self.sort,
            sample: self.sample,
            seed: self.seed,
            ids,
            explain: self.explain,
            no_index: self.no_index,
            reading,
            width,
        })
    }

    /// The conditions, if nothing is searched and only their SQL is asked for.
    ///
    /// # Errors
    /// Conditions that cannot be read, or none.
    pub(super) fn for_sql(&self, lang: UiLang) -> Result<Option<Expr>, Error> {
        if !self.sql {
            return Ok(None);
        }
        let queries =
            self.queries(lang).map_err(|message| usage("search", ErrorKind::ValueValidation, message))?;
        Ok(queries.into_iter().next().map(|query| query.expr))
    }

    /// What is asked: every question together with the conditions that stand for all of them.
    fn queries(&self, lang: UiLang) -> Result<Vec<Query>, String> {
        let common = self.terms.expr(lang)?;
        if self.query.is_empty() {
            let expr = match common {
                Some(expr) => expr,
                // The names say which games are wanted, and every game has a start.
                None if self.ids.is_some() => read("--ids", "ply = 0", lang)?,
                None => {
                    return Err("say what to search for: --where EXPR, or a flag such as --player".to_owned());
                }
            };
            return Ok(vec![Query { name: None, expr: self.turned(expr) }]);
        }
        let mut queries: Vec<Query> = Vec::new();
        for (name, text) in &self.query {
            if queries.iter().any(|query| query.name.as_ref() == Some(name)) {
                return Err(format!("--query: two questions have the name {name}"));
            }
            let own = read(&format!("--query {name}"), text, lang)?;
            let expr = joined(common.iter().cloned().chain([own]).collect()).map(|expr| self.turned(expr));
            queries.extend(expr.map(|expr| Query { name: Some(name.clone()), expr }));
        }
        Ok(queries)
    }

    /// With `--invert-match`: there is no ply at which it holds.
    fn turned(&self, expr: Expr) -> Expr {
        if self.invert_match { Expr::Not(Box::new(Expr::Somewhere(Box::new(expr)))) } else { expr }
    }
}

/// The width of the terminal, if standard output is one.
pub(super) fn width_of_terminal(is_terminal: bool, columns: Option<OsString>) -> Option<u16> {
    if !is_terminal {
        return None;
    }
    let said = columns.and_then(|columns| columns.to_str()?.parse().ok());
    said.or_else(|| Some(terminal_size::terminal_size()?.0.0)).filter(|width| *width > 0)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::super::args::{Cli, Command};
    use super::*;

    fn options(args: &[&str]) -> Result<SearchOptions, String> {
        let line = ["zug", "search"].iter().chain(args);
        let cli = Cli::try_parse_from(line).map_err(|error| error.to_string())?;
        let Command::Search(search) = cli.command else { return Err("another command".to_owned()) };
        let around =
            Surroundings { stdin_is_terminal: true, output_is_terminal: false, color: false, processors: 3 };
        search.into_options(&cli.global, around, None).map_err(|error| error.to_string())
    }

    #[test]
    fn v_inverts_and_verbose_has_its_long_form() {
        let turned = options(&["a", "-v", "--mate"]).unwrap();
        assert_eq!(turned.queries[0].expr, Expr::parse("not somewhere (mate)").unwrap());
        assert_eq!(turned.reading.verbosity, 0);
        assert_eq!(options(&["a", "--mate", "--verbose"]).unwrap().reading.verbosity, 1);
        let cli = Cli::try_parse_from(["zug", "-v", "search", "a", "--mate"]).unwrap();
        assert_eq!(cli.global.verbose, 1);
    }

    #[test]
    fn no_condition_is_wrong_usage() {
        assert!(options(&["a"]).unwrap_err().contains("say what to search for"));
        assert!(options(&["a", "--elo", "x"]).unwrap_err().contains("\n  elo >= x\n         ^"));
        assert!(options(&["--mate"]).unwrap_err().contains("name a file"));
    }

    #[test]
    fn several_questions_share_the_conditions() {
        let args = ["a", "--result", "1-0", "--query", "m=mate", "--query", "s=stalemate", "--to", "x"];
        let queries = options(&args).unwrap().queries;
        assert_eq!(queries.len(), 2);
        assert_eq!(queries[1].name.as_deref(), Some("s"));
        assert_eq!(queries[1].expr, Expr::parse("result = 1-0 and stalemate").unwrap());
        assert!(options(&["a", "--query", "m=mate"]).unwrap_err().contains("--to DIR"));
        assert!(options(&["a", "--query", "m=mate", "-c"]).is_ok());
        assert!(options(&["a", "--query", "m=mate", "--query", "m=dead", "-c"]).is_err());
        for name in ["", "../x", "-x", ".x", "a/b"] {
            assert!(options(&["a", "-c", "--query", &format!("{name}=mate")]).is_err(), "{name}");
        }
    }

    #[test]
    fn what_contradicts_itself_is_wrong_usage() {
        for args in [
            &["a", "--mate", "-0"][..],
            &["a", "--mate", "-c", "--format", "pgn"],
            &["a", "--mate", "-l", "-L"],
            &["a", "--mate", "-l", "-c"],
            &["a", "--mate", "--mark", "-c"],
            &["a", "--mate", "--seed", "1"],
            &["a", "--mate", "--to", "x"],
            &["a", "--mate", "--limit", "0"],
            &["-", "--mate", "--ids", "-"],
            &["a", "--mate", "--sort", "a b"],
            &["a", "--print-key", "startpos"],
            &["--mate", "--print-key", "startpos"],
            &["--ids", "-", "--print-key", "startpos"],
        ] {
            assert!(options(args).is_err(), "{args:?}");
        }
    }
}
