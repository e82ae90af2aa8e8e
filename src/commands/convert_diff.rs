//! Two collections compared by their play: which games only one of them has, and where tags or annotations differ.

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use super::collection::{Collection, KindWork, Opened};
use super::convert_options::ConvertOptions;
use super::{Outcome, Progress};
use crate::check::chunk::{Scratch, Taken, TakenGame};
use crate::check::escape::escape;
use crate::check::lang::UiLang;
use crate::check::summary::grouped;
use crate::pgn::expand::expand;
use crate::replay::game::{Game, Item};
use crate::replay::parallel::{self, Work};

/// What is compared of a game.
struct Brief {
    /// `SOURCE#NUMBER`; the number is filled in when pieces come together.
    id: String,
    number: u64,
    /// Its play; of games without moves, and of those that cannot be read to their end, what their tags say, and
    /// where they start.
    play: u128,
    tags: Vec<(String, String)>,
    /// Everything but tags and main line, boiled down.
    annotations: u64,
    result: &'static str,
}

struct Briefs {
    work: KindWork,
    source: String,
}

impl Work for Briefs {
    type Out = (Vec<Brief>, u64);
    type Local = Scratch;

    fn local(&self) -> Scratch {
        self.work.local()
    }

    fn run(&self, local: &mut Scratch, text: &[u8], from: usize, until: usize) -> (Self::Out, usize) {
        let mut briefs = Vec::new();
        let mut take = |taken: Taken<'_>| {
            if let Taken::Game(taken) = taken {
                briefs.push(Brief::of(taken.game, taken.fingerprint, &self.source));
            }
            true
        };
        let (report, end) = self.work.read(local, text, from, until, &mut take);
        ((briefs, report.games), end)
    }
}

impl Brief {
    fn of(game: Game, fingerprint: u128, source: &str) -> Brief {
        let is_play = game.is_whole && game.main_line().next().is_some();
        let mut by_tags = DefaultHasher::new();
        for name in ["White", "Black", "Date", "Round", "Event"] {
            game.tag(name).hash(&mut by_tags);
        }
        game.start.key().hash(&mut by_tags);
        let mut annotations = DefaultHasher::new();
        let mut depth = 0usize;
        for item in &game.items {
            match item {
                Item::Move { .. } if depth == 0 => "move".hash(&mut annotations),
                Item::Move { facts, .. } => facts.mv.bits().hash(&mut annotations),
                Item::Nag(nag) => nag.hash(&mut annotations),
                Item::Comment(text) | Item::Rest(text) => text.trim().hash(&mut annotations),
                Item::DrawOffer => "(=)".hash(&mut annotations),
                Item::Open => {
                    depth += 1;
                    "(".hash(&mut annotations);
                }
                Item::Close => {
                    depth = depth.saturating_sub(1);
                    ")".hash(&mut annotations);
                }
            }
        }
        Brief {
            id: source.to_owned(),
            number: game.number,
            play: if is_play { fingerprint } else { u128::from(by_tags.finish()) },
            annotations: annotations.finish(),
            result: game.result.score(),
            tags: game.tags,
        }
    }

    fn tag(&self, name: &str) -> &str {
        self.tags.iter().find(|tag| tag.0 == name).map_or("?", |tag| tag.1.as_str())
    }

    fn title(&self) -> String {
        let mut title = format!("{} – {}", self.tag("White"), self.tag("Black"));
        for name in ["Event", "Date"] {
            if !matches!(self.tag(name), "?" | "" | "????.??.??") {
                title.push_str(", ");
                title.push_str(self.tag(name));
            }
        }
        title.push(' ');
        title.push_str(self.result);
        title
    }

    /// What differs from a game of the same play, a line each.
    fn differences(&self, other: &Brief, lang: UiLang) -> Vec<String> {
        let mut lines = Vec::new();
        let names = self.tags.iter().chain(&other.tags).map(|tag| tag.0.as_str());
        let mut seen: Vec<&str> = Vec::new();
        for name in names {
            if seen.contains(&name) {
                continue;
            }
            seen.push(name);
            let (here, there) = (self.tag(name), other.tag(name));
            if here != there {
                lines.push(format!("{name}: \"{here}\" | \"{there}\""));
            }
        }
        if self.result != other.result && self.tag("Result") == other.tag("Result") {
            lines.push(format!("{} | {}", self.result, other.result));
        }
        if self.annotations != other.annotations {
            lines.push(
                lang.pick("comments, glyphs or variations", "Kommentare, Zeichen oder Varianten").to_owned(),
            );
        }
        lines
    }
}

