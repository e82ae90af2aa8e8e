//! Lists of pieces: `W: Kg1, De5, Lb2, Sg3, Ba3 / S: Kg7, De7`.
//!
//! The words for the two sides divide the text; what stands between are pieces, each a letter and its squares (`Ta1,
//! b2` is a rook and a pawn, `Bauern a2, b2` two pawns). The language is the first, in the order of the table, that
//! reads all letters.

use std::ops::Range;

use super::language::Language;
use super::letters::Letters;
use super::people::{PositionError, PositionNote};
use crate::chess::{Color, Role, Square};

/// A list that was read.
pub(super) struct Listed {
    /// Square and FEN letter of every piece.
    pub(super) men: Vec<(Square, u8)>,
    /// The side to move, if it is said.
    pub(super) turn: Option<Color>,
    pub(super) language: Option<Language>,
    pub(super) notes: Vec<PositionNote>,
}

/// A word of the list.
struct Word<'t> {
    text: &'t str,
    place: Range<usize>,
}

/// One piece as it is written.
struct Man<'t> {
    color: Color,
    letter: Letter<'t>,
    square: Square,
    place: Range<usize>,
}

#[derive(Clone, Copy)]
enum Letter<'t> {
    /// None: a pawn.
    Pawn,
    /// A letter of the language.
    Written(&'t str),
    /// A word that says it in whatever language.
    Named(Role),
}

/// Names of the sides, small; a single letter counts only with a colon or a bracket behind it.
const SIDES: [(&str, Color); 16] = [
    ("white", Color::White),
    ("weiss", Color::White),
    ("weiß", Color::White),
    ("w", Color::White),
    ("wit", Color::White),
    ("blancs", Color::White),
    ("bianco", Color::White),
    ("blancas", Color::White),
    ("black", Color::Black),
    ("schwarz", Color::Black),
    ("s", Color::Black),
    ("b", Color::Black),
    ("zwart", Color::Black),
    ("noirs", Color::Black),
    ("nero", Color::Black),
    ("negras", Color::Black),
];

const SIDES_IN_ORDER: [Color; 2] = [Color::White, Color::Black];

/// Words for pieces that stand before their squares, small.
const NAMES: [(&str, Role); 22] = [
    ("könig", Role::King),
    ("dame", Role::Queen),
    ("damen", Role::Queen),
    ("turm", Role::Rook),
    ("türme", Role::Rook),
    ("läufer", Role::Bishop),
    ("springer", Role::Knight),
    ("pferd", Role::Knight),
    ("bauer", Role::Pawn),
    ("bauern", Role::Pawn),
    ("king", Role::King),
    ("queen", Role::Queen),
    ("queens", Role::Queen),
    ("rook", Role::Rook),
    ("rooks", Role::Rook),
    ("bishop", Role::Bishop),
    ("bishops", Role::Bishop),
    ("knight", Role::Knight),
    ("knights", Role::Knight),
    ("pawn", Role::Pawn),
    ("pawns", Role::Pawn),
    ("b.", Role::Pawn),
];

/// Reads a list.
///
/// # Errors
/// What is wrong with it, and where.
pub(super) fn read_list(text: &str) -> Result<Listed, PositionError> {
    let words = words(text);
    let (mut men, mut turn) = (Vec::new(), None);
    let mut color: Option<Color> = None;
    let mut letter = Letter::Pawn;
    let mut index = 0;
    while let Some(word) = words.get(index) {
        if let Some((side, used)) = to_move(&words, index) {
            turn = Some(side);
            index += used;
            continue;
        }
        index += 1;
        if let Some(side) = side(word, color.is_none()) {
            (color, letter) = (Some(side), Letter::Pawn);
            continue;
        }
        let Some(color) = color else { return Err(PositionError::NoPosition) };
        if let Some((_, role)) = NAMES.iter().find(|(name, _)| *name == word.text.to_lowercase()) {
            letter = Letter::Named(*role);
            continue;
        }
        if matches!(word.text, "und" | "and" | "-" | "–") {
            continue;
        }
        match piece(word, letter) {
            Some((written, square)) => {
                men.push(Man { color, letter: written, square, place: word.place.clone() });
                // `Ta1, b2` is a rook and a pawn; `Bauern a2, b2` and `T a1` go on.
                if let Letter::Written(_) = letter {
                    letter = Letter::Pawn;
                }
            }
            None if word.text.chars().count() <= 2 && word.text.chars().all(char::is_alphabetic) => {
                letter = Letter::Written(word.text);
            }
            None => {
                return Err(PositionError::NoPiece { text: word.text.to_owned(), place: word.place.clone() });
            }
        }
    }
    if men.is_empty() {
        return Err(PositionError::NoPosition);
    }
    for color in SIDES_IN_ORDER {
        if !men.iter().any(|man| man.color == color) {
            return Err(PositionError::MissingSide { color });
        }
    }
    named(men, turn)
}

/// The words, set apart by blanks, commas and other marks; a colon stays with its word.
fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut start = None;
    let is_mark = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '/' | '|' | '(' | ')' | '[' | ']');
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        let ends_word = c == ':' || c == '=';
        if is_mark(c) || ends_word {
            let end = if ends_word { at + 1 } else { at };
            if let Some(from) = start.take().or(ends_word.then_some(at))
                && let Some(word) = text.get(from..end)
            {
                let bare = word.trim_end_matches('.');
                let bare = if bare.is_empty() { word } else { bare };
                words.push(Word { text: bare, place: from..from + bare.len() });
            }
        } else {
            start.get_or_insert(at);
        }
    }
    words
}

