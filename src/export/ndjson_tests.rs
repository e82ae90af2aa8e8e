use proptest::prelude::*;
use serde_json::{Value, json};

use super::ndjson::{NdjsonOptions, write_game};
use super::ndjson_read::NdjsonReader;
use super::testing::{any_game, facts, game_of};
use crate::chess::Position;
use crate::replay::game::{Game, Item};

fn written(game: &Game, options: NdjsonOptions) -> String {
    super::testing::written(|out| write_game(game, "a.pgn", options, out))
}

fn object(pgn: &str) -> Value {
    serde_json::from_str(&written(&game_of(pgn), NdjsonOptions::default())).expect("JSON")
}

fn read(text: &str) -> Result<Game, String> {
    let mut reader = NdjsonReader::new(text.as_bytes());
    let read = reader.next().expect("a game");
    assert!(reader.next().is_none());
    read.fault.map_or(Ok(read.game), |fault| Err(fault.to_string()))
}

fn fault(text: &str) -> String {
    read(text).expect_err("a fault")
}

#[test]
fn a_game_is_one_object_with_all_its_keys() {
    let game = object(
        "[Event \"Club\"]\n[Result \"1-0\"]\n\n{Start} 1. e4 $1 {best [%clk 0:05:00.5] [%eval 0.31]} e5 1-0\n",
    );
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(
        game,
        json!({
            "file": "a.pgn", "game": 1, "line": 1, "id": "a.pgn#1", "language": null,
            "tags": {"Event": "Club", "Result": "1-0"}, "start_fen": start, "result": "1-0", "plies": 2,
            "final_fen": "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "comments": [],
            "moves": [
                {
                    "ply": 1, "san": "e4", "uci": "e2e4", "nags": [1], "before": ["Start"],
                    "comments": ["best [%clk 0:05:00.5] [%eval 0.31]"], "clock": 300.5, "eval": {"cp": 31},
                    "key": "823c9b50fd114196", "variations": [],
                },
                {
                    "ply": 2, "san": "e5", "uci": "e7e5", "nags": [], "before": [], "comments": [], "clock": null,
                    "eval": null, "key": "0844931a6ef4b9a0", "variations": [],
                },
            ],
        })
    );
}

#[test]
fn variations_stand_at_the_move_they_replace() {
    let game = object("1. e4 (1. d4 d5 (1... Nf6) 2. c4) ({Reti} 1. Nf3) {back} 1... e5 *\n");
    let first = &game["moves"][0];
    assert_eq!(first["variations"][0][1]["variations"][0][0]["san"], "Nf6");
    assert_eq!(first["variations"][0][1]["variations"][0][0]["ply"], 2);
    assert_eq!(first["variations"][0][2]["uci"], "c2c4");
    assert_eq!(first["variations"][1][0]["before"], json!(["Reti"]));
    assert_eq!((&first["comments"], &first["order"]), (&json!(["back"]), &json!("vvc")));
    assert_eq!(game["moves"][1]["ply"], 2);
}

#[test]
fn comments_of_a_game_without_moves_are_its_own() {
    let game = object("[White \"A\"]\n\n{no moves came down to us} 1-0\n");
    assert_eq!(game["comments"], json!(["no moves came down to us"]));
    assert_eq!((&game["moves"], &game["plies"]), (&json!([]), &json!(0)));
}

#[test]
fn what_could_not_be_read_is_there_as_text() {
    let game = object("1. e4 e5 2. Ke3 Nf6 *\n");
    assert_eq!(game["whole"], false);
    assert!(game["moves"][1]["rest"][0].as_str().is_some_and(|text| text.contains("Ke3 Nf6")));
}

#[test]
fn castling_in_chess960_is_king_takes_rook() {
    let tags = "[Variant \"Chess960\"]\n[FEN \"1r2k1r1/1p4p1/8/8/8/8/1P4P1/1R2K1R1 w GBgb - 0 1\"]\n\n";
    let game = object(&format!("{tags}1. O-O O-O-O *\n"));
    assert_eq!((&game["moves"][0]["uci"], &game["moves"][1]["uci"]), (&json!("e1g1"), &json!("e8b8")));
    assert_eq!(game["chess960"], true);
    let classic = object("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *\n");
    assert_eq!(classic["moves"][0]["uci"], "e1g1");
}

