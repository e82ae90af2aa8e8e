//! The small parts of JSON text, appended to a string without a detour: strings, numbers, position keys.

use super::written::Written;

/// Appends a string in quotes, escaped as RFC 8259 asks and no further.
pub(super) fn push_string(text: &str, out: &mut String) {
    out.push('"');
    push_escaped(text, out);
    out.push('"');
}

/// Appends an object of strings, its braces included.
pub(super) fn push_strings<'t>(pairs: impl Iterator<Item = (&'t str, &'t str)>, out: &mut String) {
    out.push('{');
    for (index, (name, value)) in pairs.enumerate() {
        if index > 0 {
            out.push(',');
        }
        push_string(name, out);
        out.push(':');
        push_string(value, out);
    }
    out.push('}');
}

/// Begins an object with where a game comes from, up to its id.
pub(super) fn push_origin(file: &str, number: u64, line: u64, out: &mut Written) {
    out.text.push_str("{\"file\":");
    push_string(file, &mut out.text);
    out.text.push_str(",\"game\":");
    out.number(number);
    out.text.push_str(",\"line\":");
    out.line(line);
    out.text.push_str(",\"id\":\"");
    push_escaped(file, &mut out.text);
    out.text.push('#');
    out.number(number);
    out.text.push('"');
}

/// Appends the inside of a string.
pub(super) fn push_escaped(text: &str, out: &mut String) {
    // Hardly any text has something to escape; without a way out of the loop sixteen bytes are looked at together.
    let has_signs =
        text.bytes().fold(0, |found, byte| found | u8::from(byte < 0x20 || byte == b'"' || byte == b'\\'));
    if has_signs == 0 {
        out.push_str(text);
        return;
    }
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| byte < 0x20 || matches!(byte, b'"' | b'\\')) {
        let (plain, tail) = rest.split_at(at);
        out.push_str(plain);
        let mut chars = tail.chars();
        match chars.next() {
            Some('\n') => out.push_str("\\n"),
            Some('\r') => out.push_str("\\r"),
            Some('\t') => out.push_str("\\t"),
            Some(sign @ ('"' | '\\')) => out.extend(['\\', sign]),
            Some(control) => {
                out.push_str("\\u00");
                out.extend([hex(u64::from(control) >> 4), hex(u64::from(control))]);
            }
            None => {}
        }
        rest = chars.as_str();
    }
    out.push_str(rest);
}

/// Appends a number in decimal.
pub(super) fn push_number(number: u64, out: &mut String) {
    if number < 10 {
        out.push(char::from(b'0' + number as u8));
        return;
    }
    let mut digits = [b'0'; 20];
    let mut rest = number;
    let mut length = 0;
    for digit in digits.iter_mut().rev() {
        *digit = b'0' + (rest % 10) as u8;
        rest /= 10;
        length += 1;
        if rest == 0 {
            break;
        }
    }
    let written = digits.get(digits.len() - length..).unwrap_or_default();
    out.push_str(std::str::from_utf8(written).unwrap_or_default());
}

/// Appends a position key as 16 hexadecimal digits.
pub(super) fn push_key(key: u64, out: &mut String) {
    let mut digits = [0u8; 16];
    for (index, digit) in digits.iter_mut().enumerate() {
        *digit = hex(key >> (60 - 4 * index)) as u8;
    }
    out.push_str(std::str::from_utf8(&digits).unwrap_or_default());
}

/// The digit of the lowest four bits.
fn hex(bits: u64) -> char {
    let value = (bits & 15) as u8;
    char::from(if value < 10 { b'0' + value } else { b'a' + value - 10 })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_string_is_read_back_by_serde(text in any::<String>()) {
            let mut out = String::new();
            push_string(&text, &mut out);
            prop_assert_eq!(serde_json::from_str::<String>(&out).expect("JSON"), text);
        }

        #[test]
        fn numbers_and_keys_are_those_of_the_standard_library(number in any::<u64>(), shift in 0u32..64) {
            let number = number >> shift;
            let mut out = String::new();
            push_number(number, &mut out);
            out.push(' ');
            push_key(number, &mut out);
            prop_assert_eq!(out, format!("{number} {number:016x}"));
        }
    }

    #[test]
    fn control_characters_are_escaped() {
        let mut out = String::new();
        push_string("a\"b\\c\n\r\t\u{1}\u{1f}\u{7f}ü", &mut out);
        assert_eq!(out, "\"a\\\"b\\\\c\\n\\r\\t\\u0001\\u001f\u{7f}ü\"");
    }
}
