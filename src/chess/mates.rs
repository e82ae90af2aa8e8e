//! Mates that have a name. The final position decides; scholar's and fool's mate look at the game too.
//!
//! In all of them a man "takes" a square that it attacks with the king thought away, whether or not a man of the
//! mated side stands there as well.

use super::attacks;
use super::bitboard::Bitboard;
use super::position::Position;
use super::types::{Color, Move, Role, Square};

/// Last move by which a scholar's mate is one, counted in full moves.
const SCHOLARS_MOVES: u32 = 7;
/// Last move by which a fool's mate is one, counted in full moves.
const FOOLS_MOVES: u32 = 4;

/// A named mate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum NamedMate {
    /// A knight mates a king all of whose neighbouring squares are occupied by its own men.
    Smothered = 0,
    /// A rook or queen mates along the king's own first rank; its own men stand on every square before it.
    BackRank = 1,
    /// A queen or rook mates at right angles to the line on which own men stand on both sides of the king.
    Epaulette = 2,
    /// A rook beside a king in the corner, guarded by the knight that takes the other square on the edge.
    Arabian = 3,
    /// A rook or queen mates along the edge file; a knight takes two squares beside the king, its own man blocks the
    /// third.
    Anastasia = 4,
    /// One bishop mates, another takes flight squares, and no rook or queen takes one.
    TwoBishops = 5,
    /// The queen takes or comes to f7 or f2, guarded by a bishop, by move 7, before the king has moved.
    Scholars = 6,
    /// The queen mates from a distance on the diagonal e1-h4 or e8-h5 by move 4.
    Fools = 7,
}

impl NamedMate {
    /// All eight in the order of their codes.
    pub const ALL: [NamedMate; 8] = [
        NamedMate::Smothered,
        NamedMate::BackRank,
        NamedMate::Epaulette,
        NamedMate::Arabian,
        NamedMate::Anastasia,
        NamedMate::TwoBishops,
        NamedMate::Scholars,
        NamedMate::Fools,
    ];

    /// A number from 0 to 7 that stays the same in later versions.
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// The mate with this code.
    pub fn from_code(code: u8) -> Option<NamedMate> {
        NamedMate::ALL.get(usize::from(code)).copied()
    }

    /// The name as the filter language writes it.
    pub const fn name(self) -> &'static str {
        match self {
            NamedMate::Smothered => "smothered",
            NamedMate::BackRank => "back-rank",
            NamedMate::Epaulette => "epaulette",
            NamedMate::Arabian => "arabian",
            NamedMate::Anastasia => "anastasia",
            NamedMate::TwoBishops => "two-bishops",
            NamedMate::Scholars => "scholars",
            NamedMate::Fools => "fools",
        }
    }

    /// Reads a name; capitals do not matter.
    pub fn parse(name: &str) -> Option<NamedMate> {
        NamedMate::ALL.into_iter().find(|mate| mate.name().eq_ignore_ascii_case(name))
    }
}

/// A set of named mates; a mate may have several names, and most have none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct NamedMates(u8);

impl NamedMates {
    /// No name at all.
    pub const NONE: NamedMates = NamedMates(0);

    /// The set with these bits, as [`NamedMates::bits`] gave them.
    pub const fn from_bits(bits: u8) -> NamedMates {
        NamedMates(bits)
    }

    /// Bit `n` is the mate with code `n`.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Is there no name in the set?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Is this name in the set?
    pub const fn contains(self, mate: NamedMate) -> bool {
        self.0 >> mate.code() & 1 != 0
    }

    /// The names, in the order of their codes.
    pub fn iter(self) -> impl Iterator<Item = NamedMate> {
        NamedMate::ALL.into_iter().filter(move |mate| self.contains(*mate))
    }
}

impl FromIterator<NamedMate> for NamedMates {
    fn from_iter<I: IntoIterator<Item = NamedMate>>(mates: I) -> NamedMates {
        NamedMates(mates.into_iter().fold(0, |bits, mate| bits | 1 << mate.code()))
    }
}

/// What the final position does not tell about the game that led to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MateStory {
    /// The mating move.
    pub last: Move,
    /// Its number in full moves, 1 for the first.
    pub move_number: u32,
    /// The game began from the classic start position.
    pub is_classic_start: bool,
    /// The mated king moved, or castled, at any time.
    pub king_moved: bool,
}

