//! The table of a tournament or match: which games belong to it.
//!
//! Events are looked for by name: the whole name first, then words of it; a year behind the name (`New York 1924`) is
//! also taken for the year of an event that is named without it. Games of one name that are far apart in time belong
//! to several editions of an event, see the module `editions`.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::crosstable_parts::parts;
use super::editions::{Edition, editions};
use super::names::merge;
use super::report::{Part, Words};
use super::standings::{Games, Outcome};
use super::survey::{Count, Place, Places, Refusal, Survey, Tally};
use crate::notation::ending::Ending;
use crate::notation::result;
use crate::pgn::player_name;
use crate::query::Subject;
use crate::query::expr::{Expr, GameTerm, Term};
use crate::query::fields::TextField;
use crate::query::text_test::{Folded, TextPattern, TextTest};
use crate::store::tags::{date, pack_date};

/// So many events are named where one was asked for.
const NAMED: usize = 20;

/// The survey.
pub struct Crosstable(Arc<Wanted>);

/// The event that is looked for.
#[derive(Debug)]
struct Wanted {
    whole: (TextTest, TextTest),
    /// The same without the year at its end, and that year.
    undated: Option<(TextTest, TextTest, u16)>,
    /// Words that every event has that may be meant.
    words: TextTest,
}

impl Crosstable {
    /// Of an event.
    ///
    /// # Errors
    /// The name is too long.
    pub fn new(event: &str) -> Result<Crosstable, regex::Error> {
        let tests = |name: &str| -> Result<(TextTest, TextTest), regex::Error> {
            Ok((TextTest::Is(Folded::new(name)), TextTest::Word(TextPattern::words(name)?)))
        };
        let is_year = |year: &str| year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit());
        let dated = event.trim().rsplit_once([' ', '\t']).filter(|(_, year)| is_year(year));
        let undated = match dated.and_then(|(name, year)| Some((name, year.parse().ok()?))) {
            Some((name, year)) => {
                let (is, word) = tests(name)?;
                Some((is, word, year))
            }
            None => None,
        };
        let words = TextTest::Word(TextPattern::words(dated.map_or(event, |(name, _)| name))?);
        Ok(Crosstable(Arc::new(Wanted { whole: tests(event)?, undated, words })))
    }
}

impl Survey for Crosstable {
    fn tally(&self) -> Tally {
        let (levels, events) = (FxHashMap::default(), FxHashMap::default());
        Tally::new(CrosstableCount { wanted: Arc::clone(&self.0), levels, events })
    }

    fn only(&self) -> Option<Expr> {
        Some(Expr::Term(Term::Game(GameTerm::Text(TextField::Event, self.0.words.clone()))))
    }
}

/// How well an event fits what was asked for: only those that fit best are looked at.
type Level = u8;

/// The levels of an event for games of the year that was asked for and for all others.
#[derive(Clone, Copy)]
struct Levels {
    this_year: Option<Level>,
    any_year: Option<Level>,
}

impl Wanted {
    fn levels(&self, event: &str) -> Levels {
        let whole = if self.whole.0.matches(event) {
            Some(0)
        } else if self.whole.1.matches(event) {
            Some(2)
        } else {
            None
        };
        let undated = match &self.undated {
            Some((is, ..)) if is.matches(event) => Some(1),
            Some((_, word, _)) if word.matches(event) => Some(3),
            _ => None,
        };
        Levels { this_year: [whole, undated].into_iter().flatten().min(), any_year: whole }
    }

    fn is_year(&self, year: Option<u16>) -> bool {
        self.undated.as_ref().is_some_and(|(.., wanted)| year == Some(*wanted))
    }
}

struct CrosstableCount {
    wanted: Arc<Wanted>,
    /// Events that were compared already.
    levels: FxHashMap<Box<str>, Levels>,
    events: FxHashMap<(Level, Box<str>), Games>,
}

impl CrosstableCount {
    fn levels(&mut self, event: &str) -> Levels {
        if let Some(levels) = self.levels.get(event) {
            return *levels;
        }
        let levels = self.wanted.levels(event);
        self.levels.insert(event.into(), levels);
        levels
    }

    /// The editions of the events that fit best.
    fn found(&self) -> Vec<Edition<'_>> {
        let best = self.events.keys().map(|(level, _)| *level).min();
        let fitting = self.events.iter().filter(|((level, _), _)| Some(*level) == best);
        let mut found: Vec<Edition<'_>> =
            fitting.flat_map(|((_, event), games)| editions(event, games)).collect();
        found.sort_unstable_by(|a, b| a.event.cmp(b.event).then_with(|| a.first.cmp(&b.first)));
        found
    }
}

