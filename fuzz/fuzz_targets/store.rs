//! A store whose bytes were changed, all checksums put right again, is read without a panic; so is one with checksums
//! that are wrong.
#![no_main]

use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use libfuzzer_sys::fuzz_target;
use xxhash_rust::xxh3::xxh3_64;
use zug::commands::{ImportOptions, NoProgress, import};
use zug::store::{GameReader, Manifest, Store, StoreError};

const TEXT: &str = "[White \"A\"]\n[Date \"1999\"]\n[Opening \"x\"]\n[Result \"*\"]\n\n1. e4 {text} e5 $1 (1... c5 (1... c6)) *\n\n\
    [SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/R3K3 w Q - 0 1\"]\n\n1. a8=N Kd7 2. O-O-O+ xyzzy *\n";

/// The manifest and the segment of a small store.
fn store() -> &'static (Manifest, Vec<u8>) {
    static STORE: OnceLock<(Manifest, Vec<u8>)> = OnceLock::new();
    STORE.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let (input, output) = (folder.path().join("a.pgn"), folder.path().join("a.zug"));
        std::fs::write(&input, TEXT).expect("space on the disk");
        let options = ImportOptions::new(vec![input], output.clone());
        import::run(&options, &mut Vec::new(), &NoProgress, &AtomicBool::new(false)).expect("a store");
        let manifest = Manifest::read(&output).expect("a manifest");
        let segment = std::fs::read(output.join("000001.seg")).expect("a segment");
        (manifest, segment)
    })
}

fn number(bytes: &[u8], at: usize) -> usize {
    let eight = bytes.get(at..at + 8).and_then(|slice| slice.try_into().ok());
    eight.map_or(0, |eight| u64::from_le_bytes(eight) as usize)
}

/// Makes the checksums right, as far as the table makes sense; it is that of the store as it was, or nearly.
fn put_right(segment: &mut [u8]) {
    let Some(tail) = segment.len().checked_sub(32) else { return };
    let (table, count) = (number(segment, tail).min(tail), number(segment, tail + 8) & 0xFF);
    let mut at = table + 24 * count;
    for entry in (0..count).map(|index| table + 24 * index) {
        let (start, length) = (number(segment, entry + 8), number(segment, entry + 16));
        // The store is small: a section is one block.
        let sum = start.checked_add(length).and_then(|end| segment.get(start..end)).map_or(0, xxh3_64);
        if let Some(place) = segment.get_mut(at..at + 8).filter(|_| length > 0) {
            place.copy_from_slice(&sum.to_le_bytes());
            at += 8;
        }
    }
    let sum = xxh3_64(&segment[table..tail + 16]) ^ xxh3_64(&segment[..16]).rotate_left(1);
    segment[tail + 16..tail + 24].copy_from_slice(&sum.to_le_bytes());
}

fn read(folder: &Path) -> Result<(), StoreError> {
    let store = Store::open(folder)?;
    let mut reader = GameReader::new(&store);
    // A manifest may promise many games that are all alike.
    for id in store.games().take(1000) {
        reader.game(id)?;
        reader.columns(id.segment)?.features(id.game)?;
    }
    if store.manifest().games() < 1000 {
        zug::store::verify::verify(&store, &AtomicBool::new(false))?;
    }
    Ok(())
}

// Three bytes a change: where, where, what. The first byte of all says whether checksums are put right, and the second
// one how many games the manifest tells of.
fuzz_target!(|bytes: &[u8]| {
    let [mode, games, changes @ ..] = bytes else { return };
    let (manifest, segment) = store();
    let (mut manifest, mut segment) = (manifest.clone(), segment.clone());
    for change in changes.chunks_exact(3) {
        let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % segment.len();
        segment[at] = change[2];
    }
    if mode & 1 != 0 {
        put_right(&mut segment);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let entry = &mut manifest.segments[0];
    if mode & 2 != 0 {
        entry.games = u32::from(*games);
    }
    entry.sum = number(&segment, segment.len() - 16) as u64;
    std::fs::write(folder.path().join(format!("{:06}.seg", entry.file)), segment).expect("space on the disk");
    manifest.write(folder.path()).expect("space on the disk");
    // Damage is an answer.
    let _ = read(folder.path());
});
