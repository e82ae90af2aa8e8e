//! How the pieces stand to each other: checks, pins, pawns, the kings' opposition.

use std::fmt;

use super::compare::NumberTest;
use super::ply::{Made, Ply};
use super::term::{Scanner, TermError, color_word};
use crate::chess::{Bitboard, Color, Piece, Position, Role, Square, attacks};

/// A test of one of these.
///
/// | text | true if |
/// |---|---|
/// | `check [double\|discovered] [by white\|black]` | the side to move is in check; by two pieces; by a piece that did not make the move |
/// | `pinned [n] [of\|by white\|black]` | a piece of either side is pinned to its own king; that kind; of the side, or by the other |
/// | `passed`, `doubled`, `isolated` `[of white\|black] [>= 2]` | a side has such pawns, so many of them |
/// | `opposition [direct\|distant\|diagonal] [of white\|black]` | the kings stand in opposition; the side has it, that is, need not move |
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Structure {
    /// The side to move is in check.
    Check {
        /// In which way.
        kind: CheckKind,
        /// Who gives it.
        by: Option<Color>,
    },
    /// A piece may not leave the line on which it shields its king from a bishop, rook or queen.
    Pinned {
        /// Which piece.
        role: Option<Role>,
        /// Whose.
        of: Option<Color>,
    },
    /// Pawns of one side, compared by number; without a colour it is enough if one side's pass.
    Pawns {
        /// What they are.
        kind: PawnKind,
        /// Whose.
        of: Option<Color>,
        /// How many.
        number: NumberTest,
    },
    /// The kings face each other.
    Opposition {
        /// In which way.
        kind: OppositionKind,
        /// Who has it: the side that is not to move.
        of: Option<Color>,
    },
}

/// A kind of check.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CheckKind {
    /// Any.
    Any,
    /// By two pieces at once.
    Double,
    /// By a piece that the move uncovered; a double check may be one too.
    Discovered,
}

/// A property of a pawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PawnKind {
    /// No enemy pawn stands before it on its own or a neighbouring file.
    Passed,
    /// Another pawn of its colour stands on the same file; two pawns on a file are two doubled pawns.
    Doubled,
    /// No pawn of its colour stands on a neighbouring file.
    Isolated,
}

/// How two kings face each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OppositionKind {
    /// On a file or rank, one square between them.
    Direct,
    /// On a file or rank, three or five squares between them.
    Distant,
    /// On a diagonal, one square between them.
    Diagonal,
}

impl Structure {
    /// The words with which such a term begins.
    pub const KEYWORDS: [&str; 6] = ["check", "pinned", "passed", "doubled", "isolated", "opposition"];

    /// Reads a term, its keyword included.
    ///
    /// # Errors
    /// If it is none of those in the table of [`Structure`].
    pub fn parse(text: &str) -> Result<Structure, TermError> {
        let mut scanner = Scanner::new(text);
        if scanner.eat_word("check") {
            let kind = match () {
                () if scanner.eat_word("double") => CheckKind::Double,
                () if scanner.eat_word("discovered") => CheckKind::Discovered,
                () => CheckKind::Any,
            };
            let by = scanner.side("by");
            scanner.end("`double`, `discovered`, `by white` or `by black`")?;
            return Ok(Structure::Check { kind, by });
        }
        if scanner.eat_word("pinned") {
            let before = scanner;
            let role = scanner.role().filter(|role| *role != Role::King);
            if role.is_none() {
                scanner = before;
            }
            // Who is pinned by White is Black's.
            let of = scanner.side("of").or_else(|| scanner.side("by").map(Color::other));
            scanner.end("a piece letter (no king), `of white`, `of black`, `by white` or `by black`")?;
            return Ok(Structure::Pinned { role, of });
        }
        if scanner.eat_word("opposition") {
            let kind = match () {
                () if scanner.eat_word("distant") => OppositionKind::Distant,
                () if scanner.eat_word("diagonal") => OppositionKind::Diagonal,
                () => {
                    scanner.eat_word("direct");
                    OppositionKind::Direct
                }
            };
            let of = scanner.side("of");
            scanner.end("`direct`, `distant`, `diagonal`, `of white` or `of black`")?;
            return Ok(Structure::Opposition { kind, of });
        }
        let kind = match () {
            () if scanner.eat_word("passed") => PawnKind::Passed,
            () if scanner.eat_word("doubled") => PawnKind::Doubled,
            () if scanner.eat_word("isolated") => PawnKind::Isolated,
            () => {
                let known = "`check`, `pinned`, `passed`, `doubled`, `isolated` or `opposition`";
                return Err(scanner.unexpected(known));
            }
        };
        let of = scanner.side("of");
        let number = NumberTest::read(&mut scanner)?.unwrap_or(NumberTest::at_least(1));
        scanner.end("`of white`, `of black` or a comparison such as `>= 2`")?;
        Ok(Structure::Pawns { kind, of, number })
    }

