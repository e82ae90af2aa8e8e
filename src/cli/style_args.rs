//! The arguments that say how moves, results and judgements are written.

use clap::{Args, ValueEnum};

use crate::notation::{
    CaptureStyle, CastlingStyle, JudgementStyle, Language, Length, MateStyle, PromotionStyle, ResultStyle,
    Style,
};

const STYLE: &str = "How moves are written";

/// Codes of the languages in which moves can be written.
const LANGUAGES: [&str; 20] = [
    "en", "de", "nl", "fr", "it", "es", "pt", "pl", "cs", "hu", "sv", "da", "nb", "fi", "is", "et", "ro",
    "ru", "fig", "figurine",
];

/// How moves are written. A preset sets everything, a switch overrides one thing.
#[derive(Args, Debug)]
pub(super) struct StyleArgs {
    /// Preset for all that follows
    #[arg(long, value_name = "STYLE", default_value = "pgn", help_heading = STYLE)]
    style: Preset,

    /// Notation of the moves
    #[arg(long, value_name = "NOTATION", help_heading = STYLE)]
    to: Option<Notation>,

    /// Language of the piece letters: en, de, nl, fr, it, es, pt, pl, cs, hu, sv, da, nb, fi, is, et, ro, ru or
    /// figurine
    #[arg(
        long,
        value_name = "LANG",
        value_parser = LANGUAGES,
        hide_possible_values = true,
        help_heading = STYLE
    )]
    lang: Option<String>,

    /// O-O or 0-0
    #[arg(long, value_name = "HOW", help_heading = STYLE)]
    castling: Option<Castling>,

    /// e8=Q, e8Q or e8(Q)
    #[arg(long, value_name = "HOW", help_heading = STYLE)]
    promotion: Option<Promotion>,

    /// Nxe5, N:e5 or Ne5:
    #[arg(long, value_name = "HOW", help_heading = STYLE)]
    capture: Option<Capture>,

    /// Qxf7# or Qxf7++
    #[arg(long, value_name = "HOW", help_heading = STYLE)]
    mate: Option<Mate>,

    /// Write e.p. behind captures en passant
    #[arg(long, value_name = "WHETHER", help_heading = STYLE)]
    en_passant: Option<Switch>,

    /// Name the captured piece: Nf3xRe5
    #[arg(long, value_name = "WHETHER", help_heading = STYLE)]
    victim: Option<Switch>,

    /// 1-0 or 1:0
    #[arg(long, value_name = "HOW", help_heading = STYLE)]
    results: Option<Results>,

    /// $1 or !
    #[arg(long, value_name = "HOW", help_heading = STYLE)]
    judgements: Option<Judgements>,

    /// {(=)} or (=)
    #[arg(long, value_name = "HOW", help_heading = STYLE)]
    draw_offers: Option<DrawOffers>,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Preset {
    /// The PGN standard: Nf3 exd5 O-O e8=Q+ Qxf7# 1-0
    Pgn,
    /// FIDE Laws, in German: Sf3 exd5 0-0 e8D+ Dxf7++ 1-0
    FideDe,
    /// Chess primers: Sg1-f3 e4xSd5 0-0 e7-e8D+ Df3xf7++ 1:0
    WikibookDe,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Notation {
    /// Short: Nf3
    San,
    /// Long: Ng1-f3
    Lan,
    /// Coordinates of engines: g1f3
    Uci,
    /// Digits of correspondence chess: 7163
    Iccf,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Castling {
    /// O-O
    Letters,
    /// 0-0
    Zeros,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Promotion {
    /// e8=Q
    Equals,
    /// e8Q
    Plain,
    /// e8(Q)
    Brackets,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Capture {
    /// Nxe5
    Cross,
    /// N:e5
    Colon,
    /// Ne5:
    Trailing,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Mate {
    /// Qxf7#
    Hash,
    /// Qxf7++
    Plus,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Switch {
    /// Yes
    On,
    /// No
    Off,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Results {
    /// 1-0
    Hyphen,
    /// 1:0 and ½:½
    Colon,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Judgements {
    /// $1
    Numbers,
    /// !
    Signs,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum DrawOffers {
    /// {(=)}
    Comment,
    /// (=)
    Sign,
}

impl StyleArgs {
    /// The style these arguments stand for in a text for people: judgements and draw offers as signs, unless the
    /// arguments say otherwise.
    pub(super) fn for_people(&self) -> Style {
        let style = self.style();
        Style {
            judgements: self.judgements.map_or(JudgementStyle::Signs, |_| style.judgements),
            draw_offer: self.draw_offers.is_none() || style.draw_offer,
            ..style
        }
    }

    /// The style these arguments stand for.
    pub(super) fn style(&self) -> Style {
        let mut style = match self.style {
            Preset::Pgn => Style::PGN,
            Preset::FideDe => Style::FIDE_DE,
            Preset::WikibookDe => Style::WIKIBOOK_DE,
        };
        if let Some(to) = self.to {
            style.length = match to {
                Notation::San => Length::Short,
                Notation::Lan => Length::Long,
                Notation::Uci => Length::Uci,
                Notation::Iccf => Length::Iccf,
            };
        }
        if let Some(code) = &self.lang {
            let code = if code == "figurine" { "fig" } else { code };
            // The parser lets nothing else through.
            style.letters = Language::parse(code).unwrap_or(style.letters);
        }
        if let Some(castling) = self.castling {
            style.castling = match castling {
                Castling::Letters => CastlingStyle::Letters,
                Castling::Zeros => CastlingStyle::Zeros,
            };
        }
        if let Some(promotion) = self.promotion {
            style.promotion = match promotion {
                Promotion::Equals => PromotionStyle::Equals,
                Promotion::Plain => PromotionStyle::Plain,
                Promotion::Brackets => PromotionStyle::Brackets,
            };
        }
        if let Some(capture) = self.capture {
            style.capture = match capture {
                Capture::Cross => CaptureStyle::Cross,
                Capture::Colon => CaptureStyle::Colon,
                Capture::Trailing => CaptureStyle::TrailingColon,
            };
        }
        if let Some(mate) = self.mate {
            style.mate = match mate {
                Mate::Hash => MateStyle::Hash,
                Mate::Plus => MateStyle::DoublePlus,
            };
        }
        if let Some(results) = self.results {
            style.result = match results {
                Results::Hyphen => ResultStyle::Hyphen,
                Results::Colon => ResultStyle::Colon,
            };
        }
        if let Some(judgements) = self.judgements {
            style.judgements = match judgements {
                Judgements::Numbers => JudgementStyle::Numbers,
                Judgements::Signs => JudgementStyle::Signs,
            };
        }
        let is_on = |switch: Switch| matches!(switch, Switch::On);
        style.en_passant_mark = self.en_passant.map_or(style.en_passant_mark, is_on);
        style.victim = self.victim.map_or(style.victim, is_on);
        if let Some(offers) = self.draw_offers {
            style.draw_offer = matches!(offers, DrawOffers::Sign);
        }
        style
    }
}
