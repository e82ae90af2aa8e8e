//! What is wrong with an expression, where, and what was meant.

use std::fmt::Write;
use std::ops::Range;

use crate::check::fen_text::fen_error_text;
use crate::check::lang::UiLang;
use crate::chess::fen::FenError;
use crate::query::term::TermFault;

use super::term_text::term_fault_text;

/// An expression that cannot be read.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("{}", .problem.message(UiLang::En))]
pub struct QueryError {
    /// The bytes of the expression that are wrong; empty at its end if something is missing.
    pub span: Range<usize>,
    /// What is wrong with them.
    pub problem: Problem,
}

/// What can be wrong.
#[derive(Clone, PartialEq, Debug)]
pub enum Problem {
    /// There is no expression.
    Empty,
    /// Something else has to stand here.
    Expected {
        /// What.
        what: Expected,
        /// What stands here instead; empty at the end.
        found: String,
    },
    /// No field or term has this name.
    UnknownName {
        /// The name.
        name: String,
        /// What may have been meant.
        nearest: Option<&'static str>,
    },
    /// A comparison that this field does not know.
    WrongSign {
        /// The field.
        field: String,
        /// The signs it knows.
        signs: &'static str,
    },
    /// A word that says nothing here.
    UnknownValue {
        /// The term it belongs to.
        term: &'static str,
        /// The word.
        value: String,
        /// What may have been meant.
        nearest: Option<&'static str>,
    },
    /// Not what this term compares with.
    BadValue {
        /// What it compares with.
        what: Expected,
        /// What stands there.
        value: String,
    },
    /// A range whose end comes before its beginning.
    EmptyRange,
    /// A pattern or text of nothing, which would match nothing or everything.
    EmptyText,
    /// A regular expression that cannot be read; the reason in English, as its reader gives it.
    BadRegex(String),
    /// A quotation mark that is not closed.
    UnclosedText,
    /// A regular expression without its second slash.
    UnclosedRegex,
    /// A position that cannot be.
    BadFen(Box<FenError>),
    /// A FEN of which a right or the en-passant square does not fit the position.
    DoubtfulFen,
    /// The text of a term about the board.
    Term(TermFault),
    /// Moves that cannot be played from the start position; how many of them can.
    BadMoves {
        /// Plies that were read.
        plies: usize,
    },
    /// A step of a sequence or streak that says nothing about a ply.
    GameTermInRun,
    /// Too many parentheses and `not`s inside each other.
    TooDeep,
}

/// What has to stand somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// A term, `not` or a parenthesis.
    Term,
    /// `and`, `or` or the end.
    AndOr,
    /// A comparison.
    Comparison,
    /// How often a position occurs, 2 or more.
    Repetitions,
    /// `,`
    Comma,
    /// `(`
    Open,
    /// `)`
    Close,
    /// A text, in quotes if it has blanks.
    Text,
    /// A regular expression between slashes.
    Regex,
    /// A whole number.
    Number,
    /// A number of plies from 1 on.
    Plies,
    /// The word `plies`.
    PliesWord,
    /// A range such as `20..40`.
    Range,
    /// A date such as `1914`, `1914.08` or `1914.08.01`.
    Date,
    /// An opening code such as `C60`, `C6` or `C`.
    Eco,
    /// A result such as `1-0`.
    Result,
    /// A time such as `10s`, `1.5m` or `2h`.
    Time,
    /// A number of pawns such as `1.5`.
    Pawns,
    /// A Chess960 number, 0 to 959.
    Chess960Number,
    /// A back rank of eight squares, `?` any piece, `*` any number of them.
    BackRank,
    /// A key of 64 bits such as `0x463b96181691fc9c`.
    Key,
    /// The name of a square.
    Square,
    /// `white` or `black`.
    Color,
    /// The name of a tag behind `tag.`.
    TagName,
}

