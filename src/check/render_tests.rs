//! What the output looks like, in every form.
#![cfg(test)]

use std::sync::Arc;

use super::finding::{Filter, Findings};
use super::lang::UiLang;
use super::place::{PlaceCursor, excerpt};
use super::render::{Format, RenderOptions, Renderer, Shown};
use super::summary::{Summary, decimal, grouped};
use super::tags::check_tags;
use crate::pgn::tags::TagSection;

const GAME: &str =
    "[Event \"Vereinsfest\"]\n[Date \"3/4/1987\"]\n[White \"Weiss, A\"]\n[WhiteElo \"k.A.\"]\n\n1. e4 *\n";

/// All findings about the tags of one game, shown.
fn show(text: &str, options: RenderOptions, suggestions: &[&str]) -> String {
    let bytes = text.as_bytes();
    let mut section = TagSection::new();
    let end = section.read(bytes, 0);
    let mut findings = Findings::new(Arc::new(Filter::all()));
    check_tags(bytes, &section, end, &mut findings);
    if let Some(code) = findings.list().last().map(|finding| finding.code) {
        findings.suggest_for_last(code, || suggestions.iter().map(|s| s.to_string()).collect());
    }
    let mut out = Vec::new();
    let mut renderer = Renderer::new(options);
    renderer.begin(&mut out).unwrap();
    let mut cursor = PlaceCursor::new();
    let mut at = 0;
    for finding in findings.list() {
        cursor.advance(&bytes[at..finding.span.start]);
        at = finding.span.start;
        let place = cursor.place();
        let shown = Shown {
            file: "club.pgn",
            game: Some(17),
            players: Some("Weiss, A - ?"),
            line: place.line,
            column: place.column,
            offset: at as u64,
            finding,
            token: &bytes[finding.span.clone()],
            excerpt: excerpt(bytes, finding.span.clone()),
        };
        renderer.finding(&shown, &mut out).unwrap();
    }
    let summary = Summary {
        games: 12_345,
        valid: 12_340,
        plies: 987_654,
        bytes: 8_123_456,
        seconds: Some(0.0123),
        counts: findings.counts().iter().map(|n| n * 1111).collect(),
        not_shown: 4,
        interrupted: false,
    };
    renderer.summary(&summary, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn human_output_is_like_a_compilers() {
    insta::assert_snapshot!(show(GAME, RenderOptions::default(), &["Nf3", "Ng4", "e8=Q+"]), @r#"
    warning[bad-date]: Date "3/4/1987" may mean 1987.03.04 or 1987.04.03; write one of them
     --> club.pgn:2:8
      |
    2 | [Date "3/4/1987"]
      |        ^^^^^^^^
      |
      = note: game 17: Weiss, A - ?

    warning[bad-elo]: WhiteElo must be a number, "-" or "?", not "k.A."
     --> club.pgn:4:12
      |
    4 | [WhiteElo "k.A."]
      |            ^^^^
      |
      = note: game 17: Weiss, A - ?

    warning[missing-roster-tag]: of the Seven Tag Roster these are missing: Site, Round, Black, Result
     --> club.pgn:4:18
      |
    4 | [WhiteElo "k.A."]
      |                  ^
      |
      = note: game 17: Weiss, A - ?
      = help: did you mean Nf3, Ng4 or e8=Q+?

    games         12,345
    valid games   12,340  (99.9 %)
    plies        987,654
    findings       3,333
      warning  missing-roster-tag  1,111
      warning  bad-date            1,111
      warning  bad-elo             1,111
    4 more findings not shown
    8.1 MB in 0.01 s, 660 MB/s
    "#);
}

#[test]
fn human_output_in_german() {
    let options = RenderOptions { lang: UiLang::De, no_timing: true, ..RenderOptions::default() };
    insta::assert_snapshot!(show(GAME, options, &["Nf3", "O-O"]), @r#"
    Warnung[bad-date]: Date „3/4/1987“ kann 1987.03.04 oder 1987.04.03 bedeuten; eines davon muss dastehen
     --> club.pgn:2:8
      |
    2 | [Date "3/4/1987"]
      |        ^^^^^^^^
      |
      = Hinweis: Partie 17: Weiss, A - ?

    Warnung[bad-elo]: WhiteElo muss eine Zahl, „-“ oder „?“ sein, nicht „k.A.“
     --> club.pgn:4:12
      |
    4 | [WhiteElo "k.A."]
      |            ^^^^
      |
      = Hinweis: Partie 17: Weiss, A - ?

    Warnung[missing-roster-tag]: von den sieben Pflicht-Tags fehlen: Site, Round, Black, Result
     --> club.pgn:4:18
      |
    4 | [WhiteElo "k.A."]
      |                  ^
      |
      = Hinweis: Partie 17: Weiss, A - ?
      = Hilfe: war Sf3 oder 0-0 gemeint?

    Partien           12.345
    gültige Partien   12.340  (99,9 %)
    Halbzüge         987.654
    Befunde            3.333
      Warnung  missing-roster-tag  1.111
      Warnung  bad-date            1.111
      Warnung  bad-elo             1.111
    4 weitere Befunde nicht gezeigt
    8,1 MB
    "#);
}

#[test]
fn ndjson_has_its_keys_in_order() {
    let options = RenderOptions { format: Format::Ndjson, no_timing: true, ..RenderOptions::default() };
    insta::assert_snapshot!(show(GAME, options, &["Nf3"]), @r#"
    {"file":"club.pgn","game":17,"line":2,"column":8,"offset":29,"ply":null,"code":"bad-date","severity":"warning","token":"3/4/1987","message":"Date \"3/4/1987\" may mean 1987.03.04 or 1987.04.03; write one of them","suggestions":[]}
    {"file":"club.pgn","game":17,"line":4,"column":12,"offset":70,"ply":null,"code":"bad-elo","severity":"warning","token":"k.A.","message":"WhiteElo must be a number, \"-\" or \"?\", not \"k.A.\"","suggestions":[]}
    {"file":"club.pgn","game":17,"line":4,"column":18,"offset":76,"ply":null,"code":"missing-roster-tag","severity":"warning","token":null,"message":"of the Seven Tag Roster these are missing: Site, Round, Black, Result","suggestions":["Nf3"]}
    {"summary":{"games":12345,"valid":12340,"invalid":5,"plies":987654,"bytes":8123456,"findings":{"missing-roster-tag":1111,"bad-date":1111,"bad-elo":1111}}}
    "#);
}

#[test]
fn csv_has_the_same_columns() {
    let options = RenderOptions { format: Format::Csv, ..RenderOptions::default() };
    insta::assert_snapshot!(show(GAME, options, &["Nf3", "Ng4"]), @r#"
    file,game,line,column,offset,ply,code,severity,token,message,suggestions
    club.pgn,17,2,8,29,,bad-date,warning,3/4/1987,"Date ""3/4/1987"" may mean 1987.03.04 or 1987.04.03; write one of them",
    club.pgn,17,4,12,70,,bad-elo,warning,k.A.,"WhiteElo must be a number, ""-"" or ""?"", not ""k.A.""",
    club.pgn,17,4,18,76,,missing-roster-tag,warning,,"of the Seven Tag Roster these are missing: Site, Round, Black, Result",Nf3 Ng4
    "#);
}

#[test]
fn treacherous_text_is_escaped_and_long_lines_are_cut() {
    let long = "x".repeat(300);
    let text = format!(
        "[Event \"{long}\u{202E}\u{1b}[2J{long}\"] [Site \"?\"] [Date \"????.??.??\"] [Round \"?\"] [White \"?\"] [Black \"?\"] [Result \"*\"]\n"
    );
    let options = RenderOptions { no_timing: true, ..RenderOptions::default() };
    insta::assert_snapshot!(show(&text, options, &[]), @r#"
    warning[control-bytes]: the value of the tag Event holds the control byte 0x1B
     --> club.pgn:1:310
      |
    1 | …xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\u{202E}\x1B[2Jxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
      |                                                               ^^^^
      |
      = note: game 17: Weiss, A - ?

    games         12,345
    valid games   12,340  (99.9 %)
    plies        987,654
    findings       1,111
      warning  control-bytes  1,111
    4 more findings not shown
    8.1 MB
    "#);
}

#[test]
fn colour_only_if_told_so() {
    let plain = show(GAME, RenderOptions::default(), &[]);
    assert!(!plain.contains('\u{1b}'));
    let coloured = show(GAME, RenderOptions { colour: true, ..RenderOptions::default() }, &[]);
    assert!(coloured.contains("\u{1b}[") && !coloured.contains(":::"));
}

#[test]
fn numbers_have_their_thousands_apart() {
    assert_eq!(grouped(0, UiLang::En), "0");
    assert_eq!(grouped(999, UiLang::En), "999");
    assert_eq!(grouped(1_234_567, UiLang::En), "1,234,567");
    assert_eq!(grouped(1_000, UiLang::De), "1.000");
    assert_eq!(decimal(1234.56, 1, UiLang::De), "1.234,6");
    assert_eq!(decimal(0.5, 0, UiLang::En), "0");
}
