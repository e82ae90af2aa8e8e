//! Stores whose bytes are not those that were written.

use std::path::{Path, PathBuf};

use zug::store::StoreError;

use crate::store_kit::{Desk, forge, put_right, read_all, sections, segment_path, zug_ok};

/// A store of two segments, one with a deleted game, with something in every section.
fn small_store(desk: &Desk) -> String {
    let text = "before\n\n[Event \"E\"]\n[White \"Ä, B\"]\n[Black \"C\"]\n[Date \"1999.??.??\"]\n[WhiteElo \"2400\"]\n[ECO \"C60\"]\n[Opening \"x\"]\n[Result \"1-0\"]\n\n1. e4 {[%clk 0:01:00]} e5 $1 (1... c5 2. Nf3 (2. c3)) 2. Nf3 Nc6 3. Bb5 1-0\n\n[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/R3K3 w Q - 0 1\"]\n[Result \"*\"]\n\n1. a8=N Kd7 2. O-O-O+ Ke6 xyzzy *\n\n";
    let store = desk.store("small", text, &[]);
    let other =
        desk.file("other.pgn", "[White \"D\"]\n[Result \"*\"]\n\n1. d4 d5 *\n\n[White \"E\"]\n\n1. c4 *\n");
    zug_ok(&["import", "-q", "--append", "--delete", "white = \"E\"", "-o", &store, &other]);
    store
}

fn files(store: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(store)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| !path.ends_with("lock"))
        .collect();
    files.sort();
    assert_eq!(files.len(), 4, "{files:?}");
    files
}

/// Another file of that name: the old one may be mapped still.
fn replace(path: &Path, bytes: &[u8]) {
    std::fs::remove_file(path).unwrap();
    std::fs::write(path, bytes).unwrap();
}

/// What was read is what there was, or the error names file and part.
fn assert_told(store: &str, path: &Path, what: &str, good: &[String]) {
    match read_all(Path::new(store)) {
        Ok(games) => assert_eq!(games, good, "{what}"),
        Err(StoreError::Damaged { path: told, part, .. }) => {
            let is_named = told == path || path.extension().is_none_or(|ending| ending == "seg");
            assert!(is_named && !part.is_empty(), "{what}: {} {part}", told.display());
        }
        Err(StoreError::Newer { path: told, .. }) => assert_eq!(told, path, "{what}"),
        Err(error) => panic!("{what}: {error}"),
    }
}

#[test]
fn a_flipped_bit_is_told_or_does_no_harm() {
    let desk = Desk::new();
    let store = small_store(&desk);
    let good = read_all(Path::new(&store)).unwrap();
    assert_eq!(good.len(), 3);
    for path in files(&store) {
        let bytes = std::fs::read(&path).unwrap();
        for at in (0..bytes.len()).step_by(if bytes.len() > 1000 { 7 } else { 1 }) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << (at / 7 % 8);
            replace(&path, &damaged);
            assert_told(&store, &path, &format!("{} byte {at}", path.display()), &good);
        }
        replace(&path, &bytes);
    }
    assert_eq!(read_all(Path::new(&store)).unwrap(), good);
}

#[test]
fn a_file_that_is_cut_off_is_told() {
    let desk = Desk::new();
    let store = small_store(&desk);
    for path in files(&store) {
        let bytes = std::fs::read(&path).unwrap();
        let mut ends = vec![0, 1, 7, 8, 16, bytes.len() / 2, bytes.len() - 1];
        if path.extension().is_some_and(|ending| ending == "seg") {
            ends.extend([bytes.len() - 33, bytes.len() - 32]);
            ends.extend(sections(&bytes).into_iter().flat_map(|(_, start, length)| [start, start + length]));
        }
        for end in ends.into_iter().filter(|end| *end < bytes.len()) {
            replace(&path, &bytes[..end]);
            let error = read_all(Path::new(&store)).expect_err("it is cut off");
            assert!(
                matches!(&error, StoreError::Damaged { path: told, .. } if *told == path),
                "{end}: {error}"
            );
        }
        replace(&path, &bytes);
        std::fs::remove_file(&path).unwrap();
        assert!(read_all(Path::new(&store)).is_err());
        std::fs::write(&path, &bytes).unwrap();
    }
    assert!(read_all(Path::new(&store)).is_ok());
}

/// Bytes that somebody changed with care, all checksums right: any answer but a panic.
#[test]
fn forged_bytes_do_no_harm() {
    let desk = Desk::new();
    let store = small_store(&desk);
    let folder = Path::new(&store);
    let good = std::fs::read(segment_path(&store, 1)).unwrap();
    let (mut told, mut read) = (0, 0);
    for (_, start, length) in sections(&good) {
        for (n, at) in (start..start + length).enumerate() {
            // All of what is short, and a part of what is long.
            if length > 200 && n % 5 != 0 {
                continue;
            }
            for change in [0x01, 0x80, 0xFF] {
                let mut bytes = good.clone();
                bytes[at] ^= change;
                put_right(&mut bytes);
                forge(folder, &bytes);
                match read_all(folder) {
                    Ok(_) => read += 1,
                    Err(StoreError::Damaged { path, .. }) => {
                        assert!(path.ends_with("000001.seg"), "{}", path.display());
                        told += 1;
                    }
                    Err(error) => panic!("byte {at}: {error}"),
                }
            }
        }
    }
    assert!(told > 500 && read > 50, "{told} {read}");
}
