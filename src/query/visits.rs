//! What the moves of a game must be like for an expression to hold anywhere in it, told from the moves alone: most games
//! need not be played through to know that a bishop never went to b3.
//!
//! It is told of games from the classic start position only.

use super::expr::{Expr, PlyTerm, Term};
use super::moves::{MovePattern, Named};
use super::piece_set::PieceSet;
use super::subject::Subject;
use crate::chess::{Move, Piece, Position, Square};

/// Squares that moves must go to, and kinds of moves of which there must be one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Visits {
    /// Each of these squares is the target of a move; after castling, king and rook count as gone to every square of
    /// their rank.
    squares: u64,
    /// There is a move of one of these kinds, bits as [`kind_of`] has them; 0: nothing is said.
    kinds: u16,
    /// There is a position with this key.
    key: Option<u64>,
    /// There is a position with at most so many men, kings included.
    men: Option<u32>,
}

const CASTLING: u16 = 1;
const EN_PASSANT: u16 = 2;
const PROMOTION: u16 = 4;

fn kind_of(mv: Move) -> u16 {
    match mv {
        _ if mv.is_castling() => CASTLING,
        _ if mv.is_en_passant() => EN_PASSANT,
        _ if mv.promoted().is_some() => PROMOTION,
        _ => 0,
    }
}

/// The squares of the rank on which a castling happens.
fn rank_of(square: Square) -> u64 {
    0xFF << (8 * square.rank())
}

impl Visits {
    /// What must be for the expression to hold at some ply.
    pub(super) fn of(expr: &Expr) -> Visits {
        match expr {
            Expr::Term(Term::Ply(term)) => Visits::of_term(term),
            Expr::Term(Term::Game(_)) | Expr::Not(_) | Expr::Variation(_) => Visits::default(),
            Expr::Somewhere(inner) | Expr::Streak { of: inner, .. } => Visits::of(inner),
            Expr::And(parts) | Expr::Sequence { steps: parts, .. } => {
                parts.iter().map(Visits::of).fold(Visits::default(), |all, part| Visits {
                    squares: all.squares | part.squares,
                    kinds: if all.kinds == 0 { part.kinds } else { all.kinds },
                    key: all.key.or(part.key),
                    men: [all.men, part.men].into_iter().flatten().min(),
                })
            }
            Expr::Or(parts) => {
                let common = |all: Visits, part: Visits| Visits {
                    squares: all.squares & part.squares,
                    kinds: if all.kinds == 0 || part.kinds == 0 { 0 } else { all.kinds | part.kinds },
                    key: all.key.filter(|key| part.key == Some(*key)),
                    men: all.men.zip(part.men).map(|(all, part)| all.max(part)),
                };
                parts.iter().map(Visits::of).reduce(common).unwrap_or_default()
            }
        }
    }

    fn of_term(term: &PlyTerm) -> Visits {
        match term {
            PlyTerm::Fen(test) => Visits::of_exactly(test.position()),
            PlyTerm::After(test) => Visits::of_exactly(test.position()),
            PlyTerm::Key(key) => Visits { key: Some(*key), ..Visits::default() },
            PlyTerm::Board(test) => Visits::of_position(test.position()),
            PlyTerm::Pattern(pattern) if pattern.has_one_way() => Visits::of_set(|square| pattern.at(square)),
            PlyTerm::Pawns(pawns) => {
                Visits::of_pieces(|square, piece| pawns.stand_on(square) && !is_pawn(piece))
            }
            PlyTerm::Piece(test) => {
                let set = |square| if square == test.square() { test.pieces() } else { PieceSet::ANYTHING };
                Visits::of_set(set)
            }
            PlyTerm::Move(pattern) => Visits::of_move(pattern),
            PlyTerm::Material(material) => {
                Visits { men: material.bounds().map(|bounds| bounds.most_men()), ..Visits::default() }
            }
            _ => Visits::default(),
        }
    }

    fn of_exactly(position: &Position) -> Visits {
        let men = Some(position.occupied().len());
        Visits { key: Some(position.key()), men, ..Visits::of_position(position) }
    }

    fn of_position(position: &Position) -> Visits {
        Visits::of_pieces(|square, piece| position.piece_at(square).is_some_and(|own| Some(own) != piece))
    }

    /// The squares that must not be empty and where what is there at the start is not right.
    fn of_set(wanted: impl Fn(Square) -> PieceSet) -> Visits {
        Visits::of_pieces(|square, piece| {
            let set = wanted(square);
            !set.contains(piece) && !set.contains(None)
        })
    }

    /// The squares on which something must stand that is not what the start position has there.
    fn of_pieces(has_to_come: impl Fn(Square, Option<Piece>) -> bool) -> Visits {
        let start = Position::classic();
        let squares = (0..64).map(Square::new).filter(|square| has_to_come(*square, start.piece_at(*square)));
        Visits { squares: squares.fold(0, |all, square| all | square.bit()), ..Visits::default() }
    }

