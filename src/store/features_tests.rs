use proptest::prelude::*;

use super::features::{Castled, Features, Replayed, Surveyor};
use super::features_bytes::{self, FEATURE_BYTES};
use crate::chess::history::{History, Milestones};
use crate::chess::mates::{NamedMate, NamedMates};
use crate::chess::perpetual::PerpetualCheck;
use crate::chess::{Color, Material, Move, Position, Role, Wing, chess960};
use crate::replay::{Effect, Ply};

const CLASSIC: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const DANCE: &str = "g1f3 g8f6 f3g1 f6g8 ";

fn at(fen: &str) -> Position {
    Position::from_fen(fen.as_bytes()).expect("readable").position
}

/// Moves in coordinates; castling as king takes rook, a promotion with its letter.
fn line(start: &Position, text: &str) -> Vec<Move> {
    let mut position = start.clone();
    let find = |text: &str| {
        let legal = position.legal_moves();
        let mv = *legal.iter().find(|mv| format!("{mv:?}") == text).unwrap_or_else(|| panic!("{text}"));
        position.play(mv);
        mv
    };
    text.split_whitespace().map(find).collect()
}

/// The features, checked to come back from their bytes.
fn survey(start: &Position, text: &str) -> Features {
    let features = Features::of(start, &line(start, text));
    let bytes = features.to_bytes();
    match Features::from_bytes(&bytes) {
        Some(back) => assert_eq!(back, features),
        None => assert!(features_bytes::is_rare(&bytes)),
    }
    features
}

/// The features of a game from the classic start, the shorter way.
fn replayed(surveyor: &mut Surveyor, moves: &[Move], checks: u32) -> Features {
    let mut last = Position::start();
    let play = |&mv: &Move| {
        let moved = last.make(mv);
        let effect = Effect::new(moved.is_irreversible(), moved.is_capture());
        Ply::new(mv, last.key(), 0, effect)
    };
    let plies: Vec<Ply> = moves.iter().map(play).collect();
    surveyor.survey_replayed(Replayed { plies: &plies, moves, last: &last, checks })
}

fn of(fen: &str, text: &str) -> Features {
    survey(&at(fen), text)
}

#[test]
fn a_game_that_was_replayed_has_the_same_features() {
    let start = Position::start();
    let moves = line(&start, "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7");
    let mut surveyor = Surveyor::default();
    let counted = surveyor.survey(&start, &moves);
    assert_eq!(counted.checks, 1);
    assert_eq!(replayed(&mut surveyor, &moves, 1), counted);
}

