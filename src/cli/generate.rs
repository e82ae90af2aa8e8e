//! Man pages and shell completions from the one definition of the command line.

use std::io;
use std::path::{Path, PathBuf};

use clap::{Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, italic, roman};

use super::args::Cli;
use super::help;
use super::help_import;
use super::help_search;
use super::help_stats;
use super::parquet_page::parquet_page;
use super::query_page::query_page;
use super::store_page::store_page;
use crate::check::code::Code;
use crate::check::explain::explain;
use crate::check::lang::UiLang;

/// Name and content of a generated file.
pub type Generated = (String, Vec<u8>);

/// Why generated files could not be written.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// A page could not be made.
    #[error("cannot make {name}: {source}")]
    Page {
        /// Name of the file.
        name: String,
        /// The reason.
        source: io::Error,
    },
    /// A file or the directory could not be written.
    #[error("cannot write {}: {source}", .path.display())]
    Write {
        /// The file or directory.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
}

/// The definition as users see it: without what is hidden.
fn definition() -> Command {
    let full = Cli::command();
    let visible: Vec<Command> = full.get_subcommands().filter(|sub| !sub.is_hide_set()).cloned().collect();
    let mut shown = Command::new("zug").version(env!("CARGO_PKG_VERSION")).subcommands(visible);
    if let Some(about) = full.get_about() {
        shown = shown.about(about.clone());
    }
    if let Some(about) = full.get_long_about() {
        shown = shown.long_about(about.clone());
    }
    let mut shown = shown
        .args(full.get_arguments())
        .subcommand_required(true)
        .disable_help_subcommand(true)
        .propagate_version(true);
    shown.build();
    shown
}

/// Completions for all shells that clap knows, named as the shells look for them.
///
/// # Errors
/// None at present; the signature is that of [`man_pages`].
pub fn completions() -> Result<Vec<Generated>, GenerateError> {
    let shells = [
        (Shell::Bash, "zug.bash"),
        (Shell::Elvish, "zug.elv"),
        (Shell::Fish, "zug.fish"),
        (Shell::PowerShell, "_zug.ps1"),
        (Shell::Zsh, "_zug"),
    ];
    let mut files = Vec::with_capacity(shells.len());
    for (shell, name) in shells {
        let mut bytes = Vec::new();
        clap_complete::generate(shell, &mut definition(), "zug", &mut bytes);
        files.push((name.to_owned(), bytes));
    }
    Ok(files)
}

/// One man page for the program, one for each command, one for the filter language, those for the formats.
///
/// # Errors
/// A page could not be rendered.
pub fn man_pages() -> Result<Vec<Generated>, GenerateError> {
    let program = definition();
    let mut files = vec![page(&program, "zug.1", &main_sections())?];
    for sub in program.get_subcommands() {
        let name = sub.get_display_name().unwrap_or(sub.get_name());
        let sections = match sub.get_name() {
            "convert" => convert_sections(),
            "chess960" => chess960_sections(),
            "import" => import_sections(),
            "search" => search_sections(),
            "stats" => stats_sections(),
            _ => validate_sections(),
        };
        files.push(page(sub, &format!("{name}.1"), &sections)?);
    }
    for (name, page) in
        [("zug-query.7", query_page()), ("zug-store.5", store_page()), ("zug-parquet.5", parquet_page())]
    {
        let mut bytes = Vec::new();
        let written = page.to_writer(&mut bytes);
        written.map_err(|source| GenerateError::Page { name: name.to_owned(), source })?;
        files.push((name.to_owned(), bytes));
    }
    Ok(files)
}

/// Writes the files into `dir`, which is made if need be.
///
/// # Errors
/// The directory or a file could not be written.
pub(super) fn write_files(files: &[Generated], dir: &Path) -> Result<(), GenerateError> {
    let write = |path: &Path, result: io::Result<()>| {
        result.map_err(|source| GenerateError::Write { path: path.to_owned(), source })
    };
    write(dir, std::fs::create_dir_all(dir))?;
    for (name, bytes) in files {
        let path = dir.join(name);
        write(&path, std::fs::write(&path, bytes))?;
    }
    Ok(())
}

