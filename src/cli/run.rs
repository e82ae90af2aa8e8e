//! From arguments to an exit code.

use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::sync::Arc;

use clap::Parser;

use super::args::{Cli, Command, GenerateArgs, GenerateWhat, GlobalArgs, When};
use super::chess960_args::Chess960Args;
use super::convert_args::ConvertArgs;
use super::exit::Exit;
use super::generate;
use super::import_args::{ImportArgs, ImportTask};
use super::interrupt::stop_flag;
use super::io::{Output, messages};
use super::progress::{Bar, Look};
use super::search_args::{SearchArgs, width_of_terminal};
use super::stats_args::StatsArgs;
use super::terminal::{escape, wants_color};
use super::validate_args::{Surroundings, ValidateArgs};
use crate::check::code::Code;
use crate::commands::{
    Outcome, Progress, chess960, convert, explain, import, import_look, print_key, search, search_sql, stats,
    validate,
};
use crate::replay::opening::positions_file;

/// Runs the command line `args`, the name of the program first.
pub fn run(args: impl IntoIterator<Item = OsString>) -> Exit {
    match Cli::try_parse_from(args) {
        Ok(Cli { global, command: Command::Validate(args) }) => match args.explain {
            Some(code) => run_explain(code, &global),
            None => run_validate(*args, &global),
        },
        Ok(Cli { global, command: Command::Convert(args) }) => run_convert(*args, &global),
        Ok(Cli { global, command: Command::Import(args) }) => run_import(*args, &global),
        Ok(Cli { global, command: Command::Search(args) }) => run_search(*args, &global),
        Ok(Cli { global, command: Command::Stats(args) }) => run_stats(*args, &global),
        Ok(Cli { global, command: Command::Chess960(args) }) => run_chess960(args, &global),
        Ok(Cli { command: Command::Generate(args), .. }) => run_generate(&args),
        Err(error) => usage(&error),
    }
}

/// Help and version go to standard output and are a success, the rest is wrong usage.
fn usage(error: &clap::Error) -> Exit {
    // A reader that went away needs no help text.
    let _ = error.print();
    if error.use_stderr() { Exit::Trouble } else { Exit::Success }
}

fn run_validate(args: ValidateArgs, global: &GlobalArgs) -> Exit {
    let options = match args.into_options(global, surroundings(global, std::io::stdout().is_terminal())) {
        Ok(options) => options,
        Err(error) => return usage(&error),
    };
    run_command(global, options.writes_files(), |out, err, progress, stop| {
        validate::run(&options, out, err, progress, stop)
    })
}

fn run_convert(args: ConvertArgs, global: &GlobalArgs) -> Exit {
    let options = match args.into_options(global, surroundings(global, std::io::stderr().is_terminal())) {
        Ok(options) => options,
        Err(error) => return usage(&error),
    };
    run_command(global, options.writes_files(), |out, err, progress, stop| {
        convert::run(&options, out, err, progress, stop)
    })
}

fn run_import(args: ImportArgs, global: &GlobalArgs) -> Exit {
    match args.into_task(global, surroundings(global, std::io::stderr().is_terminal())) {
        Ok(ImportTask::Write(options)) => {
            run_command(global, true, |_, err, progress, stop| import::run(&options, err, progress, stop))
        }
        Ok(ImportTask::Look(options)) => run_command(global, false, |out, err, progress, stop| {
            import_look::run(&options, out, err, progress, stop)
        }),
        Err(error) => usage(&error),
    }
}

fn run_search(args: SearchArgs, global: &GlobalArgs) -> Exit {
    match args.print_key(global) {
        Ok(None) => {}
        Ok(Some(options)) => {
            return run_command(global, false, |out, err, _, _| print_key::run(&options, out, err));
        }
        Err(error) => return usage(&error),
    }
    match args.for_sql(global.ui_lang.into()) {
        Ok(None) => {}
        Ok(Some(expr)) => {
            let lang = global.ui_lang.into();
            return run_command(global, false, |out, _, _, _| search_sql::run(&expr, lang, out));
        }
        Err(error) => return usage(&error),
    }
    let is_terminal = std::io::stdout().is_terminal();
    let width = width_of_terminal(is_terminal, std::env::var_os("COLUMNS"));
    let options = match args.into_options(global, surroundings(global, is_terminal), width) {
        Ok(options) => options,
        Err(error) => return usage(&error),
    };
    run_command(global, options.writes_files(), |out, err, progress, stop| {
        search::run(&options, out, err, progress, stop)
    })
}

