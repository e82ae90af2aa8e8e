//! Games that cannot be written at once: they wait in a temporary file until all are there.
//!
//! In memory there are a few numbers for each game, and its keys.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};

/// One game that waits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting {
    offset: u64,
    text: u32,
    /// Its bytes in the source stand behind its text.
    source: u32,
    /// Index of the key it is sorted by.
    sort: u32,
    /// Index of the name of its file.
    pub(super) file: u32,
    /// Games that were written for it.
    count: u32,
    richness: u32,
    /// A richer copy came later.
    is_out: bool,
}

/// A game to be put away.
pub(super) struct New<'g> {
    pub(super) text: &'g str,
    /// Its bytes in the source; empty unless they may be wanted.
    pub(super) source: &'g [u8],
    pub(super) sort: &'g str,
    pub(super) file: &'g str,
    pub(super) count: u64,
    /// Fingerprint of its play; `None`: it is a copy of nothing.
    pub(super) print: Option<u128>,
    pub(super) richness: u32,
}

/// What became of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Put {
    /// It waits.
    Kept,
    /// It is no richer than a copy that waits.
    Copy,
    /// It waits instead of a poorer copy.
    Replaces,
}

/// The games that wait.
pub(super) struct Spool {
    file: BufWriter<File>,
    end: u64,
    games: Vec<Waiting>,
    keys: Keys,
    names: Keys,
    known: HashMap<u128, u32>,
}

/// Texts, each kept once.
#[derive(Default)]
struct Keys {
    list: Vec<String>,
    index: HashMap<String, u32>,
}

impl Keys {
    fn index(&mut self, text: &str) -> u32 {
        if let Some(index) = self.index.get(text) {
            return *index;
        }
        let index = u32::try_from(self.list.len()).unwrap_or(u32::MAX);
        self.list.push(text.to_owned());
        self.index.insert(text.to_owned(), index);
        index
    }

    fn get(&self, index: u32) -> &str {
        self.list.get(index as usize).map_or("", String::as_str)
    }
}

impl Spool {
    /// An empty one, in the system's folder for temporary files.
    pub(super) fn new() -> io::Result<Spool> {
        Ok(Spool {
            file: BufWriter::with_capacity(1 << 18, tempfile::tempfile()?),
            end: 0,
            games: Vec::new(),
            keys: Keys::default(),
            names: Keys::default(),
            known: HashMap::new(),
        })
    }

    /// Puts a game away, unless a copy at least as rich waits.
    pub(super) fn put(&mut self, new: &New<'_>) -> io::Result<Put> {
        let index = u32::try_from(self.games.len()).map_err(|_| io::ErrorKind::FileTooLarge)?;
        let mut put = Put::Kept;
        if let Some(print) = new.print {
            if let Some(old) = self.known.get(&print).and_then(|old| self.games.get_mut(*old as usize)) {
                if old.richness >= new.richness {
                    return Ok(Put::Copy);
                }
                old.is_out = true;
                put = Put::Replaces;
            }
            self.known.insert(print, index);
        }
        self.file.write_all(new.text.as_bytes())?;
        self.file.write_all(new.source)?;
        let length = |len: usize| u32::try_from(len).map_err(|_| io::ErrorKind::FileTooLarge);
        let (text, source) = (length(new.text.len())?, length(new.source.len())?);
        let count = u32::try_from(new.count).unwrap_or(u32::MAX);
        let (sort, file) = (self.keys.index(new.sort), self.names.index(new.file));
        let waiting = Waiting {
            offset: self.end,
            text,
            source,
            sort,
            file,
            count,
            richness: new.richness,
            is_out: false,
        };
        self.games.push(waiting);
        self.end += u64::from(text) + u64::from(source);
        Ok(put)
    }

    /// Gives the games to `take` with the name of their file, sorted if asked for, all of a file together, and those
    /// that a richer copy replaced to `replaced`, as they stood in the source.
    pub(super) fn finish(
        mut self,
        sorted: bool,
        take: &mut dyn FnMut(&str, &str, u64) -> anyhow::Result<()>,
        replaced: &mut dyn FnMut(&[u8]) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        self.file.flush()?;
        let mut games = std::mem::take(&mut self.games);
        if sorted {
            games.sort_by(|a, b| {
                natural(self.keys.get(a.sort), self.keys.get(b.sort)).then(a.offset.cmp(&b.offset))
            });
        }
        // All of a file together, the files in the order of their first game.
        let mut rank = vec![u32::MAX; self.names.list.len()];
        let mut next = 0;
        for game in &games {
            if let Some(slot) = rank.get_mut(game.file as usize)
                && *slot == u32::MAX
            {
                *slot = next;
                next += 1;
            }
        }
        games.sort_by_key(|game| rank.get(game.file as usize).copied().unwrap_or(u32::MAX));
        let mut reader = BufReader::with_capacity(1 << 18, self.file.get_ref());
        let (mut at, mut bytes) = (0u64, Vec::new());
        reader.seek(SeekFrom::Start(0))?;
        for game in &games {
            let part = if game.is_out {
                (game.offset + u64::from(game.text), game.source)
            } else {
                (game.offset, game.text)
            };
            // Forwards within the buffer nothing is read again.
            reader.seek_relative(part.0 as i64 - at as i64)?;
            bytes.resize(part.1 as usize, 0);
            reader.read_exact(&mut bytes)?;
            at = part.0 + u64::from(part.1);
            if game.is_out {
                replaced(&bytes)?;
            } else {
                let text = std::str::from_utf8(&bytes)?;
                take(self.names.get(game.file), text, u64::from(game.count))?;
            }
        }
        Ok(())
    }
}

