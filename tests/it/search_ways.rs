//! The same question has the same answer over PGN, over a store, over a store without its index, for any number of
//! threads: every example of the manual of the filter language is asked all these ways.

use assert_cmd::Command;
use zug::query::manual::SECTIONS;

use crate::store_kit::pgn_fixtures;

/// Exit status and standard output.
fn search(args: &[&str]) -> (i32, String) {
    let output = Command::cargo_bin("zug").unwrap().arg("search").args(args).output().unwrap();
    let status = output.status.code().unwrap();
    assert!(status < 2, "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    (status, String::from_utf8(output.stdout).unwrap())
}

#[test]
fn every_question_of_the_manual_has_one_answer() {
    let dir = tempfile::tempdir().unwrap();
    let name = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
    let store = name("all.zug");
    let mut files = pgn_fixtures();
    // Sources without a game are told on the way and stand for nothing.
    files.retain(|file| {
        let args = ["search", "--format", "count", "--where", "plies >= 0", file];
        Command::cargo_bin("zug").unwrap().args(args).output().unwrap().status.success()
    });
    let mut import = vec!["import", "-q", "-o", store.as_str()];
    import.extend(files.iter().map(String::as_str));
    Command::cargo_bin("zug").unwrap().args(&import).assert().success();
    let deep = name("deep.zug");
    let mut import = vec!["import", "-q", "--index-variations", "-o", deep.as_str()];
    import.extend(files.iter().map(String::as_str));
    Command::cargo_bin("zug").unwrap().args(&import).assert().success();
    Command::cargo_bin("zug").unwrap().args(["import", "--verify", &deep]).assert().success();
    let texts: Vec<&str> = files.iter().map(String::as_str).collect();

    let examples: Vec<&str> = SECTIONS
        .iter()
        .flat_map(|section| section.entries)
        .flat_map(|entry| entry.examples)
        .copied()
        .collect();
    assert!(examples.len() > 60, "the examples were not found");
    let mut found = 0;
    for example in examples {
        let ask = |more: &[&str], sources: &[&str]| {
            let mut args = vec!["--where", example];
            args.extend(more);
            args.extend(sources);
            search(&args)
        };
        let form = ["--format", "ndjson", "--all"];
        let with =
            |more: &[&'static str]| form.iter().copied().chain(more.iter().copied()).collect::<Vec<_>>();
        let over_text = ask(&form, &texts);
        assert_eq!(ask(&form, &[&store]), over_text, "{example} over a store");
        assert_eq!(ask(&form, &[&deep]), over_text, "{example} with an index of variations");
        assert_eq!(ask(&with(&["--no-index"]), &[&store]), over_text, "{example} without index");
        assert_eq!(ask(&with(&["-j", "1"]), &[&store]), over_text, "{example} by one thread");
        for form in [&["--format", "pgn"][..], &["--format", "count", "-v"]] {
            assert_eq!(ask(form, &[&store]), ask(form, &texts), "{example}: {form:?}");
        }
        let (counted, listed) = (ask(&["-c"], &[&store]).1, ask(&["--format", "ids"], &[&store]).1);
        assert_eq!(counted.trim(), listed.lines().count().to_string(), "{example}");
        found += usize::from(listed.lines().count() > 0);
    }
    assert!(found > 40, "only {found} examples find anything in these games");
}
