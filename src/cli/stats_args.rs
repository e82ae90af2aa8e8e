//! The arguments of `zug stats`, and how they become plain options.

use std::path::PathBuf;

use clap::error::{Error, ErrorKind};
use clap::{Args, ValueEnum};

use super::args::GlobalArgs;
use super::ids_arg::read_ids;
use super::read_args::{READING, ReadArgs, inputs, usage};
use super::search_terms::{joined, read};
use super::stats_people_args::PeopleArgs;
use super::stats_tree_args::TreeArgs;
use super::validate_args::Surroundings;
use crate::check::lang::UiLang;
use crate::chess::{Color, Piece, Role};
use crate::commands::{NO_PARQUET, StatsFormat, StatsOptions};
use crate::stats::groups::{MOST_TAGS, USUAL_ROWS};
use crate::stats::{Board, Endings, Ends, Field, Groups, Heat, Overview, Rows, Survey};

const WHAT: &str = "What is counted";
const ROWS: &str = "Rows of the tables";
const OUTPUT: &str = "Output";

/// Arguments of `zug stats`.
#[derive(Args, Debug)]
pub(crate) struct StatsArgs {
    /// Files, directories and stores to count; - is standard input
    #[arg(value_name = "SOURCE", value_hint = clap::ValueHint::AnyPath)]
    sources: Vec<PathBuf>,

    /// The overview, also where something else is asked for
    #[arg(long, help_heading = WHAT)]
    overview: bool,

    /// A table of games by one or more fields, such as player, year or opening,result; tag.NAME is any tag
    #[arg(long, value_name = "FIELD[,FIELD]", value_parser = parse_fields, long_help = fields_help(), help_heading = WHAT)]
    by: Option<Fields>,

    /// How games end: on the board, and by what is said of them; with --by for each group
    #[arg(long, help_heading = WHAT)]
    ends: bool,

    /// What happens on the board: castling, en passant, promotions, checks, captures, the longest game, the earliest mates
    #[arg(long, help_heading = WHAT)]
    board: bool,

    /// Endings reached, such as KRPkr, the stronger side on the left, with its results
    #[arg(long, help_heading = WHAT)]
    material: bool,

    /// Endings of at most N men, kings included
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(2..=32),
        default_value = "6",
        requires = "material",
        help_heading = WHAT
    )]
    men: u32,

    /// Where men stand, go, capture and mate; a letter such as N or n is a man of White or Black
    #[arg(
        long,
        value_name = "PIECE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "",
        value_parser = parse_piece,
        help_heading = WHAT
    )]
    squares: Option<Men>,

    #[command(flatten)]
    moves: TreeArgs,

    #[command(flatten)]
    people: PeopleArgs,

    /// Count only games that match an expression of the filter language, see zug-query(7); @FILE reads it from a file;
    /// may be repeated
    #[arg(short = 'w', long = "where", value_name = "EXPR")]
    wheres: Vec<String>,

    /// Count only the games named in FILE, a line SOURCE#NUMBER for each, as zug search --format ids writes them, or a
    /// game_id; - is standard input. Without SOURCE, the sources of the names are read
    ///
    /// A game_id is the number of a game in the tables of zug-parquet(5). It counts the files that were given, so the same sources have
    /// to be given as for the export, in the same order. One stands alone on its line, with or without double quotes;
    /// a first line game_id is passed over.
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    ids: Option<PathBuf>,

    /// At most N rows of each table [default: 20; all of what has an order of its own, such as years]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = ROWS)]
    top: Option<u32>,

    /// Order the table of --by by a column, named as in --format csv: numbers from the highest down
    #[arg(long, value_name = "COLUMN", requires = "by", help_heading = ROWS)]
    sort: Option<String>,

    /// Only rows of --by and moves of --tree with at least N games
    #[arg(long, value_name = "N", default_value = "1", help_heading = ROWS)]
    min_games: u64,

    /// With the interval in which the score would be in 95 of 100 such collections (Wilson)
    #[arg(long, requires = "by", conflicts_with = "ends", help_heading = ROWS)]
    ci: bool,

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

    #[command(flatten)]
    reading: ReadArgs,
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
    /// A Parquet file, for DuckDB and the like
    Parquet,
}

