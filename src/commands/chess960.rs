//! `zug chess960`: the start positions of Chess960, looked up, drawn or listed.

use std::io::{self, Write};

use serde::Serialize;

use super::chess960_start::StartNumber;
use super::outcome::Outcome;
use super::random::{Random, fresh_seed};
use crate::check::lang::UiLang;
use crate::chess::chess960::{self, Throw};
use crate::chess::fen::{FenStyle, RightsStyle};
use crate::chess::{Color, Position, Role, Square, Wing};
use crate::export::board::draw_board;
use crate::notation::Language;

/// Which start positions are shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Starts {
    /// These, in this order.
    Named(Vec<StartNumber>),
    /// One at random.
    Random {
        /// Seed of the draw; `None`: a fresh one, which is told.
        seed: Option<u64>,
    },
    /// One drawn with a die that is thrown at random.
    Dice {
        /// Seed of the throws; `None`: a fresh one, which is told.
        seed: Option<u64>,
    },
    /// All 960.
    All,
}

/// How a start position is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chess960Format {
    /// For people: all there is to know with a drawn board, or of a list a line for each.
    Text,
    /// A FEN a line; what was thrown goes to the messages.
    Fen(RightsStyle),
    /// A JSON object a line.
    Ndjson,
}

/// What `zug chess960` does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chess960Options {
    /// Which start positions.
    pub starts: Starts,
    /// In which form.
    pub format: Chess960Format,
    /// Language of the text; numbers, squares and FENs are the same in all.
    pub ui_lang: UiLang,
    /// Write nothing.
    pub quiet: bool,
}

/// Writes the start positions that are asked for to `out`, notes to `err`.
///
/// # Errors
/// Those of the writers.
pub fn run(options: &Chess960Options, out: &mut dyn Write, err: &mut dyn Write) -> anyhow::Result<Outcome> {
    if options.quiet {
        return Ok(Outcome::default());
    }
    let lang = options.ui_lang;
    match &options.starts {
        Starts::Named(starts) => {
            for (index, start) in starts.iter().enumerate() {
                if start.was_960 {
                    let note = lang.pick("note: 960 is read as 0", "Hinweis: 960 gilt als 0");
                    writeln!(err, "{note}")?;
                }
                if index > 0 && options.format == Chess960Format::Text {
                    writeln!(out)?;
                }
                show(&Start::of(start.number), options, out)?;
            }
        }
        Starts::Random { seed } => {
            let seed = seed.unwrap_or_else(fresh_seed);
            let start = Start { seed: Some(seed), ..Start::of(Random::new(seed).below(960)) };
            show_drawn(&start, options, out, err)?;
        }
        Starts::Dice { seed } => {
            let seed = seed.unwrap_or_else(fresh_seed);
            let mut die = Random::new(seed);
            let mut throws = Vec::new();
            // A die that is thrown for ever ends the draw.
            let number = chess960::dice(|| Some(die.below(6) as u8 + 1), |throw| throws.push(throw));
            let drawn = Start::of(number.unwrap_or_default());
            let start = Start { seed: Some(seed), throws: throws.iter().map(Thrown::of).collect(), ..drawn };
            show_drawn(&start, options, out, err)?;
        }
        Starts::All => {
            for number in 0..960 {
                let start = Start::of(number);
                match options.format {
                    Chess960Format::Text => writeln!(out, "{}", start.line())?,
                    _ => show(&start, options, out)?,
                }
            }
        }
    }
    Ok(Outcome::default())
}

