//! Names of games, `SOURCE#NUMBER`, as `search --format ids` writes them.

use std::collections::{BTreeSet, HashMap};

/// Games by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ids {
    by_source: HashMap<String, BTreeSet<u64>>,
    /// In the order of their first game.
    sources: Vec<String>,
}

/// A line that is no name of a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line} of the games is no SOURCE#NUMBER: {text:?}")]
pub struct IdError {
    /// 1-based.
    pub line: usize,
    /// What stands there, at most 80 characters of it.
    pub text: String,
}

impl Ids {
    /// Reads names, one a line; or, if there is a zero byte, each with one behind it. Empty lines do not count.
    ///
    /// # Errors
    /// The first line that is none.
    pub fn read(bytes: &[u8]) -> Result<Ids, IdError> {
        let end = if bytes.contains(&0) { 0 } else { b'\n' };
        let mut ids = Ids::default();
        for (index, line) in bytes.split(|byte| *byte == end).enumerate() {
            let line = if end == b'\n' { line.strip_suffix(b"\r").unwrap_or(line) } else { line };
            if line.is_empty() {
                continue;
            }
            let text = String::from_utf8_lossy(line);
            let name = text.rsplit_once('#').and_then(|(source, number)| {
                let number = number.trim_end().parse().ok().filter(|number| *number > 0)?;
                (!source.is_empty()).then_some((source, number))
            });
            let Some((source, number)) = name else {
                return Err(IdError { line: index + 1, text: text.chars().take(80).collect() });
            };
            if !ids.by_source.contains_key(source) {
                ids.sources.push(source.to_owned());
            }
            ids.by_source.entry(source.to_owned()).or_default().insert(number);
        }
        Ok(ids)
    }

    /// The sources, in the order of their first game.
    pub fn sources(&self) -> &[String] {
        &self.sources
    }

    /// Is this game, 1-based in its source, among them?
    pub fn contains(&self, source: &str, number: u64) -> bool {
        self.by_source.get(source).is_some_and(|numbers| numbers.contains(&number))
    }

    /// The last number in a source; `None` if there is none.
    pub fn last_of(&self, source: &str) -> Option<u64> {
        self.by_source.get(source)?.last().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back_line_by_line_or_by_zero_bytes() {
        let ids = Ids::read(b"b#x.pgn#12\n\na.pgn#3\r\nb#x.pgn#2\n").unwrap();
        assert_eq!(ids.sources(), ["b#x.pgn", "a.pgn"]);
        assert!(ids.contains("b#x.pgn", 2) && ids.contains("a.pgn", 3) && !ids.contains("a.pgn", 2));
        assert_eq!((ids.last_of("b#x.pgn"), ids.last_of("c")), (Some(12), None));
        let odd = Ids::read(b"new\nline.pgn#1\0a#7\0").unwrap();
        assert_eq!(odd.sources(), ["new\nline.pgn", "a"]);
    }

    #[test]
    fn what_is_no_name_is_an_error_with_its_line() {
        for (text, line) in [("a.pgn#1\na.pgn", 2), ("#1", 1), ("a#0", 1), ("a#x", 1), ("a#-1", 1)] {
            assert_eq!(Ids::read(text.as_bytes()).unwrap_err().line, line, "{text}");
        }
    }
}
