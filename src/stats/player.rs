//! The record of a player: by colour, opening, opponent and year, and against what the ratings let expect.

use std::borrow::Cow;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::against::Against;
use super::names::{Names, merge};
use super::player_parts::parts;
use super::rating::capped_hundredths;
use super::report::Part;
use super::results::Results;
use super::survey::{Count, Place, Places, Survey, Tally};
use crate::chess::Color;
use crate::notation::result::GameResult;
use crate::pgn::player_name::{self, NameParts};
use crate::query::Subject;

/// The survey: all games of whoever a name may be of, as [`NameParts::may_be`] has it, or the same name with its words in
/// another order, where only one of the two has a comma.
pub struct Player(Arc<Wanted>);

/// Who is looked for, and how long the tables are.
#[derive(Debug)]
struct Wanted {
    name: NameParts,
    has_comma: bool,
    /// Its words, as [`NameParts::in_any_order`] has them.
    words: Option<String>,
    top: usize,
}

impl Player {
    /// Of a name; tables of openings and opponents have at most `top` rows. `None` if it names nobody.
    pub fn new(name: &str, top: usize) -> Option<Player> {
        let has_comma = player_name::has_comma(name);
        let name = player_name::parts(name)?;
        Some(Player(Arc::new(Wanted { words: name.in_any_order(), name, has_comma, top })))
    }
}

impl Wanted {
    fn is(&self, name: &str) -> bool {
        let Some(parts) = player_name::parts(name) else { return false };
        // Without a comma nobody knows which word is the family's; with one in both, the order tells people apart.
        let turned = || self.has_comma != player_name::has_comma(name) && parts.in_any_order() == self.words;
        self.name.may_be(&parts) || (self.words.is_some() && turned())
    }
}

impl Survey for Player {
    fn tally(&self) -> Tally {
        Tally::new(PlayerCount {
            wanted: Arc::clone(&self.0),
            known: FxHashMap::default(),
            record: Record::default(),
        })
    }
}

/// What was counted of some games of the player.
#[derive(Clone, Copy, Default)]
pub(super) struct Score {
    pub(super) against: Against,
    /// Results of the games with both ratings and a result.
    pub(super) rated: Results,
    /// The points in these that the ratings let expect, in hundredths.
    pub(super) expected: u64,
}

impl Score {
    fn add(&mut self, game: &Seen) {
        self.against.add(game.result, game.side, game.own_elo, game.elo);
        let one = Results::of(game.result, game.side);
        if let (Some(own), Some(elo), 1..) = (game.own_elo, game.elo, one.scored()) {
            self.rated.merge(one);
            self.expected += capped_hundredths(i64::from(own) - i64::from(elo));
        }
    }

    pub(super) fn merge(&mut self, other: Score) {
        self.against.merge(other.against);
        self.rated.merge(other.rated);
        self.expected += other.expected;
    }

    pub(super) fn games(&self) -> u64 {
        self.against.results.games()
    }
}

/// A game as the player saw it.
struct Seen {
    side: Color,
    result: GameResult,
    own_elo: Option<u32>,
    elo: Option<u32>,
}

/// An opponent: all spellings that are the same but for capitals, accents and punctuation.
#[derive(Default)]
pub(super) struct Opponent {
    pub(super) score: Score,
    /// Games by spelling.
    pub(super) spellings: Names<u64>,
}

impl Opponent {
    fn merge(&mut self, other: Opponent) {
        self.score.merge(other.score);
        self.spellings.merge(other.spellings, |own, other| *own += other);
    }
}

