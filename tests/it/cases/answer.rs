//! What zug makes of an input, under the names of the cases.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use assert_cmd::cargo::cargo_bin_cmd;
use serde_json::{Map, Value, json};
use zug::chess::fen::{EpStyle, FenStyle, RightsStyle};
use zug::chess::history::History;
use zug::chess::{Color, Position, chess960};
use zug::export::pgn::{PgnOptions, write_game};
use zug::notation::{Language, Length, Style};
use zug::pgn::encoding::TextEncoding;
use zug::pgn::input;
use zug::pgn::source::{SourceOptions, SourceRef};
use zug::replay::game::{Game, Item};
use zug::replay::parallel;

use crate::games::{Games, read_text, written};

/// All that can be said of an input.
pub(super) fn answer(input: &Path, encoding: Option<&str>) -> Value {
    let mut answer = Map::new();
    command(input, encoding, &mut answer);
    answer.insert("export".into(), json!(export(input, encoding)));
    match input.extension().and_then(|ending| ending.to_str()) {
        Some("fen") => positions(input, &mut answer),
        Some("txt") => numbers(input, &mut answer),
        _ => games(input, encoding, &mut answer),
    }
    Value::Object(answer)
}

/// `zug validate` with its findings.
fn command(input: &Path, encoding: Option<&str>, answer: &mut Map<String, Value>) {
    let mut command = cargo_bin_cmd!("zug");
    command.args(["validate", "--format", "ndjson", "--no-timing"]).env_remove("ZUG_LANG").arg(input);
    if let Some(encoding) = encoding {
        command.args(["--encoding", encoding]);
    }
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut objects: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let summary = objects.pop().unwrap()["summary"].take();
    let errors: Vec<Value> =
        objects.iter().filter(|finding| finding["severity"] == "error").cloned().collect();
    assert_eq!(output.status.code(), Some(i32::from(!errors.is_empty())));
    let contradictions: Vec<Value> = objects
        .iter()
        .filter(|finding| finding["code"] == "result-contradicts-board")
        .map(|finding| finding["game"].clone())
        .collect();
    answer.insert("games".into(), summary["games"].clone());
    answer.insert("valid".into(), summary["valid"].clone());
    answer.insert("errors".into(), errors.into());
    answer.insert("result_contradicts_board_games".into(), contradictions.into());
    answer.insert("findings".into(), objects.into());
}

/// `zug convert` with its games.
fn export(input: &Path, encoding: Option<&str>) -> String {
    let mut command = cargo_bin_cmd!("zug");
    command.args(["convert", "-q"]).env_remove("ZUG_LANG").arg(input);
    if let Some(encoding) = encoding {
        command.args(["--encoding", encoding]);
    }
    String::from_utf8(command.output().unwrap().stdout).unwrap()
}

/// The moves of each variation, in German.
fn variations_in_german(game: &Game) -> Vec<Vec<String>> {
    let mut lines: Vec<Vec<String>> = Vec::new();
    let mut open = Vec::new();
    for item in &game.items {
        match item {
            Item::Open => {
                open.push(lines.len());
                lines.push(Vec::new());
            }
            Item::Close => {
                open.pop();
            }
            Item::Move { facts, .. } => {
                let line = open.last().and_then(|index| lines.get_mut(*index));
                let mut text = String::new();
                facts.write(&Style::GERMAN_SHORT, &mut text);
                line.into_iter().for_each(|line| line.push(text.clone()));
            }
            _ => {}
        }
    }
    lines
}

/// Does a game that was written and read again have its comments and variations at the same places?
fn comes_back(game: &Game) -> bool {
    let mut text = String::new();
    write_game(game, &PgnOptions::default(), &mut text);
    read_text(&text).0.first().is_some_and(|again| again.items == game.items)
}

