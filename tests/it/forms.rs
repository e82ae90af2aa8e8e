//! Every way of writing a move, a result or a sign that the reader promises to understand, in the main line of a game:
//! which move it is read as, and what is said about it.

use zug::notation::Language;
use zug::notation::result::GameResult;
use zug::replay::game::{Game, Item};

use super::games::{read_text, san_of};

/// One game with all tags, from a position (`""`: the usual one).
fn read(fen: &str, result: &str, movetext: &str) -> (Game, Vec<&'static str>) {
    let setup = if fen.is_empty() { String::new() } else { format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n") };
    let text = format!(
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n\
         [Result \"{result}\"]\n{setup}\n{movetext} {result}\n"
    );
    let (mut games, codes) = read_text(&text);
    assert_eq!(games.len(), 1, "{movetext}");
    (games.pop().unwrap(), codes)
}

/// Each of `forms` is the move `san` in the position, with findings of these codes only.
fn assert_forms(fen: &str, result: &str, forms: &[&str], san: &str, codes: &[&str]) {
    for form in forms {
        // With its number, without one, and glued to it.
        let number = if fen.contains(" b ") { "1..." } else { "1." };
        for movetext in [format!("{number} {form}"), format!("{number}{form}"), (*form).to_owned()] {
            let (game, found) = read(fen, result, &movetext);
            assert_eq!(san_of(&game), [san], "{movetext:?}: {found:?}");
            assert_eq!(found, codes, "{movetext:?}");
        }
    }
}

const HYPHENS: [char; 7] = ['-', '\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}'];

#[test]
fn short_moves() {
    assert_forms("", "*", &["Sf3", "Nf3", "♘f3", "♞f3", "♘\u{FE0E}f3", "♘\u{FE0F}f3"], "Nf3", &[]);
    let more = ["Sgf3", "S1f3", "Sg1f3", "Ngf3", "N1f3", "Ng1f3"];
    assert_forms("", "*", &more, "Nf3", &["over-disambiguation"]);
    assert_forms("", "*", &["e4"], "e4", &[]);
}

#[test]
fn needed_origins_are_no_remark() {
    let files = "6k1/8/8/8/8/8/7P/1N3NK1 w - - 0 1";
    assert_forms(files, "*", &["Sbd2", "Nbd2", "Sb1-d2", "Nb1-d2", "b1d2"], "Nbd2", &[]);
    assert_forms(files, "*", &["Sb1d2", "Nb1d2"], "Nbd2", &["over-disambiguation"]);
    let both = "7k/8/8/8/8/1N6/8/1N3N1K w - - 0 1";
    assert_forms(both, "*", &["Sb1d2", "Nb1d2"], "Nb1d2", &[]);
    for ambiguous in ["Sd2", "Nd2", "Sbd2", "Nbd2", "S1d2"] {
        let (game, codes) = read(both, "*", &format!("1. {ambiguous}"));
        assert_eq!((game.plies(), codes.as_slice()), (0, &["ambiguous-move"][..]), "{ambiguous}");
    }
}

#[test]
fn long_moves_with_any_hyphen() {
    for hyphen in HYPHENS {
        let knight = ["S", "N"].map(|letter| format!("{letter}g1{hyphen}f3"));
        assert_forms("", "*", &knight.each_ref().map(String::as_str), "Nf3", &[]);
        assert_forms("", "*", &[&format!("e2{hyphen}e4")], "e4", &[]);
    }
    let capture = "6k1/8/8/5p2/8/6N1/P7/6K1 w - - 0 1";
    // In long notation a capture has no hyphen.
    let (_, codes) = read(capture, "*", "1. Sg3xf5 Kg8-h7 2. Sf5-d4");
    assert_eq!(codes, <[&str; 0]>::default());
}

#[test]
fn coordinates() {
    assert_forms("", "*", &["e2e4"], "e4", &[]);
    assert_forms("", "*", &["g1f3"], "Nf3", &[]);
    let promotion = "8/4P3/7k/8/8/8/7P/K7 w - - 0 1";
    assert_forms(promotion, "*", &["e7e8q", "e7e8Q", "e7e8d", "e7e8D", "e7-e8D", "e7e8=Q"], "e8=Q", &[]);
    assert_forms(promotion, "*", &["e7e8n", "e7e8s", "e7e8S"], "e8=N", &[]);
    let castling = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    assert_forms(castling, "*", &["e1h1"], "O-O", &[]);
    assert_forms(castling, "*", &["e1a1"], "O-O-O", &[]);
    // The number form of correspondence chess is read only where it is asked for.
    assert_eq!(read("", "*", "1. 5254").0.plies(), 0);
}

#[test]
fn king_moves_that_are_castling() {
    let castling = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    assert_forms(castling, "*", &["e1g1", "Ke1-g1", "Kg1"], "O-O", &["castling-as-king-move"]);
    assert_forms(castling, "*", &["e1c1", "Ke1-c1", "Kc1"], "O-O-O", &["castling-as-king-move"]);
}

#[test]
fn captures() {
    let pawn = "6k1/8/8/5p2/8/6N1/P7/6K1 w - - 0 1";
    let forms = ["Sxf5", "S×f5", "S:f5", "Sf5:", "Nxf5", "N×f5", "N:f5", "Nf5:"];
    assert_forms(pawn, "*", &forms, "Nxf5", &[]);
    assert_forms(pawn, "*", &["Sf5", "Nf5", "Sg3-f5"], "Nxf5", &["missing-capture-mark"]);
    assert_forms(pawn, "*", &["Sg3xTf5", "Ng3xRf5"], "Nxf5", &["wrong-victim"]);
    assert_forms("6k1/8/8/8/8/6N1/P7/6K1 w - - 0 1", "*", &["Sxf5", "Nxf5"], "Nf5", &["wrong-capture-mark"]);
}

#[test]
fn captures_that_name_the_victim() {
    let table = [
        ("6k1/8/8/4r3/8/5N2/P7/6K1 w - - 0 1", ["Sf3xTe5", "Nf3xRe5"], "Nxe5"),
        ("6k1/4q3/8/8/8/B7/8/6K1 b - - 0 1", ["De7xLa3", "Qe7xBa3"], "Qxa3"),
        ("6k1/8/6p1/7N/8/8/8/6K1 b - - 0 1", ["g6xSh5", "g6xNh5"], "gxh5"),
        ("5k2/8/5n2/6Q1/8/8/8/6K1 w - - 0 1", ["Dg5xSf6+", "Qg5xNf6+"], "Qxf6+"),
    ];
    for (fen, forms, san) in table {
        for form in forms {
            let (game, codes) = read(fen, "*", form);
            assert_eq!(san_of(&game), [san], "{form}");
            assert!(codes.iter().all(|code| *code == "over-disambiguation"), "{form}: {codes:?}");
        }
    }
}

#[test]
fn pawn_captures() {
    let one = "6k1/8/8/3p4/4P3/8/8/6K1 w - - 0 1";
    assert_forms(
        one,
        "*",
        &["exd5", "exd5:", "e:d5", "ed5:", "exd", "e4xd5", "d5:", "e×d5", "e4d5"],
        "exd5",
        &[],
    );
    assert_forms(one, "*", &["ed5", "ed"], "exd5", &["missing-capture-mark"]);
    let two = "6k1/8/8/3p4/2P1P3/8/8/6K1 w - - 0 1";
    let (game, codes) = read(two, "*", "1. d5:");
    assert_eq!((game.plies(), codes.as_slice()), (0, &["ambiguous-move"][..]));
}

#[test]
fn en_passant() {
    let fen = "6k1/8/8/2pP4/8/8/8/6K1 w - c6 0 1";
    let forms = [
        "dxc6",
        "d5xc6 e.p.",
        "dxc6 ep",
        "dxc6ep",
        "dxc6e.p.",
        "dxc6 e. p.",
        "dxc6 i.V.",
        "dxc6 im Vorbeigehen",
        "d:c6",
        "dc6:",
    ];
    assert_forms(fen, "*", &forms, "dxc6", &[]);
    let knight = "6k1/8/8/5p2/8/6N1/P7/6K1 w - - 0 1";
    assert_forms(knight, "*", &["Sxf5 e.p.", "Nxf5ep"], "Nxf5", &["wrong-en-passant-mark"]);
}

#[test]
fn promotions() {
    let fen = "8/P7/7k/8/8/8/7P/K7 w - - 0 1";
    let forms =
        ["a8D", "a8=D", "a8(D)", "a8/D", "a8=d", "a8Q", "a8=Q", "a8(Q)", "a8/Q", "a8=q", "a7-a8D", "a8=♕"];
    assert_forms(fen, "*", &forms, "a8=Q", &[]);
    assert_forms(fen, "*", &["a8T", "a8=T", "a8=R", "a8(R)"], "a8=R", &[]);
    assert_forms(fen, "*", &["a8"], "a8=Q", &["missing-promotion"]);
}

#[test]
fn castling() {
    let fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    assert_forms(fen, "*", &["O-O", "0-0", "o-o", "0- 0", "0 -0", "0 - 0"], "O-O", &[]);
    assert_forms(fen, "*", &["O-O-O", "0-0-0", "o-o-o", "0 - 0 - 0", "0- 0- 0"], "O-O-O", &[]);
    for hyphen in HYPHENS {
        assert_forms(fen, "*", &[&format!("0{hyphen}0"), &format!("O{hyphen}O")], "O-O", &[]);
        assert_forms(fen, "*", &[&format!("0{hyphen}0{hyphen}0")], "O-O-O", &[]);
    }
}

#[test]
fn zeros_are_a_result_only_at_the_end_and_where_castling_is_illegal() {
    let (game, codes) = read("", "*", "1. 0-0 e5");
    assert_eq!((game.plies(), codes[0]), (0, "illegal-castling"));
    let text = "[Event \"?\"]\n\n1. e4 e5 0-0\n";
    assert_eq!(read_text(text).0[0].result, GameResult::BothLost);
    let text = "[Event \"?\"]\n\n0-0\n";
    assert_eq!(read_text(text).0[0].result, GameResult::BothLost);
    let text = "[Event \"?\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 0-0\n";
    assert_eq!(san_of(&read_text(text).0[0]).last().unwrap(), "O-O");
    // In a variation too.
    let (_, codes) = read("", "*", "1. e4 e5 (1... Nf6 2. 0-0) 2. Nf3");
    assert_eq!(codes, ["illegal-variation-move"]);
}

#[test]
fn check_and_mate_signs() {
    let check = "6k1/8/8/8/8/8/8/R5K1 w - - 0 1";
    let forms = ["Ta8+", "Ra8+", "Ta8†", "Ta8ch", "Ta8 ch", "Ta8 sch.", "Ta8 Schach", "Ta8 +"];
    assert_forms(check, "*", &forms, "Ra8+", &[]);
    assert_forms(check, "*", &["Ta8", "Ra8"], "Ra8+", &["missing-check-mark"]);
    assert_forms(check, "*", &["Ta8#", "Ra8#", "Ta8++"], "Ra8+", &["wrong-mate-mark"]);
    assert_forms(check, "*", &["Ta7+", "Ra7+"], "Ra7", &["wrong-check-mark"]);
    let mate = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    let forms = ["Ta8#", "Ra8#", "Ta8++", "Ta8‡", "Ta8≠", "Ta8 mate", "Ta8 matt", "Ta8 Matt", "Ra8 mate"];
    assert_forms(mate, "1-0", &forms, "Ra8#", &[]);
    assert_forms(mate, "1-0", &["Ta8", "Ta8+", "Ra8+"], "Ra8#", &["missing-mate-mark"]);
    let double = "4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1";
    assert_forms(double, "*", &["Sf6++", "Nf6++", "Sf6+", "Nf6+"], "Nf6+", &[]);
}

fn nags(game: &Game) -> Vec<u8> {
    let nag = |item: &Item| if let Item::Nag(nag) = item { Some(*nag) } else { None };
    game.items.iter().filter_map(nag).collect()
}

#[test]
fn judgements() {
    let table: [(&str, &[u8]); 26] = [
        ("!", &[1]),
        ("?", &[2]),
        ("!!", &[3]),
        ("??", &[4]),
        ("!?", &[5]),
        ("?!", &[6]),
        ("=", &[10]),
        ("∞", &[13]),
        ("+=", &[14]),
        ("+/=", &[14]),
        ("⩲", &[14]),
        ("=+", &[15]),
        ("=/+", &[15]),
        ("⩱", &[15]),
        ("±", &[16]),
        ("+/-", &[16]),
        ("∓", &[17]),
        ("-/+", &[17]),
        ("+-", &[18]),
        ("-+", &[19]),
        ("$1", &[1]),
        ("$146 $255", &[146, 255]),
        ("!$16", &[1, 16]),
        ("! +-", &[1, 18]),
        ("!±", &[1, 16]),
        ("□", &[7]),
    ];
    for (sign, wanted) in table {
        for text in [format!("1. e4 e5 2. Nf3{sign} Nc6"), format!("1. e4 e5 2. Sf3 {sign} Sc6")] {
            let (game, codes) = read("", "*", &text);
            assert_eq!(san_of(&game), ["e4", "e5", "Nf3", "Nc6"], "{text}: {codes:?}");
            assert_eq!((nags(&game).as_slice(), codes.len()), (wanted, 0), "{text}: {codes:?}");
        }
    }
    let check = "6k1/8/8/8/8/8/8/3Q2K1 w - - 0 1";
    for (text, wanted) in [("Dg4++-", 18), ("Qg4++-", 18), ("Dg4+=", 10), ("Dg4+!", 1), ("Dg4+ +-", 18)] {
        let (game, codes) = read(check, "*", text);
        assert_eq!((nags(&game), codes.len()), (vec![wanted], 0), "{text}: {codes:?}");
    }
}

#[test]
fn a_draw_offer_is_kept_and_is_no_move() {
    for text in ["1. e4 e5 (=) 2. Nf3", "1. e4 e5(=) 2. Nf3"] {
        let (game, codes) = read("", "*", text);
        assert_eq!((game.plies(), codes.len()), (3, 0), "{text}: {codes:?}");
        assert_eq!(game.items.iter().filter(|item| **item == Item::DrawOffer).count(), 1, "{text}");
    }
}

#[test]
fn results() {
    use GameResult::{BlackWins, BothLost, Draw, HalfZero, WhiteWins, ZeroHalf};
    let table = [
        ("1:0", WhiteWins),
        ("0:1", BlackWins),
        ("½:½", Draw),
        ("½-½", Draw),
        ("1/2:1/2", Draw),
        ("0,5:0,5", Draw),
        ("0.5-0.5", Draw),
        ("remis", Draw),
        ("Remis", Draw),
        ("1/2", Draw),
        ("½", Draw),
        ("1–0", WhiteWins),
        ("0—1", BlackWins),
        ("1/2–1/2", Draw),
        ("1−0", WhiteWins),
        ("0:0", BothLost),
        ("+:-", WhiteWins),
        ("-:+", BlackWins),
        ("-:-", BothLost),
        ("½-0", HalfZero),
        ("0-½", ZeroHalf),
    ];
    for (text, result) in table {
        for game in [
            format!("1. e4 e5 {text}\n"),
            format!("1. e4 e5\n{text}"),
            format!("1. e4 {{so}} e5 {{da}} {text}\n\n"),
        ] {
            let (games, codes) = read_text(&format!("[Event \"?\"]\n\n{game}"));
            let found: Vec<_> = games.iter().map(|game| (game.plies(), game.result)).collect();
            assert_eq!(found, [(2, result)], "{game:?}: {codes:?}");
            assert_eq!(codes, ["missing-roster-tag", "odd-result"], "{game:?}");
        }
    }
    for (text, result) in
        [("+/-", WhiteWins), ("-/+", BlackWins), ("+-", WhiteWins), ("-+", BlackWins), ("0-0", BothLost)]
    {
        let (games, codes) = read_text(&format!("[Event \"?\"]\n\n{text}\n"));
        assert_eq!((games.len(), games[0].result), (1, result), "{text}: {codes:?}");
    }
}

#[test]
fn move_numbers() {
    for text in [
        "1. e4 e5 2. Nf3 Nc6",
        "1.e4 e5 2.Nf3 Nc6",
        "1 e4 e5 2 Nf3 Nc6",
        "e4 e5 Nf3 Nc6",
        "1. e4 1... e5 2. Nf3 2... Nc6",
        "1. e4 1. ... e5 2. Nf3 2. ... Nc6",
        "1. e4 1… e5 2. Nf3 2… Nc6",
        "1. e4 1...e5 2. Nf3 2…Nc6",
        "1.e4,e5 2.Nf3,Nc6",
        "1. e4 ... 1. ... e5 2. Nf3 Nc6",
    ] {
        let (game, codes) = read("", "*", text);
        assert_eq!(san_of(&game), ["e4", "e5", "Nf3", "Nc6"], "{text}: {codes:?}");
        let fine = if text.contains("... 1.") { codes.len() <= 1 } else { codes.is_empty() };
        assert!(fine, "{text}: {codes:?}");
    }
    for text in ["1. e4 e5 3. Nf3 Nc6", "1. e4 e5 3. Nf3 Nc6 4. Bb5", "1. e4 2... e5 2. Nf3 Nc6"] {
        let (game, codes) = read("", "*", text);
        assert!(game.plies() >= 4 && codes.contains(&"wrong-move-number"), "{text}: {codes:?}");
    }
}

#[test]
fn null_moves() {
    for null in ["--", "Z0", "null", "@@@@", "0000"] {
        let (game, codes) = read("", "*", &format!("1. e4 e5 (1... {null} 2. d4) 2. Nf3"));
        assert_eq!((game.plies(), codes.len()), (3, 0), "{null}: {codes:?}");
        let (game, codes) = read("", "*", &format!("1. e4 {null} 2. d4"));
        assert_eq!((game.plies(), codes.as_slice()), (3, &["null-move"][..]), "{null}");
    }
}

#[test]
fn letters() {
    assert_forms("", "*", &["Be2-e4", "Pe4", "Pe2-e4", "Be4"], "e4", &["loose-notation"]);
    assert_forms("", "*", &["sf3", "nf3"], "Nf3", &["loose-notation"]);
    let both = "6k1/8/8/8/8/2n5/1P6/B5K1 w - - 0 1";
    assert_forms(both, "*", &["bxc3"], "bxc3", &[]);
    let bishop = "6k1/8/8/8/8/2n5/1B5P/6K1 w - - 0 1";
    assert_forms(bishop, "*", &["Bxc3", "Lxc3"], "Bxc3", &[]);
}

#[test]
fn listings_as_books_print_them() {
    let fen = "4n1k1/4q1pp/8/8/8/8/1B3PPP/6K1 w - - 0 30";
    let (game, codes) = read(fen, "*", "30. Lb2-a3 De7xLa3");
    assert_eq!((san_of(&game), codes.len()), (vec!["Ba3".into(), "Qxa3".into()], 0), "{codes:?}");
    let fen = "6k1/2p5/8/3P4/8/8/8/6K1 b - - 0 36";
    let (game, codes) = read(fen, "*", "36. ... c7-c5 37. d5xc6 e.p.");
    assert_eq!((san_of(&game), codes.len()), (vec!["c5".into(), "dxc6".into()], 0), "{codes:?}");
    let (games, codes) = read_text("e4 e5\nLc4 Sc6\nDf3 Lc5\nDxf7#\n");
    assert_eq!(san_of(&games[0]), ["e4", "e5", "Bc4", "Nc6", "Qf3", "Bc5", "Qxf7#"], "{codes:?}");
    assert_eq!(codes, ["missing-tags", "missing-result"]);
}

fn language_of(movetext: &str) -> (Option<Language>, usize, Vec<&'static str>) {
    let (game, codes) = read("", "*", movetext);
    (game.language, game.plies(), codes)
}

#[test]
fn the_language_in_which_the_whole_game_is_legal_is_its_language() {
    use Language::{Dutch, English, French, German};
    let table = [
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Be7 5. Re1 Rb8", Some(English)),
        ("1. e4 e5 2. Sf3 Sc6 3. Lb5 Sf6 4. 0-0 Le7 5. De2 Tb8", Some(German)),
        ("1. e4 e5 2. Pf3 Pc6 3. Lb5 Pf6 4. 0-0 Le7 5. De2 Tb8", Some(Dutch)),
        ("1. e4 e5 2. Cf3 Cc6 3. Fb5 Cf6 4. 0-0 Fe7 5. De2 Tb8", Some(French)),
        ("1. e4 e5 2. ♘f3 ♞c6", None),
        ("1. e4 e5 2. Ke2 Ke7", None),
        ("1. e4 e5", None),
    ];
    for (text, language) in table {
        let (found, plies, codes) = language_of(text);
        assert_eq!((found, codes.len()), (language, 0), "{text}: {codes:?}");
        assert_eq!(plies, text.split(' ').filter(|word| !word.ends_with('.')).count(), "{text}");
    }
}

#[test]
fn german_and_english_in_one_game_are_read_and_noted() {
    let (_, plies, codes) = language_of("1. e4 e5 2. Sf3 Nc6 3. Lb5 a6");
    assert_eq!((plies, codes), (6, vec!["mixed-language"]));
    let (_, plies, codes) = language_of("1. e4 e5 2. Qh5 Sc6 3. Bc4 g6");
    assert_eq!((plies, codes), (6, vec!["mixed-language"]));
}

#[test]
fn a_pawn_letter_never_decides_against_a_bishop() {
    // English bishops, though `B` is the pawn in German.
    let (language, plies, codes) = language_of("1. e4 e5 2. Bc4 Bc5 3. Qh5 Nf6");
    assert_eq!((language, plies, codes), (Some(Language::English), 6, vec![]));
}

#[test]
fn where_no_language_is_legal_to_the_end_the_furthest_names_the_move() {
    let (_, plies, codes) = language_of("1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Lxf7 Ke7");
    assert_eq!((plies, codes), (6, vec!["illegal-move"]));
    let (_, plies, codes) = language_of("1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. Fxf7 Re7");
    assert_eq!((plies, codes), (6, vec!["illegal-move"]));
    let (_, plies, codes) = language_of("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxf7 Ke7");
    assert_eq!((plies, codes), (6, vec!["illegal-move"]));
}

#[test]
fn moves_without_a_blank_between_them() {
    let (game, codes) = read("", "*", "1.e4e6 2. d4d5 3. Sc3Sf6 4. Lg5dxe4 5.Sxe4Le7");
    let moves = ["e4", "e6", "d4", "d5", "Nc3", "Nf6", "Bg5", "dxe4", "Nxe4", "Be7"];
    assert_eq!(san_of(&game), moves, "{codes:?}");
    // What is a move as it stands is never cut in two.
    let (game, _) = read("", "*", "1. e2e4 e7e5 2. Sg1f3 Sb8c6");
    assert_eq!(san_of(&game), ["e4", "e5", "Nf3", "Nc6"]);
    let (_, codes) = read("", "*", "1. e4 e5 2. Sg1f4 Sc6");
    assert!(codes.contains(&"illegal-move"), "{codes:?}");
}

#[test]
fn a_result_without_a_blank_before_it_is_read_and_noted() {
    for (movetext, result) in [("1. e4 e5 2. Nf3 Nc61-0", "1-0"), ("1. e4 e5 2. Nf3 Nc61/2-1/2", "1/2-1/2")] {
        let (games, codes) = read_text(&format!(
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"{result}\"]\n\n{movetext}\n"
        ));
        assert_eq!(san_of(&games[0]), ["e4", "e5", "Nf3", "Nc6"], "{codes:?}");
        assert_eq!(codes, ["odd-result"], "{movetext}");
    }
}
