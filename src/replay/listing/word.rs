//! Words as moves: whether a word is one where it stands, and whether a game begins with it.

use super::mend::{Reading, reading};
use super::scan::{Kind, Token};
use crate::chess::{Move, Position};
use crate::notation::{Language, Letters, ParsedMove, Remarks, Resolved, parse, resolve};

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

/// Text outside moves, as it is kept; `None` if nothing but layout is there: blanks, the commas, semicolons and
/// strokes between columns, emphasis of Markdown, rules (`-----`), separators of tables (`|---|:-:|`), the full stop
/// of a sentence that ends with the move before, and dots that stand for a move of the other side.
pub(super) fn prose(text: &str) -> Option<String> {
    let trimmed = text.trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|' | '\u{FEFF}'));
    let trimmed = trimmed.strip_prefix(". ").unwrap_or(trimmed);
    let lines =
        trimmed.split(['\n', '\r']).map(str::trim).filter(|line| !is_layout(line) && !is_table_frame(line));
    let text = lines.collect::<Vec<_>>().join(" ");
    text.contains(|c| c != '.').then_some(text)
}

/// Does this line only set things apart?
pub(super) fn is_layout(line: &str) -> bool {
    let mut signs = line.chars().filter(|c| !c.is_whitespace());
    let Some(first) = signs.clone().next() else { return true };
    let is_rule = matches!(first, '-' | '=' | '_' | '*' | '~' | '+')
        && signs.clone().count() >= 3
        && signs.clone().all(|c| matches!(c, '-' | '=' | '_' | '*' | '~' | '+' | '|' | ':'));
    let is_table = line.contains('|') && signs.clone().all(|c| matches!(c, '-' | '=' | ':' | '|' | '+'));
    is_rule || is_table || signs.all(|c| matches!(c, ',' | ';' | '|' | '*' | '_'))
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
    letters.iter().any(|letters| {
        let opening = Opening { text, tokens, letters, mends: false };
        opening.begins(at, start, needs_line_start)
    })
}

/// The same where damaged words are read as moves; two moves more have to fit behind each.
pub(super) fn opens_damaged(
    text: &str,
    tokens: &[Token],
    at: usize,
    start: &Position,
    letters: &'static Letters,
) -> bool {
    Opening { text, tokens, letters, mends: true }.begins(at, start, true)
}

/// A start position that was given as a list of pieces knows no move number: the first numbered move that can be made
/// in it says which move is due.
pub(super) fn number_start(text: &str, tokens: &[Token], start: &mut Position) {
    if start.fullmove_number() != 1 {
        return;
    }
    let is_legal = |word: &Token| {
        let mut letters = Language::ALL.into_iter().map(Letters::of);
        letters.any(|letters| find(text, word, start, letters).is_some())
    };
    let number = tokens.windows(2).find_map(|pair| match pair {
        [Token { kind: Kind::Number { value, .. }, .. }, word] if word.kind == Kind::Move => {
            is_legal(word).then_some(*value)
        }
        _ => None,
    });
    if let Some(number) = number {
        start.set_fullmove_number(number);
    }
}

/// So many tokens are looked at to see whether a game begins.
pub(super) const MOST_TOKENS: usize = 8;

struct Opening<'t> {
    text: &'t str,
    tokens: &'t [Token],
    letters: &'t Letters,
    mends: bool,
}

impl Opening<'_> {
    fn begins(&self, at: usize, start: &Position, needs_line_start: bool) -> bool {
        let Some(token) = self.tokens.get(at) else { return false };
        let mut needed = match token.kind {
            Kind::Number { value, dots } => {
                let is_first = value.saturating_sub(1).saturating_mul(2) + u32::from(dots > 1) == start.ply();
                let is_placed = token.is_line_start || !needs_line_start;
                // `Partie 1` above `1. e4`: the second number is the one of the move.
                let is_title =
                    matches!(self.tokens.get(at + 1), Some(Token { kind: Kind::Number { .. }, .. }));
                if !is_first || value == 0 || is_title {
                    return false;
                }
                if is_placed { 1 } else { 3 }
            }
            Kind::Move if token.is_line_start && token.is_pure => 2,
            _ => return false,
        };
        let mut position = start.clone();
        let (mut made, mut index, mut end) = (0, at, token.start);
        let mut is_clear = true;
        while made < needed {
            let Some(token) = self.tokens.get(index) else { return false };
            let is_inside = token.start < end;
            if !is_inside && (!is_clear && token.words_before || index > at + MOST_TOKENS) {
                return false;
            }
            index += 1;
            if is_inside {
                continue;
            }
            is_clear = false;
            match token.kind {
                Kind::Move | Kind::Damaged(_) => match self.find(token, &position) {
                    Some(mv) => position.play(mv),
                    None => match self.mend(token, &position) {
                        Some((mv, behind)) => {
                            position.play(mv);
                            (end, is_clear) = (behind, true);
                            needed += 2;
                        }
                        None => return false,
                    },
                },
                Kind::Number { .. } | Kind::Nag(_) | Kind::Sign(_) => continue,
                _ => return false,
            }
            made += 1;
        }
        true
    }

    fn find(&self, token: &Token, position: &Position) -> Option<Move> {
        if matches!(token.kind, Kind::Damaged(_)) {
            return None;
        }
        find(self.text, token, position, self.letters).map(|found| found.resolved.mv)
    }

    fn mend(&self, token: &Token, position: &Position) -> Option<(Move, usize)> {
        if !self.mends {
            return None;
        }
        match reading(self.text, token, position, self.letters) {
            Reading::One { repaired, end } => Some((repaired.mv, end)),
            Reading::Several { .. } | Reading::Nothing => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_layout_is_left_out() {
        for layout in [
            "",
            " , ",
            ";",
            "\n-----\n",
            "|---|:-:|\n",
            "| --- | --- |",
            "***",
            "* * *",
            "+----+",
            "**",
            ". ",
            "...",
        ] {
            assert_eq!(prose(layout), None, "{layout}");
        }
        for (text, kept) in [
            (" - ", "-"),
            (":", ":"),
            ("– –", "– –"),
            ("?!", "?!"),
            (". Gut.", "Gut."),
            ("-----\n:\n", ":"),
            ("a\r\nb", "a b"),
        ] {
            assert_eq!(prose(text).as_deref(), Some(kept), "{text}");
        }
    }
}
