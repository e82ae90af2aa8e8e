//! A damaged token to the one legal move that it can stand for.
//!
//! Every legal move of the position is compared with the token, part by part, under a short list of damages that
//! typists, scanners and printers cause (see [`Damage`]). A square is changed only where a character is mistaken for
//! one that looks like it; a move that is merely near what is written is no candidate. The work is bounded by the
//! number of legal moves and by [`LONGEST`].

use super::cursor::{Cursor, char_at, is_hyphen};
use super::language::Language;
use super::letters::Letters;
use super::marks::{MarkFault, check_marks};
use super::repair_match::{Fit, Matcher};
use super::request::{Marks, Nags};
use super::tail;
use crate::chess::{Move, Position, Role, Wing};

/// Longer tokens are no moves, in bytes.
pub const LONGEST: usize = 40;

/// One thing that is wrong with a token.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Damage {
    /// `Sf3` where two knights could go there, and only one of them with the signs that are written.
    MissingOrigin,
    /// `d5` for `exd5`, `DTa3` for `DxTa3`: the sign of a capture is missing.
    MissingCapture,
    /// `SxT`: the captured piece is named, its square is not.
    VictimForSquare,
    /// A character that looks like the right one was read or typed: `l` `1` `I`, `0` `O` `o`, `S` `5`, `B` `8`.
    LookAlike {
        /// What stands there.
        found: char,
        /// What it was.
        meant: char,
    },
    /// A piece letter of another language than the game's.
    ForeignLetter {
        /// Whose letter it is.
        language: Language,
        /// The piece.
        role: Role,
    },
    /// Dots or blanks inside the move, or missing hyphens in castling.
    Spacing,
    /// `c` for `e` or `e` for `c`, as scans mistake them. Often both are squares that the piece can reach in some
    /// game, so this alone proves little: whoever takes such a repair should see the next moves fit.
    MistakenFile {
        /// What stands there.
        found: char,
        /// What it was.
        meant: char,
    },
}

/// What a damaged token can stand for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Repair {
    /// Exactly one legal move.
    One(Repaired),
    /// Several legal moves, in the order of their squares; none is better than another.
    Several(Vec<Move>),
    /// No legal move.
    None,
}

/// A move in place of a damaged token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repaired {
    /// The move.
    pub mv: Move,
    /// What was wrong with its text, each thing once.
    pub damages: Vec<Damage>,
    /// The judgements written behind it.
    pub nags: Nags,
    /// A draw offer is written behind it.
    pub draw_offer: bool,
}

impl Repaired {
    /// Is the move so uncertain that what follows must confirm it?
    pub fn needs_confirmation(&self) -> bool {
        self.damages.iter().any(|damage| matches!(damage, Damage::MistakenFile { .. }))
    }
}

/// Which damages are allowed for; each step is tried only if the one before gave no candidate at all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Tolerance {
    /// Those that leave the letters of the game's language.
    OwnLetters,
    /// Piece letters of other languages too.
    AllLanguages,
    /// `c` and `e` mistaken for each other too.
    MistakenFiles,
}

/// The legal moves of `position` that the whole `token` can stand for, read with `letters`. A check, mate, capture or
/// en-passant sign that is there has to be right; one that is missing may be.
pub fn repair(token: &[u8], position: &Position, letters: &Letters) -> Repair {
    let token = token.trim_ascii();
    if token.is_empty() || token.len() > LONGEST {
        return Repair::None;
    }
    let mut moves = position.legal_moves();
    moves.sort_unstable_by_key(|mv| (mv.from(), mv.to(), mv.bits()));
    for tolerance in [Tolerance::OwnLetters, Tolerance::AllLanguages, Tolerance::MistakenFiles] {
        let mut found: Vec<Repaired> =
            moves.iter().filter_map(|&mv| fit(token, position, letters, mv, tolerance)).collect();
        match found.len() {
            0 => {}
            1 => return found.pop().map_or(Repair::None, Repair::One),
            _ => return Repair::Several(found.into_iter().map(|repaired| repaired.mv).collect()),
        }
    }
    Repair::None
}

fn fit(
    token: &[u8],
    position: &Position,
    letters: &Letters,
    mv: Move,
    tolerance: Tolerance,
) -> Option<Repaired> {
    if let Some(wing) = mv.wing() {
        return (tolerance == Tolerance::OwnLetters).then(|| castling(token, position, mv, wing))?;
    }
    let matcher = Matcher::new(token, position, letters, mv, tolerance);
    let fits = matcher.fits();
    fits.into_iter()
        .filter_map(|fit| finish(token, position, mv, fit))
        .min_by_key(|repaired| repaired.damages.len())
}

/// The signs behind the squares, judged on the board.
fn finish(token: &[u8], position: &Position, mv: Move, mut fit: Fit) -> Option<Repaired> {
    let (end, mut marks) = signs(token, fit.end);
    let mut after = position.clone();
    after.play(mv);
    // A dagger is read as a small t.
    let is_dagger = token.get(end..) == Some(b"t") && after.in_check();
    if is_dagger {
        fit.damages.push(Damage::LookAlike { found: 't', meant: '†' });
    } else if end != token.len() {
        return None;
    }
    let has_sign = fit.has_capture_sign || marks.capture != super::CaptureSign::None;
    let captures = mv.is_en_passant() || position.piece_at(mv.to()).is_some();
    if (has_sign && !captures) || (marks.en_passant && !mv.is_en_passant()) {
        return None;
    }
    if fit.needs_capture_sign && !has_sign {
        fit.damages.push(Damage::MissingCapture);
    }
    let fault = check_marks(&after, &mut marks).fault;
    if matches!(fault, Some(MarkFault::WrongCheck | MarkFault::WrongMateNoCheck)) {
        return None;
    }
    fit.damages.sort_unstable();
    fit.damages.dedup();
    Some(Repaired { mv, damages: fit.damages, nags: marks.nags, draw_offer: marks.draw_offer })
}

/// The signs from byte `from` on, and where they end; stray dots and blanks behind them mean nothing.
fn signs(token: &[u8], from: usize) -> (usize, Marks) {
    let mut cursor = Cursor { text: token, at: from };
    let mut marks = Marks::default();
    tail::read(&mut cursor, &mut marks);
    while matches!(cursor.byte(), b'.' | b',' | b' ') {
        cursor.at += 1;
    }
    (cursor.at, marks)
}

/// `00`, `0.0`, `o o o`: zeros and letters of any kind with anything or nothing between.
fn castling(token: &[u8], position: &Position, mv: Move, wing: Wing) -> Option<Repaired> {
    let mut cursor = Cursor::new(token);
    let mut damages = Vec::new();
    for i in 0..if wing == Wing::King { 2 } else { 3 } {
        let before = cursor.at;
        while cursor.take(|c| matches!(c, ' ' | '.' | ',' | '_' | '=' | '~')).is_some() {}
        let is_odd = cursor.at > before;
        let hyphen = i > 0 && cursor.take(is_hyphen).is_some();
        while cursor.take(|c| matches!(c, ' ' | '.')).is_some() {}
        if i > 0 && (is_odd || !hyphen) {
            damages.push(Damage::Spacing);
        }
        cursor.take(|c| matches!(c, '0' | 'O' | 'o' | 'О' | 'о'))?;
    }
    // A third zero makes it the other castling.
    if char_at(token, cursor.at).is_some_and(|(c, _)| c.is_alphanumeric()) {
        return None;
    }
    let fit = Fit { end: cursor.at, damages, has_capture_sign: false, needs_capture_sign: false };
    finish(token, position, mv, fit)
}