#[test]
fn a_game_without_moves_has_the_features_of_its_start() {
    let features = of(CLASSIC, "");
    let expected = Features {
        most_occurrences: 1,
        final_occurrences: 1,
        material: Material::of(Position::classic()),
        ..Features::default()
    };
    assert_eq!(features, expected);
    let mated = of("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "");
    assert!(mated.is_mate && mated.is_check && mated.checks == 0);
}

#[test]
fn mate_stalemate_check_and_dead_material_are_those_of_the_last_position() {
    let mate = of(CLASSIC, "f2f3 e7e5 g2g4 d8h4");
    assert!(mate.is_mate && mate.is_check && !mate.is_stalemate && !mate.is_dead);
    assert_eq!(mate.checks, 1);
    assert_eq!(mate.named_mates, NamedMates::from_iter([NamedMate::Fools]));
    let stalemate = of("7k/8/8/8/8/8/5Q2/K7 w - - 0 1", "f2f7");
    assert!(stalemate.is_stalemate && !stalemate.is_mate && !stalemate.is_check);
    let dead = of("7k/8/8/8/8/8/1r6/K7 w - - 0 1", "a1b2");
    assert!(dead.is_dead && !dead.is_stalemate);
    assert_eq!((dead.captures, dead.first_capture), (1, Some(1)));
    let check = of(CLASSIC, "e2e4 f7f5 d1h5");
    assert!(check.is_check && !check.is_mate);
    assert!(!of(CLASSIC, "e2e4 f7f5 d1h5 g7g6").is_check);
}

#[test]
fn a_knight_is_no_queen_with_capture_and_check_for_both_colours() {
    for (fen, text, role, color, check) in [
        ("8/4P3/8/k7/8/8/8/K7 w - - 0 1", "e7e8n", Role::Knight, Color::White, 0),
        ("8/4P3/8/8/k7/8/8/K7 w - - 0 1", "e7e8q", Role::Queen, Color::White, 1),
        ("3r4/4P3/8/k7/8/8/8/K7 w - - 0 1", "e7d8n", Role::Knight, Color::White, 0),
        ("8/4P1k1/8/8/8/8/8/K7 w - - 0 1", "e7e8n", Role::Knight, Color::White, 1),
        ("3r4/4P3/1k6/8/8/8/8/K7 w - - 0 1", "e7d8b", Role::Bishop, Color::White, 1),
        ("k7/8/8/8/K7/8/4p3/8 b - - 0 1", "e2e1n", Role::Knight, Color::Black, 0),
        ("k7/8/8/8/8/8/4p1K1/8 b - - 0 1", "e2e1n", Role::Knight, Color::Black, 1),
        ("k7/8/8/8/K7/8/4p3/3R4 b - - 0 1", "e2d1r", Role::Rook, Color::Black, 0),
    ] {
        let features = of(fen, text);
        assert_eq!(features.checks, check, "{text}");
        assert_eq!(features.first_promotion, Some(1), "{text}");
        assert_eq!(features.first_underpromotion, (role != Role::Queen).then_some(1), "{text}");
        for other in Role::ALL {
            assert_eq!(features.promoted(Some(color), other), u32::from(other == role), "{text}");
            assert_eq!(features.promoted(Some(color.other()), other), 0, "{text}");
            assert_eq!(features.promoted(None, other), u32::from(other == role), "{text}");
        }
        assert_eq!(features.material.count(color, role), 1, "{text}");
    }
}

#[test]
fn more_than_three_queens_are_counted() {
    let start = "8/PPPPPP2/8/7k/8/8/8/K7 w - - 0 1";
    let features = of(start, "a7a8q h5g4 b7b8q g4h5 c7c8r h5g5 d7d8q g5f5 e7e8q f5g4 f7f8q");
    assert_eq!(features.promoted(Some(Color::White), Role::Queen), 5);
    assert_eq!(features.promoted(None, Role::Rook), 1);
    assert_eq!(features.first_underpromotion, Some(5));
    assert_eq!(features.material.count(Color::White, Role::Queen), 5);
}

#[test]
fn a_game_that_black_begins_counts_its_plies_from_one() {
    let start = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5P2/PPPP2PP/RNBQKBNR b KQkq - 0 20";
    let features = of(start, "d8h4 g2g3 h4g3 h2g3");
    assert_eq!((features.captures, features.first_capture, features.checks), (2, Some(3), 2));
}

#[test]
fn castling_is_told_by_side_wing_and_ply() {
    let features = of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1 e8a8");
    let expected = [Some(Castled { wing: Wing::King, ply: 1 }), Some(Castled { wing: Wing::Queen, ply: 2 })];
    assert_eq!(features.castled, expected);
    assert!(!features.has_castled_in_960);
    assert_eq!(of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1e2 e8e7").castled, [None, None]);
}

#[test]
fn castling_of_chess960_with_the_king_on_its_goal() {
    // Only the rook moves, king on c1 and on g1; then a king that goes where its rook stood.
    for (fen, text, wing) in [
        ("2k5/8/8/8/8/8/8/1RK5 w Q - 0 1", "c1b1", Wing::Queen),
        ("k7/8/8/8/8/8/8/6KR w K - 0 1", "g1h1", Wing::King),
        ("k7/8/8/8/8/8/8/5KR1 w K - 0 1", "f1g1", Wing::King),
    ] {
        let features = of(fen, text);
        assert_eq!(features.castled[0], Some(Castled { wing, ply: 1 }), "{fen}");
        assert!(features.has_castled_in_960, "{fen}");
    }
    // King and rooks on their classic squares, the others not.
    let number = (0..960)
        .find(|n| {
            let Some(row) = chess960::arrangement(*n) else { return false };
            *n != chess960::CLASSIC
                && row[4..] == [Role::King, Role::Bishop, Role::Knight, Role::Rook]
                && row[0] == Role::Rook
        })
        .expect("a start");
    let start = chess960::start(number).expect("a start");
    let features = survey(&start, "g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1h1");
    assert!(features.has_castled_in_960);
    assert!(!survey(&start, "g1f3").has_castled_in_960);
}

#[test]
fn captures_en_passant_are_captures_of_their_own_kind() {
    let features = of(CLASSIC, "e2e4 a7a6 e4e5 d7d5 e5d6 b7b5 d6c7 b5b4 c2c4 b4c3");
    assert_eq!((features.en_passants, features.first_en_passant), (2, Some(5)));
    assert_eq!((features.captures, features.first_capture), (3, Some(5)));
}

#[test]
fn a_repetition_on_the_way_is_told_from_one_at_the_end() {
    let at_end = of(CLASSIC, &DANCE.repeat(2));
    assert_eq!(at_end.milestones, Milestones { threefold: Some(8), ..Milestones::default() });
    assert_eq!((at_end.most_occurrences, at_end.final_occurrences), (3, 3));
    let gone_on = of(CLASSIC, &(DANCE.repeat(2) + "e2e4"));
    assert_eq!((gone_on.milestones, gone_on.most_occurrences), (at_end.milestones, 3));
    assert_eq!((gone_on.final_occurrences, gone_on.longest_quiet), (1, 8));
    let five = of(CLASSIC, &DANCE.repeat(4));
    assert_eq!((five.milestones.fivefold, five.final_occurrences), (Some(16), 5));
}

#[test]
fn perpetual_check_is_told_with_its_side() {
    let features = of("7k/5Q2/7p/8/8/8/q5PP/7K w - - 0 1", &"f7f8 h8h7 f8f7 h7h8 ".repeat(2));
    assert_eq!(features.perpetual, Some(PerpetualCheck { by: Color::White, first: 0, ply: 8 }));
    let mirrored = of("7k/Q5pp/8/8/8/7P/5q2/7K b - - 0 1", &"f2f1 h1h2 f1f2 h2h1 ".repeat(2));
    assert_eq!(mirrored.perpetual, Some(PerpetualCheck { by: Color::Black, first: 0, ply: 8 }));
    assert_eq!(of(CLASSIC, &DANCE.repeat(2)).perpetual, None);
}

#[test]
fn a_scholars_mate_needs_a_king_that_never_moved() {
    let mate = of(CLASSIC, "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7");
    assert!(mate.named_mates.contains(NamedMate::Scholars));
    let walked = of(CLASSIC, "e2e4 e7e5 d1h5 e8e7 f1c4 e7e8 g1f3 b8c6 h5f7");
    assert!(walked.is_mate && !walked.named_mates.contains(NamedMate::Scholars));
}

#[test]
fn what_the_fen_says_counts_for_fifty_moves_and_not_for_the_quiet_stretch() {
    let features = of("R7/4k3/8/6K1/8/8/8/8 w - - 98 80", "g5g6 e7d7 g6g5");
    assert_eq!(features.milestones.fifty, Some(2));
    assert_eq!(features.longest_quiet, 3);
    let late = of("R7/4k3/8/6K1/8/8/8/8 w - - 148 180", "g5g6 e7d7 g6g5");
    assert_eq!((late.milestones.fifty, late.milestones.seventyfive), (Some(0), Some(2)));
    let mate = of("7k/8/6K1/8/8/8/8/R7 w - - 149 180", "a1a8");
    assert_eq!((mate.is_mate, mate.milestones.seventyfive), (true, None));
}

#[test]
fn very_long_games_are_right_and_said_to_be_rare() {
    for plies in [16_400u32, 70_000] {
        let start = Position::classic();
        let moves: Vec<Move> = line(start, DANCE).into_iter().cycle().take(plies as usize).collect();
        let features = Features::of(start, &moves);
        let milestones = features.milestones;
        assert_eq!((milestones.threefold, milestones.fivefold), (Some(8), Some(16)));
        assert_eq!((milestones.fifty, milestones.seventyfive), (Some(100), Some(150)));
        assert_eq!(features.longest_quiet, plies);
        assert_eq!((features.most_occurrences, features.final_occurrences), (plies / 4 + 1, plies / 4 + 1));
        let bytes = features.to_bytes();
        assert_eq!(Features::from_bytes(&bytes), None);
        assert_eq!(features_bytes::material(&bytes), features.material);
        assert_eq!(features_bytes::home_pawns(&bytes), features.home_pawns);
    }
}

fn random_game(seed: u64, number: u16) -> (Position, Vec<Move>) {
    let mut seed = seed | 1;
    let mut random = move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed as usize
    };
    let start = chess960::start(number).expect("below 960");
    let mut position = start.clone();
    let mut moves = Vec::new();
    let length = random() % 400;
    while moves.len() < length {
        let legal = position.legal_moves();
        // Now and then two kings' or knights' steps back and forth, for repetitions.
        let quiet = legal.iter().find(|mv| {
            let back = moves.len().checked_sub(2).and_then(|at| moves.get(at)).copied();
            random() % 3 != 0 && back == Some(Move::normal(mv.to(), mv.from()))
        });
        let Some(&mv) = quiet.or_else(|| legal.get(random() % legal.len().max(1))) else { break };
        position.play(mv);
        moves.push(mv);
    }
    (start, moves)
}

proptest! {
    #[test]
    fn features_agree_with_the_slow_way_and_come_back_from_bytes(seed: u64, number in prop_oneof![Just(chess960::CLASSIC), 0u16..960]) {
        let (start, moves) = random_game(seed, number);
        let mut history = History::new();
        history.begin(&start);
        let mut position = start.clone();
        let (mut checks, mut captures, mut quiet, mut longest, mut last) = (0, 0, 0, 0, 1);
        let mut homes = vec![position.clone()];
        for mv in &moves {
            let men = position.occupied().len();
            position.play(*mv);
            last = history.push(&position);
            checks += u32::from(position.in_check());
            captures += men - position.occupied().len();
            quiet = if position.halfmove_clock() == 0 { 0 } else { quiet + 1 };
            longest = longest.max(quiet);
            homes.push(position.clone());
        }
        let features = Features::of(&start, &moves);
        prop_assert_eq!(features.milestones, history.milestones());
        prop_assert_eq!(features.most_occurrences, history.most_occurrences());
        prop_assert_eq!(features.final_occurrences, last);
        prop_assert_eq!((features.checks, features.captures, features.longest_quiet), (checks, captures, longest));
        prop_assert_eq!(features.material, Material::of(&position));
        prop_assert_eq!(features.is_mate, position.is_mate());
        prop_assert_eq!(features.is_stalemate, position.is_stalemate());
        for position in homes {
            prop_assert!(features.home_pawns.may_have(super::home_pawns::AtHome::of(&position)));
        }
        // A surveyor that has seen another game.
        let mut surveyor = Surveyor::default();
        surveyor.survey(&start, moves.get(..moves.len() / 2).unwrap_or_default());
        prop_assert_eq!(&surveyor.survey(&start, &moves), &features);
        prop_assert_eq!(surveyor.keys(), history.keys());
        if start.same_as(Position::classic()) {
            let endings = surveyor.endings().to_vec();
            prop_assert_eq!(&replayed(&mut surveyor, &moves, checks), &features);
            prop_assert_eq!((surveyor.keys(), surveyor.endings()), (history.keys(), endings.as_slice()));
        }
        let bytes = features.to_bytes();
        match Features::from_bytes(&bytes) {
            Some(back) => prop_assert_eq!(back, features),
            None => prop_assert!(
                features.milestones.fifty.is_some()
                    || features.milestones.fivefold.is_some()
                    || features.castled.iter().flatten().any(|castled| castled.ply > 255)
                    || features.first_capture > Some(255)
                    || features.en_passants > 3
            ),
        }
    }

    #[test]
    fn any_bytes_can_be_read(bytes: [u8; FEATURE_BYTES]) {
        if let Some(features) = Features::from_bytes(&bytes) {
            prop_assert_eq!(Features::from_bytes(&features.to_bytes()), Some(features));
        }
        prop_assert!(features_bytes::home_pawns(&bytes).left() <= 16);
    }
}
