//! Where converted games go: a writer, a file, or a directory with a file for each input.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use super::OutputFile;

/// A place for games.
pub(super) enum Target<'w> {
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

impl<'w> Target<'w> {
    /// `output` is a directory if there is one of that name or if it ends with a slash.
    pub(super) fn new(
        output: Option<&Path>,
        out: &'w mut dyn Write,
        extension: &'static str,
        read: &[PathBuf],
        force: bool,
    ) -> anyhow::Result<Target<'w>> {
        let Some(path) = output.filter(|path| *path != Path::new("-")) else {
            return Ok(Target::Writer(out));
        };
        if path.is_dir() || path.to_string_lossy().ends_with('/') {
            return Ok(Target::Folder(Folder::new(path, extension, read, force)?));
        }
        Ok(Target::File(Box::new(OutputFile::create(path, read, force)?)))
    }

    /// Begins a file of a directory, with its name without the ending. `header` stands at its beginning.
    pub(super) fn begin_file(&mut self, name: &str, header: &str) -> anyhow::Result<()> {
        if let Target::Folder(folder) = self {
            folder.begin(name)?;
            self.write(header)?;
        }
        Ok(())
    }

    /// Ends a file of a directory.
    pub(super) fn end_file(&mut self, footer: &str) -> anyhow::Result<()> {
        if matches!(self, Target::Folder(_)) {
            self.write(footer)?;
            if let Target::Folder(folder) = self {
                folder.end()?;
            }
        }
        Ok(())
    }

    /// Is there one output for everything?
    pub(super) fn is_single(&self) -> bool {
        !matches!(self, Target::Folder(_))
    }

    /// Writes text.
    pub(super) fn write(&mut self, text: &str) -> io::Result<()> {
        match self {
            Target::Writer(out) => out.write_all(text.as_bytes()),
            Target::File(file) => file.write_all(text.as_bytes()),
            Target::Folder(folder) => match &mut folder.open {
                Some(file) => file.write_all(text.as_bytes()),
                None => Ok(()),
            },
        }
    }

    /// Everything is written: files take their names.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        match self {
            Target::Writer(_) => Ok(()),
            Target::File(file) => Ok(file.commit()?),
            Target::Folder(mut folder) => folder.end(),
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