    /// Is it so?
    #[inline]
    pub fn matches(&self, ply: &Ply<'_>) -> bool {
        let position = ply.position;
        let is = |side: Option<Color>, color| side.is_none_or(|side| side == color);
        match *self {
            Structure::Check { kind, by } => {
                is(by, position.turn().other()) && is_check(kind, position, ply.made)
            }
            Structure::Pinned { role, of } => COLORS.into_iter().any(|color| {
                is(of, color) && {
                    let pieces = role.map_or(position.side(color), |role| position.pieces(color, role));
                    !pieces.is_empty() && pinned(position, color).0 & pieces.0 != 0
                }
            }),
            Structure::Pawns { kind, of, number } => COLORS
                .into_iter()
                .any(|color| is(of, color) && number.matches(i64::from(pawns(kind, position, color).len()))),
            Structure::Opposition { kind, of } => {
                is(of, position.turn().other()) && is_opposition(kind, position)
            }
        }
    }
}

const COLORS: [Color; 2] = [Color::White, Color::Black];

fn is_check(kind: CheckKind, position: &Position, made: Option<Made>) -> bool {
    let checkers = position.checkers();
    match kind {
        CheckKind::Any => !checkers.is_empty(),
        CheckKind::Double => checkers.len() >= 2,
        CheckKind::Discovered => made.is_some_and(|made| checkers.0 & !moved_to(made).bit() != 0),
    }
}

/// Where the piece that could give check by itself went: in castling that is the rook.
fn moved_to(made: Made) -> Square {
    match made.mv().wing() {
        Some(wing) => Square::at(wing.rook_file(), made.by().back_rank()),
        None => made.mv().to(),
    }
}

/// The pieces of a colour that shield their king from a bishop, rook or queen all alone.
pub fn pinned(position: &Position, color: Color) -> Bitboard {
    let king = position.king(color).index();
    let enemy = |role| position.pieces(color.other(), role).0;
    let queens = enemy(Role::Queen);
    let lines = attacks::bishop(king, 0) & (enemy(Role::Bishop) | queens)
        | attacks::rook(king, 0) & (enemy(Role::Rook) | queens);
    let mut pinned = 0;
    for slider in Bitboard(lines) {
        let between = attacks::between(king, slider.index()) & position.occupied().0;
        if between.is_power_of_two() {
            pinned |= between;
        }
    }
    Bitboard(pinned & position.side(color).0)
}

/// The pawns of a colour that are so.
pub fn pawns(kind: PawnKind, position: &Position, color: Color) -> Bitboard {
    let own = position.pieces(color, Role::Pawn).0;
    Bitboard(match kind {
        PawnKind::Passed => {
            let enemy = position.pieces(color.other(), Role::Pawn).0;
            let wide = enemy | beside(enemy);
            own & !if color == Color::White { below(wide) } else { above(wide) }
        }
        PawnKind::Doubled => own & (above(own) | below(own)),
        PawnKind::Isolated => {
            let neighbours = beside(own);
            own & !(neighbours | above(neighbours) | below(neighbours))
        }
    })
}

/// The squares left and right of a set.
const fn beside(set: u64) -> u64 {
    const A_FILE: u64 = 0x0101_0101_0101_0101;
    (set & !A_FILE) >> 1 | (set & !(A_FILE << 7)) << 1
}

/// All squares on the ranks above a set, on its files.
const fn above(set: u64) -> u64 {
    let set = set << 8 | set << 16;
    let set = set | set << 16;
    set | set << 32
}

/// All squares on the ranks below a set, on its files.
const fn below(set: u64) -> u64 {
    let set = set >> 8 | set >> 16;
    let set = set | set >> 16;
    set | set >> 32
}

