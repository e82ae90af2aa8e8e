//! The games of an event by player, and who is where in its table.

use rustc_hash::{FxHashMap, FxHashSet};

use super::against::Against;
use super::numbered::Numbered;
use crate::chess::Color;
use crate::notation::result::GameResult;

/// What a table wants to know of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Outcome {
    pub(super) result: GameResult,
    /// Somebody did not appear.
    pub(super) is_forfeit: bool,
    /// Round and board, or the like; 0: not known.
    pub(super) round: [u32; 2],
    /// Packed as in the columns of a store.
    pub(super) day: u32,
    /// White's rating and Black's.
    pub(super) elos: [Option<u32>; 2],
}

impl Outcome {
    /// What a side got, in halves of a point; `None` if the game has no result.
    pub(super) fn half_points(&self, side: Color) -> Option<u64> {
        let (white, black) = match self.result {
            GameResult::WhiteWins => (2, 0),
            GameResult::Draw => (1, 1),
            GameResult::BlackWins => (0, 2),
            GameResult::BothLost => (0, 0),
            GameResult::HalfZero => (1, 0),
            GameResult::ZeroHalf => (0, 1),
            GameResult::Unfinished => return None,
        };
        Some(if side == Color::White { white } else { black })
    }

    /// How a table writes what a side got: `1`, `½`, `0`; `+` and `-` if somebody did not appear, `*` without a result.
    pub(super) fn sign(&self, side: Color) -> char {
        match (self.half_points(side), self.is_forfeit) {
            (None, _) => '*',
            (Some(0), true) => '-',
            (Some(_), true) => '+',
            (Some(0), false) => '0',
            (Some(1), false) => '½',
            (Some(_), false) => '1',
        }
    }
}

/// A game of two players, by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pairing {
    pub(super) white: u32,
    pub(super) black: u32,
    pub(super) outcome: Outcome,
}

/// Games of an event, in the order of the run.
#[derive(Clone, Debug, Default)]
pub(super) struct Games {
    players: Numbered,
    pub(super) pairings: Vec<Pairing>,
}

impl Games {
    /// Adds a game.
    pub(super) fn add(&mut self, white: &str, black: &str, outcome: Outcome) {
        let (white, black) = (self.players.number(white.trim()), self.players.number(black.trim()));
        self.pairings.push(Pairing { white, black, outcome });
    }

    /// Adds games that come later.
    pub(super) fn merge(&mut self, later: Games) {
        let now = self.players.merge(&later.players);
        self.pairings.extend(later.pairings.into_iter().map(|pairing| Pairing {
            white: now.of(pairing.white),
            black: now.of(pairing.black),
            ..pairing
        }));
    }

    /// A player's name.
    pub(super) fn name(&self, number: u32) -> &str {
        self.players.name(number)
    }
}

/// A player in the table.
#[derive(Clone, Debug)]
pub(super) struct Standing<'g> {
    pub(super) name: &'g str,
    pub(super) against: Against,
    /// In halves of a point.
    pub(super) points: u64,
    /// Of these in games against players with as many points, in halves; `None` if there are none such, or if not each
    /// of them has met each other one: then nobody knows how the rest would have gone.
    pub(super) direct: Option<u64>,
    /// Sonneborn-Berger: for each game what was got, times all the points of the opponent. In quarters of a point.
    pub(super) sonneborn: u64,
    /// Games won.
    pub(super) wins: u64,
    /// The games, by who comes where in the table, in the order of the rounds.
    pub(super) cells: Vec<(usize, String)>,
}

