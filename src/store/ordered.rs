//! Work on parts of a store by several threads, the results in the order of the parts.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// Results per thread that may wait for their turn.
const WINDOW: usize = 4;

/// How long anybody sleeps before looking at the stop flag again.
const PATIENCE: Duration = Duration::from_millis(50);

struct State<J, T> {
    jobs: J,
    /// Index of the next job to be given out.
    given: usize,
    /// Index of the next result to be consumed.
    wanted: usize,
    results: BTreeMap<usize, T>,
    workers: usize,
    is_over: bool,
}

struct Desk<J, T> {
    state: Mutex<State<J, T>>,
    changed: Condvar,
}

impl<J, T> Desk<J, T> {
    fn lock(&self) -> MutexGuard<'_, State<J, T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State<J, T>>) -> MutexGuard<'a, State<J, T>> {
        self.changed.wait_timeout(state, PATIENCE).unwrap_or_else(PoisonError::into_inner).0
    }
}

/// A worker that is gone, in whatever way, is no longer waited for.
struct Leaving<'d, J, T>(&'d Desk<J, T>);

impl<J, T> Drop for Leaving<'_, J, T> {
    fn drop(&mut self) {
        self.0.lock().workers -= 1;
        self.0.changed.notify_all();
    }
}

/// Does `work` on every job by `threads` threads, each with a `local` of its own, and gives the results to `consume` in
/// the order of the jobs, on the calling thread; until that says to break, something fails, or `stop` is set. A slow
/// consumer makes the workers wait. With one thread everything is done on the calling one.
///
/// # Errors
/// The first failure of the work, in the order of the jobs, or that of `consume`.
///
/// # Panics
/// A panic of the work is passed on.
pub fn in_order<J, T, L, F, E>(
    threads: usize,
    jobs: impl Iterator<Item = J> + Send,
    stop: &AtomicBool,
    local: impl Fn() -> L + Sync,
    work: impl Fn(&mut L, J) -> Result<T, F> + Sync,
    mut consume: impl FnMut(T) -> Result<ControlFlow<()>, E>,
) -> Result<(), E>
where
    T: Send,
    F: Send,
    E: From<F>,
{
    let mut failure = None;
    all_in_order(threads, jobs, stop, local, work, |result| {
        result.map_err(E::from).and_then(&mut consume).unwrap_or_else(|error| {
            failure = Some(error);
            ControlFlow::Break(())
        })
    });
    failure.map_or(Ok(()), Err)
}

fn all_in_order<J, T, L>(
    threads: usize,
    jobs: impl Iterator<Item = J> + Send,
    stop: &AtomicBool,
    local: impl Fn() -> L + Sync,
    work: impl Fn(&mut L, J) -> T + Sync,
    mut consume: impl FnMut(T) -> ControlFlow<()>,
) where
    T: Send,
{
    let mut jobs = jobs;
    if threads <= 1 {
        let mut own = local();
        while !stop.load(Ordering::Relaxed)
            && let Some(job) = jobs.next()
        {
            if consume(work(&mut own, job)).is_break() {
                return;
            }
        }
        return;
    }
    let state =
        State { jobs, given: 0, wanted: 0, results: BTreeMap::new(), workers: threads, is_over: false };
    let desk = Desk { state: Mutex::new(state), changed: Condvar::new() };
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| worker(&desk, threads * WINDOW, stop, &local, &work));
        }
        loop {
            let mut state = desk.lock();
            let wanted = state.wanted;
            let result = state.results.remove(&wanted);
            match result {
                Some(result) => {
                    state.wanted += 1;
                    drop(state);
                    desk.changed.notify_all();
                    if consume(result).is_break() || stop.load(Ordering::Relaxed) {
                        break;
                    }
                }
                None if state.workers == 0 => break,
                None => drop(desk.wait(state)),
            }
        }
        desk.lock().is_over = true;
        desk.changed.notify_all();
    });
}

fn worker<J: Iterator, T, L>(
    desk: &Desk<J, T>,
    window: usize,
    stop: &AtomicBool,
    local: &(impl Fn() -> L + Sync),
    work: &(impl Fn(&mut L, J::Item) -> T + Sync),
) {
    let _leaving = Leaving(desk);
    let mut own = local();
    loop {
        let mut state = desk.lock();
        while !state.is_over && state.given >= state.wanted + window && !stop.load(Ordering::Relaxed) {
            state = desk.wait(state);
        }
        if state.is_over || stop.load(Ordering::Relaxed) {
            return;
        }
        let Some(job) = state.jobs.next() else { return };
        let index = state.given;
        state.given += 1;
        drop(state);
        let result = work(&mut own, job);
        desk.lock().results.insert(index, result);
        desk.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(threads: usize, jobs: usize, until: usize) -> Vec<usize> {
        let mut out = Vec::new();
        let stop = AtomicBool::new(false);
        let work = |_: &mut (), job: usize| {
            if job.is_multiple_of(7) {
                thread::sleep(Duration::from_micros(300));
            }
            Ok::<usize, String>(job * job)
        };
        let consume = |square| {
            out.push(square);
            Ok(if out.len() >= until { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        };
        let done = in_order(threads, 0..jobs, &stop, || (), work, consume);
        assert_eq!(done, Ok::<(), String>(()));
        out
    }

    #[test]
    fn results_come_in_the_order_of_the_jobs() {
        let expected: Vec<usize> = (0..200).map(|job| job * job).collect();
        for threads in [1, 2, 3, 16] {
            assert_eq!(squares(threads, 200, usize::MAX), expected);
        }
        assert!(squares(4, 0, 1).is_empty());
    }

    #[test]
    fn the_consumer_ends_it() {
        for threads in [1, 4] {
            assert_eq!(squares(threads, 10_000, 3), [0, 1, 4]);
        }
    }

    #[test]
    fn a_stop_flag_ends_it() {
        let stop = AtomicBool::new(false);
        let mut seen = 0;
        let work = |(): &mut (), job: u64| Ok::<u64, String>(job);
        let consume = |_| {
            seen += 1;
            stop.store(seen == 10, Ordering::Relaxed);
            Ok(ControlFlow::Continue(()))
        };
        let done = in_order(2, 0.., &stop, || (), work, consume);
        assert_eq!(done, Ok::<(), String>(()));
        assert_eq!(seen, 10);
    }

    #[test]
    fn the_first_failure_in_order_is_told() {
        let stop = AtomicBool::new(false);
        let work = |(): &mut (), job: u64| if job % 10 == 7 { Err(job.to_string()) } else { Ok(job) };
        for threads in [1, 4] {
            let mut seen = Vec::new();
            let consume = |job| {
                seen.push(job);
                Ok(ControlFlow::Continue(()))
            };
            let done = in_order(threads, 0..1000, &stop, || (), work, consume);
            assert_eq!((done, seen), (Err("7".to_owned()), (0..7).collect()));
            let consume = |job| if job == 3 { Err("full".to_owned()) } else { Ok(ControlFlow::Continue(())) };
            assert_eq!(in_order(threads, 0..5, &stop, || (), work, consume), Err("full".to_owned()));
        }
    }
}