fn page(command: &Command, name: &str, sections: &Roff) -> Result<Generated, GenerateError> {
    let man = Man::new(command.clone()).manual("zug manual");
    let mut bytes = Vec::new();
    let render = || -> io::Result<Vec<u8>> {
        man.render_title(&mut bytes)?;
        man.render_name_section(&mut bytes)?;
        man.render_synopsis_section(&mut bytes)?;
        man.render_description_section(&mut bytes)?;
        man.render_options_section(&mut bytes)?;
        if command.has_subcommands() {
            man.render_subcommands_section(&mut bytes)?;
        }
        sections.to_writer(&mut bytes)?;
        Ok(bytes)
    };
    let bytes = render().map_err(|source| GenerateError::Page { name: name.to_owned(), source })?;
    Ok((name.to_owned(), bytes))
}

fn main_sections() -> Roff {
    let mut roff = Roff::new();
    exit_status(&mut roff, help::EXIT_STATUS);
    environment(&mut roff);
    see_also(
        &mut roff,
        &[
            "zug-chess960(1)",
            "zug-convert(1)",
            "zug-import(1)",
            "zug-search(1)",
            "zug-stats(1)",
            "zug-validate(1)",
            "zug-query(7)",
            "zug-store(5)",
            "zug-parquet(5)",
        ],
    );
    roff
}

fn validate_sections() -> Roff {
    let mut roff = Roff::new();
    examples(&mut roff, help::VALIDATE_EXAMPLES);
    exit_status(&mut roff, help::EXIT_STATUS);
    environment(&mut roff);
    formats(&mut roff);
    findings(&mut roff);
    see_also(&mut roff, &["zug(1)", "zug-convert(1)"]);
    roff
}

fn convert_sections() -> Roff {
    let mut roff = Roff::new();
    examples(&mut roff, help::CONVERT_EXAMPLES);
    exit_status(&mut roff, help::CONVERT_STATUS);
    environment(&mut roff);
    see_also(&mut roff, &["zug(1)", "zug-validate(1)", "zug-parquet(5)"]);
    roff
}

fn import_sections() -> Roff {
    let mut roff = Roff::new();
    examples(&mut roff, help_import::EXAMPLES);
    exit_status(&mut roff, help_import::STATUS);
    environment(&mut roff);
    roff.control("SH", ["FORMATS"]);
    roff.text([
        bold("--info --format ndjson"),
        roman(" writes one JSON object for each store with these keys in this order:"),
    ]);
    entries(&mut roff, help_import::INFO_KEYS.iter().map(|(key, what)| (*key, (*what).to_owned())));
    see_also(&mut roff, &["zug(1)", "zug-convert(1)", "zug-search(1)", "zug-query(7)", "zug-store(5)"]);
    roff
}

fn chess960_sections() -> Roff {
    let mut roff = Roff::new();
    examples(&mut roff, help::CHESS960_EXAMPLES);
    exit_status(&mut roff, help::CHESS960_STATUS);
    environment(&mut roff);
    roff.control("SH", ["FORMATS"]);
    roff.text([
        bold("--format ndjson"),
        roman(" writes one JSON object a line with these keys in this order:"),
    ]);
    entries(&mut roff, help::CHESS960_KEYS.iter().map(|(key, what)| (*key, (*what).to_owned())));
    see_also(&mut roff, &["zug(1)", "zug-convert(1)"]);
    roff
}

fn search_sections() -> Roff {
    let mut roff = Roff::new();
    examples(&mut roff, help_search::EXAMPLES);
    exit_status(&mut roff, help_search::STATUS);
    environment(&mut roff);
    roff.control("SH", ["FORMATS"]);
    roff.text([
        bold("--format ndjson"),
        roman(" writes one JSON object a line for every game, with these keys in this order:"),
    ]);
    entries(&mut roff, help_search::KEYS.iter().map(|(key, what)| (*key, (*what).to_owned())));
    see_also(&mut roff, &["zug(1)", "zug-query(7)", "zug-convert(1)", "zug-import(1)"]);
    roff
}

fn stats_sections() -> Roff {
    let mut roff = Roff::new();
    examples(&mut roff, help_stats::EXAMPLES);
    exit_status(&mut roff, help_stats::STATUS);
    environment(&mut roff);
    see_also(&mut roff, &["zug(1)", "zug-search(1)", "zug-query(7)", "zug-import(1)"]);
    roff
}