/// The players of some games, the first first: by points, then by the points in games among those with as many if all
/// of these have met, then by Sonneborn-Berger, then by games won, then by name. A game without a result counts
/// nowhere; where somebody did not appear there are points, but nothing was played that tells how strong anybody is.
pub(super) fn standings<'g>(games: &'g Games, pairings: &[Pairing]) -> Vec<Standing<'g>> {
    let mut rounds: Vec<&Pairing> = pairings.iter().collect();
    rounds.sort_by_key(|pairing| (pairing.outcome.round, pairing.outcome.day));
    let mut players: FxHashMap<u32, Standing<'g>> = FxHashMap::default();
    let seats = |pairing: &Pairing| {
        [(Color::White, pairing.white, pairing.black), (Color::Black, pairing.black, pairing.white)]
    };
    for pairing in &rounds {
        let [white, black] = pairing.outcome.elos;
        for (side, own, _) in seats(pairing) {
            let player = players.entry(own).or_insert_with(|| Standing {
                name: games.name(own),
                against: Against::default(),
                points: 0,
                direct: None,
                sonneborn: 0,
                wins: 0,
                cells: Vec::new(),
            });
            let (elo, opponent) = if side == Color::White { (white, black) } else { (black, white) };
            let opponent = opponent.filter(|_| !pairing.outcome.is_forfeit);
            player.against.add(pairing.outcome.result, side, elo, opponent);
            let got = pairing.outcome.half_points(side).unwrap_or(0);
            player.points += got;
            player.wins += u64::from(got == 2);
        }
    }
    let points: FxHashMap<u32, u64> =
        players.iter().map(|(number, player)| (*number, player.points)).collect();
    let of = |number: u32| points.get(&number).copied().unwrap_or(0);
    // Who has a game with a result against whom, of those with as many points.
    let mut met: FxHashSet<(u32, u32)> = FxHashSet::default();
    for pairing in &rounds {
        for (side, own, other) in seats(pairing) {
            let Some(player) = players.get_mut(&own) else { continue };
            let Some(got) = pairing.outcome.half_points(side) else { continue };
            player.sonneborn += got * of(other);
            if own != other && of(own) == of(other) {
                *player.direct.get_or_insert(0) += got;
                met.insert((own, other));
            }
        }
    }
    let all_met = all_met(&points, &met);
    for player in players.values_mut() {
        player.direct = player.direct.filter(|_| all_met.contains(&player.points));
    }
    let mut table: Vec<(u32, Standing<'g>)> = players.into_iter().collect();
    table.sort_unstable_by(|(_, a), (_, b)| {
        let rank = |player: &Standing<'_>| (player.points, player.direct, player.sonneborn, player.wins);
        rank(b).cmp(&rank(a)).then_with(|| a.name.cmp(b.name))
    });
    let place: FxHashMap<u32, usize> = table.iter().zip(0..).map(|((number, _), at)| (*number, at)).collect();
    let mut table: Vec<Standing<'g>> = table.into_iter().map(|(_, player)| player).collect();
    for pairing in rounds {
        for (side, own, other) in seats(pairing) {
            let (Some(own), Some(other)) = (place.get(&own), place.get(&other)) else { continue };
            let Some(player) = table.get_mut(*own) else { continue };
            let sign = pairing.outcome.sign(side);
            match player.cells.iter_mut().find(|(at, _)| at == other) {
                Some((_, cell)) => cell.push(sign),
                None => player.cells.push((*other, sign.into())),
            }
        }
    }
    table
}

