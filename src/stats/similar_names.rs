//! Spellings of names that are probably one player's.
//!
//! Names that are alike (see the module `name_links`) are put together unless the games speak against it: nobody plays
//! himself, and nobody is in one tournament twice on the same day with different opponents.

use rustc_hash::{FxHashMap, FxHashSet};

use super::name_links::{Likeness, Spelling, links};
use super::numbered::Numbered;
use super::report::{Column, Figure, Figures, Part, Table, Value, Words};
use super::survey::{Count, Place, Places, Survey, Tally};
use crate::pgn::player_name;
use crate::query::Subject;
use crate::store::tags::pack_date;

/// The survey.
pub struct SimilarNames {
    /// At most so many groups are shown.
    top: usize,
}

impl SimilarNames {
    /// At most so many groups of names are shown.
    pub fn new(top: usize) -> SimilarNames {
        SimilarNames { top }
    }
}

impl Survey for SimilarNames {
    fn tally(&self) -> Tally {
        Tally::new(Seen { top: self.top, ..Seen::default() })
    }
}

/// A game of two names, by their numbers.
#[derive(Clone, Copy)]
struct Meeting {
    white: u32,
    black: u32,
    /// Hash of event and day; 0 if one is not known.
    event_day: u64,
}

/// What was seen.
#[derive(Default)]
struct Seen {
    top: usize,
    names: Numbered,
    meetings: Vec<Meeting>,
}

impl Count for Seen {
    fn game(&mut self, game: &dyn Subject, _place: Place) {
        let (white, black) = (game.tag("White").unwrap_or_default(), game.tag("Black").unwrap_or_default());
        let (white, black) = (self.names.number(white.trim()), self.names.number(black.trim()));
        let date = game.date();
        let event_day = match (date.year.and(date.month).and(date.day), game.tag("Event")) {
            (Some(_), Some(event)) => {
                let day = u64::from(pack_date(date));
                xxhash_rust::xxh3::xxh3_64_with_seed(event.trim().to_lowercase().as_bytes(), day)
            }
            _ => 0,
        };
        self.meetings.push(Meeting { white, black, event_day });
    }

    fn merge(&mut self, later: Seen) {
        let now = self.names.merge(&later.names);
        let meetings = later.meetings.into_iter();
        self.meetings.extend(meetings.map(|meeting| Meeting {
            white: now.of(meeting.white),
            black: now.of(meeting.black),
            ..meeting
        }));
    }

    fn parts(self, _places: &Places) -> Vec<Part> {
        let names = self.spellings();
        let links = links(&names);
        let involved: FxHashSet<usize> = links.iter().flat_map(|link| [link.one, link.other]).collect();
        let evidence = Evidence::new(&self, &names, &involved);
        let mut groups = Groups::default();
        for link in &links {
            groups.join(link.one, link.other, &evidence);
        }
        report(&names, groups.finish(&names), self.top)
    }
}

impl Seen {
    /// The names in the order of the alphabet, so that nothing depends on the order of the games.
    fn spellings(&self) -> Vec<Spelling> {
        let mut games = vec![0u64; self.names.names().len()];
        for number in self.meetings.iter().flat_map(|meeting| [meeting.white, meeting.black]) {
            if let Some(games) = games.get_mut(number as usize) {
                *games += 1;
            }
        }
        let mut names: Vec<Spelling> = self
            .names
            .names()
            .iter()
            .zip(games)
            .filter_map(|(text, games)| {
                Some(Spelling { text: text.clone(), parts: player_name::parts(text)?, games })
            })
            .collect();
        names.sort_unstable_by(|a, b| a.text.cmp(&b.text));
        names
    }
}

/// What the games say against two names being one.
struct Evidence {
    /// Names that played each other, the lower index first.
    met: FxHashSet<(usize, usize)>,
    /// By name: days of events and hashes of the family names of the opponents there, sorted.
    days: FxHashMap<usize, Vec<(u64, u64)>>,
}

