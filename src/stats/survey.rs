//! How games are counted, whatever is counted of them.

use std::any::Any;
use std::collections::HashMap;
use std::ops::Range;

use super::report::{Part, Words};
use crate::query::Subject;
use crate::query::expr::Expr;
use crate::store::{Columns, StoreError};

/// Where a game stands. In the order of the run: sources as they were given, games as they stand in them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// Index of its source.
    pub source: u32,
    /// Byte offset of the piece of the source that it was read in; 0 for a game of a store.
    pub piece: u64,
    /// Its number within the piece, from 1; for a game of a store that in the text it was imported from.
    pub number: u64,
}

/// What places are called; known when everything has been read.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// Names of the sources, by their index.
    pub names: Vec<String>,
    /// How many games there are before a piece of a source; not there for a piece that is the first.
    pub before: HashMap<(u32, u64), u64>,
}

impl Places {
    /// The game's `SOURCE#NUMBER`, as `zug search --format ids` has it.
    pub fn id(&self, place: Place) -> String {
        let name = self.names.get(place.source as usize).map_or("", String::as_str);
        let before = self.before.get(&(place.source, place.piece)).copied().unwrap_or(0);
        format!("{name}#{}", before + place.number)
    }
}

/// A question about many games.
pub trait Survey: Send + Sync {
    /// Nothing counted yet.
    fn tally(&self) -> Tally;

    /// What a game must have to be counted at all, so that an index may find it: only games that this matches may
    /// change the tally. `None`: any game may.
    fn only(&self) -> Option<Expr> {
        None
    }

    /// Must [`crate::store::Features::checks`] be right? Games whose spelling nobody looks at are read faster, and it
    /// is then 0.
    fn counts_checks(&self) -> bool {
        false
    }
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// In words.
    pub message: Words,
    /// What it is about, if it is about names; untrusted.
    pub names: Vec<String>,
}

/// What was counted for one survey.
pub trait Count: Send + Sized + 'static {
    /// Counts one more game.
    fn game(&mut self, game: &dyn Subject, place: Place);

    /// Can it count a game of a store from its columns alone? That is faster, and comes to the same.
    fn reads_columns(&self) -> bool {
        false
    }

    /// Counts one more game of a store from its columns, if it [can](Count::reads_columns).
    ///
    /// # Errors
    /// The store is damaged.
    fn stored(&mut self, _columns: &Columns<'_>, _game: u32, _place: Place) -> Result<(), StoreError> {
        Ok(())
    }

    /// Counts games of a store that follow each other, each as [`Count::stored`] does; `place` tells where one stands.
    ///
    /// # Errors
    /// The store is damaged.
    fn stored_all(
        &mut self,
        columns: &Columns<'_>,
        mut games: Range<u32>,
        place: &dyn Fn(u32) -> Place,
    ) -> Result<(), StoreError> {
        games.try_for_each(|game| self.stored(columns, game, place(game)))
    }

    /// Is told when games of these columns have been counted and those of others may come: what was counted by numbers
    /// that have a meaning in these columns only has to be turned into what it means.
    fn close(&mut self, _columns: &Columns<'_>) {}

    /// Adds what was counted of games that come later in the run. The outcome must not depend on where the games were
    /// parted.
    fn merge(&mut self, later: Self);

    /// Why there is nothing to say, now that all games are counted; asked before [`Count::parts`].
    fn refusal(&self) -> Option<Refusal> {
        None
    }

    /// What there is to say.
    fn parts(self, places: &Places) -> Vec<Part>;
}

/// A [`Count`] of any kind.
pub struct Tally(Box<dyn AnyCount>);

impl Tally {
    /// Of this kind.
    pub fn new(count: impl Count) -> Tally {
        Tally(Box::new(count))
    }

    /// Counts one more game.
    pub fn game(&mut self, game: &dyn Subject, place: Place) {
        self.0.game(game, place);
    }

