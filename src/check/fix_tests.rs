//! Repaired games: nothing is lost, nothing is changed twice.

use std::sync::Arc;

use proptest::prelude::*;

use super::chunk::{PgnWork, Report};
use super::code::Code;
use super::finding::Filter;
use super::game::CheckOptions;
use super::lang::UiLang;
use crate::replay::parallel::Work;

fn run(text: &[u8], strict: bool, accept: &[u32]) -> Report {
    let mut filter = Filter::all();
    filter.set(Code::NotExportFormat, strict);
    let options = CheckOptions { fix: true, strict, ..CheckOptions::default() };
    let work = PgnWork { accept: accept.to_vec(), ..PgnWork::new(options, Arc::new(filter)) };
    work.run(&mut work.local(), text, 0, text.len()).0
}

fn fixed(text: &str) -> String {
    String::from_utf8(run(text.as_bytes(), false, &[]).fixed).unwrap()
}

/// The movetext of a game that has no tags.
fn moves(text: &str) -> String {
    let fixed = fixed(text);
    let (_, moves) = fixed.split_once("\n\n").unwrap();
    moves.trim_end().to_owned()
}

fn repairs(text: &str) -> Vec<String> {
    let report = run(text.as_bytes(), false, &[]);
    let list = report.findings.list().iter();
    list.filter(|f| f.code == Code::Repaired).map(|f| f.detail.message(UiLang::En)).collect()
}

const TAGS: &str = "[Event \"e\"]\n[Site \"s\"]\n[Date \"2016.10.15\"]\n[Round \"1\"]\n[White \"w\"]\n[Black \"b\"]\n\
                    [Result \"1-0\"]\n";

#[test]
fn a_game_in_export_format_stays_as_it_is() {
    let game = format!("{TAGS}\n1. e4 e5 $14 {{good}} 2. Nf3 (2. f4 exf4) 2... Nc6 1-0\n\n");
    let report = run(game.as_bytes(), true, &[]);
    assert_eq!(String::from_utf8(report.fixed).unwrap(), game);
    assert!(report.findings.list().is_empty(), "{:?}", report.findings.list());
}

#[test]
fn a_tag_section_comes_out_in_order_and_complete() {
    let text = "[Weiß \"A \\\"B\\\"\"]\n[Schwarz \"C\"]\n[Zeta \"z\"]\n[ECO \"C50\"]\n[Datum \"15. Oktober 2016\"]\n\
                [Ergebnis \"½-½\"]\n[PlyCount \"7\"]\n\n1. e4 e5 *\n";
    assert_eq!(
        fixed(text),
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"2016.10.15\"]\n[Round \"?\"]\n[White \"A \\\"B\\\"\"]\n[Black \"C\"]\n\
         [Result \"1/2-1/2\"]\n[ECO \"C50\"]\n[PlyCount \"2\"]\n[Zeta \"z\"]\n\n1. e4 e5 1/2-1/2\n\n"
    );
    let repairs = repairs(text);
    for said in ["Weiß is now called White", "Event, Site, Round", "was \"7\" and is now \"2\"", "1/2-1/2"] {
        assert!(repairs.iter().any(|repair| repair.contains(said)), "{said}: {repairs:?}");
    }
}

#[test]
fn dates_that_need_guessing_stay() {
    assert!(fixed("[Date \"3/4/1987\"]\n\n1. e4 *").contains("[Date \"3/4/1987\"]"));
    assert!(fixed("[Date \"30.2.1987\"]\n\n1. e4 *").contains("[Date \"30.2.1987\"]"));
    assert!(fixed("[Date \"2016-10-15\"]\n\n1. e4 *").contains("[Date \"2016.10.15\"]"));
}

#[test]
fn setup_goes_with_fen() {
    let fen = "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n";
    assert!(fixed(&format!("{fen}\n1. O-O *")).contains("[SetUp \"1\"]"));
    assert!(fixed(&format!("[SetUp \"0\"]\n{fen}\n1. O-O *")).contains("[SetUp \"1\"]"));
    let without = fixed("[FEN \"\"]\n[SetUp \"1\"]\n\n1. e4 *");
    assert!(!without.contains("FEN") && !without.contains("SetUp"));
}

