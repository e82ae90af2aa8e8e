//! What is repaired, what is listed, and what is left alone.

use super::testing::board;
use super::{Damage, Language, Letters, Repair, Style, repair, write_move};
use crate::chess::{Position, Role};

const BOTH: fn() -> &'static Letters = Letters::english_german;

fn san(position: &Position, mv: crate::chess::Move) -> String {
    let mut out = String::new();
    write_move(position, mv, &Style::PGN, &mut out);
    out
}

/// The English move, `a|b` for several, `-` for none.
fn read_with(position: &Position, token: &str, letters: &Letters) -> String {
    match repair(token.as_bytes(), position, letters) {
        Repair::One(repaired) => san(position, repaired.mv),
        Repair::Several(moves) => moves.into_iter().map(|mv| san(position, mv)).collect::<Vec<_>>().join("|"),
        Repair::None => "-".to_owned(),
    }
}

fn read(position: &Position, token: &str) -> String {
    read_with(position, token, BOTH())
}

fn damages(position: &Position, token: &str) -> Vec<Damage> {
    match repair(token.as_bytes(), position, BOTH()) {
        Repair::One(repaired) => repaired.damages,
        other => panic!("{token}: {other:?}"),
    }
}

/// After 1. e4 e5.
fn open_game() -> Position {
    board("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR", "w", "KQkq", "-")
}

#[test]
fn a_square_that_is_merely_near_is_no_candidate() {
    let p = open_game();
    for token in ["Lc8", "Lc9", "Lg4", "Sf4", "Ke3", "e6", "Dd2", "0-0", "00", "Sx", "S", "L", "x", "", "12."]
    {
        assert_eq!(read(&p, token), "-", "{token}");
    }
}

#[test]
fn characters_that_look_alike_are_told_by_what_is_legal() {
    let p = open_game();
    for (token, expected) in [
        ("1c4", "Bc4"),
        ("Ic4", "Bc4"),
        ("|c4", "Bc4"),
        ("5f3", "Nf3"),
        ("Sgl-f3", "Nf3"),
        ("SgI-f3", "Nf3"),
        ("5gl-f3", "Nf3"),
        ("LbS", "Bb5"),
        ("DhS", "Qh5"),
    ] {
        assert_eq!(read(&p, token), expected, "{token}");
    }
    assert_eq!(read_with(&p, "8c4", Letters::of(Language::English)), "Bc4");
    assert_eq!(damages(&p, "LbS"), [Damage::LookAlike { found: 'S', meant: '5' }]);
    let p = board("4k2r/8/8/8/8/8/6R1/4K3", "w", "-", "-");
    assert_eq!(read(&p, "TgB+"), "Rg8+");
    assert_eq!(read(&p, "Kdl"), "Kd1");
}

#[test]
fn c_and_e_come_last_and_ask_for_confirmation() {
    let p = board("6k1/8/8/8/8/8/8/B5K1", "w", "-", "-");
    let Repair::One(repaired) = repair(b"Lc5", &p, BOTH()) else { panic!("one move") };
    assert_eq!((san(&p, repaired.mv), repaired.needs_confirmation()), ("Be5".to_owned(), true));
    // Both confusions in one square: too much of it.
    assert_eq!(read(&p, "LcS"), "Be5");
    let Repair::One(repaired) = repair(b"La1-e3", &p, BOTH()) else { panic!("one move") };
    assert!(repaired.needs_confirmation());
    assert_eq!(san(&p, repaired.mv), "Bc3");
}

#[test]
fn missing_signs_of_capture_and_named_victims() {
    let p = board("4k3/8/8/3p4/4P3/8/8/3QK3", "w", "-", "-");
    assert_eq!(read(&p, "d5"), "exd5");
    assert_eq!(damages(&p, "d5"), [Damage::MissingCapture]);
    assert_eq!(read(&p, "DBd5"), "Qxd5");
    let p = board("4k3/8/8/3rp3/4P3/8/8/3QK3", "w", "-", "-");
    assert_eq!(read(&p, "DTd5"), "Qxd5");
    assert_eq!(read(&p, "e4Td5"), "exd5");
    assert_eq!(read(&p, "DxT"), "Qxd5");
    assert_eq!(damages(&p, "DxT"), [Damage::VictimForSquare]);
    assert_eq!(read(&p, "DxS"), "-");
    assert_eq!(read(&p, "DLd5"), "-");
    // Two pawns can take: none is better.
    let p = board("4k3/8/8/3r4/2P1P3/8/8/4K3", "w", "-", "-");
    assert_eq!(read(&p, "d5"), "cxd5|exd5");
}

