//! Damaged words of listings: what is read, what is listed, what stays text; and bridges over gaps.

use super::*;
use crate::notation::Style;

fn listing(text: &str, repair: bool) -> Listing {
    read_listing(text, &ListingOptions { repair, ..ListingOptions::default() })
}

fn moves(listing: &Listing, game: usize) -> String {
    let mut out = Vec::new();
    for facts in listing.games[game].game.main_line() {
        let mut san = String::new();
        facts.write(&Style::PGN, &mut san);
        out.push(san);
    }
    out.join(" ")
}

/// The words that were repaired, and those that were left undecided with a question mark.
fn told(text: &str) -> (String, Vec<String>) {
    let listing = listing(text, true);
    let word = |finding: &ListingFinding| match &finding.kind {
        ListingFault::Repaired { .. } => Some(text[finding.span.clone()].to_owned()),
        ListingFault::Undecided { moves } => Some(format!("{}?{}", &text[finding.span.clone()], moves.len())),
        _ => None,
    };
    (moves(&listing, 0), listing.findings.iter().filter_map(word).collect())
}

const SPANISH: &str = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O";

#[test]
fn damaged_words_are_read_where_a_move_is_due() {
    for (text, words) in [
        (
            "1. e4 e5\n2. 5f3 Sc6\n3. LbS a6\n4. La4 5f6\n5. 00 Le7\n6. Tel b5\n7. Lb3 d6\n8. c3 0.0",
            vec!["5f3", "LbS", "5f6", "00", "Tel", "0.0"],
        ),
        (
            "1.e2-e4 eS 2.Sgl-f3 Sb8 -c6 3.Lf1-bS a7-a6 4.Lb5 - a4 SgB-f6 5.O O Lf8-e7 6.Tfl-el b7-b5 7.L a4-b3 d7-d6 8.c2-c3 0-0",
            vec!["eS", "Sgl-f3", "Sb8 -c6", "Lf1-bS", "Lb5 - a4", "SgB-f6", "O O", "Tfl-el", "L a4-b3"],
        ),
        (
            "1. e4 e5\n2. Sf3 Cc6\nDer Springer. Tel steht bereit.\n3. L b5\nGut.\n3... a6\n4. La4 Sf6\n5. 0-0 Le7\n6. Te1 b5\n7. Lb3 d6\n8. c3 0-0",
            vec!["Cc6", "L b5"],
        ),
        (
            "1. e2- e4 e5\n2. Sf3 Sc6\n3. Lb5 a6 4. La4 Sf6 5. 0-0 Le7 6. Te1 b5 7. Lb3 d6 8. c3 0-0",
            vec!["e2- e4"],
        ),
    ] {
        assert_eq!(
            told(text),
            (SPANISH.to_owned(), words.into_iter().map(str::to_owned).collect()),
            "{text}"
        );
    }
}

#[test]
fn lists_without_numbers_are_repaired_where_the_square_is_there() {
    let text = "e2-e4  e7-e5\nSgl-f3 Sb8-c6\nLfl-b5 a7-a6\nLb5-a4 5g8-f6\n0-0 Lf8-e7\nTf1-e1 b7-b5\nLa4-b3 d7-d6\nc2-c3 0-0";
    let (read, words) = told(text);
    assert_eq!((read.as_str(), words.len()), (SPANISH, 3), "{words:?}");
}

#[test]
fn a_variation_is_repaired_too() {
    let text = "1. e4 e5 (1... c5 2. 5f3 d6 3. d4) 2. Sf3 Sc6 (2... Cf6 3. Sc3) 3. Lb5";
    let listing = listing(text, true);
    assert_eq!(moves(&listing, 0), "e4 e5 Nf3 Nc6 Bb5");
    assert_eq!(listing.findings.len(), 2);
    assert_eq!(listing.games[0].game.items.iter().filter(|item| **item == Item::Open).count(), 2);
}

#[test]
fn words_are_no_moves_because_they_look_like_damaged_ones() {
    for text in [
        "1. e4 e5\nTel, Del und 00 bei Sel 5f3.\n2. Sf3 Sc6",
        "1. e4 e5 Der 5f3 war da. 2. Sf3 Sc6",
        "1. e4 e5 2. Sf3 Sc6 Tel 030 00 00",
        "1. e4 e5 (Tel 5f3) 2. Sf3 Sc6 {00}",
        "1. e4 e5\n2. Sf3 Sc6\n3. Tel ist eine Abkürzung.",
        "1. e4 e5\n2. Sf3 Sc6\n3. 00 Uhr",
    ] {
        assert_eq!(told(text), ("e4 e5 Nf3 Nc6".to_owned(), vec![]), "{text}");
    }
}

#[test]
fn several_candidates_are_listed_and_none_is_taken() {
    let text = "1. d4 d5\n2. Sf3 Sf6\n3. Sd2 e6\n4. e3 Le7";
    assert_eq!(told(text), ("d4 d5 Nf3 Nf6".to_owned(), vec!["Sd2?2".to_owned()]));
    let text = "1. d4 d5\n2. Sf3 Sf6\n3. 5d2 e6\n4. e3 Le7";
    assert_eq!(told(text), ("d4 d5 Nf3 Nf6".to_owned(), vec!["5d2?2".to_owned()]));
}