impl From<FormatArg> for StatsFormat {
    fn from(format: FormatArg) -> StatsFormat {
        match format {
            FormatArg::Table => StatsFormat::Table,
            FormatArg::Json => StatsFormat::Json,
            FormatArg::Csv => StatsFormat::Csv,
            FormatArg::Tsv => StatsFormat::Tsv,
            FormatArg::Markdown => StatsFormat::Markdown,
            FormatArg::Parquet => StatsFormat::Parquet,
        }
    }
}

/// Fields, separated by commas.
#[derive(Clone, Debug)]
struct Fields(Vec<Field>);

fn parse_fields(text: &str) -> Result<Fields, String> {
    let mut fields = Vec::new();
    for name in text.split(',') {
        let field = Field::parse(name).ok_or_else(|| {
            let names: Vec<&str> = Field::names().collect();
            format!("no field {name:?}; there are {} and tag.NAME", names.join(", "))
        })?;
        if fields.contains(&field) {
            return Err(format!("{name} is there twice"));
        }
        fields.push(field);
    }
    if fields.iter().filter(|field| matches!(field, Field::Tag(_))).count() > MOST_TAGS {
        return Err(format!("at most {MOST_TAGS} fields may be tag.NAME"));
    }
    Ok(Fields(fields))
}

fn fields_help() -> String {
    let names: Vec<&str> = Field::names().collect();
    format!(
        "A table of games by one or more fields; tag.NAME is any tag.\n\nFields: {}. Of `player` every game counts once \
         for each side, from that player's own point of view; of all others scores are White's.",
        names.join(", ")
    )
}

/// Men of one kind; `None`: all men.
#[derive(Clone, Copy, Debug)]
struct Men(Option<Piece>);