impl Evidence {
    /// Only of names that may be joined.
    fn new(seen: &Seen, names: &[Spelling], involved: &FxHashSet<usize>) -> Evidence {
        let index = |number: u32| {
            let text = seen.names.name(number);
            names.binary_search_by(|name| (*name.text).cmp(text)).ok()
        };
        let indices: Vec<Option<usize>> = (0..seen.names.names().len() as u32).map(index).collect();
        let index = |number: u32| indices.get(number as usize).copied().flatten();
        let family = |name: Option<usize>| {
            let family = name.and_then(|name| names.get(name)).map_or("", |name| &name.parts.family);
            xxhash_rust::xxh3::xxh3_64(family.as_bytes())
        };
        let mut evidence = Evidence { met: FxHashSet::default(), days: FxHashMap::default() };
        for meeting in &seen.meetings {
            let (white, black) = (index(meeting.white), index(meeting.black));
            if let (Some(white), Some(black)) = (white, black)
                && involved.contains(&white)
                && involved.contains(&black)
            {
                evidence.met.insert((white.min(black), white.max(black)));
            }
            if meeting.event_day == 0 {
                continue;
            }
            for (own, other) in [(white, black), (black, white)] {
                if let Some(own) = own.filter(|own| involved.contains(own)) {
                    evidence.days.entry(own).or_default().push((meeting.event_day, family(other)));
                }
            }
        }
        for days in evidence.days.values_mut() {
            days.sort_unstable();
            days.dedup();
        }
        evidence
    }

    /// The two cannot be one.
    fn parts(&self, a: usize, b: usize) -> bool {
        self.met.contains(&(a.min(b), a.max(b))) || self.were_apart(a, b)
    }

    /// There is a day on which both were in one event and had no opponent in common. (One in common is a game that is
    /// there twice, spelled in two ways.)
    fn were_apart(&self, a: usize, b: usize) -> bool {
        let (Some(a), Some(b)) = (self.days.get(&a), self.days.get(&b)) else { return false };
        let (few, many) = if a.len() < b.len() { (a, b) } else { (b, a) };
        few.chunk_by(|one, other| one.0 == other.0).any(|day| {
            let Some((event_day, _)) = day.first() else { return false };
            let first = many.partition_point(|(other, _)| other < event_day);
            let others = many.get(first..).unwrap_or_default();
            let mut others = others.iter().take_while(|(other, _)| other == event_day).peekable();
            others.peek().is_some() && !others.any(|other| day.contains(other))
        })
    }
}

/// Names that are put together.
#[derive(Default)]
struct Groups {
    /// By name: its group.
    of: FxHashMap<usize, usize>,
    /// Those that went into another group are empty.
    members: Vec<Vec<usize>>,
}

/// A group with its games.
type Group = (u64, Vec<usize>);

impl Groups {
    fn group(&mut self, name: usize) -> usize {
        if let Some(group) = self.of.get(&name) {
            return *group;
        }
        self.of.insert(name, self.members.len());
        self.members.push(vec![name]);
        self.members.len() - 1
    }

    /// Puts two names together with all that they are together with, unless any two of them cannot be one.
    fn join(&mut self, a: usize, b: usize, evidence: &Evidence) {
        let (one, other) = (self.group(a), self.group(b));
        if one == other {
            return;
        }
        let members = |group: usize| self.members.get(group).map_or(&[][..], Vec::as_slice);
        let is_against = members(one).iter().any(|a| members(other).iter().any(|b| evidence.parts(*a, *b)));
        if is_against {
            return;
        }
        let moved = self.members.get_mut(other).map(std::mem::take).unwrap_or_default();
        for name in &moved {
            self.of.insert(*name, one);
        }
        if let Some(members) = self.members.get_mut(one) {
            members.extend(moved);
        }
    }

    /// Groups of two and more with their games, those with most games first; within a group the most frequent name
    /// first.
    fn finish(self, names: &[Spelling]) -> Vec<Group> {
        let name = |index: usize| names.get(index).map(|name| (std::cmp::Reverse(name.games), &name.text));
        let games = |index: usize| names.get(index).map_or(0, |name| name.games);
        let mut groups: Vec<Group> = self
            .members
            .into_iter()
            .filter(|members| members.len() > 1)
            .map(|mut members| {
                members.sort_by_key(|index| name(*index));
                (members.iter().map(|index| games(*index)).sum(), members)
            })
            .collect();
        groups.sort_by_key(|(games, members)| {
            (std::cmp::Reverse(*games), members.first().and_then(|index| name(*index)))
        });
        groups
    }
}

