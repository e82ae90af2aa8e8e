//! A store that is written: new segments beside the old ones, then a manifest that names them. Until then, and if the
//! process ends before, the store is what it was.

use std::collections::HashSet;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_64;

use super::build::SegmentBuilder;
use super::error::StoreError;
use super::manifest::{DeletedEntry, Manifest, NAME, SegmentEntry, SourceEntry, sync_folder};
use super::open::{Deleted, Store, deleted_name, segment_name};
use super::row::Batch;

/// The file that says that somebody writes.
const LOCK: &str = "lock";

/// What is asked of a new store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoreOptions {
    /// Leave comments, glyphs and variations out.
    pub moves_only: bool,
    /// Build a position index.
    pub indexed: bool,
    /// Put the positions of variations into it, too.
    pub variations_indexed: bool,
}

/// Writes to a store; only one at a time can.
#[derive(Debug)]
pub struct StoreWriter {
    folder: PathBuf,
    /// The manifest to come.
    manifest: Manifest,
    builder: SegmentBuilder,
    limit: usize,
    /// Held as long as this is there.
    _lock: File,
    /// The folder was made here, and goes if nothing comes of it.
    is_new: bool,
    is_committed: bool,
}

impl StoreWriter {
    /// A new store in this folder, which takes the place of one that is there already when it is committed. Segments
    /// are finished at about `limit` bytes of memory.
    ///
    /// # Errors
    /// The folder holds other things than a store, cannot be written, or another process writes to it.
    pub fn create(folder: &Path, options: StoreOptions, limit: usize) -> Result<StoreWriter, StoreError> {
        if folder.exists() && !is_ours(folder)? {
            let reason = std::io::Error::other("there is a file or folder of that name that is no store");
            return Err(StoreError::io(folder)(reason));
        }
        // An interrupted run may have made it, and left it without a manifest.
        let is_new = !folder.exists() || (folder.join(LOCK).exists() && !folder.join(NAME).exists());
        std::fs::create_dir_all(folder).map_err(StoreError::io(folder))?;
        let lock = lock(folder)?;
        let old = Manifest::read(folder);
        // What an earlier run left behind unfinished goes at once: it may be what fills the disk. Of a store that
        // cannot be read everything is left until there is another one.
        match &old {
            Ok(old) => clear(folder, old)?,
            Err(StoreError::NotAStore(_)) => clear(folder, &Manifest::default())?,
            Err(_) => {}
        }
        let next_file = old.map_or_else(|_| after_files(folder), |old| old.next_file);
        let manifest = Manifest {
            next_file,
            moves_only: options.moves_only,
            indexed: options.indexed,
            variations_indexed: options.variations_indexed,
            ..Manifest::default()
        };
        Ok(StoreWriter {
            folder: folder.to_owned(),
            builder: SegmentBuilder::new(limit, manifest.indexing()),
            manifest,
            limit,
            _lock: lock,
            is_new,
            is_committed: false,
        })
    }

    /// Goes on with the store in this folder; what an earlier run left behind unfinished is cleared away.
    ///
    /// # Errors
    /// There is no store, it is damaged, or another process writes to it.
    pub fn append(folder: &Path, limit: usize) -> Result<StoreWriter, StoreError> {
        // A folder without a store gets no lock file from this.
        Manifest::read(folder)?;
        let lock = lock(folder)?;
        let manifest = Manifest::read(folder)?;
        // Nothing is added to a store that has lost a part.
        Store::of(folder, manifest.clone())?;
        clear(folder, &manifest)?;
        Ok(StoreWriter {
            folder: folder.to_owned(),
            builder: SegmentBuilder::new(limit, manifest.indexing()),
            manifest,
            limit,
            _lock: lock,
            is_new: false,
            is_committed: false,
        })
    }

    /// The manifest to come.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// An empty batch of the kind that this store takes.
    pub fn batch(&self) -> Batch {
        Batch::of(self.manifest.moves_only, self.manifest.variations_indexed)
    }

    /// Appends games.
    ///
    /// # Errors
    /// A segment that became full cannot be written.
    pub fn push(&mut self, batch: &Batch) -> Result<(), StoreError> {
        let mut at = 0;
        while at < batch.len() {
            at = self.builder.append(batch, at).map_err(StoreError::io(&self.folder))?;
            if self.builder.is_full() {
                self.finish_segment()?;
            }
        }
        Ok(())
    }

    /// Notes a source.
    pub fn source(&mut self, source: SourceEntry) {
        self.manifest.sources.push(source);
    }

    fn next_file(&mut self) -> Result<u64, StoreError> {
        let file = self.manifest.next_file;
        let too_large = || StoreError::TooLarge {
            path: self.folder.clone(),
            reason: "there is no number for another file",
        };
        self.manifest.next_file = file.checked_add(1).ok_or_else(too_large)?;
        Ok(file)
    }