#[test]
fn a_sign_decides_between_pieces_that_can_go_there() {
    let p = board("8/8/4k3/8/8/8/3R3R/6K1", "w", "-", "-");
    assert_eq!(read(&p, "Te2"), "Rde2+|Rhe2+");
    let p = board("8/8/8/4k3/8/1B6/8/1N3NK1", "w", "-", "-");
    assert_eq!(read(&p, "Sd2"), "Nbd2|Nfd2");
    let p = board("4k3/8/8/8/4N3/1N6/8/4R1K1", "w", "-", "-");
    assert_eq!(read(&p, "Sd2"), "Nbd2|Ned2+");
    assert_eq!(read(&p, "Sc5+"), "Nec5+");
    assert_eq!(damages(&p, "Sc5+"), [Damage::MissingOrigin]);
}

#[test]
fn a_wrong_check_sign_fits_no_move() {
    let p = open_game();
    assert_eq!(read(&p, "5f3+"), "-");
    assert_eq!(read(&p, "5f3#"), "-");
    assert_eq!(read(&p, "5f3!"), "Nf3");
}

#[test]
fn dots_and_blanks_inside_a_move() {
    let p = open_game();
    for token in ["S f3", "S.f3", "Sf.3", "S g1 - f3", "Sg1 f3", "Sg1. f3", "Sf3.", "S f 3"] {
        assert_eq!(read(&p, token), "Nf3", "{token}");
    }
    assert_eq!(damages(&p, "S f 3"), [Damage::Spacing]);
    let p = board("r3k2r/8/8/8/8/8/8/R3K2R", "w", "KQkq", "-");
    for (token, expected) in [
        ("00", "O-O"),
        ("0.0", "O-O"),
        ("oo", "O-O"),
        ("0 0 0", "O-O-O"),
        ("OOO", "O-O-O"),
        ("0-00", "O-O-O"),
    ] {
        assert_eq!(read(&p, token), expected, "{token}");
    }
    assert_eq!(read(&p, "0000"), "-");
    assert_eq!(read(&p, "0-0-l"), "-");
}

#[test]
fn letters_of_other_languages_only_where_the_games_own_fail() {
    let p = open_game();
    assert_eq!(read(&p, "Cf3"), "Nf3");
    assert_eq!(read(&p, "Кf3"), "Nf3");
    assert_eq!(
        damages(&p, "Fc4"),
        [Damage::ForeignLetter { language: Language::French, role: Role::Bishop }]
    );
    // In a German game S is the knight, though Czech has a bishop of that letter.
    assert_eq!(read(&p, "Sc4"), "-");
    assert_eq!(read_with(&p, "Sf3", Letters::of(Language::French)), "Nf3");
}

#[test]
fn judgements_and_offers_behind_the_move_are_kept() {
    let p = open_game();
    let Repair::One(repaired) = repair("5f3!?± (=)".as_bytes(), &p, BOTH()) else { panic!("one move") };
    assert_eq!(repaired.nags.as_slice(), [5, 16]);
    assert!(repaired.draw_offer);
}

#[test]
fn promotions_are_queens_unless_a_piece_is_named() {
    let p = board("1r5k/P7/8/8/8/8/8/K7", "w", "-", "-");
    assert_eq!(read(&p, "aB"), "a8=Q");
    assert_eq!(read(&p, "aB5"), "a8=N");
    assert_eq!(read(&p, "aB=T"), "a8=R");
    assert_eq!(read(&p, "axbB(D)+"), "axb8=Q+");
}

proptest::proptest! {
    #[test]
    fn no_token_breaks_it_and_what_it_finds_is_legal(token in "[ -~éöК♘]{0,12}") {
        let p = open_game();
        match repair(token.as_bytes(), &p, BOTH()) {
            Repair::One(repaired) => proptest::prop_assert!(p.is_legal(repaired.mv)),
            Repair::Several(moves) => proptest::prop_assert!(moves.iter().all(|&mv| p.is_legal(mv)) && moves.len() > 1),
            Repair::None => {}
        }
    }
}