/// The side that this word begins the list of. A single letter needs a colon, or to be the first word.
fn side(word: &Word<'_>, is_first: bool) -> Option<Color> {
    let bare = word.text.trim_end_matches([':', '=']);
    let has_colon = bare.len() < word.text.len();
    let small = bare.to_lowercase();
    let found = SIDES.iter().find(|(name, _)| *name == small)?;
    (has_colon || is_first || small.chars().count() > 1).then_some(found.1)
}

/// `Weiß am Zug`, `Black to move`, `Weiß zieht`: the side, and how many words say it.
fn to_move(words: &[Word<'_>], index: usize) -> Option<(Color, usize)> {
    let word = |ahead: usize| words.get(index + ahead).map(|word| word.text.to_lowercase());
    let first = word(0)?;
    let color = SIDES.iter().find(|(name, _)| *name == first.trim_end_matches(':'))?.1;
    match (word(1)?.as_str(), word(2).as_deref()) {
        ("am", Some("zug")) | ("to", Some("move" | "play")) | ("ist", Some("dran")) => Some((color, 3)),
        ("zieht", _) | ("moves", _) => Some((color, 2)),
        _ => None,
    }
}

/// Letter and square of one word: `Kg1`, `a3`. `before` is the letter or name that stood before it.
fn piece<'t>(word: &Word<'t>, before: Letter<'t>) -> Option<(Letter<'t>, Square)> {
    let split = word.text.len().checked_sub(2)?;
    let (letter, square) = (word.text.get(..split)?, word.text.get(split..)?);
    let square = Square::parse(square.as_bytes())?;
    match letter {
        "" => Some((before, square)),
        _ if letter.chars().count() <= 2 && !letter.chars().any(|c| c.is_ascii_digit()) => {
            Some((Letter::Written(letter), square))
        }
        _ => None,
    }
}

/// The pieces in the first language that reads all letters, and whether another would mean others.
fn named(men: Vec<Man<'_>>, turn: Option<Color>) -> Result<Listed, PositionError> {
    let mut readings: Vec<(Language, Vec<Role>)> = Vec::new();
    let mut furthest: Option<(usize, Language)> = None;
    for language in Language::ALL {
        let roles: Vec<Role> = men.iter().map_while(|man| role(man.letter, language)).collect();
        if roles.len() == men.len() {
            if is_possible(&men, &roles) || readings.is_empty() {
                readings.push((language, roles));
            }
        } else if furthest.is_none_or(|(most, _)| roles.len() > most) {
            furthest = Some((roles.len(), language));
        }
    }
    // A language in which each side has one king comes before one in which it has not.
    readings.sort_by_key(|(_, roles)| !is_possible(&men, roles));
    let Some((language, roles)) = readings.first() else {
        let (count, language) = furthest.unwrap_or((0, Language::English));
        let (text, place) = men.get(count).map_or((String::new(), 0..0), |man| {
            let text = if let Letter::Written(text) = man.letter { text.to_owned() } else { String::new() };
            (text, man.place.clone())
        });
        return Err(PositionError::NoLanguage { text, place, language });
    };
    let mut notes = Vec::new();
    let differs = |other: &(Language, Vec<Role>)| other.1 != *roles && is_possible(&men, &other.1);
    if readings.iter().skip(1).any(differs) {
        notes.push(PositionNote::LanguageGuess(*language));
    }
    let mut listed: Vec<(Square, u8)> = Vec::new();
    for (man, role) in men.iter().zip(roles) {
        let letter = match man.color {
            Color::White => role.letter(),
            Color::Black => role.letter().to_ascii_lowercase(),
        } as u8;
        match listed.iter().find(|(square, _)| *square == man.square) {
            None => listed.push((man.square, letter)),
            Some((_, before)) if *before == letter => notes.push(PositionNote::ListedTwice(man.square)),
            Some(_) => {
                return Err(PositionError::Occupied { square: man.square, place: man.place.clone() });
            }
        }
    }
    let has_letters = men.iter().any(|man| matches!(man.letter, Letter::Written(_)));
    Ok(Listed { men: listed, turn, language: has_letters.then_some(*language), notes })
}

fn role(letter: Letter<'_>, language: Language) -> Option<Role> {
    match letter {
        Letter::Pawn => Some(Role::Pawn),
        Letter::Named(role) => Some(role),
        Letter::Written(text) => {
            let letters = Letters::of(language);
            let read = letters.capital(text.as_bytes(), 0)?;
            (read.len == text.len()).then_some(read.role)
        }
    }
}

/// One king a side, and no pawn on the first or last rank.
fn is_possible(men: &[Man<'_>], roles: &[Role]) -> bool {
    let kings = |color: Color| {
        men.iter().zip(roles).filter(|(man, role)| man.color == color && **role == Role::King).count()
    };
    let is_placed =
        |(man, role): (&Man<'_>, &Role)| *role != Role::Pawn || !matches!(man.square.rank(), 0 | 7);
    SIDES_IN_ORDER.into_iter().all(|color| kings(color) == 1) && men.iter().zip(roles).all(is_placed)
}
