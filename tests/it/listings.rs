//! Listings as an archivist has them: a text goes in, the whole PGN that comes out is compared with the `.pgn` beside
//! it. Findings and exit codes are in the tests.

use std::fs;
use std::path::PathBuf;
use std::process::Output;

use assert_cmd::cargo::cargo_bin_cmd;

fn path(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "fixtures", "listings", name].iter().collect()
}

fn convert(args: &[&str], name: &str) -> Output {
    let mut command = cargo_bin_cmd!("zug");
    command.env_remove("ZUG_LANG").env_remove("NO_COLOR").timeout(std::time::Duration::from_secs(60));
    command.arg("convert").args(args).arg(path(name)).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn assert_games(output: &Output, name: &str) {
    let stem = name.split('.').next().unwrap();
    let expected = fs::read_to_string(path(&format!("{stem}.pgn"))).unwrap();
    assert_eq!(String::from_utf8(output.stdout.clone()).unwrap(), expected, "{name}");
}

/// The text converts without a finding, whether it is called a listing or found to be one.
fn converts(name: &str, summary: &str) {
    for args in [&[][..], &["--from", "listing"]] {
        let output = convert(args, name);
        assert_games(&output, name);
        assert_eq!(said(&output), format!("{summary}, 0 findings\n"), "{name}");
        assert_eq!(output.status.code(), Some(0), "{name}");
    }
}

#[test]
fn numbered_long_notation_with_a_heading_of_players_place_and_year() {
    converts("numbered_long.txt", "1 game read, 1 written, 14 plies");
}

#[test]
fn bare_moves_a_full_move_a_line() {
    converts("bare.txt", "1 game read, 1 written, 7 plies");
}

#[test]
fn columns_separated_by_commas_semicolons_or_tabs() {
    converts("columns_comma.txt", "1 game read, 1 written, 12 plies");
    converts("columns_semicolon.csv", "1 game read, 1 written, 9 plies");
    converts("columns_tab.tsv", "1 game read, 1 written, 8 plies");
}

#[test]
fn a_listing_goes_on_at_black_behind_prose() {
    converts("black_goes_on.txt", "1 game read, 1 written, 10 plies");
}

#[test]
fn number_and_move_on_lines_of_their_own() {
    converts("lines_apart.txt", "1 game read, 1 written, 8 plies");
}

#[test]
fn numbers_may_be_missing() {
    converts("without_numbers.txt", "1 game read, 1 written, 6 plies");
}

#[test]
fn words_years_and_page_numbers_are_no_moves_and_prose_becomes_comments() {
    converts("prose.txt", "1 game read, 1 written, 9 plies");
}

#[test]
fn brackets_of_both_kinds_are_variations() {
    converts("variations.txt", "1 game read, 1 written, 9 plies");
}

#[test]
fn a_second_first_move_opens_the_next_game() {
    converts("two_games.txt", "2 games read, 2 written, 12 plies");
}

#[test]
fn a_table_in_markdown() {
    converts("table.md", "1 game read, 1 written, 10 plies");
}

#[test]
fn a_piece_of_a_page_with_pictures_and_footnotes() {
    converts("forum.html", "1 game read, 1 written, 6 plies");
}

#[test]
fn a_page_with_tables_and_a_move_that_cannot_be_played() {
    for args in [&[][..], &["--from", "listing"]] {
        let output = convert(args, "page.html");
        assert_games(&output, "page.html");
        assert_eq!(output.status.code(), Some(1));
        let said = said(&output);
        // The place is that in the page, not in its text.
        assert!(said.contains("page.html:26:64\n"), "{said}");
        assert!(said.contains("note: game 2, ply 5\n"), "{said}");
        assert!(
            said.ends_with("2 games read, 2 written, 13 plies, 1 finding; 1 game not read to the end\n"),
            "{said}"
        );
    }
}

#[test]
fn an_unreadable_rest_is_kept_in_a_comment_and_reported() {
    let output = convert(&[], "broken.txt");
    assert_games(&output, "broken.txt");
    assert_eq!(output.status.code(), Some(1));
    let english = said(&output);
    assert!(
        english.starts_with("error[illegal-move]: this cannot be played in this position; "),
        "{english}"
    );
    assert!(english.contains("broken.txt:6:4\n"), "{english}");
    assert!(
        english.ends_with("1 game read, 1 written, 4 plies, 1 finding; 1 game not read to the end\n"),
        "{english}"
    );
    let german = said(&convert(&["--ui-lang", "de"], "broken.txt"));
    assert!(
        german.contains("das ist in dieser Stellung nicht spielbar; von hier an bleibt die Partie als Text"),
        "{german}"
    );
}

#[test]
fn a_gap_keeps_the_rest_as_text() {
    let output = convert(&["--from", "listing"], "gap.txt");
    assert_games(&output, "gap.txt");
    assert_eq!(output.status.code(), Some(1));
    let said = said(&output);
    assert!(
        said.contains("move 3. is missing, the text goes on with 5.; the rest is kept as text"),
        "{said}"
    );
    assert!(said.contains("gap.txt:2:4\n"), "{said}");
}

#[test]
fn moves_without_their_position_are_reported_and_convert_with_it() {
    let output = convert(&[], "fragment.txt");
    assert_games(&output, "fragment.txt");
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("fragment.txt:1:1\n"), "{}", said(&output));
    let start = "8/p3q1kp/1p2Pnp1/3pQ3/2pP4/1nP3N1/1B4PP/6K1 w - - 0 30";
    let output = convert(&["--from", "listing", "--start", start], "fragment.txt");
    assert!(String::from_utf8_lossy(&output.stdout).ends_with("\n\n30. Ba3 Qxa3 31. Nh5+ gxh5 *\n\n"));
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_text_without_a_game_is_kept_as_one_comment() {
    let output = convert(&[], "prose_only.txt");
    assert_games(&output, "prose_only.txt");
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("there is no game in this text"), "{}", said(&output));
}

#[test]
fn pgn_with_tags_of_html_in_comments_stays_pgn() {
    let pgn =
        "[Event \"<b>x</b> <i>y</i> <p>z</p>\"]\n[Result \"*\"]\n\n1. e4 {<b>gut</b> <br> <p>a</p>} e5 *\n";
    let mut command = cargo_bin_cmd!("zug");
    let output = command.args(["convert", "-q"]).write_stdin(pgn).output().unwrap();
    let games = String::from_utf8(output.stdout).unwrap();
    assert!(games.contains("[Event \"<b>x</b> <i>y</i> <p>z</p>\"]\n"), "{games}");
    assert!(games.contains("1. e4 {<b>gut</b> <br> <p>a</p>} 1... e5 *\n"), "{games}");
}
