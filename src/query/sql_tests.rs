//! What expressions are in SQL.

use super::expr::Expr;
use super::sql::sql;
use crate::check::lang::UiLang;

fn of(text: &str) -> String {
    let expr = Expr::parse(text).expect(text);
    sql(&expr).unwrap_or_else(|refused| panic!("{text}: {refused}"))
}

/// The condition about games.
fn games(text: &str) -> String {
    let query = of(text);
    let inner = query.strip_prefix("SELECT g.game_id FROM games g WHERE ");
    inner.and_then(|inner| inner.strip_suffix(" ORDER BY g.game_id")).expect(&query).to_owned()
}

/// The condition about positions alone.
fn positions(text: &str) -> String {
    let query = of(text);
    let inner = query.strip_prefix("SELECT DISTINCT p.game_id FROM positions p WHERE ");
    inner.and_then(|inner| inner.strip_suffix(" ORDER BY p.game_id")).expect(&query).to_owned()
}

#[test]
fn games_are_asked_for_what_is_about_games_and_positions_for_the_rest() {
    assert_eq!(of("mate"), "SELECT g.game_id FROM games g WHERE g.mate ORDER BY g.game_id");
    assert_eq!(
        of("ply = 7"),
        "SELECT DISTINCT p.game_id FROM positions p WHERE p.ply = 7 ORDER BY p.game_id"
    );
    assert_eq!(
        of("check and plies < 50"),
        "SELECT DISTINCT p.game_id FROM positions p JOIN games g ON g.game_id = p.game_id WHERE p.check AND \
         g.plies < 50 ORDER BY p.game_id"
    );
    // Both tables have ratings and results.
    assert_eq!(
        positions("check and result = 1-0 and white.elo > 2700"),
        "p.check AND p.result = '1-0' AND p.white_elo > 2700"
    );
}

#[test]
fn parts_have_parentheses_where_they_need_them() {
    assert_eq!(games("mate and (stalemate or dead)"), "g.mate AND (g.stalemate OR g.dead)");
    assert_eq!(games("mate or stalemate and dead"), "g.mate OR (g.stalemate AND g.dead)");
    assert_eq!(games("elo < 1000 and mate"), "(g.white_elo < 1000 OR g.black_elo < 1000) AND g.mate");
    assert_eq!(games("not mate and not (stalemate or dead)"), "NOT g.mate AND NOT (g.stalemate OR g.dead)");
    assert_eq!(positions("not (check and ply = 2)"), "NOT (p.check AND p.ply = 2)");
    assert_eq!(games("not not mate"), "NOT (NOT g.mate)");
}

#[test]
fn what_is_unknown_is_no_match_below_a_negation_either() {
    assert_eq!(games("white.elo >= 2600"), "g.white_elo >= 2600");
    assert_eq!(games("not white.elo >= 2600"), "NOT coalesce(g.white_elo >= 2600, FALSE)");
    assert_eq!(
        games("not (elo >= 2600 and mate)"),
        "NOT coalesce((g.white_elo >= 2600 OR g.black_elo >= 2600) AND g.mate, FALSE)"
    );
    // What was made sure inside stays so.
    assert_eq!(games("not (mate or not eco = B90)"), "NOT (g.mate OR NOT coalesce(g.eco = 'B90', FALSE))");
    assert_eq!(games("not plies = 3"), "NOT (g.plies = 3)");
}

#[test]
fn somewhere_is_another_row_of_the_game() {
    assert_eq!(
        games("somewhere (check) and not somewhere (ply > 9 or check)"),
        "EXISTS (SELECT 1 FROM positions q1 WHERE q1.game_id = g.game_id AND q1.check) AND NOT EXISTS (SELECT 1 FROM \
         positions q2 WHERE q2.game_id = g.game_id AND (q2.ply > 9 OR q2.check))"
    );
    assert_eq!(
        positions("ply = 1 and somewhere (check and result = 1-0)"),
        "p.ply = 1 AND EXISTS (SELECT 1 FROM positions q1 WHERE q1.game_id = p.game_id AND q1.check AND \
         q1.result = '1-0')"
    );
    assert_eq!(games("not somewhere (mate)"), "NOT g.mate");
    assert!(of("ply = 1 and somewhere (check and mate)").contains("JOIN games g"));
}

#[test]
fn texts_are_compared_without_capitals() {
    assert_eq!(games("white = \"O'Kelly, A\""), "lower(trim(g.white)) = 'o''kelly, a'");
    assert_eq!(games("tag.Annotator != X"), "lower(trim(g.tags['Annotator'])) <> 'x'");
    assert_eq!(games("site = Köln"), "replace(lower(trim(g.site)), 'Ö', 'ö') = 'köln'");
    assert_eq!(games("player = x"), "lower(trim(g.white)) = 'x' OR lower(trim(g.black)) = 'x'");
    assert_eq!(
        games("player != x"),
        "(g.white IS NOT NULL OR g.black IS NOT NULL) AND (g.white IS NULL OR lower(trim(g.white)) <> 'x') AND \
         (g.black IS NULL OR lower(trim(g.black)) <> 'x')"
    );
    let word = games("event : Open");
    assert!(word.starts_with("position(' open ' IN ' ' || translate(lower(g.event), '!\"#$"), "{word}");
    assert!(
        word.ends_with(" || chr(39) || chr(92) || chr(9), '                                ') || ' ') > 0")
    );
    assert!(games("event : \"Tal Memorial\"").starts_with("position(' tal memorial ' IN ' ' || replace("));
}

