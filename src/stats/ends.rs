//! How games end: on the board, and by what is said of them.

use rustc_hash::FxHashMap;

use super::field::{Field, KeyBuilder, KeyPart, parts};
use super::groups::{Rows, columns_of, sides};
use super::names::merge;
use super::report::{Chart, Column, Part, Table, Value, Words};
use super::results::{Results, share};
use super::survey::{Count, Place, Places, Survey, Tally};
use crate::chess::mates::NamedMate;
use crate::notation::ending::Ending;
use crate::pgn::date::LaxDate;
use crate::query::Subject;
use crate::store::Features;

/// What there may be on the board, with the columns.
const BOARD: [(Sign, Column); 10] = [
    (Sign::Mate, Column::new("mate", "Mate", "Matt")),
    (Sign::Stalemate, Column::new("stalemate", "Stalemate", "Patt")),
    (Sign::Dead, Column::new("dead", "Dead position", "Tote Stellung")),
    (Sign::Threefold, Column::new("threefold", "Threefold reached", "Dreimal dieselbe Stellung")),
    (Sign::ThreefoldAtEnd, Column::new("threefold_at_end", "Threefold at the end", "Dreimal am Ende")),
    (Sign::Fivefold, Column::new("fivefold", "Fivefold reached", "Fünfmal dieselbe Stellung")),
    (Sign::Fifty, Column::new("fifty", "50 moves reached", "50 Züge erreicht")),
    (Sign::SeventyFive, Column::new("seventyfive", "75 moves reached", "75 Züge erreicht")),
    (
        Sign::Automatic,
        Column::new("automatic", "Drawn by rule, without claim", "Remis kraft Regel, ohne Antrag"),
    ),
    (Sign::Perpetual, Column::new("perpetual", "Perpetual check", "Dauerschach")),
];

/// Mates with names, with the columns; those without one stand behind them.
const MATES: [(NamedMate, Column); NamedMate::ALL.len()] = [
    (NamedMate::Smothered, Column::new("smothered", "smothered", "erstickt")),
    (NamedMate::BackRank, Column::new("back_rank", "back-rank", "Grundreihe")),
    (NamedMate::Epaulette, Column::new("epaulette", "epaulette", "Epaulette")),
    (NamedMate::Arabian, Column::new("arabian", "arabian", "arabisch")),
    (NamedMate::Anastasia, Column::new("anastasia", "anastasia", "Anastasia")),
    (NamedMate::TwoBishops, Column::new("two_bishops", "two-bishops", "zwei Läufer")),
    (NamedMate::Scholars, Column::new("scholars", "scholars", "Schäfermatt")),
    (NamedMate::Fools, Column::new("fools", "fools", "Narrenmatt")),
];

/// A mate without a name.
const UNNAMED: Column = Column::new("unnamed", "without a name", "ohne Namen");

/// The endings, with the columns.
const ENDINGS: [(Ending, Column); 14] = [
    (Ending::Mate, Column::new("mate", "Mate", "Matt")),
    (Ending::Stalemate, Column::new("stalemate", "Stalemate", "Patt")),
    (Ending::Resignation, Column::new("resignation", "Resignation", "Aufgabe")),
    (Ending::Agreement, Column::new("agreement", "Agreement", "Vereinbarung")),
    (Ending::Time, Column::new("time", "Time", "Zeit")),
    (Ending::Repetition, Column::new("repetition", "Repetition", "Wiederholung")),
    (Ending::Fifty, Column::new("fifty", "50 moves", "50 Züge")),
    (Ending::Dead, Column::new("dead", "Dead position", "Tote Stellung")),
    (Ending::NoShow, Column::new("no_show", "No-show", "Nicht erschienen")),
    (Ending::RulesInfraction, Column::new("rules_infraction", "Rules infraction", "Regelverstoß")),
    (Ending::Adjudication, Column::new("adjudication", "Adjudication", "Abschätzung")),
    (Ending::Adjourned, Column::new("adjourned", "Adjourned", "Vertagt")),
    (Ending::Unterminated, Column::new("unterminated", "Broken off", "Abgebrochen")),
    (Ending::Unknown, Column::new("unknown", "Unknown", "Unbekannt")),
];

/// Something that is seen on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sign {
    Mate,
    Stalemate,
    Dead,
    Threefold,
    ThreefoldAtEnd,
    Fivefold,
    Fifty,
    SeventyFive,
    /// Five times the same position or 75 moves, since that ends a game by itself.
    Automatic,
    Perpetual,
}

impl Sign {
    fn is_there(self, features: &Features, date: LaxDate, is_whole: bool) -> bool {
        let milestones = &features.milestones;
        match self {
            // A game of which the rest is missing has no last position.
            Sign::Mate => is_whole && features.is_mate,
            Sign::Stalemate => is_whole && features.is_stalemate,
            Sign::Dead => is_whole && features.is_dead,
            Sign::Threefold => milestones.threefold.is_some(),
            Sign::ThreefoldAtEnd => is_whole && features.final_occurrences >= 3,
            Sign::Fivefold => milestones.fivefold.is_some(),
            Sign::Fifty => milestones.fifty.is_some(),
            Sign::SeventyFive => milestones.seventyfive.is_some(),
            Sign::Automatic => {
                (milestones.fivefold.is_some() || milestones.seventyfive.is_some()) && ends_by_itself(date)
            }
            Sign::Perpetual => features.perpetual.is_some(),
        }
    }
}