/// What the library reads.
fn games(input: &Path, encoding: Option<&str>, answer: &mut Map<String, Value>) {
    let encoding = encoding.map(|name| TextEncoding::parse(name).unwrap());
    let options = SourceOptions { encoding, ..SourceOptions::default() };
    let source = input::open(&SourceRef::file(input), &options).unwrap();
    if source.looks_binary() {
        return;
    }
    let mut records = Vec::new();
    parallel::drive(source, &Games::new(), 1, &AtomicBool::new(false), |_, (games, _)| {
        records.extend(games);
        ControlFlow::Continue(())
    })
    .unwrap();
    let german_long = Style { length: Length::Long, ..Style::GERMAN_SHORT };
    let styles = [
        ("san", Style::PGN),
        ("lan", Style::LAN),
        ("uci", Style::UCI),
        ("uci960", Style::UCI),
        ("san_de", Style::GERMAN_SHORT),
        ("lan_de", german_long),
    ];
    for (name, style) in styles {
        let moves: Vec<Vec<String>> = records.iter().map(|record| written(record, &style)).collect();
        answer.insert(name.into(), json!(moves));
    }
    let rounds: Map<String, Value> = records
        .iter()
        .filter_map(|record| Some((record.tag("Round")?.to_owned(), json!(written(record, &Style::PGN)))))
        .collect();
    answer.insert("san_by_round".into(), rounds.into());
    let mut tags_of_first = Map::new();
    for (name, value) in records.first().map(|record| record.tags.as_slice()).unwrap_or_default() {
        tags_of_first.insert(name.clone(), json!(value.chars().count()));
    }
    answer.insert("tag_len".into(), tags_of_first.into());
    let of_games: Vec<Map<String, Value>> = records.iter().map(game).collect();
    let names: Vec<String> = of_games.first().map(|game| game.keys().cloned().collect()).unwrap_or_default();
    for name in names {
        let values: Vec<Value> = of_games.iter().map(|game| game[&name].clone()).collect();
        answer.insert(name, values.into());
    }
    if records.iter().all(comes_back) {
        answer.insert("roundtrip".into(), json!("comments_same_place"));
    }
    let german: Vec<_> = records.iter().flat_map(variations_in_german).collect();
    answer.insert("variations_san_de".into(), json!(german));
    // Two lists of the cases speak of one game only.
    if let [only] = of_games.as_slice() {
        answer.insert("variation_nags".into(), only["variation_nags"].clone());
        answer.insert("null_moves".into(), only["null_moves"].clone());
    }
    for name in ["fivefold_ply", "threefold_ply"] {
        answer.entry(name).or_insert(json!([]));
    }
}

fn game(record: &Game) -> Map<String, Value> {
    let mut game = around_the_moves(record);
    let mut set = |name: &str, value: Value| game.insert(name.into(), value);
    let tags: Map<String, Value> =
        record.tags.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    set("tags", tags.into());
    set("result", json!(record.result.export()));
    set("plies", json!(record.plies()));
    set("played_plies", json!(record.plies()));
    set("language", json!(record.language.map_or("any", Language::code)));

    let positions = positions_of(record);
    let (start, rest) = positions.split_first().unwrap();
    let last = positions.last().unwrap();
    let fen = |rights, ep| json!(last.fen(FenStyle { rights, ep }));
    set("final_fen", fen(RightsStyle::XFen, EpStyle::Legal));
    set("final_fen_xfen", fen(RightsStyle::XFen, EpStyle::Pseudo));
    set("final_fen_always", fen(RightsStyle::XFen, EpStyle::Always));
    set("final_fen_shredder", fen(RightsStyle::Shredder, EpStyle::Legal));
    let mut placement = String::new();
    last.write_epd_fields(FenStyle::default(), &mut placement);
    set("placement", json!((placement, last.key())));
    let clocks = positions.iter().map(Position::halfmove_clock);
    set("halfmove_max", json!(clocks.max()));

    let mut history = History::new();
    history.begin(start);
    let mut counts = vec![1];
    counts.extend(rest.iter().map(|position| history.push(position)));
    let most = counts.iter().max().copied();
    set("repetition_max", json!(most));
    set("repetition_ply", json!(counts.iter().position(|count| Some(*count) == most)));
    set("final_position_repetition", json!(counts.last()));
    let milestones = history.milestones();
    set("threefold_ply", json!(milestones.threefold));
    set("fivefold_ply", json!(milestones.fivefold));
    set("fifty_claim_ply", json!(milestones.fifty));
    set("seventyfive_ply", json!(milestones.seventyfive));

    let end = if last.is_mate() {
        "checkmate"
    } else if last.is_stalemate() {
        "stalemate"
    } else if last.is_dead_by_material() {
        "insufficient_material"
    } else {
        "none"
    };
    set("end", json!(end));
    let winner = if last.turn() == Color::White { "black" } else { "white" };
    set("winner_on_board", json!(last.is_mate().then_some(winner)));
    game
}