#[test]
fn openings_are_those_whose_names_pass() {
    assert_eq!(games("opening : Spanisch"), "g.opening LIKE 'Ruy Lopez%'");
    assert_eq!(games("opening = \"Amar Opening\""), "g.opening = 'Amar Opening'");
    assert_eq!(games("opening : Najdorf"), "g.opening LIKE 'Sicilian Defense: Najdorf Variation%'");
    assert_eq!(games("opening ~ /no such name/"), "FALSE");
    assert!(games("opening !~ /^sicilian/").contains("g.opening LIKE 'Ruy Lopez%'"));
}

#[test]
fn numbers_and_codes_are_compared() {
    for (text, expected) in [
        ("elo != 5", {
            "(g.white_elo IS NOT NULL OR g.black_elo IS NOT NULL) AND (g.white_elo IS NULL OR g.white_elo <> 5) AND \
             (g.black_elo IS NULL OR g.black_elo <> 5)"
        }),
        ("elodiff <= -300", "g.white_elo - g.black_elo <= -300"),
        ("plies in 1..20", "g.plies BETWEEN 1 AND 20"),
        ("eco in C60..C99", "g.eco BETWEEN 'C60' AND 'C99'"),
        ("eco = B9", "g.eco BETWEEN 'B90' AND 'B99'"),
        ("eco != C", "g.eco < 'C00' OR g.eco > 'C99'"),
        ("eco > C6", "g.eco > 'C69'"),
        ("result != draw", "g.result <> '1/2-1/2'"),
        ("ending = time", "g.ending = 'time'"),
        ("start = 518", "g.chess960 = 518"),
        ("chess960 in 0..9", "g.chess960 BETWEEN 0 AND 9"),
    ] {
        assert_eq!(games(text), expected, "{text}");
    }
}

#[test]
fn a_date_passes_if_every_day_that_it_may_be_does() {
    for (text, expected) in [
        ("date = 1914", "g.year = 1914"),
        ("date in 1990..1999", "g.year BETWEEN 1990 AND 1999"),
        ("date < 1914", "g.year < 1914"),
        ("date > 1914", "g.year >= 1915"),
        ("date != 1914", "g.year < 1914 OR g.year >= 1915"),
        ("date = 1914.08.01", "g.date = DATE '1914-08-01' AND g.date_precision = 'day'"),
        ("date = 1914.01.02", "g.date = DATE '1914-01-02' AND g.date_precision = 'day'"),
        (
            "date = 1914.08",
            "g.date >= DATE '1914-08-01' AND g.date < DATE '1914-09-01' AND (g.date_precision <> 'year' OR \
             g.year < 1914)",
        ),
        (
            "date <= 1914.02.10",
            "g.date < DATE '1914-02-11' AND (g.date_precision = 'day' OR (g.date < DATE '1914-02-01' AND \
             (g.date_precision <> 'year' OR g.year < 1914)))",
        ),
        ("date >= 1912.02.29", "g.date >= DATE '1912-02-29'"),
    ] {
        assert_eq!(games(text), expected, "{text}");
    }
}

#[test]
fn events_are_flags_or_moves() {
    for (text, expected) in [
        ("threefold", "g.threefold"),
        ("repetition at end", "g.threefold_at_end"),
        ("en-passant", "g.en_passant"),
        ("underpromotion", "g.underpromotion"),
        ("illegal", "NOT g.whole"),
        ("has nags", "g.has_nags"),
        (
            "mate by white",
            "g.mate AND (g.plies % 2 = 0) <> (g.start_fen IS NULL OR g.start_fen LIKE '% w %')",
        ),
    ] {
        assert_eq!(games(text), expected, "{text}");
    }
    let row = |condition: &str| {
        format!("EXISTS (SELECT 1 FROM positions q1 WHERE q1.game_id = g.game_id AND {condition})")
    };
    for (text, condition) in [
        ("underpromotion n on h1", "q1.move LIKE '__h1n'"),
        ("underpromotion by black", "q1.move LIKE '___1_' AND q1.move NOT LIKE '%q'"),
        ("castling", "q1.san LIKE 'O-O%'"),
        ("castling long by black", "q1.san LIKE 'O-O-O%' AND q1.move LIKE '_8%'"),
    ] {
        assert_eq!(games(text), row(condition), "{text}");
    }
    assert_eq!(games("promotion on h8 by black"), "FALSE");
}

