//! Tests of reading and writing expressions.

use proptest::prelude::*;

use super::*;
use crate::check::lang::UiLang;
use crate::query::fields::TextField;
use crate::query::testing::{Sizes, expressions};
use crate::query::text_test::{Folded, TextPattern, TextTest};

fn parse(text: &str) -> Expr {
    Expr::parse(text).unwrap_or_else(|error| panic!("{text}\n{}", error.render(text, UiLang::En)))
}

fn problem(text: &str) -> (Problem, &str) {
    match Expr::parse(text) {
        Ok(expr) => panic!("{text} was read as {expr}"),
        Err(error) => (error.problem, &text[error.span]),
    }
}

/// One text of every form a term has.
pub(super) const TERMS: &[&str] = &[
    "white = \"Carlsen, M\"",
    "black != \"x \\\"y\\\" \\\\\"",
    "player ~ /^carl\\/s/",
    "site !~ /a|b/",
    "event : \"Tata Steel\"",
    "round = \"3\"",
    "tag.Round >= 3",
    "opening : \"Spanish\"",
    "variant = \"Atomic\"",
    "tag.Annotator = \"Me\"",
    "elo >= 2600",
    "white.elo in 2500..2600",
    "black.elo != 0",
    "elodiff < -200",
    "plies <= 20",
    "date in 1990..1999",
    "date < 1914.08",
    "eventdate = 1914.08.01",
    "eco in C60..C99",
    "eco = C6",
    "eco != B20",
    "result = 1-0",
    "result != 1/2-1/2",
    "result = *",
    "repetition >= 3",
    "repetition at end",
    "perpetual",
    "perpetual by white",
    "fifty",
    "seventyfive",
    "dead",
    "stalemate",
    "mate",
    "mate smothered|back-rank by black",
    "promotion q",
    "underpromotion n on h1 by black",
    "castling",
    "castling long by white",
    "castling opposite",
    "castling in 960",
    "en-passant by black",
    "claimable",
    "ending = time",
    "ending != no-show",
    "chess960",
    "chess960 = 518",
    "chess960 in 0..100",
    "chess960 pattern \"RNB*\"",
    "chess960 double",
    "start != 518",
    "comment ~ /gut/",
    "nag = 3",
    "clock < 10s",
    "clock in 0.5s..90s by white",
    "eval drop > 3.25 by black",
    "has variations",
    "illegal",
    "variant",
    "fen \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\"",
    "board \"4k3/8/8/8/8/8/8/4K3\"",
    "after \"1. e4 c5 2. Sf3\"",
    "key 0x463b96181691fc9c",
    "ply in 20..40",
    "pattern \"8/8/8/8/4P3/8/8/8\" flip mirror",
    "pattern \"8/pp*5/8/3[QR]4/8/8/PPP.AAa*/8\" shift",
    "pawns \"8/pp3ppp/2p1p3/3p4/3P4/2P1P3/PP3PPP/8\"",
    "Nf5",
    "pa6",
    "Ae4",
    "material \"KRPkr\"",
    "material either \"KRPkr\"",
    "material \"KRP+kr*\"",
    "material up exchange",
    "material Q vs RR by white",
    "material opposite bishops",
    "balance <= -3",
    "count(n) >= 5",
    "count(white rq) = 0",
    "check",
    "check double",
    "check discovered by black",
    "pinned n of white",
    "passed of white >= 2",
    "doubled",
    "isolated >= 2",
    "opposition",
    "opposition distant",
    "move \"Nxf7\"",
    "move \"e8=N\"",
    "move \"*xh7+\"",
    "move \"O-O-O\"",
];

#[test]
fn every_term_reads_back_as_it_is_written() {
    for text in TERMS {
        let expr = parse(text);
        let written = expr.to_string();
        assert_eq!(parse(&written), expr, "{text}");
        // How the terms about the board are written is a matter of their own.
        assert!(!expr.is_game_level() || written == *text, "{written}");
    }
}

#[test]
fn keywords_are_read_in_any_case() {
    for (text, same) in [
        ("NOT WHITE = x AND Mate Smothered", "not white = x and mate smothered"),
        ("Tag.annotator : Y", "tag.Annotator : y"),
        ("SEQUENCE (Ply = 1, PLY = 2) WITHIN 9", "sequence (ply = 1, ply = 2) within 9"),
        ("Key 0XAB FOR 3 PLIES", "streak 3 (key 0xab)"),
    ] {
        assert_eq!(parse(text).to_string().to_lowercase(), parse(same).to_string().to_lowercase(), "{text}");
    }
}

