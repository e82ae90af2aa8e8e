//! Requests on real boards: which move is meant, what is odd about it, why it is refused.

use super::testing::board;
use super::{Letters, MarkFault, Refusal, Remarks, Resolved, check_marks, parse, resolve};
use crate::chess::{CastlingFault, Position, Role, Square, Wing};

fn read(position: &Position, text: &str) -> Result<Resolved, Refusal> {
    let parsed = parse(text.as_bytes(), Letters::english_german()).expect(text);
    resolve(position, &parsed)
}

fn coordinates(position: &Position, text: &str) -> String {
    read(position, text).map_or_else(|e| format!("{e:?}"), |r| format!("{:?}", r.mv))
}

fn sq(name: &str) -> Square {
    Square::parse(name.as_bytes()).expect("a square")
}

#[test]
fn one_move_has_many_spellings() {
    let p = board("4k3/8/8/3p4/4P3/8/8/4K3", "w", "-", "-");
    for text in ["exd5", "exd5:", "e:d5", "ed5", "ed", "exd", "d5:", "e4d5", "e4xd5", "e4-d5"] {
        assert_eq!(coordinates(&p, text), "e4d5", "{text}");
    }
    assert!(read(&p, "ed5").expect("legal").remarks.has(Remarks::MISSING_CAPTURE_SIGN));
    assert!(!read(&p, "e4d5").expect("legal").remarks.has(Remarks::MISSING_CAPTURE_SIGN));
    assert!(matches!(read(&p, "d5"), Err(Refusal::CannotReach { role: Role::Pawn, .. })));
}

#[test]
fn the_examples_of_the_old_game_are_read() {
    let mut p = board("8/p3q1kp/1p2Pnp1/3pQ3/2pP4/1nP3N1/1B4PP/6K1", "w", "-", "-");
    for text in ["Lb2-a3", "De7xLa3", "Sg3-h5+", "g6xSh5", "De5-g5+", "Kg7-f8", "Dg5xSf6+", "Kf8-g8", "e6-e7"]
    {
        let mut parsed = parse(text.as_bytes(), Letters::english_german()).expect(text);
        let resolved = resolve(&p, &parsed).expect(text);
        assert_eq!(resolved.remarks, Remarks::NONE, "{text}");
        p.play(resolved.mv);
        assert_eq!(check_marks(&p, &mut parsed.marks).fault, None, "{text}");
    }
    assert_eq!(p.piece_at(sq("e7")).map(|piece| piece.role), Some(Role::Pawn));
    assert_eq!(p.king(crate::chess::Color::Black), sq("g8"));
}

#[test]
fn a_pinned_piece_cannot_move_and_needs_no_disambiguation() {
    let p = board("4k3/8/8/8/1b6/2N5/8/4K1N1", "w", "-", "-");
    let resolved = read(&p, "Nge2").expect("legal");
    assert_eq!(format!("{:?}", resolved.mv), "g1e2");
    assert!(resolved.remarks.has(Remarks::OVER_DISAMBIGUATED));
    assert!(!read(&p, "Ng1-e2").expect("legal").remarks.has(Remarks::OVER_DISAMBIGUATED));
    assert!(matches!(
        read(&p, "Ne4"),
        Err(Refusal::Pinned { attempt, by, king })
            if attempt.from == sq("c3") && by.square == sq("b4") && king == sq("e1")
    ));
}

#[test]
fn two_pieces_that_can_go_there_are_ambiguous() {
    let p = board("6k1/8/8/8/8/8/8/R4RK1", "w", "-", "-");
    assert!(
        matches!(read(&p, "Rd1"), Err(Refusal::Ambiguous { role: Role::Rook, candidates }) if candidates.len() == 2)
    );
    assert!(matches!(read(&p, "Rbd1"), Err(Refusal::NotThere { other: Some(_), .. })));
    assert_eq!(coordinates(&p, "Ra1d1"), "a1d1");
}

