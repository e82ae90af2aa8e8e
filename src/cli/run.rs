//! From arguments to an exit code.

use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::sync::Arc;

use clap::Parser;

use super::args::{Cli, Command, GenerateArgs, GenerateWhat, GlobalArgs, When};
use super::exit::Exit;
use super::generate;
use super::interrupt::stop_flag;
use super::io::{Output, messages};
use super::progress::{Bar, Look};
use super::terminal::{escape, wants_color};
use super::validate_args::{Surroundings, ValidateArgs};
use crate::check::code::Code;
use crate::commands::{Progress, explain, validate};

/// Runs the command line `args`, the name of the program first.
pub fn run(args: impl IntoIterator<Item = OsString>) -> Exit {
    match Cli::try_parse_from(args) {
        Ok(Cli { global, command: Command::Validate(args) }) => match args.explain {
            Some(code) => run_explain(code, &global),
            None => run_validate(*args, &global),
        },
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
    let stdout = std::io::stdout();
    let env = |name| std::env::var_os(name);
    let around = Surroundings {
        stdin_is_terminal: std::io::stdin().is_terminal(),
        color: wants_color(
            global.color,
            stdout.is_terminal(),
            env("NO_COLOR").as_deref(),
            env("TERM").as_deref(),
        ),
        processors: std::thread::available_parallelism().map_or(1, usize::from),
    };
    let options = match args.into_options(global, around) {
        Ok(options) => options,
        Err(error) => return usage(&error),
    };
    let stop = stop_flag();
    let bar = Arc::new(Bar::start(look(global, std::io::stderr().is_terminal())));
    let shares_screen = stdout.is_terminal().then(|| Arc::clone(&bar));
    let mut out = Output::new(stdout.lock(), shares_screen);
    let mut err = messages(Arc::clone(&bar));
    let result = validate::run(&options, &mut out, &mut err, bar.as_ref(), stop);
    bar.finish();
    let result = result.and_then(|outcome| {
        out.flush()?;
        Ok(outcome)
    });
    match result {
        Ok(outcome) => Exit::from(outcome),
        // `zug validate ... | head`: enough was read. Files that were asked for are another matter.
        Err(_) if out.reader_gone() && !options.writes_files() => Exit::Success,
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
