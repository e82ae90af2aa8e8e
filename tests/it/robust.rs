//! Text that no chess program wrote: no panic, every byte accounted for, and the same answer however it is read.

use std::io::Write;

use assert_cmd::cargo::cargo_bin_cmd;
use zug::check::code::Code;

use super::reading::{Random, Reading, read, read_input, streamed, whole};

const TAGS: &str = "[Event \"x\"]\n[Site \"?\"]\n[Date \"2020.01.01\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n\
                    [Result \"*\"]\n\n";
const GAME: &str = "1. e4 e5 2. Nf3 {ok} Nc6 (2... d6 3. d4) 3. Bb5 $1 a6 *\n\n";

/// Games of every kind, sound and faulty, in several languages and notations.
fn games() -> String {
    let fixtures = [
        include_str!("../fixtures/classics.pgn"),
        include_str!("../fixtures/oper.pgn"),
        include_str!("../fixtures/faulty.pgn"),
    ];
    let mut text = fixtures.join("\n\n");
    for moves in [
        "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Lxc6 dxc6 5. 0-0 Ld6 1/2-1/2",
        "1. e2-e4 e7-e5 2. Sg1-f3 Sb8-c6 3. d2-d4 e5xd4 4. Sf3xd4 Lf8-c5 5. Sd4xSc6 *",
        "1. e4 {[%clk 0:01:00]} d5 {[%eval 0.3] [%clk 0:02:00]} 2. exd5 e5 3. dxe6 e.p. Bxe6 {[%clk 0:03:00]} *",
        "1. f3 e5 2. g4 Qh4# 3. e4 0-1",
        "1. e4 e5 2. Ke2 Ke7 3. O-O (3. Ke3 (3. Kd3 Kd6) 3... Kd6) 3... a6 ; rest of the line\n4. a3 $6 1-0 0-1",
        "1. d4 (1. e4 e5 2. Nf6) (1. c4 {open ) 1... d5 *",
        "1. e2e4 e7e5 2. g1f3 -- 3. z0 Qd9 4. Pd4 1-0",
    ] {
        text.push_str(TAGS);
        text.push_str(moves);
        text.push_str("\n\n");
    }
    text.push_str("[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. a8=N Kg6 2. Nb6 *\n\n");
    text.push_str(
        "[Variant \"Chess960\"]\n[FEN \"rk2r3/8/8/8/8/8/8/RK2R3 w KQkq - 0 1\"]\n\n1. O-O O-O-O *\n\n",
    );
    text
}

/// Texts of about `size` bytes that are hard on a reader.
fn hard_texts(size: usize) -> Vec<(String, Vec<u8>)> {
    let fill = |piece: &str| piece.repeat(size / piece.len() + 1);
    let mut texts: Vec<(String, Vec<u8>)> = Vec::new();
    for piece in [
        "[",
        "]",
        "\"",
        "$",
        "1.",
        "{",
        "}",
        "(",
        ")",
        "() ",
        "(1. d4 ",
        "(1. d4 d5) ",
        "0-0 ",
        "½",
        "e4 ",
        "e4",
        "e4,",
        "xyz ",
        "* ",
        "1-0 ",
        "+- ",
        "$1 +- ",
        "$999 ",
        ";",
        ";\n",
        "%\n",
        "\\",
        ".",
        "-",
        "7",
        "\n",
        "\r",
        "\r\n",
        " ",
        "[ ",
        "[Event \"",
        "[Event \"x\"]\n",
        "[Event \"x\"]\n\n",
        "[Event \"x\n\n",
        "[Event \n\n",
        "[A \"\\\"]",
        "[Aaaaaaaaaaaaaaaaaaaa",
        "x",
        "\u{A0}",
        "\u{FEFF}",
        "–",
        "ä",
        "\0",
        "\0 ",
        "e.p. ",
        "0 - ",
        "(Q)",
        "{c} ",
        "{}",
        "Nf3 Nf6 Ng1 Ng8 ",
        "Nf3 xyz Nf6 Ng1 Ng8 ",
        "Nf3 e9 Nf6 ",
        "7. Nf3 9. Nf6 ",
        "{[%clk 0:00:01]} ",
        "lorem ipsum ",
        "1. foo\n",
        "1. e4 foo\n",
        "foo\n1. e4\n",
        "It was 1-0 then.\n",
        "\n\n[Event \"x\"]",
        "1. Cf3 x\n1. Nf3 y\n",
    ] {
        texts.push((format!("only {piece:?}"), fill(piece).into_bytes()));
        texts.push((format!("a game and {piece:?}"), format!("{TAGS}1. e4 {}", fill(piece)).into_bytes()));
        texts
            .push((format!("{piece:?} and a game"), format!("{}\n\n{TAGS}{GAME}", fill(piece)).into_bytes()));
    }
    let mut random = Random(88_172_645_463_325_252);
    let bytes = (0..size).map(|_| random.below(256) as u8);
    texts.push(("random bytes".to_owned(), bytes.collect()));
    let signs = b"abcdefgh12345678KQRBNxO-+#=()[]{};$%\"\\\n\r .*";
    let signs = (0..size).map(|_| *signs.get(random.below(signs.len())).unwrap());
    texts.push(("random signs".to_owned(), signs.collect()));
    texts
}

