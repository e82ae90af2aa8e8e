//! One way of writing a move into another, from its text alone: no board, no allocation.
//!
//! A move in the short notation of PGN export format says what any style needs to know - the piece, what of its origin
//! has to be named, whether it takes, checks and mates. Only the captured piece has to be told.

use super::pen::Spelled;
use super::request::CheckSign;
use super::style::{Length, Style};
use super::write::{EN_PASSANT_MARK, MoveFacts};
use crate::chess::{Color, Move, Role};

/// Does a move in this style name what it captures? Then [`spell`] has to be told.
pub fn names_victims(style: &Style) -> bool {
    style.victim && matches!(style.length, Length::Short | Length::Long)
}

/// The move `mv` in a style. `san` is its text, mark included, as PGN export format has it; `victim` is the piece it takes,
/// if that is to be named.
#[inline(always)]
pub fn spell(style: &Style, san: &[u8], mv: Move, victim: Option<Role>) -> Spelled {
    let mut out = Spelled::EMPTY;
    // Coordinates show nothing of what the text says.
    let san = if matches!(style.length, Length::Uci | Length::Iccf) { &[] } else { san };
    facts(san, mv, victim).write_with(style, &mut out);
    out
}

/// A move and its `e.p.`, if it has one: they are two words.
#[inline(always)]
pub fn with_mark(spelled: &Spelled, mv: Move) -> Option<(&str, &str)> {
    if !mv.is_en_passant() {
        return None;
    }
    spelled.as_str().strip_suffix(EN_PASSANT_MARK).map(|head| (head, EN_PASSANT_MARK.trim_ascii()))
}

/// What the text of a move says that is written as PGN export format has it, its mark included. Side and rights are left
/// open: no style shows them but through the move. `victim` is what it takes; a pawn, if nobody knows.
#[inline(always)]
pub fn facts(san: &[u8], mv: Move, victim: Option<Role>) -> MoveFacts {
    let (body, check) = match san {
        [body @ .., b'+'] => (body, CheckSign::Check),
        [body @ .., b'#'] => (body, CheckSign::Mate),
        _ => (san, CheckSign::None),
    };
    let role = match body.first() {
        Some(b'N') => Role::Knight,
        Some(b'B') => Role::Bishop,
        Some(b'R') => Role::Rook,
        Some(b'Q') => Role::Queen,
        Some(b'K' | b'O') => Role::King,
        _ => Role::Pawn,
    };
    let (mut takes, mut needs_file, mut needs_rank) = (false, false, false);
    if role == Role::Pawn {
        takes = mv.from().file() != mv.to().file();
        needs_file = takes;
    } else if !mv.is_castling() {
        // Between the letter and the target.
        for byte in body.get(1..body.len().saturating_sub(2)).unwrap_or_default() {
            takes |= *byte == b'x';
            needs_file |= matches!(byte, b'a'..=b'h');
            needs_rank |= byte.is_ascii_digit();
        }
    }
    let captured = if takes { victim.or(Some(Role::Pawn)) } else { None };
    MoveFacts { mv, role, captured, needs_file, needs_rank, check, color: Color::White, is_chess960: false }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;
    use crate::notation::{CaptureStyle, Language, MateStyle, PromotionStyle};

    fn styles() -> Vec<Style> {
        let mut list = vec![Style::ICCF, Style { chess960: true, ..Style::UCI }];
        for letters in Language::ALL {
            for style in [Style::PGN, Style::LAN, Style::UCI, Style::FIDE_DE, Style::WIKIBOOK_DE] {
                let style = Style { letters, ..style };
                list.push(style);
                list.push(Style { capture: CaptureStyle::TrailingColon, ..style });
                list.push(Style {
                    capture: CaptureStyle::Colon,
                    promotion: PromotionStyle::Brackets,
                    mate: MateStyle::Hash,
                    ..style
                });
            }
        }
        list
    }

    #[test]
    fn every_legal_move_is_spelled_as_from_the_board() {
        let styles = styles();
        let mut position = Position::start();
        let mut seed = 0x9E37_79B9_7F4A_7C15u64;
        let (mut san, mut expected) = (String::new(), String::new());
        for _ in 0..3_000 {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            let moves = position.legal_moves();
            let Some(mv) = moves.get(seed as usize % moves.len().max(1)).copied() else {
                position = Position::start();
                continue;
            };
            let facts = MoveFacts::of(&position, mv);
            san.clear();
            facts.write(&Style::PGN, &mut san);
            for style in &styles {
                expected.clear();
                facts.write(style, &mut expected);
                let spelled = spell(style, san.as_bytes(), mv, facts.captured);
                assert_eq!(spelled.as_str(), expected, "{san} {style:?}");
                assert_eq!(spelled.width(), expected.chars().count());
            }
            position.play(mv);
            if seed.is_multiple_of(150) {
                position = Position::start();
            }
        }
    }
}
