//! What is said about tag sections, good and bad.
#![cfg(test)]

use std::sync::Arc;

use super::code::Code;
use super::finding::{Filter, Findings};
use super::lang::UiLang;
use super::tags::{check_ply_count, check_tags};
use crate::pgn::tags::TagSection;

fn findings(text: &[u8], filter: Filter) -> Findings {
    let mut section = TagSection::new();
    let end = section.read(text, 0);
    let mut out = Findings::new(Arc::new(filter));
    check_tags(text, &section, end, &mut out);
    out
}

/// Each finding as `code: token: message`, in one language.
fn report(text: &str, lang: UiLang) -> String {
    let found = findings(text.as_bytes(), Filter::all());
    let line = |f: &super::finding::Finding| {
        format!("{}: {}: {}\n", f.code.name(), &text[f.span.clone()], f.detail.message(lang))
    };
    found.list().iter().map(line).collect()
}

const ROSTER: &str = "[Event \"London\"]\n[Site \"London ENG\"]\n[Date \"2012.12.04\"]\n[Round \"4.1\"]\n\
    [White \"Carlsen,M\"]\n[Black \"Jones,G\"]\n[Result \"1-0\"]\n";

fn with_roster(more: &str, lang: UiLang) -> String {
    report(&format!("{ROSTER}{more}\n"), lang)
}

#[test]
fn a_clean_section_has_no_findings() {
    let more = "[BlackElo \"2644\"]\n[ECO \"B53\"]\n[EventDate \"2012.12.01\"]\n[Opening \"Sicilian\"]\n\
        [TimeControl \"300+3\"]\n[UTCTime \"00:00:06\"]\n[WhiteElo \"?\"]\n[WhiteTitle \"GM\"]\n";
    assert_eq!(with_roster(more, UiLang::En), "");
    let mut strict = Filter::all();
    strict.set(Code::NotExportFormat, true);
    let text = format!("{ROSTER}{more}\n1. e4 1-0\n");
    assert!(findings(text.as_bytes(), strict).list().is_empty());
}

