//! `zug stats --player`, `--crosstable`, `--similar-names` and `--pairs`.

use serde_json::Value;

use crate::stats_tree::rows;
use crate::store_kit::{Desk, fixture, zug, zug_ok};

fn json(args: &[&str]) -> Value {
    let (out, _) = zug_ok(&[&["stats", "--format", "json"], args].concat());
    serde_json::from_str(&out).unwrap()
}

/// The points are those of the book, the Sonneborn-Berger of the first is worked out beside the survey.
#[test]
fn the_table_of_new_york_1924_over_text_and_store() {
    let desk = Desk::new();
    let store = desk.path("ny.zug");
    let text = fixture("newyork1924_table.pgn");
    zug_ok(&["import", "-q", "-o", &store, &text, &fixture("classics.pgn")]);
    let table = |source: &str| {
        let answer = json(&["--crosstable", "New York 1924", source]);
        rows(&answer["crosstable"], "player points sonneborn_berger 1 2")
    };
    let expected = [
        "Lasker, Em 16 144 ■ ½0",
        "Capablanca, J 14.5 135.25 ½1 ■",
        "Alekhine, A 12 107 ½0 ½½",
        "Marshall, F 11 99 0½ ½½",
        "Reti, R 10.5 91 00 10",
        "Maroczy, G 10 86.5 00 0½",
        "Bogoljubow, E 9.5 80.25 00 00",
        "Tartakower, S 8 73.75 0½ 00",
        "Yates, F 7 59.75 0½ ½0",
        "Lasker, Ed 6.5 67.5 ½0 0½",
        "Janowski, D 5 44 00 0½",
    ];
    let plain = |rows: Vec<String>| rows.into_iter().map(|row| row.replace(".0 ", " ")).collect::<Vec<_>>();
    assert_eq!(plain(table(&text)), expected);
    assert_eq!(plain(table(&store)), expected);
    let (german, _) =
        zug_ok(&["--ui-lang", "de", "stats", "--width", "200", "--crosstable", "new york", &text]);
    assert!(
        german.contains("Kreuztabelle") && german.contains("14½") && german.contains("135,25"),
        "{german}"
    );
}

#[test]
fn several_events_are_named() {
    let desk = Desk::new();
    let file = desk.path("a.pgn");
    let game = |event: &str, date: &str| {
        format!("[Event \"{event}\"]\n[Date \"{date}\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. e4 1-0\n\n")
    };
    let text = game("Linares\u{1b}[31m", "1993.02.23") + &game("Linares Open", "1994.??.??");
    std::fs::write(&file, text).unwrap();
    let (status, out, err) = zug(&["stats", "--crosstable", "linares", &file]);
    assert_eq!((status, out.as_str()), (2, ""));
    assert!(err.contains("Linares Open (1994.??.??, 1)") && !err.contains('\u{1b}'), "{err}");
    let (status, _, err) = zug(&["stats", "--crosstable", "Hastings", &file]);
    assert!(status == 2 && err.contains("no game is of this event"), "{err}");
    let (out, _) = zug_ok(&["stats", "--crosstable", "linares", "--where", "date = 1994", &file]);
    assert!(out.contains("Linares Open"), "{out}");
    assert_eq!(zug(&["stats", "--player", "?", &file]).0, 2);
}

#[test]
fn a_player_over_text_and_store() {
    let desk = Desk::new();
    let store = desk.path("ny.zug");
    let text = fixture("newyork1924_table.pgn");
    zug_ok(&["import", "-q", "-o", &store, &text]);
    for source in [&text, &store] {
        let answer = json(&["--player", "Capablanca, José Raúl", source]);
        // Ten games with either colour; the opponents and their points are in the table.
        assert_eq!(rows(&answer["player_colors"], "color games").len(), 2);
        let opponents = rows(&answer["player_opponents"], "opponent games won drawn lost");
        assert_eq!(opponents.len(), 10);
        assert!(
            opponents.contains(&"Lasker, Em 2 1 1 0".to_owned())
                && opponents.contains(&"Reti, R 2 1 0 1".to_owned())
        );
        assert_eq!(rows(&answer["player_years"], "year games won drawn lost"), ["1924 20 10 9 1"]);
    }
}

#[test]
fn similar_names_and_pairs() {
    let desk = Desk::new();
    let file = desk.path("a.pgn");
    let game = |white: &str, black: &str, result: &str| {
        format!(
            "[Event \"E\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Variant \"Chess960\"]\n[SetUp \"1\"]\n\
             [FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1\"]\n\n1. e4 {result}\n\n"
        )
    };
    let text = game("Müller, K", "Short, N", "1-0")
        + &game("Short, N", "Müller, K", "1/2-1/2")
        + &game("Mueller, K", "Short, N", "*");
    std::fs::write(&file, text).unwrap();
    let answer = json(&["--similar-names", "--pairs", &file]);
    assert_eq!(rows(&answer["similar_names"], "group name games"), ["1 Müller, K 2", "1 Mueller, K 1"]);
    assert_eq!(
        rows(&answer["pairs"], "start first second first_result second_result"),
        ["0 Müller, K Short, N 1-0 1/2-1/2"]
    );
    let points = rows(&answer["pairs"], "first_points second_points");
    assert_eq!(points.len(), 1);
}
