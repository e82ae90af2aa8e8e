//! `zug convert` to NDJSON and back, its schema, and tables of games.

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::{Value, json};

const GAMES: &str = "[Event \"Club\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"Anna, \\\"A\\\"\"]\n\
    [Black \"Bert\"]\n[Result \"1-0\"]\n\n\
    {Start} 1. e4 $1 {best [%clk 0:05:00.5] [%eval 0.31]} 1... e5 (1... c5 {b} 2.\nNf3 (2. c3)) 2. Nf3 Nc6 1-0\n\n";

/// Games with everything that a game may have, some of it in odd places.
const ODD: &str = "{No moves} *\n\n1. e4 (=) {a} $1 e5 ({b} $2) ((1... c5) 1... d5) 2. Ke3 Nf6 1/2-0\n\n\
    [Variant \"Chess960\"]\n[FEN \"1r2k1r1/1p4p1/8/8/8/8/1P4P1/1R2K1R1 w GBgb - 0 1\"]\n\n\
    1. O-O {[%eval #-3]} O-O-O 2. -- *\n";

fn convert(args: &[&str]) -> Command {
    let mut command = cargo_bin_cmd!("zug");
    command.env_remove("ZUG_LANG").env_remove("NO_COLOR").timeout(std::time::Duration::from_secs(60));
    command.arg("convert").args(args);
    command
}

fn text(args: &[&str], input: &str) -> String {
    String::from_utf8(convert(args).write_stdin(input).output().unwrap().stdout).unwrap()
}

/// Checks a value against those keywords of JSON Schema that the schema uses; any other one is an error, so that none
/// is passed over.
fn check(root: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    let wrong = |what: &str| Err(format!("{what}: {value} against {schema}"));
    for (keyword, rule) in schema.as_object().expect("a schema") {
        let is_met = match keyword.as_str() {
            "$schema" | "title" | "description" | "$defs" => true,
            "$ref" => {
                let place = rule.as_str().unwrap().strip_prefix('#').unwrap();
                check(root, root.pointer(place).expect("a definition"), value)?;
                true
            }
            "type" => {
                let is = |name: &Value| match name.as_str().unwrap() {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "integer" => value.is_i64() || value.is_u64(),
                    "number" => value.is_number(),
                    "null" => value.is_null(),
                    other => panic!("{other}"),
                };
                rule.as_array().map_or_else(|| is(rule), |names| names.iter().any(is))
            }
            "const" => rule == value,
            "enum" => rule.as_array().unwrap().contains(value),
            "anyOf" => rule.as_array().unwrap().iter().any(|one| check(root, one, value).is_ok()),
            "minimum" => value.as_f64().is_none_or(|n| n >= rule.as_f64().unwrap()),
            "maximum" => value.as_f64().is_none_or(|n| n <= rule.as_f64().unwrap()),
            "pattern" => {
                let text = value.as_str().unwrap();
                match rule.as_str().unwrap() {
                    "#[0-9]+$" => text.rsplit_once('#').is_some_and(|(_, n)| n.parse::<u64>().is_ok()),
                    "^[ndcrv]+$" => !text.is_empty() && text.chars().all(|c| "ndcrv".contains(c)),
                    "^[0-9a-f]{16}$" => {
                        text.len() == 16
                            && text.chars().all(|c| c.is_ascii_digit() || ('a'..='f').contains(&c))
                    }
                    other => panic!("{other}"),
                }
            }
            "items" => {
                value.as_array().into_iter().flatten().try_for_each(|item| check(root, rule, item))?;
                true
            }
            "required" => {
                let has = |name: &Value| value.get(name.as_str().unwrap()).is_some();
                !value.is_object() || rule.as_array().unwrap().iter().all(has)
            }
            "properties" => {
                for (name, member) in value.as_object().into_iter().flatten() {
                    rule.get(name).map_or(Ok(()), |rule| check(root, rule, member))?;
                }
                true
            }
            "additionalProperties" => {
                let named = schema.get("properties");
                let mut others = value.as_object().into_iter().flatten();
                others.try_for_each(|(name, member)| match named.and_then(|named| named.get(name)) {
                    Some(_) => Ok(()),
                    None if rule == false => wrong("unknown key"),
                    None => check(root, rule, member),
                })?;
                true
            }
            other => panic!("the test does not know the keyword {other}"),
        };
        if !is_met {
            return wrong(keyword);
        }
    }
    Ok(())
}