fn examples(roff: &mut Roff, examples: &[(&str, &str)]) {
    roff.control("SH", ["EXAMPLES"]);
    for (line, what) in examples {
        roff.control("TP", []).text([roman(*what)]).text([bold(*line)]);
    }
}

fn exit_status(roff: &mut Roff, status: &[(&str, &str)]) {
    roff.control("SH", ["EXIT STATUS"]);
    entries(roff, status.iter().map(|(status, what)| (*status, (*what).to_owned())));
}

fn environment(roff: &mut Roff) {
    roff.control("SH", ["ENVIRONMENT"]);
    let variables = [
        ("ZUG_LANG", "Language of messages where --ui-lang is not given: en or de."),
        ("NO_COLOR", "If set and not empty, no colours unless --color always is given."),
        ("TERM", "If it is dumb, no colours unless --color always is given."),
    ];
    entries(roff, variables.iter().map(|(name, what)| (*name, (*what).to_owned())));
}

fn formats(roff: &mut Roff) {
    roff.control("SH", ["FORMATS"]);
    roff.text([
        bold("--format ndjson"),
        roman(" writes one JSON object a line for every finding, with these keys in this order; "),
        bold("--format csv"),
        roman(" writes a header line and the same columns."),
    ]);
    entries(roff, help::FINDING_KEYS.iter().map(|(key, what)| (*key, (*what).to_owned())));
    roff.control("PP", []).text([
        roman("The last JSON object has one key, "),
        bold("summary"),
        roman(", whose value is an object with these keys:"),
    ]);
    entries(roff, help::SUMMARY_KEYS.iter().map(|(key, what)| (*key, (*what).to_owned())));
    roff.control("PP", []).text([
        roman("Keys may be added in later versions; names, meanings and order of these stay. Only "),
        italic("seconds"),
        roman(" differs between two runs on the same input."),
    ]);
}

fn findings(roff: &mut Roff) {
    roff.control("SH", ["FINDINGS"]);
    roff.text([roman("Every code with its usual severity. "), bold("--explain"), roman(" tells more.")]);
    entries(
        roff,
        Code::ALL.iter().map(|code| {
            let title = explain(*code, UiLang::En).map_or("", |text| text.title);
            let asked = if code.is_default() { "" } else { " (only when asked for)" };
            (code.name(), format!("{}: {title}{asked}", code.severity().name()))
        }),
    );
}

fn entries<'a>(roff: &mut Roff, rows: impl Iterator<Item = (&'a str, String)>) {
    for (term, what) in rows {
        roff.control("TP", []).text([bold(term)]).text([roman(what)]);
    }
}

fn see_also(roff: &mut Roff, pages: &[&str]) {
    roff.control("SH", ["SEE ALSO"]).text([roman(pages.join(", "))]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(files: &[Generated], name: &str) -> String {
        let (_, bytes) = files.iter().find(|(file, _)| file == name).unwrap();
        String::from_utf8(bytes.clone()).unwrap()
    }

    #[test]
    fn every_code_and_key_is_in_the_manual() {
        let page = text(&man_pages().unwrap(), "zug-validate.1").replace("\\-", "-");
        for code in Code::ALL {
            assert!(page.contains(code.name()), "{}", code.name());
        }
        for (key, _) in help::FINDING_KEYS.iter().chain(help::SUMMARY_KEYS) {
            assert!(page.contains(&format!("\\fB{key}\\fR")), "{key}");
        }
        for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "EXIT STATUS", "FORMATS"] {
            assert!(
                page.contains(&format!(".SH \"{section}\"")) || page.contains(&format!(".SH {section}")),
                "{section}"
            );
        }
    }

    #[test]
    fn hidden_commands_are_in_no_generated_file() {
        for (name, bytes) in man_pages().unwrap().iter().chain(&completions().unwrap()) {
            assert!(!String::from_utf8_lossy(bytes).contains("generate"), "{name}");
        }
    }

    #[test]
    fn the_environment_of_the_build_is_in_no_generated_file() {
        let version = env!("CARGO_PKG_VERSION");
        assert!(text(&man_pages().unwrap(), "zug.1").contains(version));
        assert!(!text(&man_pages().unwrap(), "zug.1").contains("ZUG_LANG="));
    }
}
