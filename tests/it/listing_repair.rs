//! `convert --repair` with listings, gaps in them, and what stands between their moves, as a script sees it.

use super::run::{moves, zug};

const SCANNED: &str = "Anderssen - Kieseritzky, London 1851\n\
    1. e4 e5\n\
    2. f4 exf4\n\
    3. 1c4 Dh4+\n\
    4. Kfl bS?!\n\
    Das Del und Tel 5f3 ist Prosa.\n\
    5. L xb5 5f6\n\
    6. Sf3 Dh6\n\
    7. d3 Sh5 1:0\n";

#[test]
fn a_scanned_listing_is_repaired_and_every_repair_is_placed() {
    let (code, out, err) = zug(&["--from", "listing", "--repair", "--wrap", "0"], SCANNED);
    assert_eq!(code, 0, "{err}");
    assert_eq!(
        moves(&out),
        "1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 $6 {Das Del und Tel 5f3 ist Prosa.} 5. Bxb5 Nf6 6. Nf3 Qh6 \
         7. d3 Nh5 1-0"
    );
    assert_eq!(err.matches("warning[repaired-move]").count(), 5, "{err}");
    for (told, place) in [
        ("read as Bc4 (\"1\" stands for \"L\")", "-:4:4\n"),
        ("read as Kf1 (\"l\" stands for \"1\")", "-:5:4\n"),
        ("read as b5 (\"S\" stands for \"5\")", "-:5:8\n"),
        ("read as Bxb5 (dots, blanks or hyphens are out of place)", "-:7:4\n"),
        ("read as Nf6 (\"5\" stands for \"S\")", "-:7:10\n"),
    ] {
        let (_, behind) = err.split_once(told).unwrap_or_else(|| panic!("{told}: {err}"));
        assert!(behind.lines().nth(1).unwrap().trim_end().ends_with(place.trim_end()), "{told}: {behind}");
    }
}

#[test]
fn a_listing_is_found_and_repaired_without_being_named() {
    let (code, named, _) = zug(&["--from", "listing", "--repair"], SCANNED);
    let (auto_code, auto, err) = zug(&["--repair", "--ui-lang", "de"], SCANNED);
    assert_eq!((code, &named), (auto_code, &auto));
    assert!(err.contains("Warnung[repaired-move]: gelesen als Lc4 („1“ steht für „L“)"), "{err}");
}

#[test]
fn without_the_option_a_listing_is_read_as_it_stands() {
    let (code, out, err) = zug(&["--from", "listing", "--wrap", "0"], SCANNED);
    assert_eq!(code, 1, "{err}");
    assert!(!err.contains("repaired-move"), "{err}");
    assert!(moves(&out).starts_with("1. e4 e5 2. f4 exf4 {3. 1c4 Dh4+ 4. Kfl bS?!"), "{out}");
}

#[test]
fn several_candidates_in_a_listing_are_listed() {
    let text = "Partie\n1. d4 d5\n2. Sf3 Sf6\n3. 5d2 e6\n4. e3 Le7\n";
    let (code, out, err) = zug(&["--repair", "--wrap", "0"], text);
    assert_eq!(code, 1, "{err}");
    assert_eq!(moves(&out), "{Partie} 1. d4 d5 2. Nf3 Nf6 {3. 5d2 e6 4. e3 Le7} *");
    assert!(err.contains("note[undecided-repair]: this may be any of Nbd2, Nfd2; none was taken"), "{err}");
    assert!(err.contains("-:4:4"), "{err}");
}

#[test]
fn a_wrong_move_of_a_listing_is_not_bent_into_another() {
    let text = "Partie\n1. e4 e5\n2. Lc3 Sc6\n3. d4 d6\n";
    let (plain_code, plain, _) = zug(&[], text);
    let (code, out, err) = zug(&["--repair"], text);
    assert_eq!((plain_code, code), (1, 1));
    assert_eq!(plain, out);
    assert!(!err.contains("repair"), "{err}");
}

#[test]
fn bridges_over_a_gap_are_told_and_not_played() {
    let text = "Partie\n1. e4 e5\n2. Sf3\n3. Sxe5 Sxe4\n4. d3 Sd6\n";
    let (code, out, err) = zug(&["--wrap", "0"], text);
    assert_eq!(code, 1, "{err}");
    assert_eq!(moves(&out), "{Partie} 1. e4 e5 2. Nf3 {3. Sxe5 Sxe4 4. d3 Sd6} *");
    assert!(
        err.contains(
            "error[missing-moves]: move 2... is missing, the text goes on with 3.; the rest is kept as text; \
             all of it can be played after 2... Nf6"
        ),
        "{err}"
    );
    let (_, _, err) = zug(&["--ui-lang", "de"], text);
    assert!(err.contains("bleibt als Text erhalten; ganz spielbar ist er nach 2... Sf6"), "{err}");
    let text = "Partie\n1. e4 e5\n2. Sf3 Sc6\n4. Lxc6 dxc6\n5. 0-0 Lg4\n";
    let (_, _, err) = zug(&["--ui-lang", "de"], text);
    assert!(err.contains("der Zug 3. fehlt, der Text geht mit 4. weiter"), "{err}");
    assert_eq!(err.matches("3. Lb5 ").count(), 5, "{err}");
    assert!(err.contains(" weitere)"), "{err}");
}

#[test]
fn signs_between_moves_are_kept_and_layout_is_not() {
    let text = "Partie\n-----\n1. e4 e5\n:\n2. Sf3 -\n2... Sc6\n***\n3. Lb5 a6\n|---|---|\n4. La4\n";
    let (code, out, err) = zug(&["--wrap", "0"], text);
    assert_eq!(code, 0, "{err}");
    assert_eq!(moves(&out), "{Partie} 1. e4 e5 {:} 2. Nf3 {-} 2... Nc6 3. Bb5 a6 4. Ba4 *");
}
