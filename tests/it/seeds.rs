//! The examples of the documents that the project began with, chapter by chapter: read to the right moves, and
//! written back where they are canonical.

use zug::chess::{CastlingFault, Color, Move, Position, Wing, chess960};
use zug::notation::{
    Letters, PositionNote, Remarks, Style, check_marks, parse, read_position, resolve, write_move,
};
use zug::replay::game::{Game, Item};

use crate::games::{read_text, san_of, written};

fn position(fen: &str) -> Position {
    Position::from_fen(fen.as_bytes()).unwrap_or_else(|error| panic!("{fen}: {error}")).position
}

fn fen(position: &Position) -> String {
    position.fen(Default::default())
}

/// Reads a whole token with the default letters: the move and the remarks on it.
fn read(position: &Position, token: &str) -> (Move, Remarks) {
    let parsed =
        parse(token.as_bytes(), Letters::english_german()).unwrap_or_else(|e| panic!("{token}: {e}"));
    assert_eq!(parsed.consumed, token.len(), "{token}");
    let resolved = resolve(position, &parsed).unwrap_or_else(|e| panic!("{token}: {e:?}"));
    (resolved.mv, resolved.remarks)
}

fn written_as(position: &Position, mv: Move, style: &Style) -> String {
    let mut out = String::new();
    write_move(position, mv, style, &mut out);
    out
}

/// The token means this English move here.
fn means(fen: &str, token: &str, san: &str) -> Remarks {
    let position = position(fen);
    let (mv, remarks) = read(&position, token);
    assert_eq!(written_as(&position, mv, &Style::PGN), san, "{token}");
    remarks
}

fn game(text: &str) -> Game {
    let (mut games, codes) = read_text(text);
    assert_eq!(games.len(), 1, "{text}: {codes:?}");
    let game = games.pop().unwrap();
    assert!(game.is_whole, "{text}: {codes:?}");
    game
}

