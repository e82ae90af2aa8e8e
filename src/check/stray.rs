//! Words among the moves that are no moves: play goes on behind them.

use std::ops::Range;

use super::reading::{Choice, LineReader, Movetext};
use crate::notation::UnreadableReason;
use crate::replay::Stop;

/// At most so many tokens are looked at; prose may be long.
const FARTHEST: usize = 200;

/// Where the main line stopped, is there something that play goes on behind? Answers its place and the index of the
/// next token.
///
/// A token that cannot be a move is passed over if the next one is a move or nothing follows. Words (`Black resigns
/// with`) are passed over together, up to the next legal move or to the end.
pub(crate) fn behind(
    lines: &mut LineReader,
    choice: Choice,
    text: Movetext<'_>,
    stop: &Stop,
) -> Option<(Range<usize>, usize)> {
    let (place, first, is_no_move) = match stop {
        Stop::Unreadable { place, token, reason } => {
            let letters = text.game.get(place.clone()).unwrap_or_default();
            // `N` for a novelty, `RR` for a remark of the editors, `D` for a diagram.
            let is_editors =
                reason.reason == UnreadableReason::NoSquare && letters.iter().all(u8::is_ascii_uppercase);
            (place, *token, is_editors || reason.reason == UnreadableReason::NotAMove)
        }
        Stop::Refused { place, token, .. } => (place, *token, false),
        Stop::End { .. } => return None,
    };
    let is_prose = is_word(text, first, place.start);
    if !is_no_move && !is_prose {
        return None;
    }
    let position = lines.line.position.clone();
    // Without prose only the next token may decide, lest play goes on at another point of the game.
    let farthest = if is_prose { first + FARTHEST } else { first + 1 };
    let mut next = first + 1;
    let mut end = place.end;
    while next <= farthest {
        let (plies, stop) = lines.try_from(choice, text, next, &position);
        let (at, next_is_none) = match &stop {
            Stop::End { .. } => return Some((place.start..end, next)),
            Stop::Unreadable { .. } if plies > 0 => return Some((place.start..end, next)),
            Stop::Refused { .. } if plies >= 4 => return Some((place.start..end, next)),
            Stop::Unreadable { token, .. } => (*token, true),
            Stop::Refused { token, .. } => (*token, false),
        };
        if !is_prose {
            return (is_no_move && next_is_none).then_some((place.start..end, next));
        }
        // Something like a move that cannot be played: here play should have gone on. What stopped it is to be judged
        // by itself, if that is all that is left.
        if plies > 0 || has_digit(text, at) {
            let rest = if plies > 0 { next } else { at };
            return (is_no_move && (next_is_none || rest > first + 1)).then_some((place.start..end, rest));
        }
        end = text.tokens.get(at)?.end as usize;
        next = at + 1;
    }
    Some((place.start..end, next))
}

fn token<'a>(text: Movetext<'a>, index: usize) -> &'a [u8] {
    let place = text.tokens.get(index).map(|token| token.start as usize..token.end as usize);
    place.and_then(|place| text.game.get(place)).unwrap_or_default()
}

fn has_digit(text: Movetext<'_>, index: usize) -> bool {
    token(text, index).iter().any(u8::is_ascii_digit)
}

/// Does the token with this index, from byte `from` on, look like a word of a language and not like a move?
fn is_word(text: Movetext<'_>, index: usize, from: usize) -> bool {
    let Some(start) = text.tokens.get(index).map(|token| token.start as usize) else { return false };
    let word = token(text, index).get(from.saturating_sub(start)..).unwrap_or_default();
    // Letters that no square and no sign has; a capital and one of them may be a slip of the pen (`Nf`).
    word.len() > 1
        && word.iter().all(|b| b.is_ascii_alphabetic() || *b >= 0x80 || b"\"'.,:!?-]".contains(b))
        && word.iter().any(|b| matches!(b, b'i'..=b'w' | b'y' | b'z'))
}

#[cfg(test)]
mod tests {
    use super::super::game::CheckOptions;
    use super::super::record::read_games;
    use crate::replay::game::Game;

    fn read(moves: &str) -> Game {
        let mut games = read_games(format!("[Event \"?\"]\n\n{moves}").as_bytes(), CheckOptions::default());
        assert_eq!(games.len(), 1);
        games.pop().expect("one game")
    }

    #[test]
    fn prose_behind_the_last_move_is_no_move() {
        for prose in [
            "Black resigns",
            "Discovering the attack on the queen at the edge",
            "White wins, if the king goes to the corner",
            "Chess is a wonderful game.",
        ] {
            let game = read(&format!("1. e4 e5 2. Nf3 Nc6 {prose} 1-0"));
            assert_eq!((game.plies(), game.is_whole, game.result.export()), (4, true, "1-0"), "{prose}");
        }
    }

    #[test]
    fn play_goes_on_behind_words() {
        let game = read("1. e4 e5 and now White plays the move 2. Nf3 Nc6 3. Bb5 *");
        assert_eq!((game.plies(), game.is_whole), (5, true));
    }

    #[test]
    fn letters_of_editors_are_passed_over() {
        let game = read("1. e4 e6 RR 2. d4 a5 N 3. Nf3 D d5 N *");
        assert_eq!((game.plies(), game.is_whole), (6, true));
    }

    #[test]
    fn a_garbled_move_is_none_of_it() {
        for (moves, plies) in [
            ("1. e4 e5 2. Nf Nc6 3. Bb5", 2),
            ("1. e4 e5 2. Nf9 Nc6", 2),
            ("1. e4 e5 2. Nf3 Nx6 3. Bb5 a6", 3),
        ] {
            let game = read(moves);
            assert!(game.plies() == plies && !game.is_whole, "{moves}: {}", game.plies());
        }
    }
}
