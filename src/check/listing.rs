//! Findings about listings: what could not be read in a text that is not PGN.

use std::sync::Arc;

use super::code::Code;
use super::detail::Detail;
use super::finding::Filter;
use super::lang::UiLang;
use super::report::Report;
use crate::replay::listing::{Listing, ListingFault};

/// What is wrong with a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListingDetail {
    /// Numbered moves whose start position nobody tells.
    Fragment {
        /// The first move number.
        number: u32,
    },
    /// Moves are missing.
    Gap {
        /// The move that would come next, such as `12.` or `12...`.
        expected: String,
        /// The move that is there.
        found: String,
    },
    /// A move that cannot be made; the rest of the game is kept as text.
    Illegal,
    /// A text without any game.
    NoGame,
}

impl ListingDetail {
    /// The sentence for people, without a full stop at the end.
    pub fn message(&self, lang: UiLang) -> String {
        match self {
            ListingDetail::Fragment { number } => match lang {
                UiLang::En => format!(
                    "moves from move {number} on, but the position before them is not known; they are kept as text"
                ),
                UiLang::De => format!(
                    "Züge ab dem {number}. Zug, doch die Stellung davor ist nicht bekannt; sie bleiben als Text erhalten"
                ),
            },
            ListingDetail::Gap { expected, found } => match lang {
                UiLang::En => {
                    format!("move {expected} is missing, the text goes on with {found}; the rest is kept as text")
                }
                UiLang::De => format!(
                    "der Zug {expected} fehlt, der Text geht mit {found} weiter; der Rest bleibt als Text erhalten"
                ),
            },
            ListingDetail::Illegal => lang
                .pick(
                    "this cannot be played in this position; from here on the game is kept as text",
                    "das ist in dieser Stellung nicht spielbar; von hier an bleibt die Partie als Text erhalten",
                )
                .to_owned(),
            ListingDetail::NoGame => {
                lang.pick("there is no game in this text", "in diesem Text steht keine Partie").to_owned()
            }
        }
    }
}

/// What was found in a listing, as a report on its games.
pub fn report(listing: &Listing, filter: &Arc<Filter>) -> Report {
    let mut report = Report::new(filter);
    report.games = listing.games.len() as u64;
    report.valid = listing.games.iter().filter(|listed| listed.game.is_whole).count() as u64;
    report.plies = listing.games.iter().map(|listed| listed.game.plies() as u64).sum();
    for finding in &listing.findings {
        let first = report.findings.list().len();
        report.findings.begin_game();
        let (code, detail) = match finding.kind {
            ListingFault::Fragment(number) => (Code::MovesWithoutStart, ListingDetail::Fragment { number }),
            ListingFault::Gap { expected, found } => {
                (Code::MissingMoves, ListingDetail::Gap { expected: number(expected), found: number(found) })
            }
            ListingFault::Illegal => (Code::IllegalMove, ListingDetail::Illegal),
            ListingFault::NoGame => (Code::NoGame, ListingDetail::NoGame),
        };
        report.findings.add(code, finding.span.clone(), finding.ply, || Detail::Listing(detail));
        report.group(first, finding.game.map(|game| game as u64 + 1), None);
    }
    report
}

/// A ply as a move number; plies count from the beginning of move 1.
fn number(ply: u32) -> String {
    format!("{}{}", ply / 2 + 1, if ply.is_multiple_of(2) { "." } else { "..." })
}
