use proptest::prelude::*;

use super::*;
use crate::notation::{Length, Style};
use crate::replay::game::Item;

fn options(start: Option<&str>) -> ListingOptions {
    let start = start.map(|fen| Position::from_fen(fen.as_bytes()).expect("a position").position);
    ListingOptions { language: None, start }
}

fn shown(game: &Game) -> String {
    let mut out = Vec::new();
    for item in &game.items {
        out.push(match item {
            Item::Move { facts, .. } => {
                let mut san = String::new();
                facts.write(&Style::PGN, &mut san);
                san
            }
            Item::Nag(nag) => format!("${nag}"),
            Item::Comment(text) => format!("{{{text}}}"),
            Item::Rest(text) => format!("<{text}>"),
            Item::DrawOffer => "=".to_owned(),
            Item::Open => "(".to_owned(),
            Item::Close => ")".to_owned(),
        });
    }
    out.join(" ")
}

fn read(text: &str) -> Vec<String> {
    read_listing(text, &options(None)).games.iter().map(|listed| shown(&listed.game)).collect()
}

const SCHOLARS_MATE: &str = "e4 e5 Bc4 Nc6 Qf3 Bc5 Qxf7#";

#[test]
fn every_form_of_a_listing_is_read() {
    for text in [
        "e4 e5\nLc4 Sc6\nDf3 Lc5\nDxf7#",
        "e2-e4 e7-e5\nLf1-c4 Sb8-c6\nDd1-f3 Lf8-c5\nDf3xf7#",
        "1. e2–e4 e7–e5\n2. Lf1–c4 Sb8–c6\n3. Dd1–f3 Lf8–c5\n4. Df3xf7#",
        "1.e4\ne5\n2.Lc4\nSc6\n3.Df3\nLc5\n4.Dxf7#",
        " e2-e4  e7-e5 , Lf1-c4  Sb8-c6 ,Dd1-f3  Lf8-c5 ,Df3:f7 ,",
        "e4;e5\nLc4;Sc6\nDf3;Lc5\nDxf7;",
        "1\te4\te5\n2\tLc4\tSc6\n3\tDf3\tLc5\n4\tDxf7\n",
        "| 1 | e4 | e5 |\n| 2 | Lc4 | Sc6 |\n| 3 | Df3 | Lc5 |\n| 4 | Dxf7# | |",
        "1\ne4 e5\n2\nLc4 Sc6\n3\nDf3 Lc5\n4\nDxf7",
        "1. e4 1... e5 2. Lc4 2… Sc6 3. Df3 Lc5 4. Dxf7",
    ] {
        assert_eq!(read(text), [SCHOLARS_MATE], "{text}");
    }
}

#[test]
fn tables_are_read_and_their_frames_left_out() {
    for text in [
        "| Nr. | Weiß | Schwarz |\n|----:|:---|:--|\n| 1. | e4 | e5 |\n| 2 | Lc4 | |\n\n| 2. |  | Sc6 |\n| 3 | Df3 | Lc5 |\n| 4 | Dxf7# | |",
        "Nr;Weiß;Schwarz\n1;e4;e5\n2;Lc4;...\n2;;Sc6\n3;Df3;Lc5\n4;Dxf7#;\n",
        "No,White,Black\n1,e4,e5\n2,Bc4,\n2,...,Nc6\n3,Qf3,Bc5\n4,Qxf7#,\n",
        "<table><tr><th>Nr<th>White<th>Black<tr><td>1<td>e4<td>e5<tr><td>2<td>Bc4<tr><td>2<td><td>Nc6<tr><td>3<td>Qf3<td>Bc5\
         <tr><td>4<td>Qxf7#</table>",
    ] {
        let listing = read_text_or_page(text, &options(None));
        let games: Vec<String> = listing.games.iter().map(|listed| shown(&listed.game)).collect();
        assert_eq!(games, [SCHOLARS_MATE], "{text}");
    }
    assert_eq!(read("Weiß, Schwarz und Rot\n1. e4 e5"), ["{Weiß, Schwarz und Rot} e4 e5"]);
}

