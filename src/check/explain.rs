//! What each code means and what to do about it (`zug validate --explain CODE`), for chess players.
//!
//! The texts are in `explain/en.txt` and `explain/de.txt`: a line `# code`, then one line each for the title,
//! the meaning and what to do, then an example to the next empty line.

use super::code::Code;
use super::lang::UiLang;
use super::summary::severity_word;

const ENGLISH: &str = include_str!("explain/en.txt");
const GERMAN: &str = include_str!("explain/de.txt");

/// Lines of a text for people are broken before this column.
const WIDTH: usize = 80;

/// The explanation of one code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// A few words.
    pub title: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// What to do about it.
    pub action: &'static str,
    /// A piece of PGN, or words where that would be long; may have several lines.
    pub example: &'static str,
}

/// The explanation of a code. A code that the catalogue lacks has none; a test says there is no such code.
pub fn explain(code: Code, lang: UiLang) -> Option<Explanation> {
    let sections = lang.pick(ENGLISH, GERMAN).split("\n\n");
    let section = sections
        .filter_map(|section| section.trim().strip_prefix("# ")?.split_once('\n'))
        .find(|(name, _)| *name == code.name());
    let (title, rest) = section?.1.split_once('\n')?;
    let (meaning, rest) = rest.split_once('\n')?;
    let (action, example) = rest.split_once('\n')?;
    Some(Explanation { title, meaning, action, example })
}

/// The explanation as it is printed, with a line end at its end.
///
/// ```
/// use zug::check::{code::Code, explain::explanation_text, lang::UiLang};
/// let text = explanation_text(Code::IllegalMove, UiLang::De);
/// assert!(text.starts_with("illegal-move (Fehler): Regelwidriger Zug\n"));
/// ```
pub fn explanation_text(code: Code, lang: UiLang) -> String {
    let severity = severity_word(code.severity(), lang);
    let mut out = format!("{} ({severity})", code.name());
    let Some(text) = explain(code, lang) else {
        out.push('\n');
        return out;
    };
    out.push_str(": ");
    out.push_str(text.title);
    out.push_str("\n\n");
    wrap_into(&mut out, text.meaning);
    out.push('\n');
    wrap_into(&mut out, text.action);
    out.push_str(lang.pick("\nExample:\n", "\nBeispiel:\n"));
    for line in text.example.lines() {
        out.push_str("    ");
        out.push_str(line);
        out.push('\n');
    }
    out
}

/// Appends the words in lines under [`WIDTH`] columns.
fn wrap_into(out: &mut String, text: &str) {
    let mut column = 0;
    for word in text.split(' ') {
        let width = word.chars().count();
        if column > 0 && column + 1 + width >= WIDTH {
            out.push('\n');
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += width;
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_explained_in_both_languages() {
        for code in Code::ALL {
            let texts = [UiLang::En, UiLang::De]
                .map(|lang| explain(*code, lang).unwrap_or_else(|| panic!("{code:?}")));
            for text in texts {
                for part in [text.title, text.meaning, text.action, text.example] {
                    assert!(!part.trim().is_empty() && !part.starts_with('#'), "{code:?} {text:?}");
                }
                assert!(text.title.chars().count() <= 60 && !text.title.ends_with('.'), "{code:?}");
                assert!(text.meaning.ends_with('.') && text.action.ends_with('.'), "{code:?} {text:?}");
            }
            let [english, german] = texts;
            assert_ne!(english.meaning, german.meaning, "{code:?}");
        }
    }

    #[test]
    fn texts_explain_only_codes_there_are_each_once() {
        for text in [ENGLISH, GERMAN] {
            let names: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("# ")).collect();
            let codes: Vec<&str> = Code::ALL.iter().map(|code| code.name()).collect();
            assert_eq!(names, codes, "in the order of the catalogue");
        }
    }

    #[test]
    fn explanations_are_wrapped() {
        for lang in [UiLang::En, UiLang::De] {
            for code in Code::ALL {
                let text = explanation_text(*code, lang);
                let prose = text.lines().filter(|line| !line.starts_with("    "));
                assert!(prose.clone().all(|line| line.chars().count() < WIDTH), "{text}");
            }
        }
        insta::assert_snapshot!(explanation_text(Code::BadTimeControl, UiLang::En), @r#"
        bad-time-control (warning): Time control not in order

        The value is in seconds: 300+3 is five minutes and three seconds a move,
        40/7200:3600 is 40 moves in two hours and an hour for the rest. So 5+3 means
        five seconds for the whole game.

        Write it in seconds, ? for unknown, - for none.

        Example:
            [TimeControl "90 min"] must be [TimeControl "5400"]
        "#);
    }
}
