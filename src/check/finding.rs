//! What a check says: one finding, its place, and the list findings are collected in.

use std::ops::Range;

use super::code::{Code, Severity};
use super::detail::Detail;

/// One thing that is wrong, or worth knowing, with its place.
///
/// Places are byte offsets into the text at hand; line, column and the offset in the original file are worked
/// out later, by whoever shows the finding (see [`super::place`]).
#[derive(Clone, Debug)]
pub struct Finding {
    /// What kind of finding.
    pub code: Code,
    /// How bad it is; usually the code's own, but some rules depend on the date of the game.
    pub severity: Severity,
    /// The offending bytes in the text at hand; may be empty (something missing), then it is where it belongs.
    pub span: Range<usize>,
    /// The faulty move, 1 for the first move after the start position; `None` outside the moves.
    pub ply: Option<u32>,
    /// What the sentence is made of.
    pub detail: Detail,
    /// Legal moves, in English SAN, that may have been meant; best first, at most five.
    pub suggestions: Vec<String>,
}

/// Which findings are wanted, and whether their details are.
#[derive(Clone, Debug)]
pub struct Filter {
    /// By [`Code`] index.
    wanted: Vec<bool>,
    /// Only this severity and worse.
    floor: Severity,
    /// Build the findings themselves, not only the counts.
    details: bool,
}

impl Filter {
    /// Every default finding, with details.
    pub fn all() -> Filter {
        Filter {
            wanted: Code::ALL.iter().map(|code| code.is_default()).collect(),
            floor: Severity::Note,
            details: true,
        }
    }

    /// Every default finding, only counted.
    pub fn no_more_than_counts() -> Filter {
        Filter { details: false, ..Filter::all() }
    }

    /// Switches one code on or off.
    pub fn set(&mut self, code: Code, wanted: bool) {
        if let Some(slot) = self.wanted.get_mut(code.index()) {
            *slot = wanted;
        }
    }

    /// Leaves out what is milder than `floor`.
    pub fn set_floor(&mut self, floor: Severity) {
        self.floor = floor;
    }

    /// Counts only, no findings.
    pub fn counts_only(&mut self) {
        self.details = false;
    }

    /// Are findings kept, or only counted?
    pub fn keeps_details(&self) -> bool {
        self.details
    }

    /// Is a finding of this code and severity wanted?
    pub fn wants(&self, code: Code, severity: Severity) -> bool {
        severity >= self.floor && self.wanted.get(code.index()).copied().unwrap_or(false)
    }
}

/// So many findings of one game are kept with their details, and as many errors more; all are counted. A game with
/// more is no game that anyone repairs finding by finding, and must not fill the memory.
const MOST_OF_A_GAME: usize = 10_000;

/// The findings of one game or one chunk, in the order they were made.
///
/// An error makes a game invalid whether or not the filter shows it.
#[derive(Debug)]
pub struct Findings {
    filter: std::sync::Arc<Filter>,
    counts: Vec<u64>,
    errors: u64,
    list: Vec<Finding>,
    /// Where the game at hand begins in `list`.
    game: usize,
    /// Findings that were counted, but not kept because their game has too many.
    dropped: u64,
    /// What was counted since the game began, for the case that it has to be taken back.
    journal: Vec<Code>,
    worst: Option<Severity>,
}

/// A point that findings can be taken back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    journal: usize,
    list: usize,
    errors: u64,
    dropped: u64,
    worst: Option<Severity>,
}

impl Findings {
    /// An empty list.
    pub fn new(filter: std::sync::Arc<Filter>) -> Findings {
        Findings {
            filter,
            counts: vec![0; Code::ALL.len()],
            errors: 0,
            list: Vec::new(),
            game: 0,
            dropped: 0,
            journal: Vec::new(),
            worst: None,
        }
    }

    /// Adds a finding with its code's own severity. The detail is only built if it will be shown.
    #[inline]
    pub fn add(&mut self, code: Code, span: Range<usize>, ply: Option<u32>, detail: impl FnOnce() -> Detail) {
        self.add_as(code, code.severity(), span, ply, detail);
    }