/// Everything that was counted of the player.
#[derive(Default)]
pub(super) struct Record {
    /// By the name as it was written.
    pub(super) spellings: Names<u64>,
    /// With White and with Black.
    pub(super) colors: [Score; 2],
    /// By colour (0: White) and family; without an opening the family is empty.
    pub(super) openings: FxHashMap<(usize, &'static str), Score>,
    pub(super) opponents: FxHashMap<Box<str>, Opponent>,
    /// 0: not known.
    pub(super) years: FxHashMap<u16, Score>,
}

impl Record {
    fn add(&mut self, game: &Seen, name: &str, opponent: &str, subject: &dyn Subject) {
        self.spellings.count(name, |games| *games += 1);
        if let Some(score) = self.colors.get_mut(game.side.index()) {
            score.add(game);
        }
        let family = subject.opening().map_or("", |opening| opening.family());
        self.openings.entry((game.side.index(), family)).or_default().add(game);
        let folded = player_name::parts(opponent).map_or_else(String::new, |parts| parts.joined());
        let known = self.opponents.entry(folded.into_boxed_str()).or_default();
        known.score.add(game);
        known.spellings.count(opponent, |games| *games += 1);
        self.years.entry(subject.date().year.unwrap_or(0)).or_default().add(game);
    }

    fn merge(&mut self, later: Record) {
        self.spellings.merge(later.spellings, |own, other| *own += other);
        for (own, later) in self.colors.iter_mut().zip(later.colors) {
            own.merge(later);
        }
        merge(&mut self.openings, later.openings, Score::merge);
        merge(&mut self.opponents, later.opponents, Opponent::merge);
        merge(&mut self.years, later.years, Score::merge);
    }
}

struct PlayerCount {
    wanted: Arc<Wanted>,
    /// Names that were compared already.
    known: FxHashMap<Box<str>, bool>,
    record: Record,
}

impl PlayerCount {
    fn is(&mut self, name: &str) -> bool {
        if let Some(known) = self.known.get(name) {
            return *known;
        }
        let is = self.wanted.is(name);
        self.known.insert(name.into(), is);
        is
    }
}

impl Count for PlayerCount {
    fn game(&mut self, game: &dyn Subject, _place: Place) {
        let white = game.tag("White").unwrap_or(Cow::Borrowed(""));
        let black = game.tag("Black").unwrap_or(Cow::Borrowed(""));
        for (side, name, opponent) in [(Color::White, &white, &black), (Color::Black, &black, &white)] {
            if !self.is(name) {
                continue;
            }
            let elos = (game.white_elo(), game.black_elo());
            let (own_elo, elo) = if side == Color::White { elos } else { (elos.1, elos.0) };
            let seen = Seen { side, result: game.result(), own_elo, elo };
            self.record.add(&seen, name, opponent, game);
        }
    }

    fn merge(&mut self, later: PlayerCount) {
        self.record.merge(later.record);
    }

