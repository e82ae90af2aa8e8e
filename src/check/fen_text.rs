//! What is wrong or odd about a FEN, in sentences.

use super::lang::UiLang;
use crate::chess::Color;
use crate::chess::fen::{FenError, FenField, FenRemark};

/// Why a FEN cannot be used: the field and the reason, without a full stop at the end.
pub fn fen_error_text(error: &FenError, lang: UiLang) -> String {
    let en = lang == UiLang::En;
    match error {
        FenError::Empty => lang.pick("the FEN is empty", "die FEN ist leer").to_owned(),
        FenError::RankCount { found: 1 } if en => "placement has 1 rank instead of 8".to_owned(),
        FenError::RankCount { found: 1 } => "das Stellungsfeld hat 1 Reihe statt 8".to_owned(),
        FenError::RankCount { found } if en => format!("placement has {found} ranks instead of 8"),
        FenError::RankCount { found } => format!("das Stellungsfeld hat {found} Reihen statt 8"),
        FenError::RankWidth { rank, width } if en => {
            format!("rank {rank} of the placement has {width} squares instead of 8")
        }
        FenError::RankWidth { rank, width } => {
            format!("die {rank}. Reihe des Stellungsfelds hat {width} Felder statt 8")
        }
        FenError::DigitsInRow { rank } if en => {
            format!("two digits in a row on rank {rank} of the placement; their sum should be one digit")
        }
        FenError::DigitsInRow { rank } => {
            format!("zwei Ziffern nacheinander in der {rank}. Reihe; ihre Summe müsste eine Ziffer sein")
        }
        FenError::BadPiece { rank, byte } if en => {
            format!(
                "{byte:?} on rank {rank} of the placement is neither a piece letter nor a digit from 1 to 8"
            )
        }
        FenError::BadPiece { rank, byte } => {
            format!("{byte:?} in der {rank}. Reihe ist weder Figurenbuchstabe noch eine Ziffer von 1 bis 8")
        }
        FenError::NoKing(color) if en => format!("{} has no king", side(*color, lang)),
        FenError::NoKing(color) => format!("{} hat keinen König", side(*color, lang)),
        FenError::ManyKings { color, count } if en => format!("{} has {count} kings", side(*color, lang)),
        FenError::ManyKings { color, count } => format!("{} hat {count} Könige", side(*color, lang)),
        FenError::PawnOnEdge(square) if en => format!("a pawn cannot stand on {square}"),
        FenError::PawnOnEdge(square) => format!("auf {square} kann kein Bauer stehen"),
        FenError::OpponentInCheck { king, by } if en => {
            format!("the king on {king} is in check from {by}, but it is the other side's move")
        }
        FenError::OpponentInCheck { king, by } => {
            format!("der König auf {king} steht im Schach von {by}, aber die andere Seite ist am Zug")
        }
        FenError::BadSide => {
            lang.pick("the side to move is neither w nor b", "die Seite am Zug ist weder w noch b").to_owned()
        }
        FenError::BadCastling(letter) if en => format!("{letter:?} is no castling right"),
        FenError::BadCastling(letter) => format!("{letter:?} ist kein Rochaderecht"),
        FenError::BadEnPassant => lang
            .pick(
                "the en-passant field is neither a square nor -",
                "im En-passant-Feld steht weder ein Feld noch -",
            )
            .to_owned(),
        FenError::BadHalfmove => lang
            .pick(
                "the halfmove clock is no number from 0 to 99999",
                "der Halbzugzähler ist keine Zahl von 0 bis 99999",
            )
            .to_owned(),
        FenError::BadFullmove => lang
            .pick(
                "the move number is no number from 0 to 99999",
                "die Zugnummer ist keine Zahl von 0 bis 99999",
            )
            .to_owned(),
        FenError::TrailingText => lang
            .pick("there is more text behind the sixth field", "hinter dem sechsten Feld steht noch Text")
            .to_owned(),
        FenError::NotStrict(remark) => fen_remark_text(remark, lang),
    }
}

