//! The operations behind the four fields of an EPD line: `bm Kd2; id "BK.01"; c0 "a ; in quotes";`.

/// One operation: its opcode and its operands as they stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operation<'t> {
    /// Letters, digits and underscores, a letter first.
    pub opcode: &'t str,
    /// What stands between opcode and semicolon, without blanks at the ends.
    pub operand: &'t str,
}

impl<'t> Operation<'t> {
    /// The operand without the quotes round it.
    pub fn text(&self) -> &'t str {
        let inside = self.operand.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        inside.unwrap_or(self.operand)
    }
}

/// Takes operations apart; `None` if the text is something else.
///
/// Semicolons may stand before the operations instead of behind them (`;D1 20 ;D2 400`, as in lists of perft counts);
/// without any the text is none.
pub fn operations<'t>(text: &'t str) -> Option<Vec<Operation<'t>>> {
    let text = text.trim();
    if !text.starts_with(';') && !text.ends_with(';') {
        return None;
    }
    let mut found = Vec::new();
    let (mut start, mut quoted) = (0, false);
    let mut take = |part: &'t str| -> Option<()> {
        let part = part.trim();
        let len = part.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
        let (opcode, operand) = part.split_at_checked(len)?;
        let is_apart = operand.is_empty() || operand.starts_with([' ', '\t']);
        if !part.is_empty() {
            if !opcode.starts_with(|c: char| c.is_ascii_alphabetic()) || !is_apart {
                return None;
            }
            found.push(Operation { opcode, operand: operand.trim() });
        }
        Some(())
    };
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b';' if !quoted => {
                take(text.get(start..at)?)?;
                start = at + 1;
            }
            _ => {}
        }
    }
    take(text.get(start..)?)?;
    if quoted || found.is_empty() { None } else { Some(found) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Option<String> {
        let shown = |op: &Operation<'_>| format!("{}={}", op.opcode, op.text());
        operations(text).map(|ops| ops.iter().map(shown).collect::<Vec<_>>().join("|"))
    }

    #[test]
    fn operations_end_at_semicolons_outside_of_quotes() {
        let text = "bm Kd2 Ke2;  id \"a; b\"; noop;";
        assert_eq!(shown(text).as_deref(), Some("bm=Kd2 Ke2|id=a; b|noop="));
        assert_eq!(shown(";D1 20 ;D2 400").as_deref(), Some("D1=20|D2=400"));
    }

    #[test]
    fn prose_is_no_operation() {
        for text in ["", ";", "a good move", "bm Kd2", "id \"open;", "e4!;", "1. e4;", "Müller;"] {
            assert_eq!(operations(text), None, "{text}");
        }
    }
}
