//! The switches of written moves, and the presets that set them all.

use super::language::Language;

/// How much of a move is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// `Nf3`, with the least disambiguation among legal moves.
    Short,
    /// `Ng1-f3`.
    Long,
    /// `g1f3`.
    Uci,
    /// `7163`.
    Iccf,
}

/// How castling is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastlingStyle {
    /// `O-O`.
    Letters,
    /// `0-0`.
    Zeros,
}

/// How a promotion is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PromotionStyle {
    /// `e8=Q`.
    Equals,
    /// `e8Q`.
    Plain,
    /// `e8(Q)`.
    Brackets,
}

/// How mate is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MateStyle {
    /// `#`.
    Hash,
    /// `++`.
    DoublePlus,
}

/// How a capture is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CaptureStyle {
    /// `Nxe5`.
    Cross,
    /// `N:e5`.
    Colon,
    /// `Ne5:`; the victim is never named in this style.
    TrailingColon,
}

/// How results are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultStyle {
    /// `1-0`, `1/2-1/2`.
    Hyphen,
    /// `1:0`, `½:½`.
    Colon,
}

/// How judgements are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JudgementStyle {
    /// `$1`.
    Numbers,
    /// `!`, numbers only where there is no sign.
    Signs,
}

/// All switches of written moves. Start from a preset and override what should differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// The piece letters.
    pub letters: Language,
    /// Short, long or coordinates.
    pub length: Length,
    /// Castling.
    pub castling: CastlingStyle,
    /// Promotion.
    pub promotion: PromotionStyle,
    /// Mate.
    pub mate: MateStyle,
    /// Captures.
    pub capture: CaptureStyle,
    /// Write `e.p.` behind a capture en passant.
    pub en_passant_mark: bool,
    /// Name the captured piece (pawns have no letter): `Dg5xSf6`.
    pub victim: bool,
    /// Results.
    pub result: ResultStyle,
    /// Judgements.
    pub judgements: JudgementStyle,
    /// Write a draw offer as `(=)`.
    pub draw_offer: bool,
    /// The game is Chess960: coordinates write castling as king takes own rook. (So they do anyway where a
    /// castling right is not a classic one.)
    pub chess960: bool,
}

impl Style {
    /// PGN export format.
    pub const PGN: Style = Style {
        letters: Language::English,
        length: Length::Short,
        castling: CastlingStyle::Letters,
        promotion: PromotionStyle::Equals,
        mate: MateStyle::Hash,
        capture: CaptureStyle::Cross,
        en_passant_mark: false,
        victim: false,
        result: ResultStyle::Hyphen,
        judgements: JudgementStyle::Numbers,
        draw_offer: false,
        chess960: false,
    };

    /// German short notation after the FIDE Laws, appendix C.
    pub const FIDE_DE: Style = Style {
        letters: Language::German,
        castling: CastlingStyle::Zeros,
        promotion: PromotionStyle::Plain,
        mate: MateStyle::DoublePlus,
        en_passant_mark: true,
        judgements: JudgementStyle::Signs,
        ..Style::PGN
    };

    /// German long notation with the captured piece, as chess primers print it.
    pub const WIKIBOOK_DE: Style =
        Style { length: Length::Long, victim: true, result: ResultStyle::Colon, ..Style::FIDE_DE };

    /// English long notation.
    pub const LAN: Style = Style { length: Length::Long, ..Style::PGN };

    /// Coordinates as engines speak them.
    pub const UCI: Style = Style { length: Length::Uci, ..Style::PGN };

    /// Digits of correspondence chess.
    pub const ICCF: Style = Style { length: Length::Iccf, ..Style::PGN };

    /// German short notation with the signs of PGN: `Sf3`, `e8D+`, `Dxf7#`.
    pub const GERMAN_SHORT: Style = Style { mate: MateStyle::Hash, en_passant_mark: false, ..Style::FIDE_DE };

    /// Presets by name: `pgn` (or `san`), `fide-de`, `wikibook-de`, `lan`, `uci`, `iccf`.
    pub fn preset(name: &str) -> Option<Style> {
        Some(match name {
            "pgn" | "san" => Style::PGN,
            "fide-de" => Style::FIDE_DE,
            "wikibook-de" => Style::WIKIBOOK_DE,
            "lan" => Style::LAN,
            "uci" => Style::UCI,
            "iccf" => Style::ICCF,
            _ => return None,
        })
    }
}
