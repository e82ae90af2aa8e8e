//! How values of the arguments of `zug convert` are read.

use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::commands::Split;

pub(super) fn parse_plies(text: &str) -> Result<RangeInclusive<u32>, String> {
    let wrong = || "expected a range such as 1..20, 10.. or ..20, from 1 on".to_owned();
    let (from, to) = text.split_once("..").ok_or_else(wrong)?;
    let read = |text: &str, default| {
        if text.is_empty() { Ok(default) } else { u32::from_str(text).map_err(|_| wrong()) }
    };
    let (from, to) = (read(from, 1)?, read(to, u32::MAX)?);
    if from == 0 || from > to { Err(wrong()) } else { Ok(from..=to) }
}

pub(super) fn parse_numbers(text: &str) -> Result<RangeInclusive<u64>, String> {
    let wrong = || "expected numbers from 1 on, such as 5 or 10-20 or 30-".to_owned();
    let number = |text: &str| u64::from_str(text).ok().filter(|n| *n > 0).ok_or_else(wrong);
    match text.split_once('-') {
        None => number(text).map(|n| n..=n),
        Some((from, "")) => Ok(number(from)?..=u64::MAX),
        Some((from, to)) => {
            let (from, to) = (number(from)?, number(to)?);
            if from > to { Err(wrong()) } else { Ok(from..=to) }
        }
    }
}

pub(super) fn parse_set(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if is_tag_name(name) => Ok((name.to_owned(), value.to_owned())),
        _ => Err("expected TAG=VALUE, the tag of letters, digits and underscores".to_owned()),
    }
}

pub(super) fn parse_tag(text: &str) -> Result<String, String> {
    let wrong = || "expected the name of a tag: letters, digits and underscores".to_owned();
    if is_tag_name(text) { Ok(text.to_owned()) } else { Err(wrong()) }
}

pub(super) fn parse_split(text: &str) -> Result<Split, String> {
    let wrong = || "expected a number from 1 on, tag:NAME or tag:NAME:CHARACTERS".to_owned();
    let Some(tag) = text.strip_prefix("tag:") else {
        let count = u64::from_str(text).ok().filter(|count| *count > 0);
        return count.map(Split::Every).ok_or_else(wrong);
    };
    let (name, chars) = match tag.split_once(':') {
        Some((name, chars)) => {
            (name, Some(usize::from_str(chars).ok().filter(|n| *n > 0).ok_or_else(wrong)?))
        }
        None => (tag, None),
    };
    Ok(Split::Tag { name: parse_tag(name)?, chars })
}

pub(super) fn is_tag_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}