impl Expected {
    /// In words, with the article that fits behind "expected".
    pub fn words(self, lang: UiLang) -> &'static str {
        let (en, de) = match self {
            Expected::Term => ("a term, `not` or `(`", "ein Begriff, `not` oder `(`"),
            Expected::AndOr => ("`and`, `or` or the end", "`and`, `or` oder das Ende"),
            Expected::Comparison => ("a comparison such as `=` or `>=`", "ein Vergleich wie `=` oder `>=`"),
            Expected::Repetitions => ("a number from 2 to 100000", "eine Zahl von 2 bis 100000"),
            Expected::Comma => ("`,` and another step", "`,` und ein weiterer Schritt"),
            Expected::Open => ("`(`", "`(`"),
            Expected::Close => ("`)`", "`)`"),
            Expected::Text => {
                ("a text, in quotes if it has blanks", "ein Text, mit Leerzeichen in Anführungszeichen")
            }
            Expected::Regex => {
                ("a regular expression such as `/^Carl/`", "ein regulärer Ausdruck wie `/^Carl/`")
            }
            Expected::Number => ("a whole number", "eine ganze Zahl"),
            Expected::Plies => {
                ("a number of plies from 1 to 1000000", "eine Zahl von Halbzügen von 1 bis 1000000")
            }
            Expected::PliesWord => ("`plies`", "`plies`"),
            Expected::Range => ("a range such as `20..40`", "ein Bereich wie `20..40`"),
            Expected::Date => (
                "a date such as `1914`, `1914.08` or `1914.08.01`",
                "ein Datum wie `1914`, `1914.08` oder `1914.08.01`",
            ),
            Expected::Eco => (
                "an opening code such as `C60`, `C6` or `C`",
                "ein Eröffnungsschlüssel wie `C60`, `C6` oder `C`",
            ),
            Expected::Result => {
                ("a result such as `1-0` or `1/2-1/2`", "ein Ergebnis wie `1-0` oder `1/2-1/2`")
            }
            Expected::Time => {
                ("a time such as `10s`, `1.5m` or `2h`", "eine Zeit wie `10s`, `1.5m` oder `2h`")
            }
            Expected::Pawns => ("a number of pawns such as `1.5`", "eine Zahl von Bauern wie `1.5`"),
            Expected::Chess960Number => ("a Chess960 number, 0 to 959", "eine Chess960-Nummer, 0 bis 959"),
            Expected::BackRank => (
                "a back rank such as `RNBQKBNR`, with `?` for any piece and `*` for the rest",
                "eine Grundreihe wie `RNBQKBNR`, mit `?` für irgendeine Figur und `*` für den Rest",
            ),
            Expected::Key => ("a key such as `0x463b96181691fc9c`", "ein Schlüssel wie `0x463b96181691fc9c`"),
            Expected::Square => ("a square such as `e4`", "ein Feld wie `e4`"),
            Expected::Color => ("`white` or `black`", "`white` oder `black`"),
            Expected::TagName => {
                ("the name of a tag, as in `tag.Annotator`", "der Name eines Tags, wie in `tag.Annotator`")
            }
        };
        lang.pick(en, de)
    }
}

