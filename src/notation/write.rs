//! Moves to text.

use std::fmt::Write as _;

use super::glyph;
use super::pen::Pen;
use super::request::CheckSign;
use super::style::{CaptureStyle, CastlingStyle, JudgementStyle, Length, MateStyle, PromotionStyle, Style};
use crate::chess::{Bitboard, Color, Move, Position, Role, Square, Wing};

/// What the text of a move shows, taken from the board once; it can be written in any style later.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveFacts {
    /// The move.
    pub mv: Move,
    /// The moving piece.
    pub role: Role,
    /// What it captures.
    pub captured: Option<Role>,
    /// The origin file is needed to tell the move from other legal ones.
    pub needs_file: bool,
    /// The origin rank is needed.
    pub needs_rank: bool,
    /// Check or mate.
    pub check: CheckSign,
    /// Who moves.
    pub color: Color,
    /// Castling rights of the position are those of Chess960.
    pub is_chess960: bool,
}

impl MoveFacts {
    /// Takes the facts of a legal move.
    pub fn of(position: &Position, mv: Move) -> MoveFacts {
        let mut after = position.clone();
        after.play(mv);
        let check = match (after.in_check(), mv.is_null()) {
            (false, _) | (_, true) => CheckSign::None,
            (true, _) if after.has_legal_move() => CheckSign::Check,
            (true, _) => CheckSign::Mate,
        };
        MoveFacts { check, ..MoveFacts::without_check(position, mv) }
    }

    /// The same without a look at the position after the move: no check sign. For moves that are not legal, too.
    pub fn without_check(position: &Position, mv: Move) -> MoveFacts {
        let role = position.piece_at(mv.from()).map_or(Role::Pawn, |piece| piece.role);
        let captured = if mv.is_castling() {
            None
        } else if mv.is_en_passant() {
            Some(Role::Pawn)
        } else {
            position.piece_at(mv.to()).map(|piece| piece.role)
        };
        let (needs_file, needs_rank) = disambiguation(position, role, mv, captured.is_some());
        MoveFacts {
            mv,
            role,
            captured,
            needs_file,
            needs_rank,
            check: CheckSign::None,
            color: position.turn(),
            is_chess960: position.has_chess960_rights(),
        }
    }

    /// Appends the text of the move.
    pub fn write(&self, style: &Style, out: &mut String) {
        self.write_with(style, out);
    }

    /// The same with any pen.
    #[inline(always)]
    pub(super) fn write_with<P: Pen>(&self, style: &Style, out: &mut P) {
        match style.length {
            Length::Uci => self.write_uci(style, out),
            Length::Iccf => self.write_iccf(style, out),
            Length::Short | Length::Long => self.write_algebraic(style, out),
        }
    }

    /// Target in coordinates: the rook for castling in Chess960, else the king's goal.
    fn coordinate_target(&self, style: &Style) -> Square {
        match self.mv.wing() {
            Some(wing) if !style.chess960 && !self.is_chess960 => {
                Square::at(wing.king_file(), self.mv.from().rank())
            }
            _ => self.mv.to(),
        }
    }

    #[inline(always)]
    fn write_uci<P: Pen>(&self, style: &Style, out: &mut P) {
        if self.mv.is_null() {
            out.push_str("0000");
            return;
        }
        let ([a, b], [c, d]) = (ascii(self.mv.from()), ascii(self.coordinate_target(style)));
        out.push_ascii([a, b, c, d]);
        if let Some(role) = self.mv.promoted() {
            out.push(role.letter().to_ascii_lowercase());
        }
    }

    #[inline(always)]
    fn write_iccf<P: Pen>(&self, style: &Style, out: &mut P) {
        if self.mv.is_null() {
            out.push_str("--");
            return;
        }
        for square in [self.mv.from(), self.coordinate_target(style)] {
            out.push(char::from(b'1' + square.file()));
            out.push(char::from(b'1' + square.rank()));
        }
        if let Some(index) = Role::PROMOTIONS.iter().position(|&role| Some(role) == self.mv.promoted()) {
            out.push(char::from(b'1' + index as u8));
        }
    }

