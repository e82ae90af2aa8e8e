//! What scripts rely on: exit codes, what goes to which stream, and what a run never does.

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;
use predicates::prelude::*;
use predicates::str::contains;

/// `zug` with nothing of the environment that changes its output.
fn zug() -> Command {
    let mut command = cargo_bin_cmd!("zug");
    command.env_remove("ZUG_LANG").env_remove("NO_COLOR").timeout(std::time::Duration::from_secs(60));
    command
}

fn validate(args: &[&str]) -> Command {
    let mut command = zug();
    command.arg("validate").args(args);
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

#[test]
fn help_and_version_are_a_success_on_standard_output() {
    zug().arg("--version").assert().code(0).stdout(contains(env!("CARGO_PKG_VERSION"))).stderr("");
    validate(&["-h"]).assert().code(0).stdout(contains("--select").and(contains("EXAMPLES").not()));
    let long = contains("EXAMPLES:").and(contains("EXIT STATUS:")).and(contains("ZUG_LANG"));
    validate(&["--help"]).assert().code(0).stdout(long);
}

#[test]
fn the_hidden_command_is_not_in_the_help() {
    zug().arg("--help").assert().code(0).stdout(contains("generate").not());
}

#[test]
fn wrong_usage_is_exit_2_on_standard_error() {
    zug().assert().code(2).stdout("");
    zug().arg("no-such-command").assert().code(2).stdout("").stderr(contains("no-such-command"));
    validate(&["--no-such-option", "x.pgn"]).assert().code(2).stdout("");
    validate(&["--select", "ilegal-move", "x.pgn"]).assert().code(2).stderr(contains("'illegal-move'"));
}

#[test]
fn explain_needs_no_file_and_speaks_both_languages() {
    validate(&["--explain", "illegal-move"]).assert().code(0).stdout(contains("What to do")).stderr("");
    let german = validate(&["--explain", "illegal-move", "--ui-lang", "de"]).assert().code(0);
    german.stdout(contains("Was tun"));
    let by_environment = validate(&["--explain", "illegal-move"]).env("ZUG_LANG", "de").assert().code(0);
    by_environment.stdout(contains("Was tun"));
}

#[test]
fn generated_files_go_where_they_are_sent() {
    let dir = tempfile::tempdir().unwrap();
    let target = dir.path().join("new/man");
    zug().args(["generate", "man", text(&target)]).assert().code(0).stdout("").stderr("");
    assert!(target.join("zug.1").is_file() && target.join("zug-validate.1").is_file());
}

#[test]
fn valid_games_are_exit_0_and_faulty_ones_exit_1() {
    for name in ["classics.pgn", "oper.pgn"] {
        validate(&[&fixture(name)]).assert().code(0);
    }
    validate(&[&fixture("faulty.pgn")]).assert().code(1);
}

#[test]
fn quiet_writes_nothing_at_all() {
    validate(&["-q", &fixture("classics.pgn")]).assert().code(0).stdout("").stderr("");
    validate(&["--quiet", &fixture("faulty.pgn")]).assert().code(1).stdout("").stderr("");
}

#[test]
fn deny_counts_milder_findings_as_failures() {
    let game = "[Event \"?\"]\n[Site \"?\"]\n[Date \"1999.02.30\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n\
                [Result \"*\"]\n\n1. e4 *\n";
    validate(&["-q"]).write_stdin(game).assert().code(0);
    validate(&["-q", "--deny", "warning"]).write_stdin(game).assert().code(1);
    validate(&["-q", "--deny", "warning", "--ignore", "bad-date"]).write_stdin(game).assert().code(0);
}

#[test]
fn an_unreadable_file_is_exit_2_and_the_others_are_still_read() {
    let run =
        validate(&["--summary", "--format", "ndjson", "no/such.pgn", &fixture("classics.pgn")]).assert();
    run.code(2).stdout(contains("\"games\":8")).stderr(contains("no/such.pgn"));
}

#[test]
fn a_directory_without_games_is_exit_2() {
    let dir = tempfile::tempdir().unwrap();
    validate(&[text(dir.path())]).assert().code(2);
}

#[test]
fn standard_input_is_read_where_no_file_is_named() {
    let games = std::fs::read(fixture("classics.pgn")).unwrap();
    for args in [&["--format", "json"][..], &["--format", "json", "-"]] {
        validate(args).write_stdin(games.clone()).assert().code(0).stdout(contains("\"games\":8"));
    }
}

#[test]
fn ndjson_is_one_object_a_line_and_the_summary_last() {
    let out = stdout_of(&mut validate(&["--format", "ndjson", "--no-timing", &fixture("faulty.pgn")]));
    let objects: Vec<serde_json::Value> =
        out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (last, findings) = objects.split_last().unwrap();
    let summary = &last["summary"];
    assert_eq!(
        (&summary["games"], &summary["valid"], &summary["invalid"]),
        (&7.into(), &3.into(), &4.into())
    );
    assert!(summary.get("seconds").is_none());
    let counted: u64 = summary["findings"].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum();
    assert_eq!(counted, findings.len() as u64);
    for finding in findings {
        let keys: Vec<&str> = finding.as_object().unwrap().keys().map(String::as_str).collect();
        let mut wanted = [
            "file",
            "game",
            "line",
            "column",
            "offset",
            "ply",
            "code",
            "severity",
            "token",
            "message",
            "suggestions",
        ];
        wanted.sort_unstable();
        assert_eq!(keys, wanted);
    }
    let errors: Vec<(u64, &str)> = findings
        .iter()
        .filter(|finding| finding["severity"] == "error")
        .map(|finding| (finding["game"].as_u64().unwrap(), finding["code"].as_str().unwrap()))
        .collect();
    let wanted =
        [(1, "illegal-move"), (2, "ambiguous-move"), (5, "illegal-castling"), (6, "unclosed-comment")];
    assert_eq!(errors, wanted);
}

#[test]
fn the_output_is_the_same_for_any_number_of_threads() {
    let run = |threads| {
        let args = ["--format", "ndjson", "--no-timing", "-j", threads];
        stdout_of(validate(&args).args([fixture("faulty.pgn"), fixture("classics.pgn")]))
    };
    let one = run("1");
    assert!(!one.is_empty());
    assert_eq!(one, run("2"));
    assert_eq!(one, run("7"));
}

#[test]
fn output_to_a_pipe_has_no_colours_unless_asked() {
    let file = fixture("faulty.pgn");
    validate(&[&file]).assert().stdout(contains("\u{1b}").not());
    validate(&["--color", "always", &file]).assert().stdout(contains("\u{1b}["));
}

#[test]
fn steering_characters_of_a_game_do_not_reach_the_terminal() {
    let game = "[Event \"\u{1b}]0;owned\u{7}\"]\n\n1. e4 \u{1b}[2J e5 \u{202e} *\n";
    let out = stdout_of(validate(&["-"]).write_stdin(game));
    assert!(!out.is_empty() && !out.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{out:?}");
}

#[test]
fn a_split_holds_every_byte_of_the_input() {
    let dir = tempfile::tempdir().unwrap();
    let (good, bad) = (dir.path().join("good.pgn"), dir.path().join("bad.pgn"));
    let file = fixture("faulty.pgn");
    validate(&["--valid-to", text(&good), "--invalid-to", text(&bad), &file]).assert().code(1);
    let lines = |paths: &[&Path]| {
        let bytes: Vec<u8> = paths.iter().flat_map(|path| std::fs::read(path).unwrap()).collect();
        let mut lines: Vec<Vec<u8>> = bytes.split_inclusive(|b| *b == b'\n').map(<[u8]>::to_vec).collect();
        lines.sort();
        lines
    };
    assert_eq!(lines(&[&good, &bad]), lines(&[Path::new(&file)]));
    validate(&["-q", text(&good)]).assert().code(0);
    validate(&["-q", text(&bad)]).assert().code(1);
}

#[test]
fn an_output_is_overwritten_only_by_force_and_an_input_never() {
    let dir = tempfile::tempdir().unwrap();
    let (input, output) = (dir.path().join("in.pgn"), dir.path().join("out.pgn"));
    std::fs::copy(fixture("classics.pgn"), &input).unwrap();
    std::fs::write(&output, "precious").unwrap();
    let before = std::fs::read(&input).unwrap();
    let run = |args: &[&str]| validate(&["--valid-to"]).args(args).arg(&input).assert();
    run(&[text(&output)]).code(2).stderr(contains("--force"));
    assert_eq!(std::fs::read(&output).unwrap(), b"precious");
    run(&[text(&output), "--force"]).code(0);
    assert_eq!(std::fs::read(&output).unwrap(), before);
    run(&[text(&input), "--force"]).code(2);
    assert_eq!(std::fs::read(&input).unwrap(), before);
    // The same with the input found in a directory.
    validate(&["--valid-to", text(&input), "--force", text(dir.path())]).assert().code(2);
    assert_eq!(std::fs::read(&input).unwrap(), before);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_exit_2_and_a_closed_pipe_is_not() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("zug"));
    let status =
        child.args(["validate", &fixture("faulty.pgn")]).stdout(full).stderr(std::process::Stdio::null());
    assert_eq!(status.status().unwrap().code(), Some(2));

    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("zug"));
    let output = child.args(["validate", &fixture("faulty.pgn")]).stdout(writer).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_run_ends_with_a_summary_and_130() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    // Tests that run in the background of a shell are started with SIGINT ignored; zug leaves that alone.
    let mut command = Command::new("env");
    command.arg("--default-signal=INT").arg(assert_cmd::cargo::cargo_bin!("zug"));
    command.args(["validate", "--format", "ndjson", "--summary"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let games = std::fs::read(fixture("classics.pgn")).unwrap();
    stdin.write_all(&games).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    let pid = child.id().to_string();
    assert!(Command::new("sh").args(["-c", "kill -INT \"$0\"", &pid]).status().unwrap().success());
    // The flag is looked at between two blocks of the input, so the pipe is fed until the command has ended.
    let fed = (0..20_000).try_for_each(|_| stdin.write_all(&games));
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{fed:?}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("\"summary\""));
}
