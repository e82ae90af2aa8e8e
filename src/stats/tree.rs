//! The moves that were played from a position, over all games.
//!
//! A game counts where it has the position for the first time, however it came there: same pieces, side to move,
//! castling rights and en-passant possibility, as in [`Position::same_as`]. Moves that lead to one position stay
//! different moves. Below the first moves the tree is one of move orders: what is counted for 1. e4 e5 is those games
//! that went on in this order from the position, and not those that come to the same in another one.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use super::report::Part;
use super::survey::{Count, Place, Places, Survey, Tally};
use super::tree_nodes::{MoveTree, Played};
use super::tree_parts::parts;
use crate::chess::{Color, Move, Position};
use crate::query::Subject;
use crate::query::expr::{Expr, FenTest, PlyTerm, Problem, Term, played};
use crate::query::store_subject::{date, rating};
use crate::store::column::Column;
use crate::store::format::Kind;
use crate::store::tags::unpack_result;
use crate::store::{Columns, StoreError};

/// What is asked about the moves from a position.
#[derive(Clone, Debug)]
pub struct TreeOptions {
    /// The position.
    pub position: Position,
    /// How many plies are followed; 1: the moves in the position.
    pub depth: usize,
    /// At most so many moves of a position are shown.
    pub top: usize,
    /// Moves of fewer games are not shown.
    pub min_games: u64,
}

/// The survey.
pub struct Tree(Arc<TreeOptions>);

impl Tree {
    /// Of these moves.
    pub fn new(options: TreeOptions) -> Tree {
        Tree(Arc::new(options))
    }

    /// The position of a FEN, or the classic start, after moves in any notation, or none.
    ///
    /// # Errors
    /// The FEN or the moves cannot be read.
    pub fn position(fen: Option<&str>, moves: Option<&str>) -> Result<Position, Problem> {
        let start = match fen {
            Some(fen) => FenTest::parse(fen)?.position().clone(),
            None => Position::start(),
        };
        moves.map_or(Ok(start.clone()), |moves| played(&start, moves))
    }
}

impl Survey for Tree {
    fn tally(&self) -> Tally {
        Tally::new(TreeCount::new(&self.0))
    }

    fn only(&self) -> Option<Expr> {
        let position = &self.0.position;
        // Nearly all games have it, and it is seen at once.
        let is_everywhere = position.same_as(Position::classic());
        (!is_everywhere).then(|| Expr::Term(Term::Ply(PlyTerm::Fen(Box::new(FenTest::of(position))))))
    }
}

/// What was counted.
struct TreeCount {
    options: Arc<TreeOptions>,
    tree: MoveTree,
    /// The position is the one that most games start from.
    is_classic: bool,
    /// Men in the position; a game with fewer does not come to it any more.
    men: u32,
    /// Memory.
    reached: Position,
}

impl TreeCount {
    fn new(options: &Arc<TreeOptions>) -> TreeCount {
        let position = &options.position;
        TreeCount {
            tree: MoveTree::new(position.turn(), options.depth),
            is_classic: position.same_as(Position::classic()),
            men: position.occupied().len(),
            reached: position.clone(),
            options: Arc::clone(options),
        }
    }

    /// Plays a game up to the position; the moves that are left are those from there on. `false` if it never has it.
    #[inline]
    fn reaches(&mut self, start: &Position, moves: &mut impl Iterator<Item = Move>) -> bool {
        let wanted = &self.options.position;
        if wanted.same_as(start) {
            return true;
        }
        let position = &mut self.reached;
        position.clone_from(start);
        for mv in moves {
            let moved = position.make(mv);
            if wanted.same_as(position) {
                return true;
            }
            if moved.is_capture() && position.occupied().len() < self.men {
                return false;
            }
        }
        false
    }
}

