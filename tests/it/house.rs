//! The rules of the house that no compiler checks: which room may use which, how long a file may be, and what must
//! not stay behind in it.

use std::fs;
use std::path::{Path, PathBuf};

/// A room may use those to its left, and itself.
const ROOMS: [&str; 10] =
    ["chess", "notation", "pgn", "replay", "check", "store", "query", "stats", "export", "commands"];
/// Longest file, tests included.
const MOST_LINES: usize = 500;

struct Source {
    /// Relative to `src`.
    name: String,
    text: String,
    /// Its module is only there in tests.
    is_test: bool,
}

impl Source {
    fn room(&self) -> &str {
        self.name.split('/').next().unwrap_or_default()
    }

    /// The lines outside comments and test modules, with their numbers. A test module in the file closes it.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines: Vec<&str> = self.text.lines().collect();
        let end = lines
            .windows(2)
            .position(|pair| pair[0].starts_with("#[cfg(test)]") && pair[1].ends_with('{'))
            .unwrap_or(lines.len());
        let end = if self.is_test { 0 } else { end };
        lines
            .into_iter()
            .take(end)
            .enumerate()
            .map(|(i, line)| (i + 1, line))
            .filter(|(_, line)| !line.trim_start().starts_with("//"))
    }

    /// The files, relative to `src` and without their ending, of modules declared `#[cfg(test)] mod name;` here.
    fn test_modules(&self) -> Vec<String> {
        let lines: Vec<&str> = self.text.lines().collect();
        let folder = self.name.rsplit_once('/').map_or("", |(folder, _)| folder);
        let declared = |pair: &[&str]| {
            let name = pair[1].strip_suffix(';')?.rsplit_once("mod ")?.1;
            pair[0].starts_with("#[cfg(test)]").then(|| format!("{folder}/{name}"))
        };
        lines.windows(2).filter_map(declared).collect()
    }
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn collect(dir: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            files.push(path);
        }
    }
}

fn sources() -> Vec<Source> {
    let src = root().join("src");
    let mut files = Vec::new();
    collect(&src, &mut files);
    files.sort();
    assert!(files.len() > 10, "the sources were not found");
    let read = |path: PathBuf| Source {
        name: path.strip_prefix(&src).unwrap().to_string_lossy().replace('\\', "/"),
        text: fs::read_to_string(&path).unwrap(),
        is_test: false,
    };
    let mut sources: Vec<Source> = files.into_iter().map(read).collect();
    let tests: Vec<String> = sources.iter().flat_map(Source::test_modules).collect();
    for source in &mut sources {
        source.is_test = tests.iter().any(|test| source.name.strip_suffix(".rs") == Some(test));
    }
    sources
}

/// Rank of a room; `cli` and the two crate roots stand rightmost.
fn rank(room: &str) -> usize {
    ROOMS.iter().position(|name| *name == room).unwrap_or(ROOMS.len())
}

/// The rooms named by `crate::room` in a line, single or in a braced list such as `crate::{chess::Move, pgn}`.
fn rooms_used(line: &str) -> Vec<String> {
    let mut rooms = Vec::new();
    for rest in line.split("crate::").skip(1) {
        let names: Vec<&str> = match rest.strip_prefix('{') {
            Some(list) => list.split(',').collect(),
            None => vec![rest],
        };
        for name in names {
            let word =
                name.trim().split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
            if ROOMS.contains(&word) || word == "cli" {
                rooms.push(word.to_owned());
            }
        }
    }
    rooms
}

/// Fails with all complaints at once.
fn assert_none(complaints: &[String]) {
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

#[test]
fn imports_run_to_the_left_only() {
    let mut complaints = Vec::new();
    for source in sources() {
        let own = rank(source.room());
        for (number, line) in source.code() {
            for used in rooms_used(line) {
                if rank(&used) > own {
                    complaints.push(format!("src/{}:{number}: {} uses {used}", source.name, source.room()));
                }
            }
        }
    }
    assert_none(&complaints);
}

#[test]
fn a_file_is_at_most_500_lines_long() {
    let too_long = |source: &Source| {
        let lines = source.text.lines().count();
        (lines > MOST_LINES).then(|| format!("src/{}: {lines} lines", source.name))
    };
    assert_none(&sources().iter().filter_map(too_long).collect::<Vec<_>>());
}

#[test]
fn nothing_outside_tests_can_panic_by_its_wording() {
    let words = [".unwrap()", ".expect(", "panic!(", "unreachable!(", "unimplemented!(", "todo!("];
    let mut complaints = Vec::new();
    for source in sources() {
        for (number, line) in source.code() {
            for word in words.iter().filter(|word| line.contains(**word)) {
                complaints.push(format!("src/{}:{number}: {word}", source.name));
            }
        }
    }
    assert_none(&complaints);
}

#[test]
fn nothing_unfinished_is_left_behind() {
    // Put together here, so that this file does not accuse itself.
    let words = [["TO", "DO"], ["FIX", "ME"], ["XX", "X:"], ["HA", "CK"], ["dbg", "!("]]
        .map(|halves| halves.concat());
    let mut files = Vec::new();
    for folder in ["src", "tests", "benches", "fuzz/fuzz_targets"] {
        collect(&root().join(folder), &mut files);
    }
    let mut complaints = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        for (i, line) in text.lines().enumerate() {
            for word in words.iter().filter(|word| line.contains(word.as_str())) {
                complaints.push(format!("{}:{}: {word}", path.display(), i + 1));
            }
        }
    }
    assert_none(&complaints);
}

#[test]
fn no_code_is_commented_out() {
    let looks_like_code = |line: &str| {
        let Some(comment) = line.trim_start().strip_prefix("// ") else { return false };
        comment.ends_with(';') && ["let ", "use ", "return"].iter().any(|word| comment.starts_with(word))
            || comment.starts_with("fn ") && comment.ends_with('{')
    };
    let mut complaints = Vec::new();
    for source in sources() {
        for (i, line) in source.text.lines().enumerate() {
            if looks_like_code(line) {
                complaints.push(format!("src/{}:{}: {}", source.name, i + 1, line.trim()));
            }
        }
    }
    assert_none(&complaints);
}

#[test]
fn only_the_command_line_prints_or_exits() {
    let words = ["println!(", "eprintln!(", "print!(", "process::exit", "io::stdout()", "io::stderr()"];
    let mut complaints = Vec::new();
    for source in sources().iter().filter(|source| source.room() != "cli") {
        for (number, line) in source.code() {
            for word in words.iter().filter(|word| line.contains(**word)) {
                complaints.push(format!("src/{}:{number}: {word}", source.name));
            }
        }
    }
    assert_none(&complaints);
}

#[test]
fn the_room_scanner_sees_single_and_braced_imports() {
    assert_eq!(rooms_used("use crate::chess::Move;"), ["chess"]);
    assert_eq!(rooms_used("use crate::{chess::Move, pgn, cli};"), ["chess", "pgn", "cli"]);
    assert_eq!(rooms_used("    let x: crate::check::code::Code = y(crate::pgn::z);"), ["check", "pgn"]);
    assert!(rooms_used("use std::io;").is_empty());
    assert!(rank("chess") < rank("pgn") && rank("commands") < rank("cli"));
}