fn run_stats(args: StatsArgs, global: &GlobalArgs) -> Exit {
    let is_terminal = std::io::stdout().is_terminal();
    let width = width_of_terminal(is_terminal, std::env::var_os("COLUMNS"));
    let options = match args.into_options(global, surroundings(global, is_terminal), width) {
        Ok(options) => options,
        Err(error) => return usage(&error),
    };
    // The page is there before the first byte goes out.
    run_command(global, false, |out, err, progress, stop| stats::run(&options, out, err, progress, stop))
}

fn run_chess960(args: Chess960Args, global: &GlobalArgs) -> Exit {
    let options = args.into_options(global);
    run_command(global, false, |out, err, _, _| chess960::run(&options, out, err))
}

/// `is_terminal`: what is for people goes to a terminal.
fn surroundings(global: &GlobalArgs, is_terminal: bool) -> Surroundings {
    let env = |name| std::env::var_os(name);
    let color = wants_color(global.color, is_terminal, env("NO_COLOR").as_deref(), env("TERM").as_deref());
    Surroundings {
        stdin_is_terminal: std::io::stdin().is_terminal(),
        output_is_terminal: is_terminal,
        color,
        processors: std::thread::available_parallelism().map_or(1, usize::from),
    }
}

/// Runs a command on the process's own streams.
fn run_command(
    global: &GlobalArgs,
    writes_files: bool,
    command: impl FnOnce(
        &mut dyn Write,
        &mut dyn Write,
        &dyn Progress,
        &std::sync::atomic::AtomicBool,
    ) -> anyhow::Result<Outcome>,
) -> Exit {
    let stdout = std::io::stdout();
    let stop = stop_flag();
    let bar = Arc::new(Bar::start(look(global, std::io::stderr().is_terminal()), global.ui_lang.into()));
    let shares_screen = stdout.is_terminal().then(|| Arc::clone(&bar));
    let mut out = Output::new(stdout.lock(), shares_screen);
    let mut err = messages(Arc::clone(&bar));
    let result = command(&mut out, &mut err, bar.as_ref(), stop);
    bar.finish();
    let result = result.and_then(|outcome| {
        out.flush()?;
        Ok(outcome)
    });
    match result {
        Ok(outcome) => Exit::from(outcome),
        // `zug validate ... | head`: enough was read. Files that were asked for are another matter.
        Err(_) if out.reader_gone() && !writes_files => Exit::Success,
        Err(error) => fail(&format!("{error:#}")),
    }
}

fn look(global: &GlobalArgs, is_terminal: bool) -> Look {
    match global.progress {
        _ if global.quiet => Look::Hidden,
        When::Never => Look::Hidden,
        When::Auto | When::Always if is_terminal => Look::Bar,
        When::Auto => Look::Hidden,
        When::Always => Look::Lines,
    }
}

fn run_explain(code: Code, global: &GlobalArgs) -> Exit {
    let mut out = Output::new(std::io::stdout().lock(), None);
    match explain::run(code, global.ui_lang.into(), &mut out).and_then(|()| out.flush()) {
        Ok(()) => Exit::Success,
        Err(_) if out.reader_gone() => Exit::Success,
        Err(error) => fail(&error.to_string()),
    }
}

fn run_generate(args: &GenerateArgs) -> Exit {
    let files = match args.what {
        GenerateWhat::Man => generate::man_pages(),
        GenerateWhat::Completions => generate::completions(),
        GenerateWhat::Openings => Ok(vec![("positions.bin".to_owned(), positions_file())]),
    };
    match files.and_then(|files| generate::write_files(&files, &args.dir)) {
        Ok(()) => Exit::Success,
        Err(error) => fail(&error.to_string()),
    }
}

fn fail(message: &str) -> Exit {
    // Where standard error is closed, the exit code has to do.
    let _ = writeln!(std::io::stderr(), "error: {}", escape(message));
    Exit::Trouble
}
