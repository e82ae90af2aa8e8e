//! A repaired game: written in export format, with every repair reported.

use std::ops::Range;

use super::export_form::Difference;
use super::fix_result::{Decided, decide};
use super::fix_tags::{FromMoves, Repair, write_tags, written_value};
use super::repair::RepairDetail;
use crate::chess::Position;
use crate::notation::Style;
use crate::pgn::encoding::to_utf8;
use crate::pgn::known_tag::KnownTag;
use crate::pgn::tags::TagSection;
use crate::pgn::writer::Writer;
use crate::replay::{Sheet, What, comment_text, write_movetext};

/// A game to be repaired; it has no error.
pub(crate) struct Faulty<'a> {
    /// The text at hand.
    pub(crate) text: &'a [u8],
    /// Where the game stands in it.
    pub(crate) place: Range<usize>,
    /// Where its tags end.
    pub(crate) movetext: usize,
    /// Its tags.
    pub(crate) tags: &'a TagSection,
    /// Its movetext.
    pub(crate) sheet: &'a Sheet,
    /// The start position.
    pub(crate) start: &'a Position,
    /// Where the movetext differs from export format.
    pub(crate) differences: Vec<Difference>,
}

impl Faulty<'_> {
    /// Appends the repaired game with the empty line behind it. Answers what was repaired and where in the text;
    /// `None` if it cannot be written without taking sides.
    pub(crate) fn write(self, out: &mut String) -> Option<Vec<Repair>> {
        let mut repairs = Vec::new();
        let game = self.text.get(self.place.start..).unwrap_or_default();
        let marker = self.sheet.result.as_ref().and_then(|place| game.get(place.clone()));
        let result =
            self.tags.get_or_german(KnownTag::Result).map(|tag| written_value(tag.value_in(self.text)));
        let decided = decide(result.as_ref().map(String::as_bytes), marker, &self.last_position())?;
        let moves = FromMoves {
            plies: self.sheet.moves.len() as u32,
            result: &decided,
            is_chess960: self.start.has_chess960_rights(),
        };
        let mut writer = Writer::new(out);
        write_tags(self.text, self.tags, self.movetext, &moves, &mut writer, &mut repairs);
        write_movetext(self.sheet, game, &Style::PGN, &mut writer);
        if let Some(original) = &decided.original {
            let original = to_utf8(original);
            if !self.ends_with_comment(game, &original) {
                writer.comment(&original);
            }
        }
        writer.result(decided.marker);
        self.of_moves(game, &decided, &mut repairs);
        Some(repairs)
    }

    fn last_position(&self) -> Position {
        let mut position = self.start.clone();
        for mv in &self.sheet.moves {
            position.play(*mv);
        }
        position
    }

    fn ends_with_comment(&self, game: &[u8], text: &str) -> bool {
        self.sheet.items.last().is_some_and(|item| {
            item.what == What::Comment && comment_text(&item.what, game, item.place.clone()).trim() == text
        })
    }

    /// What was repaired in the movetext.
    fn of_moves(self, game: &[u8], decided: &Decided, repairs: &mut Vec<Repair>) {
        let base = self.place.start;
        let span = |place: &Range<usize>| base + place.start..base + place.end;
        for (rule, place) in self.differences {
            use super::text::ExportRule;
            // Those have words of their own below.
            if !matches!(rule, ExportRule::Words | ExportRule::Result(_)) {
                repairs.push((RepairDetail::Form(rule), span(&place)));
            }
        }
        let mut count =
            |repair: &dyn Fn(u32) -> RepairDetail, is: &dyn Fn(&crate::replay::Item) -> bool, each: u32| {
                let mut items = self.sheet.items.iter().filter(|item| is(item));
                if let Some(first) = items.next() {
                    repairs.push((repair(1 + items.count() as u32 / each), span(&first.place)));
                }
            };
        count(&RepairDetail::Words, &|item| item.what == What::Words, 1);
        count(&RepairDetail::Signs, &|item| item.what == What::Sign, 1);
        count(&RepairDetail::Lost, &|item| item.what == What::Lost, 1);
        count(&RepairDetail::Closed, &|item| item.what == What::Close && item.place.is_empty(), 1);
        count(&RepairDetail::EmptyVariations, &|item| item.what == What::EmptyVariation, 2);
        let stood = self.sheet.result.clone();
        let from = stood.clone().and_then(|place| game.get(place)).unwrap_or_default();
        if from != decided.marker.as_bytes() {
            let (from, to) = (to_utf8(from).into_owned(), decided.marker.to_owned());
            let place = stood.map_or(self.place.end..self.place.end, |place| span(&place));
            repairs.push((RepairDetail::Marker { from, to }, place));
        }
        let whole = self.text.get(self.place.clone()).unwrap_or_default();
        if let Err(error) = std::str::from_utf8(whole) {
            let at = base + error.valid_up_to();
            repairs.push((RepairDetail::Encoding, at..at + 1));
        }
    }
}
