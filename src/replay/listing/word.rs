//! Words as moves: whether a word is one where it stands, and whether a game begins with it.

use super::scan::{Kind, Token};
use crate::chess::Position;
use crate::notation::{Letters, ParsedMove, Remarks, Resolved, parse, resolve};

/// Longest way behind the beginning of a move that is looked at, in bytes.
const REACH: usize = 32;

/// A move as it stands in the text.
pub(super) struct Found {
    pub(super) resolved: Resolved,
    pub(super) parsed: ParsedMove,
    pub(super) end: usize,
}

/// Reads a word as a move of this position.
pub(super) fn find(text: &str, token: &Token, position: &Position, letters: &Letters) -> Option<Found> {
    let bytes = text.as_bytes();
    let near = bytes.get(token.start..bytes.len().min(token.start + REACH))?;
    let parsed = parse(near, letters).ok()?;
    let used = near.get(..parsed.consumed)?.trim_ascii_end().len();
    let end = token.start + used;
    if !ends_word(bytes.get(end..).unwrap_or_default()) {
        return None;
    }
    let resolved = resolve(position, &parsed).ok()?;
    let is_move = !resolved.mv.is_null() && !resolved.remarks.has(Remarks::SMALL_LETTER);
    is_move.then_some(Found { resolved, parsed, end })
}

/// Nothing that would make the word another one.
fn ends_word(rest: &[u8]) -> bool {
    match rest {
        [] => true,
        [b'-' | b'/' | b'\'', next, ..] => !next.is_ascii_alphanumeric(),
        [0xE2, 0x80, 0x90..=0x94, next, ..] => !next.is_ascii_alphanumeric(),
        [first, ..] => !first.is_ascii_alphanumeric() && !matches!(first, 0xC3..=0xCF),
    }
}

/// Text outside moves, as it is kept; `None` if only separators are there.
pub(super) fn prose(text: &str) -> Option<String> {
    let trimmed = text.trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|' | '\u{FEFF}'));
    // The full stop of a sentence that ends with the move before.
    let trimmed = trimmed.strip_prefix(". ").unwrap_or(trimmed);
    let says_something =
        |c: char| !c.is_whitespace() && !matches!(c, ',' | ';' | '|' | '.' | ':' | '-' | '*' | '_');
    if !trimmed.contains(says_something) {
        return None;
    }
    let lines =
        trimmed.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty() && !is_table_frame(line));
    let text = lines.collect::<Vec<_>>().join(" ");
    let is_empty = !text.contains(says_something);
    (!is_empty).then_some(text)
}

/// A line that holds a table of moves together: the rule of Markdown, or `| Nr. | Weiß | Schwarz |`.
fn is_table_frame(line: &str) -> bool {
    let is_rule = line.contains("--") && line.contains('|');
    if is_rule && line.chars().all(|c| matches!(c, '|' | '-' | ':' | '+' | ' ')) {
        return true;
    }
    let Some(separator) = ['|', '\t', ';', ','].into_iter().find(|separator| line.contains(*separator))
    else {
        return false;
    };
    let mut cells =
        line.trim_matches(separator).split(separator).map(|cell| cell.trim_matches([' ', '.', '*', ':']));
    // A sentence may well have a comma.
    let least = if separator == ',' { 3 } else { 2 };
    let count = cells.clone().count();
    let titles = ["", "#", "nr", "no", "zug", "züge", "move", "moves"];
    let sides = ["weiß", "weiss", "white", "schwarz", "black"];
    let is_side = |cell: &str| sides.contains(&cell.to_lowercase().as_str());
    let has_side = cells.clone().any(is_side);
    (least..=8).contains(&count)
        && has_side
        && cells.all(|cell| is_side(cell) || titles.contains(&cell.to_lowercase().as_str()))
}

/// Does a game begin at the token with this index? In the middle of a line only a longer line of moves counts.
pub(super) fn opens(
    text: &str,
    tokens: &[Token],
    at: usize,
    start: &Position,
    letters: &[&'static Letters],
    needs_line_start: bool,
) -> bool {
    letters.iter().any(|letters| begins(text, tokens, at, start, letters, needs_line_start))
}

fn begins(
    text: &str,
    tokens: &[Token],
    at: usize,
    start: &Position,
    letters: &Letters,
    needs_line_start: bool,
) -> bool {
    let Some(token) = tokens.get(at) else { return false };
    let needed = match token.kind {
        Kind::Number { value, dots } => {
            let is_first = value.saturating_sub(1).saturating_mul(2) + u32::from(dots > 1) == start.ply();
            let is_placed = token.is_line_start || !needs_line_start;
            // `Partie 1` above `1. e4`: the second number is the one of the move.
            let is_title = matches!(tokens.get(at + 1), Some(Token { kind: Kind::Number { .. }, .. }));
            if !is_first || value == 0 || is_title {
                return false;
            }
            if is_placed { 1 } else { 3 }
        }
        Kind::Move if token.is_line_start && token.is_pure => 2,
        _ => return false,
    };
    let mut position = start.clone();
    let (mut made, mut index) = (0, at);
    let mut words = tokens.iter().skip(at);
    while made < needed {
        let Some(token) = words.next() else { return false };
        if index > at && token.words_before || index > at + 8 {
            return false;
        }
        index += 1;
        match token.kind {
            Kind::Move => match find(text, token, &position, letters) {
                Some(found) => position.play(found.resolved.mv),
                None => return false,
            },
            Kind::Number { .. } | Kind::Nag(_) | Kind::Sign(_) => continue,
            _ => return false,
        }
        made += 1;
    }
    true
}
