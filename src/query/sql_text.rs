//! Tests of texts in SQL.
//!
//! They are exact for texts of ASCII. Of other letters, those that are asked for are found in both cases whatever the
//! engine takes for a capital; whether other signs part words, and which blanks are cut off, is as the engine has it.

use super::fields::TextField;
use super::judge::passes;
use super::opening_names::other_names;
use super::sql::{Condition, Writer};
use super::text_test::{TextPattern, TextTest};
use crate::replay::opening::Opening;

/// What of ASCII parts words, but for the quotation mark, the backslash and the tab, which have no sure form in a literal.
const SIGNS: &str = "!\"#$%&()*+,-./:;<=>?@[]^`{|}~";

/// As a literal; `None` if engines might read it differently.
pub(super) fn literal(text: &str) -> Option<String> {
    // A backslash begins an escape for some engines and not for others.
    let is_fine = !text.chars().any(|c| c.is_control() || c == '\\');
    is_fine.then(|| format!("'{}'", text.replace('\'', "''")))
}

/// The test of a column that may be `NULL`; `None` if it cannot be said.
pub(super) fn text(column: &str, test: &TextTest) -> Option<Condition> {
    let compared = |sign: &str, wanted: &str| {
        let lowered = lowered(&format!("trim({column})"), wanted)?;
        Some(Condition::unsure(format!("{lowered} {sign} {}", literal(wanted)?)))
    };
    match test {
        TextTest::Is(wanted) => compared("=", wanted.folded()),
        TextTest::IsNot(wanted) => compared("<>", wanted.folded()),
        TextTest::Word(words) => word(column, words),
        TextTest::Finds(_) | TextTest::FindsNot(_) => None,
    }
}

/// A text in small letters, at least those of `wanted`.
fn lowered(text: &str, wanted: &str) -> Option<String> {
    // Which of two small letters comes of a capital may depend on what stands beside it.
    if wanted.contains(['σ', 'ς', '\u{307}']) {
        return None;
    }
    let mut letters: Vec<char> = wanted.chars().filter(|c| !c.is_ascii()).collect();
    letters.sort_unstable();
    letters.dedup();
    let capitals = |small: char| {
        let is_capital = move |c: &char| *c != small && c.to_lowercase().eq([small]);
        ('\u{80}'..char::MAX).filter(is_capital)
    };
    let mut lowered = format!("lower({text})");
    for small in letters {
        for capital in capitals(small) {
            lowered = format!("replace({lowered}, '{capital}', '{small}')");
        }
    }
    Some(lowered)
}

/// Words that stand together, nothing of a word beside them.
fn word(column: &str, words: &TextPattern) -> Option<Condition> {
    let wanted: Vec<String> = words.source().split_whitespace().map(str::to_lowercase).collect();
    let is_of_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || !c.is_ascii() && c.is_alphabetic();
    // At a line below there may be more of the word.
    let is_word =
        |word: &String| word.chars().all(is_of_word) && !word.starts_with('_') && !word.ends_with('_');
    if wanted.is_empty() || !wanted.iter().all(is_word) {
        return None;
    }
    let joined = wanted.join(" ");
    let lowered = lowered(column, &joined)?;
    let signs = format!("'{SIGNS}' || chr(39) || chr(92) || chr(9)");
    let number = SIGNS.len() + 2;
    let parted = if wanted.len() == 1 {
        format!("translate({lowered}, {signs}, '{}')", " ".repeat(number + 1))
    } else {
        // Only blanks may stand between the words, any number of them: signs are set apart, then blanks made one.
        let bars = format!("translate({lowered}, {signs}, '{} ')", "|".repeat(number));
        format!("replace(replace(replace(replace({bars}, '|', ' | '), ' ', '<>'), '><', ''), '<>', ' ')")
    };
    let wanted = literal(&format!(" {joined} "))?;
    Some(Condition::unsure(format!("position({wanted} IN ' ' || {parted} || ' ') > 0")))
}

impl Writer {
    /// The test of a field.
    pub(super) fn text_term(&mut self, field: &TextField, test: &TextTest) -> Option<Condition> {
        let column = match field {
            TextField::White => self.of_game("white"),
            TextField::Black => self.of_game("black"),
            TextField::Event => self.of_game("event"),
            TextField::Site => self.of_game("site"),
            TextField::Round => self.of_game("round"),
            TextField::Player => return self.player(test),
            TextField::Opening => return self.opening(test),
            TextField::Variant => self.tag("Variant")?,
            TextField::Tag(name) => self.tag(name)?,
        };
        text(&column, test)
    }

    /// A tag that has no column of its own; whether the others were there the tables do not tell.
    fn tag(&mut self, name: &str) -> Option<String> {
        let has_column = ["Date", "Result", "WhiteElo", "BlackElo", "ECO"].contains(&name);
        if has_column {
            return None;
        }
        Some(format!("{}[{}]", self.of_game("tags"), literal(name)?))
    }

    fn player(&mut self, test: &TextTest) -> Option<Condition> {
        let [white, black] = ["white", "black"].map(|column| self.of_game(column));
        let both = vec![text(&white, test)?, text(&black, test)?];
        if !test.is_negative() {
            return Some(Condition::any(both));
        }
        let or_unknown = |(name, one)| Condition::any(vec![Condition::known(format!("{name} IS NULL")), one]);
        let is_known = |name| Condition::known(format!("{name} IS NOT NULL"));
        let mut parts = vec![Condition::any(vec![is_known(&white), is_known(&black)])];
        parts.extend([&white, &black].into_iter().zip(both).map(or_unknown));
        Some(Condition::all(parts))
    }

    /// The openings whose names, or other names, pass: they are known, so any test can be said.
    fn opening(&mut self, test: &TextTest) -> Option<Condition> {
        let mut names: Vec<&str> = (1..).map_while(Opening::by_number).map(|opening| opening.name).collect();
        names.sort_unstable();
        names.dedup();
        let holds = |name: &str| passes(test, std::iter::once(name).chain(other_names(name).iter().copied()));
        let column = self.of_game("opening");
        let (mut single, mut parts) = (Vec::new(), Vec::new());
        let mut rest = names.as_slice();
        while let Some((name, behind)) = rest.split_first() {
            if !holds(name) {
                rest = behind;
                continue;
            }
            // As large a part of the table as passes: a family, a variation, a name.
            let ends = name.match_indices([':', ',']).map(|(at, _)| at).chain([name.len()]);
            let group = |beginning: &str| names.iter().filter(|other| other.starts_with(beginning)).count();
            let passing = |beginning: &str| {
                names.iter().filter(|other| other.starts_with(beginning)).all(|other| holds(other))
            };
            let found = ends.filter_map(|end| name.get(..end)).find(|beginning| passing(beginning));
            match found.map(|beginning| (beginning, group(beginning))) {
                Some((beginning, number)) if number > 1 => {
                    let wanted = literal(&format!("{beginning}%"))?;
                    parts.push(Condition::unsure(format!("{column} LIKE {wanted}")));
                    let done = rest.iter().take_while(|other| other.starts_with(beginning)).count();
                    rest = rest.get(done..).unwrap_or_default();
                }
                _ => {
                    single.push(literal(name)?);
                    rest = behind;
                }
            }
        }
        match single.as_slice() {
            [] => {}
            [only] => parts.push(Condition::unsure(format!("{column} = {only}"))),
            several => parts.push(Condition::unsure(format!("{column} IN ({})", several.join(", ")))),
        }
        Some(if parts.is_empty() { Condition::constant(false) } else { Condition::any(parts) })
    }
}
