//! What `convert` says: which findings are worth a word, and the numbers at the end.

use crate::check::code::{Code, Severity};
use crate::check::finding::Filter;
use crate::check::lang::UiLang;
use crate::check::summary::grouped;
use crate::notation::Language;

/// Milder findings than errors that tell what the output has in another form or place than the input.
const CHANGES: [Code; 19] = [
    Code::IllegalVariationMove,
    Code::NullMove,
    Code::MissingPromotion,
    Code::MixedLanguage,
    Code::LanguageGuess,
    Code::ResultMismatch,
    Code::SecondResult,
    Code::DuplicateTag,
    Code::BadDate,
    Code::RepairedFen,
    Code::StrayToken,
    Code::StrayBrace,
    Code::StrayParenthesis,
    Code::BadNag,
    Code::TextBetweenGames,
    Code::MovesWithoutStart,
    Code::Repaired,
    Code::RepairedMove,
    Code::UndecidedRepair,
];

/// The findings that are told: errors and [`CHANGES`], or with a verbosity everything.
pub(super) fn wanted(verbosity: u8, quiet: bool) -> Filter {
    let mut filter = Filter::all();
    if verbosity == 0 {
        for code in Code::ALL {
            filter.set(*code, code.severity() == Severity::Error || CHANGES.contains(code));
        }
    }
    if quiet {
        filter.counts_only();
    }
    filter
}

/// Which language the games of a source are written in, a line for each run of games.
pub(super) fn languages(source: &str, runs: &[(u64, u64, Option<Language>)], lang: UiLang) -> Vec<String> {
    runs.iter()
        .map(|(first, last, language)| {
            let name = match language {
                Some(language) => lang.pick(language.name(), language.german_name()),
                None => {
                    lang.pick("no telling letters, or mixed", "keine bezeichnenden Buchstaben, oder gemischt")
                }
            };
            match (first == last, lang) {
                (true, UiLang::En) => format!("{source}: game {first}: {name}"),
                (true, UiLang::De) => format!("{source}: Partie {first}: {name}"),
                (false, UiLang::En) => format!("{source}: games {first}-{last}: {name}"),
                (false, UiLang::De) => format!("{source}: Partien {first}-{last}: {name}"),
            }
        })
        .collect()
}

/// The numbers of a run.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub(super) games_in: u64,
    pub(super) games_out: u64,
    pub(super) plies: u64,
    pub(super) findings: u64,
    pub(super) not_whole: u64,
    /// Games left out because a copy stays.
    pub(super) copies: u64,
}

impl Tally {
    /// One line.
    pub(super) fn line(&self, lang: UiLang) -> String {
        let number = |number: u64| grouped(number, lang);
        let count =
            |n: u64, one: &str, many: &str| format!("{} {}", number(n), if n == 1 { one } else { many });
        let mut line = match lang {
            UiLang::En => format!(
                "{} read, {} written, {}, {}",
                count(self.games_in, "game", "games"),
                number(self.games_out),
                count(self.plies, "ply", "plies"),
                count(self.findings, "finding", "findings"),
            ),
            UiLang::De => format!(
                "{} gelesen, {} geschrieben, {}, {}",
                count(self.games_in, "Partie", "Partien"),
                number(self.games_out),
                count(self.plies, "Halbzug", "Halbzüge"),
                count(self.findings, "Befund", "Befunde"),
            ),
        };
        if self.copies > 0 {
            line.push_str(&match lang {
                UiLang::En => format!("; {} left out", count(self.copies, "copy", "copies")),
                UiLang::De => format!("; {} ausgelassen", count(self.copies, "Dublette", "Dubletten")),
            });
        }
        if self.not_whole > 0 {
            line.push_str(&match lang {
                UiLang::En => format!("; {} not read to the end", count(self.not_whole, "game", "games")),
                UiLang::De => {
                    format!("; {} nicht bis zum Ende gelesen", count(self.not_whole, "Partie", "Partien"))
                }
            });
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_counts_in_both_languages() {
        let tally = Tally { games_in: 1, games_out: 1, plies: 1234, findings: 0, not_whole: 0, copies: 0 };
        assert_eq!(tally.line(UiLang::En), "1 game read, 1 written, 1,234 plies, 0 findings");
        let tally = Tally { games_in: 2, games_out: 2, plies: 1, findings: 1, not_whole: 1, copies: 0 };
        assert_eq!(
            tally.line(UiLang::De),
            "2 Partien gelesen, 2 geschrieben, 1 Halbzug, 1 Befund; 1 Partie nicht bis zum Ende gelesen"
        );
    }
}
