//! Finding codes as arguments: checked, completed by the shell, and a near miss is told.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::check::code::Code;

/// Reads one [`Code`] by its name.
#[derive(Clone, Debug)]
pub(crate) struct CodeParser;

impl TypedValueParser for CodeParser {
    type Value = Code;

    fn parse_ref(
        &self,
        cmd: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Code, clap::Error> {
        let text = value.to_string_lossy();
        Code::parse(&text).ok_or_else(|| {
            let mut error = clap::Error::new(ErrorKind::InvalidValue).with_cmd(cmd);
            if let Some(arg) = arg {
                error.insert(ContextKind::InvalidArg, ContextValue::String(arg.to_string()));
            }
            error.insert(ContextKind::InvalidValue, ContextValue::String(text.clone().into_owned()));
            let nearest = nearest(&text).name().to_owned();
            error.insert(ContextKind::SuggestedValue, ContextValue::String(nearest));
            error
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Code::ALL.iter().map(|code| PossibleValue::new(code.name()))))
    }
}

/// The code whose name takes the fewest edits; the first of the catalogue where several do.
fn nearest(text: &str) -> Code {
    let wanted = text.trim().to_lowercase().replace('_', "-");
    let distance = |code: &Code| {
        // Half a name, such as `castling`, is nearer to the names that hold it than to any short word.
        if wanted.len() > 3 && code.name().contains(&wanted) { 1 } else { edits(&wanted, code.name()) }
    };
    Code::ALL.iter().copied().min_by_key(distance).unwrap_or(Code::IllegalMove)
}

/// Levenshtein distance in characters.
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        if let Some(first) = row.first_mut() {
            *first = left;
        }
        for (slot, to) in row.iter_mut().skip(1).zip(&b) {
            let best = (diagonal + usize::from(from != *to)).min(*slot + 1).min(left + 1);
            diagonal = std::mem::replace(slot, best);
            left = best;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_insertions_deletions_and_replacements() {
        assert_eq!(edits("", "abc"), 3);
        assert_eq!(edits("abc", ""), 3);
        assert_eq!(edits("kitten", "sitting"), 3);
        assert_eq!(edits("same", "same"), 0);
    }

    #[test]
    fn a_misspelt_code_finds_its_neighbour() {
        assert_eq!(nearest("ilegal-move"), Code::IllegalMove);
        assert_eq!(nearest("Bad_Date"), Code::BadDate);
        assert_eq!(nearest("fivefold"), Code::PlayAfterFivefold);
        assert_eq!(nearest("duplicate-games"), Code::DuplicateGame);
    }

    #[test]
    fn a_very_long_word_is_no_trouble() {
        assert!(edits(&"x".repeat(10_000), "bad-date") >= 9_992);
    }
}
