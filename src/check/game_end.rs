//! What the checks of a game's end look at.

use std::ops::Range;

use crate::chess::Position;

/// A piece of the text and where it stands (byte offsets).
#[derive(Clone, Debug)]
pub struct Said<'t> {
    /// The bytes, without quotes or braces.
    pub text: &'t [u8],
    /// Their place.
    pub span: Range<usize>,
}

/// When a game was played, as far as its Date tag says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameDate {
    /// The year.
    pub year: u16,
    /// 1 to 12.
    pub month: Option<u8>,
    /// 1 to 31.
    pub day: Option<u8>,
}

/// Whose rules decide when a game ends by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RuleSet {
    /// FIDE, by the date of the game.
    #[default]
    Auto,
    /// The Laws of 2023.
    Fide2023,
    /// The Laws before fivefold repetition and 75 moves (1 July 2014).
    FidePre2014,
    /// Chess servers: threefold repetition and 50 moves end a game; a single minor piece never wins on time.
    Server,
}

/// A point in the game after which nothing should have been played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// Plies played when it was reached; 0 is the start position.
    pub ply: u32,
    /// Place of the move that follows, if one does.
    pub next_move: Range<usize>,
}

/// What the replay noticed on the way.
#[derive(Clone, Debug, Default)]
pub struct Milestones {
    /// Third time of one position (only the server rules end a game there).
    pub threefold: Option<Reached>,
    /// Fifth time of one position.
    pub fivefold: Option<Reached>,
    /// Fifty moves without pawn move or capture (only the server rules end a game there).
    pub fifty: Option<Reached>,
    /// Seventy-five such moves.
    pub seventyfive: Option<Reached>,
    /// First dead position.
    pub dead: Option<Reached>,
}

/// How the main line stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MainLineEnd {
    /// Every move was played.
    Complete,
    /// At a move that is illegal or ambiguous.
    Faulty {
        /// No move follows it.
        is_last: bool,
    },
}

/// Everything about a game that its end is judged by.
#[derive(Clone, Debug)]
pub struct GameEnd<'a> {
    /// Value of the Result tag.
    pub result_tag: Option<Said<'a>>,
    /// The result at the end of the moves.
    pub marker: Option<Said<'a>>,
    /// Value of the Termination tag.
    pub termination: Option<Said<'a>>,
    /// The last comment of the main line.
    pub last_comment: Option<Said<'a>>,
    /// From the Date tag.
    pub date: Option<GameDate>,
    /// The last position that was reached; before the faulty move if there is one.
    pub last: &'a Position,
    /// Plies played.
    pub plies: u32,
    /// Place of the last move, or of the end of the game's text if there is none.
    pub last_move: Range<usize>,
    /// What was reached on the way.
    pub milestones: &'a Milestones,
    /// How the main line stopped.
    pub stop: MainLineEnd,
    /// Whose rules count.
    pub rules: RuleSet,
}
