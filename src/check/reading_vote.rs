//! The language of a file, by its first games.
//!
//! It decides only about games that several languages read to the end with different moves. The first games are looked
//! at before anything else is read, so the answer never depends on the number of threads.

use std::sync::Arc;

use super::finding::{Filter, Findings};
use super::game::{CheckOptions, GameChecker};
use super::record::language;
use crate::notation::Language;
use crate::pgn::input::Input;
use crate::pgn::{Found, Reader};
use crate::replay::Stop;

/// So many bytes at the beginning of a source are enough.
pub const SAMPLE: usize = 64 * 1024;

/// At most so many games vote.
const VOTERS: u32 = 64;

/// The options with the language that the source's first games are written in, for those games that fit several.
pub fn with_language_of_file(options: CheckOptions, input: &mut Input) -> CheckOptions {
    if options.language.is_some() {
        return options;
    }
    CheckOptions { preferred: language_of_file(&input.sample(SAMPLE)), ..options }
}

/// The language that most of the first games of a text are written in, of those that only one language reads; `None`
/// if no game tells.
pub fn language_of_file(sample: &[u8]) -> Option<Language> {
    let sample = sample.get(..sample.len().min(SAMPLE)).unwrap_or_default();
    let filter = Filter::no_more_than_counts();
    let mut findings = Findings::new(Arc::new(filter));
    let mut checker = GameChecker::new(CheckOptions::default());
    let mut reader = Reader::default();
    let mut votes = [0u32; Language::ALL.len()];
    let mut at = 0;
    while votes.iter().sum::<u32>() < VOTERS {
        let engine = checker.lines.engine;
        let place = match engine.next_game(&mut reader, sample, at, sample.len()) {
            Found::Game(place) => place,
            // Text without tags may be no game at all.
            Found::Untagged(place) => {
                at = place.end.max(at + 1);
                continue;
            }
            Found::Nothing(_) => break,
        };
        at = place.end.max(at + 1);
        checker.check(sample, place, &reader, &[], &mut findings);
        let Some(course) = &checker.course else { continue };
        let is_sure = matches!(course.stop, Stop::End { .. }) && !course.choice.is_guess;
        if let Some(language) = language(&checker, course).filter(|_| is_sure)
            && let Some(count) = votes.get_mut(language as usize)
        {
            *count += 1;
        }
    }
    let most = votes.iter().copied().max().filter(|most| *most > 0)?;
    Language::ALL.into_iter().find(|language| votes.get(*language as usize) == Some(&most))
}

#[cfg(test)]
mod tests {
    use super::super::record::read_games;
    use super::*;
    use crate::notation::Style;

    /// A bishop in English, a rook in Hungarian; legal as both.
    const DOUBTFUL: &str = "[FEN \"4k3/8/8/8/8/8/B7/R3K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Bb1 Kd8 *\n\n";
    const HUNGARIAN: &str = "[Event \"h\"]\n\n1. e4 e5 2. Hf3 Hc6 3. Fb5 a6 4. Fa4 Hf6 *\n\n";

    fn first_moves(text: &str) -> Vec<(String, Option<Language>)> {
        let preferred = language_of_file(text.as_bytes());
        let options = CheckOptions { preferred, ..CheckOptions::default() };
        let games = read_games(text.as_bytes(), options);
        games
            .iter()
            .map(|game| {
                let mut san = String::new();
                game.main_line().next().expect("a move").write(&Style::PGN, &mut san);
                (san, game.language)
            })
            .collect()
    }

    #[test]
    fn the_other_games_of_the_file_decide_then_english() {
        let before = first_moves(&format!("{HUNGARIAN}{DOUBTFUL}"));
        let behind = first_moves(&format!("{DOUBTFUL}{HUNGARIAN}"));
        assert_eq!(before[1], ("Rb1".to_owned(), Some(Language::Hungarian)));
        assert_eq!(behind[0], before[1]);
        let alone = first_moves(DOUBTFUL);
        assert_eq!(alone[0], ("Bb1".to_owned(), Some(Language::English)));
    }

    #[test]
    fn the_choice_is_reported() {
        let mut findings = Findings::new(Arc::new(Filter::all()));
        let mut checker = GameChecker::new(CheckOptions::default());
        let mut reader = Reader::default();
        let engine = checker.lines.engine;
        let text = DOUBTFUL.as_bytes();
        let Found::Game(place) = engine.next_game(&mut reader, text, 0, text.len()) else { panic!("a game") };
        checker.check(text, place, &reader, &[], &mut findings);
        let codes: Vec<&str> = findings.list().iter().map(|finding| finding.code.name()).collect();
        assert!(codes.contains(&"language-guess"), "{codes:?}");
    }

    #[test]
    fn games_that_tell_nothing_do_not_vote() {
        assert_eq!(language_of_file(b"[Event \"a\"]\n\n1. e4 e5 *\n"), None);
        assert_eq!(language_of_file(DOUBTFUL.as_bytes()), None);
        assert_eq!(language_of_file(HUNGARIAN.as_bytes()), Some(Language::Hungarian));
    }
}
