//! The checks of a tag section. For a clean section they allocate nothing and look at each tag once.

use super::code::{Code, Severity};
use super::detail::Detail;
use super::finding::Findings;
pub use super::tag_detail::TagDetail;
use super::tag_detail::{MissingTag, PairFault, SetUpFault};
use super::tag_export::check_export_form;
use super::tag_values::{TimeControlReading, check_elo, is_eco, is_time, read_time_control};
use crate::pgn::date::{DateReading, read_date};
use crate::pgn::known_tag::KnownTag;
use crate::pgn::tags::{Tag, TagFlags, TagSection, decode_value};

/// The bits of the Seven Tag Roster in a set of known tags.
const ROSTER: u64 = {
    let mut bits = 0;
    let mut i = 0;
    while i < KnownTag::ROSTER.len() {
        bits |= KnownTag::ROSTER[i].bit();
        i += 1;
    }
    bits
};

/// Everything about the tags of one game that can be seen without its moves. `end_of_section` is the offset
/// behind the last `]`, or where the moves begin if there are no tags: what is missing is reported there.
/// Findings come in the order of the text.
pub fn check_tags(text: &[u8], section: &TagSection, end_of_section: usize, out: &mut Findings) {
    if section.is_empty() {
        out.add(Code::MissingTags, end_of_section..end_of_section, None, || Detail::Tag(TagDetail::NoTags));
        return;
    }
    let duplicates = if section.may_have_duplicates() { section.duplicates(text) } else { Vec::new() };
    let mut duplicates = duplicates.iter().peekable();
    let mut wrong_encoding = 0;
    for (index, tag) in section.tags().iter().enumerate() {
        if let Some(duplicate) = duplicates.next_if(|d| d.index == index) {
            out.add(Code::DuplicateTag, tag.name.clone(), None, || {
                let same_value = duplicate.same_value;
                Detail::Tag(TagDetail::Duplicate { name: name_of(text, tag), same_value })
            });
        }
        if !tag.flags.is_clean() {
            check_writing(text, section, tag, &mut wrong_encoding, out);
        }
        match tag.known {
            Some(known) => check_value(text, section, tag, known, out),
            None => check_name(text, tag, out),
        }
    }
    if section.seen() & ROSTER != ROSTER {
        check_roster(text, section, end_of_section, out);
    }
    if out.filter().wants(Code::NotExportFormat, Severity::Warning) {
        check_export_form(text, section, end_of_section, out);
    }
}

/// A value as a message quotes it: its beginning, if it is long.
fn quoted(raw: &[u8]) -> String {
    const MOST: usize = 60;
    let value = decode_value(raw);
    match value.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", value.get(..end).unwrap_or_default()),
        None => value.into_owned(),
    }
}

/// The PlyCount tag against the number of half-moves of the main line.
pub fn check_ply_count(text: &[u8], section: &TagSection, plies: u32, out: &mut Findings) {
    let Some(tag) = section.get(KnownTag::PlyCount) else { return };
    let value = tag.value_in(text);
    let number =
        std::str::from_utf8(value).ok().filter(|v| !v.starts_with('+')).and_then(|v| v.parse::<u32>().ok());
    if number != Some(plies) {
        let value = || quoted(value);
        let detail = || Detail::Tag(TagDetail::PlyCount { value: value(), plies });
        out.add(Code::BadPlyCount, tag.value.clone(), None, detail);
    }
}

/// The name of a tag, for a message.
pub(super) fn name_of(text: &[u8], tag: &Tag) -> String {
    decode_value(tag.name_in(text)).into_owned()
}

/// How the pair is written: brackets, quotes, bytes.
#[cold]
fn check_writing(
    text: &[u8],
    section: &TagSection,
    tag: &Tag,
    wrong_encoding: &mut usize,
    out: &mut Findings,
) {
    let name = || name_of(text, tag);
    let whole = tag.start..tag.end;
    if tag.flags.has(TagFlags::UNCLOSED_STRING) {
        out.add(Code::UnclosedString, whole.clone(), None, || {
            Detail::Tag(TagDetail::UnclosedString { name: name() })
        });
    }
    let escaped_end = tag.flags.has(TagFlags::LONE_BACKSLASH) && ends_in_lone_backslash(tag.value_in(text));
    for (fault, there) in [
        (PairFault::MissingBracket, tag.flags.has(TagFlags::MISSING_BRACKET)),
        (PairFault::MissingQuotes, tag.flags.has(TagFlags::MISSING_QUOTES)),
        (PairFault::BackslashAtEnd, escaped_end),
    ] {
        if there {
            out.add(Code::MalformedTag, whole.clone(), None, || {
                Detail::Tag(TagDetail::Malformed { name: name(), fault })
            });
        }
    }
    if tag.flags.has(TagFlags::UNESCAPED_QUOTE) {
        out.add(Code::UnescapedQuote, tag.value.clone(), None, || {
            Detail::Tag(TagDetail::UnescapedQuote { name: name() })
        });
    }
    if tag.flags.has(TagFlags::CONTROL)
        && let Some((at, byte)) = control_byte(tag.value_in(text))
    {
        let at = tag.value.start + at;
        out.add(Code::ControlBytes, at..at + 1, None, || {
            Detail::Tag(TagDetail::Control { name: name(), byte })
        });
    }
    if tag.flags.has(TagFlags::NON_ASCII)
        && let Err(error) = std::str::from_utf8(tag.value_in(text))
    {
        *wrong_encoding += 1;
        if *wrong_encoding == 1 {
            let at = tag.value.start + error.valid_up_to();
            out.add(Code::InvalidEncoding, at..at + 1, None, || {
                let is_wrong = |tag: &&Tag| {
                    tag.flags.has(TagFlags::NON_ASCII) && std::str::from_utf8(tag.value_in(text)).is_err()
                };
                let more = section.tags().iter().filter(is_wrong).count().saturating_sub(1);
                Detail::Tag(TagDetail::Encoding { name: name(), more })
            });
        }
    }
}