#[test]
fn what_is_written_is_as_the_schema_says() {
    let schema: Value = serde_json::from_str(include_str!("../../docs/game.schema.json")).unwrap();
    let classics = include_str!("../fixtures/classics.pgn");
    for input in [GAMES, ODD, classics] {
        for args in [&["-q", "--format", "ndjson"][..], &["-q", "--format", "ndjson", "--fens"]] {
            let lines = text(args, input);
            assert!(!lines.is_empty());
            for line in lines.lines() {
                let game = serde_json::from_str(line).unwrap();
                check(&schema, &schema, &game).unwrap();
            }
        }
    }
    // The check can fail.
    let game: Value = serde_json::from_str(text(&["-q", "--format", "ndjson"], GAMES).trim()).unwrap();
    for (place, value) in [
        ("/plies", json!(-1)),
        ("/moves/0/nags/0", json!(256)),
        ("/moves/0/key", json!("x")),
        ("/moves/0/eval/cp", json!("31")),
        ("/moves/1/variations/0/0/san", Value::Null),
        ("/moves/1", json!({})),
        ("/tags/White", json!(1)),
    ] {
        let mut changed = game.clone();
        *changed.pointer_mut(place).expect(place) = value;
        assert!(check(&schema, &schema, &changed).is_err(), "{place}");
    }
}

#[test]
fn what_is_read_back_is_the_same_pgn() {
    for input in [GAMES, ODD, include_str!("../fixtures/classics.pgn")] {
        let pgn = text(&["-q"], input);
        let json = text(&["-q", "--format", "json"], input);
        assert_eq!(text(&["-q", "--from", "ndjson"], &json), pgn);
        let games: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let pretty: String =
            games.iter().map(|game| serde_json::to_string_pretty(game).unwrap() + "\n").collect();
        let again = text(&["-q", "--from", "ndjson", "--format", "ndjson"], &pretty);
        let again: Vec<Value> = again.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let moves = |games: &[Value]| games.iter().map(|game| game["moves"].clone()).collect::<Vec<_>>();
        assert_eq!(moves(&again), moves(&games));
    }
}

#[test]
fn files_of_json_are_known_by_their_names() {
    let dir = tempfile::tempdir().unwrap();
    for name in ["games.ndjson", "games.JSONL"] {
        let path = dir.path().join(name);
        std::fs::write(&path, text(&["-q", "--format", "ndjson"], GAMES)).unwrap();
        assert_eq!(text(&["-q", path.to_str().unwrap()], ""), GAMES, "{name}");
    }
}

#[test]
fn a_fault_has_its_place_and_the_game_is_kept() {
    let json = "{\"moves\":[{\"san\":\"e4\"},{\"uci\":\"e7e4\"}]}\n{\"moves\":[{\"san\":\"d4\"}]}\n";
    convert(&["--from", "ndjson"])
        .write_stdin(json)
        .assert()
        .code(1)
        .stderr(
            contains("bad-json").and(contains(".moves[1].uci: e7e4 is not legal here")).and(contains("-:1:")),
        )
        .stdout(contains("1. e4 {(").and(contains("1. d4 *")));
    convert(&["--from", "ndjson", "--on-error", "skip", "--ui-lang", "de"])
        .write_stdin(json)
        .assert()
        .code(1)
        .stderr(contains("e7e4 ist hier nicht erlaubt"))
        .stdout(contains("e4").not());
}

#[test]
fn copies_are_found_in_json_too() {
    let json = text(&["-q", "--format", "ndjson"], GAMES).repeat(2);
    assert_eq!(text(&["-q", "--from", "ndjson", "--dedup"], &json), GAMES);
}

#[test]
fn many_games_come_out_in_order_whatever_the_threads() {
    let json = text(&["-q", "--format", "ndjson"], include_str!("../fixtures/classics.pgn")).repeat(60);
    let one = text(&["-q", "--from", "ndjson", "--format", "csv", "--threads", "1"], &json);
    assert_eq!(one.lines().count(), json.lines().count() + 1);
    assert_eq!(text(&["-q", "--from", "ndjson", "--format", "csv", "--threads", "4"], &json), one);
}

#[test]
fn tables_have_the_columns_that_were_asked_for() {
    let fields = ["-q", "--format", "csv", "--fields", "id,white,result,moves,moves_uci", "--lang", "de"];
    assert_eq!(
        text(&fields, GAMES),
        "id,White,result,moves,moves_uci\n-#1,\"Anna, \"\"A\"\"\",1-0,1. e4 e5 2. Sf3 Sc6,e2e4 e7e5 g1f3 b8c6\n"
    );
    let tabs = text(&["-q", "--format", "tsv"], GAMES);
    assert!(tabs.starts_with("file\tgame\tEvent\t"), "{tabs}");
    convert(&["--format", "csv", "--fields", "moves_sna"])
        .assert()
        .code(2)
        .stderr(contains("did you mean 'moves_san'?"));
    convert(&["--fields", "White"])
        .assert()
        .code(2)
        .stderr(contains("--fields goes with --format csv or tsv"));
}

#[test]
fn text_behind_the_last_game_leaves_its_line_as_it_is() {
    let game = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n\
        [Result \"*\"]\n\n1. e4 *\n\n";
    let out = text(&["-q", "--format", "ndjson", "-"], &format!("{}the end\n", game.repeat(3)));
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let places: Vec<u64> = lines.iter().map(|game| game["line"].as_u64().unwrap()).collect();
    assert_eq!(places, [1, 11, 21]);
    assert_eq!(lines[2]["moves"][0]["comments"], json!(["the end"]));
}