/// The names of the mate on the board; none if `position` is no mate.
pub fn named_mates(position: &Position, story: &MateStory) -> NamedMates {
    if !position.is_mate() {
        return NamedMates::NONE;
    }
    let board = Mated::new(position);
    let fits = |mate: &NamedMate| match mate {
        NamedMate::Smothered => board.is_smothered(),
        NamedMate::BackRank => board.is_back_rank(),
        NamedMate::Epaulette => board.is_epaulette(),
        NamedMate::Arabian => board.is_arabian(),
        NamedMate::Anastasia => board.is_anastasia(),
        NamedMate::TwoBishops => board.is_two_bishops(),
        NamedMate::Scholars => board.is_scholars(story),
        NamedMate::Fools => board.is_fools(story),
    };
    NamedMate::ALL.into_iter().filter(fits).collect()
}

/// A mate on the board as the definitions look at it.
struct Mated<'a> {
    position: &'a Position,
    /// The mated side.
    victim: Color,
    king: Square,
    /// The squares round the king.
    around: u64,
    /// The men of the mated side.
    own: u64,
    checkers: Bitboard,
}

impl<'a> Mated<'a> {
    fn new(position: &'a Position) -> Mated<'a> {
        let victim = position.turn();
        let king = position.king(victim);
        Mated {
            position,
            victim,
            king,
            around: attacks::KING[king.index()],
            own: position.side(victim).0,
            checkers: position.checkers(),
        }
    }

    fn winner(&self, role: Role) -> Bitboard {
        self.position.pieces(self.victim.other(), role)
    }

    /// Checking rooks and queens.
    fn heavy_checkers(&self) -> Bitboard {
        Bitboard(self.checkers.0 & (self.winner(Role::Rook).0 | self.winner(Role::Queen).0))
    }

    /// The men of the mating side that take `square`.
    fn takers(&self, square: Square) -> u64 {
        let occupied = Bitboard(self.position.occupied().0 & !self.king.bit());
        self.position.attackers(square, self.victim.other(), occupied).0
    }

    fn is_smothered(&self) -> bool {
        self.checkers.0 & self.winner(Role::Knight).0 != 0 && self.around & !self.own == 0
    }

    fn is_back_rank(&self) -> bool {
        let (home, next) = match self.victim {
            Color::White => (RANK_1, RANK_1 << 8),
            Color::Black => (RANK_1 << 56, RANK_1 << 48),
        };
        self.king.bit() & home != 0
            && self.heavy_checkers().0 & home != 0
            && self.around & next & !self.own == 0
    }

    fn is_epaulette(&self) -> bool {
        let (king, men) = (self.king, self.own);
        let rank = self.around & RANK_1 << (8 * king.rank());
        let file = self.around & FILE_A << king.file();
        let shouldered = |sides: u64| sides.count_ones() == 2 && sides & !men == 0;
        self.heavy_checkers().any(|from| {
            from.file() == king.file() && shouldered(rank) || from.rank() == king.rank() && shouldered(file)
        })
    }

    fn is_arabian(&self) -> bool {
        let edge = self.around & !(attacks::bishop(self.king.index(), 0));
        let knights = self.winner(Role::Knight).0;
        let in_corner = self.around.count_ones() == 3;
        let rooks = self.checkers.0 & self.winner(Role::Rook).0 & edge;
        in_corner
            && Bitboard(rooks).any(|rook| {
                let guards = attacks::KNIGHT[rook.index()] & knights;
                Bitboard(edge & !rook.bit()).any(|other| guards & attacks::KNIGHT[other.index()] != 0)
            })
    }

    fn is_anastasia(&self) -> bool {
        let file = FILE_A << self.king.file();
        let inward = self.around & !file;
        let on_edge_file = file & (FILE_A | FILE_A << 7) != 0 && inward.count_ones() == 3;
        on_edge_file
            && self.heavy_checkers().0 & file != 0
            && self.winner(Role::Knight).any(|knight| {
                let taken = inward & attacks::KNIGHT[knight.index()];
                taken.count_ones() == 2 && inward & !taken & !self.own == 0
            })
    }

    fn is_two_bishops(&self) -> bool {
        let bishops = self.winner(Role::Bishop).0;
        let heavy = self.winner(Role::Rook).0 | self.winner(Role::Queen).0;
        if self.checkers.0 & !bishops != 0 {
            return false;
        }
        let taken = Bitboard(self.around & !self.own).fold(0, |taken, square| taken | self.takers(square));
        taken & heavy == 0 && taken & bishops & !self.checkers.0 != 0
    }

    fn is_scholars(&self, story: &MateStory) -> bool {
        let target = story.last.to();
        let weak = Square::at(5, if self.victim == Color::White { 1 } else { 6 });
        target == weak
            && story.is_classic_start
            && !story.king_moved
            && story.move_number <= SCHOLARS_MOVES
            && self.checkers.0 & self.winner(Role::Queen).0 & target.bit() != 0
            && self.takers(target) & self.winner(Role::Bishop).0 != 0
    }

    fn is_fools(&self, story: &MateStory) -> bool {
        let home = Square::at(4, self.victim.back_rank());
        let outpost = Square::at(7, if self.victim == Color::White { 3 } else { 4 });
        let diagonal = attacks::between(home.index(), outpost.index()) | outpost.bit();
        self.king == home
            && story.is_classic_start
            && story.move_number <= FOOLS_MOVES
            // Beside the king it is scholar's mate or one of its kin, whatever the diagonal.
            && self.checkers.0 & self.winner(Role::Queen).0 & diagonal & !self.around != 0
    }
}

const RANK_1: u64 = 0xFF;
const FILE_A: u64 = 0x0101_0101_0101_0101;

#[cfg(test)]
mod tests {
    use super::NamedMate::*;
    use super::*;

