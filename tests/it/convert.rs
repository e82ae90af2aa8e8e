//! `zug convert` as scripts see it: what goes where, exit codes, and that nothing is lost.

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;
use predicates::prelude::*;
use predicates::str::contains;
use zug::chess::{Color, Position};
use zug::notation::{Style, write_move};

fn convert(args: &[&str]) -> Command {
    let mut command = cargo_bin_cmd!("zug");
    command.env_remove("ZUG_LANG").env_remove("NO_COLOR").timeout(std::time::Duration::from_secs(60));
    command.arg("convert").args(args);
    command
}

fn fixture(name: &str) -> String {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "fixtures", name].iter().collect();
    path.into_os_string().into_string().unwrap()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn stdout_of(command: &mut Command) -> String {
    String::from_utf8(command.output().unwrap().stdout).unwrap()
}

/// The games of a text that was piped in.
fn piped(args: &[&str], input: &str) -> String {
    stdout_of(convert(args).write_stdin(input))
}

#[test]
fn german_comes_out_as_clean_english_pgn() {
    let german = "[Weiß \"Müller, Anna\"]\n[Schwarz \"Öz, Bülent\"]\n[Datum \"12. März 1987\"]\n[Ergebnis \"½:½\"]\n\n\
        1.e2-e4 e7-e5 2.Sg1-f3 Sb8-c6! 3.Lf1-b5 {Nf3 ist hier Text} a7-a6 (3...Dd8-e7 4.0-0) (=) 4.Lb5xSc6 d7xLc6 \
        5.0-0 ½:½\n";
    let output = convert(&[]).write_stdin(german).output().unwrap();
    insta::assert_snapshot!(String::from_utf8(output.stdout).unwrap(), @r#"
    [Event "?"]
    [Site "?"]
    [Date "1987.03.12"]
    [Round "?"]
    [White "Müller, Anna"]
    [Black "Öz, Bülent"]
    [Result "1/2-1/2"]

    1. e4 e5 2. Nf3 Nc6 $1 3. Bb5 {Nf3 ist hier Text} 3... a6 (3... Qe7 4. O-O)
    {(=)} 4. Bxc6 dxc6 5. O-O 1/2-1/2
    "#);
    assert_eq!(output.status.code(), Some(0));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("the tag Weiß is now called White"), "{said}");
    assert!(said.ends_with("1 game read, 1 written, 9 plies, 5 findings\n"), "{said}");
}

#[test]
fn english_comes_out_as_german_book_text() {
    let moves =
        "1. e4 e5 2. Nf3 d6 3. d4 Bg4 $6 4. dxe5 Bxf3 {forced} 5. Qxf3 dxe5 6. Bc4 Nf6 $2 7. Qb3 1-0\n";
    let style = |args: &[&str]| piped(&[args, &["-q", "--wrap", "0"]].concat(), moves);
    assert!(style(&["--style", "wikibook-de"]).ends_with(
        "1. e2-e4 e7-e5 2. Sg1-f3 d7-d6 3. d2-d4 Lc8-g4?! 4. d4xe5 Lg4xSf3 {forced} 5. Dd1xLf3 d6xe5 6. Lf1-c4 \
         Sg8-f6? 7. Df3-b3 1:0\n\n"
    ));
    assert!(style(&["--style", "fide-de"]).contains("3. d4 Lg4?! 4. dxe5 Lxf3 {forced} 5. Dxf3"));
    assert!(style(&["--to", "uci"]).contains("4. d4e5 g4f3 {forced} 5. d1f3"));
    assert!(style(&["--to", "iccf"]).contains("1. 5254 5755 2. 7163"));
    assert!(style(&["--lang", "figurine"]).contains("3. d4 ♗g4 $6"));
    let single = ["--lang", "fr", "--capture", "trailing", "--judgements", "signs", "--results", "colon"];
    assert!(style(&single).contains("4. de5: Ff3: {forced} 5. Df3:"), "{}", style(&single));
}

