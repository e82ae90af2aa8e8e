//! The commands: plain options in, a writer out. None of them needs a process, a terminal or the command line.

pub mod convert;
mod convert_collate;
mod convert_diff;
mod convert_emit;
mod convert_json;
mod convert_kind;
mod convert_listing;
mod convert_names;
mod convert_options;
mod convert_report;
mod convert_split;
mod convert_spool;
mod convert_target;
mod convert_work;
pub mod explain;
pub mod import;
mod import_hash;
mod import_options;
mod import_report;
mod import_work;
mod outcome;
mod output;
mod progress;
pub mod validate;
mod validate_fix;
mod validate_options;
mod validate_show;

pub use convert_options::{ConvertOptions, OnError, ReadAs};
pub use convert_split::Split;
pub use import_options::ImportOptions;
pub use outcome::Outcome;
pub use output::{OutputError, OutputFile, same_file};
pub use progress::{NoProgress, Progress};
pub use validate_options::{Accept, Fix, Format, ValidateOptions};
