//! Replay of tokens to final positions, every move legal and the key kept: our board core against cozy-chess.
//!
//! `cargo bench --bench core`; `ZUG_BENCH_PGN=FILE` names the games (plain, canonical English SAN). The last line is
//! the ratio of both in interleaved rounds: on a shared machine the only figure worth comparing.
#![allow(missing_docs, clippy::print_stdout, reason = "a measurement may speak")]

mod games;
mod own;
mod rival;
mod san;

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput};

use games::Games;
use own::Own;

/// Rounds of the interleaved comparison.
const ROUNDS: usize = 7;

fn main() {
    let games = Games::load();
    let own = Own::new(&games);
    let (ours, theirs) = (own::replay(&games, &own).0, rival::replay(&games).0);
    println!("{} moves; played: zug {ours}, cozy-chess {theirs}", games.plies());
    assert_eq!(ours, theirs, "the two disagree about which moves are legal");

    let mut criterion = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(5))
        .configure_from_args();
    let mut group = criterion.benchmark_group("replay");
    group.throughput(Throughput::Elements(ours));
    group.bench_function("zug", |bench| bench.iter(|| black_box(own::replay(&games, &own))));
    group.bench_function("cozy-chess", |bench| bench.iter(|| black_box(rival::replay(&games))));
    group.finish();
    criterion.final_summary();

    // `cargo test --benches` only wants to know whether it runs.
    if std::env::args().any(|arg| arg == "--bench") {
        compare(&games, &own, ours);
    }
}

fn compare(games: &Games, own: &Own, plies: u64) {
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        ours.push(timed(|| own::replay(games, own)));
        theirs.push(timed(|| rival::replay(games)));
    }
    let (ours, theirs) = (median(ours), median(theirs));
    let rate = |seconds: f64| plies as f64 / seconds / 1e6;
    println!(
        "median of {ROUNDS} interleaved rounds: zug {:.1} M plies/s, cozy-chess {:.1} M plies/s, ratio {:.2}",
        rate(ours),
        rate(theirs),
        theirs / ours
    );
}

fn timed<T>(work: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    black_box(work());
    start.elapsed().as_secs_f64()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
