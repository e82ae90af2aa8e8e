//! What is said about positions as people write them, in English and German.

use super::fen_text;
use super::lang::UiLang;
use crate::chess::Color;
use crate::notation::{PositionError, PositionNote};

/// Why a text is no position, without a full stop at the end.
pub fn position_error(error: &PositionError, lang: UiLang) -> String {
    if lang == UiLang::En {
        return error.to_string();
    }
    match error {
        PositionError::Empty => {
            "hier steht keine Stellung: eine FEN, ihr erstes Feld, chess960:N oder eine Figurenliste angeben"
                .into()
        }
        PositionError::NoPosition => {
            "das ist weder eine FEN noch eine Figurenliste wie „Weiß: Kg1, De5 / Schwarz: Kg7“".into()
        }
        PositionError::Fen { error, .. } => fen_text::fen_error_text(error, lang),
        PositionError::Number { text, .. } => {
            format!("„{text}“ ist keine Nummer einer Chess960-Stellung; sie gehen von 0 bis 959")
        }
        PositionError::NoPiece { text, .. } => format!("„{text}“ ist keine Figur auf einem Feld"),
        PositionError::NoLanguage { text, language, .. } => {
            format!("keine Sprache liest alle Figuren: auf {} ist „{text}“ keine", language.german_name())
        }
        PositionError::Occupied { square, .. } => format!("auf {square} stehen zwei Figuren"),
        PositionError::MissingSide { color } => {
            format!("die Figuren von {} fehlen", color_name(*color))
        }
        PositionError::Unplayable { error } => {
            format!("so können die Figuren nicht stehen: {}", fen_text::fen_error_text(error, lang))
        }
    }
}

/// What was assumed or repaired, without a full stop at the end.
pub fn position_note(note: &PositionNote, lang: UiLang) -> String {
    match note {
        PositionNote::WhiteAssumed => lang
            .pick("White is taken to be to move, nothing says so", "Weiß ist am Zug, so wird angenommen")
            .into(),
        PositionNote::OnlySide(color) => match lang {
            UiLang::En => format!("{color:?} is to move, as the other king is in check"),
            UiLang::De => format!("{} ist am Zug, denn der andere König steht im Schach", color_name(*color)),
        },
        PositionNote::NoCastlingAssumed => lang
            .pick(
                "nobody may castle, as nothing says so",
                "niemand darf rochieren, weil nichts davon dasteht",
            )
            .into(),
        PositionNote::Fen(remark) => fen_text::fen_remark_text(remark, lang),
        PositionNote::LanguageGuess(language) => match lang {
            UiLang::En => format!("the pieces fit several languages; read as {}", language.name()),
            UiLang::De => {
                format!("die Figuren passen zu mehreren Sprachen; gelesen als {}", language.german_name())
            }
        },
        PositionNote::ListedTwice(square) => match lang {
            UiLang::En => format!("the piece on {square} is listed twice"),
            UiLang::De => format!("die Figur auf {square} ist zweimal genannt"),
        },
    }
}

fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "Weiß",
        Color::Black => "Schwarz",
    }
}
