//! Games by the numbers that exported tables have for them, `--ids` of `search`, `convert` and `stats`.

use std::fmt::Write as _;
use std::path::Path;

use zug::store::{GameReader, Store};

use crate::store_kit::{Desk, zug, zug_ok};

/// Games of several kinds with text before some of them, enough for many pieces; and where each begins.
fn collection(games: usize, player: &str) -> (String, Vec<usize>) {
    let (mut text, mut places) = (String::from("\n\n"), Vec::new());
    for number in 1..=games {
        if number % 5 == 0 {
            let _ = write!(text, "{{before {number}}}\n\n");
        }
        places.push(text.len());
        let _ = write!(
            text,
            "[Event \"Café\"]\n[Site \"S\"]\n[Date \"2000.01.01\"]\n[Round \"{number}\"]\n[White \"{player}\"]\n\
             [Black \"B\"]\n[Result \"1-0\"]\n\n"
        );
        text.push_str(match number % 3 {
            0 => "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 1-0\n\n",
            1 => "1. d4 {quiet} d5 (1... Nf6 2. c4) 2. c4 $1 e6 1-0\n\n",
            _ => "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1-0\n\n",
        });
    }
    text.push_str("{the end}\n");
    (text, places)
}

fn game_id(file: u64, offset: usize) -> u64 {
    file << 40 | offset as u64
}

fn lines(ids: &[u64]) -> String {
    ids.iter().map(|id| format!("{id}\n")).collect()
}

fn zstd(text: &str) -> Vec<u8> {
    zstd::encode_all(text.as_bytes(), 1).unwrap()
}

/// Two files, one of them packed, and some of their games by name and by number.
struct Two {
    desk: Desk,
    files: [String; 2],
    names: String,
    numbers: String,
}

const GAMES: usize = 3000;

fn two() -> Two {
    let desk = Desk::new();
    let (first, first_places) = collection(GAMES, "First");
    let (second, second_places) = collection(GAMES, "Second");
    let files = [desk.file("first.pgn", &first), desk.path("second.pgn.zst")];
    std::fs::write(&files[1], zstd(&second)).unwrap();
    let [mut names, mut numbers] = [String::new(), String::new()];
    // The first and the last game of a file are where text round the pieces is put.
    for (file, places, step) in [(0, first_places, 499), (1, second_places, 1333)] {
        for number in (1..=GAMES).step_by(step) {
            let _ = writeln!(names, "{}#{number}", files[file]);
            numbers.push_str(&lines(&[game_id(file as u64 + 1, places[number - 1])]));
        }
    }
    Two { desk, files, names, numbers }
}

/// What the commands make of these sources and this list.
fn answers(sources: &[&str], ids: &str, threads: &str) -> [String; 3] {
    let ask = |command: &[&str]| {
        let (out, _) = zug_ok(&[command, sources, &["--ids", ids, "-j", threads]].concat());
        out
    };
    [
        ask(&["search", "--format", "ndjson"]),
        ask(&["convert", "-q"]),
        ask(&["stats", "--by", "white,round", "--top", "99", "--format", "json"]),
    ]
}

#[test]
fn games_by_number_are_those_by_name_in_every_command() {
    let two = two();
    let names = two.desk.file("names", &two.names);
    let numbers = two.desk.file("numbers", &format!("game_id\n{}", two.numbers));
    let sources = [two.files[0].as_str(), &two.files[1]];
    let wanted = answers(&sources, &names, "1");
    assert_eq!(wanted[0].lines().count(), two.names.lines().count());
    assert_eq!(wanted[1].matches("[Event ").count(), two.names.lines().count());
    for threads in ["1", "2", "5"] {
        assert!(answers(&sources, &numbers, threads) == wanted, "{threads} threads");
    }
    // Half of them each way.
    let pairs = two.names.lines().zip(two.numbers.lines()).enumerate();
    let mixed: Vec<&str> =
        pairs.map(|(at, (name, number))| if at % 2 == 0 { name } else { number }).collect();
    let mixed = two.desk.file("mixed", &mixed.join("\n"));
    assert!(answers(&sources, &mixed, "2") == wanted, "mixed");
    // Text before the first and behind the last game of a piece is where it is without numbers.
    assert!(wanted[1].contains("First") && wanted[1].contains("Second"));
    let last = two.desk.file("last", &lines(&[game_id(1, collection(GAMES, "First").1[GAMES - 1])]));
    assert!(zug_ok(&["search", sources[0], "--ids", &last]).0.contains("{the end}"));
}

