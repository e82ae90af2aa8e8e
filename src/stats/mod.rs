//! Statistics: what games are counted into, and what comes out of it.
//!
//! A [`Survey`] is a question about many games. It is asked of every game of a run, whatever the game comes from, by
//! workers that each count for themselves; what they counted is put together in the order of the games, so the answer
//! does not depend on how many there are. The answer is a [`Report`]: words, numbers and tables that know nothing of
//! how they will look.

pub mod board;
mod duplicates;
pub mod ends;
pub mod field;
pub mod groups;
pub mod material;
mod names;
mod openings;
pub mod overview;
mod overview_parts;
pub mod rating;
mod records;
pub mod report;
pub mod results;
pub mod squares;
pub mod survey;

pub use board::Board;
pub use ends::Ends;
pub use field::Field;
pub use groups::{Groups, Rows};
pub use material::Endings;
pub use overview::Overview;
pub use report::Report;
pub use squares::Heat;
pub use survey::{Count, Place, Places, Survey, Tally};
