//! Positions as people write them: a FEN or only its first field, the number of a Chess960 position, or lists of
//! pieces as diagrams are captioned (`Weiß: Kg1, De5, Bb2 / Schwarz: Kg7, De7`).

use std::ops::Range;

use super::language::Language;
use super::people_list::{Listed, read_list};
use crate::chess::fen::{FenError, FenField, FenRemark};
use crate::chess::{Color, Position, Square, chess960};

/// A position that was read, and what had to be assumed.
#[derive(Clone, Debug)]
pub struct PeoplePosition {
    /// The position.
    pub position: Position,
    /// What was assumed or repaired, in the order of the text.
    pub notes: Vec<PositionNote>,
    /// The language of the piece letters of a list; `None` for the other forms, or where nothing tells.
    pub language: Option<Language>,
}

/// Something that the text of a position leaves open or gets wrong without harm.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionNote {
    /// The side to move is not said: White.
    WhiteAssumed,
    /// The side to move is not said, but only this one can be to move: the other king is in check otherwise.
    OnlySide(Color),
    /// Castling rights are not said: none.
    NoCastlingAssumed,
    /// Something in a FEN was repaired.
    Fen(FenRemark),
    /// Several languages read the list, and not alike; this one was taken.
    LanguageGuess(Language),
    /// A piece of the list stands there twice in the same words.
    ListedTwice(Square),
}

/// Why a text is no position. Places are byte offsets in the text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionError {
    /// Nothing but blanks.
    #[error("there is no position here: give a FEN, its first field, chess960:N or a list of pieces")]
    Empty,
    /// Neither a FEN nor a list nor a number.
    #[error("this is neither a FEN nor a list of pieces such as \"White: Kg1, Qe5 / Black: Kg7\"")]
    NoPosition,
    /// A FEN that cannot be used.
    #[error("{error}")]
    Fen {
        /// What is wrong.
        error: FenError,
        /// The field that it is about.
        place: Range<usize>,
    },
    /// The number of a Chess960 position is none, or not from 0 to 959.
    #[error("\"{text}\" is no number of a Chess960 position; they go from 0 to 959")]
    Number {
        /// What stands there.
        text: String,
        /// Where.
        place: Range<usize>,
    },
    /// Something in a list is no piece on a square.
    #[error("\"{text}\" is no piece on a square")]
    NoPiece {
        /// What stands there.
        text: String,
        /// Where.
        place: Range<usize>,
    },
    /// A letter in a list is no piece in any language that reads the rest of it.
    #[error("no language reads all the pieces: in {} \"{text}\" is none", language.name())]
    NoLanguage {
        /// What stands there.
        text: String,
        /// Where.
        place: Range<usize>,
        /// The language that gets furthest.
        language: Language,
    },
    /// Two pieces on one square.
    #[error("two pieces stand on {square}")]
    Occupied {
        /// The square.
        square: Square,
        /// The second of them.
        place: Range<usize>,
    },
    /// A side is not listed.
    #[error("the pieces of {} are missing", color_name(*color))]
    MissingSide {
        /// The side.
        color: Color,
    },
    /// The pieces are a list, but no position that chess can be played from.
    #[error("the pieces cannot stand like this: {error}")]
    Unplayable {
        /// What is wrong.
        error: FenError,
    },
}

impl PositionError {
    /// The bytes that the error is about; the whole text where it is about no part of it.
    pub fn place(&self, text: &str) -> Range<usize> {
        match self {
            PositionError::Fen { place, .. }
            | PositionError::Number { place, .. }
            | PositionError::NoPiece { place, .. }
            | PositionError::NoLanguage { place, .. }
            | PositionError::Occupied { place, .. } => place.clone(),
            _ => 0..text.len(),
        }
    }
}

fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// Reads a position in any of the forms of the notation page: a FEN, the placement field alone, `chess960:N`, or a
/// list of pieces in any language.
///
/// # Errors
/// [`PositionError`]: what is wrong, and where.
///
/// ```
/// use zug::notation::read_position;
/// let read = read_position("W: Kg1, De2, b2 / S: Kg7, Ta8 / Schwarz am Zug").unwrap();
/// assert_eq!(read.position.fen(Default::default()), "r7/6k1/8/8/8/8/1P2Q3/6K1 b - - 0 1");
/// ```
pub fn read_position(text: &str) -> Result<PeoplePosition, PositionError> {
    let trimmed = text.trim();
    let offset = text.len() - text.trim_start().len();
    if trimmed.is_empty() {
        return Err(PositionError::Empty);
    }
    if let Some(number) = numbered(trimmed) {
        let place = offset + trimmed.len() - number.len()..offset + trimmed.len();
        let read = number.parse().ok().and_then(chess960::start);
        let Some(position) = read else {
            return Err(PositionError::Number { text: number.to_owned(), place });
        };
        return Ok(PeoplePosition { position, notes: Vec::new(), language: None });
    }
    if is_fen(trimmed) { fen(trimmed, offset) } else { list(text) }
}

