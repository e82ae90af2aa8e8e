//! The language in which messages for people are written.

/// Language of messages; codes, field names and data are always English.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum UiLang {
    /// English.
    #[default]
    En,
    /// German.
    De,
}

impl UiLang {
    /// Picks the words of this language.
    pub fn pick<T>(self, en: T, de: T) -> T {
        match self {
            UiLang::En => en,
            UiLang::De => de,
        }
    }
}
