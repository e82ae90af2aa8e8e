//! PGN: the export format of the standard, with the moves in any notation.

use std::cmp::Ordering;

use crate::chess::Position;
use crate::chess::fen::FenStyle;
use crate::notation::result::GameResult;
use crate::notation::{JudgementStyle, ResultStyle, Style, glyph};
use crate::pgn::known_tag::KnownTag;
use crate::pgn::writer::Writer;
use crate::replay::game::{Game, Item};

/// Order of the tags behind the roster.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TagOrder {
    /// The roster, then the others in ASCII order.
    #[default]
    Export,
    /// As the source has them; what it lacks of the roster comes behind them.
    Source,
}

/// How games are written as PGN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PgnOptions {
    /// How moves, results and judgements are written.
    pub style: Style,
    /// Order of the tags.
    pub tag_order: TagOrder,
    /// Most characters in a line of movetext, where the tokens allow it.
    pub width: usize,
}

impl Default for PgnOptions {
    fn default() -> PgnOptions {
        PgnOptions { style: Style::PGN, tag_order: TagOrder::Export, width: 79 }
    }
}

/// Appends a game with the empty line behind it.
///
/// A result that PGN has no marker for is written `*`. Text that could not be read as moves stands in a comment,
/// with round brackets for braces.
pub fn write_game(game: &Game, options: &PgnOptions, out: &mut String) {
    let mut writer = Writer::with_width(out, options.width);
    write_tags(game, options.tag_order, &mut writer);
    write_movetext(game, &options.style, &mut writer);
    writer.result(result_text(game.result, options.style.result));
}

/// A result as a style writes it in PGN.
pub(super) fn result_text(result: GameResult, style: ResultStyle) -> &'static str {
    match (style, result) {
        (ResultStyle::Hyphen, _) => result.export(),
        (ResultStyle::Colon, GameResult::WhiteWins) => "1:0",
        (ResultStyle::Colon, GameResult::BlackWins) => "0:1",
        (ResultStyle::Colon, GameResult::Draw) => "½:½",
        (ResultStyle::Colon, _) => "*",
    }
}

fn write_tags(game: &Game, order: TagOrder, out: &mut Writer<'_>) {
    let mut tags: Vec<(&str, &str)> =
        game.tags.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let result = result_tag(game);
    match tags.iter_mut().find(|tag| tag.0 == "Result") {
        Some(tag) => tag.1 = result,
        None => tags.push(("Result", result)),
    }
    for known in KnownTag::ROSTER {
        if game.tag(known.name()).is_none() && known != KnownTag::Result {
            tags.push((known.name(), if known == KnownTag::Date { "????.??.??" } else { "?" }));
        }
    }
    let fen = start_fen(game);
    if let Some(fen) = &fen {
        tags.push(("FEN", fen));
    }
    if tags.iter().any(|tag| tag.0 == "FEN") {
        match tags.iter_mut().find(|tag| tag.0 == "SetUp") {
            Some(tag) => tag.1 = "1",
            None => tags.push(("SetUp", "1")),
        }
    }
    if game.is_chess960 && game.tag("Variant").is_none() {
        tags.push(("Variant", "Chess960"));
    }
    if order == TagOrder::Export {
        tags.sort_by(|a, b| export_order(a.0, b.0));
    }
    for (name, value) in tags {
        out.tag(name, value);
    }
}

/// The value of the Result tag: that of the game, unless the tag says something else, or something in words.
fn result_tag(game: &Game) -> &str {
    let Some(tag) = game.tag("Result") else { return game.result.export() };
    match crate::notation::result::parse(tag.as_bytes()) {
        Some(read) if read.result == GameResult::Unfinished => game.result.export(),
        Some(read) => read.result.export(),
        None if matches!(tag.trim(), "" | "?") => game.result.export(),
        None => tag,
    }
}

/// The start position, if it is not the classic one and no tag has it.
fn start_fen(game: &Game) -> Option<String> {
    let is_needed = game.tag("FEN").is_none() && !is_classic(&game.start);
    is_needed.then(|| game.start.fen(FenStyle::default()))
}

fn is_classic(position: &Position) -> bool {
    let classic = Position::classic();
    position.same_as(classic) && position.ply() == 0 && position.halfmove_clock() == 0
}

/// The roster in its order, then the others in ASCII order.
fn export_order(a: &str, b: &str) -> Ordering {
    let rank = |name: &str| {
        KnownTag::ROSTER.iter().position(|known| known.name() == name).unwrap_or(KnownTag::ROSTER.len())
    };
    rank(a).cmp(&rank(b)).then_with(|| a.cmp(b))
}

fn write_movetext(game: &Game, style: &Style, out: &mut Writer<'_>) {
    let style = &Style { chess960: style.chess960 || game.is_chess960, ..*style };
    let mut text = String::new();
    let mut items = game.items.iter().peekable();
    // Did Black make the move that the signs are about? In this line, and in those that were left for it. Before
    // the first move of a line there are no signs.
    let mut black_moved = None;
    let mut outer = Vec::new();
    while let Some(item) = items.next() {
        match item {
            Item::Move { facts, ply } => {
                black_moved = Some(ply % 2 == 1);
                text.clear();
                if facts.mv.is_null() {
                    // `0000`, the null move of coordinates, would look like a move number.
                    text.push_str("--");
                } else {
                    facts.write(style, &mut text);
                }
                if let Some(Item::Nag(nag)) = items.peek()
                    && let Some(sign) = attached_sign(*nag, style)
                {
                    text.push_str(sign);
                    items.next();
                }
                out.mv(ply / 2 + 1, facts.color, &text);
            }
            Item::Nag(nag) => match black_moved.and_then(|black| sign_apart(*nag, black, style)) {
                Some(sign) => out.sign(sign),
                None => out.nag(*nag),
            },
            Item::DrawOffer if style.draw_offer => out.sign("(=)"),
            Item::DrawOffer => out.comment("(=)"),
            Item::Comment(comment) => out.comment(comment),
            Item::Rest(rest) => out.comment(&rest.replace('{', "(")),
            Item::Open => {
                out.open();
                outer.push(black_moved);
                black_moved = None;
            }
            Item::Close => {
                out.close();
                black_moved = outer.pop().unwrap_or(black_moved);
            }
        }
    }
}

/// The sign that is written close to the move it stands behind.
pub(super) fn attached_sign(nag: u8, style: &Style) -> Option<&'static str> {
    let has_sign = style.judgements == JudgementStyle::Signs && glyph::judges_the_move(nag);
    if has_sign { glyph::sign(nag) } else { None }
}

/// The sign that is written apart. Only where it is read back to the same number; of two signs for the move itself
/// the second is a number, lest both are read as one.
pub(super) fn sign_apart(nag: u8, black_moved: bool, style: &Style) -> Option<&'static str> {
    if style.judgements != JudgementStyle::Signs || glyph::judges_the_move(nag) {
        return None;
    }
    let sign = glyph::sign(nag)?;
    let (read, length) = glyph::read(sign.as_bytes())?;
    (length == sign.len() && glyph::for_side(read, black_moved) == nag).then_some(sign)
}
