//! `zug stats --tree` and `--novelty`: the moves from a position.

use serde_json::Value;

use crate::store_kit::{Desk, pgn_fixtures, zug, zug_ok};

/// The answer as JSON, without the names of the sources.
fn json(args: &[&str]) -> Value {
    let mut all = vec!["stats", "--format", "json"];
    all.extend(args);
    let (out, _) = zug_ok(&all);
    let mut answer: Value = serde_json::from_str(&out).unwrap();
    answer.as_object_mut().unwrap().remove("sources");
    answer
}

/// Some columns of a table, a row in a line.
pub(crate) fn rows(table: &Value, columns: &str) -> Vec<String> {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let row = |row: &Value| columns.split(' ').map(|key| text(&row[key])).collect::<Vec<_>>().join(" ");
    table.as_array().unwrap().iter().map(row).collect()
}

/// The moves from the start and after 1. d4 Nf6 2. c4, by two roads.
#[test]
fn moves_are_counted_however_they_come_there() {
    let desk = Desk::new();
    let file = desk.path("a.pgn");
    let game = |date: &str, moves: &str, result: &str| {
        format!("[Date \"{date}\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n")
    };
    let text = game("1924.??.??", "1. d4 Nf6 2. c4 e6", "1-0")
        + &game("1930.01.02", "1. c4 Nf6 2. d4 e6", "1/2-1/2")
        + &game("1927.??.??", "1. d4 Nf6 2. c4 g6", "0-1")
        + &game("1925.??.??", "1. d4 d5 2. c4", "1-0")
        + &game("????.??.??", "1. e4 e5", "*");
    std::fs::write(&file, text).unwrap();
    let answer = json(&["--tree", &file]);
    assert_eq!(
        rows(&answer["tree_moves"], "move games white_wins draws black_wins"),
        ["d4 3 2 0 1", "c4 1 0 1 0", "e4 1 0 0 0"]
    );
    let deeper = json(&["--tree", "--moves", "1. d4 Sf6 2. c4", &file]);
    assert_eq!(
        rows(&deeper["tree_moves"], "move games white_wins draws black_wins last_year"),
        ["e6 2 1 1 0 1930", "g6 1 0 0 1 1927"]
    );
}

#[test]
fn a_tree_is_the_same_over_text_and_stores_by_any_number_of_threads() {
    let desk = Desk::new();
    let store = desk.path("all.zug");
    let mut files = pgn_fixtures();
    // Sources without a game are told on the way and stand for nothing.
    files.retain(|file| zug(&["search", "--format", "count", "--where", "plies >= 0", file]).0 == 0);
    let mut import = vec!["import", "-q", "-o", store.as_str()];
    import.extend(files.iter().map(String::as_str));
    zug_ok(&import);
    let texts: Vec<&str> = files.iter().map(String::as_str).collect();
    for position in [
        &["--depth", "3"][..],
        &["--moves", "1. e4 e5 2. Nf3"],
        &["--moves", "1. Nf3 d5 2. d4", "--depth", "2"],
        &["--fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"],
        &["--where", "result = 1-0", "--depth", "2"],
        &["--moves", "e4", "--where", "plies > 60"],
        &["--moves", "e4", "--overview"],
        &["--novelty"],
    ] {
        let ask = |more: &[&str], sources: &[&str]| {
            let what: &[&str] = if position == ["--novelty"] { &[] } else { &["--tree"] };
            json(&[what, position, more, sources].concat())
        };
        let over_text = ask(&[], &texts);
        assert_eq!(ask(&["-j", "1"], &texts), over_text, "{position:?}");
        for more in [&[][..], &["-j", "1"], &["-j", "3"], &["--no-index"]] {
            assert_eq!(ask(more, &[&store]), over_text, "{position:?} {more:?}");
        }
    }
}

#[test]
fn what_is_no_position_is_told() {
    for args in [&["--moves", "1. e4 e4"][..], &["--fen", "8/8"], &["--depth", "0"]] {
        let (status, out, err) = zug(&[&["stats", "--tree", "x.pgn"], args].concat());
        assert_eq!((status, out.as_str()), (2, ""), "{args:?}");
        assert!(err.contains("error"), "{err}");
    }
    // Without --tree there is no position to ask for.
    assert_eq!(zug(&["stats", "--fen", "8/8", "x.pgn"]).0, 2);
}

#[test]
fn novelties_go_by_date() {
    let desk = Desk::new();
    let file = desk.path("a.pgn");
    let game =
        |date: &str, moves: &str| format!("[White \"A\"]\n[Black \"B\"]\n[Date \"{date}\"]\n\n{moves} *\n\n");
    // Later games stand first.
    let text = game("1950.01.02", "1. e4 c5 2. Nc3")
        + &game("1950.01.02", "1. e4 c5 2. c3")
        + &game("1949.??.??", "1. e4 c5 2. Nf3")
        + &game("1950.??.??", "1. d4");
    std::fs::write(&file, text).unwrap();
    let answer = json(&["--novelty", "--memory", "1M", &file]);
    assert_eq!(
        rows(&answer["novelties"], "move ply earlier date"),
        ["1. d4 1 1 1950.??.??", "2. Nc3 3 1 1950.01.02", "2. c3 3 1 1950.01.02",]
    );
    let (status, out, err) = zug(&["stats", "--novelty", "--memory", "100", &file]);
    assert_eq!((status, out.as_str()), (2, ""));
    assert!(err.contains("--memory"), "{err}");
}
