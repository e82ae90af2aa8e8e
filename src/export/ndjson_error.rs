//! What can be wrong with a game in JSON, and where.

use crate::check::fen_text::fen_error_text;
use crate::check::lang::UiLang;
use crate::chess::fen::FenError;

/// A game that could not be read from JSON.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {}", .problem.describe(.path, UiLang::En))]
pub struct NdjsonError {
    /// Byte offset in the text that was read.
    pub offset: usize,
    /// Line in that text, 1-based.
    pub line: u64,
    /// The place in the game, as `jq` writes it: `.moves[3].uci`. Empty for the game itself and for text that is no
    /// JSON.
    pub path: String,
    /// What is wrong.
    pub problem: Problem,
}

impl NdjsonError {
    /// The problem with its path, without the line, for people.
    pub fn message(&self, lang: UiLang) -> String {
        self.problem.describe(&self.path, lang)
    }
}

/// What is wrong with a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// The text is no JSON; what was expected instead.
    NoJson(&'static str),
    /// Not of the type it should have.
    Type(Wanted),
    /// A key that a game or move does not have, and the nearest one that it has.
    UnknownKey {
        /// The key.
        key: String,
        /// A known key that resembles it.
        nearest: Option<&'static str>,
    },
    /// A key that stands twice in one object.
    DoubleKey(String),
    /// The start position is no position.
    Fen(FenError),
    /// No language has this code.
    Language(String),
    /// This is no result.
    Result(String),
    /// A text that is no move in this notation.
    NoMove(String),
    /// A move that is not legal where it stands.
    IllegalMove(String),
    /// `san` and `uci` are different moves.
    Disagree {
        /// The move of `uci`.
        uci: String,
        /// The move of `san`.
        san: String,
    },
    /// Neither `san` nor `uci`, and not the first object of its line.
    MoveMissing,
    /// The value, given as a number, is not the one that a comment gives.
    NotAsCommented,
    /// A letter in `order` that stands for nothing.
    Order(char),
}

/// The type that a value should have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Wanted {
    Object,
    List,
    Text,
    WholeNumber,
    Bool,
    /// A number from 0 to 255.
    Nag,
    /// Seconds, not negative, written in digits.
    Seconds,
    /// `{"cp": n}` or `{"mate": n}`.
    Eval,
}

impl Wanted {
    fn name(self, lang: UiLang) -> &'static str {
        match self {
            Wanted::Object => lang.pick("an object", "ein Objekt"),
            Wanted::List => lang.pick("a list", "eine Liste"),
            Wanted::Text => lang.pick("a string", "ein Text"),
            Wanted::WholeNumber => lang.pick("a whole number", "eine ganze Zahl"),
            Wanted::Bool => lang.pick("true or false", "true oder false"),
            Wanted::Nag => lang.pick("a number from 0 to 255", "eine Zahl von 0 bis 255"),
            Wanted::Seconds => lang.pick("seconds in digits", "Sekunden in Ziffern"),
            Wanted::Eval => lang.pick(r#"{"cp": n} or {"mate": n}"#, r#"{"cp": n} oder {"mate": n}"#),
        }
    }
}

impl Problem {
    fn describe(&self, path: &str, lang: UiLang) -> String {
        let place = if path.is_empty() { lang.pick("the game", "die Partie") } else { path };
        let en = lang == UiLang::En;
        match self {
            Problem::NoJson(expected) if en => format!("this is not JSON: {expected} is missing here"),
            Problem::NoJson(expected) => format!("das ist kein JSON: hier fehlt {}", german(expected)),
            Problem::Type(wanted) if en => format!("{place} must be {}", wanted.name(lang)),
            Problem::Type(wanted) => format!("{place} muss {} sein", wanted.name(lang)),
            Problem::UnknownKey { key, nearest } => {
                let hint = nearest.map(|key| {
                    if en {
                        format!("; did you mean \"{key}\"?")
                    } else {
                        format!("; ist \"{key}\" gemeint?")
                    }
                });
                let hint = hint.unwrap_or_default();
                if en {
                    format!("{place} has no key \"{key}\"{hint}")
                } else {
                    format!("{place} hat keinen Schlüssel \"{key}\"{hint}")
                }
            }
            Problem::DoubleKey(key) if en => format!("the key \"{key}\" stands twice in {place}"),
            Problem::DoubleKey(key) => format!("der Schlüssel \"{key}\" steht zweimal in {place}"),
            Problem::Fen(error) => format!("{place}: {}", fen_error_text(error, lang)),
            Problem::Language(code) if en => format!("{place}: no language has the code \"{code}\""),
            Problem::Language(code) => format!("{place}: keine Sprache hat das Kürzel \"{code}\""),
            Problem::Result(text) if en => format!("{place}: \"{text}\" is no result"),
            Problem::Result(text) => format!("{place}: \"{text}\" ist kein Ergebnis"),
            Problem::NoMove(text) if en => format!("{place}: \"{text}\" is no move"),
            Problem::NoMove(text) => format!("{place}: \"{text}\" ist kein Zug"),
            Problem::IllegalMove(text) if en => format!("{place}: {text} is not legal here"),
            Problem::IllegalMove(text) => format!("{place}: {text} ist hier nicht erlaubt"),
            Problem::Disagree { uci, san } if en => {
                format!("{place}: \"{uci}\" and \"{san}\" are different moves")
            }
            Problem::Disagree { uci, san } => {
                format!("{place}: \"{uci}\" und \"{san}\" sind verschiedene Züge")
            }
            Problem::MoveMissing if en => format!("{place} has neither \"uci\" nor \"san\""),
            Problem::MoveMissing => format!("{place} hat weder \"uci\" noch \"san\""),
            Problem::NotAsCommented if en => {
                format!("{place} is not what the comment says; change it there, or set it to null")
            }
            Problem::NotAsCommented => {
                format!("{place} ist nicht, was der Kommentar sagt; dort ändern oder hier null setzen")
            }
            Problem::Order(letter) if en => format!("{place}: '{letter}' is none of n, d, c, r, v"),
            Problem::Order(letter) => format!("{place}: '{letter}' ist keines von n, d, c, r, v"),
        }
    }
}

/// The German words for what the JSON reader expects.
fn german(expected: &'static str) -> &'static str {
    match expected {
        "a colon" => "ein Doppelpunkt",
        "a key in quotes" => "ein Schlüssel in Anführungszeichen",
        "a comma or the closing bracket" => "ein Komma oder die schließende Klammer",
        "a value" => "ein Wert",
        "a number" => "eine Zahl",
        "a closing quote" => "ein schließendes Anführungszeichen",
        "a string of UTF-8 with the escapes of JSON" => "ein Text in UTF-8 mit den Maskierungen von JSON",
        other => other,
    }
}
