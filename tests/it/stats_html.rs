//! The page of `zug stats --html`: it needs nothing else, takes no text for markup, fits a telephone, and its tables sort.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use assert_cmd::cargo::cargo_bin_cmd;
use html5gum::{DefaultEmitter, StartTag, Token, Tokenizer};

/// Names that would be markup if a page believed them.
const GAMES: &str = r#"[Event "</title><b>bold"]
[White "<img src=x onerror=alert(1)>"]
[Black "Anna \"><script>alert(2)</script>"]
[WhiteElo "2650"]
[BlackElo "2610"]
[Date "2001.01.01"]
[Result "1-0"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

[Event "A tournament with a name that is far longer than a telephone is wide, held in many places at once"]
[White "Bert"]
[Black "Carla"]
[WhiteElo "2450"]
[BlackElo "2410"]
[Date "2003.01.01"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1

[Event "&lt;already&gt; &amp; escaped"]
[White "Carla"]
[Black "Bert"]
[Date "2004.01.01"]
[Result "1/2-1/2"]

1. d4 d5 1/2-1/2
"#;

/// Elements that have no end tag.
const VOID: [&str; 4] = ["br", "hr", "link", "meta"];

/// How long a browser may take.
const PATIENCE: Duration = Duration::from_secs(90);

/// Writes the page and gives it back.
fn page(dir: &Path, language: &str) -> String {
    fs::write(dir.join("games.pgn"), GAMES).unwrap();
    let ran = cargo_bin_cmd!("zug")
        .current_dir(dir)
        .args(["stats", "games.pgn", "--overview", "--by", "player", "--squares", "--board", "--force"])
        .args(["--html", "page.html", "--ui-lang", language])
        .output()
        .unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    fs::read_to_string(dir.join("page.html")).unwrap()
}

fn tokens(page: &str) -> impl Iterator<Item = Token> + '_ {
    let mut emitter = DefaultEmitter::default();
    // Scripts and styles are no markup.
    emitter.naively_switch_states(true);
    Tokenizer::new_with_emitter(page, emitter).flatten()
}

fn start_tags(page: &str) -> Vec<StartTag<()>> {
    let tag = |token| if let Token::StartTag(tag) = token { Some(tag) } else { None };
    tokens(page).filter_map(tag).collect()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn a_page_needs_nothing_else() {
    let dir = tempfile::tempdir().unwrap();
    let page = page(dir.path(), "en");
    for tag in start_tags(&page) {
        let name = text(&tag.name);
        assert!(!["link", "img", "iframe", "object", "embed", "base", "b"].contains(&name), "<{name}>");
        for (key, value) in &tag.attributes {
            let (key, value) = (text(key), text(&value.value));
            assert!(!key.starts_with("on") && key != "src", "{key} of {name}");
            assert!(!value.contains("http:") && !value.contains("https:"), "{key} of {name}: {value}");
            assert!(key != "href" || value.starts_with('#'), "{key} of {name}: {value}");
        }
    }
    assert_eq!(page.matches("<script").count(), 1);
    for word in ["@import", "url(", "http:", "https:", "fetch("] {
        assert!(!page.contains(word), "{word}");
    }
}

#[test]
fn links_lead_to_parts_and_nothing_has_the_name_of_another() {
    let dir = tempfile::tempdir().unwrap();
    let page = page(dir.path(), "en");
    let tags = start_tags(&page);
    let values = |wanted: &'static [u8]| {
        let of = move |tag: &StartTag<()>| {
            tag.attributes.iter().find(|(key, _)| ***key == *wanted).map(|(_, value)| value.to_vec())
        };
        tags.iter().filter_map(of).collect::<Vec<_>>()
    };
    let ids = values(b"id");
    assert!(ids.len() > 8, "{}", ids.len());
    let mut unique = ids.clone();
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), ids.len());
    for link in values(b"href") {
        assert!(ids.iter().any(|id| id.as_slice() == &link[1..]), "{}", text(&link));
    }
    for name in values(b"aria-labelledby") {
        assert!(ids.contains(&name), "{}", text(&name));
    }
}

#[test]
fn tags_are_balanced_and_names_are_text() {
    let dir = tempfile::tempdir().unwrap();
    for (language, word) in [("en", "games"), ("de", "Partien")] {
        let page = page(dir.path(), language);
        let mut open: Vec<String> = Vec::new();
        let mut seen = String::new();
        for token in tokens(&page) {
            match token {
                Token::StartTag(tag) if tag.self_closing || VOID.contains(&text(&tag.name)) => {}
                Token::StartTag(tag) => open.push(text(&tag.name).to_owned()),
                Token::EndTag(tag) => assert_eq!(open.pop().as_deref(), Some(text(&tag.name))),
                Token::String(string) => seen.push_str(text(&string)),
                Token::Error(error) => panic!("{error:?}"),
                _ => {}
            }
        }
        assert_eq!(open, Vec::<String>::new());
        for name in [
            "<img src=x onerror=alert(1)>",
            "Anna \"><script>alert(2)</script>",
            "</title><b>bold",
            "&lt;already&gt; &amp; escaped",
            &format!("3 {word} · games.pgn"),
        ] {
            assert!(seen.contains(name), "{name}");
        }
        let html = start_tags(&page).into_iter().find(|tag| &**tag.name == b"html").unwrap();
        assert!(html.attributes.values().any(|value| text(&value.value) == language));
    }
}

