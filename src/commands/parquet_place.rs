//! The files of an export as tables: what they are called, where they grow, and how they come to their places, all at
//! once at the end.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use tempfile::TempDir;
use walkdir::WalkDir;

use super::parquet_options::{Partition, Shard, TableChoice};
use crate::export::columnar::table::{RowGroup, Table, TableFile};

/// What stands in the name of a folder for a value that is not known, as Hive has it.
const UNKNOWN: &str = "__HIVE_DEFAULT_PARTITION__";

/// What no name of a folder may hold, or what means something in it.
const ESCAPED: &AsciiSet = &CONTROLS
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'\'')
    .add(b'*')
    .add(b'/')
    .add(b':')
    .add(b'=')
    .add(b'?')
    .add(b'\\')
    .add(b'{')
    .add(b'[')
    .add(b']')
    .add(b'^')
    .add(b'<')
    .add(b'>')
    .add(b'|');

/// Longest value in the name of a folder, in bytes; file systems take 255 for all of it.
const LONGEST: usize = 200;

/// A folder of tables.
pub(super) struct Place {
    folder: PathBuf,
    shard: Option<Shard>,
    /// Files of an earlier run that go when this one is done.
    old: Vec<PathBuf>,
    /// Files grow here.
    temporary: TempDir,
    /// Finished files: where they are, and where they belong.
    done: Vec<(PathBuf, PathBuf)>,
    begun: u32,
    /// Bytes of the finished files.
    pub(super) bytes: u64,
}

/// A file in the making.
pub(super) struct Growing {
    file: TableFile<BufWriter<File>>,
    path: PathBuf,
    target: PathBuf,
}

impl Place {
    /// Opens a folder for tables; it is made if it is not there.
    ///
    /// # Errors
    /// It cannot be written, or holds tables that this run would replace without `force`, or whose games might be the
    /// same.
    pub(super) fn new(folder: &Path, shard: Option<Shard>, force: bool) -> anyhow::Result<Place> {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let mut old = Vec::new();
        for choice in TableChoice::ALL {
            let files =
                WalkDir::new(folder.join(choice.name())).min_depth(1).into_iter().filter_map(Result::ok);
            let files = files.filter(|file| file.file_type().is_file());
            old.extend(
                files
                    .filter(|file| is_in_the_way(&file.file_name().to_string_lossy(), shard))
                    .map(|file| file.into_path()),
            );
        }
        if let Some(first) = old.first().filter(|_| !force) {
            return Err(anyhow!(
                "{} is there already; use --force to replace the tables in {}",
                first.display(),
                folder.display()
            ));
        }
        let temporary = tempfile::Builder::new().prefix(".zug-").tempdir_in(folder);
        let temporary = temporary.with_context(|| format!("cannot write into {}", folder.display()))?;
        Ok(Place { folder: folder.to_owned(), shard, old, temporary, done: Vec::new(), begun: 0, bytes: 0 })
    }

    /// The folder for what is there only while the run lasts.
    pub(super) fn temporary(&self) -> &Path {
        self.temporary.path()
    }

    /// Finished files.
    pub(super) fn files(&self) -> u64 {
        self.done.len() as u64
    }

    /// Begins the file of a table for a part of the rows: those of a partition, if there are any.
    ///
    /// # Errors
    /// It cannot be written.
    pub(super) fn begin(
        &mut self,
        choice: TableChoice,
        table: &Table,
        partition: Option<(Partition, Option<&str>)>,
        part: u32,
    ) -> anyhow::Result<Growing> {
        self.begun += 1;
        let path = self.temporary.path().join(format!("{}.parquet", self.begun));
        let file = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
        let mut target = self.folder.join(choice.name());
        if let Some((partition, value)) = partition {
            target.push(folder_name(partition, value));
        }
        target.push(file_name(self.shard, part));
        Ok(Growing { file: table.begin(BufWriter::with_capacity(1 << 20, file))?, path, target })
    }

