//! The arguments of `zug chess960`, and how they become plain options.

use clap::{ArgGroup, Args, ValueEnum};

use super::args::GlobalArgs;
use crate::chess::fen::RightsStyle;
use crate::commands::{Chess960Format, Chess960Options, StartNumber, Starts, read_start};

const DRAWING: &str = "Which start positions";
const OUTPUT: &str = "What is written";

/// Arguments of `zug chess960`.
#[derive(Args, Debug)]
#[command(group = ArgGroup::new("which").args(["start", "random", "dice", "list"]).required(true))]
pub(crate) struct Chess960Args {
    /// A number from 0 to 959, eight pieces such as RNBQKBNR or TSLDKLST, or a FEN; 960 is read as 0
    #[arg(value_name = "START", value_parser = read_start, allow_negative_numbers = true)]
    start: Vec<StartNumber>,

    /// Draw one at random
    #[arg(long, help_heading = DRAWING)]
    random: bool,

    /// Draw one with a die as Ingo Althoefer proposed, and show the throws
    ///
    /// The dark bishop comes first, then the light one, the queen and the two knights; squares are counted from the
    /// left, throws without a square are repeated. Rook, king and rook take the squares that are left.
    #[arg(long, help_heading = DRAWING)]
    dice: bool,

    /// All of them in the order of their numbers: number, pieces, mirror image, castling on move 1, unprotected pawns
    #[arg(long, help_heading = DRAWING)]
    list: bool,

    /// Draw the same again: any number, or that of an earlier draw
    #[arg(long, value_name = "N", conflicts_with_all = ["start", "list"], help_heading = DRAWING)]
    seed: Option<u64>,

    /// Only the FEN
    #[arg(
        long,
        value_name = "STYLE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "x-fen",
        conflicts_with = "format",
        help_heading = OUTPUT
    )]
    fen: Option<FenArg>,

    /// How start positions are written; json is another name of ndjson
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = OUTPUT)]
    format: FormatArg,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum FenArg {
    /// Castling rights as KQkq
    #[value(alias = "xfen")]
    XFen,
    /// Castling rights by the files of the rooks
    Shredder,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum FormatArg {
    /// For people
    #[value(alias = "human")]
    Text,
    /// One JSON object a line
    #[value(alias = "json")]
    Ndjson,
}

impl Chess960Args {
    pub(super) fn into_options(self, global: &GlobalArgs) -> Chess960Options {
        let starts = if self.list {
            Starts::All
        } else if self.dice {
            Starts::Dice { seed: self.seed }
        } else if self.random {
            Starts::Random { seed: self.seed }
        } else {
            Starts::Named(self.start)
        };
        let format = match (self.fen, self.format) {
            (Some(FenArg::XFen), _) => Chess960Format::Fen(RightsStyle::XFen),
            (Some(FenArg::Shredder), _) => Chess960Format::Fen(RightsStyle::Shredder),
            (None, FormatArg::Text) => Chess960Format::Text,
            (None, FormatArg::Ndjson) => Chess960Format::Ndjson,
        };
        Chess960Options { starts, format, ui_lang: global.ui_lang.into(), quiet: global.quiet }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::super::args::{Cli, Command};
    use super::*;

    fn options(line: &str) -> Option<Chess960Options> {
        let cli = Cli::try_parse_from(format!("zug chess960 {line}").split_whitespace()).ok()?;
        match cli.command {
            Command::Chess960(args) => Some(args.into_options(&cli.global)),
            _ => None,
        }
    }

    #[test]
    fn there_is_one_way_to_say_which() {
        for line in ["", "518 --list", "--random --dice", "518 --seed 1", "--list --seed 1", "961", "-1", "x"]
        {
            assert_eq!(options(line), None, "{line}");
        }
        let named = |number| StartNumber { number, was_960: false };
        let two = options("518 TSLDKLST").expect("fine");
        assert_eq!(two.starts, Starts::Named(vec![named(518), named(518)]));
        assert_eq!(options("--dice --seed 7").expect("fine").starts, Starts::Dice { seed: Some(7) });
        assert_eq!(options("--random").expect("fine").starts, Starts::Random { seed: None });
    }

    #[test]
    fn a_style_of_fen_does_not_swallow_the_number() {
        for (line, style) in [("--fen 0", RightsStyle::XFen), ("--fen=shredder 0", RightsStyle::Shredder)] {
            let options = options(line).expect("fine");
            assert_eq!(options.format, Chess960Format::Fen(style));
            assert!(matches!(options.starts, Starts::Named(starts) if starts.len() == 1));
        }
        assert_eq!(options("--fen --format ndjson 0"), None);
    }
}
