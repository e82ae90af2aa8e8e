//! The integration tests, one binary. A new file `tests/it/NAME.rs` needs a `mod` line here.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, reason = "a test may fail loudly")]

mod cases;
mod chess960;
mod cli_contract;
mod collections;
mod convert;
mod corpus;
mod differential;
mod fix;
mod forms;
mod game_numbers;
mod games;
mod generated;
mod house;
mod import;
mod listing_repair;
mod listings;
mod ndjson;
mod notation_scale;
mod perft;
mod positions;
mod print_key;
mod reading;
mod readme;
mod repair;
mod robust;
mod roundtrip;
mod run;
mod search;
mod search_brute;
mod search_sql;
mod search_ways;
mod seeds;
mod sources;
mod stats;
mod stats_html;
#[cfg(feature = "parquet")]
mod stats_parquet;
mod stats_people;
mod stats_sources;
mod stats_tree;
mod store_crash;
mod store_damage;
mod store_kit;
mod store_maintain;
mod store_traps;
mod strict;
#[cfg(feature = "parquet")]
mod tables;
