//! Imports that are killed, and disks that are full: the store is the old one or the new one, and the next run goes on.
#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::store_kit::{Desk, games, info, zug, zug_ok};

/// Numbers that look like chance.
struct Chance(u64);

impl Chance {
    /// Between 0 and 1.
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as f64 / f64::from(1u32 << 31)
    }
}

/// So many games; each of its own, so that none of them is missed if it is lost.
fn text(from: usize, games: usize) -> String {
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 {a word about it} 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8";
    (from..from + games)
        .map(|n| {
            format!(
                "[Event \"Game {n}\"]\n[White \"W{}\"]\n[Black \"B{}\"]\n[Result \"*\"]\n\n{moves} *\n\n",
                n % 97,
                n % 89
            )
        })
        .collect()
}

/// A store before and after a change, and how it is made.
struct Change {
    name: &'static str,
    args: Vec<String>,
    before: Option<String>,
    after: String,
    /// How long it takes undisturbed.
    time: Duration,
}

struct Workshop {
    /// The folder of all of it.
    _desk: Desk,
    store: String,
    /// A store in the state before the changes.
    template: String,
    changes: Vec<Change>,
}

fn copy(from: &str, to: &str) {
    let _ = std::fs::remove_dir_all(to);
    std::fs::create_dir(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        std::fs::copy(&path, Path::new(to).join(path.file_name().unwrap())).unwrap();
    }
}

impl Workshop {
    fn new(size: usize) -> Workshop {
        let desk = Desk::new();
        let (a, b) = (desk.file("a.pgn", &text(0, size)), desk.file("b.pgn", &text(size / 2, size)));
        let (store, template) = (desk.path("s.zug"), desk.path("template.zug"));
        zug_ok(&["import", "-q", "-o", &template, &a]);
        zug_ok(&[
            "import",
            "-q",
            "--append",
            "--delete",
            "white = \"W7\"",
            "-o",
            &template,
            &desk.file("c.pgn", &text(9_000_000, 10)),
        ]);
        let mut workshop = Workshop { _desk: desk, store: store.clone(), template, changes: Vec::new() };
        let changes: [(&str, bool, Vec<&str>); 4] = [
            ("new", false, vec!["import", "-q", "-o", &store, &a]),
            ("append", true, vec!["import", "-q", "--append", "-o", &store, &b]),
            ("compact", true, vec!["import", "-q", "--append", "--compact", "-o", &store, &b]),
            ("replace", true, vec!["import", "-q", "--force", "-o", &store, &b]),
        ];
        for (name, is_there, args) in changes {
            let args: Vec<String> = args.into_iter().map(str::to_owned).collect();
            workshop.reset(is_there);
            let before = is_there.then(|| games(&store));
            let begin = Instant::now();
            zug_ok(&args.iter().map(String::as_str).collect::<Vec<_>>());
            let time = begin.elapsed();
            let after = games(&store);
            workshop.changes.push(Change { name, args, before, after, time });
        }
        workshop
    }

    fn reset(&self, is_there: bool) {
        let _ = std::fs::remove_dir_all(&self.store);
        if is_there {
            copy(&self.template, &self.store);
        }
    }