    fn of_move(pattern: &MovePattern) -> Visits {
        let kinds = [
            (pattern.castles != Named::Free, CASTLING),
            (pattern.en_passant, EN_PASSANT),
            (pattern.promotes != Named::Free, PROMOTION),
        ];
        Visits {
            squares: pattern.to.only_square().map_or(0, Square::bit),
            kinds: kinds.iter().find(|(is_asked_for, _)| *is_asked_for).map_or(0, |(_, kind)| *kind),
            ..Visits::default()
        }
    }

    /// Can the expression hold in the game?
    pub(super) fn may_be_in(self, game: &dyn Subject) -> bool {
        // Men only become fewer.
        if let (Some(men), Some(last)) = (self.men, game.last())
            && last.occupied().len() > men
        {
            return false;
        }
        if self.key.is_some_and(|key| game.has_key(key) == Some(false)) {
            return false;
        }
        let asks_for_moves = self.squares != 0 || self.kinds != 0;
        !asks_for_moves || !is_classic(game.start()) || self.fits(game.moves())
    }

    fn fits(self, moves: &[Move]) -> bool {
        let (mut squares, mut kinds) = (0u64, 0u16);
        for part in moves.chunks(32) {
            let mut is_odd = false;
            for mv in part {
                squares |= mv.to().bit();
                is_odd |= mv.is_special();
            }
            if is_odd {
                for mv in part.iter().filter(|mv| mv.is_special()) {
                    kinds |= kind_of(*mv);
                    squares |= if mv.is_castling() { rank_of(mv.to()) } else { 0 };
                }
            }
            if self.squares & !squares == 0 && (self.kinds == 0 || self.kinds & kinds != 0) {
                return true;
            }
        }
        false
    }
}

fn is_pawn(piece: Option<Piece>) -> bool {
    piece.is_some_and(|piece| piece.role == crate::chess::Role::Pawn)
}

fn is_classic(start: &Position) -> bool {
    std::ptr::eq(start, Position::classic()) || start.same_as(Position::classic())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::game::CheckOptions;
    use crate::check::record::read_games;
    use crate::query::GameSubject;

    fn may_be(expr: &str, text: &str) -> bool {
        let (game, mut moves) = (read_games(text.as_bytes(), CheckOptions::default()).remove(0), Vec::new());
        Visits::of(&Expr::parse(expr).unwrap()).may_be_in(&GameSubject::new(&game, &mut moves))
    }

    #[test]
    fn pieces_that_never_went_there_are_not_looked_for() {
        let text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O *";
        for (expr, expected) in [
            ("Nf3", true),
            ("Ng1", true),
            ("Bb3", false),
            ("Bb5 and pa6", true),
            ("Bb5 and pa5", false),
            ("Bb3 or Bb5", true),
            ("Bb3 or Bb4", true),
            ("Bb3 and Nf3 or Bb3 and Nd2", false),
            ("not Bb3", true),
            ("somewhere (Bb3)", false),
            ("sequence (Nf3, Bb3)", false),
            ("streak 2 (Nd4)", false),
            // Castling: the rook is there, and nobody says that it is not on d1.
            ("Rf1", true),
            ("Rd1", true),
            ("Rd2", false),
            // What leaves a square need not go to one.
            ("pattern \"8/8/8/8/8/8/4.3/8\"", true),
            ("pattern \"8/8/8/8/8/8/4N3/8\"", false),
            ("pattern \"8/8/8/8/8/8/4N3/8\" flip", true),
            ("pawns \"8/8/8/8/4P3/8/8/8\"", true),
            ("pawns \"8/8/8/8/3P4/8/8/8\"", false),
            ("move \"Nxf7\"", false),
            ("move \"Bxc6\"", true),
            ("move castles", true),
            ("move promotes", false),
            ("move en passant", false),
            ("material \"KRkr\"", true),
        ] {
            assert_eq!(may_be(expr, text), expected, "{expr}");
        }
    }

    #[test]
    fn so_many_men_are_too_many() {
        let men = |expr: &str| Visits::of(&Expr::parse(expr).unwrap()).men;
        for (expr, expected) in [
            ("material \"KRPkr\"", Some(5)),
            ("either KRPkr", Some(5)),
            ("material \"KR+P*kr\"", Some(u32::MAX)),
            ("material \"KRPkr\" and Nf3", Some(5)),
            ("material \"KRPkr\" or material \"KRkr\"", Some(5)),
            ("material \"KRPkr\" or Nf3", None),
            ("sequence (material \"KRPkr\", material \"KRkr\")", Some(4)),
            ("not material \"KRPkr\"", None),
            ("after \"1. e4 d5 2. exd5\"", Some(31)),
        ] {
            assert_eq!(men(expr), expected, "{expr}");
        }
    }

    #[test]
    fn of_another_start_nothing_is_said() {
        let text = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/1B6/8/4K3 w - - 0 1\"]\n\n1. Kd2 *";
        assert!(may_be("Bb3", text));
        assert!(may_be("move \"Nf7\"", text));
    }
}
