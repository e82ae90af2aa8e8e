//! `zug search` as it is run.

use std::fmt::Write as _;

use assert_cmd::Command;
use tempfile::TempDir;

/// The exit status, standard output and standard error in the folder of the fixtures.
fn zug(args: &[&str], stdin: &str) -> (i32, String, String) {
    let mut command = Command::cargo_bin("zug").unwrap();
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures"));
    command.env_remove("ZUG_LANG").env_remove("COLUMNS").timeout(std::time::Duration::from_secs(60));
    let output = command.args(args).write_stdin(stdin).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// What is found in the classics, with nothing on standard error.
fn found(args: &[&str]) -> String {
    let (status, out, err) = zug(&[&["search", "classics.pgn"], args].concat(), "");
    assert_eq!((status, err.as_str()), (0, ""), "{args:?}");
    out
}

fn path(dir: &TempDir, name: &str) -> String {
    dir.path().join(name).to_string_lossy().into_owned()
}

/// Games of several kinds, more than fit into one piece of the reading: plain ones, with comments, from positions, with
/// text between them.
fn collection() -> String {
    let mut text = String::new();
    for n in 0..700u32 {
        let (year, elo) = (1900 + n % 100, 1800 + n % 900);
        let _ = write!(
            text,
            "[Event \"Cup {}\"]\n[Site \"?\"]\n[Date \"{year}.??.??\"]\n[Round \"{n}\"]\n[White \"Player{}, A\"]\n\
             [Black \"Müller\"]\n[Result \"1-0\"]\n[WhiteElo \"{elo}\"]\n",
            n % 7,
            n % 50
        );
        text.push_str(match n % 5 {
            0 => "\n1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0\n\n",
            1 => "\n1. d4 {quiet} d5 (1... Nf6 2. c4) 2. c4 $1 e6 1-0\n\n{between the games}\n\n",
            2 => "[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. a8=N Kg7 1-0\n\n",
            3 => "\n1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 1-0\n\n",
            _ => "\n1. Sf3 Sf6 2. Sg1 Sg8 3. Sf3 Sf6 4. Sg1 Sg8 1-0\n\n",
        });
    }
    text.push_str("{the end}\n");
    text
}

/// A question of every kind.
const QUESTIONS: [&str; 14] = [
    "white : Player7",
    "player = müller and elo >= 2400",
    "date in 1914..1918 and plies < 9",
    "result = 1-0 and eco = B9",
    "fen \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\"",
    "after \"1. d4 d5 2. c4\"",
    "pattern \"8/8/8/8/2B5/8/8/8\" and ply < 8",
    "material \"KPk\" or move \"*xd4\"",
    "underpromotion n or mate",
    "repetition >= 3",
    "comment : between or comment : end",
    "has variations and nag = 1",
    "not somewhere (check)",
    "sequence (move \"Nf3\", move \"d4\") within 4",
];

#[test]
fn games_come_out_as_pgn_marked_where_they_matched() {
    insta::assert_snapshot!(found(&["--player", "saint brie", "--move", "Nxe5", "--mark"]), @r#"
    [Event "?"]
    [Site "Paris"]
    [Date "1750.??.??"]
    [Round "?"]
    [White "Legall de Kermeur"]
    [Black "Saint Brie"]
    [Result "1-0"]

    1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 {match: ply 9} 5... Bxd1 6.
    Bxf7+ Ke7 7. Nd5# 1-0
    "#);
}

#[test]
fn rows_tables_positions_and_counts() {
    let question = ["--move", "O-O-O", "--sort", "Date"];
    let of = |format| found(&[&question[..], &["--format", format]].concat());
    insta::assert_snapshot!(of("csv"), @r#"
    file,game,line,White,Black,Result,Date,Event,ply,move,fen
    classics.pgn,3,27,"Morphy, Paul",Duke Karl:Count Isouard,1-0,1858.??.??,Opera Game,23,12. O-O-O,r3kb1r/p2nqppp/5n2/1B2p1B1/4P3/1Q6/PPP2PPP/2KR3R b kq - 2 12
    classics.pgn,4,39,"Reti, Richard","Tartakower, Savielly",1-0,1910.??.??,?,15,8. O-O-O,rnb1kb1r/pp3ppp/2p2n2/4q3/4N3/3Q4/PPPB1PPP/2KR1BNR b kq - 1 8
    "#);
    insta::assert_snapshot!(of("table"), @r"
    file          game  line  White          Black                    Result  Date        Event       ply  move       fen
    classics.pgn  3     27    Morphy, Paul   Duke Karl:Count Isouard  1-0     1858.??.??  Opera Game  23   12. O-O-O  r3kb1r/p2nqppp/5n2/1B2p1B1/4P3/1Q6/PPP2PPP/2KR3R b kq - 2 12
    classics.pgn  4     39    Reti, Richard  Tartakower, Savielly     1-0     1910.??.??  ?           15   8. O-O-O   rnb1kb1r/pp3ppp/2p2n2/4q3/4N3/3Q4/PPPB1PPP/2KR1BNR b kq - 1 8
    ");
    assert_eq!(of("ids"), "classics.pgn#3\nclassics.pgn#4\n");
    assert_eq!(of("count"), "2\n");
    assert_eq!(
        of("fen"),
        "r3kb1r/p2nqppp/5n2/1B2p1B1/4P3/1Q6/PPP2PPP/2KR3R b kq - 2 12\n\
         rnb1kb1r/pp3ppp/2p2n2/4q3/4N3/3Q4/PPPB1PPP/2KR1BNR b kq - 1 8\n"
    );
    assert_eq!(found(&["--move", "O-O-O", "--format", "ids", "-0"]), "classics.pgn#3\0classics.pgn#4\0");
}

#[test]
fn an_object_tells_every_hit() {
    let text = found(&["--player", "Reti", "-w", "check", "--all", "--format", "ndjson"]);
    let game: serde_json::Value = serde_json::from_str(&text).unwrap();
    let said: Vec<String> =
        game["hits"].as_array().unwrap().iter().map(|hit| format!("{}{}", hit["move"], hit["san"])).collect();
    assert_eq!(said, ["6\"Qa5+\"", "9\"Qd8+\"", "10\"Bg5+\"", "11\"Bd8#\""]);
    assert_eq!((&game["id"], &game["tags"]["Site"]), (&"classics.pgn#4".into(), &"Vienna".into()));
    assert_eq!(found(&["--player", "Reti", "-w", "check", "--all", "-c"]), "4\n");
}

#[test]
fn a_board_shows_the_position_with_the_last_move() {
    insta::assert_snapshot!(found(&["--mate", "--white", "Legall", "--format", "board"]), @r"
    classics.pgn#6  Legall de Kermeur - Saint Brie 1750, ply 13, 7. Nd5#
    8 ♜ ♞ . ♛ . ♝ ♞ ♜
    7 ♟ ♟ ♟ . ♚ ♗ . ♟
    6 . . . ♟ . . ♟ .
    5 . . . ♘ ♘ . . .
    4 . . . . ♙ . . .
    3 . . . . . . . .
    2 ♙ ♙ ♙ ♙ . ♙ ♙ ♙
    1 ♖ . ♗ ♝ ♔ . . ♖
      a b c d e f g h
    ");
}

#[test]
fn pictures_have_the_names_of_their_places() {
    let dir = TempDir::new().unwrap();
    let svg = path(&dir, "svg");
    assert_eq!(found(&["--mate", "--white", "Legall", "--svg", &svg]), "");
    let picture = std::fs::read_to_string(dir.path().join("svg/classics.pgn#6-13.svg")).unwrap();
    assert!(picture.contains("7. Nd5#"));
    let (status, _, err) = zug(&["search", "classics.pgn", "--mate", "--svg", &svg], "");
    assert!(status == 2 && err.contains("exists already"), "{err}");
}

#[test]
fn a_flag_says_what_its_term_says() {
    for (flags, expr) in [
        (&["--white", "Anderssen", "--date", "1852"][..], "white : Anderssen and date = 1852"),
        (&["--mate", "--result", "1-0"], "mate and result = 1-0"),
        (&["--after", "1. e4 e5 2. Sf3 d6"], "after \"1. e4 e5 2. Nf3 d6\""),
        (&["--material", "up Q", "--ply", "20..30"], "material up Q and ply in 20..30"),
        (&["--pattern", "8/8/8/8/2B5/8/8/8"], "pattern \"8/8/8/8/2B5/8/8/8\""),
        (&["--eco", "C", "--event", "game"], "eco = C and event : game"),
    ] {
        let ids = ["--format", "ids"];
        assert_eq!(zug(&[&["search", "classics.pgn"], flags, &ids].concat(), ""), {
            zug(&["search", "classics.pgn", "--where", expr, "--format", "ids"], "")
        });
    }
}

#[test]
fn the_exit_status_says_whether_something_was_found() {
    let status = |args: &[&str]| {
        let (status, out, err) = zug(args, "");
        (status, out.is_empty(), err.is_empty())
    };
    assert_eq!(status(&["search", "-q", "classics.pgn", "--mate"]), (0, true, true));
    assert_eq!(status(&["search", "classics.pgn", "--stalemate"]), (1, true, true));
    assert_eq!(zug(&["search", "classics.pgn", "--stalemate", "-c"], "").1, "0\n");
    assert_eq!(status(&["search", "nowhere.pgn", "classics.pgn", "--mate"]), (2, false, false));
    assert_eq!(status(&["search", "nowhere.pgn", "classics.pgn", "--mate", "-q"]), (0, true, false));
    assert_eq!(status(&["search", "classics.pgn", "-L", "--mate"]), (1, true, true));
    assert_eq!(status(&["search", "classics.pgn", "-L", "--stalemate"]), (0, false, true));
    for wrong in [&["-w", "whit = a"][..], &["--fen", "8/8 w"], &["--pattern", ""], &["-w", ""], &[]] {
        let (status, out, err) = zug(&[&["search", "classics.pgn"], wrong].concat(), "");
        assert_eq!((status, out.as_str()), (2, ""), "{wrong:?}");
        assert!(wrong.is_empty() || err.contains("\n  ") && err.contains('^'), "{err}");
    }
}

#[test]
fn inverted_are_the_games_without_any_match() {
    let all: Vec<String> = (1..=8).map(|n| format!("classics.pgn#{n}\n")).collect();
    for question in ["mate", "check double", "ply = 0 and Nf3", "white : Anderssen"] {
        let ids = |extra: &[&str]| {
            let args = ["search", "classics.pgn", "--format", "ids", "-w", question];
            zug(&[&args, extra].concat(), "").1
        };
        let mut both: Vec<String> =
            [ids(&[]), ids(&["-v"])].concat().split_inclusive('\n').map(str::to_owned).collect();
        both.sort();
        assert_eq!(both, all, "{question}");
    }
}

#[test]
fn several_questions_and_the_rest_are_answered_in_one_scan() {
    let dir = TempDir::new().unwrap();
    let (to, rest) = (path(&dir, "to"), path(&dir, "rest.pgn"));
    let questions = ["--query", "mates=mate", "--query", "castled=castling long"];
    let args = ["search", "classics.pgn", "--to", &to, "--rest", &rest];
    assert_eq!(zug(&[&args[..], &questions].concat(), ""), (0, String::new(), String::new()));
    let text = |name: &str| std::fs::read_to_string(dir.path().join(name)).unwrap();
    assert_eq!(text("to/mates.pgn"), found(&["--mate"]));
    assert_eq!(text("to/castled.pgn"), found(&["-w", "castling long"]));
    assert_eq!(text("rest.pgn"), found(&["-v", "-w", "mate or castling long"]));
    let counts = zug(&[&["search", "classics.pgn", "-c"], &questions[..]].concat(), "").1;
    assert_eq!(counts, "mates\t5\ncastled\t2\n");
    let again = zug(&[&args[..], &questions].concat(), "");
    assert!(again.0 == 2 && again.2.contains("--force"), "{}", again.2);
}

#[test]
fn names_of_games_are_read_back() {
    let ids = found(&["--mate", "--format", "ids", "--offset", "1", "--limit", "2"]);
    assert_eq!(ids, "classics.pgn#2\nclassics.pgn#3\n");
    let games = found(&["--mate", "--offset", "1", "--limit", "2"]);
    assert_eq!(zug(&["search", "--ids", "-"], &ids).1, games);
    assert_eq!(zug(&["search", "classics.pgn", "--ids", "-", "--player", "Morphy", "-c"], &ids).1, "1\n");
    let converted = zug(&["convert", "--ids", "-"], &ids);
    assert_eq!((converted.0, &converted.1), (0, &games));
    assert_eq!(zug(&["convert", "classics.pgn", "oper.pgn", "--ids", "-"], &ids).1, games);
    assert_eq!(zug(&["search", "--ids", "-"], &ids.replace('\n', "\0")).1, games);
    let (status, _, err) = zug(&["search", "--ids", "-"], "classics.pgn#2\nnothing\n");
    assert!(status == 2 && err.contains("line 2"), "{err}");
}

#[test]
fn sources_are_listed_by_what_is_in_them() {
    let of = |args: &[&str]| zug(&[&["search", "classics.pgn", "oper.pgn"], args].concat(), "").1;
    assert_eq!(of(&["-l", "--event", "Opera"]), "classics.pgn\n");
    assert_eq!(of(&["-L", "--event", "Opera"]), "oper.pgn\n");
    assert_eq!(of(&["-l", "-0", "--mate"]), "classics.pgn\0oper.pgn\0");
}

#[test]
fn a_sample_is_drawn_again_by_its_seed() {
    let drawn = |seed| found(&["-w", "ply = 0", "--sample", "3", "--seed", seed, "--format", "ids"]);
    assert_eq!(drawn("5").lines().count(), 3);
    assert_eq!(drawn("5"), drawn("5"));
    assert!(["1", "2", "3"].iter().any(|seed| drawn(seed) != drawn("5")));
    let (_, _, err) = zug(&["search", "classics.pgn", "--mate", "--sample", "1"], "");
    assert!(err.starts_with("seed: "), "{err}");
}

#[test]
fn the_answer_depends_on_neither_threads_nor_the_way_of_reading() {
    let dir = TempDir::new().unwrap();
    let (file, store) = (path(&dir, "all.pgn"), path(&dir, "all.zug"));
    std::fs::write(&file, collection()).unwrap();
    assert_eq!(zug(&["import", "-q", "-o", &store, &file], "").0, 0);
    for question in QUESTIONS {
        for format in ["pgn", "ndjson", "csv"] {
            let of = |source: &str, more: &[&str]| {
                let args = ["search", source, "-w", question, "--all", "--format", format];
                let (status, out, err) = zug(&[&args, more].concat(), "");
                assert_eq!((status, err.as_str()), (0, ""), "{question}");
                out
            };
            let one = of(&file, &["-j", "1"]);
            assert_eq!(of(&file, &["-j", "4"]), one, "{question}, {format}");
            assert_eq!(of(&store, &["-j", "3"]), one, "{question}, {format}, store");
        }
    }
    let whole = zug(&["search", &file, "-w", "comment : end", "--format", "ids"], "").1;
    assert_eq!(whole, format!("{file}#700\n"), "text behind the last game belongs to it");
}

#[test]
fn how_it_was_searched_is_told_on_request() {
    let (_, out, err) = zug(&["search", "classics.pgn", "--mate", "-c", "--explain"], "");
    assert_eq!(out, "5\n");
    assert!(err.starts_with("classics.pgn: text without an index: 8 games replayed, 5 found, "), "{err}");
}

#[test]
fn names_cannot_steer_a_terminal_through_a_table() {
    let game = "[White \"a\u{202e}b\"]\n\n1. e4 *\n";
    for format in ["table", "board"] {
        let (_, out, _) = zug(&["search", "-", "--move", "e4", "--format", format], game);
        assert!(out.contains("a\\u{202E}b") && !out.contains('\u{202e}'), "{out}");
    }
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_it_quietly() {
    let dir = TempDir::new().unwrap();
    let file = path(&dir, "all.pgn");
    std::fs::write(&file, collection()).unwrap();
    let bin = env!("CARGO_BIN_EXE_zug");
    let line = format!("{{ {bin} search {file} -w 'ply = 0'; echo $? >&2; }} | head -n 1");
    let output = std::process::Command::new("sh").args(["-c", &line]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "0\n");
    assert_eq!(output.stdout, b"[Event \"Cup 0\"]\n");
}

#[test]
fn convert_writes_only_the_games_that_match() {
    let (status, out, _) = zug(&["convert", "-q", "--where", "mate and white : Reti", "classics.pgn"], "");
    assert_eq!((status, out.as_str()), (0, found(&["--where", "mate and white : Reti"]).as_str()));
    let dir = TempDir::new().unwrap();
    let rest = path(&dir, "rest.pgn");
    let all = zug(&["convert", "-q", "classics.pgn"], "").1;
    let args = ["convert", "-q", "--where", "mate", "--rest", &rest, "classics.pgn"];
    let wanted = zug(&args, "").1.matches("[Event ").count();
    let left = std::fs::read_to_string(&rest).unwrap().matches("[Event ").count();
    assert!(wanted > 0 && left > 0);
    assert_eq!(wanted + left, all.matches("[Event ").count());
    let (status, _, err) = zug(&["convert", "--where", "whit = A", "classics.pgn"], "");
    assert_eq!(status, 2);
    assert!(err.contains("did you mean `white`"), "{err}");
}
