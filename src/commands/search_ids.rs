//! Names of games, `SOURCE#NUMBER`, as `search --format ids` writes them, and their numbers as an export has them.

use std::collections::{BTreeSet, HashMap};

use super::game_id::game_id;

/// The name of the column of numbers, which stands above them in what engines write.
const HEADER: &str = "game_id";

/// Games by their names and numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ids {
    by_source: HashMap<String, BTreeSet<u64>>,
    /// In the order of their first game.
    sources: Vec<String>,
    /// See [`game_id`].
    games: BTreeSet<u64>,
}

/// A line that names no game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line} of the games is neither SOURCE#NUMBER nor a game_id: {text:?}")]
pub struct IdError {
    /// 1-based.
    pub line: usize,
    /// What stands there, at most 80 characters of it.
    pub text: String,
}

impl Ids {
    /// Reads names and numbers, one a line; or, if there is a zero byte, each with one behind it. Empty lines do not
    /// count.
    ///
    /// # Errors
    /// The first line that is neither.
    pub fn read(bytes: &[u8]) -> Result<Ids, IdError> {
        let end = if bytes.contains(&0) { 0 } else { b'\n' };
        let mut ids = Ids::default();
        for (index, line) in bytes.split(|byte| *byte == end).enumerate() {
            let line = if end == b'\n' { line.strip_suffix(b"\r").unwrap_or(line) } else { line };
            let is_header = index == 0 && unquoted(line).eq_ignore_ascii_case(HEADER.as_bytes());
            if line.is_empty() || is_header {
                continue;
            }
            if !ids.take(line) {
                let text = String::from_utf8_lossy(line).chars().take(80).collect();
                return Err(IdError { line: index + 1, text });
            }
        }
        Ok(ids)
    }

    /// Takes a line; answers whether it names a game.
    fn take(&mut self, line: &[u8]) -> bool {
        let digits = unquoted(line);
        if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) {
            let number = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok());
            let is_one = |number: &u64| i64::try_from(*number).is_ok() && game_id(1, 0) <= Some(*number);
            return number.filter(is_one).map(|number| self.games.insert(number)).is_some();
        }
        let text = String::from_utf8_lossy(line);
        let name = text.rsplit_once('#').and_then(|(source, number)| {
            let number = number.trim_end().parse().ok().filter(|number| *number > 0)?;
            (!source.is_empty()).then_some((source, number))
        });
        let Some((source, number)) = name else { return false };
        if !self.by_source.contains_key(source) {
            self.sources.push(source.to_owned());
        }
        self.by_source.entry(source.to_owned()).or_default().insert(number);
        true
    }

    /// The sources of the names, in the order of their first game. Numbers do not name theirs.
    pub fn sources(&self) -> &[String] {
        &self.sources
    }

    /// Are there games that go by their numbers?
    pub fn has_numbers(&self) -> bool {
        !self.games.is_empty()
    }

    /// Those of a source. `file` is the number of its file; without it only names count.
    pub(super) fn of_source(&self, source: &str, file: Option<u64>) -> OfSource<'_> {
        let file = file.filter(|_| self.has_numbers());
        OfSource { numbers: self.by_source.get(source), games: &self.games, file }
    }
}

/// Without blanks and quotes round it.
fn unquoted(line: &[u8]) -> &[u8] {
    let line = line.trim_ascii();
    let inner = line.strip_prefix(b"\"").and_then(|rest| rest.strip_suffix(b"\""));
    inner.map_or(line, <[u8]>::trim_ascii)
}

/// The games of one source that are named.
#[derive(Clone, Copy, Debug)]
pub(super) struct OfSource<'i> {
    /// Their numbers in the source.
    numbers: Option<&'i BTreeSet<u64>>,
    /// Those of all files.
    games: &'i BTreeSet<u64>,
    /// `None`: no game goes by its number.
    file: Option<u64>,
}

