//! What is changed in a game before it is written: parts left out, tags kept, dropped, set, added.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use crate::chess::Position;
use crate::chess::fen::FenStyle;
use crate::pgn::known_tag::KnownTag;
use crate::replay::game::{Game, Item};
use crate::replay::opening::Opening;

/// A tag that is worked out from the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Added {
    /// `PlyCount`, the plies of the main line.
    PlyCount,
    /// `FinalFEN`, the position after the main line.
    FinalFen,
    /// `FinalKey`, the Polyglot key of that position, 16 hexadecimal digits.
    FinalKey,
    /// `ECO`, `Opening`, `Variation` and `SubVariation`, by the last position of the main line that has a name.
    Opening,
}

/// Changes of every game, in the order of the fields.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Edit {
    /// New names for players: the values of White and Black.
    pub rename: HashMap<String, String>,
    /// Tags that are set to a value.
    pub set: Vec<(String, String)>,
    /// Leave out clock readings and times in comments.
    pub no_clocks: bool,
    /// Leave out comments; text that could not be read as moves stays.
    pub no_comments: bool,
    /// Leave out annotation glyphs.
    pub no_nags: bool,
    /// Leave out variations.
    pub no_variations: bool,
    /// Only these plies of the main line, 1-based.
    pub plies: Option<RangeInclusive<u32>>,
    /// Only these tags and the roster; empty: all.
    pub keep_tags: Vec<String>,
    /// Not these tags.
    pub drop_tags: Vec<String>,
    /// Only the roster, and what the game cannot be read without.
    pub roster_only: bool,
    /// Tags that are worked out.
    pub add: Vec<Added>,
}

impl Edit {
    /// Changes the game.
    pub fn apply(&self, game: &mut Game) {
        if !self.rename.is_empty() {
            for (_, value) in game.tags.iter_mut().filter(|tag| matches!(tag.0.as_str(), "White" | "Black")) {
                if let Some(new) = self.rename.get(value.as_str()) {
                    value.clone_from(new);
                }
            }
        }
        for (name, value) in &self.set {
            game.set_tag(name, value.as_str());
        }
        if self.no_clocks {
            leave_out_clocks(game);
        }
        if self.no_variations {
            leave_out_variations(game);
        }
        if self.no_comments || self.no_nags {
            game.items.retain(|item| match item {
                Item::Comment(_) => !self.no_comments,
                Item::Nag(_) => !self.no_nags,
                _ => true,
            });
        }
        if let Some(plies) = &self.plies {
            cut(game, plies);
        }
        self.tags(game);
    }

    fn tags(&self, game: &mut Game) {
        if self.roster_only || !self.keep_tags.is_empty() || !self.drop_tags.is_empty() {
            game.tags.retain(|(name, _)| {
                let is_kept = if self.roster_only {
                    is_roster(name)
                } else {
                    self.keep_tags.is_empty() || is_roster(name) || self.keep_tags.contains(name)
                };
                // Without its start position a game cannot be read back.
                matches!(name.as_str(), "FEN" | "SetUp" | "Variant")
                    || is_kept && !self.drop_tags.contains(name)
            });
        }
        for added in &self.add {
            match added {
                Added::PlyCount => game.set_tag("PlyCount", game.plies().to_string()),
                Added::FinalFen => game.set_tag("FinalFEN", game.final_position().fen(FenStyle::default())),
                Added::FinalKey => game.set_tag("FinalKey", format!("{:016x}", game.final_position().key())),
                Added::Opening => add_opening(game),
            }
        }
    }
}

/// Names the opening. A game that reaches no position of the table keeps what it says; so does an ECO tag that is the
/// same and finer (`E12/05`). A variation that the name has not, goes: it belonged to the name before.
fn add_opening(game: &mut Game) {
    let Some(opening) = Opening::of(game) else { return };
    if !game.tag("ECO").is_some_and(|eco| eco.starts_with(opening.eco)) {
        game.set_tag("ECO", opening.eco);
    }
    game.set_tag("Opening", opening.family());
    for (name, value) in [("Variation", opening.variation()), ("SubVariation", opening.subvariation())] {
        match value {
            Some(value) => game.set_tag(name, value),
            None => game.tags.retain(|tag| tag.0 != name),
        }
    }
}

