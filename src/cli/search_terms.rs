//! The conditions of a search on the command line: `--where` and the flags that are short for terms of the filter language.
//!
//! A flag only puts together the text of a term; what it means is in `zug-query(7)`.

use clap::Args;

use crate::check::lang::UiLang;
use crate::query::{Expr, QueryError};

const TAGS: &str = "Games by their tags";
const BOARD: &str = "Games by positions and moves";
const EVENTS: &str = "Games by what happened";

/// Conditions; a game matches if all of them hold, those about positions and moves at the same ply.
#[derive(Args, Debug, Default)]
pub(crate) struct SearchTerms {
    /// An expression of the filter language, see zug-query(7); @FILE reads it from a file; may be repeated
    #[arg(short = 'w', long = "where", value_name = "EXPR")]
    wheres: Vec<String>,

    /// A player: words of the name, or a comparison such as '= "Carlsen, M"' or '~ /^carl/'
    #[arg(long, value_name = "NAME", help_heading = TAGS)]
    player: Option<String>,

    /// The player of White
    #[arg(long, value_name = "NAME", help_heading = TAGS)]
    white: Option<String>,

    /// The player of Black
    #[arg(long, value_name = "NAME", help_heading = TAGS)]
    black: Option<String>,

    /// Words of the event
    #[arg(long, value_name = "WORDS", help_heading = TAGS)]
    event: Option<String>,

    /// Words of the site
    #[arg(long, value_name = "WORDS", help_heading = TAGS)]
    site: Option<String>,

    /// Rating of either player: N or more, a range such as 2000..2199, or a comparison such as '<2000'
    #[arg(long, value_name = "N", help_heading = TAGS)]
    elo: Option<String>,

    /// A date such as 1914 or 1914.08, a range such as 1990..1999, or a comparison such as '<1914.08'
    #[arg(long, value_name = "DATE", help_heading = TAGS)]
    date: Option<String>,

    /// An opening code such as B90 or C6, or a range such as C60..C99
    #[arg(long, value_name = "CODE", help_heading = TAGS)]
    eco: Option<String>,

    /// Words of the opening's name
    #[arg(long, value_name = "WORDS", help_heading = TAGS)]
    opening: Option<String>,

    /// 1-0, 0-1, draw or *
    #[arg(long, value_name = "RESULT", help_heading = TAGS)]
    result: Option<String>,

    /// Length in plies: a number, a range or a comparison
    #[arg(long, value_name = "N", help_heading = TAGS)]
    plies: Option<String>,

    /// Exactly this position
    #[arg(long, value_name = "FEN", help_heading = BOARD)]
    fen: Option<String>,

    /// These pieces on these squares, whoever is to move
    #[arg(long, value_name = "PIECES", help_heading = BOARD)]
    board: Option<String>,

    /// The position after these moves, however a game came to it
    #[arg(long, value_name = "MOVES", help_heading = BOARD)]
    after: Option<String>,

    /// The 64-bit key of a position
    #[arg(long, value_name = "0xHEX", help_heading = BOARD)]
    key: Option<String>,

    /// A part of the board, with flip, mirror or shift behind it
    #[arg(long, value_name = "BOARD", help_heading = BOARD)]
    pattern: Option<String>,

    /// Exactly these pawns
    #[arg(long, value_name = "BOARD", help_heading = BOARD)]
    pawns: Option<String>,

    /// Material such as KRPkr, 'either KRPkr' or 'up exchange'
    #[arg(long, value_name = "LETTERS", help_heading = BOARD)]
    material: Option<String>,

    /// A move such as Nxf7, e8=N or 'by piece k captures q'
    #[arg(long = "move", value_name = "SAN", help_heading = BOARD)]
    mv: Option<String>,

    /// At this ply: a number, a range such as 20..40, or a comparison
    #[arg(long, value_name = "N", help_heading = BOARD)]
    ply: Option<String>,