/// The positions of the main line, the start position first.
fn positions_of(game: &Game) -> Vec<Position> {
    let mut positions = vec![game.start.clone()];
    let mut position = game.start.clone();
    for mv in game.moves() {
        position.play(mv);
        positions.push(position.clone());
    }
    positions
}

fn around_the_moves(record: &Game) -> Map<String, Value> {
    let (mut comments, mut clocks, mut lengths) = (Vec::new(), Vec::new(), Vec::new());
    let (mut nags, mut variation_nags): (Vec<Vec<u8>>, Vec<Vec<u8>>) = (Vec::new(), Vec::new());
    let (mut depth, mut deepest, mut variations, mut nulls) = (0usize, 0usize, 0u32, 0u32);
    for item in &record.items {
        match item {
            Item::Open => {
                variations += 1;
                depth += 1;
                deepest = deepest.max(depth);
            }
            Item::Close => depth -= 1,
            Item::Move { facts, .. } => {
                nulls += u32::from(facts.mv.is_null());
                if depth == 0 { nags.push(Vec::new()) } else { variation_nags.push(Vec::new()) }
            }
            Item::Nag(nag) => {
                let list = if depth == 0 { nags.last_mut() } else { variation_nags.last_mut() };
                list.unwrap().push(*nag);
            }
            Item::Comment(text) => {
                let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                if let Some((_, rest)) = text.split_once("[%clk ") {
                    clocks.push(rest.split(']').next().unwrap_or_default().to_owned());
                }
                lengths.push(text.chars().count());
                comments.push(text);
            }
            Item::DrawOffer | Item::Rest(_) => {}
        }
    }
    let values = [
        ("comments", json!(comments)),
        ("clk", json!(clocks)),
        ("comment_len", json!(lengths)),
        ("nags", json!(nags)),
        ("variation_nags", json!(variation_nags)),
        ("variations", json!(variations)),
        ("variation_depth", json!(deepest)),
        ("null_moves", json!(nulls)),
    ];
    values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// A file of positions: each line read by the library, and whether the command found something in it.
fn positions(input: &Path, answer: &mut Map<String, Value>) {
    let text = std::fs::read_to_string(input).unwrap();
    let findings = answer["findings"].as_array().unwrap().clone();
    let faulty = |line: usize| findings.iter().any(|finding| finding["line"] == json!(line));
    let list = text.lines().enumerate().map(|(index, line)| {
        let read = Position::from_fen(line.as_bytes());
        let position = read.as_ref().ok().map(|read| &read.position);
        json!({
            "fen": line,
            "valid": read.is_ok() && !faulty(index + 1),
            "insufficient_material": position.map(Position::is_dead_by_material),
            "dead": position.map(Position::is_proven_dead),
        })
    });
    answer.insert("positions".into(), list.collect::<Vec<_>>().into());
}

/// A table of Chess960 numbers: each line a number and the arrangement.
fn numbers(input: &Path, answer: &mut Map<String, Value>) {
    let text = std::fs::read_to_string(input).unwrap();
    let list = text.lines().map(|line| {
        let number: u16 = line.split_whitespace().next().unwrap().parse().unwrap();
        let start = chess960::start(number).unwrap();
        assert_eq!(chess960::number(&start), Some(number));
        let fen = |rights| start.fen(FenStyle { rights, ep: EpStyle::Legal });
        let row = fen(RightsStyle::XFen).split(['/', ' ']).nth(7).unwrap().to_owned();
        json!({
            "id": number, "fen": fen(RightsStyle::XFen), "shredder": fen(RightsStyle::Shredder), "row": row,
        })
    });
    answer.insert("chess960".into(), list.collect::<Vec<_>>().into());
}
