//! A game that was checked as a [`Game`]: tags, start position, movetext, nothing left out.

use std::ops::Range;
use std::sync::Arc;

use super::chunk::{PgnWork, Taken, TakenGame};
use super::finding::Filter;
use super::fix_tags::{Repair, read_tags};
use super::game::{CheckOptions, Course, GameChecker};
use super::place::PlaceCursor;
use super::reading::Movetext;
use super::start::is_chess960;
use crate::chess::fen::FenStyle;
use crate::chess::{Color, Position};
use crate::notation::Language;
use crate::notation::result::{self, GameResult};
use crate::pgn::encoding::to_utf8;
use crate::pgn::{End, GamePlace, Reader};
use crate::replay::collate::Spot;
use crate::replay::game::{Game, Item};
use crate::replay::parallel::Work;
use crate::replay::{FIRST, SECOND, Stop, What, comment_text};

/// Reads the games of a text that is there as a whole, as `zug validate` does. Text between games is in the game
/// behind it, as comments before its first move; behind the last game, in a last game without moves.
pub fn read_games(text: &[u8], options: CheckOptions) -> Vec<Game> {
    let filter = Filter::no_more_than_counts();
    let work = PgnWork::new(options, Arc::new(filter));
    let mut games: Vec<Game> = Vec::new();
    let mut between = Vec::new();
    let (mut cursor, mut done) = (PlaceCursor::new(), 0);
    let mut take = |taken: Taken<'_>| {
        match taken {
            Taken::Plain(..) => return false,
            Taken::Game(taken) => {
                let mut game = taken.game;
                game.number = games.len() as u64 + 1;
                cursor.advance(text.get(done..taken.place.start).unwrap_or_default());
                done = done.max(taken.place.start);
                game.line = cursor.place().line;
                put_before(&mut game, std::mem::take(&mut between));
                games.push(game);
            }
            Taken::Between(comments) => between.extend(comments),
        }
        true
    };
    let (mut local, mut at) = (work.local(), 0);
    while at < text.len() {
        let (_, end) = work.read(&mut local, text, at, text.len(), Some(&mut take));
        at = end.max(at + 1);
    }
    if !between.is_empty() {
        let mut game = Game::new();
        game.number = games.len() as u64 + 1;
        put_before(&mut game, between);
        games.push(game);
    }
    games
}

/// A game with the places of its moves.
#[derive(Debug)]
pub struct Placed {
    /// The game.
    pub game: Game,
    /// Where the moves of its main line stand.
    pub moves: Vec<Spot>,
    /// Where the main line breaks off.
    pub fault: Option<Spot>,
}

/// Reads the games of a text that is there as a whole, with the places of their moves.
pub fn read_placed(text: &[u8], options: CheckOptions) -> Vec<Placed> {
    let filter = Filter::no_more_than_counts();
    let work = PgnWork { keep_places: true, ..PgnWork::new(options, Arc::new(filter)) };
    let (mut games, mut cursor, mut done) = (Vec::new(), PlaceCursor::new(), 0);
    let mut spot = |place: &Range<usize>| {
        cursor.advance(text.get(done..place.start).unwrap_or_default());
        done = done.max(place.start);
        let place_of = cursor.place();
        let text = to_utf8(text.get(place.clone()).unwrap_or_default()).trim().to_owned();
        Spot { line: place_of.line, column: place_of.column, text }
    };
    let mut take = |taken: Taken<'_>| {
        match taken {
            Taken::Plain(..) => return false,
            Taken::Game(taken) => {
                let TakenGame { mut game, moves, fault, .. } = *taken;
                game.number = games.len() as u64 + 1;
                let moves = moves.iter().map(&mut spot).collect();
                let fault = fault.as_ref().map(&mut spot);
                games.push(Placed { game, moves, fault });
            }
            Taken::Between(_) => {}
        }
        true
    };
    let (mut local, mut at) = (work.local(), 0);
    while at < text.len() {
        let (_, end) = work.read(&mut local, text, at, text.len(), Some(&mut take));
        at = end.max(at + 1);
    }
    games
}

/// Where the moves of the game that was read last stand in the text, and where it breaks off.
pub(super) fn main_line_places(
    checker: &GameChecker,
    place: GamePlace,
) -> (Vec<Range<usize>>, Option<Range<usize>>) {
    let in_text = |own: &Range<usize>| place.start + own.start..place.start + own.end;
    let mut depth = 0usize;
    let mut moves = Vec::new();
    for item in &checker.sheet.items {
        match item.what {
            What::Open => depth += 1,
            What::Close => depth = depth.saturating_sub(1),
            What::Move { .. } if depth == 0 => moves.push(in_text(&item.place)),
            _ => {}
        }
    }
    let fault = match checker.course.as_ref().map(|course| &course.stop) {
        Some(Stop::Refused { place, .. } | Stop::Unreadable { place, .. }) => Some(in_text(place)),
        Some(Stop::End { .. }) | None => None,
    };
    (moves, fault)
}

