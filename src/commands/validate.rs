//! Stand-in for the engine, replaced at the merge.

use std::io::Write;
use std::sync::atomic::AtomicBool;

use super::{Outcome, Progress, ValidateOptions};

/// Stand-in: counts bytes.
pub fn run(
    options: &ValidateOptions,
    out: &mut dyn Write,
    _err: &mut dyn Write,
    progress: &dyn Progress,
    _stop: &AtomicBool,
) -> anyhow::Result<Outcome> {
    let mut outcome = Outcome::default();
    for input in &options.inputs {
        let bytes = std::fs::read(input)?;
        progress.add_bytes(bytes.len() as u64);
        outcome.failed |= bytes.is_empty();
        if !options.quiet {
            writeln!(out, "{} bytes", bytes.len())?;
        }
    }
    Ok(outcome)
}
