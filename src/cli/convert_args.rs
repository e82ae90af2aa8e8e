//! The arguments of `zug convert`, and how they become plain options.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;
use clap::error::{Error, ErrorKind};

use super::args::GlobalArgs;
use super::convert_choices::{AddArg, FormatArg, FromArg, OnErrorArg, TagOrderArg};
use super::convert_values::{parse_numbers, parse_plies, parse_set, parse_split, parse_tag};
use super::ids_arg::read_ids;
use super::parquet_args::ParquetArgs;
use super::read_args::usage;
use super::search_terms::read as read_expression;
use super::style_args::StyleArgs;
use super::validate_args::{MOVE_LANGUAGES, Surroundings};
use crate::commands::{ConvertOptions, OnError, ReadAs, Split};
use crate::export::container::Container;
use crate::export::edit::{Added, Edit};
use crate::export::html::HtmlOptions;
use crate::export::ndjson::NdjsonOptions;
use crate::export::pgn::{PgnOptions, TagOrder};
use crate::export::polyglot::PolyglotOptions;
use crate::export::positions::{PositionsOptions, Which};
use crate::export::table::{Separator, Table};
use crate::export::table_fields::Field;
use crate::export::text::TextOptions;
use crate::pgn::source::SourceKind;

const READING: &str = "How the input is read";
const OUTPUT: &str = "What is written";
const CHANGES: &str = "What is changed";
const CHOICE: &str = "Which games";

/// Arguments of `zug convert`.
#[derive(Args, Debug)]
pub(crate) struct ConvertArgs {
    /// Files and directories to read; - is standard input
    #[arg(value_name = "FILES", value_hint = clap::ValueHint::AnyPath)]
    files: Vec<PathBuf>,

    /// Form of the output
    #[arg(long, value_name = "FORMAT", default_value = "pgn", help_heading = OUTPUT)]
    format: FormatArg,

    /// Where the games go; a directory gets one file for each input [default: standard output]
    #[arg(short = 'o', long, value_name = "FILE|DIR", value_hint = clap::ValueHint::AnyPath, help_heading = OUTPUT)]
    output: Option<PathBuf>,

    /// Overwrite output files that exist
    #[arg(long, help_heading = OUTPUT)]
    force: bool,

    /// What becomes of a game that cannot be read to its end
    #[arg(long, value_name = "WHAT", default_value = "keep", help_heading = OUTPUT)]
    on_error: OnErrorArg,

    /// Order of the tags
    #[arg(long, value_name = "ORDER", default_value = "export", help_heading = OUTPUT)]
    tag_order: TagOrderArg,

    /// Most characters in a line of moves; 0: no limit
    #[arg(long, value_name = "N", default_value_t = 79, help_heading = OUTPUT)]
    wrap: usize,

    /// With --format ndjson: the position after every move, too
    #[arg(long, help_heading = OUTPUT)]
    fens: bool,

    /// With --format csv or tsv: the columns, such as file,game,White,Black,result,plies,moves_san; any tag may be named
    ///
    /// Besides tags: file, game, line, id, language, start_fen, result, plies, final_fen, final_key, moves (numbered,
    /// in the style asked for), moves_san, moves_uci, comments and variations (their numbers), whole. A tag that has
    /// the name of one of these is tag:NAME.
    #[arg(long, value_name = "FIELD,...", value_delimiter = ',', value_parser = Field::parse, help_heading = OUTPUT)]
    fields: Vec<Field>,
    /// With --format fen or epd: all positions of every game, from its start on
    #[arg(long, conflicts_with_all = ["final_position", "ply"], help_heading = OUTPUT)]
    every: bool,

    /// With --format fen or epd: the last position of every game [default]
    #[arg(long = "final", conflicts_with = "ply", help_heading = OUTPUT)]
    final_position: bool,

    /// With --format fen or epd: the position of every game after N plies; 0 is its start. Shorter games have none
    #[arg(long, value_name = "N", help_heading = OUTPUT)]
    ply: Option<u32>,

    /// With --format polyglot: so many plies of every game
    #[arg(long, value_name = "N", default_value_t = 60, help_heading = OUTPUT)]
    max_ply: u32,

