//! What names a start position of Chess960: a number, an arrangement of pieces, or a FEN.

use crate::chess::chess960::{self, Arrangement};
use crate::chess::fen::FenError;
use crate::chess::{Position, Role};
use crate::notation::{Language, Letters};

/// A start that was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StartNumber {
    /// 0 to 959.
    pub number: u16,
    /// It was asked for as 960, which is read as 0.
    pub was_960: bool,
}

/// Why a text names no start position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StartError {
    /// A number beyond the last start.
    #[error("start positions have the numbers 0 to 959")]
    Number,
    /// Neither a number nor pieces nor a FEN.
    #[error("expected a number from 0 to 959, eight pieces such as RNBQKBNR, or a FEN")]
    Unreadable,
    /// Not two rooks, knights and bishops, one queen and one king.
    #[error("expected two rooks, two knights, two bishops, a queen and a king")]
    Pieces,
    /// Both bishops on squares of one colour.
    #[error("the bishops stand on squares of one colour")]
    Bishops,
    /// The king is not between its rooks.
    #[error("the king does not stand between the rooks")]
    King,
    /// The FEN cannot be read.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The FEN is another position.
    #[error(
        "the FEN is no start position: White to move, all men at home as Chess960 allows it, all castling rights"
    )]
    NotAStart,
    /// Black does not mirror White.
    #[error("White has arrangement {white}, Black {black}: double Chess960 has no single number")]
    Double {
        /// White's number.
        white: u16,
        /// Black's number.
        black: u16,
    },
}

/// Reads a number (960 is 0), eight pieces in English or German letters or figurines from the a-file on, or a FEN
/// (its first field is enough).
///
/// # Errors
/// The text is none of these, or what it names is no start position of Chess960.
pub fn read_start(text: &str) -> Result<StartNumber, StartError> {
    let text = text.trim();
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let number: u16 = text.parse().map_err(|_| StartError::Number)?;
        let drawn = chess960::drawn(number).ok_or(StartError::Number)?;
        return Ok(StartNumber { number: drawn, was_960: drawn != number });
    }
    let number = if text.contains('/') { read_fen(text)? } else { read_pieces(text)? };
    Ok(StartNumber { number, was_960: false })
}

fn read_fen(text: &str) -> Result<u16, StartError> {
    let whole =
        if text.contains(char::is_whitespace) { text.to_owned() } else { format!("{text} w KQkq - 0 1") };
    let position = Position::from_fen(whole.as_bytes())?.position;
    let (white, black) = chess960::double_numbers(&position).ok_or(StartError::NotAStart)?;
    if white == black { Ok(white) } else { Err(StartError::Double { white, black }) }
}

fn read_pieces(text: &str) -> Result<u16, StartError> {
    let read = |language| {
        let letters = Letters::of(language);
        let roles: Option<Vec<Role>> =
            text.chars().map(|c| letters.role(c.to_uppercase().to_string().as_bytes())).collect();
        roles.and_then(|roles| Arrangement::try_from(roles).ok())
    };
    let row = [Language::English, Language::German].into_iter().find_map(read);
    let row = row.ok_or(StartError::Unreadable)?;
    chess960::number_of(&row).ok_or_else(|| fault(&row))
}

/// Why an arrangement is none of the 960.
fn fault(row: &Arrangement) -> StartError {
    let files = |role| row.iter().enumerate().filter(move |(_, other)| **other == role).map(|(file, _)| file);
    let counts =
        [Role::Rook, Role::Knight, Role::Bishop, Role::Queen, Role::King].map(|role| files(role).count());
    if counts != [2, 2, 2, 1, 1] {
        StartError::Pieces
    } else if files(Role::Bishop).sum::<usize>() % 2 == 0 {
        StartError::Bishops
    } else {
        StartError::King
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Result<u16, StartError> {
        read_start(text).map(|start| start.number)
    }

    #[test]
    fn a_start_is_named_in_many_ways() {
        for text in [
            "518",
            "0518",
            " 518 ",
            "RNBQKBNR",
            "rnbqkbnr",
            "TSLDKLST",
            "tsldklst",
            "♖♘♗♕♔♗♘♖",
            "♜♞♝♛♚♝♞♜",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        ] {
            assert_eq!(number(text), Ok(518), "{text}");
        }
        assert_eq!(number("LLDSSTKT"), Ok(0));
    }

    #[test]
    fn nine_hundred_and_sixty_is_read_as_zero() {
        assert_eq!(read_start("960"), Ok(StartNumber { number: 0, was_960: true }));
        assert_eq!(read_start("0"), Ok(StartNumber { number: 0, was_960: false }));
    }

    #[test]
    fn what_is_no_start_says_why() {
        for (text, error) in [
            ("961", StartError::Number),
            ("-1", StartError::Number),
            ("99999999999999999999", StartError::Number),
            ("", StartError::Unreadable),
            ("RNBQKBN", StartError::Unreadable),
            ("RNBQKLST", StartError::Unreadable),
            ("ß", StartError::Unreadable),
            ("RNBQKBNN", StartError::Pieces),
            ("RNBQKNBR", StartError::Bishops),
            ("KRNBQBNR", StartError::Bishops),
            ("KRBQNBNR", StartError::King),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", StartError::NotAStart),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", StartError::NotAStart),
            (
                "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                StartError::Double { white: 518, black: 0 },
            ),
        ] {
            assert_eq!(number(text), Err(error), "{text}");
        }
        assert!(matches!(number("a/b"), Err(StartError::Fen(_))));
    }
}
