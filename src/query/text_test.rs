//! Tests of texts: equal, a whole word, a regular expression. Capitals never count.

use std::fmt;

use regex::{Regex, RegexBuilder};

/// Largest compiled regular expression, in bytes.
const REGEX_LIMIT: usize = 1 << 21;

/// A test of a text.
#[derive(Clone, PartialEq, Debug)]
pub enum TextTest {
    /// `= "text"`: the whole text, blanks around it aside.
    Is(Folded),
    /// `!= "text"`
    IsNot(Folded),
    /// `: word`: the word or words stand somewhere in it, no letter or digit beside them.
    Word(TextPattern),
    /// `~ /regex/`: found somewhere in it.
    Finds(TextPattern),
    /// `!~ /regex/`
    FindsNot(TextPattern),
}

impl TextTest {
    /// Does this text pass?
    pub fn matches(&self, value: &str) -> bool {
        match self {
            TextTest::Is(text) => text.equals(value),
            TextTest::IsNot(text) => !text.equals(value),
            TextTest::Word(pattern) | TextTest::Finds(pattern) => pattern.regex.is_match(value),
            TextTest::FindsNot(pattern) => !pattern.regex.is_match(value),
        }
    }

    /// `!=` and `!~`: where a field has two values, both must pass.
    pub const fn is_negative(&self) -> bool {
        matches!(self, TextTest::IsNot(_) | TextTest::FindsNot(_))
    }
}

impl fmt::Display for TextTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextTest::Is(text) => write!(f, "= {}", Quoted(&text.text)),
            TextTest::IsNot(text) => write!(f, "!= {}", Quoted(&text.text)),
            TextTest::Word(pattern) => write!(f, ": {}", Quoted(&pattern.source)),
            TextTest::Finds(pattern) => write!(f, "~ {}", Slashed(&pattern.source)),
            TextTest::FindsNot(pattern) => write!(f, "!~ {}", Slashed(&pattern.source)),
        }
    }
}

/// A text that is compared without regard to capitals.
#[derive(Clone, Debug)]
pub struct Folded {
    text: String,
    folded: String,
}

impl PartialEq for Folded {
    fn eq(&self, other: &Folded) -> bool {
        self.text == other.text
    }
}

impl Folded {
    /// From the text as it was written.
    pub fn new(text: &str) -> Folded {
        Folded { text: text.to_owned(), folded: text.trim().chars().flat_map(char::to_lowercase).collect() }
    }

    /// The text as it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// In small letters, without blanks around it.
    pub(super) fn folded(&self) -> &str {
        &self.folded
    }

    /// Equal but for capitals and blanks around it?
    pub fn equals(&self, value: &str) -> bool {
        let value = value.trim();
        if value.is_ascii() {
            return value.eq_ignore_ascii_case(&self.folded);
        }
        value.chars().flat_map(char::to_lowercase).eq(self.folded.chars())
    }
}

/// A regular expression, or words that were made into one.
#[derive(Clone, Debug)]
pub struct TextPattern {
    source: String,
    regex: Regex,
}

impl PartialEq for TextPattern {
    fn eq(&self, other: &TextPattern) -> bool {
        self.source == other.source
    }
}

impl TextPattern {
    /// A regular expression (syntax of the crate `regex`); letters match in both cases.
    ///
    /// # Errors
    /// It cannot be read, or is too big.
    pub fn regex(source: &str) -> Result<TextPattern, regex::Error> {
        let source = unescape_slashes(source);
        let regex = build(&source)?;
        Ok(TextPattern { source, regex })
    }

    /// Words that must stand together, no letter or digit beside them; any blanks between them.
    ///
    /// # Errors
    /// They are too long.
    pub fn words(source: &str) -> Result<TextPattern, regex::Error> {
        let words: Vec<String> = source.split_whitespace().map(regex::escape).collect();
        let edge = |c: Option<char>| if c.is_some_and(char::is_alphanumeric) { r"\b" } else { "" };
        let trimmed = source.trim();
        let (first, last) = (edge(trimmed.chars().next()), edge(trimmed.chars().next_back()));
        let regex = build(&format!("{first}{}{last}", words.join(r"\s+")))?;
        Ok(TextPattern { source: source.to_owned(), regex })
    }

    /// As it was written.
    pub fn source(&self) -> &str {
        &self.source
    }
}

fn build(source: &str) -> Result<Regex, regex::Error> {
    RegexBuilder::new(source)
        .case_insensitive(true)
        .size_limit(REGEX_LIMIT)
        .dfa_size_limit(REGEX_LIMIT)
        .build()
}

/// `\/` is a slash: so a pattern has one form, whether it was written between slashes or in quotes.
fn unescape_slashes(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut chars = source.chars();
    while let Some(c) = chars.next() {
        match (c, if c == '\\' { chars.next() } else { None }) {
            ('\\', Some('/')) => out.push('/'),
            ('\\', Some(escaped)) => out.extend(['\\', escaped]),
            (other, _) => out.push(other),
        }
    }
    out
}

/// Between quotes, as the language reads it back.
pub(super) struct Quoted<'t>(pub(super) &'t str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for c in self.0.chars() {
            if matches!(c, '"' | '\\') {
                f.write_str("\\")?;
            }
            write!(f, "{c}")?;
        }
        f.write_str("\"")
    }
}

/// Between slashes, as the language reads it back.
struct Slashed<'t>(&'t str);

impl fmt::Display for Slashed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("/")?;
        let mut is_escaped = false;
        for c in self.0.chars() {
            if c == '/' && !is_escaped {
                f.write_str("\\")?;
            }
            is_escaped = c == '\\' && !is_escaped;
            write!(f, "{c}")?;
        }
        f.write_str("/")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capitals_never_count() {
        let is = TextTest::Is(Folded::new("Müller, Ä"));
        assert!(is.matches(" MÜLLER, ä "));
        assert!(!is.matches("Müller"));
        let finds = TextTest::Finds(TextPattern::regex("^mÜll").expect("a pattern"));
        assert!(finds.matches("Müller") && !finds.matches("X Müller"));
    }

    #[test]
    fn a_word_stands_alone() {
        let word = |text| TextTest::Word(TextPattern::words(text).expect("words"));
        assert!(word("Tal").matches("XX. tal memorial"));
        assert!(!word("Tal").matches("Talinn") && !word("Tal").matches("Total"));
        assert!(word("tal memorial").matches("Tal  Memorial 2010"));
        assert!(word("c++").matches("c++ cup") && word("Ö").matches("Ö-Cup") && !word("Ö").matches("Öl"));
    }
}
