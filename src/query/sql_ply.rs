//! Terms about plies in SQL.

use super::event::CastlingKind;
use super::expr::PlyTerm;
use super::material::{Material, Quantity, Signature};
use super::moves::{MovePattern, Named, Place};
use super::sql::{Condition, Writer};
use super::sql_game::{castles, number};
use super::structure::{CheckKind, Structure};
use crate::chess::{Color, Piece, Position, Role, Square, Wing};

const COLORS: [Color; 2] = [Color::White, Color::Black];

/// The order in which a material text has the men of a side.
const WRITTEN: [Role; 6] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// Does the key tell the position? Not where another rook stands on the side of the one that may castle: the key has only
/// the side.
fn is_known_by_key(position: &Position) -> bool {
    COLORS.into_iter().all(|color| {
        let king = position.king(color);
        let rooks = |wing: Wing| {
            let is_there = |file: &u8| {
                let square = Square::at(*file, color.back_rank());
                let is_on_side = if wing == Wing::King { *file > king.file() } else { *file < king.file() };
                is_on_side && position.piece_at(square) == Some(Piece { color, role: Role::Rook })
            };
            (0..8).filter(is_there).count()
        };
        Wing::ALL.into_iter().all(|wing| !position.has_right(color, wing) || rooks(wing) == 1)
    })
}

/// The material text without some letters.
fn without(material: &str, letters: impl Iterator<Item = char>) -> String {
    letters.fold(material.to_owned(), |text, letter| format!("replace({text}, '{letter}', '')"))
}

/// How many of these letters the material text has.
fn count(material: &str, letters: impl Iterator<Item = char>) -> String {
    format!("length({material}) - length({})", without(material, letters))
}

/// How many more of these kinds White has than Black.
fn white_more(material: &str, roles: &[Role]) -> String {
    let without =
        |color| without(material, roles.iter().map(move |role| Piece { color, role: *role }.letter()));
    format!("length({}) - length({})", without(Color::Black), without(Color::White))
}

/// A comparison with a number.
fn is(value: &str, sign: &str, number: impl std::fmt::Display) -> Condition {
    Condition::known(format!("{value} {sign} {number}"))
}

/// The signature, or that with the colours exchanged.
fn signature(material: &str, signature: &Signature, is_swapped: bool) -> Condition {
    let mut pieces = Vec::new();
    for color in COLORS {
        let asked = if is_swapped { color.other() } else { color };
        for role in WRITTEN {
            let quantity = signature.quantity(Piece { color: asked, role });
            pieces.push((Piece { color, role }.letter(), quantity));
        }
    }
    // More than there are squares: nothing to be written out.
    if pieces.iter().any(|(_, quantity)| quantity.least > 64) {
        return Condition::constant(false);
    }
    if pieces.iter().all(|(_, quantity)| quantity.least == quantity.most) {
        let repeat =
            |(letter, quantity): &(char, Quantity)| letter.to_string().repeat(quantity.least as usize);
        let text: String = pieces.iter().map(repeat).collect();
        return Condition::known(format!("{material} = '{text}'"));
    }
    let is_king = |letter: char| letter.eq_ignore_ascii_case(&'K');
    let asked =
        pieces.into_iter().filter(|(letter, quantity)| !is_king(*letter) && *quantity != Quantity::ANY);
    let test = |(letter, quantity): (char, Quantity)| {
        let count = count(material, std::iter::once(letter));
        match (quantity.least, quantity.most) {
            (0, 0) => Condition::known(format!("{material} NOT LIKE '%{letter}%'")),
            (1, u32::MAX) => Condition::known(format!("{material} LIKE '%{letter}%'")),
            (least, most) if least == most => is(&count, "=", least),
            (least, u32::MAX) => is(&count, ">=", least),
            (0, most) => is(&count, "<=", most),
            (least, most) => Condition::known(format!("{count} BETWEEN {least} AND {most}")),
        }
    };
    let tests: Vec<Condition> = asked.map(test).collect();
    if tests.is_empty() { Condition::constant(true) } else { Condition::all(tests) }
}

/// Places of a move in coordinates: the two squares, and what a pawn becomes.
fn coordinates(from: &Place, to: &Place, promoted: Option<char>) -> Option<String> {
    let square = |place: &Place| {
        let text = place.to_string();
        match text.chars().next() {
            None => "__".to_owned(),
            Some(_) if place.is_square() => text,
            Some(first) if first.is_ascii_digit() => format!("_{text}"),
            Some(_) => format!("{text}_"),
        }
    };
    let squares = format!("{}{}", square(from), square(to));
    match promoted {
        Some(letter) => Some(format!("{squares}{letter}")),
        None if squares == "____" => None,
        None => Some(format!("{}%", squares.trim_end_matches('_'))),
    }
}