impl Problem {
    /// In a sentence without a full stop.
    pub fn message(&self, lang: UiLang) -> String {
        let en = lang == UiLang::En;
        match self {
            Problem::Empty => lang.pick("the expression is empty", "der Ausdruck ist leer").to_owned(),
            Problem::Expected { what, found } => expected(*what, found, lang),
            Problem::UnknownName { name, nearest } if en => {
                format!("unknown field `{}`{}", shown(name), meant(*nearest, lang))
            }
            Problem::UnknownName { name, nearest } => {
                format!("unbekanntes Feld `{}`{}", shown(name), meant(*nearest, lang))
            }
            Problem::WrongSign { field, signs } if en => format!("`{}` is compared with {signs}", shown(field)),
            Problem::WrongSign { field, signs } => format!("`{}` wird mit {signs} verglichen", shown(field)),
            Problem::UnknownValue { term, value, nearest } if en => {
                format!("`{term}` knows no `{}`{}", shown(value), meant(*nearest, lang))
            }
            Problem::UnknownValue { term, value, nearest } => {
                format!("`{term}` kennt kein `{}`{}", shown(value), meant(*nearest, lang))
            }
            Problem::BadValue { what, value } if en => {
                format!("`{}` is not {}", shown(value), what.words(lang))
            }
            Problem::BadValue { what, value } => format!("`{}` ist nicht {}", shown(value), what.words(lang)),
            Problem::EmptyRange => {
                lang.pick("the range ends before it begins", "der Bereich endet vor seinem Anfang").to_owned()
            }
            Problem::EmptyText => lang
                .pick("an empty text would match nothing or everything", "ein leerer Text träfe auf nichts oder alles zu")
                .to_owned(),
            Problem::BadRegex(reason) if en => format!("not a regular expression: {reason}"),
            Problem::BadRegex(reason) => format!("kein regulärer Ausdruck: {reason}"),
            Problem::UnclosedText => {
                lang.pick("the quotation mark is not closed", "das Anführungszeichen wird nicht geschlossen").to_owned()
            }
            Problem::UnclosedRegex => lang
                .pick("the regular expression has no second `/`", "dem regulären Ausdruck fehlt der zweite `/`")
                .to_owned(),
            Problem::BadFen(error) => fen_error_text(error, lang),
            Problem::DoubtfulFen => lang
                .pick(
                    "the castling rights or the en-passant square do not fit the position",
                    "die Rochaderechte oder das En-passant-Feld passen nicht zur Stellung",
                )
                .to_owned(),
            Problem::Term(fault) => term_fault_text(fault, lang),
            Problem::BadMoves { plies } if en => {
                format!("these moves cannot be played; {plies} plies of them can")
            }
            Problem::BadMoves { plies } => {
                format!("diese Züge sind nicht spielbar; {plies} Halbzüge davon sind es")
            }
            Problem::GameTermInRun => lang
                .pick(
                    "this is true or false of a whole game, so it has no place in time; a sequence or streak needs \
                     something about a position or a move",
                    "das gilt für eine Partie als Ganzes und steht nirgends in ihrem Verlauf; eine Folge braucht \
                     etwas über Stellung oder Zug",
                )
                .to_owned(),
            Problem::TooDeep => lang.pick("too deeply nested", "zu tief verschachtelt").to_owned(),
        }
    }
}

fn expected(what: Expected, found: &str, lang: UiLang) -> String {
    let words = what.words(lang);
    match (lang, found.is_empty()) {
        (UiLang::En, true) => format!("expected {words} at the end"),
        (UiLang::En, false) => format!("expected {words}, found `{}`", shown(found)),
        (UiLang::De, true) => format!("am Ende fehlt {words}"),
        (UiLang::De, false) => format!("statt `{}` muss hier {words} stehen", shown(found)),
    }
}

fn meant(nearest: Option<&str>, lang: UiLang) -> String {
    nearest.map_or_else(String::new, |name| match lang {
        UiLang::En => format!("; did you mean `{name}`?"),
        UiLang::De => format!("; war `{name}` gemeint?"),
    })
}

/// Text of the expression inside a message: a long one cut, control characters left out.
fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut out: String = text.chars().filter(|c| !c.is_control()).take(LONGEST).collect();
    if text.chars().nth(LONGEST).is_some() {
        out.push('…');
    }
    out
}

impl QueryError {
    /// The message, and below it the line of `text` (the expression that was read) with carets under what is wrong.
    pub fn render(&self, text: &str, lang: UiLang) -> String {
        let mut out = self.problem.message(lang);
        let start = self.span.start.min(text.len());
        let before = text.get(..start).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let rest = text.get(line_start..).unwrap_or_default();
        let line = rest.lines().next().unwrap_or_default();
        let column = before.get(line_start..).unwrap_or_default().chars().count();
        let marked = text.get(start..self.span.end.min(line_start + line.len())).unwrap_or_default();
        let line: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        // Cannot fail: it writes into a string.
        let _ =
            write!(out, "\n  {line}\n  {}{}", " ".repeat(column), "^".repeat(marked.chars().count().max(1)));
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_stands_under_what_is_wrong_in_its_line() {
        let problem = Problem::UnknownName { name: "whit".to_owned(), nearest: Some("white") };
        let error = QueryError { span: 8..12, problem };
        assert_eq!(
            error.render("mate and\nwhit = x", UiLang::En),
            "unknown field `whit`; did you mean `white`?\n  mate and\n          ^"
        );
        let error = QueryError { span: 9..13, ..error };
        assert_eq!(
            error.render("mate and\nwhit = x", UiLang::De),
            "unbekanntes Feld `whit`; war `white` gemeint?\n  whit = x\n  ^^^^"
        );
        let end = QueryError { span: 4..4, problem: Problem::Empty };
        assert!(end.render("ä = ", UiLang::En).ends_with("\n  ä = \n     ^"));
    }
}
