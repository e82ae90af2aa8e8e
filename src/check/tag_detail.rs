//! What findings about tag pairs say, in English and German.

use super::lang::UiLang;
use super::tag_values::{EloFault, TimeControlReading};
use crate::pgn::date::DateReading;
use crate::pgn::known_tag::KnownTag;

/// The facts behind a finding about a tag pair. Values and names are as in the file, decoded.
#[derive(Clone, PartialEq, Debug)]
pub enum TagDetail {
    /// The game has no tags.
    NoTags,
    /// Tags of the Seven Tag Roster are missing; not empty.
    MissingRoster(Vec<MissingTag>),
    /// A name is there again.
    Duplicate {
        /// The name.
        name: String,
        /// Has the earlier one the same value?
        same_value: bool,
    },
    /// The pair is not written as it should be.
    Malformed {
        /// The name.
        name: String,
        /// In what way.
        fault: PairFault,
    },
    /// Quotes inside the value lack the backslash.
    UnescapedQuote {
        /// The name.
        name: String,
    },
    /// The closing quote is missing.
    UnclosedString {
        /// The name.
        name: String,
    },
    /// Characters that no tag name has.
    BadName {
        /// The name.
        name: String,
    },
    /// A German name for a roster tag.
    ForeignName {
        /// The name.
        name: String,
        /// The tag it stands for.
        means: KnownTag,
    },
    /// A date that is not in the export form.
    Date {
        /// Which date.
        tag: KnownTag,
        /// The value.
        value: String,
        /// How it was read; not [`DateReading::Export`].
        reading: DateReading,
    },
    /// Not a result.
    ResultTag {
        /// The value.
        value: String,
    },
    /// Not an opening code.
    Eco {
        /// The value.
        value: String,
    },
    /// Not a rating.
    Elo {
        /// Whose.
        tag: KnownTag,
        /// The value.
        value: String,
        /// In what way.
        fault: EloFault,
    },
    /// Not a time of day.
    Time {
        /// Which time.
        tag: KnownTag,
        /// The value.
        value: String,
    },
    /// Not a time control, or a doubtful one.
    TimeControl {
        /// The value.
        value: String,
        /// How it was read; neither export form nor common.
        reading: TimeControlReading,
    },
    /// PlyCount is no number, or not the number of half-moves.
    PlyCount {
        /// The value.
        value: String,
        /// Half-moves of the main line.
        plies: u32,
    },
    /// A control byte in the value.
    Control {
        /// The name.
        name: String,
        /// The byte.
        byte: u8,
    },
    /// Values that are not UTF-8.
    Encoding {
        /// Name of the first such tag.
        name: String,
        /// How many more there are in this game.
        more: usize,
    },
    /// SetUp and FEN do not go together.
    SetUp(SetUpFault),
    /// Not the export format (strict only).
    Export(ExportFault),
    /// The FEN cannot be used.
    BadFen(Bilingual),
    /// The FEN tag is empty.
    EmptyFen,
    /// The FEN was used after a repair.
    RepairedFen(Bilingual),
    /// Variant and start position do not go together.
    VariantConflict {
        /// The value of Variant; empty if there is none.
        variant: String,
        /// In what way.
        fault: VariantFault,
    },
    /// Not chess, or not a variant we know.
    UnknownVariant {
        /// The value of Variant.
        variant: String,
    },
    /// A Chess960 start without `[Variant "Chess960"]`.
    Chess960WithoutVariant,
}

/// A roster tag that is missing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MissingTag {
    /// The tag.
    pub tag: KnownTag,
    /// A tag of this game whose name differs in upper and lower case only.
    pub look_alike: Option<String>,
}

/// How a pair is malformed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PairFault {
    /// No `]`.
    MissingBracket,
    /// No quotes, or only one, round the value.
    MissingQuotes,
    /// The backslash before the last quote would escape it.
    BackslashAtEnd,
}

