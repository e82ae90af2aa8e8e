//! Words, signs, quoted texts and regular expressions of an expression.

use std::ops::Range;

use super::error::{Problem, QueryError};
use crate::query::compare::Comparison;

/// What a token is.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Kind {
    /// A keyword, number, date, code or other word without blanks.
    Word,
    /// A text in quotes, with the escapes resolved.
    Text(String),
    /// What stands between two slashes behind `~`, as it stands there.
    Regex(String),
    /// `=`, `!=`, `<`, `<=`, `>`, `>=`
    Compare(Comparison),
    /// `~`; `!~` if `true`.
    Finds(bool),
    /// `:`
    Colon,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `,`
    Comma,
    /// The end of the expression.
    End,
}

/// A token and its place in bytes.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Range<usize>,
}

/// Splits an expression; the last token is [`Kind::End`].
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, QueryError> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut at = 0;
    while let Some(first) = text.get(at..).and_then(|rest| rest.chars().next()) {
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        let rest = text.get(at..).unwrap_or_default();
        let behind_finds = matches!(tokens.last(), Some(Token { kind: Kind::Finds(_), .. }));
        let (kind, len) = match first {
            '"' | '\'' => quoted(rest, first).ok_or_else(|| unclosed(text, at, Problem::UnclosedText))?,
            '/' if behind_finds => slashed(rest).ok_or_else(|| unclosed(text, at, Problem::UnclosedRegex))?,
            _ => sign(rest).unwrap_or_else(|| (Kind::Word, word_len(rest))),
        };
        tokens.push(Token { kind, span: at..at + len });
        at += len;
    }
    tokens.push(Token { kind: Kind::End, span: text.len()..text.len() });
    Ok(tokens)
}

fn unclosed(text: &str, at: usize, problem: Problem) -> QueryError {
    QueryError { span: at..text.len(), problem }
}

fn sign(rest: &str) -> Option<(Kind, usize)> {
    const SIGNS: [(&str, Kind); 12] = [
        ("!=", Kind::Compare(Comparison::IsNot)),
        ("!~", Kind::Finds(true)),
        ("<=", Kind::Compare(Comparison::AtMost)),
        (">=", Kind::Compare(Comparison::AtLeast)),
        ("=", Kind::Compare(Comparison::Is)),
        ("<", Kind::Compare(Comparison::Less)),
        (">", Kind::Compare(Comparison::Greater)),
        ("~", Kind::Finds(false)),
        (":", Kind::Colon),
        ("(", Kind::Open),
        (")", Kind::Close),
        (",", Kind::Comma),
    ];
    SIGNS.into_iter().find(|(sign, _)| rest.starts_with(sign)).map(|(sign, kind)| (kind, sign.len()))
}

/// Length of a word; at least one character, so that a stray sign becomes a word that nothing knows.
fn word_len(rest: &str) -> usize {
    let ends =
        |c: char| c.is_whitespace() || matches!(c, '(' | ')' | ',' | '"' | '=' | '!' | '<' | '>' | '~' | ':');
    let first = rest.chars().next().map_or(0, char::len_utf8);
    let behind = rest.get(first..).unwrap_or_default();
    first + behind.find(ends).unwrap_or(behind.len())
}

/// A text in quotes: a backslash before a quote or a backslash, anything else as it stands.
fn quoted(rest: &str, quote: char) -> Option<(Kind, usize)> {
    let mut value = String::new();
    let mut chars = rest.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        if c == quote {
            return Some((Kind::Text(value), at + 1));
        }
        let next = rest.get(at + 1..).and_then(|behind| behind.chars().next());
        if c == '\\'
            && let Some(escaped) = next.filter(|c| *c == quote || *c == '\\')
        {
            value.push(escaped);
            chars.next();
        } else {
            value.push(c);
        }
    }
    None
}

/// A regular expression up to the next slash that has no backslash before it.
fn slashed(rest: &str) -> Option<(Kind, usize)> {
    let mut is_escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        if c == '/' && !is_escaped {
            return Some((Kind::Regex(rest.get(1..at)?.to_owned()), at + 1));
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn kinds(text: &str) -> Vec<(Kind, &str)> {
        let read = tokens(text).expect("tokens");
        read.into_iter().map(|token| (token.kind, &text[token.span])).collect()
    }

    #[test]
    fn words_keep_dots_hyphens_and_slashes() {
        let text = "result=1/2-1/2 and date in 1990..1999 or (white.elo>=2600,en-passant)";
        let words: Vec<&str> =
            kinds(text).iter().filter(|(k, _)| *k == Kind::Word).map(|(_, t)| *t).collect();
        let expected =
            ["result", "1/2-1/2", "and", "date", "in", "1990..1999", "or", "white.elo", "2600", "en-passant"];
        assert_eq!(words, expected);
    }

    #[test]
    fn quotes_and_slashes_have_escapes() {
        let read = kinds(r#"a = "x\"\\y" b ~ /c\/d\\/ 'it"s'"#);
        assert_eq!(read[2].0, Kind::Text("x\"\\y".to_owned()));
        assert_eq!(read[5].0, Kind::Regex(r"c\/d\\".to_owned()));
        assert_eq!(read[6].0, Kind::Text("it\"s".to_owned()));
        assert_eq!(tokens("a = \"x").expect_err("open").problem, Problem::UnclosedText);
        assert_eq!(tokens("a ~ /x").expect_err("open").problem, Problem::UnclosedRegex);
    }

    proptest! {
        #[test]
        fn any_text_is_split_without_loss(text in "\\PC{0,40}") {
            if let Ok(tokens) = tokens(&text) {
                let mut end = 0;
                for token in tokens {
                    prop_assert!(text[end..token.span.start].chars().all(char::is_whitespace));
                    end = token.span.end;
                }
                prop_assert_eq!(end, text.len());
            }
        }
    }
}
