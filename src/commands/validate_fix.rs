//! The repaired collection: where it goes, and which suggestions are taken.

use std::io::Write as _;
use std::path::PathBuf;

use crate::check::chunk::Report;

use super::output::{OutputError, OutputFile};
use super::{Accept, Fix};

/// The repaired collection in the making.
pub(super) struct Fixing {
    file: OutputFile,
    /// Suggestions asked for and not met yet.
    accept: Vec<Accept>,
}

impl Fixing {
    pub(super) fn create(fix: &Fix, inputs: &[PathBuf], force: bool) -> Result<Fixing, OutputError> {
        Ok(Fixing { file: OutputFile::create(&fix.output, inputs, force)?, accept: fix.accept.clone() })
    }

    /// Writes a repaired piece, before which there were `games` games.
    pub(super) fn write(&mut self, games: u64, report: &mut Report) -> std::io::Result<()> {
        let fixed = std::mem::take(&mut report.fixed);
        let mut at = 0;
        for offer in std::mem::take(&mut report.offers) {
            let asked = Accept { game: games + offer.game, ply: offer.ply };
            let Some(found) = self.accept.iter().position(|accept| *accept == asked) else { continue };
            self.accept.remove(found);
            self.file.write_all(fixed.get(at..offer.place.start).unwrap_or_default())?;
            self.file.write_all(offer.text.as_bytes())?;
            at = offer.place.end;
            report.add_repairs(offer);
        }
        self.file.write_all(fixed.get(at..).unwrap_or_default())
    }

    /// Gives the file its name. Answers the suggestions that could not be taken.
    pub(super) fn commit(self) -> Result<Vec<Accept>, OutputError> {
        self.file.commit()?;
        Ok(self.accept)
    }
}