    fn sq(name: &str) -> Square {
        Square::parse(name.as_bytes()).expect("a square")
    }

    /// A quiet late mate: nothing about the game matters.
    fn late() -> MateStory {
        MateStory { last: Move::NULL, move_number: 40, is_classic_start: true, king_moved: true }
    }

    /// The same board seen from the other side: ranks turned round, colours and side to move exchanged.
    fn other_side(fen: &str) -> String {
        let swap = |c: char| if c.is_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
        let mut fields = fen.split(' ');
        let board = fields.next().expect("a board");
        let ranks: Vec<String> =
            board.split('/').rev().map(|rank| rank.chars().map(swap).collect()).collect();
        let turn = if fields.next() == Some("b") { 'w' } else { 'b' };
        format!("{} {turn} {}", ranks.join("/"), fields.collect::<Vec<_>>().join(" "))
    }

    /// Left and right exchanged.
    fn mirrored(fen: &str) -> String {
        let (board, rest) = fen.split_once(' ').expect("two fields");
        let ranks: Vec<String> = board.split('/').map(|rank| rank.chars().rev().collect()).collect();
        format!("{} {rest}", ranks.join("/"))
    }

    fn names(fen: &str, story: &MateStory) -> Vec<NamedMate> {
        let position = Position::from_fen(fen.as_bytes()).expect("readable").position;
        assert!(position.is_mate(), "{fen}");
        named_mates(&position, story).iter().collect()
    }

    /// Black is mated in each; both colours and both wings must agree.
    fn assert_names(board: &str, expected: &[NamedMate]) {
        let fen = format!("{board} b - - 0 1");
        for fen in [fen.clone(), mirrored(&fen)] {
            assert_eq!(names(&fen, &late()), expected, "{fen}");
            assert_eq!(names(&other_side(&fen), &late()), expected, "{}", other_side(&fen));
        }
    }

    #[test]
    fn smothered_is_a_knight_and_no_free_square() {
        assert_names("6rk/5Npp/8/8/8/8/8/6K1", &[Smothered]);
        // g7 is taken by the queen, not occupied.
        assert_names("6rk/5N1p/8/8/8/8/6Q1/6K1", &[]);
        // One of the men around the king is the winner's.
        assert_names("6rk/5NPp/7K/8/8/8/8/8", &[]);
    }

    #[test]
    fn back_rank_needs_every_forward_square_blocked() {
        assert_names("3R2k1/5ppp/8/8/8/8/8/6K1", &[BackRank]);
        assert_names("2Q4k/6pp/8/8/8/8/8/6K1", &[BackRank]);
        // The bishop, not an own man, keeps the king from g7.
        assert_names("3R2k1/5p1p/5B2/8/8/8/8/6K1", &[]);
        // Not the king's first rank.
        assert_names("8/8/8/8/R7/R5k1/5ppp/K7", &[]);
    }

    #[test]
    fn epaulettes_are_on_both_sides_of_the_king() {
        assert_names("3rkr2/8/4Q3/8/8/8/8/6K1", &[Epaulette]);
        assert_names("8/8/8/p7/k1Q5/p7/8/6K1", &[Epaulette]);
        // One shoulder only.
        assert_names("3rk3/8/4Q3/8/1B6/8/8/6K1", &[]);
        // The queen stands beside the line at right angles.
        assert_names("3rkb2/3p1Q2/8/4N3/8/8/8/6K1", &[]);
    }