/// A FEN has no room for how it was drawn; that is said beside it.
fn show_drawn(
    start: &Start,
    options: &Chess960Options,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> io::Result<()> {
    if matches!(options.format, Chess960Format::Fen(_)) {
        start.draw_rows(options.ui_lang).iter().try_for_each(|row| row.write(err))?;
    }
    show(start, options, out)
}

fn show(start: &Start, options: &Chess960Options, out: &mut dyn Write) -> io::Result<()> {
    match options.format {
        Chess960Format::Text => start.card(options.ui_lang, out),
        Chess960Format::Fen(RightsStyle::XFen) => writeln!(out, "{}", start.fen),
        Chess960Format::Fen(RightsStyle::Shredder) => writeln!(out, "{}", start.shredder_fen),
        Chess960Format::Ndjson => {
            serde_json::to_writer(&mut *out, start)?;
            writeln!(out)
        }
    }
}

/// What there is to know of a start position, in the order of the JSON object.
#[derive(Serialize)]
struct Start {
    number: u16,
    arrangement: String,
    mirror: u16,
    fen: String,
    shredder_fen: String,
    /// Castlings that are legal on the first move.
    castling: Vec<&'static str>,
    /// White's pawns that no man protects; Black's stand opposite.
    unprotected_pawns: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    throws: Vec<Thrown>,
    #[serde(skip)]
    position: Position,
}

/// A throw in the JSON object.
#[derive(Serialize)]
struct Thrown {
    eyes: u8,
    /// English letter of the piece and its square, `null` if the throw does not count.
    placed: Option<String>,
    #[serde(skip)]
    throw: Throw,
}

impl Thrown {
    fn of(throw: &Throw) -> Thrown {
        let name = |(role, file): (Role, u8)| format!("{}{}", role.letter(), Square::at(file, 0));
        Thrown { eyes: throw.eyes, placed: throw.placed.map(name), throw: *throw }
    }
}

impl Start {
    /// `number` is one of the 960.
    fn of(number: u16) -> Start {
        let row = chess960::arrangement(number).unwrap_or([Role::Rook; 8]);
        let position = chess960::start(number).unwrap_or_else(Position::start);
        let unprotected =
            |square: &Square| position.attackers(*square, Color::White, position.occupied()).is_empty();
        let castling = Wing::ALL.into_iter().filter(|wing| position.castling(*wing).is_ok());
        Start {
            number,
            arrangement: row.iter().map(|role| role.letter()).collect(),
            mirror: chess960::mirror(number).unwrap_or_default(),
            fen: position.fen(FenStyle::default()),
            shredder_fen: position.fen(FenStyle { rights: RightsStyle::Shredder, ..FenStyle::default() }),
            castling: castling.map(|wing| if wing == Wing::King { "O-O" } else { "O-O-O" }).collect(),
            unprotected_pawns: position
                .pieces(Color::White, Role::Pawn)
                .filter(unprotected)
                .map(|square| square.to_string())
                .collect(),
            seed: None,
            throws: Vec::new(),
            position,
        }
    }

    /// A line of the list.
    fn line(&self) -> String {
        let or_none = |text: String| if text.is_empty() { "-".to_owned() } else { text };
        let castling = or_none(self.castling.join(","));
        let pawns = or_none(self.unprotected_pawns.join(","));
        format!("{:3}  {}  {:3}  {castling:5}  {pawns}", self.number, self.arrangement, self.mirror)
    }

    fn card(&self, lang: UiLang, out: &mut dyn Write) -> io::Result<()> {
        let letters = |language: Language, row: &str| -> String {
            let role = |c| Role::ALL.into_iter().find(|role| role.letter() == c);
            row.chars().filter_map(role).map(|role| language.letter(role)).collect()
        };
        let named = |number: u16, row: &str| match lang {
            UiLang::En => format!("{number} {row}"),
            UiLang::De => format!("{number} {}", letters(Language::German, row)),
        };
        let mirrored: String = self.arrangement.chars().rev().collect();
        let castling = match self.castling.as_slice() {
            [] => lang.pick("none on move 1", "keine im 1. Zug").to_owned(),
            some => format!("{} {}", some.join(", "), lang.pick("on move 1", "im 1. Zug")),
        };
        let pawns = match self.unprotected_pawns.as_slice() {
            [] => lang.pick("all protected", "alle gedeckt").to_owned(),
            some => format!("{}: {}", lang.pick("unprotected", "ungedeckt"), some.join(", ")),
        };
        for row in self.draw_rows(lang) {
            row.write(out)?;
        }
        let rows = [
            (lang.pick("start", "Stellung"), named(self.number, &self.arrangement)),
            (lang.pick("mirror", "Spiegelbild"), named(self.mirror, &mirrored)),
            (lang.pick("castling", "Rochade"), castling),
            (lang.pick("pawns", "Bauern"), pawns),
            ("X-FEN", self.fen.clone()),
            ("Shredder-FEN", self.shredder_fen.clone()),
        ];
        for (label, value) in rows {
            Row { label, value }.write(out)?;
        }
        let mut board = String::new();
        draw_board(&self.position, &mut board);
        write!(out, "\n{board}")
    }

    /// Seed and throws of the draw.
    fn draw_rows(&self, lang: UiLang) -> Vec<Row> {
        let seed =
            self.seed.map(|seed| Row { label: lang.pick("seed", "Startwert"), value: seed.to_string() });
        let throws = self.throws.iter().enumerate().map(|(index, thrown)| {
            let label = if index == 0 { lang.pick("dice", "Würfel") } else { "" };
            let what = match thrown.throw.placed {
                Some((role, file)) => {
                    let name = lang.piece_name(role);
                    format!("{name} {} {}", lang.pick("on", "auf"), Square::at(file, 0))
                }
                None => lang.pick("again", "noch einmal").to_owned(),
            };
            Row { label, value: format!("{}  {what}", thrown.eyes) }
        });
        seed.into_iter().chain(throws).collect()
    }
}

/// A line of the card.
struct Row {
    label: &'static str,
    value: String,
}

impl Row {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{:12}  {}", self.label, self.value)
    }
}
