//! What `import` says at its end: what is in the store now, and what is wrong with it.

use std::path::Path;

use crate::check::code::{Code, Severity};
use crate::check::lang::UiLang;
use crate::check::summary::grouped;
use crate::store::Manifest;
use crate::store::manifest::SourceEntry;

/// The numbers of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub(super) sources: u64,
    /// Sources left out because they were imported already.
    pub(super) skipped: u64,
    pub(super) games: u64,
    pub(super) stored: u64,
    /// Games that a filter left out, or that were there already.
    pub(super) left_out: u64,
    pub(super) plies: u64,
    /// Stored games that break off, or have no usable start position.
    pub(super) broken: u64,
    /// Games marked away because they match, if that was asked for.
    pub(super) deleted: Option<u64>,
    /// Games marked away as copies, if that was asked for.
    pub(super) copies: Option<u64>,
    /// Segments before they were merged, if that was asked for.
    pub(super) segments_before: Option<u64>,
    findings: Vec<u64>,
}

/// That a source was imported already.
pub(super) fn known_line(name: &str, known: &SourceEntry, lang: UiLang) -> String {
    let part = match known.stored == known.games {
        true => String::new(),
        false => match lang {
            UiLang::En => format!(" ({} of its {} games)", known.stored, known.games),
            UiLang::De => format!(" ({} von {} Partien)", known.stored, known.games),
        },
    };
    let known = &known.name;
    match lang {
        UiLang::En => {
            format!("{name}: imported already as {known}{part}; left out (--again imports it once more)")
        }
        UiLang::De => {
            format!("{name}: schon eingelesen als {known}{part}; ausgelassen (--again liest es noch einmal)")
        }
    }
}

impl Tally {
    /// Adds findings, counted by [`Code`] index.
    pub(super) fn findings(&mut self, counts: &[u64]) {
        self.findings.resize(self.findings.len().max(counts.len()), 0);
        for (sum, count) in self.findings.iter_mut().zip(counts) {
            *sum += count;
        }
    }

    /// The report, line by line.
    pub(super) fn lines(&self, store: &Path, manifest: &Manifest, lang: UiLang) -> Vec<String> {
        let number = |n: u64| grouped(n, lang);
        let count =
            |n: u64, (one, many): (&str, &str)| format!("{} {}", number(n), if n == 1 { one } else { many });
        let games = |n| count(n, lang.pick(("game", "games"), ("Partie", "Partien")));
        let plies = |n| count(n, lang.pick(("ply", "plies"), ("Halbzug", "Halbzüge")));
        let sources = |n| count(n, lang.pick(("source", "sources"), ("Quelle", "Quellen")));
        let segments = |n| count(n, lang.pick(("segment", "segments"), ("Segment", "Segmente")));
        let bytes: u64 = manifest.segments.iter().map(|segment| segment.bytes).sum();
        let size = match bytes {
            0..1_000_000 => format!("{} kB", number(bytes.div_ceil(1000))),
            _ => format!("{} MB", number(bytes.div_ceil(1_000_000))),
        };
        let mut lines = Vec::new();
        let has_read = self.sources + self.skipped > 0;
        lines.extend(has_read.then(|| match lang {
            UiLang::En => format!(
                "{} of {} imported, {}, from {}",
                number(self.stored),
                games(self.games),
                plies(self.plies),
                sources(self.sources)
            ),
            UiLang::De => format!(
                "{} von {} eingelesen, {}, aus {}",
                number(self.stored),
                games(self.games),
                plies(self.plies),
                sources(self.sources)
            ),
        }));
        if self.left_out > 0 {
            lines.push(match lang {
                UiLang::En => format!("{} left out", games(self.left_out)),
                UiLang::De => format!("{} ausgelassen", games(self.left_out)),
            });
        }
        if self.broken > 0 {
            lines.push(match lang {
                UiLang::En => format!(
                    "{} cannot be read to the end: stored as far as it is legal, the rest as text",
                    games(self.broken)
                ),
                UiLang::De => format!(
                    "{} nicht bis zum Ende lesbar: gespeichert, so weit es geht, der Rest als Text",
                    games(self.broken)
                ),
            });
        }
        let errors = Code::ALL.iter().filter(|code| code.severity() == Severity::Error);
        for code in errors {
            let found = self.findings.get(code.index()).copied().unwrap_or(0);
            if found > 0 {
                lines.push(format!("  {:>9}  {}", number(found), code.name()));
            }
        }
        if let Some(deleted) = self.deleted {
            lines.push(match lang {
                UiLang::En => format!("{} marked away because they match", games(deleted)),
                UiLang::De => format!("{} zum Löschen vorgemerkt, weil sie passen", games(deleted)),
            });
        }
        if let Some(copies) = self.copies {
            lines.push(match lang {
                UiLang::En => format!("{} marked away as copies", games(copies)),
                UiLang::De => format!("{} als Doppel zum Löschen vorgemerkt", games(copies)),
            });
        }
        if let Some(before) = self.segments_before {
            let after = segments(manifest.segments.len() as u64);
            lines.push(match lang {
                UiLang::En => format!("compacted: {} became {after}", segments(before)),
                UiLang::De => format!("zusammengelegt: aus {} wurde {after}", number(before)),
            });
        }
        lines.push(match lang {
            UiLang::En => format!(
                "{}: {} in {}, {}",
                store.display(),
                games(manifest.games()),
                segments(manifest.segments.len() as u64),
                size
            ),
            UiLang::De => format!(
                "{}: {} in {}, {}",
                store.display(),
                games(manifest.games()),
                segments(manifest.segments.len() as u64),
                size
            ),
        });
        lines
    }
}
