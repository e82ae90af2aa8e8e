//! A game as people read it: a heading from the tags, then the moves as running text or in two columns.
//!
//! Comments and variations of the main line stand in paragraphs of their own. Commands in comments (`[%clk ...]`) are
//! for programs and are left out.

use super::pgn::{attached_sign, sign_apart};
use super::text_lines::Lines;
use crate::chess::fen::FenStyle;
use crate::notation::result::GameResult;
use crate::notation::{Language, ResultStyle, Style};
use crate::pgn::date::read_date;
use crate::replay::game::{Game, Item};

/// How games are written as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextOptions {
    /// How moves, results and judgements are written.
    pub style: Style,
    /// Two columns, as on a score sheet, instead of running text.
    pub columns: bool,
    /// Most characters in a line, where the words allow it.
    pub width: usize,
}

/// Appends a game with an empty line behind it.
pub fn write_game(game: &Game, options: &TextOptions, out: &mut String) {
    write_heading(game, options.style.letters, out);
    let style = Style { chess960: options.style.chess960 || game.is_chess960, ..options.style };
    let mut listing = Listing {
        style,
        columns: options.columns,
        lines: Lines::new(out, options.width),
        depth: 0,
        needs_number: true,
        black_moved: vec![false],
        text: String::new(),
    };
    listing.movetext(game);
    listing.result(game.result);
    listing.lines.end_paragraph();
    out.push('\n');
}

/// A value that says something.
fn said<'g>(game: &'g Game, name: &str) -> Option<&'g str> {
    game.tag(name).map(str::trim).filter(|value| !matches!(*value, "" | "?" | "-" | "????.??.??"))
}

pub(super) fn write_heading(game: &Game, letters: Language, out: &mut String) {
    let player = |name: &str, elo: &str| {
        let mut text = said(game, name).unwrap_or("?").to_owned();
        if let Some(elo) = said(game, elo).filter(|elo| *elo != "0") {
            text.push_str(&format!(" ({elo})"));
        }
        text
    };
    if said(game, "White").is_some() || said(game, "Black").is_some() {
        let (white, black) = (player("White", "WhiteElo"), player("Black", "BlackElo"));
        out.push_str(&format!("{white} – {black}\n"));
    }
    let date = said(game, "Date").map(|date| date_text(date, letters));
    let round = said(game, "Round").map(|round| format!("({round})"));
    let event = match (said(game, "Event"), round) {
        (Some(event), Some(round)) => Some(format!("{event} {round}")),
        (event, round) => event.map(str::to_owned).or(round),
    };
    let parts = [event, said(game, "Site").map(str::to_owned), date, said(game, "ECO").map(str::to_owned)];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if !parts.is_empty() {
        out.push_str(&parts.join(", "));
        out.push('\n');
    }
    if let Some(annotator) = said(game, "Annotator") {
        out.push_str(&format!("[{annotator}]\n"));
    }
    if !game.start.same_as(crate::chess::Position::classic()) || game.start.ply() > 0 {
        out.push_str(&format!("FEN: {}\n", game.start.fen(FenStyle::default())));
    }
    if !out.is_empty() && !out.ends_with("\n\n") {
        out.push('\n');
    }
}

/// `1851.06.21` as `21.6.1851` in German, unknown parts left out.
fn date_text(value: &str, letters: Language) -> String {
    let date = read_date(value.as_bytes()).date();
    match (date.year, date.month, date.day) {
        (Some(year), Some(month), Some(day)) if letters == Language::German => {
            format!("{day}.{month}.{year}")
        }
        (Some(year), Some(month), None) if letters == Language::German => format!("{month}/{year}"),
        (Some(year), Some(month), Some(day)) => format!("{year}-{month:02}-{day:02}"),
        (Some(year), Some(month), None) => format!("{year}-{month:02}"),
        (Some(year), None, None) => year.to_string(),
        _ => value.to_owned(),
    }
}

struct Listing<'o> {
    style: Style,
    columns: bool,
    lines: Lines<'o>,
    /// Variations that are open.
    depth: usize,
    /// Black's next move needs its number.
    needs_number: bool,
    /// Did Black make the last move, in this line and in those that were left for it?
    black_moved: Vec<bool>,
    text: String,
}

