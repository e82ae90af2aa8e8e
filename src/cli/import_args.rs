//! The arguments of `zug import`, and how they become plain options.

use std::path::PathBuf;

use clap::error::{Error, ErrorKind};
use clap::{Args, ValueEnum};

use super::args::GlobalArgs;
use super::read_args::{ReadArgs, usage};
use super::search_terms::read;
use super::validate_args::Surroundings;
use crate::commands::{ImportOptions, Look, LookOptions, ReadOptions, import};

const STORE: &str = "What the store holds";
const CHANGES: &str = "What happens to a store that is there";
const LOOKS: &str = "Looking at stores";

/// What writes to a store does not go together with looking at one.
const NOT_LOOKING: [&str; 15] = [
    "output",
    "append",
    "again",
    "force",
    "delete",
    "dedup",
    "compact",
    "filter",
    "moves_only",
    "no_index",
    "index_variations",
    "add",
    "memory",
    "encoding",
    "lang_in",
];

/// How `--info` is written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum InfoFormat {
    /// For people
    Table,
    /// One JSON object for each store
    Ndjson,
}

/// What the arguments ask for.
pub(crate) enum ImportTask {
    /// Write a store.
    Write(Box<ImportOptions>),
    /// Look at stores.
    Look(LookOptions),
}

/// Arguments of `zug import`.
#[derive(Args, Debug)]
pub(crate) struct ImportArgs {
    /// Files and directories to read; - is standard input
    #[arg(value_name = "FILES", value_hint = clap::ValueHint::AnyPath)]
    files: Vec<PathBuf>,

    /// The store, a folder [default: the name of the only input with .zug]
    #[arg(short = 'o', long, value_name = "NAME.zug", value_hint = clap::ValueHint::DirPath)]
    output: Option<PathBuf>,

    /// Add to the store that is there; sources whose content is in it already are left out
    #[arg(long, conflicts_with = "force", help_heading = CHANGES)]
    append: bool,

    /// With --append: import sources again that were imported already
    #[arg(long, requires = "append", help_heading = CHANGES)]
    again: bool,

    /// Replace the store that is there
    #[arg(long, help_heading = CHANGES)]
    force: bool,

    /// Mark the games that match away; they are gone at the next --compact
    #[arg(long, value_name = "EXPR", help_heading = CHANGES)]
    delete: Option<String>,

    /// Mark copies of games away, the richest copy stays
    ///
    /// A game is a copy of another if start position, moves and players are the same, or if it is its beginning: at
    /// least 10 moves, by the same players, with no more text. From 40 moves on the same moves are enough; of other
    /// games the tags of the roster must be the same. Dates that contradict make two games. Names are compared without
    /// case, accents and punctuation, first names by their initial. Every pair is reported.
    #[arg(long, help_heading = CHANGES)]
    dedup: bool,

    /// Write all pairs that --dedup found to FILE: the copy that went = the one that stays
    #[arg(long, value_name = "FILE", requires = "dedup", value_hint = clap::ValueHint::FilePath, help_heading = CHANGES)]
    dedup_report: Option<PathBuf>,

    /// Merge all segments, as far as memory allows, without the games that were marked away
    #[arg(long, help_heading = CHANGES)]
    compact: bool,

    /// Check every checksum, count, game and index entry of the stores FILES
    #[arg(long, help_heading = LOOKS, conflicts_with_all = NOT_LOOKING)]
    verify: bool,

    /// Tell what is in the stores FILES: games, segments, sizes, sources
    #[arg(long, help_heading = LOOKS, conflicts_with_all = NOT_LOOKING, conflicts_with = "verify")]
    info: bool,

    /// Form of --info
    #[arg(long, value_name = "FORM", value_enum, default_value = "table", requires = "info", help_heading = LOOKS)]
    format: InfoFormat,

    /// Store only the games that match, see zug-query(7); the others are counted; @FILE reads it from a file
    #[arg(long, value_name = "EXPR", help_heading = STORE)]
    filter: Option<String>,

    /// Leave comments, glyphs and variations out
    #[arg(long, help_heading = STORE)]
    moves_only: bool,

    /// Build no position index: the store is smaller, positions are found by replaying all games
    #[arg(long, help_heading = STORE)]
    no_index: bool,

