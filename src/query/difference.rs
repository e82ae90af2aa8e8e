//! Material that one side has instead of what the other has: `Q vs RR`, `up exchange`.

use std::fmt;

use super::ply::Ply;
use super::term::{Scanner, TermError, TermFault, color_word, error, role_of};
use crate::chess::{Color, Position, Role};

/// What is compared: pawn, knight, bishop, rook, queen, and knights and bishops together as minor pieces.
const LETTERS: [char; 6] = ['P', 'N', 'B', 'R', 'Q', 'M'];
const PAWNS: usize = 0;
const KNIGHTS: usize = 1;
const BISHOPS: usize = 2;
const ROOKS: usize = 3;
const MINOR: usize = 5;

/// The order in which they are written.
const WRITTEN: [usize; 6] = [4, ROOKS, BISHOPS, KNIGHTS, MINOR, PAWNS];

/// One side has this, the other has that instead, and the rest is equal.
///
/// `Q vs RR`, `up exchange` (that is `R vs M`), `up P` (a pawn more). `M` is a minor piece, knight or bishop. Knights
/// and bishops count together, as minor pieces, unless one of them is named. `any pawns` leaves the pawns out of it;
/// `by white` or `by black` says which side has what is named first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// How many, by place in [`LETTERS`]: of the one side and of the other.
    sides: [[u8; 6]; 2],
    any_pawns: bool,
    by: Option<Color>,
    /// What is compared and how many more there must be, what differs most coming first.
    tests: Vec<(usize, i32)>,
}

impl Difference {
    /// Does the text begin like a difference?
    pub(super) fn is_meant(text: &str) -> bool {
        let mut scanner = Scanner::new(text);
        let first = scanner.word();
        first.eq_ignore_ascii_case("up") || (!first.is_empty() && scanner.eat_word("vs"))
    }

    /// Reads `Q vs RR`, `up exchange` or `up P`, and behind it `any pawns`, `by white`, `by black`.
    ///
    /// # Errors
    /// For letters that are no piece, for `M` beside `N` or `B`, and if both sides have the same.
    pub fn parse(text: &str) -> Result<Difference, TermError> {
        let mut scanner = Scanner::new(text);
        let mut sides = [[0; 6]; 2];
        scanner.blanks();
        let start = scanner.at();
        if scanner.eat_word("up") {
            if scanner.eat_word("exchange") {
                sides[0][ROOKS] = 1;
                sides[1][MINOR] = 1;
            } else {
                sides[0] = read_side(&mut scanner, "`exchange` or piece letters")?;
            }
        } else {
            sides[0] = read_side(&mut scanner, "piece letters")?;
            if !scanner.eat_word("vs") {
                return Err(scanner.unexpected("`vs`"));
            }
            sides[1] = read_side(&mut scanner, "piece letters")?;
        }
        let is_named = |kind: usize| sides.iter().any(|side| side[kind] > 0);
        if is_named(MINOR) && (is_named(KNIGHTS) || is_named(BISHOPS)) {
            let expected = "minor pieces all named N or B, or all M,";
            let found = text.get(start..scanner.at()).unwrap_or_default().to_owned();
            return Err(error(start, TermFault::Unexpected { found, expected }));
        }
        if sides[0] == sides[1] {
            return Err(error(start, TermFault::NoDifference));
        }
        let (mut any_pawns, mut by) = (false, None);
        loop {
            if !any_pawns && scanner.eat_words(&["any", "pawns"]) {
                any_pawns = true;
            } else if by.is_none() {
                by = scanner.side("by");
                if by.is_none() {
                    break;
                }
            } else {
                break;
            }
        }
        scanner.end("`any pawns`, `by white` or `by black`")?;
        if any_pawns && is_named(PAWNS) {
            return Err(error(start, TermFault::Repeated("pawns")));
        }
        Ok(Difference::new(sides, any_pawns, by))
    }