#[test]
fn every_hard_text_is_read_to_its_end_and_alike_in_pieces() {
    for (name, text) in hard_texts(6_000) {
        let reading = read(&text);
        assert_eq!(reading.bytes, text.len() as u64, "{name}");
        assert_eq!(read_input(streamed(&text), 1, 512), reading, "{name} as a stream");
        assert_eq!(read_input(whole(&text), 2, 512), reading, "{name} in pieces");
    }
}

fn game_after(moves: &str) -> Reading {
    read(format!("{TAGS}1. e4 {moves}\n\n{TAGS}{GAME}").as_bytes())
}

#[test]
fn an_unclosed_comment_damages_its_own_game_only() {
    let text = format!("{TAGS}1. e4 {{ open }}\n\n{}", format!("{TAGS}{GAME}").repeat(300));
    let text = text.replacen(" }\n", "\n", 1);
    let reading = read(text.as_bytes());
    assert_eq!((reading.games, reading.valid, reading.count(Code::UnclosedComment)), (301, 300, 1));
    let every = read(format!("{TAGS}1. e4 {{ open e5 *\n\n").repeat(300).as_bytes());
    assert_eq!((every.games, every.valid, every.plies), (300, 0, 300));
    assert_eq!(every.count(Code::UnclosedComment), 300);
}

#[test]
fn deep_variations_and_many_comments_are_no_trouble() {
    let deep = game_after(&format!("{}{} e5 *", "( 1. d4 ".repeat(10_000), ")".repeat(10_000)));
    assert_eq!((deep.games, deep.valid, deep.plies), (2, 2, 8));
    assert_eq!(deep.count(Code::IllegalVariationMove) + deep.count(Code::StrayToken), 0);
    let brackets = game_after(&format!("{}{} e5 *", "(".repeat(50_000), ")".repeat(50_000)));
    assert_eq!((brackets.games, brackets.valid, brackets.plies), (2, 2, 8));
    assert_eq!(brackets.count(Code::StrayToken), 1, "deeper variations are not read, and that is said");
    let open = game_after(&"(".repeat(50_000));
    assert_eq!((open.games, open.count(Code::UnclosedVariation)), (2, 1));
    let comments = game_after(&format!("{}e5 *", "{c} ".repeat(100_000)));
    assert_eq!((comments.games, comments.valid, comments.plies), (2, 2, 8));
}

#[test]
fn signs_after_a_long_row_of_comments_are_looked_at_once() {
    let reading = game_after(&format!("{}e5 {}*", "{}".repeat(50_000), "+- ".repeat(50_000)));
    assert_eq!((reading.games, reading.valid), (2, 2));
    let before = read(format!("{TAGS}{}1. e4 {}*\n", "{}".repeat(50_000), "+- ".repeat(50_000)).as_bytes());
    assert_eq!((before.games, before.plies), (1, 1));
}

#[test]
fn a_long_shuffle_is_counted_to_its_end() {
    let reading = game_after(&format!("e5 {}*", "Nf3 Nc6 Ng1 Nb8 ".repeat(25_000)));
    assert_eq!((reading.games, reading.valid, reading.plies), (2, 2, 100_008));
    assert_eq!((reading.count(Code::PlayAfterFivefold), reading.count(Code::PlayAfterSeventyfive)), (1, 1));
}

#[test]
fn many_games_and_many_tags() {
    let empty = read("[Event \"x\"]\n\n*\n\n".repeat(20_000).as_bytes());
    assert_eq!((empty.games, empty.valid, empty.count(Code::EmptyGame)), (20_000, 20_000, 20_000));
    let tags: String = (0..50_000).map(|i| format!("[Tag{i} \"v\"]\n")).collect();
    let named = read(format!("{tags}\n1. e4 *\n").as_bytes());
    assert_eq!((named.games, named.plies, named.count(Code::DuplicateTag)), (1, 1, 0));
    let same = read(format!("{}\n1. e4 *\n", "[White \"v\"]\n".repeat(50_000)).as_bytes());
    assert_eq!((same.games, same.count(Code::DuplicateTag)), (1, 49_999));
}

