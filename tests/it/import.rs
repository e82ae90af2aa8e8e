//! `zug import`, and what `zug convert` gives back of a store.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::store_kit::{fixture, pgn_fixtures, zug};

fn path(dir: &TempDir, name: &str) -> String {
    dir.path().join(name).to_string_lossy().into_owned()
}

/// The files of a store with their bytes, sorted by name.
fn files(store: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files: Vec<(PathBuf, Vec<u8>)> = std::fs::read_dir(store)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.strip_prefix(store).unwrap().to_owned(), std::fs::read(&path).unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn a_store_gives_back_what_was_imported() {
    let dir = TempDir::new().unwrap();
    for file in pgn_fixtures() {
        let store = path(&dir, "a.zug");
        let (status, out, err) = zug(&["import", "--force", "-o", &store, &file]);
        if status != 0 {
            // A source without a game is told.
            assert_eq!((status, out.as_str()), (2, ""), "{file}: {err}");
            continue;
        }
        for format in ["pgn", "ndjson"] {
            let (_, from_text, _) = zug(&["convert", "-q", "--format", format, &file]);
            let (_, from_store, _) = zug(&["convert", "-q", "--format", format, &store]);
            assert_eq!(from_store, from_text, "{file} as {format}");
        }
    }
}

#[test]
fn the_bytes_of_a_store_do_not_depend_on_the_number_of_threads() {
    let dir = TempDir::new().unwrap();
    let file = path(&dir, "many.pgn");
    let one = std::fs::read_to_string(fixture("classics.pgn")).unwrap();
    // Enough for several pieces of text.
    std::fs::write(&file, one.repeat(400_000 / one.len() + 1)).unwrap();
    let stores: Vec<Vec<(PathBuf, Vec<u8>)>> = ["1", "2", "5"]
        .into_iter()
        .map(|threads| {
            let store = path(&dir, &format!("{threads}.zug"));
            assert_eq!(zug(&["import", "-q", "-j", threads, "-o", &store, &file]).0, 0);
            files(&store)
        })
        .collect();
    assert!(stores[0].iter().any(|(_, bytes)| bytes.len() > 10_000));
    assert_eq!(stores[0], stores[1]);
    assert_eq!(stores[0], stores[2]);
}

#[test]
fn a_store_that_is_there_is_not_overwritten_without_force() {
    let dir = TempDir::new().unwrap();
    let store = path(&dir, "a.zug");
    assert_eq!(zug(&["import", "-q", "-o", &store, &fixture("classics.pgn")]).0, 0);
    let before = files(&store);
    let (status, _, err) = zug(&["import", "-o", &store, &fixture("oper.pgn")]);
    assert_eq!(status, 2);
    assert!(err.contains("--append") && err.contains("--force"), "{err}");
    assert_eq!(files(&store), before);
    assert_eq!(zug(&["import", "-q", "--force", "-o", &store, &fixture("oper.pgn")]).0, 0);
    let (_, games, _) = zug(&["convert", "-q", &store]);
    assert_eq!(games, zug(&["convert", "-q", &fixture("oper.pgn")]).1);
}

#[test]
fn a_mistyped_name_costs_no_store() {
    let dir = TempDir::new().unwrap();
    let (store, nowhere) = (path(&dir, "a.zug"), path(&dir, "nowhere.pgn"));
    let (status, _, err) = zug(&["import", "-o", &store, &nowhere]);
    assert_eq!(status, 2);
    assert!(err.contains("nothing was imported"), "{err}");
    assert!(!Path::new(&store).exists());
    assert_eq!(zug(&["import", "-q", "-o", &store, &fixture("oper.pgn")]).0, 0);
    let before = files(&store);
    assert_eq!(zug(&["import", "-q", "--force", "-o", &store, &nowhere]).0, 2);
    assert_eq!(files(&store), before);
}

#[test]
fn a_folder_with_other_things_in_it_becomes_no_store() {
    let dir = TempDir::new().unwrap();
    std::fs::write(dir.path().join("letter.txt"), "keep me").unwrap();
    let folder = dir.path().to_string_lossy();
    assert_eq!(zug(&["import", "--force", "-o", &folder, &fixture("oper.pgn")]).0, 2);
    assert_eq!(std::fs::read_to_string(dir.path().join("letter.txt")).unwrap(), "keep me");
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1);
}

#[test]
fn append_adds_what_is_new() {
    let dir = TempDir::new().unwrap();
    let store = path(&dir, "a.zug");
    let (a, b) = (fixture("oper.pgn"), fixture("classics.pgn"));
    assert_eq!(zug(&["import", "-q", "-o", &store, &a]).0, 0);
    let (status, _, err) = zug(&["import", "--append", "-o", &store, &a, &b]);
    assert_eq!(status, 0);
    assert!(err.contains("imported already"), "{err}");
    assert_eq!(zug(&["convert", "-q", &store]).1, zug(&["convert", "-q", &a, &b]).1);
    assert_eq!(zug(&["import", "-q", "--append", "--again", "-o", &store, &a]).0, 0);
    assert_eq!(zug(&["convert", "-q", &store]).1, zug(&["convert", "-q", &a, &b, &a]).1);
}

#[test]
fn what_an_interrupted_import_left_is_cleared_by_the_next() {
    let dir = TempDir::new().unwrap();
    let store = path(&dir, "a.zug");
    let classics = fixture("classics.pgn");
    assert_eq!(zug(&["import", "-q", "-o", &store, &classics]).0, 0);
    let before = files(&store);
    std::fs::write(format!("{store}/000077.seg"), "half a segment").unwrap();
    std::fs::write(format!("{store}/manifest.new"), "half a manifest").unwrap();
    assert_eq!(zug(&["convert", "-q", &store]).1, zug(&["convert", "-q", &classics]).1);
    assert_eq!(zug(&["import", "-q", "--append", "-o", &store, &classics]).0, 0);
    assert_eq!(files(&store), before);
}

#[test]
fn games_without_moves_and_with_broken_moves_are_there() {
    let dir = TempDir::new().unwrap();
    let (file, store) = (path(&dir, "a.pgn"), path(&dir, "a.zug"));
    let text = "before {text}\n\n[Event \"none\"]\n[Result \"*\"]\n\n*\n\n[Event \"broken\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Ke3 {why} Nf6 1-0\n\nbehind\n";
    std::fs::write(&file, text).unwrap();
    let (status, _, err) = zug(&["import", "-o", &store, &file]);
    assert_eq!(status, 0, "{err}");
    assert!(
        err.starts_with("2 of 2 games imported, 2 plies, from 1 source\n1 game cannot be read to the end"),
        "{err}"
    );
    assert_eq!(zug(&["import", "-q", "--force", "--strict", "-o", &store, &file]).0, 1);
    assert_eq!(zug(&["convert", "-q", &store]).1, zug(&["convert", "-q", &file]).1);
}
