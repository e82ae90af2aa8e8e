//! Which spellings of names may be one player's, as far as the names tell.
//!
//! Names are compared within small groups that share something, never each with each.

use std::cmp::Reverse;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::report::Words;
use crate::pgn::player_name::{NameParts, has_comma};

/// So many names with one family name and initial are too common to tell who is who.
const MOST_ALIKE: usize = 200;

/// A name as it was written.
#[derive(Clone, Debug)]
pub(super) struct Spelling {
    pub(super) text: Box<str>,
    pub(super) parts: NameParts,
    pub(super) games: u64,
}

/// How two spellings are alike. The surest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Likeness {
    /// Only capitals, accents, punctuation or blanks differ.
    Signs,
    /// `Mueller` and `Müller`.
    Umlaut,
    /// `Wang Hao` and `Wang, Hao`.
    Order,
    /// `Carlsen,M` and `Carlsen, Magnus`.
    Initial,
    /// One letter is missing, too many, another one, or two have changed places.
    Letter,
}

impl Likeness {
    /// How two names differ that were found to be alike, maybe by way of others.
    pub(super) fn between(a: &NameParts, b: &NameParts) -> Likeness {
        if a == b {
            Likeness::Signs
        } else if without_umlauts(a) == without_umlauts(b) {
            Likeness::Umlaut
        } else if a.may_be(b) {
            Likeness::Initial
        } else if a.in_any_order().is_some_and(|words| b.in_any_order() == Some(words)) {
            Likeness::Order
        } else {
            Likeness::Letter
        }
    }

    /// In words.
    pub(super) const fn words(self) -> Words {
        match self {
            Likeness::Signs => Words::new("capitals, accents, signs", "Groß und klein, Akzente, Zeichen"),
            Likeness::Umlaut => Words::new("umlaut", "Umlaut"),
            Likeness::Order => Words::new("order of the names", "Reihenfolge der Namen"),
            Likeness::Initial => {
                Words::new("given name left out or shortened", "Vorname gekürzt oder weggelassen")
            }
            Likeness::Letter => Words::new("a letter", "ein Buchstabe"),
        }
    }
}

/// Two spellings that are alike, by their indices.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Link {
    pub(super) likeness: Likeness,
    pub(super) one: usize,
    pub(super) other: usize,
}

/// All pairs that are alike, the surest first; of many spellings that are all the same, a chain of pairs.
pub(super) fn links(names: &[Spelling]) -> Vec<Link> {
    let mut links = Vec::new();
    // Two names joined by a colon or the like are those of two players.
    let is_one = |name: &Spelling| !name.text.contains([':', ';', '/', '&', '+']);
    let same = groups(names, |name| is_one(name).then(|| name.parts.clone()));
    // From here on one spelling stands for all that differ in signs only.
    let mut chosen = Vec::with_capacity(same.len());
    for group in same {
        chain(&group, Likeness::Signs, &mut links);
        chosen.extend(group.first().copied());
    }
    chosen.sort_unstable();
    let of = |key: &dyn Fn(&Spelling) -> Option<String>| -> Vec<Vec<usize>> {
        groups_of(&chosen, |index| names.get(index).and_then(key))
    };
    for group in of(&|name| Some(without_umlauts(&name.parts))) {
        chain(&group, Likeness::Umlaut, &mut links);
    }
    for group in of(&|name| name.parts.in_any_order()) {
        let with_comma = |index: &&usize| names.get(**index).is_some_and(|name| has_comma(&name.text));
        // Thomas, Martin is not Martin, Thomas.
        let without: Vec<usize> = group.iter().filter(|index| !with_comma(index)).copied().collect();
        if let Some(first) = without.first() {
            chain(&without, Likeness::Order, &mut links);
            let with = group.iter().filter(with_comma).copied().collect::<Vec<_>>();
            if let [only] = with.as_slice() {
                links.push(link(Likeness::Order, *first, *only));
            }
        }
    }
    let family =
        |name: &Spelling| Some((name.parts.family.clone(), name.parts.given.first()?.chars().next()?));
    for group in groups_of(&chosen, |index| names.get(index).and_then(family)) {
        shortened(names, &group, &mut links);
    }
    for group in of(&|name| Some(name.parts.family.clone())) {
        family_alone(names, &group, &mut links);
    }
    misspelt(names, &chosen, &mut links);
    links.sort_unstable();
    links.dedup();
    links
}