    /// With --format polyglot: only moves that were played in N games or more
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = OUTPUT)]
    min_games: u32,

    /// With --format text: two columns, as on a score sheet
    #[arg(long, help_heading = OUTPUT)]
    columns: bool,

    #[command(flatten)]
    style: StyleArgs,

    #[command(flatten)]
    tables: ParquetArgs,

    /// Leave out comments
    #[arg(long, help_heading = CHANGES)]
    no_comments: bool,

    /// Leave out judgements and other glyphs
    #[arg(long, help_heading = CHANGES)]
    no_nags: bool,

    /// Leave out variations
    #[arg(long, help_heading = CHANGES)]
    no_variations: bool,

    /// Leave out clock readings and times in comments
    #[arg(long, help_heading = CHANGES)]
    no_clocks: bool,

    /// Only these tags, besides the roster of seven
    #[arg(long, value_name = "TAG,...", value_delimiter = ',', conflicts_with = "roster_only", help_heading = CHANGES)]
    keep_tags: Vec<String>,

    /// Leave out these tags
    #[arg(long, value_name = "TAG,...", value_delimiter = ',', help_heading = CHANGES)]
    drop_tags: Vec<String>,

    /// Leave out all tags but the roster of seven and the start position
    #[arg(long, help_heading = CHANGES)]
    roster_only: bool,

    /// Only these plies of the main line, such as 1..20; either end may be missing
    #[arg(long, value_name = "A..B", value_parser = parse_plies, help_heading = CHANGES)]
    plies: Option<RangeInclusive<u32>>,

    /// Add tags that are worked out: plycount (PlyCount), fen (FinalFEN), key (FinalKey), eco (ECO, Opening, Variation)
    ///
    /// For eco the last position of the main line that is in the table of lichess-org/chess-openings decides, so that
    /// transpositions are found. `Family: Variation, rest` becomes Opening, Variation and SubVariation; these and ECO
    /// replace what is there, but for an ECO that is the same and finer (E12/05). A game that reaches no position of
    /// the table keeps its tags.
    #[arg(long, value_name = "WHAT,...", value_delimiter = ',', help_heading = CHANGES)]
    add: Vec<AddArg>,

    /// Set a tag in every game; may be repeated
    #[arg(long, value_name = "TAG=VALUE", value_parser = parse_set, help_heading = CHANGES)]
    set: Vec<(String, String)>,

    /// Rename players: a file of lines `old name = new name`
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, help_heading = CHANGES)]
    rename: Option<PathBuf>,

    /// Make every variation a game of its own
    #[arg(long, help_heading = CHANGES)]
    variations_to_games: bool,

    /// Compare two score sheets of one game: where they first differ, and how far each goes; with --format ndjson as data
    #[arg(long, conflicts_with_all = ["diff", "output", "rest"], help_heading = CHOICE)]
    collate: bool,

    /// Only these games, by their numbers in each input, such as 5,10-20
    #[arg(long, value_name = "N,A-B,...", value_delimiter = ',', value_parser = parse_numbers, help_heading = CHOICE)]
    games: Vec<RangeInclusive<u64>>,

    /// Only the games named in FILE, a line SOURCE#NUMBER for each, as `zug search --format ids` writes them, or a game_id;
    /// - is standard input. Without FILES, the sources of the names are read
    ///
    /// A game_id is the number of a game in the tables of zug-parquet(5). It counts the files that were given, so the same files have
    /// to be given as for the export, in the same order. One stands alone on its line, with or without double quotes;
    /// a first line game_id is passed over.
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["collate", "diff"],
        value_hint = clap::ValueHint::FilePath,
        help_heading = CHOICE
    )]
    ids: Option<PathBuf>,

    /// Only games that match an expression of the filter language, see zug-query(7); @FILE reads it from a file
    #[arg(long = "where", value_name = "EXPR", help_heading = CHOICE)]
    filter: Option<String>,

    /// Write what is left out to FILE, as it stood
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, help_heading = CHOICE)]
    rest: Option<PathBuf>,

    /// Of games with the same moves keep only the one that says most
    #[arg(long, help_heading = CHOICE)]
    dedup: bool,

    /// Leave out games whose moves are in FILE or directory, in any form the inputs may have; may be repeated
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::AnyPath, help_heading = CHOICE)]
    dedup_against: Vec<PathBuf>,

    /// Write no games, but what the inputs and OTHER do not have in common; the moves decide which games are the same
    ///
    /// OTHER may have any form the inputs may have, and is read by its name.
    #[arg(
        long,
        value_name = "OTHER",
        value_hint = clap::ValueHint::AnyPath,
        conflicts_with_all = ["output", "rest", "split", "sort", "dedup", "dedup_against"],
        help_heading = CHOICE
    )]
    diff: Option<PathBuf>,

    /// Sort by the value of a tag; numbers by their value, unknown values last
    #[arg(long, value_name = "TAG", value_parser = parse_tag, help_heading = CHOICE)]
    sort: Option<String>,

    /// Split into files of the directory -o: N games each (N), by a tag (tag:ECO), by its first characters (tag:Date:4)
    #[arg(long, value_name = "HOW", requires = "output", value_parser = parse_split, help_heading = CHOICE)]
    split: Option<Split>,

    /// Text encoding of the input, such as utf-8, windows-1252, cp437 [default: found by looking]
    #[arg(long, value_name = "NAME", help_heading = READING)]
    encoding: Option<String>,

    /// What the inputs hold [default: by the names of files: .ndjson and .jsonl, .fen and .epd; else games, or a
    /// listing where the text is an HTML page, or has no tags and is more than movetext]
    #[arg(long, value_name = "FORM", help_heading = READING)]
    from: Option<FromArg>,

    /// Language of the moves that are read: auto (found game by game), or one of those of --lang
    #[arg(
        long,
        value_name = "LANG",
        default_value = "auto",
        value_parser = MOVE_LANGUAGES,
        hide_possible_values = true,
        help_heading = READING
    )]
    lang_in: String,

    /// Where games start that do not say so: a FEN, its first field, chess960:N, or the pieces as in "W: Kg1 / B: Kg7"
    #[arg(long, value_name = "POSITION", help_heading = READING)]
    start: Option<String>,

    /// Repair damaged moves where exactly one legal move fits
    ///
    /// Missing capture signs and origins, l for 1, 0 for O, 5 for S, 8 for B, letters of other languages, blanks inside
    /// a move. Every repair is reported; where several moves fit, they are listed and none is taken. In listings words
    /// are repaired only where a move is due by its number or place, and only if more of the game can be read then.
    #[arg(long, help_heading = READING)]
    repair: bool,
}

