//! Games that are offered without being taken apart are the same games.

use std::sync::Arc;

use super::chunk::{PgnWork, Taken};
use super::finding::Filter;
use super::game::CheckOptions;
use super::plain::Offered;
use super::record::read_games;
use crate::chess::Move;
use crate::pgn::comment_values::has_clock;
use crate::replay::game::{Game, Item};
use crate::replay::parallel::Work;
use crate::replay::{MovesAre, PlainMove};

const ROSTER: &str =
    "[Event \"?\"]\n[Site \"?\"]\n[Date \"2025.05.01\"]\n[Round \"-\"]\n[White \"A\"]\n[Black \"B\"]\n";

/// A game that was offered, or `None` where one was not.
type Seen = Option<(MovesAre, Vec<PlainMove>)>;

/// What is offered of the games of a text, each compared with the game taken apart.
fn offered(text: &str, offered: Offered, any_spelling: bool) -> Vec<Seen> {
    let options = CheckOptions { only_play: any_spelling, any_spelling, ..CheckOptions::default() };
    let work = PgnWork { offered, ..PgnWork::new(options, Arc::new(Filter::no_more_than_counts())) };
    let games = read_games(text.as_bytes(), CheckOptions::default());
    let mut rest = games.iter();
    let mut seen = Vec::new();
    let mut take = |taken: Taken<'_>| {
        match taken {
            Taken::Plain(plain, _) => {
                let game: &Game = rest.next().expect("no more games than there are");
                assert!(plain.plies.iter().map(|ply| ply.mv()).eq(game.moves()));
                assert!(plain.last.same_as(&game.final_position()));
                assert!(game.is_whole && !game.is_chess960);
                assert_eq!(plain.result, game.result);
                if plain.spelling == MovesAre::AmongText {
                    assert_eq!(plain.items(), game.items);
                }
                let has = |is_it: fn(&Item) -> bool| game.items.iter().any(is_it);
                let is_clock = |item: &Item| matches!(item, Item::Comment(text) if has_clock(text));
                for (told, is_true) in [
                    (plain.has_comments(), has(|item| matches!(item, Item::Comment(_)))),
                    (plain.has_variations(), has(|item| matches!(item, Item::Open))),
                    (plain.has_clocks(), has(is_clock)),
                ] {
                    assert!(told.is_none_or(|told| told == is_true), "{text}");
                }
                assert!(
                    plain
                        .tag_pairs()
                        .eq(game.tags.iter().map(|(name, value)| (name.as_str(), value.as_str())))
                );
                seen.push(Some((plain.spelling, plain.moves().collect())));
            }
            Taken::Game(_) => {
                rest.next();
                seen.push(None);
            }
            Taken::Between(_) => {}
        }
        true
    };
    work.read(&mut work.local(), text.as_bytes(), 0, text.len(), Some(&mut take));
    seen
}

fn spelling(movetext: &str, most: Offered) -> Option<MovesAre> {
    let result = movetext.rsplit(' ').next().expect("a result");
    let text = format!("{ROSTER}[Result \"{result}\"]\n\n{movetext}\n");
    let of = |any_spelling| {
        let seen = offered(&text, most, any_spelling);
        assert_eq!(seen.len(), 1, "{text}");
        seen.into_iter().next().flatten().map(|(spelling, _)| spelling)
    };
    let exact = of(false);
    // Who does not look cannot tell.
    let seen = match exact {
        Some(MovesAre::Exact) if most >= Offered::Reads => Some(MovesAre::Loose),
        Some(MovesAre::Exact) => None,
        other => other,
    };
    assert_eq!(of(true), seen, "{movetext}");
    exact
}

#[test]
fn only_games_in_order_can_be_copied() {
    assert_eq!(spelling("1. e4 e5 2. Nf3 *", Offered::Copies), Some(MovesAre::Exact));
    assert_eq!(spelling("1. e4 e5 2. Ng1f3 *", Offered::Copies), None);
    assert_eq!(spelling("1. e4 e5 {!} 2. Nf3 *", Offered::Copies), None);
    assert_eq!(spelling("1. e4 e5 2. Nf3 *", Offered::Nothing), None);
}

