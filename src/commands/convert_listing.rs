//! Converts sources that are listings: text that is not PGN, or HTML pages.

use std::sync::Arc;

use super::collection::KindWork;
use super::convert::{Course, Run};
use super::convert_target::stem_of;
use super::convert_work::ConvertWork;
use super::listing::{Listing, read_listing, whole_text};
use crate::check::chunk::PgnWork;
use crate::pgn::input::Input;
use crate::pgn::source::SourceKind;
use crate::replay::parallel::Chunk;

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
        let Listing { text, report, games } =
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