    fn new(sides: [[u8; 6]; 2], any_pawns: bool, by: Option<Color>) -> Difference {
        let more = |kind: usize| i32::from(sides[0][kind]) - i32::from(sides[1][kind]);
        let by_name = [KNIGHTS, BISHOPS].into_iter().any(|kind| sides.iter().any(|side| side[kind] > 0));
        let kinds = (0..LETTERS.len()).filter(|kind| match *kind {
            PAWNS => !any_pawns,
            KNIGHTS | BISHOPS => by_name,
            MINOR => !by_name,
            _ => true,
        });
        let mut tests: Vec<(usize, i32)> = kinds.map(|kind| (kind, more(kind))).collect();
        tests.sort_by_key(|(_, more)| -more.abs());
        Difference { sides, any_pawns, by, tests }
    }

    /// Kinds of men, and how many more of them the one side has.
    pub(super) fn more(&self) -> impl Iterator<Item = (&'static [Role], i32)> {
        self.tests.iter().map(|(kind, more)| {
            let roles: &[Role] = match *kind {
                PAWNS => &[Role::Pawn],
                KNIGHTS => &[Role::Knight],
                BISHOPS => &[Role::Bishop],
                ROOKS => &[Role::Rook],
                MINOR => &[Role::Knight, Role::Bishop],
                _ => &[Role::Queen],
            };
            (roles, *more)
        })
    }

    /// Which side that has to be.
    pub(super) fn by(&self) -> Option<Color> {
        self.by
    }

    /// Is this the difference on the board?
    #[inline]
    pub fn matches(&self, ply: &Ply<'_>) -> bool {
        let Some(((kind, more), rest)) = self.tests.split_first() else { return false };
        let found = white_more(ply.position, *kind);
        // The first test is of something that differs, so it says which side is which.
        let (sign, side) = match found {
            _ if found == *more => (1, Color::White),
            _ if found == -more => (-1, Color::Black),
            _ => return false,
        };
        self.by.is_none_or(|by| by == side)
            && rest.iter().all(|(kind, more)| white_more(ply.position, *kind) == sign * more)
    }
}

/// How many White has more than Black.
#[inline]
fn white_more(position: &Position, kind: usize) -> i32 {
    let count = |color| {
        let set = |role| position.pieces(color, role).0;
        let squares = match kind {
            PAWNS => set(Role::Pawn),
            KNIGHTS => set(Role::Knight),
            BISHOPS => set(Role::Bishop),
            ROOKS => set(Role::Rook),
            MINOR => set(Role::Knight) | set(Role::Bishop),
            _ => set(Role::Queen),
        };
        squares.count_ones() as i32
    };
    count(Color::White) - count(Color::Black)
}