/// How SetUp and FEN disagree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetUpFault {
    /// `SetUp "1"` and no FEN.
    WithoutFen,
    /// `SetUp "0"` and a FEN.
    ZeroWithFen,
    /// SetUp is neither `0` nor `1`.
    BadValue(String),
    /// The name is spelt differently.
    Misspelt {
        /// As it stands there.
        found: String,
        /// As it should be.
        tag: KnownTag,
    },
}

/// How Variant and the start position disagree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VariantFault {
    /// Variant says classic chess, the castling rights of the FEN are possible in Chess960 only.
    ClassicButChess960Fen,
    /// Variant says Chess960, but no FEN tells the start position; the classic one was taken.
    Chess960WithoutFen,
}

/// What in a tag section is not the export format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExportFault {
    /// The roster is not at the front, or not in its order.
    RosterOrder {
        /// The first tag out of place.
        name: String,
    },
    /// The other tags are not in ASCII order.
    TagOrder {
        /// The first tag out of place.
        name: String,
        /// The tag before it.
        before: String,
    },
    /// Not one pair a line, or not exactly `[Name "value"]`.
    Layout,
    /// A backslash that is not written as `\\`.
    Backslash,
    /// A tab in the value.
    Tab,
    /// FEN without `SetUp "1"`.
    FenWithoutSetUp,
    /// A time control with fractions, or with moves and increment.
    TimeControl,
    /// Not exactly one empty line behind the tags.
    EmptyLine,
}

/// A part of a sentence that somebody else wrote, in both languages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bilingual {
    en: String,
    de: String,
}

impl Bilingual {
    /// Asks for the text in each language.
    pub fn new(text: impl Fn(UiLang) -> String) -> Bilingual {
        Bilingual { en: text(UiLang::En), de: text(UiLang::De) }
    }

    fn text(&self, lang: UiLang) -> &str {
        lang.pick(&self.en, &self.de)
    }
}

impl TagDetail {
    /// The sentence for people, without a full stop at the end.
    pub fn message(&self, lang: UiLang) -> String {
        match lang {
            UiLang::En => self.english(),
            UiLang::De => self.german(),
        }
    }

