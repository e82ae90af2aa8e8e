//! Text of other people made safe and readable for a terminal.

use std::borrow::Cow;

/// Bytes of a PGN file as text: UTF-8, else Windows-1252.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes).0,
    }
}

/// Is this a character that shows nothing, or that changes how others are shown: control, bidirectional,
/// zero-width?
pub fn is_treacherous(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}')
}

/// Appends the text with such characters written out (`\x00`, `\u{202E}`); a tab becomes a blank.
pub fn escape_into(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '\t' => out.push(' '),
            c if !is_treacherous(c) => out.push(c),
            c if c.is_ascii() => out.push_str(&format!("\\x{:02X}", u32::from(c))),
            c => out.push_str(&format!("\\u{{{:X}}}", u32::from(c))),
        }
    }
}

/// The text with such characters written out.
pub fn escape(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_treacherous) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    escape_into(&mut out, text);
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn treacherous_characters_are_written_out() {
        assert_eq!(escape("a\x1b[31m\u{202E}b\tc\u{200B}"), "a\\x1B[31m\\u{202E}b c\\u{200B}");
        assert_eq!(escape("Müller ♔\u{FE0E}"), "Müller ♔\u{FE0E}");
    }

    #[test]
    fn bytes_are_utf8_or_else_windows_1252() {
        assert_eq!(decode("Müller".as_bytes()), "Müller");
        assert_eq!(decode(b"M\xFCller \x84"), "Müller \u{201E}");
    }
}
