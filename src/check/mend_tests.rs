//! Whole games with damaged moves.

use std::sync::Arc;

use super::chunk::{PgnWork, Report};
use super::finding::Filter;
use super::game::CheckOptions;
use super::lang::UiLang;
use crate::notation::Language;
use crate::replay::parallel::Work;

fn check(moves: &str, language: Option<Language>) -> Report {
    let options = CheckOptions { repair: true, language, ..CheckOptions::default() };
    let filter = Arc::new(Filter::all());
    let work = PgnWork::new(options, filter);
    let text = format!("[Event \"?\"]\n\n{moves}\n");
    work.run(&mut work.local(), text.as_bytes(), 0, text.len()).0
}

/// Codes of the repairs and of errors, with the text each is about.
fn told(moves: &str) -> (u64, Vec<String>) {
    let report = check(moves, None);
    let text = format!("[Event \"?\"]\n\n{moves}\n");
    let list = report.findings.list().iter();
    let list = list.filter(|finding| {
        finding.code.name().contains("repair") || finding.severity == super::code::Severity::Error
    });
    let told = list.map(|f| format!("{} {}", f.code.name(), &text[f.span.clone()])).collect();
    (report.plies, told)
}

#[test]
fn one_move_is_taken_and_play_goes_on() {
    for (moves, plies, place) in [
        ("1. e4 e5 2. 5f3 Sc6 3. Lb5 a6 *", 6, "5f3"),
        ("1. e4 e5 2. Sgl-f3 Sc6 3. Lb5 a6 *", 6, "Sgl-f3"),
        ("1. e4 e5 2. S g 1 - f 3 Sc6 3. Lb5 a6 *", 6, "S g 1 - f 3"),
        ("1. e4 e5 2. 1c4 Lc5 3. Df3 *", 5, "1c4"),
        ("1. e4 e5 2. Sf3 Sc6 3. Lc4 Lc5 4. 00 Sf6 5. d3 *", 9, "00"),
        ("1. e4 e5 2. Sf3 Sc6 3. Lc4 Lc5 4. 0.0 Sf6 5. d3 *", 9, "0.0"),
        ("1. e4 e5 2. Sf3 Sc6 3. Lc4 Lc5 4. d3 Sf6 5. 00 00 6. Sc3 d6 *", 12, "00"),
        ("1. e4 e5 2. Sf3 Sc6 3. Lc4 Lc5 4. 00 d6 5. d3 *", 9, "00"),
        ("1. d4 S f6 2. c4 g6 3. Sc3 Lg7 4. e4 d6 5. Sf3 O-O *", 10, "S f6"),
        ("1. d4 Cf6 2. c4 e6 3. Sc3 Lb4 4. Sf3 Lxc3+ 5. bxc3 d6 *", 10, "Cf6"),
        ("1. e4 d5 2. d5 Dxd5 3. Cc3 Da5 *", 6, "d5"),
    ] {
        let (made, told) = told(moves);
        assert_eq!(made, plies, "{moves}: {told:?}");
        assert_eq!(told.first(), Some(&format!("repaired-move {place}")), "{moves}");
        assert!(told.iter().all(|told| told.starts_with("repaired-move")), "{told:?}");
    }
}

#[test]
fn near_moves_are_left_alone() {
    for moves in ["1. e4 e5 2. Lc8 Sc6 *", "1. e4 e5 2. Sf4 Sc6 *", "1. e4 e5 2. Ke3 *"] {
        let (made, told) = told(moves);
        assert_eq!(made, 2, "{moves}");
        assert!(told.iter().all(|told| !told.contains("repair")), "{told:?}");
    }
}

#[test]
fn several_moves_are_listed_and_none_is_taken() {
    let moves = "1. d4 d5 2. Sf3 Sf6 3. Sd2 e6 *";
    let (made, list) = told(moves);
    assert_eq!((made, list), (4, vec!["ambiguous-move Sd2".into(), "undecided-repair Sd2".to_owned()]));
    let report = check(moves, None);
    let undecided = report.findings.list().iter().find(|f| f.code.name() == "undecided-repair").unwrap();
    assert_eq!(undecided.detail.message(UiLang::En), "this may be any of Nbd2, Nfd2; none was taken");
}

#[test]
fn a_doubtful_repair_needs_moves_that_fit_behind_it() {
    // The bishop cannot go to c5, but to e5.
    let (made, list) = told("1. d4 d5 2. Lf4 Sf6 3. Lc5 Sc6 4. Lxf6 exf6 *");
    assert_eq!((made, list), (8, vec!["repaired-move Lc5".to_owned()]));
    let (made, list) = told("1. d4 d5 2. Lf4 Sf6 3. Lc5 Sc6 4. Lxf8 Txf8 *");
    assert_eq!(made, 4, "{list:?}");
    let (made, list) = told("1. d4 d5 2. Lf4 Sf6 3. Lc5 Lxc5 4. dxc5 *");
    assert_eq!(made, 4, "{list:?}");
    assert!(list.contains(&"undecided-repair Lc5".to_owned()), "{list:?}");
}

#[test]
fn a_repair_after_which_play_breaks_off_says_so() {
    let report = check("1. e4 e5 2. 5f3 Sc6 3. Lb5 a6 4. Lxa7 *", None);
    let repaired = report.findings.list().iter().find(|f| f.code.name() == "repaired-move").unwrap();
    assert_eq!(
        repaired.detail.message(UiLang::En),
        "read as Nf3 (\"5\" stands for \"S\"); but play breaks off at 4., so this may be wrong"
    );
}

#[test]
fn variations_are_repaired_too() {
    let (made, list) = told("1. e4 e5 (1... c5 2. 5f3 d6 3. d4) 2. Sf3 *");
    assert_eq!((made, list), (3, vec!["repaired-move 5f3".to_owned()]));
    let report = check("1. e4 e5 (1... c5 2. 5f3 d6 3. d4) 2. Sf3 *", None);
    assert!(report.findings.list().iter().all(|f| f.code.name() != "illegal-variation-move"));
}

#[test]
fn letters_of_a_third_language_are_read_in_repair_mode() {
    let moves = "1. e4 e5 2. Sf3 Cc6 3. Lb5 Nf6 4. 0-0 *";
    let (made, list) = told(moves);
    assert_eq!((made, list), (7, vec!["repaired-move Cc6".to_owned()]));
}

#[test]
fn many_damages_take_linear_time() {
    let shuffle = |i: usize| format!("{}. 5f3 5f6 {}. 5gl 5g8\n", 2 * i + 1, 2 * i + 2);
    let moves: String = (0..5000).map(shuffle).chain(["*".to_owned()]).collect();
    let began = std::time::Instant::now();
    let report = check(&moves, None);
    assert_eq!(report.plies, 20_000);
    assert!(began.elapsed().as_secs() < 20, "{:?}", began.elapsed());
}