    #[inline(always)]
    fn write_algebraic<P: Pen>(&self, style: &Style, out: &mut P) {
        if self.mv.is_null() {
            out.push_str("--");
            return;
        }
        match self.mv.wing() {
            Some(wing) => out.push_str(match (style.castling, wing) {
                (CastlingStyle::Letters, Wing::King) => "O-O",
                (CastlingStyle::Letters, Wing::Queen) => "O-O-O",
                (CastlingStyle::Zeros, Wing::King) => "0-0",
                (CastlingStyle::Zeros, Wing::Queen) => "0-0-0",
            }),
            None => self.write_squares(style, out),
        }
        match (self.check, style.mate) {
            (CheckSign::None, _) => {}
            (CheckSign::Check, _) => out.push('+'),
            (_, MateStyle::Hash) => out.push('#'),
            (_, MateStyle::DoublePlus) => out.push_str("++"),
        }
        if self.mv.is_en_passant() && style.en_passant_mark {
            out.push_str(EN_PASSANT_MARK);
        }
    }

    #[inline(always)]
    fn write_squares<P: Pen>(&self, style: &Style, out: &mut P) {
        let (from, to) = (self.mv.from(), self.mv.to());
        let is_long = style.length == Length::Long;
        if self.role != Role::Pawn {
            out.push_str(style.letters.letter(self.role));
        }
        if is_long || self.needs_file {
            out.push(from.file_char());
        }
        if is_long || self.needs_rank {
            out.push(from.rank_char());
        }
        match (self.captured, style.capture) {
            (Some(victim), CaptureStyle::Cross | CaptureStyle::Colon) => {
                out.push(if style.capture == CaptureStyle::Cross { 'x' } else { ':' });
                if style.victim && victim != Role::Pawn {
                    out.push_str(style.letters.letter(victim));
                }
            }
            _ if is_long => out.push('-'),
            _ => {}
        }
        push_square(to, out);
        if let Some(role) = self.mv.promoted() {
            match style.promotion {
                PromotionStyle::Equals => out.push('='),
                PromotionStyle::Plain => {}
                PromotionStyle::Brackets => out.push('('),
            }
            out.push_str(style.letters.letter(role));
            if style.promotion == PromotionStyle::Brackets {
                out.push(')');
            }
        }
        if self.captured.is_some() && style.capture == CaptureStyle::TrailingColon {
            out.push(':');
        }
    }
}

/// Appends the text of a legal move, with its sign of check or mate.
pub fn write_move(position: &Position, mv: Move, style: &Style, out: &mut String) {
    MoveFacts::of(position, mv).write(style, out);
}

/// Appends judgements behind a move: those of the move itself attached as signs, the others apart.
pub fn write_judgements(nags: &[u8], style: &Style, out: &mut String) {
    for &nag in nags {
        match glyph::sign(nag) {
            Some(sign) if style.judgements == JudgementStyle::Signs => {
                if !glyph::judges_the_move(nag) {
                    out.push(' ');
                }
                out.push_str(sign);
            }
            _ => {
                let _ = write!(out, " ${nag}");
            }
        }
    }
}

/// What a style may write behind a capture en passant.
pub(super) const EN_PASSANT_MARK: &str = " e.p.";

#[inline(always)]
fn push_square<P: Pen>(square: Square, out: &mut P) {
    out.push_ascii(ascii(square));
}

/// File letter and rank digit.
#[inline(always)]
fn ascii(square: Square) -> [u8; 2] {
    [b'a' + square.file(), b'1' + square.rank()]
}

/// File, else rank, else both, and only if another legal move of such a piece goes to the same square (PGN
/// standard 8.2.3.4).
fn disambiguation(position: &Position, role: Role, mv: Move, captures: bool) -> (bool, bool) {
    let (from, to) = (mv.from(), mv.to());
    if role == Role::Pawn {
        return (captures, false);
    }
    if role == Role::King || mv.is_castling() {
        return (false, false);
    }
    let (mut any, mut same_file, mut same_rank) = (false, false, false);
    for other in position.origins(role, to) {
        if other != from && position.exposes_king(other, to, Bitboard::EMPTY).is_empty() {
            any = true;
            same_file |= other.file() == from.file();
            same_rank |= other.rank() == from.rank();
        }
    }
    (any && (!same_file || same_rank), any && same_file)
}