    fn english(&self) -> String {
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

    fn german(&self) -> String {
        match self {
            TagDetail::NoTags => "die Partie hat keine Tags; wer sie wo und wann gespielt hat, bleibt unbekannt".into(),
            TagDetail::MissingRoster(missing) => {
                let list = missing.iter().map(|m| match &m.look_alike {
                    Some(found) => format!("{} (vorhanden ist „{found}“, doch Groß- und Kleinschreibung zählt)", m.tag.name()),
                    None => m.tag.name().to_string(),
                });
                format!("von den sieben Pflicht-Tags fehlen: {}", join(list))
            }
            TagDetail::Duplicate { name, same_value: true } => {
                format!("das Tag {name} steht zweimal da, mit demselben Wert")
            }
            TagDetail::Duplicate { name, same_value: false } => {
                format!("das Tag {name} steht mit verschiedenen Werten zweimal da; der letzte gilt")
            }
            TagDetail::Malformed { name, fault: PairFault::MissingBracket } => {
                format!("dem Tag {name} fehlt die schließende Klammer „]“")
            }
            TagDetail::Malformed { name, fault: PairFault::MissingQuotes } => {
                format!("der Wert des Tags {name} muss in Anführungszeichen stehen")
            }
            TagDetail::Malformed { name, fault: PairFault::BackslashAtEnd } => format!(
                "der Backslash am Ende des Tags {name} muss verdoppelt werden, sonst nimmt er dem Anführungszeichen die Wirkung"
            ),
            TagDetail::UnescapedQuote { name } => {
                format!("ein Anführungszeichen im Wert des Tags {name} wird als \\\" geschrieben")
            }
            TagDetail::UnclosedString { name } => format!(
                "dem Wert des Tags {name} fehlt das schließende Anführungszeichen; gelesen wurde bis zum Zeilenende"
            ),
            TagDetail::BadName { name } => {
                format!("„{name}“ ist kein Tag-Name: erlaubt sind nur Buchstaben (ohne Umlaute), Ziffern und Unterstriche")
            }
            TagDetail::ForeignName { name, means } => {
                format!("„{name}“ ist der deutsche Name eines Tags, das in PGN {} heißt", means.name())
            }
            TagDetail::Date { tag, value, reading } => german_date(tag.name(), value, *reading),
            TagDetail::ResultTag { value } if value.is_empty() => {
                "das Tag Result ist leer; ein unbekanntes oder offenes Ergebnis ist „*“".into()
            }
            TagDetail::ResultTag { value } => {
                format!("„{value}“ ist kein Ergebnis; PGN kennt 1-0, 0-1, 1/2-1/2 und *")
            }
            TagDetail::Eco { value } if value.is_empty() => {
                "das Tag ECO ist leer; man lässt es weg oder schreibt „?“".into()
            }
            TagDetail::Eco { value } => format!(
                "„{value}“ ist kein Eröffnungscode: ein ECO-Code ist ein Buchstabe von A bis E und zwei Ziffern, etwa B53"
            ),
            TagDetail::Elo { tag, fault: EloFault::Empty, .. } => {
                format!("{} ist leer; eine unbekannte Wertungszahl ist „?“, keine ist „-“", tag.name())
            }
            TagDetail::Elo { tag, value, fault: EloFault::Implausible } => {
                format!("eine Wertungszahl von {value}, wie sie in {} steht, hat niemand", tag.name())
            }
            TagDetail::Elo { tag, value, fault: EloFault::NotANumber } => {
                format!("{} muss eine Zahl, „-“ oder „?“ sein, nicht „{value}“", tag.name())
            }
            TagDetail::Time { tag, value } => {
                format!("{} muss eine Uhrzeit wie 19:30:00 sein, nicht „{value}“", tag.name())
            }
            TagDetail::TimeControl { value, reading } => german_time_control(value, reading),
            TagDetail::PlyCount { value, plies } => {
                format!("PlyCount sagt „{value}“, die Partie hat aber {plies} Halbzüge")
            }
            TagDetail::Control { name, byte } => {
                format!("der Wert des Tags {name} enthält das Steuerzeichen 0x{byte:02X}")
            }
            TagDetail::Encoding { name, more } => {
                let others = match more {
                    0 => String::new(),
                    1 => " und der eines weiteren".into(),
                    n => format!(" und der von {n} weiteren"),
                };
                format!("der Wert des Tags {name}{others} ist kein UTF-8; gelesen wurde Windows-1252")
            }
            TagDetail::SetUp(fault) => match fault {
                SetUpFault::WithoutFen => {
                    "SetUp „1“ kündigt eine Ausgangsstellung an, doch das Tag FEN fehlt; gespielt wird aus der Grundstellung".into()
                }
                SetUpFault::ZeroWithFen => {
                    "SetUp „0“ bedeutet die Grundstellung, doch es gibt ein Tag FEN; die FEN gilt".into()
                }
                SetUpFault::BadValue(value) => format!("SetUp muss „0“ oder „1“ sein, nicht „{value}“"),
                SetUpFault::Misspelt { found, tag } => {
                    format!("das Tag „{found}“ wird nicht beachtet; richtig geschrieben heißt es {}", tag.name())
                }
            },
            TagDetail::Export(fault) => match fault {
                ExportFault::RosterOrder { name } => format!(
                    "das Tag {name} steht am falschen Platz: zuerst kommen Event, Site, Date, Round, White, Black, Result"
                ),
                ExportFault::TagOrder { name, before } => {
                    format!("das Tag {name} gehört vor {before}: nach den Pflicht-Tags gilt die ASCII-Reihenfolge")
                }
                ExportFault::Layout => "ein Tag steht allein auf einer Zeile, in der Form [Name \"Wert\"]".into(),
                ExportFault::Backslash => "ein Backslash in einem Tag-Wert wird als \\\\ geschrieben".into(),
                ExportFault::Tab => "ein Tabulator gehört nicht in einen Tag-Wert".into(),
                ExportFault::FenWithoutSetUp => "zum Tag FEN gehört das Tag SetUp „1“".into(),
                ExportFault::TimeControl => "diese Bedenkzeit ist üblich, aber keine Form des Standards".into(),
                ExportFault::EmptyLine => "zwischen Tags und Zügen steht genau eine leere Zeile".into(),
            },
            TagDetail::BadFen(text) => format!("die FEN ist unbrauchbar: {}", text.text(UiLang::De)),
            TagDetail::EmptyFen => "das Tag FEN ist leer; gespielt wird aus der Grundstellung".into(),
            TagDetail::RepairedFen(text) => format!("die FEN wurde repariert: {}", text.text(UiLang::De)),
            TagDetail::VariantConflict { variant, fault: VariantFault::ClassicButChess960Fen } => {
                format!("Variant sagt „{variant}“, doch die Rochaderechte der FEN gibt es nur im Schach960")
            }
            TagDetail::VariantConflict { variant, fault: VariantFault::Chess960WithoutFen } => format!(
                "Variant sagt „{variant}“, doch keine FEN nennt die Ausgangsstellung; gespielt wird aus der Grundstellung"
            ),
            TagDetail::UnknownVariant { variant } => {
                format!("„{variant}“ ist weder Schach noch Schach960; die Züge lassen sich nicht prüfen")
            }
            TagDetail::Chess960WithoutVariant => {
                "die Partie beginnt mit einer Stellung des Schach960, doch das Tag Variant „Chess960“ fehlt".into()
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
        DateReading::Impossible(_) => format!("there is no such day as {tag} \"{value}\""),
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

fn german_date(tag: &str, value: &str, reading: DateReading) -> String {
    match reading {
        DateReading::Empty => format!("{tag} ist leer; ein unbekanntes Datum ist ????.??.??"),
        DateReading::Export(date) | DateReading::Lax(date) => {
            format!("{tag} „{value}“ muss {date} geschrieben werden")
        }
        DateReading::Impossible(_) => format!("den Tag „{value}“ in {tag} gibt es nicht"),
        DateReading::Undecided { year, first, second } => format!(
            "{tag} „{value}“ kann {year:04}.{first:02}.{second:02} oder {year:04}.{second:02}.{first:02} bedeuten; eines davon muss dastehen"
        ),
        DateReading::ShortYear => {
            format!("{tag} „{value}“ lässt das Jahrhundert offen; das Jahr braucht vier Ziffern")
        }
        DateReading::Unreadable => {
            format!("{tag} „{value}“ ist kein Datum; die Form ist JJJJ.MM.TT, mit ?? für Unbekanntes")
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

fn german_time_control(value: &str, reading: &TimeControlReading) -> String {
    match reading {
        TimeControlReading::Empty => {
            "TimeControl ist leer; eine unbekannte Bedenkzeit ist „?“, keine ist „-“".into()
        }
        TimeControlReading::LooksLikeMinutes { base, increment } => {
            let minutes = in_minutes(*base, *increment);
            format!(
                "TimeControl „{value}“ bedeutet {base} Sekunden für die Partie; Minuten schreibt man {minutes}"
            )
        }
        TimeControlReading::Words(canonical) => {
            format!("TimeControl „{value}“ muss {canonical} geschrieben werden")
        }
        TimeControlReading::Export | TimeControlReading::Common | TimeControlReading::Unreadable => format!(
            "TimeControl „{value}“ ist nicht zu verstehen; die Form sind Sekunden, etwa 40/7200:3600 oder 300+3"
        ),
    }
}

fn in_minutes(base: u32, increment: u32) -> String {
    match (base.saturating_mul(60), increment) {
        (base, 0) => base.to_string(),
        (base, increment) => format!("{base}+{increment}"),
    }
}

fn join(list: impl Iterator<Item = String>) -> String {
    list.collect::<Vec<_>>().join(", ")
}
