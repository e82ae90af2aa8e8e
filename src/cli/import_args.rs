//! The arguments of `zug import`, and how they become plain options.

use std::path::PathBuf;

use clap::error::{Error, ErrorKind};
use clap::{Args, CommandFactory};

use super::args::{Cli, GlobalArgs};
use super::validate_args::{MOVE_LANGUAGES, Surroundings};
use crate::commands::{ImportOptions, ReadAs, import};

const READING: &str = "How the input is read";
const STORE: &str = "What the store holds";
const CHANGES: &str = "What happens to a store that is there";

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

    /// Leave comments, glyphs and variations out
    #[arg(long, help_heading = STORE)]
    moves_only: bool,

    /// Build no position index: the store is smaller, positions are found by replaying all games
    #[arg(long, help_heading = STORE)]
    no_index: bool,

    /// Fill in the tag ECO of games that have none, by their positions
    #[arg(long, value_name = "WHAT", value_parser = ["eco"], help_heading = STORE)]
    add: Option<String>,

    /// Memory to work with, such as 256M or 2G [default: a quarter of what the machine has]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    memory: Option<u64>,

    /// Games that cannot be read to their end are a failure: exit status 1
    #[arg(long)]
    strict: bool,

    /// Encoding of files that do not tell it themselves, such as windows-1252 or cp850
    #[arg(long, value_name = "NAME", help_heading = READING)]
    encoding: Option<String>,

    /// Language of the moves [default: found for each game]
    #[arg(long, value_name = "CODE", value_parser = MOVE_LANGUAGES, help_heading = READING)]
    lang_in: Option<String>,
}

/// Bytes, with K, M, G or T for powers of 1024.
fn parse_size(text: &str) -> Result<u64, String> {
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

fn usage(kind: ErrorKind, message: &str) -> Error {
    Cli::command().error(kind, message)
}

impl ImportArgs {
    /// The options that these arguments mean.
    ///
    /// # Errors
    /// Arguments that contradict each other.
    pub(crate) fn into_options(
        self,
        global: &GlobalArgs,
        around: Surroundings,
    ) -> Result<ImportOptions, Error> {
        let mut inputs = self.files;
        if inputs.is_empty() {
            if around.stdin_is_terminal {
                return Err(usage(
                    ErrorKind::MissingRequiredArgument,
                    "name a file, a directory, or - for standard input",
                ));
            }
            inputs.push(PathBuf::from("-"));
        }
        let output = self
            .output
            .or_else(|| import::default_name(&inputs))
            .ok_or_else(|| usage(ErrorKind::MissingRequiredArgument, "name the store: -o NAME.zug"))?;
        Ok(ImportOptions {
            inputs,
            output,
            append: self.append,
            again: self.again,
            force: self.force,
            moves_only: self.moves_only,
            no_index: self.no_index,
            add_eco: self.add.is_some(),
            memory: self.memory,
            strict: self.strict,
            encoding: self.encoding,
            lang_in: self.lang_in.filter(|code| code != "auto"),
            read_as: ReadAs::Auto,
            mmap: !global.no_mmap,
            threads: global.threads.map_or(around.processors, usize::from),
            ui_lang: global.ui_lang.into(),
            quiet: global.quiet,
            verbosity: global.verbose,
        })
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
