//! `convert --collate A B`: two score sheets of one game, in words or as NDJSON.

use std::io::Write;
use std::path::Path;

use anyhow::{Context as _, anyhow};
use serde_json::{Value, json};

use super::Outcome;
use super::collection::kind_of;
use crate::check::escape::escape;
use crate::check::game::CheckOptions;
use crate::check::lang::UiLang;
use crate::check::reading_vote::with_language_of_file;
use crate::check::record::{Placed, read_placed};
use crate::chess::Color;
use crate::notation::{MoveFacts, Style};
use crate::pgn::expand::expand;
use crate::pgn::input::{self, Text};
use crate::pgn::source::{SourceKind, SourceOptions};
use crate::pgn::stream::Next;
use crate::replay::collate::{Collation, Reading, ScoreSheet, Support, collate};

/// Score sheets are small; a collection is not meant here.
const LARGEST: usize = 64 << 20;

/// How the comparison is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form {
    pub(super) lang: UiLang,
    pub(super) is_ndjson: bool,
}

/// A file of score sheets.
struct Sheets {
    name: String,
    games: Vec<Placed>,
}

/// Compares the games of two files, the first with the first and so on. The outcome is a failure if any two differ.
pub(super) fn run(
    files: [&Path; 2],
    reading: (SourceOptions, CheckOptions),
    form: Form,
    out: &mut dyn Write,
) -> anyhow::Result<Outcome> {
    let [a, b] = files;
    let (a, b) = (read(a, reading)?, read(b, reading)?);
    let mut outcome = Outcome { failed: a.games.len() != b.games.len(), ..Outcome::default() };
    for (index, (first, second)) in a.games.iter().zip(&b.games).enumerate() {
        let collation = collate(sheet(first), sheet(second));
        outcome.failed |= !collation.is_same();
        let compared = Compared { collation, names: [&a.name, &b.name], game: index + 1 };
        if form.is_ndjson {
            writeln!(out, "{}", compared.json())?;
        } else {
            if index > 0 {
                writeln!(out)?;
            }
            if a.games.len().max(b.games.len()) > 1 {
                writeln!(out, "{} {}", form.lang.pick("Game", "Partie"), index + 1)?;
            }
            compared.write(form.lang, out)?;
        }
    }
    let (more, count) = match a.games.len().cmp(&b.games.len()) {
        std::cmp::Ordering::Greater => (&a, a.games.len() - b.games.len()),
        std::cmp::Ordering::Less => (&b, b.games.len() - a.games.len()),
        std::cmp::Ordering::Equal => return Ok(outcome),
    };
    if !form.is_ndjson {
        let name = escape(&more.name);
        writeln!(
            out,
            "{}",
            form.lang.pick(
                format!("{name} has {count} more, which were compared with nothing"),
                format!("{name} hat {count} mehr, die mit nichts verglichen wurden"),
            )
        )?;
    }
    Ok(outcome)
}

fn read(path: &Path, (sources, check): (SourceOptions, CheckOptions)) -> anyhow::Result<Sheets> {
    let mut found = expand(&[path.to_owned()]).into_iter();
    let (source, None) = (found.next(), found.next()) else {
        return Err(anyhow!("{}: --collate needs one file here", path.display()));
    };
    let source = source.ok_or_else(|| anyhow!("{}: nothing to read", path.display()))??;
    if kind_of(&source) != SourceKind::Pgn {
        return Err(anyhow!("{}: --collate reads score sheets in PGN or movetext", source.name));
    }
    let mut input = input::open(&source, &sources)?;
    let check = with_language_of_file(check, &mut input);
    let mut text = Vec::new();
    match input.into_text(1 << 20)? {
        Text::Whole(whole) => {
            text.extend_from_slice(whole.get(..whole.len().min(LARGEST + 1)).unwrap_or_default())
        }
        Text::Stream(mut blocks) => loop {
            match blocks.next(|| false) {
                Next::Block(block) => text.extend_from_slice(block.text()),
                Next::NotYet => {}
                Next::End(result) => {
                    result?;
                    break;
                }
            }
            if text.len() > LARGEST {
                break;
            }
        },
    }
    if text.len() > LARGEST {
        return Err(anyhow!("{}: too large for a score sheet", source.name));
    }
    let games = read_placed(&text, check);
    if games.is_empty() {
        return Err(anyhow!("no game found")).context(escape(&source.name).into_owned());
    }
    Ok(Sheets { name: source.name, games })
}

fn sheet(placed: &Placed) -> ScoreSheet<'_> {
    ScoreSheet { game: &placed.game, moves: &placed.moves, fault: placed.fault.as_ref() }
}

struct Compared<'a> {
    collation: Collation,
    names: [&'a str; 2],
    game: usize,
}