impl Count for CrosstableCount {
    fn game(&mut self, game: &dyn Subject, _place: Place) {
        let Some(event) = game.tag("Event") else { return };
        let levels = self.levels(&event);
        let day = game.date();
        // A tournament over the turn of a year is that of the year it began in, if its games say so.
        let begun = if levels.this_year == levels.any_year {
            None
        } else {
            game.tag("EventDate").and_then(|text| date(&text).year)
        };
        let is_this = self.wanted.is_year(begun.or(day.year));
        let Some(level) = (if is_this { levels.this_year } else { levels.any_year }) else { return };
        let (Some(white), Some(black)) = (game.tag("White"), game.tag("Black")) else { return };
        if player_name::parts(&white).is_none() || player_name::parts(&black).is_none() {
            return;
        }
        let is_forfeit = game
            .tag("Termination")
            .is_some_and(|text| result::parse(text.trim().as_bytes()).is_some_and(|read| read.forfeit))
            || (game.moves().is_empty() && game.ending() == Ending::NoShow);
        let outcome = Outcome {
            result: game.result(),
            is_forfeit,
            round: game.tag("Round").map_or([0; 2], |round| round_of(&round)),
            day: pack_date(day),
            elos: [game.white_elo(), game.black_elo()],
        };
        self.events.entry((level, event.as_ref().into())).or_default().add(&white, &black, outcome);
    }

    fn merge(&mut self, later: CrosstableCount) {
        merge(&mut self.events, later.events, Games::merge);
    }

    fn refusal(&self) -> Option<Refusal> {
        let found = self.found();
        match found.as_slice() {
            [_] => None,
            [] => Some(Refusal {
                message: Words::new("no game is of this event", "keine Partie ist von diesem Turnier"),
                names: Vec::new(),
            }),
            several => Some(Refusal {
                message: Words::new(
                    "several events match; name one of them, or ask for its dates with --where",
                    "mehrere Turniere passen; eines davon nennen oder mit --where nach seinem Datum fragen",
                ),
                names: several.iter().take(NAMED).map(Edition::name).collect(),
            }),
        }
    }

    fn parts(self, _places: &Places) -> Vec<Part> {
        match self.found().as_slice() {
            [only] => parts(only),
            _ => Vec::new(),
        }
    }
}

/// The first two numbers of a round such as `7`, `3.2`; zeros where there are none.
fn round_of(text: &str) -> [u32; 2] {
    let mut numbers = text.trim().split('.').map(|number| number.parse().unwrap_or(0));
    [numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)]
}

#[cfg(test)]
mod tests {
    use super::super::testing::{figure, rows, surveyed, table};
    use super::*;
    use crate::check::game::CheckOptions;
    use crate::check::record::read_games;
    use crate::query::GameSubject;

    const NEW_YORK: &str = include_str!("../../tests/fixtures/newyork1924_table.pgn");

    fn refused(event: &str, pgn: &str) -> Option<Vec<String>> {
        let mut tally = Crosstable::new(event).expect("a name").tally();
        let mut moves = Vec::new();
        for game in &read_games(pgn.as_bytes(), CheckOptions::default()) {
            let place = Place { source: 0, piece: 0, number: 1 };
            tally.game(&GameSubject::new(game, &mut moves), place);
        }
        tally.refusal().map(|refusal| refusal.names)
    }

