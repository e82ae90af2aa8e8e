//! Games in JSON as pieces of text: read, counted, their faults told like those of any other game.

use std::sync::Arc;

use crate::check::chunk::{Report, Take, Taken, TakenGame};
use crate::check::code::Code;
use crate::check::detail::Detail;
use crate::check::finding::Filter;
use crate::check::game::fingerprint;
use crate::check::tag_detail::Bilingual;
use crate::check::text::TextDetail;
use crate::export::ndjson_read::NdjsonReader;

/// With more findings than that the rest of a piece is read on its own, so that they never fill the memory.
const MANY_FINDINGS: usize = 20_000;

/// Reads the games that begin in `text[from..until]` and hands them to `take`. Answers where it stopped.
///
/// A game with a fault is handed over as far as it goes, its object as text that could not be read.
pub(super) fn read(
    filter: &Arc<Filter>,
    fingerprints: bool,
    text: &[u8],
    from: usize,
    until: usize,
    take: &mut Take<'_>,
) -> (Report, usize) {
    let mut report = Report::new(filter);
    let mut reader = NdjsonReader::starting_at(text, from);
    while reader.next_start() < until && report.findings.list().len() < MANY_FINDINGS {
        let Some(read) = reader.next() else { break };
        report.findings.begin_game();
        let first = report.findings.list().len();
        report.games += 1;
        report.plies += read.game.plies() as u64;
        report.valid += u64::from(read.fault.is_none());
        if let Some(fault) = &read.fault {
            let place = fault.offset..(fault.offset + 1).min(text.len());
            report.findings.add(Code::BadJson, place, None, || {
                Detail::Text(TextDetail::Json(Bilingual::new(|lang| fault.message(lang))))
            });
        }
        report.group(first, Some(report.games), None);
        let mut game = read.game;
        game.number = report.games;
        let print =
            if fingerprints && read.fault.is_none() { fingerprint(&game.start, game.moves()) } else { 0 };
        let (place, moves) = (read.place, Vec::new());
        take(Taken::Game(Box::new(TakenGame { game, place, fingerprint: print, moves, fault: None })));
    }
    let end = reader.next_start();
    (report, end)
}