fn is_opposition(kind: OppositionKind, position: &Position) -> bool {
    let (white, black) = (position.king(Color::White), position.king(Color::Black));
    let apart = (white.file().abs_diff(black.file()), white.rank().abs_diff(black.rank()));
    match kind {
        OppositionKind::Direct => matches!(apart, (0, 2) | (2, 0)),
        OppositionKind::Distant => matches!(apart, (0, 4 | 6) | (4 | 6, 0)),
        OppositionKind::Diagonal => apart == (2, 2),
    }
}

impl fmt::Display for Structure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (lead, side) = match *self {
            Structure::Check { kind, by } => {
                f.write_str(match kind {
                    CheckKind::Any => "check",
                    CheckKind::Double => "check double",
                    CheckKind::Discovered => "check discovered",
                })?;
                ("by", by)
            }
            Structure::Pinned { role, of } => {
                write!(f, "pinned")?;
                if let Some(role) = role {
                    write!(f, " {}", Piece { color: Color::Black, role }.letter())?;
                }
                ("of", of)
            }
            Structure::Pawns { kind, of, .. } => {
                f.write_str(match kind {
                    PawnKind::Passed => "passed",
                    PawnKind::Doubled => "doubled",
                    PawnKind::Isolated => "isolated",
                })?;
                ("of", of)
            }
            Structure::Opposition { kind, of } => {
                f.write_str(match kind {
                    OppositionKind::Direct => "opposition",
                    OppositionKind::Distant => "opposition distant",
                    OppositionKind::Diagonal => "opposition diagonal",
                })?;
                ("of", of)
            }
        };
        if let Some(color) = side {
            write!(f, " {lead} {}", color_word(color))?;
        }
        match self {
            Structure::Pawns { number, .. } if *number != NumberTest::at_least(1) => write!(f, " {number}"),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::testing::{at, independent, random_game, squares, still};
    use proptest::prelude::*;

    const ALL: [&str; 24] = [
        "check",
        "check double",
        "check discovered",
        "check by white",
        "check discovered by black",
        "pinned",
        "pinned n",
        "pinned p of white",
        "pinned of black",
        "passed",
        "passed of white >= 2",
        "passed = 0",
        "doubled",
        "doubled of black",
        "doubled > 2",
        "isolated",
        "isolated of white",
        "isolated of black = 3",
        "opposition",
        "opposition of white",
        "opposition distant",
        "opposition diagonal",
        "opposition diagonal of black",
        "passed of black != 1",
    ];

    fn read(text: &str) -> Structure {
        Structure::parse(text).expect(text)
    }

    fn found(text: &str, fen: &str) -> bool {
        read(text).matches(&still(&at(fen)))
    }

    #[test]
    fn every_term_is_written_as_it_is_read() {
        for text in ALL {
            assert_eq!(read(text).to_string(), text);
        }
        for (text, same) in [
            ("pinned N by white", "pinned n of black"),
            ("Opposition  DIRECT", "opposition"),
            ("isolated >= 1", "isolated"),
            ("passed of white>=2", "passed of white >= 2"),
        ] {
            assert_eq!(read(text).to_string(), same);
        }
    }

    #[test]
    fn what_is_no_structure_says_where() {
        for (text, byte) in [
            ("", 0),
            ("pin", 0),
            ("check triple", 6),
            ("check of white", 6),
            ("pinned k", 7),
            ("pinned no", 7),
            ("passed by white", 7),
            ("passed of white of black", 16),
            ("isolated >= many", 12),
            ("opposition far", 11),
        ] {
            let fault = Structure::parse(text).expect_err(text);
            assert_eq!(fault.at, byte, "{text}: {fault}");
        }
    }

    #[test]
    fn doubled_pawns_are_counted_each_and_passed_ones_look_ahead() {
        let fen = "4k3/p7/8/P5p1/P7/8/6P1/4K3 w - - 0 1";
        assert!(found("doubled of white = 2", fen) && found("doubled of black = 0", fen));
        assert!(found("passed of white = 0", fen) && found("isolated of white = 3", fen));
        assert!(found("passed of white = 1", "4k3/8/8/P5p1/7p/8/6P1/4K3 w - - 0 1"));
        assert!(found("passed of black = 0", "4k3/8/8/P5p1/7p/6P1/8/4K3 w - - 0 1"));
    }

    #[test]
    fn who_need_not_move_has_the_opposition() {
        let fen = "8/8/3k4/8/3K4/8/4P3/8 w - - 0 1";
        assert!(found("opposition", fen) && found("opposition of black", fen));
        assert!(!found("opposition of white", fen) && !found("opposition distant", fen));
        assert!(found("opposition distant", "3k4/8/8/8/3K4/8/8/8 w - - 0 1"));
        assert!(found("opposition diagonal", "3k4/8/5K2/8/8/8/8/8 w - - 0 1"));
    }

    /// The same, square by square and with an independent library for checks and pins.
    fn slowly(term: Structure, step: &crate::query::testing::Step) -> bool {
        let position = &step.position;
        let board = independent(position);
        let mover = position.turn().other();
        let colors =
            |side: Option<Color>| COLORS.into_iter().filter(move |color| side.is_none_or(|s| s == *color));
        let set = |found: cozy_chess::BitBoard| Bitboard(found.0);
        match term {
            Structure::Check { kind, by } => {
                let checkers = set(board.checkers());
                by.is_none_or(|by| by == mover)
                    && match kind {
                        CheckKind::Any => checkers.count() > 0,
                        CheckKind::Double => checkers.count() > 1,
                        CheckKind::Discovered => checkers
                            .into_iter()
                            .any(|s| step.made.is_some() && step.before.piece_at(s) == position.piece_at(s)),
                    }
            }
            Structure::Pinned { role, of } => colors(of).any(|color| {
                let side = if color == position.turn() { Some(board.clone()) } else { board.null_move() };
                side.is_some_and(|side| {
                    set(side.pinned()).into_iter().any(|square| {
                        let piece = position.piece_at(square).expect("a piece");
                        piece.color == color && role.is_none_or(|role| role == piece.role)
                    })
                })
            }),
            Structure::Pawns { kind, of, number } => colors(of).any(|color| {
                let is_pawn = |square: Square, color| {
                    position.piece_at(square) == Some(Piece { color, role: Role::Pawn })
                };
                let own: Vec<Square> = squares().filter(|s| is_pawn(*s, color)).collect();
                let enemy: Vec<Square> = squares().filter(|s| is_pawn(*s, color.other())).collect();
                let ahead = |pawn: Square, other: Square| match color {
                    Color::White => other.rank() > pawn.rank(),
                    Color::Black => other.rank() < pawn.rank(),
                };
                let such = own.iter().filter(|pawn| match kind {
                    PawnKind::Passed => {
                        !enemy.iter().any(|e| e.file().abs_diff(pawn.file()) < 2 && ahead(**pawn, *e))
                    }
                    PawnKind::Doubled => own.iter().filter(|other| other.file() == pawn.file()).count() > 1,
                    PawnKind::Isolated => !own.iter().any(|other| other.file().abs_diff(pawn.file()) == 1),
                });
                number.matches(such.count() as i64)
            }),
            Structure::Opposition { kind, of } => {
                let (a, b) = (position.king(Color::White), position.king(Color::Black));
                let files = i32::from(a.file()) - i32::from(b.file());
                let ranks = i32::from(a.rank()) - i32::from(b.rank());
                of.is_none_or(|of| of == mover)
                    && match kind {
                        OppositionKind::Direct => files * ranks == 0 && (files + ranks).abs() == 2,
                        OppositionKind::Distant => {
                            files * ranks == 0 && (files + ranks).abs() > 3 && (files + ranks) % 2 == 0
                        }
                        OppositionKind::Diagonal => files.abs() == 2 && ranks.abs() == 2,
                    }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn structures_agree_with_an_independent_library(seed: u64) {
            for step in random_game(seed, 70) {
                for term in ALL.map(read) {
                    // The independent library gives the pins of the side to move, and none passes in check.
                    let turn = step.position.turn();
                    let is_asked = match term {
                        Structure::Pinned { of, .. } => of == Some(turn) || !step.position.in_check(),
                        _ => true,
                    };
                    if is_asked {
                        let expected = slowly(term, &step);
                        prop_assert_eq!(term.matches(&step.ply()), expected, "{} {:?}", term, step.position);
                    }
                }
            }
        }
    }
}