/// Was it certainly played under the Laws of 2014-07-01 or later, by which fivefold repetition and 75 moves end a game
/// (9.6)?
fn ends_by_itself(date: LaxDate) -> bool {
    match (date.year, date.month) {
        (Some(2014), Some(month)) => month >= 7,
        (Some(year), _) => year > 2014,
        _ => false,
    }
}

/// What an ending is called, by its name in data fields.
pub(super) fn ending_words(name: &str) -> Option<Words> {
    ENDINGS.iter().find(|(ending, _)| ending.name() == name).map(|(_, column)| column.title)
}

/// How games end, in all or by fields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ends {
    /// What the games are grouped by; nothing: they are taken together.
    pub fields: Vec<Field>,
    /// Which rows are shown if they are grouped.
    pub rows: Rows,
}

impl Ends {
    /// The keys of the columns that all tables have if games are grouped by these fields.
    pub fn columns(fields: &[Field]) -> Vec<&'static str> {
        columns_of(fields).iter().map(|column| column.key).chain([GAMES.key]).collect()
    }
}

/// How many games there are in a group.
const GAMES: Column = Column::new("games", "Games", "Partien");

impl Survey for Ends {
    fn tally(&self) -> Tally {
        Tally::new(EndCount { ends: self.clone(), groups: FxHashMap::default(), key: KeyBuilder::default() })
    }
}

/// Results of the games with each of the signs, names and endings.
#[derive(Clone, Debug, Default)]
struct Group {
    all: Results,
    board: [Results; BOARD.len()],
    /// By [`MATES`], and those without a name last.
    mates: [Results; MATES.len() + 1],
    endings: [Results; ENDINGS.len()],
}

impl Group {
    fn add(&mut self, game: &dyn Subject, result: Results) {
        let (features, date, is_whole) = (game.features(), game.date(), game.is_whole());
        self.all.merge(result);
        for ((sign, _), results) in BOARD.iter().zip(&mut self.board) {
            if sign.is_there(features, date, is_whole) {
                results.merge(result);
            }
        }
        if is_whole && features.is_mate {
            let has = |mate: &(NamedMate, Column)| features.named_mates.contains(mate.0);
            let there = MATES.iter().map(has).chain([features.named_mates.is_empty()]);
            for (results, _) in self.mates.iter_mut().zip(there).filter(|(_, is_there)| *is_there) {
                results.merge(result);
            }
        }
        let ending = game.ending();
        if let Some((_, results)) = ENDINGS.iter().zip(&mut self.endings).find(|((own, _), _)| *own == ending)
        {
            results.merge(result);
        }
    }

    fn merge(&mut self, other: Group) {
        self.all.merge(other.all);
        let add = |own: &mut [Results], other: &[Results]| {
            own.iter_mut().zip(other).for_each(|(own, other)| own.merge(*other));
        };
        add(&mut self.board, &other.board);
        add(&mut self.mates, &other.mates);
        add(&mut self.endings, &other.endings);
    }
}

/// What was counted so far.
struct EndCount {
    ends: Ends,
    groups: FxHashMap<Box<[u8]>, Group>,
    key: KeyBuilder,
}

impl Count for EndCount {
    fn game(&mut self, game: &dyn Subject, _place: Place) {
        for side in sides(&self.ends.fields) {
            self.key.begin();
            for field in &self.ends.fields {
                field.put(game, *side, &mut self.key);
            }
            let result = Results::of(game.result(), *side);
            match self.groups.get_mut(self.key.bytes()) {
                Some(group) => group.add(game, result),
                None => {
                    let mut group = Group::default();
                    group.add(game, result);
                    self.groups.insert(self.key.bytes().into(), group);
                }
            }
        }
    }

    fn merge(&mut self, later: EndCount) {
        merge(&mut self.groups, later.groups, Group::merge);
    }

    fn parts(self, _places: &Places) -> Vec<Part> {
        if self.ends.fields.is_empty() {
            let group = self.groups.into_values().next().unwrap_or_default();
            return together(&group);
        }
        let EndCount { ends, groups, .. } = self;
        let mut groups: Vec<(Vec<KeyPart>, Group)> =
            groups.into_iter().map(|(key, group)| (parts(&key), group)).collect();
        groups.retain(|(_, group)| group.all.games() >= ends.rows.min_games);
        let board = ("ends_on_board", Words::new("Seen on the board", "Auf dem Brett"));
        let mates = ("mates", Words::new("Mates", "Matts"));
        let said = ("endings", Words::new("How games ended", "Wie Partien endeten"));
        let of_board = BOARD.map(|(_, column)| column);
        let of_mates: Vec<Column> = mate_columns().collect();
        let of_endings = ENDINGS.map(|(_, column)| column);
        vec![
            grouped(&ends, board, &groups, &of_board, |group| &group.board),
            grouped(&ends, mates, &groups, &of_mates, |group| &group.mates),
            grouped(&ends, said, &groups, &of_endings, |group| &group.endings),
        ]
    }
}

