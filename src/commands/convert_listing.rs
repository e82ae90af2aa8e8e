//! Sources that are listings: text that is not PGN, or HTML pages.

use super::convert::{Course, Run};
use super::convert_kind::KindWork;
use super::convert_options::ReadAs;
use super::convert_target::stem_of;
use super::convert_work::ConvertWork;
use crate::check::chunk::{PgnWork, Report, TakenGame};
use crate::check::finding::Filter;
use crate::check::game::{CheckOptions, fingerprint};
use crate::check::listing;
use crate::chess::Position;
use crate::pgn::encoding::to_utf8;
use crate::pgn::input::{Input, Text};
use crate::pgn::source::{SourceError, SourceKind};
use crate::pgn::stream::Next;
use crate::replay::listing::{
    ListedGame, ListingOptions, looks_like_html, looks_like_listing, read_text_or_page,
};
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

/// A listing that was read.
pub(super) struct Listed {
    /// The whole text, UTF-8.
    pub(super) text: String,
    /// What is to be said about it.
    pub(super) report: Report,
    /// Its games, with the fingerprints of their play if those are asked for.
    pub(super) games: Vec<TakenGame>,
}

/// Reads a listing where PGN is read as `check` says; it is only understood as a whole. `start` is where games begin
/// that do not say so.
pub(super) fn read_listing(
    source: &[u8],
    check: &CheckOptions,
    start: Option<&Position>,
    filter: &Arc<Filter>,
) -> Listed {
    let text = to_utf8(source).into_owned();
    let options = ListingOptions { language: check.language, start: start.cloned(), repair: check.repair };
    let listing = read_text_or_page(&text, &options);
    let report = listing::report(&listing, filter);
    let taken = |listed: ListedGame| {
        let ListedGame { game, place, .. } = listed;
        let fingerprint = if check.fingerprints { fingerprint(&game.start, game.moves()) } else { 0 };
        TakenGame { game, place, fingerprint, moves: Vec::new(), fault: None }
    };
    let games = listing.games.into_iter().map(taken).collect();
    Listed { text, report, games }
}

impl Run<'_> {
    /// Converts a source that is a listing.
    pub(super) fn listing(&mut self, input: Input, mut course: Course) -> anyhow::Result<()> {
        let source = match whole_text(input) {
            Ok(source) => source,
            Err(error) => {
                self.trouble(&error.to_string());
                return Ok(());
            }
        };
        let Listed { text, report, games } =
            read_listing(&source, &self.check, self.start.as_deref(), &self.filter);
        if report.findings.errors() > 0 {
            self.outcome.failed = true;
        }
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
