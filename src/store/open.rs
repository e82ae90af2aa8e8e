//! A store that is looked at: its manifest, its segments, the games deleted from them.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_64;

use super::error::StoreError;
use super::manifest::{DeletedEntry, Manifest, NAME, SegmentEntry};
use super::segment::Segment;

/// A store.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    manifest: Manifest,
    segments: Vec<Segment>,
    deleted: Vec<Deleted>,
}

/// A set of games of a segment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deleted {
    bits: Vec<u8>,
}

/// A game of a store: number of the segment and of the game in it, both 0-based. Ordered as the games are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameId {
    /// Its segment.
    pub segment: u32,
    /// Its number there.
    pub game: u32,
}

impl Deleted {
    /// None of `games` games.
    pub(crate) fn none(games: u32) -> Deleted {
        Deleted { bits: vec![0; (games as usize).div_ceil(8)] }
    }

    /// Is the game in the set?
    #[inline]
    pub fn has(&self, game: u32) -> bool {
        self.bits.get(game as usize / 8).is_some_and(|byte| byte >> (game % 8) & 1 != 0)
    }

    /// Puts a game in; answers whether it was not there.
    pub(crate) fn insert(&mut self, game: u32) -> bool {
        let is_new = !self.has(game);
        if let Some(byte) = self.bits.get_mut(game as usize / 8) {
            *byte |= 1 << (game % 8);
        }
        is_new
    }

    /// How many games are in it.
    pub fn len(&self) -> u32 {
        self.bits.iter().map(|byte| byte.count_ones()).sum()
    }

    /// Is no game in it?
    pub fn is_empty(&self) -> bool {
        self.bits.iter().all(|byte| *byte == 0)
    }

    /// The file of the set: a bit for each game, lowest first.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bits
    }

    fn read(path: &Path, entry: &DeletedEntry, games: u32) -> Result<Deleted, StoreError> {
        const PART: &str = "the deleted games";
        let length = (games as usize).div_ceil(8);
        let file = File::open(path).map_err(StoreError::io(path))?;
        let mut bits = Vec::new();
        file.take(length as u64 + 1).read_to_end(&mut bits).map_err(StoreError::io(path))?;
        if bits.len() != length {
            return Err(StoreError::damaged(path, PART, "the file has another length than it should"));
        }
        if xxh3_64(&bits) != entry.sum {
            return Err(StoreError::damaged(path, PART, "the checksum is wrong"));
        }
        let deleted = Deleted { bits };
        let is_beyond = (games..games.next_multiple_of(8)).any(|game| deleted.has(game));
        if deleted.len() == entry.games && !is_beyond {
            Ok(deleted)
        } else {
            Err(StoreError::damaged(path, PART, "they are not so many as the manifest says"))
        }
    }
}

/// Name of the file of a segment.
pub(crate) fn segment_name(file: u64) -> String {
    format!("{file:06}.seg")
}

/// Name of the file of deleted games.
pub(crate) fn deleted_name(file: u64) -> String {
    format!("{file:06}.del")
}

/// Is there a store of this name: a folder with a manifest?
pub fn is_store(path: &Path) -> bool {
    path.join(NAME).is_file()
}

impl Store {
    /// Opens the store in a folder.
    ///
    /// # Errors
    /// There is none, or it cannot be read or is damaged in a part that is read now: the manifest, the deleted games,
    /// the tables of the segments.
    pub fn open(folder: &Path) -> Result<Store, StoreError> {
        let mut manifest = Manifest::read(folder)?;
        loop {
            let opened = Store::of(folder, manifest.clone());
            match &opened {
                Err(StoreError::Io { source, .. }) if source.kind() == std::io::ErrorKind::NotFound => {
                    // Another process may have replaced the store since the manifest was read.
                    let now = Manifest::read(folder)?;
                    if now == manifest {
                        return opened;
                    }
                    manifest = now;
                }
                _ => return opened,
            }
        }
    }

    /// The store in a folder as this manifest says that it is.
    pub(crate) fn of(folder: &Path, manifest: Manifest) -> Result<Store, StoreError> {
        let open = |entry: &SegmentEntry| {
            let segment = Segment::open(&folder.join(segment_name(entry.file)), entry.games, entry.sum)?;
            if segment.size() != entry.bytes {
                return Err(segment.damaged("the file", "it has another length than the manifest says"));
            }
            let deleted = match &entry.deleted {
                Some(deleted) => {
                    Deleted::read(&folder.join(deleted_name(deleted.file)), deleted, entry.games)?
                }
                None => Deleted::none(0),
            };
            Ok((segment, deleted))
        };
        let opened: Vec<(Segment, Deleted)> = manifest.segments.iter().map(open).collect::<Result<_, _>>()?;
        let (segments, deleted) = opened.into_iter().unzip();
        Ok(Store { folder: folder.to_owned(), manifest, segments, deleted })
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What it is made of.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Its segments in the order of their games.
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// A segment, 0-based.
    pub fn segment(&self, index: u32) -> Option<&Segment> {
        self.segments.get(index as usize)
    }

    /// Is the game deleted?
    #[inline]
    pub fn is_deleted(&self, id: GameId) -> bool {
        self.deleted.get(id.segment as usize).is_some_and(|deleted| deleted.has(id.game))
    }

    /// May a game of a segment be deleted?
    pub fn may_have_deleted(&self, segment: u32) -> bool {
        self.deleted.get(segment as usize).is_some_and(|deleted| !deleted.bits.is_empty())
    }

    /// The deleted games of a segment, with room for all its games.
    pub(crate) fn deleted_of(&self, segment: usize) -> Deleted {
        let games = self.segments.get(segment).map_or(0, Segment::games);
        match self.deleted.get(segment) {
            Some(deleted) if !deleted.bits.is_empty() => deleted.clone(),
            _ => Deleted::none(games),
        }
    }

    /// The games in order, without the deleted ones.
    pub fn games(&self) -> impl Iterator<Item = GameId> + Send + '_ {
        self.segments
            .iter()
            .zip(0u32..)
            .flat_map(move |(segment, index)| {
                (0..segment.games()).map(move |game| GameId { segment: index, game })
            })
            .filter(|id| !self.is_deleted(*id))
    }

    /// The same games, so many at a time: the list of all of them might not fit into memory.
    pub fn parts(&self, size: usize) -> impl Iterator<Item = Vec<GameId>> + Send + '_ {
        let mut games = self.games();
        std::iter::from_fn(move || {
            let part: Vec<GameId> = games.by_ref().take(size.max(1)).collect();
            (!part.is_empty()).then_some(part)
        })
    }

    /// Checks all bytes of all files.
    ///
    /// # Errors
    /// The first damage that is found.
    pub fn check_bytes(&self) -> Result<(), StoreError> {
        self.segments.iter().try_for_each(Segment::check_all)
    }
}