#[test]
fn of_one_game_ten_thousand_findings_are_kept_and_all_are_counted() {
    let reading = game_after(&format!("{}e9 *", "$999 ".repeat(30_000)));
    assert_eq!(reading.count(Code::BadNag), 30_000);
    let kept = reading.findings.iter().filter(|finding| finding.contains("BadNag")).count();
    assert!((9_000..=10_000).contains(&kept), "{kept}");
    assert!(
        reading.findings.iter().any(|finding| finding.contains("UnreadableMove")),
        "errors are never left out"
    );
}

#[test]
fn more_than_a_million_tokens_are_more_than_one_game() {
    let reading = game_after(&format!("e5 {}*", "Nf3 Nc6 Ng1 Nb8 ".repeat(300_000)));
    // What is beyond reads as a game of its own if it happens to begin with White's move.
    assert!(reading.games == 3 || (reading.games == 2 && reading.count(Code::TextBetweenGames) == 1));
    assert!(reading.plies > 1_000_000 && reading.count(Code::MissingResult) > 0);
}

#[test]
fn games_are_read_alike_from_everywhere_in_every_way() {
    let text = games().repeat(8).into_bytes();
    let reading = read(&text);
    assert!(reading.games > 100 && reading.valid > 50 && reading.valid < reading.games);
    for threads in 1..=3 {
        for piece in [64, 1_000, 60_000] {
            assert_eq!(read_input(whole(&text), threads, piece), reading, "{threads} threads, {piece} bytes");
            assert_eq!(
                read_input(streamed(&text), threads, piece),
                reading,
                "{threads} threads, {piece} streamed"
            );
        }
    }
}

#[test]
fn a_text_cut_anywhere_is_read() {
    let text = games().into_bytes();
    for end in (0..text.len()).step_by(7) {
        let cut = text.get(..end).unwrap();
        assert_eq!(read(cut).bytes, end as u64);
        let rest = text.get(end..).unwrap();
        assert_eq!(read(rest).bytes, rest.len() as u64);
    }
}

#[test]
fn damaged_games_are_read_alike_in_pieces() {
    let games = games().into_bytes();
    let mut random = Random(0x1234_5678_9ABC_DEF1);
    for round in 0..400 {
        let from = random.below(games.len());
        let mut text = games.get(from..games.len().min(from + 1_500)).unwrap().to_vec();
        for _ in 0..=random.below(6) {
            random.damage(&mut text);
        }
        let reading = read(&text);
        let piece = 16 + random.below(400);
        assert_eq!(
            read_input(whole(&text), 1 + round % 2, piece),
            reading,
            "{}",
            String::from_utf8_lossy(&text)
        );
        assert_eq!(read_input(streamed(&text), 1, piece), reading, "{}", String::from_utf8_lossy(&text));
    }
}

#[test]
fn the_command_writes_the_same_however_it_gets_the_text() {
    let text = games().repeat(80);
    let dir = tempfile::tempdir().unwrap();
    let plain = dir.path().join("games.pgn");
    let packed = dir.path().join("games.pgn.zst");
    std::fs::write(&plain, &text).unwrap();
    let packed_bytes = zstd::encode_all(text.as_bytes(), 1).unwrap();
    std::fs::File::create(&packed).unwrap().write_all(&packed_bytes).unwrap();
    let run = |file: &std::path::Path, options: &[&str]| {
        let mut command = cargo_bin_cmd!("zug");
        command.env_remove("ZUG_LANG").args(["validate", "--format", "ndjson", "--no-timing"]).args(options);
        let stdin = file.as_os_str() == "-";
        let output = if stdin { command.write_stdin(text.as_str()) } else { &mut command };
        let output = output.arg(file).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
        let name = serde_json::to_string(&file.to_string_lossy()).unwrap();
        String::from_utf8(output.stdout).unwrap().replace(&format!("\"file\":{name}"), "\"file\":\"\"")
    };
    let expected = run(&plain, &["--threads", "1"]);
    assert!(expected.lines().count() > 1_000);
    for threads in ["1", "2", "3"] {
        for options in [&["--threads", threads][..], &["--no-mmap", "--threads", threads]] {
            assert!(run(&plain, options) == expected, "{options:?}");
        }
        assert!(run(&packed, &["--threads", threads]) == expected, "zst, {threads} threads");
        assert!(
            run(std::path::Path::new("-"), &["--threads", threads]) == expected,
            "stdin, {threads} threads"
        );
    }
}
