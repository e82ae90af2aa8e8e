//! What scripts rely on: exit codes, what goes to which stream, and what a run never does.
use assert_cmd::Command;
#[test]
fn x() {
    Command::cargo_bin("zug").unwrap();
}