fn is_roster(name: &str) -> bool {
    KnownTag::ROSTER.iter().any(|known| known.name() == name)
}

fn leave_out_variations(game: &mut Game) {
    let mut depth = 0usize;
    game.items.retain(|item| {
        match item {
            Item::Open => depth += 1,
            Item::Close => {
                depth = depth.saturating_sub(1);
                return false;
            }
            _ => {}
        }
        depth == 0
    });
}

/// Takes `[%clk ...]`, `[%emt ...]` and their kin out of the comments; a comment with nothing else goes too.
fn leave_out_clocks(game: &mut Game) {
    game.items.retain_mut(|item| {
        let Item::Comment(text) = item else { return true };
        if !text.contains("[%") {
            return true;
        }
        *text = without_clocks(text);
        !text.is_empty()
    });
}

fn without_clocks(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("[%") {
        let (before, command) = rest.split_at(at);
        kept.push_str(before);
        let name = command.get(2..).unwrap_or_default();
        let is_clock = ["clk ", "emt ", "egt ", "mct "].iter().any(|clock| name.starts_with(clock));
        match command.find(']') {
            Some(end) if is_clock => {
                rest = command.get(end + 1..).unwrap_or_default();
                // One of the two blanks round it goes along.
                if kept.is_empty() || kept.ends_with(' ') {
                    rest = rest.trim_start_matches(' ');
                }
            }
            _ => {
                kept.push_str("[%");
                rest = name;
            }
        }
    }
    kept.push_str(rest);
    if kept.len() < text.len() { kept.trim().to_owned() } else { kept }
}