/// Puts comments before everything else in a game.
pub fn put_before(game: &mut Game, comments: Vec<String>) {
    if !comments.is_empty() {
        game.items.splice(0..0, comments.into_iter().map(Item::Comment));
    }
}

/// Puts comments behind everything else in a game.
pub fn put_behind(game: &mut Game, comments: Vec<String>) {
    game.items.extend(comments.into_iter().map(Item::Comment));
}

/// Text that belongs to no game, as comments: those it holds, and what stands round them.
pub(crate) fn between(text: &[u8]) -> Vec<String> {
    // Files that were joined have the mark of their encoding where each began.
    let text = to_utf8(text).replace('\u{feff}', "");
    let mut comments = Vec::new();
    each_part(&text, &mut |part, _| comments.push(part));
    comments
}

/// Gives the comments in braces and what stands round them, one after another; true for a comment.
fn each_part(text: &str, take: &mut dyn FnMut(String, bool)) {
    let mut rest = text;
    let mut give = |part: &str, is_comment: bool| {
        if !part.trim().is_empty() {
            take(one_line(part.trim()), is_comment);
        }
    };
    while let Some((before, behind)) = rest.split_once('{') {
        give(before, false);
        let (inside, after) = behind.split_once('}').unwrap_or((behind, ""));
        give(inside, true);
        rest = after;
    }
    give(rest, false);
}

/// A line break reads as one blank.
fn one_line(text: &str) -> String {
    text.replace("\r\n", " ").replace(['\n', '\r'], " ")
}

/// The game that was checked last, and what was changed in its tags to write them as the standard does.
pub(crate) fn game(
    checker: &mut GameChecker,
    text: &[u8],
    place: GamePlace,
    reader: &Reader,
) -> (Game, Vec<Repair>) {
    let mut repairs = Vec::new();
    let mut game = Game { offset: place.start as u64, ..Game::new() };
    for (name, value) in read_tags(text, &reader.tags, place.movetext, &mut repairs) {
        game.set_tag(&name, value);
    }
    let movetext = Movetext {
        game: text.get(place.start..place.end).unwrap_or_default(),
        tokens: reader.tokens.as_slice(),
        start: place.movetext - place.start,
    };
    checker.read_sheet_again(place, movetext);
    let marker = match &checker.course {
        Some(course) => {
            if let Some(start) = &course.start {
                game.start = (**start).clone();
                // A FEN that had to be repaired is written as it was understood.
                let is_clean =
                    |fen: &str| Position::from_fen(fen.as_bytes()).is_ok_and(|f| f.remarks.is_empty());
                if game.tag("FEN").is_some_and(|fen| !is_clean(fen)) {
                    game.set_tag("FEN", start.fen(FenStyle::default()));
                }
            }
            game.is_chess960 = game.start.has_chess960_rights() || is_chess960(text, &reader.tags);
            game.language = language(checker, course);
            game.is_whole = checker.sheet.is_whole;
            game.items.reserve(checker.sheet.items.len());
            movetext_of(checker, movetext.game, &mut game);
            checker.sheet.result.clone()
        }
        None => {
            game.is_whole = false;
            None
        }
    };
    // What stands behind a fault was not replayed; its result still counts.
    let last = movetext.tokens.last().map(|token| token.start as usize..token.end as usize);
    let marker = marker.or(last.filter(|_| !game.is_whole && reader.tokens.end == End::Result));
    if !game.is_whole {
        let end = marker.as_ref().map_or(movetext.game.len(), |marker| marker.start);
        rest_of(checker, movetext, end, &mut game);
    }
    let marker = marker.and_then(|place| movetext.game.get(place));
    decide_result(&mut game, marker);
    (game, repairs)
}

pub(super) fn language(checker: &GameChecker, course: &Course) -> Option<Language> {
    checker.lines.language(course.choice).or(match checker.lines.line.languages & (FIRST | SECOND) {
        FIRST => Some(Language::English),
        SECOND => Some(Language::German),
        _ => None,
    })
}

