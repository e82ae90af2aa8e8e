//! What is easily done wrong in a store of games, a test for each.

use std::path::Path;

use zug::store::{GameReader, Store};

use crate::store_kit::{
    Desk, forge, games, info, put_manifest_right, put_right, put_table_right, read_all, sections, segments,
    zug, zug_ok,
};

/// Imports a text, checks that all of it is in order, and that the games come back as they are.
fn there_and_back(desk: &Desk, text: &str) -> String {
    let store = desk.store("trap", text, &[]);
    zug_ok(&["import", "--verify", &store]);
    // The exit status may tell of games that are not whole.
    let convert = |from: &str| zug(&["convert", "-q", from]);
    let (back, there) = (convert(&store), convert(&desk.path("trap.pgn")));
    assert_eq!((back.0, back.1), (there.0, there.1));
    store
}

fn fen(fen: &str, moves: &str) -> String {
    format!("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n[Result \"*\"]\n\n{moves} *\n\n")
}

#[test]
fn a_game_may_have_more_than_16_000_plies() {
    let desk = Desk::new();
    let text =
        format!("[Result \"*\"]\n\n{} *\n\n[Result \"*\"]\n\n1. e4 *\n", "Nf3 Nf6 Ng1 Ng8 ".repeat(5_000));
    let store = there_and_back(&desk, &text);
    assert_eq!([info(&store, "games"), info(&store, "plies")], [2, 20_001]);
    let opened = Store::open(Path::new(&store)).unwrap();
    let mut reader = GameReader::new(&opened);
    let long = opened.games().next().unwrap();
    assert_eq!(reader.game(long).unwrap().game.plies(), 20_000);
    let features = reader.columns(0).unwrap().features(0).unwrap();
    assert_eq!((features.most_occurrences, features.longest_quiet), (5_001, 20_000));
}

#[test]
fn a_game_may_start_with_black_to_move() {
    let desk = Desk::new();
    let text = "[SetUp \"1\"]\n[FEN \"4k3/4p3/8/8/8/8/4P3/4K3 b - - 7 31\"]\n[Result \"*\"]\n\n31... e5 32. e4 {32nd} Kf7 *\n\n[Result \"*\"]\n\n1. e4 *\n";
    let store = there_and_back(&desk, text);
    assert!(games(&store).contains("31... e5 32. e4"));
    assert!(games(&store).contains("b - - 7 31"), "the counters are kept");
}