/// Keeps these plies of the main line with what belongs to them. The game then begins at the first of them.
fn cut(game: &mut Game, plies: &RangeInclusive<u32>) {
    let (mut depth, mut ply) = (0usize, 0u32);
    let mut start: Position = game.start.clone();
    let is_cut_short = game.plies() as u64 > u64::from(*plies.end());
    game.items.retain(|item| {
        match item {
            Item::Open => depth += 1,
            Item::Close => depth = depth.saturating_sub(1),
            Item::Move { facts, .. } if depth == 0 => {
                ply += 1;
                if ply < *plies.start() {
                    start.play(facts.mv);
                }
            }
            // What stands before the first move belongs to the whole game.
            Item::Comment(_) if ply == 0 => return true,
            // The rest of a game that breaks off stands behind its last move.
            Item::Rest(_) if depth == 0 => return !is_cut_short,
            _ => {}
        }
        // A bracket closes what was opened behind the same move.
        plies.contains(&ply)
    });
    if *plies.start() > 1 {
        game.set_tag("FEN", start.fen(FenStyle::default()));
        game.set_tag("SetUp", "1");
        game.start = start;
    }
    if game.tag("PlyCount").is_some() {
        game.set_tag("PlyCount", game.plies().to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::game::CheckOptions;
    use crate::check::record::read_games;
    use crate::export::pgn::{PgnOptions, write_game};

    const GAME: &str = "[Event \"a\"]\n[White \"Morphy, P\"]\n[ECO \"C44\"]\n\n\
        {first} 1. e4 {[%clk 0:10:00] good [%eval 0.3]} e5 $1 (1... c5 {s} 2. c3) 2. Nf3 {[%clk 0:09:00]} Nc6 1-0\n";

    fn edited(edit: &Edit) -> String {
        let mut game = read_games(GAME.as_bytes(), CheckOptions::default()).remove(0);
        edit.apply(&mut game);
        let mut out = String::new();
        write_game(&game, &PgnOptions { width: 1000, ..PgnOptions::default() }, &mut out);
        out
    }

    fn moves(edit: Edit) -> String {
        edited(&edit).split_once("\n\n").unwrap().1.trim_end().to_owned()
    }

    #[test]
    fn parts_are_left_out() {
        let comments = Edit { no_comments: true, ..Edit::default() };
        assert_eq!(moves(comments), "1. e4 e5 $1 (1... c5 2. c3) 2. Nf3 Nc6 1-0");
        let all = Edit { no_comments: true, no_nags: true, no_variations: true, ..Edit::default() };
        assert_eq!(moves(all), "1. e4 e5 2. Nf3 Nc6 1-0");
    }

    #[test]
    fn clocks_go_and_the_rest_of_the_comment_stays() {
        let clocks = Edit { no_clocks: true, no_variations: true, ..Edit::default() };
        assert_eq!(moves(clocks), "{first} 1. e4 {good [%eval 0.3]} 1... e5 $1 2. Nf3 Nc6 1-0");
        assert_eq!(without_clocks("a [%clk 1:00] b"), "a b");
        assert_eq!(without_clocks("[%clk 1:00][%emt 5]"), "");
        assert_eq!(without_clocks("[%cal Ga1a2] [%clk"), "[%cal Ga1a2] [%clk");
    }

    #[test]
    fn a_stretch_of_plies_begins_with_its_position() {
        let text = edited(&Edit { plies: Some(2..=3), ..Edit::default() });
        assert!(
            text.contains("[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\"]"),
            "{text}"
        );
        assert!(
            text.ends_with("{first} 1... e5 $1 (1... c5 {s} 2. c3) 2. Nf3 {[%clk 0:09:00]} 1-0\n\n"),
            "{text}"
        );
    }

    #[test]
    fn tags_are_kept_dropped_set_and_added() {
        let tags = |edit: Edit| edited(&edit).split_once("\n\n").unwrap().0.to_owned();
        assert!(!tags(Edit { drop_tags: vec!["ECO".into()], ..Edit::default() }).contains("ECO"));
        assert!(!tags(Edit { roster_only: true, ..Edit::default() }).contains("ECO"));
        let kept = tags(Edit { keep_tags: vec!["ECO".into()], ..Edit::default() });
        assert!(kept.contains("[ECO") && kept.contains("[White"), "{kept}");
        let rename = [("Morphy, P".to_owned(), "Morphy, Paul".to_owned())].into();
        let set = vec![("Site".to_owned(), "Paris".to_owned())];
        let add = vec![Added::PlyCount, Added::FinalKey];
        let all = tags(Edit { rename, set, add, ..Edit::default() });
        for part in ["\"Morphy, Paul\"", "[Site \"Paris\"]", "[PlyCount \"4\"]", "[FinalKey \""] {
            assert!(all.contains(part), "{all}");
        }
    }

    #[test]
    fn the_opening_is_named_by_position() {
        let opening = |tags: &str, moves: &str| {
            let text = format!("{tags}\n{moves}\n");
            let mut game = read_games(text.as_bytes(), CheckOptions::default()).remove(0);
            Edit { add: vec![Added::Opening], ..Edit::default() }.apply(&mut game);
            ["ECO", "Opening", "Variation", "SubVariation"].map(|name| game.tag(name).map(str::to_owned))
        };
        let all = |values: [&str; 4]| values.map(|value| Some(value.to_owned()).filter(|v| !v.is_empty()));
        let najdorf = "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be3 *";
        let expected = all(["B90", "Sicilian Defense", "Najdorf Variation", "English Attack"]);
        assert_eq!(opening("", najdorf), expected);
        // What was said before is replaced, with the variation that no longer fits.
        let tags = "[ECO \"C44\"]\n[Opening \"Schottisch\"]\n[Variation \"a\"]\n[SubVariation \"b\"]\n";
        assert_eq!(opening(tags, najdorf), expected);
        assert_eq!(opening(tags, "1. e4 c5 *"), all(["B20", "Sicilian Defense", "", ""]));
        // A finer code of the same opening stays, and so does everything where nothing is known.
        assert_eq!(opening("[ECO \"B20/01\"]\n", "1. e4 c5 *"), all(["B20/01", "Sicilian Defense", "", ""]));
        assert_eq!(opening(tags, "*"), all(["C44", "Schottisch", "a", "b"]));
    }
}
