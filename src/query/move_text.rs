//! A move written like SAN in which pieces and targets may be left open.

use super::moves::{MovePattern, Named, Place};
use super::term::{Scanner, TermError, TermFault, error, role_of};
use crate::chess::{Role, Wing};

/// German piece letters that are no English ones, and what they are in English.
const GERMAN: [(char, char); 4] = [('S', 'N'), ('L', 'B'), ('T', 'R'), ('D', 'Q')];

const TARGET: &str = "a square or `*`";

/// Reads the text between the quotation marks.
pub(super) fn read(body: &mut Scanner<'_>) -> Result<MovePattern, TermError> {
    body.blanks();
    let mut pattern = MovePattern::default();
    if let Some(wing) = castling(body) {
        pattern.castles = Named::One(wing);
    } else {
        read_piece_move(body, &mut pattern)?;
    }
    if body.eat('#') {
        pattern.mate = true;
    } else if body.eat('+') {
        pattern.check = true;
    }
    body.end("`=` and a piece letter, `+`, `#` or the end of the move")?;
    Ok(pattern)
}

fn castling(body: &mut Scanner<'_>) -> Option<Wing> {
    for (wing, letters, zeros) in [(Wing::Queen, "O-O-O", "0-0-0"), (Wing::King, "O-O", "0-0")] {
        if body.rest().starts_with(letters) || body.rest().starts_with(zeros) {
            body.skip(letters.len());
            return Some(wing);
        }
    }
    None
}

fn read_piece_move(body: &mut Scanner<'_>, pattern: &mut MovePattern) -> Result<(), TermError> {
    let at = body.at();
    let is_any = body.eat('*');
    if !is_any {
        pattern.piece = Some(read_role(body)?.unwrap_or(Role::Pawn));
    }
    let is_named = body.at() > at;
    let first = Place::read(body);
    if first.is_anywhere() && !is_named {
        let is_bare = body.peek() == Some('x');
        return Err(if is_bare { error(at, TermFault::BareCapture) } else { body.unexpected("a move") });
    }
    if body.eat('x') {
        pattern.captures = Named::Any;
        pattern.from = first;
        pattern.to = read_target(body)?;
    } else if body.eat('*') {
        pattern.from = first;
    } else {
        let second = Place::read(body);
        match () {
            // `*`, `*+`, `*=N`: nothing is said but what follows.
            () if is_any && first.is_anywhere() => {}
            () if second.is_square() => (pattern.from, pattern.to) = (first, second),
            () if second.is_anywhere() && first.is_square() => pattern.to = first,
            () => return Err(body.unexpected(TARGET)),
        }
    }
    if matches!(pattern.piece, None | Some(Role::Pawn)) && body.eat('=') {
        pattern.promotes = if body.eat('*') {
            Named::Any
        } else {
            let at = body.at();
            match read_role(body)? {
                Some(Role::King | Role::Pawn) => return Err(error(at, TermFault::NoPromotion)),
                Some(role) => Named::One(role),
                None => return Err(body.unexpected("Q, R, B, N or `*`")),
            }
        };
    }
    Ok(())
}

fn read_target(body: &mut Scanner<'_>) -> Result<Place, TermError> {
    if body.eat('*') {
        return Ok(Place::default());
    }
    let target = Place::read(body);
    if target.is_square() { Ok(target) } else { Err(body.unexpected(TARGET)) }
}

/// A capital piece letter, if one comes next.
fn read_role(body: &mut Scanner<'_>) -> Result<Option<Role>, TermError> {
    let Some(letter) = body.peek() else { return Ok(None) };
    if let Some((letter, english)) = GERMAN.into_iter().find(|(german, _)| *german == letter) {
        return Err(error(body.at(), TermFault::GermanLetter { letter, english }));
    }
    let role = role_of(letter);
    if role.is_some() {
        body.bump();
    }
    Ok(role)
}