impl Compared<'_> {
    fn write(&self, lang: UiLang, out: &mut dyn Write) -> anyhow::Result<()> {
        for (name, support) in self.names.iter().zip(&self.collation.support) {
            writeln!(out, "{}: {}", escape(name), supported(support, lang))?;
        }
        if !self.collation.same_start {
            let line = lang
                .pick("They start from different positions.", "Sie beginnen mit verschiedenen Stellungen.");
            writeln!(out, "{line}")?;
            return Ok(());
        }
        let agreed = self.collation.agreed;
        let Some(difference) = &self.collation.difference else {
            let line = if self.collation.is_same() {
                lang.pick("They are the same game.", "Sie sind dieselbe Partie.")
            } else {
                lang.pick(
                    "The moves are the same, the results are not.",
                    "Die Züge sind gleich, die Ergebnisse nicht.",
                )
            };
            writeln!(out, "{line}")?;
            return Ok(());
        };
        let dots = if difference.color == Color::White { "." } else { "..." };
        let plies = plies(agreed, lang);
        let line = match lang {
            UiLang::En => format!("They agree for {plies}, and differ first at {}{dots}", difference.number),
            UiLang::De => {
                format!("Sie stimmen {plies} lang überein; zuerst verschieden: {}{dots}", difference.number)
            }
        };
        writeln!(out, "{line}")?;
        for (name, reading) in self.names.iter().zip(&difference.readings) {
            writeln!(out, "  {}", read_as(name, reading, lang))?;
        }
        self.write_later(lang, out)
    }

    /// Which move goes with what follows it in the other sheet.
    fn write_later(&self, lang: UiLang, out: &mut dyn Write) -> anyhow::Result<()> {
        let [a, b] = self.names;
        let [first, second] = &self.collation.support;
        for (own, other, support) in [(a, b, first), (b, a, second)] {
            let Some(fit) = support.later_with_other.filter(|_| support.later > 0) else { continue };
            let (own, other, later) = (escape(own), escape(other), support.later);
            let line = match lang {
                UiLang::En if fit == later => {
                    format!("With the move of {other}, all {later} later moves of {own} can be played too.")
                }
                UiLang::En => {
                    format!(
                        "With the move of {other}, {fit} of the {later} later moves of {own} can be played."
                    )
                }
                UiLang::De if fit == later => {
                    format!(
                        "Mit dem Zug aus {other} sind auch alle {later} späteren Züge aus {own} spielbar."
                    )
                }
                UiLang::De => {
                    format!(
                        "Mit dem Zug aus {other} sind von den {later} späteren Zügen aus {own} noch {fit} spielbar."
                    )
                }
            };
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    fn json(&self) -> Value {
        let side = |index: usize| {
            let support = self.collation.support.get(index);
            let reading = self.collation.difference.as_ref().and_then(|d| d.readings.get(index));
            let spot = reading.and_then(|reading| reading.spot.as_ref());
            json!({
                "file": self.names.get(index),
                "plies": support.map(|s| s.plies),
                "whole": support.map(|s| s.is_whole),
                "result": support.map(|s| s.result.score()),
                "san": reading.and_then(|reading| reading.mv.as_ref()).map(|mv| written(mv, &Style::PGN)),
                "text": spot.map(|spot| &spot.text),
                "line": spot.map(|spot| spot.line),
                "column": spot.map(|spot| spot.column),
                "later": support.map(|s| s.later),
                "later_with_other": support.and_then(|s| s.later_with_other),
            })
        };
        let difference = self.collation.difference.as_ref();
        json!({
            "game": self.game,
            "same": self.collation.is_same(),
            "same_start": self.collation.same_start,
            "agreed": self.collation.agreed,
            "ply": difference.map(|d| d.ply),
            "number": difference.map(|d| d.number),
            "color": difference.map(|d| if d.color == Color::White { "white" } else { "black" }),
            "fen": difference.map(|d| &d.fen),
            "a": side(0),
            "b": side(1),
        })
    }
}

fn written(mv: &MoveFacts, style: &Style) -> String {
    let mut out = String::new();
    mv.write(style, &mut out);
    out
}

fn plies(count: u32, lang: UiLang) -> String {
    match (count, lang) {
        (1, UiLang::En) => "1 ply".to_owned(),
        (_, UiLang::En) => format!("{count} plies"),
        (1, UiLang::De) => "1 Halbzug".to_owned(),
        (_, UiLang::De) => format!("{count} Halbzüge"),
    }
}

fn supported(support: &Support, lang: UiLang) -> String {
    let end = if support.is_whole {
        lang.pick("", "")
    } else {
        lang.pick(", then it cannot be read on", ", dann nicht mehr lesbar")
    };
    let result = support.result.score();
    let legal = plies(support.plies, lang);
    match lang {
        UiLang::En => format!("{legal} legal{end}; result {result}"),
        UiLang::De => format!("{legal} spielbar{end}; Ergebnis {result}"),
    }
}

fn read_as(name: &str, reading: &Reading, lang: UiLang) -> String {
    let name = escape(name);
    let place = match &reading.spot {
        Some(spot) => format!("{name}:{}:{}: {}", spot.line, spot.column, escape(&spot.text)),
        None => format!("{name}:"),
    };
    match (&reading.mv, &reading.spot) {
        (Some(mv), _) => {
            let move_text = written(mv, lang.pick(&Style::PGN, &Style::GERMAN_SHORT));
            format!("{place} ({move_text})")
        }
        (None, Some(_)) => format!("{place} ({})", lang.pick("not legal", "nicht regelgerecht")),
        (None, None) => format!("{place} {}", lang.pick("no more moves", "keine Züge mehr")),
    }
}
