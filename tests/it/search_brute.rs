//! What the position index of a store finds against a replay of every game with another library, position by position.

use std::collections::BTreeSet;

use assert_cmd::Command;
use cozy_chess::{Board, Piece, Square};
use zug::check::game::CheckOptions;
use zug::check::record::read_games;
use zug::chess::fen::{EpStyle, FenStyle, RightsStyle};
use zug::chess::{Move, Role};

fn cozy(mv: Move) -> cozy_chess::Move {
    let promotion = mv.promoted().map(|role| match role {
        Role::Knight => Piece::Knight,
        Role::Bishop => Piece::Bishop,
        Role::Rook => Piece::Rook,
        _ => Piece::Queen,
    });
    cozy_chess::Move { from: Square::index(mv.from().index()), to: Square::index(mv.to().index()), promotion }
}

/// Every position of every game, the start and the last one included, as the other library plays it.
fn boards(file: &str) -> Vec<Vec<Board>> {
    let text = std::fs::read(file).unwrap();
    let games = read_games(&text, CheckOptions::default());
    let play = |game: &zug::replay::game::Game| {
        let style = FenStyle { rights: RightsStyle::Shredder, ep: EpStyle::Legal };
        let mut board = Board::from_fen(&game.start.fen(style), true).unwrap();
        let mut boards = vec![board.clone()];
        for mv in game.moves() {
            board.play(cozy(mv));
            boards.push(board.clone());
        }
        boards
    };
    games.iter().map(play).collect()
}

#[test]
fn the_index_finds_just_the_games_that_a_replay_finds() {
    let dir = tempfile::tempdir().unwrap();
    let store = dir.path().join("a.zug").to_string_lossy().into_owned();
    let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures");
    let files = [format!("{fixtures}/classics.pgn"), format!("{fixtures}/rare.pgn")];
    let zug = |args: &[&str]| Command::cargo_bin("zug").unwrap().args(args).output().unwrap();
    assert!(zug(&["import", "-q", "-o", &store, &files[0], &files[1]]).status.success());
    let games: Vec<(String, Vec<Board>)> = files
        .iter()
        .flat_map(|file| {
            let named = move |(index, boards)| (format!("{file}#{}", index + 1), boards);
            boards(file).into_iter().enumerate().map(named).collect::<Vec<_>>()
        })
        .collect();
    let all: Vec<&Board> = games.iter().flat_map(|(_, boards)| boards).collect();
    assert!(all.len() > 300);
    // The first and last positions of the games, and every fourth between them.
    let ends = games.iter().flat_map(|(_, boards)| [boards.first(), boards.last()]).flatten();
    for board in ends.chain(all.iter().copied().step_by(4)) {
        let has = |boards: &[Board]| boards.iter().any(|other| other.same_position(board));
        let expected: BTreeSet<&str> =
            games.iter().filter(|(_, boards)| has(boards)).map(|(name, _)| name.as_str()).collect();
        let fen = format!("{board:#}");
        let found = zug(&["search", "--format", "ids", "--fen", &fen, &store]);
        let found = String::from_utf8(found.stdout).unwrap();
        assert_eq!(found.lines().collect::<BTreeSet<_>>(), expected, "{fen}");
    }
}