    /// The table as it was published. Lasker's Sonneborn-Berger: ½ of Capablanca's 14½, 1½ times Alekhine's 12, 1½
    /// times Marshall's 11, twice Reti's 10½, Maroczy's 10 and Bogoljubow's 9½, 1½ times Tartakower's 8, Yates' 7 and
    /// Edward Lasker's 6½, twice Janowski's 5: 7.25 + 18 + 16.5 + 21 + 20 + 19 + 12 + 10.5 + 9.75 + 10 = 144. The
    /// others in the same way.
    #[test]
    fn the_table_of_new_york_1924_is_that_of_the_book() {
        for event in ["New York", "new york", "New York 1924", "york 1924"] {
            let parts = surveyed(&Crosstable::new(event).expect("a name"), NEW_YORK);
            assert_eq!(figure(&parts, "players"), "11");
            assert_eq!(
                (figure(&parts, "games"), figure(&parts, "date")),
                ("110".into(), "1924.??.??".into())
            );
            let table = table(&parts, "crosstable");
            assert_eq!(
                rows(table, "rank player 1 2 3 4 5 6 7 8 9 10 11 games points sonneborn_berger wins"),
                [
                    "1 | Lasker, Em | ■ | ½0 | ½1 | 1½ | 11 | 11 | 11 | 1½ | 1½ | ½1 | 11 | 20 | 16 | 144.00 | 13",
                    "2 | Capablanca, J | ½1 | ■ | ½½ | ½½ | 01 | 1½ | 11 | 11 | ½1 | 1½ | 1½ | 20 | 14.5 | 135.25 | 10",
                    "3 | Alekhine, A | ½0 | ½½ | ■ | ½½ | 01 | 1½ | ½½ | ½½ | 11 | ½½ | 11 | 20 | 12 | 107.00 | 6",
                    "4 | Marshall, F | 0½ | ½½ | ½½ | ■ | 1½ | ½0 | 01 | 0½ | ½1 | 1½ | 11 | 20 | 11 | 99.00 | 6",
                    "5 | Reti, R | 00 | 10 | 10 | 0½ | ■ | ½½ | 10 | 11 | 10 | 10 | 11 | 20 | 10.5 | 91.00 | 9",
                    "6 | Maroczy, G | 00 | 0½ | 0½ | ½1 | ½½ | ■ | 01 | ½½ | 11 | ½1 | 10 | 20 | 10 | 86.50 | 6",
                    "7 | Bogoljubow, E | 00 | 00 | ½½ | 10 | 01 | 10 | ■ | 10 | 11 | ½1 | 01 | 20 | 9.5 | 80.25 | 8",
                    "8 | Tartakower, S | 0½ | 00 | ½½ | 1½ | 00 | ½½ | 01 | ■ | 01 | ½0 | 1½ | 20 | 8 | 73.75 | 4",
                    "9 | Yates, F | 0½ | ½0 | 00 | ½0 | 01 | 00 | 00 | 10 | ■ | 11 | 1½ | 20 | 7 | 59.75 | 5",
                    "10 | Lasker, Ed | ½0 | 0½ | ½½ | 0½ | 01 | ½0 | ½0 | ½1 | 00 | ■ | 0½ | 20 | 6.5 | 67.50 | 2",
                    "11 | Janowski, D | 00 | 0½ | 00 | 00 | 00 | 01 | 10 | 0½ | 0½ | 1½ | ■ | 20 | 5 | 44.00 | 3",
                ]
            );
            assert!(rows(table, "direct").iter().all(|direct| direct == "-"));
        }
    }

    fn game(event: &str, date: &str, white: &str, result: &str) -> String {
        format!(
            "[Event \"{event}\"]\n[Date \"{date}\"]\n[White \"{white}\"]\n[Black \"B\"]\n[Result \"{result}\"]\n\n1. e4 {result}\n\n"
        )
    }

    #[test]
    fn a_whole_name_goes_before_words_of_it() {
        let pgn = game("Linares", "1993.02.23", "A", "1-0") + &game("Linares open", "1993.02.23", "C", "1-0");
        assert_eq!(refused("linares", &pgn), None);
        assert_eq!(refused("OPEN", &pgn), None);
        assert_eq!(refused("Wijk", &pgn), Some(Vec::new()));
        let pgn =
            game("XI Linares", "1993.02.23", "A", "1-0") + &game("Linares open", "1993.02.23", "C", "1-0");
        assert_eq!(
            refused("linares", &pgn),
            Some(vec!["Linares open (1993.02.23, 1)".into(), "XI Linares (1993.02.23, 1)".into()])
        );
    }

    #[test]
    fn years_part_the_editions_of_an_event() {
        let pgn = game("Linares", "1993.02.23", "A", "1-0")
            + &game("Linares", "1993.03.??", "C", "0-1")
            + &game("Linares", "1993", "D", "0-1")
            + &game("Linares", "1994.02.25", "A", "1-0");
        assert_eq!(
            refused("Linares", &pgn),
            Some(vec!["Linares (1993.02.23 - 1993.03.??, 3)".into(), "Linares (1994.02.25, 1)".into()])
        );
        let parts = surveyed(&Crosstable::new("Linares 1993").expect("a name"), &pgn);
        assert_eq!(
            rows(table(&parts, "crosstable"), "player points games"),
            ["B | 2 | 3", "A | 1 | 1", "C | 0 | 1", "D | 0 | 1"]
        );
    }

    #[test]
    fn who_did_not_appear_gets_a_minus() {
        let pgn =
            game("M", "1972", "F", "-:+") + &game("M", "1972", "F", "1-0") + &game("M", "1972", "F", "*");
        let parts = surveyed(&Crosstable::new("M").expect("a name"), &pgn);
        assert_eq!(
            rows(table(&parts, "crosstable"), "player 1 2 points direct"),
            ["B | ■ | +0* | 1 | 1", "F | -1* | ■ | 1 | 1"]
        );
    }

    #[test]
    fn rounds_are_read_as_numbers() {
        assert_eq!(
            [round_of("7"), round_of("3.2"), round_of("10.?"), round_of("?")],
            [[7, 0], [3, 2], [10, 0], [0, 0]]
        );
    }
}
