//! What the replay remarks, as findings.

use std::ops::Range;

use super::code::Code;
use super::damage::DamageDetail;
use super::detail::Detail;
use super::finding::Findings;
use super::moves::MoveDetail;
use super::text::TextDetail;
use crate::chess::Position;
use crate::notation::{MarkFault, MoveFacts, Remarks};
use crate::replay::{Fault, Mended, Observer, Remark, Spelling, Visitor};

/// Listens to the replay of one game.
pub(crate) struct Listener<'f> {
    pub(crate) out: &'f mut Findings,
    /// Offset of the game's first byte in the text.
    pub(crate) base: usize,
    /// The game's bytes.
    pub(crate) game: &'f [u8],
    /// In variations null moves are no finding.
    pub(crate) in_variations: bool,
    /// Damaged moves of variations are repaired.
    pub(crate) mends: bool,
}

impl Listener<'_> {
    /// The place in the text.
    pub(crate) fn place(&self, place: Range<usize>) -> Range<usize> {
        self.base + place.start..self.base + place.end
    }

    fn moves(&mut self, code: Code, place: Range<usize>, ply: u32, detail: impl FnOnce() -> MoveDetail) {
        let place = self.place(place);
        self.out.add(code, place, Some(ply), || Detail::Move(detail()));
    }

    fn text(&mut self, code: Code, place: Range<usize>, ply: u32, detail: TextDetail) {
        let place = self.place(place);
        self.out.add(code, place, (ply > 0).then_some(ply), || Detail::Text(detail));
    }

    fn mark(&mut self, place: Range<usize>, ply: u32, fault: MarkFault) {
        let code = match fault {
            MarkFault::WrongCheck => Code::WrongCheckMark,
            MarkFault::WrongMateNoCheck | MarkFault::WrongMate | MarkFault::WrongDouble => {
                Code::WrongMateMark
            }
            MarkFault::MissingCheck => Code::MissingCheckMark,
            MarkFault::MissingMate => Code::MissingMateMark,
        };
        self.moves(code, place, ply, || MoveDetail::Mark(fault));
    }

    fn spelling(&mut self, place: Range<usize>, ply: u32, spelling: &Spelling) {
        let Spelling { facts, remarks, named, captured } = spelling;
        let (to, mv) = (facts.mv.to(), *facts);
        let mut say = |remark: Remarks, code: Code, detail: &dyn Fn() -> MoveDetail| {
            if remarks.has(remark) {
                self.moves(code, place.clone(), ply, detail);
            }
        };
        say(Remarks::MISSING_PROMOTION, Code::MissingPromotion, &|| MoveDetail::MissingPromotion {
            square: to,
        });
        say(Remarks::CASTLING_AS_KING_MOVE, Code::CastlingAsKingMove, &|| MoveDetail::CastlingAsKingMove {
            mv,
        });
        say(Remarks::OVER_DISAMBIGUATED, Code::OverDisambiguation, &|| MoveDetail::OverDisambiguation { mv });
        say(Remarks::WRONG_EN_PASSANT_MARK, Code::WrongEnPassantMark, &|| MoveDetail::WrongEnPassantMark);
        say(Remarks::WRONG_CAPTURE_SIGN, Code::WrongCaptureMark, &|| MoveDetail::WrongCaptureMark {
            square: to,
        });
        say(Remarks::PAWN_LETTER, Code::LooseNotation, &|| MoveDetail::PawnLetter);
        say(Remarks::SMALL_LETTER, Code::LooseNotation, &|| MoveDetail::SmallLetter);
        if let Some(named) = *named {
            say(Remarks::WRONG_VICTIM, Code::WrongVictim, &|| MoveDetail::WrongVictim {
                named,
                found: *captured,
                square: to,
            });
        }
        if let Some(captured) = *captured {
            say(Remarks::MISSING_CAPTURE_SIGN, Code::MissingCaptureMark, &|| {
                MoveDetail::MissingCaptureMark { captured, square: to }
            });
        }
    }

    fn invisible(&mut self, place: Range<usize>, ply: u32) {
        let bytes = self.game.get(place.clone()).unwrap_or_default();
        let code_point = String::from_utf8_lossy(bytes).chars().next().map_or(0, u32::from);
        self.text(Code::InvisibleCharacter, place, ply, TextDetail::Invisible { code_point });
    }
}

impl Observer for Listener<'_> {
    #[cold]
    #[inline(never)]
    fn remark(&mut self, place: Range<usize>, ply: u32, remark: Remark) {
        match remark {
            Remark::Number { found, expected } => {
                self.moves(Code::WrongMoveNumber, place, ply, || MoveDetail::WrongNumber { expected, found });
            }
            Remark::StrayNumber => self.text(Code::StrayToken, place, ply, TextDetail::StrayNumber),
            Remark::OverDisambiguated(mv) => {
                self.moves(Code::OverDisambiguation, place, ply, || MoveDetail::OverDisambiguation {
                    mv: *mv,
                });
            }
            Remark::Mark(fault) => self.mark(place, ply, fault),
            Remark::Spelling(spelling) => self.spelling(place, ply, &spelling),
            Remark::NullMove if self.in_variations => {}
            Remark::NullMove => self.moves(Code::NullMove, place, ply, || MoveDetail::NullMove),
            Remark::StrayEnPassant => {
                self.moves(Code::WrongEnPassantMark, place, ply, || MoveDetail::WrongEnPassantMark);
            }
            Remark::Stray => self.text(Code::StrayToken, place, ply, TextDetail::Stray),
            Remark::StrayBrace => self.text(Code::StrayBrace, place, ply, TextDetail::StrayBrace),
            Remark::StrayParenthesis => {
                self.text(Code::StrayParenthesis, place, ply, TextDetail::StrayParenthesis);
            }
            Remark::BadNag => self.text(Code::BadNag, place, ply, TextDetail::BadNag),
            Remark::Invisible => self.invisible(place, ply),
            Remark::Control => {
                let count = place.len();
                self.text(Code::ControlBytes, place, ply, TextDetail::Control { count });
            }
            Remark::GluedResult => self.text(Code::OddResult, place, ply, TextDetail::GluedResult),
            Remark::AfterResult => self.text(Code::SecondResult, place, ply, TextDetail::SecondResult),
            Remark::EmptyVariation => self.text(Code::EmptyVariation, place, ply, TextDetail::EmptyVariation),
        }
    }
}

impl Visitor for Listener<'_> {
    fn mends(&self) -> bool {
        self.mends
    }

    fn mended(&mut self, mended: &Mended, ply: u32, before: &Position) {
        let place = self.place(mended.place.clone());
        self.out.add(Code::RepairedMove, place, Some(ply), || {
            let mv = MoveFacts::of(before, mended.repaired.mv);
            let damages = mended.repaired.damages.clone();
            Detail::Damage(DamageDetail::Repaired { mv, damages, breaks_off: None })
        });
    }

    fn fault(&mut self, place: Range<usize>, ply: u32, position: &Position, fault: Fault) {
        self.moves(Code::IllegalVariationMove, place, ply, || match fault {
            Fault::Refused(refusal) => MoveDetail::refused(position, *refusal),
            Fault::Unreadable(reason) => MoveDetail::Unreadable(reason.reason),
        });
    }
}
