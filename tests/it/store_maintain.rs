//! What `zug import` does to a store that is there.

use crate::store_kit::{Desk, games, info, segments, zug, zug_ok};

fn game(white: &str, black: &str, date: &str, result: &str, moves: &str) -> String {
    format!(
        "[White \"{white}\"]\n[Black \"{black}\"]\n[Date \"{date}\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n"
    )
}

/// 24 plies, and 3 more.
const PLAY: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 11. c4 c6 12. Nc3 Bb7";
const MORE: &str = "13. dxe5 dxe5 14. Bg5";

#[test]
fn verify_says_what_was_checked_and_info_what_is_inside() {
    let desk = Desk::new();
    let store = desk.store(
        "a",
        &[game("A", "B", "2000.01.01", "1-0", PLAY), "[White \"C\"]\n\n*\n".to_owned()].concat(),
        &[],
    );
    let (out, _) = zug_ok(&["import", "--verify", &store]);
    assert!(out.contains("2 games with 24 plies, "), "{out}");
    assert_eq!([info(&store, "games"), info(&store, "plies"), info(&store, "positions")], [2, 24, 26]);
    let (table, _) = zug_ok(&["import", "--info", "--ui-lang", "de", &store]);
    assert!(table.contains("Byte je Stellung") && table.contains("a.pgn"), "{table}");
    let segment = crate::store_kit::segment_path(&store, 1);
    let mut bytes = std::fs::read(&segment).unwrap();
    bytes[17] ^= 1;
    std::fs::write(&segment, bytes).unwrap();
    let (status, out, err) = zug(&["import", "--verify", &store]);
    assert_eq!((status, out.as_str()), (2, ""));
    assert!(err.contains("000001.seg: damaged in column of"), "{err}");
    assert_eq!(zug(&["import", "--verify", &desk.path("none.zug")]).0, 2);
    assert_eq!(zug(&["import", "--verify", "--compact", &store]).0, 2);
}

#[test]
fn compact_gives_the_store_that_one_import_had_given() {
    let desk = Desk::new();
    let text = |n: usize| {
        game(&format!("W{n}"), "B", "????.??.??", "1-0", &format!("{{why}} {PLAY} $1 (12... h6) {MORE}"))
    };
    let (a, b) = (desk.file("x.pgn", &text(1)), desk.file("y.pgn", &text(2)));
    let (one, two) = (desk.path("one.zug"), desk.path("two.zug"));
    zug_ok(&["import", "-q", "-o", &one, &a, &b]);
    zug_ok(&["import", "-q", "-o", &two, &a]);
    zug_ok(&["import", "-q", "--append", "-o", &two, &b]);
    assert_eq!(segments(&two).len(), 2);
    zug_ok(&["import", "--compact", &two]);
    assert_eq!(segments(&two), segments(&one));
    let before = std::fs::read_dir(&two).unwrap().count();
    zug_ok(&["import", "--compact", "-o", &two]);
    assert_eq!(std::fs::read_dir(&two).unwrap().count(), before);
}

#[test]
fn deleted_games_are_hidden_at_once_and_gone_after_compact() {
    let desk = Desk::new();
    let all: String = (0..40).map(|n| game(&format!("W{}", n % 4), "B", "2001.02.03", "*", PLAY)).collect();
    let left: String = (0..40)
        .filter(|n| n % 4 != 1)
        .map(|n| game(&format!("W{}", n % 4), "B", "2001.02.03", "*", PLAY))
        .collect();
    let (store, expected) = (desk.store("a", &all, &[]), desk.store("b", &left, &[]));
    let (_, err) = zug_ok(&["import", "--delete", "white = \"W1\"", &store]);
    assert!(err.starts_with("10 games marked away"), "{err}");
    assert_eq!(games(&store), games(&expected));
    assert_eq!([info(&store, "games"), info(&store, "deleted")], [30, 10]);
    let (_, err) = zug_ok(&["import", "--delete", "white = \"W1\"", &store]);
    assert!(err.starts_with("0 games"), "{err}");
    let bytes = info(&store, "bytes");
    zug_ok(&["import", "--compact", &store]);
    assert_eq!(games(&store), games(&expected));
    assert_eq!([info(&store, "games"), info(&store, "deleted")], [30, 0]);
    assert!(info(&store, "bytes") < bytes);
    zug_ok(&["import", "--verify", &store]);
    // All of them: an empty store is a store.
    zug_ok(&["import", "--delete", "plies > 0", "--compact", &store]);
    assert_eq!((info(&store, "games"), games(&store)), (0, String::new()));
    zug_ok(&["import", "--verify", &store]);
}