fn link(likeness: Likeness, a: usize, b: usize) -> Link {
    Link { likeness, one: a.min(b), other: a.max(b) }
}

/// Indices of names with the same key; groups of one as well. Within a group the most frequent comes first.
fn groups<K: Hash + Eq>(names: &[Spelling], key: impl Fn(&Spelling) -> Option<K>) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by_key(|index| names.get(*index).map(|name| (Reverse(name.games), &name.text)));
    groups_of(&order, |index| names.get(index).and_then(&key))
}

fn groups_of<K: Hash + Eq>(indices: &[usize], key: impl Fn(usize) -> Option<K>) -> Vec<Vec<usize>> {
    let mut groups: FxHashMap<K, Vec<usize>> = FxHashMap::default();
    for index in indices {
        if let Some(key) = key(*index) {
            groups.entry(key).or_default().push(*index);
        }
    }
    groups.into_values().collect()
}

fn chain(group: &[usize], likeness: Likeness, links: &mut Vec<Link>) {
    if let Some((first, rest)) = group.split_first() {
        links.extend(rest.iter().map(|other| link(likeness, *first, *other)));
    }
}

/// The name with `ae`, `oe`, `ue` as they are without their e; a key only where an umlaut can be, so not in `Bauer`.
fn without_umlauts(parts: &NameParts) -> String {
    let mut key = String::new();
    for word in std::iter::once(&parts.family).chain(&parts.given) {
        let mut before = [' '; 2];
        for c in word.chars() {
            let is_second = c == 'e' && matches!(before[1], 'a' | 'o' | 'u');
            let may_be = !matches!(before[0], 'a' | 'e' | 'i' | 'o' | 'u' | 'q');
            if !(is_second && may_be) {
                key.push(c);
            }
            before = [before[1], c];
        }
        key.push(' ');
    }
    key
}

/// Names of one family with one initial: those that can be one and cannot be two others that are different people.
fn shortened(names: &[Spelling], group: &[usize], links: &mut Vec<Link>) {
    if group.len() > MOST_ALIKE {
        return;
    }
    let parts = |index: usize| names.get(index).map(|name| &name.parts);
    let may_be = &|a: usize, b: usize| parts(a).zip(parts(b)).is_some_and(|(a, b)| a.may_be(b));
    let alike = |one: usize| group.iter().copied().filter(move |other| *other != one && may_be(one, *other));
    let is_clear = |one: &usize| alike(*one).all(|a| alike(*one).all(|b| may_be(a, b)));
    let clear: Vec<usize> = group.iter().filter(|one| is_clear(one)).copied().collect();
    for (one, at) in clear.iter().zip(1..) {
        let others = clear.get(at..).unwrap_or_default().iter().filter(|other| may_be(*one, **other));
        links.extend(others.map(|other| link(Likeness::Initial, *one, *other)));
    }
}

/// A family name alone is whoever is the only one of that family.
fn family_alone(names: &[Spelling], group: &[usize], links: &mut Vec<Link>) {
    let is_alone = |index: &&usize| names.get(**index).is_some_and(|name| name.parts.given.is_empty());
    let Some(alone) = group.iter().find(is_alone) else { return };
    let others: Vec<&Spelling> =
        group.iter().filter(|index| *index != alone).filter_map(|index| names.get(*index)).collect();
    let agree =
        others.len() <= MOST_ALIKE && others.iter().all(|a| others.iter().all(|b| a.parts.may_be(&b.parts)));
    if agree {
        let others = group.iter().filter(|index| *index != alone);
        links.extend(others.map(|other| link(Likeness::Initial, *alone, *other)));
    }
}

