//! The arguments of `zug convert --format parquet`.

use std::path::Path;

use clap::{Args, ValueEnum};

use crate::commands::{NO_PARQUET, ParquetOptions, Partition, Shard, TableChoice};

const HEADING: &str = "Tables (--format parquet), see zug-parquet(5)";

#[derive(Args, Debug)]
pub(super) struct ParquetArgs {
    /// The tables that are written, each into a folder of its name
    #[arg(
        long,
        value_name = "TABLE,...",
        value_delimiter = ',',
        default_value = "games,positions",
        hide_default_value = false,
        help_heading = HEADING
    )]
    tables: Vec<TableArg>,

    /// The table of games has the comments of the main line, too
    #[arg(long, help_heading = HEADING)]
    with_comments: bool,

    /// Folders by year, site or the first bits of the key, named as Hive names them, such as year=1999
    #[arg(long, value_name = "WHAT", help_heading = HEADING)]
    partition_by: Option<PartitionArg>,

    /// Only the games that begin in the K-th of N equal parts of the bytes of all inputs: N machines that are given the
    /// same inputs share the work
    #[arg(long, value_name = "K/N", help_heading = HEADING)]
    shard: Option<Shard>,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum TableArg {
    /// A row for every game
    Games,
    /// A row for every position of every main line, sorted by its key
    Positions,
    /// A row for every tag of every game
    Tags,
    /// A row for every variation
    Variations,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum PartitionArg {
    /// The year of the game
    Year,
    /// The tag Site; of an address the name of the server
    Site,
    /// The first eight bits of the key; only of the positions
    KeyPrefix,
}

impl ParquetArgs {
    /// Is there an argument that means nothing without tables?
    fn are_given(&self) -> bool {
        let usual = [TableArg::Games, TableArg::Positions];
        self.tables != usual || self.with_comments || self.partition_by.is_some() || self.shard.is_some()
    }

    /// What they mean; `None` if no tables are wanted.
    ///
    /// # Errors
    /// What is wrong, for people.
    pub(super) fn into_options(
        self,
        is_wanted: bool,
        output: Option<&Path>,
    ) -> Result<Option<ParquetOptions>, String> {
        if !is_wanted {
            let wrong = "--tables, --with-comments, --partition-by and --shard go with --format parquet";
            return if self.are_given() { Err(wrong.to_owned()) } else { Ok(None) };
        }
        if cfg!(not(feature = "parquet")) {
            return Err(NO_PARQUET.to_owned());
        }
        if output.is_none_or(|output| output == Path::new("-") || output.is_file()) {
            return Err("--format parquet writes several files; -o must name a directory".to_owned());
        }
        Ok(Some(ParquetOptions {
            tables: TableChoice::ALL.into_iter().filter(|choice| self.has(*choice)).collect(),
            comments: self.with_comments,
            partition: self.partition_by.map(|partition| match partition {
                PartitionArg::Year => Partition::Year,
                PartitionArg::Site => Partition::Site,
                PartitionArg::KeyPrefix => Partition::KeyPrefix,
            }),
            shard: self.shard,
        }))
    }

    fn has(&self, choice: TableChoice) -> bool {
        self.tables.contains(&match choice {
            TableChoice::Games => TableArg::Games,
            TableChoice::Positions => TableArg::Positions,
            TableChoice::Tags => TableArg::Tags,
            TableChoice::Variations => TableArg::Variations,
        })
    }
}