#[test]
fn a_small_b_is_the_pawn_if_it_can_be() {
    let p = board("4k3/8/8/8/8/2n5/1P1B4/4K3", "w", "-", "-");
    assert_eq!(coordinates(&p, "bxc3"), "b2c3");
    assert_eq!(coordinates(&p, "Bxc3"), "d2c3");
    let p = board("4k3/8/8/8/8/2n5/3B4/4K3", "w", "-", "-");
    let resolved = read(&p, "bxc3").expect("legal");
    assert_eq!(format!("{:?}", resolved.mv), "d2c3");
    assert!(resolved.remarks.has(Remarks::SMALL_LETTER));
}

#[test]
fn a_german_pawn_letter_gives_way_to_a_bishop() {
    let start = Position::start();
    let resolved = read(&start, "Be2-e4").expect("legal");
    assert!(resolved.remarks.has(Remarks::PAWN_LETTER) && resolved.tongues.second);
    let p = board("4k3/8/8/8/8/8/4P3/2B1K3", "w", "-", "-");
    assert_eq!(coordinates(&p, "Be3"), "c1e3");
    assert_eq!(coordinates(&p, "Be4"), "e2e4");
}

#[test]
fn a_promotion_without_a_piece_is_a_queen() {
    let p = board("8/4P3/8/8/8/1k6/8/6K1", "w", "-", "-");
    let resolved = read(&p, "e8").expect("legal");
    assert_eq!(resolved.mv.promoted(), Some(Role::Queen));
    assert!(resolved.remarks.has(Remarks::MISSING_PROMOTION));
    assert_eq!(read(&p, "e8=K"), Err(Refusal::PromotionTo { role: Role::King }));
    assert_eq!(read(&p, "e8S").map(|r| r.mv.promoted()), Ok(Some(Role::Knight)));
    assert_eq!(read(&p, "Kf1=Q"), Err(Refusal::PromotionOfPiece { role: Role::King }));
    assert_eq!(read(&Position::start(), "e4=Q"), Err(Refusal::PromotionTooEarly { to: sq("e4") }));
}

#[test]
fn castling_may_be_written_as_a_king_move() {
    let p = board("4k3/8/8/8/8/8/8/R3K2R", "w", "KQ", "-");
    for text in ["e1g1", "Ke1-g1", "Kg1"] {
        let resolved = read(&p, text).expect(text);
        assert_eq!(resolved.mv.wing(), Some(Wing::King), "{text}");
        assert!(resolved.remarks.has(Remarks::CASTLING_AS_KING_MOVE), "{text}");
    }
    assert_eq!(read(&p, "e1a1").map(|r| r.mv.wing()), Ok(Some(Wing::Queen)));
    let p = board("4k3/8/8/8/8/8/8/1R3KR1", "w", "KQ", "-");
    assert_eq!(read(&p, "f1g1").map(|r| (r.mv.wing(), r.remarks)), Ok((Some(Wing::King), Remarks::NONE)));
    assert_eq!(read(&p, "f1c1").map(|r| r.mv.wing()), Ok(Some(Wing::Queen)));
    let p = board("4k3/8/8/8/8/5r2/8/4K2R", "w", "K", "-");
    assert!(matches!(
        read(&p, "O-O"),
        Err(Refusal::Castling { fault: CastlingFault::Attacked { square, .. }, .. }) if square == sq("f1")
    ));
    assert!(matches!(read(&p, "Kg1"), Err(Refusal::Castling { .. })));
}

#[test]
fn the_named_victim_must_stand_there() {
    let p = board("4k3/8/8/4r3/8/5N2/8/3K4", "w", "-", "-");
    assert_eq!(read(&p, "Sf3xTe5").map(|r| r.remarks), Ok(Remarks::NONE));
    assert!(read(&p, "Sf3xDe5").expect("legal").remarks.has(Remarks::WRONG_VICTIM));
    assert!(read(&p, "Sxd4").expect("legal").remarks.has(Remarks::WRONG_CAPTURE_SIGN));
}

