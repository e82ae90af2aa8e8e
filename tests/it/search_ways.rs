//! The same question has the same answer over PGN, over a store, over a store without its index, for any number of
//! threads: every example of the manual of the filter language is asked all these ways.

use std::path::Path;

use assert_cmd::Command;
use zug::query::manual::SECTIONS;

/// Exit status and standard output.
fn search(args: &[&str]) -> (i32, String) {
    let output = Command::cargo_bin("zug").unwrap().arg("search").args(args).output().unwrap();
    let status = output.status.code().unwrap();
    assert!(status < 2, "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    (status, String::from_utf8(output.stdout).unwrap())
}

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

/// Games that have much of what can be asked for.
const RARE: &str = r#"[Event "960"]
[White "A"]
[Black "B"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"]
[Result "*"]

9. O-O O-O {castled [%clk 0:00:05]} *

[Event "960 from its start"]
[White "Tal"]
[Black "B"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "rnbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/RNBBQKRN w GAga - 0 1"]
[WhiteElo "2700"]
[BlackElo "2650"]
[Date "1990.05.??"]
[ECO "C65"]
[Result "1-0"]

1. e4 $3 (1. d4 {[%eval 0.3]} d5) e5 {[%eval 0.2]} 2. d3 {[%eval 4.0]} 1-0

[Event "promotions"]
[White "Carlsen, M"]
[Black "B"]
[SetUp "1"]
[FEN "1n5k/P7/8/8/8/8/p6K/1N6 w - - 0 1"]
[Result "1/2-1/2"]

1. axb8=N axb1=B 2. Kg2 Kg8 3. Kh2 Kh8 4. Kg2 Kg8 5. Kh2 Kh8 6. Kg2 Kg8 7. Kh2 Kh8 8. Kg2 1/2-1/2

[Event "scholar"]
[White "A"]
[Black "Karpov, A"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0

[Event "en passant and both wings"]
[White "A"]
[Black "B"]
[Result "0-1"]

1. e4 e6 2. e5 d5 3. exd6 Bxd6 4. Nf3 Nf6 5. Be2 O-O 6. d4 Nc6 7. Bf4 b6 8. Nc3 Bb7 9. Qd2 Qe7 10. O-O-O 0-1

[Event "nothing"]
[Result "*"]

*

[Event "broken"]
[White "A"]
[Result "*"]

1. e4 e5 2. Ke3 *
"#;

#[test]
fn every_question_of_the_manual_has_one_answer() {
    let dir = tempfile::tempdir().unwrap();
    let name = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
    let (rare, store) = (name("rare.pgn"), name("all.zug"));
    std::fs::write(&rare, RARE).unwrap();
    let mut files = vec![rare];
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures"), &mut files);
    // Sources without a game are told on the way and stand for nothing.
    files.retain(|file| search(&["--format", "count", "--where", "plies >= 0", file]).0 == 0);
    files.sort();
    let mut import = vec!["import", "-q", "-o", store.as_str()];
    import.extend(files.iter().map(String::as_str));
    Command::cargo_bin("zug").unwrap().args(&import).assert().success();
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