#[test]
fn what_cannot_be_read_is_kept_reported_and_exit_1() {
    let input = "Some heading\n\n1. e4 e5 2. Ke3 {oh} Nf6 0-1\n\n[Event \"b\"]\n\n1. d4 *\n\nthe end";
    let output = convert(&[]).write_stdin(input).output().unwrap();
    let games = String::from_utf8(output.stdout).unwrap();
    assert!(games.contains("{Some heading} 1. e4 e5 {2. Ke3 (oh) Nf6} 0-1"), "{games}");
    assert!(games.ends_with("1. d4 {the end} *\n\n"), "{games}");
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("error[illegal-move]") && said.contains("warning[text-between-games]"), "{said}");
    assert!(said.contains("; 1 game not read to the end"), "{said}");
    convert(&["-q"]).write_stdin(input).assert().code(1).stderr("");
}

#[test]
fn faulty_games_can_be_left_out_or_end_the_run() {
    let input = "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. e5 *\n\n[Event \"c\"]\n\n1. d4 *\n";
    let events = |args: &[&str]| -> Vec<String> {
        let lines = piped(args, input);
        lines.lines().filter(|line| line.starts_with("[Event")).map(str::to_owned).collect()
    };
    assert_eq!(events(&["--on-error", "keep"]).len(), 3);
    assert_eq!(events(&["--on-error", "skip"]), ["[Event \"a\"]", "[Event \"c\"]"]);
    assert_eq!(events(&["--on-error", "stop"]), ["[Event \"a\"]"]);
    let dir = tempfile::tempdir().unwrap();
    let rest = dir.path().join("rest.pgn");
    convert(&["--on-error", "skip", "--rest", text(&rest)]).write_stdin(input).assert().code(1);
    assert_eq!(std::fs::read_to_string(rest).unwrap(), "[Event \"b\"]\n\n1. e5 *\n\n");
}

#[test]
fn outputs_are_files_or_directories_and_never_inputs() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("out.pgn");
    convert(&["-o", text(&file), &fixture("oper.pgn")]).assert().code(0).stdout("");
    assert!(std::fs::read_to_string(&file).unwrap().contains("2. Nf3"));
    convert(&["-o", text(&file), &fixture("oper.pgn")]).assert().code(2).stderr(contains("--force"));
    convert(&["-o", text(&file), "--force", text(&file)]).assert().code(2).stderr(contains("inputs"));
    let folder = format!("{}/new/", text(dir.path()));
    convert(&["-q", "-o", &folder, &fixture("oper.pgn"), &fixture("classics.pgn")]).assert().code(0);
    let made = |name: &str| std::fs::read_to_string(format!("{folder}{name}")).unwrap();
    assert!(made("oper.pgn").contains("2. Nf3"));
    assert_eq!(made("classics.pgn").trim(), std::fs::read_to_string(fixture("classics.pgn")).unwrap().trim());
    let clash = convert(&["-o", &folder, "--force", &fixture("oper.pgn"), &fixture("oper.pgn")]).assert();
    clash.code(2).stderr(contains("two parts"));
}

#[test]
fn any_number_of_threads_writes_the_same() {
    let one = std::fs::read_to_string(fixture("faulty.pgn")).unwrap();
    let many = format!("{one}\n\nbetween\n\n").repeat(400);
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("many.pgn");
    std::fs::write(&input, many).unwrap();
    let run = |threads: &str, args: &[&str]| {
        let output = convert(&["-j", threads]).args(args).arg(&input).output().unwrap();
        (output.stdout, output.stderr)
    };
    for args in [&[][..], &["--games", "3-500,900", "--sort", "White"], &["--dedup"], &["--no-mmap"]] {
        let alone = run("1", args);
        assert!(alone == run("2", args) && alone == run("5", args), "{args:?}");
        assert!(!alone.0.is_empty());
    }
    assert_eq!(String::from_utf8(run("3", &[]).0).unwrap().matches("{between}").count(), 400);
}

