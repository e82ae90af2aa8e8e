//! Results of games, counted.

use super::report::Value;
use crate::chess::Color;
use crate::notation::result::GameResult;

/// How games ended, from the point of view of one side: White, unless somebody turns them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Results {
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
    /// Games without a result, or with one that is none of the three.
    pub other: u64,
}

impl Results {
    /// One game, as `side` sees it.
    #[inline]
    pub fn of(result: GameResult, side: Color) -> Results {
        let mut one = Results::default();
        one.add(result, side);
        one
    }

    /// Counts one more game, as `side` sees it.
    #[inline]
    pub fn add(&mut self, result: GameResult, side: Color) {
        let own = match side {
            Color::White => (GameResult::WhiteWins, GameResult::BlackWins),
            Color::Black => (GameResult::BlackWins, GameResult::WhiteWins),
        };
        let count = match result {
            result if result == own.0 => &mut self.won,
            result if result == own.1 => &mut self.lost,
            GameResult::Draw => &mut self.drawn,
            _ => &mut self.other,
        };
        *count += 1;
    }

    /// Adds what was counted elsewhere.
    pub fn merge(&mut self, other: Results) {
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
        self.other += other.other;
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.scored() + self.other
    }

    /// Games that were won, drawn or lost.
    pub fn scored(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// Points in halves of a point.
    pub fn half_points(&self) -> u64 {
        2 * self.won + self.drawn
    }

    /// The part of the points that could be had.
    pub fn score(&self) -> Value {
        share(self.half_points(), 2 * self.scored())
    }

    /// The part of the games with a result that were drawn.
    pub fn draws(&self) -> Value {
        share(self.drawn, self.scored())
    }

    /// The part of the games with a result that were not drawn.
    pub fn decisive(&self) -> Value {
        share(self.won + self.lost, self.scored())
    }

    /// Where the score would be in 95 of 100 such collections: the interval of Wilson, draws counted as halves.
    pub fn interval(&self) -> Value {
        /// The quantile of the normal distribution for 95 %.
        const Z: f64 = 1.959_963_984_540_054;
        let n = self.scored() as f64;
        if n == 0.0 {
            return Value::None;
        }
        let share = self.half_points() as f64 / (2.0 * n);
        let middle = share + Z * Z / (2.0 * n);
        let around = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        let whole = 1.0 + Z * Z / n;
        Value::Shares(((middle - around) / whole).max(0.0), ((middle + around) / whole).min(1.0))
    }
}

/// A part of a whole; nothing if there is no whole.
pub fn share(part: u64, whole: u64) -> Value {
    if whole == 0 { Value::None } else { Value::Share(part as f64 / whole as f64) }
}

/// A sum by its number; nothing if there is none.
pub fn average(sum: u64, number: u64, decimals: u8) -> Value {
    if number == 0 { Value::None } else { Value::Number(sum as f64 / number as f64, decimals) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(won: u64, drawn: u64, lost: u64) -> Results {
        Results { won, drawn, lost, other: 0 }
    }

    #[test]
    fn each_side_sees_its_own_result() {
        let (mut white, mut black) = (Results::default(), Results::default());
        for result in [
            GameResult::WhiteWins,
            GameResult::WhiteWins,
            GameResult::BlackWins,
            GameResult::Draw,
            GameResult::Unfinished,
            GameResult::BothLost,
        ] {
            white.add(result, Color::White);
            black.add(result, Color::Black);
        }
        assert_eq!(white, Results { won: 2, drawn: 1, lost: 1, other: 2 });
        assert_eq!(black, Results { won: 1, drawn: 1, lost: 2, other: 2 });
        assert_eq!((white.games(), white.scored(), white.half_points()), (6, 4, 5));
        assert_eq!(white.score(), Value::Share(0.625));
        assert_eq!(white.draws(), Value::Share(0.25));
        assert_eq!(white.decisive(), Value::Share(0.75));
    }

    #[test]
    fn nothing_has_no_score() {
        let none = Results { other: 3, ..Results::default() };
        assert_eq!((none.score(), none.draws(), none.interval()), (Value::None, Value::None, Value::None));
    }

    /// Worked out by hand with z = 1.96: of 10 games half the points, (0.5 + 0.19207 ± 1.96 × √(0.025 + 0.009604)) /
    /// 1.38415; of 4 games all points, (1 + 0.48018 ± 1.96 × √0.0600228) / 1.96036.
    #[test]
    fn the_interval_is_that_of_wilson() {
        let ends = |results: Results| match results.interval() {
            Value::Shares(low, high) => (low, high),
            other => panic!("{other:?}"),
        };
        let is = |(low, high): (f64, f64), wanted: (f64, f64)| {
            assert!((low - wanted.0).abs() < 5e-4 && (high - wanted.1).abs() < 5e-4, "{low} {high}");
        };
        is(ends(of(5, 0, 5)), (0.2366, 0.7634));
        is(ends(of(2, 6, 2)), (0.2366, 0.7634));
        is(ends(of(4, 0, 0)), (0.5101, 1.0));
        is(ends(of(0, 0, 4)), (0.0, 0.4899));
    }
}
