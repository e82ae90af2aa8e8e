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

/// A name in its parts, folded: case, accents, punctuation and blanks do not count.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NameParts {
    /// As in [`FoldedName::family`].
    pub family: String,
    /// The other names, each as much as there is of it: a letter or all; they may be missing.
    pub given: Vec<String>,
}

/// Folds a name and parts it. `None` if it names nobody: empty, `?`, `NN`.
pub fn parts(name: &str) -> Option<NameParts> {
    let parts = match without_parentheses(name).split_once(',') {
        Some((family, given)) => NameParts { family: letters(family), given: words(given) },
        None => without_comma(without_parentheses(name)),
    };
    let is_nobody = matches!(parts.family.as_str(), "" | "nn" | "unknown" | "anonymous" | "noname");
    (!is_nobody).then_some(parts)
}

/// Does a comma say which of its words are the family name?
pub fn has_comma(name: &str) -> bool {
    without_parentheses(name).contains(',')
}

/// What stands in parentheses is no part of a name: `(wh)`, `(GER)`.
fn without_parentheses(name: &str) -> &str {
    name.split_once('(').map_or(name, |(name, _)| name)
}

/// Folds a name: case, accents, punctuation and blanks do not count. `None` if it names nobody: empty, `?`, `NN`.
pub fn fold(name: &str) -> Option<FoldedName> {
    let NameParts { family, given } = parts(name)?;
    Some(FoldedName { family, initial: given.first().and_then(|name| name.chars().next()) })
}

fn words(text: &str) -> Vec<String> {
    text.split([' ', '\t', '.', '_', ',']).map(letters).filter(|word| !word.is_empty()).collect()
}

fn without_comma(name: &str) -> NameParts {
    let words = words(name);
    let only = |family: String| NameParts { family, given: Vec::new() };
    let is_program = words.iter().any(|word| word.bytes().any(|byte| byte.is_ascii_digit()));
    match words.as_slice() {
        _ if is_program => only(words.concat()),
        [] => only(String::new()),
        [n, m] if n == "n" && m == "n" => only("nn".to_owned()),
        [name] => only(name.clone()),
        [family @ .., initial] if initial.chars().nth(1).is_none() => {
            NameParts { family: family.concat(), given: vec![initial.clone()] }
        }
        [given @ .., family] => NameParts { family: family.clone(), given: given.to_vec() },
    }
}

impl NameParts {
    /// Can both be names of one player? More is asked than of a [`FoldedName`]: where given names stand in both, they
    /// must be the same as far as they go, so `Carlsen, M` may be `Carlsen, Magnus` and `Carlsen, Mikkel`, but these
    /// two are not one.
    pub fn may_be(&self, other: &NameParts) -> bool {
        self.family == other.family
            && self
                .given
                .iter()
                .zip(&other.given)
                .all(|(one, other)| one.starts_with(other.as_str()) || other.starts_with(one.as_str()))
    }

    /// The words of the name in the order of the alphabet; `None` if no given name is there or one is not written out. It
    /// tells whether two names may be one of which only one [has a comma](has_comma).
    pub fn in_any_order(&self) -> Option<String> {
        let is_whole = !self.given.is_empty() && self.given.iter().all(|word| word.chars().nth(1).is_some());
        let mut words: Vec<&str> =
            std::iter::once(&self.family).chain(&self.given).map(String::as_str).collect();
        words.sort_unstable();
        is_whole.then(|| words.join(" "))
    }

    /// All of it in one word, the family first.
    pub fn joined(&self) -> String {
        self.given.iter().fold(self.family.clone(), |joined, name| joined + name)
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
    fn given_names_must_agree_as_far_as_they_go() {
        let may_be = |a, b| parts(a).expect("a name").may_be(&parts(b).expect("a name"));
        assert!(may_be("Carlsen, Magnus", "Carlsen,M") && may_be("Carlsen, Magnus", "M. Carlsen"));
        assert!(may_be("Carlsen, Magnus Øen", "Magnus Carlsen") && may_be("Carlsen", "CARLSEN, MAGNUS"));
        assert!(!may_be("Carlsen, Magnus", "Carlsen, Mikkel") && !may_be("Fischer, R J", "Fischer, R B"));
        assert_eq!(parts("Kasparov, Garry K.").expect("a name").joined(), "kasparovgarryk");
        assert_eq!(parts("Robert James Fischer").expect("a name").given, ["robert", "james"]);
    }

    #[test]
    fn the_words_of_a_name_can_be_compared_in_any_order() {
        let words = |name| parts(name).expect("a name").in_any_order();
        assert_eq!([words("Wang, Hao"), words("Hao WANG")], [Some("hao wang".to_owned()), words("Wang Hao")]);
        assert_eq!([words("Wang, H"), words("Wang"), words("Robert J Fischer")], [None, None, None]);
        assert_eq!(["Wang, Hao", "Wang Hao", "Hao (CHN, 1)"].map(has_comma), [true, false, false]);
    }

    #[test]
    fn nobody_has_no_name() {
        for name in ["", "?", "NN", "N.N.", "Anonymous", " - ", "(wh)", "?, ?"] {
            assert_eq!(fold(name), None, "{name}");
        }
    }
}
