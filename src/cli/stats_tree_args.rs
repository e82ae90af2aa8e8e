//! The arguments of `zug stats` about moves: the tree of a position, novelties.

use clap::Args;

use super::import_args::parse_size;
use crate::check::lang::UiLang;
use crate::commands::import::quarter_of_memory;
use crate::stats::{Novelties, NoveltyOptions, Survey, Tree, TreeOptions};

const WHAT: &str = "What is counted";

/// Arguments about moves.
#[derive(Args, Debug)]
pub(super) struct TreeArgs {
    /// The moves from a position, with results, ratings and the strongest game; the start position unless --fen or
    /// --moves name another. A game counts wherever it has the position first, however it came there
    #[arg(long, help_heading = WHAT)]
    tree: bool,

    /// The position of the tree
    #[arg(long, value_name = "FEN", requires = "tree", help_heading = WHAT)]
    fen: Option<String>,

    /// The position of the tree is the one after these moves, in any notation; behind --fen from there
    #[arg(long, value_name = "MOVES", requires = "tree", help_heading = WHAT)]
    moves: Option<String>,

    /// Follow the moves of the tree for N plies
    #[arg(long, value_name = "N", requires = "tree", default_value = "1",
        value_parser = clap::value_parser!(u8).range(1..=40), help_heading = WHAT)]
    depth: u8,

    /// The first move of each game that leaves what was known before its date, those in the best known positions first
    #[arg(long, help_heading = WHAT)]
    novelty: bool,

    /// Memory for what grows with the number of games (--novelty, copies in the overview), such as 256M or 2G [default:
    /// a quarter of what the machine has]
    #[arg(long, value_name = "SIZE", value_parser = parse_size, help_heading = WHAT)]
    memory: Option<u64>,
}

impl TreeArgs {
    /// Memory to work with, in bytes.
    pub(super) fn memory(&self) -> u64 {
        self.memory.unwrap_or_else(quarter_of_memory)
    }

    /// What is asked for, in tables of at most `top` rows.
    ///
    /// # Errors
    /// A position that cannot be read.
    pub(super) fn surveys(
        &self,
        top: usize,
        min_games: u64,
        lang: UiLang,
    ) -> Result<Vec<Box<dyn Survey>>, String> {
        let mut surveys: Vec<Box<dyn Survey>> = Vec::new();
        if self.tree {
            let position = Tree::position(self.fen.as_deref(), self.moves.as_deref())
                .map_err(|problem| format!("--tree: {}", problem.message(lang)))?;
            let depth = usize::from(self.depth);
            surveys.push(Box::new(Tree::new(TreeOptions { position, depth, top, min_games })));
        }
        if self.novelty {
            let memory = self.memory();
            surveys.push(Box::new(Novelties::new(NoveltyOptions { top, memory })));
        }
        Ok(surveys)
    }
}