/// Names that differ by a letter. Two such names have a form in common that lacks one letter.
fn misspelt(names: &[Spelling], chosen: &[usize], links: &mut Vec<Link>) {
    let mut forms: Vec<(u64, usize)> = Vec::new();
    for index in chosen {
        let Some(name) = names.get(*index).filter(|name| !name.parts.given.is_empty()) else { continue };
        let whole = name.parts.joined();
        let mut form = String::with_capacity(whole.len());
        forms.push((xxhash_rust::xxh3::xxh3_64(whole.as_bytes()), *index));
        for (at, left_out) in whole.char_indices() {
            form.clear();
            form.push_str(whole.get(..at).unwrap_or_default());
            form.push_str(whole.get(at + left_out.len_utf8()..).unwrap_or_default());
            forms.push((xxhash_rust::xxh3::xxh3_64(form.as_bytes()), *index));
        }
    }
    forms.sort_unstable();
    forms.dedup();
    for group in forms.chunk_by(|a, b| a.0 == b.0).filter(|group| (2..=MOST_ALIKE).contains(&group.len())) {
        for ((_, one), at) in group.iter().zip(1..) {
            for (_, other) in group.get(at..).unwrap_or_default() {
                if let (Some(a), Some(b)) = (names.get(*one), names.get(*other))
                    && is_misspelt(a, b)
                {
                    links.push(link(Likeness::Letter, *one, *other));
                }
            }
        }
    }
}

/// One of the two is rare beside the other, and they differ by one letter in a long word.
fn is_misspelt(a: &Spelling, b: &Spelling) -> bool {
    let (rare, frequent) = (a.games.min(b.games), a.games.max(b.games));
    let is_rare = rare <= (frequent / 10).max(2);
    let (one, other) = (&a.parts, &b.parts);
    let Some((first, rest)) = one.given.split_first() else { return false };
    let length = |word: &str| word.chars().count();
    is_rare
        && if one.given == other.given {
            // With an initial alone the family name has to say more.
            let least = if length(first) >= 3 { 5 } else { 8 };
            length(&one.family).min(length(&other.family)) >= least
                && differ_by_one(&one.family, &other.family)
        } else {
            let Some((other_first, other_rest)) = other.given.split_first() else { return false };
            one.family == other.family
                && rest == other_rest
                && length(first).min(length(other_first)) >= 5
                && differ_by_one(first, other_first)
        }
}

