//! Findings for people: the sentence, the place, the line with a caret, and what may have been meant.

use std::borrow::Cow;
use std::io::{self, Write};

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::code::Severity;
use super::escape::{decode, escape, escape_into};
use super::lang::UiLang;
use super::place::Excerpt;
use super::render::Shown;
use super::summary::severity_word;

/// Wide enough for any window of a line: the windows are cut here, not by the renderer.
const WIDTH: usize = 1000;

/// Writes findings one after the other, with an empty line behind each.
#[derive(Debug)]
pub(super) struct Human {
    lang: UiLang,
    renderer: Renderer,
}

impl Human {
    pub(super) fn new(lang: UiLang, colour: bool) -> Human {
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        Human { lang, renderer: renderer.term_width(WIDTH) }
    }

    pub(super) fn finding(&mut self, shown: &Shown<'_>, out: &mut dyn Write) -> io::Result<()> {
        let finding = shown.finding;
        let level = match finding.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Note => Level::NOTE,
        };
        let message = finding.detail.message(self.lang);
        let (line, caret) = readable_line(&shown.excerpt);
        let number = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
        let file = escape(shown.file);
        let mut group = Group::with_title(
            level
                .with_name(severity_word(finding.severity, self.lang))
                .primary_title(escape(&message))
                .id(finding.code.name()),
        )
        .element(Origin::path(file).line(number(shown.line)).char_column(number(shown.column)))
        .element(
            Snippet::source(line)
                .line_start(number(shown.line))
                .annotation(AnnotationKind::Primary.span(caret)),
        );
        if let Some(note) = self.game_note(shown) {
            group = group.element(Level::NOTE.with_name(self.lang.pick("note", "Hinweis")).message(note));
        }
        if !finding.suggestions.is_empty() {
            let help = self.help(&finding.suggestions);
            group = group.element(Level::HELP.with_name(self.lang.pick("help", "Hilfe")).message(help));
        }
        // Behind an origin of its own the renderer announces another file in line four. There is none; the
        // origin is apart only because a window of a line does not know its column.
        for (row, line) in self.renderer.render(&[group]).lines().enumerate() {
            if row != 3 || !line.contains(":::") {
                writeln!(out, "{line}")?;
            }
        }
        writeln!(out)
    }

    /// `game 17: Carlsen - Jones, ply 34`.
    fn game_note(&self, shown: &Shown<'_>) -> Option<String> {
        let game = shown.game?;
        let mut note = format!("{} {game}", self.lang.pick("game", "Partie"));
        if let Some(players) = shown.players {
            note.push_str(": ");
            escape_into(&mut note, players);
        }
        if let Some(ply) = shown.finding.ply {
            note.push_str(&format!(", {} {ply}", self.lang.pick("ply", "Halbzug")));
        }
        Some(note)
    }

    /// `did you mean Nf3 or Ng4?`
    fn help(&self, suggestions: &[String]) -> String {
        let moves: Vec<Cow<'_, str>> = suggestions
            .iter()
            .map(|san| match self.lang {
                UiLang::En => Cow::Borrowed(san.as_str()),
                UiLang::De => Cow::Owned(german_san(san)),
            })
            .collect();
        let or = self.lang.pick("or", "oder");
        let list = match moves.as_slice() {
            [rest @ .., before, last] => {
                let rest: String = rest.iter().map(|san| format!("{san}, ")).collect();
                format!("{rest}{before} {or} {last}")
            }
            only => only.concat(),
        };
        self.lang.pick(format!("did you mean {list}?"), format!("war {list} gemeint?"))
    }
}

/// English SAN with German letters: `Nf3` is `Sf3`, `e8=Q+` is `e8D+`.
fn german_san(san: &str) -> String {
    san.chars()
        .filter_map(|c| match c {
            'Q' => Some('D'),
            'R' => Some('T'),
            'B' => Some('L'),
            'N' => Some('S'),
            'O' => Some('0'),
            '=' => None,
            c => Some(c),
        })
        .collect()
}

/// The window of the line made readable, and where the caret is in it, in bytes.
fn readable_line(excerpt: &Excerpt<'_>) -> (String, std::ops::Range<usize>) {
    let mut line = String::with_capacity(excerpt.text.len() + 8);
    if excerpt.cut_before {
        line.push('…');
    }
    let part = |from: usize, to: usize| excerpt.text.get(from..to).unwrap_or_default();
    let (start, end) = (excerpt.caret.start, excerpt.caret.end);
    escape_into(&mut line, &decode(part(0, start)));
    let caret_start = line.len();
    escape_into(&mut line, &decode(part(start, end)));
    let caret_end = line.len();
    escape_into(&mut line, &decode(part(end, excerpt.text.len())));
    if excerpt.cut_after {
        line.push('…');
    }
    (line, caret_start..caret_end)
}