    /// Writes the segment in the making, if there is a game in it.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn finish_segment(&mut self) -> Result<(), StoreError> {
        if self.builder.is_empty() {
            return Ok(());
        }
        let fresh = SegmentBuilder::new(self.limit, self.manifest.indexing());
        let builder = std::mem::replace(&mut self.builder, fresh);
        let file = self.next_file()?;
        let finished = builder.finish(&self.folder.join(segment_name(file)))?;
        self.manifest.segments.push(SegmentEntry {
            file,
            bytes: finished.bytes,
            sum: finished.sum,
            games: finished.games,
            plies: finished.plies,
            deleted: None,
        });
        Ok(())
    }

    /// Marks games of a segment as deleted, in place of those that were.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn delete(&mut self, segment: usize, deleted: &Deleted) -> Result<(), StoreError> {
        let file = self.next_file()?;
        let Some(entry) = self.manifest.segments.get_mut(segment) else { return Ok(()) };
        let path = self.folder.join(deleted_name(file));
        let write = || -> std::io::Result<()> {
            std::fs::write(&path, deleted.bytes())?;
            File::open(&path)?.sync_all()
        };
        write().map_err(StoreError::io(&path))?;
        entry.deleted = Some(DeletedEntry { file, games: deleted.len(), sum: xxh3_64(deleted.bytes()) });
        Ok(())
    }

    /// Takes all segments out of the manifest to come: what is pushed from now on takes their place.
    pub fn replace_segments(&mut self) {
        self.manifest.segments.clear();
    }

    /// The store as it will be when it is committed, all games in segments.
    ///
    /// # Errors
    /// The segment in the making cannot be written, or those that were written cannot be read.
    pub fn preview(&mut self) -> Result<Store, StoreError> {
        self.finish_segment()?;
        Store::of(&self.folder, self.manifest.clone())
    }

    /// Makes all of it the store, and removes what is no longer part of it.
    ///
    /// # Errors
    /// It cannot be written; the store is the old one then.
    pub fn commit(mut self) -> Result<Manifest, StoreError> {
        self.finish_segment()?;
        self.manifest.write(&self.folder)?;
        self.is_committed = true;
        if self.is_new {
            let above = self.folder.parent().filter(|above| !above.as_os_str().is_empty());
            sync_folder(above.unwrap_or(Path::new("."))).map_err(StoreError::io(&self.folder))?;
        }
        clear(&self.folder, &self.manifest)?;
        Ok(self.manifest.clone())
    }
}

impl Drop for StoreWriter {
    /// What was not committed goes. A process that is killed leaves it to the next run.
    fn drop(&mut self) {
        if self.is_committed {
            return;
        }
        match Manifest::read(&self.folder) {
            Ok(manifest) => {
                // Leftovers do no harm, and there is nobody to tell about them.
                let _ = clear(&self.folder, &manifest);
            }
            Err(StoreError::NotAStore(_)) => {
                let _ = clear(&self.folder, &Manifest::default());
                if self.is_new {
                    let _ = std::fs::remove_file(self.folder.join(LOCK));
                    let _ = std::fs::remove_dir(&self.folder);
                }
            }
            // A damaged store is left as it is, for whoever can mend it.
            Err(_) => {}
        }
    }
}

/// The number behind all files of a store that are in the folder.
fn after_files(folder: &Path) -> u64 {
    let Ok(entries) = std::fs::read_dir(folder) else { return 1 };
    let number = |name: &str| name.split_once('.')?.0.parse::<u64>().ok();
    let names = entries.flatten().map(|entry| entry.file_name());
    names.filter_map(|name| number(name.to_str()?)).max().map_or(1, |last| last.saturating_add(1))
}

/// Is this the name of a file that a store is made of?
fn is_our_name(name: &str) -> bool {
    let numbered = |ending| {
        name.strip_suffix(ending)
            .is_some_and(|number| number.len() >= 6 && number.bytes().all(|b| b.is_ascii_digit()))
    };
    name == NAME || name == LOCK || name == format!("{NAME}.new") || numbered(".seg") || numbered(".del")
}

/// Is there nothing in the folder but files of a store, whole or not?
fn is_ours(folder: &Path) -> Result<bool, StoreError> {
    if !folder.is_dir() {
        return Ok(false);
    }
    for entry in std::fs::read_dir(folder).map_err(StoreError::io(folder))? {
        let name = entry.map_err(StoreError::io(folder))?.file_name();
        if !name.to_str().is_some_and(is_our_name) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Removes files of a store that this manifest does not name.
fn clear(folder: &Path, manifest: &Manifest) -> Result<(), StoreError> {
    let mut named: HashSet<String> = [NAME.to_owned(), LOCK.to_owned()].into();
    for segment in &manifest.segments {
        named.insert(segment_name(segment.file));
        named.extend(segment.deleted.map(|deleted| deleted_name(deleted.file)));
    }
    for entry in std::fs::read_dir(folder).map_err(StoreError::io(folder))? {
        let entry = entry.map_err(StoreError::io(folder))?;
        let is_left =
            entry.file_name().to_str().is_some_and(|name| is_our_name(name) && !named.contains(name));
        if is_left {
            std::fs::remove_file(entry.path()).map_err(StoreError::io(&entry.path()))?;
        }
    }
    Ok(())
}

fn lock(folder: &Path) -> Result<File, StoreError> {
    let path = folder.join(LOCK);
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path)
        .map_err(StoreError::io(&path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::Locked(folder.to_owned())),
        Err(TryLockError::Error(error)) => Err(StoreError::io(&path)(error)),
    }
}
