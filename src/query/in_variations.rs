//! Looks for something in the variations of a game.

use std::borrow::Cow;
use std::cell::OnceCell;

use super::expr::Expr;
use super::matcher::Matcher;
use super::subject::Subject;
use crate::chess::{Move, Position};
use crate::notation::result::GameResult;
use crate::replay::game::Item;
use crate::store::Features;

/// An expression that has to hold at a position of a variation.
#[derive(Clone, Debug)]
pub(super) struct InVariations {
    matcher: Box<Matcher>,
    /// The moves from the start of the game to where the reading is.
    path: Vec<Move>,
    /// Where the lines around the one that is read go on: so many moves lead to it, and these are its own.
    open: Vec<(usize, Vec<Move>)>,
}

impl InVariations {
    pub(super) fn new(expr: &Expr) -> InVariations {
        InVariations { matcher: Box::new(Matcher::new(expr)), path: Vec::new(), open: Vec::new() }
    }

    /// Does it hold in a variation of the game?
    pub(super) fn is_in(&mut self, game: &dyn Subject) -> bool {
        self.path.clear();
        self.open.clear();
        // Moves of the path that are not of the variation that is read.
        let mut before = 0;
        for item in game.items() {
            match item {
                Item::Move { facts, .. } => self.path.push(facts.mv),
                Item::Open => {
                    // In place of the last move; it comes back when the variation ends.
                    let kept = self.path.len().saturating_sub(1);
                    self.open.push((before, self.path.split_off(kept)));
                    before = kept;
                }
                Item::Close => {
                    if self.path.len() > before && self.holds_behind(game, before) {
                        return true;
                    }
                    let Some((outer, replaced)) = self.open.pop() else { continue };
                    self.path.truncate(before);
                    self.path.extend(replaced);
                    before = outer;
                }
                _ => {}
            }
        }
        false
    }

    /// Does it hold on the path behind so many moves?
    fn holds_behind(&mut self, game: &dyn Subject, before: usize) -> bool {
        let line = Line { game, moves: &self.path, features: OnceCell::new() };
        self.matcher.all(&line).iter().any(|hit| hit.ply as usize > before)
    }
}

/// A game that goes on with a variation.
struct Line<'g> {
    game: &'g dyn Subject,
    moves: &'g [Move],
    features: OnceCell<Features>,
}

impl Subject for Line<'_> {
    fn tag(&self, name: &str) -> Option<Cow<'_, str>> {
        self.game.tag(name)
    }

    fn start(&self) -> &Position {
        self.game.start()
    }

    fn moves(&self) -> &[Move] {
        self.moves
    }

    fn features(&self) -> &Features {
        self.features.get_or_init(|| Features::of(self.start(), self.moves))
    }

    fn is_whole(&self) -> bool {
        true
    }

    fn is_chess960(&self) -> bool {
        self.game.is_chess960()
    }

    fn result(&self) -> GameResult {
        self.game.result()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::game::CheckOptions;
    use crate::check::record::read_games;
    use crate::query::GameSubject;

    fn is_in(expr: &str, text: &str) -> bool {
        let game = read_games(text.as_bytes(), CheckOptions::default()).remove(0);
        let mut moves = Vec::new();
        Matcher::new(&Expr::parse(expr).unwrap()).first(&GameSubject::new(&game, &mut moves)).is_some()
    }

    #[test]
    fn what_stands_only_in_variations_is_found_there() {
        let text =
            "1. e4 e5 (1... c5 2. Nf3 (2. f4 d5) 2... d6) 2. Nc3 (2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#) Nf6 *";
        for (expr, expected) in [
            ("Qh5", false),
            ("variation (Qh5)", true),
            ("variation (mate)", true),
            ("mate", false),
            ("variation (after \"1. e4 c5 2. f4\")", true),
            ("variation (after \"1. e4 c5 2. f4 d5\")", true),
            ("variation (after \"1. e4 c5 2. Nf3 d6\")", true),
            // Not along one line.
            ("variation (after \"1. e4 c5 2. f4 d6\")", false),
            // A position of the main line that a variation only comes from.
            ("variation (after \"1. e4\")", false),
            ("variation (after \"1. e4 e5 2. Nc3\")", false),
            ("variation (ply = 4 and pd5)", true),
            ("variation (ply = 3 and pd5)", false),
            ("variation (sequence (Nf3, pd6))", true),
            ("variation (sequence (pf4, pd6))", false),
            ("not variation (Qh5)", false),
            ("Nc3 and variation (Qh5)", true),
            ("variation (variation (Qh5))", false),
        ] {
            assert_eq!(is_in(expr, text), expected, "{expr}");
        }
        assert!(!is_in("variation (Ke1)", "1. e4 e5 *"));
    }
}
