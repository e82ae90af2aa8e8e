//! The exact pawn structure: `pawns "8/pp3ppp/2p1p3/3p4/3P4/2P1P3/PP3PPP/8"`.

use std::fmt;

use super::ply::Ply;
use super::term::{Scanner, TermError, TermFault, error, read_board};
use crate::chess::{Color, Role, Square};

/// Where all pawns of both colours stand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pawns {
    white: u64,
    black: u64,
}

impl Pawns {
    /// Reads the board of a FEN that has only pawns, in quotation marks or not. A board without any is all right:
    /// no pawn is a structure too.
    ///
    /// # Errors
    /// For other pieces, pawns on the first or last rank, or if there are not eight ranks of eight squares.
    pub fn parse(text: &str) -> Result<Pawns, TermError> {
        let mut scanner = Scanner::new(text);
        let mut body = scanner.body()?;
        let board = read_board(&mut body, None, |scanner, rank| {
            let at = scanner.at();
            let entry = match scanner.peek() {
                Some(digit @ '1'..='8') => (None, digit as usize - '0' as usize),
                Some('P' | 'p') if rank == 1 || rank == 8 => {
                    return Err(error(at, TermFault::PawnRank(rank)));
                }
                Some('P') => (Some(Color::White), 1),
                Some('p') => (Some(Color::Black), 1),
                Some(letter) if letter.is_alphabetic() => return Err(error(at, TermFault::NotAPawn(letter))),
                _ => return Err(scanner.unexpected("`P`, `p`, a digit from 1 to 8 or `/`")),
            };
            scanner.bump();
            Ok(entry)
        })?;
        scanner.end("nothing more")?;
        let squares = |color| {
            let own = (0..64).map(Square::new).filter(|square| board[square.index()] == Some(color));
            own.fold(0, |all, square| all | square.bit())
        };
        Ok(Pawns { white: squares(Color::White), black: squares(Color::Black) })
    }

    /// Does a pawn of either colour stand on the square?
    pub(super) fn stand_on(&self, square: Square) -> bool {
        (self.white | self.black) & square.bit() != 0
    }

    /// Do the pawns stand like this?
    #[inline]
    pub fn matches(&self, ply: &Ply<'_>) -> bool {
        let position = ply.position;
        position.pieces(Color::White, Role::Pawn).0 == self.white
            && position.pieces(Color::Black, Role::Pawn).0 == self.black
    }
}

impl fmt::Display for Pawns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"")?;
        for rank in (0..8).rev() {
            let mut empty = 0;
            for file in 0..8 {
                let bit = Square::at(file, rank).bit();
                let letter = match () {
                    () if self.white & bit != 0 => 'P',
                    () if self.black & bit != 0 => 'p',
                    () => {
                        empty += 1;
                        continue;
                    }
                };
                if empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                write!(f, "{letter}")?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if rank > 0 {
                write!(f, "/")?;
            }
        }
        write!(f, "\"")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::testing::{random_game, still};
    use proptest::prelude::*;

    #[test]
    fn the_structure_is_exact_whatever_else_stands_there() {
        let start = crate::chess::Position::start();
        for (text, expected) in [
            ("8/pppppppp/8/8/8/8/PPPPPPPP/8", true),
            ("\"8/pppppppp/8/8/8/8/PPPPPPPP/8\"", true),
            ("8/pppppppp/8/8/8/8/PPPPPPP1/8", false),
            ("8/8/8/8/8/8/8/8", false),
        ] {
            assert_eq!(Pawns::parse(text).expect(text).matches(&still(&start)), expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_pawn_structure_says_where() {
        use TermFault::*;
        for (text, byte, expected) in [
            ("8/8/8/8/8/8/8/K7", 14, NotAPawn('K')),
            ("P7/8/8/8/8/8/8/8", 0, PawnRank(8)),
            ("8/8/8/8/8/8/8/7p", 15, PawnRank(1)),
            ("8/8/8/8", 7, RankCount(4)),
            ("8/44p/8/8/8/8/8/8", 2, RankWidth { rank: 7, width: 9 }),
        ] {
            let fault = Pawns::parse(text).expect_err(text);
            assert_eq!((fault.at, fault.fault), (byte, expected), "{text}");
        }
        assert_eq!(Pawns::parse("8/8/8/8/8/8/8/?7").expect_err("open").at, 14);
        assert_eq!(Pawns::parse("8/8/8/8/8/8/8/8 flip").expect_err("option").at, 16);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn a_structure_is_found_as_long_as_no_pawn_moves(seed: u64) {
            let only_pawns = |position: &crate::chess::Position| {
                let board = format!("{position:?}");
                let ranks = board.lines().take(8).map(|rank| {
                    rank.chars().map(|c| if matches!(c, 'P' | 'p') { c } else { '1' }).collect::<String>()
                });
                ranks.collect::<Vec<_>>().join("/")
            };
            let game = random_game(seed, 60);
            let from = only_pawns(&game[seed as usize % game.len()].position);
            let pawns = Pawns::parse(&from).expect("pawns");
            for step in &game {
                prop_assert_eq!(pawns.matches(&step.ply()), only_pawns(&step.position) == from);
            }
            prop_assert_eq!(Pawns::parse(&pawns.to_string()), Ok(pawns));
        }
    }
}