/// A browser, if there is one.
fn browser() -> Option<PathBuf> {
    if let Some(path) = env::var_os("CHROMIUM") {
        return Some(path.into());
    }
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH").unwrap_or_default()).collect();
    names.iter().flat_map(|name| folders.iter().map(move |dir| dir.join(name))).find(|path| path.is_file())
}

/// What becomes of a page in the browser.
fn loaded(browser: &Path, dir: &Path, page: &str) -> String {
    let file = dir.join("loaded.html");
    let out = dir.join("dom.html");
    fs::write(&file, page).unwrap();
    let mut child = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--hide-scrollbars",
            "--dump-dom",
        ])
        .arg(format!("--user-data-dir={}", dir.join("profile").display()))
        .arg(format!("file://{}", file.display()))
        .stdout(fs::File::create(&out).unwrap())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begin = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begin.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("{} does not end", browser.display());
        }
        thread::sleep(Duration::from_millis(50));
    }
    fs::read_to_string(out).unwrap()
}

/// Presses heads of the table of players, and tells the page around it what stands where and how wide everything is.
const PROBE: &str = r#"<script>
const table = document.querySelector('[aria-labelledby="part-players"] table');
const column = (index) => [...table.tBodies[0].rows].map((row) => row.cells[index].textContent).join(";");
const press = (index) => {
  table.tHead.rows[0].cells[index].querySelector("button").click();
  return table.tHead.rows[0].cells[index].getAttribute("aria-sort") + ":" + column(index);
};
const said = [press(1), press(1), press(0), press(0)];
said.push(document.querySelectorAll("[aria-sort]").length);
const root = document.documentElement;
said.push(root.clientWidth, root.scrollWidth);
const charts = [...document.querySelectorAll("svg.chart")];
said.push(charts.length > 3 && charts.every((chart) => chart.getBoundingClientRect().width > 250));
frameElement.dataset.said = said.join("|");
</script></body>"#;

#[test]
fn a_browser_shows_it_at_any_width_and_sorts_its_tables() {
    let Some(browser) = browser() else {
        eprintln!(
            "\n*** SKIPPED: no Chromium ($CHROMIUM, chromium, chromium-browser, google-chrome) to load the page in ***\n"
        );
        return;
    };
    let dir = tempfile::tempdir().unwrap();
    let page = page(dir.path(), "de").replace("</body>", PROBE).replace('&', "&amp;").replace('"', "&quot;");
    // Windows of a browser have a least width, frames have not.
    let widths = [360, 390, 1280];
    let frame = |width| {
        format!("<iframe style=\"width:{width}px;height:800px;border:0\" srcdoc=\"{page}\"></iframe>")
    };
    let frames: String = widths.into_iter().map(frame).collect();
    let dom = loaded(&browser, dir.path(), &format!("<!DOCTYPE html><title>frames</title><body>{frames}"));
    let frames = start_tags(&dom).into_iter().filter(|tag| &**tag.name == b"iframe");
    let said: Vec<String> = frames
        .map(|frame| {
            let said = frame.attributes.iter().find(|(key, _)| &***key == b"data-said");
            text(&said.expect("the probe ran").1.value).to_owned()
        })
        .collect();
    assert_eq!(said.len(), widths.len());
    for (said, width) in said.iter().zip(widths) {
        let said: Vec<&str> = said.split('|').collect();
        // Bert and Carla played two games each, the two others one.
        assert_eq!(said[0], "descending:2;2;1;1");
        assert_eq!(said[1], "ascending:1;1;2;2");
        let names = ["<img src=x onerror=alert(1)>", "Anna \"><script>alert(2)</script>", "Bert", "Carla"];
        assert_eq!(said[2], format!("ascending:{}", names.join(";")));
        let backwards: Vec<&str> = names.into_iter().rev().collect();
        assert_eq!(said[3], format!("descending:{}", backwards.join(";")));
        assert_eq!(said[4], "1", "one column is the sorted one");
        assert_eq!(said[5], width.to_string());
        assert_eq!(said[6], width.to_string(), "the page is wider than its window");
        assert_eq!(said[7], "true", "there are charts, and they have their width");
    }
}
