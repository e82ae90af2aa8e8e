//! `zug chess960` as it is run.

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;

fn chess960(args: &[&str]) -> Command {
    let mut command = cargo_bin_cmd!("zug");
    command.env_remove("ZUG_LANG").env_remove("NO_COLOR").timeout(std::time::Duration::from_secs(60));
    command.arg("chess960").args(args);
    command
}

fn stdout_of(args: &[&str]) -> String {
    let output = chess960(args).output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &[][..]), "{args:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn objects(args: &[&str]) -> Vec<Value> {
    stdout_of(args).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_card_shows_everything_and_the_board() {
    let card = "\
start         23 NQBNRKRB
mirror        930 BRKRNBQN
castling      O-O on move 1
pawns         unprotected: h2
X-FEN         nqbnrkrb/pppppppp/8/8/8/8/PPPPPPPP/NQBNRKRB w KQkq - 0 1
Shredder-FEN  nqbnrkrb/pppppppp/8/8/8/8/PPPPPPPP/NQBNRKRB w GEge - 0 1

8 ♞ ♛ ♝ ♞ ♜ ♚ ♜ ♝
7 ♟ ♟ ♟ ♟ ♟ ♟ ♟ ♟
6 . . . . . . . .
5 . . . . . . . .
4 . . . . . . . .
3 . . . . . . . .
2 ♙ ♙ ♙ ♙ ♙ ♙ ♙ ♙
1 ♘ ♕ ♗ ♘ ♖ ♔ ♖ ♗
  a b c d e f g h
";
    assert_eq!(stdout_of(&["NQBNRKRB"]), card);
}

#[test]
fn the_card_speaks_german() {
    let card = stdout_of(&["--ui-lang", "de", "518"]);
    let head = "\
Stellung      518 TSLDKLST
Spiegelbild   534 TSLKDLST
Rochade       keine im 1. Zug
Bauern        alle gedeckt
X-FEN         rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
";
    assert!(card.starts_with(head), "{card}");
}

#[test]
fn the_list_has_all_960_and_162_of_them_castle_at_once() {
    let list = stdout_of(&["--list"]);
    assert_eq!(list.lines().count(), 960);
    assert_eq!(list.lines().nth(518), Some("518  RNBQKBNR  534  -      -"));
    let all = objects(&["--list", "--format", "ndjson"]);
    let castling =
        |wing: &str| all.iter().filter(|start| start["castling"] == serde_json::json!([wing])).count();
    assert_eq!((castling("O-O"), castling("O-O-O")), (90, 72));
    assert!(all.iter().zip(0..).all(|(start, number)| start["number"] == number));
    assert_eq!(stdout_of(&["--list", "--fen"]).lines().count(), 960);
}

#[test]
fn keys_of_json_are_in_the_order_of_the_manual() {
    let line = stdout_of(&["--format", "json", "518"]);
    assert_eq!(
        line,
        "{\"number\":518,\"arrangement\":\"RNBQKBNR\",\"mirror\":534,\
         \"fen\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\",\
         \"shredder_fen\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1\",\
         \"castling\":[],\"unprotected_pawns\":[]}\n"
    );
}

#[test]
fn pieces_and_fens_have_numbers() {
    for text in ["LLDSSTKT", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"] {
        assert_eq!(objects(&["--format", "ndjson", text])[0]["number"], 0, "{text}");
    }
}

#[test]
fn nine_hundred_and_sixty_is_zero_with_a_note() {
    let fen = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1\n";
    chess960(&["--fen", "960"]).assert().code(0).stdout(fen).stderr("note: 960 is read as 0\n");
    chess960(&["-q", "960"]).assert().code(0).stdout("").stderr("");
}

#[test]
fn what_is_no_start_is_exit_2() {
    chess960(&["961"]).assert().code(2).stdout("").stderr(contains("numbers 0 to 959"));
    chess960(&["-1"]).assert().code(2).stdout("").stderr(contains("numbers 0 to 959"));
    chess960(&["RNBQKNBR"]).assert().code(2).stdout("").stderr(contains("one colour"));
    chess960(&["Hauptbahnhof"]).assert().code(2).stdout("").stderr(contains("RNBQKBNR"));
    chess960(&[]).assert().code(2).stdout("").stderr(contains("--random"));
    let double = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    chess960(&[double]).assert().code(2).stderr(contains("518").and(contains("double Chess960")));
}

#[test]
fn the_same_seed_draws_the_same() {
    for way in ["--random", "--dice"] {
        let first = stdout_of(&[way, "--seed", "7"]);
        assert_eq!(first, stdout_of(&[way, "--seed", "7"]));
        let drawn = objects(&[way, "--format", "ndjson"]);
        let seed = drawn[0]["seed"].to_string();
        assert_eq!(objects(&[way, "--seed", &seed, "--format", "ndjson"]), drawn);
    }
    let numbers: std::collections::HashSet<String> = (0..20)
        .map(|seed| stdout_of(&["--random", "--format", "ndjson", "--seed", &seed.to_string()]))
        .collect();
    assert!(numbers.len() > 15, "{}", numbers.len());
}

#[test]
fn the_throws_of_the_die_lead_to_the_arrangement() {
    for seed in 0..20 {
        let start = objects(&["--dice", "--seed", &seed.to_string(), "--format", "ndjson"]).remove(0);
        let row = start["arrangement"].as_str().unwrap();
        let throws = start["throws"].as_array().unwrap();
        let placed: Vec<&str> = throws.iter().filter_map(|throw| throw["placed"].as_str()).collect();
        let letters: String = placed.iter().map(|text| &text[..1]).collect();
        assert_eq!(letters, "BBQNN");
        for text in placed {
            let file = text.as_bytes()[1] - b'a';
            assert_eq!(row.as_bytes()[usize::from(file)], text.as_bytes()[0], "{row} {text}");
        }
        assert!(throws.iter().all(|throw| (1..=6).contains(&throw["eyes"].as_u64().unwrap())));
    }
}

#[test]
fn a_fen_alone_leaves_the_throws_to_standard_error() {
    let output = chess960(&["--dice", "--seed", "3", "--fen"]).output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert_eq!(out.lines().count(), 1);
    assert!(err.starts_with("seed          3\ndice          "), "{err}");
}
