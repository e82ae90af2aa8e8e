//! `zug validate --strict`: the movetext exactly as export format writes it.

use assert_cmd::cargo::cargo_bin_cmd;

/// Line, column and message of what is not export format.
fn strict(text: &str) -> Vec<(u64, u64, String)> {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("in.pgn");
    std::fs::write(&file, text).unwrap();
    let mut command = cargo_bin_cmd!("zug");
    command.env_remove("ZUG_LANG").args(["validate", "--strict", "--format", "ndjson", "--no-timing"]);
    let output = command.args(["--select", "not-export-format"]).arg(&file).output().unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    let findings = lines.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    findings
        .filter(|finding| finding.get("code").is_some())
        .map(|f| {
            let message = f["message"].as_str().unwrap().to_owned();
            (f["line"].as_u64().unwrap(), f["column"].as_u64().unwrap(), message)
        })
        .collect()
}

const TAGS: &str = "[Event \"e\"]\n[Site \"s\"]\n[Date \"2016.10.15\"]\n[Round \"1\"]\n[White \"w\"]\n[Black \"b\"]\n\
                    [Result \"*\"]\n\n";

/// What is wrong with this movetext, which begins on line 9.
fn moves(text: &str) -> Vec<(u64, u64, String)> {
    strict(&format!("{TAGS}{text}\n\n"))
}

fn assert_one(text: &str, line: u64, column: u64, words: &str) {
    let found = moves(text);
    assert!(
        matches!(found.as_slice(), [(l, c, message)] if (*l, *c) == (line, column) && message.contains(words)),
        "{text:?}: {found:?}"
    );
}

#[test]
fn export_format_is_not_reported() {
    for text in [
        "*",
        "1. e4 *",
        "1. e4 $1 e5 {good} 2. Nf3 (2. f4 exf4 {taken} 3. Nf3 (3. Bc4)) 2... Nc6 *",
        "{before} 1. e4 (1. d4 d5) 1... e5 *",
        "1. e4 {a comment that is long enough to be broken over more than one line of\ntext} 1... e5 *",
    ] {
        assert_eq!(moves(text), [], "{text}");
    }
}

#[test]
fn each_deviation_is_reported_at_its_place() {
    assert_one("1. e4 e5 2. Ng1f3 *", 9, 13, "writes this move Nf3");
    assert_one("1. e4! e5 *", 9, 6, "\"$\" and a number");
    assert_one("1. e4 e5 ! *", 9, 10, "\"$\" and a number");
    assert_one("1. e4 e5 ; good\n*", 9, 10, "comments in braces");
    assert_one("1. e4 e5\n% secret\n*", 10, 1, "\"%\" lines");
    assert_one("1. e4 e5 Nf3 *", 9, 10, "a number before each move");
    assert_one("1. e4 1... e5 *", 9, 7, "a number before each move");
    assert_one("1. e4 {x} e5 *", 9, 11, "a number before each move");
    assert_one("1.e4 e5 *", 9, 3, "one blank");
    assert_one("1. e4  e5 *", 9, 6, "one blank");
    assert_one("1. e4 ( 1. d4) 1... e5 *", 9, 8, "one blank");
    assert_one("1. e4\r\ne5 *", 9, 6, "LF");
    assert_one("1. e4\n\ne5 *", 9, 6, "one empty line");
    assert_one("1. e4\ne5 *", 9, 6, "would fit");
}

#[test]
fn long_lines_are_reported_where_they_should_end() {
    let line = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 *";
    assert_one(line, 9, 78, "less than 80 characters");
}

#[test]
fn the_end_of_a_game_is_looked_at() {
    let found = strict(&format!("{TAGS}1. e4 *\n[Event \"f\"]\n\n1. d4 *\n\n"));
    assert!(found.iter().any(|(line, _, message)| *line == 9 && message.contains("empty line")), "{found:?}");
    let found = moves("1. e4 e5 ½-½");
    assert!(
        found.iter().any(|(_, column, message)| *column == 10 && message.contains("1/2-1/2")),
        "{found:?}"
    );
}
