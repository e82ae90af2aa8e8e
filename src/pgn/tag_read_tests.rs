//! How tag pairs are read, well written or not.
#![cfg(test)]

use super::tag_read::{TagFlags, read_tag};
use super::tags::decode_value;
use proptest::prelude::*;

fn read(text: &str) -> Option<(&str, &str, TagFlags, usize)> {
    let tag = read_tag(text.as_bytes(), 0)?;
    Some((text.get(tag.name)?, text.get(tag.value)?, tag.flags, tag.end))
}

fn check(text: &str, name: &str, value: &str, flags: TagFlags) {
    assert_eq!(read(text).map(|(n, v, f, _)| (n, v, f)), Some((name, value, flags)), "{text}");
}

#[test]
fn clean_pairs_are_clean() {
    check("[White \"Carlsen,M\"]\n", "White", "Carlsen,M", TagFlags::default());
    check("[Black \"[=0040.34h5a4]\"]", "Black", "[=0040.34h5a4]", TagFlags::default());
    check("[Site \"\"]", "Site", "", TagFlags::default());
    check("[Weiß \"Müller\"]", "Weiß", "Müller", TagFlags::NON_ASCII);
}

#[test]
fn escapes_do_not_end_the_value() {
    check(
        r#"[Event "Der \"geschlossene\" Teil"]"#,
        "Event",
        r#"Der \"geschlossene\" Teil"#,
        TagFlags::ESCAPES,
    );
    check(r#"[Site "C:\\schach\\"]"#, "Site", r"C:\\schach\\", TagFlags::ESCAPES);
    assert_eq!(decode_value(br#"Der \"geschlossene\" Teil"#), "Der \"geschlossene\" Teil");
    assert_eq!(decode_value(br"C:\\schach\x\\"), r"C:\schach\x\");
    assert_eq!(decode_value(b"M\xFCller"), "Müller");
}

#[test]
fn a_backslash_before_the_last_quote_may_be_meant_as_itself() {
    let flags = TagFlags::ESCAPES.with(TagFlags::LONE_BACKSLASH);
    check("[Site \"C:\\games\\\"]\n1. e4", "Site", "C:\\games\\", flags);
}

#[test]
fn unescaped_quotes_are_read_up_to_the_bracket() {
    let flags = TagFlags::UNESCAPED_QUOTE;
    check("[Event \"The \"Big\" one\"]", "Event", "The \"Big\" one", flags);
    check("[Event \"\"Big\" one\"]", "Event", "\"Big\" one", flags);
    let (_, value, _, end) = read("[Event \"a \"b\" c\"][Site \"x\"]").unwrap();
    assert_eq!((value, end), ("a \"b\" c", 17));
}

#[test]
fn an_unclosed_value_ends_with_its_line() {
    let flags = TagFlags::UNCLOSED_STRING;
    check("[White \"Carlsen]\n[Black \"x\"]", "White", "Carlsen", flags);
    check("[White \"Carlsen\r[Black \"x\"]", "White", "Carlsen", flags);
    check("[White \"Carlsen] [Black \"x\"]", "White", "Carlsen", flags);
    check("[White \"", "White", "", flags);
}

#[test]
fn missing_brackets_and_quotes_are_read() {
    let bracket = TagFlags::MISSING_BRACKET;
    check("[White \"Carlsen\"\n[Black \"x\"]", "White", "Carlsen", bracket);
    check("[White \"Carlsen\" [Black \"x\"]", "White", "Carlsen", bracket);
    let (_, _, flags, end) = read("[Result \"1-0\" 1. e4 e5\n2. Nf3 1-0").unwrap();
    assert_eq!((flags, end), (bracket, 13));
    check("[White Carlsen]", "White", "Carlsen", TagFlags::MISSING_QUOTES);
    check("[White Carlsen\"]", "White", "Carlsen", TagFlags::MISSING_QUOTES);
}

#[test]
fn blanks_and_line_ends_anywhere_are_odd_layout() {
    for text in ["[ White \"x\"]", "[White  \"x\"]", "[White\n\"x\"\n]", "[White\"x\"]", "[White \"x\" ]"] {
        check(text, "White", "x", TagFlags::ODD_LAYOUT);
    }
    check("[White Elo \"2700\"]", "White Elo", "2700", TagFlags::ODD_LAYOUT);
}

#[test]
fn what_is_no_tag_is_left_alone() {
    for text in
        ["[%clk 0:01]", "[#]", "[a b]", "[", "[]", "[a", "[a ", "[\"x\"]", "x", "", "[%x \"y\"]", "[see]"]
    {
        assert_eq!(read(text), None, "{text}");
    }
}

proptest! {
    #[test]
    fn any_text_is_read_within_its_bounds(text in "[\\[\\]\"\\\\ aW\n\r{}%é]{0,60}") {
        let text = text.as_bytes();
        for at in 0..text.len() {
            if let Some(tag) = read_tag(text, at) {
                prop_assert!(at < tag.name.start && tag.name.end <= tag.value.start);
                prop_assert!(tag.value.start <= tag.value.end && tag.value.end <= tag.end && tag.end <= text.len());
                decode_value(&text[tag.value]);
            }
        }
    }

    #[test]
    fn a_written_value_reads_back(value in "[ -~äß♔]{0,40}") {
        let raw = value.replace('\\', "\\\\").replace('"', "\\\"");
        let text = format!("[White \"{raw}\"]");
        let tag = read_tag(text.as_bytes(), 0).unwrap();
        prop_assert_eq!(tag.end, text.len());
        let odd = TagFlags::UNESCAPED_QUOTE.with(TagFlags::LONE_BACKSLASH).with(TagFlags::ODD_LAYOUT);
        prop_assert!(!tag.flags.has(odd));
        let read = decode_value(&text.as_bytes()[tag.value]).into_owned();
        prop_assert_eq!(read, value);
    }
}

#[test]
fn a_value_may_go_on_over_one_line_end() {
    for text in ["[Site \"Somewhere\non the Earth\"]\n", "[Site \"Somewhere\r\non the Earth\" ]\r\n"] {
        let tag = read_tag(text.as_bytes(), 0).unwrap();
        assert_eq!(
            crate::pgn::tags::decode_value(&text.as_bytes()[tag.value.clone()]),
            "Somewhere on the Earth"
        );
        assert!(tag.flags.has(TagFlags::ODD_LAYOUT) && !tag.flags.has(TagFlags::UNCLOSED_STRING));
    }
    for text in
        ["[Site \"Somewhere\n[Round \"1\"]\n", "[Site \"Somewhere\n\n1. e4 {\"]\n", "[Site \"a\nb\nc\"]"]
    {
        let tag = read_tag(text.as_bytes(), 0).unwrap();
        assert!(tag.flags.has(TagFlags::UNCLOSED_STRING), "{text:?}");
    }
}
