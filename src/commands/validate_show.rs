//! Findings with their places: from offsets in a piece of text to lines, columns and offsets in the source.

use std::io::{self, Write};

use crate::check::chunk::Report;
use crate::check::place::PlaceCursor;
use crate::check::render::{Renderer, Shown};
use crate::pgn::encoding::TextEncoding;
use crate::pgn::tags::decode_value;
use crate::replay::parallel::Chunk;

/// Walks over a source, piece by piece, and shows what was found in it.
pub(super) struct Shower {
    name: String,
    encoding: TextEncoding,
    cursor: PlaceCursor,
    /// Offset of the cursor in the original, before transcoding.
    original: u64,
    /// Games in the pieces so far.
    games: u64,
}

impl Shower {
    pub(super) fn new(name: String, encoding: TextEncoding) -> Shower {
        Shower { name, encoding, cursor: PlaceCursor::new(), original: 0, games: 0 }
    }

    /// The source's name.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Games in the pieces so far.
    pub(super) fn games(&self) -> u64 {
        self.games
    }

    /// Counts the games of a piece that is not shown.
    pub(super) fn pass(&mut self, report: &Report) {
        self.games += report.games;
    }

    /// Shows at most `room` findings of the piece and goes on to its end; answers how many were shown.
    pub(super) fn show(
        &mut self,
        chunk: &Chunk<'_>,
        report: &Report,
        renderer: &mut Renderer,
        out: &mut dyn Write,
        room: u64,
    ) -> io::Result<u64> {
        let mut at = chunk.from;
        let mut shown = 0;
        for group in &report.groups {
            let findings = report.findings.list().get(group.findings.clone()).unwrap_or_default();
            if shown >= room || findings.is_empty() {
                continue;
            }
            let players = group.players.as_ref().map(|(white, black)| {
                let name = |range: &std::ops::Range<usize>| {
                    decode_value(chunk.text.get(range.clone()).unwrap_or_default()).into_owned()
                };
                format!("{} - {}", name(white), name(black))
            });
            for finding in findings {
                if shown >= room {
                    break;
                }
                let start = finding.span.start.clamp(at, chunk.text.len());
                self.walk(chunk.text.get(at..start).unwrap_or_default());
                at = start;
                let place = self.cursor.place();
                renderer.finding(
                    &Shown {
                        file: &self.name,
                        game: group.game.map(|game| self.games + game),
                        players: players.as_deref(),
                        line: place.line,
                        column: place.column,
                        offset: self.original,
                        finding,
                        token: chunk.text.get(finding.span.clone()).unwrap_or_default(),
                        excerpt: crate::check::place::excerpt(chunk.text, finding.span.clone()),
                    },
                    out,
                )?;
                shown += 1;
            }
        }
        self.pass(report);
        // A finding may lie behind the piece's end, in the blanks before the next game.
        if at <= chunk.until {
            self.walk(chunk.text.get(at..chunk.until).unwrap_or_default());
        }
        Ok(shown)
    }

    fn walk(&mut self, bytes: &[u8]) {
        self.cursor.advance(bytes);
        self.original += self.encoding.original_len(bytes);
    }
}
