//! `zug convert` against other collections, in any form that is read; and what it knows of openings.

use std::path::Path;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;
use predicates::str::contains;

const GAMES: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n\
    [White \"C\"]\n[Black \"D\"]\n\n1. d4 d5 {queens} 1/2-1/2\n\n[White \"E\"]\n[Black \"F\"]\n\n1. c4 *\n\n";

fn convert(dir: &Path, args: &[&str]) -> Command {
    let mut command = cargo_bin_cmd!("zug");
    command.env_remove("ZUG_LANG").env_remove("NO_COLOR").timeout(std::time::Duration::from_secs(60));
    command.current_dir(dir).arg("convert").args(args);
    command
}

fn stdout_of(mut command: Command) -> String {
    String::from_utf8(command.output().unwrap().stdout).unwrap()
}

/// A directory with the games as PGN, as NDJSON and as a German listing, and positions.
fn collections() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path();
    std::fs::write(path.join("games.pgn"), GAMES).unwrap();
    let ndjson = stdout_of(convert(path, &["--format", "ndjson", "games.pgn"]));
    std::fs::write(path.join("games.ndjson"), ndjson).unwrap();
    let listing = "Anna gegen Bert\n\nWeiß begann mit dem Königsbauern:\n\n1. e2-e4 e7-e5\n2. Sg1-f3 Sb8-c6\n\n\
        und hat am Ende doch noch verdient gewonnen.\n";
    std::fs::write(path.join("listing.txt"), listing).unwrap();
    let positions = "8/8/8/4k3/8/3K4/8/8 w - - id \"a\";\n7k/5Q2/6K1/8/8/8/8/8 w - - bm Qg7#;\n";
    std::fs::write(path.join("positions.epd"), positions).unwrap();
    dir
}

#[test]
fn games_in_json_are_left_out_like_games_in_pgn() {
    let dir = collections();
    let left = |args: &[&str]| {
        let text = stdout_of(convert(dir.path(), args));
        text.lines().filter_map(|line| line.strip_prefix("[White ").map(str::to_owned)).collect::<Vec<_>>()
    };
    let all = ["\"A\"]", "\"C\"]", "\"E\"]"];
    assert_eq!(left(&["games.pgn"]), all);
    std::fs::write(dir.path().join("two.pgn"), "1. e2-e4 e7-e5 2. Sg1-f3 Sb8-c6 *\n\n1. c4 {x} *\n").unwrap();
    let two = stdout_of(convert(dir.path(), &["--format", "ndjson", "two.pgn"]));
    std::fs::write(dir.path().join("two.ndjson"), two).unwrap();
    assert_eq!(left(&["--dedup-against", "two.pgn", "games.pgn"]), ["\"C\"]"]);
    assert_eq!(left(&["--dedup-against", "two.ndjson", "games.pgn"]), ["\"C\"]"]);
    assert_eq!(left(&["--dedup-against", "two.ndjson", "games.ndjson"]), ["\"C\"]"]);
    assert_eq!(left(&["--dedup-against", "listing.txt", "games.pgn"]), ["\"C\"]", "\"E\"]"]);
    assert_eq!(left(&["--dedup-against", "games.ndjson", "games.pgn"]), [""; 0]);
}

#[test]
fn a_game_that_breaks_off_is_no_reason_to_leave_one_out() {
    let dir = collections();
    std::fs::write(dir.path().join("broken.pgn"), "1. c4 Ke5 2. d4 *\n").unwrap();
    let out = stdout_of(convert(dir.path(), &["--dedup-against", "broken.pgn", "games.pgn"]));
    assert_eq!(out.matches("[White ").count(), 3, "{out}");
}

#[test]
fn positions_have_no_moves_to_be_left_out_for() {
    let dir = collections();
    convert(dir.path(), &["--dedup-against", "positions.epd", "games.pgn"])
        .assert()
        .code(2)
        .stdout("")
        .stderr(contains("positions.epd: --dedup-against compares moves, and a file of positions has none"));
}

