//! `zug convert` to positions, opening books and web pages, and from lists of positions.

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;
use predicates::str::contains;

const GAMES: &str = "[Event \"a\"]\n[White \"A\"]\n[Black \"B\"]\n[Date \"1851.06.21\"]\n\n\
    1. e4 {good} e5 2. Nf3 1-0\n\n[Event \"b\"]\n\n1. e4 c5 0-1\n\n[Event \"c\"]\n\n1. d4 1/2-1/2\n";

fn convert(args: &[&str]) -> Command {
    let mut command = cargo_bin_cmd!("zug");
    command.env_remove("ZUG_LANG").env_remove("NO_COLOR").timeout(std::time::Duration::from_secs(60));
    command.arg("convert").args(args);
    command
}

fn piped(args: &[&str], input: &str) -> Vec<u8> {
    convert(args).write_stdin(input).output().unwrap().stdout
}

fn text(args: &[&str], input: &str) -> String {
    String::from_utf8(piped(args, input)).unwrap()
}

#[test]
fn the_last_position_is_the_default() {
    let last = text(&["-q", "--format", "fen"], GAMES);
    assert_eq!(last, text(&["-q", "--format", "fen", "--final"], GAMES));
    assert_eq!(last.lines().count(), 3);
    assert!(last.starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2\n"), "{last}");
    assert_eq!(text(&["-q", "--format", "fen", "--every"], GAMES).lines().count(), 4 + 3 + 2);
}

#[test]
fn games_that_are_too_short_have_no_row_and_are_left_over() {
    let dir = tempfile::tempdir().unwrap();
    let rest = dir.path().join("rest.pgn");
    let output = convert(&["--format", "epd", "--ply", "2", "--rest", rest.to_str().unwrap()])
        .write_stdin(GAMES)
        .output()
        .unwrap();
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - fmvn 2; hmvc 0; id \"-#1 A - B 1851\"; sm Nf3;\n\
         rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - fmvn 2; hmvc 0; id \"-#2\";\n"
    );
    assert!(String::from_utf8(output.stderr).unwrap().contains("3 games read, 2 written"));
    assert_eq!(std::fs::read_to_string(rest).unwrap(), "[Event \"c\"]\n\n1. d4 1/2-1/2\n\n");
}

#[test]
fn positions_become_games_without_moves_and_positions_again() {
    let epd = "8/8/8/4k3/8/3K4/8/8 w - - bm Kd2 Ke2; fmvn 40; hmvc 7; id \"x; y\";\n\
        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; fmvn 1; hmvc 0; id \"z\";\n";
    let pgn = text(&["-q", "--from", "epd"], epd);
    assert!(
        pgn.contains("[Event \"x; y\"]") && pgn.contains("[FEN \"8/8/8/4k3/8/3K4/8/8 w - - 7 40\"]"),
        "{pgn}"
    );
    assert_eq!(text(&["-q", "--format", "epd"], &pgn), epd);
    assert_eq!(text(&["-q", "--from", "epd", "--format", "epd"], epd), epd);
}

#[test]
fn a_line_that_is_no_position_is_kept_and_reported() {
    let output = convert(&["--from", "epd"]).write_stdin("# list\nnonsense\n").output().unwrap();
    let pgn = String::from_utf8(output.stdout).unwrap();
    assert!(pgn.ends_with("{# list} {nonsense} *\n\n"), "{pgn}");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("error[bad-fen]"));
}

#[test]
fn a_book_has_sorted_records_of_16_bytes_with_weights_from_the_results() {
    let book = piped(&["-q", "--format", "polyglot"], GAMES);
    let records: Vec<(u64, u16, u16)> = book
        .chunks_exact(16)
        .map(|r| {
            assert_eq!(r[12..], [0; 4]);
            let pair = |at: usize| u16::from_be_bytes([r[at], r[at + 1]]);
            (u64::from_be_bytes(r[..8].try_into().unwrap()), pair(8), pair(10))
        })
        .collect();
    assert_eq!(book.len(), 16 * records.len());
    assert!(records.is_sorted_by_key(|record| record.0));
    // The start position: 1. e4 won and lost, 1. d4 was drawn.
    let start: Vec<_> = records.iter().filter(|r| r.0 == 0x463b_9618_1691_fc9c).map(|r| (r.1, r.2)).collect();
    assert_eq!(start, [(0x031c, 2), (0x02db, 1)]);
    assert_eq!(records.len(), 5);
    assert_eq!(piped(&["-q", "--format", "polyglot", "--min-games", "2"], GAMES).len(), 16);
    assert_eq!(piped(&["-q", "--format", "polyglot", "--max-ply", "1"], GAMES).len(), 32);
    assert_eq!(piped(&["-q", "--format", "polyglot", "--threads", "2"], GAMES), book);
}

#[test]
fn a_page_is_whole_and_a_directory_gets_a_page_for_each_game() {
    let page = text(&["-q", "--format", "html", "--lang", "de"], GAMES);
    assert!(page.starts_with("<!DOCTYPE html>\n") && page.ends_with("</html>\n"));
    assert_eq!(page.matches("<article>").count(), 3);
    assert!(page.contains("2. Sf3"));
    let dir = tempfile::tempdir().unwrap();
    let out = format!("{}/pages/", dir.path().to_str().unwrap());
    convert(&["-q", "--format", "html", "--split", "1", "-o", &out]).write_stdin(GAMES).assert().success();
    let pages: Vec<String> = std::fs::read_dir(&out)
        .unwrap()
        .map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap())
        .collect();
    assert_eq!(pages.len(), 3);
    assert!(pages.iter().all(|page| page.matches("<article>").count() == 1 && page.ends_with("</html>\n")));
}

#[test]
fn a_book_for_each_file_of_a_directory() {
    let dir = tempfile::tempdir().unwrap();
    let out = format!("{}/books/", dir.path().to_str().unwrap());
    let args = ["-q", "--format", "polyglot", "--split", "tag:Event", "-o", &out];
    convert(&args).write_stdin(GAMES).assert().success();
    let size = |name: &str| std::fs::metadata(format!("{out}{name}.bin")).unwrap().len();
    assert_eq!((size("a"), size("b"), size("c")), (48, 32, 16));
}

#[test]
fn choices_of_positions_go_with_positions() {
    for choice in [&["--every"][..], &["--final"], &["--ply", "3"]] {
        convert(choice).write_stdin(GAMES).assert().code(2).stderr(contains("--format fen or epd"));
    }
    convert(&["--format", "fen", "--every", "--ply", "3"]).write_stdin(GAMES).assert().code(2);
}
