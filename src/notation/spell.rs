//! One way of writing a move into another, from its text alone: no board, no allocation.
//!
//! A move in the short notation of PGN export format says what any style needs to know - the piece, what of its origin
//! has to be named, whether it takes, checks and mates. Only the captured piece has to be told.

use super::style::{CaptureStyle, CastlingStyle, Length, MateStyle, PromotionStyle, Style};
use crate::chess::{Move, Role, Wing};

/// Longest text of a move in bytes, any style.
pub const LONGEST: usize = 48;

/// The text of a move.
#[derive(Clone, Copy, Debug)]
pub struct Spelled {
    /// The text, and zeros behind it.
    pub bytes: [u8; LONGEST],
    /// Bytes of the text.
    pub length: usize,
    /// Characters of the text.
    pub width: usize,
    /// ` e.p.` stands behind the move.
    has_en_passant: bool,
}

impl Spelled {
    const EMPTY: Spelled = Spelled { bytes: [0; LONGEST], length: 0, width: 0, has_en_passant: false };

    #[inline(always)]
    fn push(&mut self, byte: u8) {
        if let Some(slot) = self.bytes.get_mut(self.length) {
            *slot = byte;
        }
        self.length += 1;
        self.width += 1;
    }

    fn push_all(&mut self, text: &str) {
        for byte in text.bytes() {
            self.push(byte);
        }
    }

    #[inline(always)]
    fn letter(&mut self, letter: Letter) {
        let width = self.width + letter.width;
        for byte in letter.bytes.into_iter().take(letter.length) {
            self.push(byte);
        }
        self.width = width;
    }

    /// The move and its `e.p.`, if it has one.
    #[inline(always)]
    pub fn as_parts(&self) -> Option<(&str, &str)> {
        if self.has_en_passant { self.as_str().split_once(' ') } else { None }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        self.bytes.get(..self.length).and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or_default()
    }
}

#[derive(Clone, Copy, Default, Debug)]
struct Letter {
    bytes: [u8; 8],
    length: usize,
    /// In characters: the Russian king has two.
    width: usize,
}

/// Writes moves in one style.
#[derive(Clone, Debug)]
pub struct Speller {
    style: Style,
    /// The style's piece letters by the letter of English; other bytes have none.
    letters: [Letter; 32],
}

impl Speller {
    /// For this style.
    pub fn new(style: Style) -> Speller {
        let mut letters = [Letter::default(); 32];
        for role in Role::ALL {
            let text = style.letters.letter(role);
            if let Some(slot) = letters.get_mut(role.letter() as usize & 31) {
                for (to, from) in slot.bytes.iter_mut().zip(text.bytes()) {
                    *to = from;
                }
                (slot.length, slot.width) = (text.len(), text.chars().count());
            }
        }
        Speller { style, letters }
    }

    /// Does [`Speller::spell`] have to be told what was captured?
    pub fn names_victims(&self) -> bool {
        self.style.victim && !matches!(self.style.length, Length::Uci | Length::Iccf)
    }

    /// The move `mv` whose text is `san`, as PGN export format has it, mark included. `victim` is the piece it takes, if
    /// that is to be named.
    #[inline]
    pub fn spell(&self, san: &[u8], mv: Move, victim: Option<Role>) -> Spelled {
        let mut out = Spelled::EMPTY;
        match self.style.length {
            Length::Uci => {
                let (bytes, length) = self.coordinates(mv);
                for byte in bytes.into_iter().take(length) {
                    out.push(byte);
                }
            }
            Length::Iccf => self.digits(mv, &mut out),
            Length::Short | Length::Long => self.algebraic(san, mv, victim, &mut out),
        }
        out
    }

    /// Where a move goes in coordinates: castling moves the king two squares, or takes the rook in Chess960.
    fn target(&self, mv: Move) -> (u8, u8) {
        let to = mv.to();
        match mv.wing() {
            Some(wing) if !self.style.chess960 => (wing.king_file(), to.rank()),
            _ => (to.file(), to.rank()),
        }
    }

    /// The move in coordinates, and its length in bytes.
    #[inline(always)]
    pub fn coordinates(&self, mv: Move) -> ([u8; 8], usize) {
        let from = mv.from();
        let (file, rank) = self.target(mv);
        let promoted = mv.promoted().map_or(b' ', |role| role.letter().to_ascii_lowercase() as u8);
        let squares = [b'a' + from.file(), b'1' + from.rank(), b'a' + file, b'1' + rank];
        let [a, b, c, d] = squares;
        ([a, b, c, d, promoted, b' ', b' ', b' '], 4 + usize::from(promoted != b' '))
    }