fn parse_piece(text: &str) -> Result<Men, String> {
    let mut letters = text.chars();
    let Some(letter) = letters.next() else { return Ok(Men(None)) };
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let roles = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
    let role = roles.into_iter().find(|role| role.letter() == letter.to_ascii_uppercase());
    match (role, letters.next()) {
        (Some(role), None) => Ok(Men(Some(Piece { color, role }))),
        _ => Err("expected one of the letters K Q R B N P, small for Black".to_owned()),
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
        let wrong = |message: String| usage("stats", ErrorKind::ValueValidation, message);
        let exprs = self.wheres.iter().map(|text| read("--where", text, lang));
        let expr = joined(exprs.collect::<Result<_, _>>().map_err(wrong)?);
        let ids = read_ids(self.ids.as_deref(), &self.sources).map_err(wrong)?;
        let surveys = self.surveys(lang).map_err(wrong)?;
        let inputs = inputs(self.sources, ids.as_ref(), around)
            .map_err(|message| usage("stats", ErrorKind::MissingRequiredArgument, message))?;
        if self.format == FormatArg::Parquet {
            if cfg!(not(feature = "parquet")) {
                return Err(wrong(NO_PARQUET.to_owned()));
            }
            if around.output_is_terminal {
                let (en, de) = (
                    "a Parquet file is nothing for a terminal; write it to a file: > FILE",
                    "eine Parquet-Datei ist nichts für ein Terminal; in eine Datei damit: > DATEI",
                );
                return Err(wrong(lang.pick(en, de).to_owned()));
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
            reading: self.reading.into_options(global, around),
            width: self.width.or(width),
            color: around.color,
        })
    }

    /// What is counted, in the order in which it is told; without anything else the overview.
    fn surveys(&self, lang: UiLang) -> Result<Vec<Box<dyn Survey>>, String> {
        let mut surveys: Vec<Box<dyn Survey>> = Vec::new();
        let top = self.top.map(|top| top as usize);
        let rows = Rows { top, min_games: self.min_games, sort: self.sort.clone() };
        let usual = top.unwrap_or(USUAL_ROWS);
        let fields = self.by.as_ref().map(|Fields(fields)| fields.clone());
        // A play takes eight bytes, and there is more than plays.
        let plays = usize::try_from(self.moves.memory() / 32).unwrap_or(usize::MAX);
        let overview = Overview { top: usual, plays };
        if self.overview {
            surveys.push(Box::new(overview));
        }
        if self.ends {
            let fields = fields.unwrap_or_default();
            self.check_sort(&Ends::columns(&fields), lang)?;
            surveys.push(Box::new(Ends { fields, rows }));
        } else if let Some(fields) = fields {
            self.check_sort(&Groups::columns(&fields, self.ci), lang)?;
            surveys.push(Box::new(Groups { fields, rows, interval: self.ci }));
        }
        if self.board {
            surveys.push(Box::new(Board { top: usual }));
        }
        if self.material {
            surveys.push(Box::new(Endings { men: self.men, top: usual }));
        }
        if let Some(Men(piece)) = self.squares {
            surveys.push(Box::new(Heat { piece }));
        }
        surveys.extend(self.moves.surveys(usual, self.min_games, lang)?);
        surveys.extend(self.people.surveys(usual, lang)?);
        if surveys.is_empty() {
            surveys.push(Box::new(overview));
        }
        Ok(surveys)
    }

    /// Is the column of `--sort` one of these?
    fn check_sort(&self, columns: &[&'static str], lang: UiLang) -> Result<(), String> {
        match &self.sort {
            Some(name) if !columns.contains(&name.as_str()) => {
                let all = columns.join(", ");
                Err(lang.pick(
                    format!("--sort: no column {name:?}; there are {all}"),
                    format!("--sort: keine Spalte {name:?}; es gibt {all}"),
                ))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::super::args::{Cli, Command};
    use super::*;
    use crate::query::Expr;

    fn options(args: &[&str]) -> Result<StatsOptions, String> {
        let line = ["zug", "stats"].iter().chain(args);
        let cli = Cli::try_parse_from(line).map_err(|error| error.to_string())?;
        let Command::Stats(stats) = cli.command else { return Err("another command".to_owned()) };
        let output_is_terminal = args.contains(&"parquet");
        let around =
            Surroundings { stdin_is_terminal: true, output_is_terminal, color: false, processors: 3 };
        stats.into_options(&cli.global, around, Some(80)).map_err(|error| error.to_string())
    }

    #[test]
    fn a_terminal_gets_no_parquet() {
        let refused = options(&["a", "--format", "parquet"]).map(|_| ()).unwrap_err();
        let wanted = if cfg!(feature = "parquet") { "write it to a file" } else { "without Parquet" };
        assert!(refused.contains(wanted), "{refused}");
    }

    #[test]
    fn what_is_asked_for_is_counted_and_else_the_overview() {
        let number = |args: &[&str]| options(args).map(|options| options.surveys.len());
        assert_eq!(number(&["a"]), Ok(1));
        assert_eq!(number(&["a", "--ends", "--by", "year"]), Ok(1));
        assert_eq!(
            number(&["a", "--overview", "--by", "year", "--board", "--material", "--squares=n"]),
            Ok(5)
        );
    }

    #[test]
    fn what_is_no_field_column_or_man_is_wrong_usage() {
        for (args, wrong) in [
            (&["a", "--by", "colour"][..], "no field \"colour\""),
            (&["a", "--by", "year,year"], "year is there twice"),
            (&["a", "--by", "tag.A,tag.B,tag.C,tag.D,tag.E"], "at most 4"),
            (&["a", "--by", "year", "--sort", "Games"], "no column \"Games\"; there are year, games"),
            (&["a", "--by", "year", "--sort", "interval"], "no column"),
            (&["a", "--by", "year", "--ends", "--sort", "score"], "no column"),
            (&["a", "--sort", "games"], "--by"),
            (&["a", "--squares=X"], "one of the letters"),
            (&["a", "--squares=NN"], "one of the letters"),
            (&["a", "--men", "5"], "--material"),
            (&[], "name a file"),
            (&["a", "--where", "whit = x"], "--where"),
        ] {
            let error = options(args).map(|_| ()).expect_err("wrong usage");
            assert!(error.contains(wrong), "{args:?}: {error}");
        }
    }

    #[test]
    fn conditions_are_joined_and_a_width_may_be_said() {
        let told = options(&["a", "-w", "mate", "-w", "result = 1-0", "--width", "60"]).expect("good usage");
        assert_eq!(told.expr, Some(Expr::parse("mate and result = 1-0").expect("an expression")));
        assert_eq!(told.width, Some(60));
        assert_eq!(options(&["a"]).map(|options| options.width), Ok(Some(80)));
    }
}
