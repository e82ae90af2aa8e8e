//! Positions as people write them.

use super::Language;
use super::people::{PeoplePosition, PositionError, PositionNote, read_position};
use crate::chess::{Color, Position};

fn fen(read: &PeoplePosition) -> String {
    read.position.fen(Default::default())
}

fn read(text: &str) -> PeoplePosition {
    read_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

const BOTVINNIK: &str = "8/p3q1kp/1p2Pnp1/3pQ3/2pP4/1nP3N1/1B4PP/6K1";

#[test]
fn a_fen_and_its_first_field_alone() {
    let whole = read(&format!("{BOTVINNIK} b - - 3 30"));
    assert_eq!((fen(&whole), whole.notes.len()), (format!("{BOTVINNIK} b - - 3 30"), 0));
    let placement = read(&format!("  {BOTVINNIK} \n"));
    assert_eq!(fen(&placement), format!("{BOTVINNIK} w - - 0 1"));
    assert_eq!(placement.notes, [PositionNote::WhiteAssumed, PositionNote::NoCastlingAssumed]);
    // White cannot be to move: the black king stands in check.
    let black = read("4k3/8/8/8/8/8/8/4RK2");
    assert_eq!(fen(&black), "4k3/8/8/8/8/8/8/4RK2 b - - 0 1");
    assert_eq!(black.notes[0], PositionNote::OnlySide(Color::Black));
}

#[test]
fn chess960_by_number() {
    assert!(read("chess960:518").position.same_as(&Position::start()));
    assert_eq!(
        fen(&read("Chess960: 0")),
        "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1".replace("HFhf", "KQkq")
    );
    let error = read_position("chess960:960").unwrap_err();
    assert_eq!(error, PositionError::Number { text: "960".to_owned(), place: 9..12 });
}

#[test]
fn lists_of_pieces_in_several_spellings() {
    for text in [
        "W: Kg1, De5, Lb2, Sg3, Bc3, Bd4, Be6, Bg2, Bh2 / S: Kg7, De7, Sb3, Sf6, Ba7, Bb6, Bc4, Bd5, Bg6, Bh7",
        "Weiß: Kg1, De5, Lb2, Sg3, c3, d4, e6, g2, h2\nSchwarz: Kg7, De7, Sb3, Sf6, a7, b6, c4, d5, g6, h7",
        "Weiss Kg1 De5 Lb2 Sg3 Bauern c3 d4 e6 g2 h2; Schwarz Kg7 De7 Sb3 Sf6 Bauern a7 b6 c4 d5 g6 h7.",
        "White: Kg1, Qe5, Bb2, Ng3, Pc3, Pd4, Pe6, Pg2, Ph2; Black: Kg7, Qe7, Nb3, Nf6, Pa7, b6, c4, d5, g6, h7",
        "White: king g1, queen e5, bishop b2, knight g3, pawns c3, d4, e6, g2 and h2 / Black: king g7, queen e7, \
         knights b3, f6, pawns a7, b6, c4, d5, g6, h7",
        "W: Rg1, De5, Fb2, Cg3, c3, d4, e6, g2, h2 / B: Rg7, De7, Cb3, Cf6, a7, b6, c4, d5, g6, h7",
    ] {
        let read = read(text);
        assert_eq!(fen(&read), format!("{BOTVINNIK} w - - 0 1"), "{text}");
        assert!(read.notes.contains(&PositionNote::WhiteAssumed));
    }
}

#[test]
fn the_side_to_move_may_be_said() {
    for (text, side) in [
        ("W: Kg1, b2 / S: Kg7, Ta8 / Schwarz am Zug", 'b'),
        ("White: Kg1, b2; Black: Kg7, Ra8; White to move", 'w'),
        ("Weiß am Zug. Weiß: Kg1, b2 Schwarz: Kg7, Ta8", 'w'),
        ("Schwarz zieht. Weiß: Kg1, b2 Schwarz: Kg7, Ta8", 'b'),
    ] {
        let read = read(text);
        assert_eq!(fen(&read).split(' ').nth(1), Some(side.to_string().as_str()), "{text}");
        assert!(!read.notes.contains(&PositionNote::WhiteAssumed), "{text}");
    }
}

#[test]
fn the_language_is_the_one_that_reads_all_letters() {
    assert_eq!(read("W: Ke1, Ta1 / S: Ke8").language, Some(Language::German));
    assert_eq!(read("W: Ke1, Ra1 / B: Ke8").language, Some(Language::English));
    assert_eq!(read("W: Re1, Cb1 / B: Re8").language, Some(Language::French));
    assert_eq!(read("W: Крe1, Кb1 / B: Крe8").language, Some(Language::Russian));
    // A bishop in English, a rook in Hungarian.
    let guess = read("W: Ke1, Ba1 / B: Ke8");
    assert_eq!(guess.language, Some(Language::English));
    assert!(guess.notes.contains(&PositionNote::LanguageGuess(Language::English)));
    // With a pawn on the first rank it would be no position.
    assert_eq!(read("W: Ke1, La1, Bb2 / S: Ke8").language, Some(Language::German));
}

#[test]
fn errors_say_what_is_wrong_and_where() {
    let error = |text: &str| read_position(text).unwrap_err();
    assert_eq!(error("  "), PositionError::Empty);
    assert_eq!(error("eine Stellung"), PositionError::NoPosition);
    assert_eq!(error("♔g1 ♕e5 ♗b2"), PositionError::NoPosition);
    assert_eq!(
        error("W: Kg1, Xe5 / S: Kg7"),
        PositionError::NoLanguage { text: "X".to_owned(), place: 8..11, language: Language::English }
    );
    assert_eq!(
        error("W: Kg1, De9 / S: Kg7"),
        PositionError::NoPiece { text: "De9".to_owned(), place: 8..11 }
    );
    let PositionError::Occupied { place, .. } = error("W: Kg1, Dg1 / S: Kg7") else { panic!() };
    assert_eq!(place, 8..11);
    assert_eq!(error("W: Kg1, De5"), PositionError::MissingSide { color: Color::Black });
    assert!(matches!(error("W: De5 / S: Kg7"), PositionError::Unplayable { .. }));
    let PositionError::Fen { place, .. } = error("8/8/8/9/8/8/8/8 w") else { panic!() };
    assert_eq!(place, 0..15);
    let PositionError::Fen { place, .. } = error(" 4k3/8/8/8/8/8/8/4K3 x - -") else { panic!() };
    assert_eq!(place, 21..22);
}

#[test]
fn a_piece_listed_twice_is_noted() {
    let twice = read("W: Kg1, g2, g2 / S: Kg7");
    assert!(twice.notes.iter().any(|note| matches!(note, PositionNote::ListedTwice(_))));
}

proptest::proptest! {
    #[test]
    fn any_text_is_answered(text in "[WSB: /a-hKQDT1-9,äß♔\n]{0,60}") {
        let _ = read_position(&text).map_err(|error| error.to_string());
    }
}