#[test]
fn other_spellings_can_be_read() {
    assert_eq!(spelling("1. e4 e5 2. Ng1f3 *", Offered::Reads), Some(MovesAre::Loose));
    assert_eq!(spelling("1. e4 e5 2. Nf3!? *", Offered::Reads), None);
    assert_eq!(spelling("1. e4 e5 2. Sf3 *", Offered::Reads), None);
}

#[test]
fn main_lines_are_read_among_comments_glyphs_and_variations_in_any_language() {
    for movetext in [
        "1. e4 { [%clk 0:05:00] } 1... e5 { [%clk 0:05:00] } 2. Nf3 $1 2... Nc6 { [%clk 0:04:58] } 0-1",
        "{before} 1. e4 e5 (1... c5 2. Nf3 (2. Nc3) d6) 2. Nf3! ; a line\n Nc6 1-0",
        "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 *",
        "1. e4 e5 (1... Zz9) 2. Nf3 Nc6?! 1/2-1/2",
        "1. e4 e5 2. Nf3 f6 3. Nxe5 Qe7 4. Nf3 Qxe4+ 5. Be2 (=) 1/2-1/2",
        "1. e4 e5 {(=)} 2. Nf3 1/2-1/2",
        "1. e4 e5 ({[%emt 0:01]}) 2. Nf3 {[%x]} $3 1/2-1/2",
    ] {
        assert_eq!(spelling(movetext, Offered::MainLines), Some(MovesAre::AmongText), "{movetext}");
    }
}

#[test]
fn a_game_that_breaks_off_or_passes_a_move_or_starts_elsewhere_is_taken_apart() {
    assert_eq!(spelling("1. e4 e5 {a} 2. Nf6 *", Offered::MainLines), None);
    assert_eq!(spelling("1. e4 -- {a} 2. Nf3 *", Offered::MainLines), None);
    let text = format!(
        "{ROSTER}[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\"]\n\n1. Ra8+ {{check}} *\n\n\
         {ROSTER}[Result \"1-0\"]\n\n1. e4 {{a}} e5 0-1\n"
    );
    assert_eq!(offered(&text, Offered::MainLines, false), [None, None]);
}

#[test]
fn tags_are_read_as_they_are_meant() {
    let text = format!(
        "{ROSTER}[Result \"0-1\"]\n[WhiteRatingDiff \"-5\"]\n[BlackRatingDiff \"+5\"]\n[Termination \"Normal\"]\n[Variant \"Standard\"]\n\n\
         1. e4 {{ [%clk 0:05:00] }} 1... e5 {{ [%clk 0:05:00] }} 0-1\n\n\
         [Event \"?\"]\n[Date \"1.5.2025\"]\n[White \"Wei\u{df}, A\"]\n\n1. d4 d5 *\n"
    );
    let spellings = |any| offered(&text, Offered::MainLines, any).into_iter().map(|seen| seen.map(|s| s.0));
    assert!(spellings(false).eq([Some(MovesAre::AmongText), Some(MovesAre::Exact)]));
    assert!(spellings(true).eq([Some(MovesAre::AmongText), Some(MovesAre::Loose)]));
}

#[test]
fn moves_have_their_texts() {
    let text = format!("{ROSTER}[Result \"*\"]\n\n1. e4 f5 2. Qh5+ g6 3. Be2 gxh5 4. Bxh5# *\n");
    let seen = offered(&text, Offered::Copies, false);
    let [Some((MovesAre::Exact, moves))] = seen.as_slice() else { panic!("{seen:?}") };
    let texts = moves.iter().map(|mv| &text[mv.start as usize..(mv.start + mv.length) as usize]);
    assert!(texts.eq(["e4", "f5", "Qh5+", "g6", "Be2", "gxh5", "Bxh5#"]));
    assert!(moves.iter().all(|mv| mv.mv != Move::NULL));
}
