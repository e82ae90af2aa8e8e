//! What is wrong with a term about the board, in both languages.

use crate::check::lang::UiLang;
use crate::query::term::TermFault;

/// In a sentence without a full stop.
pub(super) fn term_fault_text(fault: &TermFault, lang: UiLang) -> String {
    if lang == UiLang::En {
        return fault.to_string();
    }
    match fault {
        TermFault::Unexpected { found, expected } if found.is_empty() => {
            format!("am Ende fehlt {}", german(expected))
        }
        TermFault::Unexpected { found, expected } => {
            format!("statt `{found}` muss hier {} stehen", german(expected))
        }
        TermFault::NotClosed(sign) => format!("`{sign}` wird nicht geschlossen"),
        TermFault::NothingTested => "das Muster prüft kein Feld".to_owned(),
        TermFault::EmptySet => "die Figurenmenge ist leer".to_owned(),
        TermFault::RankCount(ranks) => format!("ein Brett hat 8 Reihen, nicht {ranks}"),
        TermFault::RankWidth { rank, width } => format!("die {rank}. Reihe hat {width} Felder, nicht 8"),
        TermFault::NotAPawn(letter) => {
            format!("`{letter}` ist kein Bauer; eine Bauernstruktur hat nur P und p")
        }
        TermFault::PawnRank(rank) => format!("auf der {rank}. Reihe kann kein Bauer stehen"),
        TermFault::KingCount => "jede Seite hat genau einen König".to_owned(),
        TermFault::KingTaken => "ein König wird nie geschlagen".to_owned(),
        TermFault::NoPromotion => "ein Bauer wird zu q, r, b oder n".to_owned(),
        TermFault::EmptyRange { from, to } => format!("der Bereich {from}..{to} ist leer"),
        TermFault::TooLarge => "die Zahl ist zu groß".to_owned(),
        TermFault::NoDifference => "beide Seiten haben dasselbe, es gibt keinen Unterschied".to_owned(),
        TermFault::GermanLetter { letter, english } => format!(
            "`{letter}` ist ein deutscher Figurenbuchstabe; Züge der Suchsprache haben englische: `{english}`"
        ),
        TermFault::BareCapture => {
            "wer schlägt? `*x` ist irgendeine Figur, `ex` der Bauer der e-Linie".to_owned()
        }
        TermFault::Repeated(name) => format!("`{}` steht zweimal da", german(name)),
    }
}

/// The parts of what terms expect; longer ones before those they contain.
const PHRASES: [(&str, &str); 18] = [
    ("minor pieces all named N or B, or all M,", "alle Leichtfiguren als N oder B, oder alle als M,"),
    ("a comparison such as", "ein Vergleich wie"),
    ("the end of the move", "das Ende des Zugs"),
    ("a square from a1 to h8", "ein Feld von a1 bis h8"),
    ("a digit from 1 to 8", "eine Ziffer von 1 bis 8"),
    ("a square, a file or a rank", "ein Feld, eine Linie oder eine Reihe"),
    ("a piece letter (no king)", "ein Figurenbuchstabe (kein König)"),
    ("a piece letter", "ein Figurenbuchstabe"),
    ("piece letters", "Figurenbuchstaben"),
    ("nothing more", "das Ende"),
    ("a number", "eine Zahl"),
    ("a square", "ein Feld"),
    ("a file", "eine Linie"),
    ("a rank", "eine Reihe"),
    ("a move", "ein Zug"),
    ("the end", "das Ende"),
    (" or ", " oder "),
    (" and ", " und "),
];

fn german(english: &str) -> String {
    PHRASES.iter().fold(english.to_owned(), |text, (en, de)| text.replace(en, de))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_expected_is_said_in_german() {
        let fault = TermFault::Unexpected {
            found: "x".to_owned(),
            expected: "`of white`, `of black` or a comparison such as `>= 2`",
        };
        assert_eq!(
            term_fault_text(&fault, UiLang::De),
            "statt `x` muss hier `of white`, `of black` oder ein Vergleich wie `>= 2` stehen"
        );
    }
}