#[test]
fn tags_of_pgn_on_a_page_are_tags() {
    let page = "<html><pre>[White &quot;A &amp; B&quot;]\n[Schwarz \"C\"]\n[Result \"1-0\"]\n\n1. e4 e5\n\n[Event \"2\"]\n\
                [FEN \"x\"]\n\n1. d4 d5 *</pre>";
    let listing = read_text_or_page(page, &options(None));
    let games: Vec<&Game> = listing.games.iter().map(|listed| &listed.game).collect();
    assert_eq!((games[0].tag("White"), games[0].tag("Black")), (Some("A & B"), Some("C")));
    assert_eq!((games[0].result, games[1].tag("Event")), (GameResult::WhiteWins, Some("2")));
    assert_eq!([shown(games[0]), shown(games[1])], ["e4 e5", "{[FEN \"x\"]} d4 d5"]);
}

#[test]
fn a_move_goes_on_behind_a_remark_in_its_line() {
    assert_eq!(
        read("1.e4 e5 2.Sf3 (gut) Sc6 3.Lc4 der Plan ist d4 Lc5 4.c3 (c3, nicht d3) Sf6 ist jetzt"),
        ["e4 e5 Nf3 {(gut)} Nc6 Bc4 {der Plan ist d4} Bc5 c3 {(c3, nicht d3) Sf6 ist jetzt}"]
    );
}

#[test]
fn the_number_of_a_game_is_not_that_of_a_move() {
    assert_eq!(read("Partie 1\n1. e4 e5 2. d4"), ["{Partie 1} e4 e5 d4"]);
}

#[test]
fn prose_becomes_a_comment_of_the_move_before() {
    let text = "1. e4 e5\nDer König steht auf e1, von d8 droht\nnichts. Da war 1997 Ta1/b1 Kc1.\n2. Lc4\nGut.\n2. ... Sc6";
    assert_eq!(
        read(text),
        ["e4 e5 {Der König steht auf e1, von d8 droht nichts. Da war 1997 Ta1/b1 Kc1.} Bc4 {Gut.} Nc6"]
    );
}

#[test]
fn brackets_with_moves_are_variations() {
    let text =
        "1.e4 e5 2.Sf3 [ 2.d4 exd4 ( besser ist 2…d5 3.dxe5 ) 3.Dxd4 ; 2.f4 exf4 ] 2…Sc6 (2...d6) (siehe d5)";
    assert_eq!(
        read(text),
        ["e4 e5 Nf3 ( d4 exd4 ( {besser ist} d5 dxe5 ) Qxd4 ) ( f4 exf4 ) Nc6 ( d6 ) {(siehe d5)}"]
    );
}

#[test]
fn another_move_in_the_text_is_a_variation_until_the_game_goes_on() {
    let text = "1.d4 d5 2.Sf3 Sf6 3.c4 Oder 3.e3 e6 4.c4 3…c6 4.cxd5";
    assert_eq!(read(text), ["d4 d5 Nf3 Nf6 c4 {Oder} ( e3 e6 c4 ) c6 cxd5"]);
}

#[test]
fn a_new_first_move_opens_the_next_game_and_its_heading_is_read() {
    let text = "Unsterbliche Partie (Anderssen - Kieseritzky) 1851\n1. e4 e5 1-0\n\nEin Wort danach.\n\nA. Meier – B. Müller\nStadtliga Berlin, 25.03.2004\n\n1. d4 d5 ½:½";
    let listing = read_listing(text, &options(None));
    let games: Vec<&Game> = listing.games.iter().map(|listed| &listed.game).collect();
    assert_eq!(
        games.iter().map(|game| shown(game)).collect::<Vec<_>>(),
        ["e4 e5 {Ein Wort danach.}", "d4 d5"]
    );
    assert_eq!(games.iter().map(|game| (game.line, game.number)).collect::<Vec<_>>(), [(2, 1), (9, 2)]);
    assert_eq!(
        (games[0].tag("Event"), games[0].tag("Date")),
        (Some("Unsterbliche Partie"), Some("1851.??.??"))
    );
    assert_eq!((games[1].tag("White"), games[1].tag("Black")), (Some("A. Meier"), Some("B. Müller")));
    assert_eq!((games[1].tag("Event"), games[1].tag("Date")), (Some("Stadtliga Berlin"), Some("2004.03.25")));
    assert_eq!((games[0].result, games[1].result), (GameResult::WhiteWins, GameResult::Draw));
}

