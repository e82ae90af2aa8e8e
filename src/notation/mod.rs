//! How moves are written and read: piece letters of many languages, short, long and coordinate notation, the
//! signs around a move, and what the position makes of them.

mod cursor;
pub mod ending;
pub mod glyph;
mod language;
mod letters;
mod marks;
pub(crate) mod nearest;
mod number;
mod parse;
#[cfg(test)]
mod parse_tests;
pub mod pen;
mod people;
mod people_list;
#[cfg(test)]
mod people_tests;
mod reason;
mod refusal;
mod repair;
mod repair_match;
#[cfg(test)]
mod repair_tests;
mod request;
mod resolve;
#[cfg(test)]
mod resolve_tests;
pub mod result;
pub mod spell;
mod style;
mod tail;
#[cfg(test)]
pub(crate) mod testing;
mod unreadable;
mod write;

pub use language::Language;
pub use letters::{Letters, Tongues};
pub use marks::{MarkFault, Verdict, check_marks};
pub use number::{parse_iccf, skip_number};
pub use parse::parse;
pub use people::{PeoplePosition, PositionError, PositionNote, read_position};
pub use refusal::{Attempt, Placed, Refusal};
pub use repair::{Damage, LONGEST as LONGEST_DAMAGED, Repair, Repaired, repair};
pub use request::{
    CaptureSign, CheckSign, Marks, Nags, ParsedMove, PieceRequest, Request, Spelling, Unreadable,
    UnreadableReason,
};
pub use resolve::{Remarks, Resolved, resolve};
pub use style::{
    CaptureStyle, CastlingStyle, JudgementStyle, Length, MateStyle, PromotionStyle, ResultStyle, Style,
};
pub use write::{MoveFacts, write_judgements, write_move};
