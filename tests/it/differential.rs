//! Random games, classic and Chess960, against an independent library: move lists, checks, ends and keys.
use std::collections::HashMap;

use cozy_chess::{Board, GameStatus};
use zug::chess::fen::{EpStyle, FenStyle, RightsStyle};
use zug::chess::{Move, Position, chess960};

/// A reproducible source of numbers (xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % n
    }
}

fn ours(position: &Position) -> Vec<String> {
    let mut moves: Vec<String> = position.legal_moves().iter().map(|m| format!("{m:?}")).collect();
    moves.sort();
    moves
}

fn theirs(board: &Board) -> Vec<String> {
    let mut moves = Vec::new();
    board.generate_moves(|set| {
        moves.extend(set.into_iter().map(|m| m.to_string()));
        false
    });
    moves.sort();
    moves
}

/// Key of theirs that means the same as ours: en passant counts only if a capture is among the legal moves.
fn their_key(board: &Board, position: &Position) -> (u64, Option<String>) {
    let ep = position.legal_moves().iter().find(|m| m.is_en_passant()).map(|m| m.to().to_string());
    (board.hash_without_ep(), ep)
}

/// Plays one random game, everything compared after every move; returns the plies.
fn compare_game(white: u16, black: u16, dice: &mut Dice) -> u32 {
    let mut position = chess960::double_start(white, black).expect("a start");
    let mut board = Board::double_chess960_startpos(white.into(), black.into());
    let mut by_our_key = HashMap::new();
    let mut by_their_key = HashMap::new();
    for ply in 0..200 {
        let fen = position.fen(FenStyle { rights: RightsStyle::Shredder, ep: EpStyle::Always });
        let moves = ours(&position);
        assert_eq!(moves, theirs(&board), "{fen}");
        assert_eq!(position.in_check(), !board.checkers().is_empty(), "{fen}");
        assert_eq!(position.has_legal_move(), !moves.is_empty(), "{fen}");
        assert_eq!(u32::from(board.halfmove_clock()), position.halfmove_clock().min(100), "{fen}");

        let fresh = Position::from_fen_strict(fen.as_bytes()).expect("own FEN");
        assert_eq!(fresh.key(), position.key(), "{fen}");
        assert!(fresh.same_as(&position), "{fen}");
        let key = their_key(&board, &position);
        assert_eq!(by_our_key.entry(position.key()).or_insert_with(|| key.clone()), &key, "{fen}");
        assert_eq!(*by_their_key.entry(key).or_insert(position.key()), position.key(), "{fen}");

        if moves.is_empty() {
            assert_eq!(position.is_mate(), board.status() == GameStatus::Won, "{fen}");
            assert_eq!(position.is_stalemate(), board.status() == GameStatus::Drawn, "{fen}");
            return ply;
        }
        let list = position.legal_moves();
        let m = pick(&list, dice);
        board.play(format!("{m:?}").parse().expect("a move"));
        position.play(m);
        assert!(!position.is_legal(Move::NULL));
    }
    200
}

/// Castling, en passant and promotion are rare in random play: taken whenever they are there, half the time.
fn pick(list: &[Move], dice: &mut Dice) -> Move {
    let rare = list.iter().find(|m| m.is_castling() || m.is_en_passant() || m.promoted().is_some());
    match rare {
        Some(m) if dice.below(2) == 0 => *m,
        _ => list[dice.below(list.len())],
    }
}

#[test]
fn classic_games_agree_move_list_by_move_list() {
    let mut dice = Dice(0x5EED_0001);
    let plies: u32 = (0..60).map(|_| compare_game(chess960::CLASSIC, chess960::CLASSIC, &mut dice)).sum();
    assert!(plies > 3_000);
}

#[test]
fn chess960_games_agree_move_list_by_move_list() {
    let mut dice = Dice(0x5EED_0002);
    let plies: u32 = (0..960).step_by(7).map(|n| compare_game(n, n, &mut dice)).sum();
    assert!(plies > 5_000);
}

#[test]
fn double_chess960_games_agree_move_list_by_move_list() {
    let mut dice = Dice(0x5EED_0003);
    let plies: u32 = (0..960).step_by(31).map(|n| compare_game(n, 959 - n, &mut dice)).sum();
    assert!(plies > 1_000);
}

#[test]
fn every_chess960_start_is_theirs_too() {
    for n in 0..960 {
        let theirs = format!("{:#}", Board::chess960_startpos(n.into()));
        let start = chess960::start(n).expect("a start");
        assert_eq!(start.fen(FenStyle { rights: RightsStyle::Shredder, ep: EpStyle::Legal }), theirs);
    }
}
