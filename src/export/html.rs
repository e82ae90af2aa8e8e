//! Games as a web page that needs nothing else: headings, moves, comments, variations, and boards as SVG.
//!
//! One page holds the games of one output; `--split 1` makes one page a game. Commands in comments (`[%clk ...]`) are
//! for programs and are left out.

use std::fmt::Write as _;

use super::html_board::{escape, write_board};
use super::pgn::{attached_sign, sign_apart};
use super::text::{without_commands, write_heading};
use crate::chess::fen::FenStyle;
use crate::chess::{Color, Position};
use crate::notation::result::GameResult;
use crate::notation::{MoveFacts, ResultStyle, Style};
use crate::replay::game::{Game, Item};

/// What stands before the first game.
pub const BEGIN: &str = concat!(
    "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n",
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
    "<meta name=\"color-scheme\" content=\"light dark\">\n<title>Chess games</title>\n<style>\n",
    include_str!("html.css"),
    include_str!("html_board.css"),
    "</style>\n</head>\n<body>\n",
    include_str!("html_board.svg"),
    "<main>\n"
);

/// What stands behind the last game.
pub const END: &str = "</main>\n</body>\n</html>\n";

/// How pages are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HtmlOptions {
    /// How moves, results and judgements are written.
    pub style: Style,
}

/// Plies between two boards at least: a board at every comment would hide the moves.
const APART: u32 = 6;

/// Glyphs that ask for a diagram.
const DIAGRAMS: [u8; 3] = [201, 220, 221];

/// Appends a game. Boards show the start, if it is not the classic one, positions with comments, those that a glyph for a
/// diagram stands at, and the last.
pub fn write_game(game: &Game, options: &HtmlOptions, out: &mut String) {
    out.push_str("<article>\n");
    let mut page = Page {
        style: Style { chess960: options.style.chess960 || game.is_chess960, ..options.style },
        out: &mut *out,
        block: Block::None,
        needs_blank: false,
        depth: 0,
        needs_number: true,
        black_moved: vec![game.start.turn() == Color::White],
    };
    page.heading(game);
    page.movetext(game);
    out.push_str("</article>\n");
}

/// What is open.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    None,
    /// Moves of the main line.
    Moves,
    /// A comment to it.
    Note,
    /// A variation of it, whatever is nested in there.
    Line,
}

struct Page<'o> {
    style: Style,
    out: &'o mut String,
    block: Block,
    /// Something stands in the block that a blank must follow.
    needs_blank: bool,
    /// Variations that are open.
    depth: usize,
    /// Black's next move needs its number.
    needs_number: bool,
    /// Did Black make the last move, in this line and in those that were left for it?
    black_moved: Vec<bool>,
}

