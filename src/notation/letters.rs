//! Reading tables made from the one letter table.

use super::cursor::char_at;
use super::language::Language;
use crate::chess::Role;

/// Which of the two languages of a merged table the letters seen belong to.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tongues {
    /// A letter that only the first language has.
    pub first: bool,
    /// A letter that only the second language has.
    pub second: bool,
}

impl Tongues {
    /// Were letters of both languages seen that the other does not have?
    pub fn is_mixed(self) -> bool {
        self.first && self.second
    }

    /// Both taken together.
    #[must_use]
    pub fn with(self, other: Tongues) -> Tongues {
        Tongues { first: self.first || other.first, second: self.second || other.second }
    }
}

/// A reading table: what each piece letter means. Figurines are read by every table.
#[derive(Debug)]
pub struct Letters {
    /// By capital ASCII letter: bits 0-2 the role + 1 (0: no letter), bits 3-5 another reading + 1, bit 6 the
    /// first language has the letter, bit 7 the second has it.
    table: [u8; 256],
    cyrillic: bool,
    first: Language,
    second: Option<Language>,
}

/// One piece letter as it was read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Letter {
    pub(super) role: Role,
    /// What the second language means by it, if that is another piece.
    pub(super) other: Option<Role>,
    /// Length in bytes.
    pub(super) len: usize,
    pub(super) tongues: Tongues,
    pub(super) is_figurine: bool,
}

static ENGLISH_GERMAN: Letters = Letters::build(Language::English, Some(Language::German));
static SINGLE: [Letters; Language::ALL.len()] = {
    const ONE: Letters = Letters::build(Language::English, None);
    let mut all = [ONE; Language::ALL.len()];
    let mut i = 0;
    while i < all.len() {
        all[i] = Letters::build(Language::ALL[i], None);
        i += 1;
    }
    all
};

impl Letters {
    /// English and German in one table, the default: their piece letters do not collide. `B` is the bishop and,
    /// where no bishop move fits, the German pawn.
    pub fn english_german() -> &'static Letters {
        &ENGLISH_GERMAN
    }

    /// The letters of one language.
    pub fn of(language: Language) -> &'static Letters {
        SINGLE.get(language as usize).unwrap_or(&ENGLISH_GERMAN)
    }

    /// The language whose readings come first.
    pub fn first(&self) -> Language {
        self.first
    }

    /// The second language of a merged table.
    pub fn second(&self) -> Option<Language> {
        self.second
    }

    /// What a capital letter alone means, if it is one.
    pub fn role(&self, letter: &[u8]) -> Option<Role> {
        self.capital(letter, 0).map(|letter| letter.role)
    }

    const fn build(first: Language, second: Option<Language>) -> Letters {
        let mut table = [0u8; 256];
        let mut i = 0;
        while i < Role::ALL.len() {
            let role = Role::ALL[i];
            let letter = first.letter(role).as_bytes();
            if letter.len() == 1 {
                table[letter[0] as usize] = (role as u8 + 1) | 1 << 6;
            }
            i += 1;
        }
        let mut i = 0;
        while second.is_some() && i < Role::ALL.len() {
            let role = Role::ALL[i];
            if let Some(second) = second {
                let letter = second.letter(role).as_bytes();
                if letter.len() == 1 {
                    let entry = &mut table[letter[0] as usize];
                    if *entry == 0 {
                        *entry = (role as u8 + 1) | 1 << 7;
                    } else if *entry & 7 == role as u8 + 1 {
                        *entry |= 1 << 7;
                    } else {
                        *entry |= (role as u8 + 1) << 3;
                    }
                }
            }
            i += 1;
        }
        Letters { table, cyrillic: matches!(first, Language::Russian), first, second }
    }

    /// The capital piece letter at `at`.
    #[inline]
    pub(super) fn capital(&self, text: &[u8], at: usize) -> Option<Letter> {
        let byte = *text.get(at)?;
        if byte < 0x80 { self.ascii(byte) } else { self.wide(text, at) }
    }

    /// The small piece letter at `at`.
    pub(super) fn small(&self, text: &[u8], at: usize) -> Option<Letter> {
        let byte = *text.get(at)?;
        if byte.is_ascii_lowercase() { self.ascii(byte.to_ascii_uppercase()) } else { None }
    }

    #[inline]
    fn ascii(&self, byte: u8) -> Option<Letter> {
        let entry = self.table[usize::from(byte)];
        let tongues = Tongues { first: entry >> 6 == 1, second: entry >> 6 == 2 };
        let (role, other) = (role_of(entry & 7)?, role_of(entry >> 3 & 7));
        Some(Letter { role, other, len: 1, tongues, is_figurine: false })
    }

    fn wide(&self, text: &[u8], at: usize) -> Option<Letter> {
        let (c, mut len) = char_at(text, at)?;
        let role = match c {
            '♔' | '♚' => Role::King,
            '♕' | '♛' => Role::Queen,
            '♖' | '♜' => Role::Rook,
            '♗' | '♝' => Role::Bishop,
            '♘' | '♞' => Role::Knight,
            '♙' | '♟' => Role::Pawn,
            _ if self.cyrillic => {
                let role = match c {
                    'К' | 'к' => match char_at(text, at + len) {
                        Some(('р' | 'Р', more)) => {
                            len += more;
                            Role::King
                        }
                        _ => Role::Knight,
                    },
                    'Ф' | 'ф' => Role::Queen,
                    'Л' | 'л' => Role::Rook,
                    'С' | 'с' => Role::Bishop,
                    'П' | 'п' => Role::Pawn,
                    _ => return None,
                };
                return Some(Letter {
                    role,
                    other: None,
                    len,
                    tongues: Tongues::default(),
                    is_figurine: false,
                });
            }
            _ => return None,
        };
        // A variation selector asks for text or picture form and means nothing else.
        if let Some(('\u{FE0E}' | '\u{FE0F}', more)) = char_at(text, at + len) {
            len += more;
        }
        Some(Letter { role, other: None, len, tongues: Tongues::default(), is_figurine: true })
    }
}

#[inline]
fn role_of(index_plus_one: u8) -> Option<Role> {
    Role::ALL.get(usize::from(index_plus_one).wrapping_sub(1)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_reads_its_own_letters() {
        for language in Language::ALL {
            for role in Role::ALL {
                let text = language.letter(role);
                let letter = Letters::of(language).capital(text.as_bytes(), 0).expect("a letter");
                assert_eq!((letter.role, letter.len), (role, text.len()), "{language:?}");
            }
        }
    }

    #[test]
    fn the_merged_table_knows_whose_letter_it_is() {
        let letters = Letters::english_german();
        let read = |text: &str| {
            letters.capital(text.as_bytes(), 0).map(|l| (l.role, l.tongues.first, l.tongues.second))
        };
        assert_eq!(read("K"), Some((Role::King, false, false)));
        assert_eq!(read("Q"), Some((Role::Queen, true, false)));
        assert_eq!(read("D"), Some((Role::Queen, false, true)));
        assert_eq!(read("B"), Some((Role::Bishop, true, false)));
        assert_eq!(letters.capital(b"B", 0).and_then(|l| l.other), Some(Role::Pawn));
        assert_eq!(read("V"), None);
    }

    #[test]
    fn a_variation_selector_belongs_to_the_figurine() {
        let letter = Letters::of(Language::English).capital("♞\u{FE0E}c6".as_bytes(), 0).expect("a figurine");
        assert_eq!((letter.role, letter.len), (Role::Knight, 6));
    }
}