/// Writes what the inputs and `other` do not have in common to `out`; the outcome is a failure if there is anything.
/// What is known of the games of `other` is in memory at a time, without their moves.
pub(super) fn run(
    options: &ConvertOptions,
    collections: [&Collection; 2],
    other: &PathBuf,
    out: &mut dyn Write,
    err: &mut dyn Write,
    progress: &dyn Progress,
    stop: &AtomicBool,
) -> anyhow::Result<Outcome> {
    let lang = options.ui_lang;
    let mut outcome = Outcome::default();
    let mut there: Vec<Option<Brief>> = Vec::new();
    let mut read = |inputs: &[PathBuf],
                    collection: &Collection,
                    err: &mut dyn Write,
                    take: &mut dyn FnMut(Brief) -> anyhow::Result<()>| {
        read_all(options, collection, inputs, err, progress, stop, &mut outcome, take)
    };
    let [here, others] = collections;
    read(std::slice::from_ref(other), others, err, &mut |brief| {
        there.push(Some(brief));
        Ok(())
    })?;
    // The last copy of a play is at the end of its list, so that copies are paired from the first on.
    let mut known: HashMap<u128, Vec<usize>> = HashMap::new();
    for (index, brief) in there.iter().enumerate().rev() {
        if let Some(brief) = brief {
            known.entry(brief.play).or_default().push(index);
        }
    }
    let (mut same, mut changed, mut here_only) = (0u64, 0u64, 0u64);
    read(&options.inputs, here, err, &mut |brief| {
        let twin = known.get_mut(&brief.play).and_then(Vec::pop);
        let Some(twin) = twin.and_then(|index| there.get_mut(index)).and_then(Option::take) else {
            here_only += 1;
            writeln!(out, "- {}  {}", escape(&brief.id), escape(&brief.title()))?;
            return Ok(());
        };
        let differences = brief.differences(&twin, lang);
        if differences.is_empty() {
            same += 1;
            return Ok(());
        }
        changed += 1;
        writeln!(out, "~ {} = {}  {}", escape(&brief.id), escape(&twin.id), escape(&brief.title()))?;
        for line in differences {
            writeln!(out, "    {}", escape(&line))?;
        }
        Ok(())
    })?;
    let mut there_only = 0u64;
    for brief in there.iter().flatten() {
        there_only += 1;
        writeln!(out, "+ {}  {}", escape(&brief.id), escape(&brief.title()))?;
    }
    outcome.failed = changed + here_only + there_only > 0;
    outcome.interrupted = stop.load(Ordering::Relaxed);
    if !options.quiet {
        let n = |number: u64| grouped(number, lang);
        let _ =
            writeln!(
            err,
            "{}",
            lang.pick(
                format!(
                    "{} the same, {} with the same play (~), {} only in the inputs (-), {} only in {} (+)",
                    n(same), n(changed), n(here_only), n(there_only), escape(&other.to_string_lossy())
                ),
                format!(
                    "{} gleich, {} mit gleichem Verlauf (~), {} nur in den Eingaben (-), {} nur in {} (+)",
                    n(same), n(changed), n(here_only), n(there_only), escape(&other.to_string_lossy())
                ),
            )
        );
    }
    Ok(outcome)
}

#[allow(clippy::too_many_arguments, reason = "the whole surroundings of a run")]
fn read_all(
    options: &ConvertOptions,
    collection: &Collection,
    inputs: &[PathBuf],
    err: &mut dyn Write,
    progress: &dyn Progress,
    stop: &AtomicBool,
    outcome: &mut Outcome,
    take: &mut dyn FnMut(Brief) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    for source in expand(inputs) {
        let opened = source
            .map_err(anyhow::Error::from)
            .and_then(|source| Ok((collection.games(collection.open(&source)?)?, source)));
        let (opened, source) = match opened {
            Ok(opened) => opened,
            Err(error) => {
                outcome.trouble = true;
                let _ = writeln!(err, "error: {}", escape(&error.to_string()));
                continue;
            }
        };
        progress.message(&source.name);
        let mut take = |mut brief: Brief, before: u64| {
            brief.id = format!("{}#{}", brief.id, before + brief.number);
            take(brief)
        };
        let (input, work) = match opened {
            Opened::Listing(_, listed) => {
                for TakenGame { game, fingerprint, .. } in listed.games {
                    take(Brief::of(game, fingerprint, &source.name), 0)?;
                }
                continue;
            }
            Opened::Pieces(input, work) => (input, Briefs { work, source: source.name }),
        };
        let (mut before, mut failure) = (0u64, None);
        let result = parallel::drive(*input, &work, options.threads, stop, |_, (briefs, games)| {
            for brief in briefs {
                if let Err(error) = take(brief, before) {
                    failure = Some(error);
                    return ControlFlow::Break(());
                }
            }
            before += games;
            ControlFlow::Continue(())
        });
        if let Some(error) = failure {
            return Err(error);
        }
        if let Err(error) = result {
            outcome.trouble = true;
            let _ = writeln!(err, "error: {}", escape(&error.to_string()));
        }
    }
    Ok(())
}