impl Writer {
    /// A term about a ply; `None` if it cannot be said.
    pub(super) fn ply_term(&mut self, term: &PlyTerm) -> Option<Condition> {
        match term {
            PlyTerm::Fen(test) => self.position(test.position()),
            PlyTerm::After(test) => self.position(test.position()),
            PlyTerm::Key(key) => self.key(*key),
            PlyTerm::Ply(test) => Some(number(&self.of_row("ply")?, test)),
            PlyTerm::Material(test) => self.material(test),
            PlyTerm::Balance(test) => {
                let material = self.of_row("material")?;
                let worth = [
                    (9, Role::Queen),
                    (5, Role::Rook),
                    (3, Role::Bishop),
                    (3, Role::Knight),
                    (1, Role::Pawn),
                ];
                let one = |(worth, role)| format!("{worth} * ({})", white_more(&material, &[role]));
                Some(number(&worth.map(one).join(" + "), &test.0))
            }
            PlyTerm::Count(test) => {
                let letters = test.letters();
                let men = |column, of: &str| (of == letters).then(|| self.of_row(column)).flatten();
                let known = men("white_men", "PNBRQK").or_else(|| men("black_men", "pnbrqk"));
                let value = match known {
                    Some(column) => column,
                    None => count(&self.of_row("material")?, letters.chars()),
                };
                Some(number(&value, test.comparison()))
            }
            PlyTerm::Structure(Structure::Check { kind: CheckKind::Any, by }) => {
                let check = Condition::whole(self.of_row("check")?);
                let Some(by) = by else { return Some(check) };
                let ply = self.of_row("ply")?;
                Some(Condition::all(vec![check, self.is_to_move(by.other(), &ply)]))
            }
            PlyTerm::Move(pattern) => self.move_term(pattern),
            PlyTerm::Board(_)
            | PlyTerm::Pattern(_)
            | PlyTerm::Pawns(_)
            | PlyTerm::Piece(_)
            | PlyTerm::Structure(_) => None,
        }
    }

    fn position(&mut self, position: &Position) -> Option<Condition> {
        is_known_by_key(position).then(|| self.key(position.key())).flatten()
    }

    /// Its first bits are asked first: engines that know no unsigned numbers leave out files by them.
    fn key(&mut self, key: u64) -> Option<Condition> {
        let prefix = is(&self.of_row("key_prefix")?, "=", key >> 56);
        Some(Condition::all(vec![prefix, is(&self.of_row("key")?, "=", key)]))
    }

    fn material(&mut self, test: &Material) -> Option<Condition> {
        let material = self.of_row("material")?;
        match test {
            Material::Signature(asked) => {
                let mut ways = vec![signature(&material, asked, false)];
                if asked.is_either() {
                    ways.push(signature(&material, asked, true));
                    ways.dedup();
                }
                Some(Condition::any(ways))
            }
            Material::Difference(difference) => {
                let way = |by: Color| {
                    let sign = if by == Color::White { 1 } else { -1 };
                    let tests = difference
                        .more()
                        .map(|(roles, more)| is(&white_more(&material, roles), "=", sign * more));
                    Condition::all(tests.collect())
                };
                let sides = COLORS.into_iter().filter(|color| difference.by().is_none_or(|by| by == *color));
                Some(Condition::any(sides.map(way).collect()))
            }
            Material::OppositeBishops => None,
        }
    }

    /// The move that led here is in the row before.
    fn move_term(&mut self, pattern: &MovePattern) -> Option<Condition> {
        let (ply, check) = (self.of_row("ply")?, self.of_row("check")?);
        // Neither what was taken nor whether it was en passant is told.
        if matches!(pattern.captures, Named::One(_)) || pattern.en_passant {
            return None;
        }
        let by = pattern.by.map(|by| self.is_to_move(by.other(), &ply));
        let found = self.exists(|_, row| {
            let mut parts = vec![Condition::known(format!("{row}.ply = {ply} - 1"))];
            parts.extend(move_parts(pattern, &format!("{row}.move"), &format!("{row}.san")));
            Ok::<_, std::convert::Infallible>(Condition::all(parts))
        });
        let Ok(found) = found;
        let mut parts = vec![found];
        parts.extend(by);
        if pattern.check && !pattern.mate {
            parts.push(Condition::whole(check));
        }
        Some(Condition::all(parts))
    }
}

/// What its own row tells of a move.
fn move_parts(pattern: &MovePattern, mv: &str, san: &str) -> Vec<Condition> {
    let like = |text: &str, what: &str| Condition::unsure(format!("{text} LIKE '{what}'"));
    let unlike = |text: &str, what: &str| Condition::unsure(format!("{text} NOT LIKE '{what}'"));
    let promoted = match pattern.promotes {
        Named::Free => None,
        Named::Any => Some('_'),
        Named::One(role) => Some(role.letter().to_ascii_lowercase()),
    };
    let mut parts = Vec::new();
    parts.extend(coordinates(&pattern.from, &pattern.to, promoted).map(|squares| like(mv, &squares)));
    match pattern.piece {
        Some(Role::Pawn) => parts.push(Condition::unsure(format!("substr({san}, 1, 1) BETWEEN 'a' AND 'h'"))),
        Some(Role::King) => parts.push(Condition::any(vec![like(san, "K%"), like(san, "O-O%")])),
        Some(role) => parts.push(like(san, &format!("{}%", role.letter()))),
        None => {}
    }
    if !pattern.to.is_anywhere() && matches!(pattern.piece, None | Some(Role::King)) {
        parts.push(unlike(san, "O-O%"));
    }
    if pattern.captures == Named::Any {
        parts.push(like(san, "%x%"));
    }
    match pattern.castles {
        Named::Free => {}
        Named::Any => parts.push(castles(CastlingKind::Any, san)),
        Named::One(Wing::King) => parts.push(castles(CastlingKind::Short, san)),
        Named::One(Wing::Queen) => parts.push(castles(CastlingKind::Long, san)),
    }
    if pattern.mate {
        parts.push(like(san, "%#"));
    }
    // A null move is none.
    if parts.is_empty() {
        parts.push(unlike(san, "--%"));
    }
    parts
}
