//! What findings about tag pairs say in German.

use super::lang::UiLang;
use super::tag_detail::{ExportFault, PairFault, SetUpFault, TagDetail, VariantFault, in_minutes, join};
use super::tag_values::{EloFault, TimeControlReading};
use crate::pgn::date::DateReading;

impl TagDetail {
    /// The sentence in German.
    pub(super) fn german(&self) -> String {
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

fn german_date(tag: &str, value: &str, reading: DateReading) -> String {
    match reading {
        DateReading::Empty => format!("{tag} ist leer; ein unbekanntes Datum ist ????.??.??"),
        DateReading::Export(date) | DateReading::Lax(date) => {
            format!("{tag} „{value}“ muss {date} geschrieben werden")
        }
        DateReading::Impossible(_) => format!("{tag} „{value}“ ist kein Tag des Kalenders"),
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

fn german_time_control(value: &str, reading: &TimeControlReading) -> String {
    match reading {
        TimeControlReading::Empty => {
            "TimeControl ist leer; eine unbekannte Bedenkzeit ist „?“, keine ist „-“".into()
        }
        TimeControlReading::LooksLikeMinutes { base, increment } => {
            let minutes = in_minutes(*base, *increment);
            format!(
                "TimeControl „{value}“ bedeutet {base} Sekunden für die Partie; Minuten schreibt man so: {minutes}"
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
