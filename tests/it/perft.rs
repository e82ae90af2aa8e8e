//! Move path counts against published figures, classic and Chess960.
use std::path::{Path, PathBuf};

use zug::chess::Position;

/// A position with its expected counts by depth.
struct Entry {
    place: String,
    position: Position,
    counts: Vec<(u32, u64)>,
}

/// Lines `FEN ;D1 20 ;D2 400`; other lines are no entries.
fn read_epd(path: &Path, text: &str) -> Vec<Entry> {
    let mut entries = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let place = format!("{}:{}", path.display(), number + 1);
        let mut parts = line.split(';').map(str::trim);
        let fen = parts.next().unwrap_or_default();
        let counts: Vec<(u32, u64)> = parts
            .filter_map(|part| part.strip_prefix('D')?.split_once(' '))
            .map(|(depth, count)| (depth.parse().expect("depth"), count.trim().parse().expect("count")))
            .collect();
        if !counts.is_empty() && !line.starts_with('#') {
            let (read, _) = Position::from_epd(fen.as_bytes()).unwrap_or_else(|e| panic!("{place}: {e}"));
            entries.push(Entry { place, position: read.position, counts });
        }
    }
    entries
}

/// Blocks of an `epd` line and `perft DEPTH COUNT` lines.
fn read_blocks(path: &Path, text: &str) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let place = format!("{}:{}", path.display(), number + 1);
        if let Some(epd) = line.strip_prefix("epd ") {
            let (read, _) = Position::from_epd(epd.as_bytes()).unwrap_or_else(|e| panic!("{place}: {e}"));
            entries.push(Entry { place, position: read.position, counts: Vec::new() });
        } else if let Some((depth, count)) = line.strip_prefix("perft ").and_then(|l| l.split_once(' ')) {
            let entry = entries.last_mut().expect("an epd line comes first");
            entry.counts.push((depth.parse().expect("depth"), count.trim().parse().expect("count")));
        }
    }
    entries
}

/// Checks the deepest count of each entry that is not above `limit`; returns how many paths were counted.
fn check(entries: &[Entry], limit: u64) -> u64 {
    let mut sum = 0;
    for entry in entries {
        let fitting = entry.counts.iter().filter(|(_, count)| *count <= limit);
        let Some((depth, count)) = fitting.max_by_key(|(depth, _)| *depth) else { continue };
        assert_eq!(entry.position.perft(*depth), *count, "{} depth {depth}", entry.place);
        sum += count;
    }
    sum
}

#[test]
fn a_selection_has_the_published_counts() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/perft/short.epd");
    let entries = read_epd(&path, &std::fs::read_to_string(&path).expect("fixture"));
    assert!(entries.len() >= 40);
    assert!(check(&entries, u64::MAX) > 1_000_000);
}

/// `ZUG_PERFT_DIR` names the folder, `ZUG_PERFT_LIMIT` the highest count that is checked (default 200000).
#[test]
#[ignore = "takes minutes; needs ZUG_PERFT_DIR"]
fn a_whole_folder_has_the_published_counts() {
    let folder = PathBuf::from(std::env::var_os("ZUG_PERFT_DIR").expect("ZUG_PERFT_DIR names a folder"));
    let limit = std::env::var("ZUG_PERFT_LIMIT").map_or(200_000, |text| text.parse().expect("a number"));
    let (mut entries, mut paths) = (0, 0);
    for file in walkdir::WalkDir::new(folder).sort_by_file_name() {
        let file = file.expect("readable folder");
        let path = file.path();
        let read = match path.extension().and_then(|e| e.to_str()) {
            Some("epd") => read_epd,
            Some("perft") => read_blocks,
            _ => continue,
        };
        let found = read(path, &std::fs::read_to_string(path).expect("readable file"));
        entries += found.len();
        paths += check(&found, limit);
    }
    assert!(entries > 0, "no counts in the folder");
    // The only sign of life of a long run.
    std::io::Write::write_fmt(&mut std::io::stderr(), format_args!("{entries} positions, {paths} paths\n"))
        .expect("stderr");
}