#[test]
fn the_position_after_every_move_is_written_on_request() {
    let text = written(&game_of("1. e4 *"), NdjsonOptions { fens: true });
    let game: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(game["moves"][0]["fen"], "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
}

#[test]
fn ten_thousand_nested_variations_go_there_and_back() {
    let depth = 10_000;
    let mut game = Game::new();
    let mut positions = [Position::start()];
    for level in 0..depth {
        let position = positions.last_mut().expect("a position");
        let mv = position.legal_moves()[level % 20];
        game.items
            .push(Item::Move { facts: crate::notation::MoveFacts::of(position, mv), ply: position.ply() });
        game.items.push(Item::Open);
    }
    game.items.extend((0..depth).map(|_| Item::Close));
    let text = written(&game, NdjsonOptions::default());
    assert_eq!(read(&text).expect("a game").items, game.items);
}

#[test]
fn an_object_may_go_over_several_lines_and_lack_what_follows_from_the_rest() {
    let game = read(
        "{\n  \"moves\": [\n    {\"san\": \"e4\", \"clock\": 61.50, \"eval\": {\"cp\": -7}},\n    {\"uci\": \"e7e5\"}\n  ]\n}\n",
    );
    let game = game.expect("a game");
    assert_eq!(game.plies(), 2);
    assert_eq!(game.items.get(1), Some(&Item::Comment("[%eval -0.07] [%clk 0:01:01.50]".to_owned())));
}

#[test]
fn faults_have_a_line_and_a_path() {
    for (text, expected) in [
        ("\n{\"moves\": [}", "line 2: this is not JSON: a value is missing here"),
        (
            "{\"moves\":\n[{\"san\":\"e4\"},\n{\"san\":\"Ke2\"}]}",
            "line 3: .moves[1].san: Ke2 is not legal here",
        ),
        ("{\"moves\":[{\"uci\":\"e2e5\"}]}", "line 1: .moves[0].uci: e2e5 is not legal here"),
        ("{\"moves\":[{\"san\":\"hello\"}]}", "line 1: .moves[0].san: \"hello\" is no move"),
        (
            "{\"moves\":[{\"san\":\"e4\",\"uci\":\"d2d4\"}]}",
            "line 1: .moves[0]: \"d2d4\" and \"e4\" are different moves",
        ),
        (
            "{\"moves\":[{\"san\":\"e4\",\"variations\":[[],[{\"san\":\"d4\"},{\"san\":\"d4\"}]]}]}",
            "line 1: .moves[0].variations[1][1].san: d4 is not legal here",
        ),
        (
            "{\"moves\":[{\"san\":\"e4\"},{\"comments\":[]}]}",
            "line 1: .moves[1] has neither \"uci\" nor \"san\"",
        ),
        (
            "{\"moves\":[{\"san\":\"e4\",\"nags\":[256]}]}",
            "line 1: .moves[0].nags must be a number from 0 to 255",
        ),
        ("{\"moves\":[3]}", "line 1: .moves[0] must be an object"),
        ("{\"mvoes\":[]}", "line 1: the game has no key \"mvoes\"; did you mean \"moves\"?"),
        ("{\"tags\":{\"Round\":3}}", "line 1: .tags.Round must be a string"),
        ("{\"tags\":[],\"tags\":[]}", "line 1: the key \"tags\" stands twice in the game"),
        ("{\"start_fen\":\"8/8\"}", "line 1: .start_fen: placement has 2 ranks instead of 8"),
        ("{\"result\":\"2-0\"}", "line 1: .result: \"2-0\" is no result"),
        ("{\"language\":\"xx\"}", "line 1: .language: no language has the code \"xx\""),
        (
            "{\"moves\":[{\"san\":\"e4\",\"comments\":[\"[%clk 0:00:09]\"],\"clock\":10}]}",
            "line 1: .moves[0].clock is not what the comment says; change it there, or set it to null",
        ),
        (
            "{\"moves\":[{\"san\":\"e4\",\"order\":\"cx\"}]}",
            "line 1: .moves[0].order: 'x' is none of n, d, c, r, v",
        ),
        ("[1]", "line 1: the game must be an object"),
    ] {
        assert_eq!(fault(text), expected, "{text}");
    }
}

#[test]
fn a_faulty_game_is_kept_as_far_as_it_goes_and_as_text() {
    let moves = r#"[{"san":"e4","variations":[[{"san":"d4"},{"san":"d4"}]]}]"#;
    let text = format!(r#"{{"tags":{{"White":"A"}},"moves":{moves}}}"#);
    let read = NdjsonReader::new(text.as_bytes()).next().expect("an object");
    assert_eq!((read.game.tag("White"), read.game.plies(), read.game.is_whole), (Some("A"), 1, false));
    assert!(matches!(read.game.items.get(2), Some(Item::Move { .. })));
    assert_eq!(read.game.items.get(3..), Some(&[Item::Close, Item::Rest(text.clone())][..]));
}

#[test]
fn behind_a_faulty_game_the_next_is_read() {
    let text =
        "{\"moves\":[{\"san\":\"e4\"\n{\"moves\":[{\"san\":\"d4\"}]}\n{\"moves\":[{\"san\":\"e5\"}]}\n{}\n";
    let read: Vec<_> = NdjsonReader::new(text.as_bytes())
        .map(|read| (read.fault.map(|fault| fault.line), read.game.plies(), read.game.is_whole))
        .collect();
    assert_eq!(read, [(Some(2), 0, false), (None, 1, true), (Some(3), 0, false), (None, 0, true)]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_back_as_the_same_game(game in any_game(), fens in any::<bool>()) {
        let text = written(&game, NdjsonOptions { fens });
        let value: Value = serde_json::from_str(&text).expect("JSON");
        prop_assert_eq!(&value["plies"], &json!(game.plies()));
        prop_assert_eq!(&value["final_fen"], &json!(game.final_position().fen(Default::default())));
        let back = read(&text).map_err(TestCaseError::fail)?;
        prop_assert_eq!(facts(&back), facts(&game));
        // Other programs print objects over several lines, with sorted keys.
        let pretty = serde_json::to_string_pretty(&value).expect("JSON");
        let mut back = read(&pretty).map_err(TestCaseError::fail)?;
        back.tags.sort();
        prop_assert_eq!(facts(&back), facts(&game));
    }

    #[test]
    fn any_text_is_answered(text in "(\\{|\\}|\\[|\\]|,|:|\"(moves|san|uci|variations|tags|order|e4|c)\"|1|null|\n){0,40}") {
        let _ = NdjsonReader::new(text.as_bytes()).count();
    }
}
