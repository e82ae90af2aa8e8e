//! How a game ends on the board: mate, stalemate, material that cannot mate.

use super::bitboard::Bitboard;
use super::position::Position;
use super::types::{Color, Role};

/// The light squares.
const LIGHT: u64 = 0x55AA_55AA_55AA_55AA;

/// Can a side mate with what it has, whatever both sides play? Asked when the opponent has run out of time
/// (FIDE Laws 6.9).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatingMaterial {
    /// No sequence of moves mates: the game is drawn.
    Impossible,
    /// Knight or bishop alone, but the opponent's own men can help; some servers call it a draw.
    WithHelp,
    /// Nothing stands against it.
    Possible,
}

impl Position {
    /// In check and no legal move.
    pub fn is_mate(&self) -> bool {
        self.in_check() && !self.has_legal_move()
    }

    /// Not in check and no legal move.
    pub fn is_stalemate(&self) -> bool {
        !self.in_check() && !self.has_legal_move()
    }

    /// Only kings, or with them one knight, or any number of bishops all on squares of one colour: no sequence
    /// of moves mates (FIDE Laws 5.2.2).
    #[inline]
    pub fn is_dead_by_material(&self) -> bool {
        let men = self.occupied();
        // Kings and one minor piece are at most three men; only bishops can be more.
        let minor = self.both(Role::Knight) | self.both(Role::Bishop);
        if men.0 & !minor & !self.both(Role::King) != 0 {
            return false;
        }
        let knights = Bitboard(self.both(Role::Knight)).len();
        match knights {
            0 => one_colour(self.both(Role::Bishop)),
            1 => self.both(Role::Bishop) == 0,
            _ => false,
        }
    }

    /// Whether `color` could still mate with its material if the other side lost on time.
    pub fn mating_material(&self, color: Color) -> MatingMaterial {
        let own = |role| self.pieces(color, role);
        let other = |role| self.pieces(color.other(), role);
        let men = self.side(color).len();
        if men == 1 {
            return MatingMaterial::Impossible;
        }
        let knights = own(Role::Knight).len();
        let bishops = own(Role::Bishop);
        if knights == 1 && men == 2 {
            // King and queens can always take or interpose; any other man can be the one that blocks its king.
            let only_queens = self.side(color.other()).len() == 1 + other(Role::Queen).len();
            return if only_queens { MatingMaterial::Impossible } else { MatingMaterial::WithHelp };
        }
        if bishops.len() == men - 1 && one_colour(bishops.0) {
            let off_colour = if bishops.0 & LIGHT != 0 { !LIGHT } else { LIGHT };
            let helpless = other(Role::Pawn).is_empty()
                && other(Role::Knight).is_empty()
                && other(Role::Bishop).0 & off_colour == 0;
            return if helpless { MatingMaterial::Impossible } else { MatingMaterial::WithHelp };
        }
        MatingMaterial::Possible
    }

    pub(super) fn both(&self, role: Role) -> u64 {
        self.pieces(Color::White, role).0 | self.pieces(Color::Black, role).0
    }
}

fn one_colour(set: u64) -> bool {
    set & LIGHT == 0 || set & !LIGHT == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pos(fen: &str) -> Position {
        Position::from_fen(fen.as_bytes()).expect("readable").position
    }

    #[test]
    fn mate_is_check_without_a_move_and_stalemate_is_not() {
        assert!(pos("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3").is_mate());
        let patt = pos("7k/4Q3/8/8/8/8/8/K7 w - - 0 1");
        assert!(!patt.is_stalemate());
        assert!(pos("7k/5Q2/8/8/8/8/8/K7 b - - 0 1").is_stalemate());
        assert!(!pos("7k/5Q2/8/8/8/8/8/K7 b - - 0 1").is_mate());
        assert!(!pos("8/8/8/8/8/6k1/5p2/5K2 w - - 0 1").is_mate());
    }

    #[test]
    fn material_that_cannot_mate_is_dead() {
        for (fen, dead) in [
            ("8/8/8/4k3/8/3K4/8/8 w - - 0 1", true),
            ("8/8/8/4k3/8/3K4/8/2B5 w - - 0 1", true),
            ("8/8/8/4k3/8/3K4/8/2N5 w - - 0 1", true),
            ("8/8/4b3/4k3/8/3K4/8/3B4 w - - 0 1", true),
            ("8/8/5b2/4k3/8/3K4/8/3B4 w - - 0 1", false),
            ("8/8/8/4k3/8/3K4/8/1NN5 w - - 0 1", false),
            ("8/8/5n2/4k3/8/3K4/8/2N5 w - - 0 1", false),
            ("8/8/5n2/4k3/8/3K4/8/2B5 w - - 0 1", false),
            ("8/8/8/4k3/8/3K4/7P/8 w - - 0 1", false),
            ("8/8/8/4k3/8/3K4/8/7R w - - 0 1", false),
            ("K4b1k/b7/1b5b/B1b5/1B1b4/B1B1b3/1B1B1b2/B1B1B1b1 w - - 0 1", true),
        ] {
            assert_eq!(pos(fen).is_dead_by_material(), dead, "{fen}");
        }
    }

    #[test]
    fn a_win_on_time_needs_material_that_can_mate() {
        use MatingMaterial::{Impossible, Possible, WithHelp};
        for (fen, expected) in [
            ("8/8/8/4k3/8/3K4/8/7r w - - 0 1", Impossible),
            ("8/8/8/4k3/8/3K4/8/2B4r w - - 0 1", Impossible),
            ("8/8/8/4k3/8/3K4/7p/2B5 w - - 0 1", WithHelp),
            ("8/8/8/4k3/8/3K4/8/2B4n w - - 0 1", WithHelp),
            ("8/8/8/3bk3/8/3K4/8/2B5 w - - 0 1", WithHelp),
            ("8/8/8/4k3/3b4/3K4/8/2B5 w - - 0 1", Impossible),
            ("8/8/8/4k3/8/3K4/8/2N4q w - - 0 1", Impossible),
            ("8/8/8/4k3/8/3K4/8/2N4r w - - 0 1", WithHelp),
            ("8/8/8/4k3/8/3K4/8/1NN5 w - - 0 1", Possible),
            ("8/8/8/4k3/8/3K4/7P/8 w - - 0 1", Possible),
            ("8/8/8/4k3/8/3K4/8/2BB4 w - - 0 1", Possible),
        ] {
            assert_eq!(pos(fen).mating_material(Color::White), expected, "{fen}");
        }
    }
}
