//! Output files that are there whole or not at all.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, TempPath};

/// Why an output file could not be written.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// It is there already and nobody said that it may go.
    #[error("{} exists already; use --force to overwrite it", .0.display())]
    Exists(PathBuf),
    /// It is one of the inputs.
    #[error("{} is one of the inputs; write to another file", .0.display())]
    IsInput(PathBuf),
    /// Its name is a directory, a device or the like.
    #[error("{} is no regular file", .0.display())]
    NotAFile(PathBuf),
    /// The system refused: no such folder, no permission, no space.
    #[error("cannot write {}: {source}", .path.display())]
    Io {
        /// The file that was asked for.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// A file in the making. It takes its name only in [`OutputFile::commit`]; dropped before, it leaves no trace.
#[derive(Debug)]
pub struct OutputFile {
    path: PathBuf,
    temporary: TempPath,
    writer: BufWriter<File>,
    force: bool,
}

impl OutputFile {
    /// Starts a file in the folder of `path`. `inputs` are the files that are read in the same run, directories
    /// already expanded.
    ///
    /// # Errors
    /// `path` is an input, exists without `force`, is no regular file, or its folder cannot be written.
    pub fn create(path: &Path, inputs: &[PathBuf], force: bool) -> Result<OutputFile, OutputError> {
        // A folder among the inputs is a store, and no file of it is to be replaced either.
        let is_part_of = |input: &PathBuf| input.is_dir() && same_file(input, folder_of(path));
        if inputs.iter().any(|input| same_file(input, path) || is_part_of(input)) {
            return Err(OutputError::IsInput(path.to_owned()));
        }
        // A symbolic link stays one: what it points to is replaced.
        let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let old = match std::fs::symlink_metadata(&target) {
            Ok(meta) if !meta.is_file() => return Err(OutputError::NotAFile(path.to_owned())),
            Ok(_) if !force => return Err(OutputError::Exists(path.to_owned())),
            Ok(meta) => Some(meta),
            Err(_) => None,
        };
        let fail = |source| OutputError::Io { path: path.to_owned(), source };
        let temporary = create_beside(&target).map_err(fail)?;
        let (file, temporary) = temporary.into_parts();
        if let Some(meta) = old {
            file.set_permissions(meta.permissions()).map_err(fail)?;
        }
        Ok(OutputFile { path: target, temporary, writer: BufWriter::with_capacity(1 << 18, file), force })
    }

    /// Writes what is left to the disk and gives the file its name.
    ///
    /// # Errors
    /// The disk is full or failing, or the name was taken meanwhile; nothing is left behind then.
    pub fn commit(self) -> Result<(), OutputError> {
        let OutputFile { path, temporary, writer, force } = self;
        let finish = || -> io::Result<()> {
            writer.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
            if force {
                temporary.persist(&path)?
            } else {
                temporary.persist_noclobber(&path)?
            }
            sync_folder(&path)
        };
        finish().map_err(|source| match source.kind() {
            io::ErrorKind::AlreadyExists => OutputError::Exists(path.clone()),
            _ => OutputError::Io { path: path.clone(), source },
        })
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.writer.write_all(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Do both names lead to the same existing file? Links and `..` are followed.
pub fn same_file(a: &Path, b: &Path) -> bool {
    match (identity(a), identity(b)) {
        (Some(a), Some(b)) => a == b,
        _ => false,
    }
}

/// Device and inode, so that hard links count as the same file too.
#[cfg(unix)]
fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).ok().map(|meta| (meta.dev(), meta.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path) -> Option<PathBuf> {
    std::fs::canonicalize(path).ok()
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A temporary file in the folder of `path`: a rename within one file system is atomic.
fn create_beside(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".zug-");
    // Private by default, but this file becomes an ordinary one: the umask decides.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder_of(path))
}

#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    match File::open(folder_of(path)) {
        Ok(folder) => folder.sync_all(),
        // A folder that may be written but not read cannot be synced; the file itself is safe.
        Err(_) => Ok(()),
    }
}

#[cfg(not(unix))]
fn sync_folder(_path: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_appears_only_when_it_is_whole() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("out.pgn");
        let mut file = OutputFile::create(&path, &[], false).unwrap();
        file.write_all(b"1. e4 *\n").unwrap();
        assert!(!path.exists());
        file.commit().unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"1. e4 *\n");
        assert_eq!(names(dir.path()), ["out.pgn"]);
    }

    #[test]
    fn a_dropped_file_leaves_nothing_behind() {
        let dir = tempfile::tempdir().unwrap();
        let mut file = OutputFile::create(&dir.path().join("out.pgn"), &[], false).unwrap();
        file.write_all(b"half").unwrap();
        drop(file);
        assert!(names(dir.path()).is_empty());
    }

    #[test]
    fn an_existing_file_goes_only_by_force() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("out.pgn");
        std::fs::write(&path, "old").unwrap();
        assert!(matches!(OutputFile::create(&path, &[], false), Err(OutputError::Exists(_))));
        assert_eq!(std::fs::read(&path).unwrap(), b"old");
        let mut file = OutputFile::create(&path, &[], true).unwrap();
        file.write_all(b"new").unwrap();
        file.commit().unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"new");
    }

    #[test]
    fn a_name_taken_meanwhile_is_not_overwritten() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("out.pgn");
        let file = OutputFile::create(&path, &[], false).unwrap();
        std::fs::write(&path, "somebody else's").unwrap();
        assert!(matches!(file.commit(), Err(OutputError::Exists(_))));
        assert_eq!(std::fs::read(&path).unwrap(), b"somebody else's");
        assert_eq!(names(dir.path()), ["out.pgn"]);
    }

    #[cfg(unix)]
    #[test]
    fn an_input_is_never_an_output_whatever_its_name() {
        let dir = tempfile::tempdir().unwrap();
        let input = dir.path().join("in.pgn");
        let link = dir.path().join("link.pgn");
        let hard = dir.path().join("hard.pgn");
        std::fs::write(&input, "*").unwrap();
        std::os::unix::fs::symlink(&input, &link).unwrap();
        std::fs::hard_link(&input, &hard).unwrap();
        for name in [&input, &link, &hard] {
            let made = OutputFile::create(name, std::slice::from_ref(&input), true);
            assert!(matches!(made, Err(OutputError::IsInput(_))), "{}", name.display());
        }
    }

    #[test]
    fn a_folder_that_is_not_there_is_an_error() {
        let dir = tempfile::tempdir().unwrap();
        let made = OutputFile::create(&dir.path().join("none/out.pgn"), &[], false);
        assert!(matches!(made, Err(OutputError::Io { .. })));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error() {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let temporary = tempfile::NamedTempFile::new().unwrap().into_temp_path();
        let mut file = OutputFile {
            path: std::env::temp_dir().join("zug-never-written"),
            temporary,
            writer: BufWriter::new(full),
            force: true,
        };
        file.write_all(b"1. e4 *\n").unwrap();
        assert!(matches!(file.commit(), Err(OutputError::Io { .. })));
        assert!(!std::env::temp_dir().join("zug-never-written").exists());
    }
}