#[test]
fn games_are_selected_and_what_is_left_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    let rest = dir.path().join("rest.pgn");
    let games: String = (1..=5).map(|n| format!("[Event \"{n}\"]\n\n1. e4 *\n\n")).collect();
    let out = piped(&["--games", "2,4-", "--rest", text(&rest)], &games);
    let of = |text: &str| -> Vec<String> {
        text.lines()
            .filter_map(|l| Some(l.strip_prefix("[Event \"")?.trim_end_matches("\"]").to_owned()))
            .collect()
    };
    assert_eq!(of(&out), ["2", "4", "5"]);
    assert_eq!(of(&std::fs::read_to_string(rest).unwrap()), ["1", "3"]);
    for bad in ["0", "5-2", "a", "1..3"] {
        convert(&["--games", bad]).write_stdin("").assert().code(2);
    }
}

#[test]
fn of_copies_the_richest_stays() {
    let games = "[Event \"?\"]\n\n1. e4 e5 *\n\n[Event \"rich\"]\n[Site \"here\"]\n\n1. e4 {good} e5 *\n\n\
        [Event \"?\"]\n\n1. d4 *\n\n[Event \"forfeit\"]\n\n1-0\n\n[Event \"forfeit\"]\n\n1-0\n";
    let dir = tempfile::tempdir().unwrap();
    let rest = dir.path().join("rest.pgn");
    let output = convert(&["--dedup", "--rest", text(&rest)]).write_stdin(games).output().unwrap();
    let kept = String::from_utf8(output.stdout).unwrap();
    assert_eq!((kept.matches("[Event").count(), kept.matches("{good}").count()), (4, 1), "{kept}");
    assert_eq!(std::fs::read_to_string(&rest).unwrap(), "[Event \"?\"]\n\n1. e4 e5 *\n\n");
    assert!(String::from_utf8(output.stderr).unwrap().contains("1 copy left out"));
    let other = dir.path().join("other.pgn");
    std::fs::write(&other, "1. e2-e4 e7-e5 *").unwrap();
    let kept = piped(&["--dedup-against", text(&other)], games);
    assert_eq!((kept.matches("[Event").count(), kept.contains("e4")), (3, false), "{kept}");
}

#[test]
fn a_collection_is_split_by_number_and_by_tag() {
    let dir = tempfile::tempdir().unwrap();
    let folder = |name: &str| text(&dir.path().join(name)).to_owned();
    let games: String = [("B90", 1), ("C42", 2), ("B90", 3), ("../x", 4)]
        .map(|(eco, n)| format!("[Event \"{n}\"]\n[ECO \"{eco}\"]\n\n1. e4 *\n\n"))
        .concat();
    let run = |how: &str, to: &str| {
        convert(&["--split", how, "-o", &folder(to)]).write_stdin(games.clone()).assert()
    };
    run("3", "n").code(0);
    run("tag:ECO", "eco").code(0);
    run("tag:ECO:1", "first").code(0);
    let names = |to: &str| {
        let mut names: Vec<String> = std::fs::read_dir(folder(to))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    };
    assert_eq!(names("n"), ["00001.pgn", "00002.pgn"]);
    assert_eq!(names("eco"), ["B90.pgn", "C42.pgn", "_._x.pgn"]);
    assert_eq!(names("first"), ["B.pgn", "C.pgn", "unknown.pgn"]);
    let b90 = std::fs::read_to_string(dir.path().join("eco/B90.pgn")).unwrap();
    assert_eq!(b90.matches("[Event").count(), 2);
    convert(&["--split", "3"]).write_stdin(games.clone()).assert().code(2);
    run("0", "z").code(2);
}