    /// Adds a finding with a severity of its own.
    pub fn add_as(
        &mut self,
        code: Code,
        severity: Severity,
        span: Range<usize>,
        ply: Option<u32>,
        detail: impl FnOnce() -> Detail,
    ) {
        if severity == Severity::Error {
            self.errors += 1;
        }
        if !self.filter.wants(code, severity) {
            return;
        }
        if let Some(count) = self.counts.get_mut(code.index()) {
            *count += 1;
        }
        self.journal.push(code);
        self.worst = self.worst.max(Some(severity));
        if !self.filter.details {
            return;
        }
        let most = if severity == Severity::Error { 2 * MOST_OF_A_GAME } else { MOST_OF_A_GAME };
        if self.list.len() - self.game < most {
            self.list.push(Finding { code, severity, span, ply, detail: detail(), suggestions: Vec::new() });
        } else {
            self.dropped += 1;
        }
    }

    /// Gives the finding of this code that was just added its suggestions; `suggest` runs only if it was kept.
    pub fn suggest_for_last(&mut self, code: Code, suggest: impl FnOnce() -> Vec<String>) {
        if self.filter.details
            && let Some(last) = self.list.last_mut()
            && last.code == code
        {
            last.suggestions = suggest();
        }
    }

    /// Begins a game: what was added before stays.
    pub(crate) fn begin_game(&mut self) -> Mark {
        self.journal.clear();
        self.game = self.list.len();
        self.mark()
    }

    /// The point reached now.
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            journal: self.journal.len(),
            list: self.list.len(),
            errors: self.errors,
            dropped: self.dropped,
            worst: self.worst,
        }
    }

    /// Takes back what was added since `mark`, which must be of the game at hand.
    pub(crate) fn take_back(&mut self, mark: Mark) {
        for code in self.journal.drain(mark.journal.min(self.journal.len())..) {
            if let Some(count) = self.counts.get_mut(code.index()) {
                *count = count.saturating_sub(1);
            }
        }
        self.list.truncate(mark.list);
        self.errors = mark.errors;
        self.dropped = mark.dropped;
        self.worst = mark.worst;
    }

    /// Takes back the findings of this code, which is no error, made since `mark`.
    pub(crate) fn withdraw(&mut self, mark: Mark, code: Code) {
        let kept = self.journal.len();
        let since = self.journal.split_off(mark.journal.min(kept));
        let (gone, rest): (Vec<Code>, Vec<Code>) = since.into_iter().partition(|other| *other == code);
        self.worst = rest.iter().map(|other| other.severity()).max().max(mark.worst);
        self.journal.extend(rest);
        if let Some(count) = self.counts.get_mut(code.index()) {
            *count = count.saturating_sub(gone.len() as u64);
        }
        let (mut index, before) = (0, self.list.len());
        self.list.retain(|finding| {
            index += 1;
            index <= mark.list || finding.code != code
        });
        if self.filter.details {
            let not_kept = gone.len() - (before - self.list.len()).min(gone.len());
            self.dropped = self.dropped.saturating_sub(not_kept as u64);
        }
    }

    /// Puts the findings made since `mark` in the order of the text.
    pub(crate) fn sort_since(&mut self, mark: Mark) {
        if let Some(new) = self.list.get_mut(mark.list..) {
            new.sort_by_key(|finding| (finding.span.start, finding.span.end));
        }
    }

    /// How many errors were added so far, shown or not.
    pub fn errors(&self) -> u64 {
        self.errors
    }

    /// How many findings were counted, but not kept because their game has too many.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// How many findings of each code, by [`Code`] index.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The findings kept so far.
    pub fn list(&self) -> &[Finding] {
        &self.list
    }

    /// The findings kept so far, to be put in order.
    pub fn list_mut(&mut self) -> &mut Vec<Finding> {
        &mut self.list
    }

    /// The filter, to be shared.
    pub(crate) fn shared_filter(&self) -> std::sync::Arc<Filter> {
        std::sync::Arc::clone(&self.filter)
    }

    /// The worst severity that was counted.
    pub fn worst(&self) -> Option<Severity> {
        self.worst
    }

    /// The filter in use.
    pub fn filter(&self) -> &Filter {
        &self.filter
    }
}
