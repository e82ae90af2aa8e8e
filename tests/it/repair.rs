//! `convert` with damaged moves, two score sheets, start positions and ICCF digits, as a script sees it.

use std::fs;
use std::path::Path;

use super::run::{moves, zug};

const DAMAGED: &str = "1. e4 e5 2. 5f3 Sc6! 3. LbS?! a6 {gut} 4. La4 5f6 5. 00 Le7 (5... Cxe4 6. Tel Sc5) \
                       6. Tel b5 7. Lb3 d6 8. c3 O-0 9. h3 *\n";

#[test]
fn damaged_moves_are_repaired_and_reported() {
    let (code, out, err) = zug(&["--repair", "--wrap", "0"], DAMAGED);
    assert_eq!(code, 0, "{err}");
    assert_eq!(
        moves(&out),
        "1. e4 e5 2. Nf3 Nc6 $1 3. Bb5 $6 a6 {gut} 4. Ba4 Nf6 5. O-O Be7 (5... Nxe4 6. Re1 Nc5) \
         6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 *"
    );
    assert_eq!(err.matches("repaired-move").count(), 7, "{err}");
    assert!(err.contains("read as Bb5 (\"S\" stands for \"5\")"), "{err}");
}

#[test]
fn repairs_are_told_in_german_too() {
    let (_, _, err) = zug(&["--repair", "--ui-lang", "de"], DAMAGED);
    assert!(err.contains("Warnung[repaired-move]: gelesen als Lb5 („S“ steht für „5“)"), "{err}");
}

#[test]
fn without_the_option_nothing_is_repaired() {
    let (code, out, err) = zug(&["--wrap", "0"], DAMAGED);
    assert_eq!(code, 1, "{err}");
    assert!(!err.contains("repaired-move"), "{err}");
    assert!(out.contains("LbS?! a6 {gut}") || out.contains("LbS?! a6"), "the rest is kept: {out}");
}

#[test]
fn a_square_is_never_guessed() {
    let (code, out, err) = zug(&["--repair"], "1. e4 e5 2. Lc3 Sc6 *\n");
    assert_eq!(code, 1, "{err}");
    assert_eq!(moves(&out), "1. e4 e5 {2. Lc3 Sc6} *");
}

#[test]
fn several_candidates_are_listed() {
    let (code, out, err) = zug(&["--repair"], "1. d4 d5 2. Sf3 Sf6 3. Sd2 e6 1-0\n");
    assert_eq!(code, 1);
    assert_eq!(moves(&out), "1. d4 d5 2. Nf3 Nf6 {3. Sd2 e6} 1-0");
    assert!(err.contains("this may be any of Nbd2, Nfd2; none was taken"), "{err}");
}

#[test]
fn a_clean_collection_stays_the_same_bytes_with_repair() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/classics.pgn");
    let path = path.to_str().unwrap();
    let (_, plain, _) = zug(&[path], "");
    let (_, repaired, err) = zug(&["--repair", path], "");
    assert_eq!(plain, repaired);
    assert!(!err.contains("repair"), "{err}");
}

#[test]
fn two_score_sheets_are_compared() {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = dir.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let a = write("a.pgn", "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. La4 Sf6 5. 0-0 Le7 6. Te1 b5 1-0\n");
    let b = write("b.pgn", "1. e4 e5\n2. Nf3 Nc6 {good}\n3. Bc4 a6 4. Ba4 Nf6 5. O-O\n1/2-1/2\n");
    let (code, out, _) = zug(&["--collate", &a, &b], "");
    assert_eq!(code, 1);
    let expected = format!(
        "{a}: 12 plies legal; result 1-0\n{b}: 9 plies legal; result 1/2-1/2\n\
         They agree for 4 plies, and differ first at 3.\n  {a}:1:24: Lb5 (Bb5)\n  {b}:3:4: Bc4 (Bc4)\n\
         With the move of {b}, 1 of the 7 later moves of {a} can be played.\n\
         With the move of {a}, all 4 later moves of {b} can be played too.\n"
    );
    assert_eq!(out, expected);
    let (code, out, _) = zug(&["--collate", &a, &a], "");
    assert_eq!(code, 0);
    assert!(out.ends_with("They are the same game.\n"), "{out}");
    let (_, out, _) = zug(&["--collate", "--format", "ndjson", &a, &b], "");
    let data: serde_json::Value = serde_json::from_str(out.trim_end()).unwrap();
    assert_eq!((data["ply"].as_u64(), data["same"].as_bool()), (Some(5), Some(false)));
    assert_eq!((data["b"]["san"].as_str(), data["b"]["line"].as_u64()), (Some("Bc4"), Some(3)));
    assert_eq!(data["a"]["later_with_other"].as_u64(), Some(1));
    let broken = write("c.pgn", "1. e4 e5 2. Sf3 Sc6 3. Lh7 a6 *\n");
    let (_, out, _) = zug(&["--collate", &a, &broken, "--ui-lang", "de"], "");
    assert!(out.contains(&format!("{broken}:1:24: Lh7 (nicht regelgerecht)")), "{out}");
    let (code, _, err) = zug(&["--collate", &a], "");
    assert_eq!(code, 2, "{err}");
}

