//! Statistics: what games are counted into, and what comes out of it.
//!
//! A [`Survey`] is a question about many games. It is asked of every game of a run, whatever the game comes from, by
//! workers that each count for themselves; what they counted is put together in the order of the games, so the answer
//! does not depend on how many there are. The answer is a [`Report`]: words, numbers and tables that know nothing of
//! how they will look.

mod against;
pub mod board;
pub mod crosstable;
mod crosstable_parts;
mod duplicates;
mod editions;
pub mod ends;
pub mod field;
pub mod groups;
pub mod material;
mod mean;
mod name_links;
mod names;
pub mod novelty;
mod novelty_find;
mod numbered;
mod openings;
pub mod overview;
mod overview_parts;
pub mod pairs;
pub mod player;
mod player_parts;
pub mod rating;
mod records;
pub mod report;
pub mod results;
pub mod similar_names;
pub mod squares;
mod standings;
pub mod survey;
#[cfg(test)]
mod testing;
pub mod tree;
mod tree_nodes;
mod tree_parts;

pub use board::Board;
pub use crosstable::Crosstable;
pub use ends::Ends;
pub use field::Field;
pub use groups::{Groups, Rows};
pub use material::Endings;
pub use novelty::{Novelties, NoveltyOptions};
pub use overview::Overview;
pub use pairs::Pairs;
pub use player::Player;
pub use report::Report;
pub use similar_names::SimilarNames;
pub use squares::Heat;
pub use survey::{Count, Place, Places, Refusal, Survey, Tally};
pub use tree::{Tree, TreeOptions};
