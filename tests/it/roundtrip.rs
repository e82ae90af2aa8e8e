//! PGN to any language and style and back: the same games, comments, glyphs and variations.

#![allow(clippy::print_stderr, reason = "what is left out is said")]

use std::path::{Path, PathBuf};

use proptest::prelude::*;
use zug::check::game::CheckOptions;
use zug::check::record::read_games;
use zug::chess::Position;
use zug::export::pgn::{PgnOptions, TagOrder, write_game};
use zug::notation::result::GameResult;
use zug::notation::{CaptureStyle, JudgementStyle, Language, Length, MoveFacts, PromotionStyle, Style};
use zug::replay::game::{Game, Item};

/// The presets, and styles that differ from them in every switch.
fn styles() -> Vec<Style> {
    let odd = Style {
        promotion: PromotionStyle::Brackets,
        capture: CaptureStyle::Colon,
        draw_offer: true,
        judgements: JudgementStyle::Signs,
        ..Style::PGN
    };
    let mut styles = vec![
        Style::PGN,
        Style::LAN,
        Style::UCI,
        Style::FIDE_DE,
        Style::WIKIBOOK_DE,
        odd,
        Style { capture: CaptureStyle::TrailingColon, victim: true, length: Length::Long, ..odd },
    ];
    for letters in Language::ALL {
        styles.push(Style { letters, ..Style::FIDE_DE });
    }
    styles
}

fn written(games: &[Game], options: &PgnOptions) -> String {
    let mut out = String::new();
    for game in games {
        write_game(game, options, &mut out);
    }
    out
}

/// What must be the same. Text in comments is compared as PGN can hold it.
fn essence(game: &Game) -> Vec<String> {
    let plain = |text: &str| {
        let bracket = |c: char| match c {
            '{' => '(',
            '}' => ')',
            c if c.is_control() => ' ',
            c => c,
        };
        text.chars().map(bracket).collect::<String>()
    };
    let items = game.items.iter().map(|item| match item {
        Item::Move { facts, ply } => format!("{ply}:{:?}", facts.mv),
        Item::Nag(nag) => format!("${nag}"),
        Item::Comment(text) | Item::Rest(text) => plain(text),
        Item::DrawOffer => "(=)".to_owned(),
        Item::Open => "<".to_owned(),
        Item::Close => ">".to_owned(),
    });
    let mut essence: Vec<String> = items.collect();
    essence.push(game.result.export().to_owned());
    essence
}

fn assert_round_trip(games: &[Game], style: Style, what: &str) {
    let text = written(games, &PgnOptions { style, ..PgnOptions::default() });
    let coordinates = matches!(style.length, Length::Uci);
    let language = if coordinates { Language::English } else { style.letters };
    let options = CheckOptions { language: Some(language), ..CheckOptions::default() };
    let again = read_games(text.as_bytes(), options);
    assert_eq!(again.len(), games.len(), "{what} {style:?}");
    for (game, again) in games.iter().zip(&again) {
        let (before, after) = (essence(game), essence(again));
        let place = before.iter().zip(&after).position(|(a, b)| a != b);
        assert!(
            before == after,
            "{what} {style:?} game {}: {:?} {:?}\n{}",
            game.number,
            place.map(|i| &before[i.saturating_sub(2)..(i + 3).min(before.len())]),
            place.map(|i| &after[i.saturating_sub(2)..(i + 3).min(after.len())]),
            written(std::slice::from_ref(game), &PgnOptions { style, ..PgnOptions::default() })
        );
    }
}

fn fixture(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "fixtures", name].iter().collect()
}

fn games_of(path: &Path) -> Vec<Game> {
    let bytes = std::fs::read(path).unwrap();
    read_games(&bytes, CheckOptions::default())
}

#[test]
fn the_fixtures_come_back_from_every_style() {
    let mut files = vec![fixture("classics.pgn"), fixture("oper.pgn"), fixture("faulty.pgn")];
    for case in std::fs::read_dir(fixture("cases")).unwrap() {
        files.push(case.unwrap().path().join("input.pgn"));
    }
    for file in files.iter().filter(|file| file.exists()) {
        let games = games_of(file);
        for style in styles() {
            assert_round_trip(&games, style, &file.display().to_string());
        }
    }
}

