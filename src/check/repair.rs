//! What `--fix` has changed in a game, in words: nothing is repaired silently.

use super::lang::UiLang;
use super::text::ExportRule;
use crate::pgn::known_tag::KnownTag;

/// One kind of repair in one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RepairDetail {
    /// A faulty move was replaced by a legal one, which is given, as the user asked.
    Accepted(String),
    /// The movetext was written anew where it broke this rule of the export format.
    Form(ExportRule),
    /// Words and signs that are no moves became comments; how many.
    Words(u32),
    /// Signs that mean nothing were left out; how many.
    Signs(u32),
    /// What stands behind a faulty move of a variation became a comment; in how many variations.
    Lost(u32),
    /// Brackets of variations were added; how many.
    Closed(u32),
    /// Brackets without moves were left out; how many.
    EmptyVariations(u32),
    /// The text became UTF-8.
    Encoding,
    /// Tags were added.
    Added(Vec<&'static str>),
    /// A tag has another name now.
    Renamed {
        /// As it stood.
        from: String,
        /// As it is written.
        to: &'static str,
    },
    /// A tag has another value now.
    Value {
        /// The tag.
        tag: KnownTag,
        /// As it stood.
        from: String,
        /// As it is written.
        to: String,
    },
    /// Tags that say nothing, or nothing new, were left out.
    Dropped(Vec<String>),
    /// The tags were put in order and written as the standard writes them.
    TagForm,
    /// The result at the end of the moves was added or changed.
    Marker {
        /// As it stood; empty if it was missing.
        from: String,
        /// As it is written.
        to: String,
    },
}

impl RepairDetail {
    /// The sentence for people, without a full stop at the end.
    pub fn message(&self, lang: UiLang) -> String {
        match lang {
            UiLang::En => self.english(),
            UiLang::De => self.german(),
        }
    }

    fn english(&self) -> String {
        match self {
            RepairDetail::Accepted(san) => {
                format!("repaired: {san} is played in place of this move, as was asked")
            }
            RepairDetail::Form(rule) => format!("repaired: {}", form_in_english(rule)),
            RepairDetail::Words(1) => "repaired: words that are no moves became a comment".to_owned(),
            RepairDetail::Words(n) => {
                format!("repaired: words that are no moves became comments, at {n} places")
            }
            RepairDetail::Signs(1) => "repaired: a sign that means nothing here was left out".to_owned(),
            RepairDetail::Signs(n) => format!("repaired: {n} signs that mean nothing here were left out"),
            RepairDetail::Lost(1) => {
                "repaired: what stands from the faulty move on in a variation became a comment".to_owned()
            }
            RepairDetail::Lost(n) => {
                format!(
                    "repaired: what stands from faulty moves on in {n} places of variations became comments"
                )
            }
            RepairDetail::Closed(1) => "repaired: the missing \")\" of a variation was added".to_owned(),
            RepairDetail::Closed(n) => format!("repaired: the missing \")\" of {n} variations were added"),
            RepairDetail::EmptyVariations(1) => {
                "repaired: the brackets of a variation without moves were left out".to_owned()
            }
            RepairDetail::EmptyVariations(n) => {
                format!("repaired: the brackets of {n} variations without moves were left out")
            }
            RepairDetail::Encoding => "repaired: the text was written as UTF-8".to_owned(),
            RepairDetail::Added(tags) => format!("repaired: added what is missing: {}", tags.join(", ")),
            RepairDetail::Renamed { from, to } => format!("repaired: the tag {from} is now called {to}"),
            RepairDetail::Value { tag, from, to } => {
                format!("repaired: the value of {} was \"{from}\" and is now \"{to}\"", tag.name())
            }
            RepairDetail::Dropped(tags) => {
                format!("repaired: left out, as it says nothing or nothing new: {}", tags.join(", "))
            }
            RepairDetail::TagForm => {
                "repaired: the tags were written in the order and form of the standard".to_owned()
            }
            RepairDetail::Marker { from, to } if from.is_empty() => {
                format!("repaired: the result {to} was added behind the moves")
            }
            RepairDetail::Marker { from, to } => {
                format!("repaired: the result behind the moves was {from} and is now {to}")
            }
        }
    }

