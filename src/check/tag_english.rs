//! What findings about tag pairs say in English.

use super::lang::UiLang;
use super::tag_detail::{ExportFault, PairFault, SetUpFault, TagDetail, VariantFault, in_minutes, join};
use super::tag_values::{EloFault, TimeControlReading};
use crate::pgn::date::DateReading;

impl TagDetail {
    /// The sentence in English.
    pub(super) fn english(&self) -> String {
        match self {
            TagDetail::NoTags => "the game has no tags, so nobody knows who played it, where and when".into(),
            TagDetail::MissingRoster(missing) => {
                let list = missing.iter().map(|m| match &m.look_alike {
                    Some(found) => format!("{} (there is \"{found}\", but names are case-sensitive)", m.tag.name()),
                    None => m.tag.name().to_string(),
                });
                format!("of the Seven Tag Roster these are missing: {}", join(list))
            }
            TagDetail::Duplicate { name, same_value: true } => {
                format!("the tag {name} is there twice, with the same value")
            }
            TagDetail::Duplicate { name, same_value: false } => {
                format!("the tag {name} is there twice with different values; the last one counts")
            }
            TagDetail::Malformed { name, fault: PairFault::MissingBracket } => {
                format!("the tag {name} lacks its closing bracket \"]\"")
            }
            TagDetail::Malformed { name, fault: PairFault::MissingQuotes } => {
                format!("the value of the tag {name} must stand in quotes")
            }
            TagDetail::Malformed { name, fault: PairFault::BackslashAtEnd } => {
                format!("the backslash at the end of the tag {name} must be doubled, or it takes the quote away")
            }
            TagDetail::UnescapedQuote { name } => {
                format!("a quote inside the value of the tag {name} must be written as \\\"")
            }
            TagDetail::UnclosedString { name } => {
                format!("the value of the tag {name} has no closing quote; it was read up to the end of the line")
            }
            TagDetail::BadName { name } => {
                format!("\"{name}\" is no tag name: only letters, digits and underscores are allowed")
            }
            TagDetail::ForeignName { name, means } => {
                format!("\"{name}\" is the German name of a tag that PGN calls {}", means.name())
            }
            TagDetail::Date { tag, value, reading } => english_date(tag.name(), value, *reading),
            TagDetail::ResultTag { value } if value.is_empty() => {
                "the Result tag is empty; an unknown or unfinished result is \"*\"".into()
            }
            TagDetail::ResultTag { value } => {
                format!("\"{value}\" is no result; PGN knows 1-0, 0-1, 1/2-1/2 and *")
            }
            TagDetail::Eco { value } if value.is_empty() => "the ECO tag is empty; leave it out, or write \"?\"".into(),
            TagDetail::Eco { value } => {
                format!("\"{value}\" is no opening code: an ECO code is a letter from A to E and two digits, such as B53")
            }
            TagDetail::Elo { tag, fault: EloFault::Empty, .. } => {
                format!("{} is empty; an unknown rating is \"?\", a player without one \"-\"", tag.name())
            }
            TagDetail::Elo { tag, value, fault: EloFault::Implausible } => {
                format!("nobody has a rating of {value}, as {} says", tag.name())
            }
            TagDetail::Elo { tag, value, fault: EloFault::NotANumber } => {
                format!("{} must be a number, \"-\" or \"?\", not \"{value}\"", tag.name())
            }
            TagDetail::Time { tag, value } => {
                format!("{} must be a time of day such as 19:30:00, not \"{value}\"", tag.name())
            }
            TagDetail::TimeControl { value, reading } => english_time_control(value, reading),
            TagDetail::PlyCount { value, plies } => {
                format!("PlyCount says \"{value}\", but the game has {plies} half-moves")
            }
            TagDetail::Control { name, byte } => {
                format!("the value of the tag {name} holds the control byte 0x{byte:02X}")
            }
            TagDetail::Encoding { name, more } => {
                let others = match more {
                    0 => String::new(),
                    1 => " and of one more tag".into(),
                    n => format!(" and of {n} more tags"),
                };
                format!("the value of the tag {name}{others} is not UTF-8; it was read as Windows-1252")
            }
            TagDetail::SetUp(fault) => match fault {
                SetUpFault::WithoutFen => {
                    "SetUp \"1\" promises a start position, but there is no FEN tag; the classic one was taken".into()
                }
                SetUpFault::ZeroWithFen => {
                    "SetUp \"0\" says the usual start position, but there is a FEN tag; the FEN was taken".into()
                }
                SetUpFault::BadValue(value) => format!("SetUp must be \"0\" or \"1\", not \"{value}\""),
                SetUpFault::Misspelt { found, tag } => {
                    format!("the tag \"{found}\" is not looked at; its name is spelt {}", tag.name())
                }
            },
            TagDetail::Export(fault) => match fault {
                ExportFault::RosterOrder { name } => format!(
                    "the tag {name} is out of place: first come Event, Site, Date, Round, White, Black, Result"
                ),
                ExportFault::TagOrder { name, before } => {
                    format!("the tag {name} must stand before {before}: tags after the roster are in ASCII order")
                }
                ExportFault::Layout => "a tag pair is one line, written as [Name \"value\"]".into(),
                ExportFault::Backslash => "a backslash in a tag value is written as \\\\".into(),
                ExportFault::Tab => "a tab has no place in a tag value".into(),
                ExportFault::FenWithoutSetUp => "a FEN tag needs the tag SetUp \"1\" beside it".into(),
                ExportFault::TimeControl => "this time control is common, but not one of the standard".into(),
                ExportFault::EmptyLine => "exactly one empty line stands between tags and moves".into(),
            },
            TagDetail::BadFen(text) => format!("the FEN cannot be used: {}", text.text(UiLang::En)),
            TagDetail::EmptyFen => "the FEN tag is empty; the usual start position was taken".into(),
            TagDetail::RepairedFen(text) => format!("the FEN was repaired: {}", text.text(UiLang::En)),
            TagDetail::VariantConflict { variant, fault: VariantFault::ClassicButChess960Fen } => {
                format!("Variant says \"{variant}\", but the castling rights of the FEN are possible in Chess960 only")
            }
            TagDetail::VariantConflict { variant, fault: VariantFault::Chess960WithoutFen } => {
                format!("Variant says \"{variant}\", but no FEN tells the start position; the classic one was taken")
            }
            TagDetail::UnknownVariant { variant } => {
                format!("\"{variant}\" is not chess and not Chess960; its moves cannot be checked")
            }
            TagDetail::Chess960WithoutVariant => {
                "the game begins from a Chess960 position, but the tag Variant \"Chess960\" is missing".into()
            }
        }
    }
}

