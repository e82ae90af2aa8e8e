//! `search --print-key POSITION`: the key of a position as engines want it.

use std::io::Write;

use anyhow::anyhow;
use serde::Serialize;

use super::Outcome;
use crate::check::escape::escape;
use crate::check::lang::UiLang;
use crate::check::people_text::{position_error, position_note};
use crate::chess::Position;
use crate::chess::fen::FenStyle;
use crate::notation::{PositionNote, read_position};
use crate::query::expr::played;

/// Bits of a key behind its prefix.
const BEHIND_PREFIX: u32 = 56;

/// What `--print-key` does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrintKeyOptions {
    /// The position in any form that people write positions in, `startpos`, or `after` with moves behind it.
    pub position: String,
    /// A JSON object instead of lines.
    pub as_ndjson: bool,
    /// Language of messages.
    pub ui_lang: UiLang,
    /// Write nothing.
    pub quiet: bool,
}

/// A key in its forms.
#[derive(Serialize)]
struct Forms {
    /// 16 hexadecimal digits.
    key: String,
    /// Texts, as many readers of JSON take numbers for floating ones, which have 53 bits.
    unsigned: String,
    signed: String,
    /// The first eight bits: a part of the exported tables.
    prefix: u64,
    fen: String,
}

impl Forms {
    fn of(position: &Position) -> Forms {
        let key = position.key();
        Forms {
            key: format!("{key:016x}"),
            unsigned: key.to_string(),
            signed: key.cast_signed().to_string(),
            prefix: key >> BEHIND_PREFIX,
            fen: position.fen(FenStyle::default()),
        }
    }
}

/// Writes the key of the position to `out`; what its text leaves open is told on `err`.
///
/// # Errors
/// The text is no position, or the output cannot be written.
pub fn run(options: &PrintKeyOptions, out: &mut dyn Write, err: &mut dyn Write) -> anyhow::Result<Outcome> {
    let lang = options.ui_lang;
    let (position, notes) =
        read(&options.position, lang).map_err(|message| anyhow!("--print-key: {message}"))?;
    if options.quiet {
        return Ok(Outcome::default());
    }
    for note in &notes {
        // Where standard error is closed, the answer has to do.
        let _ = writeln!(err, "--print-key: {}", escape(&position_note(note, lang)));
    }
    let forms = Forms::of(&position);
    if options.as_ndjson {
        serde_json::to_writer(&mut *out, &forms)?;
        writeln!(out)?;
    } else {
        writeln!(out, "key       0x{}", forms.key)?;
        writeln!(out, "unsigned  {}", forms.unsigned)?;
        writeln!(out, "signed    {}", forms.signed)?;
        writeln!(out, "prefix    {}", forms.prefix)?;
        writeln!(out, "fen       {}", forms.fen)?;
    }
    Ok(Outcome::default())
}

/// The position, and what its text leaves open; or what is wrong, for people.
fn read(text: &str, lang: UiLang) -> Result<(Position, Vec<PositionNote>), String> {
    let trimmed = text.trim();
    if trimmed.eq_ignore_ascii_case("startpos") {
        return Ok((Position::start(), Vec::new()));
    }
    if let Some(moves) = trimmed.strip_prefix("after ") {
        let position = played(Position::classic(), moves).map_err(|problem| problem.message(lang))?;
        return Ok((position, Vec::new()));
    }
    let read = read_position(text).map_err(|error| position_error(&error, lang))?;
    Ok((read.position, read.notes))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Output and messages.
    fn printed(position: &str, as_ndjson: bool, ui_lang: UiLang) -> Result<(String, String), String> {
        let options = PrintKeyOptions { position: position.to_owned(), as_ndjson, ui_lang, quiet: false };
        let (mut out, mut err) = (Vec::new(), Vec::new());
        run(&options, &mut out, &mut err).map_err(|error| error.to_string())?;
        Ok((String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap()))
    }

    fn key(position: &str) -> String {
        let (out, _) = printed(position, false, UiLang::En).unwrap();
        out.lines().next().unwrap().trim_start_matches("key").trim().to_owned()
    }

    #[test]
    fn the_start_position_has_its_published_key_in_every_form() {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let wanted = format!(
            "key       0x463b96181691fc9c\nunsigned  5060803636482931868\nsigned    5060803636482931868\n\
             prefix    70\nfen       {fen}\n"
        );
        for text in [fen, "startpos", "chess960:518", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"]
        {
            assert_eq!(printed(text, false, UiLang::En).unwrap().0, wanted, "{text}");
        }
        let object = printed("startpos", true, UiLang::En).unwrap().0;
        assert_eq!(
            object,
            format!(
                "{{\"key\":\"463b96181691fc9c\",\"unsigned\":\"5060803636482931868\",\
                 \"signed\":\"5060803636482931868\",\"prefix\":70,\"fen\":\"{fen}\"}}\n"
            )
        );
    }

    #[test]
    fn a_key_with_its_first_bit_set_is_a_negative_number_of_engines() {
        // After 1. e4, as Polyglot has it.
        let out = printed("after 1. e4", false, UiLang::En).unwrap().0;
        assert!(out.contains("0x823c9b50fd114196\nunsigned  9384546495678726550\n"), "{out}");
        assert!(out.contains("signed    -9062197578030825066\nprefix    130\n"), "{out}");
    }

    #[test]
    fn en_passant_counts_only_where_a_capture_is_legal() {
        let with = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
        let without = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        assert_eq!(key(with), key(without));
        assert_eq!(key(with), key("after 1. e4"));
        // After 1. e4 d5 2. e5 f5 White may capture on f6, as in Polyglot's examples.
        let legal = "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3";
        assert_eq!(key(legal), "0x22a48b5a8e47ff78");
        assert_eq!(key("after 1. e4 d5 2. e5 f5"), key(legal));
        assert_ne!(key(&legal.replace("f6", "-")), key(legal));
    }

    #[test]
    fn what_is_left_open_is_told_and_what_is_no_position_is_an_error() {
        let (out, err) = printed("Weiß: Kg1, De2 / Schwarz: Kg7", false, UiLang::De).unwrap();
        assert!(out.ends_with("fen       8/6k1/8/8/8/8/4Q3/6K1 w - - 0 1\n"), "{out}");
        assert!(err.starts_with("--print-key: Weiß ist am Zug"), "{err}");
        for (text, lang, wrong) in [
            ("", UiLang::En, "--print-key: there is no position here"),
            ("nonsense", UiLang::De, "--print-key: das ist weder eine FEN"),
            ("after 1. e4 e4", UiLang::En, "--print-key: these moves cannot be played; 1"),
            ("8/8/8/8/8/8/8/8 w - - 0 1", UiLang::En, "--print-key: "),
        ] {
            let error = printed(text, false, lang).unwrap_err();
            assert!(error.starts_with(wrong), "{text}: {error}");
        }
    }
}
