//! The `zug` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    zug::cli::run(std::env::args_os()).into()
}