impl Page<'_> {
    fn heading(&mut self, game: &Game) {
        let mut text = String::new();
        write_heading(game, self.style.letters, &mut text);
        let mut lines = text.lines().filter(|line| !line.is_empty());
        self.out.push_str("<h2>");
        escape(lines.next().unwrap_or("?"), self.out);
        self.out.push_str("</h2>\n");
        for line in lines {
            self.out.push_str("<p class=\"about\">");
            escape(line, self.out);
            self.out.push_str("</p>\n");
        }
        let said =
            || game.tags.iter().filter(|(_, value)| !matches!(value.as_str(), "" | "?" | "????.??.??"));
        if said().next().is_none() {
            return;
        }
        self.out.push_str("<details><summary>PGN</summary><dl>\n");
        for (name, value) in said() {
            self.out.push_str("<dt>");
            escape(name, self.out);
            self.out.push_str("</dt><dd>");
            escape(value, self.out);
            self.out.push_str("</dd>\n");
        }
        self.out.push_str("</dl></details>\n");
    }

    fn movetext(&mut self, game: &Game) {
        let mut position = game.start.clone();
        let mut last: Option<(MoveFacts, u32)> = None;
        // Plies made when the last board was drawn.
        let (mut plies, mut drawn) = (0u32, None::<u32>);
        // What the comments to the position at hand ask for; variations come before the board.
        let mut wanted = false;
        if !game.start.same_as(Position::classic()) {
            self.board(&position, None);
            drawn = Some(0);
        }
        let mut items = game.items.iter().peekable();
        while let Some(item) = items.next() {
            match item {
                Item::Move { facts, ply } => {
                    if self.depth == 0 {
                        if wanted && drawn.is_none_or(|drawn| plies - drawn >= APART) && plies > 0 {
                            self.board(&position, last.as_ref());
                            drawn = Some(plies);
                        }
                        wanted = false;
                        position.play(facts.mv);
                        plies = plies.saturating_add(1);
                        last = Some((*facts, *ply));
                    }
                    let mut text = String::new();
                    facts.write(&self.style, &mut text);
                    if let Some(black_moved) = self.black_moved.last_mut() {
                        *black_moved = ply % 2 == 1;
                    }
                    while let Some(Item::Nag(nag)) = items.peek() {
                        if self.depth == 0 && DIAGRAMS.contains(nag) {
                            (wanted, drawn) = (true, None);
                        } else {
                            self.sign(*nag, &mut text);
                        }
                        items.next();
                    }
                    self.mv(&text, *ply);
                }
                Item::Nag(nag) => {
                    let mut text = String::new();
                    self.sign(*nag, &mut text);
                    self.word(&text);
                }
                Item::DrawOffer => self.word("(=)"),
                Item::Comment(text) | Item::Rest(text) => {
                    let text = without_commands(text);
                    wanted |= self.depth == 0 && !text.is_empty();
                    self.comment(&text);
                }
                Item::Open => self.open(),
                Item::Close => self.close(),
            }
        }
        // Whatever a reader left open.
        while self.depth > 0 {
            self.close();
        }
        self.enter(Block::Moves);
        self.word(result_text(game.result, self.style.result));
        self.enter(Block::None);
        if plies > 0 && drawn != Some(plies) {
            self.board(&position, last.as_ref());
        }
    }

    /// Ends what is open and begins something else, unless it is the same.
    fn enter(&mut self, block: Block) {
        if self.block == block {
            return;
        }
        if self.block != Block::None {
            self.out.push_str("</p>\n");
        }
        match block {
            Block::None => {}
            Block::Moves => self.out.push_str("<p class=\"moves\">"),
            Block::Note => self.out.push_str("<p class=\"note\">"),
            Block::Line => self.out.push_str("<p class=\"line\">"),
        }
        self.block = block;
        self.needs_blank = false;
    }

    fn word(&mut self, text: &str) {
        if self.block == Block::None {
            self.enter(Block::Moves);
        }
        self.blank();
        escape(text, self.out);
    }

    fn blank(&mut self) {
        if self.needs_blank {
            self.out.push(' ');
        }
        self.needs_blank = true;
    }

    /// A sign behind the move in `text`.
    fn sign(&self, nag: u8, text: &mut String) {
        let black_moved = self.black_moved.last().copied().unwrap_or(false);
        let is_first = !text.is_empty() && !text.ends_with(['!', '?']);
        let blank = if text.is_empty() { "" } else { " " };
        // Writing to a string does not fail.
        let _ = match (attached_sign(nag, &self.style), sign_apart(nag, black_moved, &self.style)) {
            (Some(sign), _) if is_first => write!(text, "{sign}"),
            (None, Some(sign)) => write!(text, "{blank}{sign}"),
            _ => write!(text, "{blank}${nag}"),
        };
    }

    fn mv(&mut self, text: &str, ply: u32) {
        if self.depth == 0 {
            self.enter(Block::Moves);
        }
        self.blank();
        self.out.push_str("<span class=\"m\">");
        let is_white = ply.is_multiple_of(2);
        if is_white || self.needs_number {
            let dots = if is_white { "." } else { "..." };
            let _ = write!(self.out, "{}{dots} ", ply / 2 + 1);
        }
        escape(text, self.out);
        self.out.push_str("</span>");
        self.needs_number = false;
    }

    fn comment(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        self.needs_number = true;
        if self.depth == 0 {
            self.enter(Block::Note);
            return self.word(text);
        }
        self.blank();
        self.out.push_str("<em>");
        escape(text, self.out);
        self.out.push_str("</em>");
    }

    fn open(&mut self) {
        if self.depth == 0 {
            // Every variation of the main line is a paragraph of its own.
            self.enter(Block::None);
            self.enter(Block::Line);
        } else {
            self.word("(");
            self.needs_blank = false;
        }
        self.depth += 1;
        let before = self.black_moved.last().copied().unwrap_or(false);
        self.black_moved.push(!before);
        self.needs_number = true;
    }

    fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        if self.depth == 0 {
            self.enter(Block::None);
        } else {
            self.out.push(')');
        }
        if self.black_moved.len() > 1 {
            self.black_moved.pop();
        }
        self.needs_number = true;
    }

    fn board(&mut self, position: &Position, last: Option<&(MoveFacts, u32)>) {
        self.enter(Block::None);
        self.needs_number = true;
        self.out.push_str("<figure>");
        let label = position.fen(FenStyle::default());
        write_board(position, last.map(|(facts, _)| facts.mv), &label, self.out);
        if let Some((facts, ply)) = last {
            let mut text = String::new();
            facts.write(&self.style, &mut text);
            let dots = if ply.is_multiple_of(2) { "." } else { "..." };
            let _ = write!(self.out, "<figcaption>{}{dots} ", ply / 2 + 1);
            escape(&text, self.out);
            self.out.push_str("</figcaption>");
        }
        self.out.push_str("</figure>\n");
    }
}

