//! Every form of the notation page, read.

use super::{
    CaptureSign, CheckSign, Language, Letters, ParsedMove, PieceRequest, Request, UnreadableReason, parse,
    parse_iccf, skip_number,
};
use crate::chess::{Role, Wing};

fn read(text: &str) -> ParsedMove {
    parse(text.as_bytes(), Letters::english_german()).unwrap_or_else(|e| panic!("{text}: {e:?}"))
}

fn refused(text: &str) -> UnreadableReason {
    parse(text.as_bytes(), Letters::english_german()).expect_err(text).reason
}

fn piece(text: &str) -> PieceRequest {
    match read(text).request {
        Request::Piece(piece) => piece,
        other => panic!("{text}: {other:?}"),
    }
}

/// Role letter, origin and target as far as given, promotion letter.
fn shape(text: &str) -> String {
    let p = piece(text);
    let file = |f: Option<u8>| f.map_or('?', |f| char::from(b'a' + f));
    let rank = |r: Option<u8>| r.map_or('?', |r| char::from(b'1' + r));
    format!(
        "{}{}{}{}{}{}",
        p.role.map_or('*', Role::letter),
        file(p.from_file),
        rank(p.from_rank),
        file(Some(p.to_file)),
        rank(p.to_rank),
        p.promotion.map_or(String::new(), |r| r.letter().to_string())
    )
}

#[test]
fn short_long_and_coordinate_forms_are_read() {
    for (text, expected) in [
        ("Sf3", "N??f3"),
        ("Nf3", "N??f3"),
        ("Sgf3", "Ng?f3"),
        ("S1f3", "N?1f3"),
        ("Sg1f3", "Ng1f3"),
        ("Sg1-f3", "Ng1f3"),
        ("Sg1–f3", "Ng1f3"),
        ("e2-e4", "*e2e4"),
        ("e2\u{2212}e4", "*e2e4"),
        ("e2e4", "*e2e4"),
        ("e7e8q", "*e7e8Q"),
        ("e7e8D", "*e7e8Q"),
        ("e4", "P??e4"),
        ("♘f3", "N??f3"),
        ("♟e5", "P??e5"),
        ("Pe4", "P??e4"),
        ("sf3", "N??f3"),
        ("R1d1", "R?1d1"),
    ] {
        assert_eq!(shape(text), expected, "{text}");
    }
}

#[test]
fn captures_are_read_in_all_styles() {
    for (text, expected) in [
        ("exd5", "Pe?d5"),
        ("exd5:", "Pe?d5"),
        ("e:d5", "Pe?d5"),
        ("e×d5", "Pe?d5"),
        ("ed5", "Pe?d5"),
        ("ed5:", "Pe?d5"),
        ("ed", "Pe?d?"),
        ("exd", "Pe?d?"),
        ("d5:", "P??d5"),
        ("Sf3xTe5", "Nf3e5"),
        ("De7xLa3", "Qe7a3"),
        ("g6xSh5", "*g6h5"),
        ("Dg5xSf6+", "Qg5f6"),
        ("Sf5:", "N??f5"),
        ("S:f5", "N??f5"),
    ] {
        assert_eq!(shape(text), expected, "{text}");
        assert_eq!(read(text).consumed, text.len(), "{text}");
    }
    assert_eq!(read("Sf3xTe5").marks.victim, Some(Role::Rook));
    assert_eq!(read("Sf5:").marks.capture, CaptureSign::Trailing);
    assert_eq!(read("Sf5").marks.capture, CaptureSign::None);
}

#[test]
fn promotions_are_read_in_all_styles() {
    for (text, expected) in [
        ("a8D", "P??a8Q"),
        ("a8=D", "P??a8Q"),
        ("a8(D)", "P??a8Q"),
        ("a8/D", "P??a8Q"),
        ("a8=(D)", "P??a8Q"),
        ("a8=d", "P??a8Q"),
        ("a8d", "P??a8Q"),
        ("exf8R", "Pe?f8R"),
        ("ef(R)", "Pe?f?R"),
        ("fg8:S", "Pf?g8N"),
        ("b1S", "P??b1N"),
        ("e8=N", "P??e8N"),
        ("e8", "P??e8"),
    ] {
        assert_eq!(shape(text), expected, "{text}");
        assert_eq!(read(text).consumed, text.len(), "{text}");
    }
    assert_eq!(read("e8Nf6").consumed, 2, "the next move is glued on");
    assert_eq!(read("e8 (e7)").consumed, 2, "a variation is no promotion");
}

#[test]
fn castling_is_read_with_zeros_letters_hyphens_and_blanks() {
    for (text, wing) in [
        ("O-O", Wing::King),
        ("0-0", Wing::King),
        ("o-o", Wing::King),
        ("0- 0", Wing::King),
        ("0\u{2212}0", Wing::King),
        ("O-O-O", Wing::Queen),
        ("0 - 0 - 0", Wing::Queen),
        ("0–0–0", Wing::Queen),
        ("0-0-0+", Wing::Queen),
    ] {
        let parsed = read(text);
        assert_eq!(parsed.request, Request::Castling(wing), "{text}");
        assert_eq!(parsed.consumed, text.len(), "{text}");
        assert_eq!(parsed.is_canonical(), matches!(text, "O-O" | "O-O-O"), "{text}");
    }
    assert_eq!(read("0-0 0-1").consumed, 3);
}

#[test]
fn null_moves_are_read_in_all_spellings() {
    for text in ["--", "Z0", "null", "0000", "@@@@", "<>"] {
        assert_eq!(read(text).request, Request::Null, "{text}");
    }
}

