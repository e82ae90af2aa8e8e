//! What one side scored, and against whom.

use super::mean::Mean;
use super::rating::performance;
use super::report::Value;
use super::results::Results;
use crate::chess::Color;
use crate::notation::result::GameResult;

/// Results and ratings of one side of some games: a player's, or of those who made a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Against {
    /// As this side sees them.
    pub(super) results: Results,
    /// The side's ratings.
    elo: Mean,
    /// Those of the opponents in games with a result.
    opposition: Mean,
    /// The points against these, in halves.
    half_points: u64,
}

impl Against {
    /// Counts one more game, in which the side was `side`.
    #[inline]
    pub(super) fn add(&mut self, result: GameResult, side: Color, own: Option<u32>, opponent: Option<u32>) {
        let one = Results::of(result, side);
        self.results.merge(one);
        if let Some(elo) = own {
            self.elo.add(elo);
        }
        if let (Some(elo), 1..) = (opponent, one.scored()) {
            self.opposition.add(elo);
            self.half_points += one.half_points();
        }
    }

    /// Adds what was counted elsewhere.
    pub(super) fn merge(&mut self, other: Against) {
        self.results.merge(other.results);
        self.elo.merge(other.elo);
        self.opposition.merge(other.opposition);
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
        self.elo.value(0)
    }

    /// The average rating of the opponents in games with a result.
    pub(super) fn opposition(&self) -> Value {
        self.opposition.value(0)
    }

    /// The rating that the score in these games is worth.
    pub(super) fn performance(&self) -> Value {
        let Mean { sum, number: games } = self.opposition;
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
