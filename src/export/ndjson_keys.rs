//! The keys of games and moves in JSON, and where their values are.

/// The values of an object's keys, as indices of nodes.
pub(super) trait Keys: Default {
    /// All keys.
    const NAMES: &'static [&'static str];

    /// The place for the value of a key; `None` if there is no such key.
    fn slot(&mut self, key: &str) -> Option<&mut Option<usize>>;

    /// Forgets values.
    fn drop_where(&mut self, is_absent: impl Fn(usize) -> bool) {
        for name in Self::NAMES {
            if let Some(slot) = self.slot(name)
                && slot.is_some_and(&is_absent)
            {
                *slot = None;
            }
        }
    }

    /// The key that resembles this one.
    fn nearest(key: &str) -> Option<&'static str> {
        crate::notation::nearest::nearest(key, Self::NAMES.iter().copied())
    }
}

/// What may stand behind a move or in a line before its first.
#[derive(Default, Clone, Copy, Debug)]
pub(super) struct TailKeys {
    pub(super) nags: Option<usize>,
    pub(super) comments: Option<usize>,
    pub(super) draw_offer: Option<usize>,
    pub(super) rest: Option<usize>,
    pub(super) order: Option<usize>,
    pub(super) variations: Option<usize>,
}

impl TailKeys {
    fn slot(&mut self, key: &str) -> Option<&mut Option<usize>> {
        Some(match key {
            "nags" => &mut self.nags,
            "comments" => &mut self.comments,
            "draw_offer" => &mut self.draw_offer,
            "rest" => &mut self.rest,
            "order" => &mut self.order,
            "variations" => &mut self.variations,
            _ => return None,
        })
    }
}

/// The keys of a game.
#[derive(Default, Debug)]
pub(super) struct GameKeys {
    pub(super) game: Option<usize>,
    pub(super) line: Option<usize>,
    pub(super) language: Option<usize>,
    pub(super) tags: Option<usize>,
    pub(super) start_fen: Option<usize>,
    pub(super) result: Option<usize>,
    pub(super) chess960: Option<usize>,
    pub(super) whole: Option<usize>,
    pub(super) tail: TailKeys,
    pub(super) moves: Option<usize>,
    /// Those that follow from the others.
    derived: [Option<usize>; 4],
}

impl Keys for GameKeys {
    const NAMES: &'static [&'static str] = &[
        "file",
        "game",
        "line",
        "id",
        "language",
        "tags",
        "start_fen",
        "result",
        "plies",
        "final_fen",
        "chess960",
        "whole",
        "comments",
        "nags",
        "draw_offer",
        "rest",
        "order",
        "variations",
        "moves",
    ];

    fn slot(&mut self, key: &str) -> Option<&mut Option<usize>> {
        let [file, id, plies, final_fen] = &mut self.derived;
        Some(match key {
            "game" => &mut self.game,
            "line" => &mut self.line,
            "language" => &mut self.language,
            "tags" => &mut self.tags,
            "start_fen" => &mut self.start_fen,
            "result" => &mut self.result,
            "chess960" => &mut self.chess960,
            "whole" => &mut self.whole,
            "moves" => &mut self.moves,
            "file" => file,
            "id" => id,
            "plies" => plies,
            "final_fen" => final_fen,
            _ => return self.tail.slot(key),
        })
    }
}

/// The keys of a move, or of the head of a variation.
#[derive(Default, Debug)]
pub(super) struct MoveKeys {
    pub(super) san: Option<usize>,
    pub(super) uci: Option<usize>,
    pub(super) before: Option<usize>,
    pub(super) clock: Option<usize>,
    pub(super) eval: Option<usize>,
    pub(super) tail: TailKeys,
    /// Those that follow from the others.
    derived: [Option<usize>; 3],
}

impl Keys for MoveKeys {
    const NAMES: &'static [&'static str] = &[
        "ply",
        "san",
        "uci",
        "nags",
        "before",
        "comments",
        "clock",
        "eval",
        "key",
        "fen",
        "draw_offer",
        "rest",
        "order",
        "variations",
    ];

    fn slot(&mut self, key: &str) -> Option<&mut Option<usize>> {
        let [ply, hash, fen] = &mut self.derived;
        Some(match key {
            "san" => &mut self.san,
            "uci" => &mut self.uci,
            "before" => &mut self.before,
            "clock" => &mut self.clock,
            "eval" => &mut self.eval,
            "ply" => ply,
            "key" => hash,
            "fen" => fen,
            _ => return self.tail.slot(key),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every_name_has_a_place_of_its_own<K: Keys>() {
        let mut keys = K::default();
        for (index, name) in K::NAMES.iter().enumerate() {
            let slot = keys.slot(name).unwrap_or_else(|| panic!("{name}"));
            assert_eq!(slot.replace(index), None, "{name}");
        }
        assert!(keys.slot("").is_none());
    }

    #[test]
    fn every_key_has_a_place_of_its_own() {
        every_name_has_a_place_of_its_own::<GameKeys>();
        every_name_has_a_place_of_its_own::<MoveKeys>();
        assert_eq!(MoveKeys::nearest("coments"), Some("comments"));
        assert_eq!(MoveKeys::nearest("whatever"), None);
    }
}
