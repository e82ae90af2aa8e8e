//! What tests of stores have in common: running the program, reading stores, forging their bytes.

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use tempfile::TempDir;
use xxhash_rust::xxh3::xxh3_64;
use zug::store::{GameReader, Manifest, Store, StoreError};

/// Exit status, standard output and standard error.
pub(crate) fn zug(args: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("zug").unwrap().args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let code = output.status.code().unwrap_or_else(|| panic!("{args:?}: {output:?}"));
    (code, text(output.stdout), text(output.stderr))
}

/// Runs it and wants success; answers standard output and standard error.
pub(crate) fn zug_ok(args: &[&str]) -> (String, String) {
    let (status, out, err) = zug(args);
    assert_eq!(status, 0, "{args:?}: {err}");
    (out, err)
}

/// The path of a fixture.
pub(crate) fn fixture(name: &str) -> String {
    format!("{}/tests/fixtures/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// All fixtures that are PGN, at any depth, sorted.
pub(crate) fn pgn_fixtures() -> Vec<String> {
    fn collect(dir: &Path, out: &mut Vec<String>) {
        for entry in std::fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, out);
            } else if path.extension().is_some_and(|ending| ending == "pgn") {
                out.push(path.to_string_lossy().into_owned());
            }
        }
    }
    let mut all = Vec::new();
    collect(Path::new(&fixture("")), &mut all);
    all.sort();
    assert!(all.len() > 20, "the fixtures were not found");
    all
}

/// A folder of its own for files and stores.
pub(crate) struct Desk(TempDir);

impl Desk {
    pub(crate) fn new() -> Desk {
        Desk(TempDir::new().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_string_lossy().into_owned()
    }

    pub(crate) fn file(&self, name: &str, text: &str) -> String {
        std::fs::write(self.path(name), text).unwrap();
        self.path(name)
    }

    /// A store of one text.
    pub(crate) fn store(&self, name: &str, text: &str, options: &[&str]) -> String {
        let file = self.file(&format!("{name}.pgn"), text);
        let store = self.path(&format!("{name}.zug"));
        zug_ok(&[&["import", "-q", "--force", "-o", &store, &file], options].concat());
        store
    }
}

/// The games of a store as PGN, whole or not.
pub(crate) fn games(store: &str) -> String {
    let (status, out, err) = zug(&["convert", "-q", store]);
    assert!(status <= 1, "{store}: {err}");
    out
}

/// The segment files of a store with their bytes, in order.
pub(crate) fn segments(store: &str) -> Vec<Vec<u8>> {
    let manifest = Manifest::read(Path::new(store)).unwrap();
    manifest.segments.iter().map(|entry| std::fs::read(segment_path(store, entry.file)).unwrap()).collect()
}

pub(crate) fn segment_path(store: &str, file: u64) -> PathBuf {
    Path::new(store).join(format!("{file:06}.seg"))
}

/// The number of a key in what `--info` says.
pub(crate) fn info(store: &str, key: &str) -> u64 {
    let (out, _) = zug_ok(&["import", "--info", "--format", "ndjson", store]);
    serde_json::from_str::<serde_json::Value>(&out).unwrap()[key].as_u64().unwrap()
}

/// Everything that is read of a store, and the check of all of it.
pub(crate) fn read_all(folder: &Path) -> Result<Vec<String>, StoreError> {
    let store = Store::open(folder)?;
    let mut reader = GameReader::new(&store);
    let mut all = Vec::new();
    for id in store.games() {
        let stored = reader.game(id)?;
        let features = reader.columns(id.segment)?.features(id.game)?;
        all.push(format!("{} {:?} {features:?}", stored.source, stored.game));
    }
    zug::store::verify::verify(&store, &false.into())?;
    Ok(all)
}

fn number(bytes: &[u8], at: usize) -> usize {
    u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap()) as usize
}

/// A section of a segment file: kind, offset, length.
pub(crate) fn sections(segment: &[u8]) -> Vec<(u32, usize, usize)> {
    let tail = segment.len() - 32;
    let table = number(segment, tail);
    let count = u32::from_le_bytes(segment[tail + 8..tail + 12].try_into().unwrap()) as usize;
    let entry = |i: usize| table + 24 * i;
    (0..count)
        .map(|i| {
            let kind = u32::from_le_bytes(segment[entry(i)..entry(i) + 4].try_into().unwrap());
            (kind, number(segment, entry(i) + 8), number(segment, entry(i) + 16))
        })
        .collect()
}

/// Makes all checksums of a segment file right for the bytes it has. Its table must be that of a segment.
pub(crate) fn put_right(segment: &mut [u8]) {
    let tail = segment.len() - 32;
    let mut at = number(segment, tail) + 24 * sections(segment).len();
    for (_, start, length) in sections(segment) {
        for block in (start..start + length).step_by(64 << 10) {
            let sum = xxh3_64(&segment[block..(start + length).min(block + (64 << 10))]);
            segment[at..at + 8].copy_from_slice(&sum.to_le_bytes());
            at += 8;
        }
    }
    put_table_right(segment);
}

/// Makes the checksum of the table right.
pub(crate) fn put_table_right(segment: &mut [u8]) {
    let tail = segment.len() - 32;
    let table = number(segment, tail).min(tail);
    let sum = xxh3_64(&segment[table..tail + 16]) ^ xxh3_64(&segment[..16]).rotate_left(1);
    segment[tail + 16..tail + 24].copy_from_slice(&sum.to_le_bytes());
}

/// Makes a file with these bytes the first segment of a store, its manifest saying so. Thousands of times: so it does not
/// wait for the disk, as a store that is written does.
pub(crate) fn forge(store: &Path, bytes: &[u8]) {
    let path = store.join("manifest");
    let mut manifest = std::fs::read(&path).unwrap();
    // Behind a header of 24 bytes and the number of segments: number, length and checksum of the first one.
    let file = number(&manifest, 32) as u64;
    manifest[40..48].copy_from_slice(&(bytes.len() as u64).to_le_bytes());
    manifest[48..56].copy_from_slice(&bytes[bytes.len() - 16..bytes.len() - 8]);
    put_manifest_right(&mut manifest);
    // Another file: the old one may still be mapped.
    let segment = segment_path(&store.to_string_lossy(), file);
    std::fs::remove_file(&segment).unwrap();
    std::fs::write(&segment, bytes).unwrap();
    std::fs::write(path, manifest).unwrap();
}

/// Makes the checksum of a manifest right.
pub(crate) fn put_manifest_right(manifest: &mut [u8]) {
    let sum = xxh3_64(&manifest[24..]) ^ xxh3_64(&manifest[..16]).rotate_left(1);
    manifest[16..24].copy_from_slice(&sum.to_le_bytes());
}