#[test]
fn a_tag_that_is_there_twice_with_two_values_is_not_decided() {
    let text = fixed("[White \"A\"]\n[White \"B\"]\n[Black \"C\"]\n[Black \"C\"]\n\n1. e4 *");
    assert!(text.contains("[White \"A\"]\n[White \"B\"]\n[Black \"C\"]\n[Result"));
}

#[test]
fn moves_come_out_in_standard_notation_with_their_signs_as_numbers() {
    assert_eq!(moves("1.e2-e4! e7-e5 !? 2 Sg1-f3 Sb8-c6 += 1:0"), "1. e4 $1 e5 $5 2. Nf3 Nc6 $14 1-0");
    assert_eq!(
        moves("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7 1-0"),
        "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0"
    );
    assert_eq!(moves("1. e4 (=) e5 *"), "1. e4 {(=)} 1... e5 *");
    assert_eq!(moves("1. e4 $14 $001 e5 *"), "1. e4 $14 $1 e5 *");
}

#[test]
fn what_is_no_move_becomes_a_comment() {
    assert_eq!(
        moves("1. e4 ; king's pawn\n1... e5 2. Nf3 hello you! Nc6 *"),
        "1. e4 {king's pawn} 1... e5 2. Nf3 {hello you!} 2... Nc6 *"
    );
    assert_eq!(
        moves("1. e4 e5\n% secret\n2. Nf3 $300 } Nc6 *"),
        "1. e4 e5 {% secret} 2. Nf3 {$300} 2... Nc6 *"
    );
}

#[test]
fn a_variation_keeps_what_cannot_be_read_as_a_comment() {
    assert_eq!(
        moves("1. e4 e5 2. Nf3 (2. f4 exf4 3. Ke9 {why} Nc6! (3... a6) 4. d4) Nc6 *"),
        "1. e4 e5 2. Nf3 (2. f4 exf4 {Ke9} {why} {Nc6! (3... a6) 4. d4}) 2... Nc6 *"
    );
    assert_eq!(moves("1. e4 (1. Ke9 x) e5 () 2. Nf3 (2. f4 *"), "1. e4 {Ke9 x} 1... e5 2. Nf3 (2. f4 {*}) *");
}

#[test]
fn a_game_with_an_error_stays_as_it_is() {
    let game = "[White \"M\u{FC}ller\"]\r\n\r\n1.e4 e5 2.Nf3 Nf4 1-0";
    assert_eq!(fixed(game), format!("{game}\n\n"));
    let latin: Vec<u8> = game.chars().map(|c| c as u8).collect();
    assert_eq!(String::from_utf8(run(&latin, false, &[]).fixed).unwrap(), format!("{game}\n\n"));
}

#[test]
fn text_between_games_stays() {
    let text = "\u{FEFF}A collection.\n\n1. e4 e5 1-0\n\nMore words\n\n[White \"A\"]\n\n1. d4 *\n";
    let fixed = fixed(text);
    assert!(fixed.starts_with("A collection.\n\n[Event"), "{fixed}");
    assert!(fixed.contains("1-0\n\nMore words\n\n[Event"), "{fixed}");
}

#[test]
fn an_accepted_suggestion_is_offered_for_the_only_error() {
    let text = b"1. e4 e5 2. Nf3 Nf4 3. Bb5 a6 0-1";
    let report = run(text, false, &[4]);
    let [offer] = report.offers.as_slice() else { panic!("{:?}", report.offers) };
    assert!(offer.text.ends_with("1. e4 e5 2. Nf3 Nf6 3. Bb5 a6 0-1\n\n"), "{}", offer.text);
    assert_eq!((offer.game, offer.ply), (1, 4));
    assert!(run(text, false, &[3]).offers.is_empty());
}