/// What stands behind `chess960:`, `960:` or `frc:`.
fn numbered(text: &str) -> Option<&str> {
    let (head, number) = text.split_once(':')?;
    let head = head.trim().to_ascii_lowercase();
    matches!(head.as_str(), "chess960" | "960" | "frc" | "fischerandom").then(|| number.trim())
}

/// Does it begin like a placement field?
fn is_fen(text: &str) -> bool {
    let field = text.split_ascii_whitespace().next().unwrap_or_default();
    field.contains('/')
        && field.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'/')
        && field.bytes().filter(|b| *b == b'/').count() >= 3
}

fn fen(text: &str, offset: usize) -> Result<PeoplePosition, PositionError> {
    let place_of = |field: FenField| {
        let span = field.span(text.as_bytes());
        offset + span.start..offset + span.end
    };
    let is_placement_alone = text.split_ascii_whitespace().nth(1).is_none();
    match Position::from_fen(text.as_bytes()) {
        Ok(read) if is_placement_alone => {
            let notes = vec![PositionNote::WhiteAssumed, PositionNote::NoCastlingAssumed];
            Ok(PeoplePosition { position: read.position, notes, language: None })
        }
        Ok(read) => {
            let notes = read.remarks.into_iter().map(PositionNote::Fen).collect();
            Ok(PeoplePosition { position: read.position, notes, language: None })
        }
        // As White's move it is impossible; a diagram says nothing about that.
        Err(FenError::OpponentInCheck { .. }) if is_placement_alone => {
            let as_black = format!("{text} b - - 0 1");
            match Position::from_fen(as_black.as_bytes()) {
                Ok(read) => {
                    let notes = vec![PositionNote::OnlySide(Color::Black), PositionNote::NoCastlingAssumed];
                    Ok(PeoplePosition { position: read.position, notes, language: None })
                }
                Err(error) => Err(PositionError::Fen { place: place_of(error.field()), error }),
            }
        }
        Err(error) => Err(PositionError::Fen { place: place_of(error.field()), error }),
    }
}

fn list(text: &str) -> Result<PeoplePosition, PositionError> {
    let Listed { men, turn, language, mut notes } = read_list(text)?;
    let mut board = [[b'1'; 8]; 8];
    for (square, letter) in men {
        if let Some(cell) =
            board.get_mut(usize::from(square.rank())).and_then(|row| row.get_mut(usize::from(square.file())))
        {
            *cell = letter;
        }
    }
    let rows = board.iter().rev().map(squeezed);
    let placement = rows.collect::<Vec<_>>().join("/");
    let turns = match turn {
        Some(turn) => vec![turn],
        None => vec![Color::White, Color::Black],
    };
    let mut refused = None;
    for color in turns {
        let side = if color == Color::White { "w" } else { "b" };
        match Position::from_fen(format!("{placement} {side} - - 0 1").as_bytes()) {
            Ok(read) => {
                match (turn, color) {
                    (Some(_), _) => {}
                    (None, Color::White) => notes.push(PositionNote::WhiteAssumed),
                    (None, Color::Black) => notes.push(PositionNote::OnlySide(Color::Black)),
                }
                notes.push(PositionNote::NoCastlingAssumed);
                notes.extend(read.remarks.into_iter().map(PositionNote::Fen));
                return Ok(PeoplePosition { position: read.position, notes, language });
            }
            Err(error @ FenError::OpponentInCheck { .. }) => {
                refused.get_or_insert(error);
            }
            Err(error) => return Err(PositionError::Unplayable { error }),
        }
    }
    Err(PositionError::Unplayable { error: refused.unwrap_or(FenError::Empty) })
}

/// A rank in FEN: empty squares, here `1` each, as one number.
fn squeezed(row: &[u8; 8]) -> String {
    let mut out = String::new();
    let mut empty = 0u8;
    for &cell in row {
        if cell == b'1' {
            empty += 1;
            continue;
        }
        if empty > 0 {
            out.push(char::from(b'0' + empty));
            empty = 0;
        }
        out.push(char::from(cell));
    }
    if empty > 0 {
        out.push(char::from(b'0' + empty));
    }
    out
}