    /// A position that was there N times, 3 if not said
    #[arg(
        long,
        value_name = "N",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "3",
        help_heading = EVENTS
    )]
    repetition: Option<String>,

    /// A promotion to anything but a queen, or just to n, b or r
    #[arg(
        long,
        value_name = "PIECE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "",
        help_heading = EVENTS
    )]
    underpromotion: Option<String>,

    /// Mate; or one with a name, such as smothered or back-rank
    #[arg(
        long,
        value_name = "NAME",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "",
        help_heading = EVENTS
    )]
    mate: Option<String>,

    /// Stalemate
    #[arg(long, help_heading = EVENTS)]
    stalemate: bool,

    /// How it ended, such as time or resignation
    #[arg(long, value_name = "HOW", help_heading = EVENTS)]
    ending: Option<String>,

    /// Chess960; or with a number, a range of them, double, or a back rank such as 'RNB*'
    #[arg(
        long,
        value_name = "N",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "",
        help_heading = EVENTS
    )]
    chess960: Option<String>,

    /// Words of a comment
    #[arg(long, value_name = "WORDS", help_heading = EVENTS)]
    comment: Option<String>,
}

impl SearchTerms {
    /// All conditions joined by `and`; `None` if there are none.
    ///
    /// # Errors
    /// The message about the first one that cannot be read, with the place.
    pub(super) fn expr(&self, lang: UiLang) -> Result<Option<Expr>, String> {
        let mut exprs = Vec::new();
        for text in &self.wheres {
            exprs.push(read("--where", text, lang)?);
        }
        for (flag, term) in self.terms() {
            exprs.push(parse(flag, &term, lang)?);
        }
        Ok(joined(exprs))
    }

