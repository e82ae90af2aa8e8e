//! Ctrl-C: the first one asks the command to end cleanly, the second one ends the process.

use std::sync::atomic::{AtomicBool, Ordering};

use super::exit::Exit;

static STOP: AtomicBool = AtomicBool::new(false);

/// The flag that is set when the user (or SIGTERM, SIGHUP) asks to stop.
pub(super) fn stop_flag() -> &'static AtomicBool {
    // Without a handler the signal ends the process at once, which is what the user asked for anyway.
    let _ = ctrlc::try_set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(Exit::Interrupted.code()));
        }
    });
    &STOP
}
