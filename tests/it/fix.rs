//! `zug validate --fix`: what is written, what is said, and that a second run finds nothing to repair.

use std::path::Path;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;
use predicates::prelude::*;
use predicates::str::contains;

fn fix(input: &Path, output: &Path, more: &[&str]) -> Command {
    let mut command = cargo_bin_cmd!("zug");
    command.env_remove("ZUG_LANG").env_remove("NO_COLOR");
    command.args(["validate", "--no-timing", "--fix", "-o"]).arg(output).args(more).arg(input);
    command
}

fn fixture(name: &str) -> std::path::PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "fixtures", name].iter().collect()
}

/// What `--fix` makes of a text, and what it says.
fn fixed(text: &[u8], more: &[&str]) -> (String, String) {
    let dir = tempfile::tempdir().unwrap();
    let (input, output) = (dir.path().join("in.pgn"), dir.path().join("out.pgn"));
    std::fs::write(&input, text).unwrap();
    let said = fix(&input, &output, more).output().unwrap();
    (std::fs::read_to_string(&output).unwrap(), String::from_utf8(said.stdout).unwrap())
}

#[test]
fn a_repaired_collection_is_written_and_every_repair_reported() {
    let (text, said) = fixed(&std::fs::read(fixture("fix_in.pgn")).unwrap(), &[]);
    assert_eq!(text, std::fs::read_to_string(fixture("fix_out.pgn")).unwrap());
    for repair in [
        "the tag Weiß is now called White",
        "the value of Date was \"15. Oktober 2016\" and is now \"2016.10.15\"",
        "added what is missing: Event, Site, Round",
        "moves are in standard notation, this one as e4",
        "judgements are written as",
        "from faulty moves on in 2 places of variations became comments",
        "words that are no moves became a comment",
    ] {
        assert!(said.contains(repair), "{repair}");
    }
}

#[test]
fn a_second_run_repairs_nothing() {
    let once = std::fs::read(fixture("fix_out.pgn")).unwrap();
    let (twice, said) = fixed(&once, &[]);
    assert_eq!(twice.as_bytes(), once);
    assert!(!said.contains("repaired"), "{said}");
}

#[test]
fn repairs_are_said_in_german_too() {
    let (_, said) = fixed(b"1. e2-e4 *\n", &["--ui-lang", "de"]);
    assert!(said.contains("berichtigt: Züge stehen in Standardnotation, dieser als e4"), "{said}");
}

#[test]
fn an_accepted_suggestion_is_taken() {
    let text = b"[Event \"a\"]\n\n1. e4 e5 1-0\n\n[Event \"b\"]\n\n1. e4 e5 2. Nf3 Nf4 3. Bb5 a6 0-1\n";
    let (plain, said) = fixed(text, &[]);
    assert!(plain.ends_with("[Event \"b\"]\n\n1. e4 e5 2. Nf3 Nf4 3. Bb5 a6 0-1\n\n"), "{plain}");
    assert!(said.contains("did you mean Nf6"), "{said}");
    let (accepted, said) = fixed(text, &["--accept", "2:4"]);
    assert!(accepted.ends_with("[Result \"0-1\"]\n\n1. e4 e5 2. Nf3 Nf6 3. Bb5 a6 0-1\n\n"), "{accepted}");
    assert!(said.contains("Nf6 is played in place of this move"), "{said}");
}

#[test]
fn a_suggestion_that_is_not_there_is_trouble() {
    let dir = tempfile::tempdir().unwrap();
    let output = dir.path().join("out.pgn");
    let wrong = fix(&fixture("classics.pgn"), &output, &["--accept", "1:3"]).assert().code(2);
    wrong.stderr(contains("--accept 1:3").and(contains("no suggestion")));
    assert!(output.exists());
}

#[test]
fn quiet_runs_and_runs_without_notes_repair_the_same() {
    let text = std::fs::read(fixture("fix_in.pgn")).unwrap();
    let whole = fixed(&text, &[]).0;
    for more in
        [["--quiet"].as_slice(), &["--summary"], &["--severity", "error"], &["--select", "illegal-move"]]
    {
        assert_eq!(fixed(&text, more).0, whole, "{more:?}");
    }
    let text = b"1. e4 e5 2. Nf3 Nf4 3. Bb5 a6 0-1\n";
    let accepted = fixed(text, &["--accept", "1:4"]).0;
    assert!(accepted.contains("Nf6"));
    assert_eq!(fixed(text, &["--accept", "1:4", "--quiet"]).0, accepted);
}

#[test]
fn every_number_of_threads_writes_the_same_bytes() {
    let games =
        [std::fs::read(fixture("fix_in.pgn")).unwrap(), std::fs::read(fixture("classics.pgn")).unwrap()];
    let text = games.concat().repeat(60);
    let one = fixed(&text, &["--quiet", "--threads", "1"]).0;
    for threads in ["2", "3", "8"] {
        assert!(fixed(&text, &["--quiet", "--threads", threads]).0 == one, "{threads} threads");
    }
}

#[test]
fn positions_are_no_games_to_repair() {
    let dir = tempfile::tempdir().unwrap();
    let (input, output) = (dir.path().join("p.fen"), dir.path().join("out.pgn"));
    std::fs::write(&input, "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n").unwrap();
    fix(&input, &output, &[]).assert().code(2).stderr(contains("positions"));
}

#[test]
fn other_encodings_come_out_as_utf_8() {
    let (text, said) = fixed(b"[White \"M\xFCller\"]\n\n1. e4 {sch\xF6n} *\n", &[]);
    assert!(text.contains("Müller") && text.contains("{schön}"), "{text}");
    assert!(said.contains("games"), "{said}");
}