#[test]
fn an_offer_that_is_taken_is_reported_with_its_game() {
    let text = b"1. e4 e5 2. Nf3 Nf4 3. Bb5 a6 0-1\n\n1. e4 Ke9 *\n";
    let mut report = run(text, false, &[4]);
    let offer = report.offers.remove(0);
    report.add_repairs(offer);
    let groups: Vec<_> = report.groups.iter().map(|group| (group.game, group.findings.clone())).collect();
    let list = report.findings.list();
    assert_eq!(groups.iter().map(|(_, range)| range.len()).sum::<usize>(), list.len());
    for (game, range) in groups {
        let is_first = |i: usize| list[i].span.start < 34;
        assert!(range.clone().all(|i| is_first(i) == (game == Some(1))), "{game:?} {range:?}");
    }
    assert!(list.windows(2).all(|pair| pair[0].span.start <= pair[1].span.start));
}

#[test]
fn deep_variations_are_no_trouble() {
    let depth = 10_000;
    let text = format!("1. e4 e5 2. Nf3 {} {} Nc6 *", "(2. Nf3 ".repeat(depth), ")".repeat(depth));
    let once = fixed(&text);
    assert_eq!(fixed(&once), once);
}

/// Pieces of movetext, good and bad.
const PIECES: [&str; 58] = [
    "1. ",
    "12. ",
    "3... ",
    "e4 ",
    "e5 ",
    "Nf3 ",
    "Nc6 ",
    "Sf3 ",
    "Bb5 ",
    "a6 ",
    "Lb5xa6 ",
    "0-0 ",
    "O-O ",
    "d4 ",
    "exd4 ",
    "Nxd4 ",
    "Sb8-c6 ",
    "e2-e4! ",
    "e7e5 ",
    "!? ",
    "+- ",
    "+ ",
    "# ",
    "$1 ",
    "$300 ",
    "(=) ",
    "( ",
    ") ",
    "(1. d4 ",
    "{c} ",
    "{ a  b } ",
    "{%x} ",
    "; rest\n",
    "\n",
    "\r\n",
    "\n% line\n",
    "} ",
    "] ",
    "hello ",
    "Ke9 ",
    "-- ",
    "* ",
    "1-0\n",
    "1:0 ",
    "½-½\n",
    "+:-\n",
    "0-0\n\n",
    "\u{200B}",
    "\u{1}",
    "{long comment with a few words in it so that lines break} ",
    "\n\n[Event \"x\"]\n",
    "[White \"M\u{FC}ller \\\"\\\\ \"]\n",
    "[Result \"1-0\"]\n",
    "[Datum \"1.2.1999\"]\n",
    "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n",
    "[SetUp \"0\"]\n",
    "{tab\there} ",
    "\u{A0}",
];

/// Words that make moves likely to be legal.
const OPENING: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 ";

proptest! {
    #[test]
    fn a_second_repair_changes_nothing_and_no_game_is_lost(
        picks in proptest::collection::vec(0usize..62, 0..60),
        flip in any::<prop::sample::Index>(),
        byte in proptest::option::weighted(0.3, 0u8..0x80),
    ) {
        let mut text: Vec<u8> =
            picks.iter().map(|&i| *PIECES.get(i).unwrap_or(&OPENING)).collect::<String>().into_bytes();
        if let Some(byte) = byte && !text.is_empty() {
            let at = flip.index(text.len());
            // Bytes that are not UTF-8 may be read in another way once they are.
            if text[at] < 0x80 {
                text[at] = byte;
            }
        }
        let before = run(&text, false, &[]);
        let after = run(&before.fixed, false, &[]);
        let show = || format!("{}\n----\n{}", String::from_utf8_lossy(&text), String::from_utf8_lossy(&before.fixed));
        prop_assert!(std::str::from_utf8(&before.fixed).is_ok());
        prop_assert_eq!(
            String::from_utf8_lossy(&before.fixed), String::from_utf8_lossy(&after.fixed), "{}", show());
        prop_assert_eq!((before.games, before.plies), (after.games, after.plies), "{}", show());
        prop_assert_eq!(before.valid, after.valid, "{}", show());
    }
}
