//! The language in which messages for people are written.

use crate::chess::Role;

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

    /// Name of a kind of piece, singular and nominative.
    pub fn piece_name(self, role: Role) -> &'static str {
        match role {
            Role::Pawn => self.pick("pawn", "Bauer"),
            Role::Knight => self.pick("knight", "Springer"),
            Role::Bishop => self.pick("bishop", "Läufer"),
            Role::Rook => self.pick("rook", "Turm"),
            Role::Queen => self.pick("queen", "Dame"),
            Role::King => self.pick("king", "König"),
        }
    }
}