#[test]
fn the_corpus_comes_back_from_the_presets() {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    let folder = std::env::var_os("ZUG_CORPUS").map_or(beside, PathBuf::from);
    if !folder.is_dir() {
        eprintln!("SKIPPED: no folder {}; name one with ZUG_CORPUS", folder.display());
        return;
    }
    let wanted = ["annotated", "chess960", "german", "hard", "other_langs", "engine", "opening"];
    for folder in wanted.map(|name| folder.join(name)) {
        for source in zug::pgn::expand::expand(std::slice::from_ref(&folder)).into_iter().flatten() {
            let path = source.path().unwrap().to_owned();
            if path.extension().is_none_or(|ending| ending != "pgn") {
                continue;
            }
            let mut games = games_of(&path);
            games.truncate(150);
            for style in [Style::PGN, Style::FIDE_DE, Style::WIKIBOOK_DE, Style::UCI] {
                assert_round_trip(&games, style, &path.display().to_string());
            }
            // What was written once is written the same again.
            let text = written(&games, &PgnOptions::default());
            let again = read_games(text.as_bytes(), CheckOptions::default());
            assert!(written(&again, &PgnOptions::default()) == text, "{}", path.display());
        }
    }
}

#[test]
fn clean_export_format_comes_out_byte_for_byte() {
    let text = std::fs::read_to_string(fixture("classics.pgn")).unwrap();
    let games = read_games(text.as_bytes(), CheckOptions::default());
    assert_eq!(written(&games, &PgnOptions::default()).trim_end(), text.trim_end());
}

#[test]
fn the_order_of_the_source_is_kept_on_request() {
    let text = "[White \"a\"]\n[Zeta \"z\"]\n[Alpha \"y\"]\n[Result \"*\"]\n\n1. e4 *\n";
    let games = read_games(text.as_bytes(), CheckOptions::default());
    let options = PgnOptions { tag_order: TagOrder::Source, ..PgnOptions::default() };
    let names: Vec<String> = written(&games, &options)
        .lines()
        .filter_map(|line| Some(line.strip_prefix('[')?.split(' ').next()?.to_owned()))
        .collect();
    assert_eq!(names, ["White", "Zeta", "Alpha", "Result", "Event", "Site", "Date", "Round", "Black"]);
}

/// A random game: legal moves with glyphs, comments and variations.
fn random_game(choices: &[(usize, u8, String)]) -> Game {
    let mut game = Game::new();
    let mut position = Position::start();
    for (choice, extra, comment) in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[choice % moves.len()];
        let ply = position.ply();
        game.items.push(Item::Move { facts: MoveFacts::of(&position, mv), ply });
        let nags: &[u8] = match extra % 16 {
            0 => &[1],
            1 => &[2, 14],
            2 => &[3, 6],
            3 => &[16, 1],
            4 => &[18],
            5 => &[19, 40, 41],
            6 => &[10, 146, 255],
            _ => &[],
        };
        game.items.extend(nags.iter().map(|nag| Item::Nag(*nag)));
        if extra / 16 % 4 == 0 {
            game.items.push(Item::Comment(comment.clone()));
        }
        if extra / 64 == 0 {
            let other = moves[(choice + 7) % moves.len()];
            game.items.push(Item::Open);
            game.items.push(Item::Move { facts: MoveFacts::of(&position, other), ply });
            game.items.push(Item::Nag(5));
            game.items.push(Item::Close);
        }
        if *extra == 77 {
            game.items.push(Item::DrawOffer);
        }
        position.play(mv);
    }
    game.result = GameResult::Draw;
    game
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]
    #[test]
    fn random_games_come_back_from_every_style(
        choices in proptest::collection::vec((0usize..1000, any::<u8>(), "[a-zA-Z0-9äß%(){;. -]{0,40}"), 0..160),
    ) {
        let game = random_game(&choices);
        for style in styles() {
            assert_round_trip(std::slice::from_ref(&game), style, "random");
        }
    }
}