/// One letter is missing, too many, another one, or two neighbours have changed places. The first letter stays; a
/// number is never a mistake, and neither is an a at the end, which makes another person of Petrov and Mario.
fn differ_by_one(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let prefix = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let shortest = a.len().min(b.len());
    let suffix =
        a.iter().rev().zip(b.iter().rev()).take(shortest - prefix).take_while(|(a, b)| a == b).count();
    let middle = |word: &[char]| word.get(prefix..word.len() - suffix).unwrap_or_default().to_vec();
    let (one, other) = (middle(&a), middle(&b));
    let is_one = match (one.as_slice(), other.as_slice()) {
        ([_], [_]) | ([_], []) | ([], [_]) => true,
        ([a, b], [c, d]) => a == d && b == c,
        _ => false,
    };
    let mut changed = one.iter().chain(&other);
    is_one
        && prefix > 0
        && !changed.clone().any(|c| c.is_numeric())
        && !(suffix == 0 && changed.any(|c| *c == 'a'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::player_name::parts;

    /// Names as `Name*games`; pairs that are alike.
    fn alike(names: &[&str]) -> Vec<(Likeness, String, String)> {
        let spelling = |name: &&str| {
            let (text, games) =
                name.split_once('*').map_or((*name, 1), |(text, games)| (text, games.parse().unwrap()));
            Spelling { text: text.into(), parts: parts(text).expect("a name"), games }
        };
        let names: Vec<Spelling> = names.iter().map(spelling).collect();
        let text = |index: usize| names[index].text.to_string();
        links(&names).into_iter().map(|link| (link.likeness, text(link.one), text(link.other))).collect()
    }

    fn are_alike(likeness: Likeness, a: &str, b: &str) {
        let (a, b) = (a.to_owned(), b.to_owned());
        let found = alike(&[&a, &b]);
        let plain = |name: &str| name.split('*').next().unwrap_or_default().to_owned();
        assert!(found.contains(&(likeness, plain(&a), plain(&b))), "{a} {b} {found:?}");
    }

    #[test]
    fn spellings_of_all_kinds_are_found() {
        are_alike(Likeness::Signs, "Carlsen, Magnus", "CARLSEN,MAGNUS");
        are_alike(Likeness::Signs, "Müller, Karsten", "Muller, Karsten");
        are_alike(Likeness::Umlaut, "Mueller, Karsten", "Müller, Karsten");
        are_alike(Likeness::Umlaut, "Goetz, A", "Gotz, A");
        are_alike(Likeness::Order, "Wang Hao", "Wang, Hao");
        are_alike(Likeness::Order, "Hao Wang", "Wang Hao");
        are_alike(Likeness::Initial, "Carlsen,M", "Carlsen, Magnus");
        are_alike(Likeness::Initial, "Fischer, R J", "Fischer, Robert James");
        are_alike(Likeness::Initial, "Carlsen", "Carlsen, Magnus");
        are_alike(Likeness::Letter, "Kasparov, Garry*40", "Kaspraov, Garry");
        are_alike(Likeness::Letter, "Bogoljubow,E*40", "Bogoljubov,E*4");
        are_alike(Likeness::Letter, "Ivanov, Alexander*9", "Ivanov, Alexannder");
    }

    #[test]
    fn others_are_left_apart() {
        let nothing: Vec<(Likeness, String, String)> = Vec::new();
        for names in [
            &["Polgar, Judit", "Polgar, Susan"][..],
            &["Lasker,E", "Lasker, Emanuel", "Lasker, Edward"],
            &["Lasker", "Lasker, Emanuel", "Lasker, Edward"],
            &["Petrov, Sergej", "Petrova, Sergej"],
            &["Rossi, Mario", "Rossi, Maria"],
            &["Stockfish 14", "Stockfish 15"],
            &["Bauer, Chr", "Baur, Chr"],
            &["Thomas, Martin", "Martin, Thomas"],
            &["Karlsen, Magnus", "Carlsen, Magnus"],
            &["Larsen,B", "Larson,B"],
            &["Pedersen, Jens*90", "Petersen, Jens*80"],
            &["Li, Wei", "Lu, Wei"],
            &["Caruana,F", "Caruana,Fabiano:Green,Lee"],
        ] {
            assert_eq!(alike(names), nothing, "{names:?}");
        }
    }

    /// Emanuel and E. cannot be parted once nobody else is there.
    #[test]
    fn an_initial_is_whoever_is_the_only_one() {
        let found = alike(&["Lasker,E", "Lasker, Emanuel", "Lasker, Edward", "Lasker, Em"]);
        assert_eq!(found, [(Likeness::Initial, "Lasker, Emanuel".to_owned(), "Lasker, Em".to_owned())]);
    }

    #[test]
    fn names_differ_in_what_they_differ_in() {
        let between = |a, b| Likeness::between(&parts(a).expect("a name"), &parts(b).expect("a name"));
        assert_eq!(between("Tal, Mihail", "TAL,Mihail"), Likeness::Signs);
        assert_eq!(between("Müller, K", "Mueller, K"), Likeness::Umlaut);
        assert_eq!(between("Wang Hao", "Wang, Hao"), Likeness::Order);
        assert_eq!(between("Tal, M", "Tal, Mihail"), Likeness::Initial);
        assert_eq!(between("Bogoljubow,E", "Bogoljubov,E"), Likeness::Letter);
    }

    #[test]
    fn one_letter_is_what_it_says() {
        for (a, b, is_one) in [
            ("kasparov", "kaspraov", true),
            ("kasparov", "kasprov", true),
            ("kasparov", "kaspparov", true),
            ("kasparov", "kosparov", true),
            ("kasparov", "gasparov", false),
            ("kasparov", "kasparova", false),
            ("kasparov", "kosparof", false),
            ("kasparov", "kasparov", false),
            ("aa", "a", false),
        ] {
            assert_eq!(differ_by_one(a, b), is_one, "{a} {b}");
        }
    }
}