fn game_from(fen: &str, moves: &str) -> Game {
    game(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{moves}\n"))
}

const BOTVINNIK: &str = "8/p3q1kp/1p2Pnp1/3pQ3/2pP4/1nP3N1/1B4PP/6K1 w - - 0 30";

mod grundregeln {
    use super::*;

    #[test]
    fn das_ziehen() {
        for moves in ["1. Sg1-f3 Sb8-c6", "1. Sf3 Sc6", "1. Sgf3 Sbc6"] {
            assert_eq!(san_of(&game(moves)), ["Nf3", "Nc6"], "{moves}");
        }
        let game = game("1. Sf3 Sc6");
        assert_eq!(written(&game, &Style::WIKIBOOK_DE), ["Sg1-f3", "Sb8-c6"]);
        assert_eq!(written(&game, &Style::FIDE_DE), ["Sf3", "Sc6"]);
        // `Sgf3`, if the other knight can go to f3 too.
        let both = "4k3/8/8/8/8/8/3N4/4K1N1 w - - 0 1";
        means(both, "Sgf3", "Ngf3");
        let both = position(both);
        let (mv, _) = read(&both, "Sgf3");
        assert_eq!(written_as(&both, mv, &Style::FIDE_DE), "Sgf3");
        let parsed = parse(b"Sf3", Letters::english_german()).unwrap();
        assert!(resolve(&both, &parsed).is_err());
    }

    #[test]
    fn das_schlagen() {
        let rook = "4k3/8/8/4r3/8/5N2/8/4K3 w - - 0 1";
        assert!(!means(rook, "Sf3xTe5", "Nxe5").has(Remarks::WRONG_VICTIM));
        let p = position(rook);
        let (mv, _) = read(&p, "Sf3xTe5");
        assert_eq!(written_as(&p, mv, &Style::WIKIBOOK_DE), "Sf3xTe5");
        let queen = "4k3/8/8/4q3/8/5N2/8/4K3 w - - 0 1";
        assert!(means(queen, "Sf3xTe5", "Nxe5").has(Remarks::WRONG_VICTIM));
    }

    #[test]
    fn der_bauer() {
        let game = game("1. e2-e4 e7-e5");
        assert_eq!(san_of(&game), ["e4", "e5"]);
        assert_eq!(written(&game, &Style::WIKIBOOK_DE), ["e2-e4", "e7-e5"]);
    }

    #[test]
    fn die_bauernumwandlung() {
        let game = game_from("8/2k1P3/8/8/8/8/8/4K3 w - - 0 38", "38. e7-e8D");
        assert_eq!(san_of(&game), ["e8=Q"]);
        assert_eq!(written(&game, &Style::WIKIBOOK_DE), ["e7-e8D"]);
        let check = game_from("6k1/4P3/8/8/8/8/8/4K3 w - - 0 38", "38. e7-e8D");
        assert_eq!(san_of(&check), ["e8=Q+"]);
    }

    #[test]
    fn schlagen_im_vorbeigehen() {
        let start = "4k3/2p5/8/3P4/8/8/8/4K3 b - - 0 36";
        for moves in
            ["36. ... c7-c5 37. d5xc6 e.p.", "36. ... c7-c5 37. d5xc6 ep", "36. … c7-c5 37. d5xc6 e.p."]
        {
            let game = game_from(start, moves);
            assert_eq!(san_of(&game), ["c5", "dxc6"], "{moves}");
            assert_eq!(fen(&game.final_position()), "4k3/8/2P5/8/8/8/8/4K3 b - - 0 37");
            assert_eq!(written(&game, &Style::WIKIBOOK_DE), ["c7-c5", "d5xc6 e.p."]);
        }
    }

    #[test]
    fn botvinnik_gegen_capablanca_1938() {
        let moves =
            "30. Lb2-a3 De7xLa3\n31. Sg3-h5+ g6xSh5\n32. De5-g5+ Kg7-f8\n33. Dg5xSf6+ Kf8-g8\n34. e6-e7";
        let game = game_from(BOTVINNIK, moves);
        assert_eq!(san_of(&game), ["Ba3", "Qxa3", "Nh5+", "gxh5", "Qg5+", "Kf8", "Qxf6+", "Kg8", "e7"]);
        assert_eq!(fen(&game.final_position()), "6k1/p3P2p/1p3Q2/3p3p/2pP4/qnP5/6PP/6K1 b - - 0 34");
        assert_eq!(
            written(&game, &Style::WIKIBOOK_DE),
            ["Lb2-a3", "De7xLa3", "Sg3-h5+", "g6xSh5", "De5-g5+", "Kg7-f8", "Dg5xSf6+", "Kf8-g8", "e6-e7"]
        );
        // The start is a diagram, White to move.
        let placement = BOTVINNIK.split(' ').next().unwrap();
        let diagram = read_position(placement).unwrap();
        assert!(diagram.notes.contains(&PositionNote::WhiteAssumed));
        assert!(diagram.position.same_as(&game.start));
    }

    #[test]
    fn das_dauerschach() {
        let moves = "30. Lb2-a3 De7xLa3 31. Sg3-h5+ g6xSh5 32. De5-g5+ Kg7-f8 33. Dg5xSf6+ Kf8-g8 \
                     34. Df6-f7+ Kg8-h8 35. Df7-f6+ Kh8-g8";
        let game = game_from(BOTVINNIK, moves);
        let san = san_of(&game);
        assert_eq!(san.get(8..), Some(&["Qf7+", "Kh8", "Qf6+", "Kg8"].map(str::to_owned)[..]));
        let mut position = game.start.clone();
        let mut keys = Vec::new();
        for mv in game.moves() {
            position.play(mv);
            keys.push(position.key());
        }
        let last = *keys.last().unwrap();
        assert_eq!(keys.iter().filter(|key| **key == last).count(), 2);
        assert_eq!(keys.get(7), Some(&last), "the position after 33...Kg8");
    }
}

mod notation {
    use super::*;

    const SCHOLARS_MATE: [&str; 7] = ["e4", "e5", "Bc4", "Nc6", "Qf3", "Bc5", "Qxf7#"];
    const FINAL: &str = "r1bqk1nr/pppp1Qpp/2n5/2b1p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4";

    #[test]
    fn kurze_und_lange_notation() {
        for text in [
            "e4 e5\nLc4 Sc6\nDf3 Lc5\nDxf7#\n",
            "e2-e4 e7-e5\nLf1-c4 Sb8-c6\nDd1-f3 Lf8-c5\nDf3xf7#\n",
            "1. e4 e5\n2. Lc4 Sc6\n3. Df3 Lc5\n4. Dxf7#\n",
        ] {
            let game = game(text);
            assert_eq!(san_of(&game), SCHOLARS_MATE, "{text}");
            assert_eq!(fen(&game.final_position()), FINAL);
            assert_eq!(game.result.export(), "1-0", "by mate");
        }
        let game = game("e4 e5\nLc4 Sc6\nDf3 Lc5\nDxf7#\n");
        assert_eq!(written(&game, &Style::GERMAN_SHORT), ["e4", "e5", "Lc4", "Sc6", "Df3", "Lc5", "Dxf7#"]);
        let long = Style { victim: false, mate: zug::notation::MateStyle::Hash, ..Style::WIKIBOOK_DE };
        assert_eq!(
            written(&game, &long),
            ["e2-e4", "e7-e5", "Lf1-c4", "Sb8-c6", "Dd1-f3", "Lf8-c5", "Df3xf7#"]
        );
    }

    #[test]
    fn figuren_und_schlagzeichen() {
        means("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "Dd4", "Qd4");
        let knight = "4k3/8/8/5p2/8/4N3/8/4K3 w - - 0 1";
        for token in ["Sxf5", "Sf5:", "Sf5", "S:f5"] {
            means(knight, token, "Nxf5");
        }
        means("6k1/5p2/8/8/8/8/8/R3R1K1 w - - 0 1", "Ted1", "Red1");
    }

    #[test]
    fn gleiche_figuren_auf_einer_linie() {
        // Knights on d2 and d4: only the rank tells them apart.
        means("4k3/8/8/8/3N4/5p2/3N4/6K1 w - - 0 1", "S2xf3", "N2xf3");
    }

    #[test]
    fn bauern_schlagen() {
        let pawns = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
        for token in ["exd5", "ed", "d5:", "ed5:", "ed5", "e:d5", "exd", "exd5:", "e4xd5"] {
            means(pawns, token, "exd5");
        }
    }

    #[test]
    fn umwandlung_und_rochade() {
        for token in ["a8D", "a8=D", "a8(D)", "a8/D"] {
            means("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", token, "a8=Q");
        }
        let castling = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
        // The last two with the minus sign of mathematics.
        for (token, san) in [
            ("0-0", "O-O"),
            ("0- 0", "O-O"),
            ("O-O", "O-O"),
            ("0-0-0", "O-O-O"),
            ("0−0", "O-O"),
            ("0−0−0", "O-O-O"),
        ] {
            means(castling, token, san);
        }
        let p = position(castling);
        let (mv, _) = read(&p, "0-0-0");
        assert_eq!(written_as(&p, mv, &Style::FIDE_DE), "0-0-0");
    }

    #[test]
    fn bewertungen() {
        for (sign, nag) in [("!", 1), ("!!", 3), ("!?", 5), ("?", 2), ("??", 4), ("?!", 6)]
            .into_iter()
            .chain([("=", 10), ("+=", 14), ("=+", 15), ("±", 16), ("∓", 17), ("+-", 18), ("-+", 19)])
        {
            for text in [format!("1. e4{sign} e5"), format!("1. e4 {sign} e5")] {
                let game = game(&text);
                let nags: Vec<u8> = game
                    .items
                    .iter()
                    .filter_map(|item| if let Item::Nag(nag) = item { Some(*nag) } else { None })
                    .collect();
                assert_eq!(nags, [nag], "{text}");
                assert_eq!(game.plies(), 2, "{text}");
            }
        }
    }

    #[test]
    fn remisangebot_und_ergebnisse() {
        let offer = game("1. e4 e5 (=) 2. Sf3");
        assert!(offer.items.contains(&Item::DrawOffer));
        assert_eq!(offer.plies(), 3);
        for (text, result) in [("1:0", "1-0"), ("½:½", "1/2-1/2"), ("0:1", "0-1")] {
            assert_eq!(game(&format!("1. e4 e5 {text}")).result.export(), result);
        }
    }

    #[test]
    fn schach_und_matt() {
        // `+` is check, `++` mate.
        let p = position("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1");
        let mut parsed = parse(b"Dxf7++", Letters::english_german()).unwrap();
        let mv = resolve(&p, &parsed).unwrap().mv;
        let mut after = p.clone();
        after.play(mv);
        assert_eq!(check_marks(&after, &mut parsed.marks).fault, None);
        assert_eq!(written_as(&p, mv, &Style::FIDE_DE), "Dxf7++");
    }
}

mod zuege_tippen {
    use super::*;

    #[test]
    fn dieselben_zuege() {
        let start = fen(&Position::start());
        for (tokens, san) in [(&["e4", "e2e4", "e2-e4"][..], "e4"), (&["Sf3", "Nf3", "g1f3"], "Nf3")] {
            for token in tokens {
                means(&start, token, san);
            }
        }
        for token in ["exd6", "e5d6"] {
            means("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", token, "exd6");
        }
        let promotion = "8/2k1P3/8/8/8/8/8/4K3 w - - 0 1";
        for token in ["e8D", "e8=D", "e8Q", "e8=Q", "e7e8q"] {
            assert!(!means(promotion, token, "e8=Q").has(Remarks::MISSING_PROMOTION), "{token}");
        }
        assert!(means(promotion, "e8", "e8=Q").has(Remarks::MISSING_PROMOTION));
        for (token, san) in [("e8T", "e8=R"), ("e8L", "e8=B"), ("e8S", "e8=N+"), ("e8N", "e8=N+")] {
            means(promotion, token, san);
        }
    }

    #[test]
    fn der_gefesselte_springer() {
        // King e1, knight e3, enemy rook e8: no move of the knight is legal.
        let p = position("k3r3/8/8/8/8/4N3/8/4K3 w - - 0 1");
        assert!(p.legal_moves().iter().all(|mv| mv.from() == p.king(Color::White)));
    }
}

mod chess960_regeln {
    use super::*;

    #[test]
    fn die_klassische_stellung_ist_nummer_518() {
        let start = read_position("chess960:518").unwrap().position;
        assert_eq!(fen(&start), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        let classic = (0..960).filter_map(chess960::start).filter(|position| {
            let row = fen(position);
            row.starts_with('r')
                && row.split('/').next().is_some_and(|r| r.as_bytes()[4] == b'k' && r.ends_with('r'))
        });
        assert_eq!(classic.count(), 18);
    }

    #[test]
    fn rochade_im_ersten_zug() {
        // The king on f, its rook on g.
        let start = (0..960)
            .filter_map(chess960::start)
            .find(|p| {
                p.king(Color::White).to_string() == "f1"
                    && p.castling_rook(Color::White, Wing::King).is_some_and(|rook| rook.to_string() == "g1")
            })
            .unwrap();
        let (mv, _) = read(&start, "0-0");
        assert_eq!(written_as(&start, mv, &Style::FIDE_DE), "0-0");
    }

    #[test]
    fn nur_eine_figur_zieht() {
        for (rank, wing, rights) in [
            ("R1K5", Wing::Queen, "A"),
            ("1RK5", Wing::Queen, "B"),
            ("6KR", Wing::King, "H"),
            ("3RK3", Wing::Queen, "D"),
            ("3R1K2", Wing::Queen, "D"),
            ("3R2K1", Wing::Queen, "D"),
            ("1K3R2", Wing::King, "F"),
            ("2K2R2", Wing::King, "F"),
            ("3K1R2", Wing::King, "F"),
            ("4KR2", Wing::King, "F"),
        ] {
            let p = position(&format!("7k/7p/8/8/8/8/8/{rank} w {rights} - 0 1"));
            let castling: Result<Move, CastlingFault> = p.castling(wing);
            let mv = castling.unwrap_or_else(|fault| panic!("{rank}: {fault:?}"));
            let (king, rook) = (p.king(Color::White), p.castling_rook(Color::White, wing).unwrap());
            let mut after = p.clone();
            after.play(mv);
            let king_moves = after.king(Color::White) != king;
            let rook_moves = after.piece_at(rook).is_none_or(|piece| piece.role != zug::chess::Role::Rook);
            assert!(king_moves != rook_moves, "{rank}: exactly one of the two moves");
        }
    }

    #[test]
    fn beide_in_die_gleiche_richtung() {
        for (rank, rights) in [("RK6", "A"), ("4RK2", "E")] {
            let p = position(&format!("7k/7p/8/8/8/8/8/{rank} w {rights} - 0 1"));
            let token = "0-0-0";
            let (mv, _) = read(&p, token);
            let mut after = p.clone();
            after.play(mv);
            assert_eq!(fen(&after).split(' ').next(), Some("7k/7p/8/8/8/8/8/2KR4"), "{rank}");
        }
    }
}
