//! The arguments of `zug validate`, and how they become plain options.

use std::path::{Path, PathBuf};

use clap::error::{Error, ErrorKind};
use clap::{Args, ValueEnum};

use super::args::GlobalArgs;
use super::codes::CodeParser;
use super::read_args::usage;
use crate::check::code::{Code, Severity};
use crate::check::finding::Filter;
use crate::check::result::RuleSet;
use crate::commands::{Accept, Fix, Format, ValidateOptions};

const SELECTION: &str = "What is looked for";
const READING: &str = "How the input is read";
const OUTPUT: &str = "What is written";

/// Codes of the languages in which moves can be written; `auto` finds it out.
pub(super) const MOVE_LANGUAGES: [&str; 20] = [
    "auto", "en", "de", "nl", "fr", "it", "es", "pt", "pl", "cs", "hu", "sv", "da", "nb", "fi", "is", "et",
    "ro", "ru", "fig",
];

/// Arguments of `zug validate`.
#[derive(Args, Debug)]
pub(crate) struct ValidateArgs {
    /// Files and directories to read; - is standard input
    #[arg(value_name = "FILES", value_hint = clap::ValueHint::AnyPath)]
    files: Vec<PathBuf>,

    /// How findings are written; json is another name of ndjson
    #[arg(long, value_name = "FORMAT", default_value = "human", help_heading = OUTPUT)]
    format: FormatArg,

    /// Write only the summary (as JSON with --format ndjson)
    #[arg(long, help_heading = OUTPUT)]
    summary: bool,

    /// Show at most N findings; all are counted
    #[arg(long, value_name = "N", help_heading = OUTPUT)]
    max_findings: Option<u64>,

    /// Leave out seconds and rates, so that two runs write the same
    #[arg(long, help_heading = OUTPUT)]
    no_timing: bool,

