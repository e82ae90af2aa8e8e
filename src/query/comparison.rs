//! Tests of numbers.

use std::fmt;

use super::term::{Scanner, TermError, TermFault, error};

/// A test of a number: `>= 5`, `= -3`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Comparison {
    /// How it is compared.
    pub operator: Operator,
    /// With what.
    pub value: i32,
}

/// How two numbers are compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operator {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `>=`
    AtLeast,
    /// `>`
    Greater,
}

impl Operator {
    /// All six, longer signs before those they begin with.
    pub const ALL: [Operator; 6] = [
        Operator::AtMost,
        Operator::AtLeast,
        Operator::NotEqual,
        Operator::Less,
        Operator::Equal,
        Operator::Greater,
    ];

    /// As it is written.
    pub const fn sign(self) -> &'static str {
        match self {
            Operator::Less => "<",
            Operator::AtMost => "<=",
            Operator::Equal => "=",
            Operator::NotEqual => "!=",
            Operator::AtLeast => ">=",
            Operator::Greater => ">",
        }
    }
}

impl Comparison {
    /// At least so many.
    pub const fn at_least(value: i32) -> Comparison {
        Comparison { operator: Operator::AtLeast, value }
    }

    /// Does the number pass?
    #[inline]
    pub const fn matches(self, number: i32) -> bool {
        match self.operator {
            Operator::Less => number < self.value,
            Operator::AtMost => number <= self.value,
            Operator::Equal => number == self.value,
            Operator::NotEqual => number != self.value,
            Operator::AtLeast => number >= self.value,
            Operator::Greater => number > self.value,
        }
    }

    /// Reads a comparison, if a sign comes next.
    pub(super) fn read(scanner: &mut Scanner<'_>) -> Result<Option<Comparison>, TermError> {
        scanner.blanks();
        let mut signs = Operator::ALL.into_iter();
        let Some(operator) = signs.find(|o| scanner.rest().starts_with(o.sign())) else {
            return Ok(None);
        };
        scanner.skip(operator.sign().len());
        scanner.blanks();
        let at = scanner.at();
        let is_negative = scanner.eat('-');
        let Some(number) = scanner.number()? else {
            return Err(scanner.unexpected("a number"));
        };
        let number = i32::try_from(number).map_err(|_| error(at, TermFault::TooLarge))?;
        Ok(Some(Comparison { operator, value: if is_negative { -number } else { number } }))
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.operator.sign(), self.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operator_reads_as_it_is_written_and_compares_as_it_says() {
        for (operator, expected) in [
            (Operator::Less, [true, false, false]),
            (Operator::AtMost, [true, true, false]),
            (Operator::Equal, [false, true, false]),
            (Operator::NotEqual, [true, false, true]),
            (Operator::AtLeast, [false, true, true]),
            (Operator::Greater, [false, false, true]),
        ] {
            let comparison = Comparison { operator, value: -3 };
            let text = comparison.to_string();
            assert_eq!(Comparison::read(&mut Scanner::new(&text)), Ok(Some(comparison)));
            assert_eq!([-4, -3, -2].map(|number| comparison.matches(number)), expected, "{text}");
        }
        assert_eq!(Comparison::read(&mut Scanner::new("3")), Ok(None));
        let fault = Comparison::read(&mut Scanner::new(">= 3000000000")).expect_err("too large");
        assert_eq!(fault, error(3, TermFault::TooLarge));
        assert_eq!(Comparison::read(&mut Scanner::new("> x")).expect_err("no number").at, 2);
    }
}
