//! Tokens of texts, and what is known of their surroundings.

use super::scan::{Kind, Token, scan, scan_damaged};

fn kinds(text: &str) -> String {
    let show = |token: &Token| {
        let word = &text[token.start..token.end];
        match token.kind {
            Kind::Number { value, dots } => format!("{value}/{dots}"),
            Kind::Move => format!("m:{word}"),
            Kind::Files => format!("f:{word}"),
            Kind::Result { .. } => format!("r:{word}"),
            Kind::Open { .. } | Kind::Close => word.to_owned(),
            Kind::Comment => "c".to_owned(),
            Kind::Nag(nag) | Kind::Sign(nag) => format!("${nag}"),
            Kind::DrawOffer => "=".to_owned(),
            Kind::Stray => "?".to_owned(),
            Kind::Damaged(_) => format!("d:{word}"),
        }
    };
    scan(text).iter().map(show).collect::<Vec<_>>().join(" ")
}

#[test]
fn numbers_moves_and_results_are_told_from_words() {
    assert_eq!(kinds("1.e4 e5 2. Sg1–f3 Sb8-c6"), "1/1 m:e4 m:e5 2/1 m:Sg1–f3 m:Sb8-c6");
    assert_eq!(kinds("18. ... Se4-f6 9…Df6 0-0 0–0–0"), "18/4 m:Se4-f6 9/3 m:Df6 m:0-0 m:0–0–0");
    assert_eq!(kinds("Am 25.03.2004 um 2.11.1 auf 8×8"), "");
    assert_eq!(kinds("1-0 ½:½ 0–1. 1/2 remis"), "r:1-0 r:½:½ r:0–1 r:1/2 r:remis");
    assert_eq!(kinds("Die Dame und der Turm Da Ta (siehe „e4“)"), "( )");
    assert_eq!(kinds("ed exd5 des ab ! ± (=) $12 {x}"), "f:ed m:exd5 f:ab $1 $16 = $12 c");
    assert_eq!(kinds("| 1 | **e4** | e5 |"), "1/0 m:e4** m:e5");
    assert_eq!(kinds("Кf3 ♘f3 Кре2"), "m:Кf3 m:♘f3");
}

#[test]
fn damaged_words_are_tokens_only_where_they_are_asked_for() {
    let text = "1.e4 2.5f3 Tel der 5.00 Sf3 S f3 am 25.03.2004";
    assert_eq!(kinds(text), "1/1 m:e4 m:Sf3 m:f3");
    let tokens = scan_damaged(text);
    let words: Vec<&str> = tokens.iter().map(|token| &text[token.start..token.end]).collect();
    assert_eq!(words, ["1.", "e4", "2.", "5f3", "Tel", "5.", "00", "Sf3", "S", "f3"]);
    let flags: Vec<bool> = tokens.iter().map(|token| token.words_before).collect();
    assert_eq!(flags, [false, false, false, false, false, true, false, false, false, false]);
}

#[test]
fn a_bracket_without_its_other_half_is_none() {
    assert_eq!(kinds("(e4 [d4) e5]"), "? m:e4 [ m:d4 m:e5 ]");
    assert_eq!(kinds("([e4])"), "( [ m:e4 ] )");
}

#[test]
fn the_surroundings_of_a_token_are_known() {
    let tokens = scan("Nach e4 kommt\n\ne5 Sf3\n");
    let flags: Vec<_> = tokens
        .iter()
        .map(|t| (t.words_before, t.words_after, t.is_line_start, t.blank_before, t.is_pure))
        .collect();
    assert_eq!(
        flags,
        [
            (true, true, false, false, false),
            (true, false, true, true, true),
            (false, false, false, false, true)
        ]
    );
}
