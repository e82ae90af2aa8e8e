//! What `zug stats` makes of its sources: named games of a long text, stores that are damaged, pages and pipes.

use std::io::Read;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::store_kit::{Desk, fixture, segment_path, zug, zug_ok};

/// Games enough for many pieces of text, with a line of text before each.
fn long_text(games: usize) -> String {
    let game = |number: usize| {
        let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O";
        format!(
            "before {number}\n\n[Event \"E\"]\n[Site \"S\"]\n[Date \"2000.01.01\"]\n[Round \"{number}\"]\n\
             [White \"W\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n{moves} 1-0\n\n"
        )
    };
    (1..=games).map(game).collect()
}

#[test]
fn text_behind_the_last_named_game_belongs_to_the_next_one() {
    const GAMES: usize = 9000;
    let desk = Desk::new();
    let file = desk.file("long.pgn", &long_text(GAMES));
    for number in (1..GAMES).step_by(1499) {
        let ids = desk.file("ids", &format!("{file}#{number}\n"));
        let answers = ["1", "2", "5"].map(|threads| {
            let (found, _) = zug_ok(&["search", &file, "--ids", &ids, "-j", threads]);
            let (counted, _) = zug_ok(&["stats", &file, "--ids", &ids, "--format", "json", "-j", threads]);
            (found, counted)
        });
        assert!(answers[0].0.contains(&format!("{{before {number}}}")), "{}", answers[0].0);
        assert!(!answers[0].0.contains(&format!("before {}", number + 1)), "{}", answers[0].0);
        assert!(answers.iter().all(|answer| *answer == answers[0]), "game {number}");
    }
}

#[test]
fn a_damaged_store_among_others_is_told_and_the_others_count() {
    let desk = Desk::new();
    let good = fixture("classics.pgn");
    let text = std::fs::read_to_string(&good).unwrap();
    let store = desk.store("broken", &text, &[]);
    let segment = segment_path(&store, 1);
    let mut bytes = std::fs::read(&segment).unwrap();
    let middle = bytes.len() / 2;
    bytes[40..middle].fill(0x55);
    std::fs::write(&segment, bytes).unwrap();
    for command in [&["stats", "--format", "json"][..], &["search", "--count", "--where", "plies > 0"]] {
        let (status, out, err) = zug(&[command, &[&store, &good]].concat());
        assert_eq!(status, 2, "{err}");
        assert!(err.contains("damaged in"), "{err}");
        let games = match serde_json::from_str::<Value>(&out).unwrap() {
            Value::Number(number) => number.as_u64(),
            answer => answer["games"].as_u64(),
        };
        assert_eq!(games, Some(text.matches("[Event ").count() as u64), "{out}");
    }
    // Of it alone there is nothing to say, and a page that is there stays.
    let page = desk.file("page.html", "as it was");
    let (status, out, _) = zug(&["stats", &desk.path("nothing.pgn"), "--html", &page, "--force"]);
    assert_eq!((status, out.as_str()), (2, ""));
    assert_eq!(std::fs::read_to_string(&page).unwrap(), "as it was");
    let inside = format!("{store}/manifest");
    let (status, _, err) = zug(&["stats", &store, "--html", &inside, "--force"]);
    assert!(status == 2 && err.contains("one of the inputs"), "{err}");
}

#[test]
fn a_reader_that_has_enough_leaves_a_whole_page() {
    let desk = Desk::new();
    let page = desk.path("page.html");
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("zug"))
        .args(["stats", "--html", &page, "--by", "player,event,year,result", "--top", "100000"])
        .arg(desk.file("many.pgn", &long_text(3000).replace("[White \"W\"]", "")))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut some = [0; 8];
    child.stdout.take().unwrap().read_exact(&mut some).unwrap();
    assert!(child.wait().unwrap().success());
    assert!(std::fs::read_to_string(&page).unwrap().trim_end().ends_with("</html>"));
}