fn english_date(tag: &str, value: &str, reading: DateReading) -> String {
    match reading {
        DateReading::Empty => format!("{tag} is empty; an unknown date is ????.??.??"),
        DateReading::Export(date) | DateReading::Lax(date) => {
            format!("{tag} \"{value}\" must be written as {date}")
        }
        DateReading::Impossible(_) => format!("{tag} \"{value}\" is no day of the calendar"),
        DateReading::Undecided { year, first, second } => format!(
            "{tag} \"{value}\" may mean {year:04}.{first:02}.{second:02} or {year:04}.{second:02}.{first:02}; write one of them"
        ),
        DateReading::ShortYear => {
            format!("{tag} \"{value}\" leaves the century open; write the year with four digits")
        }
        DateReading::Unreadable => {
            format!("{tag} \"{value}\" is no date; write YYYY.MM.DD, with ?? for what is unknown")
        }
    }
}

fn english_time_control(value: &str, reading: &TimeControlReading) -> String {
    match reading {
        TimeControlReading::Empty => {
            "TimeControl is empty; an unknown time control is \"?\", none is \"-\"".into()
        }
        TimeControlReading::LooksLikeMinutes { base, increment } => {
            let minutes = in_minutes(*base, *increment);
            format!("TimeControl \"{value}\" means {base} seconds for the game; for minutes write {minutes}")
        }
        TimeControlReading::Words(canonical) => {
            format!("TimeControl \"{value}\" must be written as {canonical}")
        }
        TimeControlReading::Export | TimeControlReading::Common | TimeControlReading::Unreadable => {
            format!(
                "TimeControl \"{value}\" is not understood; write it in seconds, such as 40/7200:3600 or 300+3"
            )
        }
    }
}