/// What the lenient reader repaired or found odd, without a full stop at the end.
pub fn fen_remark_text(remark: &FenRemark, lang: UiLang) -> String {
    let en = lang == UiLang::En;
    match remark {
        FenRemark::Missing(field) => missing(*field, lang).to_owned(),
        FenRemark::ManyMen { color, count } if en => format!("{} has {count} men", side(*color, lang)),
        FenRemark::ManyMen { color, count } => format!("{} hat {count} Figuren", side(*color, lang)),
        FenRemark::ManyPawns { color, count } if en => format!("{} has {count} pawns", side(*color, lang)),
        FenRemark::ManyPawns { color, count } => format!("{} hat {count} Bauern", side(*color, lang)),
        FenRemark::CapitalSide => lang
            .pick("the side to move is written as a small letter", "die Seite am Zug schreibt man klein")
            .to_owned(),
        FenRemark::BogusRight(letter) if en => {
            format!("castling right {letter} dropped: king and rook do not stand for it")
        }
        FenRemark::BogusRight(letter) => {
            format!("Rochaderecht {letter} gestrichen: König und Turm stehen nicht danach")
        }
        FenRemark::DoubleRight(letter) if en => {
            format!("castling right {letter} dropped: there is one to that side already")
        }
        FenRemark::DoubleRight(letter) => {
            format!("Rochaderecht {letter} gestrichen: nach dieser Seite gibt es schon eines")
        }
        FenRemark::RightsOrder => lang
            .pick(
                "castling rights are in another order than KQkq",
                "die Rochaderechte stehen nicht in der Reihenfolge KQkq",
            )
            .to_owned(),
        FenRemark::BogusEnPassant(square) if en => {
            format!("en-passant square {square} dropped: no pawn can have made a double step over it")
        }
        FenRemark::BogusEnPassant(square) => {
            format!(
                "En-passant-Feld {square} gestrichen: kein Bauer kann es im Doppelschritt überquert haben"
            )
        }
        FenRemark::LeadingZero(FenField::Halfmove) => lang
            .pick("the halfmove clock has a needless zero", "der Halbzugzähler hat eine überflüssige Null")
            .to_owned(),
        FenRemark::LeadingZero(_) => lang
            .pick("the move number has a needless zero", "die Zugnummer hat eine überflüssige Null")
            .to_owned(),
        FenRemark::MoveNumberZero => {
            lang.pick("move number 0 is read as 1", "Zugnummer 0 wird als 1 gelesen").to_owned()
        }
        FenRemark::Blanks => lang
            .pick(
                "more than a single blank stands between two fields",
                "zwischen zwei Feldern steht mehr als ein Leerzeichen",
            )
            .to_owned(),
    }
}

fn missing(field: FenField, lang: UiLang) -> &'static str {
    match field {
        FenField::Placement | FenField::Side => lang.pick(
            "only the placement is given: White to move, no castling rights, clocks 0 1",
            "nur die Stellung ist angegeben: Weiß am Zug, keine Rochaderechte, Zähler 0 1",
        ),
        FenField::Castling => lang.pick(
            "the castling field is missing: no castling rights, clocks 0 1",
            "das Rochadefeld fehlt: keine Rochaderechte, Zähler 0 1",
        ),
        FenField::EnPassant => lang.pick(
            "the en-passant field is missing: no en-passant capture, clocks 0 1",
            "das En-passant-Feld fehlt: kein Schlagen en passant, Zähler 0 1",
        ),
        FenField::Halfmove => {
            lang.pick("the clocks are missing: read as 0 1", "die Zähler fehlen: als 0 1 gelesen")
        }
        FenField::Fullmove => {
            lang.pick("the move number is missing: read as 1", "die Zugnummer fehlt: als 1 gelesen")
        }
    }
}

fn side(color: Color, lang: UiLang) -> &'static str {
    match color {
        Color::White => lang.pick("White", "Weiß"),
        Color::Black => lang.pick("Black", "Schwarz"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;

    #[test]
    fn a_fault_is_told_in_both_languages() {
        let error = Position::from_fen(b"8/8/8/8/8/8/8/K7 w - - 0 1").expect_err("no black king");
        assert_eq!(fen_error_text(&error, UiLang::En), "Black has no king");
        assert_eq!(fen_error_text(&error, UiLang::De), "Schwarz hat keinen König");
    }

    #[test]
    fn a_repair_is_told_in_both_languages() {
        let read = Position::from_fen(b"4k3/8/8/8/4P3/8/8/4K3 w - d6 0 1").expect("readable");
        let [remark] = &read.remarks[..] else { panic!("one remark") };
        assert!(fen_remark_text(remark, UiLang::En).starts_with("en-passant square d6 dropped"));
        assert!(fen_remark_text(remark, UiLang::De).starts_with("En-passant-Feld d6 gestrichen"));
    }
}