    #[test]
    fn arabian_is_one_knight_for_rook_and_edge_square() {
        assert_names("7k/7R/5N2/8/8/8/8/6K1", &[Arabian]);
        assert_names("6Rk/8/5N2/8/8/8/8/6K1", &[Arabian]);
        // The bishop, not the knight, takes g8.
        assert_names("7k/7R/8/6N1/2B5/8/8/6K1", &[]);
        // Guarded by the king.
        assert_names("7k/7R/6K1/8/2B5/8/8/8", &[]);
    }

    #[test]
    fn anastasia_is_along_the_edge_file() {
        assert_names("5r2/4N1pk/8/7R/8/8/8/6K1", &[Anastasia]);
        assert_names("5r2/4N1pk/8/7Q/8/8/8/6K1", &[Anastasia]);
        // The bishop takes g7.
        assert_names("8/4N2k/8/7R/3B4/8/8/6K1", &[]);
    }

    #[test]
    fn two_bishops_do_it_without_rook_and_queen() {
        assert_names("2kr4/3p4/B7/8/5B2/8/8/6K1", &[TwoBishops]);
        // A rook helps on the b-file.
        assert_names("2kr4/3p4/B7/8/5B2/8/8/1R4K1", &[]);
        // The second bishop has no part in it.
        assert_names("2kr4/3p4/B1N5/3N4/8/8/6B1/6K1", &[]);
    }

    #[test]
    fn a_mate_may_have_two_names() {
        assert_names("6Rk/6pp/5N2/8/8/8/8/6K1", &[BackRank, Arabian]);
    }

    #[test]
    fn scholars_mate_looks_at_the_game() {
        let fen = "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4";
        let story = MateStory {
            last: Move::normal(sq("h5"), sq("f7")),
            move_number: 4,
            is_classic_start: true,
            king_moved: false,
        };
        assert_eq!(names(fen, &story), [Scholars]);
        let black = MateStory { last: Move::normal(sq("h4"), sq("f2")), ..story };
        assert_eq!(names(&other_side(fen), &black), [Scholars]);
        assert_eq!(names(fen, &MateStory { move_number: 7, ..story }), [Scholars]);
        for other in [
            MateStory { move_number: 8, ..story },
            MateStory { is_classic_start: false, ..story },
            MateStory { king_moved: true, ..story },
        ] {
            assert_eq!(names(fen, &other), []);
        }
        let by_knight = "r1bqkb1r/pppp1Qpp/2n2n2/4p1N1/4P3/8/PPPP1PPP/RNB1KB1R b KQkq - 0 4";
        assert_eq!(names(by_knight, &story), []);
    }

    #[test]
    fn fools_mate_is_from_a_distance_within_four_moves() {
        let fen = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
        let story = MateStory {
            last: Move::normal(sq("d8"), sq("h4")),
            move_number: 2,
            is_classic_start: true,
            king_moved: false,
        };
        assert_eq!(names(fen, &story), [Fools]);
        let white = MateStory { last: Move::normal(sq("d1"), sq("h5")), ..story };
        assert_eq!(names(&other_side(fen), &white), [Fools]);
        assert_eq!(names(fen, &MateStory { move_number: 5, ..story }), []);
        assert_eq!(names(fen, &MateStory { is_classic_start: false, ..story }), []);
    }

    #[test]
    fn what_is_no_mate_has_no_name() {
        let story = MateStory { move_number: 1, king_moved: false, ..late() };
        assert!(named_mates(&Position::start(), &story).is_empty());
        let stalemate = Position::from_fen(b"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").expect("readable").position;
        assert!(named_mates(&stalemate, &story).is_empty());
    }

    #[test]
    fn names_codes_and_bits_come_back() {
        for (code, mate) in (0..).zip(NamedMate::ALL) {
            assert_eq!(mate.code(), code);
            assert_eq!(NamedMate::from_code(code), Some(mate));
            assert_eq!(NamedMate::parse(&mate.name().to_uppercase()), Some(mate));
        }
        assert_eq!((NamedMate::from_code(8), NamedMate::parse("backrank")), (None, None));
        let set: NamedMates = [Arabian, Smothered].into_iter().collect();
        assert_eq!(NamedMates::from_bits(set.bits()), set);
        assert_eq!(set.iter().collect::<Vec<_>>(), [Smothered, Arabian]);
        assert!(!set.contains(Fools) && NamedMates::NONE.is_empty());
    }
}