/// A result as a style writes it.
fn result_text(result: GameResult, style: ResultStyle) -> &'static str {
    match (style, result) {
        (ResultStyle::Hyphen, GameResult::Draw) => "½-½",
        (ResultStyle::Hyphen, _) => result.score(),
        (ResultStyle::Colon, GameResult::WhiteWins) => "1:0",
        (ResultStyle::Colon, GameResult::BlackWins) => "0:1",
        (ResultStyle::Colon, GameResult::Draw) => "½:½",
        (ResultStyle::Colon, GameResult::BothLost) => "0:0",
        (ResultStyle::Colon, GameResult::HalfZero) => "½:0",
        (ResultStyle::Colon, GameResult::ZeroHalf) => "0:½",
        (ResultStyle::Colon, GameResult::Unfinished) => "*",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::game::CheckOptions;
    use crate::check::record::read_games;

    fn page(text: &str) -> String {
        let game = read_games(text.as_bytes(), CheckOptions::default()).remove(0);
        let mut out = String::new();
        write_game(&game, &HtmlOptions { style: Style::FIDE_DE }, &mut out);
        out
    }

    fn without_boards(page: &str) -> String {
        page.lines().filter(|line| !line.starts_with("<figure>")).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn moves_comments_and_variations_have_paragraphs() {
        let text = "[White \"A & <B>\"]\n[Black \"C\"]\n[Date \"1851.06.21\"]\n\n{[%clk 1:00] start} 1. e4! e5 $14 (1... d5 \
            {x} (1... c5) 2. exd5) (1... a6) 2. Nf3 {good} 1/2-1/2\n";
        let page = page(text);
        assert_eq!(
            without_boards(&page),
            "<article>\n<h2>A &amp; &lt;B&gt; – C</h2>\n<p class=\"about\">21.6.1851</p>\n\
             <details><summary>PGN</summary><dl>\n<dt>White</dt><dd>A &amp; &lt;B&gt;</dd>\n<dt>Black</dt><dd>C</dd>\n\
             <dt>Date</dt><dd>1851.06.21</dd>\n</dl></details>\n\
             <p class=\"note\">start</p>\n\
             <p class=\"moves\"><span class=\"m\">1. e4!</span> <span class=\"m\">e5 ⩲</span></p>\n\
             <p class=\"line\"><span class=\"m\">1... d5</span> <em>x</em> (<span class=\"m\">1... c5</span>) \
             <span class=\"m\">2. exd5</span></p>\n\
             <p class=\"line\"><span class=\"m\">1... a6</span></p>\n\
             <p class=\"moves\"><span class=\"m\">2. Sf3</span></p>\n<p class=\"note\">good</p>\n\
             <p class=\"moves\">½-½</p>\n</article>"
        );
        assert_eq!(page.matches("<figure>").count(), 1);
        assert!(page.contains("<figcaption>2. Sf3</figcaption>"), "{page}");
    }

    #[test]
    fn boards_stand_where_comments_are_but_not_everywhere() {
        let text =
            "[Event \"a\"]\n\n1. e4 {a} e5 {b} 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 {c} Nf6 5. O-O $220 Be7 *\n";
        let captions: Vec<String> = page(text)
            .split("<figcaption>")
            .skip(1)
            .filter_map(|rest| rest.split_once('<').map(|(text, _)| text.to_owned()))
            .collect();
        assert_eq!(captions, ["1. e4", "4. La4", "5. 0-0", "5... Le7"]);
    }

    #[test]
    fn a_board_shows_every_piece_and_the_last_move() {
        let page = page("[FEN \"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\"]\n[SetUp \"1\"]\n\n1. O-O-O *\n");
        assert_eq!(page.matches("<figure>").count(), 2);
        assert!(page.contains("<use class=\"w\" href=\"#r\" x=\"15\" y=\"35\" width=\"5\" height=\"5\"/>"));
        assert_eq!(page.matches("class=\"mk\"").count(), 2);
    }

    #[test]
    fn the_page_needs_nothing_from_elsewhere() {
        assert!(!BEGIN.contains("http") && !BEGIN.contains("url(") && !BEGIN.contains("<script"));
        for role in ["k", "q", "r", "b", "n", "p", "board"] {
            assert!(BEGIN.contains(&format!("<symbol id=\"{role}\"")), "{role}");
        }
    }

    #[test]
    fn deep_variations_nest_in_text_not_in_elements() {
        let text = format!("[Event \"a\"]\n\n1. e4 {}{} *\n", "(1. d4 ".repeat(3_000), ")".repeat(3_000));
        let page = page(&text);
        assert_eq!(page.matches("<p class").count(), page.matches("</p>").count());
    }
}