    /// The flags that are given, with the terms they stand for.
    fn terms(&self) -> Vec<(&'static str, String)> {
        let words = |name: &str, text: &String| {
            let signs = ["=", "!=", "~", "!~", ":"];
            let is_compared = signs.iter().any(|sign| text.trim_start().starts_with(sign));
            if is_compared { format!("{name} {text}") } else { format!("{name} : {}", quoted(text)) }
        };
        let number = |name: &str, sign: &str, text: &String| {
            if text.trim_start().starts_with(['<', '>', '=', '!']) {
                format!("{name} {text}")
            } else {
                let sign = if text.contains("..") { "in" } else { sign };
                format!("{name} {sign} {text}")
            }
        };
        let of = |name: &str, text: &String| format!("{name} {}", quoted(text));
        // The first word is a text, the others are words of the language.
        let first = |name: &str, text: &String| {
            let (text, rest) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
            format!("{name} {} {rest}", quoted(text))
        };
        let given: [(&'static str, Option<String>); 26] = [
            ("--player", self.player.as_ref().map(|text| words("player", text))),
            ("--white", self.white.as_ref().map(|text| words("white", text))),
            ("--black", self.black.as_ref().map(|text| words("black", text))),
            ("--event", self.event.as_ref().map(|text| words("event", text))),
            ("--site", self.site.as_ref().map(|text| words("site", text))),
            ("--elo", self.elo.as_ref().map(|text| number("elo", ">=", text))),
            ("--date", self.date.as_ref().map(|text| number("date", "=", text))),
            ("--eco", self.eco.as_ref().map(|text| number("eco", "=", text))),
            ("--opening", self.opening.as_ref().map(|text| words("opening", text))),
            ("--result", self.result.as_ref().map(|text| number("result", "=", text))),
            ("--plies", self.plies.as_ref().map(|text| number("plies", "=", text))),
            ("--fen", self.fen.as_ref().map(|text| of("fen", text))),
            ("--board", self.board.as_ref().map(|text| of("board", text))),
            ("--after", self.after.as_ref().map(|text| of("after", text))),
            ("--key", self.key.as_ref().map(|text| format!("key {text}"))),
            ("--pattern", self.pattern.as_ref().map(|text| first("pattern", text))),
            ("--pawns", self.pawns.as_ref().map(|text| of("pawns", text))),
            ("--material", self.material.as_ref().map(|text| material(text))),
            (
                "--move",
                self.mv.as_ref().map(|text| {
                    let begins_with_word = text
                        .split_whitespace()
                        .next()
                        .is_some_and(|word| word.bytes().all(|b| b.is_ascii_lowercase()));
                    if begins_with_word { format!("move {text}") } else { first("move", text) }
                }),
            ),
            ("--ply", self.ply.as_ref().map(|text| number("ply", "=", text))),
            ("--repetition", self.repetition.as_ref().map(|text| number("repetition", ">=", text))),
            ("--underpromotion", self.underpromotion.as_ref().map(|text| format!("underpromotion {text}"))),
            ("--mate", self.mate.as_ref().map(|text| format!("mate {text}"))),
            ("--stalemate", self.stalemate.then(|| "stalemate".to_owned())),
            ("--ending", self.ending.as_ref().map(|text| format!("ending = {text}"))),
            ("--chess960", self.chess960.as_ref().map(|text| chess960(text))),
        ];
        let comment = self.comment.as_ref().map(|text| words("comment", text));
        given
            .into_iter()
            .chain([("--comment", comment)])
            .filter_map(|(flag, term)| Some((flag, term?)))
            .collect()
    }
}

/// `KR+P*kr for 6 plies`: the letters are a text; `either KRPkr` the second word; the rest stands as it is.
fn material(text: &str) -> String {
    let mut words = text.split_whitespace();
    let head = words.next().unwrap_or_default();
    let tail = |words: std::str::SplitWhitespace<'_>| words.collect::<Vec<_>>().join(" ");
    match head {
        "up" | "opposite" => format!("material {text}"),
        "either" => {
            let letters = words.next().unwrap_or_default();
            format!("material either {} {}", quoted(letters), tail(words))
        }
        _ if words.clone().next() == Some("vs") => format!("material {text}"),
        _ => format!("material {} {}", quoted(head), tail(words)),
    }
}

fn chess960(text: &str) -> String {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text {
        "" | "double" => format!("chess960 {text}"),
        _ if is_number(text) => format!("chess960 = {text}"),
        _ if text.contains("..") => format!("chess960 in {text}"),
        _ => format!("chess960 pattern {}", quoted(text)),
    }
}

/// As a text of the language.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Several conditions as one.
pub(super) fn joined(mut exprs: Vec<Expr>) -> Option<Expr> {
    if exprs.len() < 2 { exprs.pop() } else { Some(Expr::And(exprs)) }
}

/// Reads an expression, or the file that `@FILE` names.
///
/// # Errors
/// The file cannot be read, or the message about the expression.
pub(super) fn read(flag: &str, text: &str, lang: UiLang) -> Result<Expr, String> {
    let Some(path) = text.strip_prefix('@') else { return parse(flag, text, lang) };
    let text =
        std::fs::read_to_string(path).map_err(|error| format!("{flag}: cannot read {path}: {error}"))?;
    parse(&format!("{flag} @{path}"), &text, lang)
}

fn parse(flag: &str, text: &str, lang: UiLang) -> Result<Expr, String> {
    let text = text.trim_end();
    Expr::parse(text).map_err(|error: QueryError| format!("{flag}: {}", error.render(text, lang)))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        terms: SearchTerms,
    }

    fn expr(args: &[&str]) -> Result<Option<Expr>, String> {
        let line = std::iter::once("zug").chain(args.iter().copied());
        Line::try_parse_from(line).map_err(|error| error.to_string())?.terms.expr(UiLang::En)
    }

