//! The fast lane against the list of legal moves: it must neither make a move that is not legal nor a wrong one.

use super::engine::Engine;
use super::lane::LaneLetters;
use super::line::{Line, Stop};
use super::main_line::Script;
use super::observer::Quiet;
use crate::chess::{Position, Role, Square};
use crate::notation::{Letters, Style, write_move};
use crate::pgn::Tokens;

/// Replays two moves from `start` with all checks. The second one is read after a move whose check is known, so that
/// the shortened king test is the one that is taken.
fn replay(engine: Engine, start: &Position, movetext: &str, line: &mut Line) -> bool {
    let letters = Letters::english_german();
    let lane = LaneLetters::new(letters);
    let mut tokens = Tokens::default();
    tokens.read_from(movetext.as_bytes(), 0);
    let script =
        Script { text: movetext.as_bytes(), tokens: tokens.as_slice(), movetext: 0, letters, lane: &lane };
    line.begin(start);
    matches!(engine.replay(&script, 0, line, &mut Quiet), Stop::End { .. })
}

fn below(seed: &mut u64, n: usize) -> usize {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    (*seed >> 33) as usize % n.max(1)
}

fn check(engine: Engine, rounds: usize) {
    let mut seed = 0x1234_5678_9ABC_DEF1u64;
    let (mut before, mut line) = (Position::start(), Line::new());
    let (mut legal_tokens, mut refused) = (0, 0);
    for _ in 0..rounds {
        let moves = before.legal_moves();
        let Some(&first) = moves.get(below(&mut seed, moves.len())) else {
            before = Position::start();
            continue;
        };
        let mut first_san = String::new();
        write_move(&before, first, &Style::PGN, &mut first_san);
        let mut position = before.clone();
        position.play(first);
        let legal = position.legal_moves();
        for role in Role::ALL {
            let letter = if role == Role::Pawn { String::new() } else { role.letter().to_string() };
            for to in (0..64).map(Square::new).filter(|to| role != Role::Pawn || (1..7).contains(&to.rank()))
            {
                let fits: Vec<_> = legal
                    .iter()
                    .filter(|mv| !mv.is_castling() && mv.to() == to)
                    .filter(|mv| position.piece_at(mv.from()).is_some_and(|piece| piece.role == role))
                    .filter(|mv| role != Role::Pawn || mv.from().file() == mv.to().file())
                    .collect();
                let sign = if position.piece_at(to).is_some() && role != Role::Pawn { "x" } else { "" };
                let movetext = format!("{first_san} {letter}{sign}{to}");
                let is_read = replay(engine, &before, &movetext, &mut line);
                // Readings beyond plain SAN (a king's move for castling, loose captures) are the careful reader's.
                let is_plain = line.is_plain || !is_read;
                if let [only] = fits.as_slice() {
                    assert!(is_read, "{position:?}\n{movetext}");
                    let mut expected = position.clone();
                    expected.play(**only);
                    assert!(line.position.same_as(&expected), "{position:?}\n{movetext}");
                    assert_eq!(line.position.hot, expected.hot, "{movetext}");
                    assert_eq!(line.is_check, expected.in_check(), "{movetext}");
                    legal_tokens += 1;
                } else if is_plain {
                    assert!(!is_read, "{position:?}\n{movetext} is not one legal move");
                    refused += 1;
                }
            }
        }
        before = position;
    }
    assert!(legal_tokens > 10 * rounds && refused > 100 * rounds, "{legal_tokens} {refused}");
}

#[test]
fn every_plain_move_is_made_exactly_if_it_is_legal() {
    check(Engine::Portable, 200);
    check(Engine::best(), 400);
}
