//! One legal move against one damaged token.

use super::cursor::{char_at, is_hyphen};
use super::language::Language;
use super::letters::Letters;
use super::repair::{Damage, Tolerance};
use super::write::MoveFacts;
use crate::chess::{Move, Position, Role};

/// How a token can stand for a move, as far as its squares go.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    /// Where the squares and the promotion end in the token.
    pub(super) end: usize,
    pub(super) damages: Vec<Damage>,
    pub(super) has_capture_sign: bool,
    /// Only as a capture can the token be this move, and no sign says so yet.
    pub(super) needs_capture_sign: bool,
}

/// The parts of a move, in the order they are written.
const PARTS: [Part; 8] = [
    Part::Letter,
    Part::FromFile,
    Part::FromRank,
    Part::Separator,
    Part::Victim,
    Part::ToFile,
    Part::ToRank,
    Part::Promotion,
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Letter,
    FromFile,
    FromRank,
    Separator,
    Victim,
    ToFile,
    ToRank,
    Promotion,
}

/// What was found of the parts so far.
#[derive(Clone, Debug, Default)]
struct Trail {
    damages: Vec<Damage>,
    found: u8,
    is_capture: bool,
}

impl Trail {
    fn has(&self, part: Part) -> bool {
        self.found & 1 << part as u8 != 0
    }

    fn with(&self, part: Part) -> Trail {
        let mut trail = self.clone();
        trail.found |= 1 << part as u8;
        trail
    }
}

/// More damages than that, and the token is no move any more.
const MOST_DAMAGES: usize = 3;

/// A token and the move that it may stand for.
pub(super) struct Matcher<'a> {
    text: &'a [u8],
    letters: &'a Letters,
    facts: MoveFacts,
    tolerance: Tolerance,
}

