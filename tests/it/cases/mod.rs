//! Small cases with right values (tests/fixtures/cases): what `zug validate` says, what the library reads, and
//! what `zug convert` writes.
//!
//! Each folder holds an input and `expect.json`. `answer` asks the library and `zug validate`, `converted` asks
//! `zug convert`, `compare` holds the two together.

mod answer;
mod compare;
mod converted;

use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::{Value, json};

use answer::answer;
use compare::faults;
use converted::{converted, of_convert};

fn folder() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "fixtures", "cases"].iter().collect()
}

fn complaints(input: &Path, expected: &Value) -> Vec<String> {
    let began = Instant::now();
    let given = answer(input, expected["with_encoding"].as_str());
    let mut faults = faults(expected, &given);
    if let Some(most) = expected["max_seconds"].as_u64()
        && began.elapsed().as_secs() > most
    {
        faults.push(format!("took longer than {most} s"));
    }
    let of_convert = of_convert(expected);
    if of_convert.as_object().is_some_and(|fields| !fields.is_empty()) {
        let given = converted(input, expected["with_encoding"].as_str());
        faults.extend(
            compare::faults(&of_convert, &given).into_iter().map(|fault| format!("convert: {fault}")),
        );
    }
    faults
}

#[test]
fn every_case_gives_the_right_values() {
    let mut folders: Vec<PathBuf> = std::fs::read_dir(folder()).unwrap().map(|e| e.unwrap().path()).collect();
    folders.sort();
    assert_eq!(folders.len(), 70);
    let mut all = Vec::new();
    for case in folders {
        let input = ["input.pgn", "input.fen", "input.txt"].map(|name| case.join(name));
        let input = input.iter().find(|input| input.exists()).unwrap();
        let expected = std::fs::read_to_string(case.join("expect.json")).unwrap();
        let expected: Value = serde_json::from_str(&expected).unwrap();
        let name = case.file_name().unwrap().to_string_lossy().into_owned();
        all.extend(complaints(input, &expected).into_iter().map(|fault| format!("{name}: {fault}")));
    }
    assert!(all.is_empty(), "\n{}", all.join("\n"));
}

const ROSTER: &str = "[Event \"Testturnier\"]\n[Site \"Musterstadt\"]\n[Date \"2024.01.01\"]\n[Round \"1\"]\n\
                      [White \"Weiss, A\"]\n[Black \"Schwarz, B\"]\n[Result \"*\"]\n";

/// A case whose input is made here, because it is big.
fn assert_made(text: &str, expected: &Value) {
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("input.pgn");
    std::fs::write(&input, text).unwrap();
    assert_eq!(complaints(&input, expected), Vec::<String>::new());
}

#[test]
fn ten_thousand_nested_variations_are_read() {
    const DEPTH: usize = 10_000;
    let levels: Vec<&str> = ["(1. d4\n", "(1. e4\n"].into_iter().cycle().take(DEPTH).collect();
    let text = format!("{ROSTER}\n1. e4\n{}{} 1... e5 *\n", levels.concat(), ")".repeat(DEPTH));
    let expected = json!({
        "games": 1, "valid": 1, "errors": [], "san": [["e4", "e5"]], "variation_depth": [DEPTH], "max_seconds": 10,
    });
    assert_made(&text, &expected);
}

#[test]
fn a_long_comment_and_a_long_tag_are_read() {
    let comment = "wort ".repeat(13_000);
    let tag = "N".repeat(300);
    let text = format!("{ROSTER}[Annotator \"{tag}\"]\n\n1. e4 {{{comment}}} e5 *\n");
    let expected = json!({
        "games": 1, "valid": 1, "errors": [], "san": [["e4", "e5"]],
        "comment_len": [[comment.trim().len()]], "tag_len": {"Annotator": tag.len()},
    });
    assert_made(&text, &expected);
}
