//! Findings about listings: what could not be read in a text that is not PGN.

use std::sync::Arc;

use super::code::Code;
use super::damage::{DamageDetail, written};
use super::detail::Detail;
use super::finding::Filter;
use super::lang::UiLang;
use super::report::Report;
use crate::replay::listing::{Bridges, Listing, ListingFault};

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
        /// Moves that fit between.
        bridges: Bridges,
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
            ListingDetail::Gap { expected, found, bridges } => {
                let bridges = bridged(expected, bridges, lang);
                match lang {
                    UiLang::En => format!(
                        "move {expected} is missing, the text goes on with {found}; the rest is kept as text{bridges}"
                    ),
                    UiLang::De => format!(
                        "der Zug {expected} fehlt, der Text geht mit {found} weiter; der Rest bleibt als Text erhalten{bridges}"
                    ),
                }
            }
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

/// What can fill a gap.
fn bridged(expected: &str, bridges: &Bridges, lang: UiLang) -> String {
    if bridges.list.is_empty() {
        return String::new();
    }
    let list: Vec<String> = bridges
        .list
        .iter()
        .map(|moves| {
            let moves: Vec<String> = moves.iter().map(|mv| written(mv, lang)).collect();
            format!("{expected} {}", moves.join(" "))
        })
        .collect();
    let list = list.join(", ");
    let or_more = match (bridges.more, bridges.is_cut) {
        (0, false) => String::new(),
        (0, true) => lang.pick(" (not all were tried)", " (nicht alle wurden versucht)").to_owned(),
        (more, false) => lang.pick(format!(" (and {more} more)"), format!(" (und {more} weitere)")),
        (more, true) => lang.pick(
            format!(" (and {more} more; not all were tried)"),
            format!(" (und {more} weitere; nicht alle wurden versucht)"),
        ),
    };
    match (lang, bridges.is_full, bridges.reach) {
        (UiLang::En, true, _) => format!("; all of it can be played after {list}{or_more}"),
        (UiLang::De, true, _) => format!("; ganz spielbar ist er nach {list}{or_more}"),
        (UiLang::En, false, 1) => format!("; only its first move can be played, after {list}{or_more}"),
        (UiLang::De, false, 1) => format!("; nur sein erster Zug ist spielbar, nach {list}{or_more}"),
        (UiLang::En, false, reach) => {
            format!("; its first {reach} moves can be played after {list}{or_more}")
        }
        (UiLang::De, false, reach) => {
            format!("; seine ersten {reach} Halbzüge sind spielbar nach {list}{or_more}")
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
        let (code, detail) = match finding.kind.clone() {
            ListingFault::Fragment(number) => {
                (Code::MovesWithoutStart, Detail::Listing(ListingDetail::Fragment { number }))
            }
            ListingFault::Gap { expected, found, bridges } => {
                let (expected, found) = (number(expected), number(found));
                (Code::MissingMoves, Detail::Listing(ListingDetail::Gap { expected, found, bridges }))
            }
            ListingFault::Illegal => (Code::IllegalMove, Detail::Listing(ListingDetail::Illegal)),
            ListingFault::NoGame => (Code::NoGame, Detail::Listing(ListingDetail::NoGame)),
            ListingFault::Repaired { mv, damages, breaks_off } => {
                (Code::RepairedMove, Detail::Damage(DamageDetail::Repaired { mv, damages, breaks_off }))
            }
            ListingFault::Undecided { moves } => {
                (Code::UndecidedRepair, Detail::Damage(DamageDetail::Undecided { moves }))
            }
        };
        report.findings.add(code, finding.span.clone(), finding.ply, || detail);
        report.group(first, finding.game.map(|game| game as u64 + 1), None);
    }
    report
}

/// A ply as a move number; plies count from the beginning of move 1.
fn number(ply: u32) -> String {
    format!("{}{}", ply / 2 + 1, if ply.is_multiple_of(2) { "." } else { "..." })
}
