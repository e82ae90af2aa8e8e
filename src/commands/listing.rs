//! Sources that are listings, which are only understood as a whole.

use std::sync::Arc;

use super::convert_options::ReadAs;
use crate::check::chunk::{Report, TakenGame};
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
pub(super) struct Listing {
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
) -> Listing {
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
    Listing { text, report, games }
}

/// All of a text: what a move means is only known when everything before it was read.
pub(super) fn whole_text(input: Input) -> Result<Vec<u8>, SourceError> {
    let mut text = Vec::new();
    each_block(input, |block| text.extend_from_slice(block))?;
    Ok(text)
}

/// Hands over a text, part after part.
pub(super) fn each_block(input: Input, mut take: impl FnMut(&[u8])) -> Result<(), SourceError> {
    match input.into_text(BLOCK)? {
        Text::Whole(whole) => take(&whole),
        Text::Stream(mut blocks) => loop {
            match blocks.next(|| false) {
                Next::Block(block) => {
                    take(block.text());
                    blocks.recycle(block);
                }
                Next::NotYet => {}
                Next::End(end) => return end,
            }
        },
    }
    Ok(())
}
