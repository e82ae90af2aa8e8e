//! Tests of a position as a whole: a FEN, a board, the moves that lead to it.

use std::fmt;

use crate::chess::fen::{FenError, FenField, FenRemark, FenStyle};
use crate::chess::{Color, Position, Role};
use crate::pgn::Tokens;
use crate::query::text_test::Quoted;
use crate::replay::Replayer;

use super::error::Problem;

/// Exactly this position: pieces, side to move, castling rights, legal en passant.
#[derive(Clone, Debug)]
pub struct FenTest(Position);

impl PartialEq for FenTest {
    fn eq(&self, other: &FenTest) -> bool {
        self.0.same_as(&other.0)
    }
}

impl FenTest {
    /// Reads a FEN; the clocks may be left out and do not count.
    ///
    /// # Errors
    /// It is no FEN, or would have to be repaired.
    pub fn parse(text: &str) -> Result<FenTest, Problem> {
        let read =
            Position::from_fen(text.trim().as_bytes()).map_err(|error| Problem::BadFen(Box::new(error)))?;
        for remark in &read.remarks {
            match remark {
                FenRemark::Missing(FenField::Halfmove | FenField::Fullmove)
                | FenRemark::LeadingZero(_)
                | FenRemark::MoveNumberZero
                | FenRemark::RightsOrder
                | FenRemark::CapitalSide
                | FenRemark::Blanks
                | FenRemark::ManyMen { .. }
                | FenRemark::ManyPawns { .. } => {}
                // What was repaired would be another position than the one that was asked for.
                FenRemark::Missing(_) | FenRemark::BogusRight(_) | FenRemark::DoubleRight(_) => {
                    return Err(Problem::DoubtfulFen);
                }
                FenRemark::BogusEnPassant(_) => return Err(Problem::DoubtfulFen),
            }
        }
        Ok(FenTest(read.position))
    }

    /// Of a position.
    pub fn of(position: &Position) -> FenTest {
        FenTest(position.clone())
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.0
    }

    /// Is it this one?
    #[inline]
    pub fn matches(&self, position: &Position) -> bool {
        self.0.same_as(position)
    }
}

impl fmt::Display for FenTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = String::new();
        self.0.write_epd_fields(FenStyle::default(), &mut fields);
        write!(f, "{}", Quoted(&fields))
    }
}

/// These pieces on these squares; side to move, rights and en passant do not count.
#[derive(Clone, Debug)]
pub struct BoardTest(Position);

impl PartialEq for BoardTest {
    fn eq(&self, other: &BoardTest) -> bool {
        self.matches(&other.0)
    }
}

impl BoardTest {
    /// Reads the first field of a FEN; what follows it is left aside.
    pub(super) fn parse(text: &str) -> Result<BoardTest, Problem> {
        let placement = text.split_whitespace().next().unwrap_or_default();
        let with_turn = |turn: &str| Position::from_fen(format!("{placement} {turn} - - 0 1").as_bytes());
        // Whoever is to move: only one of the two may be possible, if a king is attacked.
        let read = with_turn("w").or_else(|error| match error {
            FenError::OpponentInCheck { .. } => with_turn("b"),
            other => Err(other),
        });
        read.map(|read| BoardTest(read.position)).map_err(|error| Problem::BadFen(Box::new(error)))
    }

    /// A position with the same pieces.
    pub fn position(&self) -> &Position {
        &self.0
    }

    /// Are these the pieces?
    #[inline]
    pub fn matches(&self, position: &Position) -> bool {
        let own = &self.0;
        own.side(Color::White) == position.side(Color::White)
            && own.side(Color::Black) == position.side(Color::Black)
            && Role::ALL.iter().all(|role| {
                [Color::White, Color::Black]
                    .iter()
                    .all(|color| own.pieces(*color, *role) == position.pieces(*color, *role))
            })
    }
}

impl fmt::Display for BoardTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = self.0.fen(FenStyle::default());
        write!(f, "{}", Quoted(fen.split(' ').next().unwrap_or_default()))
    }
}

/// The position after moves in any notation, with English or German letters or figurines.
///
/// # Errors
/// They cannot be played, or there is none.
pub fn played(start: &Position, text: &str) -> Result<Position, Problem> {
    let mut tokens = Tokens::default();
    tokens.read_from(text.as_bytes(), 0);
    let mut replayer = Replayer::new(None);
    let is_legal = replayer.replay(text.as_bytes(), tokens.as_slice(), start);
    let plies = replayer.moves().len();
    if is_legal && plies > 0 { Ok(replayer.position().clone()) } else { Err(Problem::BadMoves { plies }) }
}

/// Exactly the position after some moves from the classic start, however a game came to it.
#[derive(Clone, Debug)]
pub struct After {
    moves: String,
    position: Position,
}

impl PartialEq for After {
    fn eq(&self, other: &After) -> bool {
        self.moves == other.moves
    }
}

impl After {
    /// Reads moves in any notation, with English or German letters or figurines.
    pub(super) fn parse(text: &str) -> Result<After, Problem> {
        Ok(After { moves: text.to_owned(), position: played(Position::classic(), text)? })
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves as they were written.
    pub fn moves(&self) -> &str {
        &self.moves
    }

    /// Is it this position?
    #[inline]
    pub fn matches(&self, position: &Position) -> bool {
        self.position.same_as(position)
    }
}

impl fmt::Display for After {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Quoted(&self.moves))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_in_any_notation_and_language() {
        let english = After::parse("1. e4 c5 2. Nf3").expect("moves");
        for text in ["1. e4 c5 2. Sf3", "e2e4 c7c5 g1f3", "e2-e4 c7-c5 Sg1-f3", "1.e4 c5 2.♘f3"] {
            assert!(After::parse(text).expect(text).matches(english.position()), "{text}");
        }
        assert_eq!(After::parse("1. e4 e4"), Err(Problem::BadMoves { plies: 1 }));
        for text in ["", "  ", "xyz", "{a comment}"] {
            assert!(matches!(After::parse(text), Err(Problem::BadMoves { .. })), "{text}");
        }
    }

    #[test]
    fn a_fen_is_taken_as_it_is_or_not_at_all() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        for good in
            [format!("{start} w KQkq -"), format!("{start} w KQkq - 0 1"), format!("{start} w KQkq - 5 9")]
        {
            assert!(FenTest::parse(&good).expect(&good).matches(Position::classic()), "{good}");
        }
        let e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq";
        assert_eq!(FenTest::parse(&format!("{e4} e3 0 1")), FenTest::parse(&format!("{e4} - 0 1")));
        assert!(matches!(FenTest::parse("8/8 w - -"), Err(Problem::BadFen(_))));
        assert_eq!(FenTest::parse(start), Err(Problem::DoubtfulFen));
        assert_eq!(FenTest::parse("4k3/8/8/8/8/8/8/4K3 w K - 0 1"), Err(Problem::DoubtfulFen));
    }

    #[test]
    fn a_board_is_only_the_pieces() {
        let board = BoardTest::parse("4k3/8/8/8/4R3/8/8/4K3").expect("white gives check");
        let other = Position::from_fen_strict(b"4k3/8/8/8/4R3/8/8/4K3 b - - 0 1").expect("a position");
        assert!(board.matches(&other));
        assert!(!board.matches(Position::classic()));
        assert_eq!(board.to_string(), "\"4k3/8/8/8/4R3/8/8/4K3\"");
    }
}