#[test]
fn a_heading_that_is_no_heading_is_a_comment() {
    assert_eq!(
        read("Der Zug - so sagt man - ist gut.\n1. e4 e5"),
        ["{Der Zug - so sagt man - ist gut.} e4 e5"]
    );
}

#[test]
fn the_rest_behind_a_gap_or_a_fault_is_kept_as_text() {
    let listing = read_listing("1. e4 e5 2. Sf3 Sc6\n4. Lb5 a6 1:0", &options(None));
    assert_eq!(shown(&listing.games[0].game), "e4 e5 Nf3 Nc6 <4. Lb5 a6 1:0>");
    assert_eq!(listing.findings[0].kind, ListingFault::Gap { expected: 4, found: 6 });
    let listing = read_listing("1. e4 e5 2. Te5 Sc6 3. d4", &options(None));
    assert_eq!(shown(&listing.games[0].game), "e4 e5 <2. Te5 Sc6 3. d4>");
    assert_eq!((listing.findings[0].kind, listing.findings[0].ply), (ListingFault::Illegal, Some(3)));
    assert!(!listing.games[0].game.is_whole);
}

#[test]
fn moves_without_a_start_position_are_reported() {
    let listing = read_listing("30. Lb2-a3 De7xLa3\n\n31. Sg3-h5+ g6xSh5", &options(None));
    assert_eq!(listing.findings[0].kind, ListingFault::Fragment(30));
    assert_eq!(listing.findings.len(), 2);
    assert_eq!(shown(&listing.games[0].game), "<30. Lb2-a3 De7xLa3 31. Sg3-h5+ g6xSh5>");
}

#[test]
fn a_fragment_with_its_position_is_a_game() {
    let fen = "8/p3q1kp/1p2Pnp1/3pQ3/2pP4/1nP3N1/1B4PP/6K1 w - - 0 30";
    let text = "30. Lb2-a3 De7xLa3\n\n31. Sg3-h5+ g6xSh5\n\n32. De5-g5+ Kg7-f8\n\n33. Dg5xSf6+ Kf8-g8\n\nBis hier.\n\nMit 34. Df6-f7+ Kg8-h8 35. Df7-f6+ Kh8-g8 36. ... kann Weiß wiederholen.\n\nJetzt aber:\n\n34. e6-e7\n\nCapablanca gab im 41. Zug auf.";
    let listing = read_listing(text, &options(Some(fen)));
    let game = &listing.games[0].game;
    assert_eq!(game.plies(), 9);
    assert!(shown(game).contains("e7 ( Qf7+ Kh8 Qf6+ Kg8 {36. ... kann Weiß wiederholen. Jetzt aber:} )"));
    assert_eq!(listing.findings, []);
}

#[test]
fn other_languages_are_found_by_reading() {
    let texts = [
        ("1.e4 e5 2.Cf3 Cc6 3.Fc4 Fc5 4.0-0 Cf6 5.d3 d6 6.Dd2 De7 7.Rh1 Rd8", Language::French),
        ("1.d4 d5 2.Pf3 Pf6 3.c4 c6 4.Pc3 Lg4", Language::Dutch),
        ("1.d4 d5 2.Gg5 h6 3.Gh4 c6 4.Sf3 Hb6 5.Wg1", Language::Polish),
        ("1.e4 e5 2.Sf3 Sc6 3.Lc4 Lc5", Language::German),
        ("1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5", Language::English),
    ];
    for (text, language) in texts {
        let listing = read_listing(text, &options(None));
        assert_eq!(listing.games[0].game.language, Some(language), "{text}");
        assert!(listing.games[0].game.is_whole, "{text}");
    }
}