/// The sheet as items. Signs that mean nothing and brackets without a move are told by findings.
fn movetext_of(checker: &GameChecker, text: &[u8], game: &mut Game) {
    for item in &checker.sheet.items {
        let text = || comment_text(&item.what, text, item.place.clone()).into_owned();
        game.items.push(match &item.what {
            What::Move { facts, number } => {
                let ply = number.saturating_sub(1).saturating_mul(2);
                Item::Move { facts: *facts, ply: ply.saturating_add(u32::from(facts.color == Color::Black)) }
            }
            What::Nag(nag) => Item::Nag(*nag),
            What::DrawOffer => Item::DrawOffer,
            What::Comment => match text() {
                // What PGN has no sign for is written as a comment.
                offer if offer == "(=)" => Item::DrawOffer,
                comment => Item::Comment(one_line(&comment)),
            },
            What::LineComment | What::EscapedLine | What::Words => Item::Comment(one_line(&text())),
            What::Lost => Item::Rest(one_line(&text())),
            What::Sign | What::EmptyVariation => continue,
            What::Open => Item::Open,
            What::Close => Item::Close,
        });
    }
}

/// What stands from the fault on, up to `end`, with the move number before it. Without a start position that is
/// everything; its comments stay comments.
fn rest_of(checker: &GameChecker, movetext: Movetext<'_>, end: usize, game: &mut Game) {
    if checker.course.is_none() {
        let text = to_utf8(movetext.game.get(movetext.start..end).unwrap_or_default());
        each_part(&text, &mut |part, is_comment| {
            game.items.push(if is_comment { Item::Comment(part) } else { Item::Rest(part) });
        });
        return;
    }
    let last = checker.sheet.items.last().map_or(movetext.start, |item| item.place.end);
    let rest = to_utf8(movetext.game.get(last..end).unwrap_or_default().trim_ascii());
    game.items.push(Item::Rest(one_line(&rest)));
}

