//! `zug search --sql` as it is run.

use assert_cmd::Command;

/// The exit status, standard output and standard error.
fn zug(args: &[&str]) -> (i32, String, String) {
    let mut command = Command::cargo_bin("zug").unwrap();
    command.env_remove("ZUG_LANG").timeout(std::time::Duration::from_secs(60));
    let output = command.args(["search", "--sql"]).args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn flags_and_expressions_become_one_query() {
    let (status, out, err) = zug(&["--after", "1. e4", "-w", "elo >= 2600 or result = 1-0"]);
    assert_eq!((status, err.as_str()), (0, ""));
    assert_eq!(
        out,
        "SELECT DISTINCT p.game_id FROM positions p WHERE (p.white_elo >= 2600 OR p.black_elo >= 2600 OR p.result = \
         '1-0') AND p.key_prefix = 130 AND p.key = 9384546495678726550 ORDER BY p.game_id;\n"
    );
    let (status, out, _) = zug(&["-v", "--date", "1990..1999"]);
    assert_eq!(status, 0);
    assert_eq!(
        out,
        "SELECT g.game_id FROM games g WHERE NOT coalesce(g.year BETWEEN 1990 AND 1999, FALSE) ORDER BY g.game_id;\n"
    );
}

#[test]
fn what_cannot_be_said_is_an_error_that_names_it() {
    let (status, out, err) = zug(&["-w", "mate and pinned q"]);
    assert_eq!((status, out.as_str()), (2, ""));
    assert_eq!(err, "error: this cannot be said in SQL about the tables: pinned q\n");
    let (status, _, err) = zug(&["-w", "Nf5", "--ui-lang", "de"]);
    assert_eq!(status, 2);
    assert!(err.contains("das lässt sich in SQL über die Tabellen nicht sagen: Nf5"), "{err}");
}

#[test]
fn nothing_is_read_and_nothing_else_is_asked() {
    for args in [
        &["games.pgn", "--mate"][..],
        &["--query", "m=mate"],
        &["--mate", "--count"],
        &["--mate", "--all"],
        &["--mate", "--limit", "3"],
        &["--mate", "--lang-in", "de"],
        &[],
        &["-w", "nonsense"],
    ] {
        let (status, out, err) = zug(args);
        assert_eq!((status, out.as_str()), (2, ""), "{args:?}");
        assert!(err.starts_with("error: "), "{args:?}: {err}");
    }
}
