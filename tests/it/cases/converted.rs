//! What `zug convert` makes of an input, under the names of the cases: the fields that notation and output decide.

use std::path::Path;

use assert_cmd::cargo::cargo_bin_cmd;
use serde_json::{Map, Value, json};

/// The fields that are answered here. The three further spellings of a FEN are the library's; `convert` writes one.
const FIELDS: [&str; 25] = [
    "san",
    "san_de",
    "lan",
    "lan_de",
    "uci",
    "uci960",
    "san_by_round",
    "never_san",
    "comments",
    "comment_len",
    "clk",
    "nags",
    "variation_nags",
    "variations",
    "variations_san_de",
    "variation_depth",
    "null_moves",
    "tags",
    "tags_absent",
    "tag_len",
    "result",
    "plies",
    "played_plies",
    "final_fen",
    "language",
];

/// Of what a case expects, what is answered here.
pub(super) fn of_convert(expected: &Value) -> Value {
    let is_known = |key: &str| FIELDS.contains(&key.strip_suffix("_game").unwrap_or(key));
    let mut kept = Map::new();
    for (key, value) in expected.as_object().unwrap() {
        if is_known(key) {
            kept.insert(key.clone(), value.clone());
        } else if key == "alternatives" {
            let all: Vec<Value> = value.as_array().unwrap().iter().map(of_convert).collect();
            kept.insert(key.clone(), all.into());
        }
    }
    kept.into()
}

/// All that the output of `zug convert` says of an input.
pub(super) fn converted(input: &Path, encoding: Option<&str>) -> Value {
    let run = |args: &[&str]| {
        let mut command = cargo_bin_cmd!("zug");
        command.args(["convert", "-q"]).args(args).env_remove("ZUG_LANG").arg(input);
        if let Some(encoding) = encoding {
            command.args(["--encoding", encoding]);
        }
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    let mut answer = Map::new();
    let styles: [(&str, &[&str]); 6] = [
        ("san", &[]),
        ("san_de", &["--lang", "de"]),
        ("lan", &["--to", "lan"]),
        ("lan_de", &["--to", "lan", "--lang", "de"]),
        ("uci", &["--to", "uci"]),
        ("uci960", &["--to", "uci"]),
    ];
    for (name, style) in styles {
        let table = run(&[&["--format", "tsv", "--fields", "moves"], style].concat());
        let moves: Vec<Vec<&str>> = table.lines().skip(1).map(moves_of).collect();
        answer.insert(name.into(), json!(moves));
    }
    let german = run(&["--lang", "de", "--wrap", "0"]);
    let variations: Vec<Variations> = german.lines().filter(|l| is_movetext(l)).map(Variations::of).collect();
    let lines: Vec<&[String]> = variations.iter().flat_map(|found| &found.lines).map(Vec::as_slice).collect();
    answer.insert("variations_san_de".into(), json!(lines));
    let count = |of: fn(&Variations) -> usize| json!(variations.iter().map(of).collect::<Vec<_>>());
    answer.insert("variations".into(), count(|found| found.lines.len()));
    answer.insert("variation_depth".into(), count(|found| found.depth));

    // Variations a thousand deep are more than the JSON reader of the tests takes.
    let objects: Result<Vec<Value>, _> =
        run(&["--format", "ndjson"]).lines().map(serde_json::from_str).collect();
    if let Ok(objects) = objects {
        games(&objects, &mut answer);
    }
    answer.into()
}

fn is_movetext(line: &str) -> bool {
    !line.is_empty() && !line.starts_with('[')
}

/// The moves of a numbered line.
fn moves_of(line: &str) -> Vec<&str> {
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit()) && word.ends_with('.');
    line.split(' ').filter(|word| !word.is_empty() && !is_number(word)).collect()
}

/// The variations of a game in one line of PGN.
#[derive(Default)]
struct Variations {
    /// The moves of each, in the order in which they open.
    lines: Vec<Vec<String>>,
    depth: usize,
}

impl Variations {
    fn of(movetext: &str) -> Variations {
        let mut found = Variations::default();
        let mut open: Vec<usize> = Vec::new();
        let mut rest = movetext;
        while let Some(first) = rest.chars().next() {
            let len = match first {
                '{' => rest.find('}').unwrap() + 1,
                '(' | ')' | ' ' => 1,
                _ => rest.find(['{', '(', ')', ' ']).unwrap_or(rest.len()),
            };
            let (word, behind) = rest.split_at(len);
            rest = behind;
            match first {
                '(' => {
                    open.push(found.lines.len());
                    found.lines.push(Vec::new());
                    found.depth = found.depth.max(open.len());
                }
                ')' => drop(open.pop().unwrap()),
                '{' | ' ' | '$' => {}
                _ if !moves_of(word).is_empty() => {
                    open.last().into_iter().for_each(|index| found.lines[*index].push(word.to_owned()));
                }
                _ => {}
            }
        }
        found
    }
}