impl<'a> Matcher<'a> {
    pub(super) fn new(
        text: &'a [u8],
        position: &Position,
        letters: &'a Letters,
        mv: Move,
        tolerance: Tolerance,
    ) -> Matcher<'a> {
        Matcher { text, letters, facts: MoveFacts::without_check(position, mv), tolerance }
    }

    /// All ways in which the token begins with this move.
    pub(super) fn fits(&self) -> Vec<Fit> {
        let mut fits = Vec::new();
        self.from(&PARTS, 0, &Trail::default(), &mut fits);
        fits
    }

    fn from(&self, parts: &[Part], at: usize, trail: &Trail, fits: &mut Vec<Fit>) {
        if trail.damages.len() > MOST_DAMAGES {
            return;
        }
        let Some((&part, rest)) = parts.split_first() else {
            fits.extend(self.complete(at, trail));
            return;
        };
        // The part is not written.
        self.from(rest, at, trail, fits);
        // It is, here, or behind dots and blanks that do not belong there.
        let blanks = self.blanks(at);
        for skipped in [0, blanks] {
            if skipped == 0 && blanks > 0 && at > 0 && part == Part::Promotion {
                continue;
            }
            if skipped > 0 && at == 0 {
                continue;
            }
            self.part(part, at + skipped, trail, &mut |end, mut trail| {
                if skipped > 0 && !trail.damages.contains(&Damage::Spacing) {
                    trail.damages.push(Damage::Spacing);
                }
                self.from(rest, end, &trail, fits);
            });
            if blanks == 0 {
                break;
            }
        }
    }

    fn blanks(&self, at: usize) -> usize {
        let rest = self.text.get(at..).unwrap_or_default();
        rest.iter().take(4).take_while(|b| matches!(b, b' ' | b'\t' | b'.' | b',' | b'_')).count()
    }

    /// Calls `go_on` with the place behind the part for every way in which it stands at `at`.
    fn part(&self, part: Part, at: usize, trail: &Trail, go_on: &mut dyn FnMut(usize, Trail)) {
        let (from, to) = (self.facts.mv.from(), self.facts.mv.to());
        match part {
            Part::Letter => self.letter(self.facts.role, at, trail, go_on),
            Part::FromFile => self.character(part, from.file_char(), at, trail, go_on),
            Part::FromRank => self.character(part, from.rank_char(), at, trail, go_on),
            Part::ToFile => self.character(part, to.file_char(), at, trail, go_on),
            Part::ToRank => self.character(part, to.rank_char(), at, trail, go_on),
            Part::Separator => {
                let Some((c, len)) = char_at(self.text, at) else { return };
                let is_capture = matches!(c, 'x' | 'X' | '×' | ':');
                if is_capture || is_hyphen(c) {
                    let mut trail = trail.with(part);
                    trail.is_capture = is_capture;
                    go_on(at + len, trail);
                }
            }
            Part::Victim => {
                let Some(victim) = self.facts.captured else { return };
                if let Some(letter) = self.letters.capital(self.text, at)
                    && (letter.role == victim || letter.other == Some(victim))
                {
                    go_on(at + letter.len, trail.with(part));
                }
            }
            Part::Promotion => self.promotion(at, trail, go_on),
        }
    }

    /// A file or rank, as it should be or as it looks.
    fn character(
        &self,
        part: Part,
        meant: char,
        at: usize,
        trail: &Trail,
        go_on: &mut dyn FnMut(usize, Trail),
    ) {
        let Some((found, len)) = char_at(self.text, at) else { return };
        let mut trail = trail.with(part);
        if found == meant {
            go_on(at + len, trail);
        } else if looks_like(found, meant) {
            trail.damages.push(Damage::LookAlike { found, meant });
            go_on(at + len, trail);
        } else if self.tolerance == Tolerance::MistakenFiles
            && matches!((found, meant), ('c', 'e') | ('e', 'c'))
            && !trail.damages.iter().any(|damage| matches!(damage, Damage::MistakenFile { .. }))
        {
            trail.damages.push(Damage::MistakenFile { found, meant });
            go_on(at + len, trail);
        }
    }

    /// A piece letter of the game's language, what looks like it, or that of another language.
    fn letter(&self, role: Role, at: usize, trail: &Trail, go_on: &mut dyn FnMut(usize, Trail)) {
        let part = Part::Letter;
        let own = self.letters.capital(self.text, at).or_else(|| {
            // Small letters from a to h are files.
            let byte = self.text.get(at).copied()?;
            if (b'a'..=b'h').contains(&byte) { None } else { self.letters.small(self.text, at) }
        });
        if let Some(own) = own
            && (own.role == role || own.other == Some(role))
        {
            go_on(at + own.len, trail.with(part));
            return;
        }
        let Some((found, len)) = char_at(self.text, at) else { return };
        // What is a piece already is taken for no other.
        if own.is_some_and(|own| own.role != Role::Pawn) {
            return;
        }
        let languages = [Some(self.letters.first()), self.letters.second()];
        for language in languages.into_iter().flatten() {
            let mut chars = language.letter(role).chars();
            if let (Some(meant), None) = (chars.next(), chars.next())
                && looks_like(found, meant)
            {
                let mut trail = trail.with(part);
                trail.damages.push(Damage::LookAlike { found, meant });
                go_on(at + len, trail);
                return;
            }
        }
        if self.tolerance < Tolerance::AllLanguages || role == Role::Pawn {
            return;
        }
        let rest = self.text.get(at..).unwrap_or_default();
        let foreign =
            Language::ALL.into_iter().find(|language| rest.starts_with(language.letter(role).as_bytes()));
        if let Some(language) = foreign {
            let mut trail = trail.with(part);
            trail.damages.push(Damage::ForeignLetter { language, role });
            go_on(at + language.letter(role).len(), trail);
        }
    }

    /// `=D`, `D`, `(D)`, `/D`; the letter may be damaged like that of a move.
    fn promotion(&self, at: usize, trail: &Trail, go_on: &mut dyn FnMut(usize, Trail)) {
        let Some(role) = self.facts.mv.promoted() else { return };
        let byte = |at: usize| self.text.get(at).copied().unwrap_or(0);
        let mut start = at;
        if matches!(byte(start), b'=' | b'/') {
            start += 1;
        }
        let bracket = byte(start) == b'(';
        start += usize::from(bracket);
        self.letter(role, start, trail, &mut |end, mut trail| {
            trail.found |= 1 << Part::Promotion as u8;
            match (bracket, byte(end)) {
                (true, b')') => go_on(end + 1, trail),
                (false, _) => go_on(end, trail),
                _ => {}
            }
        });
    }

    /// Are the parts found enough to name this move?
    fn complete(&self, end: usize, trail: &Trail) -> Option<Fit> {
        let facts = &self.facts;
        let is_pawn = facts.role == Role::Pawn;
        let captures = facts.captured.is_some();
        let (has_file, has_rank) = (trail.has(Part::FromFile), trail.has(Part::FromRank));
        let mut damages = trail.damages.clone();
        let mut needs_capture_sign = false;
        if trail.is_capture && !captures {
            return None;
        }
        // `-` is written where nothing is captured, and in long notation only.
        if trail.has(Part::Separator) && !trail.is_capture && (captures || !has_file || !has_rank) {
            return None;
        }
        if !(is_pawn || trail.has(Part::Letter) || has_file && has_rank) {
            return None;
        }
        // A pawn's origin rank is written in long notation only, its origin file for a capture too.
        if is_pawn && has_rank && !has_file || is_pawn && has_file && !has_rank && !captures {
            return None;
        }
        match (trail.has(Part::ToFile), trail.has(Part::ToRank)) {
            (true, true) => {}
            (true, false) if is_pawn && captures && has_file && !has_rank && !trail.has(Part::Victim) => {}
            (false, false) if trail.has(Part::Victim) && trail.is_capture => {
                damages.push(Damage::VictimForSquare);
            }
            _ => return None,
        }
        match facts.mv.promoted() {
            Some(Role::Queen) | None => {}
            Some(_) if trail.has(Part::Promotion) => {}
            Some(_) => return None,
        }
        if trail.has(Part::Victim) && !trail.is_capture {
            damages.push(Damage::MissingCapture);
        }
        if is_pawn && captures && !has_file && !trail.is_capture {
            needs_capture_sign = true;
        }
        let is_vague = facts.needs_file && !has_file && !is_pawn || facts.needs_rank && !has_rank;
        if is_vague {
            damages.push(Damage::MissingOrigin);
        }
        (damages.len() <= MOST_DAMAGES).then_some(Fit {
            end,
            damages,
            has_capture_sign: trail.is_capture,
            needs_capture_sign,
        })
    }
}

/// Is `found` mistaken for `meant` by scanners and typists?
fn looks_like(found: char, meant: char) -> bool {
    match meant {
        '1' => matches!(found, 'l' | 'I' | '|'),
        'L' => matches!(found, '1' | 'I' | '|'),
        '5' => found == 'S',
        'S' => found == '5',
        '8' => found == 'B',
        'B' => found == '8',
        'O' => found == '0',
        _ => false,
    }
}
