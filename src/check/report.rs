//! What is known of a piece of text: its games counted, its findings, where things stand in it.

use std::ops::Range;
use std::sync::Arc;

use super::code::Code;
use super::detail::Detail;
use super::finding::{Filter, Findings};
use super::fix_tags::Repair;
use super::text::TextDetail;

/// Findings of one game, or of text between games.
#[derive(Clone, Debug)]
pub struct Group {
    /// Number of the game within the piece, 1-based; `None` for text between games.
    pub game: Option<u64>,
    /// Which findings of the report.
    pub findings: Range<usize>,
    /// The values of the White and Black tags, where there are such.
    pub players: Option<(Range<usize>, Range<usize>)>,
}

/// A stretch of text that is one game, or belongs to none.
#[derive(Clone, Debug)]
pub struct Span {
    /// Its bytes in the text at hand.
    pub bytes: Range<usize>,
    /// A game without an error.
    pub is_valid: bool,
}

/// A game whose only error can be repaired if somebody says so.
#[derive(Debug)]
pub struct Offer {
    /// Number of the game within the piece, 1-based.
    pub game: u64,
    /// The faulty move.
    pub ply: u32,
    /// Where the game stands in [`Report::fixed`], unrepaired.
    pub place: Range<usize>,
    /// What to put there.
    pub text: String,
    pub(super) repairs: Vec<Repair>,
}

/// What is known of the games of a piece.
#[derive(Debug)]
pub struct Report {
    /// Games found.
    pub games: u64,
    /// Games without an error.
    pub valid: u64,
    /// Plies made in main lines.
    pub plies: u64,
    /// Counts and findings.
    pub findings: Findings,
    /// The findings by game, in the order of the text.
    pub groups: Vec<Group>,
    /// Where games stand, if asked for; together they are the whole piece.
    pub spans: Vec<Span>,
    /// Fingerprint and place of each game, if asked for.
    pub fingerprints: Vec<(u128, Range<usize>)>,
    /// The piece with what could be repaired, if asked for.
    pub fixed: Vec<u8>,
    /// What else could be repaired, in the order of the text.
    pub offers: Vec<Offer>,
}

impl Report {
    pub(crate) fn new(filter: &Arc<Filter>) -> Report {
        Report {
            games: 0,
            valid: 0,
            plies: 0,
            findings: Findings::new(Arc::clone(filter)),
            groups: Vec::new(),
            spans: Vec::new(),
            fingerprints: Vec::new(),
            fixed: Vec::new(),
            offers: Vec::new(),
        }
    }

    /// Makes one group of the findings added since there were `from`.
    pub(crate) fn group(
        &mut self,
        from: usize,
        game: Option<u64>,
        players: Option<(Range<usize>, Range<usize>)>,
    ) {
        let to = self.findings.list().len();
        if to > from {
            self.groups.push(Group { game, findings: from..to, players });
        }
    }

    /// A report of findings that belong to no game.
    pub fn of_findings(findings: Findings) -> Report {
        let mut report = Report::new(&findings.shared_filter());
        report.findings = findings;
        report.group(0, None, None);
        report
    }

    /// Adds that the game with this number within the piece plays like an earlier one.
    pub fn add_duplicate(&mut self, game: u64, place: Range<usize>, first: String) {
        let from = self.findings.list().len();
        self.findings.add(Code::DuplicateGame, place.start..place.start, None, || {
            Detail::Text(TextDetail::DuplicateGame { first })
        });
        let added = from..self.findings.list().len();
        if added.is_empty() {
            return;
        }
        // Before the groups of the games behind it, so that findings stay in the order of the text.
        let behind = self.groups.iter().position(|group| {
            let finding = self.findings.list().get(group.findings.start);
            finding.is_some_and(|finding| finding.span.start >= place.start)
        });
        let group = Group { game: Some(game), findings: added, players: None };
        self.groups.insert(behind.unwrap_or(self.groups.len()), group);
    }

    /// Reports the repairs of an offer that is taken, among the findings of its game.
    pub fn add_repairs(&mut self, offer: Offer) {
        let Some(at) = self.groups.iter().position(|group| group.game == Some(offer.game)) else { return };
        for (repair, place) in offer.repairs {
            let before = self.findings.list().len();
            let start = place.start;
            self.findings.add(Code::Repaired, place, None, || Detail::Repair(repair));
            let Some(finding) = self.findings.list_mut().get(before).cloned() else { continue };
            self.findings.list_mut().truncate(before);
            let Some(group) = self.groups.get(at) else { return };
            let list = self.findings.list();
            let later = |i: &usize| list.get(*i).is_some_and(|other| other.span.start > start);
            let index = group.findings.clone().find(later).unwrap_or(group.findings.end);
            self.findings.list_mut().insert(index, finding);
            for group in self.groups.iter_mut().skip(at) {
                let is_later = group.findings.start > index
                    || (group.findings.start == index && group.game != Some(offer.game));
                group.findings.start += usize::from(is_later);
                group.findings.end += 1;
            }
        }
    }

    pub(super) fn span(&mut self, bytes: Range<usize>, is_valid: bool) {
        if bytes.is_empty() {
            return;
        }
        match self.spans.last_mut() {
            Some(last) if last.is_valid == is_valid && last.bytes.end == bytes.start => {
                last.bytes.end = bytes.end
            }
            _ => self.spans.push(Span { bytes, is_valid }),
        }
    }
}