/// The numbers of points of which each player who has them has met each other one who has them.
fn all_met(points: &FxHashMap<u32, u64>, met: &FxHashSet<(u32, u32)>) -> FxHashSet<u64> {
    // Players with as many points, and how often one of them has met another one.
    let mut groups: FxHashMap<u64, (usize, usize)> = FxHashMap::default();
    for points in points.values() {
        groups.entry(*points).or_default().0 += 1;
    }
    for (player, _) in met {
        if let Some((_, meetings)) = points.get(player).and_then(|points| groups.get_mut(points)) {
            *meetings += 1;
        }
    }
    let whole = groups.into_iter().filter(|(_, (players, meetings))| *meetings == players * (players - 1));
    whole.map(|(points, _)| points).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games as `White-Black result round`.
    fn table(games: &[&str]) -> Vec<String> {
        let mut all = Games::default();
        for game in games {
            let words: Vec<&str> = game.split(' ').collect();
            let (white, black) = words[0].split_once('-').expect("players");
            let result = crate::notation::result::parse(words[1].as_bytes()).expect("a result");
            let round = words.get(2).map_or(0, |round| round.parse().expect("a round"));
            let outcome = Outcome {
                result: result.result,
                is_forfeit: result.forfeit,
                round: [round, 0],
                day: 0,
                elos: [None; 2],
            };
            all.add(white, black, outcome);
        }
        standings(&all, &all.pairings)
            .iter()
            .map(|player| {
                let cells: Vec<String> =
                    player.cells.iter().map(|(at, cell)| format!("{at}:{cell}")).collect();
                let direct = player.direct.map_or("-".to_owned(), |direct| (direct as f64 / 2.0).to_string());
                let (points, sonneborn) = (player.points as f64 / 2.0, player.sonneborn as f64 / 4.0);
                format!("{} {points} {direct} {sonneborn} {} {}", player.name, player.wins, cells.join(" "))
            })
            .collect()
    }

    /// A and B have 2 points, and B beat A. Sonneborn-Berger: A beat C (1½) and D (½), B beat A (2) and drew with D and
    /// C, C beat D and drew with B, D drew with B.
    #[test]
    fn the_game_between_equals_goes_first() {
        assert_eq!(
            table(&["A-B 0-1", "C-A 0-1", "B-C 1/2-1/2", "A-D 1-0", "D-B 1/2-1/2", "C-D 1-0"]),
            [
                "B 2 1 3 1 1:1 2:½ 3:½",
                "A 2 0 2 2 0:0 2:1 3:1",
                "C 1.5 - 1.5 1 1:0 0:½ 3:1",
                "D 0.5 - 1 0 1:0 0:½ 2:0"
            ]
        );
    }

    /// Z and B drew and have 1½ points each. Z beat C, who has 2: ¾ + 2; B beat D, who has 1: ¾ + 1.
    #[test]
    fn then_who_beat_the_stronger_one() {
        assert_eq!(
            table(&["Z-B 1/2-1/2", "Z-C 1-0", "D-Z 1-0", "B-C 0-1", "B-D 1-0", "C-D 1-0"]),
            [
                "C 2 - 2.5 2 1:0 2:1 3:1",
                "Z 1.5 0.5 2.75 1 2:½ 0:1 3:0",
                "B 1.5 0.5 1.75 1 1:½ 0:0 3:1",
                "D 1 - 1.5 1 1:1 2:0 0:0"
            ]
        );
    }

    /// All four have 1½ points, and 1½ times that as Sonneborn-Berger; only A won no game.
    #[test]
    fn then_who_won_more_and_then_the_name() {
        let order: Vec<String> =
            table(&["X-A 1/2-1/2", "X-P 1-0", "Q-X 1-0", "A-P 1/2-1/2", "A-Q 1/2-1/2", "P-Q 1-0"]);
        let names: Vec<&str> = order.iter().map(|row| &row[..1]).collect();
        assert_eq!(names, ["P", "Q", "X", "A"]);
        assert_eq!(order[3], "A 1.5 1.5 2.25 0 2:½ 0:½ 1:½");
    }

    /// A Swiss tournament of two rounds: A beat B, C beat D, E beat F; then A drew with C, B drew with E, F beat D. A and
    /// C have 1½ points, and so has E, who met neither, so that their draw does not put them before E. Sonneborn-Berger:
    /// A beat B (½) and drew with C (¾), E beat F (1) and drew with B (¼), C beat D (0) and drew with A (¾).
    #[test]
    fn who_met_only_some_of_the_equals_is_not_judged_by_these() {
        assert_eq!(
            table(&["A-B 1-0 1", "C-D 1-0 1", "E-F 1-0 1", "C-A 1/2-1/2 2", "B-E 1/2-1/2 2", "F-D 1-0 2"]),
            [
                "A 1.5 - 1.25 1 4:1 2:½",
                "E 1.5 - 1.25 1 3:1 4:½",
                "C 1.5 - 0.75 1 5:1 0:½",
                "F 1 - 0 1 1:0 5:1",
                "B 0.5 - 0.75 0 0:0 1:½",
                "D 0 - 0 0 2:0 3:0",
            ]
        );
    }

    /// A won once at the board against 2400 and once because B, 2600, did not appear: 800 above 2400, not above 2500.
    #[test]
    fn who_did_not_appear_tells_nothing_of_anybodys_strength() {
        let mut all = Games::default();
        for (black, is_forfeit, elo) in [("C", false, 2400), ("B", true, 2600)] {
            let elos = [Some(2500), Some(elo)];
            let outcome = Outcome { result: GameResult::WhiteWins, is_forfeit, round: [0, 0], day: 0, elos };
            all.add("A", black, outcome);
        }
        let table = standings(&all, &all.pairings);
        let told: Vec<_> =
            table.iter().map(|player| (player.name, player.points, player.against.performance())).collect();
        let none = super::super::report::Value::None;
        let number = |number| super::super::report::Value::Number(number, 0);
        assert_eq!(told, [("A", 4, number(3200.0)), ("B", 0, none), ("C", 0, number(1700.0))]);
    }

    /// Lost for both, half a point for one alone, unfinished, not appeared; the rounds out of order.
    #[test]
    fn odd_results_count_as_they_are() {
        assert_eq!(
            table(&["A-B * 5", "B-A +:- 4", "A-B 0-0 2", "B-A 0-1/2 3", "A-B 1-0 1"]),
            ["A 1.5 - 1.5 1 1:10½-*", "B 1 - 1.5 1 0:000+*"]
        );
    }
}