    /// Write the valid games to FILE, byte for byte
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, help_heading = OUTPUT)]
    valid_to: Option<PathBuf>,

    /// Write the other games and all text between games to FILE, byte for byte
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, help_heading = OUTPUT)]
    invalid_to: Option<PathBuf>,

    /// Repair what can be repaired without guessing; needs -o
    #[arg(long, requires = "output", help_heading = OUTPUT)]
    fix: bool,

    /// Where the repaired collection goes
    #[arg(
        short = 'o',
        long,
        value_name = "FILE",
        requires = "fix",
        value_hint = clap::ValueHint::FilePath,
        help_heading = OUTPUT
    )]
    output: Option<PathBuf>,

    /// With --fix, replace this faulty move by the first suggestion; may be repeated
    #[arg(long, value_name = "GAME:PLY", requires = "fix", value_parser = parse_accept, help_heading = OUTPUT)]
    accept: Vec<Accept>,

    /// Overwrite output files that exist
    #[arg(long, help_heading = OUTPUT)]
    force: bool,

    /// Look only for these findings
    #[arg(
        long,
        value_name = "CODE,...",
        value_delimiter = ',',
        value_parser = CodeParser,
        hide_possible_values = true,
        help_heading = SELECTION
    )]
    select: Vec<Code>,

    /// Do not look for these findings
    #[arg(
        long,
        value_name = "CODE,...",
        value_delimiter = ',',
        value_parser = CodeParser,
        hide_possible_values = true,
        help_heading = SELECTION
    )]
    ignore: Vec<Code>,

    /// Leave out findings milder than this
    #[arg(long, value_name = "SEVERITY", default_value = "note", help_heading = SELECTION)]
    severity: SeverityArg,

    /// Exit with 1 for warnings, or for notes and warnings, too
    #[arg(long, value_name = "SEVERITY", help_heading = SELECTION)]
    deny: Option<DenyArg>,

    /// Report everything that is not exactly PGN export format
    #[arg(long, help_heading = SELECTION)]
    strict: bool,

    /// Report games that are the same play as an earlier one
    #[arg(long, help_heading = SELECTION)]
    duplicates: bool,

    /// Explain a finding: what it means and what to do
    #[arg(
        long,
        value_name = "CODE",
        value_parser = CodeParser,
        hide_possible_values = true,
        conflicts_with = "files",
        help_heading = SELECTION
    )]
    pub(super) explain: Option<Code>,

    /// Text encoding of the input, such as utf-8, windows-1252, cp437 [default: found by looking]
    #[arg(long, value_name = "NAME", help_heading = READING)]
    encoding: Option<String>,

    /// The laws that decide how a game ends; auto goes by the Date tag
    #[arg(long, value_name = "RULES", default_value = "auto", help_heading = READING)]
    rules: RulesArg,

    /// Language of the moves: auto (found game by game), en, de, nl, fr, it, es, pt, pl, cs, hu, sv, da, nb, fi,
    /// is, et, ro, ru or fig (figurines)
    #[arg(
        long,
        value_name = "LANG",
        default_value = "auto",
        value_parser = MOVE_LANGUAGES,
        hide_possible_values = true,
        help_heading = READING
    )]
    lang_in: String,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum FormatArg {
    /// For people
    Human,
    /// One JSON object a line
    #[value(alias = "json")]
    Ndjson,
    /// Comma-separated values
    Csv,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum SeverityArg {
    /// Everything
    Note,
    /// No notes
    Warning,
    /// Only errors
    Error,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum DenyArg {
    /// Warnings too
    Warning,
    /// Notes and warnings too
    Note,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum RulesArg {
    /// By the Date tag of each game
    Auto,
    /// FIDE Laws of 2023
    #[value(name = "fide-2023")]
    Fide2023,
    /// FIDE Laws before July 2014
    #[value(name = "fide-pre2014")]
    FidePre2014,
    /// Chess servers: threefold and fifty moves end the game
    Server,
}

fn parse_accept(text: &str) -> Result<Accept, String> {
    let read = |(game, ply): (&str, &str)| Some((game.parse::<u64>().ok()?, ply.parse::<u32>().ok()?));
    match text.split_once(':').and_then(read) {
        Some((game, ply)) if game > 0 && ply > 0 => Ok(Accept { game, ply }),
        _ => Err("expected two numbers from 1 on, such as 17:34 for ply 34 of game 17".to_owned()),
    }
}

/// What only the process knows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surroundings {
    /// Standard input is a terminal.
    pub(super) stdin_is_terminal: bool,
    /// So is what is written to.
    pub(super) output_is_terminal: bool,
    /// Colours are wanted and understood.
    pub(super) color: bool,
    /// Processors that may be used.
    pub(super) processors: usize,
}

impl ValidateArgs {
    /// The options these arguments stand for.
    ///
    /// # Errors
    /// Nothing to read, or options that contradict each other.
    pub(super) fn into_options(
        self,
        global: &GlobalArgs,
        around: Surroundings,
    ) -> Result<ValidateOptions, Error> {
        let filter = self.filter(global.quiet);
        let (strict, duplicates) = (self.wants_strict(), self.wants_duplicates());
        let mut inputs = self.files;
        if inputs.is_empty() {
            if around.stdin_is_terminal {
                return Err(usage(
                    "validate",
                    ErrorKind::MissingRequiredArgument,
                    "name a file, a directory, or - for standard input",
                ));
            }
            inputs.push(PathBuf::from("-"));
        }
        let outputs = [&self.valid_to, &self.invalid_to, &self.output];
        check_outputs(&outputs.into_iter().flatten().map(PathBuf::as_path).collect::<Vec<_>>())?;
        if !self.accept.is_empty() && inputs.len() > 1 {
            return Err(usage(
                "validate",
                ErrorKind::ArgumentConflict,
                "--accept counts the games of one file; name only that one",
            ));
        }
        let mut accept = self.accept;
        accept.sort_unstable();
        accept.dedup();
        Ok(ValidateOptions {
            inputs,
            format: match self.format {
                FormatArg::Human => Format::Human,
                FormatArg::Ndjson => Format::Ndjson,
                FormatArg::Csv => Format::Csv,
            },
            summary_only: self.summary,
            quiet: global.quiet,
            verbosity: global.verbose,
            color: around.color,
            ui_lang: global.ui_lang.into(),
            filter,
            fail_from: match self.deny {
                None => Severity::Error,
                Some(DenyArg::Warning) => Severity::Warning,
                Some(DenyArg::Note) => Severity::Note,
            },
            strict,
            duplicates,
            max_findings: self.max_findings,
            encoding: self.encoding,
            rules: match self.rules {
                RulesArg::Auto => RuleSet::Auto,
                RulesArg::Fide2023 => RuleSet::Fide2023,
                RulesArg::FidePre2014 => RuleSet::FidePre2014,
                RulesArg::Server => RuleSet::Server,
            },
            lang_in: Some(self.lang_in).filter(|code| code != "auto"),
            valid_to: self.valid_to,
            invalid_to: self.invalid_to,
            fix: self.output.map(|output| Fix { output, accept }),
            force: self.force,
            timing: !self.no_timing,
            threads: global.threads.map_or(around.processors, usize::from).max(1),
            mmap: !global.no_mmap,
        })
    }

    fn wants_strict(&self) -> bool {
        (self.strict || self.select.contains(&Code::NotExportFormat))
            && !self.ignore.contains(&Code::NotExportFormat)
    }

    fn wants_duplicates(&self) -> bool {
        (self.duplicates || self.select.contains(&Code::DuplicateGame))
            && !self.ignore.contains(&Code::DuplicateGame)
    }

    fn filter(&self, quiet: bool) -> Filter {
        let mut filter = Filter::all();
        if !self.select.is_empty() {
            for code in Code::ALL {
                filter.set(*code, self.select.contains(code));
            }
        }
        for code in &self.ignore {
            filter.set(*code, false);
        }
        filter.set(Code::NotExportFormat, self.wants_strict());
        filter.set(Code::DuplicateGame, self.wants_duplicates());
        filter.set_floor(match self.severity {
            SeverityArg::Note => Severity::Note,
            SeverityArg::Warning => Severity::Warning,
            SeverityArg::Error => Severity::Error,
        });
        if self.summary || quiet {
            filter.counts_only();
        }
        filter
    }
}

fn check_outputs(outputs: &[&Path]) -> Result<(), Error> {
    for (i, output) in outputs.iter().enumerate() {
        if *output == Path::new("-") {
            return Err(usage(
                "validate",
                ErrorKind::InvalidValue,
                "findings go to standard output; name a file for the games",
            ));
        }
        if outputs.iter().skip(i + 1).any(|other| other == output) {
            return Err(usage("validate", ErrorKind::ArgumentConflict, "two outputs have the same name"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::super::args::{Cli, Command};
    use super::*;
    use crate::check::lang::UiLang;

    fn options_in(line: &str, stdin_is_terminal: bool) -> Result<ValidateOptions, Error> {
        let words = ["zug", "validate"].into_iter().chain(line.split_whitespace());
        let cli = Cli::try_parse_from(words)?;
        let Command::Validate(args) = cli.command else { panic!("not validate: {line}") };
        args.into_options(
            &cli.global,
            Surroundings { stdin_is_terminal, output_is_terminal: false, color: false, processors: 2 },
        )
    }

    fn options(line: &str) -> ValidateOptions {
        options_in(line, true).unwrap()
    }

    fn refusal(line: &str) -> String {
        let error = options_in(line, true).unwrap_err();
        assert_eq!(error.exit_code(), 2, "{line}");
        error.to_string()
    }

    fn wants(options: &ValidateOptions, code: Code) -> bool {
        options.filter.wants(code, code.severity())
    }

    #[test]
    fn defaults_are_those_of_the_library() {
        let (got, want) = (options("a.pgn"), ValidateOptions::new(vec!["a.pgn".into()]));
        assert_eq!(got.threads, 2);
        let got = ValidateOptions { threads: 1, ui_lang: UiLang::En, ..got };
        assert_eq!(format!("{got:?}"), format!("{want:?}"));
    }

    #[test]
    fn without_files_a_pipe_is_read_and_a_terminal_is_not() {
        assert_eq!(options_in("", false).unwrap().inputs, [PathBuf::from("-")]);
        assert!(refusal("").contains("name a file"));
    }

    #[test]
    fn select_means_only_these_and_ignore_wins() {
        let options = options("--select bad-date,illegal-move --ignore bad-date a.pgn");
        assert!(wants(&options, Code::IllegalMove));
        assert!(!wants(&options, Code::BadDate));
        assert!(!wants(&options, Code::BadEco));
    }

    #[test]
    fn opt_in_findings_come_by_their_option_or_by_their_code() {
        assert!(!options("a.pgn").duplicates);
        for line in
            ["--duplicates a.pgn", "--select duplicate-game a.pgn", "--select bad-eco --duplicates a.pgn"]
        {
            let options = options(line);
            assert!(options.duplicates && wants(&options, Code::DuplicateGame), "{line}");
        }
        let options = options("--strict --ignore not-export-format a.pgn");
        assert!(!options.strict && !wants(&options, Code::NotExportFormat));
    }

    #[test]
    fn severity_hides_what_is_milder() {
        let options = options("--severity warning a.pgn");
        assert!(!wants(&options, Code::OverDisambiguation));
        assert!(wants(&options, Code::BadDate));
    }

    #[test]
    fn deny_widens_what_fails() {
        assert_eq!(options("a.pgn").fail_from, Severity::Error);
        assert_eq!(options("--deny warning a.pgn").fail_from, Severity::Warning);
        assert_eq!(options("--deny note a.pgn").fail_from, Severity::Note);
        assert!(options_in("--deny error a.pgn", true).is_err());
    }

    #[test]
    fn unknown_codes_name_the_nearest() {
        let text = refusal("--select ilegal-move a.pgn");
        assert!(text.contains("'illegal-move'"), "{text}");
        let text = refusal("--explain wrong-mate a.pgn");
        assert!(text.contains("'wrong-mate-mark'"), "{text}");
    }

    #[test]
    fn json_is_another_name_of_ndjson() {
        assert_eq!(options("--format json a.pgn").format, Format::Ndjson);
        assert_eq!(options("--format csv a.pgn").format, Format::Csv);
    }

    #[test]
    fn a_fix_needs_an_output_and_takes_accepted_moves() {
        assert!(options_in("--fix a.pgn", true).is_err());
        assert!(options_in("-o b.pgn a.pgn", true).is_err());
        assert!(options_in("--accept 1:2 a.pgn", true).is_err());
        let fix = options("--fix -o b.pgn --accept 17:34 --accept 2:1 --accept 17:34 a.pgn").fix.unwrap();
        assert_eq!(fix.output, PathBuf::from("b.pgn"));
        assert_eq!(fix.accept, [Accept { game: 2, ply: 1 }, Accept { game: 17, ply: 34 }]);
        for bad in ["17", "0:1", "1:0", "1:2:3", "a:b", ":"] {
            assert!(options_in(&format!("--fix -o b.pgn --accept {bad} a.pgn"), true).is_err(), "{bad}");
        }
        assert!(refusal("--fix -o c.pgn --accept 1:2 a.pgn b.pgn").contains("one file"));
    }

    #[test]
    fn outputs_are_files_and_differ() {
        assert!(refusal("--valid-to x --invalid-to x a.pgn").contains("same name"));
        assert!(refusal("--valid-to - a.pgn").contains("standard output"));
    }

    #[test]
    fn languages_rules_and_encodings_are_taken_over() {
        let options =
            options("--ui-lang DE --lang-in fig --rules fide-pre2014 --encoding cp437 --no-mmap -j 7 a.pgn");
        assert_eq!(options.ui_lang, UiLang::De);
        assert_eq!(options.lang_in.as_deref(), Some("fig"));
        assert_eq!(options.rules, RuleSet::FidePre2014);
        assert_eq!(options.encoding.as_deref(), Some("cp437"));
        assert_eq!((options.mmap, options.threads), (false, 7));
    }
}
