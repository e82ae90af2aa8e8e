//! Tests of the move that led to a position: `move "Nxf7"`, `move by piece n captures q gives check`.

use std::fmt;

use super::move_text;
use super::ply::{Made, Ply};
use super::term::{Scanner, TermError, TermFault, color_word, error};
use crate::chess::{Color, Role, Square, Wing};

/// What a move has to be like; what is not said may be anything.
///
/// In quotation marks it is written like SAN with English letters, `*` for any piece or any target:
/// `Nf7` (a knight goes to f7, taking something or not), `Nxf7` (it takes), `exd5`, `e8=N`, `e8=*` (any promotion),
/// `*xh7+` (any piece takes on h7 with check), `R1*` (a rook leaves the first rank), `O-O-O`. `+` is check, mate
/// included; `#` only mate. Without a sign the move may be either. A pawn move to the last rank promotes to anything
/// if it is not said to what.
///
/// The same in words, alone or behind it, in any order: `by white|black`, `by piece n`, `from e2`, `to f7` (or only a
/// file or rank: `from e`, `to 7`), `captures [q]`, `promotes [n]`, `en passant`, `castles [short|long]`,
/// `gives check`, `mates`. Letters in words do not say the colour.
///
/// Castling is a move of the king from its square and has no target: `Kg1` and `to g1` are other moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct MovePattern {
    /// Who moves.
    pub by: Option<Color>,
    /// With what; a pawn for promotions.
    pub piece: Option<Role>,
    /// From where.
    pub from: Place,
    /// To where.
    pub to: Place,
    /// What is taken.
    pub captures: Named<Role>,
    /// What a pawn becomes.
    pub promotes: Named<Role>,
    /// Which castling it is.
    pub castles: Named<Wing>,
    /// It is a capture en passant.
    pub en_passant: bool,
    /// It gives check.
    pub check: bool,
    /// It mates.
    pub mate: bool,
}

/// Something that need not be there, has to be there, or has to be this.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Named<T> {
    /// Not asked for.
    #[default]
    Free,
    /// There has to be one.
    Any,
    /// It has to be this one.
    One(T),
}

impl<T: PartialEq> Named<T> {
    #[inline]
    fn admits(&self, found: Option<T>) -> bool {
        match self {
            Named::Free => true,
            Named::Any => found.is_some(),
            Named::One(wanted) => found.is_some_and(|found| found == *wanted),
        }
    }
}

/// A square, a file, a rank or the whole board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    file: Option<u8>,
    rank: Option<u8>,
    squares: u64,
}

impl Default for Place {
    fn default() -> Place {
        Place::new(None, None)
    }
}

impl Place {
    /// The squares of a file and rank, each 0 to 7 (only the low three bits count).
    pub fn new(file: Option<u8>, rank: Option<u8>) -> Place {
        let (file, rank) = (file.map(|file| file & 7), rank.map(|rank| rank & 7));
        let by_file = file.map_or(u64::MAX, |file| 0x0101_0101_0101_0101 << file);
        let by_rank = rank.map_or(u64::MAX, |rank| 0xFF << (8 * rank));
        Place { file, rank, squares: by_file & by_rank }
    }

    /// Is it the whole board?
    pub fn is_anywhere(&self) -> bool {
        self.squares == u64::MAX
    }

    /// Is it a single square?
    pub fn is_square(&self) -> bool {
        self.only_square().is_some()
    }

    /// The square, if it is a single one.
    pub fn only_square(&self) -> Option<Square> {
        Some(Square::at(self.file?, self.rank?))
    }

    /// Is the square one of it?
    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        self.squares & square.bit() != 0
    }

    /// A file, a rank, both or nothing.
    pub(super) fn read(scanner: &mut Scanner<'_>) -> Place {
        let mut eat = |from: char, to: char| {
            let next = scanner.peek().filter(|letter| (from..=to).contains(letter))?;
            scanner.bump();
            Some(next as u8 - from as u8)
        };
        let file = eat('a', 'h');
        Place::new(file, eat('1', '8'))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, rank) = (self.file.unwrap_or(0), self.rank.unwrap_or(0));
        let square = Square::at(file, rank);
        if self.file.is_some() {
            write!(f, "{}", square.file_char())?;
        }
        if self.rank.is_some() {
            write!(f, "{}", square.rank_char())?;
        }
        Ok(())
    }
}

const KEYWORDS: [&str; 9] = ["by", "from", "to", "captures", "promotes", "en", "castles", "gives", "mates"];

impl MovePattern {
    /// Reads a move, in quotation marks or not, words behind it or words alone.
    ///
    /// # Errors
    /// If something cannot be read or is said twice; German piece letters have an error of their own.
    pub fn parse(text: &str) -> Result<MovePattern, TermError> {
        let mut scanner = Scanner::new(text);
        let mut pattern = MovePattern::default();
        let word = scanner.peek_word();
        if !KEYWORDS.iter().any(|keyword| word.eq_ignore_ascii_case(keyword)) {
            let mut body = scanner.body()?;
            pattern = move_text::read(&mut body)?;
        }
        while pattern.read_words(&mut scanner)? {}
        scanner.end(
            "`by`, `from`, `to`, `captures`, `promotes`, `en passant`, `castles`, `gives check` or `mates`",
        )?;
        Ok(pattern)
    }

