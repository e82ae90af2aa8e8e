//! The tag section of a repaired game.

use std::cmp::Ordering;
use std::ops::Range;

use super::fix_result::Decided;
use super::repair::RepairDetail;
use crate::pgn::date::{DateReading, read_date};
use crate::pgn::encoding::to_utf8;
use crate::pgn::known_tag::KnownTag;
use crate::pgn::tags::{TagFlags, TagSection, decode_value};
use crate::pgn::writer::Writer;

/// A repair and the place of what it is about.
pub(crate) type Repair = (RepairDetail, Range<usize>);

/// A tag as it is written.
struct Written {
    known: Option<KnownTag>,
    name: String,
    value: String,
    place: Range<usize>,
}

/// What the moves say about the tags.
pub(crate) struct FromMoves<'a> {
    pub(crate) plies: u32,
    pub(crate) result: &'a Decided,
    /// Castling rights of the start position are those of Chess960.
    pub(crate) is_chess960: bool,
}

/// Repairs the tags and writes them; `end` is the offset behind the section.
pub(crate) fn write_tags(
    text: &[u8],
    section: &TagSection,
    end: usize,
    moves: &FromMoves<'_>,
    out: &mut Writer<'_>,
    repairs: &mut Vec<Repair>,
) {
    let mut tags = Tags { list: Vec::with_capacity(section.tags().len() + 7), end, repairs };
    tags.collect(text, section);
    tags.drop_what_says_nothing();
    tags.values();
    let is_sorted = tags.list.is_sorted_by(|a, b| order(a, b).is_le());
    tags.apply_moves(moves);
    if !is_sorted || is_oddly_written(text, section) {
        tags.repairs
            .push((RepairDetail::TagForm, section.tags().first().map_or(end..end, |tag| tag.start..tag.end)));
    }
    tags.list.sort_by(order);
    for tag in &tags.list {
        out.tag(&tag.name, &tag.value);
    }
}

/// The tags of a game under the names that the standard has for them, with dates in its form. What was changed is in
/// `repairs`; tags that say nothing are left out. `end` is the offset behind the section.
pub(crate) fn read_tags(
    text: &[u8],
    section: &TagSection,
    end: usize,
    repairs: &mut Vec<Repair>,
) -> impl Iterator<Item = (String, String)> {
    let mut tags = Tags { list: Vec::with_capacity(section.tags().len()), end, repairs };
    tags.collect(text, section);
    tags.drop_what_says_nothing();
    tags.values();
    tags.list.into_iter().map(|tag| (tag.name, tag.value))
}

/// A raw value as it is written, but for the escapes: UTF-8, a blank for each control character.
pub(crate) fn written_value(raw: &[u8]) -> String {
    let value = decode_value(to_utf8(raw).as_bytes()).into_owned();
    if value.contains(char::is_control) { value.replace(char::is_control, " ") } else { value }
}

/// The roster in its order, then the others in ASCII order.
fn order(a: &Written, b: &Written) -> Ordering {
    let others = KnownTag::ROSTER.len();
    let rank = |tag: &Written| tag.known.map_or(others, |known| (known as usize).min(others));
    let by_name = if rank(a) == others { a.name.cmp(&b.name) } else { Ordering::Equal };
    rank(a).cmp(&rank(b)).then(by_name)
}

/// Is there anything but `[Name "value"]`, a line each?
fn is_oddly_written(text: &[u8], section: &TagSection) -> bool {
    let tags = section.tags();
    let odd = [
        TagFlags::UNESCAPED_QUOTE,
        TagFlags::MISSING_BRACKET,
        TagFlags::MISSING_QUOTES,
        TagFlags::ODD_LAYOUT,
        TagFlags::LONE_BACKSLASH,
        TagFlags::CONTROL,
    ];
    let odd = odd.into_iter().fold(TagFlags::default(), TagFlags::with);
    tags.iter().any(|tag| tag.flags.has(odd))
        || tags.iter().zip(tags.iter().skip(1)).any(|(a, b)| text.get(a.end..b.start) != Some(b"\n"))
}

struct Tags<'r> {
    list: Vec<Written>,
    end: usize,
    repairs: &'r mut Vec<Repair>,
}

