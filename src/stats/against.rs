//! What one side scored, and against whom.

use super::rating::performance;
use super::report::Value;
use super::results::{Results, average};
use crate::chess::Color;
use crate::notation::result::GameResult;

/// Results and ratings of one side of some games: a player's, or of those who made a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Against {
    /// As this side sees them.
    pub(super) results: Results,
    /// Sum of the side's ratings, and of how many games they are known.
    own_elo: (u64, u64),
    /// The same of the opponents in games with a result.
    opposition: (u64, u64),
    /// The points against these, in halves.
    half_points: u64,
}

impl Against {
    /// Counts one more game, in which the side was `side`.
    #[inline]
    pub(super) fn add(&mut self, result: GameResult, side: Color, own: Option<u32>, opponent: Option<u32>) {
        self.results.add(result, side);
        if let Some(elo) = own {
            self.own_elo.0 += u64::from(elo);
            self.own_elo.1 += 1;
        }
        let mut one = Results::default();
        one.add(result, side);
        if let (Some(elo), 1..) = (opponent, one.scored()) {
            self.opposition.0 += u64::from(elo);
            self.opposition.1 += 1;
            self.half_points += one.half_points();
        }
    }

    /// Adds what was counted elsewhere.
    pub(super) fn merge(&mut self, other: Against) {
        let sum = |own: &mut (u64, u64), other: (u64, u64)| {
            own.0 += other.0;
            own.1 += other.1;
        };
        self.results.merge(other.results);
        sum(&mut self.own_elo, other.own_elo);
        sum(&mut self.opposition, other.opposition);
        self.half_points += other.half_points;
    }

    /// The results as White sees them, if this side is `side` in all games.
    pub(super) fn for_white(&self, side: Color) -> Results {
        let Results { won, drawn, lost, other } = self.results;
        match side {
            Color::White => self.results,
            Color::Black => Results { won: lost, drawn, lost: won, other },
        }
    }

    /// The side's average rating.
    pub(super) fn elo(&self) -> Value {
        average(self.own_elo.0, self.own_elo.1, 0)
    }

    /// The average rating of the opponents in games with a result.
    pub(super) fn opposition(&self) -> Value {
        average(self.opposition.0, self.opposition.1, 0)
    }

    /// The rating that the score in these games is worth.
    pub(super) fn performance(&self) -> Value {
        let (sum, games) = self.opposition;
        if games == 0 {
            return Value::None;
        }
        let share = self.half_points as f64 / (2 * games) as f64;
        Value::Number(performance(sum as f64 / games as f64, share), 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_games_with_a_result_against_a_rating_are_worth_something() {
        let mut black = Against::default();
        assert_eq!(
            (black.elo(), black.opposition(), black.performance()),
            (Value::None, Value::None, Value::None)
        );
        black.add(GameResult::BlackWins, Color::Black, Some(2400), Some(2500));
        black.add(GameResult::Draw, Color::Black, None, Some(2300));
        black.add(GameResult::WhiteWins, Color::Black, Some(2500), None);
        let mut later = Against::default();
        later.add(GameResult::Unfinished, Color::Black, Some(2600), Some(2900));
        black.merge(later);
        assert_eq!(black.results, Results { won: 1, drawn: 1, lost: 1, other: 1 });
        assert_eq!(black.for_white(Color::Black), Results { won: 1, drawn: 1, lost: 1, other: 1 });
        assert_eq!(black.elo(), Value::Number(2500.0, 0));
        assert_eq!(black.opposition(), Value::Number(2400.0, 0));
        // 1.5 of 2: 193 above 2400.
        assert_eq!(black.performance(), Value::Number(2593.0, 0));
        let lost = Against { results: Results { lost: 3, ..Results::default() }, ..Against::default() };
        assert_eq!(lost.for_white(Color::Black).won, 3);
    }
}
