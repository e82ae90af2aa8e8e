//! Chess960 start positions: Scharnagl's numbers, mirror images, the draw by dice.
//!
//! 960 arrangements of the first rank, numbers 0 to 959; 518 is the classic one (FIDE Laws, guidelines II).

use super::position::Position;
use super::types::{Color, Role, Square, Wing};

/// The first rank, a-file first.
pub type Arrangement = [Role; 8];

/// The number of the classic start position.
pub const CLASSIC: u16 = 518;

/// Which two of five free squares the knights take, in the order of the table.
const KNIGHTS: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

/// A first rank that is being filled.
struct Row([Option<Role>; 8]);

impl Row {
    fn empty() -> Row {
        Row([None; 8])
    }

    fn put(&mut self, role: Role, file: usize) {
        if let Some(square) = self.0.get_mut(file) {
            *square = Some(role);
        }
    }

    /// Fills the free square that has `skip` free squares to its left.
    fn put_on_free(&mut self, role: Role, skip: usize) {
        if let Some(square) = self.0.iter_mut().filter(|s| s.is_none()).nth(skip) {
            *square = Some(role);
        }
    }

    /// Rook, king, rook on the three squares that are left.
    fn finish(mut self) -> Arrangement {
        for role in [Role::Rook, Role::King, Role::Rook] {
            self.put_on_free(role, 0);
        }
        self.0.map(|role| role.unwrap_or(Role::Rook))
    }
}

/// The arrangement with this number; `None` above 959.
pub fn arrangement(number: u16) -> Option<Arrangement> {
    if number >= 960 {
        return None;
    }
    let mut n = usize::from(number);
    let mut row = Row::empty();
    row.put(Role::Bishop, n % 4 * 2 + 1);
    n /= 4;
    row.put(Role::Bishop, n % 4 * 2);
    n /= 4;
    row.put_on_free(Role::Queen, n % 6);
    let (first, second) = KNIGHTS.get(n / 6).copied().unwrap_or_default();
    // The right one first: it does not move the left one's place.
    row.put_on_free(Role::Knight, second);
    row.put_on_free(Role::Knight, first);
    Some(row.finish())
}

/// The number of an arrangement; `None` if it is none of the 960.
pub fn number_of(row: &Arrangement) -> Option<u16> {
    let files = |role: Role| row.iter().enumerate().filter(move |(_, r)| **r == role).map(|(file, _)| file);
    let light = files(Role::Bishop).find(|file| file % 2 == 1)?;
    let dark = files(Role::Bishop).find(|file| file % 2 == 0)?;
    let queen = files(Role::Queen).next()?;
    let before_queen = row.iter().take(queen).filter(|r| **r != Role::Bishop).count();
    let rest = || row.iter().filter(|r| !matches!(r, Role::Bishop | Role::Queen));
    let mut knights = rest().enumerate().filter(|(_, r)| **r == Role::Knight).map(|(place, _)| place);
    let pair = (knights.next()?, knights.next()?);
    let table = KNIGHTS.iter().position(|entry| *entry == pair)?;
    let number = (((table * 6) + before_queen) * 4 + dark / 2) * 4 + light / 2;
    let number = u16::try_from(number).ok()?;
    // Whatever the shortcuts above let through (three knights, king outside the rooks) fails here.
    (arrangement(number)? == *row).then_some(number)
}

/// The number of the left-right mirror image: 534 for 518. `None` above 959.
pub fn mirror(number: u16) -> Option<u16> {
    let mut row = arrangement(number)?;
    row.reverse();
    number_of(&row)
}

/// A number drawn from 0 to 960 as a start number: 960 is read as 0. `None` above 960.
pub fn drawn(number: u16) -> Option<u16> {
    match number {
        0..=959 => Some(number),
        960 => Some(0),
        _ => None,
    }
}

/// One throw of the die in [`dice`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Throw {
    /// What was thrown.
    pub eyes: u8,
    /// The piece that it placed and the file, 0 for a; `None` if it does not count and is thrown again.
    pub placed: Option<(Role, u8)>,
}

