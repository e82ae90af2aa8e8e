//! Where a game starts: the FEN and Variant tags.

use super::code::Code;
use super::detail::Detail;
use super::fen_text::{fen_error_text, fen_remark_text};
use super::finding::Findings;
use super::tag_detail::{Bilingual, TagDetail, VariantFault};
use crate::chess::Position;
use crate::pgn::known_tag::KnownTag;
use crate::pgn::tags::{Tag, TagSection, decode_value};

/// The start of a game.
#[derive(Debug)]
pub(crate) enum Start {
    /// The classic start position.
    Classic,
    /// The position of the FEN tag.
    Given(Box<Position>),
    /// None that chess can be played from; the reason is among the findings.
    Unusable,
}

/// What the Variant tag says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Variant {
    Classic,
    Chess960,
    Other,
}

/// The ways in which the two games we know are spelled, letters and digits only, in lower case.
const CLASSIC: [&str; 9] = [
    "standard",
    "normal",
    "chess",
    "classic",
    "classical",
    "regular",
    "fromposition",
    "orthodox",
    "standardchess",
];
const CHESS960: [&str; 12] = [
    "chess960",
    "960",
    "fischerandom",
    "fischerrandom",
    "fischerandomchess",
    "fischerrandomchess",
    "frc",
    "dfrc",
    "chess960double",
    "freestyle",
    "freestylechess",
    "chess9lx",
];

fn read_variant(value: &str) -> Variant {
    let name: String = value.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    if name.is_empty() || CLASSIC.contains(&name.as_str()) {
        Variant::Classic
    } else if CHESS960.contains(&name.as_str()) {
        Variant::Chess960
    } else {
        Variant::Other
    }
}

/// Does the Variant tag say Chess960?
pub(crate) fn is_chess960(text: &[u8], tags: &TagSection) -> bool {
    let variant = tags.get(KnownTag::Variant);
    variant.is_some_and(|tag| names_chess960(&decode_value(tag.value_in(text))))
}

/// Is this value of a Variant tag one of the names of Chess960?
pub(crate) fn names_chess960(variant: &str) -> bool {
    read_variant(variant) == Variant::Chess960
}

/// Is this value of a Variant tag the name of another game than chess and Chess960?
pub(crate) fn names_other_variant(variant: &str) -> bool {
    read_variant(variant) == Variant::Other
}

/// Reads where a game starts and says what is wrong with its tags.
#[inline]
pub(crate) fn read(text: &[u8], tags: &TagSection, out: &mut Findings) -> Start {
    if !tags.has(KnownTag::Fen) && !tags.has(KnownTag::Variant) {
        return Start::Classic;
    }
    read_tags(text, tags, out)
}

#[inline(never)]
fn read_tags(text: &[u8], tags: &TagSection, out: &mut Findings) -> Start {
    let variant_tag = tags.get(KnownTag::Variant);
    let variant = variant_tag.map(|tag| decode_value(tag.value_in(text)));
    let kind = variant.as_deref().map(read_variant);
    let name = || variant.as_deref().unwrap_or_default().to_owned();
    if let (Some(Variant::Other), Some(tag)) = (kind, variant_tag) {
        let detail = || Detail::Tag(TagDetail::UnknownVariant { variant: name() });
        out.add(Code::UnknownVariant, tag.value.clone(), None, detail);
        return Start::Unusable;
    }
    let Some(fen_tag) = tags.get(KnownTag::Fen) else {
        if let (Some(Variant::Chess960), Some(tag)) = (kind, variant_tag) {
            conflict(tag, name(), VariantFault::Chess960WithoutFen, out);
        }
        return Start::Classic;
    };
    let fen = fen_tag.value_in(text);
    if fen.trim_ascii().is_empty() {
        out.add(Code::EmptyFen, fen_tag.value.clone(), None, || Detail::Tag(TagDetail::EmptyFen));
        return Start::Classic;
    }
    let read = match Position::from_fen(fen) {
        Ok(read) => read,
        Err(error) => {
            let span = error.field().span(fen);
            let span = fen_tag.value.start + span.start..fen_tag.value.start + span.end;
            out.add(Code::BadFen, span, None, || {
                Detail::Tag(TagDetail::BadFen(Bilingual::new(|lang| fen_error_text(&error, lang))))
            });
            return Start::Unusable;
        }
    };
    for remark in &read.remarks {
        let span = remark.field().span(fen);
        let span = fen_tag.value.start + span.start..fen_tag.value.start + span.end;
        out.add(Code::RepairedFen, span, None, || {
            Detail::Tag(TagDetail::RepairedFen(Bilingual::new(|lang| fen_remark_text(remark, lang))))
        });
    }
    if read.position.has_chess960_rights() {
        match (kind, variant_tag) {
            (Some(Variant::Classic), Some(tag)) => {
                conflict(tag, name(), VariantFault::ClassicButChess960Fen, out);
            }
            (None, _) => out.add(Code::Chess960WithoutVariant, fen_tag.value.clone(), None, || {
                Detail::Tag(TagDetail::Chess960WithoutVariant)
            }),
            _ => {}
        }
    }
    Start::Given(Box::new(read.position))
}

fn conflict(tag: &Tag, variant: String, fault: VariantFault, out: &mut Findings) {
    let detail = || Detail::Tag(TagDetail::VariantConflict { variant, fault });
    out.add(Code::VariantConflict, tag.value.clone(), None, detail);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_are_known_by_their_many_names() {
        for name in ["Chess960", "chess 960", "Fischer Random", "fischerandom", "FRC"] {
            assert_eq!(read_variant(name), Variant::Chess960, "{name}");
        }
        for name in ["Standard", "From Position", "", "chess"] {
            assert_eq!(read_variant(name), Variant::Classic, "{name}");
        }
        for name in ["Crazyhouse", "Atomic", "Three-check"] {
            assert_eq!(read_variant(name), Variant::Other, "{name}");
        }
    }
}