#[cfg(test)]
mod tests {
    use super::super::testing::board;
    use super::super::{Language, Letters, parse, parse_iccf, resolve};
    use super::*;

    fn text(position: &Position, mv: Move, style: &Style) -> String {
        let mut out = String::new();
        write_move(position, mv, style, &mut out);
        out
    }

    fn sq(name: &str) -> Square {
        Square::parse(name.as_bytes()).expect("a square")
    }

    #[test]
    fn each_style_writes_its_example() {
        let start = Position::start();
        let knight = Move::normal(sq("g1"), sq("f3"));
        for (style, expected) in [
            (Style::PGN, "Nf3"),
            (Style::LAN, "Ng1-f3"),
            (Style::UCI, "g1f3"),
            (Style::ICCF, "7163"),
            (Style::FIDE_DE, "Sf3"),
            (Style::WIKIBOOK_DE, "Sg1-f3"),
        ] {
            assert_eq!(text(&start, knight, &style), expected);
        }
        let p = board("4k3/8/8/8/8/8/8/4K2R", "w", "K", "-");
        let castling = p.castling(Wing::King).expect("legal");
        for (style, expected) in [
            (Style::PGN, "O-O"),
            (Style::FIDE_DE, "0-0"),
            (Style::UCI, "e1g1"),
            (Style { chess960: true, ..Style::UCI }, "e1h1"),
            (Style::ICCF, "5171"),
            (Style { chess960: true, ..Style::ICCF }, "5181"),
        ] {
            assert_eq!(text(&p, castling, &style), expected);
        }
        let p = board("6k1/4P3/8/6q1/8/5N2/8/4K3", "w", "-", "-");
        let takes = Move::normal(sq("f3"), sq("g5"));
        assert_eq!(text(&p, takes, &Style::WIKIBOOK_DE), "Sf3xDg5");
        let queen = Move::promotion(sq("e7"), sq("e8"), Role::Queen);
        assert_eq!(text(&p, queen, &Style::PGN), "e8=Q+");
        assert_eq!(text(&p, queen, &Style::FIDE_DE), "e8D+");
        assert_eq!(text(&p, queen, &Style::UCI), "e7e8q");
        assert_eq!(text(&p, queen, &Style::ICCF), "57581");
    }

    #[test]
    fn mate_and_en_passant_have_their_marks() {
        let p = board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR", "w", "KQkq", "-");
        let mate = Move::normal(sq("f3"), sq("f7"));
        assert_eq!(text(&p, mate, &Style::PGN), "Qxf7#");
        assert_eq!(text(&p, mate, &Style::FIDE_DE), "Dxf7++");
        let p = board("4k3/8/8/2pP4/8/8/8/4K3", "w", "-", "c6");
        let takes = Move::en_passant(sq("d5"), sq("c6"));
        assert_eq!(text(&p, takes, &Style::PGN), "dxc6");
        assert_eq!(text(&p, takes, &Style::FIDE_DE), "dxc6 e.p.");
        assert_eq!(text(&p, takes, &Style::WIKIBOOK_DE), "d5xc6 e.p.");
    }

    #[test]
    fn disambiguation_is_the_least_and_ignores_pinned_pieces() {
        let p = board("6k1/8/3R4/8/8/8/8/3R2K1", "w", "-", "-");
        assert_eq!(text(&p, Move::normal(sq("d1"), sq("d3")), &Style::PGN), "R1d3");
        let p = board("6k1/8/8/8/8/8/8/R4RK1", "w", "-", "-");
        assert_eq!(text(&p, Move::normal(sq("a1"), sq("d1")), &Style::PGN), "Rad1");
        let p = board("4k3/8/8/8/1b6/2N5/8/4K1N1", "w", "-", "-");
        assert_eq!(text(&p, Move::normal(sq("g1"), sq("e2")), &Style::PGN), "Ne2");
        let p = board("6k1/8/8/8/Q6Q/8/8/K6Q", "w", "-", "-");
        assert_eq!(text(&p, Move::normal(sq("h4"), sq("d4")), &Style::PGN), "Qhd4");
        assert_eq!(text(&p, Move::normal(sq("h4"), sq("e1")), &Style::PGN), "Q4e1");
    }

