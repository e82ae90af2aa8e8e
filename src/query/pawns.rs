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
