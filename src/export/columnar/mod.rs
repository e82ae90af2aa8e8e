//! Games and positions as tables for engines that scan columns: what is in them, and how they become Parquet files.

pub mod cells;
mod coded_column;
pub mod game_table;
pub mod line_table;
mod move_names;
pub mod position_record;
pub mod position_spool;
pub mod position_table;
pub mod table;
