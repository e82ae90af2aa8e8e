//! JSON text to a flat list of values, without recursion, so that nesting costs nothing.

use std::borrow::Cow;
use std::ops::Range;

/// A value and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    /// Byte offsets in the text.
    pub(super) place: Range<usize>,
}

/// What a value is. The elements of a list and the members of an object follow it in the list of nodes; a member is its
/// key, then its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Null,
    Bool(bool),
    Number,
    Text,
    /// Index of the node behind it.
    List(usize),
    /// Index of the node behind it.
    Object(usize),
}

/// Text that is no JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fault {
    /// Byte offset.
    pub(super) at: usize,
    /// What was expected there.
    pub(super) expected: &'static str,
}

/// What may come next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Value,
    /// A value or the end of the list.
    FirstElement,
    /// A key or the end of the object.
    FirstKey,
    Key,
    /// A comma or the end of what is open.
    Behind,
}

/// Reads the value that begins at byte `at` (blanks before it are skipped) into `nodes`. Returns where it ends.
pub(super) fn read(text: &[u8], at: usize, nodes: &mut Vec<Node>) -> Result<usize, Fault> {
    nodes.clear();
    let mut open: Vec<usize> = Vec::new();
    let mut state = State::Value;
    let mut at = at;
    loop {
        at = skip_blanks(text, at);
        let byte = text.get(at).copied();
        match (state, byte) {
            (State::FirstElement, Some(b']')) | (State::FirstKey, Some(b'}')) => {
                at = close(nodes, &mut open, at);
            }
            (State::FirstKey | State::Key, Some(b'"')) => {
                let end = string(text, at)?;
                nodes.push(Node { kind: Kind::Text, place: at..end });
                at = skip_blanks(text, end);
                if text.get(at) != Some(&b':') {
                    return Err(Fault { at, expected: "a colon" });
                }
                at += 1;
                state = State::Value;
                continue;
            }
            (State::FirstKey | State::Key, _) => return Err(Fault { at, expected: "a key in quotes" }),
            (State::Value | State::FirstElement, Some(byte)) => {
                let (kind, end) = value(text, at, byte)?;
                match kind {
                    Kind::List(_) | Kind::Object(_) => {
                        open.push(nodes.len());
                        nodes.push(Node { kind, place: at..end });
                        at = end;
                        state = if byte == b'[' { State::FirstElement } else { State::FirstKey };
                        continue;
                    }
                    _ => nodes.push(Node { kind, place: at..end }),
                }
                at = end;
            }
            (State::Behind, Some(b',')) => {
                at += 1;
                state = if is_list(nodes, &open) { State::Value } else { State::Key };
                continue;
            }
            (State::Behind, Some(b']')) if is_list(nodes, &open) => at = close(nodes, &mut open, at),
            (State::Behind, Some(b'}')) if !is_list(nodes, &open) => at = close(nodes, &mut open, at),
            (State::Behind, _) => return Err(Fault { at, expected: "a comma or the closing bracket" }),
            (_, None) => return Err(Fault { at, expected: "a value" }),
        }
        if open.is_empty() {
            return Ok(at);
        }
        state = State::Behind;
    }
}

fn is_list(nodes: &[Node], open: &[usize]) -> bool {
    let kind = open.last().and_then(|&index| nodes.get(index)).map(|node| node.kind);
    matches!(kind, Some(Kind::List(_)))
}

fn close(nodes: &mut [Node], open: &mut Vec<usize>, at: usize) -> usize {
    let behind = nodes.len();
    if let Some(node) = open.pop().and_then(|index| nodes.get_mut(index)) {
        node.place.end = at + 1;
        node.kind = match node.kind {
            Kind::List(_) => Kind::List(behind),
            _ => Kind::Object(behind),
        };
    }
    at + 1
}

/// The first byte that is no blank.
pub(super) fn skip_blanks(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).count()
}