impl Listing<'_> {
    fn movetext(&mut self, game: &Game) {
        let mut items = game.items.iter().peekable();
        while let Some(item) = items.next() {
            match item {
                Item::Move { facts, ply } => {
                    self.text.clear();
                    facts.write(&self.style, &mut self.text);
                    if let Some(last) = self.black_moved.last_mut() {
                        *last = ply % 2 == 1;
                    }
                    // Everything that belongs close to the move.
                    while let Some(next) = items.peek() {
                        match next {
                            Item::Nag(nag) => self.sign(*nag),
                            Item::DrawOffer => self.text.push_str(" (=)"),
                            _ => break,
                        }
                        items.next();
                    }
                    self.mv(*ply);
                }
                Item::Nag(nag) => {
                    self.text.clear();
                    self.sign(*nag);
                    let sign = std::mem::take(&mut self.text);
                    self.lines.words(&sign);
                    self.text = sign;
                }
                Item::DrawOffer => self.lines.words("(=)"),
                Item::Comment(text) | Item::Rest(text) => self.comment(text),
                Item::Open => self.open(),
                Item::Close => self.close(),
            }
        }
    }

    /// A sign behind the move at hand.
    fn sign(&mut self, nag: u8) {
        let black_moved = self.black_moved.last().copied().unwrap_or(false);
        let is_first = !self.text.is_empty() && !self.text.ends_with(['!', '?']);
        match (attached_sign(nag, &self.style), sign_apart(nag, black_moved, &self.style)) {
            (Some(sign), _) if is_first => self.text.push_str(sign),
            (None, Some(sign)) => self.text.push_str(&format!(" {sign}")),
            _ => self.text.push_str(&format!(" ${nag}")),
        }
    }

    fn mv(&mut self, ply: u32) {
        let is_white = ply.is_multiple_of(2);
        let number = ply / 2 + 1;
        if self.columns && self.depth == 0 {
            self.lines.cell(number, is_white, self.needs_number, &self.text);
        } else {
            let is_glued = is_white || self.needs_number;
            let dots = if is_white { "." } else { "..." };
            if is_glued {
                self.lines.number(&format!("{number}{dots}"));
            }
            self.lines.words(&self.text);
        }
        self.needs_number = false;
    }

    fn comment(&mut self, text: &str) {
        let text = without_commands(text);
        if text.is_empty() {
            return;
        }
        if self.depth == 0 {
            self.lines.begin_paragraph(if self.columns { 5 } else { 2 });
            self.lines.words(&text);
            self.lines.end_paragraph();
        } else {
            self.lines.words(&text);
        }
        self.needs_number = true;
    }

    fn open(&mut self) {
        if self.depth == 0 {
            self.lines.begin_paragraph(if self.columns { 5 } else { 2 });
        }
        self.depth += 1;
        self.lines.open();
        let before = self.black_moved.last().copied().unwrap_or(false);
        self.black_moved.push(!before);
        self.needs_number = true;
    }

    fn close(&mut self) {
        self.lines.close();
        self.depth = self.depth.saturating_sub(1);
        if self.depth == 0 {
            self.lines.end_paragraph();
        }
        if self.black_moved.len() > 1 {
            self.black_moved.pop();
        }
        self.needs_number = true;
    }

    fn result(&mut self, result: GameResult) {
        let text = match (self.style.result, result) {
            (ResultStyle::Hyphen, _) => result.score(),
            (ResultStyle::Colon, GameResult::WhiteWins) => "1:0",
            (ResultStyle::Colon, GameResult::BlackWins) => "0:1",
            (ResultStyle::Colon, GameResult::Draw) => "½:½",
            (ResultStyle::Colon, GameResult::BothLost) => "0:0",
            (ResultStyle::Colon, GameResult::HalfZero) => "½:0",
            (ResultStyle::Colon, GameResult::ZeroHalf) => "0:½",
            (ResultStyle::Colon, GameResult::Unfinished) => "*",
        };
        if self.columns {
            self.lines.end_paragraph();
            self.lines.begin_paragraph(5);
        }
        self.lines.words(text);
    }
}

/// A comment without what it says to programs.
pub(super) fn without_commands(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, command)) = rest.split_once("[%") {
        kept.push_str(before);
        match command.split_once(']') {
            Some((_, behind)) => rest = behind,
            None => {
                kept.push_str("[%");
                rest = command;
            }
        }
    }
    kept.push_str(rest);
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::game::CheckOptions;
    use crate::check::record::read_games;

    const GAME: &str = "[Event \"Casual\"]\n[Site \"London\"]\n[Date \"1851.06.21\"]\n[White \"Anderssen\"]\n\
        [Black \"Kieseritzky\"]\n\n{An offer.} 1. e4 {[%clk 0:10:00]} e5 $1 2. f4 exf4 (2... d5 $5 {Falkbeer} 3. exd5 \
        (3. fxe5)) 3. Bc4 {bold} Qh4+ $14 4. Kf1 1-0\n";

    fn written(columns: bool, style: Style) -> String {
        let game = read_games(GAME.as_bytes(), CheckOptions::default()).remove(0);
        let mut out = String::new();
        write_game(&game, &TextOptions { style, columns, width: 60 }, &mut out);
        out
    }

    #[test]
    fn running_text_has_comments_and_variations_in_paragraphs() {
        assert_eq!(
            written(false, Style::FIDE_DE),
            "Anderssen – Kieseritzky\nCasual, London, 21.6.1851\n\n  An offer.\n1. e4 e5! 2. f4 exf4\n  \
             (2... d5!? Falkbeer 3. exd5 (3. fxe5))\n3. Lc4\n  bold\n3... Dh4+ ⩲ 4. Kf1 1-0\n\n"
        );
    }

    #[test]
    fn columns_are_a_score_sheet() {
        assert_eq!(
            written(true, Style::WIKIBOOK_DE),
            "Anderssen – Kieseritzky\nCasual, London, 21.6.1851\n\n     An offer.\n  1. e2-e4          e7-e5!\n  \
             2. f2-f4          e5xf4\n     (2... d7-d5!? Falkbeer 3. e4xd5 (3. f4xe5))\n  3. Lf1-c4         …\n     bold\n  \
             3. …              Dd8-h4+ ⩲\n  4. Ke1-f1\n     1:0\n\n"
        );
    }

    #[test]
    fn commands_are_left_out_of_comments() {
        assert_eq!(without_commands("[%clk 0:01:00] good  [%eval 0.3] move"), "good move");
        assert_eq!(without_commands("[%open"), "[%open");
    }
}