#[test]
fn a_square_is_not_guessed() {
    for word in ["Lc8", "Sf4", "Ke3", "d6"] {
        let text = format!("1. e4 e5\n2. {word} Sc6\n3. d4 d6");
        assert_eq!(told(&text), ("e4 e5".to_owned(), vec![]), "{text}");
    }
}

#[test]
fn without_repair_nothing_is_mended() {
    let listing = listing("1. e4 e5\n2. 5f3 Sc6\n3. Lb5 a6", false);
    assert_eq!(moves(&listing, 0), "e4 e5");
    assert!(matches!(listing.findings[0].kind, ListingFault::Gap { .. }), "{:?}", listing.findings);
}

#[test]
fn a_clean_listing_is_the_same_with_repair() {
    let text = "Anderssen - Kieseritzky, London 1851\n1. e4 e5\n2. f4 exf4\nEin Wort, Tel. 5f3.\n3. Lc4 Dh4+ 1-0\n\nZweite\n1. d4 d5 *";
    let (plain, repaired) = (listing(text, false), listing(text, true));
    let games = |listing: &Listing| -> Vec<_> {
        listing.games.iter().map(|listed| (listed.game.items.clone(), listed.game.tags.clone())).collect()
    };
    assert_eq!(games(&plain), games(&repaired));
    assert_eq!(repaired.findings, []);
}

#[test]
fn what_stands_behind_an_unread_move_is_no_answer_to_another() {
    let listing = listing("1. d4 d5 2. c4 Xy7 3. Sc3\nSf6 4. Lg5 Le7", false);
    assert_eq!(moves(&listing, 0), "d4 d5 c4");
}

fn bridges(text: &str) -> (Vec<String>, Bridges) {
    let listing = listing(text, false);
    let Some(ListingFault::Gap { bridges, .. }) =
        listing.findings.first().map(|finding| finding.kind.clone())
    else {
        panic!("a gap: {:?}", listing.findings);
    };
    let written = bridges.list.iter().map(|moves| {
        let mut out = String::new();
        for (index, facts) in moves.iter().enumerate() {
            out.push_str(if index > 0 { " " } else { "" });
            facts.write(&Style::PGN, &mut out);
        }
        out
    });
    (written.collect(), bridges)
}

#[test]
fn a_bridge_of_one_ply_makes_the_rest_legal() {
    let text = "1. e4 e5\n2. Sf3\n3. Sxe5 Sxe4\n4. d3 Sd6";
    let (list, bridges) = bridges(text);
    assert_eq!(list, ["Nf6"]);
    assert!(bridges.is_full && bridges.more == 0 && bridges.reach == 4 && !bridges.is_cut);
    assert!(!listing(text, false).games[0].game.is_whole, "nothing is played");
}

#[test]
fn a_bridge_of_two_plies_is_found_too() {
    let text = "1. e4 e5\n2. Sf3 Sc6\n4. Lxc6 dxc6\n5. 0-0 f6";
    let (list, bridges) = bridges(text);
    assert_eq!(list.len(), 5);
    assert!(list.iter().all(|bridge| bridge.starts_with("Bb5 ")), "{list:?}");
    assert!(bridges.is_full && bridges.more > 0, "{bridges:?}");
}

#[test]
fn bridges_that_make_only_a_part_legal_say_how_far() {
    let (list, bridges) = bridges("1. e4 e5\n2. Sf3\n3. Sxe5 Sxe4\n4. Dh8 Sd6");
    assert_eq!((list, bridges.reach, bridges.is_full), (vec!["Nf6".to_owned()], 2, false));
}

#[test]
fn three_missing_plies_have_no_bridge() {
    let (list, bridges) = bridges("1. e4 e5\n2. Sf3\n4. Lxc6 dxc6");
    assert_eq!((list.len(), bridges.reach), (0, 0));
}

#[test]
fn many_gaps_damages_and_broken_games_take_linear_time() {
    let began = std::time::Instant::now();
    let gaps = "1. e4 e5\n2. Sf3\n4. Lxc6 dxc6\n".repeat(3_000);
    let bridged = "1. Sf3 Sf6\n2. g3\n3. Lg2 Lg7\n".repeat(3_000);
    let broken = "1. Sf3 Sf6 2. Ta5\n1. Cf3 Cf6 2. Xa5\n".repeat(3_000);
    let odd = "1. 5f3 7. d5 8. e5\n".repeat(3_000);
    let shuffle = |i: usize| format!("{}. 5f3 5f6\n{}. 5gl 5g8\n", 2 * i + 1, 2 * i + 2);
    let damaged: String = (0..2_000).map(shuffle).collect();
    for (text, games) in [(gaps, 3_000), (bridged, 3_000), (broken, 3_000), (odd, 1), (damaged, 1)] {
        for repair in [false, true] {
            let listing = listing(&text, repair);
            assert_eq!(listing.games.len(), games, "{}", &text[..20]);
        }
    }
    assert!(began.elapsed().as_secs() < 60, "{:?}", began.elapsed());
}
