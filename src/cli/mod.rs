//! The command line: reads the arguments, calls a command, turns what came of it into an exit code. Nothing to
//! the left of this room prints or exits.

mod args;
mod chess960_args;
mod codes;
mod convert_args;
mod convert_choices;
mod convert_values;
mod exit;
mod generate;
mod help;
mod help_import;
mod help_search;
mod help_stats;
mod ids_arg;
mod import_args;
mod interrupt;
mod io;
mod page_text;
mod parquet_args;
mod parquet_page;
mod progress;
mod query_page;
mod read_args;
mod run;
mod search_args;
mod search_terms;
mod stats_args;
mod stats_people_args;
mod stats_tree_args;
mod store_page;
mod style_args;
mod terminal;
mod validate_args;

pub use exit::Exit;
pub use generate::{GenerateError, Generated, completions, man_pages};
pub use run::run;
