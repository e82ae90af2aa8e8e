//! Which games of a store are among those that are named.

use super::game_id::StoreFiles;
use super::search_ids::{Ids, OfSource};
use crate::store::format::Kind;
use crate::store::{Columns, GameId};

/// The games of a store that are named; every worker has its own, which remembers the source of the game before.
#[derive(Clone, Debug)]
pub(super) struct StoreIds<'i> {
    /// `None`: every game.
    ids: Option<&'i Ids>,
    files: &'i StoreFiles,
    /// The segment and the number of the source in it.
    known: Option<((u32, u64), OfSource<'i>)>,
}

impl<'i> StoreIds<'i> {
    /// Those of a store with these files; without names every game is one.
    pub(super) fn new(ids: Option<&'i Ids>, files: &'i StoreFiles) -> StoreIds<'i> {
        StoreIds { ids, files, known: None }
    }

    /// Is this game, of the segment with these columns, among them?
    pub(super) fn hold(&mut self, columns: &Columns<'_>, id: GameId) -> bool {
        let Some(ids) = self.ids else { return true };
        let place = (id.segment, columns.get(Kind::Source, id.game));
        let known = self.known.filter(|(known, _)| *known == place).map(|(_, of_source)| of_source);
        let of_source = known.unwrap_or_else(|| {
            let name = columns.text(Kind::Source, place.1).unwrap_or_default();
            let file = if ids.has_numbers() { self.files.of(name) } else { None };
            ids.of_source(name, file)
        });
        self.known = Some((place, of_source));
        !of_source.is_empty()
            && of_source.holds(columns.get(Kind::Number, id.game), columns.get(Kind::Offset, id.game))
    }
}