const FRAGMENT: &str =
    "30. Lb2-a3 De7xLa3\n31. Sg3-h5+ g6xSh5\n32. De5-g5+ Kg7-f8\n33. Dg5xSf6+ Kf8-g8\n34. e6-e7\n";

#[test]
fn a_fragment_starts_from_the_position_given() {
    let fen = "8/p3q1kp/1p2Pnp1/3pQ3/2pP4/1nP3N1/1B4PP/6K1 w - - 0 30";
    let (code, out, err) = zug(&["--start", fen], FRAGMENT);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains(&format!("[FEN \"{fen}\"]")));
    assert_eq!(moves(&out), "30. Ba3 Qxa3 31. Nh5+ gxh5 32. Qg5+ Kf8 33. Qxf6+ Kg8 34. e7 *");
    let list = "W: Kg1, De5, Lb2, Sg3, c3, d4, e6, g2, h2 / S: Kg7, De7, Sb3, Sf6, a7, b6, c4, d5, g6, h7";
    let (code, out, err) = zug(&["--start", list], FRAGMENT);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("Qxf6+"), "{out}");
    assert!(err.contains("White is taken to be to move"), "{err}");
    let (code, _, err) = zug(&["--start", "W: Kg1, De9 / S: Kg7"], FRAGMENT);
    assert_eq!(code, 2);
    assert!(err.contains("\"De9\" is no piece on a square"), "{err}");
}

#[test]
fn a_chess960_number_is_a_start_too() {
    let (code, out, err) = zug(&["--start", "chess960:0"], "1. e4 e5 2. Sd3 Sd6 *\n");
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1\"]"), "{out}");
}

#[test]
fn a_game_in_iccf_digits() {
    let text =
        "[Event \"5254\"]\n\n1. 5254 5755 2. 7163 2836 {5254} 3. 6125 1716 4. 2514 7866 5. 5171 6857 *\n";
    let (code, out, err) = zug(&["--from", "iccf"], text);
    assert_eq!(code, 0, "{err}");
    assert_eq!(moves(&out), "1. e4 e5 2. Nf3 Nc6 {5254} 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *");
    assert!(out.contains("[Event \"5254\"]"));
    let (code, again, err) = zug(&["--to", "iccf"], &out);
    assert_eq!(code, 0, "{err}");
    let (_, back, _) = zug(&["--from", "iccf"], &again);
    assert_eq!(back, out);
}

#[test]
fn a_lone_n_behind_a_move_is_a_novelty() {
    let (code, out, err) = zug(&[], "1. e4 N e5 2. Sf3 N Sc6 *\n");
    assert_eq!(code, 0, "{err}");
    assert_eq!(moves(&out), "1. e4 $146 e5 2. Nf3 $146 Nc6 *");
}

#[test]
fn the_answer_does_not_depend_on_the_number_of_threads() {
    let doubtful =
        "[Event \"d\"]\n[FEN \"4k3/8/8/8/8/8/B7/R3K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Bb1 Kd8 *\n\n";
    let hungarian = "[Event \"h\"]\n\n1. e4 e5 2. Hf3 Hc6 3. Fb5 a6 4. Fa4 Hf6 *\n\n";
    let text = format!("{doubtful}{}{doubtful}", hungarian.repeat(3000));
    let (_, one, _) = zug(&["-j", "1"], &text);
    let (_, four, _) = zug(&["-j", "4"], &text);
    assert_eq!(one, four);
    assert_eq!(one.matches("1. Rb1 Kd8").count(), 2);
}