impl Tags<'_> {
    /// The tags under their right names.
    fn collect(&mut self, text: &[u8], section: &TagSection) {
        for tag in section.tags() {
            let meant = match tag.known {
                Some(known) => known.german_for(),
                // FEN and Variant decide how the game is read, so a misspelt one stays what it is.
                None => KnownTag::look_alike(tag.name_in(text))
                    .filter(|known| !matches!(known, KnownTag::Fen | KnownTag::Variant)),
            };
            let meant = meant.filter(|&known| !section.has(known) && self.find(known).is_none());
            let mut name = to_utf8(tag.name_in(text)).into_owned();
            if let Some(known) = meant {
                let to = known.name();
                self.repairs.push((RepairDetail::Renamed { from: name, to }, tag.name.clone()));
                name = to.to_owned();
            }
            let value = written_value(tag.value_in(text));
            self.list.push(Written { known: meant.or(tag.known), name, value, place: tag.value.clone() });
        }
    }

    fn find(&mut self, known: KnownTag) -> Option<&mut Written> {
        // The last one counts.
        self.list.iter_mut().rev().find(|tag| tag.known == Some(known))
    }

    fn add(&mut self, known: KnownTag, value: &str) {
        let (name, value) = (known.name().to_owned(), value.to_owned());
        self.list.push(Written { known: Some(known), name, value, place: self.end..self.end });
    }

    /// Sets the value of a tag that is there, and reports it.
    fn set(&mut self, known: KnownTag, value: &str) {
        let Some(tag) = self.find(known) else { return };
        if tag.value == value {
            return;
        }
        let from = std::mem::replace(&mut tag.value, value.to_owned());
        let place = tag.place.clone();
        self.repairs.push((RepairDetail::Value { tag: known, from, to: value.to_owned() }, place));
    }

    /// Tags that are there twice with one value; an empty FEN; SetUp where there is no FEN.
    fn drop_what_says_nothing(&mut self) {
        let mut dropped = Vec::new();
        let mut place = None;
        let has_fen = self.find(KnownTag::Fen).is_some_and(|fen| !fen.value.trim().is_empty());
        let has_any_fen = self.find(KnownTag::Fen).is_some();
        let mut kept: Vec<Written> = Vec::with_capacity(self.list.len());
        for tag in self.list.drain(..) {
            let is_repeated = kept.iter().any(|known| known.name == tag.name && known.value == tag.value);
            let says_nothing = match tag.known {
                Some(KnownTag::Fen) => !has_fen && tag.value.trim().is_empty(),
                Some(KnownTag::SetUp) => !has_fen && (tag.value.trim() == "0" || has_any_fen),
                _ => false,
            };
            // Of a repeated tag that has other values too the last one must stay the last.
            let is_repeated = is_repeated && kept.iter().all(|k| k.name != tag.name || k.value == tag.value);
            if is_repeated || says_nothing {
                place.get_or_insert(tag.place.clone());
                dropped.push(format!("[{} \"{}\"]", tag.name, tag.value));
            } else {
                kept.push(tag);
            }
        }
        self.list = kept;
        if let Some(place) = place {
            self.repairs.push((RepairDetail::Dropped(dropped), place));
        }
    }

    /// Dates whose meaning is certain.
    fn values(&mut self) {
        for known in [KnownTag::Date, KnownTag::UtcDate, KnownTag::EventDate, KnownTag::SourceDate] {
            let value = self.find(known).map(|tag| tag.value.clone()).unwrap_or_default();
            if let DateReading::Lax(date) = read_date(value.as_bytes()) {
                self.set(known, &date.to_string());
            }
        }
    }

    fn apply_moves(&mut self, moves: &FromMoves<'_>) {
        let mut added = Vec::new();
        self.set(KnownTag::PlyCount, &moves.plies.to_string());
        if let Some(result) = moves.result.tag {
            self.set(KnownTag::Result, result);
        }
        if let Some(original) = &moves.result.original
            && self.find(KnownTag::Termination).is_none()
        {
            self.add(KnownTag::Termination, &to_utf8(original));
            added.push(KnownTag::Termination.name());
        }
        if self.find(KnownTag::Fen).is_some() {
            if self.find(KnownTag::SetUp).is_some() {
                self.set(KnownTag::SetUp, "1");
            } else {
                self.add(KnownTag::SetUp, "1");
                added.push(KnownTag::SetUp.name());
            }
        }
        if moves.is_chess960 && self.find(KnownTag::Variant).is_none() {
            self.add(KnownTag::Variant, "Chess960");
            added.push(KnownTag::Variant.name());
        }
        for known in KnownTag::ROSTER {
            if self.find(known).is_none() {
                let value = match known {
                    KnownTag::Date => "????.??.??",
                    KnownTag::Result => moves.result.tag.unwrap_or("*"),
                    _ => "?",
                };
                self.add(known, value);
                added.push(known.name());
            }
        }
        if !added.is_empty() {
            self.repairs.push((RepairDetail::Added(added), self.end..self.end));
        }
    }
}