/// What stands round the moves of a game, in the order of the text.
#[derive(Default)]
struct Around {
    comments: Vec<String>,
    clocks: Vec<String>,
    nags: Vec<Value>,
    variation_nags: Vec<Value>,
    nulls: usize,
}

impl Around {
    /// What stands before or behind a move, or belongs to the game as a whole.
    fn item(&mut self, item: &Value, is_main: bool) {
        let order = item["order"].as_str().unwrap_or("cv");
        for text in list(&item["before"]) {
            self.comment(text);
        }
        if item.get("san").is_some() {
            self.nulls += usize::from(item["san"] == "--");
            let nags = json!(list(&item["nags"]).collect::<Vec<_>>());
            if is_main { self.nags.push(nags) } else { self.variation_nags.push(nags) }
        }
        if let Some(seconds) = item["clock"].as_f64() {
            let tenths = (seconds * 10.0).round() as u64;
            let (whole, tenth) = (tenths / 10, tenths % 10);
            let clock = format!("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
            self.clocks.push(if tenth == 0 { clock } else { format!("{clock}.{tenth}") });
        }
        let (mut comments, mut variations) = (list(&item["comments"]), list(&item["variations"]));
        // A letter stands for one thing; where it stands last, for all that are left.
        for (index, letter) in order.char_indices() {
            let is_last = !order[index + 1..].contains(letter);
            let many = if is_last { usize::MAX } else { 1 };
            match letter {
                'c' => comments.by_ref().take(many).for_each(|text| self.comment(text)),
                'v' => variations.by_ref().take(many).flat_map(list).for_each(|item| self.item(item, false)),
                _ => {}
            }
        }
    }

    fn comment(&mut self, text: &Value) {
        self.comments.push(text.as_str().unwrap().split_whitespace().collect::<Vec<_>>().join(" "));
    }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// The fields that the objects of the games hold.
fn games(objects: &[Value], answer: &mut Map<String, Value>) {
    let of_games = |value: &dyn Fn(&Value) -> Value| json!(objects.iter().map(value).collect::<Vec<_>>());
    let arounds: Vec<Around> = objects
        .iter()
        .map(|game| {
            let mut around = Around::default();
            around.item(game, true);
            list(&game["moves"]).for_each(|item| around.item(item, true));
            around
        })
        .collect();
    let of_arounds = |value: &dyn Fn(&Around) -> Value| json!(arounds.iter().map(value).collect::<Vec<_>>());
    let lengths =
        |around: &Around| json!(around.comments.iter().map(|text| text.chars().count()).collect::<Vec<_>>());
    let rounds: Map<String, Value> = objects
        .iter()
        .zip(list(&answer["san"]))
        .filter_map(|(game, moves)| Some((game["tags"]["Round"].as_str()?.to_owned(), moves.clone())))
        .collect();
    let tags_of_first = objects.first().and_then(|game| game["tags"].as_object());
    let tag_len: Map<String, Value> = tags_of_first
        .into_iter()
        .flatten()
        .map(|(name, value)| (name.clone(), json!(value.as_str().unwrap().chars().count())))
        .collect();
    let language = |game: &Value| json!(game["language"].as_str().unwrap_or("any"));
    for (name, value) in [
        ("tags", of_games(&|game| game["tags"].clone())),
        ("result", of_games(&|game| game["result"].clone())),
        ("plies", of_games(&|game| game["plies"].clone())),
        ("played_plies", of_games(&|game| game["plies"].clone())),
        ("final_fen", of_games(&|game| game["final_fen"].clone())),
        ("language", of_games(&language)),
        ("comments", of_arounds(&|around| json!(around.comments))),
        ("comment_len", of_arounds(&lengths)),
        ("clk", of_arounds(&|around| json!(around.clocks))),
        ("nags", of_arounds(&|around| json!(around.nags))),
        ("san_by_round", rounds.into()),
        ("tag_len", tag_len.into()),
    ] {
        answer.insert(name.into(), value);
    }
    // Two lists of the cases speak of one game only.
    if let [only] = arounds.as_slice() {
        answer.insert("variation_nags".into(), json!(only.variation_nags));
        answer.insert("null_moves".into(), json!(only.nulls));
    }
}