    /// Put the positions of variations into the position index, too, for `variation (...)` of zug-query(7)
    #[arg(long, help_heading = STORE, conflicts_with_all = ["no_index", "moves_only"])]
    index_variations: bool,

    /// Fill in the tag ECO of games that have none, by their positions
    #[arg(long, value_name = "WHAT", value_parser = ["eco"], help_heading = STORE)]
    add: Option<String>,

    /// Memory to work with, such as 256M or 2G [default: a quarter of what the machine has]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    memory: Option<u64>,

    /// Games that cannot be read to their end are a failure: exit status 1
    #[arg(long)]
    strict: bool,

    #[command(flatten)]
    reading: ReadArgs,
}

/// Bytes, with K, M, G or T for powers of 1024.
pub(super) fn parse_size(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at(digits);
    let shift = match unit.trim().trim_end_matches(['B', 'b']).trim_end_matches('i') {
        "" => 0,
        "K" | "k" => 10,
        "M" | "m" => 20,
        "G" | "g" => 30,
        "T" | "t" => 40,
        _ => return Err("a size is a number with K, M, G or T behind it".to_owned()),
    };
    number
        .parse::<u64>()
        .ok()
        .and_then(|number| number.checked_mul(1 << shift))
        .ok_or_else(|| "a size is a number with K, M, G or T behind it".to_owned())
}

impl ImportArgs {
    /// What these arguments ask for.
    ///
    /// # Errors
    /// Arguments that contradict each other, an expression that cannot be read.
    pub(crate) fn into_task(self, global: &GlobalArgs, around: Surroundings) -> Result<ImportTask, Error> {
        let reading = self.reading.into_options(global, around);
        if self.verify || self.info {
            if self.files.is_empty() {
                return Err(usage("import", ErrorKind::MissingRequiredArgument, "name a store"));
            }
            let look = match (self.verify, self.format) {
                (true, _) => Look::Verify,
                (false, InfoFormat::Table) => Look::Table,
                (false, InfoFormat::Ndjson) => Look::Ndjson,
            };
            let ReadOptions { threads, ui_lang, quiet, .. } = reading;
            return Ok(ImportTask::Look(LookOptions { look, stores: self.files, threads, ui_lang, quiet }));
        }
        let expression = |flag: &str, text: &Option<String>| {
            let expr = text.as_ref().map(|text| read(flag, text, reading.ui_lang)).transpose();
            expr.map_err(|message| usage("import", ErrorKind::ValueValidation, message))
        };
        let delete = expression("--delete", &self.delete)?;
        let filter = expression("--filter", &self.filter)?;
        let changes = self.compact || self.dedup || delete.is_some();
        let (mut inputs, mut output) = (self.files, self.output);
        // `zug import --compact all.zug`: the store is named, and nothing is read into it.
        if changes && output.is_none() {
            output = import::only_store(&inputs);
            if output.is_some() {
                inputs.clear();
            }
        }
        if inputs.is_empty() && !changes {
            if around.stdin_is_terminal {
                return Err(usage(
                    "import",
                    ErrorKind::MissingRequiredArgument,
                    "name a file, a directory, or - for standard input",
                ));
            }
            inputs.push(PathBuf::from("-"));
        }
        let output = output.or_else(|| import::default_name(&inputs)).ok_or_else(|| {
            usage("import", ErrorKind::MissingRequiredArgument, "name the store: -o NAME.zug")
        })?;
        Ok(ImportTask::Write(Box::new(ImportOptions {
            inputs,
            output,
            append: self.append,
            again: self.again,
            force: self.force,
            filter,
            delete,
            dedup: self.dedup,
            dedup_report: self.dedup_report,
            compact: self.compact,
            moves_only: self.moves_only,
            no_index: self.no_index,
            index_variations: self.index_variations,
            add_eco: self.add.is_some(),
            memory: self.memory,
            strict: self.strict,
            reading,
        })))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        assert_eq!(parse_size("256M"), Ok(256 << 20));
        assert_eq!(parse_size("2 GiB"), Ok(2 << 30));
        assert_eq!(parse_size("1000"), Ok(1000));
        assert!(parse_size("M").is_err() && parse_size("1X").is_err() && parse_size("99999999999T").is_err());
    }
}