#[test]
fn a_difference_reads_every_form_by_its_name() {
    let dir = collections();
    let same = |args: &[&str], count: &str| {
        let said = format!("{count} the same, 0 with the same play (~), 0 only in the inputs");
        convert(dir.path(), args).assert().code(0).stdout("").stderr(contains(said));
    };
    same(&["--diff", "games.ndjson", "games.pgn"], "3");
    same(&["--diff", "games.pgn", "games.ndjson"], "3");
    same(&["--diff", "positions.epd", "positions.epd"], "2");
    same(&["--diff", "listing.txt", "listing.txt"], "1");
    // What is said of the inputs is not said of the other collection.
    let ndjson = std::fs::read(dir.path().join("games.ndjson")).unwrap();
    convert(dir.path(), &["--from", "ndjson", "--diff", "games.pgn", "-"])
        .write_stdin(ndjson)
        .assert()
        .code(0);
    let output = convert(dir.path(), &["--diff", "listing.txt", "games.ndjson"]).output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(out.starts_with("~ games.ndjson#1 = listing.txt#1  A – B 1-0\n"), "{out}");
    assert!(out.contains("- games.ndjson#2  C – D 1/2-1/2\n- games.ndjson#3  E – F *\n"), "{out}");
}

#[test]
fn other_positions_are_other_games() {
    let dir = collections();
    std::fs::write(dir.path().join("one.fen"), "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1\n").unwrap();
    let output = convert(dir.path(), &["--diff", "one.fen", "positions.epd"]).output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(out.matches("\n- ").count() + usize::from(out.starts_with("- ")), 1, "{out}");
    assert!(out.contains("positions.epd#2 = one.fen#1"), "{out}");
}

#[test]
fn score_sheets_are_no_positions_and_no_json() {
    let dir = collections();
    for other in ["games.ndjson", "positions.epd"] {
        convert(dir.path(), &["--collate", "games.pgn", other])
            .assert()
            .code(2)
            .stderr(contains(format!("{other}: --collate reads score sheets in PGN or movetext")));
    }
}

#[test]
fn openings_are_named_by_position() {
    let dir = collections();
    let games = "[ECO \"A00\"]\n[Opening \"?\"]\n[Variation \"?\"]\n\n1. Nf3 d5 2. d4 *\n\n1. d4 d5 2. Nf3 *\n\n\
        1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be3 e5 7. Nb3 *\n\n\
        [ECO \"?\"]\n\n*\n\n1. e4 (1. d4 f5) e5 2. Ke3 *\n";
    let table = |args: &[&str]| {
        let fields = ["--format", "csv", "--fields", "game,ECO,Opening,Variation,SubVariation", "-q"];
        let output = convert(dir.path(), &[&fields, args].concat()).write_stdin(games).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    insta::assert_snapshot!(table(&["--add", "eco"]), @r"
    game,ECO,Opening,Variation,SubVariation
    1,D02,Queen's Pawn Game,Zukertort Variation,
    2,D02,Queen's Pawn Game,Zukertort Variation,
    3,B90,Sicilian Defense,Najdorf Variation,English Attack
    4,?,,,
    5,C20,King's Pawn Game,,
    ");
    let games_of_variations = table(&["--add", "plycount,eco", "--variations-to-games"]);
    assert!(games_of_variations.contains(",A80,Dutch Defense,,"), "{games_of_variations}");
    let output = convert(dir.path(), &["--add", "eco", "--games", "2"]).write_stdin(games).output().unwrap();
    let pgn = String::from_utf8(output.stdout).unwrap();
    assert!(
        pgn.contains(
            "[ECO \"D02\"]\n[Opening \"Queen's Pawn Game\"]\n[Variation \"Zukertort Variation\"]\n\n1. d4"
        ),
        "{pgn}"
    );
}
