//! What `convert` can be asked to do, as plain values.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use super::convert_split::Split;
use super::parquet_options::ParquetOptions;
use super::search_ids::Ids;
use crate::check::lang::UiLang;
use crate::export::container::Container;
use crate::export::edit::Edit;
use crate::export::pgn::PgnOptions;
use crate::pgn::source::SourceKind;
use crate::query::Expr;

/// What becomes of a game whose main line cannot be read to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OnError {
    /// It comes out as far as it is legal, the rest inside a comment.
    #[default]
    Keep,
    /// It is left out.
    Skip,
    /// The run ends before it.
    Stop,
}

/// How inputs are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ReadAs {
    /// As PGN, unless the first thousands of bytes hold no tag pair and more than movetext.
    #[default]
    Auto,
    /// As PGN.
    Pgn,
    /// As listings: games in text that is not PGN.
    Listing,
}

/// The options of `convert`.
#[derive(Clone, Debug)]
pub struct ConvertOptions {
    /// Files and directories, in the order of the reading; `-` is standard input.
    pub inputs: Vec<PathBuf>,
    /// Where the games go; `None` or `-`: the writer that the caller gives.
    pub output: Option<PathBuf>,
    /// Overwrite output files that are there.
    pub force: bool,
    /// The form of the output.
    pub container: Container,
    /// Tables as Parquet files in the folder `output`, instead of games in the form of the container; only where the
    /// program was built with the feature `parquet`.
    pub tables: Option<ParquetOptions>,
    /// Changes of every game.
    pub edit: Edit,
    /// A file of lines `old name = new name`: how players are to be called.
    pub rename: Option<PathBuf>,
    /// What becomes of a game that cannot be read to its end.
    pub on_error: OnError,
    /// Numbers of the games that are wanted, within each source; empty: all.
    pub games: Vec<RangeInclusive<u64>>,
    /// Only these games.
    pub ids: Option<Ids>,
    /// Only games that match this expression are written.
    pub filter: Option<Expr>,
    /// Where the games go, byte for byte, that are not wanted.
    pub rest: Option<PathBuf>,
    /// Every variation becomes a game of its own.
    pub variations_to_games: bool,
    /// Of games that are the same play only the richest stays.
    pub dedup: bool,
    /// Games whose play is in one of these files or directories are left out.
    pub dedup_against: Vec<PathBuf>,
    /// Write no games, but how the inputs differ from this collection.
    pub diff: Option<PathBuf>,
    /// Sort by the value of this tag.
    pub sort: Option<String>,
    /// Split the output into files in a directory, which `output` names.
    pub split: Option<Split>,
    /// Say nothing; the outcome says it.
    pub quiet: bool,
    /// 0: say what could not be converted as it stood; 1: say everything that is worth knowing.
    pub verbosity: u8,
    /// Colours in the messages.
    pub color: bool,
    /// Language of the messages.
    pub ui_lang: UiLang,
    /// How inputs are read.
    pub read_as: ReadAs,
    /// Label of the text encoding of all inputs; `None`: found by looking.
    pub encoding: Option<String>,
    /// What the inputs hold; `None`: what their names say.
    pub from: Option<SourceKind>,
    /// Code of the language of the moves; `None`: found by reading.
    pub lang_in: Option<String>,
    /// Where games start that do not say so, in any form that people write positions in.
    pub start: Option<String>,
    /// Write no games, but where the two inputs, score sheets of one game, first differ.
    pub collate: bool,
    /// The same as an object a game.
    pub collate_as_ndjson: bool,
    /// The moves that are read are in ICCF digits.
    pub iccf: bool,
    /// Take a damaged move for the one legal move that it can stand for.
    pub repair: bool,
    /// Number of threads that read games, at least 1.
    pub threads: usize,
    /// Map files into memory. A mapped file that is cut short by somebody meanwhile ends the process.
    pub mmap: bool,
}

impl ConvertOptions {
    /// The defaults of the command line, with one thread, for these inputs.
    pub fn new(inputs: Vec<PathBuf>) -> ConvertOptions {
        ConvertOptions {
            inputs,
            output: None,
            force: false,
            container: Container::Pgn(PgnOptions::default()),
            tables: None,
            edit: Edit::default(),
            rename: None,
            on_error: OnError::default(),
            games: Vec::new(),
            ids: None,
            filter: None,
            rest: None,
            variations_to_games: false,
            dedup: false,
            dedup_against: Vec::new(),
            diff: None,
            sort: None,
            split: None,
            quiet: false,
            verbosity: 0,
            color: false,
            ui_lang: UiLang::default(),
            read_as: ReadAs::default(),
            encoding: None,
            from: None,
            lang_in: None,
            start: None,
            collate: false,
            collate_as_ndjson: false,
            iccf: false,
            repair: false,
            threads: 1,
            mmap: true,
        }
    }

    /// Is any file written?
    pub fn writes_files(&self) -> bool {
        self.rest.is_some() || self.output.as_ref().is_some_and(|path| path.as_os_str() != "-")
    }
}