/// Does the value end in a backslash that is not the second of a pair?
fn ends_in_lone_backslash(value: &[u8]) -> bool {
    value.iter().rev().take_while(|&&b| b == b'\\').count() % 2 == 1
}

/// The first control byte and its place; tabs are left to the export form.
fn control_byte(value: &[u8]) -> Option<(usize, u8)> {
    value.iter().copied().enumerate().find(|&(_, b)| (b < 0x20 && b != b'\t') || b == 0x7F)
}

/// A name that is none of the known ones.
fn check_name(text: &[u8], tag: &Tag, out: &mut Findings) {
    let name = tag.name_in(text);
    if !name.iter().all(|&b| b.is_ascii_alphanumeric() || b == b'_') {
        let bad = || Detail::Tag(TagDetail::BadName { name: name_of(text, tag) });
        out.add(Code::BadTagName, tag.name.clone(), None, bad);
    }
    for known in [KnownTag::SetUp, KnownTag::Fen] {
        if name.eq_ignore_ascii_case(known.name().as_bytes()) {
            let fault = || SetUpFault::Misspelt { found: name_of(text, tag), tag: known };
            out.add(Code::SetupConflict, tag.name.clone(), None, || Detail::Tag(TagDetail::SetUp(fault())));
        }
    }
}

/// The value of a known tag.
#[inline]
fn check_value(text: &[u8], section: &TagSection, tag: &Tag, known: KnownTag, out: &mut Findings) {
    let raw = tag.value_in(text);
    let value = || quoted(raw);
    let mut report = |code: Code, detail: &dyn Fn() -> TagDetail| {
        out.add(code, tag.value.clone(), None, || Detail::Tag(detail()))
    };
    match known {
        KnownTag::Date | KnownTag::UtcDate | KnownTag::EventDate | KnownTag::SourceDate => {
            let reading = read_date(raw);
            if !matches!(reading, DateReading::Export(_)) {
                report(Code::BadDate, &|| TagDetail::Date { tag: known, value: value(), reading });
            }
        }
        KnownTag::Result => {
            let is_export = matches!(raw, b"1-0" | b"0-1" | b"1/2-1/2" | b"*");
            if !is_export && crate::notation::result::parse(raw).is_none() {
                report(Code::BadResultTag, &|| TagDetail::ResultTag { value: value() });
            }
        }
        KnownTag::Eco => {
            if !is_eco(raw) {
                report(Code::BadEco, &|| TagDetail::Eco { value: value() });
            }
        }
        KnownTag::WhiteElo | KnownTag::BlackElo => {
            if let Err(fault) = check_elo(raw) {
                report(Code::BadElo, &|| TagDetail::Elo { tag: known, value: value(), fault });
            }
        }
        KnownTag::Time | KnownTag::UtcTime => {
            if !is_time(raw) {
                report(Code::BadTime, &|| TagDetail::Time { tag: known, value: value() });
            }
        }
        KnownTag::TimeControl => {
            let reading = read_time_control(raw);
            let fine = match reading {
                TimeControlReading::Export | TimeControlReading::Common => true,
                TimeControlReading::LooksLikeMinutes { .. } => is_from_server(text, section),
                _ => false,
            };
            if !fine {
                let detail = || TagDetail::TimeControl { value: value(), reading: reading.clone() };
                report(Code::BadTimeControl, &detail);
            }
        }
        KnownTag::SetUp => {
            let has_fen = section.value(text, KnownTag::Fen).is_some_and(|fen| !fen.trim_ascii().is_empty());
            let fault = match raw.trim_ascii() {
                b"1" if !section.has(KnownTag::Fen) => SetUpFault::WithoutFen,
                b"0" if has_fen => SetUpFault::ZeroWithFen,
                b"0" | b"1" => return,
                _ => SetUpFault::BadValue(value()),
            };
            report(Code::SetupConflict, &|| TagDetail::SetUp(fault.clone()));
        }
        _ => {
            if let Some(means) = known.german_for() {
                let detail = || Detail::Tag(TagDetail::ForeignName { name: name_of(text, tag), means });
                out.add(Code::ForeignTagName, tag.name.clone(), None, detail);
            }
        }
    }
}

/// Servers write seconds, however short: `15+1` is meant there.
fn is_from_server(text: &[u8], section: &TagSection) -> bool {
    section.value(text, KnownTag::Site).is_some_and(|site| {
        [&b"lichess.org"[..], b"chess.com", b"Chess.com"]
            .iter()
            .any(|s| memchr::memmem::find(site, s).is_some())
    })
}

/// Which tags of the roster are missing. A German name counts as there: it is reported by itself.
#[cold]
fn check_roster(text: &[u8], section: &TagSection, end_of_section: usize, out: &mut Findings) {
    let missing = || KnownTag::ROSTER.into_iter().filter(|tag| section.get_or_german(*tag).is_none());
    if missing().next().is_none() {
        return;
    }
    out.add(Code::MissingRosterTag, end_of_section..end_of_section, None, || {
        let look_alike = |tag: KnownTag| {
            let is_like = |t: &&Tag| t.name_in(text).eq_ignore_ascii_case(tag.name().as_bytes());
            section.tags().iter().find(is_like).map(|t| name_of(text, t))
        };
        let list = missing().map(|tag| MissingTag { tag, look_alike: look_alike(tag) }).collect();
        Detail::Tag(TagDetail::MissingRoster(list))
    });
}
