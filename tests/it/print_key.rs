//! `zug search --print-key`: keys of positions as engines want them.

use crate::store_kit::{fixture, zug, zug_ok};

/// The value of a line of the answer.
fn value(out: &str, name: &str) -> String {
    let line = out.lines().find_map(|line| line.strip_prefix(name)).unwrap();
    line.trim().to_owned()
}

#[test]
fn the_forms_of_a_key_are_the_same_64_bits() {
    let (start, err) = zug_ok(&["search", "--print-key", "startpos"]);
    assert_eq!(err, "");
    assert_eq!(
        start,
        "key       0x463b96181691fc9c\nunsigned  5060803636482931868\nsigned    5060803636482931868\n\
         prefix    70\nfen       rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
    );
    for position in ["after 1. e4", "after 1. d4", "after 1. Sf3", "W: Kg1, De2 / S: Kg7, Ta8"] {
        let (out, _) = zug_ok(&["search", "--print-key", position]);
        let key = u64::from_str_radix(value(&out, "key").strip_prefix("0x").unwrap(), 16).unwrap();
        assert_eq!(value(&out, "unsigned"), key.to_string());
        assert_eq!(value(&out, "signed"), key.cast_signed().to_string());
        assert_eq!(value(&out, "prefix"), (key >> 56).to_string());
        let (object, _) = zug_ok(&["search", "--format", "ndjson", "--print-key", position]);
        let object: serde_json::Value = serde_json::from_str(&object).unwrap();
        assert_eq!(object["key"], format!("{key:016x}"));
        assert_eq!(object["unsigned"], key.to_string());
        assert_eq!(object["signed"], key.cast_signed().to_string());
        assert_eq!(object["prefix"], key >> 56);
        assert_eq!(object["fen"], value(&out, "fen"));
    }
    let (out, _) = zug_ok(&["search", "--print-key", "after 1. e4"]);
    assert!(value(&out, "signed").starts_with('-'), "{out}");
}

#[test]
fn a_printed_key_finds_the_games_with_its_position() {
    let games = fixture("classics.pgn");
    let (out, _) = zug_ok(&["search", "--print-key", "after 1. e4 e5 2. Nf3 d6"]);
    let (by_key, _) = zug_ok(&["search", &games, "--key", &value(&out, "key"), "--format", "ids"]);
    let (by_moves, _) = zug_ok(&["search", &games, "--after", "1. e4 e5 2. Nf3 d6", "--format", "ids"]);
    assert!(!by_key.is_empty() && by_key == by_moves, "{by_key}{by_moves}");
    // A pawn that nobody can take en passant leaves no trace in the key.
    let fen = |square: &str| format!("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq {square} 0 1");
    let key = |fen: &str| value(&zug_ok(&["search", "--print-key", fen]).0, "key");
    assert_eq!(key(&fen("e3")), key(&fen("-")));
}

#[test]
fn what_is_no_position_or_no_way_to_ask_is_wrong_usage() {
    for args in [
        &["nonsense"][..],
        &[""],
        &["8/8/8/8/8/8/8/8 w - - 0 1"],
        &["after 1. e5"],
        &["startpos", "a.pgn"],
        &["startpos", "--mate"],
        &["startpos", "--format", "csv"],
        &["startpos", "-c"],
    ] {
        let (status, out, err) = zug(&[&["search", "--print-key"], args].concat());
        assert!(status == 2 && out.is_empty() && err.contains("--print-key"), "{args:?}: {err}");
    }
    let (_, _, err) = zug(&["search", "--ui-lang", "de", "--print-key", "nonsense"]);
    assert!(err.contains("das ist weder eine FEN"), "{err}");
    assert_eq!(zug_ok(&["search", "-q", "--print-key", "startpos"]).0, "");
}