fn read_side(scanner: &mut Scanner<'_>, expected: &'static str) -> Result<[u8; 6], TermError> {
    let mut side = [0u8; 6];
    scanner.blanks();
    let mut at = scanner.at();
    let word = scanner.peek_word();
    if word.is_empty() {
        return Err(scanner.unexpected(expected));
    }
    for letter in word.chars() {
        let capital = letter.to_ascii_uppercase();
        let Some(kind) = LETTERS.iter().position(|known| *known == capital) else {
            let is_king = role_of(capital).is_some();
            let fault = TermFault::Unexpected { found: letter.to_string(), expected };
            return Err(error(at, if is_king { TermFault::KingCount } else { fault }));
        };
        side[kind] = side[kind].saturating_add(1);
        at += letter.len_utf8();
    }
    scanner.word();
    if side.iter().any(|number| *number > 64) {
        return Err(error(at - word.len(), TermFault::TooLarge));
    }
    Ok(side)
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |side: &[u8; 6]| -> String {
            let letters = WRITTEN.iter().flat_map(|kind| {
                LETTERS.get(*kind).into_iter().flat_map(|letter| (0..side[*kind]).map(move |_| *letter))
            });
            letters.collect()
        };
        let [have, other] = self.sides.each_ref().map(side);
        match (have.as_str(), other.as_str()) {
            ("R", "M") => write!(f, "up exchange")?,
            (_, "") => write!(f, "up {have}")?,
            _ => write!(f, "{have} vs {other}")?,
        }
        if self.any_pawns {
            write!(f, " any pawns")?;
        }
        match self.by {
            Some(color) => write!(f, " by {}", color_word(color)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::testing::{Dice, at, random_game, squares, still};
    use proptest::prelude::*;

    fn found(text: &str, fen: &str) -> bool {
        Difference::parse(text).expect("a difference").matches(&still(&at(fen)))
    }

    #[test]
    fn the_rest_is_equal_and_minor_pieces_count_together() {
        let fen = "3rr1k1/ppp2ppp/3n4/8/8/8/PPP1BPPP/3Q2K1 b - - 0 1";
        for (text, expected) in [
            ("Q vs RR", true),
            ("q vs rr", true),
            ("RR vs Q", true),
            ("Q vs RR by white", true),
            ("Q vs RR by black", false),
            ("RR vs Q by black", true),
            ("QB vs RRN", true),
            ("QN vs RRB", false),
            ("Q vs R", false),
            ("up Q", false),
        ] {
            assert_eq!(found(text, fen), expected, "{text}");
        }
        let fen = "4k3/pp6/3r4/8/8/2N5/PP4P1/4K3 w - - 0 1";
        assert!(!found("up exchange", fen) && found("up exchange any pawns", fen));
        assert!(found("R vs MP by black", fen) && found("up exchange by black any pawns", fen));
    }

    #[test]
    fn what_is_no_difference_says_where() {
        use TermFault::*;
        for (text, byte, expected) in [
            ("Q vs Q", 0, NoDifference),
            ("RB vs BR", 0, NoDifference),
            ("QK vs RR", 1, KingCount),
            ("up P any pawns", 0, Repeated("pawns")),
        ] {
            let fault = Difference::parse(text).expect_err(text);
            assert_eq!((fault.at, fault.fault), (byte, expected), "{text}");
        }
        for (text, byte) in
            [("Q vs", 4), ("up", 2), ("up exchange of white", 12), ("Q vs RS", 6), ("NM vs R", 0)]
        {
            let fault = Difference::parse(text).expect_err(text);
            assert_eq!(fault.at, byte, "{text}");
            assert!(matches!(fault.fault, Unexpected { .. }), "{fault}");
        }
        assert_eq!(Difference::parse(&"P".repeat(400)).expect_err("long").fault, TooLarge);
    }

    fn slowly(difference: &Difference, position: &Position) -> bool {
        let is_named = |kind: usize| difference.sides.iter().any(|side| side[kind] > 0);
        let count = |color: Color, kind: usize| -> i32 {
            let letters: &[char] = match LETTERS[kind] {
                'M' => &['N', 'B'],
                _ => &LETTERS[kind..=kind],
            };
            let pieces = squares().filter_map(|square| position.piece_at(square));
            pieces.filter(|p| p.color == color && letters.contains(&p.role.letter())).count() as i32
        };
        [Color::White, Color::Black].into_iter().any(|color| {
            difference.by.is_none_or(|by| by == color)
                && (0..6).all(|kind| {
                    let is_free = match LETTERS[kind] {
                        'P' => difference.any_pawns,
                        'N' | 'B' => !is_named(KNIGHTS) && !is_named(BISHOPS),
                        'M' => is_named(KNIGHTS) || is_named(BISHOPS),
                        _ => false,
                    };
                    let wanted = i32::from(difference.sides[0][kind]) - i32::from(difference.sides[1][kind]);
                    is_free || count(color, kind) - count(color.other(), kind) == wanted
                })
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]
        #[test]
        fn differences_agree_with_counting_on_the_board(seed: u64) {
            let mut dice = Dice::new(seed);
            let game = random_game(seed, 80);
            for text in ["up exchange", "up P", "Q vs RR any pawns", "up M any pawns", "R vs N", "up N any pawns",
                "up R any pawns by white", "RP vs M", "B vs N any pawns", "up Q any pawns"] {
                let difference = Difference::parse(text).expect(text);
                prop_assert_eq!(difference.to_string(), text);
                for step in &game {
                    prop_assert_eq!(difference.matches(&step.ply()), slowly(&difference, &step.position));
                }
            }
            let mut side = || {
                let mut side: [u8; 6] = std::array::from_fn(|_| dice.below(4).saturating_sub(1) as u8);
                if dice.below(2) == 0 { side[MINOR] = 0 } else { (side[KNIGHTS], side[BISHOPS]) = (0, 0) }
                side
            };
            let difference = Difference::new([side(), side()], seed & 1 == 0, [None, Some(Color::Black)][(seed >> 1 & 1) as usize]);
            if let Ok(read) = Difference::parse(&difference.to_string()) {
                prop_assert_eq!(read, difference);
            }
        }
    }
}