#[test]
fn prose_gives_no_moves() {
    let text = "Die Felder a2 und b1 sind in drei Zügen erreichbar: a1-c2-b4-a2 und a1-b3-d2-b1.\nKönig e8–g8, Turm h8–f8. \
                Hier sind d5, d4 und d3 tabu: Ta1/b1 Kc1; Th1 Kg1.\nDa stand 1. Weiß: 90 Minuten * 20 / 30 und (e4) ab, des ed.\ne4 ist gut.";
    let listing = read_listing(text, &options(None));
    assert_eq!(listing.games.len(), 1);
    assert_eq!(listing.games[0].game.plies(), 0);
    assert_eq!(listing.findings[0].kind, ListingFault::NoGame);
}

#[test]
fn listings_are_told_from_pgn() {
    for text in
        ["e4 e5\nLc4 Sc6", "Ein Spiel\n1. e4 e5", "1. e4 e5\n1. d4 d5", "Nur Worte.", "30. La3 Dxa3 31. Sh5"]
    {
        assert!(looks_like_listing(text, true), "{text}");
    }
    for text in ["[Event \"a\"]\n\n1. e4 *", "1. e4 {gut} e5 (1... c5) 2. Nf3 *", "", "{Nur Worte}"] {
        assert!(!looks_like_listing(text, true), "{text}");
    }
}

/// A random game as moves with their texts.
fn random_game(choices: &[u16], style: &Style) -> Vec<(String, String)> {
    let mut position = Position::start();
    let mut moves = Vec::new();
    for choice in choices {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let mv = legal[usize::from(*choice) % legal.len()];
        let (mut text, mut san) = (String::new(), String::new());
        crate::notation::write_move(&position, mv, style, &mut text);
        crate::notation::write_move(&position, mv, &Style::PGN, &mut san);
        moves.push((text, san));
        position.play(mv);
    }
    moves
}

proptest! {
    #[test]
    fn a_game_written_as_a_listing_reads_back(
        choices in proptest::collection::vec(any::<u16>(), 4..80),
        form in 0..5usize,
        is_long in any::<bool>(),
    ) {
        let length = if is_long { Length::Long } else { Length::Short };
        let style = Style { letters: Language::German, length, ..Style::PGN };
        let moves = random_game(&choices, &style);
        let mut text = String::new();
        for (index, pair) in moves.chunks(2).enumerate() {
            let number = index + 1;
            let both: Vec<&str> = pair.iter().map(|(text, _)| text.as_str()).collect();
            text.push_str(&match form {
                0 => format!("{number}. {}\n", both.join(" ")),
                1 => format!("{}\n", both.join(" ")),
                2 => format!("{number}.{} ", both.join(" ")),
                3 => format!("{} ,", both.join("  ")),
                _ => match both.as_slice() {
                    [white, black] => format!("{number}. {white}\nDa steht e4 auf d8.\n{number}. ... {black}\nDie Dame ab.\n"),
                    _ => format!("{number}. {}\n", both.join("")),
                },
            });
        }
        let listing = read_listing(&text, &options(None));
        prop_assert_eq!(listing.games.len(), 1);
        let mut read = Vec::new();
        for facts in listing.games[0].game.main_line() {
            let mut san = String::new();
            facts.write(&Style::PGN, &mut san);
            read.push(san);
        }
        prop_assert_eq!(read, moves.into_iter().map(|(_, san)| san).collect::<Vec<_>>(), "{}", text);
    }

    #[test]
    fn any_text_is_read_without_panic_and_no_word_is_lost(
        words in proptest::collection::vec(
            prop_oneof![
                Just("1."), Just("1..."), Just("2."), Just("e4"), Just("e5"), Just("Sf3"), Just("("), Just(")"), Just("["),
                Just("]"), Just("\n"), Just("\n\n"), Just("{"), Just("}"), Just("1-0"), Just("ed"), Just("Wort"), Just("0-0"),
                Just("!"), Just(";"), Just("d4"), Just("3.Lc4"), Just("Sc6"), Just("ä")
            ],
            0..60,
        ),
    ) {
        let text = words.join(" ");
        let listing = read_listing(&text, &options(None));
        let kept: usize = listing.games.iter().map(|listed| shown(&listed.game).matches("Wort").count()).sum();
        prop_assert_eq!(kept, words.iter().filter(|word| **word == "Wort").count(), "{}", text);
    }
}