impl ConvertArgs {
    /// The options these arguments stand for.
    ///
    /// # Errors
    /// Nothing to read, or options that contradict each other.
    pub(super) fn into_options(
        self,
        global: &GlobalArgs,
        around: Surroundings,
    ) -> Result<ConvertOptions, Error> {
        let collate_as_ndjson = matches!(self.format, FormatArg::Ndjson);
        if self.collate && self.files.len() != 2 {
            return Err(usage("convert", ErrorKind::WrongNumberOfValues, "--collate needs two files"));
        }
        let container = self.container();
        let edit = self.edit();
        let ids = read_ids(self.ids.as_deref(), &self.files)
            .map_err(|error| usage("convert", ErrorKind::ValueValidation, error))?;
        let filter = self.filter.as_ref().map(|text| read_expression("--where", text, global.ui_lang.into()));
        let filter =
            filter.transpose().map_err(|error| usage("convert", ErrorKind::ValueValidation, error))?;
        let mut inputs = self.files;
        if let Some(ids) = ids.as_ref().filter(|_| inputs.is_empty()) {
            inputs = ids.sources().iter().map(PathBuf::from).collect();
        } else if inputs.is_empty() {
            if around.stdin_is_terminal {
                return Err(usage(
                    "convert",
                    ErrorKind::MissingRequiredArgument,
                    "name a file, a directory, or - for standard input",
                ));
            }
            inputs.push(PathBuf::from("-"));
        }
        let reads_other = matches!(self.from, Some(FromArg::Epd | FromArg::Ndjson));
        if reads_other && self.collate {
            return Err(usage("convert", ErrorKind::ArgumentConflict, "--collate reads PGN only"));
        }
        if self.fens && !matches!(container, Container::Ndjson(_)) {
            return Err(usage("convert", ErrorKind::ArgumentConflict, "--fens goes with --format ndjson"));
        }
        if !self.fields.is_empty() && !matches!(container, Container::Table(_)) {
            return Err(usage(
                "convert",
                ErrorKind::ArgumentConflict,
                "--fields goes with --format csv or tsv",
            ));
        }
        if self.columns && !matches!(container, Container::Text(_)) {
            return Err(usage("convert", ErrorKind::ArgumentConflict, "--columns goes with --format text"));
        }
        let wants_positions = self.every || self.final_position || self.ply.is_some();
        if wants_positions && !matches!(container, Container::Positions(_)) {
            return Err(usage(
                "convert",
                ErrorKind::ArgumentConflict,
                "--every, --final and --ply go with --format fen or epd",
            ));
        }
        if self.split.is_some() && self.output.as_deref().is_some_and(|path| path.is_file()) {
            return Err(usage(
                "convert",
                ErrorKind::ArgumentConflict,
                "--split writes several files; -o must name a directory",
            ));
        }
        let wants_tables = matches!(self.format, FormatArg::Parquet);
        let has_else = self.rest.is_some()
            || self.dedup
            || !self.dedup_against.is_empty()
            || self.diff.is_some()
            || self.collate
            || self.sort.is_some()
            || self.split.is_some()
            || self.variations_to_games;
        if wants_tables && has_else {
            return Err(usage(
                "convert",
                ErrorKind::ArgumentConflict,
                "--format parquet goes without --rest, --dedup, --dedup-against, --diff, --collate, --sort, --split and \
                 --variations-to-games",
            ));
        }
        let tables = self.tables.into_options(wants_tables, self.output.as_deref());
        let tables = tables.map_err(|error| usage("convert", ErrorKind::ArgumentConflict, error))?;
        if tables.as_ref().is_some_and(|tables| tables.shard.is_some())
            && (ids.is_some()
                || !self.games.is_empty()
                || inputs.iter().any(|input| input.as_os_str() == "-"))
        {
            return Err(usage(
                "convert",
                ErrorKind::ArgumentConflict,
                "--shard goes without --games, --ids and standard input",
            ));
        }
        if self.rest.is_some() && self.rest == self.output {
            return Err(usage("convert", ErrorKind::ArgumentConflict, "two outputs have the same name"));
        }
        Ok(ConvertOptions {
            inputs,
            output: self.output,
            force: self.force,
            container,
            tables,
            edit,
            rename: self.rename,
            on_error: match self.on_error {
                OnErrorArg::Keep => OnError::Keep,
                OnErrorArg::Skip => OnError::Skip,
                OnErrorArg::Stop => OnError::Stop,
            },
            games: self.games,
            ids,
            filter,
            rest: self.rest,
            variations_to_games: self.variations_to_games,
            dedup: self.dedup,
            dedup_against: self.dedup_against,
            diff: self.diff,
            sort: self.sort,
            split: self.split,
            quiet: global.quiet,
            verbosity: global.verbose,
            color: around.color,
            ui_lang: global.ui_lang.into(),
            read_as: match self.from {
                None => ReadAs::Auto,
                Some(FromArg::Listing) => ReadAs::Listing,
                Some(FromArg::Pgn | FromArg::Iccf | FromArg::Epd | FromArg::Ndjson) => ReadAs::Pgn,
            },
            encoding: self.encoding,
            from: self.from.map(|from| match from {
                FromArg::Pgn | FromArg::Iccf | FromArg::Listing => SourceKind::Pgn,
                FromArg::Epd => SourceKind::Positions,
                FromArg::Ndjson => SourceKind::Ndjson,
            }),
            lang_in: Some(self.lang_in).filter(|code| code != "auto"),
            start: self.start,
            collate: self.collate,
            collate_as_ndjson,
            iccf: matches!(self.from, Some(FromArg::Iccf)),
            repair: self.repair,
            threads: global.threads.map_or(around.processors, usize::from).max(1),
            mmap: !global.no_mmap,
        })
    }

