//! Findings about the text round the moves: comments, variations, encodings, what stands between games.

use super::lang::UiLang;
use super::tag_detail::Bilingual;

/// What is wrong with the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextDetail {
    /// A word or sign that is no move; play goes on without it.
    Stray,
    /// A number that belongs to no move.
    StrayNumber,
    /// A `}` that closes nothing.
    StrayBrace,
    /// A `)` that closes nothing.
    StrayParenthesis,
    /// A comment whose `}` is missing; true if the next game's tags end it, false if the text does.
    UnclosedComment {
        /// It ends at a tag section.
        ends_at_tag: bool,
    },
    /// Variations that are not closed at the end of the game.
    UnclosedVariation {
        /// How many.
        open: u32,
    },
    /// A variation without a move.
    EmptyVariation,
    /// A NAG that is no number from 0 to 255.
    BadNag,
    /// Text that belongs to no game.
    BetweenGames,
    /// An object that is no game, and why.
    Json(Bilingual),
    /// A second result after the one that ended the game.
    SecondResult,
    /// A result without a blank between it and the move before it.
    GluedResult,
    /// Control bytes.
    Control {
        /// How many in a row.
        count: usize,
    },
    /// A character that cannot be seen.
    Invisible {
        /// Its code point.
        code_point: u32,
    },
    /// Bytes that are not UTF-8, read as Windows-1252.
    InvalidEncoding,
    /// The source is no PGN at all.
    NotPgn,
    /// A clock that shows more time than before, by more than the increment; seconds.
    ClockRises {
        /// Before.
        before: u32,
        /// Now.
        now: u32,
        /// What the time control gives for a move.
        increment: u32,
    },
    /// Same start position and same moves as an earlier game.
    DuplicateGame {
        /// `SOURCE#NUMBER` of the earlier game.
        first: String,
    },
    /// Not as PGN export format wants it.
    NotExport(ExportRule),
}

/// A rule of the export format that a text breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExportRule {
    /// A move is not the standard SAN, which is given.
    San(String),
    /// A line of movetext of 80 characters or more.
    LongLine,
    /// A judgement sign instead of `$n`.
    Glyph,
    /// A comment from `;` to the end of the line.
    LineComment,
    /// A line escaped with `%`.
    EscapedLine,
    /// A move number is missing or not in the form `12.` or `12...`.
    Number,
    /// Line ends other than LF, or a byte order mark.
    LineEnds,
    /// The empty line before or after the movetext is missing, or there is more than one.
    EmptyLines,
    /// A blank where none belongs, or none where one belongs.
    Blanks,
    /// A line ends though the next token fits in it.
    ShortLine,
    /// `(=)`, a draw offer.
    DrawOffer,
    /// Words that are no moves and stand outside comments.
    Words,
    /// A result is not written as the standard writes it, which is given.
    Result(&'static str),
}