fn report(names: &[Spelling], groups: Vec<Group>, top: usize) -> Vec<Part> {
    let number = groups.len();
    let spellings: usize = groups.iter().map(|(_, members)| members.len()).sum();
    let rows = groups.into_iter().take(top).zip(1..).flat_map(|((_, members), number)| {
        let first = members.first().and_then(|first| names.get(*first));
        members.into_iter().enumerate().filter_map(move |(at, index)| {
            let name = names.get(index)?;
            // The first is what the others are like.
            let how = match first.filter(|_| at > 0) {
                Some(first) => Value::Words(Likeness::between(&first.parts, &name.parts).words()),
                None => Value::None,
            };
            Some(vec![
                Value::Count(number),
                Value::Text(name.text.to_string()),
                Value::Count(name.games),
                how,
            ])
        })
    });
    let table = Table {
        key: "similar_names",
        title: Words::new("Probably one player", "Wahrscheinlich eine Person"),
        columns: vec![
            Column::new("group", "Group", "Gruppe"),
            Column::new("name", "Name", "Name"),
            Column::new("games", "Games", "Partien"),
            Column::new("difference", "What differs", "Was sich unterscheidet"),
        ],
        rows: rows.collect(),
        total: None,
        chart: None,
        left_out: number.saturating_sub(top) as u64,
    };
    let figure = |key, en, de, value| Figure::new(key, Words::new(en, de), Value::Count(value as u64));
    let figures = Figures {
        key: "names",
        title: Words::new("Names", "Namen"),
        rows: vec![
            figure("names", "Names", "Namen", names.len()),
            figure("groups", "Groups of similar names", "Gruppen ähnlicher Namen", number),
            figure("spellings", "Names in these", "Namen darin", spellings),
        ],
    };
    vec![Part::Figures(figures), Part::Table(table)]
}

#[cfg(test)]
mod tests {
    use super::super::testing::{figure, rows, surveyed, table};
    use super::*;

    fn game(event: &str, date: &str, white: &str, black: &str) -> String {
        format!(
            "[Event \"{event}\"]\n[Date \"{date}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"*\"]\n\n1. e4 *\n\n"
        )
    }

    #[test]
    fn spellings_come_in_groups_the_most_frequent_first() {
        let pgn = game("A", "2001.01.01", "Carlsen,M", "Anand,V")
            + &game("A", "2001.01.02", "Anand, Viswanathan", "Carlsen, Magnus")
            + &game("A", "2001.01.03", "Carlsen, Magnus", "Müller, Karsten")
            + &game("A", "2001.01.04", "CARLSEN,MAGNUS", "Mueller, Karsten")
            + &game("A", "2001.01.05", "Mueller, Karsten", "?");
        let parts = surveyed(&SimilarNames::new(2), &pgn);
        let table = table(&parts, "similar_names");
        assert_eq!(
            rows(table, "group name games difference"),
            [
                "1 | Carlsen, Magnus | 2 | -",
                "1 | CARLSEN,MAGNUS | 1 | capitals, accents, signs",
                "1 | Carlsen,M | 1 | given name left out or shortened",
                "2 | Mueller, Karsten | 2 | -",
                "2 | Müller, Karsten | 1 | umlaut",
            ]
        );
        assert_eq!(table.left_out, 1);
        assert_eq!(["names", "groups", "spellings"].map(|key| figure(&parts, key)), ["7", "3", "7"]);
    }

    #[test]
    fn who_played_the_other_is_another() {
        let pgn = game("A", "2001.??.??", "Polgar,Z", "Polgar, Zsuzsa") + &game("A", "?", "Tal,M", "TAL,M");
        assert!(table(&surveyed(&SimilarNames::new(9), &pgn), "similar_names").rows.is_empty());
    }

    #[test]
    fn nobody_is_twice_in_one_event_on_one_day() {
        let day = |second: &str, date: &str, opponent: &str| {
            let pgn = game("A", "2001.01.01", "Tal,M", "Keres,P") + &game("a ", date, second, opponent);
            rows(table(&surveyed(&SimilarNames::new(9), &pgn), "similar_names"), "name").len()
        };
        assert_eq!(day("Tal, Mihail", "2001.01.01", "Fischer,R"), 0);
        assert_eq!(day("Tal, Mihail", "2001.01.02", "Fischer,R"), 2);
        // The same game in another spelling: Keres is a pair as well.
        assert_eq!(day("Tal, Mihail", "2001.01.01", "KERES, Paul"), 4);
    }
}