    /// Can it count a game of a store from its columns alone?
    pub fn reads_columns(&self) -> bool {
        self.0.reads_columns()
    }

    /// Counts one more game of a store from its columns, if it [can](Tally::reads_columns).
    ///
    /// # Errors
    /// The store is damaged.
    pub fn stored(&mut self, columns: &Columns<'_>, game: u32, place: Place) -> Result<(), StoreError> {
        self.0.stored(columns, game, place)
    }

    /// Counts games of a store that follow each other, if it [can](Tally::reads_columns).
    ///
    /// # Errors
    /// The store is damaged.
    pub fn stored_all(
        &mut self,
        columns: &Columns<'_>,
        games: Range<u32>,
        place: &dyn Fn(u32) -> Place,
    ) -> Result<(), StoreError> {
        self.0.stored_all(columns, games, place)
    }

    /// Is told when games of these columns have been counted and those of others may come.
    pub fn close(&mut self, columns: &Columns<'_>) {
        self.0.close(columns);
    }

    /// Adds what was counted for the same survey of games that come later in the run.
    pub fn merge(&mut self, later: Tally) {
        self.0.merge(later.0.into_any());
    }

    /// Why there is nothing to say, now that all games are counted.
    pub fn refusal(&self) -> Option<Refusal> {
        self.0.refusal()
    }

    /// What there is to say.
    pub fn parts(self, places: &Places) -> Vec<Part> {
        self.0.parts(places)
    }
}

/// [`Count`] without its type.
trait AnyCount: Send {
    fn game(&mut self, game: &dyn Subject, place: Place);
    fn reads_columns(&self) -> bool;
    fn stored(&mut self, columns: &Columns<'_>, game: u32, place: Place) -> Result<(), StoreError>;
    fn stored_all(
        &mut self,
        columns: &Columns<'_>,
        games: Range<u32>,
        place: &dyn Fn(u32) -> Place,
    ) -> Result<(), StoreError>;
    fn close(&mut self, columns: &Columns<'_>);
    fn merge(&mut self, later: Box<dyn Any>);
    fn refusal(&self) -> Option<Refusal>;
    fn parts(self: Box<Self>, places: &Places) -> Vec<Part>;
    fn into_any(self: Box<Self>) -> Box<dyn Any>;
}

impl<C: Count> AnyCount for C {
    fn game(&mut self, game: &dyn Subject, place: Place) {
        Count::game(self, game, place);
    }

    fn reads_columns(&self) -> bool {
        Count::reads_columns(self)
    }

    fn stored(&mut self, columns: &Columns<'_>, game: u32, place: Place) -> Result<(), StoreError> {
        Count::stored(self, columns, game, place)
    }

    fn stored_all(
        &mut self,
        columns: &Columns<'_>,
        games: Range<u32>,
        place: &dyn Fn(u32) -> Place,
    ) -> Result<(), StoreError> {
        Count::stored_all(self, columns, games, place)
    }

    fn close(&mut self, columns: &Columns<'_>) {
        Count::close(self, columns);
    }

    fn merge(&mut self, later: Box<dyn Any>) {
        // Tallies of one survey are of one kind.
        if let Ok(later) = later.downcast::<C>() {
            Count::merge(self, *later);
        }
    }

    fn refusal(&self) -> Option<Refusal> {
        Count::refusal(self)
    }

    fn parts(self: Box<Self>, places: &Places) -> Vec<Part> {
        Count::parts(*self, places)
    }

    fn into_any(self: Box<Self>) -> Box<dyn Any> {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_called_by_its_number_in_the_source() {
        let places = Places {
            names: vec!["a.pgn".to_owned(), "b.pgn".to_owned()],
            before: HashMap::from([((1, 1000), 7)]),
        };
        let id = |source, piece, number| places.id(Place { source, piece, number });
        assert_eq!(id(0, 0, 3), "a.pgn#3");
        assert_eq!(id(1, 1000, 3), "b.pgn#10");
    }
}
