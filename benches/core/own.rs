//! The replay of zug.

use zug::chess::Position;
use zug::pgn::Token;
use zug::replay::Replayer;

use super::games::Games;

/// The games' tokens as zug's replay takes them: without the signs behind a move, offsets from each game's start.
pub(crate) struct Own {
    /// Place of each game in the text, and its tokens.
    games: Vec<(std::ops::Range<usize>, Vec<Token>)>,
}

impl Own {
    /// The same tokens that the rival gets.
    pub(crate) fn new(games: &Games) -> Own {
        let mut own = Own { games: Vec::new() };
        let mut tokens: Vec<Token> = Vec::new();
        let (mut from, mut until) = (0, 0);
        for place in games.places() {
            let Some(place) = place else {
                own.games.push((from..until, std::mem::take(&mut tokens)));
                continue;
            };
            if tokens.is_empty() {
                from = place.start;
            }
            // The replay looks a few bytes behind a token for the signs.
            until = (place.end + 16).min(games.text().len());
            let text = games.text().get(place.clone()).unwrap_or_default();
            let signs = text.iter().rev().take_while(|b| matches!(b, b'+' | b'#' | b'!' | b'?')).count();
            let (start, end) = (place.start - from, place.end - signs - from);
            tokens.push(Token { start: start as u32, end: end as u32 });
        }
        own
    }
}

/// Plies played, and the keys of all final positions mixed.
pub(crate) fn replay(games: &Games, own: &Own) -> (u64, u64) {
    let start = Position::start();
    let mut replayer = Replayer::new(None);
    let (mut plies, mut keys) = (0, 0_u64);
    for (place, tokens) in &own.games {
        replayer.replay(games.text().get(place.clone()).unwrap_or_default(), tokens, &start);
        plies += replayer.moves().len() as u64;
        keys = keys.rotate_left(1) ^ replayer.position().key();
    }
    (plies, keys)
}