    fn container(&self) -> Container {
        let width = if self.wrap == 0 { usize::MAX } else { self.wrap };
        match self.format {
            // Tables are made in another way.
            FormatArg::Pgn | FormatArg::Parquet => Container::Pgn(PgnOptions {
                style: self.style.style(),
                tag_order: match self.tag_order {
                    TagOrderArg::Export => TagOrder::Export,
                    TagOrderArg::Source => TagOrder::Source,
                },
                width,
            }),
            FormatArg::Text => {
                Container::Text(TextOptions { style: self.style.for_people(), columns: self.columns, width })
            }
            FormatArg::Ndjson => Container::Ndjson(NdjsonOptions { fens: self.fens }),
            FormatArg::Csv => self.table(Separator::Comma),
            FormatArg::Tsv => self.table(Separator::Tab),
            FormatArg::Html => Container::Html(HtmlOptions { style: self.style.for_people() }),
            FormatArg::Polyglot => {
                Container::Polyglot(PolyglotOptions { max_ply: self.max_ply, min_games: self.min_games })
            }
            FormatArg::Fen | FormatArg::Epd => Container::Positions(PositionsOptions {
                epd: matches!(self.format, FormatArg::Epd),
                which: match self.ply {
                    Some(ply) => Which::Ply(ply),
                    None if self.every => Which::Every,
                    None => Which::Final,
                },
            }),
        }
    }

    fn table(&self, separator: Separator) -> Container {
        Container::Table(Table::new(separator, self.fields.clone(), self.style.style()))
    }

    fn edit(&self) -> Edit {
        let add = |what: &AddArg| match what {
            AddArg::PlyCount => Added::PlyCount,
            AddArg::Fen => Added::FinalFen,
            AddArg::Key => Added::FinalKey,
            AddArg::Eco => Added::Opening,
        };
        Edit {
            rename: Default::default(),
            set: self.set.clone(),
            no_clocks: self.no_clocks,
            no_comments: self.no_comments,
            no_nags: self.no_nags,
            no_variations: self.no_variations,
            plies: self.plies.clone(),
            keep_tags: self.keep_tags.clone(),
            drop_tags: self.drop_tags.clone(),
            roster_only: self.roster_only,
            add: self.add.iter().map(add).collect(),
        }
    }
}
