//! `zug stats` as it is run: every figure of the overview and of the tables against values worked out by hand, and the
//! same answer whatever the games come from.
//!
//! The forty games of `stats.pgn` are short enough to be counted by hand. In order, with their plies: scholar's mate
//! (7), fool's mate (4), Légal's mate (13), a smothered mate (11), a stalemate (19), knights out and home four times (16),
//! the same again (16), twice (8), two ways to one position (3, 3), three games of Chess960 (8, 2, 2), a rook ending (4),
//! a knight made (3), a rook made (9), en passant played (6) and left (5), castling on one side (8) and on both (12),
//! a perpetual check (9), 50 moves (2) and 75 (2) by the counter of the FEN, two games that break off (2, 2), two without
//! moves (0, 0), four Sicilians (4, 3, 4, 4), three with tags that say little (1, 2, 3), the Immortal (45), the Opera
//! (33), a back rank (1), a queen made (9), scholar's mate again (7), a Queen's Indian (6): 298 plies.

use std::time::Duration;

use assert_cmd::Command;
use serde_json::{Value, json};
use tempfile::TempDir;

/// The exit status, standard output and standard error in the folder of the fixtures.
fn zug(args: &[&str], stdin: &str) -> (i32, String, String) {
    let mut command = Command::cargo_bin("zug").unwrap();
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures"));
    command.env_remove("ZUG_LANG").env_remove("COLUMNS").timeout(Duration::from_secs(60));
    let output = command.args(args).write_stdin(stdin).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// The answer about the forty games as JSON.
fn answer(args: &[&str]) -> Value {
    let (status, out, _) = zug(&[&["stats", "stats.pgn", "--format", "json"], args].concat(), "");
    assert_eq!(status, 0, "{args:?}");
    serde_json::from_str(&out).unwrap()
}

/// The cells of some columns, row by row.
fn columns(table: &Value, keys: &[&str]) -> Vec<Value> {
    let rows = table.as_array().unwrap();
    rows.iter().map(|row| keys.iter().map(|key| row[key].clone()).collect()).collect()
}

/// Rows as `[..]` in the order in which they were given.
fn rows(value: Value) -> Vec<Value> {
    value.as_array().unwrap().clone()
}

fn is_near(value: &Value, wanted: f64) {
    let found = value.as_f64().unwrap_or(f64::NAN);
    assert!((found - wanted).abs() < 1e-9, "{found} instead of {wanted}");
}

const RESULTS: [&str; 4] = ["games", "won", "drawn", "lost"];

fn with_results(about: &'static str) -> Vec<&'static str> {
    std::iter::once(about).chain(RESULTS).collect()
}

#[test]
fn the_figures_of_the_overview() {
    let all = answer(&[]);
    assert_eq!(all["games"], 40);
    assert_eq!(all["sources"], json!(["stats.pgn"]));
    let own = &all["overview"];
    for (key, wanted) in [
        ("games", 40),
        ("plies", 298),
        // 1, 3, 4, 11, 14, 16, 19, 24, 26, 29, 32, 35, 36, 37, 38, 39.
        ("white_wins", 16),
        // 5 to 10, 21 to 23, 28, 34, 40; written 1/2-1/2, ½–½, remis, 1/2.
        ("draws", 12),
        // 2, 12, 17, 20, 30, 33.
        ("black_wins", 6),
        // 13, 15, 18, 25, 27, 31.
        ("other_results", 6),
        // A, B, C; D, E; F, H; Nobody; Hahn, Igel; Anderssen, Kieseritzky; Morphy, Allies. `?` is nobody.
        ("players", 14),
        // Cup, Match, Chess960, Endings, Club, Old, Immortal, Opera.
        ("events", 8),
        // Lindau, Graz, Mainz, Ulm, London, Paris.
        ("sites", 6),
        ("chess960", 3),
        // 14, 15, 21, 22, 23, 37.
        ("from_position", 6),
        // 14, 20, 28, 39; 32 by the text before it, 40 by the text behind it.
        ("with_comments", 6),
        // 20, 29.
        ("with_variations", 2),
        // 20, 28.
        ("with_clocks", 2),
        // 7 is 6; 30 and 31 are 28; 23 is 22 but for the counter, which is no part of a position.
        ("duplicates", 4),
        // 24, 25.
        ("cut", 2),
    ] {
        assert_eq!(own[key], wanted, "{key}");
    }
    assert_eq!((&own["first_year"], &own["last_year"]), (&json!("1851"), &json!("2016")));
    // 298 plies are 149 moves; 16 wins and 12 draws of 34 games with a result are 22 points.
    is_near(&own["average_moves"], 149.0 / 40.0);
    is_near(&own["white_score"], 22.0 / 34.0);
    is_near(&own["white_wins_note"], 16.0 / 40.0);
    // Games 1 to 3, 5, 6 to 10, 11 and 12, 13, 28, 29, 30.
    let sum = 4700 + 4700 + 4600 + 4500 + 5 * 5100 + 2 * 5350 + 2650 + 4000 + 4050 + 2100;
    is_near(&own["average_elo"], f64::from(sum) / 28.0);
}

#[test]
fn the_tables_of_the_overview() {
    let all = answer(&["--top", "3"]);
    // 17 moves of the Opera and 10 of the stalemate; 23 of the Immortal. The other 37: 14 won, 11 drawn, 6 lost.
    let lengths = columns(&all["lengths"], &with_results("moves"));
    assert_eq!(lengths, rows(json!([["0-9", 37, 14, 11, 6], ["10-19", 2, 1, 1, 0], ["20-29", 1, 1, 0, 0]])));
    is_near(&all["lengths"][0]["decisive_share"], 20.0 / 31.0);
    is_near(&all["lengths"][1]["decisive_share"], 0.5);
    // `1.8.1914` is a year, 30 February 2004 is in one, `????` is none.
    let years = columns(&all["years"], &["year", "games"]);
    assert_eq!(
        years,
        rows(json!([
            ["1851", 1],
            ["1858", 1],
            ["1914", 1],
            ["1999", 5],
            ["2001", 5],
            ["2002", 9],
            ["2003", 4],
            ["2004", 3],
            ["2008", 3],
            ["2013", 1],
            ["2014", 3],
            ["2015", 1],
            ["2016", 1]
        ]))
    );
    // Averages of 2000 (28), 2025 (29); 2250 (5); 2350, 2350, 2300 (1 to 3); 2550 (6 to 10); 2675 (11, 12).
    let elo = columns(&all["elo"], &with_results("elo"));
    assert_eq!(
        elo,
        rows(json!([
            ["2000-2099", 2, 1, 1, 0],
            ["2200-2299", 1, 0, 1, 0],
            ["2300-2399", 3, 2, 0, 1],
            ["2500-2599", 5, 0, 5, 0],
            ["2600-2699", 2, 1, 0, 1]
        ]))
    );
    // From each player's own point of view. Ahn won 1, 3, 14, 19, 29, 39 with White, 2 and 20 with Black; drew 21, 28, 40;
    // lost 26, 30, 32, 37, 38; 15, 18, 25, 27 have no result.
    let players = columns(&all["players"], &with_results("player"));
    assert_eq!(
        players,
        rows(json!([["Ahn, A", 20, 8, 3, 5], ["Berg, B", 19, 5, 5, 5], ["Cole, C", 16, 3, 4, 7]]))
    );
    is_near(&all["players"][0]["score"], 19.0 / 32.0);
    is_near(&all["players"][0]["drawn_share"], 3.0 / 16.0);
    assert_eq!(all["players_left_out"], 11);
    // Club: 16 to 20, 24 to 31, 38 to 40; Endings: 14, 15, 21 to 23, 37. Cup and Match have five each.
    let events = columns(&all["events"], &with_results("event"));
    assert_eq!(events, rows(json!([["Club", 16, 7, 2, 3], ["Endings", 6, 2, 3, 0], ["Cup", 5, 3, 1, 1]])));
    // Ulm has the Club and the old game.
    let sites = columns(&all["sites"], &with_results("site"));
    assert_eq!(sites, rows(json!([["Ulm", 17, 7, 3, 3], ["Graz", 5, 0, 5, 0], ["Lindau", 5, 3, 1, 1]])));
    // 6 to 8; 17, 18 and 39 with 1... a6; 28, 30, 31.
    let openings = columns(&all["openings"], &["eco", "opening", "games", "won", "drawn", "lost"]);
    assert_eq!(
        openings,
        rows(json!([
            ["A05", "Zukertort Opening", 3, 0, 3, 0],
            ["B00", "St. George Defense", 3, 1, 0, 1],
            ["B50", "Sicilian Defense: Modern Variations", 3, 0, 1, 1]
        ]))
    );
    assert_eq!(all["openings_left_out"], 17);
    // 9 and 10 come to one position in two ways; with 20 and 25 they are of one family.
    let families = columns(&all["families"], &with_results("family"));
    assert_eq!(
        families,
        rows(json!([
            ["Queen's Pawn Game", 4, 0, 2, 1],
            ["Sicilian Defense", 4, 1, 1, 1],
            ["English Opening", 3, 1, 1, 1]
        ]))
    );
    let starts = columns(&all["starts"], &with_results("start"));
    assert_eq!(starts, rows(json!([["534", 2, 1, 0, 1], ["0", 1, 0, 0, 0]])));
}

#[test]
fn games_are_grouped_by_any_field() {
    let by = |fields: &str, more: &[&str]| answer(&[&["--by", fields], more].concat())["groups"].clone();
    // Years come in their order, those that are not known last.
    let decades = columns(&by("decade", &[]), &["decade", "games"]);
    assert_eq!(
        decades,
        rows(json!([
            ["1850-1859", 2],
            ["1910-1919", 1],
            ["1990-1999", 5],
            ["2000-2009", 24],
            ["2010-2019", 6],
            [null, 2]
        ]))
    );
    // Ahn has White in ten games (see above) and won six; rated in 1, 3, 29 and 30, against 2300, 2200, 1950 and nobody.
    let white = by("white", &["--top", "1", "--sort", "won"]);
    assert_eq!(columns(&white, &with_results("white")), rows(json!([["Ahn, A", 10, 6, 0, 1]])));
    is_near(&white[0]["average_elo"], f64::from(2400 + 2400 + 2100 + 2100) / 4.0);
    is_near(&white[0]["opposition"], f64::from(2300 + 2200 + 1950) / 3.0);
    // Three of three against 2150 are worth 800 more.
    is_near(&white[0]["performance"], 2950.0);
    // 7, 13, 4, 3, 8, 2, 0, 3, 4 and 7 plies.
    is_near(&white[0]["average_moves"], 51.0 / 20.0);
    // From his own point of view Ege drew five games: with 2600 against 2500.
    let player = by("player", &["--min-games", "5", "--sort", "performance"]);
    let ege = rows(json!([["Ege, E", 5, 0, 5, 0, 0.5, 1.0, 2600.0, 2500.0, 2500.0]]));
    let keys = [
        "player",
        "games",
        "won",
        "drawn",
        "lost",
        "score",
        "drawn_share",
        "average_elo",
        "opposition",
        "performance",
    ];
    let told = columns(&player, &keys);
    assert_eq!(told.len(), 5);
    assert!(told.contains(&ege[0]), "{told:?}");
    // Two fields, and the interval of the score: of five draws (0.5 + 0.38415 ± 1.95996 × 0.29718) / 1.76829.
    let both = by("event,result", &["--ci", "--sort", "event", "--min-games", "5"]);
    let told = columns(&both, &["event", "result", "games"]);
    assert_eq!(told, rows(json!([["Club", "1-0", 7], ["Match", "1/2-1/2", 5]])));
    let text = both[1].to_string();
    assert!(text.contains("0.17"), "{text}");
    for (fields, wanted) in [
        ("month", json!([["2002.03", 5], ["2002.04", 4], ["2003.01", 4], [null, 10]])),
        ("length", json!([["0-9", 37]])),
        ("time-control", json!([[null, 39]])),
        ("tag.Termination", json!([[null, 38]])),
        ("chess960", json!([["no", 37], ["yes", 3]])),
        // 518 is every game that starts where games start.
        ("start", json!([["518", 31], [null, 6]])),
        ("promotion", json!([[null, 37]])),
        ("castling", json!([["- -", 36]])),
        ("eco", json!([["A05", 3], ["B00", 3], ["B50", 3], [null, 11]])),
    ] {
        let least = if fields == "month" { "4" } else { "3" };
        let table = by(fields, &["--min-games", least]);
        let key = if fields.starts_with("tag.") { "tag".to_owned() } else { fields.replace('-', "_") };
        assert_eq!(columns(&table, &[&key, "games"]), rows(wanted), "{fields}");
    }
    // An opening's code may be said by a tag: the Queen's Indian (E12) calls itself E10.
    let eco = columns(&by("eco,opening", &["--sort", "opening", "--top", "100"]), &["eco", "opening"]);
    assert!(eco.contains(&json!(["E10", "Queen's Indian Defense"])), "{eco:?}");
}

#[test]
fn the_ways_to_end() {
    let all = answer(&["--ends"]);
    let board = columns(&all["ends_on_board"], &with_results("what"));
    assert_eq!(
        board,
        rows(json!([
            // 1, 2, 3, 4, 35, 36, 37, 39.
            ["Mate", 8, 7, 0, 1],
            ["Stalemate", 1, 0, 1, 0],
            // King and knight against king.
            ["Dead position", 1, 0, 0, 0],
            // 6, 7, 8, 21.
            ["Threefold reached", 4, 0, 4, 0],
            ["Threefold at the end", 4, 0, 4, 0],
            ["Fivefold reached", 2, 0, 2, 0],
            // 22 and 23, by the counter of the FEN.
            ["50 moves reached", 2, 0, 2, 0],
            ["75 moves reached", 1, 0, 1, 0],
            // 6 and 23; 7 was played before the rule was there.
            ["Drawn by rule, without claim", 2, 0, 2, 0],
            ["Perpetual check", 1, 0, 1, 0]
        ]))
    );
    let mates = columns(&all["mates"], &["mate", "games"]);
    assert!(
        mates.contains(&json!(["smothered", 1])) && mates.contains(&json!(["back-rank", 1])),
        "{mates:?}"
    );
    let endings = columns(&all["endings"], &["ending", "games"]);
    for wanted in
        [json!(["Mate", 8]), json!(["Stalemate", 1]), json!(["Dead position", 1]), json!(["Time", 1])]
    {
        assert!(endings.contains(&wanted), "{endings:?}");
    }
    // By year, what was seen and how many games there were.
    let years = answer(&["--ends", "--by", "year"]);
    let seen = columns(&years["ends_on_board"], &["year", "games", "mate", "fivefold", "automatic"]);
    assert!(seen.contains(&json!(["1999", 5, 4, 0, 0])), "{seen:?}");
    assert!(seen.contains(&json!(["2013", 1, 0, 1, 0])) && seen.contains(&json!(["2015", 1, 0, 1, 1])));
    // The mates of a year are those of all its games, and together they are those of all years.
    for (name, key) in [("smothered", "smothered"), ("back-rank", "back_rank"), ("without a name", "unnamed")]
    {
        let by_year = years["mates"].as_array().unwrap().iter().filter_map(|row| row[key].as_u64());
        let whole = mates.iter().find(|row| row[0] == name).map_or(0, |row| row[1].as_u64().unwrap());
        assert_eq!(by_year.sum::<u64>(), whole, "{name}");
    }
}

#[test]
fn what_happens_on_the_board() {
    let all = answer(&["--board", "--top", "2"]);
    let own = &all["board"];
    for (key, wanted) in [
        // 20, where White castled long and Black short.
        ("opposite_castling", 1),
        // 17, 18; in the Immortal 10. g4 passes the pawn on f4.
        ("ep_possible_games", 3),
        ("ep_possible", 3),
        ("ep_games", 1),
        ("ep", 1),
        ("promotion_games", 3),
        // A knight in 15, a rook in 16.
        ("underpromotion_games", 2),
        // One each in 1, 2, 4, 5, 14, 37, 39; two in 3, four in 36, five each in 21 and 35.
        ("checks", 23),
        // 1, 3, 2, 6 in 1 and 3 to 5; 1 in 14; 4, 2 in 16, 17; 9, 12 in 35, 36; 4, 1 in 38, 39.
        ("captures", 45),
        ("without_capture", 29),
        ("earliest_capture", 1),
        ("longest_game", 45),
        ("longest_quiet", 16),
        ("most_queens", 2),
        ("most_knights", 2),
    ] {
        assert_eq!(own[key], wanted, "{key}");
    }
    // Plies 7, 9, 6, 5, 1, 3, 5, 4, 7, 3, 7.
    is_near(&own["first_capture"], 57.0 / 11.0);
    for (key, game) in [
        ("earliest_capture_note", 14),
        ("longest_game_note", 35),
        // 6 is before 7.
        ("longest_quiet_note", 6),
        ("most_queens_note", 38),
        ("most_knights_note", 1),
    ] {
        assert_eq!(own[key], format!("stats.pgn#{game}"), "{key}");
    }
    let castling = columns(&all["castling"], &["white", "black", "games"]);
    assert_eq!(
        castling,
        rows(json!([
            ["short", "short", 1],
            ["long", "short", 1],
            ["long", "long", 1],
            ["long", "none", 1],
            ["none", "none", 36]
        ]))
    );
    let promotions = columns(&all["promotions"], &["piece", "white", "black", "promotions"]);
    assert_eq!(
        promotions,
        rows(json!([["queen", 1, 0, 1], ["rook", 1, 0, 1], ["bishop", 0, 0, 0], ["knight", 1, 0, 1]]))
    );
    let starts = columns(&all["castling_by_start"], &["start", "games", "short", "long", "none", "opposite"]);
    assert_eq!(starts, rows(json!([["534", 2, 0, 2, 2, 0], ["0", 1, 0, 0, 2, 0]])));
    let mates = columns(&all["earliest_mates"], &["plies", "game"]);
    assert_eq!(mates, rows(json!([[1, "stats.pgn#37"], [4, "stats.pgn#2"]])));
}

#[test]
fn endings_and_squares() {
    // 22 and 23 are drawn; 14 is KRPkr at the start and KRPk after one ply, for three more; 15 is KPk, then KNk for
    // three positions; 37 has six men.
    let material = columns(
        &answer(&["--material"])["material"],
        &["ending", "games", "won", "drawn", "lost", "reached", "stayed"],
    );
    assert_eq!(
        material,
        rows(json!([
            ["KRk", 2, 0, 2, 0, 0.0, 3.0],
            ["KNk", 1, 0, 0, 0, 1.0, 3.0],
            ["KPk", 1, 0, 0, 0, 0.0, 1.0],
            ["KRPk", 1, 1, 0, 0, 1.0, 4.0],
            ["KRPkr", 1, 1, 0, 0, 0.0, 1.0],
            ["KRkppp", 1, 1, 0, 0, 0.0, 2.0]
        ]))
    );
    let few = answer(&["--material", "--men", "3"]);
    assert_eq!(few["material"].as_array().unwrap().len(), 3);
    // White queens mate on f7 in 1 and 39; Black's mates on h4.
    let queen = answer(&["--squares=Q", "--where", "mate"]);
    assert_eq!((&queen["mates_from"]["f7"], &queen["mates_from"]["h4"]), (&json!(2), &json!(0)));
    assert_eq!(queen["captures_on"]["f7"], 2);
    // Kings stand somewhere in every position, and the classic king begins on e1.
    let (king, whole) = (answer(&["--squares=K"]), answer(&["--overview"]));
    let stands: u64 = king["stands"].as_object().unwrap().values().filter_map(Value::as_u64).sum();
    assert_eq!(Some(stands), whole["overview"]["plies"].as_u64().map(|plies| plies + 40));
}

#[test]
fn a_condition_chooses_the_games() {
    let (status, out, err) =
        zug(&["stats", "stats.pgn", "--where", "result = 1-0 and mate", "--format", "json"], "");
    assert_eq!((status, err.as_str()), (0, ""));
    let all: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&all["games"], &all["overview"]["white_wins"]), (&json!(7), &json!(7)));
    let (status, out, _) = zug(&["stats", "stats.pgn", "--where", "white = Tal"], "");
    assert_eq!((status, out.as_str()), (1, "0 games · stats.pgn\n"));
    // Text before and behind games belongs to them.
    for (text, game) in [("remark", 32), ("\"the end\"", 40)] {
        let asked = format!("comment : {text}");
        let (status, ids, _) = zug(&["search", "stats.pgn", "--where", &asked, "--format", "ids"], "");
        assert_eq!((status, ids.trim()), (0, format!("stats.pgn#{game}").as_str()));
        let (_, out, _) = zug(&["stats", "stats.pgn", "--where", &asked, "--format", "json"], "");
        assert_eq!(serde_json::from_str::<Value>(&out).unwrap()["games"], 1, "{text}");
    }
    let (status, out, _) = zug(&["stats", "--ids", "-", "--format", "json"], "stats.pgn#2\nstats.pgn#40\n");
    let all: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((status, &all["games"], &all["overview"]["plies"]), (0, &json!(2), &json!(10)));
}