/// The result behind the moves, else that of the Result tag, else that of the board. A score that PGN has no marker
/// for, or a forfeit, is remembered in the tag Termination and in a comment.
fn decide_result(game: &mut Game, marker: Option<&[u8]>) {
    let tag = game.tag("Result").map(str::to_owned);
    let read_tag = tag.as_ref().and_then(|tag| result::parse(tag.as_bytes()));
    let read_marker = marker.and_then(result::parse);
    let says = |read: &result::ReadResult| read.result != GameResult::Unfinished;
    let read = read_marker.filter(says).or(read_tag.filter(says)).or(read_marker).or(read_tag);
    game.result = match read {
        Some(read) => read.result,
        None => GameResult::on_board(&game.final_position()),
    };
    let is_special = |read: &result::ReadResult| read.forfeit || !read.result.is_exportable();
    let original = match (read_marker.filter(is_special), read_tag.filter(is_special)) {
        (Some(_), _) => marker.map(|marker| to_utf8(marker).into_owned()),
        (None, Some(_)) => tag,
        (None, None) => None,
    };
    let Some(original) = original.map(|text| text.trim().to_owned()) else { return };
    if game.tag("Termination").is_none() {
        game.set_tag("Termination", original.clone());
    }
    let is_there = matches!(game.items.last(), Some(Item::Comment(text)) if text.trim() == original);
    if !is_there {
        game.items.push(Item::Comment(original));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Style;

    fn read(text: &str) -> Game {
        let mut games = read_games(text.as_bytes(), CheckOptions::default());
        assert_eq!(games.len(), 1, "{text}");
        games.pop().expect("one game")
    }

    fn shown(game: &Game) -> String {
        let mut out = Vec::new();
        for item in &game.items {
            out.push(match item {
                Item::Move { facts, .. } => {
                    let mut san = String::new();
                    facts.write(&Style::PGN, &mut san);
                    san
                }
                Item::Nag(nag) => format!("${nag}"),
                Item::Comment(text) => format!("{{{text}}}"),
                Item::Rest(text) => format!("<{text}>"),
                Item::DrawOffer => "=".to_owned(),
                Item::Open => "(".to_owned(),
                Item::Close => ")".to_owned(),
            });
        }
        out.join(" ")
    }

    #[test]
    fn a_game_holds_the_movetext_in_order() {
        let game =
            read("[White \"Groß\"]\n\n{a\r\nb} 1. e4! (1. d4 $6 d5 ± (1... Nf6) ; c\n) e5 (=) 2. Sf3 1:0\n");
        assert_eq!(shown(&game), "{a b} e4 $1 ( d4 $6 d5 $16 ( Nf6 ) {c} ) e5 = Nf3");
        assert_eq!((game.plies(), game.is_whole, game.result), (3, true, GameResult::WhiteWins));
        assert_eq!(game.language, Some(Language::German));
        assert_eq!(game.tag("White"), Some("Groß"));
        let plies: Vec<u32> = game
            .items
            .iter()
            .filter_map(|item| if let Item::Move { ply, .. } = item { Some(*ply) } else { None })
            .collect();
        assert_eq!(plies, [0, 0, 1, 1, 1, 2]);
    }

    #[test]
    fn what_stands_from_a_fault_on_is_kept_as_it_stood() {
        let game = read("1. e4 e5 2. Ke3 {why?} Nf6\n(2... d5) 0-1");
        assert_eq!(shown(&game), "e4 e5 <2. Ke3 {why?} Nf6 (2... d5)>");
        assert_eq!((game.is_whole, game.result), (false, GameResult::BlackWins));
    }

    #[test]
    fn a_game_without_a_usable_start_is_kept_as_text() {
        let game = read("[FEN \"nonsense\"]\n[Result \"1-0\"]\n\n1. e4 {best} e5 1-0");
        assert_eq!(shown(&game), "<1. e4> {best} <e5>");
        assert_eq!((game.is_whole, game.result), (false, GameResult::WhiteWins));
        assert_eq!(game.tag("FEN"), Some("nonsense"));
    }

    #[test]
    fn a_repaired_fen_is_written_as_it_was_understood() {
        let game = read("[FEN \"4k3/8/8/8/8/8/8/4K2R w K\"]\n[Result \"*\"]\n\n1. O-O *");
        assert_eq!(game.tag("FEN"), Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
        let kept = read("[FEN \"4k3/8/8/8/8/8/8/4K2R w H - 3 9\"]\n[Result \"*\"]\n\n9. O-O *");
        assert_eq!(kept.tag("FEN"), Some("4k3/8/8/8/8/8/8/4K2R w H - 3 9"));
    }

    #[test]
    fn every_move_of_a_line_without_blanks_is_kept() {
        assert_eq!(shown(&read("1.e4,e5 2.Nf3,Nc6 3.Bb5*")), "e4 e5 Nf3 Nc6 Bb5");
    }

    #[test]
    fn text_between_games_goes_into_the_next_game() {
        let text = "Round 1\n\n[Event \"a\"]\n\n1. e4 *\n\nRound 2 {late} *\n\n[Event \"b\"]\n\n1. d4 *\n\nThe end.\n";
        let games = read_games(text.as_bytes(), CheckOptions::default());
        let shown: Vec<String> = games.iter().map(shown).collect();
        assert_eq!(shown, ["{Round 1} e4", "{Round 2} {late} {*} d4", "{The end.}"]);
        assert_eq!(games.iter().map(|game| game.line).collect::<Vec<_>>(), [3, 9, 1]);
    }

    #[test]
    fn a_score_without_a_marker_is_remembered() {
        let game = read("[Event \"a\"]\n[Result \"0-0\"]\n\n1. e4 0-0");
        assert_eq!((game.result, game.tag("Termination")), (GameResult::BothLost, Some("0-0")));
        assert_eq!(shown(&game), "e4 {0-0}");
        let forfeit = read("[Event \"a\"]\n[Result \"+:-\"]\n\n+:-");
        assert_eq!((forfeit.result, forfeit.tag("Termination")), (GameResult::WhiteWins, Some("+:-")));
    }

    #[test]
    fn without_a_result_the_board_decides() {
        assert_eq!(read("1. f3 e5 2. g4 Qh4#").result, GameResult::BlackWins);
        assert_eq!(read("1. f3 e5 2. g4 Qh4# *").result, GameResult::Unfinished);
    }

    #[test]
    fn german_tags_map_to_the_roster() {
        let game = read("[Weiß \"A\"]\n[Datum \"12. März 1987\"]\n[Ergebnis \"1:0\"]\n\n1. e4 1:0");
        assert_eq!(game.tag("White"), Some("A"));
        assert_eq!(game.tag("Date"), Some("1987.03.12"));
        assert_eq!(game.result, GameResult::WhiteWins);
    }

    #[test]
    fn a_byte_order_mark_between_games_is_no_text() {
        let text = "1. e4 *\n\n\u{feff}[Event \"b\"]\n\n1. d4 *\n\n\u{feff}text {more}\n\n[Event \"c\"]\n\n1. c4 *\n";
        let games = read_games(text.as_bytes(), CheckOptions::default());
        let shown: Vec<String> = games.iter().map(shown).collect();
        assert_eq!(shown, ["e4", "d4", "{text} {more} c4"]);
    }
}
