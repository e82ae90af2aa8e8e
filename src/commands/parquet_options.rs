//! What an export as tables can be asked for.

use std::str::FromStr;

use crate::query::Subject;

/// A table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableChoice {
    /// A row for every game.
    Games,
    /// A row for every position of every main line.
    Positions,
    /// A row for every tag of every game.
    Tags,
    /// A row for every variation.
    Variations,
}

impl TableChoice {
    /// All of them, in the order of their numbers.
    pub const ALL: [TableChoice; 4] =
        [TableChoice::Games, TableChoice::Positions, TableChoice::Tags, TableChoice::Variations];

    /// The name of the table, and of its folder.
    pub const fn name(self) -> &'static str {
        match self {
            TableChoice::Games => "games",
            TableChoice::Positions => "positions",
            TableChoice::Tags => "tags",
            TableChoice::Variations => "variations",
        }
    }
}

/// What decides about the folder that a row goes into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Partition {
    /// The year of the game: all tables.
    Year,
    /// The tag Site, of an address only the name of the server: all tables.
    Site,
    /// The first eight bits of the key: the positions alone.
    KeyPrefix,
}

impl Partition {
    /// The name of the folders, up to the sign of equality.
    pub const fn name(self) -> &'static str {
        match self {
            Partition::Year => "year",
            Partition::Site => "site_name",
            Partition::KeyPrefix => "key_prefix",
        }
    }

    /// What a game says; `None` if nothing, or if its positions decide.
    pub(super) fn folder(self, game: &dyn Subject) -> Option<String> {
        match self {
            Partition::Year => game.date().year.map(|year| year.to_string()),
            Partition::Site => {
                let site = game.tag("Site")?;
                let site = site.trim();
                let address = site.split_once("://").map(|(_, behind)| behind);
                let server = address.and_then(|behind| behind.split(['/', '?', '#']).next());
                let value = server.unwrap_or(site);
                (!matches!(value, "" | "?" | "-")).then(|| value.to_owned())
            }
            Partition::KeyPrefix => None,
        }
    }
}

/// One of several machines that share the work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// 1-based.
    pub index: u32,
    /// How many there are, at least 1.
    pub count: u32,
}

impl Shard {
    /// Its part of so many bytes or games.
    pub fn of(self, total: u64) -> std::ops::Range<u64> {
        let end = |index: u32| {
            let end = u128::from(total) * u128::from(index) / u128::from(self.count.max(1));
            u64::try_from(end).unwrap_or(total)
        };
        end(self.index.saturating_sub(1))..end(self.index)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let wrong = || "expected K/N with K from 1 to N, such as 1/4".to_owned();
        let (index, count) = text.split_once('/').ok_or_else(wrong)?;
        let number = |text: &str| text.parse::<u32>().ok().filter(|number| *number > 0).ok_or_else(wrong);
        let shard = Shard { index: number(index)?, count: number(count)? };
        if shard.index <= shard.count { Ok(shard) } else { Err(wrong()) }
    }
}

/// The options of an export as tables, besides those of any conversion.
#[derive(Clone, Debug)]
pub struct ParquetOptions {
    /// The tables that are written.
    pub tables: Vec<TableChoice>,
    /// The table of games has the comments.
    pub comments: bool,
    /// What decides about folders.
    pub partition: Option<Partition>,
    /// Only the part of one machine.
    pub shard: Option<Shard>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_leave_no_gap() {
        for total in [0, 1, 7, 1000, u64::MAX] {
            let mut end = 0;
            for index in 1..=7 {
                let part = Shard { index, count: 7 }.of(total);
                assert_eq!(part.start, end);
                end = part.end;
            }
            assert_eq!(end, total);
        }
    }

    #[test]
    fn a_shard_is_one_of_them() {
        assert_eq!("2/4".parse(), Ok(Shard { index: 2, count: 4 }));
        for wrong in ["0/4", "5/4", "1", "1/0", "a/b", "-1/2", ""] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