#[test]
fn missing_tags_are_one_finding() {
    insta::assert_snapshot!(report("1. e4", UiLang::En), @r#"
    missing-tags: : the game has no tags, so nobody knows who played it, where and when
    "#);
}

#[test]
fn missing_roster_tags_are_listed_with_look_alikes() {
    insta::assert_snapshot!(report("[event \"x\"]\n[Site \"y\"]\n[Date \"2024.01.01\"]\n[Round \"1\"]\n[white \"z\"]", UiLang::De), @r#"
    missing-roster-tag: : von den sieben Pflicht-Tags fehlen: Event (vorhanden ist „event“, doch Groß- und Kleinschreibung zählt), White (vorhanden ist „white“, doch Groß- und Kleinschreibung zählt), Black, Result
    "#);
}

#[test]
fn faults_of_writing_are_named() {
    let more = "[White \"Carlsen,M\"]\n[Annotator \"The \"Big\" one\"]\n[Stage \"x\"\n[Board 3]\n[Mode \"OTB]\n\
        [Foo Bar \"x\"]\n[Source \"C:\\x\\\"]\n[Section \"a\u{1}b\"]\n[Site \"Paris\"]\n";
    insta::assert_snapshot!(with_roster(more, UiLang::En), @r#"
    duplicate-tag: White: the tag White is there twice, with the same value
    unescaped-quote: The "Big" one: a quote inside the value of the tag Annotator must be written as \"
    malformed-tag: [Stage "x": the tag Stage lacks its closing bracket "]"
    malformed-tag: [Board 3]: the value of the tag Board must stand in quotes
    unclosed-string: [Mode "OTB]: the value of the tag Mode has no closing quote; it was read up to the end of the line
    bad-tag-name: Foo Bar: "Foo Bar" is no tag name: only letters, digits and underscores are allowed
    malformed-tag: [Source "C:\x\"]: the backslash at the end of the tag Source must be doubled, or it takes the quote away
    control-bytes: : the value of the tag Section holds the control byte 0x01
    duplicate-tag: Site: the tag Site is there twice with different values; the last one counts
    "#);
}

#[test]
fn faults_of_writing_are_named_in_german() {
    let more = "[White \"Carlsen,M\"]\n[Annotator \"The \"Big\" one\"]\n[Stage \"x\"\n[Board 3]\n[Mode \"OTB]\n\
        [Foo Bar \"x\"]\n[Source \"C:\\x\\\"]\n[Section \"a\u{1}b\"]\n[Site \"Paris\"]\n";
    insta::assert_snapshot!(with_roster(more, UiLang::De), @r#"
    duplicate-tag: White: das Tag White steht zweimal da, mit demselben Wert
    unescaped-quote: The "Big" one: ein Anführungszeichen im Wert des Tags Annotator wird als \" geschrieben
    malformed-tag: [Stage "x": dem Tag Stage fehlt die schließende Klammer „]“
    malformed-tag: [Board 3]: der Wert des Tags Board muss in Anführungszeichen stehen
    unclosed-string: [Mode "OTB]: dem Wert des Tags Mode fehlt das schließende Anführungszeichen; gelesen wurde bis zum Zeilenende
    bad-tag-name: Foo Bar: „Foo Bar“ ist kein Tag-Name: erlaubt sind nur Buchstaben (ohne Umlaute), Ziffern und Unterstriche
    malformed-tag: [Source "C:\x\"]: der Backslash am Ende des Tags Source muss verdoppelt werden, sonst nimmt er dem Anführungszeichen die Wirkung
    control-bytes: : der Wert des Tags Section enthält das Steuerzeichen 0x01
    duplicate-tag: Site: das Tag Site steht mit verschiedenen Werten zweimal da; der letzte gilt
    "#);
}

const VALUES: &str = "[UTCDate \"2023.02.30\"]\n[EventDate \"12. März 1987\"]\n[SourceDate \"12.3.87\"]\n[ECO \"Z42\"]\n\
    [WhiteElo \"\"]\n[BlackElo \"28480\"]\n[Time \"25:00:00\"]\n[TimeControl \"5+3\"]\n[SetUp \"1\"]\n";

#[test]
fn bad_values_are_named() {
    insta::assert_snapshot!(with_roster(VALUES, UiLang::En), @r#"
    bad-date: 2023.02.30: UTCDate "2023.02.30" is no day of the calendar
    bad-date: 12. März 1987: EventDate "12. März 1987" must be written as 1987.03.12
    bad-date: 12.3.87: SourceDate "12.3.87" leaves the century open; write the year with four digits
    bad-eco: Z42: "Z42" is no opening code: an ECO code is a letter from A to E and two digits, such as B53
    bad-elo: : WhiteElo is empty; an unknown rating is "?", a player without one "-"
    bad-elo: 28480: nobody has a rating of 28480, as BlackElo says
    bad-time: 25:00:00: Time must be a time of day such as 19:30:00, not "25:00:00"
    bad-time-control: 5+3: TimeControl "5+3" means 5 seconds for the game; for minutes write 300+3
    setup-conflict: 1: SetUp "1" promises a start position, but there is no FEN tag; the classic one was taken
    "#);
}

#[test]
fn bad_values_are_named_in_german() {
    insta::assert_snapshot!(with_roster(VALUES, UiLang::De), @r#"
    bad-date: 2023.02.30: UTCDate „2023.02.30“ ist kein Tag des Kalenders
    bad-date: 12. März 1987: EventDate „12. März 1987“ muss 1987.03.12 geschrieben werden
    bad-date: 12.3.87: SourceDate „12.3.87“ lässt das Jahrhundert offen; das Jahr braucht vier Ziffern
    bad-eco: Z42: „Z42“ ist kein Eröffnungscode: ein ECO-Code ist ein Buchstabe von A bis E und zwei Ziffern, etwa B53
    bad-elo: : WhiteElo ist leer; eine unbekannte Wertungszahl ist „?“, keine ist „-“
    bad-elo: 28480: eine Wertungszahl von 28480, wie sie in BlackElo steht, hat niemand
    bad-time: 25:00:00: Time muss eine Uhrzeit wie 19:30:00 sein, nicht „25:00:00“
    bad-time-control: 5+3: TimeControl „5+3“ bedeutet 5 Sekunden für die Partie; Minuten schreibt man so: 300+3
    setup-conflict: 1: SetUp „1“ kündigt eine Ausgangsstellung an, doch das Tag FEN fehlt; gespielt wird aus der Grundstellung
    "#);
}

#[test]
fn german_names_are_read_and_reported() {
    let text =
        "[Turnier \"a\"]\n[Ort \"b\"]\n[Datum \"12.3.1987\"]\n[Runde \"1\"]\n[Weiß \"c\"]\n[Schwarz \"d\"]\n";
    insta::assert_snapshot!(report(text, UiLang::En), @r#"
    foreign-tag-name: Turnier: "Turnier" is the German name of a tag that PGN calls Event
    foreign-tag-name: Ort: "Ort" is the German name of a tag that PGN calls Site
    foreign-tag-name: Datum: "Datum" is the German name of a tag that PGN calls Date
    foreign-tag-name: Runde: "Runde" is the German name of a tag that PGN calls Round
    foreign-tag-name: Weiß: "Weiß" is the German name of a tag that PGN calls White
    foreign-tag-name: Schwarz: "Schwarz" is the German name of a tag that PGN calls Black
    missing-roster-tag: : of the Seven Tag Roster these are missing: Result
    "#);
}

#[test]
fn setup_and_fen_must_agree() {
    let fen = "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n";
    assert_eq!(with_roster(&format!("{fen}[SetUp \"1\"]\n"), UiLang::En), "");
    assert_eq!(with_roster(fen, UiLang::En), "", "a FEN alone is no contradiction");
    assert_eq!(
        with_roster("[FEN \"\"]\n[SetUp \"0\"]\n", UiLang::En),
        "",
        "an empty FEN is the FEN's own finding"
    );
    for bad in [
        "[SetUp \"1\"]\n".into(),
        format!("[SetUp \"0\"]\n{fen}"),
        format!("[Setup \"1\"]\n{fen}"),
        format!("[SetUp \"x\"]\n{fen}"),
    ] {
        let found = with_roster(&bad, UiLang::En);
        assert!(found.starts_with("setup-conflict: ") && found.lines().count() == 1, "{bad} {found}");
    }
}

#[test]
fn wrong_encodings_are_one_finding_a_game() {
    let mut text = ROSTER.as_bytes().to_vec();
    text.extend(b"[Annotator \"M\xFCller\"]\n[Source \"K\xF6ln\"]\n");
    let found = findings(&text, Filter::all());
    assert_eq!(found.list().len(), 1);
    let finding = &found.list()[0];
    assert_eq!(&text[finding.span.clone()], b"\xFC");
    assert!(finding.detail.message(UiLang::En).contains("Annotator and of one more tag"));
}

#[test]
fn ply_count_is_compared_with_the_game() {
    for (value, good) in [("75", true), ("76", false), ("", false), ("+75", false), ("x", false)] {
        let text = format!("[PlyCount \"{value}\"]");
        let mut section = TagSection::new();
        section.read(text.as_bytes(), 0);
        let mut out = Findings::new(Arc::new(Filter::all()));
        check_ply_count(text.as_bytes(), &section, 75, &mut out);
        assert_eq!(out.list().is_empty(), good, "{value}");
    }
}

#[test]
fn strict_asks_for_the_export_format() {
    let mut strict = Filter::all();
    strict.set(Code::NotExportFormat, true);
    let text = "[Event \"a\"] [Date \"????.??.??\"]\n[Site \"b\\c\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n\
        [Result \"*\"]\n[TimeControl \"8+0.08\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n1. e4 *";
    let found = findings(text.as_bytes(), strict);
    assert!(found.list().iter().all(|f| f.code == Code::NotExportFormat));
    let messages: String = found.list().iter().map(|f| f.detail.message(UiLang::En) + "\n").collect();
    insta::assert_snapshot!(messages, @r#"
    the tag Site is out of place: first come Event, Site, Date, Round, White, Black, Result
    the tag FEN must stand before TimeControl: tags after the roster are in ASCII order
    a tag pair is one line, written as [Name "value"]
    a backslash in a tag value is written as \\
    a FEN tag needs the tag SetUp "1" beside it
    this time control is common, but not one of the standard
    exactly one empty line stands between tags and moves
    "#);
}