#[test]
fn what_can_be_written_in_two_ways_is_one_expression() {
    for (text, same) in [
        ("fivefold", "repetition >= 5"),
        ("repetition", "repetition >= 3"),
        ("ply in 20 .. 40", "ply in 20..40"),
        ("ply in 20.. 40", "ply in 20..40"),
        ("key = 0x1f", "key 0x1f"),
        ("player ~ \"carl\\\\/x\"", "player ~ /carl\\/x/"),
        ("result = 1:0", "result = 1-0"),
        ("result = draw", "result = 1/2-1/2"),
        ("((mate))", "mate"),
        ("ply = 3 for 2 plies", "streak 2 (ply = 3)"),
        ("en passant", "en-passant"),
        ("nag = $3", "nag = 3"),
        ("clock < 1.5m", "clock < 90s"),
        ("date = 1914-08-01", "date = 1914.08.01"),
        ("round = 3", "tag.Round = 3"),
        ("either KRPkr", "material either \"KRPkr\""),
        ("up exchange for 4 plies", "streak 4 (material up exchange)"),
        ("Q vs RR and mate", "material \"Q vs RR\" and mate"),
        ("opposite bishops", "material opposite bishops"),
        ("count( n ) >= 5", "count(n) >= 5"),
        ("pattern '8/8/8/8/4P3/8/8/8'", "pattern \"8/8/8/8/4P3/8/8/8\""),
        ("move e8=N", "move \"e8=N\""),
    ] {
        assert_eq!(parse(text), parse(same), "{text}");
    }
}

#[test]
fn not_binds_closer_than_and_and_than_or() {
    let shape = |text: &str| format!("{}", parse(text));
    assert_eq!(shape("mate or dead and not fifty"), "mate or dead and not fifty");
    assert_eq!(shape("(mate or dead) and not (fifty and dead)"), "(mate or dead) and not (fifty and dead)");
    assert!(matches!(parse("mate or dead and fifty"), Expr::Or(parts) if parts.len() == 2));
    assert!(matches!(parse("mate and dead and fifty"), Expr::And(parts) if parts.len() == 3));
    assert!(
        matches!(parse("not ply = 1 for 2 plies"), Expr::Not(inner) if matches!(*inner, Expr::Streak { .. }))
    );
}

#[test]
fn game_terms_and_ply_terms_are_told_apart() {
    for (text, is_game) in [
        ("mate and white = x", true),
        ("mate and ply = 3", false),
        ("not ply = 3", false),
        ("somewhere (ply = 3) or mate", true),
        ("streak 2 (ply > 3)", false),
    ] {
        assert_eq!(parse(text).is_game_level(), is_game, "{text}");
    }
}

#[test]
fn an_unknown_name_or_value_is_an_error_with_the_nearest() {
    for (text, place, message) in [
        ("mate and whit = x", "whit", "unknown field `whit`; did you mean `white`?"),
        ("xyzzy", "xyzzy", "unknown field `xyzzy`"),
        ("mate smotherd", "smotherd", "`mate` knows no `smotherd`; did you mean `smothered`?"),
        ("ending = tim", "tim", "`ending` knows no `tim`; did you mean `time`?"),
        ("has variation", "variation", "`has` knows no `variation`; did you mean `variations`?"),
        ("underpromotion q", "q", "`underpromotion` knows no `q`"),
        ("castling in 961", "961", "`castling in` knows no `961`; did you mean `960`?"),
        ("chess960 = 960", "960", "`960` is not a Chess960 number, 0 to 959"),
        ("chess960 duble", "duble", "`chess960` knows no `duble`; did you mean `double`?"),
        ("result = 2-0", "2-0", "`2-0` is not a result such as `1-0` or `1/2-1/2`"),
        ("elo >= high", "high", "`high` is not a whole number"),
        (
            "date = 1914.02.30",
            "1914.02.30",
            "`1914.02.30` is not a date such as `1914`, `1914.08` or `1914.08.01`",
        ),
        ("eco in C60..F00", "F00", "`F00` is not an opening code such as `C60`, `C6` or `C`"),
        ("tag. = x", "tag.", "`tag.` is not the name of a tag, as in `tag.Annotator`"),
    ] {
        let (problem, span) = problem(text);
        assert_eq!((span, problem.message(UiLang::En).as_str()), (place, message), "{text}");
        assert_ne!(problem.message(UiLang::De), message);
    }
}

