//! A game of a store as the filter language sees it: nothing is read from the store before somebody asks for it.

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};

use super::compare::EcoCode;
use super::event::Feature;
use super::said;
use super::subject::Subject;
use crate::chess::{Move, Position};
use crate::notation::result::GameResult;
use crate::pgn::date::LaxDate;
use crate::replay::game::Item;
use crate::replay::opening::Opening;
use crate::store::format::Kind;
use crate::store::tags::{unpack_date, unpack_result};
use crate::store::{Columns, Features, Flags, GameId, GameReader, StoreError};

/// A game of a store.
pub struct StoreSubject<'r, 's> {
    id: GameId,
    columns: &'r Columns<'s>,
    reader: &'r RefCell<GameReader<'s>>,
    /// `None`: the classic one.
    start: Option<Position>,
    moves: Vec<Move>,
    features: OnceCell<Features>,
    tags: OnceCell<Vec<(String, String)>>,
    items: OnceCell<Vec<Item>>,
    opening: OnceCell<u16>,
    /// What went wrong while something was read; the game then looks as if that were not there.
    fault: RefCell<Option<StoreError>>,
}

impl<'r, 's> StoreSubject<'r, 's> {
    /// A game, its moves read; `columns` are those of its segment. `moves` is memory that is used again.
    ///
    /// # Errors
    /// The store is damaged.
    pub fn new(
        columns: &'r Columns<'s>,
        reader: &'r RefCell<GameReader<'s>>,
        id: GameId,
        mut moves: Vec<Move>,
    ) -> Result<StoreSubject<'r, 's>, StoreError> {
        moves.clear();
        moves.extend(columns.moves(id.game)?);
        let start = columns.start_if_odd(id.game)?;
        Ok(StoreSubject {
            id,
            start,
            moves,
            columns,
            reader,
            features: OnceCell::new(),
            tags: OnceCell::new(),
            items: OnceCell::new(),
            opening: OnceCell::new(),
            fault: RefCell::new(None),
        })
    }

    /// The memory back, or what went wrong.
    ///
    /// # Errors
    /// The store is damaged in a part that was asked for.
    pub fn finish(self) -> Result<Vec<Move>, StoreError> {
        match self.fault.into_inner() {
            Some(fault) => Err(fault),
            None => Ok(self.moves),
        }
    }

    fn note(&self, fault: StoreError) {
        self.fault.borrow_mut().get_or_insert(fault);
    }

    fn all_tags(&self) -> &[(String, String)] {
        self.tags.get_or_init(|| {
            let mut tags = Vec::new();
            let take = |name: &str, value: &str| tags.push((name.to_owned(), value.to_owned()));
            if let Err(fault) = self.reader.borrow_mut().tags(self.id, take) {
                self.note(fault);
            }
            tags
        })
    }

    fn flags(&self) -> Flags {
        self.columns.flags(self.id.game)
    }
}

impl Subject for StoreSubject<'_, '_> {
    fn tag(&self, name: &str) -> Option<Cow<'_, str>> {
        let names = [
            ("White", Kind::White),
            ("Black", Kind::Black),
            ("Event", Kind::Event),
            ("Site", Kind::Site),
            ("Round", Kind::Round),
        ];
        if let Some((_, kind)) = names.iter().find(|(known, _)| *known == name) {
            return self.columns.name(*kind, self.id.game).map(Cow::Borrowed);
        }
        // Most games that are asked for an unusual tag have none, and no block need be unpacked to know it.
        if !self.columns.has_tag(name, self.id.game) {
            return None;
        }
        self.all_tags()
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| Cow::Borrowed(value.as_str()))
    }

    fn start(&self) -> &Position {
        self.start.as_ref().unwrap_or(Position::classic())
    }

    fn moves(&self) -> &[Move] {
        &self.moves
    }

    fn features(&self) -> &Features {
        self.features.get_or_init(|| {
            self.columns.features(self.id.game).unwrap_or_else(|fault| {
                self.note(fault);
                Features::default()
            })
        })
    }

    fn items(&self) -> &[Item] {
        self.items.get_or_init(|| match self.reader.borrow_mut().game(self.id) {
            Ok(stored) => stored.game.items,
            Err(fault) => {
                self.note(fault);
                Vec::new()
            }
        })
    }

    fn has(&self, feature: Feature) -> bool {
        let flags = self.flags();
        match feature {
            Feature::Comments => flags.has(Flags::COMMENTS),
            Feature::Variations => flags.has(Flags::VARIATIONS),
            Feature::Nags => flags.has(Flags::NAGS),
            // What looks like a value need not be one.
            Feature::Clocks => flags.has(Flags::CLOCKS) && said::has(feature, self.items()),
            Feature::Evals => flags.has(Flags::EVALS) && said::has(feature, self.items()),
        }
    }

    fn is_whole(&self) -> bool {
        self.flags().has(Flags::WHOLE)
    }

    fn is_chess960(&self) -> bool {
        self.flags().has(Flags::CHESS960)
    }

    fn result(&self) -> GameResult {
        unpack_result(self.columns.get(Kind::Result, self.id.game))
    }

    fn white_elo(&self) -> Option<u32> {
        rating(self.columns.get(Kind::WhiteElo, self.id.game))
    }

    fn black_elo(&self) -> Option<u32> {
        rating(self.columns.get(Kind::BlackElo, self.id.game))
    }

    fn date(&self) -> LaxDate {
        date(self.columns.get(Kind::Date, self.id.game))
    }

    fn eco(&self) -> Option<EcoCode> {
        let code = eco(self.columns.get(Kind::Eco, self.id.game));
        code.or_else(|| EcoCode::parse(self.opening()?.eco))
    }

    fn opening_number(&self) -> u16 {
        let find = || Opening::number_after(self.start(), self.moves.iter().copied());
        let known = || self.columns.opening(self.id.game);
        *self.opening.get_or_init(|| known().unwrap_or_else(find))
    }
}

/// A rating from its column: of four digits at most, as tags have them.
pub(crate) fn rating(number: u64) -> Option<u32> {
    u32::try_from(number).ok().filter(|elo| (1..=9999).contains(elo))
}

/// A date from its column.
pub(crate) fn date(number: u64) -> LaxDate {
    unpack_date((number as u32).saturating_sub(1))
}

/// An ECO code from its column; `None` if the game has no such tag.
pub(super) fn eco(number: u64) -> Option<EcoCode> {
    EcoCode::from_index(u16::try_from(number.checked_sub(1)?).ok()?)
}