    fn digits(&self, mv: Move, out: &mut Spelled) {
        let from = mv.from();
        let (file, rank) = self.target(mv);
        for digit in [from.file(), from.rank(), file, rank] {
            out.push(b'1' + digit);
        }
        if let Some(index) = Role::PROMOTIONS.iter().position(|role| Some(*role) == mv.promoted()) {
            out.push(b'1' + index as u8);
        }
    }

    #[inline(always)]
    fn algebraic(&self, san: &[u8], mv: Move, victim: Option<Role>, out: &mut Spelled) {
        let style = &self.style;
        let (body, mark) = match san {
            [body @ .., mark @ (b'+' | b'#')] => (body, *mark),
            _ => (san, b' '),
        };
        match mv.wing() {
            Some(wing) => out.push_all(match (style.castling, wing) {
                (CastlingStyle::Letters, Wing::King) => "O-O",
                (CastlingStyle::Letters, Wing::Queen) => "O-O-O",
                (CastlingStyle::Zeros, Wing::King) => "0-0",
                (CastlingStyle::Zeros, Wing::Queen) => "0-0-0",
            }),
            None => self.squares(body, mv, victim, out),
        }
        match (mark, style.mate) {
            (b'+', _) => out.push(b'+'),
            (b'#', MateStyle::Hash) => out.push(b'#'),
            (b'#', MateStyle::DoublePlus) => out.push_all("++"),
            _ => {}
        }
        if mv.is_en_passant() && style.en_passant_mark {
            out.push_all(" e.p.");
            out.has_en_passant = true;
        }
    }

    #[inline(always)]
    fn squares(&self, body: &[u8], mv: Move, victim: Option<Role>, out: &mut Spelled) {
        let style = &self.style;
        let (from, to) = (mv.from(), mv.to());
        let is_long = style.length == Length::Long;
        let first = body.first().copied().unwrap_or(b' ');
        let is_pawn = first >= b'a';
        let takes;
        if is_pawn {
            takes = from.file() != to.file();
            if is_long || takes {
                out.push(b'a' + from.file());
            }
            if is_long {
                out.push(b'1' + from.rank());
            }
        } else {
            out.letter(self.letters.get(first as usize & 31).copied().unwrap_or_default());
            // Between the letter and the target: what of the origin has to be named, and the sign of capture.
            let between = body.get(1..body.len().saturating_sub(2)).unwrap_or_default();
            let origin = between.strip_suffix(b"x");
            takes = origin.is_some();
            if is_long {
                out.push(b'a' + from.file());
                out.push(b'1' + from.rank());
            } else {
                for byte in origin.unwrap_or(between) {
                    out.push(*byte);
                }
            }
        }
        match style.capture {
            CaptureStyle::Cross | CaptureStyle::Colon if takes => {
                out.push(if style.capture == CaptureStyle::Cross { b'x' } else { b':' });
                if let Some(victim) = victim.filter(|victim| style.victim && *victim != Role::Pawn) {
                    out.letter(self.letters.get(victim.letter() as usize & 31).copied().unwrap_or_default());
                }
            }
            _ if is_long => out.push(b'-'),
            _ => {}
        }
        out.push(b'a' + to.file());
        out.push(b'1' + to.rank());
        if let Some(role) = mv.promoted() {
            let letter = self.letters.get(role.letter() as usize & 31).copied().unwrap_or_default();
            match style.promotion {
                PromotionStyle::Equals => out.push(b'='),
                PromotionStyle::Plain => {}
                PromotionStyle::Brackets => out.push(b'('),
            }
            out.letter(letter);
            if style.promotion == PromotionStyle::Brackets {
                out.push(b')');
            }
        }
        if takes && style.capture == CaptureStyle::TrailingColon {
            out.push(b':');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;
    use crate::notation::{Language, MoveFacts};

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
        let spellers: Vec<Speller> = styles().into_iter().map(Speller::new).collect();
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
            for speller in &spellers {
                expected.clear();
                facts.write(&speller.style, &mut expected);
                let spelled = speller.spell(san.as_bytes(), mv, facts.captured);
                assert_eq!(spelled.as_str(), expected, "{san} {:?}", speller.style);
                assert_eq!(spelled.width, expected.chars().count());
            }
            position.play(mv);
            if seed.is_multiple_of(150) {
                position = Position::start();
            }
        }
    }
}
