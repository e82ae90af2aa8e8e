//! What README shows on a console is what comes out.

use std::path::Path;
use std::process::Command;

/// A command of README, and the lines that it says come out; `...` stands for any number of lines.
struct Shown {
    command: String,
    lines: Vec<String>,
}

fn shown(readme: &str) -> Vec<Shown> {
    let mut all: Vec<Shown> = Vec::new();
    let mut is_console = false;
    for line in readme.lines() {
        if line.starts_with("```") {
            is_console = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| is_console) {
            all.push(Shown { command: command.to_owned(), lines: Vec::new() });
        } else if is_console {
            all.last_mut().unwrap().lines.push(line.to_owned());
        }
    }
    all
}

/// Do the lines come out, those between two `...` without a gap? Blank lines at the end do not count.
fn fits(shown: &[String], given: &str) -> bool {
    let given: Vec<&str> = given.trim_end().lines().collect();
    let mut at = 0;
    let parts: Vec<&[String]> = shown.split(|line| line == "...").collect();
    for (index, part) in parts.iter().enumerate() {
        let is_last = index + 1 == parts.len();
        let end = part.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
        let part = if is_last { &part[..end] } else { part };
        let rest = &given[at..];
        let place = match (index, is_last) {
            (0, _) => rest.starts_with_lines(part).then_some(0),
            (_, true) => {
                rest.len().checked_sub(part.len()).filter(|from| rest[*from..].starts_with_lines(part))
            }
            _ => (0..rest.len()).find(|from| rest[*from..].starts_with_lines(part)),
        };
        let Some(place) = place else { return false };
        at += place + part.len();
    }
    parts.len() > 1 && parts.last().is_some_and(|last| last.is_empty()) || at == given.len()
}

trait Lines {
    fn starts_with_lines(&self, lines: &[String]) -> bool;
}

impl Lines for [&str] {
    fn starts_with_lines(&self, lines: &[String]) -> bool {
        self.len() >= lines.len() && self.iter().zip(lines).all(|(given, shown)| given == shown)
    }
}

#[test]
fn the_tour_shows_what_comes_out() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let all = shown(&readme);
    assert!(all.len() >= 10, "{} commands", all.len());
    let bin = Path::new(env!("CARGO_BIN_EXE_zug")).parent().unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    let mut complaints = Vec::new();
    for Shown { command, lines } in all {
        let mut shell = Command::new("sh");
        shell.args(["-c", &command]).current_dir(root).env("PATH", &path);
        let output = shell.env_remove("ZUG_LANG").env("NO_COLOR", "1").output().unwrap();
        let given = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap()).concat();
        if !fits(&lines, &given) {
            complaints.push(format!("$ {command}\n{given}"));
        }
    }
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

#[test]
fn dots_stand_for_lines() {
    let fits = |shown: &str, given| fits(&shown.lines().map(str::to_owned).collect::<Vec<_>>(), given);
    assert!(fits("a\nb", "a\nb\n\n") && fits("a\nb\n", "a\nb"));
    assert!(fits("a\n...", "a\nb\nc\n") && fits("...\nc", "a\nb\nc\n") && fits("a\n...\nc", "a\nb\nc\n"));
    assert!(fits("...\nb\n...", "a\nb\nc\n"));
    assert!(!fits("a", "a\nb\n") && !fits("b\n...", "a\nb\n") && !fits("a\n...\nb", "a\nb\nc\n"));
}
