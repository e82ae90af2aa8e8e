//! The big runs, over a folder of real files: the one that the variable `ZUG_CORPUS` names, else `../shared/corpus`
//! beside the project. Without such a folder they pass and say so.

#![allow(clippy::print_stderr, reason = "what is left out is said")]

use std::path::{Path, PathBuf};

use zug::pgn::expand::expand;
use zug::pgn::input::{Input, open};
use zug::pgn::source::SourceOptions;

use super::reading::{Random, read, read_input, streamed, whole};

/// The folder, or nothing, said loudly.
fn corpus() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    let folder = std::env::var_os("ZUG_CORPUS").map_or_else(beside, PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("SKIPPED: no folder {}; name one with ZUG_CORPUS", folder.display());
    None
}

/// All files of games below the folder, unpacked, without those of `bench/`.
fn texts() -> Vec<(String, Vec<u8>)> {
    let Some(folder) = corpus() else { return Vec::new() };
    let mut files = Vec::new();
    collect(&folder, &mut files);
    files.sort();
    files.into_iter().map(|path| (path.display().to_string(), std::fs::read(&path).unwrap())).collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let is_game_file = path.extension().is_some_and(|e| e == "pgn" || e == "txt");
        if path.is_dir() && !path.ends_with("bench") {
            collect(&path, files);
        } else if is_game_file {
            files.push(path);
        }
    }
}

fn bench_file(name: &str) -> Option<Input> {
    let path = corpus()?.join("bench").join(name);
    let source = expand(std::slice::from_ref(&path)).into_iter().next()?.ok()?;
    let input = open(&source, &SourceOptions::default());
    if let Err(error) = &input {
        eprintln!("SKIPPED: {}: {error}", path.display());
    }
    input.ok()
}

#[test]
fn every_file_is_read_to_its_end() {
    for (name, text) in texts() {
        assert_eq!(read(&text).bytes, text.len() as u64, "{name}");
    }
}

#[test]
#[ignore = "a minute: every file of the corpus in six ways"]
fn every_file_is_read_alike_in_every_way() {
    for (name, text) in texts() {
        let reading = read(&text);
        for threads in 1..=3 {
            assert!(read_input(whole(&text), threads, 64 * 1024) == reading, "{name}, {threads} threads");
            // A stream is unpacked and decoded first, so only text in UTF-8 comes out as it is in the file.
            if streamed(&text).encoding().is_utf8() {
                assert!(
                    read_input(streamed(&text), threads, 64 * 1024) == reading,
                    "{name}, {threads} streamed"
                );
            }
        }
    }
}

#[test]
#[ignore = "minutes: a hundred cuts of every file of the corpus"]
fn every_file_cut_or_damaged_anywhere_is_read_alike_in_pieces() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for (name, whole_text) in texts() {
        for round in 0..100 {
            // Of a long file a stretch, or it would take hours.
            let from = random.below(whole_text.len().saturating_sub(20_000) + 1);
            let length = 1 + random.below(20_000);
            let mut text = whole_text.get(from..whole_text.len().min(from + length)).unwrap().to_vec();
            if round % 2 == 1 {
                for _ in 0..=random.below(8) {
                    random.damage(&mut text);
                }
            }
            let reading = read(&text);
            assert_eq!(reading.bytes, text.len() as u64, "{name}");
            let piece = 64 + random.below(4_000);
            assert!(read_input(whole(&text), 2, piece) == reading, "{name} {from}+{length}, {piece}");
        }
    }
}

/// Counted with another reader, game by game; it counts the 5,956 half-moves of 159 games of other variants too,
/// which are not read here.
#[test]
#[ignore = "minutes in a debug build: 338 MB of games"]
fn the_bench_files_have_the_games_that_another_reader_counts() {
    for (name, games, valid, plies) in [
        ("master.pgn.zst", 285_225, 285_224, 24_142_207),
        ("lichess.pgn.zst", 52_750, 52_591, 4_063_706 - 5_956),
    ] {
        let Some(input) = bench_file(name) else { continue };
        let reading = read_input(input, 2, 1 << 20);
        assert_eq!((reading.games, reading.valid, reading.plies), (games, valid, plies), "{name}");
    }
}
