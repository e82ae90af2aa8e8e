//! Games that are gone through with nothing but a board: for terms that ask what stands on certain squares, which changes
//! only with a move that touches one of these, and for kinds of moves.

use std::ops::ControlFlow;

use super::expr::PlyTerm;
use super::moves::MovePattern;
use super::piece_set::PieceSet;
use super::ply::{Made, Ply};
use super::subject::Subject;
use crate::chess::mailbox::Mailbox;
use crate::chess::{Move, Piece, Position, Role, Square};

/// Such terms, all of which have to hold.
#[derive(Clone, Debug)]
pub(super) struct BoardWalk {
    /// All squares that are tested.
    mask: u64,
    /// For every term the ways in which it may hold, any of which will do: what has to stand on which squares.
    squares: Vec<Vec<Way>>,
    /// Of these kinds the move has to be.
    moves: Vec<MovePattern>,
    /// Some of them ask for check or mate.
    needs_position: bool,
}

type Way = Vec<(Square, PieceSet)>;

impl BoardWalk {
    /// `None` if one of the terms asks for anything else, or there is none.
    pub(super) fn of(terms: &[PlyTerm]) -> Option<BoardWalk> {
        let mut walk = BoardWalk { mask: 0, squares: Vec::new(), moves: Vec::new(), needs_position: false };
        for term in terms {
            match term {
                PlyTerm::Piece(test) => walk.squares.push(vec![vec![(test.square(), test.pieces())]]),
                PlyTerm::Pattern(pattern) => {
                    walk.squares.push(pattern.boards()?.iter().map(tested).collect())
                }
                // Where every move may be one, a position has to be kept anyway.
                PlyTerm::Move(pattern) if pattern.is_rare() || !pattern.needs_position() => {
                    walk.needs_position |= pattern.needs_position();
                    walk.moves.push(**pattern);
                }
                _ => return None,
            }
        }
        walk.mask = walk.squares.iter().flatten().flatten().fold(0, |mask, (square, _)| mask | square.bit());
        (!terms.is_empty()).then_some(walk)
    }

    /// Does everything stand where it has to?
    fn stands(&self, board: &Mailbox) -> bool {
        let is_there = |way: &Way| way.iter().all(|(square, set)| set.contains(board.piece(*square)));
        self.squares.iter().all(|ways| ways.iter().any(is_there))
    }

    /// Does a move change what stands on one of the squares?
    fn are_touched(&self, mv: Move) -> bool {
        mv.is_special() || (mv.from().bit() | mv.to().bit()) & self.mask != 0
    }

    /// Goes through a game, up to a ply; `found` is called where all of the terms hold, until it breaks.
    pub(super) fn go(&self, game: &dyn Subject, until: u32, mut found: impl FnMut(u32) -> ControlFlow<()>) {
        let mut board = Mailbox::new(game.start());
        let mut stands = self.stands(&board);
        if stands && self.moves.is_empty() && found(0).is_break() {
            return;
        }
        let mut lagging = None;
        let moves = game.moves();
        for (ply, &mv) in (1..=until).zip(moves) {
            let made = if mv.is_null() { None } else { Made::new(mv, board.play(mv)) };
            if self.are_touched(mv) {
                stands = self.stands(&board);
            }
            let is_made = |pattern: &MovePattern| made.is_some_and(|made| pattern.admits(&made));
            if stands
                && self.moves.iter().all(is_made)
                && (!self.needs_position
                    || self.holds(lagging.get_or_insert_with(|| Lagging::new(game)), moves, ply, made))
                && found(ply).is_break()
            {
                return;
            }
        }
    }

    /// Are the moves of their kinds when the position is asked, too?
    fn holds(&self, lagging: &mut Lagging, moves: &[Move], ply: u32, made: Option<Made>) -> bool {
        let position = lagging.catch_up(moves, ply);
        self.moves.iter().all(|pattern| pattern.matches(&Ply { position, ply, made }))
    }
}

/// A position that is brought forward only when somebody asks for it.
struct Lagging {
    position: Position,
    /// So many plies have been played in it.
    plies: u32,
}

impl Lagging {
    fn new(game: &dyn Subject) -> Lagging {
        Lagging { position: game.start().clone(), plies: 0 }
    }

    fn catch_up(&mut self, moves: &[Move], ply: u32) -> &Position {
        for mv in moves.get(self.plies as usize..ply as usize).unwrap_or_default() {
            self.position.play(*mv);
        }
        self.plies = ply;
        &self.position
    }
}