#[test]
fn castling_in_chess960_may_leave_the_king_or_swap_it_with_the_rook() {
    let desk = Desk::new();
    let texts = [
        fen("4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "1. O-O-O Kf7 2. Kb1"),
        fen("4k3/8/8/8/8/8/8/6KR w H - 0 1", "1. O-O Ke7 2. Kh1"),
        fen("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "1. O-O Ke7 2. Kh1"),
        fen("2kr4/8/8/8/8/8/8/4K3 b d - 0 1", "1... O-O Kd2"),
        fen("6kr/8/8/8/8/8/8/4K3 b h - 0 1", "1... O-O Kd2"),
        fen("nrbbqknr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKNR w HBhb - 0 1", "1. Nf3 Nf6 2. O-O"),
    ];
    let store = there_and_back(&desk, &texts.concat());
    let opened = Store::open(Path::new(&store)).unwrap();
    let mut reader = GameReader::new(&opened);
    let castled: Vec<bool> = opened
        .games()
        .map(|id| {
            reader.columns(id.segment).unwrap().features(id.game).unwrap().castled.iter().any(Option::is_some)
        })
        .collect();
    assert_eq!(castled, [true; 6]);
}

#[test]
fn games_without_moves_are_games() {
    let desk = Desk::new();
    let text = "[White \"A\"]\n[Result \"1-0\"]\n\n1-0\n\n[SetUp \"1\"]\n[FEN \"8/8/8/8/8/k7/p7/K7 w - - 0 1\"]\n[Result \"1/2-1/2\"]\n\n{stalemate} 1/2-1/2\n\n[White \"B\"]\n[Result \"*\"]\n\n*\n";
    let store = there_and_back(&desk, text);
    assert_eq!([info(&store, "games"), info(&store, "plies"), info(&store, "positions")], [3, 0, 3]);
}

#[test]
fn thousands_of_tiny_games_give_the_same_bytes_for_1_to_64_threads() {
    let desk = Desk::new();
    let moves = ["", "1. e4", "1. d4 d5", "1. e4 {Hello} e5 2. Nf3"];
    let text: String = (0..4_000)
        .map(|n| {
            let between = if n % 7 == 0 { "a line between games\n\n" } else { "" };
            format!("{between}[White \"P{}\"]\n[Result \"*\"]\n\n{} *\n\n", n % 11, moves[n * n % 4])
        })
        .collect();
    let file = desk.file("tiny.pgn", &text);
    for options in [&[][..], &["--filter", "white ~ /[258]/"], &["--memory", "1M"]] {
        let made: Vec<Vec<Vec<u8>>> = ["1", "2", "3", "8", "64"]
            .into_iter()
            .map(|threads| {
                let store = desk.path("tiny.zug");
                zug_ok(&[&["import", "-q", "--force", "-j", threads, "-o", &store, &file], options].concat());
                segments(&store)
            })
            .collect();
        assert!(made[0][0].len() > 10_000);
        assert!(made.iter().all(|segments| *segments == made[0]), "{options:?}");
    }
    assert_eq!(info(&there_and_back(&desk, &text), "games"), 4_000);
}

#[test]
fn there_may_be_more_than_three_queens() {
    let desk = Desk::new();
    let nine =
        "[SetUp \"1\"]\n[FEN \"QQQQQQQ1/QQ5k/8/8/8/8/p7/K7 b - - 0 1\"]\n[Result \"*\"]\n\n{nine} *\n\n";
    let promoted = "[SetUp \"1\"]\n[FEN \"rn5k/PPPPP3/8/8/8/8/7p/K3Q3 w - - 0 1\"]\n[Result \"*\"]\n\n1. bxa8=Q h1=N 2. c8=Q+ Kg7 3. d8=Q Kg6 4. e8=N Kh5 5. axb8=Q *\n";
    let store = there_and_back(&desk, &[nine, promoted].concat());
    let opened = Store::open(Path::new(&store)).unwrap();
    let mut reader = GameReader::new(&opened);
    let features = reader.columns(0).unwrap().features(1).unwrap();
    assert_eq!(features.promotions, [[4, 0, 0, 1], [0, 0, 0, 1]]);
}

#[test]
fn games_that_cannot_be_stored_whole_are_stored_as_far_as_legal_and_counted() {
    let desk = Desk::new();
    let game = |tags: &str, moves: &str| format!("{tags}[Result \"1-0\"]\n\n{moves} 1-0\n\n");
    let text = [
        game("", "1. e4 e5 2. Ke3 {why} Nf6"),
        game("[White \"null\"]\n", "1. e4 -- 2. d4"),
        game("[Variant \"Atomic\"]\n", "1. e4 e5"),
        game("[SetUp \"1\"]\n[FEN \"no position\"]\n", "1. e4 e5"),
        game("", "1. e4 xyzzy 2. d4"),
        game("", "1. d4"),
    ];
    let store = there_and_back(&desk, &text.concat());
    assert_eq!(info(&store, "games"), 6);
    let opened = Store::open(Path::new(&store)).unwrap();
    let mut reader = GameReader::new(&opened);
    let whole: Vec<bool> = opened.games().map(|id| reader.game(id).unwrap().game.is_whole).collect();
    assert_eq!((whole[0], whole[4], whole[5]), (false, false, true));
    let broken = whole.iter().filter(|is_whole| !**is_whole).count();
    let (_, err) = zug_ok(&["import", "--force", "-o", &store, &desk.path("trap.pgn")]);
    assert!(err.contains(&format!("{broken} games cannot be read to the end")), "{err}");
    assert!(err.contains("illegal-move"), "the reasons are counted: {err}");
    assert!(games(&store).contains("Ke3"), "what is not legal is kept as text");
}

/// Runs the program in little memory: what asks for gigabytes fails.
#[cfg(target_os = "linux")]
fn in_little_memory(store: &str) -> (i32, String) {
    let program = assert_cmd::cargo::cargo_bin("zug");
    let line = "ulimit -v 600000; \"$0\" stats -q -j 1 \"$1\" 2>/dev/null; [ $? -le 2 ] || exit 99; \
                \"$0\" import -j 1 --verify \"$1\" && exec \"$0\" convert -q -j 1 \"$1\"";
    let output =
        std::process::Command::new("sh").args(["-c", line]).arg(program).arg(store).output().unwrap();
    (output.status.code().expect("no signal"), String::from_utf8(output.stderr).unwrap())
}

#[cfg(target_os = "linux")]
#[test]
fn counts_are_checked_before_anything_is_allocated() {
    let desk = Desk::new();
    let text = "[White \"A\"]\n[Opening \"x\"]\n[Result \"*\"]\n\n1. e4 {text} e5 *\n";
    let store = desk.store("a", text, &[]);
    let folder = Path::new(&store);
    let good = segments(&store).remove(0);
    assert_eq!(in_little_memory(&store).0, 0);
    let refuse = |what: &str, bytes: &[u8]| {
        forge(folder, bytes);
        let (status, err) = in_little_memory(&store);
        assert!(status == 2 && err.contains("damaged in"), "{what}: {status} {err}");
    };
    // Each eight bytes of each section say that there is more than any file has.
    for (kind, start, length) in sections(&good) {
        for at in (start..start + length).step_by(8).take(12) {
            let mut bytes = good.clone();
            for (i, byte) in bytes[at..(at + 8).min(start + length)].iter_mut().enumerate() {
                *byte = if i < 4 { 0xFF } else { 0x7F };
            }
            put_right(&mut bytes);
            forge(folder, &bytes);
            let (status, err) = in_little_memory(&store);
            assert!(status == 0 || status == 2, "section {kind} at {at}: {status} {err}");
            assert!(status == 0 || err.contains("000001.seg: damaged in"), "section {kind} at {at}: {err}");
        }
    }
    let tail = good.len() - 32;
    for (what, at) in
        [("offset of the table", tail), ("number of sections", tail + 8), ("number of blocks", tail + 12)]
    {
        let mut bytes = good.clone();
        bytes[at..at + 4].fill(0xFF);
        put_table_right(&mut bytes);
        refuse(what, &bytes);
    }
    forge(folder, &good);
    // A number of games that no file backs: columns of zeros have one byte for any number of them.
    let manifest = zug::store::Manifest::read(folder).unwrap();
    for count in [2, (1 << 24) - 1, u32::MAX] {
        let mut more = manifest.clone();
        more.segments[0].games = count;
        more.write(folder).unwrap();
        let (status, err) = in_little_memory(&store);
        assert!(status == 2 && err.contains("damaged in"), "{count}: {err}");
    }
    manifest.write(folder).unwrap();
    assert!(read_all(folder).is_ok());
    let mut bytes = std::fs::read(folder.join("manifest")).unwrap();
    bytes[24..32].fill(0xFF);
    put_manifest_right(&mut bytes);
    std::fs::write(folder.join("manifest"), bytes).unwrap();
    let (status, err) = in_little_memory(&store);
    assert!(status == 2 && err.contains("manifest: damaged in the manifest"), "{err}");
    assert_eq!(zug(&["import", "--append", "-o", &store, &desk.path("a.pgn")]).0, 2);
}