fn value(text: &[u8], at: usize, first: u8) -> Result<(Kind, usize), Fault> {
    let literal = |word: &[u8], kind| {
        if text.get(at..at + word.len()) == Some(word) {
            Ok((kind, at + word.len()))
        } else {
            Err(Fault { at, expected: "a value" })
        }
    };
    match first {
        b'[' => Ok((Kind::List(0), at + 1)),
        b'{' => Ok((Kind::Object(0), at + 1)),
        b'"' => Ok((Kind::Text, string(text, at)?)),
        b'n' => literal(b"null", Kind::Null),
        b't' => literal(b"true", Kind::Bool(true)),
        b'f' => literal(b"false", Kind::Bool(false)),
        b'-' | b'0'..=b'9' => {
            let rest = text.get(at..).unwrap_or_default();
            let is_part = |byte: &&u8| matches!(byte, b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9');
            let end = at + rest.iter().take_while(is_part).count();
            let digits = text.get(at..end).unwrap_or_default();
            match serde_json::from_slice::<f64>(digits) {
                Ok(_) => Ok((Kind::Number, end)),
                Err(_) => Err(Fault { at, expected: "a number" }),
            }
        }
        _ => Err(Fault { at, expected: "a value" }),
    }
}

/// The end of the string that begins at `at`.
fn string(text: &[u8], at: usize) -> Result<usize, Fault> {
    let mut end = at + 1;
    loop {
        // A string ends on its line, so that a quote that is missing spoils one line only.
        let rest = text.get(end..).unwrap_or_default();
        let at = end + memchr::memchr3(b'"', b'\\', b'\n', rest).unwrap_or(rest.len());
        match text.get(at) {
            Some(b'"') => {
                end = at + 1;
                break;
            }
            Some(b'\\') => end = at + 2,
            _ => return Err(Fault { at: at.min(text.len()), expected: "a closing quote" }),
        }
    }
    match decode(text, at..end) {
        Some(_) => Ok(end),
        None => Err(Fault { at, expected: "a string of UTF-8 with the escapes of JSON" }),
    }
}

/// The text of a string; `None` if it is none.
pub(super) fn decode(text: &[u8], place: Range<usize>) -> Option<Cow<'_, str>> {
    let quoted = text.get(place)?;
    let inside = quoted.get(1..quoted.len().checked_sub(1)?)?;
    if inside.iter().any(|&byte| byte < 0x20 || byte == b'\\') {
        return serde_json::from_slice::<String>(quoted).ok().map(Cow::Owned);
    }
    std::str::from_utf8(inside).ok().map(Cow::Borrowed)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn kinds(text: &str) -> Vec<Kind> {
        let mut nodes = Vec::new();
        assert_eq!(read(text.as_bytes(), 0, &mut nodes), Ok(text.len()), "{text}");
        nodes.into_iter().map(|node| node.kind).collect()
    }

    #[test]
    fn containers_know_where_they_end() {
        use Kind::{Bool, List, Null, Number, Object, Text};
        assert_eq!(
            kinds(" { \"a\" : [ 1 , [ ] ] , \"b\" : {} , \"c\":null,\"d\":true}"),
            [Object(11), Text, List(5), Number, List(5), Text, Object(7), Text, Null, Text, Bool(true),]
        );
    }

    #[test]
    fn any_depth_is_read() {
        let text = format!("{}{}", "[".repeat(200_000), "]".repeat(200_000));
        assert_eq!(kinds(&text).len(), 200_000);
    }

    proptest! {
        #[test]
        fn what_serde_takes_is_taken_and_nothing_else(
            text in "([\\[\\]{},:\"\\\\ 0-9a.e+-]|null|true|\"a\"|\\[1,|\\{\"k\":){0,12}",
        ) {
            let expected = serde_json::from_str::<serde_json::Value>(&text).is_ok();
            let mut nodes = Vec::new();
            let read = read(text.as_bytes(), 0, &mut nodes);
            let is_whole = read.is_ok_and(|end| skip_blanks(text.as_bytes(), end) == text.len());
            prop_assert_eq!(is_whole, expected, "{}", text);
        }
    }
}