    fn german(&self) -> String {
        match self {
            RepairDetail::Accepted(san) => {
                format!("berichtigt: statt dieses Zuges wird wie gewünscht {san} gespielt")
            }
            RepairDetail::Form(rule) => format!("berichtigt: {}", form_in_german(rule)),
            RepairDetail::Words(1) => {
                "berichtigt: Wörter, die keine Züge sind, wurden ein Kommentar".to_owned()
            }
            RepairDetail::Words(n) => {
                format!("berichtigt: Wörter, die keine Züge sind, wurden Kommentare, an {n} Stellen")
            }
            RepairDetail::Signs(1) => {
                "berichtigt: ein Zeichen, das hier nichts bedeutet, entfällt".to_owned()
            }
            RepairDetail::Signs(n) => format!("berichtigt: {n} Zeichen, die hier nichts bedeuten, entfallen"),
            RepairDetail::Lost(1) => {
                "berichtigt: was in einer Variante ab dem falschen Zug steht, wurde ein Kommentar".to_owned()
            }
            RepairDetail::Lost(n) => {
                format!(
                    "berichtigt: was in Varianten ab falschen Zügen steht, wurde Kommentar, an {n} Stellen"
                )
            }
            RepairDetail::Closed(1) => "berichtigt: das fehlende „)“ einer Variante wurde ergänzt".to_owned(),
            RepairDetail::Closed(n) => {
                format!("berichtigt: das fehlende „)“ von {n} Varianten wurde ergänzt")
            }
            RepairDetail::EmptyVariations(1) => {
                "berichtigt: die Klammern einer Variante ohne Züge entfallen".to_owned()
            }
            RepairDetail::EmptyVariations(n) => {
                format!("berichtigt: die Klammern von {n} Varianten ohne Züge entfallen")
            }
            RepairDetail::Encoding => "berichtigt: der Text wurde als UTF-8 geschrieben".to_owned(),
            RepairDetail::Added(tags) => format!("berichtigt: ergänzt, was fehlt: {}", tags.join(", ")),
            RepairDetail::Renamed { from, to } => format!("berichtigt: das Tag {from} heißt nun {to}"),
            RepairDetail::Value { tag, from, to } => {
                format!("berichtigt: der Wert von {} war „{from}“ und ist nun „{to}“", tag.name())
            }
            RepairDetail::Dropped(tags) => {
                format!("berichtigt: weggelassen, weil es nichts oder nichts Neues sagt: {}", tags.join(", "))
            }
            RepairDetail::TagForm => {
                "berichtigt: die Tags stehen in Reihenfolge und Form des Standards".to_owned()
            }
            RepairDetail::Marker { from, to } if from.is_empty() => {
                format!("berichtigt: das Ergebnis {to} wurde hinter den Zügen ergänzt")
            }
            RepairDetail::Marker { from, to } => {
                format!("berichtigt: das Ergebnis hinter den Zügen war {from} und ist nun {to}")
            }
        }
    }
}

fn form_in_english(rule: &ExportRule) -> String {
    let text = match rule {
        ExportRule::San(san) => return format!("moves are in standard notation, this one as {san}"),
        ExportRule::Result(result) => return format!("the result is written {result}"),
        ExportRule::LongLine | ExportRule::ShortLine => "the lines of the movetext were broken anew",
        ExportRule::Glyph => "judgements are written as \"$\" and a number",
        ExportRule::LineComment => "comments to the end of the line are in braces",
        ExportRule::EscapedLine => "lines that begin with \"%\" became comments",
        ExportRule::Number => "the move numbers were set right",
        ExportRule::LineEnds => "lines end with LF",
        ExportRule::EmptyLines => "empty lines are where the standard has them",
        ExportRule::Blanks => "blanks are where the standard has them",
        ExportRule::DrawOffer => "draw offers became comments",
        ExportRule::Words => "words that are no moves became comments",
    };
    text.to_owned()
}

fn form_in_german(rule: &ExportRule) -> String {
    let text = match rule {
        ExportRule::San(san) => return format!("Züge stehen in Standardnotation, dieser als {san}"),
        ExportRule::Result(result) => return format!("das Ergebnis ist als {result} geschrieben"),
        ExportRule::LongLine | ExportRule::ShortLine => "die Zeilen mit den Zügen wurden neu umbrochen",
        ExportRule::Glyph => "Bewertungen sind als „$“ und Zahl geschrieben",
        ExportRule::LineComment => "Kommentare bis zum Zeilenende stehen in geschweiften Klammern",
        ExportRule::EscapedLine => "Zeilen, die mit „%“ beginnen, wurden Kommentare",
        ExportRule::Number => "die Zugnummern wurden richtiggestellt",
        ExportRule::LineEnds => "Zeilen enden mit LF",
        ExportRule::EmptyLines => "Leerzeilen stehen, wo der Standard sie hat",
        ExportRule::Blanks => "Leerzeichen stehen, wo der Standard sie hat",
        ExportRule::DrawOffer => "Remisangebote wurden Kommentare",
        ExportRule::Words => "Wörter, die keine Züge sind, wurden Kommentare",
    };
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_repair_says_so_in_both_languages() {
        let repairs = [
            RepairDetail::Accepted("Nf3".to_owned()),
            RepairDetail::Form(ExportRule::San("O-O".to_owned())),
            RepairDetail::Words(2),
            RepairDetail::Added(vec!["Event", "Site"]),
            RepairDetail::Renamed { from: "Weiß".to_owned(), to: "White" },
            RepairDetail::Marker { from: String::new(), to: "1-0".to_owned() },
        ];
        for repair in repairs {
            assert!(repair.message(UiLang::En).starts_with("repaired: "), "{repair:?}");
            assert!(repair.message(UiLang::De).starts_with("berichtigt: "), "{repair:?}");
        }
    }
}
