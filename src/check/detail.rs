//! What the sentence of a finding is made of. Each family of checks has its own words, in English and German.

use super::lang::UiLang;
use super::{
    damage::DamageDetail, listing::ListingDetail, moves::MoveDetail, repair::RepairDetail,
    result::ResultDetail, tags::TagDetail, text::TextDetail,
};

/// The facts behind one finding.
#[derive(Clone, Debug)]
pub enum Detail {
    /// About a move: why it is illegal, which mark is wrong.
    Move(MoveDetail),
    /// About the result and the end of the game.
    Result(ResultDetail),
    /// About a tag pair.
    Tag(TagDetail),
    /// About the text: comments, encodings, stray tokens.
    Text(TextDetail),
    /// What was repaired.
    Repair(RepairDetail),
    /// What damaged text was taken for.
    Damage(DamageDetail),
    /// What a listing holds.
    Listing(ListingDetail),
}

impl Detail {
    /// The sentence for people, without a full stop at the end.
    pub fn message(&self, lang: UiLang) -> String {
        match self {
            Detail::Move(d) => d.message(lang),
            Detail::Result(d) => d.message(lang),
            Detail::Tag(d) => d.message(lang),
            Detail::Text(d) => d.message(lang),
            Detail::Repair(d) => d.message(lang),
            Detail::Damage(d) => d.message(lang),
            Detail::Listing(d) => d.message(lang),
        }
    }
}
