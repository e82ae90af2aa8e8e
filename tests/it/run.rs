//! `zug convert` run as a script runs it.

use assert_cmd::Command;

/// Exit status, standard output and standard error of `zug convert` with these arguments and this standard input.
pub(crate) fn zug(args: &[&str], stdin: &str) -> (i32, String, String) {
    let output =
        Command::cargo_bin("zug").unwrap().arg("convert").args(args).write_stdin(stdin).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// The movetext of the only game.
pub(crate) fn moves(out: &str) -> &str {
    out.split_once("\n\n").unwrap().1.trim()
}
