//! Numbers of pieces: `balance <= -3`, `count(n) >= 5`.

use std::fmt;

use super::compare::NumberTest;
use super::ply::Ply;
use super::term::{Scanner, TermError, TermFault, color_word, error};
use crate::chess::{Bitboard, Color, Piece, Position, Role};

/// White's material less Black's, in pawns: queen 9, rook 5, bishop and knight 3, pawn 1.
#[inline]
pub fn balance(position: &Position) -> i32 {
    let side = |color| {
        let set = |role| position.pieces(color, role).0;
        let men = position.side(color).len() as i32 - 1;
        let minor = (set(Role::Knight) | set(Role::Bishop)).count_ones() as i32;
        // 1, 3, 5 and 9 are the man itself and nothing, 2, 4 or 8 more.
        let queens = set(Role::Queen).count_ones() as i32;
        men + 2 * minor + 4 * set(Role::Rook).count_ones() as i32 + 8 * queens
    };
    side(Color::White) - side(Color::Black)
}

/// A test of [`balance`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Balance(pub NumberTest);

impl Balance {
    /// Reads a comparison: `<= -3`.
    ///
    /// # Errors
    /// If it is anything else.
    pub fn parse(text: &str) -> Result<Balance, TermError> {
        let mut scanner = Scanner::new(text);
        let comparison = NumberTest::read(&mut scanner)?;
        let comparison = comparison.ok_or_else(|| scanner.unexpected("`<`, `<=`, `=`, `!=`, `>=` or `>`"))?;
        scanner.end("nothing more")?;
        Ok(Balance(comparison))
    }

    /// Is the balance so?
    #[inline]
    pub fn matches(&self, ply: &Ply<'_>) -> bool {
        self.0.matches(i64::from(balance(ply.position)))
    }
}

impl fmt::Display for Balance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A test of how many pieces of some kinds there are: `(n) >= 5` knights of both sides together, `(white n) = 3`,
/// `(qr) = 0` queens and rooks. Letters do not say the colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Count {
    color: Option<Color>,
    /// By role index.
    roles: [bool; 6],
    comparison: NumberTest,
}

impl Count {
    /// Reads kinds in parentheses and a comparison.
    ///
    /// # Errors
    /// If it is anything else.
    pub fn parse(text: &str) -> Result<Count, TermError> {
        let mut scanner = Scanner::new(text);
        scanner.blanks();
        let opening = scanner.at();
        if !scanner.eat('(') {
            return Err(scanner.unexpected("`(`"));
        }
        let color = scanner.color();
        let mut roles = [false; 6];
        scanner.blanks();
        while let Some(role) = scanner.peek().and_then(role_of_either_case) {
            scanner.bump();
            if std::mem::replace(&mut roles[role.index()], true) {
                return Err(error(scanner.at() - 1, TermFault::Repeated("a piece letter")));
            }
        }
        if roles == [false; 6] {
            return Err(scanner.unexpected("a piece letter"));
        }
        scanner.blanks();
        if !scanner.eat(')') {
            let is_open = scanner.peek().is_none();
            let unclosed = error(opening, TermFault::NotClosed('('));
            return Err(if is_open { unclosed } else { scanner.unexpected("a piece letter or `)`") });
        }
        let comparison = NumberTest::read(&mut scanner)?;
        let comparison = comparison.ok_or_else(|| scanner.unexpected("`<`, `<=`, `=`, `!=`, `>=` or `>`"))?;
        scanner.end("nothing more")?;
        Ok(Count { color, roles, comparison })
    }

    /// The letters that are counted, as a FEN has them.
    pub(super) fn letters(&self) -> String {
        let colors = [Color::White, Color::Black]
            .into_iter()
            .filter(|color| self.color.is_none_or(|own| own == *color));
        let of = |color| {
            Role::ALL.into_iter().zip(self.roles).map(move |(role, counts)| (Piece { color, role }, counts))
        };
        colors.flat_map(of).filter(|(_, counts)| *counts).map(|(piece, _)| piece.letter()).collect()
    }

    /// How many there have to be.
    pub(super) fn comparison(&self) -> &NumberTest {
        &self.comparison
    }

    /// How many there are.
    #[inline]
    pub fn of(&self, position: &Position) -> u32 {
        let mut squares = 0;
        for role in Role::ALL {
            if self.roles[role.index()] {
                squares |= match self.color {
                    Some(color) => position.pieces(color, role).0,
                    None => position.pieces(Color::White, role).0 | position.pieces(Color::Black, role).0,
                };
            }
        }
        Bitboard(squares).len()
    }

    /// Are there so many?
    #[inline]
    pub fn matches(&self, ply: &Ply<'_>) -> bool {
        self.comparison.matches(i64::from(self.of(ply.position)))
    }
}

fn role_of_either_case(letter: char) -> Option<Role> {
    super::term::role_of(letter.to_ascii_uppercase())
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "(")?;
        if let Some(color) = self.color {
            write!(f, "{} ", color_word(color))?;
        }
        for role in Role::ALL {
            if self.roles[role.index()] {
                write!(f, "{}", role.letter().to_ascii_lowercase())?;
            }
        }
        write!(f, ") {}", self.comparison)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::testing::{random_game, squares};
    use proptest::prelude::*;

    #[test]
    fn what_is_no_count_says_where() {
        for (text, byte) in [
            ("n >= 5", 0),
            ("(n >= 5", 3),
            ("(n", 0),
            ("() = 1", 1),
            ("(white) = 1", 6),
            ("(nn) = 1", 2),
            ("(n) 5", 4),
            ("(n) >= 5 6", 9),
            ("(x) = 1", 1),
        ] {
            let fault = Count::parse(text).expect_err(text);
            assert_eq!(fault.at, byte, "{text}: {fault}");
        }
        assert_eq!(Balance::parse("<= -3 pawns").expect_err("text").at, 6);
        assert_eq!(Balance::parse("-3").expect_err("no sign").at, 0);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn counts_and_balances_agree_with_the_board(seed: u64, least in 0i32..6) {
            let kinds = [("(n)", "Nn"), ("(white n)", "N"), ("(black qr)", "qr"), ("(P)", "Pp"), ("( White B )", "B")];
            for step in random_game(seed, 80) {
                let letters: Vec<char> =
                    squares().filter_map(|s| step.position.piece_at(s)).map(|piece| piece.letter()).collect();
                for (text, counted) in kinds {
                    let count = Count::parse(&format!("{text} >= {least}")).expect(text);
                    let expected = letters.iter().filter(|letter| counted.contains(**letter)).count();
                    prop_assert_eq!(count.of(&step.position) as usize, expected);
                    prop_assert_eq!(count.matches(&step.ply()), expected as i32 >= least);
                    prop_assert_eq!(Count::parse(&count.to_string()), Ok(count));
                }
                let worth = |letter: &char| match letter.to_ascii_lowercase() {
                    'q' => 9, 'r' => 5, 'b' | 'n' => 3, 'p' => 1, _ => 0,
                };
                let expected: i32 =
                    letters.iter().map(|l| if l.is_ascii_uppercase() { worth(l) } else { -worth(l) }).sum();
                prop_assert_eq!(balance(&step.position), expected);
                let test = Balance::parse(&format!("= {expected}")).expect("a balance");
                prop_assert!(test.matches(&step.ply()));
                prop_assert_eq!(Balance::parse(&test.to_string()), Ok(test));
            }
        }
    }
}