impl OfSource<'_> {
    /// Is this game among them, `number` in the source, 1-based, which begins at byte `offset` of its text?
    pub(super) fn holds(&self, number: u64, offset: u64) -> bool {
        let is_game = |file| game_id(file, offset).is_some_and(|game| self.games.contains(&game));
        self.numbers.is_some_and(|numbers| numbers.contains(&number)) || self.file.is_some_and(is_game)
    }

    /// Is none of them in the source?
    pub(super) fn is_empty(&self) -> bool {
        self.numbers.is_none() && self.last_game().is_none()
    }

    /// Are all of them before the last of so many games, which begins at `offset`? Text behind the last of them belongs
    /// to the game that follows, so that has to be read, too.
    pub(super) fn are_before(&self, games: u64, offset: u64) -> bool {
        let last_number = self.numbers.and_then(BTreeSet::last);
        let reached = self.file.and_then(|file| game_id(file, offset));
        last_number.is_none_or(|last| *last < games)
            && self.last_game().is_none_or(|last| Some(last) < reached)
    }

    /// The last game of the file that goes by its number.
    fn last_game(&self) -> Option<u64> {
        let file = self.file?;
        let (first, behind) = (game_id(file, 0)?, game_id(file + 1, 0));
        let last = behind.map_or(i64::MAX as u64, |behind| behind - 1);
        self.games.range(first..=last).next_back().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back_line_by_line_or_by_zero_bytes() {
        let ids = Ids::read(b"b#x.pgn#12\n\na.pgn#3\r\nb#x.pgn#2\nb#x.pgn#2\n").unwrap();
        assert_eq!(ids.sources(), ["b#x.pgn", "a.pgn"]);
        let holds = |source: &str, number| ids.of_source(source, Some(1)).holds(number, 0);
        assert!(holds("b#x.pgn", 2) && holds("a.pgn", 3) && !holds("a.pgn", 2) && !ids.has_numbers());
        let odd = Ids::read(b"new\nline.pgn#1\0a#7\0").unwrap();
        assert_eq!(odd.sources(), ["new\nline.pgn", "a"]);
    }

    #[test]
    fn numbers_are_read_as_engines_write_them_and_among_names() {
        let (first, second) = (game_id(1, 7).unwrap(), game_id(3, 0).unwrap());
        for text in [
            format!("{first}\n{second}\n"),
            format!("game_id\n{first}\n{second}"),
            format!("\"game_id\"\r\n\"{first}\"\r\n  {second} \r\n"),
            format!("GAME_ID\0{first}\0{second}\0"),
        ] {
            let ids = Ids::read(text.as_bytes()).unwrap();
            assert!(ids.sources().is_empty() && ids.has_numbers(), "{text}");
            assert!(ids.of_source("a", Some(1)).holds(9, 7) && ids.of_source("b", Some(3)).holds(9, 0));
            assert!(!ids.of_source("a", Some(1)).holds(9, 0) && !ids.of_source("a", Some(2)).holds(9, 7));
            assert!(!ids.of_source("a", None).holds(9, 7), "a source without a file has only names");
        }
        let mixed = Ids::read(format!("a.pgn#2\n{first}\n1#1\n").as_bytes()).unwrap();
        assert_eq!(mixed.sources(), ["a.pgn", "1"]);
        assert!(mixed.of_source("a.pgn", Some(4)).holds(2, 0) && mixed.of_source("b", Some(1)).holds(1, 7));
        assert!(Ids::read(format!("{first}\ngame_id\n").as_bytes()).is_err(), "a header stands above");
    }

    #[test]
    fn a_source_is_done_with_behind_the_last_of_its_names_and_numbers() {
        let text = format!("a#3\n{}\n{}\n", game_id(1, 500).unwrap(), game_id(3, 0).unwrap());
        let ids = Ids::read(text.as_bytes()).unwrap();
        let of = |source, file| ids.of_source(source, Some(file));
        assert!(!of("a", 1).is_empty() && !of("a", 2).is_empty() && !of("b", 1).is_empty());
        assert!(of("b", 2).is_empty() && of("b", 4).is_empty() && !of("b", 3).is_empty());
        assert!(!of("a", 1).are_before(3, 501) && !of("a", 1).are_before(4, 500));
        assert!(
            of("a", 1).are_before(4, 501) && of("a", 2).are_before(4, 0) && of("b", 1).are_before(1, 501)
        );
    }

    #[test]
    fn what_is_no_name_is_an_error_with_its_line() {
        let too_large = (1u64 << 63).to_string();
        let no_file = (game_id(1, 0).unwrap() - 1).to_string();
        for (text, line) in [
            ("a.pgn#1\na.pgn", 2),
            ("#1", 1),
            ("a#0", 1),
            ("a#x", 1),
            ("a#-1", 1),
            ("game_id\n0", 2),
            ("99999999999999999999999", 1),
            (&too_large, 1),
            (&no_file, 1),
            ("\"", 1),
            ("-5", 1),
        ] {
            assert_eq!(Ids::read(text.as_bytes()).unwrap_err().line, line, "{text}");
        }
    }
}
