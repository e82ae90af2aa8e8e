//! The commands: plain options in, a writer out. None of them needs a process, a terminal or the command line.

pub mod chess960;
mod chess960_start;
mod collection;
pub mod convert;
mod convert_collate;
mod convert_diff;
mod convert_emit;
mod convert_json;
mod convert_listing;
mod convert_names;
mod convert_options;
mod convert_report;
mod convert_split;
mod convert_spool;
mod convert_store;
mod convert_target;
mod convert_work;
pub mod explain;
mod game_id;
mod given;
pub mod import;
mod import_change;
mod import_copies;
mod import_dedup;
mod import_hash;
mod import_info;
pub mod import_look;
mod import_options;
mod import_pairs;
mod import_report;
mod import_store;
mod import_work;
mod listing;
mod outcome;
mod output;
mod parquet_options;
#[cfg(feature = "parquet")]
mod parquet_output;
#[cfg(feature = "parquet")]
mod parquet_place;
#[cfg(feature = "parquet")]
mod parquet_run;
#[cfg(feature = "parquet")]
mod parquet_work;
pub mod print_key;
mod progress;
mod random;
mod reading;
pub mod search;
mod search_find;
mod search_ids;
mod search_options;
mod search_output;
pub mod search_sql;
mod search_store;
mod search_table;
mod search_work;
pub mod stats;
mod stats_count;
mod stats_options;
mod stats_show;
mod stats_store;
mod stats_work;
mod store_ids;
mod store_plan;
pub mod validate;
mod validate_fix;
mod validate_options;
mod validate_show;

pub use chess960::{Chess960Format, Chess960Options, Starts};
pub use chess960_start::{StartError, StartNumber, read_start};
pub use convert_options::{ConvertOptions, OnError, ReadAs};
pub use convert_split::Split;
pub use import_look::{Look, LookOptions};
pub use import_options::ImportOptions;
pub use outcome::Outcome;
pub use output::{OutputError, OutputFile, same_file};
pub use parquet_options::{ParquetOptions, Partition, Shard, TableChoice};
pub use print_key::PrintKeyOptions;
pub use progress::{NoProgress, Progress};
pub use reading::ReadOptions;
pub use search_ids::{IdError, Ids};
pub use search_options::{Listed, Query, SearchFormat, SearchOptions};
pub use stats_options::{StatsFormat, StatsOptions};
pub use validate_options::{Accept, Fix, Format, ValidateOptions};

/// What is said where Parquet is asked for and was left out.
pub(crate) const NO_PARQUET: &str =
    "this zug was built without Parquet files; build it with --features parquet";