#[test]
fn a_filter_leaves_games_out_and_counts_them() {
    let desk = Desk::new();
    let text: String = (0..6)
        .map(|n| format!("between {n}\n\n{}", game(&format!("W{n}"), "B", "2001.02.03", "*", PLAY)))
        .collect();
    let file = desk.file("a.pgn", &text);
    let (store, all) = (desk.path("a.zug"), desk.path("all.zug"));
    let (_, err) = zug_ok(&["import", "--filter", "white ~ /[135]/", "-o", &store, &file]);
    assert!(err.starts_with("3 of 6 games imported, 72 plies, from 1 source\n3 games left out\n"), "{err}");
    zug_ok(&["import", "-q", "-o", &all, &file]);
    zug_ok(&["import", "-q", "--delete", "not white ~ /[135]/", &all]);
    assert_eq!(games(&store), games(&all));
    let copied = desk.path("copied.zug");
    let (_, err) = zug_ok(&["import", "--filter", "white = \"W3\"", "-o", &copied, &store]);
    assert!(err.starts_with("1 of 3 games imported"), "{err}");
    let (status, _, err) = zug(&["import", "--filter", "whte = x", "-o", &desk.path("no.zug"), &file]);
    assert_eq!(status, 2);
    assert!(
        err.contains("did you mean `white`") && !std::path::Path::new(&desk.path("no.zug")).exists(),
        "{err}"
    );
    let (_, err) = zug_ok(&["import", "--append", "-o", &store, &file]);
    assert!(err.contains("imported already as") && err.contains("3 of its 6 games"), "{err}");
}

#[test]
fn a_store_is_not_imported_into_itself() {
    let desk = Desk::new();
    let store = desk.store("a", &game("A", "B", "2000.01.01", "1-0", PLAY), &[]);
    let before = segments(&store);
    let odd = format!("{store}/../a.zug");
    for args in [["--append", "-o", &store, &odd], ["--force", "-o", &odd, &store]] {
        let (status, _, err) = zug(&[&["import"], args.as_slice()].concat());
        assert_eq!(status, 2);
        assert!(err.contains("into itself"), "{err}");
    }
    assert_eq!(segments(&store), before);
}

#[test]
fn sources_that_came_with_a_store_are_known() {
    let desk = Desk::new();
    let (one, two) = (
        desk.store("a", &game("A", "B", "2000.01.01", "1-0", PLAY), &[]),
        desk.store("b", &game("C", "D", "2000.01.01", "1-0", PLAY), &[]),
    );
    zug_ok(&["import", "-q", "--append", "-o", &two, &one]);
    assert_eq!(info(&two, "games"), 2);
    let (_, err) = zug_ok(&["import", "--append", "-o", &two, &one, &desk.path("b.pgn")]);
    assert_eq!(err.matches("imported already").count(), 2, "{err}");
    assert_eq!(info(&two, "games"), 2);
    zug_ok(&["import", "-q", "--append", "--again", "-o", &two, &one]);
    assert_eq!(info(&two, "games"), 3);
}

/// What stays of these games, by number, and the report.
fn deduped(all: &[String]) -> (Vec<usize>, String) {
    let desk = Desk::new();
    let text: String =
        all.iter().enumerate().map(|(n, game)| format!("[Nr \"{}\"]\n{game}", n + 1)).collect();
    let (store, report) = (desk.store("a", &text, &[]), desk.path("pairs.txt"));
    zug_ok(&["import", "-q", "--dedup", "--dedup-report", &report, &store]);
    let left = games(&store);
    let numbers = (1..=all.len()).filter(|n| left.contains(&format!("[Nr \"{n}\"]"))).collect();
    zug_ok(&["import", "--verify", &store]);
    (numbers, std::fs::read_to_string(report).unwrap().replace(&desk.path("a.pgn"), "a"))
}

