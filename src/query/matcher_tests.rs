//! Tests of matching: every event on a small game, and all of it against a slow and simple way.

use proptest::prelude::*;

use super::expr::{Expr, Term};
use super::happened::Memory;
use super::matcher::{Hit, Matcher};
use super::ply::{Made, Ply};
use super::subject::{GameSubject, Subject};
use super::testing::{Sizes, expressions, random_game};
use crate::check::game::CheckOptions;
use crate::check::record::read_games;
use crate::notation::MoveFacts;
use crate::replay::game::{Game, Item};

fn parse(text: &str) -> Expr {
    Expr::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn read(text: &str) -> Game {
    read_games(text.as_bytes(), CheckOptions::default()).remove(0)
}

/// The plies at which an expression holds in a game.
fn plies(expr: &str, game: &Game) -> Vec<u32> {
    let mut moves = Vec::new();
    let subject = GameSubject::new(game, &mut moves);
    let mut matcher = Matcher::new(&parse(expr));
    let all: Vec<u32> = matcher.all(&subject).iter().map(|hit| hit.ply).collect();
    assert_eq!(matcher.first(&subject).map(|hit| hit.ply), all.first().copied(), "{expr}");
    all
}

#[track_caller]
fn check(text: &str, cases: &[(&str, &[u32])]) {
    let game = read(text);
    for (expr, expected) in cases {
        assert_eq!(plies(expr, &game), *expected, "{expr}");
    }
}

const YES: &[u32] = &[0];
const NO: &[u32] = &[];

#[test]
fn tags_are_compared_as_texts_numbers_and_dates() {
    let text = "[Event \"XX Tata Steel Masters\"]\n[White \"Müller, Jörg\"]\n[Black \"Carlsen, M\"]\n\
        [Date \"1999.05.??\"]\n[Round \"3.1\"]\n[WhiteElo \"2500\"]\n[BlackElo \"2850\"]\n[Result \"0-1\"]\n\
        [Annotator \"Me\"]\n[ECO \"C65\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 0-1\n";
    check(
        text,
        &[
            ("white = \"MÜLLER, JÖRG\"", YES),
            ("white = \"Müller\"", NO),
            ("white : müller", YES),
            ("player ~ /^carl/", YES),
            ("player = \"Carlsen, M\"", YES),
            ("player != \"Carlsen, M\"", NO),
            ("player != \"Tal\"", YES),
            ("event : \"tata steel\" and not event : Tat", YES),
            ("site = x or site != x", NO),
            ("not site = x", YES),
            ("elo >= 2800", YES),
            ("white.elo >= 2800", NO),
            ("elo != 2500", NO),
            ("elodiff = -350", YES),
            ("date in 1990..1999", YES),
            ("date = 1999.05", YES),
            ("date <= 1999.05.30", NO),
            ("date <= 1999.05.31", YES),
            ("eventdate > 1900", NO),
            ("round >= 3 and round in 3..4 and round = 3.1", YES),
            ("tag.WhiteElo < 2501", YES),
            ("tag.annotator : me", YES),
            ("eco in C60..C99 and eco = C6 and not eco = B", YES),
            ("opening : Spanish", YES),
            ("opening : \"Ruy Lopez\" and opening ~ /berlin/", YES),
            ("opening = Spanisch", YES),
            ("opening != Spanisch", NO),
            ("result = 0-1 and result != 1-0", YES),
            ("plies = 6", YES),
        ],
    );
}

#[test]
fn a_game_without_moves_has_its_start_position() {
    let game = read("[White \"A\"]\n\n*\n");
    assert_eq!(plies("Ke1 and ply = 0", &game), [0]);
    assert_eq!(plies("not Ke1", &game), NO);
    assert_eq!(plies("after \"1. e4\" or move \"e4\" or mate", &game), NO);
}

#[test]
fn positions_are_found_however_they_come_about() {
    let text = "1. Sf3 d5 2. d4 Sf6 3. c4 e6 *";
    check(
        text,
        &[
            ("after \"1. d4 d5 2. Nf3\"", &[3]),
            ("after \"1. d4 d5\"", NO),
            ("fen \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\"", &[0]),
            ("board \"rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/5N2/PP2PPPP/RNBQKB1R\"", &[6]),
            ("key 0x463b96181691fc9c", &[0]),
            ("key 0x463b96181691fc9d", NO),
            ("key 0x463b96181691fc9c or ply = 2", &[0, 2]),
            ("Nf3 and nf6", &[4, 5, 6]),
            ("Nf3 and not nf6", &[1, 2, 3]),
            ("move \"Nf6\"", &[4]),
            ("ply in 2..3", &[2, 3]),
            ("ply > 4", &[5, 6]),
            ("balance = 0 for 7 plies", &[6]),
        ],
    );
}

#[test]
fn sequences_streaks_and_somewhere_keep_their_order() {
    let text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 *";
    check(
        text,
        &[
            ("sequence (move \"e4\", move \"Nf3\", move \"Bb5\")", &[5]),
            ("sequence (move \"Nf3\", move \"e4\")", NO),
            ("sequence (move \"e4\", move \"*x*\")", &[7, 8]),
            ("sequence (move \"e4\", move \"*x*\") within 6", &[7]),
            ("streak 2 (move \"*x*\")", &[8]),
            ("Bb5 for 2 plies", &[6]),
            ("Bb5 for 3 plies", NO),
            ("somewhere (move \"Bxc6\") and move \"e4\"", &[1]),
            ("somewhere (move \"Bxc6\" and somewhere (Bb5)) and not somewhere (move \"O-O\")", &[7]),
            ("not somewhere (move \"Bxc6\")", NO),
            ("somewhere (sequence (Nf3, bc8)) and plies = 8", &[4]),
            ("sequence (somewhere (pa6) and Nf3, streak 2 (pa6 and Bb5 or Bc6))", &[7]),
        ],
    );
}

#[test]
fn events_are_found_at_their_ply() {
    check(
        "1. f3 e5 2. g4 Qh4# 0-1",
        &[
            ("mate", &[4]),
            ("mate by black", &[4]),
            ("mate by white", NO),
            ("mate fools", &[4]),
            ("mate smothered|fools", &[4]),
            ("mate smothered", NO),
            ("ending = mate", &[4]),
            ("mate and Ke1 and ply = 4", &[4]),
            ("mate and plies = 4", &[4]),
            ("mate or Ke8", &[4]),
            ("not stalemate", &[0]),
            ("repetition", NO),
        ],
    );
    check(
        "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2",
        &[
            ("repetition", &[8]),
            ("repetition >= 2", &[4]),
            ("repetition >= 4", NO),
            ("repetition at end", &[8]),
            ("fivefold or perpetual or fifty or seventyfive or dead", NO),
            ("claimable", NO),
            ("has comments or has variations or has nags or has clocks or has evals", NO),
        ],
    );
    check(
        "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 *",
        &[
            ("claimable", &[7]),
            ("claimable by black", &[7]),
            ("claimable by white", &[8]),
            ("repetition at end", NO),
        ],
    );
}

#[test]
fn promotions_castlings_and_en_passant_know_side_and_square() {
    let text = "[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/4p3/8/3P3p/R3K3 w Q - 0 1\"]\n\n1. d4 exd3 2. O-O-O h1=N 3. a8=Q+ *";
    check(
        text,
        &[
            ("underpromotion", &[4]),
            ("underpromotion n on h1 by black", &[4]),
            ("underpromotion n by white", NO),
            ("underpromotion b", NO),
            ("promotion", &[4]),
            ("promotion by white", &[5]),
            ("promotion q on a8", &[5]),
            ("en-passant", &[2]),
            ("en-passant by white", NO),
            ("castling", &[3]),
            ("castling long by white", &[3]),
            ("castling short", NO),
            ("castling by black", NO),
            ("castling opposite", NO),
            ("castling in 960", NO),
            ("sequence (move \"en passant\", move \"h1=N\")", &[4]),
        ],
    );
}

#[test]
fn chess960_is_known_by_number_pattern_and_tag() {
    let text = "[Variant \"Chess960\"]\n[SetUp \"1\"]\n\
        [FEN \"bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1\"]\n\n1. e4 *";
    let number = crate::chess::chess960::number(&read(text).start).unwrap();
    check(
        text,
        &[
            ("chess960", YES),
            (&format!("chess960 = {number} and start = {number}"), YES),
            (&format!("chess960 != {number}"), NO),
            ("chess960 pattern \"BQN*\"", YES),
            ("chess960 pattern \"RNB*\"", NO),
            ("chess960 double or variant", NO),
        ],
    );
    check("1. e4 *", &[("start = 518", YES), ("chess960 = 518 or chess960", NO)]);
}

#[test]
fn the_text_of_a_game_can_be_asked() {
    let text = "[Termination \"Time forfeit\"]\n\n{Anfang} 1. e4 {[%clk 0:01:00] [%eval 0.3]} e5 $3 \
        {[%clk 0:00:09.5] [%eval 0.4]} (1... c5 {gut $1}) 2. Qh5 {[%clk 0:00:50] [%eval -3.2]} Nc6 1-0";
    check(
        text,
        &[
            ("comment ~ /anfang/", &[0]),
            ("comment : gut", &[2]),
            ("comment !~ /schlecht/", &[0]),
            ("comment !~ /gut/", NO),
            ("nag = 3", &[2]),
            ("nag != 3", NO),
            ("clock < 10s", &[2]),
            ("clock < 9.5s", NO),
            ("clock <= 50s by white", &[3]),
            ("eval drop > 3", &[3]),
            ("eval drop > 3.6 or eval drop > 3 by black", NO),
            ("has variations and has comments and has clocks and has evals and has nags", YES),
            ("ending = time", &[4]),
            ("ending != time", NO),
            ("illegal", NO),
        ],
    );
    check("1. e4 e5 2. Ke3 *", &[("illegal", &[2]), ("plies = 2", YES)]);
}

#[test]
fn a_game_that_cannot_match_is_not_replayed_and_one_that_must_is_known() {
    let game = read("[White \"A\"]\n\n1. e4 *");
    let verdict = |expr: &str| Matcher::new(&parse(expr)).verdict(&GameSubject::new(&game, &mut Vec::new()));
    assert_eq!(verdict("white = B and Ke1"), Some(false));
    assert_eq!(verdict("white = A or Ke1"), Some(true));
    assert_eq!(verdict("white = A and Ke1"), None);
    assert_eq!(verdict("somewhere (white = B and Ke1)"), Some(false));
}

/// The same, by what holds at every ply.
fn slowly(expr: &Expr, game: &dyn Subject, plies: &[Ply<'_>]) -> Vec<bool> {
    match expr {
        Expr::Term(Term::Game(term)) => vec![term.found(game, &mut Memory::default()).is_some(); plies.len()],
        Expr::Term(Term::Ply(term)) => plies.iter().map(|ply| term.matches(ply)).collect(),
        Expr::Not(inner) => slowly(inner, game, plies).iter().map(|holds| !holds).collect(),
        Expr::And(parts) | Expr::Or(parts) => {
            let parts: Vec<Vec<bool>> = parts.iter().map(|part| slowly(part, game, plies)).collect();
            let is_and = matches!(expr, Expr::And(_));
            let at = |ply: usize| {
                if is_and { parts.iter().all(|part| part[ply]) } else { parts.iter().any(|part| part[ply]) }
            };
            (0..plies.len()).map(at).collect()
        }
        Expr::Somewhere(inner) => vec![slowly(inner, game, plies).contains(&true); plies.len()],
        // There are none in these games.
        Expr::Variation(_) => vec![false; plies.len()],
        Expr::Sequence { steps, within } => {
            let steps: Vec<Vec<bool>> = steps.iter().map(|step| slowly(step, game, plies)).collect();
            let ends = |last: usize| {
                (0..=last).any(|first| {
                    // From `first` every later step as early as it goes.
                    let mut at = first;
                    let in_order = steps[0][first]
                        && steps[1..steps.len() - 1].iter().all(|step| {
                            let next = (at + 1..last).find(|ply| step[*ply]);
                            at = next.unwrap_or(at);
                            next.is_some()
                        });
                    let is_near = within.is_none_or(|within| last - first <= within as usize);
                    in_order && at < last && steps[steps.len() - 1][last] && is_near
                })
            };
            (0..plies.len()).map(ends).collect()
        }
        Expr::Streak { length, of } => {
            let of = slowly(of, game, plies);
            let length = *length as usize;
            (0..plies.len())
                .map(|ply| ply + 1 >= length && of[ply + 1 - length..=ply].iter().all(|h| *h))
                .collect()
        }
    }
}

const TERMS: &[&str] = &[
    "check",
    "mate",
    "castling",
    "promotion",
    "Ke1",
    "ke8",
    "pa6",
    "Qd1",
    "qd8",
    "balance > 0",
    "balance < -3",
    "move \"*x*\"",
    "move \"by white\"",
    "ply in 3..9",
    "ply < 4",
    "plies > 20",
    "stalemate",
    "count(q) = 0",
    "passed",
    "move \"K*\"",
];

fn any_expr() -> impl Strategy<Value = Expr> {
    let sizes = Sizes { depth: 4, nodes: 24, parts: 3, within: 1..12, streak: 1..4 };
    expressions(TERMS, sizes)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn answers_are_those_of_the_slow_way(expr in any_expr(), seed in any::<u64>()) {
        let mut matcher = Matcher::new(&expr);
        // One matcher for several games: nothing stays behind.
        for seed in [seed, seed.wrapping_add(1), seed.wrapping_add(2)] {
            let steps = random_game(seed, 40);
            let mut game = Game { start: steps[0].position.clone(), ..Game::new() };
            for step in &steps[1..] {
                let mv = step.made.map(Made::mv).unwrap();
                game.items.push(Item::Move { facts: MoveFacts::of(&step.before, mv), ply: step.before.ply() });
            }
            let mut moves = Vec::new();
            let subject = GameSubject::new(&game, &mut moves);
            let plies: Vec<Ply<'_>> = steps.iter().map(|step| step.ply()).collect();
            let slow = slowly(&expr, &subject, &plies);
            let expected: Vec<u32> = (0u32..).zip(&slow).filter(|(_, holds)| **holds).map(|(ply, _)| ply).collect();
            let found: Vec<u32> = matcher.all(&subject).iter().map(|hit| hit.ply).collect();
            if found.len() == 1 && slow.iter().all(|holds| *holds) {
                // Known of the whole game: one hit, wherever it happened.
                prop_assert!(!expected.is_empty());
            } else {
                prop_assert_eq!(&found, &expected, "{}", expr);
            }
            prop_assert_eq!(matcher.first(&subject), found.first().map(|ply| Hit { ply: *ply }));
        }
    }
}