#[test]
fn en_passant_is_possible_on_the_next_move_only() {
    let p = board("4k3/8/8/2pP4/8/8/8/4K3", "w", "-", "c6");
    assert_eq!(read(&p, "d5xc6 e.p.").map(|r| (r.mv.is_en_passant(), r.remarks)), Ok((true, Remarks::NONE)));
    assert!(read(&p, "d6 e.p.").expect("legal").remarks.has(Remarks::WRONG_EN_PASSANT_MARK));
    let p = board("4k3/8/8/2pP4/8/8/8/4K3", "w", "-", "-");
    assert_eq!(read(&p, "dxc6"), Err(Refusal::EnPassantTooLate { to: sq("c6"), pawn: sq("c5") }));
    let p = board("8/8/8/K1pP3r/8/8/8/4k3", "w", "-", "c6");
    assert!(matches!(read(&p, "dxc6"), Err(Refusal::EnPassantExposes { by, .. }) if by.square == sq("h5")));
}

#[test]
fn the_reason_is_the_one_a_player_would_name() {
    let p = board("4k3/8/8/8/7b/8/3P4/R2QK3", "w", "-", "-");
    let checked = |text| read(&p, text).expect_err(text);
    assert!(matches!(checked("d4"), Refusal::CheckNotAnswered { by, .. } if by.square == sq("h4")));
    assert!(matches!(checked("Kf2"), Refusal::KingIntoCheck { to, .. } if to == sq("f2")));
    assert!(matches!(checked("Qd4"), Refusal::Blocked { by, .. } if by.square == sq("d2")));
    assert!(matches!(checked("Rd1"), Refusal::OwnPiece { target, .. } if target.square == sq("d1")));
    assert!(matches!(checked("Nf3"), Refusal::NoSuchPiece { role: Role::Knight, .. }));
    assert!(matches!(checked("Rb3"), Refusal::CannotReach { from: Some(from), .. } if from == sq("a1")));
    assert!(matches!(checked("e4e5"), Refusal::EmptyOrigin { square } if square == sq("e4")));
    assert!(matches!(checked("h4g3"), Refusal::EnemyOrigin { .. }));
    assert!(matches!(checked("ed"), Refusal::NoPawnCapture { .. }));
    assert!(matches!(checked("dxe3"), Refusal::NothingToCapture { .. }));
    let p = board("8/8/8/8/8/5k2/5p2/5K2", "w", "-", "-");
    assert_eq!(read(&p, "Kg1"), Err(Refusal::GameOverByStalemate));
    let p = board("4k3/8/8/8/8/4p3/4P3/4K3", "w", "-", "-");
    assert!(matches!(read(&p, "e4"), Err(Refusal::PawnBlocked { by }) if by.square == sq("e3")));
}

#[test]
fn signs_of_check_and_mate_are_compared_with_the_board() {
    let p = board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR", "w", "KQkq", "-");
    let fault = |position: &Position, text: &str| {
        let mut parsed = parse(text.as_bytes(), Letters::english_german()).expect(text);
        let mut after = position.clone();
        after.play(resolve(position, &parsed).expect(text).mv);
        let verdict = check_marks(&after, &mut parsed.marks);
        (verdict.fault, parsed.marks.nags.to_vec())
    };
    assert_eq!(fault(&p, "Dxf7#").0, None);
    assert_eq!(fault(&p, "Dxf7++").0, None);
    assert_eq!(fault(&p, "Dxf7+").0, Some(MarkFault::MissingMate));
    assert_eq!(fault(&p, "Bxf7").0, Some(MarkFault::MissingCheck));
    assert_eq!(fault(&p, "Bxf7#").0, Some(MarkFault::WrongMate));
    assert_eq!(fault(&p, "Bxf7++").0, Some(MarkFault::WrongDouble));
    assert_eq!(fault(&p, "Bxf7+="), (None, vec![10]));
    assert_eq!(fault(&p, "Bxf7++-"), (None, vec![18]));
    assert_eq!(fault(&p, "Dxf7++-"), (None, vec![]));
    assert_eq!(fault(&p, "Lb3+="), (None, vec![14]));
    assert_eq!(fault(&p, "Lb3+").0, Some(MarkFault::WrongCheck));
}
