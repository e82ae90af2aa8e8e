//! The tag section against the export format of the standard (strict checks only).

use super::code::Code;
use super::detail::Detail;
use super::finding::Findings;
use super::tag_detail::{ExportFault, TagDetail};
use super::tag_values::{TimeControlReading, read_time_control};
use super::tags::name_of;
use crate::pgn::known_tag::KnownTag;
use crate::pgn::tags::{Tag, TagFlags, TagSection};

/// Each kind of fault is reported once a game, at its first place.
pub(super) fn check_export_form(
    text: &[u8],
    section: &TagSection,
    end_of_section: usize,
    out: &mut Findings,
) {
    let mut report = |span: std::ops::Range<usize>, fault: &dyn Fn() -> ExportFault| {
        out.add(Code::NotExportFormat, span, None, || Detail::Tag(TagDetail::Export(fault())));
    };
    let tags = section.tags();
    let first = |flags: TagFlags| tags.iter().find(|tag| tag.flags.has(flags));
    let pairs = || tags.iter().zip(tags.iter().skip(1));

    // The roster comes first among the known tags.
    let others = KnownTag::ROSTER.len();
    let rank = |tag: &Tag| tag.known.map_or(others, |known| (known as usize).min(others));
    if let Some((_, tag)) = pairs().find(|(a, b)| rank(a) > rank(b)) {
        report(tag.name.clone(), &|| ExportFault::RosterOrder { name: name_of(text, tag) });
    }
    let is_other = |tag: &Tag| rank(tag) == others;
    let unordered = |(a, b): &(&Tag, &Tag)| is_other(a) && is_other(b) && a.name_in(text) > b.name_in(text);
    if let Some((before, tag)) = pairs().find(unordered) {
        report(tag.name.clone(), &|| ExportFault::TagOrder {
            name: name_of(text, tag),
            before: name_of(text, before),
        });
    }
    let off_line = pairs().find(|(a, b)| text.get(a.end..b.start) != Some(b"\n")).map(|(_, b)| b);
    if let Some(tag) = [first(TagFlags::ODD_LAYOUT), off_line].into_iter().flatten().min_by_key(|t| t.start) {
        report(tag.start..tag.end, &|| ExportFault::Layout);
    }
    if let Some(tag) = first(TagFlags::LONE_BACKSLASH) {
        report(tag.value.clone(), &|| ExportFault::Backslash);
    }
    let has_tab = |tag: &&Tag| tag.flags.has(TagFlags::CONTROL) && tag.value_in(text).contains(&b'\t');
    if let Some(tag) = tags.iter().find(has_tab) {
        report(tag.value.clone(), &|| ExportFault::Tab);
    }
    if let Some(fen) = section.get(KnownTag::Fen)
        && !section.has(KnownTag::SetUp)
    {
        report(fen.start..fen.end, &|| ExportFault::FenWithoutSetUp);
    }
    if let Some(tag) = section.get(KnownTag::TimeControl)
        && read_time_control(tag.value_in(text)) == TimeControlReading::Common
    {
        report(tag.value.clone(), &|| ExportFault::TimeControl);
    }
    let behind = text.get(end_of_section..).unwrap_or_default();
    let one_empty_line = behind.starts_with(b"\n\n") && !matches!(behind.get(2), Some(b'\n' | b'\r'));
    if !behind.is_empty() && !one_empty_line {
        report(end_of_section..end_of_section, &|| ExportFault::EmptyLine);
    }
}