/// Order of values as people expect it: runs of digits by their number, unknown values last.
pub(super) fn natural(a: &str, b: &str) -> std::cmp::Ordering {
    use std::cmp::Ordering;
    let is_unknown = |text: &str| matches!(text, "" | "?" | "-") || text.starts_with("????");
    match (is_unknown(a), is_unknown(b)) {
        (false, true) => return Ordering::Less,
        (true, false) => return Ordering::Greater,
        _ => {}
    }
    let (mut x, mut y) = (a, b);
    loop {
        let (run_x, run_y) = (digits(x), digits(y));
        if !run_x.is_empty() && !run_y.is_empty() {
            let (plain_x, plain_y) = (run_x.trim_start_matches('0'), run_y.trim_start_matches('0'));
            let order = plain_x.len().cmp(&plain_y.len()).then_with(|| plain_x.cmp(plain_y));
            if order.is_ne() {
                return order;
            }
            (x, y) = (x.get(run_x.len()..).unwrap_or_default(), y.get(run_y.len()..).unwrap_or_default());
            continue;
        }
        let (mut chars_x, mut chars_y) = (x.chars(), y.chars());
        match (chars_x.next(), chars_y.next()) {
            (None, None) => return a.cmp(b),
            (Some(c), Some(d)) => {
                let order = c.to_lowercase().cmp(d.to_lowercase());
                if order.is_ne() {
                    return order;
                }
            }
            (c, d) => return c.cmp(&d),
        }
        (x, y) = (chars_x.as_str(), chars_y.as_str());
    }
}

fn digits(text: &str) -> &str {
    let end = text.bytes().take_while(u8::is_ascii_digit).count();
    text.get(..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new<'g>(text: &'g str, sort: &'g str, file: &'g str, print: Option<u128>, richness: u32) -> New<'g> {
        New { text, source: b"<raw>", sort, file, count: 1, print, richness }
    }

    fn finish(spool: Spool, sorted: bool) -> (Vec<String>, usize) {
        let (mut taken, mut replaced) = (Vec::new(), 0);
        spool
            .finish(
                sorted,
                &mut |file, text, _| {
                    taken.push(format!("{file}:{text}"));
                    Ok(())
                },
                &mut |raw| {
                    assert_eq!(raw, b"<raw>");
                    replaced += 1;
                    Ok(())
                },
            )
            .unwrap();
        (taken, replaced)
    }

    #[test]
    fn the_richest_copy_stays() {
        let mut spool = Spool::new().unwrap();
        assert_eq!(spool.put(&new("poor", "", "", Some(1), 1)).unwrap(), Put::Kept);
        assert_eq!(spool.put(&new("other", "", "", None, 0)).unwrap(), Put::Kept);
        assert_eq!(spool.put(&new("rich", "", "", Some(1), 5)).unwrap(), Put::Replaces);
        assert_eq!(spool.put(&new("same", "", "", Some(1), 5)).unwrap(), Put::Copy);
        assert_eq!(finish(spool, false), (vec![":other".to_owned(), ":rich".to_owned()], 1));
    }

    #[test]
    fn games_are_sorted_and_put_together_by_file() {
        let mut spool = Spool::new().unwrap();
        for (text, sort, file) in [("a", "10", "x"), ("b", "9", "y"), ("c", "?", "x"), ("d", "9", "x")] {
            spool.put(&new(text, sort, file, None, 0)).unwrap();
        }
        assert_eq!(finish(spool, true).0, ["y:b", "x:d", "x:a", "x:c"]);
    }

    #[test]
    fn natural_order_is_that_of_numbers_dates_and_names() {
        for (smaller, greater) in [
            ("2", "10"),
            ("2.9", "2.10"),
            ("1999.12.31", "2024.01.01"),
            ("adams", "Anand"),
            ("Z", "?"),
            ("2024.01.01", "????.??.??"),
            ("007", "8"),
            ("a", "ab"),
        ] {
            assert!(natural(smaller, greater).is_lt(), "{smaller} {greater}");
            assert!(natural(greater, smaller).is_gt(), "{greater} {smaller}");
        }
        assert!(natural("x", "x").is_eq());
    }
}
