//! Names of players, folded so that spellings of one name can be compared.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A name as far as spellings of it agree: `Carlsen, Magnus`, `Carlsen,M`, `CARLSEN, M.` and `Magnus Carlsen` are the
/// same, and `Carlsen` may be.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FoldedName {
    /// The family name: what stands before the first comma, else before an initial at the end, else the last word. The
    /// whole name if there are digits in it, as programs have them.
    pub family: String,
    /// The first letter of the first name; `None` if there is no first name.
    pub initial: Option<char>,
}

/// Folds a name: case, accents, punctuation and blanks do not count. `None` if it names nobody: empty, `?`, `NN`.
pub fn fold(name: &str) -> Option<FoldedName> {
    // What stands in parentheses is no part of a name: `(wh)`, `(GER)`.
    let name = name.split_once('(').map_or(name, |(name, _)| name);
    let (family, given) = match name.split_once(',') {
        Some((family, given)) => (letters(family), letters(given)),
        None => without_comma(name),
    };
    let is_nobody = matches!(family.as_str(), "" | "nn" | "unknown" | "anonymous" | "noname");
    (!is_nobody).then(|| FoldedName { family, initial: given.chars().next() })
}

fn without_comma(name: &str) -> (String, String) {
    let words: Vec<String> =
        name.split([' ', '\t', '.', '_']).map(letters).filter(|word| !word.is_empty()).collect();
    let all = || words.concat();
    let is_program = words.iter().any(|word| word.bytes().any(|byte| byte.is_ascii_digit()));
    match words.as_slice() {
        _ if is_program => (all(), String::new()),
        [] => (String::new(), String::new()),
        [n, m] if n == "n" && m == "n" => ("nn".to_owned(), String::new()),
        [only] => (only.clone(), String::new()),
        [family @ .., initial] if initial.chars().nth(1).is_none() => (family.concat(), initial.clone()),
        [given, .., family] => (family.clone(), given.clone()),
    }
}

/// Letters and digits, lower case, without accents.
fn letters(text: &str) -> String {
    let plain = text.nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase);
    let mut out = String::with_capacity(text.len());
    for c in plain {
        match c {
            'ß' => out.push_str("ss"),
            'æ' => out.push_str("ae"),
            'œ' => out.push_str("oe"),
            'þ' => out.push_str("th"),
            'ø' => out.push('o'),
            'đ' | 'ð' => out.push('d'),
            'ł' => out.push('l'),
            'ı' => out.push('i'),
            c if c.is_alphanumeric() => out.push(c),
            _ => {}
        }
    }
    out
}

impl FoldedName {
    /// Can both be names of one player?
    pub fn may_be(&self, other: &FoldedName) -> bool {
        self.family == other.family
            && match (self.initial, other.initial) {
                (Some(one), Some(other)) => one == other,
                _ => true,
            }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn may_be(a: &str, b: &str) -> bool {
        fold(a).expect("a name").may_be(&fold(b).expect("a name"))
    }

    #[test]
    fn spellings_of_a_name_are_one() {
        for name in
            ["Carlsen,M", "CARLSEN, MAGNUS", "Magnus Carlsen", "Carlsen", "Carlsen M.", "carlsen,  m. (wh)"]
        {
            assert!(may_be("Carlsen, Magnus", name), "{name}");
        }
        assert!(may_be("Müller, Łukasz", "Muller, Lukasz"));
        assert!(may_be("O'Kelly de Galway, Alberic", "OKelly de Galway,A"));
    }

    #[test]
    fn other_players_are_told_apart() {
        assert!(!may_be("Polgar, Judit", "Polgar, Susan"));
        assert!(!may_be("Stockfish 14", "Shredder 14"));
        assert!(!may_be("Wang, Hao", "Wang Hao"), "nobody knows which word is the family's");
        assert!(!may_be("Carlsen, Magnus", "Karlsen, Magnus"));
    }

    #[test]
    fn nobody_has_no_name() {
        for name in ["", "?", "NN", "N.N.", "Anonymous", " - ", "(wh)", "?, ?"] {
            assert_eq!(fold(name), None, "{name}");
        }
    }
}