#[test]
fn games_that_break_off_are_told_and_nothing_is_no_failure() {
    let (status, _, err) = zug(&["stats", "stats.pgn"], "");
    assert_eq!(status, 0);
    assert_eq!(err, "stats.pgn: 2 of the games cannot be read to the end; counted up to there\n");
    assert_eq!(zug(&["stats", "stats.pgn", "--strict", "-q"], "").0, 1);
    let (status, _, err) = zug(&["stats", "stats.pgn", "--ui-lang", "de", "-q"], "");
    assert_eq!(status, 0);
    assert!(err.contains("2 der Partien"), "{err}");
    let (status, out, err) = zug(&["stats", "-", "--format", "json"], "");
    assert_eq!((status, err.as_str()), (0, ""));
    assert_eq!(serde_json::from_str::<Value>(&out).unwrap()["games"], 0);
    let (status, _, err) = zug(&["stats", "nowhere.pgn", "stats.pgn"], "");
    assert_eq!(status, 2);
    assert!(err.starts_with("error: "), "{err}");
}

/// Everything that can be asked for.
const EVERYTHING: [&str; 9] =
    ["--overview", "--by", "player,year", "--board", "--material", "--squares", "--top", "100", "--ci"];

#[test]
fn text_and_store_and_any_number_of_threads_give_the_same() {
    let dir = TempDir::new().unwrap();
    let path = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
    // Enough for several pieces, each with its own beginning and end; not all of them in the same order.
    let games =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/stats.pgn")).unwrap();
    let (many, store, parted) = (path("many.pgn"), path("many.zug"), path("parted.zug"));
    std::fs::write(&many, games.repeat(60)).unwrap();
    assert_eq!(zug(&["import", "-q", "-o", &store, &many], "").0, 0);
    assert_eq!(zug(&["import", "-q", "--memory", "8M", "--no-index", "-o", &parted, &many], "").0, 0);
    let asked = |source: &str, more: &[&str]| {
        let args = [&["stats", source, "--format", "json"], more].concat();
        let (status, out, err) = zug(&args, "");
        assert_eq!(status, 0, "{args:?}: {err}");
        let mut all: Value = serde_json::from_str(&out).unwrap();
        all["sources"] = Value::Null;
        all.to_string()
    };
    for more in [
        &EVERYTHING[..],
        &["--ends"],
        &["--ends", "--by", "elo", "--where", "mate or comment : remark"],
        &["--by", "ending,mate,castling,promotion,opening", "--sort", "ending"],
        &[
            "--by",
            "player,eco,result,length,start,tag.ECO",
            "--where",
            "fen \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\"",
        ],
    ] {
        let one = asked(&many, &[more, &["-j", "1"]].concat());
        for (source, how) in [
            (&many, &["-j", "4"][..]),
            (&store, &["-j", "1"]),
            (&store, &["-j", "3"]),
            (&store, &["--no-index"]),
            (&parted, &[]),
        ] {
            assert!(one == asked(source, &[more, how].concat()), "{source} {how:?} {more:?}");
        }
        // What comes through a pipe comes in other pieces.
        let text = std::fs::read_to_string(&many).unwrap();
        let (_, piped, _) = zug(&[&["stats", "-", "--format", "json", "-j", "2"], more].concat(), &text);
        let mut piped: Value = serde_json::from_str(&piped).unwrap();
        let name = piped["sources"][0].as_str().unwrap().to_owned();
        piped["sources"] = Value::Null;
        assert!(
            one == piped.to_string().replace(&format!("{name}#"), &format!("{many}#")),
            "{name} {more:?}"
        );
    }
    // Games that were marked away are not counted.
    assert_eq!(zug(&["import", "-q", "--delete", "mate", &store], "").0, 0);
    let rest: Value = serde_json::from_str(&asked(&store, &[])).unwrap();
    assert_eq!(rest["games"], 60 * 32);
}

#[test]
fn every_form_has_the_same_numbers() {
    let dir = TempDir::new().unwrap();
    let page = dir.path().join("page.html");
    let page = page.to_string_lossy();
    let (status, out, _) =
        zug(&["stats", "stats.pgn", "--by", "year", "--format", "csv", "--html", &page], "");
    assert_eq!(status, 0);
    let line = out.lines().find(|line| line.starts_with("2002,")).unwrap();
    assert!(line.starts_with("2002,9,"), "{line}");
    let html = std::fs::read_to_string(page.as_ref()).unwrap();
    assert!(html.contains("2002"), "{html}");
    let (status, _, err) = zug(&["stats", "stats.pgn", "--html", &page], "");
    assert_eq!(status, 2);
    assert!(err.contains("--force"), "{err}");
    assert_eq!(zug(&["stats", "stats.pgn", "-q", "--html", &page, "--force"], "").0, 0);
    for form in ["tsv", "markdown", "table"] {
        let (status, out, _) =
            zug(&["stats", "stats.pgn", "--by", "year", "--format", form, "--width", "80"], "");
        assert_eq!(status, 0);
        assert!(out.lines().any(|line| line.contains("2002") && line.contains('9')), "{out}");
    }
}
