//! Ratings: what a score against some opposition is worth, and what score a difference of ratings lets expect. Tables
//! 8.1.1 and 8.1.2 of the FIDE rating regulations.

/// Differences for shares of 0.50, 0.51, ... 1.00 (table 8.1.1).
const DIFFERENCES: [u16; 51] = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175,
    184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444,
    470, 501, 538, 589, 677, 800,
];

/// The greatest differences that let expect 0.50, 0.51, ... 0.99 of the higher rated (table 8.1.2); beyond it is 1.
const LIMITS: [u32; 50] = [
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179,
    188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456,
    484, 517, 559, 619, 735,
];

/// A greater difference counts as this one where ratings are calculated (not in a performance).
pub const GREATEST_DIFFERENCE: i64 = 400;

/// The rating that a score is worth: the average rating of the opponents and the difference that belongs to the share
/// of the points (0 to 1, rounded to hundredths, halves away from 0.50).
pub fn performance(average_opposition: f64, share: f64) -> f64 {
    let better = share.max(1.0 - share);
    // A share such as 0.505 has no exact form.
    let hundredths = ((better - 0.5) * 100.0 + 1e-9).round() as usize;
    let difference = f64::from(DIFFERENCES.get(hundredths).or(DIFFERENCES.last()).copied().unwrap_or(0));
    average_opposition + if share < 0.5 { -difference } else { difference }
}

/// The score in hundredths of a point that a rating lets expect of its owner, by the difference to the opponent's (own
/// minus the opponent's), however great.
pub fn expected_hundredths(difference: i64) -> u64 {
    let higher = 50 + LIMITS.partition_point(|limit| u64::from(*limit) < difference.unsigned_abs()) as u64;
    if difference < 0 { 100 - higher } else { higher }
}

/// [`expected_hundredths`] as ratings are calculated: a difference of more than [`GREATEST_DIFFERENCE`] counts as that.
pub fn capped_hundredths(difference: i64) -> u64 {
    expected_hundredths(difference.clamp(-GREATEST_DIFFERENCE, GREATEST_DIFFERENCE))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tables as the regulations print them, at their edges and where the steps change.
    #[test]
    fn a_score_is_worth_what_the_table_says() {
        for (percent, difference) in [
            (100, 800),
            (99, 677),
            (98, 589),
            (92, 401),
            (91, 383),
            (90, 366),
            (80, 240),
            (75, 193),
            (70, 149),
            (66, 117),
            (60, 72),
            (57, 50),
            (51, 7),
            (50, 0),
        ] {
            let share = f64::from(percent) / 100.0;
            assert_eq!(performance(2500.0, share), 2500.0 + f64::from(difference), "{percent}");
            assert_eq!(performance(2500.0, 1.0 - share), 2500.0 - f64::from(difference), "{percent}");
        }
    }

    #[test]
    fn shares_are_rounded_alike_on_both_sides() {
        assert_eq!(performance(0.0, 0.5049), 0.0);
        assert_eq!(performance(0.0, 0.505), 7.0);
        assert_eq!(performance(0.0, 0.495), -7.0);
        // 2 of 3 are 0.67, 1 of 3 is 0.33.
        assert_eq!(performance(2400.0, 2.0 / 3.0), 2525.0);
        assert_eq!(performance(2400.0, 1.0 / 3.0), 2275.0);
        assert_eq!(performance(2400.5, 0.994), 3077.5);
        assert_eq!(performance(2400.0, 0.996), 3200.0);
    }

    #[test]
    fn the_expectation_changes_just_behind_a_limit() {
        for (difference, expected) in [
            (0, 50),
            (3, 50),
            (4, 51),
            (10, 51),
            (11, 52),
            (25, 53),
            (26, 54),
            (188, 74),
            (189, 75),
            (391, 91),
            (392, 92),
            (411, 92),
            (412, 93),
            (619, 98),
            (620, 99),
            (735, 99),
            (736, 100),
            (3000, 100),
        ] {
            assert_eq!(expected_hundredths(difference), expected, "{difference}");
            assert_eq!(expected_hundredths(-difference), 100 - expected, "{difference}");
        }
        assert_eq!(expected_hundredths(i64::MIN), 0);
    }

    #[test]
    fn more_than_400_counts_as_400() {
        assert_eq!(capped_hundredths(391), 91);
        assert_eq!(capped_hundredths(400), 92);
        assert_eq!(capped_hundredths(900), 92);
        assert_eq!(capped_hundredths(-900), 8);
    }
}
