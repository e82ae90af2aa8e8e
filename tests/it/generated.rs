//! man/ and completions/ are what `zug generate` writes today.

use std::path::Path;

use zug::cli::{Generated, completions, man_pages};

fn assert_fresh(folder: &str, files: &[Generated]) {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mend = format!("run `cargo run -- generate {folder} {folder}` and commit");
    for (name, bytes) in files {
        let committed =
            std::fs::read(dir.join(name)).unwrap_or_else(|e| panic!("{folder}/{name}: {e}; {mend}"));
        assert!(committed == *bytes, "{folder}/{name} is stale; {mend}");
    }
    let mut found: Vec<String> =
        std::fs::read_dir(dir).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    let mut wanted: Vec<String> = files.iter().map(|(name, _)| name.clone()).collect();
    found.sort();
    wanted.sort();
    assert_eq!(found, wanted, "{folder}: a file too many; {mend}");
}

#[test]
fn man_pages_are_fresh() {
    assert_fresh("man", &man_pages().unwrap());
}

#[test]
fn completions_are_fresh() {
    assert_fresh("completions", &completions().unwrap());
}