impl TreeCount {
    /// Counts games of a store of which nothing but the first move matters.
    fn first_moves(
        &mut self,
        columns: &Columns<'_>,
        firsts: Column<'_>,
        games: Range<u32>,
        place: &dyn Fn(u32) -> Place,
    ) -> Result<(), StoreError> {
        let facts = Facts::of(columns);
        let mut end = facts.plies_before(games.start);
        for game in games {
            let begin = std::mem::replace(&mut end, facts.plies.get(game as usize));
            let first = firsts.get(game as usize) as u16;
            // A game from elsewhere comes to the position later, or never.
            if !columns.is_classic(game) || first == 0 && begin < end {
                self.all_moves(columns, game..game.saturating_add(1), place)?;
                continue;
            }
            let moves = (first != 0).then(|| Move::from_bits(first)).into_iter();
            facts.add(&mut self.tree, columns, game, place, moves);
        }
        Ok(())
    }

    /// Counts games of a store.
    fn all_moves(
        &mut self,
        columns: &Columns<'_>,
        games: Range<u32>,
        place: &dyn Fn(u32) -> Place,
    ) -> Result<(), StoreError> {
        let facts = Facts::of(columns);
        let all_moves = columns.moves_of(games.clone())?;
        let mut end = facts.plies_before(games.start);
        for game in games {
            let begin = std::mem::replace(&mut end, facts.plies.get(game as usize));
            let mut moves = all_moves.between(begin, end);
            let is_there = match columns.is_classic(game) {
                true => self.is_classic || self.reaches(Position::classic(), &mut moves),
                false => self.reaches(&columns.start(game)?, &mut moves),
            };
            if is_there {
                facts.add(&mut self.tree, columns, game, place, moves);
            }
        }
        Ok(())
    }
}

/// The columns of what the tree wants to know of a game.
struct Facts<'s> {
    results: Column<'s>,
    dates: Column<'s>,
    white_elo: Column<'s>,
    black_elo: Column<'s>,
    plies: Column<'s>,
}

impl<'s> Facts<'s> {
    fn of(columns: &Columns<'s>) -> Facts<'s> {
        Facts {
            results: columns.all(Kind::Result),
            dates: columns.all(Kind::Date),
            white_elo: columns.all(Kind::WhiteElo),
            black_elo: columns.all(Kind::BlackElo),
            plies: columns.all(Kind::PliesEnd),
        }
    }

    /// Plies of the games before this one.
    fn plies_before(&self, game: u32) -> u64 {
        game.checked_sub(1).map_or(0, |before| self.plies.get(before as usize))
    }

    /// Adds a game that goes on with these moves from the position.
    #[inline(always)]
    fn add(
        &self,
        tree: &mut MoveTree,
        columns: &Columns<'_>,
        game: u32,
        place: &dyn Fn(u32) -> Place,
        moves: impl Iterator<Item = Move>,
    ) {
        let name = |color| {
            let column = match color {
                Color::White => Kind::White,
                Color::Black => Kind::Black,
            };
            columns.name(column, game).map(Cow::Borrowed)
        };
        let index = game as usize;
        let played = Played {
            result: unpack_result(self.results.get(index)),
            white_elo: rating(self.white_elo.get(index)),
            black_elo: rating(self.black_elo.get(index)),
            year: date(self.dates.get(index)).year,
            place: &|| place(game),
            name: &name,
        };
        tree.add(&played, moves);
    }
}

impl Count for TreeCount {
    fn game(&mut self, game: &dyn Subject, place: Place) {
        if game.has_key(self.options.position.key()) == Some(false) {
            return;
        }
        let mut moves = game.moves().iter().copied();
        if !self.reaches(game.start(), &mut moves) {
            return;
        }
        let name = |color| {
            game.tag(match color {
                Color::White => "White",
                Color::Black => "Black",
            })
        };
        let played = Played {
            result: game.result(),
            white_elo: game.white_elo(),
            black_elo: game.black_elo(),
            year: game.date().year,
            place: &|| place,
            name: &name,
        };
        self.tree.add(&played, moves);
    }