    /// Reads what one keyword says; false if none comes next.
    fn read_words(&mut self, scanner: &mut Scanner<'_>) -> Result<bool, TermError> {
        scanner.blanks();
        let at = scanner.at();
        let (name, is_new) = if scanner.eat_words(&["by", "piece"]) {
            let role = scanner.role().ok_or_else(|| scanner.unexpected("a piece letter"))?;
            ("by piece", self.piece.replace(role).is_none())
        } else if scanner.eat_word("by") {
            let color = scanner.color().ok_or_else(|| scanner.unexpected("`white`, `black` or `piece`"))?;
            ("by", self.by.replace(color).is_none())
        } else if scanner.eat_word("from") {
            ("from", std::mem::replace(&mut self.from, read_place(scanner)?).is_anywhere())
        } else if scanner.eat_word("to") {
            ("to", std::mem::replace(&mut self.to, read_place(scanner)?).is_anywhere())
        } else if scanner.eat_word("captures") {
            let role = scanner.role();
            if role == Some(Role::King) {
                return Err(error(scanner.at() - 1, TermFault::KingTaken));
            }
            let captured = role.map_or(Named::Any, Named::One);
            ("captures", std::mem::replace(&mut self.captures, captured) == Named::Free)
        } else if scanner.eat_word("promotes") {
            let role = scanner.role();
            if matches!(role, Some(Role::King | Role::Pawn)) {
                return Err(error(scanner.at() - 1, TermFault::NoPromotion));
            }
            let promoted = role.map_or(Named::Any, Named::One);
            ("promotes", std::mem::replace(&mut self.promotes, promoted) == Named::Free)
        } else if scanner.eat_word("castles") {
            let wing = match () {
                () if scanner.eat_word("short") => Named::One(Wing::King),
                () if scanner.eat_word("long") => Named::One(Wing::Queen),
                () => Named::Any,
            };
            ("castles", std::mem::replace(&mut self.castles, wing) == Named::Free)
        } else if scanner.eat_words(&["en", "passant"]) {
            ("en passant", !std::mem::replace(&mut self.en_passant, true))
        } else if scanner.eat_words(&["gives", "check"]) {
            ("gives check", !std::mem::replace(&mut self.check, true))
        } else if scanner.eat_word("mates") {
            ("mates", !std::mem::replace(&mut self.mate, true))
        } else {
            return Ok(false);
        };
        if is_new { Ok(true) } else { Err(error(at, TermFault::Repeated(name))) }
    }

    /// Was it such a move?
    #[inline]
    pub fn matches(&self, ply: &Ply<'_>) -> bool {
        let Some(made) = ply.made else { return false };
        let gives_check = || ply.position.is_check_after(made.mv(), made.moved());
        self.admits(&made)
            && (!(self.check || self.mate) || gives_check())
            && (!self.mate || ply.position.is_mate())
    }

    /// Does it ask for more than [`MovePattern::admits`] tells?
    pub(super) fn needs_position(&self) -> bool {
        self.check || self.mate
    }

    /// Is it only such a move of which there are few in a game, check and mate apart?
    pub(super) fn is_rare(&self) -> bool {
        let has_place = !self.to.is_anywhere() || !self.from.is_anywhere();
        let is_named = self.captures != Named::Free || self.promotes != Named::Free;
        has_place || is_named || self.castles != Named::Free || self.en_passant
    }

    /// The part that does not need the position.
    #[inline]
    pub(super) fn admits(&self, made: &Made) -> bool {
        let mv = made.mv();
        // Most moves go to another square than the one that is asked for.
        self.to.contains(mv.to())
            && self.from.contains(mv.from())
            && self.piece.is_none_or(|role| made.is_of(role))
            && (self.to.is_anywhere() || !mv.is_castling())
            && self.by.is_none_or(|by| by == made.by())
            && self.captures.admits(made.captured())
            && self.promotes.admits(mv.promoted())
            && self.castles.admits(mv.wing())
            && (!self.en_passant || mv.is_en_passant())
    }
}

fn read_place(scanner: &mut Scanner<'_>) -> Result<Place, TermError> {
    const EXPECTED: &str = "a square, a file or a rank";
    let word = scanner.peek_word();
    let mut inner = Scanner::new(word);
    let place = Place::read(&mut inner);
    if place.is_anywhere() || !inner.rest().is_empty() {
        return Err(scanner.unexpected(EXPECTED));
    }
    scanner.word();
    Ok(place)
}

impl fmt::Display for MovePattern {
    /// In words, whichever way it was written; `"*"` if any move will do.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == MovePattern::default() {
            return write!(f, "\"*\"");
        }
        let letter = |role: Role| role.letter().to_ascii_lowercase();
        let named = |word: &str, role: Named<Role>| match role {
            Named::Free => None,
            Named::Any => Some(word.to_owned()),
            Named::One(role) => Some(format!("{word} {}", letter(role))),
        };
        let castles = match self.castles {
            Named::Free => None,
            Named::Any => Some("castles"),
            Named::One(Wing::King) => Some("castles short"),
            Named::One(Wing::Queen) => Some("castles long"),
        };
        let parts = [
            self.by.map(|color| format!("by {}", color_word(color))),
            self.piece.map(|role| format!("by piece {}", letter(role))),
            (!self.from.is_anywhere()).then(|| format!("from {}", self.from)),
            (!self.to.is_anywhere()).then(|| format!("to {}", self.to)),
            named("captures", self.captures),
            named("promotes", self.promotes),
            self.en_passant.then(|| "en passant".to_owned()),
            castles.map(str::to_owned),
            self.check.then(|| "gives check".to_owned()),
            self.mate.then(|| "mates".to_owned()),
        ];
        let said: Vec<String> = parts.into_iter().flatten().collect();
        f.write_str(&said.join(" "))
    }
}