/// Draws a start number with a die (Althoefer 1998): dark bishop, light bishop, queen, two knights; rook, king and
/// rook take what is left.
///
/// `throw` gives the eyes of one throw, 1 to 6; throws that do not count (and any other number) are thrown
/// again. `note` is told of every throw. `None` if the source of throws ends before the draw does.
pub fn dice(mut throw: impl FnMut() -> Option<u8>, mut note: impl FnMut(Throw)) -> Option<u16> {
    let mut row = Row::empty();
    for (role, step) in [
        (Role::Bishop, Step::Dark),
        (Role::Bishop, Step::Light),
        (Role::Queen, Step::Free(6)),
        (Role::Knight, Step::Free(5)),
        (Role::Knight, Step::Free(4)),
    ] {
        let most = if let Step::Free(squares) = step { squares } else { 4 };
        let index = loop {
            let eyes = throw()?;
            if (1..=most).contains(&eyes) {
                break usize::from(eyes) - 1;
            }
            note(Throw { eyes, placed: None });
        };
        let before = row.0;
        match step {
            Step::Dark => row.put(role, index * 2),
            Step::Light => row.put(role, index * 2 + 1),
            Step::Free(_) => row.put_on_free(role, index),
        }
        let placed = before.iter().zip(row.0).zip(0..).find(|((old, new), _)| **old != *new);
        note(Throw { eyes: index as u8 + 1, placed: placed.map(|(_, file)| (role, file)) });
    }
    number_of(&row.finish())
}

/// Among which squares a throw chooses, counted from the left.
#[derive(Clone, Copy)]
enum Step {
    /// The four dark squares of White's first rank.
    Dark,
    /// The four light ones.
    Light,
    /// So many that are still free.
    Free(u8),
}

/// The start position with this number; `None` above 959.
pub fn start(number: u16) -> Option<Position> {
    double_start(number, number)
}

/// The start position in which each side has its own arrangement; `None` if a number is above 959.
pub fn double_start(white: u16, black: u16) -> Option<Position> {
    let mut position = Position::empty();
    for (color, number) in [(Color::White, white), (Color::Black, black)] {
        let row = arrangement(number)?;
        let (home, pawns) = if color == Color::White { (0, 1) } else { (7, 6) };
        for (role, file) in row.iter().zip(0..8) {
            let piece = |role: Role| role.code() | color.bit() as u8;
            position.put(piece(*role), Square::at(file, home).index());
            position.put(piece(Role::Pawn), Square::at(file, pawns).index());
        }
        for wing in Wing::ALL {
            let rook = position.outermost_rook(color, wing)?;
            position.grant(color, wing, rook.index());
        }
    }
    Some(position)
}

/// The number of a start position: White to move, all men at home, all rights, Black mirroring White.
pub fn number(position: &Position) -> Option<u16> {
    let (white, black) = double_numbers(position)?;
    (white == black).then_some(white)
}

/// Both sides' numbers of a start position, White's first; they differ in double Chess960.
pub fn double_numbers(position: &Position) -> Option<(u16, u16)> {
    let at_start = position.turn() == Color::White && position.fullmove_number() == 1;
    if !at_start || position.halfmove_clock() != 0 || position.hot.rights & 15 != 15 {
        return None;
    }
    let side = |color: Color, home: u8, pawns: u64| {
        if position.pieces(color, Role::Pawn).0 != pawns || position.side(color).len() != 16 {
            return None;
        }
        let mut row = [Role::Pawn; 8];
        for (slot, file) in row.iter_mut().zip(0..8) {
            *slot = position.piece_at(Square::at(file, home)).filter(|p| p.color == color)?.role;
        }
        number_of(&row)
    };
    Some((side(Color::White, 0, 0xFF00)?, side(Color::Black, 7, 0x00FF_0000_0000_0000)?))
}

#[cfg(test)]
mod tests {
    use super::super::fen::FenStyle;
    use super::*;

    fn letters(number: u16) -> String {
        arrangement(number).expect("below 960").iter().map(|role| role.letter()).collect()
    }

    #[test]
    fn all_960_come_back() {
        let mut seen = std::collections::HashSet::new();
        for n in 0..960 {
            let row = arrangement(n).expect("below 960");
            assert_eq!(number_of(&row), Some(n));
            assert!(seen.insert(row));
            let p = start(n).expect("below 960");
            assert_eq!(number(&p), Some(n));
            let back = Position::from_fen_strict(p.fen(FenStyle::default()).as_bytes()).expect("own FEN");
            assert!(back.same_as(&p));
            assert_eq!(mirror(n).and_then(mirror), Some(n));
        }
        assert_eq!(arrangement(960), None);
    }