#[test]
fn results_are_never_moves() {
    for text in ["1-0", "0-1", "1/2-1/2", "1:0", "½-½", "0:1"] {
        assert_eq!(refused(text), UnreadableReason::Result, "{text}");
    }
    assert_eq!(read("Nc61-0").consumed, 3);
    assert_eq!(read("e41/2-1/2").consumed, 2);
}

#[test]
fn the_b_is_a_file_first() {
    assert_eq!(piece("bxc3").role, Some(Role::Pawn));
    assert_eq!(piece("Bxc3").role, Some(Role::Bishop));
    assert_eq!(read("bxc3").alternative.and_then(|p| p.role), Some(Role::Bishop));
    assert_eq!(read("Be2-e4").alternative.and_then(|p| p.role), Some(Role::Pawn));
    assert_eq!(read("b4").alternative, None);
}

#[test]
fn unreadable_tokens_say_why() {
    assert_eq!(refused("Vf3"), UnreadableReason::UnknownLetter('V'));
    assert_eq!(refused("Nf9"), UnreadableReason::OffBoard);
    assert_eq!(refused("i4"), UnreadableReason::OffBoard);
    assert_eq!(refused("Nf"), UnreadableReason::NoSquare);
    assert_eq!(refused("Nf3xyz"), UnreadableReason::TrailingLetters);
    assert_eq!(refused("hello"), UnreadableReason::NotAMove);
    assert_eq!(parse(b"Zug1 e4", Letters::english_german()).map_err(|e| e.len).err(), Some(4));
}

#[test]
fn only_san_is_canonical() {
    for text in ["Nf3", "Nbd2", "exd5", "e8=Q+", "Qxf7#", "O-O-O", "R1xd3"] {
        assert!(read(text).is_canonical(), "{text}");
    }
    for text in ["Sf3", "Ng1-f3", "g1f3", "exd5:", "e8Q", "nf3", "Pe4", "Nf3!", "ed", "Qh5++", "0-0"] {
        assert!(!read(text).is_canonical(), "{text}");
    }
}

#[test]
fn the_letters_tell_their_language() {
    let tongues = |text: &str| (read(text).marks.tongues.first, read(text).marks.tongues.second);
    assert_eq!(tongues("Kf3"), (false, false));
    assert_eq!(tongues("Qf3"), (true, false));
    assert_eq!(tongues("Df3"), (false, true));
    assert_eq!(tongues("SxRe5"), (true, true));
    let russian = parse("Крe1-e2".as_bytes(), Letters::of(Language::Russian)).expect("a move");
    assert!(matches!(russian.request, Request::Piece(p) if p.role == Some(Role::King)));
}

#[test]
fn signs_behind_the_move_belong_to_it() {
    let signs = |text: &str| {
        let parsed = read(text);
        assert_eq!(parsed.consumed, text.len(), "{text}");
        (parsed.marks.check, parsed.marks.nags.to_vec())
    };
    use CheckSign::{Check, Mate, MateOrDouble, None};
    for (text, check, nags) in [
        ("Qf3+", Check, vec![]),
        ("Qf3#", Mate, vec![]),
        ("Qf3++", MateOrDouble, vec![]),
        ("Qf3†", Check, vec![]),
        ("Qf3‡", MateOrDouble, vec![]),
        ("Qf3 ch", Check, vec![]),
        ("Qf3 mate", Mate, vec![]),
        ("Df3 matt", Mate, vec![]),
        ("Df3 sch.", Check, vec![]),
        ("Qf3!?", None, vec![5]),
        ("Qf3+!+-", Check, vec![1, 18]),
        ("Qf3+-", None, vec![18]),
        ("Qf3-+", None, vec![19]),
        ("Qf3+/-", None, vec![16]),
        ("Qf3+=", None, vec![14]),
        ("Qf3++-", Check, vec![18]),
        ("Qf3+-+", Check, vec![19]),
        ("Qf3+++-", MateOrDouble, vec![18]),
        ("Qf3+=+", Check, vec![15]),
        ("Qf3±", None, vec![16]),
        ("Qf3N", None, vec![146]),
        ("Qf3!!∞", None, vec![3, 13]),
    ] {
        assert_eq!(signs(text), (check, nags), "{text}");
    }
    assert!(read("e4 (=)").marks.draw_offer);
    assert_eq!(read("e4 (= c5)").consumed, 2);
    assert_eq!(read("Qf3 +- 12.").consumed, 3);
}

#[test]
fn en_passant_marks_are_read_attached_and_apart() {
    for text in
        ["exd6 e.p.", "exd6e.p.", "exd6 ep", "exd6ep", "exd6 e. p.", "d5xc6 i.V.", "ed6 im Vorbeigehen"]
    {
        let parsed = read(text);
        assert!(parsed.marks.en_passant, "{text}");
        assert_eq!(parsed.consumed, text.len(), "{text}");
    }
    assert!(!read("exd6 e5").marks.en_passant);
}

proptest::proptest! {
    #[test]
    fn no_bytes_make_the_parser_panic(bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..24)) {
        for language in Language::ALL {
            match parse(&bytes, Letters::of(language)) {
                Ok(parsed) => proptest::prop_assert!(parsed.consumed > 0 && parsed.consumed <= bytes.len()),
                Err(bad) => proptest::prop_assert!(bad.len <= bytes.len()),
            }
        }
        let _ = (skip_number(&bytes), parse_iccf(&bytes));
    }

    #[test]
    fn no_signs_make_the_parser_panic(text in "[a-h1-8KQRNBSDLT0Oox:=+#!?./() epN–×½♘-]{0,16}") {
        if let Ok(parsed) = parse(text.as_bytes(), Letters::english_german()) {
            proptest::prop_assert!(parsed.consumed > 0 && parsed.consumed <= text.len());
            proptest::prop_assert!(text.is_char_boundary(parsed.consumed));
        }
    }
}