#[test]
fn nothing_empty_or_malformed_is_taken_for_something() {
    for (text, place) in [
        ("", ""),
        ("   ", "   "),
        ("white = \"\"", "\"\""),
        ("white = \" \"", "\" \""),
        ("white ~ //", "//"),
        ("white ~ /(/", "/(/"),
        ("comment : \"\"", "\"\""),
        ("fen \"\"", "\"\""),
        ("fen \"8/8 w - -\"", "\"8/8 w - -\""),
        ("after \"1. e5\"", "\"1. e5\""),
        ("key 12", "12"),
        ("key 0x12345678123456789", "0x12345678123456789"),
        ("ply in 40..20", "40..20"),
        ("ply in 40", "40"),
        ("ply in ..40", "..40"),
        ("ply", ""),
        ("ply ~ /3/", "~"),
        ("white < M", "<"),
        ("repetition > 3", ">"),
        ("repetition >= 1", "1"),
        ("mate dead", "dead"),
        ("mate and", ""),
        ("and mate", "and"),
        ("(mate", ""),
        ("mate)", ")"),
        ("not", ""),
        ("sequence (ply = 1)", ")"),
        ("sequence (ply = 1, mate)", "mate"),
        ("streak 0 (ply = 1)", "0"),
        ("streak 3 (mate)", "(mate)"),
        ("mate for 3 plies", "mate for"),
        ("ply = 1 for 3 years", "years"),
        ("white = \"x", "\"x"),
        ("underpromotion on i9", "i9"),
        ("castling short by me", "me"),
        ("white == x", "="),
        ("\"white\" = x", "\"white\""),
        ("pattern", ""),
        ("pattern \"\"", "\""),
        ("pattern \"8/8/8/8/8/8/8/8\"", "8"),
        ("mate and pattern \"8/8/8/8/4X3/8/8/8\"", "X3"),
        ("Sf3", "Sf3"),
        ("material \"KX\"", "X"),
        ("material \"Q vs X\"", "X"),
        ("move \"Sf3\"", "Sf3"),
        ("check tripple", "tripple"),
        ("count(n)", ""),
        ("(balance)", ")"),
        ("count(n) and mate", "and"),
    ] {
        assert_eq!(problem(text).1, place, "{text}");
    }
}

#[test]
fn deep_nesting_is_an_error_and_no_overflow() {
    for (open, inner, close) in [
        ("(", "mate", ")"),
        ("not ", "mate", ""),
        ("somewhere (", "mate", ")"),
        ("streak 2 (", "ply = 1", ")"),
    ] {
        let nested = |levels: usize| format!("{}{inner}{}", open.repeat(levels), close.repeat(levels));
        assert!(Expr::parse(&nested(MAX_DEPTH)).is_ok(), "{open}");
        assert_eq!(problem(&nested(MAX_DEPTH + 1)).0, Problem::TooDeep, "{open}");
        assert_eq!(problem(&nested(100_000)).0, Problem::TooDeep, "{open}");
    }
    assert_eq!(problem(&format!("ply = 1{}", " for 2 plies".repeat(100_000))).0, Problem::TooDeep);
    assert!(Expr::parse(&vec!["mate"; 50_000].join(" or ")).is_ok());
}

/// Expressions of the shapes that the parser makes.
fn any_expr() -> impl Strategy<Value = Expr> {
    let sizes = Sizes { depth: 5, nodes: 40, parts: 4, within: 1..99, streak: 1..99 };
    expressions(TERMS, sizes)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn what_is_written_reads_back_as_the_same(expr in any_expr()) {
        let text = expr.to_string();
        prop_assert_eq!(Expr::parse(&text), Ok(expr), "{}", text);
    }

    #[test]
    fn texts_of_any_kind_come_back(text in "\\PC{1,20}") {
        prop_assume!(!text.trim().is_empty());
        let expr = Expr::Term(Term::Game(GameTerm::Text(TextField::White, TextTest::Is(Folded::new(&text)))));
        prop_assert_eq!(Expr::parse(&expr.to_string()), Ok(expr.clone()));
        if let Ok(pattern) = TextPattern::regex(&text) {
            let expr = Expr::Term(Term::Game(GameTerm::Text(TextField::White, TextTest::Finds(pattern))));
            prop_assert_eq!(Expr::parse(&expr.to_string()), Ok(expr.clone()), "{}", expr);
        }
    }

    #[test]
    fn any_text_is_answered(text in "((white|not|ply|mate|sequence|for|in|[(),=<>~:!]|\"|/|[a-z0-9.]{1,3}) ?){0,14}") {
        match Expr::parse(&text) {
            Ok(expr) => prop_assert_eq!(Expr::parse(&expr.to_string()), Ok(expr)),
            Err(error) => {
                prop_assert!(text.get(error.span.clone()).is_some());
                prop_assert!(!error.render(&text, UiLang::De).is_empty());
            }
        }
    }
}