#[test]
fn a_store_counts_as_the_sources_it_was_made_of() {
    let two = two();
    let store = two.desk.path("both.zug");
    zug_ok(&["import", "-q", "-o", &store, &two.files[0], &two.files[1]]);
    let places = [collection(GAMES, "First").1, collection(GAMES, "Second").1];
    let opened = Store::open(Path::new(&store)).unwrap();
    let mut reader = GameReader::new(&opened);
    let stored: Vec<usize> =
        opened.games().map(|id| usize::try_from(reader.game(id).unwrap().game.offset).unwrap()).collect();
    assert!(stored == places.concat(), "a number says where import saw the game begin");
    let names = two.desk.file("names", &two.names);
    let numbers = two.desk.file("numbers", &two.numbers);
    let wanted = answers(&[&store], &names, "1");
    for threads in ["1", "3"] {
        assert!(answers(&[&store], &numbers, threads) == wanted, "{threads} threads");
    }
    let of_texts = answers(&[&two.files[0], &two.files[1]], &numbers, "2");
    assert!(wanted[..2] == of_texts[..2], "a store and its sources have the same numbers");
    // Behind the two of the store a text is the third file.
    let (text, third_places) = collection(9, "Third");
    let third = two.desk.file("third.pgn", &text);
    let one = two.desk.file("one", &lines(&[game_id(3, third_places[6]), game_id(2, places[1][1])]));
    let (out, _) = zug_ok(&["search", &store, &third, "--ids", &one, "--format", "ids"]);
    assert_eq!(out, format!("{}#2\n{third}#7\n", two.files[1]));
}

#[test]
fn a_source_without_wanted_games_counts_but_is_not_opened() {
    let desk = Desk::new();
    let (text, places) = collection(20, "W");
    let (good, broken) = (desk.file("good.pgn", &text), desk.path("broken.pgn.gz"));
    // A gzip header and nothing that could be unpacked.
    std::fs::write(&broken, [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xff, 0xff, 0xff]).unwrap();
    let ids = desk.file("ids", &lines(&[game_id(2, places[11])]));
    for command in [&["search", "--format", "pgn"][..], &["convert", "-q"]] {
        let (out, err) = zug_ok(&[command, &[&broken, &good, &broken, "--ids", &ids]].concat());
        assert!(out.contains("[Round \"12\"]") && out.matches("[Event ").count() == 1, "{out}");
        assert_eq!(err, "");
    }
    let (out, _) = zug_ok(&["stats", &broken, &good, "--ids", &ids, "--format", "json"]);
    assert_eq!(serde_json::from_str::<serde_json::Value>(&out).unwrap()["games"], 1);
    // One that cannot be read counts, too, as does one that is not there.
    let missing = desk.path("missing.pgn");
    let (status, out, err) = zug(&["search", &missing, &good, "--ids", &ids, "--format", "ids"]);
    assert_eq!((status, out), (2, format!("{good}#12\n")), "{err}");
    // What is left out of every source goes to --rest.
    let rest = desk.path("rest.pgn");
    zug_ok(&["convert", "-q", &good, &good, "--ids", &ids, "--rest", &rest]);
    assert_eq!(std::fs::read_to_string(&rest).unwrap().matches("[Event ").count(), 39);
}

#[test]
fn other_forms_of_games_have_numbers_too() {
    let desk = Desk::new();
    let (text, _) = collection(30, "W");
    let file = desk.file("games.pgn", &text);
    let (objects, _) = zug_ok(&["convert", "-q", &file, "--format", "ndjson"]);
    let place = objects.split_inclusive('\n').take(7).map(str::len).sum::<usize>();
    let json = desk.file("games.ndjson", &objects);
    let fens =
        desk.file("some.fen", "# first\n4k3/8/8/8/8/8/8/4K3 w - - 0 1\n4k3/8/8/8/8/8/P7/4K3 b - - 0 9\n");
    let ids = desk.file("ids", &lines(&[game_id(1, place), game_id(2, 8)]));
    for threads in ["1", "2"] {
        let (out, _) = zug_ok(&["search", &json, &fens, "--ids", &ids, "--format", "ids", "-j", threads]);
        assert_eq!(out, format!("{json}#8\n{fens}#1\n"));
    }
    let (out, _) = zug_ok(&["convert", "-q", &json, &fens, "--ids", &ids, "--format", "csv"]);
    assert_eq!(out.lines().count(), 3, "{out}");
}

#[test]
fn numbers_want_sources_and_those_that_are_not_there_are_passed_over() {
    let desk = Desk::new();
    let (text, places) = collection(5, "W");
    let file = desk.file("a.pgn", &text);
    let ids = desk.file("ids", &format!("{file}#1\n{}", lines(&[game_id(1, places[0])])));
    for command in ["search", "convert", "stats"] {
        let (status, out, err) = zug(&[command, "--ids", &ids]);
        assert!(status == 2 && out.is_empty() && err.contains("does not name its file"), "{command}: {err}");
    }
    // No game begins there; a name that is not there is treated no other way.
    let none = desk.file("none", &lines(&[game_id(1, places[0] + 1), game_id(7, 0)]));
    let name = desk.file("name", &format!("{file}#77\n"));
    for command in [&["search"][..], &["convert", "-q"], &["stats", "--format", "json"]] {
        let ask = |ids: &str| zug(&[command, &[&file, "--ids", ids]].concat());
        assert_eq!(ask(&none), ask(&name), "{command:?}");
    }
    for (bad, line) in [("0\n", 1), ("game_id\n9223372036854775808\n", 2), ("1099511627775\n", 1)] {
        let bad = desk.file("bad", bad);
        let (status, _, err) = zug(&["search", &file, "--ids", &bad]);
        assert!(status == 2 && err.contains(&format!("line {line} of the games")), "{err}");
    }
}