    #[test]
    fn published_numbers_have_their_rows() {
        for (n, row) in [
            (0, "BBQNNRKR"),
            (1, "BQNBNRKR"),
            (67, "BNNRKQRB"),
            (425, "RNQBBNKR"),
            (518, "RNBQKBNR"),
            (534, "RNBKQBNR"),
            (692, "RBBQKNNR"),
            (815, "RKQNRNBB"),
            (959, "RKRNNQBB"),
        ] {
            assert_eq!(letters(n), row);
        }
        assert_eq!(mirror(CLASSIC), Some(534));
        assert!(start(CLASSIC).expect("classic").same_as(&Position::start()));
        assert_eq!(drawn(960), Some(0));
        assert_eq!(drawn(961), None);
    }

    #[test]
    fn rows_outside_the_rules_have_no_number() {
        let row = |text: &str| -> Arrangement {
            let mut row = [Role::Pawn; 8];
            for (slot, letter) in row.iter_mut().zip(text.chars()) {
                *slot = Role::ALL.into_iter().find(|r| r.letter() == letter).expect("letter");
            }
            row
        };
        for bad in ["RNBQKNBR", "KRBQNBNR", "RRBQKBNN", "NNNQKBBR", "PPPPPPPP"] {
            assert_eq!(number_of(&row(bad)), None, "{bad}");
        }
    }

    #[test]
    fn a_position_that_has_moved_on_has_no_number() {
        let mut p = Position::start();
        assert_eq!(number(&p), Some(518));
        p.play(p.legal_moves()[0]);
        assert_eq!(number(&p), None);
        let no_right = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1";
        assert_eq!(number(&Position::from_fen(no_right).expect("readable").position), None);
    }

    #[test]
    fn double_chess960_has_two_numbers() {
        let p = double_start(0, 959).expect("below 960");
        assert_eq!((double_numbers(&p), number(&p)), (Some((0, 959)), None));
    }

    #[test]
    fn some_starts_allow_one_castling_on_the_first_move() {
        // Counted with an independent program: 162 starts, 90 short and 72 long.
        let can = |number, wing| start(number).expect("below 960").castling(wing).is_ok();
        let short: Vec<u16> = (0..960).filter(|n| can(*n, Wing::King)).collect();
        let long: Vec<u16> = (0..960).filter(|n| can(*n, Wing::Queen)).collect();
        assert_eq!((short.len(), long.len()), (90, 72));
        assert!(short.iter().all(|number| !long.contains(number)));
    }

    #[test]
    fn dice_repeat_the_throws_that_do_not_count() {
        // Bishops c1 and f1, queen on the third of a b d e g h, knights on the second of a b e g h and the third
        // of a e g h; every 5 and 6 (for the first knight only 6) is thrown again.
        let mut throws = [5u8, 6, 2, 5, 3, 3, 6, 2, 5, 3].into_iter();
        let mut noted = Vec::new();
        assert_eq!(dice(|| throws.next(), |throw| noted.push(throw)), Some(518));
        let placed: Vec<Throw> = noted.iter().copied().filter(|throw| throw.placed.is_some()).collect();
        assert_eq!(noted.len(), 10);
        assert_eq!(
            placed,
            [
                Throw { eyes: 2, placed: Some((Role::Bishop, 2)) },
                Throw { eyes: 3, placed: Some((Role::Bishop, 5)) },
                Throw { eyes: 3, placed: Some((Role::Queen, 3)) },
                Throw { eyes: 2, placed: Some((Role::Knight, 1)) },
                Throw { eyes: 3, placed: Some((Role::Knight, 6)) },
            ]
        );
        assert_eq!(dice(|| None, |_| {}), None);
        // Every sequence of valid throws is one of the 960.
        let mut seen = std::collections::HashSet::new();
        for code in 0..4 * 4 * 6 * 5 * 4u32 {
            let eyes = [code % 4, code / 4 % 4, code / 16 % 6, code / 96 % 5, code / 480];
            let mut throws = eyes.into_iter().map(|e| e as u8 + 1);
            seen.insert(dice(|| throws.next(), |_| {}).expect("a start"));
        }
        assert_eq!(seen.len(), 960);
    }
}
