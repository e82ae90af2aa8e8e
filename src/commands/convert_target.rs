//! Where converted games go: a writer, a file, or a directory with a file for each input.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use super::OutputFile;
use crate::export::book::Book;
use crate::export::polyglot::PolyglotOptions;

/// A place for games.
pub(super) struct Target<'w> {
    place: Place<'w>,
    /// How a book is made, if the games go into one.
    polyglot: Option<PolyglotOptions>,
    /// The book at hand.
    book: Option<Book>,
}

enum Place<'w> {
    /// Whatever the caller gives.
    Writer(&'w mut dyn Write),
    /// One file.
    File(Box<OutputFile>),
    /// A file for each source, or for each part of a split collection.
    Folder(Folder),
}

/// A directory of outputs.
pub(super) struct Folder {
    dir: PathBuf,
    extension: &'static str,
    /// Files that must not be written.
    read: Vec<PathBuf>,
    force: bool,
    names: HashSet<String>,
    open: Option<OutputFile>,
}

impl<'w> Place<'w> {
    /// `output` is a directory if there is one of that name or if it ends with a slash.
    pub(super) fn new(
        output: Option<&Path>,
        out: &'w mut dyn Write,
        extension: &'static str,
        read: &[PathBuf],
        force: bool,
    ) -> anyhow::Result<Place<'w>> {
        let Some(path) = output.filter(|path| *path != Path::new("-")) else {
            return Ok(Place::Writer(out));
        };
        if path.is_dir() || path.to_string_lossy().ends_with('/') {
            return Ok(Place::Folder(Folder::new(path, extension, read, force)?));
        }
        Ok(Place::File(Box::new(OutputFile::create(path, read, force)?)))
    }

    fn writer(&mut self) -> Option<&mut dyn Write> {
        match self {
            Place::Writer(out) => Some(&mut **out),
            Place::File(file) => Some(&mut **file),
            Place::Folder(folder) => folder.open.as_mut().map(|file| file as &mut dyn Write),
        }
    }
}

impl<'w> Target<'w> {
    /// A writer, a file, or a directory: see [`Place::new`]. With `polyglot` the games become a book for each output.
    pub(super) fn new(
        output: Option<&Path>,
        out: &'w mut dyn Write,
        polyglot: Option<PolyglotOptions>,
        extension: &'static str,
        read: &[PathBuf],
        force: bool,
    ) -> anyhow::Result<Target<'w>> {
        Ok(Target::at(Place::new(output, out, extension, read, force)?, polyglot))
    }

    /// Files of a directory.
    pub(super) fn folder(folder: Folder, polyglot: Option<PolyglotOptions>) -> Target<'w> {
        Target::at(Place::Folder(folder), polyglot)
    }

    fn at(place: Place<'w>, polyglot: Option<PolyglotOptions>) -> Target<'w> {
        Target { book: polyglot.map(Book::new), place, polyglot }
    }

    /// Begins a file of a directory, with its name without the ending. `header` stands at its beginning.
    pub(super) fn begin_file(&mut self, name: &str, header: &str) -> anyhow::Result<()> {
        if let Place::Folder(folder) = &mut self.place {
            folder.begin(name)?;
            self.book = self.polyglot.map(Book::new);
            self.write(header)?;
        }
        Ok(())
    }

    /// Ends a file of a directory.
    pub(super) fn end_file(&mut self, footer: &str) -> anyhow::Result<()> {
        if !self.is_single() {
            self.write(footer)?;
            self.write_book()?;
            if let Place::Folder(folder) = &mut self.place {
                folder.end()?;
            }
        }
        Ok(())
    }

    /// Is there one output for everything?
    pub(super) fn is_single(&self) -> bool {
        !matches!(self.place, Place::Folder(_))
    }

    /// Does everything go straight to the writer that the caller gave?
    pub(super) fn is_stream(&self) -> bool {
        matches!(self.place, Place::Writer(_)) && self.polyglot.is_none()
    }

    /// Writes text, or adds what it says to the book.
    pub(super) fn write(&mut self, text: &str) -> io::Result<()> {
        match (&mut self.book, self.place.writer()) {
            (Some(book), _) => book.add(text),
            (None, Some(out)) => out.write_all(text.as_bytes()),
            (None, None) => Ok(()),
        }
    }

    fn write_book(&mut self) -> io::Result<()> {
        match (self.book.take(), self.place.writer()) {
            (Some(book), Some(out)) => book.finish(out),
            _ => Ok(()),
        }
    }

    /// Everything is written: files take their names.
    pub(super) fn finish(mut self) -> anyhow::Result<()> {
        self.write_book()?;
        match self.place {
            Place::Writer(_) => Ok(()),
            Place::File(file) => Ok(file.commit()?),
            Place::Folder(mut folder) => folder.end(),
        }
    }
}

impl Folder {
    pub(super) fn new(
        dir: &Path,
        extension: &'static str,
        read: &[PathBuf],
        force: bool,
    ) -> anyhow::Result<Folder> {
        std::fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
        let (dir, read) = (dir.to_owned(), read.to_vec());
        Ok(Folder { dir, extension, read, force, names: HashSet::new(), open: None })
    }

    /// Starts a file.
    fn begin(&mut self, stem: &str) -> anyhow::Result<()> {
        let name = format!("{stem}.{}", self.extension);
        if !self.names.insert(name.to_lowercase()) {
            bail!("two parts of the output would be written to {}", self.dir.join(name).display());
        }
        self.open = Some(OutputFile::create(&self.dir.join(name), &self.read, self.force)?);
        Ok(())
    }

    fn end(&mut self) -> anyhow::Result<()> {
        match self.open.take() {
            Some(file) => Ok(file.commit()?),
            None => Ok(()),
        }
    }
}

/// The name of a source without its folder and its endings.
pub(super) fn stem_of(source: &str) -> String {
    if source == "-" {
        return "stdin".to_owned();
    }
    let name = source.rsplit(['/', '\\']).next().unwrap_or(source);
    let packed = [".gz", ".bz2", ".xz", ".zst", ".lz4"];
    let name = packed.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    if stem.is_empty() { name.to_owned() } else { stem.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_after_its_source() {
        for (source, stem) in [
            ("-", "stdin"),
            ("a/b.pgn", "b"),
            ("b.pgn.zst", "b"),
            ("archive.zip/2024/c.pgn", "c"),
            ("x.y.txt", "x.y"),
            (".pgn", ".pgn"),
            ("plain", "plain"),
        ] {
            assert_eq!(stem_of(source), stem);
        }
    }
}