    #[test]
    fn judgements_are_numbers_or_signs() {
        let mut out = String::from("Nf3");
        write_judgements(&[1, 18, 146, 99], &Style::FIDE_DE, &mut out);
        assert_eq!(out, "Nf3! +- N $99");
        out.clear();
        write_judgements(&[1], &Style::PGN, &mut out);
        assert_eq!(out, " $1");
    }

    /// Every style that differs in what it writes.
    fn styles() -> Vec<Style> {
        let mut list = vec![Style::ICCF];
        let long = [Style::PGN, Style::LAN, Style::FIDE_DE, Style::WIKIBOOK_DE, Style::GERMAN_SHORT];
        for letters in Language::ALL {
            list.push(Style { letters, ..Style::UCI });
            for style in long {
                let style = Style { letters, ..style };
                list.push(style);
                list.push(Style { capture: CaptureStyle::TrailingColon, ..style });
                list.push(Style {
                    capture: CaptureStyle::Colon,
                    promotion: PromotionStyle::Brackets,
                    ..style
                });
            }
        }
        list
    }

    fn reads_back(position: &Position, mv: Move, style: &Style) {
        let written = text(position, mv, style);
        let parsed = match style.length {
            Length::Iccf => parse_iccf(written.as_bytes()),
            _ => parse(written.as_bytes(), Letters::of(style.letters)),
        };
        let parsed = parsed.unwrap_or_else(|e| panic!("{written} {style:?}: {e:?}\n{position:?}"));
        assert_eq!(parsed.consumed, written.len(), "{written} {style:?}");
        let read = resolve(position, &parsed).map(|r| r.mv);
        assert_eq!(read, Ok(mv), "{written} {style:?}\n{position:?}");
        let is_default = matches!(style.letters, Language::English | Language::German);
        if is_default && style.length != Length::Iccf {
            let parsed = parse(written.as_bytes(), Letters::english_german()).expect("a move");
            assert_eq!(resolve(position, &parsed).map(|r| r.mv), Ok(mv), "{written} by the default reader");
        }
    }

    proptest::proptest! {
        #![proptest_config(proptest::test_runner::Config { cases: 32, ..Default::default() })]
        #[test]
        fn every_move_in_every_style_and_language_reads_back(
            rank in proptest::sample::select(vec!["rnbqkbnr", "bbqnnrkr", "rkrnnqbb", "qrkbbnnr", "nrbbqknr"]),
            choices in proptest::collection::vec(0usize..1000, 0..120),
        ) {
            let white = rank.to_uppercase();
            let mut position = board(&format!("{rank}/pppppppp/8/8/8/8/PPPPPPPP/{white}"), "w", "KQkq", "-");
            for choice in choices {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play(moves[choice % moves.len()]);
            }
            for style in styles() {
                for mv in position.legal_moves() {
                    reads_back(&position, mv, &style);
                }
            }
        }
    }

    #[test]
    fn promotions_castlings_and_en_passant_read_back_in_every_style() {
        for (placement, side, rights, passed) in [
            ("1n1qk3/P1P5/8/8/8/8/6p1/4K2R", "w", "K", "-"),
            ("1n1qk3/P1P5/8/8/8/8/6p1/4K2R", "b", "-", "-"),
            ("r3k2r/8/8/2pP4/8/8/8/R3K2R", "w", "KQkq", "c6"),
            ("1r2k1r1/8/8/8/8/8/8/1R3KR1", "w", "KQkq", "-"),
            ("rk2r3/8/8/8/8/8/8/RK2R3", "b", "KQkq", "-"),
        ] {
            let position = board(placement, side, rights, passed);
            for style in styles() {
                for mv in position.legal_moves() {
                    reads_back(&position, mv, &style);
                }
            }
        }
    }
}