    /// The store is what it was or what it was to be; the same command once more makes it that, and nothing is left over.
    fn check(&self, change: &Change, what: &str) {
        let is_there = Path::new(&self.store).join("manifest").exists();
        assert!(is_there || change.before.is_none(), "{what}: the store is gone");
        if is_there {
            zug_ok(&["import", "--verify", &self.store]);
            let found = games(&self.store);
            let is_new = found == change.after;
            assert!(
                is_new || Some(&found) == change.before.as_ref(),
                "{what}: neither the old store nor the new one"
            );
            if is_new && !change.args.iter().any(|arg| arg == "--append") {
                return;
            }
        } else {
            assert_eq!(zug(&["convert", "-q", &self.store]).0, 2, "{what}");
        }
        zug_ok(&change.args.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(games(&self.store), change.after, "{what}: after the retry");
        let listed = info(&self.store, "bytes");
        let on_disk: u64 = std::fs::read_dir(&self.store)
            .unwrap()
            .map(|entry| entry.unwrap())
            .filter(|entry| entry.path().extension().is_some_and(|ending| ending == "seg"))
            .map(|entry| entry.metadata().unwrap().len())
            .sum();
        assert_eq!(on_disk, listed, "{what}: something is left over");
    }

    /// Kills it with SIGKILL at `kills` moments.
    fn kill(&self, kills: usize, seed: u64) {
        let mut chance = Chance(seed);
        for round in 0..kills {
            let change = &self.changes[round % self.changes.len()];
            self.reset(change.before.is_some());
            let moment = change.time.mul_f64(chance.next() * 1.1);
            let mut command = Command::new(assert_cmd::cargo::cargo_bin("zug"));
            let mut child = command.args(&change.args).stderr(Stdio::null()).spawn().unwrap();
            std::thread::sleep(moment);
            child.kill().unwrap();
            child.wait().unwrap();
            self.check(change, &format!("{} killed after {moment:?} of {:?}", change.name, change.time));
        }
    }

    /// Runs it where no file may be larger than so many blocks of 512 bytes, the signal ignored or not.
    fn limit(&self, change: &Change, blocks: u64, is_ignored: bool) {
        self.reset(change.before.is_some());
        let trap = if is_ignored { "trap '' XFSZ;" } else { "" };
        let line = format!("{trap} ulimit -f {blocks}; exec \"$0\" \"$@\"");
        let mut command = Command::new("sh");
        command.args(["-c", &line]).arg(assert_cmd::cargo::cargo_bin("zug")).args(&change.args);
        let output = command.output().unwrap();
        assert!(!output.status.success(), "{}: {blocks} blocks are enough", change.name);
        if is_ignored {
            let err = String::from_utf8(output.stderr).unwrap();
            assert!(output.status.code() == Some(2) && err.contains("s.zug"), "{err}");
            // Told, not killed: nothing is left at all.
            assert_eq!(Path::new(&self.store).exists(), change.before.is_some());
        }
        self.check(change, &format!("{} with {blocks} blocks", change.name));
    }
}

#[test]
fn an_import_that_is_killed_leaves_the_old_store_or_the_new_one() {
    Workshop::new(1_000).kill(6, 1);
}

#[test]
#[ignore = "50 kills take minutes"]
fn an_import_that_is_killed_at_50_moments_leaves_the_old_store_or_the_new_one() {
    Workshop::new(20_000).kill(50, 2);
}

#[test]
fn a_full_disk_leaves_the_old_store() {
    let workshop = Workshop::new(1_000);
    for change in &workshop.changes {
        for blocks in [0, 60] {
            workshop.limit(change, blocks, true);
        }
        workshop.limit(change, 60, false);
    }
}

/// The same on a file system that is full indeed; only root can make one.
#[test]
#[ignore = "it mounts a file system"]
fn a_full_file_system_leaves_the_old_store() {
    let desk = Desk::new();
    let disk = desk.path("disk");
    std::fs::create_dir(&disk).unwrap();
    let run = |program: &str, args: &[&str]| Command::new(program).args(args).status().unwrap().success();
    assert!(run("mount", &["-t", "tmpfs", "-o", "size=600k", "tmpfs", &disk]), "mount says no");
    let (a, b) = (desk.file("a.pgn", &text(0, 1_000)), desk.file("b.pgn", &text(1_000, 10_000)));
    let store = format!("{disk}/s.zug");
    zug_ok(&["import", "-q", "-o", &store, &a]);
    let before = games(&store);
    let results = [
        zug(&["import", "-q", "--append", "-o", &store, &b]),
        zug(&["import", "-q", "--force", "-o", &store, &b]),
        zug(&["import", "-q", "-o", &format!("{disk}/t.zug"), &b]),
    ];
    let after = games(&store);
    let is_absent = !Path::new(&format!("{disk}/t.zug")).exists();
    assert!(run("mount", &["-o", "remount,size=60m", &disk]));
    zug_ok(&["import", "-q", "--append", "-o", &store, &b]);
    let retried = info(&store, "games");
    assert!(run("umount", &[&disk]));
    for (status, _, err) in results {
        assert!(status == 2 && err.contains("No space left"), "{err}");
    }
    assert!(after == before && is_absent && retried == 11_000);
}
