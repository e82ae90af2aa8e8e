//! The one table of piece letters.

use crate::chess::Role;

/// A set of piece letters: a language, or the figurines.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Language {
    English,
    German,
    Dutch,
    French,
    Italian,
    Spanish,
    Portuguese,
    Polish,
    Czech,
    Hungarian,
    Swedish,
    Danish,
    Norwegian,
    Finnish,
    Icelandic,
    Estonian,
    Romanian,
    Russian,
    Figurine,
}

struct Row {
    language: Language,
    code: &'static str,
    name: &'static str,
    german_name: &'static str,
    /// Pawn, knight, bishop, rook, queen, king: the order of [`Role`].
    letters: [&'static str; 6],
}

const fn row(
    language: Language,
    code: &'static str,
    name: &'static str,
    german_name: &'static str,
    letters: [&'static str; 6],
) -> Row {
    Row { language, code, name, german_name, letters }
}

const TABLE: [Row; 19] = [
    row(Language::English, "en", "English", "Englisch", ["P", "N", "B", "R", "Q", "K"]),
    row(Language::German, "de", "German", "Deutsch", ["B", "S", "L", "T", "D", "K"]),
    row(Language::Dutch, "nl", "Dutch", "Niederländisch", ["O", "P", "L", "T", "D", "K"]),
    row(Language::French, "fr", "French", "Französisch", ["P", "C", "F", "T", "D", "R"]),
    row(Language::Italian, "it", "Italian", "Italienisch", ["P", "C", "A", "T", "D", "R"]),
    row(Language::Spanish, "es", "Spanish", "Spanisch", ["P", "C", "A", "T", "D", "R"]),
    row(Language::Portuguese, "pt", "Portuguese", "Portugiesisch", ["P", "C", "B", "T", "D", "R"]),
    row(Language::Polish, "pl", "Polish", "Polnisch", ["P", "S", "G", "W", "H", "K"]),
    row(Language::Czech, "cs", "Czech", "Tschechisch", ["P", "J", "S", "V", "D", "K"]),
    row(Language::Hungarian, "hu", "Hungarian", "Ungarisch", ["G", "H", "F", "B", "V", "K"]),
    row(Language::Swedish, "sv", "Swedish", "Schwedisch", ["B", "S", "L", "T", "D", "K"]),
    row(Language::Danish, "da", "Danish", "Dänisch", ["B", "S", "L", "T", "D", "K"]),
    row(Language::Norwegian, "nb", "Norwegian", "Norwegisch", ["B", "S", "L", "T", "D", "K"]),
    row(Language::Finnish, "fi", "Finnish", "Finnisch", ["P", "R", "L", "T", "D", "K"]),
    row(Language::Icelandic, "is", "Icelandic", "Isländisch", ["P", "R", "B", "H", "D", "K"]),
    row(Language::Estonian, "et", "Estonian", "Estnisch", ["P", "R", "O", "V", "L", "K"]),
    row(Language::Romanian, "ro", "Romanian", "Rumänisch", ["P", "C", "N", "T", "D", "R"]),
    row(Language::Russian, "ru", "Russian", "Russisch", ["п", "К", "С", "Л", "Ф", "Кр"]),
    row(Language::Figurine, "fig", "figurines", "Figurinen", ["♙", "♘", "♗", "♖", "♕", "♔"]),
];

impl Language {
    /// All of the table, English and German first.
    pub const ALL: [Language; TABLE.len()] = {
        let mut all = [Language::English; TABLE.len()];
        let mut i = 0;
        while i < TABLE.len() {
            all[i] = TABLE[i].language;
            i += 1;
        }
        all
    };

    const fn row(self) -> &'static Row {
        const ROWS: &[Row; 19] = &TABLE;
        // The table is in the order of the enum (a test says so), so this index is always inside.
        &ROWS[self as usize]
    }

    /// ISO 639-1 code, `fig` for figurines.
    pub fn code(self) -> &'static str {
        self.row().code
    }

    /// English name.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// German name.
    pub fn german_name(self) -> &'static str {
        self.row().german_name
    }

    /// How this language writes a piece; the pawn's letter is there for reading, moves never show it.
    pub const fn letter(self, role: Role) -> &'static str {
        self.row().letters[role.index()]
    }

    /// The language with this code, any case.
    pub fn parse(code: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.code().eq_ignore_ascii_case(code))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_enum_and_codes_are_unique() {
        for (i, language) in Language::ALL.into_iter().enumerate() {
            assert_eq!(language as usize, i);
            assert_eq!(Language::parse(language.code()), Some(language));
            assert!(!language.name().is_empty() && !language.german_name().is_empty());
        }
    }

    #[test]
    fn pieces_of_one_language_never_share_a_letter() {
        for language in Language::ALL {
            for a in Role::ALL {
                for b in Role::ALL {
                    assert_eq!(language.letter(a) == language.letter(b), a == b, "{language:?}");
                }
            }
        }
    }
}