/// Games of random legal moves, as PGN export format has them; every third has something else in it.
fn random_games(count: u32) -> String {
    let mut seed = 0x9E37_79B9_7F4A_7C15u64;
    let mut pgn = String::new();
    for game in 0..count {
        let mut position = Position::start();
        let mut moves = String::new();
        for ply in 0..160 {
            let legal = position.legal_moves();
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let Some(mv) = legal.get((seed >> 33) as usize % legal.len().max(1)).copied() else { break };
            if ply % 2 == 0 {
                moves.push_str(&format!("{}. ", ply / 2 + 1));
            }
            write_move(&position, mv, &Style::PGN, &mut moves);
            moves.push(' ');
            position.play(mv);
            if game % 3 == 0 && ply == 4 {
                moves.push_str("{a comment} ");
            }
        }
        let result = match (position.has_legal_move(), position.in_check(), position.turn()) {
            (false, true, Color::White) => "0-1",
            (false, true, Color::Black) => "1-0",
            (false, false, _) => "1/2-1/2",
            _ => "*",
        };
        pgn.push_str(&format!(
            "[Event \"\u{dc} {game}\"]\n[Site \"?\"]\n[Date \"2026.11.30\"]\n[Round \"-\"]\n[White \"A\"]\n\
             [Black \"B\"]\n[Result \"{result}\"]\n[WhiteElo \"2000\"]\n[ECO \"A00\"]\n\n{moves}{result}\n\n"
        ));
    }
    pgn
}

/// Games with nothing but moves are written in a way of their own; it must not show.
#[test]
fn games_of_moves_alone_are_written_like_all_others() {
    let games = random_games(120);
    for args in [
        &[][..],
        &["--wrap", "40"],
        &["--lang", "de"],
        &["--lang", "de", "--to", "lan"],
        &["--lang", "figurine"],
        &["--lang", "ru", "--to", "lan"],
        &["--style", "fide-de"],
        &["--style", "wikibook-de"],
        &["--to", "uci"],
        &["--to", "iccf"],
        &["--format", "ndjson"],
    ] {
        let short = piped(args, &games);
        // There are no variations here, but games are taken apart and put together for them.
        let long = piped(&[args, &["--variations-to-games"]].concat(), &games);
        assert!(short == long, "{args:?}");
        assert!(short.len() > games.len() / 2, "{args:?}");
    }
}

#[test]
fn a_collection_is_split_by_tags_that_are_added_or_left_out() {
    let dir = tempfile::tempdir().unwrap();
    let split = |to: &str, more: &[&str], games: &str| {
        let folder = dir.path().join(to);
        convert(more).args(["--split", "tag:ECO:1", "-o", text(&folder)]).write_stdin(games).assert().code(0);
        let mut files: Vec<(String, String)> = std::fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .map(|path| {
                (text(&path).rsplit('/').next().unwrap().to_owned(), std::fs::read_to_string(&path).unwrap())
            })
            .collect();
        files.sort();
        files
    };
    let added = split("added", &["--add", "eco"], "1. e4 c5 2. Nf3 *\n\n1. d4 d5 2. c4 *\n");
    let names: Vec<&str> = added.iter().map(|file| file.0.as_str()).collect();
    assert_eq!(names, ["B.pgn", "D.pgn"]);
    assert!(added[1].1.contains("[ECO \"D06\"]"), "{}", added[1].1);
    let tagged = "[ECO \"C42\"]\n\n1. e4 *\n\n[ECO \"B90\"]\n\n1. e4 *\n";
    let left_out = split("left_out", &["--roster-only"], tagged);
    let names: Vec<&str> = left_out.iter().map(|file| file.0.as_str()).collect();
    assert_eq!(names, ["B.pgn", "C.pgn"]);
    assert!(!left_out[0].1.contains("ECO"), "{}", left_out[0].1);
}