#[test]
fn of_copies_the_richest_stays_and_the_pairs_are_told() {
    let rich =
        game("Carlsen, Magnus", "Caruana, Fabiano", "2018.11.09", "1-0", &format!("{PLAY} {{a comment}}"));
    let poor = game("Carlsen,M", "F. Caruana", "????.??.??", "1-0", PLAY);
    let (left, report) = deduped(&[poor, rich]);
    assert_eq!((left, report.as_str()), (vec![2], "a#1 = a#2\n"));
}

#[test]
fn a_beginning_of_a_game_of_the_same_players_goes() {
    let whole = |white| game(white, "Bö, B", "2000.01.01", "1-0", &format!("{PLAY} {MORE}"));
    let cut = |white, date| game(white, "BO, Bernd", date, "*", PLAY);
    assert_eq!(deduped(&[cut("A, X", "2000.01.01"), whole("A, Xaver")]).0, [2]);
    assert_eq!(deduped(&[cut("A, Y", "2000.01.01"), whole("A, Xaver")]).0, [1, 2]);
    assert_eq!(deduped(&[cut("A, X", "2001.01.01"), whole("A, Xaver")]).0, [1, 2]);
    let told = game("A, X", "Bo, B", "2000.01.01", "*", &format!("{PLAY} {{told}}"));
    assert_eq!(deduped(&[told, whole("A, X")]).0, [1, 2], "no text is lost");
    // The beginning of two games that go on differently is a copy of one of them, and both of these stay.
    let other = game("A, X", "Bo, B", "2000.01.01", "1-0", &format!("{PLAY} 13. a3 a5 14. a4"));
    assert_eq!(deduped(&[cut("A, X", "2000.01.01"), other, whole("A, X")]).0, [2, 3]);
}

#[test]
fn games_that_only_look_alike_stay() {
    let short = |white: &str, round: u32| {
        format!(
            "[Event \"E\"]\n[Round \"{round}\"]\n{}",
            game(white, "B, B", "2000.01.01", "1/2-1/2", "1. e4 e5")
        )
    };
    let empty = |white: &str| game(white, "B, B", "2000.01.01", "1-0", "");
    let all = [
        short("A, A", 1),
        short("A, A", 2),
        short("C, C", 1),
        short("A, A", 1),
        empty("A, A"),
        empty("C, C"),
        game("C, C", "B, B", "2000.01.01", "1-0", PLAY),
        game("A, A", "B, B", "2000.01.01", "1-0", PLAY),
    ];
    assert_eq!(deduped(&all).0, [1, 2, 3, 5, 6, 7, 8]);
}

#[test]
fn long_games_with_the_same_moves_are_one_whatever_the_names() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(20);
    let of = |white: &str, moves: &str| game(white, "?", "????.??.??", "*", moves);
    assert_eq!(deduped(&[of("A", &shuffle), of("?", &shuffle), of("B", &format!("{shuffle} e4"))]).0, [1, 3]);
}

#[test]
fn dedup_is_the_same_for_any_number_of_threads_and_looks_at_all_games() {
    let desk = Desk::new();
    let text: String = (0..300)
        .map(|n| {
            game(
                &format!("W{}", n % 50),
                "B",
                "2001.02.03",
                "*",
                &format!("{PLAY} {}", ["", MORE][n % 7 / 6]),
            )
        })
        .collect();
    let file = desk.file("b.pgn", &text);
    let stores: Vec<(String, String)> = ["1", "3", "16"]
        .into_iter()
        .map(|threads| {
            let store = desk.store(&format!("a{threads}"), &text, &[]);
            let report = desk.path(&format!("pairs{threads}"));
            let args = [
                "import",
                "-q",
                "-j",
                threads,
                "--append",
                "--again",
                "--dedup",
                "--dedup-report",
                &report,
                "-o",
                &store,
                &file,
            ];
            zug_ok(&args);
            let own = desk.path(&format!("a{threads}.pgn"));
            (games(&store), std::fs::read_to_string(report).unwrap().replace(&own, "a"))
        })
        .collect();
    assert_eq!(stores[0].1.lines().count(), 600 - 50);
    assert!(stores.iter().all(|store| *store == stores[0]));
}