fn clock(seconds: u32) -> String {
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

impl TextDetail {
    /// The sentence for people, without a full stop at the end.
    pub fn message(&self, lang: UiLang) -> String {
        let text: &str = match self {
            TextDetail::Stray => lang.pick(
                "this is neither a move nor a comment; it is passed over, play goes on without it",
                "das ist weder ein Zug noch ein Kommentar; es wird übergangen, die Partie geht ohne es weiter",
            ),
            TextDetail::StrayNumber => {
                lang.pick("this number belongs to no move", "diese Zahl gehört zu keinem Zug")
            }
            TextDetail::StrayBrace => {
                lang.pick("this \"}\" closes no comment", "dieses „}“ schließt keinen Kommentar")
            }
            TextDetail::StrayParenthesis => {
                lang.pick("this \")\" closes no variation", "dieses „)“ schließt keine Variante")
            }
            TextDetail::UnclosedComment { ends_at_tag: true } => lang.pick(
                "the comment that begins here has no \"}\"; it is taken to end where the next game's tags begin",
                "dem Kommentar, der hier beginnt, fehlt das „}“; als sein Ende gilt der Anfang der nächsten Partie",
            ),
            TextDetail::UnclosedComment { ends_at_tag: false } => lang.pick(
                "the comment that begins here has no \"}\"; it runs to the end of the file",
                "dem Kommentar, der hier beginnt, fehlt das „}“; er reicht bis zum Ende der Datei",
            ),
            TextDetail::UnclosedVariation { open: 1 } => lang.pick(
                "a variation is not closed with \")\" before the game ends",
                "eine Variante wird bis zum Ende der Partie nicht mit „)“ geschlossen",
            ),
            TextDetail::UnclosedVariation { open } => {
                return match lang {
                    UiLang::En => format!("{open} variations are not closed with \")\" before the game ends"),
                    UiLang::De => format!("{open} Varianten werden bis zum Ende der Partie nicht mit „)“ geschlossen"),
                };
            }
            TextDetail::EmptyVariation => {
                lang.pick("this variation has no moves", "diese Variante enthält keine Züge")
            }
            TextDetail::BadNag => lang.pick(
                "a glyph is \"$\" and a number from 0 to 255",
                "ein Bewertungszeichen ist „$“ und eine Zahl von 0 bis 255",
            ),
            TextDetail::BetweenGames => {
                lang.pick("this text belongs to no game", "dieser Text gehört zu keiner Partie")
            }
            TextDetail::Json(message) => message.text(lang),
            TextDetail::SecondResult => lang.pick(
                "a second result: the one before it has ended the game",
                "ein zweites Ergebnis: das davor hat die Partie schon beendet",
            ),
            TextDetail::GluedResult => lang.pick(
                "no blank stands between the last move and this result",
                "zwischen dem letzten Zug und diesem Ergebnis fehlt das Leerzeichen",
            ),
            TextDetail::Control { count: 1 } => lang.pick(
                "a control character that has no place in a PGN file",
                "ein Steuerzeichen, das in einer PGN-Datei nichts zu suchen hat",
            ),
            TextDetail::Control { count } => {
                return match lang {
                    UiLang::En => format!("{count} control characters that have no place in a PGN file"),
                    UiLang::De => format!("{count} Steuerzeichen, die in einer PGN-Datei nichts zu suchen haben"),
                };
            }
            TextDetail::Invisible { code_point } => {
                return match lang {
                    UiLang::En => format!("an invisible character (U+{code_point:04X}) stands here; it is passed over"),
                    UiLang::De => format!("hier steht ein unsichtbares Zeichen (U+{code_point:04X}); es wird übergangen"),
                };
            }
            TextDetail::InvalidEncoding => lang.pick(
                "this is not UTF-8; it is read as Windows-1252 (another encoding can be named with --encoding)",
                "das ist kein UTF-8; es wird als Windows-1252 gelesen (mit --encoding lässt sich eine andere \
                 Kodierung angeben)",
            ),
            TextDetail::NotPgn => {
                lang.pick("this is not a PGN file but binary data", "das ist keine PGN-Datei, sondern Binärdaten")
            }
            TextDetail::ClockRises { before, now, increment } => {
                let (before, now) = (clock(*before), clock(*now));
                return match lang {
                    UiLang::En => format!(
                        "the clock rises from {before} to {now}, by more than the {increment} seconds that a move gives"
                    ),
                    UiLang::De => format!(
                        "die Uhr steigt von {before} auf {now}, um mehr als die {increment} Sekunden, die es für einen \
                         Zug gibt"
                    ),
                };
            }
            TextDetail::DuplicateGame { first } => {
                return match lang {
                    UiLang::En => format!("the same moves from the same position as in {first}"),
                    UiLang::De => format!("dieselben Züge aus derselben Stellung wie in {first}"),
                };
            }
            TextDetail::NotExport(rule) => return rule.message(lang),
        };
        text.to_owned()
    }
}

impl ExportRule {
    pub(crate) fn message(&self, lang: UiLang) -> String {
        let text = match self {
            ExportRule::San(san) => {
                return match lang {
                    UiLang::En => format!("export format writes this move {san}"),
                    UiLang::De => format!("das Exportformat schreibt diesen Zug {san}"),
                };
            }
            ExportRule::LongLine => lang.pick(
                "a line of movetext has less than 80 characters in export format",
                "eine Zeile mit Zügen hat im Exportformat weniger als 80 Zeichen",
            ),
            ExportRule::Glyph => lang.pick(
                "export format writes judgements as \"$\" and a number",
                "das Exportformat schreibt Bewertungen als „$“ und eine Zahl",
            ),
            ExportRule::LineComment => lang.pick(
                "export format writes comments in braces",
                "das Exportformat schreibt Kommentare in geschweiften Klammern",
            ),
            ExportRule::EscapedLine => {
                lang.pick("export format has no \"%\" lines", "das Exportformat kennt keine „%“-Zeilen")
            }
            ExportRule::Number => lang.pick(
                "export format has a number before each move of White (\"12.\"), and before Black's (\"12...\") only \
                 where something stands between the moves",
                "das Exportformat hat vor jedem weißen Zug eine Nummer („12.“), vor einem schwarzen („12...“) nur, \
                 wenn zwischen den Zügen etwas steht",
            ),
            ExportRule::LineEnds => lang.pick(
                "export format ends lines with LF and has no byte order mark",
                "das Exportformat beendet Zeilen mit LF und hat keine Byte-Order-Marke",
            ),
            ExportRule::EmptyLines => lang.pick(
                "export format has one empty line after the tags and one after the moves",
                "das Exportformat hat eine Leerzeile nach den Tags und eine nach den Zügen",
            ),
            ExportRule::Blanks => lang.pick(
                "export format separates tokens with one blank or line end",
                "das Exportformat trennt mit genau einem Leerzeichen oder Zeilenende",
            ),
            ExportRule::ShortLine => lang.pick(
                "export format fills its lines: what follows here would fit in this line",
                "das Exportformat füllt seine Zeilen: was hier folgt, passt noch in diese Zeile",
            ),
            ExportRule::DrawOffer => lang.pick(
                "export format has no sign for a draw offer, only a comment",
                "das Exportformat hat kein Zeichen für ein Remisangebot, nur einen Kommentar",
            ),
            ExportRule::Words => lang.pick(
                "export format has no words outside comments",
                "das Exportformat kennt keine Wörter außerhalb von Kommentaren",
            ),
            ExportRule::Result(result) => {
                return match lang {
                    UiLang::En => format!("export format writes this result {result}"),
                    UiLang::De => format!("das Exportformat schreibt dieses Ergebnis {result}"),
                };
            }
        };
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_carry_their_numbers_in_both_languages() {
        let detail = TextDetail::ClockRises { before: 59, now: 3700, increment: 2 };
        assert!(detail.message(UiLang::En).contains("from 0:00:59 to 1:01:40"));
        assert!(detail.message(UiLang::De).contains("von 0:00:59 auf 1:01:40"));
        let detail = TextDetail::Invisible { code_point: 0x200B };
        assert!(detail.message(UiLang::En).contains("U+200B"));
    }
}
