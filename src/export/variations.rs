//! Every variation as a game of its own.

use crate::replay::game::{Game, Item};

/// At most so many games out of one: every one repeats the moves before it.
const MOST: usize = 5_000;

/// The game without its variations, then one game for each of them in the order of the text: the moves up to where it
/// leaves, then its own with what belongs to them. The tag `VariationNumber` numbers them within the game; the result of the whole
/// game is not theirs. With more than five thousand the variations stay in the first game.
pub fn split_variations(mut game: Game) -> Vec<Game> {
    let opened = game.items.iter().filter(|item| matches!(item, Item::Open)).count();
    if opened == 0 || opened > MOST {
        return vec![game];
    }
    let items = std::mem::take(&mut game.items);
    let mut lines = vec![Line { items: Vec::new(), moves: Vec::new(), number: 0 }];
    let mut done: Vec<Line> = Vec::new();
    let mut count = 0usize;
    for item in items {
        let is_variation = lines.len() > 1;
        let Some(line) = lines.last_mut() else { break };
        match item {
            Item::Open => {
                count += 1;
                // It replaces the last move.
                let before = line.moves.len().saturating_sub(1);
                let moves: Vec<Item> = line.moves.iter().take(before).cloned().collect();
                lines.push(Line { items: moves.clone(), moves, number: count });
            }
            Item::Close if is_variation => done.extend(lines.pop()),
            Item::Close => {}
            Item::Move { .. } => {
                line.moves.push(item.clone());
                line.items.push(item);
            }
            other => line.items.push(other),
        }
    }
    done.extend(lines);
    done.sort_by_key(|line| line.number);
    let whole = |items: &[Item]| !matches!(items.last(), Some(Item::Rest(_)));
    done.into_iter()
        .map(|line| {
            if line.number == 0 {
                return Game { items: line.items, ..game.clone() };
            }
            let mut variation = Game { is_whole: whole(&line.items), items: line.items, ..game.clone() };
            variation.result = crate::notation::result::GameResult::Unfinished;
            variation.set_tag("Result", "*");
            variation.set_tag("VariationNumber", line.number.to_string());
            if variation.tag("PlyCount").is_some() {
                variation.set_tag("PlyCount", variation.plies().to_string());
            }
            variation
        })
        .collect()
}

/// One line of play.
struct Line {
    items: Vec<Item>,
    /// Only its moves.
    moves: Vec<Item>,
    /// 0 for the main line.
    number: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::game::CheckOptions;
    use crate::check::record::read_games;
    use crate::export::pgn::{PgnOptions, write_game};

    #[test]
    fn a_variation_brings_the_moves_before_it() {
        let text = "[Event \"a\"]\n\n1. e4 e5 {c} (1... c5 $1 2. Nf3 (2. c3 d5) d6) 2. Nf3 {d} (2. f4) 1-0\n";
        let game = read_games(text.as_bytes(), CheckOptions::default()).remove(0);
        let moves: Vec<String> = split_variations(game)
            .iter()
            .map(|game| {
                let mut out = String::new();
                write_game(game, &PgnOptions::default(), &mut out);
                out.split_once("\n\n").unwrap().1.trim_end().to_owned()
            })
            .collect();
        assert_eq!(
            moves,
            [
                "1. e4 e5 {c} 2. Nf3 {d} 1-0",
                "1. e4 c5 $1 2. Nf3 d6 *",
                "1. e4 c5 2. c3 d5 *",
                "1. e4 e5 2. f4 *"
            ]
        );
    }

    #[test]
    fn many_variations_are_left_where_they_are() {
        let text = format!("[Event \"a\"]\n\n1. e4 {} *\n", "(1. d4) ".repeat(MOST + 1));
        let game = read_games(text.as_bytes(), CheckOptions::default()).remove(0);
        assert_eq!(split_variations(game).len(), 1);
    }
}