#[test]
fn a_position_is_its_key() {
    let start = "p.key_prefix = 70 AND p.key = 5060803636482931868";
    assert_eq!(positions("key 0x463b96181691fc9c"), start);
    assert_eq!(positions("fen \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\""), start);
    assert_eq!(positions("not key 0xffffffffffffffff"), {
        "NOT (p.key_prefix = 255 AND p.key = 18446744073709551615)"
    });
    assert_eq!(positions("after \"1. e4\""), "p.key_prefix = 130 AND p.key = 9384546495678726550");
}

#[test]
fn material_is_its_text_or_the_letters_of_it() {
    for (text, expected) in [
        ("material \"PRkKr\"", "p.material = 'KRPkr'"),
        ("either KRPkr", "p.material = 'KRPkr' OR p.material = 'KRkrp'"),
        ("either KRkr", "p.material = 'KRkr'"),
        ("count(white q) >= 2", "length(p.material) - length(replace(p.material, 'Q', '')) >= 2"),
        ("count(white kqrbnp) = 3", "p.white_men = 3"),
        ("check", "p.check"),
    ] {
        assert_eq!(positions(text), expected, "{text}");
    }
    assert!(
        positions("material \"KR+P*kr\"")
            .starts_with("p.material NOT LIKE '%Q%' AND p.material LIKE '%R%' AND ")
    );
    assert!(positions("up P by black").contains("= -1"));
    assert!(positions("balance <= -3").starts_with("9 * (length(replace(p.material, 'q', '')) - length("));
}

#[test]
fn a_move_is_in_the_row_before() {
    let row = |condition: &str| {
        format!(
            "EXISTS (SELECT 1 FROM positions q1 WHERE q1.game_id = p.game_id AND q1.ply = p.ply - 1 AND {condition})"
        )
    };
    for (text, condition) in [
        ("move \"Nxf7\"", "q1.move LIKE '__f7%' AND q1.san LIKE 'N%' AND q1.san LIKE '%x%'"),
        ("move \"e8=N\"", "q1.move LIKE '__e8n' AND substr(q1.san, 1, 1) BETWEEN 'a' AND 'h'"),
        ("move \"O-O\"", "q1.san LIKE 'O-O%' AND q1.san NOT LIKE 'O-O-O%'"),
        ("move from e to 4", "q1.move LIKE 'e__4%' AND q1.san NOT LIKE 'O-O%'"),
        ("move \"*\"", "q1.san NOT LIKE '--%'"),
        ("move \"Kg1\"", {
            "q1.move LIKE '__g1%' AND (q1.san LIKE 'K%' OR q1.san LIKE 'O-O%') AND q1.san NOT LIKE 'O-O%'"
        }),
    ] {
        assert_eq!(positions(text), row(condition), "{text}");
    }
    assert!(positions("move \"Nf7+\"").ends_with(") AND p.check"));
    assert!(of("move \"Nf7\" by white").contains("JOIN games g"));
}

#[test]
fn what_cannot_be_said_is_named() {
    for text in [
        "white ~ /^carl/",
        "white = \"a\\\\b\"",
        "white = \"a\tb\"",
        "white = ΣΑΣ",
        "event : \"e-mail\"",
        "event : _x",
        "round in 1..3",
        "tag.Date = 1914",
        "tag.WhiteElo = 2000",
        "eventdate = 1914",
        "date >= 1914.01.15",
        "date <= 1914.12.05",
        "date in 1914.01.15..1914.12.31",
        "date != 1914.12.05",
        "repetition >= 4",
        "perpetual",
        "mate smothered",
        "en-passant by white",
        "castling in 960",
        "claimable",
        "chess960",
        "chess960 = 518",
        "chess960 in 0..959",
        "chess960 double",
        "comment : zugzwang",
        "nag = 3",
        "clock < 10s",
        "eval drop > 3",
        "has clocks",
        "variant",
        "board \"8/8/4k3/8/8/4K3/4P3/8\"",
        "pattern \"8/8/p7/8/8/1B3N2/8/8\"",
        "pawns \"8/pp3ppp/4p3/8/3P4/8/PP3PPP/8\"",
        "Nf5",
        "opposite bishops",
        "check double",
        "pinned q",
        "passed of white",
        "opposition",
        "move by piece k captures q",
        "move en passant",
        "sequence (check, ply = 9)",
        "check for 3 plies",
        "variation (check)",
        // Two rooks on one side: the key does not tell which of them may castle.
        "fen \"4k3/8/8/8/8/8/8/4K1RR w H - 0 1\"",
    ] {
        let expr = Expr::parse(&format!("mate or {text}")).expect(text);
        let refused = sql(&expr).expect_err(text);
        let shown = Expr::parse(text).expect(text).to_string();
        assert_eq!(refused.term, shown, "{text}");
        assert!(refused.message(UiLang::De).starts_with("das lässt sich"));
        assert!(refused.to_string().ends_with(&shown));
    }
}
