//! The arguments of `zug stats` about players and events.

use clap::Args;

use crate::check::lang::UiLang;
use crate::stats::{Crosstable, Pairs, Player, SimilarNames, Survey};

const WHAT: &str = "What is counted";

/// Arguments about players and events.
#[derive(Args, Debug)]
pub(super) struct PeopleArgs {
    /// The record of a player: by colour, opening, opponent and year, and against what the ratings let expect; capitals,
    /// accents and given names that are cut short do not count; may be repeated
    #[arg(long, value_name = "NAME", help_heading = WHAT)]
    player: Vec<String>,

    /// The table of a tournament or match with its tie-breaks: of the event of this name, or with these words in its
    /// name, in this year if one stands behind it
    #[arg(long, value_name = "EVENT", help_heading = WHAT)]
    crosstable: Option<String>,

    /// Spellings that are probably one player
    #[arg(long, help_heading = WHAT)]
    similar_names: bool,

    /// Chess960 starts that two players have played with both colours in one event
    #[arg(long, help_heading = WHAT)]
    pairs: bool,
}

impl PeopleArgs {
    /// What is asked for, in tables of at most `top` rows.
    ///
    /// # Errors
    /// A name that names nobody or nothing.
    pub(super) fn surveys(&self, top: usize, lang: UiLang) -> Result<Vec<Box<dyn Survey>>, String> {
        let mut surveys: Vec<Box<dyn Survey>> = Vec::new();
        for name in &self.player {
            let player = Player::new(name, top).ok_or_else(|| {
                lang.pick(
                    format!("--player: `{name}` is nobody's name"),
                    format!("--player: `{name}` heißt niemand"),
                )
            })?;
            surveys.push(Box::new(player));
        }
        if let Some(event) = &self.crosstable {
            if event.trim().is_empty() {
                return Err(lang
                    .pick("--crosstable: which event?", "--crosstable: welches Turnier?")
                    .to_owned());
            }
            let table = Crosstable::new(event).map_err(|error| format!("--crosstable: {error}"))?;
            surveys.push(Box::new(table));
        }
        if self.similar_names {
            surveys.push(Box::new(SimilarNames::new(top)));
        }
        if self.pairs {
            surveys.push(Box::new(Pairs::new(top)));
        }
        Ok(surveys)
    }
}