/// The squares that are tested, first those on which something has to stand that is not there from the start.
fn tested(board: &[PieceSet; 64]) -> Way {
    let squares = board.iter().enumerate().map(|(index, set)| (Square::new(index), *set));
    let mut way: Way = squares.filter(|(_, set)| *set != PieceSet::ANYTHING).collect();
    way.sort_by_key(|(square, set)| {
        let is_common = |piece: Piece| matches!(piece.role, Role::King | Role::Pawn);
        let at_start = Position::classic().piece_at(*square);
        (set.contains(at_start), set.contains(None), at_start.is_some_and(is_common))
    });
    way
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::expr::{Expr, Term};
    use crate::query::pattern::{Pattern, PatternOptions};
    use crate::query::piece_set::PieceOn;
    use crate::query::testing::Dice;
    use crate::replay::game::Game;
    use crate::{check::game::CheckOptions, check::record::read_games, query::GameSubject};

    fn game(text: &str) -> Game {
        read_games(text.as_bytes(), CheckOptions::default()).remove(0)
    }

    /// The plies at which the terms hold: the way of this file, and position by position.
    fn both_ways(game: &Game, terms: &[PlyTerm], until: u32) -> (Vec<u32>, Vec<u32>) {
        let mut moves = Vec::new();
        let subject = GameSubject::new(game, &mut moves);
        let mut plies = Vec::new();
        BoardWalk::of(terms).expect("a board is enough").go(&subject, until, |ply| {
            plies.push(ply);
            ControlFlow::Continue(())
        });
        let (mut position, mut slowly) = (game.start.clone(), Vec::new());
        let (mut number, mut made) = (0, None);
        let mut moves = game.moves();
        loop {
            let ply = Ply { position: &position, ply: number, made };
            if terms.iter().all(|term| term.matches(&ply)) {
                slowly.push(number);
            }
            let Some(mv) = moves.next().filter(|_| number < until) else { return (plies, slowly) };
            made = Made::new(mv, position.make(mv));
            number += 1;
        }
    }

    #[test]
    fn castling_promotions_en_passant_and_null_moves_are_seen() {
        let text =
            "1. e4 Nf6 2. e5 d5 3. exd6 Nc6 4. dxc7 Qd7 5. Nf3 b6 6. Be2 Bb7 7. O-O g6 8. c8=N -- 9. Nxe7 *";
        let game = game(text);
        assert_eq!(game.plies(), 17);
        for (term, expected) in [
            ("Rf1", 13..=17),
            ("pg6", 14..=17),
            ("Nc8", 15..=16),
            ("pd5", 4..=4),
            ("Pc7", 7..=14),
            ("Ke1", 0..=12),
        ] {
            let terms = [PlyTerm::Piece(PieceOn::parse(term).expect("a piece"))];
            let (plies, slowly) = both_ways(&game, &terms, 100);
            assert_eq!(plies, expected.collect::<Vec<u32>>(), "{term}");
            assert_eq!(plies, slowly, "{term}");
        }
    }

    #[test]
    fn every_pattern_is_found_where_it_is_position_by_position() {
        let text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 10. Bc2 c5 *";
        let game = game(text);
        let sets = ["P", "p", "N", "n", "A", "a", "*", ".", "[Bb.]", "[Kk]"];
        let mut dice = Dice::new(7);
        let mut found = 0;
        for _ in 0..3000 {
            let mut squares = vec!["?"; 64];
            for _ in 0..=dice.below(2) {
                squares[dice.below(64)] = dice.pick(&sets);
            }
            let text = squares.chunks(8).map(|rank| rank.concat()).collect::<Vec<_>>().join("/");
            let options =
                PatternOptions { flip: dice.below(2) == 0, mirror: dice.below(2) == 0, shift: false };
            let pattern = Pattern::parse(&format!("\"{text}\"")).expect("a pattern").with_options(options);
            let terms = [PlyTerm::Pattern(Box::new(pattern))];
            let (plies, slowly) = both_ways(&game, &terms, dice.below(25) as u32);
            assert_eq!(plies, slowly, "{text} {options:?}");
            found += plies.len();
        }
        assert!(found > 1000);
    }

    /// The terms of an expression.
    fn terms(text: &str) -> Vec<PlyTerm> {
        match Expr::parse(text).expect("an expression") {
            Expr::Term(Term::Ply(term)) => vec![term],
            Expr::And(parts) => parts
                .into_iter()
                .map(|part| match part {
                    Expr::Term(Term::Ply(term)) => term,
                    other => panic!("{other:?}"),
                })
                .collect(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn moves_are_found_with_squares_and_checks() {
        let text = "1. e4 e5 2. Nf3 f6 3. Nxe5 fxe5 4. Qh5+ Ke7 5. Qxe5+ Kf7 6. Bc4+ d5 7. Bxd5+ Kg6 *";
        let game = game(text);
        for (text, expected) in [
            ("move \"by piece q captures\"", vec![9]),
            ("move \"by piece b\"", vec![11, 13]),
            ("move \"captures gives check\"", vec![9, 13]),
            ("move \"Bxd5+\" and Bd5 and move \"captures p\"", vec![13]),
            ("move \"Bxd5\" and Bc4", vec![]),
            ("move \"to e5\"", vec![2, 5, 6, 9]),
            ("move \"*\"", (1..=14).collect()),
        ] {
            let terms = terms(text);
            let (plies, slowly) = both_ways(&game, &terms, 100);
            assert_eq!(plies, slowly, "{text}");
            assert_eq!(plies, expected, "{text}");
        }
        assert!(BoardWalk::of(&terms("move \"gives check\"")).is_none());
    }

    #[test]
    fn other_terms_are_left_to_others() {
        let shifting = Pattern::parse("\"8/8/8/8/8/8/8/P7\" shift").expect("a pattern");
        assert!(BoardWalk::of(&[PlyTerm::Pattern(Box::new(shifting))]).is_none());
        assert!(BoardWalk::of(&[]).is_none());
        let piece = PlyTerm::Piece(PieceOn::parse("Nf3").expect("a piece"));
        assert!(BoardWalk::of(&[piece.clone(), PlyTerm::Key(1)]).is_none());
        assert!(BoardWalk::of(&[piece]).is_some());
    }
}