    #[test]
    fn every_flag_is_short_for_a_term() {
        for (args, text) in [
            (&["--player", "Carlsen"][..], "player : Carlsen"),
            (&["--white", "O\"K\\"], r#"white : "O\"K\\""#),
            (&["--black", "= \"Tal\""], "black = Tal"),
            (&["--event", "~ /open/"], "event ~ /open/"),
            (&["--site", "Bad Wildbad"], "site : \"Bad Wildbad\""),
            (&["--elo", "2600"], "elo >= 2600"),
            (&["--elo", "2000..2199"], "elo in 2000..2199"),
            (&["--elo", "<2000"], "elo < 2000"),
            (&["--date", "1914.08"], "date = 1914.08"),
            (&["--date", "1990..1999"], "date in 1990..1999"),
            (&["--eco", "C60..C99"], "eco in C60..C99"),
            (&["--opening", "Spanish"], "opening : Spanish"),
            (&["--result", "1-0"], "result = 1-0"),
            (&["--result", "!= draw"], "result != draw"),
            (&["--plies", "..20"], "plies in ..20"),
            (&["--fen", "4k3/8/8/8/8/8/8/4K3 w - -"], "fen \"4k3/8/8/8/8/8/8/4K3 w - -\""),
            (&["--board", "4k3/8/8/8/8/8/8/4K3"], "board \"4k3/8/8/8/8/8/8/4K3\""),
            (&["--after", "1. e4 c5"], "after \"1. e4 c5\""),
            (&["--key", "0x463b96181691fc9c"], "key 0x463b96181691fc9c"),
            (&["--pattern", "8/8/8/8/8/8/[RQ]k6/8 shift"], "pattern \"8/8/8/8/8/8/[RQ]k6/8\" shift"),
            (&["--pawns", "8/8/8/8/8/8/P7/8"], "pawns \"8/8/8/8/8/8/P7/8\""),
            (&["--material", "KRPkr"], "material \"KRPkr\""),
            (&["--material", "either KR+P*kr for 6 plies"], "material either \"KR+P*kr\" for 6 plies"),
            (&["--material", "up exchange"], "material up exchange"),
            (&["--material", "Q vs RR any pawns"], "material Q vs RR any pawns"),
            (&["--material", "opposite bishops"], "material opposite bishops"),
            (&["--move", "e8=N"], "move \"e8=N\""),
            (&["--move", "O-O-O by black"], "move \"O-O-O\" by black"),
            (&["--move", "by piece k captures q"], "move by piece k captures q"),
            (&["--ply", "20..40"], "ply in 20..40"),
            (&["--repetition"], "repetition >= 3"),
            (&["--repetition=5"], "repetition >= 5"),
            (&["--underpromotion"], "underpromotion"),
            (&["--underpromotion=n"], "underpromotion n"),
            (&["--mate"], "mate"),
            (&["--mate=smothered|back-rank"], "mate smothered|back-rank"),
            (&["--stalemate"], "stalemate"),
            (&["--ending", "time"], "ending = time"),
            (&["--chess960"], "chess960"),
            (&["--chess960=518"], "chess960 = 518"),
            (&["--chess960=0..99"], "chess960 in 0..99"),
            (&["--chess960=double"], "chess960 double"),
            (&["--chess960=RNB*"], "chess960 pattern \"RNB*\""),
            (&["--comment", "zugzwang"], "comment : zugzwang"),
        ] {
            match Expr::parse(text) {
                Ok(wanted) => assert_eq!(expr(args), Ok(Some(wanted)), "{args:?}"),
                // What the language does not know, a flag does not know either.
                Err(_) => assert!(expr(args).is_err(), "{args:?}"),
            }
        }
    }

    #[test]
    fn conditions_are_joined() {
        let wanted = Expr::parse("(mate or stalemate) and white : Tal and result = 1-0").unwrap();
        let args = ["--result", "1-0", "-w", "mate or stalemate", "--white", "Tal"];
        assert_eq!(expr(&args), Ok(Some(wanted)));
        assert_eq!(expr(&[]), Ok(None));
    }

    #[test]
    fn what_cannot_be_read_is_shown_with_its_place() {
        assert_eq!(
            expr(&["--where", "whit = Tal"]).unwrap_err(),
            "--where: unknown field `whit`; did you mean `white`?\n  whit = Tal\n  ^^^^"
        );
        for args in [["--fen", "8/8/8"], ["--pattern", ""], ["--elo", "x"], ["--player", ""], ["--eco", "Z1"]]
        {
            let error = expr(&args).unwrap_err();
            assert!(error.starts_with(args[0]) && error.contains('^'), "{error}");
        }
    }

    #[test]
    fn an_expression_may_be_in_a_file() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("q");
        std::fs::write(&path, "mate\n  and result = 1-0\n").unwrap();
        let at = format!("@{}", path.display());
        assert_eq!(expr(&["--where", &at]), Ok(Some(Expr::parse("mate and result = 1-0").unwrap())));
        std::fs::write(&path, "mate\n  and nonsense\n").unwrap();
        assert!(expr(&["--where", &at]).unwrap_err().ends_with("\n    and nonsense\n        ^^^^^^^^"));
        assert!(expr(&["--where", "@/nowhere"]).unwrap_err().contains("cannot read /nowhere"));
    }
}