    fn reads_columns(&self) -> bool {
        true
    }

    fn stored(&mut self, columns: &Columns<'_>, game: u32, place: Place) -> Result<(), StoreError> {
        self.stored_all(columns, game..game.saturating_add(1), &|_| place)
    }

    fn stored_all(
        &mut self,
        columns: &Columns<'_>,
        games: Range<u32>,
        place: &dyn Fn(u32) -> Place,
    ) -> Result<(), StoreError> {
        if self.is_classic
            && self.options.depth == 1
            && let Some(firsts) = columns.first_moves()
        {
            return self.first_moves(columns, firsts, games, place);
        }
        self.all_moves(columns, games, place)
    }

    fn merge(&mut self, later: TreeCount) {
        self.tree.merge(later.tree);
    }

    fn parts(self, places: &Places) -> Vec<Part> {
        parts(&self.options, &self.tree, places)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{figure, rows, surveyed, table};
    use super::*;

    fn options(moves: Option<&str>, fen: Option<&str>, depth: usize) -> TreeOptions {
        TreeOptions {
            position: Tree::position(fen, moves).expect("a position"),
            depth,
            top: 20,
            min_games: 1,
        }
    }

    /// Four ways to 1. d4 d5 2. Nf3 Nf6, one of them with a detour, and one game that stays away.
    const TRANSPOSED: &str = r#"
[White "A"] [Black "B"] [WhiteElo "2400"] [BlackElo "2500"] [Date "1999.01.02"] [Result "1-0"]

1. d4 d5 2. Nf3 Nf6 3. c4 e6 1-0

[White "C"] [Black "D"] [WhiteElo "2600"] [BlackElo "2300"] [Date "2001.??.??"] [Result "1/2-1/2"]

1. Nf3 Nf6 2. d4 d5 3. c4 c6 1/2-1/2

[White "E"] [Black "F"] [Result "0-1"]

1. Nf3 d5 2. d4 Nf6 3. Bf4 Bf5 4. Nc3 0-1

[White "G"] [Black "H"] [Result "*"]

1. d4 d5 2. Nf3 Nf6 3. Ng1 Ng8 4. Nf3 Nf6 5. c4 *

[White "I"] [Black "J"] [Result "1-0"]

1. d4 Nf6 2. Nf3 d5 1-0

[White "K"] [Black "L"] [Result "1-0"]

1. e4 e5 1-0
"#;

    #[test]
    fn games_count_at_the_first_time_however_they_come_there() {
        let tree = Tree::new(options(Some("1. d4 d5 2. Sf3 Sf6"), None, 1));
        let parts = surveyed(&tree, TRANSPOSED);
        let figures = ["games", "white_wins", "draws", "black_wins", "other_results", "ends_here"];
        assert_eq!(figures.map(|key| figure(&parts, key)), ["5", "2", "1", "1", "1", "1"]);
        assert_eq!(figure(&parts, "score"), "62.5%");
        let moves = table(&parts, "tree_moves");
        assert_eq!(
            rows(moves, "move games share white_wins draws black_wins score elo last_year"),
            [
                "c4 | 2 | 40.0% | 1 | 1 | 0 | 75.0% | 2500 | 2001",
                "Bf4 | 1 | 20.0% | 0 | 0 | 1 | 0.0% | - | -",
                "Ng1 | 1 | 20.0% | 0 | 0 | 0 | - | - | -",
            ]
        );
        // 1.5 points of 2 against 2400 on average: 2400 + 193. The ratings of both games sum up to 4900: the first.
        assert_eq!(
            rows(moves, "performance top_game players"),
            ["2593 | a.pgn#1 | A - B", "- | a.pgn#3 | E - F", "- | a.pgn#4 | G - H"]
        );
        assert_eq!(rows(moves, "opening"), ["-", "D02 Queen's Pawn Game: London System", "-"]);
        assert_eq!(figure(&parts, "opening"), "D02 Queen's Pawn Game: Symmetrical Variation");
    }

    #[test]
    fn a_deeper_tree_follows_the_moves() {
        let tree = Tree::new(options(Some("d4 d5"), None, 3));
        let parts = surveyed(&tree, TRANSPOSED);
        // Three games come by way of 1. d4 d5 or 1. Nf3 d5 2. d4, which is another position: two are left.
        assert_eq!(
            rows(table(&parts, "tree_moves"), "line move games"),
            [
                "2. Nf3 | Nf3 | 2",
                "2. Nf3 Nf6 | Nf6 | 2",
                "2. Nf3 Nf6 3. Ng1 | Ng1 | 1",
                "2. Nf3 Nf6 3. c4 | c4 | 1"
            ]
            .map(str::to_owned)
        );
        assert_eq!(figure(&parts, "depth"), "3");
        let few = Tree::new(TreeOptions { top: 1, ..options(Some("d4 d5"), None, 3) });
        let parts = surveyed(&few, TRANSPOSED);
        let moves = table(&parts, "tree_moves");
        assert_eq!((rows(moves, "line").len(), moves.left_out), (3, 1));
        let frequent = Tree::new(TreeOptions { min_games: 2, ..options(Some("d4 d5"), None, 3) });
        let parts = surveyed(&frequent, TRANSPOSED);
        let moves = table(&parts, "tree_moves");
        assert_eq!((rows(moves, "line").len(), moves.left_out), (2, 2));
    }

    #[test]
    fn black_moves_have_dots_before_a_line() {
        let parts = surveyed(&Tree::new(options(Some("d4 d5 Nf3"), None, 2)), TRANSPOSED);
        assert_eq!(
            rows(table(&parts, "tree_moves"), "line games"),
            ["2... Nf6 | 3", "2... Nf6 3. Bf4 | 1", "2... Nf6 3. Ng1 | 1", "2... Nf6 3. c4 | 1"]
        );
    }

    /// Rights are part of the position: with the king's rook on g1 the same squares are another position.
    #[test]
    fn castling_in_chess960_is_a_move_of_its_own() {
        let head = "[Variant \"Chess960\"]\n[SetUp \"1\"]\n";
        let a = "[FEN \"1k6/8/8/8/8/8/8/R4KR1 w GA - 0 1\"]";
        let b = "[FEN \"1k6/8/8/8/8/8/8/R4KR1 w A - 0 1\"]";
        let pgn = format!(
            "{head}{a}\n\n1. O-O *\n\n{head}{a}\n\n1. O-O-O *\n\n{head}{a}\n\n1. Kf2 *\n\n{head}{b}\n\n1. Kf2 *\n\n"
        );
        let with_both = Tree::new(options(None, Some("1k6/8/8/8/8/8/8/R4KR1 w GA - 0 1"), 1));
        let parts = surveyed(&with_both, &pgn);
        assert_eq!(rows(table(&parts, "tree_moves"), "move games"), ["Kf2 | 1", "O-O | 1", "O-O-O | 1"]);
        let with_one = Tree::new(options(None, Some("1k6/8/8/8/8/8/8/R4KR1 w A - 0 1"), 1));
        assert_eq!(rows(table(&surveyed(&with_one, &pgn), "tree_moves"), "move games"), ["Kf2 | 1"]);
    }

    #[test]
    fn the_index_is_asked_unless_all_games_have_the_position() {
        assert_eq!(Tree::new(options(None, None, 1)).only(), None);
        let only = Tree::new(options(Some("1. e4"), None, 1)).only().expect("an expression");
        assert_eq!(only.to_string(), "fen \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\"");
        assert!(
            Tree::position(None, Some("1. e4 e4")).is_err() && Tree::position(Some("8/8 w"), None).is_err()
        );
        let later = Tree::position(Some("4k3/8/8/8/8/8/8/4K2R w K - 0 9"), Some("O-O")).expect("a position");
        assert_eq!(later.fullmove_number(), 9);
    }
}