/// Those of [`MATES`] and the one of mates without a name.
fn mate_columns() -> impl Iterator<Item = Column> {
    MATES.iter().map(|(_, column)| *column).chain([UNNAMED])
}

/// The columns of a table of results, each row being about something.
fn columns(about: Column) -> Vec<Column> {
    vec![
        about,
        GAMES,
        Column::new("share", "Share", "Anteil"),
        Column::new("won", "+", "+"),
        Column::new("drawn", "=", "="),
        Column::new("lost", "-", "-"),
    ]
}

/// Three tables of all games.
fn together(group: &Group) -> Vec<Part> {
    let table = |key, title, about, rows: Vec<(Value, Results)>, whole: u64| {
        let row = |(about, results): (Value, Results)| {
            vec![
                about,
                Value::Count(results.games()),
                share(results.games(), whole),
                Value::Count(results.won),
                Value::Count(results.drawn),
                Value::Count(results.lost),
            ]
        };
        Part::Table(Table {
            key,
            title,
            columns: columns(about),
            rows: rows.into_iter().map(row).collect(),
            total: None,
            chart: Some(Chart::Bars { label: 0, value: 1 }),
            left_out: 0,
        })
    };
    let whole = group.all.games();
    let board = BOARD.iter().zip(&group.board).map(|((_, column), own)| (Value::Words(column.title), *own));
    let endings =
        ENDINGS.iter().zip(&group.endings).map(|((_, column), own)| (Value::Words(column.title), *own));
    let mates = mate_columns().zip(&group.mates).map(|(column, own)| (Value::Words(column.title), *own));
    let all_mates = group.board.first().map_or(0, Results::games);
    vec![
        table(
            "ends_on_board",
            Words::new("Seen on the board", "Auf dem Brett"),
            Column::new("what", "What", "Was"),
            board.collect(),
            whole,
        ),
        table(
            "mates",
            Words::new("Mates", "Matts"),
            Column::new("mate", "Mate", "Matt"),
            mates.filter(|(_, results)| results.games() > 0).collect(),
            all_mates,
        ),
        table(
            "endings",
            Words::new("How games ended", "Wie Partien endeten"),
            Column::new("ending", "Ending", "Ende"),
            endings.filter(|(_, results)| results.games() > 0).collect(),
            whole,
        ),
    ]
}

/// One table with a row for each group.
fn grouped(
    ends: &Ends,
    (key, title): (&'static str, Words),
    groups: &[(Vec<KeyPart>, Group)],
    kinds: &[Column],
    of: impl Fn(&Group) -> &[Results],
) -> Part {
    let abouts = columns_of(&ends.fields);
    let columns: Vec<Column> = abouts.iter().copied().chain([GAMES]).chain(kinds.iter().copied()).collect();
    let row = |(key, group): &(Vec<KeyPart>, Group)| {
        let about = ends.fields.iter().zip(key).map(|(field, part)| field.value(part));
        let counts = of(group).iter().map(|results| Value::Count(results.games()));
        let cells = about.chain([Value::Count(group.all.games())]).chain(counts).collect();
        (key.clone(), cells)
    };
    let is_ordered = ends.fields.iter().all(Field::is_ordered);
    let rows = groups.iter().map(row).collect();
    let (rows, left_out) = ends.rows.choose(rows, &columns, abouts.len(), is_ordered);
    Part::Table(Table { key, title, columns, rows, total: None, chart: None, left_out })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_ends_by_itself_since_july_2014() {
        let date = |year, month| LaxDate { year, month, day: None };
        for (year, month, is_so) in [
            (None, None, false),
            (Some(2014), None, false),
            (Some(2014), Some(6), false),
            (Some(2014), Some(7), true),
            (Some(2013), Some(12), false),
            (Some(2015), None, true),
        ] {
            assert_eq!(ends_by_itself(date(year, month)), is_so, "{year:?} {month:?}");
        }
    }

    #[test]
    fn every_mate_has_words() {
        for (mate, (own, column)) in NamedMate::ALL.into_iter().zip(MATES) {
            assert_eq!((mate, mate.name()), (own, column.title.en));
            assert_eq!(mate.name().replace('-', "_"), column.key);
        }
    }

    #[test]
    fn every_ending_has_words() {
        assert_eq!(ending_words("no-show"), Some(Words::new("No-show", "Nicht erschienen")));
        assert_eq!(ending_words("?"), None);
        for (ending, column) in ENDINGS {
            assert_eq!(ending.name().replace('-', "_"), column.key);
        }
    }
}
