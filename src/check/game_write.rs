//! What needs a game as a whole: the comparison with the export format, and the repaired game.

use super::code::Code;
use super::detail::Detail;
use super::export_form::{self, Difference};
use super::finding::Findings;
use super::fix::Faulty;
use super::fix_tags::Repair;
use super::game::{Case, GameChecker};
use super::reading::{Choice, Movetext};
use super::repair::RepairDetail;
use super::suggest::{self, Wanted};
use super::text::TextDetail;
use crate::chess::{Move, Position};
use crate::notation::{Style, write_move};
use crate::pgn::GamePlace;
use crate::replay::Stop;

/// A game with a legal move in place of the faulty one.
#[derive(Debug)]
pub(crate) struct Alternative {
    /// The move replaced.
    pub(crate) ply: u32,
    /// The game repaired.
    pub(crate) text: String,
    /// What was repaired, and where.
    pub(crate) repairs: Vec<Repair>,
}

/// How the main line was read.
pub(super) struct Read<'s> {
    pub(super) choice: Choice,
    pub(super) stop: &'s Stop,
}

impl GameChecker {
    /// What needs the game as a whole: the comparison with the export format, and the repaired game.
    pub(super) fn write(
        &mut self,
        case: &Case<'_>,
        read: &Read,
        errors: u64,
        accept: &[u32],
        out: &mut Findings,
    ) {
        let (fault, wanted) = match read.stop {
            Stop::End { .. } => (None, Wanted::default()),
            Stop::Refused { token, refusal, .. } => (Some(*token), suggest::wanted(refusal)),
            Stop::Unreadable { token, .. } => (Some(*token), Wanted::default()),
        };
        self.read_sheet(case, read.choice, fault, None);
        let (game, moves) = (case.movetext.game, case.movetext.start);
        let differences = export_form::differences(game, moves, &self.sheet, None);
        if self.options.strict {
            for (rule, place) in &differences {
                out.add(Code::NotExportFormat, case.span(place), None, || {
                    Detail::Text(TextDetail::NotExport(rule.clone()))
                });
            }
        }
        // The careful reading here and the fast one agree, or the game is better left alone.
        if self.options.fix
            && errors == 0
            && self.sheet.is_whole
            && self.lines.line.moves().eq(self.sheet.moves.iter().copied())
        {
            let mut text = std::mem::take(&mut self.fixed);
            for (repair, place) in self.faulty(case, differences).write(&mut text).into_iter().flatten() {
                out.add(Code::Repaired, place, None, || Detail::Repair(repair));
            }
            self.fixed = text;
        }
        let ply = self.lines.line.plies() + 1;
        if self.options.fix
            && errors == 1
            && accept.contains(&ply)
            && let Some(token) = fault
        {
            let position = self.lines.line.position.clone();
            let (choice, text) = (read.choice, case.movetext);
            let moves = suggest::moves_after(&mut self.lines, choice, text, token, &position, wanted, 1);
            if let Some(&mv) = moves.first() {
                self.accepted = self.accept(case, read, token, &position, mv);
            }
        }
    }

    /// The game with `mv` in place of the faulty move.
    fn accept(
        &mut self,
        case: &Case<'_>,
        read: &Read,
        token: usize,
        position: &Position,
        mv: Move,
    ) -> Option<Alternative> {
        self.read_sheet(case, read.choice, Some(token), Some(mv));
        if !self.sheet.is_whole {
            return None;
        }
        let place = match read.stop {
            Stop::End { .. } => return None,
            Stop::Refused { place, .. } | Stop::Unreadable { place, .. } => place,
        };
        let (game, moves) = (case.movetext.game, case.movetext.start);
        let differences = export_form::differences(game, moves, &self.sheet, Some(place.start));
        let mut text = String::new();
        let mut repairs = self.faulty(case, differences).write(&mut text)?;
        let mut san = String::new();
        write_move(position, mv, &Style::PGN, &mut san);
        repairs.push((RepairDetail::Accepted(san), case.span(place)));
        repairs.sort_by_key(|(_, place)| (place.start, place.end));
        Some(Alternative { ply: self.lines.line.plies() + 1, text, repairs })
    }

    fn read_sheet(&mut self, case: &Case<'_>, choice: Choice, fault: Option<usize>, accepted: Option<Move>) {
        if let Some(script) = self.lines.script(choice, case.movetext) {
            let end = case.place.end - case.place.start;
            match accepted {
                None if self.options.repair => {
                    self.sheet.read_mended(&script, case.start, end, fault, &self.repairs.list);
                }
                _ => self.sheet.read(&script, case.start, end, fault, accepted),
            }
        }
    }

    /// Reads the sheet of the game that was checked last; empty if it has no usable start.
    pub(super) fn read_sheet_again(&mut self, place: GamePlace, movetext: Movetext<'_>) {
        let Some(course) = &self.course else { return };
        let fault = match &course.stop {
            Stop::End { .. } => None,
            Stop::Refused { token, .. } | Stop::Unreadable { token, .. } => Some(*token),
        };
        let start = course.start.as_deref().unwrap_or(Position::classic());
        if let Some(script) = self.lines.script(course.choice, movetext) {
            let end = place.end - place.start;
            if self.options.repair {
                self.sheet.read_mended(&script, start, end, fault, &self.repairs.list);
                return;
            }
            if let Stop::End { result } = &course.stop
                && self.sheet.read_flat(&script, start, end, &self.lines.line, result.as_ref())
            {
                return;
            }
            self.sheet.read(&script, start, end, fault, None);
        }
    }

    fn faulty<'a>(&'a self, case: &Case<'a>, differences: Vec<Difference>) -> Faulty<'a> {
        Faulty {
            text: case.text,
            place: case.place.start..case.place.end,
            movetext: case.place.movetext,
            tags: &case.reader.tags,
            sheet: &self.sheet,
            start: case.start,
            differences,
        }
    }
}
