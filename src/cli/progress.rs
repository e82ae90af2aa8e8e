//! Progress on standard error: a bar with MB/s and the time left, drawn a few times a second by its own thread.

use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{DecimalBytes, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::terminal::escape;
use crate::check::lang::UiLang;
use crate::check::summary::grouped;
use crate::commands::Progress;

/// Nothing is shown for runs shorter than this.
const PATIENCE: Duration = Duration::from_secs(1);
/// Time between two drawings of the bar.
const FRAME: Duration = Duration::from_millis(200);
/// Time between two lines where standard error is no terminal.
const LINE: Duration = Duration::from_secs(2);

/// How progress is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Look {
    /// Not at all.
    Hidden,
    /// A bar that is drawn over and over.
    Bar,
    /// A line now and then, for logs.
    Lines,
}

#[derive(Default)]
struct State {
    lang: UiLang,
    done: AtomicU64,
    /// 0 if not known.
    total: AtomicU64,
    /// 0 if nobody counts them.
    games: AtomicU64,
    name: Mutex<String>,
}

/// Shows how far a command is.
pub(super) struct Bar {
    state: Arc<State>,
    bar: ProgressBar,
    drawer: Mutex<Option<(Sender<()>, JoinHandle<()>)>>,
}

impl Bar {
    /// Starts the clock; words are those of `lang`.
    pub(super) fn start(look: Look, lang: UiLang) -> Bar {
        let state = Arc::new(State { lang, ..State::default() });
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let (end, ended) = channel();
        let (for_thread, bar_for_thread) = (Arc::clone(&state), bar.clone());
        // A system that has no thread left shows no progress; the command is more important.
        let thread = match look {
            Look::Hidden => None,
            Look::Bar => spawn(move || draw(&for_thread, &bar_for_thread, &ended)),
            Look::Lines => spawn(move || write_lines(&for_thread, &ended)),
        };
        Bar { state, bar, drawer: Mutex::new(thread.map(|thread| (end, thread))) }
    }

    /// Runs `action`, which may write to the screen, while the bar is away.
    pub(super) fn aside<T>(&self, action: impl FnOnce() -> T) -> T {
        self.bar.suspend(action)
    }
}

impl Progress for Bar {
    fn expect_bytes(&self, total: u64) {
        self.state.total.store(total, Ordering::Relaxed);
    }

    fn add_bytes(&self, count: u64) {
        self.state.done.fetch_add(count, Ordering::Relaxed);
    }

    fn add_games(&self, count: u64) {
        self.state.games.fetch_add(count, Ordering::Relaxed);
    }

    fn message(&self, text: &str) {
        let mut name = self.state.name.lock().unwrap_or_else(PoisonError::into_inner);
        *name = escape(text).into_owned();
    }

    fn finish(&self) {
        let drawer = self.drawer.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some((end, thread)) = drawer {
            drop(end);
            // Nothing is lost with a drawing thread that failed.
            let _ = thread.join();
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.finish();
    }
}

fn spawn(work: impl FnOnce() + Send + 'static) -> Option<JoinHandle<()>> {
    std::thread::Builder::new().name("progress".to_owned()).spawn(work).ok()
}

/// Did `time` go by without the end?
fn still_running(ended: &Receiver<()>, time: Duration) -> bool {
    ended.recv_timeout(time) == Err(RecvTimeoutError::Timeout)
}

fn draw(state: &State, bar: &ProgressBar, ended: &Receiver<()>) {
    if !still_running(ended, PATIENCE) {
        return;
    }
    let total = state.total.load(Ordering::Relaxed);
    let template = if total > 0 {
        "{wide_msg} {bar:24} {percent:>3}% {decimal_bytes}/{decimal_total_bytes} {decimal_bytes_per_sec} {eta}"
    } else {
        "{wide_msg} {spinner} {decimal_bytes} {decimal_bytes_per_sec} {elapsed}"
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("=> "));
    }
    bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
    let started = Instant::now();
    loop {
        let total = state.total.load(Ordering::Relaxed);
        let done = state.done.load(Ordering::Relaxed);
        if total > 0 {
            bar.set_length(total.max(done));
        }
        let name = state.name.lock().unwrap_or_else(PoisonError::into_inner).clone();
        bar.set_message(name + &games(state, PATIENCE + started.elapsed()));
        bar.set_position(done);
        bar.tick();
        if !still_running(ended, FRAME) {
            break;
        }
    }
    bar.finish_and_clear();
}

fn write_lines(state: &State, ended: &Receiver<()>) {
    let started = Instant::now();
    let mut wait = PATIENCE;
    while still_running(ended, wait) {
        wait = LINE;
        let line = status(state, started.elapsed());
        // Nobody reads it: no reason to stop working.
        let _ = writeln!(std::io::stderr(), "{line}");
    }
}

/// How many games there were so far and how many a second, if anybody counts them.
fn games(state: &State, elapsed: Duration) -> String {
    match state.games.load(Ordering::Relaxed) {
        0 => String::new(),
        games => {
            let per_second = games as f64 / elapsed.as_secs_f64().max(0.001);
            let word = state.lang.pick("games", "Partien");
            format!(" ({} {word}, {}/s)", grouped(games, state.lang), grouped(per_second as u64, state.lang))
        }
    }
}

fn status(state: &State, elapsed: Duration) -> String {
    let done = state.done.load(Ordering::Relaxed);
    let total = state.total.load(Ordering::Relaxed);
    let per_second = DecimalBytes((done as f64 / elapsed.as_secs_f64().max(0.001)) as u64);
    let games = games(state, elapsed);
    let name = state.name.lock().unwrap_or_else(PoisonError::into_inner);
    if total > 0 {
        let percent = u128::from(done.min(total)) * 100 / u128::from(total);
        format!("{name}{games} {percent}% {}/{} {per_second}/s", DecimalBytes(done), DecimalBytes(total))
    } else {
        format!("{name}{games} {} {per_second}/s", DecimalBytes(done))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_far_and_how_fast() {
        let bar = Bar::start(Look::Hidden, UiLang::En);
        bar.message("a\u{1b}.pgn");
        bar.add_bytes(1_000_000);
        bar.add_bytes(2_000_000);
        assert_eq!(status(&bar.state, Duration::from_secs(2)), "a\\u{1b}.pgn 3.00 MB 1.50 MB/s");
        bar.expect_bytes(12_000_000);
        assert_eq!(status(&bar.state, Duration::from_secs(2)), "a\\u{1b}.pgn 25% 3.00 MB/12.00 MB 1.50 MB/s");
    }

    #[test]
    fn games_are_told_where_they_are_counted() {
        let bar = Bar::start(Look::Hidden, UiLang::En);
        bar.message("a.pgn");
        bar.add_bytes(2_000_000);
        bar.add_games(3_000);
        assert_eq!(
            status(&bar.state, Duration::from_secs(2)),
            "a.pgn (3,000 games, 1,500/s) 2.00 MB 1.00 MB/s"
        );
    }

    #[test]
    fn a_short_run_ends_without_waiting_for_the_bar() {
        let started = Instant::now();
        let bar = Bar::start(Look::Bar, UiLang::En);
        bar.finish();
        bar.finish();
        assert!(started.elapsed() < PATIENCE);
    }

    #[test]
    fn more_bytes_than_expected_are_all_of_them() {
        let bar = Bar::start(Look::Hidden, UiLang::En);
        bar.expect_bytes(10);
        bar.add_bytes(20);
        assert!(status(&bar.state, Duration::from_secs(1)).contains("100%"));
    }
}