    fn parts(self, _places: &Places) -> Vec<Part> {
        parts(self.record, self.wanted.top)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{figure, rows, surveyed, table};
    use super::*;

    const GAMES: &str = r#"
[White "Tal, Mihail"] [Black "Smyslov, Vassily"] [WhiteElo "2600"] [BlackElo "2550"] [Date "1959.09.07"] [Result "1-0"]

1. e4 c6 1-0

[White "Smyslov,V"] [Black "TAL, MIHAIL"] [WhiteElo "2550"] [BlackElo "2600"] [Date "1959.??.??"] [Result "1/2-1/2"]

1. d4 Nf6 2. c4 g6 1/2-1/2

[White "Tal,M"] [Black "SMYSLOV,V"] [BlackElo "2700"] [Date "1964.01.01"] [Result "0-1"]

1. e4 c6 0-1

[White "Mihail Tal"] [Black "Nobody"] [WhiteElo "2700"] [BlackElo "2000"] [Result "*"]

1. e4 *

[White "Tal, Peter"] [Black "Talin, M"] [Result "1-0"]

1. e4 1-0

[White "Nobody"] [Black "Tal, Mihail"] [WhiteElo "2000"] [BlackElo "2700"] [Date "1964.01.02"] [Result "0-1"]

1. e4 e5 0-1
"#;

    #[test]
    fn all_spellings_of_a_name_are_one_player() {
        let parts = surveyed(&Player::new("Tal, Mihail", 9).expect("a name"), GAMES);
        assert_eq!(
            rows(table(&parts, "player_spellings"), "name games"),
            ["Tal, Mihail | 2", "Mihail Tal | 1", "TAL, MIHAIL | 1", "Tal,M | 1"]
        );
        let keys = ["name", "games", "won", "drawn", "lost", "other", "points", "score"];
        assert_eq!(
            keys.map(|key| figure(&parts, key)),
            ["Tal, Mihail", "5", "2", "1", "1", "1", "2.5", "62.5%"]
        );
        // Opponents with a result: 2550, 2550, 2700, 2000, so 2450 on average; 2.5 of 4 are 0.63 and worth 95 more.
        // Both ratings: differences of 50, 50 and 700, which counts as 400: 0.57 + 0.57 + 0.92 expected, 2.5 made.
        let keys = ["elo", "opposition", "performance", "rated", "rated_points", "expected", "difference"];
        assert_eq!(keys.map(|key| figure(&parts, key)), ["2650", "2450", "2545", "3", "2.5", "2.06", "0.44"]);
    }

    #[test]
    fn the_record_is_parted_by_colour_opening_opponent_and_year() {
        let parts = surveyed(&Player::new("Tal, Mihail", 9).expect("a name"), GAMES);
        let score = "games won drawn lost other score";
        assert_eq!(
            rows(table(&parts, "player_colors"), &format!("color {score} expected difference")),
            [
                "White | 3 | 1 | 0 | 1 | 1 | 50.0% | 0.57 | 0.43",
                "Black | 2 | 1 | 1 | 0 | 0 | 75.0% | 1.49 | 0.01"
            ]
        );
        assert_eq!(
            rows(table(&parts, "player_openings"), "color opening games"),
            [
                "White | Caro-Kann Defense | 2",
                "White | King's Pawn Game | 1",
                "Black | Indian Defense | 1",
                "Black | King's Pawn Game | 1",
            ]
        );
        assert_eq!(
            rows(table(&parts, "player_opponents"), &format!("opponent {score}")),
            [
                "Nobody | 2 | 1 | 0 | 0 | 1 | 100.0%",
                "SMYSLOV,V | 2 | 0 | 1 | 1 | 0 | 25.0%",
                "Smyslov, Vassily | 1 | 1 | 0 | 0 | 0 | 100.0%",
            ]
        );
        assert_eq!(
            rows(table(&parts, "player_years"), &format!("year {score}")),
            [
                "1959 | 2 | 1 | 1 | 0 | 0 | 75.0%",
                "1964 | 2 | 1 | 0 | 1 | 0 | 50.0%",
                "- | 1 | 0 | 0 | 0 | 1 | -"
            ]
        );
    }

    #[test]
    fn an_initial_and_no_name_at_all_find_more() {
        let games = |name| figure(&surveyed(&Player::new(name, 1).expect("a name"), GAMES), "games");
        assert_eq!(
            (games("Tal, M"), games("tal"), games("Tal, Peter")),
            ("5".into(), "6".into(), "1".into())
        );
        assert!(Player::new("?", 1).is_none());
        let parts = surveyed(&Player::new("Tal", 1).expect("a name"), GAMES);
        assert_eq!(table(&parts, "player_opponents").left_out, 3);
    }

    #[test]
    fn a_name_is_found_with_its_words_in_another_order() {
        let game = |name: &str| format!("[White \"{name}\"] [Black \"B\"] [Result \"1-0\"]\n\n1. e4 1-0\n\n");
        let pgn: String = ["Wang, Hao", "Wang Hao", "Hao, Wang", "Hao Wang", "Wang, H"].map(game).concat();
        let found = |name| {
            let parts = surveyed(&Player::new(name, 9).expect("a name"), &pgn);
            rows(table(&parts, "player_spellings"), "name").join("; ")
        };
        assert_eq!(found("Wang, Hao"), "Hao Wang; Wang Hao; Wang, H; Wang, Hao");
        // Hao with the given name Wang, or Wang with the given name Hao: it may be either.
        assert_eq!(found("Wang Hao"), "Hao, Wang; Wang Hao; Wang, Hao");
        assert_eq!(found("Hao, Wang"), "Hao Wang; Hao, Wang; Wang Hao");
    }
}