    /// Ends a file.
    ///
    /// # Errors
    /// It cannot be written to its end.
    pub(super) fn end(&mut self, growing: Growing) -> anyhow::Result<()> {
        let Growing { file, path, target } = growing;
        let write = || -> anyhow::Result<u64> {
            let mut out = file.finish()?;
            out.flush()?;
            let file = out.into_inner().map_err(std::io::IntoInnerError::into_error)?;
            file.sync_all()?;
            Ok(file.metadata()?.len())
        };
        self.bytes += write().with_context(|| format!("cannot write {}", target.display()))?;
        self.done.push((path, target));
        Ok(())
    }

    /// Puts all files into their places, and takes away those that they replace.
    ///
    /// # Errors
    /// A folder cannot be made or a file not be renamed.
    pub(super) fn commit(self) -> anyhow::Result<()> {
        for old in &self.old {
            std::fs::remove_file(old).with_context(|| format!("cannot remove {}", old.display()))?;
        }
        for (from, to) in &self.done {
            let put = || -> std::io::Result<()> {
                to.parent().map_or(Ok(()), std::fs::create_dir_all)?;
                std::fs::rename(from, to)
            };
            put().with_context(|| format!("cannot write {}", to.display()))?;
        }
        Ok(())
    }
}

impl Growing {
    /// Appends rows.
    ///
    /// # Errors
    /// They cannot be written.
    pub(super) fn append(&mut self, group: RowGroup) -> anyhow::Result<()> {
        self.file.append(group).with_context(|| format!("cannot write {}", self.target.display()))
    }
}

/// `part-00001.parquet`; of one of several machines `shard-2-of-4-00001.parquet`.
fn file_name(shard: Option<Shard>, part: u32) -> String {
    match shard {
        None => format!("part-{part:05}.parquet"),
        Some(Shard { index, count }) => format!("shard-{index}-of-{count}-{part:05}.parquet"),
    }
}

/// Would a file of this name be replaced by this run, or may it have the same games? Only the other shards of as many
/// have others.
fn is_in_the_way(name: &str, shard: Option<Shard>) -> bool {
    let Some(stem) = name.strip_suffix(".parquet") else { return false };
    let other = stem.strip_prefix("shard-").and_then(|rest| {
        let (index, rest) = rest.split_once("-of-")?;
        let (count, _) = rest.split_once('-')?;
        Some((index.parse::<u32>().ok()?, count.parse::<u32>().ok()?))
    });
    match (other, shard) {
        (Some((index, count)), Some(shard)) => count != shard.count || index == shard.index,
        (Some(_), None) => true,
        (None, _) => stem.starts_with("part-"),
    }
}

/// `year=1999`.
fn folder_name(partition: Partition, value: Option<&str>) -> String {
    let Some(value) = value else { return format!("{}={UNKNOWN}", partition.name()) };
    let mut text = utf8_percent_encode(value, ESCAPED).to_string();
    if text.len() > LONGEST {
        // Escaped it is ASCII but for letters beyond it.
        let end = (0..=LONGEST).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
        text.truncate(end);
    }
    format!("{}={text}", partition.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_other_shards_of_as_many_may_stay() {
        let shard = |index, count| Some(Shard { index, count });
        for (name, run, expected) in [
            ("part-00001.parquet", None, true),
            ("part-00001.parquet", shard(1, 2), true),
            ("shard-1-of-2-00001.parquet", None, true),
            ("shard-1-of-2-00001.parquet", shard(1, 2), true),
            ("shard-1-of-2-00001.parquet", shard(2, 2), false),
            ("shard-1-of-3-00001.parquet", shard(2, 2), true),
            ("part-00001.csv", None, false),
            ("own.parquet", None, false),
        ] {
            assert_eq!(is_in_the_way(name, run), expected, "{name} {run:?}");
        }
        assert!(is_in_the_way(&file_name(None, 3), None));
        assert!(is_in_the_way(&file_name(shard(1, 4), 3), shard(1, 4)));
    }

    #[test]
    fn folders_are_named_as_hive_names_them() {
        assert_eq!(folder_name(Partition::Year, Some("1999")), "year=1999");
        assert_eq!(folder_name(Partition::Year, None), "year=__HIVE_DEFAULT_PARTITION__");
        assert_eq!(folder_name(Partition::Site, Some("a/b=c: 50%")), "site_name=a%2Fb%3Dc%3A 50%25");
        assert!(folder_name(Partition::Site, Some(&"ü".repeat(300))).len() < 255);
    }
}
