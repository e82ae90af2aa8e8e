//! Tests of the moves as a filter: how they are read, and random ones against what the boards before and after say.

use proptest::prelude::*;

use super::moves::{MovePattern, Named, Place};
use super::ply::{Made, Ply};
use super::term::TermFault;
use super::testing::{Dice, Step, at, independent, random_game, squares};
use crate::chess::{Color, Move, Piece, Position, Role, Square, Wing};

fn read(text: &str) -> MovePattern {
    MovePattern::parse(text).unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

#[test]
fn what_is_written_like_san_is_said_in_words() {
    for (text, words) in [
        ("\"Nxf7\"", "by piece n to f7 captures"),
        ("Nf7", "by piece n to f7"),
        ("\"e8=N\"", "by piece p to e8 promotes n"),
        ("e8=*", "by piece p to e8 promotes"),
        ("\"*=N\"", "promotes n"),
        ("\"*xh7+\"", "to h7 captures gives check"),
        ("O-O-O", "castles long"),
        ("0-0#", "castles short mates"),
        ("R1*", "by piece r from 1"),
        ("Nf*", "by piece n from f"),
        ("Nbd2", "by piece n from b to d2"),
        ("N1f3", "by piece n from 1 to f3"),
        ("Ng1f3", "by piece n from g1 to f3"),
        ("exd5", "by piece p from e to d5 captures"),
        ("bxa8=Q#", "by piece p from b to a8 captures promotes q mates"),
        ("bx*", "by piece p from b captures"),
        ("e4", "by piece p to e4"),
        ("Pe4", "by piece p to e4"),
        ("*e4", "to e4"),
        ("*x*#", "captures mates"),
        ("\"*\"", "\"*\""),
        ("*+", "gives check"),
        ("\"Nxf7\" by white", "by white by piece n to f7 captures"),
        ("mates castles", "castles mates"),
        ("TO 7 FROM e BY PIECE Q", "by piece q from e to 7"),
        ("en passant gives check by black", "by black en passant gives check"),
    ] {
        assert_eq!(read(text).to_string(), words, "{text}");
        assert_eq!(read(words), read(text), "{text}");
    }
}

#[test]
fn what_is_no_move_says_where() {
    use TermFault::*;
    for (text, byte, expected) in [
        ("\"Sf3\"", 1, GermanLetter { letter: 'S', english: 'N' }),
        ("Txe1", 0, GermanLetter { letter: 'T', english: 'R' }),
        ("Lb5", 0, GermanLetter { letter: 'L', english: 'B' }),
        ("e8=D", 3, GermanLetter { letter: 'D', english: 'Q' }),
        ("\"xf7\"", 1, BareCapture),
        ("\"Nxf7", 0, NotClosed('"')),
        ("e8=K", 3, NoPromotion),
        ("promotes p", 9, NoPromotion),
        ("captures k", 9, KingTaken),
        ("\"Nf7\" to f8", 6, Repeated("to")),
        ("mates mates", 6, Repeated("mates")),
    ] {
        let fault = MovePattern::parse(text).expect_err(text);
        assert_eq!((fault.at, fault.fault), (byte, expected), "{text}");
    }
    for (text, byte) in [
        ("", 0),
        ("\"\"", 1),
        ("N", 1),
        ("Nf", 2),
        ("*e", 2),
        ("Nxf", 3),
        ("e9", 1),
        ("Ne8=Q", 3),
        ("nf3", 0),
        ("Nf7!", 3),
        ("from i2", 5),
        ("from e22", 5),
        ("by nobody", 3),
        ("by piece x", 9),
        ("gives mate", 0),
        ("\"Nf7\" quickly", 6),
    ] {
        let fault = MovePattern::parse(text).expect_err(text);
        assert_eq!(fault.at, byte, "{text}: {fault}");
        assert!(matches!(fault.fault, Unexpected { .. }), "{text}: {fault}");
    }
}

/// Is the move found in the position before it?
fn found(text: &str, fen: &str, mv: Move) -> bool {
    let mut position = at(fen);
    assert!(position.is_legal(mv));
    let made = Made::new(mv, position.make(mv));
    read(text).matches(&Ply { position: &position, ply: 1, made })
}

fn square(name: &str) -> Square {
    Square::parse(name.as_bytes()).expect("a square")
}

#[test]
fn promotions_are_told_apart() {
    let fen = "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1";
    let knight = Move::promotion(square("e7"), square("d8"), Role::Knight);
    for (text, expected) in
        [("d8=N", true), ("exd8=N", true), ("d8=Q", false), ("d8", true), ("e8=N", false), ("d8=*", true)]
    {
        assert_eq!(found(text, fen, knight), expected, "{text}");
    }
    assert!(found("d8=Q+", fen, Move::promotion(square("e7"), square("d8"), Role::Queen)));
}

#[test]
fn castling_has_no_target() {
    let castling = Move::castling(square("e1"), square("h1"));
    let fen = "5k2/8/8/8/8/8/8/4K2R w K - 0 1";
    for (text, expected) in [
        ("O-O", true),
        ("O-O+", true),
        ("O-O-O", false),
        ("castles", true),
        ("Kg1", false),
        ("to h1", false),
        ("to g1", false),
        ("K*", true),
        ("from e1 by piece k", true),
        ("captures", false),
        ("*", true),
    ] {
        assert_eq!(found(text, fen, castling), expected, "{text}");
    }
}

#[test]
fn the_start_position_was_reached_by_no_move() {
    let start = Position::start();
    assert!(!read("*").matches(&Ply { position: &start, ply: 0, made: None }));
}

/// A pattern that the move fits, but for a slip now and then.
fn random_pattern(dice: &mut Dice, step: &Step) -> MovePattern {
    let Some(made) = step.made else { return MovePattern::default() };
    let place = |dice: &mut Dice, square: Square| {
        let square = if dice.below(10) == 0 { Square::new(dice.below(64)) } else { square };
        let mut part = |part: u8| (dice.below(3) == 0).then_some(part);
        Place::new(part(square.file()), part(square.rank()))
    };
    let from = place(dice, made.mv().from());
    let to = place(dice, made.mv().to());
    let mut named = |role: Option<Role>| match dice.below(12) {
        0 => Named::Any,
        1 => Named::One(Role::Queen),
        2..6 => role.map_or(Named::Free, Named::One),
        _ => Named::Free,
    };
    let captures = named(made.captured());
    let promotes = match named(made.mv().promoted()) {
        Named::One(Role::King | Role::Pawn) => Named::Any,
        promotes => promotes,
    };
    let castles = match dice.below(20) {
        0 => Named::Any,
        1 => Named::One(Wing::King),
        2 => Named::One(Wing::Queen),
        _ if made.mv().is_castling() => Named::Any,
        _ => Named::Free,
    };
    MovePattern {
        by: (dice.below(4) == 0).then(|| dice.pick(&[Color::White, Color::Black, made.by()])),
        piece: (dice.below(3) == 0).then_some(made.role().expect("a piece")),
        from,
        to,
        captures,
        promotes,
        castles,
        en_passant: made.mv().is_en_passant() && dice.below(2) == 0 || dice.below(30) == 0,
        check: dice.below(5) == 0,
        mate: dice.below(12) == 0,
    }
}

/// The same from the boards before and after.
fn slowly(pattern: &MovePattern, step: &Step) -> bool {
    let Some(made) = step.made else { return false };
    let (before, after) = (&step.before, &step.position);
    let us = before.turn();
    let count = |position: &Position, color, role| {
        squares().filter(|s| position.piece_at(*s) == Some(Piece { color, role })).count()
    };
    let roles = || Role::ALL.into_iter();
    let captured = roles().find(|role| count(after, us.other(), *role) < count(before, us.other(), *role));
    let promoted = roles().find(|role| count(after, us, *role) > count(before, us, *role));
    let (from, to) = (made.mv().from(), made.mv().to());
    let moved = before.piece_at(from).expect("a piece").role;
    let castles = before.piece_at(to).is_some_and(|piece| piece.color == us);
    let wing = castles.then_some(if to.file() > from.file() { Wing::King } else { Wing::Queen });
    let named = |wanted: Named<Role>, found: Option<Role>| match wanted {
        Named::Free => true,
        Named::Any => found.is_some(),
        Named::One(role) => found == Some(role),
    };
    let board = independent(after);
    pattern.by.is_none_or(|by| by == us)
        && pattern.piece.is_none_or(|role| role == moved)
        && pattern.from.contains(from)
        && (pattern.to.is_anywhere() || pattern.to.contains(to) && !castles)
        && named(pattern.captures, captured)
        && named(pattern.promotes, promoted)
        && match pattern.castles {
            Named::Free => true,
            Named::Any => castles,
            Named::One(wanted) => wing == Some(wanted),
        }
        && (!pattern.en_passant || captured.is_some() && before.piece_at(to).is_none())
        && (!pattern.check || !board.checkers().is_empty())
        && (!pattern.mate || board.status() == cozy_chess::GameStatus::Won)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]
    #[test]
    fn moves_agree_with_the_boards_before_and_after(seed: u64) {
        let mut dice = Dice::new(seed);
        let game = random_game(seed, 70);
        for _ in 0..8 {
            let from = dice.below(game.len());
            let pattern = random_pattern(&mut dice, &game[from]);
            for step in &game {
                prop_assert_eq!(pattern.matches(&step.ply()), slowly(&pattern, step), "{} {:?}", pattern, step.made);
            }
            prop_assert_eq!(MovePattern::parse(&pattern.to_string()), Ok(pattern));
        }
    }

    #[test]
    fn no_text_is_too_strange(text in "(\"?[KQRBNPx*a-h1-8=+#O-]{0,9}\"?)?( (by|piece|from|to|captures|mates|[a-h1-8]{1,2}|q)){0,5}") {
        if let Ok(pattern) = MovePattern::parse(&text) {
            prop_assert_eq!(MovePattern::parse(&pattern.to_string()), Ok(pattern));
        }
    }
}
