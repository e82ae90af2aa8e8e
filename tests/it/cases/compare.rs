//! Does an answer hold what a case expects? Only what is expected is looked at.

use serde_json::{Map, Value};

/// Said by another comparison; nothing that is answered.
const NOT_ASKED: [&str; 7] = [
    "alternatives",
    "max_seconds",
    "max_messages",
    "optional_games",
    "never_san",
    "with_encoding",
    "result_by",
];

/// The codes of `zug` for the neutral names of the cases.
const CODES: [(&str, &[&str]); 8] = [
    (
        "illegal_move",
        &["illegal-move", "illegal-castling", "missing-moves", "play-after-mate", "play-after-stalemate"],
    ),
    ("ambiguous_move", &["ambiguous-move"]),
    ("bad_token", &["unreadable-move", "stray-token"]),
    ("unterminated_comment", &["unclosed-comment"]),
    ("invisible_character", &["invisible-character"]),
    ("missing_roster_tag", &["missing-roster-tag"]),
    ("bad_date", &["bad-date"]),
    ("bad_fen", &["bad-fen", "empty-fen", "repaired-fen"]),
];

/// What does not hold, in words; empty if all does.
pub(super) fn faults(expected: &Value, given: &Value) -> Vec<String> {
    let empty = Map::new();
    let fields = expected.as_object().unwrap_or(&empty);
    let mut faults: Vec<String> = fields.iter().filter_map(|(key, value)| fault(key, value, given)).collect();
    if let Some(alternatives) = expected["alternatives"].as_array() {
        let each: Vec<Vec<String>> = alternatives.iter().map(|wanted| self::faults(wanted, given)).collect();
        if each.iter().all(|faults| !faults.is_empty()) {
            faults.push(format!("no alternative holds: {each:?}"));
        }
    }
    faults
}

fn fault(key: &str, wanted: &Value, given: &Value) -> Option<String> {
    match key {
        "errors" => places(wanted, &given["errors"], true),
        // A finding of any severity names the place.
        "warnings" => places(wanted, &given["findings"], false),
        "report_lines" => {
            let lines: Vec<&Value> = items(&given["findings"]).map(|finding| &finding["line"]).collect();
            let missing: Vec<&Value> = items(wanted).filter(|line| !lines.contains(line)).collect();
            (!missing.is_empty()).then(|| format!("nothing is said about the lines {missing:?}"))
        }
        "max_messages" => {
            let count = items(&given["findings"]).count() as u64;
            (Some(count) > wanted.as_u64()).then(|| format!("{count} messages"))
        }
        "never_san" => {
            let wrong =
                wanted.as_object()?.iter().find(|(game, moves)| begins(&game_of(given, "san", game), moves));
            wrong.map(|(game, moves)| format!("game {game} is read as {moves}"))
        }
        "export_contains" | "export_absent" => {
            let export = given["export"].as_str().unwrap_or_default();
            let wanted_there = key == "export_contains";
            let mut parts = items(wanted).filter_map(Value::as_str);
            let wrong = parts.find(|part| export.contains(part) != wanted_there);
            wrong.map(|part| format!("{key}: {part:?} in {export}"))
        }
        "tags_absent" => {
            let mut names = items(wanted).filter_map(Value::as_str);
            let found = names.find(|name| items(&given["tags"]).any(|tags| tags.get(name).is_some()));
            found.map(|name| format!("the tag {name} is there"))
        }
        "same_position" => {
            let fen = |game: &Value| game_of(given, "placement", &game.to_string());
            let apart = items(wanted).find(|pair| fen(&pair[0]) != fen(&pair[1]));
            apart.map(|pair| format!("the games {pair} end in different positions"))
        }
        key if NOT_ASKED.contains(&key) => None,
        key => {
            let (name, of_games) = match key.strip_suffix("_game") {
                Some(name) => (name, true),
                None => (key, false),
            };
            if given.get(name).is_none() {
                return Some(format!("{name} is not answered"));
            }
            if !of_games {
                return differs(key, wanted, &given[name]);
            }
            wanted.as_object()?.iter().find_map(|(game, value)| {
                differs(&format!("{name} of game {game}"), value, &game_of(given, name, game))
            })
        }
    }
}

fn items(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

/// The value of a list for one game, whose number counts from 1.
fn game_of(given: &Value, name: &str, game: &str) -> Value {
    let number: usize = game.parse().unwrap();
    given[name].get(number - 1).cloned().unwrap_or_default()
}

fn begins(moves: &Value, with: &Value) -> bool {
    let (moves, with) = (moves.as_array(), with.as_array());
    moves.zip(with).is_some_and(|(moves, with)| moves.starts_with(with))
}

fn differs(what: &str, wanted: &Value, given: &Value) -> Option<String> {
    (!is_same(what, wanted, given)).then(|| {
        let cut = |value: &Value| value.to_string().chars().take(300).collect::<String>();
        format!("{what}: expected {}, got {}", cut(wanted), cut(given))
    })
}

fn is_same(key: &str, wanted: &Value, given: &Value) -> bool {
    match (wanted, given) {
        (Value::Object(wanted), Value::Object(given)) => wanted.iter().all(|(name, value)| {
            let of_other_tools = ["why", "name", "python_chess", "shakmaty"].contains(&name.as_str());
            // Where a case leaves the value open, any will do.
            of_other_tools || value.is_null() || given.get(name).is_some_and(|v| is_same(name, value, v))
        }),
        (Value::Array(wanted), Value::Array(given)) => {
            wanted.len() == given.len() && wanted.iter().zip(given).all(|(w, g)| is_same(key, w, g))
        }
        (Value::String(wanted), Value::String(given)) => {
            let is_german = key.starts_with("san_de") || key.starts_with("lan_de");
            let plain = |text: &str| {
                let text = text.replace("0-0-0", "O-O-O").replace("0-0", "O-O");
                if is_german { text.replace('=', "") } else { text }
            };
            plain(wanted) == plain(given) || (key == "result" && wanted.split('|').any(|one| one == given))
        }
        _ => wanted == given,
    }
}

/// Is every expected place named, and nothing in other games?
fn places(wanted: &Value, given: &Value, nothing_else: bool) -> Option<String> {
    let fits = |wanted: &Value, finding: &Value| {
        let line = wanted["line"].is_null()
            || wanted["line"] == finding["line"]
            || items(&wanted["line_alt"]).any(|line| *line == finding["line"]);
        let same = |name: &str, field: &str| wanted[name].is_null() || wanted[name] == finding[field];
        let code = wanted["code"].as_str().is_none_or(|code| is_code(code, finding));
        line && code && same("game", "game") && same("col", "column") && same("ply", "ply")
    };
    let missing: Vec<&Value> =
        items(wanted).filter(|place| !items(given).any(|finding| fits(place, finding))).collect();
    if !missing.is_empty() {
        return Some(format!("not named: {missing:?}"));
    }
    let games: Vec<&Value> = items(wanted).map(|place| &place["game"]).collect();
    let extra = items(given).find(|finding| nothing_else && !games.contains(&&finding["game"]));
    extra.map(|finding| format!("an error too many: {finding}"))
}

fn is_code(names: &str, finding: &Value) -> bool {
    let code = finding["code"].as_str().unwrap_or_default();
    names.split('|').any(|name| {
        let known = CODES.iter().find(|entry| entry.0 == name);
        known.map_or_else(|| name.replace('_', "-") == code, |entry| entry.1.contains(&code))
    })
}