#[test]
fn players_are_renamed_from_a_file() {
    let dir = tempfile::tempdir().unwrap();
    let names = dir.path().join("names.txt");
    std::fs::write(&names, "# comment\nMorphy = Morphy, Paul\n").unwrap();
    let games = "[White \"Morphy\"]\n[Black \"Morphy, B\"]\n\n1. e4 *\n";
    let out = piped(&["--rename", text(&names)], games);
    assert!(out.contains("[White \"Morphy, Paul\"]") && out.contains("[Black \"Morphy, B\"]"), "{out}");
    std::fs::write(&names, "no equals sign\n").unwrap();
    convert(&["--rename", text(&names)]).write_stdin(games).assert().code(2).stderr(contains("line 1"));
}

#[test]
fn other_encodings_come_out_as_utf_8() {
    let games = b"[White \"M\xFCller\"]\n\n1. e4 {sch\xF6n} *\n";
    let output = convert(&[]).write_stdin(&games[..]).output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert!(out.contains("Müller") && out.contains("{schön}"), "{out}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_exit_2_and_a_closed_pipe_is_not() {
    let program = assert_cmd::cargo::cargo_bin!("zug");
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let mut child = std::process::Command::new(program);
    child.args(["convert", &fixture("classics.pgn")]).stdout(full).stderr(std::process::Stdio::null());
    assert_eq!(child.status().unwrap().code(), Some(2));
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut child = std::process::Command::new(program);
    let output = child.args(["convert", &fixture("classics.pgn")]).stdout(writer).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn usage_errors_say_what_is_wrong() {
    convert(&["--columns"]).write_stdin("").assert().code(2).stderr(contains("--format text"));
    convert(&["--plies", "0..3"]).write_stdin("").assert().code(2).stderr(contains("1..20"));
    convert(&["--set", "no value"]).write_stdin("").assert().code(2);
    convert(&["--lang", "xx"]).write_stdin("").assert().code(2);
    convert(&["--help"]).assert().code(0).stdout(contains("EXAMPLES:").and(contains("--style")));
}

#[test]
fn a_difference_names_games_and_tags() {
    let dir = tempfile::tempdir().unwrap();
    let (a, b) = (dir.path().join("a.pgn"), dir.path().join("b.pgn"));
    let game = |white: &str, site: &str, moves: &str| {
        format!("[White \"{white}\"]\n[Black \"X\"]\n[Site \"{site}\"]\n\n{moves} *\n\n")
    };
    std::fs::write(
        &a,
        [game("A", "here", "1. e4 e5"), game("B", "s", "1. d4"), game("C", "s", "1. c4")].concat(),
    )
    .unwrap();
    std::fs::write(
        &b,
        [game("C", "s", "1. c4 {new}"), game("A", "there", "1. e2-e4 e7-e5"), game("D", "s", "1. b4")]
            .concat(),
    )
    .unwrap();
    let output = convert(&["--diff", "b.pgn", "a.pgn"]).current_dir(dir.path()).output().unwrap();
    insta::assert_snapshot!(String::from_utf8(output.stdout).unwrap(), @r#"
    ~ a.pgn#1 = b.pgn#2  A – X *
        Site: "here" | "there"
    - a.pgn#2  B – X *
    ~ a.pgn#3 = b.pgn#1  C – X *
        comments, glyphs or variations
    + b.pgn#3  D – X *
    "#);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.starts_with("0 the same, 2 with the same play (~), 1 only in the inputs (-), 1 only in b.pgn")
    );
    convert(&["--diff", text(&a), text(&a)]).assert().code(0).stdout("");
}

#[test]
fn the_languages_are_told_on_request() {
    let games = "[Event \"a\"]\n\n1. Sf3 *\n\n[Event \"b\"]\n\n1. Sc3 *\n\n[Event \"c\"]\n\n1. Nf3 *\n";
    let said = String::from_utf8(convert(&["-v"]).write_stdin(games).output().unwrap().stderr).unwrap();
    assert!(said.contains("-: games 1-2: German\n-: game 3: English\n"), "{said}");
}
