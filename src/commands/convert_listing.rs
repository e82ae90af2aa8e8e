//! Sources that are listings: text that is not PGN, or HTML pages.

use super::convert::{Course, Run};
use super::convert_kind::KindWork;
use super::convert_options::ReadAs;
use super::convert_target::stem_of;
use super::convert_work::ConvertWork;
use crate::check::chunk::{PgnWork, TakenGame};
use crate::check::game::{CheckOptions, fingerprint};
use crate::check::listing;
use crate::chess::Position;
use crate::pgn::encoding::to_utf8;
use crate::pgn::input::{Input, Text};
use crate::pgn::source::{SourceError, SourceKind};
use crate::pgn::stream::Next;
use crate::replay::listing::{ListingOptions, looks_like_html, looks_like_listing, read_text_or_page};
use crate::replay::parallel::Chunk;
use std::sync::Arc;

/// Block size of streams that are read as a whole, in bytes.
const BLOCK: usize = 1 << 20;

/// Is this source to be read as a listing?
pub(super) fn is_listing(read_as: ReadAs, input: &Input) -> bool {
    match read_as {
        ReadAs::Pgn => false,
        ReadAs::Listing => true,
        ReadAs::Auto => {
            let head = to_utf8(input.head());
            input.kind() == SourceKind::Pgn
                && (looks_like_html(&head) || looks_like_listing(&head, input.has_only_head()))
        }
    }
}

/// How a listing is read where PGN is read like this.
pub(super) fn listing_options(check: &CheckOptions, start: Option<&Position>) -> ListingOptions {
    ListingOptions { language: check.language, start: start.cloned(), repair: check.repair }
}

impl Run<'_> {
    /// Converts a source that is a listing.
    pub(super) fn listing(&mut self, input: Input, mut course: Course) -> anyhow::Result<()> {
        let text = match whole_text(input) {
            Ok(text) => text,
            Err(error) => {
                self.trouble(&error.to_string());
                return Ok(());
            }
        };
        let text = to_utf8(&text);
        let options = listing_options(&self.check, self.start.as_deref());
        let listing = read_text_or_page(&text, &options);
        let report = listing::report(&listing, &self.filter);
        if report.findings.errors() > 0 {
            self.outcome.failed = true;
        }
        let games = listing
            .games
            .into_iter()
            .map(|listed| TakenGame {
                moves: Vec::new(),
                fault: None,
                fingerprint: if self.check.fingerprints {
                    fingerprint(&listed.game.start, listed.game.moves())
                } else {
                    0
                },
                game: listed.game,
                place: listed.place,
            })
            .collect();
        let work = ConvertWork {
            reading: KindWork {
                pgn: PgnWork::new(self.check, Arc::clone(&self.filter)),
                kind: SourceKind::Pgn,
            },
            making: Arc::clone(&self.making),
            source: course.name.clone(),
        };
        let has_own_file = self.spool.is_none();
        if has_own_file {
            self.target.begin_file(&stem_of(&course.name), &self.making.container.begin())?;
        }
        let piece = work.convert(text.as_bytes(), report, games);
        let chunk = Chunk { text: text.as_bytes(), from: 0, until: text.len(), base: 0 };
        self.consume(&mut course, &chunk, piece)?;
        self.progress.add_bytes(text.len() as u64);
        self.tell_languages(&course);
        self.end_of_source(course)?;
        if has_own_file { self.target.end_file(self.making.container.end()) } else { Ok(()) }
    }
}

/// All of a text: what a move means is only known when everything before it was read.
pub(super) fn whole_text(input: Input) -> Result<Vec<u8>, SourceError> {
    let mut text = Vec::new();
    match input.into_text(BLOCK)? {
        Text::Whole(whole) => text.extend_from_slice(&whole),
        Text::Stream(mut blocks) => loop {
            match blocks.next(|| false) {
                Next::Block(block) => {
                    text.extend_from_slice(block.text());
                    blocks.recycle(block);
                }
                Next::NotYet => {}
                Next::End(end) => {
                    end?;
                    break;
                }
            }
        },
    }
    Ok(text)
}
